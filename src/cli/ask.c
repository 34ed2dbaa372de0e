/* ask.c - `sandtable ask`: the questions an umpire is asked, answered without a game. */
#include "cli/commands.h"

#include "core/words.h"
#include "play/ask.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* As players ask it; else as the game has it. */
static const char *title_of(const struct st_question *q, const struct st_plan *speak)
{
    const struct st_word *w = speak ? st_word_find(speak, "question", q->id) : NULL;

    return w && w->says[0] ? w->says : q->title;
}

void cli_ask_list(struct st_buf *out, const struct cli_term *term, const struct st_game *g, const struct st_plan *speak)
{
    char keys_are[40];

    cli_word("ask.keys", keys_are, sizeof keys_are);
    for (int i = 0; i < st_nquestions(g); i++) {
        const struct st_question *q = st_question_at(g, i);

        st_buf_put(out, "  ", 2);
        cli_style(out, term, CLI_BOLD, q->id);
        st_buf_add(out, "%*s%-8s ", 14 - cli_width(q->id) > 1 ? 14 - cli_width(q->id) : 1, "",
                   q->para);
        cli_wrap(out, term, 25, 25, title_of(q, speak));
        st_buf_add(out, "\n%25s", "");
        struct st_buf keys = { 0 };
        for (int k = 0; k < q->ninputs; k++)
            st_buf_add(&keys, "%s %s", k ? "" : keys_are, q->inputs[k].key);
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

/* A sentence of the terminal's own on a line of its own. */
static void put_line(struct st_buf *out, const struct cli_term *term, int indent, const char *id, ...)
{
    struct st_buf says = { 0 };
    va_list texts;

    va_start(texts, id);
    cli_say_list(&says, id, texts);
    va_end(texts);
    st_buf_add(out, "%*s", indent, "");
    cli_wrap(out, term, indent, indent, st_buf_text(&says));
    st_buf_put(out, "\n", 1);
    st_buf_free(&says);
}

/* What a row is of, in words; a code of the chart stands before them, but for a number. */
static const char *row_label(const struct st_reply *r, int i, char room[ST_SAYS_MAX])
{
    const char *label = r->row[i].label;
    bool code = !strchr(label, ' ') && !strchr(label, '=') && label[strspn(label, "0123456789")];
    size_t n = strlen(label);

    for (const char *c = label; *c && code; c++)
        code = !islower((unsigned char)*c) && n < 8;
    if (code)
        snprintf(room, ST_SAYS_MAX, "%-3.7s ", label);
    n = code ? strlen(room) : 0;
    st_reply_row_says(r, i, room + n, ST_SAYS_MAX - n);
    return room;
}

/* "11,12,13..." in the room there is, broken behind a comma. */
static void put_faces(struct st_buf *out, const struct cli_term *term, int indent, const char *faces)
{
    struct st_buf apart = { 0 };

    for (const char *c = faces; *c; c++)
        st_buf_add(&apart, *c == ',' ? ", " : "%c", *c);
    cli_wrap(out, term, indent, indent, st_buf_text(&apart));
    st_buf_free(&apart);
}

/* All of them where a file or a pager reads; at a terminal so many that the headline still stands over them. */
static void show_rows(struct st_buf *out, const struct cli_term *term, const struct st_reply *r)
{
    enum { AT_A_GLANCE = 20 };
    int label = 7, dice = 4, frac = 3, shown = term->width && r->nrows > AT_A_GLANCE ? AT_A_GLANCE : r->nrows;
    char says[ST_SAYS_MAX], count[12], percent[16];
    double rest = 0;

    for (int i = 0; i < shown; i++) {
        char p[96];

        st_chance_print(r->exact, r->row[i].p, r->row[i].approx, p, sizeof p);
        int wide = cli_width(row_label(r, i, says));
        label = wide > label ? wide : label;
        dice = cli_width(r->row[i].dice) > dice ? cli_width(r->row[i].dice) : dice;
        frac = cli_width(p) > frac ? cli_width(p) : frac;
    }
    bool narrow = term->width && label + dice + frac + 50 > term->width; /* then each has two lines, and no bar */
    for (int i = 0; i < shown; i++) {
        char p[96];

        st_chance_print(r->exact, r->row[i].p, r->row[i].approx, p, sizeof p);
        st_percent_print(st_reply_share(r, i), percent, sizeof percent);
        st_buf_put(out, "  ", 2);
        if (narrow) {
            cli_wrap(out, term, 2, 2, row_label(r, i, says));
            st_buf_add(out, "\n%*s  %8s  ", frac + 4, p, percent);
            put_faces(out, term, frac + 16, r->row[i].dice);
        } else {
            cli_pad(out, row_label(r, i, says), label + 2);
            cli_pad(out, r->row[i].dice, dice + 2);
            st_buf_add(out, "%*s  %8s  ", frac, p, percent);
            cli_bar(out, st_reply_share(r, i), 30);
        }
        st_buf_put(out, "\n", 1);
    }
    for (int i = shown; i < r->nrows; i++)
        rest += st_reply_share(r, i);
    st_percent_print(rest, percent, sizeof percent);
    if (shown < r->nrows)
        put_line(out, term, 2, "ask.more_rows", cli_count(count, r->nrows - shown), percent, NULL);
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
    char percent[16], count[12];

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
        put_line(out, term, 2, "ask.more", cli_count(count, o.n - 8), NULL);
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

/* What was not followed may go to any row: a chance is what stands there at least, and so much more at most. */
static void show_bound(struct st_buf *out, const struct cli_term *term, const struct st_reply *r)
{
    char followed[16], rest[16];
    double sum = 0;

    for (int i = 0; i < r->nrows; i++)
        sum += r->row[i].approx;
    st_percent_print(sum, followed, sizeof followed);
    st_percent_print(sum < 1 ? 1 - sum : 0, rest, sizeof rest);
    put_line(out, term, 0, "ask.bound", followed, rest, NULL);
}

/* Who only names the question is told what it was answered for. */
static void show_supposed(struct st_buf *out, const struct cli_term *term, const struct st_game *g, const struct st_question *q)
{
    struct st_buf all = { 0 };

    for (int i = 0; i < q->ninputs; i++) {
        char text[100];

        st_input_default(&q->inputs[i], text, sizeof text);
        if (text[0] && strcmp(text, "no") != 0 && strcmp(text, "-") != 0 && strcmp(text, "0") != 0 &&
            !strchr(text, '.')) /* nor names of fields: what is counted stands in the answer */
            st_buf_add(&all, strchr(text, ' ') ? "%s'%s=%s'" : "%s%s=%s", all.len ? " " : "", q->inputs[i].key, text);
    }
    if (all.len)
        put_line(out, term, 0, "ask.supposing", st_buf_text(&all), g->id, q->id, NULL);
    st_buf_free(&all);
}

static void show(struct st_buf *out, const struct cli_term *term, const struct st_reply *r)
{
    cli_style(out, term, CLI_BOLD, title_of(r->question, r->plan));
    st_buf_add(out, " (%s)", r->question->para);
    if (st_reply_elsewhere(r))
        cli_say(out, "ask.elsewhere", r->plan->title, NULL);
    st_buf_put(out, "\n", 1);
    show_headline(out, term, r);
    for (int i = 0; i < r->sheet.nlines; i++)
        cli_event(out, term, r->plan, &r->sheet.line[i]);
    if (r->sheet.refused.para) {
        char says[ST_SAYS_MAX];

        st_label_says(r->plan, r->sheet.refused.text, says, sizeof says);
        put_line(out, term, 0, "refused.by", r->sheet.refused.para, says, NULL);
    } else if (r->sheet.verdict[0]) {
        char says[ST_SAYS_MAX];

        st_verdict_says(r->plan, r->sheet.verdict, says, sizeof says);
        cli_wrap(out, term, 0, 0, says);
        st_buf_put(out, "\n", 1);
    }
    if (r->one[0]) {
        cli_say(out, "ask.result", NULL);
        st_buf_put(out, " ", 1);
        const struct st_word *means = st_word_find(r->plan, "result", r->one);

        cli_style(out, term, CLI_BOLD, r->one);
        if (means && means->says[0])
            st_buf_add(out, " (%s)", means->says);
        st_buf_put(out, "\n", 1);
    }
    if (r->nrows && !r->one[0]) {
        if (r->sheet.dice)
            put_line(out, term, 0, "ask.roll", st_word_says(r->plan, "word", r->sheet.dice), NULL);
        show_rows(out, term, r);
    }
    if (!r->exact)
        put_line(out, term, 0, r->odds.wide ? "odds.wide" : "ask.not_exact", NULL);
    for (int i = 0; r->odds.wide && i < r->nrows; i++)
        st_buf_add(out, "  %3d  %s\n", i + 1, r->row[i].wide ? r->row[i].wide : "~");
    if (!r->complete)
        show_bound(out, term, r);
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
        if (nwords == 0)
            show_supposed(out, term, g, q);
    }
    *refused = r->sheet.refused.para != NULL;
    st_reply_free(r);
    return ST_OK;
}

static int list(struct st_buf *out, const struct st_game *g, const struct st_files *files, const char *word, bool inputs,
                bool json, struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_plan *p = json ? NULL : cli_words_of(g, files);
    struct st_json j = { out, false };
    const struct st_question *only = NULL;
    int e = word ? st_view_question_find(&only, g, word, err) : ST_OK;

    if (e) {
        st_plan_free(p);
        return e;
    }
    if (json) {
        st_view_questions(&j, NULL, g, only);
        st_buf_put(out, "\n", 1);
    } else if (!inputs) {
        cli_ask_list(out, &term, g, p);
    } else {
        for (int i = 0; i < st_nquestions(g); i++)
            if (!only || only == st_question_at(g, i)) {
                st_buf_add(out, "%s: %s\n", st_question_at(g, i)->id, title_of(st_question_at(g, i), p));
                cli_ask_inputs(out, st_question_at(g, i));
            }
    }
    st_plan_free(p);
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
        e = list(&out, g, source.files, argc > 1 ? argv[1] : NULL, inputs, json, &err);
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
