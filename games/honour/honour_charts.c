/* honour_charts.c - the printed charts into the plan: every number a rule needs, read once, and
 * what one chart repeats of another compared. */
#include "honour/honour_load.h"

#include <string.h>

/* ---- cells that are no plain number ------------------------------------------------------ */

static bool read_assault_cell(const char *text, int *out) /* "2 D", "1", "0", "--" */
{
    struct st_span rest = st_span_of(text), word = st_span_word(&rest);

    if (st_span_is(word, "--")) {
        *out = CELL_NOTHING;
        return st_span_trim(rest).len == 0;
    }
    if (!st_span_int(word, 0, CELL_SP, out))
        return false;
    word = st_span_word(&rest);
    *out += word.len ? CELL_D : 0;
    return word.len == 0 || st_span_is(word, "D");
}

static bool read_fire_cell(const char *text, int *out) /* "DC (b) §", "2 b", "1 * §", "-" */
{
    static const char *const word[] = { "-", "*", "DC", "b", "(b)", "\xc2\xa7" };
    static const int flag[] = { 0, FIRE_STAR, FIRE_DC, FIRE_BREACH, FIRE_MAYBE, FIRE_CAPITANI };
    struct st_span rest = st_span_of(text);
    int sp;

    *out = 0;
    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        int i = st_span_find(w, word, ST_COUNT(word));

        if (i < 0 && !st_span_int(w, 1, 9, &sp))
            return false;
        *out |= i < 0 ? FIRE_DC | sp << FIRE_SP_SHIFT : flag[i];
    }
    return true;
}

/* "3", "3-*" */
static bool read_base(const struct st_binder *b ST_IDLE, struct st_span text, int *out)
{
    struct st_span base = st_span_cut(&text, '-');

    return st_span_int(base, 0, 9, out) && (text.len == 0 || st_span_is(text, "*"));
}

static bool read_minus(const struct st_binder *b ST_IDLE, struct st_span text, int *out)
{
    *out = memchr(text.at, '*', text.len) != NULL;
    return true;
}

static bool read_zero(const struct st_binder *b ST_IDLE, struct st_span text, int *out) /* "=0" */
{
    *out = st_span_is(text, "=0");
    return *out || (text.len == 2 && text.at[0] == '+');
}

static bool read_shift(const struct st_binder *b ST_IDLE, struct st_span text, int *out) /* "+1R" */
{
    if (text.len < 2 || text.at[0] != '+' || text.at[text.len - 1] != 'R')
        return false;
    text.len--;
    return st_span_int(text, 0, 9, out);
}

/* ---- what each sheet looks like ---------------------------------------------------------- */

static const char *const att_def[] = { "A", "D", "R" };
static const char *const assault_cols[] = { "not_affecting", "affecting" };
static const char *const charge[] = { "-", "A1", "A2", "A3", "D", "D1" };
static const char *const charge_marks[] = { "-", "*", "\xc2\xa7" };
static const char *const capitani[] = { "capitani" };
const char *const honour_ranks[] = { "0/V", "1/S", "2/N", "3/R", NULL };
static const char *const crt_cols[] = { "att_pct", "def_pct", "reroll" };
static const char *const loser[] = { "loser" };
static const char *const pursuit_cols[] = { "cavalry", "infantry", "capitani" };
static const char *const cavalry_rows[] = { "Clear: French Gendarmes", "Clear: Other Cavalry",
                                            "Not Clear" };

static const struct st_shape shapes[] = {
    { CHART_ADMIN_POINTS, .each_row = { 2, 12 }, .each_col = { 0, 999 }, .numbers = true },
    { CHART_ATTRITION, .each_row = { 1, 500 }, .each_col = { -9, 30 }, .numbers = true },
    { CHART_PLUNDER, .each_row = { -20, 20 }, .each_col = { 1, 99 }, .numbers = true },
    { CHART_OPT_INITIATIVE, .each_row = { 1, 6 }, .each_col = { 0, 7 }, .numbers = true },
    { CHART_ASSAULT_ATT, .each_row = { -20, 20 }, .each_col = { 1, 8 }, .read = read_assault_cell },
    { CHART_ASSAULT_DEF, .each_row = { -20, 20 }, .each_col = { 1, 8 }, .read = read_assault_cell },
    { CHART_ASSAULT_LOSERS, .each_row = { -20, 20 }, .each_col = { 1, 8 }, .cells = { att_def, 2 } },
    { CHART_ASSAULT_COLUMNS, .cols = { assault_cols, 2 }, .each_row = { -9, 9 }, .numbers = true },
    { CHART_FIRE, .each_row = { -20, 20 }, .each_col = { 1, 99 }, .read = read_fire_cell },
    { CHART_CHARGE, .each_row = { -20, 20 }, .each_col = { 1, 200 },
      .cells = { charge, CHARGE_CELLS } },
    { CHART_CHARGE_MARKS, .cols = { capitani, 1 }, .each_row = { -20, 20 },
      .cells = { charge_marks, 3 } },
    { CHART_DISCIPLINE, .cols = { honour_ranks, 4 }, .each_row = { -9, 20 },
      .cells = { honour_checks, CHECKS } },
    { CHART_PURSUIT, .cols = { pursuit_cols, 3 }, .each_row = { -20, 20 } },
    { CHART_OPT_CRT, .cols = { crt_cols, 3 }, .each_row = { -40, 40 }, .numbers = true },
    { CHART_OPT_LOSERS, .cols = { loser, 1 }, .each_row = { -40, 40 }, .cells = { att_def, 3 } },
    { CHART_OPT_CAVALRY, .rows = { cavalry_rows, 3 } },
    { CHART_WEATHER, .each_col = { 1, DIE }, .cells = { honour_weathers, WEATHERS } },
};

/* ---- single numbers ---------------------------------------------------------------------- */

enum { CHECK = CHART_DISCIPLINE_MODIFIERS, ATTRITION = CHART_ATTRITION_MODIFIERS, CHASE = CHART_PURSUIT_MODIFIERS,
       FIRE = CHART_FIRE_MODIFIERS, CHARGE = CHART_CHARGE_MODIFIERS, ASSAULT = CHART_ASSAULT_MODIFIERS };
static const struct st_fact facts[] = {
    { CHECK, "Primo Capitano has a Bonus Star", PLAN(check.star) },
    { CHECK, "Forced Order", PLAN(check.forced) },
    { CHECK, "Extra Wages (2 AP)", PLAN(check.wages) },
    { CHECK, "Any MP expended", PLAN(check.mp) },
    { ATTRITION, "Bonus Point of the Primo Capitano", PLAN(attrition.star) },
    { ATTRITION, "Rain, Mud, Heat, Snow or Frost", PLAN(attrition.weather) },
    { ATTRITION, "Each full MP of a Second Activation (maximum +4)", PLAN(attrition.each) },
    { ATTRITION,
      "Each 2 full MP of a Second Activation in Administrative March (instead, maximum +4)",
      PLAN(attrition.each_admin) },
    { ATTRITION, "Besieged (Siege Status marker) without LOC", PLAN(attrition.besieged) },
    { ATTRITION, "Besieged with LOC", PLAN(attrition.besieged_loc) },
    { ATTRITION, "Quarters: Fortified Town or Earthworks", PLAN(attrition.quarters_town) },
    { ATTRITION, "Quarters: Fortified City", PLAN(attrition.quarters_city) },
    { ATTRITION, "Interphase Turn", PLAN(attrition.interphase) },
    { CHASE, "Star of him who leads the pursuit", PLAN(chase.star) },
    { CHASE, "Able Stradiots among the pursuers", PLAN(chase.stradiots) },
    { CHASE, "MP given up to slip away, each full one", PLAN(chase.slip) },
    { FIRE, "Rain", PLAN(fire.rain) },
    { FIRE, "Mud", PLAN(fire.mud) },
    { FIRE, "Snow", PLAN(fire.snow) },
    { FIRE, "Through a Secondary River hexside (battle: target Corps behind a River chit)",
      PLAN(fire.river) },
    { FIRE, "Through Earthworks (battle: target Corps behind an Earthworks chit)", PLAN(fire.works) },
    { FIRE, "Firing in Heath or Hill", PLAN(fire.ground) },
    { FIRE, "A Capitano of the firing Force has the Siege ability", PLAN(fire.siege) },
    { FIRE, "Against a Fortified City", PLAN(fire.city) },
    { CHARGE, "Charge in Heath or Hill", PLAN(charge.ground) },
    { CHARGE, "Charged Corps has an Earthworks/River chit in play", PLAN(charge.works) },
    { CHARGE, "Mud weather", PLAN(charge.mud) },
    { CHARGE, "Charged unit is Swiss or Landsknecht", PLAN(charge.pike) },
    { CHARGE, "Flank charge", PLAN(charge.flank) },
    { CHARGE, "Opponent has Firearms in play against a Heavy Cavalry charge", PLAN(charge.firearms) },
    { ASSAULT, "Firearms: attacker, when the defender played Firearms (battle) or at least half of "
      "the defending SP are Infantry with Firearms (Skirmish, Siege); never in Rain",
      PLAN(quality.firearms) },
    { ASSAULT, "Disrupted Force", PLAN(quality.disrupted) },
    { ASSAULT, "Force attacked while in Administrative March", PLAN(quality.admin) },
    { ASSAULT, "SP ratio 2:1 or more, attacker larger", PLAN(assault.ratio_2) },
    { ASSAULT, "SP ratio 4:1 or more, attacker larger (instead)", PLAN(assault.ratio_4) },
    { ASSAULT, "Bonus Point of the attacking Capitano", PLAN(assault.star_att) },
    { ASSAULT, "Bonus Point of the defending Capitano", PLAN(assault.star_def) },
    { ASSAULT, "Mud, Rain or Snow", PLAN(assault.weather) },
    { ASSAULT, "Landsknecht or Swiss in the attacking Force, Not Affecting (*)", PLAN(assault.pike_att) },
    { ASSAULT, "Landsknecht or Swiss in the defending Force, Not Affecting (**)", PLAN(assault.pike_def) },
    { ASSAULT, "Landsknecht or Swiss attacking In-breach", PLAN(assault.breach_att) },
    { ASSAULT, "Landsknecht or Swiss defending In-breach", PLAN(assault.breach_def) },
    { ASSAULT, "Landsknecht or Swiss attacking Earthworks or a Fortress (Storm) (supersedes *)",
      PLAN(assault.works_att) },
    { ASSAULT, "Landsknecht or Swiss defending in Earthworks or a Fortress (Storm) (supersedes **)",
      PLAN(assault.works_def) },
};

/* ---- columns ----------------------------------------------------------------------------- */

/* What the ground beneath decides (OTH) or forbids (NA) is nothing here, but as a cost. */
static const char *const yes_words[] = { "no", "yes", "0", "1", "OTH", "NA" };
static const char *const other_words[] = { "NA", "OTH", "0.5", "1" };
static const int yes_means[] = { 0, 1, 0, 1, 0, 0 }, cost_means[] = { 255, 254, 1 },
                 halves_means[] = { 0, 0, 1, 0 }, all_rounds[] = { ALL_ROUNDS };
static const char *const march_words[] = { "regular", "administrative", "contact" };
#define YES ST_WORDS(yes_words), .means = yes_means, .wants = "yes or no"
#define HALF .words = other_words, .nwords = 3, .means = cost_means, .hi = 20, .per = 2, .wants = "a cost"
#define SMALL .words = other_words, .nwords = 2, .means = yes_means + 4, .lo = -9, .hi = 9, .wants = "a modifier"

static const struct st_bound ground[] = {
    { "entry_cost_mp", IN(ground, cost), HALF },
    { "affecting", IN(ground, affecting), YES },
    { "heavy_cav_factor", IN(ground, halves), ST_WORDS(other_words), .means = halves_means, .wants = "1 or 0.5" },
    { "major_battle", IN(ground, battle), YES },
    { "charge_chit", IN(ground, charge), YES },
    { "battle_art_mod", IN(ground, battle_fire), SMALL },
    { "battle_charge_mod", IN(ground, battle_charge), SMALL },
};
static const struct st_bound hexsides[] = {
    { "cost_add_mp", EACH(side_cost[0]), HALF },
    { "cost_add_rain_mp", EACH(side_cost[1]), HALF },
    { "affecting", EACH(side_affecting), YES },
    { "siege_art_mod", EACH(side_fire), SMALL },
};
static const char *const classes[CLASSES] = { "INF", "CAV", "ART" };
static const struct st_bound types[] = {
    { "cls", IN(type, cls), .words = classes, .nwords = CLASSES },
    { "hvy", IN(type, heavy), YES },
    { "pike", IN(type, pike), YES },
    { "stradiot", IN(type, stradiot), YES },
    { "gendarme", IN(type, gendarme), YES },
    { "siege_art", IN(type, siege), YES },
    { "engineer", IN(type, engineer), YES },
    { "ma_mp", IN(type, ma), .lo = 1, .hi = 20, .per = 2, .wants = "MP from 1 to 20" },
};
static const struct st_bound orders[] = {
    { "major_new", IN(order, major_new), .hi = 9 },
    { "minor_new", IN(order, minor_new), .hi = 9 },
    { "minor_change", IN(order, minor_change), .hi = 9 },
    { "major_change", IN(order, major_base), .read = read_base, .wants = "a cost: 3, or 3-*" },
    { "major_change", IN(order, base_minus), .read = read_minus },
    { "max_activations", IN(order, attempts), .lo = 1, .hi = 2 },
    { "march", IN(order, marches), ST_WORDS(march_words), .several = true, .wants = "marches: regular, contact" },
    { "initiative", IN(order, initiative_zero), .read = read_zero, .wants = "=0, or +1" },
    { "initiative", IN(order, initiative_add), .words = (const char *const[]){ "=0" }, .nwords = 1,
      .means = (const int[]){ 0 }, .hi = 9, .wants = "=0, or +1" },
    { "may_recover", IN(order, recover), YES },
    { "second_activation_minus1", IN(order, second), YES },
};
static const struct st_bound sky[] = {
    { "movement_allowance", IN(sky, ma), .lo = -9, .hi = 9 },
    { "secondary_river_add", IN(sky, river), .lo = -9, .hi = 9 },
    { "secondary_bridge_add", IN(sky, bridge), .lo = -9, .hi = 9 },
    { "artillery", IN(sky, fire), .lo = -9, .hi = 9 },
    { "assault", IN(sky, assault), .lo = -9, .hi = 9 },
    { "charge", IN(sky, charge), .lo = -9, .hi = 9 },
    { "attrition", IN(sky, attrition), .lo = -9, .hi = 9 },
    { "ap_column_shift", IN(sky, ap_shift), .lo = -9, .hi = 9 },
    { "firearms", IN(sky, firearms), YES },
};
static const struct st_bound tactics[] = {
    { "duration", EACH(duration), .words = (const char *const[]){ "All" }, .nwords = 1, .means = all_rounds, .lo = 1, .hi = 3, .wants = "All, or rounds from 1 to 3" },
    { "max", EACH(most), .lo = 1, .hi = 9 },
    { "lost_if_engages", EACH(lost_if_engages), YES },
};
static const struct st_bound doubled[] = { { "doubled_sp", EACH(doubled), .hi = 50 } };
static const struct st_bound works[] = { { "doubled_sp", PLAN(works_doubled), .hi = 50 },
                                         { "affecting", PLAN(works_affecting), YES } };
static const struct st_bound city[] = { { "entry_cost_mp", PLAN(fort_cost), HALF },
                                        { "affecting", PLAN(city_affecting), YES } };
static const struct st_bound roads[] = { { "entry_cost_mp", EACH(road_cost), HALF } };
static const struct st_bound shift[] = { { "modifier", PLAN(fire.shift), .read = read_shift,
                                           .wants = "a shift to the right: +1R" } };

static const struct st_bound enemies[] = { { "modifier", EACH(enemy_initiative), -9, 9 } };
static const struct st_bound ratios[] = { { "modifier", EACH(opt.ratio_mod), -9, 9 } };

static const char *const initiatives[] = { "1", "2", "3", "4", "5" };
static const char *const ratio_rows[] = { "1-1", "1.5-1", "2-1", "3-1" };
static const char *const side_rows[] = { "SRV", "SBR", "PBR", "FER", "PRV" };
static const char *const road_rows[] = { "PRD", "SRD" }, *const works_row[] = { "EAR" },
                         *const shift_row[] = { "Column shift per Siege Status level" };
static const char *const tactic_rows[CHITS] = {
    "Formation",          "Muster",   "Reserve",          "Artillery",        "Cavalry Charge",
    "Combined Arms",      "Fight Coordination", "Firearms", "Earthworks/River", "Earthworks/River"
};

/* ---- what no row can say ----------------------------------------------------------------- */

/* "C30", "I5", "--". */
static bool read_percent(const char *text, char letter, uint8_t *out)
{
    int v = 0;
    bool none = strcmp(text, "--") == 0;

    if (!none && (text[0] != letter || !st_span_int(st_span_of(text + 1), 1, 200, &v)))
        return false;
    *out = (uint8_t)v;
    return true;
}

/* A row of the pursuit chart stands for several modified dice: the plan has one entry for each. */
static void bind_pursuit(struct st_binder *b, struct honour_plan *f)
{
    static const char *const marks[] = { "--", "*", "\xc2\xa7" };
    struct st_chart *c = b->plan->chart[CHART_PURSUIT];

    for (int row = 0; row <= 8 && !b->e; row++) {
        struct honour_chase *x = &f->pursuit[row];
        struct st_cite at;

        st_chart_look(c, row, 0, &at);
        const char *text[3];
        for (int k = 0; k < 3; k++)
            text[k] = st_chart_text(c, at.row, c->col.slot[k]);
        int mark = st_span_find(st_span_of(text[2]), marks, 3);
        if (!read_percent(text[0], 'C', &x->cavalry) || !read_percent(text[1], 'I', &x->infantry) ||
            mark < 0 || (mark == MARK_STAR) != (row == 1)) { /* B9: a natural 1 */
            st_bad_chart(b, CHART_PURSUIT, c->row.label[at.row],
                "C and a percentage, I and a percentage, then --, \xc2\xa7, or in row 1 *");
            return;
        }
        x->mark = (uint8_t)mark;
        c->value[at.row * c->col.n + c->col.slot[0]] = x->cavalry;
        c->value[at.row * c->col.n + c->col.slot[1]] = x->infantry;
        c->value[at.row * c->col.n + c->col.slot[2]] = x->mark;
    }
}

/* "0-2", "3-5", "6+", "-": the ranges of a line join; the plan has the least of each. */
static void bind_opt_cavalry(struct st_binder *b, struct honour_plan *f)
{
    enum { OPEN = 200 };
    const struct st_chart *c = b->plan->chart[CHART_OPT_CAVALRY];

    if (!b->e && c->col.n != 5)
        st_bad_chart(b, CHART_OPT_CAVALRY, NULL, "five columns of modifiers");
    for (int r = 0; r < 3 && !b->e; r++) {
        int next = 0;

        for (int k = 0; k < 5; k++) {
            const char *text = st_chart_text(c, c->row.slot[r], k);
            struct st_span rest = st_span_of(text), lo = st_span_cut(&rest, '-');
            bool none = strcmp(text, "-") == 0, open = lo.len && lo.at[lo.len - 1] == '+';
            int v = 255, hi = OPEN - 1;

            lo.len -= open;
            if (none ? next != OPEN
                     : !st_span_int(lo, next, next, &v) ||
                           (!open && !st_span_int(rest, v, OPEN - 2, &hi)))
                st_bad_chart(b, CHART_OPT_CAVALRY, c->row.label[c->row.slot[r]], "the ranges of the line do not join");
            f->opt.cav_lo[r][k] = (uint8_t)v;
            next = none ? next : hi + 1;
        }
        if (next != OPEN)
            st_bad_chart(b, CHART_OPT_CAVALRY, c->row.label[c->row.slot[r]], "the last range is open: 21+");
    }
}

const char *const honour_months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                                      "Dec", NULL };

static void bind_seasons(struct st_binder *b, struct honour_plan *f) /* "Dec-Feb", "Sep" */
{
    const struct st_chart *c = b->plan->chart[CHART_WEATHER];

    for (int r = 0; r < c->row.n && !b->e; r++) {
        struct st_span to = st_span_of(c->row.label[r]), from = st_span_cut(&to, '-');
        int first = st_span_find(from, honour_months, 12);
        int last = to.len ? st_span_find(to, honour_months, 12) : first;

        if (first < 0 || last < 0) {
            st_bad_chart(b, CHART_WEATHER, c->row.label[r], "no months");
            return;
        }
        for (int m = first;; m = (m + 1) % 12) {
            f->season[m + 1] = (uint8_t)(r + 1);
            if (m == last)
                break;
        }
    }
    for (int m = 1; m <= 12; m++)
        if (!f->season[m])
            st_bad_chart(b, CHART_WEATHER, NULL, "a month without weather");
}

/* ---- what several charts say must be said alike ------------------------------------------ */

#define UNDECIDED "NA|OTH" /* left to others, forbidden */

/* What the Terrain Effects Chart repeats of the modifiers; what roads, Places and works leave to
 * the ground they lie in. */
static void terrain_agrees(struct st_binder *b, const struct honour_plan *f)
{
    enum { HEX = CHART_TERRAIN_HEX, SIDE = CHART_TERRAIN_SIDE };
#define LEFT_TO_GROUND "heavy_cav_factor|major_battle|battle_art_mod|battle_charge_mod|charge_chit"
    const struct st_repeat once[] = {
        { HEX, "TWN|EAR", "entry_cost_mp", "OTH" },
        { HEX, "TWN|FTN|PRD|SRD", "affecting", "OTH" },
        { HEX, "EAR", "heavy_cav_factor|major_battle|charge_chit", "OTH" },
        { HEX, "TWN|PRD|SRD", "doubled_sp", "0" },
        { HEX, "TWN|FTN|PRD|SRD", "siege_art_mod", "0" },
        { HEX, "LAK", "entry_cost_mp|affecting|heavy_cav_factor|battle_art_mod|battle_charge_mod", "NA" },
        { HEX, "LAK", "major_battle|charge_chit", "no" },
        { HEX, "CIT", "siege_art_mod", .of = f->fire.city },
        { HEX, "EAR", "siege_art_mod|battle_art_mod", .of = f->fire.works },
        { HEX, "EAR", "battle_charge_mod", .of = f->charge.works },
        { SIDE, "PRV", "cost_add_mp|cost_add_rain_mp|affecting|siege_art_mod", "NA" },
        { SIDE, "PRV", "combat", "no" },
        { SIDE, "PRV|FER", "battle_art_mod|battle_charge_mod", "NA" },
        { SIDE, "FER", "siege_art_mod", "0" },
        { SIDE, "FER", "combat", "skirmish_storm" },
        { HEX, "TWN|FTN|CIT|PRD|SRD", LEFT_TO_GROUND, "OTH" },
        /* What can be crossed. */
        { SIDE, "SRV|SBR|PBR|FER", "cost_add_mp|cost_add_rain_mp|affecting", .never = UNDECIDED },
        { SIDE, "SRV|SBR|PBR", "siege_art_mod|battle_art_mod", .of = f->fire.river },
        { SIDE, "SRV|SBR|PBR", "battle_charge_mod", .of = f->charge.works },
        { SIDE, "SRV|SBR|PBR", "combat", "yes" },
    };

    st_bind_repeats(b, ST_ROWS(once));
    for (int i = 0; i < TERRAINS; i++) {
        const struct honour_ground *g = &f->ground[i];
        const char *row = honour_terrains[i];
        const struct st_repeat same[] = {
            { HEX, row, "doubled_sp|siege_art_mod", "0" },
            { HEX, row, "entry_cost_mp|affecting|" LEFT_TO_GROUND, .never = UNDECIDED },
            { HEX, row, "battle_art_mod", .of = f->fire.ground },
            { HEX, row, "battle_charge_mod", .of = f->charge.ground },
        };

        st_bind_repeats(b, same, i < LAKE ? 2 : 1); /* a Lake cannot be entered */
        if (i < LAKE && ((!g->battle && (g->charge || g->battle_fire)) || (!g->charge && g->battle_charge)))
            st_bad_chart(b, HEX, row, "a value for battles or charges, where there are none");
        st_bind_repeats(b, same + 2, g->battle_fire != 0);
        st_bind_repeats(b, same + 3, g->battle_charge != 0);
    }
}

/* The chart of weathers gathers what stands on the others. */
static void weather_agrees(struct st_binder *b, const struct honour_plan *f)
{
    const int fire[WEATHERS] = { [RAIN] = f->fire.rain, [MUD] = f->fire.mud,
                                 [SNOW] = f->fire.snow };

    for (int i = 0; i < WEATHERS; i++) {
        const struct honour_sky *x = &f->sky[i];
        const char *row = honour_weathers[i];
        const uint8_t *cost = f->side_cost[i == RAIN];
        const struct st_repeat same[] = {
            { CHART_WEATHER_EFFECTS, row, "secondary_river_add", .of = cost[SIDE_RIVER] / 2 },
            { CHART_WEATHER_EFFECTS, row, "secondary_bridge_add", .of = cost[SIDE_BRIDGE] / 2 },
            { CHART_WEATHER_EFFECTS, row, "artillery", .of = fire[i] },
            { CHART_WEATHER_EFFECTS, row, "assault", .of = x->assault ? f->assault.weather : 0 },
            { CHART_WEATHER_EFFECTS, row, "charge", .of = x->charge ? f->charge.mud : 0 },
            { CHART_WEATHER_EFFECTS, row, "attrition", .of = x->attrition ? f->attrition.weather : 0 },
        };

        st_bind_repeats(b, ST_ROWS(same));
    }
}

/* A row of the Combat Results Table has losses and a loser, or is rolled again. */
static void results_agree(struct st_binder *b)
{
    const struct st_chart *crt = b->plan->chart[CHART_OPT_CRT],
                          *who = b->plan->chart[CHART_OPT_LOSERS];

    for (int r = 0; r < crt->row.n && !b->e; r++) {
        bool again = r < who->row.n && strcmp(st_chart_text(who, r, 0), "R") == 0;

        for (int k = 0; k < 3; k++)
            if ((strcmp(st_chart_text(crt, r, crt->col.slot[k]), "-") == 0) != (again != (k == 2)))
                st_bad_chart(b, CHART_OPT_CRT, crt->row.label[r], "losses and a loser, or a reroll and R");
    }
}

/* There is a second activation only where there are two. */
static void orders_agree(struct st_binder *b, const struct honour_plan *f)
{
    for (int i = GARRISON; i < ORDERS; i++)
        if (f->order[i].attempts == 1 && f->order[i].second)
            st_bad_chart(b, CHART_ORDERS, honour_orders[i],
                         "one activation, and a modifier for the second");
}

static void types_agree(struct st_binder *b, const struct honour_plan *f)
{
    for (int i = 0; i < TYPES; i++) {
        const struct honour_type *x = &f->type[i];

        if ((x->cls != CLASS_CAV && (x->heavy || x->stradiot || x->gendarme)) ||
            (x->cls != CLASS_INF && (x->pike || x->engineer)) ||
            (x->cls != CLASS_ART && x->siege) || (x->gendarme && !x->heavy) ||
            (x->stradiot && x->heavy))
            st_bad_chart(b, CHART_UNIT_TYPES, honour_types[i],
                         "what it is and what it can do do not go together");
    }
}

void honour_bind_charts(struct st_binder *b, struct honour_plan *f)
{
    static const int ratio[] = { 10, 15, 20, 30 }; /* the rows of opt_ratio, in tenths */
    enum { ROWS_OF_RATIO = CHART_ASSAULT_MODIFIERS, HEX = CHART_TERRAIN_HEX };

    st_bind_shapes(b, ST_ROWS(shapes));
    st_bind_facts(b, "modifier", -9, 9, ST_ROWS(facts));
    st_bind_columns(b, CHART_INITIATIVE, initiatives, 1, 5, ST_ROWS(enemies));
    st_bind_columns(b, CHART_OPT_RATIO, ratio_rows, 0, 4, ST_ROWS(ratios));
    st_bind_columns(b, CHART_FIRE_MODIFIERS, shift_row, 0, 1, ST_ROWS(shift));
    st_bind_columns(b, HEX, honour_terrains, 0, TERRAINS, ST_ROWS(ground));
    st_bind_columns(b, HEX, honour_places + PLACE_FORT, PLACE_FORT, 2, ST_ROWS(doubled));
    st_bind_columns(b, HEX, works_row, 0, 1, ST_ROWS(works));
    st_bind_columns(b, HEX, honour_places + PLACE_CITY, 0, 1, ST_ROWS(city));
    st_bind_columns(b, HEX, road_rows, 0, 2, ST_ROWS(roads));
    st_bind_columns(b, CHART_TERRAIN_SIDE, side_rows, SIDE_RIVER, 5, ST_ROWS(hexsides));
    st_bind_columns(b, CHART_UNIT_TYPES, honour_types, 0, TYPES, ST_ROWS(types));
    st_bind_columns(b, CHART_ORDERS, honour_orders + GARRISON, GARRISON, ORDERS - GARRISON,
                    ST_ROWS(orders));
    st_bind_columns(b, CHART_WEATHER_EFFECTS, honour_weathers, 0, WEATHERS, ST_ROWS(sky));
    st_bind_columns(b, CHART_TACTICAL, tactic_rows, 0, CHITS, ST_ROWS(tactics));
    bind_pursuit(b, f);
    bind_opt_cavalry(b, f);
    bind_seasons(b, f);
    memcpy(f->opt.ratio_num, ratio, sizeof ratio);
    f->city_exit = 2; /* note d: +1 to exit from a City */
    const struct st_repeat repeated[] = {
        { ROWS_OF_RATIO, "SP ratio 2:1 or more, defender larger", "modifier", .of = -f->assault.ratio_2 },
        { ROWS_OF_RATIO, "SP ratio 4:1 or more, defender larger (instead)", "modifier", .of = -f->assault.ratio_4 },
        { HEX, "FTN", "entry_cost_mp", .of = f->fort_cost / 2 },
        /* Formation and Reserve are no chits of a round; Muster is for a Corps that Holds; six
         * works and rivers are all that Step 1 gives. */
        { CHART_TACTICAL, "Formation", "duration", "All" },
        { CHART_TACTICAL, "Reserve", "duration", "1" },
        { CHART_TACTICAL, "Formation|Reserve|Muster", "lost_if_engages", "no" },
        { CHART_TACTICAL, "Earthworks/River", "max", .of = FREE_MOST },
    };
    st_bind_repeats(b, ST_ROWS(repeated));
    terrain_agrees(b, f);
    weather_agrees(b, f);
    types_agree(b, f);
    results_agree(b);
    orders_agree(b, f);
    f->chart = (const struct st_chart *const *)b->plan->chart;
}
