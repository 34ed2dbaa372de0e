/* mons_map.c - the map into a plan, and what is worked out from it once. */
#include "mons/mons_load.h"

#include <string.h>

static const char *const directions[] = { "N", "NE", "SE", "S", "SW", "NW" };
static const char *const letters[] = { "C", "F", "B", "X" }; /* terrain */
static const char *const ways[] = { "road", "rail", "river", "canal", "bridge" };

/* ---- the file ---------------------------------------------------------------------------- */

bool mons_read_digits(struct st_span s, int *col, int *row)
{
    int n;

    if (s.len != 4 || !st_span_int(s, 0, 9999, &n) || s.at[0] == '+' || s.at[0] == '-')
        return false;
    *col = n / 100;
    *row = n % 100;
    return true;
}

/* The map is as large as the hexes it lists. */
static void size_map(struct mons_loader *l, const struct st_tsv *t)
{
    int cols = 0, rows = 0, col = 0;

    if (!l->b.e)
        l->b.e = st_tsv_col(t, "hex", &col, l->b.err);
    if (t->nrows == 0)
        st_bad_line(&l->b, t->where, 0, "a map without hexes");
    for (int r = 0; r < t->nrows && !l->b.e; r++) {
        int c = 0, y = 0;

        if (!mons_read_digits(st_tsv_at(t, r, col), &c, &y) || c < 1 || y < 1)
            st_bad_row(&l->b, t, r, "a hex is four digits, column then row, from 0101");
        cols = most(cols, c);
        rows = most(rows, y);
    }
    if (!l->b.e)
        l->b.e = st_hexgrid_make(&l->b.plan->grid, &l->b.plan->arena, cols, rows, t->where, 0,
                                 l->b.err);
    l->f->nhexes = l->b.e ? 0 : cols * rows;
}

/* BRIDGE_OBJ and BAVAI are for people; the scenario names its objectives. */
enum { FLAG_EXIT_S = 1 << 2, FLAG_ROAD_OFF_N = 1 << 3 };
static const char *const flags[] = { "BRIDGE_OBJ", "BAVAI", "EXIT_S", "ROAD_OFF_N" };

struct map_row {
    int hex, terrain, flags;
    uint8_t way[5]; /* of ways[] */
    const char *name;
};
#define ROW(m) ST_ONE(struct map_row, m)
#define SIDES .words = directions, .nwords = 6, .several = true, .wants = "a list of directions: N NE SE S SW NW, each once, or -"
static const struct st_bound columns[] = {
    { "hex", ROW(hex), .read = st_read_hex, .wants = "a hex of the map" },
    { "terrain", ROW(terrain), .words = letters, .nwords = TERRAINS },
    { "road", ROW(way[0]), SIDES },
    { "rail", ROW(way[1]), SIDES },
    { "river", ROW(way[2]), SIDES },
    { "canal", ROW(way[3]), SIDES },
    { "bridge", ROW(way[4]), SIDES },
    { "flags", ROW(flags), .words = flags, .nwords = 4, .several = true,
      .wants = "a list of BRIDGE_OBJ, BAVAI, EXIT_S, ROAD_OFF_N, or -" },
    { "name", ROW(name) },
};

static void load_hex(struct mons_loader *l, const struct st_tsv *t, int r, struct st_cell *cell)
{
    static const char *const looks[] = { "clear", "forest", "town", "fortress" };
    struct mons_plan *f = l->f;
    struct map_row x = { 0 };

    st_bind_row_to(&l->b, &x, t, r, ST_ROWS(columns));
    if (l->b.e)
        return;
    f->terrain[x.hex] = (uint8_t)x.terrain;
    f->road[x.hex] = x.way[0];
    l->rail[x.hex] = x.way[1];
    f->river[x.hex] = x.way[2];
    f->canal[x.hex] = x.way[3];
    f->bridge[x.hex] = x.way[4];
    if (x.flags & FLAG_EXIT_S)
        st_hexset_add(&l->exit_flag, x.hex);
    if (x.flags & FLAG_ROAD_OFF_N)
        st_hexset_add(&f->road_off, x.hex);
    l->line[x.hex] = t->line[r];
    bool named = strcmp(x.name, "-") != 0;
    st_bind_lay(&l->b, cell, t, r, x.hex,
                (struct st_cell){ .look = looks[x.terrain], .label = named ? x.name : "",
                                  .place = named && x.terrain == 0 ? "village" : NULL });
}

/* Each hexside feature is written on both sides of it; water and ways make the bridges. */
static void check_sides(struct mons_loader *l, const char *where, int hex)
{
    const struct mons_plan *f = l->f;
    const struct st_hexgrid *g = &l->b.plan->grid;
    const uint8_t *kind[] = { f->road, l->rail, f->river, f->canal, f->bridge };
    char here[6], there[6];

    if (l->b.e)
        return;
    st_hex_name(g, hex, here);
    for (int k = 0; k < 5; k++)
        for (int d = 0; d < 6 && !l->b.e; d++) {
            int to = st_hex_step(g, hex, d), back = (d + 3) % 6;

            if (!(kind[k][hex] >> d & 1))
                continue;
            if (to >= 0)
                st_hex_name(g, to, there);
            if (to < 0)
                st_bad_line(&l->b, where, l->line[hex], "%s %s of %s leads off the map", ways[k], directions[d], here);
            else if (!(kind[k][to] >> back & 1))
                st_bad_line(&l->b, where, l->line[hex], "%s has %s %s, but %s (line %d) has none %s", here, ways[k],
                                 directions[d], there, l->line[to], directions[back]);
        }
    if (f->river[hex] & f->canal[hex])
        st_bad_line(&l->b, where, l->line[hex], "a hexside of %s is both river and canal", here);
    if (f->bridge[hex] != ((f->river[hex] | f->canal[hex]) & (f->road[hex] | l->rail[hex])))
        st_bad_line(&l->b, where, l->line[hex], "the bridges of %s are not where road or rail cross its water", here);
}

static void name_hexes(struct mons_loader *l)
{
    const char **name = st_bind_array(&l->b, ST_HEX_MAX, sizeof *name);
    char text[6];

    for (int h = 0; h < l->f->nhexes && !l->b.e; h++) {
        st_hex_name(&l->b.plan->grid, h, text);
        name[h] = st_bind_text(&l->b, st_span_of(text));
    }
    l->f->hex_name = name;
    st_bind_names(&l->b, "place", name, NULL, l->f->nhexes);
}

void mons_load_map(struct mons_loader *l)
{
    struct st_cell *cell = st_bind_array(&l->b, ST_HEX_MAX, sizeof *cell);
    struct st_tsv t;

    st_bind_sheet(&l->b, "map", &t);
    size_map(l, &t);
    for (int r = 0; r < t.nrows && !l->b.e; r++)
        load_hex(l, &t, r, cell);
    st_bind_cells(&l->b, cell, &t);
    for (int h = 0; h < l->f->nhexes; h++)
        check_sides(l, t.where, h);
    name_hexes(l);
}

/* Water is drawn once for each hexside, ways from each hex they leave. */
void mons_make_edges(struct mons_loader *l)
{
    const struct mons_plan *f = l->f;
    const uint8_t *kind[] = { f->road, l->rail, f->river, f->canal };
    struct st_edge *edge = NULL;
    int n = 0;

    for (int pass = 0; pass < 2 && !l->b.e; pass++) {
        if (pass)
            edge = st_bind_array(&l->b, (size_t)n + 1, sizeof *edge);
        if (l->b.e)
            return;
        n = 0;
        for (int k = 0; k < 4; k++)
            for (int h = 0; h < f->nhexes; h++)
                for (int d = 0; d < (k < 2 ? 6 : 3); d++)
                    if (st_hexset_has(&f->area, h) && kind[k][h] >> d & 1) {
                        if (pass)
                            edge[n] = (struct st_edge){ (int16_t)h, (uint8_t)d, (uint8_t)k };
                        n++;
                    }
    }
    l->b.plan->edge = edge;
    l->b.plan->nedges = n;
}

/* ---- what is worked out once ------------------------------------------------------------- */

static void derive_costs(struct mons_loader *l)
{
    struct mons_plan *f = l->f;
    int shut;

    for (int h = 0; h < f->nhexes; h++)
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&l->b.plan->grid, h, d);

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
static void derive_distances(struct mons_loader *l)
{
    struct mons_plan *f = l->f;
    int far = 3; /* greedy players look about them that far */

    for (int u = 0; u < f->nunits; u++)
        far = most(far, f->unit[u].range);
    for (int i = 0; i < f->nfreezes; i++)
        far = most(far, f->freeze[i].release);
    f->within = st_bind_array(&l->b, (size_t)far + 1, sizeof *f->within);
    if (!f->within)
        return;
    for (int h = 0; h < f->nhexes; h++)
        st_hexset_add(&f->within[0][h], h);
    for (int r = 1; r <= far; r++)
        for (int h = 0; h < f->nhexes; h++) {
            f->within[r][h] = f->within[r - 1][h];
            for (int d = 0; d < 6; d++) {
                int to = st_hex_step(&l->b.plan->grid, h, d);

                if (to >= 0)
                    st_hexset_join(&f->within[r][h], &f->within[r - 1][to]);
            }
        }
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
static void march_to(struct mons_loader *l, int goal, uint8_t *out)
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
            int from = st_hex_step(&l->b.plan->grid, h, d);
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

static void derive_marches(struct mons_loader *l)
{
    struct mons_plan *f = l->f;

    f->march = st_bind_array(&l->b, MAX_OBJECTIVES + MAX_EXITS, sizeof *f->march);
    if (!f->march)
        return;
    for (int i = 0; i < f->nobjectives; i++)
        march_to(l, f->objective[i], f->march[i]);
    for (int i = 0; i < f->nexits; i++)
        march_to(l, f->exit[i], f->march[f->nobjectives + i]);
    for (int h = 0; h < f->nhexes; h++) {
        f->out[h] = FAR_OUT;
        for (int i = f->nobjectives; i < f->nobjectives + f->nexits; i++)
            f->out[h] = f->march[i][h] < f->out[h] ? f->march[i][h] : f->out[h];
    }
    f->approach = st_bind_array(&l->b, MAX_OBJECTIVES, sizeof *f->approach);
    for (int i = 0; f->approach && i < f->nobjectives; i++)
        for (int d = 0; d < 6; d++) {
            int beside = st_hex_step(&l->b.plan->grid, f->objective[i], d);

            if (beside >= 0)
                march_to(l, beside, f->approach[i][d]);
        }
}

/* Ground outside the area is drawn as nothing in particular. */
static void shade_outside(struct mons_loader *l)
{
    struct st_cell *cell = (struct st_cell *)(uintptr_t)l->b.plan->cell;

    for (int h = 0; h < l->f->nhexes; h++)
        if (!st_hexset_has(&l->f->area, h))
            cell[h] = (struct st_cell){ .look = ".", .label = "" };
}

void mons_derive(struct mons_loader *l)
{
    derive_distances(l);
    if (l->b.e)
        return;
    derive_costs(l);
    shade_outside(l);
    derive_marches(l);
}
