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
    uint32_t seen; /* of the moves so far; beyond the width each has the same chance to be kept, */
    uint64_t seed; /* by that, */
    bool whole;    /* if the list is read to its end */
    bool families;
};

static bool add(struct st_offer *o, const struct st_move *m)
{
    struct few *f = (struct few *)o;
    uint32_t i = f->seen++;

    if (i < (uint32_t)f->width)
        f->n++;
    else if (f->whole)
        i = st_pick(f->seed, i, f->seen);
    if (i < (uint32_t)f->width)
        f->move[i] = *m;
    return f->whole || i < (uint32_t)f->width;
}

static bool add_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    struct few *f = (struct few *)o;

    (void)m, (void)fixed;
    f->families = true;
    return f->whole;
}

/* All, if they are few; else some that are drawn: where numbers are free, of those that a player who thinks would
 * look at, for of all distances and angles hardly one is a plan. */
static void gather(struct few *f, const struct st_table *t, uint64_t seed)
{
    const struct st_step *s = st_step_now(t);
    int draws = t->plan->game->draws;

    f->offer = (struct st_offer){ .add = add, .family = add_family };
    f->n = 0;
    f->seen = 0;
    f->seed = seed;
    f->whole = s->propose != NULL;
    f->families = false;
    f->width = !draws ? ST_ROLLOUT_WIDTH : draws < ST_ROLLOUT_WIDEST ? draws : ST_ROLLOUT_WIDEST;
    s->offer(t, &f->offer);
    if (f->families && f->whole)
        s->propose(t, &f->offer);
    if (f->n && (f->whole || (!f->families && f->seen <= (uint32_t)f->width)))
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

/* Has the turn come back to side? *other: whether it has been the other's. What is deeper in procedures than the
 * first decision is nobody's turn. */
static bool on_turn_again(const struct st_turn *now, int depth, int side, bool *other)
{
    if (now->depth > depth)
        return false;
    *other |= now->side != side;
    return *other && now->side == side;
}

bool st_rollout_run(struct st_rollout *r, const struct st_table *t, const struct st_move *m,
                    int side, const struct st_horizon *h, uint64_t seed, struct st_rolled *out)
{
    struct st_table at = { r->plan, r->pos, NULL, t->scratch };
    struct st_move next = *m;
    uint32_t roll = 0;
    int depth = st_now(t).depth;
    bool other = false;

    memcpy(at.pos, t->pos, r->plan->pos_size);
    out->luck = (struct st_judgement){ 0, 0 };
    for (int n = 1;; n++) {
        if (n > 1) /* the first may come from another picture of what is hidden */
            st_play_given(&at, &next);
        else if (st_play(&at, &next, NULL) == ST_REFUSED)
            return false;
        r->nodes++;
        for (int i = 0; i < ST_DICE_MAX && st_now(&at).kind == ST_CHANCE; i++)
            roll_one(r, &at, side, seed, roll++, &out->luck);
        struct st_turn now = st_now(&at);
        if (now.kind != ST_DECIDE || n >= h->most || (on_turn_again(&now, depth, side, &other) && n >= h->least))
            break;
        if (!best_of_few(r, &at, st_bits(seed, (uint32_t)n), &next))
            break;
    }
    out->end = st_judge(&at, side);
    return true;
}
