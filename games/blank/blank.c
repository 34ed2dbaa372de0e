/* blank.c - the empty game: a duel of two men. Paragraphs: RULES.md beside this.
 *
 * Everything a game consists of, once and small; a new game begins as a copy of this folder.
 */
#include "core/bind.h"
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
    int cols, rows, steps, turns;
    int16_t woods, start[ST_SIDES];
    int16_t spare;
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

static int ground_at(const struct blank_plan *f, int hex)
{
    return hex == f->woods ? GROUND_WOODS : GROUND_CLEAR;
}

static const char *man_name(const struct st_table *t, int side)
{
    return t->plan->side[side];
}

/* ---- B3 Striking ---------------------------------------------------------------------- */

struct strike_terms { /* filled by the step, and by the inputs of the question */
    int ground;       /* under the man who is struck */
};

static int strike_row(const struct strike_terms *in)
{
    return in->ground;
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
    struct strike_terms in = { .ground = ground_at(plan(t), p->hex[struck]) };

    if (st_look(t, t->plan->chart[CHART_STRIKE], strike_row(&in), die) == RES_HIT) {
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

    if (m->verb == VERB_STRIKE && st_hex_dir(&t->plan->grid, here, there) < 0)
        return st_refuse(why, "B3.1", "%s is not next to %s", man_name(t, 1 - me), man_name(t, me));
    if (m->verb == VERB_MOVE) {
        int to = m->arg[0];
        struct st_hex_called place = st_hex_called(t, to);

        if (to < 0)
            return st_refuse(why, "B1.2", "%s is off the map", place.text);
        if (st_hex_dir(&t->plan->grid, here, to) < 0)
            return st_refuse(why, "B2.2", "%s is not next to %s", place.text, man_name(t, me));
        if (to == there)
            return st_refuse(why, "B1.2", "%s stands in %s", man_name(t, 1 - me), place.text);
    }
    return ST_LEGAL;
}

static void turn_offer(const struct st_table *t, struct st_offer *o)
{
    const struct blank_pos *p = t->pos;

    for (int d = 0; d < 6; d++) {
        int to = st_hex_step(&t->plan->grid, p->hex[p->flow.side], d);

        if (to >= 0)
            st_offer_legal(t, o, st_move_1(VERB_MOVE, to));
    }
    st_offer_legal(t, o, st_move_0(VERB_STRIKE));
    st_offer_this(o, st_move_0(VERB_WAIT));
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

enum { W_STEP, W_GAP }; /* worth.tsv says how much each counts */
static const char *const weights[] = { "step", "gap", NULL };

static int blank_worth(const struct st_table *t, int side)
{
    const struct blank_pos *p = t->pos;
    const int *w = t->plan->weight;
    int gap = p->steps[0] && p->steps[1] ? st_hex_distance(&t->plan->grid, p->hex[0], p->hex[1]) : 0;

    return w[W_STEP] * (p->steps[side] - p->steps[1 - side]) + w[W_GAP] * gap;
}

/* ---- the scenario into a plan ------------------------------------------------------------ */

#define PLAN(member) ST_ONE(struct blank_plan, member)
#define HEX .read = st_read_hex, .wants = "a hex of the map"

static const struct st_bound size_keys[] = {
    { "cols", PLAN(cols), 1, 99 },
    { "rows", PLAN(rows), 1, 99 },
};
static const struct st_bound keys[] = {
    { "woods", PLAN(woods), HEX },
    { "man.North", PLAN(start[0]), HEX },
    { "man.South", PLAN(start[1]), HEX },
    { "steps", PLAN(steps), 1, 9, .title = "Steps of each man", .para = "B3.2" },
    { "turns", PLAN(turns), 1, 99, .title = "Length in turns", .para = "B4.1" },
};
static const struct st_shape shapes[] = {
    { CHART_STRIKE, .rows = { ST_ROWS(grounds) }, .cells = { ST_ROWS(results) }, .each_col = { 1, 6 } },
};

static int blank_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct st_binder b = st_binder_of(out, sc, err);
    struct blank_plan *f = b.to;

    out->side[0] = "North";
    out->side[1] = "South";
    st_bind_head(&b, "title");
    st_bind_shapes(&b, ST_ROWS(shapes));
    st_bind_keys(&b, ST_ROWS(size_keys));
    st_bind_grid(&b, f->cols, f->rows);
    st_bind_keys(&b, ST_ROWS(keys));
    st_bind_names(&b, "man", out->side, NULL, ST_SIDES);
    if (f->start[0] == f->start[1])
        st_bad_key(&b, st_scenario_find(sc, "man.South"), "both men in one hex");
    struct st_cell *cell = st_bind_array(&b, ST_HEX_MAX, sizeof *cell);
    if (b.e)
        return b.e;
    for (int h = 0; h < st_hex_count(&out->grid); h++)
        cell[h] = (struct st_cell){ .look = grounds[ground_at(f, h)], .label = "" };
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

static void blank_describe(const struct st_table *t, int side ST_IDLE, struct st_scene *scene)
{
    const struct blank_pos *p = t->pos;
    struct st_turn now = st_now(t);

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
}

/* What sentences of words/en.tsv say beside fields (core/words.h). */
static const struct st_field slots[] = {
    { "turns", .fixed = PLAN(turns) },
    { "full", .fixed = PLAN(steps) },
};

/* ---- fields and questions ------------------------------------------------------------- */

static enum st_answer may_stand(const struct st_table *t, int man, int v, struct st_refusal *why)
{
    const struct blank_pos *p = t->pos;

    if (v < 0 || v == p->hex[1 - man] || p->steps[man] == 0)
        return st_refuse(why, "B1.2", "%s cannot stand there", man_name(t, man));
    return ST_LEGAL;
}

static enum st_answer may_live(const struct st_table *t, int man, int v ST_IDLE, struct st_refusal *why)
{
    if (((const struct blank_pos *)t->pos)->steps[man] == 0)
        return st_refuse(why, "B3.2", "%s is out", man_name(t, man));
    return ST_LEGAL;
}

#define EACH(member) .in = ST_EACH(struct blank_pos, member)
static const struct st_field fields[] = {
    { "hex", "where he stands", "man", "hex", EACH(hex), ST_UP_TO("B1.2", ST_HEX_MAX), .may = may_stand },
    { "steps", "steps left", "man", EACH(steps), .para = "B3.2", .lo = 1, .most = PLAN(steps), .may = may_live },
    { "turn", "turn", .in = ST_ONE(struct blank_pos, turn) },
};

static void ask_strike(const void *asked, struct st_sheet *out)
{
    const struct st_chart *chart = out->table.plan->chart[CHART_STRIKE];
    int row = strike_row(asked);

    out->dice = "d6";
    for (int die = 1; die <= 6; die++)
        st_sheet_face(out, die, 1, 6, "%s", results[st_sheet_look(out, chart, row, die)]);
}

static const char *const ground_choices[] = { "clear", "woods", NULL };
static const struct st_input strike_inputs[] = {
    ST_ASK_CHOICE(struct strike_terms, ground, "ground under the man who is struck", ground_choices, 0),
};
static const struct st_question questions[] = {
    { "strike", "What does a strike do?", "B3.2",
      ST_TERMS(strike_inputs, struct strike_terms, ask_strike) },
};

/* ---- tables --------------------------------------------------------------------------- */

static const struct st_verb verbs[] = {
    [VERB_MOVE] = { "move {hex}" }, [VERB_STRIKE] = { "strike" }, [VERB_WAIT] = { "wait" },
};
static const struct st_step *const steps[] = {
    [STEP_TURN] = &(const struct st_step)ST_DECIDES("turn", "B2.1", turn_offer, turn_check, turn_apply),
    [STEP_STRIKE] = &(const struct st_step)ST_ROLLS("strike", "B3.2", strike_die, strike_take),
    [STEP_END] = &(const struct st_step)ST_RUNS("end of the turn", "B4.1", end_run),
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "B4.1", .kind = ST_OVER },
};
static const char *const charts[] = { [CHART_STRIKE] = "strike" };
static const char *const lessons[] = { "first", NULL };
static const char *const scenarios[] = { "duel" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct blank_pos, hex, hex, int16_t),
};

const struct st_game st_game_blank = {
    .id = "blank", .title = "Blank, a duel", .edition = "1", .plan_size = sizeof(struct blank_plan),
    .pos_size = sizeof(struct blank_pos), ST_TABLES,
    .fields = &(const struct st_fields){ ST_ROWS(fields) }, .pieces = "man",
    .questions = &(const struct st_questions){ ST_ROWS(questions) }, .plan = blank_make,
    .setup = blank_setup, .winner = blank_winner, .worth = blank_worth, .weights = weights,
    .describe = blank_describe, .slots = &(const struct st_fields){ ST_ROWS(slots) },
    .sane = blank_sane,
};
