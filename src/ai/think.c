/* think.c - see think.h.
 *
 * The candidates are ranked by one move's look (candidates.h). The best of them are then played on, many
 * times over, with the same dice and the same pictures of what is hidden for each (rollout.h), and the
 * worse half dropped again and again: sequential halving. The base player's choice stays to the end, and
 * another is preferred to it only if it did better beyond what chance explains, and by more than the first look
 * found it worse: quick play errs too, and the two err in different ways. So thinking improves on a sound
 * player, and does not find the flaws of a judgement.
 */
#include "ai/think.h"

#include "ai/candidates.h"
#include "ai/rollout.h"
#include "base/philox.h"

#include <stdlib.h>

enum {
    GUESSES = 4,      /* pictures of what is hidden */
    ROOTS = 12,       /* moves played on, at most */
    ROOTS_LEAST = 3,
    SWEEPS = 6,       /* of each, before the first half is dropped */
    SURE = 1          /* standard errors, squared, by which a move must do better than the base's */
};

static const struct st_horizon horizon = { .least = 8, .most = 60 };

/* Sums over the rollouts of a move. Its gap is what it did better than the base's choice under the same
 * dice, its fortune what its dice brought it more: where moves are alike, gaps are fortune for the most part. */
struct root {
    struct st_candidate *c;
    double chance, luck; /* winning chance at the end, and what of it the dice brought */
    double gap, fortune;
    double gap2, fortune2, both; /* squares and products */
    int n;
    long nodes;
    /* settled, without luck: the gap by first look and rollouts together, its standard errors, squared, and the
     * winning chance */
    double net, sure, won;
};

struct thinker {
    struct st_candidates c;
    struct st_rollout r;
    const struct st_budget *b;
    struct root root[ROOTS];
    int nroots;
    uint64_t seed;
    int sweeps;
    double shift; /* of the base's winning chance, by thinking: what was only looked at is told with it too */
};

/* The share of the budget. */
static double spent(const struct thinker *x)
{
    double share = x->b->nodes ? (double)x->r.nodes / (double)x->b->nodes : 0;
    double time = x->b->clock ? x->b->clock(x->b->arg) : 0;

    return share > time ? share : time;
}

/* One rollout of every root that is left, all with the same dice: the differences between them count. */
static void sweep(struct thinker *x)
{
    struct st_table t = st_candidates_guess(&x->c, x->sweeps % x->c.nguesses);
    uint64_t seed = st_bits(x->seed, (uint32_t)x->sweeps);
    struct st_rolled base = { 0 }, end;

    x->sweeps++;
    for (int i = 0; i < x->nroots; i++) {
        struct root *r = &x->root[i];
        long before = x->r.nodes;

        if (x->b->clock && spent(x) >= 1)
            return;
        end = (struct st_rolled){ .end = r->c->after };
        st_rollout_run(&x->r, &t, &r->c->move, x->c.side, &horizon, seed, &end);
        base = i ? base : end;
        double gap = end.end.value - base.end.value, fortune = end.luck.value - base.luck.value;
        r->chance += end.end.chance;
        r->luck += end.luck.chance;
        r->gap += gap;
        r->fortune += fortune;
        r->gap2 += gap * gap;
        r->fortune2 += fortune * fortune;
        r->both += gap * fortune;
        r->n++;
        r->nodes += x->r.nodes - before;
    }
}

/* How a gap grows with the fortune, in the mean of all moves: so much is luck. It is 1 where a position in the
 * midst of dice is judged rightly; where it is not, less is taken off, and no noise added. */
static double learn_discount(const struct root *root, int n)
{
    double with = 0, of = 1e-12;

    for (const struct root *r = root; r < root + n; r++)
        if (r->n) {
            with += r->both - r->gap * r->fortune / r->n;
            of += r->fortune2 - r->fortune * r->fortune / r->n;
        }
    return with < 0 ? 0 : with > of ? 1 : with / of;
}

static double in_bounds(double chance)
{
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* What the first look and the sweeps so far say of each move: they err in different ways, and count alike. */
static void settle(struct thinker *x, int roots)
{
    const struct root *base = &x->root[0];
    double k = learn_discount(x->root, roots);
    double won = base->n ? (base->chance - k * base->luck) / base->n : base->c->after.chance;

    x->shift = won - base->c->after.chance;
    for (struct root *r = x->root; r < x->root + roots; r++) {
        double look = r->c->after.value - base->c->after.value, mean = r->n ? (r->gap - k * r->fortune) / r->n : look;

        r->net = (mean + look) / 2;
        r->won = in_bounds(won + r->net);
        r->sure = 0;
        if (r->n < 2 || r->net <= 0)
            continue;
        double square = (r->gap2 - 2 * k * r->both + k * k * r->fortune2) / r->n;
        double var = (square - mean * mean) / (r->n - 1) + 1e-9;
        r->sure = r->net * r->net / (var / 4);
    }
}

static int by_net(const void *x, const void *y)
{
    const struct root *a = x, *b = y;

    if (a->net != b->net)
        return a->net > b->net ? -1 : 1;
    return a->c < b->c ? -1 : a->c > b->c;
}

/* The base's choice stays in front; of the others the better half. */
static void halve(struct thinker *x)
{
    int others = x->nroots - 1;

    settle(x, x->nroots);
    qsort(x->root + 1, (size_t)others, sizeof *x->root, by_net);
    x->nroots = 1 + (others + 1) / 2;
}

static int rounds_of(int roots)
{
    int rounds = 1;

    for (int n = roots; n > 2; n = 1 + n / 2)
        rounds++;
    return rounds;
}

/* No more roots than can be told apart: each is to be played on some times before the first go. */
static void choose_roots(struct thinker *x)
{
    struct st_table t = st_candidates_guess(&x->c, 0);
    struct st_rolled end;

    if (!x->b->nodes || x->nroots < 2)
        return;
    st_rollout_run(&x->r, &t, &x->root[0].c->move, x->c.side, &horizon, x->seed, &end);
    long each = 1 + x->r.nodes;
    while (x->nroots > ROOTS_LEAST &&
           each * x->nroots * rounds_of(x->nroots) * SWEEPS > x->b->nodes)
        x->nroots--;
}

/* The base's choice, or the best of those that surely do better. */
static int leader(const struct thinker *x, int roots)
{
    int best = 0;

    for (int i = 1; i < roots; i++)
        if (x->root[i].n == x->root[0].n && x->root[i].sure >= (double)SURE &&
            (!best || x->root[i].net > x->root[best].net))
            best = i;
    return best;
}

static struct st_thought thought_of(const struct root *r)
{
    return (struct st_thought){ r->c->move, r->won, r->nodes };
}

static void tell(struct thinker *x)
{
    if (!x->b->told || !x->nroots)
        return;
    settle(x, x->nroots);
    struct st_thought best = thought_of(&x->root[leader(x, x->nroots)]);
    x->b->told(x->b->arg, &best, x->r.nodes);
}

static void search(struct thinker *x)
{
    int rounds = rounds_of(x->nroots);

    for (int k = 1; k <= rounds && x->nroots > 1; k++) {
        while (spent(x) < (double)k / rounds) {
            sweep(x);
            if (x->sweeps >= 4 && (x->sweeps & (x->sweeps - 1)) == 0)
                tell(x);
        }
        if (k < rounds)
            halve(x);
    }
}

/* The one to play comes first, then the others as they did, whether dropped early or late. */
static void rank(struct thinker *x, int roots)
{
    settle(x, roots);
    qsort(x->root + 1, (size_t)(roots - 1), sizeof *x->root, by_net);
    int best = leader(x, roots);
    struct root chosen = x->root[best];
    if (best) {
        x->root[best] = x->root[0];
        x->root[0] = chosen;
        qsort(x->root + 1, (size_t)(roots - 1), sizeof *x->root, by_net);
    }
}

static int answer(const struct thinker *x, int roots, struct st_thought *out, int max)
{
    int n = 0;

    for (; n < roots && n < max; n++)
        out[n] = thought_of(&x->root[n]);
    for (int i = roots; i < x->c.n && n < max; i++)
        out[n++] = (struct st_thought){ x->c.item[i].move, in_bounds(x->c.item[i].after.chance + x->shift), 0 };
    return n;
}

static int think(const struct st_table *t, const struct st_budget *b, uint64_t seed,
                 struct st_thought *out, int max, int *n, struct st_error *err)
{
    struct thinker x = { .b = b, .seed = seed };
    int e = st_candidates_open(&x.c, t->plan, b ? GUESSES : 1, err);

    *n = 0;
    if (!e)
        e = st_rollout_open(&x.r, t->plan, err);
    if (!e) {
        if (b) {
            x.c.clock = b->clock;
            x.c.arg = b->arg;
        }
        st_candidates_find(&x.c, t, seed);
        int roots = x.nroots = x.c.n < ROOTS ? x.c.n : ROOTS;
        for (int i = 0; i < roots; i++)
            x.root[i] = (struct root){ .c = &x.c.item[i] };
        if (b) {
            tell(&x);
            choose_roots(&x);
            roots = x.nroots;
            search(&x);
        }
        if (roots)
            rank(&x, roots);
        *n = answer(&x, roots, out, max);
    }
    st_rollout_close(&x.r);
    st_candidates_close(&x.c);
    return e;
}

int st_think(const struct st_table *t, const struct st_budget *b, uint64_t seed,
             struct st_thought *out, int max, int *n, struct st_error *err)
{
    if (b->nodes <= 0 && !b->clock)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a budget of nothing: thinking needs nodes or time");
    return think(t, b, seed, out, max, n, err);
}

int st_first_look(const struct st_table *t, uint64_t seed, struct st_thought *out, int max, int *n,
                  struct st_error *err)
{
    return think(t, NULL, seed, out, max, n, err);
}
