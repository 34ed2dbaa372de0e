/* print_charts.c - charts on paper, set as tables in a book: titles from the words players read, long cells in several lines, small
 * charts side by side, one that is longer than a page going on with its head on the next. See print.h. */
#include "cli/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TITLE = 3.8, WORDS = 2.7, SMALL = 2.3, LINE = 1.28; /* mm; of a letter's height */
static const double PAD = 1.3, GUTTER = 7, BETWEEN = 6, HEAD_WIDE = 17, LABEL_WIDE = 26, PLAIN_WIDE = 24;

struct sheet { /* a chart with the room its columns take; column 0 is the labels of the rows */
    struct paper *paper;
    const struct st_plan *plan;
    const struct st_chart *chart;
    int n, at[65];
    double wide[65], all;
};

/* Row -1: the head. */
static const char *cell(const struct sheet *s, int row, int col, char *out, size_t size)
{
    const struct st_chart *c = s->chart;

    if (col == 0 && row < 0)
        snprintf(out, size, "%s", c->row.name);
    else if (col == 0)
        snprintf(out, size, "%s", st_word_axis(s->plan, "row", c->id, c->row.label[row]));
    else if (row < 0)
        snprintf(out, size, "%s", st_word_axis(s->plan, "column", c->id, c->col.label[s->at[col]]));
    else
        st_chart_plain(s->plan, st_chart_text(c, row, s->at[col]), out, size);
    return out;
}

static bool is_bold(int row, int col)
{
    return row < 0 || col == 0;
}

/* ---- words in lines ------------------------------------------------------------------------------------- */

/* Words in lines of that width, drawn from y on if so wished; how many lines. */
static int fill(struct paper *p, double x, double y, double wide, double size, bool bold, bool middle, bool draw,
                const char *text)
{
    struct st_span all = st_span_of(text);
    struct st_buf line = { 0 };
    int lines = 0;

    for (bool more = true; more;) {
        struct st_span w = st_span_word(&all);
        struct st_buf longer = { 0 };

        more = w.len > 0;
        st_buf_add(&longer, "%s%s%.*s", st_buf_text(&line), line.len && more ? " " : "", (int)w.len, w.at ? w.at : "");
        if (line.len && (!more || paper_words_wide(p, size, bold, st_buf_text(&longer)) > wide + 0.01)) {
            double from = middle ? x + (wide - paper_words_wide(p, size, bold, st_buf_text(&line))) / 2 : x;

            if (draw)
                paper_words(p, from, y + (lines + 0.95) * size * LINE - size * (LINE - 1), size, bold, st_buf_text(&line));
            lines++;
            st_buf_free(&line);
            st_buf_put(&line, w.at, w.len);
            st_buf_free(&longer);
        } else {
            st_buf_free(&line);
            line = longer;
        }
    }
    st_buf_free(&line);
    return lines;
}

static double longest_word(struct paper *p, bool bold, const char *text)
{
    struct st_span all = st_span_of(text);
    double most = 0;

    for (struct st_span w; (w = st_span_word(&all)).len;) {
        char word[200];

        if (st_span_copy(w, word, sizeof word))
            most = fmax(most, paper_words_wide(p, WORDS, bold, word));
    }
    return most;
}

/* ---- columns -------------------------------------------------------------------------------------------- */

/* Every column gets what its words want, the widest give way first, none below its longest word. */
static void measure(struct sheet *s, double room)
{
    double want[65], least[65], most = room;

    for (int k = 0; k < s->n; k++) {
        want[k] = least[k] = 4;
        for (int r = -1; r < s->chart->row.n; r++) {
            char text[600];
            double whole = paper_words_wide(s->paper, WORDS, is_bold(r, k), cell(s, r, k, text, sizeof text));
            double word = longest_word(s->paper, is_bold(r, k), text);

            least[k] = fmax(least[k], word);
            want[k] = fmax(want[k], r < 0 ? fmax(word, fmin(whole, k ? HEAD_WIDE : LABEL_WIDE)) : whole);
        }
    }
    for (;; most -= 1) {
        s->all = 0;
        for (int k = 0; k < s->n; k++) {
            s->wide[k] = fmax(least[k], fmin(want[k], most)) + 2 * PAD;
            s->all += s->wide[k];
        }
        if (s->all <= room || most < 4)
            return;
    }
}

static double row_high(const struct sheet *s, int row)
{
    int lines = 1;

    for (int k = 0; k < s->n; k++) {
        char text[600];
        int n = fill(s->paper, 0, 0, s->wide[k] - 2 * PAD, WORDS, is_bold(row, k), false, false,
                     cell(s, row, k, text, sizeof text));

        lines = n > lines ? n : lines;
    }
    return lines * WORDS * LINE + 1.2;
}

static void tint(struct paper *p, double x, double y, double wide, double high, double grey)
{
    cairo_set_source_rgb(p->pen, grey, grey * 0.985, grey * 0.94);
    cairo_rectangle(p->pen, x, y, wide, high);
    cairo_fill(p->pen);
}

/* Numbers and short words stand in the middle of their column, sentences begin at its left. */
static void draw_row(const struct sheet *s, int row, double x, double y, double high)
{
    double left = x;

    if (row < 0)
        tint(s->paper, x, y, s->all, high, 0.9);
    else if (row % 2)
        tint(s->paper, x, y, s->all, high, 0.965);
    for (int k = 0; k < s->n; left += s->wide[k++]) {
        char text[600];

        cell(s, row, k, text, sizeof text);
        fill(s->paper, left + PAD, y + 0.6, s->wide[k] - 2 * PAD, WORDS, is_bold(row, k),
             k > 0 && s->wide[k] < PLAIN_WIDE + 2 * PAD, true, text);
    }
    paper_line(s->paper, x, y + high, x + s->all, y + high);
    if (row < 0)
        paper_line(s->paper, x, y, x + s->all, y);
}

/* ---- what stands below ---------------------------------------------------------------------------------- */

struct legend {
    const struct sheet *sheet;
    struct st_buf text;
};

static bool is_shown(const struct sheet *s, const char *code)
{
    const struct st_chart *c = s->chart;
    bool named = false; /* the codes of its rows, in a column of their own */

    for (int k = 1; k < s->n; k++)
        named |= strcmp(c->col.label[s->at[k]], "name") == 0 || strcmp(c->col.label[s->at[k]], "condition") == 0;
    for (int r = 0; r < c->row.n && !named; r++)
        if (strcmp(st_word_axis(s->plan, "row", c->id, c->row.label[r]), code) == 0)
            return true;
    for (int k = 1; k < s->n; k++) {
        if (strcmp(st_word_axis(s->plan, "column", c->id, c->col.label[s->at[k]]), code) == 0)
            return true;
        for (int r = 0; r < c->row.n; r++)
            if (strcmp(st_chart_text(c, r, s->at[k]), code) == 0)
                return true;
    }
    return false;
}

/* Do the chart's own notes tell it? "A the attacker loses" */
static bool is_noted(const struct st_chart *c, const char *code)
{
    for (int i = 0; i < c->nnotes; i++) {
        struct st_span all = st_span_of(c->note[i].text);

        for (struct st_span w; (w = st_span_word(&all)).len;)
            if (st_span_is(w, code))
                return true;
    }
    return false;
}

/* Codes are letters in capitals ("DR*"); what is a word or a number is plain. */
static void tell_code(void *arg, const char *code, const struct st_word *w)
{
    struct legend *l = arg;

    if (code[0] >= 'A' && code[0] <= 'Z' && !strpbrk(code, "abcdefghijklmnopqrstuvwxyz_0123456789") &&
        !strstr(w->says, code) && is_shown(l->sheet, code) && !is_noted(l->sheet->chart, code))
        st_buf_add(&l->text, "%s%s %s", l->text.len ? " · " : "", code, w->says);
}

/* Notes and codes; how high. */
static double below(const struct sheet *s, double x, double y, double wide, bool draw)
{
    struct legend l = { s, { 0 } };
    double high = 0;
    char text[600];

    for (int i = 0; i < s->chart->nnotes; i++)
        if (!s->chart->note[i].unread)
            high += SMALL * LINE * fill(s->paper, x, y + high + 0.6, wide, SMALL, false, false, draw,
                                        st_chart_plain(s->plan, s->chart->note[i].text, text, sizeof text));
    st_each_code(s->chart, s->plan, tell_code, &l);
    if (l.text.len)
        high += SMALL * LINE * fill(s->paper, x, y + high + 0.6, wide, SMALL, false, false, draw, st_buf_text(&l.text));
    st_buf_free(&l.text);
    return high;
}

/* ---- pages ---------------------------------------------------------------------------------------------- */

struct pages { /* two columns; a broad chart lies over both */
    struct paper *paper;
    double y[2];
    bool begun;
};

static double head(const struct sheet *s, double x, double y, double wide, bool draw)
{
    const struct st_chart *c = s->chart;
    double para = paper_words_wide(s->paper, SMALL, false, c->para) + 2, high;
    char axes[400];

    high = TITLE * LINE * fill(s->paper, x, y, wide - para, TITLE, true, false, draw, c->title);
    if (draw)
        paper_words(s->paper, x + wide - para + 2, y + TITLE, SMALL, false, c->para);
    snprintf(axes, sizeof axes, "%s", c->col.name);
    if (axes[0])
        high += SMALL * LINE * fill(s->paper, x, y + high, wide, SMALL, false, false, draw, axes);
    return high + 1;
}

static void new_page(struct pages *g)
{
    paper_page(g->paper, false, "charts");
    g->y[0] = g->y[1] = PAPER_MARGIN;
    g->begun = true;
}

static void put_chart(struct pages *g, struct sheet *s)
{
    const double room = g->paper->short_side - 2 * PAPER_MARGIN, half = (room - GUTTER) / 2;
    const double foot = g->paper->long_side - PAPER_MARGIN - 5;
    double lead = row_high(s, -1), high = lead;
    bool narrow = s->all <= half;
    double wide = narrow ? half : room;
    int side = narrow && g->y[1] < g->y[0];
    double x = PAPER_MARGIN + (side ? half + GUTTER : 0);

    for (int r = 0; r < s->chart->row.n; r++)
        high += row_high(s, r);
    high += head(s, 0, 0, wide, false) + below(s, 0, 0, wide, false);
    double *y = &g->y[side];
    *y = narrow ? *y : fmax(g->y[0], g->y[1]);
    if (!g->begun || (*y + high > foot && *y > PAPER_MARGIN)) {
        if (g->begun && narrow && g->y[!side] + high <= foot) {
            side = !side;
            y = &g->y[side];
        } else {
            new_page(g);
            side = 0, y = &g->y[0];
        }
        x = PAPER_MARGIN + (side ? half + GUTTER : 0);
    }
    *y += head(s, x, *y, wide, true);
    draw_row(s, -1, x, *y, lead);
    *y += lead;
    for (int r = 0; r < s->chart->row.n; r++) {
        double next = row_high(s, r);

        if (*y + next > foot) { /* longer than a page */
            new_page(g);
            x = PAPER_MARGIN, y = &g->y[0];
            draw_row(s, -1, x, *y, lead);
            *y += lead;
        }
        draw_row(s, r, x, *y, next);
        *y += next;
    }
    *y += below(s, x, *y, wide, true) + BETWEEN;
    if (!narrow)
        g->y[0] = g->y[1] = *y;
}

int print_charts(struct paper *p, const struct st_plan *plan, const struct st_files *files, struct st_error *err)
{
    const struct st_game *g = plan->game;
    const double room = p->short_side - 2 * PAPER_MARGIN;
    struct pages pages = { .paper = p };
    int e = ST_OK;

    for (int i = 0; i < g->ncharts && !e; i++) {
        struct st_arena a = { 0 };
        struct sheet s = { p, plan, NULL, 1, { 0 }, { 0 }, 0 };
        struct st_chart *c;

        e = st_view_chart_find(&c, &a, g, g->charts[i], files, NULL, err);
        s.chart = c;
        for (int k = 0; !e && k < c->col.n; k++)
            if (st_word_axis(plan, "column", c->id, c->col.label[k])[0])
                s.at[s.n++] = k;
        if (!e) {
            measure(&s, room);
            put_chart(&pages, &s);
        }
        st_arena_free(&a);
    }
    return e;
}
