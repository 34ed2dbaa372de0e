/* shields_show.c - a position as it is drawn and told: the scene. */
#include "shields/shields.h"

#include "core/scene.h"

#include <stdio.h>

static void describe_unit(const struct st_table *t, int u, struct st_scene_piece *x)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    const struct shields_unit *unit = &f->unit[u];
    bool mine = p->wing == NOBODY ? unit->side == p->acting : unit->wing == p->wing;

    *x = (struct st_scene_piece){ .piece = (int16_t)u, .hex = p->hex[u], .side = unit->side,
                                  .steps = p->steps[u], .steps_full = unit->steps,
                                  .worn = p->steps[u] < unit->steps,
                                  .can_act = mine && on_map(p, u) && !has(p->acted, u) };
    snprintf(x->symbol, sizeof x->symbol, "%s%s", shields_types[unit->type],
             unit->ranged ? ">" : "");
    snprintf(x->group, sizeof x->group, "%s", wing_name(t, unit->wing));
    snprintf(x->factors, sizeof x->factors, "%s", shields_classes[shields_class_now(t, u)]);
    snprintf(x->states, sizeof x->states, "%s%s%s", has(p->wall, u) ? "wall" : "",
             has(p->wall, u) && has(p->suppressed, u) ? " " : "",
             has(p->suppressed, u) ? "suppressed" : "");
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
                          face[1] == CMD_NONE ? "" : " / ",
                          face[1] == CMD_NONE ? "" : shields_commands[face[1]]);
    }
}

static const char *prompt_of(int step)
{
    switch (step) {
    case STEP_COMMAND:
        return "give commands: assign, bonus, done";
    case STEP_NEXT_WING:
        return "choose the Wing that acts next";
    case STEP_FIRE:
        return "fire, or end";
    case STEP_WITHDRAW:
        return "withdraw, or end";
    case STEP_MOVE:
        return "move, or end";
    case STEP_WALL:
        return "form Shield Wall, or end";
    case STEP_CHARGE_MOVE:
        return "charge, or end to fight";
    case STEP_CHARGE_FIGHT:
        return "attack with the units that charged";
    case STEP_COMBAT_MODE:
        return "a second Combat Phase, or one Pitched one?";
    case STEP_COMBAT:
        return "attack, or end";
    case STEP_WALL_OPTION:
        return "your Shield Wall: keep the result, or exchange?";
    case STEP_HORSE_OPTION:
        return "your horse: keep the exchange, or change it?";
    case STEP_LIGHT_OPTION:
        return "your Light Horse: keep the exchange, or change it to a retreat?";
    case STEP_RETREAT:
        return "retreat";
    case STEP_ADVANCE:
        return "advance, or stay";
    default:
        return "";
    }
}

void shields_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    (void)side; /* an open game: everybody sees all */
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
    if (step == STEP_OVER)
        snprintf(scene->prompt, sizeof scene->prompt, "The game is over: %s",
                 p->result == RESULT_DRAW ? "a draw"
                                          : t->plan->side[p->result == RESULT_SECOND]);
    else if (step == STEP_RETREAT)
        snprintf(scene->prompt, sizeof scene->prompt, "%s: retreat %s", t->plan->side[p->flow.side],
                 unit_name(t, p->combat.wait[0]));
    else
        snprintf(scene->prompt, sizeof scene->prompt, "%s: %s", t->plan->side[p->flow.side],
                 prompt_of(step));
}
