/* chart.c - `sandtable chart`: a printed table as text, TSV, JSON or SVG, or one cell of it. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

struct request {
    const char *at;
    bool tsv, json, svg;
    struct cli_source source;
};

/* ---- all charts of a game -------------------------------------------------------------- */

struct st_plan *cli_words_of(const struct st_game *g, const struct st_files *files)
{
    struct st_plan *p = NULL;

    return st_plan_make(&p, g, g->scenarios[0], files, NULL, 0, NULL) ? NULL : p;
}

/* What players call it: the log and the odds cite it so. */
static const char *title_of(const struct st_chart *c, const struct st_plan *speak)
{
    const struct st_word *w = speak ? st_word_find(speak, "chart", c->id) : NULL;

    return w && w->says[0] ? w->says : c->title;
}

int cli_chart_list(struct st_buf *out, const struct st_game *g, const struct st_files *files,
                   const struct st_plan *speak, struct st_error *err)
{
    struct st_arena a = { 0 };
    int e = ST_OK, wide = 0;

    for (int i = 0; i < g->ncharts; i++)
        wide = cli_width(g->charts[i]) > wide ? cli_width(g->charts[i]) : wide;
    for (int i = 0; i < g->ncharts && !e; i++) {
        struct st_chart *c;

        e = st_view_chart_find(&c, &a, g, g->charts[i], files, NULL, err);
        if (!e)
            st_buf_add(out, "%-*s %-8s %s\n", wide + 1, c->id, c->para, title_of(c, speak));
    }
    st_arena_free(&a);
    return e;
}

static int answer_list(const struct st_game *g, const struct request *q)
{
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_plan *p = q->json ? NULL : cli_words_of(g, q->source.files);
    struct st_error err;
    int e = q->json ? st_view_charts(&j, g, q->source.files, &err)
                    : cli_chart_list(&out, g, q->source.files, p, &err);

    st_plan_free(p);
    if (!e)
        return q->json ? cli_print_json(&j, CLI_OK) : cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return cli_fail(&q->source, &err);
}

/* ---- one chart ------------------------------------------------------------------------- */

struct sheet {
    const struct st_chart *c;
    const struct st_plan *p; /* may be NULL */
    bool titled;             /* as players read it: titles for keys, without what is none of theirs */
};

static const char *column(const struct sheet *s, int col)
{
    const char *title = s->p ? st_word_axis(s->p, "column", s->c->id, s->c->col.label[col]) : s->c->col.label[col];

    return s->titled || !title[0] ? title : s->c->col.label[col]; /* "": none of the players' */
}

static const char *row(const struct sheet *s, int r)
{
    return s->titled ? st_word_axis(s->p, "row", s->c->id, s->c->row.label[r]) : s->c->row.label[r];
}

enum { CELL = 600 };

/* A cell; a key of ours and a remark of several words as the sheet of words has them. */
static const char *cell(const struct sheet *s, int r, int col, char room[CELL])
{
    const char *text = st_chart_text(s->c, r, col);
    const struct st_word *w = s->titled && strchr(text, '_') ? st_word_label(s->p, text) : NULL;

    if (w)
        return w->says;
    return s->titled && strchr(text, ' ') ? st_chart_plain(s->p, text, room, CELL) : text;
}

static int column_width(const struct sheet *s, int col)
{
    int w = cli_width(column(s, col));
    char room[CELL];

    for (int r = 0; r < s->c->row.n; r++) {
        int k = cli_width(cell(s, r, col, room));

        w = k > w ? k : w;
    }
    return w;
}

static int label_width(const struct sheet *s)
{
    int w = 1;

    for (int r = 0; r < s->c->row.n; r++) {
        int k = cli_width(row(s, r));

        w = k > w ? k : w;
    }
    return w;
}

static void rule(struct st_buf *out, const struct sheet *s, const char *cross)
{
    for (int i = 0; i < label_width(s) + 1; i++)
        st_buf_add(out, "─");
    st_buf_add(out, "%s", cross);
    for (int k = 0; k < s->c->col.n; k++)
        for (int i = 0; column(s, k)[0] && i < column_width(s, k) + 2; i++)
            st_buf_add(out, "─");
    st_buf_put(out, "\n", 1);
}

static void cell_text(struct st_buf *out, const struct cli_term *term, const char *text, int width,
                      bool strong)
{
    st_buf_add(out, "%*s", width - cli_width(text) + 2, "");
    cli_style(out, term, strong ? CLI_BOLD : CLI_PLAIN, text);
}

static void table(struct st_buf *out, const struct cli_term *term, const struct sheet *s)
{
    const struct st_chart *c = s->c;
    char room[CELL];

    cli_pad(out, "", label_width(s) + 1);
    st_buf_add(out, "│");
    for (int k = 0; k < c->col.n; k++)
        if (column(s, k)[0])
            cell_text(out, term, column(s, k), column_width(s, k), true);
    st_buf_put(out, "\n", 1);
    rule(out, s, "┼");
    for (int r = 0; r < c->row.n; r++) {
        cli_style(out, term, CLI_BOLD, row(s, r));
        cli_pad(out, "", label_width(s) + 1 - cli_width(row(s, r)));
        st_buf_add(out, "│");
        for (int k = 0; k < c->col.n; k++)
            if (column(s, k)[0])
                cell_text(out, term, cell(s, r, k, room), column_width(s, k), false);
        st_buf_put(out, "\n", 1);
    }
}

static void head(struct st_buf *out, const struct cli_term *term, const struct st_chart *c, const struct st_plan *p)
{
    char title[400];

    snprintf(title, sizeof title, "%s%s%s", c->para, c->para[0] ? "  " : "", title_of(c, p));
    cli_style(out, term, CLI_BOLD, title);
}

/* What a code of the chart means, beside it; but for keys, which stand there as words, and what says itself ("Class A"). */
static void put_code(void *arg, const char *code, const struct st_word *w)
{
    size_t n = strlen(code), k = strlen(w->says);

    if (n <= 3 && !strchr(code, '_') && (k < n || strcmp(w->says + k - n, code) != 0))
        st_buf_add(arg, "%s %s\n", code, w->says);
}

void cli_chart_titled(struct st_buf *out, const struct cli_term *term, const struct st_chart *c, const struct st_plan *p)
{
    head(out, term, c, p);
    st_buf_add(out, "\n\n");
    table(out, term, &(struct sheet){ c, p, true });
    struct st_buf codes = { 0 };
    st_each_code(c, p, put_code, &codes);
    if (codes.len)
        st_buf_put(out, "\n", 1);
    cli_items(out, term, 0, 0, st_buf_text(&codes));
    st_buf_free(&codes);
}

/* As it is printed; under the title players know it by, what the sheet itself is called. */
static void show(struct st_buf *out, const struct cli_term *term, const struct st_chart *c, const struct st_plan *p,
                 bool house)
{
    char plain[600];

    head(out, term, c, p);
    st_buf_put(out, "\n", 1);
    if (strcmp(title_of(c, p), c->title) != 0)
        cli_say(out, "chart.printed", c->title, NULL), st_buf_put(out, "\n", 1);
    cli_say(out, c->col.name[0] ? "chart.axes" : "chart.rows", c->row.name, c->col.name, NULL);
    st_buf_put(out, "\n\n", 2);
    table(out, term, &(struct sheet){ c, p, false });
    if (c->nnotes)
        st_buf_put(out, "\n", 1);
    for (int i = 0; i < c->nnotes; i++) {
        if (c->note[i].unread && !house)
            continue; /* what no rule reads is told to whoever writes charts of his own */
        cli_wrap(out, term, 0, 4, p ? st_chart_plain(p, c->note[i].text, plain, sizeof plain) : c->note[i].text);
        st_buf_put(out, "\n", 1);
    }
}

/* ---- the answer ------------------------------------------------------------------------ */

struct codes {
    struct st_buf *out;
    const struct cli_term *term;
};

static void tell_code(void *arg, const char *code, const struct st_word *w)
{
    struct codes *x = arg;
    char text[ST_SAYS_MAX];

    snprintf(text, sizeof text, "%s: %s%s%s", code, w->says, w->explains[0] ? "; " : "", w->explains);
    cli_wrap(x->out, x->term, 0, 4, text);
    st_buf_put(x->out, "\n", 1);
}

static int answer(struct st_buf *out, const struct st_chart *c, struct st_span text,
                  const struct st_plan *p, const struct request *q, struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_cite cite = { .row = -1, .col = -1 };
    struct st_json j = { out, false };
    char line[400];
    int e = q->at ? st_view_cell_find(c, q->at, &cite, err) : ST_OK;

    if (e)
        return e;
    if (q->svg) {
        st_svg_chart(out, c, cite.row, cite.col);
    } else if (q->tsv && q->at) {
        st_buf_add(out, "%s\n", st_chart_text(c, cite.row, cite.col));
    } else if (q->tsv) {
        st_buf_put(out, text.at, text.len);
    } else if (q->json && q->at) {
        st_view_cite(&j, NULL, &cite);
        st_buf_put(out, "\n", 1);
    } else if (q->json) {
        st_view_chart(&j, c, p);
        st_buf_put(out, "\n", 1);
    } else if (q->at) {
        st_cite_print(&cite, line, sizeof line);
        st_buf_add(out, "%s\n", line);
    } else {
        show(out, &term, c, p, q->source.tables != NULL);
        if (p)
            st_each_code(c, p, tell_code, &(struct codes){ out, &term });
    }
    return ST_OK;
}

int cli_chart(const struct cli_command *self, int argc, char **argv)
{
    struct request q = { 0 };
    struct cli_option opt[] = {
        { CLI_TEXT, "at", "ROW,COL", "one cell, by the labels or numbers of its row and column",
          &q.at },
        { CLI_FLAG, "tsv", NULL, "the chart file itself, tab-separated", &q.tsv },
        cli_option_json(&q.json),
        { CLI_FLAG, "svg", NULL, "a picture, laid out as printed", &q.svg },
        { CLI_TEXT, "tables", "DIR", "house charts: DIR/NAME.tsv goes before the library's chart",
          &q.source.tables },
    };
    int status = cli_parse(self, opt, 5, 1, 2, &argc, &argv);
    struct st_arena a = { 0 };
    struct st_buf out = { 0 };
    const struct st_game *g;
    struct st_chart *c = NULL;
    struct st_plan *p = NULL;
    struct st_span text;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (q.tsv + q.json + q.svg > 1)
        return cli_usage(self, "only one of --tsv, --json and --svg");
    int e = cli_source_open(&q.source, &err);
    if (!e)
        e = st_view_game_find(&g, argv[0], &err);
    if (e)
        return cli_fail(&q.source, &err);
    cli_warn_tables(&q.source, g);
    if (argc == 1) {
        if (q.at || q.tsv || q.svg)
            return cli_usage(self, "which chart?");
        return answer_list(g, &q);
    }
    e = st_view_chart_find(&c, &a, g, argv[1], q.source.files, &text, &err);
    p = cli_words_of(g, q.source.files); /* without one it is shown all the same, its codes are not spelled */
    if (!e)
        e = answer(&out, c, text, p, &q, &err);
    st_plan_free(p);
    st_arena_free(&a);
    if (!e)
        return cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return cli_fail(&q.source, &err);
}
