/* shields_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Steps count most; then where one's own units stand. The enemy's places do not count: what brings
 * us nearer to him brings him nearer to us, and nobody would ever come to blows. While commands
 * are given, a command is worth what its units could do with it.
 */
#include "shields/shields.h"

enum { STEP_WORTH = 100, UNIT_WORTH = 60, WON = 100000, SUPPRESSED_WORTH = 15, WALL_WORTH = 6,
       FAR = 40 };

static int nearest_enemy(const struct st_table *t, int u)
{
    const struct shields_pos *p = pos_of(t);
    int least = FAR;

    for (uint64_t left = units_on_map(t, plan_of(t)->of_side[1 - plan_of(t)->unit[u].side]);
         left;) {
        int d = st_hex_distance(&t->plan->grid, p->hex[u], p->hex[take_unit(&left)]);

        least = d < least ? d : least;
    }
    return least;
}

static int nearest_anchor(const struct st_table *t, int u)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int least = FAR;

    for (uint64_t left = units_on_map(t, f->of_wing[f->unit[u].wing] & f->anchors); left;) {
        int d = st_hex_distance(&t->plan->grid, p->hex[u], p->hex[take_unit(&left)]);

        least = d < least ? d : least;
    }
    return least;
}

/* What a unit is worth to anybody: its steps, its class, its state. */
static int unit_worth(const struct st_table *t, int u)
{
    const struct shields_pos *p = pos_of(t);
    int worth = STEP_WORTH * p->steps[u] + UNIT_WORTH + 4 * (CLASS_F - shields_class_now(t, u));

    return worth - (has(p->suppressed, u) ? SUPPRESSED_WORTH : 0);
}

/* What its place is worth to its owner: nearer the enemy is better, but for bowmen not too near;
 * a wall is good in reach of the enemy and useless behind; Levies stay with their anchors. */
static int place_worth(const struct st_table *t, int u)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int gap = nearest_enemy(t, u), worth = -4 * gap;

    if (f->unit[u].ranged)
        worth -= gap == 1 ? 12 : 0;
    if (has(p->wall, u))
        worth += gap <= 2 ? WALL_WORTH : -2;
    if (has(f->checked, u)) {
        int anchor = nearest_anchor(t, u);

        worth -= anchor == FAR ? 0 : anchor > f->integrity_anchor_range ? 80 : anchor > 4 ? 10 : 0;
    }
    return worth;
}

/* What a Wing could do with a command, roughly. */
static int command_worth(const struct st_table *t, int wing, int command)
{
    const struct shields_plan *f = plan_of(t);
    int worth = 0;

    for (uint64_t left = units_on_map(t, f->of_wing[wing]); left;) {
        int u = take_unit(&left), gap = nearest_enemy(t, u);
        const struct shields_unit *x = &f->unit[u];

        switch (command) {
        case CMD_COMBAT:
            worth += gap == 1 ? 14 : 0;
            break;
        case CMD_MOVE:
            worth += gap > 1 ? 5 : 0;
            break;
        case CMD_FIRE:
            worth += x->ranged && gap <= 2 ? 9 : 0;
            break;
        case CMD_HORSE:
            worth += f->charges[x->type] && gap > 1 && gap <= 5 ? 12 : 0;
            break;
        case CMD_WALL:
            worth += !has(pos_of(t)->wall, u) && gap <= 2 && f->wall_type[x->type] ? 4 : 0;
            break;
        default:
            worth += gap == 1 && pos_of(t)->steps[u] < x->steps ? 2 : -1;
        }
    }
    return worth;
}

static int commands_worth(const struct st_table *t)
{
    const struct shields_pos *p = pos_of(t);
    int worth = 0;

    for (int i = 0; i < MAX_MARKERS; i++) {
        if (p->joined[i])
            worth += command_worth(t, p->spent_wing[i], p->joined[i] - 1) / 2;
        else if (p->spent[i])
            worth += command_worth(t, p->spent_wing[i], p->spent[i] - 1);
    }
    return worth;
}

int shields_worth(const struct st_table *t, int side)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int worth = 0;

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_FIRST + side ? WON : -WON;
    for (uint64_t left = units_on_map(t, f->of_side[side]); left;) {
        int u = take_unit(&left);

        worth += unit_worth(t, u) + place_worth(t, u);
    }
    for (uint64_t left = units_on_map(t, f->of_side[1 - side]); left;)
        worth -= unit_worth(t, take_unit(&left));
    if (p->flow.step[p->flow.depth] == STEP_COMMAND && p->acting == side)
        worth += commands_worth(t);
    return worth;
}
