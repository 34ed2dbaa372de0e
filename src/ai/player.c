/* player.c - see player.h. */
#include "ai/player.h"

#include "ai/kinds.h"
#include "base/philox.h"

#include <stdlib.h>
#include <string.h>

const char *const st_player_kinds[] = { "random",  "greedy",  "level:1", "level:2",
                                        "level:3", "level:4", "level:5" };
const int st_nplayer_kinds = sizeof st_player_kinds / sizeof st_player_kinds[0];

/* Kinds by their first word; what follows a colon is theirs to read. */
static const struct {
    const char *word;
    int (*make)(struct st_player **out, uint64_t seed, struct st_error *err);
    int (*make_of)(struct st_player **out, const char *text, uint64_t seed, struct st_error *err);
} makers[] = {
    { "random", st_player_random, NULL }, { "greedy", st_player_greedy, NULL },
    { "pass", st_player_pass, NULL },     { "level", NULL, st_player_level },
    { "search", NULL, st_player_search },
};

int st_player_make(struct st_player **out, const char *kind, uint64_t seed, struct st_error *err)
{
    struct st_span rest = st_span_of(kind), word = st_span_cut(&rest, ':');
    bool colon = strchr(kind, ':') != NULL;
    char near[160];

    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (st_span_is(word, makers[i].word) && (makers[i].make_of || !colon))
            return makers[i].make ? makers[i].make(out, seed, err)
                                  : makers[i].make_of(out, colon ? rest.at : "", seed, err);
    st_suggest(near, sizeof near, kind, st_player_kinds, st_nplayer_kinds);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no player `%.40s`; %s", kind,
                   near[0] ? near : "there are random, greedy and level:1 to level:5");
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
