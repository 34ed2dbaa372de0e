/* guerre_setup.c - 4.1, 5.13: roles, building the ground. */
#include "guerre/guerre.h"

#include "base/philox.h"

enum { RIVER_LENGTH = 300, RIVER_WIDTH = 40, RIVER_LOW = 150, RIVER_HIGH = 450, RIVER_MIDDLE = 300,
       BRIDGE_WIDTH = 50, BRIDGE_LENGTH = 60, BRIDGE_GAP = 100, SECTIONS = 3 };
enum { PIECE_LONG = 200, PIECE_SHORT = 150, DOUBLE_LONG = 400, DOUBLE_SHORT = 300, SIDE_MIN = 40,
       FORT_LONG = 160, FORT_ZONE = 200, OF_ONE_KIND = 2 };

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

static void kind_take(struct st_table *t, int die)
{
    pos_of(t)->die = (uint8_t)die;
    st_go(t, STEP_KIND_X);
}

static void kind_x_take(struct st_table *t, int die)
{
    pos_of(t)->swaps = (uint8_t)die; /* kept for a moment */
    st_go(t, STEP_KIND_Y);
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

/* What is still to be built, or the exchange of elements, which the attacker begins. */
static void go_or_swap(struct st_table *t, bool more, int step)
{
    if (more)
        st_go(t, step);
    else
        go_swap(t, pos_of(t)->attacker);
}

static void edge_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);

    p->edge_first = 1 + (die <= 3 ? EDGE_SOUTH : EDGE_NORTH);
    go_swap(t, p->attacker);
}

/* ---- the defender's edge and the river (5.13.5, 5.13.6) ---------------------------------- */

static void edge_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);
    int first = defender(p) == 0 ? m->arg[0] : 1 - m->arg[0];

    p->edge_first = (uint8_t)(1 + first);
    st_go(t, p->stage ? STEP_RIVER : STEP_PLACE);
    p->stage = 0;
}

static void river_offer(const struct st_table *t ST_IDLE, struct st_offer *o)
{
    struct st_move m = st_move_1(VERB_RIVER, 1);

    for (int i = 0; i < 2; i++)
        st_offer_this(o, st_move_2(VERB_RIVER, i, 0));
    st_offer_family(o, &m, 1);
}

static enum st_answer river_check(const struct st_table *t ST_IDLE, const struct st_move *m,
                                  struct st_refusal *why)
{
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

static void bridge_take(struct st_table *t, int die)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);

    p->allowed = f->dice[die].bridges;
    for (int i = 0; i < p->nlaid && f->dice[die].dry; i++)
        p->laid[i].kind = DRY + 1;
    st_tell(t, "5.13.5", "%d bridges%s", p->allowed, f->dice[die].dry ? ", the river is dry" : "");
    go_or_swap(t, p->allowed, STEP_BRIDGE);
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
    for (int x = 50; x < mm_of(plan_of(t)->width); x += 50)
        st_offer_legal(t, o, st_move_1(VERB_BRIDGE, x));
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

    return piece_of_move(t, m, &l, why);
}

static struct st_move place_move(int kind, int x, int y, int h, int w, int d)
{
    return st_move_make(VERB_PLACE, 6, kind, x, y, h, w, d);
}

static void place_offer(const struct st_table *t, struct st_offer *o)
{
    static const uint8_t kinds[] = { WOOD, FIELD, TOWN, MARSH, BROKEN, HILL, STEEP };
    struct st_move free = st_move_0(VERB_PLACE);
    int north = guerre_edge_of(t, defender(pos_of(t))) == EDGE_NORTH;

    st_offer_this(o, st_move_0(VERB_PASS));
    for (int k = 0; k < 7; k++)
        for (int x = 150; x <= 750; x += 200)
            for (int y = 200; y <= 400; y += 100)
                st_offer_legal(t, o, place_move(kinds[k], x, y, 0, 160, 100));
    for (int x = 250; x <= 650; x += 200)
        st_offer_legal(t, o, place_move(FORT, x, north ? 430 : 170, north ? ABOUT : AHEAD, FORT_LONG, 0));
    st_offer_family(o, &free, 0);
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
    go_or_swap(t, pieces_standing(p) >= REMOVABLE, STEP_REMOVE_DIE);
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

static void remove_take(struct st_table *t, int die)
{
    const struct guerre_plan *f = plan_of(t);
    struct guerre_pos *p = pos_of(t);
    bool may = pieces_standing(p) == 3 ? f->dice[die].remove3 : f->dice[die].remove45;

    go_or_swap(t, may, STEP_REMOVE);
}

static enum st_answer remove_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int i = m->arg[0];

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
    struct st_move free = st_move_0(VERB_TURN);

    st_offer_this(o, st_move_0(VERB_PASS));
    for (int i = 0; i < pos_of(t)->nlaid; i++) {
        st_offer_legal(t, o, st_move_1(VERB_REMOVE, i));
        st_offer_legal(t, o, st_move_2(VERB_TURN, i, RIGHT));
    }
    st_offer_family(o, &free, 0);
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

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_role_a = ST_ROLLS("role of A", "5.13.1", role_a_die, role_a_take);
const struct st_step guerre_step_role_b = ST_ROLLS("role of B", "5.13.1", role_b_die, role_b_take);
const struct st_step guerre_step_terrain_die =
    ST_ROLLS_DIE("terrain die", "5.13.2", "terrain", terrain_take);
const struct st_step guerre_step_edge =
    ST_EITHER("edge", "5.13.6", VERB_EDGE, edge_apply,
              .wants = "the defender chooses his edge: edge N or S");
const struct st_step guerre_step_river =
    ST_DECIDES("river", "5.13.5", river_offer, river_check, river_apply, .takes = ST_VERB(VERB_RIVER),
               .wants = "a river instead of pieces? river Y or river N");
const struct st_step guerre_step_place =
    ST_DECIDES("place", "5.13.3", place_offer, place_check, place_apply, .sample = place_sample,
               .takes = ST_VERB(VERB_PLACE), .always = ST_VERB(VERB_PASS),
               .wants = "place a piece, or pass");
const struct st_step guerre_step_remove_die =
    ST_ROLLS_DIE("removal die", "5.13.4", "remove", remove_take);
const struct st_step guerre_step_remove =
    ST_DECIDES("removal", "5.13.4", remove_offer, remove_check, remove_apply, .sample = remove_sample,
               .takes = ST_VERBS(VERB_REMOVE, VERB_TURN), .always = ST_VERB(VERB_PASS),
               .wants = "remove a piece, turn one, or pass");
const struct st_step guerre_step_bridge_die =
    ST_ROLLS_DIE("bridge die", "5.13.5", "bridge", bridge_take);
const struct st_step guerre_step_bridge =
    ST_DECIDES("bridge", "5.13.5", bridge_offer, bridge_check, bridge_apply,
               .sample = bridge_sample);
const struct st_step guerre_step_kind =
    ST_ROLLS_DIE("kind of a piece", "5.13.1", "kind", kind_take);
const struct st_step guerre_step_kind_x = ST_ROLLS_DIE("x of a piece", "5.13.1", "x", kind_x_take);
const struct st_step guerre_step_kind_y = ST_ROLLS_DIE("y of a piece", "5.13.1", "y", kind_y_take);
const struct st_step guerre_step_edge_die = ST_ROLLS_DIE("edge die", "5.13.1", "edge", edge_take);
