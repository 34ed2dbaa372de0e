/* guerre_stand.c - how elements stand to each other: 5.1.12 files and neighbours, 5.2.1 groups,
 * 5.4.5 who is engaged with whom. All of it is read off the poses. */
#include "guerre/guerre.h"

int guerre_speed(const struct st_table *t, int e)
{
    static const uint8_t column[GRADES] = { SPEED_REGULAR, SPEED_VETERAN, SPEED_ELITE,
                                            SPEED_RECRUITS };
    const struct guerre_element *x = &plan_of(t)->element[e];

    if (has(pos_of(t)->swapped, e))
        return plan_of(t)->speed_mm[LF][SPEED_REGULAR];
    return plan_of(t)->speed_mm[x->type][x->swiss ? SPEED_SWISS : column[x->grade]];
}

uint64_t guerre_near(const struct st_table *t, uint64_t among, struct st_point at, int32_t um)
{
    const struct st_pose *pose = pos_of(t)->pose;
    const int32_t *reach = plan_of(t)->reach_most;
    uint64_t out = 0;

    while (among) {
        int e = take_element(&among);
        int32_t far = um + reach[e];
        uint32_t x = (uint32_t)(pose[e].at.x - at.x + far), y = (uint32_t)(pose[e].at.y - at.y + far);

        out |= (uint64_t)((x <= 2 * (uint32_t)far) & (y <= 2 * (uint32_t)far)) << e;
    }
    return out;
}

/* ---- engaged (5.4.5) --------------------------------------------------------------------- */

static bool about(int32_t v, int32_t middle)
{
    return v >= middle - TOLERANCE && v <= middle + TOLERANCE;
}

/* No front is on a base of this depth whose reference point is farther from the base's. */
static int32_t touching(int32_t depth)
{
    return depth + FRONT;
}

int guerre_front_on(struct st_pose x, struct st_pose t, int32_t depth_t)
{
    enum { SHARED = 10000 };
    int turn = x.facing - t.facing;

    turn = turn < 0 ? turn + ST_TURN : turn;
    if (turn % RIGHT != 0 || far_apart(x.at, t.at, touching(depth_t)))
        return NOT_ENGAGED;
    struct st_point at = st_pose_in(t, x.at);
    bool before = at.x >= -HALF_FRONT && at.x <= HALF_FRONT;
    if (turn == ABOUT)
        return before && about(at.y, 0) ? SIDE_F : NOT_ENGAGED;
    if (turn == AHEAD)
        return before && about(at.y, -depth_t) ? SIDE_B : NOT_ENGAGED;
    int32_t from = at.y - HALF_FRONT, to = at.y + HALF_FRONT;
    from = from < -depth_t ? -depth_t : from;
    to = to > 0 ? 0 : to;
    if (to - from < SHARED)
        return NOT_ENGAGED;
    if (turn == LEFT) /* it faces left as t sees it: it stands on t's right */
        return about(at.x, HALF_FRONT) ? SIDE_R : NOT_ENGAGED;
    return about(at.x, -HALF_FRONT) ? SIDE_L : NOT_ENGAGED;
}

int guerre_engaged_on(const struct st_table *t, int x, int y)
{
    const struct guerre_pos *p = pos_of(t);

    if (has(p->abandoned, x)) /* reading 33: nobody serves it */
        return NOT_ENGAGED;
    return guerre_front_on(p->pose[x], p->pose[y], depth_of(t, y));
}

uint64_t guerre_fronts_on(const struct st_table *t, int y, bool flanks_only)
{
    uint64_t out = 0;

    if (!has(pos_of(t)->engaged, y))
        return 0;
    for (uint64_t left = on_table(t, 1 - side_of(t, y)) & pos_of(t)->front; left;) {
        int x = take_element(&left), on = guerre_engaged_on(t, x, y);

        if (on >= 0 && !(flanks_only && on == SIDE_F))
            out |= bit(x);
    }
    return out;
}

uint64_t guerre_in_front(const struct st_table *t, int x)
{
    uint64_t out = 0;

    if (!has(pos_of(t)->front, x))
        return 0;
    for (uint64_t left = on_table(t, 1 - side_of(t, x)) & pos_of(t)->engaged; left;) {
        int y = take_element(&left);

        if (guerre_engaged_on(t, x, y) >= 0)
            out |= bit(y);
    }
    return out;
}

void guerre_refresh(struct st_table *t)
{
    guerre_refresh_after(t, UINT64_MAX);
}

/* Two who were not engaged and have not moved are not engaged now. */
void guerre_refresh_after(struct st_table *t, uint64_t moved)
{
    struct guerre_pos *p = pos_of(t);
    uint64_t engaged = 0, front = 0, enemies = on_table(t, 1), looked_at = moved | p->engaged;

    for (uint64_t as = on_table(t, 0); as;) {
        int a = take_element(&as);
        struct st_pose pose = p->pose[a];

        for (uint64_t bs = guerre_near(t, has(looked_at, a) ? enemies : enemies & looked_at, pose.at, touching(depth_of(t, a))); bs;) {
            int b = take_element(&bs);
            int32_t depth = depth_of(t, a) > depth_of(t, b) ? depth_of(t, a) : depth_of(t, b);

            if (far_apart(pose.at, p->pose[b].at, touching(depth)) || (pose.facing - p->pose[b].facing) % RIGHT != 0)
                continue;
            bool a_on_b = guerre_engaged_on(t, a, b) >= 0, b_on_a = guerre_engaged_on(t, b, a) >= 0;
            if (a_on_b || b_on_a)
                engaged |= bit(a) | bit(b);
            front |= (a_on_b ? bit(a) : 0) | (b_on_a ? bit(b) : 0);
        }
    }
    p->engaged = engaged;
    p->front = front;
    for (uint64_t ended = p->initiator & ~front; ended;) /* 5.4.9 */
        p->fresh[take_element(&ended)] = 0;
    p->initiator &= front;
}

/* ---- files and neighbours (5.1.12) ------------------------------------------------------- */

/* Where f stands as g sees it, if they face one way and are not farther apart than that, near enough. */
static inline bool seen_by(const struct guerre_pos *p, int f, int g, int32_t um, struct st_point *at)
{
    if (f == g || p->pose[f].facing != p->pose[g].facing ||
        far_apart(p->pose[f].at, p->pose[g].at, um + 2 * TOLERANCE))
        return false;
    *at = st_pose_in(p->pose[g], p->pose[f].at);
    return true;
}

static bool guerre_directly_behind(const struct st_table *t, int f, int g) /* 5.1.12 */
{
    struct st_point at;

    return seen_by(pos_of(t), f, g, depth_of(t, g), &at) && about(at.x, 0) && about(at.y, -depth_of(t, g));
}

bool guerre_beside(const struct st_table *t, int f, int g)
{
    struct st_point at;

    return seen_by(pos_of(t), f, g, FRONT, &at) && about(at.y, 0) && (about(at.x, FRONT) || about(at.x, -FRONT));
}

int guerre_behind(const struct st_table *t, int g)
{
    for (uint64_t left = on_table(t, side_of(t, g)); left;) {
        int f = take_element(&left);

        if (guerre_directly_behind(t, f, g))
            return f;
    }
    return -1;
}

int guerre_file(const struct st_table *t, int e, int out[MAX_ELEMENTS])
{
    int n = 0;

    for (int next = e; next >= 0 && n < MAX_ELEMENTS; next = guerre_behind(t, next))
        out[n++] = next;
    return n;
}

/* ---- groups (5.2.1) ---------------------------------------------------------------------- */

static bool groupable(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    return !has(p->fled | p->engaged | p->abandoned | p->moved | plan_of(t)->camps, e) &&
           has(p->present, e);
}

static enum st_answer refuse_member(const struct st_table *t, int e, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);

    if (has(p->moved, e))
        return st_refuse(why, "5.2.9", "%s has acted in this turn already", name_of(t, e));
    if (has(plan_of(t)->camps | p->abandoned | p->engaged, e))
        return st_refuse(why, "5.3.3", "%s is %s", name_of(t, e),
                         has(p->engaged, e)     ? "engaged"
                         : has(p->abandoned, e) ? "an abandoned gun"
                                                : "a camp");
    return st_refuse(why, "5.2.1", "%s has fled and must first act alone", name_of(t, e));
}

/* The members in the frame of the first; u to the right, v ahead. */
static void sort_row(struct guerre_row *row, const int32_t *u)
{
    for (int i = 1; i < row->n; i++)
        for (int k = i; k > 0 && u[row->who[k]] < u[row->who[k - 1]]; k--) {
            uint8_t swap = row->who[k];

            row->who[k] = row->who[k - 1];
            row->who[k - 1] = swap;
        }
}

enum st_answer guerre_group(const struct st_table *t, const int16_t *who, int n,
                            struct guerre_row *row, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    struct st_pose frame = p->pose[who[0]];
    int32_t u[MAX_GROUP], v[MAX_GROUP], most = INT32_MIN;

    row->n = 0;
    for (int i = 0; i < n; i++) {
        if (!groupable(t, who[i]))
            return refuse_member(t, who[i], why);
        if (p->pose[who[i]].facing != frame.facing)
            return st_refuse(why, "5.2.1", "%s faces %d, %s faces %d", name_of(t, who[i]),
                             p->pose[who[i]].facing, name_of(t, who[0]), frame.facing);
        struct st_point at = st_pose_in(frame, p->pose[who[i]].at);
        u[i] = at.x;
        v[i] = at.y;
        most = at.y > most ? at.y : most;
    }
    for (int i = 0; i < n; i++)
        if (v[i] >= most - TOLERANCE)
            row->who[row->n++] = (uint8_t)i; /* places for now, elements below */
    sort_row(row, u);
    for (int i = 1; i < row->n; i++) {
        int32_t gap = u[row->who[i]] - u[row->who[i - 1]];

        if (!about(gap, FRONT))
            return st_refuse(why, "5.2.1", "%s and %s stand %d mm apart in the front line, not %d",
                             name_of(t, who[row->who[i - 1]]), name_of(t, who[row->who[i]]),
                             mm_of(gap), mm_of(FRONT));
    }
    for (int i = 0; i < n; i++) {
        bool held = v[i] >= most - TOLERANCE;

        for (int k = 0; k < n && !held; k++)
            held = guerre_directly_behind(t, who[i], who[k]);
        if (!held)
            return st_refuse(why, "5.2.1",
                             "%s is neither in the front line nor directly behind one of them",
                             name_of(t, who[i]));
    }
    for (int i = 0; i < row->n; i++)
        row->who[i] = (uint8_t)who[row->who[i]];
    return ST_LEGAL;
}

bool guerre_heads_row(const struct st_table *t, int e)
{
    struct st_pose pose = pos_of(t)->pose[e];

    for (uint64_t left = guerre_near(t, on_table(t, side_of(t, e)), pose.at, FRONT); left;) {
        int f = take_element(&left);

        if (guerre_beside(t, f, e) && st_pose_in(pose, pos_of(t)->pose[f].at).x < 0 && groupable(t, f))
            return false;
    }
    return groupable(t, e);
}

/* e, its neighbours to both sides, and everybody in file behind them. */
int guerre_maximal_group(const struct st_table *t, int e, int16_t out[MAX_GROUP])
{
    uint64_t left = on_table(t, side_of(t, e)) & ~bit(e), kept = 0;
    int n = 0;

    for (uint64_t all = left; all;) {
        int f = take_element(&all);

        if (groupable(t, f) && pos_of(t)->pose[f].facing == pos_of(t)->pose[e].facing)
            kept |= bit(f);
    }
    if (!groupable(t, e))
        return 0;
    out[n++] = (int16_t)e;
    for (int i = 0; i < n; i++) /* the row first */
        for (uint64_t more = kept; more && n < MAX_GROUP;) {
            int f = take_element(&more);

            if (guerre_beside(t, f, out[i])) {
                out[n++] = (int16_t)f;
                kept &= ~bit(f);
            }
        }
    for (int i = 0; i < n; i++) /* then who stands behind them, rank by rank */
        for (uint64_t more = kept; more && n < MAX_GROUP;) {
            int f = take_element(&more);

            if (guerre_directly_behind(t, f, out[i])) {
                out[n++] = (int16_t)f;
                kept &= ~bit(f);
            }
        }
    return n;
}
