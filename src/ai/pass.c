/* pass.c - a player who does nothing: he closes every phase as soon as he may. Who loses to him has not
 * understood the game. */
#include "ai/kinds.h"

#include <stdlib.h>

struct pass_player {
    struct st_player player;
    struct st_player_seed seed;
};

struct finder {
    struct st_offer offer;
    const struct st_verb *verb;
    struct st_move first, closing;
    int n;
    bool closes;
};

static bool find(struct st_offer *o, const struct st_move *m)
{
    struct finder *f = (struct finder *)o;

    if (!f->n++)
        f->first = *m;
    if (f->verb[m->verb].closes) {
        f->closing = *m;
        f->closes = true;
    }
    return !f->closes;
}

static int pass_choose(struct st_player *self, const struct st_table *t, struct st_move *out,
                       struct st_error *err)
{
    struct pass_player *p = (struct pass_player *)self;
    struct finder f = { .offer = { .add = find }, .verb = t->plan->game->verbs };

    p->seed.count++;
    if (st_now(t).kind == ST_DECIDE)
        st_step_now(t)->offer(t, &f.offer);
    if (!f.n)
        return st_player_sample(&p->seed, t, out, err);
    *out = f.closes ? f.closing : f.first;
    return ST_OK;
}

static void pass_free(struct st_player *self)
{
    free(self);
}

int st_player_pass(struct st_player **out, uint64_t seed, struct st_error *err)
{
    struct pass_player *p = calloc(1, sizeof *p);

    if (!p)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    p->player = (struct st_player){ "pass", pass_choose, pass_free };
    p->seed.seed = seed;
    *out = &p->player;
    return ST_OK;
}
