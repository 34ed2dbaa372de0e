/* odds.c - whole distributions: odds, measure, faces, mean, and telling two apart. */
#include "case/inner.h"

#include <stdio.h>
#include <string.h>

/* ---- tallies --------------------------------------------------------------------------- */

int case_tally_add(struct case_run *c, struct case_tally *tally, int *n, const char *label,
                   struct st_frac p, bool wanted)
{
    int i = 0;

    while (i < *n && strcmp(tally[i].label, label) != 0)
        i++;
    if (i == *n) {
        struct st_frac none = st_frac_of(0, 1);

        tally[(*n)++] = (struct case_tally){ st_arena_text(&c->scratch, label, strlen(label)),
                                             none, none, false, false };
        if (!tally[i].label)
            return case_no_memory(c);
    }
    struct st_frac *sum = wanted ? &tally[i].want : &tally[i].got;
    if (!st_frac_add(sum, *sum, p))
        return case_fail(c, c->now.line, "the chances of %s do not fit a fraction", label);
    *(wanted ? &tally[i].wanted : &tally[i].found) = true;
    return ST_OK;
}

static void print_chance(struct st_buf *out, bool there, struct st_frac p)
{
    char text[96];

    st_frac_print(p, text, sizeof text);
    st_buf_add(out, "  %16s", there ? text : "-");
}

static void print_sum(struct st_buf *out, const struct case_tally *tally, int n, bool wanted)
{
    struct st_frac sum = st_frac_of(0, 1);
    bool fits = true;
    char text[96];

    for (int i = 0; i < n && fits; i++)
        fits = st_frac_add(&sum, sum, wanted ? tally[i].want : tally[i].got);
    st_frac_print(sum, text, sizeof text);
    st_buf_add(out, "  %16s", fits ? text : "?");
}

int case_tally_compare(struct case_run *c, const struct case_tally *tally, int n,
                       const char *heading)
{
    struct st_buf b = { 0 };
    int width = 8, wrong = 0;

    for (int i = 0; i < n; i++) {
        wrong += tally[i].wanted != tally[i].found || !st_frac_equal(tally[i].want, tally[i].got);
        if ((int)strlen(tally[i].label) > width)
            width = (int)strlen(tally[i].label);
    }
    if (!wrong)
        return ST_OK;
    st_buf_add(&b, "%s: the distribution differs in %d of %d rows\n  %-*s  %16s  %16s",
               c->after_what, wrong, n, width, heading, "expected", "found");
    for (int i = 0; i < n; i++) {
        st_buf_add(&b, "\n  %-*s", width, tally[i].label);
        print_chance(&b, tally[i].wanted, tally[i].want);
        print_chance(&b, tally[i].found, tally[i].got);
    }
    st_buf_add(&b, "\n  %-*s", width, "sum");
    print_sum(&b, tally, n, true);
    print_sum(&b, tally, n, false);
    int e = b.failed ? case_no_memory(c) : case_fail(c, c->now.line, "%s", b.text);
    st_buf_free(&b);
    return e;
}

int case_tally_row(struct case_run *c, const struct case_row *row, const char **label,
                   struct st_frac *p)
{
    struct st_span text = st_span_of(row->text), head = text;
    const char *end;
    bool quoted;

    while (head.len && head.at[head.len - 1] != ' ' && head.at[head.len - 1] != '\t')
        head.len--;
    const char *number = text.at + head.len;
    if (!st_frac_parse(p, number, &end) || *end)
        return case_bad(c, row->line, "`%s` is no fraction: a row is what comes out and its "
                                      "chance, 3/8", number);
    head = st_span_trim(head);
    *label = st_arena_text(&c->scratch, head.at, head.len);
    return *label ? case_unquote(c, *label, label, &quoted) : case_no_memory(c);
}

/* ---- odds ------------------------------------------------------------------------------ */

int case_measure(struct case_run *c)
{
    const char *text;
    int e = case_joined(c, " ", &text);

    if (e)
        return e;
    if (!text[0])
        return case_bad(c, c->now.line, "`measure` wants fields: measure N1.steps turn");
    c->measure = st_arena_text(&c->of_case, text, strlen(text));
    return c->measure ? ST_OK : case_no_memory(c);
}

struct odds_text { /* an `odds` statement taken apart */
    const char *move, *policy, *measure;
    struct case_row *row; /* those that are chances */
    int nrows;
};

static const char *given_text(const char *text)
{
    static const char word[] = "given";

    if (strncmp(text, word, sizeof word - 1) == 0) {
        text += sizeof word - 1;
        text += text[0] == ':';
    }
    return text + strspn(text, " \t");
}

static bool begins_with(const char *text, const char *word)
{
    size_t n = strlen(word);

    return strncmp(text, word, n) == 0 && strchr(" \t:", text[n]);
}

static int take_apart(struct case_run *c, struct odds_text *out)
{
    struct st_span rest = st_span_of(c->now.text), move = st_span_trim(st_span_cut(&rest, '|'));

    *out = (struct odds_text){ st_arena_text(&c->scratch, move.at, move.len),
                               given_text(st_span_trim(rest).at), c->measure,
                               st_arena_array(&c->scratch, (size_t)c->now.nrows + 1,
                                              sizeof *out->row),
                               0 };
    if (!out->move || !out->row)
        return case_no_memory(c);
    if (!out->move[0])
        return case_bad(c, c->now.line, "`odds` wants a move, or `die` for the die awaited");
    for (int i = 0; i < c->now.nrows; i++) {
        const char *text = c->now.row[i].text;

        if (begins_with(text, "given"))
            out->policy = given_text(text);
        else if (begins_with(text, "measure"))
            out->measure = text + 7 + strspn(text + 7, " \t:");
        else
            out->row[out->nrows++] = c->now.row[i];
    }
    return ST_OK;
}

static int read_probes(struct case_run *c, const char *measure, const struct st_move *m)
{
    struct case_words w;
    struct st_refusal why;

    c->nprobes = 0;
    if (!measure) {
        c->nprobes = m ? st_probes_of_move(c->plan, m, c->probe, ST_PROBES) : 0;
        return ST_OK;
    }
    int e = case_split(c, c->now.line, measure, &w);
    if (!e && w.n > ST_PROBES)
        e = case_bad(c, c->now.line, "at most %d fields can be measured", ST_PROBES);
    for (int i = 0; i < w.n && !e; i++)
        if (st_probe_parse(&c->probe[c->nprobes++], c->plan, w.word[i].text, &why))
            e = case_fail(c, c->now.line, "measure %s: %s", w.word[i].text, why.text);
    return e;
}

static int work_out(struct case_run *c, const struct st_move *m, const char *policy)
{
    struct st_policy_list list;
    struct st_refusal why;
    struct st_error err = { 0 };
    struct st_ask ask = { .move = m, .probe = c->probe, .nprobes = c->nprobes };

    if (policy[0]) {
        if (st_policy_parse(&list, c->plan, policy, &why))
            return case_fail(c, c->now.line, "given %s: %s", policy, why.text);
        ask.policy = &list.policy;
    }
    if (!m && st_now(&c->table).kind != ST_CHANCE)
        return case_fail(c, c->now.line, "odds die: no die is awaited");
    struct st_table quiet = { c->plan, c->pos, NULL };
    st_probes_from(c->probe, c->nprobes, &quiet);
    int e = st_odds(&c->odds, &quiet, &ask, &err);
    if (e == ST_ENOMEM)
        return case_no_memory(c);
    if (e)
        return case_fail(c, c->now.line, "odds %s: %s", c->after_what, err.text);
    if (!c->odds.exact || !c->odds.complete)
        return case_fail(c, c->now.line, "odds %s: the chances are not exact: %s", c->after_what,
                         c->odds.exact ? "too many positions" : "a fraction no longer fits");
    return ST_OK;
}

static bool stop_of(const char *text, struct st_span *values, struct st_span *stop)
{
    const char *open = strrchr(text, '[');
    size_t n = strlen(text);

    *values = (struct st_span){ text, n };
    *stop = (struct st_span){ text + n, 0 };
    if (n == 0 || text[n - 1] != ']' || !open)
        return false;
    *values = st_span_trim((struct st_span){ text, (size_t)(open - text) });
    *stop = (struct st_span){ open + 1, (size_t)(text + n - 2 - open) };
    return true;
}

/* "2 0506 [retreat]": values as the game writes them, then the decision that stopped it. */
static void add_stop(struct st_buf *out, bool stops, const char *step, size_t len)
{
    if (stops && len)
        st_buf_add(out, "%s[%.*s]", out->len ? " " : "", (int)len, step);
}

static int wanted_row(struct case_run *c, const struct case_row *row, bool stops,
                      struct st_buf *label, struct st_frac *p)
{
    struct st_span values, stop;
    struct case_words w;
    const char *text;

    stop_of(row->text, &values, &stop);
    struct case_row bare = { row->line, st_arena_text(&c->scratch, values.at, values.len) };
    if (!bare.text)
        return case_no_memory(c);
    int e = case_tally_row(c, &bare, &text, p);
    if (!e)
        e = case_split(c, row->line, text, &w);
    if (!e && w.n != c->nprobes)
        e = case_bad(c, row->line, "%d values in this row, %d fields are measured", w.n,
                     c->nprobes);
    for (int i = 0; i < c->nprobes && !e; i++) {
        struct st_refusal why;
        char word[64];
        int value;

        if (st_field_parse(c->plan, c->probe[i].field, st_span_of(w.word[i].text), &value, &why))
            return case_fail(c, row->line, "%s", why.text);
        st_field_print(c->plan, c->probe[i].field, value, word, sizeof word);
        st_buf_add(label, "%s%s", i ? " " : "", word);
    }
    add_stop(label, stops, stop.at, stop.len);
    return e;
}

static void found_row(const struct case_run *c, const struct st_odds_row *row, bool stops,
                      struct st_buf *label)
{
    for (int i = 0; i < c->nprobes; i++) {
        char word[64];

        st_field_print(c->plan, c->probe[i].field, row->value[i], word, sizeof word);
        st_buf_add(label, "%s%s", i ? " " : "", word);
    }
    add_stop(label, stops, row->step, row->midway ? strlen(row->step) : 0);
}

static int compare_rows(struct case_run *c, const struct odds_text *t)
{
    struct case_tally *tally = st_arena_array(&c->scratch, (size_t)(t->nrows + c->odds.nrows),
                                              sizeof *tally);
    struct st_buf label = { 0 }, heading = { 0 };
    bool stops = false;
    int n = 0, e = tally ? ST_OK : case_no_memory(c);

    for (int i = 0; i < t->nrows; i++) { /* one named stop: they all count */
        struct st_span values, stop;

        stops |= stop_of(t->row[i].text, &values, &stop);
    }
    for (int i = 0; i < t->nrows && !e; i++) {
        struct st_frac p;
        int before = n;

        label.len = 0;
        st_buf_put(&label, "", 0);
        e = wanted_row(c, &t->row[i], stops, &label, &p);
        if (!e)
            e = case_tally_add(c, tally, &n, st_buf_text(&label), p, true);
        if (!e && n == before)
            e = case_bad(c, t->row[i].line, "the row `%s` stands twice", st_buf_text(&label));
    }
    for (int i = 0; i < c->odds.nrows && !e; i++) {
        label.len = 0;
        st_buf_put(&label, "", 0);
        found_row(c, &c->odds.row[i], stops, &label);
        e = case_tally_add(c, tally, &n, st_buf_text(&label), c->odds.row[i].p, false);
    }
    for (int i = 0; i < c->nprobes; i++) {
        char name[96];

        st_probe_print(c->plan, c->probe[i], name, sizeof name);
        st_buf_add(&heading, "%s%s", i ? " " : "", name);
    }
    if (!e)
        e = label.failed || heading.failed
                ? case_no_memory(c)
                : case_tally_compare(c, tally, n, st_buf_text(&heading));
    st_buf_free(&label);
    st_buf_free(&heading);
    return e;
}

int case_odds(struct case_run *c)
{
    struct odds_text t;
    struct st_move m;
    int e = take_apart(c, &t);

    if (e)
        return e;
    bool die = strcmp(t.move, "die") == 0;
    case_begin_check(c, AFTER_ODDS, t.move);
    if (!die)
        e = case_move(c, t.move, &m);
    if (!e)
        e = read_probes(c, t.measure, die ? NULL : &m);
    if (!e)
        e = work_out(c, die ? NULL : &m, t.policy);
    if (!e && t.nrows) {
        c->after_checked = true;
        e = compare_rows(c, &t);
    }
    return e;
}

/* ---- mean ------------------------------------------------------------------------------ */

static int read_mean(struct case_run *c, const char *text, bool *minus, struct st_frac *out)
{
    const char *end;

    *minus = text[0] == '-';
    if (!st_frac_parse(out, text + *minus, &end) || *end)
        return case_bad(c, c->now.line, "`%s` is no fraction", text);
    return ST_OK;
}

/* Losses are below zero and fractions are not: add up the two sides apart. */
static bool sum_up(const struct case_run *c, int probe, struct st_frac *above,
                   struct st_frac *below)
{
    *above = *below = st_frac_of(0, 1);
    for (int i = 0; i < c->odds.nrows; i++) {
        const struct st_odds_row *row = &c->odds.row[i];
        int v = row->value[probe];
        struct st_frac part, *sum = v < 0 ? below : above;

        if (!st_frac_scale(&part, row->p, v < 0 ? 0u - (unsigned)v : (unsigned)v, 1) ||
            !st_frac_add(sum, *sum, part))
            return false;
    }
    return true;
}

int case_mean(struct case_run *c)
{
    struct case_words w;
    struct st_probe probe;
    struct st_refusal why;
    struct st_frac want, above, below;
    bool minus;
    int k = 0, e = case_split(c, c->now.line, c->now.text, &w);

    if (!e && w.n != 2)
        e = case_bad(c, c->now.line, "`mean` wants a field and a fraction: mean N1.steps 3/2");
    if (!e)
        e = read_mean(c, w.word[1].text, &minus, &want);
    if (e)
        return e;
    if (st_probe_parse(&probe, c->plan, w.word[0].text, &why))
        return case_fail(c, c->now.line, "%s", why.text);
    while (k < c->nprobes && (c->probe[k].field != probe.field || c->probe[k].piece != probe.piece))
        k++;
    if (k == c->nprobes)
        return case_fail(c, c->now.line, "%s is not among the fields measured", w.word[0].text);
    c->after_checked = true;
    if (!sum_up(c, k, &above, &below))
        return case_fail(c, c->now.line, "the mean of %s does not fit a fraction", w.word[0].text);

    /* above - below = want, said without subtracting */
    struct st_frac left, right = above;
    bool fits = minus ? st_frac_add(&left, above, want) : st_frac_add(&left, below, want);
    if (minus)
        right = below;
    if (fits && st_frac_equal(left, right))
        return ST_OK;
    char up[96], down[96];
    st_frac_print(above, up, sizeof up);
    st_frac_print(below, down, sizeof down);
    return case_fail(c, c->now.line, "expected mean %s %s, found %s%s%s", w.word[0].text,
                     w.word[1].text, up, below.num ? " - " : "", below.num ? down : "");
}

/* ---- faces ----------------------------------------------------------------------------- */

struct face_list { /* what each face of the first die leads to */
    int value[ST_SHEET_ROWS];
    const char *cell[ST_SHEET_ROWS], *label[ST_SHEET_ROWS];
    int n;
};

static const char *cell_of(const struct st_cite *cite)
{
    return cite->chart ? st_chart_text(cite->chart, cite->row, cite->col) : "-";
}

static void faces_of_odds(const struct st_odds *o, struct face_list *out)
{
    out->n = o->nfaces;
    for (int i = 0; i < o->nfaces; i++) {
        out->value[i] = o->face[i].value;
        out->cell[i] = out->label[i] = cell_of(&o->face[i].cite);
    }
}

static int faces_of_reply(struct case_run *c, struct face_list *out)
{
    const struct st_sheet *s = &c->reply->sheet;

    if (s->diorama) {
        faces_of_odds(&c->reply->odds, out);
        return ST_OK;
    }
    out->n = 0;
    for (int i = 0; i < s->nrows; i++) {
        if (!st_span_int(st_span_of(s->row[i].dice), -9999, 9999, &out->value[out->n]))
            return case_fail(c, c->now.line, "this answer goes not by the face of one die");
        out->label[out->n] = s->row[i].label;
        out->cell[out->n++] = s->row[i].cite.chart ? cell_of(&s->row[i].cite) : s->row[i].label;
    }
    return ST_OK;
}

/* "3:DR*", "1-6:DE" */
static int read_face(struct case_run *c, const char *word, int *lo, int *hi, const char **cell)
{
    const char *colon = strchr(word, ':');
    struct st_span faces = { word, colon ? (size_t)(colon - word) : 0 };

    *cell = colon ? colon + 1 : "";
    if (st_span_int(faces, -9999, 9999, lo)) {
        *hi = *lo;
    } else {
        struct st_span last = faces, first = st_span_cut(&last, '-');

        if (!st_span_int(first, -9999, 9999, lo) || !st_span_int(last, -9999, 9999, hi))
            *hi = *lo - 1;
    }
    if (!**cell || *hi < *lo)
        return case_bad(c, c->now.line, "`%s` is not FACE:RESULT or FIRST-LAST:RESULT", word);
    return ST_OK;
}

static int fail_faces(struct case_run *c, const char *wanted, const struct face_list *f)
{
    struct st_buf b = { 0 };

    st_buf_add(&b, "%s: the faces differ\n  expected  %s\n  found    ", c->after_what, wanted);
    for (int i = 0; i < f->n; i++)
        st_buf_add(&b, strchr(f->cell[i], ' ') ? " %d:\"%s\"" : " %d:%s", f->value[i], f->cell[i]);
    if (!f->n)
        st_buf_add(&b, " no die");
    int e = b.failed ? case_no_memory(c) : case_fail(c, c->now.line, "%s", b.text);
    st_buf_free(&b);
    return e;
}

int case_faces(struct case_run *c)
{
    struct face_list f;
    struct case_words w;
    bool met[ST_SHEET_ROWS] = { false };
    const char *text;
    int covered = 0, e = case_joined(c, " ", &text);

    if (!e)
        e = case_split(c, c->now.line, text, &w);
    if (!e && w.n == 0)
        e = case_bad(c, c->now.line, "`faces` wants results: faces 1:DR 2:DR* 3-8:NE");
    if (!e && c->after == AFTER_ASK && !c->reply)
        e = case_fail(c, c->now.line, "%s: %s", c->after_what, c->asked_wrong.text);
    if (!e && c->after == AFTER_ASK)
        e = faces_of_reply(c, &f);
    else if (!e)
        faces_of_odds(&c->odds, &f);
    if (e)
        return e;
    c->after_checked = true;
    for (int i = 0; i < w.n; i++) {
        const char *cell;
        int lo, hi, found = 0;

        e = read_face(c, w.word[i].text, &lo, &hi, &cell);
        if (e)
            return e;
        for (int k = 0; k < f.n; k++) {
            if (f.value[k] < lo || f.value[k] > hi)
                continue;
            if (met[k] || (strcmp(cell, f.cell[k]) != 0 && strcmp(cell, f.label[k]) != 0))
                return fail_faces(c, text, &f);
            met[k] = true;
            found++;
        }
        if (found != hi - lo + 1)
            return fail_faces(c, text, &f);
        covered += found;
    }
    return covered == f.n ? ST_OK : fail_faces(c, text, &f);
}
