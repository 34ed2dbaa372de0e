/* bind.c - see bind.h. */
#include "core/bind.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const st_no_yes[2] = { "no", "yes" };

struct st_binder st_binder_of(struct st_plan *plan, struct st_scenario *sc, struct st_error *err)
{
    return (struct st_binder){ plan, sc, st_plan_own(plan), err, ST_OK };
}

/* ---- errors, memory ---------------------------------------------------------------------- */

__attribute__((format(printf, 4, 0))) static void note(struct st_binder *b, const char *where,
                                                       int line, const char *fmt, va_list args)
{
    char text[sizeof b->err->text];

    if (b->e)
        return;
    vsnprintf(text, sizeof text, fmt, args);
    b->e = st_fail(b->err, ST_ESYNTAX, where, line, "%s", text);
}

void st_bad_line(struct st_binder *b, const char *where, int line, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    note(b, where, line, fmt, args);
    va_end(args);
}

void st_bad_row(struct st_binder *b, const struct st_tsv *t, int row, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    note(b, t->where, t->line[row], fmt, args);
    va_end(args);
}

void st_bad_key(struct st_binder *b, const struct st_entry *e, const char *fmt, ...)
{
    va_list args;
    char text[sizeof b->err->text];

    if (b->e)
        return;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    b->e = st_scenario_bad(b->sc, e, b->err, "%s", text);
}

void st_bad_chart(struct st_binder *b, int chart, const char *row, const char *fmt, ...)
{
    const struct st_chart *c = b->plan->chart[chart];
    va_list args;

    va_start(args, fmt);
    note(b, c->where, row ? st_chart_line(c, row) : 0, fmt, args);
    va_end(args);
}

static void *or_no_memory(struct st_binder *b, void *memory)
{
    if (!memory && !b->e)
        b->e = st_fail(b->err, ST_ENOMEM, b->sc->where, 0, "out of memory");
    return memory;
}

void *st_bind_array(struct st_binder *b, size_t count, size_t size)
{
    return b->e ? NULL : or_no_memory(b, st_arena_array(&b->plan->arena, count, size));
}

const char *st_bind_text(struct st_binder *b, struct st_span text)
{
    return b->e ? NULL : or_no_memory(b, st_arena_text(&b->plan->arena, text.at, text.len));
}

/* ---- a text as a number ------------------------------------------------------------------ */

int st_span_list(struct st_span text, char sep, struct st_span *out, int max)
{
    struct st_span rest = st_span_trim(text);
    int n = 0;

    if (st_span_is(rest, "-"))
        return 0;
    while (rest.len) {
        struct st_span part = st_span_trim(st_span_cut(&rest, sep));

        if (n == max)
            return -1;
        out[n++] = part;
    }
    return n;
}

bool st_read_hex(const struct st_binder *b, struct st_span text, int *out)
{
    return st_hex_parse(&b->plan->grid, text, out) && *out >= 0;
}

struct source { /* where a text stands */
    const char *where;
    int line;
    bool in_file;    /* a cell of a sheet; else the value of a key */
    const char *row; /* and of a chart: its row */
};

static void unfit(struct st_binder *b, const struct st_bound *c, struct st_span text,
                  const struct source *s, const char *wanted)
{
    if (!s->in_file)
        st_bad_line(b, s->where, s->line, "`%s` must be %s, not `%.*s`", c->name, wanted,
                    (int)text.len, text.at);
    else if (!s->row)
        st_bad_line(b, s->where, s->line, "`%.*s` in column `%s` is not %s", (int)text.len, text.at,
                    c->name, wanted);
    else
        st_bad_line(b, s->where, s->line, "`%.*s` in row `%s`, column `%s` is not %s",
                    (int)text.len, text.at, s->row, c->name, wanted);
}

static void unknown(struct st_binder *b, const struct st_bound *c, struct st_span text,
                    const struct source *s)
{
    char word[64], near[160];

    st_span_copy(text, word, sizeof word);
    st_suggest(near, sizeof near, word, c->words, c->nwords);
    st_bad_line(b, s->where, s->line, "unknown %s `%.*s`%s%s", c->name, (int)text.len, text.at,
                near[0] ? "; " : "", near);
}

static bool read_several(const struct st_bound *c, struct st_span text, int *out)
{
    struct st_span part[16];
    int n = st_span_list(text, ',', part, ST_COUNT(part));

    *out = 0;
    for (int i = 0; i < n; i++) {
        int k = st_span_find(part[i], c->words, c->nwords);

        if (k < 0 || *out >> k & 1)
            return false;
        *out |= 1 << k;
    }
    return n >= 0;
}

static bool makes_sense(const struct st_binder *b, const struct st_bound *c, struct st_span text,
                        int *out)
{
    if (c->read)
        return c->read(b, text, out);
    if (c->several)
        return read_several(c, text, out);
    int k = c->words ? st_span_find(text, c->words, c->nwords) : -1;
    if (k >= 0) {
        *out = c->means ? c->means[k] : k;
        return true;
    }
    if ((c->words && (!c->means || c->lo == c->hi)) || !st_span_int(text, c->lo, c->hi, out))
        return false;
    *out *= c->per ? c->per : 1;
    return true;
}

static bool read_number(struct st_binder *b, const struct st_bound *c, struct st_span text,
                        const struct source *s, int *out)
{
    char wanted[64];

    if (c->blank && st_span_is(text, "-")) {
        *out = c->none;
    } else if (makes_sense(b, c, text, out)) {
        return true;
    } else if (c->words && !c->wants) {
        unknown(b, c, text, s);
    } else {
        snprintf(wanted, sizeof wanted, "a number from %d to %d", c->lo, c->hi);
        unfit(b, c, text, s, c->wants ? c->wants : wanted);
    }
    return !b->e;
}

/* Into piece i of c's member. */
static void store(struct st_binder *b, const struct st_bound *c, struct st_span text, int i,
                  const struct source *s)
{
    int v = 0;

    if (b->e)
        return;
    if (c->to.width == ST_TEXT) {
        const char *own = st_bind_text(b, text);

        if (own)
            st_member_put_text(b->to, c->to, i, own);
    } else if (read_number(b, c, text, s, &v)) {
        st_member_put(b->to, c->to, i, v);
    }
}

/* ---- charts ------------------------------------------------------------------------------ */

static void read_cells(struct st_binder *b, struct st_chart *c, const struct st_shape *s)
{
    for (int i = 0; i < c->row.n * c->col.n && !b->e; i++) {
        int row = i / c->col.n, v = c->value[i];

        if (s->read && !s->read(c->text[i], &v))
            st_bad_line(b, c->where, c->line[row], "no meaning for `%s` in row `%s`, column `%s`",
                        c->text[i], c->row.label[row], c->col.label[i % c->col.n]);
        else if ((s->lo || s->hi) && v != s->blank && (v < s->lo || v > s->hi))
            st_bad_line(b, c->where, c->line[row],
                        "`%s` in row `%s`, column `%s` is not a number from %d to %d", c->text[i],
                        c->row.label[row], c->col.label[i % c->col.n], s->lo, s->hi);
        c->value[i] = (int16_t)v;
    }
}

static int bind_shape(struct st_binder *b, const struct st_shape *s)
{
    struct st_chart *c = b->plan->chart[s->chart];
    struct st_arena *a = &b->plan->arena;
    int e = ST_OK;

    if (s->rows.names)
        e = st_chart_bind_rows(c, a, s->rows.names, s->rows.n, b->err);
    if (!e && s->cols.names)
        e = st_chart_bind_cols(c, a, s->cols.names, s->cols.n, b->err);
    if (!e && s->cells.names)
        e = st_chart_bind_cells(c, s->cells.names, s->cells.n, b->err);
    if (!e && s->numbers)
        e = st_chart_bind_numbers(c, s->blank, b->err);
    if (!e && (s->each_row.lo || s->each_row.hi))
        e = st_chart_need_rows(c, s->each_row.lo, s->each_row.hi, b->err);
    if (!e && (s->each_col.lo || s->each_col.hi))
        e = st_chart_need_cols(c, s->each_col.lo, s->each_col.hi, b->err);
    return e;
}

void st_bind_shapes(struct st_binder *b, const struct st_shape *s, int n)
{
    for (int i = 0; i < n && !b->e; i++) {
        b->e = bind_shape(b, &s[i]);
        read_cells(b, b->plan->chart[s[i].chart], &s[i]);
    }
}

void st_bind_facts(struct st_binder *b, const char *col, int lo, int hi, const struct st_fact *f,
                   int n)
{
    for (int i = 0, v; i < n && !b->e; i++) {
        b->e = st_chart_number(b->plan->chart[f[i].chart], f[i].row, col, lo, hi, &v, b->err);
        if (!b->e)
            st_member_put(b->to, f[i].to, 0, v);
    }
}

void st_bind_columns(struct st_binder *b, int chart, const char *const *names, int first, int n,
                     const struct st_bound *c, int ncols)
{
    const struct st_chart *from = b->plan->chart[chart];

    for (int i = 0; i < n; i++)
        for (int k = 0; k < ncols && !b->e; k++) {
            const char *text = "";

            b->e = st_chart_at(from, names[i], c[k].name, &text, b->err);
            store(b, &c[k], st_span_of(text), first + i,
                  &(struct source){ from->where, st_chart_line(from, names[i]), true, names[i] });
        }
}

/* ---- scenarios --------------------------------------------------------------------------- */

static void offer(struct st_binder *b, const struct st_bound *k, const char *text)
{
    struct st_option o = { .key = k->name, .title = k->title, .para = k->para, .lo = k->lo,
                           .hi = k->hi, .word = k->words, .called = k->called,
                           .nwords = k->nwords };

    o.kind = k->to.width == ST_TEXT ? ST_OPTION_TEXT
             : k->words             ? ST_OPTION_CHOICE
                                    : ST_OPTION_NUMBER;
    if (o.kind == ST_OPTION_TEXT)
        o.text = text;
    else
        o.value = st_member_get(b->to, k->to, 0);
    st_bind_option(b, &o);
}

void st_bind_option(struct st_binder *b, const struct st_option *o)
{
    if (!b->e)
        b->e = st_plan_option(b->plan, o, b->err);
}

void st_bind_offer(struct st_binder *b, const struct st_bound *k)
{
    if (!b->e)
        offer(b, k, "");
}

void st_bind_head(struct st_binder *b, const char *title)
{
    if (!b->e)
        b->e = st_scenario_keys(b->sc, b->err);
    st_bind_title(b, title);
}

void st_bind_title(struct st_binder *b, const char *title)
{
    const struct st_entry *blurb;

    if (!b->e)
        b->e = st_scenario_text(b->sc, title, &b->plan->title, b->err);
    if (!b->e && (blurb = st_scenario_find(b->sc, "blurb")))
        b->plan->blurb = blurb->value;
}

void st_bind_grid(struct st_binder *b, int cols, int rows)
{
    if (!b->e)
        b->e = st_hexgrid_make(&b->plan->grid, &b->plan->arena, cols, rows, b->sc->where, 0, b->err);
}

void st_bind_names(struct st_binder *b, const char *kind, const char *const *name,
                   const char *const *title, int n)
{
    if (!b->e)
        b->e = st_plan_names(b->plan, kind, name, title, n, b->err);
}

const struct st_entry *st_bind_need(struct st_binder *b, const char *key)
{
    static const struct st_entry none = { "", "", 0 };
    const struct st_entry *e = b->e ? NULL : st_scenario_find(b->sc, key);

    if (!e)
        st_bad_line(b, b->sc->where, 0, "no line `%s = ...`", key);
    return e ? e : &none;
}

void st_bind_keys(struct st_binder *b, const struct st_bound *k, int n)
{
    for (int i = 0; i < n && !b->e; i++) {
        const struct st_entry *e = st_scenario_find(b->sc, k[i].name);

        if (!e && !k[i].blank)
            st_bad_line(b, b->sc->where, 0, "no line `%s = ...`", k[i].name);
        else if (!e && k[i].to.width == ST_TEXT)
            st_member_put_text(b->to, k[i].to, 0, "");
        else if (!e)
            st_member_put(b->to, k[i].to, 0, k[i].none);
        else
            store(b, &k[i], st_span_of(e->value), 0, &(struct source){ b->sc->where, e->line });
        if (!b->e && k[i].title)
            offer(b, &k[i], e ? e->value : "");
    }
}

void st_bind_sheet(struct st_binder *b, const char *key, struct st_tsv *out)
{
    const char *name = NULL, *where = NULL;
    struct st_span text = { "", 0 };

    memset(out, 0, sizeof *out);
    if (!b->e)
        b->e = st_scenario_text(b->sc, key, &name, b->err);
    if (!b->e)
        b->e = st_scenario_part(b->sc, name, &text, &where, b->err);
    if (!b->e)
        b->e = st_tsv_parse(out, &b->plan->arena, text, where, b->err);
    if (b->e)
        memset(out, 0, sizeof *out); /* a sheet without rows: nothing is read from it */
}

void st_bind_cell(struct st_binder *b, const struct st_bound *c, struct st_span text, int i,
                  const char *where, int line)
{
    store(b, c, text, i, &(struct source){ where, line, true });
}

void st_bind_row(struct st_binder *b, const struct st_tsv *t, int row, int i,
                 const struct st_bound *c, int ncols)
{
    for (int k = 0; k < ncols && !b->e; k++) {
        int col;

        b->e = st_tsv_col(t, c[k].name, &col, b->err);
        if (!b->e)
            store(b, &c[k], st_tsv_at(t, row, col), i,
                  &(struct source){ t->where, t->line[row], true });
    }
}

void st_bind_row_to(struct st_binder *b, void *to, const struct st_tsv *t, int row,
                    const struct st_bound *c, int ncols)
{
    void *own = b->to;

    b->to = to;
    st_bind_row(b, t, row, 0, c, ncols);
    b->to = own;
}

void st_bind_lay(struct st_binder *b, struct st_cell *cell, const struct st_tsv *t, int row, int hex,
                 struct st_cell it)
{
    if (!b->e && cell[hex].look)
        st_bad_row(b, t, row, "this hex stands twice");
    if (!b->e)
        cell[hex] = it;
}

void st_bind_cells(struct st_binder *b, const struct st_cell *cell, const struct st_tsv *t)
{
    char name[6];

    for (int h = 0; !b->e && h < st_hex_count(&b->plan->grid); h++)
        if (!cell[h].look) {
            st_hex_name(&b->plan->grid, h, name);
            st_bad_line(b, t->where, 0, "hex %s is missing", name);
        }
    b->plan->cell = cell;
}
