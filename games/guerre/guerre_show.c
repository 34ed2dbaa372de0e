/* guerre_show.c - fields, scene, invariants, rulings. */
#include "guerre/guerre.h"

#include "core/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- fields of an element ---------------------------------------------------------------- */

enum { STATUS_ALIVE, STATUS_LOST, STATUS_RESERVE, STATUS_ESCAPED };
static const char *const status_words[] = { "alive", "lost", "reserve", "escaped", NULL };
static const char *const type_words[] = { "GE", "CV", "LC", "MC", "PI", "SP", "HB", "SW",
                                          "FH", "MF", "AQ", "LF", "AR", "OG", "CP", NULL };
static const char *const grade_words[] = { "R", "V", "E", "C", NULL };
static const char *const edge_words[] = { "north", "south", NULL };
static const char *const outcome_words[] = { "playing", "first", "second", "draw", NULL };

static int get_x(const struct st_table *t, int e)
{
    return pos_of(t)->pose[e].at.x;
}

static int get_y(const struct st_table *t, int e)
{
    return pos_of(t)->pose[e].at.y;
}

static int get_h(const struct st_table *t, int e)
{
    return pos_of(t)->pose[e].facing;
}

static enum st_answer set_pose(struct st_table *t, int e, struct st_pose pose,
                               struct st_refusal *why)
{
    struct guerre_pos *p = pos_of(t);

    if (!has(p->present, e))
        return st_refuse(why, "3.2", "%s is not on the table", name_of(t, e));
    if (pose.at.x < 0 || pose.at.x > plan_of(t)->width || pose.at.y < 0 ||
        pose.at.y > plan_of(t)->height || pose.facing < 0 || pose.facing >= ST_TURN)
        return st_refuse(why, "5.1.11", "no place on the table");
    p->pose[e] = pose;
    guerre_refresh(t);
    return ST_LEGAL;
}

static enum st_answer set_x(struct st_table *t, int e, int v, struct st_refusal *why)
{
    struct st_pose pose = pos_of(t)->pose[e];

    pose.at.x = v;
    return set_pose(t, e, pose, why);
}

static enum st_answer set_y(struct st_table *t, int e, int v, struct st_refusal *why)
{
    struct st_pose pose = pos_of(t)->pose[e];

    pose.at.y = v;
    return set_pose(t, e, pose, why);
}

static enum st_answer set_h(struct st_table *t, int e, int v, struct st_refusal *why)
{
    struct st_pose pose = pos_of(t)->pose[e];

    if (v < 0 || v >= ST_TURN)
        return st_refuse(why, "5.1.2", "a heading is 0 to %d", ST_TURN - 1);
    pose.facing = (int16_t)v;
    return set_pose(t, e, pose, why);
}

static int get_status(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    return has(p->present, e)   ? STATUS_ALIVE
           : has(p->lost, e)    ? STATUS_LOST
           : has(p->escaped, e) ? STATUS_ESCAPED
                                : STATUS_RESERVE;
}

static enum st_answer set_status(struct st_table *t, int e, int v, struct st_refusal *why)
{
    struct guerre_pos *p = pos_of(t);

    if (v < 0 || v > STATUS_ESCAPED)
        return st_refuse(why, "3.2", "no such status");
    if (v == get_status(t, e))
        return ST_LEGAL;
    if (v == STATUS_ALIVE)
        return st_refuse(why, "3.2", "%s cannot come back", name_of(t, e));
    if (v == STATUS_LOST) {
        guerre_lose(t, e, "3.2", "by the umpire's word");
    } else {
        guerre_take_off(t, e);
        p->escaped = v == STATUS_ESCAPED ? p->escaped | bit(e) : p->escaped & ~bit(e);
    }
    p->lost = v == STATUS_LOST ? p->lost | bit(e) : p->lost & ~bit(e);
    guerre_refresh(t);
    return ST_LEGAL;
}

static int get_type(const struct st_table *t, int e)
{
    return type_of(t, e);
}

static int get_grade(const struct st_table *t, int e)
{
    return grade_of(t, e);
}

static int get_speed(const struct st_table *t, int e)
{
    return guerre_speed(t, e);
}

static int get_height(const struct st_table *t, int e)
{
    return has(pos_of(t)->present, e) ? guerre_height(t, e) : 0;
}

static int get_commanded(const struct st_table *t, int e)
{
    return has(pos_of(t)->present, e) && guerre_lack(t, bit(e), NULL) == LACKS_NOTHING;
}

static int get_slow(const struct st_table *t, int e)
{
    struct st_box base = base_of(t, e);

    return has(pos_of(t)->present, e) &&
           guerre_in_ground(t, type_of(t, e), &base, plan_of(t)->slow);
}

static int get_harsh(const struct st_table *t, int e)
{
    struct st_box base = base_of(t, e);

    return has(pos_of(t)->present, e) && guerre_harsh(t, &base);
}

static int get_zoned(const struct st_table *t, int e)
{
    struct st_box base = base_of(t, e);

    return has(pos_of(t)->present, e) && guerre_zones_at(t, &base, side_of(t, e), bit(e)) != 0;
}

static int get_rank(const struct st_table *t, int e) /* how many stand in its file */
{
    int file[MAX_ELEMENTS];

    return has(pos_of(t)->present, e) ? guerre_file(t, e, file) : 0;
}

/* A flag is a bit of a mask; only elements on the table have any. */
#define FLAG(name)                                                                                 \
    static int get_##name(const struct st_table *t, int e)                                         \
    {                                                                                              \
        return has(pos_of(t)->name, e);                                                            \
    }
#define SETTABLE_FLAG(name)                                                                        \
    FLAG(name)                                                                                     \
    static enum st_answer set_##name(struct st_table *t, int e, int v, struct st_refusal *why)     \
    {                                                                                              \
        return set_flag(t, &pos_of(t)->name, e, v, why);                                           \
    }

static enum st_answer set_flag(struct st_table *t, uint64_t *set, int e, int v,
                               struct st_refusal *why)
{
    if ((v != 0 && v != 1) || (v && !has(pos_of(t)->present, e)))
        return st_refuse(why, "3.2", "a flag is 0 or 1, of an element on the table");
    *set = v ? *set | bit(e) : *set & ~bit(e);
    guerre_refresh(t);
    return ST_LEGAL;
}

SETTABLE_FLAG(moved)
SETTABLE_FLAG(shot)
SETTABLE_FLAG(fought)
SETTABLE_FLAG(fled)
SETTABLE_FLAG(initiator)
SETTABLE_FLAG(since)
SETTABLE_FLAG(routing)
FLAG(engaged)
FLAG(front)
FLAG(abandoned)

static enum st_answer set_abandoned(struct st_table *t, int e, int v, struct st_refusal *why)
{
    if (v && !artillery(type_of(t, e)))
        return st_refuse(why, "5.6.18", "%s is no artillery", name_of(t, e));
    return set_flag(t, &pos_of(t)->abandoned, e, v, why);
}

static int get_fresh(const struct st_table *t, int e)
{
    return pos_of(t)->fresh[e] - 1;
}

static enum st_answer set_fresh(struct st_table *t, int e, int v, struct st_refusal *why)
{
    if (v < -1 || v >= plan_of(t)->nelements ||
        (v >= 0 && !(has(pos_of(t)->initiator, e) && has(on_table(t, 1 - side_of(t, e)), v))))
        return st_refuse(why, "5.4.9", "fresh is an enemy on the table, of an initiator");
    pos_of(t)->fresh[e] = (uint8_t)(v + 1);
    return ST_LEGAL;
}

static int get_rounds(const struct st_table *t, int e)
{
    return pos_of(t)->rounds[e];
}

static int get_recoils(const struct st_table *t, int e)
{
    return pos_of(t)->recoils[e];
}

static enum st_answer set_count(const struct st_table *t, uint8_t *count, int e, int v,
                                struct st_refusal *why)
{
    if (v < 0 || v > 3 || (v && !has(pos_of(t)->present, e)))
        return st_refuse(why, "3.2", "0 to 3, of an element on the table");
    count[e] = (uint8_t)v;
    return ST_LEGAL;
}

static enum st_answer set_rounds(struct st_table *t, int e, int v, struct st_refusal *why)
{
    return set_count(t, pos_of(t)->rounds, e, v, why);
}

static enum st_answer set_recoils(struct st_table *t, int e, int v, struct st_refusal *why)
{
    return set_count(t, pos_of(t)->recoils, e, v, why);
}

/* ---- fields of sides, pieces and the game ------------------------------------------------ */

static int get_losses(const struct st_table *t, int s)
{
    return pos_of(t)->loss[s];
}

static enum st_answer set_losses(struct st_table *t, int s, int v, struct st_refusal *why)
{
    if (v < 0 || v > 99)
        return st_refuse(why, "5.11.1", "losses are 0 to 99");
    pos_of(t)->loss[s] = (uint8_t)v;
    return ST_LEGAL;
}

static int get_rout_level(const struct st_table *t, int s)
{
    return plan_of(t)->rout[s];
}

static int get_edge(const struct st_table *t, int s)
{
    return guerre_edge_of(t, s);
}

static int get_turn(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->turn;
}

static enum st_answer set_turn(struct st_table *t, int none, int v, struct st_refusal *why)
{
    int most = plan_of(t)->turns ? plan_of(t)->turns : 99;

    (void)none;
    if (v < 1 || v > most)
        return st_refuse(why, "5.11.9", "turn is 1 to %d", most);
    pos_of(t)->turn = (uint8_t)v;
    return ST_LEGAL;
}

static int get_phasing(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->phasing;
}

static int get_cp(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->cp;
}

static enum st_answer set_cp(struct st_table *t, int none, int v, struct st_refusal *why)
{
    (void)none;
    if (v < 0 || v > 60 || pos_of(t)->flow.step[0] != STEP_MOVE)
        return st_refuse(why, "5.2.3", "points are 0 to 60, in the movement phase");
    pos_of(t)->cp = (uint8_t)v;
    return ST_LEGAL;
}

static int get_free_used(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->free_used;
}

static int get_attacker(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->attacker;
}

static int get_pursuit(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->pursuit == PURSUIT_ON;
}

static int get_outcome(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->outcome;
}

static int get_pieces(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->allowed;
}

static int piece_is(const struct st_table *t, int i, struct guerre_piece *out)
{
    if (i >= guerre_npieces(t))
        return 0;
    *out = guerre_piece(t, i);
    return out->kind < KINDS;
}

static int get_kind(const struct st_table *t, int i)
{
    struct guerre_piece piece;

    return piece_is(t, i, &piece) ? piece.kind : -1;
}

static int get_piece_x(const struct st_table *t, int i)
{
    struct guerre_piece piece;

    return piece_is(t, i, &piece) ? piece.box.pose.at.x : 0;
}

static int get_piece_y(const struct st_table *t, int i)
{
    struct guerre_piece piece;

    return piece_is(t, i, &piece) ? piece.box.pose.at.y : 0;
}

static int get_piece_h(const struct st_table *t, int i)
{
    struct guerre_piece piece;

    return piece_is(t, i, &piece) ? piece.box.pose.facing : 0;
}

static const struct st_field fields[] = {
    { "status", "where it is", "element", NULL, status_words, get_status, set_status },
    { "x", "front midpoint east, um", "element", NULL, NULL, get_x, set_x },
    { "y", "front midpoint north, um", "element", NULL, NULL, get_y, set_y },
    { "h", "heading, quarter degrees", "element", NULL, NULL, get_h, set_h },
    { "type", "type", "element", NULL, type_words, get_type, NULL },
    { "grade", "grade", "element", NULL, grade_words, get_grade, NULL },
    { "speed", "speed in mm", "element", NULL, NULL, get_speed, NULL },
    { "moved", "has acted in this player turn", "element", NULL, NULL, get_moved, set_moved },
    { "shot", "has fired, replied or supported", "element", NULL, NULL, get_shot, set_shot },
    { "fought", "has been a principal in melee", "element", NULL, NULL, get_fought, set_fought },
    { "rounds", "rounds fought in this player turn", "element", NULL, NULL, get_rounds,
      set_rounds },
    { "recoils", "melee recoils running", "element", NULL, NULL, get_recoils, set_recoils },
    { "fled", "has fled and not acted since", "element", NULL, NULL, get_fled, set_fled },
    { "abandoned", "gun without crew", "element", NULL, NULL, get_abandoned, set_abandoned },
    { "initiator", "has started its melee", "element", NULL, NULL, get_initiator, set_initiator },
    { "fresh", "enemy newly contacted", "element", "element", NULL, get_fresh, set_fresh },
    { "since_turn", "engaged when the turn began", "element", NULL, NULL, get_since, set_since },
    { "routing", "routing", "element", NULL, NULL, get_routing, set_routing },
    { "engaged", "engaged", "element", NULL, NULL, get_engaged, NULL },
    { "front", "engaged with its front", "element", NULL, NULL, get_front, NULL },
    { "height", "height on a hill", "element", NULL, NULL, get_height, NULL },
    { "commanded", "within command, in sight", "element", NULL, NULL, get_commanded, NULL },
    { "slow", "in slow ground", "element", NULL, NULL, get_slow, NULL },
    { "harsh", "in harsh ground", "element", NULL, NULL, get_harsh, NULL },
    { "zoned", "in an enemy zone of control", "element", NULL, NULL, get_zoned, NULL },
    { "file", "elements in its file", "element", NULL, NULL, get_rank, NULL },
    { "losses", "loss points", "side", NULL, NULL, get_losses, set_losses },
    { "rout_level", "rout level", "side", NULL, NULL, get_rout_level, NULL },
    { "edge", "edge of the table", "side", NULL, edge_words, get_edge, NULL },
    { "kind", "kind of terrain", "piece", "kind", NULL, get_kind, NULL },
    { "x", "centre east, um", "piece", NULL, NULL, get_piece_x, NULL },
    { "y", "centre north, um", "piece", NULL, NULL, get_piece_y, NULL },
    { "h", "heading, quarter degrees", "piece", NULL, NULL, get_piece_h, NULL },
    { "turn", "turn", NULL, NULL, NULL, get_turn, set_turn },
    { "phasing", "phasing side", NULL, "side", NULL, get_phasing, NULL },
    { "cp", "command points left", NULL, NULL, NULL, get_cp, set_cp },
    { "free_used", "the commander's own point is used", NULL, NULL, NULL, get_free_used, NULL },
    { "attacker", "attacker", NULL, "side", NULL, get_attacker, NULL },
    { "pursuit", "a pursuit is on", NULL, NULL, NULL, get_pursuit, NULL },
    { "outcome", "who has won", NULL, NULL, outcome_words, get_outcome, NULL },
    { "allowed", "pieces or bridges to lay", NULL, NULL, NULL, get_pieces, NULL },
};
const struct st_fields guerre_fields = { ST_ROWS(fields) };

/* ---- the scene --------------------------------------------------------------------------- */

static void add_state(struct st_scene_piece *x, bool holds, const char *word)
{
    size_t n = strlen(x->states);

    if (holds && n + strlen(word) + 2 < sizeof x->states)
        snprintf(x->states + n, sizeof x->states - n, "%s%s", n ? " " : "", word);
}

static void describe_element(const struct st_table *t, int e, struct st_scene_piece *x)
{
    const struct guerre_pos *p = pos_of(t);
    const struct guerre_element *of = &plan_of(t)->element[e];

    *x = (struct st_scene_piece){ .piece = (int16_t)e,
                                  .hex = -1,
                                  .side = of->side,
                                  .steps = has(p->present, e),
                                  .steps_full = 1,
                                  .can_act = of->side == p->phasing && has(p->present, e) &&
                                             !has(p->moved, e) };
    if (has(p->present, e))
        x->base = base_of(t, e);
    snprintf(x->symbol, sizeof x->symbol, "%s", guerre_types[type_of(t, e)]);
    snprintf(x->factors, sizeof x->factors, "%s%s%s", guerre_grades[grade_of(t, e)],
             of->cinc ? "*" : "", of->swiss && !has(p->swapped, e) ? "s" : "");
    add_state(x, !has(p->present, e), status_words[get_status(t, e)]);
    add_state(x, has(p->engaged, e), "engaged");
    add_state(x, has(p->fled, e), "fled");
    add_state(x, has(p->abandoned, e), "abandoned");
    add_state(x, has(p->routing, e), "routing");
}

static void describe_ground(const struct st_table *t, struct st_scene *scene)
{
    static const char *const looks[KINDS] = { "woods", "field", "town", "marsh",  "rough", "hill",
                                              "steep", "river", "dry",  "bridge", "works" };

    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece piece = guerre_piece(t, i);

        if (piece.kind < KINDS)
            st_scene_box(scene, ST_SHAPE_GROUND, &piece.box, looks[piece.kind],
                         plan_of(t)->piece_name[i], 0, -1);
    }
}

static void describe_reach(const struct st_table *t, int e, struct st_scene *scene)
{
    const struct guerre_pos *p = pos_of(t);
    int type = type_of(t, e), side = side_of(t, e);
    int32_t range = plan_of(t)->range[type], arc = artillery(type) ? 100000 : 60000;
    struct st_box box, zone[ZONE_PARTS];

    for (int n = guerre_zone(t, e, 0, zone); n > 0; n--)
        st_scene_box(scene, ST_SHAPE_ZONE, &zone[n - 1], "zone", "", side, e);
    if (range == 0 || has(p->engaged | p->abandoned | p->routing, e))
        return;
    box = (struct st_box){ p->pose[e], -arc, arc, 0, range };
    st_scene_box(scene, ST_SHAPE_ARC, &box, "arc", "", side, e);
    if (type == MC) {
        box.pose = about_face(p->pose[e], depth_of(t, e));
        st_scene_box(scene, ST_SHAPE_ARC, &box, "arc", "", side, e);
    }
}

static const char *prompt_of(const struct st_table *t, int step)
{
    switch (step) {
    case STEP_EDGE:
        return "choose your long edge: edge N or edge S";
    case STEP_RIVER:
        return "a river instead of pieces? river Y or river N";
    case STEP_PLACE:
        return "place a piece of terrain, or pass";
    case STEP_REMOVE:
        return "remove or turn a piece, or pass";
    case STEP_BRIDGE:
        return "lay a bridge";
    case STEP_SWAP:
        return "exchange an element for light foot, or pass";
    case STEP_DEPLOY:
        return "deploy an element";
    case STEP_MOVE:
        return "give orders, or end";
    case STEP_SHOOT_P:
    case STEP_SHOOT_N:
        return other_way(t, READING_HOLD_FIRE) ? "shoot, or pass to hold your fire" : "shoot";
    case STEP_REPLY:
        return "reply to the fire?";
    case STEP_MELEE:
        return "choose a melee";
    case STEP_FIGHT_ON:
        return "fight on?";
    default:
        return "";
    }
}

/* Orders are written, not chosen from a list: two of them, with names that stand on the table. */
static void prompt(const struct st_table *t, int step, struct st_scene *scene)
{
    uint64_t mine = on_table(t, pos_of(t)->phasing), its = on_table(t, 1 - pos_of(t)->phasing);
    const char *side = t->plan->side[pos_of(t)->flow.side];

    if (step != STEP_MOVE || !mine || !its) {
        snprintf(scene->prompt, sizeof scene->prompt, "%s: %s", side, prompt_of(t, step));
        return;
    }
    const char *me = name_of(t, take_element(&mine)), *enemy = name_of(t, take_element(&its));
    snprintf(scene->prompt, sizeof scene->prompt,
             "%s: %s (such as `move %s: A 40; WR 24`, `charge %s: C %s %s F`)", side,
             prompt_of(t, step), me, me, me, enemy);
}

void guerre_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    char phase[64];
    int step = p->flow.step[p->flow.depth];

    (void)side; /* an open game: everybody sees all */
    for (int e = 0; e < f->nelements; e++)
        describe_element(t, e, &scene->piece[scene->npieces++]);
    describe_ground(t, scene);
    for (uint64_t left = p->present; left;)
        describe_reach(t, take_element(&left), scene);
    if (step == STEP_OVER)
        snprintf(phase, sizeof phase, "over");
    else
        snprintf(phase, sizeof phase, "%s in phase", t->plan->side[p->phasing]);
    if (f->turns)
        st_scene_note(scene, "Turn %d of %d, %s", p->turn, f->turns, phase);
    else
        st_scene_note(scene, "Turn %d, %s", p->turn, phase);
    for (int s = 0; s < ST_SIDES; s++)
        st_scene_note(scene, "%s: %d loss points, routs at %d", t->plan->side[s], p->loss[s],
                      f->rout[s]);
    if (step == STEP_MOVE)
        st_scene_note(scene, "%d command points%s", p->cp,
                      p->free_used ? "" : ", and the commander's own");
    if (guerre_in_pursuit(t))
        st_scene_note(scene, "pursuit");
    if (step == STEP_OVER)
        snprintf(scene->prompt, sizeof scene->prompt, "The battle is over: %s%s",
                 p->outcome == OUTCOME_DRAW ? "a draw"
                                            : t->plan->side[p->outcome == OUTCOME_SECOND],
                 p->outcome == OUTCOME_DRAW ? "" : " wins");
    else
        prompt(t, step, scene);
}

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
    bool after = p->flow.step[p->flow.depth] == STEP_FIGHT_ON; /* the loser may be gone */
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
