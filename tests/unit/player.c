/* player.c - players made of code, on the blank game and on a toy of weighed choices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ai/player.h"
#include "base/philox.h"

#include <string.h>

extern const struct st_game st_game_blank;

/* ---- a toy: take a number, or roll for one -------------------------------------------------- */

enum { VERB_TAKE, VERB_ROLL, VERB_AGAIN };
enum { STEP_CHOICE, STEP_ROLL, STEP_OVER };
enum { MANY = 3000, FLAT = 1000000 }; /* so flat that equal means are equal chances */
enum mode {
    MODE_SAFE,
    MODE_BOLD,
    MODE_TIES,
    MODE_MANY,
    MODE_FREE,
    MODE_SECRET,
    MODE_STUCK,
    MODE_WRONG
};

struct toy_pos {
    struct st_flow flow;
    int16_t mode, value, secret, spare;
};
_Static_assert(sizeof(struct toy_pos) == 20, "no hidden padding");

static struct toy_pos *toy(const struct st_table *t)
{
    return t->pos;
}

static void offer(struct st_offer *o, int verb, int n)
{
    struct st_move m = st_move_make(verb, 1, n);

    st_offer_add(o, &m);
}

static void choice_offer(const struct st_table *t, struct st_offer *o)
{
    switch ((enum mode)toy(t)->mode) {
    case MODE_SAFE: /* 8 against a mean of 7 */
        offer(o, VERB_ROLL, 0);
        offer(o, VERB_TAKE, 8);
        offer(o, VERB_TAKE, 3);
        break;
    case MODE_BOLD: /* 6 against it */
        offer(o, VERB_TAKE, 6);
        offer(o, VERB_ROLL, 0);
        offer(o, VERB_TAKE, -9);
        break;
    case MODE_TIES:
        offer(o, VERB_TAKE, 1);
        for (int n = 0; n < 3; n++) {
            offer(o, VERB_AGAIN, n); /* the same mean, by different dice */
            offer(o, VERB_ROLL, 0);
        }
        break;
    case MODE_MANY:
    case MODE_WRONG:
        for (int n = 0; n < MANY; n++)
            offer(o, VERB_TAKE, n);
        break;
    case MODE_FREE: {
        struct st_move any = st_move_make(VERB_TAKE, 1, 0);

        offer(o, VERB_TAKE, 1);
        st_offer_family(o, &any, 0);
        break;
    }
    case MODE_SECRET:
        for (int n = 1; n <= 6; n++)
            offer(o, VERB_TAKE, n);
        break;
    case MODE_STUCK:
        break;
    }
}

static bool free_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    if (toy(t)->mode == MODE_STUCK)
        return false;
    *out = st_move_make(VERB_TAKE, 1, 2 + (int)st_philox_below(seed, 0, 0, 1000));
    return true;
}

static enum st_answer choice_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    if (toy(t)->mode == MODE_WRONG && m->arg[0] != MANY - 1)
        return st_refuse(why, "P1", "not that");
    if (toy(t)->mode == MODE_FREE && (m->arg[0] < 1 || m->arg[0] > 1001) && m->arg[0] != 5000)
        return st_refuse(why, "P1", "1 to 1001, or 5000");
    return ST_LEGAL;
}

static void choice_apply(struct st_table *t, const struct st_move *m)
{
    toy(t)->value = m->arg[0];
    st_go(t, m->verb == VERB_TAKE ? STEP_OVER : STEP_ROLL);
}

/* The mean is 7 whichever die it is: twice a d6, nothing or 14, or a d9 doubled less 3. */
static void roll_die(const struct st_table *t, struct st_chance *c)
{
    static const int sides[] = { 6, 2, 9 };

    st_dice(c, 1, sides[toy(t)->value], "for a number");
}

static void roll_take(struct st_table *t, int die)
{
    int n = toy(t)->value;

    toy(t)->value = (int16_t)(n == 0 ? 2 * die : n == 1 ? 14 * (die - 1) : 2 * die - 3);
    st_go(t, STEP_OVER);
}

static int toy_worth(const struct st_table *t, int side)
{
    if (side == 0)
        return 0;
    if (toy(t)->mode == MODE_SECRET)
        return toy(t)->value == toy(t)->secret;
    return toy(t)->value;
}

static void toy_guess(struct st_table *t, int side, struct st_source *dice)
{
    struct st_chance c = { .n = 3, .face = { { 3, 0 }, { 4, 7 }, { 5, 0 } } };
    int value = 0;

    assert_int_equal(side, 1);
    assert_int_equal(dice->roll(dice, &c, &value, NULL), ST_OK);
    toy(t)->secret = (int16_t)value;
}

static const struct st_verb verbs[] = {
    [VERB_TAKE] = { "take {n}", NULL },
    [VERB_ROLL] = { "roll {n}", NULL },
    [VERB_AGAIN] = { "again {n}", NULL },
};
static const struct st_step *const steps[] = {
    [STEP_CHOICE] = &(const struct st_step){ "choice", "P1", ST_DECIDE, true, .offer = choice_offer, .check = choice_check,
                      .apply = choice_apply },
    [STEP_ROLL] = &(const struct st_step){ "roll", "P2", ST_CHANCE, .chance = roll_die, .take = roll_take },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "P3", .kind = ST_OVER },
};
static const struct st_step *const free_steps[] = {
    [STEP_CHOICE] = &(const struct st_step){ "choice", "P1", ST_DECIDE, true, .offer = choice_offer, .sample = free_sample,
                      .check = choice_check, .apply = choice_apply },
    [STEP_ROLL] = &(const struct st_step){ "roll", "P2", ST_CHANCE, .chance = roll_die, .take = roll_take },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "P3", .kind = ST_OVER },
};

static void best_proposed(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    offer(o, VERB_TAKE, 5000); /* no sample finds it */
}

static const struct st_step *const proposed_steps[] = {
    [STEP_CHOICE] = &(const struct st_step){ "choice", "P1", ST_DECIDE, true, .offer = choice_offer, .sample = free_sample,
                      .propose = best_proposed, .check = choice_check, .apply = choice_apply },
    [STEP_ROLL] = &(const struct st_step){ "roll", "P2", ST_CHANCE, .chance = roll_die, .take = roll_take },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "P3", .kind = ST_OVER },
};

static const struct st_game open_game = {
    .id = "toy", .steps = steps, .nsteps = 3, .verbs = verbs, .nverbs = 3, .worth = toy_worth
};
static const struct st_game worthless_game = {
    .id = "toy", .steps = steps, .nsteps = 3, .verbs = verbs, .nverbs = 3
};
static const struct st_game free_game = {
    .id = "toy", .steps = free_steps, .nsteps = 3, .verbs = verbs, .nverbs = 3, .worth = toy_worth
};
static const struct st_game proposing_game = {
    .id = "toy", .steps = proposed_steps, .nsteps = 3, .verbs = verbs, .nverbs = 3, .worth = toy_worth
};
static const struct st_game secret_game = { .id = "toy",
                                            .steps = steps,
                                            .nsteps = 3,
                                            .verbs = verbs,
                                            .nverbs = 3,
                                            .worth = toy_worth,
                                            .guess = toy_guess };

/* What a new player of that kind and seed does as Blue in that game. */
static int choose(const struct st_game *g, enum mode mode, const char *kind, uint64_t seed,
                  struct st_move *out)
{
    const struct st_plan plan = {
        .game = g, .id = "toy", .side = { "Red", "Blue" }, .pos_size = sizeof(struct toy_pos),
        .fit.scale = FLAT
    };
    struct toy_pos pos = { .flow.side = 1, .mode = (int16_t)mode }, before = pos;
    const struct st_table t = { &plan, &pos, NULL };
    struct st_player *p;

    assert_int_equal(st_player_make(&p, kind, seed, NULL), ST_OK);
    int e = p->choose(p, &t, out, NULL);
    assert_memory_equal(&pos, &before, sizeof pos);
    st_player_free(p);
    return e;
}

static void test_greedy__takes_what_is_worth_most_on_average(void **state)
{
    struct st_move m;

    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(choose(&open_game, MODE_BOLD, "greedy", seed, &m), ST_OK);
        assert_int_equal(m.verb, VERB_ROLL);
        assert_int_equal(choose(&open_game, MODE_SAFE, "greedy", seed, &m), ST_OK);
        assert_int_equal(m.verb, VERB_TAKE);
        assert_int_equal(m.arg[0], 8);
    }
}

/* Who overlooks something overlooks the idea: he does not do the same with another number. */
static void test_level__errs_by_another_idea(void **state)
{
    int rolls = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct st_move m;

        assert_int_equal(choose(&open_game, MODE_SAFE, "level:1", seed, &m), ST_OK);
        rolls += m.verb == VERB_ROLL;
        assert_true(m.verb == VERB_ROLL || m.arg[0] == 8);
    }
    assert_in_range(rolls, 20, 120);
}

static void test_greedy__breaks_ties_by_the_seed(void **state)
{
    int seen[3][4] = { { 0 } }, kinds = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct st_move m;

        assert_int_equal(choose(&open_game, MODE_TIES, "greedy", seed, &m), ST_OK);
        assert_int_not_equal(m.verb, VERB_TAKE);
        seen[m.verb][m.arg[0]]++;
    }
    for (int v = 0; v < 3; v++)
        for (int n = 0; n < 4; n++)
            kinds += seen[v][n] > 0;
    assert_int_equal(kinds, 4);
    assert_in_range(seen[VERB_ROLL][0], 60, 140); /* three of the six equal offers */
}

static void test_greedy__plays_alike_with_the_same_seed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct st_move a, b;

        assert_int_equal(choose(&open_game, MODE_TIES, "greedy", seed, &a), ST_OK);
        assert_int_equal(choose(&open_game, MODE_TIES, "greedy", seed, &b), ST_OK);
        assert_true(st_move_equal(&a, &b));
    }
}

static void test_greedy__finds_the_best_of_very_many_offers(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct st_move m;

        assert_int_equal(choose(&open_game, MODE_MANY, "greedy", seed, &m), ST_OK);
        assert_int_equal(m.arg[0], MANY - 1);
    }
}

static void test_greedy__turns_the_numbers_of_free_moves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct st_move m;

        assert_int_equal(choose(&free_game, MODE_FREE, "greedy", seed, &m), ST_OK);
        assert_in_range(m.arg[0], 995, 1001); /* of 2 to 1001 that are drawn */
    }
}

static void test_greedy__looks_at_what_is_proposed(void **state)
{
    struct st_move m;

    (void)state;
    assert_int_equal(choose(&proposing_game, MODE_FREE, "greedy", 5, &m), ST_OK);
    assert_int_equal(m.arg[0], 5000);
}

static void test_greedy__guesses_what_it_cannot_see(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct st_move m;

        assert_int_equal(choose(&secret_game, MODE_SECRET, "greedy", seed, &m), ST_OK);
        assert_int_equal(m.arg[0], 4);
    }
}

static void test_greedy__passes_over_offers_that_are_refused(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) { /* only one offer is legal */
        struct st_move m;

        assert_int_equal(choose(&open_game, MODE_WRONG, "greedy", seed, &m), ST_OK);
        assert_int_equal(m.arg[0], MANY - 1);
    }
}

static void test_greedy__without_worth_plays_at_random(void **state)
{
    struct st_move greedy, random;

    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(choose(&worthless_game, MODE_MANY, "greedy", seed, &greedy), ST_OK);
        assert_int_equal(choose(&worthless_game, MODE_MANY, "random", seed, &random), ST_OK);
        assert_true(st_move_equal(&greedy, &random));
    }
}

static void test_random__takes_every_offer_at_times(void **state)
{
    int seen[7] = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < 600; seed++) {
        struct st_move m;

        assert_int_equal(choose(&open_game, MODE_SECRET, "random", seed, &m), ST_OK);
        seen[m.arg[0]]++;
    }
    for (int n = 1; n <= 6; n++)
        assert_in_range(seen[n], 60, 140);
}

static void test_player__may_do_otherwise_when_asked_again(void **state)
{
    const struct st_plan plan = { .game = &open_game,
                                  .id = "toy",
                                  .side = { "Red", "Blue" },
                                  .pos_size = sizeof(struct toy_pos),
                                  .fit.scale = FLAT };
    struct toy_pos pos = { .flow.side = 1, .mode = MODE_TIES };
    const struct st_table t = { &plan, &pos, NULL };

    (void)state;
    for (int k = 0; k < st_nplayer_kinds; k++) {
        struct st_player *p;
        struct st_move first, m;
        int differ = 0;

        assert_int_equal(st_player_make(&p, st_player_kinds[k], 1, NULL), ST_OK);
        assert_int_equal(p->choose(p, &t, &first, NULL), ST_OK);
        for (int i = 0; i < 20; i++) {
            assert_int_equal(p->choose(p, &t, &m, NULL), ST_OK);
            differ += !st_move_equal(&first, &m);
        }
        assert_true(differ > 5);
        st_player_free(p);
    }
}

static void test_player__without_a_legal_move_is_an_error(void **state)
{
    struct st_move m;

    (void)state;
    assert_int_equal(choose(&open_game, MODE_STUCK, "greedy", 1, &m), ST_EUSAGE);
    assert_int_equal(choose(&free_game, MODE_STUCK, "random", 1, &m), ST_EUSAGE);
}

static void test_player__an_unknown_kind_is_told_with_near_ones(void **state)
{
    struct st_player *p;
    struct st_error err;

    (void)state;
    assert_int_equal(st_player_make(&p, "gredy", 1, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "`greedy`"));
    assert_int_equal(st_player_make(&p, "deep thought", 1, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "random"));
    st_player_free(NULL);
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* A game of blank to the end; trace receives a number made of its moves in order. */
static int play_blank(const char *north, const char *south, uint64_t seed, uint32_t *trace)
{
    struct st_plan *plan;
    struct st_player *p[ST_SIDES];
    uint64_t bytes[8];
    uint32_t roll = 0;

    assert_int_equal(st_plan_make(&plan, &st_game_blank, "duel", &st_files_library, NULL, 0, NULL),
                     ST_OK);
    assert_int_equal(st_player_make(&p[0], north, seed, NULL), ST_OK);
    assert_int_equal(st_player_make(&p[1], south, seed + 1, NULL), ST_OK);
    struct st_table t = { plan, bytes, NULL };
    assert_true(plan->pos_size <= sizeof bytes);
    st_begin(&t);
    *trace = 0;
    for (int lines = 0; st_now(&t).kind != ST_OVER; lines++) {
        struct st_chance c;
        struct st_move m;

        assert_true(lines < 1000);
        if (st_now(&t).kind == ST_CHANCE) {
            st_awaited(&t, &c);
            st_take(&t, c.face[st_philox_below(seed, 9, roll++, (uint32_t)c.n)].value);
            continue;
        }
        int side = st_now(&t).side;
        assert_int_equal(p[side]->choose(p[side], &t, &m, NULL), ST_OK);
        assert_int_equal(st_play(&t, &m, NULL), ST_LEGAL);
        *trace = *trace * 31 + (uint32_t)(m.verb * 1000 + m.arg[0]);
    }
    int winner = st_winner(&t);
    for (int s = 0; s < ST_SIDES; s++)
        st_player_free(p[s]);
    st_plan_free(plan);
    return winner;
}

static void test_player__same_seed_same_game(void **state)
{
    static const char *const kinds[] = { "random", "greedy" };

    (void)state;
    for (int k = 0; k < 2; k++) {
        uint32_t first, again, other;
        int differ = 0;

        for (uint64_t seed = 0; seed < 10; seed++) {
            play_blank(kinds[k], kinds[k], seed, &first);
            play_blank(kinds[k], kinds[k], seed, &again);
            play_blank(kinds[k], kinds[k], seed + 100, &other);
            assert_int_equal(first, again);
            differ += first != other;
        }
        assert_true(differ > 3);
    }
}

static void test_greedy__beats_random(void **state)
{
    int won = 0, lost = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint32_t trace;
        int side = (int)(seed % 2);
        int w = side ? play_blank("random", "greedy", seed, &trace)
                     : play_blank("greedy", "random", seed, &trace);

        won += w == side;
        lost += w == 1 - side;
    }
    assert_true(won > 3 * lost && won > 100);
}

static void test_player__is_asked_for_decisions_only(void **state)
{
    struct st_plan *plan;
    struct st_player *p;
    struct st_move m, strike = st_move_make(1, 0);
    uint64_t bytes[8];

    (void)state;
    assert_int_equal(st_plan_make(&plan, &st_game_blank, "duel", &st_files_library, NULL, 0, NULL),
                     ST_OK);
    struct st_table t = { plan, bytes, NULL };
    st_begin(&t);
    struct st_move step = st_move_make(0, 1, st_hex_make(&plan->grid, 3, 2));
    assert_int_equal(st_play(&t, &step, NULL), ST_LEGAL);
    assert_int_equal(st_play(&t, &strike, NULL), ST_LEGAL);
    for (int k = 0; k < st_nplayer_kinds; k++) {
        assert_int_equal(st_player_make(&p, st_player_kinds[k], 1, NULL), ST_OK);
        assert_string_equal(p->name, st_player_kinds[k]);
        assert_int_equal(p->choose(p, &t, &m, NULL), ST_EUSAGE); /* a die is awaited */
        st_player_free(p);
    }
    st_plan_free(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greedy__takes_what_is_worth_most_on_average),
        cmocka_unit_test(test_greedy__breaks_ties_by_the_seed),
        cmocka_unit_test(test_level__errs_by_another_idea),
        cmocka_unit_test(test_greedy__plays_alike_with_the_same_seed),
        cmocka_unit_test(test_greedy__finds_the_best_of_very_many_offers),
        cmocka_unit_test(test_greedy__turns_the_numbers_of_free_moves),
        cmocka_unit_test(test_greedy__looks_at_what_is_proposed),
        cmocka_unit_test(test_greedy__guesses_what_it_cannot_see),
        cmocka_unit_test(test_greedy__passes_over_offers_that_are_refused),
        cmocka_unit_test(test_greedy__without_worth_plays_at_random),
        cmocka_unit_test(test_random__takes_every_offer_at_times),
        cmocka_unit_test(test_player__may_do_otherwise_when_asked_again),
        cmocka_unit_test(test_player__without_a_legal_move_is_an_error),
        cmocka_unit_test(test_player__an_unknown_kind_is_told_with_near_ones),
        cmocka_unit_test(test_player__same_seed_same_game),
        cmocka_unit_test(test_greedy__beats_random),
        cmocka_unit_test(test_player__is_asked_for_decisions_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
