/* bind.c - see bind.h. */
#include "core/bind.h"

#include "core/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAMED_MAX = 128 }; /* of a key with its name */

const char *const st_no_yes[2] = { "no", "yes" };

struct st_binder st_binder_of(struct st_plan *plan, struct st_scenario *sc, struct st_error *err)
{
    return (struct st_binder){ .plan = plan, .sc = sc, .to = st_plan_own(plan), .err = err, .where = sc->where };
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

void st_bad(struct st_binder *b, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    note(b, b->where, b->line, fmt, args);
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

/* Its number is that of a name in the game's list of charts. */
static struct st_chart *chart_of(const struct st_binder *b, int chart)
{
    st_assert(!b->plan->game || chart < b->plan->game->ncharts);
    return b->plan->chart[chart];
}

void st_bad_chart(struct st_binder *b, int chart, const char *row, const char *fmt, ...)
{
    const struct st_chart *c = chart_of(b, chart);
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

/* The next part of a list with blanks, commas, semicolons or plus signs. */
static struct st_span next_part(struct st_span *list)
{
    struct st_span part;

    for (part = *list; list->len && !strchr(" \t,;+", list->at[0]); list->at++)
        list->len--;
    part.len -= list->len;
    list->at += list->len > 0;
    list->len -= list->len > 0;
    return part;
}

/* odd: the first part that is none of the words, or stands twice. */
static bool read_several(const struct st_bound *c, struct st_span text, int *out, struct st_span *odd)
{
    *out = 0;
    if (st_span_is(text, "-") || st_span_is(text, "none"))
        return true;
    while (text.len) {
        struct st_span one = next_part(&text);
        int k = st_span_find(one, c->words, c->nwords);

        if (one.len && (k < 0 || *out >> k & 1)) {
            *odd = one;
            return false;
        }
        *out |= one.len ? 1 << k : 0;
    }
    return true;
}

static bool makes_sense(const struct st_binder *b, const struct st_bound *c, struct st_span text,
                        int *out, struct st_span *odd)
{
    if (c->read)
        return c->read(b, text, out);
    if (c->several)
        return read_several(c, text, out, odd);
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
    struct st_span odd = text;
    char wanted[64];

    if (c->blank && st_span_is(text, "-")) {
        *out = c->none;
    } else if (makes_sense(b, c, text, out, &odd)) {
        return true;
    } else if (c->words && !c->wants) {
        unknown(b, c, odd, s);
    } else {
        snprintf(wanted, sizeof wanted, "a number from %d to %d", c->lo, c->hi);
        unfit(b, c, text, s, c->wants ? c->wants : wanted);
    }
    return !b->e;
}

static void *base_of(const struct st_binder *b, const struct st_bound *c)
{
    return c->of == ST_OF_SEEN ? b->seen : c->of == ST_OF_PLAN ? (void *)b->plan : b->to;
}

/* Into piece i of c's member, if it has one. */
static void store(struct st_binder *b, const struct st_bound *c, struct st_span text, int i,
                  const struct source *s)
{
    int v = 0;

    if (b->e || c->to.width == ST_NOWHERE)
        return;
    if (c->to.width == ST_TEXT) {
        const char *own = st_bind_text(b, text);

        if (own)
            st_member_put_text(base_of(b, c), c->to, i, own);
    } else if (read_number(b, c, text, s, &v)) {
        st_member_put(base_of(b, c), c->to, i, v);
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
    struct st_chart *c = chart_of(b, s->chart);
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
        read_cells(b, chart_of(b, s[i].chart), &s[i]);
    }
}

void st_bind_facts(struct st_binder *b, const char *col, int lo, int hi, const struct st_fact *f,
                   int n)
{
    for (int i = 0, v; i < n && !b->e; i++) {
        b->e = st_chart_number(chart_of(b, f[i].chart), f[i].row, col, lo, hi, &v, b->err);
        if (!b->e)
            st_member_put(b->to, f[i].to, 0, v);
    }
}

int st_bind_number(struct st_binder *b, int chart, const char *row, const char *col, int lo, int hi)
{
    int v = 0;

    if (!b->e)
        b->e = st_chart_number(chart_of(b, chart), row, col, lo, hi, &v, b->err);
    return v;
}

static bool is_listed(struct st_span list, const char *text)
{
    while (list.len)
        if (st_span_is(st_span_cut(&list, '|'), text))
            return true;
    return false;
}

static void cell_agrees(struct st_binder *b, const struct st_repeat *s, const char *row, const char *col)
{
    const char *text = "";
    int v;

    b->e = st_chart_at(chart_of(b, s->chart), row, col, &text, b->err);
    if (s->word && strcmp(text, s->word) != 0)
        st_bad_chart(b, s->chart, row, "row `%s`, column `%s`: `%s`, where no rule knows anything but `%s`", row,
                     col, text, s->word);
    else if (s->never && is_listed(st_span_of(s->never), text))
        st_bad_chart(b, s->chart, row, "row `%s`, column `%s`: `%s`, and nothing else decides it", row, col, text);
    else if (!s->word && !s->never && (!st_span_int(st_span_of(text), -9, 9, &v) || v != s->of))
        st_bad_chart(b, s->chart, row, "row `%s`, column `%s`: `%s`, another chart has %+d", row, col, text, s->of);
}

void st_bind_repeats(struct st_binder *b, const struct st_repeat *s, int n)
{
    char row[64], col[64];

    for (int i = 0; i < n; i++)
        for (struct st_span rows = st_span_of(s[i].rows); rows.len && !b->e;) {
            st_span_copy(st_span_cut(&rows, '|'), row, sizeof row);
            for (struct st_span cols = st_span_of(s[i].cols); cols.len && !b->e;) {
                st_span_copy(st_span_cut(&cols, '|'), col, sizeof col);
                cell_agrees(b, &s[i], row, col);
            }
        }
}

void st_bind_unless(struct st_binder *b, bool so, const char *fmt, ...)
{
    char text[200];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (!so)
        st_bad_line(b, b->plan->chart[0]->where, 0, "the charts disagree: %s", text);
}

void st_bind_columns(struct st_binder *b, int chart, const char *const *names, int first, int n,
                     const struct st_bound *c, int ncols)
{
    enum { COLUMNS_MAX = 32 };
    const struct st_chart *from = chart_of(b, chart);
    int col[COLUMNS_MAX];

    st_assert(ncols <= COLUMNS_MAX);
    for (int k = 0; k < ncols; k++)
        col[k] = st_axis_find(&from->col, st_span_of(c[k].name), NULL);
    for (int i = 0; i < n; i++) {
        int row = st_axis_find(&from->row, st_span_of(names[i]), NULL);

        for (int k = 0; k < ncols && !b->e; k++)
            if (row < 0 || col[k] < 0)
                b->e = st_chart_at(from, names[i], c[k].name, &(const char *){ NULL }, b->err);
            else
                store(b, &c[k], st_span_of(st_chart_text(from, row, col[k])), first + i,
                      &(struct source){ from->where, from->line[row], true, names[i] });
    }
}

/* ---- scenarios --------------------------------------------------------------------------- */

static void offer(struct st_binder *b, const struct st_bound *k, const char *text)
{
    struct st_option o = { .key = k->name, .title = k->title, .para = k->para, .lo = k->lo,
                           .hi = k->hi, .word = k->words, .called = k->called,
                           .cited = k->cited, .nwords = k->nwords };

    o.kind = k->to.width == ST_TEXT ? ST_OPTION_TEXT
             : k->several           ? ST_OPTION_SEVERAL
             : k->words             ? ST_OPTION_CHOICE
                                    : ST_OPTION_NUMBER;
    if (o.kind == ST_OPTION_TEXT)
        o.text = text;
    else
        o.value = st_member_get(base_of(b, k), k->to, 0);
    st_bind_option(b, &o);
}

void st_bind_option(struct st_binder *b, const struct st_option *o)
{
    if (!b->e)
        b->e = st_plan_option(b->plan, o, b->err);
}

void st_bind_offers(struct st_binder *b, const struct st_bound *k, int n)
{
    for (int i = 0; i < n && !b->e; i++)
        offer(b, &k[i], "");
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

/* What the entry says goes to piece i; NULL: it may be missing, or not. */
static void bind_key(struct st_binder *b, const struct st_bound *k, const char *key, const struct st_entry *e, int i)
{
    if (!e && !k->blank)
        st_bad_line(b, b->sc->where, 0, "no line `%s = ...`", key);
    else if (!e && k->to.width == ST_TEXT)
        st_member_put_text(base_of(b, k), k->to, i, "");
    else if (!e)
        st_member_put(base_of(b, k), k->to, i, k->none);
    else
        store(b, k, st_span_of(e->value), i, &(struct source){ b->sc->where, e->line });
}

void st_bind_keys(struct st_binder *b, const struct st_bound *k, int n)
{
    for (int i = 0; i < n && !b->e; i++) {
        const struct st_entry *e = st_scenario_find(b->sc, k[i].name);

        bind_key(b, &k[i], k[i].name, e, 0);
        if (!b->e && k[i].title)
            offer(b, &k[i], e ? e->value : "");
    }
}

/* The name in HEAD.NAME; NULL: it is another key. */
static const char *name_of(const struct st_entry *e, const char *head)
{
    size_t n = strlen(head);

    return strncmp(e->key, head, n) == 0 && e->key[n] == '.' && e->key[n + 1] ? e->key + n + 1 : NULL;
}

static const struct st_entry *find_named(const struct st_binder *b, const char *head, const char *name,
                                         char key[NAMED_MAX])
{
    snprintf(key, NAMED_MAX, "%s.%s", head, name);
    return st_scenario_find(b->sc, key); /* then it counts as one that was asked for */
}

int st_bind_named(struct st_binder *b, const char *head, int most, const struct st_bound *c, int ncols,
                  void (*then)(struct st_binder *b, const struct st_entry *e, const char *name, int i))
{
    char key[NAMED_MAX];
    int n = 0;

    for (int i = 0; i < b->sc->nentries; i++)
        for (int k = 0; k < ncols && !b->e; k++) {
            const struct st_entry *e = &b->sc->entry[i];
            const char *name = name_of(e, c[k].name);

            if (name && !find_named(b, head, name, key))
                st_bad_key(b, e, "no line `%s = ...`", key);
        }
    for (int i = 0; i < b->sc->nentries && !b->e; i++) {
        const struct st_entry *e = &b->sc->entry[i];
        const char *name = name_of(e, head);

        if (!name)
            continue;
        find_named(b, head, name, key);
        if (n == most)
            st_bad_key(b, e, "more than %d lines `%s...`", most, head);
        for (int k = 0; k < ncols && !b->e; k++) {
            const struct st_entry *its = find_named(b, c[k].name, name, key);

            bind_key(b, &c[k], key, its, n);
        }
        if (!b->e)
            then(b, e, name, n++);
    }
    return n;
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

/* ---- lines ----------------------------------------------------------------------------- */

const struct st_bound st_title_column[1] = { { "title", ST_ONE(struct st_plan, title), .of = ST_OF_PLAN } };
const struct st_bound st_blurb_column[1] = { { "blurb", ST_ONE(struct st_plan, blurb), .of = ST_OF_PLAN } };

bool st_room(struct st_binder *b, int n, int most, const char *what)
{
    if (n == most)
        st_bad(b, "more than %d %s", most, what);
    return !b->e;
}

int st_bind_which(struct st_binder *b, const char *what, struct st_span text, const char *const *names, int n)
{
    int found = st_span_find(text, names, n);
    char word[64], near[160] = "";

    if (found >= 0)
        return found;
    if (st_span_copy(text, word, sizeof word))
        (n < 12 ? st_choices : st_suggest)(near, sizeof near, word, names, n);
    st_bad(b, "no %s `%.*s`%s%s", what, (int)(text.len < 40 ? text.len : 40), text.at, near[0] ? "; " : "", near);
    return -1;
}

void st_parts_cut(struct st_binder *b, struct st_parts *out, struct st_span line, char sep)
{
    bool more = true;

    for (int i = 0; i < ST_LINE_PARTS; i++)
        out->field[i] = (struct st_span){ "", 0 };
    for (out->n = 0; more && !b->e;) {
        size_t before = line.len;
        struct st_span field = st_span_cut(&line, sep);

        more = field.len < before;
        if (out->n == ST_LINE_PARTS)
            st_bad(b, "more than %d fields", ST_LINE_PARTS);
        else
            out->field[out->n++] = st_span_trim(field);
    }
}

void st_bind_field(struct st_binder *b, const struct st_bound *c, struct st_span text, int i)
{
    store(b, c, text, i, &(struct source){ b->where, b->line, true });
}

/* What should stand there: "id, turns, hex". */
static void wrong_count(struct st_binder *b, int n, const struct st_bound *c, int ncols)
{
    char form[200] = "";

    for (int k = 0; k < ncols; k++)
        st_text_add(form, sizeof form, "%s%s", k ? ", " : "", c[k].name);
    st_bad(b, "the line has %d fields; write: %s", n, form);
}

void st_bind_parts(struct st_binder *b, const struct st_parts *r, int first, int i, const struct st_bound *c,
                   int ncols, int spare)
{
    int n = r->n - first;

    if (n > ncols || n < ncols - spare)
        wrong_count(b, n, c, ncols);
    for (int k = 0; k < ncols && k < n; k++)
        st_bind_field(b, &c[k], r->field[first + k], i);
}

/* Which of the rows it names; -1, and an error. */
static int which_key(struct st_binder *b, const char *what, struct st_span text, const struct st_bound *k, int n)
{
    const char *keys[ST_OPTIONS_MAX];

    st_assert(n <= ST_OPTIONS_MAX);
    for (int i = 0; i < n; i++)
        keys[i] = k[i].name;
    return st_bind_which(b, what, text, keys, n);
}

static void bind_line(struct st_binder *b, const struct st_line_kind *k, const struct st_parts *r)
{
    static const struct st_bound keyed[] = { { "key" }, { "word" } };
    int key = -1;

    if (k->col)
        st_bind_parts(b, r, 1, 0, k->keyed ? keyed : k->col, k->keyed ? 2 : k->ncols, k->spare);
    if (k->keyed && !b->e)
        key = which_key(b, k->word, r->field[1], k->col, k->ncols);
    if (key >= 0)
        st_bind_field(b, &k->col[key], r->field[2], 0);
    if (k->then && !b->e)
        k->then(b, r);
}

void st_bind_lines(struct st_binder *b, const struct st_line_kind *k, int n, bool late)
{
    uint64_t seen = 0;
    struct st_line_reader lines = { b->sc->text.at, b->sc->text.at + b->sc->text.len, 0 };
    const char *words[64];
    struct st_span line;

    st_assert(n <= ST_COUNT(words));
    for (int i = 0; i < n; i++)
        words[i] = k[i].word;
    if (!b->e)
        b->e = st_text_check(b->sc->text.at, b->sc->text.len, b->sc->where, b->err);
    while (!b->e && st_line_next(&lines, &line)) {
        struct st_parts r;

        if (line.len == 0 || line.at[0] == '#' || st_span_trim(line).len == 0)
            continue;
        b->line = lines.line;
        st_parts_cut(b, &r, line, '\t');
        int kind = b->e ? -1 : st_bind_which(b, "record", r.field[0], words, n);
        if (kind < 0 || k[kind].late != late)
            continue;
        seen |= 1ull << kind;
        bind_line(b, &k[kind], &r);
    }
    b->line = 0;
    for (int i = 0; i < n; i++)
        if (k[i].needed && k[i].late == late && !(seen >> i & 1))
            st_bad(b, "no line `%s`", k[i].word);
}

void st_bind_given(struct st_binder *b, const struct st_bound *k, int n)
{
    for (int i = 0; i < b->sc->ngiven && !b->e; i++) {
        const struct st_entry *e = &b->sc->given[i];
        int key = which_key(b, "key", st_span_of(e->key), k, n);

        if (key >= 0)
            store(b, &k[key], st_span_of(e->value), 0, &(struct source){ b->sc->where, e->line });
    }
}
