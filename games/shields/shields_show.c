/* shields_show.c - a position as it is drawn and told: the scene. */
#include "shields/shields.h"

#include "core/scene.h"

#include <stdio.h>

/* Its drawing: on foot or mounted, and with missiles. */
static const char *const figures[TYPES][2] = {
    [TYPE_V] = { "veteran", "bow" },       [TYPE_L] = { "levy", "bow" },
    [TYPE_I] = { "foot", "crossbow" },     [TYPE_HH] = { "knight", "horse-bow" },
    [TYPE_LH] = { "light-horse", "horse-bow" },
};

static void describe_unit(const struct st_table *t, int u, struct st_scene_piece *x)
{
    const struct shields_pos *p = pos_of(t);
    const struct shields_unit *unit = &plan_of(t)->unit[u];
    bool mine = p->wing == NOBODY ? unit->side == p->acting : unit->wing == p->wing;

    *x = (struct st_scene_piece){ .piece = (int16_t)u, .hex = p->hex[u], .side = unit->side,
                                  .steps = p->steps[u], .steps_full = unit->steps,
                                  .worn = p->steps[u] < unit->steps,
                                  .can_act = mine && on_map(p, u) && !has(p->acted, u) };
    snprintf(x->symbol, sizeof x->symbol, "%s%s", shields_types[unit->type],
             unit->ranged ? ">" : "");
    snprintf(x->figure, sizeof x->figure, "%s", figures[unit->type][unit->ranged != 0]);
    x->band = (uint8_t)(1 + unit->wing % 8);
    snprintf(x->group, sizeof x->group, "%s", wing_name(t, unit->wing));
    snprintf(x->factors, sizeof x->factors, "%s", shields_classes[shields_class_now(t, u)]);
    st_scene_state(x, has(p->wall, u), "wall");
    st_scene_state(x, has(p->suppressed, u), "suppressed");
}

static void describe_commands(const struct st_table *t, struct st_scene *scene)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);

    for (int i = 0; i < f->nmarkers[p->acting]; i++) {
        const uint8_t *face = f->face[p->acting][i];

        if (p->joined[i])
            st_scene_note(scene, "marker %d: Bonus for %s, joined to %s", i + 1,
                          wing_name(t, p->spent_wing[i]), shields_commands[p->joined[i] - 1]);
        else if (p->spent[i])
            st_scene_note(scene, "marker %d: %s for %s", i + 1, shields_commands[p->spent[i] - 1],
                          wing_name(t, p->spent_wing[i]));
        else
            st_scene_note(scene, "marker %d: %s%s%s", i + 1, shields_commands[face[0]],
                          face[1] == CMD_NONE ? "" : " or ",
                          face[1] == CMD_NONE ? "" : shields_commands[face[1]]);
    }
}

/* ---- what sentences say (core/words.h) ----------------------------------------------------- */

static int commands_left(const struct st_table *t)
{
    const struct shields_pos *p = pos_of(t);
    int n = p->limit[1];

    for (int i = 0; i < plan_of(t)->nmarkers[p->acting]; i++)
        n -= p->spent[i] != 0;
    return n;
}

static int is_pitched(const struct st_table *t)
{
    return pos_of(t)->mode == MODE_PITCHED;
}

/* Of the fight going on: nothing while there is none. */
#define FIGHT(m) .in = ST_ONE(struct shields_pos, combat.m), .when = ST_ONE(struct shields_pos, combat.n)

static const struct st_field slots[] = {
    { "commands", .whole = commands_left },
    { "second", .in = ST_ONE(struct shields_pos, run) },
    { "pitched", .whole = is_pitched },
    { "emptied", .kind = "hex", FIGHT(target_hex) },
    { "target", .kind = "unit", FIGHT(target) },
    { "primary", .kind = "unit", FIGHT(attacker[0]) },
    { "retreating", .kind = "unit", .in = ST_ONE(struct shields_pos, combat.wait[0]),
      .when = ST_ONE(struct shields_pos, combat.nwait) },
    { "phase", .kind = "command", .in = ST_ONE(struct shields_pos, phase) },
    { "goal", .get = shields_goal },
    { "turns", .fixed = ST_ONE(struct shields_plan, turns) },
};
const struct st_fields shields_slots = { ST_ROWS(slots) };

/* ---- the scene ------------------------------------------------------------------------------ */

void shields_describe(const struct st_table *t, int side ST_IDLE, struct st_scene *scene)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    /* an open game: everybody sees all */
    for (int u = 0; u < f->nunits; u++)
        describe_unit(t, u, &scene->piece[scene->npieces++]);
    if (step == STEP_OVER)
        st_scene_note(scene, "Turn %d of %d", p->turn, f->turns);
    else
        st_scene_note(scene, "Turn %d of %d, %s to act", p->turn, f->turns,
                      t->plan->side[p->acting]);
    for (int s = 0; s < ST_SIDES; s++)
        st_scene_note(scene, "%s: %d lost", t->plan->side[s], p->lost[s]);
    if (p->orri)
        st_scene_note(scene, "Orri: %d turns left", p->orri);
    if ((f->special & SPECIAL_DISCIPLINE) && !p->discipline)
        st_scene_note(scene, "English discipline is broken");
    if (p->wing != NOBODY)
        st_scene_note(scene, "%s: %s Phase%s%s", wing_name(t, p->wing),
                      p->phase < COMMANDS ? shields_commands[p->phase] : "last",
                      p->run ? ", second run" : "", p->mode == MODE_PITCHED ? ", Pitched" : "");
    describe_commands(t, scene);
}
