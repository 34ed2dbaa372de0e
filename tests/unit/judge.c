/* judge.c - a position as a winning chance, the same bits everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ai/after.h"
#include "ai/judge.h"
#include "ai/rollout.h"
#include "ai/think.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct st_game st_game_blank;

static void test_exp__is_that_of_the_library_within_a_few_bits(void **state)
{
    (void)state;
    for (double x = -600; x < 600; x += 0.73)
        assert_true(fabs(st_exp(x) / exp(x) - 1) < 1e-12);
    assert_true(st_exp(0) == 1);
}

static void test_logistic__is_a_chance_everywhere(void **state)
{
    (void)state;
    assert_true(st_logistic(0) == 0.5);
    assert_true(st_logistic(1e9) == 1 && st_logistic(-1e9) == 0);
    for (double x = 0; x < 30; x += 0.1)
        assert_true(fabs(st_logistic(x) + st_logistic(-x) - 1) < 1e-15);
}

static void test_chance__of_both_sides_is_one(void **state)
{
    struct st_plan *plan;
    uint64_t bytes[8];

    (void)state;
    assert_int_equal(st_plan_make(&plan, &st_game_blank, "duel", &st_files_library, NULL, 0, NULL),
                     ST_OK);
    struct st_table t = { plan, bytes, NULL };
    st_begin(&t);
    assert_true(fabs(st_chance_of(&t, 0) + st_chance_of(&t, 1) - 1) < 1e-15);
    plan->fit = (struct st_fit){ 1000, 100 };
    double more = st_game_blank.worth(&t, 0) - st_game_blank.worth(&t, 1);
    assert_true(fabs(st_chance_of(&t, 0) - 1 / (1 + exp(-1 - more / 100))) < 1e-12);
    st_plan_free(plan);
}

static void test_think__needs_a_budget(void **state)
{
    struct st_plan *plan;
    uint64_t bytes[8];
    struct st_thought out[4];
    struct st_error err;
    int n;

    (void)state;
    assert_int_equal(st_plan_make(&plan, &st_game_blank, "duel", &st_files_library, NULL, 0, NULL),
                     ST_OK);
    struct st_table t = { plan, bytes, NULL };
    st_begin(&t);
    assert_int_equal(st_think(&t, &(struct st_budget){ 0 }, 1, out, 4, &n, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "budget of nothing"));
    assert_int_equal(st_think(&t, &(struct st_budget){ .nodes = 1000 }, 1, out, 4, &n, &err), ST_OK);
    assert_in_range(n, 1, 4);
    for (int i = 0; i < n; i++)
        assert_int_equal(st_check(&t, &out[i].move, NULL), ST_LEGAL);
    st_plan_free(plan);
}

/* Same seed, same nodes: the same thoughts, however often and after whatever else. */
static void test_think__is_a_function_of_seed_and_nodes(void **state)
{
    const struct st_game *g = st_games[0];
    struct st_thought a[8], b[8];
    struct st_plan *plan;
    int na, nb;

    (void)state;
    assert_int_equal(st_plan_make(&plan, g, g->scenarios[0], &st_files_library, NULL, 0, NULL), ST_OK);
    struct st_table t = { plan, calloc(1, plan->pos_size), NULL };
    st_begin(&t);
    for (int i = 0; i < 6 && st_now(&t).kind == ST_DECIDE; i++) {
        const struct st_budget budget = { .nodes = 3000 };

        assert_int_equal(st_think(&t, &budget, 7, a, 8, &na, NULL), ST_OK);
        assert_int_equal(st_think(&t, &budget, 8, b, 8, &nb, NULL), ST_OK);
        assert_int_equal(st_think(&t, &budget, 7, b, 8, &nb, NULL), ST_OK);
        assert_int_equal(na, nb);
        for (int k = 0; k < na; k++) {
            assert_true(st_move_equal(&a[k].move, &b[k].move));
            assert_true(a[k].chance == b[k].chance && a[k].nodes == b[k].nodes);
        }
        assert_int_equal(st_play(&t, &a[0].move, NULL), ST_LEGAL);
    }
    free(t.pos);
    st_plan_free(plan);
}

/* What dice bring beyond what they promised is nothing in the long run, whatever the judgement is worth. */
static void luck_is_fair(const struct st_game *g)
{
    const struct st_horizon horizon = { .least = 6, .most = 12 };
    enum { ROLLOUTS = 60, MOVES = 3 };
    double sum = 0, square = 0;
    struct st_thought best;
    struct st_rolled end;
    struct st_plan *plan;
    struct st_rollout r;
    uint32_t roll = 0;
    int n;

    assert_int_equal(st_plan_make(&plan, g, g->scenarios[0], &st_files_library, NULL, 0, NULL), ST_OK);
    assert_int_equal(st_rollout_open(&r, plan, NULL), ST_OK);
    struct st_table t = { plan, calloc(1, plan->pos_size), NULL };
    st_begin(&t);
    for (int k = 0; k < MOVES; k++) {
        st_after_dice(&t, 1, &roll, &r.nodes);
        assert_int_equal(st_first_look(&t, 1, &best, 1, &n, NULL), ST_OK);
        for (uint64_t i = 0; i < ROLLOUTS; i++) {
            assert_true(st_rollout_run(&r, &t, &best.move, 0, &horizon, i << 32, &end));
            sum += end.luck.value;
            square += end.luck.value * end.luck.value;
        }
        assert_int_equal(st_play(&t, &best.move, NULL), ST_LEGAL);
    }
    assert_true(square > 0);
    assert_true(sum * sum <= 9 * square);
    st_rollout_close(&r);
    free(t.pos);
    st_plan_free(plan);
}

static void test_rollout__luck_is_fair(void **state)
{
    (void)state;
    for (int i = 0; i < st_ngames; i++)
        luck_is_fair(st_games[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exp__is_that_of_the_library_within_a_few_bits),
        cmocka_unit_test(test_logistic__is_a_chance_everywhere),
        cmocka_unit_test(test_chance__of_both_sides_is_one),
        cmocka_unit_test(test_think__needs_a_budget),
        cmocka_unit_test(test_think__is_a_function_of_seed_and_nodes),
        cmocka_unit_test(test_rollout__luck_is_fair),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
