/* guerre_path.c - walking a path step by step (5.1.10): zones of control (5.3.9), slow and
 * forbidden ground, enemies and friends in the way (5.3.11 to 5.3.13, 5.5).
 *
 * Every step of the path counts, but not every step is looked at: a base that is 30 mm clear of an
 * obstacle and goes at most 1 mm a step is not tested against it for the next 29. The bound is on
 * the safe side, so the answer is that of looking at every step.
 */
#include "guerre/guerre.h"

enum {
    ROUNDING = 16,      /* um; many times what a rounded corner may be off */
    ZONE_REACH = 63260  /* the far corners of a zone from its owner's reference point */
};
_Static_assert((int)MAX_PIECES <= 32 && (int)MAX_LAID <= 32, "pieces as bits of near_pieces");

/* ---- zones of control (5.3.9) ------------------------------------------------------------ */

/* The other reading: what stands in a zone cuts off what lies behind it, and no more. */
static int cut_behind(struct st_box part[ZONE_PARTS], int n, const struct st_box *cut)
{
    int before = n;

    for (int i = 0; i < before; i++) {
        struct st_box *x = &part[i], left = *x, right = *x;

        if (x->right <= cut->left || x->left >= cut->right || n + 2 > ZONE_PARTS)
            continue;
        left.right = cut->left;
        right.left = cut->right;
        x->left = cut->left > x->left ? cut->left : x->left;
        x->right = cut->right < x->right ? cut->right : x->right;
        x->front = cut->back < x->front ? cut->back : x->front;
        if (left.right > left.left)
            part[n++] = left;
        if (right.right > right.left)
            part[n++] = right;
    }
    return n;
}

static int worth_having(struct st_box part[ZONE_PARTS], int n)
{
    int kept = 0;

    for (int i = 0; i < n; i++)
        if (part[i].front > TOLERANCE)
            part[kept++] = part[i];
    return kept;
}

int guerre_zone(const struct st_table *t, int e, uint64_t movers, struct st_box out[ZONE_PARTS])
{
    const struct guerre_pos *p = pos_of(t);
    struct st_pose pose = p->pose[e];
    bool behind = other_way(t, READING_ZONES);
    int n = 1;

    if (has(plan_of(t)->camps | p->abandoned | p->routing, e))
        return 0;
    *out = (struct st_box){ pose, -HALF_FRONT, HALF_FRONT, 0, ZONE_DEPTH };
    const struct st_box whole = *out;
    for (uint64_t left = guerre_near(t, p->present & ~movers & ~bit(e), pose.at, ZONE_REACH); left;) {
        int x = take_element(&left);
        struct st_box base = base_of(t, x);


        if (!st_box_overlaps(&whole, &base, TOLERANCE))
            continue;
        struct st_box in = st_box_around(&base, pose);
        in.back = in.back < 0 ? 0 : in.back;
        if (behind)
            n = cut_behind(out, n, &in);
        else
            out->front = in.back < out->front ? in.back : out->front;
    }
    return worth_having(out, n);
}

uint64_t guerre_zones_at(const struct st_table *t, const struct st_box *base, int side,
                         uint64_t movers)
{
    uint64_t out = 0;

    for (uint64_t left = guerre_near(t, on_table(t, 1 - side), base->pose.at, ZONE_REACH + box_reach(base)); left;) {
        int e = take_element(&left);
        struct st_box zone[ZONE_PARTS];

        zone[0] = (struct st_box){ pos_of(t)->pose[e], -HALF_FRONT, HALF_FRONT, 0, ZONE_DEPTH };
        if (!st_box_overlaps(base, &zone[0], TOLERANCE))
            continue;
        for (int n = guerre_zone(t, e, movers, zone); n > 0; n--)
            if (st_box_overlaps(base, &zone[n - 1], TOLERANCE))
                out |= bit(e);
    }
    return out;
}

/* ---- an order ---------------------------------------------------------------------------- */

bool guerre_may_pass(const struct st_table *t, int mover, int friend)
{
    return plan_of(t)->passes[type_of(t, mover)][type_of(t, friend)];
}

int guerre_wheel_mm(int front, int quarters)
{
    enum { PI_UP = 355, PI_DOWN = 81360 }; /* 355/113 for pi, 720 quarters in half a turn */
    int arc = 40 * front * quarters * PI_UP;

    return (arc + PI_DOWN - 1) / PI_DOWN;
}

void guerre_order_begin(struct guerre_order *o, const struct st_table *t, const int16_t *who, int n)
{
    o->t = t;
    o->n = n;
    o->movers = o->zones = o->zones_at_start = o->passed = 0;
    o->slow = 0;
    o->cost_mm = o->nlegs = 0;
    o->passing_engaged = false;
    o->target = -1;
    for (int i = 0; i < n; i++) {
        o->who[i] = who[i];
        o->movers |= bit(who[i]);
        o->start[i] = o->now[i] = pos_of(t)->pose[who[i]];
    }
    o->around = pos_of(t)->present & ~o->movers;
    o->around_pieces = (uint32_t)(bit(guerre_npieces(t)) - 1);
    o->narrowed = false;
}

struct spread { /* the movers' reference points stand within this */
    struct st_point low, high;
    int32_t reach; /* of the longest base */
};

static struct spread spread_of(const struct guerre_order *o)
{
    struct spread s = { o->now[0].at, o->now[0].at, 0 };

    for (int i = 0; i < o->n; i++) {
        struct st_point at = o->now[i].at;
        int32_t reach = reach_of(o->t, o->who[i]);

        s.low.x = at.x < s.low.x ? at.x : s.low.x;
        s.low.y = at.y < s.low.y ? at.y : s.low.y;
        s.high.x = at.x > s.high.x ? at.x : s.high.x;
        s.high.y = at.y > s.high.y ? at.y : s.high.y;
        s.reach = reach > s.reach ? reach : s.reach;
    }
    return s;
}

static bool within(const struct spread *s, struct st_point at, int32_t um)
{
    return (at.x >= s->low.x - um) & (at.x <= s->high.x + um) & (at.y >= s->low.y - um) & (at.y <= s->high.y + um);
}

/* Of what is around: what could be met, enemies' zones included, if nobody's reference point goes farther than that. */
static void find_near(const struct guerre_order *o, const struct spread *s, int32_t way, uint64_t *near,
                      uint32_t *near_pieces)
{
    const struct st_pose *pose = pos_of(o->t)->pose;
    const int32_t *reach = plan_of(o->t)->reach_most;
    uint64_t found = 0, own = plan_of(o->t)->of_side[side_of(o->t, o->who[0])];
    uint32_t pieces = 0;

    way += s->reach + 2 * TOLERANCE;
    for (uint64_t left = o->around & own; left;) {
        int e = take_element(&left);

        found |= (uint64_t)within(s, pose[e].at, way + reach[e]) << e;
    }
    for (uint64_t left = o->around & ~own; left;) {
        int e = take_element(&left);

        found |= (uint64_t)within(s, pose[e].at, way + (reach[e] > ZONE_REACH ? reach[e] : ZONE_REACH)) << e;
    }
    for (uint64_t left = o->around_pieces; left;) {
        int i = take_element(&left);
        struct guerre_piece piece = guerre_piece(o->t, i);

        if (piece.kind < KINDS && within(s, piece.box.pose.at, way + box_reach(&piece.box)))
            pieces |= 1u << i;
    }
    *near = found;
    *near_pieces = pieces;
}

int guerre_allowance(const struct guerre_order *o)
{
    int least = INT32_MAX;

    for (int i = 0; i < o->n; i++) {
        int speed = guerre_speed(o->t, o->who[i]);

        speed = o->slow >> i & 1 ? speed / 2 : speed;
        least = speed < least ? speed : least;
    }
    return least;
}

/* Whoever stands farther from the pivot than the front is wide goes farther in a wheel than it costs. A shift and
 * conforming come to it. */
void guerre_stay_around(struct guerre_order *o, int front)
{
    struct spread s = spread_of(o);
    int64_t swing = (int64_t)s.high.x - s.low.x + s.high.y - s.low.y + FRONT, width = (int64_t)front * FRONT;
    int64_t way = guerre_allowance(o) * (int64_t)ST_MM * (swing > width ? swing : width) / width;
    find_near(o, &s, (int32_t)way + 2 * SLIDE, &o->around, &o->around_pieces);
    o->narrowed = true;
}

/* ---- legs -------------------------------------------------------------------------------- */

static struct st_pose step_pose(struct st_pose from, const struct guerre_leg *leg, int k)
{
    int shift = leg->shift < 0 ? -leg->shift : leg->shift;

    switch (leg->way) {
    case WAY_WHEEL:
        return st_pose_wheel(from, leg->pivot, leg->sense * k);
    case WAY_SIDE:
        return st_pose_at(from, leg->sense * k * ST_MM, 0, 0);
    case WAY_BACK:
        return st_pose_at(from, 0, -k * ST_MM, 0);
    default:
        shift = leg->steps ? shift * k / leg->steps : 0; /* 5.3.5 */
        return st_pose_at(from, (leg->shift < 0 ? -shift : shift) * ST_MM, k * ST_MM, 0);
    }
}

struct course { /* one mover on one leg */
    const struct guerre_leg *leg;
    struct st_pose from;
    int32_t depth, reach;
    int32_t swing;  /* of a wheel: no corner is farther from the pivot */
    int32_t stride; /* no point of the base goes farther in one step */
    int first;      /* 1, or 0 on the first leg, when the start itself counts */
    bool any;       /* any step will do, for nobody is told which was the first */
    struct st_box own, swept; /* the base and all ground it may cover, at the start or, wheeling, round the pivot */
    int64_t sin, cos;         /* of the heading of that frame */
};

static int32_t arc_of(int64_t radius) /* of a quarter degree, which is 0.00436 */
{
    return (int32_t)(radius * 44 / 10000 + 1);
}

static int32_t own_stride(const struct guerre_leg *leg, int32_t swing)
{
    int shift = leg->shift < 0 ? -leg->shift : leg->shift;

    if (leg->way == WAY_WHEEL)
        return arc_of(swing);
    return leg->steps && shift ? ST_MM * (1 + (shift + leg->steps - 1) / leg->steps) : ST_MM;
}

/* On a wheel: how far a point may go in one step, as another figure that reaches so far sees it. */
static int32_t stride(const struct course *c, struct st_point other, int32_t reach)
{
    int64_t b = (int64_t)st_root_up((uint64_t)st_gap2(c->leg->pivot, other)) + reach;
    return arc_of(b > c->swing ? b : c->swing);
}

static struct st_box box_on(const struct course *c, int k)
{
    return base_at(k ? step_pose(c->from, c->leg, k) : c->from, c->depth);
}

static int32_t over_0(int32_t um)
{
    return um > 0 ? um : 0;
}

/* What the base covers while it turns by a quarter of a circle at most. Told for a wheel to the right: its near
 * side is the one at the pivot, and to the left all is the other way round. */
static struct st_box swept_by_wheel(const struct st_box *own, const struct guerre_leg *leg)
{
    bool left = leg->sense < 0;
    int32_t near = over_0(left ? -own->left : own->right), far = over_0(left ? own->right : -own->left);
    int32_t front = over_0(own->front), back = over_0(-own->back);
    int64_t sin = st_sin(leg->steps);
    int32_t out = far + (int32_t)st_round30(back * sin), in = near + front;

    return (struct st_box){ own->pose, left ? -in : -out, left ? out : in, -back - near,
                            front + (int32_t)st_round30(far * sin) };
}

static struct st_box swept_straight(const struct st_box *own, const struct guerre_leg *leg)
{
    int32_t way = leg->steps * ST_MM, aside = leg->way == WAY_SIDE ? leg->sense * way : leg->shift * ST_MM;
    struct st_box out = *own;

    out.left += aside < 0 ? aside : 0;
    out.right += over_0(aside);
    out.front += leg->way == WAY_AHEAD ? way : 0;
    out.back -= leg->way == WAY_BACK ? way : 0;
    return out;
}

static void find_swept(struct course *c)
{
    struct st_point at = { 0, 0 };
    struct st_pose frame = c->from;

    if (c->leg->way == WAY_WHEEL) {
        frame.at = c->leg->pivot;
        at = st_pose_in(frame, c->from.at);
    }
    c->own = (struct st_box){ frame, at.x - HALF_FRONT, at.x + HALF_FRONT, at.y - c->depth, at.y };
    c->swept = c->leg->way == WAY_WHEEL ? swept_by_wheel(&c->own, c->leg) : swept_straight(&c->own, c->leg);
    c->sin = st_sin(frame.facing);
    c->cos = st_cos(frame.facing);
}

/* How far two boxes of one frame are pushed into each other, as st_box_depth counts it. */
static int32_t overlap(const struct st_box *a, const struct st_box *b)
{
    int32_t right = a->right - b->left, left = b->right - a->left;
    int32_t front = a->front - b->back, back = b->front - a->back;
    int32_t across = right < left ? right : left, along = front < back ? front : back;

    return across < along ? across : along;
}

/* Narrow from .. to to the steps at which two stretches of an axis may overlap: mine goes mm by mm
 * in the given sense (0: it stays). */
static void narrow(int *from, int *to, int32_t low, int32_t high, int32_t other_low,
                   int32_t other_high, int sense)
{
    const int32_t need = TOLERANCE - ROUNDING;
    int32_t ahead = other_low + need - high;  /* so far it must at least go up the axis */
    int32_t behind = other_high - need - low; /* and at most so far */

    if (sense == 0) {
        if (ahead > 0 || behind < 0)
            *to = -1;
        return;
    }
    if (sense < 0) {
        int32_t swap = -ahead;

        ahead = -behind;
        behind = swap;
    }
    if (behind < 0) {
        *to = -1;
        return;
    }
    int first = ahead > 0 ? ahead / ST_MM : 0, last = behind / ST_MM + 1;
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
}

/* Without turn or shift: the steps at which the box can be met at all, along the mover's axes. */
static void narrow_straight(const struct course *c, const struct st_box *box, int *from, int *to)
{
    struct st_box in = st_box_around(box, c->from);
    int aside = c->leg->way == WAY_SIDE ? c->leg->sense : 0;
    int ahead = c->leg->way == WAY_AHEAD ? 1 : c->leg->way == WAY_BACK ? -1 : 0;

    narrow(from, to, -HALF_FRONT, HALF_FRONT, in.left, in.right, aside);
    narrow(from, to, -c->depth, 0, in.back, in.front, ahead);
}

bool guerre_straight_range(struct st_pose from, int32_t depth, const struct st_box *box, int *first,
                           int *last)
{
    struct guerre_leg ahead = { WAY_AHEAD, *last, 0, 0, { 0, 0 } };
    struct course c = { .leg = &ahead, .from = from, .depth = depth };

    narrow_straight(&c, box, first, last);
    return *first <= *last;
}

enum { NEARLY = 2 * ROUNDING };

/* How deep they are in each other after k steps of a wheel, where they overlap; at least that, where not. To turn the box
 * the other way round the pivot is cheaper than to turn the mover: that says how the two lie along the mover's axes, and
 * only if they overlap there is looked at closely. */
static int32_t depth_on_wheel(const struct course *c, const struct st_box *box, const struct st_point corner[4], int k)
{
    struct st_pose hinge = c->own.pose;

    hinge.facing = (int16_t)st_heading(hinge.facing + c->leg->sense * k);
    struct st_box in = st_limits_in(hinge, corner);
    int32_t depth = overlap(&c->own, &in);
    if (depth <= TOLERANCE - NEARLY)
        return depth;
    struct st_box base = box_on(c, k);
    return st_box_depth(&base, box);
}

/* As first_overlap, on a wheel. */
static int first_on_wheel(const struct course *c, const struct st_box *box, int32_t reach, int k, bool any)
{
    enum { SOON = 2 };
    struct st_point corner[4];
    int last = c->leg->steps;

    st_box_corners(corner, box);
    struct st_box in = st_limits_in(c->own.pose, corner);
    if (overlap(&c->swept, &in) < TOLERANCE - NEARLY)
        return -1;
    int32_t per_step = stride(c, box->pose.at, reach);
    for (int n = 0; k <= last; n++) {
        int32_t depth = depth_on_wheel(c, box, corner, k);

        if (depth > TOLERANCE)
            return k;
        int32_t free = (TOLERANCE - depth - NEARLY) / per_step;
        k += free > 1 ? free : 1;
        if (n == SOON && any) /* neighbours are mostly met in the middle of a wheel's first third */
            for (int part = 6; part > 1; part /= 2) {
                int at = last / part > k ? last / part : k;

                if (at <= last && depth_on_wheel(c, box, corner, at) > TOLERANCE)
                    return at;
            }
    }
    return -1;
}

/* The first step from k on at which the mover overlaps the box, or -1; where any will do, one of them. */
static int first_overlap(const struct course *c, const struct st_box *box, int32_t reach, int k, bool any)
{
    int last = c->leg->steps;

    if (c->leg->way == WAY_WHEEL)
        return first_on_wheel(c, box, reach, k, any);
    if (c->leg->shift == 0)
        narrow_straight(c, box, &k, &last);
    while (k <= last) {
        struct st_box base = box_on(c, k);
        int32_t depth = st_box_depth(&base, box);

        if (depth > TOLERANCE)
            return k;
        int32_t free = (TOLERANCE - depth - ROUNDING) / c->stride;
        k += free > 1 ? free : 1;
    }
    return -1;
}

/* Cannot be met on this leg at all. */
static bool out_of_reach(const struct course *c, struct st_point at, int32_t reach)
{
    int64_t round = (int64_t)c->swing + reach + ROUNDING;
    int64_t dx = (int64_t)at.x - c->own.pose.at.x, dy = (int64_t)at.y - c->own.pose.at.y;

    if (c->leg->way == WAY_WHEEL && dx * dx + dy * dy > round * round)
        return true; /* outside the circle it turns in */
    int64_t u = st_round30(dx * c->cos - dy * c->sin), v = st_round30(dx * c->sin + dy * c->cos);
    reach += ROUNDING;
    return u > c->swept.right + reach || u < c->swept.left - reach || v > c->swept.front + reach ||
           v < c->swept.back - reach;
}

/* ---- what is met ------------------------------------------------------------------------- */

struct look { /* straight ahead, for every distance at once: nothing is refused, all is noted */
    struct guerre_leg leg; /* it grows shorter as the way turns out to be shut */
    struct guerre_ahead *out;
};

static void shut_at(struct look *l, int k)
{
    if (k < 0 || k >= l->out->blocked)
        return;
    l->out->blocked = k;
    l->leg.steps = k > 0 ? k - 1 : 0;
}

static int32_t to_edge(const struct guerre_plan *f, struct st_point at)
{
    int32_t edge = at.x < at.y ? at.x : at.y;

    edge = f->width - at.x < edge ? f->width - at.x : edge;
    return f->height - at.y < edge ? f->height - at.y : edge;
}

static enum st_answer meet_edge(struct guerre_order *o, int i, const struct course *c,
                                struct st_refusal *why)
{
    /* Going straight, who is on the table at both ends is so all the way. */
    bool straight = c->leg->way != WAY_WHEEL && c->leg->shift == 0;
    int32_t per_step = c->stride;

    if (to_edge(plan_of(o->t), c->from.at) > c->leg->steps * per_step + c->reach + ROUNDING)
        return ST_LEGAL;
    for (int k = straight ? c->leg->steps : c->first; k <= c->leg->steps;) {
        struct st_box base = box_on(c, k);
        int32_t free = (to_edge(plan_of(o->t), base.pose.at) - c->reach - ROUNDING) / per_step;

        if (free < 1 && !guerre_on_table(o->t, &base))
            return st_refuse(why, "5.1.11", "%s would leave the table after %d %s",
                             name_of(o->t, o->who[i]), k,
                             c->leg->way == WAY_WHEEL ? "quarter degrees" : "mm");
        k += free > 1 ? free : 1;
    }
    return ST_LEGAL;
}

/* 5.5.1 */
static enum st_answer pass_at(const struct guerre_order *o, int mover, int friend, int facing,
                              struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(o->t);
    const char *me = name_of(o->t, mover), *other = name_of(o->t, friend);

    if (!guerre_may_pass(o->t, mover, friend))
        return st_refuse(why, "5.5.1", "%s cannot pass through %s: %s through %s", me, other,
                         guerre_types[type_of(o->t, mover)], guerre_types[type_of(o->t, friend)]);
    if (has(p->engaged, friend) || (has(p->engaged, mover) && !o->passing_engaged))
        return st_refuse(why, "5.5.1", "%s cannot pass through %s: %s is engaged", me, other,
                         has(p->engaged, friend) ? other : me);
    if ((facing - p->pose[friend].facing) % ABOUT != 0)
        return st_refuse(why, "5.5.1", "%s cannot pass through %s: headings %d and %d", me, other,
                         facing, p->pose[friend].facing);
    return ST_LEGAL;
}

static enum st_answer meet_elements(struct guerre_order *o, int i, const struct course *c,
                                    struct look *look, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(o->t);
    uint64_t *passed = look ? &look->out->passed : &o->passed;
    int me = o->who[i];

    for (uint64_t left = o->near; left;) {
        int x = take_element(&left);
        int32_t reach = reach_of(o->t, x);

        if (out_of_reach(c, p->pose[x].at, reach))
            continue;
        if (c->leg->way != WAY_WHEEL && side_of(o->t, x) == side_of(o->t, me) &&
            pass_at(o, me, x, c->from.facing, NULL) == ST_LEGAL) {
            *passed |= bit(x); /* wherever they meet */
            continue;
        }
        struct st_box base = base_of(o->t, x);
        if (look) {
            shut_at(look, first_overlap(c, &base, reach, c->first, false));
            continue;
        }
        bool any = c->any;
        for (int k = c->first; (k = first_overlap(c, &base, reach, k, any)) >= 0; k++) {
            if (side_of(o->t, x) != side_of(o->t, me))
                return st_refuse(why, "5.3.12", "the enemy %s is in the way of %s after %d %s",
                                 name_of(o->t, x), name_of(o->t, me), k,
                                 c->leg->way == WAY_WHEEL ? "quarter degrees" : "mm");
            if (pass_at(o, me, x, box_on(c, k).pose.facing, why))
                return ST_REFUSED;
            *passed |= bit(x);
            k = any ? c->first - 1 : k; /* then each of them counts */
            any = false;
        }
    }
    return ST_LEGAL;
}

/* The first step on ground of this kind, or -1. */
static int first_on_ground(const struct st_table *t, const struct course *c, const struct st_box *box, int kind)
{
    int32_t reach = box_reach(box);
    int k = c->first;

    if (out_of_reach(c, box->pose.at, reach))
        return -1;
    while ((k = first_overlap(c, box, reach, k, c->any && kind != RIVER)) >= 0) {
        struct st_box base = box_on(c, k);

        if (kind != RIVER || !guerre_on_bridge(t, &base))
            break;
        k++;
    }
    return k;
}

static enum st_answer meet_box(struct guerre_order *o, int i, const struct course *c,
                               const struct st_box *box, int kind, int piece, struct look *look,
                               struct st_refusal *why)
{
    const struct guerre_plan *f = plan_of(o->t);
    int type = type_of(o->t, o->who[i]);
    bool slows = f->slow[kind] >> type & 1 && !(o->slow >> i & 1);
    bool shut = f->forbidden[kind] >> type & 1;

    if (!slows && !shut)
        return ST_LEGAL;
    int k = first_on_ground(o->t, c, box, kind);
    if (k < 0)
        return ST_LEGAL;
    if (look && shut)
        shut_at(look, k);
    else if (look)
        look->out->slow[i] = k < look->out->slow[i] ? (int16_t)k : look->out->slow[i];
    else if (shut)
        return st_refuse(why, "5.3.13", "%s, %s, is forbidden ground for %s (%s)",
                         f->piece_name[piece], kind == BANK ? "a bank" : guerre_kinds[kind],
                         name_of(o->t, o->who[i]), guerre_types[type]);
    else
        o->slow |= (uint16_t)(1u << i);
    return ST_LEGAL;
}

static enum st_answer meet_ground(struct guerre_order *o, int i, const struct course *c,
                                  struct look *look, struct st_refusal *why)
{
    for (uint64_t left = o->near_pieces; left;) {
        int k = take_element(&left);
        struct guerre_piece piece = guerre_piece(o->t, k);
        struct st_box bank[2];

        if (piece.kind == DRY) {
            guerre_banks(&piece, bank);
            if (meet_box(o, i, c, &bank[0], BANK, k, look, why) ||
                meet_box(o, i, c, &bank[1], BANK, k, look, why))
                return ST_REFUSED;
        }
        if (meet_box(o, i, c, &piece.box, piece.kind, k, look, why))
            return ST_REFUSED;
    }
    return ST_LEGAL;
}

/* The first step in the zone of e, or -1. */
static int first_in_zone(const struct guerre_order *o, const struct course *c, int e)
{
    struct st_pose pose = pos_of(o->t)->pose[e];
    struct st_box zone[ZONE_PARTS] = { { pose, -HALF_FRONT, HALF_FRONT, 0, ZONE_DEPTH } };
    int first = -1;

    if (out_of_reach(c, pose.at, ZONE_REACH))
        return -1;
    int whole = first_overlap(c, &zone[0], ZONE_REACH, c->first, false);
    if (whole < 0)
        return -1;
    for (int n = guerre_zone(o->t, e, o->movers, zone); n > 0; n--) {
        int k = first_overlap(c, &zone[n - 1], ZONE_REACH, whole, false);

        first = k >= 0 && (first < 0 || k < first) ? k : first;
    }
    return first;
}

static void meet_zones(struct guerre_order *o, int i, const struct course *c, struct look *look)
{
    int side = side_of(o->t, o->who[i]);

    for (uint64_t left = o->near & plan_of(o->t)->of_side[1 - side]; left;) {
        int e = take_element(&left);

        if (has(o->zones, e) && (has(o->zones_at_start, e) || c->first))
            continue;
        int k = first_in_zone(o, c, e);
        if (look && k >= 0) {
            struct guerre_ahead *a = look->out;

            a->zone[e] = has(a->zones, e) && a->zone[e] < k ? a->zone[e] : (int16_t)k;
            a->zones |= bit(e);
            continue;
        }
        if (k >= 0)
            o->zones |= bit(e);
        if (k == 0)
            o->zones_at_start |= bit(e);
    }
}

/* Everybody's course on the leg, and what is near it. */
static void set_out(struct guerre_order *o, const struct guerre_leg *leg, struct course course[MAX_GROUP])
{
    int32_t stride_most = 0;

    for (int i = 0; i < o->n; i++) {
        int32_t swing = 0, reach = reach_of(o->t, o->who[i]);

        if (leg->way == WAY_WHEEL)
            swing = (int32_t)st_root_up((uint64_t)st_gap2(leg->pivot, o->now[i].at)) + reach;
        course[i] = (struct course){ .leg = leg,
                                     .from = o->now[i],
                                     .depth = depth_of(o->t, o->who[i]),
                                     .reach = reach,
                                     .swing = swing,
                                     .stride = own_stride(leg, swing),
                                     .first = o->cost_mm ? 1 : 0 };
        find_swept(&course[i]);
        stride_most = course[i].stride > stride_most ? course[i].stride : stride_most;
    }
    o->near = o->around;
    o->near_pieces = o->around_pieces;
    if (o->n > 1 || !o->narrowed) { /* one alone looks closely at once */
        struct spread s = spread_of(o);

        find_near(o, &s, leg->steps * stride_most, &o->near, &o->near_pieces);
    }
}

/* All that is met by anybody on the leg; by who looks ahead, all but the edge. */
static enum st_answer meet_all(struct guerre_order *o, const struct guerre_leg *leg, struct look *look,
                               struct st_refusal *why)
{
    struct course course[MAX_GROUP];

    set_out(o, leg, course);
    for (int i = 0; i < o->n; i++) {
        struct course *c = &course[i];

        c->any = !look && !why;
        if ((!look && meet_edge(o, i, c, why)) || meet_elements(o, i, c, look, why) ||
            meet_ground(o, i, c, look, why))
            return ST_REFUSED;
        meet_zones(o, i, c, look);
    }
    return ST_LEGAL;
}

enum st_answer guerre_walk(struct guerre_order *o, const struct guerre_leg *leg,
                           struct st_refusal *why)
{
    if (!o->legal && meet_all(o, leg, NULL, why))
        return ST_REFUSED;
    st_assert(o->nlegs < MAX_SEGMENTS);
    o->leg[o->nlegs++] = *leg;
    for (int i = 0; i < o->n && leg->steps; i++)
        o->now[i] = step_pose(o->now[i], leg, leg->steps);
    return ST_LEGAL;
}

/* ---- straight ahead, once for every distance ----------------------------------------------- */

void guerre_look_ahead(struct guerre_order *o, int mm, struct guerre_ahead *out)
{
    struct look look = { { WAY_AHEAD, mm, 0, 0, { 0, 0 } }, out };

    out->mm = mm;
    out->blocked = NEVER;
    out->zones = out->passed = 0;
    for (int i = 0; i < o->n; i++)
        out->slow[i] = NEVER;
    meet_all(o, &look.leg, &look, NULL);
}

enum st_answer guerre_go_ahead(struct guerre_order *o, const struct guerre_ahead *a, int mm)
{
    struct guerre_leg leg = { WAY_AHEAD, mm, 0, 0, { 0, 0 } };
    bool legal = o->legal;

    st_assert(mm <= a->mm && o->nlegs == 0);
    if (mm >= a->blocked)
        return ST_REFUSED;
    for (int i = 0; i < o->n; i++) {
        struct course c = { .leg = &leg, .from = o->now[i], .depth = depth_of(o->t, o->who[i]),
                            .reach = reach_of(o->t, o->who[i]), .stride = ST_MM };

        if (meet_edge(o, i, &c, NULL))
            return ST_REFUSED;
        o->slow |= a->slow[i] <= mm ? (uint16_t)(1u << i) : 0;
    }
    for (uint64_t left = a->zones; left;) {
        int e = take_element(&left);

        o->zones |= a->zone[e] <= mm ? bit(e) : 0;
        o->zones_at_start |= a->zone[e] == 0 ? bit(e) : 0;
    }
    o->passed |= a->passed;
    o->legal = true; /* it has been looked at */
    guerre_walk(o, &leg, NULL);
    o->legal = legal;
    return ST_LEGAL;
}

int32_t guerre_depth_in_zone(const struct guerre_order *o, const struct st_box *zone, int *who)
{
    int32_t deepest = INT32_MIN;

    for (int i = 0; i < o->n; i++) {
        int32_t depth = depth_of(o->t, o->who[i]);
        struct st_pose from = o->start[i];

        for (int l = 0; l <= o->nlegs; l++) { /* after the last leg it stands where it ends */
            int steps = l < o->nlegs ? o->leg[l].steps : 0;

            for (int k = 0; k <= steps; k++) {
                struct st_pose at = k ? step_pose(from, &o->leg[l], k) : from;
                struct st_box base = base_at(l < o->nlegs ? at : o->now[i], depth);
                int32_t in = st_box_depth(&base, zone);

                if (in > deepest) {
                    deepest = in;
                    *who = o->who[i];
                }
            }
            from = steps ? step_pose(from, &o->leg[l], steps) : from;
        }
    }
    return deepest;
}

enum st_answer guerre_free_at_end(const struct guerre_order *o, uint64_t among, struct st_refusal *why)
{
    for (int i = 0; i < o->n && among; i++) {
        int me = o->who[i];
        struct st_box base = base_at(o->now[i], depth_of(o->t, me));

        for (uint64_t left = guerre_near(o->t, among, base.pose.at, reach_of(o->t, me)); left;) {
            int x = take_element(&left);
            struct st_box other = base_of(o->t, x);

            if (st_box_overlaps(&base, &other, TOLERANCE))
                return st_refuse(why, side_of(o->t, x) == side_of(o->t, me) ? "5.5.2" : "5.3.12",
                                 "%s would end %d mm inside %s", name_of(o->t, me),
                                 mm_of(st_box_depth(&base, &other)), name_of(o->t, x));
        }
    }
    return ST_LEGAL;
}
