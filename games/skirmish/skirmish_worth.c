/* skirmish_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Men count most, then what the scenario asks for: sacks and people towards their exit, enemies
 * kept from theirs, ground to be reached. A group that may still be ordered is worth a little, or
 * nobody would ever be activated; a loaded gun is worth more than an empty one.
 */
#include "skirmish/skirmish.h"

enum { MAN = 120, CLASS = 15, SACK = 400, SACK_HELD = 120, EXIT = 60, WON = 100000, LOADED = 8,
       PENDING = 30, COVERED = 6, HIDDEN = 10, CONTACT = 6 };

static int exit_gap(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int best = -1;

    for (int i = 0; i < f->nexits; i++) {
        const struct skirmish_exit *e = &f->exit[i];
        int at = e->edge < 2 ? p->x[u] : p->y[u];
        int off = at < e->from ? e->from - at : at > e->to ? at - e->to : 0;
        int gap = e->edge == 0   ? f->height - p->y[u]
                  : e->edge == 1 ? p->y[u]
                  : e->edge == 2 ? f->width - p->x[u]
                                 : p->x[u];

        if (e->side == f->man[u].side && (best < 0 || gap + off < best))
            best = gap + off;
    }
    return best;
}

static int nearest_enemy(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);
    int best = 2000;

    for (uint64_t left = seen_enemies(t, u); left;) {
        int v = take_one(&left), dx = p->x[v] - p->x[u], dy = p->y[v] - p->y[u];
        int gap = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

        best = gap < best ? gap : best;
    }
    return best;
}

/* Ground a goal counts men on: how far one is from it. */
static int goal_gap(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    for (int i = 0; i < f->ngoals; i++)
        for (int k = 0; k < f->goal[i].nterms; k++) {
            const struct skirmish_term *g = &f->goal[i].term[k];

            if (g->what == TERM_COUNT && g->who == f->man[u].side) {
                int at = g->axis_y ? p->y[u] : p->x[u], gap = at - g->bound;

                gap = g->bound_cmp == CMP_GE || g->bound_cmp == CMP_GT ? -gap : gap;
                return gap > 0 ? gap : 0;
            }
        }
    return -1;
}

static int place_worth(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);
    int off = exit_gap(t, u), ground = goal_gap(t, u), worth = 0;

    if (p->carrying[u] != NOBODY)
        worth += SACK_HELD;
    if (off >= 0)
        worth -= p->carrying[u] != NOBODY ? off / 3 : off / 12;
    if (ground >= 0)
        worth -= ground / 10;
    if (off < 0 && ground < 0)
        worth -= nearest_enemy(t, u) / 20;
    return worth;
}

static int man_worth(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return MAN + CLASS * skirmish_class(t, u) + LOADED * __builtin_popcount(p->loaded[u]) +
           (has(p->crouched, u) ? COVERED : 0) + (has(p->unseen, u) ? HIDDEN : 0);
}

/* Shots and strikes declared but not yet rolled. */
static int declared_worth(const struct st_table *t, int side)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int worth = 0;

    for (uint64_t left = p->shots & f->of_side[side]; left;) {
        int u = take_one(&left), need = p->shot_need[u] - p->shot_mod[u], of216 = 0;

        for (int n = need < 2 ? 2 : need; n <= 8; n++)
            of216 += skirmish_natural_weight(n);
        worth += man_worth(t, p->shot_target[u]) * of216 / 216 + (has(p->steady, u) ? 0 : 1);
    }
    return worth;
}

int skirmish_worth(const struct st_table *t, int side)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int worth = 0;

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_A + side ? WON : -WON;
    for (uint64_t left = p->active & f->of_side[side]; left;) {
        int u = take_one(&left);

        worth += man_worth(t, u) + place_worth(t, u);
        if (has(p->group[0].members & ~p->group[0].ordered, u))
            worth += PENDING;
    }
    for (uint64_t left = p->active & f->of_side[1 - side] & ~p->unseen; left;) {
        int u = take_one(&left);

        worth -= man_worth(t, u) + (p->carrying[u] != NOBODY ? SACK_HELD : 0);
    }
    worth += EXIT * (__builtin_popcountll(p->exited & f->of_side[side]) -
                     __builtin_popcountll(p->exited & f->of_side[1 - side]));
    worth += MAN * (__builtin_popcountll(p->exited & f->of_side[side]) -
                    __builtin_popcountll(p->exited & f->of_side[1 - side]));
    for (int i = 0; i < f->nexits && f->nthings; i++)
        worth += (f->exit[i].side == side ? SACK : -SACK) * p->carried_off;
    for (uint64_t left = p->active & f->of_side[side]; left;)
        worth += skirmish_contacts(t, take_one(&left)) ? CONTACT : 0;
    return worth + declared_worth(t, side) - declared_worth(t, 1 - side);
}
