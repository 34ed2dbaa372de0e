/* guerre_rout.c - 5.11: losses, rout, pursuit and the end. */
#include "guerre/guerre.h"

int guerre_in_pursuit(const struct st_table *t)
{
    return pos_of(t)->pursuit == PURSUIT_ON;
}

int guerre_edge_of(const struct st_table *t, int side)
{
    const struct guerre_pos *p = pos_of(t);

    if (!plan_of(t)->open)
        return plan_of(t)->edge[side];
    return p->edge_first ? (side ? 1 - (p->edge_first - 1) : p->edge_first - 1)
                         : (side ? EDGE_NORTH : EDGE_SOUTH);
}

static int winner_now(const struct guerre_pos *p)
{
    return p->outcome == OUTCOME_SECOND;
}

static void guerre_over(struct st_table *t, int outcome, const char *para, const char *why)
{
    struct guerre_pos *p = pos_of(t);
    const char *pursuit = p->pursuit == PURSUIT_ON ? "a pursuit" : "no pursuit";

    p->outcome = (uint8_t)outcome;
    st_tell(t, para, "%s", why);
    if (outcome == OUTCOME_DRAW)
        st_tell(t, "5.11.7", "loss points %d and %d, %s", p->loss[0], p->loss[1], pursuit);
    else
        st_tell(t, "5.11.7", "loss points %d and %d, margin %d, %s", p->loss[0], p->loss[1],
                p->loss[1 - winner_now(p)] - p->loss[winner_now(p)], pursuit);
    st_go(t, STEP_OVER);
}

/* 5.11.2, 5.11.8: the battle is lost for one side; is it pursued? */
void guerre_end_in_rout(struct st_table *t, int loser, const char *para)
{
    struct guerre_pos *p = pos_of(t);
    int winner = 1 - loser, cinc = plan_of(t)->cinc[winner];

    p->outcome = (uint8_t)(winner ? OUTCOME_SECOND : OUTCOME_FIRST);
    st_tell(t, para, "%s routs with %d loss points; %s wins", t->plan->side[loser], p->loss[loser],
            t->plan->side[winner]);
    p->flow.side = (uint8_t)winner;
    if (plan_of(t)->pursuer[winner] && cinc >= 0 && has(p->present, cinc)) {
        st_tell(t, "5.11.3", "the commander of %s pursues", t->plan->side[winner]);
        st_go(t, STEP_ROUT_MOVE);
    } else {
        st_go(t, STEP_PURSUIT);
    }
}

static void pursuit_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "pursuit %s", t->plan->side[winner_now(pos_of(t))]);
}

static void pursuit_take(struct st_table *t, int die)
{
    enum { PURSUES = 6 };

    if (die == PURSUES) {
        st_go(t, STEP_ROUT_MOVE);
        return;
    }
    pos_of(t)->pursuit = PURSUIT_ROLLED;
    guerre_over(t, pos_of(t)->outcome, "5.11.3", "no pursuit");
}

/* ---- the rout move (5.11.4) -------------------------------------------------------------- */

/* others: who may be met there. */
static bool rout_overlaps(const struct st_table *t, int e, const struct st_box *base, uint64_t others, bool *stops)
{
    bool any = false;

    *stops = guerre_in_ground(t, type_of(t, e), base, plan_of(t)->forbidden);
    for (int x; (x = guerre_next_under(t, base, &others)) >= 0; any = true)
        *stops |= side_of(t, x) != side_of(t, e) || !guerre_may_pass(t, e, x);
    return any;
}

static void rout_one(struct st_table *t, int e, int facing)
{
    struct guerre_pos *p = pos_of(t);
    int32_t depth = depth_of(t, e);
    int speed = guerre_speed(t, e), limit = speed, free = -1;
    struct st_pose centre = { .at = centre_of(t, e), .facing = (int16_t)facing };
    struct st_pose from = st_pose_at(centre, 0, depth / 2, 0);
    uint8_t busy[WAY_MAX];
    bool stops;

    p->routing |= bit(e);
    uint64_t others = guerre_find_busy(t, e, from, limit, busy);
    for (int k = 0; k <= limit; k++) {
        if (!busy[k]) {
            free = k;
            continue;
        }
        struct st_box base = base_at(k ? st_pose_at(from, 0, k * ST_MM, 0) : from, depth);

        if (!guerre_on_table(t, &base)) {
            if (k == 0)
                break; /* it sticks out over a short edge: it stays */
            st_tell(t, "5.11.4", "%s escapes", name_of(t, e));
            guerre_take_off(t, e);
            p->escaped |= bit(e);
            return;
        }
        bool any = rout_overlaps(t, e, &base, others, &stops);
        if (stops)
            break;
        if (guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->slow) && limit == speed) {
            limit = speed / 2;
            if (k > limit)
                break;
        }
        if (!any)
            free = k;
    }
    free = free > limit ? limit : free;
    while (free >= 0 && busy[free]) { /* 5.11.4: back mm by mm while it overlaps anyone */
        struct st_box base = base_at(free ? st_pose_at(from, 0, free * ST_MM, 0) : from, depth);

        if (!rout_overlaps(t, e, &base, others, &stops))
            break;
        free--;
    }
    if (free < 0)
        return; /* even the turned pose overlaps: it stays as it was */
    p->pose[e] = free ? st_pose_at(from, 0, free * ST_MM, 0) : from;
    st_tell(t, "5.11.4", "%s routs %d mm", name_of(t, e), free);
}

static void rout_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    int winner = winner_now(p), loser = 1 - winner;
    bool north = guerre_edge_of(t, loser) == EDGE_NORTH;
    uint64_t left = 0;
    int32_t far[MAX_ELEMENTS];

    for (uint64_t all = on_table(t, loser); all;) {
        int e = take_element(&all);

        if (artillery(type_of(t, e)) || type_of(t, e) == CP)
            continue;
        left |= bit(e);
        far[e] = north ? plan_of(t)->height - centre_of(t, e).y : centre_of(t, e).y;
    }
    while (left) {
        int next = -1;

        for (uint64_t all = left; all;) {
            int e = take_element(&all);

            if (next < 0 || far[e] < far[next])
                next = e;
        }
        left &= ~bit(next);
        rout_one(t, next, north ? AHEAD : ABOUT);
    }
    p->pursuit = PURSUIT_ON;
    p->phasing = (uint8_t)winner;
    guerre_refresh(t);
    st_go(t, STEP_START);
}

/* ---- the end of a player turn (5.11.2, 5.11.9) ------------------------------------------- */

static void limit_reached(struct st_table *t)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);
    int outcome = f->limit_winner ? OUTCOME_SECOND : OUTCOME_FIRST;

    if (f->limit == LIMIT_LOSSES)
        outcome = p->loss[0] < p->loss[1]   ? OUTCOME_FIRST
                  : p->loss[0] > p->loss[1] ? OUTCOME_SECOND
                                            : OUTCOME_DRAW;
    guerre_over(t, outcome, "5.11.9", "the turns are over");
}

static void check_run(struct st_table *t)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);
    bool rout[2] = { p->loss[0] >= f->rout[0], p->loss[1] >= f->rout[1] };
    int first = f->open ? p->attacker : f->first;

    if (guerre_in_pursuit(t)) {
        guerre_over(t, p->outcome, "5.11.6", "the pursuit is over");
        return;
    }
    if (rout[0] && rout[1]) {
        guerre_over(t, OUTCOME_DRAW, "5.11.2", "both sides rout");
        return;
    }
    if (rout[0] || rout[1]) {
        guerre_end_in_rout(t, rout[1], "5.11.2");
        return;
    }
    p->phasing = (uint8_t)(1 - p->phasing);
    if (p->phasing == first) {
        if (f->turns && p->turn == f->turns) {
            p->phasing = (uint8_t)(1 - p->phasing);
            limit_reached(t);
            return;
        }
        p->turn = p->turn < UINT16_MAX ? (uint16_t)(p->turn + 1) : p->turn;
    }
    st_go(t, STEP_START);
}

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_check = ST_RUNS("end of the player turn", "5.11.2", check_run);
const struct st_step guerre_step_pursuit =
    ST_ROLLS("pursuit die", "5.11.3", pursuit_die, pursuit_take);
const struct st_step guerre_step_rout_move = ST_RUNS("rout", "5.11.4", rout_run);
const struct st_step guerre_step_over = { .name = "over", .para = "5.11.6", .kind = ST_OVER };
