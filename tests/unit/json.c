/* json.c - what our writer writes, an independent reader (jansson) reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static json_t *read_back(struct st_buf *b)
{
    json_error_t no;
    json_t *j = json_loadb(b->text, b->len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &no);

    if (!j)
        fail_msg("jansson: %s at column %d of %s", no.text, no.column, b->text);
    st_buf_free(b);
    return j;
}

/* One text through the writer and the reader; the caller drops the result. */
static json_t *through(const char *text)
{
    struct st_buf b = { 0 };
    struct st_json j = { &b, false };

    st_json_text(&j, NULL, text);
    return read_back(&b);
}

static void test_json__every_kind_of_value_comes_back(void **state)
{
    struct st_buf b = { 0 };
    struct st_json j = { &b, false };

    (void)state;
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "text", "word");
    st_json_text(&j, "none", NULL);
    st_json_int(&j, "least", LLONG_MIN);
    st_json_int(&j, "most", LLONG_MAX);
    st_json_bool(&j, "yes", true);
    st_json_bool(&j, "no", false);
    st_json_real(&j, "third", 1.0 / 3.0);
    st_json_real(&j, "endless", INFINITY);
    st_json_real(&j, "nan", NAN);
    st_json_frac(&j, "p", st_frac_of(6, 16));
    st_json_close(&j, '}');

    json_t *o = read_back(&b);
    assert_int_equal(json_object_size(o), 10);
    assert_string_equal(json_string_value(json_object_get(o, "text")), "word");
    assert_true(json_is_null(json_object_get(o, "none")));
    assert_true(json_integer_value(json_object_get(o, "least")) == LLONG_MIN);
    assert_true(json_integer_value(json_object_get(o, "most")) == LLONG_MAX);
    assert_true(json_is_true(json_object_get(o, "yes")));
    assert_true(json_is_false(json_object_get(o, "no")));
    assert_true(json_real_value(json_object_get(o, "third")) == 1.0 / 3.0);
    assert_true(json_is_null(json_object_get(o, "endless")));
    assert_true(json_is_null(json_object_get(o, "nan")));
    assert_string_equal(json_string_value(json_object_get(o, "p")), "3/8");
    json_decref(o);
}

static void test_json__nesting_and_emptiness_keep_their_commas(void **state)
{
    struct st_buf b = { 0 };
    struct st_json j = { &b, false };

    (void)state;
    st_json_open(&j, NULL, '[');
    st_json_open(&j, NULL, '{');
    st_json_close(&j, '}');
    st_json_open(&j, NULL, '[');
    st_json_close(&j, ']');
    st_json_open(&j, NULL, '{');
    st_json_open(&j, "rows", '[');
    for (int i = 0; i < 3; i++)
        st_json_int(&j, NULL, i);
    st_json_close(&j, ']');
    st_json_int(&j, "n", 3);
    st_json_close(&j, '}');
    st_json_int(&j, NULL, 7);
    st_json_close(&j, ']');
    assert_string_equal(b.text, "[{},[],{\"rows\":[0,1,2],\"n\":3},7]");

    json_t *a = read_back(&b);
    assert_int_equal(json_array_size(a), 4);
    json_decref(a);
}

static void test_json__every_plain_byte_is_quoted_so_that_it_comes_back(void **state)
{
    (void)state;
    for (int c = 1; c < 0x80; c++) {
        char text[4] = { 'a', (char)c, 'b', 0 };
        json_t *s = through(text);

        assert_string_equal(json_string_value(s), text);
        json_decref(s);
    }
}

static void test_json__keys_are_quoted_too(void **state)
{
    struct st_buf b = { 0 };
    struct st_json j = { &b, false };

    (void)state;
    st_json_open(&j, NULL, '{');
    st_json_int(&j, "a \"b\"\\\n", 1);
    st_json_close(&j, '}');
    json_t *o = read_back(&b);
    assert_int_equal(json_integer_value(json_object_get(o, "a \"b\"\\\n")), 1);
    json_decref(o);
}

static void test_json__letters_beyond_ascii_pass_unchanged(void **state)
{
    static const char *const good[] = { "caf\u00e9", "\u2014 \u20ac",      "\U0001F3F0",
                                        "\xc2\x80",  "\u07ff\u0800\uffff", "\U0010FFFF" };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        json_t *s = through(good[i]);

        assert_string_equal(json_string_value(s), good[i]);
        json_decref(s);
    }
}

static void test_json__bytes_that_are_no_utf8_do_not_spoil_the_document(void **state)
{
    static const char *const bad[] = { "\xff",
                                       "\x80",
                                       "\xc0\xaf",
                                       "\xc3",
                                       "\xe2\x82",
                                       "\xed\xa0\x80",
                                       "\xf4\x90\x80\x80",
                                       "\xf0\x80\x80\x80",
                                       "\xf8\x88\x80\x80\x80",
                                       "\xe0\x80\x80" };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[16] = "a";

        strcat(text, bad[i]);
        strcat(text, "b");
        json_t *s = through(text);
        const char *got = json_string_value(s);
        assert_int_equal(got[0], 'a');
        assert_int_equal(got[strlen(got) - 1], 'b');
        assert_non_null(strstr(got, "\xef\xbf\xbd"));
        json_decref(s);
    }
}

static void test_json__any_two_bytes_make_a_readable_document(void **state)
{
    (void)state;
    for (int c = 1; c < 256; c++)
        for (int d = 1; d < 256; d++) {
            char text[3] = { (char)c, (char)d, 0 };

            json_decref(through(text));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json__every_kind_of_value_comes_back),
        cmocka_unit_test(test_json__nesting_and_emptiness_keep_their_commas),
        cmocka_unit_test(test_json__every_plain_byte_is_quoted_so_that_it_comes_back),
        cmocka_unit_test(test_json__keys_are_quoted_too),
        cmocka_unit_test(test_json__letters_beyond_ascii_pass_unchanged),
        cmocka_unit_test(test_json__bytes_that_are_no_utf8_do_not_spoil_the_document),
        cmocka_unit_test(test_json__any_two_bytes_make_a_readable_document),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
