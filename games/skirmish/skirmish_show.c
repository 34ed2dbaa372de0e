/* skirmish_show.c - a position seen from outside: fields, scene, invariants, rulings. */
#include "skirmish/skirmish.h"

#include "core/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- fields of a man: where he is -------------------------------------------------------- */

/* Figures set down by hand: who touches whom follows from it. While nothing has been declared it is
 * contact at the start of the turn. */
static void touch_anew(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t touching = 0;

    for (uint64_t left = p->active; left;) {
        int u = take_one(&left);

        if (skirmish_contacts(t, u))
            touching |= bit(u);
    }
    if (p->flow.step[0] == STEP_EARLY && !p->shots)
        p->contact_start = p->contact_any = touching;
    else
        p->contact_any |= touching;
}

static enum st_answer set_place(struct st_table *t, int u, int x, int y, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    if (x == p->x[u] && y == p->y[u])
        return ST_LEGAL;
    if (!has(p->active, u))
        return st_refuse(why, "3.3", "%s is not on the table", man_name(t, u));
    if (x < 0 || y < 0 || x > f->width || y > f->height)
        return st_refuse(why, "5.1.1", "%d,%d is off the table", x, y);
    p->x[u] = (int16_t)x;
    p->y[u] = (int16_t)y;
    if (!has(p->moved, u)) {
        p->start_x[u] = (int16_t)x;
        p->start_y[u] = (int16_t)y;
    }
    touch_anew(t);
    return ST_LEGAL;
}

static int get_x(const struct st_table *t, int u)
{
    return pos_of(t)->x[u];
}

static enum st_answer set_x(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_place(t, u, v, pos_of(t)->y[u], why);
}

static int get_y(const struct st_table *t, int u)
{
    return pos_of(t)->y[u];
}

static enum st_answer set_y(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_place(t, u, pos_of(t)->x[u], v, why);
}

static int get_start_x(const struct st_table *t, int u)
{
    return pos_of(t)->start_x[u];
}

static int get_start_y(const struct st_table *t, int u)
{
    return pos_of(t)->start_y[u];
}

static int get_face(const struct st_table *t, int u)
{
    return pos_of(t)->facing[u];
}

static enum st_answer set_face(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    if (v == p->facing[u])
        return ST_LEGAL;
    if (v < 0 || v > 15 || !has(p->active, u))
        return st_refuse(why, "5.1.8", "facing is 0 to 15, of somebody on the table");
    p->facing[u] = (uint8_t)v;
    if (!has(p->moved, u))
        p->start_facing[u] = (uint8_t)v;
    touch_anew(t);
    return ST_LEGAL;
}

enum { STATUS_ACTIVE, STATUS_OUT, STATUS_EXITED };
static const char *const status_words[] = { "active", "out", "exited", NULL };

static int get_status(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->active, u) ? STATUS_ACTIVE : has(p->exited, u) ? STATUS_EXITED : STATUS_OUT;
}

static enum st_answer set_status(struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct skirmish_man *m = &plan_of(t)->man[u];
    struct skirmish_pos *p = pos_of(t);

    if (v == get_status(t, u))
        return ST_LEGAL;
    if (v < STATUS_ACTIVE || v > STATUS_EXITED)
        return st_refuse(why, "3.3", "status is active, out or exited");
    if (v == STATUS_OUT && has(p->active, u)) {
        skirmish_remove(t, u);
        touch_anew(t);
        return ST_LEGAL;
    }
    if (v == STATUS_EXITED && has(p->active, u)) {
        skirmish_leave(t, u);
        touch_anew(t);
        return ST_LEGAL;
    }
    if (v != STATUS_ACTIVE)
        return st_refuse(why, "3.3", "%s is not on the table", man_name(t, u));
    p->exited &= ~bit(u); /* back from the dead, by the umpire's word */
    p->active |= bit(u);
    p->x[u] = p->start_x[u] = m->x;
    p->y[u] = p->start_y[u] = m->y;
    p->facing[u] = p->start_facing[u] = m->facing;
    p->loaded[u] = (uint8_t)((1 << m->nfire) - 1);
    p->mounted |= m->mounted ? bit(u) : 0;
    p->mounted_start |= m->mounted ? bit(u) : 0;
    touch_anew(t);
    return ST_LEGAL;
}

static int get_mounted(const struct st_table *t, int u)
{
    return horse_of(t, u);
}

static enum st_answer set_mounted(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    if (v == horse_of(t, u))
        return ST_LEGAL;
    if (!has(p->active, u) || plan_of(t)->man[u].kind == FOOT || v < 0 || v > 1)
        return st_refuse(why, "5.4.3", "%s cannot be mounted or dismounted", man_name(t, u));
    p->mounted ^= bit(u);
    p->mounted_start = (p->mounted_start & ~bit(u)) | (p->mounted & bit(u));
    touch_anew(t);
    return ST_LEGAL;
}

/* ---- his states -------------------------------------------------------------------------- */

static enum st_answer set_bit(struct st_table *t, uint64_t *set, int u, int v,
                              struct st_refusal *why)
{
    if (v == has(*set, u))
        return ST_LEGAL;
    if (v < 0 || v > 1 || !has(pos_of(t)->active, u))
        return st_refuse(why, "3.3", "0 or 1, of somebody on the table");
    *set ^= bit(u);
    return ST_LEGAL;
}

#define STATE(name)                                                                                \
    static int get_##name(const struct st_table *t, int u)                                         \
    {                                                                                              \
        return has(pos_of(t)->name, u);                                                            \
    }                                                                                              \
    static enum st_answer set_##name(struct st_table *t, int u, int v, struct st_refusal *why)     \
    {                                                                                              \
        return set_bit(t, &pos_of(t)->name, u, v, why);                                            \
    }
STATE(activated)
STATE(moved)
STATE(tried)
STATE(shot)
STATE(steady)
STATE(contact_start)
STATE(contact_any)
STATE(charged)
STATE(crouched)
STATE(sprung)
STATE(leapt)
STATE(evaded)
STATE(struck)
STATE(recoiled)
STATE(answered)
STATE(wounded)

static int get_unseen(const struct st_table *t, int u)
{
    return has(pos_of(t)->unseen, u);
}

static enum st_answer set_unseen(struct st_table *t, int u, int v, struct st_refusal *why)
{
    if (v == 1 && !get_unseen(t, u) &&
        (!skirmish_can_hide(plan_of(t), skirmish_where(t, u)) || skirmish_contacts(t, u)))
        return st_refuse(why, "5.7.4", "%s cannot hide there", man_name(t, u));
    return set_bit(t, &pos_of(t)->unseen, u, v, why);
}

static enum st_answer set_loaded(struct st_table *t, int u, int slot, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    if (v == (p->loaded[u] >> slot & 1))
        return ST_LEGAL;
    if (v < 0 || v > 1 || !has(p->active, u) || slot >= plan_of(t)->man[u].nfire)
        return st_refuse(why, "5.8.18", "%s has no such firearm", man_name(t, u));
    p->loaded[u] ^= (uint8_t)(1 << slot);
    return ST_LEGAL;
}

static int get_loaded(const struct st_table *t, int u)
{
    return pos_of(t)->loaded[u] & 1;
}

static enum st_answer set_loaded_0(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_loaded(t, u, 0, v, why);
}

static int get_loaded_2(const struct st_table *t, int u)
{
    return pos_of(t)->loaded[u] >> 1 & 1;
}

static enum st_answer set_loaded_1(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_loaded(t, u, 1, v, why);
}

static int get_formed(const struct st_table *t, int u)
{
    return has(pos_of(t)->formed, u);
}

static int get_rank(const struct st_table *t, int u)
{
    return pos_of(t)->rank[u];
}

static int get_file(const struct st_table *t, int u)
{
    return pos_of(t)->file[u];
}

static int get_carrying(const struct st_table *t, int u)
{
    int thing = pos_of(t)->carrying[u];

    return thing == NOBODY ? 0 : thing + 1;
}

static enum st_answer set_carrying(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    if (v == get_carrying(t, u))
        return ST_LEGAL;
    if (!has(p->active, u) || v < 0 || v > plan_of(t)->nthings ||
        (v > 0 && p->carrier[v - 1] != NOBODY))
        return st_refuse(why, "5.5.19", "%s cannot carry that", man_name(t, u));
    if (p->carrying[u] != NOBODY) {
        p->carrier[p->carrying[u]] = NOBODY;
        p->thing_x[p->carrying[u]] = p->x[u];
        p->thing_y[p->carrying[u]] = p->y[u];
    }
    p->carrying[u] = (uint8_t)(v ? v - 1 : NOBODY);
    if (v) {
        p->carrier[v - 1] = (uint8_t)u;
        p->thing_x[v - 1] = p->thing_y[v - 1] = 0;
    }
    return ST_LEGAL;
}

static int get_across(const struct st_table *t, int u)
{
    return pos_of(t)->across[u];
}

static enum st_answer set_across(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    if (v == p->across[u])
        return ST_LEGAL;
    if (v < 0 || v > plan_of(t)->nbars || !has(p->active, u))
        return st_refuse(why, "5.9.4", "no such line");
    p->across[u] = (uint8_t)v;
    return ST_LEGAL;
}

static int get_class(const struct st_table *t, int u)
{
    return skirmish_class(t, u);
}

static int get_touching(const struct st_table *t, int u)
{
    return has(pos_of(t)->active, u) ? __builtin_popcountll(skirmish_contacts(t, u)) : 0;
}

static const char *const ground_words[] = { "open", "D", "V", "X", NULL };

static int get_ground(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->active, u) ? skirmish_class_at(t, p->x[u], p->y[u], horse_of(t, u)) : O;
}

static int get_level(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->active, u) ? skirmish_level_at(plan_of(t), p->x[u], p->y[u]) : 0;
}

static int get_allowance(const struct st_table *t, int u)
{
    return skirmish_allowance(t, u, horse_of(t, u));
}

static int get_pressed(const struct st_table *t, int u)
{
    return has(pos_of(t)->active, u) && skirmish_pressed(plan_of(t), skirmish_where(t, u)) != 0;
}

static int get_contacted(const struct st_table *t, int u)
{
    return __builtin_popcountll(pos_of(t)->contacted[u]);
}

/* ---- fields of a side and of the game ---------------------------------------------------- */

static int get_lost(const struct st_table *t, int s)
{
    const struct skirmish_pos *p = pos_of(t);

    return __builtin_popcountll(plan_of(t)->of_side[s] & ~p->active & ~p->exited);
}

static int get_off(const struct st_table *t, int s)
{
    return __builtin_popcountll(plan_of(t)->of_side[s] & pos_of(t)->exited);
}

static int get_a_lost(const struct st_table *t, int none)
{
    (void)none;
    return get_lost(t, 0);
}

static int get_b_lost(const struct st_table *t, int none)
{
    (void)none;
    return get_lost(t, 1);
}

static int get_turn(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->turn;
}

static enum st_answer set_turn(struct st_table *t, int none, int v, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    (void)none;
    if (v == p->turn)
        return ST_LEGAL;
    if (v < 1 || v > f->turns || p->flow.step[0] != STEP_EARLY || p->shots)
        return st_refuse(why, "4.3", "turn is 1 to %d, set while nothing has been declared",
                         f->turns);
    p->turn = (uint8_t)v;
    p->leading = p->flow.side = (uint8_t)(v % 2 ? f->first : 1 - f->first);
    return ST_LEGAL;
}

static int get_leading(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->leading;
}

static int get_passes(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->passes;
}

static int get_sacks(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->carried_off;
}

static enum st_answer set_sacks(struct st_table *t, int none, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    (void)none;
    if (v == p->carried_off)
        return ST_LEGAL;
    if (v < 0 || v > plan_of(t)->nthings)
        return st_refuse(why, "5.13.2", "sacks is 0 to %d", plan_of(t)->nthings);
    p->carried_off = (uint8_t)v;
    return ST_LEGAL;
}

static int get_blocked(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->group[0].blocked | pos_of(t)->group[1].blocked;
}

/* What the slowing dice take off, mm: of those who evade, else of the group. */
static int get_slowed(const struct st_table *t, int none)
{
    const struct skirmish_group *g = &pos_of(t)->group[pos_of(t)->group[1].members != 0];

    (void)none;
    return plan_of(t)->slow_mm * (g->lower ? g->die[0] : g->die[0] + g->die[1]);
}

static int get_length(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->length;
}

static int get_spent(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->spent;
}

static int get_horses(const struct st_table *t, int none)
{
    (void)none;
    return __builtin_popcountll(pos_of(t)->horses);
}

static int get_outcome(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->result;
}

static const char *const outcome_words[] = { "playing", "A", "B", "draw", NULL };

static const struct st_field fields[] = {
    { "x", "mm from the west edge", "man", NULL, NULL, get_x, set_x },
    { "y", "mm from the south edge", "man", NULL, NULL, get_y, set_y },
    { "face", "facing, 0 east to 15", "man", NULL, NULL, get_face, set_face },
    { "start_x", "x at the start of the turn", "man", NULL, NULL, get_start_x, NULL },
    { "start_y", "y at the start of the turn", "man", NULL, NULL, get_start_y, NULL },
    { "status", "active, out or exited", "man", NULL, status_words, get_status, set_status },
    { "mounted", "on horseback", "man", NULL, NULL, get_mounted, set_mounted },
    { "loaded", "first firearm loaded", "man", NULL, NULL, get_loaded, set_loaded_0 },
    { "loaded2", "second firearm loaded", "man", NULL, NULL, get_loaded_2, set_loaded_1 },
    { "unseen", "in ambush, not seen", "man", NULL, NULL, get_unseen, set_unseen },
    { "activated", "has acted this turn", "man", NULL, NULL, get_activated, set_activated },
    { "moved", "has moved this turn", "man", NULL, NULL, get_moved, set_moved },
    { "tried", "was blocked by the ground", "man", NULL, NULL, get_tried, set_tried },
    { "shot", "has fired this turn", "man", NULL, NULL, get_shot, set_shot },
    { "steady", "has fired steady", "man", NULL, NULL, get_steady, set_steady },
    { "contact_start", "was in contact at the start of the turn", "man", NULL, NULL,
      get_contact_start, set_contact_start },
    { "contact_any", "has been in contact this turn", "man", NULL, NULL, get_contact_any,
      set_contact_any },
    { "charged", "charged this turn", "man", NULL, NULL, get_charged, set_charged },
    { "crouched", "crouched", "man", NULL, NULL, get_crouched, set_crouched },
    { "sprung", "sprang an ambush by a shot", "man", NULL, NULL, get_sprung, set_sprung },
    { "leapt", "sprang an ambush by a move", "man", NULL, NULL, get_leapt, set_leapt },
    { "evaded", "was named to evade this turn", "man", NULL, NULL, get_evaded, set_evaded },
    { "struck", "has struck this turn", "man", NULL, NULL, get_struck, set_struck },
    { "recoiled", "has recoiled this turn", "man", NULL, NULL, get_recoiled, set_recoiled },
    { "answered", "is struck by a defender across a line", "man", NULL, NULL, get_answered,
      set_answered },
    { "wounded", "wounded (5.14.3)", "man", NULL, NULL, get_wounded, set_wounded },
    { "formed", "in close order", "man", NULL, NULL, get_formed, NULL },
    { "rank", "rank in close order", "man", NULL, NULL, get_rank, NULL },
    { "file", "file in close order", "man", NULL, NULL, get_file, NULL },
    { "carrying", "sack carried, 0 none", "man", NULL, NULL, get_carrying, set_carrying },
    { "across", "line attacked across, 0 none", "man", NULL, NULL, get_across, set_across },
    { "class", "class now", "man", NULL, NULL, get_class, NULL },
    { "touching", "enemies in contact now", "man", NULL, NULL, get_touching, NULL },
    { "contacted", "enemies contacted by his move", "man", NULL, NULL, get_contacted, NULL },
    { "ground", "class of the ground for him", "man", NULL, ground_words, get_ground, NULL },
    { "level", "level of the ground", "man", NULL, NULL, get_level, NULL },
    { "allowance", "mm a turn", "man", NULL, NULL, get_allowance, NULL },
    { "pressed", "pressed against a line or opening", "man", NULL, NULL, get_pressed, NULL },
    { "lost", "out of action", "side", NULL, NULL, get_lost, NULL },
    { "off", "exited", "side", NULL, NULL, get_off, NULL },
    { "a_lost", "men of A out of action", NULL, NULL, NULL, get_a_lost, NULL },
    { "b_lost", "men of B out of action", NULL, NULL, NULL, get_b_lost, NULL },
    { "turn", "turn", NULL, NULL, NULL, get_turn, set_turn },
    { "leading", "leading side", NULL, "side", NULL, get_leading, NULL },
    { "passes", "passes in a row", NULL, NULL, NULL, get_passes, NULL },
    { "sacks", "sacks carried off", NULL, NULL, NULL, get_sacks, set_sacks },
    { "blocked", "the group is blocked by the ground", NULL, NULL, NULL, get_blocked, NULL },
    { "slowed", "mm taken off by the slowing dice", NULL, NULL, NULL, get_slowed, NULL },
    { "length", "length of the weapons that strike", NULL, NULL, NULL, get_length, NULL },
    { "spent", "mm spent by a formed unit", NULL, NULL, NULL, get_spent, NULL },
    { "horses", "horses without riders", NULL, NULL, NULL, get_horses, NULL },
    { "outcome", "who has won", NULL, NULL, outcome_words, get_outcome, NULL },
};
const struct st_fields skirmish_fields = { ST_ROWS(fields) };

/* ---- the scene --------------------------------------------------------------------------- */

static void describe_man(const struct st_table *t, int u, int side, struct st_scene_piece *x)
{
    static const char *const symbols[] = { "f", "LC", "HC", "MI", "MI" };
    const struct skirmish_pos *p = pos_of(t);
    const struct skirmish_man *m = &plan_of(t)->man[u];
    bool hidden = has(p->unseen, u) && side >= 0 && m->side != side, active = has(p->active, u);
    bool acts = m->side == p->flow.side && active && !hidden;

    *x = (struct st_scene_piece){ .piece = (int16_t)u, .hex = -1, .side = m->side,
                                  .steps = active, .steps_full = 1,
                                  .can_act = acts && !has(p->activated, u) };
    snprintf(x->symbol, sizeof x->symbol, "%s%d", horse_of(t, u) ? symbols[m->kind] : "f", m->cls);
    if (active && !hidden) {
        int half = horse_of(t, u) ? RIDER_HALF : 0;

        snprintf(x->factors, sizeof x->factors, "%d,%d", p->x[u], p->y[u]);
        x->radius = skirmish_radius(horse_of(t, u));
        x->base = (struct st_box){ { { p->x[u] * ST_MM, p->y[u] * ST_MM },
                                     plan_of(t)->heading[p->facing[u]], 0 },
                                   -x->radius, x->radius, -x->radius - half, x->radius + half };
    }
    snprintf(x->states, sizeof x->states, "%s%s%s%s%s", active ? "" : get_status(t, u) == STATUS_OUT
                                                                          ? "out" : "exited",
             has(p->unseen, u) ? "unseen " : "", has(p->crouched, u) && !hidden ? "low " : "",
             has(p->formed, u) ? "formed " : "", p->carrying[u] != NOBODY ? "sack" : "");
}

/* ---- the table as it is drawn ------------------------------------------------------------ */

static void add_shape(struct st_scene *scene, int kind, const char *look, const char *label,
                      const struct st_point *at, int n)
{
    if (scene->nshapes == ST_SCENE_SHAPES)
        return;
    struct st_scene_shape *x = &scene->shape[scene->nshapes++];

    *x = (struct st_scene_shape){ .kind = (uint8_t)kind, .piece = -1 };
    snprintf(x->look, sizeof x->look, "%.11s", look);
    snprintf(x->label, sizeof x->label, "%.15s", label);
    for (char *c = x->label; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    x->n = n < ST_SHAPE_POINTS ? n : ST_SHAPE_POINTS; /* a finer outline is drawn coarser */
    for (int i = 0; i < x->n; i++)
        x->point[i] = at[i * n / x->n];
}

static void describe_areas(const struct st_table *t, struct st_scene *scene)
{
    static const char *const looks[GROUNDS] = {
        [BUSHES] = "bushes", [WOODS] = "woods",     [OPEN] = "clear",  [ROAD] = "road",
        [FORD] = "ford",     [CHANNEL] = "channel", [WATER] = "water", [ROCKS] = "rocks",
        [SLOPE] = "steep",   [RISE] = "hill",
    };
    const struct skirmish_plan *f = plan_of(t);
    uint32_t closed = closed_areas(pos_of(t));

    for (int road = 0; road < 2; road++) /* roads lie on top */
        for (int i = 0; i < f->nareas; i++)
            if ((f->roads >> i & 1) == (uint32_t)road)
                add_shape(scene, ST_SHAPE_GROUND,
                          closed >> i & 1 ? "water" : looks[f->area[i].type], f->area[i].name,
                          f->area[i].point, f->area[i].n);
    for (int i = 0; i < f->nbuildings; i++) {
        const struct skirmish_area *a = &f->area[MAX_AREAS + i];

        add_shape(scene, ST_SHAPE_GROUND, "building", a->name, a->point, a->n);
    }
}

static void describe_lines(const struct st_table *t, struct st_scene *scene)
{
    static const char *const looks[OBSTACLES] = {
        [LOW_WALL] = "wall",   [BANK] = "bank",      [FENCE] = "fence", [STAKES] = "stakes",
        [BATTLEMENT] = "wall", [HIGH_WALL] = "wall", [DOOR] = "door",   [LARGE_OPENING] = "door",
        [WINDOW] = "window",   [LOOPHOLE] = "window",
    };
    const struct skirmish_plan *f = plan_of(t);

    for (int i = 0; i < f->nbars; i++) {
        const struct skirmish_bar *b = &f->bar[i];

        for (int k = b->first; k < b->first + b->n; k++) {
            struct st_point at[2] = { f->seg[k].a, f->seg[k].b };

            add_shape(scene, ST_SHAPE_LINE, looks[b->type],
                      k == b->first && i < f->nlines ? b->name : "", at, 2);
        }
    }
}

static void describe_thing(struct st_scene *scene, int x, int y, const char *look,
                           const char *label)
{
    enum { HALF = 4000 };
    struct st_box box = { { { x * ST_MM, y * ST_MM }, 0, 0 }, -HALF, HALF, -HALF, HALF };

    st_scene_box(scene, ST_SHAPE_GROUND, &box, look, label, 0, -1);
}

static void describe_table(const struct st_table *t, struct st_scene *scene)
{
    const struct skirmish_pos *p = pos_of(t);

    describe_areas(t, scene);
    describe_lines(t, scene);
    for (uint64_t left = p->horses; left;) {
        int h = take_one(&left);

        describe_thing(scene, p->horse_x[h], p->horse_y[h], "horse", "horse");
    }
    for (int i = 0; i < plan_of(t)->nthings; i++)
        if (p->carrier[i] == NOBODY)
            describe_thing(scene, p->thing_x[i], p->thing_y[i], "goods", "sack");
}

static const char *prompt_of(int step)
{
    switch (step) {
    case STEP_EARLY: return "early shots, or done";
    case STEP_ACTIVATE: return "activate a group, or pass";
    case STEP_ORDERS: return "orders for the group, or end";
    case STEP_REACT: return "hold, or evade";
    case STEP_EVADE: return "where do they run? move, stand, end";
    case STEP_LATE: return "late shots, or done";
    case STEP_WEAPONS: return "choose weapons";
    case STEP_STRIKES: return "name the targets";
    case STEP_FOLLOW: return "follow up?";
    case STEP_RELOAD: return "reload which firearm?";
    default: return "";
    }
}

void skirmish_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    describe_table(t, scene);
    for (int u = 0; u < f->nmen; u++)
        describe_man(t, u, side, &scene->piece[scene->npieces++]);
    if (step == STEP_OVER)
        st_scene_note(scene, "Turn %d of %d", p->turn, f->turns);
    else
        st_scene_note(scene, "Turn %d of %d, %s leads", p->turn, f->turns,
                      t->plan->side[p->leading]);
    for (int s = 0; s < ST_SIDES; s++)
        st_scene_note(scene, "%s: %d out of %d that break it, %d exited", t->plan->side[s],
                      get_lost(t, s), f->breaks[s], get_off(t, s));
    if (f->nthings)
        st_scene_note(scene, "%d of %d sacks carried off", p->carried_off, f->nthings);
    for (int i = 0; i < f->nthings; i++)
        if (p->carrier[i] == NOBODY)
            st_scene_note(scene, "sack %d lies at %d,%d", i + 1, p->thing_x[i], p->thing_y[i]);
    if (p->group[0].cls != O && p->group[0].members)
        st_scene_note(scene, "the group is %s by %d mm", p->group[0].blocked ? "blocked" : "slowed",
                      get_slowed(t, -1));
    if (step == STEP_OVER)
        snprintf(scene->prompt, sizeof scene->prompt, "The game is over: %s",
                 p->result == RESULT_DRAW ? "a draw" : t->plan->side[p->result == RESULT_B]);
    else if (step == STEP_FOLLOW || step == STEP_RELOAD)
        snprintf(scene->prompt, sizeof scene->prompt, "%s: %s %s", t->plan->side[p->flow.side],
                 p->asked == NOBODY ? "" : man_name(t, p->asked), prompt_of(step));
    else
        snprintf(scene->prompt, sizeof scene->prompt, "%s: %s", t->plan->side[p->flow.side],
                 prompt_of(step));
}

/* ---- invariants -------------------------------------------------------------------------- */

static enum st_answer man_sane(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    const char *name = man_name(t, u);
    uint64_t flags = p->mounted | p->activated | p->moved | p->tried | p->shot | p->steady |
                     p->contact_any | p->charged | p->crouched | p->unseen | p->sprung | p->formed |
                     p->evaded |
                     p->struck | p->recoiled | p->armed | p->won | p->may_evade;

    if (!has(p->active, u))
        return has(flags, u) || p->x[u] != -1 || p->carrying[u] != NOBODY || p->contacted[u]
                   ? st_refuse(why, "3.3", "%s is gone and has left traces", name) : ST_LEGAL;
    if (has(p->exited, u))
        return st_refuse(why, "3.3", "%s is here and gone", name);
    if (has(p->mounted, u) && (f->man[u].kind == FOOT || has(p->crouched, u)))
        return st_refuse(why, "5.4.3", "%s has no horse, or crouches on it", name);
    if (p->facing[u] > 15 || p->nway[u] > MAX_WAY || p->loaded[u] >> f->man[u].nfire)
        return st_refuse(why, "3.3", "%s: facing, track or firearms", name);
    if (p->carrying[u] != NOBODY && p->carrier[p->carrying[u]] != u)
        return st_refuse(why, "5.5.19", "%s carries what another has", name);
    if (has(p->unseen, u)) /* where he is, is nobody's business */
        return ST_LEGAL;
    struct skirmish_stand s = skirmish_where(t, u);
    if (!skirmish_on_table(f, s) || !skirmish_off_bars(f, s))
        return st_refuse(why, "5.5.11", "%s stands at %d,%d", name, s.x, s.y);
    for (uint64_t left = p->active & ~p->unseen & (bit(u) - 1); left;) {
        int v = take_one(&left);

        if (skirmish_apart(f, s, skirmish_where(t, v), 0) < 0)
            return st_refuse(why, "5.1.5", "%s and %s overlap", man_name(t, v), name);
    }
    return ST_LEGAL;
}

static enum st_answer unit_sane(const struct st_table *t, int i, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t men = p->formed & f->unit[i].men;
    int n = __builtin_popcountll(men);

    if (n == 0 ? p->unit_files[i] != 0 : n < 4 || p->unit_files[i] == 0)
        return st_refuse(why, "5.6.5", "unit %s has %d formed men in %d files", f->unit[i].name, n,
                         p->unit_files[i]);
    while (men) {
        int u = take_one(&men);
        struct st_point at = skirmish_slot(
            f, (struct st_point){ p->anchor[i][0], p->anchor[i][1] }, p->unit_facing[i],
            p->rank[u], p->file[u], has(p->mounted, u));

        if (at.x != p->x[u] || at.y != p->y[u])
            return st_refuse(why, "5.6.2", "%s is not in his place", man_name(t, u));
    }
    return ST_LEGAL;
}

enum st_answer skirmish_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t all = f->nmen == MAX_MEN ? ~0ull : bit(f->nmen) - 1;
    int step = p->flow.step[p->flow.depth];

    if ((p->active | p->exited | p->unseen | p->formed) & ~all)
        return st_refuse(why, "3.3", "somebody who does not exist");
    for (int u = 0; u < f->nmen; u++)
        if (man_sane(t, u, why))
            return ST_REFUSED;
    for (int i = 0; i < f->nunits; i++)
        if (unit_sane(t, i, why))
            return ST_REFUSED;
    if (p->turn < 1 || p->turn > f->turns || p->flow.side > 1 || p->leading > 1)
        return st_refuse(why, "3.2", "turn %d, side %d", p->turn, p->flow.side);
    if (p->flow.depth == 0 && (p->strikers || p->won || p->armed || p->hits || p->may_evade ||
                               p->length || p->pending.nargs || p->group[1].members))
        return st_refuse(why, "4.4", "a procedure has left something behind");
    if (p->shots && step != STEP_EARLY && step != STEP_LATE && step != STEP_SHOT_DIE)
        return st_refuse(why, "5.8.11", "shots declared outside a window");
    if (p->flow.step[0] != STEP_ORDERS && (p->group[0].members || p->spent || p->orders))
        return st_refuse(why, "5.5.1", "a group outside its activation");
    return ST_LEGAL;
}

/* ---- the umpire's word ------------------------------------------------------------------- */

enum st_answer skirmish_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0], n = m->arg[1];
    struct skirmish_stand s;

    switch (m->verb) {
    case VERB_MOVE:
        if (!has(p->active, u) || n < 1 || n > MAX_WAY)
            return st_refuse(why, "", "%s is not on the table, or no place is given",
                             man_name(t, u));
        s = skirmish_where(t, u);
        s.x = m->arg[2 * n];
        s.y = m->arg[2 * n + 1];
        if (m->arg[2 * n + 2] >= 0)
            s.facing = (uint8_t)(m->arg[2 * n + 2] & 15);
        if (s.x < 0 || s.y < 0 || s.x > plan_of(t)->width || s.y > plan_of(t)->height)
            return st_refuse(why, "5.1.1", "%d,%d is off the table", s.x, s.y);
        if (skirmish_stand_check(t, u, s, 0, why))
            return ST_REFUSED;
        skirmish_break_ranks(t, u);
        p->x[u] = s.x;
        p->y[u] = s.y;
        p->facing[u] = s.facing;
        touch_anew(t);
        skirmish_mend_across(t);
        return ST_LEGAL;
    case VERB_CROUCH:
        return set_bit(t, &p->crouched, u, 1, why);
    case VERB_STAND:
        return set_bit(t, &p->crouched, u, 0, why);
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
