/* skirmish_charts.c - the charts into a plan: which cell is which number, and which must agree. */
#include "skirmish/skirmish_plan.h"

const char *const skirmish_kinds[] = { "foot", "light_cavalry", "heavy_cavalry",
                                       "mounted_infantry_fast", "mounted_infantry_farm", NULL };
const char *const skirmish_firearms[] = { "pistol", "musketoon", "musket", "fowler", NULL };
const char *const skirmish_weapons[] = { "sword", "sabre", "soldier_sword", "bayonet", "butt",
                                         "stick", "farm_tool", "heavy_tool", "halberd", "espontoon",
                                         "lance", "knife", "hands", NULL };
const char *const skirmish_obstacles[] = { "low_wall", "bank", "fence", "stakes", "battlement",
                                           "high_wall", "door", "large_opening", "window",
                                           "loophole" };
const char *const skirmish_grounds[] = { "bushes", "woods", "open", "road", "ford", "channel",
                                         "water", "rocks", "slope", "rise" };

static const char *const classes[] = { "O", "D", "V", "X" };
static const char *const troops[TROOPS] = { "foot_light", "foot_full", "light_cavalry",
                                            "heavy_cavalry", "mounted_infantry_fast",
                                            "mounted_infantry_farm" };
static const char *const slowings[SLOWINGS] = { "foot_D", "foot_V", "mounted_D", "mounted_V" };
static const char *const blocks[] = { "die_is_6", "both_dice_are_6", "at_least_one_die_is_6" };
static const char *const shot_mods[SHOT_MODS] = {
    "cover", "swimming", "forest", "narrow_opening", "breastplate", "furtive_target",
    "fire_in_movement", "furtive_shooter", "mounted_infantry", "low_class", "surprise"
};
static const char *const melee_mods[MEL_MODS] = {
    "improvised", "low_class", "heavy_tool", "defend_obstacle", "enemy_higher", "cavalry_vs_foot",
    "foot_vs_cavalry", "mtdinf_vs_cavalry", "charge", "heavy_charge", "brace"
};
static const char *const lengths[LENGTHS] = { "bare_hands", "very_short", "short", "semi_long",
                                              "long" };
static const char *const strike_whens[STRIKE_LINES] = { "N = 1", "N = 8", "T < C", "T = C",
                                                        "A > C and T <= A", "otherwise" };
const char *const skirmish_strikes[] = { "miss", "recoil", "hit" };
static const char *const ties[TIES] = { "class", "armour", "natural", "modifiers", "nothing" };
static const char *const facings[16] = { "0", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                         "8", "9", "10", "11", "12", "13", "14", "15" };
#define ORDERS (facings + 1) /* "1", "2"... */

#define EACH(member) ST_EACH(struct skirmish_plan, member)
#define CLASS .words = classes, .nwords = 4

static const struct st_bound facing_cols[] = {
    { "h", EACH(heading), 0, ST_TURN - 1 },
    { "hx", ST_IN(struct skirmish_plan, spine, x), -RIDER_HALF, RIDER_HALF },
    { "hy", ST_IN(struct skirmish_plan, spine, y), -RIDER_HALF, RIDER_HALF },
};
static const struct st_bound movement_cols[] = {
    { "base_mm", EACH(base_mm), 1, 2000 },
    { "close_column_2or3_mm", EACH(column_mm), 1, 2000, .blank = true, .none = -1 },
    { "close_line_or_larger_column_mm", EACH(line_mm), 1, 2000, .blank = true, .none = -1 },
    { "close_back_or_side_mm", EACH(back_mm), 1, 2000, .blank = true, .none = -1 },
    { "slowing_dice", EACH(troop_dice), 1, 2 },
};
/* On foot "-"; a rider's own figure, or by_equipment: that of a man on foot with his kit (5.5.2). */
static const struct st_bound rider_cols[] = {
    { "dismounted_mm", EACH(down_mm), 1, 2000, .words = (const char *const[]){ "by_equipment" }, .nwords = 1,
      .means = (const int[]){ 0 } },
};
static const struct st_repeat on_foot = { CHART_MOVEMENT, "foot_light|foot_full", "dismounted_mm", "-" };
static const struct st_bound slowing_cols[] = {
    { "halve_first", EACH(slow_halves), 0, 1 },
    { "dice", EACH(slow_dice), 1, 2 },
    { "mm_per_pip", EACH(slow_mm), 1, 100 },
    { "blocked_if", EACH(slow_blocked), .words = blocks, .nwords = 3 },
};
static const struct st_bound ground_cols[] = {
    { "foot_class", EACH(ground_class[0]), CLASS },
    { "mounted_class", EACH(ground_class[1]), CLASS },
    { "shooting_protection", EACH(ground_cover), -2, 0 },
    { "crouch", EACH(ground_crouch), 0, 1 },
};
static const struct st_bound sheet_ground_cols[] = {
    { "sight_mm", EACH(ground_sight_mm), 1, 2000, .blank = true },
};
static const struct st_bound own_ground_cols[] = { { "wet", EACH(ground_wet), 0, 1 } };
static const struct st_bound obstacle_cols[] = {
    { "foot_cross", EACH(bar_class[0]), CLASS },
    { "mounted_cross", EACH(bar_class[1]), CLASS },
    { "cover", EACH(cover), -2, 0 },
    { "melee_obstacle", EACH(bar_flag[BAR_FOUGHT]), 0, 1 },
    { "blocks_sight", EACH(bar_flag[BAR_BLIND]), 0, 1 },
    { "crouch", EACH(bar_flag[BAR_CROUCH]), 0, 1 },
    { "higher", EACH(bar_flag[BAR_HIGH]), 0, 1 },
};
static const struct st_bound firearm_cols[] = {
    { "on_foot", ST_IN(struct skirmish_plan, gun, fires[0]), 0, 1 },
    { "mounted_cavalry", ST_IN(struct skirmish_plan, gun, fires[1]), 0, 1 },
    { "mounted_infantry", ST_IN(struct skirmish_plan, gun, fires[2]), 0, 1 },
    { "in_movement", ST_IN(struct skirmish_plan, gun, fires_moving), 0, 1 },
    { "reload_turns", ST_IN(struct skirmish_plan, gun, reload_turns), 1, 1 },
    { "b1_max", ST_IN(struct skirmish_plan, gun, band_mm[0]), 1, 2000, .blank = true },
    { "b2_max", ST_IN(struct skirmish_plan, gun, band_mm[1]), 1, 2000, .blank = true },
    { "b3_max", ST_IN(struct skirmish_plan, gun, band_mm[2]), 1, 2000, .blank = true },
    { "b1_need", ST_IN(struct skirmish_plan, gun, band_need[0]), 2, 9, .blank = true },
    { "b2_need", ST_IN(struct skirmish_plan, gun, band_need[1]), 2, 9, .blank = true },
    { "b3_need", ST_IN(struct skirmish_plan, gun, band_need[2]), 2, 9, .blank = true },
    { "breastplate_mod_band", ST_IN(struct skirmish_plan, gun, plate_bands), .words = ORDERS, .nwords = BANDS, .several = true,
      .wants = "bands such as 3 or 2+3" },
};
static const struct st_bound shot_cols[] = { { "mod", EACH(shot_mod), -4, 4 } };
static const struct st_bound melee_cols[] = { { "mod", EACH(melee_mod), -4, 4 } };
static const struct st_bound length_cols[] = { { "rank", EACH(length_rank), 1, LENGTHS } };
static const struct st_bound weapon_cols[] = {
    { "length", EACH(length), .words = lengths, .nwords = LENGTHS },
    { "improvised", EACH(improvised), 0, 1 },
    { "heavy_tool", EACH(heavy_tool), 0, 1 },
    { "brace", EACH(braces), 0, 1 },
    { "foot", EACH(usable[0]), 0, 1 },
    { "mounted", EACH(usable[1]), 0, 1 },
};
static const struct st_bound result_cols[] = {
    { "condition", EACH(strike_when), .words = strike_whens, .nwords = STRIKE_LINES },
    { "result", EACH(strike_gives), .words = skirmish_strikes, .nwords = 3 },
};
static const struct st_bound tie_cols[] = {
    { "compare", EACH(tie), .words = ties, .nwords = TIES },
};

/* ---- what must agree --------------------------------------------------------------------- */

static void check_facings(struct st_binder *b, struct skirmish_plan *f)
{
    for (int i = 0; i < 16 && !b->e; i++) {
        f->sin30[i] = st_sin(f->heading[i]);
        f->cos30[i] = st_cos(f->heading[i]);
        st_bind_unless(b, f->heading[i] == (5 * ST_TURN / 4 - i * ST_TURN / 16) % ST_TURN &&
                              st_same_point(f->spine[i], skirmish_out(f, i, 0, RIDER_HALF)),
                       "facing %d: heading and half spine are not those of 5.1.8", i);
    }
}

static void check_movement(struct st_binder *b, const struct skirmish_plan *f)
{
    for (int i = 0; i < TROOPS; i++)
        for (int hard = 0; hard < 2; hard++)
            st_bind_unless(b, f->troop_dice[i] == f->slow_dice[2 * (i >= TROOP_RIDERS) + hard],
                           "%s: movement and slowing name different dice", troops[i]);
    for (int i = 0; i < SLOWINGS; i++)
        st_bind_unless(b, (f->slow_blocked[i] == SIX_FALLS) == (f->slow_dice[i] == 1),
                       "%s: %s is not said of %d dice", slowings[i], blocks[f->slow_blocked[i]],
                       f->slow_dice[i]);
    for (int i = 0; i < TROOPS; i++)
        st_bind_unless(b, (f->column_mm[i] > 0) == (f->line_mm[i] > 0),
                       "%s: close order in column and in line, or not at all", troops[i]);
    st_bind_unless(b, f->column_mm[TROOP_LIGHT] > 0 && f->back_mm[TROOP_LIGHT] > 0 &&
                          f->column_mm[TROOP_FULL] > 0 && f->back_mm[TROOP_FULL] > 0,
                   "foot has close order (5.6.1)");
    for (int i = TROOP_RIDERS; i < TROOPS; i++)
        st_bind_unless(b, f->back_mm[i] < 0 && (f->column_mm[i] > 0) == (i == TROOP_RIDERS + 1),
                       "%s: of riders heavy cavalry has close order, and not backwards (5.6.1)", troops[i]);
}

static void check_cover(struct st_binder *b, const struct skirmish_plan *f)
{
    st_bind_unless(b, f->ground_cover[BUSHES] == f->shot_mod[SHOT_COVER] &&
                          f->ground_cover[WOODS] == f->shot_mod[SHOT_FOREST] &&
                          f->cover[LOOPHOLE] == f->shot_mod[SHOT_NARROW],
                   "bushes, woods and loopholes protect as the shooting modifiers say");
    st_bind_unless(b, f->ground_sight_mm[WOODS] > 0 && !f->ground_sight_mm[BUSHES],
                   "woods hide what is deep in them, bushes do not (5.3.3)");
    for (int i = 0; i < GROUNDS; i++)
        st_bind_unless(b, !f->ground_wet[i] || (i != ROAD && !f->ground_cover[i]),
                       "%s: nobody swims on a road or behind cover", skirmish_grounds[i]);
    for (int i = 0; i < OBSTACLES; i++) {
        st_bind_unless(b, !f->bar_flag[BAR_BLIND][i] || !f->cover[i], "nobody is seen behind a %s",
                       skirmish_obstacles[i]);
        st_bind_unless(b, !f->bar_flag[BAR_HIGH][i] || f->bar_flag[BAR_FOUGHT][i],
                       "nobody is fought across a %s", skirmish_obstacles[i]);
    }
}

static void check_guns(struct st_binder *b, const struct skirmish_plan *f)
{
    for (int w = 0; w < FIREARMS; w++)
        for (int k = 0; k < BANDS; k++) {
            const struct skirmish_gun *g = &f->gun[w];

            st_bind_unless(b, (g->band_mm[k] > 0) == (g->band_need[k] > 0) &&
                                  (k == 0 || !g->band_mm[k] || g->band_mm[k] > g->band_mm[k - 1]) &&
                                  (g->band_mm[k] || !(g->plate_bands >> k & 1)),
                           "%s, band %d: a limit beyond the last, and a score to reach",
                           skirmish_firearms[w], k + 1);
        }
}

static void check_blows(struct st_binder *b, struct skirmish_plan *f)
{
    int seen = 0;

    for (int i = 0; i < LENGTHS; i++)
        seen |= 1 << f->length_rank[i];
    st_bind_unless(b, seen == (2 << LENGTHS) - 2, "two lengths of one rank");
    for (int w = 0; w < WEAPONS && !b->e; w++) {
        f->length[w] = f->length_rank[f->length[w]];
        st_bind_unless(b, f->usable[0][w] || (!f->heavy_tool[w] && !f->braces[w]),
                       "a %s is not used on foot: it is neither heavy tool nor brace", skirmish_weapons[w]);
    }
    st_bind_unless(b, f->strike_when[STRIKE_LINES - 1] == WHEN_ELSE && f->tie[TIES - 1] == TIE_NOTHING,
                   "the last line of melee_results is `otherwise`, of tie_break `nothing`");
}

void skirmish_load_charts(struct st_binder *b)
{
    struct skirmish_plan *f = b->to;

    st_bind_columns(b, CHART_FACINGS, facings, 0, 16, ST_ROWS(facing_cols));
    st_bind_columns(b, CHART_MOVEMENT, troops, 0, TROOPS, ST_ROWS(movement_cols));
    st_bind_columns(b, CHART_MOVEMENT, troops + TROOP_RIDERS, TROOP_RIDERS, TROOPS - TROOP_RIDERS,
                    ST_ROWS(rider_cols));
    st_bind_columns(b, CHART_SLOWING, slowings, 0, SLOWINGS, ST_ROWS(slowing_cols));
    st_bind_columns(b, CHART_TERRAIN, skirmish_grounds, 0, OPEN, ST_ROWS(ground_cols));
    st_bind_columns(b, CHART_TERRAIN, skirmish_grounds, 0, OPEN, ST_ROWS(sheet_ground_cols));
    st_bind_columns(b, CHART_TERRAIN_EXTRA, skirmish_grounds + OPEN, OPEN, GROUNDS - OPEN,
                    ST_ROWS(ground_cols));
    st_bind_columns(b, CHART_TERRAIN_EXTRA, skirmish_grounds + OPEN, OPEN, GROUNDS - OPEN,
                    ST_ROWS(own_ground_cols));
    st_bind_columns(b, CHART_OBSTACLES, skirmish_obstacles, 0, OBSTACLES, ST_ROWS(obstacle_cols));
    st_bind_columns(b, CHART_FIREARMS, skirmish_firearms, 0, FIREARMS, ST_ROWS(firearm_cols));
    st_bind_columns(b, CHART_SHOOTING, shot_mods, 0, SHOT_MODS, ST_ROWS(shot_cols));
    st_bind_columns(b, CHART_LENGTH, lengths, 0, LENGTHS, ST_ROWS(length_cols));
    st_bind_columns(b, CHART_WEAPONS, skirmish_weapons, 0, WEAPONS, ST_ROWS(weapon_cols));
    st_bind_columns(b, CHART_MELEE, melee_mods, 0, MEL_MODS, ST_ROWS(melee_cols));
    st_bind_columns(b, CHART_RESULTS, ORDERS, 0, STRIKE_LINES, ST_ROWS(result_cols));
    st_bind_columns(b, CHART_TIES, ORDERS, 0, TIES, ST_ROWS(tie_cols));
    st_bind_repeats(b, &on_foot, 1);
    if (b->e)
        return;
    check_facings(b, f);
    check_movement(b, f);
    check_cover(b, f);
    check_guns(b, f);
    check_blows(b, f);
}
