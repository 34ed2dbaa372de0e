/* server.c - parts of the server that need no network: tokens, limits, pages, replies. The rest is
 * tried over the wire (tests/server). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/loop.h"
#include "server/token.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
    assert_int_equal(srv_hall_open(&h, store, 10, post, &woken, &err), ST_OK);

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
    struct srv_blob *b = srv_reply_error(403, "forbidden", "no \"way\"", true);

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall__a_bug_sets_one_table_aside_and_no_more),
        cmocka_unit_test(test_token__hash_is_sha256),
        cmocka_unit_test(test_token__no_two_are_alike),
        cmocka_unit_test(test_bucket__gives_a_burst_and_then_so_many_a_second),
        cmocka_unit_test(test_reply__is_whole_and_guarded),
        cmocka_unit_test(test_reply__an_error_is_json),
        cmocka_unit_test(test_blob__lives_as_long_as_somebody_holds_it),
        cmocka_unit_test(test_pages__are_those_of_the_folder_and_no_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
