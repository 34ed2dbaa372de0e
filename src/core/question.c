/* question.c - see question.h. */
#include "core/question.h"

#include <stdarg.h>
#include <stdio.h>

static void sheet_add(struct st_events *self, const struct st_event *e)
{
    struct st_sheet *s = (struct st_sheet *)self; /* log is its first member */

    if (s->nlines < ST_SHEET_LINES)
        s->line[s->nlines++] = *e;
    else
        s->more++;
}

void st_sheet_init(struct st_sheet *s, const struct st_plan *p, void *pos)
{
    *s = (struct st_sheet){ .log = { sheet_add } };
    s->table = (struct st_table){ p, pos, &s->log };
}

int st_sheet_refuse(struct st_sheet *s, const char *para, const char *fmt, ...)
{
    struct st_refusal *why = &s->refused;
    va_list ap;

    why->para = para;
    why->by = NULL;
    va_start(ap, fmt);
    vsnprintf(why->text, sizeof why->text, fmt, ap);
    va_end(ap);
    snprintf(s->verdict, sizeof s->verdict, "refused (%s): %s", para, why->text);
    return ST_SHEET_REFUSED;
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

void st_sheet_face(struct st_sheet *s, int face, int weight, int total, const struct st_cite *cite,
                   const char *label, ...)
{
    va_list ap;

    va_start(ap, label);
    struct st_sheet_row *r = add_row(s, weight, total, label, ap);
    va_end(ap);
    snprintf(r->dice, sizeof r->dice, "%d", face);
    if (cite)
        r->cite = *cite;
}

void st_sheet_outcome(struct st_sheet *s, int weight, int total, const char *label, ...)
{
    va_list ap;

    va_start(ap, label);
    add_row(s, weight, total, label, ap);
    va_end(ap);
}
