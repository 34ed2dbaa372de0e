/* random.c - a player who does anything that is allowed. */
#include "ai/kinds.h"

#include <stdlib.h>

struct random_player {
    struct st_player player;
    struct st_player_seed seed;
};

static int random_choose(struct st_player *self, const struct st_table *t, struct st_move *out,
                         struct st_error *err)
{
    struct random_player *p = (struct random_player *)self;
    int e = st_player_sample(&p->seed, t, out, err);

    p->seed.count++;
    return e;
}

static void random_free(struct st_player *self)
{
    free(self);
}

int st_player_random(struct st_player **out, uint64_t seed, struct st_error *err)
{
    struct random_player *p = calloc(1, sizeof *p);

    if (!p)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    p->player = (struct st_player){ "random", random_choose, random_free };
    p->seed.seed = seed;
    *out = &p->player;
    return ST_OK;
}
