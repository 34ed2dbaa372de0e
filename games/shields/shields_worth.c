/* shields_worth.c - what a position is worth to a side: a player's judgement in numbers, no rule.
 *
 * In the order in which a strong player looks: the race for goals and clock (shields_race.c), what
 * the enemy could win next and what oneself could (shields_strike.c), then ground, walls, ways out and
 * cohesion, here. What is good for one side is as bad for the other.
 */
#include "shields/shields_judge.h"

const char *const shields_weights[] = { SHIELDS_WEIGHTS(ST_LIST_NAME) NULL };

/* Nearer is better for the side that must come, bowmen at two hexes; the other keeps its line. */
static int approach(const struct shields_look *l, int u)
{
    const struct shields_unit *x = &l->f->unit[u];

    if (x->side != l->presses)
        return l->near[u] > 5 ? -l->w[W_HOLD] * (l->near[u] - 5) : 0;
    int stop = x->ranged ? 2 : 1, gap = l->near[u] - stop;
    int hurry = l->f->charges[x->type] ? 100 : l->hurry; /* horse must have room for its charge */
    return gap > 0 ? -l->w[W_CLOSE] * hurry / 100 * gap : gap < 0 ? -l->w[W_BOW] : 0;
}

/* A wall is good within a march of the enemy and useless behind; horse is good while nobody holds
 * it; who has no way out dies of every retreat. */
static int footing(const struct shields_look *l, int u)
{
    int worth = 0;

    if (has(l->p->wall, u) && l->near[u] <= 4)
        worth += l->near[u] <= 2 ? l->w[W_WALL] : l->w[W_WALL] / 2;
    if (l->f->charges[l->f->unit[u].type] && !has(l->contact, u))
        worth += l->w[W_RIDE];
    if (has(l->stuck, u))
        worth -= l->w[W_STUCK];
    return worth;
}

/* R3: who has strayed is lost at the next check; who may stray is half in danger. */
static int cohesion(const struct shields_look *l, int wing)
{
    const struct shields_plan *f = l->f;
    uint64_t here = f->of_wing[wing] & l->p->present, anchors = here & f->anchors;
    int range = anchors ? f->integrity_anchor_range : f->integrity_range, worth = 0;
    int held[MAX_UNITS];

    for (uint64_t left = anchors; left;)
        held[take_unit(&left)] = 0;
    for (uint64_t left = here & f->checked; left;) {
        int u = take_unit(&left), near = 0, close = 0, last = -1;

        for (uint64_t others = (anchors ? anchors : here) & ~bit(u); others;) {
            int v = take_unit(&others);
            int d = st_hex_distance(&l->t->plan->grid, l->p->hex[u], l->p->hex[v]);

            near += d <= range;
            close += d < range;
            last = d <= range ? v : last;
        }
        if (!shields_holds_together(f, anchors != 0, near))
            worth -= shields_price(l, u, true) * 19 / 20;
        else if (!shields_holds_together(f, anchors != 0, close))
            worth -= l->w[W_FRAY];
        if (anchors && near == 1 && ++held[last] >= 5)
            worth -= l->w[W_CROWD];
    }
    return worth;
}

/* Who waits does so on high ground, shoulder to shoulder: a hole in the line is where three strike
 * at one. */
static int line(const struct shields_look *l, int u)
{
    int side = l->f->unit[u].side, friends = 0;

    if (side == l->presses || l->near[u] > 8)
        return 0;
    for (int d = 0; d < 6; d++) {
        int hex = st_hex_step(&l->t->plan->grid, l->p->hex[u], d);

        friends += hex >= 0 && st_hexset_has(&l->held, hex) && l->f->unit[l->who[hex]].side == side;
    }
    return l->w[W_HIGH] * l->f->level[l->p->hex[u]] + l->w[W_LINE] * (friends < 2 ? friends : 2);
}

static int standing(const struct shields_look *l, int side)
{
    int worth = 0;

    for (uint64_t left = l->here[side]; left;) {
        int u = take_unit(&left);

        worth += l->w[W_STEP] * l->p->steps[u];
        worth += l->w[W_CLASS] * (CLASS_F - shields_class_now(l->t, u));
        worth += approach(l, u) + footing(l, u) + line(l, u);
    }
    for (int w = 0; w < l->f->nwings; w++)
        if (l->f->wing_side[w] == side)
            worth += cohesion(l, w);
    return worth;
}

/* What a side could win, in percent of its sum: most of it now, less when the enemy moves first. The
 * side that must come values its own chance higher and the danger less; its last turn is all it has. */
static int chances(const struct shields_look *l, int side)
{
    int press = side == l->presses ? l->w[W_PRESS] : 0;
    bool fresh = shields_passed_on(l), awaits = (side != l->p->acting) != fresh;
    bool again = shields_turns_left(l, side) > !awaits; /* beyond the turn that is being played */
    int next = again ? shields_prospect_next(l, side) : 0;

    if (awaits && side == l->presses && shields_turns_left(l, side) == 1)
        return next;
    if (awaits)
        return next * (l->w[W_THREAT] + press) / (side == l->presses ? 100 : l->hurry);
    return (fresh ? 0 : shields_prospect_now(l) * l->w[W_NOW] / 100) +
           next * (l->w[W_CHANCE] + press) / 100;
}

/* Nothing but the game itself is worth the game: beyond two thirds of it the rest counts less. */
static int short_of(int won, int sum)
{
    int plain = won * 2 / 3, size = sum < 0 ? -sum : sum;

    if (size > plain)
        size = plain + (won - plain) * (size - plain) / (size - plain + won);
    return sum < 0 ? -size : size;
}

int shields_worth(const struct st_table *t, int side)
{
    const struct shields_pos *p = pos_of(t);
    int won = t->plan->weight[W_WON], sum;
    struct shields_look l;

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_FIRST + side ? won : -won;
    shields_look_at(&l, t);
    if (l.value >= won - 1 || l.value <= 1 - won) /* met, if nothing changes before the turn ends */
        return side == 0 ? l.value : -l.value;
    sum = l.value + standing(&l, 0) - standing(&l, 1) + chances(&l, 0) - chances(&l, 1);
    sum = short_of(won, sum);
    return side == 0 ? sum : -sum;
}
