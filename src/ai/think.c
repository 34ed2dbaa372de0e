/* think.c - see think.h.
 *
 * The candidates are ranked by one move's look (candidates.h). The best of them are then played on, many
 * times over, with the same dice and the same pictures of what is hidden for each (rollout.h), and the
 * worse half dropped again and again: sequential halving. The base player's choice stays to the end, and
 * another is preferred to it only if it did better beyond what chance explains: thinking improves on a
 * sound player, and does not find the flaws of a judgement.
 */
#include "ai/think.h"

#include "ai/candidates.h"
#include "ai/rollout.h"

#include <stdlib.h>

enum {
    GUESSES = 4,      /* pictures of what is hidden */
    ROOTS = 12,       /* moves played on, at most */
    ROOTS_LEAST = 3,
    SWEEPS = 6,       /* of each, before the first half is dropped */
    SURE = 1          /* standard errors, squared, by which a move must do better than the base's */
};

static const struct st_horizon horizon = { .switches = 2, .least = 8, .most = 40 };

struct root {
    struct st_candidate *c;
    double value, chance; /* sums over the rollouts */
    double gap, gap2;     /* of the differences to the base's choice, and of their squares */
    int n;
    long nodes;
};

struct thinker {
    struct st_candidates c;
    struct st_rollout r;
    const struct st_budget *b;
    struct root root[ROOTS];
    int nroots;
    uint64_t seed;
    int sweeps;
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
    uint64_t seed = x->seed + (uint64_t)x->sweeps * 0x9E3779B97F4A7C15u;
    double base = 0;

    x->sweeps++;
    for (int i = 0; i < x->nroots; i++) {
        struct root *r = &x->root[i];
        struct st_judgement j = r->c->after;
        long before = x->r.nodes;

        if (x->b->clock && spent(x) >= 1)
            return;
        st_rollout_run(&x->r, &t, &r->c->move, x->c.side, &horizon, seed, &j);
        base = i ? base : j.value;
        r->value += j.value;
        r->chance += j.chance;
        r->gap += j.value - base;
        r->gap2 += (j.value - base) * (j.value - base);
        r->n++;
        r->nodes += x->r.nodes - before;
    }
}

static double gap_of(const struct root *r)
{
    return r->n ? r->gap / r->n : 0;
}

/* By how many standard errors is it better than the base's choice? */
static double surely(const struct root *r)
{
    double mean = gap_of(r), var;

    if (r->n < 2)
        return 0;
    var = (r->gap2 / r->n - mean * mean) / (r->n - 1) + 1e-9;
    return mean > 0 ? mean * mean / var : 0; /* squared: no root is drawn */
}

static int by_gap(const void *x, const void *y)
{
    const struct root *a = x, *b = y;
    double ga = gap_of(a), gb = gap_of(b);

    if (ga != gb)
        return ga > gb ? -1 : 1;
    return a->c < b->c ? -1 : a->c > b->c;
}

/* The base's choice stays in front; of the others the better half. */
static void halve(struct thinker *x)
{
    int others = x->nroots - 1;

    qsort(x->root + 1, (size_t)others, sizeof *x->root, by_gap);
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
    struct st_judgement j;

    if (!x->b->nodes || x->nroots < 2)
        return;
    st_rollout_run(&x->r, &t, &x->root[0].c->move, x->c.side, &horizon, x->seed, &j);
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
        if (x->root[i].n == x->root[0].n && surely(&x->root[i]) >= (double)SURE &&
            (!best || gap_of(&x->root[i]) > gap_of(&x->root[best])))
            best = i;
    return best;
}

static struct st_thought thought_of(const struct root *r)
{
    return (struct st_thought){ r->c->move, r->n ? r->chance / r->n : r->c->after.chance, r->nodes };
}

static void tell(const struct thinker *x)
{
    if (!x->b->told || !x->nroots)
        return;
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
    qsort(x->root + 1, (size_t)(roots - 1), sizeof *x->root, by_gap);
    int best = leader(x, roots);
    struct root chosen = x->root[best];
    if (best) {
        x->root[best] = x->root[0];
        x->root[0] = chosen;
        qsort(x->root + 1, (size_t)(roots - 1), sizeof *x->root, by_gap);
    }
}

static int answer(const struct thinker *x, int roots, struct st_thought *out, int max)
{
    int n = 0;

    for (; n < roots && n < max; n++)
        out[n] = thought_of(&x->root[n]);
    for (int i = roots; i < x->c.n && n < max; i++)
        out[n++] = (struct st_thought){ x->c.item[i].move, x->c.item[i].after.chance, 0 };
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
