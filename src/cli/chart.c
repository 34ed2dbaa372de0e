/* chart.c - `sandtable chart`: a printed table as text, TSV, JSON or SVG, or one cell of it. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

struct request {
    const char *at;
    bool tsv, json, svg;
    struct cli_source source;
};

static int load(struct st_chart **out, struct st_arena *a, const struct st_game *g, const char *id,
                const struct st_files *files, struct st_span *text, struct st_error *err)
{
    char name[128];

    snprintf(name, sizeof name, "%s/tables/%s.tsv", g->id, id);
    const char *where = st_arena_text(a, name, strlen(name));
    if (!where)
        return st_fail(err, ST_ENOMEM, name, 0, "out of memory");

    int e = st_files_read(files, a, where, text, err);
    return e ? e : st_chart_parse(out, a, id, *text, where, err);
}

/* By id, or by paragraph where only one chart has it. */
static int find(struct st_chart **out, struct st_arena *a, const struct st_game *g,
                const char *word, const struct st_files *files, struct st_span *text,
                struct st_error *err)
{
    const char *hit = NULL;
    char near[200];

    for (int i = 0; i < g->ncharts; i++)
        if (strcmp(g->charts[i], word) == 0)
            return load(out, a, g, word, files, text, err);
    for (int i = 0; i < g->ncharts; i++) {
        struct st_chart *c;
        int e = load(&c, a, g, g->charts[i], files, text, err);

        if (e)
            return e;
        if (strcmp(c->para, word) == 0 && !hit)
            hit = g->charts[i];
    }
    if (hit)
        return load(out, a, g, hit, files, text, err);
    st_suggest(near, sizeof near, word, g->charts, g->ncharts);
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no chart `%s`; %s", g->id, word,
                   near[0] ? near : "`sandtable chart GAME` lists them");
}

/* ---- all charts of a game -------------------------------------------------------------- */

static int list(const struct st_game *g, const struct st_files *files, bool json,
                struct st_error *err)
{
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_arena a = { 0 };
    int e = ST_OK;

    if (json)
        st_json_open(&j, NULL, '[');
    for (int i = 0; i < g->ncharts && !e; i++) {
        struct st_chart *c;
        struct st_span text;

        e = load(&c, &a, g, g->charts[i], files, &text, err);
        if (e)
            break;
        if (json) {
            st_json_open(&j, NULL, '{');
            st_json_text(&j, "id", c->id);
            st_json_text(&j, "para", c->para);
            st_json_text(&j, "title", c->title);
            st_json_int(&j, "rows", c->row.n);
            st_json_int(&j, "columns", c->col.n);
            st_json_close(&j, '}');
        } else {
            st_buf_add(&out, "%-18s %-8s %s\n", c->id, c->para, c->title);
        }
    }
    if (json) {
        st_json_close(&j, ']');
        st_buf_put(&out, "\n", 1);
    }
    st_arena_free(&a);
    if (!e)
        return cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return e;
}

/* ---- one chart ------------------------------------------------------------------------- */

static int column_width(const struct st_chart *c, int col)
{
    int w = cli_width(c->col.label[col]);

    for (int r = 0; r < c->row.n; r++) {
        int k = cli_width(st_chart_text(c, r, col));

        w = k > w ? k : w;
    }
    return w;
}

static int label_width(const struct st_chart *c)
{
    int w = 1;

    for (int r = 0; r < c->row.n; r++) {
        int k = cli_width(c->row.label[r]);

        w = k > w ? k : w;
    }
    return w;
}

static void rule(struct st_buf *out, const struct st_chart *c, const char *cross)
{
    for (int i = 0; i < label_width(c) + 1; i++)
        st_buf_add(out, "─");
    st_buf_add(out, "%s", cross);
    for (int k = 0; k < c->col.n; k++)
        for (int i = 0; i < column_width(c, k) + 2; i++)
            st_buf_add(out, "─");
    st_buf_put(out, "\n", 1);
}

static void cell_text(struct st_buf *out, const struct cli_term *term, const char *text, int width,
                      bool strong)
{
    st_buf_add(out, "%*s", width - cli_width(text) + 2, "");
    cli_style(out, term, strong ? CLI_BOLD : CLI_PLAIN, text);
}

static void show(struct st_buf *out, const struct cli_term *term, const struct st_chart *c)
{
    char title[400];

    snprintf(title, sizeof title, "%s%s%s", c->para, c->para[0] ? "  " : "", c->title);
    cli_style(out, term, CLI_BOLD, title);
    st_buf_add(out, "\nRows: %s.%s%s%s\n\n", c->row.name, c->col.name[0] ? " Columns: " : "",
               c->col.name, c->col.name[0] ? "." : "");
    cli_pad(out, "", label_width(c) + 1);
    st_buf_add(out, "│");
    for (int k = 0; k < c->col.n; k++)
        cell_text(out, term, c->col.label[k], column_width(c, k), true);
    st_buf_put(out, "\n", 1);
    rule(out, c, "┼");
    for (int r = 0; r < c->row.n; r++) {
        char label[200];

        snprintf(label, sizeof label, "%s", c->row.label[r]);
        cli_style(out, term, CLI_BOLD, label);
        cli_pad(out, "", label_width(c) + 1 - cli_width(label));
        st_buf_add(out, "│");
        for (int k = 0; k < c->col.n; k++)
            cell_text(out, term, st_chart_text(c, r, k), column_width(c, k), false);
        st_buf_put(out, "\n", 1);
    }
    if (c->nnotes)
        st_buf_put(out, "\n", 1);
    for (int i = 0; i < c->nnotes; i++) {
        cli_wrap(out, term, 0, 4, c->note[i]);
        st_buf_put(out, "\n", 1);
    }
}

static void axis_json(struct st_json *j, const char *key, const struct st_axis *x)
{
    st_json_open(j, key, '{');
    st_json_text(j, "name", x->name);
    st_json_bool(j, "numeric", x->numeric);
    st_json_bool(j, "open_below", x->below_first);
    st_json_bool(j, "open_above", x->above_last);
    st_json_open(j, "labels", '[');
    for (int i = 0; i < x->n; i++)
        st_json_text(j, NULL, x->label[i]);
    st_json_close(j, ']');
    st_json_close(j, '}');
}

static void show_json(struct st_buf *out, const struct st_chart *c)
{
    struct st_json j = { out, false };

    st_json_open(&j, NULL, '{');
    st_json_text(&j, "id", c->id);
    st_json_text(&j, "para", c->para);
    st_json_text(&j, "title", c->title);
    axis_json(&j, "rows", &c->row);
    axis_json(&j, "columns", &c->col);
    st_json_open(&j, "cells", '[');
    for (int r = 0; r < c->row.n; r++) {
        st_json_open(&j, NULL, '[');
        for (int k = 0; k < c->col.n; k++)
            st_json_text(&j, NULL, st_chart_text(c, r, k));
        st_json_close(&j, ']');
    }
    st_json_close(&j, ']');
    st_json_open(&j, "notes", '[');
    for (int i = 0; i < c->nnotes; i++)
        st_json_text(&j, NULL, c->note[i]);
    st_json_close(&j, ']');
    st_json_close(&j, '}');
    st_buf_put(out, "\n", 1);
}

/* ---- one cell -------------------------------------------------------------------------- */

static int no_label(const struct st_axis *x, const char *what, struct st_span word,
                    struct st_error *err)
{
    char text[64], near[200] = "";

    if (!st_span_copy(word, text, sizeof text))
        snprintf(text, sizeof text, "%.*s...", 40, word.at);
    st_suggest(near, sizeof near, text, x->label, x->n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no %s `%s` (%s: %s to %s)%s%s", what, text, x->name,
                   x->label[0], x->label[x->n - 1], near[0] ? "; " : "", near);
}

/* ROW,COL; a label may have a comma in it, so every comma is tried. */
static int find_cell(const struct st_chart *c, const char *at, struct st_cite *cite,
                     struct st_error *err)
{
    struct st_span all = st_span_of(at), row = { at, 0 }, col = row;
    bool clamped_row, clamped_col;

    if (!strchr(at, ','))
        return st_fail(err, ST_EUSAGE, NULL, 0, "--at needs ROW,COL, not `%s`", at);
    for (size_t i = 0; i < all.len; i++) {
        if (at[i] != ',')
            continue;
        row = st_span_trim((struct st_span){ at, i });
        col = st_span_trim((struct st_span){ at + i + 1, all.len - i - 1 });
        int r = st_axis_find(&c->row, row, &clamped_row),
            k = st_axis_find(&c->col, col, &clamped_col);

        if (r >= 0 && k >= 0) {
            *cite = (struct st_cite){ c, (int16_t)r, (int16_t)k, clamped_row || clamped_col };
            return ST_OK;
        }
    }
    if (st_axis_find(&c->row, row, NULL) < 0)
        return no_label(&c->row, "row", row, err);
    return no_label(&c->col, "column", col, err);
}

static int answer(struct st_buf *out, const struct st_chart *c, struct st_span text,
                  const struct request *q, struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_cite cite = { NULL, -1, -1, false };
    struct st_json j = { out, false };
    char line[400];
    int e = q->at ? find_cell(c, q->at, &cite, err) : ST_OK;

    if (e)
        return e;
    if (q->svg) {
        cli_svg_chart(out, c, cite.row, cite.col);
    } else if (q->tsv && q->at) {
        st_buf_add(out, "%s\n", st_chart_text(c, cite.row, cite.col));
    } else if (q->tsv) {
        st_buf_put(out, text.at, text.len);
    } else if (q->json && q->at) {
        cli_cite_json(&j, NULL, &cite);
        st_buf_put(out, "\n", 1);
    } else if (q->json) {
        show_json(out, c);
    } else if (q->at) {
        st_cite_print(&cite, line, sizeof line);
        st_buf_add(out, "%s\n", line);
    } else {
        show(out, &term, c);
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
    struct st_span text;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (q.tsv + q.json + q.svg > 1)
        return cli_usage(self, "only one of --tsv, --json and --svg");
    int e = cli_source_open(&q.source, &err);
    if (!e)
        e = cli_game(&g, argv[0], &err);
    if (e)
        return cli_fail(&q.source, &err);
    cli_warn_tables(&q.source, g);
    if (argc == 1) {
        if (q.at || q.tsv || q.svg)
            return cli_usage(self, "which chart?");
        e = list(g, q.source.files, q.json, &err);
        return e < 0 ? cli_fail(&q.source, &err) : e;
    }
    e = find(&c, &a, g, argv[1], q.source.files, &text, &err);
    if (!e)
        e = answer(&out, c, text, &q, &err);
    st_arena_free(&a);
    if (!e)
        return cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return cli_fail(&q.source, &err);
}
