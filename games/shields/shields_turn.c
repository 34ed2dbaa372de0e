/* shields_turn.c - turns, commands, Wing integrity, victory: 4, R2, R3, R15, ST1 to ST3. */
#include "shields/shields.h"

#include <string.h>

enum { SURPRISED = 1, UNDER_A_LEADER = 2, HARDRADA_FALLS = 8, ORRI_TURNS = 3 }; /* ST1, ST2 */

static int enemy_of(int side)
{
    return 1 - side;
}

void shields_setup(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    for (int u = 0; u < MAX_UNITS; u++)
        p->hex[u] = -1;
    for (int u = 0; u < f->nunits; u++) {
        p->hex[u] = f->unit[u].hex;
        p->steps[u] = f->unit[u].steps;
        if (p->hex[u] >= 0)
            p->present |= bit(u);
        if (f->unit[u].wall)
            p->wall |= bit(u);
    }
    p->turn = 1;
    p->acting = (uint8_t)f->first;
    p->wing = NOBODY;
    p->discipline = (f->special & SPECIAL_DISCIPLINE) != 0;
    st_go(t, STEP_TURN_START);
}

/* ---- R3 Wing Integrity ------------------------------------------------------------------ */

bool shields_holds_together(const struct shields_plan *f, bool anchors, int near)
{
    return near >= (anchors ? f->integrity_anchors : f->integrity_others);
}

/* The Levies and Infantry of a Wing that are too far from what holds them together. */
static uint64_t wing_failures(const struct st_table *t, int wing)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    uint64_t here = units_on_map(t, f->of_wing[wing]), tested = here & f->checked, failed = 0;
    uint64_t anchors = here & f->anchors;
    int range = anchors ? f->integrity_anchor_range : f->integrity_range;

    while (tested) {
        int u = take_unit(&tested), near = 0;
        uint64_t left = (anchors ? anchors : here) & ~bit(u);

        while (left && !shields_holds_together(f, anchors != 0, near))
            near += st_hex_distance(&t->plan->grid, p->hex[u], p->hex[take_unit(&left)]) <= range;
        if (!shields_holds_together(f, anchors != 0, near))
            failed |= bit(u);
    }
    return failed;
}

/* R3.6: all are judged first, then removed together. */
static void check_integrity(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    uint64_t failed = 0;

    for (int w = 0; w < f->nwings; w++)
        if (f->wing_side[w] == pos_of(t)->acting)
            failed |= wing_failures(t, w);
    while (failed)
        shields_eliminate(t, take_unit(&failed), "R3.5", "strayed from its Wing");
}

/* ---- the Player Turn -------------------------------------------------------------------- */

/* ST1: the Vikings' leaders. Otherwise the scenario's limits. */
void shields_limits(const struct st_table *t, int side, uint8_t limit[2])
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);

    limit[0] = f->limit[side][1];
    limit[1] = f->limit[side][2];
    if ((f->special & SPECIAL_LEADERS) && side == f->ward) {
        bool leaderless = !p->orri && p->lost[side] >= HARDRADA_FALLS;

        limit[0] = limit[1] = p->turns_taken[side] == 0 || leaderless ? SURPRISED : UNDER_A_LEADER;
    }
}

static void read_limits(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    shields_limits(t, p->acting, p->limit);
    if ((f->special & SPECIAL_LEADERS) && p->acting == f->ward)
        st_tell(t, "ST1", "%s may give %d command%s", t->plan->side[p->acting], p->limit[1],
                p->limit[1] == 1 ? "" : "s");
}

static void turn_start_run(struct st_table *t)
{
    struct shields_pos *p = pos_of(t);

    st_tell(t, "4", "Turn %d, %s", p->turn, t->plan->side[p->acting]);
    p->flow.side = p->acting;
    read_limits(t);
    check_integrity(t);
    st_go(t, STEP_COMMAND);
}

const struct st_step shields_step_turn_start = ST_RUNS("start of the turn", "R3.2", turn_start_run);

/* ---- R2 Commands ------------------------------------------------------------------------ */

static int commands_of(const struct shields_pos *p, int wing) /* as bits */
{
    int set = 0;

    for (int i = 0; i < MAX_MARKERS; i++)
        if (p->spent[i] && p->spent_wing[i] == wing)
            set |= 1 << (p->spent[i] - 1);
    return set;
}

static int wings_commanded(const struct shields_pos *p) /* as bits */
{
    int set = 0;

    for (int i = 0; i < MAX_MARKERS; i++)
        if (p->spent[i])
            set |= 1 << p->spent_wing[i];
    return set;
}

bool shields_bonus_gives(const struct st_table *t, int command, int bonus)
{
    const struct shields_pos *p = pos_of(t);

    for (int i = 0; i < MAX_MARKERS; i++)
        if (p->joined[i] == 1 + command && p->spent_wing[i] == p->wing)
            return plan_of(t)->bonus[command] == bonus;
    return false;
}

static bool marker_has(const struct shields_plan *f, int side, int marker, int command)
{
    return f->face[side][marker][0] == command || f->face[side][marker][1] == command;
}

/* The part assign and bonus share, up to R2.5. */
static enum st_answer marker_check(const struct st_table *t, int number, int command, int wing,
                                   struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    const char *word = shields_commands[command];

    if (number < 1 || number > f->nmarkers[p->acting])
        return st_refuse(why, "R2.1", "%s has no marker %d", t->plan->side[p->acting], number);
    if (p->spent[number - 1])
        return st_refuse(why, "R2.1", "marker %d is spent", number);
    if (!marker_has(f, p->acting, number - 1, command))
        return st_refuse(why, "R2.1", "marker %d has no face %s", number, word);
    if (f->wing_side[wing] != p->acting)
        return st_refuse(why, "R2.5", "%s is a Wing of the other side", wing_name(t, wing));
    if (!units_on_map(t, f->of_wing[wing]))
        return st_refuse(why, "R2.5", "%s has no unit on the map", wing_name(t, wing));
    if (command < COMMANDS && !units_on_map(t, f->of_wing[wing] & f->able[command]))
        return st_refuse(why, "R2.5", "no unit of %s could carry out %s", wing_name(t, wing), word);
    return ST_LEGAL;
}

/* R2.3: would one more command for this Wing pass a limit? */
static enum st_answer limit_check(const struct st_table *t, int wing, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int wings = wings_commanded(p), all = 0;
    int more = wings | 1 << wing, here = __builtin_popcount((unsigned)commands_of(p, wing)) + 1;

    for (int i = 0; i < MAX_MARKERS; i++)
        all += p->spent[i] != 0;
    if (__builtin_popcount((unsigned)more) > f->limit[p->acting][0])
        return st_refuse(why, "R2.3", "only %d Wing%s may be commanded", f->limit[p->acting][0],
                         f->limit[p->acting][0] == 1 ? "" : "s");
    if (here > p->limit[0])
        return st_refuse(why, "R2.3", "%s may receive only %d command%s", wing_name(t, wing),
                         p->limit[0], p->limit[0] == 1 ? "" : "s");
    if (all + 1 > p->limit[1])
        return st_refuse(why, "R2.3", "only %d command%s may be given in all", p->limit[1],
                         p->limit[1] == 1 ? "" : "s");
    return ST_LEGAL;
}

static enum st_answer command_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct shields_pos *p = pos_of(t);

    if (m->verb == VERB_ASSIGN) {
        int command = m->arg[1], wing = m->arg[2];

        if (marker_check(t, m->arg[0], command, wing, why))
            return ST_REFUSED;
        if (commands_of(p, wing) & 1 << command)
            return st_refuse(why, "R2.4", "%s has %s already", wing_name(t, wing),
                             shields_commands[command]);
        return limit_check(t, wing, why);
    }
    int wing = m->arg[1], command = m->arg[2];
    if (marker_check(t, m->arg[0], CMD_BONUS, wing, why))
        return ST_REFUSED;
    if (!(commands_of(p, wing) & 1 << command))
        return st_refuse(why, "R2.6", "%s has no %s for the Bonus to join", wing_name(t, wing),
                         shields_commands[command]);
    if (commands_of(p, wing) & 1 << CMD_BONUS)
        return st_refuse(why, "R2.6", "%s has its Bonus already", wing_name(t, wing));
    return limit_check(t, wing, why);
}

/* What the unspent marker faces can do for one Wing that may still be commanded. */
static void offer_wing(const struct st_table *t, int wing, struct st_offer *o)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int given = commands_of(p, wing);

    for (int i = 0; i < f->nmarkers[p->acting] && !o->enough; i++)
        for (int k = 0; k < 2 && !p->spent[i]; k++) {
            int face = f->face[p->acting][i][k];

            if (face == CMD_BONUS && !(given & 1 << CMD_BONUS)) {
                for (int c = 0; c < COMMANDS; c++)
                    if (given & 1 << c)
                        st_offer_this(o, st_move_3(VERB_BONUS, i + 1, wing, c));
            } else if (face < COMMANDS && !(given & 1 << face) &&
                       units_on_map(t, f->of_wing[wing] & f->able[face])) {
                st_offer_this(o, st_move_3(VERB_ASSIGN, i + 1, face, wing));
            }
        }
}

static void command_offer(const struct st_table *t, struct st_offer *o)
{
    const struct shields_plan *f = plan_of(t);

    st_offer_this(o, st_move_0(VERB_DONE));
    for (int w = 0; w < f->nwings && !o->enough; w++)
        if (f->wing_side[w] == pos_of(t)->acting && units_on_map(t, f->of_wing[w]) &&
            limit_check(t, w, NULL) == ST_LEGAL)
            offer_wing(t, w, o);
}

static void command_apply(struct st_table *t, const struct st_move *m)
{
    struct shields_pos *p = pos_of(t);
    int i = m->arg[0] - 1;

    if (m->verb == VERB_DONE) {
        st_go(t, STEP_WINGS_LEFT);
    } else if (m->verb == VERB_ASSIGN) {
        p->spent[i] = (uint8_t)(1 + m->arg[1]);
        p->spent_wing[i] = (uint8_t)m->arg[2];
    } else {
        p->spent[i] = 1 + CMD_BONUS;
        p->spent_wing[i] = (uint8_t)m->arg[1];
        p->joined[i] = (uint8_t)(1 + m->arg[2]);
    }
}

const struct st_step shields_step_command =
    ST_DECIDES("command", "R2.7", command_offer, command_check, command_apply,
               .takes = ST_VERBS(VERB_ASSIGN, VERB_BONUS), .always = ST_VERB(VERB_DONE),
               .wants = "commands are being given: assign, bonus or done");

/* ---- R2.8 Wing after Wing, Phase after Phase --------------------------------------------- */

static void wings_left_run(struct st_table *t)
{
    struct shields_pos *p = pos_of(t);

    p->flow.side = p->acting;
    st_go(t, wings_commanded(p) & ~p->wings_done ? STEP_NEXT_WING : STEP_END);
}

const struct st_step shields_step_wings_left = ST_RUNS("Wings left", "R2.8", wings_left_run);

static enum st_answer next_wing_check(const struct st_table *t, const struct st_move *m,
                                      struct st_refusal *why)
{
    const struct shields_pos *p = pos_of(t);

    if (!(wings_commanded(p) & 1 << m->arg[0]))
        return st_refuse(why, "R2.8", "%s was given no command", wing_name(t, m->arg[0]));
    if (p->wings_done & 1 << m->arg[0])
        return st_refuse(why, "R2.8", "%s has acted already", wing_name(t, m->arg[0]));
    return ST_LEGAL;
}

static void next_wing_offer(const struct st_table *t, struct st_offer *o)
{
    for (int w = 0; w < plan_of(t)->nwings; w++)
        st_offer_legal(t, o, st_move_1(VERB_WING, w));
}

static void next_wing_apply(struct st_table *t, const struct st_move *m)
{
    struct shields_pos *p = pos_of(t);

    p->wing = (uint8_t)m->arg[0];
    p->phase = plan_of(t)->first_phase;
    p->run = 0;
    p->mode = MODE_SINGLE;
    st_go(t, STEP_PHASE_START);
}

const struct st_step shields_step_next_wing =
    ST_DECIDES("next Wing", "R2.8", next_wing_offer, next_wing_check, next_wing_apply,
               .takes = ST_VERB(VERB_WING), .wants = "choose the Wing that acts next");

static void clear_phase(struct shields_pos *p)
{
    p->acted = p->charged = p->targeted = 0;
}

static void phase_start_run(struct st_table *t)
{
    static const uint8_t first_step[COMMANDS] = {
        [CMD_FIRE] = STEP_FIRE,         [CMD_WITHDRAW] = STEP_WITHDRAW,
        [CMD_MOVE] = STEP_MOVE,         [CMD_WALL] = STEP_WALL,
        [CMD_HORSE] = STEP_CHARGE_MOVE, [CMD_COMBAT] = STEP_COMBAT,
    };
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);
    int ordered = commands_of(p, p->wing);

    clear_phase(p);
    p->flow.side = p->acting;
    while (p->phase < COMMANDS && !(ordered & 1 << p->phase))
        p->phase = f->next_phase[p->phase];
    if (p->phase == COMMANDS) {
        p->wings_done |= (uint8_t)(1 << p->wing);
        p->wing = NOBODY;
        p->phase = p->run = p->mode = 0;
        st_go(t, STEP_WINGS_LEFT);
        return;
    }
    check_integrity(t);
    if (!units_on_map(t, f->of_wing[p->wing])) { /* 4.5 */
        p->phase = f->next_phase[p->phase];
        p->run = 0;
        return;
    }
    st_tell(t, "R2.8", "%s: %s Phase%s", wing_name(t, p->wing), shields_commands[p->phase],
            p->run ? ", second run" : "");
    if (p->phase == CMD_COMBAT && p->run == 0 &&
        shields_bonus_gives(t, CMD_COMBAT, BONUS_SECOND_OR_PITCHED))
        st_go(t, STEP_COMBAT_MODE);
    else
        st_go(t, first_step[p->phase]);
}

const struct st_step shields_step_phase_start =
    ST_RUNS("start of a Phase", "R2.8", phase_start_run);

/* `end` was given: a doubled Phase runs again, else the next one comes. */
void shields_end_phase(struct st_table *t)
{
    struct shields_pos *p = pos_of(t);
    bool doubled = shields_bonus_gives(t, p->phase, BONUS_SECOND_PHASE) ||
                   (p->phase == CMD_COMBAT && p->mode == MODE_SECOND);

    if (doubled && p->run == 0) {
        p->run = 1;
    } else {
        p->run = 0;
        p->phase = plan_of(t)->next_phase[p->phase];
    }
    st_go(t, STEP_PHASE_START);
}

/* ---- R15 End of the Player Turn and victory ---------------------------------------------- */

static void shields_go_over(struct st_table *t, int result, const char *para, const char *why)
{
    pos_of(t)->result = (uint8_t)result;
    st_tell(t, para, "%s: %s",
            result == RESULT_DRAW ? "Draw" : t->plan->side[result - RESULT_FIRST], why);
    st_go(t, STEP_OVER);
}

int shields_goal(const struct st_table *t, int side)
{
    const struct shields_plan *f = plan_of(t);
    bool broken = (f->special & SPECIAL_DISCIPLINE) && side == f->ward && !pos_of(t)->discipline;

    return broken ? f->goal_broken[side] : f->goal[side];
}

static bool goal_met(const struct st_table *t, int side)
{
    return pos_of(t)->lost[enemy_of(side)] >= shields_goal(t, side);
}

/* R15.3, or with Orri ST3: the Vikings win on their goal at once, the English not by theirs. */
static bool decided_by_goals(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);

    if (f->special & SPECIAL_ORRI) {
        if (goal_met(t, f->ward))
            shields_go_over(t, RESULT_FIRST + f->ward, "ST3", "the goal is met");
        return goal_met(t, f->ward);
    }
    if (goal_met(t, 0) && goal_met(t, 1))
        shields_go_over(t, RESULT_DRAW, "R15.3", "both goals are met");
    else if (goal_met(t, 0) || goal_met(t, 1))
        shields_go_over(t, goal_met(t, 0) ? RESULT_FIRST : RESULT_SECOND, "R15.3",
                        "the goal is met");
    return goal_met(t, 0) || goal_met(t, 1);
}

static bool decided_by_absence(struct st_table *t)
{
    bool here[ST_SIDES];

    for (int s = 0; s < ST_SIDES; s++)
        here[s] = units_on_map(t, plan_of(t)->of_side[s]) != 0;
    if (here[0] && here[1])
        return false;
    if (!here[0] && !here[1])
        shields_go_over(t, RESULT_DRAW, "R15.5", "nobody is left");
    else
        shields_go_over(t, here[0] ? RESULT_FIRST : RESULT_SECOND, "R15.5",
                        "the enemy has no unit left");
    return true;
}

/* ST2: Orri comes, or one of his turns is over. True if he has the next turn or the game ended. */
static bool orri_decides(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    if (!(f->special & SPECIAL_ORRI))
        return false;
    if (p->orri) {
        p->orri--;
        if (!p->orri) {
            shields_go_over(t, RESULT_FIRST + enemy_of(f->ward), "ST3",
                            "Orri's three turns are over");
            return true;
        }
    } else if (goal_met(t, enemy_of(f->ward))) {
        p->orri = ORRI_TURNS;
        st_tell(t, "ST2", "Orri takes over: three %s turns in a row", t->plan->side[f->ward]);
    }
    if (p->orri)
        p->acting = (uint8_t)f->ward;
    return p->orri != 0;
}

static void decide_by_time(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int winner = f->time_winner, lead = f->time_lead_side;

    if (lead >= 0 && p->lost[enemy_of(lead)] - p->lost[lead] >= f->time_lead)
        winner = lead;
    shields_go_over(t, RESULT_FIRST + winner, "R15.4", "time is up");
}

static void end_run(struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    p->suppressed = 0;
    clear_phase(p);
    memset(p->spent, 0, sizeof p->spent);
    memset(p->spent_wing, 0, sizeof p->spent_wing);
    memset(p->joined, 0, sizeof p->joined);
    memset(p->limit, 0, sizeof p->limit);
    p->wings_done = 0;
    p->turns_taken[p->acting]++;
    if (decided_by_goals(t) || decided_by_absence(t))
        return;
    if (orri_decides(t)) {
        if (p->orri)
            st_go(t, STEP_TURN_START);
        return;
    }
    if (p->acting != f->first)
        p->turn++;
    p->acting = (uint8_t)enemy_of(p->acting);
    if (p->turn > f->turns) {
        p->turn--;
        decide_by_time(t);
    } else {
        st_go(t, STEP_TURN_START);
    }
}

const struct st_step shields_step_end = ST_RUNS("end of the turn", "R15.1", end_run);
const struct st_step shields_step_over = { .name = "over", .para = "R15.3", .kind = ST_OVER };
