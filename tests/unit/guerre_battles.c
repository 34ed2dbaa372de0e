/* guerre_battles.c - random battles by the thousand: after every step nobody overlaps, nobody is
 * off the table, who is engaged follows from the poses, and every battle ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
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

/* One ruling as a session carries it out: kept if it is accepted, the position sane and somebody has
 * an answer. */
static bool rule(struct st_table *t, void *before, uint64_t seed, uint32_t n)
{
    const struct st_game *g = t->plan->game;
    const struct st_field *f = &g->fields->row[st_pick(seed, n + 1, (uint32_t)g->fields->n)];
    const struct st_names *list = f->of ? st_plan_list(t->plan, f->of) : NULL;
    int piece = list ? (int)st_pick(seed, n + 2, (uint32_t)list->n) : -1;
    int value = st_field_get(t, f, piece);

    switch (st_pick(seed, n + 3, 4)) {
    case 0:
        value = (int)st_pick(seed, n + 4, 5) - 1;
        break;
    case 1:
        value += ((int)st_pick(seed, n + 4, 81) - 40) * 1000;
        break;
    case 2:
        value = (int)st_pick(seed, n + 4, 1500000) - 100000;
        break;
    default:
        value = (int)st_pick(seed, n + 4, 1500) - 10;
    }
    if (!st_field_settable(f))
        return false;
    memcpy(before, t->pos, t->plan->pos_size);
    if (st_field_set(t, f, piece, value, NULL) == ST_LEGAL && g->sane(t, NULL) == ST_LEGAL) {
        st_settle(t);
        if (g->sane(t, NULL) == ST_LEGAL &&
            (st_now(t).kind != ST_DECIDE || st_offers(t, NULL, 0) > 0))
            return true;
    }
    memcpy(t->pos, before, t->plan->pos_size);
    return false;
}

/* Every kind of place of these is met in the middle of something: a shot, a reply, a round. */
static void rule_and_fight(const char *scenario)
{
    const struct st_game *g = st_game_find("guerre");
    struct st_error err;
    struct st_plan *plan = NULL;
    int ruled = 0;

    assert_int_equal(st_plan_make(&plan, g, scenario, &st_files_library, NULL, 0, &err), ST_OK);
    struct st_table t = { plan, calloc(1, plan->pos_size), NULL };
    void *before = malloc(plan->pos_size);
    assert_non_null(t.pos);
    assert_non_null(before);
    for (uint64_t game = 0; game < BATTLES; game++) {
        uint32_t step = 0, roll = 0;

        st_begin(&t);
        for (uint32_t n = 0; st_now(&t).kind != ST_OVER; n += 10) {
            struct st_refusal why = { "", "" };

            for (uint32_t k = 0; k < 4; k++)
                ruled += rule(&t, before, game * 7919 + k, n);
            if (st_now(&t).kind == ST_OVER)
                break;
            st_playout_step(&t, 29, game, &step, &roll);
            if (g->sane(&t, &why))
                fail_msg("%s, battle %d, step %d: %s %s", scenario, (int)game, (int)step, why.para,
                         why.text);
            assert_true(step < 20000);
        }
    }
    assert_true(ruled > 1000);
    free(before);
    free(t.pos);
    st_plan_free(plan);
}

static void test_guerre_battles__accepted_rulings_leave_battles_sound(void **state)
{
    (void)state;
    rule_and_fight("teaching_ofanto");
    rule_and_fight("cerignola_1503");
    rule_and_fight("open");
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

        assert_int_equal(st_field_get(&t, turn, 0), 1 + i / 2);
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
        cmocka_unit_test(test_guerre_battles__accepted_rulings_leave_battles_sound),
        cmocka_unit_test(test_guerre_battles__no_two_of_a_side_bear_one_title),
    };

    return cmocka_run_group_tests_name("guerre_battles", tests, NULL, NULL);
}
