/* honour_charge.c - guns and horse in a Major Battle: fire 11.4.13, and the charge 11.4.1. */
#include "honour/honour_battle.h"

#include "base/philox.h"

uint32_t honour_firing_guns(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);

    if (!p->battle.play[role][CHIT_ARTILLERY])
        return 0;
    return honour_of_class(p, plan_of(t), honour_fighting(p, role), CLASS_ART);
}

/* of the Corps that fight */
static uint32_t honour_commanders_of(const struct honour_pos *p, int role)
{
    const struct honour_battle *b = &p->battle;
    int c = b->commander[role][b->fight], r = b->reserve[role] ? b->commander[role][REAR] : 0;

    return (c ? bit(c - 1) : 0) | (r ? bit(r - 1) : 0);
}

static bool flank_charge(const struct st_table *t, int role)
{
    const struct honour_battle *b = &pos_of(t)->battle;

    if (b->formation[1 - role])
        return false;
    return b->play[role][CHIT_COORDINATION] ||
           (b->fight == MAIN && honour_stands(t, role, VANGUARD) && !honour_stands(t, 1 - role, VANGUARD));
}

uint32_t honour_able_horse(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);

    return honour_of_class(p, plan_of(t), honour_fighting(p, role) & ~p->demoralised, CLASS_CAV);
}

/* ---- 11.4.13 Artillery fire -------------------------------------------------------------- */

int honour_fire_drm(const struct st_table *t, const struct honour_fire_terms *in)
{
    const struct honour_plan *f = plan_of(t);
    bool battle = in->kind == FIRE_BATTLE;
    const char *para = battle ? "11.4.13" : "13.4";
    int sky = in->weather == RAIN   ? f->fire.rain
              : in->weather == MUD  ? f->fire.mud
              : in->weather == SNOW ? f->fire.snow
                                    : 0;

    return st_modify(t, para, honour_weathers[in->weather], sky) +
           st_modify(t, para, battle ? "River chit" : "through a Secondary River",
                     in->river ? f->fire.river : 0) +
           st_modify(t, para, battle ? "Earthworks chit" : "target behind Earthworks",
                     in->works ? f->fire.works : 0) +
           st_modify(t, para, "Heath or Hill", battle && in->ground ? f->fire.ground : 0) +
           st_modify(t, para, "Siege ability", !battle && in->siege ? f->fire.siege : 0) +
           st_modify(t, para, "against a Fortified City", !battle && in->city ? f->fire.city : 0);
}

static void guns_die(const struct st_table *t, struct st_chance *c)
{
    const struct honour_pos *p = pos_of(t);

    st_dice(c, 1, DIE, "Artillery of side %s", t->plan->side[honour_role_side(p, p->battle.role)]);
}

static void guns_take(struct st_table *t, int die)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int role = b->role, foe = 1 - role, ground = f->terrain[p->combat.def_hex];
    struct honour_fire_terms terms = { .kind = FIRE_BATTLE,
                                       .weather = p->weather,
                                       .river = b->play[foe][CHIT_RIVER],
                                       .works = b->play[foe][CHIT_EARTHWORKS],
                                       .ground = f->ground[ground].battle_fire != 0 };
    int drm = honour_fire_drm(t, &terms);

    b->die[role] = 1;
    b->cell[role] =
        (uint8_t)st_look(t, f->chart[CHART_FIRE], die + drm, honour_sp(p, honour_firing_guns(t, role)));
    b->role = 0;
    st_done(t);
}

const struct st_step honour_step_guns =
    ST_ROLLS("battle artillery", "11.4.13", guns_die, guns_take);

static void fire_next_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_fire *x = &p->fire;
    int foe_role = 1 - p->battle.role;

    switch (x->stage++) {
    case 0:
        if (x->cell & FIRE_STAR) {
            st_tell(t, "11.4.13", "the firing Artillery loses 1 SP");
            honour_call_lose(t, x->side, x->guns, 1, LOSS_PLAIN);
        }
        break;
    case 1:
        honour_call_lose(t, 1 - x->side, x->target, x->cell >> FIRE_SP_SHIFT, LOSS_FIRE);
        break;
    case 2:
        if (x->cell & FIRE_DC) {
            int force = x->target ? honour_force_of_unit(p, f, __builtin_ctz(x->target)) : -1;
            int mod = x->battle ? honour_star_modifier(t, foe_role)
                                : st_modify(t, "9.1", "star of the Primo Capitano",
                                            force >= 0 && honour_star(p, p->force[force].primo)
                                                ? f->check.star
                                                : 0);

            honour_call_checks(t, honour_fighters(p, f, x->target), mod, true, false);
        }
        break;
    case 3:
        if (x->battle && x->cell & FIRE_CAPITANI)
            honour_call_elim(t, honour_commanders_of(p, foe_role));
        break;
    default:
        if (!x->battle && x->place != NOBODY && p->siege[x->place] && p->siege[x->place] < 3 &&
            (x->cell & FIRE_BREACH || (x->cell & FIRE_MAYBE && x->maybe))) {
            p->siege[x->place]++;
            st_tell(t, "13.4", "a breach: Siege Status %d", p->siege[x->place] - 1);
        }
        if (!x->battle) /* the garrison answers */
            p->flow.side = (uint8_t)(x->bonus ? 1 - x->side : x->side);
        p->fire = (struct honour_fire){ 0 };
        p->battle.role = 0;
        st_done(t);
    }
}

const struct st_step honour_step_fire_next = ST_RUNS("fire result", "13.4", fire_next_run);

/* ---- 11.4.1 Charges ---------------------------------------------------------------------- */

static enum st_answer charge_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role, n = m->arg[0];
    uint32_t units, foes = honour_fighting(p, 1 - role);

    if (!honour_read_units(m, 1, n, &units) || !units)
        return st_refuse(why, "11.4.1.1", "name the units that charge, each once");
    if (units & ~honour_able_horse(t, role))
        return st_refuse(why, "11.4.1.1", "%s is no able horse of the fighting Corps",
                         unit_name(t, __builtin_ctz(units & ~honour_able_horse(t, role))));
    int heavy = 0;
    for (uint32_t left = units; left;)
        heavy += f->type[p->type[take(&left)]].heavy;
    if (heavy && heavy != n)
        return st_refuse(why, "11.4.1.1", "a charge is all Heavy or all Light Cavalry");
    if (!has(honour_fighters(p, f, foes), m->arg[1 + n]))
        return st_refuse(why, "11.4.1.1",
                         "%s is no unit of the opposing Corps that could be charged",
                         unit_name(t, m->arg[1 + n]));
    return ST_LEGAL;
}

static struct st_move charge_move(uint32_t units, int target)
{
    return honour_units_and(VERB_CHARGE, units, target);
}

static void charge_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role;
    uint32_t foes = honour_fighters(p, f, honour_fighting(p, 1 - role)), kind[2] = { 0, 0 };

    st_offer_this(o, st_move_0(VERB_DECLINE));
    for (uint32_t left = honour_able_horse(t, role); left;) {
        int u = take(&left);

        kind[f->type[p->type[u]].heavy] |= bit(u);
    }
    for (int k = 0; k < 2; k++)
        for (uint32_t now = kind[k]; now && !o->enough; now = (now - 1) & kind[k])
            for (uint32_t left = foes; left && !o->enough;)
                st_offer_this(o, charge_move(now, take(&left)));
}

static bool charge_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role;
    uint32_t horse = honour_able_horse(t, role), foes = honour_fighting(p, 1 - role);

    for (uint32_t i = 0; i < 6 && st_pick(seed, 9, 5); i++) {
        *out = charge_move(horse & (uint32_t)st_pick(seed, 10 + i, 1u << 30),
                           (int)st_pick(seed, 20 + i, 30));
        if (has(foes, out->arg[out->nargs - 1]) && out->arg[0] &&
            charge_check(t, out, NULL) == ST_LEGAL)
            return true;
    }
    *out = st_move_0(VERB_DECLINE);
    return true;
}

static void charge_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_battle *b = &pos_of(t)->battle;

    st_go(t, STEP_ROUND);
    if (m->verb == VERB_DECLINE)
        return;
    honour_read_units(m, 1, m->arg[0], &b->chargers);
    b->target = (uint8_t)m->arg[1 + m->arg[0]];
    st_call(t, STEP_CHARGE_ROLL);
}

const struct st_step honour_step_charge =
    ST_DECIDES("charge", "11.4.1.1", charge_offer, charge_check, charge_apply,
               .sample = charge_sample, .takes = ST_VERB(VERB_CHARGE),
               .always = ST_VERB(VERB_DECLINE));

int honour_charge_drm(const struct st_table *t, const struct honour_charge_terms *in)
{
    const struct honour_plan *f = plan_of(t);

    return st_modify(t, "11.4.1.2", "Heath or Hill", in->ground ? f->charge.ground : 0) +
           st_modify(t, "11.4.1.2", "Earthworks/River chit", in->works ? f->charge.works : 0) +
           st_modify(t, "11.4.1.2", "Mud", f->sky[in->weather].charge ? f->charge.mud : 0) +
           st_modify(t, "11.4.1.2", "against Pike", in->pike ? f->charge.pike : 0) +
           st_modify(t, "11.4.1.2", "flank charge", in->flank ? f->charge.flank : 0) +
           st_modify(t, "11.4.1.2", "Troop Quality of the Heavy Cavalry",
                     in->heavy ? in->quality : 0) +
           st_modify(t, "11.4.1.2", "Firearms against Heavy Cavalry",
                     in->heavy && in->firearms ? f->charge.firearms : 0);
}

static void charge_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "charge on %s", unit_name(t, pos_of(t)->battle.target));
}

static void charge_take(struct st_table *t, int die)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int role = b->role, foe = 1 - role, quality = 9, sp = honour_sp(p, b->chargers);
    bool heavy = f->type[p->type[__builtin_ctz(b->chargers)]].heavy;

    for (uint32_t left = b->chargers; left;)
        quality = least(quality, p->tq[take(&left)]);
    struct honour_charge_terms terms = {
        .quality = quality,
        .weather = p->weather,
        .heavy = heavy,
        .ground = f->ground[f->terrain[p->combat.def_hex]].battle_charge != 0,
        .works = honour_kind_in_play(b, foe, CHIT_EARTHWORKS),
        .pike = f->type[p->type[b->target]].pike,
        .flank = flank_charge(t, role),
        .firearms = b->play[foe][CHIT_FIREARMS],
    };
    int drm = honour_charge_drm(t, &terms);
    b->cell[0] = (uint8_t)st_look(t, f->chart[CHART_CHARGE], die + drm, sp);
    b->die[0] = (uint8_t)st_chart_look(f->chart[CHART_CHARGE_MARKS], die + drm, 0, NULL);
    b->die[1] = (uint8_t)st_chart_look(f->chart[CHART_PLUNDER], die + drm, sp, NULL);
    b->opt_stage = 0;
    st_go(t, STEP_CHARGE_NEXT);
}

const struct st_step honour_step_charge_roll =
    ST_ROLLS("charge die", "11.4.1", charge_die, charge_take);

static void charge_result(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int role = b->role, cell = b->cell[0];

    if (cell >= CHARGE_A1 && cell <= CHARGE_A3) {
        int lost = cell - CHARGE_A1 + 1;

        if (b->play[1 - role][CHIT_FIREARMS])
            lost *= 2;
        honour_call_lose(t, honour_role_side(p, role), b->chargers, lost, LOSS_PLAIN);
    } else if (cell >= CHARGE_D) {
        if (cell == CHARGE_D1)
            honour_lose_sp(t, b->target, 1, "11.4.1.3");
        if (p->sp[b->target] && !has(p->demoralised, b->target))
            honour_demoralise(t, b->target, "11.4.1.3");
    }
}

static void charge_next_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int role = b->role, cell = b->cell[0];

    switch (b->opt_stage++) {
    case 0:
        charge_result(t);
        break;
    case 1:
        if (cell >= CHARGE_D)
            honour_call_checks(t, honour_fighters(p, f, honour_fighting(p, 1 - role)),
                               honour_star_modifier(t, 1 - role), true, false);
        else if (cell != CHARGE_NONE)
            honour_call_checks(t, b->chargers, honour_star_modifier(t, role), true, false);
        break;
    case 2:
        if (b->die[0] == MARK_STAR) {
            int c = b->commander[role][b->fight];

            honour_call_elim(t, c ? bit(c - 1) : 0);
        } else if (b->die[0] == MARK_CAPITANI) {
            honour_call_elim(t, honour_commanders_of(p, 1 - role));
        }
        break;
    default:
        if (b->die[1] && b->chargers) {
            b->away |= b->chargers;
            st_tell(t, "11.4.1.5", "the charging cavalry is Lost in Plundering");
        }
        b->chargers = 0;
        b->target = b->cell[0] = b->die[0] = b->die[1] = b->opt_stage = 0;
        st_done(t);
    }
}

const struct st_step honour_step_charge_next =
    ST_RUNS("charge result", "11.4.1.3", charge_next_run);
