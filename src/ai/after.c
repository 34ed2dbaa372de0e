/* after.c - see after.h. */
#include "ai/after.h"

#include "base/hash.h"
#include "base/philox.h"
#include "core/scratch.h"

#include <stdlib.h>
#include <string.h>

int st_after_open(struct st_after *a, const struct st_plan *p, int room, struct st_error *err)
{
    *a = (struct st_after){ .plan = p, .room = room };
    a->pos = malloc((size_t)room * p->pos_size);
    a->p = malloc((size_t)room * sizeof *a->p);
    a->end = malloc((size_t)room * sizeof *a->end);
    a->scratch = st_scratch_new(p);
    if (a->pos && a->p && a->end)
        return ST_OK;
    st_after_close(a);
    return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

void st_after_close(struct st_after *a)
{
    free(a->pos);
    free(a->p);
    free(a->end);
    free(a->scratch);
    a->pos = NULL;
    a->p = NULL;
    a->end = NULL;
    a->scratch = NULL;
}

static int one_face(const struct st_chance *c, uint32_t pick)
{
    int i = 0;

    for (int left = (int)pick; left >= c->face[i].weight;)
        left -= c->face[i++].weight;
    return c->face[i].value;
}

void st_after_dice(struct st_table *t, uint64_t seed, uint32_t *roll, long *nodes)
{
    struct st_chance c;

    for (int i = 0; i < ST_DICE_MAX && st_now(t).kind == ST_CHANCE; i++) {
        st_awaited(t, &c);
        int value = one_face(&c, st_pick(seed, (*roll)++, (uint32_t)st_chance_total(&c)));
        st_take(t, value);
        ++*nodes;
    }
}

/* Position i is replaced by those its die leads to; false if there is no room for them. */
static bool spread(struct st_after *a, struct st_table *t, int i, int *n)
{
    size_t size = a->plan->pos_size;
    struct st_chance c;

    st_awaited(t, &c);
    if (*n + c.n > a->room)
        return false;
    double each = a->p[i] / st_chance_total(&c);
    for (int f = 0; f < c.n; f++) {
        struct st_table then = { a->plan, a->pos + (size_t)*n * size, NULL, a->scratch };

        if (!c.face[f].weight)
            continue;
        memcpy(then.pos, t->pos, size);
        st_take(&then, c.face[f].value);
        a->p[(*n)++] = each * c.face[f].weight;
        a->nodes++;
    }
    return true;
}

/* The judgement of position i. Most faces of a die come to the same, and what is the same is judged once. */
static struct st_judgement judge_end(struct st_after *a, const struct st_table *t, int i, int side, int *nends)
{
    size_t size = a->plan->pos_size;
    uint64_t hash = st_hash(t->pos, size);

    for (int k = 0; k < *nends; k++)
        if (a->end[k].hash == hash && memcmp(a->pos + (size_t)a->end[k].i * size, t->pos, size) == 0)
            return a->end[k].judged;
    a->end[*nends] = (struct st_end){ hash, i, st_judge(t, side) };
    return a->end[(*nends)++].judged;
}

bool st_after_move(struct st_after *a, const struct st_table *t, const struct st_move *m, int side,
                   uint64_t seed, struct st_judgement *out)
{
    struct st_table at = { a->plan, a->pos, NULL, a->scratch };
    uint32_t roll = 0;
    int n = 1, nends = 0;

    memcpy(a->pos, t->pos, a->plan->pos_size);
    if (st_play(&at, m, NULL) == ST_REFUSED)
        return false;
    a->p[0] = 1;
    a->nodes++;
    *out = (struct st_judgement){ 0, 0 };
    for (int i = 0; i < n; i++) {
        at.pos = a->pos + (size_t)i * a->plan->pos_size;
        if (st_now(&at).kind == ST_CHANCE && spread(a, &at, i, &n))
            continue;
        st_after_dice(&at, seed, &roll, &a->nodes);
        struct st_judgement j = judge_end(a, &at, i, side, &nends);
        out->chance += a->p[i] * j.chance;
        out->value += a->p[i] * j.value;
    }
    return true;
}
