/* ask.c - the questions of a game and their answers, for programs. See view.h. */
#include "view/view.h"

#include <stdio.h>
#include <string.h>

int st_view_question_find(const struct st_question **out, const struct st_game *g, const char *id,
                          struct st_error *err)
{
    const char *names[64];
    char near[200];
    int n = 0;

    for (int i = 0; i < st_nquestions(g); i++)
        if (strcmp(st_question_at(g, i)->id, id) == 0) {
            *out = st_question_at(g, i);
            return ST_OK;
        }
    for (; n < st_nquestions(g) && n < 64; n++)
        names[n] = st_question_at(g, n)->id;
    st_choices(near, sizeof near, id, names, n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no question `%s`; %s", g->id, id, near);
}

void st_input_range(const struct st_input *in, struct st_buf *out)
{
    if (in->kind == ST_IN_CHOICE)
        for (int i = 0; in->choices[i]; i++)
            st_buf_add(out, "%s%s", i ? "|" : "", in->choices[i]);
    else if (in->kind == ST_IN_NUMBER)
        st_buf_add(out, "%d..%d", in->lo, in->hi);
    else
        st_buf_add(out, "%s", in->kind == ST_IN_YES ? "yes|no" : "text");
}

void st_input_default(const struct st_input *in, char *out, size_t size)
{
    if (in->kind == ST_IN_CHOICE)
        snprintf(out, size, "%s", in->choices[in->dflt]);
    else if (in->kind == ST_IN_NUMBER)
        snprintf(out, size, "%d", in->dflt);
    else if (in->kind == ST_IN_YES)
        snprintf(out, size, "%s", in->dflt ? "yes" : "no");
    else
        snprintf(out, size, "%s", in->dflt_text ? in->dflt_text : "");
}

static void inputs(struct st_json *j, const struct st_question *q)
{
    static const char *const kind[] = { "choice", "number", "yes", "text" };

    st_json_open(j, "inputs", '[');
    for (int i = 0; i < q->ninputs; i++) {
        const struct st_input *in = &q->inputs[i];
        char dflt[100];

        st_input_default(in, dflt, sizeof dflt);
        st_json_open(j, NULL, '{');
        st_json_text(j, "key", in->key);
        st_json_text(j, "title", in->title);
        st_json_text(j, "kind", kind[in->kind]);
        st_json_text(j, "default", dflt);
        if (in->kind == ST_IN_NUMBER) {
            st_json_int(j, "lo", in->lo);
            st_json_int(j, "hi", in->hi);
        }
        if (in->kind == ST_IN_CHOICE) {
            st_json_open(j, "choices", '[');
            for (int k = 0; in->choices[k]; k++)
                st_json_text(j, NULL, in->choices[k]);
            st_json_close(j, ']');
        }
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

void st_view_questions(struct st_json *j, const char *key, const struct st_game *g,
                       const struct st_question *only)
{
    st_json_open(j, key, '[');
    for (int i = 0; i < st_nquestions(g); i++) {
        const struct st_question *q = st_question_at(g, i);

        if (only && only != q)
            continue;
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", q->id);
        st_json_text(j, "title", q->title);
        st_json_text(j, "para", q->para);
        inputs(j, q);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

bool st_reply_elsewhere(const struct st_reply *r)
{
    return strcmp(r->plan->id, r->plan->game->scenarios[0]) != 0;
}

double st_reply_share(const struct st_reply *r, int i)
{
    return r->exact ? st_frac_value(r->row[i].p) : r->row[i].approx;
}

void st_view_reply(struct st_json *j, const struct st_game *g, const struct st_reply *r)
{
    char says[ST_SAYS_MAX];

    st_json_open(j, NULL, '{');
    st_json_text(j, "game", g->id);
    st_json_text(j, "question", r->question->id);
    st_json_text(j, "scenario", r->plan->id);
    st_json_text(j, "title", r->question->title);
    st_json_text(j, "para", r->question->para);
    st_json_open(j, "lines", '[');
    for (int i = 0; i < r->sheet.nlines; i++)
        st_view_event(j, r->plan, &r->sheet.line[i]);
    st_json_close(j, ']');
    if (r->sheet.more)
        st_json_int(j, "more_lines", r->sheet.more);
    st_json_text(j, "verdict", r->sheet.verdict[0] ? r->sheet.verdict : NULL);
    st_verdict_says(r->plan, r->sheet.verdict, says, sizeof says);
    st_json_text(j, "says", says[0] ? says : NULL);
    if (r->sheet.refused.para)
        st_view_refusal(j, "refused", r->plan, &r->sheet.refused);
    st_json_text(j, "dice", r->sheet.dice);
    st_json_text(j, "result", r->one[0] ? r->one : NULL);
    st_json_open(j, "rows", '[');
    for (int i = 0; i < r->nrows; i++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "label", r->row[i].label);
        st_reply_row_says(r, i, says, sizeof says);
        st_json_text(j, "says", says);
        st_json_text(j, "dice", r->row[i].dice);
        if (r->exact)
            st_json_frac(j, "p", r->row[i].p);
        else
            st_json_text(j, "p", r->row[i].wide);
        st_json_real(j, "value", st_reply_share(r, i));
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_view_reply_outcomes(j, r);
    st_json_bool(j, "exact", r->exact);
    st_json_bool(j, "complete", r->complete);
    st_json_close(j, '}');
}
