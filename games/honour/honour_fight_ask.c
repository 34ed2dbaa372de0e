/* honour_fight_ask.c - questions that are whole procedures: a position set up, a move, and the odds
 * engine. Both sides may have a policy; what the policies leave open is usual(), and is told. */
#include "honour/honour_ask.h"

#include <stdio.h>
#include <string.h>

/* Every question about a fight begins with the same inputs. */
struct fight_asked {
    const char *attackers, *defenders, *from, *to, *att_caps, *def_caps, *att_policy, *def_policy,
        *measure;
    int weather, works;
    bool att_disrupted, def_disrupted, admin;  /* of a Skirmish */
    int attack, defence;                       /* of a round: postures */
    const char *att_chits, *def_chits;
    int status;                                /* of a siege */
    bool siege, def_siege;
    const char *move;
};
#define FIGHT_INPUTS(att, def, captains, goal) \
    ST_ASK_TEXT(struct fight_asked, attackers, "TYPE SP/TQ, ...", att), \
    ST_ASK_TEXT(struct fight_asked, defenders, "TYPE SP/TQ, ...", def), \
    ST_ASK_TEXT(struct fight_asked, from, "hex of the attacker", "1503"), \
    ST_ASK_TEXT(struct fight_asked, to, "hex of the defender", "1403"), \
    ST_ASK_CHOICE(struct fight_asked, weather, "weather", honour_weathers, FAIR), \
    ST_ASK_TEXT(struct fight_asked, att_caps, "the attacker's Capitani, the first commands: 3*,2 or -", captains), \
    ST_ASK_TEXT(struct fight_asked, def_caps, "the defender's Capitani", captains), \
    ST_ASK_NUMBER(struct fight_asked, works, "Earthworks of the defender, level", 0, 2, 0), \
    ST_ASK_TEXT(struct fight_asked, att_policy, "what the attacker does: moves, the first legal one is made", ""), \
    ST_ASK_TEXT(struct fight_asked, def_policy, "what the defender does", ""), \
    ST_ASK_TEXT(struct fight_asked, measure, "fields counted at the end, at most four", goal)

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
    struct st_span rest = st_span_of(text);

    while (rest.len) {
        struct st_span move = st_span_trim(st_span_cut(&rest, ';'));

        if (move.len)
            st_sheet_policy(out, side, move);
    }
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

/* What the policies leave open: a word, or what is offered. Told to the asker by tell_usual. */
static bool usual(const struct st_table *t, struct st_move *out)
{
    enum { OFFERED = VERBS + 1, SECOND }; /* the first offers of SECOND are to decline and to be done */
    enum { DECLINE = 1 + VERB_DECLINE, STAY = 1 + VERB_STAY };
    static const uint8_t said[STEPS] = {
        [STEP_REACTION] = 1 + VERB_ACCEPT, [STEP_REAR] = 1 + VERB_REAR, [STEP_HAND] = 1 + VERB_HAND,
        [STEP_YIELD] = 1 + VERB_CONTINUE, [STEP_CHARGE] = DECLINE, [STEP_RESERVE] = DECLINE,
        [STEP_REPLACE] = DECLINE, [STEP_BOMBARD] = DECLINE, [STEP_COUNTERFIRE] = DECLINE,
        [STEP_SORTIE] = DECLINE, [STEP_STORM] = DECLINE, [STEP_CAPITULATE] = DECLINE,
        [STEP_OCCUPY] = DECLINE, [STEP_ADVANCE] = STAY, [STEP_SHELTER] = STAY, [STEP_PURSUIT] = SECOND,
        [STEP_BATTLE_RECOVERY] = SECOND, [STEP_LOSE] = OFFERED, [STEP_DEMORALISE] = OFFERED,
        [STEP_RISK] = OFFERED, [STEP_RETREAT] = OFFERED, [STEP_DEFEND] = OFFERED,
    };
    const struct honour_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    if (step == STEP_VANGUARD)
        return least_vanguard(t, out);
    if (step == STEP_COMMANDER)
        return usual_commander(t, out);
    if (said[step] >= OFFERED)
        return (said[step] == SECOND && st_offer_number(t, 1, out)) || st_offer_number(t, 0, out);
    int word = step != STEP_COMMIT ? said[step] : 1 + (p->battle.role ? VERB_HOLD : VERB_ENGAGE);
    if (word)
        *out = st_move_0(word - 1);
    return word;
}

/* For a question that is over with its round. */
static bool usual_in_round(const struct st_table *t, struct st_move *out)
{
    int step = pos_of(t)->flow.step[pos_of(t)->flow.depth];

    return (step == STEP_LOSE || step == STEP_DEMORALISE || step == STEP_CHARGE) && usual(t, out);
}

/* Odds of a fight go on through what only spreads its losses; what else is chosen is not guessed. */
enum st_supposed honour_suppose(const struct st_table *t, const struct st_move *asked ST_IDLE,
                                struct st_move *out)
{
    int step = pos_of(t)->flow.step[pos_of(t)->flow.depth];

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
static void put_armies(struct st_sheet *out, const struct fight_asked *q, bool cg)
{
    struct honour_pos *pos = pos_of(&out->table);
    const char *troops[] = { q->attackers, q->defenders }, *caps[] = { q->att_caps, q->def_caps },
               *policy[] = { q->att_policy, q->def_policy };
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
    st_sheet_counts_all(out, q->measure);
    pos->weather = (uint8_t)q->weather;
    honour_set_works(pos, hex[1], 1, q->works);
}

/* FA1 is about to attack FB1. */
static void set_attack(struct st_sheet *out, const struct fight_asked *q, bool cg)
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
static void set_reaction(struct st_sheet *out, const struct fight_asked *q)
{
    struct honour_pos *pos = pos_of(&out->table);
    struct st_table quiet = { out->table.plan, pos, NULL };

    set_attack(out, q, true);
    if (out->e)
        return;
    honour_declare(&quiet, pos->force[SIDE_FORCES].hex); /* whose Forces stand for them is nobody's business */
    pos->combat.def_cap = pos->force[SIDE_FORCES].primo;
    st_go(&out->table, STEP_REACTION);
    pos->flow.side = 1;
    out->move = st_move_0(VERB_ACCEPT);
}

/* And the defender will accept a Major Battle. */
static void set_battle(struct st_sheet *out, const struct fight_asked *q)
{
    set_reaction(out, q);
    if (!out->e && !honour_is_battle(&out->table, &pos_of(&out->table)->combat))
        st_sheet_refuse(out, "10.3",
                        "a Major Battle needs a CG and 10 non-Artillery SP on both sides, open "
                        "ground and no Ferry");
    tell_usual(out, true);
    set_forget(out);
}

void honour_ask_elimination(const void *terms ST_IDLE, struct st_sheet *out)
{
    struct honour_pos *pos = pos_of(&out->table);
    int c = __builtin_ctz(plan_of(&out->table)->side_caps[0]);

    clear_flow(pos, 0);
    st_go(&out->table, STEP_ACTIVATION_END);
    st_call(&out->table, STEP_ELIM_ROLL);
    pos->elim.cap = (uint8_t)c;
    out->diorama = true;
    snprintf(out->fields[0], sizeof out->fields[0], "%.20s.status", cap_name(&out->table, c));
}

static const struct st_input skirmish_inputs[] = {
    FIGHT_INPUTS("LCV 4/2, INF 6/1", "INF 4/1", "3", "A.lost A.demoralised B.lost B.demoralised"),
    ST_ASK_YES(struct fight_asked, att_disrupted, "attacker Disrupted"),
    ST_ASK_YES(struct fight_asked, def_disrupted, "defender Disrupted"),
    ST_ASK_YES(struct fight_asked, admin, "defender in Administrative March"),
};

static void ask_skirmish(const void *terms, struct st_sheet *out)
{
    const struct fight_asked *q = terms;
    struct honour_pos *pos = pos_of(&out->table);

    set_attack(out, q, false);
    tell_usual(out, false);
    if (q->att_disrupted)
        pos->force[0].flags |= F_DISRUPTED;
    pos->force[SIDE_FORCES].flags |=
        (uint16_t)((q->def_disrupted ? F_DISRUPTED : 0) | (q->admin ? F_ADMIN : 0));
}

static const struct st_input battle_inputs[] = {
    FIGHT_INPUTS("SWI 8/3, LAN 8/3", "SWI 8/3, LAN 8/3", "3", "A.won A.lost B.lost"),
};

static void ask_battle(const void *terms, struct st_sheet *out)
{
    set_battle(out, terms);
}

/* The same battle by Tables 1 to 3 and the Combat Results Table, whatever the scenario plays. */
static void ask_one_table(const void *terms, struct st_sheet *out)
{
    set_battle(out, terms);
    pos_of(&out->table)->combat.one_table = 1;
}

#define OPTIONAL_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, modifier, "sum of the modifiers of 18.9.1", -40, 40, 0)
ST_ASKED(optional_asked, OPTIONAL_ASKED)

/* The die of the Combat Results Table with its rerolls, which can go round; measured is the row. */
static void ask_optional(const void *terms, struct st_sheet *out)
{
    const struct optional_asked *q = terms;
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
static const struct st_input engagement_inputs[] = {
    FIGHT_INPUTS("SWI 8/3", "LAN 8/3", "3", "A.successes B.successes A.lost B.lost"),
    ST_ASK_CHOICE(struct fight_asked, attack, "posture of the attacker", posture_words, 1),
    ST_ASK_CHOICE(struct fight_asked, defence, "posture of the defender", posture_words, 0),
    ST_ASK_TEXT(struct fight_asked, att_chits, "chits the attacker has in play: firearms,charge", ""),
    ST_ASK_TEXT(struct fight_asked, def_chits, "chits the defender has in play: earthworks,firearms", ""),
};

static void put_chits(struct st_sheet *out, int role, const char *text)
{
    struct honour_battle *b = &pos_of(&out->table)->battle;
    struct st_span rest = st_span_of(text);

    while (rest.len) {
        int c = st_sheet_name(out, "chit", st_span_cut(&rest, ','));

        *(c == CHIT_FORMATION ? &b->formation[role] : &b->play[role][c]) = 1;
    }
}

/* One round of a Main Body Fight, all of both sides in it; the defender's posture is the move. */
static void ask_engagement(const void *terms, struct st_sheet *out)
{
    const struct fight_asked *q = terms;
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

static const struct st_input siege_inputs[] = {
    ST_ASK_TEXT_AS(struct fight_asked, attackers, "besiegers", "TYPE SP/TQ, ...", "INF 5/1, ART 4, SAR 4"),
    ST_ASK_TEXT_AS(struct fight_asked, defenders, "garrison", "TYPE SP/TQ, ...",
                   "LAN 10/2, FIR 2/3, HCV 1/2, ART 1"),
    ST_ASK_TEXT(struct fight_asked, from, "hex of the besieger", "1404"),
    ST_ASK_TEXT(struct fight_asked, to, "hex of the Fortress", "1405"),
    ST_ASK_CHOICE(struct fight_asked, weather, "weather", honour_weathers, FAIR),
    ST_ASK_TEXT(struct fight_asked, att_caps, "the besieger's Capitani: 3*,2 or -", "3"),
    ST_ASK_TEXT(struct fight_asked, def_caps, "the garrison's Capitani", "3"),
    ST_ASK_NUMBER(struct fight_asked, works, "Earthworks in the Fortress hex, level", 0, 2, 0),
    ST_ASK_TEXT(struct fight_asked, att_policy,
               "what the besieger does after that: storm UNIT; breach UNIT SP", ""),
    ST_ASK_TEXT(struct fight_asked, def_policy,
               "what the garrison does: counterfire; sortie UNIT; capitulate", ""),
    ST_ASK_TEXT(struct fight_asked, measure,
                "fields counted at the end, at most four (default: Status, B.lost, B.demoralised)", ""),
    ST_ASK_NUMBER(struct fight_asked, status, "Siege Status", 0, 2, 0),
    ST_ASK_YES(struct fight_asked, siege, "a besieging Capitano has the Siege ability"),
    ST_ASK_YES(struct fight_asked, def_siege, "a Capitano of the garrison has it"),
    ST_ASK_TEXT(struct fight_asked, move, "bombard, decline, storm UNIT, breach UNIT SP", "bombard"),
};

static void check_siege(struct st_sheet *out, const struct honour_pos *pos)
{
    int camp = pos->force[0].hex, fort = pos->force[SIDE_FORCES].hex;
    int dir = honour_dir(&out->table, camp, fort);
    const struct honour_plan *f = plan_of(&out->table);

    if (!honour_is_fort(f, fort))
        st_sheet_refuse(out, "13.1", "there is no Fortress in %s",
                        st_hex_called(&out->table, fort).text);
    if (dir < 0 || f->side_kind[camp * 6 + dir] == SIDE_PRIMARY)
        st_sheet_refuse(out, "13.1", "%s cannot besiege %s", st_hex_called(&out->table, camp).text,
                        st_hex_called(&out->table, fort).text);
}

/* A whole round of siege; what the besieger is to do first goes before his policy. */
static void ask_siege(const void *terms, struct st_sheet *out)
{
    const struct fight_asked *q = terms;
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
        st_sheet_counts_all(out, "B.lost B.demoralised");
    }
}

/* ---- the list ------------------------------------------------------------------------------- */

static const struct st_question questions[] = {
    { "skirmish", "A whole Skirmish with checks and pursuit", "11.2",
      ST_TERMS(skirmish_inputs, struct fight_asked, ask_skirmish) },
    { "siege", "A round of siege", "13.3", ST_TERMS(siege_inputs, struct fight_asked, ask_siege) },
    { "engagement", "One round of a Main Body Fight", "11.4.6",
      ST_TERMS(engagement_inputs, struct fight_asked, ask_engagement) },
    { "optional", "The die of the battle by one table, rerolls followed to the end", "18.9.2",
      ST_ASKS(optional_asked, ask_optional) },
    { "one_table", "A whole Major Battle by one table, with losses, checks and pursuit", "18.9",
      ST_TERMS(battle_inputs, struct fight_asked, ask_one_table) },
    { "battle", "A whole Major Battle under a policy for each side", "11.4",
      ST_TERMS(battle_inputs, struct fight_asked, ask_battle) },
};
const struct st_questions honour_fight_questions = { ST_ROWS(questions) };

/* ---- what if -------------------------------------------------------------------------------- */

static void add_troops(const struct honour_pos *p, const char *key, uint32_t units, char *out, size_t size)
{
    st_text_add(out, size, "%s=", key);
    for (const char *between = ""; units; between = ", ") {
        int u = take(&units);

        st_text_add(out, size, "%s%s %d/%d%s", between, honour_types[p->type[u]], p->sp[u], p->tq[u],
            has(p->demoralised, u) ? " demoralised" : "");
    }
    st_text_add(out, size, "\n");
}

/* The commander first. */
static void add_caps(const struct honour_pos *p, const char *key, uint32_t caps, int first, char *out, size_t size)
{
    st_text_add(out, size, "%s=", key);
    for (const char *between = ""; caps; between = ",") {
        int c = has(caps, first) ? first : __builtin_ctz(caps);

        st_text_add(out, size, "%s%d%s", between, p->printed[c] & CAP_INITIATIVE, p->printed[c] & CAP_STAR ? "*" : "");
        caps &= ~bit(c);
    }
    st_text_add(out, size, "%s\n", first == NOBODY ? "-" : "");
}

/* Where the Force would attack hex from: the nearest that it could. -1: from nowhere. */
static int camp_before(const struct st_table *t, int force, int hex)
{
    const struct honour_plan *f = plan_of(t);
    int best = -1, least_far = 0;

    for (int dir = 0; dir < 6; dir++) {
        int from = f->near[hex * 6 + dir], here = pos_of(t)->force[force].hex;
        int far = from < 0 ? 0 : st_hex_distance(&t->plan->grid, from, here);

        if (from < 0 || f->terrain[from] == LAKE || st_hexset_has(&f->closed, from) ||
            f->side_kind[hex * 6 + dir] == SIDE_PRIMARY || (best >= 0 && far >= least_far))
            continue;
        best = from;
        least_far = far;
    }
    return best;
}

/* A garrison would be bombarded, or stormed by all where there are no guns: by the first units of the side,
 * which the question gives the troops to. */
static void add_siege(const struct st_table *t, int force, int garrison, char *out, size_t size)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    uint32_t units = p->force[force].units, stand_in = f->side_units[0];
    const char *between = " ";

    st_text_add(out, size, "status=%d\nmove=", most(0, p->siege[f->place_at[p->force[garrison].hex]] - 1));
    if (honour_of_class(p, f, units, CLASS_ART)) {
        st_text_add(out, size, "bombard\n");
        return;
    }
    st_text_add(out, size, "storm");
    while (units) {
        int named = take(&stand_in);

        if (honour_able(p, f, bit(take(&units)))) {
            st_text_add(out, size, "%s%s", between, unit_name(t, named));
            between = ",";
        }
    }
    st_text_add(out, size, "\n");
}

enum { BATTLE_COUNTED = 10 }; /* more units, and a whole battle is more than can be counted: one round of it, then */

/* The Force of one unit attacks whoever is where the other stands, from the nearest side. */
const char *honour_meeting(const struct st_table *t, int unit, int enemy, char *inputs, size_t size)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int force = honour_force_of_unit(p, f, unit), other = honour_force_of_unit(p, f, enemy);
    int hex = other < 0 ? -1 : p->force[other].hex, from = force < 0 || other < 0 ? -1 : camp_before(t, force, hex);

    if (from < 0 || !honour_able(p, f, p->force[force].units))
        return NULL;
    const struct honour_force *x = &p->force[force];
    bool inside = is_inside(p, other);
    struct honour_combat c = honour_combat_from(t, force, from, hex);
    uint32_t forces = inside ? bit(other) : c.def_forces, units = honour_units_of(p, forces), caps = 0;
    c.def_cap = (uint8_t)honour_commander(p, forces);
    for (uint32_t left = forces; left;)
        caps |= p->force[take(&left)].caps;
    if (!honour_fighters(p, f, units) || __builtin_popcount(x->units) > __builtin_popcount(f->side_units[0]) ||
        __builtin_popcount(units) > __builtin_popcount(f->side_units[1]))
        return NULL;
    add_troops(p, inside ? "besiegers" : "attackers", x->units, inputs, size);
    add_troops(p, inside ? "garrison" : "defenders", units, inputs, size);
    add_caps(p, "att_caps", x->caps, x->primo, inputs, size);
    add_caps(p, "def_caps", caps, c.def_cap, inputs, size);
    st_text_add(inputs, size, "from=%s\nto=%s\nweather=%s\nworks=%d\n", st_hex_called(t, from).text,
        st_hex_called(t, hex).text, honour_weathers[p->weather], honour_works(p, side_of_force(other), hex));
    if (inside) {
        add_siege(t, force, other, inputs, size);
        return "siege";
    }
    if (honour_is_battle(t, &c) && !c.one_table &&
        __builtin_popcount(honour_fighters(p, f, x->units | units)) > BATTLE_COUNTED)
        return "engagement";
    if (honour_is_battle(t, &c))
        return c.one_table ? "one_table" : "battle";
    st_text_add(inputs, size, "att_disrupted=%s\ndef_disrupted=%s\n", st_yes(x->flags & F_DISRUPTED),
        st_yes(p->force[other].flags & F_DISRUPTED));
    return "skirmish";
}
