/* svg_chart.c - a chart as a picture, laid out as printed. */
#include "view/svg.h"

#include <stdio.h>

enum { CELL_HIGH = 26, LETTER = 9, PAD = 12, CHART_TOP = 84 };

static const char chart_style[] = ".t{font-size:17px;font-weight:bold;fill:#222}"
                                  ".m{font-size:12px;fill:#444}"
                                  ".c{font-size:14px;fill:#111;text-anchor:middle}"
                                  ".l{font-size:14px;font-weight:bold;fill:#111;text-anchor:middle}"
                                  ".b{fill:none;stroke:#8d8774;stroke-width:1}";

static int text_width(const char *text)
{
    return st_text_columns(text) * LETTER + 2 * PAD;
}

static int column_width(const struct st_chart *c, int col)
{
    int w = text_width(c->col.label[col]);

    for (int r = 0; r < c->row.n; r++) {
        int k = text_width(st_chart_text(c, r, col));

        w = k > w ? k : w;
    }
    return w;
}

static void draw_cell(struct st_buf *out, int x, int y, int w, const char *fill, const char *class,
                      const char *text)
{
    st_buf_add(out,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
               "stroke=\"#8d8774\"/>\n",
               x, y, w, CELL_HIGH, fill);
    svg_text(out, x + w / 2.0, y + CELL_HIGH - 8, class, text);
}

/* A remark in lines of at most so many letters; how many lines. Draws only if out is not NULL. */
static int remark(struct st_buf *out, const char *text, int letters, int y)
{
    struct st_span all = st_span_of(text);
    struct st_buf line = { 0 };
    int lines = 0;

    for (struct st_span w; (w = st_span_word(&all)).len;) {
        if (line.len && (int)(line.len + w.len) + 1 > letters) {
            if (out)
                svg_text(out, SVG_LEFT, y + SVG_LINE * lines, "m", st_buf_text(&line));
            lines++;
            st_buf_free(&line);
        }
        st_buf_add(&line, "%s%.*s", line.len ? " " : "", (int)w.len, w.at);
    }
    if (out && line.len)
        svg_text(out, SVG_LEFT, y + SVG_LINE * lines, "m", st_buf_text(&line));
    lines += line.len > 0;
    st_buf_free(&line);
    return lines;
}

static int label_width(const struct st_chart *c)
{
    int w = 40;

    for (int r = 0; r < c->row.n; r++) {
        int k = text_width(c->row.label[r]);

        w = k > w ? k : w;
    }
    return w;
}

static bool is_lit(int row, int col, const struct svg_lit *lit)
{
    for (int i = 0; i < lit->n; i++)
        if ((row < 0 || lit->cell[i].row == row) && lit->cell[i].col == col)
            return true;
    return false;
}

static bool is_drawn(int col, const struct svg_lit *lit)
{
    return !lit->only || is_lit(-1, col, lit);
}

int svg_chart_width(const struct st_chart *c, const struct svg_lit *lit)
{
    int width = label_width(c);

    for (int k = 0; k < c->col.n; k++)
        width += is_drawn(k, lit) ? column_width(c, k) : 0;
    return width;
}

int svg_chart_grid(struct st_buf *out, const struct st_chart *c, int y, const struct svg_lit *lit)
{
    int first = label_width(c), top = y;

    for (int r = -1; r < c->row.n; r++, y += CELL_HIGH) {
        int x = SVG_LEFT;

        draw_cell(out, x, y, first, "#e2dcc6", "l", r < 0 ? "" : c->row.label[r]);
        x += first;
        for (int k = 0; k < c->col.n; k++) {
            int w = column_width(c, k);

            if (!is_drawn(k, lit))
                continue;
            if (r < 0)
                draw_cell(out, x, y, w, "#e2dcc6", "l", c->col.label[k]);
            else
                draw_cell(out, x, y, w,
                          is_lit(r, k, lit) ? "#ffd24a"
                          : r % 2           ? "#f5f2e4"
                                            : "#fff",
                          "c", st_chart_text(c, r, k));
            x += w;
        }
    }
    return y - top;
}

void st_svg_chart(struct st_buf *out, const struct st_chart *c, int row, int col)
{
    struct svg_lit lit = { .chart = c,
                           .cell[0] = { .chart = c, .row = (int16_t)row, .col = (int16_t)col },
                           .n = 1 };
    int width = 2 * SVG_LEFT + svg_chart_width(c, &lit), letters, lines = 0;
    char title[400], axes[400];

    snprintf(title, sizeof title, "%s%s%s", c->para, c->para[0] ? "  " : "", c->title);
    snprintf(axes, sizeof axes, "Rows: %s.%s%s", c->row.name, c->col.name[0] ? " Columns: " : "",
             c->col.name);
    width = width < 560 ? 560 : width;
    letters = (width - 2 * SVG_LEFT) / 7;
    for (int i = 0; i < c->nnotes; i++)
        lines += remark(NULL, c->note[i].text, letters, 0);
    svg_open(out, width, CHART_TOP + CELL_HIGH * (c->row.n + 1) + SVG_LINE * lines + 40, c->title,
             chart_style);
    svg_text(out, SVG_LEFT, 34, "t", title);
    svg_text(out, SVG_LEFT, 58, "m", axes);
    int y = CHART_TOP + svg_chart_grid(out, c, CHART_TOP, &lit) + 24;
    for (int i = 0; i < c->nnotes; i++)
        y += SVG_LINE * remark(out, c->note[i].text, letters, y);
    svg_close(out);
}
