/* flow.c - running the table of steps. See game.h. */
#include "core/game.h"
#include "core/words.h"

#include "base/philox.h"

#include <string.h>

/* More automatic steps in a row than any rule book has: the flow goes round in a circle. */
enum { TOO_MANY = 100000 };

enum { ALL = -1 }; /* a depth that everything is deeper than */

static struct st_flow *flow(const struct st_table *t)
{
    return t->pos;
}

void st_call(struct st_table *t, int step)
{
    st_assert(flow(t)->depth + 1 < ST_DEPTH);
    flow(t)->depth++;
    st_go(t, step);
}

void st_done(struct st_table *t)
{
    st_assert(flow(t)->depth > 0);
    flow(t)->step[flow(t)->depth] = 0; /* leave no trace: equal positions are equal bytes */
    flow(t)->depth--;
}

/* ---- offers --------------------------------------------------------------------------- */

void st_offer_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    if (!o->enough && o->family && !o->family(o, m, fixed))
        o->enough = true;
}

void st_offer_this(struct st_offer *o, struct st_move m)
{
    st_offer_add(o, &m);
}

bool st_offer_legal(const struct st_table *t, struct st_offer *o, struct st_move m)
{
    if (o->enough || st_check(t, &m, NULL) != ST_LEGAL)
        return false;
    st_offer_add(o, &m);
    return true;
}

void st_two_words(const struct st_table *t, struct st_offer *o)
{
    const struct st_step *s = st_step_now(t);

    for (int i = 0; i < 2; i++)
        st_offer_legal(t, o, st_move_0(s->words[i] - 1));
}

void st_either(const struct st_table *t, struct st_offer *o)
{
    for (int i = 0; i < 2; i++)
        st_offer_this(o, st_move_1(st_step_now(t)->words[0] - 1, i));
}

struct collector {
    struct st_offer offer;
    struct st_move *out;
    int n, max;
};

static bool collect(struct st_offer *o, const struct st_move *m)
{
    struct collector *c = (struct collector *)o;

    if (c->n < c->max)
        c->out[c->n] = *m;
    c->n++;
    return true;
}

int st_offers(const struct st_table *t, struct st_move *out, int max)
{
    struct collector c = { { .add = collect }, out, 0, max };

    st_step_now(t)->offer(t, &c.offer);
    return c.n;
}

static bool count_down(struct st_offer *o, const struct st_move *m)
{
    struct st_numbered *x = (struct st_numbered *)o;

    *x->out = *m;
    return --x->left >= 0;
}

struct st_numbered st_numbered(int number, struct st_move *out)
{
    return (struct st_numbered){ { .add = count_down }, out, number };
}

bool st_offer_number(const struct st_table *t, int number, struct st_move *out)
{
    struct st_numbered x = st_numbered(number, out);

    st_step_now(t)->offer(t, &x.offer);
    return x.left < 0;
}

struct picker { /* one of the offers, each with the same chance, without storing them */
    struct st_offer offer;
    struct st_move *out;
    uint32_t n;
    uint64_t seed;
};

static bool pick(struct st_offer *o, const struct st_move *m)
{
    struct picker *p = (struct picker *)o;

    p->n++;
    if (st_pick(p->seed, p->n, p->n) == 0)
        *p->out = *m;
    return true;
}

static bool pick_offer(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct picker p = { { .add = pick }, out, 0, seed };

    st_step_now(t)->offer(t, &p.offer);
    return p.n > 0;
}

bool st_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct st_step *s = st_step_now(t);

    return s->sample ? s->sample(t, seed, out) : pick_offer(t, seed, out);
}

bool st_sample_evenly(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    return pick_offer(t, seed, out) || st_sample(t, seed, out);
}

struct counter { /* is there exactly one? */
    struct st_offer offer;
    struct st_move only;
    int n;
};

static bool count(struct st_offer *o, const struct st_move *m)
{
    struct counter *c = (struct counter *)o;

    c->only = *m;
    return ++c->n < 2;
}

static bool free_moves(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct counter *)o)->n = 2;
    return false;
}

static bool forced(const struct st_table *t, struct st_move *only)
{
    const struct st_step *s = st_step_now(t);
    struct counter c = { { .add = count, .family = free_moves }, { 0 }, 0 };

    if (s->confirm)
        return false;
    if (s->forced)
        return s->forced(t, only);
    s->offer(t, &c.offer);
    *only = c.only;
    return c.n == 1;
}

/* ---- running -------------------------------------------------------------------------- */

static void tell_forced(const struct st_table *t, const struct st_move *m)
{
    struct st_event e = { .kind = ST_EV_FORCED, .para = st_step_now(t)->para };

    st_move_print(t->plan, m, e.text, sizeof e.text);
    t->log->add(t->log, &e);
}

/* Run on by itself, as long as the flow is deeper than depth. */
static void settle_within(struct st_table *t, int depth)
{
    for (int n = 0; n < TOO_MANY; n++) {
        const struct st_step *s = st_step_now(t);
        struct st_move only;

        if (flow(t)->depth <= depth)
            return;
        if (s->kind == ST_AUTO) {
            s->run(t);
        } else if (s->kind == ST_DECIDE && forced(t, &only)) {
            if (t->log)
                tell_forced(t, &only);
            s->apply(t, &only);
        } else {
            return;
        }
    }
    st_bug(__FILE__, __LINE__, "automatic steps come to an end");
}

void st_settle(struct st_table *t)
{
    settle_within(t, ALL);
}

void st_begin(struct st_table *t)
{
    memset(t->pos, 0, t->plan->pos_size);
    t->plan->game->setup(t);
    st_settle(t);
}

enum st_answer st_not_now(const struct st_table *t, struct st_refusal *why)
{
    const struct st_step *s = st_step_now(t);

    return st_refuse(why, s->para, s->wants ? s->wants : "not now: %s decide on `%s`",
                     why ? st_side_says(t->plan, flow(t)->side) : "", s->name);
}

enum st_answer st_check(const struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    const struct st_step *s = st_step_now(t);

    if (s->kind != ST_DECIDE)
        return st_refuse(why, s->para, "%s",
                         s->kind == ST_OVER ? "the game is over" : "a die is awaited, no move");
    if (s->takes || s->always) {
        if (s->always >> m->verb & 1)
            return ST_LEGAL;
        if (!(s->takes >> m->verb & 1))
            return s->otherwise ? s->otherwise(t, m, why) : st_not_now(t, why);
    }
    return s->check ? s->check(t, m, why) : ST_LEGAL;
}

enum st_answer st_play_within(struct st_table *t, const struct st_move *m, int depth,
                              struct st_refusal *why)
{
    if (st_check(t, m, why))
        return ST_REFUSED;
    st_step_now(t)->apply(t, m);
    settle_within(t, depth);
    return ST_LEGAL;
}

enum st_answer st_play_asked(struct st_table *t, const struct st_move *m, int *horizon,
                             struct st_refusal *why)
{
    int depth = flow(t)->depth;

    if (st_check(t, m, why))
        return ST_REFUSED;
    st_step_now(t)->apply(t, m);
    *horizon = flow(t)->depth > depth ? depth : depth - 1;
    settle_within(t, *horizon);
    return ST_LEGAL;
}

enum st_answer st_play(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    return st_play_within(t, m, ALL, why);
}

void st_play_given_within(struct st_table *t, const struct st_move *m, int depth)
{
#ifdef ST_DEBUG
    st_assert(st_check(t, m, NULL) == ST_LEGAL);
#endif
    st_step_now(t)->apply(t, m);
    settle_within(t, depth);
}

void st_play_given(struct st_table *t, const struct st_move *m)
{
    st_play_given_within(t, m, ALL);
}

int st_lead(const struct st_table *t)
{
    const struct st_game *g = t->plan->game;

    if (g->lead)
        return g->lead(t);
    return g->opposed ? 2 * g->worth(t, 0) : g->worth(t, 0) - g->worth(t, 1);
}

int st_winner(const struct st_table *t)
{
    const struct st_game *g = t->plan->game;

    if (st_step_now(t)->kind != ST_OVER || !st_can_be_won(g))
        return ST_DRAW;
    if (g->winner)
        return g->winner(t);
    int side = st_member_get(t->pos, g->result, 0) - 1;
    return side >= 0 && side < ST_SIDES ? side : ST_DRAW;
}

void st_one_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "%s", st_step_now(t)->die);
}

void st_awaited(const struct st_table *t, struct st_chance *c)
{
    c->quiet = t->log == NULL;
    c->dice[0] = c->label[0] = 0;
    st_step_now(t)->chance(t, c);
}

void st_take_within(struct st_table *t, int value, int depth)
{
    st_assert(st_step_now(t)->kind == ST_CHANCE);
    st_step_now(t)->take(t, value);
    settle_within(t, depth);
}

void st_take(struct st_table *t, int value)
{
    st_take_within(t, value, ALL);
}

const struct st_field *st_field_find(const struct st_game *g, struct st_span name, bool piece)
{
    for (int i = 0; i < st_nfields(g); i++)
        if ((g->fields->row[i].of != NULL) == piece && st_span_is(name, g->fields->row[i].name))
            return &g->fields->row[i];
    return NULL;
}
