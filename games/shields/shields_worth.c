/* shields_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Steps count most, then the goals; then where units stand: foot and horse want to close with an
 * enemy they can hurt, Levies to stay near their anchors, a wall to stand where it is attacked.
 * While commands are given, a command is worth what its units could do with it.
 */
#include "shields/shields.h"

enum { STEP_WORTH = 100, UNIT_WORTH = 60, WON = 100000, SUPPRESSED_WORTH = 12, WALL_WORTH = 6 };

static int nearest_enemy(const struct st_table *t, int u)
{
    const struct shields_pos *p = pos_of(t);
    int least = 40;

    for (uint64_t left = units_on_map(t, plan_of(t)->of_side[1 - plan_of(t)->unit[u].side]); left;) {
        int d = st_hex_distance(&t->plan->grid, p->hex[u], p->hex[take_unit(&left)]);

        least = d < least ? d : least;
    }
    return least;
}

static int nearest_anchor(const struct st_table *t, int u)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int least = 40;

    for (uint64_t left = units_on_map(t, f->of_wing[f->unit[u].wing] & f->anchors); left;) {
        int d = st_hex_distance(&t->plan->grid, p->hex[u], p->hex[take_unit(&left)]);

        least = d < least ? d : least;
    }
    return least;
}

static int unit_worth(const struct st_table *t, int u)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int gap = nearest_enemy(t, u), worth = STEP_WORTH * p->steps[u] + UNIT_WORTH;

    worth += 4 * (CLASS_F - shields_class_now(t, u));
    worth -= 3 * (gap > 1 ? gap : 0);
    if (f->unit[u].ranged)
        worth -= gap == 1 ? 8 : 0;
    if (has(p->wall, u))
        worth += gap <= 2 ? WALL_WORTH : -2;
    if (has(p->suppressed, u))
        worth -= SUPPRESSED_WORTH;
    if (has(f->checked, u)) {
        int anchor = nearest_anchor(t, u);

        worth -= anchor > 6 && anchor < 40 ? 70 : anchor > 4 && anchor < 40 ? 10 : 0;
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
            worth += f->horse[x->type] && gap > 1 && gap <= 5 ? 12 : 0;
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
    for (uint64_t left = units_on_map(t, f->of_side[side]); left;)
        worth += unit_worth(t, take_unit(&left));
    for (uint64_t left = units_on_map(t, f->of_side[1 - side]); left;)
        worth -= unit_worth(t, take_unit(&left));
    if (p->flow.step[p->flow.depth] == STEP_COMMAND && p->acting == side)
        worth += commands_worth(t);
    return worth;
}
