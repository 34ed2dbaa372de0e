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
    term->who = (int16_t)(man ? st_bind_which(&l->b, "character", s, l->f->name, l->f->nmen)
                              : st_bind_which(&l->b, "side", s, skirmish_side_ids, ST_SIDES));
}

static void read_term(struct skirmish_loader *l, struct st_span s, struct skirmish_term *term)
{
    static const char *const names[] = { "sacks_exited", "count", "exited", "exited_count", "out",
                                         "otherwise" };
    struct st_span rest = s;
    size_t k = 0;
    int cmp = CMP_GE, value = 1;

    *term = (struct skirmish_term){ 0 };
    while (k < rest.len && ((rest.at[k] >= 'a' && rest.at[k] <= 'z') || rest.at[k] == '_'))
        k++;
    int what = st_bind_which(&l->b, "condition", (struct st_span){ rest.at, k }, ST_ROWS(names));
    if (what < 0)
        return;
    term->what = (uint8_t)what;
    rest.at += k, rest.len -= k;
    if (term->what != TERM_SACKS && term->what != TERM_TRUE) {
        if (rest.len < 2 || rest.at[0] != '(' || !memchr(rest.at, ')', rest.len)) {
            st_bad(&l->b, "%s wants (...)", names[term->what]);
            return;
        }
        rest.at++, rest.len--;
        struct st_span in = st_span_cut(&rest, ')'), who = st_span_trim(st_span_cut(&in, ','));
        read_who(l, who, term->what == TERM_EXITED || term->what == TERM_OUT, term);
        if (term->what == TERM_COUNT && !read_bound(in, term))
            st_bad(&l->b, "count wants a bound: count(B,x<=600)");
    }
    rest = st_span_trim(rest);
    if (rest.len && !cut_compare(&rest, &cmp, &value))
        st_bad(&l->b, "`%.*s` is no comparison with a number", (int)rest.len, rest.at);
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
        if (st_room(&l->b, g->nterms, MAX_TERMS, "conditions joined by `and`"))
            read_term(l, st_span_trim(one), &g->term[g->nterms++]);
    }
    if (!g->nterms)
        st_bad(&l->b, "a condition is missing");
}

/* ---- goals and events -------------------------------------------------------------------- */

static const char *const results[] = { "A", "B", "draw" };
static const int means[] = { RESULT_A, RESULT_B, RESULT_DRAW };

#define RESULT_OF(n) { "result", SEEN(in.goal.result), .words = results, .nwords = n, .means = means }
const struct st_bound skirmish_instant_columns[2] = { RESULT_OF(2), { "condition" } };
const struct st_bound skirmish_victory_columns[2] = { RESULT_OF(3), { "condition" } };
const struct st_bound skirmish_onbreak_columns[3] = {
    { "side", SEEN(in.goal.side), SIDE_WORDS },
    RESULT_OF(3),
    { "condition" },
};

void skirmish_load_goal(struct st_binder *b, const struct st_parts *r)
{
    static const char *const whens[] = { "instant", "onbreak", "victory" };
    struct skirmish_loader *l = skirmish_loader(b);
    struct skirmish_plan *f = l->f;
    int when = st_span_find(r->field[0], whens, 3); /* GOAL_... */
    struct skirmish_goal g = { .when = (uint8_t)when, .result = l->in.goal.result,
                               .side = when == GOAL_ONBREAK ? l->in.goal.side : 0 };

    st_room(b, f->ngoals, MAX_GOALS, "goals");
    read_condition(l, r->field[r->n - 1], &g);
    if (!b->e)
        f->goal[f->ngoals++] = g;
}

const struct st_bound skirmish_event_columns[2] = {
    { "turn", SEEN(in.event.turn), .lo = 1, .hi = 99 },
    { "close_area id" },
};

void skirmish_load_event(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_plan *f = skirmish_loader(b)->f;
    struct st_span id = r->field[2], verb = st_span_word(&id);
    const char *names[MAX_AREAS];

    st_room(b, f->nevents, MAX_EVENTS, "events");
    if (!st_span_is(verb, "close_area"))
        st_bad(b, "no event `%.*s`: close_area id", (int)verb.len, verb.at);
    for (int i = 0; i < f->nareas; i++)
        names[i] = f->area[i].name;
    int area = st_bind_which(b, "area", st_span_trim(id), names, f->nareas);
    if (!b->e)
        f->event[f->nevents++] =
            (struct skirmish_event){ .turn = skirmish_loader(b)->in.event.turn, .area = (uint8_t)area };
}
