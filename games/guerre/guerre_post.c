/* guerre_post.c - how an army is drawn up by a player made of code (5.14.2). No rule: an order of
 * battle as the age liked it.
 *
 * Pikes two deep in the middle, the other close foot beside them, guns and shot at their shoulders,
 * horse on the wings, the commander behind the middle, the camp behind a wing. The line is 15
 * fronts wide, from one 150 mm mark to the other; what does not fit stands in a second line. A
 * defender with works puts his line on them.
 */
#include "guerre/guerre.h"

enum { SLOTS = 15, MIDDLE = 7, RANKS = 2, LINES_APART = 45 };
enum { ATTACKER_FRONT = 100, DEFENDER_FRONT = 170 }; /* mm from the edge */

/* From the middle outwards. */
static const uint8_t order[] = { PI, SP, HB, SW, FH, AR, OG, AQ, MF, LF, GE, CV, MC, LC };

/* The slots in the order they are filled: the middle, then left and right of it by turns. */
static int nth_slot(int n)
{
    int out = (n + 1) / 2;

    return MIDDLE + (n % 2 ? -out : out);
}

/* Is the work turned to the enemy and in the defender's reach? Then its distance from his edge. */
static int work_front(const struct st_table *t, int side)
{
    bool north = guerre_edge_of(t, side) == EDGE_NORTH;

    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece piece = guerre_piece(t, i);

        if (piece.kind == FORT && piece.box.pose.facing == (north ? ABOUT : AHEAD))
            return mm_of(north ? plan_of(t)->height - piece.box.pose.at.y : piece.box.pose.at.y);
    }
    return DEFENDER_FRONT;
}

static int front_of(const struct st_table *t, int side)
{
    return side == pos_of(t)->attacker ? ATTACKER_FRONT : work_front(t, side);
}

/* Where e belongs: its slot, and how far its front is behind the line, in mm. */
struct post {
    int slot, behind;
};

static struct post line_post(const struct st_table *t, int e)
{
    uint64_t army = plan_of(t)->of_side[side_of(t, e)] & ~plan_of(t)->camps;
    int cinc = plan_of(t)->cinc[side_of(t, e)], n = 0;

    if (cinc >= 0)
        army &= ~bit(cinc);
    for (size_t k = 0; k < sizeof order; k++) {
        int ranks = order[k] == PI || order[k] == SP ? RANKS : 1, rank = 0;

        for (uint64_t left = army; left;) {
            int x = take_element(&left);

            if (type_of(t, x) != order[k])
                continue;
            if (x == e)
                return (struct post){ nth_slot(n % SLOTS),
                                      n / SLOTS * LINES_APART +
                                          rank * mm_of(plan_of(t)->depth[order[k]]) };
            if (++rank == ranks) {
                rank = 0;
                n++;
            }
        }
        n += rank > 0; /* a file that is not full is a file all the same */
    }
    return (struct post){ MIDDLE, 0 };
}

static struct post post_of(const struct st_table *t, int e)
{
    enum { CAMP_SLOT = 1, CAMP_BEHIND = 20 };

    if (has(plan_of(t)->camps, e))
        return (struct post){ CAMP_SLOT, CAMP_BEHIND };
    if (plan_of(t)->cinc[side_of(t, e)] == e)
        return (struct post){ MIDDLE, LINES_APART };
    return line_post(t, e);
}

struct st_pose guerre_post(const struct st_table *t, int e)
{
    enum { FIRST_MM = 170, FRONT_MM = FRONT / ST_MM };
    int side = side_of(t, e);
    bool north = guerre_edge_of(t, side) == EDGE_NORTH;
    struct post at = post_of(t, e);
    int ahead = front_of(t, side) - at.behind, height = mm_of(plan_of(t)->height);

    return (struct st_pose){ .at = st_point_mm(FIRST_MM + FRONT_MM * at.slot,
                                               north ? height - ahead : ahead),
                             .facing = north ? ABOUT : AHEAD };
}

int guerre_posts_worth(const struct st_table *t, int side)
{
    enum { ON_TABLE = 400, TURNED = 100 };
    int worth = 0;

    for (uint64_t left = on_table(t, side); left;) {
        int e = take_element(&left);
        struct st_pose is = pos_of(t)->pose[e], post = guerre_post(t, e);

        worth += ON_TABLE - (int)(st_root((uint64_t)st_gap2(is.at, post.at)) / ST_MM);
        worth -= is.facing == post.facing ? 0 : TURNED;
    }
    return worth;
}
