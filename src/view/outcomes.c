/* outcomes.c - odds and answers told as outcomes: one line for each thing that may happen. See view.h.
 *
 * Where the first die is read in a chart whose cells have words, an outcome is a cell; else it is what
 * becomes of the numbers counted, said by rows `odds FIELD VALUE`, `odds FIELD -` (it falls) and
 * `odds FIELD +`. Rows that are said alike are one outcome.
 */
#include "view/view.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 10, HEADLINES = 8 };

/* ---- one number --------------------------------------------------------------------------- */

static const char *owner_says(const struct st_plan *p, const struct st_probe *x)
{
    const struct st_names *list = x->field->of ? st_plan_list(p, x->field->of) : NULL;

    if (x->field->of && strcmp(x->field->of, "side") == 0 && x->piece >= 0 && x->piece < ST_SIDES)
        return st_side_says(p, x->piece);
    if (!list || x->piece < 0 || x->piece >= list->n)
        return "";
    return list->title && list->title[x->piece] ? list->title[x->piece] : list->name[x->piece];
}

static const struct st_word *row_for(const struct st_plan *p, const struct st_probe *x, int value,
                                     int now)
{
    const struct st_word *w;
    char text[80], id[140];

    st_field_print(p, x->field, value, text, sizeof text);
    snprintf(id, sizeof id, "%s %s", x->field->name, text);
    w = st_word_find(p, "odds", id);
    if (w || value == now)
        return w;
    snprintf(id, sizeof id, "%s %s", x->field->name, value < now ? "-" : "+");
    return st_word_find(p, "odds", id);
}

/* What became of it; false: nothing worth telling, unless it is told even so. */
static bool number_says(const struct st_table *t, const struct st_probe *x, int value, int now, bool even,
                        char *out, size_t size)
{
    const struct st_word *w = row_for(t->plan, x, value, now);
    char text[120];

    out[0] = 0;
    st_value_says(t, x->field, value, text, sizeof text);
    if (w) {
        const struct st_names *list = x->field->of ? st_plan_list(t->plan, x->field->of) : NULL;

        if (list && strcmp(x->field->of, "side") != 0 && x->piece >= 0 && x->piece < list->n)
            st_name_print(t->plan, list, x->piece, text, sizeof text);
        else if (x->field->of)
            snprintf(text, sizeof text, "%s", owner_says(t->plan, x));
        st_words_retell(t->plan, w->says, text, value < now ? now - value : value - now, out, size);
        if (strncmp(out, "The ", 4) == 0)
            out[0] = 't'; /* it may not be the first of its sentence */
        return out[0] != 0;
    }
    if (value == now && !even)
        return false;
    snprintf(out, size, "%s%s%s: %s", owner_says(t->plan, x), x->field->of ? ", " : "",
             st_field_says(t->plan, x->field), text);
    return true;
}

static void join(char *out, size_t size, const char *text)
{
    size_t n = strlen(text);

    if (n && text[n - 1] == '.')
        n--;
    st_text_add(out, size, "%s%.*s", out[0] ? ", " : "", (int)n, text);
}

static void finish(const struct st_plan *p, char *out, size_t size)
{
    if (!out[0])
        snprintf(out, size, "%s", st_word_says(p, "odds", "nothing"));
    out[0] = (char)toupper((unsigned char)out[0]);
}

/* ---- collecting ---------------------------------------------------------------------------- */

static struct st_outcome *outcome_of(struct st_outcomes *o, const char *says)
{
    for (int i = 0; i < o->n; i++)
        if (strcmp(o->item[i].says, says) == 0)
            return &o->item[i];
    struct st_outcome *more = realloc(o->item, (size_t)(o->n + 1) * sizeof *more);
    if (!more) {
        o->failed = true;
        return NULL;
    }
    o->item = more;
    more += o->n++;
    *more = (struct st_outcome){ .p = st_frac_of(0, 1) };
    snprintf(more->says, sizeof more->says, "%s", says);
    return more;
}

static void count(struct st_outcomes *o, const char *says, struct st_frac p, double value, int row)
{
    struct st_outcome *x = outcome_of(o, says);

    if (!x)
        return;
    if (o->exact && !st_frac_add(&x->p, x->p, p))
        o->exact = false;
    x->value += value;
    if (row >= 0 && x->nrows < ST_OUTCOME_ROWS) {
        for (int i = 0; i < x->nrows; i++)
            if (x->row[i] == row)
                return;
        x->row[x->nrows++] = row;
    }
}

static int likelier(const void *a, const void *b)
{
    const struct st_outcome *x = a, *y = b;

    return x->value < y->value ? 1 : x->value > y->value ? -1 : strcmp(x->says, y->says);
}

void st_outcomes_free(struct st_outcomes *o)
{
    free(o->item);
    *o = (struct st_outcomes){ 0 };
}

/* ---- of odds -------------------------------------------------------------------------------- */

/* Rows where the asker's side comes out best are no likelier for it: the first number counts down. */
static int by_first_row(const void *a, const void *b)
{
    const struct st_outcome *x = a, *y = b;

    return x->first < y->first ? 1 : x->first > y->first ? -1 : likelier(a, b);
}

/* Every face is read in a chart, and has a word. */
static bool by_faces(struct st_outcomes *out, const struct st_odds_answer *a)
{
    const struct st_plan *p = a->table->plan;

    for (int i = 0; i < a->odds.nfaces; i++)
        if (!st_cite_means(p, &a->odds.face[i].cite))
            return false;
    for (int i = 0; i < a->odds.nfaces; i++) {
        const struct st_odds_face *f = &a->odds.face[i];

        count(out, st_cite_means(p, &f->cite)->says, st_frac_of((unsigned)f->weight, (unsigned)f->total),
              (double)f->weight / f->total, f->row);
    }
    return a->odds.nfaces > 0;
}

static bool has_word(const struct st_plan *p, const struct st_field *f)
{
    const struct st_word *w;
    size_t n = strlen(f->name);
    char own[80];
    int at = 0;

    snprintf(own, sizeof own, "%s.%s", f->of ? f->of : "", f->name);
    if (st_word_find(p, "odds", own)) /* of this kind of piece nothing is told */
        return false;
    while ((w = st_word_next(p, "odds", &at)))
        if (strncmp(w->id, f->name, n) == 0 && w->id[n] == ' ')
            return true;
    return false;
}

bool st_field_happens(const struct st_plan *p, const struct st_field *f)
{
    bool any = false;

    if (has_word(p, f))
        return true;
    for (int i = 0; i < st_nfields(p->game) && !any; i++)
        any = has_word(p, &p->game->fields->row[i]);
    return !any;
}

unsigned st_odds_told(const struct st_odds_answer *a)
{
    unsigned told = 0;

    for (int i = 0; i < a->nprobes; i++)
        told |= a->measured || st_field_happens(a->table->plan, a->probe[i].field) ? 1u << i : 0;
    return told;
}

/* Do all rows come to the same number? */
static bool is_sure(const struct st_odds_answer *a, int probe)
{
    for (int r = 1; r < a->odds.nrows; r++)
        if (a->odds.row[r].value[probe] != a->odds.row[0].value[probe])
            return false;
    return true;
}

/* The numbers of a row, of those in `told`. Nothing new in them, and something else is sure: how they stand. */
static void numbers_say(const struct st_odds_answer *a, const struct st_odds_row *r, unsigned told, bool even, char *out,
                        size_t size)
{
    const struct st_table *t = a->table;
    char text[ST_SAYS_MAX];

    for (int i = 0; i < a->nprobes; i++) {
        const struct st_probe *x = &a->probe[i];
        int now = st_field_get(t, x->field, x->piece) - x->from;

        if (told >> i & 1 && number_says(t, x, r->value[i], now, even, text, sizeof text))
            join(out, size, text);
    }
}

static void row_says(const struct st_odds_answer *a, const struct st_odds_row *r, unsigned told, bool even, char *out,
                     size_t size)
{
    const struct st_table *t = a->table;

    out[0] = 0;
    numbers_say(a, r, told, false, out, size);
    if (!out[0] && even)
        numbers_say(a, r, told, true, out, size);
    finish(t->plan, out, size);
    if (r->midway && r->side >= 0) {
        const struct st_word *w = st_word_find(t->plan, "step", r->step);
        size_t at = strlen(out);

        at += (size_t)snprintf(out + at, size - at, "; ");
        st_words_retell(t->plan, st_word_says(t->plan, "word", "then {name} decide"), st_side_says(t->plan, r->side), 0,
                        out + at, size - at);
        at = strlen(out);
        snprintf(out + at, size - at, "%s%s", w && w->brief[0] ? ": " : "", w ? w->brief : "");
    }
}

static void by_rows(struct st_outcomes *out, const struct st_odds_answer *a, unsigned told)
{
    char text[ST_SAYS_MAX];

    for (int r = 0; r < a->odds.nrows; r++) {
        row_says(a, &a->odds.row[r], told, out->certain[0] != 0, text, sizeof text);
        count(out, text, a->odds.row[r].p, st_odds_share(a, &a->odds.row[r]), r);
    }
}

void st_outcomes_of_odds(struct st_outcomes *out, const struct st_odds_answer *a)
{
    unsigned differ = 0, all = st_odds_told(a);

    *out = (struct st_outcomes){ .exact = a->odds.exact };
    if (by_faces(out, a))
        return;
    st_outcomes_free(out);
    out->exact = a->odds.exact;
    for (int i = 0; i < a->nprobes; i++)
        differ |= is_sure(a, i) ? 0 : 1u << i;
    if (!(differ & all)) /* there is no word for what differs: the first of it is told by its title */
        all |= differ & -differ;
    differ &= all;
    if (differ && differ != all) {
        numbers_say(a, &a->odds.row[0], all & ~differ, false, out->certain, sizeof out->certain);
        out->certain[0] = (char)toupper((unsigned char)out->certain[0]);
    }
    by_rows(out, a, differ ? differ : all);
    if (out->n > FEW && (differ & (differ - 1))) {
        free(out->item);
        out->item = NULL, out->n = 0;
        by_rows(out, a, differ & ~(differ - 1));
    }
    if (out->n > 1)
        qsort(out->item, (size_t)out->n, sizeof *out->item, likelier);
}

/* ---- of answers ------------------------------------------------------------------------------ */

/* "A.won=1": the number and what it became. */
static bool read_part(const struct st_reply *r, struct st_span part, struct st_probe *x, int *value)
{
    struct st_span rest = st_span_trim(part), name = st_span_cut(&rest, '=');
    char text[80];

    return rest.len && st_span_copy(name, text, sizeof text) &&
           st_probe_parse(x, r->plan, text, NULL) == ST_LEGAL &&
           st_field_parse(r->plan, x->field, rest, value, NULL) == ST_LEGAL;
}

static void label_says(const struct st_reply *r, const char *label, int parts, char *out, size_t size)
{
    const struct st_table t = { r->plan, r->pos, NULL };
    struct st_span all = st_span_of(label);
    const struct st_word *w = st_word_find(r->plan, "result", label);
    char id[ST_ANSWER_TEXT + 80], text[ST_SAYS_MAX];

    out[0] = 0;
    snprintf(id, sizeof id, "%s %s", r->question->id, label);
    if (!w)
        w = st_word_find(r->plan, "odds", id);
    if (!w) {
        snprintf(id, sizeof id, "%s: %s", r->question->id, label);
        w = st_word_find(r->plan, "odds", id);
    }
    if (w && !strchr(w->says, '{')) {
        join(out, size, w->says);
        finish(r->plan, out, size);
        return;
    }
    for (int i = 0; all.len && i < parts; i++) {
        struct st_span part = st_span_trim(st_span_cut(&all, ','));
        struct st_probe x;
        int value;

        if (!r->pos || !read_part(r, part, &x, &value)) {
            struct st_event e = { .kind = ST_EV_TOLD, .para = "" };

            snprintf(e.text, sizeof e.text, "%.*s", (int)part.len, part.at);
            st_event_says(r->plan, &e, text, sizeof text);
            if (out[0] && !isupper((unsigned char)e.text[0])) /* the rules begin no sentence with it */
                text[0] = (char)tolower((unsigned char)text[0]);
            join(out, size, text);
        } else if (number_says(&t, &x, value, st_field_get(&t, x.field, x.piece), parts == 1, text,
                               sizeof text)) { /* told alone: that it is as it was says nothing of the others */
            join(out, size, text);
        }
    }
    finish(r->plan, out, size);
}

/* The number that is asked about first: 1 for a win. */
static int first_number(const struct st_reply *r, const char *label)
{
    struct st_span all = st_span_of(label);
    struct st_probe x;
    int value = 0;

    return r->pos && read_part(r, st_span_cut(&all, ','), &x, &value) ? value : 0;
}

static void answers(struct st_outcomes *out, const struct st_reply *r, int parts)
{
    char text[ST_SAYS_MAX];

    *out = (struct st_outcomes){ .exact = r->exact };
    for (int i = 0; i < r->nrows; i++) {
        label_says(r, r->row[i].label, parts, text, sizeof text);
        count(out, text, r->row[i].p, st_reply_share(r, i), i);
        struct st_outcome *x = outcome_of(out, text);
        if (x)
            x->first = first_number(r, r->row[i].label);
    }
}

void st_reply_row_says(const struct st_reply *r, int i, char *out, size_t size)
{
    label_says(r, r->row[i].label, 100, out, size);
}

void st_outcomes_of_reply(struct st_outcomes *out, const struct st_reply *r)
{
    answers(out, r, 100);
    if (out->n > FEW && r->nrows && strchr(r->row[0].label, ',')) {
        st_outcomes_free(out);
        answers(out, r, 1);
        if (out->n > 1)
            qsort(out->item, (size_t)out->n, sizeof *out->item, by_first_row);
    } else if (out->n > 1 && !r->sheet.dice) {
        qsort(out->item, (size_t)out->n, sizeof *out->item, likelier);
    }
}

/* ---- each number by itself --------------------------------------------------------------------- */

enum { VALUES = 64, PARTS = 6 };

struct marginal {
    struct st_probe probe;
    int value[VALUES], n;
    double share[VALUES];
};

static void add_value(struct marginal *m, int value, double share)
{
    int i = 0;

    while (i < m->n && m->value[i] != value)
        i++;
    if (i == VALUES)
        return;
    if (i == m->n) {
        m->value[m->n] = value;
        m->share[m->n++] = 0;
    }
    m->share[i] += share;
}

static int collect_marginals(struct marginal *m, const struct st_reply *r)
{
    int parts = 0;

    for (int i = 0; i < r->nrows; i++) {
        struct st_span all = st_span_of(r->row[i].label);

        for (int k = 0; all.len && k < PARTS; k++) {
            struct st_probe x;
            int value;

            if (!read_part(r, st_span_cut(&all, ','), &x, &value))
                return 0;
            m[k].probe = x;
            add_value(&m[k], value, st_reply_share(r, i));
            parts = k + 1 > parts ? k + 1 : parts;
        }
    }
    return parts > 1 ? parts : 0;
}

static void in_order(struct marginal *m)
{
    for (int i = 1; i < m->n; i++)
        for (int k = i; k > 0 && m->value[k - 1] > m->value[k]; k--) {
            int v = m->value[k];
            double p = m->share[k];

            m->value[k] = m->value[k - 1], m->share[k] = m->share[k - 1];
            m->value[k - 1] = v, m->share[k - 1] = p;
        }
}

static void marginal_title(const struct st_reply *r, const struct marginal *m, char *out, size_t size)
{
    const char *owner = owner_says(r->plan, &m->probe);

    snprintf(out, size, "%s%s%s", owner, owner[0] ? ", " : "", st_field_says(r->plan, m->probe.field));
    out[0] = (char)toupper((unsigned char)out[0]);
}

void st_each_marginal(const struct st_reply *r, st_marginal_fn *tell, void *arg)
{
    const struct st_table t = { r->plan, r->pos, NULL };
    struct marginal *m = calloc(PARTS, sizeof *m);
    int n = m && r->pos ? collect_marginals(m, r) : 0;
    char title[200], text[ST_SAYS_MAX];

    for (int k = 0; k < n; k++) {
        in_order(&m[k]);
        marginal_title(r, &m[k], title, sizeof title);
        for (int i = 0; i < m[k].n; i++) {
            st_value_says(&t, m[k].probe.field, m[k].value[i], text, sizeof text);
            tell(arg, title, text, m[k].share[i], i, m[k].n);
        }
    }
    free(m);
}

static void marginal_json(void *arg, const char *title, const char *text, double share, int i, int of)
{
    struct st_json *j = arg;

    if (i == 0) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "title", title);
        st_json_open(j, "values", '[');
    }
    st_json_open(j, NULL, '{');
    st_json_text(j, "text", text);
    st_json_real(j, "value", share);
    st_json_close(j, '}');
    if (i == of - 1) {
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

void st_view_outcomes(struct st_json *j, const struct st_outcomes *o)
{
    st_json_open(j, "outcomes", '[');
    for (int i = 0; i < o->n; i++) {
        const struct st_outcome *x = &o->item[i];

        st_json_open(j, NULL, '{');
        st_json_text(j, "says", x->says);
        if (o->exact)
            st_json_frac(j, "p", x->p);
        else
            st_json_text(j, "p", NULL);
        st_json_real(j, "value", x->value);
        st_json_open(j, "rows", '[');
        for (int k = 0; k < x->nrows; k++)
            st_json_int(j, NULL, x->row[k]);
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    if (o->certain[0])
        st_json_text(j, "certain", o->certain);
    j->out->failed |= o->failed;
}

void st_headline_print(const struct st_outcomes *o, char *out, size_t size)
{
    int told = o->n > HEADLINES ? HEADLINES - 1 : o->n; /* more than fit are in order, the likeliest first */
    double rest = 0;
    char percent[16];

    out[0] = 0;
    for (int i = 0; i < o->n; i++) {
        rest += i < told ? 0 : o->item[i].value;
        st_percent_print(i < told ? o->item[i].value : rest, percent, sizeof percent);
        if (i < told || i == o->n - 1)
            st_text_add(out, size, "%s%s %s", out[0] ? "; " : "", i < told ? o->item[i].says : "...", percent);
    }
}

void st_view_reply_outcomes(struct st_json *j, const struct st_reply *r)
{
    struct st_outcomes o;
    char head[8 * ST_SAYS_MAX];

    st_outcomes_of_reply(&o, r);
    st_headline_print(&o, head, sizeof head);
    st_json_text(j, "headline", head[0] ? head : NULL);
    st_view_outcomes(j, &o);
    st_json_open(j, "marginals", '[');
    st_each_marginal(r, marginal_json, j);
    st_json_close(j, ']');
    st_outcomes_free(&o);
}
