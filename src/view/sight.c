/* sight.c - how far a piece of a bare table shoots, and along what line: see view.h. */
#include "view/view.h"

#include "core/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 24, QUARTERS = 1440, ONE_SHIFT = 30 };

/* ---- asking ------------------------------------------------------------------------------------ */

static bool stands(const struct st_scene_piece *x)
{
    return x && (x->base.right > x->base.left || x->radius > 0);
}

/* on: it must stand on the table; else it is enough that it can be seen. */
static enum st_answer find(const struct st_plan *p, const struct st_scene *s, const char *name, bool on,
                           int *out, struct st_refusal *why)
{
    const struct st_names *list = st_view_pieces(p);
    int at = list ? st_names_find(list, st_span_of(name)) : -1;
    const struct st_scene_piece *x = at < 0 ? NULL : st_scene_find(s, at);

    *out = at;
    if (at < 0)
        return st_refuse(why, "", "no piece here is called `%.40s`", name);
    return (on ? stands(x) : x != NULL) ? ST_LEGAL
                                        : st_refuse(why, "", "%s is not on the table", name);
}

/* The sentence as players read it: pieces by their titles, and the place as the map names it. */
static void with_titles(const struct st_plan *p, const struct st_scene *s, struct st_aim *a)
{
    char text[sizeof a->why.text];
    int place = st_aim_place(s, a);
    char *at = place >= 0 ? strstr(a->why.text, a->why.by) : NULL;

    if (at) {
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - a->why.text), a->why.text,
                 st_shape_says(p, s->shape[place].label), at + strlen(a->why.by));
        memcpy(a->why.text, text, sizeof text);
    }
    st_label_says(p, a->why.text, text, sizeof text);
    memcpy(a->why.text, text, sizeof text);
}

enum st_answer st_view_aim(struct st_aim *out, const struct st_table *t, const struct st_scene *s,
                           const char *piece, const char *target, struct st_refusal *why)
{
    const struct st_game *g = t->plan->game;

    *out = (struct st_aim){ .target = -1 };
    if (!g->sight)
        return st_refuse(why, "", "nothing is said here of how far pieces shoot");
    if (find(t->plan, s, piece, true, &out->piece, why) ||
        (target[0] && find(t->plan, s, target, true, &out->target, why)))
        return ST_REFUSED;
    out->clear = g->sight(t, out->piece, out->target, &out->sight, &out->why) == ST_LEGAL;
    if (!out->clear)
        with_titles(t->plan, s, out);
    if (out->clear || out->sight.nbands)
        return ST_LEGAL;
    *why = out->why; /* it does not shoot at all */
    return ST_REFUSED;
}

/* ---- outlines ---------------------------------------------------------------------------------- */

static int32_t root(int64_t square)
{
    return square > 0 ? (int32_t)st_root((uint64_t)square) : 0;
}

/* Over an edge: nobody beyond the arc, and round at its corners, for distance is measured from the edge. */
static int over_edge(struct st_pose pose, int32_t half, int32_t arc, int32_t to, struct st_point *out)
{
    int32_t wide = half + to < arc ? half + to : arc;
    int n = 0;

    out[n++] = st_pose_out(pose, -wide, 0);
    for (int i = 0; i <= STEPS; i++) {
        int32_t x = (int32_t)((int64_t)wide * (2 * i - STEPS) / STEPS), aside = x < 0 ? -x : x;
        int64_t beyond = aside > half ? aside - half : 0;

        out[n++] = st_pose_out(pose, x, root((int64_t)to * to - beyond * beyond));
    }
    out[n++] = st_pose_out(pose, wide, 0);
    return n;
}

/* All about a round base, or one with round ends. */
static int about(const struct st_scene_piece *x, int32_t to, struct st_point *out)
{
    int32_t r = x->radius + to, ahead = x->base.front - x->radius;
    int n = 0;

    for (int i = 0; i < 2 * STEPS; i++) {
        int quarters = QUARTERS * i / (2 * STEPS) - QUARTERS / 4;
        int32_t u = (int32_t)((int64_t)r * st_sin(quarters) >> ONE_SHIFT);
        int32_t v = (int32_t)((int64_t)r * st_cos(quarters) >> ONE_SHIFT);

        out[n++] = st_pose_out(x->base.pose, u, v + (v < 0 ? -ahead : ahead));
    }
    return n;
}

_Static_assert(ST_AIM_POINTS >= 2 * STEPS && ST_AIM_POINTS >= STEPS + 3, "an outline has room");

int st_aim_outline(const struct st_scene_piece *x, const struct st_aim *a, int band, bool rear,
                   struct st_point out[ST_AIM_POINTS])
{
    int32_t to = a->sight.band[band].to;
    struct st_pose pose = x->base.pose;

    if (!a->sight.arc)
        return rear ? 0 : about(x, to, out);
    if (rear && !a->sight.rear)
        return 0;
    pose = rear ? st_pose_at(pose, 0, x->base.back, QUARTERS / 2) : st_pose_at(pose, 0, x->base.front, 0);
    return over_edge(pose, (x->base.right - x->base.left) / 2, a->sight.arc, to, out);
}

struct st_point st_aim_label(const struct st_scene_piece *x, const struct st_aim *a, int band)
{
    return st_pose_out(x->base.pose, 0, x->base.front + a->sight.band[band].to);
}

int st_aim_place(const struct st_scene *s, const struct st_aim *a)
{
    for (int i = 0; i < s->nshapes && a->why.by; i++) {
        const char *label = s->shape[i].label, *by = a->why.by;
        size_t k = 0;

        while (label[k] && (label[k] == by[k] || (label[k] == ' ' && by[k] == '_')))
            k++;
        if (k && !label[k] && (!by[k] || k == sizeof s->shape[i].label - 1))
            return i;
    }
    return -1;
}

/* ---- as JSON ----------------------------------------------------------------------------------- */

static void points(struct st_json *j, const char *key, const struct st_point *at, int n)
{
    if (n == 0)
        return;
    st_json_open(j, key, '[');
    for (int i = 0; i < n; i++) {
        st_json_int(j, NULL, at[i].x);
        st_json_int(j, NULL, at[i].y);
    }
    st_json_close(j, ']');
}

static void write_target(struct st_json *j, const struct st_plan *p, const struct st_scene *s,
                         const struct st_aim *a)
{
    const struct st_names *list = st_view_pieces(p);
    int place = st_aim_place(s, a), by = a->why.by ? st_names_find(list, st_span_of(a->why.by)) : -1;

    st_json_text(j, "target", st_view_piece(p, a->target));
    if (a->clear) {
        st_json_text(j, "needs", a->sight.needs);
        return;
    }
    st_view_refusal(j, "because", p, &a->why);
    if (by >= 0)
        st_json_text(j, "by", st_view_piece(p, by));
    else if (place >= 0)
        st_json_int(j, "place", place);
}

void st_view_sight(struct st_json *j, const struct st_plan *p, const struct st_scene *s,
                   const struct st_aim *a)
{
    const struct st_scene_piece *x = st_scene_find(s, a->piece);
    struct st_point at[ST_AIM_POINTS];

    st_json_text(j, "piece", st_view_piece(p, a->piece));
    st_json_open(j, "bands", '[');
    for (int i = 0; i < a->sight.nbands; i++) {
        st_json_open(j, NULL, '{');
        st_json_int(j, "to", a->sight.band[i].to);
        st_json_text(j, "needs", a->sight.band[i].needs);
        at[0] = st_aim_label(x, a, i);
        points(j, "label", at, 1);
        points(j, "points", at, st_aim_outline(x, a, i, false, at));
        points(j, "behind", at, st_aim_outline(x, a, i, true, at));
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    if (a->target >= 0)
        write_target(j, p, s, a);
}

/* ---- who would meet whom ------------------------------------------------------------------------ */

enum st_answer st_view_meeting(struct st_json *j, const struct st_table *t, const struct st_scene *s,
                               const char *piece, const char *enemy, struct st_refusal *why)
{
    const struct st_game *g = t->plan->game;
    char inputs[ST_MEETING] = "";
    int a, b;

    if (find(t->plan, s, piece, false, &a, why) || find(t->plan, s, enemy, false, &b, why))
        return ST_REFUSED;
    const char *question = g->meeting ? g->meeting(t, a, b, inputs, sizeof inputs) : NULL;
    if (!question)
        return st_refuse(why, "", "nothing is asked about these two");
    st_json_open(j, NULL, '{');
    st_json_text(j, "question", question);
    st_json_text(j, "inputs", inputs);
    st_json_close(j, '}');
    return ST_LEGAL;
}
