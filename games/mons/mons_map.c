/* mons_map.c - the map into a plan, and what is worked out from it once. */
#include "mons/mons_load.h"

#include <string.h>

static const char *const directions[] = { "N", "NE", "SE", "S", "SW", "NW" };
static const char *const letters[] = { "C", "F", "B", "X" }; /* terrain */
static const char *const ways[] = { "road", "rail", "river", "canal", "bridge" };

/* ---- the file ---------------------------------------------------------------------------- */

/* BRIDGE_OBJ and BAVAI are for people; the scenario names its objectives. */
enum { FLAG_EXIT_S = 1 << 2, FLAG_ROAD_OFF_N = 1 << 3 };
static const char *const flags[] = { "BRIDGE_OBJ", "BAVAI", "EXIT_S", "ROAD_OFF_N" };

#define HEX(m) ST_EACH(struct mons_plan, m)
#define SEEN(m) ST_EACH(struct mons_loader, m), .of = ST_OF_SEEN
#define SIDES ST_WORDS(directions), .several = true, .wants = "a list of directions: N NE SE S SW NW, each once, or -"
static const struct st_bound columns[] = {
    { "terrain", HEX(terrain), .words = letters, .nwords = TERRAINS },
    { "road", HEX(road), SIDES },
    { "rail", SEEN(rail), SIDES },
    { "river", HEX(river), SIDES },
    { "canal", HEX(canal), SIDES },
    { "bridge", HEX(bridge), SIDES },
    { "flags", SEEN(flags), ST_WORDS(flags), .several = true,
      .wants = "a list of BRIDGE_OBJ, BAVAI, EXIT_S, ROAD_OFF_N, or -" },
    { "name", SEEN(label) },
};

static void lay_hex(struct mons_loader *l, int h, struct st_cell *cell)
{
    static const char *const looks[] = { "clear", "forest", "town", "fortress" };
    struct mons_plan *f = l->f;
    bool named = strcmp(l->label[h], "-") != 0;

    if (l->flags[h] & FLAG_EXIT_S)
        st_hexset_add(&l->exit_flag, h);
    if (l->flags[h] & FLAG_ROAD_OFF_N)
        st_hexset_add(&f->road_off, h);
    cell[h] = (struct st_cell){ .look = looks[f->terrain[h]], .label = named ? l->label[h] : "",
                                .place = named && f->terrain[h] == CLEAR ? "village" : NULL };
}

/* Each hexside feature is written on both sides of it; water and ways make the bridges. */
static void check_sides(struct mons_loader *l)
{
    const struct mons_plan *f = l->f;
    const uint8_t *kind[] = { f->road, l->rail, f->river, f->canal, f->bridge };
    const struct st_map_lines *m = &l->map;
    char here[6];

    for (int k = 0; k < 5; k++)
        st_bind_both_sides(&l->b, m, ways[k], kind[k], directions);
    for (int hex = 0; hex < f->nhexes && !l->b.e; hex++) {
        st_hex_name(&l->b.plan->grid, hex, here);
        if (f->river[hex] & f->canal[hex])
            st_bad_line(&l->b, m->where, m->line[hex], "a hexside of %s is both river and canal", here);
        if (f->bridge[hex] != ((f->river[hex] | f->canal[hex]) & (f->road[hex] | l->rail[hex])))
            st_bad_line(&l->b, m->where, m->line[hex],
                        "the bridges of %s are not where road or rail cross its water", here);
    }
}

void mons_load_map(struct mons_loader *l)
{
    struct st_cell *cell = st_bind_array(&l->b, ST_HEX_MAX, sizeof *cell);

    st_bind_map(&l->b, "map", ST_ROWS(columns), &l->map);
    l->f->nhexes = l->b.e ? 0 : st_hex_count(&l->b.plan->grid);
    for (int h = 0; h < l->f->nhexes; h++)
        lay_hex(l, h, cell);
    l->b.plan->cell = cell;
    check_sides(l);
    l->f->hex_name = st_bind_hexes(&l->b, "place");
}

/* Water is drawn once for each hexside, ways from each hex they leave. */
void mons_make_edges(struct mons_loader *l)
{
    const struct mons_plan *f = l->f;
    const uint8_t *kind[] = { f->road, l->rail, f->river, f->canal };
    struct st_edge *edge = st_bind_array(&l->b, (size_t)f->nhexes * (6 + 6 + 3 + 3), sizeof *edge);
    int n = 0;

    for (int k = 0; k < 4 && edge; k++)
        for (int h = 0; h < f->nhexes; h++)
            for (int d = 0; d < (k < 2 ? 6 : 3); d++)
                if (st_hexset_has(&f->area, h) && kind[k][h] >> d & 1)
                    edge[n++] = (struct st_edge){ (int16_t)h, (uint8_t)d, (uint8_t)k };
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
