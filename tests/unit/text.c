/* text.c - spans, lines, growing buffers, near misses, whole files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool reads_as(const char *text, int lo, int hi, int want)
{
    int v = INT_MIN;

    return st_span_int(st_span_of(text), lo, hi, &v) && v == want;
}

static bool is_no_number(const char *text)
{
    int v = 77;

    return !st_span_int(st_span_of(text), INT_MIN, INT_MAX, &v) && v == 77;
}

static void test_span__trim_drops_blanks_at_both_ends_only(void **state)
{
    (void)state;
    assert_true(st_span_is(st_span_trim(st_span_of(" \t a  b\t ")), "a  b"));
    assert_true(st_span_is(st_span_trim(st_span_of(" \t ")), ""));
    assert_true(st_span_is(st_span_trim(st_span_of("")), ""));
    assert_false(st_span_is(st_span_of("abc"), "ab"));
    assert_false(st_span_is(st_span_of("ab"), "abc"));
}

static void test_span__numbers_are_whole_signed_and_bounded(void **state)
{
    (void)state;
    assert_true(reads_as("0", 0, 0, 0));
    assert_true(reads_as("-12", -12, 5, -12));
    assert_true(reads_as("+7", 0, 9, 7));
    assert_true(reads_as("007", 0, 9, 7));
    assert_true(reads_as("2147483647", INT_MIN, INT_MAX, INT_MAX));
    assert_true(reads_as("-2147483648", INT_MIN, INT_MAX, INT_MIN));
    assert_false(reads_as("6", 0, 5, 6));
    assert_false(reads_as("-1", 0, 5, -1));
}

static void test_span__what_is_no_number_is_refused_and_leaves_the_value_alone(void **state)
{
    static const char *const bad[] = { "",
                                       "-",
                                       "+",
                                       "+-3",
                                       "--3",
                                       "3 ",
                                       " 3",
                                       "3x",
                                       "0x10",
                                       "1.5",
                                       "2147483648",
                                       "-2147483649",
                                       "99999999999999999999999999",
                                       "1e3",
                                       "\xb2" };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!is_no_number(bad[i]))
            fail_msg("`%s` was read as a number", bad[i]);
}

static void test_span__cut_gives_the_part_before_the_sign(void **state)
{
    struct st_span s = st_span_of("a=b=c");

    (void)state;
    assert_true(st_span_is(st_span_cut(&s, '='), "a"));
    assert_true(st_span_is(s, "b=c"));
    assert_true(st_span_is(st_span_cut(&s, '='), "b"));
    assert_true(st_span_is(st_span_cut(&s, '='), "c"));
    assert_true(st_span_is(s, ""));
    assert_true(st_span_is(st_span_cut(&s, '='), ""));
}

static void test_span__cut_at_the_last_sign_leaves_nothing(void **state)
{
    struct st_span s = st_span_of("=");

    (void)state;
    assert_true(st_span_is(st_span_cut(&s, '='), ""));
    assert_true(st_span_is(s, ""));
}

static void test_span__words_come_one_by_one_and_then_none(void **state)
{
    struct st_span s = st_span_of("  move\tN1   0101 ");

    (void)state;
    assert_true(st_span_is(st_span_word(&s), "move"));
    assert_true(st_span_is(st_span_word(&s), "N1"));
    assert_true(st_span_is(st_span_word(&s), "0101"));
    assert_true(st_span_is(st_span_word(&s), ""));
    assert_true(st_span_is(st_span_word(&s), ""));
}

static void test_span__a_copy_that_does_not_fit_is_empty(void **state)
{
    char out[4] = "xyz";

    (void)state;
    assert_true(st_span_copy(st_span_of("abc"), out, sizeof out));
    assert_string_equal(out, "abc");
    assert_false(st_span_copy(st_span_of("abcd"), out, sizeof out));
    assert_string_equal(out, "");
}

static void test_text__nul_bytes_are_named_by_line(void **state)
{
    struct st_error err = { 0 };

    (void)state;
    assert_int_equal(st_text_check("a\nb\0c\n", 6, "f", &err), ST_ESYNTAX);
    assert_int_equal(err.line, 2);
    assert_string_equal(err.where, "f");
    assert_int_equal(st_text_check("a\nb\n", 4, "f", &err), ST_OK);
    assert_int_equal(st_text_check("", 0, "f", &err), ST_OK);
}

static void test_text__the_longest_line_passes_and_one_more_letter_does_not(void **state)
{
    char *text = malloc(ST_LINE_MAX + 4);
    struct st_error err = { 0 };

    (void)state;
    assert_non_null(text);
    memset(text, 'x', ST_LINE_MAX + 4);
    text[0] = '\n';
    text[ST_LINE_MAX + 1] = '\n';
    assert_int_equal(st_text_check(text, ST_LINE_MAX + 2, "f", &err), ST_OK);
    text[ST_LINE_MAX + 1] = 'x';
    assert_int_equal(st_text_check(text, ST_LINE_MAX + 2, "f", &err), ST_ELIMIT);
    assert_int_equal(err.line, 2);
    free(text);
}

static void test_lines__ends_of_both_kinds_are_dropped_and_lines_counted(void **state)
{
    static const char text[] = "one\r\n\ntwo\rx\nlast";
    struct st_line_reader r = { text, text + sizeof text - 1, 0 };
    struct st_span line;

    (void)state;
    assert_true(st_line_next(&r, &line) && st_span_is(line, "one") && r.line == 1);
    assert_true(st_line_next(&r, &line) && st_span_is(line, "") && r.line == 2);
    assert_true(st_line_next(&r, &line) && st_span_is(line, "two\rx") && r.line == 3);
    assert_true(st_line_next(&r, &line) && st_span_is(line, "last") && r.line == 4);
    assert_false(st_line_next(&r, &line));
}

static void test_lines__a_final_newline_makes_no_further_line(void **state)
{
    static const char text[] = "a\n";
    struct st_line_reader r = { text, text + 2, 0 }, none = { text, text, 0 };
    struct st_span line;

    (void)state;
    assert_true(st_line_next(&r, &line));
    assert_false(st_line_next(&r, &line));
    assert_false(st_line_next(&none, &line));
}

static void test_buf__grows_over_many_additions_and_keeps_its_end(void **state)
{
    struct st_buf b = { 0 };

    (void)state;
    assert_string_equal(st_buf_text(&b), "");
    for (int i = 0; i < 1000; i++) {
        st_buf_add(&b, "%d,", i);
        st_buf_put(&b, "xy", 2);
    }
    assert_false(b.failed);
    assert_int_equal(b.len, strlen(b.text));
    assert_memory_equal(b.text, "0,xy1,xy2,xy", 12);
    assert_string_equal(b.text + b.len - 6, "999,xy");
    st_buf_free(&b);
    assert_null(b.text);
}

static void test_buf__one_addition_may_be_larger_than_the_buffer(void **state)
{
    struct st_buf b = { 0 };
    char wide[5000];

    (void)state;
    memset(wide, 'w', sizeof wide);
    st_buf_put(&b, "a", 1);
    st_buf_put(&b, wide, sizeof wide);
    st_buf_add(&b, "%.*s!", (int)sizeof wide, wide);
    assert_int_equal(b.len, 1 + 2 * sizeof wide + 1);
    assert_int_equal(b.text[b.len - 1], '!');
    st_buf_free(&b);
}

static const char *const verbs[] = { "move", "attack", "wheel", "withdraw", "wait", "pass" };
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void test_nearest__finds_slips_of_the_hand(void **state)
{
    (void)state;
    assert_string_equal(st_nearest("mvoe", verbs, VERBS), "move");
    assert_string_equal(st_nearest("atack", verbs, VERBS), "attack");
    assert_string_equal(st_nearest("ATTACK", verbs, VERBS), "attack");
    assert_string_equal(st_nearest("with", verbs, VERBS), "withdraw");
    assert_null(st_nearest("zzzzzz", verbs, VERBS));
    assert_null(st_nearest("move", verbs, 0));
}

static void test_suggest__names_up_to_three_and_else_says_nothing(void **state)
{
    static const char *const many[] = { "E01", "E02", "E03", "E04", "N17" };
    char out[120];

    (void)state;
    st_suggest(out, sizeof out, "E0", many, 5);
    assert_string_equal(out, "did you mean `E01`, `E02` or `E03`?");
    st_suggest(out, sizeof out, "wheal", verbs, VERBS);
    assert_string_equal(out, "did you mean `wheel`?");
    st_suggest(out, sizeof out, "quite other", verbs, VERBS);
    assert_string_equal(out, "");
    char small[8];
    st_suggest(small, sizeof small, "wheal", verbs, VERBS);
    assert_string_equal(small, "did you");
}

static void test_suggest__endless_words_do_no_harm(void **state)
{
    char word[400], out[80];
    const char *const names[] = { word, "move" };

    (void)state;
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = 0;
    assert_ptr_equal(st_nearest(word, names, 2), word);
    st_suggest(out, sizeof out, word, names, 2);
    assert_true(strlen(out) < sizeof out);
}

static void test_error__is_printed_with_as_much_as_there_is(void **state)
{
    struct st_error err;
    char out[200], tiny[6];

    (void)state;
    assert_int_equal(st_fail(&err, ST_ESYNTAX, "a.tsv", 7, "%d fields", 3), ST_ESYNTAX);
    st_error_print(&err, out, sizeof out);
    assert_string_equal(out, "a.tsv:7: 3 fields");
    st_fail(&err, ST_EIO, "a.tsv", 0, "gone");
    st_error_print(&err, out, sizeof out);
    assert_string_equal(out, "a.tsv: gone");
    st_fail(&err, ST_EUSAGE, NULL, 0, "no such game");
    st_error_print(&err, out, sizeof out);
    assert_string_equal(out, "no such game");
    st_error_print(&err, tiny, sizeof tiny);
    assert_string_equal(tiny, "no su");
    assert_int_equal(st_fail(NULL, ST_ENOMEM, "x", 1, "y"), ST_ENOMEM);
}

static void test_refuse__without_a_reader_only_answers(void **state)
{
    struct st_refusal why = { "", "" };

    (void)state;
    assert_int_equal(st_refuse(NULL, "1.1", "%s", "no"), ST_REFUSED);
    assert_int_equal(st_refuse(&why, "1.1", "%s has %d", "N1", 2), ST_REFUSED);
    assert_string_equal(why.para, "1.1");
    assert_string_equal(why.text, "N1 has 2");
}

static int looked_up;

static const char *name_of_it(void)
{
    looked_up++;
    return "it";
}

static void test_refuse__looks_up_names_only_for_a_reader(void **state)
{
    struct st_refusal why, *nobody = NULL;

    (void)state;
    assert_int_equal(st_refuse(nobody, "1.1", "not %s", name_of_it()), ST_REFUSED);
    assert_int_equal(looked_up, 0);
    assert_int_equal(st_refuse(&why, "1.1", "not %s", name_of_it()), ST_REFUSED);
    assert_int_equal(looked_up, 1);
    assert_string_equal(why.text, "not it");
}

static void test_arena__gives_zeroed_aligned_memory_that_stays(void **state)
{
    struct st_arena a = { 0 };
    char *first = st_arena_get(&a, 3);

    (void)state;
    memcpy(first, "abc", 3);
    for (size_t size = 1; size < 40000; size = size * 3 / 2 + 1) {
        char *p = st_arena_get(&a, size);

        assert_non_null(p);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0x55, size);
    }
    assert_memory_equal(first, "abc", 3);
    assert_string_equal(st_arena_text(&a, "hello", 4), "hell");
    st_arena_free(&a);
    assert_null(a.last);
    st_arena_free(&a);
}

static void test_arena__a_product_that_does_not_fit_is_no_memory(void **state)
{
    struct st_arena a = { 0 };

    (void)state;
    assert_null(st_arena_array(&a, SIZE_MAX / 2, 16));
    assert_null(st_arena_array(&a, SIZE_MAX, 1));
    assert_null(st_arena_get(&a, SIZE_MAX));
    assert_non_null(st_arena_array(&a, 0, 16));
    st_arena_free(&a);
}

/* ---- files ---------------------------------------------------------------------------- */

static char folder[] = "/tmp/sandtable-text-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/f.txt", folder);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    remove(path);
    return rmdir(folder);
}

static void test_file__comes_back_as_it_was_written(void **state)
{
    struct st_buf b = { 0 };
    struct st_error err;

    (void)state;
    assert_int_equal(st_file_write(path, "one\ntwo\n", 8, &err), ST_OK);
    assert_int_equal(st_file_write(path, "three\n", 6, &err), ST_OK);
    assert_int_equal(st_file_read(&b, path, &err), ST_OK);
    assert_string_equal(st_buf_text(&b), "three\n");
    st_buf_free(&b);
}

static void test_file__empty_is_a_text_too(void **state)
{
    struct st_buf b = { 0 };
    struct st_error err;

    (void)state;
    assert_int_equal(st_file_write(path, "", 0, &err), ST_OK);
    assert_int_equal(st_file_read(&b, path, &err), ST_OK);
    assert_int_equal(b.len, 0);
    st_buf_free(&b);
}

static void test_file__with_a_nul_byte_is_refused_by_line_and_leaves_nothing_behind(void **state)
{
    struct st_buf b = { 0 };
    struct st_error err;

    (void)state;
    assert_int_equal(st_file_write(path, "a\n\0", 3, &err), ST_OK);
    assert_int_equal(st_file_read(&b, path, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 2);
    assert_string_equal(err.where, path);
    assert_null(b.text);
}

static void test_file__missing_and_unwritable_say_why(void **state)
{
    struct st_buf b = { 0 };
    struct st_error err = { 0 };

    (void)state;
    assert_int_equal(st_file_read(&b, "/nowhere/at/all", &err), ST_EIO);
    assert_non_null(strstr(err.text, "No such file"));
    assert_int_equal(st_file_write("/nowhere/at/all", "x", 1, &err), ST_EIO);
    assert_int_equal(st_file_read(&b, folder, &err), ST_EIO);
    assert_null(b.text);
}

static void test_file__that_cannot_replace_a_folder_leaves_no_half_behind(void **state)
{
    struct st_error err;
    char beside[80];

    (void)state;
    snprintf(beside, sizeof beside, "%s.new", folder);
    assert_int_equal(st_file_write(folder, "x", 1, &err), ST_EIO);
    assert_int_equal(access(beside, F_OK), -1);
}

static void test_span__of_nothing_nothing_is_cut(void **state)
{
    struct st_span none = { NULL, 0 };

    (void)state;
    assert_int_equal(st_span_cut(&none, ',').len, 0);
    assert_int_equal(st_span_word(&none).len, 0);
    assert_true(st_span_copy(none, (char[1]){ 1 }, 1));
    assert_null(none.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_span__of_nothing_nothing_is_cut),
        cmocka_unit_test(test_span__trim_drops_blanks_at_both_ends_only),
        cmocka_unit_test(test_span__numbers_are_whole_signed_and_bounded),
        cmocka_unit_test(test_span__what_is_no_number_is_refused_and_leaves_the_value_alone),
        cmocka_unit_test(test_span__cut_gives_the_part_before_the_sign),
        cmocka_unit_test(test_span__cut_at_the_last_sign_leaves_nothing),
        cmocka_unit_test(test_span__words_come_one_by_one_and_then_none),
        cmocka_unit_test(test_span__a_copy_that_does_not_fit_is_empty),
        cmocka_unit_test(test_text__nul_bytes_are_named_by_line),
        cmocka_unit_test(test_text__the_longest_line_passes_and_one_more_letter_does_not),
        cmocka_unit_test(test_lines__ends_of_both_kinds_are_dropped_and_lines_counted),
        cmocka_unit_test(test_lines__a_final_newline_makes_no_further_line),
        cmocka_unit_test(test_buf__grows_over_many_additions_and_keeps_its_end),
        cmocka_unit_test(test_buf__one_addition_may_be_larger_than_the_buffer),
        cmocka_unit_test(test_nearest__finds_slips_of_the_hand),
        cmocka_unit_test(test_suggest__names_up_to_three_and_else_says_nothing),
        cmocka_unit_test(test_suggest__endless_words_do_no_harm),
        cmocka_unit_test(test_error__is_printed_with_as_much_as_there_is),
        cmocka_unit_test(test_refuse__without_a_reader_only_answers),
        cmocka_unit_test(test_refuse__looks_up_names_only_for_a_reader),
        cmocka_unit_test(test_arena__gives_zeroed_aligned_memory_that_stays),
        cmocka_unit_test(test_arena__a_product_that_does_not_fit_is_no_memory),
        cmocka_unit_test(test_file__comes_back_as_it_was_written),
        cmocka_unit_test(test_file__empty_is_a_text_too),
        cmocka_unit_test(test_file__with_a_nul_byte_is_refused_by_line_and_leaves_nothing_behind),
        cmocka_unit_test(test_file__missing_and_unwritable_say_why),
        cmocka_unit_test(test_file__that_cannot_replace_a_folder_leaves_no_half_behind),
    };

    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
