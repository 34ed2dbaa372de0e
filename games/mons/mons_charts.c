/* mons_charts.c - 13.1 to 13.5 into a plan. */
#include "mons/mons_load.h"

enum { NA = -1 };

static const char *const movement_cols[] = { "clear", "forest", "built_up",
                                             "unbridged_river_hexside" };
static const char *const ground_rows[] = { "built_up", "forest", "river_canal_bridge" };
static const char *const ground_cols[] = { "bombardment", "defensive_fire", "melee" };
static const char *const odds_cols[] = { "1:1", "2:1", "3:1", "4:1", "5:1", "6:1" };

/* 13.5: "2/1" becomes 21. */
static bool read_result(const char *text, int *out)
{
    struct st_span right = st_span_of(text), left = st_span_cut(&right, '/');
    int a, d;

    if (!st_span_int(left, 0, 9, &a) || !st_span_int(right, 0, 9, &d))
        return false;
    *out = 10 * a + d;
    return true;
}

static const struct st_shape shapes[] = {
    { CHART_MOVEMENT, .rows = { mons_types, TYPES }, .cols = { ST_ROWS(movement_cols) },
      .numbers = true, .blank = NA, .lo = 0, .hi = MAX_POINTS },
    { CHART_GROUND, .rows = { ST_ROWS(ground_rows) }, .cols = { ST_ROWS(ground_cols) },
      .numbers = true, .lo = -9, .hi = 9 },
    { CHART_BOMBARDMENT, .each_row = { 1, 999 }, .numbers = true, .lo = 0, .hi = 99 },
    { CHART_FIRE, .each_row = { 1, 999 }, .numbers = true, .lo = 0, .hi = 99 },
    { CHART_MELEE, .cols = { ST_ROWS(odds_cols) }, .read = read_result },
};

#define PLAN(m) ST_ONE(struct mons_plan, m)
static const struct note {
    struct st_fact fact;
    int lo, hi;
} notes[] = {
    { { CHART_NOTES, "unspotted_bombardment_die_modifier", PLAN(unspotted) }, -9, 9 },
    { { CHART_NOTES, "artillery_defensive_fire_strength", PLAN(gun_fire) }, 0, 9 },
    { { CHART_NOTES, "artillery_melee_defence_strength", PLAN(gun_defence) }, 1, 9 },
    { { CHART_NOTES, "road_hex_cost", PLAN(road_cost) }, 1, MAX_POINTS },
    { { CHART_NOTES, "road_river_penalty", PLAN(road_river) }, 0, MAX_POINTS },
};
static const struct st_fact attacker_losses[] = {
    { CHART_AUTOMATIC, "worse_than_1_1", PLAN(worse[0]) },
    { CHART_AUTOMATIC, "better_than_6_1", PLAN(better[0]) },
};
static const struct st_fact defender_losses[] = {
    { CHART_AUTOMATIC, "worse_than_1_1", PLAN(worse[1]) },
    { CHART_AUTOMATIC, "better_than_6_1", PLAN(better[1]) },
};

static void bad_cell(struct mons_loader *l, int chart, int row, const char *what)
{
    const struct st_chart *c = l->b.plan->chart[chart];

    st_bad_line(&l->b, c->where, c->line[row], "%s", what);
}

/* 13.1 */
static void take_movement(struct mons_loader *l)
{
    const struct st_chart *c = l->b.plan->chart[CHART_MOVEMENT];
    struct mons_plan *f = l->f;

    for (int type = 0; type < TYPES && !l->b.e; type++) {
        for (int k = 0; k <= OUT; k++) {
            int v = st_chart_look(c, type, k, NULL);
            uint8_t *to = k < OUT ? &f->terrain_cost[type][k] : &f->river_cost[type];

            if (v == 0 && k < OUT)
                bad_cell(l, CHART_MOVEMENT, type, "a hex that costs nothing");
            *to = v == NA ? ST_HEX_SHUT : (uint8_t)v;
        }
        f->terrain_cost[type][OUT] = ST_HEX_SHUT;
    }
}

/* 13.2 */
static void take_ground(struct mons_loader *l)
{
    const struct st_chart *c = l->b.plan->chart[CHART_GROUND];
    struct mons_plan *f = l->f;

    for (int k = 0; k < COMBATS && !l->b.e; k++) {
        f->ground[k][BUILT_UP] = (int8_t)st_chart_look(c, 0, k, NULL);
        f->ground[k][FOREST] = (int8_t)st_chart_look(c, 1, k, NULL);
        f->water[k] = (int8_t)st_chart_look(c, 2, k, NULL);
    }
    if (f->water[COMBAT_BOMBARDMENT]) /* 10.8 */
        bad_cell(l, CHART_GROUND, 2, "shells cross no hexside: in bombardment this is NE");
}

/* A chart has a place for every modified die that a kind of combat can lead to. */
static const struct st_chart *need_dice(struct mons_loader *l, int chart, int kind, int other)
{
    const struct st_chart *c = l->b.plan->chart[chart];
    const int8_t *ground = l->f->ground[kind];
    int water = l->f->water[kind];
    int lo = 1 + least(0, least(ground[BUILT_UP], ground[FOREST])) + least(0, water) + least(0, other);
    int hi = 6 + most(0, most(ground[BUILT_UP], ground[FOREST])) + most(0, water) + most(0, other);

    if (!l->b.e)
        l->b.e = kind == COMBAT_MELEE ? st_chart_need_rows(c, lo, hi, l->b.err)
                                      : st_chart_need_cols(c, lo, hi, l->b.err);
    return c;
}

/* The floor of a die stands in the notes and at the end of its chart: they must agree. */
static void check_floor(struct mons_loader *l, const char *key, const struct st_axis *x)
{
    const struct st_chart *c = l->b.plan->chart[CHART_NOTES];
    int v = 0;

    if (!l->b.e)
        l->b.e = st_chart_number(c, key, "value", -9, 9, &v, l->b.err);
    if (v != x->lo || !x->below_first)
        st_bad_line(&l->b, c->where, 0, "%s is %d, but the chart begins at %d%s", key, v, x->lo,
                    x->below_first ? "" : " and is closed below");
}

void mons_load_charts(struct mons_loader *l)
{
    struct mons_plan *f = l->f;

    st_bind_shapes(&l->b, ST_ROWS(shapes));
    take_movement(l);
    take_ground(l);
    for (int i = 0; i < ST_COUNT(notes); i++)
        st_bind_facts(&l->b, "value", notes[i].lo, notes[i].hi, &notes[i].fact, 1);
    f->bombardment = need_dice(l, CHART_BOMBARDMENT, COMBAT_BOMBARDMENT, f->unspotted);
    f->fire = need_dice(l, CHART_FIRE, COMBAT_FIRE, 0);
    f->melee = need_dice(l, CHART_MELEE, COMBAT_MELEE, 0);
    st_bind_facts(&l->b, "attacker_loss", 0, 9, ST_ROWS(attacker_losses));
    st_bind_facts(&l->b, "defender_loss", 0, 9, ST_ROWS(defender_losses));
    check_floor(l, "bombardment_die_floor", &f->bombardment->col);
    check_floor(l, "defensive_fire_die_floor", &f->fire->col);
    check_floor(l, "melee_die_floor", &f->melee->row);
}
