/* svg_map.c - a position as a picture: the frame around whatever ground the game has. */
#include "view/svg.h"

enum { LEAST_WIDTH = 480, NO_MAP_WIDTH = 640, SWATCH = 14 };

static const struct svg_ground *const grounds[] = { &svg_hexes, &svg_plane };

static const char frame_style[] = ".t{font-size:17px;font-weight:bold;fill:#222}"
                                  ".m{font-size:12px;fill:#333}";

static const struct svg_ground *ground_of(const struct st_plan *p)
{
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++)
        if (grounds[i]->fits(p))
            return grounds[i];
    return NULL;
}

/* A side's colour and shape, its name, and which of its pieces are off the map. */
static void side_line(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                      const struct svg_ground *g, int side, int y)
{
    struct st_buf words = { 0 };

    st_buf_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\"/>\n",
               SVG_LEFT, y - 11, SWATCH, SWATCH, svg_side_corner(side, SWATCH),
               svg_side_fill[side]);
    st_buf_add(&words, "%s", p->side[side]);
    for (int i = 0, n = 0; i < s->npieces && g; i++)
        if (g->off(&s->piece[i]) && s->piece[i].side == side)
            st_buf_add(&words, "%s%s",
                       n++ ? " " : "; off the map: ", st_view_piece(p, s->piece[i].piece));
    svg_text(out, SVG_LEFT + 20, y, "m", st_buf_text(&words));
    out->failed |= words.failed;
    st_buf_free(&words);
}

static void lines_below(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                        const struct svg_ground *g, int y)
{
    char signs[200] = "";

    for (int side = 0; side < ST_SIDES; side++, y += SVG_LINE)
        side_line(out, p, s, g, side, y);
    if (g)
        g->signs(s, signs, sizeof signs);
    svg_text(out, SVG_LEFT, y, "m", signs);
    y += SVG_LINE;
    for (int i = 0; i < s->nnotes; i++, y += SVG_LINE)
        svg_text(out, SVG_LEFT, y, "m", s->note[i]);
}

void st_svg_map(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    const struct svg_ground *g = ground_of(p);
    int width = NO_MAP_WIDTH, height = 0;
    struct st_buf style = { 0 };

    if (g)
        g->measure(p, &width, &height);
    st_buf_add(&style, "%s%s", g ? g->style : "", frame_style);
    int bottom = SVG_TOP + height + 26;
    svg_open(out, width < LEAST_WIDTH ? LEAST_WIDTH : width,
             bottom + SVG_LINE * (s->nnotes + ST_SIDES + 1) + 12, p->title, st_buf_text(&style));
    svg_text(out, SVG_LEFT, 28, "t", p->title);
    svg_text(out, SVG_LEFT, 48, "m", s->prompt);
    if (g)
        g->draw(out, p, s);
    lines_below(out, p, s, g, bottom);
    svg_close(out);
    out->failed |= style.failed;
    st_buf_free(&style);
}
