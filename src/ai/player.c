/* player.c - see player.h. */
#include "ai/player.h"

#include "ai/kinds.h"
#include "base/philox.h"

#include <stdlib.h>
#include <string.h>

const char *const st_player_kinds[] = { "random", "greedy" };
const int st_nplayer_kinds = sizeof st_player_kinds / sizeof st_player_kinds[0];

static int (*const makers[])(struct st_player **, uint64_t, struct st_error *) = {
    st_player_random,
    st_player_greedy,
};
_Static_assert(sizeof makers / sizeof makers[0] ==
                   sizeof st_player_kinds / sizeof st_player_kinds[0],
               "a maker for each kind");

int st_player_make(struct st_player **out, const char *kind, uint64_t seed, struct st_error *err)
{
    char near[160];

    for (int i = 0; i < st_nplayer_kinds; i++)
        if (strcmp(kind, st_player_kinds[i]) == 0)
            return makers[i](out, seed, err);
    if (strcmp(kind, "pass") == 0)
        return st_player_pass(out, seed, err);
    st_suggest(near, sizeof near, kind, st_player_kinds, st_nplayer_kinds);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no player `%.40s`; %s", kind,
                   near[0] ? near : "there are random and greedy");
}

void st_player_free(struct st_player *p)
{
    if (p)
        p->free(p);
}

uint64_t st_player_bits(const struct st_player_seed *s, uint32_t purpose)
{
    const uint32_t counter[4] = { (uint32_t)s->count, (uint32_t)(s->count >> 32), purpose, 0 };
    const uint32_t key[2] = { (uint32_t)s->seed, (uint32_t)(s->seed >> 32) };
    struct st_philox p = st_philox(counter, key);

    return (uint64_t)p.word[0] << 32 | p.word[1];
}

int st_player_sample(const struct st_player_seed *s, const struct st_table *t, struct st_move *out,
                     struct st_error *err)
{
    struct st_turn now = st_now(t);

    if (now.kind != ST_DECIDE)
        return st_fail(err, ST_EUSAGE, NULL, 0, "nobody is to decide anything now");
    if (!st_sample(t, st_player_bits(s, 0), out))
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s (%s): no move is legal", now.step, now.para);
    return ST_OK;
}

int st_player_decide(const char *kind, uint64_t seed, int decisions, const struct st_table *t,
                     struct st_move *out, struct st_error *err)
{
    uint64_t own = (seed << 1 | (uint64_t)st_now(t).side) + 1000003 * (uint64_t)decisions;
    struct st_player *p = NULL;
    int e = st_player_make(&p, kind, own, err);

    if (!e)
        e = p->choose(p, t, out, err);
    st_player_free(p);
    return e;
}
