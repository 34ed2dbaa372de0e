/* field.c - what games share when they read sheets and set fields: names, numbers, bits, steps; the
 * window of a map; a computer's decision; a question asked again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ai/player.h"
#include "core/files.h"
#include "core/game.h"
#include "play/ask.h"

#include <stdlib.h>
#include <string.h>

static const char *const yes_no[] = { "no", "yes" };

static void test_span__a_name_is_found_by_all_of_it(void **state)
{
    (void)state;
    assert_int_equal(st_span_find(st_span_of("yes"), yes_no, 2), 1);
    assert_int_equal(st_span_find(st_span_of("no"), yes_no, 2), 0);
    assert_int_equal(st_span_find(st_span_of("ye"), yes_no, 2), -1);
    assert_int_equal(st_span_find(st_span_of("yes "), yes_no, 2), -1);
    assert_int_equal(st_span_find(st_span_of(""), yes_no, 2), -1);
    assert_int_equal(st_span_find(st_span_of("yes"), yes_no, 1), -1);
}

static void test_chart__a_cell_is_one_of_the_names_or_an_error_with_its_line(void **state)
{
    static const char text[] = "# title\tgrounds\nground\tcharge\nclear\tyes\nwoods\tperhaps\n";
    struct st_arena a = { 0 };
    struct st_chart *c;
    struct st_error err;
    int v = -1;

    (void)state;
    assert_int_equal(st_chart_parse(&c, &a, "x", st_span_of(text), "x.tsv", &err), ST_OK);
    assert_int_equal(st_chart_name(c, "clear", "charge", yes_no, 2, &v, &err), ST_OK);
    assert_int_equal(v, 1);
    assert_int_equal(st_chart_name(c, "woods", "charge", yes_no, 2, &v, &err), ST_ESYNTAX);
    assert_int_equal(err.line, 4);
    assert_non_null(strstr(err.text, "`perhaps` in column `charge` is none of no, yes"));
    assert_int_equal(st_chart_name(c, "marsh", "charge", yes_no, 2, &v, &err), ST_ESYNTAX);
    assert_non_null(strstr(err.text, "no row `marsh`"));
    st_arena_free(&a);
}

static struct st_plan *plan_of(const char *game, const char *scenario)
{
    struct st_plan *p = NULL;
    struct st_error err;

    assert_int_equal(
        st_plan_make(&p, st_game_find(game), scenario, &st_files_library, NULL, 0, &err), ST_OK);
    return p;
}

static void test_plan__a_window_is_part_of_the_map_or_all_of_it(void **state)
{
    struct st_plan *p = plan_of("blank", "duel");
    struct st_window w = st_plan_window(p);

    (void)state;
    assert_true(w.col == 0 && w.row == 0 && w.cols == p->grid.cols && w.rows == p->grid.rows);
    assert_true(st_in_window(p, 0));
    assert_false(st_in_window(p, -1));
    p->window = (struct st_window){ 1, 1, 2, 1 }; /* 0202 and 0302 */
    for (int h = 0; h < st_hex_count(&p->grid); h++)
        assert_int_equal(st_in_window(p, h),
                         h == st_hex_make(&p->grid, 2, 2) || h == st_hex_make(&p->grid, 3, 2));
    st_plan_free(p);
}

static void test_player__one_decision_depends_on_seed_and_place_alone(void **state)
{
    struct st_plan *p = plan_of("shields", "malfosse");
    struct st_table t = { p, calloc(1, p->pos_size), NULL };
    struct st_move first, again;
    struct st_error err;
    int differ = 0;

    (void)state;
    assert_non_null(t.pos);
    st_begin(&t);
    for (int place = 0; place < 20; place++) {
        assert_int_equal(st_player_decide("random", 7, place, &t, &first, &err), ST_OK);
        assert_int_equal(st_player_decide("random", 8, place, &t, &again, &err), ST_OK);
        differ += memcmp(&first, &again, sizeof first) != 0;
        assert_int_equal(st_player_decide("random", 7, place, &t, &again, &err), ST_OK);
        assert_memory_equal(&first, &again, sizeof first);
    }
    assert_true(differ > 0);
    assert_int_equal(st_player_decide("gredy", 7, 0, &t, &first, &err), ST_EUSAGE);
    free(t.pos);
    st_plan_free(p);
}

/* A sheet and a diorama: the second answer is the first, word for word. */
static void test_ask__a_question_asked_again_has_the_same_answer(void **state)
{
    static const char *const asked[][3] = { { "shields", "combat", "supporters=2" },
                                            { "mons", "assault", "losses=fewest" } };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct st_reply *r = NULL;
        struct st_answer_row *rows;
        struct st_error err;

        assert_int_equal(st_ask_question(&r, st_game_find(asked[i][0]), asked[i][1], &asked[i][2],
                                         1, &st_files_library, &err),
                         ST_OK);
        int nrows = r->nrows, nlines = r->sheet.nlines;
        assert_true(nrows > 1);
        rows = malloc((size_t)nrows * sizeof *rows);
        assert_non_null(rows);
        memcpy(rows, r->row, (size_t)nrows * sizeof *rows);
        for (int times = 0; times < 2; times++) {
            assert_int_equal(st_ask_again(r, &err), ST_OK);
            assert_int_equal(r->nrows, nrows);
            assert_int_equal(r->sheet.nlines, nlines);
            for (int k = 0; k < nrows; k++) {
                assert_string_equal(r->row[k].label, rows[k].label);
                assert_true(st_frac_equal(r->row[k].p, rows[k].p));
            }
        }
        free(rows);
        st_reply_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_span__a_name_is_found_by_all_of_it),
        cmocka_unit_test(test_chart__a_cell_is_one_of_the_names_or_an_error_with_its_line),
        cmocka_unit_test(test_plan__a_window_is_part_of_the_map_or_all_of_it),
        cmocka_unit_test(test_player__one_decision_depends_on_seed_and_place_alone),
        cmocka_unit_test(test_ask__a_question_asked_again_has_the_same_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
