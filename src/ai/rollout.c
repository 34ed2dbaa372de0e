/* rollout.c - see rollout.h. */
#include "ai/rollout.h"

#include "ai/after.h"
#include "base/hash.h"
#include "base/philox.h"

#include <stdlib.h>
#include <string.h>

int st_rollout_open(struct st_rollout *r, const struct st_plan *p, struct st_error *err)
{
    *r = (struct st_rollout){ .plan = p, .pos = malloc(2 * p->pos_size) };
    return r->pos ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

void st_rollout_close(struct st_rollout *r)
{
    free(r->pos);
    r->pos = NULL;
}

/* ---- a few moves ------------------------------------------------------------------------- */

struct few {
    struct st_offer offer;
    struct st_move move[ST_ROLLOUT_WIDEST];
    int n, width;
    bool more;
};

static bool add(struct st_offer *o, const struct st_move *m)
{
    struct few *f = (struct few *)o;

    if (f->n < f->width)
        f->move[f->n++] = *m;
    else
        f->more = true;
    return !f->more;
}

static bool add_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct few *)o)->more = true;
    return false;
}

/* All, if they are few; else some that are drawn. */
static void gather(struct few *f, const struct st_table *t, uint64_t seed)
{
    int draws = t->plan->game->draws;

    f->offer = (struct st_offer){ .add = add, .family = add_family };
    f->n = 0;
    f->width = !draws ? ST_ROLLOUT_WIDTH : draws < ST_ROLLOUT_WIDEST ? draws : ST_ROLLOUT_WIDEST;
    f->more = false;
    st_step_now(t)->offer(t, &f->offer);
    if (!f->more)
        return;
    f->n = 0;
    for (int i = 0; i < f->width; i++)
        if (st_sample(t, seed + (uint64_t)i, &f->move[f->n]))
            f->n++;
}

/* The best for whoever decides at t; false if there is none. */
static bool best_of_few(struct st_rollout *r, const struct st_table *t, uint64_t seed,
                        struct st_move *out)
{
    struct st_table try = { r->plan, r->pos + r->plan->pos_size, NULL, t->scratch };
    int side = st_now(t).side;
    double best = -1;
    struct few f;

    gather(&f, t, st_bits(seed, 0));
    for (int i = 0; i < f.n; i++) {
        uint32_t roll = 0;

        memcpy(try.pos, t->pos, r->plan->pos_size);
        st_play_given(&try, &f.move[i]);
        r->nodes++;
        st_after_dice(&try, st_bits(seed, 1), &roll, &r->nodes);
        double value = st_judge(&try, side).value;
        if (value > best) {
            best = value;
            *out = f.move[i];
        }
    }
    return best >= 0;
}

/* ---- dice --------------------------------------------------------------------------------- */

struct faces { /* of one die, judged; most come to the same, and what is the same is judged once */
    uint64_t hash[ST_FACES_MAX];
    struct st_judgement judged[ST_FACES_MAX];
    int n;
};

static struct st_judgement judge_face(struct faces *f, const struct st_table *t, int side)
{
    uint64_t hash = st_hash(t->pos, t->plan->pos_size);

    for (int k = 0; k < f->n; k++)
        if (f->hash[k] == hash)
            return f->judged[k];
    f->hash[f->n] = hash;
    f->judged[f->n] = st_judge(t, side);
    return f->judged[f->n++];
}

/* One die that is awaited falls; luck grows by what its face is worth to side beyond the mean of all. */
static void roll_one(struct st_rollout *r, struct st_table *at, int side, uint64_t seed, uint32_t roll,
                     struct st_judgement *luck)
{
    struct st_table try = { r->plan, r->pos + r->plan->pos_size, NULL, at->scratch };
    struct faces faces = { .n = 0 };
    struct st_chance c;
    int fell = 0;

    st_awaited(at, &c);
    int total = st_chance_total(&c);
    for (int left = (int)st_pick(seed, roll, (uint32_t)total); left >= c.face[fell].weight;)
        left -= c.face[fell++].weight;
    for (int i = 0; i < c.n; i++) {
        double share = (i == fell) - (double)c.face[i].weight / total;

        if (!c.face[i].weight)
            continue;
        memcpy(try.pos, at->pos, r->plan->pos_size);
        st_take(&try, c.face[i].value);
        r->nodes++;
        struct st_judgement j = judge_face(&faces, &try, side);
        luck->value += share * j.value;
        luck->chance += share * j.chance;
    }
    st_take(at, c.face[fell].value);
}

bool st_rollout_run(struct st_rollout *r, const struct st_table *t, const struct st_move *m,
                    int side, const struct st_horizon *h, uint64_t seed, struct st_rolled *out)
{
    struct st_table at = { r->plan, r->pos, NULL, t->scratch };
    struct st_move next = *m;
    uint32_t roll = 0, n = 0;
    int switches = 0;

    memcpy(at.pos, t->pos, r->plan->pos_size);
    out->luck = (struct st_judgement){ 0, 0 };
    for (;;) {
        int before = st_now(&at).side;

        if (n) /* the first may come from another picture of what is hidden */
            st_play_given(&at, &next);
        else if (st_play(&at, &next, NULL) == ST_REFUSED)
            return false;
        r->nodes++;
        for (int i = 0; i < ST_DICE_MAX && st_now(&at).kind == ST_CHANCE; i++)
            roll_one(r, &at, side, seed, roll++, &out->luck);
        n++;
        if (st_now(&at).kind != ST_DECIDE)
            break;
        switches += st_now(&at).side != before;
        if ((int)n >= h->most || ((int)n >= h->least && switches >= h->switches))
            break;
        if (!best_of_few(r, &at, st_bits(seed, n), &next))
            break;
    }
    out->end = st_judge(&at, side);
    return true;
}
