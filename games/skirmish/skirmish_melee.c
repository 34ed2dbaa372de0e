/* skirmish_melee.c - 5.9 to 5.11: weapons, strikes by length, results, recoil, following up. */
#include "skirmish/skirmish.h"

#include <string.h>

enum { SLOT_HANDS = 2 };

/* ---- weapons (5.4.4, 5.4.5, 5.9.3) ------------------------------------------------------- */

static bool slot_usable(const struct st_table *t, int u, int slot)
{
    const struct skirmish_man *m = &plan_of(t)->man[u];

    return slot < m->nmelee && plan_of(t)->usable[horse_of(t, u)][m->melee[slot]];
}

/* The longest, the first listed of equals. */
static int default_slot(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_man *m = &f->man[u];
    int best = SLOT_HANDS;

    for (int i = m->nmelee - 1; i >= 0; i--)
        if (slot_usable(t, u, i) &&
            (best == SLOT_HANDS || f->length[m->melee[i]] >= f->length[m->melee[best]]))
            best = i;
    return best;
}

static int skirmish_weapon_of(const struct st_table *t, int u) /* as chosen: a weapon */
{
    const struct skirmish_pos *p = pos_of(t);
    int slot = has(p->armed, u) ? p->weapon[u] : default_slot(t, u);

    return slot == SLOT_HANDS ? HANDS : plan_of(t)->man[u].melee[slot];
}

int skirmish_length_of(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int length = f->length[skirmish_weapon_of(t, u)];

    return length == f->length_rank[LENGTH_LONG] && skirmish_indoors(f, p->x[u], p->y[u])
               ? f->length_rank[LENGTH_SHORT] : length;
}

/* Who of a side still has a weapon to choose. */
static uint64_t choosers(const struct st_table *t, int side)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t left = p->active & plan_of(t)->of_side[side] & p->contact_any & ~p->armed, out = 0;

    while (left) {
        int u = take_one(&left);

        if (slot_usable(t, u, 0) && slot_usable(t, u, 1) && skirmish_contacts(t, u))
            out |= bit(u);
    }
    return out;
}

static void next_chooser(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    if (!choosers(t, p->flow.side) && p->flow.side != p->leading)
        p->flow.side = p->leading;
    if (choosers(t, p->flow.side)) {
        st_go(t, STEP_WEAPONS);
        return;
    }
    p->length = LENGTHS;
    p->flow.side = (uint8_t)(1 - p->leading);
    st_go(t, STEP_LENGTH);
}

static void melee_run(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    p->flow.side = (uint8_t)(1 - p->leading);
    next_chooser(t);
}

static enum st_answer weapons_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct skirmish_man *man = &plan_of(t)->man[m->arg[0]];
    const char *name;
    bool carried = false;

    if (m->verb != VERB_WEAPON)
        return st_refuse(why, "5.9.3", "choose the weapons for the melee");
    name = man_name(t, m->arg[0]);
    if (man->side != pos_of(t)->flow.side)
        return st_refuse(why, "5.5.1", "%s is not yours", name);
    if (!has(choosers(t, man->side), m->arg[0]))
        return st_refuse(why, "5.9.3", "%s has no weapon to choose", name);
    for (int i = 0; i < 2; i++)
        carried |= slot_usable(t, m->arg[0], i) && man->melee[i] == m->arg[1];
    if (!carried && m->arg[1] != HANDS)
        return st_refuse(why, "5.4.4", "%s cannot use a %s here", name,
                         skirmish_weapons[m->arg[1]]);
    return ST_LEGAL;
}

static void weapons_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    const struct skirmish_man *man = &plan_of(t)->man[m->arg[0]];
    int slot = SLOT_HANDS;

    for (int i = man->nmelee - 1; i >= 0; i--)
        slot = man->melee[i] == m->arg[1] ? i : slot;
    p->weapon[m->arg[0]] = (uint8_t)slot;
    p->armed |= bit(m->arg[0]);
    next_chooser(t);
}

static void weapons_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint64_t left = choosers(t, pos_of(t)->flow.side); left && !o->enough;) {
        int u = take_one(&left);
        const struct skirmish_man *man = &plan_of(t)->man[u];
        struct st_move m;

        for (int i = 0; i < 2; i++) {
            m = st_move_2(VERB_WEAPON, u, man->melee[i]);
            if (i == 0 || man->melee[0] != man->melee[1])
                st_offer_add(o, &m);
        }
        m = st_move_2(VERB_WEAPON, u, HANDS);
        st_offer_add(o, &m);
    }
}

/* ---- modifiers (5.10, 5.11) -------------------------------------------------------------- */

static int count(const struct st_table *t, const struct skirmish_blow *in, bool so,
                 const char *para, const char *reason, int mod)
{
    int value = plan_of(t)->melee_mod[mod];

    return so && !(in->disorder && value > 0) ? st_modify(t, para, reason, value) : 0;
}

int skirmish_blow_modifier(const struct st_table *t, const struct skirmish_blow *in)
{
    const struct skirmish_plan *f = plan_of(t);
    bool foot = !in->mounted, poor = in->cls <= 2;
    int mod = 0;

    mod += count(t, in, f->improvised[in->weapon], "5.10.2", "improvised weapon", MEL_IMPROVISED);
    mod += count(t, in, poor && !f->improvised[in->weapon], "5.10.2", "class 1 or 2",
                 MEL_LOW_CLASS);
    mod += count(t, in, foot && f->heavy_tool[in->weapon] && !in->indoors && !in->formed, "5.10.3",
                 "heavy two-handed tool", MEL_HEAVY_TOOL);
    mod += count(t, in, foot && in->defends, "5.10.4", "defends an obstacle", MEL_DEFEND);
    mod += count(t, in, in->foe_higher, "5.10.5", "enemy on higher ground", MEL_HIGHER);
    mod += count(t, in, in->cavalry && (in->foe_foot || in->foe_mtd_infantry) && in->ground < D &&
                 !in->across, "5.10.6", "cavalryman against foot or mounted infantry", MEL_CAVALRY);
    mod += count(t, in, foot && in->foe_cavalry && in->ground < V && !in->across, "5.10.7",
                 "foot against cavalryman", MEL_FOOT);
    mod += count(t, in, in->mtd_infantry && in->foe_cavalry, "5.10.7",
                 "mounted infantry against cavalryman", MEL_MTD_INF);
    mod += count(t, in, in->charges, "5.11.2", "charge", MEL_CHARGE);
    mod += count(t, in, in->heavy_charge, "5.11.2", "heavy cavalry in close order",
                 MEL_HEAVY_CHARGE);
    mod += count(t, in, in->braces, "5.10.8", "braced against the charge", MEL_BRACE);
    return mod;
}

/* Did u's charge of this turn strike v directly (5.11.1)? */
static bool charged_home(const struct st_table *t, int u, int v)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->charged, u) && has(p->contacted[u], v) &&
           skirmish_bar_between(plan_of(t), skirmish_where(t, u), skirmish_where(t, v)) < 0;
}

/* Is v attacking across a line that u, on foot, stands behind? */
static bool defends(const struct st_table *t, int u, int v)
{
    const struct skirmish_pos *p = pos_of(t);

    return p->across[v] && !horse_of(t, u) &&
           has(skirmish_crossing(plan_of(t), st_point_mm(p->x[u], p->y[u]),
                                 st_point_mm(p->x[v], p->y[v])).bars, p->across[v] - 1);
}

/* Does v stand higher than u: by the drawn ground, or by the bank he defends against u (7.23)? */
static bool stands_higher(const struct st_table *t, int v, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    if (f->reading[READ_HEIGHTS] == HEIGHTS_LINES && defends(t, v, u) &&
        has(f->high_bars, p->across[u] - 1))
        return true;
    return skirmish_level_at(f, p->x[v], p->y[v]) > skirmish_level_at(f, p->x[u], p->y[u]);
}

struct skirmish_blow skirmish_blow_of(const struct st_table *t, int u, int v)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int here = skirmish_class_at(t, p->x[u], p->y[u], 1);
    int there = skirmish_class_at(t, p->x[v], p->y[v], 1);
    int weapon = skirmish_weapon_of(t, u);
    bool charges = cavalryman(t, u) && charged_home(t, u, v);
    bool steady_foot = !horse_of(t, v) && has(p->formed & ~p->moved, v);

    return (struct skirmish_blow){
        .weapon = weapon, .cls = skirmish_class(t, u), .mounted = horse_of(t, u),
        .cavalry = cavalryman(t, u), .mtd_infantry = mounted_infantry(t, u),
        .indoors = skirmish_indoors(f, p->x[u], p->y[u]), .formed = has(p->formed, u),
        .foe_foot = !horse_of(t, v), .foe_cavalry = cavalryman(t, v),
        .foe_mtd_infantry = mounted_infantry(t, v), .defends = defends(t, u, v),
        .foe_higher = stands_higher(t, v, u),
        .across = skirmish_bar_between(f, skirmish_where(t, u), skirmish_where(t, v)) >= 0,
        .ground = here > there ? here : there, .charges = charges,
        .heavy_charge = charges && f->man[u].kind == HEAVY_CAVALRY && has(p->formed, u) &&
                        !steady_foot,
        .braces = !horse_of(t, u) && !has(p->moved, u) && f->braces[weapon] && cavalryman(t, v) &&
                  charged_home(t, v, u),
        .disorder = skirmish_disordered(t, u),
    };
}

int skirmish_strike_result(const struct skirmish_plan *f, int natural, int total, int cls,
                           int armour)
{
    const bool fits[STRIKE_LINES] = {
        [WHEN_NATURAL_1] = natural == 1, [WHEN_NATURAL_8] = natural == 8,
        [WHEN_BELOW] = total < cls,      [WHEN_EQUAL] = total == cls,
        [WHEN_ARMOURED] = armour > cls && total <= armour, [WHEN_ELSE] = true,
    };
    int i = 0;

    while (!fits[f->strike_when[i]]) /* the last fits always */
        i++;
    return f->strike_gives[i];
}

/* ---- naming targets (5.9.2, 5.9.4, 5.9.5) ------------------------------------------------ */

static uint64_t targets_of(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t foes = skirmish_contacts(t, u), out = 0;

    while (foes) {
        int v = take_one(&foes);

        if (!has(p->answered, v) || !defends(t, u, v))
            out |= bit(v);
    }
    return out;
}

static uint64_t able(const struct st_table *t, int side)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t left = p->active & plan_of(t)->of_side[side] & p->contact_any & ~p->shot & ~p->struck,
             out = 0;

    while (left) {
        int u = take_one(&left);

        if (skirmish_length_of(t, u) == p->length && targets_of(t, u))
            out |= bit(u);
    }
    return out;
}

static void name_target(struct st_table *t, int u, int v)
{
    struct skirmish_pos *p = pos_of(t);

    p->strike_target[u] = (uint8_t)v;
    p->strikers |= bit(u);
    p->struck |= bit(u);
    if (defends(t, u, v))
        p->answered |= bit(v);
    st_tell(t, "5.9.5", "%s strikes at %s with %s", man_name(t, u), man_name(t, v),
            skirmish_weapons[skirmish_weapon_of(t, u)]);
}

/* One target, and no comrade who might name him in his stead across a line. */
static bool no_choice(const struct st_table *t, int u, uint64_t men, int *v)
{
    uint64_t targets = targets_of(t, u);

    *v = __builtin_ctzll(targets);
    if (targets & (targets - 1))
        return false;
    if (!defends(t, u, *v))
        return true;
    for (men &= ~bit(u); men;) {
        int w = take_one(&men);

        if (has(targets_of(t, w), *v) && defends(t, w, *v))
            return false;
    }
    return true;
}

static bool name_forced(struct st_table *t, int side)
{
    uint64_t men = able(t, side);

    for (uint64_t left = men; left;) {
        int u = take_one(&left), v;

        if (no_choice(t, u, men, &v)) {
            name_target(t, u, v);
            return true;
        }
    }
    return false;
}

/* O names its targets, then L; when both have, the dice fall; then the next length. */
static void length_run(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    while (name_forced(t, p->flow.side))
        ;
    if (able(t, p->flow.side)) {
        st_go(t, STEP_STRIKES);
    } else if (p->flow.side != p->leading) {
        p->flow.side = p->leading;
    } else if (p->strikers) {
        p->roller = (uint8_t)__builtin_ctzll(p->strikers);
        st_go(t, STEP_STRIKE_DIE);
    } else if (p->length > 1) {
        p->length--;
        p->flow.side = (uint8_t)(1 - p->leading);
    } else {
        p->length = 0;
        st_go(t, STEP_NEXT_FOLLOW);
    }
}

static enum st_answer strikes_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0], v = m->arg[1];

    if (m->verb != VERB_STRIKE)
        return st_refuse(why, "5.9.5", "name the targets of the strikes");
    if (!has(p->active, u) || has(p->shot | p->struck, u))
        return st_refuse(why, has(p->shot, u) ? "5.8.2" : "5.9.2",
                         "%s does not strike: he is out, has shot or has struck", man_name(t, u));
    if (!has(skirmish_contacts(t, u), v))
        return st_refuse(why, "5.9.2", "%s is not in contact with %s", man_name(t, u),
                         man_name(t, v));
    if (!has(targets_of(t, u), v))
        return st_refuse(why, "5.9.4", "another defender strikes %s across the line",
                         man_name(t, v));
    if (side_of_man(t, u) != p->flow.side)
        return st_refuse(why, "5.5.1", "%s is not yours to command now", man_name(t, u));
    if (skirmish_length_of(t, u) != p->length)
        return st_refuse(why, "5.9.3", "%s strikes at another length", man_name(t, u));
    return ST_LEGAL;
}

static void strikes_apply(struct st_table *t, const struct st_move *m)
{
    name_target(t, m->arg[0], m->arg[1]);
    st_go(t, STEP_LENGTH);
}

static void strikes_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint64_t men = able(t, pos_of(t)->flow.side); men && !o->enough;) {
        int u = take_one(&men);

        for (uint64_t foes = targets_of(t, u); foes && !o->enough;) {
            struct st_move m = st_move_2(VERB_STRIKE, u, take_one(&foes));

            st_offer_add(o, &m);
        }
    }
}

/* ---- the dice ---------------------------------------------------------------------------- */

static void strike_die(const struct st_table *t, struct st_chance *c)
{
    const struct skirmish_pos *p = pos_of(t);

    st_dice(c, 1, 6, "strike %s %d", man_name(t, p->roller), p->sixes);
}

static bool mutual(const struct skirmish_pos *p, int u)
{
    int v = p->strike_target[u];

    return has(p->strikers, v) && p->strike_target[v] == u;
}

/* Who has more of the first thing in which they differ: above 0 the first, below 0 the second;
 * what it is stands in by. */
static int tie_break(const struct skirmish_plan *f, const struct skirmish_fighter *own,
                     const struct skirmish_fighter *foe, int *by)
{
    const int more[TIES] = {
        [TIE_CLASS] = own->cls - foe->cls, [TIE_ARMOUR] = own->armour - foe->armour,
        [TIE_NATURAL] = own->natural - foe->natural, [TIE_MODS] = own->mod - foe->mod,
    };

    for (int i = 0; i < TIES; i++) {
        *by = f->tie[i];
        if (*by == TIE_NOTHING || more[*by])
            break;
    }
    return more[*by];
}

/* What comes of a result when the enemy struck back at the same moment (5.9.8, 5.9.9). */
int skirmish_effect(const struct skirmish_plan *f, const struct skirmish_fighter *own,
                    const struct skirmish_fighter *foe)
{
    int by;

    if (own->result == MISS || own->result != foe->result)
        return foe->result == HIT ? MISS : own->result;
    return tie_break(f, own, foe, &by) > 0 ? own->result : MISS;
}

static struct skirmish_fighter fighter(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return (struct skirmish_fighter){ skirmish_class(t, u), plan_of(t)->man[u].armour,
                                      p->strike_natural[u], p->strike_mod[u],
                                      p->strike_result[u] };
}

static int effect_of(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    if (!mutual(p, u))
        return p->strike_result[u];
    struct skirmish_fighter own = fighter(t, u), foe = fighter(t, p->strike_target[u]);
    return skirmish_effect(plan_of(t), &own, &foe);
}

/* Whose blow comes to nothing, and why. */
static void tell_void(const struct st_table *t, int u, int v)
{
    static const char *const why[TIES] = {
        [TIE_CLASS] = "is of the higher class", [TIE_ARMOUR] = "is better armoured",
        [TIE_NATURAL] = "threw the higher natural value",
        [TIE_MODS] = "has the higher sum of modifiers",
    };
    struct skirmish_fighter own = fighter(t, u), foe = fighter(t, v);
    int by, more = tie_break(plan_of(t), &own, &foe, &by);
    bool first = own.result == foe.result ? more > 0 : own.result == HIT; /* whose blow counts */
    int winner = first ? u : v, loser = first ? v : u;

    if (own.result == MISS || foe.result == MISS)
        return;
    if (own.result != foe.result)
        st_tell(t, "5.9.9", "%s's blow at %s is void: %s hits him", man_name(t, loser),
                man_name(t, winner), man_name(t, winner));
    else if (more)
        st_tell(t, "5.9.8", "%s's blow at %s is void: %s %s", man_name(t, loser),
                man_name(t, winner), man_name(t, winner), why[by]);
    else
        st_tell(t, "5.9.8", "the blows of %s and %s are both void: they differ in nothing",
                man_name(t, u), man_name(t, v));
}

/* Both of a pair have struck: what comes of it is settled, and the dice matter no more. */
static void settle_pair(struct st_table *t, int u, int v)
{
    struct skirmish_pos *p = pos_of(t);
    int first = effect_of(t, u), second = effect_of(t, v);

    tell_void(t, v, u);
    p->strike_result[u] = (uint8_t)first;
    p->strike_result[v] = (uint8_t)second;
    p->strike_natural[u] = p->strike_natural[v] = 0;
    p->strike_mod[u] = p->strike_mod[v] = 0;
}

static void strike_take(struct st_table *t, int die)
{
    static const char *const words[] = { "miss", "recoil", "hit" };
    struct skirmish_pos *p = pos_of(t);
    int u = p->roller, v = p->strike_target[u];

    if (die == 6 && ++p->sixes < 3)
        return;
    int natural = p->sixes ? 5 + p->sixes : die;
    struct skirmish_blow blow = skirmish_blow_of(t, u, v);
    int mod = skirmish_blow_modifier(t, &blow), cls = skirmish_class(t, v);
    int result = skirmish_strike_result(plan_of(t), natural, natural + mod, cls,
                                        plan_of(t)->man[v].armour);

    st_tell(t, "5.9.6", "%s at %s: natural %d %+d = %d against class %d: %s", man_name(t, u),
            man_name(t, v), natural, mod, natural + mod, cls, words[result]);
    p->strike_result[u] = (uint8_t)result;
    if (mutual(p, u) && result != MISS) { /* else the die matters no more: let worlds merge */
        p->strike_natural[u] = (uint8_t)natural;
        p->strike_mod[u] = (int8_t)mod;
    }
    if (mutual(p, u) && v < u) /* dice fall in id order */
        settle_pair(t, u, v);
    p->sixes = 0;
    uint64_t left = p->strikers & ~(bit(u) | (bit(u) - 1));
    if (left) {
        p->roller = (uint8_t)__builtin_ctzll(left);
        return;
    }
    p->roller = 0;
    st_go(t, STEP_BLOWS);
}

/* ---- results (5.9.8 to 5.9.12) ----------------------------------------------------------- */

void skirmish_recoil_candidate(int i, struct st_point striker, struct st_point own, int dist,
                               struct st_point *out)
{
    static const int turn[5][2] = { { 10000, 0 }, { 9239, 3827 }, { 9239, -3827 }, { 7071, 7071 },
                                    { 7071, -7071 } };
    int64_t dx = own.x - striker.x, dy = own.y - striker.y, c = turn[i][0], s = turn[i][1];
    int64_t lc = (int64_t)st_root((uint64_t)(10000 * (dx * dx + dy * dy)));

    lc = lc ? lc : 1;
    out->x = own.x + (int32_t)st_round_div((dx * c - dy * s) * dist, 100 * lc);
    out->y = own.y + (int32_t)st_round_div((dx * s + dy * c) * dist, 100 * lc);
}

/* Whether a place takes the base, but for others who stand there: those are told apart. */
static bool place_holds(const struct st_table *t, int u, struct skirmish_stand s, uint64_t *over)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    *over = 0;
    if (s.x < 0 || s.y < 0 || s.x > f->width || s.y > f->height || !skirmish_on_table(f, s) ||
        !skirmish_off_bars(f, s) || skirmish_class_at(t, s.x, s.y, s.mounted) == X)
        return false;
    struct skirmish_crossed c = skirmish_crossing(f, st_point_mm(p->x[u], p->y[u]),
                                                  st_point_mm(s.x, s.y));
    if (c.bars || c.edges)
        return false;
    for (uint64_t left = p->active & ~bit(u); left;) {
        int v = take_one(&left);

        if (!skirmish_blank(skirmish_where(t, v)) &&
            skirmish_apart(f, s, skirmish_where(t, v), 0) < 0)
            *over |= bit(v);
    }
    return true;
}

enum { RECOIL_TO, RECOIL_HELD, RECOIL_FALLS };
static int skirmish_recoil_place(const struct st_table *t, int u, struct st_point striker,
                                 struct skirmish_stand *out)
{
    const struct skirmish_pos *p = pos_of(t);
    enum { FOOT_MM = 20, RIDER_MM = 50 };
    bool held = false;

    for (int i = 0; i < 5; i++) {
        struct st_point at;
        uint64_t over;

        skirmish_recoil_candidate(i, striker, (struct st_point){ p->x[u], p->y[u] },
                                  horse_of(t, u) ? RIDER_MM : FOOT_MM, &at);
        *out = skirmish_where(t, u);
        out->x = (int16_t)at.x;
        out->y = (int16_t)at.y;
        if (!place_holds(t, u, *out, &over))
            continue;
        if (!over)
            return RECOIL_TO;
        held |= !(over & ~plan_of(t)->of_side[side_of_man(t, u)]);
    }
    return held ? RECOIL_HELD : RECOIL_FALLS;
}

static void recoil(struct st_table *t, int u, struct st_point striker)
{
    struct skirmish_pos *p = pos_of(t);
    struct skirmish_stand to;

    switch (skirmish_recoil_place(t, u, striker, &to)) {
    case RECOIL_HELD:
        p->recoiled |= bit(u);
        st_tell(t, "5.9.12", "%s is held up by his comrades", man_name(t, u));
        return;
    case RECOIL_FALLS:
        if (plan_of(t)->reading[READ_CORNERED] == CORNERED_STAYS) {
            p->recoiled |= bit(u);
            st_tell(t, "5.9.12", "%s has nowhere to go and stays", man_name(t, u));
            return;
        }
        st_tell(t, "5.9.12", "%s has nowhere to go: the recoil is a hit", man_name(t, u));
        skirmish_fell(t, bit(u), "5.9.12");
        return;
    default:
        break;
    }
    st_tell(t, "5.9.12", "%s recoils to %d,%d", man_name(t, u), to.x, to.y);
    skirmish_break_ranks(t, u);
    p->recoiled |= bit(u);
    p->across[u] = 0;
    p->x[u] = to.x;
    p->y[u] = to.y;
    skirmish_note_contact(t, u);
}

/* What every strike of the step came to, worked out before anybody falls. */
static void judge(const struct st_table *t, uint64_t *hit, uint8_t driver[MAX_MEN],
                  int effect[MAX_MEN])
{
    const struct skirmish_pos *p = pos_of(t);

    memset(driver, NOBODY, MAX_MEN);
    *hit = 0;
    for (uint64_t left = p->strikers; left;) {
        int u = take_one(&left), v = p->strike_target[u];

        effect[u] = effect_of(t, u);
        if (effect[u] == HIT)
            *hit |= bit(v);
        if (effect[u] == RECOIL && driver[v] == NOBODY)
            driver[v] = (uint8_t)u; /* the lowest in id order */
    }
}

static void blows_run(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    struct st_point was[MAX_MEN];
    uint8_t driver[MAX_MEN];
    int effect[MAX_MEN];
    uint64_t hit;

    judge(t, &hit, driver, effect);
    for (int u = 0; u < plan_of(t)->nmen; u++)
        was[u] = (struct st_point){ p->x[u], p->y[u] };
    for (uint64_t left = p->strikers; left;) {
        int u = take_one(&left), v = p->strike_target[u];

        if (effect[u] == HIT || (driver[v] == u && !has(hit, v))) {
            p->won |= bit(u);
            p->place[u][0] = (int16_t)was[v].x;
            p->place[u][1] = (int16_t)was[v].y;
        }
        p->strike_target[u] = p->strike_result[u] = p->strike_natural[u] = 0;
        p->strike_mod[u] = 0;
    }
    p->strikers = 0;
    skirmish_fell(t, hit, "5.9.10");
    for (int v = 0; v < plan_of(t)->nmen; v++)
        if (driver[v] != NOBODY && has(p->active, v) && !has(hit, v))
            recoil(t, v, was[driver[v]]);
    skirmish_mend_across(t);
    p->flow.side = (uint8_t)(1 - p->leading);
    if (p->length > 1) {
        p->length--;
        st_go(t, STEP_LENGTH);
    } else {
        p->length = 0;
        st_go(t, STEP_NEXT_FOLLOW);
    }
}

/* ---- following up (5.9.13) --------------------------------------------------------------- */

static bool may_follow(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct skirmish_stand to = skirmish_where(t, u);

    if (!has(p->active & ~p->recoiled, u) || skirmish_contacts(t, u))
        return false;
    to.x = p->place[u][0];
    to.y = p->place[u][1];
    struct skirmish_crossed c = skirmish_crossing(f, st_point_mm(p->x[u], p->y[u]),
                                                  st_point_mm(to.x, to.y));
    return !c.bars && !c.edges && skirmish_class_at(t, to.x, to.y, to.mounted) != X &&
           skirmish_stand_check(t, u, to, 0, NULL) == ST_LEGAL;
}

static void next_follow_run(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    while (p->won) {
        int u = __builtin_ctzll(p->won);

        if (may_follow(t, u)) {
            p->asked = (uint8_t)u;
            p->flow.side = (uint8_t)side_of_man(t, u);
            st_go(t, STEP_FOLLOW);
            return;
        }
        p->won &= ~bit(u);
    }
    memset(p->place, 0, sizeof p->place);
    memset(p->weapon, 0, sizeof p->weapon);
    p->armed = 0;
    p->asked = NOBODY;
    p->flow.side = p->leading;
    st_done(t);
}

static enum st_answer follow_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    if (m->verb != VERB_FOLLOW || m->arg[0] != pos_of(t)->asked)
        return st_refuse(why, "5.9.13", "%s may follow up now: yes or no",
                         man_name(t, pos_of(t)->asked));
    return ST_LEGAL;
}

static void follow_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0];

    p->won &= ~bit(u);
    p->asked = NOBODY;
    st_go(t, STEP_NEXT_FOLLOW);
    if (m->arg[1] != 0) /* no */
        return;
    struct skirmish_stand to = skirmish_where(t, u);
    uint64_t over;
    to.x = p->place[u][0];
    to.y = p->place[u][1];
    if (place_holds(t, u, to, &over) && over) { /* 7.32: an ambusher lies there */
        skirmish_reveal(t, over, "is found");
        return;
    }
    skirmish_break_ranks(t, u);
    p->across[u] = 0;
    p->x[u] = to.x;
    p->y[u] = to.y;
    st_tell(t, "5.9.13", "%s follows up to %d,%d", man_name(t, u), to.x, to.y);
    skirmish_note_contact(t, u);
}

static void follow_offer(const struct st_table *t, struct st_offer *o)
{
    for (int no = 1; no >= 0; no--) {
        struct st_move m = st_move_2(VERB_FOLLOW, pos_of(t)->asked, no);

        st_offer_add(o, &m);
    }
}

/* ---- steps ------------------------------------------------------------------------------- */

const struct st_step skirmish_step_melee = ST_RUNS("melee", "5.9.1", melee_run);
const struct st_step skirmish_step_weapons =
    ST_DECIDES("weapons", "5.9.3", weapons_offer, weapons_check, weapons_apply);
const struct st_step skirmish_step_length = ST_RUNS("length", "5.9.3", length_run);
const struct st_step skirmish_step_strikes =
    ST_DECIDES("strikes", "5.9.5", strikes_offer, strikes_check, strikes_apply);
const struct st_step skirmish_step_strike_die =
    ST_ROLLS("strike", "5.9.6", strike_die, strike_take);
const struct st_step skirmish_step_blows = ST_RUNS("blows", "5.9.10", blows_run);
const struct st_step skirmish_step_next_follow = ST_RUNS("who follows", "5.9.13", next_follow_run);
const struct st_step skirmish_step_follow =
    ST_DECIDES("follow", "5.9.13", follow_offer, follow_check, follow_apply);
