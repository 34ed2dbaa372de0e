/* ask.c - questions and their answers; charts; scenarios that must not compile. */
#include "case/inner.h"

#include <stdio.h>
#include <string.h>

/* ---- ask ------------------------------------------------------------------------------- */

/* A row belongs to the inputs if its last word is key=value, to the answer otherwise. */
static bool is_input_row(const char *text)
{
    const char *word = text + strlen(text);

    while (word > text && word[-1] != ' ' && word[-1] != '\t')
        word--;
    return strchr(word, '=') != NULL;
}

static int read_inputs(struct case_run *c, struct case_words *w, const char ***words)
{
    struct st_buf b = { 0 };

    st_buf_add(&b, "%s", c->now.text);
    for (int i = 0; i < c->now.nrows; i++)
        if (is_input_row(c->now.row[i].text))
            st_buf_add(&b, " %s", c->now.row[i].text);
    int e = b.failed ? case_no_memory(c) : case_split(c, c->now.line, st_buf_text(&b), w);
    st_buf_free(&b);
    if (!e && w->n == 0)
        e = case_bad(c, c->now.line, "`ask` wants a question: ask QUESTION key=value...");
    if (e)
        return e;
    *words = st_arena_array(&c->scratch, (size_t)w->n, sizeof **words);
    if (!*words)
        return case_no_memory(c);
    for (int i = 1; i < w->n; i++)
        (*words)[i - 1] = w->word[i].text;
    return ST_OK;
}

static int no_reply(struct case_run *c, int line)
{
    return case_fail(c, line, "ask %s: %s", c->after_what, c->asked_wrong.text);
}

static int compare_answer(struct case_run *c)
{
    int room = c->now.nrows + (c->reply ? c->reply->nrows : 0), n = 0, e = ST_OK;
    struct case_tally *tally = st_arena_array(&c->scratch, (size_t)room + 1, sizeof *tally);

    if (!tally)
        return case_no_memory(c);
    for (int i = 0; i < c->now.nrows && !e; i++) {
        const struct case_row *row = &c->now.row[i];
        const char *label;
        struct st_frac p;
        int before = n;

        if (is_input_row(row->text))
            continue;
        e = case_tally_row(c, row, &label, &p);
        if (!e)
            e = case_tally_add(c, tally, &n, label, p, true);
        if (!e && n == before)
            e = case_bad(c, row->line, "the row `%s` stands twice", label);
    }
    if (e || n == 0)
        return e; /* no rows: what follows will say what is expected */
    c->after_checked = true;
    if (!c->reply)
        return no_reply(c, c->now.line);
    if (!c->reply->exact || !c->reply->complete)
        return case_fail(c, c->now.line, "ask %s: the chances are not exact", c->after_what);
    for (int i = 0; i < c->reply->nrows && !e; i++)
        e = case_tally_add(c, tally, &n, c->reply->row[i].label, c->reply->row[i].p, false);
    return e ? e : case_tally_compare(c, tally, n, "answer");
}

int case_ask(struct case_run *c)
{
    struct case_words w;
    const char **words;
    int e = read_inputs(c, &w, &words);

    if (e)
        return e;
    case_begin_check(c, AFTER_ASK, c->now.text);
    c->asked_wrong = (struct st_error){ 0 };
    e = st_ask_question(&c->reply, c->game, w.word[0].text, words, w.n - 1, &c->files.files,
                        &c->asked_wrong);
    if (e == ST_ENOMEM)
        return case_no_memory(c);
    if (e)
        c->reply = NULL;
    case_log_clear(&c->log);
    for (int i = 0; c->reply && i < c->reply->sheet.nlines; i++)
        c->log.log.add(&c->log.log, &c->reply->sheet.line[i]);
    if (c->log.failed)
        return case_no_memory(c);
    return compare_answer(c);
}

/* The one result (with dice=) or the verdict. */
static const char *the_answer(const struct st_reply *r)
{
    return r->one[0] ? r->one : r->sheet.verdict;
}

int case_answer(struct case_run *c)
{
    static const char contains[] = "contains";
    const char *text = c->now.text, *found;
    bool part = strncmp(text, "contains ", sizeof contains) == 0, quoted;

    if (part)
        text += sizeof contains + strspn(text + sizeof contains, " \t");
    int e = case_unquote(c, text, &text, &quoted);
    if (!e && !text[0])
        e = case_bad(c, c->now.line, "`answer` wants a text");
    if (e)
        return e;
    c->after_checked = true;
    if (!c->reply)
        return no_reply(c, c->now.line);
    found = the_answer(c->reply);
    if (!found[0])
        return case_fail(c, c->now.line, "ask %s has no single answer; give it dice=, or list the "
                                         "chances in rows", c->after_what);
    if (part ? strstr(found, text) != NULL : strcmp(found, text) == 0)
        return ST_OK;
    return case_fail(c, c->now.line, "expected answer%s \"%s\", found \"%s\"",
                     part ? " with" : "", text, found);
}

/* `refused [PARA]` after ask: the answer is that the thing is not allowed. */
int case_asked_refused(struct case_run *c)
{
    struct st_span text = st_span_of(c->now.text), para;
    bool more = case_para_cut(&text, &para) || text.len;
    const char *want = st_arena_text(&c->scratch, para.at, para.len);

    if (!want)
        return case_no_memory(c);
    if (more)
        return case_bad(c, c->now.line, "after `ask`, `refused` wants a paragraph and no more");
    c->after_checked = true;
    const char *by = c->reply ? c->reply->sheet.refused.para : NULL;
    if (by && (!want[0] || strcmp(by, want) == 0))
        return ST_OK;
    return case_fail(c, c->now.line, "expected refused%s%s, found \"%s\"", want[0] ? " by " : "",
                     want, c->reply ? the_answer(c->reply) : c->asked_wrong.text);
}

int case_asked_bad(struct case_run *c)
{
    const char *text;
    bool quoted;
    int e = case_unquote(c, c->now.text, &text, &quoted);

    if (!e && !text[0])
        e = case_bad(c, c->now.line, "`bad` wants a text");
    if (e)
        return e;
    c->after_checked = true;
    if (c->reply)
        return case_fail(c, c->now.line, "expected an error with \"%s\", found an answer: ask %s",
                         text, c->after_what);
    if (!strstr(c->asked_wrong.text, text))
        return case_fail(c, c->now.line, "expected an error with \"%s\", found \"%s\"", text,
                         c->asked_wrong.text);
    return ST_OK;
}

/* ---- charts ---------------------------------------------------------------------------- */

static int find_on_axis(struct case_run *c, const struct st_axis *x, const char *word,
                        const char *what, int *out)
{
    char near[200] = "";

    *out = st_axis_find(x, st_span_of(word), NULL);
    if (*out >= 0)
        return ST_OK;
    st_suggest(near, sizeof near, word, x->label, x->n);
    return case_fail(c, c->now.line, "no %s `%s`%s%s", what, word, near[0] ? "; " : "", near);
}

static int check_cell(struct case_run *c, const struct st_plan *p, const struct case_words *w)
{
    const struct st_chart *chart = st_plan_chart(p, w->word[0].text);
    char near[200] = "";
    int row, col;

    if (!chart) {
        st_suggest(near, sizeof near, w->word[0].text, c->game->charts, c->game->ncharts);
        return case_fail(c, c->now.line, "no chart `%s`%s%s", w->word[0].text,
                         near[0] ? "; " : "", near);
    }
    int e = find_on_axis(c, &chart->row, w->word[1].text, "row", &row);
    if (!e)
        e = find_on_axis(c, &chart->col, w->word[2].text, "column", &col);
    if (e)
        return e;
    const char *found = st_chart_text(chart, row, col);
    if (strcmp(found, w->word[3].text) == 0)
        return ST_OK;
    return case_fail(c, c->now.line, "expected %s at row %s, column %s of %s, found %s",
                     w->word[3].text, w->word[1].text, w->word[2].text, chart->id, found);
}

/* The charts of the game in progress, or of the first scenario if there is none. */
int case_chart(struct case_run *c)
{
    struct case_words w;
    struct st_plan *own = NULL;
    struct st_error err = { 0 };
    int e = case_split(c, c->now.line, c->now.text, &w);

    if (!e && w.n != 4)
        e = case_bad(c, c->now.line, "`chart` wants chart, row, column and cell: chart crt B 3 "
                                     "DR*");
    if (!e && !c->plan && c->game->nscenarios == 0)
        e = case_bad(c, c->now.line, "%s has no scenario: `given` must come first", c->game->id);
    if (e)
        return e;
    if (!c->plan)
        e = st_plan_make(&own, c->game, c->game->scenarios[0], &c->files.files, NULL, 0, &err);
    if (e == ST_ENOMEM)
        e = case_no_memory(c);
    else if (e)
        e = case_fail(c, c->now.line, "%s: %s", err.where, err.text);
    else
        e = check_cell(c, c->plan ? c->plan : own, &w);
    st_plan_free(own);
    return e;
}

/* ---- broken ---------------------------------------------------------------------------- */

/* Where the colon of "SCENARIO key=value: text" stands; NULL if nowhere. */
static const char *find_colon(const char *text)
{
    bool quoted = false;

    for (; *text; text++) {
        if (*text == '"')
            quoted = !quoted;
        if (*text == ':' && !quoted && (text[1] == 0 || text[1] == ' ' || text[1] == '\t'))
            return text;
    }
    return NULL;
}

/* "[LINE] TEXT"; a text that begins with a number stands in quotes. */
static int read_complaint(struct case_run *c, const char *text, int *line, const char **out)
{
    struct st_span rest = st_span_of(text), word = st_span_word(&rest);
    bool quoted;

    *line = 0;
    if (st_span_int(word, 1, 9999999, line))
        text = st_span_trim(rest).at;
    int e = case_unquote(c, text, out, &quoted);
    if (!e && !**out && !*line)
        e = case_bad(c, c->now.line, "`broken` wants what is wrong after the colon");
    return e;
}

static int check_complaint(struct case_run *c, const struct st_error *err, int line,
                           const char *text)
{
    char found[sizeof err->where + sizeof err->text + 16];

    st_error_print(err, found, sizeof found);
    if ((line && err->line != line) || !strstr(found, text))
        return case_fail(c, c->now.line, "expected the error%s%.0d \"%s\", found \"%s\"",
                         line ? " on line " : "", line, text, found);
    return ST_OK;
}

int case_broken(struct case_run *c)
{
    const char *text, *complaint, *colon;
    struct case_words w;
    struct st_entry *entry;
    struct st_plan *plan = NULL;
    struct st_error err = { 0 };
    int n, line, e = case_joined(c, " ", &text);

    if (e)
        return e;
    colon = find_colon(text);
    if (!colon || colon == text)
        return case_bad(c, c->now.line, "`broken` is written: broken SCENARIO key=value: [LINE] "
                                        "TEXT");
    const char *head = st_arena_text(&c->scratch, text, (size_t)(colon - text));
    e = head ? case_split(c, c->now.line, head, &w) : case_no_memory(c);
    if (!e)
        e = case_entries(c, &w, 1, w.n, &entry, &n);
    if (!e)
        e = read_complaint(c, colon + 1 + strspn(colon + 1, " \t"), &line, &complaint);
    if (e)
        return e;
    e = st_plan_make(&plan, c->game, w.word[0].text, &c->files.files, entry, n, &err);
    st_plan_free(plan);
    if (e == ST_ENOMEM)
        return case_no_memory(c);
    if (!e)
        return case_fail(c, c->now.line, "expected an error with \"%s\", but %s compiles",
                         complaint, w.word[0].text);
    return check_complaint(c, &err, line, complaint);
}
