/* record.c - the written game: strict writer, lax reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "play/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAGS "[Game \"shields 1\"]\n[Norman \"human\"]\n[English \"ai:greedy\"]\n\n"

static const char strict[] =
    "[Game \"shields 1\"]\n"
    "[Scenario \"malfosse 41c7e0d2\"]\n"
    "[Tables \"6f1c09aa\"]\n"
    "[Norman \"human\"]\n"
    "[English \"ai:greedy\"]\n"
    "[Dice \"seed:7\"]\n"
    "[Mode \"warn\"]\n"
    "[Given \"turns=3\"]\n"
    "[Given \"title=the \\\"bad ditch\\\" \\\\ ; again\"]\n"
    "\n"
    "= 0c4f17aa\n"
    "1 Norman  attack E3 by N1\n"
    ". d8 4 attack on E3\n"
    ". 12\n"
    ". 2d6 -3 ; a bad one\n"
    "! set N1 hex 0506 steps 1\n"
    "! Norman  move N1 0506 ; it was knocked over\n"
    "\n"
    "; a remark ; in two parts\n"
    "2 English  pass ; in a hurry\n"
    "English  pass\n"
    "13 pass\n"
    "pass\n"
    "= ffffffff\n"
    "; over: Norman wins\n"
    "\n"
    "\n";

static struct st_record *parse(const char *text)
{
    struct st_error err = { .code = 0 };
    struct st_record *r = NULL;

    if (st_record_parse(&r, text, strlen(text), "x.rec", &err))
        fail_msg("x.rec:%d: %s", err.line, err.text);
    return r;
}

static void expect_text(const struct st_record *r, const char *want)
{
    struct st_buf out = { 0 };

    st_record_print(r, &out);
    assert_false(out.failed);
    assert_string_equal(st_buf_text(&out), want);
    st_buf_free(&out);
}

/* text, read and written again */
static void expect_tidied(const char *text, const char *want)
{
    struct st_record *r = parse(text);

    expect_text(r, want);
    st_record_free(r);
}

/* ---- round trips ---------------------------------------------------------------------- */

static void test_record__round_trip_is_byte_identical(void **state)
{
    (void)state;
    expect_tidied(strict, strict);
    expect_tidied("", "");
    expect_tidied("\n\n1 Norman  pass\n", "\n\n1 Norman  pass\n");
    expect_tidied(TAGS "\n\n; blank lines are remarks too\n",
                  TAGS "\n\n; blank lines are remarks too\n");
    expect_tidied("[Game \"x\"]\n\n", "[Game \"x\"]\n\n");
}

static void test_record__lines_are_read_for_what_they_are(void **state)
{
    struct st_record *r = parse(strict);
    const struct st_record_line *l = r->line;

    (void)state;
    assert_int_equal(r->ntags, 9);
    assert_int_equal(r->nlines, 17);
    assert_string_equal(r->where, "x.rec");
    assert_string_equal(st_record_tag(r, "Given"), "turns=3");
    assert_string_equal(r->tag[8].value, "title=the \"bad ditch\" \\ ; again");
    assert_null(st_record_tag(r, "Given2"));
    assert_int_equal(st_record_tag_line(r, "Tables"), 3);
    assert_int_equal(st_record_tag_line(r, "Other"), 0);

    assert_int_equal(l[0].kind, ST_LINE_CHECK);
    assert_int_equal(l[0].hash, 0x0c4f17aa);
    assert_int_equal(l[0].line, 11);
    assert_int_equal(l[1].kind, ST_LINE_MOVE);
    assert_int_equal(l[1].number, 1);
    assert_string_equal(l[1].side, "Norman");
    assert_string_equal(l[1].text, "attack E3 by N1");
    assert_string_equal(l[1].comment, "");
    assert_int_equal(l[2].kind, ST_LINE_DIE);
    assert_string_equal(l[2].dice, "d8");
    assert_int_equal(l[2].value, 4);
    assert_string_equal(l[2].text, "attack on E3");
    assert_string_equal(l[3].dice, "");
    assert_int_equal(l[3].value, 12);
    assert_int_equal(l[4].value, -3);
    assert_string_equal(l[4].text, "");
    assert_string_equal(l[4].comment, "a bad one");
    assert_int_equal(l[5].kind, ST_LINE_RULING);
    assert_string_equal(l[5].side, "");
    assert_string_equal(l[5].text, "set N1 hex 0506 steps 1");
    assert_string_equal(l[6].side, "Norman");
    assert_int_equal(l[7].kind, ST_LINE_NOTE);
    assert_string_equal(l[8].comment, "a remark ; in two parts");
    assert_string_equal(l[9].comment, "in a hurry");
    assert_int_equal(l[10].number, 0);
    assert_string_equal(l[10].side, "English");
    assert_int_equal(l[11].number, 13);
    assert_string_equal(l[11].side, "");
    assert_int_equal(l[13].hash, 0xffffffff);
    assert_int_equal(l[16].line, 27);
    st_record_free(r);
}

/* ---- the lax reader ------------------------------------------------------------------- */

static void test_reader__takes_what_people_write(void **state)
{
    (void)state;
    expect_tidied("\xef\xbb\xbf[Game \"shields 1\"]  "
                  "[Norman\"human\"]\t[ English  \"ai:greedy\" ]\r\n"
                  "  1.\tNorman attack   E3 by N1\r\n"
                  ".d8   4\tattack on E3;not a comment   ;  a comment \r\n"
                  ".4\n"
                  "!set N1 hex 0506\n"
                  "!  Norman\tmove N1 0506\n"
                  "=0C4F17AA\n"
                  "   ;\n"
                  "Norman pass",
                  TAGS "1 Norman  attack   E3 by N1\n"
                  ". d8 4 attack on E3;not a comment ; a comment\n"
                  ". 4\n"
                  "! set N1 hex 0506\n"
                  "! Norman  move N1 0506\n"
                  "= 0c4f17aa\n"
                  "\n"
                  "Norman  pass\n");
}

static void test_reader__moves_remarks_between_tags_behind_them(void **state)
{
    (void)state;
    expect_tidied("\n; first\n\n[Game \"shields 1\"] ; second\n\n[Norman \"human\"]\n"
                  "[English \"ai:greedy\"]\n1 pass\n",
                  TAGS "\n; first\n\n; second\n\n1 pass\n");
}

static void test_reader__a_side_is_known_by_its_tag(void **state)
{
    struct st_record *r = parse("[Norman \"\"]\n\n1 English  pass\n! Game  x\n2 Norman pass\n");

    (void)state;
    assert_string_equal(r->line[0].side, "");
    assert_string_equal(r->line[0].text, "English  pass");
    assert_string_equal(r->line[1].text, "Game  x");
    assert_string_equal(r->line[2].side, "Norman");
    st_record_free(r);
}

static void expect_bad(const char *text, size_t len, int line, const char *reason)
{
    struct st_error err = { .code = 0 };
    struct st_record *r = NULL;

    if (st_record_parse(&r, text, len, "x.rec", &err) == ST_OK)
        fail_msg("accepted: %s", text);
    assert_null(r);
    assert_string_equal(err.where, "x.rec");
    if (err.line != line || !strstr(err.text, reason))
        fail_msg("line %d, %s: instead of line %d, %s", err.line, err.text, line, reason);
}

static void test_reader__names_line_and_reason_of_nonsense(void **state)
{
    static const struct {
        const char *text;
        int line;
        const char *reason;
    } bad[] = {
        { TAGS "1 Norman\n", 5, "neither a move" },
        { TAGS "pass\n7\n", 6, "neither a move" },
        { TAGS "0 pass\n", 5, "neither a move, a die, a ruling, a check nor a remark: 0 pass" },
        { TAGS "-1 pass\n", 5, "neither a move" },
        { TAGS "99999999999 pass\n", 5, "neither a move" },
        { TAGS "\n\n?what\n", 7, "neither a move" },
        { TAGS ".\n", 5, "not a die" },
        { TAGS ". d8\n", 5, "not a die" },
        { TAGS ". d8 four\n", 5, "not a die" },
        { TAGS ". d8 40000\n", 5, "not a die" },
        { TAGS ". 99999 4\n", 5, "not a die" },
        { TAGS "!\n", 5, "a ruling without words" },
        { TAGS "! Norman ; nothing\n", 5, "a ruling without words" },
        { TAGS "= 0c4f17a\n", 5, "not a check" },
        { TAGS "= 0c4f17aab\n", 5, "not a check" },
        { TAGS "= 0c4f17ag\n", 5, "not a check" },
        { TAGS "= 0c4f17aa 1\n", 5, "not a check" },
        { TAGS "=\n", 5, "not a check" },
        { TAGS "pass\n[Dice \"hand\"]\n", 6, "a tag after the first line of play" },
        { "[Game \"a\"]\n[Game \"a\"]\n", 2, "the tag Game stands on line 1 already" },
        { "[Game]\n", 1, "not `[Key \"value\"]`" },
        { "[\"x\"]\n", 1, "not `[Key \"value\"]`" },
        { "[Game \"x]\n", 1, "not `[Key \"value\"]`" },
        { "[Game x]\n", 1, "not `[Key \"value\"]`" },
        { "[Game \"x\\n\"]\n", 1, "not `[Key \"value\"]`" },
        { "[Game \"x\\", 1, "not `[Key \"value\"]`" },
        { "[Game \"", 1, "not `[Key \"value\"]`" },
        { "[", 1, "not `[Key \"value\"]`" },
        { "[Game \"x\"\n", 1, "no `]`" },
        { "[Game \"x\"] junk\n", 1, "neither a tag nor a comment" },
        { "[Game \"x\"][\n", 1, "not `[Key \"value\"]`" },
        { "pass\n\x1b[31mred\n", 2, "a control character" },
        { "pass\rpass\n", 1, "a control character" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_bad(bad[i].text, strlen(bad[i].text), bad[i].line, bad[i].reason);
    expect_bad("pass\npa\0ss\n", 11, 2, "NUL");
}

static void test_reader__refuses_an_endless_line(void **state)
{
    char *text = malloc(6000);

    (void)state;
    assert_non_null(text);
    memset(text, 'a', 6000);
    memcpy(text, "pass\n", 5);
    expect_bad(text, 6000, 2, "longer than");
    free(text);
}

/* Whatever the reader takes, the writer's form of it is read as the same and stays as it is. */
static void expect_settled(const char *text, size_t len)
{
    struct st_record *r, *again;
    struct st_buf once = { 0 };

    if (st_record_parse(&r, text, len, "x", NULL))
        return;
    st_record_print(r, &once);
    if (st_record_parse(&again, st_buf_text(&once), once.len, "x", NULL))
        fail_msg("not read again: %s", st_buf_text(&once));
    expect_text(again, st_buf_text(&once));
    assert_int_equal(again->ntags, r->ntags);
    assert_int_equal(again->nlines, r->nlines);
    for (int i = 0; i < r->nlines; i++) {
        assert_int_equal(again->line[i].kind, r->line[i].kind);
        assert_string_equal(again->line[i].text, r->line[i].text);
        assert_string_equal(again->line[i].side, r->line[i].side);
    }
    st_buf_free(&once);
    st_record_free(again);
    st_record_free(r);
}

static void test_reader__damaged_text_is_refused_or_settles(void **state)
{
    static const char signs[] = "\n\n  \t;;.!=[]\"\\1aN\r\x80";
    char text[sizeof strict];

    (void)state;
    for (uint32_t n = 0; n < 20000; n++) {
        memcpy(text, strict, sizeof strict);
        for (uint32_t k = 0; k < 1 + n % 4; k++)
            text[st_philox_below(1, n, 2 * k, sizeof strict - 1)] =
                signs[st_philox_below(1, n, 2 * k + 1, sizeof signs - 1)];
        expect_settled(text, sizeof strict - 1);
    }
}

static void test_reader__text_cut_off_anywhere_is_refused_or_settles(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof strict; n++)
        expect_settled(strict, n);
}

/* ---- the strict writer ---------------------------------------------------------------- */

static struct st_record *seated(void)
{
    struct st_record *r = NULL;

    assert_int_equal(st_record_new(&r, NULL), ST_OK);
    assert_int_equal(st_record_set(r, "Game", "shields 1", NULL), ST_OK);
    assert_int_equal(st_record_set(r, "Norman", "human", NULL), ST_OK);
    return r;
}

static void test_writer__tags_replace_but_given_adds(void **state)
{
    struct st_record *r = seated();

    (void)state;
    assert_int_equal(st_record_set(r, "Given", "a=1", NULL), ST_OK);
    assert_int_equal(st_record_set(r, "Norman", "a \"b\" \\", NULL), ST_OK);
    assert_int_equal(st_record_set(r, "Given", "b=2", NULL), ST_OK);
    expect_text(r, "[Game \"shields 1\"]\n[Norman \"a \\\"b\\\" \\\\\"]\n[Given \"a=1\"]\n"
                   "[Given \"b=2\"]\n\n");
    st_record_free(r);
}

static void test_writer__refuses_tags_that_cannot_be_read(void **state)
{
    static const char *const keys[] = { "", "a b", "a\"", "[", "a]", "a;", "a\n", "\\" };
    struct st_record *r = seated();
    struct st_error err = { .code = 0 };

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_int_equal(st_record_set(r, keys[i], "x", &err), ST_EUSAGE);
    assert_int_equal(st_record_set(r, "Dice", "ha\nnd", &err), ST_EUSAGE);
    assert_int_equal(st_record_set(r, "Dice", "ha\rnd", &err), ST_EUSAGE);
    assert_int_equal(r->ntags, 2);
    st_record_free(r);
}

static void test_writer__lines_are_copied_and_cut(void **state)
{
    struct st_record *r = seated();
    char word[] = "  pass ";
    struct st_record_line l = { .kind = ST_LINE_MOVE, .number = 1, .side = "Norman", .text = word,
                                .comment = " why not " };

    (void)state;
    assert_int_equal(st_record_add(r, &l, NULL), ST_OK);
    memcpy(word, "xxxxxxx", 7);
    assert_int_equal(st_record_add(r, &(struct st_record_line){ .kind = ST_LINE_DIE, .value = 3 },
                                   NULL), ST_OK);
    expect_text(r, "[Game \"shields 1\"]\n[Norman \"human\"]\n\n1 Norman  pass ; why not\n. 3\n");
    assert_int_equal(st_record_where(r, 0), 4);
    assert_int_equal(st_record_where(r, 1), 5);
    st_record_cut(r, 1);
    expect_text(r, "[Game \"shields 1\"]\n[Norman \"human\"]\n\n1 Norman  pass ; why not\n");
    st_record_free(r);
}

static void test_writer__refuses_lines_that_would_be_read_otherwise(void **state)
{
    char endless[ST_LINE_MAX + 1];
    const struct st_record_line bad[] = {
        { .kind = ST_LINE_MOVE, .text = "" },
        { .kind = ST_LINE_MOVE, .text = "pass\n1 pass" },
        { .kind = ST_LINE_MOVE, .text = "pass ;really" },
        { .kind = ST_LINE_MOVE, .text = ";pass" },
        { .kind = ST_LINE_MOVE, .text = "= 00000000" },
        { .kind = ST_LINE_MOVE, .text = "12 pass" },
        { .kind = ST_LINE_MOVE, .text = "[pass]" },
        { .kind = ST_LINE_MOVE, .text = "Norman pass" }, /* the side is not in its place */
        { .kind = ST_LINE_MOVE, .text = "pass", .side = "Nor man" },
        { .kind = ST_LINE_MOVE, .text = "pass", .side = "1" },
        { .kind = ST_LINE_MOVE, .text = "pass", .number = -1 },
        { .kind = ST_LINE_MOVE, .text = "pass", .comment = "two\nlines" },
        { .kind = ST_LINE_MOVE, .text = endless },
        { .kind = ST_LINE_RULING, .text = "" },
        { .kind = ST_LINE_DIE, .dice = "6", .value = 1 },
        { .kind = ST_LINE_DIE, .dice = "d 6", .value = 1 },
        { .kind = ST_LINE_DIE, .dice = ";", .value = 1 },
        { .kind = ST_LINE_DIE, .value = 40000 },
        { .kind = ST_LINE_DIE, .value = 1, .text = "a ; b" },
        { .kind = ST_LINE_NOTE, .comment = "two\nlines" },
    };
    struct st_record *r = seated();

    (void)state;
    memset(endless, 'a', sizeof endless);
    endless[ST_LINE_MAX] = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (st_record_add(r, &bad[i], NULL) != ST_EUSAGE)
            fail_msg("line %d was accepted", (int)i);
    assert_int_equal(r->nlines, 0);
    st_record_free(r);
}

static uint32_t any(uint32_t game, uint32_t roll, uint32_t below)
{
    return st_philox_below(2, game, roll, below);
}

/* Lines of random words: what the writer accepts is read as exactly that. */
static void test_writer__what_it_accepts_comes_back(void **state)
{
    static const char *const words[] = { "", "pass", "Norman", "d6", "6", ";", "a ;b", "x y", "=",
                                         ".", "!", "[x]", "\t", "-", "Norman pass", "\xc3\xa9" };
    enum { WORDS = sizeof words / sizeof words[0] };
    int accepted = 0;

    (void)state;
    for (uint32_t n = 0; n < 20000; n++) {
        struct st_record_line l = {
            .kind = (enum st_line_kind)any(n, 0, 5), .number = (int)any(n, 1, 3),
            .value = (int)any(n, 2, 20) - 5, .side = words[any(n, 3, WORDS)],
            .text = words[any(n, 4, WORDS)], .dice = words[any(n, 5, WORDS)],
            .comment = words[any(n, 6, WORDS)], .hash = any(n, 7, 1000)
        };
        struct st_record *r = seated(), *again = NULL;
        struct st_buf out = { 0 };

        if (st_record_add(r, &l, NULL) == ST_OK) {
            st_record_print(r, &out);
            assert_int_equal(st_record_parse(&again, out.text, out.len, "x", NULL), ST_OK);
            expect_text(again, out.text);
            assert_int_equal(again->nlines, 1);
            assert_int_equal(again->line[0].kind, l.kind);
            accepted++;
        }
        st_buf_free(&out);
        st_record_free(again);
        st_record_free(r);
    }
    assert_true(accepted > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_record__round_trip_is_byte_identical),
        cmocka_unit_test(test_record__lines_are_read_for_what_they_are),
        cmocka_unit_test(test_reader__takes_what_people_write),
        cmocka_unit_test(test_reader__moves_remarks_between_tags_behind_them),
        cmocka_unit_test(test_reader__a_side_is_known_by_its_tag),
        cmocka_unit_test(test_reader__names_line_and_reason_of_nonsense),
        cmocka_unit_test(test_reader__refuses_an_endless_line),
        cmocka_unit_test(test_reader__damaged_text_is_refused_or_settles),
        cmocka_unit_test(test_reader__text_cut_off_anywhere_is_refused_or_settles),
        cmocka_unit_test(test_writer__tags_replace_but_given_adds),
        cmocka_unit_test(test_writer__refuses_tags_that_cannot_be_read),
        cmocka_unit_test(test_writer__lines_are_copied_and_cut),
        cmocka_unit_test(test_writer__refuses_lines_that_would_be_read_otherwise),
        cmocka_unit_test(test_writer__what_it_accepts_comes_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
