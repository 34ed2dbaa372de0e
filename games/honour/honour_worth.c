/* honour_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Strength and its state count most, then what the scenario pays for, then where the armies stand:
 * an attacker goes towards the enemy or the key Places, a defender stays.
 */
#include "honour/honour.h"

enum {
    SP_WORTH = 60,
    SHAKEN = 25,
    CAP_WORTH = 80,
    CG_WORTH = 250,
    WON = 100000,
    SCORE_WORTH = 120,
    SUCCESS_WORTH = 90,
    FORMED = 40,
    AP_WORTH = 6,
    STIRRING = 40,
    BLOWS = 90,
    BATTLE_WORTH = 400
};

static int units_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        for (uint32_t left = p->force[i].units; left;) {
            int u = take(&left);

            worth += p->sp[u] * (SP_WORTH + 8 * p->tq[u]) -
                     (has(p->demoralised, u) ? p->sp[u] * SHAKEN : 0);
        }
    return worth;
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

static int nearest_enemy(const struct st_table *t, int force)
{
    const struct honour_pos *p = pos_of(t);
    int near = 40, first = (1 - side_of_force(force)) * SIDE_FORCES;

    for (int i = first; i < first + SIDE_FORCES; i++)
        if (exists(p, i))
            near =
                least(near, st_hex_distance(&t->plan->grid, p->force[force].hex, p->force[i].hex));
    return near;
}

static int places_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        if (!exists(p, i) || p->force[i].hex < 0)
            continue;
        int gap = nearest_enemy(t, i), sp = honour_sp(p, p->force[i].units);

        if (p->force[i].order == ATTACK)
            worth += 60 - gap * least(sp, 20) - (is_inside(p, i) ? 30 : 0);
        worth += p->force[i].order == STAND ? 20 : p->force[i].order == ATTACK && sp >= 10 ? 50 : 0;
        worth += 10 * honour_works(p, side, p->force[i].hex);
    }
    for (int i = 0; i < plan_of(t)->nplaces; i++) {
        worth += p->control[i] == CTRL_A + side ? 15 : 0;
        worth += p->control[i] == CTRL_A + (1 - side) && p->siege[i] ? 60 * p->siege[i] : 0;
    }
    return worth;
}

/* To be on the march, and to have come to blows where the odds are fair. */
static int action_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    if (p->active != NOBODY && side_of_force(p->active) == side && exists(p, p->active)) {
        const struct honour_force *x = &p->force[p->active];

        worth += x->order == ATTACK ? STIRRING : STIRRING / 4;
        worth += p->march == MARCH_CONTACT ? 5 : 0;
    }
    if ((p->combat.kind == COMBAT_SKIRMISH || p->combat.kind == COMBAT_BATTLE) &&
        p->combat.att_side == side) {
        int own = honour_sp(p, honour_able(p, f, p->force[p->combat.att_force].units)), foe = 0;

        for (uint32_t left = p->combat.def_forces; left;)
            foe += honour_sp(p, honour_fighters(p, f, p->force[take(&left)].units));
        worth += BLOWS + most(-150, least(150, 10 * (own - foe)));
        if (f->special == SPECIAL_BICOCCA && side == 0)
            worth += 2 * BLOWS; /* the Swiss have come to storm */
    }
    return worth;
}

static int battle_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int role = side == p->combat.att_side ? 0 : 1;

    if (p->combat.kind != COMBAT_BATTLE)
        return 0;
    return SUCCESS_WORTH * (b->successes[role] - b->successes[1 - role]) + 8 * b->hand_left[role] +
           (b->won_van ? (b->won_van == 1 + role ? SUCCESS_WORTH : -SUCCESS_WORTH) : 0) +
           (b->formation[role] ? FORMED : 0) + 35 * least(3, b->engaged[role]) * (role == 0);
}

int honour_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int score = honour_score(t) * (side ? -1 : 1);

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_A + side ? WON : -WON;
    return BATTLE_WORTH * (p->battles_won[side] - p->battles_won[1 - side]) + units_worth(t, side) -
           units_worth(t, 1 - side) + caps_worth(t, side) - caps_worth(t, 1 - side) +
           places_worth(t, side) + battle_worth(t, side) + action_worth(t, side) +
           (plan_of(t)->special == SPECIAL_NONE ? 0 : SCORE_WORTH * score / 3);
}
