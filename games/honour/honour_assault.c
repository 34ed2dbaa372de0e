/* honour_assault.c - attacks, reactions, the Assault Table, pursuit, retreat, advance: 10 to 12. */
#include "honour/honour.h"

#include <string.h>

enum { BATTLE_SP = 10, SKIRMISH_RETREAT = 1, RETIRE_HEXES = 2, PER_SP = 5 };

/* ---- 10.1 Declaration -------------------------------------------------------------------- */

enum st_answer honour_attack_check(const struct st_table *t, int force, int hex,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[force];
    struct honour_name at = honour_hex_name(t, hex);

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
                         honour_hex_name(t, x->hex).text);
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

void honour_declare(struct st_table *t, int hex)
{
    struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->active];
    int side = side_of_force(p->active);

    p->combat = (struct honour_combat){ .def_forces = honour_forces_in(p, 1 - side, hex),
                                        .att_hex = x->hex,
                                        .def_hex = (int16_t)hex,
                                        .kind = COMBAT_SKIRMISH,
                                        .att_force = p->active,
                                        .def_cap = NOBODY,
                                        .att_side = (uint8_t)side,
                                        .one_table = plan_of(t)->options & OPT_ONE_TABLE ? 1 : 0,
                                        .dir = (uint8_t)honour_dir(t, x->hex, hex) };
    st_tell(t, "10.1", "%s attacks %s", force_name(p->active), honour_hex_name(t, hex).text);
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

    if (m->verb == VERB_CANCEL)
        return ST_LEGAL;
    if (m->verb != VERB_CONFIRM)
        return honour_not_now(t, why);
    if (!honour_able(p, plan_of(t), x->units) || x->hex != p->combat.att_hex)
        return st_refuse(why, "5.4", "%s has no undemoralised unit left to attack with",
                         force_name(p->combat.att_force));
    return ST_LEGAL;
}

static void confirm_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_0(VERB_CONFIRM);

    honour_offer(o, st_move_0(VERB_CANCEL));
    if (confirm_check(t, &m, NULL) == ST_LEGAL)
        st_offer_add(o, &m);
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

const struct st_step honour_step_confirm = {
    "continuous attack", "5.4", ST_DECIDE, .offer = confirm_offer, .check = confirm_check,
    .apply = confirm_apply,
};

/* ---- 10.2 Reaction ----------------------------------------------------------------------- */

static uint32_t defending_units(const struct honour_pos *p)
{
    uint32_t units = 0;

    for (uint32_t left = p->combat.def_forces; left;)
        units |= p->force[take(&left)].units;
    return units;
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
                honour_hex_name(t, p->combat.def_hex).text);
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
                             honour_hex_name(t, p->combat.def_hex).text);
        if (honour_inside_at(p, p->combat.def_hex) >= 0)
            return st_refuse(why, "10.2", "%s is inside already",
                             force_name(honour_inside_at(p, p->combat.def_hex)));
        return ST_LEGAL;
    case VERB_RETIRE:
        if (!honour_retreat_hexes(t, &r, p->combat.def_hex, false, &to))
            return st_refuse(why, "10.2", "there is no hex to retire to from %s",
                             honour_hex_name(t, p->combat.def_hex).text);
        return ST_LEGAL;
    default:
        return honour_not_now(t, why);
    }
}

static void reaction_offer(const struct st_table *t, struct st_offer *o)
{
    static const int verbs[] = { VERB_ACCEPT, VERB_SHELTER, VERB_RETIRE };

    for (int i = 0; i < 3; i++) {
        struct st_move m = st_move_0(verbs[i]);

        if (reaction_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
}

/* All of them merge inside (10.2, 11.6.3). */
static void go_inside(struct st_table *t, uint32_t forces)
{
    struct honour_pos *p = pos_of(t);
    int first = take(&forces);

    p->force[first].flags |= F_INSIDE;
    while (forces)
        honour_merge(t, take(&forces), first);
    st_tell(t, "11.6.3", "%s goes inside", force_name(first));
}

static uint32_t living(const struct honour_pos *p, uint32_t forces)
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
        go_inside(t, p->combat.def_forces);
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

const struct st_step honour_step_reaction = {
    "reaction", "10.2", ST_DECIDE, .offer = reaction_offer, .check = reaction_check,
    .apply = reaction_apply,
};

static void retire_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "retiring from %s", honour_hex_name(t, pos_of(t)->combat.def_hex).text);
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

bool honour_is_battle(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->combat.att_force];

    return honour_is_cg(p, x->primo) && honour_is_cg(p, p->combat.def_cap) &&
           honour_sp(p, honour_fighters(p, f, x->units)) >= BATTLE_SP &&
           honour_sp(p, honour_fighters(p, f, defending_units(p))) >= BATTLE_SP &&
           f->ground[f->terrain[p->combat.def_hex]].battle &&
           f->side_kind[p->combat.att_hex * 6 + p->combat.dir] != SIDE_FERRY;
}

static void fight_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->combat.att_force];

    flag_forces(p, p->combat.def_forces, F_FOUGHT);
    if (honour_is_battle(t)) {
        p->combat.kind = COMBAT_BATTLE;
        flag_forces(p, p->combat.def_forces | bit(p->combat.att_force), F_FINISHED);
        st_tell(t, "10.3", "a Major Battle in %s", honour_hex_name(t, p->combat.def_hex).text);
        st_go(t, STEP_BATTLE);
        return;
    }
    st_tell(t, "10.3", "a Skirmish in %s", honour_hex_name(t, p->combat.def_hex).text);
    st_go(t, STEP_SKIRMISH_END);
    honour_call_assault(t, COMBAT_SKIRMISH, honour_able(p, f, x->units),
                        honour_fighters(p, f, defending_units(p)));
}

const struct st_step honour_step_fight = ST_RUNS("kind of combat", "10.3", fight_run);

/* ---- 12 The Assault Table ---------------------------------------------------------------- */

int honour_round(int n, int d)
{
    return (2 * n + d) / (2 * d); /* halves up (1.2); n is never negative here */
}

int honour_quality(const struct honour_pos *p, uint32_t units, const uint8_t *sp)
{
    int sum = 0, weighed = 0;

    while (units) {
        int u = take(&units);

        sum += sp[u];
        weighed += has(p->demoralised, u) ? 0 : sp[u] * p->tq[u];
    }
    return sum ? honour_round(weighed, sum) : 0;
}

/* Half SP after the Terrain Effects Chart (12.5). */
int honour_half_sp(const struct st_table *t, uint32_t units, const uint8_t *sp, bool halves,
                   int doubled)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int heavy = 0, other = 0;

    while (units) {
        int u = take(&units);

        if (f->type[p->type[u]].heavy)
            heavy += sp[u];
        else
            other += sp[u];
    }
    int other_twice = least(other, doubled), heavy_twice = least(heavy, doubled - other_twice);
    return 2 * (other + other_twice) + (halves ? 1 : 2) * (heavy + heavy_twice);
}

bool honour_has_pike(const struct st_table *t, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);

    for (units &= ~p->demoralised; units;)
        if (plan_of(t)->type[p->type[take(&units)]].pike)
            return true;
    return false;
}

bool honour_half_firearms(const struct st_table *t, uint32_t units, const uint8_t *sp)
{
    const struct honour_pos *p = pos_of(t);
    int fire = 0, all = 0;

    while (units) {
        int u = take(&units);

        all += sp[u];
        if (p->type[u] == FIR && !has(p->demoralised, u))
            fire += sp[u];
    }
    return all > 0 && 2 * fire >= all;
}

static int ratio_modifier(const struct honour_plan *f, int att, int def)
{
    int larger = most(att, def), smaller = least(att, def), step = 0;

    if (smaller == 0 || larger >= 4 * smaller)
        step = f->assault.ratio_4;
    else if (larger >= 2 * smaller)
        step = f->assault.ratio_2;
    return att == def ? 0 : att > def ? step : -step;
}

void honour_assault_terms(const struct st_table *t, const struct honour_terms *in, int *column,
                          int *drm)
{
    const struct honour_plan *f = plan_of(t);
    bool rain = !f->sky[in->weather].firearms;
    int att = in->att_quality, def = in->def_quality;

    att += st_modify(t, "12.2", "Firearms, attacker's Quality",
                     in->firearms && !rain ? f->quality.firearms : 0);
    att +=
        st_modify(t, "12.2", "attacker Disrupted, Quality", in->att_disrupted ? f->quality.disrupted : 0);
    att += st_modify(t, "12.2", "attacker in Administrative March, Quality",
                     in->att_admin ? f->quality.admin : 0);
    def +=
        st_modify(t, "12.2", "defender Disrupted, Quality", in->def_disrupted ? f->quality.disrupted : 0);
    def += st_modify(t, "12.2", "defender in Administrative March, Quality",
                     in->def_admin ? f->quality.admin : 0);
    *column = st_look(t, f->chart[CHART_ASSAULT_COLUMNS], att - def, in->affecting);
    st_tell(t, "12.3", "Quality %d against %d, %s: column %d; SP %d.%d against %d.%d", att, def,
            in->affecting ? "Affecting" : "Not Affecting", *column, in->att_half / 2,
            in->att_half % 2 * 5, in->def_half / 2, in->def_half % 2 * 5);
    *drm = st_modify(t, "12.6", "SP ratio", ratio_modifier(f, in->att_half, in->def_half)) +
           st_modify(t, "12.7", "star of the attacker", in->att_star ? f->assault.star_att : 0) +
           st_modify(t, "12.7", "star of the defender", in->def_star ? f->assault.star_def : 0) +
           st_modify(t, "12.7", honour_weathers[in->weather],
                     f->sky[in->weather].assault ? f->assault.weather : 0);
    int a = 0, d = 0;
    if (in->kind == TERMS_BREACH)
        a = f->assault.breach_att, d = f->assault.breach_def;
    else if (in->works || in->kind == TERMS_STORM)
        a = f->assault.works_att, d = f->assault.works_def;
    else if (!in->affecting)
        a = f->assault.pike_att, d = f->assault.pike_def;
    *drm += st_modify(t, "12.8", "Pike attacking", in->att_pike ? a : 0) +
            st_modify(t, "12.8", "Pike defending", in->def_pike ? d : 0);
}

/* A battle's terms are its chits' and its Corps commanders' (11.4.6). */
static void battle_terms(const struct st_table *t, struct honour_terms *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    const struct honour_ground *g = &f->ground[f->terrain[p->combat.def_hex]];
    int att = p->assault.side == p->combat.att_side ? 0 : 1, def = 1 - att;
    bool works = b->play[def][CHIT_EARTHWORKS], river = b->play[def][CHIT_RIVER];
    int x_flags = p->force[p->combat.att_force].flags, y_flags = 0, flags[2];

    for (uint32_t left = p->combat.def_forces; left;)
        y_flags |= p->force[take(&left)].flags;
    flags[0] = x_flags;
    flags[1] = y_flags;
    out->att_half = honour_half_sp(t, p->assault.att, p->assault.sp, g->halves, 0);
    out->def_half =
        honour_half_sp(t, p->assault.def, p->assault.sp, g->halves, works ? f->works_doubled : 0);
    out->firearms = b->play[def][CHIT_FIREARMS];
    out->att_disrupted = flags[att] & F_DISRUPTED;
    out->def_disrupted = flags[def] & F_DISRUPTED;
    out->att_admin = att == 1 && y_flags & F_ADMIN;
    out->def_admin = def == 1 && y_flags & F_ADMIN;
    out->affecting = (att == 0 && g->affecting) || (works && f->works_affecting) || river;
    out->works = works;
    int ca = b->commander[att][b->fight], cd = b->commander[def][b->fight];
    out->att_star = ca && honour_star(p, ca - 1);
    out->def_star = cd && honour_star(p, cd - 1);
}

/* Skirmish, Storm, In-breach, Sortie. */
static void field_terms(const struct st_table *t, struct honour_terms *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int hex = p->combat.def_hex, kind = honour_place_kind(f, hex);
    int side = honour_side_kind(t, p->combat.att_hex, p->combat.dir);
    const struct honour_ground *g = &f->ground[f->terrain[hex]];
    bool works = honour_works(p, 1 - a->side, hex), storm = a->kind == COMBAT_STORM;
    int doubled = (storm ? f->doubled[kind] : 0) + (works ? f->works_doubled : 0);
    int att = p->combat.att_force, def_flags = 0;

    for (uint32_t left = p->combat.def_forces; left;)
        def_flags |= p->force[take(&left)].flags;
    out->att_half = honour_half_sp(t, a->att, a->sp, g->halves, 0);
    out->def_half = honour_half_sp(t, a->def, a->sp, g->halves, doubled);
    out->firearms = honour_half_firearms(t, a->def, a->sp);
    out->att_disrupted = p->force[att].flags & F_DISRUPTED;
    out->def_disrupted = def_flags & F_DISRUPTED;
    out->def_admin = def_flags & F_ADMIN;
    out->affecting = g->affecting || (works && f->works_affecting) || (storm && kind == PLACE_CITY && f->city_affecting) ||
                     f->side_affecting[side];
    out->kind = storm ? TERMS_STORM : a->kind == COMBAT_BREACH ? TERMS_BREACH : TERMS_FIELD;
    out->works = works;
    out->att_star = honour_star(p, p->force[att].primo);
    out->def_star = honour_star(p, p->combat.def_cap);
}

void honour_read_terms(const struct st_table *t, struct honour_terms *out)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;

    *out = (struct honour_terms){ .weather = p->weather };
    out->att_quality = honour_quality(p, a->att, a->sp);
    out->def_quality = honour_quality(p, a->def, a->sp);
    out->att_pike = honour_has_pike(t, a->att);
    out->def_pike = honour_has_pike(t, a->def);
    if (a->kind == COMBAT_BATTLE)
        battle_terms(t, out);
    else
        field_terms(t, out);
}

/* Every unit named takes part with all its SP; In-breach names its own. */
void honour_call_assault(struct st_table *t, int kind, uint32_t att, uint32_t def)
{
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;
    uint8_t named[MAX_UNITS];

    memcpy(named, a->sp, sizeof named);
    memset(a, 0, sizeof *a);
    a->att = att;
    a->def = def;
    a->kind = (uint8_t)kind;
    a->side = plan_of(t)->unit[__builtin_ctz(att)].side;
    for (uint32_t left = att | def; left;) {
        int u = take(&left);

        a->sp[u] = kind == COMBAT_BREACH ? named[u] : p->sp[u];
    }
    st_call(t, STEP_ASSAULT);
}

static void assault_die(const struct st_table *t, struct st_chance *c)
{
    static const char *const words[] = { "",      "skirmish",  "engagement",
                                         "storm", "in-breach", "sortie" };

    st_dice(c, 1, DIE, "%s in %s", words[pos_of(t)->assault.kind],
            honour_hex_name(t, pos_of(t)->combat.def_hex).text);
}

static void assault_take(struct st_table *t, int die)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_assault *a = &pos_of(t)->assault;
    struct honour_terms terms;
    int column, drm;

    honour_read_terms(t, &terms);
    honour_assault_terms(t, &terms, &column, &drm);
    a->column = (uint8_t)column;
    a->drm = (int8_t)drm;
    a->att_cell = (uint8_t)st_look(t, f->chart[CHART_ASSAULT_ATT], die + drm, column);
    a->def_cell = (uint8_t)st_look(t, f->chart[CHART_ASSAULT_DEF], die + drm, column);
    a->loser = (uint8_t)st_look(t, f->chart[CHART_ASSAULT_LOSERS], die + drm, column);
    st_go(t, STEP_ASSAULT_NEXT);
}

const struct st_step honour_step_assault = ST_ROLLS("assault", "12.9", assault_die, assault_take);

/* 12.9 (3): one unit, its owner's choice; Formation ignores the first of a Fight. */
static void demoralise_one(struct st_table *t, bool attacker)
{
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;
    int cell = attacker ? a->att_cell : a->def_cell;
    uint32_t able = honour_able(p, plan_of(t), attacker ? a->att : a->def);
    int side = attacker ? a->side : 1 - a->side;

    if (!(cell & CELL_D) || !able)
        return;
    if (a->kind == COMBAT_BATTLE) {
        int role = side == p->combat.att_side ? 0 : 1;

        if (p->battle.formation[role] && !p->battle.ignored[role]) {
            p->battle.ignored[role] = 1;
            st_tell(t, "11.4.7", "Formation: the D of side %s is ignored", t->plan->side[side]);
            return;
        }
    }
    p->flow.side = (uint8_t)side;
    st_go(t, STEP_DEMORALISE);
}

/* 12.9 (4): the loser's units check; 12.9.2 where a side is wiped out. */
static void check_loser(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;

    if (!a->att)
        a->loser = 0;
    else if (!a->def)
        a->loser = 1;
    p->combat.loser = (uint8_t)(1 + a->loser);
    uint32_t units = a->loser ? a->def : a->att;
    int cap = a->loser ? p->combat.def_cap : p->force[p->combat.att_force].primo;
    if (a->kind == COMBAT_BATTLE) {
        int side = a->loser ? 1 - a->side : a->side, role = side == p->combat.att_side ? 0 : 1;
        int c = p->battle.commander[role][p->battle.fight];

        cap = c ? c - 1 : NOBODY;
    }
    st_tell(t, "12.9.1", "the %s loses", a->loser ? "defender" : "attacker");
    honour_call_checks(t, units,
                       st_modify(t, "9.1", "star of the loser's Capitano",
                                 honour_star(p, cap) ? f->check.star : 0),
                       true, false);
}

static void assault_next_run(struct st_table *t)
{
    struct honour_assault *a = &pos_of(t)->assault;
    int stage = a->stage++;

    switch (stage) {
    case 0:
        honour_call_lose(t, a->side, a->att, a->att_cell & CELL_SP, LOSS_PLAIN);
        break;
    case 1:
        honour_call_lose(t, 1 - a->side, a->def, a->def_cell & CELL_SP, LOSS_PLAIN);
        break;
    case 2:
        demoralise_one(t, true);
        break;
    case 3:
        demoralise_one(t, false);
        break;
    case 4:
        check_loser(t);
        break;
    default:
        st_done(t);
    }
}

const struct st_step honour_step_assault_next = ST_RUNS("assault result", "12.9", assault_next_run);

static uint32_t may_be_demoralised(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    return honour_able(p, plan_of(t), p->assault.stage == 3 ? p->assault.att : p->assault.def);
}

static enum st_answer demoralise_check(const struct st_table *t, const struct st_move *m,
                                       struct st_refusal *why)
{
    if (m->verb != VERB_DEMORALISE)
        return honour_not_now(t, why);
    if (!has(may_be_demoralised(t), m->arg[0]))
        return st_refuse(why, "12.9", "%s is no undemoralised unit that took part",
                         unit_name(t, m->arg[0]));
    return ST_LEGAL;
}

static void demoralise_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint32_t left = may_be_demoralised(t); left;)
        honour_offer(o, st_move_1(VERB_DEMORALISE, take(&left)));
}

static void demoralise_apply(struct st_table *t, const struct st_move *m)
{
    honour_demoralise(t, m->arg[0], "12.9");
    st_go(t, STEP_ASSAULT_NEXT);
}

const struct st_step honour_step_demoralise = {
    "demoralised unit", "12.9", ST_DECIDE, .offer = demoralise_offer, .check = demoralise_check,
    .apply = demoralise_apply,
};

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
    if (living(p, p->combat.def_forces))
        honour_call_retreat(t, living(p, p->combat.def_forces), p->combat.att_hex, SKIRMISH_RETREAT,
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

static enum st_answer advance_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    if (m->verb != VERB_ADVANCE && m->verb != VERB_STAY)
        return honour_not_now(t, why);
    return ST_LEGAL;
}

static void advance_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    honour_offer(o, st_move_0(VERB_STAY));
    honour_offer(o, st_move_0(VERB_ADVANCE));
}

static void advance_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_ADVANCE) {
        honour_enter(t, p->combat.att_force, p->combat.def_hex);
        st_tell(t, "11.6.5", "%s advances to %s", force_name(p->combat.att_force),
                honour_hex_name(t, p->combat.def_hex).text);
    }
    st_done(t);
}

const struct st_step honour_step_advance = {
    "advance", "11.6.5", ST_DECIDE, .offer = advance_offer, .check = advance_check,
    .apply = advance_apply,
};

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

/* ---- 11.5 Pursuit ------------------------------------------------------------------------ */

void honour_call_pursuit(struct st_table *t, const struct honour_pursuit *r)
{
    struct honour_pos *p = pos_of(t);

    p->pursuit = *r;
    st_call(t, STEP_PURSUIT);
    p->flow.side = r->side;
}

static enum st_answer pursuit_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_DECLINE)
        return ST_LEGAL;
    if (m->verb != VERB_PURSUE)
        return honour_not_now(t, why);
    if (!has(p->pursuit.forces, m->arg[0]))
        return st_refuse(why, "11.5.1", "%s may not pursue here", force_name(m->arg[0]));
    return ST_LEGAL;
}

static void pursuit_offer(const struct st_table *t, struct st_offer *o)
{
    honour_offer(o, st_move_0(VERB_DECLINE));
    for (uint32_t left = pos_of(t)->pursuit.forces; left;)
        honour_offer(o, st_move_1(VERB_PURSUE, take(&left)));
}

static void end_pursuit(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int slip = p->pursuit.slip;

    p->pursuit = (struct honour_pursuit){ 0 };
    p->pursuit.slip = (uint8_t)slip; /* the slip's own step clears it */
    st_done(t);
}

static void pursuit_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct honour_pursuit *r = &p->pursuit;
    const struct honour_force *x = &p->force[m->arg[0]];

    if (m->verb == VERB_DECLINE) {
        st_tell(t, "11.5.1", "there is no pursuit");
        end_pursuit(t);
        return;
    }
    if (!r->units) { /* a battle has named its own */
        r->units = honour_able(p, plan_of(t), x->units);
        r->hunters = x->caps;
        r->star = honour_star(p, x->primo);
    }
    r->forces = 0;
    st_go(t, STEP_PURSUIT_END);
    st_call(t, STEP_PURSUIT_ROLL);
}

const struct st_step honour_step_pursuit = {
    "pursuit", "11.5.1", ST_DECIDE, .offer = pursuit_offer, .check = pursuit_check,
    .apply = pursuit_apply,
};

static void pursuit_end_run(struct st_table *t)
{
    end_pursuit(t);
}

const struct st_step honour_step_pursuit_end = ST_RUNS("end of pursuit", "11.5.2", pursuit_end_run);

static void pursuit_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "pursuit by side %s", t->plan->side[pos_of(t)->pursuit.side]);
}

int honour_pursuit_row(const struct st_table *t, int die, bool star, bool stradiots, int slip)
{
    const struct honour_plan *f = plan_of(t);

    return die +
           st_modify(t, "11.5.1", "star of the pursuing Primo Capitano",
                     star ? f->chase.star : 0) +
           st_modify(t, "11.5.1", "Stradiots", stradiots ? f->chase.stradiots : 0) +
           st_modify(t, "7.8.2", "MP spent to slip away", slip * f->chase.slip);
}

int honour_pursuit_losses(const struct honour_plan *f, int row, int cavalry, int infantry)
{
    int r = most(0, least(row, 8));

    return honour_round(f->pursuit[r].cavalry * cavalry, 100) +
           honour_round(f->pursuit[r].infantry * infantry, 100);
}

static bool with_stradiots(const struct st_table *t, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);

    while (units)
        if (plan_of(t)->type[p->type[take(&units)]].stradiot)
            return true;
    return false;
}

static void pursuit_take(struct st_table *t, int die)
{
    struct honour_pursuit *r = &pos_of(t)->pursuit;
    int row = honour_pursuit_row(t, die, r->star, with_stradiots(t, r->units), r->slip);

    r->row = (uint8_t)most(0, least(row, 8));
    r->natural = (uint8_t)die;
    st_go(t, STEP_PURSUIT_NEXT);
}

const struct st_step honour_step_pursuit_roll =
    ST_ROLLS("pursuit die", "11.5", pursuit_die, pursuit_take);

static void pursuit_next_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_pursuit *r = &p->pursuit;

    switch (r->stage++) {
    case 0:
        if (r->natural == 1 && r->hunters) {
            p->flow.side = r->side;
            st_go(t, STEP_RISK);
        }
        break;
    case 1: {
        int cavalry = honour_sp(p, honour_of_class(p, f, r->units, CLASS_CAV));
        int infantry = honour_sp(p, honour_of_class(p, f, r->units, CLASS_INF));

        st_look(t, f->chart[CHART_PURSUIT], r->row, 0);
        st_look(t, f->chart[CHART_PURSUIT], r->row, 1);
        int lost = honour_pursuit_losses(f, r->row, cavalry, infantry);
        st_tell(t, "11.5.2", "%d Pursuit Losses", lost);
        honour_call_lose(t, 1 - r->side, r->prey, lost, LOSS_PURSUIT);
        break;
    }
    case 2:
        if (f->pursuit[r->row].mark == MARK_CAPITANI)
            honour_call_elim(t, r->prey_caps & ~(p->killed | p->captured));
        break;
    default:
        st_done(t);
    }
}

const struct st_step honour_step_pursuit_next =
    ST_RUNS("pursuit result", "11.5.2", pursuit_next_run);

static enum st_answer risk_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    if (m->verb != VERB_RISK)
        return honour_not_now(t, why);
    if (!has(pos_of(t)->pursuit.hunters, m->arg[0]))
        return st_refuse(why, "11.5.4", "%s is no Capitano of the pursuers",
                         cap_name(t, m->arg[0]));
    return ST_LEGAL;
}

static void risk_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint32_t left = pos_of(t)->pursuit.hunters; left;)
        honour_offer(o, st_move_1(VERB_RISK, take(&left)));
}

static void risk_apply(struct st_table *t, const struct st_move *m)
{
    st_go(t, STEP_PURSUIT_NEXT);
    honour_call_elim(t, bit(m->arg[0]));
}

const struct st_step honour_step_risk = {
    "risk", "11.5.4", ST_DECIDE, .offer = risk_offer, .check = risk_check, .apply = risk_apply,
};

/* ---- 11.6 Retreat ------------------------------------------------------------------------ */

void honour_call_retreat(struct st_table *t, uint32_t forces, int from, int steps, bool lost)
{
    struct honour_pos *p = pos_of(t);

    p->retreat = (struct honour_retreat){ .forces = forces,
                                          .from = (int16_t)from,
                                          .left = (uint8_t)steps,
                                          .first = 1,
                                          .lost = lost,
                                          .side = (uint8_t)side_of_force(__builtin_ctz(forces)) };
    st_call(t, STEP_RETREAT_NEXT);
    p->flow.side = p->retreat.side;
}

/* 10.1.2: those in excess merge into the first Force there. */
static void merge_excess(struct st_table *t, uint32_t forces)
{
    struct honour_pos *p = pos_of(t);

    for (int i = MAX_FORCES - 1; i >= 0; i--) {
        if (!has(forces, i) || !exists(p, i) || is_inside(p, i))
            continue;
        uint32_t here = honour_forces_in(p, side_of_force(i), p->force[i].hex);
        if (__builtin_popcount(here) > STACK)
            honour_merge(t, i, __builtin_ctz(here & ~bit(i)));
    }
}

static void end_retreat(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_retreat r = p->retreat;

    for (uint32_t left = living(p, r.forces); left;) {
        struct honour_force *x = &p->force[take(&left)];

        x->flags |= (uint16_t)(F_FINISHED | (r.lost ? F_DISRUPTED : 0));
        if (p->combat.kind == COMBAT_BATTLE)
            x->order = RETREAT;
    }
    merge_excess(t, r.forces);
    p->retreat = (struct honour_retreat){ 0 };
    st_done(t);
}

static int retreat_hex(const struct honour_pos *p)
{
    return p->force[__builtin_ctz(living(p, p->retreat.forces))].hex;
}

static bool may_shelter(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int hex = retreat_hex(p), inside = honour_inside_at(p, hex);

    return p->retreat.lost && p->retreat.first &&
           honour_friendly_fort(p, plan_of(t), p->retreat.side, hex) &&
           (inside < 0 || has(p->retreat.forces, inside)); /* H.3: it came out of there */
}

/* The hexes open now: free of ZOC, or if there is none, those in one (11.6.2). */
static bool open_hexes(const struct st_table *t, struct st_hexset *out, bool *zoned)
{
    const struct honour_pos *p = pos_of(t);
    int hex = retreat_hex(p);

    *zoned = false;
    if (honour_retreat_hexes(t, &p->retreat, hex, false, out))
        return true;
    *zoned = true;
    return p->retreat.lost && honour_retreat_hexes(t, &p->retreat, hex, true, out);
}

static uint32_t retreating_units(const struct honour_pos *p)
{
    uint32_t units = 0;

    for (uint32_t left = p->retreat.forces; left;)
        units |= p->force[take(&left)].units;
    return units;
}

static void retreat_next_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct st_hexset to;
    bool zoned;

    if (!p->retreat.left || !living(p, p->retreat.forces)) {
        end_retreat(t);
    } else if (open_hexes(t, &to, &zoned) || may_shelter(t)) {
        p->flow.side = p->retreat.side;
        st_go(t, STEP_RETREAT);
    } else {
        if (p->retreat.first && p->retreat.lost) {
            st_tell(t, "11.6.2", "there is no way out of %s",
                    honour_hex_name(t, retreat_hex(p)).text);
            for (uint32_t left = retreating_units(p); left;)
                honour_eliminate_unit(t, take(&left), "11.6.2");
        }
        end_retreat(t);
    }
}

const struct st_step honour_step_retreat_next =
    ST_RUNS("retreat goes on", "11.6.1", retreat_next_run);

static enum st_answer retreat_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    struct honour_retreat any = p->retreat;
    struct st_hexset to, all;
    bool zoned;

    if (m->verb == VERB_SHELTER)
        return may_shelter(t)
                   ? ST_LEGAL
                   : st_refuse(why, "11.6.3", "there is no empty friendly Fortress in %s",
                               honour_hex_name(t, retreat_hex(p)).text);
    if (m->verb != VERB_RETREAT)
        return honour_not_now(t, why);

    int hex = m->arg[0], here = retreat_hex(p);
    struct honour_name at = honour_hex_name(t, hex);
    if (open_hexes(t, &to, &zoned) && hex >= 0 && st_hexset_has(&to, hex))
        return ST_LEGAL;
    if (honour_dir(t, here, hex) < 0)
        return st_refuse(why, "11.6.1", "%s is not adjacent to %s", at.text,
                         honour_hex_name(t, here).text);
    if (st_hex_distance(&t->plan->grid, hex, any.from) <=
        st_hex_distance(&t->plan->grid, here, any.from))
        return st_refuse(why, "11.6.1", "%s is not farther from %s", at.text,
                         honour_hex_name(t, any.from).text);
    if (honour_retreat_hexes(t, &any, here, true, &all) && st_hexset_has(&all, hex))
        return st_refuse(why, "11.6.1", "%s is in an enemy ZOC", at.text);
    return st_refuse(why, "11.6.1", "%s cannot be entered", at.text);
}

static void retreat_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    struct st_hexset to;
    bool zoned;
    int here = retreat_hex(p);

    if (open_hexes(t, &to, &zoned))
        for (int d = 0; d < 6; d++) {
            int h = plan_of(t)->near[here * 6 + d];

            if (h >= 0 && st_hexset_has(&to, h))
                honour_offer(o, st_move_1(VERB_RETREAT, h));
        }
    if (may_shelter(t))
        honour_offer(o, st_move_0(VERB_SHELTER));
}

static void retreat_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct st_hexset to;
    bool zoned;

    if (m->verb == VERB_SHELTER) {
        go_inside(t, living(p, p->retreat.forces));
        end_retreat(t);
        return;
    }
    open_hexes(t, &to, &zoned);
    p->retreat.to = m->arg[0];
    st_go(t, STEP_RETREAT_GO);
    if (zoned) {
        int sp = honour_sp(p, retreating_units(p));

        st_tell(t, "11.6.2", "the step into an enemy ZOC costs %d SP", (sp + PER_SP - 1) / PER_SP);
        honour_call_lose(t, p->retreat.side, retreating_units(p), (sp + PER_SP - 1) / PER_SP,
                         LOSS_PLAIN);
    }
}

const struct st_step honour_step_retreat = {
    "retreat", "11.6.1", ST_DECIDE, .offer = retreat_offer, .check = retreat_check,
    .apply = retreat_apply,
};

static void retreat_go_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_retreat *r = &p->retreat;
    int to = r->to;
    bool haven = honour_friendly_fort(p, f, r->side, to) && honour_inside_at(p, to) < 0;

    r->to = 0;
    if (living(p, r->forces)) {
        int here = retreat_hex(p), dir = honour_dir(t, here, to);
        uint32_t units = retreating_units(p);

        if (honour_guns_stop(t, units, here, dir))
            for (uint32_t guns = honour_of_class(p, f, units, CLASS_ART); guns;)
                honour_eliminate_unit(t, take(&guns), "7.6.2");
    }
    for (uint32_t left = living(p, r->forces); left;)
        honour_enter(t, take(&left), to);
    st_tell(t, "11.6.1", "side %s retreats to %s", t->plan->side[r->side],
            honour_hex_name(t, to).text);
    r->first = 0;
    r->left--;
    if (haven && living(p, r->forces)) { /* friendly before they came (11.6.3) */
        r->left = 0;
        p->flow.side = r->side;
        st_go(t, STEP_SHELTER);
        return;
    }
    st_go(t, STEP_RETREAT_NEXT);
}

const struct st_step honour_step_retreat_go = ST_RUNS("retreat step", "11.6.1", retreat_go_run);

static enum st_answer shelter_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    if (m->verb != VERB_SHELTER && m->verb != VERB_STAY)
        return honour_not_now(t, why);
    return ST_LEGAL;
}

static void shelter_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    honour_offer(o, st_move_0(VERB_STAY));
    honour_offer(o, st_move_0(VERB_SHELTER));
}

static void shelter_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_SHELTER)
        go_inside(t, living(p, p->retreat.forces));
    st_go(t, STEP_RETREAT_NEXT);
}

const struct st_step honour_step_shelter = {
    "shelter", "11.6.3", ST_DECIDE, .offer = shelter_offer, .check = shelter_check,
    .apply = shelter_apply,
};
