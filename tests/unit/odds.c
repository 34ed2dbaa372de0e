/* odds.c - the odds engine on a toy game whose procedures have answers known by other means, and
 * on the blank game; fields, probes and policies as people write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file.h"
#include "base/philox.h"
#include "odds/chain.h"
#include "odds/odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct st_game st_game_blank;

/* ---- a toy game: every verb is a procedure that reads and writes a and b ------------------ */

enum {
    VERB_DUEL,
    VERB_AGAIN,
    VERB_SIXES,
    VERB_WALK,
    VERB_FOREVER,
    VERB_COIN,
    VERB_STAND,
    VERB_RUN,
    VERB_DEEP,
    VERB_TURN,
    VERB_END,
    VERB_BIAS,
    VERB_ECHO,
    VERB_SALVO,
    VERB_ROUNDS
};
enum {
    STEP_MAIN,
    STEP_DUEL,
    STEP_AGAIN,
    STEP_SIXES,
    STEP_WALK,
    STEP_FOREVER,
    STEP_COIN,
    STEP_ANSWER,
    STEP_SECOND,
    STEP_WEATHER,
    STEP_OVER,
    STEP_BIAS,
    STEP_ECHO,
    STEP_SALVO,
    STEP_ROUNDS
};

struct toy_pos {
    struct st_flow flow;
    int16_t a, b;
};
_Static_assert(sizeof(struct toy_pos) == 16, "no hidden padding");

static struct toy_pos *toy(const struct st_table *t)
{
    return t->pos;
}

static void d2(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 2, "coin");
}

static void d6(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "die of %s", "the toy");
}

/* One of them falls at every throw, until one has none left. */
static void duel_take(struct st_table *t, int die)
{
    if (die == 1)
        toy(t)->a--;
    else
        toy(t)->b--;
    if (toy(t)->a == 0 || toy(t)->b == 0)
        st_done(t);
}

/* A row from 1 to 6; a 7 is thrown again with -1, a 0 again with +1. a is the modifier, then the
 * row. */
static void again_take(struct st_table *t, int die)
{
    int row = die + toy(t)->a;

    toy(t)->a = (int16_t)(row == 7 ? -1 : row == 0 ? 1 : row);
    if (row >= 1 && row <= 6)
        st_done(t);
}

/* b dice; a counts the sixes. */
static void sixes_take(struct st_table *t, int die)
{
    toy(t)->a = (int16_t)(toy(t)->a + (die == 6));
    if (--toy(t)->b == 0)
        st_done(t);
}

static void two_d6(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 2, 6, "round");
}

/* b rounds by a chart: losses at 7, more at 9 and 11. a counts them. */
static void rounds_take(struct st_table *t, int die)
{
    toy(t)->a = (int16_t)(toy(t)->a + (die >= 7) + (die >= 9) + (die >= 11));
    if (--toy(t)->b == 0)
        st_done(t);
}

/* One step up or down, until 0 or b. */
static void walk_take(struct st_table *t, int die)
{
    toy(t)->a = (int16_t)(toy(t)->a + (die == 1 ? -1 : 1));
    if (toy(t)->a == 0 || toy(t)->a == toy(t)->b) {
        toy(t)->b = 0;
        st_done(t);
    }
}

static void forever_take(struct st_table *t, int die)
{
    toy(t)->a = (int16_t)die;
}

static void coin_take(struct st_table *t, int die)
{
    toy(t)->a = (int16_t)die;
    toy(t)->flow.side = 1;
    if (die == 2)
        st_go(t, STEP_ANSWER);
    else
        st_done(t);
}

static void second_take(struct st_table *t, int die)
{
    toy(t)->b = (int16_t)die;
    st_done(t);
}

static void weather_take(struct st_table *t, int die)
{
    toy(t)->b = (int16_t)die;
    st_go(t, STEP_MAIN);
}

/* Something that follows by itself, with a die of its own, in a procedure of its own. */
static void echo_run(struct st_table *t)
{
    st_go(t, STEP_MAIN);
    toy(t)->a = toy(t)->b = 1;
    st_call(t, STEP_DUEL);
}

/* b throws, each in a procedure of its own. */
static void salvo_run(struct st_table *t)
{
    if (toy(t)->b == 0) {
        st_go(t, STEP_MAIN);
        return;
    }
    toy(t)->b--;
    toy(t)->a = 0;
    st_call(t, STEP_AGAIN);
}

static void bias_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    *c = (struct st_chance){ .n = 3, .face = { { 0, 0 }, { 1, 2 }, { 5, 1 } }, .dice = "chit" };
}

static enum st_answer main_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    (void)t;
    if (m->verb == VERB_DUEL && (m->arg[0] < 1 || m->arg[1] < 1))
        return st_refuse(why, "T1.1", "a duel of %d against %d", m->arg[0], m->arg[1]);
    if (m->verb == VERB_STAND || m->verb == VERB_RUN)
        return st_refuse(why, "T1.2", "not now");
    return ST_LEGAL;
}

static void main_apply(struct st_table *t, const struct st_move *m)
{
    static const int called[] = {
        [VERB_DUEL] = STEP_DUEL, [VERB_AGAIN] = STEP_AGAIN,     [VERB_SIXES] = STEP_SIXES,
        [VERB_WALK] = STEP_WALK, [VERB_FOREVER] = STEP_FOREVER, [VERB_COIN] = STEP_COIN,
        [VERB_BIAS] = STEP_BIAS, [VERB_ROUNDS] = STEP_ROUNDS
    };

    bool many = m->verb == VERB_SIXES || m->verb == VERB_ROUNDS;

    toy(t)->a = many ? 0 : m->arg[0];
    toy(t)->b = many ? m->arg[0] : m->arg[1];
    if (m->verb == VERB_TURN) {
        toy(t)->a = 0; /* nothing but the side changes: no die, no end */
        toy(t)->flow.side ^= 1;
    } else if (m->verb == VERB_END) {
        st_go(t, STEP_OVER);
    } else if (m->verb == VERB_SALVO) {
        st_go(t, STEP_SALVO);
        toy(t)->a = 0;
        toy(t)->b = 2;
    } else if (m->verb == VERB_ECHO) {
        st_go(t, STEP_ECHO);
        st_call(t, STEP_ANSWER);
    } else if (m->verb == VERB_DEEP) {
        st_go(t, STEP_WEATHER);
        st_call(t, STEP_ANSWER);
    } else {
        st_call(t, called[m->verb]);
    }
}

static enum st_answer answer_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    (void)t;
    if (m->verb != VERB_STAND && m->verb != VERB_RUN)
        return st_refuse(why, "T2", "stand or run");
    return ST_LEGAL;
}

static void answer_apply(struct st_table *t, const struct st_move *m)
{
    if (m->verb == VERB_STAND)
        st_done(t);
    else
        st_go(t, STEP_SECOND);
}

static const struct st_verb verbs[] = {
    [VERB_DUEL] = { "duel {n} {n}", "a man" },
    [VERB_AGAIN] = { "again {n}", NULL },
    [VERB_SIXES] = { "sixes {n}", NULL },
    [VERB_WALK] = { "walk {n} {n}", NULL },
    [VERB_FOREVER] = { "forever", NULL },
    [VERB_COIN] = { "coin", NULL },
    [VERB_STAND] = { "stand {man,}", "strength mood b" },
    [VERB_RUN] = { "run", NULL },
    [VERB_DEEP] = { "deep", NULL },
    [VERB_TURN] = { "turn {n;}", NULL },
    [VERB_END] = { "end", NULL },
    [VERB_BIAS] = { "bias", NULL },
    [VERB_ECHO] = { "echo", NULL },
    [VERB_SALVO] = { "salvo", NULL },
    [VERB_ROUNDS] = { "rounds {n}", NULL },
};

static const struct st_step *const steps[] = {
    [STEP_MAIN] = &(const struct st_step){ "main", "T1", ST_DECIDE, true, .check = main_check, .apply = main_apply },
    [STEP_DUEL] = &(const struct st_step){ "duel", "T3", ST_CHANCE, .chance = d2, .take = duel_take },
    [STEP_AGAIN] = &(const struct st_step){ "again", "T4", ST_CHANCE, .chance = d6, .take = again_take },
    [STEP_SIXES] = &(const struct st_step){ "sixes", "T5", ST_CHANCE, .chance = d6, .take = sixes_take },
    [STEP_WALK] = &(const struct st_step){ "walk", "T6", ST_CHANCE, .chance = d2, .take = walk_take },
    [STEP_FOREVER] = &(const struct st_step){ "forever", "T7", ST_CHANCE, .chance = d2, .take = forever_take },
    [STEP_COIN] = &(const struct st_step){ "coin", "T8", ST_CHANCE, .chance = d2, .take = coin_take },
    [STEP_ANSWER] = &(const struct st_step){ "answer", "T2", ST_DECIDE, true, .check = answer_check,
                      .apply = answer_apply },
    [STEP_SECOND] = &(const struct st_step){ "second coin", "T8", ST_CHANCE, .chance = d2, .take = second_take },
    [STEP_WEATHER] = &(const struct st_step){ "weather", "T9", ST_CHANCE, .chance = d6, .take = weather_take },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "T10", .kind = ST_OVER },
    [STEP_ECHO] = &(const struct st_step){ "echo", "T12", ST_AUTO, .run = echo_run },
    [STEP_SALVO] = &(const struct st_step){ "salvo", "T13", ST_AUTO, .run = salvo_run },
    [STEP_ROUNDS] = &(const struct st_step){ "rounds", "T14", ST_CHANCE, .chance = two_d6, .take = rounds_take },
    [STEP_BIAS] = &(const struct st_step){ "bias", "T11", ST_CHANCE, .chance = bias_die, .take = second_take },
};

static int get_a(const struct st_table *t, int none)
{
    assert_int_equal(none, -1);
    return toy(t)->a;
}

static int get_b(const struct st_table *t, int none)
{
    assert_int_equal(none, -1);
    return toy(t)->b;
}

static int get_strength(const struct st_table *t, int man)
{
    return man == 0 ? toy(t)->a : toy(t)->b;
}

static const char *const moods[] = { "glad", "sad", NULL };
static const char *const men[] = { "Ann", "Bob", "St.Clair" };
static const char *const boats[] = { "Ark" };

static const struct st_field fields[] = {
    { "a", "first number", NULL, NULL, NULL, get_a, NULL },
    { "b", "second number", NULL, NULL, NULL, get_b, NULL },
    { "strength", "what he has", "man", NULL, NULL, get_strength, NULL },
    { "mood", "how he feels", "man", NULL, moods, get_strength, NULL },
    { "friend", "whom he likes", "man", "man", NULL, get_strength, NULL },
    { "lord", "whose man", "man", "side", NULL, get_strength, NULL },
    { "mood", "how she lies", "boat", NULL, moods, get_strength, NULL },
    { "lost", "men lost", "side", NULL, NULL, get_strength, NULL },
    { "way", "mm he has gone", "man", .get = get_strength, .per = 1000 },
    { "walk", "mm he has gone", "man", .get = get_strength, .old = true },
};

static const struct st_game toy_game = {
    .id = "toy",
    .title = "Toy",
    .edition = "1",
    .steps = steps,
    .nsteps = sizeof steps / sizeof steps[0],
    .verbs = verbs,
    .nverbs = sizeof verbs / sizeof verbs[0],
    .fields = &(const struct st_fields){ ST_ROWS(fields) },
};

static const struct st_plan toy_plan = {
    .game = &toy_game,
    .id = "toy",
    .side = { "Red", "Blue" },
    .pos_size = sizeof(struct toy_pos),
    .names = { { "man", men, NULL, 3 }, { "boat", boats, NULL, 1 } },
    .nnames = 2,
};

/* ---- asking ------------------------------------------------------------------------------ */

struct question { /* a toy table with what is asked of it */
    struct toy_pos pos;
    struct st_table t;
    struct st_move move;
    struct st_probe probe[2];
    struct st_policy_list policy;
    struct st_ask ask;
    struct st_odds odds;
};

static void ask_toy(struct question *q, const char *move, const char *policy, size_t max)
{
    struct st_refusal why;

    *q = (struct question){ .probe = { { &fields[0], -1 }, { &fields[1], -1 } } };
    q->t = (struct st_table){ &toy_plan, &q->pos, NULL };
    assert_int_equal(st_move_parse(&q->move, &toy_plan, move, &why), ST_LEGAL);
    q->ask =
        (struct st_ask){ .move = &q->move, .probe = q->probe, .nprobes = 2, .max_positions = max };
    if (policy) {
        assert_int_equal(st_policy_parse(&q->policy, &toy_plan, policy, &why), ST_LEGAL);
        q->ask.policy = &q->policy.policy;
    }
    assert_int_equal(st_odds(&q->odds, &q->t, &q->ask, NULL), ST_OK);
}

static void assert_row(const struct st_odds *o, int a, int b, const char *chance)
{
    for (int i = 0; i < o->nrows; i++)
        if (o->row[i].value[0] == a && o->row[i].value[1] == b) {
            char text[96];

            assert_true(o->exact);
            st_frac_print(o->row[i].p, text, sizeof text);
            assert_string_equal(text, chance);
            return;
        }
    fail_msg("no row %d %d", a, b);
}

static void assert_whole(const struct st_odds *o)
{
    struct st_frac sum = { 0, 1 };

    assert_true(o->exact && o->complete);
    for (int i = 0; i < o->nrows; i++)
        assert_true(st_frac_add(&sum, sum, o->row[i].p));
    assert_true(st_frac_equal(sum, (struct st_frac){ 1, 1 }));
}

static double choose(int n, int k)
{
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1));
}

/* ---- dice without circles ---------------------------------------------------------------- */

static void test_odds__attrition_to_death_is_the_binomial_sum(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "duel 3 2", NULL, 0);
    assert_whole(&q.odds);
    /* a is left with k if b loses its second in throw 5 - k: C(4-k, 1) / 2^(5-k) */
    assert_row(&q.odds, 3, 0, "1/4");
    assert_row(&q.odds, 2, 0, "1/4");
    assert_row(&q.odds, 1, 0, "3/16");
    assert_row(&q.odds, 0, 2, "1/8");
    assert_row(&q.odds, 0, 1, "3/16");
    assert_int_equal(q.odds.nrows, 5);
    assert_int_equal(q.odds.nfaces, 2); /* of the first throw only */
    assert_string_equal(q.odds.dice, "d2");
    st_odds_free(&q.odds);
}

static void test_odds__equal_positions_merge(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "duel 12 12", NULL, 0);
    assert_whole(&q.odds);
    /* 144 positions with both alive, 24 ends; the paths of dice are 2.7 million */
    assert_int_equal(q.odds.dice_nodes, 144);
    assert_int_equal(q.odds.positions, 168);
    st_odds_free(&q.odds);
}

static void test_odds__rows_stand_likeliest_first_and_equals_by_value(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "duel 3 2", NULL, 0);
    const int a[] = { 2, 3, 0, 1, 0 }, b[] = { 0, 0, 1, 0, 2 };
    for (int i = 0; i < 5; i++) {
        assert_int_equal(q.odds.row[i].value[0], a[i]);
        assert_int_equal(q.odds.row[i].value[1], b[i]);
    }
    st_odds_free(&q.odds);
}

static void test_odds__rows_of_equal_probes_are_one(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "duel 3 2", NULL, 0);
    st_odds_free(&q.odds);
    q.ask.nprobes = 0;
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, NULL), ST_OK);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 1);
    st_odds_free(&q.odds);
}

static void test_odds__the_table_asked_is_not_changed(void **state)
{
    struct question q;
    const struct toy_pos fresh = { .a = 0 };

    (void)state;
    ask_toy(&q, "duel 3 2", NULL, 0);
    assert_memory_equal(&q.pos, &fresh, sizeof fresh);
    st_odds_free(&q.odds);
}

static void test_odds__forty_dice_deep_is_exact(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "sixes 40", NULL, 0);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 41);
    assert_row(&q.odds, 40, 0, "1/13367494538843734067838845976576"); /* 6^40 */
    for (int i = 0; i < 41; i++) {
        int k = q.odds.row[i].value[0];

        assert_true(fabs(q.odds.row[i].approx - choose(40, k) * pow(5, 40 - k) / pow(6, 40)) <
                    1e-12);
    }
    st_odds_free(&q.odds);
}

/* The golden fractions are python's (tests/golden/forty-rounds.py). */
static void test_odds__forty_rounds_of_two_dice_stay_exact(void **state)
{
    struct question q;
    struct st_buf golden = { 0 };
    struct st_span line;
    int n = 0;

    (void)state;
    ask_toy(&q, "rounds 40", NULL, 0);
    assert_false(q.odds.exact); /* in 128 bits */
    assert_non_null(q.odds.wide);
    assert_int_equal(st_file_read(&golden, "tests/golden/forty-rounds.tsv", NULL), ST_OK);
    struct st_line_reader in = { golden.text, golden.text + golden.len, 0 };
    for (; st_line_next(&in, &line); n++) {
        struct st_span losses = st_span_word(&line), p = st_span_word(&line);
        int want, found = 0;

        assert_true(st_span_int(losses, 0, 120, &want));
        for (int i = 0; i < q.odds.nrows; i++)
            if (q.odds.row[i].value[0] == want) {
                assert_true(st_span_is(p, q.odds.row[i].wide));
                found++;
            }
        assert_int_equal(found, 1);
    }
    assert_int_equal(n, q.odds.nrows);
    st_buf_free(&golden);
    st_odds_free(&q.odds);
}

static void test_odds__what_goes_in_circles_beyond_128_bits_is_not_called_exact(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "walk 100 200", NULL, 0);
    assert_true(q.odds.exact || !q.odds.wide);
    st_odds_free(&q.odds);
    ask_toy(&q, "rounds 400", NULL, 0); /* 36^400: longer than there is room for */
    assert_false(q.odds.exact);
    assert_null(q.odds.wide);
    st_odds_free(&q.odds);
}

static void test_odds__sixty_dice_deep_is_approximate_and_says_so(void **state)
{
    struct question q;
    double sum = 0;

    (void)state;
    ask_toy(&q, "sixes 60", NULL, 0);
    assert_false(q.odds.exact);
    assert_true(q.odds.complete);
    assert_int_equal(q.odds.nrows, 61);
    for (int i = 0; i < 61; i++) {
        int k = q.odds.row[i].value[0];
        double want = choose(60, k) * pow(5, 60 - k) / pow(6, 60);

        assert_true(fabs(q.odds.row[i].approx - want) < 1e-12);
        sum += q.odds.row[i].approx;
    }
    assert_true(fabs(sum - 1) < 1e-12);
    st_odds_free(&q.odds);
}

static void test_odds__faces_without_weight_do_not_fall(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "bias", NULL, 0);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 2);
    assert_row(&q.odds, 0, 1, "2/3");
    assert_row(&q.odds, 0, 5, "1/3");
    assert_int_equal(q.odds.nfaces, 2);
    st_odds_free(&q.odds);
}

/* ---- circles ------------------------------------------------------------------------------ */

static void test_odds__two_rerolls_that_call_each_other_are_solved(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "again 1", NULL, 0);
    assert_whole(&q.odds);
    assert_row(&q.odds, 1, 0, "1/35");
    for (int row = 2; row <= 5; row++)
        assert_row(&q.odds, row, 0, "1/5");
    assert_row(&q.odds, 6, 0, "6/35");
    assert_int_equal(q.odds.dice_nodes, 2);
    st_odds_free(&q.odds);
}

static void test_odds__a_die_that_needs_no_reroll_is_even(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "again 0", NULL, 0);
    assert_whole(&q.odds);
    for (int row = 1; row <= 6; row++)
        assert_row(&q.odds, row, 0, "1/6");
    st_odds_free(&q.odds);
}

static void test_odds__the_gamblers_ruin_is_exact(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "walk 3 10", NULL, 0);
    assert_whole(&q.odds);
    assert_row(&q.odds, 10, 0, "3/10");
    assert_row(&q.odds, 0, 0, "7/10");
    st_odds_free(&q.odds);
    ask_toy(&q, "walk 29 90", NULL, 0);
    assert_whole(&q.odds);
    assert_row(&q.odds, 90, 0, "29/90");
    st_odds_free(&q.odds);
}

static void test_odds__a_large_circle_is_approximate_and_says_so(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "walk 100 400", NULL, 0);
    assert_false(q.odds.exact);
    assert_true(q.odds.complete);
    assert_int_equal(q.odds.nrows, 2);
    assert_true(fabs(q.odds.row[0].approx - 0.75) < 1e-12);
    assert_true(fabs(q.odds.row[1].approx - 0.25) < 1e-12);
    st_odds_free(&q.odds);
}

static void test_odds__a_circle_too_large_to_solve_is_not_complete(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "walk 1 1000", NULL, 0);
    assert_false(q.odds.complete);
    assert_int_equal(q.odds.nrows, 0);
    st_odds_free(&q.odds);
}

static void test_odds__dice_without_end_are_not_complete(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "forever", NULL, 0);
    assert_false(q.odds.complete);
    assert_int_equal(q.odds.nrows, 0);
    assert_int_equal(q.odds.positions, 3);
    st_odds_free(&q.odds);
}

static void test_odds__positions_beyond_the_limit_are_lost_visibly(void **state)
{
    struct question q;
    double sum = 0;

    (void)state;
    ask_toy(&q, "duel 12 12", NULL, 100);
    assert_false(q.odds.complete);
    assert_int_equal(q.odds.positions, 100);
    for (int i = 0; i < q.odds.nrows; i++)
        sum += q.odds.row[i].approx;
    assert_true(sum < 0.9);
    st_odds_free(&q.odds);
}

/* ---- where odds stop ---------------------------------------------------------------------- */

static void test_odds__a_decision_on_the_way_stops_and_the_row_says_whose(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "coin", NULL, 0);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 2);
    const struct st_odds_row *back = &q.odds.row[0], *stopped = &q.odds.row[1];
    assert_int_equal(back->value[0], 1);
    assert_string_equal(back->step, "main");
    assert_false(back->midway);
    assert_int_equal(stopped->value[0], 2);
    assert_string_equal(stopped->step, "answer");
    assert_int_equal(stopped->side, 1);
    assert_true(stopped->midway);
    st_odds_free(&q.odds);
}

static void test_odds__a_policy_answers_decisions_on_the_way(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "coin", "run", 0);
    assert_whole(&q.odds);
    assert_row(&q.odds, 1, 0, "1/2");
    assert_row(&q.odds, 2, 1, "1/4");
    assert_row(&q.odds, 2, 2, "1/4");
    st_odds_free(&q.odds);
    ask_toy(&q, "coin", "stand -", 0);
    assert_row(&q.odds, 1, 0, "1/2");
    assert_row(&q.odds, 2, 0, "1/2");
    st_odds_free(&q.odds);
}

static void test_odds__the_first_legal_move_of_a_policy_is_made(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "coin", "stand Ann,Bob; run; end", 0); /* `end` at main, none of the others */
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 1);
    assert_null(q.odds.row[0].step);
    assert_int_equal(q.odds.row[0].side, -1);
    st_odds_free(&q.odds);
}

static void test_odds__a_policy_that_turns_in_circles_does_not_hang(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "turn 1", "turn 1", 0);
    assert_false(q.odds.complete);
    assert_int_equal(q.odds.nrows, 0);
    st_odds_free(&q.odds);
    /* and one that begins its duel anew each time is bounded by its positions */
    ask_toy(&q, "duel 3 3", "duel 3 3", 0);
    assert_false(q.odds.complete);
    assert_in_range(q.odds.positions, 9, 30);
    st_odds_free(&q.odds);
}

static bool cheat(struct st_policy *self, const struct st_table *t, struct st_move *out)
{
    (void)self, (void)t;
    *out = st_move_make(VERB_DUEL, 2, 0, 0);
    return true;
}

static void test_odds__an_illegal_answer_of_a_policy_is_none(void **state)
{
    struct question q;
    struct st_policy policy = { cheat };

    (void)state;
    ask_toy(&q, "coin", NULL, 0);
    st_odds_free(&q.odds);
    q.ask.policy = &policy;
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, NULL), ST_OK);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 2);
    st_odds_free(&q.odds);
}

static void test_odds__a_die_outside_the_procedure_is_not_thrown(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "deep", NULL, 0);
    st_odds_free(&q.odds);
    /* at the decision inside, whose procedure ends before the weather of the game */
    assert_int_equal(st_play(&q.t, &q.move, NULL), ST_LEGAL);
    q.move = st_move_make(VERB_RUN, 0);
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, NULL), ST_OK);
    assert_whole(&q.odds);
    assert_row(&q.odds, 0, 1, "1/2");
    assert_row(&q.odds, 0, 2, "1/2");
    assert_null(q.odds.row[0].step);
    assert_false(q.odds.row[0].midway);
    assert_string_equal(q.odds.row[0].die, "weather"); /* but it is named */
    st_odds_free(&q.odds);
}

static void test_odds__a_policy_with_more_to_say_goes_on_through_the_dice_between(void **state)
{
    struct question q;

    (void)state;
    /* the decision inside ends its procedure; the weather falls; then `end` is legal */
    ask_toy(&q, "deep", "stand -; end", 0);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 1);
    assert_null(q.odds.row[0].step);
    assert_null(q.odds.row[0].die);
    assert_int_equal(q.odds.row[0].value[0], 0);
    st_odds_free(&q.odds);
    /* with nothing to say behind the weather it is over before, and says so */
    ask_toy(&q, "deep", "stand -", 0);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 1);
    assert_string_equal(q.odds.row[0].die, "weather");
    assert_false(q.odds.row[0].midway);
    st_odds_free(&q.odds);
}

static void test_odds__a_move_inside_a_procedure_is_over_with_it(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "echo", NULL, 0);
    st_odds_free(&q.odds);
    /* at the decision inside: behind its coin another procedure begins by itself */
    assert_int_equal(st_play(&q.t, &q.move, NULL), ST_LEGAL);
    q.move = st_move_make(VERB_RUN, 0);
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, NULL), ST_OK);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 2);
    assert_row(&q.odds, 0, 1, "1/2");
    assert_row(&q.odds, 0, 2, "1/2");
    assert_string_equal(q.odds.row[0].die, "duel");
    st_odds_free(&q.odds);
}

static void test_odds__a_move_that_begins_no_procedure_is_followed_to_the_next_decision(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "salvo", NULL, 0);
    assert_whole(&q.odds);
    for (int i = 0; i < q.odds.nrows; i++) {
        assert_int_equal(q.odds.row[i].value[1], 0); /* both shots were rolled */
        assert_string_equal(q.odds.row[i].step, "main");
        assert_null(q.odds.row[i].die);
    }
    st_odds_free(&q.odds);
}

static void test_odds__each_face_knows_the_row_it_leads_to(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "coin", NULL, 0);
    assert_int_equal(q.odds.nfaces, 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(q.odds.row[q.odds.face[i].row].value[0], q.odds.face[i].value);
    st_odds_free(&q.odds);
    ask_toy(&q, "sixes 2", NULL, 0);
    assert_int_equal(q.odds.face[0].row, -1); /* a second die comes */
    st_odds_free(&q.odds);
}

static void test_odds__without_a_move_the_awaited_die_is_thrown(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "coin", NULL, 0);
    st_odds_free(&q.odds);
    assert_int_equal(st_play(&q.t, &q.move, NULL), ST_LEGAL);
    q.ask.move = NULL;
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, NULL), ST_OK);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 2);
    assert_true(q.odds.row[1].midway); /* at the depth of the coin, but the answer belongs to it */
    st_odds_free(&q.odds);
}

static void test_odds__what_needs_no_die_is_certain(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "end", NULL, 0);
    assert_whole(&q.odds);
    assert_int_equal(q.odds.nrows, 1);
    assert_int_equal(q.odds.nfaces, 0);
    assert_string_equal(q.odds.dice, "");
    st_odds_free(&q.odds);
}

static void test_odds__a_refused_move_is_told_with_its_paragraph(void **state)
{
    struct question q;
    struct st_refusal why;
    struct st_error err;

    (void)state;
    ask_toy(&q, "duel 1 1", NULL, 0);
    st_odds_free(&q.odds);
    q.move.arg[1] = 0;
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, &err), ST_EUSAGE);
    assert_string_equal(err.text, "T1.1: a duel of 1 against 0");
    q.ask.why = &why;
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, &err), ST_EUSAGE);
    assert_string_equal(why.para, "T1.1");
    q.move.verb = 999; /* no move at all */
    assert_int_equal(st_odds(&q.odds, &q.t, &q.ask, &err), ST_EUSAGE);
    assert_string_equal(why.para, "");
}

/* ---- chains of any shape ------------------------------------------------------------------ */

enum { NODES = 12, EDGES = 4 };

struct web { /* a random chain, circles everywhere; the last nodes are ends */
    struct st_chain_node node[NODES];
    struct st_chain_edge edge[NODES * EDGES];
    struct st_chain chain;
};

static void spin(struct web *w, uint64_t seed)
{
    uint32_t n = 0, roll = 0;

    *w = (struct web){ .chain = { .node = w->node, .edge = w->edge, .n = NODES } };
    for (uint32_t v = 0; v < NODES - 3; v++) {
        struct st_chain_node *node = &w->node[v];

        *node = (struct st_chain_node){ n, 1 + st_philox_below(seed, 0, roll++, EDGES), 0 };
        for (uint32_t e = 0; e < node->nedges; e++) {
            uint32_t to = st_philox_below(seed, 0, roll++, NODES + 1);

            w->edge[n].to = to == NODES ? ST_CHAIN_LOST : to;
            w->edge[n].weight = 1 + st_philox_below(seed, 0, roll++, 3);
            node->total += w->edge[n++].weight;
        }
    }
}

static bool always_leaves(const struct web *w, uint32_t v, int deep)
{
    const struct st_chain_node *node = &w->node[v];

    for (uint32_t e = node->first; deep && e < node->first + node->nedges; e++)
        if (w->edge[e].to == ST_CHAIN_LOST || always_leaves(w, w->edge[e].to, deep - 1))
            return true;
    return node->nedges == 0;
}

/* Walk the chain until hardly anything is on the way; what passed each node on the way. */
static void walk(const struct web *w, double *passed)
{
    double at[NODES] = { 1 };

    for (int v = 0; v < NODES; v++)
        passed[v] = at[v];
    for (int round = 0; round < 5000; round++) {
        double next[NODES] = { 0 };

        for (int v = 0; v < NODES; v++)
            for (uint32_t e = 0; e < w->node[v].nedges; e++) {
                const struct st_chain_edge *edge = &w->edge[w->node[v].first + e];

                if (edge->to != ST_CHAIN_LOST)
                    next[edge->to] += at[v] * edge->weight / w->node[v].total;
            }
        for (int v = 0; v < NODES; v++)
            passed[v] += at[v] = next[v];
    }
}

static void test_chain__is_as_walking_it_step_by_step(void **state)
{
    int compared = 0, circles = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct web w;
        double passed[NODES];
        bool leaves = true;

        spin(&w, seed);
        assert_int_equal(st_chain_solve(&w.chain, NULL), ST_OK);
        walk(&w, passed);
        for (uint32_t v = 0; v < NODES; v++)
            leaves = leaves && (passed[v] == 0 || always_leaves(&w, v, NODES));
        assert_int_equal(w.chain.complete, leaves);
        for (uint32_t v = 0; v < NODES && leaves; v++) {
            assert_true(fabs(w.chain.mass[v].d - passed[v]) < 1e-9 * (1 + passed[v]));
            assert_true(fabs(st_frac_value(w.chain.mass[v].f) - passed[v]) <
                        1e-9 * (1 + passed[v]));
            compared++;
            circles += passed[v] > 1;
        }
        assert_true(w.chain.exact);
        st_chain_free(&w.chain);
    }
    assert_true(compared > 1000 && circles > 100);
}

/* ---- means -------------------------------------------------------------------------------- */

static int count_a(const struct st_table *t, int less)
{
    return toy(t)->a - less;
}

static void test_mean__is_the_exact_expectation(void **state)
{
    struct question q;
    struct st_mean mean;

    (void)state;
    ask_toy(&q, "sixes 9", NULL, 0);
    st_odds_free(&q.odds);
    assert_int_equal(st_odds_mean(&mean, &q.t, &q.ask, count_a, 0, NULL), ST_OK);
    assert_true(mean.exact && mean.complete);
    assert_true(st_frac_equal(mean.up, (struct st_frac){ 3, 2 }));
    assert_true(mean.down.num == 0);
    assert_true(mean.value == 1.5);
}

static void test_mean__of_losses_is_negative(void **state)
{
    struct question q;
    struct st_mean mean;

    (void)state;
    ask_toy(&q, "duel 3 2", NULL, 0);
    st_odds_free(&q.odds);
    /* a is 3 2 1 0 with 4 4 3 5 sixteenths: a - 2 is worth 4 up, 3 + 10 down */
    assert_int_equal(st_odds_mean(&mean, &q.t, &q.ask, count_a, 2, NULL), ST_OK);
    assert_true(st_frac_equal(mean.up, (struct st_frac){ 4, 16 }));
    assert_true(st_frac_equal(mean.down, (struct st_frac){ 13, 16 }));
    assert_true(mean.value == -9 / 16.0);
}

static void test_mean__of_an_illegal_move_is_refused(void **state)
{
    struct question q;
    struct st_mean mean;

    (void)state;
    ask_toy(&q, "duel 3 2", NULL, 0);
    st_odds_free(&q.odds);
    q.move.arg[0] = 0;
    assert_int_equal(st_odds_mean(&mean, &q.t, &q.ask, count_a, 0, NULL), ST_EUSAGE);
}

static void test_mean__of_a_part_is_the_mean_of_that_part(void **state)
{
    struct question q;
    struct st_mean mean;

    (void)state;
    /* first throw: one is gone; the limit of two positions keeps one of both ends */
    ask_toy(&q, "duel 1 1", NULL, 2);
    st_odds_free(&q.odds);
    assert_int_equal(st_odds_mean(&mean, &q.t, &q.ask, count_a, -5, NULL), ST_OK);
    assert_false(mean.complete);
    assert_true(mean.value == 5.0);
}

/* ---- the blank game ------------------------------------------------------------------------ */

static void test_odds__the_first_die_is_shown_with_its_look_ups(void **state)
{
    struct st_plan *plan;
    struct st_move move = st_move_make(1, 0); /* strike */
    struct st_probe probe;
    struct st_odds odds;

    (void)state;
    assert_int_equal(st_plan_make(&plan, &st_game_blank, "duel", &st_files_library, NULL, 0, NULL),
                     ST_OK);
    uint64_t bytes[8];
    assert_true(plan->pos_size <= sizeof bytes);
    struct st_table t = { plan, bytes, NULL };
    st_begin(&t);
    struct st_move step = st_move_make(0, 1, st_hex_make(&plan->grid, 3, 2));
    assert_int_equal(st_play(&t, &step, NULL), ST_LEGAL); /* North into the wood, next to South */
    assert_int_equal(st_probe_parse(&probe, plan, "North.steps", NULL), ST_LEGAL);

    struct st_ask ask = { .move = &move, .probe = &probe, .nprobes = 1 };
    assert_int_equal(st_odds(&odds, &t, &ask, NULL), ST_OK);
    assert_int_equal(odds.nrows, 2);
    assert_int_equal(odds.row[0].value[0], 2); /* the wood: only 5 and 6 hit */
    assert_true(st_frac_equal(odds.row[0].p, (struct st_frac){ 2, 3 }));
    assert_string_equal(odds.dice, "d6");
    assert_string_equal(odds.label, "strike at North");
    assert_int_equal(odds.nfaces, 6);
    for (int i = 0; i < 6; i++) {
        char text[120];

        assert_int_equal(odds.face[i].value, i + 1);
        assert_int_equal(odds.face[i].weight, 1);
        assert_int_equal(odds.face[i].total, 6);
        assert_ptr_equal(odds.face[i].cite.chart, plan->chart[0]);
        st_cite_print(&odds.face[i].cite, text, sizeof text);
        assert_non_null(strstr(text, i < 4 ? ": miss" : ": hit"));
    }
    st_odds_free(&odds);
    st_plan_free(plan);
}

/* ---- fields and probes --------------------------------------------------------------------- */

static void test_probe__text_and_back_is_the_same(void **state)
{
    static const char *const texts[] = {
        "a", "b", "Ann.strength", "Bob.mood", "St.Clair.mood", "Ark.mood", "Blue.lost"
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct st_probe probe;
        char out[64];

        assert_int_equal(st_probe_parse(&probe, &toy_plan, texts[i], NULL), ST_LEGAL);
        st_probe_print(&toy_plan, probe, out, sizeof out);
        assert_string_equal(out, texts[i]);
    }
}

static void test_probe__the_list_of_a_field_decides_which_piece_is_meant(void **state)
{
    struct st_probe probe;

    (void)state;
    assert_int_equal(st_probe_parse(&probe, &toy_plan, "Ark.mood", NULL), ST_LEGAL);
    assert_string_equal(probe.field->of, "boat");
    assert_int_equal(probe.piece, 0);
}

static void test_probe__what_is_not_there_is_refused_with_what_is_near(void **state)
{
    static const char *const tries[][2] = {
        { "Bib.strength", "did you mean `Bob`?" },
        { "Bob.strenght", "did you mean `strength`?" },
        { "strength", "NAME.strength" },
        { "Bob.a", "a belongs to the game" },
        { "Ark.strength", "no man `Ark`" },
        { "zzz", "no field `zzz`" },
        { "", "no field" },
        { ".", "no field" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct st_probe probe;
        struct st_refusal why;

        assert_int_equal(st_probe_parse(&probe, &toy_plan, tries[i][0], &why), ST_REFUSED);
        if (!strstr(why.text, tries[i][1]))
            fail_msg("`%s`: %s", tries[i][0], why.text);
    }
}

static const struct st_field *field(const char *name)
{
    return st_field_find(&toy_game, st_span_of(name), true);
}

static void test_field__values_are_words_and_back(void **state)
{
    static const struct {
        const char *name;
        int value;
        const char *text;
    } tries[] = {
        { "strength", 7, "7" }, { "strength", -1, "-1" }, { "mood", 0, "glad" },
        { "mood", 1, "sad" },   { "mood", -1, "-" },      { "friend", 1, "Bob" },
        { "friend", -1, "-" },  { "lord", 1, "Blue" },    { "lord", -1, "-" },
        { "way", 448478, "448.478" }, { "way", 300000, "300" }, { "way", -500, "-0.5" },
        { "way", -1250, "-1.25" }, { "way", 0, "0" }, { "way", 7, "0.007" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        char out[32];
        int back;

        st_field_print(&toy_plan, field(tries[i].name), tries[i].value, out, sizeof out);
        assert_string_equal(out, tries[i].text);
        assert_int_equal(
            st_field_parse(&toy_plan, field(tries[i].name), st_span_of(out), &back, NULL),
            ST_LEGAL);
        assert_int_equal(back, tries[i].value);
    }
}

static void test_field__parts_were_written_whole_before_and_are_still_read(void **state)
{
    static const char *const not[] = { "1.2345", "1.", ".5", "1.x", "1e3", "", "3000000000" };
    int value;

    (void)state;
    assert_int_equal(st_field_parse(&toy_plan, field("way"), st_span_of("448478"), &value, NULL),
                     ST_LEGAL);
    assert_int_equal(value, 448478);
    assert_int_equal(st_field_parse(&toy_plan, field("way"), st_span_of("448"), &value, NULL),
                     ST_LEGAL);
    assert_int_equal(value, 448000);
    for (size_t i = 0; i < sizeof not / sizeof not[0]; i++)
        assert_int_equal(st_field_parse(&toy_plan, field("way"), st_span_of(not[i]), &value, NULL),
                         ST_REFUSED);
}

static void test_field__an_old_name_is_understood_and_not_suggested(void **state)
{
    struct st_probe probe;
    struct st_refusal why;

    (void)state;
    assert_int_equal(st_probe_parse(&probe, &toy_plan, "Bob.walk", &why), ST_LEGAL);
    assert_int_equal(st_probe_parse(&probe, &toy_plan, "Bob.walks", &why), ST_REFUSED);
    assert_null(strstr(why.text, "walk`?"));
}

static void test_field__values_without_a_word_are_printed_as_numbers(void **state)
{
    char out[32];

    (void)state;
    st_field_print(&toy_plan, field("mood"), 9, out, sizeof out);
    assert_string_equal(out, "9");
}

static void test_field__words_that_mean_nothing_are_refused(void **state)
{
    static const char *const tries[][2] = {
        { "strength", "many" }, { "strength", "-" },
        { "mood", "gald" },     { "mood", "1" },
        { "friend", "Ark" },    { "lord", "Green" },
        { "lord", "" },         { "strength", "99999999999999999999999999" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct st_refusal why;
        int value;

        assert_int_equal(
            st_field_parse(&toy_plan, field(tries[i][0]), st_span_of(tries[i][1]), &value, &why),
            ST_REFUSED);
        assert_string_equal(why.para, "");
    }
}

static void test_field__hexes_are_named_and_nowhere_is_a_dash(void **state)
{
    struct st_plan *plan;
    char out[16];
    int value;

    (void)state;
    assert_int_equal(st_plan_make(&plan, &st_game_blank, "duel", &st_files_library, NULL, 0, NULL),
                     ST_OK);
    const struct st_field *hex = st_field_find(plan->game, st_span_of("hex"), true);
    assert_int_equal(st_field_parse(plan, hex, st_span_of("0302"), &value, NULL), ST_LEGAL);
    assert_int_equal(value, st_hex_make(&plan->grid, 3, 2));
    st_field_print(plan, hex, value, out, sizeof out);
    assert_string_equal(out, "0302");
    assert_int_equal(st_field_parse(plan, hex, st_span_of("-"), &value, NULL), ST_LEGAL);
    assert_int_equal(value, -1);
    st_field_print(plan, hex, -1, out, sizeof out);
    assert_string_equal(out, "-");
    assert_int_equal(st_field_parse(plan, hex, st_span_of("9999"), &value, NULL), ST_REFUSED);
    assert_int_equal(st_field_parse(plan, hex, st_span_of("here"), &value, NULL), ST_REFUSED);
    st_plan_free(plan);
}

static void test_probe__a_verb_suggests_fields_of_the_pieces_it_names(void **state)
{
    struct st_move m;
    struct st_probe probe[ST_PROBES];

    (void)state;
    assert_int_equal(st_move_parse(&m, &toy_plan, "stand Bob,Ann,Bob", NULL), ST_LEGAL);
    assert_int_equal(st_probes_of_move(&toy_plan, &m, probe, ST_PROBES), 5);
    static const char *const want[] = { "Bob.strength", "Ann.strength", "Bob.mood", "Ann.mood",
                                        "b" };
    for (int i = 0; i < 5; i++) {
        char out[32];

        st_probe_print(&toy_plan, probe[i], out, sizeof out);
        assert_string_equal(out, want[i]);
    }
    assert_int_equal(st_probes_of_move(&toy_plan, &m, probe, 3), 3);
    m = st_move_make(VERB_RUN, 0);
    assert_int_equal(st_probes_of_move(&toy_plan, &m, probe, ST_PROBES), 0);
}

/* ---- policies ------------------------------------------------------------------------------ */

static void test_policy__moves_may_have_semicolons_of_their_own(void **state)
{
    struct st_policy_list list;

    (void)state;
    assert_int_equal(st_policy_parse(&list, &toy_plan, " turn 1; 2;3 ;run;; turn 4; ", NULL),
                     ST_LEGAL);
    assert_int_equal(list.n, 3);
    assert_int_equal(list.move[0].nargs, 3);
    assert_int_equal(list.move[1].verb, VERB_RUN);
    assert_int_equal(list.move[2].nargs, 1);
}

static void test_policy__what_is_no_move_is_refused(void **state)
{
    struct st_policy_list list;
    struct st_refusal why;

    (void)state;
    assert_int_equal(st_policy_parse(&list, &toy_plan, "run; stnad -", &why), ST_REFUSED);
    assert_non_null(strstr(why.text, "stand"));
    assert_int_equal(st_policy_parse(&list, &toy_plan, "", &why), ST_LEGAL);
    assert_int_equal(list.n, 0);
}

static void test_policy__too_many_moves_are_refused(void **state)
{
    enum { N = 65 };
    char text[N * 5 + 1] = "";
    struct st_policy_list list;
    struct st_refusal why;

    (void)state;
    for (int i = 0; i < N; i++)
        memcpy(text + 5 * i, "run; ", 6);
    assert_int_equal(st_policy_parse(&list, &toy_plan, text, &why), ST_REFUSED);
    assert_non_null(strstr(why.text, "64"));
    text[64 * 5] = 0;
    assert_int_equal(st_policy_parse(&list, &toy_plan, text, &why), ST_LEGAL);
    assert_int_equal(list.n, 64);
}

static void test_policy__endless_text_is_read_in_time(void **state)
{
    enum { LONG = 1 << 20 };
    char *text = malloc(LONG + 1);
    struct st_policy_list list;

    (void)state;
    assert_non_null(text);
    memset(text, ';', LONG);
    text[LONG] = 0;
    memcpy(text, "run", 3);
    assert_int_equal(st_policy_parse(&list, &toy_plan, text, NULL), ST_LEGAL);
    assert_int_equal(list.n, 1);
    memset(text, 'x', LONG);
    assert_int_equal(st_policy_parse(&list, &toy_plan, text, NULL), ST_REFUSED);
    free(text);
}

static void test_policy__a_move_may_be_for_one_side_alone(void **state)
{
    struct question q;

    (void)state;
    ask_toy(&q, "coin", "Red: run; Blue: stand -", 0); /* the answer is Blue's */
    assert_whole(&q.odds);
    assert_row(&q.odds, 1, 0, "1/2");
    assert_row(&q.odds, 2, 0, "1/2");
    st_odds_free(&q.odds);
    ask_toy(&q, "coin", "Red: run", 0);
    assert_int_equal(q.odds.nrows, 2);
    assert_string_equal(q.odds.row[1].step, "answer");
    assert_true(q.odds.row[1].midway);
    st_odds_free(&q.odds);
}

static void test_policy__a_move_may_wait_for_a_condition(void **state)
{
    static const struct {
        const char *policy;
        bool runs; /* at the answer a is 2 and b is 0 */
    } at[] = {
        { "run if a = 2; stand -", true },      { "run if a != 2; stand -", false },
        { "run if a > 1; stand -", true },      { "run if a > 2; stand -", false },
        { "run if a >= 2; stand -", true },     { "run if a < 2; stand -", false },
        { "run if a <= 2; stand -", true },     { "run if a > b; stand -", true },
        { "run if b >= a; stand -", false },    { "Blue: run if Ann.strength = 2; stand -", true },
        { "stand Ann,Bob if b > a; run", true }, { "Red: run if a = 2; Blue: stand -", false },
        { "run if Bob.mood = glad; stand -", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        struct question q;

        ask_toy(&q, "coin", at[i].policy, 0);
        assert_whole(&q.odds);
        assert_int_equal(q.odds.nrows, at[i].runs ? 3 : 2);
        st_odds_free(&q.odds);
    }
}

static void test_policy__a_condition_belongs_to_its_own_move(void **state)
{
    struct st_policy_list list;

    (void)state;
    assert_int_equal(
        st_policy_parse(&list, &toy_plan, "turn 1; 2; run; Blue: turn 3; 4 if a > 0; end", NULL),
        ST_LEGAL);
    assert_int_equal(list.n, 4);
    assert_int_equal(list.move[0].nargs, 2);
    assert_null(list.when[0].left.field);
    assert_null(list.when[1].left.field);
    assert_int_equal(list.side[1], -1);
    assert_int_equal(list.move[2].nargs, 2);
    assert_int_equal(list.side[2], 1);
    assert_non_null(list.when[2].left.field);
    assert_null(list.when[3].left.field);
}

static void test_policy__sides_and_conditions_are_read_with_care(void **state)
{
    static const struct {
        const char *policy, *says;
    } bad[] = {
        { "Green: run", "no side `Green`" }, { "Red:", "" },
        { "run if", "" },                    { "run if a", "sign" },
        { "run if a ~ 2", "sign" },          { "run if a >", "sign" },
        { "run if a > 2 3", "sign" },        { "run if c > 2", "no field `c`" },
        { "run if a > two", "two" },         { "run if Zoe.strength > 1", "Zoe" },
        { "run if Ann.mood = merry", "merry" },
    };
    struct st_policy_list list;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct st_refusal why;

        assert_int_equal(st_policy_parse(&list, &toy_plan, bad[i].policy, &why), ST_REFUSED);
        assert_non_null(strstr(why.text, bad[i].says));
        assert_int_equal(st_policy_parse(&list, &toy_plan, bad[i].policy, NULL), ST_REFUSED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_odds__attrition_to_death_is_the_binomial_sum),
        cmocka_unit_test(test_odds__equal_positions_merge),
        cmocka_unit_test(test_odds__rows_stand_likeliest_first_and_equals_by_value),
        cmocka_unit_test(test_odds__rows_of_equal_probes_are_one),
        cmocka_unit_test(test_odds__the_table_asked_is_not_changed),
        cmocka_unit_test(test_odds__forty_dice_deep_is_exact),
        cmocka_unit_test(test_odds__forty_rounds_of_two_dice_stay_exact),
        cmocka_unit_test(test_odds__what_goes_in_circles_beyond_128_bits_is_not_called_exact),
        cmocka_unit_test(test_odds__sixty_dice_deep_is_approximate_and_says_so),
        cmocka_unit_test(test_odds__faces_without_weight_do_not_fall),
        cmocka_unit_test(test_odds__two_rerolls_that_call_each_other_are_solved),
        cmocka_unit_test(test_odds__a_die_that_needs_no_reroll_is_even),
        cmocka_unit_test(test_odds__the_gamblers_ruin_is_exact),
        cmocka_unit_test(test_odds__a_large_circle_is_approximate_and_says_so),
        cmocka_unit_test(test_odds__a_circle_too_large_to_solve_is_not_complete),
        cmocka_unit_test(test_odds__dice_without_end_are_not_complete),
        cmocka_unit_test(test_odds__positions_beyond_the_limit_are_lost_visibly),
        cmocka_unit_test(test_odds__a_decision_on_the_way_stops_and_the_row_says_whose),
        cmocka_unit_test(test_odds__a_policy_answers_decisions_on_the_way),
        cmocka_unit_test(test_odds__the_first_legal_move_of_a_policy_is_made),
        cmocka_unit_test(test_odds__a_policy_that_turns_in_circles_does_not_hang),
        cmocka_unit_test(test_odds__an_illegal_answer_of_a_policy_is_none),
        cmocka_unit_test(test_odds__a_die_outside_the_procedure_is_not_thrown),
        cmocka_unit_test(test_odds__a_policy_with_more_to_say_goes_on_through_the_dice_between),
        cmocka_unit_test(test_odds__a_move_inside_a_procedure_is_over_with_it),
        cmocka_unit_test(test_odds__a_move_that_begins_no_procedure_is_followed_to_the_next_decision),
        cmocka_unit_test(test_odds__each_face_knows_the_row_it_leads_to),
        cmocka_unit_test(test_odds__without_a_move_the_awaited_die_is_thrown),
        cmocka_unit_test(test_odds__what_needs_no_die_is_certain),
        cmocka_unit_test(test_odds__a_refused_move_is_told_with_its_paragraph),
        cmocka_unit_test(test_chain__is_as_walking_it_step_by_step),
        cmocka_unit_test(test_mean__is_the_exact_expectation),
        cmocka_unit_test(test_mean__of_losses_is_negative),
        cmocka_unit_test(test_mean__of_an_illegal_move_is_refused),
        cmocka_unit_test(test_mean__of_a_part_is_the_mean_of_that_part),
        cmocka_unit_test(test_odds__the_first_die_is_shown_with_its_look_ups),
        cmocka_unit_test(test_probe__text_and_back_is_the_same),
        cmocka_unit_test(test_probe__the_list_of_a_field_decides_which_piece_is_meant),
        cmocka_unit_test(test_probe__what_is_not_there_is_refused_with_what_is_near),
        cmocka_unit_test(test_field__values_are_words_and_back),
        cmocka_unit_test(test_field__parts_were_written_whole_before_and_are_still_read),
        cmocka_unit_test(test_field__an_old_name_is_understood_and_not_suggested),
        cmocka_unit_test(test_field__values_without_a_word_are_printed_as_numbers),
        cmocka_unit_test(test_field__words_that_mean_nothing_are_refused),
        cmocka_unit_test(test_field__hexes_are_named_and_nowhere_is_a_dash),
        cmocka_unit_test(test_probe__a_verb_suggests_fields_of_the_pieces_it_names),
        cmocka_unit_test(test_policy__moves_may_have_semicolons_of_their_own),
        cmocka_unit_test(test_policy__what_is_no_move_is_refused),
        cmocka_unit_test(test_policy__too_many_moves_are_refused),
        cmocka_unit_test(test_policy__endless_text_is_read_in_time),
        cmocka_unit_test(test_policy__a_move_may_be_for_one_side_alone),
        cmocka_unit_test(test_policy__a_move_may_wait_for_a_condition),
        cmocka_unit_test(test_policy__a_condition_belongs_to_its_own_move),
        cmocka_unit_test(test_policy__sides_and_conditions_are_read_with_care),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
