/* question.c - see question.h. */
#include "core/question.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int st_nquestions(const struct st_game *g)
{
    int n = 0;

    for (const struct st_questions *q = g->questions; q; q = q->more)
        n += q->n;
    return n;
}

const struct st_question *st_question_at(const struct st_game *g, int i)
{
    const struct st_questions *q = g->questions;

    for (; i >= q->n; q = q->more)
        i -= q->n;
    return &q->row[i];
}

static void sheet_add(struct st_events *self, const struct st_event *e)
{
    struct st_sheet *s = (struct st_sheet *)self; /* log is its first member */

    if (s->e)
        return;
    if (s->nlines < ST_SHEET_LINES)
        s->line[s->nlines++] = *e;
    else
        s->more++;
}

void st_sheet_init(struct st_sheet *s, const struct st_plan *p, void *pos, struct st_error *err)
{
    *s = (struct st_sheet){ .log = { sheet_add }, .err = err };
    s->table = (struct st_table){ p, pos, &s->log };
    s->quiet = (struct st_table){ p, pos, NULL };
}

void st_sheet_bad(struct st_sheet *s, const char *fmt, ...)
{
    char text[sizeof s->err->text];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (!s->e)
        s->e = st_fail(s->err, ST_EUSAGE, NULL, 0, "%s", text);
}

void st_sheet_refused(struct st_sheet *s, const struct st_refusal *why)
{
    st_sheet_refuse(s, why->para, "%s", why->text);
}

void st_sheet_refuse(struct st_sheet *s, const char *para, const char *fmt, ...)
{
    struct st_refusal *why = &s->refused;
    va_list ap;

    if (s->e)
        return;
    s->e = ST_SHEET_REFUSED;
    why->para = para;
    why->by = NULL;
    va_start(ap, fmt);
    vsnprintf(why->text, sizeof why->text, fmt, ap);
    va_end(ap);
    snprintf(s->verdict, sizeof s->verdict, "refused (%s): %s", para, why->text);
}

void st_sheet_says(struct st_sheet *s, const char *fmt, ...)
{
    size_t n = strlen(s->verdict);
    va_list ap;

    if (s->e)
        return;
    if (n)
        n += (size_t)snprintf(s->verdict + n, sizeof s->verdict - n, ", ");
    va_start(ap, fmt);
    if (n < sizeof s->verdict)
        vsnprintf(s->verdict + n, sizeof s->verdict - n, fmt, ap);
    va_end(ap);
}

void st_sheet_counts(struct st_sheet *s, struct st_span field)
{
    int i = 0;

    while (i < ST_SHEET_FIELDS && s->fields[i][0])
        i++;
    if (i == ST_SHEET_FIELDS || !st_span_copy(field, s->fields[i], sizeof s->fields[i]))
        st_sheet_bad(s, "at most %d fields are counted, such as %s.lost", ST_SHEET_FIELDS,
                     s->table.plan->side[0]);
}

void st_sheet_counts_all(struct st_sheet *s, const char *fields)
{
    struct st_span rest = st_span_of(fields);

    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest))
        while (w.len) {
            struct st_span one = st_span_cut(&w, ',');

            if (one.len)
                st_sheet_counts(s, one);
        }
}

void st_sheet_policy(struct st_sheet *s, int side, struct st_span move)
{
    size_t n = strlen(s->policy), room = sizeof s->policy - n;
    const char *who = side < 0 ? "" : s->table.plan->side[side];

    if (!s->e && snprintf(s->policy + n, room, "%s%s%s%.*s", n ? "; " : "", who, who[0] ? ": " : "",
                          (int)move.len, move.at) >= (int)room)
        st_sheet_bad(s, "the policies are too long: at most %zu characters", sizeof s->policy);
}

int st_sheet_name(struct st_sheet *s, const char *kind, struct st_span word)
{
    const struct st_names *list = st_plan_list(s->table.plan, kind);
    int found = st_names_find(list, st_span_trim(word));
    char text[48], near[160];

    if (found >= 0)
        return found;
    st_span_copy(word, text, sizeof text);
    st_suggest(near, sizeof near, text, list->name, list->n);
    st_sheet_bad(s, "no %s `%.*s` in %s%s%s", kind, (int)word.len, word.at, s->table.plan->id,
                 near[0] ? "; " : "", near);
    return 0;
}

int st_sheet_hex(struct st_sheet *s, struct st_span word)
{
    int hex = 0;

    if (!st_hex_parse(&s->table.plan->grid, st_span_trim(word), &hex) || hex < 0)
        st_sheet_bad(s, "`%.*s` is no hex of the map", (int)word.len, word.at);
    return hex < 0 ? 0 : hex;
}

static struct st_sheet_row *add_row(struct st_sheet *s, int weight, int total, const char *label,
                                    va_list ap)
{
    st_assert(s->nrows < ST_SHEET_ROWS);

    struct st_sheet_row *r = &s->row[s->nrows++];
    vsnprintf(r->label, sizeof r->label, label, ap);
    r->p = st_frac_of((unsigned)weight, (unsigned)total);
    return r;
}

int st_sheet_look(struct st_sheet *s, const struct st_chart *c, int row, int col)
{
    return st_chart_look(c, row, col, &s->cite);
}

void st_sheet_face(struct st_sheet *s, int face, int weight, int total, const char *label, ...)
{
    va_list ap;

    if (s->e)
        return;
    va_start(ap, label);
    struct st_sheet_row *r = add_row(s, weight, total, label, ap);
    va_end(ap);
    snprintf(r->dice, sizeof r->dice, "%d", face);
    r->cite = s->cite;
    s->cite = (struct st_cite){ 0 };
}

void st_sheet_outcome(struct st_sheet *s, int weight, int total, const char *label, ...)
{
    va_list ap;

    if (s->e)
        return;
    va_start(ap, label);
    add_row(s, weight, total, label, ap);
    va_end(ap);
}
