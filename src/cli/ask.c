/* ask.c - `sandtable ask`: the questions an umpire is asked, answered without a game. */
#include "cli/commands.h"

#include "core/words.h"
#include "play/ask.h"

#include <stdio.h>
#include <string.h>

void cli_ask_list(struct st_buf *out, const struct cli_term *term, const struct st_game *g)
{
    for (int i = 0; i < st_nquestions(g); i++) {
        const struct st_question *q = &g->questions->row[i];

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

void cli_ask_inputs(struct st_buf *out, const struct st_question *q)
{
    for (int i = 0; i < q->ninputs; i++) {
        struct st_buf line = { 0 };
        char dflt[100];

        st_input_default(&q->inputs[i], dflt, sizeof dflt);
        st_buf_add(&line, "    %s=", q->inputs[i].key);
        st_input_range(&q->inputs[i], &line);
        cli_pad(out, st_buf_text(&line), 40);
        st_buf_add(out, " %s (default %s)\n", q->inputs[i].title, dflt[0] ? dflt : "empty");
        st_buf_free(&line);
    }
}

/* ---- the answer ------------------------------------------------------------------------ */

/* What a row is of: a result as the chart has it; numbers that change in words. */
static const char *row_label(const struct st_reply *r, int i, char room[ST_SAYS_MAX])
{
    if (!strchr(r->row[i].label, '='))
        return r->row[i].label;
    st_reply_row_says(r, i, room, ST_SAYS_MAX);
    return room;
}

static void show_rows(struct st_buf *out, const struct st_reply *r)
{
    int label = 7, dice = 4, frac = 3;
    char says[ST_SAYS_MAX];

    for (int i = 0; i < r->nrows; i++) {
        char p[96];

        st_chance_print(r->exact, r->row[i].p, r->row[i].approx, p, sizeof p);
        int wide = cli_width(row_label(r, i, says));
        label = wide > label ? wide : label;
        dice = cli_width(r->row[i].dice) > dice ? cli_width(r->row[i].dice) : dice;
        frac = cli_width(p) > frac ? cli_width(p) : frac;
    }
    for (int i = 0; i < r->nrows; i++) {
        char p[96], percent[16];

        st_chance_print(r->exact, r->row[i].p, r->row[i].approx, p, sizeof p);
        st_percent_print(st_reply_share(r, i), percent, sizeof percent);
        st_buf_put(out, "  ", 2);
        cli_pad(out, row_label(r, i, says), label + 2);
        cli_pad(out, r->row[i].dice, dice + 2);
        st_buf_add(out, "%*s  %8s  ", frac, p, percent);
        cli_bar(out, st_reply_share(r, i), 30);
        st_buf_put(out, "\n", 1);
    }
}

static void tell_marginal(void *arg, const char *title, const char *text, double share, int i, int of)
{
    struct st_buf *line = arg;
    char percent[16];

    st_percent_print(share, percent, sizeof percent);
    if (i == 0)
        st_buf_add(line, "%s: ", title);
    st_buf_add(line, "%s%s %s%s", i ? ", " : "", text, percent, i == of - 1 ? "\n" : "");
}

/* The answer first: what may happen, then each number by itself; reasons and all rows follow. */
static void show_headline(struct st_buf *out, const struct cli_term *term, const struct st_reply *r)
{
    struct st_outcomes o;
    struct st_buf lines = { 0 };
    char percent[16];

    if (!r->nrows || r->one[0])
        return;
    st_outcomes_of_reply(&o, r);
    for (int i = 0; i < o.n && i < 8; i++) {
        st_percent_print(o.item[i].value, percent, sizeof percent);
        st_buf_put(out, "  ", 2);
        cli_style(out, term, CLI_BOLD, o.item[i].says);
        st_buf_add(out, "  %s\n", percent);
    }
    if (o.n > 8)
        st_buf_add(out, "  and %d more\n", o.n - 8);
    st_outcomes_free(&o);
    st_each_marginal(r, tell_marginal, &lines);
    for (struct st_span all = st_span_of(st_buf_text(&lines)), line; all.len;) {
        char text[4000];

        line = st_span_cut(&all, '\n');
        st_span_copy(line, text, sizeof text);
        st_buf_put(out, "  ", 2);
        cli_wrap(out, term, 2, 4, text);
        st_buf_put(out, "\n", 1);
    }
    st_buf_free(&lines);
}

static void show(struct st_buf *out, const struct cli_term *term, const struct st_reply *r)
{
    cli_style(out, term, CLI_BOLD, st_word_says(r->plan, "question", r->question->id));
    st_buf_add(out, " (%s)", r->question->para);
    if (st_reply_elsewhere(r))
        st_buf_add(out, ", answered for %s", r->plan->title);
    st_buf_put(out, "\n", 1);
    show_headline(out, term, r);
    for (int i = 0; i < r->sheet.nlines; i++)
        cli_event(out, term, r->plan, &r->sheet.line[i]);
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
        st_buf_add(out, "%s", r->odds.wide ? "Figures with ~ are rounded: the fractions are long. Exactly, row by row:\n"
                                           : "These figures are not exact: a fraction grew too long.\n");
    for (int i = 0; r->odds.wide && i < r->nrows; i++)
        st_buf_add(out, "  %3d  %s\n", i + 1, r->row[i].wide ? r->row[i].wide : "a sum of several, rounded above");
    if (!r->complete)
        st_buf_add(out, "This is not all: the limit of positions was reached.\n");
}

int cli_ask_show(struct st_buf *out, const struct cli_term *term, enum cli_form form,
                 const struct st_game *g, const char *question, const char *const *words,
                 int nwords, const struct st_files *files, bool *refused, struct st_error *err)
{
    const struct st_question *q;
    struct st_reply *r = NULL;
    struct st_json j = { out, false };
    int e = st_view_question_find(&q, g, question, err);

    if (!e)
        e = st_ask_question(&r, g, question, words, nwords, files, err);
    if (e)
        return e;
    if (form == CLI_SVG) {
        st_svg_reply(out, r);
    } else if (form == CLI_JSON) {
        st_view_reply(&j, g, r);
        st_buf_put(out, "\n", 1);
    } else {
        show(out, term, r);
    }
    *refused = r->sheet.refused.para != NULL;
    st_reply_free(r);
    return ST_OK;
}

static int list(struct st_buf *out, const struct st_game *g, const char *word, bool inputs,
                bool json, struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_json j = { out, false };
    const struct st_question *only = NULL;
    int e = word ? st_view_question_find(&only, g, word, err) : ST_OK;

    if (e)
        return e;
    if (json) {
        st_view_questions(&j, NULL, g, only);
        st_buf_put(out, "\n", 1);
    } else if (!inputs) {
        cli_ask_list(out, &term, g);
    } else {
        for (int i = 0; i < st_nquestions(g); i++)
            if (!only || only == &g->questions->row[i]) {
                st_buf_add(out, "%s: %s\n", g->questions->row[i].id, g->questions->row[i].title);
                cli_ask_inputs(out, &g->questions->row[i]);
            }
    }
    return ST_OK;
}

int cli_ask(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    bool json = false, svg = false, inputs = false, refused = false;
    struct cli_option opt[3 + CLI_SOURCE_OPTIONS] = {
        { CLI_FLAG, "inputs", NULL, "list the keys and what they may be", &inputs },
        cli_option_json(&json),
        { CLI_FLAG, "svg", NULL, "a picture: reasons, bars, the chart with its cells lit", &svg },
    };
    int nopt = 2 + cli_source_options(&source, opt + 3); /* less --set */
    int status = cli_parse(self, opt, nopt, 1, -1, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    const struct st_game *g;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (svg && (json || inputs || argc == 1))
        return cli_usage(self, "--svg is for an answer, and not with --json");
    int e = cli_source_open(&source, &err);
    if (!e)
        e = st_view_game_find(&g, argv[0], &err);
    if (!e)
        cli_warn_tables(&source, g);
    if (!e && (argc == 1 || inputs))
        e = list(&out, g, argc > 1 ? argv[1] : NULL, inputs, json, &err);
    else if (!e)
        e = cli_ask_show(&out, &term,
                         svg    ? CLI_SVG
                         : json ? CLI_JSON
                                : CLI_WORDS,
                         g, argv[1], (const char *const *)(argv + 2), argc - 2, source.files,
                         &refused, &err);
    if (!e)
        return cli_print(&out, refused ? CLI_NO : CLI_OK);
    st_buf_free(&out);
    return cli_fail(&source, &err);
}
