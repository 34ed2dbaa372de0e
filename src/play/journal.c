/* journal.c - a record kept on disk while it is played. See session.h.
 *
 * The file holds exactly what st_record_print gives. It is put there whole by a rename, then each
 * accepted line is one write and one fsync at its end, and an undo cuts the end off again. So
 * whenever the process is killed, the file holds every line that was answered; at worst a line
 * that was not yet answered stands behind them, perhaps torn.
 *
 * Apart from session.c, so that a program without files (the browser's) need not link them.
 */
#include "play/session.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct keeper {
    struct st_journal journal;
    int fd;
    size_t len; /* of the lines that count */
    bool torn;  /* a failed write may have left something behind them */
    char path[];
};

static int io_fail(const struct keeper *k, const char *what, struct st_error *err)
{
    return st_fail(err, ST_EIO, k->path, 0, "cannot %s: %s", what, strerror(errno));
}

/* Lines written to a file that was deleted, replaced or changed by others would be lost. */
static int still_ours(const struct keeper *k, struct st_error *err)
{
    struct stat open_one, named_one;

    if (fstat(k->fd, &open_one) != 0)
        return io_fail(k, "look at it", err);
    if (stat(k->path, &named_one) != 0 || open_one.st_dev != named_one.st_dev ||
        open_one.st_ino != named_one.st_ino)
        return st_fail(err, ST_EIO, k->path, 0, "the file was moved or replaced during the game");
    if (open_one.st_size != (off_t)k->len)
        return st_fail(err, ST_EIO, k->path, 0, "somebody else wrote to the file during the game");
    return ST_OK;
}

/* Cut off what a failed write left. */
static int mend(struct keeper *k, struct st_error *err)
{
    if (k->torn && (ftruncate(k->fd, (off_t)k->len) != 0 || fsync(k->fd) != 0))
        return io_fail(k, "write", err);
    k->torn = false;
    return ST_OK;
}

static int write_once(struct keeper *k, const char *text, size_t len, struct st_error *err)
{
    ssize_t n;

    do
        n = write(k->fd, text, len);
    while (n < 0 && errno == EINTR);
    if (n >= 0 && (size_t)n < len) {
        errno = ENOSPC; /* it took a part: there is no room for the rest */
        n = -1;
    }
    return n < 0 || fsync(k->fd) != 0 ? io_fail(k, "write", err) : ST_OK;
}

static int keeper_append(struct st_journal *self, const char *text, size_t len,
                         struct st_error *err)
{
    struct keeper *k = (struct keeper *)self; /* journal is its first member */
    int e = mend(k, err);

    if (!e)
        e = still_ours(k, err);
    if (e)
        return e;
    e = write_once(k, text, len, err);
    if (e) {
        k->torn = true;
        mend(k, NULL); /* if it fails now, it is tried again before the next line */
    } else {
        k->len += len;
    }
    return e;
}

static int keeper_cut(struct st_journal *self, size_t len, struct st_error *err)
{
    struct keeper *k = (struct keeper *)self; /* journal is its first member */
    int e = mend(k, err);

    if (!e)
        e = still_ours(k, err);
    if (e)
        return e;
    st_assert(len <= k->len);
    if (ftruncate(k->fd, (off_t)(k->len - len)) != 0)
        return io_fail(k, "take back a line", err);
    k->len -= len;
    /* The file is shorter now whatever happens: an error here would leave the session with a line
     * the file has not. So the sync is tried again before the next line. */
    k->torn = fsync(k->fd) != 0;
    return ST_OK;
}

static void keeper_close(struct st_journal *self)
{
    struct keeper *k = (struct keeper *)self; /* journal is its first member */

    close(k->fd); /* all of it is synced: nothing can be lost here */
    free(k);
}

/* The rename itself must be on disk too. */
static int sync_folder(const char *path, struct st_error *err)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) + 1 : 1;
    char *folder = malloc(len + 1);

    if (!folder)
        return st_fail(err, ST_ENOMEM, path, 0, "out of memory");
    memcpy(folder, slash ? path : ".", len);
    folder[len] = 0;
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    free(folder);
    bool synced = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL); /* EINVAL: folders need none */
    int why = errno;
    if (fd >= 0)
        close(fd);
    return synced ? ST_OK
                  : st_fail(err, ST_EIO, path, 0, "cannot sync its folder: %s", strerror(why));
}

static int check_path(const char *path, struct st_error *err)
{
    struct stat there;

    if (strcmp(path, "-") == 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a game is kept in a file, not on standard output");
    /* A rename over a device or a link would replace it. */
    if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return st_fail(err, ST_EUSAGE, path, 0, "not an ordinary file");
    return ST_OK;
}

static int keeper_open(struct keeper **out, const char *path, size_t len, struct st_error *err)
{
    size_t size = strlen(path) + 1;
    struct keeper *k = malloc(sizeof *k + size);

    if (!k)
        return st_fail(err, ST_ENOMEM, path, 0, "out of memory");
    *k = (struct keeper){ .journal = { keeper_append, keeper_cut, keeper_close }, .len = len };
    memcpy(k->path, path, size);
    k->fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    int e = k->fd < 0 ? io_fail(k, "open", err) : still_ours(k, err);
    if (!e) {
        *out = k;
        return ST_OK;
    }
    if (k->fd >= 0)
        close(k->fd);
    free(k);
    return e;
}

int st_session_journal(struct st_session *s, const char *path, struct st_error *err)
{
    struct st_buf text = { 0 };
    struct keeper *k = NULL;
    int e = check_path(path, err);

    st_record_print(st_session_record(s), &text);
    if (!e && text.failed)
        e = st_fail(err, ST_ENOMEM, path, 0, "out of memory");
    if (!e)
        e = st_file_write(path, st_buf_text(&text), text.len, err);
    if (!e)
        e = sync_folder(path, err);
    if (!e)
        e = keeper_open(&k, path, text.len, err);
    st_buf_free(&text);
    if (!e)
        st_session_keep(s, &k->journal);
    return e;
}

/* ---- resuming ------------------------------------------------------------------------- */

static int take_up(struct st_session **out, struct st_plan **plan, struct st_span text,
                   const char *path, const struct st_files *files, struct st_error *err)
{
    struct st_record *r = NULL;
    struct st_plan *p = NULL;
    int e = st_record_parse(&r, text.at, text.len, path, err);

    if (!e)
        e = st_record_plan(&p, r, files, err);
    if (!e)
        e = st_session_load(out, p, r, -1, err);
    st_record_free(r);
    if (e)
        st_plan_free(p);
    else
        *plan = p;
    return e;
}

static size_t last_line_at(struct st_span text)
{
    size_t i = text.len;

    while (i > 0 && text.at[i - 1] != '\n')
        i--;
    return i;
}

static int count_words(struct st_span s)
{
    int n = 0;

    while (st_span_word(&s).len)
        n++;
    return n;
}

/* A last line without a line end that replays may still have been longer: of a die without its
 * label nobody can tell a 1 from the beginning of a 10. */
static bool die_unsure(const struct st_session *s, struct st_span line)
{
    const struct st_record *r = st_session_record(s);
    int n = r->nlines - 1;
    struct st_table before = *st_session_table(s);
    struct st_chance c;

    if (n < 0 || r->line[n].kind != ST_LINE_DIE || count_words(line) > 3)
        return false;
    before.pos = (void *)(uintptr_t)st_session_position(s, n); /* only looked at */
    st_awaited(&before, &c);
    return st_face_begins_other(&c, r->line[n].value);
}

int st_session_resume(struct st_session **out, struct st_plan **plan, const char *path,
                      const struct st_files *files, struct st_buf *dropped, struct st_error *err)
{
    struct st_buf file = { 0 };
    struct st_error no = { .code = 0 };
    struct st_session *s = NULL;
    struct st_plan *p = NULL;
    int e = check_path(path, &no);

    if (!e)
        e = st_file_read(&file, path, &no);
    struct st_span text = { st_buf_text(&file), file.len };
    size_t at = last_line_at(text);
    struct st_span last = { text.at + at, text.len - at };
    if (!e)
        e = take_up(&s, &p, text, path, files, &no);
    /* If it is an earlier line that is not sound, the second reading will say the same. */
    bool unsound = e == ST_ESYNTAX || e == ST_EVERIFY;
    if (last.len && at > 0 && (e ? unsound : die_unsure(s, last))) {
        st_session_free(s);
        st_plan_free(p);
        s = NULL, p = NULL;
        text.len = at;
        e = take_up(&s, &p, text, path, files, &no);
    }
    if (!e)
        e = st_session_journal(s, path, &no);
    if (!e && dropped && text.len < file.len)
        st_buf_put(dropped, last.at, last.len);
    st_buf_free(&file);
    if (e) {
        st_session_free(s);
        st_plan_free(p);
        if (err)
            *err = no;
        return e;
    }
    *out = s;
    *plan = p;
    return ST_OK;
}
