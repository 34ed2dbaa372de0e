/* svg_hexes.c - a hex map with its counters. Colours of the ground follow the look, as on a printed
 * map. */
#include "view/svg.h"

#include <stdio.h>
#include <string.h>

static const double side_px = 40;   /* length of a hex side */
static const double high_px = 34.6; /* half the height of a hex: side_px * sqrt(3) / 2 */

static const char style[] = ".n{font-size:9px;fill:#6b675c;text-anchor:middle}"
                            ".p{font-size:10px;font-style:italic;fill:#333;text-anchor:middle}"
                            ".i{font-size:9px;fill:#fff;text-anchor:start}"
                            ".s{font-size:15px;font-weight:bold;fill:#fff;text-anchor:middle}"
                            ".f{font-size:11px;fill:#fff;text-anchor:end}"
                            ".w{font-size:13px;font-weight:bold;fill:#fff;text-anchor:end}"
                            ".g{font-size:12px;text-anchor:middle}"
                            ".h{stroke:#8d8774;stroke-width:1}";

static bool fits(const struct st_plan *p)
{
    return p->grid.cols > 0 && p->cell;
}

static void measure(const struct st_plan *p, int *width, int *height)
{
    struct st_window w = st_plan_window(p);

    *width = (int)(2 * SVG_LEFT + side_px * (1.5 * w.cols + 0.5));
    *height = (int)(high_px * (2 * w.rows + 1));
}

struct paint {
    const char *look, *fill[4], *glyph, *ink;
};
static const struct paint paints[] = {
    { "clear", { "#e9e5c9", "#ddc99a", "#cda873", "#b98d5a" }, "", "#000" },
    { "woods", { "#b9d0a0", "#a8bf86", "#98ac73", "#8a9a66" }, "♣", "#47683a" },
    { "forest", { "#b9d0a0", "#a8bf86", "#98ac73", "#8a9a66" }, "♣", "#47683a" },
    { "marsh", { "#d3e2d4", "#c8d8bd", "#bccda9", "#b0c198" }, "∴", "#4a7c86" },
    { "river", { "#9cc7e0", "#9cc7e0", "#9cc7e0", "#9cc7e0" }, "≈", "#2f6f97" },
    { "lake", { "#9cc7e0", "#9cc7e0", "#9cc7e0", "#9cc7e0" }, "≈", "#2f6f97" },
    { "ford", { "#bfe0ee", "#bfe0ee", "#bfe0ee", "#bfe0ee" }, "~", "#2f6f97" },
    { "bridge", { "#c9bfae", "#c9bfae", "#c9bfae", "#c9bfae" }, "=", "#5b4a33" },
    { "town", { "#dcb9ac", "#dcb9ac", "#dcb9ac", "#dcb9ac" }, "⌂", "#7a3b2a" },
    { "village", { "#dcb9ac", "#dcb9ac", "#dcb9ac", "#dcb9ac" }, "⌂", "#7a3b2a" },
    { "rough", { "#d8cfa8", "#cdc196", "#c2b385", "#b7a576" }, "^", "#7b6d45" },
    { "hill", { "#ddc99a", "#ddc99a", "#cda873", "#b98d5a" }, "^", "#7b6d45" },
    { "mountain", { "#c0a884", "#c0a884", "#b0946c", "#a08058" }, "▲", "#5d4a30" },
    { "heath", { "#dfd3b4", "#d5c6a2", "#cab98f", "#bfac7d" }, "‚", "#8a6a86" },
    { "swamp", { "#b9cfc4", "#b0c5b4", "#a5baa2", "#9aaf91" }, "∴", "#2f5d66" },
};
enum { PAINTS = sizeof paints / sizeof paints[0] };

static const struct paint *paint_of(const char *look)
{
    static const struct paint other = {
        "", { "#dddddd", "#cfcfcf", "#c1c1c1", "#b3b3b3" }, "", "#444"
    };

    for (int i = 0; i < PAINTS; i++)
        if (strcmp(paints[i].look, look) == 0)
            return &paints[i];
    return &other;
}

static void centre(const struct st_plan *p, int hex, double *x, double *y)
{
    struct st_window w = st_plan_window(p);
    int col = hex / p->grid.rows, row = hex % p->grid.rows;

    *x = (double)SVG_LEFT + side_px + 1.5 * side_px * (col - w.col);
    *y = (double)SVG_TOP + high_px * (2 * (row - w.row) + 1 + (col & 1));
}

/* Corner i of a hex, clockwise from the upper left; side d runs from corner d to corner d + 1. */
static void corner(double x, double y, int i, double *cx, double *cy)
{
    static const double dx[] = { -0.5, 0.5, 1, 0.5, -0.5, -1 };
    static const int dy[] = { -1, -1, 0, 1, 1, 0 };

    *cx = x + dx[i % 6] * side_px;
    *cy = y + dy[i % 6] * high_px;
}

static void draw_hex(struct st_buf *out, const struct st_plan *p, int hex)
{
    const struct st_cell *cell = &p->cell[hex];
    const struct paint *paint = paint_of(cell->look);
    int level = cell->level < 0 ? 0 : cell->level > 3 ? 3 : cell->level;
    double x, y, cx, cy;
    char name[6], height[16];

    centre(p, hex, &x, &y);
    st_buf_add(out, "<polygon class=\"h\" fill=\"%s\" points=\"", paint->fill[level]);
    for (int i = 0; i < 6; i++) {
        corner(x, y, i, &cx, &cy);
        st_buf_add(out, "%s%.1f,%.1f", i ? " " : "", cx, cy);
    }
    st_buf_add(out, "\"/>\n");
    st_hex_name(&p->grid, hex, name);
    svg_text(out, x, y - high_px + 11, "n", name);
    if (paint->glyph[0])
        for (int i = -1; i <= 1; i++)
            st_buf_add(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"g\" fill=\"%s\">%s</text>\n",
                       x + 14 * i, y + (i ? 12 : 0), paint->ink, paint->glyph);
    else if (strcmp(cell->look, "clear") != 0)
        svg_text(out, x, y + 4, "n", cell->look);
    if (cell->level) {
        snprintf(height, sizeof height, "%d", cell->level);
        svg_text(out, x + side_px - 12, y + 4, "n", height);
    }
}

static void draw_edge(struct st_buf *out, const struct st_plan *p, const struct st_edge *e)
{
    static const char *const look[] = {
        "stroke=\"#8a5a2b\" stroke-width=\"4\"",
        "stroke=\"#222\" stroke-width=\"3\" stroke-dasharray=\"6 3\"",
        "stroke=\"#2f7fb5\" stroke-width=\"6\" stroke-linecap=\"round\"",
        "stroke=\"#2f7fb5\" stroke-width=\"4\" stroke-dasharray=\"8 2\"",
        "stroke=\"#4a4239\" stroke-width=\"6\"",
    };
    double x, y, ax, ay, bx, by;

    if (e->kind > ST_EDGE_WALL || !st_in_window(p, e->hex))
        return;
    centre(p, e->hex, &x, &y);
    corner(x, y, e->dir, &ax, &ay);
    corner(x, y, e->dir + 1, &bx, &by);
    if (e->kind == ST_EDGE_ROAD || e->kind == ST_EDGE_RAIL) {
        bx = (ax + bx) / 2, by = (ay + by) / 2;
        ax = x, ay = y;
    }
    st_buf_add(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", ax, ay, bx, by,
               look[e->kind]);
}

static bool has_state(const struct st_scene_piece *x, const char *word)
{
    struct st_span all = st_span_of(x->states);

    for (struct st_span w; (w = st_span_word(&all)).len;)
        if (st_span_is(w, word))
            return true;
    return false;
}

/* States without a sign of their own, as words under the counter. */
static void other_states(struct st_buf *out, const struct st_scene_piece *x, double cx, double y)
{
    struct st_span all = st_span_of(x->states);
    char line[sizeof x->states + 1] = "";

    for (struct st_span w; (w = st_span_word(&all)).len;)
        if (!st_span_is(w, "wall") && !st_span_is(w, "suppressed"))
            snprintf(line + strlen(line), sizeof line - strlen(line), "%s%.*s", line[0] ? " " : "",
                     (int)w.len, w.at);
    if (line[0])
        svg_text(out, cx, y, "n", line);
}

static const int counter_px = 42;

static void draw_counter(struct st_buf *out, const struct st_plan *p,
                         const struct st_scene_piece *x, int depth)
{
    int side = x->side < ST_SIDES ? x->side : 0;
    double cx, cy, left, top;

    centre(p, x->hex, &cx, &cy);
    cx += 4 * depth, cy -= 4 * depth;
    left = cx - counter_px / 2.0, top = cy - counter_px / 2.0 + 5;
    st_buf_add(out, "<g><title>");
    svg_escape(out, st_view_piece(p, x->piece));
    st_buf_add(out, " ");
    svg_escape(out, p->side[side]);
    st_buf_add(out, " %d/%d ", x->steps, x->steps_full);
    svg_escape(out, x->states);
    st_buf_add(out,
               "</title>\n<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"%d\" "
               "fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>\n",
               left, top, counter_px, counter_px, svg_side_corner(side, counter_px),
               svg_side_fill[side], x->can_act ? "#ffd24a" : "#222", x->can_act ? "2.5" : "1");
    if (x->worn)
        st_buf_add(out,
                   "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#fff\" "
                   "stroke-width=\"1.5\" opacity=\"0.55\"/>\n",
                   left + 4, top + counter_px - 4, left + counter_px - 4, top + 4);
    svg_text(out, left + 5, top + 11, "i", st_view_piece(p, x->piece));
    svg_text(out, cx, top + 27, "s", x->symbol);
    svg_text(out, left + counter_px - 5, top + counter_px - 5, "f", x->factors);
    for (int i = 0; i < x->steps_full && i < 6 && strlen(x->factors) <= 2; i++) /* else no room */
        st_buf_add(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.4\" fill=\"%s\" stroke=\"#fff\"/>\n",
                   left + 8 + 7 * i, top + counter_px - 9, i < x->steps ? "#fff" : "none");
    if (has_state(x, "wall"))
        st_buf_add(out,
                   "<path d=\"M%.1f %.1fh%d\" stroke=\"#222\" stroke-width=\"7\"/>\n"
                   "<path d=\"M%.1f %.1fh%d\" stroke=\"#f0cf57\" stroke-width=\"5\" "
                   "stroke-dasharray=\"6 1.2\"/>\n",
                   left - 1, top - 1, counter_px + 2, left, top - 1, counter_px);
    if (has_state(x, "suppressed"))
        svg_text(out, left + counter_px - 5, top + 13, "w", "!");
    other_states(out, x, cx, top + counter_px + 9);
    st_buf_add(out, "</g>\n");
}

static int pieces_below(const struct st_scene *s, int i)
{
    int n = 0;

    for (int k = 0; k < i; k++)
        n += s->piece[k].hex == s->piece[i].hex;
    return n;
}

static bool is_held(const struct st_scene *s, int hex)
{
    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].hex == hex)
            return true;
    return false;
}

static void draw_places(struct st_buf *out, const struct st_plan *p)
{
    double x, y;

    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (p->cell[h].label && p->cell[h].label[0] && st_in_window(p, h)) {
            centre(p, h, &x, &y);
            svg_text(out, x, y + high_px - 5, "p", p->cell[h].label);
        }
}

static bool anywhere(const struct st_scene *s, const char *state)
{
    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].hex >= 0 && has_state(&s->piece[i], state))
            return true;
    return false;
}

/* Words for the signs on the counters. */
static void signs(const struct st_scene *s, char *out, size_t size)
{
    snprintf(out, size,
             "White dots: steps left. Yellow frame: may act. Slanting line: reduced.%s%s",
             anywhere(s, "wall") ? " Yellow bar: wall." : "",
             anywhere(s, "suppressed") ? " !: suppressed." : "");
}

static void draw(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    double x, y;

    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (st_in_window(p, h))
            draw_hex(out, p, h);
    for (int i = 0; i < p->nedges; i++)
        draw_edge(out, p, &p->edge[i]);
    draw_places(out, p);
    for (int i = 0; i < s->npieces; i++)
        if (st_in_window(p, s->piece[i].hex))
            draw_counter(out, p, &s->piece[i], pieces_below(s, i));
    for (int i = 0; i < s->nmarks; i++) {
        if (!st_in_window(p, s->mark[i].hex))
            continue;
        centre(p, s->mark[i].hex, &x, &y);
        if (is_held(s, s->mark[i].hex)) /* beside the number, where no counter covers it */
            svg_text(out, x + 26, y - high_px + 20, "p", s->mark[i].text);
        else
            svg_text(out, x, y + 4, "p", s->mark[i].text);
    }
}

static bool off(const struct st_scene_piece *x)
{
    return x->hex < 0;
}

const struct svg_ground svg_hexes = { fits, style, measure, draw, off, signs };
