/* mons_melee.c - defensive fire (11), melee and advance (12). */
#include "mons/mons.h"

#include "base/philox.h"

#include <string.h>

/* ---- who may attack what ----------------------------------------------------------------- */

static struct mons_set troops_ready(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);

    return set_less(set_both(mons_units_of(t, p->acting), plan_of(t)->troops), p->meleed);
}

/* Hexes that may still be attacked in this phase (12.3). */
static struct st_hexset targets(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    struct st_hexset s = mons_held_by(t, mons_units_of(t, 1 - p->acting));

    for (int w = 0; w < ST_HEX_WORDS; w++)
        s.word[w] &= ~p->assaulted.word[w];
    return s;
}

/* 12.5: does the canal between the two keep them apart? */
static bool canal_shields(const struct st_table *t, int hex, int dir)
{
    return plan_of(t)->reading.bridges_only && canal_bars(plan_of(t), hex, dir);
}

/* Targets next to a unit, as bits of directions. */
static unsigned next_to(const struct st_table *t, int unit, const struct st_hexset *targets)
{
    int here = pos_of(t)->place[unit];
    const int16_t *near = t->plan->grid.near + here * 6;
    unsigned dirs = 0;

    for (int d = 0; d < 6; d++)
        if (near[d] >= 0 && st_hexset_has(targets, near[d]) && !canal_shields(t, here, d))
            dirs |= 1u << d;
    return dirs;
}

static bool melee_possible(const struct st_table *t)
{
    struct st_hexset s = targets(t);

    for (struct mons_set left = troops_ready(t); !set_none(&left);)
        if (next_to(t, set_take(&left), &s))
            return true;
    return false;
}

static struct mons_set attackers_of(const struct st_table *t, int hex)
{
    struct st_hexset near = plan_of(t)->within[1][hex];
    struct mons_set found = { { 0 } };

    for (int d = 0; d < 6 && plan_of(t)->reading.bridges_only; d++)
        if (canal_shields(t, hex, d))
            st_hexset_drop(&near, st_hex_step(&t->plan->grid, hex, d));
    for (struct mons_set left = troops_ready(t); !set_none(&left);) {
        int u = set_take(&left);

        if (st_hexset_has(&near, pos_of(t)->place[u]))
            set_add(&found, u);
    }
    return found;
}

/* 12.2 */
static enum st_answer attacker_check(const struct st_table *t, int u, int hex,
                                     struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const char *name = unit_name(t, u);

    if (f->unit[u].side != pos_of(t)->acting)
        return st_refuse(why, "12.2", "%s is not of the side that attacks", name);
    if (is_gun(f, u))
        return st_refuse(why, "12.2", "%s is artillery and never attacks in melee", name);
    if (!on_map(t, u))
        return st_refuse(why, "12.2", "%s is not on the map", name);
    if (hex < 0 || st_hex_distance(&t->plan->grid, pos_of(t)->place[u], hex) != 1)
        return st_refuse(why, "12.2", "%s in %s is not next to %s", name,
                         st_hex_called(t, pos_of(t)->place[u]).text, st_hex_called(t, hex).text);
    if (canal_shields(t, hex, st_hex_dir(&t->plan->grid, hex, pos_of(t)->place[u])))
        return st_refuse(why, "12.5", "%s in %s cannot attack %s over the canal: there is no bridge",
                         name, st_hex_called(t, pos_of(t)->place[u]).text,
                         st_hex_called(t, hex).text);
    return ST_LEGAL;
}

/* D.5, `melee` */
enum st_answer mons_melee_named(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why)
{
    const struct mons_pos *p = pos_of(t);
    int hex = m->arg[0];
    struct mons_set units = { { 0 } }, enemies = { { 0 } };

    for (int i = 1; i < m->nargs; i++)
        if (attacker_check(t, m->arg[i], hex, why))
            return ST_REFUSED;
    if (hex >= 0)
        enemies = mons_units_in(t, 1 - p->acting, hex);
    if (set_none(&enemies))
        return st_refuse(why, "12.2", "no enemy stands in %s", st_hex_called(t, hex).text);
    if (m->nargs < 2)
        return st_refuse(why, "12.2", "a melee names at least one attacking unit");
    for (int i = 1; i < m->nargs; i++) {
        if (set_has(&p->meleed, m->arg[i]) || set_has(&units, m->arg[i]))
            return st_refuse(why, "12.3", "%s may attack once in a phase%s",
                             unit_name(t, m->arg[i]),
                             set_has(&units, m->arg[i]) ? ", it is named twice" : "");
        set_add(&units, m->arg[i]);
    }
    if (st_hexset_has(&p->assaulted, hex))
        return st_refuse(why, "12.3", "%s has been attacked in this phase",
                         st_hex_called(t, hex).text);
    return mons_mixture_check(t, units, "12.14", why);
}

static enum st_answer melee_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    if (m->verb == VERB_BOMBARD)
        return mons_late_bombardment(t, m, why);
    return mons_melee_named(t, m, why);
}

void mons_offer_melees(const struct st_table *t, struct st_offer *o)
{
    struct st_hexset s = targets(t);

    for (int w = 0; w < ST_HEX_WORDS && !o->enough; w++)
        for (uint64_t bits = s.word[w]; bits && !o->enough; bits &= bits - 1) {
            int hex = w * 64 + __builtin_ctzll(bits);
            struct mons_set able = attackers_of(t, hex);

            if (!set_none(&able))
                mons_offer_sets(t, VERB_MELEE, hex, able, o);
        }
}

static void melee_offer(const struct st_table *t, struct st_offer *o)
{
    mons_offer_end(o);
    mons_offer_melees(t, o);
    mons_offer_resign(o);
}

/* Some unit next to an enemy, and with it whoever likes and may. */
static bool sample_melee(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct st_hexset s = targets(t);
    struct { int16_t unit, hex; } found[64];
    int n = 0;

    for (struct mons_set left = troops_ready(t); !set_none(&left);) {
        int u = set_take(&left);

        for (unsigned dirs = next_to(t, u, &s); dirs && n < 64; dirs &= dirs - 1, n++) {
            found[n].unit = (int16_t)u;
            found[n].hex = t->plan->grid.near[pos_of(t)->place[u] * 6 + __builtin_ctz(dirs)];
        }
    }
    if (n == 0)
        return false;
    int hex = found[st_pick(seed, 2, (uint32_t)n)].hex;
    *out = mons_sample_set(t, VERB_MELEE, hex, attackers_of(t, hex), seed);
    return true;
}

static bool melee_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    *out = st_move_0(VERB_END);
    if (st_pick(seed, 0, 8) != 0)
        sample_melee(t, seed, out);
    return true;
}

static void melee_next_run(struct st_table *t)
{
    pos_of(t)->flow.side = pos_of(t)->acting;
    if (melee_possible(t))
        st_go(t, STEP_MELEE);
    else
        mons_end_phase(t);
}

const struct st_step mons_step_melee_next = ST_RUNS("next melee", "12.1", melee_next_run);

/* Directions from the target in which attackers stand. */
static unsigned attacking_sides(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    unsigned dirs = 0;

    for (struct mons_set left = p->combat.unit; !set_none(&left);)
        dirs |= 1u << st_hex_dir(&t->plan->grid, p->combat.target, p->place[set_take(&left)]);
    return dirs;
}

/* All fire at the one hex there is. */
static void fire_at_one(struct st_table *t, int dir)
{
    struct mons_pos *p = pos_of(t);

    for (struct mons_set left = mons_units_in(t, 1 - p->acting, p->combat.target);
         !set_none(&left);)
        p->combat.factors[dir] = (uint8_t)(p->combat.factors[dir] +
                                           fire_factor(t, set_take(&left)));
}

void mons_begin_combat(struct mons_pos *p, const struct st_move *m, struct st_hexset *hexes,
                       struct mons_set *units)
{
    p->combat.target = m->arg[0];
    st_hexset_add(hexes, m->arg[0]);
    for (int i = 1; i < m->nargs; i++) {
        set_add(&p->combat.unit, m->arg[i]);
        set_add(units, m->arg[i]);
    }
}

void mons_name_melee(struct st_table *t, const struct st_move *m)
{
    struct mons_pos *p = pos_of(t);

    mons_begin_combat(p, m, &p->assaulted, &p->meleed);
    st_go(t, STEP_MELEE_NEXT);
    unsigned dirs = attacking_sides(t);
    if (dirs & (dirs - 1)) {
        p->flow.side = (uint8_t)(1 - p->acting);
        st_call(t, STEP_FIRE);
    } else {
        fire_at_one(t, __builtin_ctz(dirs));
        st_call(t, STEP_FIRE_NEXT);
    }
}

static void melee_apply(struct st_table *t, const struct st_move *m)
{
    if (mons_resigns(t, m))
        return;
    if (m->verb == VERB_END)
        mons_end_phase(t);
    else
        mons_name_melee(t, m);
}

const struct st_step mons_step_melee =
    ST_DECIDES("melee", "12.1", melee_offer, melee_check, melee_apply, .forced = mons_never_forced,
               .sample = melee_sample, .takes = ST_VERBS(VERB_MELEE, VERB_BOMBARD),
               .always = ST_VERBS(VERB_END, VERB_RESIGN),
               .wants = "this is a melee segment of %s: melee or end");

/* ---- 11 Defensive fire ------------------------------------------------------------------- */

static int ground_drm(const struct st_table *t, int combat, int terrain, bool water)
{
    const struct mons_plan *f = plan_of(t);

    return st_modify(t, "13.2", mons_terrains[terrain], f->ground[combat][terrain]) +
           st_modify(t, "13.2", "river or canal", water ? f->water[combat] : 0);
}

int mons_fire_drm(const struct st_table *t, const struct mons_volley *v)
{
    return ground_drm(t, COMBAT_FIRE, v->terrain, v->water);
}

static int attacking_dir(const struct st_table *t, int hex)
{
    int dir = hex < 0 ? -1 : st_hex_dir(&t->plan->grid, pos_of(t)->combat.target, hex);

    return dir >= 0 && attacking_sides(t) >> dir & 1 ? dir : -1;
}

static enum st_answer fire_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct mons_pos *p = pos_of(t);
    struct mons_set left;

    if (m->verb == VERB_RESIGN)
        return ST_LEGAL;
    if (m->verb != VERB_FIRE)
        return st_refuse(why, "11.3", "%s allots the fire of %s first",
                         t->plan->side[p->flow.side], st_hex_called(t, p->combat.target).text);
    left = mons_units_in(t, 1 - p->acting, p->combat.target);
    for (int i = 0; i + 1 < m->nargs; i += 2) {
        int u = m->arg[i];

        if (p->place[u] != p->combat.target || !on_map(t, u))
            return st_refuse(why, "11.3", "%s is not in %s, which is attacked", unit_name(t, u),
                             st_hex_called(t, p->combat.target).text);
        if (!set_has(&left, u))
            return st_refuse(why, "11.3", "%s is named twice", unit_name(t, u));
        if (attacking_dir(t, m->arg[i + 1]) < 0)
            return st_refuse(why, "11.3", "%s holds no attacker",
                             st_hex_called(t, m->arg[i + 1]).text);
        set_drop(&left, u);
    }
    if (!set_none(&left))
        return st_refuse(why, "11.3", "%s is left out: every unit fires",
                         unit_name(t, set_take(&left)));
    return ST_LEGAL;
}

void mons_first_allotment(const struct st_table *t, struct mons_allotment *a)
{
    const struct mons_pos *p = pos_of(t);
    struct mons_set units = mons_units_in(t, 1 - p->acting, p->combat.target);
    struct st_hexset hexes = mons_held_by(t, p->combat.unit);

    *a = (struct mons_allotment){ .nunits = 0 };
    while (!set_none(&units) && a->nunits < STACK)
        a->unit[a->nunits++] = (int16_t)set_take(&units);
    for (int w = 0; w < ST_HEX_WORDS; w++)
        for (uint64_t bits = hexes.word[w]; bits; bits &= bits - 1)
            a->hex[a->nhexes++] = (int16_t)(w * 64 + __builtin_ctzll(bits));
}

bool mons_next_allotment(struct mons_allotment *a)
{
    for (int i = a->nunits - 1; i >= 0; i--) {
        if (++a->at[i] < a->nhexes)
            return true;
        a->at[i] = 0;
    }
    return false;
}

struct st_move mons_allot(const struct mons_allotment *a)
{
    struct st_move m = st_move_0(VERB_FIRE);

    for (int i = 0; i < a->nunits; i++) {
        m.arg[m.nargs++] = a->unit[i];
        m.arg[m.nargs++] = a->hex[a->at[i]];
    }
    return m;
}

static void fire_offer(const struct st_table *t, struct st_offer *o)
{
    struct mons_allotment a;

    mons_first_allotment(t, &a);
    do
        st_offer_this(o, mons_allot(&a));
    while (!o->enough && mons_next_allotment(&a));
    mons_offer_resign(o);
}

static bool fire_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct mons_allotment a;

    mons_first_allotment(t, &a);
    for (int i = 0; i < a.nunits; i++)
        a.at[i] = (int)st_pick(seed, (uint32_t)i, (uint32_t)a.nhexes);
    *out = mons_allot(&a);
    return true;
}

static void fire_apply(struct st_table *t, const struct st_move *m)
{
    struct mons_pos *p = pos_of(t);

    if (mons_resigns(t, m))
        return;
    for (int i = 0; i + 1 < m->nargs; i += 2) {
        int dir = attacking_dir(t, m->arg[i + 1]);

        p->combat.factors[dir] = (uint8_t)(p->combat.factors[dir] + fire_factor(t, m->arg[i]));
    }
    st_go(t, STEP_FIRE_NEXT);
}

const struct st_step mons_step_fire =
    ST_DECIDES("defensive fire", "11.3", fire_offer, fire_check, fire_apply,
               .forced = mons_never_forced, .sample = fire_sample);

/* 11.6: the attacking hexes in the order of their numbers. */
static void fire_next_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);
    int next = -1;

    for (int d = 0; d < 6; d++) {
        int hex = p->combat.factors[d] ? st_hex_step(&t->plan->grid, p->combat.target, d) : -1;

        if (hex >= 0 && (next < 0 || hex < next))
            next = hex;
    }
    if (next >= 0) {
        p->combat.from = (int16_t)next;
        st_go(t, STEP_FIRE_ROLL);
    } else {
        st_go(t, STEP_ODDS);
    }
}

const struct st_step mons_step_fire_next = ST_RUNS("next fire", "11.6", fire_next_run);

static void fire_roll_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "fire %s", plan_of(t)->hex_name[pos_of(t)->combat.from]);
}

static void fire_roll_take(struct st_table *t, int die)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);
    int target = p->combat.target, dir = st_hex_dir(&t->plan->grid, target, p->combat.from);
    struct mons_volley v = { .factors = p->combat.factors[dir], .terrain = f->terrain[target],
                             .water = water_between(f, target, dir) };
    int drm = mons_fire_drm(t, &v);

    p->combat.factors[dir] = 0;
    p->combat.loss = LOSS_FIRE;
    p->combat.owed = (uint8_t)st_look(t, f->fire, v.factors, die + drm);
    st_tell(t, "11.4", "%d factors into %s: %d step%s", v.factors, f->hex_name[p->combat.from],
            p->combat.owed, p->combat.owed == 1 ? "" : "s");
    st_go(t, STEP_LOSSES);
}

const struct st_step mons_step_fire_roll =
    ST_ROLLS("fire roll", "11.4", fire_roll_die, fire_roll_take);

/* ---- 12 Melee ---------------------------------------------------------------------------- */

int mons_odds(int attack, int defence)
{
    int odds = attack / defence;

    return attack < defence ? ODDS_WORSE : odds < ODDS_BETTER ? odds : ODDS_BETTER;
}

int mons_melee_drm(const struct st_table *t, const struct mons_clash *c)
{
    return ground_drm(t, COMBAT_MELEE, c->terrain, c->water);
}

void mons_melee_result(const struct st_table *t, int odds, int die, int *attacker, int *defender)
{
    const struct mons_plan *f = plan_of(t);

    if (odds == ODDS_WORSE || odds == ODDS_BETTER) {
        const uint8_t *r = odds == ODDS_WORSE ? f->worse : f->better;

        *attacker = r[0];
        *defender = r[1];
        return;
    }
    int r = st_look(t, f->melee, die, odds - 1);
    *attacker = r / 10;
    *defender = r % 10;
}

int mons_attack_strength(const struct st_table *t, struct mons_set units)
{
    int sum = 0;

    while (!set_none(&units))
        sum += strength_of(t, set_take(&units));
    return sum;
}

int mons_defence_strength(const struct st_table *t, int hex)
{
    int sum = 0;

    for (struct mons_set left = mons_units_in(t, 1 - pos_of(t)->acting, hex); !set_none(&left);)
        sum += defence_of(t, set_take(&left));
    return sum;
}

static bool all_cross_water(const struct st_table *t, struct mons_set units, int target)
{
    while (!set_none(&units)) {
        int dir = st_hex_dir(&t->plan->grid, target, pos_of(t)->place[set_take(&units)]);

        if (!water_between(plan_of(t), target, dir))
            return false;
    }
    return true;
}

static void end_melee(struct st_table *t)
{
    memset(&pos_of(t)->combat, 0, sizeof pos_of(t)->combat);
    st_done(t);
}

static void suffer(struct st_table *t, int attacker, int defender)
{
    struct mons_pos *p = pos_of(t);

    st_tell(t, "12.12", "melee for %s: %d/%d", plan_of(t)->hex_name[p->combat.target], attacker,
            defender);
    p->combat.loss = LOSS_ATTACKER;
    p->combat.owed = (uint8_t)attacker;
    p->combat.later = (uint8_t)defender;
    st_go(t, STEP_LOSSES);
}

/* Without the water, which only the die asks for. */
static struct mons_clash clash_now(const struct st_table *t)
{
    const struct mons_combat *c = &pos_of(t)->combat;

    return (struct mons_clash){ .attack = mons_attack_strength(t, c->unit),
                                .defence = mons_defence_strength(t, c->target),
                                .terrain = plan_of(t)->terrain[c->target] };
}

static void odds_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);
    int odds, attacker, defender;

    if (set_none(&p->combat.unit)) {
        st_tell(t, "11.8", "no attacker is left: the melee is over");
        end_melee(t);
        return;
    }
    struct mons_clash c = clash_now(t);
    odds = mons_odds(c.attack, c.defence);
    if (t->log)
        st_tell(t, "12.9", "%d to %d: %s%d:1", c.attack, c.defence,
                odds == ODDS_WORSE ? "worse than " : odds == ODDS_BETTER ? "better than " : "",
                odds == ODDS_WORSE ? 1 : odds == ODDS_BETTER ? ODDS_BETTER - 1 : odds);
    if (odds == ODDS_WORSE || odds == ODDS_BETTER) {
        mons_melee_result(t, odds, 0, &attacker, &defender);
        suffer(t, attacker, defender);
    } else {
        st_go(t, STEP_MELEE_ROLL);
    }
}

const struct st_step mons_step_odds = ST_RUNS("odds", "12.9", odds_run);

static void melee_roll_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "melee %s", plan_of(t)->hex_name[pos_of(t)->combat.target]);
}

static void melee_roll_take(struct st_table *t, int die)
{
    const struct mons_combat *now = &pos_of(t)->combat;
    struct mons_clash c = clash_now(t);
    int attacker, defender;

    c.water = all_cross_water(t, now->unit, now->target);
    int drm = mons_melee_drm(t, &c);
    mons_melee_result(t, mons_odds(c.attack, c.defence), die + drm, &attacker, &defender);
    suffer(t, attacker, defender);
}

const struct st_step mons_step_melee_roll =
    ST_ROLLS("melee roll", "12.11", melee_roll_die, melee_roll_take);

/* ---- 12.13 Advance ----------------------------------------------------------------------- */

struct mons_set mons_may_advance(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    struct mons_set able = { { 0 } };

    for (struct mons_set left = p->combat.unit; !set_none(&left);) {
        int u = set_take(&left);
        int dir = st_hex_dir(&t->plan->grid, p->combat.target, p->place[u]);

        if (!canal_bars(plan_of(t), p->combat.target, dir) && !mons_frozen(t, u))
            set_add(&able, u);
    }
    return able;
}

static void after_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);
    struct mons_set defenders = mons_units_in(t, 1 - p->acting, p->combat.target), able;

    if (set_none(&defenders)) {
        able = mons_may_advance(t);
        if (!set_none(&able)) {
            p->flow.side = p->acting;
            st_go(t, STEP_ADVANCE);
            return;
        }
    }
    end_melee(t);
}

const struct st_step mons_step_after = ST_RUNS("after the melee", "12.13", after_run);

static enum st_answer advance_wanted(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, "12.13", "%s is empty: advance units that took part, or stay",
                     st_hex_called(t, pos_of(t)->combat.target).text);
}

/* D.5, `advance`: first of all units who may, then whether they may together. */
static enum st_answer advance_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int target = p->combat.target, regiment = -1;
    struct mons_set units = { { 0 } };

    if (m->nargs == 0)
        return advance_wanted(t, m, why);
    for (int i = 0; i < m->nargs; i++) {
        int u = m->arg[i];

        if (!set_has(&p->combat.unit, u) || set_has(&units, u))
            return st_refuse(why, "12.13", "%s %s", unit_name(t, u),
                             set_has(&units, u) ? "is named twice"
                                                : "took no part in the melee, or did not survive");
        if (canal_bars(f, target, st_hex_dir(&t->plan->grid, target, p->place[u])))
            return st_refuse(why, "12.13", "%s cannot advance over the canal from %s to %s",
                             unit_name(t, u), st_hex_called(t, p->place[u]).text,
                             st_hex_called(t, target).text);
        set_add(&units, u);
    }
    for (int i = 0; i < m->nargs; i++)
        if (mons_frozen(t, m->arg[i]))
            return st_refuse(why, "9.20", "%s is frozen on turn %d", unit_name(t, m->arg[i]),
                             p->turn);
    if (m->nargs > STACK)
        return st_refuse(why, "6.1", "%d units would be in %s, four may", m->nargs,
                         st_hex_called(t, target).text);
    for (int i = 0; i < m->nargs; i++) {
        if (f->unit[m->arg[i]].regiment && regiment >= 0)
            return st_refuse(why, "6.2", "%s and %s would be two regiments in %s",
                             unit_name(t, regiment), unit_name(t, m->arg[i]),
                             st_hex_called(t, target).text);
        if (f->unit[m->arg[i]].regiment)
            regiment = m->arg[i];
    }
    return ST_LEGAL;
}

/* All sets of up to four of them with one regiment at most, smaller ones before larger. */
struct advances {
    const struct st_table *t;
    struct st_offer *o;
    struct st_move m;
    int16_t able[MAX_UNITS];
    int n, size;
};

static void offer_advances(struct advances *a, int from, bool regiment)
{
    if (a->m.nargs == a->size) {
        st_offer_add(a->o, &a->m);
        return;
    }
    for (int i = from; i < a->n && !a->o->enough; i++) {
        bool is = plan_of(a->t)->unit[a->able[i]].regiment;

        if (is && regiment)
            continue;
        a->m.arg[a->m.nargs++] = a->able[i];
        offer_advances(a, i + 1, regiment || is);
        a->m.arg[--a->m.nargs] = 0;
    }
}

static void advance_offer(const struct st_table *t, struct st_offer *o)
{
    struct advances a = { .t = t, .o = o, .m = st_move_0(VERB_ADVANCE) };

    for (struct mons_set left = mons_may_advance(t); !set_none(&left);)
        a.able[a.n++] = (int16_t)set_take(&left);
    st_offer_this(o, st_move_0(VERB_STAY));
    for (a.size = 1; a.size <= STACK && a.size <= a.n; a.size++)
        offer_advances(&a, 0, false);
    mons_offer_resign(o);
}

static bool advance_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct mons_set able = mons_may_advance(t);
    bool regiment = false;
    uint32_t i = 1;

    *out = st_move_0(VERB_STAY);
    if (set_none(&able) || st_pick(seed, 0, 4) == 0) /* none: an umpire has frozen them since */
        return true;
    *out = st_move_0(VERB_ADVANCE);
    while (!set_none(&able) && out->nargs < STACK) {
        int u = set_take(&able);
        bool is = plan_of(t)->unit[u].regiment, last = set_none(&able) && out->nargs == 0;

        if ((is && regiment) || (!last && st_pick(seed, i++, 3) == 0))
            continue;
        out->arg[out->nargs++] = (int16_t)u;
        regiment |= is;
    }
    return true;
}

static void advance_apply(struct st_table *t, const struct st_move *m)
{
    struct mons_pos *p = pos_of(t);

    if (mons_resigns(t, m))
        return;
    for (int i = 0; m->verb == VERB_ADVANCE && i < m->nargs; i++) {
        st_tell(t, "12.13", "%s advances into %s", unit_name(t, m->arg[i]),
                plan_of(t)->hex_name[p->combat.target]);
        p->place[m->arg[i]] = p->combat.target;
        mons_take_control(t, p->acting, p->combat.target);
    }
    end_melee(t);
}

const struct st_step mons_step_advance =
    ST_DECIDES("advance", "12.13", advance_offer, advance_check, advance_apply,
               .forced = mons_never_forced, .sample = advance_sample,
               .takes = ST_VERB(VERB_ADVANCE), .always = ST_VERBS(VERB_STAY, VERB_RESIGN),
               .otherwise = advance_wanted);
