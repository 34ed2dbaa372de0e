/* honour_show.c - a position seen from outside: fields, secrets, scene, invariants, rulings. */
#include "honour/honour.h"

#include "core/scene.h"

#include <stdio.h>
#include <string.h>

#define GET(name) static int get_##name(const struct st_table *t, int i)
#define SET(name)                                                                                  \
    static enum st_answer set_##name(struct st_table *t, int i, int v, struct st_refusal *why)

static enum st_answer range(int v, int lo, int hi, const char *para, const char *what,
                            struct st_refusal *why)
{
    if (v >= lo && v <= hi)
        return ST_LEGAL;
    return st_refuse(why, para, "%s is %d to %d", what, lo, hi);
}

/* Who is where is not changed in the middle of a fight, a check, a siege: the procedure has
 * noted whom it concerns, and goes on with them. */
static bool is_rest(const struct honour_pos *p)
{
    int step = p->flow.step[p->flow.depth];

    return !p->combat.kind && (!p->flow.depth || step == STEP_WEATHER || step == STEP_FIRST);
}

static enum st_answer at_rest(const struct st_table *t, const char *name, struct st_refusal *why)
{
    if (is_rest(pos_of(t)))
        return ST_LEGAL;
    return st_refuse(why, "3.5", "%s stays where and what it is until `%s` is over", name,
                     st_step_now(t)->name);
}

/* Nobody is left in it. */
static void drop_if_empty(struct honour_pos *p, int force)
{
    if (force >= 0 && !exists(p, force) && !p->force[force].caps && p->active != force)
        honour_drop_force(p, force);
}

/* ---- units ------------------------------------------------------------------------------- */

GET(sp)
{
    return pos_of(t)->sp[i];
}
SET(sp)
{
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;

    if (range(v, 1, MAX_SP, "3.2", "SP", why))
        return ST_REFUSED;
    if (!p->sp[i])
        return st_refuse(why, "3.2", "%s is eliminated: set its Force to bring it back",
                         unit_name(t, i));
    p->sp[i] = (uint8_t)v;
    p->start[i] = (uint8_t)most(p->start[i], v);
    if (has(a->att | a->def, i)) /* it fights with what it has now; in a breach with the SP named */
        a->sp[i] = (uint8_t)(a->kind == COMBAT_BREACH ? least(a->sp[i], v) : v);
    return ST_LEGAL;
}

GET(start)
{
    return pos_of(t)->start[i];
}
SET(start)
{
    if (range(v, most(1, pos_of(t)->sp[i]), MAX_SP, "3.2", "starting SP", why))
        return ST_REFUSED;
    pos_of(t)->start[i] = (uint8_t)v;
    return ST_LEGAL;
}

GET(type)
{
    return pos_of(t)->type[i];
}
SET(type)
{
    if (range(v, 0, TYPES - 1, "3.1", "type", why) ||
        (v != get_type(t, i) && at_rest(t, unit_name(t, i), why)))
        return ST_REFUSED;
    pos_of(t)->type[i] = (uint8_t)v;
    return ST_LEGAL;
}

GET(tq)
{
    return pos_of(t)->tq[i];
}
SET(tq)
{
    if (range(v, 0, 3, "3.1", "TQ", why))
        return ST_REFUSED;
    pos_of(t)->tq[i] = (uint8_t)v;
    return ST_LEGAL;
}

GET(rel)
{
    return pos_of(t)->rel[i];
}
SET(rel)
{
    if (range(v, 0, RELS - 1, "3.1", "Reliability Class", why))
        return ST_REFUSED;
    pos_of(t)->rel[i] = (uint8_t)v;
    return ST_LEGAL;
}

GET(demoralised)
{
    return has(pos_of(t)->demoralised, i);
}
SET(demoralised)
{
    struct honour_pos *p = pos_of(t);

    if (range(v, 0, 1, "9.3", "demoralised", why))
        return ST_REFUSED;
    if (v && (plan_of(t)->type[p->type[i]].cls == CLASS_ART || !p->sp[i]))
        return st_refuse(why, "3.3", "%s is never Demoralised", unit_name(t, i));
    p->demoralised = v ? p->demoralised | bit(i) : p->demoralised & ~bit(i);
    return ST_LEGAL;
}

GET(unit_force)
{
    return honour_force_of_unit(pos_of(t), plan_of(t), i);
}
SET(unit_force)
{
    struct honour_pos *p = pos_of(t);

    if (v >= 0 && side_of_force(v) != plan_of(t)->unit[i].side)
        return st_refuse(why, "3.5.1", "%s is a Force of the other side", force_name(v));
    int old = get_unit_force(t, i);
    if (old == v)
        return ST_LEGAL;
    if (at_rest(t, unit_name(t, i), why))
        return ST_REFUSED;
    if (old >= 0)
        p->force[old].units &= ~bit(i);
    drop_if_empty(p, old);
    p->coming &= ~bit(i);
    p->shifted &= ~bit(i);
    p->recovered &= ~bit(i);
    if (v < 0) { /* out of the game, not lost */
        p->sp[i] = 0;
        p->demoralised &= ~bit(i);
        return ST_LEGAL;
    }
    if (!p->sp[i])
        p->sp[i] = p->start[i];
    p->force[v].units |= bit(i);
    return ST_LEGAL;
}

GET(unit_hex)
{
    int f = get_unit_force(t, i);

    return f < 0 ? -1 : pos_of(t)->force[f].hex;
}

GET(corps)
{
    return pos_of(t)->battle.corps[i];
}

/* ---- Capitani ---------------------------------------------------------------------------- */

GET(cap_force)
{
    return honour_force_of_cap(pos_of(t), plan_of(t), i);
}
SET(cap_force)
{
    struct honour_pos *p = pos_of(t);
    int old = get_cap_force(t, i);

    if (v < 0 || side_of_force(v) != plan_of(t)->cap[i].side)
        return st_refuse(why, "3.5.1", "a Capitano is always with a Force of his side");
    if (old == v)
        return ST_LEGAL;
    if (at_rest(t, cap_name(t, i), why))
        return ST_REFUSED;
    if (!exists(p, v))
        return st_refuse(why, "3.5.1", "%s is not on the map: put a unit into it first",
                         force_name(v));
    if (old >= 0) {
        p->force[old].caps &= ~bit(i);
        honour_settle_primo(t, old);
        drop_if_empty(p, old);
    }
    p->killed &= ~bit(i);
    p->captured &= ~bit(i);
    p->coming_caps &= ~bit(i);
    p->force[v].caps |= bit(i);
    honour_settle_primo(t, v);
    return ST_LEGAL;
}

enum { STATUS_PRESENT, STATUS_KILLED, STATUS_CAPTURED, STATUS_COMING };
static const char *const status_words[] = { "present", "killed", "captured", "coming", NULL };
GET(status)
{
    const struct honour_pos *p = pos_of(t);

    return has(p->killed, i)        ? STATUS_KILLED
           : has(p->captured, i)    ? STATUS_CAPTURED
           : has(p->coming_caps, i) ? STATUS_COMING
                                    : STATUS_PRESENT;
}
SET(status)
{
    if (v == get_status(t, i))
        return ST_LEGAL;
    if (v != STATUS_KILLED && v != STATUS_CAPTURED)
        return st_refuse(why, "11.7", "set the Force of %s to bring him back", cap_name(t, i));
    if (at_rest(t, cap_name(t, i), why))
        return ST_REFUSED;
    pos_of(t)->coming_caps &= ~bit(i);
    pos_of(t)->killed &= ~bit(i);
    pos_of(t)->captured &= ~bit(i);
    int force = get_cap_force(t, i);
    honour_remove_cap(t, i, v == STATUS_CAPTURED, "11.7");
    drop_if_empty(pos_of(t), force);
    return ST_LEGAL;
}

GET(initiative)
{
    return honour_initiative(pos_of(t), i);
}
SET(initiative)
{
    struct honour_pos *p = pos_of(t);

    if (range(v, 0, 5, "3.4", "Initiative", why))
        return ST_REFUSED;
    p->printed[i] = (uint8_t)((p->printed[i] & ~CAP_INITIATIVE) | v);
    if (get_cap_force(t, i) >= 0)
        honour_settle_primo(t, get_cap_force(t, i));
    return ST_LEGAL;
}

static enum st_answer set_printed(struct st_table *t, int i, int v, int flag,
                                  struct st_refusal *why)
{
    struct honour_pos *p = pos_of(t);

    if (range(v, 0, 1, "3.4", "this", why))
        return ST_REFUSED;
    p->printed[i] = (uint8_t)(v ? p->printed[i] | flag : p->printed[i] & ~flag);
    if (get_cap_force(t, i) >= 0)
        honour_settle_primo(t, get_cap_force(t, i));
    return ST_LEGAL;
}

GET(star)
{
    return honour_star(pos_of(t), i);
}
SET(star)
{
    return set_printed(t, i, v, CAP_STAR, why);
}
GET(cap_siege)
{
    return (pos_of(t)->printed[i] & CAP_SIEGE) != 0;
}
SET(cap_siege)
{
    return set_printed(t, i, v, CAP_SIEGE, why);
}
GET(cg)
{
    return honour_is_cg(pos_of(t), i);
}
SET(cg)
{
    return set_printed(t, i, v, CAP_CG, why);
}
GET(ap)
{
    return pos_of(t)->ap[i];
}
SET(ap)
{
    if (range(v, 0, MAX_AP, "5.1.5", "AP", why))
        return ST_REFUSED;
    pos_of(t)->ap[i] = (uint8_t)v;
    return ST_LEGAL;
}

/* ---- Forces ------------------------------------------------------------------------------ */

GET(hex)
{
    return pos_of(t)->force[i].hex;
}
SET(hex)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    if (v == p->force[i].hex)
        return ST_LEGAL;
    if (at_rest(t, force_name(i), why))
        return ST_REFUSED;
    if (v < 0 || !st_hexset_has(&f->area, v) || f->terrain[v] == LAKE)
        return st_refuse(why, "2.5", "%s cannot stand in %s", force_name(i),
                         honour_hex_name(t, v).text);
    if (p->force[i].hex != v)
        p->force[i].flags &= (uint16_t)~F_INSIDE;
    p->force[i].hex = (int16_t)v;
    return ST_LEGAL;
}

static enum st_answer set_flag(struct st_table *t, int i, int v, int flag, struct st_refusal *why)
{
    struct honour_force *x = &pos_of(t)->force[i];

    if (range(v, 0, 1, "3.2", "a flag", why))
        return ST_REFUSED;
    x->flags = (uint16_t)(v ? x->flags | flag : x->flags & ~flag);
    return ST_LEGAL;
}
static int get_flag(const struct st_table *t, int i, int flag)
{
    return (pos_of(t)->force[i].flags & flag) != 0;
}

GET(inside)
{
    return get_flag(t, i, F_INSIDE);
}
SET(inside)
{
    const struct honour_force *x = &pos_of(t)->force[i];

    if (v == get_inside(t, i))
        return ST_LEGAL;
    if (at_rest(t, force_name(i), why))
        return ST_REFUSED;
    if (v && (x->hex < 0 || !honour_is_fort(plan_of(t), x->hex)))
        return st_refuse(why, "3.5.1", "there is no Fortress where %s is", force_name(i));
    return set_flag(t, i, v, F_INSIDE, why);
}
/* Nothing hangs on these. */
#define FLAG(name, flag)                      \
    GET(name)                                 \
    {                                         \
        return get_flag(t, i, flag);          \
    }                                         \
    SET(name)                                 \
    {                                         \
        return set_flag(t, i, v, flag, why);  \
    }
FLAG(disrupted, F_DISRUPTED)
FLAG(admin, F_ADMIN)
FLAG(attacked, F_ATTACKED)
FLAG(pillaged, F_PILLAGED)
FLAG(finished, F_FINISHED)
FLAG(fought, F_FOUGHT)
FLAG(fresh, F_NEW)

GET(order)
{
    return pos_of(t)->force[i].order;
}
SET(order)
{
    if (range(v, 0, ORDERS - 1, "5.2", "Order", why))
        return ST_REFUSED;
    pos_of(t)->force[i].order = (uint8_t)v;
    return ST_LEGAL;
}

GET(primo)
{
    return pos_of(t)->force[i].primo == NOBODY ? -1 : pos_of(t)->force[i].primo;
}
SET(primo)
{
    struct honour_force *x = &pos_of(t)->force[i];

    if (v == get_primo(t, i))
        return ST_LEGAL;
    if (v < 0 || !has(x->caps, v))
        return st_refuse(why, "3.4", "the Primo Capitano is with %s", force_name(i));
    x->primo = (uint8_t)v;
    honour_settle_primo(t, i);
    return x->primo == v ? ST_LEGAL : st_refuse(why, "3.4", "a CG outranks %s", cap_name(t, v));
}

static enum st_answer set_count(uint8_t *out, int v, int hi, struct st_refusal *why)
{
    if (range(v, 0, hi, "3.2", "a counter", why))
        return ST_REFUSED;
    *out = (uint8_t)v;
    return ST_LEGAL;
}
GET(attempts)
{
    return pos_of(t)->force[i].attempts;
}
SET(attempts)
{
    return set_count(&pos_of(t)->force[i].attempts, v, 2, why);
}
GET(activations)
{
    return pos_of(t)->force[i].activations;
}
SET(activations)
{
    return set_count(&pos_of(t)->force[i].activations, v, 2, why);
}
GET(half_mp)
{
    return pos_of(t)->force[i].mp_turn;
}
SET(half_mp)
{
    return set_count(&pos_of(t)->force[i].mp_turn, v, 100, why);
}
GET(half_act)
{
    return pos_of(t)->force[i].mp_act;
}
SET(half_act)
{
    return set_count(&pos_of(t)->force[i].mp_act, v, 100, why);
}
GET(force_sp)
{
    return honour_sp(pos_of(t), pos_of(t)->force[i].units);
}
GET(ma)
{
    return exists(pos_of(t), i)
               ? honour_ma(t, i, pos_of(t)->active == i ? pos_of(t)->march : MARCH_REGULAR)
               : 0;
}
GET(ezoc)
{
    return exists(pos_of(t), i) && honour_in_zone(t, i);
}
GET(loc)
{
    const struct honour_pos *p = pos_of(t);

    return exists(p, i)
               ? honour_loc(t, side_of_force(i), p->force[i].hex, p->source[side_of_force(i)])
               : -1;
}

/* ---- Places, regions, hexes, sides ------------------------------------------------------- */

static const char *const control_words[] = { "none", "A", "B", "closed", NULL };
GET(control)
{
    return pos_of(t)->control[i];
}
SET(control)
{
    if (range(v, 0, CTRL_CLOSED, "15.1", "control", why))
        return ST_REFUSED;
    if ((v == CTRL_CLOSED) != (plan_of(t)->place[i].control == CTRL_CLOSED))
        return st_refuse(why, "15.1", "which Places are closed is the scenario's: %s is%s",
                         plan_of(t)->place_name[i], v == CTRL_CLOSED ? " not" : "");
    pos_of(t)->control[i] = (uint8_t)v;
    return ST_LEGAL;
}
static const char *const siege_words[] = { "none", "0", "1", "2", NULL };
GET(siege)
{
    return pos_of(t)->siege[i];
}
SET(siege)
{
    if (range(v, 0, 3, "13.1", "Siege Status", why))
        return ST_REFUSED;
    if (v && plan_of(t)->place[i].kind == PLACE_TOWN)
        return st_refuse(why, "13.1", "%s is no Fortress", plan_of(t)->place_name[i]);
    pos_of(t)->siege[i] = (uint8_t)v;
    return ST_LEGAL;
}
static const char *const align_words[] = { "Neutral", "A", "B", NULL };
GET(alignment)
{
    return pos_of(t)->align[i];
}
SET(alignment)
{
    if (range(v, 0, 2, "14.1", "alignment", why))
        return ST_REFUSED;
    pos_of(t)->align[i] = (uint8_t)v;
    return ST_LEGAL;
}
static const char *const pillage_words[] = { "none", "Pillaged", "Devastated", NULL };
GET(pillage)
{
    return pos_of(t)->mark[i] & MARK_PILLAGE;
}
SET(pillage)
{
    if (range(v, 0, 2, "7.9.1", "pillage", why))
        return ST_REFUSED;
    pos_of(t)->mark[i] = (uint8_t)((pos_of(t)->mark[i] & ~MARK_PILLAGE) | v);
    return ST_LEGAL;
}
GET(works)
{
    return (pos_of(t)->mark[i] & MARK_LEVEL) >> MARK_LEVEL_SHIFT;
}
GET(works_side)
{
    return (pos_of(t)->mark[i] & MARK_OWNER) != 0;
}
SET(works)
{
    if (range(v, 0, 2, "16.3", "Earthworks", why))
        return ST_REFUSED;
    honour_set_works(pos_of(t), i, get_works_side(t, i), v);
    return ST_LEGAL;
}
SET(works_side)
{
    if (range(v, 0, 1, "16.3", "side", why))
        return ST_REFUSED;
    if (!get_works(t, i))
        return v == 0 ? ST_LEGAL
                      : st_refuse(why, "16.3", "there are no Earthworks: set their level first");
    honour_set_works(pos_of(t), i, v, get_works(t, i));
    return ST_LEGAL;
}

GET(source)
{
    return pos_of(t)->source[i];
}
SET(source)
{
    if (v < 0 || plan_of(t)->source[v].side != i)
        return st_refuse(why, "5.1.2", "no Supply Source of this side");
    pos_of(t)->source[i] = (uint8_t)v;
    return ST_LEGAL;
}
GET(lost)
{
    return pos_of(t)->lost[i];
}
SET(lost)
{
    if (range(v, 0, 999, "17.1", "SP lost", why))
        return ST_REFUSED;
    pos_of(t)->lost[i] = (uint16_t)v;
    return ST_LEGAL;
}
GET(won)
{
    return pos_of(t)->battles_won[i];
}
SET(won)
{
    return set_count(&pos_of(t)->battles_won[i], v, 50, why);
}
GET(engaged)
{
    const struct honour_pos *p = pos_of(t);

    if (p->combat.kind == COMBAT_BATTLE)
        return p->battle.engaged[i == p->combat.att_side ? 0 : 1];
    return p->engaged[i];
}
GET(vp)
{
    return honour_points(t, i);
}
GET(shaken)
{
    return __builtin_popcount(pos_of(t)->demoralised & plan_of(t)->side_units[i]);
}
GET(successes)
{
    const struct honour_pos *p = pos_of(t);

    return p->combat.kind == COMBAT_BATTLE ? p->battle.successes[i == p->combat.att_side ? 0 : 1]
                                           : 0;
}
GET(hand)
{
    const struct honour_pos *p = pos_of(t);

    return p->combat.kind == COMBAT_BATTLE ? p->battle.hand_left[i == p->combat.att_side ? 0 : 1]
                                           : 0;
}

/* ---- the game ---------------------------------------------------------------------------- */

GET(turn)
{
    (void)i;
    return pos_of(t)->turn;
}
SET(turn)
{
    (void)i;
    if (range(v, 1, plan_of(t)->turns, "4.1", "turn", why))
        return ST_REFUSED;
    pos_of(t)->turn = (uint8_t)v;
    return ST_LEGAL;
}
GET(weather)
{
    (void)i;
    return pos_of(t)->weather;
}
SET(weather)
{
    (void)i;
    if (range(v, 0, WEATHERS - 1, "4.2.1", "weather", why))
        return ST_REFUSED;
    pos_of(t)->weather = (uint8_t)v;
    return ST_LEGAL;
}
GET(acting)
{
    (void)i;
    return pos_of(t)->acting;
}
GET(active)
{
    (void)i;
    return pos_of(t)->active == NOBODY ? -1 : pos_of(t)->active;
}
GET(score)
{
    (void)i;
    return honour_score(t);
}
GET(pontoons)
{
    int n = 0;

    (void)i;
    for (int k = 0; k < MAX_PONTOONS; k++)
        n += pos_of(t)->pontoon[k].owner != 0;
    return n;
}
static const char *const outcome_words[] = { "playing", "A", "B", "draw", NULL };
GET(outcome)
{
    (void)i;
    return pos_of(t)->result;
}
static const char *const margin_words[] = { "none", "marginal", "decisive", NULL };
GET(margin)
{
    (void)i;
    return pos_of(t)->margin;
}
static const char *const combat_words[] = { "none",   "skirmish", "battle", "storm",
                                            "breach", "sortie",   NULL };
GET(combat)
{
    (void)i;
    return pos_of(t)->combat.kind;
}
static const char *const loser_words[] = { "none", "attacker", "defender", NULL };
GET(loser)
{
    (void)i;
    return pos_of(t)->combat.loser;
}
GET(row)
{
    (void)i;
    return pos_of(t)->battle.opt_row ? pos_of(t)->battle.opt_row - 64 : 0;
}
GET(round)
{
    (void)i;
    return pos_of(t)->battle.round;
}
GET(fight)
{
    (void)i;
    return pos_of(t)->battle.fight;
}
static const char *const corps_words[] = { "none", "vanguard", "main", "rear", NULL };

static const struct st_field fields[] = {
    { "sp", "Strength Points", "unit", NULL, NULL, get_sp, set_sp },
    { "start", "starting SP", "unit", NULL, NULL, get_start, set_start },
    { "type", "type", "unit", NULL, honour_types, get_type, set_type },
    { "tq", "Troop Quality", "unit", NULL, NULL, get_tq, set_tq },
    { "reliability", "Reliability Class", "unit", NULL, honour_reliabilities, get_rel, set_rel },
    { "demoralised", "Demoralised", "unit", NULL, NULL, get_demoralised, set_demoralised },
    { "force", "its Force", "unit", "force", NULL, get_unit_force, set_unit_force },
    { "hex", "where it is", "unit", "hex", NULL, get_unit_hex, NULL },
    { "corps", "its Corps in a battle", "unit", NULL, corps_words, get_corps, NULL },
    { "force", "his Force", "capitano", "force", NULL, get_cap_force, set_cap_force },
    { "status", "what became of him", "capitano", NULL, status_words, get_status, set_status },
    { "initiative", "printed Initiative", "capitano", NULL, NULL, get_initiative, set_initiative },
    { "star", "Bonus Star", "capitano", NULL, NULL, get_star, set_star },
    { "siege", "Siege ability", "capitano", NULL, NULL, get_cap_siege, set_cap_siege },
    { "cg", "Capitano Generale", "capitano", NULL, NULL, get_cg, set_cg },
    { "ap", "Administrative Points", "capitano", NULL, NULL, get_ap, set_ap },
    { "hex", "where it is", "force", "hex", NULL, get_hex, set_hex },
    { "inside", "inside a Fortress", "force", NULL, NULL, get_inside, set_inside },
    { "order", "Order", "force", NULL, honour_orders, get_order, set_order },
    { "primo", "Primo Capitano", "force", "capitano", NULL, get_primo, set_primo },
    { "attempts", "attempts used this turn", "force", NULL, NULL, get_attempts, set_attempts },
    { "activations", "activations this turn", "force", NULL, NULL, get_activations,
      set_activations },
    { "half_mp", "half MP spent this turn", "force", NULL, NULL, get_half_mp, set_half_mp },
    { "half_act", "half MP spent in this activation", "force", NULL, NULL, get_half_act,
      set_half_act },
    { "disrupted", "Disrupted", "force", NULL, NULL, get_disrupted, set_disrupted },
    { "admin", "in Administrative March", "force", NULL, NULL, get_admin, set_admin },
    { "attacked", "has attacked this turn", "force", NULL, NULL, get_attacked, set_attacked },
    { "pillaged", "has pillaged this turn", "force", NULL, NULL, get_pillaged, set_pillaged },
    { "finished", "has no attempts left", "force", NULL, NULL, get_finished, set_finished },
    { "fought", "has fought this turn", "force", NULL, NULL, get_fought, set_fought },
    { "new", "needs a new Order", "force", NULL, NULL, get_fresh, set_fresh },
    { "sp", "SP of all its units", "force", NULL, NULL, get_force_sp, NULL },
    { "ma", "Movement Allowance in half MP", "force", NULL, NULL, get_ma, NULL },
    { "ezoc", "in an enemy ZOC", "force", NULL, NULL, get_ezoc, NULL },
    { "loc", "LOC distance to the active Supply Source", "force", NULL, NULL, get_loc, NULL },
    { "control", "who controls it", "place", NULL, control_words, get_control, set_control },
    { "siege", "Siege Status", "place", NULL, siege_words, get_siege, set_siege },
    { "alignment", "alignment", "region", NULL, align_words, get_alignment, set_alignment },
    { "pillage", "pillage marker", "hex", NULL, pillage_words, get_pillage, set_pillage },
    { "earthworks", "Earthworks level", "hex", NULL, NULL, get_works, set_works },
    { "owner", "owner of the Earthworks", "hex", "side", NULL, get_works_side, set_works_side },
    { "source", "active Supply Source", "side", "source", NULL, get_source, set_source },
    { "lost", "SP lost", "side", NULL, NULL, get_lost, set_lost },
    { "won", "Major Battles won", "side", NULL, NULL, get_won, set_won },
    { "engaged", "rounds Engaged in the battle", "side", NULL, NULL, get_engaged, NULL },
    { "vp", "Victory Points as things stand", "side", NULL, NULL, get_vp, NULL },
    { "demoralised", "Demoralised units", "side", NULL, NULL, get_shaken, NULL },
    { "successes", "successes in the battle", "side", NULL, NULL, get_successes, NULL },
    { "hand", "chits in the hand", "side", NULL, NULL, get_hand, NULL },
    { "turn", "turn", NULL, NULL, NULL, get_turn, set_turn },
    { "weather", "weather", NULL, NULL, honour_weathers, get_weather, set_weather },
    { "acting", "acting side", NULL, "side", NULL, get_acting, NULL },
    { "active", "activated Force", NULL, "force", NULL, get_active, NULL },
    { "score", "score of the scenario", NULL, NULL, NULL, get_score, NULL },
    { "pontoons", "Pontoon Bridges on the map", NULL, NULL, NULL, get_pontoons, NULL },
    { "outcome", "who has won", NULL, NULL, outcome_words, get_outcome, NULL },
    { "margin", "how", NULL, NULL, margin_words, get_margin, NULL },
    { "combat", "kind of combat in progress", NULL, NULL, combat_words, get_combat, NULL },
    { "loser", "loser of the combat in progress or just over", NULL, NULL, loser_words, get_loser, NULL },
    { "row", "row of the battle by one table", NULL, NULL, NULL, get_row, NULL },
    { "fight", "Fight in progress", NULL, NULL, corps_words, get_fight, NULL },
    { "round", "round of the Fight", NULL, NULL, NULL, get_round, NULL },
};
const struct st_fields honour_fields = { ST_ROWS(fields) };

/* ---- secrets (Part 4) -------------------------------------------------------------------- */

/* The other side's deployment until Step 4, its hand to the end, X's commitment until Y's. */
void honour_observe(const struct st_table *t, int side, void *pos_out)
{
    struct honour_pos *p = pos_out;
    struct honour_battle *b = &p->battle;

    memcpy(p, t->pos, sizeof *p);
    if (p->combat.kind != COMBAT_BATTLE)
        return;
    int foe = side == p->combat.att_side ? 1 : 0;
    memset(b->hand[foe], 0, sizeof b->hand[foe]);
    if (p->flow.step[p->flow.depth] == STEP_COMMIT) {
        b->posture[foe] = 0;
        b->play_now[foe] = 0;
    }
    if (b->revealed || b->x == 0)
        return;
    for (uint32_t left = foe ? b->y : b->x; left;)
        b->corps[take(&left)] = MAIN;
    memset(b->commander[foe], 0, sizeof b->commander[foe]);
}

static int draw(struct st_source *dice, int sides)
{
    struct st_chance c = { .quiet = true };
    struct st_error err;
    int v = 1;

    st_dice(&c, 1, sides, "guess");
    if (dice->roll(dice, &c, &v, &err))
        return 0;
    return v - 1;
}

/* A deployment the other side might have made, as far as it has answered. */
static void guess_deployment(struct st_table *t, int foe, struct st_source *dice)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int answered = b->secret[foe], role = b->role, side = p->flow.side;
    struct st_move m;
    uint8_t depth = p->flow.depth, step = p->flow.step[depth];

    b->secret[foe] = 0;
    b->role = (uint8_t)foe;
    p->flow.step[depth] = STEP_VANGUARD; /* the samplers ask the step for its check */
    if (answered > 0 && honour_step_vanguard.sample(t, (uint64_t)draw(dice, 36), &m))
        for (int i = 0; i < m.nargs; i++)
            b->corps[m.arg[i]] = VANGUARD;
    p->flow.step[depth] = STEP_COMMANDER;
    for (b->secret[foe] = 2; b->secret[foe] < answered && b->secret[foe] < 5; b->secret[foe]++) {
        int corps = b->secret[foe] - 2 + VANGUARD;

        if (corps == MAIN)
            b->commander[foe][MAIN] = b->cg[foe];
    }
    b->secret[foe] = (uint8_t)answered;
    b->role = (uint8_t)role;
    p->flow.step[depth] = step;
    p->flow.side = (uint8_t)side;
}

static void guess_hand(struct st_table *t, int foe, struct st_source *dice)
{
    struct honour_battle *b = &pos_of(t)->battle;
    int left = b->hand_left[foe];

    memset(b->hand[foe], 0, sizeof b->hand[foe]);
    for (int tries = 0; left && tries < 400; tries++) {
        int c = tries < 100 ? draw(dice, HAND_CHITS) : tries % HAND_CHITS;

        if (b->hand[foe][c] < plan_of(t)->most[c] && !(c == CHIT_FORMATION && b->revealed)) {
            b->hand[foe][c]++;
            left--;
        }
    }
}

void honour_guess(struct st_table *t, int side, struct st_source *dice)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    if (p->combat.kind != COMBAT_BATTLE || b->x == 0)
        return;
    int foe = side == p->combat.att_side ? 1 : 0;
    if (!b->revealed)
        guess_deployment(t, foe, dice);
    guess_hand(t, foe, dice);
    if (p->flow.step[p->flow.depth] == STEP_COMMIT && foe == 0 && b->role == 1)
        b->posture[0] = (uint8_t)(1 + draw(dice, 2));
}

/* ---- the scene --------------------------------------------------------------------------- */

static void describe_unit(const struct st_table *t, int u, struct st_scene_piece *x)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int force = honour_force_of_unit(p, f, u);

    *x = (struct st_scene_piece){ .piece = (int16_t)u,
                                  .hex = (int16_t)(force < 0 ? -1 : p->force[force].hex),
                                  .side = f->unit[u].side,
                                  .steps = p->sp[u],
                                  .steps_full = p->start[u],
                                  .worn = p->sp[u] < p->start[u],
                                  .can_act = force >= 0 && force == p->active };
    snprintf(x->symbol, sizeof x->symbol, "%s", honour_types[p->type[u]]);
    snprintf(x->group, sizeof x->group, "%s", force >= 0 ? force_name(force) : "");
    snprintf(x->factors, sizeof x->factors, "%d/%d%s", p->sp[u], p->tq[u],
             honour_reliabilities[p->rel[u]]);
    snprintf(x->states, sizeof x->states, "%s%s%s", has(p->demoralised, u) ? "demoralised " : "",
             force >= 0 && is_inside(p, force) ? "inside " : "",
             force >= 0 ? force_name(force) : "");
}

static void describe_force(const struct st_table *t, int i, struct st_scene *scene)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];

    if (scene->nnotes < ST_SCENE_NOTES - 2)
        st_scene_note(
            scene, "%s %s%s: %s, %d SP, %s%s%s", force_name(i), honour_hex_name(t, x->hex).text,
            is_inside(p, i) ? " inside" : "", honour_orders[x->order], honour_sp(p, x->units),
            x->primo == NOBODY ? "no Capitano" : cap_name(t, x->primo),
            x->flags & F_DISRUPTED ? ", Disrupted" : "", x->flags & F_FINISHED ? ", done" : "");
}

static void describe_battle(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int role = side == p->combat.att_side ? 0 : 1;
    char text[100] = "";
    size_t n = 0;

    for (int c = 0; c < HAND_CHITS; c++)
        for (int k = 0; k < b->hand[role][c] && n + 16 < sizeof text; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, " %s", honour_chits[c]);
    st_scene_note(scene, "%s Fight, round %d, successes %d to %d; hand:%s",
                  b->fight == MAIN ? "Main Body" : "Vanguard", b->round, b->successes[0],
                  b->successes[1], text);
}

void honour_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct st_step *step = st_step_now(t);

    for (int u = 0; u < f->nunits; u++)
        describe_unit(t, u, &scene->piece[scene->npieces++]);
    for (int h = 0; h < f->nhexes && scene->nmarks < ST_SCENE_MARKS; h++) {
        int level = (p->mark[h] & MARK_LEVEL) >> MARK_LEVEL_SHIFT,
            pillage = p->mark[h] & MARK_PILLAGE;

        if (!level && !pillage)
            continue;
        struct st_scene_mark *m = &scene->mark[scene->nmarks++];
        m->hex = (int16_t)h;
        snprintf(m->text, sizeof m->text, "%s%.0d%s", level ? "works " : "", level,
                 pillage == 2 ? " dev."
                 : pillage    ? " pil."
                              : "");
    }
    st_scene_note(scene, "Turn %d of %d, %s, score %d; SP lost %d and %d", p->turn, f->turns,
                  honour_weathers[p->weather], honour_score(t), p->lost[0], p->lost[1]);
    if (p->combat.kind == COMBAT_BATTLE && p->battle.revealed)
        describe_battle(t, side, scene);
    for (int i = 0; i < MAX_FORCES; i++)
        if (exists(p, i) && p->force[i].hex >= 0)
            describe_force(t, i, scene);
    if (step->kind == ST_OVER)
        snprintf(scene->prompt, sizeof scene->prompt, "The game is over: %s",
                 outcome_words[p->result]);
    else
        snprintf(scene->prompt, sizeof scene->prompt, "side %s: %s", t->plan->side[p->flow.side],
                 step->name);
}

/* ---- invariants -------------------------------------------------------------------------- */

static enum st_answer force_sane(const struct st_table *t, int i, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];
    int side = side_of_force(i);

    if (x->units & ~f->side_units[side] || x->caps & ~f->side_caps[side])
        return st_refuse(why, "3.5.1", "%s holds somebody of the other side", force_name(i));
    if (!exists(p, i) && is_rest(p) && (x->hex >= 0 || x->caps))
        return st_refuse(why, "3.7", "%s has no unit left", force_name(i));
    if (!exists(p, i))
        return ST_LEGAL;
    if (x->hex < 0 || x->hex >= f->nhexes || !st_hexset_has(&f->area, x->hex))
        return st_refuse(why, "2.5", "%s is at %d", force_name(i), x->hex);
    if (is_inside(p, i) &&
        (!honour_is_fort(f, x->hex) || p->control[f->place_at[x->hex]] != CTRL_A + side))
        return st_refuse(why, "3.5.1", "%s is inside nothing of its own", force_name(i));
    if (x->primo != NOBODY && !has(x->caps, x->primo))
        return st_refuse(why, "3.4", "the Primo Capitano of %s is elsewhere", force_name(i));
    if (x->primo == NOBODY && x->caps)
        return st_refuse(why, "3.4", "%s has Capitani and nobody commands", force_name(i));
    for (int k = 0; k < MAX_FORCES; k++) {
        if (k == i || !exists(p, k) || p->force[k].hex != x->hex)
            continue;
        if (side_of_force(k) != side)
            return st_refuse(why, "3.5.5", "%s and %s share a hex", force_name(i), force_name(k));
        if (is_inside(p, k) && is_inside(p, i))
            return st_refuse(why, "3.5.5", "%s and %s are inside together", force_name(i),
                             force_name(k));
    }
    return ST_LEGAL;
}

static enum st_answer pieces_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    uint32_t units = p->coming, caps = p->coming_caps | p->killed | p->captured | p->orphans;

    for (int i = 0; i < MAX_FORCES; i++) {
        if (units & p->force[i].units || caps & p->force[i].caps)
            return st_refuse(why, "3.5.1", "somebody is in two places, %s among them",
                             force_name(i));
        units |= p->force[i].units;
        caps |= p->force[i].caps;
    }
    for (int u = 0; u < f->nunits; u++) {
        if (has(units, u) != (p->sp[u] > 0))
            return st_refuse(why, "3.2", "%s has %d SP", unit_name(t, u), p->sp[u]);
        if (p->sp[u] > p->start[u])
            return st_refuse(why, "3.2", "%s has more SP than it started with", unit_name(t, u));
        if (has(p->demoralised, u) && (!p->sp[u] || f->type[p->type[u]].cls == CLASS_ART))
            return st_refuse(why, "3.3", "%s is Demoralised", unit_name(t, u));
    }
    for (int c = 0; c < f->ncaps; c++)
        if (!has(caps, c))
            return st_refuse(why, "3.1", "%s is nowhere", cap_name(t, c));
    return ST_LEGAL;
}

enum st_answer honour_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    static const struct honour_combat no_combat;
    static const struct honour_battle no_battle;
    static const struct honour_loss no_loss;
    static const struct honour_check no_check;

    for (int i = 0; i < MAX_FORCES; i++)
        if (force_sane(t, i, why))
            return ST_REFUSED;
    if (pieces_sane(t, why))
        return ST_REFUSED;
    if (p->turn < 1 || p->turn > plan_of(t)->turns || p->acting > 1 || p->flow.side > 1)
        return st_refuse(why, "4.1", "turn %d, acting %d", p->turn, p->acting);
    if (p->flow.depth == 0 && (memcmp(&p->battle, &no_battle, sizeof no_battle) ||
                               memcmp(&p->loss, &no_loss, sizeof no_loss) ||
                               memcmp(&p->check, &no_check, sizeof no_check)))
        return st_refuse(why, "4.1", "a procedure has left fields behind");
    struct honour_combat combat = p->combat;
    if (p->flow.step[0] == STEP_ACTIVATION_END) /* where odds of a fight end: who lost is told */
        combat.loser = 0;
    if (p->flow.depth == 0 && memcmp(&combat, &no_combat, sizeof no_combat) &&
        p->combat.kind < COMBAT_STORM)
        return st_refuse(why, "4.1", "a combat has left fields behind");
    if (p->combat.kind == COMBAT_BATTLE)
        for (int role = 0; role < 2; role++) {
            int sum = 0;

            for (int c = 0; c < HAND_CHITS; c++)
                sum += p->battle.hand[role][c];
            if (sum != p->battle.hand_left[role])
                return st_refuse(why, "11.4", "a hand of %d chits holds %d",
                                 p->battle.hand_left[role], sum);
        }
    return ST_LEGAL;
}

/* ---- the umpire's word ------------------------------------------------------------------- */

/* A move carried out as if allowed, where that has a meaning; all else is `set`. */
enum st_answer honour_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    struct honour_pos *p = pos_of(t);

    switch (m->verb) {
    case VERB_MOVE:
    case VERB_RETREAT:
        if (p->active == NOBODY || !exists(p, p->active) || m->nargs < 1)
            return st_refuse(why, "", "no Force is activated; set its hex");
        return set_hex(t, p->active, m->arg[m->nargs - 1], why);
    case VERB_GIVE:
    case VERB_BUY:
    case VERB_DRIVE:
        if (!exists(p, m->arg[0]))
            return st_refuse(why, "", "there is no Force %s", force_name(m->arg[0]));
        return set_order(t, m->arg[0], m->arg[1] + GARRISON, why);
    case VERB_DEMORALISE:
        return set_demoralised(t, m->arg[0], 1, why);
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
