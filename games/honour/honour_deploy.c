/* honour_deploy.c - the Major Battle, Steps 1 to 4: field, deployment, hand, reveal (11.4).
 *
 * What X has decided and Y may not know yet lies in the position (corps, commanders, hand) and is
 * blanked by observe. Each side is asked the same number of questions whatever it holds.
 */
#include "honour/honour_battle.h"

#include "base/philox.h"

#include <string.h>

enum { QUESTIONS = 6, HAND_BASE = 2, STARS_MOST = 2 };
enum {
    WORKS_CHITS_1 = 2,
    WORKS_CHITS_2 = 4,
    RIVER_CHITS = 2
}; /* note ** of the Tactical Options Chart */

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
        honour_ask_role(t, role, step[b->secret[role]]);
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
    struct division d = { .all = honour_role_units(p, role) };

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
    uint32_t units = honour_role_units(p, p->battle.role);
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

    return honour_sample_subset(t, VERB_VANGUARD, honour_role_units(p, p->battle.role), seed, out);
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

const struct st_step honour_step_vanguard =
    ST_DECIDES("vanguard", "11.4", vanguard_offer, vanguard_check, vanguard_apply, .confirm = true,
               .sample = vanguard_sample, .takes = ST_VERB(VERB_VANGUARD));

static enum st_answer rear_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int role = p->battle.role;
    uint32_t r, left = honour_corps_units(p, role, MAIN);

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

const struct st_step honour_step_rear =
    ST_DECIDES("rearguard", "11.4", rear_offer, rear_check, rear_apply, .confirm = true,
               .sample = rear_sample, .takes = ST_VERB(VERB_REAR));

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
    if (!has(honour_role_caps(p, role), c))
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

    st_offer_legal(t, o, st_move_0(VERB_NONE));
    for (uint32_t left = honour_role_caps(p, p->battle.role); left;)
        st_offer_legal(t, o, st_move_1(VERB_COMMAND, take(&left)));
}

static void commander_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_battle *b = &pos_of(t)->battle;

    if (m->verb == VERB_COMMAND)
        b->commander[b->role][asked_corps(b)] = (uint8_t)(1 + m->arg[0]);
    answered(t);
}

const struct st_step honour_step_commander =
    ST_DECIDES("corps commander", "11.4", commander_offer, commander_check, commander_apply,
               .confirm = true, .takes = ST_VERBS(VERB_COMMAND, VERB_NONE));

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

const struct st_step honour_step_hand =
    ST_DECIDES("hand", "11.4", hand_offer, hand_check, hand_apply, .confirm = true,
               .sample = hand_sample, .takes = ST_VERB(VERB_HAND));

/* ---- Step 4 Reveal ----------------------------------------------------------------------- */

static void tell_corps(const struct st_table *t, int role)
{
    static const char *const words[] = { "", "Vanguard", "Main Body", "Rearguard" };
    const struct honour_pos *p = pos_of(t);

    for (int k = VANGUARD; k < CORPS && t->log; k++) {
        int c = p->battle.commander[role][k];

        st_show(t, "11.4", "Step 4: %s of side %s: %d SP, %s", words[k],
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
            st_show(t, "11.4.7", "side %s is in Formation",
                    t->plan->side[honour_role_side(p, role)]);
        }
        if (!honour_corps_units(p, role, VANGUARD))
            b->van[role] = VAN_ABSENT;
    }
    b->fight = VANGUARD;
    st_go(t, STEP_FIGHT_START);
}

const struct st_step honour_step_reveal = ST_RUNS("reveal", "11.4", reveal_run);
