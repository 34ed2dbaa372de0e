/* tsv.c - see tsv.h. */
#include "core/tsv.h"

#include <string.h>

enum { COLS_MAX = 64, ROWS_MAX = 4096 };

static int count_fields(struct st_span line)
{
    int n = 1;

    for (size_t i = 0; i < line.len; i++)
        n += line.at[i] == '\t';
    return n;
}

/* Are they so many, no more and no less? */
static bool cut_fields(struct st_span *row, int ncols, struct st_span line)
{
    const char *end = line.at + line.len, *at = line.at;

    for (int c = 0; c < ncols; c++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));

        if (!tab != (c == ncols - 1))
            return false;
        row[c] = st_span_trim((struct st_span){ at, (size_t)((tab ? tab : end) - at) });
        at = tab ? tab + 1 : end;
    }
    return true;
}

int st_tsv_parse(struct st_tsv *out, struct st_arena *a, struct st_span text, const char *where,
                 struct st_error *err)
{
    struct st_line_reader r = { text.at, text.at + text.len, 0 };
    struct st_span line;
    int lines = 0, header = 0;

    while (st_line_next(&r, &line)) {
        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (!header) {
            header = r.line;
            out->ncols = count_fields(line);
        } else {
            lines++;
        }
    }
    if (!header)
        return st_fail(err, ST_ESYNTAX, where, 0, "no header line");
    if (out->ncols > COLS_MAX || lines > ROWS_MAX)
        return st_fail(err, ST_ELIMIT, where, 0, "%d columns, %d rows; at most %d and %d are known",
                       out->ncols, lines, COLS_MAX, ROWS_MAX);

    size_t cells = (size_t)out->ncols * (size_t)lines, all = (size_t)r.line;
    out->where = where;
    out->head = st_arena_array(a, (size_t)out->ncols, sizeof *out->head);
    out->cell = st_arena_array(a, cells + 1, sizeof *out->cell);
    out->line = st_arena_array(a, (size_t)lines + 1, sizeof *out->line);
    out->note = st_arena_array(a, all, sizeof *out->note);
    out->note_line = st_arena_array(a, all, sizeof *out->note_line);
    if (!out->head || !out->cell || !out->line || !out->note || !out->note_line)
        return st_fail(err, ST_ENOMEM, where, 0, "out of memory");

    r = (struct st_line_reader){ text.at, text.at + text.len, 0 };
    out->nrows = out->nnotes = 0;
    while (st_line_next(&r, &line)) {
        if (line.len == 0)
            continue;
        if (line.at[0] == '#') {
            out->note[out->nnotes] = (struct st_span){ line.at + 1, line.len - 1 };
            out->note_line[out->nnotes++] = r.line;
            continue;
        }
        struct st_span *row = r.line == header ? out->head : out->cell + out->nrows * out->ncols;
        if (!cut_fields(row, out->ncols, line))
            return st_fail(err, ST_ESYNTAX, where, r.line, "%d fields where the header has %d, a tab between any two",
                           count_fields(line), out->ncols);
        if (r.line != header)
            out->line[out->nrows++] = r.line;
    }
    for (int i = 0; i < out->ncols; i++)
        for (int j = 0; j < i; j++)
            if (out->head[i].len == out->head[j].len &&
                memcmp(out->head[i].at, out->head[j].at, out->head[i].len) == 0)
                return st_fail(err, ST_ESYNTAX, where, header, "two columns named `%.*s`",
                               (int)out->head[i].len, out->head[i].at);
    return ST_OK;
}

struct st_span st_tsv_at(const struct st_tsv *t, int row, int col)
{
    return t->cell[row * t->ncols + col];
}

int st_tsv_col(const struct st_tsv *t, const char *name, int *col, struct st_error *err)
{
    for (*col = 0; *col < t->ncols; (*col)++)
        if (st_span_is(t->head[*col], name))
            return ST_OK;
    return st_fail(err, ST_ESYNTAX, t->where, 0, "no column `%s`", name);
}

int st_tsv_int(const struct st_tsv *t, int row, int col, int lo, int hi, int *out,
               struct st_error *err)
{
    struct st_span s = st_tsv_at(t, row, col);

    if (st_span_int(s, lo, hi, out))
        return ST_OK;
    return st_fail(err, ST_ESYNTAX, t->where, t->line[row],
                   "`%.*s` in column `%.*s` is not a number from %d to %d", (int)s.len, s.at,
                   (int)t->head[col].len, t->head[col].at, lo, hi);
}

int st_tsv_name(const struct st_tsv *t, int row, int col, const char *const *names, int n, int *out,
                struct st_error *err)
{
    struct st_span s = st_tsv_at(t, row, col);
    char word[64], near[160];

    for (*out = 0; *out < n; (*out)++)
        if (st_span_is(s, names[*out]))
            return ST_OK;
    st_span_copy(s, word, sizeof word);
    st_suggest(near, sizeof near, word, names, n);
    return st_fail(err, ST_ESYNTAX, t->where, t->line[row], "unknown %.*s `%.*s`%s%s",
                   (int)t->head[col].len, t->head[col].at, (int)s.len, s.at, near[0] ? "; " : "",
                   near);
}
