/* shields_umpire.c - a position in the umpire's hands: its fields, what he may set, his rulings, and
 * what must be true whatever he did. */
#include "shields/shields.h"

#include <string.h>

/* ---- what hangs on a number ------------------------------------------------------------------ */

static enum st_answer set_hex(struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    if (v == p->hex[u])
        return ST_LEGAL;
    if (v < -1)
        return st_refuse(why, "R1.10", "%s is off the map", st_hex_called(t, v).text);
    if (v >= 0 && f->terrain[v] == RIVER)
        return st_refuse(why, "R6.6", "%s is deep river", st_hex_called(t, v).text);
    if (v >= 0 && !shields_vacant(t, v))
        return st_refuse(why, "R1.5", "%s holds %s", unit_name(t, shields_unit_at(t, v)),
                         st_hex_called(t, v).text);
    if (v == -1) {
        shields_off_map(p, u);
    } else {
        if (!f->wall_ground[f->terrain[v]])
            p->wall &= ~bit(u);
        if (p->steps[u] == 0) { /* back from the dead (reading 36) */
            p->steps[u] = f->unit[u].steps;
            if (p->lost[f->unit[u].side])
                p->lost[f->unit[u].side]--;
        }
        p->hex[u] = (int16_t)v;
        p->present |= bit(u);
    }
    shields_combat_looks_again(t);
    return ST_LEGAL;
}

static enum st_answer may_steps(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    int full = plan_of(t)->unit[u].steps;

    return v >= 1 && v <= full && pos_of(t)->steps[u]
               ? ST_LEGAL
               : st_refuse(why, "R1.6", "%s has 1 to %d steps while it lives", unit_name(t, u), full);
}

static enum st_answer may_wall(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);

    if (v && (!on_map(p, u) || !f->wall_type[f->unit[u].type] || f->unit[u].ranged))
        return st_refuse(why, "R8.1", "%s cannot hold a Shield Wall", unit_name(t, u));
    if (v && !f->wall_ground[f->terrain[p->hex[u]]])
        return st_refuse(why, "R8.2", "no Shield Wall in %s",
                         shields_terrains[f->terrain[p->hex[u]]]);
    return ST_LEGAL;
}

static void look_again(struct st_table *t, int u ST_IDLE)
{
    shields_combat_looks_again(t);
}

static enum st_answer may_suppress(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    if (v && !on_map(pos_of(t), u))
        return st_refuse(why, "R9.6", "%s is not on the map", unit_name(t, u));
    return ST_LEGAL;
}

static int get_ezoc(const struct st_table *t, int u)
{
    return on_map(pos_of(t), u) && shields_in_ezoc(t, plan_of(t)->unit[u].side, pos_of(t)->hex[u]);
}

static enum st_answer may_pursue(const struct st_table *t ST_IDLE, int none ST_IDLE, int v,
                                 struct st_refusal *why)
{
    if (v < 0 || v > 2)
        return st_refuse(why, "HA2", "pursuits is 0 to 2; the third breaks discipline");
    return ST_LEGAL;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static const char *const outcome_words[] = { "playing", "first", "second", "draw", NULL };

#define AT(member) .in = ST_ONE(struct shields_pos, member)
#define EACH(member) .in = ST_EACH(struct shields_pos, member)
#define BIT(member) .in = ST_BIT(struct shields_pos, member)

static const struct st_field fields[] = {
    { "hex", "where it stands", "unit", "hex", EACH(hex), .set = set_hex },
    { "steps", "steps left", "unit", EACH(steps), ST_UP_TO("R1.6", UINT8_MAX), .may = may_steps },
    { "wall", "in Shield Wall", "unit", BIT(wall), ST_UP_TO("R8.1", 1), .may = may_wall, .then = look_again },
    { "suppressed", "Suppressed", "unit", BIT(suppressed), ST_UP_TO("R9.6", 1),
      .may = may_suppress },
    { "class", "Combat Class now", "unit", .symbol = shields_classes, .get = shields_class_now },
    { "acted", "has acted in this Phase", "unit", BIT(acted) },
    { "charged", "has charged in this Phase", "unit", BIT(charged) },
    { "targeted", "has been attacked in this Phase", "unit", BIT(targeted) },
    { "zone", "in an enemy zone of control", "unit", .get = get_ezoc },
    { "ezoc", "in an enemy zone of control", "unit", .get = get_ezoc, .old = true },
    { "lost", "units eliminated", "side", EACH(lost), ST_UP_TO("R1.8", MAX_UNITS) },
    { "turns", "Player Turns taken", "side", EACH(turns_taken) },
    { "turn", "Game Turn", AT(turn), .para = "R15.4", .lo = 1,
      .most = ST_ONE(struct shields_plan, turns) },
    { "acting", "acting side", .kind = "side", AT(acting) },
    { "wing", "acting Wing", .kind = "wing", AT(wing), .nobody = NOBODY },
    { "limit", "commands in all", AT(limit[1]) },
    { "orri", "Orri's turns left", AT(orri) },
    { "discipline", "English discipline", AT(discipline) },
    { "pursuits", "pursuits so far", AT(pursuits), ST_UP_TO("HA2", 2), .may = may_pursue },
    { "result", "result of the combat in progress", .symbol = shields_results, AT(combat.result) },
    { "row", "row of the combat in progress", .symbol = shields_classes, AT(combat.cls) },
    { "drm", "die-roll modifiers of the combat in progress", AT(combat.drm) },
    { "outcome", "who has won", .symbol = outcome_words, AT(result) },
};
const struct st_fields shields_fields = { ST_ROWS(fields) };

/* ---- invariants ------------------------------------------------------------------------------ */

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
        return st_refuse(why, "R1.5", "two units in %s", st_hex_called(t, h).text);
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
    if (p->suppressed & f->of_side[p->acting])
        return st_refuse(why, "R9.7", "a Suppressed unit of the acting side");
    return ST_LEGAL;
}

/* ---- the umpire's word ----------------------------------------------------------------------- */

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
            shields_step_retreat.apply(t, m);
            return ST_LEGAL;
        }
        if (m->verb != VERB_FALLBACK)
            p->wall &= ~bit(u);
        if (m->verb == VERB_CHARGE && p->phase == CMD_HORSE && p->wing == plan_of(t)->unit[u].wing)
            p->charged |= bit(u);
        else if (p->wing == plan_of(t)->unit[u].wing && m->verb != VERB_RETREAT)
            p->acted |= bit(u);
        shields_combat_looks_again(t);
        return ST_LEGAL;
    case VERB_FORM:
        if (may_wall(t, u, 1, why))
            return ST_REFUSED;
        p->wall |= bit(u);
        shields_combat_looks_again(t);
        return ST_LEGAL;
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
