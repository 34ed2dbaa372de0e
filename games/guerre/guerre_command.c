/* guerre_command.c - 5.2: who may be named, and what an order costs. */
#include "guerre/guerre.h"

#include <stdio.h>

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

enum guerre_lack guerre_lack(const struct st_table *t, uint64_t movers, int32_t *gap_um)
{
    const struct guerre_pos *p = pos_of(t);
    int cinc = plan_of(t)->cinc[side_of(t, __builtin_ctzll(movers))];
    int64_t least2 = INT64_MAX;

    if (cinc >= 0 && movers == bit(cinc))
        return LACKS_NOTHING; /* 5.2.8: he orders himself */
    if (cinc < 0 || !has(p->present, cinc))
        return LACKS_CINC;
    if (has(p->engaged, cinc))
        return CINC_ENGAGED;
    if (has(movers, cinc))
        return LACKS_NOTHING;
    struct st_box base = base_of(t, cinc);
    for (uint64_t left = movers; left;) {
        int e = take_element(&left);
        struct st_box his = base_of(t, e);
        int64_t gap2 = st_box_gap2(&base, &his);

        least2 = gap2 < least2 ? gap2 : least2;
        if (gap2 <= (int64_t)COMMAND_RANGE * COMMAND_RANGE && sees(t, cinc, e, gap2))
            return LACKS_NOTHING;
    }
    if (least2 <= (int64_t)COMMAND_RANGE * COMMAND_RANGE)
        return CINC_UNSEEN;
    if (gap_um)
        *gap_um = (int32_t)st_root_up((uint64_t)least2);
    return CINC_FAR;
}

/* The reason of a doubled price, as a sentence goes on. */
static void say_lack(char *out, size_t size, enum guerre_lack lack, int32_t gap_um)
{
    static const char *const words[] = { [LACKS_NOTHING] = "",
                                         [LACKS_CINC] = "the commander is lost",
                                         [CINC_ENGAGED] = "the commander is engaged",
                                         [CINC_UNSEEN] = "the commander does not see them" };

    if (lack == CINC_FAR)
        snprintf(out, size, "the commander is %d mm away, farther than %d",
                 (gap_um + ST_MM - 1) / ST_MM, mm_of(COMMAND_RANGE));
    else
        snprintf(out, size, "%s", words[lack]);
}

static bool cinc_alone(const struct st_table *t, uint64_t movers)
{
    int cinc = plan_of(t)->cinc[pos_of(t)->phasing];

    return cinc >= 0 && movers == bit(cinc);
}

int guerre_price(const struct st_table *t, uint64_t movers, int points)
{
    return guerre_lack(t, movers, NULL) ? 2 * points : points;
}

enum st_answer guerre_can_pay(const struct st_table *t, uint64_t movers, int points,
                              struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int cinc = plan_of(t)->cinc[p->phasing];
    enum guerre_lack lack;
    int32_t gap_um = 0;
    char reason[80];

    if (cinc_alone(t, movers))
        return !p->free_used || points <= p->cp
                   ? ST_LEGAL
                   : st_refuse(why, "5.2.3", "no points are left, the free one is used");
    if (points > p->cp && cinc >= 0 && has(movers, cinc) && !p->free_used && points == p->cp + 1)
        return st_refuse(why, "5.2.8", "the free point is for %s alone", name_of(t, cinc));
    if (points > p->cp)
        return st_refuse(why, "5.2.3", "this costs %d, %d points are left", points, p->cp);
    if (2 * points <= p->cp || (lack = guerre_lack(t, movers, &gap_um)) == LACKS_NOTHING)
        return ST_LEGAL;
    if (!why)
        return ST_REFUSED;
    say_lack(reason, sizeof reason, lack, gap_um);
    return st_refuse(why, "5.2.4", "this costs %d, for %s; %d points are left", 2 * points, reason,
                     p->cp);
}

void guerre_pay(struct st_table *t, uint64_t movers, int points)
{
    struct guerre_pos *p = pos_of(t);
    int32_t gap_um = 0;
    char reason[80];

    if (cinc_alone(t, movers) && !p->free_used) {
        p->free_used = 1;
        st_tell(t, "5.2.8", "the commander's own point is used");
        return;
    }
    enum guerre_lack lack = guerre_lack(t, movers, &gap_um);
    int price = lack ? 2 * points : points;
    st_assert(price <= p->cp);
    p->cp = (uint8_t)(p->cp - price);
    if (!lack || !t->log)
        return;
    say_lack(reason, sizeof reason, lack, gap_um);
    st_tell(t, "5.2.4", "%d points, for %s; %d left", price, reason, p->cp);
}
