/* case.c - the runner of case files: every statement once true, once untrue and once ill-formed,
 * mostly on the blank game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file.h"
#include "core/game.h"
#include "case/case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    int code;
    struct st_case_result result;
    struct st_error err;
    struct st_buf said;
} last;

static void hear(void *arg, const char *sentence)
{
    assert_ptr_equal(arg, &last);
    st_buf_add(&last.said, "%s\n", sentence);
}

static void run_at(const char *where, const char *text)
{
    st_buf_free(&last.said);
    last.err = (struct st_error){ 0 };
    last.code = st_case_run(&last.result, text, strlen(text), where, NULL, hear, &last, &last.err);
}

static void run(const char *text)
{
    run_at("trial.case", text);
}

static int forget(void **state)
{
    (void)state;
    st_buf_free(&last.said);
    return 0;
}

/* One case of the blank game: the body begins on line 3. */
static void run_body(const char *game, const char *body)
{
    struct st_buf b = { 0 };

    st_buf_add(&b, "game %s\ncase B1.1 a trial\n%s", game, body);
    run(b.text);
    st_buf_free(&b);
}

static void passes_in(const char *game, const char *body)
{
    run_body(game, body);
    if (last.code || last.result.passed != 1 || last.result.failed)
        fail_msg("%s\nshould pass: %d: %s:%d %s", body, last.code, st_buf_text(&last.said),
                 last.err.line, last.err.text);
}

static void fails_in(const char *game, const char *body, int line, const char *sentence)
{
    char head[64];

    run_body(game, body);
    snprintf(head, sizeof head, "trial.case:%d: ", line);
    if (last.code || last.result.passed || last.result.failed != 1)
        fail_msg("%s\nshould fail: %d: %d %s", body, last.code, last.err.line, last.err.text);
    if (strncmp(st_buf_text(&last.said), head, strlen(head)) != 0 ||
        !strstr(st_buf_text(&last.said), sentence))
        fail_msg("%s\nexpected %s%s\nfound %s", body, head, sentence, st_buf_text(&last.said));
}

static void passes(const char *body)
{
    passes_in("blank", body);
}

static void fails(const char *body, int line, const char *sentence)
{
    fails_in("blank", body, line, sentence);
}

static void expect_error(const char *text, int line, const char *part)
{
    if (last.code != ST_ESYNTAX || last.err.line != line || !strstr(last.err.text, part) ||
        strcmp(last.err.where, "trial.case") != 0)
        fail_msg("%s\nexpected line %d, %s\nfound %d, %s:%d, %s %s", text, line, part, last.code,
                 last.err.where, last.err.line, last.err.text, st_buf_text(&last.said));
}

/* Not a case file: an error on that line. */
static void bad(const char *body, int line, const char *part)
{
    run_body("blank", body);
    expect_error(body, line, part);
}

/* ---- the frame ------------------------------------------------------------------------- */

static void test_case__cases_are_counted_one_by_one(void **state)
{
    (void)state;
    run("game blank\n"
        "case B1.1 right\ngiven duel\nexpect turn 1\n"
        "case B1.1 wrong\ngiven duel\nexpect turn 2\nexpect turn 3\n"
        "case B1.1 right again\ngiven duel\nexpect turn 1\n");
    assert_int_equal(last.code, ST_OK);
    assert_int_equal(last.result.passed, 2);
    assert_int_equal(last.result.failed, 1);
    assert_string_equal(last.said.text,
                        "trial.case:7: expected turn 2, found 1 [B1.1 wrong]\n");
}

static void test_case__an_error_ends_the_file_and_keeps_the_count(void **state)
{
    (void)state;
    run("game blank\n"
        "case B1.1 right\ngiven duel\nexpect turn 1\n"
        "case B1.1 wrong\ngiven duel\nexpect turn 2\n"
        "case B1.1 half\ngiven duel\nexpekt turn 1\n"
        "case B1.1 never\ngiven duel\nexpect turn 2\n");
    expect_error("count", 10, "no statement `expekt`; did you mean `expect`");
    assert_int_equal(last.result.passed, 1);
    assert_int_equal(last.result.failed, 1);
}

static void test_case__an_unknown_word_after_a_failure_is_still_an_error(void **state)
{
    (void)state;
    bad("given duel\nexpect turn 9\nteld hello\n", 5, "no statement `teld`; did you mean `told`");
}

static void test_case__an_empty_file_has_no_cases(void **state)
{
    (void)state;
    run("# nothing\n\n   # at all\n");
    assert_int_equal(last.code, ST_OK);
    assert_int_equal(last.result.passed + last.result.failed, 0);
    run("");
    assert_int_equal(last.code, ST_OK);
}

static void test_case__the_game_is_named_or_known_from_the_folder(void **state)
{
    static const char body[] = "case B1.1 x\ngiven duel\nexpect turn 1\n";

    (void)state;
    run(body);
    expect_error(body, 1, "which game?");
    run("game blonk\n");
    expect_error("blonk", 1, "no game `blonk`; did you mean `blank`");
    run("game blank\ncase B1.1 x\ngiven duel\nexpect turn 1\ngame blank\n");
    expect_error("twice", 5, "`game` stands before the first case");
    run_at("some/where/blank/cases/B1.case", body);
    assert_int_equal(last.code, ST_OK);
    assert_int_equal(last.result.passed, 1);
    run_at("blank/cases/B1.case", body);
    assert_int_equal(last.result.passed, 1);
    run_at("some/cases/B1.case", body);
    assert_int_equal(last.code, ST_ESYNTAX);
}

static void test_case__comments_and_indented_lines_are_read(void **state)
{
    (void)state;
    passes("given duel # not turns=3\n"
           "   turns=1\n"
           "# a comment\n"
           "   steps=1 # and another\n"
           "play wait\n"
           "     wait\n"
           "expect over\n"
           "expect North steps 1\n");
    passes("given duel\r\nexpect turn 1\r\n");
    passes("given duel title=\"a # b\"\nexpect turn 1\n");
}

static void test_case__statements_out_of_place_are_errors(void **state)
{
    (void)state;
    run("game blank\ngiven duel\n");
    expect_error("given", 2, "`given` before the first `case`");
    run("game blank\n  given duel\n");
    expect_error("indented", 2, "no indented lines belong to `game`");
    run("\n  given duel\n");
    expect_error("indented", 2, "an indented line that belongs to no statement");
    run("game blank\ncase\n");
    expect_error("case", 2, "`case` wants paragraphs and a sentence");
    bad("play wait\n", 3, "`play` before any `given`");
    bad("legal: wait\n", 3, "`legal` before any `given`");
    bad("not told x\n", 3, "`not` before any `given`");
    bad("given duel\nmark\n  here\n", 5, "no indented lines belong to `mark`");
    bad("given duel\nplay: wait\n", 4, "no colon belongs after `play`");
    bad("given duel\n| id = x\n", 4, "`|` lines belong to a `file`");
    bad("given duel\nset North \"steps=1\n", 4, "quotation mark is not closed");
}

static void test_case__a_case_that_checks_nothing_fails(void **state)
{
    (void)state;
    fails("given duel\n", 2, "this case checks nothing");
    fails("given duel\nset North steps=1\ndice 1\n", 5, "1 die left over: 1");
    bad("given duel\ntry wait\n", 4, "`try` without `legal`, `refused` or `says`");
    bad("given duel\ntry wait\nexpect turn 1\n", 4, "`try` without");
    bad("given duel\nodds wait\n", 4, "`odds` without rows");
    bad("ask strike ground=clear\n", 3, "`ask` without rows");
}

static void test_case__damaged_text_is_refused_with_its_line(void **state)
{
    static const char nul[] = "game blank\ncase x\0y\n";
    struct st_buf b = { 0 };

    (void)state;
    last.code = st_case_run(&last.result, nul, sizeof nul - 1, "trial.case", NULL, NULL, NULL,
                            &last.err);
    expect_error("NUL", 2, "NUL");
    st_buf_add(&b, "game blank\ncase B1.1 long\n%*s\n", ST_LINE_MAX + 1, "given");
    run(b.text);
    assert_int_equal(last.code, ST_ELIMIT);
    assert_int_equal(last.err.line, 3);
    st_buf_free(&b);
}

/* ---- files ----------------------------------------------------------------------------- */

#define HEATH                                                                                      \
    "file heath.txt\n| id = heath\n| title = A heath\n| cols = 9\n| rows = 5\n| woods = 0901\n"    \
    "| man.North = 0201\n| man.South = 0203\n|\n| # a comment\n| steps = 2\n| turns = 5\n"

static void test_case__an_inline_file_is_a_scenario(void **state)
{
    (void)state;
    passes(HEATH "given heath\nexpect North hex 0201\n");
    passes(HEATH "given heath man.North=0505\nexpect North hex 0505\n");
    fails("given heath\n", 3, "no game can be set up: blank has no scenario `heath`");
    fails(HEATH "given heath turns=x\n", 15, "`turns` must be a number from 1 to 99");
    bad("file heath.txt\ngiven heath\n", 3, "`file` without lines");
    bad("file a/b\n| x\n", 3, "`file` wants a name");
    bad("file\n| x\n", 3, "`file` wants a name");
}

static void test_case__a_later_file_of_the_name_wins(void **state)
{
    (void)state;
    passes(HEATH "given heath\nexpect North hex 0201\n"
                 "file heath.txt\n| id = heath\n| title = t\n| cols = 9\n| rows = 5\n"
                 "| woods = 0901\n| man.North = 0301\n| man.South = 0203\n| steps = 2\n"
                 "| turns = 5\n"
                 "given heath\nexpect North hex 0301\n");
}

static void test_case__a_file_in_a_failed_case_serves_the_next(void **state)
{
    (void)state;
    run("game blank\ncase B1.1 fails\ngiven duel\nexpect turn 5\n" HEATH
        "case B1.1 goes on\ngiven heath\nexpect turn 1\n");
    assert_int_equal(last.code, ST_OK);
    assert_int_equal(last.result.passed, 1);
    assert_int_equal(last.result.failed, 1);
}

static void test_case__an_inline_chart_replaces_the_printed_one(void **state)
{
    (void)state;
    passes("file tables/strike.tsv\n"
           "| # para\tB3.2\n| ground\t1\t2\t3\t4\t5\t6\n"
           "| clear\thit\thit\thit\thit\thit\thit\n| woods\thit\thit\thit\thit\thit\thit\n"
           "chart strike woods 1 hit\n");
    passes("file tables/strike.tsv\n"
           "| ground\t1\t2\t3\t4\t5\t6\n"
           "| clear\thit\thit\thit\thit\thit\thit\n| woods\thit\thit\thurt\thit\thit\thit\n"
           "broken duel: 3 hurt\n");
}

static void test_case__a_sheet_may_be_written_with_bars(void **state)
{
    (void)state;
    passes("file tables/strike.tsv\n"
           "| # rows  a | b\n| ground | 1 | 2 | 3 | 4 | 5 | 6 |\n"
           "| clear | hit | hit|hit |hit | hit | hit |\n"
           "| woods | hit | miss | hit | hit | hit | hit\n"
           "chart strike woods 2 miss\nchart strike clear 6 hit\n");
    passes("file tables/strike.tsv\n| ground | 1 | 2 |\n| clear | hit | |\n| woods | hit | hit |\n"
           "broken duel: no meaning for ``\n"); /* an empty cell is one, the last bar is none */
    passes("file tables/strike.tsv\n| ground | 1 | 2 |\n| clear | hit | hit | hit |\n"
           "broken duel: 2 4 fields where the header has 3\n");
}

static void test_case__scenarios_beside_the_case_file_are_found(void **state)
{
    static const char scenario[] = "id = moor\ntitle = A moor\ncols = 9\nrows = 5\nwoods = 0901\n"
                                   "man.North = 0205\nman.South = 0203\nsteps = 2\nturns = 5\n";
    static const char text[] = "game blank\ncase B1.1 x\ngiven moor\nexpect North hex 0205\n";
    char dir[] = "/tmp/st_case_XXXXXX", path[64], where[64];
    struct st_error err;

    (void)state;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/moor.txt", dir);
    snprintf(where, sizeof where, "%s/x.case", dir);
    assert_int_equal(st_file_write(path, scenario, strlen(scenario), &err), ST_OK);
    run_at(where, text);
    assert_int_equal(last.code, ST_OK);
    assert_int_equal(last.result.passed, 1);
    run(text); /* from elsewhere it is not */
    assert_int_equal(last.result.failed, 1);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(dir), 0);
}

/* ---- carrying a game on ---------------------------------------------------------------- */

static void test_case__given_sets_up_afresh(void **state)
{
    (void)state;
    passes("given duel steps=3\nexpect North steps 3\nplay wait\n"
           "given duel\nexpect North steps 2\nexpect side North\n");
    fails("given duek\n", 3, "did you mean `duel`");
    fails("given duel\ndice 4 5\ngiven duel\n", 5, "2 dice left over: 4 5");
    bad("given\n", 3, "`given` names a scenario");
    bad("given duel steps\n", 3, "`steps` is not key=value");
}

static void test_case__given_may_place_and_set_pieces(void **state)
{
    (void)state;
    passes("given duel steps=3, North in 0303 steps=1, South in 0302\n"
           "expect North in 0303 steps 1\nexpect South hex 0302 steps 3\n");
    passes("given duel,\n  North steps 1,\n  South in 0302,\nlegal: strike\n");
    passes("given duel turns=9 , South in 0302 , North in 0301 ,\nlegal: strike\n");
    fails("given duel, North in 0303\nexpect turn 1\n", 3, "cannot be set: B1.2 North");
    fails("given duel, Nroth in 0302\nexpect turn 1\n", 3, "did you mean `North`");
    bad("given duel, North\n", 3, "no field is named");
    fails("given duel, North in\n", 3, "no field `North`");
    bad("given , North in 0302\n", 3, "`given` names a scenario");
}

static void test_case__set_changes_fields(void **state)
{
    (void)state;
    passes("given duel\nset North steps=1 hex=0202\nexpect North steps 1 hex 0202\n");
    passes("given duel\nset North steps 1 hex 0202\nexpect North steps=1 hex=0202\n");
    fails("given duel\nset North steps=9\n", 4, "cannot be set: B3.2 steps must be from 1 to 2");
    fails("given duel\nset Nroth steps=1\n", 4, "did you mean `North`");
    fails("given duel\nset North stps=1\n", 4, "did you mean `steps`");
    fails("given duel\nset North steps=many\n", 4, "steps must be a number");
    fails("given duel\nset turn=3\n", 4, "turn can be read, not set");
    bad("given duel\nset North\n", 4, "no field is named");
    bad("given duel\nset\n", 4, "no field is named");
}

static void test_case__place_moves_pieces_in_any_order(void **state)
{
    (void)state;
    passes("given duel\nplace North 0303, South 0302\nexpect North hex 0303\n"
           "expect South hex 0302\n");
    fails("given duel\nplace North 0303\n", 4, "cannot be set: B1.2 North cannot stand there");
    fails("given duel\nplace North 9999\n", 4, "9999 is off the map");
    bad("given duel\nplace North\n", 4, "`place` wants pairs");
}

static void test_case__a_position_set_up_must_be_sane(void **state)
{
    (void)state;
    fails_in("shields", "given malfosse\nset N1 suppressed=1\n\nexpect turn 1\n", 4,
             "after what was set: the position makes no sense: R9.7");
    /* while a die is awaited no less */
    fails_in("shields", "given malfosse, N1 in 0504\nplay assign 2 combat Pursuit; done\n"
                        "play attack E1 by N1\nset N1 suppressed=1\nexpect turn 1\n", 6,
             "after what was set: the position makes no sense: R9.7");
    /* between two lines of set it need not be */
    passes_in("shields", "given malfosse\nset N1 suppressed=1\nset N1 suppressed=0\n"
                         "expect turn 1\n");
}

static void test_case__dice_fall_in_their_order(void **state)
{
    (void)state;
    passes("given duel\nplace South 0302\ndice 5 6\nplay strike\nexpect South steps 1\n"
           "play strike\nexpect North steps 1\n");
    passes("given duel\nplace South 0302\nplay strike\nexpect die\ndice 1\nexpect side South\n");
    fails("given duel\ndice 5\nexpect turn 1\n", 5, "1 die left over: 5");
    fails("given duel\nplace South 0302\ndice 7\nplay strike\n", 6,
          "d6 (strike at South) cannot show 7");
    fails("given duel\nplace South 0302\nplay strike\nplay wait\n", 6,
          "wait is refused: B3.2 a die is awaited");
    bad("given duel\ndice\n", 4, "`dice` wants faces");
    bad("given duel\ndice 3 four\n", 4, "`four` is no face of a die");
}

static void test_case__play_makes_legal_moves(void **state)
{
    (void)state;
    passes("given duel\nplay wait; move 0402;wait ;\nexpect side South\nexpect South hex 0402\n");
    fails("given duel\nplay wait; move 0101\n", 4,
          "move 0101 is refused: B2.2 0101 is not next to South");
    fails("given duel\nplay wiat\n", 4, "did you mean `wait`");
    fails("given duel\nplay wait; move\n", 4, "move: hex is missing");
    bad("given duel\nplay ;\n", 4, "`play` wants a move");
}

static void test_case__a_ruling_is_carried_out_against_the_rules(void **state)
{
    (void)state;
    passes_in("shields", "given malfosse\nruling move N1 0601\nexpect N1 hex 0601\n");
    fails_in("shields", "given malfosse\nruling move N1 0807\n", 4, "holds 0807");
    fails("given duel\nruling move 0101\n", 4, "carries out no moves as rulings");
    bad("given duel\nruling\n", 4, "`ruling` wants a move");
}

static void test_case__mark_and_back_return_to_a_position(void **state)
{
    (void)state;
    passes("given duel\nplace South 0302\nplay strike\nmark\ndice 6\nexpect South steps 1\nback\n"
           "expect die d6\nexpect South steps 2\ndice 1\nexpect South steps 2\n");
    passes("given duel\nmark one\nplay wait\nmark two\nplay wait\nback one\nexpect side North\n"
           "expect turn 1\nback two\nexpect side South\n");
    fails("given duel\nmark\nplay wait\nback\nexpect side South\n", 7, "expected side South");
    fails("given duel\nmark\ndice 3\nback\n", 6, "1 die left over");
    bad("given duel\nback\n", 4, "no `mark` stands before");
    bad("given duel\nmark a\nback b\n", 5, "no `mark b` stands before");
}

/* ---- legal and refused ----------------------------------------------------------------- */

static void test_case__try_changes_nothing(void **state)
{
    (void)state;
    passes("given duel\ntry move 0302\nlegal\nexpect North hex 0301\nexpect side North\n");
    fails("given duel\ntry move 0303\nlegal\n", 5,
          "expected legal, found refused by B2.2: move 0303: 0303 is not next to North");
    fails("given duel\ntry mvoe 0303\nlegal\n", 5, "not understood");
    bad("given duel\ntry\n", 4, "no move given");
    bad("given duel\nlegal\n", 4, "`legal` must follow `try`");
    bad("given duel\ntry wait\nlegal wait\n", 5, "`legal` stands alone");
}

static void test_case__refused_names_the_paragraph(void **state)
{
    (void)state;
    passes("given duel\ntry move 0303\nrefused B2.2\nsays 0303 is not next\n");
    passes("given duel\ntry strke\nrefused -\nsays strike\n");
    fails("given duel\ntry move 0303\nrefused B1.2\n", 5,
          "expected refused by B1.2, found refused by B2.2 (0303 is not next to North): move 0303");
    fails("given duel\ntry move 0302\nrefused B1.2\n", 5,
          "expected refused by B1.2, found legal: move 0302");
    fails("given duel\ntry mvoe 0302\nrefused B1.2\n", 5, "found not understood");
    fails("given duel\ntry move 0303\nrefused -\n", 5, "expected not understood, found refused");
    bad("given duel\ntry move 0303\nrefused\n", 5, "`refused PARA` follows `try` or `ask`");
    bad("given duel\nrefused B2.2\n", 4, "`refused` must follow `try` or `ask`");
}

static void test_case__a_paragraph_may_have_blanks(void **state)
{
    (void)state;
    passes("given duel\ntry move 0303\nrefused \"B2.2\"\n");
    passes("given duel\nrefused \"B2.2\": move 0303\n");
    passes("given duel\nrefused \xc2\xa7" "B2.2: move 0303\n");
    fails("given duel\ntry move 0303\nrefused B2.2 step 2\n", 5,
          "expected refused by B2.2 step 2, found refused by B2.2");
    fails("given duel\nrefused B2.2 step 2: move 0303\n", 4,
          "expected refused by B2.2 step 2, found refused by B2.2");
    fails("given duel\nrefused \"B2.2 step 2\": move 0303\n", 4,
          "expected refused by B2.2 step 2, found refused by B2.2");
    bad("given duel\ntry move 0303\nrefused \"B2.2\" more\n", 5, "`refused PARA` follows");
    bad("given duel\nrefused \"B2.2\":\n", 4, "no move given");
    bad("given duel\ntry move 0303\nrefused \"\"\n", 5, "`refused PARA` follows");
}

static void test_case__legal_and_refused_fit_on_one_line(void **state)
{
    (void)state;
    passes("given duel\nlegal: wait\nrefused B3.1: strike\nsays South is not next to North\n");
    fails("given duel\nlegal: strike\n", 4, "expected legal, found refused by B3.1");
    fails("given duel\nrefused B3.1: wait\n", 4, "expected refused by B3.1, found legal: wait");
    bad("given duel\nlegal:\n", 4, "no move given");
    bad("given duel\nrefused B3.1:\n", 4, "no move given");
}

static void test_case__says_looks_into_the_sentence(void **state)
{
    (void)state;
    fails("given duel\nrefused B3.1: strike\nsays \"North is dead\"\n", 5,
          "expected \"North is dead\", found \"South is not next to North\"");
    fails("given duel\ntry wait\nsays no\n", 5, "found legal: wait");
    bad("given duel\ntry wait\nsays\n", 5, "`says` wants a text");
    bad("given duel\nsays x\n", 4, "`says` must follow `try`");
}

/* ---- offers ---------------------------------------------------------------------------- */

static void test_case__offers_are_compared_as_a_set(void **state)
{
    (void)state;
    passes("given duel\noffers move: 0201, 0401, 0302\noffers wait: .\noffers strike: none\n"
           "offers: wait, move 0302,\n   move 0201, move 0401\n");
    fails("given duel\noffers move: 0201, 0302, 0501\n", 4,
          "offers move differ; expected, not found: 0501; found, not expected: 0401");
    fails("given duel\noffers: none\n", 4, "(0 expected, 4 found)");
    fails("given duel\nplace South 0302\nplay strike\noffers: wait\n", 6, "not found: wait");
    bad("given duel\noffers move 0201\n", 4, "`offers` wants a colon");
    bad("given duel\noffers move:\n", 4, "no moves are listed");
}

static void test_case__offered_asks_for_one_move(void **state)
{
    (void)state;
    passes("given duel\noffered wait\nnot offered strike\n");
    fails("given duel\noffered strike\n", 4, "expected strike offered, found it not among the 4");
    fails("given duel\nnot offered wait\n", 4, "expected wait not offered, found it among the 4");
    fails("given duel\noffered wiat\n", 4, "did you mean `wait`");
    bad("given duel\noffered\n", 4, "`offered` wants a move");
    bad("given duel\nnot expect turn 1\n", 4, "`not` goes before told, offered, modifier and");
}

/* ---- expect ---------------------------------------------------------------------------- */

static void test_case__expect_reads_fields(void **state)
{
    (void)state;
    passes("given duel\nexpect North hex 0301 steps 2\nexpect turn 1\nexpect turn=1\n");
    fails("given duel\nexpect North steps 2 hex 0302\n", 4, "expected North.hex 0302, found 0301");
    fails("given duel\nexpect Nroth steps 2\n", 4, "did you mean `North`");
    fails("given duel\nexpect trun 2\n", 4, "did you mean `turn`");
    bad("given duel\nexpect\n", 4, "`expect` what?");
    bad("given duel\nexpect turn\n", 4, "a field wants a value");
    bad("given duel\nexpect turn=1 North\n", 4, "North without a value");
}

static void test_case__expect_knows_what_the_game_waits_for(void **state)
{
    (void)state;
    passes("given duel\nexpect decision\nexpect step turn\nexpect side North\n"
           "place South 0302\nplay strike\nexpect die\nexpect die d6\n"
           "expect die d6 strike at South\nexpect step \"strike\"\n");
    fails("given duel\nexpect die\n", 4, "expected a die awaited, found North to decide: turn");
    fails("given duel\nexpect over\n", 4, "expected the game over, found North to decide");
    fails("given duel\nexpect step strike\n", 4, "expected step `strike`, found step `turn`");
    fails("given duel\nexpect side South\n", 4, "expected side South, found North");
    fails("given duel\nexpect side Suoth\n", 4, "no side `Suoth`: they are North and South");
    fails("given duel\nplace South 0302\nplay strike\nexpect die d8\n", 6,
          "expected d8, found d6 strike at South");
    fails("given duel\nplace South 0302\nplay strike\nexpect die d6 strike at North\n", 6,
          "expected d6 strike at North");
    fails("given duel\nplace South 0302\nplay strike\nexpect decision\n", 6,
          "expected a decision, found d6 awaited (strike at South)");
}

static void test_case__expect_knows_the_winner(void **state)
{
    (void)state;
    passes("given duel turns=1\nplay wait; wait\nexpect over\nexpect winner draw\n");
    passes("given duel steps=1\nplace South 0302\ndice 6\nplay strike\nexpect winner North\n");
    fails("given duel turns=1\nplay wait; wait\nexpect winner North\n", 5,
          "expected winner North, found draw");
    fails("given duel\nexpect winner draw\n", 4, "expected the game over");
    fails("given duel turns=1\nplay wait; wait\nexpect winner Nobody\n", 5, "no side `Nobody`");
}

static void test_case__sees_reads_the_view_of_a_side(void **state)
{
    (void)state;
    passes("given duel\nsees South North steps 2\nsees South turn 1\n");
    fails("given duel\nsees South North steps 1\n", 4, "expected North.steps 1, found 2");
    fails("given duel\nsees East North steps 2\n", 4, "no side `East`");
    bad("given duel\nsees South\n", 4, "`sees` wants a side and fields");
}

static void test_case__best_is_what_a_level_plays(void **state)
{
    (void)state;
    passes("given duel\nplace South 0302\nbest 3: strike\nbest 5: wait, strike\n");
    passes("given duel\nplace South 0302\nbest 3: wait | strike\n");
    fails("given duel\nplace South 0302\nbest 3: wait\n", 5, "level 3 plays strike (");
    fails("given duel\nplace South 0302\nbest 3: wait\n", 5, "%), not wait (");
    fails("given duel\nbest 3: wait, move 0901\n", 4, "the best move is refused by B");
    fails("given duel\nbest 3: wait, stirke\n", 4, "not understood: stirke");
    fails("given duel turns=1\nplay wait; wait\nbest 3: wait\n", 5, "nobody is to decide");
    bad("given duel\nbest 6: wait\n", 4, "no level `6`; there are 1 to 5");
    bad("given duel\nbest wait\n", 4, "`best` wants a level and moves");
    bad("best 3: wait\n", 3, "`best` before any `given`");
}

/* ---- told ------------------------------------------------------------------------------ */

#define HIT "given duel\nplace South 0302\ndice 6\nplay strike\n"

static void test_case__told_finds_an_event(void **state)
{
    (void)state;
    passes(HIT "told South is hit\ntold B3.2: is hit, 1\ntold \"South\"\nnot told North is hit\n"
               "not told B3.1: South is hit\n");
    passes(HIT "play wait\nnot told is hit\n"); /* only what came of the last play */
    fails(HIT "told North is hit\n", 7, "expected told: \"North is hit\"; what was told:");
    fails(HIT "told B3.1: South is hit\n", 7, "expected told: B3.1: \"South is hit\"");
    fails(HIT "not told is hit\n", 7, "expected not told: \"is hit\"");
    fails("given duel\ntold x\n", 4, "nothing was told");
    bad(HIT "told\n", 7, "`told` wants a text");
    bad(HIT "not told\n", 7, "`told` wants a text");
}

static void test_case__looked_finds_a_look_up(void **state)
{
    (void)state;
    passes(HIT "looked strike woods 6 hit\nlooked strike woods 6\nnot looked strike clear 6\n");
    fails(HIT "looked strike woods 5 hit\n", 7, "expected looked up: strike woods 5 hit");
    fails(HIT "looked strike woods 6 miss\n", 7, "expected looked up");
    fails(HIT "looked strake woods 6 hit\n", 7, "expected looked up");
    fails(HIT "not looked strike woods 6\n", 7, "expected not looked up");
    bad(HIT "looked strike woods\n", 7, "`looked` wants chart, row, column and cell");
}

#define UPHILL "ask cost type=V ground=woods up=yes\n"

static void test_case__modifiers_are_those_that_were_counted(void **state)
{
    (void)state;
    passes_in("shields", UPHILL "modifier R4.4 +2\nmodifier R4.4 1 level up\n"
                                "not modifier R4.5\nnot modifier R4.4 3\n"
                                "modifiers R4.4 1, R4.4 +2\n");
    passes_in("shields", "given malfosse\nmodifiers none\n");
    fails_in("shields", UPHILL "modifier R4.4 3\n", 4, "expected modifier R4.4 3");
    fails_in("shields", UPHILL "modifier R4.5 2\n", 4, "expected modifier R4.5 2");
    fails_in("shields", UPHILL "modifier R4.4 2 level up\n", 4, "modifier R4.4 2 level up");
    fails_in("shields", UPHILL "not modifier R4.4\n", 4, "expected no modifier R4.4");
    fails_in("shields", UPHILL "modifiers R4.4 2\n", 4, "expected modifiers R4.4 2 and no others");
    fails_in("shields", UPHILL "modifiers R4.4 2, R4.4 2\n", 4, "and no others");
    fails_in("shields", UPHILL "modifiers none\n", 4, "expected modifiers none");
    bad(HIT "modifier B3.2\n", 7, "`modifier` wants paragraph and number");
    bad(HIT "modifiers B3.2\n", 7, "`modifiers` wants pairs, or `none`");
    bad(HIT "modifiers B3.2 x\n", 7, "`x` is no number");
}

/* ---- odds ------------------------------------------------------------------------------ */

#define NEAR "given duel\nplace South 0302\n"

static void test_case__odds_are_compared_row_by_row(void **state)
{
    (void)state;
    passes(NEAR "measure South.steps\nodds strike\n  1 1/3\n  2 2/3\n");
    passes(NEAR "odds strike\n  measure South.steps turn\n  2 1 4/6\n  1 1 2/6\n");
    passes(NEAR "odds strike\n  1\n"); /* nothing measured: one row */
    passes(NEAR "play strike\nodds die\n  measure South.steps North.hex\n  2 0301 2/3\n"
                "  1 0301 1/3\n");
    fails(NEAR "measure South.steps\nodds strike\n  1 1/2\n  2 1/2\n", 6,
          "strike: the distribution differs in 2 of 2 rows");
    assert_non_null(strstr(last.said.text, "expected             found\n"));
    assert_non_null(strstr(last.said.text, "1/2               1/3\n"));
    fails(NEAR "odds strike\n  measure South.steps\n  2 1\n", 5, "differs in 2 of 2 rows");
    fails(NEAR "odds strike\n  measure South.steps\n  2 2/3\n  1 1/3\n  0 0\n", 5,
          "differs in 1 of 3 rows");
    fails("given duel\nodds strike\n  1\n", 4, "B3.1: South is not next to North");
    fails(NEAR "odds die\n  1\n", 5, "no die is awaited");
    fails(NEAR "odds strkie\n  1\n", 5, "did you mean `strike`");
    fails(NEAR "odds strike\n  measure South.stps\n  1 1\n", 5, "did you mean `steps`");
    fails(NEAR "odds strike\n  measure South.steps\n  x 1\n", 7, "steps must be a number");
}

static void test_case__odds_rows_that_make_no_sense_are_errors(void **state)
{
    (void)state;
    bad(NEAR "odds\n", 5, "`odds` wants a move");
    bad(NEAR "measure\n", 5, "`measure` wants fields");
    bad(NEAR "odds strike\n  measure South.steps\n  1 1/3 1\n", 7,
        "2 values in this row, 1 fields are measured");
    bad(NEAR "odds strike\n  measure South.steps\n  1 third\n", 7, "`third` is no fraction");
    bad(NEAR "odds strike\n  measure South.steps\n  1 1/3\n  1 1/3\n  2 1/3\n", 8,
        "the row `1` stands twice");
    bad(NEAR "odds strike\n  measure a b c d e f g h i\n  1\n", 5, "at most 8 fields");
}

#define ATTACK                                                                                     \
    "given malfosse\nplace N1 0504\nset E1 wall=0\nplay assign 2 combat Pursuit; done\n"

static void test_case__odds_may_name_the_decision_they_stop_at(void **state)
{
    (void)state;
    /* HH(B) against V, row B, no modifier: 1 DL, 2 DR, 3 DR*, 4 NE, 5 and 6 EX, 7 and 8 AR */
    passes_in("shields", ATTACK "odds attack E1 by N1\n  measure E1.steps N1.steps\n"
                                "  1 2 1/8\n  2 2 3/8\n  2 2 2/8 [retreat]\n"
                                "  2 2 2/8 [horse option]\n");
    passes_in("shields", ATTACK "odds attack E1 by N1\n  measure E1.steps N1.steps\n"
                                "  1 2 1/8\n  2 2 7/8\n"); /* none named: none counts */
    fails_in("shields", ATTACK "odds attack E1 by N1\n  measure E1.steps N1.steps\n"
                               "  1 2 1/8\n  2 2 5/8\n  2 2 2/8 [horse option]\n",
             7, "2 2 [retreat]");
    /* a policy goes on from there */
    passes_in("shields", ATTACK "odds attack E1 by N1 | given: change; retreat E1 0502; stay\n"
                                "  measure E1.steps E1.hex\n"
                                "  1 0503 1/8\n  2 0503 3/8\n  2 0502 4/8\n");
    passes_in("shields", ATTACK "odds attack E1 by N1\n  measure E1.steps N1.steps\n"
                                "  given keep; retreat E1 0502; stay\n"
                                "  1 2 1/8\n  2 2 5/8\n  1 1 2/8\n");
    fails_in("shields", ATTACK "odds attack E1 by N1 | given kepe\n  1\n", 7,
             "given kepe: no verb `kepe`; did you mean `keep`");
}

static void test_case__faces_are_those_of_the_first_die(void **state)
{
    (void)state;
    passes(NEAR "odds strike\nfaces 1:miss 2:miss 3-4:miss 5-6:hit\n");
    passes("ask strike ground=clear\nfaces 1-3:miss 4-6:hit\n");
    fails(NEAR "odds strike\nfaces 1-3:miss 4-6:hit\n", 6, "found     1:miss 2:miss 3:miss 4:miss");
    fails(NEAR "odds strike\nfaces 1-4:miss\n", 6, "the faces differ");
    fails(NEAR "odds strike\nfaces 1-4:miss 5-7:hit\n", 6, "the faces differ");
    fails(NEAR "odds strike\nfaces 1-4:miss 4:miss 5-6:hit\n", 6, "the faces differ");
    fails(NEAR "odds wait\nfaces 1:miss\n", 6, "no die");
    fails("ask strike ground=clear\nfaces 1-4:miss 5-6:hit\n", 4, "the faces differ");
    bad(NEAR "odds strike\nfaces\n", 6, "`faces` wants results");
    bad(NEAR "odds strike\nfaces 1=miss\n", 6, "`1=miss` is not FACE:RESULT");
    bad(NEAR "odds strike\nfaces 4-1:miss\n", 6, "is not FACE:RESULT");
    bad(NEAR "faces 1:miss\n", 5, "`faces` must follow `odds` or `ask`");
}

static void test_case__mean_is_exact(void **state)
{
    (void)state;
    passes(NEAR "measure South.steps South.hex\nodds strike\nmean South.steps 5/3\n");
    passes("given duel steps=1\nplace South 0302\nmeasure South.hex\nodds strike\n"
           "mean South.hex 13/3\n"); /* hex 7 or none, which is -1 */
    passes("file tables/strike.tsv\n| ground\t1\t2\t3\t4\t5\t6\n"
           "| clear\thit\thit\thit\thit\thit\thit\n| woods\thit\thit\thit\thit\thit\thit\n"
           "given duel steps=1\nplace South 0302\nmeasure South.hex\nodds strike\n"
           "mean South.hex -1\n");
    fails(NEAR "measure South.steps\nodds strike\nmean South.steps 3/2\n", 7,
          "expected mean South.steps 3/2, found 5/3");
    fails(NEAR "measure South.steps\nodds strike\nmean North.steps 3/2\n", 7,
          "North.steps is not among the fields measured");
    fails(NEAR "measure South.steps\nodds strike\nmean South.stps 3/2\n", 7, "did you mean");
    bad(NEAR "measure South.steps\nodds strike\nmean South.steps\n", 7,
        "`mean` wants a field and a fraction");
    bad(NEAR "measure South.steps\nodds strike\nmean South.steps half\n", 7, "is no fraction");
    bad(NEAR "mean South.steps 1\n", 5, "`mean` must follow `odds`");
}

/* ---- ask, chart, broken ---------------------------------------------------------------- */

static void test_case__ask_compares_the_whole_answer(void **state)
{
    (void)state;
    passes("ask strike ground=woods\n  miss 2/3\n  \"hit\" 1/3\n");
    passes("ask strike\n  ground=woods\n  miss 2/3\n  hit 1/3\n");
    fails("ask strike ground=woods\n  miss 1/2\n  hit 1/2\n", 3, "differs in 2 of 2 rows");
    fails("ask strike ground=woods\n  miss 2/3\n", 3, "differs in 1 of 2 rows");
    fails("ask strkie ground=woods\n  miss 2/3\n", 3, "no question `strkie`");
    bad("ask\n", 3, "`ask` wants a question");
    bad("ask strike\n  miss maybe\n", 4, "`maybe` is no fraction");
    bad("ask strike\n  miss 1/2\n  miss 1/2\n", 5, "the row `miss` stands twice");
}

static void test_case__answer_is_the_one_result(void **state)
{
    (void)state;
    passes("ask strike ground=woods dice=5\nanswer hit\nanswer contains hi\n"
           "looked strike woods 5 hit\n");
    fails("ask strike ground=woods dice=5\nanswer miss\n", 4,
          "expected answer \"miss\", found \"hit\"");
    fails("ask strike ground=woods dice=5\nanswer contains mis\n", 4, "expected answer with");
    fails("ask strike ground=woods\nanswer hit\n", 4, "has no single answer");
    fails("ask strike ground=sand dice=5\nanswer hit\n", 4, "no ground `sand`");
    bad("ask strike dice=5\nanswer\n", 4, "`answer` wants a text");
    bad("answer hit\n", 3, "`answer` must follow `ask`");
}

static void test_case__bad_is_an_input_that_is_rejected(void **state)
{
    (void)state;
    passes("ask strike ground=sand\nbad no ground `sand`\n");
    passes("ask strike dice=9\nbad \"9\"\n");
    fails("ask strike ground=sand\nbad no such luck\n", 4, "expected an error with");
    fails("ask strike ground=woods\nbad no ground\n", 4, "found an answer");
    bad("ask strike ground=sand\nbad\n", 4, "`bad` wants a text");
    bad("bad x\n", 3, "`bad` must follow `ask`");
}

static void test_case__a_question_may_be_answered_by_a_refusal(void **state)
{
    (void)state;
    passes_in("shields", "ask commands orders=Pursuit:move+combat+fire\nrefused R2.3\n");
    passes_in("shields", "ask commands orders=Pursuit:move+combat+fire\nrefused\n");
    passes_in("shields", "ask combat type=HH own_wall=yes\nrefused R8.1\n");
    fails_in("shields", "ask commands orders=Pursuit:move+combat+fire\nrefused R2.1\n", 4,
             "expected refused by R2.1, found \"refused (R2.3)");
    fails_in("shields", "ask commands orders=Pursuit:combat\nrefused R2.3\n", 4,
             "found \"legal\"");
    fails_in("shields", "ask combat type=XX\nrefused R8.1\n", 4, "expected refused by R8.1");
}

static void test_case__chart_reads_a_cell(void **state)
{
    (void)state;
    passes("chart strike clear 4 hit\n");
    passes("given duel\nchart strike \"woods\" 4 miss\n");
    fails("chart strike clear 4 miss\n", 3,
          "expected miss at row clear, column 4 of strike, found hit");
    fails("chart strke clear 4 miss\n", 3, "no chart `strke`; did you mean `strike`");
    fails("chart strike claer 4 miss\n", 3, "no row `claer`; did you mean `clear`");
    fails("chart strike clear 9 miss\n", 3, "no column `9`");
    bad("chart strike clear 4\n", 3, "`chart` wants chart, row, column and cell");
}

static void test_case__broken_is_a_scenario_that_does_not_compile(void **state)
{
    (void)state;
    passes("broken duel man.South=0301: both men in one hex\n");
    passes("file x.txt\n| id = x\n| nonsense\nbroken x: 2 not `key = value`\nbroken x: 2\n"
           "broken x: blank/scenarios/x.txt\n");
    passes("broken duel title=\"a: b\" steps=0: `steps` must be a number\n");
    fails("broken duel: both men\n", 3, "expected an error with \"both men\", but duel compiles");
    fails("broken duel man.South=0301: no man\n", 3, "expected the error \"no man\", found");
    fails("file x.txt\n| id = x\n| nonsense\nbroken x: 3 not `key = value`\n", 6,
          "expected the error on line 3");
    bad("broken duel both men\n", 3, "`broken` is written");
    bad("broken duel:\n", 3, "`broken` wants what is wrong");
    bad("broken : x\n", 3, "`broken` is written");
}

static void test_case__running_twice_gives_the_same_words(void **state)
{
    struct st_buf first = { 0 };

    (void)state;
    fails(NEAR "measure South.steps\nodds strike\n  1 1/2\n  2 1/2\n", 6, "differs");
    st_buf_add(&first, "%s", last.said.text);
    fails(NEAR "measure South.steps\nodds strike\n  1 1/2\n  2 1/2\n", 6, "differs");
    assert_string_equal(first.text, last.said.text);
    st_buf_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case__cases_are_counted_one_by_one),
        cmocka_unit_test(test_case__an_error_ends_the_file_and_keeps_the_count),
        cmocka_unit_test(test_case__an_unknown_word_after_a_failure_is_still_an_error),
        cmocka_unit_test(test_case__an_empty_file_has_no_cases),
        cmocka_unit_test(test_case__the_game_is_named_or_known_from_the_folder),
        cmocka_unit_test(test_case__comments_and_indented_lines_are_read),
        cmocka_unit_test(test_case__statements_out_of_place_are_errors),
        cmocka_unit_test(test_case__a_case_that_checks_nothing_fails),
        cmocka_unit_test(test_case__damaged_text_is_refused_with_its_line),
        cmocka_unit_test(test_case__an_inline_file_is_a_scenario),
        cmocka_unit_test(test_case__a_later_file_of_the_name_wins),
        cmocka_unit_test(test_case__a_file_in_a_failed_case_serves_the_next),
        cmocka_unit_test(test_case__an_inline_chart_replaces_the_printed_one),
        cmocka_unit_test(test_case__a_sheet_may_be_written_with_bars),
        cmocka_unit_test(test_case__scenarios_beside_the_case_file_are_found),
        cmocka_unit_test(test_case__given_sets_up_afresh),
        cmocka_unit_test(test_case__given_may_place_and_set_pieces),
        cmocka_unit_test(test_case__set_changes_fields),
        cmocka_unit_test(test_case__place_moves_pieces_in_any_order),
        cmocka_unit_test(test_case__a_position_set_up_must_be_sane),
        cmocka_unit_test(test_case__dice_fall_in_their_order),
        cmocka_unit_test(test_case__play_makes_legal_moves),
        cmocka_unit_test(test_case__a_ruling_is_carried_out_against_the_rules),
        cmocka_unit_test(test_case__mark_and_back_return_to_a_position),
        cmocka_unit_test(test_case__try_changes_nothing),
        cmocka_unit_test(test_case__refused_names_the_paragraph),
        cmocka_unit_test(test_case__a_paragraph_may_have_blanks),
        cmocka_unit_test(test_case__legal_and_refused_fit_on_one_line),
        cmocka_unit_test(test_case__says_looks_into_the_sentence),
        cmocka_unit_test(test_case__offers_are_compared_as_a_set),
        cmocka_unit_test(test_case__offered_asks_for_one_move),
        cmocka_unit_test(test_case__expect_reads_fields),
        cmocka_unit_test(test_case__expect_knows_what_the_game_waits_for),
        cmocka_unit_test(test_case__expect_knows_the_winner),
        cmocka_unit_test(test_case__sees_reads_the_view_of_a_side),
        cmocka_unit_test(test_case__best_is_what_a_level_plays),
        cmocka_unit_test(test_case__told_finds_an_event),
        cmocka_unit_test(test_case__looked_finds_a_look_up),
        cmocka_unit_test(test_case__modifiers_are_those_that_were_counted),
        cmocka_unit_test(test_case__odds_are_compared_row_by_row),
        cmocka_unit_test(test_case__odds_rows_that_make_no_sense_are_errors),
        cmocka_unit_test(test_case__odds_may_name_the_decision_they_stop_at),
        cmocka_unit_test(test_case__faces_are_those_of_the_first_die),
        cmocka_unit_test(test_case__mean_is_exact),
        cmocka_unit_test(test_case__ask_compares_the_whole_answer),
        cmocka_unit_test(test_case__answer_is_the_one_result),
        cmocka_unit_test(test_case__bad_is_an_input_that_is_rejected),
        cmocka_unit_test(test_case__a_question_may_be_answered_by_a_refusal),
        cmocka_unit_test(test_case__chart_reads_a_cell),
        cmocka_unit_test(test_case__broken_is_a_scenario_that_does_not_compile),
        cmocka_unit_test(test_case__running_twice_gives_the_same_words),
    };

    return cmocka_run_group_tests(tests, NULL, forget);
}
