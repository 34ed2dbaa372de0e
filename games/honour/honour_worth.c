/* honour_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Strength and its state count most, then what the scenario pays for. Then each Force has a goal:
 * the besieger goes before the walls, the relief to the besiegers, the rest to its army; an Order
 * is worth something if it serves the goal, and so is every hex nearer to it. A fight is judged
 * before it begins by strength, quality and ground, and inside a battle by what the Assault Table
 * promises.
 */
#include "honour/honour.h"

enum { /* strength */
       SP_WORTH = 60,
       TQ_WORTH = 8,
       SHAKEN = 25,
       BEATEN = 60,
       CAP_WORTH = 80,
       CG_WORTH = 250,
       AP_WORTH = 6,
       LONE = 45 /* of one Force more: a split army is beaten in detail */
};
enum { /* the scenario */
       WON = 100000,
       SCORE_WORTH = 40,
       BATTLE_WORTH = 400,
       PLACE_WORTH = 15,
       SIEGE_WORTH = 70
};
enum { /* the march */
       STIRRING = 40,
       SERVES = 90,
       WILL_DO = 70,
       IDLE = 5,
       FAR = 7,
       LONGEST = 40
};
enum { /* the fight */
       BLOWS = 60,
       STORM_FEVER = 340,
       RELIEF = 110,
       SWING = 260,
       SUCCESS_WORTH = 90,
       FORMED = 40,
       STARRED = 30,
       CHIT_WORTH = 10
};

/* ---- strength ---------------------------------------------------------------------------- */

static int units_worth(const struct st_table *t, int side)
{
    static const uint8_t guns[TYPES] = { [ART] = 1, [SAR] = 2 };
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        for (uint32_t left = p->force[i].units; left;) {
            int u = take(&left);

            worth += p->sp[u] * (SP_WORTH + TQ_WORTH * p->tq[u] + 2 * TQ_WORTH * guns[p->type[u]]) -
                     (has(p->demoralised, u) ? p->sp[u] * SHAKEN : 0);
        }
    return worth;
}

/* What has been decided by the dice and is only to be shared out. */
static int pending_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int worth = 0;

    if (p->loss.amount && p->loss.side == side) /* a fresh SP covers two Pursuit Losses */
        worth -= least(p->loss.amount, honour_sp(p, p->loss.units)) * SP_WORTH *
                 (p->loss.kind == LOSS_PURSUIT ? 3 : 4) / 4;
    if (!a->kind || !a->stage)
        return worth;
    bool defends = a->side != side;
    int cell = defends ? a->def_cell : a->att_cell;
    if (defends && a->stage == 1)
        worth -= (cell & CELL_SP) * SP_WORTH;
    if (cell & CELL_D && a->stage <= (defends ? 3 : 2))
        worth -= 5 * SHAKEN;
    return worth - (a->loser == defends ? BEATEN : 0);
}

static int caps_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (uint32_t left = plan_of(t)->side_caps[side]; left;) {
        int c = take(&left);

        if (!has(p->killed | p->captured, c))
            worth += honour_is_cg(p, c) ? CG_WORTH : CAP_WORTH;
        worth += AP_WORTH * p->ap[c];
    }
    return worth;
}

/* ---- goals ------------------------------------------------------------------------------- */

struct intent { /* what a side is about */
    int army;   /* its strongest Force in the field or within, or -1 */
    int fort;   /* the Place it wants and has not, or -1 */
    int foe;    /* the hex of the enemy it seeks, or -1 */
};

static int strength(const struct st_table *t, int force)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t able = honour_able(p, plan_of(t), p->force[force].units);

    return honour_sp(p, able) * (1 + honour_quality(p, able, p->sp));
}

static int strongest(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int best = -1, most_strength = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        int now = exists(p, i) && p->force[i].primo != NOBODY ? strength(t, i) : 0;

        if (honour_is_major(p, i))
            now *= 2; /* only a CG fights battles */
        if (now > most_strength) {
            most_strength = now;
            best = i;
        }
    }
    return best;
}

static bool is_key(const struct honour_plan *f, int place)
{
    for (int r = 0; r < f->nregions; r++)
        if (f->key[r] == place)
            return true;
    return false;
}

/* The nearest Fortress of the enemy that a region hangs on; in the campaign Pavia, then Lodi. */
static int wanted_fort(const struct st_table *t, int side, int from)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int best = -1, near = 99;

    if (f->special == SPECIAL_PAVIA || f->special == SPECIAL_RELIEF) {
        if (side == 1)
            return p->control[f->pavia] == CTRL_A ? f->pavia : -1;
        return p->control[f->pavia] == CTRL_B                 ? f->pavia
               : p->turn > 3 && p->control[f->lodi] == CTRL_B ? f->lodi
                                                              : -1;
    }
    if (f->special == SPECIAL_BICOCCA)
        return -1;
    for (int i = 0; i < f->nplaces; i++) {
        int far = st_hex_distance(&t->plan->grid, from, f->place[i].hex);

        if (p->control[i] == CTRL_A + (1 - side) && is_key(f, i) && far < near) {
            near = far;
            best = i;
        }
    }
    return best;
}

/* A besieged place of one's own is relieved by going for the besiegers. */
static int besieger_of(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int best = -1, most_strength = 0;

    for (int k = 0; k < f->nplaces; k++) {
        if (!p->siege[k] || p->control[k] != CTRL_A + side)
            continue;
        for (int i = (1 - side) * SIDE_FORCES; i < (2 - side) * SIDE_FORCES; i++) {
            if (!exists(p, i) || is_inside(p, i) ||
                st_hex_distance(&t->plan->grid, p->force[i].hex, f->place[k].hex) != 1)
                continue;
            int now = strength(t, i);
            if (now > most_strength) {
                most_strength = now;
                best = p->force[i].hex;
            }
        }
    }
    return best;
}

static struct intent intent_of(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    struct intent x = { strongest(t, side), -1, -1 };
    int foe = strongest(t, 1 - side);

    if (x.army < 0)
        return x;
    x.fort = wanted_fort(t, side, p->force[x.army].hex);
    x.foe = besieger_of(t, side);
    if (x.foe < 0 && plan_of(t)->special == SPECIAL_BICOCCA && side == 0 && foe >= 0)
        x.foe = p->force[foe].hex;
    if (x.foe >= 0 && plan_of(t)->special != SPECIAL_BICOCCA && foe >= 0 &&
        4 * strength(t, x.army) < 3 * strength(t, foe))
        x.foe = -1; /* too strong: it is left to hunger and weather */
    return x;
}

static int steps_to(const struct st_table *t, int from, int to, int stop_at)
{
    int far = st_hex_distance(&t->plan->grid, from, to);

    return far > stop_at ? far - stop_at : 0;
}

/* Hexes still to go, or -1 for a Force that has nowhere to go. */
static int way_to_go(const struct st_table *t, const struct intent *x, int i)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = p->force[i].hex;
    bool shut_in = is_inside(p, i) && p->siege[f->place_at[hex]];

    if (p->force[i].primo == NOBODY || shut_in || x->army < 0)
        return -1;
    if (i != x->army && !honour_is_major(p, i))
        return is_inside(p, i) ? -1 : steps_to(t, hex, p->force[x->army].hex, 0);
    if (x->foe >= 0)
        return steps_to(t, hex, x->foe, 1);
    if (x->fort >= 0)
        return steps_to(t, hex, f->place[x->fort].hex,
                        honour_inside_at(p, f->place[x->fort].hex) >= 0 ? 1 : 0);
    return i == x->army ? -1 : steps_to(t, hex, p->force[x->army].hex, 0);
}

/* Before the walls that are wanted. */
static bool besieges(const struct st_table *t, const struct intent *x, int i)
{
    const struct honour_pos *p = pos_of(t);

    return x->fort >= 0 && !is_inside(p, i) &&
           st_hex_distance(&t->plan->grid, p->force[i].hex, plan_of(t)->place[x->fort].hex) == 1 &&
           honour_inside_at(p, plan_of(t)->place[x->fort].hex) >= 0;
}

static int order_worth(const struct st_table *t, const struct intent *x, int i, int way)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int order = p->force[i].order;

    if (way > 0) {
        bool near = way <= FAR && i == x->army;

        return order == ATTACK      ? (near ? SERVES : WILL_DO)
               : order == MANOEUVRE ? (near ? WILL_DO : SERVES)
               : order == STAND     ? IDLE
                                    : 0;
    }
    if (way == 0 && besieges(t, x, i)) { /* a breach is worth the dearer Order */
        int status = p->siege[x->fort] - 1;

        return order == ATTACK  ? (status > 0 ? SERVES + 30 : WILL_DO)
               : order == STAND ? (status > 0 ? WILL_DO : SERVES)
                                : 0;
    }
    if (way == 0 && x->foe >= 0)
        return order == ATTACK ? SERVES : order == STAND ? IDLE : 0;
    if (is_inside(p, i))
        return order == GARRISON ? WILL_DO : order == STAND ? IDLE : 0;
    return order == STAND                                           ? WILL_DO
           : order == GARRISON && f->place_at[p->force[i].hex] >= 0 ? IDLE
                                                                    : 0;
}

static int forces_worth(const struct st_table *t, int side, const struct intent *x)
{
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        if (!exists(p, i) || p->force[i].hex < 0)
            continue;
        int way = way_to_go(t, x, i), sp = honour_sp(p, p->force[i].units);

        worth += order_worth(t, x, i, way) - LONE;
        if (p->force[i].primo != NOBODY || is_inside(p, i)) /* the nearer to its goal the better */
            worth += sp * (LONGEST - most(0, way)) / 2;
        if (p->force[i].order == STAND || is_inside(p, i))
            worth += 10 * honour_works(p, side, p->force[i].hex);
        if (p->force[i].flags & F_MOVED && p->force[i].mp_turn)
            worth += STIRRING;
        if (p->force[i].flags & F_DISRUPTED)
            worth -= IDLE;
    }
    return worth;
}

static int places_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int i = 0; i < f->nplaces; i++) {
        int own = p->control[i] == CTRL_A + side, theirs = p->control[i] == CTRL_A + (1 - side);

        worth += own ? (is_key(f, i) ? 6 : 1) * PLACE_WORTH : 0;
        if (p->siege[i])
            worth += (theirs - own) * SIEGE_WORTH * p->siege[i];
    }
    return worth;
}

/* ---- fights ------------------------------------------------------------------------------ */

/* What an attack on these Forces promises, -SWING to SWING. */
static int prospects(const struct st_table *t, int att, uint32_t def_forces, int def_hex)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int own = strength(t, att), foe = 0, side = side_of_force(att);
    int dir = honour_dir(t, p->force[att].hex, def_hex);

    while (def_forces)
        foe += strength(t, take(&def_forces));
    foe += foe / 4; /* the table favours him who stands */
    if (f->ground[f->terrain[def_hex]].affecting || honour_works(p, 1 - side, def_hex) ||
        (dir >= 0 && f->side_affecting[honour_side_kind(t, p->force[att].hex, dir)]))
        foe += foe / 2;
    if (f->sky[p->weather].assault)
        foe += foe / 4;
    return most(-SWING, least(SWING, SWING * (own - foe) / most(1, foe)));
}

/* To be on the march, and to have come to blows where the odds are fair. */
static int action_worth(const struct st_table *t, int side, const struct intent *x)
{
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    if (p->active != NOBODY && side_of_force(p->active) == side && exists(p, p->active)) {
        int way = way_to_go(t, x, p->active);
        bool contact = p->force[p->active].order == ATTACK && honour_can_attack(t, p->active);

        if (p->force[p->active].mp_act == 0)
            worth += way > 0                                   ? STIRRING
                     : contact && p->purpose == PURPOSE_ATTACK ? STIRRING / 2
                                                               : -IDLE;
        worth -= p->force[p->active].mp_act; /* no dawdling */
        if (p->march != MARCH_REGULAR) /* long ways in column, the last of it in order of battle */
            worth += (p->march == MARCH_ADMIN) == (way > FAR) ? IDLE : -IDLE;
    }
    if ((p->combat.kind == COMBAT_SKIRMISH || p->combat.kind == COMBAT_BATTLE) &&
        p->combat.att_side == side && exists(p, p->combat.att_force)) {
        worth += BLOWS + prospects(t, p->combat.att_force, p->combat.def_forces, p->combat.def_hex);
        if (plan_of(t)->special == SPECIAL_BICOCCA && side == 0)
            worth += STORM_FEVER; /* the Swiss have come to storm */
        if (p->combat.def_hex == x->foe)
            worth += RELIEF; /* the garrison is waiting */
    }
    return worth;
}

/* The chance in 36ths that the table's attacker wins an Engagement of the Corps that fight now. */
static int wins_of_36(const struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    uint32_t att = honour_able(p, f, honour_fighting(p, role)),
             def = honour_fighters(p, f, honour_fighting(p, 1 - role));
    int ca = b->commander[role][b->fight], cd = b->commander[1 - role][b->fight], column, drm,
        wins = 0;
    struct honour_terms in = { .att_quality = honour_quality(p, att, p->sp),
                               .def_quality = honour_quality(p, def, p->sp),
                               .att_half = 2 * honour_sp(p, att),
                               .def_half = 2 * honour_sp(p, def),
                               .weather = p->weather,
                               .att_star = ca && honour_star(p, ca - 1),
                               .def_star = cd && honour_star(p, cd - 1),
                               .firearms = b->play[1 - role][CHIT_FIREARMS],
                               .works = b->play[1 - role][CHIT_EARTHWORKS] };

    in.affecting = (role == 0 && f->ground[f->terrain[p->combat.def_hex]].affecting) ||
                   in.works || b->play[1 - role][CHIT_RIVER] ||
                   (role == 0 && (b->free_works || b->free_river)); /* he will use them */
    honour_assault_terms(&(struct st_table){ t->plan, t->pos, NULL }, &in, &column, &drm);
    for (int die = 1; die <= DIE; die++)
        wins += st_chart_look(f->chart[CHART_ASSAULT_LOSERS], die + drm, column, NULL) ? 6 : 0;
    return wins;
}

/* Two for a win, one for him who repulses it; he who leads near the end does well to Hold. */
static int posture_worth(const struct st_table *t, int role)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int lead = b->successes[role] - b->successes[1 - role];

    if (b->posture[role] != 2)
        return 0;
    int worth = SUCCESS_WORTH * (3 * wins_of_36(t, role) - 36) / 36;
    if (lead > 0 || (lead == 0 && role == 1))
        worth -= SUCCESS_WORTH / 3;
    else if (b->fight == MAIN && b->round == 3)
        worth += SUCCESS_WORTH; /* nothing to lose */
    if (role == 0 && plan_of(t)->special == SPECIAL_BICOCCA && b->engaged[0] < 3)
        worth += SUCCESS_WORTH; /* fewer than three rounds lose the day */
    return worth;
}

static int hand_worth(const struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    uint32_t units = role ? b->y : b->x;
    int worth = CHIT_WORTH * b->hand_left[role], guns = 0, horse = 0, shot = 0;

    while (units) {
        int u = take(&units);

        guns |= f->type[p->type[u]].cls == CLASS_ART && b->corps[u] != REAR;
        horse |= f->type[p->type[u]].cls == CLASS_CAV && b->corps[u] != REAR;
        shot |= p->type[u] == FIR && b->corps[u] != REAR;
    }
    worth +=
        CHIT_WORTH * (2 * guns * b->hand[role][CHIT_ARTILLERY] +
                      horse * b->hand[role][CHIT_CHARGE] + 2 * shot * b->hand[role][CHIT_FIREARMS] +
                      3 * b->hand[role][CHIT_FORMATION] + b->hand[role][CHIT_COMBINED]);
    worth += (b->formation[role] ? FORMED : 0) +
             3 * CHIT_WORTH * (b->play[role][CHIT_EARTHWORKS] != 0) +
             3 * CHIT_WORTH * (b->play[role][CHIT_RIVER] != 0) +
             4 * CHIT_WORTH * (b->play[role][CHIT_FIREARMS] != 0) +
             3 * CHIT_WORTH * (b->play[role][CHIT_ARTILLERY] != 0);
    for (int c = 0; c < CHITS; c++) /* what is committed is as good as in play */
        worth += b->play_now[role] >> c & 1 ? CHIT_WORTH * (c >= HAND_CHITS ? 3 : 2) : 0;
    return worth;
}

static int battle_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int role = side == p->combat.att_side ? 0 : 1, worth;

    if (p->combat.kind != COMBAT_BATTLE)
        return 0;
    worth = SUCCESS_WORTH * (b->successes[role] - b->successes[1 - role]) + hand_worth(t, role);
    for (int k = VANGUARD; k < CORPS; k++)
        if (b->commander[role][k])
            worth += k == REAR ? 1 : honour_star(p, b->commander[role][k] - 1) ? STARRED : IDLE;
    if (b->fight)
        worth += posture_worth(t, role);
    return worth + 35 * least(3, b->engaged[role]) * (role == 0);
}

int honour_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int score = honour_score(t) * (side ? -1 : 1);

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_A + side ? WON : -WON;
    struct intent x = intent_of(t, side);
    return BATTLE_WORTH * (p->battles_won[side] - p->battles_won[1 - side]) + units_worth(t, side) -
           units_worth(t, 1 - side) + pending_worth(t, side) - pending_worth(t, 1 - side) +
           caps_worth(t, side) - caps_worth(t, 1 - side) + forces_worth(t, side, &x) +
           places_worth(t, side) + battle_worth(t, side) + action_worth(t, side, &x) +
           (plan_of(t)->special == SPECIAL_NONE ? 0 : SCORE_WORTH * score);
}
