/* hint.c - see hint.h. */
#include "review/hint.h"

#include "ai/ideas.h"
#include "review/review.h"

#include <stdlib.h>
#include <string.h>

struct listener { /* paragraphs of what is told */
    struct st_events log;
    struct st_hint_move *to;
};

static void add_para(struct st_hint_move *m, const char *para)
{
    if (!para || !para[0] || m->nparas == ST_HINT_PARAS)
        return;
    for (int i = 0; i < m->nparas; i++)
        if (strcmp(m->para[i], para) == 0)
            return;
    m->para[m->nparas++] = para;
}

static void heard(struct st_events *self, const struct st_event *e)
{
    add_para(((struct listener *)self)->to, e->para);
}

/* What the move itself tells, on a copy; returns the chance after it. */
static int look(struct st_hint_move *m, const struct st_table *t, double *chance,
                struct st_error *err)
{
    int side = st_now(t).side;
    struct listener l = { { .add = heard }, m };
    struct st_table copy = { t->plan, malloc(t->plan->pos_size), &l.log };

    if (!copy.pos)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(copy.pos, t->pos, t->plan->pos_size);
    bool legal = st_play(&copy, &m->move, NULL) == ST_LEGAL;
    add_para(m, st_now(t).para);
    copy.log = NULL;
    *chance = legal ? st_review_chance(&copy) : 0;
    if (side == 1)
        *chance = 1 - *chance;
    free(copy.pos);
    return ST_OK;
}

/* Ideas come first; more of the same only where there are no others. To give up is no advice. */
static int pick(const struct st_plan *p, const struct st_thought *thought, int n, int out[ST_HINTS])
{
    int ideas = st_ideas(p, thought, n, out, ST_HINTS), picked = 0;

    for (int i = 0; i < ideas; i++)
        if (!p->game->verbs[thought[out[i]].move.verb].yields)
            out[picked++] = out[i];
    for (int i = 0; i < n && picked < ST_HINTS; i++) {
        bool had = p->game->verbs[thought[i].move.verb].yields;

        for (int k = 0; k < picked && !had; k++)
            had = out[k] == i;
        if (!had)
            out[picked++] = i;
    }
    return picked;
}

int st_hint_make(struct st_hint *out, const struct st_table *t, const struct st_move *mine,
                 const struct st_budget *b, uint64_t seed, struct st_error *err)
{
    struct st_thought thought[ST_THOUGHTS];
    int idea[ST_HINTS], e = ST_OK;
    double chance;

    *out = (struct st_hint){ .side = st_now(t).side };
    if (st_now(t).kind != ST_DECIDE)
        return st_fail(err, ST_EUSAGE, NULL, 0, "nobody is to decide here");
    e = b->nodes || b->clock ? st_think(t, b, seed, thought, ST_THOUGHTS, &out->looked, err)
                             : st_first_look(t, seed, thought, ST_THOUGHTS, &out->looked, err);
    int ideas = e ? 0 : pick(t->plan, thought, out->looked, idea);
    for (int i = 0; i < ideas && !e; i++) {
        const struct st_thought *x = &thought[idea[i]];

        out->best[i] = (struct st_hint_move){ x->move, x->chance, .rank = i + 1 };
        e = look(&out->best[i], t, &chance, err);
        out->nbest += !e;
    }
    for (int i = 1; i < out->nbest; i++) /* thought may prefer what it judges a hair lower */
        for (int k = i; k > 0 && out->best[k].chance > out->best[k - 1].chance; k--) {
            struct st_hint_move swap = out->best[k];

            out->best[k] = out->best[k - 1];
            out->best[k - 1] = swap;
        }
    for (int i = 0; i < out->nbest; i++)
        out->best[i].rank = i + 1;
    if (e || !mine)
        return e;
    out->has_mine = true;
    out->mine = (struct st_hint_move){ .move = *mine };
    e = look(&out->mine, t, &out->mine.chance, err);
    for (int i = 0; i < out->looked; i++)
        if (st_move_equal(&thought[i].move, mine)) {
            out->mine.chance = thought[i].chance;
            out->mine.rank = i + 1;
        }
    return e;
}
