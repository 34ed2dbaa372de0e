/* honour_battle.c - the Major Battle in ten steps: 11.4.
 *
 * Roles: 0 is X, the attacker, 1 is Y, the defender. What X has decided and Y may not know yet lies
 * in the position (corps, commanders, hand, posture, play_now) and is blanked by observe. Each
 * side is asked the same number of questions whatever it holds.
 */
#include "honour/honour.h"

#include "base/philox.h"

#include <string.h>

enum { QUESTIONS = 6, ROUNDS = 3, BATTLE_RETREAT = 3, HAND_BASE = 2, STARS_MOST = 2 };
enum {
    WORKS_CHITS_1 = 2,
    WORKS_CHITS_2 = 4,
    RIVER_CHITS = 2
}; /* note ** of the Tactical Options Chart */
enum { HOLDS = 1, ENGAGES = 2 };

/* ---- who fights -------------------------------------------------------------------------- */

int honour_role_side(const struct honour_pos *p, int role)
{
    return role ? 1 - p->combat.att_side : p->combat.att_side;
}

static uint32_t role_units(const struct honour_pos *p, int role)
{
    return role ? p->battle.y : p->battle.x;
}

static uint32_t role_forces(const struct honour_pos *p, int role)
{
    return role ? p->combat.def_forces : bit(p->combat.att_force);
}

static uint32_t role_caps(const struct honour_pos *p, int role)
{
    uint32_t caps = 0;

    for (uint32_t left = role_forces(p, role); left;)
        caps |= p->force[take(&left)].caps;
    return caps;
}

uint32_t honour_corps_units(const struct honour_pos *p, int role, int corps)
{
    uint32_t out = 0;

    for (uint32_t left = role_units(p, role) & ~(p->battle.away | p->battle.aside); left;) {
        int u = take(&left);

        if (p->battle.corps[u] == corps)
            out |= bit(u);
    }
    return out;
}

/* The fighting Corps, with the Rearguard where it was committed. */
uint32_t honour_fighting(const struct honour_pos *p, int role)
{
    uint32_t units = honour_corps_units(p, role, p->battle.fight);

    return p->battle.reserve[role] ? units | honour_corps_units(p, role, REAR) : units;
}

static bool is_broken(const struct st_table *t, int role, int corps)
{
    const struct honour_pos *p = pos_of(t);

    return !honour_able(p, plan_of(t), honour_corps_units(p, role, corps));
}

/* Present, not Broken, not yielded (11.4.7). */
static bool stands(const struct st_table *t, int role, int corps)
{
    const struct honour_battle *b = &pos_of(t)->battle;

    if (corps == VANGUARD && (b->van[role] == VAN_ABSENT || b->van[role] == VAN_YIELDED))
        return false;
    return !is_broken(t, role, corps);
}

static bool reserve_fit(const struct st_table *t, int role)
{
    return !is_broken(t, role, REAR);
}

static int corps_commander(const struct honour_pos *p, int role) /* or NOBODY */
{
    int c = p->battle.commander[role][p->battle.fight];

    return c ? c - 1 : NOBODY;
}

static int star_modifier(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);

    return st_modify(t, "9.1", "star of the Corps commander",
                     honour_star(p, corps_commander(p, role)) ? plan_of(t)->check.star : 0);
}

static void ask_role(struct st_table *t, int role, int step)
{
    struct honour_pos *p = pos_of(t);

    p->battle.role = (uint8_t)role;
    p->flow.side = (uint8_t)honour_role_side(p, role);
    st_go(t, step);
}

/* ---- Step 1 Field ------------------------------------------------------------------------ */

static void battle_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int level = honour_works(p, 1 - p->combat.att_side, p->combat.def_hex);
    int kind = honour_side_kind(t, p->combat.att_hex, p->combat.dir);

    memset(b, 0, sizeof *b);
    b->x = p->force[p->combat.att_force].units;
    for (uint32_t left = p->combat.def_forces; left;)
        b->y |= p->force[take(&left)].units;
    for (uint32_t left = b->x | b->y; left;)
        b->corps[take(&left)] = MAIN;
    b->cg[0] = (uint8_t)(1 + p->force[p->combat.att_force].primo);
    b->cg[1] = (uint8_t)(1 + p->combat.def_cap);
    b->free_works = (uint8_t)(level == 2 ? WORKS_CHITS_2 : level == 1 ? WORKS_CHITS_1 : 0);
    b->free_river =
        kind == SIDE_RIVER || kind == SIDE_BRIDGE || kind == SIDE_PONTOON ? RIVER_CHITS : 0;
    if (b->free_works || b->free_river)
        st_tell(t, "11.4", "Step 1: side %s receives %d Earthworks and %d River chits",
                t->plan->side[honour_role_side(p, 1)], b->free_works, b->free_river);
    st_go(t, p->combat.one_table ? STEP_OPT_START : STEP_DEPLOY);
}

const struct st_step honour_step_battle = ST_RUNS("field of battle", "11.4", battle_run);

/* ---- Step 2 Deployment ------------------------------------------------------------------- */

static void deploy_run(struct st_table *t)
{
    static const uint8_t step[QUESTIONS] = { STEP_VANGUARD,  STEP_REAR,      STEP_COMMANDER,
                                             STEP_COMMANDER, STEP_COMMANDER, STEP_HAND };
    struct honour_battle *b = &pos_of(t)->battle;
    int role = b->secret[0] < QUESTIONS ? 0 : 1;

    if (b->secret[role] == QUESTIONS)
        st_go(t, STEP_REVEAL);
    else
        ask_role(t, role, step[b->secret[role]]);
}

const struct st_step honour_step_deploy = ST_RUNS("deployment", "11.4", deploy_run);

struct division { /* what Step 2 demands of a side */
    uint32_t all, fighters, able;
    int quarter;
    bool split; /* V and M must each hold something */
    bool free;  /* the quarter cannot be had: one able unit each is enough */
};

static bool fills(const struct st_table *t, const struct division *d, uint32_t units)
{
    return units & d->able && (d->free || honour_sp(pos_of(t), units & d->fighters) >= d->quarter);
}

/* Is there any division with R empty that gives both their quarter? */
static bool divisible(const struct st_table *t, const struct division *d)
{
    uint32_t rest = d->fighters & ~bit(__builtin_ctz(d->able)), now = 0;

    do { /* by symmetry one able unit may be taken to stand in M */
        if (fills(t, d, now) && fills(t, d, d->fighters & ~now))
            return true;
        now = (now - rest) & rest;
    } while (now);
    return false;
}

static struct division division_of(const struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct division d = { .all = role_units(p, role) };

    d.fighters = honour_fighters(p, f, d.all);
    d.able = honour_able(p, f, d.all);
    d.quarter = most(1, honour_sp(p, d.fighters) / 4);
    d.split = __builtin_popcount(d.able) >= 2;
    d.free = d.split && !divisible(t, &d);
    return d;
}

static enum st_answer vanguard_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    uint32_t v;

    if (m->verb != VERB_VANGUARD)
        return honour_not_now(t, why);
    struct division d = division_of(t, pos_of(t)->battle.role);
    if (!honour_read_units(m, 0, m->nargs, &v) || v & ~d.all)
        return st_refuse(why, "11.4 Step 2", "units of the side that fights, each once");
    if (!d.split)
        return v ? st_refuse(why, "11.4 Step 2",
                             "with fewer than two able units all is in the Main Body")
                 : ST_LEGAL;
    if (!fills(t, &d, v))
        return st_refuse(why, "11.4 Step 2",
                         "the Vanguard needs an able unit and %d SP, it has %d",
                         d.free ? 1 : d.quarter, honour_sp(pos_of(t), v & d.fighters));
    if (!fills(t, &d, d.all & ~v))
        return st_refuse(
            why, "11.4 Step 2",
            "what is left could not fill the Main Body: an able unit and %d SP",
            d.free ? 1 : d.quarter);
    return ST_LEGAL;
}

static bool vanguard_sample(const struct st_table *t, uint64_t seed, struct st_move *out);

static void vanguard_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t units = role_units(p, p->battle.role);
    struct st_move m;

    if (honour_offer_subsets(o, t, VERB_VANGUARD, units, 6, true))
        return;
    for (uint64_t i = 0; i < 8 && !o->enough; i++) /* some that are sure to be legal */
        if (vanguard_sample(t, i, &m) && m.nargs > 1 &&
            m.nargs < __builtin_popcount(units)) {
            st_offer_add(o, &m);
            return;
        }
}

static bool vanguard_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);

    return honour_sample_subset(t, VERB_VANGUARD, role_units(p, p->battle.role), seed, out);
}

static void answered(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;

    b->secret[b->role]++;
    st_go(t, STEP_DEPLOY);
}

static void post(struct st_table *t, const struct st_move *m, int corps)
{
    for (int i = 0; i < m->nargs; i++)
        pos_of(t)->battle.corps[m->arg[i]] = (uint8_t)corps;
    answered(t);
}

static void vanguard_apply(struct st_table *t, const struct st_move *m)
{
    post(t, m, VANGUARD);
}

const struct st_step honour_step_vanguard = {
    "vanguard", "11.4", ST_DECIDE, .confirm = true, .offer = vanguard_offer,
    .sample = vanguard_sample, .check = vanguard_check, .apply = vanguard_apply,
};

static enum st_answer rear_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role;
    uint32_t r, left = honour_corps_units(p, role, MAIN);

    if (m->verb != VERB_REAR)
        return honour_not_now(t, why);
    struct division d = division_of(t, role);
    if (!honour_read_units(m, 0, m->nargs, &r) || r & ~left)
        return st_refuse(why, "11.4 Step 2",
                         "units of the side that are not in the Vanguard, each once");
    if (!d.split)
        return r ? st_refuse(why, "11.4 Step 2",
                             "with fewer than two able units all is in the Main Body")
                 : ST_LEGAL;
    if (!fills(t, &d, left & ~r))
        return st_refuse(why, "11.4 Step 2",
                         "the Main Body needs an able unit and %d SP, it would have %d",
                         d.free ? 1 : d.quarter, honour_sp(p, left & ~r & d.fighters));
    return ST_LEGAL;
}

static void rear_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);

    honour_offer_subsets(o, t, VERB_REAR, honour_corps_units(p, p->battle.role, MAIN), 6, true);
}

static bool rear_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);

    *out = st_move_0(VERB_REAR);
    if (st_pick(seed, 77, 2))
        return true;
    return honour_sample_subset(t, VERB_REAR, honour_corps_units(p, p->battle.role, MAIN), seed,
                                out);
}

static void rear_apply(struct st_table *t, const struct st_move *m)
{
    post(t, m, REAR);
}

const struct st_step honour_step_rear = {
    "rearguard", "11.4", ST_DECIDE, .confirm = true, .offer = rear_offer, .sample = rear_sample,
    .check = rear_check, .apply = rear_apply,
};

static int asked_corps(const struct honour_battle *b)
{
    return b->secret[b->role] - 2 + VANGUARD;
}

static enum st_answer commander_check(const struct st_table *t, const struct st_move *m,
                                      struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int role = b->role, corps = asked_corps(b), cg = b->cg[role] - 1;
    bool posted = false,
         last = corps == REAR || (corps == MAIN && !honour_corps_units(p, role, REAR));

    if (m->verb != VERB_COMMAND && m->verb != VERB_NONE)
        return honour_not_now(t, why);
    for (int k = VANGUARD; k < CORPS; k++)
        posted |= b->commander[role][k] == 1 + cg;
    bool empty = !honour_corps_units(p, role, corps);
    bool must = !posted && last && !empty;
    if (m->verb == VERB_NONE)
        return must ? st_refuse(why, "11.4 Step 2", "%s must command a Corps", cap_name(t, cg))
                    : ST_LEGAL;
    int c = m->arg[0];
    if (empty)
        return st_refuse(why, "11.4 Step 2", "an empty Corps has no commander");
    if (!has(role_caps(p, role), c))
        return st_refuse(why, "11.4 Step 2", "%s is not at hand", cap_name(t, c));
    for (int k = VANGUARD; k < CORPS; k++)
        if (b->commander[role][k] == 1 + c)
            return st_refuse(why, "11.4 Step 2", "%s commands another Corps", cap_name(t, c));
    if (must && c != cg)
        return st_refuse(why, "11.4 Step 2", "%s must command a Corps", cap_name(t, cg));
    return ST_LEGAL;
}

static void commander_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    struct st_move none = st_move_0(VERB_NONE);

    if (commander_check(t, &none, NULL) == ST_LEGAL)
        st_offer_add(o, &none);
    for (uint32_t left = role_caps(p, p->battle.role); left;) {
        struct st_move m = st_move_1(VERB_COMMAND, take(&left));

        if (commander_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
}

static void commander_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_battle *b = &pos_of(t)->battle;

    if (m->verb == VERB_COMMAND)
        b->commander[b->role][asked_corps(b)] = (uint8_t)(1 + m->arg[0]);
    answered(t);
}

const struct st_step honour_step_commander = {
    "corps commander", "11.4", ST_DECIDE, .confirm = true, .offer = commander_offer,
    .check = commander_check, .apply = commander_apply,
};

/* ---- Step 3 Chits ------------------------------------------------------------------------ */

int honour_hand_size(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int stars = 0;

    for (int k = VANGUARD; k < CORPS; k++)
        stars += b->commander[role][k] && honour_star(p, b->commander[role][k] - 1);
    return least(HAND_MOST,
                 HAND_BASE + honour_initiative(p, b->cg[role] - 1) + least(STARS_MOST, stars));
}

static enum st_answer hand_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_battle *b = &pos_of(t)->battle;
    int count[CHITS] = { 0 }, size = honour_hand_size(t, b->role);

    if (m->verb != VERB_HAND)
        return honour_not_now(t, why);
    for (int i = 0; i < m->nargs; i++) {
        int c = m->arg[i];

        if (c >= HAND_CHITS)
            return st_refuse(why, "11.4 Step 3", "%s chits are given by Step 1, not chosen",
                             honour_chits[c]);
        if (++count[c] > plan_of(t)->most[c])
            return st_refuse(why, "11.4 Step 3", "at most %d of %s", plan_of(t)->most[c],
                             honour_chits[c]);
    }
    if (m->nargs > size)
        return st_refuse(why, "11.4 Step 3", "%d chits, the hand holds %d", m->nargs, size);
    return ST_LEGAL;
}

static void hands_from(const struct st_table *t, struct st_offer *o, struct st_move *m, int chit,
                       int size)
{
    if (o->enough)
        return;
    if (chit == HAND_CHITS) {
        st_offer_add(o, m);
        return;
    }
    int before = m->nargs;
    for (int n = 0; n <= plan_of(t)->most[chit] && m->nargs <= size; n++) {
        hands_from(t, o, m, chit + 1, size);
        m->arg[m->nargs++] = (int16_t)chit;
    }
    while (m->nargs > before)
        m->arg[--m->nargs] = 0;
}

static void hand_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_0(VERB_HAND);

    hands_from(t, o, &m, 0, honour_hand_size(t, pos_of(t)->battle.role));
}

static bool hand_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    int size = honour_hand_size(t, pos_of(t)->battle.role), count[HAND_CHITS] = { 0 };

    for (uint32_t i = 0, n = 0; i < 40 && (int)n < size; i++) {
        int c = (int)st_pick(seed, i, HAND_CHITS);

        if (count[c] < plan_of(t)->most[c]) {
            count[c]++;
            n++;
        }
    }
    *out = st_move_0(VERB_HAND);
    for (int c = 0; c < HAND_CHITS; c++)
        for (int n = 0; n < count[c]; n++)
            out->arg[out->nargs++] = (int16_t)c;
    return true;
}

static void hand_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_battle *b = &pos_of(t)->battle;

    for (int i = 0; i < m->nargs; i++)
        b->hand[b->role][m->arg[i]]++;
    b->hand_left[b->role] = (uint8_t)m->nargs;
    answered(t);
}

const struct st_step honour_step_hand = {
    "hand", "11.4", ST_DECIDE, .confirm = true, .offer = hand_offer, .sample = hand_sample,
    .check = hand_check, .apply = hand_apply,
};

/* ---- Step 4 Reveal ----------------------------------------------------------------------- */

static void tell_corps(const struct st_table *t, int role)
{
    static const char *const words[] = { "", "Vanguard", "Main Body", "Rearguard" };
    const struct honour_pos *p = pos_of(t);

    for (int k = VANGUARD; k < CORPS && t->log; k++) {
        int c = p->battle.commander[role][k];

        st_tell(t, "11.4", "Step 4: %s of side %s: %d SP, %s", words[k],
                t->plan->side[honour_role_side(p, role)],
                honour_sp(p, honour_corps_units(p, role, k)),
                c ? cap_name(t, c - 1) : "no commander");
    }
}

static void reveal_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    b->revealed = 1;
    for (int role = 0; role < 2; role++) {
        b->secret[role] = 0;
        tell_corps(t, role);
        if (b->hand[role][CHIT_FORMATION]) {
            b->hand[role][CHIT_FORMATION] = 0;
            b->hand_left[role]--;
            b->formation[role] = 1;
            st_tell(t, "11.4.7", "side %s is in Formation",
                    t->plan->side[honour_role_side(p, role)]);
        }
        if (!honour_corps_units(p, role, VANGUARD))
            b->van[role] = VAN_ABSENT;
    }
    b->fight = VANGUARD;
    st_go(t, STEP_FIGHT_START);
}

const struct st_step honour_step_reveal = ST_RUNS("reveal", "11.4", reveal_run);

/* ---- Steps 5 and 6: a Fight -------------------------------------------------------------- */

/* 11.4.11: it is a success like those of Engagements, and counts from now on. */
static void win_vanguard(struct st_table *t, int role)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    b->successes[role]++;
    st_tell(t, "11.4.10", "side %s wins the Vanguard Fight",
            t->plan->side[honour_role_side(p, role)]);
    st_tell(t, "11.4.11", "successes: %d to %d", b->successes[0], b->successes[1]);
}

static void fight_start_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;

    b->round = 1;
    b->asked = 0;
    if (b->fight == MAIN) {
        st_go(t, STEP_BROKEN);
        return;
    }
    if (b->van[0] == VAN_ABSENT || b->van[1] == VAN_ABSENT) { /* 11.4.10.1 */
        if (b->van[0] != b->van[1])
            win_vanguard(t, b->van[0] == VAN_ABSENT);
        st_go(t, STEP_FIGHT_END);
        return;
    }
    ask_role(t, 0, STEP_COMMIT);
}

const struct st_step honour_step_fight_start = ST_RUNS("fight", "11.4.5", fight_start_run);

static void decide(struct st_table *t, int winner)
{
    pos_of(t)->battle.winner = (uint8_t)winner;
    st_go(t, STEP_VICTOR);
}

/* 11.4.8: a Broken Main Body may be replaced at once, X asked first; else its side has lost. */
static void broken_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;
    bool broken[2] = { is_broken(t, 0, MAIN), is_broken(t, 1, MAIN) };

    for (int role = 0; role < 2; role++)
        if (broken[role] && reserve_fit(t, role) && !(b->asked & 1 << role)) {
            b->asked |= (uint8_t)(1 << role);
            ask_role(t, role, STEP_REPLACE);
            return;
        }
    b->asked = 0;
    if (broken[0] || broken[1])
        decide(t, broken[0] ? 1 : 0);
    else if (b->stage == 0)
        ask_role(t, 0, STEP_COMMIT);
    else {
        b->stage = 0;
        ask_role(t, 0, STEP_YIELD);
    }
}

const struct st_step honour_step_broken = ST_RUNS("broken corps", "11.4.8", broken_run);

static enum st_answer reserve_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_battle *b = &pos_of(t)->battle;

    if (m->verb == VERB_DECLINE)
        return ST_LEGAL;
    if (m->verb != VERB_RESERVE)
        return honour_not_now(t, why);
    if (!b->hand[b->role][CHIT_RESERVE])
        return st_refuse(why, "11.4.8", "there is no Reserve chit in the hand");
    return ST_LEGAL;
}

static void reserve_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_0(VERB_RESERVE);

    honour_offer(o, st_move_0(VERB_DECLINE));
    if (reserve_check(t, &m, NULL) == ST_LEGAL)
        st_offer_add(o, &m);
}

static void replace_main(struct st_table *t, int role)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    b->aside |= honour_corps_units(p, role, MAIN);
    for (uint32_t left = honour_corps_units(p, role, REAR); left;)
        b->corps[take(&left)] = MAIN;
    b->commander[role][MAIN] = b->commander[role][REAR];
    b->commander[role][REAR] = 0;
    st_tell(t, "11.4.8", "the Rearguard of side %s becomes its Main Body",
            t->plan->side[honour_role_side(p, role)]);
}

static void reserve_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    bool replacing = p->flow.step[p->flow.depth] == STEP_REPLACE;

    if (m->verb == VERB_RESERVE) {
        b->hand[b->role][CHIT_RESERVE]--;
        b->hand_left[b->role]--;
        if (replacing)
            replace_main(t, b->role);
        else
            b->reserve[b->role] = 1;
        st_tell(t, "11.4.8", "side %s plays Reserve", t->plan->side[p->flow.side]);
    }
    st_go(t, replacing ? STEP_BROKEN : STEP_COMMITMENT);
}

const struct st_step honour_step_replace = {
    "replacement", "11.4.8", ST_DECIDE, .confirm = true, .offer = reserve_offer,
    .check = reserve_check, .apply = reserve_apply,
};
const struct st_step honour_step_reserve = {
    "reserve", "11.4.8", ST_DECIDE, .confirm = true, .offer = reserve_offer,
    .check = reserve_check, .apply = reserve_apply,
};

/* Step 7, before rounds 2 and 3 of the Main Body Fight. */
static void commitment_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;

    for (int role = 0; role < 2; role++)
        if (!(b->asked & 1 << role) && reserve_fit(t, role)) {
            b->asked |= (uint8_t)(1 << role);
            ask_role(t, role, STEP_RESERVE);
            return;
        }
    b->asked = 0;
    ask_role(t, 0, STEP_COMMIT);
}

const struct st_step honour_step_commitment =
    ST_RUNS("rearguard commitment", "11.4.8", commitment_run);

/* ---- 11.4.5 a Commitment ----------------------------------------------------------------- */

static bool kind_in_play(const struct honour_battle *b, int role, int chit)
{
    if (chit == CHIT_EARTHWORKS || chit == CHIT_RIVER)
        return b->play[role][CHIT_EARTHWORKS] || b->play[role][CHIT_RIVER];
    return b->play[role][chit];
}

static int chits_at_hand(const struct honour_battle *b, int role, int chit)
{
    if (chit < HAND_CHITS)
        return b->hand[role][chit];
    return role == 0 ? 0 : chit == CHIT_EARTHWORKS ? b->free_works : b->free_river;
}

/* 11.4.7: what a chit needs. */
static enum st_answer chit_needs(const struct st_table *t, int role, int chit, bool engages,
                                 struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    uint32_t corps = honour_fighting(p, role), fresh = corps & ~p->demoralised;
    uint32_t guns = honour_of_class(p, f, corps, CLASS_ART);
    bool horse = honour_of_class(p, f, fresh, CLASS_CAV),
         foot = honour_of_class(p, f, fresh, CLASS_INF);

    switch (chit) {
    case CHIT_MUSTER:
        if (b->round == 1 || engages || !b->cg[role] || b->commander[role][b->fight] != b->cg[role])
            return st_refuse(
                why, "11.4.7",
                "Muster: after round 1, by a Corps of the Capitano Generale that Holds");
        return ST_LEGAL;
    case CHIT_ARTILLERY:
        return guns ? ST_LEGAL : st_refuse(why, "11.4.7", "Artillery: the Corps has no guns");
    case CHIT_CHARGE:
        if (!f->ground[f->terrain[p->combat.def_hex]].charge)
            return st_refuse(why, "11.4.7", "Cavalry Charge: not in this ground, %s",
                             honour_terrains[f->terrain[p->combat.def_hex]]);
        return horse ? ST_LEGAL
                     : st_refuse(why, "11.4.7", "Cavalry Charge: the Corps has no able horse");
    case CHIT_COMBINED:
        return horse + foot + (guns != 0) >= 2
                   ? ST_LEGAL
                   : st_refuse(why, "11.4.7", "Combined Arms: the Corps has not two classes");
    case CHIT_COORDINATION:
        return stands(t, role, VANGUARD) && stands(t, role, MAIN)
                   ? ST_LEGAL
                   : st_refuse(why, "11.4.7",
                               "Fight Coordination: Vanguard and Main Body must both stand");
    case CHIT_FIREARMS:
        if (!f->sky[p->weather].firearms)
            return st_refuse(why, "11.4.7", "Firearms: not in %s", honour_weathers[p->weather]);
        for (uint32_t left = fresh; left;)
            if (p->type[take(&left)] == FIR)
                return ST_LEGAL;
        return st_refuse(why, "11.4.7", "Firearms: the Corps has no able Infantry with Firearms");
    default:
        return ST_LEGAL;
    }
}

static enum st_answer commit_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_battle *b = &pos_of(t)->battle;
    int role = b->role, named = 0;
    bool engages = m->verb == VERB_ENGAGE;

    if (!engages && m->verb != VERB_HOLD)
        return honour_not_now(t, why);
    for (int i = 0; i < m->nargs; i++) {
        int c = m->arg[i], kind = c == CHIT_RIVER ? CHIT_EARTHWORKS : c;

        if (c == CHIT_FORMATION || c == CHIT_RESERVE)
            return st_refuse(why, "11.4.5 a", "%s is not played here", honour_chits[c]);
        if (named & 1 << kind || kind_in_play(b, role, c))
            return st_refuse(why, "11.4.5 a", "two chits of one kind in play: %s",
                             honour_chits[c]);
        if (engages && f->lost_if_engages[c])
            return st_refuse(why, "11.4.5 b", "%s is lost if the Corps Engages", honour_chits[c]);
        if (c >= HAND_CHITS && role == 0)
            return st_refuse(why, "11.4.7", "%s: the defender only", honour_chits[c]);
        if (!chits_at_hand(b, role, c))
            return st_refuse(why, "11.4.5 a", "no %s chit is left in the hand", honour_chits[c]);
        if (chit_needs(t, role, c, engages, why))
            return ST_REFUSED;
        named |= 1 << kind;
    }
    if (m->nargs > (named & 1 << CHIT_COMBINED ? 3 : 1))
        return st_refuse(why, "11.4.5 a", "one chit, or Combined Arms and at most two others");
    return ST_LEGAL;
}

static void offer_posture(const struct st_table *t, struct st_offer *o, int verb)
{
    struct st_move m = st_move_0(verb);
    int fit[CHITS], n = 0;
    bool combined = false;

    honour_offer(o, m);
    for (int c = 0; c < CHITS; c++) {
        m = st_move_1(verb, c);
        if (commit_check(t, &m, NULL))
            continue;
        st_offer_add(o, &m);
        if (c == CHIT_COMBINED)
            combined = true;
        else
            fit[n++] = c;
    }
    for (int i = 0; i < n && combined && !o->enough; i++) {
        honour_offer(o, st_move_2(verb, CHIT_COMBINED, fit[i]));
        for (int k = i + 1; k < n; k++) {
            m = st_move_3(verb, CHIT_COMBINED, fit[i], fit[k]);
            if (commit_check(t, &m, NULL) == ST_LEGAL)
                st_offer_add(o, &m);
        }
    }
}

static void commit_offer(const struct st_table *t, struct st_offer *o)
{
    offer_posture(t, o, VERB_HOLD);
    offer_posture(t, o, VERB_ENGAGE);
}

static bool commit_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    int verb = st_pick(seed, 0, 2) ? VERB_ENGAGE : VERB_HOLD;

    for (uint32_t i = 1; i < 8; i++) {
        *out = st_move_1(verb, (int)st_pick(seed, i, CHITS));
        if (st_pick(seed, i + 20, 3) == 0)
            *out = st_move_3(verb, CHIT_COMBINED, (int)st_pick(seed, i + 40, CHITS),
                             (int)st_pick(seed, i + 60, CHITS));
        if (commit_check(t, out, NULL) == ST_LEGAL)
            return true;
    }
    *out = st_move_0(verb);
    return true;
}

/* b) Reveal: both have committed. */
static void reveal_round(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    for (int role = 0; role < 2; role++) {
        bool engages = b->posture[role] == ENGAGES;

        st_tell(t, "11.4.5", "side %s: %s", t->plan->side[honour_role_side(p, role)],
                engages ? "Engage" : "Hold");
        for (int c = 0; c < CHITS; c++) {
            if (engages && f->lost_if_engages[c])
                b->play[role][c] = 0;
            if (!(b->play_now[role] >> c & 1))
                continue;
            b->play[role][c] = f->duration[c];
            if (c == CHIT_EARTHWORKS)
                b->free_works--;
            else if (c == CHIT_RIVER)
                b->free_river--;
            else {
                b->hand[role][c]--;
                b->hand_left[role]--;
            }
            st_tell(t, "11.4.5", "side %s plays %s", t->plan->side[honour_role_side(p, role)],
                    honour_chits[c]);
        }
        b->play_now[role] = 0;
        b->engaged[role] = (uint8_t)(b->engaged[role] + engages);
    }
}

static void commit_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_battle *b = &pos_of(t)->battle;

    b->posture[b->role] = m->verb == VERB_ENGAGE ? ENGAGES : HOLDS;
    for (int i = 0; i < m->nargs; i++)
        b->play_now[b->role] |= (uint16_t)(1 << m->arg[i]);
    if (b->role == 0) {
        ask_role(t, 1, STEP_COMMIT);
        return;
    }
    reveal_round(t);
    b->stage = 0;
    st_go(t, STEP_ROUND_END);
    st_call(t, STEP_ROUND);
}

const struct st_step honour_step_commit = {
    "commitment", "11.4.5", ST_DECIDE, .confirm = true, .offer = commit_offer,
    .sample = commit_sample, .check = commit_check, .apply = commit_apply,
};

/* ---- 11.4.5 c to e, one procedure -------------------------------------------------------- */

static void muster(struct st_table *t, int role)
{
    struct honour_pos *p = pos_of(t);

    if (p->battle.play[role][CHIT_MUSTER])
        honour_call_recovery(
            t, honour_fighters(p, plan_of(t), honour_fighting(p, role)) & p->demoralised,
            star_modifier(t, role), true);
}

static uint32_t firing_guns(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);

    if (!p->battle.play[role][CHIT_ARTILLERY])
        return 0;
    return honour_of_class(p, plan_of(t), honour_fighting(p, role), CLASS_ART);
}

static uint32_t commanders_of(const struct honour_pos *p, int role)
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
           (b->fight == MAIN && stands(t, role, VANGUARD) && !stands(t, 1 - role, VANGUARD));
}

static uint32_t able_horse(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);

    return honour_of_class(p, plan_of(t), honour_fighting(p, role) & ~p->demoralised, CLASS_CAV);
}

static uint32_t with_partner(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    uint32_t units = honour_fighting(p, role);

    if (b->play[role][CHIT_COORDINATION])
        units |= honour_corps_units(p, role, b->fight == VANGUARD ? MAIN : VANGUARD);
    return units;
}

static void engage(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int att = b->posture[0] == ENGAGES ? 0 : 1;

    if ((b->posture[0] != ENGAGES && b->posture[1] != ENGAGES) ||
        !honour_able(p, f, honour_fighting(p, 0)) || !honour_able(p, f, honour_fighting(p, 1)))
        return;
    honour_call_assault(t, COMBAT_BATTLE, honour_able(p, f, with_partner(t, att)),
                        honour_fighters(p, f, with_partner(t, 1 - att)));
}

/* 11.4.11: two for ground taken, one for an attack repulsed. */
static void count_success(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int att = p->assault.side == p->combat.att_side ? 0 : 1;

    if (!p->combat.loser)
        return;
    if (p->combat.loser == 1)
        b->successes[1 - att]++;
    else
        b->successes[att] = (uint8_t)(b->successes[att] + 2);
    st_tell(t, "11.4.11", "successes: %d to %d", b->successes[0], b->successes[1]);
    p->combat.loser = 0;
    memset(&p->assault, 0, sizeof p->assault);
}

static void apply_fire(struct st_table *t, int role)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    if (!b->die[role])
        return;
    p->fire = (struct honour_fire){ .guns = honour_of_class(p, plan_of(t), honour_fighting(p, role),
                                                            CLASS_ART),
                                    .target = honour_fighting(p, 1 - role),
                                    .cell = b->cell[role],
                                    .side = (uint8_t)honour_role_side(p, role),
                                    .battle = 1 };
    b->die[role] = b->cell[role] = 0;
    b->role = (uint8_t)role;
    st_call(t, STEP_FIRE_NEXT);
}

static void round_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int stage = b->stage++;

    switch (stage) {
    case 0:
    case 1:
        muster(t, stage);
        break;
    case 2:
    case 3:
        if (firing_guns(t, stage - 2)) {
            b->role = (uint8_t)(stage - 2);
            st_call(t, STEP_GUNS);
        }
        break;
    case 4:
    case 5:
        apply_fire(t, stage - 4);
        break;
    case 6:
    case 7:
        if (b->play[stage - 6][CHIT_CHARGE] && able_horse(t, stage - 6) &&
            honour_fighters(p, plan_of(t), honour_fighting(p, 7 - stage)))
            ask_role(t, stage - 6, STEP_CHARGE);
        break;
    case 8:
        engage(t);
        break;
    case 9:
        count_success(t);
        break;
    default:
        b->stage = 0;
        b->role = 0;
        st_done(t);
    }
}

const struct st_step honour_step_round = ST_RUNS("round", "11.4.5", round_run);

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
        (uint8_t)st_look(t, f->chart[CHART_FIRE], die + drm, honour_sp(p, firing_guns(t, role)));
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
            int mod = x->battle ? star_modifier(t, foe_role)
                                : st_modify(t, "9.1", "star of the Primo Capitano",
                                            force >= 0 && honour_star(p, p->force[force].primo)
                                                ? f->check.star
                                                : 0);

            honour_call_checks(t, honour_fighters(p, f, x->target), mod, true, false);
        }
        break;
    case 3:
        if (x->battle && x->cell & FIRE_CAPITANI)
            honour_call_elim(t, commanders_of(p, foe_role));
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

    if (m->verb == VERB_DECLINE)
        return ST_LEGAL;
    if (m->verb != VERB_CHARGE)
        return honour_not_now(t, why);
    if (!honour_read_units(m, 1, n, &units) || !units)
        return st_refuse(why, "11.4.1.1", "name the units that charge, each once");
    if (units & ~able_horse(t, role))
        return st_refuse(why, "11.4.1.1", "%s is no able horse of the fighting Corps",
                         unit_name(t, __builtin_ctz(units & ~able_horse(t, role))));
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
    struct st_move m = st_move_1(VERB_CHARGE, __builtin_popcount(units));

    while (units)
        m.arg[m.nargs++] = (int16_t)take(&units);
    m.arg[m.nargs++] = (int16_t)target;
    return m;
}

static void charge_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role;
    uint32_t foes = honour_fighters(p, f, honour_fighting(p, 1 - role)), kind[2] = { 0, 0 };

    honour_offer(o, st_move_0(VERB_DECLINE));
    for (uint32_t left = able_horse(t, role); left;) {
        int u = take(&left);

        kind[f->type[p->type[u]].heavy] |= bit(u);
    }
    for (int k = 0; k < 2; k++)
        for (uint32_t now = kind[k]; now && !o->enough; now = (now - 1) & kind[k])
            for (uint32_t left = foes; left && !o->enough;)
                honour_offer(o, charge_move(now, take(&left)));
}

static bool charge_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role;
    uint32_t horse = able_horse(t, role), foes = honour_fighting(p, 1 - role);

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

const struct st_step honour_step_charge = {
    "charge", "11.4.1.1", ST_DECIDE, .offer = charge_offer, .sample = charge_sample,
    .check = charge_check, .apply = charge_apply,
};

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
        .works = kind_in_play(b, foe, CHIT_EARTHWORKS),
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
                               star_modifier(t, 1 - role), true, false);
        else if (cell != CHARGE_NONE)
            honour_call_checks(t, b->chargers, star_modifier(t, role), true, false);
        break;
    case 2:
        if (b->die[0] == MARK_STAR) {
            int c = b->commander[role][b->fight];

            honour_call_elim(t, c ? bit(c - 1) : 0);
        } else if (b->die[0] == MARK_CAPITANI) {
            honour_call_elim(t, commanders_of(p, 1 - role));
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

/* ---- f) and g) --------------------------------------------------------------------------- */

static void round_end_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;

    for (int role = 0; role < 2; role++) {
        for (int c = 0; c < CHITS; c++)
            if (b->play[role][c] && b->play[role][c] != ALL_ROUNDS)
                b->play[role][c]--;
        b->posture[role] = 0;
        b->reserve[role] = 0;
    }
    st_go(t, STEP_BREAK_OFF);
}

const struct st_step honour_step_round_end = ST_RUNS("end of round", "11.4.5", round_end_run);

static void break_off_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;
    bool broken[2] = { is_broken(t, 0, b->fight), is_broken(t, 1, b->fight) };

    if (b->fight == MAIN) {
        if (b->round < ROUNDS) {
            b->stage = 1;
            st_go(t, STEP_BROKEN);
        } else if (broken[0] || broken[1]) {
            decide(t, broken[0] ? 1 : 0);
        } else {
            st_tell(t, "11.4.11", "successes: %d to %d", b->successes[0], b->successes[1]);
            decide(t, b->successes[0] > b->successes[1] ? 0 : 1);
        }
        return;
    }
    for (int role = 0; role < 2; role++)
        if (broken[role])
            b->van[role] = VAN_BROKEN;
    if (broken[0] != broken[1])
        win_vanguard(t, broken[0]);
    if (broken[0] || broken[1] || b->round == ROUNDS)
        st_go(t, STEP_FIGHT_END);
    else
        ask_role(t, 0, STEP_YIELD);
}

const struct st_step honour_step_break_off = ST_RUNS("break-off", "11.4.10", break_off_run);

static enum st_answer yield_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    if (m->verb != VERB_YIELD && m->verb != VERB_CONTINUE)
        return honour_not_now(t, why);
    return ST_LEGAL;
}

static void yield_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    honour_offer(o, st_move_0(VERB_CONTINUE));
    honour_offer(o, st_move_0(VERB_YIELD));
}

static void yield_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    if (m->verb == VERB_YIELD) {
        st_tell(t, "11.4.10", "side %s yields", t->plan->side[p->flow.side]);
        if (b->fight == MAIN) {
            decide(t, 1 - b->role);
            return;
        }
        b->van[b->role] = VAN_YIELDED;
        win_vanguard(t, 1 - b->role);
        st_go(t, STEP_FIGHT_END);
    } else if (b->role == 0) {
        ask_role(t, 1, STEP_YIELD);
    } else {
        b->round++;
        b->role = 0;
        if (b->fight == MAIN)
            st_go(t, STEP_COMMITMENT);
        else
            ask_role(t, 0, STEP_COMMIT);
    }
}

const struct st_step honour_step_yield = {
    "yield", "11.4.10", ST_DECIDE, .offer = yield_offer, .check = yield_check,
    .apply = yield_apply,
};

static void fight_end_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;

    memset(b->play, 0, sizeof b->play);
    memset(b->ignored, 0, sizeof b->ignored);
    b->fight = MAIN;
    b->role = 0;
    st_go(t, STEP_FIGHT_START);
}

const struct st_step honour_step_fight_end = ST_RUNS("end of fight", "11.4.10", fight_end_run);

/* ---- Steps 9 and 10 ---------------------------------------------------------------------- */

void honour_battle_over(struct st_table *t, int winner)
{
    pos_of(t)->battle.winner = (uint8_t)winner;
    st_go(t, STEP_VICTOR);
}

static void victor_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int side = honour_role_side(p, b->winner);

    st_tell(t, "11.4.11", "side %s wins the battle", t->plan->side[side]);
    p->battles_won[side]++;
    p->battle_fought = 1;
    for (int role = 0; role < 2; role++)
        p->engaged[honour_role_side(p, role)] = b->engaged[role];
    p->combat.loser = b->winner ? 1 : 2;
    b->stage = 0;
    b->role = 0;
    st_go(t, STEP_AFTER);
}

const struct st_step honour_step_victor = ST_RUNS("victor", "11.4.11", victor_run);

static void battle_pursuit(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int win = b->winner, cap = honour_commander(p, role_forces(p, win));
    uint32_t prey = role_units(p, 1 - win),
             units = honour_able(p, f, role_units(p, win) & ~b->away);
    uint32_t forces = 0;

    for (uint32_t left = role_forces(p, win); left;) {
        int i = take(&left);

        if (exists(p, i) && (cap == NOBODY || has(p->force[i].caps, cap)))
            forces |= bit(i);
    }
    if (prey && units && forces)
        honour_call_pursuit(t, &(struct honour_pursuit){ .forces = forces & -forces,
                                                         .units = units,
                                                         .prey = prey,
                                                         .prey_caps = role_caps(p, 1 - win),
                                                         .hunters = role_caps(p, win),
                                                         .side = (uint8_t)honour_role_side(p, win),
                                                         .star = honour_star(p, cap) });
}

static void battle_retreat(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int lose = 1 - p->battle.winner;
    uint32_t forces = 0, units = role_units(p, lose);

    if (!honour_fighters(p, f, units)) /* 3.3 */
        while (units)
            honour_eliminate_unit(t, take(&units), "3.3");
    for (uint32_t left = role_forces(p, lose); left;) {
        int i = take(&left);

        if (exists(p, i))
            forces |= bit(i);
    }
    if (forces)
        honour_call_retreat(t, forces, lose ? p->combat.att_hex : p->combat.def_hex, BATTLE_RETREAT,
                            true);
}

static void after_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    switch (b->stage++) {
    case 0:
        battle_pursuit(t);
        break;
    case 1:
        p->pursuit = (struct honour_pursuit){ 0 };
        b->away = 0;
        p->flow.side = (uint8_t)honour_role_side(p, b->winner);
        st_go(t, STEP_BATTLE_RECOVERY);
        break;
    case 2:
        battle_retreat(t);
        break;
    default:
        if (b->winner == 0)
            st_go(t, STEP_ADVANCE_START);
        else
            st_done(t);
    }
}

const struct st_step honour_step_after = ST_RUNS("pursuit and recovery", "11.4.12", after_run);
