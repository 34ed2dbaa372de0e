/* guerre_command.c - 5.2: who may be named, and what an order costs. */
#include "guerre/guerre.h"

/* 5.2.2, 5.2.9: an element the player to act may give an order to. */
enum st_answer guerre_mover(const struct st_table *t, int e, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);

    if (side_of(t, e) != p->phasing)
        return st_refuse(why, "5.2.2", "%s is not yours", name_of(t, e));
    if (!has(p->present, e))
        return st_refuse(why, "5.2.2", "%s is not on the table", name_of(t, e));
    if (has(p->moved, e))
        return st_refuse(why, "5.2.9", "%s has acted in this turn already", name_of(t, e));
    return ST_LEGAL;
}

/* 5.2.6: the line between the centres. */
static bool sees(const struct st_table *t, int a, int b, int64_t gap2)
{
    struct st_point from = centre_of(t, a), to = centre_of(t, b);
    const struct st_point corridor[4] = { from, from, to, to };

    return gap2 <= (int64_t)NEAR_SIGHT * NEAR_SIGHT ||
           !guerre_ground_shuts(t, corridor, a, b, NULL, "5.2.6");
}

bool guerre_commanded(const struct st_table *t, uint64_t movers, const char **reason)
{
    const struct guerre_pos *p = pos_of(t);
    int cinc = plan_of(t)->cinc[side_of(t, __builtin_ctzll(movers))];

    if (cinc >= 0 && movers == bit(cinc))
        return true; /* 5.2.8: he orders himself */
    *reason = "the commander is lost";
    if (cinc < 0 || !has(p->present, cinc))
        return false;
    *reason = "the commander is engaged";
    if (has(p->engaged, cinc))
        return false;
    *reason = "the commander is farther than 300 mm";
    if (has(movers, cinc))
        return true;
    struct st_box base = base_of(t, cinc);
    for (uint64_t left = movers; left;) {
        int e = take_element(&left);

        if (far_apart(p->pose[e].at, base.pose.at, COMMAND_RANGE + 2 * 90000))
            continue;
        struct st_box his = base_of(t, e);
        int64_t gap2 = st_box_gap2(&base, &his);
        if (gap2 > (int64_t)COMMAND_RANGE * COMMAND_RANGE)
            continue;
        if (sees(t, cinc, e, gap2))
            return true;
        *reason = "the commander does not see them";
    }
    return false;
}

static bool cinc_alone(const struct st_table *t, uint64_t movers)
{
    int cinc = plan_of(t)->cinc[pos_of(t)->phasing];

    return cinc >= 0 && movers == bit(cinc);
}

int guerre_price(const struct st_table *t, uint64_t movers, int points)
{
    const char *reason;

    return guerre_commanded(t, movers, &reason) ? points : 2 * points;
}

enum st_answer guerre_can_pay(const struct st_table *t, uint64_t movers, int points,
                              struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int cinc = plan_of(t)->cinc[p->phasing];
    const char *reason = "";

    if (cinc_alone(t, movers))
        return !p->free_used || points <= p->cp
                   ? ST_LEGAL
                   : st_refuse(why, "5.2.3", "no points are left, the free one is used");
    if (points > p->cp && cinc >= 0 && has(movers, cinc) && !p->free_used && points == p->cp + 1)
        return st_refuse(why, "5.2.8", "the free point is for %s alone", name_of(t, cinc));
    if (points > p->cp)
        return st_refuse(why, "5.2.3", "this costs %d, %d points are left", points, p->cp);
    if (2 * points <= p->cp || guerre_commanded(t, movers, &reason))
        return ST_LEGAL;
    return st_refuse(why, "5.2.4", "this costs %d, for %s; %d points are left", 2 * points, reason,
                     p->cp);
}

void guerre_pay(struct st_table *t, uint64_t movers, int points)
{
    struct guerre_pos *p = pos_of(t);
    const char *reason = "";

    if (cinc_alone(t, movers) && !p->free_used) {
        p->free_used = 1;
        st_tell(t, "5.2.8", "the commander's own point is used");
        return;
    }
    bool commanded = guerre_commanded(t, movers, &reason);
    int price = commanded ? points : 2 * points;
    st_assert(price <= p->cp);
    p->cp = (uint8_t)(p->cp - price);
    if (!commanded)
        st_tell(t, "5.2.4", "%d points, for %s; %d left", price, reason, p->cp);
}
