/* svg_plane.c - a bare table seen from above: ground, zones of control, arcs of fire, bases with their
 * fronts. One millimetre is one pixel; north is up. */
#include "view/svg.h"

#include <stdio.h>
#include <string.h>

static const char style[] = ".gl{font-size:10px;font-style:italic;fill:#555;text-anchor:middle}"
                            ".el{font-size:9px;font-weight:bold;fill:#fff;text-anchor:middle}"
                            ".rule{font-size:9px;fill:#6b675c}";

static bool fits(const struct st_plan *p)
{
    return p->table.x > 0 && p->table.y > 0;
}

static void measure(const struct st_plan *p, int *width, int *height)
{
    *width = 2 * SVG_LEFT + p->table.x / ST_MM;
    *height = p->table.y / ST_MM + SVG_LINE;
}

struct paint {
    const char *look, *fill, *ink;
};
static const struct paint paints[] = {
    { "woods", "#b9d0a0", "#47683a" }, { "field", "#dfd48f", "#8a7a2c" },
    { "town", "#dcb9ac", "#7a3b2a" },  { "marsh", "#d3e2d4", "#4a7c86" },
    { "rough", "#d8cfa8", "#7b6d45" }, { "hill", "#ddc99a", "#7b6d45" },
    { "steep", "#b98d5a", "#5d4020" }, { "river", "#9cc7e0", "#2f6f97" },
    { "dry", "#e3d6b0", "#9c8a55" },   { "bridge", "#c9bfae", "#5b4a33" },
    { "works", "none", "#5b4a33" },    { "wall", "none", "#444444" },
};
enum { PAINTS = sizeof paints / sizeof paints[0] };

static const struct paint *paint_of(const char *look)
{
    static const struct paint other = { "", "#dddddd", "#555555" };

    for (int i = 0; i < PAINTS; i++)
        if (strcmp(paints[i].look, look) == 0)
            return &paints[i];
    return &other;
}

/* ---- points ------------------------------------------------------------------------------ */

static double mm(int32_t um)
{
    return (double)um / (int)ST_MM;
}

static double px(int32_t x)
{
    return (int)SVG_LEFT + mm(x);
}

static double py(const struct st_plan *p, int32_t y)
{
    return (int)SVG_TOP + mm(p->table.y - y);
}

static void points(struct st_buf *out, const struct st_plan *p, const struct st_point *at, int n)
{
    for (int i = 0; i < n; i++)
        st_buf_add(out, "%s%.2f,%.2f", i ? " " : "", px(at[i].x), py(p, at[i].y));
}

static void middle_of(const struct st_scene_shape *x, struct st_point *out)
{
    int64_t sx = 0, sy = 0;

    for (int i = 0; i < x->n; i++) {
        sx += x->point[i].x;
        sy += x->point[i].y;
    }
    *out = (struct st_point){ (int32_t)(sx / x->n), (int32_t)(sy / x->n) };
}

/* ---- ground, zones, arcs ----------------------------------------------------------------- */

static void draw_shape(struct st_buf *out, const struct st_plan *p, const struct st_scene_shape *x)
{
    const struct paint *paint = paint_of(x->look);
    const char *side = svg_side_fill[x->side < ST_SIDES ? x->side : 0];

    if (x->n < 2)
        return;
    st_buf_add(out, x->kind == ST_SHAPE_LINE ? "<polyline points=\"" : "<polygon points=\"");
    points(out, p, x->point, x->n);
    switch (x->kind) {
    case ST_SHAPE_LINE:
        st_buf_add(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\"/>\n", paint->ink);
        break;
    case ST_SHAPE_ZONE:
        st_buf_add(out,
                   "\" fill=\"%s\" fill-opacity=\"0.13\" stroke=\"%s\" "
                   "stroke-opacity=\"0.4\" stroke-width=\"0.6\"/>\n",
                   side, side);
        break;
    case ST_SHAPE_ARC:
        st_buf_add(out,
                   "\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.35\" "
                   "stroke-width=\"0.8\" stroke-dasharray=\"4 4\"/>\n",
                   side);
        break;
    default:
        st_buf_add(out, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1\"/>\n", paint->fill,
                   paint->ink);
    }
    if (x->label[0]) {
        struct st_point middle;
        char words[40];

        middle_of(x, &middle);
        snprintf(words, sizeof words, "%s %s", x->label, x->look);
        svg_text(out, px(middle.x), py(p, middle.y) + (x->kind == ST_SHAPE_LINE ? 14 : 4), "gl",
                 words);
    }
}

/* ---- pieces ------------------------------------------------------------------------------ */

static bool off(const struct st_scene_piece *x)
{
    return x->base.right <= x->base.left && x->radius == 0;
}

/* An arrow head on the middle of the front. */
static void draw_front(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    const int32_t um = 4000;
    struct st_pose pose = x->base.pose;
    const struct st_point head[3] = { st_pose_out(pose, -um, x->base.front),
                                      st_pose_out(pose, um, x->base.front),
                                      st_pose_out(pose, 0, x->base.front + um + um / 2) };

    st_buf_add(out, "<polygon points=\"");
    points(out, p, head, 3);
    st_buf_add(out, "\" fill=\"%s\"/>\n", svg_side_fill[x->side < ST_SIDES ? x->side : 0]);
}

static void draw_piece(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    const char *fill = svg_side_fill[x->side < ST_SIDES ? x->side : 0];
    struct st_point corner[4], centre = st_box_centre(&x->base);
    char words[48];

    if (x->radius && x->base.front - x->base.back <= 2 * x->radius) {
        st_buf_add(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\"/>\n", px(centre.x),
                   py(p, centre.y), mm(x->radius), fill);
    } else {
        st_box_corners(corner, &x->base);
        st_buf_add(out, "<polygon points=\"");
        points(out, p, corner, 4);
        st_buf_add(out, "\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"0.7\"%s/>\n", fill,
                   x->states[0] ? " fill-opacity=\"0.75\"" : "");
    }
    draw_front(out, p, x);
    /* Upright however the base is turned: a label that stands on its head helps nobody. */
    snprintf(words, sizeof words, "%s %s", st_view_piece(p, x->piece), x->symbol);
    svg_text(out, px(centre.x), py(p, centre.y) + 3, "el", words);
}

/* ---- the ground -------------------------------------------------------------------------- */

static void draw(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    enum { EVERY = 100 };
    int width = p->table.x / ST_MM, height = p->table.y / ST_MM;

    st_buf_add(out,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#e9e5c9\" "
               "stroke=\"#8d8774\"/>\n",
               SVG_LEFT, SVG_TOP, width, height);
    for (int i = 0; i < s->nshapes; i++)
        draw_shape(out, p, &s->shape[i]);
    for (int i = 0; i < s->npieces; i++)
        if (!off(&s->piece[i]))
            draw_piece(out, p, &s->piece[i]);
    for (int mm = EVERY; mm < width; mm += EVERY) {
        char words[8];

        snprintf(words, sizeof words, "%d", mm);
        svg_text(out, SVG_LEFT + mm - 8, SVG_TOP + height + 11, "rule", words);
    }
    for (int mm = EVERY; mm < height; mm += EVERY) {
        char words[8];

        snprintf(words, sizeof words, "%d", mm);
        svg_text(out, 2, SVG_TOP + height - mm + 3, "rule", words);
    }
}

static void signs(const struct st_scene *s, char *out, size_t size)
{
    bool zone = false, arc = false;

    for (int i = 0; i < s->nshapes; i++) {
        zone |= s->shape[i].kind == ST_SHAPE_ZONE;
        arc |= s->shape[i].kind == ST_SHAPE_ARC;
    }
    snprintf(out, size, "mm from the south-west corner; an arrow on the front%s%s",
             zone ? "; tinted: zones of control" : "", arc ? "; dashed: arcs of fire" : "");
}

const struct svg_ground svg_plane = { fits, style, measure, draw, off, signs };
