/* guerre_recoil.c - 5.8 recoil with its chains, 5.9 flight, 5.6.18 crews that flee.
 *
 * A recoil is tried on the position itself; when it fails everything is put back and the recoiler
 * alone is lost (5.8.6, 5.8.7).
 */
#include "guerre/guerre.h"

#include <string.h>

enum { SAME_RANK = 5000, COVERS = 20000, PUSHES_MAX = 200, FARTHEST_MM = 2000 };

/* ---- leaving the table ------------------------------------------------------------------- */

void guerre_take_off(struct st_table *t, int e)
{
    struct guerre_pos *p = pos_of(t);
    uint64_t stays = ~bit(e);

    p->present &= stays;
    p->moved &= stays;
    p->shot &= stays;
    p->fought &= stays;
    p->fled &= stays;
    p->abandoned &= stays;
    p->initiator &= stays;
    p->since &= stays;
    p->routing &= stays;
    p->engaged &= stays;
    p->front &= stays;
    p->pose[e] = (struct st_pose){ { 0, 0 }, 0, 0 };
    p->fresh[e] = p->rounds[e] = p->recoils[e] = 0;
    for (int x = 0; x < plan_of(t)->nelements; x++)
        if (p->fresh[x] == e + 1)
            p->fresh[x] = 0;
}

int guerre_loss_points(const struct st_table *t, int e)
{
    enum { ELEMENT = 1, COMMANDER = 3, CAMP = 2 };

    return plan_of(t)->cinc[side_of(t, e)] == e ? COMMANDER
           : has(plan_of(t)->camps, e)          ? CAMP
                                                : ELEMENT;
}

void guerre_lose(struct st_table *t, int e, const char *para, const char *why)
{
    struct guerre_pos *p = pos_of(t);
    int side = side_of(t, e), points = guerre_loss_points(t, e);

    st_tell(t, para, "%s is lost: %s", name_of(t, e), why);
    guerre_take_off(t, e);
    p->lost |= bit(e);
    p->loss[side] = (uint8_t)(p->loss[side] + points);
}

void guerre_crew_flees(struct st_table *t, int e)
{
    struct guerre_pos *p = pos_of(t);

    p->pose[e] = about_face(p->pose[e], depth_of(t, e));
    p->abandoned |= bit(e);
    st_tell(t, "5.6.18", "the crew of %s flees", name_of(t, e));
}

/* ---- a recoil in progress ---------------------------------------------------------------- */

struct retreat {
    struct st_table *t;
    int e, forward;       /* forward: 1 or -1 along the recoiler's heading */
    struct st_pose frame; /* where the recoiler stood */
    struct st_pose to;    /* where it goes */
    uint64_t engaged;     /* when the recoil began */
    uint64_t friends, enemies, crushed;
    uint64_t moved; /* friends that were pushed or swung */
    int pushes;
};

static struct st_box new_place(const struct retreat *r)
{
    return base_at(r->to, depth_of(r->t, r->e));
}

/* So many mm on in the recoil direction, heading as before. */
static struct st_pose moved_on(const struct retreat *r, struct st_pose from, int mm)
{
    struct st_pose way = { .at = from.at, .facing = r->frame.facing };
    struct st_pose out = from;

    out.at = st_pose_out(way, 0, r->forward * mm * ST_MM);
    return out;
}

static void put(struct retreat *r, int e, struct st_pose pose)
{
    pos_of(r->t)->pose[e] = pose;
    r->moved |= bit(e);
}

static struct st_box seen_by_recoiler(const struct retreat *r, int e)
{
    struct st_box base = base_of(r->t, e);

    return st_box_around(&base, r->frame);
}

static int32_t nearness(const struct retreat *r, int e)
{
    struct st_box in = seen_by_recoiler(r, e);

    return r->forward > 0 ? in.back : -in.front;
}

static bool stands_behind(const struct retreat *r, int e)
{
    struct st_box in = seen_by_recoiler(r, e);
    int32_t from = in.left < -HALF_FRONT ? -HALF_FRONT : in.left;
    int32_t to = in.right > HALF_FRONT ? HALF_FRONT : in.right;

    return to - from >= COVERS;
}

static uint64_t overlapped(const struct retreat *r, const struct st_box *box, uint64_t among,
                           int32_t um)
{
    uint64_t out = 0;

    among &= pos_of(r->t)->present;
    for (uint64_t left = guerre_near(r->t, among, box->pose.at, box_reach(box)); left;) {
        int x = take_element(&left);
        struct st_box base = base_of(r->t, x);
        out |= st_box_overlaps(box, &base, um) ? bit(x) : 0;
    }
    return out;
}

/* On the table, on ground it may enter, on no enemy. */
static bool can_stand(const struct retreat *r, int e, const struct st_box *base)
{
    return guerre_on_table(r->t, base) &&
           !guerre_in_ground(r->t, type_of(r->t, e), base, plan_of(r->t)->forbidden) &&
           !overlapped(r, base, r->enemies, TOLERANCE);
}

/* So many mm that it goes on from there without coming clear of what it overlaps by depth, standing freely all the way. */
static int free_stretch(const struct retreat *r, int e, struct st_pose from, int32_t depth)
{
    enum { ROUNDING = 32 }; /* um; many times what corners may be off */
    int mm = (depth - CLEAR - ROUNDING) / ST_MM;
    struct st_box way = base_at(from, depth_of(r->t, e));

    if (mm < 2)
        return 1;
    struct st_point by = st_pose_in(from, moved_on(r, from, mm).at);
    way.left += (by.x < 0 ? by.x : 0) - ROUNDING;
    way.right += (by.x > 0 ? by.x : 0) + ROUNDING;
    way.back += (by.y < 0 ? by.y : 0) - ROUNDING;
    way.front += (by.y > 0 ? by.y : 0) + ROUNDING;
    return guerre_on_table(r->t, &way) && !overlapped(r, &way, r->enemies, TOLERANCE) &&
                   !guerre_near_ground(r->t, type_of(r->t, e), &way, plan_of(r->t)->forbidden)
               ? mm
               : 1;
}

static int nearest_of(const struct retreat *r, uint64_t set)
{
    int best = -1;
    int32_t least = 0;

    while (set) {
        int x = take_element(&set);
        int32_t n = nearness(r, x);

        if (best < 0 || n < least) {
            best = x;
            least = n;
        }
    }
    return best;
}

static int entry(const struct retreat *r, int e, int friend)
{
    return plan_of(r->t)->recoil[type_of(r->t, e)][type_of(r->t, friend)];
}

static void crush(struct retreat *r, int e)
{
    r->crushed |= bit(e);
    pos_of(r->t)->present &= ~bit(e);
}

/* ---- pushing (5.8.7) --------------------------------------------------------------------- */

static bool go_through(struct retreat *r, int q, struct st_pose from, int mm)
{
    uint64_t others = (r->friends | r->enemies) & ~bit(r->e) & ~bit(q);

    for (; mm < FARTHEST_MM; mm++) {
        struct st_pose pose = moved_on(r, from, mm);
        struct st_box base = base_at(pose, depth_of(r->t, q));

        if (!can_stand(r, q, &base))
            return false;
        if (!overlapped(r, &base, others, CLEAR)) {
            put(r, q, pose);
            return true;
        }
    }
    return false;
}

static bool push(struct retreat *r, int q, const struct st_box *place)
{
    struct st_pose from = pos_of(r->t)->pose[q];
    struct st_box base = base_of(r->t, q);
    uint64_t others = r->friends & ~bit(r->e) & ~bit(q);
    int mm = 1, on = 0;

    if (has(r->engaged | plan_of(r->t)->camps, q) || ++r->pushes > PUSHES_MAX)
        return false;
    others &= ~overlapped(r, &base, others, TOLERANCE); /* what it overlapped before is no matter */
    for (;; mm += on) { /* mm by mm, but for what is known to be free */
        struct st_pose pose = moved_on(r, from, mm);

        base = base_at(pose, depth_of(r->t, q));
        if (mm > FARTHEST_MM || !can_stand(r, q, &base))
            return false;
        int32_t depth = st_box_depth(&base, place);
        if (depth <= CLEAR) {
            put(r, q, pose);
            break;
        }
        on = on == 1 ? 1 : free_stretch(r, q, pose, depth);
    }
    for (uint64_t met; (met = overlapped(r, &base, others, TOLERANCE)) != 0;) {
        int x = nearest_of(r, met);

        switch (entry(r, q, x)) {
        case REC_PUSH:
            if (!push(r, x, &base))
                return false;
            break;
        case REC_CRUSH:
            crush(r, x);
            break;
        case REC_THRU:
            return go_through(r, q, from, mm);
        default:
            return false;
        }
    }
    return true;
}

/* ---- friends behind (5.8.5, 5.8.6) ------------------------------------------------------- */

enum answer { NONE_LEFT, TREATED, THROUGH, FAILED };

/* The recoiler itself goes through to the first place clear of everybody. */
static enum answer pass_through(struct retreat *r, uint64_t immediate)
{
    uint64_t others = (r->friends | r->enemies) & ~bit(r->e);

    for (int mm = RECOIL_MM; mm < FARTHEST_MM; mm++) {
        r->to = moved_on(r, r->frame, mm);
        struct st_box base = new_place(r);
        if (!can_stand(r, r->e, &base))
            return FAILED;
        for (uint64_t met = overlapped(r, &base, r->friends & ~bit(r->e) & ~immediate, TOLERANCE);
             met;)
            if (entry(r, r->e, take_element(&met)) == REC_LOST)
                return FAILED;
        if (!overlapped(r, &base, others, CLEAR))
            return THROUGH;
    }
    return FAILED;
}

static enum answer treat_behind(struct retreat *r, const struct st_box *region)
{
    uint64_t met = overlapped(r, region, r->friends & ~bit(r->e), TOLERANCE), behind = 0;
    uint64_t immediate = 0, through = 0;

    for (uint64_t left = met; left;) {
        int x = take_element(&left);

        behind |= stands_behind(r, x) ? bit(x) : 0;
    }
    if (!behind)
        return NONE_LEFT;
    int32_t least = nearness(r, nearest_of(r, behind));
    for (uint64_t left = behind; left;) {
        int x = take_element(&left);

        if (nearness(r, x) <= least + SAME_RANK)
            immediate |= bit(x);
    }
    for (uint64_t left = immediate; left;) {
        int x = take_element(&left), what = entry(r, r->e, x);

        st_tell(r->t, "5.8.6", "%s recoils onto %s", name_of(r->t, r->e), name_of(r->t, x));
        if (r->t->log)
            st_look(r->t, r->t->plan->chart[CHART_RECOIL], type_of(r->t, r->e), type_of(r->t, x));
        if (what == REC_LOST)
            return FAILED;
        if (what == REC_CRUSH)
            crush(r, x);
        through |= what == REC_THRU ? bit(x) : 0;
    }
    if (through)
        return pass_through(r, immediate);
    struct st_box place = new_place(r);
    for (uint64_t left = immediate & ~r->crushed; left;) {
        int x = nearest_of(r, left);

        left &= ~bit(x);
        if (!push(r, x, &place))
            return FAILED;
    }
    return TREATED;
}

/* ---- clipped friends (5.8.8) ------------------------------------------------------------- */

/* How far a centre lies in the recoil direction. */
static int32_t along(const struct retreat *r, struct st_pose pose, int32_t depth)
{
    return r->forward * st_pose_in(r->frame, st_pose_out(pose, 0, -depth / 2)).y;
}

static struct st_point farthest_corner(const struct st_box *of, const struct st_box *from)
{
    struct st_point corner[4], centre = st_box_centre(from);
    int best = 0;

    st_box_corners(corner, of);
    for (int i = 1; i < 4; i++)
        if (st_gap2(corner[i], centre) > st_gap2(corner[best], centre))
            best = i;
    return corner[best];
}

static bool swing(struct retreat *r, int q, const struct st_box *place)
{
    enum { DEGREE = 4, QUARTER_TURN = 360, ROUNDING = 32 };
    struct st_pose from = pos_of(r->t)->pose[q];
    int32_t depth = depth_of(r->t, q);
    struct st_box base = base_of(r->t, q);
    struct st_point pivot = farthest_corner(&base, place);
    int32_t right = along(r, st_pose_wheel(from, pivot, DEGREE), depth);
    int32_t left = along(r, st_pose_wheel(from, pivot, -DEGREE), depth);
    int sense = right >= left ? 1 : -1;
    int32_t far = 3 * reach_of(r->t, q); /* no corner comes farther from where it stood */
    struct st_box all = { from, -far, far, -far, far };
    uint64_t others = (r->friends | r->enemies) & ~bit(r->e) & ~bit(q) & pos_of(r->t)->present;
    bool edge = !guerre_on_table(r->t, &all);
    bool ground = guerre_near_ground(r->t, type_of(r->t, q), &all, plan_of(r->t)->forbidden);
    others = guerre_near(r->t, others, from.at, far);
    bool free = !others && !edge && !ground;
    int32_t per_step = (reach_of(r->t, q) + box_reach(place)) * 2 * 44 / 10000 + 1; /* as either sees the other go */

    for (int k = 1, on; k <= QUARTER_TURN; k += on) {
        struct st_pose pose = st_pose_wheel(from, pivot, sense * k);

        base = base_at(pose, depth);
        if ((edge && !guerre_on_table(r->t, &base)) || overlapped(r, &base, others, TOLERANCE) ||
            (ground && guerre_in_ground(r->t, type_of(r->t, q), &base, plan_of(r->t)->forbidden)))
            return false;
        int32_t in = st_box_depth(&base, place);
        on = free ? (in - CLEAR - ROUNDING) / per_step : 1;
        on = on > 1 ? on : 1;
        if (in <= CLEAR) {
            put(r, q, pose);
            st_tell(r->t, "5.8.8", "%s is swung by %d quarter degrees", name_of(r->t, q),
                    sense * k);
            return true;
        }
    }
    return false;
}

static bool treat_clipped(struct retreat *r)
{
    struct st_box place = new_place(r);

    for (uint64_t met; (met = overlapped(r, &place, r->friends & ~bit(r->e), TOLERANCE)) != 0;) {
        int x = nearest_of(r, met);

        if (has(r->engaged | plan_of(r->t)->camps, x) || ++r->pushes > PUSHES_MAX)
            return false;
        if (!swing(r, x, &place) && !push(r, x, &place))
            return false;
    }
    return true;
}

/* ---- the recoil (5.8.1 to 5.8.4) --------------------------------------------------------- */

static struct st_box strip_of(struct st_pose pose, int32_t depth, int direction)
{
    enum { WIDE = RECOIL_MM * ST_MM };

    switch (direction) {
    case BACK:
        return (struct st_box){ pose, -HALF_FRONT, HALF_FRONT, -depth - WIDE, -depth };
    case FORWARD:
        return (struct st_box){ pose, -HALF_FRONT, HALF_FRONT, 0, WIDE };
    case TO_LEFT:
        return (struct st_box){ pose, -HALF_FRONT - WIDE, -HALF_FRONT, -depth, 0 };
    default:
        return (struct st_box){ pose, HALF_FRONT, HALF_FRONT + WIDE, -depth, 0 };
    }
}

static const char *strip_shuts(const struct retreat *r, const struct st_box *strip, bool sideways)
{
    const struct st_table *t = r->t;
    int type = type_of(t, r->e);

    if (!guerre_on_table(t, strip))
        return "it would recoil off the table";
    if (overlapped(r, strip, r->enemies, TOLERANCE))
        return "it would recoil onto an enemy";
    if (guerre_in_ground(t, type, strip, plan_of(t)->forbidden))
        return "it would recoil into forbidden ground";
    if (sideways && overlapped(r, strip, r->friends & ~bit(r->e), TOLERANCE))
        return "it would recoil sideways onto a friend";
    if (sideways && type != LF && guerre_harsh(t, strip))
        return "it would recoil sideways into difficult ground";
    return NULL;
}

/* Friends in the way are treated; false: the way is blocked. */
static bool give_way(struct retreat *r, const struct st_box *strip)
{
    enum answer a = treat_behind(r, strip);

    while (a == TREATED) {
        struct st_box place = new_place(r);

        a = ++r->pushes > PUSHES_MAX ? FAILED : treat_behind(r, &place);
    }
    return a == THROUGH || (a == NONE_LEFT && treat_clipped(r));
}

uint64_t guerre_recoil(struct st_table *t, int e, int direction, const char *para)
{
    struct guerre_pos *p = pos_of(t), before;
    bool sideways = direction == TO_LEFT || direction == TO_RIGHT;
    struct retreat r = { .t = t,
                         .e = e,
                         .forward = direction == FORWARD ? 1 : -1,
                         .frame = p->pose[e],
                         .engaged = p->engaged,
                         .friends = on_table(t, side_of(t, e)),
                         .enemies = on_table(t, 1 - side_of(t, e)) };
    struct st_box strip = strip_of(r.frame, depth_of(t, e), direction);

    if (has(plan_of(t)->camps, e)) {
        guerre_lose(t, e, "5.8.4", "a camp does not recoil");
        return bit(e);
    }
    const char *shut = strip_shuts(&r, &strip, sideways);
    if (shut) {
        guerre_lose(t, e, "5.8.3", shut);
        return bit(e);
    }
    if (sideways) {
        int32_t aside = direction == TO_LEFT ? -RECOIL_MM * ST_MM : RECOIL_MM * ST_MM;

        p->pose[e] = st_pose_at(r.frame, aside, 0, 0);
        st_tell(t, para, "%s recoils sideways", name_of(t, e));
        return bit(e);
    }
    r.to = moved_on(&r, r.frame, RECOIL_MM);
    before = *p;
    if (!give_way(&r, &strip)) {
        *p = before;
        guerre_lose(t, e, "5.8.6", "its way back is blocked");
        return bit(e);
    }
    p->pose[e] = r.to;
    st_tell(t, para, "%s recoils %s", name_of(t, e), r.forward > 0 ? "forward" : "back");
    for (uint64_t left = r.crushed; left;) {
        int x = take_element(&left);

        p->present |= bit(x);
        guerre_lose(t, x, "5.8.6", "ridden down or trampled by a recoiling friend");
    }
    return bit(e) | r.moved | r.crushed;
}

/* ---- flight (5.9) ------------------------------------------------------------------------ */

enum spot { SPOT_FREE, SPOT_ON_FRIEND, SPOT_BLOCKED, SPOT_OFF };

int guerre_next_under(const struct st_table *t, const struct st_box *base, uint64_t *left)
{
    const int32_t reach = HALF_FRONT - base->back;

    while (*left) {
        int x = take_element(left);

        if (far_apart(pos_of(t)->pose[x].at, base->pose.at, reach + reach_of(t, x)))
            continue;
        struct st_box other = base_of(t, x);
        if (st_box_overlaps(base, &other, TOLERANCE))
            return x;
    }
    return -1;
}

/* busy, others: what and who may be met there. */
static enum spot spot_at(const struct st_table *t, int e, const struct st_box *base, int busy, uint64_t others)
{
    enum spot out = SPOT_FREE;

    if (!guerre_on_table(t, base)) /* a heading may begin off the table and lead back on to it */
        return SPOT_OFF;
    if (busy & BUSY_GROUND && guerre_in_ground(t, type_of(t, e), base, plan_of(t)->forbidden))
        return SPOT_BLOCKED;
    for (int x; (x = guerre_next_under(t, base, &others)) >= 0; out = SPOT_ON_FRIEND)
        if (side_of(t, x) != side_of(t, e) || !guerre_may_pass(t, e, x))
            return SPOT_BLOCKED;
    return out;
}

struct course {
    struct st_pose from;
    int reach; /* -1: void */
    bool leaves;
};

static bool mark(uint8_t *busy, int what, struct st_pose from, int32_t depth, const struct st_box *box, int limit)
{
    int first = 0, last = limit;

    if (!guerre_straight_range(from, depth, box, &first, &last))
        return false;
    for (int k = first; k <= last; k++)
        busy[k] |= (uint8_t)what;
    return true;
}

uint64_t guerre_find_busy(const struct st_table *t, int e, struct st_pose from, int limit, uint8_t busy[WAY_MAX])
{
    const struct guerre_pos *p = pos_of(t);
    int32_t depth = depth_of(t, e);
    int on = -1, off = limit + 1; /* the last step known to be on the table, the first one off it */
    uint64_t met = 0;

    memset(busy, 0, WAY_MAX);
    while (off - on > 1) { /* it goes straight: once off the table it stays off */
        int k = (on + off) / 2;
        struct st_box base = base_at(k ? st_pose_at(from, 0, k * ST_MM, 0) : from, depth);

        if (guerre_on_table(t, &base))
            on = k;
        else
            off = k;
    }
    if (off <= limit)
        memset(busy + off, BUSY_EDGE, (size_t)(WAY_MAX - off));
    for (uint64_t left = guerre_near(t, p->present & ~bit(e), from.at, limit * ST_MM + BASE_REACH); left;) {
        int x = take_element(&left);
        struct st_box base = base_of(t, x);

        met |= mark(busy, BUSY_OTHERS, from, depth, &base, limit) ? bit(x) : 0;
    }
    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece piece = guerre_piece(t, i);

        mark(busy, BUSY_GROUND, from, depth, &piece.box, limit);
    }
    return met;
}

static void run_course(const struct st_table *t, int e, struct course *c)
{
    int32_t depth = depth_of(t, e);
    int limit = plan_of(t)->flight_mm[type_of(t, e)], half = limit / 2;
    uint8_t busy[WAY_MAX];

    c->reach = -1;
    c->leaves = false;
    uint64_t others = guerre_find_busy(t, e, c->from, limit, busy);
    for (int k = 0; k <= limit; k++) {
        if (!busy[k]) {
            c->reach = k;
            continue;
        }
        struct st_box base = base_at(k ? st_pose_at(c->from, 0, k * ST_MM, 0) : c->from, depth);
        enum spot spot = spot_at(t, e, &base, busy[k], others);

        if (spot == SPOT_OFF && k) {
            c->leaves = true;
            c->reach = k - 1;
            return;
        }
        if (spot == SPOT_OFF || spot == SPOT_BLOCKED)
            return;
        if (busy[k] & BUSY_GROUND && guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->slow)) {
            if (k > half)
                return;
            limit = half;
        }
        if (spot == SPOT_FREE)
            c->reach = k;
    }
}

static struct st_pose pivoted(struct st_pose pose, int32_t depth, int turn)
{
    if (turn == 0)
        return pose;
    struct st_pose centre = { .at = st_pose_out(pose, 0, -depth / 2),
                              .facing = (int16_t)st_heading(pose.facing + turn) };

    return st_pose_at(centre, 0, depth / 2, 0);
}

/* 5.9.2, 5.9.3: about, and its own depth away. */
static bool breaks_away(const struct st_table *t, int e, int enemy, struct st_pose *pose)
{
    int32_t depth = depth_of(t, e);
    uint8_t busy[WAY_MAX];

    *pose = pos_of(t)->pose[e];
    if (st_pose_in(*pose, centre_of(t, enemy)).y >= -depth / 2)
        *pose = about_face(*pose, depth);
    uint64_t others = guerre_find_busy(t, e, *pose, depth / ST_MM, busy);
    for (int k = 1; k <= depth / ST_MM; k++) {
        if (!busy[k])
            continue;
        struct st_box base = base_at(st_pose_at(*pose, 0, k * ST_MM, 0), depth);
        enum spot spot = spot_at(t, e, &base, busy[k], others);

        if (spot == SPOT_OFF || spot == SPOT_BLOCKED)
            return false;
    }
    *pose = st_pose_at(*pose, 0, depth, 0);
    return true;
}

void guerre_flee(struct st_table *t, int e, int enemy)
{
    static const int16_t turns[] = { 0, 90, -90, 180, -180 };
    struct guerre_pos *p = pos_of(t);
    struct course best = { .reach = -1 };
    struct st_pose pose;

    st_tell(t, "5.9.1", "%s flees", name_of(t, e));
    if (!breaks_away(t, e, enemy, &pose)) {
        guerre_lose(t, e, "5.9.3", "it cannot break away");
        return;
    }
    for (int i = 0; i < 5 && best.reach < plan_of(t)->flight_mm[type_of(t, e)]; i++) {
        struct course c = { .from = pivoted(pose, depth_of(t, e), turns[i]) };

        run_course(t, e, &c);
        if (c.reach > best.reach)
            best = c;
    }
    if (best.reach < 0 || best.leaves) {
        guerre_lose(t, e, "5.9.6", best.leaves ? "it flees off the table" : "it has no way out");
        return;
    }
    p->pose[e] = best.reach ? st_pose_at(best.from, 0, best.reach * ST_MM, 0) : best.from;
    p->fled |= bit(e);
    st_tell(t, "5.9.6", "%s flees %d mm", name_of(t, e), best.reach);
}
