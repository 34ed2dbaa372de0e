/* folder.c - a folder on disk in front of the library.
 *
 * The library calls its texts GAME/tables/NAME and GAME/scenarios/NAME; a folder of tables
 * answers the first with DIR/NAME, a folder of scenarios the second. What it does not have is
 * left to the library, so that one house chart makes a house game.
 */
#include "cli/cli.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cli_folder_path(const struct cli_folder *f, const char *name, char *out, size_t size)
{
    const char *slash = strchr(name, '/');
    size_t part = strlen(f->part);

    if (!slash || strncmp(slash + 1, f->part, part) != 0 || slash[1 + part] != '/')
        return false;
    name = slash + part + 2;
    if (!name[0] || strchr(name, '/'))
        return false;
    if (f->id) {
        size_t id = strlen(f->id);

        if (strncmp(name, f->id, id) == 0 && strcmp(name + id, ".txt") == 0)
            return snprintf(out, size, "%s", f->path) < (int)size;
    }
    int n = snprintf(out, size, "%s/%s", f->dir, name);
    if (n < 0 || n >= (int)size)
        return false;
    /* A scenario is called by its file's name with or without .txt; then so is the file. */
    if (n > 4 && strcmp(out + n - 4, ".txt") == 0 && access(out, F_OK) != 0) {
        struct stat st;

        out[n - 4] = 0;
        if (stat(out, &st) != 0 || S_ISDIR(st.st_mode))
            out[n - 4] = '.';
    }
    return true;
}

static int folder_read(const struct st_files *self, struct st_arena *a, const char *name,
                       struct st_span *out, struct st_error *err)
{
    const struct cli_folder *f = (const struct cli_folder *)self; /* files is its first member */
    struct st_buf text = { 0 };
    char path[1200];

    if (!cli_folder_path(f, name, path, sizeof path))
        return ST_EUSAGE;
    if (access(path, F_OK) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return ST_EUSAGE;
        return st_fail(err, ST_EIO, path, 0, "cannot open: %s", strerror(errno));
    }

    int e = st_file_read(&text, path, err);
    if (e)
        return e == ST_EUSAGE ? ST_EIO : e;
    *out = (struct st_span){ st_arena_text(a, st_buf_text(&text), text.len), text.len };
    st_buf_free(&text);
    return out->at ? ST_OK : st_fail(err, ST_ENOMEM, path, 0, "out of memory");
}

void cli_folder_init(struct cli_folder *f, const char *part, const char *dir,
                     const struct st_files *next)
{
    *f = (struct cli_folder){ .files = { folder_read, next }, .dir = dir, .part = part };
}

/* ---- another language ---------------------------------------------------------------------- */

/* Of lessons and of the rules in five minutes, the text of that language beside them, "first.de.lesson"; else ST_EUSAGE. */
static int prose_read(const struct cli_words *w, struct st_arena *a, const char *name, struct st_span *out)
{
    static const char *const ends[] = { ".lesson", "five-minutes.md" };
    const char *dot = strrchr(name, '.');
    char path[200];
    bool prose = false;

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t n = strlen(name), k = strlen(ends[i]);

        prose |= n > k && strcmp(name + n - k, ends[i]) == 0;
    }
    if (!prose || strchr(w->lang, '.') || strchr(w->lang, '/'))
        return ST_EUSAGE;
    snprintf(path, sizeof path, "%.*s.%s%s", (int)(dot - name), name, w->lang, dot);
    return st_files_read(w->files.next, a, path, out, NULL) ? ST_EUSAGE : ST_OK;
}

/* GAME/words/own.tsv is the library's GAME/words/LANG.tsv, or a file. */
static int words_read(const struct st_files *self, struct st_arena *a, const char *name,
                      struct st_span *out, struct st_error *err)
{
    const struct cli_words *w = (const struct cli_words *)self; /* files is its first member */
    static const char end[] = "/words/own.tsv";
    size_t n = strlen(name), k = sizeof end - 1;
    char path[200];

    if (n <= k || strcmp(name + n - k, end) != 0)
        return prose_read(w, a, name, out);
    if (strchr(w->lang, '.') || strchr(w->lang, '/')) {
        struct st_buf text = { 0 };
        int e = st_file_read(&text, w->lang, err);

        if (e)
            return e == ST_EUSAGE ? ST_EIO : e;
        *out = (struct st_span){ st_arena_text(a, st_buf_text(&text), text.len), text.len };
        st_buf_free(&text);
        return out->at ? ST_OK : st_fail(err, ST_ENOMEM, w->lang, 0, "out of memory");
    }
    snprintf(path, sizeof path, "%.*s/words/%s.tsv", (int)(n - k), name, w->lang);
    return st_files_read(w->files.next, a, path, out, err);
}

void cli_words_init(struct cli_words *w, const char *lang, const struct st_files *next)
{
    *w = (struct cli_words){ .files = { words_read, next }, .lang = lang };
}
