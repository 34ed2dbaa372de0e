/* guerre_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Loss points count most, measured by how near they bring the rout; then where elements stand:
 * melee troops want to close with what they can hurt, missile troops to have a target and no
 * company, flanks taken are worth much, and a file of pikes more than its parts.
 */
#include "guerre/guerre.h"

enum { WON = 100000, ROUT_WORTH = 3000, FLANKED_WORTH = 60, ENGAGED_WORTH = 10 };

static const uint8_t type_worth[TYPES] = { 14, 11, 7, 7, 10, 8, 10, 10, 10, 8, 9, 6, 10, 8, 6 };

/* mm to the nearest enemy it would like to meet. */
static int nearest_enemy(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);
    int64_t least = (int64_t)900000 * 900000;

    for (uint64_t left = on_table(t, 1 - side_of(t, e)); left;) {
        int64_t d = st_gap2(p->pose[e].at, p->pose[take_element(&left)].at);

        least = d < least ? d : least;
    }
    return (int)(st_root((uint64_t)least) / ST_MM);
}

/* Is anybody of the enemy before its front, rather than beside or behind? */
static bool faces_enemy(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    for (uint64_t left = on_table(t, 1 - side_of(t, e)); left;) {
        struct st_point at = st_pose_in(p->pose[e], p->pose[take_element(&left)].at);

        if (at.y > 0 && at.x < at.y && at.x > -at.y)
            return true;
    }
    return false;
}

/* Where e would rather stand: in reach of the enemy, the commander behind. */
static int place_worth(const struct st_table *t, int e)
{
    const struct guerre_plan *f = plan_of(t);
    int type = type_of(t, e), gap = nearest_enemy(t, e), range = mm_of(f->range[type]);

    if (type == CP || artillery(type))
        return 0;
    if (f->cinc[side_of(t, e)] == e)
        return -(gap < 150 ? (150 - gap) / 3 : gap / 20);
    if (range)
        return -(gap > range ? (gap - range) / 8 : (range - gap) / 16);
    return -gap / 6 + (faces_enemy(t, e) ? 6 : 0);
}

static int element_worth(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);
    int type = type_of(t, e), worth = 10 * type_worth[type];

    if (type == CP)
        return worth;
    if (has(p->abandoned | p->routing, e))
        worth -= 40;
    if (has(p->fled, e))
        worth -= 10;
    if (has(p->engaged, e)) {
        worth += has(p->initiator, e) ? ENGAGED_WORTH : 0;
        worth -= guerre_fronts_on(t, e, true) ? FLANKED_WORTH : 0;
    }
    if (type == PI && guerre_behind(t, e) >= 0)
        worth += 6;
    return worth;
}

int guerre_worth(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    int worth = 0;

    if (p->outcome == OUTCOME_DRAW)
        return 0;
    if (p->outcome)
        worth += (p->outcome == OUTCOME_SECOND) == side ? WON : -WON;
    worth += ROUT_WORTH * p->loss[1 - side] / f->rout[1 - side];
    worth -= ROUT_WORTH * p->loss[side] / f->rout[side];
    for (uint64_t left = p->present; left;) {
        int e = take_element(&left);

        /* Places are the player's own only: who comes near the enemy has the enemy near. */
        worth +=
            side_of(t, e) == side ? element_worth(t, e) + place_worth(t, e) : -element_worth(t, e);
    }
    return worth;
}
