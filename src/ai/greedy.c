/* greedy.c - a player who takes what gives the best chances once the dice have fallen, one decision
 * deep: the first of the candidates. The base that the thinking players improve on. */
#include "ai/kinds.h"

#include "ai/candidates.h"

#include <stdlib.h>

enum { FOR_CANDIDATES = 1 };

struct greedy_player {
    struct st_player player;
    struct st_player_seed seed;
    struct st_candidates c; /* plan NULL: not opened yet */
};

static int decide(struct greedy_player *p, const struct st_table *t, struct st_move *out,
                  struct st_error *err)
{
    if (p->c.plan != t->plan) {
        st_candidates_close(&p->c);
        int e = st_candidates_open(&p->c, t->plan, 1, err);
        if (e)
            return e;
    }
    st_candidates_find(&p->c, t, st_player_bits(&p->seed, FOR_CANDIDATES));
    if (!p->c.n)
        return st_player_sample(&p->seed, t, out, err);
    *out = p->c.item[0].move;
    return ST_OK;
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
    st_candidates_close(&((struct greedy_player *)self)->c);
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
