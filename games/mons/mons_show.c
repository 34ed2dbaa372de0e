/* mons_show.c - a position seen from outside: fields, scene, invariants, rulings. */
#include "mons/mons.h"

#include "core/field.h"
#include "core/scene.h"

#include <stdio.h>
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
                         mons_hex_name(t, v).name);
    if (f->terrain[v] == OUT)
        return st_refuse(why, "9.19", "%s is out of play", mons_hex_name(t, v).name);
    struct mons_set enemies = mons_units_in(t, 1 - side, v);
    if (!set_none(&enemies))
        return st_refuse(why, "6.4", "%s holds %s", unit_name(t, set_take(&enemies)),
                         mons_hex_name(t, v).name);
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

    if (v == get_place(t, u))
        return ST_LEGAL;
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

static int get_steps(const struct st_table *t, int u)
{
    return pos_of(t)->steps[u];
}

static enum st_answer set_steps(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return st_field_put_steps(&pos_of(t)->steps[u], v, plan_of(t)->unit[u].steps, "C.3",
                              unit_name(t, u), why);
}

static int get_strength(const struct st_table *t, int u)
{
    return strength_of(t, u);
}

static int get_fire(const struct st_table *t, int u)
{
    return pos_of(t)->steps[u] ? fire_factor(t, u) : 0;
}

static int get_defence(const struct st_table *t, int u)
{
    return pos_of(t)->steps[u] ? defence_of(t, u) : 0;
}

static int get_frozen(const struct st_table *t, int u)
{
    return mons_frozen(t, u);
}

static int get_zone(const struct st_table *t, int u)
{
    return on_map(t, u) && mons_in_zone(t, plan_of(t)->unit[u].side, pos_of(t)->place[u]);
}

static enum st_answer set_flag(struct st_table *t, struct mons_set *flags, int u, int v,
                               const char *what, struct st_refusal *why)
{
    if (v && !on_map(t, u))
        return st_refuse(why, "D.3", "%s is not on the map", unit_name(t, u));
    return st_field_put_bit(flags->word, u, v, "D.3", what, why);
}

static int get_moved(const struct st_table *t, int u)
{
    return set_has(&pos_of(t)->moved, u);
}

static enum st_answer set_moved(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_flag(t, &pos_of(t)->moved, u, v, "moved", why);
}

static int get_bombarded(const struct st_table *t, int u)
{
    return set_has(&pos_of(t)->bombarded, u);
}

static enum st_answer set_bombarded(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_flag(t, &pos_of(t)->bombarded, u, v, "bombarded", why);
}

static int get_meleed(const struct st_table *t, int u)
{
    return set_has(&pos_of(t)->meleed, u);
}

static enum st_answer set_meleed(struct st_table *t, int u, int v, struct st_refusal *why)
{
    return set_flag(t, &pos_of(t)->meleed, u, v, "meleed", why);
}

/* ---- fields of a hex --------------------------------------------------------------------- */

static int get_control(const struct st_table *t, int h)
{
    int number = plan_of(t)->objective_at[h];

    return number < 0 ? -1 : pos_of(t)->control >> number & 1 ? GE : BR;
}

static enum st_answer set_control(struct st_table *t, int h, int v, struct st_refusal *why)
{
    struct mons_set others;

    if (v == get_control(t, h))
        return ST_LEGAL;
    if (plan_of(t)->objective_at[h] < 0 || (v != GE && v != BR))
        return st_refuse(why, "3.4", "control is kept of objective hexes only, not of %s",
                         mons_hex_name(t, h).name);
    others = mons_units_in(t, 1 - v, h);
    if (!set_none(&others))
        return st_refuse(why, "3.3", "%s stands in %s", unit_name(t, set_take(&others)),
                         mons_hex_name(t, h).name);
    mons_take_control(t, v, h);
    return ST_LEGAL;
}

static int get_hit(const struct st_table *t, int h)
{
    return st_hexset_has(&pos_of(t)->hit, h);
}

static enum st_answer set_hit(struct st_table *t, int h, int v, struct st_refusal *why)
{
    return st_field_put_bit(pos_of(t)->hit.word, h, v, "D.3", "hit", why);
}

static int get_assaulted(const struct st_table *t, int h)
{
    return st_hexset_has(&pos_of(t)->assaulted, h);
}

static enum st_answer set_assaulted(struct st_table *t, int h, int v, struct st_refusal *why)
{
    return st_field_put_bit(pos_of(t)->assaulted.word, h, v, "D.3", "assaulted", why);
}

static int get_terrain(const struct st_table *t, int h)
{
    return plan_of(t)->terrain[h];
}

/* ---- fields of a side -------------------------------------------------------------------- */

static int get_eliminated(const struct st_table *t, int s)
{
    return pos_of(t)->eliminated[s];
}

/* Units of a side in a place that is not on the map. */
static int count_in(const struct st_table *t, int side, int place)
{
    int n = 0;

    for (int u = 0; u < plan_of(t)->nunits; u++)
        n += plan_of(t)->unit[u].side == side && pos_of(t)->place[u] == place;
    return n;
}

static enum st_answer set_eliminated(struct st_table *t, int s, int v, struct st_refusal *why)
{
    int least = count_in(t, s, PLACE_ELIMINATED);

    return st_field_put(&pos_of(t)->eliminated[s], v, least, plan_of(t)->nunits, "4.5", "eliminated",
                        why);
}

static int get_exited(const struct st_table *t, int s)
{
    return s == BR ? pos_of(t)->exited : 0;
}

static enum st_answer set_exited(struct st_table *t, int s, int v, struct st_refusal *why)
{
    int least = count_in(t, s, PLACE_EXITED);

    if (v < least || v > plan_of(t)->nunits || (s != BR && v != 0))
        return st_refuse(why, "4.5", "exited is %d to %d, and only of the British", least,
                         plan_of(t)->nunits);
    if (s == BR)
        pos_of(t)->exited = (uint8_t)v;
    return ST_LEGAL;
}

/* Steps lost since the beginning, those still owed in the combat in progress included. */
static int get_lost(const struct st_table *t, int s)
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

static int get_german_lost(const struct st_table *t, int none)
{
    (void)none;
    return get_lost(t, GE);
}

static int get_british_lost(const struct st_table *t, int none)
{
    (void)none;
    return get_lost(t, BR);
}

static int get_all_lost(const struct st_table *t, int none)
{
    (void)none;
    return get_lost(t, GE) + get_lost(t, BR);
}

static int get_turn(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->turn;
}

static enum st_answer set_turn(struct st_table *t, int none, int v, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);

    (void)none;
    return st_field_put(&pos_of(t)->turn, v, f->first_turn, f->last_turn, "5.1", "turn", why);
}

static int get_player(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->acting;
}

/* The other player's turn begins at once. */
static enum st_answer set_player(struct st_table *t, int none, int v, struct st_refusal *why)
{
    struct mons_pos *p = pos_of(t);

    (void)none;
    if (v == p->acting)
        return ST_LEGAL;
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

/* The British choose one (5.3); that the German always moves and fights is none (C.9). */
static int get_programme(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->acting == BR ? pos_of(t)->programme : PROGRAMME_NONE;
}

static int get_phase(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->phase;
}

enum { SEGMENT_NONE, SEGMENT_MOVEMENT, SEGMENT_BOMBARDMENT, SEGMENT_MELEE };

static int get_segment(const struct st_table *t, int none)
{
    (void)none;
    switch (pos_of(t)->flow.step[0]) {
    case STEP_MOVE_NEXT:
    case STEP_MOVE:
        return SEGMENT_MOVEMENT;
    case STEP_BOMBARD_NEXT:
    case STEP_BOMBARD:
        return SEGMENT_BOMBARDMENT;
    case STEP_MELEE_NEXT:
    case STEP_MELEE:
        return SEGMENT_MELEE;
    default:
        return SEGMENT_NONE;
    }
}

static int get_freed(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->freed;
}

static enum st_answer set_freed(struct st_table *t, int none, int v, struct st_refusal *why)
{
    (void)none;
    if (v < 0 || v >= 1 << plan_of(t)->nfreezes)
        return st_refuse(why, "I.2.2", "freed is a sum of 1, 2, 4... for the frozen groups");
    pos_of(t)->freed = (uint8_t)v;
    return ST_LEGAL;
}

static int get_target(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->flow.depth ? pos_of(t)->combat.target : -1;
}

static int get_owed(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->combat.owed;
}

static int get_points(const struct st_table *t, int none)
{
    (void)none;
    return mons_victory_points(t);
}

static int get_outcome(const struct st_table *t, int none)
{
    (void)none;
    return pos_of(t)->result;
}

static const char *const programme_words[] = { "-", "MF", "FM", "FF", "MM", NULL };
static const char *const phase_words[] = { "first", "second", NULL };
static const char *const segment_words[] = { "-", "movement", "bombardment", "melee", NULL };
static const char *const terrain_words[] = { "clear", "forest", "built_up", "out", NULL };
static const char *const outcome_words[] = { "playing", "GE", "BR", NULL };

static const struct st_field fields[] = {
    { "hex", "where it stands", "unit", "hex", NULL, get_hex, mons_put },
    { "place", "on the map, off it, eliminated, exited", "unit", NULL, place_words, get_place, set_place },
    { "steps", "steps left", "unit", NULL, NULL, get_steps, set_steps },
    { "strength", "strength now", "unit", NULL, NULL, get_strength, NULL },
    { "fire", "factors it fires defensively", "unit", NULL, NULL, get_fire, NULL },
    { "defence", "strength it defends with in melee", "unit", NULL, NULL, get_defence, NULL },
    { "moved", "has moved in this phase", "unit", NULL, NULL, get_moved, set_moved },
    { "bombarded", "has bombarded in this phase", "unit", NULL, NULL, get_bombarded, set_bombarded },
    { "meleed", "has attacked in this phase", "unit", NULL, NULL, get_meleed, set_meleed },
    { "frozen", "frozen", "unit", NULL, NULL, get_frozen, NULL },
    { "zone", "in an enemy zone of control", "unit", NULL, NULL, get_zone, NULL },
    { "control", "who controls the objective", "place", "side", NULL, get_control, set_control },
    { "hit", "has been bombarded in this phase", "place", NULL, NULL, get_hit, set_hit },
    { "assaulted", "has been attacked in this phase", "place", NULL, NULL, get_assaulted, set_assaulted },
    { "terrain", "terrain", "place", NULL, terrain_words, get_terrain, NULL },
    { "eliminated", "units eliminated", "side", NULL, NULL, get_eliminated, set_eliminated },
    { "exited", "units that have left the map", "side", NULL, NULL, get_exited, set_exited },
    { "lost", "steps lost, those owed included", "side", NULL, NULL, get_lost, NULL },
    { "german_lost", "German steps lost, those owed included", NULL, NULL, NULL, get_german_lost, NULL },
    { "british_lost", "British steps lost, those owed included", NULL, NULL, NULL, get_british_lost, NULL },
    { "lost", "steps lost by both sides, those owed included", NULL, NULL, NULL, get_all_lost, NULL },
    { "turn", "turn", NULL, NULL, NULL, get_turn, set_turn },
    { "player", "whose player turn it is", NULL, "side", NULL, get_player, set_player },
    { "programme", "British programme of this player turn", NULL, NULL, programme_words, get_programme, NULL },
    { "phase", "phase of this player turn", NULL, NULL, phase_words, get_phase, NULL },
    { "segment", "movement, or segment of a combat phase", NULL, NULL, segment_words, get_segment, NULL },
    { "freed", "groups freed by the enemy, as bits", NULL, NULL, NULL, get_freed, set_freed },
    { "target", "hex of the combat in progress", NULL, "hex", NULL, get_target, NULL },
    { "owed", "steps still to be lost in it", NULL, NULL, NULL, get_owed, NULL },
    { "points", "German victory points if it ended now", NULL, NULL, NULL, get_points, NULL },
    { "outcome", "who has won", NULL, NULL, outcome_words, get_outcome, NULL },
};
const struct st_fields mons_fields = { ST_ROWS(fields) };

/* ---- the scene --------------------------------------------------------------------------- */

static bool can_act(const struct st_table *t, int u)
{
    const struct mons_pos *p = pos_of(t);
    bool mine = plan_of(t)->unit[u].side == p->acting && on_map(t, u);
    struct mons_set set;

    switch (p->flow.step[p->flow.depth]) {
    case STEP_MOVE:
        return mine && !set_has(&p->moved, u) && !mons_frozen(t, u);
    case STEP_BOMBARD:
        set = mons_guns_ready(t);
        return set_has(&set, u);
    case STEP_MELEE:
        return mine && !is_gun(plan_of(t), u) && !set_has(&p->meleed, u);
    case STEP_LOSE:
        set = mons_may_lose(t);
        return set_has(&set, u);
    case STEP_FIRE:
        return on_map(t, u) && p->place[u] == p->combat.target;
    case STEP_ADVANCE:
        set = mons_may_advance(t);
        return set_has(&set, u);
    default:
        return false;
    }
}

/* As armies draw them: infantry, cavalry, field, horse and heavy artillery. */
static const char *const symbol_codes[] = { "UCI---", "UCR---", "UCF---", "UCF---", "UCF---" };

static void describe_unit(const struct st_table *t, int u, struct st_scene_piece *x)
{
    const struct mons_unit *unit = &plan_of(t)->unit[u];
    const struct mons_pos *p = pos_of(t);
    bool here = on_map(t, u);
    const char *state[] = { here && mons_frozen(t, u) ? "frozen" : "",
                            set_has(&p->moved, u) && mons_moving(p) ? "moved" : "",
                            p->place[u] == PLACE_EXITED ? "exited" : "",
                            p->place[u] == PLACE_WAITING ? "waiting" : "" };

    *x = (struct st_scene_piece){ .piece = (int16_t)u, .hex = (int16_t)get_hex(t, u),
                                  .side = unit->side, .steps = p->steps[u],
                                  .steps_full = unit->steps, .worn = p->steps[u] < unit->steps,
                                  .can_act = can_act(t, u) };
    snprintf(x->symbol, sizeof x->symbol, "%s%s", mons_types[unit->type],
             unit->regiment ? "*" : "");
    snprintf(x->sidc, sizeof x->sidc, "SFGP%s-%c---", symbol_codes[unit->type],
             unit->regiment ? 'G' : 'F');
    snprintf(x->factors, sizeof x->factors, "%d", strength_of(t, u));
    for (int i = 0; i < 4; i++)
        if (state[i][0]) {
            size_t len = strlen(x->states);

            snprintf(x->states + len, sizeof x->states - len, "%s%s", len ? " " : "", state[i]);
        }
}

static const char *prompt_of(int step)
{
    switch (step) {
    case STEP_PROGRAMME:
        return "choose a programme: MF, FM, FF or MM";
    case STEP_MOVE:
        return "move units, or end";
    case STEP_BOMBARD:
        return "bombard, go over to melee, or end the segment";
    case STEP_MELEE:
        return "attack in melee, or end the phase";
    case STEP_FIRE:
        return "allot the defensive fire";
    case STEP_ADVANCE:
        return "advance, or stay";
    default:
        return "";
    }
}

static void describe_objectives(const struct st_table *t, struct st_scene *scene)
{
    const struct mons_plan *f = plan_of(t);

    for (int s = 0; s < ST_SIDES; s++) {
        char line[100] = "";

        for (int i = 0; i < f->nobjectives; i++)
            if ((pos_of(t)->control >> i & 1) == (s == GE)) {
                size_t len = strlen(line);

                snprintf(line + len, sizeof line - len, " %s", f->hex_name[f->objective[i]]);
            }
        st_scene_note(scene, "%s controls%s", t->plan->side[s], line[0] ? line : " no objective");
    }
    for (int i = 0; i < f->nobjectives; i++) {
        struct st_scene_mark *m = &scene->mark[scene->nmarks++];

        m->hex = f->objective[i];
        snprintf(m->text, sizeof m->text, "%s", pos_of(t)->control >> i & 1 ? "GE" : "BR");
    }
}

static void describe_turn(const struct st_table *t, struct st_scene *scene)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);

    st_scene_note(scene, "Turn %d of %d, %s, %s", p->turn, f->last_turn, mons_track(t, "day"),
                  mons_track(t, "hours"));
    if (get_programme(t, 0) != PROGRAMME_NONE)
        st_scene_note(scene, "%s: programme %s, %s phase: %s", t->plan->side[p->acting],
                      mons_programmes[p->programme], p->phase ? "second" : "first",
                      segment_words[get_segment(t, 0)]);
    else if (get_segment(t, 0) != SEGMENT_NONE)
        st_scene_note(scene, "%s: %s", t->plan->side[p->acting], segment_words[get_segment(t, 0)]);
    if (!f->last)
        st_scene_note(scene, "British: %d eliminated, %d have left; %d victory points",
                      p->eliminated[BR], p->exited, mons_victory_points(t));
    for (int s = 0; s < ST_SIDES; s++)
        st_scene_note(scene, "%s: %d steps lost, %d units waiting off the map", t->plan->side[s],
                      get_lost(t, s), count_in(t, s, PLACE_WAITING));
}

static void describe_prompt(const struct st_table *t, struct st_scene *scene)
{
    const struct mons_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    if (step == STEP_OVER)
        snprintf(scene->prompt, sizeof scene->prompt, "The game is over: %s wins",
                 t->plan->side[mons_winner(t)]);
    else if (step == STEP_LOSE)
        snprintf(scene->prompt, sizeof scene->prompt, "%s: %d step%s to lose, one at a time",
                 t->plan->side[p->flow.side], p->combat.owed, p->combat.owed == 1 ? "" : "s");
    else
        snprintf(scene->prompt, sizeof scene->prompt, "%s: %s", t->plan->side[p->flow.side],
                 prompt_of(step));
}

void mons_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    (void)side; /* an open game: everybody sees all (6.4) */
    for (int u = 0; u < plan_of(t)->nunits; u++)
        describe_unit(t, u, &scene->piece[scene->npieces++]);
    describe_turn(t, scene);
    describe_objectives(t, scene);
    describe_prompt(t, scene);
}

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
    if (f->objective_at[h] >= 0 && get_control(t, h) != f->unit[u].side)
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
    if (p->eliminated[BR] < count_in(t, BR, PLACE_ELIMINATED) ||
        p->eliminated[GE] < count_in(t, GE, PLACE_ELIMINATED) ||
        p->exited < count_in(t, BR, PLACE_EXITED))
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
