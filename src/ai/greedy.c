/* greedy.c - a player who takes what is worth most on average once the dice have fallen.
 *
 * One move deep: every offer is followed through all dice to the next decision, whoever has to
 * make it, and judged by the game's worth(). Where a game hides things, what this side cannot see
 * is filled in by the game's guess() first.
 *
 * More than OFFERS_MAX offers are thinned to a random choice of so many. Where players set the
 * numbers of a move themselves (families), the moves that the step proposes are looked at besides the
 * exact offers, and SAMPLES more are drawn.
 */
#include "ai/kinds.h"

#include "base/philox.h"
#include "odds/odds.h"

#include <stdlib.h>
#include <string.h>

enum { OFFERS_MAX = 512, SAMPLES = 64 };
enum { POSITIONS_MAX = 2048 }; /* a procedure longer than this is judged by its beginning */
enum { FOR_THINNING = 1, FOR_TIES, FOR_GUESS, FOR_SAMPLES };

struct greedy_player {
    struct st_player player;
    struct st_player_seed seed;
    struct st_move offer[OFFERS_MAX];
    int noffers;
    void *guess; /* a position with the blanks filled in */
    size_t guess_size;
};

/* ---- what may be done ------------------------------------------------------------------- */

struct gatherer {
    struct st_offer offer;
    struct greedy_player *p;
    uint64_t seed;
    uint32_t n; /* offered so far */
    bool families;
};

/* Each offer has the same chance to stay, however many there are. */
static bool gather(struct st_offer *o, const struct st_move *m)
{
    struct gatherer *g = (struct gatherer *)o;
    uint32_t i = g->n++;

    if (i >= OFFERS_MAX)
        i = st_philox_below(g->seed, 0, i, g->n);
    else
        g->p->noffers++;
    if (i < OFFERS_MAX)
        g->p->offer[i] = *m;
    return true;
}

static bool gather_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct gatherer *)o)->families = true;
    return true;
}

static void gather_offers(struct greedy_player *p, const struct st_table *t)
{
    struct gatherer g = { { .add = gather, .family = gather_family },
                          p,
                          st_player_bits(&p->seed, FOR_THINNING),
                          0,
                          false };
    const struct st_step *s = st_step_now(t);
    uint64_t seed = st_player_bits(&p->seed, FOR_SAMPLES);
    struct st_move m;

    p->noffers = 0;
    s->offer(t, &g.offer);
    if (g.families && s->propose)
        s->propose(t, &g.offer);
    for (uint64_t i = 0; g.families && s->sample && i < SAMPLES; i++)
        if (s->sample(t, seed + i, &m))
            gather(&g.offer, &m);
}

/* ---- what cannot be seen ---------------------------------------------------------------- */

struct guess_dice {
    struct st_source source;
    uint64_t seed;
    uint32_t roll;
};

static int guess_roll(struct st_source *self, const struct st_chance *c, int *value,
                      struct st_error *err)
{
    struct guess_dice *d = (struct guess_dice *)self;
    int total = st_chance_total(c), i = 0;

    if (total <= 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a die without faces");
    int left = (int)st_philox_below(d->seed, 0, d->roll++, (uint32_t)total);
    while (left >= c->face[i].weight)
        left -= c->face[i++].weight;
    *value = c->face[i].value;
    return ST_OK;
}

/* The table the offers are tried on: t itself, or in games with secrets a plausible copy. */
static int suppose(struct greedy_player *p, const struct st_table *t, int side,
                   struct st_table *out, struct st_error *err)
{
    size_t size = t->plan->pos_size;
    struct guess_dice dice = { { guess_roll }, st_player_bits(&p->seed, FOR_GUESS), 0 };

    *out = (struct st_table){ t->plan, t->pos, NULL };
    if (!t->plan->game->guess)
        return ST_OK;
    if (p->guess_size < size) {
        void *grown = realloc(p->guess, size);

        if (!grown)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        p->guess = grown;
        p->guess_size = size;
    }
    out->pos = memcpy(p->guess, t->pos, size);
    t->plan->game->guess(out, side, &dice.source);
    return ST_OK;
}

/* ---- choosing --------------------------------------------------------------------------- */

/* Means that differ by less are the same number, computed in another order. */
static bool about_equal(double a, double b)
{
    double gap = a > b ? a - b : b - a, size = (a > 0 ? a : -a) + (b > 0 ? b : -b) + 1;

    return gap < 1e-9 * size;
}

/* The best offer to *out; *found stays false if none could be judged. Among equals the seed
 * decides, each having the same chance. */
static int best_offer(struct greedy_player *p, const struct st_table *t, int side, bool *found,
                      struct st_move *out, struct st_error *err)
{
    uint64_t seed = st_player_bits(&p->seed, FOR_TIES);
    uint32_t ties = 0;
    double best = 0;

    *found = false;
    for (int i = 0; i < p->noffers; i++) {
        struct st_ask ask = { .move = &p->offer[i], .max_positions = POSITIONS_MAX };
        struct st_mean mean;
        int e = st_odds_mean(&mean, t, &ask, t->plan->game->worth, side, err);

        if (e == ST_EUSAGE)
            continue; /* a move that the guess does not allow */
        if (e)
            return e;
        if (*found && about_equal(mean.value, best))
            ties++;
        else if (*found && mean.value < best)
            continue;
        else
            ties = 1;
        if (ties == 1)
            best = mean.value;
        if (st_philox_below(seed, 0, (uint32_t)i, ties) == 0)
            *out = p->offer[i];
        *found = true;
    }
    return ST_OK;
}

static int decide(struct greedy_player *p, const struct st_table *t, struct st_move *out,
                  struct st_error *err)
{
    struct st_turn now = st_now(t);
    struct st_table supposed;
    bool found = false;
    int e = ST_OK;

    if (now.kind == ST_DECIDE && t->plan->game->worth) {
        gather_offers(p, t);
        e = suppose(p, t, now.side, &supposed, err);
        if (!e)
            e = best_offer(p, &supposed, now.side, &found, out, err);
    }
    return e || found ? e : st_player_sample(&p->seed, t, out, err);
}

static int greedy_choose(struct st_player *self, const struct st_table *t, struct st_move *out,
                         struct st_error *err)
{
    struct greedy_player *p = (struct greedy_player *)self;
    int e = decide(p, t, out, err);

    p->seed.count++;
    return e;
}

static void greedy_free(struct st_player *self)
{
    free(((struct greedy_player *)self)->guess);
    free(self);
}

int st_player_greedy(struct st_player **out, uint64_t seed, struct st_error *err)
{
    struct greedy_player *p = calloc(1, sizeof *p);

    if (!p)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    p->player = (struct st_player){ "greedy", greedy_choose, greedy_free };
    p->seed.seed = seed;
    *out = &p->player;
    return ST_OK;
}
