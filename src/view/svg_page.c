/* svg_page.c - pages of words, bars and charts, one below the other. See svg.h. */
#include "view/svg.h"

#include <stdio.h>
#include <string.h>

/* Letters are counted, not measured: their width is that of a broad one, so nothing overlaps. */
enum {
    LETTER = 8,
    COLUMN_GAP = 20,
    ROW_HIGH = 22,
    BAR_WIDE = 280,
    PARA_WIDE = 78,
    FOOT = 20,
    CHART_WIDE = 1000
};

static const char page_style[] =
    ".t{font-size:17px;font-weight:bold;fill:#222}"
    ".m{font-size:13px;fill:#333}"
    ".p{font-size:12px;fill:#8a5a2b}"
    ".b{font-size:13px;font-weight:bold;fill:#222}"
    ".n{font-size:13px;fill:#222;font-family:DejaVu Sans Mono,Menlo,Consolas,monospace}"
    ".r{font-size:13px;fill:#222;text-anchor:end;"
    "font-family:DejaVu Sans Mono,Menlo,Consolas,monospace}"
    ".h{font-size:12px;fill:#8a5a2b;text-anchor:end}"
    ".w{font-size:13px;fill:#9e2b25}"
    ".c{font-size:14px;fill:#111;text-anchor:middle}"
    ".l{font-size:14px;font-weight:bold;fill:#111;text-anchor:middle}";

static void widen(struct svg_page *p, int right)
{
    p->width = right + SVG_LEFT > p->width ? right + SVG_LEFT : p->width;
}

static void words_at(struct svg_page *p, int x, const char *class, const char *text)
{
    svg_text(&p->body, x, p->y, class, text);
    widen(p, x + st_text_columns(text) * LETTER);
}

void svg_page_line(struct svg_page *p, const char *class, const char *text)
{
    p->y += ROW_HIGH;
    words_at(p, SVG_LEFT, class, text);
}

void svg_page_gap(struct svg_page *p, int high)
{
    p->y += high;
}

void svg_page_event(struct svg_page *p, const struct st_event *e)
{
    const char *para = e->para ? e->para : "", *text = e->text;
    size_t n = strlen(para);

    if (n && strncmp(text, para, n) == 0 && text[n] == ' ')
        text += n + 1; /* a citation begins with its paragraph */
    p->y += ROW_HIGH;
    words_at(p, SVG_LEFT, "p", para);
    words_at(p, SVG_LEFT + PARA_WIDE, e->kind == ST_EV_MODIFIER ? "b" : "m", text);
}

void svg_page_chart(struct svg_page *p, struct svg_lit *lit)
{
    const struct st_chart *c = lit->chart;
    char title[300];

    lit->only = svg_chart_width(c, lit) > CHART_WIDE;
    svg_page_gap(p, ROW_HIGH);
    snprintf(title, sizeof title, "%s%s%s%s", c->para, c->para[0] ? "  " : "", c->title,
             lit->only ? ", in part" : "");
    svg_page_line(p, "b", title);
    p->y += 10;
    p->y += svg_chart_grid(&p->body, c, p->y, lit);
    widen(p, SVG_LEFT + svg_chart_width(c, lit));
}

/* ---- bars ------------------------------------------------------------------------------ */

static int bars_column_width(const struct svg_bars *b, int rows, int col)
{
    int wide = 0;

    for (int r = -1; r < rows; r++) {
        char text[600];

        b->cell(b->of, r, col, text, sizeof text);
        int n = st_text_columns(text);
        wide = n > wide ? n : wide;
    }
    return wide * LETTER + COLUMN_GAP;
}

/* What a full bar stands for: 1, or less where every row is unlikely. */
static double full_bar(const struct svg_bars *b, int rows)
{
    static const double full[] = { 0.02, 0.05, 0.1, 0.25, 0.5 };
    double most = 0;

    for (int r = 0; r < rows; r++)
        most = b->share(b->of, r) > most ? b->share(b->of, r) : most;
    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++)
        if (most <= full[i])
            return full[i];
    return 1;
}

static void draw_bar(struct svg_page *p, int x, double part)
{
    double long_px = part * (double)BAR_WIDE;

    st_buf_add(&p->body,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\" fill=\"#e9e5c9\"/>\n"
               "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"#2b4c8c\"/>\n",
               x, p->y - 11, BAR_WIDE, x, p->y - 11, long_px < 1 ? 1 : long_px);
}

/* The last two columns are the chance, twice: they stand against the bar. */
static void draw_row(struct svg_page *p, const struct svg_bars *b, int row, const int *wide,
                     double full)
{
    int x = SVG_LEFT;
    char words[200] = "";

    p->y += ROW_HIGH;
    for (int c = 0; c < b->ncols; c++) {
        bool right = c >= b->ncols - 2;
        char text[600];

        b->cell(b->of, row, c, text, sizeof text);
        if (right)
            svg_text(&p->body, x + wide[c] - COLUMN_GAP, p->y, row < 0 ? "h" : "r", text);
        else
            svg_text(&p->body, x, p->y, row < 0 ? "p" : "n", text);
        x += wide[c];
    }
    widen(p, x + BAR_WIDE);
    if (row < 0) {
        if (full < 1) {
            snprintf(words, sizeof words, "a full bar is %g %%", 100 * full);
            svg_text(&p->body, x, p->y, "p", words);
        }
        return;
    }
    draw_bar(p, x, b->share(b->of, row) / full);
    if (b->after)
        b->after(b->of, row, words, sizeof words);
    if (words[0])
        words_at(p, x + BAR_WIDE + 12, "p", words);
}

static void tell_rest(struct svg_page *p, const struct svg_bars *b, int drawn)
{
    double rest = 0;
    char text[120];

    for (int r = drawn; r < b->nrows; r++)
        rest += b->share(b->of, r);
    snprintf(text, sizeof text, "and %d more, together %.3g %%", b->nrows - drawn, 100 * rest);
    svg_page_line(p, "m", text);
}

void svg_page_bars(struct svg_page *p, const struct svg_bars *b)
{
    int rows = b->nrows < SVG_BARS_MAX ? b->nrows : SVG_BARS_MAX, wide[SVG_COLUMNS_MAX];

    st_assert(b->ncols <= SVG_COLUMNS_MAX);
    for (int c = 0; c < b->ncols; c++)
        wide[c] = bars_column_width(b, rows, c);
    double full = full_bar(b, rows);
    for (int r = -1; r < rows; r++)
        draw_row(p, b, r, wide, full);
    if (rows < b->nrows)
        tell_rest(p, b, rows);
}

void svg_page_close(struct st_buf *out, struct svg_page *p, const char *title)
{
    svg_open(out, p->width + 1, p->y + FOOT, title, page_style);
    st_buf_put(out, st_buf_text(&p->body), p->body.len);
    svg_close(out);
    out->failed |= p->body.failed;
    st_buf_free(&p->body);
}
