/* honour_attack.c - attacks, reactions, Skirmishes, advance: 10, 11.2, 11.6.5. */
#include "honour/honour.h"

#include <string.h>

enum { BATTLE_SP = 10, SKIRMISH_RETREAT = 1, RETIRE_HEXES = 2 };

/* ---- 10.1 Declaration -------------------------------------------------------------------- */

enum st_answer honour_attack_check(const struct st_table *t, int force, int hex,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[force];
    struct st_hex_called at = st_hex_heard(t, hex, why);

    if (x->order != ATTACK)
        return st_refuse(why, "10.1.1", "%s has %s Order", force_name(force),
                         honour_orders[x->order]);
    if (p->purpose == PURPOSE_MARCH && p->march != MARCH_CONTACT)
        return st_refuse(why, "7.3.3", "%s made no March to Contact", force_name(force));
    if (!honour_able(p, f, x->units))
        return st_refuse(why, "10.1.1", "%s has no undemoralised unit that could attack",
                         force_name(force));
    if (is_inside(p, force) && f->options & READ_NO_SALLY) /* H.3, otherwise */
        return st_refuse(why, "10.1", "%s is inside: it comes out first", force_name(force));
    int dir = honour_dir(t, x->hex, hex);
    if (dir < 0)
        return st_refuse(why, "10.1", "%s is not adjacent to %s", at.text,
                         st_hex_called(t, x->hex).text);
    if (f->terrain[hex] == LAKE)
        return st_refuse(why, "10.1.1", "%s is a Lake", at.text);
    if (f->side_kind[x->hex * 6 + dir] == SIDE_PRIMARY)
        return st_refuse(why, "10.1.1", "a Primary River without Ferry lies before %s", at.text);
    if (!honour_forces_in(p, 1 - side_of_force(force), hex))
        return st_refuse(why, "10.1", "no enemy Force is in the field in %s", at.text);
    return ST_LEGAL;
}

bool honour_can_attack(const struct st_table *t, int force)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = p->force[force].hex;

    if (is_inside(p, force) && f->options & READ_NO_SALLY)
        return false;
    for (int d = 0; d < 6; d++)
        if (f->near[hex * 6 + d] >= 0 && f->side_kind[hex * 6 + d] != SIDE_PRIMARY &&
            honour_forces_in(p, 1 - side_of_force(force), f->near[hex * 6 + d]))
            return true;
    return false;
}

struct honour_combat honour_combat_from(const struct st_table *t, int force, int from, int hex)
{
    int side = side_of_force(force);

    return (struct honour_combat){ .def_forces = honour_forces_in(pos_of(t), 1 - side, hex),
                                   .att_hex = (int16_t)from,
                                   .def_hex = (int16_t)hex,
                                   .kind = COMBAT_SKIRMISH,
                                   .att_force = (uint8_t)force,
                                   .def_cap = NOBODY,
                                   .att_side = (uint8_t)side,
                                   .one_table = plan_of(t)->options & OPT_ONE_TABLE ? 1 : 0,
                                   .dir = (uint8_t)honour_dir(t, from, hex) };
}

void honour_declare(struct st_table *t, int hex)
{
    struct honour_pos *p = pos_of(t);

    p->combat = honour_combat_from(t, p->active, p->force[p->active].hex, hex);
    st_tell(t, "10.1", "%s attacks %s", force_name(p->active), st_hex_called(t, hex).text);
    st_go(t, STEP_ACTIVATION_END);
    st_call(t, STEP_COMBAT);
}

/* 5.4 Continuous Attack: a second attack in one turn strains discipline. */
static void combat_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->combat.att_force];

    if (!(x->flags & F_ATTACKED)) {
        st_go(t, STEP_REACTION_START);
        return;
    }
    st_go(t, STEP_CONFIRM);
    p->flow.side = p->combat.att_side;
    int mod = st_modify(t, "9.1", "star of the Primo Capitano",
                        honour_star(p, x->primo) ? f->check.star : 0);
    honour_call_checks(t, honour_fighters(p, f, x->units), mod, false, false);
}

const struct st_step honour_step_combat = ST_RUNS("attack", "10.1", combat_run);

static enum st_answer confirm_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->combat.att_force];

    (void)m;
    if (!honour_able(p, plan_of(t), x->units) || x->hex != p->combat.att_hex)
        return st_refuse(why, "5.4", "%s has no undemoralised unit left to attack with",
                         force_name(p->combat.att_force));
    return ST_LEGAL;
}

static void confirm_apply(struct st_table *t, const struct st_move *m)
{
    if (m->verb == VERB_CONFIRM) {
        st_go(t, STEP_REACTION_START);
        return;
    }
    st_tell(t, "5.4", "the attack is cancelled");
    pos_of(t)->combat = (struct honour_combat){ 0 };
    st_done(t);
}

const struct st_step honour_step_confirm =
    ST_CHOOSES("continuous attack", "5.4", VERB_CANCEL, VERB_CONFIRM, confirm_check, confirm_apply);

/* ---- 10.2 Reaction ----------------------------------------------------------------------- */

uint32_t honour_units_of(const struct honour_pos *p, uint32_t forces)
{
    uint32_t units = 0;

    while (forces)
        units |= p->force[take(&forces)].units;
    return units;
}

static uint32_t defending_units(const struct honour_pos *p)
{
    return honour_units_of(p, p->combat.def_forces);
}

static void flag_forces(struct honour_pos *p, uint32_t forces, int flags)
{
    while (forces)
        p->force[take(&forces)].flags |= (uint16_t)flags;
}

static void reaction_start_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    uint32_t units = defending_units(p);

    p->force[p->combat.att_force].flags |= F_ATTACKED | F_FOUGHT;
    p->combat.def_cap = (uint8_t)honour_commander(p, p->combat.def_forces);
    if (!honour_fighters(p, f, units)) { /* 3.3 */
        st_tell(t, "3.3", "the Artillery alone in %s is lost",
                st_hex_called(t, p->combat.def_hex).text);
        while (units)
            honour_eliminate_unit(t, take(&units), "3.3");
        st_go(t, STEP_COMBAT_END);
        st_call(t, STEP_ADVANCE_START);
        return;
    }
    p->flow.side = (uint8_t)(1 - p->combat.att_side);
    st_go(t, STEP_REACTION);
}

const struct st_step honour_step_reaction_start = ST_RUNS("defenders", "10.2", reaction_start_run);

static struct honour_retreat retiring(const struct honour_pos *p)
{
    return (struct honour_retreat){ .forces = p->combat.def_forces,
                                    .from = p->combat.att_hex,
                                    .left = RETIRE_HEXES,
                                    .first = 1,
                                    .side = (uint8_t)(1 - p->combat.att_side) };
}

static enum st_answer reaction_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    struct honour_retreat r = retiring(p);
    struct st_hexset to;

    switch (m->verb) {
    case VERB_ACCEPT:
        return ST_LEGAL;
    case VERB_SHELTER:
        if (!honour_friendly_fort(p, plan_of(t), r.side, p->combat.def_hex))
            return st_refuse(why, "10.2", "there is no friendly Fortress in %s",
                             st_hex_called(t, p->combat.def_hex).text);
        if (honour_inside_at(p, p->combat.def_hex) >= 0)
            return st_refuse(why, "10.2", "%s is inside already",
                             force_name(honour_inside_at(p, p->combat.def_hex)));
        return ST_LEGAL;
    case VERB_RETIRE:
        if (!honour_retreat_hexes(t, &r, p->combat.def_hex, false, &to))
            return st_refuse(why, "10.2", "there is no hex to retire to from %s",
                             st_hex_called(t, p->combat.def_hex).text);
        return ST_LEGAL;
    default:
        return st_not_now(t, why);
    }
}

static void reaction_offer(const struct st_table *t, struct st_offer *o)
{
    static const int verbs[] = { VERB_ACCEPT, VERB_SHELTER, VERB_RETIRE };

    for (int i = 0; i < 3; i++)
        st_offer_legal(t, o, st_move_0(verbs[i]));
}

/* All of them merge inside (10.2, 11.6.3). */
void honour_go_inside(struct st_table *t, uint32_t forces)
{
    struct honour_pos *p = pos_of(t);
    int first = take(&forces);

    p->force[first].flags |= F_INSIDE;
    while (forces)
        honour_merge(t, take(&forces), first);
    st_tell(t, "11.6.3", "%s goes inside", force_name(first));
}

uint32_t honour_living(const struct honour_pos *p, uint32_t forces)
{
    uint32_t out = 0;

    while (forces) {
        int i = take(&forces);

        if (exists(p, i))
            out |= bit(i);
    }
    return out;
}

static void reaction_apply(struct st_table *t, const struct st_move *m)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    uint32_t units = defending_units(p);

    st_go(t, STEP_COMBAT_END); /* what follows is a procedure, so that odds know its end */
    if (m->verb == VERB_ACCEPT) {
        st_call(t, STEP_FIGHT);
    } else if (m->verb == VERB_SHELTER) {
        honour_go_inside(t, p->combat.def_forces);
    } else {
        bool light = honour_only_light(p, f, units) && !(units & p->demoralised) &&
                     !honour_of_class(p, f, p->force[p->combat.att_force].units, CLASS_CAV);

        if (!light) {
            st_call(t, STEP_RETIRE_ROLL);
            return;
        }
        st_tell(t, "10.2", "Light Cavalry, attacked without cavalry, retires without a roll");
        st_call(t, STEP_ADVANCE_START);
        honour_call_retreat(t, p->combat.def_forces, p->combat.att_hex, RETIRE_HEXES, false);
    }
}

const struct st_step honour_step_reaction =
    ST_DECIDES("reaction", "10.2", reaction_offer, reaction_check, reaction_apply);

static void retire_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "retiring from %s", st_hex_called(t, pos_of(t)->combat.def_hex).text);
}

static void retire_take(struct st_table *t, int die)
{
    pos_of(t)->roll = (uint8_t)die;
    st_go(t, STEP_RETIRED);
}

const struct st_step honour_step_retire_roll =
    ST_ROLLS("retiring", "10.2", retire_die, retire_take);

static void retired_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int initiative =
        honour_retire_initiative(t, p->combat.def_forces, p->force[p->combat.att_force].primo);
    bool success = p->roll == 1 || p->roll <= initiative;

    st_tell(t, "10.2", "retiring %s: die %d, Initiative %d", success ? "succeeds" : "fails",
            p->roll, initiative);
    p->roll = 0;
    if (!success) {
        flag_forces(p, p->combat.def_forces, F_DISRUPTED);
        st_go(t, STEP_FIGHT);
        return;
    }
    st_go(t, STEP_ADVANCE_START);
    honour_call_retreat(t, p->combat.def_forces, p->combat.att_hex, RETIRE_HEXES, false);
}

const struct st_step honour_step_retired = ST_RUNS("retired", "10.2", retired_run);

/* ---- 10.3 Kind of combat ----------------------------------------------------------------- */

bool honour_is_battle(const struct st_table *t, const struct honour_combat *c)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[c->att_force];

    return honour_is_cg(p, x->primo) && honour_is_cg(p, c->def_cap) &&
           honour_sp(p, honour_fighters(p, f, x->units)) >= BATTLE_SP &&
           honour_sp(p, honour_fighters(p, f, honour_units_of(p, c->def_forces))) >= BATTLE_SP &&
           f->ground[f->terrain[c->def_hex]].battle && f->side_kind[c->att_hex * 6 + c->dir] != SIDE_FERRY;
}

static void fight_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->combat.att_force];

    flag_forces(p, p->combat.def_forces, F_FOUGHT);
    if (honour_is_battle(t, &p->combat)) {
        p->combat.kind = COMBAT_BATTLE;
        flag_forces(p, p->combat.def_forces | bit(p->combat.att_force), F_FINISHED);
        st_tell(t, "10.3", "a Major Battle in %s", st_hex_called(t, p->combat.def_hex).text);
        st_go(t, STEP_BATTLE);
        return;
    }
    st_tell(t, "10.3", "a Skirmish in %s", st_hex_called(t, p->combat.def_hex).text);
    st_go(t, STEP_SKIRMISH_END);
    honour_call_assault(t, COMBAT_SKIRMISH, honour_able(p, f, x->units),
                        honour_fighters(p, f, defending_units(p)));
}

const struct st_step honour_step_fight = ST_RUNS("kind of combat", "10.3", fight_run);

/* ---- 11.2 After a Skirmish --------------------------------------------------------------- */

/* 3.3: a loser without other units loses its guns. */
void honour_lose_guns(struct st_table *t, uint32_t units)
{
    if (honour_fighters(pos_of(t), plan_of(t), units))
        return;
    while (units)
        honour_eliminate_unit(t, take(&units), "3.3");
}

static void skirmish_end_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_force *x = &p->force[p->combat.att_force];
    bool attacker_lost = p->combat.loser == 1;

    memset(&p->assault, 0, sizeof p->assault);
    honour_lose_guns(t, attacker_lost ? x->units : defending_units(p));
    if (attacker_lost) {
        if (exists(p, p->combat.att_force))
            x->flags |= F_DISRUPTED;
        st_done(t);
        return;
    }
    uint32_t prey = defending_units(p), caps = 0;
    for (uint32_t left = p->combat.def_forces; left;)
        caps |= p->force[take(&left)].caps;
    st_go(t, STEP_SKIRMISH_RETREAT);
    if (prey)
        honour_call_pursuit(t, &(struct honour_pursuit){ .forces = bit(p->combat.att_force),
                                                         .prey = prey,
                                                         .prey_caps = caps,
                                                         .side = p->combat.att_side });
}

const struct st_step honour_step_skirmish_end =
    ST_RUNS("after the skirmish", "11.2.3", skirmish_end_run);

static void skirmish_retreat_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    p->pursuit = (struct honour_pursuit){ 0 };
    honour_lose_guns(t, defending_units(p));
    st_go(t, STEP_ADVANCE_START);
    if (honour_living(p, p->combat.def_forces))
        honour_call_retreat(t, honour_living(p, p->combat.def_forces), p->combat.att_hex, SKIRMISH_RETREAT,
                            true);
}

const struct st_step honour_step_skirmish_retreat =
    ST_RUNS("skirmish retreat", "11.2.3", skirmish_retreat_run);

/* ---- 11.6.5 Advance ---------------------------------------------------------------------- */

static enum st_answer advance_allowed(const struct st_table *t, struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_combat *c = &p->combat;

    return honour_march_step(t, c->att_force, c->att_hex, c->def_hex, why);
}

static void advance_start_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    const struct honour_combat *c = &p->combat;
    bool may = exists(p, c->att_force) && p->force[c->att_force].hex == c->att_hex &&
               advance_allowed(t, NULL) == ST_LEGAL;

    p->flow.side = c->att_side;
    if (may)
        st_go(t, STEP_ADVANCE);
    else
        st_done(t);
}

const struct st_step honour_step_advance_start =
    ST_RUNS("may advance", "11.6.5", advance_start_run);

static void advance_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_ADVANCE) {
        honour_enter(t, p->combat.att_force, p->combat.def_hex);
        st_tell(t, "11.6.5", "%s advances to %s", force_name(p->combat.att_force),
                st_hex_called(t, p->combat.def_hex).text);
    }
    st_done(t);
}

const struct st_step honour_step_advance =
    ST_CHOOSES("advance", "11.6.5", VERB_STAY, VERB_ADVANCE, NULL, advance_apply);

/* Nothing of a combat is left behind. */
void honour_end_combat(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    honour_bury_all_captured(t);
    memset(&p->combat, 0, sizeof p->combat);
    memset(&p->assault, 0, sizeof p->assault);
    memset(&p->pursuit, 0, sizeof p->pursuit);
    memset(&p->retreat, 0, sizeof p->retreat);
    memset(&p->battle, 0, sizeof p->battle);
    p->roll = 0;
}

static void combat_end_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    int loser = p->combat.loser;

    honour_end_combat(t);
    p->combat.loser = (uint8_t)loser; /* for those who ask for odds: gone with the activation */
    p->flow.side = p->acting;
    if (!honour_sudden_death(t))
        st_done(t);
}

const struct st_step honour_step_combat_end = ST_RUNS("end of combat", "11.6.5", combat_end_run);
