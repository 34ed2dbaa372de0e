/* toys.c - two games that are hardly any, so that what is measured is the interface and not the rules: pig, which
 * OpenSpiel has too (to 100; a 1 ends the turn and loses what it brought), and forty rounds of 2d6 by a chart,
 * which those who work out exact chances do (tests/golden/forty-rounds.py). No player meets them. */
#include "bench/bench.h"

#include "base/philox.h"
#include "odds/odds.h"

enum { VERB_ROLL, VERB_HOLD, VERB_ROUNDS };
enum { STEP_TURN, STEP_DIE, STEP_OVER, STEP_ROUND };
enum { GOAL = 100, GAMES = 200, ROUNDS = 40, DEEP = 120 };

struct toy_pos {
    struct st_flow flow;
    uint8_t score[ST_SIDES]; /* of forty rounds: losses, and rounds to go */
    uint8_t turn, spare;
};

static struct toy_pos *toy(const struct st_table *t)
{
    return t->pos;
}

/* ---- pig ----------------------------------------------------------------------------------- */

static void turn_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    st_offer_this(o, st_move_0(VERB_ROLL));
    st_offer_this(o, st_move_0(VERB_HOLD));
}

static bool turn_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    (void)t;
    *out = st_move_0(st_pick(seed, 1, 2) ? VERB_HOLD : VERB_ROLL);
    return true;
}

/* There is always a choice. */
static bool turn_forced(const struct st_table *t, struct st_move *only)
{
    (void)t, (void)only;
    return false;
}

static enum st_answer turn_check(const struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    (void)t, (void)m, (void)why;
    return ST_LEGAL;
}

static void pass(struct st_table *t)
{
    struct toy_pos *p = toy(t);

    p->turn = 0;
    p->flow.side = 1 - p->flow.side;
    st_go(t, STEP_TURN);
}

static void turn_apply(struct st_table *t, const struct st_move *m)
{
    struct toy_pos *p = toy(t);

    if (m->verb == VERB_ROLL) {
        st_go(t, STEP_DIE);
        return;
    }
    p->score[p->flow.side] = (uint8_t)(p->score[p->flow.side] + p->turn);
    if (p->score[p->flow.side] >= GOAL)
        st_go(t, STEP_OVER);
    else
        pass(t);
}

static void one_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "die");
}

static void die_take(struct st_table *t, int die)
{
    struct toy_pos *p = toy(t);

    if (die == 1) {
        pass(t);
        return;
    }
    p->turn = (uint8_t)(p->turn + die < GOAL ? p->turn + die : GOAL);
    st_go(t, STEP_TURN);
}

static void pig_setup(struct st_table *t)
{
    st_go(t, STEP_TURN);
}

static int pig_winner(const struct st_table *t)
{
    return toy(t)->score[0] >= GOAL ? 0 : 1;
}

/* ---- forty rounds ---------------------------------------------------------------------------- */

static void two_dice(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 2, 6, "round");
}

static void round_take(struct st_table *t, int die)
{
    struct toy_pos *p = toy(t);

    p->score[0] = (uint8_t)(p->score[0] + (die >= 7) + (die >= 9) + (die >= 11));
    if (--p->score[1] == 0)
        st_go(t, STEP_OVER);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void rounds_apply(struct st_table *t, const struct st_move *m)
{
    if (m->verb != VERB_ROUNDS) {
        turn_apply(t, m);
        return;
    }
    toy(t)->score[1] = ROUNDS;
    st_go(t, STEP_ROUND);
}

static const struct st_field fields[] = {
    { "losses", "losses", .in = ST_ONE(struct toy_pos, score[0]), .hi = DEEP },
};
static const struct st_verb verbs[] = {
    [VERB_ROLL] = { "roll" }, [VERB_HOLD] = { "hold" }, [VERB_ROUNDS] = { "rounds" },
};
static const struct st_step *const steps[] = {
    [STEP_TURN] = &(const struct st_step)ST_DECIDES("turn", "1", turn_offer, turn_check, rounds_apply,
                                                    .sample = turn_sample, .forced = turn_forced),
    [STEP_DIE] = &(const struct st_step)ST_ROLLS("die", "2", one_die, die_take),
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "3", .kind = ST_OVER },
    [STEP_ROUND] = &(const struct st_step)ST_ROLLS("round", "4", two_dice, round_take),
};
static const struct st_game game = {
    .id = "toy", .title = "Toy", .edition = "1", .pos_size = sizeof(struct toy_pos),
    .steps = ST_ROWS(steps), .verbs = ST_ROWS(verbs), .fields = &(const struct st_fields){ ST_ROWS(fields) },
    .setup = pig_setup, .winner = pig_winner,
};
static const struct st_plan plan = {
    .game = &game, .id = "toy", .title = "Toy", .blurb = "", .side = { "A", "B" }, .pos_size = sizeof(struct toy_pos),
};

/* ---- how fast -------------------------------------------------------------------------------- */

struct pigs {
    struct toy_pos pos;
    uint64_t steps, bare_steps;
};

static void pigs_ours(void *arg)
{
    struct pigs *x = arg;
    struct st_table t = { &plan, &x->pos, NULL };

    x->steps = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        st_begin(&t);
        x->steps += st_playout(&t, 1, i);
    }
}

/* As a program that knows nothing but pig would play it, with the same generator of chances. */
static uint32_t bare_pig(uint64_t number, int *winner)
{
    int score[ST_SIDES] = { 0 }, side = 0, turn = 0;
    uint32_t step = 0;

    for (;;) {
        if (st_philox_below(2, number, step++, 2)) {
            score[side] += turn;
            turn = 0;
            *winner = side;
            if (score[side] >= GOAL)
                return step;
            side = 1 - side;
            continue;
        }
        int die = (int)st_philox_below(1, number, step++, 6) + 1;

        turn = die == 1 ? 0 : turn + die < GOAL ? turn + die : GOAL;
        side = die == 1 ? 1 - side : side;
    }
}

static void pigs_bare(void *arg)
{
    struct pigs *x = arg;
    int winner = 0;

    x->bare_steps = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        x->bare_steps += bare_pig(i, &winner);
        bench_keep((uint64_t)winner);
    }
}

static void tell_pig(struct bench *b)
{
    static const struct bench_goal none = { .text = "" };
    struct pigs x = { .steps = 0 };
    struct bench_race r = bench_run(b, pigs_ours, pigs_bare, &x);
    double ours = r.ours / (double)x.steps, bare = r.bare / (double)x.bare_steps;

    bench_tell(b, "pig, random play", &(struct bench_figure){ 1 / ours, "steps/s", ours / bare, "pig in plain C" }, &none);
}

struct forty {
    struct toy_pos pos;
    int rows;
    bool failed;
};

static void forty_ours(void *arg)
{
    struct forty *x = arg;
    struct st_table t = { &plan, &x->pos, NULL };
    struct st_move m = st_move_0(VERB_ROUNDS);
    struct st_probe probe = { &fields[0], -1 };
    struct st_ask ask = { .move = &m, .probe = &probe, .nprobes = 1 };
    struct st_odds odds;

    st_begin(&t);
    x->failed |= st_odds(&odds, &t, &ask, NULL) != ST_OK;
    if (x->failed)
        return;
    x->rows = odds.complete && (odds.exact || odds.wide) ? odds.nrows : 0;
    st_odds_free(&odds);
}

static void tell_forty(struct bench *b)
{
    static const struct bench_goal goal = { "68 us or less", "us", 68e-6, false }; /* 500 times as fast as icepool */
    struct forty x = { .rows = 0 };
    struct bench_race r = bench_run(b, forty_ours, NULL, &x);

    st_assert(x.failed || x.rows == DEEP + 1); /* every sum of losses, in fractions */
    if (!x.failed)
        bench_tell(b, "forty rounds of 2d6 by a chart, exact", &(struct bench_figure){ r.ours, "s", 0, "" }, &goal);
}

void bench_toys(struct bench *b)
{
    tell_pig(b);
    tell_forty(b);
}
