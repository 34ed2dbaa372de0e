/* honour_battle.c - the Major Battle, Steps 5 to 10: the Fights, round by round, and what follows
 * (11.4). Deployment stands in honour_deploy.c, fire and charges in honour_charge.c.
 *
 * Roles: 0 is X, the attacker, 1 is Y, the defender. What X has committed and Y may not know yet
 * (posture, play_now) is blanked by observe.
 */
#include "honour/honour_battle.h"

#include "base/philox.h"

#include <string.h>

enum { ROUNDS = 3, BATTLE_RETREAT = 3 };
enum { HOLDS = 1, ENGAGES = 2 };

/* ---- who fights -------------------------------------------------------------------------- */

int honour_role_side(const struct honour_pos *p, int role)
{
    return role ? 1 - p->combat.att_side : p->combat.att_side;
}

uint32_t honour_role_units(const struct honour_pos *p, int role)
{
    return role ? p->battle.y : p->battle.x;
}

static uint32_t honour_role_forces(const struct honour_pos *p, int role)
{
    return role ? p->combat.def_forces : bit(p->combat.att_force);
}

uint32_t honour_role_caps(const struct honour_pos *p, int role)
{
    uint32_t caps = 0;

    for (uint32_t left = honour_role_forces(p, role); left;)
        caps |= p->force[take(&left)].caps;
    return caps;
}

uint32_t honour_corps_units(const struct honour_pos *p, int role, int corps)
{
    uint32_t out = 0;

    for (uint32_t left = honour_role_units(p, role) & ~(p->battle.away | p->battle.aside); left;) {
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
bool honour_stands(const struct st_table *t, int role, int corps)
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

int honour_star_modifier(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);

    return st_modify(t, "9.1", "star of the Corps commander",
                     honour_star(p, corps_commander(p, role)) ? plan_of(t)->check.star : 0);
}

void honour_ask_role(struct st_table *t, int role, int step)
{
    struct honour_pos *p = pos_of(t);

    p->battle.role = (uint8_t)role;
    p->flow.side = (uint8_t)honour_role_side(p, role);
    st_go(t, step);
}

/* ---- Steps 5 and 6: a Fight -------------------------------------------------------------- */

/* 11.4.11: it is a success like those of Engagements, and counts from now on. */
static void win_vanguard(struct st_table *t, int role)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    b->successes[role]++;
    st_show(t, "11.4.10", "side %s wins the Vanguard Fight",
            t->plan->side[honour_role_side(p, role)]);
    st_show(t, "11.4.11", "successes: %d to %d", b->successes[0], b->successes[1]);
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
    honour_ask_role(t, 0, STEP_COMMIT);
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
            honour_ask_role(t, role, STEP_REPLACE);
            return;
        }
    b->asked = 0;
    if (broken[0] || broken[1])
        decide(t, broken[0] ? 1 : 0);
    else if (b->stage == 0)
        honour_ask_role(t, 0, STEP_COMMIT);
    else {
        b->stage = 0;
        honour_ask_role(t, 0, STEP_YIELD);
    }
}

const struct st_step honour_step_broken = ST_RUNS("broken corps", "11.4.8", broken_run);

static enum st_answer reserve_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_battle *b = &pos_of(t)->battle;

    (void)m;
    if (!b->hand[b->role][CHIT_RESERVE])
        return st_refuse(why, "11.4.8", "there is no Reserve chit in the hand");
    return ST_LEGAL;
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
    st_show(t, "11.4.8", "the Rearguard of side %s becomes its Main Body",
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
        st_show(t, "11.4.8", "side %s plays Reserve", t->plan->side[p->flow.side]);
    }
    st_go(t, replacing ? STEP_BROKEN : STEP_COMMITMENT);
}

const struct st_step honour_step_replace =
    ST_CHOOSES("replacement", "11.4.8", VERB_DECLINE, VERB_RESERVE, reserve_check, reserve_apply,
               .confirm = true);
const struct st_step honour_step_reserve =
    ST_CHOOSES("reserve", "11.4.8", VERB_DECLINE, VERB_RESERVE, reserve_check, reserve_apply,
               .confirm = true);

/* Step 7, before rounds 2 and 3 of the Main Body Fight. */
static void commitment_run(struct st_table *t)
{
    struct honour_battle *b = &pos_of(t)->battle;

    for (int role = 0; role < 2; role++)
        if (!(b->asked & 1 << role) && reserve_fit(t, role)) {
            b->asked |= (uint8_t)(1 << role);
            honour_ask_role(t, role, STEP_RESERVE);
            return;
        }
    b->asked = 0;
    honour_ask_role(t, 0, STEP_COMMIT);
}

const struct st_step honour_step_commitment =
    ST_RUNS("rearguard commitment", "11.4.8", commitment_run);

/* ---- 11.4.5 a Commitment ----------------------------------------------------------------- */

bool honour_kind_in_play(const struct honour_battle *b, int role, int chit)
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
        return honour_stands(t, role, VANGUARD) && honour_stands(t, role, MAIN)
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

    for (int i = 0; i < m->nargs; i++) {
        int c = m->arg[i], kind = c == CHIT_RIVER ? CHIT_EARTHWORKS : c;

        if (c == CHIT_FORMATION || c == CHIT_RESERVE)
            return st_refuse(why, "11.4.5 a", "%s is not played here", honour_chits[c]);
        if (named & 1 << kind || honour_kind_in_play(b, role, c))
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

    st_offer_this(o, m);
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
        st_offer_this(o, st_move_2(verb, CHIT_COMBINED, fit[i]));
        for (int k = i + 1; k < n; k++)
            st_offer_legal(t, o, st_move_3(verb, CHIT_COMBINED, fit[i], fit[k]));
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

        st_show(t, "11.4.5", "side %s: %s", t->plan->side[honour_role_side(p, role)],
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
            st_show(t, "11.4.5", "side %s plays %s", t->plan->side[honour_role_side(p, role)],
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
        honour_ask_role(t, 1, STEP_COMMIT);
        return;
    }
    reveal_round(t);
    b->stage = 0;
    st_go(t, STEP_ROUND_END);
    st_call(t, STEP_ROUND);
}

const struct st_step honour_step_commit =
    ST_DECIDES("commitment", "11.4.5", commit_offer, commit_check, commit_apply, .confirm = true,
               .sample = commit_sample, .takes = ST_VERBS(VERB_ENGAGE, VERB_HOLD));

/* ---- 11.4.5 c to e, one procedure -------------------------------------------------------- */

static void muster(struct st_table *t, int role)
{
    struct honour_pos *p = pos_of(t);

    if (p->battle.play[role][CHIT_MUSTER])
        honour_call_recovery(
            t, honour_fighters(p, plan_of(t), honour_fighting(p, role)) & p->demoralised,
            honour_star_modifier(t, role), true);
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
    st_show(t, "11.4.11", "successes: %d to %d", b->successes[0], b->successes[1]);
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
        if (honour_firing_guns(t, stage - 2)) {
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
        if (b->play[stage - 6][CHIT_CHARGE] && honour_able_horse(t, stage - 6) &&
            honour_fighters(p, plan_of(t), honour_fighting(p, 7 - stage)))
            honour_ask_role(t, stage - 6, STEP_CHARGE);
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
            st_show(t, "11.4.11", "successes: %d to %d", b->successes[0], b->successes[1]);
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
        honour_ask_role(t, 0, STEP_YIELD);
}

const struct st_step honour_step_break_off = ST_RUNS("break-off", "11.4.10", break_off_run);

static void yield_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    if (m->verb == VERB_YIELD) {
        st_show(t, "11.4.10", "side %s yields", t->plan->side[p->flow.side]);
        if (b->fight == MAIN) {
            decide(t, 1 - b->role);
            return;
        }
        b->van[b->role] = VAN_YIELDED;
        win_vanguard(t, 1 - b->role);
        st_go(t, STEP_FIGHT_END);
    } else if (b->role == 0) {
        honour_ask_role(t, 1, STEP_YIELD);
    } else {
        b->round++;
        b->role = 0;
        if (b->fight == MAIN)
            st_go(t, STEP_COMMITMENT);
        else
            honour_ask_role(t, 0, STEP_COMMIT);
    }
}

const struct st_step honour_step_yield =
    ST_CHOOSES("yield", "11.4.10", VERB_CONTINUE, VERB_YIELD, NULL, yield_apply);

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

    st_show(t, "11.4.11", "side %s wins the battle", t->plan->side[side]);
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
    int win = b->winner, cap = honour_commander(p, honour_role_forces(p, win));
    uint32_t prey = honour_role_units(p, 1 - win),
             units = honour_able(p, f, honour_role_units(p, win) & ~b->away);
    uint32_t forces = 0;

    for (uint32_t left = honour_role_forces(p, win); left;) {
        int i = take(&left);

        if (exists(p, i) && (cap == NOBODY || has(p->force[i].caps, cap)))
            forces |= bit(i);
    }
    if (prey && units && forces)
        honour_call_pursuit(t, &(struct honour_pursuit){ .forces = forces & -forces,
                                                         .units = units,
                                                         .prey = prey,
                                                         .prey_caps = honour_role_caps(p, 1 - win),
                                                         .hunters = honour_role_caps(p, win),
                                                         .side = (uint8_t)honour_role_side(p, win),
                                                         .star = honour_star(p, cap) });
}

static void battle_retreat(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int lose = 1 - p->battle.winner;
    uint32_t forces = 0, units = honour_role_units(p, lose);

    if (!honour_fighters(p, f, units)) /* 3.3 */
        while (units)
            honour_eliminate_unit(t, take(&units), "3.3");
    for (uint32_t left = honour_role_forces(p, lose); left;) {
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
