/* chart.c - printed tables, found by what people call them, for programs. See view.h. */
#include "view/view.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int load(struct st_chart **out, struct st_arena *a, const struct st_game *g, const char *id,
                const struct st_files *files, struct st_span *text, struct st_error *err)
{
    char name[128];

    snprintf(name, sizeof name, "%s/tables/%s.tsv", g->id, id);
    const char *where = st_arena_text(a, name, strlen(name));
    if (!where)
        return st_fail(err, ST_ENOMEM, name, 0, "out of memory");

    int e = st_files_read(files, a, where, text, err);
    return e ? e : st_chart_parse(out, a, id, *text, where, err);
}

int st_view_chart_find(struct st_chart **out, struct st_arena *a, const struct st_game *g,
                       const char *word, const struct st_files *files, struct st_span *text,
                       struct st_error *err)
{
    const char *hit = NULL;
    struct st_span own;
    char near[200];

    if (!text)
        text = &own;
    for (int i = 0; i < g->ncharts; i++)
        if (strcmp(g->charts[i], word) == 0)
            return load(out, a, g, word, files, text, err);
    for (int i = 0; i < g->ncharts; i++) {
        struct st_chart *c;
        int e = load(&c, a, g, g->charts[i], files, text, err);

        if (e)
            return e;
        if (strcmp(c->para, word) == 0 && !hit)
            hit = g->charts[i];
    }
    if (hit)
        return load(out, a, g, hit, files, text, err);
    st_choices(near, sizeof near, word, g->charts, g->ncharts);
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no chart `%s`; %s", g->id, word, near);
}

int st_view_charts(struct st_json *j, const struct st_game *g, const struct st_files *files,
                   struct st_error *err)
{
    struct st_arena a = { 0 };
    int e = ST_OK;

    st_json_open(j, NULL, '[');
    for (int i = 0; i < g->ncharts && !e; i++) {
        struct st_chart *c;
        struct st_span text;

        e = load(&c, &a, g, g->charts[i], files, &text, err);
        if (e)
            break;
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", c->id);
        st_json_text(j, "para", c->para);
        st_json_text(j, "title", c->title);
        st_json_int(j, "rows", c->row.n);
        st_json_int(j, "columns", c->col.n);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_arena_free(&a);
    return e;
}

/* Labels are what cells are found by; titles are what players read, "" over a column that is not for them. */
static void axis(struct st_json *j, const char *kind, const char *key, const struct st_axis *x, const struct st_chart *c,
                 const struct st_plan *p)
{
    st_json_open(j, key, '{');
    st_json_text(j, "name", x->name);
    st_json_bool(j, "numeric", x->numeric);
    st_json_bool(j, "open_below", x->below_first);
    st_json_bool(j, "open_above", x->above_last);
    st_json_open(j, "labels", '[');
    for (int i = 0; i < x->n; i++)
        st_json_text(j, NULL, x->label[i]);
    st_json_close(j, ']');
    if (p) {
        st_json_open(j, "titles", '[');
        for (int i = 0; i < x->n; i++)
            st_json_text(j, NULL, st_word_axis(p, kind, c->id, x->label[i]));
        st_json_close(j, ']');
    }
    st_json_close(j, '}');
}

struct codes { /* which were told */
    const struct st_chart *c;
    const struct st_plan *p;
    void (*tell)(void *arg, const char *code, const struct st_word *w);
    void *arg;
    struct st_buf seen;
};

/* A number is one, unless the sheet has a word for it in this very chart. */
static bool tell_code(struct codes *x, const char *code, bool cell)
{
    const struct st_word *w = cell ? st_word_cell(x->p, x->c, code) : NULL;
    char mark[120];

    w = w || !code[strspn(code, "0123456789")] ? w : st_word_label(x->p, code);
    snprintf(mark, sizeof mark, "\n%s\n", code);
    if (!w || strcasecmp(w->says, code) == 0 || strstr(st_buf_text(&x->seen), mark))
        return w != NULL;
    st_buf_add(&x->seen, "%s", mark);
    x->tell(x->arg, code, w);
    return true;
}

/* Every label and cell that is a code, once, in the order of the chart; one of several signs ("2 b") sign by sign. */
void st_each_code(const struct st_chart *c, const struct st_plan *p,
                  void (*tell)(void *arg, const char *code, const struct st_word *w), void *arg)
{
    struct codes x = { c, p, tell, arg, { 0 } };

    for (int r = 0; r < c->row.n; r++)
        tell_code(&x, c->row.label[r], false);
    for (int k = 0; k < c->col.n; k++)
        if (st_word_axis(p, "column", c->id, c->col.label[k])[0])
            tell_code(&x, c->col.label[k], false);
    for (int i = 0; i < c->row.n * c->col.n; i++) {
        struct st_span rest = st_span_of(c->text[i]), sign;
        char code[16];

        if (!st_word_axis(p, "column", c->id, c->col.label[i % c->col.n])[0] || tell_code(&x, c->text[i], true))
            continue;
        while (rest.len < sizeof code && (sign = st_span_word(&rest)).len)
            if (st_span_copy(sign, code, sizeof code))
                tell_code(&x, code, true);
    }
    st_buf_free(&x.seen);
}

static void code_json(void *arg, const char *code, const struct st_word *w)
{
    struct st_json *j = arg;

    st_json_open(j, NULL, '{');
    st_json_text(j, "code", code);
    st_json_text(j, "says", w->says);
    if (w->explains[0])
        st_json_text(j, "explains", w->explains);
    st_json_close(j, '}');
}

/* A remark as players read it: what is written in one with underlines is a label, told by its words. */
const char *st_chart_plain(const struct st_plan *p, const char *text, char *out, size_t size)
{
    size_t n = 0;

    for (const char *c = text; *c && n + 1 < size;) {
        struct st_span run = { c, 0 };
        char label[60];

        while (isalnum((unsigned char)c[run.len]) || c[run.len] == '_')
            run.len++;
        if (!run.len || !memchr(c, '_', run.len) || !st_span_copy(run, label, sizeof label)) {
            run.len += !run.len;
            n += (size_t)snprintf(out + n, size - n, "%.*s", (int)run.len, c);
        } else {
            const struct st_word *w = st_word_label(p, label);

            for (char *u = label; *u; u++)
                *u = *u == '_' ? ' ' : *u;
            n += (size_t)snprintf(out + n, size - n, "%s", w ? w->says : label);
        }
        c += run.len;
    }
    return out;
}

static void remark(struct st_json *j, const struct st_plan *p, const char *text)
{
    char plain[600];

    st_json_text(j, NULL, p && strchr(text, ' ') ? st_chart_plain(p, text, plain, sizeof plain) : text);
}

void st_view_chart(struct st_json *j, const struct st_chart *c, const struct st_plan *p)
{
    st_json_open(j, NULL, '{');
    st_json_text(j, "id", c->id);
    st_json_text(j, "para", c->para);
    st_json_text(j, "title", c->title);
    if (p) {
        const struct st_word *w = st_word_find(p, "chart", c->id);

        st_json_text(j, "says", w ? w->says : c->title);
        st_json_open(j, "legend", '[');
        st_each_code(c, p, code_json, j);
        st_json_close(j, ']');
    }
    axis(j, "row", "rows", &c->row, c, p);
    axis(j, "column", "columns", &c->col, c, p);
    st_json_open(j, "cells", '[');
    for (int r = 0; r < c->row.n; r++) {
        st_json_open(j, NULL, '[');
        for (int k = 0; k < c->col.n; k++)
            remark(j, p, st_chart_text(c, r, k));
        st_json_close(j, ']');
    }
    st_json_close(j, ']');
    st_json_open(j, "notes", '[');
    for (int i = 0; i < c->nnotes; i++)
        remark(j, p, c->note[i].text);
    st_json_close(j, ']');
    st_json_close(j, '}');
}

/* ---- one cell -------------------------------------------------------------------------- */

static int no_label(const struct st_axis *x, const char *what, struct st_span word,
                    struct st_error *err)
{
    char text[64], near[200] = "";

    if (!st_span_copy(word, text, sizeof text))
        snprintf(text, sizeof text, "%.*s...", 40, word.at);
    st_suggest(near, sizeof near, text, x->label, x->n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no %s `%s` (%s: %s to %s)%s%s", what, text, x->name,
                   x->label[0], x->label[x->n - 1], near[0] ? "; " : "", near);
}

/* A label may have a comma in it, so every comma is tried. */
int st_view_cell_find(const struct st_chart *c, const char *at, struct st_cite *cite,
                      struct st_error *err)
{
    struct st_span all = st_span_of(at), row = { at, 0 }, col = row;
    bool row_end, col_end;

    if (!strchr(at, ','))
        return st_fail(err, ST_EUSAGE, NULL, 0, "a cell is named ROW,COL, not `%s`", at);
    for (size_t i = 0; i < all.len; i++) {
        if (at[i] != ',')
            continue;
        row = st_span_trim((struct st_span){ at, i });
        col = st_span_trim((struct st_span){ at + i + 1, all.len - i - 1 });
        int r = st_axis_find(&c->row, row, &row_end),
            k = st_axis_find(&c->col, col, &col_end);

        if (r >= 0 && k >= 0) {
            *cite = (struct st_cite){ c, (int16_t)r, (int16_t)k, row_end, col_end };
            return ST_OK;
        }
    }
    if (st_axis_find(&c->row, row, NULL) < 0)
        return no_label(&c->row, "row", row, err);
    return no_label(&c->col, "column", col, err);
}
