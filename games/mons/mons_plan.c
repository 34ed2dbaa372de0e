/* mons_plan.c - scenario, map and unit files into a plan. The forms of the files: RULES I.1. */
#include "mons/mons.h"

#include <stdio.h>
#include <string.h>

const char *const mons_types[] = { "INF", "CAV", "FA", "HA", "HV" };
const char *const mons_terrains[] = { "clear", "forest", "built_up", "out" };
const char *const mons_programmes[] = { "none", "MF", "FM", "FF", "MM" };

static const char *const directions[] = { "N", "NE", "SE", "S", "SW", "NW" };
static const char *const sides[] = { "GE", "BR" };
static const char *const side_titles[] = { "Germans", "British" };

enum { GROUPS_MAX = 64, LIST_MAX = 256, NA = -1 };

struct loader { /* what the loading functions hand to each other */
    struct st_plan *out;
    struct st_scenario *sc;
    struct mons_plan *f;
    int line[ST_HEX_MAX];                  /* of each hex in the map file */
    uint8_t rail[ST_HEX_MAX];
    struct st_hexset exit_flag;
    int entry_turn[MAX_NAMED];
    struct { const char *name; uint16_t bits; } named[MAX_NAMED]; /* objectives */
    int nnamed;
    const char *corps[GROUPS_MAX], *division[GROUPS_MAX]; /* "IX", "IX 17" */
    int ncorps, ndivisions;
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

/* ---- charts ------------------------------------------------------------------------------ */

static int bad_cell(struct loader *l, const struct st_chart *c, int row, const char *what)
{
    return st_fail(l->err, ST_ESYNTAX, c->where, c->line[row], "%s", what);
}

/* 13.1 */
static int load_movement(struct loader *l)
{
    static const char *const cols[] = { "clear", "forest", "built_up", "unbridged_river_hexside" };
    struct st_chart *c = l->out->chart[CHART_MOVEMENT];
    struct mons_plan *f = l->f;
    int e = st_chart_bind_rows(c, &l->out->arena, mons_types, TYPES, l->err);

    if (!e)
        e = st_chart_bind_cols(c, &l->out->arena, cols, 4, l->err);
    if (!e)
        e = st_chart_bind_numbers(c, NA, l->err);
    for (int type = 0; type < TYPES && !e; type++)
        for (int k = 0; k < 4 && !e; k++) {
            int v = st_chart_look(c, type, k, NULL);
            uint8_t price = v == NA ? ST_HEX_SHUT : (uint8_t)v;

            if (v != NA && (v < (k < OUT) || v > MAX_POINTS))
                e = bad_cell(l, c, type, "a cost that nobody could pay, or none at all");
            if (k < OUT)
                f->terrain_cost[type][k] = price;
            else
                f->river_cost[type] = price;
        }
    for (int type = 0; type < TYPES; type++)
        f->terrain_cost[type][OUT] = ST_HEX_SHUT;
    return e;
}

/* 13.2 */
static int load_ground(struct loader *l)
{
    static const char *const rows[] = { "built_up", "forest", "river_canal_bridge" };
    static const char *const cols[] = { "bombardment", "defensive_fire", "melee" };
    struct st_chart *c = l->out->chart[CHART_GROUND];
    int e = st_chart_bind_rows(c, &l->out->arena, rows, 3, l->err);

    if (!e)
        e = st_chart_bind_cols(c, &l->out->arena, cols, COMBATS, l->err);
    if (!e)
        e = st_chart_bind_numbers(c, 0, l->err);
    for (int k = 0; k < COMBATS && !e; k++) {
        int built_up = st_chart_look(c, 0, k, NULL), forest = st_chart_look(c, 1, k, NULL);
        int water = st_chart_look(c, 2, k, NULL);

        for (int r = 0; r < 3 && !e; r++)
            if (st_chart_look(c, r, k, NULL) < -9 || st_chart_look(c, r, k, NULL) > 9)
                e = bad_cell(l, c, r, "a modifier of more than nine");
        l->f->ground[k][BUILT_UP] = (int8_t)built_up;
        l->f->ground[k][FOREST] = (int8_t)forest;
        l->f->water[k] = (int8_t)water;
    }
    if (!e && l->f->water[COMBAT_BOMBARDMENT]) /* 10.8 */
        e = bad_cell(l, c, 2, "shells cross no hexside: in bombardment this is NE");
    return e;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The modified dice a kind of combat can lead to. */
static void die_range(const struct mons_plan *f, int kind, int other, int *lo, int *hi)
{
    const int8_t *ground = f->ground[kind];
    int down = least(0, least(ground[BUILT_UP], ground[FOREST]));
    int up = most(0, most(ground[BUILT_UP], ground[FOREST]));

    *lo = 1 + down + least(0, f->water[kind]) + least(0, other);
    *hi = 6 + up + most(0, f->water[kind]) + most(0, other);
}

/* 13.3, 13.4: steps lost by strength and die. */
static int load_losses(struct loader *l, int chart, int kind, int other, int strength,
                       const struct st_chart **out)
{
    struct st_chart *c = l->out->chart[chart];
    int lo, hi, e = st_chart_bind_numbers(c, 0, l->err);

    die_range(l->f, kind, other, &lo, &hi);
    if (!e)
        e = st_chart_need_rows(c, 1, strength, l->err);
    if (!e)
        e = st_chart_need_cols(c, lo, hi, l->err);
    for (int i = 0; i < c->row.n * c->col.n && !e; i++)
        if (c->value[i] < 0 || c->value[i] > 99)
            e = bad_cell(l, c, i / c->col.n, "steps lost are 0 to 99");
    *out = c;
    return e;
}

/* 13.5: a cell "2/1" becomes 21. */
static int load_melee(struct loader *l)
{
    static const char *const cols[] = { "1:1", "2:1", "3:1", "4:1", "5:1", "6:1" };
    struct st_chart *c = l->out->chart[CHART_MELEE];
    int lo, hi, e = st_chart_bind_cols(c, &l->out->arena, cols, ODDS_BETTER - 1, l->err);

    die_range(l->f, COMBAT_MELEE, 0, &lo, &hi);
    if (!e)
        e = st_chart_need_rows(c, lo, hi, l->err);
    for (int i = 0; i < c->row.n * c->col.n && !e; i++) {
        struct st_span right = st_span_of(c->text[i]), left = st_span_cut(&right, '/');
        int a, d;

        if (!st_span_int(left, 0, 9, &a) || !st_span_int(right, 0, 9, &d))
            e = bad_cell(l, c, i / c->col.n, "a result is two digits: attacker/defender");
        else
            c->value[i] = (int16_t)(10 * a + d);
    }
    l->f->melee = c;
    return e;
}

static int note(struct loader *l, const char *key, int lo, int hi, int *out)
{
    return st_chart_number(l->out->chart[CHART_NOTES], key, "value", lo, hi, out, l->err);
}

/* The floor of a die stands in the notes and at the end of its chart: they must agree. */
static int check_floor(struct loader *l, const char *key, const struct st_axis *x)
{
    int v = 0, e = note(l, key, -9, 9, &v);

    if (!e && (v != x->lo || !x->below_first))
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_NOTES]->where, 0,
                    "%s is %d, but the chart begins at %d%s", key, v, x->lo,
                    x->below_first ? "" : " and is closed below");
    return e;
}

static int load_notes(struct loader *l)
{
    struct mons_plan *f = l->f;
    int unspotted = 0, fire = 0, defence = 0, road = 0, river = 0;
    int e = note(l, "unspotted_bombardment_die_modifier", -9, 9, &unspotted);

    if (!e)
        e = note(l, "artillery_defensive_fire_strength", 0, 9, &fire);
    if (!e)
        e = note(l, "artillery_melee_defence_strength", 1, 9, &defence);
    if (!e)
        e = note(l, "road_hex_cost", 1, MAX_POINTS, &road);
    if (!e)
        e = note(l, "road_river_penalty", 0, MAX_POINTS, &river);
    f->unspotted = (int8_t)unspotted;
    f->gun_fire = (uint8_t)fire;
    f->gun_defence = (uint8_t)defence;
    f->road_cost = (uint8_t)road;
    f->road_river = (uint8_t)river;
    return e;
}

static int load_automatic(struct loader *l)
{
    static const char *const row[] = { "worse_than_1_1", "better_than_6_1" };
    static const char *const col[] = { "attacker_loss", "defender_loss" };
    uint8_t *to[] = { l->f->worse, l->f->better };
    int e = ST_OK, v = 0;

    for (int r = 0; r < 2 && !e; r++)
        for (int k = 0; k < 2 && !e; k++) {
            e = st_chart_number(l->out->chart[CHART_AUTOMATIC], row[r], col[k], 0, 9, &v, l->err);
            to[r][k] = (uint8_t)v;
        }
    return e;
}

static int load_charts(struct loader *l)
{
    struct mons_plan *f = l->f;
    int e = load_movement(l);

    if (!e)
        e = load_ground(l);
    if (!e)
        e = load_notes(l);
    if (!e)
        e = load_losses(l, CHART_BOMBARDMENT, COMBAT_BOMBARDMENT, f->unspotted, 999,
                        &f->bombardment);
    if (!e)
        e = load_losses(l, CHART_FIRE, COMBAT_FIRE, 0, 999, &f->fire);
    if (!e)
        e = load_melee(l);
    if (!e)
        e = load_automatic(l);
    if (!e)
        e = check_floor(l, "bombardment_die_floor", &f->bombardment->col);
    if (!e)
        e = check_floor(l, "defensive_fire_die_floor", &f->fire->col);
    if (!e)
        e = check_floor(l, "melee_die_floor", &f->melee->row);
    return e;
}

/* ---- the map ----------------------------------------------------------------------------- */

enum { MAP_HEX, MAP_TERRAIN, MAP_ROAD, MAP_RAIL, MAP_RIVER, MAP_CANAL, MAP_BRIDGE, MAP_FLAGS,
       MAP_NAME, MAP_COLS };
static const char *const map_cols[] = { "hex",   "terrain", "road",  "rail", "river",
                                        "canal", "bridge",  "flags", "name" };

static int bad_row(struct loader *l, const struct st_tsv *t, int r, const char *what)
{
    return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r], "%s", what);
}

/* Four digits as column and row. */
static bool read_digits(struct st_span s, int *col, int *row)
{
    int n;

    if (s.len != 4 || !st_span_int(s, 0, 9999, &n) || s.at[0] == '+' || s.at[0] == '-')
        return false;
    *col = n / 100;
    *row = n % 100;
    return true;
}

/* The map is as large as the hexes it lists. */
static int map_size(struct loader *l, const struct st_tsv *t, int hex_col)
{
    int cols = 0, rows = 0;

    for (int r = 0; r < t->nrows; r++) {
        int c, y;

        if (!read_digits(st_tsv_at(t, r, hex_col), &c, &y) || c < 1 || y < 1)
            return bad_row(l, t, r, "a hex is four digits, column then row, from 0101");
        cols = most(cols, c);
        rows = most(rows, y);
    }
    l->f->nhexes = cols * rows;
    return st_hexgrid_make(&l->out->grid, &l->out->arena, cols, rows, t->where, 0, l->err);
}

/* "N,SE" as bits of directions. */
static int read_directions(struct loader *l, const struct st_tsv *t, int r, int col, uint8_t *out)
{
    struct st_span rest = st_tsv_at(t, r, col);

    *out = 0;
    if (st_span_is(rest, "-"))
        return ST_OK;
    do {
        struct st_span word = st_span_trim(st_span_cut(&rest, ','));
        int d = st_span_find(word, directions, 6);

        if (d < 0)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r],
                           "`%.*s` in column `%.*s` is no direction: N NE SE S SW NW, or -",
                           (int)word.len, word.at, (int)t->head[col].len, t->head[col].at);
        if (*out >> d & 1)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r], "%s stands twice",
                           directions[d]);
        *out = (uint8_t)(*out | 1 << d);
    } while (rest.len);
    return ST_OK;
}

/* BRIDGE_OBJ and BAVAI are for people; the scenario names its objectives. */
static int read_flags(struct loader *l, const struct st_tsv *t, int r, int col, int hex)
{
    static const char *const flags[] = { "BRIDGE_OBJ", "BAVAI", "EXIT_S", "ROAD_OFF_N" };
    struct st_span rest = st_tsv_at(t, r, col);

    while (rest.len && !st_span_is(rest, "-")) {
        struct st_span word = st_span_trim(st_span_cut(&rest, ','));
        int k = st_span_find(word, flags, 4);

        if (k < 0)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r], "unknown flag `%.*s`",
                           (int)word.len, word.at);
        if (k == 2)
            st_hexset_add(&l->exit_flag, hex);
        if (k == 3)
            st_hexset_add(&l->f->road_off, hex);
    }
    return ST_OK;
}

static int load_hex(struct loader *l, const struct st_tsv *t, const int *col, int r,
                    struct st_cell *cell)
{
    static const char *const letters[] = { "C", "F", "B", "X" };
    static const char *const looks[] = { "clear", "forest", "town", "fortress" };
    struct mons_plan *f = l->f;
    int hex, terrain = 0;

    st_hex_parse(&l->out->grid, st_tsv_at(t, r, col[MAP_HEX]), &hex);
    if (cell[hex].look)
        return bad_row(l, t, r, "this hex stands twice");
    int e = st_tsv_name(t, r, col[MAP_TERRAIN], letters, TERRAINS, &terrain, l->err);
    if (!e)
        e = read_directions(l, t, r, col[MAP_ROAD], &f->road[hex]);
    if (!e)
        e = read_directions(l, t, r, col[MAP_RAIL], &l->rail[hex]);
    if (!e)
        e = read_directions(l, t, r, col[MAP_RIVER], &f->river[hex]);
    if (!e)
        e = read_directions(l, t, r, col[MAP_CANAL], &f->canal[hex]);
    if (!e)
        e = read_directions(l, t, r, col[MAP_BRIDGE], &f->bridge[hex]);
    if (!e)
        e = read_flags(l, t, r, col[MAP_FLAGS], hex);
    if (e)
        return e;
    struct st_span name = st_tsv_at(t, r, col[MAP_NAME]);
    f->terrain[hex] = (uint8_t)terrain;
    l->line[hex] = t->line[r];
    cell[hex] = (struct st_cell){ looks[terrain], st_span_is(name, "-") ? "" : keep(l, name), 0 };
    return cell[hex].label ? ST_OK : no_memory(l);
}

/* Each hexside feature is written on both sides of it; water and ways make the bridges. */
static int check_sides(struct loader *l, const char *where, int hex)
{
    const struct mons_plan *f = l->f;
    const uint8_t *kind[] = { f->road, l->rail, f->river, f->canal, f->bridge };
    char here[6], there[6];

    st_hex_name(&l->out->grid, hex, here);
    for (int k = 0; k < 5; k++)
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&l->out->grid, hex, d);

            if (!(kind[k][hex] >> d & 1))
                continue;
            if (to < 0)
                return st_fail(l->err, ST_ESYNTAX, where, l->line[hex],
                               "%s %s of %s leads off the map", map_cols[MAP_ROAD + k],
                               directions[d], here);
            st_hex_name(&l->out->grid, to, there);
            if (!(kind[k][to] >> (d + 3) % 6 & 1))
                return st_fail(l->err, ST_ESYNTAX, where, l->line[hex],
                               "%s has %s %s, but %s (line %d) has none %s", here,
                               map_cols[MAP_ROAD + k], directions[d], there, l->line[to],
                               directions[(d + 3) % 6]);
        }
    if (f->river[hex] & f->canal[hex])
        return st_fail(l->err, ST_ESYNTAX, where, l->line[hex],
                       "a hexside of %s is both river and canal", here);
    if (f->bridge[hex] != ((f->river[hex] | f->canal[hex]) & (f->road[hex] | l->rail[hex])))
        return st_fail(l->err, ST_ESYNTAX, where, l->line[hex],
                       "the bridges of %s are not where road or rail cross its water", here);
    return ST_OK;
}

static int load_map_rows(struct loader *l, const struct st_tsv *t)
{
    struct st_cell *cell = st_arena_array(&l->out->arena, ST_HEX_MAX, sizeof *cell);
    int col[MAP_COLS], e = cell ? ST_OK : no_memory(l);

    for (int c = 0; c < MAP_COLS && !e; c++)
        e = st_tsv_col(t, map_cols[c], &col[c], l->err);
    if (!e && t->nrows == 0)
        e = st_fail(l->err, ST_ESYNTAX, t->where, 0, "a map without hexes");
    if (!e)
        e = map_size(l, t, col[MAP_HEX]);
    for (int r = 0; r < t->nrows && !e; r++)
        e = load_hex(l, t, col, r, cell);
    for (int h = 0; h < l->f->nhexes && !e; h++)
        if (!cell[h].look) {
            char name[6];

            st_hex_name(&l->out->grid, h, name);
            e = st_fail(l->err, ST_ESYNTAX, t->where, 0, "hex %s is missing", name);
        }
    for (int h = 0; h < l->f->nhexes && !e; h++)
        e = check_sides(l, t->where, h);
    l->out->cell = cell;
    return e;
}

/* What is drawn on hexsides of the area: water once, ways from each hex they leave. */
static int make_edges(struct loader *l)
{
    const struct mons_plan *f = l->f;
    const uint8_t *kind[] = { f->road, l->rail, f->river, f->canal };
    struct st_edge *edge;
    int n = 0;

    for (int pass = 0; pass < 2; pass++) {
        edge = pass ? st_arena_array(&l->out->arena, (size_t)n + 1, sizeof *edge) : NULL;
        if (pass && !edge)
            return no_memory(l);
        n = 0;
        for (int k = 0; k < 4; k++)
            for (int h = 0; h < f->nhexes; h++)
                for (int d = 0; d < (k < 2 ? 6 : 3); d++)
                    if (st_hexset_has(&f->area, h) && kind[k][h] >> d & 1) {
                        if (pass)
                            edge[n] = (struct st_edge){ (int16_t)h, (uint8_t)d, (uint8_t)k };
                        n++;
                    }
        l->out->edge = edge;
    }
    l->out->nedges = n;
    return ST_OK;
}

static int read_part(struct loader *l, const char *key, struct st_tsv *t)
{
    const char *name = NULL, *where;
    struct st_span text;
    int e = st_scenario_text(l->sc, key, &name, l->err);

    if (!e)
        e = st_scenario_part(l->sc, name, &text, &where, l->err);
    return e ? e : st_tsv_parse(t, &l->out->arena, text, where, l->err);
}

static int name_hexes(struct loader *l)
{
    const char **name = st_arena_array(&l->out->arena, ST_HEX_MAX, sizeof *name);
    char text[6];

    if (!name)
        return no_memory(l);
    for (int h = 0; h < l->f->nhexes; h++) {
        st_hex_name(&l->out->grid, h, text);
        name[h] = keep(l, st_span_of(text));
        if (!name[h])
            return no_memory(l);
    }
    l->f->hex_name = name;
    return st_plan_names(l->out, "place", name, NULL, l->f->nhexes, l->err);
}

static int load_map(struct loader *l)
{
    struct st_tsv t;
    int e = read_part(l, "map", &t);

    if (!e)
        e = load_map_rows(l, &t);
    return e ? e : name_hexes(l);
}

/* ---- keys of the scenario ---------------------------------------------------------------- */

/* "a,b,c" into out, trimmed; "-" is empty. How many, or -1 if there are more than max. */
static int split_list(const char *value, struct st_span *out, int max)
{
    struct st_span rest = st_span_trim(st_span_of(value));
    int n = 0;

    if (st_span_is(rest, "-"))
        return 0;
    while (rest.len) {
        struct st_span part = st_span_trim(st_span_cut(&rest, ','));

        if (n == max)
            return -1;
        out[n++] = part;
    }
    return n;
}

static int read_hexes(struct loader *l, const struct st_entry *e, int16_t *out, int max, int *n)
{
    struct st_span part[LIST_MAX];

    *n = split_list(e->value, part, max);
    if (*n < 0)
        return st_scenario_bad(l->sc, e, l->err, "more than %d hexes", max);
    for (int i = 0; i < *n; i++) {
        int hex;

        if (!st_hex_parse(&l->out->grid, part[i], &hex) || hex < 0 ||
            !st_hexset_has(&l->f->area, hex) || l->f->terrain[hex] == OUT)
            return st_scenario_bad(l->sc, e, l->err, "`%.*s` is no hex in play", (int)part[i].len,
                                   part[i].at);
        for (int k = 0; k < i; k++)
            if (out[k] == hex)
                return st_scenario_bad(l->sc, e, l->err, "%.*s stands twice", (int)part[i].len,
                                       part[i].at);
        out[i] = (int16_t)hex;
    }
    return ST_OK;
}

/* A number that may be missing. */
static int number_or(struct loader *l, const char *key, int lo, int hi, int otherwise, int *out)
{
    *out = otherwise;
    return st_scenario_find(l->sc, key) ? st_scenario_int(l->sc, key, lo, hi, out, l->err) : ST_OK;
}

/* "01..28" */
static int read_span(struct loader *l, const struct st_entry *e, int last, int *from, int *to)
{
    struct st_span rest = st_span_trim(st_span_of(e->value)), first = st_span_cut(&rest, '.');

    if (rest.len == 0 || rest.at[0] != '.' || !st_span_int(first, 1, last, from) ||
        !st_span_int((struct st_span){ rest.at + 1, rest.len - 1 }, *from, last, to))
        return st_scenario_bad(l->sc, e, l->err, "`%s` is written first..last, within 1..%d",
                               e->key, last);
    return ST_OK;
}

static int read_span_key(struct loader *l, const char *key, int last, int *from, int *to)
{
    const struct st_entry *e = st_scenario_find(l->sc, key);

    if (!e)
        return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0, "no line `%s = ...`", key);
    return read_span(l, e, last, from, to);
}

static int load_area(struct loader *l)
{
    const struct st_hexgrid *g = &l->out->grid;
    int c0, c1, r0, r1, e = read_span_key(l, "area_columns", g->cols, &c0, &c1);

    if (!e)
        e = read_span_key(l, "area_rows", g->rows, &r0, &r1);
    if (e)
        return e;
    for (int c = c0; c <= c1; c++)
        for (int r = r0; r <= r1; r++)
            st_hexset_add(&l->f->area, st_hex_make(g, c, r));
    l->out->window = (struct st_window){ (int16_t)(c0 - 1), (int16_t)(r0 - 1),
                                         (int16_t)(c1 - c0 + 1), (int16_t)(r1 - r0 + 1) };
    return ST_OK;
}

/* What follows the prefix in the key of an entry, or NULL. */
static const char *after_prefix(struct loader *l, const struct st_entry *e, const char *prefix)
{
    size_t n = strlen(prefix);

    if (strncmp(e->key, prefix, n) != 0 || !e->key[n])
        return NULL;
    st_scenario_find(l->sc, e->key); /* now it counts as one that was asked for */
    return e->key + n;
}

/* KEY.NAME, which goes with another entry of that name. */
static const struct st_entry *entry_of(struct loader *l, const char *prefix, const char *name)
{
    char key[128];

    snprintf(key, sizeof key, "%s%s", prefix, name);
    return st_scenario_find(l->sc, key);
}

static int number_of(struct loader *l, const char *prefix, const char *name, int lo, int hi,
                     int *out)
{
    char key[128];

    snprintf(key, sizeof key, "%s%s", prefix, name);
    return st_scenario_int(l->sc, key, lo, hi, out, l->err);
}

/* ---- turns ------------------------------------------------------------------------------- */

/* Mist or none can be chosen; a scenario with another list keeps it. */
static int offer_mist(struct loader *l, const struct st_entry *e)
{
    static const char *const word[] = { "GE:1", "-" };
    static const char *const called[] = { "none: morning mist", "as on any other" };
    int unused;

    if (st_span_find(st_span_of(e->value), word, 2) < 0)
        return ST_OK;
    return st_plan_choice(l->out, l->sc,
                          &(struct st_option){ "no_combat_phase", "German combat phase on turn 1",
                                               "5.2", .word = word, .called = called, .nwords = 2 },
                          &unused, l->err);
}

/* "GE:1,BR:2" */
static int load_no_combat(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "no_combat_phase");
    struct st_span part[LIST_MAX];
    int n = e ? split_list(e->value, part, LIST_MAX) : 0;

    for (int i = 0; i < n; i++) {
        struct st_span turn = part[i], side = st_span_cut(&turn, ':');
        int s = st_span_find(side, sides, ST_SIDES), v;

        if (s < 0 || !st_span_int(turn, 1, MAX_TURNS, &v))
            return st_scenario_bad(l->sc, e, l->err, "`%.*s` is not side:turn, as GE:1",
                                   (int)part[i].len, part[i].at);
        l->f->no_combat[s] |= 1u << v;
    }
    if (n < 0)
        return st_scenario_bad(l->sc, e, l->err, "a list too long");
    return e ? offer_mist(l, e) : ST_OK;
}

/* G.6, G.35 to G.37: what can be read in two ways. */
static int load_readings(struct loader *l)
{
    static const char *const where[] = { "any", "bridges" }, *const often[] = { "phase", "turn" },
        *const fire[] = { "fire", "silent" };
    static const char *const where_called[] = { "over every hexside",
                                                "over a canal only where there is a bridge" };
    static const char *const often_called[] = { "once in each combat phase",
                                                "once in a player turn" };
    static const char *const moved_called[] = { "may bombard", "do not bombard" };
    static const char *const blind_called[] = { "is bombarded with the modifier",
                                                "is not bombarded" };
    struct mons_readings *r = &l->f->reading;
    const struct {
        struct st_option option;
        int *chosen;
    } of[] = {
        { { "canal_melee", "Melee goes", "12.5", .word = where, .called = where_called },
          &r->bridges_only },
        { { "gun_fires", "A gun bombards", "5.4", .word = often, .called = often_called },
          &r->once_a_turn },
        { { "gun_moved", "Guns that have moved", "10.1", .word = fire, .called = moved_called },
          &r->halted_only },
        { { "unspotted", "What nobody spots", "10.11", .word = fire, .called = blind_called },
          &r->spotted_only },
    };
    int e = ST_OK;

    for (size_t i = 0; i < sizeof of / sizeof of[0] && !e; i++) {
        struct st_option o = of[i].option;

        o.nwords = 2;
        e = st_plan_choice(l->out, l->sc, &o, of[i].chosen, l->err);
    }
    return e;
}

static int load_turns(struct loader *l)
{
    struct mons_plan *f = l->f;
    const char *first = NULL;
    int last = l->out->chart[CHART_TRACK]->row.hi;
    int e = st_scenario_int(l->sc, "first_turn", 1, MAX_TURNS, &f->first_turn, l->err);

    if (!e)
        e = st_plan_number(l->out, l->sc,
                           &(struct st_option){ "last_turn", "Last turn", "4.3",
                                                .lo = f->first_turn,
                                                .hi = last < MAX_TURNS ? last : MAX_TURNS },
                           &f->last_turn, l->err);
    if (!e)
        e = st_chart_need_rows(l->out->chart[CHART_TRACK], f->first_turn, f->last_turn, l->err);
    if (!e)
        e = st_scenario_text(l->sc, "first_player", &first, l->err);
    if (!e && strcmp(first, "GE") != 0)
        e = st_scenario_bad(l->sc, st_scenario_find(l->sc, "first_player"), l->err,
                            "the German moves first (5.1)");
    f->lifted = 99;
    if (!e && st_scenario_find(l->sc, "coordination_lifted_turn"))
        e = st_plan_number(l->out, l->sc,
                           &(struct st_option){ "coordination_lifted_turn",
                                                "Turn from which divisions may work together",
                                                "12.14", .lo = 1, .hi = 99 },
                           &f->lifted, l->err);
    if (!e)
        e = load_no_combat(l);
    return e ? e : load_readings(l);
}

/* The track points to the paragraph of a turn on which a corps may come (8.2); else it is 8.7
 * (G.25). */
static int entry_para(struct loader *l, int turn, const char **out)
{
    const struct st_chart *track = l->out->chart[CHART_TRACK];
    const char *text = "";
    char row[12];

    *out = "8.7";
    snprintf(row, sizeof row, "%d", turn);
    if (st_axis_find(&track->row, st_span_of(row), NULL) < 0)
        return ST_OK;
    int e = st_chart_at(track, row, "note", &text, l->err);
    if (e)
        return e;
    for (struct st_span rest = st_span_of(text); rest.len;)
        if (st_span_is(st_span_trim(st_span_cut(&rest, ',')), "8.2"))
            *out = "8.2";
    return ST_OK;
}

static int load_entries(struct loader *l)
{
    struct mons_plan *f = l->f;
    int err = ST_OK;

    for (int turn = 1; turn <= MAX_TURNS && !err; turn++)
        err = entry_para(l, turn, &f->entry_para[turn]);
    for (int i = 0; i < l->sc->nentries && !err; i++) {
        const struct st_entry *e = &l->sc->entry[i];
        const char *turn_of = after_prefix(l, e, "entry_turn."), *name;
        int16_t hex[LIST_MAX];
        int n, g = f->ngroups;

        if (turn_of && !entry_of(l, "entry.", turn_of))
            return st_scenario_bad(l->sc, e, l->err, "unknown entry group `%s`", turn_of);
        if (!(name = after_prefix(l, e, "entry.")))
            continue;
        if (g == MAX_NAMED)
            return st_scenario_bad(l->sc, e, l->err, "more than %d entry groups", MAX_NAMED);
        err = read_hexes(l, e, hex, LIST_MAX, &n);
        if (!err)
            err = number_of(l, "entry_turn.", name, 1, MAX_TURNS, &l->entry_turn[g]);
        if (!err && n == 0)
            err = st_scenario_bad(l->sc, e, l->err, "an entry group without hexes");
        for (int k = 0; k < n && !err; k++)
            st_hexset_add(&f->entry[g], hex[k]);
        f->entry_name[g] = name;
        f->ngroups++;
    }
    return err;
}

/* ---- objectives, exits, closed ground ---------------------------------------------------- */

static int objective_number(struct loader *l, int hex)
{
    struct mons_plan *f = l->f;

    for (int i = 0; i < f->nobjectives; i++)
        if (f->objective[i] == hex)
            return i;
    if (f->nobjectives == MAX_OBJECTIVES)
        return -1;
    f->objective[f->nobjectives] = (int16_t)hex;
    f->objective_at[hex] = (int8_t)f->nobjectives;
    return f->nobjectives++;
}

static int load_objectives(struct loader *l)
{
    const char *start = NULL;
    int err = st_scenario_text(l->sc, "control_start", &start, l->err);

    memset(l->f->objective_at, -1, sizeof l->f->objective_at);
    for (int i = 0; i < l->sc->nentries && !err; i++) {
        const struct st_entry *e = &l->sc->entry[i];
        const char *name = after_prefix(l, e, "objectives.");
        int16_t hex[LIST_MAX];
        int n;

        if (!name)
            continue;
        if (l->nnamed == MAX_NAMED)
            return st_scenario_bad(l->sc, e, l->err, "more than %d kinds of objectives", MAX_NAMED);
        err = read_hexes(l, e, hex, LIST_MAX, &n);
        for (int k = 0; k < n && !err; k++) {
            int number = objective_number(l, hex[k]);

            if (number < 0)
                return st_scenario_bad(l->sc, e, l->err, "more than %d objectives",
                                       MAX_OBJECTIVES);
            l->named[l->nnamed].bits |= (uint16_t)(1 << number);
        }
        if (!err && n == 0)
            err = st_scenario_bad(l->sc, e, l->err, "objectives without a hex");
        l->named[l->nnamed++].name = name;
    }
    int side = err ? 0 : st_span_find(st_span_of(start), sides, ST_SIDES);
    if (side < 0)
        return st_scenario_bad(l->sc, st_scenario_find(l->sc, "control_start"), l->err,
                               "`%s` is no side", start);
    l->f->british_start = side == BR ? (uint16_t)((1u << l->f->nobjectives) - 1) : 0;
    return err;
}

/* The objectives of a name, as bits. */
static int objectives_named(struct loader *l, const struct st_entry *e, struct st_span name,
                            uint16_t *out)
{
    for (int i = 0; i < l->nnamed; i++)
        if (st_span_is(name, l->named[i].name)) {
            *out = l->named[i].bits;
            return ST_OK;
        }
    return st_scenario_bad(l->sc, e, l->err, "no line `objectives.%.*s = ...`", (int)name.len,
                           name.at);
}

static int load_exits(struct loader *l)
{
    struct mons_plan *f = l->f;
    const struct st_entry *e = st_scenario_find(l->sc, "exits");
    int err = e ? read_hexes(l, e, f->exit, MAX_EXITS, &f->nexits) : ST_OK;

    for (int i = 0; i < f->nexits && !err; i++) {
        if (!st_hexset_has(&l->exit_flag, f->exit[i]))
            err = st_scenario_bad(l->sc, e, l->err, "%s has no flag EXIT_S on the map",
                                  f->hex_name[f->exit[i]]);
        st_hexset_add(&f->exits, f->exit[i]);
    }
    if (!err)
        err = number_or(l, "exit_first_turn", 1, MAX_TURNS, 0, &f->exit_first_turn);
    return err;
}

static int load_closed(struct loader *l)
{
    const struct st_entry *rows = st_scenario_find(l->sc, "closed_rows");
    const struct st_entry *except = st_scenario_find(l->sc, "closed_except");
    const struct st_hexgrid *g = &l->out->grid;
    int16_t hex[LIST_MAX];
    int from, to, n = 0, err;

    if (!rows)
        return ST_OK;
    err = read_span(l, rows, g->rows, &from, &to);
    if (!err)
        err = st_plan_number(l->out, l->sc,
                             &(struct st_option){ "closed_until",
                                                  "Turn from which the British may go south",
                                                  "9.21", .lo = 1, .hi = MAX_TURNS },
                             &l->f->closed_until, l->err);
    if (!err && except)
        err = read_hexes(l, except, hex, LIST_MAX, &n);
    if (err)
        return err;
    for (int h = 0; h < l->f->nhexes; h++)
        if (h % g->rows + 1 >= from && h % g->rows + 1 <= to)
            st_hexset_add(&l->f->closed, h);
    for (int i = 0; i < n; i++)
        st_hexset_drop(&l->f->closed, hex[i]);
    return ST_OK;
}

/* ---- victory ----------------------------------------------------------------------------- */

/* "7,bridges" */
static int load_early(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "victory.early");

    if (!e)
        return ST_OK;
    struct st_span name = st_span_of(e->value), turn = st_span_cut(&name, ',');
    /* The file must agree with itself; players who want a shorter game may end it before that. */
    int latest = st_scenario_find(l->sc, "last_turn")->line ? l->f->last_turn : MAX_TURNS;
    if (!st_span_int(st_span_trim(turn), 1, latest, &l->f->early_turn))
        return st_scenario_bad(l->sc, e, l->err, "`victory.early` is a turn and a name: 7,bridges");
    return objectives_named(l, e, st_span_trim(name), &l->f->early);
}

/* "vp 2" or "control nimy" */
static int load_final(struct loader *l)
{
    struct mons_plan *f = l->f;
    const struct st_entry *e = st_scenario_find(l->sc, "victory.final");

    if (!e)
        return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0, "no line `victory.final = ...`");
    struct st_span rest = st_span_of(e->value), kind = st_span_word(&rest);
    rest = st_span_trim(rest);
    if (st_span_is(kind, "control"))
        return objectives_named(l, e, rest, &f->last);
    if (!st_span_is(kind, "vp") || !st_span_int(rest, 1, 99, &f->points_needed))
        return st_scenario_bad(l->sc, e, l->err, "`victory.final` is `vp n` or `control name`");
    const struct {
        struct st_option option;
        int *number;
    } of[] = {
        { { "vp.eliminated_per_point", "British units eliminated that give a point", "4.4",
            .lo = 1, .hi = MAX_UNITS },
          &f->units_a_point },
        { { "vp.bavai", "Points for Bavai", "4.4", .lo = 0, .hi = 99 }, &f->bavai_points },
        { { "exit_needed", "British units that must leave", "4.4", .lo = 0, .hi = MAX_UNITS },
          &f->exit_needed },
        { { "vp.exit_shortfall", "Points if fewer have left", "4.4", .lo = 0, .hi = 99 },
          &f->exit_points },
    };
    int err = ST_OK;
    for (size_t i = 0; i < sizeof of / sizeof of[0] && !err; i++)
        err = st_plan_number(l->out, l->sc, &of[i].option, of[i].number, l->err);
    if (!err && f->bavai_points)
        err = objectives_named(l, e, st_span_of("bavai"), &f->bavai);
    return err;
}

/* ---- units ------------------------------------------------------------------------------- */

enum { COL_ID, COL_SIDE, COL_NAME, COL_TYPE, COL_REGIMENT, COL_CORPS, COL_DIVISION, COL_STRENGTHS,
       COL_MA, COL_RANGE, COL_SETUP, COL_TURN, COLS };
static const char *const unit_cols[] = { "id",    "side",     "name",      "type",
                                         "regiment", "corps", "division",  "strengths",
                                         "ma",    "range",    "setup",     "turn" };

/* The number of a name in a growing list; -1 if it is full. */
static int intern(struct loader *l, struct st_span name, const char **list, int *n)
{
    int i = st_span_find(name, list, *n);

    if (i >= 0 || *n == GROUPS_MAX)
        return i;
    list[*n] = keep(l, name);
    return list[*n] ? (*n)++ : -1;
}

/* "8/6/4/2", full first; strength[] goes by steps left (C.3). */
static int read_strengths(struct loader *l, const struct st_tsv *t, int r, int col,
                          struct mons_unit *u)
{
    struct st_span rest = st_tsv_at(t, r, col);
    int list[MAX_STEPS], n = 0;

    if (rest.len == 0 || st_span_is(rest, "-"))
        return bad_row(l, t, r, "a unit without strength");
    while (rest.len) {
        struct st_span part = st_span_cut(&rest, '/');

        if (n == MAX_STEPS)
            return bad_row(l, t, r, "more than eight steps");
        if (!st_span_int(part, 1, 99, &list[n]))
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r],
                           "`%.*s` is no strength: 1 to 99 for each step, as 8/6/4/2",
                           (int)part.len, part.at);
        if (n && list[n] > list[n - 1])
            return bad_row(l, t, r, "a strength that grows with the losses");
        n++;
    }
    u->steps = (uint8_t)n;
    for (int k = 1; k <= n; k++)
        u->strength[k] = (uint8_t)list[n - k];
    return ST_OK;
}

static int read_formation(struct loader *l, const struct st_tsv *t, const int *col, int r,
                          struct mons_unit *u)
{
    struct st_span corps = st_tsv_at(t, r, col[COL_CORPS]);
    struct st_span division = st_tsv_at(t, r, col[COL_DIVISION]);
    char both[96];
    int c = intern(l, corps, l->corps, &l->ncorps), d = CORPS_TROOPS;

    if (corps.len == 0 || division.len == 0 || corps.len + division.len > 60)
        return bad_row(l, t, r, "corps and division want names");
    if (!st_span_is(division, "corps")) {
        snprintf(both, sizeof both, "%s %.*s %.*s", sides[u->side], (int)corps.len, corps.at,
                 (int)division.len, division.at);
        d = intern(l, st_span_of(both), l->division, &l->ndivisions);
    }
    if (c < 0 || d < 0)
        return st_fail(l->err, ST_ELIMIT, t->where, t->line[r], "more than %d formations",
                       GROUPS_MAX);
    u->corps = (uint8_t)c;
    u->division = (uint8_t)d;
    return ST_OK;
}

/* A hex on which it may stand, or an entry group. */
static int read_setup(struct loader *l, const struct st_tsv *t, const int *col, int r,
                      struct mons_unit *u)
{
    struct mons_plan *f = l->f;
    struct st_span s = st_tsv_at(t, r, col[COL_SETUP]);
    int hex, c, y;

    if (read_digits(s, &c, &y)) {
        st_hex_parse(&l->out->grid, s, &hex);
        if (hex < 0 || !st_hexset_has(&f->area, hex))
            return bad_row(l, t, r, "set up outside the scenario's area (9.10)");
        if (f->terrain[hex] == OUT)
            return bad_row(l, t, r, "set up in a hex that is out of play (9.19)");
        u->hex = (int16_t)hex;
        u->group = NO_GROUP;
        return ST_OK;
    }
    int g = st_span_find(s, f->entry_name, f->ngroups);
    if (g < 0) {
        char word[48], near[160];

        st_span_copy(s, word, sizeof word);
        st_suggest(near, sizeof near, word, f->entry_name, f->ngroups);
        return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r], "unknown entry group `%.*s`%s%s",
                       (int)s.len, s.at, near[0] ? "; " : "", near);
    }
    if (u->side != GE)
        return bad_row(l, t, r, "only Germans enter the map (8.7)");
    if (u->turn < l->entry_turn[g])
        return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r],
                       "turn %d, but %s enters from turn %d on", u->turn, f->entry_name[g],
                       l->entry_turn[g]);
    u->hex = PLACE_WAITING;
    u->group = (uint8_t)g;
    return ST_OK;
}

static int load_unit(struct loader *l, const struct st_tsv *t, const int *col, int r,
                     struct mons_unit *u)
{
    static const char *const yes_no[] = { "N", "Y" };
    int side = 0, type = 0, regiment = 0, points = 0, range = 0, turn = 0;
    int e = st_tsv_name(t, r, col[COL_SIDE], sides, ST_SIDES, &side, l->err);

    if (!e)
        e = st_tsv_name(t, r, col[COL_TYPE], mons_types, TYPES, &type, l->err);
    if (!e)
        e = st_tsv_name(t, r, col[COL_REGIMENT], yes_no, 2, &regiment, l->err);
    if (!e)
        e = st_tsv_int(t, r, col[COL_MA], 1, MAX_POINTS, &points, l->err);
    if (!e)
        e = st_tsv_int(t, r, col[COL_RANGE], 0, MAX_RANGE, &range, l->err);
    if (!e)
        e = st_tsv_int(t, r, col[COL_TURN], 1, MAX_TURNS, &turn, l->err);
    if (e)
        return e;
    *u = (struct mons_unit){ .side = (uint8_t)side, .type = (uint8_t)type,
                             .regiment = (uint8_t)regiment, .points = (uint8_t)points,
                             .range = (uint8_t)range, .turn = (uint8_t)turn };
    if ((type >= FA) != (range > 0))
        return bad_row(l, t, r, "artillery has a range of 1 or more, troops have 0");
    if (regiment && (type != INF || side != GE))
        return bad_row(l, t, r, "only German infantry stands in regiments (6.2)");
    e = read_strengths(l, t, r, col[COL_STRENGTHS], u);
    if (!e)
        e = read_formation(l, t, col, r, u);
    return e ? e : read_setup(l, t, col, r, u);
}

/* 6.1, 6.2, 6.4 hold before the first move too. */
static int check_stack(struct loader *l, const struct st_tsv *t, int r, const char *const *id)
{
    const struct mons_unit *u = &l->f->unit[r];
    int here = 0;

    for (int i = 0; i < r; i++) {
        const struct mons_unit *x = &l->f->unit[i];

        if (strcmp(id[i], id[r]) == 0)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r],
                           "`%s` stands on line %d already", id[r], t->line[i]);
        if (u->hex < 0 || x->hex != u->hex)
            continue;
        if (x->side != u->side)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r],
                           "%s of the other side is set up in this hex (6.4)", id[i]);
        if (x->regiment && u->regiment)
            return st_fail(l->err, ST_ESYNTAX, t->where, t->line[r],
                           "two regiments set up in one hex: %s is there (6.2)", id[i]);
        here++;
    }
    return here < STACK ? ST_OK : bad_row(l, t, r, "more than four units set up in one hex (6.1)");
}

static int load_unit_rows(struct loader *l, const struct st_tsv *t)
{
    struct mons_plan *f = l->f;
    const char **id = st_arena_array(&l->out->arena, MAX_UNITS, sizeof *id);
    const char **title = st_arena_array(&l->out->arena, MAX_UNITS, sizeof *title);
    int col[COLS], e = id && title ? ST_OK : no_memory(l);

    for (int c = 0; c < COLS && !e; c++)
        e = st_tsv_col(t, unit_cols[c], &col[c], l->err);
    if (!e && (t->nrows > MAX_UNITS || t->nrows == 0))
        e = st_fail(l->err, ST_ELIMIT, t->where, 0, "%d units; 1 to %d are known", t->nrows,
                    MAX_UNITS);
    for (int r = 0; r < t->nrows && !e; r++) {
        struct mons_unit *u = &f->unit[r];

        e = load_unit(l, t, col, r, u);
        if (e)
            return e;
        id[r] = keep(l, st_tsv_at(t, r, col[COL_ID]));
        title[r] = keep(l, st_tsv_at(t, r, col[COL_NAME]));
        if (!id[r] || !title[r])
            return no_memory(l);
        e = check_stack(l, t, r, id);
        set_add(&f->of_side[u->side], r);
        set_add(u->type >= FA ? &f->guns : &f->troops, r);
        if (u->regiment)
            set_add(&f->regiments, r);
        f->is_regiment[r] = u->regiment;
        for (int turn = u->turn; u->group != NO_GROUP && turn <= MAX_TURNS; turn++)
            set_add(&f->enters_by[turn], r);
    }
    f->nunits = t->nrows;
    f->unit_name = id;
    return e ? e : st_plan_names(l->out, "unit", id, title, f->nunits, l->err);
}

static int load_units(struct loader *l)
{
    struct st_tsv t;
    int e = read_part(l, "units", &t);

    if (!e)
        e = load_unit_rows(l, &t);
    if (e)
        return e;
    const char **corps = st_arena_array(&l->out->arena, GROUPS_MAX, sizeof *corps);
    const char **division = st_arena_array(&l->out->arena, GROUPS_MAX, sizeof *division);
    if (!corps || !division)
        return no_memory(l);
    memcpy(corps, l->corps, sizeof l->corps);
    memcpy(division, l->division, sizeof l->division);
    l->f->corps_name = corps;
    l->f->division_name = division;
    return ST_OK;
}

/* freeze.X, freeze_until.X, freeze_release_distance.X */
static int load_freeze(struct loader *l, const struct st_entry *e, const char *name)
{
    struct mons_plan *f = l->f;
    struct st_span part[LIST_MAX];
    int n = split_list(e->value, part, LIST_MAX), err;

    if (f->nfreezes == MAX_NAMED || n < 1)
        return st_scenario_bad(l->sc, e, l->err, "%s", n < 1 ? "a list of units is wanted"
                                                             : "too many groups of frozen units");
    struct mons_freeze *z = &f->freeze[f->nfreezes++];
    for (int i = 0; i < n; i++) {
        int u = st_span_find(part[i], f->unit_name, f->nunits);

        if (u < 0)
            return st_scenario_bad(l->sc, e, l->err, "no unit `%.*s`", (int)part[i].len,
                                   part[i].at);
        if (i && f->unit[u].side != z->side)
            return st_scenario_bad(l->sc, e, l->err, "units of both sides in one group");
        z->side = f->unit[u].side;
        set_add(&z->units, u);
    }
    err = number_of(l, "freeze_until.", name, 1, MAX_TURNS + 1, &z->until);
    if (!err && entry_of(l, "freeze_release_distance.", name))
        err = number_of(l, "freeze_release_distance.", name, 1, MAX_RANGE, &z->release);
    return err;
}

static int load_freezes(struct loader *l)
{
    int err = ST_OK;

    for (int i = 0; i < l->sc->nentries && !err; i++) {
        const struct st_entry *e = &l->sc->entry[i];
        const char *name = after_prefix(l, e, "freeze_until.");

        if (!name)
            name = after_prefix(l, e, "freeze_release_distance.");
        if (name && !entry_of(l, "freeze.", name))
            return st_scenario_bad(l->sc, e, l->err, "no line `freeze.%s = ...`", name);
        if ((name = after_prefix(l, e, "freeze.")))
            err = load_freeze(l, e, name);
    }
    return err;
}

/* ---- what is worked out once ------------------------------------------------------------- */

static void derive_costs(struct loader *l)
{
    struct mons_plan *f = l->f;
    int shut;

    for (int h = 0; h < f->nhexes; h++)
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&l->out->grid, h, d);

            for (int type = 0; type < TYPES; type++)
                f->cost[type][h * 6 + d] =
                    (uint8_t)mons_step_cost(f, type, h, to, d, &shut);
            if (to >= 0 && !canal_bars(f, h, d)) {
                f->reached[h] = (uint8_t)(f->reached[h] | 1 << d);
                st_hexset_add(&f->zone[h], to);
            }
        }
}

/* Hexes within each distance: rings grow by their neighbours. */
static int derive_distances(struct loader *l)
{
    struct mons_plan *f = l->f;
    int far = 3; /* greedy players look about them that far */

    for (int u = 0; u < f->nunits; u++)
        far = most(far, f->unit[u].range);
    for (int i = 0; i < f->nfreezes; i++)
        far = most(far, f->freeze[i].release);
    f->within = st_arena_array(&l->out->arena, (size_t)far + 1, sizeof *f->within);
    if (!f->within)
        return no_memory(l);
    for (int h = 0; h < f->nhexes; h++)
        st_hexset_add(&f->within[0][h], h);
    for (int r = 1; r <= far; r++)
        for (int h = 0; h < f->nhexes; h++) {
            f->within[r][h] = f->within[r - 1][h];
            for (int d = 0; d < 6; d++) {
                int to = st_hex_step(&l->out->grid, h, d);

                if (to >= 0)
                    st_hexset_join(&f->within[r][h], &f->within[r - 1][to]);
            }
        }
    return ST_OK;
}

/* What a step costs the type it costs least. */
static int least_cost(const struct mons_plan *f, int step)
{
    int price = ST_HEX_SHUT;

    for (int type = 0; type < TYPES; type++)
        price = least(price, f->cost[type][step]);
    return price;
}

/* How far it is at least to a hex, from everywhere. */
static void march_to(struct loader *l, int goal, uint8_t *out)
{
    const struct mons_plan *f = l->f;
    int16_t queue[ST_HEX_MAX];
    bool queued[ST_HEX_MAX] = { false };
    int head = 0, n = 1;

    memset(out, 255, ST_HEX_MAX);
    out[goal] = 0;
    queue[0] = (int16_t)goal;
    while (n > 0) {
        int h = queue[head];

        head = (head + 1) % ST_HEX_MAX;
        n--;
        queued[h] = false;
        for (int d = 0; d < 6; d++) {
            int from = st_hex_step(&l->out->grid, h, d);
            int price = from < 0 ? ST_HEX_SHUT : least_cost(f, from * 6 + (d + 3) % 6);

            if (price == ST_HEX_SHUT || out[h] + price >= out[from])
                continue;
            out[from] = (uint8_t)(out[h] + price);
            if (!queued[from])
                queue[(head + n++) % ST_HEX_MAX] = (int16_t)from;
            queued[from] = true;
        }
    }
}

static int derive_marches(struct loader *l)
{
    struct mons_plan *f = l->f;

    f->march = st_arena_array(&l->out->arena, MAX_OBJECTIVES + MAX_EXITS, sizeof *f->march);
    if (!f->march)
        return no_memory(l);
    for (int i = 0; i < f->nobjectives; i++)
        march_to(l, f->objective[i], f->march[i]);
    for (int i = 0; i < f->nexits; i++)
        march_to(l, f->exit[i], f->march[f->nobjectives + i]);
    return ST_OK;
}

/* Ground outside the area is drawn as nothing in particular. */
static void shade_outside(struct loader *l)
{
    struct st_cell *cell = (struct st_cell *)(uintptr_t)l->out->cell;

    for (int h = 0; h < l->f->nhexes; h++)
        if (!st_hexset_has(&l->f->area, h))
            cell[h] = (struct st_cell){ ".", "", 0 };
}

/* ---- the whole --------------------------------------------------------------------------- */

static int load_all(struct loader *l)
{
    static int (*const part[])(struct loader *) = {
        load_charts,     load_map,   load_area,   make_edges, load_turns, load_entries,
        load_objectives, load_exits, load_closed, load_early, load_final, load_units,
        load_freezes,    derive_distances,
    };
    int e = ST_OK;

    for (size_t i = 0; i < sizeof part / sizeof part[0] && !e; i++)
        e = part[i](l);
    if (e)
        return e;
    derive_costs(l);
    shade_outside(l);
    return derive_marches(l);
}

int mons_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct loader *l = st_arena_get(&out->arena, sizeof *l);
    const struct st_entry *blurb;

    if (!l)
        return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
    *l = (struct loader){ .out = out, .sc = sc, .err = err };
    l->f = st_plan_own(out);
    out->side[GE] = sides[GE];
    out->side[BR] = sides[BR];
    int e = st_scenario_keys(sc, err);
    if (!e)
        e = st_scenario_text(sc, "name", &out->title, err);
    if (!e && (blurb = st_scenario_find(sc, "blurb")))
        out->blurb = blurb->value;
    if (!e)
        e = st_plan_names(out, "side", sides, side_titles, ST_SIDES, err);
    return e ? e : load_all(l);
}
