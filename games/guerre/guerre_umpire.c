/* guerre_umpire.c - what an umpire may look at and set (fields), what must always hold, and rulings. */
#include "guerre/guerre.h"

#include <string.h>

/* ---- where an element stands ------------------------------------------------------------- */

static enum st_answer may_have(const struct st_table *t, int e, int v, struct st_refusal *why)
{
    if (v && !has(pos_of(t)->present, e))
        return st_refuse(why, "3.2", "%s is not on the table", name_of(t, e));
    return ST_LEGAL;
}

static enum st_answer may_stand(const struct st_table *t, int e, int v ST_IDLE, struct st_refusal *why)
{
    return may_have(t, e, true, why);
}

static void engage_anew(struct st_table *t, int e ST_IDLE)
{
    guerre_refresh(t);
}

const char *const guerre_states[] = { "alive", "lost", "reserve", "escaped", NULL };

int guerre_state(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    return has(p->present, e)   ? STATE_ALIVE
           : has(p->lost, e)    ? STATE_LOST
           : has(p->escaped, e) ? STATE_ESCAPED
                                : STATE_RESERVE;
}

static enum st_answer set_status(struct st_table *t, int e, int v, struct st_refusal *why)
{
    struct guerre_pos *p = pos_of(t);

    if (v < 0 || v > STATE_ESCAPED)
        return st_refuse(why, "3.2", "no such status");
    if (v == STATE_ALIVE)
        return st_refuse(why, "3.2", "%s cannot come back", name_of(t, e));
    if (v == STATE_LOST) {
        guerre_lose(t, e, "3.2", "by the umpire's word");
    } else {
        guerre_take_off(t, e);
        p->escaped = v == STATE_ESCAPED ? p->escaped | bit(e) : p->escaped & ~bit(e);
    }
    p->lost = v == STATE_LOST ? p->lost | bit(e) : p->lost & ~bit(e);
    guerre_refresh(t);
    return ST_LEGAL;
}

/* ---- flags and counts -------------------------------------------------------------------- */

/* It follows from the poses who can be one: what is not refused stays. */
static enum st_answer may_initiate(const struct st_table *t, int e, int v, struct st_refusal *why)
{
    if (v && !has(pos_of(t)->front, e))
        return st_refuse(why, "5.4.9", "the front of %s is engaged with nobody", name_of(t, e));
    return ST_LEGAL;
}

static enum st_answer may_abandon(const struct st_table *t, int e, int v, struct st_refusal *why)
{
    if (v && !artillery(type_of(t, e)))
        return st_refuse(why, "5.6.18", "%s is no artillery", name_of(t, e));
    return may_have(t, e, v, why);
}

static enum st_answer may_meet(const struct st_table *t, int e, int v, struct st_refusal *why)
{
    bool element = v < plan_of(t)->nelements;

    if (v >= 0 && !(element && has(pos_of(t)->initiator, e) && has(on_table(t, 1 - side_of(t, e)), v)))
        return st_refuse(why, "5.4.9", "fresh is an enemy on the table, of an initiator");
    return ST_LEGAL;
}

static enum st_answer may_be_turn(const struct st_table *t, int none ST_IDLE, int v,
                                  struct st_refusal *why)
{
    int most = plan_of(t)->turns;

    return most && v > most ? st_refuse(why, "5.11.9", "turn is 1 to %d", most) : ST_LEGAL;
}

static enum st_answer may_have_points(const struct st_table *t, int none ST_IDLE, int v ST_IDLE,
                                      struct st_refusal *why)
{
    if (pos_of(t)->flow.step[0] != STEP_MOVE)
        return st_refuse(why, "5.2.3", "there are points in the movement phase only");
    return ST_LEGAL;
}

/* ---- what is worked out ------------------------------------------------------------------ */

static int get_swiss(const struct st_table *t, int e) /* 5.14.1: not those exchanged */
{
    return plan_of(t)->element[e].swiss && !has(pos_of(t)->swapped, e);
}

static int get_commanded(const struct st_table *t, int e)
{
    return guerre_lack(t, bit(e), NULL) == LACKS_NOTHING;
}

static int get_slow(const struct st_table *t, int e)
{
    struct st_box base = base_of(t, e);

    return guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->slow);
}

static int get_harsh(const struct st_table *t, int e)
{
    struct st_box base = base_of(t, e);

    return guerre_harsh(t, &base);
}

static int get_zoned(const struct st_table *t, int e)
{
    struct st_box base = base_of(t, e);

    return guerre_zones_at(t, &base, side_of(t, e), bit(e)) != 0;
}

static int get_file(const struct st_table *t, int e)
{
    int file[MAX_ELEMENTS];

    return guerre_file(t, e, file);
}

static struct guerre_piece piece_of(const struct st_table *t, int i) /* kind KINDS: none there */
{
    return i < guerre_npieces(t) ? guerre_piece(t, i) : (struct guerre_piece){ .kind = KINDS };
}

static int get_kind(const struct st_table *t, int i)
{
    int kind = piece_of(t, i).kind;

    return kind < KINDS ? kind : -1;
}

static int get_piece_x(const struct st_table *t, int i)
{
    return piece_of(t, i).box.pose.at.x;
}

static int get_piece_y(const struct st_table *t, int i)
{
    return piece_of(t, i).box.pose.at.y;
}

static int get_piece_h(const struct st_table *t, int i)
{
    return piece_of(t, i).box.pose.facing;
}

/* ---- the fields -------------------------------------------------------------------------- */

static const char *const edge_words[] = { "north", "south", NULL };
static const char *const outcome_words[] = { "playing", "first", "second", "draw", NULL };

#define ONE(member)  .in = ST_ONE(struct guerre_pos, member)
#define EACH(member) .in = ST_EACH(struct guerre_pos, member)
#define POSE(member) .in = ST_IN(struct guerre_pos, pose, member)
#define BIT(member)  .in = ST_BIT(struct guerre_pos, member)
#define FLAG         .para = "3.2", .hi = 1, .may = may_have
#define STANDS(para_) .para = para_, .may = may_stand, .then = engage_anew
#define PRESENT      .when = ST_BIT(struct guerre_pos, present), .or_0 = true

/* What is worked out, and from what alone. */
static const struct st_member on_sets[] = { ST_BIT(struct guerre_pos, present), ST_BIT(struct guerre_pos, lost),
                                            ST_BIT(struct guerre_pos, escaped), { 0 } };

static const struct st_field fields[] = {
    { "status", "where it is", "element", .symbol = guerre_states, .get = guerre_state,
      .on = on_sets, .set = set_status },
    { "x", "front midpoint, mm from the west edge", "element", POSE(at.x), STANDS("5.1.11"),
      .most = ST_ONE(struct guerre_plan, width), .per = ST_MM },
    { "y", "front midpoint, mm from the south edge", "element", POSE(at.y), STANDS("5.1.11"),
      .most = ST_ONE(struct guerre_plan, height), .per = ST_MM },
    { "h", "heading, quarter degrees", "element", POSE(facing), STANDS("5.1.2"), .hi = ST_TURN - 1 },
    { "type", "type", "element", .symbol = guerre_types, .get = type_of },
    { "grade", "grade", "element", .symbol = guerre_grades, .get = grade_of },
    { "swiss", "Swiss", "element", .get = get_swiss },
    { "speed", "speed in mm", "element", .get = guerre_speed },
    { "moved", "has acted in this player turn", "element", BIT(moved), FLAG },
    { "shot", "has fired, replied or supported", "element", BIT(shot), FLAG },
    { "fought", "has been a principal in melee", "element", BIT(fought), FLAG },
    { "rounds", "rounds fought in this player turn", "element", EACH(rounds), ST_UP_TO("3.2", 3), .may = may_have },
    { "recoils", "melee recoils running", "element", EACH(recoils), ST_UP_TO("3.2", 2),
      .may = may_have },
    { "fled", "has fled and not acted since", "element", BIT(fled), FLAG },
    { "abandoned", "gun without crew", "element", BIT(abandoned), ST_UP_TO("5.6.18", 1), .may = may_abandon,
      .then = engage_anew }, /* the front of an abandoned gun engages nobody */
    { "initiator", "has started its melee", "element", BIT(initiator), ST_UP_TO("5.4.9", 1),
      .may = may_initiate },
    { "fresh", "enemy newly contacted", "element", "element", EACH(fresh), .from = 1, .para = "5.4.9",
      .lo = -1, .hi = MAX_ELEMENTS - 1, .may = may_meet },
    { "since_turn", "engaged when the turn began", "element", BIT(since), FLAG },
    { "routing", "routing", "element", BIT(routing), FLAG },
    { "engaged", "engaged", "element", BIT(engaged) },
    { "front", "engaged with its front", "element", BIT(front) },
    { "height", "height on a hill", "element", .get = guerre_height, PRESENT },
    { "commanded", "within command, in sight", "element", .get = get_commanded, PRESENT },
    { "slow", "in slow ground", "element", .get = get_slow, PRESENT },
    { "harsh", "in harsh ground", "element", .get = get_harsh, PRESENT },
    { "zone", "in an enemy zone of control", "element", .get = get_zoned, PRESENT },
    { "zoned", "in an enemy zone of control", "element", .get = get_zoned, PRESENT, .old = true },
    { "file", "elements in its file", "element", .get = get_file, PRESENT },
    { "lost", "loss points", "side", EACH(loss), ST_UP_TO("5.11.1", 99) },
    { "losses", "loss points", "side", EACH(loss), ST_UP_TO("5.11.1", 99), .old = true },
    { "rout_level", "rout level", "side", .fixed = ST_EACH(struct guerre_plan, rout) },
    { "edge", "edge of the table", "side", .symbol = edge_words, .get = guerre_edge_of },
    { "kind", "kind of terrain", "piece", "kind", .get = get_kind },
    { "x", "centre, mm from the west edge", "piece", .get = get_piece_x, .per = ST_MM },
    { "y", "centre, mm from the south edge", "piece", .get = get_piece_y, .per = ST_MM },
    { "h", "heading, quarter degrees", "piece", .get = get_piece_h },
    { "turn", "turn", ONE(turn), .para = "5.11.9", .lo = 1, .hi = 99, .may = may_be_turn },
    { "acting", "phasing side", .kind = "side", ONE(phasing) },
    { "phasing", "phasing side", .kind = "side", ONE(phasing), .old = true },
    { "cp", "command points left", ONE(cp), ST_UP_TO("5.2.3", 60), .may = may_have_points },
    { "free_used", "the commander's own point is used", ONE(free_used) },
    { "attacker", "attacker", .kind = "side", ONE(attacker) },
    { "pursuit", "a pursuit is on", .whole = guerre_in_pursuit },
    { "outcome", "who has won", .symbol = outcome_words, ONE(outcome) },
    { "allowed", "pieces or bridges to lay", ONE(allowed) },
};
const struct st_fields guerre_fields = { ST_ROWS(fields) };

/* ---- invariants -------------------------------------------------------------------------- */

static enum st_answer element_sane(const struct st_table *t, int e, struct st_refusal *why)
{
    enum { SLACK = 8 }; /* um: an about-face may shift a slanting base by one or two */
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    struct st_box base = base_of(t, e);
    struct st_point corner[4];

    if (p->pose[e].facing < 0 || p->pose[e].facing >= ST_TURN || p->pose[e].spare ||
        !st_on_plane(p->pose[e].at))
        return st_refuse(why, "5.1.3", "%s has an impossible pose", name_of(t, e));
    st_box_corners(corner, &base);
    for (int i = 0; i < 4; i++)
        if (corner[i].x < -SLACK || corner[i].x > f->width + SLACK || corner[i].y < -SLACK ||
            corner[i].y > f->height + SLACK)
            return st_refuse(why, "5.1.11", "%s is off the table", name_of(t, e));
    for (uint64_t left = p->present & (bit(e) - 1); left;) {
        int x = take_element(&left);
        struct st_box other = base_of(t, x);

        if (st_box_overlaps(&base, &other, TOLERANCE + SLACK))
            return st_refuse(why, "5.1.8", "%s stands %d um inside %s", name_of(t, e),
                             st_box_depth(&base, &other), name_of(t, x));
    }
    return ST_LEGAL;
}

static enum st_answer absent_sane(const struct st_table *t, int e, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    uint64_t flags = p->moved | p->shot | p->fought | p->fled | p->abandoned | p->initiator |
                     p->since | p->routing | p->engaged | p->front;

    if (has(flags, e) || p->fresh[e] || p->rounds[e] || p->recoils[e] || p->pose[e].at.x ||
        p->pose[e].at.y || p->pose[e].facing || p->pose[e].spare)
        return st_refuse(why, "3.2", "element %d has left something behind", e);
    return ST_LEGAL;
}

/* In the middle of a shot or a round: those whose dice are awaited stand on the table. */
static enum st_answer fight_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];
    bool after = step == STEP_FOLLOW || step == STEP_FIGHT_ON; /* the loser may be gone */
    int a = after ? p->fight.follower - 1 : p->fight.p, b = after ? a : p->fight.n;

    if (a < 0)
        return st_refuse(why, "5.10.3", "nobody has followed up");
    if (!has(p->present, a) || !has(p->present, b))
        return st_refuse(why, "5.7.2", "%s is in the middle of a fight",
                         name_of(t, has(p->present, a) ? b : a));
    return ST_LEGAL;
}

enum st_answer guerre_sane(const struct st_table *t, struct st_refusal *why)
{
    static const struct guerre_fight nothing;
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    uint64_t all = f->of_side[0] | f->of_side[1];

    if ((p->present | p->lost | p->escaped) & ~all || p->present & (p->lost | p->escaped) ||
        p->lost & p->escaped)
        return st_refuse(why, "3.2", "an element is in two places");
    for (int e = 0; e < MAX_ELEMENTS; e++)
        if (has(p->present, e) ? element_sane(t, e, why) : absent_sane(t, e, why))
            return ST_REFUSED;
    if (p->flow.depth == 0) {
        struct guerre_pos copy = *p;
        struct st_table other = { t->plan, &copy, NULL };

        guerre_refresh(&other);
        if (memcmp(&copy, p, sizeof copy) != 0)
            return st_refuse(why, "5.4.5", "who is engaged does not follow from the poses");
        if (memcmp(&p->fight, &nothing, sizeof nothing) != 0)
            return st_refuse(why, "4.2", "a combat has left fields behind");
    } else if (fight_sane(t, why)) {
        return ST_REFUSED;
    }
    if (p->turn < 1 || p->phasing > 1 || p->flow.side > 1 || p->outcome > OUTCOME_DRAW)
        return st_refuse(why, "3.2", "turn %d, phasing %d", p->turn, p->phasing);
    return ST_LEGAL;
}

/* ---- the umpire's word ------------------------------------------------------------------- */

static enum st_answer stands_well(struct st_table *t, const struct guerre_pos *before,
                                  struct st_refusal *why)
{
    guerre_refresh(t);
    if (guerre_sane(t, why) == ST_LEGAL)
        return ST_LEGAL;
    memcpy(t->pos, before, sizeof *before);
    return ST_REFUSED;
}

/* Placements are carried out wherever an element can stand; the rest has no sense outside its
 * rules. */
enum st_answer guerre_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    struct guerre_pos *p = pos_of(t), before = *p;
    int e = m->arg[0];

    switch (m->verb) {
    case VERB_DEPLOY:
        if (m->arg[3] < 0 || m->arg[3] >= ST_TURN || m->arg[1] < 0 || m->arg[2] < 0 ||
            m->arg[1] > mm_of(plan_of(t)->width) || m->arg[2] > mm_of(plan_of(t)->height))
            return st_refuse(why, "5.1.11", "no place on the table");
        p->lost &= ~bit(e);
        p->escaped &= ~bit(e);
        p->present |= bit(e);
        p->pose[e] =
            (struct st_pose){ .at = st_point_mm(m->arg[1], m->arg[2]), .facing = m->arg[3] };
        return stands_well(t, &before, why);
    case VERB_ABOUT:
        if (!has(p->present, e))
            return st_refuse(why, "5.2.2", "%s is not on the table", name_of(t, e));
        p->pose[e] = about_face(p->pose[e], depth_of(t, e));
        return stands_well(t, &before, why);
    default:
        return st_refuse(why, "",
                         "this cannot be carried out outside the rules; use `deploy` or `set`");
    }
}
