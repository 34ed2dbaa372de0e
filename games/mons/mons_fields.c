/* mons_fields.c - the numbers of a position by name, the umpire's word, and what must always hold. */
#include "mons/mons.h"

#include <string.h>

/* ---- fields of a unit -------------------------------------------------------------------- */

enum { WORD_MAP, WORD_WAITING, WORD_ELIMINATED, WORD_EXITED };
static const char *const place_words[] = { "map", "offmap", "eliminated", "exited", NULL };

static int get_hex(const struct st_table *t, int u)
{
    return on_map(t, u) ? pos_of(t)->place[u] : -1;
}

static int get_place(const struct st_table *t, int u)
{
    return on_map(t, u) ? WORD_MAP : -pos_of(t)->place[u];
}

/* Pieces are not taken from under a combat that is being fought (12.1). */
static enum st_answer fighting(const struct st_table *t, struct st_refusal *why)
{
    if (pos_of(t)->flow.depth == 0)
        return ST_LEGAL;
    return st_refuse(why, "12.1", "a combat is being fought out: units stay where they are");
}

static void take_off(struct st_table *t, int u)
{
    struct mons_pos *p = pos_of(t);
    int side = plan_of(t)->unit[u].side;

    if (p->place[u] == PLACE_ELIMINATED) { /* back from the dead, by the umpire's word */
        p->steps[u] = plan_of(t)->unit[u].steps;
        p->eliminated[side]--;
    }
    if (p->place[u] == PLACE_EXITED)
        p->exited--;
    p->place[u] = PLACE_WAITING;
    set_add(&p->waiting, u);
    set_drop(&p->present, u);
    set_drop(&p->moved, u);
    set_drop(&p->bombarded, u);
    set_drop(&p->meleed, u);
}

enum st_answer mons_put(struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);
    int side = f->unit[u].side;

    if (v == get_hex(t, u))
        return ST_LEGAL;
    if (fighting(t, why))
        return ST_REFUSED;
    if (v == -1) {
        take_off(t, u);
        return ST_LEGAL;
    }
    if (v >= f->nhexes)
        return st_refuse(why, "9.10", "there is no hex %d", v);
    if (v < 0 || !st_hexset_has(&f->area, v))
        return st_refuse(why, "9.10", "%s is outside the scenario's area",
                         st_hex_called(t, v).text);
    if (f->terrain[v] == OUT)
        return st_refuse(why, "9.19", "%s is out of play", st_hex_called(t, v).text);
    struct mons_set enemies = mons_units_in(t, 1 - side, v);
    if (!set_none(&enemies))
        return st_refuse(why, "6.4", "%s holds %s", unit_name(t, set_take(&enemies)),
                         st_hex_called(t, v).text);
    if (mons_room_check(t, u, v, why))
        return ST_REFUSED;
    if (!on_map(t, u))
        take_off(t, u);
    p->place[u] = (int16_t)v;
    set_add(&p->present, u);
    set_drop(&p->waiting, u);
    mons_take_control(t, side, v);
    return ST_LEGAL;
}

static enum st_answer set_place(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct mons_pos *p = pos_of(t);

    if (v == WORD_MAP)
        return st_refuse(why, "3.1", "say in which hex %s stands: set its hex", unit_name(t, u));
    if (v < WORD_MAP || v > WORD_EXITED)
        return st_refuse(why, "3.1", "a place is map, offmap, eliminated or exited");
    if (v == WORD_EXITED && plan_of(t)->unit[u].side != BR)
        return st_refuse(why, "9.10", "%s may not leave the map", unit_name(t, u));
    if (fighting(t, why))
        return ST_REFUSED;
    take_off(t, u);
    if (v == WORD_ELIMINATED) {
        p->steps[u] = 0;
        p->eliminated[plan_of(t)->unit[u].side]++;
    } else if (v == WORD_EXITED) {
        p->exited++;
    }
    if (v != WORD_WAITING)
        set_drop(&p->waiting, u);
    p->place[u] = (int16_t)-v;
    return ST_LEGAL;
}

static int get_zone(const struct st_table *t, int u)
{
    return on_map(t, u) && mons_in_zone(t, plan_of(t)->unit[u].side, pos_of(t)->place[u]);
}

/* C.3 */
static enum st_answer may_have_steps(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    int full = plan_of(t)->unit[u].steps;

    if (pos_of(t)->steps[u] == 0 || v < 1 || v > full)
        return st_refuse(why, "C.3", "%s has 1 to %d steps while it lives", unit_name(t, u), full);
    return ST_LEGAL;
}

/* D.3: only who is on the map can have done anything in this phase. */
static enum st_answer may_be_done(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    if (v && !on_map(t, u))
        return st_refuse(why, "D.3", "%s is not on the map", unit_name(t, u));
    return ST_LEGAL;
}

/* ---- fields of a hex --------------------------------------------------------------------- */

static int mons_control(const struct st_table *t, int h) /* a side; -1: no objective (3.4) */
{
    int number = plan_of(t)->objective_at[h];

    return number < 0 ? -1 : pos_of(t)->control >> number & 1 ? GE : BR;
}

static bool no_objective(const struct st_plan *p, int h)
{
    return ((const struct mons_plan *)p->data)->objective_at[h] < 0;
}

static enum st_answer set_control(struct st_table *t, int h, int v, struct st_refusal *why)
{
    struct mons_set others;

    if (plan_of(t)->objective_at[h] < 0 || (v != GE && v != BR))
        return st_refuse(why, "3.4", "control is kept of objective hexes only, not of %s",
                         st_hex_called(t, h).text);
    others = mons_units_in(t, 1 - v, h);
    if (!set_none(&others))
        return st_refuse(why, "3.3", "%s stands in %s", unit_name(t, set_take(&others)),
                         st_hex_called(t, h).text);
    mons_take_control(t, v, h);
    return ST_LEGAL;
}

/* ---- fields of a side -------------------------------------------------------------------- */

int mons_count_in(const struct st_table *t, int side, int place)
{
    int n = 0;

    for (int u = 0; u < plan_of(t)->nunits; u++)
        n += plan_of(t)->unit[u].side == side && pos_of(t)->place[u] == place;
    return n;
}

/* 4.5: as many at least as are gone. */
static enum st_answer may_be_gone(const struct st_table *t, int s, int v, struct st_refusal *why)
{
    int least = mons_count_in(t, s, PLACE_ELIMINATED);

    if (v < least)
        return st_refuse(why, "4.5", "%d units of %s are eliminated", least, t->plan->side[s]);
    return ST_LEGAL;
}

static int get_exited(const struct st_table *t, int s)
{
    return s == BR ? pos_of(t)->exited : 0;
}

static enum st_answer set_exited(struct st_table *t, int s, int v, struct st_refusal *why)
{
    int least = mons_count_in(t, s, PLACE_EXITED);

    if (v < least || v > plan_of(t)->nunits || (s != BR && v != 0))
        return st_refuse(why, "4.5", "exited is %d to %d, and only of the British", least,
                         plan_of(t)->nunits);
    if (s == BR)
        pos_of(t)->exited = (uint8_t)v;
    return ST_LEGAL;
}

int mons_lost(const struct st_table *t, int s)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int lost = 0, owed = 0;

    for (int u = 0; u < f->nunits; u++)
        if (f->unit[u].side == s)
            lost += f->unit[u].steps - p->steps[u];
    if (p->combat.owed && mons_loser(t) == s) {
        int most = mons_steps_of(t, mons_may_lose(t));

        owed = p->combat.owed < most ? p->combat.owed : most;
    }
    return lost + owed;
}

/* ---- fields of the game ------------------------------------------------------------------ */

static int get_all_lost(const struct st_table *t)
{
    return mons_lost(t, GE) + mons_lost(t, BR);
}

static enum st_answer may_be_turn(const struct st_table *t, int none ST_IDLE, int v,
                                  struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);

    if (v < f->first_turn || v > f->last_turn)
        return st_refuse(why, "5.1", "turns go from %d to %d", f->first_turn, f->last_turn);
    return ST_LEGAL;
}

static enum st_answer may_be_free(const struct st_table *t, int none ST_IDLE, int v,
                                  struct st_refusal *why)
{
    if (v < 0 || v >= 1 << plan_of(t)->nfreezes)
        return st_refuse(why, "I.2.2", "freed is a sum of 1, 2, 4... for the frozen groups");
    return ST_LEGAL;
}

/* The other player's turn begins at once. */
static enum st_answer set_player(struct st_table *t, int none ST_IDLE, int v,
                                 struct st_refusal *why)
{
    struct mons_pos *p = pos_of(t);

    if (v < 0 || v >= ST_SIDES || p->result)
        return st_refuse(why, "5.1", "the player is GE or BR, while the game lasts");
    if (fighting(t, why))
        return ST_REFUSED;
    p->acting = (uint8_t)v;
    p->flow.side = p->acting;
    p->programme = PROGRAMME_NONE;
    p->phase = 0;
    st_go(t, STEP_PLAYER_TURN);
    return ST_LEGAL;
}

static const char *const programme_words[] = { "-", "MF", "FM", "FF", "MM", NULL };
static const char *const phase_words[] = { "first", "second", NULL };
static const char *const outcome_words[] = { "playing", "GE", "BR", NULL };

#define ONE(m) .in = ST_ONE(struct mons_pos, m)
#define EACH(m) .in = ST_EACH(struct mons_pos, m)
#define BITS(m) .in = ST_BITS(struct mons_pos, m.word)
#define ALIVE .when = ST_EACH(struct mons_pos, steps), .or_0 = true
/* What is worked out, and from what alone. */
static const struct st_member on_place[] = { ST_EACH(struct mons_pos, place), { 0 } };
static const struct st_member on_control[] = { ST_ONE(struct mons_pos, control), { 0 } };
static const struct st_member on_exited[] = { ST_ONE(struct mons_pos, exited), { 0 } };

static const struct st_field fields[] = {
    { "hex", "where it stands", "unit", "hex", .get = get_hex, .on = on_place, .set = mons_put },
    { "place", "on the map, off it, eliminated, exited", "unit", .symbol = place_words, .get = get_place, .on = on_place, .set = set_place },
    { "steps", "steps left", "unit", EACH(steps), .para = "C.3", .lo = 1, .hi = MAX_STEPS, .may = may_have_steps },
    { "strength", "strength now", "unit", .get = strength_of },
    { "fire", "factors it fires defensively", "unit", .get = fire_factor, ALIVE },
    { "defence", "strength it defends with in melee", "unit", .get = defence_of, ALIVE },
    { "moved", "has moved in this phase", "unit", BITS(moved), ST_UP_TO("D.3", 1), .may = may_be_done },
    { "bombarded", "has bombarded in this phase", "unit", BITS(bombarded), ST_UP_TO("D.3", 1), .may = may_be_done },
    { "meleed", "has attacked in this phase", "unit", BITS(meleed), ST_UP_TO("D.3", 1), .may = may_be_done },
    { "frozen", "frozen", "unit", .get = mons_frozen },
    { "zone", "in an enemy zone of control", "unit", .get = get_zone },
    { "control", "who controls the objective", "place", "side", .get = mons_control, .on = on_control, .still = no_objective, .set = set_control },
    { "hit", "has been bombarded in this phase", "place", BITS(hit), ST_UP_TO("D.3", 1) },
    { "assaulted", "has been attacked in this phase", "place", BITS(assaulted), ST_UP_TO("D.3", 1) },
    { "terrain", "terrain", "place", .symbol = mons_terrains, .fixed = ST_EACH(struct mons_plan, terrain) },
    { "eliminated", "units eliminated", "side", EACH(eliminated), .para = "4.5", .most = ST_ONE(struct mons_plan, nunits), .may = may_be_gone },
    { "exited", "units that have left the map", "side", .get = get_exited, .on = on_exited, .set = set_exited },
    { "lost", "steps lost, those owed included", "side", .get = mons_lost },
    { "german_lost", "German steps lost, those owed included", .get = mons_lost, .alone = 1 + GE, .old = true },
    { "british_lost", "British steps lost, those owed included", .get = mons_lost, .alone = 1 + BR, .old = true },
    { "both_lost", "steps lost by both sides, those owed included", .whole = get_all_lost },
    { "lost", "steps lost by both sides, those owed included", .whole = get_all_lost, .old = true },
    { "turn", "turn", ONE(turn), .para = "5.1", .lo = 1, .hi = MAX_TURNS, .may = may_be_turn },
    { "acting", "whose player turn it is", .kind = "side", ONE(acting), .set = set_player },
    { "player", "whose player turn it is", .kind = "side", ONE(acting), .set = set_player, .old = true },
    { "programme", "British programme of this player turn", .symbol = programme_words, .whole = mons_programme },
    { "phase", "phase of this player turn", .symbol = phase_words, ONE(phase) },
    { "segment", "movement, or segment of a combat phase", .symbol = mons_segments, .whole = mons_segment },
    { "freed", "groups freed by the enemy, as bits", ONE(freed), ST_UP_TO("I.2.2", 255), .may = may_be_free },
    { "target", "hex of the combat in progress", .kind = "hex", ONE(combat.target), .when = ST_ONE(struct mons_pos, flow.depth) },
    { "owed", "steps still to be lost in it", ONE(combat.owed) },
    { "points", "German victory points if it ended now", .whole = mons_victory_points },
    { "outcome", "who has won", .symbol = outcome_words, ONE(result) },
};
const struct st_fields mons_fields = { ST_ROWS(fields) };

/* ---- invariants -------------------------------------------------------------------------- */

static enum st_answer unit_sane(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int h = p->place[u];
    const char *name = unit_name(t, u);

    if (h < PLACE_EXITED || h >= f->nhexes || on_map(t, u) != (h >= 0) ||
        waits(t, u) != (h == PLACE_WAITING))
        return st_refuse(why, "C.9", "%s is at %d", name, h);
    if (p->steps[u] > f->unit[u].steps || (p->steps[u] == 0) != (h == PLACE_ELIMINATED))
        return st_refuse(why, "C.3", "%s has %d steps at %d", name, p->steps[u], h);
    if (h < 0 && (set_has(&p->moved, u) || set_has(&p->bombarded, u) || set_has(&p->meleed, u) ||
                  set_has(&p->combat.unit, u)))
        return st_refuse(why, "D.3", "%s has left flags behind", name);
    if (h < 0)
        return ST_LEGAL;
    if (!st_hexset_has(&f->area, h) || f->terrain[h] == OUT)
        return st_refuse(why, "9.10", "%s stands outside, in %s", name, f->hex_name[h]);
    if (f->objective_at[h] >= 0 && mons_control(t, h) != f->unit[u].side)
        return st_refuse(why, "3.3", "%s stands in %s, which the enemy controls", name,
                         f->hex_name[h]);
    return ST_LEGAL;
}

/* 6: one pass over the units, for this is asked after every step of a test. */
static enum st_answer stacks_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    uint8_t units[ST_SIDES][ST_HEX_MAX] = { { 0 } }, regiments[ST_HEX_MAX] = { 0 };

    for (struct mons_set left = p->present; !set_none(&left);) {
        int u = set_take(&left), h = p->place[u], side = f->unit[u].side;

        regiments[h] = (uint8_t)(regiments[h] + f->unit[u].regiment);
        if (++units[side][h] > STACK)
            return st_refuse(why, "6.1", "five units in %s", f->hex_name[h]);
        if (regiments[h] > 1)
            return st_refuse(why, "6.2", "two regiments in %s", f->hex_name[h]);
        if (units[1 - side][h])
            return st_refuse(why, "6.4", "both sides in %s", f->hex_name[h]);
    }
    return ST_LEGAL;
}

enum st_answer mons_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    static const struct mons_combat nothing;

    for (int u = 0; u < f->nunits; u++)
        if (unit_sane(t, u, why))
            return ST_REFUSED;
    for (int u = f->nunits; u < MAX_UNITS; u++)
        if (p->place[u] != PLACE_WAITING || p->steps[u] || on_map(t, u) || waits(t, u))
            return st_refuse(why, "C.9", "a unit that does not exist");
    if (stacks_sane(t, why))
        return ST_REFUSED;
    if (p->flow.depth == 0 && memcmp(&p->combat, &nothing, sizeof nothing) != 0)
        return st_refuse(why, "C.9", "a combat has left fields behind");
    if (p->turn < f->first_turn || p->turn > f->last_turn || p->acting >= ST_SIDES ||
        p->flow.side >= ST_SIDES || p->programme > PROGRAMME_MM || p->phase > 2 ||
        p->result > RESULT_BR || p->control >> f->nobjectives || p->freed >> f->nfreezes)
        return st_refuse(why, "C.9", "turn %d, player %d, programme %d, phase %d", p->turn,
                         p->acting, p->programme, p->phase);
    if (p->eliminated[BR] < mons_count_in(t, BR, PLACE_ELIMINATED) ||
        p->eliminated[GE] < mons_count_in(t, GE, PLACE_ELIMINATED) ||
        p->exited < mons_count_in(t, BR, PLACE_EXITED))
        return st_refuse(why, "4.5", "fewer units counted than are gone");
    return ST_LEGAL;
}

/* ---- the umpire's word ------------------------------------------------------------------- */

/* Movements are carried out wherever a unit can stand, and steps are lost; the rest has no sense
 * outside its rules. */
enum st_answer mons_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    struct mons_pos *p = pos_of(t);
    int u = m->arg[0];

    switch (m->verb) {
    case VERB_MOVE:
    case VERB_ENTER:
        if (m->nargs < 2)
            return st_refuse(why, "", "no hex is given");
        if (mons_put(t, u, m->arg[m->nargs - 1], why))
            return ST_REFUSED;
        if (p->flow.step[0] == STEP_MOVE && plan_of(t)->unit[u].side == p->acting) {
            set_add(&p->moved, u);
            st_go(t, STEP_MOVE_NEXT);
        }
        return ST_LEGAL;
    case VERB_EXIT:
        return set_place(t, u, WORD_EXITED, why);
    case VERB_LOSE:
        if (fighting(t, why))
            return ST_REFUSED;
        if (p->steps[u] == 0)
            return st_refuse(why, "C.3", "%s has no step left", unit_name(t, u));
        mons_lose_step(t, u, "C.3");
        return ST_LEGAL;
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
