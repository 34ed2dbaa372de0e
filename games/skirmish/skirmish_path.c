/* skirmish_path.c - 5.5: allowances, horses and things in reach, paths and where they may end.
 *
 * A path is checked as its owner knows the table: enemies nobody has seen are not there (5.7.6).
 * When it is carried out the umpire, who knows all, first looks whom it spots (5.7.5), then whom it
 * touches and who may run (5.5.14); only then is it made.
 */
#include "skirmish/skirmish.h"

/* ---- allowances (5.5.2 to 5.5.8) --------------------------------------------------------- */

int skirmish_base_mm(const struct skirmish_plan *f, int kind, int equip, bool mounted)
{
    int troop = kind == FOOT ? equip : TROOP_RIDERS + kind - 1;

    if (mounted || kind == FOOT)
        return f->base_mm[troop];
    return f->down_mm[troop] ? f->down_mm[troop] : f->base_mm[equip];
}

int skirmish_allowance(const struct st_table *t, int u, int mounted)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_man *m = &f->man[u];
    int mm = skirmish_base_mm(f, m->kind, m->equip, mounted);

    if (pos_of(t)->carrying[u] != NOBODY && mm > f->base_mm[TROOP_FULL])
        mm = f->base_mm[TROOP_FULL]; /* 5.5.19 */
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

static int tail(const struct st_move *m, int i) /* face, mount, dismount, pickup */
{
    return m->arg[ARG_POINTS + 2 * m->arg[ARG_WAY] + i];
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

/* ---- single steps and places (5.5.10 to 5.5.12) ------------------------------------------ */

enum st_answer skirmish_step_check(const struct st_table *t, const struct skirmish_stride *s,
                                   struct st_refusal *why)
{
    enum { WIDE = 39 }; /* a rider's disc, 1 mm, and a base that reaches 25 mm from its centre */
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct st_point from = s->from, to = s->to;
    int u = s->who;
    struct st_capsule way = { st_point_mm(from.x, from.y), st_point_mm(to.x, to.y),
                              skirmish_radius(horse_of(t, u) || s->end.mounted) };
    int west = (from.x < to.x ? from.x : to.x) - WIDE, east = from.x + to.x - west;
    int south = (from.y < to.y ? from.y : to.y) - WIDE, north = from.y + to.y - south;

    for (uint64_t left = seen_enemies(t, u) & ~s->passed_over; left;) {
        int v = take_one(&left);

        if (p->x[v] < west || p->x[v] > east || p->y[v] < south || p->y[v] > north)
            continue;
        struct st_capsule base = skirmish_base(f, skirmish_where(t, v));
        if (st_capsule_cmp(&way, &base, 0) < 0)
            return st_refuse(why, "5.5.10", "the way of %s to %d,%d goes through %s",
                             man_name(t, u), to.x, to.y, man_name(t, v));
        if (has(s->were_touching, v) || st_capsule_cmp(&way, &base, TOUCH) > 0)
            continue;
        if (!s->last)
            return st_refuse(why, "5.5.12", "%s would touch %s before the last step",
                             man_name(t, u), man_name(t, v));
        if (!skirmish_touching(f, s->end, skirmish_where(t, v)))
            return st_refuse(why, "5.5.12", "%s touches %s on the way and must end in contact",
                             man_name(t, u), man_name(t, v));
    }
    return ST_LEGAL;
}

enum st_answer skirmish_stand_check(const struct st_table *t, int u, struct skirmish_stand s,
                                    uint64_t passed_over, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t others = (friends_of(t, u) | seen_enemies(t, u)) & ~passed_over & ~bit(u);

    if (!skirmish_on_table(f, s))
        return st_refuse(why, "5.5.11", "%s would stand over the edge at %d,%d", man_name(t, u),
                         s.x, s.y);
    if (!skirmish_off_bars(f, s))
        return st_refuse(why, "5.2.4", "%s would stand on a line or in a wall at %d,%d",
                         man_name(t, u), s.x, s.y);
    for (others = skirmish_near(t, others, (struct st_point){ s.x, s.y }, MEET_MM); others;) {
        int v = take_one(&others);

        if (skirmish_apart(f, s, skirmish_where(t, v), 0) < 0)
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

/* 5.2.3, 5.2.5, 5.2.8: class and length of the way; if nobody asks why, it is bad enough if it is worse than
 * what may be. */
static enum st_answer path_ground(const struct st_table *t, int may_be, struct skirmish_path *out,
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
        struct skirmish_crossed crossed =
            skirmish_crossing(f, st_point_mm(a.x, a.y), st_point_mm(b.x, b.y));

        if (skirmish_walled(f, crossed, passable))
            return st_refuse(why, "5.2.5", "the way of %s to %d,%d goes through a wall",
                             man_name(t, u), b.x, b.y);
        out->crosses |= crossed.bars != 0;
        for (int cls = X; cls > out->cls; cls--)
            if (crossed.bars & f->cross[mounted][cls])
                out->cls = cls;
        out->cls = skirmish_worst_ground(f, closed_areas(pos_of(t)), a, b, mounted, leaving, out->cls, may_be);
        if (!why && out->cls > may_be)
            return ST_REFUSED;
        out->last_length = st_length_up(a, b);
        out->length += out->last_length;
    }
    if (out->cls == X)
        return st_refuse(why, "5.2.3", "the way of %s is impassable", man_name(t, u));
    return ST_LEGAL;
}

/* The same of a straight way, if that was asked before: candidates are, of everybody who has still to move. */
static enum st_answer path_ground_kept(const struct st_table *t, int may_be, struct skirmish_path *out,
                                       struct st_refusal *why)
{
    enum { CLASS_BITS = 4, REFUSED = 1 << CLASS_BITS, CROSSES = REFUSED << 1, LENGTH = CROSSES << 1 };
    int mounted = horse_of(t, out->who) || out->mount;
    const uint32_t closed = closed_areas(pos_of(t));
    const uint64_t key = out->n == 1 && !why ? key_of_way(KEPT_GROUND, out->at[0], out->at[1], mounted << 4 | may_be) : 0;
    struct st_kept *kept = kept_of(t, key, closed);

    if (!st_known(kept, key, closed)) {
        enum st_answer a = path_ground(t, may_be, out, why);

        st_keep(kept, key, closed, (uint64_t)out->cls | (a == ST_REFUSED ? REFUSED : 0) | (out->crosses ? CROSSES : 0) |
                                       (uint64_t)out->length * LENGTH);
        return a;
    }
    out->cls = kept->value & (REFUSED - 1);
    out->crosses = kept->value & CROSSES;
    out->length = out->last_length = (int)(kept->value / LENGTH);
    return kept->value & REFUSED ? ST_REFUSED : ST_LEGAL;
}

static enum st_answer path_allowed(const struct st_table *t, const struct skirmish_group *g,
                                   const struct skirmish_path *out, struct st_refusal *why)
{
    int u = out->who, mounted = horse_of(t, u) || out->mount;
    int allowance = skirmish_allowance(t, u, mounted);

    if (out->cls > g->cls)
        return st_refuse(why, "5.5.3", "the way of %s is %s, the group declared %s",
                         man_name(t, u), skirmish_classes[out->cls], skirmish_classes[g->cls]);
    bool struggles = out->cls != O || skirmish_class_at(t, pos_of(t)->x[u], pos_of(t)->y[u],
                                                        horse_of(t, u)) != O;
    if (g->blocked && struggles)
        return st_refuse(why, "5.5.7", "%s is blocked by the ground this turn", man_name(t, u));
    if (out->mount || out->dismount)
        allowance /= 2;
    allowance = skirmish_slowed(plan_of(t), g, allowance, mounted, out->cls);
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

static int thing_for(const struct st_table *t, const struct skirmish_path *path)
{
    return path->end.mounted || pos_of(t)->carrying[path->who] != NOBODY ? -1 : thing_near(t, path->end);
}

static enum st_answer path_end(const struct st_table *t, struct skirmish_path *out, bool evading,
                               const struct skirmish_around *around, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t were_touching = around->touching;
    int u = out->who, n = out->n;
    struct st_point at = out->at[n];

    out->exit = n ? exit_at(t, u, at) : -1;
    if (out->exit < 0 && (at.x == 0 || at.y == 0 || at.x == f->width || at.y == f->height))
        return st_refuse(why, "5.5.17", "%s has no exit at %d,%d", man_name(t, u), at.x, at.y);
    for (int i = 0; i < n; i++) {
        struct skirmish_stride stride = { u, out->at[i], out->at[i + 1], were_touching,
                                          i == n - 1, out->end, ~around->men };

        if (skirmish_step_check(t, &stride, why))
            return ST_REFUSED;
    }
    if (path_leaves(t, out, were_touching, why))
        return ST_REFUSED;
    if (out->exit >= 0)
        return out->pickup || out->dismount
                   ? st_refuse(why, "5.5.17", "%s leaves the table and does nothing else",
                               man_name(t, u))
                   : ST_LEGAL;
    if (skirmish_stand_check(t, u, out->end, ~around->men, why))
        return ST_REFUSED;
    out->touched = skirmish_contacts_at(t, u, out->end, seen_enemies(t, u) & around->men) & ~were_touching;
    if (evading && out->touched)
        return st_refuse(why, "5.5.14", "%s may not evade into contact with %s", man_name(t, u),
                         man_name(t, __builtin_ctzll(out->touched)));
    if (!out->pickup)
        return ST_LEGAL;
    out->thing = thing_for(t, out);
    if (out->thing < 0)
        return st_refuse(why, "5.5.19", "%s can pick nothing up at %d,%d", man_name(t, u),
                         out->end.x, out->end.y);
    return ST_LEGAL;
}

struct skirmish_around skirmish_around(const struct st_table *t, int u, struct st_point from, int mm)
{
    return (struct skirmish_around){ skirmish_near(t, pos_of(t)->active, from, mm + MEET_MM), skirmish_contacts(t, u) };
}

enum st_answer skirmish_path_check(const struct st_table *t, const struct st_move *m,
                                   const struct skirmish_group *g, bool evading,
                                   const struct skirmish_around *around,
                                   struct skirmish_path *out, struct st_refusal *why)
{
    struct skirmish_around own;

    if (path_begin(t, m, evading, out, why) || path_facing(t, m, out, why) ||
        path_ground_kept(t, why ? X : g->cls, out, why) || path_allowed(t, g, out, why))
        return ST_REFUSED;
    if (!around) {
        own = skirmish_around(t, out->who, out->at[0], out->length);
        around = &own;
    }
    return path_end(t, out, evading, around, why);
}

void skirmish_path_known(const struct st_table *t, const struct st_move *m, const struct skirmish_group *g,
                         struct skirmish_path *out)
{
    bool sound = path_begin(t, m, false, out, NULL) == ST_LEGAL && path_facing(t, m, out, NULL) == ST_LEGAL;
    int u = out->who, kind = plan_of(t)->man[u].kind;

    if (kind == LIGHT_CAVALRY || kind == HEAVY_CAVALRY) /* they may charge, over open ground (5.11.1) */
        sound &= path_ground_kept(t, g->cls, out, NULL) == ST_LEGAL;
    st_assert(sound);
    out->exit = out->n ? exit_at(t, u, out->at[out->n]) : -1;
    if (out->exit >= 0)
        return;
    out->touched = skirmish_contacts_at(t, u, out->end, seen_enemies(t, u)) & ~skirmish_contacts(t, u);
    out->thing = out->pickup ? thing_for(t, out) : -1;
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
