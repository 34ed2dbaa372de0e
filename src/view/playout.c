/* playout.c - random games, as quick as they can be. See view.h.
 *
 * No session and no player: nothing is kept and nothing is allocated, so this is how speed is
 * measured, and the same seed ends in the same bytes on every machine and in the browser.
 */
#include "view/handle.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void st_playout_step(struct st_table *t, uint64_t seed, uint64_t game, uint32_t *step,
                     uint32_t *roll)
{
    if (st_now(t).kind == ST_CHANCE) {
        struct st_chance c;

        st_awaited(t, &c);
        st_take(t, st_seeded_face(seed, game, (*roll)++, &c));
    } else {
        struct st_move m;

        st_assert(st_sample(t, (seed + game) * 0x9e3779b97f4a7c15u + *step, &m));
        st_play_given(t, &m);
    }
    (*step)++;
}

uint32_t st_playout(struct st_table *t, uint64_t seed, uint64_t game)
{
    uint32_t step = 0, roll = 0;

    while (st_now(t).kind != ST_OVER && step < ST_PLAYOUT_MAX)
        st_playout_step(t, seed, game, &step, &roll);
    return step;
}

void st_playouts(struct st_tally *out, struct st_table *t, const void *from, int games,
                 uint64_t seed)
{
    uint64_t hash = 0;

    *out = (struct st_tally){ .games = games };
    for (int i = 0; i < games; i++) {
        memcpy(t->pos, from, t->plan->pos_size);
        out->steps += st_playout(t, seed, (uint64_t)i);
        hash = st_hash_join(hash, st_pos_hash(t->plan, t->pos));
        int winner = st_winner(t);
        if (winner == ST_DRAW)
            out->draws++;
        else
            out->wins[winner]++;
    }
    out->hash = (uint32_t)hash;
}

void st_view_tally(struct st_json *j, const struct st_tally *t)
{
    char hash[16];

    st_json_int(j, "games", t->games);
    st_json_int(j, "steps", (long long)t->steps);
    st_json_open(j, "wins", '[');
    for (int s = 0; s < ST_SIDES; s++)
        st_json_int(j, NULL, t->wins[s]);
    st_json_close(j, ']');
    st_json_int(j, "draws", t->draws);
    snprintf(hash, sizeof hash, "%08" PRIx32, t->hash);
    st_json_text(j, "hash", hash);
}

const char *sandtable_playouts(struct sandtable *s, int games, unsigned seed)
{
    enum { MOST = 1000000 };
    struct st_json j = answer(s);
    struct st_tally tally;

    if (!s->plan)
        return no_game(s);
    if (games < 1 || games > MOST)
        return misused(s, "from 1 to a million games");
    struct st_table t = { s->plan, s->seen, NULL };
    st_playouts(&tally, &t, st_session_table(s->session)->pos, games, seed);
    st_json_open(&j, NULL, '{');
    st_view_tally(&j, &tally);
    st_json_close(&j, '}');
    return finish(s);
}
