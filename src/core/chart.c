/* chart.c - see chart.h.
 *
 * The file: notes `# key<blanks>text` with the keys para, title, rows, cols, below, above (of the
 * columns), row-below, row-above and remark; any other note is shown as it is. Then the sheet as
 * printed: the first column holds the row labels, the header line the column labels. `below first`
 * and `above last` open an end of the column axis that the print leaves closed (a reading says
 * why). `remark charge, name` says which columns are for people only, `remark V/charge` which cell,
 * `remark *` that all are.
 */
#include "core/chart.h"

#include <stdio.h>
#include <string.h>

enum { AXIS_SPAN = 2000 };

/* "3", "-2", "+1", "4-9", "10+", "0 or less", "6 or more" as lo..hi; open ends flagged. */
static bool read_range(const char *label, int *lo, int *hi, bool *below, bool *above)
{
    struct st_span s = st_span_of(label);
    static const char less[] = " or less", more[] = " or more";

    *below = *above = false;
    if (s.len >= sizeof less && strcmp(label + s.len - (sizeof less - 1), less) == 0) {
        s.len -= sizeof less - 1;
        *below = true;
    } else if (s.len >= sizeof more && strcmp(label + s.len - (sizeof more - 1), more) == 0) {
        s.len -= sizeof more - 1;
        *above = true;
    } else if (s.len > 1 && label[s.len - 1] == '+') {
        s.len--;
        *above = true;
    }
    if (st_span_int(s, -999, 999, lo)) {
        *hi = *lo;
        return true;
    }
    for (size_t i = 1; i + 1 < s.len; i++)
        if (s.at[i] == '-')
            return !*below && !*above && st_span_int((struct st_span){ s.at, i }, -999, 999, lo) &&
                   st_span_int((struct st_span){ s.at + i + 1, s.len - i - 1 }, -999, 999, hi) &&
                   *lo <= *hi;
    return false;
}

/* Slots of a numeric axis; an axis with any other label stays one of names. */
static int axis_numbers(struct st_axis *x, struct st_arena *a, const char *where,
                        struct st_error *err)
{
    int lo = 9999, hi = -9999, l, h;
    bool below, above;

    x->numeric = x->n > 0;
    for (int i = 0; i < x->n; i++) {
        if (!read_range(x->label[i], &l, &h, &below, &above)) {
            x->numeric = false;
            return ST_OK;
        }
        lo = l < lo ? l : lo;
        hi = h > hi ? h : hi;
    }
    if (!x->numeric)
        return ST_OK;
    if (hi - lo > AXIS_SPAN)
        return st_fail(err, ST_ELIMIT, where, 0, "axis `%s` spans %d values", x->name, hi - lo);

    int16_t *slot = st_arena_array(a, (size_t)(hi - lo + 1), sizeof *slot);
    if (!slot)
        return st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    for (int v = lo; v <= hi; v++)
        slot[v - lo] = -1;
    for (int i = 0; i < x->n; i++) {
        read_range(x->label[i], &l, &h, &below, &above);
        x->below_first |= below;
        x->above_last |= above;
        if ((below && l != lo) || (above && h != hi))
            return st_fail(err, ST_ESYNTAX, where, 0, "`%s` on axis `%s` is open but not its end",
                           x->label[i], x->name);
        for (int v = l; v <= h; v++) {
            if (slot[v - lo] >= 0)
                return st_fail(err, ST_ESYNTAX, where, 0, "%d stands twice on axis `%s`", v,
                               x->name);
            slot[v - lo] = (int16_t)i;
        }
    }
    x->lo = (int16_t)lo;
    x->hi = (int16_t)hi;
    x->slot = slot;
    return ST_OK;
}

static char *span_text(struct st_arena *a, struct st_span s)
{
    return st_arena_text(a, s.at, s.len);
}

/* "name", "HA/marsh", "HA/" followed by a star, or a star alone. */
static bool mark_remark(struct st_chart *c, struct st_span item)
{
    struct st_span row = st_span_of("*"), col = item;

    if (st_span_find(item, c->col.label, c->col.n) < 0 && memchr(item.at, '/', item.len))
        row = st_span_trim(st_span_cut(&col, '/'));
    col = st_span_trim(col);
    int r = st_span_find(row, c->row.label, c->row.n), k = st_span_find(col, c->col.label, c->col.n);
    bool rows = st_span_is(row, "*"), cols = st_span_is(col, "*");
    if ((r < 0 && !rows) || (k < 0 && !cols))
        return false;
    for (int i = rows ? 0 : r; i <= (rows ? c->row.n - 1 : r); i++)
        for (int j = cols ? 0 : k; j <= (cols ? c->col.n - 1 : k); j++)
            c->remark[i * c->col.n + j] = true;
    return true;
}

/* What no rule reads. The players are told so, as a note. */
static int read_remark(struct st_chart *c, struct st_arena *a, struct st_span items, int line,
                       struct st_error *err, struct st_chart_note *notes)
{
    bool all = st_span_is(items, "*");
    char text[ST_LINE_MAX];

    snprintf(text, sizeof text, "No rule reads %.*s.", all ? 10 : (int)items.len,
             all ? "this chart" : items.at);
    notes[c->nnotes] = (struct st_chart_note){ st_arena_text(a, text, strlen(text)), true };
    if (!notes[c->nnotes++].text)
        return st_fail(err, ST_ENOMEM, c->where, line, "out of memory");
    if (items.len == 0)
        return st_fail(err, ST_ESYNTAX, c->where, line, "`remark` wants columns, or `*` for all");
    while (items.len) {
        struct st_span item = st_span_trim(st_span_cut(&items, ','));

        if (!mark_remark(c, item))
            return st_fail(err, ST_ESYNTAX, c->where, line, "no column or cell `%.*s`",
                           (int)item.len, item.at);
    }
    return ST_OK;
}

/* A note as key and value, or for people. */
static int read_note(struct st_chart *c, struct st_arena *a, struct st_span note, int line,
                     struct st_error *err, struct st_chart_note *notes)
{
    struct st_span rest = note, key = st_span_word(&rest), value = st_span_trim(rest);
    char *text = span_text(a, value), *whole = span_text(a, st_span_trim(note));

    if (!text || !whole)
        return st_fail(err, ST_ENOMEM, c->where, line, "out of memory");
    if (st_span_is(key, "para"))
        c->para = text;
    else if (st_span_is(key, "title"))
        c->title = text;
    else if (st_span_is(key, "rows"))
        c->row.name = text;
    else if (st_span_is(key, "cols"))
        c->col.name = text;
    else if (st_span_is(key, "below"))
        c->col.below_first = true;
    else if (st_span_is(key, "above"))
        c->col.above_last = true;
    else if (st_span_is(key, "row-below"))
        c->row.below_first = true;
    else if (st_span_is(key, "row-above"))
        c->row.above_last = true;
    else if (st_span_is(key, "remark"))
        return read_remark(c, a, value, line, err, notes);
    else
        notes[c->nnotes++].text = whole;
    if ((st_span_is(key, "below") || st_span_is(key, "row-below")) &&
        strncmp(text, "first", 5) != 0)
        return st_fail(err, ST_ESYNTAX, c->where, line, "`below` must say `first`");
    if ((st_span_is(key, "above") || st_span_is(key, "row-above")) && strncmp(text, "last", 4) != 0)
        return st_fail(err, ST_ESYNTAX, c->where, line, "`above` must say `last`");
    return ST_OK;
}

static bool same_labels(const char *const *label, int n, int *which)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(label[i], label[j]) == 0) {
                *which = i;
                return true;
            }
    return false;
}

int st_chart_parse(struct st_chart **out, struct st_arena *a, const char *id, struct st_span text,
                   const char *where, struct st_error *err)
{
    struct st_tsv t;
    int e = st_tsv_parse(&t, a, text, where, err);

    if (e)
        return e;
    if (t.ncols < 2 || t.nrows < 1)
        return st_fail(err, ST_ESYNTAX, where, 0, "a chart has at least one row and two columns");

    int nrows = t.nrows, ncols = t.ncols - 1;
    struct st_chart *c = st_arena_get(a, sizeof *c);
    const char **row = st_arena_array(a, (size_t)nrows, sizeof *row);
    const char **col = st_arena_array(a, (size_t)ncols, sizeof *col);
    const char **cell = st_arena_array(a, (size_t)(nrows * ncols), sizeof *cell);
    struct st_chart_note *notes = st_arena_array(a, (size_t)t.nnotes + 1, sizeof *notes);
    bool *remark = st_arena_array(a, (size_t)(nrows * ncols), sizeof *remark);
    int16_t *value = st_arena_array(a, (size_t)(nrows * ncols), sizeof *value);

    if (!c || !row || !col || !cell || !notes || !remark || !value)
        return st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    *c = (struct st_chart){ .id = id, .title = id, .para = "", .where = where, .text = cell,
                            .value = value, .line = t.line, .note = notes,
                            .remark = remark };
    c->row = (struct st_axis){ .name = span_text(a, t.head[0]), .label = row, .n = nrows };
    c->col = (struct st_axis){ .name = "", .label = col, .n = ncols };
    for (int k = 0; k < ncols; k++)
        col[k] = span_text(a, t.head[k + 1]);
    for (int r = 0; r < nrows; r++) {
        row[r] = span_text(a, st_tsv_at(&t, r, 0));
        for (int k = 0; k < ncols; k++)
            cell[r * ncols + k] = span_text(a, st_tsv_at(&t, r, k + 1));
    }
    for (int r = 0; r < nrows; r++) {
        bool lost = !row[r] || !c->row.name;

        for (int k = 0; k < ncols; k++)
            lost |= !col[k] || !cell[r * ncols + k];
        if (lost)
            return st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    }
    for (int i = 0; i < t.nnotes && !e; i++)
        e = read_note(c, a, t.note[i], t.note_line[i], err, notes);
    if (e)
        return e;

    int twice;
    if (same_labels(row, nrows, &twice))
        return st_fail(err, ST_ESYNTAX, where, t.line[twice], "row `%s` stands twice", row[twice]);
    e = axis_numbers(&c->row, a, where, err);
    if (!e)
        e = axis_numbers(&c->col, a, where, err);
    *out = c;
    return e;
}

static int bind_axis(struct st_axis *x, struct st_chart *c, struct st_arena *a,
                     const char *const *names, int n, struct st_error *err)
{
    int16_t *slot = st_arena_array(a, (size_t)n, sizeof *slot);

    if (!slot)
        return st_fail(err, ST_ENOMEM, c->where, 0, "out of memory");
    for (int i = 0; i < n; i++) {
        slot[i] = -1;
        for (int k = 0; k < x->n; k++)
            if (strcmp(x->label[k], names[i]) == 0)
                slot[i] = (int16_t)k;
        if (slot[i] < 0)
            return st_fail(err, ST_ESYNTAX, c->where, 0, "axis `%s` lacks `%s`", x->name,
                           names[i]);
    }
    for (int k = 0; k < x->n; k++) {
        bool known = false;

        for (int i = 0; i < n; i++)
            known |= slot[i] == k;
        if (!known)
            return st_fail(err, ST_ESYNTAX, c->where, x == &c->row ? c->line[k] : 0,
                           "unknown label `%s` on axis `%s`", x->label[k], x->name);
    }
    x->slot = slot;
    x->numeric = false; /* slots now go by the game's numbers, not by the printed ones */
    x->lo = 0;
    x->hi = (int16_t)(n - 1);
    return ST_OK;
}

int st_chart_bind_rows(struct st_chart *c, struct st_arena *a, const char *const *names, int n,
                       struct st_error *err)
{
    return bind_axis(&c->row, c, a, names, n, err);
}

int st_chart_bind_cols(struct st_chart *c, struct st_arena *a, const char *const *names, int n,
                       struct st_error *err)
{
    return bind_axis(&c->col, c, a, names, n, err);
}

int st_chart_bind_cells(struct st_chart *c, const char *const *names, int n, struct st_error *err)
{
    for (int i = 0; i < c->row.n * c->col.n; i++) {
        int k = 0;

        while (k < n && strcmp(c->text[i], names[k]) != 0)
            k++;
        if (k == n && c->remark[i])
            continue;
        if (k == n)
            return st_fail(err, ST_ESYNTAX, c->where, c->line[i / c->col.n],
                           "no meaning for `%s` in row `%s`, column `%s`", c->text[i],
                           c->row.label[i / c->col.n], c->col.label[i % c->col.n]);
        c->value[i] = (int16_t)k;
    }
    return ST_OK;
}

int st_chart_bind_numbers(struct st_chart *c, int blank, struct st_error *err)
{
    for (int i = 0; i < c->row.n * c->col.n; i++) {
        const char *text = c->text[i];
        int v = blank;

        if (strcmp(text, "-") != 0 && strcmp(text, "NA") != 0 && strcmp(text, "NE") != 0 &&
            !st_span_int(st_span_of(text), -32000, 32000, &v) && !c->remark[i])
            return st_fail(err, ST_ESYNTAX, c->where, c->line[i / c->col.n],
                           "`%s` in row `%s`, column `%s` is no number", text,
                           c->row.label[i / c->col.n], c->col.label[i % c->col.n]);
        c->value[i] = (int16_t)v;
    }
    return ST_OK;
}

static int need(const struct st_axis *x, const struct st_chart *c, int lo, int hi,
                struct st_error *err)
{
    for (int v = lo; v <= hi; v++) {
        int at = v < x->lo && x->below_first ? x->lo : v > x->hi && x->above_last ? x->hi : v;

        if (!x->numeric || at < x->lo || at > x->hi || x->slot[at - x->lo] < 0)
            return st_fail(err, ST_ESYNTAX, c->where, 0, "axis `%s` has no place for %d", x->name,
                           v);
    }
    return ST_OK;
}

int st_chart_need_rows(const struct st_chart *c, int lo, int hi, struct st_error *err)
{
    return need(&c->row, c, lo, hi, err);
}

int st_chart_need_cols(const struct st_chart *c, int lo, int hi, struct st_error *err)
{
    return need(&c->col, c, lo, hi, err);
}

static int axis_slot(const struct st_axis *x, int v, bool *clamped)
{
    *clamped = v < x->lo || v > x->hi;
    if (v < x->lo) {
        st_assert(x->below_first);
        v = x->lo;
    } else if (v > x->hi) {
        st_assert(x->above_last);
        v = x->hi;
    }
    st_assert(x->slot[v - x->lo] >= 0);
    return x->slot[v - x->lo];
}

int st_chart_look(const struct st_chart *c, int row, int col, struct st_cite *cite)
{
    bool row_end, col_end;
    int r = axis_slot(&c->row, row, &row_end), k = axis_slot(&c->col, col, &col_end);

    if (cite)
        *cite = (struct st_cite){ c, (int16_t)r, (int16_t)k, row_end, col_end };
    return c->value[r * c->col.n + k];
}

const char *st_chart_text(const struct st_chart *c, int row, int col)
{
    return c->text[row * c->col.n + col];
}

int st_chart_value(const struct st_chart *c, int row, int col)
{
    return c->value[row * c->col.n + col];
}

int st_chart_line(const struct st_chart *c, const char *row)
{
    int r = st_axis_find(&c->row, st_span_of(row), NULL);

    return r < 0 ? 0 : c->line[r];
}

int st_chart_at(const struct st_chart *c, const char *row, const char *col, const char **text,
                struct st_error *err)
{
    int r = st_axis_find(&c->row, st_span_of(row), NULL);
    int k = st_axis_find(&c->col, st_span_of(col), NULL);

    if (r < 0 || k < 0)
        return st_fail(err, ST_ESYNTAX, c->where, 0, "no %s `%s`", r < 0 ? "row" : "column",
                       r < 0 ? row : col);
    *text = st_chart_text(c, r, k);
    return ST_OK;
}

int st_chart_number(const struct st_chart *c, const char *row, const char *col, int lo, int hi,
                    int *out, struct st_error *err)
{
    const char *text = "";
    int e = st_chart_at(c, row, col, &text, err);

    if (e)
        return e;
    if (!st_span_int(st_span_of(text), lo, hi, out))
        return st_fail(err, ST_ESYNTAX, c->where, st_chart_line(c, row),
                       "`%s` in row `%s`, column `%s` is not a number from %d to %d", text, row,
                       col, lo, hi);
    return ST_OK;
}

int st_chart_name(const struct st_chart *c, const char *row, const char *col,
                  const char *const *names, int n, int *out, struct st_error *err)
{
    const char *text = "";
    char all[160] = "";
    int e = st_chart_at(c, row, col, &text, err);

    if (e)
        return e;
    *out = st_span_find(st_span_of(text), names, n);
    if (*out >= 0)
        return ST_OK;
    for (int i = 0; i < n; i++)
        st_text_add(all, sizeof all, "%s%s", i ? ", " : "", names[i]);
    return st_fail(err, ST_ESYNTAX, c->where, st_chart_line(c, row), "`%.40s` in column `%s` is none of %s", text, col, all);
}

bool st_chart_remark(const struct st_chart *c, int row, int col)
{
    return c->remark[row * c->col.n + col];
}

void st_chart_compare(const struct st_chart *printed, const struct st_chart *house,
                      void (*say)(void *arg, const char *sentence), void *arg)
{
    for (int i = 0; i < house->row.n * house->col.n; i++) {
        const char *row = house->row.label[i / house->col.n],
                   *col = house->col.label[i % house->col.n];
        int r = st_span_find(st_span_of(row), printed->row.label, printed->row.n);
        int k = st_span_find(st_span_of(col), printed->col.label, printed->col.n);
        char text[480];

        if (r < 0 || k < 0 || !st_chart_remark(printed, r, k) ||
            strcmp(house->text[i], st_chart_text(printed, r, k)) == 0)
            continue;
        snprintf(text, sizeof text,
                 "%s, row %s, column %s: `%.120s` in place of `%.120s` changes nothing, no rule "
                 "reads it",
                 house->id, row, col, house->text[i], st_chart_text(printed, r, k));
        say(arg, text);
    }
}

int st_axis_find(const struct st_axis *x, struct st_span word, bool *clamped)
{
    int v;

    if (clamped)
        *clamped = false;
    for (int i = 0; i < x->n; i++)
        if (st_span_is(word, x->label[i]))
            return i;
    if (!x->numeric || !st_span_int(word, -32000, 32000, &v))
        return -1;
    if ((v < x->lo && !x->below_first) || (v > x->hi && !x->above_last))
        return -1;
    if (clamped)
        *clamped = v < x->lo || v > x->hi;
    v = v < x->lo ? x->lo : v > x->hi ? x->hi : v;
    return x->slot[v - x->lo];
}

void st_cite_print(const struct st_cite *cite, char *out, size_t size)
{
    const struct st_chart *c = cite->chart;

    if (!c) {
        out[0] = 0;
        return;
    }
    snprintf(out, size, "%s %s, row %s%s, column %s%s: %s", c->para, c->title,
             c->row.label[cite->row], cite->row_end ? " (the end)" : "",
             c->col.label[cite->col], cite->col_end ? " (the end)" : "",
             st_chart_text(c, cite->row, cite->col));
}
