/* shields_combat.c - combat, results, retreat, advance, pursuit: R11 to R14, HA1. */
#include "shields/shields.h"

#include "base/philox.h"

#include <string.h>

/* ---- R12 Class and die modifiers ----------------------------------------------------------- */

void shields_combat_terms(const struct st_table *t, const struct shields_terms *in, int *cls,
                          int *drm)
{
    const struct shields_plan *f = plan_of(t);
    int shift = 0;

    shift += st_modify(t, "R12.2", "class: Pitched Combat Phase",
                       in->pitched ? f->shift[SHIFT_PITCHED] : 0);
    shift += st_modify(t, "R9.7", "class: target Suppressed",
                       in->suppressed ? f->shift[SHIFT_SUPPRESSED] : 0);
    shift += st_modify(t, "R6.1", "class: attacking downhill",
                       in->downhill ? f->shift[SHIFT_DOWNHILL] : 0);
    if (in->charge_bonus && in->type == TYPE_LH)
        shift += st_modify(t, "R10.6", "class: Light Horse charging with Bonus",
                           f->shift[SHIFT_CHARGE_LH]);
    if (in->charge_bonus && in->type == TYPE_HH)
        shift += st_modify(t, "R10.6", "class: Heavy Horse charging with Bonus",
                           f->shift[SHIFT_CHARGE_HH]);
    shift += st_modify(t, "R8.5", "class: target in Shield Wall",
                       in->target_wall ? f->shift[SHIFT_DEF_WALL] : 0);
    shift += st_modify(t, "R8.5",
                       f->any_wall ? "class: an attacker in Shield Wall"
                                   : "class: Primary in Shield Wall",
                       in->own_wall ? f->shift[SHIFT_ATT_WALL] : 0);

    *cls = in->cls - shift; /* towards AA is a smaller number; one clamp, at the end (R12.1) */
    *cls = *cls < CLASS_AA ? CLASS_AA : *cls > CLASS_F ? CLASS_F : *cls;
    st_tell(t, "R12.1", "class %s, row %s", shields_classes[in->cls], shields_classes[*cls]);
    *drm = st_look(t, f->utmm, in->type, in->target_type);
    *drm += st_modify(t, "R12.5", "die: supporters", in->supporters * f->support_drm);
}

/* ---- R13 what a result may be made of -------------------------------------------------------- */

int shields_may_make(const struct shields_plan *f, const struct shields_terms *in, int asked,
                     int result)
{
    for (int i = 0; i < OPTIONS; i++) {
        const struct shields_option *o = &f->option[i];

        if (o->if_result != result || o->asked != asked)
            continue;
        if (o->is == TYPES ? (o->of_primary ? in->own_wall : in->target_wall)
                           : o->is == (o->of_primary ? in->type : in->target_type))
            return o->becomes;
    }
    return RES_NONE;
}

/* ---- R11 declaring --------------------------------------------------------------------------- */

/* Arguments of an attack: target, number of attackers, the attackers, leave. */
static int attackers(const struct st_move *m)
{
    return m->arg[1];
}
static int attacker(const struct st_move *m, int i)
{
    return m->arg[2 + i];
}
static bool leaves(const struct st_move *m)
{
    return m->arg[2 + m->arg[1]] == 1;
}

static bool adjacent(const struct st_table *t, int a, int b) /* hexes; not across a cliff */
{
    return st_hexset_has(&plan_of(t)->zoc[a], b); /* nobody stands in a river */
}

static bool charging(const struct st_table *t)
{
    return pos_of(t)->phase == CMD_HORSE;
}

static enum st_answer attack_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int x = m->arg[0], n = attackers(m);
    const char *target = unit_name(t, x);

    if (f->unit[x].side == p->acting || !on_map(p, x))
        return st_refuse(why, "R11.3", "%s is no enemy on the map", target);
    if (n < 1)
        return st_refuse(why, "R11.3", "nobody attacks %s", target);
    for (int i = 0; i < n; i++)
        if (f->unit[attacker(m, i)].side != p->acting || !on_map(p, attacker(m, i)))
            return st_refuse(why, "R11.3", "%s is no unit of %s on the map",
                             unit_name(t, attacker(m, i)), t->plan->side[p->acting]);
    for (int i = 0; i < n; i++)
        if (f->unit[attacker(m, i)].wing != p->wing)
            return st_refuse(why, "R11.4", "%s is of another Wing than %s",
                             unit_name(t, attacker(m, i)), wing_name(t, p->wing));
    for (int i = 0; i < n; i++)
        if (!adjacent(t, p->hex[attacker(m, i)], p->hex[x]))
            return st_refuse(
                why, "R11.3", "%s in %s is not next to %s in %s, or a cliff parts them",
                unit_name(t, attacker(m, i)), st_hex_called(t, p->hex[attacker(m, i)]).text,
                target, st_hex_called(t, p->hex[x]).text);
    uint64_t named = 0;
    for (int i = 0; i < n; i++) {
        if (has(named, attacker(m, i)))
            return st_refuse(why, "R11.3", "%s is named twice", unit_name(t, attacker(m, i)));
        named |= bit(attacker(m, i));
    }
    for (int i = 0; i < n; i++)
        if (has(p->acted, attacker(m, i)))
            return st_refuse(why, "R11.5", "%s has attacked in this Phase",
                             unit_name(t, attacker(m, i)));
    if (has(p->targeted, x))
        return st_refuse(why, "R11.5", "%s has been attacked in this Phase", target);
    for (int i = 0; i < n && charging(t); i++)
        if (!has(p->charged, attacker(m, i)))
            return st_refuse(why, "R10.5", "%s did not charge", unit_name(t, attacker(m, i)));
    if (charging(t) && !st_hexset_has(&f->open, p->hex[x]))
        return st_refuse(why, "R10.5", "%s stands in %s", target,
                         shields_terrains[f->terrain[p->hex[x]]]);
    if (leaves(m) && !has(p->wall, attacker(m, 0)))
        return st_refuse(why, "R11.7", "%s is in no Shield Wall to leave",
                         unit_name(t, attacker(m, 0)));
    return ST_LEGAL;
}

static void attack_apply(struct st_table *t, const struct st_move *m)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);
    struct shields_combat *k = &p->combat;
    int x = m->arg[0], u = attacker(m, 0), cls, drm;
    uint64_t named = 0;

    if (leaves(m))
        p->wall &= ~bit(u);
    *k = (struct shields_combat){ .target_hex = p->hex[x], .primary_hex = p->hex[u],
                                  .target = (uint8_t)x, .n = (uint8_t)attackers(m) };
    for (int i = 0; i < k->n; i++) {
        k->attacker[i] = (uint8_t)attacker(m, i);
        named |= bit(attacker(m, i));
    }
    p->acted |= named; /* R13.8 */
    p->targeted |= bit(x);

    struct shields_terms in = {
        .type = f->unit[u].type, .cls = shields_class_now(t, u), .target_type = f->unit[x].type,
        .supporters = k->n - 1, .pitched = p->mode == MODE_PITCHED && !charging(t),
        .suppressed = has(p->suppressed, x),
        .downhill = f->level[p->hex[u]] > f->level[p->hex[x]],
        .charge_bonus = charging(t) && shields_bonus_gives(t, CMD_HORSE, BONUS_CHARGE_SHIFT),
        .target_wall = has(p->wall, x), .own_wall = p->wall & (f->any_wall ? named : bit(u)),
    };
    shields_combat_terms(t, &in, &cls, &drm);
    k->cls = (uint8_t)cls;
    k->drm = (int8_t)drm;
    st_call(t, STEP_ROLL);
}

/* ---- what may be attacked, for offers and samples -------------------------------------------- */

/* Units of the acting Wing that may still join an attack on x. */
static uint64_t may_attack(const struct st_table *t, int x)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    uint64_t left = units_on_map(t, f->of_wing[p->wing]) & ~p->acted, able = 0;

    if (has(p->targeted, x))
        return 0;
    if (charging(t)) {
        left &= p->charged;
        if (!st_hexset_has(&f->open, p->hex[x]))
            return 0;
    }
    while (left) {
        int u = take_unit(&left);

        if (adjacent(t, p->hex[u], p->hex[x]))
            able |= bit(u);
    }
    return able;
}

static uint64_t enemies(const struct st_table *t)
{
    return units_on_map(t, plan_of(t)->of_side[1 - pos_of(t)->acting]);
}

static struct st_move attack_move(int x, int primary, uint64_t supporters, bool leave)
{
    struct st_move m = st_move_3(VERB_ATTACK, x, 1, primary);

    while (supporters) {
        m.arg[m.nargs++] = (int16_t)take_unit(&supporters);
        m.arg[1]++;
    }
    m.arg[m.nargs++] = leave;
    return m;
}

/* Every Primary with every set of supporters, in ascending order (4.7). */
static void attack_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint64_t targets = enemies(t); targets && !o->enough;) {
        int x = take_unit(&targets);
        uint64_t able = may_attack(t, x);

        for (uint64_t left = able; left && !o->enough;) {
            int u = take_unit(&left);
            uint64_t others = able & ~bit(u), some = 0;

            do { /* all subsets of others */
                for (int leave = 0; leave <= has(pos_of(t)->wall, u) && !o->enough; leave++) {
                    struct st_move m = attack_move(x, u, some, leave);

                    st_offer_add(o, &m);
                }
                some = (some - others) & others;
            } while (some && !o->enough);
        }
    }
}

/* Has anybody left to attack with somebody to attack? For chargers that is a duty (R10.7). */
static bool can_attack(const struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    struct shields_front front = { .enemy = { { 0 } } };

    for (uint64_t left = enemies(t) & ~p->targeted; left;) {
        int hex = p->hex[take_unit(&left)];

        if (!charging(t) || st_hexset_has(&f->open, hex))
            st_hexset_add(&front.enemy, hex);
    }
    uint64_t able = units_on_map(t, f->of_wing[p->wing]) & ~p->acted;
    for (able &= charging(t) ? p->charged : ~0ull; able;)
        if (in_zone(t, &front, p->hex[take_unit(&able)]))
            return true;
    return false;
}

static enum st_answer phase_refuses(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, "R2.8", "this is the %s Phase of %s: attack or end",
                     shields_commands[pos_of(t)->phase], wing_name(t, pos_of(t)->wing));
}

static bool attack_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    uint64_t targets = enemies(t);
    int n = __builtin_popcountll(targets);

    for (int skip = n ? (int)st_pick(seed, 1, (uint32_t)n) : 0, k = 0; k < n; k++) {
        uint64_t left = targets;
        int x = take_unit(&left);

        for (int i = (skip + k) % n; i > 0; i--)
            x = take_unit(&left);
        uint64_t able = may_attack(t, x);
        if (!able)
            continue;
        uint64_t among = able;
        int u = take_unit(&among);
        for (int i = (int)st_pick(seed, 2, (uint32_t)__builtin_popcountll(able)); i > 0;
             i--)
            u = take_unit(&among);
        uint64_t some = 0;
        for (uint64_t others = able & ~bit(u); others;) {
            int v = take_unit(&others);

            if (st_pick(seed, 8 + (uint32_t)v, 2))
                some |= bit(v);
        }
        *out = attack_move(x, u, some,
                           has(pos_of(t)->wall, u) && st_pick(seed, 3, 2));
        return true;
    }
    return false;
}

/* ---- R11 the Combat Phase -------------------------------------------------------------------- */

static enum st_answer mode_wanted(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, "R11.2", "%s has Bonus + Combat: choose second or pitched first",
                     wing_name(t, pos_of(t)->wing));
}

static void combat_mode_apply(struct st_table *t, const struct st_move *m)
{
    pos_of(t)->mode = m->verb == VERB_SECOND ? MODE_SECOND : MODE_PITCHED;
    st_go(t, STEP_COMBAT);
}

const struct st_step shields_step_combat_mode =
    ST_CHOOSES("combat mode", "R11.2", VERB_SECOND, VERB_PITCHED, NULL, combat_mode_apply,
               .otherwise = mode_wanted);

static void combat_offer(const struct st_table *t, struct st_offer *o)
{
    st_offer_this(o, st_move_0(VERB_END));
    attack_offer(t, o);
}

static bool combat_forced(const struct st_table *t, struct st_move *only)
{
    *only = st_move_0(VERB_END);
    return !can_attack(t);
}

static bool combat_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    *out = st_move_0(VERB_END);
    if (st_pick(seed, 0, 8))
        attack_sample(t, seed, out);
    return true;
}

static void combat_apply(struct st_table *t, const struct st_move *m)
{
    if (m->verb == VERB_END)
        shields_end_phase(t);
    else
        attack_apply(t, m);
}

const struct st_step shields_step_combat =
    ST_DECIDES("combat", "R11.1", combat_offer, attack_check, combat_apply, .forced = combat_forced,
               .sample = combat_sample, .takes = ST_VERB(VERB_ATTACK), .always = ST_VERB(VERB_END),
               .otherwise = phase_refuses);

/* ---- R10.7 the charge combats ---------------------------------------------------------------- */

static enum st_answer charge_fight_check(const struct st_table *t, const struct st_move *m,
                                         struct st_refusal *why)
{
    if (m->verb == VERB_END && can_attack(t))
        return st_refuse(why, "R10.7", "a charging unit of %s still has an enemy to attack",
                         wing_name(t, pos_of(t)->wing));
    return m->verb == VERB_END ? ST_LEGAL : attack_check(t, m, why);
}

static void charge_fight_offer(const struct st_table *t, struct st_offer *o)
{
    attack_offer(t, o);
    st_offer_legal(t, o, st_move_0(VERB_END));
}

static bool charge_fight_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    *out = st_move_0(VERB_END);
    attack_sample(t, seed, out);
    return true;
}

const struct st_step shields_step_charge_fight =
    ST_DECIDES("charge combat", "R10.5", charge_fight_offer, charge_fight_check, combat_apply,
               .sample = charge_fight_sample, .takes = ST_VERBS(VERB_ATTACK, VERB_END),
               .otherwise = phase_refuses);

/* ---- R13 the die and the options ------------------------------------------------------------- */

static void roll_die(const struct st_table *t, struct st_chance *c)
{
    const struct shields_combat *k = &pos_of(t)->combat;

    st_dice(c, 1, 8, "%s attacks %s", unit_name(t, k->attacker[0]), unit_name(t, k->target));
}

/* What the present combat's options hang on. */
static struct shields_terms option_terms(const struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int u = p->combat.attacker[0], x = p->combat.target;

    return (struct shields_terms){ .type = f->unit[u].type, .target_type = f->unit[x].type,
                                   .own_wall = has(p->wall, u), .target_wall = has(p->wall, x) };
}

/* Who is asked in the present option step, and what he could make of the result. */
static int asked_now(const struct st_table *t)
{
    const struct st_flow *flow = &pos_of(t)->flow;

    return flow->step[flow->depth] - STEP_WALL_OPTION;
}

static int option_now(const struct st_table *t)
{
    struct shields_terms in = option_terms(t);

    return shields_may_make(plan_of(t), &in, asked_now(t), pos_of(t)->combat.result);
}

/* Once the wall has had its say a star means nothing (R13.2). */
static void asked_past(struct st_table *t, int asked)
{
    struct shields_combat *k = &pos_of(t)->combat;

    if (asked == ASK_WALL)
        k->result = plan_of(t)->becomes[k->result];
}

static int place_of(const struct st_table *t, int asked) /* in the order of the chart */
{
    int place = 0;

    while (plan_of(t)->asked_in[place] != asked)
        place++;
    return place;
}

/* Go to the next option that there is, from this place in their order on, or apply. */
static void offer_options(struct st_table *t, int place)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);
    struct shields_terms in = option_terms(t);

    for (; place < ASKED; place++) {
        int asked = f->asked_in[place];

        if (shields_may_make(f, &in, asked, p->combat.result) != RES_NONE) {
            p->flow.side = f->attacker_chooses[asked] ? p->acting : 1 - p->acting;
            st_go(t, STEP_WALL_OPTION + asked);
            return;
        }
        asked_past(t, asked);
    }
    p->flow.side = p->acting;
    st_go(t, STEP_APPLY);
}

static void roll_take(struct st_table *t, int die)
{
    struct shields_combat *k = &pos_of(t)->combat;

    k->result = (uint8_t)st_look(t, plan_of(t)->crt, k->cls, die + k->drm);
    offer_options(t, 0);
}

const struct st_step shields_step_roll = ST_ROLLS("combat roll", "R13.1", roll_die, roll_take);

static enum st_answer option_wanted(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, st_step_now(t)->para, "the result is %s: keep it, or make it %s",
                     shields_results[pos_of(t)->combat.result], shields_results[option_now(t)]);
}

static void option_apply(struct st_table *t, const struct st_move *m)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);
    int asked = asked_now(t), place = place_of(t, asked);

    if (m->verb != VERB_KEEP) {
        int made = option_now(t);

        st_tell(t, st_step_now(t)->para, "%s is treated as %s", shields_results[p->combat.result],
                shields_results[made]);
        p->combat.result = (uint8_t)made;
    }
    asked_past(t, asked);
    if (asked == ASK_WALL && m->verb != VERB_KEEP && f->exchange_stands)
        place = ASKED; /* reading 19 the other way */
    offer_options(t, place + 1);
}

#define OPTION(name, para, verb) \
    ST_CHOOSES(name, para, VERB_KEEP, verb, NULL, option_apply, .otherwise = option_wanted)
const struct st_step shields_step_wall_option = OPTION("wall option", "R13.3", VERB_EXCHANGE);
const struct st_step shields_step_horse_option = OPTION("horse option", "R13.4", VERB_CHANGE);
const struct st_step shields_step_light_option = OPTION("light option", "R13.5", VERB_CHANGE);

/* ---- R13.6 application ----------------------------------------------------------------------- */

static void suffer(struct st_table *t, int unit, int effect)
{
    struct shields_combat *k = &pos_of(t)->combat;

    if (effect == EFFECT_NONE || !on_map(pos_of(t), unit)) /* gone by the umpire's hand */
        return;
    if (effect == EFFECT_STEP)
        shields_lose_step(t, unit, "R13.6");
    else if (effect == EFFECT_OUT)
        shields_eliminate(t, unit, "R13.6", NULL);
    else if (effect == EFFECT_RETREAT)
        k->wait[k->nwait++] = (uint8_t)unit;
}

static void apply_run(struct st_table *t)
{
    const struct shields_combat *k = &pos_of(t)->combat;
    const struct shields_effect *e = &plan_of(t)->effect[k->result];

    suffer(t, k->target, e->target);
    suffer(t, k->attacker[0], e->primary);
    for (int i = 1; e->supporters && i < k->n; i++)
        suffer(t, k->attacker[i], e->supporters);
    st_go(t, STEP_NEXT_RETREAT);
}

const struct st_step shields_step_apply = ST_RUNS("apply", "R13.6", apply_run);

/* ---- R14 Retreat ----------------------------------------------------------------------------- */

/* Retreat places (R14.3, R14.4) into out; which list is in force: 'A', 'B', or 0 for none. */
static int shields_retreat_list(const struct st_table *t, int unit, struct st_hexset *out)
{
    const struct shields_pos *p = pos_of(t);
    int side = plan_of(t)->unit[unit].side, here = p->hex[unit];
    struct shields_front front = shields_front_of(t, side);

    *out = (struct st_hexset){ { 0 } };
    shields_add_havens(t, unit, here, &front, out);
    if (!shields_none(out))
        return 'A';
    for (int d = 0; d < 6; d++) { /* R14.4: through a friend */
        int by = st_hex_step(&t->plan->grid, here, d);

        if (by >= 0 && st_hexset_has(&front.held, by) && !st_hexset_has(&front.enemy, by) &&
            shields_enterable(t, unit, here, d))
            shields_add_havens(t, unit, by, &front, out);
    }
    return shields_none(out) ? 0 : 'B';
}

/* R14.7: the target's hex is free and the Primary stands where it attacked from. */
static bool may_advance(const struct st_table *t)
{
    const struct shields_pos *p = pos_of(t);
    const struct shields_combat *k = &p->combat;
    int u = k->attacker[0];

    return p->hex[k->target] != k->target_hex && p->hex[u] == k->primary_hex &&
           shields_vacant(t, k->target_hex) &&
           shields_enterable(t, u, k->primary_hex,
                             st_hex_dir(&t->plan->grid, k->primary_hex, k->target_hex));
}

static void next_in_line(struct shields_combat *k)
{
    memmove(k->wait, k->wait + 1, sizeof k->wait - 1);
    k->wait[MAX_ATTACKERS - 1] = 0;
    k->nwait--;
}

/* Where to is of list A, of list B, or the umpire's word. */
static void retreat_to(struct st_table *t, int hex)
{
    struct shields_combat *k = &pos_of(t)->combat;
    struct st_hexset places;
    int u = k->wait[0];
    bool through = t->log && shields_retreat_list(t, u, &places) == 'B' &&
                   st_hexset_has(&places, hex);

    shields_put_unit(t, u, hex);
    st_tell(t, through ? "R14.4" : "R14.3", "%s retreats %sto %s", unit_name(t, u),
            through ? "through its friends " : "", st_hex_called(t, hex).text);
    next_in_line(k);
}

/* Who must retreat next: nowhere to go costs a step, a single place leaves no choice (4.1). */
static void next_retreat_run(struct st_table *t)
{
    struct shields_pos *p = pos_of(t);
    struct shields_combat *k = &p->combat;
    struct st_hexset places;

    p->flow.side = p->acting;
    if (k->nwait == 0) {
        st_go(t, may_advance(t) ? STEP_ADVANCE : STEP_HOOK);
        return;
    }
    int u = k->wait[0];
    if (!on_map(p, u)) { /* by the umpire's hand */
        next_in_line(k);
        return;
    }
    if (!shields_retreat_list(t, u, &places)) {
        st_tell(t, "R14.5", "%s has nowhere to retreat to", unit_name(t, u));
        shields_lose_step(t, u, "R14.5");
        next_in_line(k);
        return;
    }
    int first = st_hexset_next(&places, 0);
    if (st_hexset_next(&places, first + 1) < 0) {
        retreat_to(t, first);
        return;
    }
    p->flow.side = plan_of(t)->unit[u].side;
    st_go(t, STEP_RETREAT);
}

const struct st_step shields_step_next_retreat = ST_RUNS("next retreat", "R14.1", next_retreat_run);

/* Never without a choice: see next_retreat_run. */
static bool retreat_forced(const struct st_table *t, struct st_move *only)
{
    (void)t, (void)only;
    return false;
}

static enum st_answer retreat_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    int u = pos_of(t)->combat.wait[0];
    struct st_hexset places;
    int list = shields_retreat_list(t, u, &places);
    const char *para = list == 'B' ? "R14.4" : "R14.3";

    if (m->verb != VERB_RETREAT)
        return st_refuse(why, "R14.3", "%s must retreat", unit_name(t, u));
    if (m->arg[0] != u)
        return st_refuse(why, "R14.3", "%s retreats now, not %s", unit_name(t, u),
                         unit_name(t, m->arg[0]));
    if (m->arg[1] < 0 || !st_hexset_has(&places, m->arg[1]))
        return st_refuse(why, para, "%s may not retreat to %s", unit_name(t, u),
                         st_hex_called(t, m->arg[1]).text);
    return ST_LEGAL;
}

static void retreat_offer(const struct st_table *t, struct st_offer *o)
{
    int u = pos_of(t)->combat.wait[0];
    struct st_hexset places;

    shields_retreat_list(t, u, &places);
    for (int h = -1; (h = st_hexset_next(&places, h + 1)) >= 0 && !o->enough;)
        st_offer_this(o, st_move_2(VERB_RETREAT, u, h));
}

static void retreat_apply(struct st_table *t, const struct st_move *m)
{
    retreat_to(t, m->arg[1]);
    st_go(t, STEP_NEXT_RETREAT);
}

const struct st_step shields_step_retreat =
    ST_DECIDES("retreat", "R14.3", retreat_offer, retreat_check, retreat_apply,
               .forced = retreat_forced);

/* ---- R14.7 Advance --------------------------------------------------------------------------- */

static enum st_answer advance_wanted(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, "R14.7", "%s may advance to %s, or stay",
                     unit_name(t, pos_of(t)->combat.attacker[0]),
                     st_hex_called(t, pos_of(t)->combat.target_hex).text);
}

static void advance_apply(struct st_table *t, const struct st_move *m)
{
    struct shields_combat *k = &pos_of(t)->combat;

    if (m->verb == VERB_ADVANCE) {
        shields_put_unit(t, k->attacker[0], k->target_hex);
        st_tell(t, "R14.7", "%s advances to %s", unit_name(t, k->attacker[0]),
                st_hex_called(t, k->target_hex).text);
        shields_enter_by_choice(t, k->attacker[0], false);
    }
    st_go(t, STEP_HOOK);
}

const struct st_step shields_step_advance =
    ST_CHOOSES("advance", "R14.7", VERB_ADVANCE, VERB_STAY, NULL, advance_apply,
               .otherwise = advance_wanted);

/* ---- HA1 pursuit ----------------------------------------------------------------------------- */

enum { PURSUES_ON = 3, PURSUITS_BREAK = 3 }; /* HA1: d8 of 1 to 3; HA2: the third pursuit */

static bool tempted(const struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    const struct shields_combat *k = &p->combat;
    int x = k->target;

    return (f->special & SPECIAL_PURSUIT) && k->result == RES_AR && f->unit[x].side == f->ward &&
           f->unit[x].type == TYPE_L && p->hex[x] == k->target_hex &&
           p->hex[k->attacker[0]] != k->primary_hex && shields_vacant(t, k->primary_hex) &&
           shields_enterable(t, x, k->target_hex,
                             st_hex_dir(&t->plan->grid, k->target_hex, k->primary_hex));
}

static void combat_over(struct st_table *t)
{
    pos_of(t)->combat = (struct shields_combat){ 0 };
    st_done(t);
}

static void hook_run(struct st_table *t)
{
    pos_of(t)->flow.side = pos_of(t)->acting;
    if (tempted(t))
        st_go(t, STEP_PURSUIT);
    else
        combat_over(t);
}

const struct st_step shields_step_hook = ST_RUNS("after the combat", "HA1", hook_run);

static void pursuit_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 8, "pursuit by %s", unit_name(t, pos_of(t)->combat.target));
}

static void pursuit_take(struct st_table *t, int die)
{
    struct shields_pos *p = pos_of(t);
    int x = p->combat.target;

    if (die <= PURSUES_ON) {
        shields_put_unit(t, x, p->combat.primary_hex);
        p->pursuits++;
        st_tell(t, "HA1", "%s breaks ranks and pursues to %s", unit_name(t, x),
                st_hex_called(t, p->hex[x]).text);
        shields_enter_by_choice(t, x, false);
        if (p->pursuits >= PURSUITS_BREAK && p->discipline) {
            p->discipline = 0;
            st_tell(t, "HA2", "the third pursuit: discipline is broken");
        }
    } else {
        st_tell(t, "HA1", "%s keeps its ranks", unit_name(t, x));
    }
    combat_over(t);
}

const struct st_step shields_step_pursuit = ST_ROLLS("pursuit", "HA1", pursuit_die, pursuit_take);

/* ---- the umpire's hand in a combat ----------------------------------------------------------- */

/* Is the result still asked for? Who was to fire, attack or be attacked may be gone. */
static bool fought_by_absent(const struct shields_pos *p)
{
    return !on_map(p, p->combat.target) || !on_map(p, p->combat.attacker[0]);
}

static void break_off(struct st_table *t)
{
    pos_of(t)->flow.side = pos_of(t)->acting;
    combat_over(t);
}

void shields_combat_looks_again(struct st_table *t)
{
    const struct shields_pos *p = pos_of(t);

    switch (p->flow.step[p->flow.depth]) {
    case STEP_FIRE_ROLL:
    case STEP_ROLL:
        if (fought_by_absent(p))
            break_off(t);
        break;
    case STEP_WALL_OPTION:
    case STEP_HORSE_OPTION:
    case STEP_LIGHT_OPTION:
        if (fought_by_absent(p))
            break_off(t);
        else if (option_now(t) == RES_NONE)
            offer_options(t, place_of(t, asked_now(t)));
        break;
    case STEP_RETREAT:
    case STEP_ADVANCE:
        st_go(t, STEP_NEXT_RETREAT);
        break;
    case STEP_PURSUIT:
        st_go(t, STEP_HOOK);
        break;
    default:
        break;
    }
}
