/* server.c - parts of the server that need no network: tokens, limits, pages, replies. The rest is
 * tried over the wire (tests/server). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/lanes.h"
#include "server/loop.h"
#include "server/token.h"
#include "server/server.h"
#include "server/shelf.h"
#include "view/facade.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- tokens ----------------------------------------------------------------------------- */

static void test_token__hash_is_sha256(void **state)
{
    static const uint8_t abc[SRV_HASH] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                           0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                           0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                           0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad };
    uint8_t hash[SRV_HASH];
    struct st_error err;

    (void)state;
    assert_int_equal(srv_token_hash("abc", 3, hash, &err), ST_OK);
    assert_memory_equal(hash, abc, sizeof abc);
    assert_true(srv_bytes_equal(hash, abc, SRV_HASH));
    hash[SRV_HASH - 1] ^= 1;
    assert_false(srv_bytes_equal(hash, abc, SRV_HASH));
}

static void test_token__no_two_are_alike(void **state)
{
    enum { N = 200 };
    char token[N][SRV_TOKEN_SIZE];
    struct st_error err;

    (void)state;
    for (int i = 0; i < N; i++) {
        assert_int_equal(srv_token_make(token[i], &err), ST_OK);
        assert_int_equal(strspn(token[i], "0123456789abcdef"), SRV_TOKEN_SIZE - 1);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(token[i], token[k]);
    }
    assert_int_equal(srv_id_make(token[0], 16, &err), ST_OK);
    assert_int_equal(strlen(token[0]), 16);
}

/* ---- plans shared ----------------------------------------------------------------------- */

static const struct st_plan *plan_at(struct sandtable *s, struct st_shelf *shelf, const char *options)
{
    st_facade_shelf(s, shelf);
    sandtable_open(s, "blank/duel", options);
    assert_int_equal(st_facade_said(s), ST_SAID);
    return st_session_table(st_facade_session(s))->plan;
}

static void test_shelf__tables_alike_have_one_plan(void **state)
{
    struct st_shelf *shelf = srv_shelf_new();
    struct sandtable *s[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        s[i] = sandtable_new();
    const struct st_plan *plain = plan_at(s[0], shelf, ""),
                         *longer = plan_at(s[1], shelf, "set steps=5");
    size_t alone = st_facade_bytes(s[0]);
    assert_ptr_not_equal(plain, longer);
    assert_ptr_equal(plan_at(s[2], shelf, ""), plain);
    assert_true(st_facade_bytes(s[0]) < alone);
    sandtable_file(s[3], "blank/worth.tsv", "name\tweight\tremark\nstep\t100\t-\ngap\t-1\t-\n");
    assert_int_equal(st_facade_said(s[3]), ST_SAID);
    assert_ptr_not_equal(plan_at(s[3], shelf, ""), plain); /* it has texts of its own */
    sandtable_free(s[0]);
    srv_shelf_free(shelf); /* plans live as long as somebody plays by them */
    assert_string_equal(st_session_table(st_facade_session(s[2]))->plan->id, "duel");
    for (int i = 1; i < 4; i++)
        sandtable_free(s[i]);
}

static void test_shelf__a_plan_nobody_uses_makes_room(void **state)
{
    struct st_shelf *shelf = srv_shelf_new();
    struct sandtable *s = sandtable_new();
    char options[80];

    (void)state;
    for (int i = 0; i < 200; i++) {
        snprintf(options, sizeof options, "set steps=%d\nset turns=%d", 1 + i % 9, 10 + i / 9);
        plan_at(s, shelf, options);
    }
    assert_ptr_equal(plan_at(s, shelf, options), plan_at(s, shelf, options));
    sandtable_free(s);
    srv_shelf_free(shelf);
}

/* ---- bugs ------------------------------------------------------------------------------- */

static const char *has_a_bug(struct srv_call *c)
{
    c->more = true;
    st_assert(c->seat == -1);
    return NULL;
}

static const char *works(struct srv_call *c)
{
    c->status = 299;
    return NULL;
}

static void post(void *arg)
{
    sem_post(arg);
}

/* The call when it is back; the table's is the caller's to look at then. */
static struct srv_call *carried_out(struct srv_hall *h, sem_t *woken, struct srv_table *t,
                                    const struct srv_verb *verb)
{
    struct srv_call *c = srv_call_new(t, verb), *done;

    assert_non_null(c);
    c->asker = 1;
    c->bare = true;
    srv_hall_submit(h, c);
    while (!(done = srv_hall_collect(h)))
        sem_wait(woken);
    assert_ptr_equal(done, c);
    return done;
}

static void test_hall__a_bug_sets_one_table_aside_and_no_more(void **state)
{
    static const struct srv_verb bad = { "bad", .gameless = true, .run = has_a_bug },
                                 good = { "good", .gameless = true, .run = works };
    char dir[] = "/tmp/sandtable-hall-XXXXXX", path[64];
    struct srv_table *t = srv_table_new(&(struct st_kept){ .id = "a", .game = "blank" });
    struct srv_table *other = srv_table_new(&(struct st_kept){ .id = "b", .game = "blank" });
    struct st_store *store;
    struct srv_hall *h;
    struct st_error err;
    sem_t woken;

    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(sem_init(&woken, 0, 0), 0);
    assert_int_equal(st_store_open(&store, dir, &err), ST_OK);
    assert_int_equal(srv_hall_open(&h, store, 10, 1 << 30, post, &woken, &err), ST_OK);

    struct srv_call *c = carried_out(h, &woken, t, &bad);
    assert_int_equal(c->status, 500);
    assert_false(c->more);
    assert_non_null(strstr(c->damaged, "set aside"));
    assert_non_null(strstr(srv_blob_text(c->answer), "\"kind\":\"system\""));
    srv_call_free(c);
    c = carried_out(h, &woken, t, &srv_verb_state); /* its game is not touched again */
    assert_int_equal(c->status, 500);
    assert_non_null(strstr(srv_blob_text(c->answer), "set aside"));
    srv_call_free(c);
    for (int i = 0; i < 100; i++) { /* every thread, whatever it has seen, works on */
        c = carried_out(h, &woken, i % 3 ? other : t, i % 3 ? &good : &bad);
        assert_int_equal(c->status, i % 3 ? 299 : 500);
        srv_call_free(c);
    }
    srv_hall_free(h);
    st_store_close(store);
    srv_table_free(t);
    srv_table_free(other);
    sem_destroy(&woken);
    for (const char *const *name = (const char *const[]){ "tables.db", "lock", NULL }; *name;
         name++) {
        snprintf(path, sizeof path, "%s/%s", dir, *name);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

/* ---- limits ----------------------------------------------------------------------------- */

static void test_bucket__gives_a_burst_and_then_so_many_a_second(void **state)
{
    struct srv_bucket b = { 5, 0 };
    int given = 0;

    (void)state;
    for (int i = 0; i < 20; i++)
        given += srv_bucket_take(&b, 10, 5, 0);
    assert_int_equal(given, 5);
    given = 0;
    for (int ms = 1; ms <= 2000; ms++)
        given += srv_bucket_take(&b, 10, 5, ms * 1000);
    assert_in_range(given, 19, 20);
    given = 0;
    for (int i = 0; i < 20; i++) /* however long nobody asked */
        given += srv_bucket_take(&b, 10, 5, 3600 * 1000000ll);
    assert_int_equal(given, 5);
}

/* ---- replies ---------------------------------------------------------------------------- */

static void test_reply__is_whole_and_guarded(void **state)
{
    struct srv_blob *b = srv_reply_make(&(struct srv_reply){
        .status = 200, .type = "text/plain", .tagged = true, .body = "hello", .len = 5 });

    (void)state;
    assert_non_null(b);
    const char *text = srv_blob_text(b);
    assert_int_equal(strncmp(text, "HTTP/1.1 200 OK\r\n", 17), 0);
    assert_non_null(strstr(text, "\r\ncontent-length: 5\r\n"));
    assert_non_null(strstr(text, "\r\ncontent-security-policy: default-src 'self';"));
    assert_non_null(strstr(text, b->etag));
    assert_string_equal(text + b->head, "hello");
    assert_int_equal(srv_blob_len(b), b->head + 5);

    struct srv_blob *same = srv_reply_same(b);
    assert_non_null(same);
    assert_int_equal(strncmp(srv_blob_text(same), "HTTP/1.1 304 ", 13), 0);
    assert_non_null(strstr(srv_blob_text(same), b->etag));
    assert_int_equal(same->head, srv_blob_len(same));
    srv_blob_drop(same);
    srv_blob_drop(b);
}

static void test_reply__an_error_is_json(void **state)
{
    struct srv_blob *b = srv_reply_error(403, SRV_FORBIDDEN, "no \"way\"", true);

    (void)state;
    assert_non_null(b);
    assert_string_equal(srv_blob_text(b) + b->head,
                        "{\"error\":{\"kind\":\"forbidden\",\"text\":\"no \\\"way\\\"\"}}");
    assert_non_null(strstr(srv_blob_text(b), "\r\nconnection: close\r\n"));
    srv_blob_drop(b);
}

static void test_blob__lives_as_long_as_somebody_holds_it(void **state)
{
    struct srv_blob *b = srv_blob_new();

    (void)state;
    assert_non_null(b);
    st_buf_put(&b->buf, "x", 1);
    srv_blob_hold(b);
    srv_blob_drop(b);
    assert_string_equal(srv_blob_text(b), "x");
    srv_blob_drop(b);
    srv_blob_drop(NULL);
}

/* ---- pages ------------------------------------------------------------------------------ */

static void put(const char *dir, const char *name, const char *text)
{
    char path[200];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static const char *page(const struct srv_pages *p, const char *path, size_t len, const char *accept)
{
    const struct srv_blob *b = srv_pages_find(p, path, len, accept);

    return b ? srv_blob_text(b) + b->head : NULL;
}

static void test_pages__are_those_of_the_folder_and_no_others(void **state)
{
    static const char *const names[] = { "index.html", "a.js",    "a.js.gz",
                                         "a.js.br",    ".hidden", "link" };
    char dir[64] = "/tmp/sandtable-pages-XXXXXX", path[200];
    struct srv_pages *p = NULL;
    struct st_error err;

    (void)state;
    assert_non_null(mkdtemp(dir));
    for (int i = 0; i < 5; i++)
        put(dir, names[i], names[i]);
    snprintf(path, sizeof path, "%s/link", dir);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    assert_int_equal(srv_pages_read(&p, dir, &err), ST_OK);
    assert_int_equal(srv_pages_count(p), 4);
    assert_string_equal(page(p, "/", 1, ""), "index.html");
    assert_string_equal(page(p, "/index.htmlX", 11, ""),
                        "index.html"); /* so many letters, no more */
    assert_string_equal(page(p, "/a.js", 5, ""), "a.js");
    assert_string_equal(page(p, "/a.js", 5, "gzip, deflate"), "a.js.gz");
    assert_string_equal(page(p, "/a.js", 5, "gzip, br;q=0.5"), "a.js.br");
    assert_string_equal(page(p, "/a.js", 5, "gzip;q=0, br;q=0.0"), "a.js");
    assert_string_equal(page(p, "/a.js", 5, "xgzip, brr"), "a.js");
    assert_null(page(p, "", 0, ""));
    assert_null(page(p, "/link", 5, ""));
    assert_null(page(p, "/.hidden", 8, ""));
    assert_null(page(p, "/a.js\0.gz", 9, ""));
    assert_null(page(p, "/../etc/passwd", 14, ""));
    assert_null(srv_pages_find(NULL, "/", 1, ""));
    srv_pages_free(p);
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(dir), 0);
    assert_int_equal(srv_pages_read(&p, dir, &err), ST_EIO);
}

/* ---- requests as they must be written --------------------------------------------------- */

/* Whole and byte by byte it is the same. */
static void expect_read(const char *text, size_t want)
{
    struct srv_strict whole = { .part = SRV_HEAD }, bytes = { .part = SRV_HEAD };
    size_t len = strlen(text);

    assert_int_equal(srv_strict_read(&whole, text, len), want);
    bool broken = false;
    for (size_t i = 0; i < len && !broken; i++)
        broken = srv_strict_read(&bytes, text + i, 1) == 0;
    assert_int_equal(broken, want < len);
    if (want == len)
        assert_memory_equal(&whole, &bytes, sizeof whole);
}

static void test_strict__a_request_is_read_and_nothing_else_is(void **state)
{
#define GET "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    static const char *const good[] = {
        GET,
        GET GET,
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n\n\n\n" GET,
        "GET /x HTTP/1.0\r\nHost: a\r\nContent-Length:0\r\nX:\r\nY: \t z\xc3\xa9\r\n\r\n" GET,
        "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\n\n\n\x01",
        "GET / HT",
    };
    static const char *const bad[] = {
        "GET / HTTP/1.1\n",
        "GET / HTTP/1.1\r\nHost: a\n",
        "GET / HTTP/1.1\r\r\n",
        "GET / HTTP/1.1\rX",
        "GET / HTTP/2.0\r\n",
        "GET /\r\n",
        "\r\nGET / HTTP/1.1\r\n",
        " GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n",
        "GET / HTTP/1.1\r\n folded\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHOST: a\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n",
        "GET / HTTP/1.1\r\n: nameless\r\n",
        "GET / HTTP/1.1\r\nContent-Length: +1\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1 1\r\n",
        "GET / HTTP/1.1\r\nContent-Length: \r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-length: 1\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n",
        "GET / HTTP/1.1\r\nX: \x07\r\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        expect_read(good[i], strlen(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_read(bad[i], 0);
    expect_read(GET "x\n", strlen(GET)); /* what came before is answered */
#undef GET
}

/* ---- whose turn it is beside the tables ------------------------------------------------- */

static const struct srv_verb lines_verb = { "lines", .reads = true },
                             odds_verb = { "odds", .reads = true, .rank = 1 };

static struct srv_call *asked(uint64_t address, uint64_t asker, int seat,
                              const struct srv_verb *verb)
{
    struct srv_call *c = srv_call_new(NULL, verb);

    assert_non_null(c);
    c->address = address;
    c->asker = asker;
    c->seat = seat;
    return c;
}

static void expect_next(struct srv_lanes *l, int worst, uint64_t asker)
{
    struct srv_call *c = srv_lanes_take(l, worst);

    assert_int_equal(c ? c->asker : 0, asker);
    srv_call_free(c);
}

static void test_lanes__addresses_come_in_turn_and_players_first(void **state)
{
    struct srv_lanes l = { .first = NULL };

    (void)state;
    for (uint64_t i = 1; i <= 3; i++) /* one address asks a lot */
        assert_true(srv_lanes_put(&l, asked(1, i, SRV_WATCHER, &odds_verb)));
    assert_true(srv_lanes_put(&l, asked(2, 11, SRV_WATCHER, &odds_verb)));
    assert_true(srv_lanes_put(&l, asked(2, 12, 0, &odds_verb)));
    assert_true(srv_lanes_put(&l, asked(1, 4, SRV_WATCHER, &lines_verb)));
    assert_int_equal(l.waiting, 6);
    expect_next(&l, 1, 4);
    expect_next(&l, 1, 0); /* that thread does no odds */
    expect_next(&l, 3, 12);
    expect_next(&l, 3, 1);
    expect_next(&l, 3, 11);
    expect_next(&l, 3, 2);
    assert_true(srv_lanes_put(&l, asked(3, 3, SRV_WATCHER, &odds_verb)));
    struct srv_call *gone = srv_lanes_drop(&l, 3); /* of both addresses, were it so */
    for (int n = 0; n < 2; n++) {
        struct srv_call *next = gone->next;

        srv_call_free(gone);
        gone = next;
    }
    assert_null(gone);
    assert_int_equal(l.waiting, 0);
    assert_null(l.first);
    expect_next(&l, 3, 0);
}

/* ---- tables that nobody plays at -------------------------------------------------------- */

static void test_age__a_table_is_told_to_go_before_it_goes(void **state)
{
    enum { DAY = 86400 };
    struct st_kept k = { .changed = 1000 * DAY };

    (void)state;
    assert_int_equal(srv_age(&k, 180, (1000 + 165) * DAY), SRV_AGE_NONE);
    assert_int_equal(srv_age(&k, 180, (1000 + 167) * DAY), SRV_AGE_WARN);
    assert_int_equal(srv_age(&k, 180, (1000 + 999) * DAY), SRV_AGE_WARN); /* nobody was told */
    k.count.warned = (1000 + 999) * DAY;
    assert_int_equal(srv_age_end(&k, 180), (1000 + 999 + 14) * DAY);
    assert_int_equal(srv_age(&k, 180, (1000 + 999 + 13) * DAY), SRV_AGE_NONE);
    assert_int_equal(srv_age(&k, 180, (1000 + 999 + 14) * DAY), SRV_AGE_REMOVE);
    k.changed = (1000 + 1000) * DAY; /* somebody has played again */
    assert_int_equal(srv_age(&k, 180, (1000 + 999 + 14) * DAY), SRV_AGE_NONE);
    k.over = true;
    assert_int_equal(srv_age(&k, 180, k.changed + 3599), SRV_AGE_NONE);
    assert_int_equal(srv_age(&k, 180, k.changed + 3600), SRV_AGE_CLOSE);
    k.count.closed = true;
    assert_int_equal(srv_age(&k, 180, k.changed + 3600), SRV_AGE_NONE); /* it has no lines */
    k.lines = 5;
    assert_int_equal(srv_age(&k, 180, k.changed + 3599), SRV_AGE_NONE);
    assert_int_equal(srv_age(&k, 180, k.changed + 3600), SRV_AGE_PACK);
    assert_int_equal(srv_age(&k, 180, k.changed + 167 * DAY), SRV_AGE_WARN); /* packed or not */
    k.packed = 5;
    assert_int_equal(srv_age(&k, 180, k.changed + 3600), SRV_AGE_NONE);
}

/* ---- a whole server, for what takes days ------------------------------------------------ */

static void *serve(void *server)
{
    struct st_error err;

    assert_int_equal(st_server_run(server, &err), ST_OK);
    return NULL;
}

/* Start, let it see to its tables, end. */
static void serve_a_while(const char *dir)
{
    struct st_server_options o = { .address = "127.0.0.1", .data = dir, .edition = "test" };
    struct st_server *s = NULL;
    struct st_error err;
    pthread_t thread;

    if (st_server_open(&s, &o, &err))
        fail_msg("%s: %s", err.where, err.text);
    assert_int_equal(pthread_create(&thread, NULL, serve, s), 0);
    nanosleep(&(struct timespec){ .tv_nsec = 400000000 }, NULL);
    st_server_stop(s);
    assert_int_equal(pthread_join(thread, NULL), 0);
    st_server_free(s);
}

struct waited {
    struct st_change change; /* first */
    sem_t done;
    int e;
};

static void wake_waited(struct st_change *c, int e, const struct st_error *err)
{
    struct waited *w = (struct waited *)c;

    (void)err;
    w->e = e;
    sem_post(&w->done);
}

/* One change of a store that nobody else works with. */
static void keep(const char *dir, const struct st_kept *k, const char *head, const char *lines, bool warn)
{
    struct waited w = { .change = { .kept = *k, .head = head, .warn = warn, .done = wake_waited } };
    struct st_store *store;
    struct st_error err;

    st_buf_put(&w.change.text, lines, strlen(lines));
    sem_init(&w.done, 0, 0);
    assert_int_equal(st_store_open(&store, dir, &err), ST_OK);
    st_store_submit(store, &w.change);
    sem_wait(&w.done);
    assert_int_equal(w.e, ST_OK);
    st_store_close(store);
    st_buf_free(&w.change.text);
    sem_destroy(&w.done);
}

static void take_kept(void *arg, const struct st_kept *k)
{
    struct st_kept *out = arg;

    *out = *k;
}

static bool look(const char *dir, struct st_kept *out)
{
    struct st_store *store;
    struct st_error err;

    *out = (struct st_kept){ .number = 0 };
    assert_int_equal(st_store_open(&store, dir, &err), ST_OK);
    assert_int_equal(st_store_each(store, take_kept, out, &err), ST_OK);
    st_store_close(store);
    return out->number != 0;
}

static void test_server__an_abandoned_table_is_told_of_and_then_cleared_away(void **state)
{
    enum { DAY = 86400 };
    static const char *const names[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    char dir[] = "/tmp/sandtable-age-XXXXXX", path[128];
    int64_t now = time(NULL);
    struct st_kept k = { .id = "0123456789abcdef", .game = "blank", .scenario = "duel",
                         .title = "A duel", .side = { "North", "South" },
                         .seat = { "link", "link" }, .turn = "North decides", .lines = 0,
                         .made = now - 400 * DAY, .changed = now - 400 * DAY };
    struct st_kept is;

    (void)state;
    assert_non_null(mkdtemp(dir));
    keep(dir, &k, "[Game \"blank 1\"]\n[Scenario \"duel\"]\n[Dice \"hand\"]\n\n", "", false);
    serve_a_while(dir);
    assert_true(look(dir, &is)); /* nobody was told yet */
    assert_true(is.count.warned >= now);
    serve_a_while(dir);
    assert_true(look(dir, &is));
    is.count.warned = now - 13 * DAY;
    keep(dir, &is, NULL, "", true);
    serve_a_while(dir);
    assert_true(look(dir, &is));
    is.count.warned = now - 15 * DAY;
    keep(dir, &is, NULL, "", true);
    serve_a_while(dir);
    assert_false(look(dir, &is));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

/* As it was kept before there were packed games: an hour after the end it is packed, and its record is the same. */
static void test_server__a_finished_game_is_packed(void **state)
{
    static const char *const names[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    static const char lines[] = "; one\n; two\n1 North  wait\n";
    char dir[] = "/tmp/sandtable-pack-XXXXXX", path[128];
    int64_t then = time(NULL) - 3700;
    struct st_kept k = { .id = "0123456789abcdef", .game = "blank", .scenario = "duel", .title = "A duel",
                         .side = { "North", "South" }, .seat = { "link", "link" }, .turn = "North wins", .lines = 3,
                         .over = true, .count.closed = true, .made = then, .changed = then };
    struct st_store *store;
    struct st_buf text = { 0 };
    struct st_error err;
    struct st_kept is;

    (void)state;
    assert_non_null(mkdtemp(dir));
    keep(dir, &k, "[Game \"blank 1\"]\n\n", lines, false);
    assert_true(look(dir, &is));
    assert_int_equal(is.packed, 0);
    serve_a_while(dir);
    assert_true(look(dir, &is));
    assert_int_equal(is.packed, 3);
    assert_int_equal(st_store_open(&store, dir, &err), ST_OK);
    assert_int_equal(st_store_record(store, is.number, &text, &err), ST_OK);
    assert_string_equal(text.text + strlen("[Game \"blank 1\"]\n\n"), lines);
    st_store_close(store);
    st_buf_free(&text);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

struct kept_lines {
    int tables, lines;
};

static void count_lines(void *arg, const struct st_kept *k)
{
    struct kept_lines *n = arg;

    n->tables++;
    n->lines += k->lines;
}

static void test_server__counts_durable_moves(void **state)
{
    static const char *const names[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    char dir[] = "/tmp/sandtable-measure-XXXXXX", path[128];
    struct st_measured m = { 0 };
    struct st_error err;

    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(st_server_measure(dir, "blank/none", 4, 0.1, &m, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "none"));
    assert_int_equal(st_server_measure(dir, "blank/duel", 4, 0.3, &m, &err), ST_OK);
    assert_true(m.moves > 4 && m.clock >= 0.3 && m.processor > 0);
    struct st_store *store;
    struct kept_lines n = { 0, 0 };
    assert_int_equal(st_store_open(&store, dir, &err), ST_OK);
    assert_int_equal(st_store_each(store, count_lines, &n, &err), ST_OK);
    st_store_close(store);
    assert_true(n.tables >= 4);
    assert_true(n.lines > m.moves); /* each is there */
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall__a_bug_sets_one_table_aside_and_no_more),
        cmocka_unit_test(test_token__hash_is_sha256),
        cmocka_unit_test(test_token__no_two_are_alike),
        cmocka_unit_test(test_shelf__tables_alike_have_one_plan),
        cmocka_unit_test(test_shelf__a_plan_nobody_uses_makes_room),
        cmocka_unit_test(test_bucket__gives_a_burst_and_then_so_many_a_second),
        cmocka_unit_test(test_reply__is_whole_and_guarded),
        cmocka_unit_test(test_reply__an_error_is_json),
        cmocka_unit_test(test_blob__lives_as_long_as_somebody_holds_it),
        cmocka_unit_test(test_pages__are_those_of_the_folder_and_no_others),
        cmocka_unit_test(test_strict__a_request_is_read_and_nothing_else_is),
        cmocka_unit_test(test_lanes__addresses_come_in_turn_and_players_first),
        cmocka_unit_test(test_age__a_table_is_told_to_go_before_it_goes),
        cmocka_unit_test(test_server__an_abandoned_table_is_told_of_and_then_cleared_away),
        cmocka_unit_test(test_server__a_finished_game_is_packed),
        cmocka_unit_test(test_server__counts_durable_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
