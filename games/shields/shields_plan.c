/* shields_plan.c - scenario files into a plan (9.0).
 *
 * ID.txt: `key = value` lines: title, map, units, cols, rows, sides, first, turns; wings.SIDE;
 * markers.SIDE (Front/Back; ...); limits.SIDE (Wings, commands per Wing, in all); goal.SIDE and
 * goal.SIDE.broken; time (a side, or `lead SIDE n else SIDE`); special (names, or none); blurb.
 * Map: hex terrain level label. Units: id name side wing type ranged cc cc_red steps hex wall;
 * hex `-` is a unit that is not on the map, cc_red `-` the class of the ladder (R1.7).
 */
#include "shields/shields.h"

#include <stdio.h>
#include <string.h>

const char *const shields_types[] = { "V", "L", "I", "HH", "LH" };
const char *const shields_classes[] = { "AA", "A", "B", "C", "D", "E", "F" };
const char *const shields_commands[] = { "fire", "withdraw", "move", "wall", "horse", "combat",
                                         "bonus" };
const char *const shields_results[] = { "-",  "DE", "DL", "DR", "DR*", "NE",
                                        "NE*", "EX", "AR", "AL", "AE" };
const char *const shields_terrains[] = { "clear", "woods", "marsh", "ford", "bridge", "river" };

static const char *const shift_names[] = { "PITCHED",   "SUPPRESSED", "DOWNHILL", "CHARGE_LH",
                                           "CHARGE_HH", "DEF_WALL",   "ATT_WALL" };
static const char *const face_names[] = { "Fire",  "Withdraw", "Move", "Shield Wall",
                                          "Horse", "Combat",   "Bonus" };
static const char *const special_names[] = { "hastings_pursuit", "hastings_discipline",
                                             "stamford_leaders", "stamford_orri" };
static const char *const special_wards[] = { "English", "English", "Viking", "Viking" };
static const char *const yes_no[] = { "no", "yes" };
static const char *const arm_names[] = { "foot", "horse" };
static const char *const effect_names[] = { "-", "step", "out", "retreat" };
static const char *const bonus_names[] = { "-", "SECOND_PHASE", "SECOND_OR_PITCHED", "TWO_HEXES",
                                           "FIRE_DRM", "CHARGE_SHIFT", "WITHDRAW_ONE" };
static const char *const option_names[] = { "wall DR*", "wall NE*", "heavy horse", "light horse",
                                            "light target" };
static const char *const chooser_names[] = { "defender", "attacker" };
static const char *const whose_names[] = { "target", "primary" };
static const char *const option_is_names[] = { "V", "L", "I", "HH", "LH", "wall" };

struct loader { /* what the loading functions hand to each other */
    struct st_plan *out;
    struct st_scenario *sc;
    struct shields_plan *f;
    const char *wing[MAX_WINGS];
    struct st_error *err;
};

static int no_memory(struct loader *l)
{
    return st_fail(l->err, ST_ENOMEM, l->sc->where, 0, "out of memory");
}

static const char *keep(struct loader *l, struct st_span s)
{
    return st_arena_text(&l->out->arena, s.at, s.len);
}

/* ---- charts ---------------------------------------------------------------------------- */

static int number(struct loader *l, int chart, const char *row, const char *col, int lo, int hi,
                  int *out)
{
    return st_chart_number(l->out->chart[chart], row, col, lo, hi, out, l->err);
}

static int word(struct loader *l, int chart, const char *row, const char *col,
                const char *const *names, int n, uint8_t *out)
{
    int v = 0, e = st_chart_name(l->out->chart[chart], row, col, names, n, &v, l->err);

    *out = (uint8_t)v;
    return e;
}

static int flag(struct loader *l, int chart, const char *row, const char *col, bool *out)
{
    int v = 0, e = st_chart_name(l->out->chart[chart], row, col, yes_no, 2, &v, l->err);

    *out = v;
    return e;
}

static int load_combat_charts(struct loader *l)
{
    struct st_chart *crt = l->out->chart[CHART_CRT], *utmm = l->out->chart[CHART_UTMM];
    struct st_arena *a = &l->out->arena;
    int e = st_chart_bind_rows(crt, a, shields_classes, CLASSES, l->err), v;

    if (!e)
        e = st_chart_bind_cells(crt, shields_results, RESULTS, l->err);
    if (!e && (crt->col.lo != -2 || crt->col.hi != 8 || !crt->col.below_first || !crt->col.above_last))
        e = st_fail(l->err, ST_ESYNTAX, crt->where, 0, "columns must run from -2 to 8+");
    if (!e)
        e = st_chart_need_cols(crt, -2, 8, l->err);
    if (!e)
        e = st_chart_bind_rows(utmm, a, shields_types, TYPES, l->err);
    if (!e)
        e = st_chart_bind_cols(utmm, a, shields_types, TYPES, l->err);
    if (!e)
        e = st_chart_bind_numbers(utmm, 0, l->err);
    for (int i = 0; i < SHIFTS && !e; i++) {
        e = number(l, CHART_CC_MODIFIERS, shift_names[i], "shift", -6, 6, &v);
        if (!e)
            l->f->shift[i] = (int8_t)v;
    }
    if (!e)
        e = number(l, CHART_COMBAT_DRM, "SUPPORT", "drm", -8, 8, &v);
    if (!e)
        l->f->support_drm = (int8_t)v;
    l->f->crt = crt;
    l->f->utmm = utmm;
    return e;
}

static int load_ladder(struct loader *l)
{
    struct shields_plan *f = l->f;
    int e = ST_OK, v;

    for (int c = 0; c < CLASSES && !e; c++) {
        const char *worse;

        e = st_chart_at(l->out->chart[CHART_CC_LADDER], shields_classes[c], "reduced", &worse,
                        l->err);
        if (!e) /* the ladder stands as it is; a chart in another order is a slip */
            e = number(l, CHART_CC_LADDER, shields_classes[c], "rank", c, c, &v);
        if (!e)
            e = number(l, CHART_CC_LADDER, shields_classes[c], "fire", 1, 99, &v);
        if (e)
            return e;
        f->fire_number[c] = (uint8_t)v;
        int w = st_span_find(st_span_of(worse), shields_classes, CLASSES);
        if (w < 0)
            return st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_CC_LADDER]->where, 0,
                           "unknown class `%s`", worse);
        f->worse[c] = (uint8_t)w;
    }
    if (!e)
        e = number(l, CHART_FIRE_MODIFIERS, "BONUS", "drm", -8, 8, &v);
    if (!e)
        f->fire_bonus = (int8_t)v;
    if (!e)
        e = number(l, CHART_FIRE_MODIFIERS, "WALL", "drm", -8, 8, &v);
    if (!e)
        f->fire_wall = (int8_t)v;
    return e;
}

static int load_types(struct loader *l)
{
    struct shields_plan *f = l->f;
    int e = ST_OK, v;

    for (int i = 0; i < TYPES && !e; i++) {
        const struct { const char *col; bool *to; } flags[] = {
            { "shield_wall", &f->wall_type[i] }, { "charge", &f->charges[i] },
            { "integrity_test", &f->tested[i] }, { "anchors_wing", &f->anchor_type[i] },
            { "ranged", &f->ranged_type[i] },
        };
        const char *name = shields_types[i];
        uint8_t arm = 0;

        e = number(l, CHART_UNIT_TYPES, name, "MA", 1, 20, &v);
        if (!e)
            f->allowance[i] = (uint8_t)v;
        if (!e)
            e = word(l, CHART_UNIT_TYPES, name, "class", arm_names, 2, &arm);
        f->horse[i] = arm;
        for (int k = 0; k < 5 && !e; k++)
            e = flag(l, CHART_UNIT_TYPES, name, flags[k].col, flags[k].to);
    }
    if (!e)
        e = number(l, CHART_WING_INTEGRITY, "yes", "needs", 1, 9, &f->integrity_anchors);
    if (!e)
        e = number(l, CHART_WING_INTEGRITY, "yes", "within_hexes", 1, 99,
                   &f->integrity_anchor_range);
    if (!e)
        e = number(l, CHART_WING_INTEGRITY, "no", "needs", 1, 9, &f->integrity_others);
    if (!e)
        e = number(l, CHART_WING_INTEGRITY, "no", "within_hexes", 1, 99, &f->integrity_range);
    return e;
}

/* Price of entering each terrain by foot and horse, 0 where it cannot be entered. */
static int load_terrain(struct loader *l, int price[2][TERRAINS], bool charge[TERRAINS])
{
    int e = ST_OK, v;

    for (int i = 0; i < TERRAINS && !e; i++) {
        static const char *const col[2] = { "foot_mp", "horse_mp" };
        const char *name = shields_terrains[i];

        for (int arm = 0; arm < 2 && !e; arm++) {
            const char *text;

            e = st_chart_at(l->out->chart[CHART_TERRAIN], name, col[arm], &text, l->err);
            price[arm][i] = 0;
            if (!e && strcmp(text, "-") != 0)
                e = number(l, CHART_TERRAIN, name, col[arm], 1, 20, &price[arm][i]);
        }
        if (!e)
            e = flag(l, CHART_TERRAIN, name, "charge", &charge[i]);
        if (!e)
            e = flag(l, CHART_TERRAIN, name, "blocks_fire", &l->f->blocks_fire[i]);
        if (i == RIVER)
            continue; /* nobody stands in it (R6.6) */
        if (!e)
            e = flag(l, CHART_TERRAIN, name, "shield_wall", &l->f->wall_ground[i]);
        if (!e)
            e = number(l, CHART_TERRAIN, name, "fire_mod", -8, 8, &v);
        if (!e)
            l->f->fire_ground[i] = (int8_t)v;
    }
    return e;
}

static int line_of(const struct st_chart *c, const char *row)
{
    return c->line[st_axis_find(&c->row, st_span_of(row), NULL)];
}

/* R13.6: who suffers what. A result that becomes another has no effect of its own. */
static int load_results(struct loader *l)
{
    const struct st_chart *c = l->out->chart[CHART_RESULT_CODES];
    struct shields_plan *f = l->f;
    int e = ST_OK;

    for (int r = 1; r < RESULTS && !e; r++) {
        struct shields_effect *x = &f->effect[r];
        const char *name = shields_results[r];

        e = word(l, CHART_RESULT_CODES, name, "becomes", shields_results, RESULTS, &f->becomes[r]);
        if (!e)
            e = word(l, CHART_RESULT_CODES, name, "target", effect_names, EFFECTS, &x->target);
        if (!e)
            e = word(l, CHART_RESULT_CODES, name, "primary", effect_names, EFFECTS, &x->primary);
        if (!e)
            e = word(l, CHART_RESULT_CODES, name, "supporters", effect_names, EFFECTS,
                     &x->supporters);
    }
    for (int r = 1; r < RESULTS && !e; r++) {
        const struct shields_effect *x = &f->effect[r];
        const char *name = shields_results[r], *then = shields_results[f->becomes[r]];
        bool attackers_go = x->primary == EFFECT_RETREAT || x->supporters == EFFECT_RETREAT;
        int line = line_of(c, name);

        if (f->becomes[r] != r && (x->target || x->primary || x->supporters))
            e = st_fail(l->err, ST_ESYNTAX, c->where, line,
                        "%s becomes %s: it has no effect of its own", name, then);
        else if (f->becomes[f->becomes[r]] != f->becomes[r])
            e = st_fail(l->err, ST_ESYNTAX, c->where, line,
                        "%s becomes %s, which becomes something else again", name, then);
        else if (x->target == EFFECT_RETREAT && attackers_go)
            e = st_fail(l->err, ST_ESYNTAX, c->where, line, "%s makes both sides retreat", name);
    }
    return e;
}

/* R13.3 to R13.5: the lines of one step stand together, with one order and one chooser. */
static int load_options(struct loader *l)
{
    static const uint8_t asked[OPTIONS] = { ASK_WALL, ASK_WALL, ASK_HORSE, ASK_HORSE, ASK_LIGHT };
    const struct st_chart *c = l->out->chart[CHART_RESULT_OPTIONS];
    struct shields_plan *f = l->f;
    int e = ST_OK, order[ASKED] = { 0 };

    for (int i = 0; i < OPTIONS && !e; i++) {
        struct shields_option *o = &f->option[i];
        const char *name = option_names[i];
        uint8_t chooser = 0, whose = 0;
        int place = 0;

        o->asked = asked[i];
        e = number(l, CHART_RESULT_OPTIONS, name, "order", 1, ASKED, &place);
        if (!e)
            e = word(l, CHART_RESULT_OPTIONS, name, "chooser", chooser_names, 2, &chooser);
        if (!e)
            e = word(l, CHART_RESULT_OPTIONS, name, "if_result", shields_results, RESULTS,
                     &o->if_result);
        if (!e)
            e = word(l, CHART_RESULT_OPTIONS, name, "whose", whose_names, 2, &whose);
        if (!e)
            e = word(l, CHART_RESULT_OPTIONS, name, "is", option_is_names, TYPES + 1, &o->is);
        if (!e)
            e = word(l, CHART_RESULT_OPTIONS, name, "may_become", shields_results, RESULTS,
                     &o->becomes);
        o->of_primary = whose;
        if (!e && i && asked[i] == asked[i - 1] &&
            (order[asked[i]] != place || f->attacker_chooses[asked[i]] != chooser))
            e = st_fail(l->err, ST_ESYNTAX, c->where, line_of(c, name),
                        "%s has another order or chooser than the line above", name);
        order[asked[i]] = place;
        f->attacker_chooses[asked[i]] = chooser;
    }
    for (int place = 1; place <= ASKED && !e; place++) {
        int i = 0;

        while (i < ASKED && order[i] != place)
            i++;
        if (i == ASKED)
            e = st_fail(l->err, ST_ESYNTAX, c->where, 0, "no option has the order %d", place);
        else
            f->asked_in[place - 1] = (uint8_t)i;
    }
    return e;
}

/* R2.8: the Phases in the order of one column. */
static int load_order(struct loader *l, const char *col)
{
    const struct st_chart *c = l->out->chart[CHART_COMMANDS];
    uint8_t at[COMMANDS + 1] = { 0 };
    int e = ST_OK, v;

    memset(at, COMMANDS, sizeof at);
    for (int i = 0; i < COMMANDS && !e; i++) {
        e = number(l, CHART_COMMANDS, face_names[i], col, 1, COMMANDS, &v);
        if (!e && at[v - 1] != COMMANDS)
            e = st_fail(l->err, ST_ESYNTAX, c->where, line_of(c, face_names[i]),
                        "two commands have the order %d", v);
        if (!e)
            at[v - 1] = (uint8_t)i;
    }
    if (!e)
        e = number(l, CHART_COMMANDS, face_names[CMD_BONUS], col, 0, 0, &v);
    for (int i = 0; i < COMMANDS && !e; i++)
        l->f->next_phase[at[i]] = at[i + 1];
    l->f->first_phase = at[0];
    return e;
}

/* R2.6: what Bonus does for each command: what is printed for it, a second Phase, or nothing. */
static int load_bonus(struct loader *l)
{
    static const uint8_t own[COMMANDS] = {
        [CMD_FIRE] = BONUS_FIRE_DRM,     [CMD_WITHDRAW] = BONUS_TWO_HEXES,
        [CMD_MOVE] = BONUS_SECOND_PHASE, [CMD_WALL] = BONUS_WITHDRAW_ONE,
        [CMD_HORSE] = BONUS_CHARGE_SHIFT, [CMD_COMBAT] = BONUS_SECOND_OR_PITCHED,
    };
    int e = ST_OK;

    for (int i = 0; i < COMMANDS && !e; i++) {
        const char *may[] = { bonus_names[BONUS_NONE], bonus_names[BONUS_SECOND_PHASE],
                              bonus_names[own[i]] };
        uint8_t v;

        e = word(l, CHART_BONUS, face_names[i], "effect_code", may, 3, &v);
        l->f->bonus[i] = v == 2 ? own[i] : v;
    }
    return e;
}

/* ---- map ------------------------------------------------------------------------------- */

static int read_hex(struct loader *l, const struct st_tsv *t, int row, int col, int *hex)
{
    struct st_span s = st_tsv_at(t, row, col);

    if (!st_hex_parse(&l->out->grid, s, hex) || *hex < 0)
        return st_fail(l->err, ST_ESYNTAX, t->where, t->line[row],
                       "`%.*s` is no hex of a map of %d by %d", (int)s.len, s.at,
                       l->out->grid.cols, l->out->grid.rows);
    return ST_OK;
}

static int load_map_rows(struct loader *l, const struct st_tsv *t)
{
    struct st_cell *cell = st_arena_array(&l->out->arena, (size_t)l->f->nhexes, sizeof *cell);
    int hex_col, terrain_col, level_col, label_col, e;

    if (!cell)
        return no_memory(l);
    e = st_tsv_col(t, "hex", &hex_col, l->err);
    if (!e)
        e = st_tsv_col(t, "terrain", &terrain_col, l->err);
    if (!e)
        e = st_tsv_col(t, "level", &level_col, l->err);
    if (!e)
        e = st_tsv_col(t, "label", &label_col, l->err);
    for (int r = 0; r < t->nrows && !e; r++) {
        int hex = 0, terrain = 0, level = 0;

        e = read_hex(l, t, r, hex_col, &hex);
        if (!e)
            e = st_tsv_name(t, r, terrain_col, shields_terrains, TERRAINS, &terrain, l->err);
        if (!e)
            e = st_tsv_int(t, r, level_col, 0, MAX_LEVEL, &level, l->err);
        if (e)
            return e;
        if (cell[hex].look)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r], "this hex stands twice");
        l->f->terrain[hex] = (uint8_t)terrain;
        l->f->level[hex] = (uint8_t)level;
        cell[hex] = (struct st_cell){ shields_terrains[terrain],
                                      keep(l, st_tsv_at(t, r, label_col)), (int8_t)level };
        if (!cell[hex].label)
            return no_memory(l);
    }
    for (int h = 0; h < l->f->nhexes && !e; h++)
        if (!cell[h].look) {
            char name[6];

            st_hex_name(&l->out->grid, h, name);
            e = st_fail(l->err, ST_ESYNTAX, t->where, 0, "hex %s is missing", name);
        }
    l->out->cell = cell;
    return e;
}

/* What is worked out once from terrain and levels: prices of steps, zones, distances. */
static void derive_map(struct loader *l, int price[2][TERRAINS], const bool charge[TERRAINS])
{
    struct shields_plan *f = l->f;
    const struct st_hexgrid *g = &l->out->grid;

    for (int h = 0; h < f->nhexes; h++) {
        if (charge[f->terrain[h]])
            st_hexset_add(&f->open, h);
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(g, h, d), at = h * 6 + d;

            f->cost[0][at] = f->cost[1][at] = f->charge_cost[at] = ST_HEX_SHUT;
            if (to < 0 || shields_cliff(f, h, to))
                continue;
            if (f->terrain[to] != RIVER)
                st_hexset_add(&f->zoc[h], to);
            for (int arm = 0; arm < 2; arm++)
                if (price[arm][f->terrain[to]])
                    f->cost[arm][at] = (uint8_t)(price[arm][f->terrain[to]] +
                                                 (f->level[to] > f->level[h]));
            if (charge[f->terrain[to]])
                f->charge_cost[at] = f->cost[1][at];
        }
    }
}

static int load_map(struct loader *l)
{
    int cols = 0, rows = 0, price[2][TERRAINS];
    bool charge[TERRAINS];
    const char *name = NULL, *where;
    struct st_span text;
    struct st_tsv t;
    int e = st_scenario_int(l->sc, "cols", 1, 99, &cols, l->err);

    if (!e)
        e = st_scenario_int(l->sc, "rows", 1, 99, &rows, l->err);
    if (!e)
        e = st_hexgrid_make(&l->out->grid, &l->out->arena, cols, rows, l->sc->where, 0, l->err);
    if (!e)
        e = st_scenario_text(l->sc, "map", &name, l->err);
    if (!e)
        e = st_scenario_part(l->sc, name, &text, &where, l->err);
    if (!e)
        e = st_tsv_parse(&t, &l->out->arena, text, where, l->err);
    l->f->nhexes = cols * rows;
    if (!e)
        e = load_map_rows(l, &t);
    if (!e)
        e = load_terrain(l, price, charge);
    if (!e)
        derive_map(l, price, charge);
    return e;
}

/* ---- sides, Wings, markers ------------------------------------------------------------- */

/* Parts of a list "a; b; c" into out, trimmed; how many, or -1 if there are more than max. */
static int split_list(const char *value, char sep, struct st_span *out, int max)
{
    struct st_span rest = st_span_of(value);
    int n = 0;

    while (rest.len) {
        struct st_span part = st_span_trim(st_span_cut(&rest, sep));

        if (n == max)
            return -1;
        out[n++] = part;
    }
    return n;
}

/* The entry KEY.SIDE, which must be there. */
static int side_entry(struct loader *l, const char *key, int side, const struct st_entry **out)
{
    char name[96];

    snprintf(name, sizeof name, "%s.%s", key, l->out->side[side]);
    *out = st_scenario_find(l->sc, name);
    if (!*out)
        return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0, "no line `%s = ...`", name);
    return ST_OK;
}

static int find_side(struct loader *l, struct st_span name)
{
    return st_span_find(name, l->out->side, ST_SIDES);
}

static int load_sides(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "sides");
    struct st_span part[3];
    const char *first = NULL;

    if (!e || split_list(e->value, ';', part, 3) != ST_SIDES)
        return st_scenario_bad(l->sc, e, l->err, "`sides` must name two sides: A; B");
    for (int s = 0; s < ST_SIDES; s++) {
        l->out->side[s] = keep(l, part[s]);
        if (!l->out->side[s])
            return no_memory(l);
        if (part[s].len == 0 || part[s].len > 30 || strpbrk(l->out->side[s], " .\t"))
            return st_scenario_bad(l->sc, e, l->err, "`%s` will not do as the name of a side",
                                   l->out->side[s]);
    }
    if (strcmp(l->out->side[0], l->out->side[1]) == 0)
        return st_scenario_bad(l->sc, e, l->err, "both sides have one name");
    int err = st_scenario_text(l->sc, "first", &first, l->err);
    if (!err) {
        l->f->first = find_side(l, st_span_of(first));
        if (l->f->first < 0)
            err = st_scenario_bad(l->sc, st_scenario_find(l->sc, "first"), l->err,
                                  "`%s` is no side", first);
    }
    if (!err)
        err = st_plan_option(l->out,
                             &(struct st_option){ "first", "Who moves first", "R15.1",
                                                  ST_OPTION_CHOICE, .word = l->out->side,
                                                  .nwords = ST_SIDES, .value = l->f->first },
                             l->err);
    if (!err)
        err = st_plan_names(l->out, "side", l->out->side, NULL, ST_SIDES, l->err);
    return err;
}

static int load_wings(struct loader *l)
{
    for (int s = 0; s < ST_SIDES; s++) {
        const struct st_entry *e;
        struct st_span part[MAX_WINGS];
        int err = side_entry(l, "wings", s, &e);

        if (err)
            return err;
        int n = split_list(e->value, ';', part, MAX_WINGS);
        if (n < 1 || l->f->nwings + n > MAX_WINGS)
            return st_scenario_bad(l->sc, e, l->err, "1 to %d Wings in all", MAX_WINGS);
        for (int i = 0; i < n; i++) {
            l->f->wing_side[l->f->nwings] = (uint8_t)s;
            l->wing[l->f->nwings] = keep(l, part[i]);
            if (!l->wing[l->f->nwings])
                return no_memory(l);
            err = st_name_fits("wing", l->wing, l->f->nwings++, l->sc->where, e->line, l->err);
            if (err)
                return err;
        }
    }
    const char **names = st_arena_array(&l->out->arena, MAX_WINGS, sizeof *names);
    if (!names)
        return no_memory(l);
    memcpy(names, l->wing, sizeof l->wing);
    l->f->wing_name = names;
    return st_plan_names(l->out, "wing", names, NULL, l->f->nwings, l->err);
}

static int load_markers(struct loader *l, int side)
{
    const struct st_entry *e;
    struct st_span part[MAX_MARKERS];
    int err = side_entry(l, "markers", side, &e);

    if (err)
        return err;
    int n = split_list(e->value, ';', part, MAX_MARKERS);
    if (n < 1)
        return st_scenario_bad(l->sc, e, l->err, "1 to %d markers", MAX_MARKERS);
    l->f->nmarkers[side] = n;
    for (int i = 0; i < n; i++) {
        struct st_span back = part[i], front = st_span_trim(st_span_cut(&back, '/'));
        struct st_span faces[2] = { front, st_span_trim(back) };

        for (int k = 0; k < 2; k++) {
            int c = st_span_is(faces[k], "-") ? CMD_NONE
                                              : st_span_find(faces[k], face_names, COMMANDS + 1);

            if (c < 0)
                return st_scenario_bad(l->sc, e, l->err, "`%.*s` is no command; write Front/Back",
                                       (int)part[i].len, part[i].at);
            l->f->face[side][i][k] = (uint8_t)c;
        }
    }
    return ST_OK;
}

static bool has_face(const struct shields_plan *f, int command)
{
    for (int s = 0; s < ST_SIDES; s++)
        for (int i = 0; i < f->nmarkers[s]; i++)
            if (f->face[s][i][0] == command || f->face[s][i][1] == command)
                return true;
    return false;
}

static int load_limits(struct loader *l, int side)
{
    const struct st_entry *e;
    struct st_span part[3];
    int err = side_entry(l, "limits", side, &e), v;

    if (err)
        return err;
    if (split_list(e->value, ',', part, 3) != 3)
        return st_scenario_bad(l->sc, e, l->err, "Wings, commands per Wing, commands in all");
    for (int i = 0; i < 3; i++) {
        if (!st_span_int(part[i], 0, MAX_MARKERS, &v))
            return st_scenario_bad(l->sc, e, l->err, "`%.*s` is not a number from 0 to %d",
                                   (int)part[i].len, part[i].at, MAX_MARKERS);
        l->f->limit[side][i] = (uint8_t)v;
    }
    return ST_OK;
}

/* A number of units that a side must eliminate. */
static int read_goal(struct loader *l, const char *key, const char *title, const char *para,
                     uint8_t *out)
{
    int v = 0, err = st_plan_number(
                   l->out, l->sc,
                   &(struct st_option){ key, title, para, .lo = 1, .hi = MAX_UNITS }, &v,
                   l->err);

    *out = (uint8_t)v;
    return err;
}

/* With Orri only his own side wins by its goal; the other's brings him (ST2, ST3). */
static int load_goal(struct loader *l, int side)
{
    const char *name = l->out->side[side];
    bool orri = l->f->special & SPECIAL_ORRI;
    char key[96], title[128];
    int err;

    snprintf(key, sizeof key, "goal.%s", name);
    if (orri && side != l->f->ward)
        snprintf(title, sizeof title, "%s units lost that bring Orri", l->out->side[1 - side]);
    else
        snprintf(title, sizeof title, "%s: units to eliminate", name);
    err = read_goal(l, key, title, !orri ? "R15.2" : side == l->f->ward ? "ST3" : "ST2",
                    &l->f->goal[side]);
    l->f->goal_broken[side] = l->f->goal[side];
    snprintf(key, sizeof key, "goal.%s.broken", name);
    snprintf(title, sizeof title, "%s: the same, once discipline is broken", name);
    if (!err && st_scenario_find(l->sc, key))
        err = read_goal(l, key, title, "HA2", &l->f->goal_broken[side]);
    return err;
}

/* "English", or "lead English 4 else Viking" (R15.4). */
static int load_time(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "time");
    struct shields_plan *f = l->f;

    if (!e)
        return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0, "no line `time = ...`");
    struct st_span rest = st_span_of(e->value), word = st_span_word(&rest);
    bool sound = true;
    f->time_lead_side = -1;
    if (st_span_is(word, "lead")) {
        f->time_lead_side = find_side(l, st_span_word(&rest));
        sound = f->time_lead_side >= 0 && st_span_int(st_span_word(&rest), 1, 99, &f->time_lead) &&
                st_span_is(st_span_word(&rest), "else");
        word = st_span_word(&rest);
    }
    f->time_winner = find_side(l, word);
    if (!sound || f->time_winner < 0 || st_span_trim(rest).len)
        return st_scenario_bad(l->sc, e, l->err, "`time` is a side, or: lead SIDE n else SIDE");
    return ST_OK;
}

static int load_special(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "special");
    struct st_span part[4];
    int n = e ? split_list(e->value, ';', part, 4) : 0;

    if (n < 0)
        return st_scenario_bad(l->sc, e, l->err, "too many special rules");
    for (int i = 0; i < n; i++) {
        int k = st_span_find(part[i], special_names, 4);

        if (st_span_is(part[i], "none"))
            continue;
        if (k < 0)
            return st_scenario_bad(l->sc, e, l->err, "unknown special rule `%.*s`",
                                   (int)part[i].len, part[i].at);
        int ward = find_side(l, st_span_of(special_wards[k]));
        if (ward < 0 || (l->f->special && l->f->ward != ward))
            return st_scenario_bad(l->sc, e, l->err, "%s speaks of a side named %s",
                                   special_names[k], special_wards[k]);
        l->f->ward = ward;
        l->f->special |= 1 << k;
    }
    return ST_OK;
}

/* ---- units ----------------------------------------------------------------------------- */

enum { COL_ID, COL_NAME, COL_SIDE, COL_WING, COL_TYPE, COL_RANGED, COL_CC, COL_RED, COL_STEPS,
       COL_HEX, COL_WALL, COLS };
static const char *const unit_cols[] = { "id",     "name", "side",   "wing",  "type", "ranged",
                                         "cc",     "cc_red", "steps", "hex",  "wall" };

static int bad_unit(struct loader *l, const struct st_tsv *t, int r, const char *what)
{
    return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r], "%s", what);
}

static int load_unit(struct loader *l, const struct st_tsv *t, const int *col, int r,
                     struct shields_unit *u)
{
    struct shields_plan *f = l->f;
    struct st_error *err = l->err;
    int side = 0, wing = 0, type = 0, ranged = 0, cc = 0, red = 0, steps = 0, wall = 0, hex = -1;
    int e = st_tsv_name(t, r, col[COL_SIDE], l->out->side, ST_SIDES, &side, err);

    if (!e)
        e = st_tsv_name(t, r, col[COL_WING], l->wing, f->nwings, &wing, err);
    if (!e)
        e = st_tsv_name(t, r, col[COL_TYPE], shields_types, TYPES, &type, err);
    if (!e)
        e = st_tsv_int(t, r, col[COL_RANGED], 0, 1, &ranged, err);
    if (!e)
        e = st_tsv_name(t, r, col[COL_CC], shields_classes, CLASSES, &cc, err);
    if (!e)
        e = st_tsv_int(t, r, col[COL_STEPS], 1, 2, &steps, err);
    if (!e && st_span_is(st_tsv_at(t, r, col[COL_RED]), "-"))
        red = f->worse[cc];
    else if (!e)
        e = st_tsv_name(t, r, col[COL_RED], shields_classes, CLASSES, &red, err);
    if (!e)
        e = st_tsv_int(t, r, col[COL_WALL], 0, 1, &wall, err);
    if (!e && !st_span_is(st_tsv_at(t, r, col[COL_HEX]), "-"))
        e = read_hex(l, t, r, col[COL_HEX], &hex);
    if (e)
        return e;
    if (f->wing_side[wing] != side)
        return bad_unit(l, t, r, "this Wing is of the other side");
    if (ranged && !f->ranged_type[type])
        return st_fail(err, ST_ESYNTAX, t->where, t->line[r],
                       "there are no Ranged units of type %s (3.1)", shields_types[type]);
    if (red < cc)
        return bad_unit(l, t, r, "the reduced side has the better class");
    if (wall && (!f->wall_type[type] || ranged))
        return bad_unit(l, t, r, "this unit cannot hold a Shield Wall (R8.1)");
    if (hex >= 0 && f->terrain[hex] == RIVER)
        return bad_unit(l, t, r, "a unit in deep river (R6.6)");
    if (wall && hex >= 0 && !f->wall_ground[f->terrain[hex]])
        return bad_unit(l, t, r, "no Shield Wall on this ground (R8.2)");
    *u = (struct shields_unit){ (uint8_t)side, (uint8_t)wing, (uint8_t)type, (uint8_t)ranged,
                                (uint8_t)steps, (uint8_t)wall, { (uint8_t)cc, (uint8_t)red },
                                (int16_t)hex };
    return ST_OK;
}

static int load_unit_rows(struct loader *l, const struct st_tsv *t)
{
    struct shields_plan *f = l->f;
    const char **id = st_arena_array(&l->out->arena, MAX_UNITS, sizeof *id);
    const char **title = st_arena_array(&l->out->arena, MAX_UNITS, sizeof *title);
    int col[COLS], e = ST_OK;

    if (!id || !title)
        return no_memory(l);
    for (int c = 0; c < COLS && !e; c++)
        e = st_tsv_col(t, unit_cols[c], &col[c], l->err);
    if (!e && t->nrows > MAX_UNITS)
        e = st_fail(l->err, ST_ELIMIT, t->where, 0, "%d units; at most %d are known", t->nrows,
                    MAX_UNITS);
    for (int r = 0; r < t->nrows && !e; r++) {
        struct shields_unit *u = &f->unit[r];

        e = load_unit(l, t, col, r, u);
        if (e)
            return e;
        id[r] = keep(l, st_tsv_at(t, r, col[COL_ID]));
        title[r] = keep(l, st_tsv_at(t, r, col[COL_NAME]));
        if (!id[r] || !title[r])
            return no_memory(l);
        e = st_name_fits("unit", id, r, t->where, t->line[r], l->err);
        if (e)
            return e;
        for (int i = 0; i < r; i++)
            if (u->hex >= 0 && f->unit[i].hex == u->hex)
                return bad_unit(l, t, r, "two units in one hex (R1.5)");
        f->of_side[u->side] |= bit(r);
        f->of_wing[u->wing] |= bit(r);
        if (f->tested[u->type])
            f->checked |= bit(r);
        if (f->anchor_type[u->type])
            f->anchors |= bit(r);
        for (int c = 0; c < COMMANDS; c++)
            if (c == CMD_FIRE ? u->ranged
                              : c == CMD_HORSE ? f->charges[u->type]
                                               : c != CMD_WALL || (f->wall_type[u->type] && !u->ranged))
                f->able[c] |= bit(r);
    }
    f->nunits = t->nrows;
    f->unit_name = id;
    for (int w = 0; w < f->nwings && !e; w++)
        if (!f->of_wing[w])
            e = st_fail(l->err, ST_ESYNTAX, t->where, 0, "Wing %s has no unit", l->wing[w]);
    if (!e)
        e = st_plan_names(l->out, "unit", id, title, f->nunits, l->err);
    return e;
}

static int load_units(struct loader *l)
{
    const char *name = NULL, *where;
    struct st_span text;
    struct st_tsv t;
    int e = st_scenario_text(l->sc, "units", &name, l->err);

    if (!e)
        e = st_scenario_part(l->sc, name, &text, &where, l->err);
    if (!e)
        e = st_tsv_parse(&t, &l->out->arena, text, where, l->err);
    return e ? e : load_unit_rows(l, &t);
}

/* ---- readings that players may choose --------------------------------------------------- */

static const char *const phase_words[] = { "fire-first", "move-first" };
static const char *const phase_called[] = { "Fire, Withdraw, Move", "Withdraw, Move, Fire" };
static const char *const wall_words[] = { "primary", "any" };
static const char *const wall_called[] = { "the Primary's alone", "any attacker's" };
static const char *const exchange_words[] = { "changes", "stands" };
static const char *const exchange_called[] = { "may be changed by horse like any other",
                                               "is changed no more" };
static const char *const descent_words[] = { "end", "way" };
static const char *const descent_called[] = { "where a move ends", "anywhere on its way" };

static const struct st_option phases = {
    .key = "phases", .title = "Order of a Wing's Phases", .para = "R2.8",
    .word = phase_words, .called = phase_called, .nwords = 2,
};
static const struct st_option wall_attack = {
    .key = "wall_attack", .title = "Whose Shield Wall makes an attack worse", .para = "R8.5",
    .word = wall_words, .called = wall_called, .nwords = 2,
};
static const struct st_option wall_exchange = {
    .key = "wall_exchange", .title = "An exchange that a Shield Wall has made", .para = "R13.4",
    .word = exchange_words, .called = exchange_called, .nwords = 2,
};
static const struct st_option descent = {
    .key = "descent", .title = "Low ground that breaks discipline", .para = "HA2",
    .word = descent_words, .called = descent_called, .nwords = 2,
};

/* Offered where it makes a difference: where somebody can fire, can ride, has a discipline. */
static int load_readings(struct loader *l)
{
    struct shields_plan *f = l->f;
    int e = st_plan_choice(l->out, l->sc, &wall_attack, &f->any_wall, l->err), move_first = 0;

    if (!e && f->able[CMD_HORSE])
        e = st_plan_choice(l->out, l->sc, &wall_exchange, &f->exchange_stands, l->err);
    if (!e && (f->special & SPECIAL_DISCIPLINE))
        e = st_plan_choice(l->out, l->sc, &descent, &f->whole_way, l->err);
    if (!e && has_face(f, CMD_FIRE))
        e = st_plan_choice(l->out, l->sc, &phases, &move_first, l->err);
    return e ? e : load_order(l, move_first ? "move_first" : "order");
}

/* ---- the whole ------------------------------------------------------------------------- */

int shields_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct loader l = { .out = out, .sc = sc, .err = err };
    const struct st_entry *blurb;
    int e;

    l.f = st_plan_own(out);
    e = st_scenario_keys(sc, err);
    if (!e)
        e = st_scenario_text(sc, "title", &out->title, err);
    if (!e && (blurb = st_scenario_find(sc, "blurb")))
        out->blurb = blurb->value;
    if (!e)
        e = st_plan_number(
            out, sc, &(struct st_option){ "turns", "Length in turns", "R15.4", .lo = 1, .hi = 99 },
            &l.f->turns, err);
    if (!e)
        e = load_combat_charts(&l);
    if (!e)
        e = load_ladder(&l);
    if (!e)
        e = load_types(&l);
    if (!e)
        e = load_results(&l);
    if (!e)
        e = load_options(&l);
    if (!e)
        e = load_bonus(&l);
    if (!e)
        e = load_map(&l);
    if (!e)
        e = load_sides(&l);
    if (!e)
        e = load_wings(&l);
    if (!e)
        e = load_special(&l);
    for (int s = 0; s < ST_SIDES && !e; s++) {
        e = load_markers(&l, s);
        if (!e)
            e = load_limits(&l, s);
        if (!e)
            e = load_goal(&l, s);
    }
    if (!e)
        e = load_time(&l);
    if (!e)
        e = st_plan_names(out, "command", shields_commands, NULL, COMMANDS, err);
    if (!e)
        e = load_units(&l);
    if (!e)
        e = load_readings(&l);
    return e;
}
