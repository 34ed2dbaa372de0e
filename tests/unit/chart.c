/* chart.c - sheets and charts: reading, binding, looking up, and saying what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/chart.h"
#include "core/game.h"

#include <stdio.h>
#include <string.h>

static struct st_arena arena;
static struct st_error err;

static int drop(void **state)
{
    (void)state;
    st_arena_free(&arena);
    err = (struct st_error){ 0 };
    return 0;
}

static int parse(struct st_chart **c, const char *text)
{
    *c = NULL;
    return st_chart_parse(c, &arena, "fire", st_span_of(text), "fire.tsv", &err);
}

static struct st_chart *chart(const char *text)
{
    struct st_chart *c;

    if (parse(&c, text))
        fail_msg("line %d: %s", err.line, err.text);
    return c;
}

static const char fire[] = "# para\t13.4\n"
                           "# title\tDefensive fire\n"
                           "# rows\tfactors\n"
                           "# cols\tdie, modified\n"
                           "# below\tfirst\ta river\n"
                           "# NE\tno effect\n"
                           "factors\t1\t2-4\t5\t6+\n"
                           "\n"
                           "0 or less\tNE\tNE\tNE\t1\n"
                           "1-3\tNE\t1\t2\t3\n"
                           "4-9\t-1\t2\t3\t4\r\n"
                           "10+\t2\t3\t4\t5\n";

static void test_chart__keeps_what_the_sheet_says(void **state)
{
    struct st_chart *c = chart(fire);

    (void)state;
    assert_string_equal(c->id, "fire");
    assert_string_equal(c->para, "13.4");
    assert_string_equal(c->title, "Defensive fire");
    assert_string_equal(c->row.name, "factors");
    assert_string_equal(c->col.name, "die, modified");
    assert_int_equal(c->row.n, 4);
    assert_int_equal(c->col.n, 4);
    assert_string_equal(c->row.label[3], "10+");
    assert_string_equal(st_chart_text(c, 2, 0), "-1");
    assert_int_equal(c->line[0], 9);
    assert_int_equal(c->line[3], 12);
    assert_int_equal(c->nnotes, 1);
    assert_string_equal(c->note[0].text, "NE\tno effect");
}

static void test_chart__ranges_and_open_ends_take_every_value(void **state)
{
    struct st_chart *c = chart(fire);
    struct st_cite cite;

    (void)state;
    assert_true(c->row.numeric && c->col.numeric);
    assert_int_equal(st_chart_bind_numbers(c, 0, &err), ST_OK);
    assert_int_equal(st_chart_look(c, 1, 1, NULL), 0);
    assert_int_equal(st_chart_look(c, 3, 2, &cite), 1);
    assert_false(cite.row_end || cite.col_end);
    assert_int_equal(st_chart_look(c, 3, 4, NULL), 1);
    assert_int_equal(st_chart_look(c, 9, 5, NULL), 3);
    assert_int_equal(st_chart_look(c, 4, 1, NULL), -1);
    assert_int_equal(st_chart_look(c, 10, 6, &cite), 5);
    assert_false(cite.row_end || cite.col_end);
    assert_int_equal(st_chart_look(c, 500, 60, &cite), 5);
    assert_true(cite.row_end && cite.col_end);
    assert_int_equal(st_chart_look(c, 12, -7, &cite), 2); /* `below first` opens the columns */
    assert_true(cite.row_end && cite.col_end);
    assert_int_equal(st_chart_look(c, -40, 6, &cite), 1); /* "0 or less" */
    assert_true(cite.row_end && !cite.col_end && cite.row == 0 && cite.col == 3);
    assert_ptr_equal(cite.chart, c);
}

static void test_chart__open_labels_of_every_wording_are_numeric(void **state)
{
    struct st_chart *c = chart("x\t-3 or less\t-2\t-1-1\t2-3\t4 or more\nrow\ta\tb\tc\td\te\n");

    (void)state;
    assert_true(c->col.numeric);
    assert_false(c->row.numeric);
    assert_true(c->col.below_first && c->col.above_last);
    assert_int_equal(c->col.lo, -3);
    assert_int_equal(c->col.hi, 4);
    c = chart("x\t0 or less\t1\nrow\ta\tb\n");
    assert_true(c->col.numeric && c->col.below_first);
    c = chart("x\t1\t6 or more\nrow\ta\tb\n");
    assert_true(c->col.numeric && c->col.above_last);
}

static void test_chart__an_axis_with_one_name_on_it_is_an_axis_of_names(void **state)
{
    struct st_chart *c = chart("x\t1\t2\tcamp\nA\ta\tb\tc\n");

    (void)state;
    assert_false(c->col.numeric);
    assert_int_equal(st_axis_find(&c->col, st_span_of("2"), NULL), 1);
    assert_int_equal(st_axis_find(&c->col, st_span_of("3"), NULL), -1);
}

static void test_axis__finds_what_a_person_calls_it(void **state)
{
    struct st_chart *c = chart(fire);
    bool clamped;

    (void)state;
    assert_int_equal(st_axis_find(&c->row, st_span_of("7"), &clamped), 2);
    assert_false(clamped);
    assert_int_equal(st_axis_find(&c->row, st_span_of("4-9"), &clamped), 2);
    assert_int_equal(st_axis_find(&c->row, st_span_of("99"), &clamped), 3);
    assert_true(clamped);
    assert_int_equal(st_axis_find(&c->row, st_span_of("-5"), &clamped), 0);
    assert_true(clamped);
    assert_int_equal(st_axis_find(&c->row, st_span_of("many"), &clamped), -1);
    c = chart("x\t1\t2\t5\nA\ta\tb\tc\n");
    assert_int_equal(st_axis_find(&c->col, st_span_of("3"), NULL), -1); /* a hole */
    assert_int_equal(st_axis_find(&c->col, st_span_of("0"), NULL), -1); /* closed ends */
    assert_int_equal(st_axis_find(&c->col, st_span_of("6"), NULL), -1);
}

static const char *const grounds[] = { "woods", "clear" };
static const char *const results[] = { "miss", "hit" };

static void test_chart__bound_rows_and_cells_speak_the_games_numbers(void **state)
{
    struct st_chart *c = chart("g\t1\t2\nclear\tmiss\thit\nwoods\tmiss\tmiss\n");

    (void)state;
    assert_int_equal(st_chart_bind_rows(c, &arena, grounds, 2, &err), ST_OK);
    assert_int_equal(st_chart_bind_cells(c, results, 2, &err), ST_OK);
    assert_int_equal(st_chart_look(c, 1, 2, NULL), 1);
    assert_int_equal(st_chart_look(c, 0, 2, NULL), 0);
    assert_int_equal(st_axis_find(&c->row, st_span_of("woods"), NULL), 1);
}

static void test_chart__a_numeric_axis_bound_by_name_is_found_by_its_labels_alone(void **state)
{
    static const char *const classes[] = { "2", "1" };
    struct st_chart *c = chart("x\t1\t2\nA\ta\tb\n");

    (void)state;
    assert_int_equal(st_chart_bind_cols(c, &arena, classes, 2, &err), ST_OK);
    assert_int_equal(st_axis_find(&c->col, st_span_of("1"), NULL), 0);
    assert_int_equal(st_axis_find(&c->col, st_span_of("2"), NULL), 1);
    assert_int_equal(st_axis_find(&c->col, st_span_of("0"), NULL), -1);
}

static void test_chart__a_label_the_game_does_not_know_is_an_error_with_its_line(void **state)
{
    struct st_chart *c = chart("g\t1\nclear\tmiss\nwoods\tmiss\nmarsh\tmiss\n");

    (void)state;
    assert_int_equal(st_chart_bind_rows(c, &arena, grounds, 2, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 4);
    assert_non_null(strstr(err.text, "marsh"));
    c = chart("g\t1\nclear\tmiss\n");
    assert_int_equal(st_chart_bind_rows(c, &arena, grounds, 2, &err), ST_ESYNTAX);
    assert_non_null(strstr(err.text, "woods"));
}

static void test_chart__a_cell_without_meaning_is_an_error_with_its_line(void **state)
{
    struct st_chart *c = chart("g\t1\t2\nclear\tmiss\thit\nwoods\tmiss\tmis\n");

    (void)state;
    assert_int_equal(st_chart_bind_cells(c, results, 2, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 3);
    assert_non_null(strstr(err.text, "`mis`"));
    assert_int_equal(st_chart_bind_numbers(c, 0, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 2);
}

static void test_chart__blank_cells_count_as_the_number_given(void **state)
{
    struct st_chart *c = chart("g\t1\t2\t3\t4\nA\t-\tNA\tNE\t+3\n");

    (void)state;
    assert_int_equal(st_chart_bind_numbers(c, -9, &err), ST_OK);
    for (int k = 0; k < 3; k++)
        assert_int_equal(st_chart_value(c, 0, k), -9);
    assert_int_equal(st_chart_value(c, 0, 3), 3);
}

static void test_chart__every_value_a_die_may_ask_must_have_a_place(void **state)
{
    struct st_chart *c = chart("x\t1-2\t4\t6+\nA\ta\tb\tc\n");

    (void)state;
    assert_int_equal(st_chart_need_cols(c, 1, 2, &err), ST_OK);
    assert_int_equal(st_chart_need_cols(c, 6, 90, &err), ST_OK);
    assert_int_equal(st_chart_need_cols(c, 1, 6, &err), ST_ESYNTAX);
    assert_non_null(strstr(err.text, "no place for 3"));
    assert_int_equal(st_chart_need_cols(c, 0, 1, &err), ST_ESYNTAX);
    assert_int_equal(st_chart_need_rows(c, 1, 1, &err), ST_ESYNTAX); /* an axis of names */
    c = chart("# below\tfirst\nx\t1\t2\nA\ta\tb\n");
    assert_int_equal(st_chart_need_cols(c, -5, 2, &err), ST_OK);
    assert_int_equal(st_chart_need_cols(c, -5, 3, &err), ST_ESYNTAX);
}

static const char marked[] = "# remark\tname, B/b\nid\tname\ta\tb\nA\tx\t1\t2\nB\ty\t3\t-\n";

static void note_sentence(void *arg, const char *sentence)
{
    strcat(strcat(arg, sentence), "\n");
}

static void test_chart__a_remark_is_a_column_or_a_cell_and_needs_no_meaning(void **state)
{
    struct st_chart *c = chart(marked);

    (void)state;
    assert_true(st_chart_remark(c, 0, 0) && st_chart_remark(c, 1, 0) && st_chart_remark(c, 1, 2));
    assert_false(st_chart_remark(c, 0, 1) || st_chart_remark(c, 1, 1) || st_chart_remark(c, 0, 2));
    assert_string_equal(c->note[0].text, "No rule reads name, B/b.");
    assert_true(c->note[c->nnotes - 1].unread);
    assert_int_equal(st_chart_bind_numbers(c, 0, &err), ST_OK);
    assert_int_equal(st_chart_value(c, 1, 1), 3);
    c = chart("# remark\t*\nid\tname\nA\tx\n");
    assert_true(st_chart_remark(c, 0, 0));
    assert_int_equal(parse(&c, "# remark\tnmae\nid\tname\nA\tx\n"), ST_ESYNTAX);
    assert_int_equal(err.line, 1);
    assert_non_null(strstr(err.text, "no column or cell `nmae`"));
    assert_int_equal(parse(&c, "# remark\nid\tname\nA\tx\n"), ST_ESYNTAX);
}

static void test_chart__a_house_copy_that_differs_in_a_remark_is_told_of(void **state)
{
    char told[800] = "";

    (void)state;
    st_chart_compare(chart(marked), chart("id\tname\ta\tb\nA\tz\t9\t2\nB\ty\t3\t7\nC\tw\t0\t0\n"),
                     note_sentence, told);
    assert_string_equal(told,
                        "fire, row A, column name: `z` in place of `x` changes nothing, no rule "
                        "reads it\n"
                        "fire, row B, column b: `7` in place of `-` changes nothing, no rule "
                        "reads it\n");
}

static void test_cite__names_paragraph_row_column_and_result(void **state)
{
    struct st_chart *c = chart(fire);
    struct st_cite cite;
    char out[120], tiny[10];

    (void)state;
    st_chart_bind_numbers(c, 0, &err);
    st_chart_look(c, 5, 3, &cite);
    st_cite_print(&cite, out, sizeof out);
    assert_string_equal(out, "13.4 Defensive fire, row 4-9, column 2-4: 2");
    st_chart_look(c, 5, 9, &cite);
    st_cite_print(&cite, out, sizeof out);
    assert_string_equal(out, "13.4 Defensive fire, row 4-9, column 6+ (the end): 4");
    st_chart_look(c, 40, 3, &cite);
    st_cite_print(&cite, out, sizeof out);
    assert_string_equal(out, "13.4 Defensive fire, row 10+ (the end), column 2-4: 3");
    st_cite_print(&cite, tiny, sizeof tiny);
    assert_string_equal(tiny, "13.4 Defe");
    cite.chart = NULL;
    st_cite_print(&cite, out, sizeof out);
    assert_string_equal(out, "");
}

/* ---- damaged sheets ------------------------------------------------------------------- */

static void test_chart__damage_is_told_with_line_and_reason(void **state)
{
    static const struct {
        const char *text;
        int code, line;
        const char *says;
    } bad[] = {
        { "", ST_ESYNTAX, 0, "no header" },
        { "# para\t1\n\n", ST_ESYNTAX, 0, "no header" },
        { "x\t1\t2\n", ST_ESYNTAX, 0, "at least one row" },
        { "x\nA\n", ST_ESYNTAX, 0, "two columns" },
        { "x\t1\t2\nA\ta\n", ST_ESYNTAX, 2, "2 fields where the header has 3" },
        { "x\t1\t2\nA\ta\tb\nB\ta\tb\tc\n", ST_ESYNTAX, 3, "4 fields" },
        { "\n#n\nx\t1\t1\nA\ta\tb\n", ST_ESYNTAX, 3, "two columns named `1`" },
        { "x\t1\nA\ta\nB\tb\nA\tc\n", ST_ESYNTAX, 4, "row `A` stands twice" },
        { "x\t1-3\t3-4\nA\ta\tb\n", ST_ESYNTAX, 0, "3 stands twice" },
        { "x\t1+\t3\nA\ta\tb\n", ST_ESYNTAX, 0, "open but not its end" },
        { "x\t1\t0 or less\t-1\nA\ta\tb\tc\n", ST_ESYNTAX, 0, "open but not its end" },
        { "# below\tnowhere\nx\t1\nA\ta\n", ST_ESYNTAX, 1, "`below` must say `first`" },
        { "x\t1\nA\ta\n# row-above\tnone\n", ST_ESYNTAX, 3, "`above` must say `last`" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct st_chart *c;

        err = (struct st_error){ 0 };
        assert_int_equal(parse(&c, bad[i].text), bad[i].code);
        assert_int_equal(err.line, bad[i].line);
        assert_string_equal(err.where, "fire.tsv");
        if (!strstr(err.text, bad[i].says))
            fail_msg("case %zu says `%s`, not `%s`", i, err.text, bad[i].says);
    }
}

static void test_chart__more_columns_than_we_are_built_for_is_an_error(void **state)
{
    struct st_buf b = { 0 };
    struct st_chart *c;

    (void)state;
    for (int i = 0; i < 65; i++)
        st_buf_add(&b, "%sc%d", i ? "\t" : "", i);
    assert_int_equal(parse(&c, b.text), ST_ELIMIT);
    st_buf_free(&b);
}

static void test_chart__more_rows_than_we_are_built_for_is_an_error(void **state)
{
    struct st_buf b = { 0 };
    struct st_chart *c;

    (void)state;
    st_buf_add(&b, "x\ty\n");
    for (int i = 0; i < 5000; i++)
        st_buf_add(&b, "%d\t1\n", i);
    assert_int_equal(parse(&c, b.text), ST_ELIMIT);
    st_buf_free(&b);
}

static void test_tsv__cells_are_read_as_numbers_and_names_or_complained_about(void **state)
{
    static const char *const kinds[] = { "knight", "archer" };
    struct st_tsv t;
    int col, v;

    (void)state;
    assert_int_equal(st_tsv_parse(&t, &arena,
                                  st_span_of("id\tkind\tn\na\tarcher\t3\nb\tarchr\tx\n"),
                                  "units.tsv", &err),
                     ST_OK);
    assert_int_equal(st_tsv_col(&t, "kind", &col, &err), ST_OK);
    assert_int_equal(col, 1);
    assert_int_equal(st_tsv_name(&t, 0, 1, kinds, 2, &v, &err), ST_OK);
    assert_int_equal(v, 1);
    assert_int_equal(st_tsv_name(&t, 1, 1, kinds, 2, &v, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 3);
    assert_string_equal(err.text, "unknown kind `archr`; did you mean `archer`?");
    assert_int_equal(st_tsv_int(&t, 0, 2, 1, 9, &v, &err), ST_OK);
    assert_int_equal(v, 3);
    assert_int_equal(st_tsv_int(&t, 0, 2, 5, 9, &v, &err), ST_ESYNTAX);
    assert_int_equal(st_tsv_int(&t, 1, 2, 1, 9, &v, &err), ST_ESYNTAX);
    assert_string_equal(err.text, "`x` in column `n` is not a number from 1 to 9");
    assert_int_equal(st_tsv_col(&t, "side", &col, &err), ST_ESYNTAX);
    assert_non_null(strstr(err.text, "no column `side`"));
}

/* ---- scenarios ------------------------------------------------------------------------ */

static struct st_scenario scenario(const char *text)
{
    return (struct st_scenario){ .where = "g/scenarios/s.txt",
                                 .text = st_span_of(text),
                                 .arena = &arena };
}

static void test_scenario__keys_are_read_and_the_callers_own_win(void **state)
{
    static const struct st_entry given[] = { { "turns", "3", 0 }, { "new", "x y", 0 } };
    struct st_scenario sc = scenario("# note\n\n title =  A  duel \nturns = 12\nempty=\n");
    const char *text;
    int v;

    (void)state;
    sc.given = given;
    sc.ngiven = 2;
    assert_int_equal(st_scenario_keys(&sc, &err), ST_OK);
    assert_int_equal(st_scenario_text(&sc, "title", &text, &err), ST_OK);
    assert_string_equal(text, "A  duel");
    assert_int_equal(st_scenario_int(&sc, "turns", 1, 20, &v, &err), ST_OK);
    assert_int_equal(v, 3);
    assert_string_equal(st_scenario_find(&sc, "new")->value, "x y");
    assert_string_equal(st_scenario_find(&sc, "empty")->value, "");
    assert_null(st_scenario_find(&sc, "nothing"));
    assert_int_equal(st_scenario_text(&sc, "nothing", &text, &err), ST_ESYNTAX);
}

static void test_scenario__damage_is_told_with_line_and_reason(void **state)
{
    static const struct {
        const char *text;
        int line;
        const char *says;
    } bad[] = {
        { "title = x\nnonsense\n", 2, "not `key = value`: nonsense" },
        { "= 5\n", 1, "not `key = value`" },
        { "a = 1\n\na = 2\n", 3, "stands on line 1 already" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct st_scenario sc = scenario(bad[i].text);

        assert_int_equal(st_scenario_keys(&sc, &err), ST_ESYNTAX);
        assert_int_equal(err.line, bad[i].line);
        assert_non_null(strstr(err.text, bad[i].says));
    }
    struct st_scenario sc = scenario("a = 1\nb = many\n");
    int v;
    assert_int_equal(st_scenario_keys(&sc, &err), ST_OK);
    assert_int_equal(st_scenario_int(&sc, "b", 1, 5, &v, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 2);
}

static void test_scenario__a_flood_of_keys_is_an_error_not_a_wait(void **state)
{
    struct st_buf b = { 0 };

    (void)state;
    for (int i = 0; i < 300000; i++)
        st_buf_add(&b, "k%d=1\n", i);
    struct st_scenario sc = scenario(b.text);
    assert_int_equal(st_scenario_keys(&sc, &err), ST_ELIMIT);
    assert_true(err.line > 0);
    st_buf_free(&b);
}

static void test_scenario__parts_stand_beside_it(void **state)
{
    static const char *const bad[] = { "../x.tsv", "a/b.tsv", "/etc/passwd", ".." };
    struct st_scenario sc = scenario("");
    struct st_span text;
    const char *where;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(st_scenario_part(&sc, bad[i], &text, &where, &err), ST_ESYNTAX);
    char long_name[400];
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    assert_int_equal(st_scenario_part(&sc, long_name, &text, &where, &err), ST_ELIMIT);
    assert_int_equal(st_scenario_part(&sc, "map.tsv", &text, &where, &err), ST_EUSAGE);
    assert_string_equal(err.where, "g/scenarios/map.tsv");
}

/* ---- plans ---------------------------------------------------------------------------- */

static const char *missing; /* a name the source below does not have */

static int all_but_one(const struct st_files *self, struct st_arena *a, const char *name,
                       struct st_span *out, struct st_error *e)
{
    if (missing && strcmp(name, missing) == 0)
        return ST_EUSAGE;
    return st_files_library.read(self, a, name, out, e);
}

static void test_plan__a_missing_chart_is_not_called_a_missing_scenario(void **state)
{
    static const struct st_files files = { all_but_one, NULL };
    const struct st_game *g = st_games[0];
    struct st_plan *p = NULL;
    char name[80];

    (void)state;
    assert_true(g->ncharts > 0 && g->nscenarios > 0);
    snprintf(name, sizeof name, "%s/tables/%s.tsv", g->id, g->charts[0]);
    missing = name;
    assert_int_equal(st_plan_make(&p, g, g->scenarios[0], &files, NULL, 0, &err), ST_EUSAGE);
    assert_string_equal(err.where, name);
    missing = NULL;
    assert_int_equal(st_plan_make(&p, g, g->scenarios[0], &files, NULL, 0, &err), ST_OK);
    st_plan_free(p);
    assert_int_equal(st_plan_make(&p, g, "nowhere", &files, NULL, 0, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "no scenario `nowhere`"));
    assert_int_equal(st_plan_make(&p, g, "../x", &files, NULL, 0, &err), ST_EUSAGE);
}

#define plain(test) cmocka_unit_test_teardown(test, drop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain(test_chart__keeps_what_the_sheet_says),
        plain(test_chart__ranges_and_open_ends_take_every_value),
        plain(test_chart__open_labels_of_every_wording_are_numeric),
        plain(test_chart__an_axis_with_one_name_on_it_is_an_axis_of_names),
        plain(test_axis__finds_what_a_person_calls_it),
        plain(test_chart__bound_rows_and_cells_speak_the_games_numbers),
        plain(test_chart__a_numeric_axis_bound_by_name_is_found_by_its_labels_alone),
        plain(test_chart__a_label_the_game_does_not_know_is_an_error_with_its_line),
        plain(test_chart__a_cell_without_meaning_is_an_error_with_its_line),
        plain(test_chart__blank_cells_count_as_the_number_given),
        plain(test_chart__every_value_a_die_may_ask_must_have_a_place),
        plain(test_chart__a_remark_is_a_column_or_a_cell_and_needs_no_meaning),
        plain(test_chart__a_house_copy_that_differs_in_a_remark_is_told_of),
        plain(test_cite__names_paragraph_row_column_and_result),
        plain(test_chart__damage_is_told_with_line_and_reason),
        plain(test_chart__more_columns_than_we_are_built_for_is_an_error),
        plain(test_chart__more_rows_than_we_are_built_for_is_an_error),
        plain(test_tsv__cells_are_read_as_numbers_and_names_or_complained_about),
        plain(test_scenario__keys_are_read_and_the_callers_own_win),
        plain(test_scenario__damage_is_told_with_line_and_reason),
        plain(test_scenario__a_flood_of_keys_is_an_error_not_a_wait),
        plain(test_scenario__parts_stand_beside_it),
        plain(test_plan__a_missing_chart_is_not_called_a_missing_scenario),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
