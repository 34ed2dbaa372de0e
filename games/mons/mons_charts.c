/* mons_charts.c - 13.1 to 13.5 into a plan. */
#include "mons/mons_load.h"

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
    { CHART_BOMBARDMENT, .each_row = { 1, 999 }, .numbers = true, .lo = 0, .hi = 99 },
    { CHART_FIRE, .each_row = { 1, 999 }, .numbers = true, .lo = 0, .hi = 99 },
    { CHART_MELEE, .cols = { ST_ROWS(odds_cols) }, .read = read_result },
};

#define PLAN(m) ST_ONE(struct mons_plan, m)
#define EACH(m) ST_EACH(struct mons_plan, m)
#define ENTERED(terrain) ST_ACROSS(struct mons_plan, terrain_cost, terrain), 1, MAX_POINTS, NA
/* A number, or a word for one. */
#define OR(word, is) .words = (const char *const[]){ word }, .nwords = 1, .means = (const int[]){ is }
#define NA OR("NA", ST_HEX_SHUT)
#define NE OR("NE", 0)
static const struct st_bound movement[] = { /* 13.1 */
    { "clear", ENTERED(CLEAR) },
    { "forest", ENTERED(FOREST) },
    { "built_up", ENTERED(BUILT_UP) },
    { "unbridged_river_hexside", EACH(river_cost), 0, MAX_POINTS, NA },
};
static const char *const grounds[] = { "forest", "built_up" }, *const hexside[] = { "river_canal_bridge" };
static const struct st_bound ground_drm[] = { /* 13.2 */
    { "bombardment", EACH(ground[COMBAT_BOMBARDMENT]), -9, 9, NE },
    { "defensive_fire", EACH(ground[COMBAT_FIRE]), -9, 9, NE },
    { "melee", EACH(ground[COMBAT_MELEE]), -9, 9, NE },
};
static const struct st_bound water_drm[] = {
    { "bombardment", PLAN(water[COMBAT_BOMBARDMENT]), NE, .wants = "NE: shells cross no hexside" }, /* 10.8 */
    { "defensive_fire", PLAN(water[COMBAT_FIRE]), -9, 9, NE },
    { "melee", PLAN(water[COMBAT_MELEE]), -9, 9, NE },
};
static const struct st_fact attacker_losses[] = {
    { CHART_AUTOMATIC, "worse_than_1_1", PLAN(worse[0]) },
    { CHART_AUTOMATIC, "better_than_6_1", PLAN(better[0]) },
};
static const struct st_fact defender_losses[] = {
    { CHART_AUTOMATIC, "worse_than_1_1", PLAN(worse[1]) },
    { CHART_AUTOMATIC, "better_than_6_1", PLAN(better[1]) },
};

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

static int note(struct mons_loader *l, const char *key, int lo, int hi)
{
    return st_bind_number(&l->b, CHART_NOTES, key, "value", lo, hi);
}

/* The floor of a die stands in the notes and at the end of its chart: they must agree. */
static void check_floor(struct mons_loader *l, const char *key, const struct st_axis *x)
{
    int v = note(l, key, -9, 9);

    if (v != x->lo || !x->below_first)
        st_bad_chart(&l->b, CHART_NOTES, NULL, "%s is %d, but the chart begins at %d%s", key, v, x->lo,
                    x->below_first ? "" : " and is closed below");
}

void mons_load_charts(struct mons_loader *l)
{
    struct mons_plan *f = l->f;

    st_bind_shapes(&l->b, ST_ROWS(shapes));
    st_bind_columns(&l->b, CHART_MOVEMENT, mons_types, 0, TYPES, ST_ROWS(movement));
    for (int type = 0; type < TYPES; type++)
        f->terrain_cost[type][OUT] = ST_HEX_SHUT;
    st_bind_columns(&l->b, CHART_GROUND, grounds, FOREST, ST_COUNT(grounds), ST_ROWS(ground_drm));
    st_bind_columns(&l->b, CHART_GROUND, hexside, 0, ST_COUNT(hexside), ST_ROWS(water_drm));
    f->unspotted = (int8_t)note(l, "unspotted_bombardment_die_modifier", -9, 9);
    f->gun_fire = (uint8_t)note(l, "artillery_defensive_fire_strength", 0, 9);
    f->gun_defence = (uint8_t)note(l, "artillery_melee_defence_strength", 1, 9);
    f->road_cost = (uint8_t)note(l, "road_hex_cost", 1, MAX_POINTS);
    f->road_river = (uint8_t)note(l, "road_river_penalty", 0, MAX_POINTS);
    f->bombardment = need_dice(l, CHART_BOMBARDMENT, COMBAT_BOMBARDMENT, f->unspotted);
    f->fire = need_dice(l, CHART_FIRE, COMBAT_FIRE, 0);
    f->melee = need_dice(l, CHART_MELEE, COMBAT_MELEE, 0);
    st_bind_facts(&l->b, "attacker_loss", 0, 9, ST_ROWS(attacker_losses));
    st_bind_facts(&l->b, "defender_loss", 0, 9, ST_ROWS(defender_losses));
    check_floor(l, "bombardment_die_floor", &f->bombardment->col);
    check_floor(l, "defensive_fire_die_floor", &f->fire->col);
    check_floor(l, "melee_die_floor", &f->melee->row);
}
