/* honour_map.c - the map sheet into the plan: ground, hexsides, Places, regions, and what is worked out
 * from them once (Part 9, 2, 7.2, 7.8.1). */
#include "honour/honour_load.h"

#include <string.h>

enum { LIST_ROAD1, LIST_ROAD2, LIST_RIVER1, LIST_RIVER2, LIST_FERRY, LISTS };

struct map {
    struct st_tsv t;
    uint8_t side[LISTS][ST_HEX_MAX]; /* directions as bits */
    int line[ST_HEX_MAX];
    int hex, region, kind, place; /* columns of names */
};

/* ---- the sheet --------------------------------------------------------------------------- */

static bool read_dirs(const struct st_binder *b, struct st_span text, int *out) /* "136", "-" */
{
    (void)b;
    *out = 0;
    for (size_t i = 0; i < text.len && !st_span_is(text, "-"); i++) {
        int dir = text.at[i] - '1';

        if (dir < 0 || dir > 5 || *out & 1 << dir)
            return false;
        *out |= 1 << dir;
    }
    return true;
}

#define DIRS(list) ST_EACH(struct map, side[list]), .read = read_dirs, \
                   .wants = "directions 1 to 6, each once, or -"
static const struct st_bound sides[LISTS] = {
    [LIST_ROAD1] = { "road_primary", DIRS(LIST_ROAD1) },
    [LIST_ROAD2] = { "road_secondary", DIRS(LIST_ROAD2) },
    [LIST_RIVER1] = { "river_primary", DIRS(LIST_RIVER1) },
    [LIST_RIVER2] = { "river_secondary", DIRS(LIST_RIVER2) },
    [LIST_FERRY] = { "ferry", DIRS(LIST_FERRY) },
};
static const struct st_bound ground[] = {
    { "terrain", EACH(terrain), .words = honour_terrains, .nwords = TERRAINS },
};

static void read_sheet(struct honour_loader *l, struct map *m)
{
    const struct { const char *name; int *col; } named[] = { { "hex", &m->hex },
                                                             { "region", &m->region },
                                                             { "place_kind", &m->kind },
                                                             { "place", &m->place } };
    int cols = 0, rows = 0, v;

    st_bind_sheet(&l->b, "map", &m->t);
    for (int i = 0; i < ST_COUNT(named) && !l->b.e; i++)
        l->b.e = st_tsv_col(&m->t, named[i].name, named[i].col, l->b.err);
    for (int r = 0; r < m->t.nrows && !l->b.e; r++) {
        struct st_span s = st_tsv_at(&m->t, r, m->hex);

        if (s.len != 4 || !st_span_int(s, 101, 9999, &v)) {
            st_bad_row(&l->b, &m->t, r, "`%.*s` is no hex: four digits, column then row",
                       (int)s.len, s.at);
            return;
        }
        cols = most(cols, v / 100);
        rows = most(rows, v % 100);
    }
    if (!l->b.e)
        l->b.e = st_hexgrid_make(&l->b.plan->grid, &l->b.plan->arena, cols, rows, m->t.where, 0,
                                 l->b.err);
    if (!l->b.e)
        l->f->nhexes = st_hex_count(&l->b.plan->grid);
}

static void add_place(struct honour_loader *l, struct map *m, int r, int hex)
{
    struct honour_plan *f = l->f;
    struct st_span kind = st_tsv_at(&m->t, r, m->kind), name = st_tsv_at(&m->t, r, m->place);
    int k = st_span_find(kind, honour_places, PLACE_KINDS);

    f->place_at[hex] = -1;
    if (st_span_is(kind, "-"))
        return;
    if (k < 0 || st_span_is(name, "-") || !name.len)
        st_bad_row(&l->b, &m->t, r, "a Place is TWN, FTN or CIT and has a name");
    else if (f->nplaces == MAX_PLACES)
        st_bad_row(&l->b, &m->t, r, "more than %d Places", MAX_PLACES);
    else if (honour_find_word(name, l->place, f->nplaces) >= 0)
        st_bad_row(&l->b, &m->t, r, "a second Place named %.*s", (int)name.len, name.at);
    if (l->b.e)
        return;
    f->place[f->nplaces] = (struct honour_place){ (int16_t)hex, (uint8_t)k, CTRL_NONE, 0 };
    f->place_at[hex] = (int8_t)f->nplaces;
    l->place[f->nplaces++] = honour_one_word(l, name);
}

static void add_region(struct honour_loader *l, struct map *m, int r, int hex)
{
    struct honour_plan *f = l->f;
    struct st_span name = st_tsv_at(&m->t, r, m->region);
    int k = honour_find_word(name, l->region, f->nregions);

    if (k < 0) {
        if (f->nregions == MAX_REGIONS || !name.len) {
            st_bad_row(&l->b, &m->t, r, "no region, or more than %d of them", MAX_REGIONS);
            return;
        }
        k = f->nregions++;
        f->key[k] = -1;
        l->region[k] = honour_one_word(l, name);
    }
    f->region[hex] = (uint8_t)k;
}

static void read_hexes(struct honour_loader *l, struct map *m)
{
    struct st_binder to_map = l->b;
    char name[6];

    to_map.to = m;
    for (int r = 0; r < m->t.nrows && !l->b.e; r++) {
        int hex = -1;

        if (!st_hex_parse(&l->b.plan->grid, st_tsv_at(&m->t, r, m->hex), &hex) || hex < 0) {
            st_bad_row(&l->b, &m->t, r, "no hex of the map");
            return;
        }
        if (m->line[hex])
            st_bad_row(&l->b, &m->t, r, "this hex stands on line %d already", m->line[hex]);
        m->line[hex] = m->t.line[r];
        st_bind_row(&l->b, &m->t, r, hex, ST_ROWS(ground));
        add_region(l, m, r, hex);
        add_place(l, m, r, hex);
        to_map.e = l->b.e;
        st_bind_row(&to_map, &m->t, r, hex, ST_ROWS(sides));
        l->b.e = to_map.e;
    }
    for (int h = 0; h < l->f->nhexes && !l->b.e; h++)
        if (!m->line[h]) {
            st_hex_name(&l->b.plan->grid, h, name);
            st_bad_line(&l->b, m->t.where, 0, "hex %s is missing", name);
        }
}

/* Every hexside is stated from both hexes, and alike. */
static void side_agrees(struct honour_loader *l, const struct map *m, int h, int list, int d)
{
    const struct st_hexgrid *g = &l->b.plan->grid;
    int to = st_hex_step(g, h, d);
    char name[6], other[6];

    st_hex_name(g, h, name);
    if (to < 0) {
        st_bad_line(&l->b, m->t.where, m->line[h], "%s of %s leads off the map in direction %d",
                    sides[list].name, name, d + 1);
    } else if (!(m->side[list][to] & 1 << (d + 3) % 6)) {
        st_hex_name(g, to, other);
        st_bad_line(&l->b, m->t.where, m->line[h],
                    "%s has a %s in direction %d, its neighbour %s (line %d) has not", name,
                    sides[list].name, d + 1, other, m->line[to]);
    }
}

static void map_agrees(struct honour_loader *l, const struct map *m)
{
    for (int h = 0; h < l->f->nhexes && !l->b.e; h++) {
        const char *wrong = NULL;
        char name[6];

        for (int list = 0; list < LISTS; list++)
            for (int d = 0; d < 6; d++)
                if (m->side[list][h] & 1 << d)
                    side_agrees(l, m, h, list, d);
        if (m->side[LIST_RIVER1][h] & m->side[LIST_RIVER2][h])
            wrong = "a hexside is both a Primary and a Secondary River";
        else if (m->side[LIST_ROAD1][h] & m->side[LIST_ROAD2][h])
            wrong = "a road is both Primary and Secondary";
        else if (m->side[LIST_FERRY][h] & ~m->side[LIST_RIVER1][h])
            wrong = "a ferry where there is no Primary River";
        else if (l->f->terrain[h] == LAKE && l->f->place_at[h] >= 0)
            wrong = "a Place in a Lake";
        st_hex_name(&l->b.plan->grid, h, name);
        if (wrong)
            st_bad_line(&l->b, m->t.where, m->line[h], "%s: %s", name, wrong);
    }
}

/* ---- the part of it that is played ------------------------------------------------------- */

/* "columns 11-19": the word and an ascending range within 1 to most. */
static bool read_range(struct st_span s, const char *word, int most, int *lo, int *hi)
{
    return st_span_is(st_span_word(&s), word) &&
           st_span_int(st_span_trim(st_span_cut(&s, '-')), 1, most, lo) &&
           st_span_int(s, *lo, most, hi);
}

/* "all", or "columns 11-19, rows 01-07" (2.5). */
static void bind_area(struct honour_loader *l)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, "play_area");
    struct st_span rest = st_span_of(e ? e->value : "all");
    struct st_plan *out = l->b.plan;
    int c0 = 1, c1 = out->grid.cols, r0 = 1, r1 = out->grid.rows;

    if (!st_span_is(rest, "all") &&
        (!read_range(st_span_cut(&rest, ','), "columns", c1, &c0, &c1) ||
         !read_range(st_span_trim(rest), "rows", r1, &r0, &r1))) {
        st_bad_key(&l->b, e, "`all`, or: columns 11-19, rows 01-07");
        return;
    }
    out->window = (struct st_window){ (int16_t)(c0 - 1), (int16_t)(r0 - 1), (int16_t)(c1 - c0 + 1),
                                      (int16_t)(r1 - r0 + 1) };
    for (int c = c0; c <= c1; c++)
        for (int r = r0; r <= r1; r++)
            st_hexset_add(&l->f->area, st_hex_make(&out->grid, c, r));
}

/* ---- what is worked out from it ---------------------------------------------------------- */

static void derive_costs(struct honour_plan *f)
{
    for (int at = 0; at < f->nhexes * 6; at++)
        for (int rain = 0; rain < 2; rain++) {
            int to = f->near[at], whole = f->base[at];

            if (whole != ST_HEX_SHUT)
                whole += f->side_cost[rain][f->side_kind[at]];
            f->cost[rain][0][at] = f->cost[rain][1][at] = (uint8_t)whole;
            if (to >= 0 && !f->road[at] &&
                (f->terrain[to] == WOOD || f->terrain[to] == SWAMP || f->terrain[to] == MOUNTAIN))
                f->cost[rain][1][at] = ST_HEX_SHUT; /* 7.6.2 */
        }
}

/* What is worked out once from the map: neighbours, prices of steps, zones (7.2, 7.8.1). */
static void derive_map(struct honour_loader *l, const struct map *m)
{
    struct honour_plan *f = l->f;
    for (int h = 0; h < f->nhexes; h++)
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&l->b.plan->grid, h, d), at = h * 6 + d;
            bool r1 = m->side[LIST_ROAD1][h] & 1 << d, r2 = m->side[LIST_ROAD2][h] & 1 << d;

            f->near[at] = -1;
            f->base[at] = ST_HEX_SHUT;
            f->side_kind[at] = SIDE_OPEN;
            if (m->side[LIST_RIVER1][h] & 1 << d)
                f->side_kind[at] = m->side[LIST_FERRY][h] & 1 << d ? SIDE_FERRY : SIDE_PRIMARY;
            else if (m->side[LIST_RIVER2][h] & 1 << d)
                f->side_kind[at] = r1 || r2 ? SIDE_BRIDGE : SIDE_RIVER;
            f->road[at] = r1 || r2;
            if (to < 0 || !st_hexset_has(&f->area, h) || !st_hexset_has(&f->area, to)) {
                if (st_hexset_has(&f->area, h))
                    st_hexset_add(&f->border, h);
                continue;
            }
            f->near[at] = (int16_t)to;
            if (f->terrain[to] == LAKE || f->side_kind[at] == SIDE_PRIMARY)
                f->base[at] = ST_HEX_SHUT;
            else if (f->place_at[to] >= 0 && f->place[f->place_at[to]].kind != PLACE_TOWN)
                f->base[at] = (uint8_t)f->fort_cost;
            else
                f->base[at] = (uint8_t)(r1   ? f->road_cost[0]
                                        : r2 ? f->road_cost[1]
                                             : f->ground[f->terrain[to]].cost);
            if (f->side_kind[at] != SIDE_PRIMARY && f->side_kind[at] != SIDE_FERRY &&
                f->terrain[to] != LAKE)
                st_hexset_add(&f->zoc[h], to);
        }
    derive_costs(f);
}

static void draw_map(struct honour_loader *l, const struct map *m)
{
    static const char *const looks[] = { "clear", "marsh", "heath",    "swamp",
                                         "woods", "hill",  "mountain", "lake" };
    static const char *const places[PLACE_KINDS] = { "village", "town", "city" };
    struct honour_plan *f = l->f;
    struct st_plan *out = l->b.plan;
    struct st_cell *cell = st_bind_array(&l->b, (size_t)f->nhexes, sizeof *cell);
    struct st_edge *edge = st_bind_array(&l->b, (size_t)f->nhexes * 12, sizeof *edge);

    if (!cell || !edge)
        return;
    for (int h = 0; h < f->nhexes; h++) {
        int place = f->place_at[h];

        cell[h] = (struct st_cell){ .look = place >= 0 && f->place[place].kind != PLACE_TOWN
                                                ? "town"
                                                : looks[f->terrain[h]],
                                    .label = place >= 0 ? l->place[place] : "",
                                    .region = (uint8_t)(1 + f->region[h]),
                                    .place = place >= 0 ? places[f->place[place].kind] : NULL };
        for (int d = 0; d < 6; d++) {
            bool great = m->side[LIST_RIVER1][h] & 1 << d, main = m->side[LIST_ROAD1][h] & 1 << d;

            if ((m->side[LIST_ROAD1][h] | m->side[LIST_ROAD2][h]) & 1 << d)
                edge[out->nedges++] = (struct st_edge){
                    (int16_t)h, (uint8_t)d, main ? ST_EDGE_ROAD : ST_EDGE_LANE };
            if ((m->side[LIST_RIVER1][h] | m->side[LIST_RIVER2][h]) & 1 << d && d < 3)
                edge[out->nedges++] = (struct st_edge){
                    (int16_t)h, (uint8_t)d, great ? ST_EDGE_GREAT_RIVER : ST_EDGE_RIVER };
        }
    }
    out->cell = cell;
    out->edge = edge;
    out->region = l->region;
    out->nregions = f->nregions;
}

void honour_bind_map(struct honour_loader *l)
{
    struct map *m = st_bind_array(&l->b, 1, sizeof *m);

    if (!m)
        return;
    read_sheet(l, m);
    read_hexes(l, m);
    map_agrees(l, m);
    bind_area(l);
    if (l->b.e)
        return;
    derive_map(l, m);
    draw_map(l, m);
}
