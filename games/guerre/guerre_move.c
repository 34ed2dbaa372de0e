/* guerre_move.c - 5.3 and 5.4: the orders of the movement phase.
 *
 * Each order is worked out in one place, work_out(): who moves, where everybody ends, which
 * paragraph forbids it. check asks that function; apply asks it for the poses only, since the order
 * is known to be legal, and carries out what it found. The order of examination
 * is that of 5.3.15, except that an order which cannot be paid in mm is refused before it is
 * walked.
 */
#include "guerre/guerre.h"

#include <stdlib.h>

enum { SHIFT_MAX = 20, LONGEST_WHEEL = 360, A_METRE = 1000 };

struct segments {
    const int16_t *at; /* kind, value, shift of each */
    int n;
};

static bool in_zones_only(const struct st_table *t, uint64_t zones, int facing)
{
    for (uint64_t left = zones; left;) {
        int turn = st_heading(facing - pos_of(t)->pose[take_element(&left)].facing);

        if (turn >= RIGHT && turn <= LEFT)
            return false;
    }
    return true;
}

/* ---- who moves --------------------------------------------------------------------------- */

static enum st_answer single_may_move(const struct st_table *t, int e, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);

    if (guerre_mover(t, e, why))
        return ST_REFUSED;
    if (has(plan_of(t)->camps, e))
        return st_refuse(why, "5.3.3", "%s is a camp and never moves", name_of(t, e));
    if (has(p->abandoned, e))
        return st_refuse(why, "5.3.3", "%s is abandoned by its crew", name_of(t, e));
    if (has(p->engaged, e))
        return st_refuse(why, "5.3.3", "%s is engaged", name_of(t, e));
    return ST_LEGAL;
}

static enum st_answer begin(struct guerre_order *o, const struct st_table *t, const int16_t *who,
                            int n, struct guerre_row *row, struct st_refusal *why)
{
    uint64_t seen = 0;

    if (n < 1 || n > MAX_GROUP)
        return st_refuse(why, "5.3.1", "%d elements; an order is for 1 to %d", n, MAX_GROUP);
    for (int i = 0; i < n; i++) {
        if (guerre_mover(t, who[i], why))
            return ST_REFUSED;
        if (has(seen, who[i]))
            return st_refuse(why, "5.2.1", "%s is named twice", name_of(t, who[i]));
        seen |= bit(who[i]);
    }
    guerre_order_begin(o, t, who, n);
    row->n = 1;
    row->who[0] = (uint8_t)who[0];
    return n == 1 ? single_may_move(t, who[0], why) : guerre_group(t, who, n, row, why);
}

static int place_in(const struct guerre_order *o, int e)
{
    for (int i = 0; i < o->n; i++)
        if (o->who[i] == e)
            return i;
    return -1;
}

/* ---- segments (5.3.1 to 5.3.5) ----------------------------------------------------------- */

static enum st_answer shift_sound(int shift, struct st_refusal *why)
{
    if (shift >= -SHIFT_MAX && shift <= SHIFT_MAX)
        return ST_LEGAL;
    return st_refuse(why, "5.3.5", "a shift of %d mm, at most %d", shift, SHIFT_MAX);
}

/* Each by itself, and what they cost together. */
static enum st_answer segments_sound(const struct segments *s, int most, int front, int *mm,
                                     struct st_refusal *why)
{
    *mm = 0;
    if (s->n > most)
        return st_refuse(why, "5.3.1", "%d segments, at most %d", s->n, most);
    for (int i = 0; i < s->n; i++) {
        int kind = s->at[3 * i], value = s->at[3 * i + 1], shift = s->at[3 * i + 2];

        if (value < 1 || (kind != SEG_A && value > LONGEST_WHEEL))
            return st_refuse(why, "5.3.1", "a segment of %d", value);
        if (kind != SEG_A && shift)
            return st_refuse(why, "5.3.1", "a wheel has no shift");
        if (shift_sound(shift, why))
            return ST_REFUSED;
        *mm += kind == SEG_A ? value : guerre_wheel_mm(front, value);
    }
    return ST_LEGAL;
}

static struct guerre_leg leg_of(const struct guerre_order *o, const struct guerre_row *row,
                                const int16_t *seg)
{
    bool left = seg[0] == SEG_WL;
    struct guerre_leg leg = { WAY_AHEAD, seg[1], 0, seg[2], { 0, 0 } };

    if (seg[0] == SEG_A)
        return leg;
    int corner = place_in(o, left ? row->who[0] : row->who[row->n - 1]);
    leg.way = WAY_WHEEL;
    leg.sense = left ? -1 : 1;
    leg.pivot = st_pose_out(o->now[corner], left ? -HALF_FRONT : HALF_FRONT, 0);
    return leg;
}

static enum st_answer advance(struct guerre_order *o, int mm, struct guerre_memo *memo)
{
    if (!memo->looked) {
        guerre_look_ahead(o, guerre_allowance(o), &memo->ahead);
        memo->looked = true;
    }
    return guerre_go_ahead(o, &memo->ahead, mm);
}

/* The first leg, from what was walked before if that tells. */
static enum st_answer walk_first(struct guerre_order *o, const struct guerre_leg *leg, const int16_t *seg,
                                 struct guerre_memo *memo)
{
    if (seg[0] == SEG_A)
        return advance(o, seg[1], memo);
    for (int i = 0; i < memo->n; i++) {
        const struct guerre_stretch *x = &memo->leg[i];

        if (x->kind == seg[0] && x->refused && x->steps <= seg[1])
            return ST_REFUSED;
        if (x->kind != seg[0] || x->refused || (x->steps != seg[1] && (!x->clean || x->steps < seg[1])))
            continue;
        if (x->steps == seg[1]) {
            *o = x->after;
            return ST_LEGAL;
        }
        o->legal = true; /* so far nothing is met */
        o->passed = x->after.passed;
        enum st_answer free = guerre_walk(o, leg, NULL);
        o->legal = false;
        return free;
    }
    enum st_answer free = guerre_walk(o, leg, NULL);
    if (memo->n < MEMO_LEGS) {
        struct guerre_stretch *x = &memo->leg[memo->n++];

        *x = (struct guerre_stretch){ seg[0], seg[1], free == ST_REFUSED, free == ST_LEGAL && !o->zones && !o->slow,
                                      *o };
    }
    return free;
}

static enum st_answer walk_segments(struct guerre_order *o, const struct guerre_row *row,
                                    const struct segments *s, struct guerre_memo *memo, struct st_refusal *why)
{
    for (int i = 0; i < s->n; i++) {
        const int16_t *seg = &s->at[3 * i];
        struct guerre_leg leg = leg_of(o, row, seg);

        if (memo && i == 0 && seg[2] == 0 ? walk_first(o, &leg, seg, memo) : guerre_walk(o, &leg, why))
            return ST_REFUSED;
        o->cost_mm += seg[0] == SEG_A ? seg[1] : guerre_wheel_mm(row->n, seg[1]);
    }
    return ST_LEGAL;
}

static enum st_answer distance_fits(const struct guerre_order *o, int allowance,
                                    struct st_refusal *why)
{
    if (o->cost_mm <= allowance)
        return ST_LEGAL;
    return st_refuse(why, "5.3.2", "this costs %d mm, %d are allowed%s", o->cost_mm, allowance,
                     o->slow ? " with slow ground on the way" : "");
}

/* 5.3.5, the contact's advance of n mm with its shift included. */
static enum st_answer inclines_fit(const struct segments *s, int contact_mm, int contact_shift,
                                   int allowance, struct st_refusal *why)
{
    int inclines = contact_shift != 0, mm = contact_mm;

    for (int i = 0; i < s->n; i++)
        if (s->at[3 * i + 2]) {
            inclines++;
            mm = s->at[3 * i + 1];
        }
    if (inclines == 0)
        return ST_LEGAL;
    if (inclines > 1)
        return st_refuse(why, "5.3.5", "%d inclines in one move", inclines);
    if (2 * mm < allowance)
        return st_refuse(why, "5.3.5", "an incline over %d mm, less than half of %d", mm,
                         allowance);
    return ST_LEGAL;
}

/* ---- zones (5.3.10) ---------------------------------------------------------------------- */

static enum st_answer refuse_zone(const struct guerre_order *o, uint64_t zones, const char *para,
                                  struct st_refusal *why)
{
    int e = __builtin_ctzll(zones), who = o->who[0];
    struct st_box zone[ZONE_PARTS];
    int32_t deepest = 0;

    if (!why)
        return ST_REFUSED;
    for (int n = guerre_zone(o->t, e, o->movers, zone); n > 0; n--) {
        int its;
        int32_t um = guerre_depth_in_zone(o, &zone[n - 1], &its);

        who = um > deepest ? its : who;
        deepest = um > deepest ? um : deepest;
    }
    return st_refuse(why, para, "%s would be %d mm inside the zone of %s", name_of(o->t, who),
                     mm_of(deepest), name_of(o->t, e));
}

static enum st_answer zones_allow(const struct guerre_order *o, const struct segments *s,
                                  struct st_refusal *why)
{
    if (!o->zones || (o->target >= 0 && has(o->zones, o->target)))
        return ST_LEGAL;
    bool straight = o->target < 0 && s->n == 1 && s->at[0] == SEG_A && s->at[2] == 0;
    uint64_t entered = o->zones & ~o->zones_at_start;

    if (straight && !entered && in_zones_only(o->t, o->zones, o->now[0].facing))
        return ST_LEGAL;
    return refuse_zone(o, entered ? entered : o->zones, "5.3.10", why);
}

/* ---- contact (5.4) ----------------------------------------------------------------------- */

struct contact {
    int x, target, side, shift; /* x: its place in the order */
    int mm;
};

static struct st_point edge_middle(struct st_pose t, int32_t depth, int side)
{
    switch (side) {
    case SIDE_F:
        return t.at;
    case SIDE_B:
        return st_pose_out(t, 0, -depth);
    default:
        return st_pose_out(t, side == SIDE_L ? -HALF_FRONT : HALF_FRONT, -depth / 2);
    }
}

/* 5.4.4: where x would stand in line with t. */
static struct st_point aligned_place(struct st_pose t, int32_t depth, int side, struct st_point x)
{
    if (side == SIDE_F || side == SIDE_B)
        return edge_middle(t, depth, side);
    int32_t v = -HALF_FRONT;
    if (depth >= FRONT) {
        v = st_pose_in(t, x).y;
        v = v < -depth + HALF_FRONT ? -depth + HALF_FRONT : v;
        v = v > -HALF_FRONT ? -HALF_FRONT : v;
    }
    return st_pose_out(t, side == SIDE_L ? -HALF_FRONT : HALF_FRONT, v);
}

static enum st_answer approach(struct guerre_order *o, struct contact *c, struct guerre_memo *memo,
                               struct st_refusal *why)
{
    static const int16_t turn[] = {
        [SIDE_F] = ABOUT, [SIDE_L] = RIGHT, [SIDE_R] = LEFT, [SIDE_B] = AHEAD
    };
    const struct guerre_pos *p = pos_of(o->t);
    struct st_pose target = p->pose[c->target];
    int32_t depth = depth_of(o->t, c->target);

    if (o->now[c->x].facing != st_heading(target.facing + turn[c->side]))
        return st_refuse(why, "5.4.2", "%s faces %d; square to the %s of %s is %d",
                         name_of(o->t, o->who[c->x]), o->now[c->x].facing, guerre_sides4[c->side],
                         name_of(o->t, c->target), st_heading(target.facing + turn[c->side]));
    int32_t v = st_pose_in(o->now[c->x], edge_middle(target, depth, c->side)).y;
    if (v < -TOLERANCE)
        return st_refuse(why, "5.4.3", "the %s of %s lies %d mm behind the front of %s",
                         guerre_sides4[c->side], name_of(o->t, c->target), mm_of(-v),
                         name_of(o->t, o->who[c->x]));
    c->mm = v > 0 ? v / ST_MM : 0;
    struct guerre_leg leg = { WAY_AHEAD, c->mm, 0, c->mm ? c->shift : 0, { 0, 0 } };
    if (memo && o->nlegs == 0 && leg.shift == 0 ? advance(o, c->mm, memo) : guerre_walk(o, &leg, why))
        return ST_REFUSED;
    o->cost_mm += c->mm;
    return ST_LEGAL;
}

static void displace(struct guerre_order *o, const struct st_pose *from, struct st_point by)
{
    for (int i = 0; i < o->n; i++) {
        o->now[i] = from[i];
        o->now[i].at.x += by.x;
        o->now[i].at.y += by.y;
    }
}

static enum st_answer slide_fits(const struct guerre_order *o, const struct contact *c,
                                 struct st_refusal *why)
{
    struct st_pose x = o->now[c->x];
    struct st_point place =
        aligned_place(pos_of(o->t)->pose[c->target], depth_of(o->t, c->target), c->side, x.at);
    int32_t slide = abs(st_pose_in(x, place).x);

    if (slide <= SLIDE)
        return ST_LEGAL;
    return st_refuse(why, "5.4.4", "%s would have to slide %d.%03d mm, at most %d",
                     name_of(o->t, o->who[c->x]), slide / ST_MM, slide % ST_MM, mm_of(SLIDE));
}

/* 5.3.15: what is wrong with the contact itself is told before what is wrong with the way to it. */
static enum st_answer contact_sound(const struct guerre_order *o, const struct guerre_row *row,
                                    const struct segments *s, struct contact *c, bool *square,
                                    struct st_refusal *why)
{
    const int16_t they[] = { o->who[c->x], row->who[0], row->who[row->n - 1] }; /* the charger, and who wheels tell of */
    struct guerre_order there;
    struct contact its = *c;

    guerre_order_begin(&there, o->t, they, s->n > 1 && o->n > 1 ? 3 : 1);
    there.legal = true; /* the way is not looked at yet */
    its.x = 0;
    if (s->n == 1) {
        struct guerre_leg leg = leg_of(o, row, s->at);

        guerre_walk(&there, &leg, NULL);
    } else {
        walk_segments(&there, row, s, NULL, NULL);
    }
    *square = approach(&there, &its, NULL, why) == ST_LEGAL;
    if (!*square)
        return ST_REFUSED;
    c->mm = its.mm;
    return slide_fits(&there, &its, why);
}

static enum st_answer conform(struct guerre_order *o, const struct contact *c,
                              struct st_refusal *why)
{
    struct st_pose target = pos_of(o->t)->pose[c->target], from[MAX_GROUP], x = o->now[c->x];
    struct st_point place = aligned_place(target, depth_of(o->t, c->target), c->side, x.at);
    struct st_point local = st_pose_in(x, place);

    for (int i = 0; i < o->n; i++)
        from[i] = o->now[i];
    displace(o, from, (struct st_point){ place.x - x.at.x, place.y - x.at.y });
    if (guerre_free_at_end(o, o->around, NULL) == ST_LEGAL)
        return ST_LEGAL;
    struct st_point ahead = st_pose_out(x, 0, local.y);
    displace(o, from, (struct st_point){ ahead.x - x.at.x, ahead.y - x.at.y });
    if (guerre_front_on(o->now[c->x], target, depth_of(o->t, c->target)) != c->side)
        return st_refuse(why, "5.4.4",
                         "%s cannot be brought into line with %s and would not be "
                         "engaged",
                         name_of(o->t, o->who[c->x]), name_of(o->t, c->target));
    return ST_LEGAL;
}

/* 5.4.6 */
static enum st_answer flank_open(const struct guerre_order *o, int i, int e, int side,
                                 struct st_refusal *why)
{
    enum { STRIP = 1500000 };
    struct st_pose target = pos_of(o->t)->pose[e];
    struct st_box before = base_at(o->start[i], depth_of(o->t, o->who[i]));
    int32_t depth = depth_of(o->t, e);

    if (side == SIDE_B) {
        struct st_box strip = { target, -HALF_FRONT, HALF_FRONT, -depth - STRIP, -depth };

        if (st_box_overlaps(&before, &strip, TOLERANCE))
            return ST_LEGAL;
        return st_refuse(why, "5.4.6", "%s did not start behind %s, within its width",
                         name_of(o->t, o->who[i]), name_of(o->t, e));
    }
    int32_t back = st_box_around(&before, target).back;
    if (back <= -TOLERANCE)
        return ST_LEGAL;
    return st_refuse(
        why, "5.4.6", "%s started %d.%03d mm %s the front line of %s, not 1 mm behind it",
        name_of(o->t, o->who[i]), (back < 0 ? -back : back) / ST_MM,
        (back < 0 ? -back : back) % ST_MM, back < 0 ? "behind" : "before", name_of(o->t, e));
}

enum st_answer guerre_may_attack(const struct st_table *t, int e, int enemy, struct st_refusal *why)
{
    struct st_box base = base_of(t, enemy);

    if (!guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->forbidden))
        return ST_LEGAL;
    return st_refuse(why, "5.4.7", "%s stands on ground forbidden to %s, %s", name_of(t, enemy),
                     name_of(t, e), guerre_types[type_of(t, e)]);
}

/* 5.4.7 */
static enum st_answer may_charge(const struct guerre_order *o, int i, int e, int side,
                                 struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(o->t);
    int type = type_of(o->t, o->who[i]), other = type_of(o->t, e);

    if (missile_foot(type) || artillery(type))
        return st_refuse(why, "5.4.7", "%s is %s and never starts a melee",
                         name_of(o->t, o->who[i]), artillery(type) ? "artillery" : "missile foot");
    if (type == MC && side == SIDE_F && other != MC && other != LF && !artillery(other) &&
        other != CP && !has(p->fled | p->routing, e))
        return st_refuse(why, "5.4.7", "%s, missile cavalry, may not charge the front of %s",
                         name_of(o->t, o->who[i]), name_of(o->t, e));
    return guerre_may_attack(o->t, o->who[i], e, why);
}

/* The engagements made by the final poses: 5.4.1, 5.4.6 to 5.4.8. */
static enum st_answer engagements_allowed(const struct guerre_order *o, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(o->t);
    uint64_t enemies = o->around & on_table(o->t, 1 - p->phasing);

    for (int i = 0; i < o->n; i++)
        for (uint64_t left = guerre_near(o->t, enemies, o->now[i].at, depth_of(o->t, o->who[i]) + FRONT); left;) {
            int e = take_element(&left), me = o->who[i];
            struct st_pose mine = o->now[i];

            if ((mine.facing - p->pose[e].facing) % RIGHT != 0)
                continue;
            int on = guerre_front_on(mine, p->pose[e], depth_of(o->t, e));
            int by = has(p->abandoned, e) ? NOT_ENGAGED
                                          : guerre_front_on(p->pose[e], mine, depth_of(o->t, me));
            if (by > SIDE_F)
                return st_refuse(why, "5.4.8", "%s would offer its %s to %s", name_of(o->t, me),
                                 guerre_sides4[by], name_of(o->t, e));
            if (on < 0 && by < 0)
                continue;
            if (o->target < 0)
                return st_refuse(why, "5.4.1", "%s would be engaged with %s without a contact (C)",
                                 name_of(o->t, me), name_of(o->t, e));
            if (on > SIDE_F && flank_open(o, i, e, on, why))
                return ST_REFUSED;
            if (on >= 0 && may_charge(o, i, e, on, why))
                return ST_REFUSED;
        }
    return ST_LEGAL;
}

/* ---- move and charge --------------------------------------------------------------------- */

void guerre_memo_begin(struct guerre_memo *memo, const struct st_table *t, const int16_t *who, int n)
{
    uint64_t movers = 0;

    for (int i = 0; i < n; i++)
        movers |= bit(who[i]);
    memo->looked = memo->hopeless = memo->start.legal = false;
    memo->n = 0;
    memo->pays = guerre_can_pay(t, movers, 1, NULL) == ST_LEGAL;
    memo->able = memo->pays && begin(&memo->start, t, who, n, &memo->row, NULL) == ST_LEGAL;
    if (memo->able)
        guerre_stay_around(&memo->start, memo->row.n);
}

static enum st_answer begin_once(struct guerre_order *o, const struct st_table *t, const int16_t *who, int n,
                                 struct guerre_row *row, const struct guerre_memo *memo, struct st_refusal *why)
{
    if (memo && memo->able) {
        *o = memo->start;
        *row = memo->row;
    }
    if (memo)
        return memo->able ? ST_LEGAL : ST_REFUSED;
    if (begin(o, t, who, n, row, why))
        return ST_REFUSED;
    /* Where nobody asks for the first reason, what costs no walk is looked at before one, and only then. */
    return why || o->legal ? ST_LEGAL : guerre_can_pay(t, o->movers, 1, NULL);
}

static enum st_answer work_march(const struct st_table *t, const struct st_move *m, struct guerre_order *o,
                                 struct guerre_memo *memo, struct st_refusal *why)
{
    bool charge = m->verb == VERB_CHARGE;
    const int16_t *list = m->arg + (charge ? 4 : 0);
    int n = list[0];
    struct segments s = { list + 1 + n, (m->nargs - (int)(list - m->arg) - 1 - n) / 3 };
    struct guerre_row row;
    struct contact c = { .mm = 0 };
    bool square = true, sound = true; /* of a contact: whatever the shift; with it */
    int mm;

    if (begin_once(o, t, list + 1, n, &row, memo, why) ||
        segments_sound(&s, charge ? MAX_SEGMENTS - 1 : MAX_SEGMENTS, row.n, &mm, why))
        return ST_REFUSED;
    if (s.n == 0 && !charge)
        return st_refuse(why, "5.3.1", "a move has at least one segment");
    int full = guerre_allowance(o); /* before slow ground is found */
    if (memo && (memo->hopeless = mm > full))
        return ST_REFUSED;
    if (charge) {
        c = (struct contact){ place_in(o, m->arg[0]), m->arg[1], m->arg[2], m->arg[3], 0 };
        if (c.x < 0)
            return st_refuse(why, "5.4.2", "%s is not among the movers", name_of(t, m->arg[0]));
        if (!has(pos_of(t)->present, c.target))
            return st_refuse(why, "5.2.2", "%s is not on the table", name_of(t, c.target));
        if (side_of(t, c.target) == pos_of(t)->phasing)
            return st_refuse(why, "5.4.2", "%s is no enemy", name_of(t, c.target));
        if (shift_sound(c.shift, why))
            return ST_REFUSED;
        if (mm > full && mm > A_METRE) /* nobody looks for a contact out there, where the plane may end */
            return st_refuse(why, "5.3.2", "%s costs %d mm%s, %d are allowed", "this", mm, "", full);
        sound = o->legal || contact_sound(o, &row, &s, &c, &square, why) == ST_LEGAL;
    }
    if (memo)
        memo->hopeless = !square || mm + c.mm > full;
    if (!sound)
        return ST_REFUSED;
    if (mm + c.mm > full)
        return st_refuse(why, "5.3.2", "%s costs %d mm%s, %d are allowed",
                         charge ? "the contact" : "this", mm + c.mm, charge ? " in all" : "", full);
    if (walk_segments(o, &row, &s, memo, why))
        return ST_REFUSED;
    if (charge) {
        if (approach(o, &c, memo, why) || conform(o, &c, why))
            return ST_REFUSED;
        o->target = c.target;
    }
    if (o->legal)
        return ST_LEGAL;
    for (int i = 0; i < o->n && charge; i++) { /* the displaced poses are the last step */
        struct st_box base = base_at(o->now[i], depth_of(t, o->who[i]));
        int type = type_of(t, o->who[i]);

        if (!guerre_on_table(t, &base))
            return st_refuse(why, "5.1.11", "%s would leave the table", name_of(t, o->who[i]));
        if (guerre_in_ground(t, type, &base, plan_of(t)->forbidden))
            return st_refuse(why, "5.3.13", "%s would enter forbidden ground",
                             name_of(t, o->who[i]));
        if (guerre_in_ground(t, type, &base, plan_of(t)->slow))
            o->slow |= (uint16_t)(1u << i);
        if (!has(o->zones, o->target)) /* else the contact is what zones ask for (5.3.10) */
            o->zones |= guerre_zones_at(t, &base, pos_of(t)->phasing, o->movers);
    }
    int allowance = guerre_allowance(o);
    if (guerre_free_at_end(o, charge ? o->around : o->passed, why) || distance_fits(o, allowance, why) ||
        inclines_fit(&s, c.mm, c.shift, allowance, why) || zones_allow(o, &s, why) ||
        engagements_allowed(o, why))
        return ST_REFUSED;
    return why ? guerre_can_pay(t, o->movers, 1, why) : ST_LEGAL;
}

/* ---- about-face, sidestep, retirement (5.3.6, 5.3.14, 5.3.8) ----------------------------- */

static enum st_answer work_about(const struct st_table *t, const struct st_move *m, struct guerre_order *o,
                                 struct guerre_memo *memo, struct st_refusal *why)
{
    struct segments s = { m->arg + 1, (m->nargs - 1) / 3 };
    struct guerre_row row;
    int e = m->arg[0], type = type_of(t, e), mm;
    int16_t who[1] = { (int16_t)e };

    if (begin_once(o, t, who, 1, &row, memo, why) || segments_sound(&s, MAX_SEGMENTS, 1, &mm, why))
        return ST_REFUSED;
    if (s.n && type != LF && type != LC && type != MC)
        return st_refuse(why, "5.3.6", "%s ends its move with the about-face", name_of(t, e));
    if (mm > guerre_allowance(o) / 2)
        return st_refuse(why, "5.3.2", "this costs %d mm, half of %d is allowed", mm,
                         guerre_allowance(o));
    o->now[0] = about_face(o->now[0], depth_of(t, e));
    if (s.n) {
        if (walk_segments(o, &row, &s, NULL, why))
            return ST_REFUSED;
        if (o->legal)
            return ST_LEGAL;
        if (guerre_free_at_end(o, o->passed, why))
            return ST_REFUSED;
        int half = guerre_speed(t, e) / 2, allowance = o->slow ? half / 2 : half;
        if (distance_fits(o, allowance, why) || inclines_fit(&s, 0, 0, allowance, why) ||
            zones_allow(o, &s, why))
            return ST_REFUSED;
    }
    if (engagements_allowed(o, why))
        return ST_REFUSED;
    return why ? guerre_can_pay(t, o->movers, 1, why) : ST_LEGAL;
}

static enum st_answer work_side(const struct st_table *t, const struct st_move *m, struct guerre_order *o,
                                struct guerre_memo *memo, struct st_refusal *why)
{
    enum { STEP_ASIDE = FRONT / ST_MM };
    struct guerre_leg leg = { WAY_SIDE, STEP_ASIDE, m->arg[1] ? 1 : -1, 0, { 0, 0 } };
    struct guerre_row row;
    int16_t who[1] = { m->arg[0] };

    if (begin_once(o, t, who, 1, &row, memo, why))
        return ST_REFUSED;
    if (artillery(type_of(t, who[0])))
        return st_refuse(why, "5.3.14", "%s is artillery and cannot step aside",
                         name_of(t, who[0]));
    if (guerre_walk(o, &leg, why))
        return ST_REFUSED;
    if (o->legal)
        return ST_LEGAL;
    if (guerre_free_at_end(o, o->passed, why))
        return ST_REFUSED;
    if (guerre_allowance(o) < STEP_ASIDE)
        return st_refuse(why, "5.3.14", "%s may go %d mm, a sidestep is %d", name_of(t, who[0]),
                         guerre_allowance(o), STEP_ASIDE);
    if (o->zones)
        return refuse_zone(o, o->zones, "5.3.14", why);
    if (engagements_allowed(o, why))
        return ST_REFUSED;
    return why ? guerre_can_pay(t, o->movers, 1, why) : ST_LEGAL;
}

static bool slow_on_the_way(const struct st_table *t, int e, int mm)
{
    for (int k = 0; k <= mm && guerre_npieces(t); k++) {
        struct st_box base =
            base_at(st_pose_at(pos_of(t)->pose[e], 0, -k * ST_MM, 0), depth_of(t, e));

        if (guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->slow))
            return true;
    }
    return false;
}

static enum st_answer work_retire(const struct st_table *t, const struct st_move *m, struct guerre_order *o,
                                  struct guerre_memo *memo, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int e = m->arg[0], speed = guerre_speed(t, e), mm = speed / 2;
    int16_t who[1] = { (int16_t)e };

    if ((memo && !memo->pays) || guerre_mover(t, e, why))
        return ST_REFUSED;
    if (has(plan_of(t)->camps | p->abandoned, e))
        return st_refuse(why, "5.3.3", "%s cannot move", name_of(t, e));
    for (uint64_t left = has(p->engaged, e) ? on_table(t, 1 - p->phasing) & p->engaged : 0; left;) {
        int y = take_element(&left);

        if (guerre_engaged_on(t, e, y) < 0 && guerre_engaged_on(t, y, e) < 0)
            continue;
        if (guerre_speed(t, y) >= speed)
            return st_refuse(why, "5.3.8", "%s goes %d mm, %s, engaged with it, %d", name_of(t, e),
                             speed, name_of(t, y), guerre_speed(t, y));
    }
    struct st_box base = base_of(t, e);
    if (!has(p->engaged, e) && !guerre_zones_at(t, &base, p->phasing, bit(e)))
        return st_refuse(why, "5.3.8", "%s is neither engaged nor in a zone of control",
                         name_of(t, e));
    if (slow_on_the_way(t, e, mm))
        mm /= 2;
    if (mm == 0)
        return st_refuse(why, "5.3.8", "%s is too slow to go back", name_of(t, e));
    guerre_order_begin(o, t, who, 1);
    o->passing_engaged = true;
    struct guerre_leg leg = { WAY_BACK, mm, 0, 0, { 0, 0 } };
    if (guerre_walk(o, &leg, why))
        return ST_REFUSED;
    if (o->legal)
        return ST_LEGAL;
    if (guerre_free_at_end(o, o->passed, why) || engagements_allowed(o, why))
        return ST_REFUSED;
    return guerre_can_pay(t, o->movers, 1, why);
}

/* ---- formation change (5.3.7) ------------------------------------------------------------ */

/* The new places, from the anchor's pose. */
static void redraw(struct guerre_order *o, int files, int anchor)
{
    int32_t ahead[MAX_GROUP], sum[MAX_GROUP] = { 0 };
    struct st_pose frame = o->start[anchor];

    for (int i = 0; i < o->n; i++) {
        ahead[i] = sum[i % files];
        sum[i % files] += depth_of(o->t, o->who[i]);
    }
    for (int i = 0; i < o->n; i++)
        if (i != anchor)
            o->now[i] = st_pose_at(frame, FRONT * (i % files - anchor % files),
                                   ahead[anchor] - ahead[i], 0);
}

static enum st_answer redrawn_fits(struct guerre_order *o, int i, struct st_refusal *why)
{
    const struct st_table *t = o->t;
    const struct guerre_plan *f = plan_of(t);
    int e = o->who[i], type = type_of(t, e), mm = guerre_speed(t, e), side = pos_of(t)->phasing;
    struct st_box old = base_at(o->start[i], depth_of(t, e)),
                  new = base_at(o->now[i], depth_of(t, e));

    if (!guerre_on_table(t, &new))
        return st_refuse(why, "5.1.11", "%s would leave the table", name_of(t, e));
    if (guerre_in_ground(t, type, &new, f->forbidden))
        return st_refuse(why, "5.3.13", "%s would enter forbidden ground", name_of(t, e));
    if (guerre_in_ground(t, type, &old, f->slow) || guerre_in_ground(t, type, &new, f->slow))
        mm /= 2;
    mm = 4 * mm / 3;
    if (!st_within(o->start[i].at, o->now[i].at, mm * ST_MM))
        return st_refuse(why, "5.3.7", "%s would go %d mm, at most %d", name_of(t, e),
                         (st_length_up(o->start[i].at, o->now[i].at) + ST_MM - 1) / ST_MM, mm);
    uint64_t zones =
        guerre_zones_at(t, &old, side, o->movers) | guerre_zones_at(t, &new, side, o->movers);
    if (zones)
        return refuse_zone(o, zones, "5.3.7", why);
    return ST_LEGAL;
}

/* Whether it is worth a closer look: somebody changes place, nobody goes farther than in the open, it can be paid. */
static bool may_form(const struct guerre_order *o)
{
    bool changed = false;

    for (int i = 0; i < o->n; i++) {
        int64_t gap2 = st_gap2(o->start[i].at, o->now[i].at), um = 4 * guerre_speed(o->t, o->who[i]) / 3 * ST_MM;

        if (gap2 > um * um)
            return false;
        changed |= gap2 > (int64_t)TOLERANCE * TOLERANCE;
    }
    return changed && guerre_can_pay(o->t, o->movers, o->n, NULL) == ST_LEGAL;
}

static enum st_answer work_form(const struct st_table *t, const struct st_move *m,
                                struct guerre_order *o, struct st_refusal *why)
{
    int files = m->arg[0], n = m->nargs - 2, changed = 0;
    struct guerre_row row;

    if (begin_once(o, t, m->arg + 2, n, &row, NULL, why))
        return ST_REFUSED;
    if (n < 2 || files < 1 || files > n)
        return st_refuse(why, "5.3.7", "%d elements cannot stand in %d files", n, files);
    int anchor = place_in(o, m->arg[1]);
    if (anchor < 0)
        return st_refuse(why, "5.3.7", "%s is not one of them", name_of(t, m->arg[1]));
    redraw(o, files, anchor);
    if (o->legal)
        return ST_LEGAL;
    if (!why && !may_form(o))
        return ST_REFUSED;
    for (int i = 0; i < n; i++) {
        if (redrawn_fits(o, i, why))
            return ST_REFUSED;
        changed += !st_within(o->start[i].at, o->now[i].at, TOLERANCE);
    }
    if (!changed)
        return st_refuse(why, "5.3.7", "nobody would change place");
    if (guerre_free_at_end(o, o->around, why) || engagements_allowed(o, why))
        return ST_REFUSED;
    return guerre_can_pay(t, o->movers, n, why);
}

/* ---- replacement (5.7.14), re-manning (5.6.18) ------------------------------------------- */

static enum st_answer work_replace(const struct st_table *t, const struct st_move *m,
                                   struct guerre_order *o, struct st_refusal *why)
{
    enum { BETWEEN = 2 };
    const struct guerre_pos *p = pos_of(t);
    int fresh = m->arg[0], worn = m->arg[1], file[MAX_ELEMENTS], at = 0;

    if (guerre_mover(t, fresh, why) || guerre_mover(t, worn, why))
        return ST_REFUSED;
    if (!has(p->engaged & p->since, worn))
        return st_refuse(why, "5.7.14", "%s was not engaged when this turn began",
                         name_of(t, worn));
    if (!plan_of(t)->replaces[type_of(t, worn)][type_of(t, fresh)])
        return st_refuse(why, "5.7.14", "%s cannot replace %s", guerre_types[type_of(t, fresh)],
                         guerre_types[type_of(t, worn)]);
    int n = guerre_file(t, worn, file);
    while (at < n && file[at] != fresh)
        at++;
    if (at == n || at == 0)
        return st_refuse(why, "5.7.14", "%s does not stand in the file of %s", name_of(t, fresh),
                         name_of(t, worn));
    if (at - 1 > BETWEEN)
        return st_refuse(why, "5.7.14", "%d elements stand between %s and %s, at most %d", at - 1,
                         name_of(t, fresh), name_of(t, worn), BETWEEN);
    if (n > MAX_GROUP)
        return st_refuse(why, "5.7.14", "the file is deeper than %d", MAX_GROUP);
    int16_t who[MAX_GROUP];
    int k = 0;
    who[k++] = (int16_t)fresh;
    for (int i = 1; i < n; i++)
        if (i != at)
            who[k++] = (int16_t)file[i];
    who[k++] = (int16_t)worn;
    guerre_order_begin(o, t, who, n);
    int32_t ahead = 0;
    for (int i = 0; i < n; i++) {
        int e = who[i];

        o->now[i] = st_pose_at(p->pose[worn], 0, -ahead, 0);
        ahead += depth_of(t, e);
        struct st_box base = base_at(o->now[i], depth_of(t, e));
        if (!guerre_on_table(t, &base) ||
            guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->forbidden))
            return st_refuse(why, "5.7.14", "%s cannot stand in its new place", name_of(t, e));
    }
    if (guerre_free_at_end(o, o->around, why))
        return ST_REFUSED;
    return guerre_can_pay(t, bit(fresh) | bit(worn), 1, why);
}

static enum st_answer work_reman(const struct st_table *t, const struct st_move *m,
                                 struct guerre_order *o, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int e = m->arg[0];
    int16_t who[1] = { (int16_t)e };

    if (guerre_mover(t, e, why))
        return ST_REFUSED;
    if (!has(p->abandoned, e))
        return st_refuse(why, "5.6.18", "%s is no abandoned gun", name_of(t, e));
    struct st_box base = base_of(t, e);
    for (uint64_t left = on_table(t, 1 - p->phasing); left;) {
        int x = take_element(&left);
        struct st_box other = base_of(t, x);

        if (!far_apart(p->pose[x].at, base.pose.at, 130000) &&
            st_box_depth(&base, &other) >= -TOLERANCE)
            return st_refuse(why, "5.6.18", "%s touches %s", name_of(t, x), name_of(t, e));
    }
    guerre_order_begin(o, t, who, 1);
    o->now[0] = about_face(p->pose[e], depth_of(t, e));
    return guerre_can_pay(t, o->movers, 1, why);
}

/* ---- the decision ------------------------------------------------------------------------ */

static enum st_answer work_out(const struct st_table *t, const struct st_move *m, struct guerre_order *o,
                               struct guerre_memo *memo, struct st_refusal *why)
{
    switch (m->verb) {
    case VERB_MOVE:
    case VERB_CHARGE:
        return work_march(t, m, o, memo, why);
    case VERB_ABOUT:
        return work_about(t, m, o, memo, why);
    case VERB_SIDE:
        return work_side(t, m, o, memo, why);
    case VERB_RETIRE:
        return work_retire(t, m, o, memo, why);
    case VERB_FORM:
        return work_form(t, m, o, why);
    case VERB_REPLACE:
        return work_replace(t, m, o, why);
    case VERB_REMAN:
        return work_reman(t, m, o, why);
    default:
        return st_refuse(why, "4.2", "this is the movement phase: orders, rout, or end");
    }
}

static enum st_answer move_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    struct guerre_order o;

    o.legal = false;
    if (m->verb == VERB_END)
        return ST_LEGAL;
    if (m->verb == VERB_ROUT)
        return guerre_in_pursuit(t) ? st_refuse(why, "5.11.6", "the battle is won already")
                                    : ST_LEGAL;
    return work_out(t, m, &o, NULL, why);
}

bool guerre_order_legal(const struct st_table *t, const struct st_move *m, struct guerre_memo *memo)
{
    struct guerre_order o;

    o.legal = false;
    return work_out(t, m, &o, memo, NULL) == ST_LEGAL;
}

static void become_initiators(struct st_table *t, const struct guerre_order *o)
{
    struct guerre_pos *p = pos_of(t);

    for (int i = 0; i < o->n; i++) {
        int e = o->who[i];
        uint64_t met = guerre_in_front(t, e);

        if (!met)
            continue;
        p->initiator |= bit(e);
        p->fresh[e] = (uint8_t)(1 + (has(met, o->target) ? o->target : __builtin_ctzll(met)));
        st_tell(t, "5.4.9", "%s is engaged with %s", name_of(t, e), name_of(t, p->fresh[e] - 1));
    }
}

static void move_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);
    struct guerre_order o;

    if (m->verb == VERB_END) {
        p->cp = p->free_used = 0; /* 5.2.3: lost */
        st_go(t, STEP_FIRE_P);
        return;
    }
    if (m->verb == VERB_ROUT) {
        guerre_end_in_rout(t, p->phasing, "5.11.8");
        return;
    }
    o.legal = true; /* check has said so */
    enum st_answer legal = work_out(t, m, &o, NULL, NULL);
    st_assert(legal == ST_LEGAL);
    uint64_t acting = o.movers;
    if (m->verb == VERB_REPLACE)
        acting = bit(m->arg[0]) | bit(m->arg[1]);
    if (o.cost_mm)
        st_tell(t, "5.3.2", "the move costs %d mm", o.cost_mm);
    guerre_pay(t, acting, m->verb == VERB_FORM ? o.n : 1);
    for (int i = 0; i < o.n; i++)
        p->pose[o.who[i]] = o.now[i];
    p->moved |= acting;
    if (o.n == 1)
        p->fled &= ~o.movers; /* 5.9.7: it has acted alone */
    if (m->verb == VERB_REMAN)
        p->abandoned &= ~o.movers;
    if (m->verb == VERB_REPLACE) {
        int fresh = m->arg[0], worn = m->arg[1];

        p->initiator = (p->initiator & ~bit(fresh)) | (has(p->initiator, worn) ? bit(fresh) : 0);
        p->fresh[fresh] = p->fresh[worn];
        p->initiator &= ~bit(worn);
        p->fresh[worn] = 0;
    }
    guerre_refresh_after(t, o.movers);
    if (o.target >= 0)
        become_initiators(t, &o);
}

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_move =
    ST_DECIDES("movement", "4.2", guerre_move_offer, move_check, move_apply, .confirm = true,
               .sample = guerre_move_sample, .propose = guerre_move_propose);
