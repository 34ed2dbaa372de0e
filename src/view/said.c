/* said.c - events, look-ups, refusals and errors for programs; listeners. See view.h. */
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>

void st_view_cite(struct st_json *j, const char *key, const struct st_cite *cite)
{
    const struct st_chart *c = cite->chart;

    if (!c) {
        st_json_text(j, key, NULL);
        return;
    }
    st_json_open(j, key, '{');
    st_json_text(j, "chart", c->id);
    st_json_text(j, "title", c->title);
    st_json_text(j, "para", c->para);
    st_json_text(j, "row", c->row.label[cite->row]);
    st_json_text(j, "column", c->col.label[cite->col]);
    st_json_bool(j, "clamped", cite->row_end || cite->col_end);
    st_json_text(j, "cell", st_chart_text(c, cite->row, cite->col));
    st_json_close(j, '}');
}

const struct st_word *st_cite_means(const struct st_plan *p, const struct st_cite *cite)
{
    return cite->chart ? st_word_find(p, "result", st_chart_text(cite->chart, cite->row, cite->col)) : NULL;
}

void st_view_event(struct st_json *j, const struct st_plan *p, const struct st_event *e)
{
    static const char *const kind[] = { "told", "modifier", "looked", "forced", "told", "told" };
    const struct st_word *means = st_cite_means(p, &e->cite);
    char says[ST_SAYS_MAX];

    st_json_open(j, NULL, '{');
    st_json_text(j, "kind", kind[e->kind]);
    st_json_text(j, "para", e->para);
    st_json_text(j, "text", e->text);
    st_event_says(p, e, says, sizeof says);
    st_json_text(j, "says", says);
    if (e->kind == ST_EV_MODIFIER || e->kind == ST_EV_LOOKED)
        st_json_int(j, "value", e->value);
    if (e->cite.chart)
        st_view_cite(j, "cite", &e->cite);
    if (means)
        st_json_text(j, "means", means->says);
    st_json_close(j, '}');
}

void st_label_says(const struct st_plan *p, const char *label, char *out, size_t size)
{
    struct st_event e = { .kind = ST_EV_TOLD, .para = "" };

    snprintf(e.text, sizeof e.text, "%.*s", (int)sizeof e.text - 1, label);
    st_event_says(p, &e, out, size);
}

void st_view_refusal(struct st_json *j, const char *key, const struct st_plan *speak, const struct st_refusal *why)
{
    char says[ST_SAYS_MAX];

    st_json_open(j, key, '{');
    st_json_text(j, "para", why->para);
    st_json_text(j, "text", why->text);
    if (speak && why->para[0]) { /* what was not understood is told as it was written */
        st_label_says(speak, why->text, says, sizeof says);
        st_json_text(j, "says", says);
    }
    st_json_close(j, '}');
}

void st_view_error(struct st_json *j, const char *key, const struct st_error *err)
{
    st_json_open(j, key, '{');
    st_json_text(j, "kind", st_error_kind(err->code));
    st_json_text(j, "where", err->where);
    st_json_int(j, "line", err->line);
    st_json_text(j, "text", err->text);
    st_json_close(j, '}');
}

/* ---- listeners ------------------------------------------------------------------------- */

static void keep(struct st_events *self, const struct st_event *e)
{
    struct st_heard *h = (struct st_heard *)self; /* log is its first member */

    if (h->n == h->room) {
        int room = h->room ? 2 * h->room : 32;
        struct st_event *more = realloc(h->event, (size_t)room * sizeof *more);

        if (!more) {
            h->failed = true;
            return;
        }
        h->event = more;
        h->room = room;
    }
    h->event[h->n++] = *e;
}

void st_heard_init(struct st_heard *h)
{
    *h = (struct st_heard){ .log = { keep } };
}

void st_heard_free(struct st_heard *h)
{
    free(h->event);
    st_heard_init(h);
}

static void forget(struct st_events *self, const struct st_event *e)
{
    (void)self, (void)e;
}

struct st_events *st_nobody(void)
{
    static struct st_events nobody = { forget };

    return &nobody;
}
