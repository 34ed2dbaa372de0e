/* shields_ask.c - what an umpire is asked at a real table, answered by what the steps use. */
#include "shields/shields.h"

#include "core/question.h"

#include <stdio.h>
#include <string.h>

static const char *const ground_choices[] = { "clear", "woods", "marsh", "ford", "bridge", NULL };
static const char *const wall_choices[] = { "open", "keep", "exchange", NULL };
static const char *const horse_choices[] = { "open", "keep", "change", NULL };
enum { OPTION_OPEN, OPTION_KEEP, OPTION_TAKE };

/* ---- combat (R11 to R13) --------------------------------------------------------------------- */

struct combat_asked {
    struct shields_terms terms;
    int taken[ASKED]; /* OPTION_... of each who may be asked */
};
static const struct st_input combat_inputs[] = {
    ST_ASK_CHOICE_AS(struct combat_asked, terms.type, "type", "type of the Primary Attacker", shields_types, 0),
    ST_ASK_CHOICE_AS(struct combat_asked, terms.cls, "class", "its current Combat Class", shields_classes, CLASS_B),
    ST_ASK_CHOICE_AS(struct combat_asked, terms.target_type, "target", "type of the target", shields_types, 0),
    ST_ASK_NUMBER_AS(struct combat_asked, terms.supporters, "supporters", "other attacking units", 0, 5, 0),
    ST_ASK_YES_AS(struct combat_asked, terms.target_wall, "wall", "target in Shield Wall"),
    ST_ASK_YES_AS(struct combat_asked, terms.own_wall, "own_wall", "Primary in Shield Wall (any attacker, where the scenario says so)"),
    ST_ASK_YES_AS(struct combat_asked, terms.suppressed, "suppressed", "target Suppressed"),
    ST_ASK_YES_AS(struct combat_asked, terms.pitched, "pitched", "Pitched Combat Phase"),
    ST_ASK_YES_AS(struct combat_asked, terms.downhill, "downhill", "Primary on a higher level than the target"),
    ST_ASK_YES_AS(struct combat_asked, terms.charge_bonus, "bonus_horse", "charge combat with Bonus + Horse"),
    ST_ASK_CHOICE_AS(struct combat_asked, taken[ASK_WALL], "wall_option", "what a wall makes of DR* and NE* (R13.3)", wall_choices, 0),
    ST_ASK_CHOICE_AS(struct combat_asked, taken[ASK_HORSE], "horse_option", "what a horse Primary makes of EX (R13.4)", horse_choices, 0),
    ST_ASK_CHOICE_AS(struct combat_asked, taken[ASK_LIGHT], "light_option", "what a Light Horse target makes of EX (R13.5)", horse_choices, 0),
};

/* The result once the stated options are taken; a choice left open leaves the result standing. */
static int with_options(const struct shields_plan *f, const struct combat_asked *in, int result)
{
    for (int i = 0; i < ASKED; i++) {
        int asked = f->asked_in[i], made = shields_may_make(f, &in->terms, asked, result);
        bool takes = made != RES_NONE && in->taken[asked] == OPTION_TAKE;

        if (takes)
            result = made;
        if (takes && asked == ASK_WALL && f->exchange_stands)
            break;
        if (asked == ASK_WALL && (made == RES_NONE || in->taken[asked] == OPTION_KEEP))
            result = f->becomes[result];
    }
    return result;
}

/* "the defender may treat DR* and NE* as EX" */
static void tell_option(struct st_sheet *out, const struct shields_plan *f,
                        const struct shields_terms *in, int asked, int made)
{
    static const char *const para[ASKED] = { "R13.3", "R13.4", "R13.5" };
    char of[64] = "";

    for (int r = 1; r < RESULTS; r++)
        if (shields_may_make(f, in, asked, r) == made)
            st_text_add(of, sizeof of, "%s%s", of[0] ? " and " : "", shields_results[r]);
    if (of[0])
        st_tell(&out->table, para[asked], "the %s may treat %s as %s",
                f->attacker_chooses[asked] ? "attacker" : "defender", of, shields_results[made]);
}

/* Choices that are left open and that some face would bring up. */
static void tell_options(struct st_sheet *out, const struct shields_plan *f,
                         const struct combat_asked *in, int cls, int drm)
{
    bool open[ASKED] = { false };

    for (int die = 1; die <= 8; die++) {
        int result = st_chart_look(f->crt, cls, die + drm, NULL);

        for (int i = 0; i < ASKED; i++) {
            int asked = f->asked_in[i], made = shields_may_make(f, &in->terms, asked, result);
            int taken = in->taken[asked];

            open[asked] |= made != RES_NONE && taken == OPTION_OPEN;
            if (made != RES_NONE &&
                (taken == OPTION_TAKE || (asked == ASK_WALL && taken == OPTION_OPEN)))
                result = made; /* what a wall may make of it may bring up the next */
            else if (asked == ASK_WALL)
                result = f->becomes[result];
        }
    }
    for (int i = 0; i < ASKED; i++)
        for (int made = 1; made < RESULTS && open[f->asked_in[i]]; made++)
            tell_option(out, f, &in->terms, f->asked_in[i], made);
}

static void ask_combat(const void *asked, struct st_sheet *out)
{
    const struct shields_plan *f = plan_of(&out->table);
    struct combat_asked in = *(const struct combat_asked *)asked;
    struct shields_terms *terms = &in.terms;
    int cls, drm;

    if (terms->charge_bonus && !f->charges[terms->type])
        st_sheet_refuse(out, "R10.1", "%s does not charge", shields_types[terms->type]);
    if (terms->charge_bonus && terms->pitched)
        st_sheet_refuse(out, "R11.2", "a charge combat is in no Pitched Phase");
    if ((terms->target_wall && !f->wall_type[terms->target_type]) ||
        (terms->own_wall && !f->any_wall && !f->wall_type[terms->type]))
        st_sheet_refuse(out, "R8.1", "horse holds no Shield Wall");
    terms->charge_bonus &= f->bonus[CMD_HORSE] == BONUS_CHARGE_SHIFT;
    shields_combat_terms(&out->table, terms, &cls, &drm);
    st_tell(&out->table, "R12.6", "column = d8 %+d", drm);
    tell_options(out, f, &in, cls, drm);
    out->dice = "d8";
    for (int die = 1; die <= 8; die++) {
        int result = st_sheet_look(out, f->crt, cls, die + drm);

        st_sheet_face(out, die, 1, 8, "%s", shields_results[with_options(f, &in, result)]);
    }
}

/* ---- fire (R9) ------------------------------------------------------------------------------- */

struct fire_asked {
    struct shields_fire_terms terms;
    int distance;
    bool in_zone;
};
static const struct st_input fire_inputs[] = {
    ST_ASK_CHOICE_AS(struct fire_asked, terms.cls, "class", "current Combat Class of the firer", shields_classes, CLASS_B),
    ST_ASK_YES_AS(struct fire_asked, terms.bonus, "bonus", "Bonus + Fire"),
    ST_ASK_YES_AS(struct fire_asked, terms.wall, "wall", "target in Shield Wall"),
    ST_ASK_CHOICE_AS(struct fire_asked, terms.ground, "ground", "ground of the target", ground_choices, 0),
    ST_ASK_NUMBER(struct fire_asked, distance, "hexes to the target", 1, 99, 1),
    ST_ASK_YES(struct fire_asked, in_zone, "firer in an enemy zone of control"),
};

static void ask_fire(const void *asked, struct st_sheet *out)
{
    const struct shields_plan *f = plan_of(&out->table);
    const struct fire_asked *in = asked;
    struct shields_fire_terms terms = in->terms;

    if (in->distance > FIRE_RANGE)
        st_sheet_refuse(out, "R9.2", "the range is %d hexes", FIRE_RANGE);
    if (in->in_zone && in->distance > 1)
        st_sheet_refuse(out, "R9.3", "in an enemy zone of control only a target at distance 1");
    if (terms.wall && !f->wall_ground[terms.ground])
        st_sheet_refuse(out, "R8.2", "no Shield Wall in %s", shields_terrains[terms.ground]);
    terms.bonus &= f->bonus[CMD_FIRE] == BONUS_FIRE_DRM;
    int needed, modifier = shields_fire_modifier(&out->table, &terms, &needed);
    st_tell(&out->table, "R9.5", "class %s suppresses on %d or more, the die counts %+d",
            shields_classes[terms.cls], needed, modifier);
    out->dice = "d8";
    for (int die = 1; die <= 8; die++)
        st_sheet_face(out, die, 1, 8, "%s", die + modifier >= needed ? "suppressed" : "no effect");
}

/* ---- Wing integrity (R3) --------------------------------------------------------------------- */

struct integrity_asked {
    int type, anchor, first, second;
    bool anchors;
};
static const struct st_input integrity_inputs[] = {
    ST_ASK_CHOICE(struct integrity_asked, type, "type of the unit", shields_types, TYPE_L),
    { "anchors", "the Wing has a V, HH or LH on the map", ST_IN_YES, .hi = 1, .dflt = 1, .to = ST_ONE(struct integrity_asked, anchors) },
    ST_ASK_NUMBER(struct integrity_asked, anchor, "hexes to the nearest of them", 1, 99, 1),
    ST_ASK_NUMBER(struct integrity_asked, first, "hexes to the nearest other unit of the Wing (99: none)", 1, 99, 99),
    ST_ASK_NUMBER(struct integrity_asked, second, "hexes to the second nearest (99: none)", 1, 99, 99),
};

static void ask_integrity(const void *asked, struct st_sheet *out)
{
    const struct shields_plan *f = plan_of(&out->table);
    const struct integrity_asked *in = asked;
    bool passes;

    if (!f->tested[in->type]) {
        st_sheet_says(out, "passes: %s is never checked (R3.1)", shields_types[in->type]);
        return;
    }
    if (in->anchors) {
        passes = shields_holds_together(f, true, in->anchor <= f->integrity_anchor_range);
        st_tell(&out->table, "R3.3", "an anchor must be within %d hexes, the nearest is at %d",
                f->integrity_anchor_range, in->anchor);
    } else {
        int near = (in->first <= f->integrity_range) + (in->second <= f->integrity_range);

        passes = shields_holds_together(f, false, near);
        st_tell(&out->table, "R3.4", "%d others of the Wing must be within %d hexes, %d are",
                f->integrity_others, f->integrity_range, near);
    }
    st_sheet_says(out, "%s", passes ? "passes" : "eliminated at the next Phase of its owner (R3.5)");
}

/* ---- command sets (R2) ----------------------------------------------------------------------- */

#define COMMANDS_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    TEXT(of, side, "side, by name (default: the first to act)", "") \
    TEXT(of, orders, "Wing:command+command+bonus(command),Wing:...", "")
ST_ASKED(commands_asked, COMMANDS_ASKED)

enum { ORDERS_MAX = 12 };

struct order {
    int wing, command, joined; /* joined: for a Bonus */
};

/* "Normans:fire+combat,Bretons:move+bonus(move)" */
static int read_orders(struct st_sheet *out, const char *text, struct order *order)
{
    struct st_span rest = st_span_of(text);
    int n = 0;

    while (rest.len) {
        struct st_span part = st_span_cut(&rest, ',');
        int wing = st_sheet_name(out, "wing", st_span_trim(st_span_cut(&part, ':')));

        while (part.len) {
            struct st_span word = st_span_trim(st_span_cut(&part, '+'));
            struct order o = { wing, CMD_BONUS, 0 };
            bool bonus = word.len > 6 && memcmp(word.at, "bonus(", 6) == 0 &&
                         word.at[word.len - 1] == ')';

            if (bonus)
                word = (struct st_span){ word.at + 6, word.len - 7 };
            *(bonus ? &o.joined : &o.command) = st_sheet_name(out, "command", word);
            if (n < ORDERS_MAX)
                order[n++] = o;
            else
                st_sheet_bad(out, "more than %d commands", ORDERS_MAX);
        }
    }
    return n;
}

/* A Bonus joins a command already given (R2.6), in whatever order the set was written. */
static void bonus_last(struct order *o, int n)
{
    struct order sorted[ORDERS_MAX];
    int k = 0;

    for (int bonus = 0; bonus < 2; bonus++)
        for (int i = 0; i < n; i++)
            if ((o[i].command == CMD_BONUS) == bonus)
                sorted[k++] = o[i];
    memcpy(o, sorted, sizeof *o * (size_t)n);
}

struct deal { /* dealing markers to orders until all are legal */
    struct st_table t;
    const struct order *order;
    int n, deepest;
    struct st_refusal why; /* the refusal met farthest on */
    struct st_move move[ORDERS_MAX];
};

static bool deal_from(struct deal *d, int i)
{
    struct shields_pos before = *pos_of(&d->t);

    if (i == d->n)
        return true;
    for (int marker = 1; marker <= plan_of(&d->t)->nmarkers[before.acting]; marker++) {
        const struct order *o = &d->order[i];
        struct st_refusal why;

        d->move[i] = o->command == CMD_BONUS
                         ? st_move_3(VERB_BONUS, marker, o->wing, o->joined)
                         : st_move_3(VERB_ASSIGN, marker, o->command, o->wing);
        if (shields_step_command.check(&d->t, &d->move[i], &why)) {
            /* "Marker without that face" is only our own trying; any other refusal is news. */
            if (i > d->deepest || (i == d->deepest && strcmp(why.para, "R2.1") != 0) ||
                !d->why.para) {
                d->deepest = i;
                d->why = why;
            }
            continue;
        }
        shields_step_command.apply(&d->t, &d->move[i]);
        if (deal_from(d, i + 1))
            return true;
        *pos_of(&d->t) = before;
    }
    return false;
}

static void ask_commands(const void *asked, struct st_sheet *out)
{
    const struct commands_asked *in = asked;
    const struct st_plan *p = out->table.plan;
    struct shields_pos pos;
    struct order order[ORDERS_MAX];
    struct deal d = { .t = { p, &pos, NULL }, .order = order };
    int side = in->side[0] ? st_sheet_name(out, "side", st_span_of(in->side)) : plan_of(&d.t)->first;

    d.n = read_orders(out, in->orders, order);
    if (out->e)
        return;
    bonus_last(order, d.n);
    memset(&pos, 0, sizeof pos);
    shields_setup(&d.t);
    pos.acting = (uint8_t)side;
    pos.turns_taken[side] = 1; /* not the surprised first turn of ST1 */
    shields_step_turn_start.run(&d.t);
    bool dealt = deal_from(&d, 0);
    if (!dealt && strcmp(d.why.para, "R2.1") == 0)
        st_sheet_refuse(out, "R2.1", "no marker is left for %s",
                        shields_commands[order[d.deepest].command]);
    else if (!dealt)
        st_sheet_refused(out, &d.why);
    for (int i = 0; i < d.n; i++) {
        char text[ST_MOVE_TEXT];

        st_move_print(p, &d.move[i], text, sizeof text);
        st_tell(&out->table, "R2.1", "%s", text);
    }
    st_sheet_says(out, "legal");
}

/* ---- movement (R4.4) ------------------------------------------------------------------------- */

#define COST_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "type of the unit", shields_types, 0) \
    CHOICE(of, ground, "ground entered", ground_choices, 0) \
    YES(of, up, "one level up")
ST_ASKED(cost_asked, COST_ASKED)

static void ask_cost(const void *asked, struct st_sheet *out)
{
    const struct cost_asked *in = asked;
    const struct shields_plan *f = plan_of(&out->table);
    const char *where = shields_terrains[in->ground];
    int ground = 0;

    out->e = st_chart_number(out->table.plan->chart[CHART_TERRAIN], where,
                             f->horse[in->type] ? "horse_mp" : "foot_mp", 1, 20, &ground, out->err);
    int cost = st_modify(&out->table, "R4.4", where, ground) +
               st_modify(&out->table, "R4.4", "one level up", in->up);
    st_sheet_says(out, "%d of %d movement points%s", cost,
                  f->allowance[in->type], cost > f->allowance[in->type] ? ": it cannot" : "");
}

/* ---- what if ---------------------------------------------------------------------------------- */

/* An attack of this unit alone; whether it comes from above is seen once it stands beside the enemy. */
const char *shields_meeting(const struct st_table *t, int u, int enemy, char *inputs, size_t size)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);

    if (!on_map(p, u) || !on_map(p, enemy))
        return NULL;
    bool beside = st_hex_distance(&t->plan->grid, p->hex[u], p->hex[enemy]) == 1;
    bool downhill = beside && f->level[p->hex[u]] > f->level[p->hex[enemy]];
    snprintf(inputs, size, "type=%s\nclass=%s\ntarget=%s\nwall=%s\nsuppressed=%s\ndownhill=%s\n",
             shields_types[f->unit[u].type], shields_classes[shields_class_now(t, u)],
             shields_types[f->unit[enemy].type], st_yes(has(p->wall, enemy)),
             st_yes(has(p->suppressed, enemy)), st_yes(downhill));
    return "combat";
}

/* ---- the list -------------------------------------------------------------------------------- */

static const struct st_question questions[] = {
    { "combat", "What will this attack do?", "R12",
      ST_TERMS(combat_inputs, struct combat_asked, ask_combat) },
    { "fire", "Will these bowmen suppress?", "R9.5", ST_TERMS(fire_inputs, struct fire_asked, ask_fire) },
    { "integrity", "Does this unit hold to its Wing?", "R3",
      ST_TERMS(integrity_inputs, struct integrity_asked, ask_integrity) },
    { "commands", "May these commands be given, and with which markers?", "R2",
      ST_ASKS(commands_asked, ask_commands) },
    { "cost", "What does this step cost?", "R4.4", ST_ASKS(cost_asked, ask_cost) },
};
const struct st_questions shields_questions = { ST_ROWS(questions) };
