/* guerre_show.c - the scene: what is drawn, and what is asked of whom. */
#include "guerre/guerre.h"

#include "core/question.h"
#include "core/scene.h"

#include <stdio.h>

/* ---- the scene --------------------------------------------------------------------------- */

static const char *const figures[TYPES] = {
    [GE] = "el-gendarme", [CV] = "el-horse",    [LC] = "el-light-horse", [MC] = "el-horse-shot",
    [PI] = "el-pike",     [SP] = "el-spear",    [HB] = "el-halberd",     [SW] = "el-sword",
    [FH] = "el-forlorn",  [MF] = "el-crossbow", [AQ] = "el-shot",        [LF] = "el-light-foot",
    [AR] = "el-gun",      [OG] = "el-organ-gun", [CP] = "el-camp",
};

static const uint8_t qualities[] = { 2, 3, 3, 1 }; /* as guerre_grades */

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
    snprintf(x->figure, sizeof x->figure, "%s", figures[type_of(t, e)]);
    x->quality = qualities[grade_of(t, e)];
    x->leads = of->cinc;
    snprintf(x->factors, sizeof x->factors, "%s%s%s", guerre_grades[grade_of(t, e)],
             of->cinc ? "*" : "", of->swiss && !has(p->swapped, e) ? "s" : "");
    st_scene_state(x, !has(p->present, e), guerre_states[guerre_state(t, e)]);
    st_scene_state(x, has(p->engaged, e), "engaged");
    st_scene_state(x, has(p->fled, e), "fled");
    st_scene_state(x, has(p->abandoned, e), "abandoned");
    st_scene_state(x, has(p->routing, e), "routing");
}

static void describe_ground(const struct st_table *t, struct st_scene *scene)
{
    static const char *const looks[KINDS] = { "woods", "vineyard", "town", "marsh",  "rough", "hill",
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

/* ---- how far it shoots, and at whom -------------------------------------------------------- */

enum { CLOSE = 40000 }; /* less than that counts for arquebuses (5.6.12) */

/* What is added to the die against foot, and against horse (5.6.12). */
static void add_band(const struct st_table *t, int e, int32_t to, bool close, struct st_sight *out)
{
    struct st_table quiet = { t->plan, t->pos, NULL };
    struct guerre_shot_terms in = { .type = (uint8_t)type_of(t, e),
                                    .grade = (uint8_t)grade_of(t, e),
                                    .enemy_type = PI,
                                    .cinc = plan_of(t)->cinc[side_of(t, e)] == e,
                                    .fires = true,
                                    .close = close };
    struct st_sight_band *b = &out->band[out->nbands++];
    int foot = guerre_shot_value(&quiet, &in);

    in.enemy_type = GE;
    int horse = guerre_shot_value(&quiet, &in);
    b->to = to;
    if (foot == horse)
        snprintf(b->needs, sizeof b->needs, "die %+d", foot);
    else
        snprintf(b->needs, sizeof b->needs, "die %+d at foot, %+d at horse", foot, horse);
}

enum st_answer guerre_sight(const struct st_table *t, int e, int target, struct st_sight *out,
                            struct st_refusal *why)
{
    int type = type_of(t, e);
    int32_t range = plan_of(t)->range[type];
    struct guerre_chances won;

    if (range == 0)
        return st_refuse(why, "5.6.1", "%s does not shoot", name_of(t, e));
    if (has(pos_of(t)->engaged | pos_of(t)->abandoned | pos_of(t)->routing, e))
        return st_refuse(why, "5.6.1", "%s cannot shoot as it is", name_of(t, e));
    out->arc = artillery(type) ? 100000 : 60000;
    out->rear = type == MC;
    if (type == AQ && CLOSE < range)
        add_band(t, e, CLOSE, true, out);
    add_band(t, e, range, false, out);
    if (target < 0)
        return ST_LEGAL;
    int32_t far;
    if (guerre_target(t, e, target, &far, why))
        return ST_REFUSED;
    guerre_shot_chances(t, e, target, &won);
    snprintf(out->needs, sizeof out->needs, "beats it %d times in %d", won.lost[1] + won.back[1], won.of);
    return ST_LEGAL;
}

/* ---- an attack that is only thought of --------------------------------------------------------- */

static void of_element(const struct st_table *t, int e, const char *its, char *out, size_t size)
{
    struct st_box base = base_of(t, e);

    st_text_add(out, size, "%sgrade=%s\n%scinc=%s\n%sharsh=%s\n", its, guerre_grades[grade_of(t, e)], its,
                st_yes(plan_of(t)->cinc[side_of(t, e)] == e), its,
                st_yes(has(pos_of(t)->present, e) && guerre_harsh(t, &base)));
}

/* Who shoots would shoot, all others would close; neighbours do not count. */
const char *guerre_meeting(const struct st_table *t, int e, int enemy, char *inputs, size_t size)
{
    bool shoots = plan_of(t)->range[type_of(t, e)] != 0;

    snprintf(inputs, size, "type=%s\n%s=%s\n", guerre_types[type_of(t, e)], shoots ? "target" : "enemy",
             guerre_types[type_of(t, enemy)]);
    of_element(t, e, "", inputs, size);
    of_element(t, enemy, shoots ? "target_" : "enemy_", inputs, size);
    return shoots ? "shoot" : "melee";
}

/* ---- what sentences say (core/words.h) ----------------------------------------------------- */

static int shooter(const struct st_table *t)
{
    const struct guerre_fight *f = &pos_of(t)->fight;

    return f->p == f->n ? -1 : f->firer;
}

static int shot_at(const struct st_table *t)
{
    const struct guerre_fight *f = &pos_of(t)->fight;

    return f->p == f->n ? -1 : f->firer == f->p ? f->n : f->p;
}

/* The commander's own order is still to be given (5.2.8). */
static int own_order(const struct st_table *t)
{
    return !pos_of(t)->free_used;
}

static int fights_left(const struct st_table *t)
{
    return __builtin_popcountll(on_table(t, pos_of(t)->phasing) & pos_of(t)->engaged & ~pos_of(t)->fought);
}

static const struct st_field slots[] = {
    { "shooter", .kind = "element", .whole = shooter },
    { "target", .kind = "element", .whole = shot_at },
    { "follower", .kind = "element", .in = ST_ONE(struct guerre_pos, fight.follower), .from = 1 },
    { "own", .whole = own_order },
    { "fights", .whole = fights_left },
    { "turns", .fixed = ST_ONE(struct guerre_plan, turns), .when = ST_ONE(struct guerre_plan, turns) },
};
const struct st_fields guerre_slots = { ST_ROWS(slots) };

/* ---- the scene ------------------------------------------------------------------------------ */

void guerre_describe(const struct st_table *t, int side ST_IDLE, struct st_scene *scene)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    char phase[64];
    int step = p->flow.step[p->flow.depth];

    /* an open game: everybody sees all */
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
}
