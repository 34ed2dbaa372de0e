/* honour_fight_ask.c - questions that are whole procedures: a position set up, a move, and the odds
 * engine. Both sides may have a policy; what the policies leave open is usual(), and is told. */
#include "honour/honour_ask.h"

#include <stdio.h>
#include <string.h>

#define FIGHT_INPUTS(att, def, captains, goal)                                                    \
    ST_ASK_TEXT(struct honour_fight_asked, attackers, "TYPE SP/TQ, ...", att),                    \
    ST_ASK_TEXT(struct honour_fight_asked, defenders, "TYPE SP/TQ, ...", def),                    \
    ST_ASK_TEXT(struct honour_fight_asked, from, "hex of the attacker", "1503"),                  \
    ST_ASK_TEXT(struct honour_fight_asked, to, "hex of the defender", "1403"),                    \
    ST_ASK_CHOICE(struct honour_fight_asked, weather, "weather", honour_ask_weathers, FAIR),      \
    ST_ASK_TEXT(struct honour_fight_asked, att_caps,                                              \
        "the attacker's Capitani, the first commands: 3*,2 or -", captains),                      \
    ST_ASK_TEXT(struct honour_fight_asked, def_caps, "the defender's Capitani", captains),        \
    ST_ASK_NUMBER(struct honour_fight_asked, works,                                               \
        "Earthworks of the defender, level", 0, 2, 0),                                            \
    ST_ASK_TEXT(struct honour_fight_asked, att_policy,                                            \
        "what the attacker does: moves, the first legal one is made", ""),                        \
    ST_ASK_TEXT(struct honour_fight_asked, def_policy, "what the defender does", ""),             \
    ST_ASK_TEXT(struct honour_fight_asked, measure,                                               \
        "fields counted at the end, at most four", goal)

/* "3*,2": printed Initiative, a star; they are the first Capitani of the side. The first is a CG
 * if the fight may be a Major Battle. "-": none. */
static void put_caps(struct st_sheet *out, int force, const char *text, bool cg)
{
    struct honour_pos *pos = pos_of(&out->table);
    struct st_span rest = st_span_trim(st_span_of(text));
    uint32_t free = plan_of(&out->table)->side_caps[side_of_force(force)];

    pos->force[force].primo = NOBODY;
    pos->captured |= free; /* who is not named looks on */
    for (int n = 0; rest.len && !st_span_is(rest, "-"); n++) {
        struct st_span word = st_span_trim(st_span_cut(&rest, ','));
        bool star = word.len && word.at[word.len - 1] == '*';
        int initiative = 0;

        word.len -= star;
        if (!st_span_int(word, 0, 5, &initiative))
            st_sheet_bad(out, "`%.*s`: a Capitano is his Initiative, 0 to 5, and * for a star",
                         (int)word.len, word.at);
        if (!free)
            st_sheet_bad(out, "the scenario has not so many Capitani");
        if (out->e)
            return;
        int c = take(&free);
        pos->printed[c] =
            (uint8_t)(initiative | (star ? CAP_STAR : 0) | (cg && n == 0 ? CAP_CG : 0));
        pos->captured &= ~bit(c);
        pos->force[force].caps |= bit(c);
        if (n == 0)
            pos->force[force].primo = (uint8_t)c;
    }
}

/* An empty flow: the diorama begins at the step that is called next. */
static void clear_flow(struct honour_pos *pos, int side)
{
    memset(&pos->flow, 0, sizeof pos->flow);
    pos->flow.side = (uint8_t)side;
}

/* Each move of a policy is for its own side. */
static void add_policy(struct st_sheet *out, int side, const char *text)
{
    const char *name = out->table.plan->side[side];
    struct st_span rest = st_span_trim(st_span_of(text));

    while (rest.len && !out->e) {
        struct st_span move = st_span_trim(st_span_cut(&rest, ';'));
        size_t n = strlen(out->policy);

        if (!move.len)
            continue;
        if (n + move.len + strlen(name) + 4 > sizeof out->policy)
            st_sheet_bad(out, "the policies are too long: %zu characters", sizeof out->policy);
        else
            snprintf(out->policy + n, sizeof out->policy - n, "%s: %.*s;", name, (int)move.len,
                     move.at);
    }
}

struct nth { /* takes one of the offers and wants no more */
    struct st_offer offer;
    struct st_move *out;
    int left;
};

static bool count_down(struct st_offer *o, const struct st_move *m)
{
    struct nth *x = (struct nth *)o;

    *x->out = *m;
    return --x->left >= 0;
}

static bool offered(const struct st_table *t, int which, struct st_move *out)
{
    struct nth x = { { .add = count_down }, out, which };

    st_step_now(t)->offer(t, &x.offer);
    return x.left < 0;
}

/* As few units as fill the Vanguard, in their order; none where there must be none. */
static bool least_vanguard(const struct st_table *t, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t left = honour_fighters(p, plan_of(t), p->battle.role ? p->battle.y : p->battle.x);

    *out = st_move_0(VERB_VANGUARD);
    while (honour_step_vanguard.check(t, out, NULL) && left)
        out->arg[out->nargs++] = (int16_t)take(&left);
    return honour_step_vanguard.check(t, out, NULL) == ST_LEGAL;
}

/* The Capitano Generale in the Main Body, the next in the Vanguard, then the Rearguard. */
static bool usual_commander(const struct st_table *t, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int corps = b->secret[b->role] - 2 + VANGUARD, cg = b->cg[b->role] - 1;
    uint32_t forces = b->role ? p->combat.def_forces : bit(p->combat.att_force), caps = 0;

    while (forces)
        caps |= p->force[take(&forces)].caps;
    if (corps == MAIN)
        caps = bit(cg);
    else
        caps &= ~bit(cg);
    while (caps) {
        *out = st_move_1(VERB_COMMAND, take(&caps));
        if (honour_step_commander.check(t, out, NULL) == ST_LEGAL)
            return true;
    }
    *out = st_move_0(VERB_NONE);
    return true;
}

/* What the policies leave open. Told to the asker by tell_usual. */
static bool usual(const struct st_table *t, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);

    switch (p->flow.step[p->flow.depth]) {
    case STEP_REACTION:
        *out = st_move_0(VERB_ACCEPT);
        return true;
    case STEP_VANGUARD:
        return least_vanguard(t, out);
    case STEP_REAR:
        *out = st_move_0(VERB_REAR);
        return true;
    case STEP_COMMANDER:
        return usual_commander(t, out);
    case STEP_HAND:
        *out = st_move_0(VERB_HAND);
        return true;
    case STEP_COMMIT:
        *out = st_move_0(p->battle.role ? VERB_HOLD : VERB_ENGAGE);
        return true;
    case STEP_YIELD:
        *out = st_move_0(VERB_CONTINUE);
        return true;
    case STEP_CHARGE:
    case STEP_RESERVE:
    case STEP_REPLACE:
    case STEP_BOMBARD:
    case STEP_COUNTERFIRE:
    case STEP_SORTIE:
    case STEP_STORM:
    case STEP_CAPITULATE:
    case STEP_OCCUPY:
        *out = st_move_0(VERB_DECLINE);
        return true;
    case STEP_ADVANCE:
    case STEP_SHELTER:
        *out = st_move_0(VERB_STAY);
        return true;
    case STEP_PURSUIT: /* the first offers are to decline and to be done */
    case STEP_BATTLE_RECOVERY:
        return offered(t, 1, out) || offered(t, 0, out);
    case STEP_LOSE:
    case STEP_DEMORALISE:
    case STEP_RISK:
    case STEP_RETREAT:
    case STEP_DEFEND:
        return offered(t, 0, out);
    default:
        return false;
    }
}

/* For a question that is over with its round. */
static bool usual_in_round(const struct st_table *t, struct st_move *out)
{
    int step = pos_of(t)->flow.step[pos_of(t)->flow.depth];

    return (step == STEP_LOSE || step == STEP_DEMORALISE || step == STEP_CHARGE) && usual(t, out);
}

/* Odds of a fight go on through what only spreads its losses; what else is chosen is not guessed. */
enum st_supposed honour_suppose(const struct st_table *t, const struct st_move *asked,
                                struct st_move *out)
{
    int step = pos_of(t)->flow.step[pos_of(t)->flow.depth];

    (void)asked;
    return (step == STEP_LOSE || step == STEP_DEMORALISE) && usual(t, out) ? ST_SUPPOSE_MOVE
                                                                          : ST_SUPPOSE_NOTHING;
}

static void tell_usual(struct st_sheet *out, bool battle)
{
    st_tell(&out->table, "11.4",
            "where a policy is silent: %saccept, pursue, recover, lose from the first unit on",
            battle ? "least Vanguard, no chits, X Engages and Y Holds, " : "");
    out->choose = usual;
}

/* ---- what an answer no longer depends on -------------------------------------------------- */

static bool decided(const struct honour_pos *p)
{
    return p->battles_won[0] + p->battles_won[1] > 0;
}

/* From the pursuit on nothing hangs on the Capitani of the side that lost. */
static void forget_losers(struct honour_pos *p)
{
    uint32_t forces = p->battle.winner ? bit(p->combat.att_force) : p->combat.def_forces;

    p->combat.def_cap = NOBODY;
    if (!p->battle.stage)
        return;
    while (forces) {
        struct honour_force *x = &p->force[take(&forces)];

        p->captured |= x->caps;
        x->caps = 0;
        x->primo = NOBODY;
    }
}

/* How a Capitano was lost, rounds Engaged, successes beyond their difference; and once the winner
 * is known, how he won: Step 10 asks only who was in the battle. */
static void forget_little(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int both = least(b->successes[0], b->successes[1]);

    p->captured |= p->killed;
    p->killed = 0;
    for (int role = 0; role < ST_SIDES; role++) {
        b->engaged[role] = p->engaged[role] = 0;
        b->successes[role] = (uint8_t)(b->successes[role] - both);
    }
    if (decided(p) && p->combat.kind == COMBAT_BATTLE) {
        *b = (struct honour_battle){
            .x = b->x, .y = b->y, .away = b->away, .winner = b->winner, .stage = b->stage
        };
        forget_losers(p);
    }
}

static bool may_coordinate(const struct honour_battle *b)
{
    return b->hand[0][CHIT_COORDINATION] || b->hand[1][CHIT_COORDINATION] ||
           b->play[0][CHIT_COORDINATION] || b->play[1][CHIT_COORDINATION];
}

static void drop_units(struct honour_pos *p, uint32_t units)
{
    p->battle.x &= ~units;
    p->battle.y &= ~units;
    p->battle.away &= ~units;
    p->battle.aside &= ~units;
    p->demoralised &= ~units;
    for (int i = 0; i < MAX_FORCES; i++)
        p->force[i].units &= ~units;
    while (units) {
        int u = take(&units);

        p->sp[u] = 0;
        p->battle.corps[u] = NO_CORPS;
    }
}

/* In the Main Body Fight a Vanguard only stands or does not (11.4.1.4). */
static void forget_vanguard(struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    uint32_t units = honour_corps_units(p, role, VANGUARD), able = honour_able(p, f, units);
    bool stands = able && (b->van[role] == VAN_FIGHTING || b->van[role] == VAN_BROKEN);

    drop_units(p, stands ? units & ~bit(__builtin_ctz(able)) : units);
    b->van[role] = stands ? VAN_FIGHTING : VAN_ABSENT;
    b->commander[role][VANGUARD] = 0;
    if (stands)
        p->sp[__builtin_ctz(able)] = 1;
}

/* Where only the winner is asked for: when he is known it is over, and before that only those count
 * who may still fight. */
static void forget_all_but_winner(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    forget_little(t);
    p->lost[0] = p->lost[1] = 0;
    if (decided(p)) {
        clear_flow(p, 0);
        st_go(t, STEP_OVER);
        return;
    }
    if (p->combat.kind != COMBAT_BATTLE || b->fight != MAIN || p->assault.kind || may_coordinate(b))
        return;
    drop_units(p, b->away | b->aside);
    for (int role = 0; role < ST_SIDES; role++)
        forget_vanguard(t, role);
}

static bool counts_only(const struct st_sheet *s, const char *words)
{
    for (int i = 0; i < ST_SHEET_FIELDS && s->fields[i][0]; i++)
        if (!strstr(words, s->fields[i]))
            return false;
    return true;
}

static void set_forget(struct st_sheet *out)
{
    if (counts_only(out, "A.won B.won"))
        out->forget = forget_all_but_winner;
    else if (counts_only(out, "A.won B.won A.lost B.lost A.demoralised B.demoralised"))
        out->forget = forget_little;
}

/* ---- setting up --------------------------------------------------------------------------- */

/* FA1 in `from`, FB1 in `to`; nothing else on the map. */
static void put_armies(struct st_sheet *out, const struct honour_fight_asked *q, bool cg)
{
    struct honour_pos *pos = pos_of(&out->table);
    const char *troops[] = { q->attackers, q->defenders }, *caps[] = { q->att_caps, q->def_caps },
               *policy[] = { q->att_policy, q->def_policy };
    struct st_span counted = st_span_of(q->measure), word;
    int hex[] = { st_sheet_hex(out, st_span_of(q->from)), st_sheet_hex(out, st_span_of(q->to)) };

    honour_ask_empty_board(pos);
    for (int s = 0; s < 2; s++) {
        struct honour_force *x = &pos->force[s * SIDE_FORCES];

        x->hex = (int16_t)hex[s];
        x->order = s ? STAND : ATTACK;
        honour_ask_troops(out, s * SIDE_FORCES, troops[s]);
        put_caps(out, s * SIDE_FORCES, caps[s], cg);
        add_policy(out, s, policy[s]);
    }
    while ((word = st_span_word(&counted)).len)
        st_sheet_counts(out, word);
    pos->weather = (uint8_t)q->weather;
    honour_set_works(pos, hex[1], 1, q->works);
}

/* FA1 is about to attack FB1. */
static void set_attack(struct st_sheet *out, const struct honour_fight_asked *q, bool cg)
{
    struct honour_pos *pos = pos_of(&out->table);
    struct st_refusal why;

    put_armies(out, q, cg);
    clear_flow(pos, 0);
    pos->acting = pos->active = 0;
    pos->purpose = PURPOSE_ATTACK;
    pos->force[0].activations = pos->force[0].attempts = 1;
    st_go(&out->table, STEP_MARCH);
    out->move = st_move_1(VERB_ATTACK, pos->force[SIDE_FORCES].hex);
    if (!out->e && honour_step_march.check(&out->table, &out->move, &why))
        st_sheet_refused(out, &why);
    out->diorama = true;
    out->has_move = true;
}

/* The attack has been declared: the defender is to react. */
static void set_reaction(struct st_sheet *out, const struct honour_fight_asked *q)
{
    struct honour_pos *pos = pos_of(&out->table);

    set_attack(out, q, true);
    if (out->e)
        return;
    honour_declare(&out->table, pos->force[SIDE_FORCES].hex);
    pos->combat.def_cap = pos->force[SIDE_FORCES].primo;
    st_go(&out->table, STEP_REACTION);
    pos->flow.side = 1;
    out->move = st_move_0(VERB_ACCEPT);
}

/* And the defender will accept a Major Battle. */
static void set_battle(struct st_sheet *out, const struct honour_fight_asked *q)
{
    set_reaction(out, q);
    if (!out->e && !honour_is_battle(&out->table))
        st_sheet_refuse(out, "10.3",
                        "a Major Battle needs a CG and 10 non-Artillery SP on both sides, open "
                        "ground and no Ferry");
    tell_usual(out, true);
    set_forget(out);
}

void honour_ask_elimination(const void *terms, struct st_sheet *out)
{
    struct honour_pos *pos = pos_of(&out->table);
    int c = __builtin_ctz(plan_of(&out->table)->side_caps[0]);

    (void)terms;
    clear_flow(pos, 0);
    st_go(&out->table, STEP_ACTIVATION_END);
    st_call(&out->table, STEP_ELIM_ROLL);
    pos->elim.cap = (uint8_t)c;
    out->diorama = true;
    snprintf(out->fields[0], sizeof out->fields[0], "%.20s.status", cap_name(&out->table, c));
}

const struct st_input honour_skirmish_inputs[HONOUR_FIGHT_INPUTS + 3] = {
    FIGHT_INPUTS("LCV 4/2, INF 6/1", "INF 4/1", "3", "A.lost A.demoralised B.lost B.demoralised"),
    ST_ASK_YES(struct honour_fight_asked, att_disrupted, "attacker Disrupted"),
    ST_ASK_YES(struct honour_fight_asked, def_disrupted, "defender Disrupted"),
    ST_ASK_YES(struct honour_fight_asked, admin, "defender in Administrative March"),
};

void honour_ask_skirmish(const void *terms, struct st_sheet *out)
{
    const struct honour_fight_asked *q = terms;
    struct honour_pos *pos = pos_of(&out->table);

    set_attack(out, q, false);
    tell_usual(out, false);
    if (q->att_disrupted)
        pos->force[0].flags |= F_DISRUPTED;
    pos->force[SIDE_FORCES].flags |=
        (uint16_t)((q->def_disrupted ? F_DISRUPTED : 0) | (q->admin ? F_ADMIN : 0));
}

const struct st_input honour_battle_inputs[HONOUR_FIGHT_INPUTS] = {
    FIGHT_INPUTS("SWI 8/3, LAN 8/3", "SWI 8/3, LAN 8/3", "3", "A.won A.lost B.lost"),
};

void honour_ask_battle(const void *terms, struct st_sheet *out)
{
    set_battle(out, terms);
}

/* The same battle by Tables 1 to 3 and the Combat Results Table, whatever the scenario plays. */
void honour_ask_one_table(const void *terms, struct st_sheet *out)
{
    set_battle(out, terms);
    pos_of(&out->table)->combat.one_table = 1;
}

const struct st_input honour_optional_inputs[1] = {
    ST_ASK_NUMBER(struct honour_optional_asked, modifier,
               "sum of the modifiers of 18.9.1", -40, 40, 0),
};

/* The die of the Combat Results Table with its rerolls, which can go round; measured is the row. */
void honour_ask_optional(const void *terms, struct st_sheet *out)
{
    const struct honour_optional_asked *q = terms;
    struct honour_pos *pos = pos_of(&out->table);

    clear_flow(pos, 0);
    st_go(&out->table, STEP_ACTIVATION_END);
    st_call(&out->table, STEP_COMBAT_END);
    st_call(&out->table, STEP_OPT_RESULT);
    st_call(&out->table, STEP_OPT_ROLL);
    pos->combat.kind = COMBAT_BATTLE;
    pos->battle.opt_stage = 2;
    pos->battle.opt_sum = (int8_t)q->modifier;
    out->diorama = true;
    snprintf(out->fields[0], sizeof out->fields[0], "row");
}

static const char *const posture_words[] = { "hold", "engage", NULL };
const struct st_input honour_engagement_inputs[HONOUR_FIGHT_INPUTS + 4] = {
    FIGHT_INPUTS("SWI 8/3", "LAN 8/3", "3", "A.successes B.successes A.lost B.lost"),
    ST_ASK_CHOICE(struct honour_fight_asked, attack, "posture of the attacker", posture_words, 1),
    ST_ASK_CHOICE(struct honour_fight_asked, defence, "posture of the defender", posture_words, 0),
    ST_ASK_TEXT(struct honour_fight_asked, att_chits,
               "chits the attacker has in play: firearms,charge", ""),
    ST_ASK_TEXT(struct honour_fight_asked, def_chits,
               "chits the defender has in play: earthworks,firearms", ""),
};

static void put_chits(struct st_sheet *out, int role, const char *text)
{
    struct honour_battle *b = &pos_of(&out->table)->battle;
    struct st_span rest = st_span_of(text);

    while (rest.len) {
        struct st_span word = st_span_trim(st_span_cut(&rest, ','));
        int c = 0;

        while (c < CHITS && !st_span_is(word, honour_chits[c]))
            c++;
        if (c == CHITS)
            st_sheet_bad(out, "no chit `%.*s`", (int)word.len, word.at);
        else if (c == CHIT_FORMATION)
            b->formation[role] = 1;
        else
            b->play[role][c] = 1;
    }
}

/* One round of a Main Body Fight, all of both sides in it; the defender's posture is the move. */
void honour_ask_engagement(const void *terms, struct st_sheet *out)
{
    const struct honour_fight_asked *q = terms;
    struct honour_pos *pos = pos_of(&out->table);
    struct honour_battle *b = &pos->battle;

    set_reaction(out, q);
    if (out->e)
        return;
    pos->combat.kind = COMBAT_BATTLE;
    st_go(&out->table, STEP_COMBAT_END);
    st_call(&out->table, STEP_BATTLE);
    honour_step_battle.run(&out->table);
    b->revealed = 1;
    b->fight = MAIN;
    b->round = 2;
    b->role = 1;
    b->posture[0] = (uint8_t)(1 + q->attack);
    b->van[0] = b->van[1] = VAN_ABSENT;
    for (int r = 0; r < 2; r++) {
        b->commander[r][MAIN] = b->cg[r];
        put_chits(out, r, r ? q->def_chits : q->att_chits);
    }
    pos->flow.side = 1;
    st_go(&out->table, STEP_COMMIT);
    out->move = st_move_0(q->defence ? VERB_ENGAGE : VERB_HOLD);
    out->choose = usual_in_round;
}

const struct st_input honour_siege_inputs[HONOUR_FIGHT_INPUTS + 4] = {
    ST_ASK_TEXT_AS(struct honour_fight_asked, attackers, "besiegers", "TYPE SP/TQ, ...",
                   "INF 5/1, ART 4, SAR 4"),
    ST_ASK_TEXT_AS(struct honour_fight_asked, defenders, "garrison", "TYPE SP/TQ, ...",
                   "LAN 10/2, FIR 2/3, HCV 1/2, ART 1"),
    ST_ASK_TEXT(struct honour_fight_asked, from, "hex of the besieger", "1404"),
    ST_ASK_TEXT(struct honour_fight_asked, to, "hex of the Fortress", "1405"),
    ST_ASK_CHOICE(struct honour_fight_asked, weather, "weather", honour_ask_weathers, FAIR),
    ST_ASK_TEXT(struct honour_fight_asked, att_caps, "the besieger's Capitani: 3*,2 or -", "3"),
    ST_ASK_TEXT(struct honour_fight_asked, def_caps, "the garrison's Capitani", "3"),
    ST_ASK_NUMBER(struct honour_fight_asked, works,
               "Earthworks in the Fortress hex, level", 0, 2, 0),
    ST_ASK_TEXT(struct honour_fight_asked, att_policy,
               "what the besieger does after that: storm UNIT; breach UNIT SP", ""),
    ST_ASK_TEXT(struct honour_fight_asked, def_policy,
               "what the garrison does: counterfire; sortie UNIT; capitulate", ""),
    ST_ASK_TEXT(struct honour_fight_asked, measure,
               "fields counted at the end, at most four (default: Status, B.lost, "
         "B.demoralised)",
         ""),
    ST_ASK_NUMBER(struct honour_fight_asked, status, "Siege Status", 0, 2, 0),
    ST_ASK_YES(struct honour_fight_asked, siege, "a besieging Capitano has the Siege ability"),
    ST_ASK_YES(struct honour_fight_asked, def_siege, "a Capitano of the garrison has it"),
    ST_ASK_TEXT(struct honour_fight_asked, move,
               "bombard, decline, storm UNIT, breach UNIT SP", "bombard"),
};

static void check_siege(struct st_sheet *out, const struct honour_pos *pos)
{
    int camp = pos->force[0].hex, fort = pos->force[SIDE_FORCES].hex;
    int dir = honour_dir(&out->table, camp, fort);
    const struct honour_plan *f = plan_of(&out->table);

    if (!honour_is_fort(f, fort))
        st_sheet_refuse(out, "13.1", "there is no Fortress in %s",
                        honour_hex_name(&out->table, fort).text);
    if (dir < 0 || f->side_kind[camp * 6 + dir] == SIDE_PRIMARY)
        st_sheet_refuse(out, "13.1", "%s cannot besiege %s",
                        honour_hex_name(&out->table, camp).text,
                        honour_hex_name(&out->table, fort).text);
}

/* A whole round of siege; what the besieger is to do first goes before his policy. */
void honour_ask_siege(const void *terms, struct st_sheet *out)
{
    const struct honour_fight_asked *q = terms;
    const struct st_plan *p = out->table.plan;
    const struct honour_plan *f = p->data;
    struct honour_pos *pos = pos_of(&out->table);
    struct st_refusal why;
    struct st_move first;

    if (strcmp(q->move, "decline") != 0)
        add_policy(out, 0, q->move);
    put_armies(out, q, false);
    check_siege(out, pos);
    if (out->e)
        return;
    int fort = pos->force[SIDE_FORCES].hex;
    pos->force[SIDE_FORCES].order = GARRISON;
    pos->force[SIDE_FORCES].flags = F_INSIDE;
    for (int s = 0; s < 2; s++)
        if ((s ? q->def_siege : q->siege) && pos->force[s * SIDE_FORCES].primo != NOBODY)
            pos->printed[pos->force[s * SIDE_FORCES].primo] |= CAP_SIEGE;
    pos->siege_place = (uint8_t)f->place_at[fort];
    pos->control[pos->siege_place] = CTRL_B;
    pos->siege[pos->siege_place] = (uint8_t)(1 + q->status);
    pos->siege_force = 0;
    pos->at = (int16_t)(fort + 1);
    clear_flow(pos, 0);
    if (st_move_parse(&first, p, q->move, &why)) {
        st_sheet_bad(out, "%s", why.text);
        return;
    }
    bool fires = first.verb == VERB_BOMBARD || first.verb == VERB_DECLINE;
    st_go(&out->table, fires ? STEP_BOMBARD : STEP_STORM);
    if (st_check(&out->table, &first, &why))
        st_sheet_refused(out, &why);
    st_go(&out->table, STEP_ACT); /* the whole round is what is asked about */
    out->move = st_move_1(VERB_ACT, 0);
    out->diorama = true;
    out->has_move = true;
    tell_usual(out, false);
    if (!out->fields[0][0]) {
        snprintf(out->fields[0], sizeof out->fields[0], "%.20s.siege",
                 f->place_name[pos->siege_place]);
        st_sheet_counts(out, st_span_of("B.lost"));
        st_sheet_counts(out, st_span_of("B.demoralised"));
    }
}
