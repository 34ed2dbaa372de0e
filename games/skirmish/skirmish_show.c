/* skirmish_show.c - a position as it is drawn. */
#include "skirmish/skirmish.h"

#include "core/scene.h"

#include <stdio.h>

/* ---- the scene --------------------------------------------------------------------------- */

/* What one sees of him: mounted, what he leads or fights with; and his coat. */
static void draw_man(const struct st_table *t, int u, bool hidden, struct st_scene_piece *x)
{
    const struct skirmish_man *m = &plan_of(t)->man[u];
    bool gun = m->nfire && (m->fire[0] == MUSKET || m->fire[0] == FOWLER || m->fire[0] == MUSKETOON);
    bool bayonet = m->nmelee && m->melee[0] == BAYONET;
    const char *figure = m->nmelee && m->melee[0] == HALBERD ? "man-halberd"
                         : m->leader                         ? "man-officer"
                         : bayonet && m->cls >= 4            ? "man-grenadier"
                         : bayonet                           ? "man-bayonet"
                         : m->equip && gun                   ? "man-musket"
                         : gun                               ? "man-gun"
                         : m->nmelee && m->melee[0] <= SOLDIER_SWORD ? "man-officer"
                                                                     : "man-tool";

    snprintf(x->figure, sizeof x->figure, "%s", horse_of(t, u)             ? "rider-sabre"
                                                : has(pos_of(t)->crouched, u) && !hidden ? "man-low" : figure);
    snprintf(x->dress, sizeof x->dress, "%s", horse_of(t, u) || m->kind != FOOT ? "dragoon"
                                              : m->local && gun                ? "volunteer"
                                              : m->local                       ? "peasant"
                                              : bayonet && m->cls >= 4         ? "guard"
                                              : bayonet                        ? "line"
                                                                               : "");
    x->leads = m->leader;
    x->quality = m->cls <= 2 ? 1 : m->cls == 3 ? 2 : 3;
}

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
    draw_man(t, u, hidden, x);
    if (active && !hidden) {
        int half = horse_of(t, u) ? RIDER_HALF : 0;

        snprintf(x->factors, sizeof x->factors, "%d,%d", p->x[u], p->y[u]);
        x->radius = skirmish_radius(horse_of(t, u));
        x->base = (struct st_box){ { { p->x[u] * ST_MM, p->y[u] * ST_MM },
                                     plan_of(t)->heading[p->facing[u]], 0 },
                                   -x->radius, x->radius, -x->radius - half, x->radius + half };
    }
    st_scene_state(x, !active, skirmish_status(t, u) == STATUS_OUT ? "out" : "exited");
    st_scene_state(x, active && !hidden && m->nfire && !p->loaded[u], "empty");
    st_scene_state(x, has(p->unseen, u), "unseen");
    st_scene_state(x, has(p->crouched, u) && !hidden, "low");
    st_scene_state(x, has(p->formed, u), "formed");
    st_scene_state(x, p->carrying[u] != NOBODY, "sack");
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
        for (int i = 0; i < f->nareas; i++) {
            const struct skirmish_area *a = &f->area[i];
            /* Where a tide will come, what is waded are sands as long as it is out. */
            bool sands = a->type == FORD && f->closable && !closed;

            if ((f->roads >> i & 1) == (uint32_t)road)
                add_shape(scene, ST_SHAPE_GROUND,
                          closed >> i & 1 ? "water" : sands ? "flats" : looks[a->type], a->name, a->point, a->n);
        }
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

/* ---- what sentences say (core/words.h) ----------------------------------------------------- */

static int threatened(const struct st_table *t)
{
    return pos_of(t)->may_evade ? __builtin_ctzll(pos_of(t)->may_evade) : -1;
}

/* What he carries into the fight (5.8.10, 5.9.3): so many are a second one too, or a first. */
#define MAN(m) ST_IN(struct skirmish_plan, man, m)
#define SECOND(m) ST_FLAG_IN(struct skirmish_plan, man, m, 2)

static const struct st_field slots[] = {
    { "firearm", .of = "man", .kind = "firearm", .fixed = MAN(fire[0]), .when = MAN(nfire) },
    { "firearm2", .of = "man", .kind = "firearm", .fixed = MAN(fire[1]), .when = SECOND(nfire) },
    { "weapon", .of = "man", .kind = "weapon", .fixed = MAN(melee[0]), .when = MAN(nmelee) },
    { "weapon2", .of = "man", .kind = "weapon", .fixed = MAN(melee[1]), .when = SECOND(nmelee) },
    { "asked", .kind = "man", .in = ST_ONE(struct skirmish_pos, asked), .nobody = NOBODY },
    { "threatened", .kind = "man", .whole = threatened },
    { "turns", .fixed = ST_ONE(struct skirmish_plan, turns) },
    { "breaks", .fixed = ST_EACH(struct skirmish_plan, breaks) },
    { "things", .fixed = ST_ONE(struct skirmish_plan, nthings) },
    { "carried", .in = ST_ONE(struct skirmish_pos, carried_off) },
};
const struct st_fields skirmish_slots = { ST_ROWS(slots) };

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
                      skirmish_lost(t, s), f->breaks[s], skirmish_off(t, s));
    if (f->nthings)
        st_scene_note(scene, "%d of %d sacks carried off", p->carried_off, f->nthings);
    for (int i = 0; i < f->nthings; i++)
        if (p->carrier[i] == NOBODY)
            st_scene_note(scene, "sack %d lies at %d,%d", i + 1, p->thing_x[i], p->thing_y[i]);
    if (p->group[0].cls != O && p->group[0].members)
        st_scene_note(scene, "the group is %s by %d mm", p->group[0].blocked ? "blocked" : "slowed",
                      skirmish_slowed_by(t));
}
