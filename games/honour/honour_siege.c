/* honour_siege.c - sieges: 13. Besiegers stand in adjacent hexes. */
#include "honour/honour.h"

#include "base/philox.h"

enum { BREACH_SP = 8, OPEN_BREACH = 2, STORM_SP = 2 };

static int fort_hex(const struct st_table *t)
{
    return plan_of(t)->place[pos_of(t)->siege_place].hex;
}

static int garrison_of(const struct st_table *t) /* or -1 */
{
    return honour_inside_at(pos_of(t), fort_hex(t));
}

static int status_of(const struct honour_pos *p)
{
    return p->siege[p->siege_place] - 1;
}

/* 13.1: enemy Forces in the field, Attack or Stand, able, adjacent, not across the Po. */
static uint32_t besiegers(const struct st_table *t, int place)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = f->place[place].hex, inside = honour_inside_at(p, hex);
    uint32_t out = 0;

    if (inside < 0)
        return 0;
    int first = (1 - side_of_force(inside)) * SIDE_FORCES;
    for (int i = first; i < first + SIDE_FORCES; i++) {
        const struct honour_force *x = &p->force[i];

        if (!exists(p, i) || is_inside(p, i) || (x->order != ATTACK && x->order != STAND))
            continue;
        int dir = honour_dir(t, x->hex, hex);
        if (dir >= 0 && f->side_kind[x->hex * 6 + dir] != SIDE_PRIMARY &&
            honour_able(p, f, x->units))
            out |= bit(i);
    }
    return out;
}

static void siege_start_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    for (int i = 0; i < f->nplaces; i++)
        if (f->place[i].kind != PLACE_TOWN && !p->siege[i] && besiegers(t, i)) {
            p->siege[i] = 1;
            st_tell(t, "13.1", "%s is besieged", f->place_name[i]);
        }
    p->at = 0;
    p->siege_place = NOBODY;
    p->siege_force = NOBODY;
    st_go(t, STEP_SIEGE_NEXT);
}

const struct st_step honour_step_siege_start = ST_RUNS("siege phase", "13.1", siege_start_run);

static void ask(struct st_table *t, int side, int step)
{
    pos_of(t)->flow.side = (uint8_t)side;
    st_go(t, step);
}

/* The next besieged Fortress in ascending hex order. */
static void siege_next_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int next = -1;

    p->siege_force = NOBODY;
    p->sortied = 0;
    if (honour_sudden_death(t))
        return;
    for (int i = 0; i < f->nplaces; i++)
        if (p->siege[i] && f->place[i].hex + 1 > p->at &&
            (next < 0 || f->place[i].hex < f->place[next].hex))
            next = i;
    if (next < 0) {
        p->siege_place = 0;
        p->siege_force = 0;
        p->at = 0;
        st_go(t, STEP_SIEGE_DONE);
        return;
    }
    p->at = (int16_t)(f->place[next].hex + 1);
    p->siege_place = (uint8_t)next;
    if (garrison_of(t) < 0)
        return;
    if (besiegers(t, next))
        ask(t, 1 - side_of_force(garrison_of(t)), STEP_ACT);
    else
        st_call(t, STEP_SURRENDER);
}

const struct st_step honour_step_siege_next = ST_RUNS("next siege", "13.3", siege_next_run);

static enum st_answer act_check(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why)
{
    if (!has(besiegers(t, pos_of(t)->siege_place), m->arg[0]))
        return st_refuse(why, "13.3", "%s does not besiege %s", force_name(m->arg[0]),
                         plan_of(t)->place_name[pos_of(t)->siege_place]);
    return ST_LEGAL;
}

static void act_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint32_t left = besiegers(t, pos_of(t)->siege_place); left;)
        st_offer_this(o, st_move_1(VERB_ACT, take(&left)));
}

/* The round, 13.3 a to f, is one procedure: odds of `act` end with it. */
static void act_apply(struct st_table *t, const struct st_move *m)
{
    pos_of(t)->siege_force = (uint8_t)m->arg[0];
    st_go(t, STEP_SIEGE_NEXT);
    st_call(t, STEP_BOMBARD);
}

const struct st_step honour_step_act =
    ST_DECIDES("acting force", "13.3", act_offer, act_check, act_apply, .takes = ST_VERB(VERB_ACT));

/* ---- 13.4 Siege fire --------------------------------------------------------------------- */

static uint32_t guns_of(const struct st_table *t, int force)
{
    const struct honour_pos *p = pos_of(t);

    return force < 0 || force == NOBODY || !exists(p, force)
               ? 0
               : honour_of_class(p, plan_of(t), p->force[force].units, CLASS_ART);
}

static bool acting(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    return p->siege_force != NOBODY && exists(p, p->siege_force);
}

/* Another verb of the siege, at the wrong moment: say what it lacks, if it lacks something. */
static enum st_answer not_this(const struct st_table *t, const struct st_move *m,
                               struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    bool assault = m->verb == VERB_STORM || m->verb == VERB_BREACH;

    if (m->verb == VERB_CAPITULATE && status_of(p) < OPEN_BREACH)
        return st_refuse(why, "13.7", "Siege Status %d, a garrison capitulates at %d", status_of(p),
                         OPEN_BREACH);
    if (assault && p->sortied)
        return st_refuse(why, "13.3", "no Storm and no In-breach attack after a Sortie");
    if (assault && p->siege_force != NOBODY && p->force[p->siege_force].order != ATTACK)
        return st_refuse(why, "13.3", "%s has %s Order", force_name(p->siege_force),
                         honour_orders[p->force[p->siege_force].order]);
    if (m->verb == VERB_BREACH && status_of(p) < 1)
        return st_refuse(why, "13.5.2", "Siege Status 0: there is no breach");
    return st_not_now(t, why);
}

static enum st_answer fire_check(const struct st_table *t, int firer, int target,
                                 struct st_refusal *why)
{
    if (!guns_of(t, firer))
        return st_refuse(why, "13.3", "there is no Artillery to fire with");
    if (target < 0)
        return st_refuse(why, "13.3", "there is nobody to fire at");
    return ST_LEGAL;
}

static enum st_answer bombard_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    (void)m;
    return fire_check(t, pos_of(t)->siege_force, garrison_of(t), why);
}

/* (b) is a breach for Siege Artillery or Engineers, or where no gun answers. */
static bool maybe_breach(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    for (uint32_t left = p->force[p->siege_force].units; left;) {
        const struct honour_type *x = &f->type[p->type[take(&left)]];

        if (x->siege || x->engineer)
            return true;
    }
    return !guns_of(t, garrison_of(t));
}

static void call_fire(struct st_table *t, int firer, int target, bool besieger)
{
    struct honour_pos *p = pos_of(t);

    p->fire = (struct honour_fire){ .guns = guns_of(t, firer),
                                    .target = p->force[target].units,
                                    .side = (uint8_t)side_of_force(firer),
                                    .bonus = besieger,
                                    .maybe = besieger && maybe_breach(t),
                                    .place = besieger ? p->siege_place : NOBODY };
    st_call(t, STEP_FIRE);
}

static void bombard_apply(struct st_table *t, const struct st_move *m)
{
    ask(t, 1 - side_of_force(pos_of(t)->siege_force), STEP_COUNTERFIRE);
    if (m->verb == VERB_BOMBARD)
        call_fire(t, pos_of(t)->siege_force, garrison_of(t), true);
}

const struct st_step honour_step_bombard =
    ST_CHOOSES("bombardment", "13.3", VERB_DECLINE, VERB_BOMBARD, bombard_check, bombard_apply,
               .otherwise = not_this);

static enum st_answer counterfire_check(const struct st_table *t, const struct st_move *m,
                                        struct st_refusal *why)
{
    (void)m;
    return fire_check(t, garrison_of(t), acting(t) ? pos_of(t)->siege_force : -1, why);
}

static void counterfire_apply(struct st_table *t, const struct st_move *m)
{
    st_go(t, STEP_SORTIE);
    pos_of(t)->flow.side = (uint8_t)(1 - side_of_force(pos_of(t)->siege_force));
    if (m->verb == VERB_COUNTERFIRE)
        call_fire(t, garrison_of(t), pos_of(t)->siege_force, false);
}

const struct st_step honour_step_counterfire =
    ST_CHOOSES("counter-fire", "13.3", VERB_DECLINE, VERB_COUNTERFIRE, counterfire_check, counterfire_apply,
               .otherwise = not_this);

static void fire_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "%s, %s", pos_of(t)->fire.bonus ? "bombardment" : "counter-fire",
            plan_of(t)->place_name[pos_of(t)->siege_place]);
}

static bool siege_ability(const struct honour_pos *p, int force)
{
    for (uint32_t left = p->force[force].caps; left;)
        if (p->printed[take(&left)] & CAP_SIEGE)
            return true;
    return false;
}

static void fire_take(struct st_table *t, int die)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_fire *x = &p->fire;
    const struct st_chart *c = f->chart[CHART_FIRE];
    int camp = p->force[p->siege_force].hex, fort = fort_hex(t), kind;
    int firer = x->bonus ? p->siege_force : garrison_of(t);
    struct st_cite cite;

    kind = honour_side_kind(t, camp, honour_dir(t, camp, fort));
    struct honour_fire_terms terms = {
        .kind = FIRE_SIEGE,
        .weather = p->weather,
        .river = f->side_fire[kind] != 0,
        .works = honour_works(p, 1 - x->side, x->bonus ? fort : camp) != 0,
        .siege = siege_ability(p, firer),
        .city = x->bonus && honour_place_kind(f, fort) == PLACE_CITY,
    };
    int drm = honour_fire_drm(t, &terms);
    st_chart_look(c, 0, honour_sp(p, x->guns), &cite);
    int shift = x->bonus ? st_modify(t, "13.4", "column shift, Siege Status", f->fire.shift * status_of(p))
                         : 0;
    int col = least(cite.col + shift, c->col.n - 1), at = c->col.lo;
    while (at < c->col.hi && c->col.slot[at - c->col.lo] != col)
        at++;
    x->cell = (uint8_t)st_look(t, c, die + drm, at);
    st_go(t, STEP_FIRE_NEXT);
}

const struct st_step honour_step_fire = ST_ROLLS("artillery fire", "13.4", fire_die, fire_take);

/* ---- 13.6 Sortie ------------------------------------------------------------------------- */

static bool by_ferry(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int camp = p->force[p->siege_force].hex;

    return plan_of(t)->side_kind[camp * 6 + honour_dir(t, camp, fort_hex(t))] == SIDE_FERRY;
}

static uint32_t able_of(const struct st_table *t, int force)
{
    const struct honour_pos *p = pos_of(t);

    return force < 0 || !exists(p, force) ? 0 : honour_able(p, plan_of(t), p->force[force].units);
}

static enum st_answer sortie_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t units;

    if (!acting(t))
        return st_refuse(why, "13.6", "there is no besieger to attack");
    if (by_ferry(t))
        return st_refuse(why, "13.6", "no Sortie through a Ferry");
    if (!honour_read_units(m, 0, m->nargs, &units) || !units || units & ~able_of(t, garrison_of(t)))
        return st_refuse(why, "13.6", "name undemoralised units of the garrison of %s, each once",
                         plan_of(t)->place_name[p->siege_place]);
    return ST_LEGAL;
}

static void sortie_offer(const struct st_table *t, struct st_offer *o)
{
    uint32_t able = able_of(t, garrison_of(t));

    st_offer_this(o, st_move_0(VERB_DECLINE));
    if (acting(t) && able && !by_ferry(t))
        honour_offer_subsets(o, t, VERB_SORTIE, able, 6, false);
}

static bool sortie_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    uint32_t able = able_of(t, garrison_of(t));

    *out = st_move_0(VERB_DECLINE);
    if (!able || !acting(t) || by_ferry(t) || st_pick(seed, 99, 3))
        return true;
    return honour_sample_subset(t, VERB_SORTIE, able, seed, out);
}

/* The fight between fort and camp; the attacker comes from `from`. */
static void set_combat(struct st_table *t, int kind, int att, int def)
{
    struct honour_pos *p = pos_of(t);
    const struct honour_force *a = &p->force[att], *d = &p->force[def];

    p->combat = (struct honour_combat){ .def_forces = bit(def),
                                        .att_hex = a->hex,
                                        .def_hex = d->hex,
                                        .kind = (uint8_t)kind,
                                        .att_force = (uint8_t)att,
                                        .def_cap = d->primo,
                                        .att_side = (uint8_t)side_of_force(att),
                                        .dir = (uint8_t)honour_dir(t, a->hex, d->hex) };
    p->force[att].flags |= F_FOUGHT;
    p->force[def].flags |= F_FOUGHT;
}

/* The end is a procedure too: odds of a Sortie or an assault tell what became of the Fortress. */
static void call_end(struct st_table *t)
{
    st_go(t, STEP_ASSAULTED);
    st_call(t, STEP_ASSAULT_END);
}

/* 3.3: Artillery alone is lost when attacked; the defender has then lost. */
static bool guns_alone(struct st_table *t, int force)
{
    struct honour_pos *p = pos_of(t);
    uint32_t units = p->force[force].units;

    if (honour_fighters(p, plan_of(t), units))
        return false;
    while (units)
        honour_eliminate_unit(t, take(&units), "3.3");
    p->combat.loser = 2;
    return true;
}

static void sortie_apply(struct st_table *t, const struct st_move *m)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    uint32_t units;

    if (m->verb == VERB_DECLINE) {
        if (acting(t))
            ask(t, side_of_force(p->siege_force), STEP_STORM);
        else
            st_go(t, STEP_SURRENDER);
        return;
    }
    honour_read_units(m, 0, m->nargs, &units);
    p->sortied = 1;
    set_combat(t, COMBAT_SORTIE, garrison_of(t), p->siege_force);
    st_tell(t, "13.6", "a Sortie from %s", f->place_name[p->siege_place]);
    call_end(t);
    if (!guns_alone(t, p->siege_force))
        honour_call_assault(t, COMBAT_SORTIE, units,
                            honour_fighters(p, f, p->force[p->siege_force].units));
}

const struct st_step honour_step_sortie =
    ST_DECIDES("sortie", "13.6", sortie_offer, sortie_check, sortie_apply, .sample = sortie_sample,
               .takes = ST_VERB(VERB_SORTIE), .always = ST_VERB(VERB_DECLINE), .otherwise = not_this);

/* Who lost is known until the siege goes on: odds end here. */
static void end_fight(struct st_table *t)
{
    int loser = pos_of(t)->combat.loser;

    honour_end_combat(t);
    pos_of(t)->combat.loser = (uint8_t)loser;
}

static void end_sortie(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    bool besieger_lost = p->combat.loser == 2;
    int garrison = p->combat.att_force, side = 1 - p->combat.att_side;

    if (!besieger_lost && exists(p, garrison))
        p->force[garrison].flags |= F_DISRUPTED;
    honour_lose_guns(t, p->force[besieger_lost ? p->siege_force : garrison].units);
    end_fight(t);
    st_done(t);
    if (!besieger_lost)
        return;
    if (p->siege[p->siege_place] > 1) {
        p->siege[p->siege_place]--;
        st_tell(t, "13.6", "Siege Status %d", status_of(p));
    }
    honour_call_lose(t, side, guns_of(t, p->siege_force), 1, LOSS_PLAIN);
}

/* ---- 13.5 Storm and In-breach ------------------------------------------------------------ */

/* Pairs of unit and SP; false if a unit stands twice or has not so many. */
static bool read_pairs(const struct honour_pos *p, const struct st_move *m, uint32_t *units,
                       int *sum)
{
    *units = 0;
    *sum = 0;
    for (int i = 0; i + 1 < m->nargs; i += 2) {
        int u = m->arg[i], sp = m->arg[i + 1];

        if (has(*units, u) || sp < 1 || sp > p->sp[u])
            return false;
        *units |= bit(u);
        *sum += sp;
    }
    return m->nargs >= 2;
}

static enum st_answer storm_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int force = p->siege_force, sum;
    uint32_t units;

    if (p->force[force].order != ATTACK)
        return st_refuse(why, "13.3", "%s has %s Order", force_name(force),
                         honour_orders[p->force[force].order]);
    if (garrison_of(t) < 0)
        return st_refuse(why, "13.3", "there is no garrison any more");
    if (m->verb == VERB_STORM) {
        if (!honour_read_units(m, 0, m->nargs, &units) || !units || units & ~able_of(t, force))
            return st_refuse(why, "13.5.1", "name undemoralised units of %s, each once",
                             force_name(force));
        return ST_LEGAL;
    }
    if (status_of(p) < 1)
        return st_refuse(why, "13.5.2", "Siege Status 0: there is no breach");
    if (by_ferry(t))
        return st_refuse(why, "13.5.2", "no In-breach attack through a Ferry");
    if (!read_pairs(p, m, &units, &sum) || units & ~able_of(t, force))
        return st_refuse(why, "13.5.2", "name undemoralised units of %s and SP they have",
                         force_name(force));
    if (sum > BREACH_SP * status_of(p))
        return st_refuse(why, "13.5.2", "%d SP, at most %d at Status %d", sum,
                         BREACH_SP * status_of(p), status_of(p));
    return ST_LEGAL;
}

/* As many SP as may, from the units in order. */
static struct st_move full_pairs(const struct honour_pos *p, int verb, uint32_t units, int room)
{
    struct st_move m = st_move_0(verb);

    while (units && room > 0) {
        int u = take(&units), sp = least(room, p->sp[u]);

        m.arg[m.nargs++] = (int16_t)u;
        m.arg[m.nargs++] = (int16_t)sp;
        room -= sp;
    }
    return m;
}

static void offer_pairs(const struct st_table *t, struct st_offer *o, int verb, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);
    int room = BREACH_SP * status_of(p);
    uint32_t all = units;
    struct st_move first = full_pairs(p, verb, all, room);

    st_offer_add(o, &first);
    for (uint32_t left = units; left && !o->enough;) { /* each unit alone, as far as it goes */
        struct st_move m = full_pairs(p, verb, bit(take(&left)), room);

        if (!st_move_equal(&m, &first))
            st_offer_add(o, &m);
    }
    if (!(__builtin_popcount(all) == 1 &&
          first.arg[1] == 1)) /* one SP: nothing else can be named */
        st_offer_family(o, &(struct st_move){ .verb = (uint16_t)verb }, 0);
}

static bool sample_pairs(const struct st_table *t, int verb, uint32_t units, uint64_t seed,
                         struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    int room = BREACH_SP * status_of(p);
    uint32_t some = units & (uint32_t)st_pick(seed, 5, 1u << 30);

    *out = full_pairs(p, verb, some ? some : units, 1 + (int)st_pick(seed, 6, (uint32_t)room));
    return true;
}

static void storm_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t able = able_of(t, p->siege_force);

    st_offer_this(o, st_move_0(VERB_DECLINE));
    if (p->force[p->siege_force].order != ATTACK || !able || garrison_of(t) < 0)
        return;
    honour_offer_subsets(o, t, VERB_STORM, able, 6, false);
    if (status_of(p) >= 1 && !by_ferry(t))
        offer_pairs(t, o, VERB_BREACH, able);
}

static bool storm_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t able = able_of(t, p->siege_force);

    *out = st_move_0(VERB_DECLINE);
    if (p->force[p->siege_force].order != ATTACK || !able || garrison_of(t) < 0 ||
        st_pick(seed, 3, 2))
        return true;
    if (status_of(p) >= 1 && !by_ferry(t) && st_pick(seed, 4, 3))
        return sample_pairs(t, VERB_BREACH, able, seed, out);
    return honour_sample_subset(t, VERB_STORM, able, seed, out);
}

static void name_pairs(struct honour_pos *p, const struct st_move *m)
{
    for (int i = 0; i + 1 < m->nargs; i += 2)
        p->assault.sp[m->arg[i]] = (uint8_t)m->arg[i + 1];
}

static void storm_apply(struct st_table *t, const struct st_move *m)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int garrison = garrison_of(t), sum;
    uint32_t units;

    if (m->verb == VERB_DECLINE) {
        if (garrison >= 0)
            ask(t, side_of_force(garrison), STEP_CAPITULATE);
        else
            st_go(t, STEP_SURRENDER);
        return;
    }
    set_combat(t, m->verb == VERB_STORM ? COMBAT_STORM : COMBAT_BREACH, p->siege_force, garrison);
    st_tell(t, "13.5", "%s of %s", m->verb == VERB_STORM ? "a Storm" : "an assault in the breach",
            f->place_name[p->siege_place]);
    if (m->verb == VERB_STORM || !honour_fighters(p, f, p->force[garrison].units)) {
        call_end(t);
        if (guns_alone(t, garrison))
            return;
        honour_read_units(m, 0, m->nargs, &units);
        honour_call_assault(t, COMBAT_STORM, units,
                            honour_fighters(p, f, p->force[garrison].units));
    } else {
        read_pairs(p, m, &units, &sum);
        p->assault.att = units;
        name_pairs(p, m);
        ask(t, side_of_force(garrison), STEP_DEFEND);
    }
}

const struct st_step honour_step_storm =
    ST_DECIDES("storm", "13.5", storm_offer, storm_check, storm_apply, .sample = storm_sample,
               .takes = ST_VERBS(VERB_STORM, VERB_BREACH), .always = ST_VERB(VERB_DECLINE), .otherwise = not_this);

static uint32_t may_defend(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int garrison = garrison_of(t);
    uint32_t able = able_of(t, garrison);

    return able ? able : honour_fighters(p, plan_of(t), p->force[garrison].units);
}

static enum st_answer defend_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t units;
    int sum;

    if (!read_pairs(p, m, &units, &sum))
        return st_refuse(why, "13.5.2", "name units and SP they have, at least one SP");
    if (units & ~may_defend(t))
        return st_refuse(why, "13.5.2", "%s may not defend the breach",
                         unit_name(t, __builtin_ctz(units & ~may_defend(t))));
    if (sum > BREACH_SP * status_of(p))
        return st_refuse(why, "13.5.2", "%d SP, at most %d at Status %d", sum,
                         BREACH_SP * status_of(p), status_of(p));
    return ST_LEGAL;
}

static void defend_offer(const struct st_table *t, struct st_offer *o)
{
    offer_pairs(t, o, VERB_DEFEND, may_defend(t));
}

static bool defend_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    return sample_pairs(t, VERB_DEFEND, may_defend(t), seed, out);
}

static void defend_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    uint32_t units, att = p->assault.att;
    int sum;

    read_pairs(p, m, &units, &sum);
    name_pairs(p, m);
    call_end(t);
    honour_call_assault(t, COMBAT_BREACH, att, units);
}

const struct st_step honour_step_defend =
    ST_DECIDES("defence of the breach", "13.5.2", defend_offer, defend_check, defend_apply,
               .sample = defend_sample, .takes = ST_VERB(VERB_DEFEND), .otherwise = not_this);

/* 13.5.5: the garrison is eliminated, control passes. */
static void take_fort(struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int garrison = garrison_of(t), hex = fort_hex(t);

    if (garrison >= 0)
        for (uint32_t left = p->force[garrison].units; left;)
            honour_eliminate_unit(t, take(&left), "13.5.5");
    honour_bury_all_captured(t);
    st_tell(t, "13.5.5", "%s falls", f->place_name[p->siege_place]);
    p->siege[p->siege_place] = 0;
    honour_control(t, hex, side);
}

static void occupation(struct st_table *t)
{
    if (acting(t))
        ask(t, side_of_force(pos_of(t)->siege_force), STEP_OCCUPY);
    else
        st_done(t);
}

static void end_storm(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int garrison = garrison_of(t), side = p->combat.att_side;
    bool lost = p->combat.loser == 2, falls = false;

    if (lost) {
        bool empty = garrison < 0 || !honour_able(p, f, p->force[garrison].units);
        bool breach =
            a->kind == COMBAT_BREACH && status_of(p) == OPEN_BREACH && a->def_cell & CELL_D;
        bool storm = a->kind == COMBAT_STORM && (a->def_cell & CELL_SP) >= STORM_SP;

        falls = empty || breach || storm;
    } else if (exists(p, p->siege_force)) {
        p->force[p->siege_force].flags |= F_DISRUPTED;
        honour_lose_guns(t, p->force[p->siege_force].units);
    }
    end_fight(t);
    if (falls)
        take_fort(t, side);
    st_done(t);
}

static void assault_end_run(struct st_table *t)
{
    if (pos_of(t)->combat.kind == COMBAT_SORTIE)
        end_sortie(t);
    else
        end_storm(t);
}

const struct st_step honour_step_assault_end =
    ST_RUNS("end of the assault", "13.5.3", assault_end_run);

/* 13.3 e and f follow a Sortie or an assault, unless the Fortress has fallen. */
static void assaulted_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int garrison = garrison_of(t);

    p->combat.loser = 0;
    if (!p->siege[p->siege_place])
        occupation(t);
    else if (garrison >= 0 && acting(t))
        ask(t, side_of_force(garrison), STEP_CAPITULATE);
    else
        st_go(t, STEP_SURRENDER);
}

const struct st_step honour_step_assaulted = ST_RUNS("after the assault", "13.3", assaulted_run);

/* ---- 13.7 Capitulation ------------------------------------------------------------------- */

static int refuge(const struct st_table *t, int side) /* hex or -1 */
{
    const struct honour_plan *f = plan_of(t);
    struct st_hexset to;

    if (!honour_arrival_hexes(t, side, f->source[pos_of(t)->source[side]].hex, &to))
        return -1;
    for (int h = 0; h < f->nhexes; h++)
        if (st_hexset_has(&to, h))
            return h;
    return -1;
}

static enum st_answer capitulate_check(const struct st_table *t, const struct st_move *m,
                                       struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    (void)m;
    if (status_of(p) < OPEN_BREACH)
        return st_refuse(why, "13.7", "Siege Status %d, a garrison capitulates at %d", status_of(p),
                         OPEN_BREACH);
    if (refuge(t, p->flow.side) < 0)
        return st_refuse(why, "13.7", "there is no hex to go to");
    return ST_LEGAL;
}

static void capitulate_apply(struct st_table *t, const struct st_move *m)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int garrison = garrison_of(t), side = side_of_force(garrison);
    struct honour_force *x = &p->force[garrison];

    if (m->verb == VERB_DECLINE) {
        st_go(t, STEP_SURRENDER);
        return;
    }
    st_tell(t, "13.7", "%s capitulates", f->place_name[p->siege_place]);
    int to = refuge(t, side);
    for (uint32_t guns = guns_of(t, garrison); guns;)
        honour_eliminate_unit(t, take(&guns), "13.7");
    p->demoralised |= x->units;
    if (exists(p, garrison)) {
        honour_enter(t, garrison, to);
        x->order = STAND;
        x->flags |= F_FINISHED;
        uint32_t here = honour_forces_in(p, side, to);
        if (__builtin_popcount(here) > STACK)
            honour_merge(t, garrison, __builtin_ctz(here & ~bit(garrison)));
    }
    take_fort(t, 1 - side);
    occupation(t);
}

const struct st_step honour_step_capitulate =
    ST_CHOOSES("capitulation", "13.7", VERB_DECLINE, VERB_CAPITULATE, capitulate_check, capitulate_apply,
               .otherwise = not_this);

static void surrender_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int garrison = garrison_of(t);

    if (garrison >= 0 && honour_able(p, f, p->force[garrison].units)) {
        st_done(t);
        return;
    }
    int side = garrison >= 0 ? 1 - side_of_force(garrison)
                             : 2 - p->control[p->siege_place]; /* of the controller's enemy */
    take_fort(t, side);
    occupation(t);
}

const struct st_step honour_step_surrender = ST_RUNS("surrender", "13.3", surrender_run);

/* ---- occupation -------------------------------------------------------------------------- */

static enum st_answer occupy_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->siege_force];
    uint32_t units;

    if (!honour_read_units(m, 0, m->nargs, &units) || !units || units & ~x->units)
        return st_refuse(why, "13.5.5", "name units of %s, each once", force_name(p->siege_force));
    if (!honour_enterable(t, side_of_force(p->siege_force), x->hex,
                          honour_dir(t, x->hex, fort_hex(t))))
        return st_refuse(why, "13.5.5", "%s may not be entered",
                         plan_of(t)->place_name[p->siege_place]);
    if (units != x->units && honour_free_force(p, side_of_force(p->siege_force)) < 0)
        return st_refuse(why, "3.5.1", "side %s has %d Forces already",
                         t->plan->side[side_of_force(p->siege_force)], SIDE_FORCES);
    return ST_LEGAL;
}

static void occupy_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    struct st_move all = st_move_0(VERB_OCCUPY);

    st_offer_this(o, st_move_0(VERB_DECLINE));
    for (uint32_t left = p->force[p->siege_force].units; left;)
        all.arg[all.nargs++] = (int16_t)take(&left);
    if (occupy_check(t, &all, NULL) == ST_LEGAL)
        honour_offer_subsets(o, t, VERB_OCCUPY, p->force[p->siege_force].units, 6, false);
}

static bool occupy_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);

    if (st_pick(seed, 50, 4) &&
        honour_sample_subset(t, VERB_OCCUPY, p->force[p->siege_force].units, seed, out))
        return true;
    *out = st_move_0(VERB_DECLINE);
    return true;
}

static void occupy_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    int force = p->siege_force, hex = fort_hex(t);
    uint32_t units;

    st_done(t);
    if (m->verb == VERB_DECLINE)
        return;
    honour_read_units(m, 0, m->nargs, &units);
    if (units != p->force[force].units) {
        int f = honour_free_force(p, side_of_force(force));

        honour_drop_force(p, f);
        p->force[f].units = units;
        p->force[force].units &= ~units;
        force = f;
    }
    honour_enter(t, force, hex);
    p->force[force].flags |= F_INSIDE;
    p->force[force].order = GARRISON;
    st_tell(t, "13.5.5", "%s occupies %s", force_name(force),
            plan_of(t)->place_name[p->siege_place]);
}

const struct st_step honour_step_occupy =
    ST_DECIDES("occupation", "13.5.5", occupy_offer, occupy_check, occupy_apply,
               .sample = occupy_sample, .takes = ST_VERB(VERB_OCCUPY),
               .always = ST_VERB(VERB_DECLINE), .otherwise = not_this);

static void siege_done_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    for (int i = 0; i < f->nplaces; i++)
        if (p->siege[i] && !besiegers(t, i)) { /* 13.2 */
            p->siege[i] = 0;
            st_tell(t, "13.2", "the siege of %s is raised", f->place_name[i]);
        }
    p->acting = 0;
    p->at = 0;
    st_go(t, STEP_ATTRITION_NEXT);
}

const struct st_step honour_step_siege_done = ST_RUNS("end of sieges", "13.2", siege_done_run);
