/* skirmish_move.c - 5.5: orders to the members of a group, paths, contact, evading, horses, things.
 *
 * A path is checked as its owner knows the table: enemies nobody has seen are not there (5.7.6).
 * When it is carried out the umpire, who knows all, first looks whom it spots (5.7.5), then whom it
 * touches and who may run (5.5.14); only then is it made.
 */
#include "skirmish/skirmish.h"

#include "base/philox.h"

#include <string.h>

/* ---- allowances (5.5.2 to 5.5.8) --------------------------------------------------------- */

int skirmish_allowance(const struct st_table *t, int u, int mounted)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_man *m = &f->man[u];
    int mm = mounted || m->kind == FOOT ? f->allowance[m->kind][m->equip]
                                        : f->dismounted[m->kind][m->equip];

    if (pos_of(t)->carrying[u] != NOBODY && mm > f->allowance[FOOT][FULL])
        mm = f->allowance[FOOT][FULL]; /* 5.5.19 */
    return mm;
}

int skirmish_facing_to(const struct skirmish_plan *f, int dx, int dy)
{
    int64_t best = INT64_MIN;
    int at = 0;

    for (int i = 0; i < 16; i++) {
        int64_t along = (int64_t)dx * f->sin30[i] + (int64_t)dy * f->cos30[i];

        if (along > best) {
            best = along;
            at = i;
        }
    }
    return at;
}

/* ---- reading a move ---------------------------------------------------------------------- */

enum { ARG_MAN, ARG_WAY, ARG_POINTS };

static int tail(const struct st_move *m, int i) /* face, mount, dismount, pickup */
{
    return m->arg[ARG_POINTS + 2 * m->arg[ARG_WAY] + i];
}

static struct st_move move_of(int u, const struct st_point *way, int n, int face, int mount,
                              int dismount, int pickup)
{
    struct st_move m = st_move_2(VERB_MOVE, u, n);

    for (int i = 0; i < n; i++) {
        m.arg[ARG_POINTS + 2 * i] = (int16_t)way[i].x;
        m.arg[ARG_POINTS + 2 * i + 1] = (int16_t)way[i].y;
    }
    int16_t *end = &m.arg[ARG_POINTS + 2 * n];
    end[0] = (int16_t)face;
    end[1] = (int16_t)mount;
    end[2] = (int16_t)dismount;
    end[3] = (int16_t)pickup;
    m.nargs = (uint16_t)(ARG_POINTS + 2 * n + 4);
    return m;
}

/* ---- horses and things (5.5.15, 5.5.19) -------------------------------------------------- */

static bool within_arm(struct skirmish_stand s, const struct skirmish_plan *f, int x, int y)
{
    struct st_capsule base = skirmish_base(f, s);

    return st_within_segment(st_point_mm(x, y), base.a, base.b, base.radius + ARM);
}

static int64_t mm2(int dx, int dy)
{
    return (int64_t)dx * dx + (int64_t)dy * dy;
}

static int horse_near(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int64_t best = INT64_MAX;
    int at = -1;

    for (uint64_t left = p->horses & f->of_side[f->man[u].side]; left;) {
        int h = take_one(&left);
        int64_t gap = mm2(p->horse_x[h] - p->x[u], p->horse_y[h] - p->y[u]);

        if (f->man[h].kind == f->man[u].kind && gap < best &&
            within_arm(skirmish_where(t, u), f, p->horse_x[h], p->horse_y[h])) {
            best = gap;
            at = h;
        }
    }
    return at;
}

static int thing_near(const struct st_table *t, struct skirmish_stand s)
{
    const struct skirmish_pos *p = pos_of(t);
    int64_t best = INT64_MAX;
    int at = -1;

    for (int i = 0; i < plan_of(t)->nthings; i++) {
        int64_t gap = mm2(p->thing_x[i] - s.x, p->thing_y[i] - s.y);

        if (p->carrier[i] == NOBODY && gap < best &&
            within_arm(s, plan_of(t), p->thing_x[i], p->thing_y[i])) {
            best = gap;
            at = i;
        }
    }
    return at;
}

/* A horse is cast off when the enemy holds its place. Men nobody sees guard none (7.31): else the
 * marker would betray them. */
void skirmish_cast_horses_off(struct st_table *t, int mover)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    int side = 1 - f->man[mover].side;

    for (uint64_t left = p->horses & f->of_side[side]; left;) {
        int h = take_one(&left);
        bool guarded = false;

        if (!within_arm(skirmish_where(t, mover), f, p->horse_x[h], p->horse_y[h]))
            continue;
        for (uint64_t men = p->active & f->of_side[side] & ~p->unseen; men && !guarded;) {
            struct skirmish_stand s = skirmish_where(t, take_one(&men));
            struct st_capsule base = skirmish_base(f, s);

            guarded = st_within_segment(st_point_mm(p->horse_x[h], p->horse_y[h]), base.a, base.b,
                                        base.radius + GUARD);
        }
        if (guarded)
            continue;
        st_tell(t, "5.5.16", "the horse at %d,%d is driven off", p->horse_x[h], p->horse_y[h]);
        p->horses &= ~bit(h);
        p->horse_x[h] = p->horse_y[h] = 0;
        p->horse_facing[h] = 0;
    }
}

static void tether(struct st_table *t, int u, struct skirmish_stand s)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    int h = u;

    for (int i = 0; i < f->nmen && has(p->horses, h); i++) /* somebody else's horse was ridden */
        if (f->man[i].side == f->man[u].side && f->man[i].kind == f->man[u].kind &&
            !has(p->horses, i))
            h = i;
    p->horses |= bit(h);
    p->horse_x[h] = s.x;
    p->horse_y[h] = s.y;
    p->horse_facing[h] = s.facing;
}

/* ---- single steps and places (5.5.10 to 5.5.12) ------------------------------------------ */

enum st_answer skirmish_step_check(const struct st_table *t, int u, struct st_point from,
                                   struct st_point to, uint64_t were_touching, bool last,
                                   struct skirmish_stand end, struct st_refusal *why)
{
    enum { WIDE = 39 }; /* a rider's disc, 1 mm, and a base that reaches 25 mm from its centre */
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct st_capsule way = { st_point_mm(from.x, from.y), st_point_mm(to.x, to.y),
                              skirmish_radius(horse_of(t, u) || end.mounted) };
    int west = (from.x < to.x ? from.x : to.x) - WIDE, east = from.x + to.x - west;
    int south = (from.y < to.y ? from.y : to.y) - WIDE, north = from.y + to.y - south;

    for (uint64_t left = seen_enemies(t, u); left;) {
        int v = take_one(&left);

        if (p->x[v] < west || p->x[v] > east || p->y[v] < south || p->y[v] > north)
            continue;
        struct st_capsule base = skirmish_base(f, skirmish_where(t, v));
        if (st_capsule_cmp(&way, &base, 0) < 0)
            return st_refuse(why, "5.5.10", "the way of %s to %d,%d goes through %s",
                             man_name(t, u), to.x, to.y, man_name(t, v));
        if (has(were_touching, v) || st_capsule_cmp(&way, &base, TOUCH) > 0)
            continue;
        if (!last)
            return st_refuse(why, "5.5.12", "%s would touch %s before the last step",
                             man_name(t, u), man_name(t, v));
        if (!skirmish_touching(f, end, skirmish_where(t, v)))
            return st_refuse(why, "5.5.12", "%s touches %s on the way and must end in contact",
                             man_name(t, u), man_name(t, v));
    }
    return ST_LEGAL;
}

enum st_answer skirmish_stand_check(const struct st_table *t, int u, struct skirmish_stand s,
                                    uint64_t passed_over, struct st_refusal *why)
{
    enum { FAR_MM = 60 }; /* no two bases overlap at that */
    const struct skirmish_plan *f = plan_of(t);

    if (!skirmish_on_table(f, s))
        return st_refuse(why, "5.5.11", "%s would stand over the edge at %d,%d", man_name(t, u),
                         s.x, s.y);
    if (!skirmish_off_bars(f, s))
        return st_refuse(why, "5.2.4", "%s would stand on a line or in a wall at %d,%d",
                         man_name(t, u), s.x, s.y);
    for (uint64_t left = (friends_of(t, u) | seen_enemies(t, u)) & ~passed_over & ~bit(u); left;) {
        int v = take_one(&left);
        struct skirmish_stand at = skirmish_where(t, v);

        if (s.x - at.x < FAR_MM && at.x - s.x < FAR_MM && s.y - at.y < FAR_MM &&
            at.y - s.y < FAR_MM && skirmish_apart(f, s, at, 0) < 0)
            return st_refuse(why, "5.5.11", "%s would overlap %s at %d,%d", man_name(t, u),
                             man_name(t, v), s.x, s.y);
    }
    return ST_LEGAL;
}

/* ---- a whole path ------------------------------------------------------------------------ */

static enum st_answer path_begin(const struct st_table *t, const struct st_move *m, bool evading,
                                 struct skirmish_path *out, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int u = m->arg[ARG_MAN], n = m->arg[ARG_WAY];

    *out = (struct skirmish_path){ .who = u, .horse = -1, .thing = -1, .exit = -1 };
    if (n > MAX_WAY)
        return st_refuse(why, "5.5.10", "%d waypoints; at most %d", n, MAX_WAY);
    out->n = n;
    out->mount = tail(m, 1);
    out->dismount = tail(m, 2);
    out->pickup = tail(m, 3);
    if (n == 0 && !out->mount && !out->dismount && !out->pickup)
        return st_refuse(why, "5.5.10", "no waypoint: %s may stand", man_name(t, u));
    if (evading && (out->mount || out->dismount || out->pickup))
        return st_refuse(why, "5.5.14", "%s evades and does nothing else", man_name(t, u));
    out->at[0] = (struct st_point){ p->x[u], p->y[u] };
    out->end = skirmish_where(t, u);
    if (out->mount && out->dismount)
        return st_refuse(why, "5.5.15", "either mount or dismount");
    if (out->dismount && !horse_of(t, u))
        return st_refuse(why, "5.5.15", "%s is on foot", man_name(t, u));
    if (out->mount) {
        out->horse = horse_of(t, u) || f->man[u].kind == FOOT ? -1 : horse_near(t, u);
        if (out->horse < 0)
            return st_refuse(why, "5.5.15", "%s has no horse of his kind within 20 mm",
                             man_name(t, u));
        out->at[0] = (struct st_point){ p->horse_x[out->horse], p->horse_y[out->horse] };
        out->end = (struct skirmish_stand){ p->horse_x[out->horse], p->horse_y[out->horse],
                                            p->horse_facing[out->horse], 1 };
        if (skirmish_stand_check(t, u, out->end, 0, NULL))
            return st_refuse(why, "5.5.15", "there is no room to mount at %d,%d", out->end.x,
                             out->end.y);
    }
    for (int i = 0; i < n; i++) {
        struct st_point at = { m->arg[ARG_POINTS + 2 * i], m->arg[ARG_POINTS + 2 * i + 1] };

        if (at.x < 0 || at.y < 0 || at.x > f->width || at.y > f->height)
            return st_refuse(why, "5.5.10", "%d,%d is off the table", at.x, at.y);
        out->at[i + 1] = at;
    }
    return ST_LEGAL;
}

static enum st_answer path_facing(const struct st_table *t, const struct st_move *m,
                                  struct skirmish_path *out, struct st_refusal *why)
{
    int face = tail(m, 0), n = out->n;

    if (face > 15 || face < -1)
        return st_refuse(why, "5.5.11", "facing %d: there are 16, from 0 to 15", face);
    out->end.x = (int16_t)out->at[n].x;
    out->end.y = (int16_t)out->at[n].y;
    if (face >= 0)
        out->end.facing = (uint8_t)face;
    else if (n > 0)
        out->end.facing = (uint8_t)skirmish_facing_to(plan_of(t), out->at[n].x - out->at[n - 1].x,
                                                      out->at[n].y - out->at[n - 1].y);
    if (out->dismount)
        out->end.mounted = 0;
    return ST_LEGAL;
}

/* 5.2.3, 5.2.5, 5.2.8: class and length of the way. */
static enum st_answer path_ground(const struct st_table *t, struct skirmish_path *out,
                                  struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    int u = out->who, mounted = horse_of(t, u) || out->mount;
    uint32_t here = skirmish_areas_at(f, st_point_mm(out->at[0].x, out->at[0].y));
    uint32_t leaving = here & closed_areas(pos_of(t));
    uint64_t passable = f->cross[mounted][O] | f->cross[mounted][D] | f->cross[mounted][V];

    for (int i = 0; i <= out->n; i++) {
        uint32_t areas = skirmish_areas_at(f, st_point_mm(out->at[i].x, out->at[i].y));
        int cls = skirmish_class_of(f, areas & ~leaving, closed_areas(pos_of(t)), mounted);

        if ((areas & leaving) && cls < V && !(areas & (f->roads | f->buildings)))
            cls = V;
        out->cls = cls > out->cls ? cls : out->cls;
        if (i == out->n && (areas & leaving) && out->n)
            return st_refuse(why, "5.2.8", "%s must leave %s", man_name(t, u),
                             f->area[__builtin_ctz(areas & leaving)].name);
    }
    for (int i = 0; i < out->n; i++) {
        struct st_point a = out->at[i], b = out->at[i + 1];
        struct skirmish_crossed crossed;
        int cls = skirmish_step_class(t, a.x, a.y, b.x, b.y, mounted, leaving, &crossed);

        if (skirmish_walled(f, crossed, passable))
            return st_refuse(why, "5.2.5", "the way of %s to %d,%d goes through a wall",
                             man_name(t, u), b.x, b.y);
        out->crosses |= crossed.bars != 0;
        out->cls = cls > out->cls ? cls : out->cls;
        out->last_length = st_length_up(a, b);
        out->length += out->last_length;
    }
    if (out->cls == X)
        return st_refuse(why, "5.2.3", "the way of %s is impassable", man_name(t, u));
    return ST_LEGAL;
}

static enum st_answer path_allowed(const struct st_table *t, const struct skirmish_group *g,
                                   const struct skirmish_path *out, struct st_refusal *why)
{
    int u = out->who, allowance = skirmish_allowance(t, u, horse_of(t, u) || out->mount);

    if (out->cls > g->cls)
        return st_refuse(why, "5.5.3", "the way of %s is %s, the group declared %s",
                         man_name(t, u), skirmish_classes[out->cls], skirmish_classes[g->cls]);
    bool struggles = out->cls != O || skirmish_class_at(t, pos_of(t)->x[u], pos_of(t)->y[u],
                                                        horse_of(t, u)) != O;
    if (g->blocked && struggles)
        return st_refuse(why, "5.5.7", "%s is blocked by the ground this turn", man_name(t, u));
    if (out->mount || out->dismount)
        allowance /= 2;
    allowance = skirmish_slowed(plan_of(t), g, allowance, out->cls);
    if (out->length > allowance)
        return st_refuse(why, "5.5.10", "%d mm are too far, %s has %d", out->length,
                         man_name(t, u), allowance);
    return ST_LEGAL;
}

/* 5.5.13 */
static enum st_answer path_leaves(const struct st_table *t, const struct skirmish_path *out,
                                  uint64_t were_touching, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_stand first = out->end;
    int u = out->who;

    if (out->n > 1) {
        first.mounted = (uint8_t)(horse_of(t, u) || out->mount);
        first.x = (int16_t)out->at[1].x;
        first.y = (int16_t)out->at[1].y;
    }
    for (; were_touching;) {
        int v = take_one(&were_touching);
        struct skirmish_stand foe = skirmish_where(t, v);

        if (st_gap2_cmp(skirmish_gap2(f, first, foe),
                        skirmish_gap2(f, skirmish_where(t, u), foe)) < 0)
            return st_refuse(why, "5.5.13", "the first step of %s must lead away from %s",
                             man_name(t, u), man_name(t, v));
        if (out->exit < 0 && skirmish_touching(f, out->end, foe))
            return st_refuse(why, "5.5.13", "%s would end in contact with %s again",
                             man_name(t, u), man_name(t, v));
    }
    return ST_LEGAL;
}

static int exit_at(const struct st_table *t, int u, struct st_point at)
{
    const struct skirmish_plan *f = plan_of(t);

    for (int i = 0; i < f->nexits; i++) {
        const struct skirmish_exit *x = &f->exit[i];
        bool on = x->edge == 0   ? at.y == f->height
                  : x->edge == 1 ? at.y == 0
                  : x->edge == 2 ? at.x == f->width
                                 : at.x == 0;
        int along = x->edge < 2 ? at.x : at.y;

        if (x->side == f->man[u].side && on && along >= x->from && along <= x->to)
            return i;
    }
    return -1;
}

static enum st_answer path_end(const struct st_table *t, struct skirmish_path *out, bool evading,
                               uint64_t were_touching, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    int u = out->who, n = out->n;
    struct st_point at = out->at[n];

    out->exit = n ? exit_at(t, u, at) : -1;
    if (out->exit < 0 && (at.x == 0 || at.y == 0 || at.x == f->width || at.y == f->height))
        return st_refuse(why, "5.5.17", "%s has no exit at %d,%d", man_name(t, u), at.x, at.y);
    for (int i = 0; i < n; i++)
        if (skirmish_step_check(t, u, out->at[i], out->at[i + 1], were_touching, i == n - 1,
                                out->end, why))
            return ST_REFUSED;
    if (path_leaves(t, out, were_touching, why))
        return ST_REFUSED;
    if (out->exit >= 0)
        return out->pickup || out->dismount
                   ? st_refuse(why, "5.5.17", "%s leaves the table and does nothing else",
                               man_name(t, u))
                   : ST_LEGAL;
    if (skirmish_stand_check(t, u, out->end, 0, why))
        return ST_REFUSED;
    out->touched = skirmish_contacts_at(t, u, out->end, seen_enemies(t, u)) & ~were_touching;
    if (evading && out->touched)
        return st_refuse(why, "5.5.14", "%s may not evade into contact with %s", man_name(t, u),
                         man_name(t, __builtin_ctzll(out->touched)));
    if (!out->pickup)
        return ST_LEGAL;
    out->thing = out->end.mounted || pos_of(t)->carrying[u] != NOBODY ? -1
                                                                      : thing_near(t, out->end);
    if (out->thing < 0)
        return st_refuse(why, "5.5.19", "%s can pick nothing up at %d,%d", man_name(t, u),
                         out->end.x, out->end.y);
    return ST_LEGAL;
}

enum st_answer skirmish_path_check(const struct st_table *t, const struct st_move *m,
                                   const struct skirmish_group *g, bool evading,
                                   struct skirmish_path *out, struct st_refusal *why)
{
    if (path_begin(t, m, evading, out, why) || path_facing(t, m, out, why) ||
        path_ground(t, out, why) || path_allowed(t, g, out, why))
        return ST_REFUSED;
    return path_end(t, out, evading, skirmish_contacts(t, m->arg[ARG_MAN]), why);
}

/* ---- the track (5.8.12) ------------------------------------------------------------------ */

int skirmish_track_points(const struct st_point *at, int n, struct st_point *out, int max)
{
    int k = 0;

    for (int i = 0; i < n; i++) {
        int len = st_length_up(at[i], at[i + 1]);

        for (int mm = TRACK_MM; mm < len && k < max; mm += TRACK_MM)
            out[k++] = st_along(at[i], at[i + 1], mm, len);
        if (i + 1 < n && k < max)
            out[k++] = at[i + 1];
    }
    return k;
}

int skirmish_track(const struct st_table *t, int u, struct st_point *out, int max)
{
    const struct skirmish_pos *p = pos_of(t);
    struct st_point at[MAX_WAY + 1] = { { p->start_x[u], p->start_y[u] } };

    for (int i = 0; i < p->nway[u]; i++)
        at[i + 1] = (struct st_point){ p->way[u][i][0], p->way[u][i][1] };
    return skirmish_track_points(at, p->nway[u], out, max);
}

/* ---- spotting on the way (5.7.5) --------------------------------------------------------- */

/* May the base stand there, with those just seen in its way too? */
static bool may_stand(const struct st_table *t, int u, struct skirmish_stand s)
{
    return skirmish_stand_check(t, u, s, 0, NULL) == ST_LEGAL;
}

/* The path up to the k-th of its track points (k counts from 0; -1 is its start). */
static void cut_path(struct skirmish_path *path, int k)
{
    int seen = -1;

    if (k < 0) {
        path->n = 0;
        return;
    }
    for (int i = 0; i < path->n; i++) {
        int len = st_length_up(path->at[i], path->at[i + 1]);
        int inner = len > 0 ? (len - 1) / TRACK_MM : 0;

        if (k <= seen + inner) {
            path->at[i + 1] = st_along(path->at[i], path->at[i + 1], (k - seen) * TRACK_MM, len);
            path->n = i + 1;
            return;
        }
        seen += inner + 1;
        if (k == seen) {
            path->n = i + 1;
            return;
        }
    }
}

/* Where a path begins: on the horse, if those just seen leave room for it. Nobody turns there. */
static struct skirmish_stand begin(const struct st_table *t, struct skirmish_path *path)
{
    const struct skirmish_pos *p = pos_of(t);
    int h = path->horse;

    if (path->mount) {
        struct skirmish_stand s = { p->horse_x[h], p->horse_y[h], p->horse_facing[h], 1 };

        if (may_stand(t, path->who, s))
            return s;
        path->mount = 0;
    }
    return skirmish_where(t, path->who);
}

/* Whom the path spots first; it is cut there. True if anybody was. */
static bool spot(struct st_table *t, struct skirmish_path *path)
{
    struct st_point point[TRACK_MAX];
    struct skirmish_stand s = path->end;
    int u = path->who, n, k;
    uint64_t found = 0;

    if (!(enemies_of(t, u) & pos_of(t)->unseen))
        return false;
    n = skirmish_track_points(path->at, path->n, point, TRACK_MAX - 1);
    point[n] = path->at[path->n];
    s.mounted = (uint8_t)(horse_of(t, u) || path->mount);
    for (k = 0; k <= n && !found; k++) {
        s.x = (int16_t)point[k].x;
        s.y = (int16_t)point[k].y;
        s.mounted = k == n ? path->end.mounted : s.mounted;
        found = skirmish_spotted(t, u, s);
    }
    if (!found)
        return false;
    skirmish_reveal(t, found, "is spotted");
    k--;
    if (k == n && (path->exit >= 0 || may_stand(t, u, path->end)))
        return true;
    path->exit = -1;
    path->pickup = path->dismount = 0;
    s.mounted = (uint8_t)(horse_of(t, u) || path->mount);
    for (k -= k == n; k >= 0; k--) {
        s.x = (int16_t)point[k].x;
        s.y = (int16_t)point[k].y;
        if (may_stand(t, u, s))
            break;
    }
    cut_path(path, k);
    if (k < 0)
        s = begin(t, path);
    path->end = s;
    if (path->n)
        path->last_length = st_length_up(path->at[path->n - 1], path->at[path->n]);
    st_tell(t, "5.7.5", "%s stops at %d,%d", man_name(t, u), s.x, s.y);
    return true;
}

/* ---- making a move ----------------------------------------------------------------------- */

void skirmish_break_ranks(struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    int unit = f->man[u].unit;

    if (!has(p->formed, u))
        return;
    p->formed &= ~bit(u);
    p->rank[u] = p->file[u] = 0;
    uint64_t left = p->formed & f->unit[unit].men;
    if (__builtin_popcountll(left) >= 4)
        return;
    p->formed &= ~left; /* 5.6.5 */
    while (left) {
        int v = take_one(&left);

        p->rank[v] = p->file[v] = 0;
    }
    p->anchor[unit][0] = p->anchor[unit][1] = 0;
    p->unit_facing[unit] = p->unit_files[unit] = 0;
    st_tell(t, "5.6.5", "unit %s is no longer formed", f->unit[unit].name);
}

/* 5.5.12, 5.9.4: what new contact does to both. */
void skirmish_touch(struct st_table *t, int mover, uint64_t touched)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    p->contacted[mover] |= touched;
    for (uint64_t left = touched; left;) {
        int v = take_one(&left), bar;

        st_tell(t, "5.5.12", "%s touches %s", man_name(t, mover), man_name(t, v));
        bar = skirmish_bar_between(f, skirmish_where(t, mover), skirmish_where(t, v));
        if (bar >= 0 && (p->across[mover] == 0 || bar + 1 < p->across[mover]))
            p->across[mover] = (uint8_t)(bar + 1);
    }
    p->activated |= touched;
    p->crouched &= ~touched;
    if (touched)
        p->contact_any |= touched | bit(mover);
}

/* `across` lasts while an enemy beyond that line is in contact (5.9.4). */
void skirmish_mend_across(struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    for (uint64_t left = p->active; left;) {
        int u = take_one(&left);
        bool holds = false;

        if (!p->across[u])
            continue;
        for (uint64_t foes = skirmish_contacts(t, u); foes && !holds;) {
            struct skirmish_stand foe = skirmish_where(t, take_one(&foes)),
                                  own = skirmish_where(t, u);

            holds = has(skirmish_crossing(f, st_point_mm(own.x, own.y),
                                          st_point_mm(foe.x, foe.y)).bars, p->across[u] - 1);
        }
        if (!holds)
            p->across[u] = 0;
    }
}

static void ride_or_walk(struct st_table *t, const struct skirmish_path *path)
{
    struct skirmish_pos *p = pos_of(t);
    int u = path->who;

    if (path->mount) {
        p->mounted |= bit(u);
        p->horses &= ~bit(path->horse);
        p->horse_x[path->horse] = p->horse_y[path->horse] = 0;
        p->horse_facing[path->horse] = 0;
    }
    if (path->dismount) {
        p->mounted &= ~bit(u);
        tether(t, u, path->end);
    }
    for (int i = 0; i < path->n; i++) {
        p->way[u][i][0] = (int16_t)path->at[i + 1].x;
        p->way[u][i][1] = (int16_t)path->at[i + 1].y;
    }
    p->nway[u] = (uint8_t)path->n;
    p->x[u] = path->end.x;
    p->y[u] = path->end.y;
    p->facing[u] = path->end.facing;
    if (path->thing >= 0 && path->pickup) {
        p->carrying[u] = (uint8_t)path->thing;
        p->carrier[path->thing] = (uint8_t)u;
        p->thing_x[path->thing] = p->thing_y[path->thing] = 0;
        st_tell(t, "5.5.19", "%s takes sack %d", man_name(t, u), path->thing + 1);
    }
}

static void make_move(struct st_table *t, const struct skirmish_path *path)
{
    struct skirmish_pos *p = pos_of(t);
    int u = path->who;
    uint64_t before = skirmish_contacts(t, u);
    bool unseen = has(p->unseen, u);

    skirmish_reveal(t, bit(u), "moves and is seen");
    skirmish_break_ranks(t, u);
    p->crouched &= ~bit(u);
    p->moved |= bit(u);
    p->across[u] = 0;
    ride_or_walk(t, path);
    st_tell(t, "5.5.10", "%s goes to %d,%d", man_name(t, u), path->end.x, path->end.y);
    if (path->exit >= 0) {
        skirmish_leave(t, u);
        skirmish_mend_across(t);
        return;
    }
    uint64_t touched = skirmish_contacts_at(t, u, path->end, seen_enemies(t, u)) & ~before;
    skirmish_touch(t, u, touched);
    if (unseen && touched)
        p->leapt |= bit(u);
    bool direct = false;
    for (uint64_t left = touched; left && !direct;)
        direct = skirmish_bar_between(plan_of(t), path->end,
                                      skirmish_where(t, take_one(&left))) < 0;
    if (direct && cavalryman(t, u) && path->cls == O && !path->crosses &&
        path->last_length >= CHARGE_MM) {
        p->charged |= bit(u);
        st_tell(t, "5.11.1", "%s charges", man_name(t, u));
    }
    skirmish_note_contact(t, u);
    skirmish_mend_across(t);
    skirmish_cast_horses_off(t, u);
}

/* ---- evading (5.5.14) -------------------------------------------------------------------- */

uint64_t skirmish_may_evade(const struct st_table *t, int mover, uint64_t touched)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t may = 0;

    if (has(p->unseen, mover)) /* 5.7.7 */
        return 0;
    touched &= ~(p->activated | p->steady | p->formed);
    while (touched) {
        int v = take_one(&touched);

        if (!skirmish_contacts(t, v))
            may |= bit(v);
    }
    return may;
}

void skirmish_call_reaction(struct st_table *t, const struct st_move *m, uint64_t who)
{
    struct skirmish_pos *p = pos_of(t);

    p->pending = *m;
    p->may_evade = who;
    p->flow.side = (uint8_t)(1 - p->flow.side);
    st_call(t, STEP_REACT);
}

static void end_reaction(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    p->pending = (struct st_move){ 0 };
    p->may_evade = 0;
    p->group[1] = (struct skirmish_group){ 0 };
    p->flow.side = (uint8_t)(1 - p->flow.side);
    st_done(t);
}

static enum st_answer evade_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t members = 0;
    int n = m->arg[0];

    if (n < 1)
        return st_refuse(why, "5.5.14", "nobody is named");
    for (int i = 0; i < n; i++) {
        int u = m->arg[1 + i];

        if (!has(p->may_evade, u))
            return st_refuse(why, "5.5.14", "%s may not evade now", man_name(t, u));
        if (has(members, u))
            return st_refuse(why, "5.5.14", "%s is named twice", man_name(t, u));
        members |= bit(u);
    }
    if ((members & p->mounted) && (members & ~p->mounted))
        return st_refuse(why, "5.5.14", "those who evade together are all on foot or all mounted");
    return ST_LEGAL;
}

enum st_answer skirmish_react_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    if (m->verb == VERB_HOLD)
        return ST_LEGAL;
    if (m->verb != VERB_EVADE)
        return st_refuse(why, "5.5.14", "hold or evade");
    return evade_check(t, m, why);
}

static void pending_now(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    struct st_move m = p->pending;
    struct skirmish_path path;

    end_reaction(t);
    if (m.verb != VERB_MOVE) {
        skirmish_drill_now(t, &m);
        return;
    }
    p->group[0].ordered |= bit(m.arg[ARG_MAN]);
    /* A way cut short by what it spotted need not be one a player could order: what matters of it
     * is worked out before its end is judged. */
    (void)skirmish_path_check(t, &m, &p->group[0], false, &path, NULL);
    make_move(t, &path);
}

void skirmish_react_apply(struct st_table *t, const struct st_move *m)
{
    uint64_t members = 0;

    if (m->verb == VERB_HOLD) {
        pending_now(t);
        return;
    }
    for (int i = 0; i < m->arg[0]; i++)
        members |= bit(m->arg[1 + i]);
    skirmish_open_evasion(t, members, m->arg[m->nargs - 1]);
}

static struct st_move evade_move(uint64_t members, int cls)
{
    struct st_move m = st_move_0(VERB_EVADE);
    int n = 0;

    while (members)
        m.arg[1 + n++] = (int16_t)take_one(&members);
    m.arg[0] = (int16_t)n;
    m.arg[1 + n] = (int16_t)cls;
    m.nargs = (uint16_t)(n + 2);
    return m;
}

void skirmish_react_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_pos *p = pos_of(t);
    struct st_move m = st_move_0(VERB_HOLD);
    uint64_t arms[2] = { p->may_evade & ~p->mounted, p->may_evade & p->mounted };

    st_offer_add(o, &m);
    m = st_move_0(VERB_EVADE);
    st_offer_family(o, &m, 0);
    for (int k = 0; k < 2; k++)
        for (int cls = O; cls <= V && arms[k]; cls++) {
            m = evade_move(arms[k], cls);
            st_offer_add(o, &m);
        }
}

bool skirmish_react_forced(const struct st_table *t, struct st_move *only)
{
    (void)t, (void)only;
    return false;
}

bool skirmish_react_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t foot = p->may_evade & ~p->mounted;

    *out = st_move_0(VERB_HOLD);
    if (st_pick(seed, 1, 2))
        *out = evade_move(foot ? foot : p->may_evade, (int)st_pick(seed, 2, 3));
    return true;
}

/* ---- orders (4.4 no. 6) ------------------------------------------------------------------ */

static enum st_answer member_of(const struct st_table *t, const struct skirmish_group *g, int u,
                                struct st_refusal *why)
{
    if (has(pos_of(t)->steady, u))
        return st_refuse(why, "5.8.6", "%s has fired steady and may not be activated this turn",
                         man_name(t, u));
    if (!has(g->members, u))
        return st_refuse(why, "5.5.1", "%s is not in the group", man_name(t, u));
    if (has(g->ordered, u))
        return st_refuse(why, "5.5.1", "%s has had his order", man_name(t, u));
    return ST_LEGAL;
}

static enum st_answer crouch_check(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);

    if (horse_of(t, u))
        return st_refuse(why, "5.7.1", "%s is mounted", man_name(t, u));
    if (has(p->shot | p->moved | p->contact_any, u))
        return st_refuse(why, "5.7.1", "%s has shot, moved or been in contact this turn",
                         man_name(t, u));
    if (!skirmish_can_crouch(plan_of(t), skirmish_where(t, u)))
        return st_refuse(why, "5.7.1", "there is nothing to crouch in or behind at %d,%d",
                         p->x[u], p->y[u]);
    return ST_LEGAL;
}

enum st_answer skirmish_orders_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    struct skirmish_path path;
    int u = m->arg[0];

    switch (m->verb) {
    case VERB_END:
        return ST_LEGAL;
    case VERB_MOVE:
        return member_of(t, &p->group[0], u, why)
                   ? ST_REFUSED : skirmish_path_check(t, m, &p->group[0], false, &path, why);
    case VERB_STAND:
        return member_of(t, &p->group[0], u, why);
    case VERB_CROUCH:
        return member_of(t, &p->group[0], u, why) ? ST_REFUSED : crouch_check(t, u, why);
    case VERB_FORM:
    case VERB_MARCH:
    case VERB_WHEEL:
        return skirmish_drill_check(t, m, why);
    default:
        return st_refuse(why, "4.4", "give orders to the group, or end");
    }
}

static void stand(struct st_table *t, int u)
{
    skirmish_reveal(t, bit(u), "stands and is seen");
    pos_of(t)->crouched &= ~bit(u);
}

static void order_move(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    struct skirmish_path path;
    enum st_answer a = skirmish_path_check(t, m, &p->group[0], false, &path, NULL);

    st_assert(a == ST_LEGAL);
    if (spot(t, &path))
        path.touched = skirmish_contacts_at(t, path.who, path.end, seen_enemies(t, path.who)) &
                       ~skirmish_contacts(t, path.who);
    uint64_t may = path.exit < 0 ? skirmish_may_evade(t, path.who, path.touched) : 0;
    if (may) {
        struct st_move cut = move_of(path.who, path.at + 1, path.n, path.end.facing, path.mount,
                                     path.dismount, path.pickup);

        skirmish_call_reaction(t, &cut, may);
        return;
    }
    p->group[0].ordered |= bit(path.who);
    make_move(t, &path);
}

void skirmish_orders_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0];

    switch (m->verb) {
    case VERB_END:
        for (uint64_t left = p->group[0].members & ~p->group[0].ordered; left;)
            stand(t, take_one(&left));
        skirmish_end_activation(t);
        break;
    case VERB_MOVE:
        order_move(t, m);
        break;
    case VERB_STAND:
        stand(t, u);
        p->group[0].ordered |= bit(u);
        break;
    case VERB_CROUCH:
        p->crouched |= bit(u);
        p->group[0].ordered |= bit(u);
        break;
    default:
        skirmish_drill_apply(t, m);
    }
}

void skirmish_orders_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_pos *p = pos_of(t);
    const struct skirmish_group *g = &p->group[0];
    struct st_move m = st_move_0(VERB_END);

    st_offer_add(o, &m);
    skirmish_drill_offer(t, o);
    if (p->orders)
        return;
    for (uint64_t left = g->members & ~g->ordered; left && !o->enough;) {
        int u = take_one(&left);

        m = st_move_1(VERB_STAND, u);
        st_offer_add(o, &m);
        m = st_move_1(VERB_CROUCH, u);
        if (crouch_check(t, u, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
        m = st_move_1(VERB_MOVE, u);
        st_offer_family(o, &m, 1);
        skirmish_try_moves(t, u, g, false, o);
    }
}

static bool some_member(const struct skirmish_group *g, uint64_t seed, int *u)
{
    uint64_t left = g->members & ~g->ordered;
    int n = __builtin_popcountll(left);

    if (!n)
        return false;
    for (int skip = (int)st_pick(seed, 1, (uint32_t)n); skip >= 0; skip--)
        *u = take_one(&left);
    return true;
}

bool skirmish_orders_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_pos *p = pos_of(t);
    int u, pick = (int)st_pick(seed, 0, 12);

    *out = st_move_0(VERB_END);
    if (plan_of(t)->nunits && skirmish_drill_sample(t, seed, out))
        return true;
    if (p->orders || !some_member(&p->group[0], seed, &u))
        return true;
    if (pick == 0) {
        *out = st_move_1(VERB_STAND, u);
    } else if (pick == 1 && crouch_check(t, u, NULL) == ST_LEGAL) {
        *out = st_move_1(VERB_CROUCH, u);
    } else if (!skirmish_try_one(t, u, &p->group[0], false, seed, out)) {
        *out = st_move_1(VERB_STAND, u);
    }
    return true;
}

/* ---- orders of those who evade ----------------------------------------------------------- */

enum st_answer skirmish_evade_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct skirmish_group *g = &pos_of(t)->group[1];
    struct skirmish_path path;

    switch (m->verb) {
    case VERB_END:
        return ST_LEGAL;
    case VERB_STAND:
        return member_of(t, g, m->arg[0], why);
    case VERB_MOVE:
        return member_of(t, g, m->arg[0], why) ? ST_REFUSED
                                               : skirmish_path_check(t, m, g, true, &path, why);
    default:
        return st_refuse(why, "5.5.14", "those who evade move or stand, or end");
    }
}

void skirmish_evade_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    struct skirmish_group *g = &p->group[1];
    struct skirmish_path path;

    if (m->verb == VERB_END) {
        for (uint64_t left = g->members & ~g->ordered; left;)
            stand(t, take_one(&left));
        end_reaction(t);
        return;
    }
    g->ordered |= bit(m->arg[0]);
    if (m->verb == VERB_STAND) {
        stand(t, m->arg[0]);
        return;
    }
    enum st_answer a = skirmish_path_check(t, m, g, true, &path, NULL);
    st_assert(a == ST_LEGAL);
    spot(t, &path);
    make_move(t, &path);
}

void skirmish_evade_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_group *g = &pos_of(t)->group[1];
    struct st_move m = st_move_0(VERB_END);

    st_offer_add(o, &m);
    for (uint64_t left = g->members & ~g->ordered; left && !o->enough;) {
        int u = take_one(&left);

        m = st_move_1(VERB_STAND, u);
        st_offer_add(o, &m);
        m = st_move_1(VERB_MOVE, u);
        st_offer_family(o, &m, 1);
        skirmish_try_moves(t, u, g, true, o);
    }
}

bool skirmish_evade_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_group *g = &pos_of(t)->group[1];
    int u;

    *out = st_move_0(VERB_END);
    if (some_member(g, seed, &u) && !skirmish_try_one(t, u, g, true, seed, out))
        *out = st_move_1(VERB_STAND, u);
    return true;
}
