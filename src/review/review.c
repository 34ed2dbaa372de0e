/* review.c - see review.h. */
#include "review/review.h"

#include "ai/judge.h"
#include "ai/think.h"

#include <stdlib.h>
#include <string.h>

enum { FACES_FOLLOWED = 3000 }; /* of dice after dice; beyond that the judge says it at once */

/* ---- the chance of a position ---------------------------------------------------------- */

struct dice { /* positions of the dice being followed, one below the other */
    unsigned char *pos;
    size_t size;
    int deep, left;
};
enum { DEEP = 6 };

static double follow(const struct st_table *t, struct dice *d)
{
    struct st_chance c;
    double sum = 0;
    int total = 0;

    if (st_now(t).kind != ST_CHANCE || d->deep == DEEP || d->left <= 0)
        return st_chance_of(t, 0);
    st_awaited(t, &c);
    struct st_table next = { t->plan, d->pos + d->size * (size_t)d->deep++, NULL };
    for (int i = 0; i < c.n; i++)
        total += c.face[i].weight;
    for (int i = 0; i < c.n; i++) {
        d->left--;
        memcpy(next.pos, t->pos, d->size);
        st_take(&next, c.face[i].value);
        sum += follow(&next, d) * c.face[i].weight / total;
    }
    d->deep--;
    return sum;
}

double st_review_chance(const struct st_table *t)
{
    struct dice d = { .size = t->plan->pos_size, .left = FACES_FOLLOWED };

    if (st_now(t).kind != ST_CHANCE)
        return st_chance_of(t, 0);
    d.pos = malloc(d.size * DEEP);
    double chance = d.pos ? follow(t, &d) : st_chance_of(t, 0);
    free(d.pos);
    return chance;
}

/* ---- one line -------------------------------------------------------------------------- */

static int no_memory(struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

static double for_side(double chance, int side)
{
    return side == 0 ? chance : 1 - chance;
}

/* The chance of side after it makes m at t. */
static double chance_after(const struct st_table *t, const struct st_move *m, int side, void *room)
{
    struct st_table then = { t->plan, room, NULL };

    memcpy(room, t->pos, t->plan->pos_size);
    if (st_play(&then, m, NULL) != ST_LEGAL)
        return 0;
    return for_side(st_review_chance(&then), side);
}

/* Think about the decision at t, with the eyes of its side. */
static int think(struct st_review_line *out, const struct st_table *t, long nodes, void *room,
                 struct st_error *err)
{
    struct st_thought thought[ST_THOUGHTS];
    struct st_table seen = { t->plan, room, NULL };
    int n = 0, played = -1;

    memcpy(room, t->pos, t->plan->pos_size);
    if (t->plan->game->observe)
        t->plan->game->observe(t, out->side, room);
    struct st_budget b = { .nodes = nodes };
    int e = nodes ? st_think(&seen, &b, 1, thought, ST_THOUGHTS, &n, err)
                  : st_first_look(&seen, 1, thought, ST_THOUGHTS, &n, err);
    if (e || n < 2)
        return e;
    out->looked = true;
    out->best = thought[0].move;
    for (int i = 0; i < n && played < 0; i++)
        if (st_move_equal(&thought[i].move, &out->played))
            played = i;
    double best = played >= 0 ? thought[0].chance : chance_after(t, &out->best, out->side, room);
    double mine = played >= 0 ? thought[played].chance
                              : chance_after(t, &out->played, out->side, room);
    out->loss = best > mine ? best - mine : 0;
    return ST_OK;
}

static int side_of(const struct st_plan *p, const char *name)
{
    for (int side = 0; side < ST_SIDES; side++)
        if (strcmp(p->side[side], name) == 0)
            return side;
    return -1;
}

/* Whose luck a die at line n is: whoever decided last. */
static int last_decider(const struct st_plan *p, const struct st_record *r, int n)
{
    while (n-- > 0)
        if (r->line[n].kind == ST_LINE_MOVE)
            return side_of(p, r->line[n].side);
    return -1;
}

int st_review_line(struct st_review_line *out, const struct st_session *s, int n, long nodes,
                   bool *counts, struct st_error *err)
{
    const struct st_record *r = st_session_record(s);
    const struct st_record_line *l = &r->line[n];
    const struct st_plan *p = st_session_table(s)->plan;
    size_t size = p->pos_size;
    unsigned char *pos = malloc(2 * size);
    struct st_table t = { p, pos, NULL };
    int e = ST_OK;

    *counts = l->kind == ST_LINE_MOVE || l->kind == ST_LINE_DIE || l->kind == ST_LINE_RULING;
    *out = (struct st_review_line){ .line = n, .side = -1 };
    if (!pos)
        return no_memory(err);
    if (*counts) {
        memcpy(pos, st_session_position(s, n + 1), size);
        out->after = st_review_chance(&t);
        memcpy(pos, st_session_position(s, n), size);
        out->before = st_review_chance(&t);
        out->kind = l->kind == ST_LINE_DIE    ? ST_REVIEW_DIE
                    : l->kind == ST_LINE_MOVE ? ST_REVIEW_MOVE
                                              : ST_REVIEW_RULING;
        out->side = l->kind == ST_LINE_DIE ? last_decider(p, r, n) : side_of(p, l->side);
        if (l->kind != ST_LINE_RULING && out->side < 0)
            out->side = st_now(&t).side;
        if (l->kind == ST_LINE_MOVE && st_move_parse(&out->played, p, l->text, NULL) == ST_LEGAL)
            e = think(out, &t, nodes, pos + size, err);
    }
    free(pos);
    return e;
}

/* ---- all of it ------------------------------------------------------------------------- */

static void count(struct st_review *r, const struct st_review_line *l)
{
    double change = l->after - l->before;
    double own = l->side == 1 ? -change : change;

    if (l->kind == ST_REVIEW_RULING || l->side < 0) {
        r->ruled += change; /* nobody's doing */
        return;
    }
    if (l->kind == ST_REVIEW_DIE) {
        r->luck[l->side] += own;
        r->dice++;
    } else {
        r->skill[l->side] += own;
        r->lost[l->side] += l->loss;
        r->decisions[l->side]++;
    }
}

/* The sums of changes become what was lost and an even share of the rest (review.h). */
static void share(struct st_review *r)
{
    double rest = (r->skill[0] + r->lost[0]) - (r->skill[1] + r->lost[1]);

    r->skill[0] = rest / 2 - r->lost[0];
    r->skill[1] = -rest / 2 - r->lost[1];
}

static const double LEAST_LOSS = 0.0005; /* told as a tenth of a percent: what is less is no mistake */

/* Into the five dearest, if it is one of them. */
static void rank(struct st_review *r, int i)
{
    int at = r->ncostliest;

    if (!r->line[i].looked || r->line[i].loss < LEAST_LOSS)
        return;
    while (at > 0 && r->line[r->costliest[at - 1]].loss < r->line[i].loss)
        at--;
    if (at == ST_COSTLIEST)
        return;
    if (r->ncostliest < ST_COSTLIEST)
        r->ncostliest++;
    memmove(r->costliest + at + 1, r->costliest + at,
            (size_t)(r->ncostliest - 1 - at) * sizeof *r->costliest);
    r->costliest[at] = i;
}

double st_review_sum(const struct st_review *r)
{
    return r->skill[0] - r->skill[1] + r->luck[0] - r->luck[1] + r->ruled;
}

int st_review_make(struct st_review *out, const struct st_session *s, long nodes,
                   const struct st_review_progress *progress, struct st_error *err)
{
    const struct st_record *r = st_session_record(s);
    const struct st_table *now = st_session_table(s);
    void *pos = malloc(now->plan->pos_size);
    int e = ST_OK;

    *out = (struct st_review){ .nodes = nodes, .over = st_now(now).kind == ST_OVER,
                               .end = st_review_chance(now) };
    out->line = calloc((size_t)r->nlines + 1, sizeof *out->line);
    if (!pos || !out->line) {
        free(pos);
        st_review_free(out);
        return no_memory(err);
    }
    memcpy(pos, st_session_position(s, 0), now->plan->pos_size);
    out->start = st_review_chance(&(struct st_table){ now->plan, pos, NULL });
    free(pos);
    for (int n = 0; n < r->nlines && !e; n++) {
        bool counts;

        e = st_review_line(&out->line[out->n], s, n, nodes, &counts, err);
        if (!e && counts) {
            count(out, &out->line[out->n]);
            rank(out, out->n++);
        }
        if (progress)
            progress->tell(progress->arg, n + 1, r->nlines);
    }
    share(out);
    if (e)
        st_review_free(out);
    return e;
}

void st_review_free(struct st_review *r)
{
    free(r->line);
    r->line = NULL;
}
