/* skirmish_shoot.c - 5.8: shooting in the early and the late window. */
#include "skirmish/skirmish.h"

#include "base/philox.h"
#include "core/scene.h"

#include <stdio.h>

enum { WORST_TOGETHER = -2, NATURAL_LEAST = 2, NATURAL_NEVER = 9 }; /* 5.8.14, 5.8.16 */
enum { WIDE = 26 }; /* no base reaches farther from its centre, mm */

/* ---- the modifier: one set of terms for the step and for the question (5.8.14) ----------- */

int skirmish_shot_modifier(const struct st_table *t, const struct skirmish_terms *in)
{
    const int8_t *mod = plan_of(t)->shot_mod;
    int together = st_modify(t, "5.3.7", in->terrain_why, in->terrain), shooter = 0;

    if (in->breastplate && (plan_of(t)->gun[in->weapon].plate_bands >> in->band & 1))
        together += st_modify(t, "5.8.14", "breastplate at long range", mod[SHOT_BREASTPLATE]);
    if (in->furtive)
        together += st_modify(t, "5.8.13", "furtive target", mod[SHOT_FURTIVE]);
    if (together < WORST_TOGETHER) {
        st_tell(t, "5.8.14", "terrain and target together never below %d", WORST_TOGETHER);
        together = WORST_TOGETHER;
    }
    if (in->furtive_shooter)
        shooter += st_modify(t, "5.8.8", "furtive shooter", mod[SHOT_FURTIVE_SHOOTER]);
    else if (in->moving)
        shooter += st_modify(t, "5.8.8", "fire in movement", mod[SHOT_MOVEMENT]);
    if (in->mounted_infantry)
        shooter += st_modify(t, "5.8.3", "mounted infantry in the saddle", mod[SHOT_MOUNTED]);
    if (in->low_class)
        shooter += st_modify(t, "5.8.14", "shooter of class 1 or 2", mod[SHOT_LOW_CLASS]);
    if (in->surprise && !in->disorder)
        shooter += st_modify(t, "5.7.7", "surprise", mod[SHOT_SURPRISE]);
    return together + shooter;
}

int skirmish_natural_weight(int natural)
{
    return natural < 6 ? 36 : natural == 6 ? 30 : natural == 7 ? 5 : 1;
}

static int skirmish_band(const struct skirmish_plan *f, int weapon, struct skirmish_stand a,
                         struct skirmish_stand b)
{
    for (int k = 0; k < 3; k++)
        if (f->gun[weapon].band_mm[k] && skirmish_apart(f, a, b, f->gun[weapon].band_mm[k] * ST_MM) <= 0)
            return k;
    return -1;
}

bool skirmish_disordered(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    if ((f->options & OPT_REFORMING) && has(p->charged_before, u) && has(p->moved, u))
        return true;
    if (!(f->options & OPT_COMMAND) || !has(f->regulars, u))
        return false;
    for (uint64_t left = friends_of(t, u) & f->leaders; left;)
        if (skirmish_apart(f, skirmish_where(t, u), skirmish_where(t, take_one(&left)), COMMAND) <=
            0)
            return false;
    return true;
}

int skirmish_class(const struct st_table *t, int u)
{
    int cls = plan_of(t)->man[u].cls - has(pos_of(t)->wounded, u);

    return cls > 1 ? cls : 1;
}

/* 5.8.4: a rider whom an enemy has met this turn. */
static bool rider_met(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return plan_of(t)->reading[READ_MET] == MET_MOVING && horse_of(t, u) &&
           has(p->contact_any & ~p->contact_start, u);
}

/* 7.47: a rider whom an enemy in sight of his side, who has not acted, might still meet. */
static bool rider_threatened(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    if (f->reading[READ_MET] != MET_MOVING || !horse_of(t, u) || has(p->contact_start, u))
        return false;
    for (uint64_t left = seen_enemies(t, u) & ~p->activated; left;) {
        int v = take_one(&left);

        if (skirmish_apart(f, skirmish_where(t, u), skirmish_where(t, v),
                           skirmish_allowance(t, v, horse_of(t, v)) * ST_MM + TOUCH) <= 0)
            return true;
    }
    return false;
}

static bool stood_still(const struct st_table *t, int u)
{
    return !has(pos_of(t)->moved, u) && !rider_met(t, u);
}

static bool skirmish_immobile(const struct st_table *t, int u) /* 5.8.4, musket and reloading */
{
    return stood_still(t, u) && !has(pos_of(t)->tried, u);
}

/* ---- the ground between (5.3.6, 5.3.7) --------------------------------------------------- */

void skirmish_cover(const struct st_table *t, struct skirmish_stand from, struct skirmish_stand at,
                    const struct skirmish_look *l, struct skirmish_terms *out)
{
    const struct skirmish_plan *f = plan_of(t);
    uint32_t here = skirmish_areas_at(f, st_point_mm(at.x, at.y));
    uint32_t deep = f->wet & (f->hard[0][X] | closed_areas(pos_of(t)));

    out->terrain = 0;
    out->terrain_why = "cover";
    if (skirmish_touching(f, from, at))
        return;
    if (!at.mounted) {
        uint64_t bars = l->crossed.bars & f->cover_bars & ~skirmish_pressed(f, from);

        for (uint32_t brush = l->brush_far; brush; brush &= brush - 1) {
            int mod = f->ground_cover[f->area[__builtin_ctz(brush)].type];

            out->terrain = mod < out->terrain ? mod : out->terrain;
        }
        while (bars) {
            int type = f->bar[take_one(&bars)].type;

            if (f->cover[type] < out->terrain) {
                out->terrain = f->cover[type];
                out->terrain_why = skirmish_obstacles[type];
            }
        }
    }
    if (l->wood_far > (at.mounted ? WOOD_EDGE : 0) && f->shot_mod[SHOT_FOREST] < out->terrain) {
        out->terrain = f->shot_mod[SHOT_FOREST];
        out->terrain_why = "forest";
    }
    if ((here & deep) && !(here & f->roads) && f->shot_mod[SHOT_SWIMMING] < out->terrain) {
        out->terrain = f->shot_mod[SHOT_SWIMMING];
        out->terrain_why = "swimming";
    }
}

/* Whoever stands in the line of fire, or -1 (5.3.6). */
static int in_the_way(const struct st_table *t, int shooter, int target, struct skirmish_stand from,
                      struct skirmish_stand at)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct st_capsule line = { st_point_mm(from.x, from.y), st_point_mm(at.x, at.y), 0 };
    uint64_t left = p->active & ~p->crouched & ~p->unseen & ~bit(shooter) & ~bit(target);
    int west = (from.x < at.x ? from.x : at.x) - WIDE, east = from.x + at.x - west;
    int south = (from.y < at.y ? from.y : at.y) - WIDE, north = from.y + at.y - south;

    if (has(p->formed, shooter) && p->rank[shooter] == 1)
        left &= ~(p->formed & f->unit[f->man[shooter].unit].men);
    while (left) {
        int v = take_one(&left);

        if (p->x[v] < west || p->x[v] > east || p->y[v] < south || p->y[v] > north)
            continue;
        struct skirmish_stand s = skirmish_where(t, v);
        struct st_capsule base = skirmish_base(f, s);
        if (st_segments_cmp(line.a, line.b, base.a, base.b, base.radius) >= 0)
            continue;
        int high = skirmish_level_at(f, from.x, from.y), other = skirmish_level_at(f, at.x, at.y);
        high = other > high ? other : high;
        uint64_t lines = (1ull << f->nlines) - 1;
        if (!(skirmish_pressed(f, s) & skirmish_pressed(f, from) & lines) &&
            skirmish_level_at(f, s.x, s.y) >= high)
            return v;
    }
    return -1;
}

/* ---- one aim: from a place at a place ---------------------------------------------------- */

struct aim {
    struct skirmish_terms terms;
    int need; /* natural value */
    struct st_frac gap2;
};

/* 5.8.9, 5.3, 5.7.2, 5.8.10 at the positions used. */
static enum st_answer aim_check(const struct st_table *t, int shooter, int target,
                                struct skirmish_stand from, struct skirmish_stand at,
                                struct aim *out, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const char *who = man_name(t, shooter), *whom = man_name(t, target);

    out->terms.band = skirmish_band(f, out->terms.weapon, from, at);
    if (out->terms.band < 0 && !why) /* far targets are common: spare the rest */
        return ST_REFUSED;
    uint64_t near = skirmish_contacts_at(t, target, at,
                                         friends_of(t, shooter) & ~pos_of(t)->unseen &
                                             ~bit(shooter));
    if (near && !skirmish_touching(f, from, at))
        return st_refuse(why, "5.8.9", "%s is in contact with %s", whom,
                         man_name(t, __builtin_ctzll(near)));
    struct skirmish_look look = skirmish_look(f, from.x, from.y, at.x, at.y);
    const char *blocked = skirmish_blocked(&look);
    if (blocked) {
        const char *by = why ? skirmish_blocker(f, &look, from, at) : NULL;

        return by ? st_refuse_by(why, by, blocked, "%s cannot see %s: %s lies between", who, whom, by)
                  : st_refuse(why, blocked, "%s cannot see %s", who, whom);
    }
    if (has(pos_of(t)->crouched, target) && skirmish_sheltered(t, target, from, at, &look))
        return st_refuse(why, "5.7.2", "%s is crouched and cannot be shot at from there", whom);
    if (out->terms.band < 0)
        return st_refuse(why, "5.8.10", "%s is out of range of the %s", whom,
                         skirmish_firearms[out->terms.weapon]);
    int blocker = in_the_way(t, shooter, target, from, at);
    if (blocker >= 0)
        return st_refuse_by(why, man_name(t, blocker), "5.3.6", "%s stands in the way of %s",
                            man_name(t, blocker), who);
    skirmish_cover(t, from, at, &look, &out->terms);
    return ST_LEGAL;
}

static void aim_need(const struct st_table *t, struct aim *a)
{
    struct st_table quiet = { t->plan, t->pos, NULL };

    a->need = plan_of(t)->gun[a->terms.weapon].band_need[a->terms.band] -
              skirmish_shot_modifier(&quiet, &a->terms);
}

/* ---- who may shoot (5.8.1 to 5.8.7) ------------------------------------------------------ */

static bool early(const struct st_table *t)
{
    return pos_of(t)->flow.step[0] == STEP_EARLY;
}

static int slot_of(const struct st_table *t, int u, int weapon, bool *carried)
{
    const struct skirmish_man *m = &plan_of(t)->man[u];

    *carried = false;
    for (int i = 0; i < m->nfire; i++)
        if (m->fire[i] == weapon) {
            *carried = true;
            if (pos_of(t)->loaded[u] >> i & 1)
                return i;
        }
    return -1;
}

static enum st_answer shooter_check(const struct st_table *t, int u, int weapon,
                                    struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    const char *name = man_name(t, u);
    bool carried;

    if (f->man[u].side != p->flow.side)
        return st_refuse(why, "5.5.1", "%s is not yours", name);
    if (!has(p->active, u))
        return st_refuse(why, "5.8.3", "%s is no longer on the table", name);
    if (has(p->shot, u))
        return st_refuse(why, "5.8.1", "%s has shot this turn", name);
    int slot = slot_of(t, u, weapon, &carried);
    if (!carried)
        return st_refuse(why, "5.4.4", "%s has no %s", name, skirmish_firearms[weapon]);
    if (slot < 0)
        return st_refuse(why, "5.8.18", "the %s of %s is empty", skirmish_firearms[weapon], name);
    if (has(p->contact_start, u) && weapon != PISTOL)
        return st_refuse(why, "5.8.5", "%s was in contact at the start of the turn", name);
    if (!f->gun[weapon].fires[mounted_infantry(t, u) ? 2 : cavalryman(t, u)])
        return st_refuse(why, "5.8.3", "%s cannot fire a %s from the saddle", name,
                         skirmish_firearms[weapon]);
    if (!f->gun[weapon].fires_moving && !skirmish_immobile(t, u))
        return st_refuse(why, "5.8.3", "%s is not immobile: a %s needs it", name,
                         skirmish_firearms[weapon]);
    return ST_LEGAL;
}

/* In the saddle on his way: who dismounts does so at its end (5.5.15, 7.46). */
static bool rode(const struct st_table *t, int u)
{
    return has(pos_of(t)->mounted | pos_of(t)->mounted_start, u);
}

static bool rode_as_infantry(const struct st_table *t, int u)
{
    int kind = plan_of(t)->man[u].kind;

    return rode(t, u) && (kind == MTD_FAST || kind == MTD_FARM);
}

static enum st_answer manner_check(const struct st_table *t, int u, int weapon, int target,
                                   int manner, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    const char *name = man_name(t, u);

    if (early(t) != (manner == STEADY || manner == MOVING))
        return st_refuse(why, early(t) ? "5.8.6" : "5.8.7", "`%s` belongs to the other window",
                         skirmish_manners[manner]);
    if (manner == MOVING && !f->gun[weapon].fires_moving)
        return st_refuse(why, "5.8.6", "a %s is always fired steady", skirmish_firearms[weapon]);
    if (manner == TRACK && !has(p->moved, u))
        return st_refuse(why, "5.8.7", "%s has not moved", name);
    if (manner == PASSING && !has(p->moved, target))
        return st_refuse(why, "5.8.7", "%s has not moved", man_name(t, target));
    if (manner == TRACK ? !rode_as_infantry(t, u) : !mounted_infantry(t, u))
        return ST_LEGAL;
    if (manner == MOVING || manner == TRACK || (manner == STEADY && rider_threatened(t, u)) ||
        (!stood_still(t, u) && !(manner == AT_END && has(p->contacted[u], target))))
        return st_refuse(why, "5.8.3", "%s is mounted infantry and fires from the saddle only "
                                       "immobile, or at whom he rode into", name);
    return ST_LEGAL;
}

static enum st_answer target_check(const struct st_table *t, int u, int target,
                                   struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    const char *name = man_name(t, target);

    if (side_of_man(t, target) == side_of_man(t, u))
        return st_refuse(why, "5.8.9", "%s is no enemy", name);
    if (!has(p->active, target))
        return st_refuse(why, "5.8.9", "%s is no longer on the table", name);
    if (has(p->unseen, target))
        return st_refuse(why, "5.7.6", "nobody has seen %s", name);
    if (has(p->sprung, target) || (has(p->leapt, target) && has(p->contacted[target], u)))
        return st_refuse(why, "5.7.7", "%s sprang an ambush this turn", name);
    return ST_LEGAL;
}

/* ---- furtive targets (5.8.13) ------------------------------------------------------------ */

static bool hidden_at(const struct st_table *t, int shooter, struct skirmish_stand from, int target,
                      struct skirmish_stand at, bool crouched, bool start)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t friends = friends_of(t, shooter) & ~pos_of(t)->unseen & ~bit(shooter);
    struct skirmish_look look = skirmish_look(f, from.x, from.y, at.x, at.y);

    if (skirmish_blocked(&look) || (crouched && skirmish_sheltered(t, target, from, at, &look)))
        return true;
    while (friends) {
        int v = take_one(&friends);

        if (skirmish_touching(f, at, start ? skirmish_start(t, v) : skirmish_where(t, v)))
            return true;
    }
    return false;
}

static bool furtive(const struct st_table *t, int shooter, int target)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->moved, target) &&
           hidden_at(t, shooter, skirmish_where(t, shooter), target, skirmish_where(t, target),
                     false, false) &&
           hidden_at(t, shooter, skirmish_start(t, shooter), target, skirmish_start(t, target),
                     has(p->crouched_start, target), true);
}

/* ---- the whole shot ---------------------------------------------------------------------- */

/* 5.8.8 */
static bool fires_in_movement(const struct st_table *t, int u, int weapon, int target, int manner)
{
    const struct skirmish_pos *p = pos_of(t);

    if (manner == TRACK)
        return true;
    if (manner != MOVING && stood_still(t, u) && !(manner == STEADY && rider_threatened(t, u)))
        return false;
    if (manner == AT_END && !horse_of(t, u) && has(p->contacted[u], target))
        return false;
    return !(weapon == PISTOL &&
             skirmish_touching(plan_of(t), skirmish_start(t, u), skirmish_start(t, target)));
}

static struct skirmish_terms terms_of(const struct st_table *t, int u, int weapon, int target,
                                      int manner)
{
    const struct skirmish_pos *p = pos_of(t);

    return (struct skirmish_terms){
        .weapon = weapon,
        .breastplate = plan_of(t)->man[target].armour > 0,
        .moving = fires_in_movement(t, u, weapon, target, manner),
        .mounted_infantry = mounted_infantry(t, u) &&
                            (stood_still(t, u) || plan_of(t)->reading[READ_SADDLE] == SADDLE_ADDED),
        .low_class = skirmish_class(t, u) <= 2,
        .surprise = has(p->unseen, u),
        .disorder = skirmish_disordered(t, u),
    };
}

/* The better of two aims: the greater chance, then the shorter range; the earlier stays. */
static bool better(const struct aim *a, const struct aim *b)
{
    int x = a->need < NATURAL_LEAST ? NATURAL_LEAST : a->need > NATURAL_NEVER ? NATURAL_NEVER
                                                                              : a->need;
    int y = b->need < NATURAL_LEAST ? NATURAL_LEAST : b->need > NATURAL_NEVER ? NATURAL_NEVER
                                                                              : b->need;

    return x != y ? x < y : st_gap2_cmp(a->gap2, b->gap2) < 0;
}

/* 5.8.12: along a track the best point counts. */
static enum st_answer track_aim(const struct st_table *t, int u, int target, bool own,
                                struct aim *best, struct st_refusal *why)
{
    struct skirmish_stand from = skirmish_where(t, u), at = skirmish_where(t, target);
    struct st_point point[TRACK_MAX];
    int mover = own ? u : target, n = skirmish_track(t, mover, point, TRACK_MAX);
    struct skirmish_stand *moved = own ? &from : &at;
    bool found = false;

    if (n == 0)
        return st_refuse(why, "5.8.12", "the track of %s has no points", man_name(t, mover));
    moved->mounted = rode(t, mover);
    for (int i = 0; i < n; i++) {
        struct aim a = { .terms = best->terms };

        moved->x = (int16_t)point[i].x;
        moved->y = (int16_t)point[i].y;
        if (aim_check(t, u, target, from, at, &a, found ? NULL : why))
            continue;
        aim_need(t, &a);
        a.gap2 = skirmish_gap2(plan_of(t), from, at);
        if (!found || better(&a, best))
            *best = a;
        found = true;
    }
    return found ? ST_LEGAL : ST_REFUSED;
}

static enum st_answer shot_check(const struct st_table *t, const struct st_move *m, struct aim *a,
                                 struct st_refusal *why)
{
    int u = m->arg[0], weapon = m->arg[1], target = m->arg[2], manner = m->arg[3];

    if (shooter_check(t, u, weapon, why) || target_check(t, u, target, why) ||
        manner_check(t, u, weapon, target, manner, why))
        return ST_REFUSED;
    *a = (struct aim){ .terms = terms_of(t, u, weapon, target, manner) };
    struct skirmish_stand from = skirmish_where(t, u), at = skirmish_where(t, target);
    if (manner == PASSING) {
        a->terms.furtive = furtive(t, u, target);
        return track_aim(t, u, target, false, a, why);
    }
    if (manner == TRACK && furtive(t, u, target))
        return st_refuse(why, "5.8.13", "%s can only be shot at in passing", man_name(t, target));
    if (manner == TRACK) {
        if (track_aim(t, u, target, true, a, why))
            return ST_REFUSED;
        a->terms.furtive_shooter = !skirmish_sees(plan_of(t), from.x, from.y, at.x, at.y);
        aim_need(t, a); /* he is gone again */
        return ST_LEGAL;
    }
    if (aim_check(t, u, target, from, at, a, why))
        return ST_REFUSED;
    aim_need(t, a);
    return ST_LEGAL;
}

static enum st_answer shoot_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    struct aim a;

    if (m->verb == VERB_DONE)
        return ST_LEGAL;
    if (m->verb != VERB_SHOOT)
        return st_refuse(why, "4.4", "now is the time to shoot; `done` ends it");
    return shot_check(t, m, &a, why);
}

/* ---- offers ------------------------------------------------------------------------------ */

static uint64_t may_fire(const struct st_table *t)
{
    const struct skirmish_pos *p = pos_of(t);

    return p->active & plan_of(t)->of_side[p->flow.side] & ~p->shot;
}

static void man_offer(const struct st_table *t, int u, int weapon, struct st_offer *o)
{
    int low = early(t) ? STEADY : AT_END, high = early(t) ? MOVING : TRACK;

    for (uint64_t left = seen_enemies(t, u); left && !o->enough;) {
        int v = take_one(&left);

        if (target_check(t, u, v, NULL))
            continue;
        for (int manner = low; manner <= high && !o->enough; manner++) {
            struct st_move m = st_move_make(VERB_SHOOT, 4, u, weapon, v, manner);
            struct aim a;

            if (shot_check(t, &m, &a, NULL) == ST_LEGAL)
                st_offer_add(o, &m);
        }
    }
}

static void shoot_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_0(VERB_DONE);

    st_offer_add(o, &m);
    for (uint64_t left = may_fire(t); left && !o->enough;) {
        int u = take_one(&left);
        const struct skirmish_man *man = &plan_of(t)->man[u];

        for (int i = 0; i < man->nfire; i++)
            if ((i == 0 || man->fire[0] != man->fire[1]) &&
                shooter_check(t, u, man->fire[i], NULL) == ST_LEGAL)
                man_offer(t, u, man->fire[i], o);
    }
}

/* ---- is there a shot at all? (4.5) ------------------------------------------------------- */

/* No base farther away than this along an axis is in range. */
static int far_mm(const struct st_table *t, int weapon)
{
    const int16_t *band = plan_of(t)->gun[weapon].band_mm;

    return 2 * WIDE + (band[2] ? band[2] : band[1] ? band[1] : band[0]);
}

/* Does the way that he has gone come so near to a place, along both axes? */
static bool way_comes_near(const struct st_table *t, int mover, struct skirmish_stand to, int mm)
{
    const struct skirmish_pos *p = pos_of(t);
    int west = p->start_x[mover], east = west, south = p->start_y[mover], north = south;

    for (int i = 0; i < p->nway[mover]; i++) {
        int x = p->way[mover][i][0], y = p->way[mover][i][1];

        west = x < west ? x : west;
        east = x > east ? x : east;
        south = y < south ? y : south;
        north = y > north ? y : north;
    }
    return to.x >= west - mm && to.x <= east + mm && to.y >= south - mm && to.y <= north + mm;
}

/* 5.8.12: from some point, or at some point, of the way one of them has gone. */
static bool could_aim_along(const struct st_table *t, int u, int weapon, int target, bool own)
{
    struct skirmish_stand from = skirmish_where(t, u), at = skirmish_where(t, target);
    struct st_point point[TRACK_MAX];
    int mover = own ? u : target;
    struct skirmish_stand *moved = own ? &from : &at;

    if (!way_comes_near(t, mover, own ? at : from, far_mm(t, weapon)))
        return false;
    int n = skirmish_track(t, mover, point, TRACK_MAX);
    moved->mounted = rode(t, mover);
    for (int i = 0; i < n; i++) {
        struct aim a = { .terms = { .weapon = weapon } };

        moved->x = (int16_t)point[i].x;
        moved->y = (int16_t)point[i].y;
        if (aim_check(t, u, target, from, at, &a, NULL) == ST_LEGAL)
            return true;
    }
    return false;
}

/* The rules of shot_check, without what only says how good a shot is. */
static bool could_aim(const struct st_table *t, int u, int weapon, int target, int manner)
{
    struct aim a = { .terms = { .weapon = weapon } };

    if (target_check(t, u, target, NULL) || manner_check(t, u, weapon, target, manner, NULL))
        return false;
    if (manner == PASSING)
        return could_aim_along(t, u, weapon, target, false);
    if (manner == TRACK)
        return could_aim_along(t, u, weapon, target, true) && !furtive(t, u, target);
    return aim_check(t, u, target, skirmish_where(t, u), skirmish_where(t, target), &a, NULL) ==
           ST_LEGAL;
}

/* Those he might reach if the ground were bare, where both stand. */
static uint64_t in_reach(const struct st_table *t, int u, int weapon, uint64_t who)
{
    return skirmish_near(t, who, (struct st_point){ pos_of(t)->x[u], pos_of(t)->y[u] }, far_mm(t, weapon));
}

static bool could_hit_somebody(const struct st_table *t, int u, int weapon, int manner)
{
    uint64_t left = seen_enemies(t, u);

    if (manner == PASSING)
        left &= pos_of(t)->moved;
    else if (manner != TRACK)
        left = in_reach(t, u, weapon, left);
    while (left)
        if (could_aim(t, u, weapon, take_one(&left), manner))
            return true;
    return false;
}

/* What a man nobody has seen could shoot at is not looked into: the enemy would learn from the asking
 * what he sees (7.48). The manners that need no way come first: they are quick, and mostly there. */
static bool may_declare(const struct st_table *t)
{
    int low = early(t) ? STEADY : AT_END, high = early(t) ? MOVING : TRACK;

    for (int manner = low; manner <= high; manner++)
        for (uint64_t left = may_fire(t); left;) {
            int u = take_one(&left);
            const struct skirmish_man *man = &plan_of(t)->man[u];

            for (int i = 0; i < man->nfire; i++)
                if (shooter_check(t, u, man->fire[i], NULL) == ST_LEGAL &&
                    (has(pos_of(t)->unseen, u) || could_hit_somebody(t, u, man->fire[i], manner)))
                    return true;
        }
    return false;
}

/* ---- how far he shoots, and at whom (5.8.10) --------------------------------------------- */

/* The loaded weapon that carries farthest, or -1. */
static int longest(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_man *m = &f->man[u];
    int best = -1, far = 0;

    for (int i = 0; i < m->nfire; i++)
        for (int k = 0; k < 3 && (pos_of(t)->loaded[u] >> i & 1); k++)
            if (f->gun[m->fire[i]].band_mm[k] > far) {
                best = m->fire[i];
                far = f->gun[m->fire[i]].band_mm[k];
            }
    return best;
}

enum st_answer skirmish_sight(const struct st_table *t, int u, int target, struct st_sight *out,
                              struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    int weapon = longest(t, u), manner = early(t) ? STEADY : AT_END;

    if (weapon < 0)
        return st_refuse(why, "5.8.18", "%s has nothing loaded to shoot with", man_name(t, u));
    struct aim a = { .terms = terms_of(t, u, weapon, target < 0 ? u : target, manner) };
    bool plate = a.terms.breastplate && target >= 0;
    a.terms.breastplate = false;
    for (int k = 0; k < 3 && f->gun[weapon].band_mm[k]; k++) {
        a.terms.band = k;
        aim_need(t, &a);
        out->band[k].to = f->gun[weapon].band_mm[k] * ST_MM;
        snprintf(out->band[k].needs, sizeof out->band[k].needs, "%d+", a.need);
        out->nbands = k + 1;
    }
    if (target < 0)
        return ST_LEGAL;
    a.terms.breastplate = plate;
    if (target_check(t, u, target, why) ||
        aim_check(t, u, target, skirmish_where(t, u), skirmish_where(t, target), &a, why))
        return ST_REFUSED;
    aim_need(t, &a);
    snprintf(out->needs, sizeof out->needs, "%d+", a.need);
    return ST_LEGAL;
}

/* ---- declaring --------------------------------------------------------------------------- */

static void tell_look_up(const struct st_table *t, const struct skirmish_terms *in)
{
    static const char *const col[3] = { "b1_need", "b2_need", "b3_need" };
    const struct st_chart *c = t->plan->chart[CHART_FIREARMS];
    struct st_event e = { .kind = ST_EV_LOOKED, .para = "5.8.10" };

    if (!t->log)
        return;
    e.cite = (struct st_cite){
        .chart = c,
        .row = (int16_t)st_axis_find(&c->row, st_span_of(skirmish_firearms[in->weapon]), NULL),
        .col = (int16_t)st_axis_find(&c->col, st_span_of(col[in->band]), NULL) };
    e.value = plan_of(t)->gun[in->weapon].band_need[in->band];
    st_cite_print(&e.cite, e.text, sizeof e.text);
    t->log->add(t->log, &e);
}

static void declare(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0];
    bool carried;
    struct aim a;
    enum st_answer legal = shot_check(t, m, &a, NULL);

    st_assert(legal == ST_LEGAL);
    p->loaded[u] = (uint8_t)(p->loaded[u] & ~(1 << slot_of(t, u, m->arg[1], &carried)));
    p->shot |= bit(u);
    p->shots |= bit(u);
    p->shot_target[u] = (uint8_t)m->arg[2];
    p->shot_need[u] = plan_of(t)->gun[a.terms.weapon].band_need[a.terms.band];
    tell_look_up(t, &a.terms);
    p->shot_mod[u] = (int8_t)skirmish_shot_modifier(t, &a.terms);
    if (a.terms.surprise)
        p->sprung |= bit(u);
    skirmish_reveal(t, bit(u), "fires and is seen");
    p->crouched &= ~bit(u);
    if (m->arg[3] == STEADY) {
        p->steady |= bit(u);
        p->activated |= bit(u);
    }
    st_tell(t, "5.8.11", "%s aims at %s: needs %d, modifier %+d", man_name(t, u),
            man_name(t, m->arg[2]), p->shot_need[u], p->shot_mod[u]);
}

static bool first_to_declare(const struct st_table *t)
{
    return early(t) == (pos_of(t)->flow.side == pos_of(t)->leading);
}

/* Both sides have declared: the dice, then movement or melee. */
static void close_window(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    p->flow.side = (uint8_t)(1 - p->flow.side);
    p->roller = p->shots ? (uint8_t)__builtin_ctzll(p->shots) : 0;
    if (early(t)) {
        st_go(t, STEP_MOVEMENT);
        if (p->shots)
            st_call(t, STEP_SHOT_DIE);
    } else {
        st_go(t, STEP_NEXT_RELOAD);
        st_call(t, p->shots ? STEP_SHOT_DIE : STEP_MELEE);
    }
}

/* 4.5: the side whose turn it is declares, unless it has no shot. */
static void next_to_declare(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    while (!may_declare(t)) {
        st_pass_over(t, VERB_DONE, "4.5", "%s has no shot%s", t->plan->side[p->flow.side],
                     p->shots & plan_of(t)->of_side[p->flow.side] ? " left" : "");
        if (!first_to_declare(t)) {
            close_window(t);
            return;
        }
        p->flow.side = (uint8_t)(1 - p->flow.side);
    }
}

void skirmish_open_window(struct st_table *t, int step)
{
    struct skirmish_pos *p = pos_of(t);

    p->flow.side = step == STEP_EARLY ? p->leading : (uint8_t)(1 - p->leading);
    st_go(t, step);
    next_to_declare(t);
}

static void shoot_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);

    if (m->verb == VERB_SHOOT) {
        declare(t, m);
        next_to_declare(t);
    } else if (first_to_declare(t)) {
        p->flow.side = (uint8_t)(1 - p->flow.side);
        next_to_declare(t);
    } else {
        close_window(t);
    }
}

/* ---- the dice (5.8.15, 5.8.16) ----------------------------------------------------------- */

static void shot_die(const struct st_table *t, struct st_chance *c)
{
    const struct skirmish_pos *p = pos_of(t);

    st_dice(c, 1, 6, "shot %s %d", man_name(t, p->roller), p->sixes);
}

static bool rolls_again(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);

    return !((f->options & OPT_LINE_FIRE) && has(f->regulars, u) && f->man[u].cls == 3 &&
             !has(pos_of(t)->formed, u));
}

static void shots_over(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t hits = p->hits;

    p->hits = 0;
    skirmish_fell(t, hits, "5.8.17");
    if (p->flow.step[0] == STEP_MOVEMENT)
        st_done(t);
    else
        st_go(t, STEP_MELEE);
}

static void shot_take(struct st_table *t, int die)
{
    struct skirmish_pos *p = pos_of(t);
    int u = p->roller, natural = p->sixes ? 5 + p->sixes : die;

    if (die == 6 && rolls_again(t, u) && ++p->sixes < 3)
        return;
    if (p->sixes)
        natural = 5 + p->sixes;
    bool hit = natural >= NATURAL_LEAST && natural + p->shot_mod[u] >= p->shot_need[u];
    st_tell(t, "5.8.16", "%s: natural %d %+d = %d, needs %d: %s", man_name(t, u), natural,
            p->shot_mod[u], natural + p->shot_mod[u], p->shot_need[u], hit ? "hit" : "miss");
    if (hit)
        p->hits |= bit(p->shot_target[u]);
    p->shots &= ~bit(u);
    p->shot_target[u] = p->shot_need[u] = 0;
    p->shot_mod[u] = 0;
    p->sixes = 0;
    p->roller = p->shots ? (uint8_t)__builtin_ctzll(p->shots) : 0;
    if (!p->shots)
        shots_over(t);
}

/* What a shot may do is known when the dice of its window have fallen: until then it is supposed
 * that nobody declares another. Of a shot no more is asked; after `done` the melee follows. */
enum st_supposed skirmish_suppose(const struct st_table *t, const struct st_move *asked,
                                  struct st_move *out)
{
    const struct skirmish_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    if (asked->verb == VERB_SHOOT && !p->shots)
        return ST_SUPPOSE_OVER;
    if ((asked->verb != VERB_SHOOT && asked->verb != VERB_DONE) || !p->shots ||
        (step != STEP_EARLY && step != STEP_LATE))
        return ST_SUPPOSE_NOTHING;
    *out = st_move_0(VERB_DONE);
    return ST_SUPPOSE_MOVE;
}

/* ---- some shot, for random players -------------------------------------------------------- */

static bool shoot_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_plan *f = plan_of(t);
    enum { TRIES = 4 };

    *out = st_move_0(VERB_DONE);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint64_t left = may_fire(t), foes = 0;
        int n = __builtin_popcountll(left), u = 0, v = 0;
        struct aim a;

        if (!n || st_pick(seed, 8 * i, 8) == 0)
            return true;
        for (int skip = (int)st_pick(seed, 8 * i + 1, (uint32_t)n); skip >= 0; skip--)
            u = take_one(&left);
        foes = seen_enemies(t, u);
        n = __builtin_popcountll(foes);
        if (!n || !f->man[u].nfire)
            continue;
        for (int skip = (int)st_pick(seed, 8 * i + 2, (uint32_t)n); skip >= 0; skip--)
            v = take_one(&foes);
        int weapon = f->man[u].fire[st_pick(seed, 8 * i + 3, f->man[u].nfire)];
        int manner = early(t) ? (int)st_pick(seed, 8 * i + 4, 2)
                              : AT_END + (int)st_pick(seed, 8 * i + 5, 3);
        struct st_move m = st_move_make(VERB_SHOOT, 4, u, weapon, v, manner);
        if (shot_check(t, &m, &a, NULL) == ST_LEGAL) {
            *out = m;
            return true;
        }
    }
    return true;
}

/* ---- steps ------------------------------------------------------------------------------- */

#define SHOTS(name, para) \
    ST_DECIDES(name, para, shoot_offer, shoot_check, shoot_apply, .confirm = true, .sample = shoot_sample)
const struct st_step skirmish_step_early = SHOTS("early shots", "5.8.6");
const struct st_step skirmish_step_late = SHOTS("late shots", "5.8.7");
const struct st_step skirmish_step_shot_die = ST_ROLLS("shot", "5.8.15", shot_die, shot_take);
