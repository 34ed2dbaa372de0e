/* mons_show.c - a position as it is drawn: pieces, notes, prompt. */
#include "mons/mons.h"

#include "core/scene.h"

#include <stdio.h>

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
        break;
    case STEP_MELEE:
        return mine && !is_gun(plan_of(t), u) && !set_has(&p->meleed, u);
    case STEP_LOSE:
        set = mons_may_lose(t);
        break;
    case STEP_FIRE:
        return on_map(t, u) && p->place[u] == p->combat.target;
    case STEP_ADVANCE:
        set = mons_may_advance(t);
        break;
    default:
        return false;
    }
    return set_has(&set, u);
}

/* As armies draw them: infantry, cavalry, field, horse and heavy artillery. */
static const char *const symbol_codes[] = { "UCI---", "UCR---", "UCF---", "UCF---", "UCF---" };

static const char *const figures[] = { "sign-infantry", "sign-cavalry", "sign-artillery",
                                       "sign-horse-artillery", "sign-heavy-artillery" };

static void describe_unit(const struct st_table *t, int u, struct st_scene_piece *x)
{
    const struct mons_unit *unit = &plan_of(t)->unit[u];
    const struct mons_pos *p = pos_of(t);
    bool here = on_map(t, u);

    *x = (struct st_scene_piece){ .piece = (int16_t)u, .hex = here ? p->place[u] : (int16_t)-1,
                                  .side = unit->side, .steps = p->steps[u],
                                  .steps_full = unit->steps, .worn = p->steps[u] < unit->steps,
                                  .can_act = can_act(t, u) };
    snprintf(x->symbol, sizeof x->symbol, "%s%s", mons_types[unit->type],
             unit->regiment ? "*" : "");
    snprintf(x->sidc, sizeof x->sidc, "SFGP%s-%c---", symbol_codes[unit->type],
             unit->regiment ? 'G' : 'F');
    snprintf(x->figure, sizeof x->figure, "%s", figures[unit->type]);
    x->band = unit->division == CORPS_TROOPS ? 0 : (uint8_t)(1 + unit->division % 8);
    snprintf(x->factors, sizeof x->factors, "%d", strength_of(t, u));
    st_scene_state(x, here && mons_frozen(t, u), "frozen");
    st_scene_state(x, set_has(&p->moved, u) && mons_moving(p), "moved");
    st_scene_state(x, p->place[u] == PLACE_EXITED, "exited");
    st_scene_state(x, p->place[u] == PLACE_WAITING, "waiting");
}

static void describe_objectives(const struct st_table *t, struct st_scene *scene)
{
    const struct mons_plan *f = plan_of(t);

    for (int s = 0; s < ST_SIDES; s++) {
        char line[100] = "";

        for (int i = 0; i < f->nobjectives; i++)
            if ((pos_of(t)->control >> i & 1) == (s == GE))
                st_text_add(line, sizeof line, " %s", f->hex_name[f->objective[i]]);
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
    if (mons_programme(t) != PROGRAMME_NONE)
        st_scene_note(scene, "%s: programme %s, %s phase: %s", t->plan->side[p->acting],
                      mons_programmes[p->programme], p->phase ? "second" : "first",
                      mons_segments[mons_segment(t)]);
    else if (mons_segment(t) != SEGMENT_NONE)
        st_scene_note(scene, "%s: %s", t->plan->side[p->acting], mons_segments[mons_segment(t)]);
    if (!f->last)
        st_scene_note(scene, "British: %d eliminated, %d have left; %d victory points",
                      p->eliminated[BR], p->exited, mons_victory_points(t));
    for (int s = 0; s < ST_SIDES; s++)
        st_scene_note(scene, "%s: %d steps lost, %d units waiting off the map", t->plan->side[s],
                      mons_lost(t, s), mons_count_in(t, s, PLACE_WAITING));
}

/* ---- what sentences say (core/words.h) ----------------------------------------------------- */

static int waiting(const struct st_table *t, int side)
{
    return side < 0 ? -1 : mons_count_in(t, side, PLACE_WAITING);
}

static int objectives(const struct st_table *t, int side)
{
    int n = 0;

    for (int i = 0; side >= 0 && i < plan_of(t)->nobjectives; i++)
        n += (pos_of(t)->control >> i & 1) == (side == GE);
    return n;
}

/* Where those stand who may take the next step lost; -1: in several hexes, or nobody (11.7, 12.12). */
static int suffers(const struct st_table *t)
{
    struct mons_set able = mons_may_lose(t);
    int hex = -1;

    for (int u = 0; pos_of(t)->combat.owed && u < plan_of(t)->nunits; u++)
        if (set_has(&able, u)) {
            if (hex >= 0 && hex != pos_of(t)->place[u])
                return -1;
            hex = pos_of(t)->place[u];
        }
    return hex;
}

static const struct st_field slots[] = {
    { "suffers", .kind = "hex", .whole = suffers },
    { "waiting", .get = waiting },
    { "objectives", .get = objectives },
    { "all", .fixed = ST_ONE(struct mons_plan, nobjectives) },
    { "turns", .fixed = ST_ONE(struct mons_plan, last_turn) },
    { "needed", .fixed = ST_ONE(struct mons_plan, points_needed) },
};
const struct st_fields mons_slots = { ST_ROWS(slots) };

void mons_describe(const struct st_table *t, int side ST_IDLE, struct st_scene *scene)
{
    /* an open game: everybody sees all (6.4) */
    for (int u = 0; u < plan_of(t)->nunits; u++)
        describe_unit(t, u, &scene->piece[scene->npieces++]);
    describe_turn(t, scene);
    describe_objectives(t, scene);
}
