/* skirmish_route.c - 5.15.2: "the shortest legal path found" round walls, through doors and gaps.
 *
 * The plan keeps a small net of turning points: off the corners of buildings and of ground nobody
 * enters, on both sides of doors, beyond the ends of lines. How far it is from each to each, for
 * foot and riders and for each class of ground a group may have declared, is worked out once.
 * Figures, and areas closed by events, are no part of it: what it finds is a proposal, and
 * check has the last word.
 */
#include "skirmish/skirmish.h"

enum { CORNER_MM = 16, CORNER_WIDE_MM = 26, DOOR_MM = 13, LAST_LEGS = 4 };

/* ---- the net ----------------------------------------------------------------------------- */

static void add_node(struct skirmish_plan *f, struct st_point at)
{
    struct skirmish_routes *r = &f->routes;
    struct skirmish_stand s = { (int16_t)at.x, (int16_t)at.y, 0, 0 };

    if (r->n == MAX_NODES || at.x < 0 || at.y < 0 || at.x > f->width || at.y > f->height ||
        !skirmish_on_table(f, s) || !skirmish_off_bars(f, s) ||
        skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(at.x, at.y)), 0, 0) == X)
        return;
    for (int i = 0; i < r->n; i++)
        if (st_length_up(r->at[i], at) < FOOT_R / ST_MM)
            return;
    r->at[r->n++] = at;
}

/* From a towards b and on: the point so many mm beyond b. */
static struct st_point beyond(struct st_point a, struct st_point b, int mm)
{
    int len = st_length_up(a, b);

    return len ? (struct st_point){ b.x + (b.x - a.x) * mm / len, b.y + (b.y - a.y) * mm / len }
               : b;
}

/* Off a corner, away from both of the sides that meet in it. */
static struct st_point off_corner(struct st_point before, struct st_point at, struct st_point after,
                                  int mm)
{
    enum { UNIT = 1000 };
    struct st_point u = beyond(before, at, UNIT), v = beyond(after, at, UNIT);
    struct st_point away = { u.x + v.x - at.x, u.y + v.y - at.y };

    int len = st_length_up(at, away);

    return len ? (struct st_point){ at.x + (away.x - at.x) * mm / len,
                                    at.y + (away.y - at.y) * mm / len } : at;
}

static void add_corners(struct skirmish_plan *f, const struct skirmish_area *a)
{
    for (int i = 0; i < a->n; i++) {
        struct st_point p[3] = { st_point_to_mm(a->point[(i + a->n - 1) % a->n]),
                                 st_point_to_mm(a->point[i]),
                                 st_point_to_mm(a->point[(i + 1) % a->n]) };
        int had = f->routes.n;

        add_node(f, off_corner(p[0], p[1], p[2], CORNER_MM));
        if (f->routes.n == had) /* a sharp corner wants more room */
            add_node(f, off_corner(p[0], p[1], p[2], CORNER_WIDE_MM));
    }
}

static void add_opening(struct skirmish_plan *f, const struct skirmish_seg *s)
{
    struct st_point a = st_point_to_mm(s->a), b = st_point_to_mm(s->b);
    int len = st_length_up(a, b);

    for (int mm = -DOOR_MM; mm <= DOOR_MM; mm += 2 * DOOR_MM)
        add_node(f, (struct st_point){ (a.x + b.x) / 2 - (b.y - a.y) * mm / len,
                                       (a.y + b.y) / 2 + (b.x - a.x) * mm / len });
}

static void add_ends(struct skirmish_plan *f, const struct skirmish_bar *b)
{
    const struct skirmish_seg *first = &f->seg[b->first], *last = first + b->n - 1;

    add_node(f, beyond(st_point_to_mm(first->b), st_point_to_mm(first->a), DOOR_MM));
    add_node(f, beyond(st_point_to_mm(last->a), st_point_to_mm(last->b), DOOR_MM));
}

/* Doors first: where there are too many turning points they are the last to be missed. */
static void find_nodes(struct skirmish_plan *f)
{
    for (int i = f->nlines; i < f->nbars; i++)
        if (has(f->doors, i))
            add_opening(f, &f->seg[f->bar[i].first]);
    for (int i = 0; i < f->nbuildings; i++)
        add_corners(f, &f->area[MAX_AREAS + i]);
    for (int i = 0; i < f->nlines; i++)
        add_ends(f, &f->bar[i]);
    for (int i = 0; i < f->nareas; i++)
        if (f->hard[0][X] >> i & 1)
            add_corners(f, &f->area[i]);
}

/* The worst class of a straight step; X also where a wall is in the way. */
static int leg_class(const struct skirmish_plan *f, uint32_t closed, struct st_point a,
                     struct st_point b, int mounted)
{
    uint64_t passable = f->cross[mounted][O] | f->cross[mounted][D] | f->cross[mounted][V];
    struct skirmish_crossed crossed;
    int cls = skirmish_ground_class(f, closed, a, b, mounted, 0, &crossed);

    return skirmish_walled(f, crossed, passable) ? X : cls;
}

/* Is it no worse than that? Walls and lines first: they cost nothing to look at. */
static bool leg_within(const struct skirmish_plan *f, uint32_t closed, struct st_point a, struct st_point b,
                       int mounted, int cls)
{
    uint64_t passable = f->cross[mounted][O] | f->cross[mounted][D] | f->cross[mounted][V], barred = 0;
    struct skirmish_crossed crossed = skirmish_crossing(f, st_point_mm(a.x, a.y), st_point_mm(b.x, b.y));

    for (int c = cls + 1; c <= X; c++)
        barred |= f->cross[mounted][c];
    return !(crossed.bars & barred) && !skirmish_walled(f, crossed, passable) &&
           skirmish_worst_ground(f, closed, a, b, mounted, 0, cls, cls) == cls;
}

static void shorten(int n, uint16_t *far, uint8_t *next)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            if (far[i * n + k] == NO_WAY)
                continue;
            for (int j = 0; j < n; j++) {
                int by = far[i * n + k] + far[k * n + j];

                if (by < far[i * n + j]) {
                    far[i * n + j] = (uint16_t)by;
                    next[i * n + j] = next[i * n + k];
                }
            }
        }
}

bool skirmish_routes_make(struct skirmish_plan *f, struct st_arena *arena)
{
    struct skirmish_routes *r = &f->routes;
    uint16_t *far[2][X];
    uint8_t *next[2][X];

    find_nodes(f);
    size_t n = (size_t)r->n;
    for (int m = 0; m < 2; m++)
        for (int c = O; c < X; c++) {
            r->far[m][c] = far[m][c] = st_arena_array(arena, n * n + 1, sizeof *far[m][c]);
            r->next[m][c] = next[m][c] = st_arena_array(arena, n * n + 1, sizeof *next[m][c]);
            if (!far[m][c] || !next[m][c])
                return false;
        }
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < r->n; i++)
            for (int j = 0; j < r->n; j++) {
                int cls = i == j ? O : leg_class(f, 0, r->at[i], r->at[j], m);

                for (int c = O; c < X; c++) {
                    far[m][c][i * r->n + j] = (uint16_t)(cls <= c ? st_length_up(r->at[i], r->at[j])
                                                                  : NO_WAY);
                    next[m][c][i * r->n + j] = (uint8_t)j;
                }
            }
    for (int m = 0; m < 2; m++)
        for (int c = O; c < X; c++)
            shorten(r->n, far[m][c], next[m][c]);
    return true;
}

/* ---- where goals lie --------------------------------------------------------------------- */

struct st_point skirmish_exit_near(const struct skirmish_plan *f, int exit, struct st_point own)
{
    const struct skirmish_exit *e = &f->exit[exit];
    int at = e->edge < 2 ? own.x : own.y;

    at = at < e->from ? e->from : at > e->to ? e->to : at;
    return (struct st_point){ e->edge < 2 ? at : e->edge == 2 ? f->width : 0,
                              e->edge == 0 ? f->height : e->edge == 1 ? 0 : at };
}

/* The first goal of the side that counts men beyond a line of the table. */
bool skirmish_ground_near(const struct skirmish_plan *f, int side, struct st_point own,
                          struct st_point *out)
{
    for (int i = 0; i < f->ngoals; i++)
        for (int k = 0; k < f->goal[i].nterms; k++) {
            const struct skirmish_term *g = &f->goal[i].term[k];
            int32_t *at = g->axis_y ? &out->y : &out->x;

            if (g->what != TERM_COUNT || g->who != side || f->goal[i].result != RESULT_A + side)
                continue;
            bool above = g->bound_cmp == CMP_GE || g->bound_cmp == CMP_GT;
            *out = own;
            if (above ? *at < g->bound : *at > g->bound)
                *at = g->bound + (g->bound_cmp == CMP_GT) - (g->bound_cmp == CMP_LT);
            return true;
        }
    return false;
}

/* ---- ways from one place ----------------------------------------------------------------- */

void skirmish_scout(const struct st_table *t, struct st_point from, int mounted, int cls,
                    struct skirmish_scout *out)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_routes *r = &f->routes;
    const uint16_t *far = r->far[mounted][cls];

    *out = (struct skirmish_scout){ .from = from, .mounted = (uint8_t)mounted,
                                    .cls = (uint8_t)cls };
    for (int i = 0; i < r->n; i++)
        out->far[i] = NO_WAY;
    for (int i = 0; i < r->n; i++) {
        if (!leg_within(f, closed_areas(pos_of(t)), from, r->at[i], mounted, cls))
            continue;
        int len = st_length_up(from, r->at[i]);
        for (int j = 0; j < r->n; j++)
            if (far[i * r->n + j] != NO_WAY && len + far[i * r->n + j] < out->far[j]) {
                out->far[j] = (uint16_t)(len + far[i * r->n + j]);
                out->first[j] = (uint8_t)i;
            }
    }
}

/* The turning points on the way to node j, and `to` behind them. */
static int write_way(const struct skirmish_routes *r, const struct skirmish_scout *s, int j,
                     struct st_point to, struct st_point *way)
{
    int n = 0;

    for (int i = s->first[j]; n < MAX_WAY - 1; i = r->next[s->mounted][s->cls][i * r->n + j]) {
        way[n++] = r->at[i];
        if (i == j) {
            if (!st_same_point(way[n - 1], to))
                way[n++] = to;
            return n;
        }
    }
    return 0; /* more turns than a path may have */
}

int skirmish_way_to(const struct st_table *t, const struct skirmish_scout *s, struct st_point to,
                    int most_mm, struct st_point way[MAX_WAY])
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_routes *r = &f->routes;
    int whole[MAX_NODES]; /* over each of them */

    for (int j = 0; j < r->n; j++)
        whole[j] = s->far[j] > most_mm ? NO_WAY : s->far[j] + st_length_up(r->at[j], to);
    for (int legs = 0; legs < LAST_LEGS; legs++) {
        int best = -1, best_mm = most_mm + 1;

        for (int j = 0; j < r->n; j++)
            if (whole[j] < best_mm) {
                best_mm = whole[j];
                best = j;
            }
        if (best < 0)
            return 0;
        whole[best] = NO_WAY; /* tried */
        if (leg_within(f, closed_areas(pos_of(t)), r->at[best], to, s->mounted, s->cls))
            return write_way(r, s, best, to, way);
    }
    return 0;
}

int skirmish_cut_way(struct st_point from, struct st_point *way, int n, int mm)
{
    for (int i = 0; i < n; i++) {
        int len = st_length_up(from, way[i]);

        if (len > mm) {
            /* Rounded to whole mm a step may be 1 too long. */
            way[i] = st_along(from, way[i], mm > 1 ? mm - 1 : mm, len);
            return mm > 0 ? i + 1 : i;
        }
        mm -= len;
        from = way[i];
    }
    return n;
}

bool skirmish_clear_leg(const struct st_table *t, const struct skirmish_scout *s,
                        struct st_point to)
{
    return leg_within(plan_of(t), closed_areas(pos_of(t)), s->from, to, s->mounted, s->cls);
}
