/* store.c - tables kept on disk: what was done is there, what failed has not happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct told { /* a change whose end is waited for */
    struct st_change change;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool done;
    int e;
    struct st_error err;
};

static void tell(struct st_change *c, int e, const struct st_error *err)
{
    struct told *t = (struct told *)c;

    pthread_mutex_lock(&t->lock);
    t->done = true;
    t->e = e;
    if (e)
        t->err = *err;
    pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&t->lock);
}

static void begin(struct told *t, struct st_store *s, const struct st_kept *k, const char *head,
                  int from, const char *lines)
{
    *t = (struct told){ .change = { .kept = *k, .head = head, .from = from, .done = tell } };
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    st_buf_put(&t->change.text, lines, strlen(lines));
    assert_false(t->change.text.failed);
    st_store_submit(s, &t->change);
}

static int end(struct told *t)
{
    pthread_mutex_lock(&t->lock);
    while (!t->done)
        pthread_cond_wait(&t->wake, &t->lock);
    pthread_mutex_unlock(&t->lock);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    st_buf_free(&t->change.text);
    return t->e;
}

static int change(struct st_store *s, struct st_kept *k, const char *head, int from,
                  const char *lines)
{
    struct told t;

    begin(&t, s, k, head, from, lines);
    int e = end(&t);
    k->number = t.change.kept.number;
    return e;
}

static struct st_kept some(const char *id)
{
    struct st_kept k = { .game = "blank",
                         .scenario = "duel",
                         .title = "A duel",
                         .side = { "North", "South" },
                         .seat = { "here", "computer:greedy" },
                         .has_token = { true, false, true },
                         .typed = true,
                         .turn = "North decides",
                         .lines = 2,
                         .made = 1000,
                         .changed = 2000 };

    snprintf(k.id, sizeof k.id, "%s", id);
    memset(k.token[0], 7, ST_HASH_SIZE);
    memset(k.token[ST_SEAT_UMPIRE], 9, ST_HASH_SIZE);
    return k;
}

static char *folder(void)
{
    static char dir[64];

    snprintf(dir, sizeof dir, "/tmp/sandtable-store-XXXXXX");
    assert_non_null(mkdtemp(dir));
    return dir;
}

static void remove_folder(const char *dir)
{
    static const char *const names[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    char path[128];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

static struct st_store *opened(const char *dir)
{
    struct st_store *s = NULL;
    struct st_error err;

    if (st_store_open(&s, dir, &err))
        fail_msg("%s: %s", err.where, err.text);
    return s;
}

static void expect_record(struct st_store *s, int64_t number, const char *text)
{
    struct st_buf out = { 0 };
    struct st_error err;

    assert_int_equal(st_store_record(s, number, &out, &err), ST_OK);
    assert_string_equal(st_buf_text(&out), text);
    st_buf_free(&out);
}

static void count(void *arg, const struct st_kept *k)
{
    (void)k;
    ++*(int *)arg;
}

static int tables(struct st_store *s)
{
    struct st_error err;
    int n = 0;

    assert_int_equal(st_store_each(s, count, &n, &err), ST_OK);
    return n;
}

static void take(void *arg, const struct st_kept *k)
{
    *(struct st_kept *)arg = *k;
}

static void test_store__what_was_done_is_there_after_the_next_start(void **state)
{
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct st_kept k = some("0123456789abcdef"), again;
    struct st_error err;

    (void)state;
    assert_int_equal(change(s, &k, "[Game \"blank 1\"]\n\n", 0, "= 12345678\n1 North  wait\n"),
                     ST_OK);
    k.lines = 4;
    k.over = true;
    assert_int_equal(change(s, &k, NULL, 2, "2 South  wait\n\n"), ST_OK); /* a blank line counts */
    st_store_close(s);

    s = opened(dir);
    expect_record(s, k.number,
                  "[Game \"blank 1\"]\n\n= 12345678\n1 North  wait\n2 South  wait\n\n");
    assert_int_equal(st_store_each(s, take, &again, &err), ST_OK);
    assert_memory_equal(&again, &k, sizeof k);
    st_store_close(s);
    remove_folder(dir);
}

static void test_store__taking_back_deletes_lines(void **state)
{
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct st_kept k = some("a");

    (void)state;
    assert_int_equal(change(s, &k, "H\n", 0, "one\ntwo\nthree\n"), ST_OK);
    assert_int_equal(change(s, &k, NULL, 1, ""), ST_OK);
    expect_record(s, k.number, "H\none\n");
    assert_int_equal(change(s, &k, NULL, 1, "zwei\n"), ST_OK);
    expect_record(s, k.number, "H\none\nzwei\n");
    st_store_close(s);
    remove_folder(dir);
}

/* How many rows a table of the database has, seen by somebody else. */
static int rows(const char *dir, const char *sql)
{
    char path[128];
    sqlite3_stmt *q;
    sqlite3 *db;

    snprintf(path, sizeof path, "%s/tables.db", dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int n = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return n;
}

static int remove_table(struct st_store *s, const struct st_kept *k)
{
    struct told t = { .change = { .kept = *k, .remove = true, .done = tell } };

    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.wake, NULL);
    st_store_submit(s, &t.change);
    return end(&t);
}

static void test_store__a_table_is_removed_with_all_its_lines(void **state)
{
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct st_kept k = some("a"), other = some("b"), third = some("c");

    (void)state;
    assert_int_equal(change(s, &other, "H\n", 0, "one\n"), ST_OK);
    assert_int_equal(change(s, &k, "H\n", 0, "one\ntwo\nthree\n"), ST_OK);
    assert_int_equal(remove_table(s, &k), ST_OK);
    assert_int_equal(tables(s), 1);
    assert_int_equal(rows(dir, "select count(*) from line"), 1);
    assert_int_equal(remove_table(s, &k), ST_EUSAGE);
    expect_record(s, other.number, "H\none\n");
    /* What comes after it has none of its lines, whatever number it is given. */
    assert_int_equal(change(s, &third, "H\n", 0, "eins\n"), ST_OK);
    expect_record(s, third.number, "H\neins\n");
    st_store_close(s);
    remove_folder(dir);
}

/* ---- packed lines ------------------------------------------------------------------------ */

static int pack(struct st_store *s, const struct st_kept *k)
{
    struct told t = { .change = { .kept = *k, .done = tell } };
    int e = st_store_pack(s, &t.change, &t.err);

    if (!e) {
        pthread_mutex_init(&t.lock, NULL);
        pthread_cond_init(&t.wake, NULL);
        st_store_submit(s, &t.change);
        return end(&t);
    }
    st_buf_free(&t.change.text);
    return e;
}

static void test_store__packed_lines_are_the_same_lines(void **state)
{
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct st_kept k = some("a"), other = some("b"), again = { .number = 0 };
    struct st_error err;

    (void)state;
    assert_int_equal(change(s, &other, "H\n", 0, ""), ST_OK);
    assert_int_equal(pack(s, &other), ST_EUSAGE); /* there is nothing to pack */
    assert_int_equal(change(s, &k, "H\n", 0, "one\n\nthree \xc3\xa9\n"), ST_OK);
    assert_int_equal(pack(s, &k), ST_OK);
    expect_record(s, k.number, "H\none\n\nthree \xc3\xa9\n");
    assert_int_equal(rows(dir, "select count(*) from line"), 0);
    assert_int_equal(pack(s, &k), ST_EUSAGE);
    assert_int_equal(change(s, &k, NULL, 2, "3\n"), ST_EUSAGE); /* what is packed stays */
    assert_int_equal(change(s, &k, NULL, 3, "four\n"), ST_OK);
    st_store_close(s);

    s = opened(dir);
    expect_record(s, k.number, "H\none\n\nthree \xc3\xa9\nfour\n");
    assert_int_equal(change(s, &k, NULL, 3, "fourth\n"), ST_OK);
    expect_record(s, k.number, "H\none\n\nthree \xc3\xa9\nfourth\n");
    assert_int_equal(st_store_each(s, take, &again, &err), ST_OK);
    assert_int_equal(again.packed, 3);
    assert_int_equal(remove_table(s, &k), ST_OK);
    assert_int_equal(rows(dir, "select count(*) from packed"), 0);
    st_store_close(s);
    remove_folder(dir);
}

static void test_store__packed_lines_that_are_damaged_are_no_record(void **state)
{
    char *dir = folder(), path[128];
    struct st_store *s = opened(dir);
    struct st_kept k = some("a");
    struct st_buf out = { 0 };
    struct st_error err;
    sqlite3 *db;

    (void)state;
    assert_int_equal(change(s, &k, "H\n", 0, "one\ntwo\n"), ST_OK);
    assert_int_equal(pack(s, &k), ST_OK);
    snprintf(path, sizeof path, "%s/tables.db", dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "update packed set bytes = x'0800000012345678aabbccdd'", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_int_equal(st_store_record(s, k.number, &out, &err), ST_ESYNTAX);
    st_buf_free(&out);
    st_store_close(s);
    remove_folder(dir);
}

static void fill(struct st_buf *out, int table)
{
    for (int i = 0; i < 300; i++)
        st_buf_add(out, "%d %s  move %02d%02d ; %d\n", i + 1, i % 2 ? "South" : "North", i % 17, table, i * table);
}

/* The server is killed at some moment of it, again and again: every record is as it was, packed or not. */
static void test_store__killed_while_it_packs_nothing_is_lost(void **state)
{
    enum { N = 12, ROUNDS = 300 };
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct st_kept k[N];
    int half = 0, packed = 0;

    (void)state;
    for (int i = 0; i < N; i++) {
        struct st_buf text = { 0 };
        char id[24];

        snprintf(id, sizeof id, "%d", i);
        k[i] = some(id);
        fill(&text, i);
        assert_int_equal(change(s, &k[i], "H\n", 0, text.text), ST_OK);
        st_buf_free(&text);
    }
    st_store_close(s);
    for (int round = 0; round < ROUNDS && packed < N; round++) {
        pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0) {
            s = opened(dir);
            for (int i = 0; i < N; i++)
                pack(s, &k[i]);
            st_store_close(s);
            _exit(0);
        }
        nanosleep(&(struct timespec){ .tv_nsec = (3 + round) * 1000000L }, NULL);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        s = opened(dir);
        for (int i = 0; i < N; i++) {
            struct st_buf text = { 0 };

            st_buf_add(&text, "H\n");
            fill(&text, i);
            expect_record(s, k[i].number, text.text);
            st_buf_free(&text);
        }
        packed = rows(dir, "select count(*) from packed");
        half += packed > 0 && packed < N;
        assert_int_equal(rows(dir, "select count(*) from line"), 300 * (N - packed));
        st_store_close(s);
    }
    assert_int_equal(packed, N);
    assert_true(half > 0);
    remove_folder(dir);
}

/* The unlink of a server that is killed as soon as its log is gone. */
static int unlink_and_die(const char *path)
{
    int e = unlink(path);

    if (strstr(path, "-wal"))
        _exit(0);
    return e;
}

/* The last moment of a server that leaves: the log is tidied away, and no more of its code runs. All it
 * kept is in the database, so the next start may not miss the log. */
static void test_store__killed_while_it_leaves_it_can_be_opened(void **state)
{
    char *dir = folder();
    struct st_kept k = some("1");
    struct st_store *s;
    pid_t child = fork();
    int status = 0;

    (void)state;
    assert_true(child >= 0);
    if (child == 0) {
        sqlite3_vfs *files = sqlite3_vfs_find(NULL);

        s = opened(dir);
        files->xSetSystemCall(files, "unlink", (sqlite3_syscall_ptr)unlink_and_die);
        if (change(s, &k, "H\n", 0, "one\n"))
            _exit(2);
        st_store_close(s);
        _exit(3); /* nothing was tidied away */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    s = opened(dir);
    expect_record(s, 1, "H\none\n");
    st_store_close(s);
    remove_folder(dir);
}

static void test_store__a_change_that_fails_leaves_the_others_of_its_time_alone(void **state)
{
    enum { N = 40 };
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct told t[N];

    (void)state;
    for (int i = 0; i < N; i++) { /* every fourth has an id that is taken */
        char id[24];

        snprintf(id, sizeof id, "%d", i % 4 == 3 ? i - 1 : i);
        struct st_kept k = some(id);
        begin(&t[i], s, &k, "H\n", 0, "one\ntwo\n");
    }
    for (int i = 0; i < N; i++) {
        assert_int_equal(end(&t[i]), i % 4 == 3 ? ST_EIO : ST_OK);
        if (i % 4 != 3)
            expect_record(s, t[i].change.kept.number, "H\none\ntwo\n");
    }
    assert_int_equal(tables(s), N - N / 4);
    struct st_kept nobody = some("x");
    nobody.number = 4711;
    assert_int_equal(change(s, &nobody, NULL, 0, "one\n"), ST_EUSAGE);
    st_store_close(s);
    remove_folder(dir);
}

/* Somebody else holds the database, or the disk is full: an error, and it goes on afterwards. */
static void test_store__a_disk_that_refuses_is_an_error_and_no_more(void **state)
{
    char *dir = folder(), path[128];
    struct st_store *s = opened(dir);
    struct st_kept k = some("a"), other = some("b");
    sqlite3 *db;

    (void)state;
    assert_int_equal(change(s, &k, "H\n", 0, "one\n"), ST_OK);
    snprintf(path, sizeof path, "%s/tables.db", dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "begin immediate", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(change(s, &k, NULL, 1, "two\n"), ST_EIO);
    expect_record(s, k.number, "H\none\n");
    assert_int_equal(sqlite3_exec(db, "rollback", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_int_equal(change(s, &k, NULL, 1, "two\n"), ST_OK);
    assert_int_equal(change(s, &other, "H\n", 0, "one\n"), ST_OK);
    expect_record(s, k.number, "H\none\ntwo\n");
    st_store_close(s);
    remove_folder(dir);
}

static void test_store__one_folder_has_one_server(void **state)
{
    char *dir = folder();
    struct st_store *s = opened(dir), *second = NULL;
    struct st_error err;

    (void)state;
    assert_int_equal(st_store_open(&second, dir, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "another server"));
    assert_null(second);
    st_store_close(s);
    st_store_close(opened(dir));
    remove_folder(dir);
}

static void test_store__a_form_from_the_future_is_left_alone(void **state)
{
    char *dir = folder(), path[128];
    struct st_store *s = opened(dir);
    struct st_error err;
    sqlite3 *db;

    (void)state;
    st_store_close(s);
    snprintf(path, sizeof path, "%s/tables.db", dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "pragma user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_int_equal(st_store_open(&s, dir, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "form 99"));
    remove_folder(dir);
}

/* The same after a kill: whoever cannot read it writes what the log holds into the database, and says
 * so, for the next start misses no log. */
static void test_store__a_start_that_fails_after_a_kill_can_be_tried_again(void **state)
{
    char *dir = folder(), path[128];
    struct st_kept k = some("1");
    struct st_store *s;
    struct st_error err;
    pid_t child = fork();
    sqlite3 *db;

    (void)state;
    assert_true(child >= 0);
    if (child == 0)
        _exit(change(opened(dir), &k, "H\n", 0, "one\n"));
    assert_int_equal(waitpid(child, NULL, 0), child);
    snprintf(path, sizeof path, "%s/tables.db", dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "pragma user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(st_store_open(&s, dir, &err), ST_EUSAGE);
        assert_non_null(strstr(err.text, "form 99"));
    }
    remove_folder(dir);
}

/* As the first edition kept them: the second form was this one with what add_columns adds. */
static void test_store__tables_of_the_first_form_are_taken_over(void **state)
{
    static const char first[] =
        "create table place (number integer primary key, id text not null unique, head text not null,"
        "game text not null, scenario text not null, title text not null, side0 text not null,"
        "side1 text not null, seat0 text not null, seat1 text not null, token0 blob, token1 blob,"
        "umpire blob, typed integer not null, turn text not null, over integer not null,"
        "lines integer not null, made integer not null, changed integer not null) strict;"
        "create table line (place integer not null references place, n integer not null,"
        "text text not null, primary key (place, n)) strict, without rowid;"
        "insert into place values (7, 'a', 'H' || char(10), 'blank', 'duel', 'A duel', 'North',"
        "'South', 'here', 'link', null, null, null, 0, 'over', 1, 2, 1000, 2000);"
        "insert into line values (7, 0, 'one'), (7, 1, 'three');"
        "pragma user_version = 1;";
    char *dir = folder(), path[128];
    struct st_error err;
    struct st_kept k;
    sqlite3 *db;

    (void)state;
    snprintf(path, sizeof path, "%s/tables.db", dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, first, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    for (int i = 0; i < 2; i++) { /* and once more, as it is now */
        struct st_store *s = opened(dir);

        expect_record(s, 7, "H\none\nthree\n");
        assert_int_equal(st_store_each(s, take, &k, &err), ST_OK);
        assert_true(k.count.closed); /* its seed was told */
        assert_int_equal(k.count.bytes, 10);
        assert_false(k.undo_free);
        assert_int_equal(k.count.warned, 0);
        if (i == 1) {
            assert_int_equal(pack(s, &k), ST_OK);
            expect_record(s, 7, "H\none\nthree\n");
        }
        st_store_close(s);
    }
    remove_folder(dir);
}

static void test_store__a_copy_is_made_while_it_works(void **state)
{
    char *dir = folder(), file[128], other[64] = "/tmp/sandtable-copy-XXXXXX", path[128];
    struct st_store *s = opened(dir);
    struct st_kept k = some("a");
    struct st_error err;

    (void)state;
    assert_int_equal(change(s, &k, "H\n", 0, "one\n"), ST_OK);
    assert_non_null(mkdtemp(other));
    snprintf(file, sizeof file, "%s/tables.db", other);
    assert_int_equal(st_store_backup(dir, file, &err), ST_OK);
    assert_int_equal(st_store_backup(dir, file, &err), ST_EUSAGE);
    assert_int_equal(change(s, &k, NULL, 1, "two\n"), ST_OK); /* it goes on */
    struct st_store *copy = opened(other);
    expect_record(copy, k.number, "H\none\n");
    st_store_close(copy);
    st_store_close(s);
    assert_int_equal(st_store_backup("/nowhere", file, &err), ST_EIO);
    snprintf(path, sizeof path, "%s/tables.db.part", other);
    assert_int_not_equal(access(path, F_OK), 0);
    remove_folder(other);
    remove_folder(dir);
}

static void test_store__a_folder_that_cannot_be_is_named(void **state)
{
    struct st_store *s = NULL;
    struct st_error err;
    char *dir = folder(), path[128];

    (void)state;
    assert_int_equal(st_store_open(&s, "", &err), ST_EUSAGE);
    assert_int_equal(st_store_open(&s, "/dev/null/tables", &err), ST_EIO);
    snprintf(path, sizeof path, "%s/tables.db", dir);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int i = 0; i < 1000; i++)
        assert_true(fputs("this is no database\n", f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(st_store_open(&s, dir, &err), ST_EIO);
    assert_string_equal(err.where, path);
    remove_folder(dir);
}

static void test_store__a_table_that_is_not_there_has_no_record(void **state)
{
    char *dir = folder();
    struct st_store *s = opened(dir);
    struct st_buf out = { 0 };
    struct st_error err;

    (void)state;
    assert_int_equal(st_store_record(s, 1, &out, &err), ST_EUSAGE);
    st_store_close(s);
    st_store_close(NULL);
    remove_folder(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store__what_was_done_is_there_after_the_next_start),
        cmocka_unit_test(test_store__taking_back_deletes_lines),
        cmocka_unit_test(test_store__a_table_is_removed_with_all_its_lines),
        cmocka_unit_test(test_store__packed_lines_are_the_same_lines),
        cmocka_unit_test(test_store__packed_lines_that_are_damaged_are_no_record),
        cmocka_unit_test(test_store__killed_while_it_packs_nothing_is_lost),
        cmocka_unit_test(test_store__killed_while_it_leaves_it_can_be_opened),
        cmocka_unit_test(test_store__a_change_that_fails_leaves_the_others_of_its_time_alone),
        cmocka_unit_test(test_store__a_disk_that_refuses_is_an_error_and_no_more),
        cmocka_unit_test(test_store__one_folder_has_one_server),
        cmocka_unit_test(test_store__a_form_from_the_future_is_left_alone),
        cmocka_unit_test(test_store__a_start_that_fails_after_a_kill_can_be_tried_again),
        cmocka_unit_test(test_store__tables_of_the_first_form_are_taken_over),
        cmocka_unit_test(test_store__a_copy_is_made_while_it_works),
        cmocka_unit_test(test_store__a_folder_that_cannot_be_is_named),
        cmocka_unit_test(test_store__a_table_that_is_not_there_has_no_record),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
