/* guerre_battles.c - random battles by the thousand: after every step nobody overlaps, nobody is
 * off the table, who is engaged follows from the poses, and every battle ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/files.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATTLES = 300 };

static void fight_so(const char *scenario, const struct st_entry *given, int n)
{
    const struct st_game *g = st_game_find("guerre");
    struct st_error err;
    struct st_plan *plan = NULL;

    assert_non_null(g);
    assert_int_equal(st_plan_make(&plan, g, scenario, &st_files_library, given, n, &err), ST_OK);
    struct st_table t = { plan, calloc(1, plan->pos_size), NULL };
    assert_non_null(t.pos);
    for (uint64_t game = 0; game < BATTLES; game++) {
        uint32_t step = 0, roll = 0;

        st_begin(&t);
        while (st_now(&t).kind != ST_OVER) {
            struct st_refusal why = { "", "" };

            st_playout_step(&t, 23, game, &step, &roll);
            if (g->sane(&t, &why))
                fail_msg("%s, battle %d, step %d: %s %s", scenario, (int)game, (int)step, why.para,
                         why.text);
            assert_true(step < 20000);
        }
    }
    free(t.pos);
    st_plan_free(plan);
}

static void fight(const char *scenario, const char *key, const char *value)
{
    const struct st_entry given = { key, value, 0 };

    fight_so(scenario, &given, key ? 1 : 0);
}

static void test_guerre_battles__every_reading_the_other_way_stays_sound(void **state)
{
    static const struct st_entry given[] = {
        { "fire_in_difficult", "recoils", 0 }, { "fire", "may", 0 },
        { "replies", "must", 0 },              { "forlorn_hope", "shooting", 0 },
        { "zone", "behind", 0 },               { "support", "row", 0 },
    };

    (void)state;
    fight_so("cerignola_1503", given, 6);
    fight_so("open", given, 6);
}

static void test_guerre_battles__ofanto_stays_sound(void **state)
{
    (void)state;
    fight("teaching_ofanto", NULL, NULL);
}

static void test_guerre_battles__cerignola_stays_sound(void **state)
{
    (void)state;
    fight("cerignola_1503", NULL, NULL);
}

static void test_guerre_battles__ravenna_stays_sound(void **state)
{
    (void)state;
    fight("ravenna_1512", NULL, NULL);
}

static void test_guerre_battles__battles_on_built_ground_stay_sound(void **state)
{
    (void)state;
    fight("open", "army.A", "OTTOMAN");
    fight("open", "army.B", "VENETIAN");
}

static void test_guerre_battles__encounters_stay_sound(void **state)
{
    (void)state;
    fight("open", "roles", "encounter");
}

/* Without a limit a battle lasts until somebody routs: the count of turns may not come round. */
static void test_guerre_battles__without_a_turn_limit_they_stay_sound(void **state)
{
    (void)state;
    const struct st_game *g = st_game_find("guerre");
    const struct st_entry given = { "turns", "0", 0 };
    struct st_error err;
    struct st_plan *plan = NULL;

    assert_non_null(g);
    assert_int_equal(st_plan_make(&plan, g, "teaching_ofanto", &st_files_library, &given, 1, &err),
                     ST_OK);
    struct st_table t = { plan, calloc(1, plan->pos_size), NULL };
    const struct st_field *turn = st_field_find(g, st_span_of("turn"), false);
    assert_non_null(t.pos);
    assert_non_null(turn);
    st_begin(&t);
    for (int i = 0; i < 1000; i++) { /* nobody ever moves */
        struct st_move end;

        assert_int_equal(turn->get(&t, 0), 1 + i / 2);
        st_take(&t, 1);
        assert_true(st_offers(&t, &end, 1) > 0); /* the first offer ends the movement */
        assert_int_equal(st_play(&t, &end, NULL), ST_LEGAL);
    }
    assert_int_equal(g->sane(&t, NULL), ST_LEGAL);
    free(t.pos);
    st_plan_free(plan);
}

static void test_guerre_battles__no_two_of_a_side_bear_one_title(void **state)
{
    const struct st_game *g = st_game_find("guerre");

    (void)state;
    for (int i = 0; i < g->nscenarios; i++) {
        struct st_error err;
        struct st_plan *plan = NULL;

        assert_int_equal(
            st_plan_make(&plan, g, g->scenarios[i], &st_files_library, NULL, 0, &err), ST_OK);
        const struct st_names *list = st_plan_list(plan, "element");
        for (int a = 0; a < list->n; a++)
            for (int b = 0; b < a; b++) /* the side is the first letter of the name */
                if (list->name[a][0] == list->name[b][0] &&
                    strcmp(list->title[a], list->title[b]) == 0)
                    fail_msg("%s: %s and %s are both called %s", g->scenarios[i], list->name[b],
                             list->name[a], list->title[a]);
        st_plan_free(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guerre_battles__ofanto_stays_sound),
        cmocka_unit_test(test_guerre_battles__cerignola_stays_sound),
        cmocka_unit_test(test_guerre_battles__ravenna_stays_sound),
        cmocka_unit_test(test_guerre_battles__battles_on_built_ground_stay_sound),
        cmocka_unit_test(test_guerre_battles__encounters_stay_sound),
        cmocka_unit_test(test_guerre_battles__without_a_turn_limit_they_stay_sound),
        cmocka_unit_test(test_guerre_battles__every_reading_the_other_way_stays_sound),
        cmocka_unit_test(test_guerre_battles__no_two_of_a_side_bear_one_title),
    };

    return cmocka_run_group_tests_name("guerre_battles", tests, NULL, NULL);
}
