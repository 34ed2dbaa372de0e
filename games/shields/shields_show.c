/* shields_show.c - a position seen from outside: fields, scene, invariants, rulings. */
#include "shields/shields.h"

#include "core/field.h"
#include "core/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- fields of a unit ------------------------------------------------------------------------- */

static int get_hex(const struct st_table *t, int u)
{
    return pos_of(t)->hex[u];
}

static enum st_answer set_hex(struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    if (v == -1) {
        p->hex[u] = -1;
        p->present &= ~bit(u);
        p->wall &= ~bit(u);
        p->suppressed &= ~bit(u);
        p->acted &= ~bit(u);
        p->charged &= ~bit(u);
        p->targeted &= ~bit(u);
        return ST_LEGAL;
    }
    if (v < 0)
        return st_refuse(why, "R1.10", "%s is off the map", shields_hex_name(t, v).name);
    if (f->terrain[v] == RIVER)
        return st_refuse(why, "R6.6", "%s is deep river", shields_hex_name(t, v).name);
    if (!shields_vacant(t, v) && p->hex[u] != v)
        return st_refuse(why, "R1.5", "%s holds %s", unit_name(t, shields_unit_at(t, v)),
                         shields_hex_name(t, v).name);
    if (has(p->wall, u) && !f->wall_ground[f->terrain[v]])
        p->wall &= ~bit(u);
    if (p->steps[u] == 0) { /* back from the dead, by the umpire's word */
        p->steps[u] = f->unit[u].steps;
        if (p->lost[f->unit[u].side])
            p->lost[f->unit[u].side]--;
    }
    p->hex[u] = (int16_t)v;
    p->present |= bit(u);
    return ST_LEGAL;
}

static int get_steps(const struct st_table *t, int u)
{
    return pos_of(t)->steps[u];
}

static enum st_answer set_steps(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return st_field_put_steps(&pos_of(t)->steps[u], v, plan_of(t)->unit[u].steps, "R1.6",
                              unit_name(t, u), why);
}

static int get_wall(const struct st_table *t, int u)
{
    return has(pos_of(t)->wall, u);
}

static enum st_answer set_wall(struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    if (v && (!on_map(p, u) || !f->wall_type[f->unit[u].type] || f->unit[u].ranged))
        return st_refuse(why, "R8.1", "%s cannot hold a Shield Wall", unit_name(t, u));
    if (v && !f->wall_ground[f->terrain[p->hex[u]]])
        return st_refuse(why, "R8.2", "no Shield Wall in %s",
                         shields_terrains[f->terrain[p->hex[u]]]);
    return st_field_put_bit(&p->wall, u, v, "R8.1", "wall", why);
}

static int get_suppressed(const struct st_table *t, int u)
{
    return has(pos_of(t)->suppressed, u);
}

static enum st_answer set_suppressed(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct shields_pos *p = pos_of(t);

    if (v && !on_map(p, u))
        return st_refuse(why, "R9.6", "%s is not on the map", unit_name(t, u));
    return st_field_put_bit(&p->suppressed, u, v, "R9.6", "suppressed", why);
}

static int get_class(const struct st_table *t, int u)
{
    return shields_class_now(t, u);
}

static int get_acted(const struct st_table *t, int u)
{
    return has(pos_of(t)->acted, u);
}

static int get_charged(const struct st_table *t, int u)
{
    return has(pos_of(t)->charged, u);
}

static int get_targeted(const struct st_table *t, int u)
{
    return has(pos_of(t)->targeted, u);
}

static int get_ezoc(const struct st_table *t, int u)
{
    return on_map(pos_of(t), u) && shields_in_ezoc(t, plan_of(t)->unit[u].side, pos_of(t)->hex[u]);
}

/* ---- fields of a side and of the game -------------------------------------------------------------- */

static int get_lost(const struct st_table *t, int s)
{
    return pos_of(t)->lost[s];
}

static enum st_answer set_lost(struct st_table *t, int s, int v, struct st_refusal *why)
{
    return st_field_put(&pos_of(t)->lost[s], v, 0, MAX_UNITS, "R1.8", "lost", why);
}

static int get_turns_taken(const struct st_table *t, int s)
{
    return pos_of(t)->turns_taken[s];
}

static int get_turn(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->turn;
}

static enum st_answer set_turn(struct st_table *t, int none, int v, struct st_refusal *why)
{
    (void)none;
    return st_field_put(&pos_of(t)->turn, v, 1, plan_of(t)->turns, "R15.4", "turn", why);
}

static int get_acting(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->acting;
}

static int get_wing(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->wing == NOBODY ? -1 : pos_of(t)->wing;
}

static int get_limit(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->limit[1];
}

static int get_orri(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->orri;
}

static int get_discipline(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->discipline;
}

static int get_pursuits(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->pursuits;
}

static enum st_answer set_pursuits(struct st_table *t, int none, int v, struct st_refusal *why)
{
    (void)none;
    if (v < 0 || v > 2)
        return st_refuse(why, "HA2", "pursuits is 0 to 2; the third breaks discipline");
    pos_of(t)->pursuits = (uint8_t)v;
    return ST_LEGAL;
}

static int get_result(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->combat.result;
}

static int get_drm(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->combat.drm;
}

static int get_row(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->combat.cls;
}

static int get_outcome(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->result;
}

static const char *const outcome_words[] = { "playing", "first", "second", "draw", NULL };
static const char *const class_words[] = { "AA", "A", "B", "C", "D", "E", "F", NULL };
static const char *const result_words[] = { "-",   "DE", "DL", "DR", "DR*", "NE",
                                            "NE*", "EX", "AR", "AL", "AE",  NULL };

static const struct st_field fields[] = {
    { "hex", "where it stands", "unit", "hex", NULL, get_hex, set_hex },
    { "steps", "steps left", "unit", NULL, NULL, get_steps, set_steps },
    { "wall", "in Shield Wall", "unit", NULL, NULL, get_wall, set_wall },
    { "suppressed", "Suppressed", "unit", NULL, NULL, get_suppressed, set_suppressed },
    { "class", "Combat Class now", "unit", NULL, class_words, get_class, NULL },
    { "acted", "has acted in this Phase", "unit", NULL, NULL, get_acted, NULL },
    { "charged", "has charged in this Phase", "unit", NULL, NULL, get_charged, NULL },
    { "targeted", "has been attacked in this Phase", "unit", NULL, NULL, get_targeted, NULL },
    { "ezoc", "in an enemy zone of control", "unit", NULL, NULL, get_ezoc, NULL },
    { "lost", "units eliminated", "side", NULL, NULL, get_lost, set_lost },
    { "turns", "Player Turns taken", "side", NULL, NULL, get_turns_taken, NULL },
    { "turn", "Game Turn", NULL, NULL, NULL, get_turn, set_turn },
    { "acting", "acting side", NULL, "side", NULL, get_acting, NULL },
    { "wing", "acting Wing", NULL, "wing", NULL, get_wing, NULL },
    { "limit", "commands in all", NULL, NULL, NULL, get_limit, NULL },
    { "orri", "Orri's turns left", NULL, NULL, NULL, get_orri, NULL },
    { "discipline", "English discipline", NULL, NULL, NULL, get_discipline, NULL },
    { "pursuits", "pursuits so far", NULL, NULL, NULL, get_pursuits, set_pursuits },
    { "result", "result of the combat in progress", NULL, NULL, result_words, get_result, NULL },
    { "row", "row of the combat in progress", NULL, NULL, class_words, get_row, NULL },
    { "drm", "die-roll modifiers of the combat in progress", NULL, NULL, NULL, get_drm, NULL },
    { "outcome", "who has won", NULL, NULL, outcome_words, get_outcome, NULL },
};
const struct st_fields shields_fields = { ST_ROWS(fields) };

/* ---- the scene ------------------------------------------------------------------------------------------ */

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
    st_scene_note(scene, "Turn %d of %d, %s to act", p->turn, f->turns, t->plan->side[p->acting]);
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

/* ---- invariants --------------------------------------------------------------------------------------------- */

static enum st_answer unit_sane(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int h = p->hex[u];

    if (h < -1 || h >= f->nhexes || has(p->present, u) != (h >= 0))
        return st_refuse(why, "R1.10", "%s is at %d", unit_name(t, u), h);
    if (p->steps[u] > f->unit[u].steps || (p->steps[u] == 0 && h >= 0))
        return st_refuse(why, "R1.7", "%s has %d steps", unit_name(t, u), p->steps[u]);
    if (h < 0 && has(p->wall | p->suppressed | p->acted | p->charged | p->targeted, u))
        return st_refuse(why, "3.2", "%s has left flags behind", unit_name(t, u));
    if (h < 0)
        return ST_LEGAL;
    if (f->terrain[h] == RIVER)
        return st_refuse(why, "R6.6", "%s stands in deep river", unit_name(t, u));
    if (shields_unit_at(t, h) != u)
        return st_refuse(why, "R1.5", "two units in %s", shields_hex_name(t, h).name);
    if (has(p->wall, u) && (!f->wall_type[f->unit[u].type] || f->unit[u].ranged ||
                            !f->wall_ground[f->terrain[h]]))
        return st_refuse(why, "R8.1", "%s in an impossible Shield Wall", unit_name(t, u));
    return ST_LEGAL;
}

enum st_answer shields_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    static const struct shields_combat nothing;

    for (int u = 0; u < f->nunits; u++)
        if (unit_sane(t, u, why))
            return ST_REFUSED;
    for (int u = f->nunits; u < MAX_UNITS; u++)
        if (p->hex[u] != -1 || p->steps[u])
            return st_refuse(why, "3.2", "a unit that does not exist");
    if (p->flow.depth == 0 && memcmp(&p->combat, &nothing, sizeof nothing) != 0)
        return st_refuse(why, "4", "a combat has left fields behind");
    if (p->turn < 1 || p->turn > f->turns || p->acting > 1 || p->flow.side > 1)
        return st_refuse(why, "3.2", "turn %d, acting %d", p->turn, p->acting);
    if (p->suppressed & f->of_side[p->acting] && !p->flow.depth)
        return st_refuse(why, "R9.7", "a Suppressed unit of the acting side");
    return ST_LEGAL;
}

/* ---- the umpire's word ----------------------------------------------------------------------------------------- */

/* Movements are carried out wherever a unit can stand; the rest has no sense outside its rules. */
enum st_answer shields_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    struct shields_pos *p = pos_of(t);
    int u = m->arg[0];
    bool waited = p->flow.step[p->flow.depth] == STEP_RETREAT && u == p->combat.wait[0];

    switch (m->verb) {
    case VERB_MOVE:
    case VERB_WITHDRAW:
    case VERB_CHARGE:
    case VERB_FALLBACK:
    case VERB_RETREAT:
        if (m->nargs < 2 || !on_map(p, u))
            return st_refuse(why, "", "%s is not on the map, or no hex is given", unit_name(t, u));
        if (set_hex(t, u, m->arg[m->nargs - 1], why))
            return ST_REFUSED;
        if (m->verb == VERB_RETREAT && waited) {
            shields_retreat_apply(t, m);
            return ST_LEGAL;
        }
        if (m->verb != VERB_FALLBACK)
            p->wall &= ~bit(u);
        if (m->verb == VERB_CHARGE && p->phase == CMD_HORSE && p->wing == plan_of(t)->unit[u].wing)
            p->charged |= bit(u);
        else if (p->wing == plan_of(t)->unit[u].wing && m->verb != VERB_RETREAT)
            p->acted |= bit(u);
        return ST_LEGAL;
    case VERB_FORM:
        return set_wall(t, u, 1, why);
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
