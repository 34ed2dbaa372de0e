/* svg_plane.c - a bare table seen from above, to scale: ground, zones of control, arcs of fire,
 * bases with their fronts. North is up. */
#include "view/svg.h"

#include <stdio.h>
#include <string.h>

enum { WIDE = 1260 }; /* pixels the table is drawn across, however large it is */

static const char style[] = ".gl{font-size:12px;font-style:italic;fill:#4a463c;text-anchor:middle}"
                            ".el{font-size:11px;font-weight:bold;fill:#fff;text-anchor:middle}"
                            ".es{font-size:10px;font-weight:bold;fill:#fff;text-anchor:middle}"
                            ".eb{font-size:9px;fill:#333;text-anchor:middle}"
                            ".rule{font-size:10px;fill:#6b675c;text-anchor:middle}"
                            ".grid{stroke:#8d8774;stroke-opacity:0.25;stroke-width:0.7}";

static bool fits(const struct st_plan *p)
{
    return p->table.x > 0 && p->table.y > 0;
}

/* Pixels of a length in um. */
static double pixels(const struct st_plan *p, int32_t um)
{
    return (double)um * (int)WIDE / p->table.x;
}

static void measure(const struct st_plan *p, int *width, int *height)
{
    *width = 2 * SVG_LEFT + WIDE;
    *height = (int)pixels(p, p->table.y) + SVG_LINE;
}

struct paint {
    const char *look, *fill, *ink;
    const char *sign; /* strewn over it: a path in a square of SIGN pixels */
    const char *dash; /* of a line */
    int edge;         /* width of the outline, if not 1 */
};
static const struct paint paints[] = {
    { "woods", "#b9d0a0", "#47683a",
      "M4 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0m12 11a4 4 0 1 0 8 0a4 4 0 1 0-8 0", NULL, 0 },
    { "bushes", "#d0d9ae", "#7f8a45",
      "M5 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0m13 3a2 2 0 1 0 4 0a2 2 0 1 0-4 0m-7 11a2 2 0 1 0 4 0a2 2 0"
      " 1 0-4 0", NULL, 0 },
    { "field", "#dfd48f", "#8a7a2c", "M2 7h22M2 14h22M2 21h22", NULL, 0 },
    { "town", "#dcb9ac", "#7a3b2a", "M3 5h9v6H3zM14 16h8v6h-8z", NULL, 0 },
    { "building", "#dcb9ac", "#7a3b2a", NULL, NULL, 4 },
    { "marsh", "#d3e2d4", "#4a7c86", "M4 12h12M10 12V6M7 12L5 8M13 12L15 8", NULL, 0 },
    { "rough", "#d8cfa8", "#7b6d45", "M4 11l3-5l4 1l2 4zM16 22l2-4l4 1l1 3z", NULL, 0 },
    { "rocks", "#d5d0c4", "#6b665c", "M3 11l3-6l5 1l2 5zM15 23l3-6l4 1l2 5zM14 8l2-3l3 3z", NULL,
      0 },
    { "hill", "#ddc99a", "#7b6d45", NULL, NULL, 0 },
    { "steep", "#b98d5a", "#5d4020", "M6 3l2 8M15 3l2 8M10 15l2 8M19 15l2 8", NULL, 0 },
    { "river", "#9cc7e0", "#2f6f97", "M3 9q3-3 6 0t6 0M11 20q3-3 6 0t6 0", NULL, 0 },
    { "water", "#9cc7e0", "#2f6f97", "M3 9q3-3 6 0t6 0M11 20q3-3 6 0t6 0", NULL, 0 },
    { "channel", "#b7d5e2", "#2f6f97", "M4 13q3-3 6 0t6 0", NULL, 0 },
    { "ford", "#dfe3d0", "#5d98b8", "M4 13q3-3 6 0t6 0M20 4h.1M19 22h.1", NULL, 0 },
    { "dry", "#e3d6b0", "#9c8a55", "M5 8h.1M16 5h.1M11 16h.1M21 20h.1", NULL, 0 },
    { "road", "#f4eedd", "#8e6a3d", NULL, NULL, 0 },
    { "bridge", "#c9bfae", "#5b4a33", NULL, NULL, 2 },
    { "clear", "none", "none", NULL, NULL, 0 },
    { "goods", "#e8dfc8", "#5b4a33", NULL, NULL, 0 },
    { "horse", "#a9835c", "#4a3420", NULL, NULL, 0 },
    { "works", "none", "#5b4a33", NULL, NULL, 0 },
    { "wall", "none", "#444444", NULL, NULL, 0 },
    { "bank", "none", "#6f7d3a", NULL, NULL, 0 },
    { "fence", "none", "#8a6a3d", NULL, "12 3", 0 },
    { "stakes", "none", "#5b4a33", NULL, "2 3", 0 },
    { "door", "none", "#fdf7e6", NULL, NULL, 0 },
    { "window", "none", "#bfe0ee", NULL, NULL, 0 },
};
enum { PAINTS = sizeof paints / sizeof paints[0], SIGN = 26 };

static const struct paint *paint_of(const char *look)
{
    static const struct paint other = { "", "#dddddd", "#555555", NULL, NULL, 0 };

    for (int i = 0; i < PAINTS; i++)
        if (strcmp(paints[i].look, look) == 0)
            return &paints[i];
    return &other;
}

static bool used(const struct st_scene *s, const char *look)
{
    for (int i = 0; i < s->nshapes; i++)
        if (strcmp(s->shape[i].look, look) == 0)
            return true;
    return false;
}

/* The fill with its signs, for every look that lies on the table. */
static void define_patterns(struct st_buf *out, const struct st_scene *s)
{
    for (int i = 0; i < PAINTS; i++)
        if (paints[i].sign && used(s, paints[i].look))
            st_buf_add(out,
                       "<pattern id=\"look-%s\" width=\"%d\" height=\"%d\" "
                       "patternUnits=\"userSpaceOnUse\"><rect width=\"%d\" height=\"%d\" "
                       "fill=\"%s\"/><path d=\"%s\" fill=\"none\" stroke=\"%s\" "
                       "stroke-opacity=\"0.6\" stroke-linecap=\"round\"/></pattern>\n",
                       paints[i].look, SIGN, SIGN, SIGN, SIGN, paints[i].fill, paints[i].sign,
                       paints[i].ink);
}

/* ---- points ------------------------------------------------------------------------------ */

static double px(const struct st_plan *p, int32_t x)
{
    return (int)SVG_LEFT + pixels(p, x);
}

static double py(const struct st_plan *p, int32_t y)
{
    return (int)SVG_TOP + pixels(p, p->table.y - y);
}

static void points(struct st_buf *out, const struct st_plan *p, const struct st_point *at, int n)
{
    for (int i = 0; i < n; i++)
        st_buf_add(out, "%s%.2f,%.2f", i ? " " : "", px(p, at[i].x), py(p, at[i].y));
}

/* Where the name of a piece of ground stands: high up in it, since troops stand in the middle. */
static void name_place(const struct st_plan *p, const struct st_scene_shape *x, double *at_x,
                       double *at_y)
{
    double sx = 0, sy = 0, top = py(p, x->point[0].y);

    for (int i = 0; i < x->n; i++) {
        double y = py(p, x->point[i].y);

        sx += px(p, x->point[i].x);
        sy += y;
        top = y < top ? y : top;
    }
    *at_x = sx / x->n;
    *at_y = x->kind == ST_SHAPE_LINE ? sy / x->n + 16 : (sy / x->n + 4 * top) / 5 + 9;
}

/* Is there room for so many letters from one side of a shape to the other? */
static bool has_room(const struct st_plan *p, const struct st_scene_shape *x, size_t letters)
{
    const double letter = 6.2;
    int32_t left = x->point[0].x, right = left;

    for (int i = 1; i < x->n; i++) {
        left = x->point[i].x < left ? x->point[i].x : left;
        right = x->point[i].x > right ? x->point[i].x : right;
    }
    return x->kind == ST_SHAPE_LINE || letter * (double)letters < pixels(p, right - left);
}

/* The name, and what it is, unless the name says so or fills the shape. */
static void draw_name(struct st_buf *out, const struct st_plan *p, const struct st_scene_shape *x)
{
    double at_x, at_y;
    char words[40];

    snprintf(words, sizeof words, "%s %s", x->label, x->look);
    if (strstr(x->label, x->look) || !has_room(p, x, strlen(words)))
        snprintf(words, sizeof words, "%s", x->label);
    name_place(p, x, &at_x, &at_y);
    svg_text(out, at_x, at_y, "gl", words);
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
        st_buf_add(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"5\"", paint->ink);
        if (paint->dash)
            st_buf_add(out, " stroke-dasharray=\"%s\"", paint->dash);
        st_buf_add(out, "/>\n");
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
        st_buf_add(out, paint->sign ? "\" fill=\"url(#look-%s)\"" : "\" fill=\"%s\"",
                   paint->sign ? paint->look : paint->fill);
        st_buf_add(out, " stroke=\"%s\" stroke-width=\"%d\"/>\n", paint->ink,
                   paint->edge ? paint->edge : 1);
    }
    if (x->label[0])
        draw_name(out, p, x);
}

/* ---- pieces ------------------------------------------------------------------------------ */

static bool off(const struct st_scene_piece *x)
{
    return x->base.right <= x->base.left && x->radius == 0;
}

static const char *fill_of(const struct st_scene_piece *x)
{
    return svg_side_fill[x->side < ST_SIDES ? x->side : 0];
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
    st_buf_add(out, "\" fill=\"%s\"/>\n", fill_of(x));
}

/* A light band along the front, seen in the middle of a column too, where the arrow is covered. */
static void draw_band(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    struct st_box band = x->base;
    struct st_point corner[4];

    band.back = band.front - (band.front - band.back) / 8;
    st_box_corners(corner, &band);
    st_buf_add(out, "<polygon points=\"");
    points(out, p, corner, 4);
    st_buf_add(out, "\" fill=\"#fff\" fill-opacity=\"0.6\"/>\n");
}

static bool round_base(const struct st_scene_piece *x)
{
    return x->radius && x->base.front - x->base.back <= 2 * x->radius;
}

/* Whoever is in some state (engaged, fled...) has a golden edge; the words are in the tooltip. */
static void draw_base(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    const char *edge = x->states[0] ? "#f2b705" : "#ffffff";
    double wide = x->states[0] ? 2.0 : 0.8;
    struct st_point corner[4], centre = st_box_centre(&x->base);

    if (round_base(x)) {
        st_buf_add(out,
                   "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" stroke=\"%s\" "
                   "stroke-width=\"%.1f\"/>\n",
                   px(p, centre.x), py(p, centre.y), pixels(p, x->radius), fill_of(x), edge, wide);
        return;
    }
    st_box_corners(corner, &x->base);
    st_buf_add(out, "<polygon points=\"");
    points(out, p, corner, 4);
    st_buf_add(out, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n", fill_of(x), edge,
               wide);
    draw_band(out, p, x);
}

/* A small base holds its name only; what it is stands below it. */
static void draw_small_label(struct st_buf *out, const struct st_plan *p,
                             const struct st_scene_piece *x)
{
    struct st_point centre = st_box_centre(&x->base);
    double low = py(p, centre.y) + pixels(p, x->radius ? x->radius : x->base.right);

    svg_text(out, px(p, centre.x), py(p, centre.y) + 3, "es", st_view_piece(p, x->piece));
    svg_text(out, px(p, centre.x), low + 9, "eb", x->symbol);
}

/* The label lies along the base, turned so that it never stands on its head. */
static void draw_label(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    const double degree = 4, small = 40; /* quarter degrees; pixels */
    struct st_point centre = st_box_centre(&x->base);
    double turn = st_heading(x->base.pose.facing) / degree;

    if (pixels(p, x->base.right - x->base.left) < small) {
        draw_small_label(out, p, x);
        return;
    }
    turn = turn > 90 && turn < 270 ? turn - 180 : turn >= 270 ? turn - 360 : turn;
    st_buf_add(out, "<text class=\"el\" transform=\"translate(%.2f %.2f) rotate(%.2f)\" y=\"4\">",
               px(p, centre.x), py(p, centre.y), turn);
    svg_escape(out, st_view_piece(p, x->piece));
    st_buf_add(out, " ");
    svg_escape(out, x->symbol);
    st_buf_add(out, "%s</text>\n", strchr(x->factors, '*') ? " ★" : "");
}

static void draw_piece(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    struct st_point at = st_point_to_mm(x->base.pose.at);

    st_buf_add(out, "<g><title>");
    svg_escape(out, st_view_piece(p, x->piece));
    st_buf_add(out, " ");
    svg_escape(out, x->symbol);
    st_buf_add(out, " ");
    svg_escape(out, x->factors);
    st_buf_add(out, ", %d %d heading %d%s", at.x, at.y, x->base.pose.facing,
               x->states[0] ? ": " : "");
    svg_escape(out, x->states);
    st_buf_add(out, "</title>\n");
    draw_base(out, p, x);
    draw_label(out, p, x);
    st_buf_add(out, "</g>\n");
}

/* ---- the ground -------------------------------------------------------------------------- */

static void draw_rule(struct st_buf *out, const struct st_plan *p)
{
    enum { EVERY = 100 };
    double bottom = py(p, 0), right = px(p, p->table.x);
    char words[8];

    for (int mm = EVERY; mm < p->table.x / ST_MM; mm += EVERY) {
        double x = px(p, mm * ST_MM);

        st_buf_add(out, "<path class=\"grid\" d=\"M%.1f %d V%.1f\"/>\n", x, SVG_TOP, bottom);
        snprintf(words, sizeof words, "%d", mm);
        svg_text(out, x, bottom + 12, "rule", words);
    }
    for (int mm = EVERY; mm < p->table.y / ST_MM; mm += EVERY) {
        double y = py(p, mm * ST_MM);

        st_buf_add(out, "<path class=\"grid\" d=\"M%d %.1f H%.1f\"/>\n", SVG_LEFT, y, right);
        snprintf(words, sizeof words, "%d", mm);
        svg_text(out, SVG_LEFT / 2, y + 3, "rule", words);
    }
}

/* Ground first, then zones and arcs, which end at the edge of the table like everything else. */
static void draw(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    double high = pixels(p, p->table.y);

    st_buf_add(out,
               "<clipPath id=\"table\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.1f\"/>"
               "</clipPath>\n",
               SVG_LEFT, SVG_TOP, WIDE, high);
    define_patterns(out, s);
    st_buf_add(out,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.1f\" fill=\"#e9e5c9\" "
               "stroke=\"#8d8774\"/>\n",
               SVG_LEFT, SVG_TOP, WIDE, high);
    draw_rule(out, p);
    st_buf_add(out, "<g clip-path=\"url(#table)\">\n");
    for (int i = 0; i < s->nshapes; i++)
        draw_shape(out, p, &s->shape[i]);
    st_buf_add(out, "</g>\n");
    for (int i = 0; i < s->npieces; i++)
        if (!off(&s->piece[i]))
            draw_front(out, p, &s->piece[i]);
    for (int i = 0; i < s->npieces; i++)
        if (!off(&s->piece[i]))
            draw_piece(out, p, &s->piece[i]);
}

static void signs(const struct st_scene *s, char *out, size_t size)
{
    bool zone = false, arc = false, star = false, state = false;

    for (int i = 0; i < s->nshapes; i++) {
        zone |= s->shape[i].kind == ST_SHAPE_ZONE;
        arc |= s->shape[i].kind == ST_SHAPE_ARC;
    }
    for (int i = 0; i < s->npieces; i++) {
        star |= strchr(s->piece[i].factors, '*') != NULL;
        state |= !off(&s->piece[i]) && s->piece[i].states[0];
    }
    snprintf(out, size, "mm from the south-west corner; light edge and arrow: front%s%s%s%s",
             zone ? "; tinted: zones of control" : "", arc ? "; dashed: arcs of fire" : "",
             star ? "; ★ commander" : "", state ? "; golden edge: engaged, fled and the like" : "");
}

const struct svg_ground svg_plane = { fits, style, measure, draw, off, signs };
