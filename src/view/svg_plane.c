/* svg_plane.c - a bare table seen from above, to scale: ground, zones of control, arcs of fire, bases
 * with their figures, drawn from the sheet (looks.h). North is up. */
#include "view/svg.h"

#include "view/looks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 1260 }; /* pixels the table is drawn across, however large it is */

static bool fits(const struct st_plan *p)
{
    return p->table.x > 0 && p->table.y > 0;
}

static double measure(const struct st_plan *p, int *width, int *height)
{
    struct extent e = st_ground_extent(p);
    double scale = (double)WIDE * (double)ST_MM / p->table.x;

    *width = (int)((e.right - e.left) * scale);
    *height = (int)((e.bottom - e.top) * scale);
    return scale;
}

static void put_mm(struct st_buf *out, const struct st_plan *p, struct st_point at)
{
    st_buf_add(out, "%.2f,%.2f", (double)at.x / (double)ST_MM, (double)(p->table.y - at.y) / (double)ST_MM);
}

/* ---- zones and arcs ------------------------------------------------------------------------ */

static void draw_reach(struct st_buf *out, const struct st_plan *p, const struct st_scene_shape *x)
{
    int side = x->side == 1;

    st_buf_add(out, "<polygon class=\"%s-%d\" points=\"", x->kind == ST_SHAPE_ZONE ? "k-zone" : "k-arc",
               side);
    for (int i = 0; i < x->n; i++) {
        st_buf_add(out, i ? " " : "");
        put_mm(out, p, x->point[i]);
    }
    st_buf_add(out, "\"/>\n");
}

/* ---- how far somebody shoots -------------------------------------------------------------- */

static void put_path(struct st_buf *out, const struct st_plan *p, const struct st_point *at, int n)
{
    for (int i = 0; i < n; i++) {
        st_buf_add(out, i ? "L" : "M");
        put_mm(out, p, at[i]);
    }
    st_buf_add(out, n ? "Z" : "");
}

static void put_words(struct st_buf *out, const struct st_plan *p, struct st_point at, const char *class,
                      const char *text)
{
    svg_text(out, (double)at.x / (double)ST_MM, (double)(p->table.y - at.y) / (double)ST_MM, class, text);
}

/* The farthest first, so that the nearer ones are the deeper in colour. */
static void draw_bands(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                       const struct st_aim *a)
{
    const struct st_scene_piece *x = st_scene_find(s, a->piece);
    struct st_point at[ST_AIM_POINTS];

    for (int i = a->sight.nbands - 1; i >= 0; i--) {
        st_buf_add(out, "<path class=\"k-range\" d=\"");
        put_path(out, p, at, st_aim_outline(x, a, i, false, at));
        put_path(out, p, at, st_aim_outline(x, a, i, true, at));
        st_buf_add(out, "\"/>\n");
    }
}

/* What is needed in each band and how far it goes; the line to the target, and what is in its way. */
static void draw_sight(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                       const struct st_aim *a)
{
    const struct st_scene_piece *x = st_scene_find(s, a->piece);
    char text[80];

    for (int i = 0; i < a->sight.nbands; i++) {
        snprintf(text, sizeof text, "%s to %d mm", a->sight.band[i].needs, (int)(a->sight.band[i].to / ST_MM));
        put_words(out, p, st_aim_label(x, a, i), "k-range-needs", text);
    }
    if (a->target < 0)
        return;
    struct st_point from = x->base.pose.at, to = st_scene_find(s, a->target)->base.pose.at;
    int place = st_aim_place(s, a);
    st_buf_add(out, "<path class=\"k-sight%s\" d=\"M", a->clear ? "" : " k-shut");
    put_mm(out, p, from);
    st_buf_add(out, "L");
    put_mm(out, p, to);
    st_buf_add(out, "\"/>\n");
    const struct st_names *list = st_view_pieces(p);
    int by = a->why.by && !a->clear ? st_names_find(list, st_span_of(a->why.by)) : -1;
    const struct st_scene_piece *other = by >= 0 ? st_scene_find(s, by) : NULL;
    if (other) {
        st_buf_add(out, "<path class=\"k-in-the-way\" d=\"");
        struct st_point corner[4];

        st_box_corners(corner, &other->base);
        put_path(out, p, corner, 4);
        st_buf_add(out, "\"/>\n");
    } else if (place >= 0) {
        st_buf_add(out, "<path class=\"k-in-the-way\" d=\"");
        put_path(out, p, s->shape[place].point, s->shape[place].n);
        st_buf_add(out, "\"/>\n");
    }
    const struct st_point middle = { from.x / 2 + to.x / 2, from.y / 2 + to.y / 2 };
    put_words(out, p, middle, "k-range-needs", a->clear ? a->sight.needs : a->why.text);
}

/* ---- pieces -------------------------------------------------------------------------------- */

static bool off(const struct st_scene_piece *x)
{
    return x->base.right <= x->base.left && x->radius == 0;
}

struct measures { /* of a base in its own frame, front upwards; mm */
    double left, top, wide, deep, radius;
};

static struct measures measures_of(const struct st_scene_piece *x)
{
    return (struct measures){ (double)x->base.left / (double)ST_MM, -(double)x->base.front / (double)ST_MM,
                              (double)(x->base.right - x->base.left) / (double)ST_MM,
                              (double)(x->base.front - x->base.back) / (double)ST_MM,
                              (double)x->radius / (double)ST_MM };
}

/* Sides differ in the corners of their rear. */
static void put_outline(struct st_buf *out, const struct measures *m, int side)
{
    double cut = side ? (m->wide < m->deep ? m->wide : m->deep) * 0.26 : 0;

    if (m->radius > 0)
        st_buf_add(out, "M%.2f %.2fa%.2f %.2f 0 0 1 %.2f 0v%.2fa%.2f %.2f 0 0 1 %.2f 0Z", m->left,
                   m->top + m->radius, m->radius, m->radius, 2 * m->radius, m->deep - 2 * m->radius,
                   m->radius, m->radius, -2 * m->radius);
    else
        st_buf_add(out, "M%.2f %.2fh%.2fv%.2fl%.2f %.2fh%.2fl%.2f %.2fZ", m->left, m->top, m->wide,
                   m->deep - cut, -cut, cut, 2 * cut - m->wide, -cut, -cut);
}

static bool beside(const struct st_scene_piece *a, const struct st_scene_piece *b)
{
    struct st_point rear = st_pose_out(b->base.pose, 0, b->base.back);
    struct st_point front = st_pose_out(a->base.pose, 0, a->base.front);

    return labs((long)rear.x - front.x) < 9 * ST_MM && labs((long)rear.y - front.y) < 5 * ST_MM / 2 &&
           st_heading(a->base.pose.facing) == st_heading(b->base.pose.facing);
}

/* Pikes right behind others stand upright. */
static bool behind_another(const struct st_scene *s, const struct st_scene_piece *x)
{
    for (int i = 0; i < s->npieces; i++)
        if (&s->piece[i] != x && !off(&s->piece[i]) && s->piece[i].side == x->side &&
            beside(x, &s->piece[i]))
            return true;
    return false;
}

/* The base as the sheet has it where the sizes are usual; else its bare outline. */
static void put_base(struct st_buf *out, const struct measures *m, int side)
{
    static const int depths[] = { 15, 20, 40, 80 };

    if (m->radius > 0) {
        st_buf_add(out, "<use href=\"#k-base-%s-%d\"/>", m->deep > 2 * m->radius ? "rider" : "man", side);
        return;
    }
    for (int i = 0; i < 4; i++)
        if (fabs(m->wide - 40) < 0.01 && fabs(m->deep - depths[i]) < 0.01) {
            st_buf_add(out, "<use href=\"#k-base-%d-%d\"/>", depths[i], side);
            return;
        }
    st_buf_add(out, "<path class=\"k-turf\" d=\"");
    put_outline(out, m, side);
    st_buf_add(out, "\"/><path class=\"k-rim\" d=\"");
    put_outline(out, m, side);
    st_buf_add(out, "\"/>");
}

static void put_figures(struct st_buf *out, const struct st_scene *s, const struct st_scene_piece *x,
                        const struct measures *m)
{
    bool up = strcmp(x->figure, "el-pike") == 0 && behind_another(s, x);

    if (!x->figure[0]) {
        st_buf_add(out, "<text class=\"k-letters\" y=\"%.1f\" style=\"font-size:%.1fpx\">",
                   m->top + m->deep / 2 + 3, m->deep < 12 ? m->deep * 0.7 : 9.0);
        svg_escape(out, x->symbol);
        st_buf_add(out, "</text>");
        return;
    }
    st_buf_add(out, "<use href=\"#k-%s%s\"/>", x->figure, up ? "-up" : "");
    if (x->quality) /* on the rear edge, of a round base inside its rim */
        st_buf_add(out, "<use href=\"#k-quality-%d\" y=\"%.1f\"/>", x->quality, m->top + m->deep - (m->radius > 0 ? 3.2 : 1));
    if (x->leads && m->radius <= 0)
        st_buf_add(out, "<use href=\"#k-top-standard\" transform=\"translate(-2 %.1f) scale(1.15)\"/>",
                   m->deep < 25 ? 4.0 : 10.0);
}

/* Marks stand behind a man, never over his weapon. */
static void put_marks(struct st_buf *out, const struct st_scene_piece *x, const struct measures *m)
{
    struct st_span all = st_span_of(x->states);
    double y = m->top + m->deep + 4;
    int n = 0;

    for (struct st_span w; (w = st_span_word(&all)).len && n < 2;) {
        char word[40];

        st_span_copy(w, word, sizeof word);
        double at = m->left + m->wide / 2 + (n++ ? 5 : -5);
        st_buf_add(out, "<g transform=\"translate(%.1f %.1f) rotate(%.2f) scale(.6)\">"
                        "<use href=\"#k-medal\"/><use href=\"#k-mark-",
                   at, y, -(double)st_heading(x->base.pose.facing) / 4);
        svg_escape(out, word);
        st_buf_add(out, "\" transform=\"scale(.42)\"/></g>");
    }
}

static void put_title(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    struct st_point at = st_point_to_mm(x->base.pose.at);

    st_buf_add(out, "<title>");
    svg_escape(out, st_view_piece(p, x->piece));
    st_buf_add(out, " ");
    svg_escape(out, x->symbol);
    st_buf_add(out, " ");
    svg_escape(out, x->factors);
    st_buf_add(out, ", %d %d heading %d%s", at.x, at.y, x->base.pose.facing, x->states[0] ? ": " : "");
    svg_escape(out, x->states);
    st_buf_add(out, "</title>");
}

static void draw_piece(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                       const struct st_scene_piece *x)
{
    struct measures m = measures_of(x);
    int side = x->side == 1;
    int quarters = st_heading(x->base.pose.facing);
    double one = 1 << 30, sine = st_sin(quarters) / one, cosine = st_cos(quarters) / one;

    st_buf_add(out, "<g class=\"army-%s%s%s%s\" transform=\"translate(", st_looks_army(p, side),
               x->dress[0] ? " dress-" : "", x->dress, x->worn ? " k-worn" : "");
    put_mm(out, p, x->base.pose.at);
    st_buf_add(out, ") rotate(%.2f)\">", (double)quarters / 4);
    put_title(out, p, x);
    /* The shadow falls to the south-east of the sheet, however the base is turned. */
    st_buf_add(out, "<path class=\"k-sd\" transform=\"translate(%.2f %.2f)\" d=\"",
               1.4 * cosine + 1.9 * sine, 1.9 * cosine - 1.4 * sine);
    put_outline(out, &m, side);
    st_buf_add(out, "\"/>");
    if (x->can_act) {
        st_buf_add(out, "<path class=\"k-may-ink\" d=\"");
        put_outline(out, &m, side);
        st_buf_add(out, "\"/><path class=\"k-may\" d=\"");
        put_outline(out, &m, side);
        st_buf_add(out, "\"/>");
    }
    put_base(out, &m, side);
    put_figures(out, s, x, &m);
    put_marks(out, x, &m);
    st_buf_add(out, "</g>\n");
}

/* As if it stood there, its front upwards. */
void svg_plane_card(struct st_buf *out, const struct st_plan *p, const struct st_card *card)
{
    struct st_scene none = { .npieces = 0 };
    struct st_scene_piece x = card->piece;
    struct measures m = measures_of(&x);

    x.base.pose = (struct st_pose){ .at = { 0, p->table.y } };
    st_buf_add(out, "<g transform=\"translate(%.2f %.2f)\">", card->x - m.left - m.wide / 2,
               card->y - m.top - m.deep / 2);
    draw_piece(out, p, &none, &x);
    st_buf_add(out, "</g>\n");
}

/* ---- the ground ---------------------------------------------------------------------------- */

/* Ground first, then zones and arcs, which end at the edge of the table like everything else. */
static void draw(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    st_ground_plane(out, p, s);
    st_buf_add(out, "<g clip-path=\"url(#ksheet)\">\n");
    for (int i = 0; i < s->nshapes; i++)
        if (s->shape[i].kind == ST_SHAPE_ZONE || s->shape[i].kind == ST_SHAPE_ARC)
            draw_reach(out, p, &s->shape[i]);
    if (s->aim)
        draw_bands(out, p, s, s->aim);
    st_buf_add(out, "</g>\n");
    svg_names(out, p, s);
    for (int i = 0; i < s->npieces; i++)
        if (!off(&s->piece[i]))
            draw_piece(out, p, s, &s->piece[i]);
    if (s->aim)
        draw_sight(out, p, s, s->aim);
}

static void signs(const struct st_scene *s, char *out, size_t size)
{
    bool zone = false, arc = false, star = false;

    for (int i = 0; i < s->nshapes; i++) {
        zone |= s->shape[i].kind == ST_SHAPE_ZONE;
        arc |= s->shape[i].kind == ST_SHAPE_ARC;
    }
    for (int i = 0; i < s->npieces; i++)
        star |= s->piece[i].leads;
    snprintf(out, size, "Numbers in the frame: cm from the south-west corner; figures look and point "
                        "to the front; golden rim: may act%s%s%s",
             zone ? "; hatched: zones of control" : "", arc ? "; dashed: arcs of fire" : "",
             star ? "; standard: the commander" : "");
}

const struct svg_ground svg_plane = { fits, measure, draw, off, signs };
