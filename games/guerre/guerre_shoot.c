/* guerre_shoot.c - 5.6: shooting. */
#include "guerre/guerre.h"

#include "base/philox.h"

enum { ARC = 61000, ARC_GUNS = 101000, HALF_RANGE = 40000, BLOCK_SHRINK = 1000, DEEP = 3, STEEPER = 5 };
enum { WORK = 10000 }; /* so far behind a work its defender stands at most (5.12.9) */

/* ---- who may fire (5.6.1 to 5.6.3) ------------------------------------------------------- */

static bool able(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    return plan_of(t)->range[type_of(t, e)] > 0 && has(p->present, e) &&
           !has(p->engaged | p->abandoned | p->routing | p->shot, e);
}

/* Of its own accord, in the phase of its side; a reply is another matter. */
static bool may_fire(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    if (!able(t, e))
        return false;
    if (!artillery(type_of(t, e)))
        return true;
    return side_of(t, e) == p->phasing && !has(p->moved, e);
}

/* ---- legal targets (5.6.4 to 5.6.9) ------------------------------------------------------ */

/* An edge to fire over (the front; for missile cavalry the rear too), with what every target is
 * measured by. */
struct battery {
    int e;
    bool rear;
    struct st_pose frame;
    struct st_point end[2];
    int32_t arc, range;
};

static struct battery battery_of(const struct st_table *t, int e, bool rear)
{
    struct st_pose pose = pos_of(t)->pose[e];
    struct battery b = { .e = e,
                         .rear = rear,
                         .frame = rear ? about_face(pose, depth_of(t, e)) : pose,
                         .arc = artillery(type_of(t, e)) ? ARC_GUNS : ARC,
                         .range = plan_of(t)->range[type_of(t, e)] };

    b.end[0] = st_pose_out(b.frame, -HALF_FRONT, 0);
    b.end[1] = st_pose_out(b.frame, HALF_FRONT, 0);
    return b;
}

/* 5.6.5: the square of the distance from the firing edge, moved forward to a work it lines. */
static int64_t range2_of(const struct st_table *t, const struct battery *b,
                         const struct st_box *target)
{
    struct st_box edge = { b->frame, -HALF_FRONT, HALF_FRONT, 0, 0 };
    struct guerre_piece line;

    if (!b->rear && guerre_lined_fort(t, b->e, &line) >= 0) {
        int32_t v = st_pose_in(line.box.pose, b->frame.at).y;

        edge.pose = v < 0 ? st_pose_at(b->frame, 0, -v, 0) : b->frame;
    }
    return st_box_gap2(&edge, target);
}

/* 5.6.9: is a blocking element shot over? */
static bool shot_over(const struct st_table *t, int firer, int target, int between)
{
    const struct guerre_plan *f = plan_of(t);
    struct st_point from = centre_of(t, firer), to = centre_of(t, target);
    struct st_point mid = centre_of(t, between);
    int64_t to_firer = st_gap2(mid, from), to_target = st_gap2(mid, to);
    bool target_on_hill = false;

    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece hill = guerre_piece(t, i);

        if (hill.kind == KINDS)
            continue;
        if (f->overhead[hill.kind] >> type_of(t, firer) & 1 && st_box_holds(&hill.box, from))
            return to_firer < to_target;
        target_on_hill |= f->crest[hill.kind] && st_box_holds(&hill.box, to);
    }
    return target_on_hill && to_target < to_firer;
}

/* A long side of the corridor: all of it lies to the right of the way from one end to the other,
 * or no farther to the left than most says. */
struct flank {
    struct st_point a;
    int64_t dx, dy, most, norm; /* norm: not less than the length of the way */
};

static int64_t left_by(const struct flank *f, struct st_point p)
{
    return f->dx * (p.y - f->a.y) - f->dy * (p.x - f->a.x);
}

static struct flank flank_of(const struct st_point corridor[4], int from, int to)
{
    struct flank f = { .a = corridor[from],
                       .dx = corridor[to].x - corridor[from].x,
                       .dy = corridor[to].y - corridor[from].y };

    f.norm = (f.dx < 0 ? -f.dx : f.dx) + (f.dy < 0 ? -f.dy : f.dy);
    for (int i = 0; i < 4; i++) {
        int64_t left = left_by(&f, corridor[i]);

        f.most = left > f.most ? left : f.most;
    }
    return f;
}

/* Does everything within reach of p surely lie beside the corridor? */
static bool beside(const struct flank *f, struct st_point p, int32_t reach)
{
    return left_by(f, p) > f->most + reach * f->norm;
}

/* The corridor: left and right end of the firing edge, right and left end of the edge seen. */
static bool troops_block(const struct st_table *t, int firer, int target,
                         const struct st_point corridor[4], struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int32_t west = corridor[0].x, east = west, south = corridor[0].y, north = south;
    struct flank left_side = flank_of(corridor, 0, 3), right_side = flank_of(corridor, 2, 1);

    for (int i = 1; i < 4; i++) {
        west = corridor[i].x < west ? corridor[i].x : west;
        east = corridor[i].x > east ? corridor[i].x : east;
        south = corridor[i].y < south ? corridor[i].y : south;
        north = corridor[i].y > north ? corridor[i].y : north;
    }
    for (uint64_t left = p->present & ~bit(firer) & ~bit(target); left;) {
        int x = take_element(&left);
        struct st_point at = p->pose[x].at;
        int32_t reach = reach_of(t, x);
        struct st_box base, inner;

        if (at.x < west - reach || at.x > east + reach || at.y < south - reach ||
            at.y > north + reach || beside(&left_side, at, reach) || beside(&right_side, at, reach))
            continue;
        base = base_of(t, x);
        if (st_box_shrink(&inner, &base, BLOCK_SHRINK) && st_corridor_blocked(corridor, &inner) &&
            !shot_over(t, firer, target, x)) {
            st_refuse_by(why, name_of(t, x), "5.6.8", "%s stands between %s and %s", name_of(t, x),
                         name_of(t, firer), name_of(t, target));
            return true;
        }
    }
    return false;
}

/* No edge of the target can be in the arc, or in range: most candidates fall here. */
static bool out_of_arc(const struct battery *b, struct st_point at, int32_t reach)
{
    struct st_point in;

    if (far_apart(at, b->frame.at, b->range + WORK + HALF_FRONT + reach))
        return true;
    in = st_pose_in(b->frame, at);
    return in.x > b->arc + reach || in.x < -b->arc - reach || in.y < -reach - TOLERANCE ||
           in.y > b->range + WORK + reach;
}

/* Surely in range, whatever the nearest points are. */
static bool well_in_range(const struct battery *b, struct st_point at)
{
    int64_t near = b->range - WORK;

    return near > 0 && st_gap2(b->frame.at, at) <= near * near;
}

/* gap2, unless NULL, receives the square of the distance. */
static enum st_answer in_range(const struct st_table *t, const struct battery *b, int target,
                               int64_t *gap2, struct st_refusal *why)
{
    struct st_box base = base_of(t, target);

    if (!gap2 && well_in_range(b, base.pose.at))
        return ST_LEGAL;
    int64_t found = range2_of(t, b, &base);
    if (gap2)
        *gap2 = found;
    if (found <= (int64_t)b->range * b->range)
        return ST_LEGAL;
    if (!why)
        return ST_REFUSED;
    return st_refuse(why, "5.6.5", "%s is %d mm from %s, the range is %d", name_of(t, target),
                     (int)((st_root_up((uint64_t)found) + ST_MM - 1) / ST_MM), name_of(t, b->e),
                     mm_of(b->range));
}

/* 5.6.7: both ends of the seen edge; how far the worse one lies aside, or behind. */
static enum st_answer in_arc(const struct st_table *t, const struct battery *b, int target,
                             struct st_point from, struct st_point to, struct st_refusal *why)
{
    struct st_point u = st_pose_in(b->frame, from), v = st_pose_in(b->frame, to);
    int32_t aside = u.x < 0 ? -u.x : u.x, other = v.x < 0 ? -v.x : v.x;
    int32_t ahead = u.y < v.y ? u.y : v.y;

    aside = other > aside ? other : aside;
    if (ahead < -TOLERANCE)
        return st_refuse(why, "5.6.7", "%s lies %d mm behind the edge of %s", name_of(t, target),
                         mm_of(-ahead), name_of(t, b->e));
    if (aside > b->arc)
        return st_refuse(why, "5.6.7", "%s lies up to %d mm aside of %s, its arc is %d",
                         name_of(t, target), (aside + ST_MM - 1) / ST_MM, name_of(t, b->e),
                         mm_of(b->arc - TOLERANCE));
    return ST_LEGAL;
}

/* From one edge of the firer: 0 legal, else how far the examination came (the later the nearer).
 * Where nobody asks why, what is cheap is looked at first. */
static int edge_fails(const struct st_table *t, const struct battery *b, int target, int64_t *gap2,
                      struct st_refusal *why)
{
    enum { RANGE = 1, NO_EDGE, NO_ARC, BLOCKED };
    struct st_pose other = pos_of(t)->pose[target];
    int32_t depth = depth_of(t, target);
    bool near = false;
    int fails = NO_EDGE;

    if (!why && out_of_arc(b, other.at, reach_of(t, target)))
        return RANGE;
    if (why && in_range(t, b, target, gap2, why))
        return RANGE;
    struct st_box base = base_of(t, target);
    struct st_point corner[4];
    st_refuse(why, "5.6.6", "%s sees no edge of %s", name_of(t, b->e), name_of(t, target));
    struct st_point left = st_pose_in(other, b->end[0]), right = st_pose_in(other, b->end[1]);
    const bool seen[4] = { left.y > 0 && right.y > 0, left.x > HALF_FRONT && right.x > HALF_FRONT,
                           left.y < -depth && right.y < -depth,
                           left.x < -HALF_FRONT && right.x < -HALF_FRONT };
    st_box_corners(corner, &base);
    for (int i = 0; i < 4; i++) {
        struct st_point from = corner[i], to = corner[(i + 1) % 4];

        if (!seen[i])
            continue;
        if (in_arc(t, b, target, from, to, fails < NO_ARC ? why : NULL)) {
            fails = fails < NO_ARC ? NO_ARC : fails;
            continue;
        }
        if (!near && !why && in_range(t, b, target, gap2, NULL))
            return RANGE;
        near = true;
        const struct st_point corridor[4] = { b->end[0], b->end[1], from, to };
        if (!troops_block(t, b->e, target, corridor, why) &&
            !guerre_ground_shuts(t, corridor, b->e, target, why, "5.6.8"))
            return 0;
        fails = BLOCKED;
    }
    return fails;
}

/* Legal by 5.6.4 to 5.6.9? range2, unless NULL, receives the square of the distance. */
static enum st_answer target_legal(const struct st_table *t, int firer, int target, int64_t *range2,
                                   struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    struct st_refusal rear = { "", "" };

    if (side_of(t, target) == side_of(t, firer))
        return st_refuse(why, "5.6.4", "%s is no enemy", name_of(t, target));
    if (!has(p->present, target))
        return st_refuse(why, "5.2.2", "%s is not on the table", name_of(t, target));
    if (has(p->engaged, target))
        return st_refuse(why, "5.6.4", "%s is engaged", name_of(t, target));
    struct battery b = battery_of(t, firer, false);
    int front = edge_fails(t, &b, target, range2, why);
    if (front == 0)
        return ST_LEGAL;
    if (type_of(t, firer) != MC)
        return ST_REFUSED;
    b = battery_of(t, firer, true);
    int back = edge_fails(t, &b, target, range2, why ? &rear : NULL);
    if (back > front && why)
        *why = rear;
    return back == 0 ? ST_LEGAL : ST_REFUSED;
}

/* Looking for targets one by one: over the front edge, then over the rear where it may. */
struct aim {
    const struct st_table *t;
    struct battery b;
    uint64_t near, found, left; /* without anybody near there is no battery either */
};

/* Those an edge of e may reach at all, whichever way it looks. */
static uint64_t near_enemies(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);
    int32_t far = plan_of(t)->range[type_of(t, e)] + WORK + HALF_FRONT + depth_of(t, e);

    return guerre_near(t, on_table(t, 1 - side_of(t, e)) & ~p->engaged, p->pose[e].at, far);
}

static void take_aim(struct aim *a, const struct st_table *t, int e)
{
    a->t = t;
    a->found = 0;
    a->left = a->near = near_enemies(t, e);
    if (a->near)
        a->b = battery_of(t, e, false);
}

/* One more legal target, or -1. */
static int next_target(struct aim *a)
{
    for (;;) {
        while (a->left) {
            int x = take_element(&a->left);

            if (edge_fails(a->t, &a->b, x, NULL, NULL) == 0) {
                a->found |= bit(x);
                return x;
            }
        }
        if (!(a->near & ~a->found) || a->b.rear || type_of(a->t, a->b.e) != MC)
            return -1;
        a->b = battery_of(a->t, a->b.e, true);
        a->left = a->near & ~a->found;
    }
}

static uint64_t targets_of(const struct st_table *t, int e)
{
    struct aim a;

    take_aim(&a, t, e);
    while (next_target(&a) >= 0)
        ;
    return a.found;
}

static bool has_target(const struct st_table *t, int e)
{
    struct aim a;

    take_aim(&a, t, e);
    return next_target(&a) >= 0;
}

enum st_answer guerre_target(const struct st_table *t, int firer, int target, int32_t *range_um,
                             struct st_refusal *why)
{
    int64_t range2 = 0;

    if (target_legal(t, firer, target, &range2, why))
        return ST_REFUSED;
    *range_um = (int32_t)st_root((uint64_t)range2);
    return ST_LEGAL;
}

static bool is_target(const struct st_table *t, int firer, int target)
{
    return target_legal(t, firer, target, NULL, NULL) == ST_LEGAL;
}

/* ---- support (5.6.10) -------------------------------------------------------------------- */

static int support_most(int type)
{
    return missile_foot(type) ? 3 : artillery(type) ? 2 : 0;
}

static bool same_arm(int a, int b)
{
    return (missile_foot(a) && missile_foot(b)) || (artillery(a) && artillery(b));
}

/* All that could be named as supporters of this fire. */
static uint64_t supporters_of(const struct st_table *t, int firer, int target)
{
    int type = type_of(t, firer);
    uint64_t friends = on_table(t, side_of(t, firer)) & ~bit(firer), row = bit(firer), out = 0;

    if (support_most(type) == 0)
        return 0;
    for (int e = missile_foot(type) ? guerre_behind(t, firer) : -1;
         e >= 0 && missile_foot(type_of(t, e)); e = guerre_behind(t, e))
        if (may_fire(t, e))
            out |= bit(e);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint64_t left = friends & ~row; left;) {
            int e = take_element(&left);

            if (!same_arm(type, type_of(t, e)))
                continue;
            bool joined = false;
            for (uint64_t in = row; in && !joined;)
                joined = guerre_beside(t, e, take_element(&in));
            if (joined) {
                row |= bit(e);
                grew = true;
                if (may_fire(t, e) && (other_way(t, READING_SUPPORT) || is_target(t, e, target)))
                    out |= bit(e);
            }
        }
    }
    return out;
}

static enum st_answer support_sound(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    int firer = m->arg[0], target = m->arg[1], n = m->nargs - 2,
        most = support_most(type_of(t, firer));
    uint64_t named = 0;

    if (n == 0)
        return ST_LEGAL;
    if (n > most)
        return st_refuse(why, "5.6.10", "%d supporters; %s may have %d", n, name_of(t, firer),
                         most);
    uint64_t fit = supporters_of(t, firer, target);
    for (int i = 0; i < n; i++) {
        int e = m->arg[2 + i];

        if (has(named, e))
            return st_refuse(why, "5.6.10", "%s is named twice", name_of(t, e));
        named |= bit(e);
        if (!has(fit, e))
            return st_refuse(why, "5.6.10", "%s cannot support the fire of %s at %s", name_of(t, e),
                             name_of(t, firer), name_of(t, target));
    }
    return ST_LEGAL;
}

/* ---- the firing phases (5.6.2, 5.6.3) ---------------------------------------------------- */

static bool somebody_must_fire(const struct st_table *t, int side)
{
    for (uint64_t left = on_table(t, side); left;) {
        int e = take_element(&left);

        if (may_fire(t, e) && has_target(t, e))
            return true;
    }
    return false;
}

static void fire_p_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    bool more = somebody_must_fire(t, p->phasing);

    p->flow.side = p->phasing;
    st_go(t, more ? STEP_SHOOT_P : guerre_in_pursuit(t) ? STEP_SPECIAL : STEP_FIRE_N);
}

static void fire_n_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    bool more = somebody_must_fire(t, 1 - p->phasing);

    p->flow.side = more ? 1 - p->phasing : p->phasing;
    st_go(t, more ? STEP_SHOOT_N : STEP_SPECIAL);
}

static enum st_answer shoot_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int firer = m->arg[0], target = m->arg[1];

    if (m->verb == VERB_PASS && other_way(t, READING_HOLD_FIRE))
        return ST_LEGAL;
    if (m->verb != VERB_SHOOT)
        return st_refuse(why, p->flow.side == p->phasing ? "5.6.2" : "5.6.3",
                         other_way(t, READING_HOLD_FIRE) ? "shoot, or pass to hold your fire"
                                                         : "shoot: whoever has a target must fire");
    if (side_of(t, firer) != p->flow.side)
        return st_refuse(why, "5.2.2", "%s is not yours", name_of(t, firer));
    if (!has(p->present, firer))
        return st_refuse(why, "5.2.2", "%s is not on the table", name_of(t, firer));
    if (!able(t, firer))
        return st_refuse(why, "5.6.1", "%s cannot fire: %s", name_of(t, firer),
                         plan_of(t)->range[type_of(t, firer)] == 0 ? "it does not shoot"
                         : has(p->engaged, firer)                  ? "it is engaged"
                         : has(p->shot, firer)                     ? "it has fired"
                         : has(p->abandoned, firer)                ? "it is abandoned"
                                                                   : "it is routing");
    if (!may_fire(t, firer))
        return side_of(t, firer) == p->phasing
                   ? st_refuse(why, "5.6.2", "%s has moved", name_of(t, firer))
                   : st_refuse(why, "5.6.3", "%s is artillery: it only replies", name_of(t, firer));
    if (target_legal(t, firer, target, NULL, why))
        return ST_REFUSED;
    return support_sound(t, m, why);
}

/* Every choice of up to most supporters, in the order of the elements. */
static void offer_supports(struct st_offer *o, struct st_move *m, uint64_t fit, int most)
{
    for (uint64_t left = fit; left && most > 0 && !o->enough;) {
        int e = take_element(&left);

        m->arg[m->nargs++] = (int16_t)e;
        st_offer_add(o, m);
        offer_supports(o, m, left, most - 1);
        m->arg[--m->nargs] = 0;
    }
}

static void shoot_offer(const struct st_table *t, struct st_offer *o)
{
    int side = pos_of(t)->flow.side;

    if (other_way(t, READING_HOLD_FIRE))
        st_offer_add(o, &(struct st_move){ .verb = VERB_PASS });
    for (uint64_t left = on_table(t, side); left && !o->enough;) {
        int e = take_element(&left);

        if (!may_fire(t, e))
            continue;
        struct aim a;
        take_aim(&a, t, e);
        for (int x = next_target(&a); x >= 0 && !o->enough; x = next_target(&a)) {
            struct st_move m = st_move_2(VERB_SHOOT, e, x);
            st_offer_add(o, &m);
            if (!o->enough)
                offer_supports(o, &m, supporters_of(t, e, x), support_most(type_of(t, e)));
        }
    }
}

static int nth_element(uint64_t set, uint32_t n)
{
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

static bool sample_shot(const struct st_table *t, int e, uint64_t seed, struct st_move *out)
{
    uint64_t targets = targets_of(t, e);

    if (!targets)
        return false;
    int n = __builtin_popcountll(targets), x = nth_element(targets, st_pick(seed, 1, (uint32_t)n));
    uint64_t fit = supporters_of(t, e, x);
    *out = st_move_2(VERB_SHOOT, e, x);
    for (int i = 0; fit && i < support_most(type_of(t, e)); i++) {
        int f =
            nth_element(fit, st_pick(seed, (uint32_t)(3 + i), (uint32_t)__builtin_popcountll(fit)));

        fit &= ~bit(f);
        if (st_pick(seed, (uint32_t)(9 + i), 2))
            out->arg[out->nargs++] = (int16_t)f;
    }
    return true;
}

static bool shoot_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    enum { HOLDS = 40, ONE_IN = 8 };
    uint64_t side = on_table(t, pos_of(t)->flow.side), firers = 0;

    if (other_way(t, READING_HOLD_FIRE) && st_pick(seed, HOLDS, ONE_IN) == 0) {
        *out = (struct st_move){ .verb = VERB_PASS };
        return true;
    }
    while (side) {
        int e = take_element(&side);

        firers |= may_fire(t, e) ? bit(e) : 0;
    }
    while (firers) {
        int n = __builtin_popcountll(firers);
        int e = nth_element(firers, st_pick(seed, (uint32_t)(20 + n), (uint32_t)n));

        if (sample_shot(t, e, seed, out))
            return true;
        firers &= ~bit(e);
    }
    return false;
}

/* ---- reply (5.6.11) ---------------------------------------------------------------------- */

static bool guerre_can_reply(const struct st_table *t, int firer, int target)
{
    const struct guerre_pos *p = pos_of(t);

    if (guerre_in_pursuit(t) && side_of(t, target) != p->phasing)
        return false;
    if (artillery(type_of(t, target)) && side_of(t, target) == p->phasing && has(p->moved, target))
        return false;
    return able(t, target) && is_target(t, target, firer);
}

static void shoot_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);

    if (m->verb == VERB_PASS) {
        st_tell(t, "5.6.2", "%s holds its fire", t->plan->side[p->flow.side]);
        st_go(t, p->flow.side == p->phasing && !guerre_in_pursuit(t) ? STEP_FIRE_N : STEP_SPECIAL);
        return;
    }
    int firer = m->arg[0], target = m->arg[1];
    bool phasing = side_of(t, firer) == p->phasing;
    p->fight = (struct guerre_fight){ .p = (uint8_t)(phasing ? firer : target),
                                      .n = (uint8_t)(phasing ? target : firer),
                                      .firer = (uint8_t)firer,
                                      .nsupport = (uint8_t)(m->nargs - 2) };
    p->shot |= bit(firer);
    for (int i = 2; i < m->nargs; i++)
        p->shot |= bit(m->arg[i]);
    st_go(t, phasing ? STEP_FIRE_P : STEP_FIRE_N);
    st_call(t, STEP_SHOT);
}

static int target_now(const struct guerre_pos *p)
{
    return p->fight.firer == p->fight.p ? p->fight.n : p->fight.p;
}

static void reply(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);

    p->fight.reply = 1;
    p->shot |= bit(target_now(p));
    st_tell(t, "5.6.11", "%s replies", name_of(t, target_now(p)));
}

static void shot_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    int target = target_now(p);

    if (!guerre_can_reply(t, p->fight.firer, target)) {
        st_go(t, STEP_SHOT_P);
        return;
    }
    if (other_way(t, READING_REPLIES) && !artillery(type_of(t, target))) {
        reply(t);
        st_go(t, STEP_SHOT_P);
        return;
    }
    p->flow.side = (uint8_t)side_of(t, target);
    st_go(t, STEP_REPLY);
}

static enum st_answer reply_wanted(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, "5.6.11", "%s is under fire: reply Y or reply N",
                     name_of(t, target_now(pos_of(t))));
}

static void reply_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);

    if (m->arg[0])
        reply(t);
    p->flow.side = (uint8_t)side_of(t, p->fight.firer);
    st_go(t, STEP_SHOT_P);
}

/* ---- resolution (5.6.12 to 5.6.17) ------------------------------------------------------- */

int guerre_factor(const struct st_table *t, const char *para, int factor, int times,
                  const char *reason)
{
    return st_modify(t, para, reason, plan_of(t)->factor[factor] * times);
}

static int grade_factor(const struct st_table *t, int grade)
{
    return guerre_factor(t, "5.7.10", F_VETERAN, grade == VETERAN || grade == ELITE,
                         "veteran or elite") +
           guerre_factor(t, "5.7.10", F_RECRUITS, grade == RECRUITS, "recruits");
}

int guerre_shot_value(const struct st_table *t, const struct guerre_shot_terms *in)
{
    const struct guerre_plan *f = plan_of(t);
    int cls = f->mounted[in->enemy_type];
    bool hurt = in->target_of_fire && (artillery(in->enemy_type) || in->enemy_type == AQ);

    int total = st_modify(t, "5.6.12", "combat value",
                          in->fires || other_way(t, READING_FORLORN) ? f->firing[in->type][cls]
                                                                     : f->value[in->type][cls]);
    total += guerre_factor(t, "5.7.10", F_CINC, in->cinc, "commander");
    total += grade_factor(t, in->grade);
    total += guerre_factor(t, "5.6.12", F_ARQUEBUS, in->fires && in->type == AQ, "arquebus");
    total += guerre_factor(t, "5.6.12", F_CLOSE, in->fires && in->type == AQ && in->close,
                           "arquebus at less than 40 mm");
    total += guerre_factor(t, "5.6.12", F_DEEP, in->fires && artillery(in->type) && in->deep,
                           "artillery at a deep target");
    total +=
        guerre_factor(t, "5.6.12", F_DOWNHILL, in->fires && artillery(in->type) && in->downhill,
                      "artillery firing downhill");
    total += guerre_factor(t, "5.6.10", F_FIRE_SUPPORT, in->supporters, "supporters of the firer");
    total += guerre_factor(t, "5.6.12", F_SPEAR_TARGET, hurt && in->type == SP,
                           "spears under artillery or arquebus");
    total += guerre_factor(t, "5.6.12", F_SWORD_TARGET, hurt && (in->type == HB || in->type == SW),
                           "halberds or swords under artillery or arquebus");
    total += guerre_factor(t, "5.7.10", F_ROUTING, in->routing, "routing");
    return total;
}

/* What e counts against other; fires: it is the firer, or replies. */
static int shot_total(const struct st_table *t, int e, int other, bool fires, bool replies)
{
    int file[MAX_ELEMENTS];
    struct guerre_shot_terms in = {
        .type = (uint8_t)type_of(t, e),
        .grade = (uint8_t)grade_of(t, e),
        .enemy_type = (uint8_t)type_of(t, other),
        .cinc = plan_of(t)->cinc[side_of(t, e)] == e,
        .routing = has(pos_of(t)->routing, e),
        .fires = fires || replies,
        .target_of_fire = !fires,
        .supporters = fires ? 0 : pos_of(t)->fight.nsupport,
    };

    if (in.fires && in.type == AQ) {
        struct battery b = battery_of(t, e, false);
        struct st_box base = base_of(t, other);

        in.close = range2_of(t, &b, &base) < (int64_t)HALF_RANGE * HALF_RANGE &&
                   target_legal(t, e, other, NULL, NULL) == ST_LEGAL;
    }
    if (in.fires && artillery(in.type)) {
        int height = guerre_height(t, e);

        in.deep = guerre_file(t, other, file) >= DEEP;
        in.downhill = height >= STEEPER && height >= guerre_height(t, other) + STEEPER;
    }
    st_tell(t, "5.6.12", "%s %s", name_of(t, e),
            fires     ? "fires"
            : replies ? "is under fire and replies"
                      : "is under fire");
    return guerre_shot_value(t, &in);
}

static int cover_from(const struct st_table *t, int e, int firer)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_piece line;
    struct st_box base = base_of(t, e);

    if (guerre_lined_fort(t, e, &line) >= 0 &&
        st_pose_in(line.box.pose, pos_of(t)->pose[firer].at).y > 0)
        return f->cover[FORT];
    return guerre_cover_of(t, &base);
}

void guerre_cover(int *lower, int higher, int cover)
{
    *lower = *lower + cover > higher ? higher : *lower + cover;
}

static int away_from(const struct st_table *t, int e, int firer) /* 5.6.17 */
{
    struct st_point at = st_pose_in(pos_of(t)->pose[e], pos_of(t)->pose[firer].at);

    if (at.y >= 0)
        return BACK;
    if (at.y <= -depth_of(t, e))
        return FORWARD;
    return at.x >= 0 ? TO_LEFT : TO_RIGHT;
}

static void suffer_fire(struct st_table *t, int loser, int winner, int band)
{
    struct st_box base = base_of(t, loser);
    int result = guerre_result_of(t, type_of(t, loser), type_of(t, winner), band, false, false,
                                  guerre_harsh(t, &base));

    uint64_t moved = bit(loser);
    if (result == RES_DESTROYED)
        guerre_lose(t, loser, "5.6.15", "by fire");
    else if (result == RES_FLEE)
        guerre_flee(t, loser, winner);
    else if (artillery(type_of(t, loser)))
        guerre_crew_flees(t, loser);
    else
        moved = guerre_recoil(t, loser, away_from(t, loser, winner), "5.6.17");
    guerre_refresh_after(t, moved);
}

static void resolve_shot(struct st_table *t, int firer_die, int target_die)
{
    struct guerre_pos *p = pos_of(t);
    int firer = p->fight.firer, target = target_now(p);
    bool reply = p->fight.reply;
    int f = firer_die + shot_total(t, firer, target, true, false);
    int g = target_die + shot_total(t, target, firer, false, reply);
    int cover;

    f = f < 0 ? 0 : f; /* 5.6.13 */
    g = g < 0 ? 0 : g;
    st_tell(t, "5.6.12", "%s %d, %s %d", name_of(t, firer), f, name_of(t, target), g);
    if (g < f && (cover = cover_from(t, target, firer)) > 0) {
        guerre_cover(&g, f, cover);
        st_tell(t, "5.6.14", "%s is in cover: %d", name_of(t, target), g);
    } else if (f < g && reply && (cover = cover_from(t, firer, target)) > 0) {
        guerre_cover(&f, g, cover);
        st_tell(t, "5.6.14", "%s is in cover: %d", name_of(t, firer), f);
    }
    if (g < f)
        suffer_fire(t, target, firer, guerre_half(g, f) ? BAND_HALF : BAND_LESS);
    else if (f < g && reply)
        suffer_fire(t, firer, target, guerre_half(f, g) ? BAND_HALF : BAND_LESS);
    else
        st_tell(t, "5.6.15", "no effect");
}

/* ---- chances of a shot, for players made of code ----------------------------------------- */

uint64_t guerre_bears_on(const struct st_table *t, int e)
{
    return plan_of(t)->range[type_of(t, e)] > 0 ? targets_of(t, e) : 0;
}

void guerre_shot_chances(const struct st_table *t, int firer, int target,
                         struct guerre_chances *out)
{
    struct st_table quiet = { t->plan, t->pos, NULL };
    int f = shot_total(&quiet, firer, target, true, false);
    int g = shot_total(&quiet, target, firer, false, false);
    int cover = cover_from(t, target, firer);
    struct st_box base = base_of(t, target);
    bool harsh = guerre_harsh(t, &base);

    *out = (struct guerre_chances){ .of = 36 };
    for (int x = 1; x <= 6; x++)
        for (int y = 1; y <= 6; y++) {
            int high = f + x < 0 ? 0 : f + x, low = g + y < 0 ? 0 : g + y;

            if (low < high)
                guerre_cover(&low, high, cover);
            if (low >= high)
                continue;
            int band = guerre_half(low, high) ? BAND_HALF : BAND_LESS;
            int result = guerre_result_of(&quiet, type_of(t, target), type_of(t, firer), band,
                                          false, false, harsh);
            out->lost[1] += result == RES_DESTROYED;
            out->back[1] += result != RES_DESTROYED;
        }
}

/* The dice of a fight: the phasing player's, which is kept, then the other's (4.4). */
void guerre_fight_die(const struct st_table *t, struct st_chance *c)
{
    const struct guerre_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    st_dice(c, 1, 6, "%s %s", step == STEP_SHOT_P || step == STEP_SHOT_N ? "shot" : "melee",
            name_of(t, step == STEP_SHOT_P || step == STEP_MELEE_P ? p->fight.p : p->fight.n));
}

void guerre_first_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);

    p->fight.die = (uint8_t)die;
    st_go(t, p->flow.step[p->flow.depth] == STEP_SHOT_P ? STEP_SHOT_N : STEP_MELEE_N);
}

static void shot_n_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);
    bool phasing = p->fight.firer == p->fight.p;

    resolve_shot(t, phasing ? p->fight.die : die, phasing ? die : p->fight.die);
    p->fight = (struct guerre_fight){ 0 };
    st_done(t);
}

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_fire_p =
    ST_RUNS("fire of the phasing player", "5.6.2", fire_p_run);
const struct st_step guerre_step_shoot_p =
    ST_DECIDES("shooting", "5.6.2", shoot_offer, shoot_check, shoot_apply, .sample = shoot_sample);
const struct st_step guerre_step_fire_n = ST_RUNS("fire of the other player", "5.6.3", fire_n_run);
const struct st_step guerre_step_shoot_n =
    ST_DECIDES("answering fire", "5.6.3", shoot_offer, shoot_check, shoot_apply,
               .sample = shoot_sample);
const struct st_step guerre_step_shot = ST_RUNS("a shot", "5.6.11", shot_run);
const struct st_step guerre_step_reply =
    ST_EITHER("reply", "5.6.11", VERB_REPLY, reply_apply, .otherwise = reply_wanted);
const struct st_step guerre_step_shot_p =
    ST_ROLLS("first die of a shot", "4.4", guerre_fight_die, guerre_first_take);
const struct st_step guerre_step_shot_n =
    ST_ROLLS("second die of a shot", "4.4", guerre_fight_die, shot_n_take);
