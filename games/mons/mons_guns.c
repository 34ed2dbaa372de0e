/* mons_guns.c - bombardment (10), and the losses that every kind of combat ends in (D.8). */
#include "mons/mons.h"

#include "base/philox.h"

#include <string.h>

/* ---- who may work together: 10.6, 12.14 -------------------------------------------------- */

enum st_answer mons_mixture_check(const struct st_table *t, struct mons_set units,
                                  const char *para, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    int turn = pos_of(t)->turn, first = -1, of_division = -1;

    if (pos_of(t)->acting != GE)
        return ST_LEGAL;
    while (!set_none(&units)) {
        int u = set_take(&units);
        const struct mons_unit *x = &f->unit[u];

        if (first < 0)
            first = u;
        if (x->corps != f->unit[first].corps)
            return st_refuse(why, para, "%s and %s are of different corps (%s, %s)",
                             unit_name(t, first), unit_name(t, u),
                             f->corps_name[f->unit[first].corps], f->corps_name[x->corps]);
        if (x->division == CORPS_TROOPS)
            continue;
        if (of_division < 0)
            of_division = u;
        if (x->division != f->unit[of_division].division && turn < f->lifted)
            return st_refuse(why, para, "%s and %s are of different divisions, before turn %d",
                             unit_name(t, of_division), unit_name(t, u), f->lifted);
    }
    return ST_LEGAL;
}

/* ---- sets of units named against a hex --------------------------------------------------- */

enum { LISTED = 5 }; /* all sets of so many are listed; of more, some and a family */

static struct st_move name_set(int verb, int hex, struct mons_set units)
{
    struct st_move m = st_move_1(verb, hex);

    while (!set_none(&units))
        m.arg[m.nargs++] = (int16_t)set_take(&units);
    return m;
}

static const char *mixture_para(int verb)
{
    return verb == VERB_MELEE ? "12.14" : "10.6";
}

static void offer_set(const struct st_table *t, int verb, int hex, struct mons_set units,
                      struct st_offer *o)
{
    if (mons_mixture_check(t, units, mixture_para(verb), NULL) == ST_LEGAL) {
        struct st_move m = name_set(verb, hex, units);

        st_offer_add(o, &m);
    }
}

static struct mons_set set_union(struct mons_set a, struct mons_set b)
{
    return (struct mons_set){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } };
}

/* As many of able as may join the units that are in already, the first of them first. */
static struct mons_set fill_up(const struct st_table *t, int verb, struct mons_set in,
                               struct mons_set able)
{
    for (able = set_less(able, in); !set_none(&able);) {
        struct mons_set more = in;

        set_add(&more, set_take(&able));
        if (set_count(&more) <= ATTACKERS &&
            mons_mixture_check(t, more, mixture_para(verb), NULL) == ST_LEGAL)
            in = more;
    }
    return in;
}

/* Too many for all their sets: each alone, and each with all who may join it. */
static void offer_some(const struct st_table *t, int verb, int hex, struct mons_set able,
                       struct st_offer *o)
{
    struct mons_set covered = { { 0 } };
    struct st_move any = st_move_1(verb, hex);

    for (struct mons_set left = able; !set_none(&left);) {
        struct mons_set alone = { { 0 } };

        set_add(&alone, set_take(&left));
        offer_set(t, verb, hex, alone, o);
    }
    for (struct mons_set left = able; !set_none(&left);) {
        struct mons_set in = { { 0 } };
        int u = set_take(&left);

        if (set_has(&covered, u))
            continue;
        set_add(&in, u);
        in = fill_up(t, verb, in, able);
        covered = set_union(covered, in);
        if (set_count(&in) > 1)
            offer_set(t, verb, hex, in, o);
    }
    st_offer_family(o, &any, 1);
}

void mons_offer_sets(const struct st_table *t, int verb, int hex, struct mons_set able,
                     struct st_offer *o)
{
    int unit[LISTED], n = 0;

    if (set_count(&able) > LISTED) {
        offer_some(t, verb, hex, able, o);
        return;
    }
    while (!set_none(&able))
        unit[n++] = set_take(&able);
    for (int bits = 1; bits < 1 << n && !o->enough; bits++) {
        struct mons_set units = { { 0 } };

        for (int i = 0; i < n; i++)
            if (bits >> i & 1)
                set_add(&units, unit[i]);
        offer_set(t, verb, hex, units, o);
    }
}

static int nth_unit(struct mons_set s, int n)
{
    int u = set_take(&s);

    while (n-- > 0)
        u = set_take(&s);
    return u;
}

struct st_move mons_sample_set(const struct st_table *t, int verb, int hex, struct mons_set able,
                               uint64_t seed)
{
    int n = set_count(&able), first = nth_unit(able, (int)st_pick(seed, 3, (uint32_t)n));
    struct mons_set in = { { 0 } }, wanted = { { 0 } };
    uint64_t coins = seed * 0x9E3779B97F4A7C15ull ^ seed >> 29;

    for (struct mons_set left = able; !set_none(&left); coins = coins >> 1 | coins << 63) {
        int u = set_take(&left);

        if (coins & 1)
            set_add(&wanted, u);
    }
    set_add(&in, first);
    return name_set(verb, hex, fill_up(t, verb, in, wanted));
}

int mons_pick_hex(const struct st_hexset *s, uint64_t seed, uint32_t number)
{
    int n = 0;

    for (int w = 0; w < ST_HEX_WORDS; w++)
        n += __builtin_popcountll(s->word[w]);
    if (n == 0)
        return -1;
    n = (int)st_pick(seed, number, (uint32_t)n);
    for (int w = 0; w < ST_HEX_WORDS; w++) {
        uint64_t bits = s->word[w];
        int here = __builtin_popcountll(bits);

        if (n >= here) {
            n -= here;
            continue;
        }
        while (n-- > 0)
            bits &= bits - 1;
        return w * 64 + __builtin_ctzll(bits);
    }
    return -1;
}

/* ---- 10 Bombardment ---------------------------------------------------------------------- */

bool mons_spotted(const struct st_table *t, int hex)
{
    const struct st_hexset *near = &plan_of(t)->within[1][hex];
    struct mons_set units = mons_units_of(t, pos_of(t)->acting);

    for (int w = 0; w < MAX_UNITS / 64; w++)
        for (uint64_t left = units.word[w]; left; left &= left - 1)
            if (st_hexset_has(near, pos_of(t)->place[64 * w + __builtin_ctzll(left)]))
                return true;
    return false;
}

int mons_bombardment_drm(const struct st_table *t, const struct mons_shelling *s)
{
    const struct mons_plan *f = plan_of(t);

    return st_modify(t, "13.2", mons_terrains[s->terrain],
                     f->ground[COMBAT_BOMBARDMENT][s->terrain]) +
           st_modify(t, "10.11", "not spotted", s->spotted ? 0 : f->unspotted);
}

struct mons_set mons_guns_ready(const struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    struct mons_set guns = set_less(set_both(mons_units_of(t, p->acting), f->guns), p->bombarded);

    return f->reading.halted_only ? set_less(guns, p->moved) : guns;
}

/* Hexes that may still be bombarded in this phase (10.4, 10.11). */
static struct st_hexset targets(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    struct st_hexset s = mons_held_by(t, mons_units_of(t, 1 - p->acting)), spotted = { { 0 } };

    for (int w = 0; w < ST_HEX_WORDS; w++)
        s.word[w] &= ~p->hit.word[w];
    if (!plan_of(t)->reading.spotted_only)
        return s;
    for (struct mons_set left = mons_units_of(t, p->acting); !set_none(&left);)
        st_hexset_join(&spotted, &plan_of(t)->within[1][p->place[set_take(&left)]]);
    for (int w = 0; w < ST_HEX_WORDS; w++)
        s.word[w] &= spotted.word[w];
    return s;
}

static const struct st_hexset *range_of(const struct st_table *t, int gun)
{
    const struct mons_plan *f = plan_of(t);

    return &f->within[f->unit[gun].range][pos_of(t)->place[gun]];
}

/* What a gun can hit of the targets; false: nothing. */
static bool in_range(const struct st_table *t, int gun, const struct st_hexset *targets,
                     struct st_hexset *out)
{
    const struct st_hexset *range = range_of(t, gun);
    uint64_t any = 0;

    for (int w = 0; w < ST_HEX_WORDS; w++) {
        out->word[w] = range->word[w] & targets->word[w];
        any |= out->word[w];
    }
    return any != 0;
}

static bool bombardment_possible(const struct st_table *t)
{
    struct mons_set guns = mons_guns_ready(t);
    struct st_hexset s, hit;

    if (set_none(&guns))
        return false;
    s = targets(t);
    while (!set_none(&guns))
        if (in_range(t, set_take(&guns), &s, &hit))
            return true;
    return false;
}

static struct mons_set guns_on(const struct st_table *t, int hex)
{
    struct mons_set found = { { 0 } };

    for (struct mons_set left = mons_guns_ready(t); !set_none(&left);) {
        int u = set_take(&left);

        if (st_hexset_has(range_of(t, u), hex))
            set_add(&found, u);
    }
    return found;
}

static enum st_answer gun_check(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const char *name = unit_name(t, u);

    if (f->unit[u].side != pos_of(t)->acting)
        return st_refuse(why, "10.1", "%s is not of the side that fires", name);
    if (!is_gun(f, u))
        return st_refuse(why, "10.1", "%s is no artillery", name);
    if (set_has(&pos_of(t)->bombarded, u))
        return st_refuse(why, "10.1", "%s has fired in this %s", name,
                         f->reading.once_a_turn ? "player turn" : "phase");
    if (f->reading.halted_only && set_has(&pos_of(t)->moved, u))
        return st_refuse(why, "10.1", "%s has moved in this player turn", name);
    return ST_LEGAL;
}

static enum st_answer range_check(const struct st_table *t, int u, int hex, struct st_refusal *why)
{
    int range = plan_of(t)->unit[u].range;

    if (!on_map(t, u))
        return st_refuse(why, "10.2", "%s is not on the map", unit_name(t, u));
    if (!st_hexset_has(range_of(t, u), hex))
        return st_refuse(why, "10.2", "%s is %d hexes from %s, its range is %d", unit_name(t, u),
                         st_hex_distance(&t->plan->grid, pos_of(t)->place[u], hex),
                         st_hex_called(t, hex).text, range);
    return ST_LEGAL;
}

/* D.5, `bombard` */
static enum st_answer bombardment_check(const struct st_table *t, const struct st_move *m,
                                        struct st_refusal *why)
{
    int hex = m->arg[0];
    struct mons_set guns = { { 0 } }, enemies = { { 0 } };

    for (int i = 1; i < m->nargs; i++) {
        if (gun_check(t, m->arg[i], why))
            return ST_REFUSED;
        if (set_has(&guns, m->arg[i]))
            return st_refuse(why, "10.1", "%s may fire once, it is named twice",
                             unit_name(t, m->arg[i]));
        set_add(&guns, m->arg[i]);
    }
    if (hex >= 0)
        enemies = mons_units_in(t, 1 - pos_of(t)->acting, hex);
    if (set_none(&enemies))
        return st_refuse(why, "10.2", "no enemy stands in %s", st_hex_called(t, hex).text);
    if (set_none(&guns))
        return st_refuse(why, "10.2", "a bombardment names at least one firing unit");
    for (struct mons_set left = guns; !set_none(&left);)
        if (range_check(t, set_take(&left), hex, why))
            return ST_REFUSED;
    if (st_hexset_has(&pos_of(t)->hit, hex))
        return st_refuse(why, "10.4", "%s has been bombarded in this phase",
                         st_hex_called(t, hex).text);
    if (plan_of(t)->reading.spotted_only && !mons_spotted(t, hex))
        return st_refuse(why, "10.11", "%s has no unit next to %s to spot for its guns",
                         t->plan->side[pos_of(t)->acting], st_hex_called(t, hex).text);
    return mons_mixture_check(t, guns, "10.6", why);
}

enum st_answer mons_late_bombardment(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    static const struct st_hexset nowhere;

    if (memcmp(&pos_of(t)->assaulted, &nowhere, sizeof nowhere) == 0 && !bombardment_possible(t))
        return bombardment_check(t, m, why);
    return st_refuse(why, "5.5", "the melee segment has begun: no more bombardment");
}

static enum st_answer bombard_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    if (m->verb == VERB_MELEE) /* D.6: naming a melee ends the bombardment segment */
        return mons_melee_named(t, m, why);
    return bombardment_check(t, m, why);
}

static void bombard_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_hexset s = targets(t);

    mons_offer_end(o);
    for (int hex = -1; !o->enough && (hex = st_hexset_next(&s, hex + 1)) >= 0;) {
        struct mons_set guns = guns_on(t, hex);

        if (!set_none(&guns))
            mons_offer_sets(t, VERB_BOMBARD, hex, guns, o);
    }
    mons_offer_melees(t, o);
    mons_offer_resign(o);
}

static bool bombard_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct mons_set guns = mons_guns_ready(t);
    struct st_hexset s = targets(t), hit;
    int n = set_count(&guns);

    *out = st_move_0(VERB_END);
    if (n == 0 || st_pick(seed, 0, 8) == 0)
        return true;
    for (int skip = (int)st_pick(seed, 1, (uint32_t)n), k = 0; k < n; k++) {
        if (!in_range(t, nth_unit(guns, (skip + k) % n), &s, &hit))
            continue;
        int hex = mons_pick_hex(&hit, seed, 2);
        *out = mons_sample_set(t, VERB_BOMBARD, hex, guns_on(t, hex), seed);
        return true;
    }
    return true;
}

static void bombard_next_run(struct st_table *t)
{
    pos_of(t)->flow.side = pos_of(t)->acting;
    st_go(t, bombardment_possible(t) ? STEP_BOMBARD : STEP_MELEE_NEXT);
}

const struct st_step mons_step_bombard_next = ST_RUNS("next bombardment", "10.1", bombard_next_run);

static void bombard_apply(struct st_table *t, const struct st_move *m)
{
    struct mons_pos *p = pos_of(t);

    if (mons_resigns(t, m))
        return;
    if (m->verb == VERB_END) {
        st_go(t, STEP_MELEE_NEXT);
        return;
    }
    if (m->verb == VERB_MELEE) {
        mons_name_melee(t, m);
        return;
    }
    mons_begin_combat(p, m, &p->hit, &p->bombarded);
    st_go(t, STEP_BOMBARD_NEXT);
    st_call(t, STEP_BOMBARD_ROLL);
}

const struct st_step mons_step_bombard =
    ST_DECIDES("bombardment", "10.1", bombard_offer, bombard_check, bombard_apply,
               .forced = mons_never_forced, .sample = bombard_sample,
               .takes = ST_VERBS(VERB_BOMBARD, VERB_MELEE), .always = ST_VERBS(VERB_END, VERB_RESIGN),
               .wants = "this is a bombardment segment of %s: bombard, melee or end");

static void bombard_roll_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "bombard %s", plan_of(t)->hex_name[pos_of(t)->combat.target]);
}

static void bombard_roll_take(struct st_table *t, int die)
{
    struct mons_pos *p = pos_of(t);
    int hex = p->combat.target;
    struct mons_shelling s = { .strength = mons_attack_strength(t, p->combat.unit),
                               .terrain = plan_of(t)->terrain[hex],
                               .spotted = mons_spotted(t, hex) };
    int drm = mons_bombardment_drm(t, &s);

    p->combat.loss = LOSS_BOMBARDMENT;
    p->combat.owed = (uint8_t)st_look(t, plan_of(t)->bombardment, s.strength, die + drm);
    st_tell(t, "10.9", "bombardment of %s with %d: %d step%s", plan_of(t)->hex_name[hex],
            s.strength, p->combat.owed, p->combat.owed == 1 ? "" : "s");
    st_go(t, STEP_LOSSES);
}

const struct st_step mons_step_bombard_roll =
    ST_ROLLS("bombardment roll", "10.7", bombard_roll_die, bombard_roll_take);

/* ---- D.8 Losses -------------------------------------------------------------------------- */

int mons_steps_of(const struct st_table *t, struct mons_set units)
{
    int sum = 0;

    while (!set_none(&units))
        sum += pos_of(t)->steps[set_take(&units)];
    return sum;
}

static void eliminate(struct st_table *t, int unit, const char *para)
{
    struct mons_pos *p = pos_of(t);

    st_tell(t, para, "%s is eliminated", unit_name(t, unit));
    p->steps[unit] = 0;
    p->place[unit] = PLACE_ELIMINATED;
    p->eliminated[plan_of(t)->unit[unit].side]++;
    set_drop(&p->present, unit);
    set_drop(&p->moved, unit);
    set_drop(&p->bombarded, unit);
    set_drop(&p->meleed, unit);
    set_drop(&p->combat.unit, unit);
}

void mons_lose_step(struct st_table *t, int unit, const char *para)
{
    struct mons_pos *p = pos_of(t);

    if (p->steps[unit] == 1) {
        eliminate(t, unit, para);
        return;
    }
    p->steps[unit]--;
    st_tell(t, para, "%s loses a step: %d left, strength %d", unit_name(t, unit), p->steps[unit],
            strength_of(t, unit));
}

static const char *loss_para(int loss)
{
    return loss == LOSS_BOMBARDMENT ? "10.9" : loss == LOSS_FIRE ? "11.7" : "12.12";
}

int mons_loser(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    bool attacker = p->combat.loss == LOSS_FIRE || p->combat.loss == LOSS_ATTACKER;

    return attacker ? p->acting : 1 - p->acting;
}

struct mons_set mons_may_lose(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);

    switch (p->combat.loss) {
    case LOSS_BOMBARDMENT:
    case LOSS_DEFENDER:
        return mons_units_in(t, 1 - p->acting, p->combat.target);
    case LOSS_FIRE: /* all his units there, taking part or not */
        return mons_units_in(t, p->acting, p->combat.from);
    case LOSS_ATTACKER:
        return p->combat.unit;
    default:
        return (struct mons_set){ { 0 } };
    }
}

/* All that was owed is lost: what comes next? */
static void losses_done(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);

    p->combat.owed = 0;
    switch (p->combat.loss) {
    case LOSS_FIRE:
        p->combat.from = 0;
        p->combat.loss = LOSS_NONE;
        st_go(t, STEP_FIRE_NEXT);
        break;
    case LOSS_ATTACKER:
        p->combat.loss = LOSS_DEFENDER;
        p->combat.owed = p->combat.later;
        p->combat.later = 0;
        break; /* and again through STEP_LOSSES */
    case LOSS_DEFENDER:
        p->combat.loss = LOSS_NONE;
        st_go(t, STEP_AFTER);
        break;
    default:
        memset(&p->combat, 0, sizeof p->combat);
        st_done(t);
        break;
    }
}

static void losses_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);
    const char *para = loss_para(p->combat.loss);

    if (p->combat.owed == 0) {
        losses_done(t);
        return;
    }
    struct mons_set able = mons_may_lose(t);
    if (set_none(&able)) {
        losses_done(t);
    } else if (p->combat.owed >= mons_steps_of(t, able)) { /* 10.10, 11.8, 12.12 */
        while (!set_none(&able))
            eliminate(t, set_take(&able), para);
        losses_done(t);
    } else if (set_count(&able) == 1) {
        int u = set_take(&able);

        for (; p->combat.owed; p->combat.owed--)
            mons_lose_step(t, u, para);
        losses_done(t);
    } else {
        p->flow.side = (uint8_t)mons_loser(t);
        st_go(t, STEP_LOSE);
    }
}

const struct st_step mons_step_losses = ST_RUNS("losses", "12.12", losses_run);

static enum st_answer lose_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    struct mons_set able = mons_may_lose(t);

    if (!set_has(&able, m->arg[0]))
        return st_refuse(why, loss_para(pos_of(t)->combat.loss),
                         "%s cannot take this loss: it is not one of those who suffer it",
                         unit_name(t, m->arg[0]));
    return ST_LEGAL;
}

static void lose_offer(const struct st_table *t, struct st_offer *o)
{
    for (struct mons_set left = mons_may_lose(t); !set_none(&left);)
        st_offer_this(o, st_move_1(VERB_LOSE, set_take(&left)));
    mons_offer_resign(o);
}

static bool lose_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct mons_set able = mons_may_lose(t);

    *out = st_move_1(VERB_LOSE, nth_unit(able, (int)st_pick(seed, 0, (uint32_t)set_count(&able))));
    return true;
}

static void lose_apply(struct st_table *t, const struct st_move *m)
{
    struct mons_pos *p = pos_of(t);

    if (mons_resigns(t, m))
        return;
    p->combat.owed--;
    mons_lose_step(t, m->arg[0], loss_para(p->combat.loss));
    st_go(t, STEP_LOSSES);
}

const struct st_step mons_step_lose =
    ST_DECIDES("lose", "12.12", lose_offer, lose_check, lose_apply, .forced = mons_never_forced,
               .sample = lose_sample, .takes = ST_VERB(VERB_LOSE), .always = ST_VERB(VERB_RESIGN),
               .wants = "%s has losses to take: lose a unit's step");
