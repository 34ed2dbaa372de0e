/* prose.c - text in few bytes comes back as it was, on every machine and in years to come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file.h"
#include "base/prose.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* How many bytes it takes. */
static size_t comes_back(const char *text, size_t len)
{
    struct st_buf few = { 0 }, again = { 0 };
    struct st_error err;

    assert_true(st_squeeze(&few, text, len));
    assert_int_equal(st_unsqueeze(&again, few.text, few.len, "test", &err), ST_OK);
    assert_int_equal(again.len, len);
    assert_memory_equal(st_buf_text(&again), text, len);
    size_t n = few.len;
    st_buf_free(&few);
    st_buf_free(&again);
    return n;
}

static void test_prose__long_records_take_a_fifth(void **state)
{
    enum { LONG = 2000 };
    size_t all = 0, few = 0;
    glob_t found;

    (void)state;
    assert_int_equal(glob("tests/records/*.rec", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct st_buf text = { 0 };
        struct st_error err;

        assert_int_equal(st_file_read(&text, found.gl_pathv[i], &err), ST_OK);
        size_t n = comes_back(text.text, text.len);
        if (text.len >= LONG) { /* a short one has little before it to go by */
            all += text.len;
            few += n;
        }
        st_buf_free(&text);
    }
    globfree(&found);
    assert_true(all > 0);
    if (few * 5 > all)
        fail_msg("%zu bytes of %zu", few, all);
}

static void test_prose__any_bytes_come_back(void **state)
{
    static char text[20000];
    uint32_t x = 1;

    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)((x = x * 1103515245u + 12345u) >> 16);
    for (size_t len = 0; len <= sizeof text; len = len * 3 + 1)
        assert_true(comes_back(text, len) <= len + len / 10 + 16);
    memset(text, 0, sizeof text);
    assert_true(comes_back(text, sizeof text) < 200); /* every bit costs a 4,096th of one, at best more */
}

/* Databases are full of it: what was written once is read for ever, whatever else becomes better. */
static void test_prose__bytes_of_the_first_edition_are_read(void **state)
{
    static const char text[] = "= 12345678\n1 North  move 0302\n. d6 4 strike at South\n2 South  wait ; in a hurry\n";
    static const unsigned char bytes[] = {
        0x50, 0x00, 0x00, 0x00, 0x76, 0xca, 0xd4, 0x4b, 0x3d, 0x34, 0xe9, 0x9a,
        0xa9, 0x0b, 0x3d, 0x5d, 0xef, 0x87, 0x71, 0xf2, 0xa4, 0x4b, 0x9f, 0x92,
        0x82, 0xab, 0x11, 0xa2, 0x1a, 0x60, 0x6c, 0xc4, 0xcf, 0xc7, 0xcf, 0x1b,
        0xf3, 0x1a, 0x33, 0xca, 0x1e, 0xf1, 0x48, 0x7f, 0x4d, 0xde, 0xf1, 0x25,
        0x0d, 0x33, 0x06, 0x7b, 0x2f, 0x76, 0x4f, 0xc5, 0xb8, 0xdf, 0x3b, 0x22,
        0x34, 0x7a, 0x2a, 0xb6, 0x02, 0xa9,
    };
    struct st_buf out = { 0 }, now = { 0 };
    struct st_error err;

    (void)state;
    assert_true(st_squeeze(&now, text, sizeof text - 1));
    assert_int_equal(now.len, sizeof bytes);
    assert_memory_equal(now.text, bytes, sizeof bytes);
    assert_int_equal(st_unsqueeze(&out, (const char *)bytes, sizeof bytes, "test", &err), ST_OK);
    assert_string_equal(st_buf_text(&out), text);
    st_buf_free(&out);
    st_buf_free(&now);
}

static void test_prose__damage_is_told(void **state)
{
    static const char text[] = "1 North  move 0302\n2 South  move 0303\n3 North  move 0302\n";
    struct st_buf few = { 0 }, out = { 0 };
    struct st_error err;

    (void)state;
    assert_true(st_squeeze(&few, text, sizeof text - 1));
    for (size_t i = 0; i < few.len; i++) {
        few.text[i] = (char)(few.text[i] ^ 1 << i % 8);
        if (st_unsqueeze(&out, few.text, few.len, "test", &err) == ST_OK) /* behind the last bit that says anything */
            assert_string_equal(st_buf_text(&out), text);
        few.text[i] = (char)(few.text[i] ^ 1 << i % 8);
        st_buf_free(&out);
        assert_int_equal(st_unsqueeze(&out, few.text, i, "test", &err), ST_ESYNTAX);
        assert_null(out.text);
    }
    assert_int_equal(st_unsqueeze(&out, "\377\377\377\377....", 8, "test", &err), ST_ESYNTAX); /* too long */
    st_buf_free(&few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prose__long_records_take_a_fifth),
        cmocka_unit_test(test_prose__any_bytes_come_back),
        cmocka_unit_test(test_prose__bytes_of_the_first_edition_are_read),
        cmocka_unit_test(test_prose__damage_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
