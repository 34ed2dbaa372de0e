/* shields_plan.c - scenario files into a plan (9.0).
 *
 * ID.txt: `key = value` lines: title, map, units, cols, rows, sides, first, turns; wings.SIDE;
 * markers.SIDE (Front/Back; ...); limits.SIDE (Wings, commands per Wing, in all); goal.SIDE and
 * goal.SIDE.broken; time (a side, or `lead SIDE n else SIDE`); special (names, or none); blurb.
 * Map: hex terrain level label. Units: id name side wing type ranged cc cc_red steps hex wall;
 * hex `-` is a unit that is not on the map, cc_red `-` the class of the ladder (R1.7).
 */
#include "shields/shields_load.h"

#include <stdio.h>
#include <string.h>

static const char *const special_names[] = { "hastings_pursuit", "hastings_discipline",
                                             "stamford_leaders", "stamford_orri" };
static const char *const special_wards[] = { "English", "English", "Viking", "Viking" };

#define PLAN(m) ST_ONE(struct shields_plan, m)
#define EACH(m) ST_EACH(struct shields_plan, m)
#define IN(a, m) ST_IN(struct shields_plan, a, m)
#define SEEN(m) ST_ONE(struct shields_seen, m), .of = ST_OF_SEEN

struct loader { /* what the loading functions hand to each other */
    struct st_binder b;
    struct shields_plan *f;
    struct shields_seen seen;
    const char **wing;
    char a_hex[40]; /* "a hex of a map of 12 by 9" */
};

/* ---- map ------------------------------------------------------------------------------- */

static const struct st_bound map_columns[] = {
    { "terrain", EACH(terrain), .words = shields_terrains, .nwords = TERRAINS },
    { "level", EACH(level), 0, MAX_LEVEL },
    { "label", ST_EACH(struct shields_seen, label), .of = ST_OF_SEEN },
};

/* What is worked out once from terrain and levels: prices of steps, zones. */
static void derive_map(struct loader *l)
{
    struct shields_plan *f = l->f;
    const struct st_hexgrid *g = &l->b.plan->grid;

    for (int h = 0; h < f->nhexes; h++) {
        if (l->seen.open[f->terrain[h]])
            st_hexset_add(&f->open, h);
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(g, h, d), at = h * 6 + d;

            f->cost[0][at] = f->cost[1][at] = f->charge_cost[at] = ST_HEX_SHUT;
            if (to < 0 || shields_cliff(f, h, to))
                continue;
            if (f->terrain[to] != RIVER)
                st_hexset_add(&f->zoc[h], to);
            for (int arm = 0; arm < 2; arm++)
                if (l->seen.price[arm][f->terrain[to]])
                    f->cost[arm][at] = (uint8_t)(l->seen.price[arm][f->terrain[to]] +
                                                 (f->level[to] > f->level[h]));
            if (l->seen.open[f->terrain[to]])
                f->charge_cost[at] = f->cost[1][at];
        }
    }
}

static const struct st_bound size_keys[] = {
    { "cols", SEEN(cols), .lo = 1, .hi = 99 },
    { "rows", SEEN(rows), .lo = 1, .hi = 99 },
};

static void load_map(struct loader *l)
{
    struct shields_plan *f = l->f;
    struct st_map_lines lines;

    st_bind_keys(&l->b, ST_ROWS(size_keys));
    st_bind_grid(&l->b, l->seen.cols, l->seen.rows);
    f->nhexes = l->seen.cols * l->seen.rows;
    snprintf(l->a_hex, sizeof l->a_hex, "a hex of a map of %d by %d", l->seen.cols, l->seen.rows);
    st_bind_map(&l->b, "map", ST_ROWS(map_columns), &lines);
    struct st_cell *cell = st_bind_array(&l->b, (size_t)f->nhexes, sizeof *cell);
    if (l->b.e)
        return;
    for (int h = 0; h < f->nhexes; h++)
        cell[h] = (struct st_cell){ .look = shields_terrains[f->terrain[h]], .label = l->seen.label[h],
                                    .level = (int8_t)f->level[h] };
    l->b.plan->cell = cell;
    derive_map(l);
}

/* ---- sides, Wings, markers ------------------------------------------------------------- */

/* Parts of the key KEY.SIDE, which must be there; how many, or -1. */
static int side_list(struct loader *l, const char *key, int side, char sep, struct st_span *part,
                     int max, const struct st_entry **e)
{
    char name[96];

    if (l->b.e)
        return 0;
    snprintf(name, sizeof name, "%s.%s", key, l->b.plan->side[side]);
    *e = st_bind_need(&l->b, name);
    return st_span_list(st_span_of((*e)->value), sep, part, max);
}

static int find_side(const struct loader *l, struct st_span name)
{
    return st_span_find(name, l->b.plan->side, ST_SIDES);
}

static void load_sides(struct loader *l)
{
    const char **side = l->b.plan->side;
    const struct st_entry *e = l->b.e ? NULL : st_scenario_find(l->b.sc, "sides");
    struct st_span part[ST_SIDES + 1];
    const struct st_bound first[] = {
        { "first", PLAN(first), .words = side, .nwords = ST_SIDES, .title = "Who moves first",
          .para = "R15.1" },
    };

    if (!e || st_span_list(st_span_of(e->value), ';', part, ST_SIDES + 1) != ST_SIDES) {
        st_bad_key(&l->b, e, "`sides` must name two sides: A; B");
        return;
    }
    for (int s = 0; s < ST_SIDES; s++) {
        side[s] = st_bind_text(&l->b, part[s]);
        if (side[s] && (part[s].len == 0 || part[s].len > 30 || strpbrk(side[s], " .\t")))
            st_bad_key(&l->b, e, "`%s` will not do as the name of a side", side[s]);
    }
    if (!l->b.e && strcmp(side[0], side[1]) == 0)
        st_bad_key(&l->b, e, "both sides have one name");
    st_bind_keys(&l->b, ST_ROWS(first));
    st_bind_names(&l->b, "side", side, NULL, ST_SIDES);
}

static void load_wings(struct loader *l)
{
    struct shields_plan *f = l->f;

    l->wing = st_bind_array(&l->b, MAX_WINGS, sizeof *l->wing);
    for (int s = 0; s < ST_SIDES && !l->b.e; s++) {
        const struct st_entry *e = NULL;
        struct st_span part[MAX_WINGS];
        int n = side_list(l, "wings", s, ';', part, MAX_WINGS, &e);

        if (n < 1 || f->nwings + n > MAX_WINGS)
            st_bad_key(&l->b, e, "1 to %d Wings in all", MAX_WINGS);
        for (int i = 0; i < n && !l->b.e; i++) {
            f->wing_side[f->nwings] = (uint8_t)s;
            l->wing[f->nwings] = st_bind_text(&l->b, part[i]);
            if (!l->b.e)
                l->b.e = st_name_fits("wing", l->wing, f->nwings++, l->b.sc->where, e->line,
                                      l->b.err);
        }
    }
    f->wing_name = l->wing;
    st_bind_names(&l->b, "wing", l->wing, NULL, f->nwings);
}

static void load_markers(struct loader *l, int side)
{
    const struct st_entry *e = NULL;
    struct st_span part[MAX_MARKERS];
    int n = side_list(l, "markers", side, ';', part, MAX_MARKERS, &e);

    if (n < 1)
        st_bad_key(&l->b, e, "1 to %d markers", MAX_MARKERS);
    l->f->nmarkers[side] = n;
    for (int i = 0; i < n && !l->b.e; i++) {
        struct st_span back = part[i], front = st_span_trim(st_span_cut(&back, '/'));
        struct st_span faces[2] = { front, st_span_trim(back) };

        for (int k = 0; k < 2; k++) {
            int c = st_span_is(faces[k], "-") ? CMD_NONE
                                              : st_span_find(faces[k], shields_faces, COMMANDS + 1);

            if (c < 0)
                st_bad_key(&l->b, e, "`%.*s` is no command; write Front/Back", (int)part[i].len,
                           part[i].at);
            l->f->face[side][i][k] = (uint8_t)c;
        }
    }
}

static bool has_face(const struct shields_plan *f, int command)
{
    for (int s = 0; s < ST_SIDES; s++)
        for (int i = 0; i < f->nmarkers[s]; i++)
            if (f->face[s][i][0] == command || f->face[s][i][1] == command)
                return true;
    return false;
}

static void load_limits(struct loader *l, int side)
{
    const struct st_entry *e = NULL;
    struct st_span part[3];
    int n = side_list(l, "limits", side, ',', part, 3, &e), v = 0;

    if (n != 3)
        st_bad_key(&l->b, e, "Wings, commands per Wing, commands in all");
    for (int i = 0; i < 3 && !l->b.e; i++) {
        if (!st_span_int(part[i], 0, MAX_MARKERS, &v))
            st_bad_key(&l->b, e, "`%.*s` is not a number from 0 to %d", (int)part[i].len,
                       part[i].at, MAX_MARKERS);
        l->f->limit[side][i] = (uint8_t)v;
    }
}

/* Units that a side must eliminate. With Orri only his own side wins by its goal; the other's
 * brings him (ST2, ST3). */
static void load_goal(struct loader *l, int side)
{
    static const struct st_member goal[] = { PLAN(goal[0]), PLAN(goal[1]) };
    static const struct st_member broken[] = { PLAN(goal_broken[0]), PLAN(goal_broken[1]) };
    const char *name = l->b.plan->side[side];
    bool orri = l->f->special & SPECIAL_ORRI, brings = orri && side != l->f->ward;
    char key[64], title[96], broken_key[72], broken_title[96];

    if (l->b.e)
        return;
    snprintf(key, sizeof key, "goal.%s", name);
    if (brings)
        snprintf(title, sizeof title, "%s units lost that bring Orri", l->b.plan->side[1 - side]);
    else
        snprintf(title, sizeof title, "%s: units to eliminate", name);
    snprintf(broken_key, sizeof broken_key, "goal.%s.broken", name);
    snprintf(broken_title, sizeof broken_title, "%s: the same, once discipline is broken", name);
    const struct st_bound keys[] = {
        { key, goal[side], 1, MAX_UNITS, .title = title,
          .para = brings ? "ST2" : orri ? "ST3" : "R15.2" },
        { broken_key, broken[side], 1, MAX_UNITS, .title = broken_title, .para = "HA2" },
    };
    bool breaks = st_scenario_find(l->b.sc, broken_key);
    st_bind_keys(&l->b, keys, breaks ? 2 : 1);
    if (!breaks)
        l->f->goal_broken[side] = l->f->goal[side];
}

/* "English", or "lead English 4 else Viking" (R15.4). */
static void load_time(struct loader *l)
{
    const struct st_entry *e = st_bind_need(&l->b, "time");
    struct shields_plan *f = l->f;
    struct st_span rest = st_span_of(e->value), word = st_span_word(&rest);
    bool sound = true;

    if (l->b.e)
        return; /* there may be no sides to find */
    f->time_lead_side = -1;
    if (st_span_is(word, "lead")) {
        f->time_lead_side = find_side(l, st_span_word(&rest));
        sound = f->time_lead_side >= 0 && st_span_int(st_span_word(&rest), 1, 99, &f->time_lead) &&
                st_span_is(st_span_word(&rest), "else");
        word = st_span_word(&rest);
    }
    f->time_winner = find_side(l, word);
    if (!sound || f->time_winner < 0 || st_span_trim(rest).len)
        st_bad_key(&l->b, e, "`time` is a side, or: lead SIDE n else SIDE");
}

static const struct st_bound special_rules = {
    "special rule", PLAN(special), ST_WORDS(special_names), .several = true };

/* All of them speak of one side. */
static void load_special(struct loader *l)
{
    const struct st_entry *e = l->b.e ? NULL : st_scenario_find(l->b.sc, "special");
    const char *ward = NULL;

    l->b.line = e ? e->line : 0;
    st_bind_field(&l->b, &special_rules, st_span_of(e ? e->value : "none"), 0);
    l->b.line = 0;
    for (int k = 0; k < 4 && !l->b.e; k++) {
        if (!(l->f->special >> k & 1))
            continue;
        l->f->ward = find_side(l, st_span_of(special_wards[k]));
        if (l->f->ward < 0 || (ward && strcmp(ward, special_wards[k]) != 0))
            st_bad_key(&l->b, e, "%s speaks of a side named %s", special_names[k], special_wards[k]);
        ward = special_wards[k];
    }
}

/* ---- units ----------------------------------------------------------------------------- */

static void check_unit(struct st_binder *b, int r)
{
    const struct shields_plan *f = b->to;
    const struct shields_unit *u = &f->unit[r];

    if (f->wing_side[u->wing] != u->side)
        st_bad(b, "this Wing is of the other side");
    if (u->ranged && !f->ranged_type[u->type])
        st_bad(b, "there are no Ranged units of type %s (3.1)", shields_types[u->type]);
    if (u->cc[1] < u->cc[0])
        st_bad(b, "the reduced side has the better class");
    if (u->wall && (!f->wall_type[u->type] || u->ranged))
        st_bad(b, "this unit cannot hold a Shield Wall (R8.1)");
    if (u->hex >= 0 && f->terrain[u->hex] == RIVER)
        st_bad(b, "a unit in deep river (R6.6)");
    if (u->wall && u->hex >= 0 && !f->wall_ground[f->terrain[u->hex]])
        st_bad(b, "no Shield Wall on this ground (R8.2)");
    for (int i = 0; i < r; i++)
        if (u->hex >= 0 && f->unit[i].hex == u->hex)
            st_bad(b, "two units in one hex (R1.5)");
}

/* What is worked out once of a unit: the sets it is in. */
static void derive_unit(struct shields_plan *f, int r)
{
    const struct shields_unit *u = &f->unit[r];
    const bool able[COMMANDS] = {
        [CMD_FIRE] = u->ranged, [CMD_WITHDRAW] = true, [CMD_MOVE] = true,
        [CMD_WALL] = f->wall_type[u->type] && !u->ranged, [CMD_HORSE] = f->charges[u->type],
        [CMD_COMBAT] = true,
    };

    f->of_side[u->side] |= bit(r);
    f->of_wing[u->wing] |= bit(r);
    if (f->tested[u->type])
        f->checked |= bit(r);
    if (f->anchor_type[u->type])
        f->anchors |= bit(r);
    for (int c = 0; c < COMMANDS; c++)
        if (able[c])
            f->able[c] |= bit(r);
}

static void load_unit(struct st_binder *b, int r)
{
    struct shields_plan *f = b->to;
    struct shields_unit *u = &f->unit[r];

    if (u->cc[1] == CLASSES)
        u->cc[1] = f->worse[u->cc[0]];
    check_unit(b, r);
    derive_unit(f, r);
}

static void load_units(struct loader *l)
{
    struct shields_plan *f = l->f;
    const struct st_bound columns[] = {
        { "side", IN(unit, side), .words = l->b.plan->side, .nwords = ST_SIDES },
        { "wing", IN(unit, wing), .words = l->wing, .nwords = f->nwings },
        { "type", IN(unit, type), .words = shields_types, .nwords = TYPES },
        { "ranged", IN(unit, ranged), 0, 1 },
        { "cc", IN(unit, cc[0]), .words = shields_classes, .nwords = CLASSES },
        { "steps", IN(unit, steps), 1, 2 },
        { "cc_red", IN(unit, cc[1]), .words = shields_classes, .nwords = CLASSES, .blank = true,
          .none = CLASSES },
        { "wall", IN(unit, wall), 0, 1 },
        { "hex", IN(unit, hex), .read = st_read_hex, .wants = l->a_hex, .blank = true, .none = -1 },
    };

    f->nunits = st_bind_pieces(&l->b, "units", "unit", MAX_UNITS, ST_ROWS(columns), load_unit, &f->unit_name);
    for (int w = 0; w < f->nwings; w++)
        if (!f->of_wing[w])
            st_bad(&l->b, "Wing %s has no unit", l->wing[w]);
}

/* ---- readings that players may choose --------------------------------------------------- */

static const struct st_bound wall_attack = {
    "wall_attack", PLAN(any_wall), .blank = true, .para = "R8.5",
    .title = "Whose Shield Wall makes an attack worse",
    ST_TWO_WAYS("primary", "any", "the Primary's alone", "any attacker's"),
};
static const struct st_bound wall_exchange = {
    "wall_exchange", PLAN(exchange_stands), .blank = true, .para = "R13.4",
    .title = "An exchange that a Shield Wall has made",
    ST_TWO_WAYS("changes", "stands", "may be changed by horse like any other", "is changed no more"),
};
static const struct st_bound descent = {
    "descent", PLAN(whole_way), .blank = true, .para = "HA2", .title = "Low ground that breaks discipline",
    ST_TWO_WAYS("end", "way", "where a move ends", "anywhere on its way"),
};
static const struct st_bound phases = {
    "phases", SEEN(move_first), .blank = true, .para = "R2.8",
    .title = "Order of a Wing's Phases",
    ST_TWO_WAYS("fire-first", "move-first", "Fire, Withdraw, Move", "Withdraw, Move, Fire"),
};

/* Offered where it makes a difference: where somebody can fire, can ride, has a discipline. */
static void load_readings(struct loader *l)
{
    struct shields_plan *f = l->f;

    st_bind_keys(&l->b, &wall_attack, 1);
    if (f->able[CMD_HORSE])
        st_bind_keys(&l->b, &wall_exchange, 1);
    if (f->special & SPECIAL_DISCIPLINE)
        st_bind_keys(&l->b, &descent, 1);
    if (has_face(f, CMD_FIRE))
        st_bind_keys(&l->b, &phases, 1);
    shields_bind_order(&l->b, l->seen.move_first ? "move_first" : "order");
}

/* ---- the whole ------------------------------------------------------------------------- */

static const struct st_bound turns_key = { "turns", PLAN(turns), 1, 99, .title = "Length in turns", .para = "R15.4" };

int shields_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct loader l = { .b = st_binder_of(out, sc, err) };

    l.f = l.b.to;
    l.b.seen = &l.seen;
    st_bind_head(&l.b, "title");
    st_bind_keys(&l.b, &turns_key, 1);
    shields_bind_charts(&l.b);
    load_map(&l);
    load_sides(&l);
    load_wings(&l);
    load_special(&l);
    for (int s = 0; s < ST_SIDES; s++) {
        load_markers(&l, s);
        load_limits(&l, s);
        load_goal(&l, s);
    }
    load_time(&l);
    st_bind_names(&l.b, "command", shields_commands, NULL, COMMANDS);
    load_units(&l);
    load_readings(&l);
    return l.b.e ? l.b.e : shields_make_room_to_see(out, l.f, err);
}
