/* bind.c - charts, sheets and keys by rows: what goes where, the first error sticks, options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/bind.h"
#include "core/game.h"

#include <string.h>

enum { CHART_ARMS, CHART_NOTES };
static const char *const arms[] = { "foot", "horse" };
static const char *const grades[] = { "raw", "drilled" };

struct own {
    int turns, ground, late;
    uint8_t move[2], wall[2];
    int8_t drm;
    uint8_t grade[4];
    int16_t hex[4];
    const char *name[4];
};
#define TO(m) ST_ONE(struct own, m)
#define EACH(m) ST_EACH(struct own, m)

struct world {
    struct own own;
    struct st_plan plan;
    struct st_chart *chart[2];
    struct st_scenario sc;
    struct st_error err;
    struct st_binder b;
};

static void open_world(struct world *w, const char *arms_text, const char *keys)
{
    static const char notes[] = "# title\tnotes\nnote\tvalue\nrain\t-2\n";
    struct st_error err;

    memset(w, 0, sizeof *w);
    w->plan.data = &w->own;
    w->plan.chart = w->chart;
    w->plan.id = "test";
    assert_int_equal(st_chart_parse(&w->chart[CHART_ARMS], &w->plan.arena, "arms",
                                    st_span_of(arms_text), "arms.tsv", &err), ST_OK);
    assert_int_equal(st_chart_parse(&w->chart[CHART_NOTES], &w->plan.arena, "notes",
                                    st_span_of(notes), "notes.tsv", &err), ST_OK);
    w->sc = (struct st_scenario){ .where = "test.txt", .text = st_span_of(keys),
                                  .arena = &w->plan.arena };
    assert_int_equal(st_scenario_keys(&w->sc, &err), ST_OK);
    w->b = st_binder_of(&w->plan, &w->sc, &w->err);
    st_bind_grid(&w->b, 5, 5);
}

static const struct st_bound arm_columns[] = {
    { "move", EACH(move), 1, 9 },
    { "wall", EACH(wall), ST_YES_NO },
};
static const struct st_fact facts[] = { { CHART_NOTES, "rain", TO(drm) } };
static const char good[] = "# title\tarms\narm\tmove\twall\nfoot\t3\tyes\nhorse\t6\tno\n";

static void test_bind__columns_and_facts_go_to_their_members(void **state)
{
    struct world w;

    (void)state;
    open_world(&w, good, "");
    st_bind_columns(&w.b, CHART_ARMS, arms, 0, 2, ST_ROWS(arm_columns));
    st_bind_facts(&w.b, "value", -9, 9, ST_ROWS(facts));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.move[0], 3);
    assert_int_equal(w.own.move[1], 6);
    assert_int_equal(w.own.wall[0], 1);
    assert_int_equal(w.own.wall[1], 0);
    assert_int_equal(w.own.drm, -2);
    st_arena_free(&w.plan.arena);
}

static void test_bind__the_first_error_sticks_and_nothing_is_stored_after_it(void **state)
{
    struct world w;

    (void)state;
    open_world(&w, "# title\tarms\narm\tmove\twall\nfoot\t3\tyes\nhorse\t10\tno\n", "");
    st_bind_columns(&w.b, CHART_ARMS, arms, 0, 2, ST_ROWS(arm_columns));
    assert_int_equal(w.b.e, ST_ESYNTAX);
    assert_string_equal(w.err.where, "arms.tsv");
    assert_int_equal(w.err.line, 4);
    assert_string_equal(w.err.text, "`10` in row `horse`, column `move` is not a number from 1 to 9");
    st_bind_facts(&w.b, "no such column", -9, 9, ST_ROWS(facts));
    st_bad_key(&w.b, NULL, "another");
    assert_int_equal(w.own.drm, 0);
    assert_string_equal(w.err.where, "arms.tsv");
    assert_null(st_bind_array(&w.b, 1, 1));
    st_arena_free(&w.plan.arena);
}

static void test_bind__words_may_mean_numbers_stand_beside_them_and_be_several(void **state)
{
    static const int means[] = { 7, 1 };
    static const struct st_bound keys[] = {
        { "word", TO(turns), .words = grades, .nwords = 2, .means = means, .hi = 5, .per = 2 },
        { "number", TO(ground), .words = grades, .nwords = 2, .means = means, .hi = 5, .per = 2 },
        { "both", TO(late), .words = grades, .nwords = 2, .several = true },
    };
    static const struct st_bound twice[] = {
        { "twice", TO(late), .words = grades, .nwords = 2, .several = true, .wants = "grades" },
    };
    static const struct st_bound only_words[] = {
        { "number", TO(ground), .words = grades, .nwords = 2, .means = means },
    };
    struct world w;

    (void)state;
    open_world(&w, good, "word = raw\nnumber = 4\nboth = drilled, raw\ntwice = raw, raw\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.turns, 7);
    assert_int_equal(w.own.ground, 8);
    assert_int_equal(w.own.late, 3);
    st_bind_keys(&w.b, ST_ROWS(twice));
    assert_string_equal(w.err.text, "`twice` must be grades, not `raw, raw`");
    w.b.e = ST_OK;
    st_bind_keys(&w.b, ST_ROWS(only_words));
    assert_string_equal(w.err.text, "unknown number `4`");
    w.b.e = ST_OK;
    assert_string_equal(st_bind_need(&w.b, "word")->value, "raw");
    assert_string_equal(st_bind_need(&w.b, "none")->value, "");
    assert_string_equal(w.err.text, "no line `none = ...`");
    st_arena_free(&w.plan.arena);
}

static void test_bind__keys_are_read_and_those_with_a_title_offered(void **state)
{
    static const struct st_bound keys[] = {
        { "turns", TO(turns), 1, 20, .title = "Length", .para = "1.1" },
        { "late", TO(late), ST_YES_NO, .blank = true, .none = 1, .title = "Late", .para = "1.2" },
        { "ground", TO(ground), .read = st_read_hex, .wants = "a hex of the map" },
    };
    struct world w;

    (void)state;
    open_world(&w, good, "turns = 7\nground = 0203\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.turns, 7);
    assert_int_equal(w.own.late, 1);
    assert_int_equal(w.own.ground, st_hex_make(&w.plan.grid, 2, 3));
    assert_int_equal(w.plan.noptions, 2);
    assert_string_equal(w.plan.option[0].key, "turns");
    assert_int_equal(w.plan.option[0].value, 7);
    assert_int_equal(w.plan.option[1].kind, ST_OPTION_CHOICE);
    assert_int_equal(w.plan.option[1].value, 1);
    st_arena_free(&w.plan.arena);

    open_world(&w, good, "turns = 7\nground = 0903\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.err.line, 2);
    assert_string_equal(w.err.text, "`ground` must be a hex of the map, not `0903`");
    st_arena_free(&w.plan.arena);

    open_world(&w, good, "turns = 7\nlate = perhaps\nground = 0203\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.err.line, 2);
    assert_string_equal(w.err.text, "unknown late `perhaps`");
    st_arena_free(&w.plan.arena);

    open_world(&w, good, "turns = 7\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_string_equal(w.err.text, "no line `ground = ...`");
    st_arena_free(&w.plan.arena);
}

static void test_bind__a_row_of_a_sheet_goes_to_its_piece(void **state)
{
    static const char text[] = "id\thex\tgrade\nA\t0101\traw\nB\t-\tdrilled\nC\t0102\tgreen\n";
    static const struct st_bound columns[] = {
        { "id", EACH(name) },
        { "hex", EACH(hex), .read = st_read_hex, .wants = "a hex", .blank = true, .none = -1 },
        { "grade", EACH(grade), .words = grades, .nwords = 2 },
    };
    struct world w;
    struct st_tsv t;

    (void)state;
    open_world(&w, good, "");
    assert_int_equal(st_tsv_parse(&t, &w.plan.arena, st_span_of(text), "units.tsv", &w.err), ST_OK);
    st_bind_row(&w.b, &t, 0, 2, ST_ROWS(columns));
    st_bind_row(&w.b, &t, 1, 3, ST_ROWS(columns));
    assert_int_equal(w.b.e, ST_OK);
    assert_string_equal(w.own.name[2], "A");
    assert_int_equal(w.own.hex[2], st_hex_make(&w.plan.grid, 1, 1));
    assert_int_equal(w.own.hex[3], -1);
    assert_int_equal(w.own.grade[3], 1);
    st_bind_row(&w.b, &t, 2, 0, ST_ROWS(columns));
    assert_string_equal(w.err.where, "units.tsv");
    assert_int_equal(w.err.line, 4);
    assert_string_equal(w.err.text, "unknown grade `green`");
    st_arena_free(&w.plan.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bind__columns_and_facts_go_to_their_members),
        cmocka_unit_test(test_bind__the_first_error_sticks_and_nothing_is_stored_after_it),
        cmocka_unit_test(test_bind__words_may_mean_numbers_stand_beside_them_and_be_several),
        cmocka_unit_test(test_bind__keys_are_read_and_those_with_a_title_offered),
        cmocka_unit_test(test_bind__a_row_of_a_sheet_goes_to_its_piece),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
