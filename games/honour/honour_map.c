/* honour_map.c - the map sheet into the plan: ground, hexsides, Places, regions, and what is worked out
 * from them once (Part 9, 2, 7.2, 7.8.1). */
#include "honour/honour_load.h"

enum { LIST_ROAD1, LIST_ROAD2, LIST_RIVER1, LIST_RIVER2, LIST_FERRY, LISTS };

struct map {
    struct st_map_lines at;
    uint8_t side[LISTS][ST_HEX_MAX]; /* directions as bits */
    const char *region[ST_HEX_MAX], *kind[ST_HEX_MAX], *place[ST_HEX_MAX];
};

/* ---- the sheet --------------------------------------------------------------------------- */

static const char *const directions[] = { "1", "2", "3", "4", "5", "6" };

/* "136", "-" */
static bool read_dirs(const struct st_binder *b ST_IDLE, struct st_span text, int *out)
{
    *out = 0;
    for (size_t i = 0; i < text.len && !st_span_is(text, "-"); i++) {
        int dir = text.at[i] - '1';

        if (dir < 0 || dir > 5 || *out & 1 << dir)
            return false;
        *out |= 1 << dir;
    }
    return true;
}

#define SEEN(m) ST_EACH(struct map, m), .of = ST_OF_SEEN
#define DIRS(list) SEEN(side[list]), .read = read_dirs, .wants = "directions 1 to 6, each once, or -"
static const struct st_bound columns[] = {
    [LIST_ROAD1] = { "road_primary", DIRS(LIST_ROAD1) },
    [LIST_ROAD2] = { "road_secondary", DIRS(LIST_ROAD2) },
    [LIST_RIVER1] = { "river_primary", DIRS(LIST_RIVER1) },
    [LIST_RIVER2] = { "river_secondary", DIRS(LIST_RIVER2) },
    [LIST_FERRY] = { "ferry", DIRS(LIST_FERRY) },
    { "terrain", EACH(terrain), .words = honour_terrains, .nwords = TERRAINS },
    { "region", SEEN(region) },
    { "place_kind", SEEN(kind) },
    { "place", SEEN(place) },
};

static void add_place(struct honour_loader *l, const struct map *m, int hex)
{
    struct honour_plan *f = l->f;
    struct st_span kind = st_span_of(m->kind[hex]), name = st_span_of(m->place[hex]);
    int k = st_span_find(kind, honour_places, PLACE_KINDS);

    f->place_at[hex] = -1;
    if (st_span_is(kind, "-"))
        return;
    if (k < 0 || st_span_is(name, "-") || !name.len)
        st_bad(&l->b, "a Place is TWN, FTN or CIT and has a name");
    else if (honour_find_word(name, l->place, f->nplaces) >= 0)
        st_bad(&l->b, "a second Place named %s", m->place[hex]);
    if (!st_room(&l->b, f->nplaces, MAX_PLACES, "Places"))
        return;
    f->place[f->nplaces] = (struct honour_place){ (int16_t)hex, (uint8_t)k, CTRL_NONE, 0 };
    f->place_at[hex] = (int8_t)f->nplaces;
    l->place[f->nplaces++] = honour_one_word(l, name);
}

static void add_region(struct honour_loader *l, const struct map *m, int hex)
{
    struct honour_plan *f = l->f;
    struct st_span name = st_span_of(m->region[hex]);
    int k = honour_find_word(name, l->region, f->nregions);

    if (k < 0) {
        if (f->nregions == MAX_REGIONS || !name.len) {
            st_bad(&l->b, "no region, or more than %d of them", MAX_REGIONS);
            return;
        }
        k = f->nregions++;
        f->key[k] = -1;
        l->region[k] = honour_one_word(l, name);
    }
    f->region[hex] = (uint8_t)k;
}

static void map_agrees(struct honour_loader *l, const struct map *m)
{
    for (int list = 0; list < LISTS; list++)
        st_bind_both_sides(&l->b, &m->at, columns[list].name, m->side[list], directions);
    for (int h = 0; h < l->f->nhexes && !l->b.e; h++) {
        const char *wrong = NULL;
        char name[6];

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
            st_bad_line(&l->b, m->at.where, m->at.line[h], "%s: %s", name, wrong);
    }
}

static void read_map(struct honour_loader *l, struct map *m)
{
    l->b.seen = m;
    st_bind_map(&l->b, "map", ST_ROWS(columns), &m->at);
    l->f->nhexes = l->b.e ? 0 : st_hex_count(&l->b.plan->grid);
    l->b.where = m->at.where;
    for (int h = 0; h < l->f->nhexes && !l->b.e; h++) {
        l->b.line = m->at.line[h];
        add_region(l, m, h);
        add_place(l, m, h);
    }
    map_agrees(l, m);
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
    st_bind_window(&l->b, c0, c1, r0, r1, &l->f->area);
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
    read_map(l, m);
    bind_area(l);
    if (l->b.e)
        return;
    derive_map(l, m);
    draw_map(l, m);
}
