/* skirmish_goals.c - 5.13, 9.1: the lines of a scenario that say who has won, and events. */
#include "skirmish/skirmish_plan.h"

#include <string.h>

/* ---- conditions -------------------------------------------------------------------------- */

static bool cut_compare(struct st_span *s, int *cmp, int *value)
{
    static const char *const sign[] = { ">=", "<=", "==", ">", "<", "!=" };

    *s = st_span_trim(*s);
    for (int i = 0; i < 6; i++) {
        size_t n = strlen(sign[i]);

        if (s->len > n && memcmp(s->at, sign[i], n) == 0) {
            struct st_span v = { s->at + n, s->len - n };

            *cmp = i;
            return st_span_int(st_span_trim(v), -32000, 32000, value);
        }
    }
    return false;
}

/* "x<=600" of count(B,x<=600) */
static bool read_bound(struct st_span s, struct skirmish_term *term)
{
    int cmp, v;

    s = st_span_trim(s);
    if (s.len < 2 || (s.at[0] != 'x' && s.at[0] != 'y'))
        return false;
    term->axis_y = s.at[0] == 'y';
    s.at++, s.len--;
    if (!cut_compare(&s, &cmp, &v))
        return false;
    term->bound_cmp = (uint8_t)cmp;
    term->bound = (int16_t)v;
    return true;
}

static void read_who(struct skirmish_loader *l, struct st_span s, bool man,
                     struct skirmish_term *term)
{
    int v = man ? st_span_find(s, l->f->name, l->f->nmen)
                : st_span_find(s, skirmish_side_ids, ST_SIDES);

    if (v < 0)
        skirmish_bad(l, "no %s `%.*s`", man ? "character" : "side", (int)s.len, s.at);
    term->who = (int16_t)v;
}

static void read_term(struct skirmish_loader *l, struct st_span s, struct skirmish_term *term)
{
    static const char *const names[] = { "sacks_exited", "count", "exited", "exited_count", "out",
                                         "otherwise" };
    static const struct st_bound condition = { "condition", ST_ONE(struct skirmish_term, what),
                                               .words = names, .nwords = 6 };
    struct st_span rest = s;
    size_t k = 0;
    int cmp = CMP_GE, value = 1;

    *term = (struct skirmish_term){ 0 };
    while (k < rest.len && ((rest.at[k] >= 'a' && rest.at[k] <= 'z') || rest.at[k] == '_'))
        k++;
    skirmish_take(l, &condition, term, (struct st_span){ rest.at, k });
    rest.at += k, rest.len -= k;
    if (term->what != TERM_SACKS && term->what != TERM_TRUE) {
        if (rest.len < 2 || rest.at[0] != '(' || !memchr(rest.at, ')', rest.len)) {
            skirmish_bad(l, "%s wants (...)", names[term->what]);
            return;
        }
        rest.at++, rest.len--;
        struct st_span in = st_span_cut(&rest, ')'), who = st_span_trim(st_span_cut(&in, ','));
        read_who(l, who, term->what == TERM_EXITED || term->what == TERM_OUT, term);
        if (term->what == TERM_COUNT && !read_bound(in, term))
            skirmish_bad(l, "count wants a bound: count(B,x<=600)");
    }
    rest = st_span_trim(rest);
    if (rest.len && !cut_compare(&rest, &cmp, &value))
        skirmish_bad(l, "`%.*s` is no comparison with a number", (int)rest.len, rest.at);
    term->cmp = (uint8_t)cmp;
    term->value = (int16_t)value;
}

static void read_condition(struct skirmish_loader *l, struct st_span s, struct skirmish_goal *g)
{
    while (s.len && !l->b.e) {
        const char *and = NULL;

        for (size_t i = 0; i + 5 <= s.len && !and; i++)
            if (memcmp(s.at + i, " and ", 5) == 0)
                and = s.at + i;
        struct st_span one = { s.at, and ? (size_t)(and - s.at) : s.len };
        s = and ? (struct st_span){ and + 5, s.len - one.len - 5 } : (struct st_span){ s.at, 0 };
        if (g->nterms == MAX_TERMS)
            skirmish_bad(l, "more than %d conditions joined by `and`", MAX_TERMS);
        else
            read_term(l, st_span_trim(one), &g->term[g->nterms++]);
    }
    if (!g->nterms)
        skirmish_bad(l, "a condition is missing");
}

/* ---- goals and events -------------------------------------------------------------------- */

void skirmish_load_goal(struct skirmish_loader *l, int when)
{
    static const char *const results[] = { "playing", "A", "B", "draw" }; /* RESULT_... */
    static const struct st_bound side = { "side", ST_ONE(struct skirmish_goal, side),
                                          .words = skirmish_side_ids, .nwords = ST_SIDES };
    const struct st_bound result = { "result", ST_ONE(struct skirmish_goal, result),
                                     .words = results, .nwords = when == GOAL_INSTANT ? 3 : 4 };
    struct skirmish_plan *f = l->f;
    bool breaks = when == GOAL_ONBREAK;
    struct skirmish_goal g = { .when = (uint8_t)when };

    if (breaks)
        skirmish_need(l, 4, 4, "onbreak side result condition");
    else
        skirmish_need(l, 3, 3, "instant|victory side condition");
    if (f->ngoals == MAX_GOALS)
        skirmish_bad(l, "more than %d goals", MAX_GOALS);
    if (breaks)
        skirmish_take(l, &side, &g, l->part[1]);
    skirmish_take(l, &result, &g, l->part[breaks ? 2 : 1]);
    if (g.result == RESULT_PLAYING)
        skirmish_bad(l, "no result `playing`");
    read_condition(l, l->part[breaks ? 3 : 2], &g);
    if (!l->b.e)
        f->goal[f->ngoals++] = g;
}

void skirmish_load_event(struct skirmish_loader *l)
{
    static const struct st_bound turn = { "turn", ST_ONE(struct skirmish_event, turn), 1, 99 };
    struct skirmish_plan *f = l->f;
    struct skirmish_event e = { 0 };
    int area = -1;

    skirmish_need(l, 3, 3, "event turn close_area id");
    if (f->nevents == MAX_EVENTS)
        skirmish_bad(l, "more than %d events", MAX_EVENTS);
    skirmish_take(l, &turn, &e, l->part[1]);
    struct st_span id = l->part[2], verb = st_span_word(&id);
    id = st_span_trim(id);
    if (!st_span_is(verb, "close_area"))
        skirmish_bad(l, "no event `%.*s`: close_area id", (int)verb.len, verb.at);
    for (int i = 0; i < f->nareas; i++)
        area = st_span_is(id, f->area[i].name) ? i : area;
    if (area < 0)
        skirmish_bad(l, "no area `%.*s`", (int)id.len, id.at);
    e.area = (uint8_t)area;
    if (!l->b.e)
        f->event[f->nevents++] = e;
}
