/* packed.c - records in few bytes come back as they were, and damaged ones not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file.h"
#include "core/game.h"
#include "play/packed.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static void comes_back(const char *text, size_t len, size_t most)
{
    struct st_buf packed = { 0 }, again = { 0 };
    struct st_error err;

    assert_int_equal(st_pack(&packed, text, len, "test", &st_files_library, &err), ST_OK);
    if (packed.len > most)
        fail_msg("%zu bytes in place of %zu", packed.len, len);
    assert_int_equal(st_unpack(&again, st_buf_text(&packed), packed.len, "test", &st_files_library, &err), ST_OK);
    assert_int_equal(again.len, len);
    assert_memory_equal(st_buf_text(&again), text, len);
    st_buf_free(&packed);
    st_buf_free(&again);
}

static void test_packed__every_record_of_the_tests_comes_back(void **state)
{
    glob_t found;

    (void)state;
    assert_int_equal(glob("tests/records/*.rec", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 20);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct st_buf text = { 0 };
        struct st_error err;

        assert_int_equal(st_file_read(&text, found.gl_pathv[i], &err), ST_OK);
        comes_back(st_buf_text(&text), text.len, text.len / 3 + 120);
        st_buf_free(&text);
    }
    globfree(&found);
}

static const char tags[] = "[Game \"blank 1\"]\n[Scenario \"duel\"]\n[Dice \"hand\"]\n";

static void test_packed__text_in_another_form_is_kept_whole(void **state)
{
    struct st_buf text = { 0 };

    (void)state;
    st_buf_add(&text, "%s\n;  spaces   stay\n\n", tags);
    comes_back(st_buf_text(&text), text.len, text.len + 40);
    st_buf_add(&text, "1.   nonsense\n");
    comes_back(st_buf_text(&text), text.len, text.len + 40);
    st_buf_free(&text);
}

static void test_packed__what_is_no_record_is_refused(void **state)
{
    struct st_buf packed = { 0 }, text = { 0 };
    struct st_error err;

    (void)state;
    assert_int_not_equal(st_pack(&packed, "[Game", 5, "test", &st_files_library, &err), ST_OK);
    assert_int_equal(st_unpack(&text, "STP", 3, "test", &st_files_library, &err), ST_ESYNTAX);
    assert_int_equal(st_unpack(&text, "STG2...", 7, "test", &st_files_library, &err), ST_ESYNTAX);
    assert_int_equal(st_unpack(&text, "XTP1..............", 18, "test", &st_files_library, &err), ST_ESYNTAX);
    assert_int_equal(st_unpack(&text, "STP1\1.............", 18, "test", &st_files_library, &err), ST_ESYNTAX);
    assert_int_equal(st_unpack(&text, "STP2\377\377\377\377........", 16, "test", &st_files_library, &err), ST_ESYNTAX);
    assert_null(text.text);
}

/* Whatever stands in them; what a session writes of itself is not kept at all. */
static void test_packed__tags_come_back(void **state)
{
    const struct st_entry given[] = { { "turns", "3", 0 }, { "title", "A = B", 0 } };
    const struct {
        struct st_session_options o;
        size_t most;
    } some[] = {
        { { .seat = { "ai:random", "human" }, .dice = "seed:1" }, 16 },
        { { .seat = { "ai:level:2", "Jane \"J\" \\ Doe" }, .dice = "seed:18446744073709551615" }, 60 },
        { { .seat = { "", NULL }, .dice = "seed:7/3", .mode = ST_LENIENT }, 30 },
        { { .dice = "hand", .mode = ST_WARN }, 16 },
        { { .dice = NULL }, 16 },
        { { .dice = "tape", .given = given, .ngiven = 2 }, 60 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        const struct st_session_options *o = &some[i].o;
        struct st_buf text = { 0 };
        struct st_session *s = NULL;
        struct st_plan *p = NULL;
        struct st_error err;

        assert_int_equal(st_plan_make(&p, st_game_find("blank"), "duel", &st_files_library, o->given, o->ngiven, &err), ST_OK);
        assert_int_equal(st_session_open(&s, p, o, &err), ST_OK);
        st_record_print(st_session_record(s), &text);
        comes_back(text.text, text.len, some[i].most);
        st_session_free(s);
        st_plan_free(p);
        st_buf_free(&text);
    }
}

/* Any byte may be wrong, any number of them missing. */
static void test_packed__damage_is_told(void **state)
{
    static const char *const path[] = { "tests/records/mons-nimy-storm.rec", "tests/records/guerre-ofanto-greedy.rec" };

    (void)state;
    for (int k = 0; k < 2; k++) {
        struct st_buf text = { 0 }, packed = { 0 };
        struct st_error err;

        assert_int_equal(st_file_read(&text, path[k], &err), ST_OK);
        assert_int_equal(st_pack(&packed, text.text, text.len, "test", &st_files_library, &err), ST_OK);
        for (size_t i = 0; i < packed.len; i++) {
            struct st_buf out = { 0 };
            char was = packed.text[i];

            packed.text[i] = (char)(was ^ (1 << i % 8));
            int e = st_unpack(&out, packed.text, packed.len, "test", &st_files_library, &err);
            if (!e) /* behind the last bit that says anything */
                assert_true(out.len == text.len && memcmp(out.text, text.text, text.len) == 0);
            packed.text[i] = was;
            st_buf_free(&out);
            if (i + 4 < packed.len) {
                assert_int_not_equal(st_unpack(&out, packed.text, i, "test", &st_files_library, &err), ST_OK);
                assert_null(out.text);
            }
        }
        st_buf_free(&text);
        st_buf_free(&packed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packed__every_record_of_the_tests_comes_back),
        cmocka_unit_test(test_packed__text_in_another_form_is_kept_whole),
        cmocka_unit_test(test_packed__what_is_no_record_is_refused),
        cmocka_unit_test(test_packed__tags_come_back),
        cmocka_unit_test(test_packed__damage_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
