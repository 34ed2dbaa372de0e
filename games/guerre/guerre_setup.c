/* guerre_setup.c - 4.1, 5.13, 5.14: roles, building the ground, exchange, deployment. */
#include "guerre/guerre.h"

#include "base/philox.h"

enum {
    RIVER_LENGTH = 300,
    RIVER_WIDTH = 40,
    RIVER_LOW = 150,
    RIVER_HIGH = 450,
    RIVER_MIDDLE = 300,
    BRIDGE_WIDTH = 50,
    BRIDGE_LENGTH = 60,
    BRIDGE_GAP = 100,
    SECTIONS = 3
};
enum {
    PIECE_LONG = 200,
    PIECE_SHORT = 150,
    DOUBLE_LONG = 400,
    DOUBLE_SHORT = 300,
    SIDE_MIN = 40,
    FORT_LONG = 160,
    FORT_ZONE = 200,
    OF_ONE_KIND = 2
};
enum { ATTACKER_ZONE = 100, DEFENDER_ZONE = 200, SHORT_EDGE = 150, SWAPS_MAX = 2 };
enum { STAGE_MAIN, STAGE_DEFENDER, STAGE_RESERVE }; /* of deployment; before it 1 allows a river */

static int defender(const struct guerre_pos *p)
{
    return 1 - p->attacker;
}

static void set_up_given(struct st_table *t)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);

    for (int e = 0; e < f->nelements; e++) {
        p->pose[e] = f->element[e].pose;
        p->present |= bit(e);
    }
    p->phasing = p->attacker = (uint8_t)f->first;
    guerre_refresh(t);
    st_go(t, STEP_START);
}

void guerre_setup(struct st_table *t)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);

    p->turn = 1;
    if (!f->open) {
        set_up_given(t);
        return;
    }
    p->attacker = p->phasing = (uint8_t)f->attacker;
    st_go(t, f->roles == ROLES_GIVEN ? STEP_TERRAIN_DIE : STEP_ROLE_A);
}

/* ---- roles and the number of pieces (5.13.1, 5.13.2) ------------------------------------- */

static void role_a_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "role %s", t->plan->side[0]);
}

static void role_a_take(struct st_table *t, int die)
{
    pos_of(t)->die = (uint8_t)die;
    st_go(t, STEP_ROLE_B);
}

static void role_b_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "role %s", t->plan->side[1]);
}

static void role_b_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);
    int first = p->die;

    p->die = 0;
    if (die == first) {
        st_go(t, STEP_ROLE_A);
        return;
    }
    p->attacker = p->phasing = die > first;
    st_tell(t, "5.13.1", "%s attacks", t->plan->side[p->attacker]);
    st_go(t, STEP_TERRAIN_DIE);
}

static void terrain_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "terrain");
}

static void terrain_take(struct st_table *t, int die)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);

    p->allowed = f->dice[die].pieces;
    st_tell(t, "5.13.2", "%d pieces", p->allowed);
    if (f->roles == ROLES_ENCOUNTER) {
        st_go(t, p->allowed ? STEP_KIND : STEP_EDGE_DIE);
        return;
    }
    p->stage = f->dice[die].river;
    p->flow.side = (uint8_t)defender(p);
    st_go(t, STEP_EDGE);
}

/* ---- pieces ------------------------------------------------------------------------------ */

/* 5.13.3: may the piece lie there, number in its place? */
static enum st_answer piece_fits(const struct st_table *t, const struct guerre_laid *l, int number,
                                 struct st_refusal *why)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    struct guerre_piece mine = guerre_laid_piece(l);

    if (!st_box_on(&mine.box, f->width, f->height))
        return st_refuse(why, "5.13.3", "it would lie off the table");
    for (int i = 0; i < p->nlaid; i++) {
        struct guerre_piece other = guerre_laid_piece(&p->laid[i]);
        bool on_hill = (mine.kind == FORT && other.kind < KINDS && f->crest[other.kind]) ||
                       (other.kind == FORT && f->crest[mine.kind]);

        if (i != number && other.kind < KINDS && !on_hill &&
            st_box_overlaps(&mine.box, &other.box, TOLERANCE))
            return st_refuse(why, "5.13.3", "it would lie %d mm inside %s",
                             mm_of(st_box_depth(&mine.box, &other.box)), f->piece_name[i]);
    }
    return ST_LEGAL;
}

static int pieces_standing(const struct guerre_pos *p)
{
    int n = 0;

    for (int i = 0; i < p->nlaid; i++)
        n += p->laid[i].kind ? 1 + p->laid[i].doubled : 0;
    return n;
}

static int of_kind(const struct guerre_pos *p, int kind)
{
    int n = 0;

    for (int i = 0; i < p->nlaid; i++)
        n += p->laid[i].kind == kind + 1 ? 1 + p->laid[i].doubled : 0;
    return n;
}

static void lay(struct st_table *t, const struct guerre_laid *l)
{
    struct guerre_pos *p = pos_of(t);

    st_assert(p->nlaid < MAX_LAID);
    p->laid[p->nlaid++] = *l;
    st_tell(t, "5.13.3", "%s is laid at %d %d", guerre_kinds[l->kind - 1], l->x, l->y);
}

/* ---- encounter: the dice build (5.13.1) -------------------------------------------------- */

static void kind_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "kind");
}

static void kind_take(struct st_table *t, int die)
{
    pos_of(t)->die = (uint8_t)die;
    st_go(t, STEP_KIND_X);
}

static void kind_x_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "x");
}

static void kind_x_take(struct st_table *t, int die)
{
    pos_of(t)->swaps = (uint8_t)die; /* kept for a moment */
    st_go(t, STEP_KIND_Y);
}

static void kind_y_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "y");
}

static void kind_y_take(struct st_table *t, int die)
{
    static const uint8_t kinds[] = { 0, WOOD, FIELD, HILL, BROKEN, MARSH, TOWN };
    struct guerre_pos *p = pos_of(t);
    struct guerre_laid l = { .x = (int16_t)(100 + 140 * (p->swaps - 1)),
                             .y = (int16_t)(150 + 60 * (die - 1)),
                             .w = 120,
                             .d = 100,
                             .kind = (uint8_t)(kinds[p->die] + 1) };

    if (of_kind(p, l.kind - 1) == OF_ONE_KIND || piece_fits(t, &l, -1, NULL))
        st_tell(t, "5.13.1", "%s is dropped", guerre_kinds[l.kind - 1]);
    else
        lay(t, &l);
    p->die = p->swaps = 0;
    p->allowed--;
    st_go(t, p->allowed ? STEP_KIND : STEP_EDGE_DIE);
}

static void go_swap(struct st_table *t, int side)
{
    struct guerre_pos *p = pos_of(t);

    p->allowed = p->stage = p->swaps = p->die = 0;
    p->flow.side = (uint8_t)side;
    st_go(t, STEP_SWAP);
}

static void edge_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "edge");
}

static void edge_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);

    p->edge_first = 1 + (die <= 3 ? EDGE_SOUTH : EDGE_NORTH);
    go_swap(t, p->attacker);
}

/* ---- the defender's edge and the river (5.13.5, 5.13.6) ---------------------------------- */

static void edge_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    for (int i = 0; i < 2; i++) {
        struct st_move m = st_move_1(VERB_EDGE, i);

        st_offer_add(o, &m);
    }
}

static enum st_answer edge_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    (void)t;
    return m->verb == VERB_EDGE
               ? ST_LEGAL
               : st_refuse(why, "5.13.6", "the defender chooses his edge: edge N or S");
}

static void edge_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);
    int first = defender(p) == 0 ? m->arg[0] : 1 - m->arg[0];

    p->edge_first = (uint8_t)(1 + first);
    st_go(t, p->stage ? STEP_RIVER : STEP_PLACE);
    p->stage = 0;
}

static void river_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    for (int i = 0; i < 2; i++) {
        struct st_move m = st_move_2(VERB_RIVER, i, 0);

        st_offer_add(o, &m);
    }
    struct st_move m = st_move_1(VERB_RIVER, 1);
    st_offer_family(o, &m, 1);
}

static enum st_answer river_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    (void)t;
    if (m->verb != VERB_RIVER)
        return st_refuse(why, "5.13.5", "a river instead of pieces? river Y or river N");
    if (m->arg[0] == 0 ? m->arg[1] != 0
                       : m->arg[1] && (m->arg[1] < RIVER_LOW || m->arg[1] > RIVER_HIGH))
        return st_refuse(why, "5.13.5", "a river at y %d; it lies between %d and %d", m->arg[1],
                         RIVER_LOW, RIVER_HIGH);
    return ST_LEGAL;
}

static void river_apply(struct st_table *t, const struct st_move *m)
{
    int y = m->arg[1] ? m->arg[1] : RIVER_MIDDLE;

    if (!m->arg[0]) {
        st_go(t, STEP_PLACE);
        return;
    }
    for (int i = 0; i < SECTIONS; i++) {
        struct guerre_laid l = { .x = (int16_t)(RIVER_LENGTH / 2 + i * RIVER_LENGTH),
                                 .y = (int16_t)y,
                                 .w = RIVER_LENGTH,
                                 .d = RIVER_WIDTH,
                                 .kind = RIVER + 1 };

        lay(t, &l);
    }
    pos_of(t)->flow.side = pos_of(t)->attacker;
    st_go(t, STEP_BRIDGE_DIE);
}

static void bridge_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "bridge");
}

static void bridge_take(struct st_table *t, int die)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);

    p->allowed = f->dice[die].bridges;
    for (int i = 0; i < p->nlaid && f->dice[die].dry; i++)
        p->laid[i].kind = DRY + 1;
    st_tell(t, "5.13.5", "%d bridges%s", p->allowed, f->dice[die].dry ? ", the river is dry" : "");
    if (p->allowed)
        st_go(t, STEP_BRIDGE);
    else
        go_swap(t, p->attacker);
}

static enum st_answer bridge_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);

    if (m->verb != VERB_BRIDGE)
        return st_refuse(why, "5.13.5", "%d bridges are to be laid: bridge X", p->allowed);
    if (m->arg[0] < BRIDGE_WIDTH / 2 || m->arg[0] > mm_of(plan_of(t)->width) - BRIDGE_WIDTH / 2)
        return st_refuse(why, "5.13.5", "a bridge at %d would lie off the table", m->arg[0]);
    for (int i = SECTIONS; i < p->nlaid; i++) {
        int gap = p->laid[i].x - m->arg[0];

        if (gap < BRIDGE_GAP && gap > -BRIDGE_GAP)
            return st_refuse(why, "5.13.5", "%d mm from the bridge at %d, at least %d",
                             gap < 0 ? -gap : gap, p->laid[i].x, BRIDGE_GAP);
    }
    return ST_LEGAL;
}

static void bridge_offer(const struct st_table *t, struct st_offer *o)
{
    for (int x = 50; x < mm_of(plan_of(t)->width); x += 50) {
        struct st_move m = st_move_1(VERB_BRIDGE, x);

        if (bridge_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
    struct st_move m = st_move_0(VERB_BRIDGE);
    st_offer_family(o, &m, 0);
}

static bool bridge_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    for (uint32_t i = 0;; i++) { /* two bridges leave most of the table free */
        *out = st_move_1(VERB_BRIDGE, (int)st_pick(seed, i, (uint32_t)mm_of(plan_of(t)->width)));
        if (bridge_check(t, out, NULL) == ST_LEGAL)
            return true;
    }
}

static void bridge_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);
    struct guerre_laid l = {
        .x = m->arg[0], .y = p->laid[0].y, .w = BRIDGE_WIDTH, .d = BRIDGE_LENGTH, .kind = BRIDGE + 1
    };

    lay(t, &l);
    if (--p->allowed == 0)
        go_swap(t, p->attacker);
}

/* ---- placing (5.13.3) -------------------------------------------------------------------- */

static enum st_answer size_fits(const struct st_move *m, bool *doubled, struct st_refusal *why)
{
    int kind = m->arg[0], w = m->arg[4], d = m->arg[5];
    int longer = w > d ? w : d, shorter = w > d ? d : w;

    *doubled = false;
    if (kind == FORT)
        return w < SIDE_MIN || w > FORT_LONG || d != 0
                   ? st_refuse(why, "5.13.3",
                               "a fortification is %d to %d mm long and has no depth", SIDE_MIN,
                               FORT_LONG)
                   : ST_LEGAL;
    if (kind == RIVER || kind == DRY || kind == BRIDGE)
        return st_refuse(why, "5.13.3", "%s cannot be placed as a piece", guerre_kinds[kind]);
    if (shorter < SIDE_MIN || longer > DOUBLE_LONG || shorter > DOUBLE_SHORT)
        return st_refuse(why, "5.13.3", "%d by %d; sides are %d mm at least, %d by %d at most", w,
                         d, SIDE_MIN, DOUBLE_LONG, DOUBLE_SHORT);
    *doubled = longer > PIECE_LONG || shorter > PIECE_SHORT;
    return ST_LEGAL;
}

static enum st_answer fort_near_edge(const struct st_table *t, const struct guerre_laid *l,
                                     struct st_refusal *why)
{
    struct guerre_piece line = guerre_laid_piece(l);
    bool north = guerre_edge_of(t, defender(pos_of(t))) == EDGE_NORTH;
    struct st_point corner[4];

    st_box_corners(corner, &line.box);
    for (int i = 0; i < 4; i++) {
        int32_t far = north ? plan_of(t)->height - corner[i].y : corner[i].y;

        if (far > FORT_ZONE * ST_MM)
            return st_refuse(why, "5.13.3",
                             "it would reach %d mm from the defender's edge, at most %d",
                             mm_of(far), FORT_ZONE);
    }
    return ST_LEGAL;
}

static enum st_answer piece_of_move(const struct st_table *t, const struct st_move *m,
                                    struct guerre_laid *l, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    bool doubled;

    if (size_fits(m, &doubled, why))
        return ST_REFUSED;
    if (m->arg[1] < 0 || m->arg[2] < 0 || m->arg[1] > mm_of(plan_of(t)->width) ||
        m->arg[2] > mm_of(plan_of(t)->height) || m->arg[3] < 0 || m->arg[3] >= ST_TURN)
        return st_refuse(why, "5.13.3", "no such place or heading: %d %d %d", m->arg[1], m->arg[2],
                         m->arg[3]);
    *l = (struct guerre_laid){ m->arg[1], m->arg[2], m->arg[3],
                               m->arg[4], m->arg[5], (uint8_t)(m->arg[0] + 1),
                               doubled };
    if (pieces_standing(p) + 1 + doubled > p->allowed)
        return st_refuse(why, "5.13.3", "it counts %d, %d of %d pieces are placed", 1 + doubled,
                         pieces_standing(p), p->allowed);
    if (of_kind(p, m->arg[0]) + 1 + doubled > OF_ONE_KIND)
        return st_refuse(why, "5.13.3", "at most two pieces of a kind");
    if (m->arg[0] == FORT && fort_near_edge(t, l, why))
        return ST_REFUSED;
    return piece_fits(t, l, -1, why);
}

static enum st_answer place_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    struct guerre_laid l;

    if (m->verb == VERB_PASS)
        return ST_LEGAL;
    if (m->verb != VERB_PLACE)
        return st_refuse(why, "5.13.3", "place a piece, or pass");
    return piece_of_move(t, m, &l, why);
}

static struct st_move place_move(int kind, int x, int y, int h, int w, int d)
{
    return st_move_make(VERB_PLACE, 6, kind, x, y, h, w, d);
}

static void place_offer(const struct st_table *t, struct st_offer *o)
{
    static const uint8_t kinds[] = { WOOD, FIELD, TOWN, MARSH, BROKEN, HILL, STEEP };
    struct st_move m = st_move_0(VERB_PASS);
    int north = guerre_edge_of(t, defender(pos_of(t))) == EDGE_NORTH;

    st_offer_add(o, &m);
    for (int k = 0; k < 7; k++)
        for (int x = 150; x <= 750; x += 200)
            for (int y = 200; y <= 400; y += 100) {
                m = place_move(kinds[k], x, y, 0, 160, 100);
                if (!o->enough && place_check(t, &m, NULL) == ST_LEGAL)
                    st_offer_add(o, &m);
            }
    for (int x = 250; x <= 650; x += 200) {
        m = place_move(FORT, x, north ? 430 : 170, north ? ABOUT : AHEAD, FORT_LONG, 0);
        if (!o->enough && place_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
    m = st_move_0(VERB_PLACE);
    st_offer_family(o, &m, 0);
}

static bool place_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    enum { TRIES = 4 };

    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t n = 10 * i;
        int kind = (int)st_pick(seed, n, KINDS);

        *out = place_move(kind, (int)st_pick(seed, n + 1, 901), (int)st_pick(seed, n + 2, 601),
                          st_pick(seed, n + 3, 2) ? 0 : (int)st_pick(seed, n + 4, ST_TURN),
                          40 + (int)st_pick(seed, n + 5, 180),
                          kind == FORT ? 0 : 40 + (int)st_pick(seed, n + 6, 130));
        if (place_check(t, out, NULL) == ST_LEGAL)
            return true;
    }
    *out = st_move_0(VERB_PASS);
    return true;
}

static void ground_is_built(struct st_table *t)
{
    enum { REMOVABLE = 3 };
    struct guerre_pos *p = pos_of(t);

    p->flow.side = p->attacker;
    if (pieces_standing(p) >= REMOVABLE)
        st_go(t, STEP_REMOVE_DIE);
    else
        go_swap(t, p->attacker);
}

static void place_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);
    struct guerre_laid l;

    if (m->verb == VERB_PASS) {
        ground_is_built(t);
        return;
    }
    enum st_answer legal = piece_of_move(t, m, &l, NULL);
    st_assert(legal == ST_LEGAL);
    lay(t, &l);
    if (pieces_standing(p) == p->allowed)
        ground_is_built(t);
}

/* ---- removal (5.13.4) -------------------------------------------------------------------- */

static void remove_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "remove");
}

static void remove_take(struct st_table *t, int die)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);
    bool may = pieces_standing(p) == 3 ? f->dice[die].remove3 : f->dice[die].remove45;

    if (may)
        st_go(t, STEP_REMOVE);
    else
        go_swap(t, p->attacker);
}

static enum st_answer remove_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int i = m->arg[0];

    if (m->verb == VERB_PASS)
        return ST_LEGAL;
    if (m->verb != VERB_REMOVE && m->verb != VERB_TURN)
        return st_refuse(why, "5.13.4", "remove a piece, turn one, or pass");
    if (i >= p->nlaid || !p->laid[i].kind)
        return st_refuse(why, "5.13.4", "there is no %s", plan_of(t)->piece_name[i]);
    if (p->laid[i].kind == FORT + 1)
        return st_refuse(why, "5.13.4", "a fortification is neither removed nor turned");
    if (m->verb == VERB_REMOVE)
        return ST_LEGAL;
    if (m->arg[1] < 0 || m->arg[1] >= ST_TURN)
        return st_refuse(why, "5.13.4", "no heading %d", m->arg[1]);
    struct guerre_laid l = p->laid[i];
    l.h = m->arg[1];
    struct st_refusal no = { "", "" };
    if (piece_fits(t, &l, i, &no))
        return st_refuse(why, "5.13.4", "turned so, %s", no.text);
    return ST_LEGAL;
}

static void remove_offer(const struct st_table *t, struct st_offer *o)
{
    const struct guerre_pos *p = pos_of(t);
    struct st_move m = st_move_0(VERB_PASS);

    st_offer_add(o, &m);
    for (int i = 0; i < p->nlaid; i++) {
        m = st_move_1(VERB_REMOVE, i);
        if (remove_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
        m = st_move_2(VERB_TURN, i, RIGHT);
        if (remove_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
    m = st_move_0(VERB_TURN);
    st_offer_family(o, &m, 0);
}

static bool remove_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    int i = (int)st_pick(seed, 1, pos_of(t)->nlaid);

    *out = st_pick(seed, 0, 2) ? st_move_1(VERB_REMOVE, i)
                               : st_move_2(VERB_TURN, i, (int)st_pick(seed, 2, ST_TURN));
    if (remove_check(t, out, NULL))
        *out = st_move_0(VERB_PASS);
    return true;
}

static void remove_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);

    if (m->verb == VERB_REMOVE)
        p->laid[m->arg[0]] = (struct guerre_laid){ 0 };
    else if (m->verb == VERB_TURN)
        p->laid[m->arg[0]].h = m->arg[1];
    go_swap(t, p->attacker);
}

/* ---- exchange (5.14.1) ------------------------------------------------------------------- */

static enum st_answer swap_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int e = m->arg[0];

    if (m->verb == VERB_PASS)
        return ST_LEGAL;
    if (m->verb != VERB_SWAP)
        return st_refuse(why, "5.14.1", "swap an element for light foot, or pass");
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
    struct st_move m = st_move_0(VERB_PASS);

    st_offer_add(o, &m);
    for (uint64_t left = plan_of(t)->of_side[pos_of(t)->flow.side]; left;) {
        m = st_move_1(VERB_SWAP, take_element(&left));
        if (swap_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
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
    return st_move_make(VERB_DEPLOY, 4, e, x, y, h);
}

/* Places are sought on a coarse grid, facing the enemy: so far ahead of the edge, so far east. */
struct grid {
    int ahead, x, ahead_least, x_most, step_ahead, step_x, x_first;
    bool north;
};

static struct grid grid_of(const struct st_table *t, int e)
{
    enum { STEP_AHEAD = 5, STEP_X = 10, HALF_MM = HALF_FRONT / ST_MM };
    int side = pos_of(t)->flow.side, first = SHORT_EDGE + HALF_MM;

    return (struct grid){ .ahead = side == pos_of(t)->attacker ? ATTACKER_ZONE : DEFENDER_ZONE,
                          .x = first,
                          .ahead_least = mm_of(depth_of(t, e)),
                          .x_most = mm_of(plan_of(t)->width) - first,
                          .step_ahead = STEP_AHEAD,
                          .step_x = STEP_X,
                          .x_first = first,
                          .north = guerre_edge_of(t, side) == EDGE_NORTH };
}

/* The present place of the grid, if e may stand there; the grid goes on to the next one. */
static bool grid_place(const struct st_table *t, int e, struct grid *g, struct st_move *out)
{
    int y = g->north ? mm_of(plan_of(t)->height) - g->ahead : g->ahead;
    struct st_pose pose = { .at = st_point_mm(g->x, y), .facing = g->north ? ABOUT : AHEAD };
    struct st_box base = base_at(pose, depth_of(t, e));

    *out = deploy_move(e, g->x, y, pose.facing);
    g->x += g->step_x;
    if (g->x > g->x_most) {
        g->x = g->x_first;
        g->ahead -= g->step_ahead;
    }
    return place_fits(t, e, &base, NULL) == ST_LEGAL;
}

/* The n-th free place; false if there are fewer. A player may pass only when there is none
 * (reading 35). */
static bool free_place(const struct st_table *t, int e, int n, struct st_move *out)
{
    for (struct grid g = grid_of(t, e); g.ahead >= g.ahead_least;)
        if (grid_place(t, e, &g, out) && n-- == 0)
            return true;
    return false;
}

/* The free place nearest to its post. */
static bool nearest_place(const struct st_table *t, int e, struct st_move *out)
{
    struct st_point post = guerre_post(t, e).at;
    int64_t least2 = INT64_MAX;
    struct st_move m;

    for (struct grid g = grid_of(t, e); g.ahead >= g.ahead_least;) {
        if (!grid_place(t, e, &g, &m))
            continue;
        int64_t gap2 = st_gap2(post, st_point_mm(m.arg[1], m.arg[2]));
        if (gap2 < least2) {
            least2 = gap2;
            *out = m;
        }
    }
    return least2 < INT64_MAX;
}

static bool stuck(const struct st_table *t)
{
    struct st_move m;

    for (uint64_t left = deployable(t); left;)
        if (free_place(t, take_element(&left), 0, &m))
            return false;
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
    if (m->verb != VERB_DEPLOY)
        return st_refuse(why, "5.14.2", "deploy ELEMENT X Y H");
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
    bool any = false;

    st_offer_family(o, &m, 0);
    for (uint64_t left = deployable(t); left && !o->enough;) {
        int e = take_element(&left);

        if (!post_free(t, e, &m) && !nearest_place(t, e, &m))
            continue; /* no room at all for one so deep */
        struct st_move best = m;
        st_offer_add(o, &best);
        any = true;
        for (int n = 0; n < 32 && !o->enough && free_place(t, e, n, &m); n += 16)
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
    if (free_place(t, e, 0, out))
        return true;
    for (left = deployable(t); left;)
        if (free_place(t, take_element(&left), 0, out))
            return true;
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

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_role_a = ST_ROLLS("role of A", "5.13.1", role_a_die, role_a_take);
const struct st_step guerre_step_role_b = ST_ROLLS("role of B", "5.13.1", role_b_die, role_b_take);
const struct st_step guerre_step_terrain_die =
    ST_ROLLS("terrain die", "5.13.2", terrain_die, terrain_take);
const struct st_step guerre_step_edge = {
    "edge", "5.13.6", ST_DECIDE, .offer = edge_offer, .check = edge_check, .apply = edge_apply,
};
const struct st_step guerre_step_river = {
    "river", "5.13.5", ST_DECIDE, .offer = river_offer, .check = river_check, .apply = river_apply,
};
const struct st_step guerre_step_place = {
    "place",
    "5.13.3",
    ST_DECIDE,
    .offer = place_offer,
    .check = place_check,
    .apply = place_apply,
    .sample = place_sample,
};
const struct st_step guerre_step_remove_die =
    ST_ROLLS("removal die", "5.13.4", remove_die, remove_take);
const struct st_step guerre_step_remove = {
    "removal",
    "5.13.4",
    ST_DECIDE,
    .offer = remove_offer,
    .check = remove_check,
    .apply = remove_apply,
    .sample = remove_sample,
};
const struct st_step guerre_step_bridge_die =
    ST_ROLLS("bridge die", "5.13.5", bridge_die, bridge_take);
const struct st_step guerre_step_bridge = {
    "bridge",
    "5.13.5",
    ST_DECIDE,
    .offer = bridge_offer,
    .check = bridge_check,
    .apply = bridge_apply,
    .sample = bridge_sample,
};
const struct st_step guerre_step_kind = ST_ROLLS("kind of a piece", "5.13.1", kind_die, kind_take);
const struct st_step guerre_step_kind_x =
    ST_ROLLS("x of a piece", "5.13.1", kind_x_die, kind_x_take);
const struct st_step guerre_step_kind_y =
    ST_ROLLS("y of a piece", "5.13.1", kind_y_die, kind_y_take);
const struct st_step guerre_step_edge_die = ST_ROLLS("edge die", "5.13.1", edge_die, edge_take);
const struct st_step guerre_step_swap = {
    "exchange", "5.14.1", ST_DECIDE, .offer = swap_offer, .check = swap_check, .apply = swap_apply,
};
const struct st_step guerre_step_deploy = {
    "deployment",
    "5.14.2",
    ST_DECIDE,
    .offer = deploy_offer,
    .check = deploy_check,
    .apply = deploy_apply,
    .sample = deploy_sample,
};
