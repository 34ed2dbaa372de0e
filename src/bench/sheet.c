/* sheet.c - games/ID/bench.tsv: what is measured of a game, and how fast it should be.
 *
 *     figure  scenario        of              after   goal                    title
 *     play    *                                       1000000 steps/s or more
 *     check   cerignola_1503  move A4,A5: A 80 dice 5 50 us or less           a group of two
 *     ask                     40 x sight x=9          100 us or less          forty lines of sight
 *
 * docs/formats.md has the whole of it. A game without such a sheet is measured at random play.
 */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[BENCH_KINDS] = { "play",    "uniform", "list", "reach", "size", "copy",   "combat",
                                                "attacks", "check",   "odds", "ask",  "verify", "packed", "shell", "batch",
                                                "serve" };

/* What a kind needs beside its goal: a scenario, something in column `of`, moves before it. */
static const struct {
    bool scenario, of, after;
    const char *units;
} needs[BENCH_KINDS] = {
    [BENCH_PLAY] = { true, false, false, "steps/s" },
    [BENCH_UNIFORM] = { true, false, false, "steps/s" },
    [BENCH_LIST] = { true, false, false, "ns us ms s" },
    [BENCH_REACH] = { true, true, false, "x" },
    [BENCH_SIZE] = { true, false, false, "bytes" },
    [BENCH_COPY] = { true, false, false, "x" },
    [BENCH_COMBAT] = { true, false, false, "x" },
    [BENCH_ATTACKS] = { true, false, false, "ns us ms s" },
    [BENCH_CHECK] = { true, true, true, "ns us ms s" },
    [BENCH_ODDS] = { true, true, true, "ns us ms s" },
    [BENCH_ASK] = { false, true, false, "ns us ms s" },
    [BENCH_VERIFY] = { true, false, false, "games/s" },
    [BENCH_PACKED] = { true, false, false, "games/s x" },
    [BENCH_SHELL] = { false, true, false, "ns us ms s" },
    [BENCH_BATCH] = { true, true, false, "x" },
    [BENCH_SERVE] = { true, false, false, "moves/s" },
};

static bool listed(const char *list, const char *word)
{
    struct st_span all = st_span_of(list);

    for (struct st_span w; (w = st_span_word(&all)).len;)
        if (st_span_is(w, word))
            return true;
    return false;
}

/* "50 us or less", "1.3 x or less", "200000 steps/s or more"; empty: no goal. */
static bool read_goal(struct bench_goal *g, struct st_span text)
{
    static const struct {
        const char *unit;
        double seconds;
    } times[] = { { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1 } };
    struct st_span rest = text, number = st_span_word(&rest), unit = st_span_word(&rest);
    char digits[24], *end;

    *g = (struct bench_goal){ 0 };
    if (text.len == 0)
        return true;
    rest = st_span_trim(rest);
    g->more = st_span_is(rest, "or more");
    if ((!g->more && !st_span_is(rest, "or less")) ||
        !st_span_copy(text, g->text, sizeof g->text) ||
        !st_span_copy(unit, g->unit, sizeof g->unit) ||
        !st_span_copy(number, digits, sizeof digits) ||
        strspn(digits, "0123456789.") != strlen(digits))
        return false;
    g->value = strtod(digits, &end);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (strcmp(g->unit, times[i].unit) == 0)
            g->value *= times[i].seconds;
    return *end == 0 && g->value > 0;
}

/* "40 x words": how often they are measured, and the words alone. */
static int read_times(struct st_span *of)
{
    struct st_span rest = *of, first = st_span_word(&rest);
    int n;

    if (!st_span_int(first, 1, 1000, &n) || !st_span_is(st_span_word(&rest), "x"))
        return 1;
    *of = st_span_trim(rest);
    return n;
}

enum { FIGURE, SCENARIO, OF, AFTER, GOAL, TITLE, COLUMNS };
static const char *const columns[COLUMNS] = {
    "figure", "scenario", "of", "after", "goal", "title"
};

struct reader {
    const struct st_tsv *t;
    int col[COLUMNS];
    const struct st_game *g;
    struct st_arena *a;
};

static int keep_text(const struct reader *r, struct st_span text, const char **out,
                     struct st_error *err)
{
    *out = st_arena_text(r->a, text.at, text.len);
    return *out ? ST_OK : st_fail(err, ST_ENOMEM, r->t->where, 0, "out of memory");
}

static int text_at(const struct reader *r, int row, int col, const char **out, struct st_error *err)
{
    return keep_text(r, st_tsv_at(r->t, row, r->col[col]), out, err);
}

static int check_scenario(const struct reader *r, const struct bench_line *l, struct st_error *err)
{
    if (strcmp(l->scenario, "*") == 0)
        return ST_OK;
    for (int i = 0; i < r->g->nscenarios; i++)
        if (strcmp(r->g->scenarios[i], l->scenario) == 0)
            return ST_OK;
    return st_fail(err, ST_ESYNTAX, l->where, l->number, "no scenario `%s`", l->scenario);
}

/* Every column says something, or is empty because the kind has no use for it. */
static int check_line(const struct reader *r, const struct bench_line *l, struct st_error *err)
{
    const char *kind = kinds[l->kind];

    if (!l->scenario[0] == needs[l->kind].scenario)
        return st_fail(err, ST_ESYNTAX, l->where, l->number, "%s %s", kind,
                       l->scenario[0] ? "has no scenario" : "needs a scenario, or *");
    if (!l->of[0] == needs[l->kind].of)
        return st_fail(err, ST_ESYNTAX, l->where, l->number, "%s %s in column `of`", kind,
                       l->of[0] ? "needs nothing" : "needs something");
    if (l->after[0] && !needs[l->kind].after)
        return st_fail(err, ST_ESYNTAX, l->where, l->number, "%s comes after no moves", kind);
    if (l->goal.text[0] && !listed(needs[l->kind].units, l->goal.unit))
        return st_fail(err, ST_ESYNTAX, l->where, l->number, "%s is measured in %s, not in `%s`",
                       kind, needs[l->kind].units, l->goal.unit);
    return l->scenario[0] ? check_scenario(r, l, err) : ST_OK;
}

static int read_line(const struct reader *r, int row, struct bench_line *l, struct st_error *err)
{
    struct st_span of = st_tsv_at(r->t, row, r->col[OF]);
    int kind = 0, e = st_tsv_name(r->t, row, r->col[FIGURE], kinds, BENCH_KINDS, &kind, err);

    if (e)
        return e;
    *l = (struct bench_line){ .kind = (enum bench_kind)kind,
                              .where = r->t->where,
                              .number = r->t->line[row] };
    l->times = read_times(&of);
    e = keep_text(r, of, &l->of, err);
    if (!e)
        e = text_at(r, row, SCENARIO, &l->scenario, err);
    if (!e)
        e = text_at(r, row, AFTER, &l->after, err);
    if (!e)
        e = text_at(r, row, TITLE, &l->title, err);
    if (!e && !read_goal(&l->goal, st_tsv_at(r->t, row, r->col[GOAL])))
        e = st_fail(err, ST_ESYNTAX, l->where, l->number,
                    "a goal is NUMBER UNIT or less, or more: `50 us or less`");
    return e ? e : check_line(r, l, err);
}

static int read_lines(struct bench_sheet *out, struct reader *r, struct st_error *err)
{
    struct bench_line *line = st_arena_array(r->a, (size_t)r->t->nrows + 1, sizeof *line);
    int e = line ? ST_OK : st_fail(err, ST_ENOMEM, r->t->where, 0, "out of memory");

    for (int i = 0; i < COLUMNS && !e; i++)
        e = st_tsv_col(r->t, columns[i], &r->col[i], err);
    for (int row = 0; row < r->t->nrows && !e; row++)
        e = read_line(r, row, &line[row], err);
    *out = (struct bench_sheet){ line, r->t->nrows };
    return e;
}

int bench_sheet_read(struct bench_sheet *out, struct st_arena *a, const struct st_game *g,
                     struct st_span text, const char *where, struct st_error *err)
{
    struct st_tsv t;
    struct reader r = { .t = &t, .g = g, .a = a };
    int e = st_tsv_parse(&t, a, text, where, err);

    return e ? e : read_lines(out, &r, err);
}

int bench_sheet_of(struct bench_sheet *out, struct st_arena *a, const struct st_game *g,
                   struct st_error *err)
{
    static const struct bench_line plain = {
        .kind = BENCH_PLAY, .scenario = "*", .of = "", .after = "", .title = "", .times = 1
    };
    struct st_span text;
    char name[80];
    int len = snprintf(name, sizeof name, "%s/bench.tsv", g->id);
    const char *where = st_arena_text(a, name, (size_t)len);

    if (!where)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    int e = st_files_read(&st_files_library, a, where, &text, err);
    if (e == ST_EUSAGE) {
        *out = (struct bench_sheet){ &plain, 1 };
        return ST_OK;
    }
    return e ? e : bench_sheet_read(out, a, g, text, where, err);
}
