/* sqlite.c - the store in SQLite: see store.h.
 *
 * Two connections to one file: the writer belongs to the store's thread, the reader to whoever
 * holds its lock. With a write-ahead log neither waits for the other. `synchronous = full` makes a
 * commit wait for the disk.
 */
#include "store/store.h"

#include "base/prose.h"
#include "store/schema.h" /* schema_sql, made from schema.sql */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSION = 3, BUSY_MS = 2000, BATCH_MAX = 256 };

enum { INSERT_PLACE, UPDATE_PLACE, WARN_PLACE, DELETE_PLACE, CUT_LINES, INSERT_LINE, FIND_PACKED, INSERT_PACKED,
       DELETE_PACKED, STATEMENTS };

struct outcome {
    struct st_change *change;
    int e;
    struct st_error err;
};

struct st_store {
    char path[1024]; /* of the database */
    struct file {
        char path[1040];
        dev_t dev;
        ino_t ino;
        bool known;
    } base, log; /* as they were opened */
    int lock_fd;
    sqlite3 *writer, *reader;
    sqlite3_stmt *statement[STATEMENTS]; /* of the writer */
    struct outcome batch[BATCH_MAX];     /* the writer's: what it is at work on */
    pthread_mutex_t reading;             /* guards the reader */
    pthread_mutex_t lock;                /* guards what follows */
    pthread_cond_t wake;
    struct st_change *first, **last;
    bool closing;
    pthread_t thread;
    bool running;
};

static int sql_fail(const struct st_store *s, sqlite3 *db, const char *what, struct st_error *err)
{
    return st_fail(err, ST_EIO, s->path, 0, "cannot %s: %s", what,
                   db ? sqlite3_errmsg(db) : "out of memory");
}

/* ---- opening ---------------------------------------------------------------------------- */

/* Every folder of the path, for others not to look into. */
static int make_folders(const char *dir, struct st_error *err)
{
    char path[900];
    size_t len = strlen(dir);

    if (len == 0 || len >= sizeof path)
        return st_fail(err, ST_EUSAGE, dir, 0, "no name for a folder");
    memcpy(path, dir, len + 1);
    for (char *at = path + 1;; at++) {
        char c = *at;

        if (c && c != '/')
            continue;
        *at = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return st_fail(err, ST_EIO, path, 0, "cannot make this folder: %s", strerror(errno));
        if (!c)
            return ST_OK;
        *at = c;
    }
}

/* A lock on a file beside the database: SQLite's own would let a second server in. */
static int lock_folder(struct st_store *s, const char *dir, struct st_error *err)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/lock", dir);
    s->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock_fd < 0)
        return st_fail(err, ST_EIO, path, 0, "cannot open: %s", strerror(errno));
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB) == 0)
        return ST_OK;
    if (errno == EWOULDBLOCK)
        return st_fail(err, ST_EUSAGE, dir, 0, "another server works in this folder");
    return st_fail(err, ST_EIO, path, 0, "cannot lock: %s", strerror(errno));
}

/* ---- files that are gone ---------------------------------------------------------------- */

/* In the lock stands how the last server left: "open" while it works, "clean" when its changes are all
 * in the database. SQLite makes a database that is missing, and passes over a log that is: only who
 * wrote down that they were there can notice. */
static int write_mark(const struct st_store *s, const char *mark, struct st_error *err)
{
    size_t len = strlen(mark);

    if (pwrite(s->lock_fd, mark, len, 0) == (ssize_t)len && ftruncate(s->lock_fd, (off_t)len) == 0 &&
        fsync(s->lock_fd) == 0)
        return ST_OK;
    return st_fail(err, ST_EIO, s->path, 0, "cannot write beside it: %s", strerror(errno));
}

static int check_mark(const struct st_store *s, const char *dir, struct st_error *err)
{
    char mark[16] = "";
    struct stat about;
    ssize_t n = pread(s->lock_fd, mark, sizeof mark - 1, 0);
    bool open = n > 0 && strncmp(mark, "open", 4) == 0, clean = n > 0 && !open;

    if ((open || clean) && stat(s->path, &about) != 0)
        return st_fail(err, ST_EIO, s->path, 0,
                       "the database is gone, and there was one; put a backup there, or remove "
                       "%s/lock to begin anew",
                       dir);
    if (open && stat(s->log.path, &about) != 0)
        return st_fail(err, ST_EIO, s->log.path, 0,
                       "the log of the last changes is gone: what was kept last would be lost; put "
                       "it back, or remove %s/lock to go on without",
                       dir);
    return ST_OK;
}

/* For nobody else to read, however they were made. */
static void close_to_others(const struct st_store *s)
{
    char path[1040];

    chmod(s->base.path, 0600);
    chmod(s->log.path, 0600);
    snprintf(path, sizeof path, "%s-shm", s->path);
    chmod(path, 0600);
}

static void remember(struct file *f)
{
    struct stat about;

    f->known = stat(f->path, &about) == 0;
    if (f->known) {
        f->dev = about.st_dev;
        f->ino = about.st_ino;
    }
}

static bool is_there(const struct file *f)
{
    struct stat about;

    return !f->known ||
           (stat(f->path, &about) == 0 && about.st_dev == f->dev && about.st_ino == f->ino);
}

int st_store_check(const struct st_store *s, struct st_error *err)
{
    if (!is_there(&s->base))
        return st_fail(err, ST_EIO, s->path, 0,
                       "the database was removed or replaced while the server works; stop it, and "
                       "put a backup there");
    if (!is_there(&s->log))
        return st_fail(err, ST_EIO, s->log.path, 0,
                       "the log of the last changes was removed or replaced while the server works; "
                       "stop it, and put a backup there");
    return ST_OK;
}

/* ---- the database ----------------------------------------------------------------------- */

static int run_sql(const struct st_store *s, sqlite3 *db, const char *sql, const char *what,
                   struct st_error *err)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? ST_OK
                                                                : sql_fail(s, db, what, err);
}

static int connect_to(const struct st_store *s, sqlite3 **db, struct st_error *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;

    if (sqlite3_open_v2(s->path, db, flags, NULL) != SQLITE_OK)
        return sql_fail(s, *db, "open", err);
    sqlite3_busy_timeout(*db, BUSY_MS);
    return run_sql(s, *db,
                   "pragma journal_mode = wal; pragma synchronous = full;"
                   "pragma foreign_keys = on; pragma trusted_schema = off;",
                   "open", err);
}

static int read_version(const struct st_store *s, int *version, struct st_error *err)
{
    sqlite3_stmt *q = NULL;
    int e = ST_OK;

    if (sqlite3_prepare_v2(s->writer, "pragma user_version", -1, &q, NULL) != SQLITE_OK ||
        sqlite3_step(q) != SQLITE_ROW)
        e = sql_fail(s, s->writer, "read", err);
    else
        *version = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return e;
}

static int make_schema(const struct st_store *s, struct st_error *err)
{
    char version[40];
    int e = run_sql(s, s->writer, "begin immediate", "write", err);

    snprintf(version, sizeof version, "pragma user_version = %d", VERSION);
    if (!e)
        e = run_sql(s, s->writer, schema_sql, "write", err);
    if (!e)
        e = run_sql(s, s->writer, version, "write", err);
    if (!e)
        e = run_sql(s, s->writer, "commit", "write", err);
    return e; /* a transaction that was not finished ends with the connection */
}

/* What the first form lacked. Of games that were over their seed was told. */
static int add_columns(const struct st_store *s, struct st_error *err)
{
    static const char sql[] =
        "begin immediate;"
        "alter table place add column closed integer not null default 0;"
        "alter table place add column free_undo integer not null default 0;"
        "alter table place add column address text not null default '';"
        "alter table place add column bytes integer not null default 0;"
        "alter table place add column notes0 integer not null default 0;"
        "alter table place add column notes1 integer not null default 0;"
        "alter table place add column notes2 integer not null default 0;"
        "alter table place add column warned integer not null default 0;"
        "update place set closed = over, bytes = (select coalesce(sum(length(text) + 1), 0) "
        "from line where line.place = place.number);"
        "pragma user_version = 2;"
        "commit;";

    return run_sql(s, s->writer, sql, "write", err);
}

/* What the second lacked. */
static int add_packed(const struct st_store *s, struct st_error *err)
{
    static const char sql[] = "begin immediate;"
                              "create table packed (place integer primary key references place, "
                              "lines integer not null, bytes blob not null) strict;"
                              "pragma user_version = 3;"
                              "commit;";

    return run_sql(s, s->writer, sql, "write", err);
}

static int check_version(const struct st_store *s, struct st_error *err)
{
    int version = 0, e = read_version(s, &version, err);

    if (e || version == VERSION)
        return e;
    if (version == 0)
        return make_schema(s, err);
    if (version == 1)
        e = add_columns(s, err);
    if (version == 1 || version == 2)
        return e ? e : add_packed(s, err);
    return st_fail(err, ST_EUSAGE, s->path, 0, "kept in form %d, which this program does not know",
                   version);
}

static int prepare(struct st_store *s, struct st_error *err)
{
    static const char *const sql[STATEMENTS] = {
        [INSERT_PLACE] =
            "insert into place (id, head, game, scenario, title, side0, side1, seat0, seat1, "
            "token0, token1, umpire, typed, turn, over, lines, made, changed, free_undo, address, "
            "closed, bytes, notes0, notes1, notes2, warned) "
            "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, "
            "?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)",
        [UPDATE_PLACE] =
            ("update place set turn = ?2, over = ?3, lines = ?4, changed = ?5, closed = ?6, "
             "bytes = ?7, notes0 = ?8, notes1 = ?9, notes2 = ?10, warned = ?11 where number = ?1"),
        [WARN_PLACE] = "update place set warned = ?2 where number = ?1",
        [DELETE_PLACE] = "delete from place where number = ?1",
        [CUT_LINES] = "delete from line where place = ?1 and n >= ?2",
        [INSERT_LINE] = "insert into line (place, n, text) values (?1, ?2, ?3)",
        [FIND_PACKED] = "select coalesce(max(lines), 0), (select count(*) from line where place = ?1) "
                        "from packed where place = ?1",
        [INSERT_PACKED] = "insert into packed (place, lines, bytes) values (?1, ?2, ?3)",
        [DELETE_PACKED] = "delete from packed where place = ?1",
    };

    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v2(s->writer, sql[i], -1, &s->statement[i], NULL) != SQLITE_OK)
            return sql_fail(s, s->writer, "open", err);
    return ST_OK;
}

static int open_files(struct st_store *s, const char *dir, struct st_error *err)
{
    int e = make_folders(dir, err);

    if (!e)
        e = lock_folder(s, dir, err);
    if (!e)
        e = check_mark(s, dir, err);
    if (!e)
        e = connect_to(s, &s->writer, err);
    if (!e)
        e = check_version(s, err);
    if (!e)
        e = prepare(s, err);
    if (!e)
        e = connect_to(s, &s->reader, err);
    if (e)
        return e;
    close_to_others(s);
    remember(&s->base);
    remember(&s->log);
    return write_mark(s, "open\n", err);
}

/* ---- writing ---------------------------------------------------------------------------- */

static void bind_text(sqlite3_stmt *q, int at, const char *text)
{
    sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

static void bind_token(sqlite3_stmt *q, int at, const struct st_kept *k, int seat)
{
    if (k->has_token[seat])
        sqlite3_bind_blob(q, at, k->token[seat], ST_HASH_SIZE, SQLITE_STATIC);
    else
        sqlite3_bind_null(q, at);
}

/* A text that could not be bound for want of memory leaves a null, which its column does not take. */
static int step_once(const struct st_store *s, sqlite3_stmt *q, struct st_error *err)
{
    int e = sqlite3_step(q) == SQLITE_DONE ? ST_OK : sql_fail(s, s->writer, "write", err);

    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return e;
}

static void bind_count(sqlite3_stmt *q, int at, const struct st_counted *n)
{
    sqlite3_bind_int(q, at, n->closed);
    sqlite3_bind_int64(q, at + 1, n->bytes);
    for (int i = 0; i < ST_SEATS; i++)
        sqlite3_bind_int(q, at + 2 + i, n->notes[i]);
    sqlite3_bind_int64(q, at + 2 + ST_SEATS, n->warned);
}

static int insert_place(const struct st_store *s, struct st_change *c, struct st_error *err)
{
    sqlite3_stmt *q = s->statement[INSERT_PLACE];
    const struct st_kept *k = &c->kept;
    const char *const text[] = { k->id,      c->head,    k->game,    k->scenario, k->title,
                                 k->side[0], k->side[1], k->seat[0], k->seat[1] };

    for (int i = 0; i < 9; i++)
        bind_text(q, i + 1, text[i]);
    for (int i = 0; i < ST_SEATS; i++)
        bind_token(q, 10 + i, k, i);
    sqlite3_bind_int(q, 13, k->typed);
    bind_text(q, 14, k->turn);
    sqlite3_bind_int(q, 15, k->over);
    sqlite3_bind_int(q, 16, k->lines);
    sqlite3_bind_int64(q, 17, k->made);
    sqlite3_bind_int64(q, 18, k->changed);
    sqlite3_bind_int(q, 19, k->undo_free);
    bind_text(q, 20, k->from);
    bind_count(q, 21, &k->count);
    int e = step_once(s, q, err);
    if (!e)
        c->kept.number = sqlite3_last_insert_rowid(s->writer);
    return e;
}

/* After a statement about one table: was there one? */
static int check_found(const struct st_store *s, int64_t number, struct st_error *err)
{
    if (sqlite3_changes(s->writer) == 1)
        return ST_OK;
    return st_fail(err, ST_EUSAGE, s->path, 0, "there is no table %lld", (long long)number);
}

static int update_place(const struct st_store *s, const struct st_kept *k, struct st_error *err)
{
    sqlite3_stmt *q = s->statement[UPDATE_PLACE];

    sqlite3_bind_int64(q, 1, k->number);
    bind_text(q, 2, k->turn);
    sqlite3_bind_int(q, 3, k->over);
    sqlite3_bind_int(q, 4, k->lines);
    sqlite3_bind_int64(q, 5, k->changed);
    bind_count(q, 6, &k->count);
    int e = step_once(s, q, err);
    return e ? e : check_found(s, k->number, err);
}

static int warn_place(const struct st_store *s, const struct st_kept *k, struct st_error *err)
{
    sqlite3_stmt *q = s->statement[WARN_PLACE];

    sqlite3_bind_int64(q, 1, k->number);
    sqlite3_bind_int64(q, 2, k->count.warned);
    int e = step_once(s, q, err);
    return e ? e : check_found(s, k->number, err);
}

static int cut_lines(const struct st_store *s, int64_t number, int from, struct st_error *err)
{
    sqlite3_stmt *q = s->statement[CUT_LINES];

    sqlite3_bind_int64(q, 1, number);
    sqlite3_bind_int(q, 2, from);
    return step_once(s, q, err);
}

static int insert_line(const struct st_store *s, int64_t number, int n, struct st_span line,
                       struct st_error *err)
{
    sqlite3_stmt *q = s->statement[INSERT_LINE];

    sqlite3_bind_int64(q, 1, number);
    sqlite3_bind_int(q, 2, n);
    sqlite3_bind_text(q, 3, line.at, (int)line.len, SQLITE_STATIC);
    return step_once(s, q, err);
}

/* How many lines of a table are packed, and how many are not. */
static int find_packed(const struct st_store *s, int64_t number, int *packed, int *loose, struct st_error *err)
{
    sqlite3_stmt *q = s->statement[FIND_PACKED];
    int e = ST_OK;

    sqlite3_bind_int64(q, 1, number);
    if (sqlite3_step(q) == SQLITE_ROW) {
        *packed = sqlite3_column_int(q, 0);
        *loose = sqlite3_column_int(q, 1);
    } else {
        e = sql_fail(s, s->writer, "read", err);
    }
    sqlite3_reset(q);
    return e;
}

static int check_cut(const struct st_store *s, const struct st_change *c, struct st_error *err)
{
    int packed = 0, loose = 0, e = find_packed(s, c->kept.number, &packed, &loose, err);

    if (!e && c->from < packed)
        e = st_fail(err, ST_EUSAGE, s->path, 0, "the first %d lines of this table are packed, and stay", packed);
    return e ? e : cut_lines(s, c->kept.number, c->from, err);
}

/* In place of the lines it was made of, which must be all there are. */
static int write_packed(const struct st_store *s, const struct st_change *c, struct st_error *err)
{
    sqlite3_stmt *q = s->statement[INSERT_PACKED];
    int packed = 0, loose = 0, e = find_packed(s, c->kept.number, &packed, &loose, err);

    if (!e && (packed || loose != c->from))
        e = st_fail(err, ST_EUSAGE, s->path, 0, "table %lld was changed while it was packed",
                    (long long)c->kept.number);
    if (e)
        return e;
    sqlite3_bind_int64(q, 1, c->kept.number);
    sqlite3_bind_int(q, 2, c->from);
    sqlite3_bind_blob(q, 3, c->text.text, (int)c->text.len, SQLITE_STATIC);
    e = step_once(s, q, err);
    return e ? e : cut_lines(s, c->kept.number, 0, err);
}

static int write_lines(const struct st_store *s, const struct st_change *c, struct st_error *err)
{
    const char *text = st_buf_text(&c->text);
    struct st_line_reader r = { text, text + c->text.len, 0 };
    struct st_span line;
    int e = c->head ? ST_OK : check_cut(s, c, err);

    for (int n = c->from; !e && st_line_next(&r, &line); n++)
        e = insert_line(s, c->kept.number, n, line, err);
    return e;
}

/* The lines first: each belongs to a table. */
static int delete_place(const struct st_store *s, int64_t number, struct st_error *err)
{
    int e = cut_lines(s, number, 0, err);

    for (int i = 0; i < 2 && !e; i++) {
        sqlite3_stmt *q = s->statement[i ? DELETE_PLACE : DELETE_PACKED];

        sqlite3_bind_int64(q, 1, number);
        e = step_once(s, q, err);
    }
    return e ? e : check_found(s, number, err);
}

static int write_place(const struct st_store *s, struct st_change *c, struct st_error *err)
{
    if (c->remove)
        return delete_place(s, c->kept.number, err);
    if (c->warn)
        return warn_place(s, &c->kept, err);
    if (c->pack)
        return write_packed(s, c, err);
    int e = c->head ? insert_place(s, c, err) : update_place(s, &c->kept, err);
    return e ? e : write_lines(s, c, err);
}

/* All of it or nothing: the others of the transaction are none of its business. */
static int write_change(const struct st_store *s, struct st_change *c, struct st_error *err)
{
    int e = run_sql(s, s->writer, "savepoint change", "write", err);

    if (e)
        return e;
    e = write_place(s, c, err);
    if (e && !sqlite3_get_autocommit(s->writer)) /* some errors have ended the transaction */
        sqlite3_exec(s->writer, "rollback to change", NULL, NULL, NULL);
    if (!sqlite3_get_autocommit(s->writer))
        sqlite3_exec(s->writer, "release change", NULL, NULL, NULL);
    return e;
}

/* Some error (a full disk) ends the whole transaction: what was written in it is gone as well. */
static void spread_failure(struct outcome *o, int n, int e, const struct st_error *err)
{
    for (int i = 0; i < n; i++)
        if (!o[i].e) {
            o[i].e = e;
            o[i].err = *err;
        }
}

static void write_batch(struct st_store *s, int n)
{
    struct outcome *o = s->batch;
    struct st_error err;
    int e = st_store_check(s, &err);

    if (!e)
        e = run_sql(s, s->writer, "begin immediate", "write", &err);
    for (int i = 0; i < n && !e; i++) {
        o[i].e = write_change(s, o[i].change, &o[i].err);
        if (sqlite3_get_autocommit(s->writer)) {
            e = o[i].e;
            err = o[i].err;
        }
    }
    if (!e)
        e = run_sql(s, s->writer, "commit", "write", &err);
    if (e) {
        spread_failure(o, n, e, &err);
        if (!sqlite3_get_autocommit(s->writer))
            sqlite3_exec(s->writer, "rollback", NULL, NULL, NULL);
    }
}

/* Waits for changes; how many there are now, 0 when the store is to be closed. */
static int take_batch(struct st_store *s)
{
    int n = 0;

    pthread_mutex_lock(&s->lock);
    while (!s->first && !s->closing)
        pthread_cond_wait(&s->wake, &s->lock);
    for (; s->first && n < BATCH_MAX; n++) {
        s->batch[n] = (struct outcome){ .change = s->first };
        s->first = s->first->next;
    }
    if (!s->first)
        s->last = &s->first;
    pthread_mutex_unlock(&s->lock);
    return n;
}

static void *write_all(void *arg)
{
    struct st_store *s = arg;
    int n;

    while ((n = take_batch(s)) > 0) {
        write_batch(s, n);
        for (int i = 0; i < n; i++) {
            const struct outcome *o = &s->batch[i];

            o->change->done(o->change, o->e, &o->err);
        }
    }
    return NULL;
}

void st_store_submit(struct st_store *s, struct st_change *c)
{
    c->next = NULL;
    pthread_mutex_lock(&s->lock);
    *s->last = c;
    s->last = &c->next;
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

/* ---- the store -------------------------------------------------------------------------- */

int st_store_open(struct st_store **out, const char *dir, struct st_error *err)
{
    struct st_store *s = calloc(1, sizeof *s);

    if (!s)
        return st_fail(err, ST_ENOMEM, dir, 0, "out of memory");
    s->lock_fd = -1;
    s->last = &s->first;
    pthread_mutex_init(&s->reading, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->wake, NULL);
    snprintf(s->path, sizeof s->path, "%s/tables.db", dir);
    snprintf(s->base.path, sizeof s->base.path, "%s", s->path);
    snprintf(s->log.path, sizeof s->log.path, "%s-wal", s->path);
    int e = open_files(s, dir, err);
    if (!e) {
        s->running = pthread_create(&s->thread, NULL, write_all, s) == 0;
        if (!s->running)
            e = st_fail(err, ST_EIO, dir, 0, "cannot start a thread");
    }
    if (e)
        st_store_close(s);
    else
        *out = s;
    return e;
}

/* All that the log holds goes into the database. Before the log is tidied away: killed between the two,
 * the next start would miss a log that nobody needs. */
static int write_back(const struct st_store *s)
{
    if (!sqlite3_get_autocommit(s->writer)) /* a form that could not be brought up to date */
        run_sql(s, s->writer, "rollback", "write", NULL);
    return sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
                   SQLITE_OK
               ? ST_OK
               : ST_EIO;
}

void st_store_close(struct st_store *s)
{
    if (!s)
        return;
    if (s->running) {
        pthread_mutex_lock(&s->lock);
        s->closing = true;
        pthread_cond_signal(&s->wake);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->reader);
    if (s->writer && st_store_check(s, NULL) == ST_OK && write_back(s) == ST_OK)
        write_mark(s, "clean\n", NULL); /* if not, the next start finds the log, or misses it */
    sqlite3_close(s->writer);           /* the last one: it tidies the log away */
    if (s->lock_fd >= 0)
        close(s->lock_fd);
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->reading);
    free(s);
}

/* ---- reading ---------------------------------------------------------------------------- */

static void read_text(sqlite3_stmt *q, int at, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(q, at);

    snprintf(out, size, "%s", text ? text : "");
}

static void read_token(sqlite3_stmt *q, int at, struct st_kept *k, int seat)
{
    const void *token = sqlite3_column_blob(q, at);

    k->has_token[seat] = token && sqlite3_column_bytes(q, at) == ST_HASH_SIZE;
    if (k->has_token[seat])
        memcpy(k->token[seat], token, ST_HASH_SIZE);
}

static void read_kept(sqlite3_stmt *q, struct st_kept *k)
{
    *k = (struct st_kept){ .number = sqlite3_column_int64(q, 0) };
    read_text(q, 1, k->id, sizeof k->id);
    read_text(q, 2, k->game, sizeof k->game);
    read_text(q, 3, k->scenario, sizeof k->scenario);
    read_text(q, 4, k->title, sizeof k->title);
    for (int i = 0; i < ST_SIDES; i++) {
        read_text(q, 5 + i, k->side[i], sizeof k->side[i]);
        read_text(q, 7 + i, k->seat[i], sizeof k->seat[i]);
    }
    for (int i = 0; i < ST_SEATS; i++)
        read_token(q, 9 + i, k, i);
    k->typed = sqlite3_column_int(q, 12);
    read_text(q, 13, k->turn, sizeof k->turn);
    k->over = sqlite3_column_int(q, 14);
    k->lines = sqlite3_column_int(q, 15);
    k->made = sqlite3_column_int64(q, 16);
    k->changed = sqlite3_column_int64(q, 17);
    k->undo_free = sqlite3_column_int(q, 18);
    read_text(q, 19, k->from, sizeof k->from);
    k->count.closed = sqlite3_column_int(q, 20);
    k->count.bytes = sqlite3_column_int64(q, 21);
    for (int i = 0; i < ST_SEATS; i++)
        k->count.notes[i] = sqlite3_column_int(q, 22 + i);
    k->count.warned = sqlite3_column_int64(q, 22 + ST_SEATS);
    k->packed = sqlite3_column_int(q, 23 + ST_SEATS);
}

int st_store_each(struct st_store *s, void (*each)(void *arg, const struct st_kept *k), void *arg,
                  struct st_error *err)
{
    sqlite3_stmt *q = NULL;
    struct st_kept k;
    int step = SQLITE_ERROR, e = ST_OK;

    pthread_mutex_lock(&s->reading);
    if (sqlite3_prepare_v2(s->reader,
                           "select number, id, game, scenario, title, side0, side1, seat0, seat1, "
                           "token0, token1, umpire, typed, turn, over, lines, made, changed, "
                           "free_undo, address, closed, bytes, notes0, notes1, notes2, warned, "
                           "(select packed.lines from packed where place = number) "
                           "from place order by number",
                           -1, &q, NULL) == SQLITE_OK)
        while ((step = sqlite3_step(q)) == SQLITE_ROW) {
            read_kept(q, &k);
            each(arg, &k);
        }
    if (step != SQLITE_DONE)
        e = sql_fail(s, s->reader, "read", err);
    sqlite3_finalize(q);
    pthread_mutex_unlock(&s->reading);
    return e;
}

struct parts { /* of a record, as they are kept */
    struct st_buf head, packed, lines;
    int nlines; /* of `lines` */
};

static void free_parts(struct parts *p)
{
    st_buf_free(&p->head);
    st_buf_free(&p->packed);
    st_buf_free(&p->lines);
}

static void take_part(struct parts *p, int which, const char *bytes, size_t len)
{
    st_buf_put(which == 0 ? &p->head : which == 1 ? &p->packed : &p->lines, bytes, len);
    if (which == 2) {
        st_buf_put(&p->lines, "\n", 1);
        p->nlines++;
    }
}

/* One statement, so that all of it is of the same moment. */
static int read_parts(struct st_store *s, int64_t number, struct parts *out, struct st_error *err)
{
    sqlite3_stmt *q = NULL;
    int step = SQLITE_ERROR, rows = 0, e = ST_OK;

    pthread_mutex_lock(&s->reading);
    if (sqlite3_prepare_v2(s->reader,
                           "select 0, -1, head from place where number = ?1 union all "
                           "select 1, -1, bytes from packed where place = ?1 union all "
                           "select 2, n, text from line where place = ?1 order by 1, 2",
                           -1, &q, NULL) == SQLITE_OK &&
        sqlite3_bind_int64(q, 1, number) == SQLITE_OK)
        for (; (step = sqlite3_step(q)) == SQLITE_ROW; rows++) {
            const char *bytes = sqlite3_column_blob(q, 2); /* NULL: an empty line, too */
            int len = sqlite3_column_bytes(q, 2);

            if (!bytes && sqlite3_errcode(s->reader) == SQLITE_NOMEM)
                break;
            take_part(out, sqlite3_column_int(q, 0), bytes ? bytes : "", (size_t)len);
        }
    if (step != SQLITE_DONE)
        e = sql_fail(s, s->reader, "read", err);
    else if (!rows)
        e = st_fail(err, ST_EUSAGE, s->path, 0, "there is no table %lld", (long long)number);
    else if (out->head.failed || out->packed.failed || out->lines.failed)
        e = st_fail(err, ST_ENOMEM, s->path, 0, "out of memory");
    sqlite3_finalize(q);
    pthread_mutex_unlock(&s->reading);
    return e;
}

int st_store_record(struct st_store *s, int64_t number, struct st_buf *out, struct st_error *err)
{
    struct parts p = { .nlines = 0 };
    int e = read_parts(s, number, &p, err);

    if (!e) {
        st_buf_put(out, st_buf_text(&p.head), p.head.len);
        if (p.packed.len)
            e = st_unsqueeze(out, p.packed.text, p.packed.len, s->path, err);
        st_buf_put(out, st_buf_text(&p.lines), p.lines.len);
    }
    if (!e && out->failed)
        e = st_fail(err, ST_ENOMEM, s->path, 0, "out of memory");
    free_parts(&p);
    return e;
}

/* What was packed is unpacked before anybody relies on it. */
static int pack_lines(const struct st_store *s, const struct parts *p, struct st_buf *out, struct st_error *err)
{
    struct st_buf again = { 0 };
    int e = st_squeeze(out, st_buf_text(&p->lines), p->lines.len) ? ST_OK
                                                                   : st_fail(err, ST_ENOMEM, s->path, 0, "out of memory");

    if (!e)
        e = st_unsqueeze(&again, out->text, out->len, s->path, err);
    if (!e && (again.len != p->lines.len || memcmp(again.text, p->lines.text, again.len) != 0))
        e = st_fail(err, ST_EIO, s->path, 0, "what was packed does not come back");
    st_buf_free(&again);
    return e;
}

int st_store_pack(struct st_store *s, struct st_change *c, struct st_error *err)
{
    struct parts p = { .nlines = 0 };
    int e = read_parts(s, c->kept.number, &p, err);

    if (!e && (p.packed.len || !p.nlines))
        e = st_fail(err, ST_EUSAGE, s->path, 0, "table %lld has no lines to pack", (long long)c->kept.number);
    if (!e)
        e = pack_lines(s, &p, &c->text, err);
    c->pack = !e;
    c->from = p.nlines;
    free_parts(&p);
    return e;
}

/* ---- a copy of it all ------------------------------------------------------------------- */

static int copy_all(sqlite3 *from, const char *file, struct st_error *err)
{
    sqlite3 *to = NULL;
    int code = sqlite3_open_v2(file, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *b = code == SQLITE_OK ? sqlite3_backup_init(to, "main", from, "main") : NULL;

    if (b) {
        do /* while a server writes, the lock may have to be waited for */
            code = sqlite3_backup_step(b, -1);
        while (code == SQLITE_BUSY || code == SQLITE_LOCKED);
        code = sqlite3_backup_finish(b);
    } else if (to) {
        code = sqlite3_errcode(to);
    }
    /* A file by itself: without a log beside it. */
    if (code == SQLITE_OK)
        code = sqlite3_exec(to, "pragma journal_mode = delete", NULL, NULL, NULL);
    int e = code == SQLITE_OK ? ST_OK
                              : st_fail(err, ST_EIO, file, 0, "cannot copy to it: %s",
                                        to ? sqlite3_errmsg(to) : "out of memory");
    sqlite3_close(to);
    return e;
}

/* On the disk, under its own name, and never half of it. */
static int put_in_place(const char *part, const char *file, struct st_error *err)
{
    int fd = open(part, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0 && link(part, file) == 0;
    int why = errno;

    if (fd >= 0)
        close(fd);
    unlink(part);
    return ok ? ST_OK : st_fail(err, ST_EIO, file, 0, "cannot write: %s", strerror(why));
}

int st_store_backup(const char *dir, const char *file, struct st_error *err)
{
    char path[1024], part[1040];
    struct stat about;
    sqlite3 *from = NULL;

    snprintf(path, sizeof path, "%s/tables.db", dir);
    if ((size_t)snprintf(part, sizeof part, "%s.part", file) >= sizeof part)
        return st_fail(err, ST_EUSAGE, file, 0, "too long a name");
    if (stat(path, &about) != 0)
        return st_fail(err, ST_EIO, path, 0, "there are no tables: %s", strerror(errno));
    if (stat(file, &about) == 0)
        return st_fail(err, ST_EUSAGE, file, 0, "is there already, and is not written over");
    int fd = open(part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return st_fail(err, ST_EIO, part, 0, "cannot write: %s", strerror(errno));
    close(fd);
    int e = ST_OK;
    if (sqlite3_open_v2(path, &from, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        e = st_fail(err, ST_EIO, path, 0, "cannot open: %s",
                    from ? sqlite3_errmsg(from) : "out of memory");
    if (!e) {
        sqlite3_busy_timeout(from, BUSY_MS);
        /* The log is the server's business, also of one that was killed. */
        sqlite3_db_config(from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        e = copy_all(from, part, err);
    }
    sqlite3_close(from);
    if (e) {
        unlink(part);
        return e;
    }
    return put_in_place(part, file, err);
}
