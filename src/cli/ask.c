/* ask.c - `sandtable ask`: the questions an umpire is asked, answered without a game. */
#include "cli/commands.h"

#include "play/ask.h"

#include <stdio.h>
#include <string.h>

void cli_ask_list(struct st_buf *out, const struct cli_term *term, const struct st_game *g)
{
    for (int i = 0; i < g->nquestions; i++) {
        const struct st_question *q = &g->questions[i];

        st_buf_put(out, "  ", 2);
        cli_style(out, term, CLI_BOLD, q->id);
        st_buf_add(out, "%*s%-8s ", 14 - cli_width(q->id) > 1 ? 14 - cli_width(q->id) : 1, "",
                   q->para);
        cli_wrap(out, term, 25, 25, q->title);
        st_buf_add(out, "\n%25s", "");
        struct st_buf keys = { 0 };
        for (int k = 0; k < q->ninputs; k++)
            st_buf_add(&keys, "%s%s", k ? " " : "keys: ", q->inputs[k].key);
        cli_wrap(out, term, 25, 25, st_buf_text(&keys));
        st_buf_free(&keys);
        st_buf_put(out, "\n", 1);
    }
}

/* ---- what may be said ------------------------------------------------------------------ */

static void range_text(const struct st_input *in, struct st_buf *out)
{
    if (in->kind == ST_IN_CHOICE)
        for (int i = 0; in->choices[i]; i++)
            st_buf_add(out, "%s%s", i ? "|" : "", in->choices[i]);
    else if (in->kind == ST_IN_NUMBER)
        st_buf_add(out, "%d..%d", in->lo, in->hi);
    else
        st_buf_add(out, "%s", in->kind == ST_IN_YES ? "yes|no" : "text");
}

static void default_text(const struct st_input *in, char *out, size_t size)
{
    if (in->kind == ST_IN_CHOICE)
        snprintf(out, size, "%s", in->choices[in->dflt]);
    else if (in->kind == ST_IN_NUMBER)
        snprintf(out, size, "%d", in->dflt);
    else if (in->kind == ST_IN_YES)
        snprintf(out, size, "%s", in->dflt ? "yes" : "no");
    else
        snprintf(out, size, "%s", in->dflt_text ? in->dflt_text : "");
}

static void inputs_text(struct st_buf *out, const struct st_question *q)
{
    for (int i = 0; i < q->ninputs; i++) {
        struct st_buf line = { 0 };
        char dflt[100];

        default_text(&q->inputs[i], dflt, sizeof dflt);
        st_buf_add(&line, "    %s=", q->inputs[i].key);
        range_text(&q->inputs[i], &line);
        cli_pad(out, st_buf_text(&line), 40);
        st_buf_add(out, " %s (default %s)\n", q->inputs[i].title, dflt[0] ? dflt : "empty");
        st_buf_free(&line);
    }
}

static void inputs_json(struct st_json *j, const struct st_question *q)
{
    static const char *const kind[] = { "choice", "number", "yes", "text" };

    st_json_open(j, "inputs", '[');
    for (int i = 0; i < q->ninputs; i++) {
        const struct st_input *in = &q->inputs[i];
        char dflt[100];

        default_text(in, dflt, sizeof dflt);
        st_json_open(j, NULL, '{');
        st_json_text(j, "key", in->key);
        st_json_text(j, "title", in->title);
        st_json_text(j, "kind", kind[in->kind]);
        st_json_text(j, "default", dflt);
        if (in->kind == ST_IN_NUMBER) {
            st_json_int(j, "lo", in->lo);
            st_json_int(j, "hi", in->hi);
        }
        if (in->kind == ST_IN_CHOICE) {
            st_json_open(j, "choices", '[');
            for (int k = 0; in->choices[k]; k++)
                st_json_text(j, NULL, in->choices[k]);
            st_json_close(j, ']');
        }
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void questions_json(struct st_json *j, const struct st_game *g, const char *only)
{
    st_json_open(j, NULL, '[');
    for (int i = 0; i < g->nquestions; i++) {
        const struct st_question *q = &g->questions[i];

        if (only && strcmp(only, q->id) != 0)
            continue;
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", q->id);
        st_json_text(j, "title", q->title);
        st_json_text(j, "para", q->para);
        inputs_json(j, q);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_buf_put(j->out, "\n", 1);
}

static int no_question(const struct st_game *g, const char *word, struct st_error *err)
{
    const char *names[64];
    char near[200];
    int n = 0;

    for (; n < g->nquestions && n < 64; n++)
        names[n] = g->questions[n].id;
    st_suggest(near, sizeof near, word, names, n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no question `%s`; %s", g->id, word,
                   near[0] ? near : "`sandtable ask GAME` lists them");
}

static const struct st_question *find(const struct st_game *g, const char *id)
{
    for (int i = 0; i < g->nquestions; i++)
        if (strcmp(g->questions[i].id, id) == 0)
            return &g->questions[i];
    return NULL;
}

/* ---- the answer ------------------------------------------------------------------------ */

static void show_rows(struct st_buf *out, const struct st_reply *r)
{
    int label = 7, dice = 4, frac = 3;

    for (int i = 0; i < r->nrows; i++) {
        char p[96];

        st_frac_print(r->row[i].p, p, sizeof p);
        label = cli_width(r->row[i].label) > label ? cli_width(r->row[i].label) : label;
        dice = cli_width(r->row[i].dice) > dice ? cli_width(r->row[i].dice) : dice;
        frac = cli_width(p) > frac ? cli_width(p) : frac;
    }
    for (int i = 0; i < r->nrows; i++) {
        char p[96], percent[16];

        st_frac_print(r->row[i].p, p, sizeof p);
        cli_percent(st_frac_value(r->row[i].p), percent, sizeof percent);
        st_buf_put(out, "  ", 2);
        cli_pad(out, r->row[i].label, label + 2);
        cli_pad(out, r->row[i].dice, dice + 2);
        st_buf_add(out, "%*s  %8s  ", frac, p, percent);
        cli_bar(out, st_frac_value(r->row[i].p), 30);
        st_buf_put(out, "\n", 1);
    }
}

static void show(struct st_buf *out, const struct cli_term *term, const struct st_reply *r)
{
    cli_style(out, term, CLI_BOLD, r->question->title);
    st_buf_add(out, " (%s)\n", r->question->para);
    for (int i = 0; i < r->sheet.nlines; i++)
        cli_event(out, term, &r->sheet.line[i]);
    if (r->sheet.verdict[0]) {
        cli_wrap(out, term, 0, 0, r->sheet.verdict);
        st_buf_put(out, "\n", 1);
    }
    if (r->one[0]) {
        st_buf_add(out, "Result: ");
        cli_style(out, term, CLI_BOLD, r->one);
        st_buf_put(out, "\n", 1);
    }
    if (r->nrows && !r->one[0]) {
        if (r->sheet.dice)
            st_buf_add(out, "Roll %s:\n", r->sheet.dice);
        show_rows(out, r);
    }
    if (!r->exact)
        st_buf_add(out, "These figures are not exact: a fraction grew beyond 128 bits.\n");
    if (!r->complete)
        st_buf_add(out, "This is not all: the limit of positions was reached.\n");
}

static void show_json(struct st_buf *out, const struct st_game *g, const struct st_reply *r)
{
    struct st_json j = { out, false };

    st_json_open(&j, NULL, '{');
    st_json_text(&j, "game", g->id);
    st_json_text(&j, "question", r->question->id);
    st_json_text(&j, "title", r->question->title);
    st_json_text(&j, "para", r->question->para);
    st_json_open(&j, "lines", '[');
    for (int i = 0; i < r->sheet.nlines; i++)
        cli_event_json(&j, &r->sheet.line[i]);
    st_json_close(&j, ']');
    st_json_text(&j, "verdict", r->sheet.verdict[0] ? r->sheet.verdict : NULL);
    st_json_text(&j, "dice", r->sheet.dice);
    st_json_text(&j, "result", r->one[0] ? r->one : NULL);
    st_json_open(&j, "rows", '[');
    for (int i = 0; i < r->nrows; i++) {
        st_json_open(&j, NULL, '{');
        st_json_text(&j, "label", r->row[i].label);
        st_json_text(&j, "dice", r->row[i].dice);
        st_json_frac(&j, "p", r->row[i].p);
        st_json_real(&j, "value", st_frac_value(r->row[i].p));
        st_json_close(&j, '}');
    }
    st_json_close(&j, ']');
    st_json_bool(&j, "exact", r->exact);
    st_json_bool(&j, "complete", r->complete);
    st_json_close(&j, '}');
    st_buf_put(out, "\n", 1);
}

int cli_ask_show(struct st_buf *out, const struct cli_term *term, const struct st_game *g,
                 const char *question, const char *const *words, int nwords,
                 const struct st_files *files, struct st_error *err)
{
    struct st_reply *r = NULL;
    int e = find(g, question) ? st_ask_question(&r, g, question, words, nwords, files, err)
                              : no_question(g, question, err);

    if (e)
        return e;
    if (term)
        show(out, term, r);
    else
        show_json(out, g, r);
    st_reply_free(r);
    return ST_OK;
}

static int list(struct st_buf *out, const struct st_game *g, const char *only, bool inputs,
                bool json, struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_json j = { out, false };

    if (only && !find(g, only))
        return no_question(g, only, err);
    if (json) {
        questions_json(&j, g, only);
    } else if (!inputs) {
        cli_ask_list(out, &term, g);
    } else {
        for (int i = 0; i < g->nquestions; i++)
            if (!only || strcmp(only, g->questions[i].id) == 0) {
                st_buf_add(out, "%s: %s\n", g->questions[i].id, g->questions[i].title);
                inputs_text(out, &g->questions[i]);
            }
    }
    return ST_OK;
}

int cli_ask(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    bool json = false, inputs = false;
    struct cli_option opt[2 + CLI_SOURCE_OPTIONS] = {
        { CLI_FLAG, "inputs", NULL, "list the keys and what they may be", &inputs },
        cli_option_json(&json),
    };
    int nopt = 1 + cli_source_options(&source, opt + 2); /* less --set */
    int status = cli_parse(self, opt, nopt, 1, -1, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    const struct st_game *g;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = cli_game(&g, argv[0], &err);
    if (!e)
        cli_warn_tables(&source, g);
    if (!e && (argc == 1 || inputs))
        e = list(&out, g, argc > 1 ? argv[1] : NULL, inputs, json, &err);
    else if (!e)
        e = cli_ask_show(&out, json ? NULL : &term, g, argv[1], (const char *const *)(argv + 2),
                         argc - 2, source.files, &err);
    if (!e)
        return cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return cli_fail(&source, &err);
}
