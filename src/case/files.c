/* files.c - what a case file brings along: inline files, and the files beside it.
 *
 * GAME/scenarios/X is sought among the blocks `file X`, newest first, then in the folder of the
 * case file, then down the chain; GAME/tables/X among the blocks `file tables/X` and down the
 * chain.
 */
#include "case/inner.h"

#include "base/file.h"

#include <string.h>
#include <unistd.h>

static const char scenarios[] = "scenarios/";

static int beside(const struct case_files *f, struct st_arena *a, const char *name,
                  struct st_span *out, struct st_error *err)
{
    const char *slash = strrchr(f->where, '/');
    struct st_buf path = { 0 }, text = { 0 };
    int e = ST_OK;

    if (strchr(name, '/') || name[0] == '.' || strcmp(f->where, "-") == 0)
        return ST_EUSAGE;
    st_buf_add(&path, "%.*s%s", slash ? (int)(slash - f->where + 1) : 0, f->where, name);
    if (path.failed)
        return st_fail(err, ST_ENOMEM, name, 0, "out of memory");
    if (access(path.text, F_OK) != 0)
        e = ST_EUSAGE;
    else
        e = st_file_read(&text, path.text, err);
    if (!e) {
        *out = (struct st_span){ st_arena_text(a, st_buf_text(&text), text.len), text.len };
        if (!out->at)
            e = st_fail(err, ST_ENOMEM, name, 0, "out of memory");
    }
    st_buf_free(&text);
    st_buf_free(&path);
    return e;
}

static int files_read(const struct st_files *self, struct st_arena *a, const char *name,
                      struct st_span *out, struct st_error *err)
{
    const struct case_files *f = (const struct case_files *)self; /* files is its first member */
    const char *part = strchr(name, '/');
    bool scenario;

    if (!part)
        return ST_EUSAGE;
    part++;
    scenario = strncmp(part, scenarios, sizeof scenarios - 1) == 0;
    if (scenario)
        part += sizeof scenarios - 1;
    for (const struct case_block *b = f->newest; b; b = b->older)
        if (strcmp(b->name, part) == 0) {
            *out = b->text;
            return ST_OK;
        }
    return scenario ? beside(f, a, part, out, err) : ST_EUSAGE;
}

void case_files_init(struct case_files *f, const char *where, const struct st_files *next)
{
    *f = (struct case_files){ { files_read, next }, where, NULL };
}
