/* honour_fields.c - the numbers of a position by name, and the umpire's word: what he may set, and
 * what must not be set because something hangs on it. */
#include "honour/honour.h"

/* Who is where is not changed in the middle of a fight, a check, a siege: the procedure has
 * noted whom it concerns, and goes on with them. */
bool honour_at_rest(const struct honour_pos *p)
{
    int step = p->flow.step[p->flow.depth];

    return !p->combat.kind && (!p->flow.depth || step == STEP_WEATHER || step == STEP_FIRST);
}

static enum st_answer at_rest(const struct st_table *t, const char *name, struct st_refusal *why)
{
    if (honour_at_rest(pos_of(t)))
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

static enum st_answer set_sp(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;

    if (v < 1 || v > MAX_SP)
        return st_refuse(why, "3.2", "SP is 1 to %d", MAX_SP);
    if (!p->sp[u])
        return st_refuse(why, "3.2", "%s is eliminated: set its Force to bring it back",
                         unit_name(t, u));
    p->sp[u] = (uint8_t)v;
    p->start[u] = (uint8_t)most(p->start[u], v);
    if (has(a->att | a->def, u)) /* it fights with what it has now; in a breach with the SP named */
        a->sp[u] = (uint8_t)(a->kind == COMBAT_BREACH ? least(a->sp[u], v) : v);
    return ST_LEGAL;
}

static enum st_answer may_start(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    if (v < pos_of(t)->sp[u])
        return st_refuse(why, "3.2", "%s has %d SP now", unit_name(t, u), pos_of(t)->sp[u]);
    return ST_LEGAL;
}

static enum st_answer may_type(const struct st_table *t, int u, int v ST_IDLE, struct st_refusal *why)
{
    return at_rest(t, unit_name(t, u), why);
}

static enum st_answer may_demoralise(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (v && (plan_of(t)->type[p->type[u]].cls == CLASS_ART || !p->sp[u]))
        return st_refuse(why, "3.3", "%s is never Demoralised", unit_name(t, u));
    return ST_LEGAL;
}

static int get_unit_force(const struct st_table *t, int u)
{
    return honour_force_of_unit(pos_of(t), plan_of(t), u);
}

static enum st_answer set_unit_force(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct honour_pos *p = pos_of(t);
    int old = get_unit_force(t, u);

    if (v >= 0 && side_of_force(v) != plan_of(t)->unit[u].side)
        return st_refuse(why, "3.5.1", "%s is a Force of the other side", force_name(v));
    if (at_rest(t, unit_name(t, u), why))
        return ST_REFUSED;
    if (old >= 0)
        p->force[old].units &= ~bit(u);
    drop_if_empty(p, old);
    p->coming &= ~bit(u);
    p->shifted &= ~bit(u);
    p->recovered &= ~bit(u);
    if (v < 0) { /* out of the game, not lost */
        p->sp[u] = 0;
        p->demoralised &= ~bit(u);
        return ST_LEGAL;
    }
    if (!p->sp[u])
        p->sp[u] = p->start[u];
    p->force[v].units |= bit(u);
    return ST_LEGAL;
}

static int get_unit_hex(const struct st_table *t, int u)
{
    int f = get_unit_force(t, u);

    return f < 0 ? -1 : pos_of(t)->force[f].hex;
}

/* ---- Capitani ---------------------------------------------------------------------------- */

static int get_cap_force(const struct st_table *t, int c)
{
    return honour_force_of_cap(pos_of(t), plan_of(t), c);
}

static enum st_answer set_cap_force(struct st_table *t, int c, int v, struct st_refusal *why)
{
    struct honour_pos *p = pos_of(t);
    int old = get_cap_force(t, c);

    if (v < 0 || side_of_force(v) != plan_of(t)->cap[c].side)
        return st_refuse(why, "3.5.1", "a Capitano is always with a Force of his side");
    if (at_rest(t, cap_name(t, c), why))
        return ST_REFUSED;
    if (!exists(p, v))
        return st_refuse(why, "3.5.1", "%s is not on the map: put a unit into it first",
                         force_name(v));
    if (old >= 0) {
        p->force[old].caps &= ~bit(c);
        honour_settle_primo(t, old);
        drop_if_empty(p, old);
    }
    p->killed &= ~bit(c);
    p->captured &= ~bit(c);
    p->coming_caps &= ~bit(c);
    p->force[v].caps |= bit(c);
    honour_settle_primo(t, v);
    return ST_LEGAL;
}

enum { STATUS_PRESENT, STATUS_KILLED, STATUS_CAPTURED, STATUS_COMING };

static int get_status(const struct st_table *t, int c)
{
    const struct honour_pos *p = pos_of(t);

    return has(p->killed, c)        ? STATUS_KILLED
           : has(p->captured, c)    ? STATUS_CAPTURED
           : has(p->coming_caps, c) ? STATUS_COMING
                                    : STATUS_PRESENT;
}

static enum st_answer set_status(struct st_table *t, int c, int v, struct st_refusal *why)
{
    struct honour_pos *p = pos_of(t);

    if (v != STATUS_KILLED && v != STATUS_CAPTURED)
        return st_refuse(why, "11.7", "set the Force of %s to bring him back", cap_name(t, c));
    if (at_rest(t, cap_name(t, c), why))
        return ST_REFUSED;
    p->coming_caps &= ~bit(c);
    p->killed &= ~bit(c);
    p->captured &= ~bit(c);
    int force = get_cap_force(t, c);
    honour_remove_cap(t, c, v == STATUS_CAPTURED, "11.7");
    drop_if_empty(p, force);
    return ST_LEGAL;
}

/* Initiative and grade decide who commands (3.4). */
static void outrank(struct st_table *t, int c)
{
    int force = get_cap_force(t, c);

    if (force >= 0)
        honour_settle_primo(t, force);
}

/* ---- Forces ------------------------------------------------------------------------------ */

static enum st_answer set_hex(struct st_table *t, int i, int v, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_force *x = &pos_of(t)->force[i];

    if (v == x->hex)
        return ST_LEGAL;
    if (at_rest(t, force_name(i), why))
        return ST_REFUSED;
    if (v < 0 || !st_hexset_has(&f->area, v) || f->terrain[v] == LAKE)
        return st_refuse(why, "2.5", "%s cannot stand in %s", force_name(i),
                         st_hex_called(t, v).text);
    x->flags &= (uint16_t)~F_INSIDE;
    x->hex = (int16_t)v;
    return ST_LEGAL;
}

static enum st_answer may_inside(const struct st_table *t, int i, int v, struct st_refusal *why)
{
    const struct honour_force *x = &pos_of(t)->force[i];

    if (at_rest(t, force_name(i), why))
        return ST_REFUSED;
    if (v && (x->hex < 0 || !honour_is_fort(plan_of(t), x->hex)))
        return st_refuse(why, "3.5.1", "there is no Fortress where %s is", force_name(i));
    return ST_LEGAL;
}

static enum st_answer set_primo(struct st_table *t, int i, int v, struct st_refusal *why)
{
    struct honour_force *x = &pos_of(t)->force[i];

    if (v < 0 || !has(x->caps, v))
        return st_refuse(why, "3.4", "the Primo Capitano is with %s", force_name(i));
    x->primo = (uint8_t)v;
    honour_settle_primo(t, i);
    return x->primo == v ? ST_LEGAL : st_refuse(why, "3.4", "a CG outranks %s", cap_name(t, v));
}

static int get_force_sp(const struct st_table *t, int i)
{
    return honour_sp(pos_of(t), pos_of(t)->force[i].units);
}

static int get_ma(const struct st_table *t, int i)
{
    return honour_ma(t, i, pos_of(t)->active == i ? pos_of(t)->march : MARCH_REGULAR);
}

static int get_loc(const struct st_table *t, int i)
{
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(i);

    return honour_loc(t, side, p->force[i].hex, p->source[side]);
}

/* ---- Places, hexes, sides ---------------------------------------------------------------- */

static enum st_answer may_control(const struct st_table *t, int i, int v, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);

    if ((v == CTRL_CLOSED) != (f->place[i].control == CTRL_CLOSED))
        return st_refuse(why, "15.1", "which Places are closed is the scenario's: %s is%s",
                         f->place_name[i], v == CTRL_CLOSED ? " not" : "");
    return ST_LEGAL;
}

static enum st_answer may_besiege(const struct st_table *t, int i, int v, struct st_refusal *why)
{
    if (v && plan_of(t)->place[i].kind == PLACE_TOWN)
        return st_refuse(why, "13.1", "%s is no Fortress", plan_of(t)->place_name[i]);
    return ST_LEGAL;
}

static void own_if_any(struct st_table *t, int hex)
{
    uint8_t *mark = &pos_of(t)->mark[hex];

    if (!(*mark & MARK_LEVEL))
        *mark &= (uint8_t)~MARK_OWNER;
}

static enum st_answer may_own(const struct st_table *t, int hex, int v ST_IDLE, struct st_refusal *why)
{
    if (!(pos_of(t)->mark[hex] & MARK_LEVEL))
        return st_refuse(why, "16.3", "there are no Earthworks: set their level first");
    return ST_LEGAL;
}

static enum st_answer may_source(const struct st_table *t, int side, int v, struct st_refusal *why)
{
    if (v < 0 || v >= plan_of(t)->nsources || plan_of(t)->source[v].side != side)
        return st_refuse(why, "5.1.2", "no Supply Source of this side");
    return ST_LEGAL;
}

/* Of a side in the battle that is going on, if there is one. */
static const uint8_t *in_battle(const struct st_table *t, int side, const uint8_t by_role[ST_SIDES])
{
    static const uint8_t none = 0;
    const struct honour_pos *p = pos_of(t);

    return p->combat.kind == COMBAT_BATTLE ? &by_role[side == p->combat.att_side ? 0 : 1] : &none;
}

static int get_engaged(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);

    return p->combat.kind == COMBAT_BATTLE ? *in_battle(t, side, p->battle.engaged)
                                           : p->engaged[side];
}

static int get_successes(const struct st_table *t, int side)
{
    return *in_battle(t, side, pos_of(t)->battle.successes);
}

static int get_hand(const struct st_table *t, int side)
{
    return *in_battle(t, side, pos_of(t)->battle.hand_left);
}

static int get_shaken(const struct st_table *t, int side)
{
    return __builtin_popcount(pos_of(t)->demoralised & plan_of(t)->side_units[side]);
}

/* ---- the game ---------------------------------------------------------------------------- */

static int get_pontoons(const struct st_table *t)
{
    int n = 0;

    for (int k = 0; k < MAX_PONTOONS; k++)
        n += pos_of(t)->pontoon[k].owner != 0;
    return n;
}

static int get_row(const struct st_table *t)
{
    return pos_of(t)->battle.opt_row ? pos_of(t)->battle.opt_row - OPT_ROW_SHIFT : 0;
}

/* ---- the rows ---------------------------------------------------------------------------- */

#define ONE(m) .in = ST_ONE(struct honour_pos, m)
#define EACH(m) .in = ST_EACH(struct honour_pos, m)
#define BITS(m) .in = ST_BIT(struct honour_pos, m)
#define FORCE(m) .in = ST_IN(struct honour_pos, force, m)
#define FLAG(f) .in = ST_FLAG_IN(struct honour_pos, force, flags, f), .para = "3.2", .hi = 1
#define PRINTED(bits) .in = ST_FLAG_EACH(struct honour_pos, printed, bits), .para = "3.4"
#define STANDS .when = ST_IN(struct honour_pos, force, units)
#define MARKED(bits) .in = ST_FLAG_EACH(struct honour_pos, mark, bits)

static const char *const status_words[] = { "present", "killed", "captured", "coming", NULL };
const char *const honour_controls[] = { "none", "A", "B", "closed", NULL };
static const char *const siege_words[] = { "none", "0", "1", "2", NULL };
const char *const honour_aligned[] = { "Neutral", "A", "B", NULL };
static const char *const pillage_words[] = { "none", "Pillaged", "Devastated", NULL };
const char *const honour_outcomes[] = { "playing", "A", "B", "draw", NULL };
static const char *const margin_words[] = { "none", "marginal", "decisive", NULL };
static const char *const combat_words[] = { "none",   "skirmish", "battle", "storm",
                                            "breach", "sortie",   NULL };
static const char *const loser_words[] = { "none", "attacker", "defender", NULL };
const char *const honour_corps[] = { "none", "vanguard", "main", "rear", NULL };

/* What is worked out, and from what alone. */
static const struct st_member on_units[] = { ST_EVERY(struct honour_pos, force, units), { 0 } };
static const struct st_member on_caps[] = { ST_EVERY(struct honour_pos, force, caps), { 0 } };
static const struct st_member on_sets[] = { ST_BIT(struct honour_pos, killed), ST_BIT(struct honour_pos, captured),
                                            ST_BIT(struct honour_pos, coming_caps), { 0 } };

static const struct st_field fields[] = {
    { "sp", "Strength Points", "unit", EACH(sp), .set = set_sp },
    { "start", "starting SP", "unit", EACH(start), .para = "3.2", .lo = 1, .hi = MAX_SP,
      .may = may_start },
    { "type", "type", "unit", .symbol = honour_types, EACH(type), ST_UP_TO("3.1", TYPES) - 1,
      .may = may_type },
    { "tq", "Troop Quality", "unit", EACH(tq), ST_UP_TO("3.1", 3) },
    { "reliability", "Reliability Class", "unit", .symbol = honour_reliabilities, EACH(rel),
      ST_UP_TO("3.1", RELS) - 1 },
    { "demoralised", "Demoralised", "unit", BITS(demoralised), ST_UP_TO("9.3", 1),
      .may = may_demoralise },
    { "force", "its Force", "unit", "force", .get = get_unit_force, .on = on_units,
      .set = set_unit_force },
    { "hex", "where it is", "unit", "hex", .get = get_unit_hex },
    { "corps", "its Corps in a battle", "unit", .symbol = honour_corps, EACH(battle.corps) },
    { "force", "his Force", "capitano", "force", .get = get_cap_force, .on = on_caps,
      .set = set_cap_force },
    { "status", "what became of him", "capitano", .symbol = status_words, .get = get_status, .on = on_sets,
      .set = set_status },
    { "initiative", "printed Initiative", "capitano", PRINTED(CAP_INITIATIVE), .hi = 5, .then = outrank },
    { "star", "Bonus Star", "capitano", PRINTED(CAP_STAR), .hi = 1 },
    { "siege", "Siege ability", "capitano", PRINTED(CAP_SIEGE), .hi = 1 },
    { "cg", "Capitano Generale", "capitano", PRINTED(CAP_CG), .hi = 1, .then = outrank },
    { "ap", "Administrative Points", "capitano", EACH(ap), ST_UP_TO("5.1.5", MAX_AP) },
    { "hex", "where it is", "force", "hex", FORCE(hex), .set = set_hex },
    { "inside", "inside a Fortress", "force", FLAG(F_INSIDE), .may = may_inside },
    { "order", "Order", "force", .symbol = honour_orders, FORCE(order), ST_UP_TO("5.2", ORDERS) - 1 },
    { "primo", "Primo Capitano", "force", "capitano", FORCE(primo), .nobody = NOBODY, .set = set_primo },
    { "attempts", "attempts used this turn", "force", FORCE(attempts), ST_UP_TO("3.2", 2) },
    { "activations", "activations this turn", "force", FORCE(activations), ST_UP_TO("3.2", 2) },
    { "half_mp", "half MP spent this turn", "force", FORCE(mp_turn), ST_UP_TO("3.2", 100) },
    { "half_act", "half MP spent in this activation", "force", FORCE(mp_act), ST_UP_TO("3.2", 100) },
    { "disrupted", "Disrupted", "force", FLAG(F_DISRUPTED) },
    { "admin", "in Administrative March", "force", FLAG(F_ADMIN) },
    { "attacked", "has attacked this turn", "force", FLAG(F_ATTACKED) },
    { "pillaged", "has pillaged this turn", "force", FLAG(F_PILLAGED) },
    { "finished", "has no attempts left", "force", FLAG(F_FINISHED) },
    { "fought", "has fought this turn", "force", FLAG(F_FOUGHT) },
    { "new", "needs a new Order", "force", FLAG(F_NEW) },
    { "sp", "SP of all its units", "force", .get = get_force_sp },
    { "ma", "Movement Allowance in half MP", "force", .get = get_ma, STANDS, .or_0 = true },
    { "zone", "in an enemy ZOC", "force", .get = honour_in_zone, STANDS, .or_0 = true },
    { "ezoc", "in an enemy ZOC", "force", .get = honour_in_zone, STANDS, .or_0 = true, .old = true },
    { "loc", "LOC distance to the active Supply Source", "force", .get = get_loc, STANDS },
    { "control", "who controls it", "place", .symbol = honour_controls, EACH(control),
      ST_UP_TO("15.1", CTRL_CLOSED), .may = may_control },
    { "siege", "Siege Status", "place", .symbol = siege_words, EACH(siege), ST_UP_TO("13.1", 3), .may = may_besiege },
    { "alignment", "alignment", "region", .symbol = honour_aligned, EACH(align), ST_UP_TO("14.1", 2) },
    { "pillage", "pillage marker", "hex", .symbol = pillage_words, MARKED(MARK_PILLAGE),
      ST_UP_TO("7.9.1", 2) },
    { "earthworks", "Earthworks level", "hex", MARKED(MARK_LEVEL), ST_UP_TO("16.3", 2), .then = own_if_any },
    { "owner", "owner of the Earthworks", "hex", "side", MARKED(MARK_OWNER), ST_UP_TO("16.3", 1), .may = may_own },
    { "source", "active Supply Source", "side", "source", EACH(source), ST_UP_TO("5.1.2", MAX_SOURCES), .may = may_source },
    { "lost", "SP lost", "side", EACH(lost), ST_UP_TO("17.1", 999) },
    { "won", "Major Battles won", "side", EACH(battles_won), ST_UP_TO("17.1", 50) },
    { "engaged", "rounds Engaged in the battle", "side", .get = get_engaged },
    { "vp", "Victory Points as things stand", "side", .get = honour_points },
    { "demoralised", "Demoralised units", "side", .get = get_shaken },
    { "successes", "successes in the battle", "side", .get = get_successes },
    { "hand", "chits in the hand", "side", .get = get_hand },
    { "turn", "turn", ONE(turn), .para = "4.1", .lo = 1,
      .most = ST_ONE(struct honour_plan, turns) },
    { "weather", "weather", .symbol = honour_weathers, ONE(weather), ST_UP_TO("4.2.1", WEATHERS) - 1 },
    { "acting", "acting side", .kind = "side", ONE(acting) },
    { "active", "activated Force", .kind = "force", ONE(active), .nobody = NOBODY },
    { "score", "score of the scenario", .whole = honour_score },
    { "pontoons", "Pontoon Bridges on the map", .whole = get_pontoons },
    { "outcome", "who has won", .symbol = honour_outcomes, ONE(result) },
    { "margin", "how", .symbol = margin_words, ONE(margin) },
    { "combat", "kind of combat in progress", .symbol = combat_words, ONE(combat.kind) },
    { "loser", "loser of the combat in progress or just over", .symbol = loser_words,
      ONE(combat.loser) },
    { "row", "row of the battle by one table", .whole = get_row },
    { "fight", "Fight in progress", .symbol = honour_corps, ONE(battle.fight) },
    { "round", "round of the Fight", ONE(battle.round) },
};
const struct st_fields honour_fields = { ST_ROWS(fields) };

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
        p->force[m->arg[0]].order = (uint8_t)(m->arg[1] + GARRISON);
        return ST_LEGAL;
    case VERB_DEMORALISE:
        if (may_demoralise(t, m->arg[0], 1, why))
            return ST_REFUSED;
        p->demoralised |= bit(m->arg[0]);
        return ST_LEGAL;
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
