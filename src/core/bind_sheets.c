/* bind_sheets.c - sheets with a row for each piece or for each hex. See bind.h. */
#include "core/bind.h"

#include <string.h>

enum { COLUMNS_MAX = 32 };

/* Where the columns stand, looked for once. */
static void find_columns(struct st_binder *b, const struct st_tsv *t, const struct st_bound *c, int ncols,
                         int col[COLUMNS_MAX])
{
    st_assert(ncols <= COLUMNS_MAX);
    for (int k = 0; k < ncols && !b->e; k++)
        b->e = st_tsv_col(t, c[k].name, &col[k], b->err);
}

/* A row goes to piece i; st_bad then speaks of that row. */
static void bind_row(struct st_binder *b, const struct st_tsv *t, int row, int i, const struct st_bound *c,
                     int ncols, const int *col)
{
    b->where = t->where;
    b->line = t->line[row];
    for (int k = 0; k < ncols; k++)
        st_bind_field(b, &c[k], st_tsv_at(t, row, col[k]), i);
}

/* What is complained of from here on is of the scenario again. */
static void leave_sheet(struct st_binder *b)
{
    b->where = b->sc->where;
    b->line = 0;
}

/* ---- pieces ------------------------------------------------------------------------------ */

int st_bind_pieces(struct st_binder *b, const char *key, const char *kind, int max,
                   const struct st_bound *c, int ncols,
                   void (*then)(struct st_binder *b, int piece), const char *const **names)
{
    const char **id = st_bind_array(b, (size_t)max, sizeof *id);
    const char **title = st_bind_array(b, (size_t)max, sizeof *title);
    struct st_tsv t;
    int id_col = 0, title_col = 0, col[COLUMNS_MAX];

    st_bind_sheet(b, key, &t);
    find_columns(b, &t, c, ncols, col);
    if (!b->e && (t.nrows > max || t.nrows == 0))
        b->e = st_fail(b->err, ST_ELIMIT, t.where, 0, "%d of the kind %s; 1 to %d are known", t.nrows, kind,
                       max);
    if (!b->e)
        b->e = st_tsv_col(&t, "id", &id_col, b->err);
    if (!b->e)
        b->e = st_tsv_col(&t, "name", &title_col, b->err);
    for (int r = 0; r < t.nrows && !b->e; r++) {
        id[r] = st_bind_text(b, st_tsv_at(&t, r, id_col));
        title[r] = st_bind_text(b, st_tsv_at(&t, r, title_col));
        bind_row(b, &t, r, r, c, ncols, col);
        if (!b->e)
            b->e = st_name_fits(kind, id, r, t.where, t.line[r], b->err);
        *names = id;
        if (!b->e)
            then(b, r);
    }
    leave_sheet(b);
    st_bind_names(b, kind, id, title, t.nrows);
    return b->e ? 0 : t.nrows;
}

/* ---- hexes ------------------------------------------------------------------------------- */

void st_bind_grid(struct st_binder *b, int cols, int rows)
{
    if (!b->e)
        b->e = st_hexgrid_make(&b->plan->grid, &b->plan->arena, cols, rows, b->where, 0, b->err);
}

/* The grid that has room for all hexes of the sheet. */
static void size_map(struct st_binder *b, const struct st_tsv *t, int col)
{
    int cols = 0, rows = 0;

    if (t->nrows == 0)
        st_bad(b, "a map without hexes");
    for (int r = 0; r < t->nrows && !b->e; r++) {
        struct st_span s = st_tsv_at(t, r, col);
        int n = 0;

        b->line = t->line[r];
        if (s.len != 4 || !st_span_int(s, 101, 9999, &n) || s.at[0] == '+' || n % 100 == 0)
            st_bad(b, "`%.*s` is no hex: a hex is four digits, column then row, from 0101", (int)s.len, s.at);
        cols = cols > n / 100 ? cols : n / 100;
        rows = rows > n % 100 ? rows : n % 100;
    }
    st_bind_grid(b, cols, rows);
}

void st_bind_map(struct st_binder *b, const char *key, const struct st_bound *c, int ncols,
                 struct st_map_lines *out)
{
    const struct st_hexgrid *g = &b->plan->grid;
    struct st_tsv t;
    char name[6];
    int hex_col = 0, col[COLUMNS_MAX];

    memset(out, 0, sizeof *out);
    st_bind_sheet(b, key, &t);
    out->where = b->where = t.where ? t.where : b->sc->where;
    if (!b->e)
        b->e = st_tsv_col(&t, "hex", &hex_col, b->err);
    find_columns(b, &t, c, ncols, col);
    if (!b->e && g->cols == 0)
        size_map(b, &t, hex_col);
    for (int r = 0; r < t.nrows && !b->e; r++) {
        struct st_span text = st_tsv_at(&t, r, hex_col);
        int hex = -1;

        b->line = t.line[r];
        if (!st_hex_parse(g, text, &hex) || hex < 0)
            st_bad(b, "`%.*s` in column `hex` is not a hex of a map of %d by %d", (int)text.len, text.at, g->cols,
                   g->rows);
        else if (out->line[hex])
            st_bad(b, "this hex stands on line %d already", out->line[hex]);
        if (b->e)
            return;
        out->line[hex] = t.line[r];
        bind_row(b, &t, r, hex, c, ncols, col);
    }
    b->line = 0;
    for (int h = 0; !b->e && h < st_hex_count(g); h++)
        if (!out->line[h]) {
            st_hex_name(g, h, name);
            st_bad(b, "hex %s is missing", name);
        }
    leave_sheet(b);
}

void st_bind_both_sides(struct st_binder *b, const struct st_map_lines *m, const char *what,
                        const uint8_t *bits, const char *const dirs[6])
{
    const struct st_hexgrid *g = &b->plan->grid;
    char here[6], there[6];

    for (int at = 0; !b->e && at < 6 * st_hex_count(g); at++) {
        int hex = at / 6, d = at % 6, to = st_hex_step(g, hex, d), back = (d + 3) % 6;

        if (!(bits[hex] >> d & 1) || (to >= 0 && bits[to] >> back & 1))
            continue;
        st_hex_name(g, hex, here);
        if (to < 0) {
            st_bad_line(b, m->where, m->line[hex], "%s %s of %s leads off the map", what, dirs[d], here);
        } else {
            st_hex_name(g, to, there);
            st_bad_line(b, m->where, m->line[hex], "%s has %s %s, but %s (line %d) has none %s", here, what,
                        dirs[d], there, m->line[to], dirs[back]);
        }
    }
}

const char *const *st_bind_hexes(struct st_binder *b, const char *kind)
{
    int n = st_hex_count(&b->plan->grid);
    const char **name = st_bind_array(b, (size_t)n, sizeof *name);
    char text[6];

    for (int h = 0; h < n && !b->e; h++) {
        st_hex_name(&b->plan->grid, h, text);
        name[h] = st_bind_text(b, st_span_of(text));
    }
    st_bind_names(b, kind, name, NULL, n);
    return name;
}

void st_bind_window(struct st_binder *b, int c0, int c1, int r0, int r1, struct st_hexset *area)
{
    const struct st_hexgrid *g = &b->plan->grid;

    for (int c = c0; c <= c1 && !b->e; c++)
        for (int r = r0; r <= r1; r++)
            st_hexset_add(area, st_hex_make(g, c, r));
    b->plan->window = (struct st_window){ (int16_t)(c0 - 1), (int16_t)(r0 - 1), (int16_t)(c1 - c0 + 1),
                                          (int16_t)(r1 - r0 + 1) };
}
