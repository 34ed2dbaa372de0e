/* advise.c - hints and reviews on a handle. See include/sandtable.h. */
#include "view/handle.h"

#include "view/review.h"

#include <stdlib.h>
#include <string.h>

static const char *advise(struct sandtable *s, const struct st_table *t, const char *mine, int nodes)
{
    struct st_json j = answer(s);
    struct st_budget b = { .nodes = nodes > 0 ? nodes : 0 };
    struct st_move m = { 0 };
    struct st_refusal why;
    struct st_error err;
    struct st_hint h;

    if (given(mine) && (st_move_parse(&m, t->plan, mine, &why) || st_check(t, &m, &why)))
        return refused(s, &why);
    struct st_table seen = st_view_seen(t, st_now(t).side, s->seen);
    int e = st_hint_make(&h, &seen, given(mine) ? &m : NULL, &b, 1, &err);
    if (e)
        return failed(s, &err);
    st_view_hint(&j, &seen, &h);
    return finish(s);
}

const char *sandtable_hint(struct sandtable *s, int side, const char *mine, int nodes)
{
    if (!s->plan)
        return no_game(s);
    const struct st_table *t = st_session_table(s->session);
    if (st_now(t).kind != ST_DECIDE || (side != ST_UMPIRE && side != st_now(t).side))
        return misused(s, "it is not yours to decide now");
    return advise(s, t, mine, nodes);
}

const char *sandtable_why(struct sandtable *s, int side, int nodes)
{
    bool secret = true, forced;
    const char *said;

    if (!s->plan)
        return no_game(s);
    const struct st_record *r = st_session_record(s->session);
    int n = r->nlines - 1;
    while (n >= 0 && r->line[n].kind != ST_LINE_MOVE)
        n--;
    if (n >= 0)
        st_view_secrecy(s->session, n, side, &secret, &forced);
    if (secret)
        return misused(s, n < 0 ? "nothing was decided yet" : "what was decided is secret");
    struct st_table then = { s->plan, malloc(s->plan->pos_size), NULL };
    if (!then.pos)
        return misused(s, "out of memory");
    memcpy(then.pos, st_session_position(s->session, n), s->plan->pos_size);
    said = st_now(&then).kind == ST_DECIDE ? advise(s, &then, r->line[n].text, nodes)
                                           : misused(s, "nobody decided there");
    free(then.pos);
    return said;
}

const char *sandtable_review(struct sandtable *s, int from, int count, int nodes)
{
    struct st_json j = answer(s);
    struct st_error err;
    char evaluator[160];
    int e = ST_OK;

    if (!s->plan)
        return no_game(s);
    int lines = st_session_record(s->session)->nlines;
    int to = count < 0 || count > lines - from ? lines : from + count;
    st_review_evaluator(evaluator, sizeof evaluator, s->plan, nodes > 0 ? nodes : 0);
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "evaluator", evaluator);
    st_json_int(&j, "lines", lines);
    st_json_bool(&j, "over", st_now(st_session_table(s->session)).kind == ST_OVER);
    memcpy(s->seen, st_session_position(s->session, 0), s->plan->pos_size);
    st_json_real(&j, "start", st_review_chance(&(struct st_table){ s->plan, s->seen, NULL }));
    st_json_real(&j, "end", st_review_chance(st_session_table(s->session)));
    st_json_open(&j, "items", '[');
    for (int n = from < 0 ? 0 : from; n < to && !e; n++) {
        struct st_review_line l;
        bool counts;

        e = st_review_line(&l, s->session, n, nodes > 0 ? nodes : 0, &counts, &err);
        if (!e && counts)
            st_view_review_line(&j, s->session, &l, s->seen);
    }
    st_json_close(&j, ']');
    st_json_close(&j, '}');
    return e ? failed(s, &err) : finish(s);
}
