/* guerre_deploy.c - 5.14: exchange of ground and deployment. */
#include "guerre/guerre.h"

#include "base/philox.h"

enum { ATTACKER_ZONE = 100, DEFENDER_ZONE = 200, SHORT_EDGE = 150, SWAPS_MAX = 2 };
enum { STAGE_MAIN, STAGE_DEFENDER, STAGE_RESERVE }; /* of deployment; before it 1 allows a river */

/* ---- exchange (5.14.1) ------------------------------------------------------------------- */

static enum st_answer swap_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int e = m->arg[0];

    if (side_of(t, e) != p->flow.side)
        return st_refuse(why, "5.2.2", "%s is not yours", name_of(t, e));
    int type = type_of(t, e);
    if (has(p->swapped, e) || type == GE || type == PI || type == SP || artillery(type) ||
        type == CP || plan_of(t)->cinc[p->flow.side] == e)
        return st_refuse(why, "5.14.1", "%s (%s) cannot be exchanged", name_of(t, e),
                         guerre_types[type]);
    return ST_LEGAL;
}

static void swap_offer(const struct st_table *t, struct st_offer *o)
{
    st_offer_this(o, st_move_0(VERB_PASS));
    for (uint64_t left = plan_of(t)->of_side[pos_of(t)->flow.side]; left;)
        st_offer_legal(t, o, st_move_1(VERB_SWAP, take_element(&left)));
}

static void swap_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);

    if (m->verb == VERB_SWAP) {
        p->swapped |= bit(m->arg[0]);
        if (++p->swaps < SWAPS_MAX)
            return;
    }
    p->swaps = 0;
    if (p->flow.side == p->attacker) {
        p->flow.side = (uint8_t)defender(p);
        return;
    }
    p->flow.side = p->attacker;
    p->stage = STAGE_MAIN;
    st_go(t, STEP_DEPLOY);
}

/* ---- deployment (5.14.2) ----------------------------------------------------------------- */

static int reserve_of(const struct st_table *t)
{
    uint64_t army = plan_of(t)->of_side[pos_of(t)->attacker] & ~plan_of(t)->camps;

    return guerre_reserve(__builtin_popcountll(army));
}

static uint64_t undeployed(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);

    return plan_of(t)->of_side[p->flow.side] & ~(p->present | p->lost | p->escaped);
}

/* Who may be put down now. */
static uint64_t deployable(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);
    uint64_t left = undeployed(t), camps = plan_of(t)->camps;

    if (p->stage == STAGE_MAIN && __builtin_popcountll(left & ~camps) <= reserve_of(t))
        return left & camps;
    return left;
}

static enum st_answer place_fits(const struct st_table *t, int e, const struct st_box *base,
                                 struct st_refusal *why)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    int side = p->flow.side, zone = side == p->attacker ? ATTACKER_ZONE : DEFENDER_ZONE;
    bool north = guerre_edge_of(t, side) == EDGE_NORTH;
    struct st_point corner[4];

    st_box_corners(corner, base);
    if (!guerre_on_table(t, base))
        return st_refuse(why, "5.14.2", "%s would stand off the table", name_of(t, e));
    for (int i = 0; i < 4; i++) {
        int32_t far = north ? f->height - corner[i].y : corner[i].y;
        int32_t shrt = corner[i].x < f->width - corner[i].x ? corner[i].x : f->width - corner[i].x;

        if (far > zone * ST_MM)
            return st_refuse(why, "5.14.2", "%s would stand %d mm from its edge, at most %d",
                             name_of(t, e), mm_of(far), zone);
        if (shrt < SHORT_EDGE * ST_MM)
            return st_refuse(why, "5.14.2", "%s would stand %d mm from a short edge, at least %d",
                             name_of(t, e), mm_of(shrt), SHORT_EDGE);
    }
    if (guerre_in_ground(t, type_of(t, e), base, f->forbidden))
        return st_refuse(why, "5.14.2", "%s would stand on forbidden ground", name_of(t, e));
    for (uint64_t left = p->present; left;) {
        int x = take_element(&left);

        if (far_apart(p->pose[x].at, base->pose.at, 170000))
            continue;
        struct st_box other = base_of(t, x);
        if (st_box_overlaps(base, &other, TOLERANCE))
            return st_refuse(why, "5.14.2", "%s would stand %d mm inside %s", name_of(t, e),
                             mm_of(st_box_depth(base, &other)), name_of(t, x));
    }
    return ST_LEGAL;
}

static struct st_move deploy_move(int e, int x, int y, int h)
{
    return (struct st_move){ VERB_DEPLOY, 4, { (int16_t)e, (int16_t)x, (int16_t)y, (int16_t)h } };
}

/* Places are sought on a coarse grid, facing the enemy: row by row from the line of the zone back to the edge, each
 * from west to east. Whoever stands there, and forbidden ground, shuts a stretch of some rows: that is found once
 * for all places, and for all elements of a type. */
enum { STEP_AHEAD = 5, STEP_X = 10, FIRST_X = SHORT_EDGE + HALF_FRONT / ST_MM,
       ROWS = DEFENDER_ZONE / STEP_AHEAD + 1, WORDS = 3 }; /* of 64 columns */

struct places {
    int type, rows, columns, ahead; /* of whom; ahead: mm from the edge to the first row */
    bool north;
    int32_t depth, height;
    uint64_t shut[ROWS][WORDS];
};

static struct st_pose place_at(const struct places *f, int row, int column)
{
    int32_t ahead = (f->ahead - row * STEP_AHEAD) * ST_MM;

    return (struct st_pose){ .at = { (FIRST_X + column * STEP_X) * ST_MM, f->north ? f->height - ahead : ahead },
                             .facing = f->north ? ABOUT : AHEAD };
}

/* The columns where a base and the box overlap, as seen along the rows. */
static void columns_under(const struct places *f, const struct st_box *in, uint64_t out[WORDS])
{
    for (int c = 0; c < f->columns; c++) {
        int32_t x = place_at(f, 0, c).at.x;

        if (x + HALF_FRONT - in->left > TOLERANCE && in->right - (x - HALF_FRONT) > TOLERANCE)
            out[c / 64] |= bit(c % 64);
    }
}

/* Shut the places that lie upon the box; by ground: only where that is forbidden, bridges and banks considered. */
static void shut_by(struct places *f, const struct st_table *t, const struct st_box *box, bool by_ground)
{
    const struct st_pose corner = { { 0, 0 }, AHEAD, 0 };
    const struct st_box in = st_box_around(box, corner);
    uint64_t across[WORDS] = { 0 };

    columns_under(f, &in, across);
    for (int r = 0; r < f->rows; r++) {
        int32_t y = place_at(f, r, 0).at.y, low = f->north ? y : y - f->depth;

        if (low + f->depth - in.back <= TOLERANCE || in.front - low <= TOLERANCE)
            continue;
        for (int w = 0; w < WORDS; w++)
            if (!by_ground && box->pose.facing % RIGHT == 0) { /* both square to the table: that is all */
                f->shut[r][w] |= across[w];
            } else {
                for (uint64_t left = across[w]; left;) {
                    int c = take(&left);
                    struct st_box base = base_at(place_at(f, r, 64 * w + c), f->depth);

                    if (by_ground ? guerre_in_ground(t, f->type, &base, plan_of(t)->forbidden)
                                  : st_box_overlaps(&base, box, TOLERANCE))
                        f->shut[r][w] |= bit(c);
                }
            }
    }
}

static void find_places(struct places *f, const struct st_table *t, int e)
{
    const uint16_t *forbidden = plan_of(t)->forbidden;
    int side = pos_of(t)->flow.side, zone = side == pos_of(t)->attacker ? ATTACKER_ZONE : DEFENDER_ZONE;
    int most = mm_of(plan_of(t)->width) - FIRST_X, type = type_of(t, e);

    *f = (struct places){ .type = type,
                          .ahead = zone,
                          .north = guerre_edge_of(t, side) == EDGE_NORTH,
                          .depth = depth_of(t, e),
                          .height = plan_of(t)->height };
    f->rows = (zone * ST_MM - f->depth) / (STEP_AHEAD * ST_MM) + 1;
    f->columns = most < FIRST_X ? 0 : (most - FIRST_X) / STEP_X + 1;
    st_assert(zone * ST_MM >= f->depth && f->columns <= 64 * WORDS);
    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece piece = guerre_piece(t, i);
        bool bank = piece.kind == DRY && forbidden[BANK] >> type & 1;

        if (piece.kind < KINDS && (bank || forbidden[piece.kind] >> type & 1))
            shut_by(f, t, &piece.box, bank || piece.kind == RIVER);
    }
    for (uint64_t left = pos_of(t)->present; left;) {
        struct st_box base = base_of(t, take_element(&left));

        shut_by(f, t, &base, false);
    }
}

static struct st_move place_move(const struct places *f, int e, int row, int column)
{
    struct st_pose pose = place_at(f, row, column);

    return deploy_move(e, mm_of(pose.at.x), mm_of(pose.at.y), pose.facing);
}

/* The free places of a row, 64 columns at a time. */
static uint64_t free_in(const struct places *f, int row, int word)
{
    int columns = f->columns - 64 * word;
    uint64_t all = columns >= 64 ? ~UINT64_C(0) : columns > 0 ? bit(columns) - 1 : 0;

    return all & ~f->shut[row][word];
}

/* The n-th free place; false if there are fewer. A player may pass only when there is none
 * (reading 35). */
static bool free_place(const struct places *f, int e, int n, struct st_move *out)
{
    for (int r = 0; r < f->rows; r++)
        for (int w = 0; w < WORDS; w++)
            for (uint64_t left = free_in(f, r, w); left;) {
                int c = take(&left);

                if (n-- == 0) {
                    *out = place_move(f, e, r, 64 * w + c);
                    return true;
                }
            }
    return false;
}

/* The free place nearest to its post. */
static bool nearest_place(const struct places *f, const struct st_table *t, int e, struct st_move *out)
{
    struct st_point post = guerre_post(t, e).at;
    int64_t least2 = INT64_MAX;
    int row = 0, column = 0;

    for (int r = 0; r < f->rows; r++)
        for (int w = 0; w < WORDS; w++)
            for (uint64_t left = free_in(f, r, w); left;) {
                int c = 64 * w + take(&left);
                struct st_point at = place_at(f, r, c).at;
                int64_t dx = post.x - at.x, dy = post.y - at.y, gap2 = dx * dx + dy * dy;

                if (gap2 < least2) {
                    least2 = gap2;
                    row = r;
                    column = c;
                }
            }
    *out = place_move(f, e, row, column);
    return least2 < INT64_MAX;
}

static bool stuck(const struct st_table *t)
{
    struct places f;
    struct st_move m;

    for (uint64_t left = deployable(t); left;) {
        int e = take_element(&left);

        find_places(&f, t, e);
        if (free_place(&f, e, 0, &m))
            return false;
    }
    return true;
}

static enum st_answer deploy_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int e = m->arg[0];

    if (m->verb == VERB_PASS)
        return stuck(t) ? ST_LEGAL
                        : st_refuse(why, "5.14.2", "%d elements are still to be deployed",
                                    __builtin_popcountll(deployable(t)));
    if (side_of(t, e) != p->flow.side)
        return st_refuse(why, "5.2.2", "%s is not yours", name_of(t, e));
    if (!has(undeployed(t), e))
        return st_refuse(why, "5.14.2", "%s %s", name_of(t, e),
                         has(p->present, e) ? "stands on the table" : "is out of the battle");
    if (!has(deployable(t), e))
        return st_refuse(why, "5.14.2", "%d elements are kept back as the reserve", reserve_of(t));
    if (m->arg[1] < 0 || m->arg[2] < 0 || m->arg[1] > mm_of(plan_of(t)->width) ||
        m->arg[2] > mm_of(plan_of(t)->height) || m->arg[3] < 0 || m->arg[3] >= ST_TURN)
        return st_refuse(why, "5.14.2", "no such place or heading: %d %d %d", m->arg[1], m->arg[2],
                         m->arg[3]);
    struct st_pose pose = { .at = st_point_mm(m->arg[1], m->arg[2]), .facing = m->arg[3] };
    struct st_box base = base_at(pose, depth_of(t, e));
    return place_fits(t, e, &base, why);
}

/* Its post in the order of battle; false if it is taken, or on ground it may not enter. */
static bool post_free(const struct st_table *t, int e, struct st_move *out)
{
    struct st_pose post = guerre_post(t, e);
    struct st_point mm = st_point_to_mm(post.at);

    *out = deploy_move(e, mm.x, mm.y, post.facing);
    return deploy_check(t, out, NULL) == ST_LEGAL;
}

static void deploy_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_0(VERB_DEPLOY);
    struct places f = { .type = TYPES };
    bool any = false;

    st_offer_family(o, &m, 0);
    for (uint64_t left = deployable(t); left && !o->enough;) {
        int e = take_element(&left);

        if (f.type != type_of(t, e))
            find_places(&f, t, e);
        if (!post_free(t, e, &m) && !nearest_place(&f, t, e, &m))
            continue; /* no room at all for one so deep */
        struct st_move best = m;
        st_offer_add(o, &best);
        any = true;
        for (int n = 0; n < 32 && !o->enough && free_place(&f, e, n, &m); n += 16)
            if (!st_move_equal(&m, &best))
                st_offer_add(o, &m);
    }
    if (!any && !o->enough) {
        m = st_move_0(VERB_PASS);
        st_offer_add(o, &m);
    }
}

static bool deploy_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    enum { TRIES = 6 };
    const struct guerre_pos *p = pos_of(t);
    uint64_t left = deployable(t);
    int side = p->flow.side, zone = side == p->attacker ? ATTACKER_ZONE : DEFENDER_ZONE;
    bool north = guerre_edge_of(t, side) == EDGE_NORTH;

    if (!left) { /* the umpire took the last one away */
        *out = st_move_0(VERB_PASS);
        return true;
    }
    for (uint32_t k = st_pick(seed, 0, (uint32_t)__builtin_popcountll(left)); k; k--)
        left &= left - 1;
    int e = __builtin_ctzll(left);
    for (uint32_t i = 1; i <= TRIES; i++) {
        int ahead = 15 + (int)st_pick(seed, 4 * i, (uint32_t)zone - 14);

        *out =
            deploy_move(e, 170 + (int)st_pick(seed, 4 * i + 1, 561),
                        north ? mm_of(plan_of(t)->height) - ahead : ahead, north ? ABOUT : AHEAD);
        if (st_pick(seed, 4 * i + 2, 8) == 0)
            out->arg[3] = (int16_t)st_pick(seed, 4 * i + 3, ST_TURN);
        if (deploy_check(t, out, NULL) == ST_LEGAL)
            return true;
    }
    struct places f;
    find_places(&f, t, e);
    if (free_place(&f, e, 0, out))
        return true;
    for (left = deployable(t); left;) {
        e = take_element(&left);
        find_places(&f, t, e);
        if (free_place(&f, e, 0, out))
            return true;
    }
    *out = st_move_0(VERB_PASS);
    return true;
}

static void begin_battle(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);

    p->stage = 0;
    p->phasing = p->flow.side = p->attacker;
    guerre_refresh(t);
    st_go(t, STEP_START);
}

static void deploy_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);

    if (m->verb == VERB_DEPLOY) {
        int e = m->arg[0];

        p->pose[e] =
            (struct st_pose){ .at = st_point_mm(m->arg[1], m->arg[2]), .facing = m->arg[3] };
        p->present |= bit(e);
        if (deployable(t))
            return;
    }
    if (p->stage == STAGE_RESERVE) {
        begin_battle(t);
        return;
    }
    p->stage++;
    p->flow.side = (uint8_t)(p->stage == STAGE_DEFENDER ? defender(p) : p->attacker);
    if (!deployable(t)) /* nobody could be kept back */
        deploy_apply(t, &(struct st_move){ .verb = VERB_PASS });
}

const struct st_step guerre_step_swap =
    ST_DECIDES("exchange", "5.14.1", swap_offer, swap_check, swap_apply, .takes = ST_VERB(VERB_SWAP),
               .always = ST_VERB(VERB_PASS), .wants = "swap an element for light foot, or pass");
const struct st_step guerre_step_deploy =
    ST_DECIDES("deployment", "5.14.2", deploy_offer, deploy_check, deploy_apply,
               .sample = deploy_sample, .takes = ST_VERBS(VERB_PASS, VERB_DEPLOY),
               .wants = "deploy ELEMENT X Y H");
