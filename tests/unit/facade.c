/* facade.c - the public interface, as a program that knows nothing but text uses it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include "core/game.h"
#include "odds/odds.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- asking and reading answers ----------------------------------------------------------- */

/* Every answer must be JSON, and is the test's to decref. */
static json_t *read_answer(const char *text)
{
    json_error_t where;
    json_t *j;

    assert_non_null(text);
    j = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    if (!j)
        fail_msg("%s at %d: %s", where.text, where.position, text);
    return j;
}

static const char *text_of(const json_t *j, const char *key)
{
    return json_string_value(json_object_get(j, key));
}

/* The string under `key`, copied; the answer is let go. */
static char *text_in(const char *answer, const char *key)
{
    json_t *j = read_answer(answer);
    const char *text = text_of(j, key);

    if (!text)
        fail_msg("no \"%s\" in %s", key, answer);
    char *copy = strdup(text);
    assert_non_null(copy);
    json_decref(j);
    return copy;
}

static void expect_done(const char *answer)
{
    json_t *j = read_answer(answer);

    if (!json_object_get(j, "lines") || !json_object_get(j, "from"))
        fail_msg("not done: %s", answer);
    json_decref(j);
}

static void expect_refused(const char *answer, const char *para)
{
    json_t *j = read_answer(answer), *why = json_object_get(j, "refused");

    if (!why)
        fail_msg("not refused: %s", answer);
    assert_string_equal(text_of(why, "para"), para);
    assert_true(strlen(text_of(why, "text")) > 0);
    json_decref(j);
}

static void expect_error(const char *answer, const char *kind, const char *words)
{
    json_t *j = read_answer(answer), *err = json_object_get(j, "error");

    if (!err)
        fail_msg("no error: %s", answer);
    assert_string_equal(text_of(err, "kind"), kind);
    if (!strstr(text_of(err, "text"), words))
        fail_msg("`%s` is not said: %s", words, answer);
    json_decref(j);
}

static char *hash_at(struct sandtable *s, int line)
{
    return text_in(sandtable_state(s, SANDTABLE_UMPIRE, line), "hash");
}

static int lines_of(struct sandtable *s)
{
    json_t *j = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));
    int n = (int)json_integer_value(json_object_get(j, "lines"));

    json_decref(j);
    return n;
}

/* "decision", "die" or "over". */
static const char *kind_now(struct sandtable *s, char out[16])
{
    json_t *j = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));

    snprintf(out, 16, "%s", text_of(json_object_get(j, "turn"), "kind"));
    json_decref(j);
    return out;
}

/* The first offered move that begins so; the test's to free. */
static char *offered(struct sandtable *s, const char *prefix)
{
    json_t *j = read_answer(sandtable_offers(s, SANDTABLE_UMPIRE, prefix));
    json_t *group = json_array_get(json_object_get(j, "offers"), 0);
    const char *move = text_of(json_array_get(json_object_get(group, "offers"), 0), "move");
    char *copy = move ? strdup(move) : NULL;

    json_decref(j);
    return copy;
}

static int make_handle(void **state)
{
    *state = sandtable_new();
    return *state ? 0 : -1;
}

static int free_handle(void **state)
{
    sandtable_free(*state);
    return 0;
}

/* A die is awaited: South is struck at in the open, a hit on 4, 5 and 6. */
static void come_to_blows(struct sandtable *s, const char *options)
{
    expect_done(sandtable_open(s, "blank/duel", options));
    expect_done(sandtable_move(s, "move 0302", 0));
    expect_done(sandtable_move(s, "wait", 0));
    expect_done(sandtable_move(s, "strike", 0));
}

/* ---- the library -------------------------------------------------------------------------- */

static void test_library__lists_every_game_with_all_it_has(void **state)
{
    struct sandtable *s = *state;
    json_t *games = read_answer(sandtable_games(s));

    assert_int_equal(json_array_size(games), st_ngames);
    for (size_t i = 0; i < json_array_size(games); i++) {
        json_t *g = json_array_get(games, i);
        const char *id = text_of(g, "id");
        json_t *scenarios = read_answer(sandtable_scenarios(s, id));
        json_t *charts = read_answer(sandtable_chart(s, id, NULL, NULL));
        json_t *questions = read_answer(sandtable_ask(s, id, NULL, NULL));

        assert_int_equal(json_array_size(scenarios), st_game_find(id)->nscenarios);
        assert_int_equal(json_array_size(charts), st_game_find(id)->ncharts);
        assert_int_equal(json_array_size(questions), st_nquestions(st_game_find(id)));
        for (size_t k = 0; k < json_array_size(charts); k++) {
            const char *chart = text_of(json_array_get(charts, k), "id");
            json_t *whole = read_answer(sandtable_chart(s, id, chart, ""));

            assert_true(json_array_size(json_object_get(whole, "cells")) > 0);
            json_decref(whole);
            char *svg = text_in(sandtable_chart_svg(s, id, chart, NULL), "svg");
            assert_int_equal(strncmp(svg, "<svg ", 5), 0);
            free(svg);
        }
        json_decref(scenarios);
        json_decref(charts);
        json_decref(questions);
    }
    json_decref(games);
}

static void test_library__shows_cells_paragraphs_and_answers(void **state)
{
    struct sandtable *s = *state;
    char *cell = text_in(sandtable_chart(s, "blank", "strike", "woods,5"), "cell");
    char *rule = text_in(sandtable_rules(s, "blank", "B3.2"), "text");
    char *svg = text_in(sandtable_chart_svg(s, "blank", "B3.2", "woods,5"), "svg");
    json_t *book = read_answer(sandtable_rules(s, "blank", NULL));
    json_t *reply = read_answer(sandtable_ask(s, "blank", "strike", "ground=woods\n"));

    assert_string_equal(cell, "hit");
    assert_non_null(strstr(rule, "B3.2"));
    assert_non_null(strstr(svg, "#ffd24a")); /* the lit cell */
    assert_true(json_array_size(json_object_get(book, "headings")) > 3);
    json_t *rows = json_object_get(reply, "rows");
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text_of(json_array_get(rows, 1), "label"), "hit");
    assert_string_equal(text_of(json_array_get(rows, 1), "p"), "1/3");
    json_decref(book);
    json_decref(reply);
    free(cell);
    free(rule);
    free(svg);
    char *one = text_in(sandtable_ask(s, "blank", "strike", "ground=woods\ndice=6"), "result");
    assert_string_equal(one, "hit");
    free(one);
}

static void test_library__names_nobody_knows_are_errors_with_the_nearest(void **state)
{
    struct sandtable *s = *state;

    expect_error(sandtable_scenarios(s, "balnk"), "usage", "did you mean `blank`");
    expect_error(sandtable_scenarios(s, NULL), "usage", "there are ");
    expect_error(sandtable_chart(s, "blank", "stirke", NULL), "usage", "did you mean `strike`");
    expect_error(sandtable_chart(s, "blank", "strike", "wods,3"), "usage", "did you mean `woods`");
    expect_error(sandtable_chart_svg(s, "blank", NULL, NULL), "usage", "no chart");
    expect_error(sandtable_rules(s, "blank", "B3.7"), "usage", "did you mean `B3.");
    expect_error(sandtable_ask(s, "blank", "strik", ""), "usage", "did you mean `strike`");
    expect_error(sandtable_ask(s, "blank", "strike", "grund=woods"), "usage", "`ground`");
    expect_error(sandtable_open(s, "blank/dual", ""), "usage", "did you mean `duel`");
    expect_error(sandtable_open(s, NULL, NULL), "usage", "no game");
}

/* ---- texts of one's own ------------------------------------------------------------------- */

static void test_files__a_house_chart_goes_before_the_library(void **state)
{
    struct sandtable *s = *state;
    const char *house = "# para B3.2\n# title House\n# rows ground\n# cols die\n"
                        "ground\t1\t2\t3\t4\t5\t6\n"
                        "clear\thit\thit\thit\thit\thit\thit\n"
                        "woods\tmiss\tmiss\tmiss\tmiss\tmiss\thit\n";
    char *before = text_in(sandtable_chart(s, "blank", "strike", "woods,5"), "cell");
    char *named = text_in(sandtable_file(s, "blank/tables/strike.tsv", house), "name");
    char *after = text_in(sandtable_chart(s, "blank", "strike", "woods,5"), "cell");

    assert_string_equal(named, "blank/tables/strike.tsv");
    assert_string_equal(before, "hit");
    assert_string_equal(after, "miss");
    free(before);
    free(named);
    free(after);

    come_to_blows(s, "");
    json_t *odds = read_answer(sandtable_odds(s, SANDTABLE_UMPIRE, NULL, NULL, "South.steps"));
    json_t *rows = json_object_get(odds, "rows");
    assert_int_equal(json_array_size(rows), 1); /* every face hits */
    json_decref(odds);

    char *record = text_in(sandtable_record(s), "record");
    json_t *sound = read_answer(sandtable_verify(s, record));
    assert_true(json_is_true(json_object_get(sound, "sound")));
    json_decref(sound);
    sandtable_file(s, "blank/tables/strike.tsv", NULL);
    json_t *other = read_answer(sandtable_verify(s, record)); /* other tables, another hash */
    assert_true(json_is_false(json_object_get(other, "sound")));
    json_decref(other);
    free(record);
    expect_done(sandtable_die(s, 1)); /* the game on the table keeps its chart */
    json_t *lines = read_answer(sandtable_lines(s, SANDTABLE_UMPIRE, 4));
    char *told = json_dumps(lines, 0);
    assert_non_null(strstr(told, "South is hit"));
    free(told);
    json_decref(lines);
}

static void test_files__a_sentence_may_break_before_a_number(void **state)
{
    struct sandtable *s = *state;
    const char *house = "# House\n\n- **B3** Ground is bad (see B9 and\n  B4); it costs\n  7 points.\n"
                        "- B4 Woods.\n\n5.1 A line is at most\n45 mm long, or\nB9, if that is less.\n"
                        "5.2 Next.\n\n1. First.\n2. Second.\n";

    sandtable_file(s, "blank/RULES.md", house);
    char *ground = text_in(sandtable_rules(s, "blank", "B3"), "text");
    char *woods = text_in(sandtable_rules(s, "blank", "B4"), "text");
    char *line = text_in(sandtable_rules(s, "blank", "5.1"), "text");
    char *second = text_in(sandtable_rules(s, "blank", "2"), "text");

    assert_string_equal(ground, "- **B3** Ground is bad (see B9 and\n  B4); it costs\n  7 points.\n");
    assert_string_equal(woods, "- B4 Woods.\n");
    assert_string_equal(line, "5.1 A line is at most\n45 mm long, or\nB9, if that is less.\n");
    assert_string_equal(second, "2. Second.\n");
    expect_error(sandtable_rules(s, "blank", "45"), "usage", "no paragraph `45`");
    expect_error(sandtable_rules(s, "blank", "B9"), "usage", "no paragraph `B9`");
    sandtable_file(s, "blank/RULES.md", NULL);
    free(ground);
    free(woods);
    free(line);
    free(second);
}

static void test_files__a_scenario_of_ones_own_can_be_played(void **state)
{
    struct sandtable *s = *state;
    const char *text = "title = Elsewhere\ncols = 9\nrows = 4\nwoods = 0202\nman.North = 0101\n"
                       "man.South = 0904\nsteps = 2\nturns = 3\n";

    expect_error(sandtable_open(s, "blank/elsewhere", ""), "usage", "no scenario `elsewhere`");
    json_decref(read_answer(sandtable_file(s, "blank/scenarios/elsewhere.txt", text)));
    expect_done(sandtable_open(s, "blank/elsewhere", ""));
    json_t *plan = read_answer(sandtable_plan(s));
    json_t *map = json_object_get(plan, "map");
    assert_int_equal(json_integer_value(json_object_get(map, "cols")), 9);
    assert_int_equal(json_array_size(json_object_get(map, "hexes")), 36);
    json_decref(plan);
    json_decref(read_answer(sandtable_file(s, "blank/scenarios/elsewhere.txt", "title = x\n")));
    expect_error(sandtable_open(s, "blank/elsewhere", ""), "syntax", "cols");
    expect_error(sandtable_file(s, "balnk/RULES.md", "x"), "usage", "did you mean `blank`");
    expect_error(sandtable_file(s, "RULES.md", "x"), "usage", "GAME/");
}

/* ---- a game ------------------------------------------------------------------------------- */

static void test_table__without_a_game_every_question_about_it_is_an_error(void **state)
{
    struct sandtable *s = *state;

    expect_error(sandtable_plan(s), "usage", "no game");
    expect_error(sandtable_state(s, 0, SANDTABLE_PRESENT), "usage", "no game");
    expect_error(sandtable_fields(s, 0, ""), "usage", "no game");
    expect_error(sandtable_offers(s, 0, ""), "usage", "no game");
    expect_error(sandtable_check(s, "wait"), "usage", "no game");
    expect_error(sandtable_odds(s, 0, "wait", "", ""), "usage", "no game");
    expect_error(sandtable_record(s), "usage", "no game");
    expect_error(sandtable_lines(s, 0, 0), "usage", "no game");
    expect_error(sandtable_svg(s, 0, 0), "usage", "no game");
    expect_error(sandtable_move(s, "wait", 0), "usage", "no game");
    expect_error(sandtable_die(s, 1), "usage", "no game");
    expect_error(sandtable_roll(s), "usage", "no game");
    expect_error(sandtable_decide(s, "random", 1), "usage", "no game");
    expect_error(sandtable_undo(s), "usage", "no game");
    expect_error(sandtable_ruling(s, "set turn 1"), "usage", "no game");
    expect_error(sandtable_note(s, "x"), "usage", "no game");
    expect_error(sandtable_playouts(s, 1, 1), "usage", "no game");
}

static void test_table__options_are_read_or_named_in_the_error(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(
        s, "blank/duel", "set turns=2\nseat South=ai:greedy\n\n dice seed:5/2 \nmode warn\n"));
    char *record = text_in(sandtable_record(s), "record");
    assert_non_null(strstr(record, "[Given \"turns=2\"]"));
    assert_non_null(strstr(record, "[South \"ai:greedy\"]"));
    assert_non_null(strstr(record, "[Dice \"seed:5/2\"]"));
    assert_non_null(strstr(record, "[Mode \"warn\"]"));
    expect_error(sandtable_open(s, "blank/duel", "seat Suoth=x"), "usage", "did you mean `South`");
    expect_error(sandtable_open(s, "blank/duel", "seat South"), "usage", "`=`");
    expect_error(sandtable_open(s, "blank/duel", "mode enforec"), "usage", "`enforce`");
    expect_error(sandtable_open(s, "blank/duel", "dice 6"), "usage", "seed:N or hand");
    expect_error(sandtable_open(s, "blank/duel", "sett a=b"), "usage", "did you mean `set`");
    expect_error(sandtable_open(s, "blank/duel", "set turns=x"), "syntax", "turns");
    char *still = text_in(sandtable_record(s), "record"); /* nothing of this touched the table */
    assert_string_equal(still, record);
    free(record);
    free(still);
}

static void test_table__a_refusal_names_its_paragraph_and_changes_nothing(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(s, "blank/duel", ""));
    char *before = hash_at(s, SANDTABLE_PRESENT);
    expect_refused(sandtable_check(s, "strike"), "B3.1");
    expect_refused(sandtable_move(s, "strike", 0), "B3.1");
    expect_refused(sandtable_move(s, "strke", 0), "");
    expect_refused(sandtable_die(s, 3), "B2.1");
    expect_refused(sandtable_undo(s), "");
    expect_refused(sandtable_ruling(s, "set South steps 99"), "B3.2");
    expect_refused(sandtable_odds(s, SANDTABLE_UMPIRE, "strike", "", ""), "B3.1");
    expect_refused(sandtable_odds(s, SANDTABLE_UMPIRE, "", "", ""), "");
    expect_refused(sandtable_odds(s, SANDTABLE_UMPIRE, "wait", "", "South.stpes"), "");
    expect_refused(sandtable_fields(s, SANDTABLE_UMPIRE, "Suoth"), "");
    expect_error(sandtable_state(s, 2, SANDTABLE_PRESENT), "usage", "side");
    expect_error(sandtable_state(s, 0, 99), "usage", "line");
    expect_error(sandtable_lines(s, -2, 0), "usage", "side");
    expect_error(sandtable_decide(s, "gredy", 1), "usage", "did you mean `greedy`");
    expect_error(sandtable_roll(s), "usage", "by hand");
    char *after = hash_at(s, SANDTABLE_PRESENT);
    assert_string_equal(before, after);
    assert_int_equal(lines_of(s), 1); /* the check after the set-up */
    free(before);
    free(after);
    char *tidy = text_in(sandtable_check(s, "  move   0302 "), "move");
    assert_string_equal(tidy, "move 0302");
    free(tidy);
}

static void test_table__dice_rulings_notes_and_undo(void **state)
{
    struct sandtable *s = *state;

    come_to_blows(s, "");
    json_t *now = read_answer(sandtable_state(s, 0, SANDTABLE_PRESENT));
    json_t *turn = json_object_get(now, "turn");
    assert_string_equal(text_of(turn, "kind"), "die");
    assert_int_equal(json_array_size(json_object_get(turn, "faces")), 6);
    json_decref(now);
    expect_refused(sandtable_die(s, 7), "B3.2");
    expect_done(sandtable_die(s, 6));
    expect_refused(sandtable_undo(s), ""); /* a die fell */
    expect_done(sandtable_ruling(s, "set South steps 2"));
    json_t *fields = read_answer(sandtable_fields(s, SANDTABLE_UMPIRE, "South"));
    json_t *steps = json_array_get(json_object_get(fields, "fields"), 1);
    assert_string_equal(text_of(steps, "name"), "steps");
    assert_int_equal(json_integer_value(json_object_get(steps, "value")), 2);
    json_decref(fields);
    int lines = lines_of(s);
    expect_done(sandtable_undo(s));
    assert_int_equal(lines_of(s), lines - 1);
    expect_done(sandtable_note(s, "a fair hit"));
    char *record = text_in(sandtable_record(s), "record");
    assert_non_null(strstr(record, "; a fair hit"));
    free(record);
}

static void test_table__mode_warn_makes_a_ruling_of_what_is_said_twice(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(s, "shields/malfosse", "mode warn"));
    expect_refused(sandtable_move(s, "move N1 0101", 0), "R2.7");
    expect_done(sandtable_move(s, "move N1 0101", 1));
    char *record = text_in(sandtable_record(s), "record");
    assert_non_null(strstr(record, "\n! Norman  move N1 0101\n"));
    free(record);
    expect_done(sandtable_open(s, "shields/malfosse", "mode enforce"));
    expect_refused(sandtable_move(s, "move N1 0101", 1), "R2.7");
}

/* ---- whole games -------------------------------------------------------------------------- */

/* Both sides by the computer, to the end; how many decisions. */
static int play_through(struct sandtable *s, const char *kind, int most)
{
    char now[16];
    int decisions = 0;

    while (strcmp(kind_now(s, now), "over") != 0 && decisions < most) {
        if (strcmp(now, "die") == 0) {
            expect_done(sandtable_roll(s));
        } else {
            expect_done(sandtable_decide(s, kind, 7));
            decisions++;
        }
    }
    return decisions;
}

static void test_play__a_game_of_shields_from_the_first_move_to_the_winner(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(s, "shields/malfosse", "dice seed:11"));
    assert_in_range(play_through(s, "random", 5000), 10, 4999);
    json_t *end = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));
    assert_string_equal(text_of(json_object_get(end, "turn"), "kind"), "over");
    assert_non_null(json_object_get(json_object_get(end, "turn"), "winner"));
    char *hash = strdup(text_of(end, "hash"));
    int lines = (int)json_integer_value(json_object_get(end, "lines"));
    json_decref(end);

    /* The record holds, ends on the same position, and stays what it is when read again. */
    char *record = text_in(sandtable_record(s), "record");
    json_t *verdict = read_answer(sandtable_verify(s, record));
    assert_true(json_is_true(json_object_get(verdict, "sound")));
    assert_int_equal(json_integer_value(json_object_get(verdict, "lines")), lines);
    json_decref(verdict);
    expect_done(sandtable_load(s, record, SANDTABLE_PRESENT));
    char *again = hash_at(s, SANDTABLE_PRESENT), *copy = text_in(sandtable_record(s), "record");
    assert_string_equal(again, hash);
    assert_string_equal(copy, record);
    json_t *told = read_answer(sandtable_lines(s, SANDTABLE_UMPIRE, 0));
    assert_int_equal(json_array_size(json_object_get(told, "lines")), lines);
    json_decref(told);
    free(again);
    free(copy);
    free(hash);
    free(record);
}

static void test_play__the_same_seeds_play_the_same_game_again(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(s, "shields/malfosse", "dice seed:3"));
    play_through(s, "greedy", 12);
    char *first = text_in(sandtable_record(s), "record");
    expect_done(sandtable_open(s, "shields/malfosse", "dice seed:3"));
    play_through(s, "greedy", 12);
    char *second = text_in(sandtable_record(s), "record");
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void test_live__the_position_before_a_line_is_that_of_the_shorter_record(void **state)
{
    struct sandtable *s = *state, *other = sandtable_new();

    assert_non_null(other);
    expect_done(sandtable_open(s, "shields/malfosse", "dice seed:4"));
    play_through(s, "random", 30);
    char *record = text_in(sandtable_record(s), "record");
    for (int line = 0, lines = lines_of(s); line <= lines; line += 7) {
        expect_done(sandtable_load(other, record, line));
        char *then = hash_at(s, line), *shorter = hash_at(other, SANDTABLE_PRESENT);

        assert_string_equal(then, shorter);
        free(then);
        free(shorter);
        char *svg = text_in(sandtable_svg(s, 0, line), "svg");
        assert_non_null(strstr(svg, "</svg>"));
        free(svg);
    }
    free(record);
    sandtable_free(other);
}

static void test_verify__a_record_that_was_tampered_with_is_unsound_at_its_line(void **state)
{
    struct sandtable *s = *state;

    come_to_blows(s, "");
    expect_done(sandtable_die(s, 6));
    char *record = text_in(sandtable_record(s), "record");
    char *strike = strstr(record, "strike\n");
    assert_non_null(strike);
    memcpy(strike, "strine", 6);
    json_t *j = read_answer(sandtable_verify(s, record));
    assert_true(json_is_false(json_object_get(j, "sound")));
    int line = 1;
    for (char *c = record; c < strike; c++)
        line += *c == '\n';
    assert_int_equal(json_integer_value(json_object_get(j, "line")), line);
    json_decref(j);
    expect_error(sandtable_load(s, record, SANDTABLE_PRESENT), "unsound", "strine");
    expect_error(sandtable_load(s, "[Game", SANDTABLE_PRESENT), "syntax", "");
    free(record);
    j = read_answer(sandtable_verify(s, "no record at all"));
    assert_true(json_is_false(json_object_get(j, "sound")));
    json_decref(j);
}

/* ---- odds --------------------------------------------------------------------------------- */

/* The rows of an answer against those of the engine on the same position. */
static void compare_rows(const json_t *answer, const struct st_odds *o)
{
    const json_t *rows = json_object_get(answer, "rows");

    assert_int_equal(json_array_size(rows), o->nrows);
    for (int i = 0; i < o->nrows; i++) {
        const json_t *row = json_array_get(rows, (size_t)i);
        char p[96];

        st_frac_print(o->row[i].p, p, sizeof p);
        assert_string_equal(text_of(row, "p"), p);
        assert_true(json_real_value(json_object_get(row, "value")) == st_frac_value(o->row[i].p));
        const char *step = text_of(row, "decision");
        assert_true(step ? o->row[i].step && strcmp(step, o->row[i].step) == 0 : !o->row[i].step);
    }
    assert_int_equal(json_array_size(json_object_get(answer, "faces")), o->nfaces);
    assert_int_equal(json_integer_value(json_object_get(answer, "positions")), o->positions);
}

/* Make on t what stands in the game so far: the decisions and dice of lines. */
static void follow(struct st_table *t, const json_t *lines)
{
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const json_t *l = json_array_get(lines, i);
        struct st_move m;

        if (strcmp(text_of(l, "kind"), "move") == 0) {
            assert_int_equal(st_move_parse(&m, t->plan, text_of(l, "text"), NULL), ST_LEGAL);
            assert_int_equal(st_play(t, &m, NULL), ST_LEGAL);
        } else if (strcmp(text_of(l, "kind"), "die") == 0) {
            st_take(t, (int)json_integer_value(json_object_get(l, "value")));
        }
    }
}

static void test_odds__are_those_of_the_engine(void **state)
{
    struct sandtable *s = *state;
    struct st_plan *plan = NULL;
    struct st_probe probe[ST_PROBES];
    struct st_move m;
    int attacks = 0;

    assert_int_equal(
        st_plan_make(&plan, st_game_find("shields"), "malfosse", &st_files_library, NULL, 0, NULL),
        ST_OK);
    struct st_table t = { plan, malloc(plan->pos_size), NULL };
    assert_non_null(t.pos);
    expect_done(sandtable_open(s, "shields/malfosse", "dice seed:3"));
    for (int i = 0; i < 400 && attacks < 6; i++) {
        play_through(s, "random", 1);
        sandtable_roll(s);
        char *move = offered(s, "attack");

        if (!move)
            continue;
        json_t *lines = read_answer(sandtable_lines(s, SANDTABLE_UMPIRE, 0));
        st_begin(&t);
        follow(&t, json_object_get(lines, "lines"));
        json_decref(lines);
        assert_int_equal(st_move_parse(&m, plan, move, NULL), ST_LEGAL);
        struct st_ask q = { .move = &m, .probe = probe };
        struct st_odds o;
        q.nprobes = st_probes_of_move(plan, &m, probe, ST_PROBES);
        assert_int_equal(st_odds(&o, &t, &q, NULL), ST_OK);
        json_t *answer = read_answer(sandtable_odds(s, SANDTABLE_UMPIRE, move, NULL, NULL));
        compare_rows(answer, &o);
        json_decref(answer);
        st_odds_free(&o);
        free(move);
        attacks++;
    }
    assert_int_equal(attacks, 6);
    free(t.pos);
    st_plan_free(plan);
}

static void test_odds__measures_and_supposed_moves_are_heard(void **state)
{
    struct sandtable *s = *state;

    come_to_blows(s, "");
    json_t *j = read_answer(sandtable_odds(s, 0, "", "wait", "South.steps,turn"));
    json_t *row = json_array_get(json_object_get(j, "rows"), 0);
    assert_string_equal(text_of(row, "p"), "1/2");
    assert_int_equal(json_object_size(json_object_get(row, "values")), 2);
    assert_string_equal(text_of(j, "dice"), "d6");
    json_decref(j);
    expect_refused(sandtable_odds(s, 0, "", "wiat", ""), "");
}

/* ---- offers and playouts ------------------------------------------------------------------ */

static void test_offers__are_grouped_by_verb_and_piece_and_all_legal(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(s, "shields/malfosse", "dice seed:6"));
    play_through(s, "random", 3);
    json_t *j = read_answer(sandtable_offers(s, SANDTABLE_UMPIRE, NULL));
    json_t *groups = json_object_get(j, "offers");
    int n = 0;

    assert_true(json_array_size(groups) > 0);
    for (size_t i = 0; i < json_array_size(groups); i++) {
        json_t *g = json_array_get(groups, i), *offers = json_object_get(g, "offers");

        for (size_t k = 0; k < json_array_size(offers); k++, n++) {
            json_t *o = json_array_get(offers, k);
            const char *move = text_of(o, "move"), *piece = text_of(g, "piece");
            char *again = text_in(sandtable_check(s, move), "move");

            assert_string_equal(again, move);
            assert_int_equal(strncmp(move, text_of(g, "verb"), strlen(text_of(g, "verb"))), 0);
            if (piece)
                assert_string_equal(
                    json_string_value(json_array_get(json_object_get(o, "pieces"), 0)), piece);
            free(again);
        }
        for (size_t k = 0; k < i; k++) { /* no group twice */
            json_t *other = json_array_get(groups, k);

            assert_false(json_equal(json_object_get(other, "form"), json_object_get(g, "form")) &&
                         json_equal(json_object_get(other, "piece"), json_object_get(g, "piece")));
        }
    }
    assert_true(n > 1);
    json_decref(j);
    char *none = offered(s, "no such verb");
    assert_null(none);
}

static void test_playouts__leave_the_table_alone_and_repeat_themselves(void **state)
{
    struct sandtable *s = *state;

    expect_done(sandtable_open(s, "shields/malfosse", ""));
    char *before = hash_at(s, SANDTABLE_PRESENT);
    json_t *one = read_answer(sandtable_playouts(s, 20, 9)), *two, *other;
    two = read_answer(sandtable_playouts(s, 20, 9));
    other = read_answer(sandtable_playouts(s, 20, 10));
    assert_true(json_equal(one, two));
    assert_false(json_equal(one, other));
    json_t *wins = json_object_get(one, "wins");
    assert_int_equal(json_integer_value(json_array_get(wins, 0)) +
                         json_integer_value(json_array_get(wins, 1)) +
                         json_integer_value(json_object_get(one, "draws")),
                     20);
    char *after = hash_at(s, SANDTABLE_PRESENT);
    assert_string_equal(before, after);
    expect_error(sandtable_playouts(s, 0, 1), "usage", "games");
    free(before);
    free(after);
    json_decref(one);
    json_decref(two);
    json_decref(other);
}

/* ---- every game --------------------------------------------------------------------------- */

/* Rules made for whole positions must bear to be shown masked ones. */
static void look_from_every_side(struct sandtable *s, bool picture)
{
    for (int side = SANDTABLE_UMPIRE; side < 2; side++) {
        json_t *now = read_answer(sandtable_state(s, side, SANDTABLE_PRESENT));
        const char *name = json_string_value(json_array_get(json_object_get(now, "sides"), 0));
        json_t *piece = json_array_get(json_object_get(now, "pieces"), 0);

        assert_null(json_object_get(now, "error"));
        json_decref(read_answer(sandtable_fields(s, side, piece ? text_of(piece, "id") : name)));
        json_decref(now);
        json_t *offers = read_answer(sandtable_offers(s, side, NULL));
        assert_non_null(json_object_get(offers, "offers"));
        json_decref(offers);
        if (picture)
            free(text_in(sandtable_svg(s, side, SANDTABLE_PRESENT), "svg"));
        json_t *news = read_answer(sandtable_lines(s, side, lines_of(s) - 2));
        assert_non_null(json_object_get(news, "lines"));
        json_decref(news);
    }
}

static void test_games__every_scenario_can_be_played_and_seen_from_every_side(void **state)
{
    struct sandtable *s = *state;
    char name[100], now[16];

    for (int g = 0; g < st_ngames; g++)
        for (int k = 0; k < st_games[g]->nscenarios; k++) {
            snprintf(name, sizeof name, "%s/%s", st_games[g]->id, st_games[g]->scenarios[k]);
            expect_done(sandtable_open(s, name, "dice seed:5"));
            json_decref(read_answer(sandtable_plan(s)));
            for (int i = 0; i < 30 && strcmp(kind_now(s, now), "over") != 0; i++) {
                look_from_every_side(s, i % 10 == 9);
                play_through(s, "random", 1);
            }
        }
}

/* Nobody acts who is gone, and after the end nobody is to act at all. */
static void expect_alive(struct sandtable *s, const char *name)
{
    json_t *j = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT)), *x;
    bool over = strcmp(text_of(json_object_get(j, "turn"), "kind"), "over") == 0;
    size_t i;

    json_array_foreach(json_object_get(j, "pieces"), i, x) {
        bool gone = json_is_null(json_object_get(x, "hex")) && !json_object_get(x, "base") &&
                    json_integer_value(json_object_get(x, "steps")) == 0;

        if ((gone || over) && json_is_true(json_object_get(x, "can_act")))
            fail_msg("%s: %s may act, %s", name, text_of(x, "id"),
                     gone ? "and is gone" : "after the end");
    }
    json_array_foreach(json_object_get(j, "notes"), i, x) {
        const char *note = json_string_value(x);

        if (over && (strstr(note, " to act") || strstr(note, " in phase") ||
                     strstr(note, " leads") || strstr(note, "programme")))
            fail_msg("%s is over, and a note says: %s", name, note);
    }
    json_decref(j);
}

static void test_games__nobody_acts_who_is_gone_nor_anybody_after_the_end(void **state)
{
    struct sandtable *s = *state;
    char name[100], now[16];

    for (int g = 0; g < st_ngames; g++) {
        snprintf(name, sizeof name, "%s/%s", st_games[g]->id, st_games[g]->scenarios[0]);
        expect_done(sandtable_open(s, name, "dice seed:5"));
        for (int i = 0; i < 4000 && strcmp(kind_now(s, now), "over") != 0; i++) {
            play_through(s, "random", 1);
            expect_alive(s, name);
        }
        assert_string_equal(kind_now(s, now), "over");
    }
}

/* ---- anything at all ---------------------------------------------------------------------- */

static void test_facade__whatever_is_passed_in_the_answer_is_json(void **state)
{
    struct sandtable *s = *state;
    static char endless[20000];
    const char *odd[] = { NULL,
                          "",
                          " ",
                          "\n",
                          "=",
                          ";",
                          "\"\\",
                          "\x01\x7f\xff\xfe",
                          "blank",
                          "blank/duel",
                          "[Game \"blank 1\"]\n",
                          "set",
                          "move",
                          "move 9999",
                          "!!!",
                          "-",
                          ",",
                          "a=b=c",
                          endless };
    enum { ODD = sizeof odd / sizeof odd[0] };

    memset(endless, 'x', sizeof endless - 1);
    expect_done(sandtable_open(s, "blank/duel", ""));
    for (int i = 0; i < ODD; i++)
        for (int k = 0; k < ODD; k++) {
            const char *a = odd[i], *b = odd[k];

            json_decref(read_answer(sandtable_scenarios(s, a)));
            json_decref(read_answer(sandtable_chart(s, "blank", a, b)));
            json_decref(read_answer(sandtable_chart_svg(s, a, "strike", b)));
            json_decref(read_answer(sandtable_rules(s, "blank", a)));
            json_decref(read_answer(sandtable_ask(s, "blank", a, b)));
            json_decref(read_answer(sandtable_ask(s, "blank", "strike", b)));
            json_decref(read_answer(sandtable_verify(s, a)));
            json_decref(read_answer(sandtable_load(s, a, k)));
            json_decref(read_answer(sandtable_file(s, a, b)));
            json_decref(read_answer(sandtable_open(s, a, b)));
            json_decref(read_answer(sandtable_open(s, "blank/duel", a)));
            json_decref(read_answer(sandtable_state(s, i - 2, k - 2)));
            json_decref(read_answer(sandtable_fields(s, 0, a)));
            json_decref(read_answer(sandtable_offers(s, 0, a)));
            json_decref(read_answer(sandtable_check(s, a)));
            json_decref(read_answer(sandtable_odds(s, 0, "wait", a, b)));
            json_decref(read_answer(sandtable_odds(s, 0, a, "", "")));
            json_decref(read_answer(sandtable_lines(s, 0, i - 2)));
            json_decref(read_answer(sandtable_move(s, a, k & 1)));
            json_decref(read_answer(sandtable_die(s, i - 2)));
            json_decref(read_answer(sandtable_decide(s, a, (unsigned)k)));
            json_decref(read_answer(sandtable_ruling(s, a)));
            json_decref(read_answer(sandtable_note(s, a)));
        }
    json_decref(read_answer(sandtable_record(s)));
}

static void test_facade__a_lesson_is_played_on_the_table(void **state)
{
    struct sandtable *s = sandtable_new();

    (void)state;
    assert_non_null(strstr(sandtable_lessons(s, "blank"), "\"id\":\"first\""));
    assert_non_null(strstr(sandtable_lessons(s, "balnk"), "did you mean"));
    assert_non_null(strstr(sandtable_learn_next(s), "no lesson lies"));
    assert_non_null(strstr(sandtable_learn(s, "blank", 1, 1), "is not GAME/LESSON"));
    assert_non_null(strstr(sandtable_learn(s, "blank/first", 9, 1), "no page 9"));
    assert_non_null(strstr(sandtable_learn(s, "blank/first", 1, 1), "\"waits\":\"read\""));
    assert_non_null(strstr(sandtable_learn_next(s), "\"waits\":\"try\""));
    assert_non_null(strstr(sandtable_learn_move(s, "wait"), "\"taught\":\"otherwise\""));
    assert_non_null(strstr(sandtable_learn_move(s, "move 0303"), "\"taught\":\"wished\""));
    assert_non_null(strstr(sandtable_state(s, -1, -1), "\"scenario\":\"duel\""));
    assert_non_null(strstr(sandtable_undo(s), "only what you decide alone"));
    assert_null(strstr(sandtable_open(s, "blank/duel", NULL), "error"));
    assert_non_null(strstr(sandtable_learn_move(s, "wait"), "no lesson lies"));
    sandtable_free(s);
}

static void test_facade__advice_is_given_and_games_are_looked_at_again(void **state)
{
    struct sandtable *s = sandtable_new();

    (void)state;
    assert_non_null(strstr(sandtable_hint(s, -1, NULL, 0), "no game lies"));
    assert_null(strstr(sandtable_open(s, "blank/duel", NULL), "error"));
    assert_non_null(strstr(sandtable_hint(s, -1, NULL, 0), "\"chance\""));
    assert_non_null(strstr(sandtable_hint(s, 1, NULL, 0), "not yours to decide"));
    assert_non_null(strstr(sandtable_hint(s, 0, "wait", 0), "\"mine\""));
    assert_non_null(strstr(sandtable_hint(s, 0, "strike", 0), "\"refused\""));
    assert_non_null(strstr(sandtable_why(s, 0, 0), "nothing was decided"));
    assert_null(strstr(sandtable_move(s, "move 0302", 0), "refused"));
    assert_non_null(strstr(sandtable_why(s, 0, 0), "\"mine\""));
    assert_non_null(strstr(sandtable_review(s, 0, -1, 0), "\"skill\""));
    sandtable_free(s);
}

/* 4.4, 4.6: every unit that is brought away counts; a step that leads nowhere does not. */
static void test_facade__a_move_says_which_goal_it_brings_nearer(void **state)
{
    struct sandtable *s = sandtable_new();

    (void)state;
    assert_null(strstr(sandtable_open(s, "mons/mons", NULL), "error"));
    assert_null(strstr(sandtable_ruling(s, "set player BR"), "refused"));
    assert_null(strstr(sandtable_ruling(s, "set turn 8"), "refused"));
    assert_null(strstr(sandtable_ruling(s, "set B01 hex 1019"), "refused"));
    assert_null(strstr(sandtable_move(s, "programme MM", 0), "refused"));
    const char *said = sandtable_preview(s, 1, "exit B01 1019");
    assert_non_null(strstr(said, "over the south edge: 1 so far.\",\"met\":false"));
    assert_null(strstr(sandtable_preview(s, 1, "move B01 1019-1018"), "\"goal\""));
    sandtable_free(s);
}

/* 11.4, 11.4.5: what both have decided in secret is turned up, and both are told, whoever was last. */
static void test_facade__reveals_are_told_to_both(void **state)
{
    static const char *const told[] = { "Step 4: Vanguard of side A", "Step 4: Vanguard of side B",
                                        "side A: Engage", "side B: Hold" };
    struct sandtable *s = sandtable_new();

    (void)state;
    assert_null(strstr(sandtable_open(s, "honour/bicocca_1522", "dice hand"), "error"));
    assert_null(strstr(sandtable_ruling(s, "set FA1 hex 1503"), "refused"));
    while (!strstr(sandtable_state(s, -1, -1), "\"kind\":\"die\""))
        assert_null(strstr(sandtable_move(s, "done", 0), "refused"));
    sandtable_die(s, 6);
    sandtable_die(s, 1);
    assert_null(strstr(sandtable_move(s, "activate FA1 attack", 0), "refused"));
    sandtable_die(s, 1);
    assert_null(strstr(sandtable_move(s, "attack 1403", 0), "refused"));
    assert_null(strstr(sandtable_move(s, "accept", 0), "refused"));
    static const char *const moves[] = { "vanguard UA1,UA4", "rear -", "command CA2", "command CA1", "none",
                                         "hand formation", "vanguard UB3,UB1", "rear -", "command CB2",
                                         "command CB1", "none", "hand formation,firearms", "engage -", "hold -" };
    int heard[2][4] = { { 0 } };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        sandtable_move(s, moves[i], 0); /* who has no choice is not asked */
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 4; k++)
                heard[side][k] |= strstr(sandtable_lines(s, side, 0), told[k]) != NULL;
    }
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 4; k++)
            if (!heard[side][k])
                fail_msg("side %d was not told: %s", side, told[k]);
    sandtable_free(s);
}

/* Ways are ranked by it: a blow at a man in the open promises more than waiting. */
static void test_facade__odds_say_how_likely_a_move_is_to_win(void **state)
{
    struct sandtable *s = sandtable_new();

    (void)state;
    assert_null(strstr(sandtable_open(s, "blank/duel", NULL), "error"));
    assert_null(strstr(sandtable_ruling(s, "set South hex 0302"), "refused"));
    double chance[2];
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(sandtable_odds(s, 0, i ? "wait" : "strike", NULL, NULL), "\"chance\":");

        assert_non_null(at);
        chance[i] = strtod(at + strlen("\"chance\":"), NULL);
        assert_true(chance[i] > 0 && chance[i] < 1);
    }
    assert_true(chance[0] > chance[1]);
    sandtable_free(s);
}

int main(void)
{
#define WITH(test) cmocka_unit_test_setup_teardown(test, make_handle, free_handle)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facade__a_lesson_is_played_on_the_table),
        cmocka_unit_test(test_facade__a_move_says_which_goal_it_brings_nearer),
        cmocka_unit_test(test_facade__reveals_are_told_to_both),
        cmocka_unit_test(test_facade__odds_say_how_likely_a_move_is_to_win),
        cmocka_unit_test(test_facade__advice_is_given_and_games_are_looked_at_again),
        WITH(test_library__lists_every_game_with_all_it_has),
        WITH(test_library__shows_cells_paragraphs_and_answers),
        WITH(test_library__names_nobody_knows_are_errors_with_the_nearest),
        WITH(test_files__a_house_chart_goes_before_the_library),
        WITH(test_files__a_sentence_may_break_before_a_number),
        WITH(test_files__a_scenario_of_ones_own_can_be_played),
        WITH(test_table__without_a_game_every_question_about_it_is_an_error),
        WITH(test_table__options_are_read_or_named_in_the_error),
        WITH(test_table__a_refusal_names_its_paragraph_and_changes_nothing),
        WITH(test_table__dice_rulings_notes_and_undo),
        WITH(test_table__mode_warn_makes_a_ruling_of_what_is_said_twice),
        WITH(test_play__a_game_of_shields_from_the_first_move_to_the_winner),
        WITH(test_play__the_same_seeds_play_the_same_game_again),
        WITH(test_live__the_position_before_a_line_is_that_of_the_shorter_record),
        WITH(test_verify__a_record_that_was_tampered_with_is_unsound_at_its_line),
        WITH(test_odds__are_those_of_the_engine),
        WITH(test_odds__measures_and_supposed_moves_are_heard),
        WITH(test_offers__are_grouped_by_verb_and_piece_and_all_legal),
        WITH(test_playouts__leave_the_table_alone_and_repeat_themselves),
        WITH(test_games__every_scenario_can_be_played_and_seen_from_every_side),
        WITH(test_games__nobody_acts_who_is_gone_nor_anybody_after_the_end),
        WITH(test_facade__whatever_is_passed_in_the_answer_is_json),
    };
#undef WITH

    return cmocka_run_group_tests(tests, NULL, NULL);
}
