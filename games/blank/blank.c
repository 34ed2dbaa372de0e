/* blank.c - the empty game: a duel of two men. Paragraphs: RULES.md beside this.
 *
 * Everything a game consists of, once and small; a new game begins as a copy of this folder.
 */
#include "core/game.h"
#include "core/question.h"
#include "core/scene.h"

#include <stdio.h>
#include <string.h>

enum { GROUND_CLEAR, GROUND_WOODS, GROUNDS };
enum { RES_MISS, RES_HIT };
enum { VERB_MOVE, VERB_STRIKE, VERB_WAIT };
enum { STEP_TURN, STEP_STRIKE, STEP_END, STEP_OVER };
enum { CHART_STRIKE };

static const char *const grounds[] = { "clear", "woods" };
static const char *const results[] = { "miss", "hit" };

struct blank_plan { /* fixed once loaded, shared by all threads */
    const struct st_chart *strike; /* B3.2 */
    uint8_t ground[ST_HEX_MAX];
    int16_t start[ST_SIDES];
    int steps, turns;
};

struct blank_pos { /* plain bytes: no pointers, no gaps, no leftovers */
    struct st_flow flow;
    int16_t hex[ST_SIDES]; /* -1: out */
    uint8_t steps[ST_SIDES];
    uint8_t turn, spare;
};
_Static_assert(sizeof(struct blank_pos) == 12 + 4 + 2 + 2, "no hidden padding");

static const struct blank_plan *plan(const struct st_table *t)
{
    return t->plan->data;
}

static const char *man_name(const struct st_table *t, int side)
{
    return t->plan->side[side];
}

/* ---- B3 Striking ---------------------------------------------------------------------- */

static int strike_result(const struct st_table *t, int ground, int die)
{
    return st_look(t, plan(t)->strike, ground, die);
}

static void strike_die(const struct st_table *t, struct st_chance *c)
{
    const struct blank_pos *p = t->pos;

    st_dice(c, 1, 6, "strike at %s", man_name(t, 1 - p->flow.side));
}

static void strike_take(struct st_table *t, int die)
{
    struct blank_pos *p = t->pos;
    int struck = 1 - p->flow.side;

    if (strike_result(t, plan(t)->ground[p->hex[struck]], die) == RES_HIT) {
        p->steps[struck]--;
        st_tell(t, "B3.2", "%s is hit, %d step%s left", man_name(t, struck), p->steps[struck],
                p->steps[struck] == 1 ? "" : "s");
        if (p->steps[struck] == 0)
            p->hex[struck] = -1;
    }
    st_done(t);
}

/* ---- B2 A turn ------------------------------------------------------------------------ */

static enum st_answer turn_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct blank_pos *p = t->pos;
    int me = p->flow.side, here = p->hex[me], there = p->hex[1 - me];
    char place[6];

    if (m->verb == VERB_STRIKE && st_hex_dir(&t->plan->grid, here, there) < 0)
        return st_refuse(why, "B3.1", "%s is not next to %s", man_name(t, 1 - me), man_name(t, me));
    if (m->verb == VERB_MOVE) {
        int to = m->arg[0];

        st_hex_name(&t->plan->grid, to, place);
        if (to < 0)
            return st_refuse(why, "B1.2", "%s is off the map", place);
        if (st_hex_dir(&t->plan->grid, here, to) < 0)
            return st_refuse(why, "B2.2", "%s is not next to %s", place, man_name(t, me));
        if (to == there)
            return st_refuse(why, "B1.2", "%s stands in %s", man_name(t, 1 - me), place);
    }
    return ST_LEGAL;
}

static void turn_offer(const struct st_table *t, struct st_offer *o)
{
    const struct blank_pos *p = t->pos;
    struct st_move strike = st_move_0(VERB_STRIKE), wait = st_move_0(VERB_WAIT);

    for (int d = 0; d < 6; d++) {
        int to = st_hex_step(&t->plan->grid, p->hex[p->flow.side], d);
        struct st_move m = st_move_1(VERB_MOVE, to);

        if (to >= 0 && turn_check(t, &m, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
    if (turn_check(t, &strike, NULL) == ST_LEGAL)
        st_offer_add(o, &strike);
    st_offer_add(o, &wait);
}

static void turn_apply(struct st_table *t, const struct st_move *m)
{
    struct blank_pos *p = t->pos;

    if (m->verb == VERB_MOVE)
        p->hex[p->flow.side] = m->arg[0];
    st_go(t, STEP_END);
    if (m->verb == VERB_STRIKE)
        st_call(t, STEP_STRIKE);
}

/* ---- B4 The end ----------------------------------------------------------------------- */

static void end_run(struct st_table *t)
{
    struct blank_pos *p = t->pos;
    bool out = p->steps[1 - p->flow.side] == 0;

    p->turn = (uint8_t)(p->turn + p->flow.side);
    p->flow.side = 1 - p->flow.side;
    st_go(t, out || p->turn > plan(t)->turns ? STEP_OVER : STEP_TURN);
}

static int blank_winner(const struct st_table *t)
{
    const struct blank_pos *p = t->pos;

    return p->steps[1] == 0 ? 0 : p->steps[0] == 0 ? 1 : ST_DRAW;
}

static int blank_worth(const struct st_table *t, int side)
{
    const struct blank_pos *p = t->pos;
    int gap = p->steps[0] && p->steps[1] ? st_hex_distance(&t->plan->grid, p->hex[0], p->hex[1]) : 0;

    return 100 * (p->steps[side] - p->steps[1 - side]) - gap;
}

/* ---- the game at large ---------------------------------------------------------------- */

static int read_hex(const struct st_scenario *sc, struct st_plan *out, const char *key, int *hex,
                    struct st_error *err)
{
    const struct st_entry *e = st_scenario_find(sc, key);

    if (!e)
        return st_fail(err, ST_ESYNTAX, sc->where, 0, "no line `%s = ...`", key);
    if (!st_hex_parse(&out->grid, st_span_of(e->value), hex) || *hex < 0)
        return st_scenario_bad(sc, e, err, "`%s` is no hex of the map", e->value);
    return ST_OK;
}

static int blank_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct blank_plan *b = st_plan_own(out);
    struct st_cell *cell = st_arena_array(&out->arena, ST_HEX_MAX, sizeof *cell);
    int cols = 0, rows = 0, woods = 0, man[ST_SIDES] = { 0, 0 };

    if (!cell)
        return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
    out->side[0] = "North";
    out->side[1] = "South";
    int e = st_scenario_keys(sc, err);
    if (!e)
        e = st_scenario_text(sc, "title", &out->title, err);
    if (!e)
        e = st_scenario_int(sc, "cols", 1, 99, &cols, err);
    if (!e)
        e = st_scenario_int(sc, "rows", 1, 99, &rows, err);
    if (!e)
        e = st_hexgrid_make(&out->grid, &out->arena, cols, rows, sc->where, 0, err);
    if (!e)
        e = read_hex(sc, out, "woods", &woods, err);
    if (!e)
        e = read_hex(sc, out, "man.North", &man[0], err);
    if (!e)
        e = read_hex(sc, out, "man.South", &man[1], err);
    if (!e && man[0] == man[1])
        e = st_scenario_bad(sc, st_scenario_find(sc, "man.South"), err, "both men in one hex");
    if (!e)
        e = st_plan_number(
            out, sc,
            &(struct st_option){ "steps", "Steps of each man", "B3.2", .lo = 1, .hi = 9 },
            &b->steps, err);
    if (!e)
        e = st_plan_number(
            out, sc, &(struct st_option){ "turns", "Length in turns", "B4.1", .lo = 1, .hi = 99 },
            &b->turns, err);
    if (!e)
        e = st_chart_bind_rows(out->chart[CHART_STRIKE], &out->arena, grounds, GROUNDS, err);
    if (!e)
        e = st_chart_bind_cells(out->chart[CHART_STRIKE], results, 2, err);
    if (!e)
        e = st_chart_need_cols(out->chart[CHART_STRIKE], 1, 6, err);
    if (!e)
        e = st_plan_names(out, "man", out->side, NULL, ST_SIDES, err);
    if (e)
        return e;
    b->strike = out->chart[CHART_STRIKE];
    b->ground[woods] = GROUND_WOODS;
    for (int h = 0; h < st_hex_count(&out->grid); h++)
        cell[h] = (struct st_cell){ grounds[b->ground[h]], "", 0 };
    for (int s = 0; s < ST_SIDES; s++)
        b->start[s] = (int16_t)man[s];
    out->cell = cell;
    return ST_OK;
}

static void blank_setup(struct st_table *t)
{
    struct blank_pos *p = t->pos;

    for (int s = 0; s < ST_SIDES; s++) {
        p->hex[s] = plan(t)->start[s];
        p->steps[s] = (uint8_t)plan(t)->steps;
    }
    p->turn = 1;
    st_go(t, STEP_TURN);
}

static enum st_answer blank_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct blank_pos *p = t->pos;

    for (int s = 0; s < ST_SIDES; s++)
        if ((p->hex[s] < 0) != (p->steps[s] == 0) || p->hex[s] >= st_hex_count(&t->plan->grid))
            return st_refuse(why, "B3.2", "%s has %d steps in hex %d", man_name(t, s), p->steps[s],
                             p->hex[s]);
    if (p->hex[0] >= 0 && p->hex[0] == p->hex[1])
        return st_refuse(why, "B1.2", "both men in one hex");
    return ST_LEGAL;
}

static void blank_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct blank_pos *p = t->pos;
    struct st_turn now = st_now(t);

    (void)side;
    for (int s = 0; s < ST_SIDES; s++) {
        struct st_scene_piece *x = &scene->piece[scene->npieces++];

        *x = (struct st_scene_piece){ .piece = (int16_t)s, .hex = p->hex[s], .side = (uint8_t)s,
                                      .steps = p->steps[s], .steps_full = (uint8_t)plan(t)->steps,
                                      .worn = p->steps[s] < plan(t)->steps,
                                      .can_act = now.kind == ST_DECIDE && now.side == s };
        snprintf(x->symbol, sizeof x->symbol, "%c", man_name(t, s)[0]);
        snprintf(x->factors, sizeof x->factors, "%d", p->steps[s]);
    }
    st_scene_note(scene, "Turn %d of %d", p->turn, plan(t)->turns);
    snprintf(scene->prompt, sizeof scene->prompt, "%s: move, strike or wait",
             man_name(t, now.side));
}

/* ---- fields and questions ------------------------------------------------------------- */

static int get_hex(const struct st_table *t, int man)
{
    return ((const struct blank_pos *)t->pos)->hex[man];
}

static enum st_answer set_hex(struct st_table *t, int man, int v, struct st_refusal *why)
{
    struct blank_pos *p = t->pos;

    if (v < 0 || v == p->hex[1 - man] || p->steps[man] == 0)
        return st_refuse(why, "B1.2", "%s cannot stand there", man_name(t, man));
    p->hex[man] = (int16_t)v;
    return ST_LEGAL;
}

static int get_steps(const struct st_table *t, int man)
{
    return ((const struct blank_pos *)t->pos)->steps[man];
}

static enum st_answer set_steps(struct st_table *t, int man, int v, struct st_refusal *why)
{
    struct blank_pos *p = t->pos;

    if (v < 1 || v > plan(t)->steps || p->steps[man] == 0)
        return st_refuse(why, "B3.2", "steps go from 1 to %d", plan(t)->steps);
    p->steps[man] = (uint8_t)v;
    return ST_LEGAL;
}

static int get_turn(const struct st_table *t, int none)
{
    (void)none;
    return ((const struct blank_pos *)t->pos)->turn;
}

static const struct st_field fields[] = {
    { "hex", "where he stands", "man", "hex", NULL, get_hex, set_hex },
    { "steps", "steps left", "man", NULL, NULL, get_steps, set_steps },
    { "turn", "turn", NULL, NULL, NULL, get_turn, NULL },
};

static int ask_strike(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    struct st_table quiet = { p, NULL, NULL };

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= 6; die++) {
        struct st_cite cite;
        int r = strike_result(&quiet, v[0].n, die);

        st_chart_look(plan(&quiet)->strike, v[0].n, die, &cite);
        st_sheet_face(out, die, 1, 6, &cite, "%s", results[r]);
    }
    return ST_OK;
}

static const char *const ground_choices[] = { "clear", "woods", NULL };
static const struct st_input strike_inputs[] = {
    { "ground", "ground under the man who is struck", ST_IN_CHOICE, ground_choices, 0, 1, 0, NULL },
};
static const struct st_question questions[] = {
    { "strike", "What does a strike do?", "B3.2", strike_inputs, 1, ask_strike },
};

/* ---- tables --------------------------------------------------------------------------- */

static const struct st_verb verbs[] = {
    [VERB_MOVE] = { "move {hex}", NULL },
    [VERB_STRIKE] = { "strike", NULL },
    [VERB_WAIT] = { "wait", NULL },
};
static const struct st_step *const steps[] = {
    [STEP_TURN] = &(const struct st_step){ "turn", "B2.1", ST_DECIDE, .offer = turn_offer, .check = turn_check,
                    .apply = turn_apply },
    [STEP_STRIKE] = &(const struct st_step){ "strike", "B3.2", ST_CHANCE, .chance = strike_die, .take = strike_take },
    [STEP_END] = &(const struct st_step){ "end of the turn", "B4.1", ST_AUTO, .run = end_run },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "B4.1", .kind = ST_OVER },
};
static const char *const charts[] = { [CHART_STRIKE] = "strike" };
static const char *const scenarios[] = { "duel" };

const struct st_game st_game_blank = {
    .id = "blank", .title = "Blank, a duel", .edition = "1",
    .plan_size = sizeof(struct blank_plan), .pos_size = sizeof(struct blank_pos),
    .charts = charts, .ncharts = ST_COUNT(charts),
    .scenarios = scenarios, .nscenarios = ST_COUNT(scenarios),
    .steps = steps, .nsteps = ST_COUNT(steps), .verbs = verbs, .nverbs = ST_COUNT(verbs),
    .fields = &(const struct st_fields){ ST_ROWS(fields) }, .pieces = "man",
    .questions = &(const struct st_questions){ ST_ROWS(questions) },
    .plan = blank_make, .setup = blank_setup, .winner = blank_winner, .worth = blank_worth,
    .describe = blank_describe, .sane = blank_sane,
};
