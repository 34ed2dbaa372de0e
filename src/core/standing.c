/* standing.c - see standing.h. */
#include "core/standing.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 32 };

static int by_line(const void *a, const void *b)
{
    const struct st_word *const *x = a, *const *y = b;

    return (*x)->line - (*y)->line;
}

static int rows_of(const struct st_plan *p, const char *kind, const struct st_word **out)
{
    const struct st_word *w;
    int n = 0, at = 0;

    while (n < ROWS && (w = st_word_next(p, kind, &at)))
        out[n++] = w;
    qsort(out, (size_t)n, sizeof *out, by_line);
    return n;
}

static const char *own_id(const struct st_word *w)
{
    const char *slash = strchr(w->id, '/');

    return slash ? slash + 1 : w->id;
}

static int number(const struct st_telling *f, struct st_span word)
{
    char name[60];
    int n;

    if (!st_span_copy(word, name, sizeof name) || !st_words_number(f, name, &n))
        return ST_NO_NUMBER;
    return n;
}

static bool fill_track(const struct st_word *w, const struct st_table *t, int side,
                       struct st_track *out)
{
    struct st_telling f = { .plan = t->plan, .table = t, .side = side };
    struct st_span form = st_span_of(w->form), kind = st_span_word(&form);
    struct st_span now = st_span_word(&form), of = st_span_word(&form);

    *out = (struct st_track){ own_id(w), w->brief, w->explains, "", side, number(&f, now), number(&f, of), "" };
    st_span_copy(kind, out->kind, sizeof out->kind);
    return st_words_fill(&f, w->says, out->text, sizeof out->text);
}

int st_tracks(const struct st_table *t, const char *kind, struct st_track *out, int max)
{
    const struct st_word *row[ROWS];
    int rows = rows_of(t->plan, kind, row), n = 0;

    for (int i = 0; i < rows; i++) {
        const char *last = strrchr(row[i]->form, ' ');
        bool each = last && strcmp(last + 1, "each") == 0;

        for (int s = each ? 0 : -1; s < (each ? ST_SIDES : 0) && n < max; s++)
            n += fill_track(row[i], t, s, &out[n]);
    }
    return n;
}

static bool fill_goal(const struct st_word *w, const struct st_table *t, int side,
                      struct st_goal *out)
{
    struct st_telling f = { .plan = t->plan, .table = t, .side = side };
    struct st_span form = st_span_of(w->form);

    st_span_word(&form);
    struct st_span now = st_span_word(&form), sign = st_span_word(&form), need = st_span_word(&form);
    *out = (struct st_goal){ own_id(w), side, number(&f, now), number(&f, need), false, "" };
    if (out->now != ST_NO_NUMBER && out->needed != ST_NO_NUMBER)
        out->met = st_span_is(sign, "<") ? out->now < out->needed
                   : st_span_is(sign, ">") ? out->now > out->needed
                                           : out->now >= out->needed;
    return st_words_fill(&f, w->says, out->text, sizeof out->text);
}

int st_goals(const struct st_table *t, struct st_goal *out, int max)
{
    const struct st_word *row[ROWS];
    int rows = rows_of(t->plan, "goal", row), n = 0;

    for (int i = 0; i < rows; i++) {
        struct st_span form = st_span_of(row[i]->form), whose = st_span_word(&form);

        for (int s = 0; s < ST_SIDES && n < max; s++)
            if (st_span_is(whose, "each") || st_span_is(whose, t->plan->side[s]))
                n += fill_goal(row[i], t, s, &out[n]);
    }
    return n;
}
