/* honour_charts.c - the printed charts into the plan: every number a rule needs, read once. */
#include "honour/honour.h"

#include <stdio.h>
#include <string.h>

static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

struct loader {
    struct st_plan *out;
    struct honour_plan *f;
    struct st_error *err;
};

static int find_name(struct st_span s, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (st_span_is(s, names[i]))
            return i;
    return -1;
}

static int number(struct loader *l, int chart, const char *row, const char *col, int lo, int hi,
                  int *out)
{
    return st_chart_number(l->out->chart[chart], row, col, lo, hi, out, l->err);
}

static int modifier(struct loader *l, int chart, const char *row, int *out)
{
    return number(l, chart, row, "modifier", -9, 9, out);
}

struct wanted {
    int chart;
    const char *row;
    int *out;
};

static int load_modifiers(struct loader *l)
{
    struct honour_plan *f = l->f;
    int plus_4 = 0, minus_2 = 0, minus_4 = 0, rain = 0;
    const struct wanted list[] = {
        { CHART_DISCIPLINE_MODIFIERS, "Primo Capitano has a Bonus Star", &f->mod_star_check },
        { CHART_DISCIPLINE_MODIFIERS, "Forced Order", &f->mod_forced },
        { CHART_DISCIPLINE_MODIFIERS, "Extra Wages (2 AP)", &f->mod_wages },
        { CHART_DISCIPLINE_MODIFIERS, "Any MP expended", &f->mod_mp },
        { CHART_ATTRITION_MODIFIERS, "Bonus Point of the Primo Capitano", &f->mod_att_star },
        { CHART_ATTRITION_MODIFIERS, "Rain, Mud, Heat, Snow or Frost", &f->mod_weather },
        { CHART_ATTRITION_MODIFIERS, "Each full MP of a Second Activation (maximum +4)",
          &f->mod_each },
        { CHART_ATTRITION_MODIFIERS,
          "Each 2 full MP of a Second Activation in Administrative March (instead, maximum +4)",
          &f->mod_each_admin },
        { CHART_ATTRITION_MODIFIERS, "Besieged (Siege Status marker) without LOC",
          &f->mod_besieged },
        { CHART_ATTRITION_MODIFIERS, "Besieged with LOC", &f->mod_besieged_loc },
        { CHART_ATTRITION_MODIFIERS, "Quarters: Fortified Town or Earthworks",
          &f->mod_quarters_town },
        { CHART_ATTRITION_MODIFIERS, "Quarters: Fortified City", &f->mod_quarters_city },
        { CHART_ATTRITION_MODIFIERS, "Interphase Turn", &f->mod_interphase },
        { CHART_PURSUIT_MODIFIERS, "Star of him who leads the pursuit",
          &f->mod_pursuit_star },
        { CHART_PURSUIT_MODIFIERS, "Able Stradiots among the pursuers",
          &f->mod_stradiots },
        { CHART_PURSUIT_MODIFIERS,
          "MP given up to slip away, each full one", &f->mod_slip },
        { CHART_FIRE_MODIFIERS, "Rain", &f->fire_rain },
        { CHART_FIRE_MODIFIERS, "Mud", &f->fire_mud },
        { CHART_FIRE_MODIFIERS, "Snow", &f->fire_snow },
        { CHART_FIRE_MODIFIERS,
          "Through a Secondary River hexside (battle: target Corps behind a River chit)",
          &f->fire_river },
        { CHART_FIRE_MODIFIERS,
          "Through Earthworks (battle: target Corps behind an Earthworks chit)", &f->fire_works },
        { CHART_FIRE_MODIFIERS, "Firing in Heath or Hill", &f->fire_ground },
        { CHART_FIRE_MODIFIERS, "A Capitano of the firing Force has the Siege ability",
          &f->fire_siege },
        { CHART_FIRE_MODIFIERS, "Against a Fortified City", &f->fire_city },
        { CHART_CHARGE_MODIFIERS, "Charge in Heath or Hill", &f->ch_ground },
        { CHART_CHARGE_MODIFIERS, "Charged Corps has an Earthworks/River chit in play",
          &f->ch_works },
        { CHART_CHARGE_MODIFIERS, "Mud weather", &f->ch_mud },
        { CHART_CHARGE_MODIFIERS, "Charged unit is Swiss or Landsknecht", &f->ch_pike },
        { CHART_CHARGE_MODIFIERS, "Flank charge", &f->ch_flank },
        { CHART_CHARGE_MODIFIERS, "Opponent has Firearms in play against a Heavy Cavalry charge",
          &f->ch_firearms },
        { CHART_ASSAULT_MODIFIERS,
          "Firearms: attacker, when the defender played Firearms (battle) or at least half of the "
          "defending SP are Infantry with Firearms (Skirmish, Siege); never in Rain",
          &f->q_firearms },
        { CHART_ASSAULT_MODIFIERS, "Disrupted Force", &f->q_disrupted },
        { CHART_ASSAULT_MODIFIERS, "Force attacked while in Administrative March", &f->q_admin },
        { CHART_ASSAULT_MODIFIERS, "SP ratio 2:1 or more, attacker larger", &f->d_2to1 },
        { CHART_ASSAULT_MODIFIERS, "SP ratio 4:1 or more, attacker larger (instead)", &plus_4 },
        { CHART_ASSAULT_MODIFIERS, "SP ratio 2:1 or more, defender larger", &minus_2 },
        { CHART_ASSAULT_MODIFIERS, "SP ratio 4:1 or more, defender larger (instead)", &minus_4 },
        { CHART_ASSAULT_MODIFIERS, "Bonus Point of the attacking Capitano", &f->d_star_att },
        { CHART_ASSAULT_MODIFIERS, "Bonus Point of the defending Capitano", &f->d_star_def },
        { CHART_ASSAULT_MODIFIERS, "Mud, Rain or Snow", &rain },
        { CHART_ASSAULT_MODIFIERS, "Landsknecht or Swiss in the attacking Force, Not Affecting (*)",
          &f->d_pike_att },
        { CHART_ASSAULT_MODIFIERS,
          "Landsknecht or Swiss in the defending Force, Not Affecting (**)", &f->d_pike_def },
        { CHART_ASSAULT_MODIFIERS, "Landsknecht or Swiss attacking In-breach", &f->d_breach_att },
        { CHART_ASSAULT_MODIFIERS, "Landsknecht or Swiss defending In-breach", &f->d_breach_def },
        { CHART_ASSAULT_MODIFIERS,
          "Landsknecht or Swiss attacking Earthworks or a Fortress (Storm) (supersedes *)",
          &f->d_works_att },
        { CHART_ASSAULT_MODIFIERS,
          "Landsknecht or Swiss defending in Earthworks or a Fortress (Storm) (supersedes **)",
          &f->d_works_def },
    };
    const char *shift;
    int e = st_chart_at(l->out->chart[CHART_FIRE_MODIFIERS], "Column shift per Siege Status level",
                        "modifier", &shift, l->err);

    if (!e && (shift[0] != '+' || shift[1] < '0' || shift[1] > '9' || strcmp(shift + 2, "R") != 0))
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_FIRE_MODIFIERS]->where, 0,
                    "`%s` is no shift to the right: +1R", shift);
    f->fire_shift = e ? 0 : shift[1] - '0';
    for (size_t i = 0; i < sizeof list / sizeof list[0] && !e; i++)
        e = modifier(l, list[i].chart, list[i].row, list[i].out);
    f->d_4to1 = plus_4;
    f->d_weather = rain;
    if (!e && (minus_2 != -f->d_2to1 || minus_4 != -plus_4))
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_ASSAULT_MODIFIERS]->where, 0,
                    "the SP ratio must count alike for both sides");
    return e;
}

/* Cells that are no plain symbol: read(text) gives the value, -1 for nonsense. */
static int bind_read(struct loader *l, int chart, int (*read)(const char *text))
{
    struct st_chart *c = l->out->chart[chart];

    for (int i = 0; i < c->row.n * c->col.n; i++) {
        int v = read(c->text[i]);

        if (v < 0)
            return st_fail(l->err, ST_ESYNTAX, c->where, c->line[i / c->col.n],
                           "no meaning for `%s` in row `%s`", c->text[i],
                           c->row.label[i / c->col.n]);
        c->value[i] = (int16_t)v;
    }
    return ST_OK;
}

static int read_assault_cell(const char *text) /* "2 D", "1", "0", "--" */
{
    struct st_span rest = st_span_of(text), word = st_span_word(&rest);
    int sp;

    if (st_span_is(word, "--"))
        return st_span_trim(rest).len ? -1 : CELL_NOTHING;
    if (!st_span_int(word, 0, CELL_SP, &sp))
        return -1;
    word = st_span_word(&rest);
    if (word.len && !st_span_is(word, "D"))
        return -1;
    return sp + (word.len ? CELL_D : 0);
}

static int read_fire_cell(const char *text) /* "DC (b) §", "2 b", "1 * §", "-" */
{
    struct st_span rest = st_span_of(text);
    int cell = 0, sp;

    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        if (st_span_is(w, "*"))
            cell |= FIRE_STAR;
        else if (st_span_is(w, "DC"))
            cell |= FIRE_DC;
        else if (st_span_is(w, "b"))
            cell |= FIRE_BREACH;
        else if (st_span_is(w, "(b)"))
            cell |= FIRE_MAYBE;
        else if (st_span_is(w, "\xc2\xa7"))
            cell |= FIRE_CAPITANI;
        else if (st_span_int(w, 1, 9, &sp))
            cell |= FIRE_DC | sp << FIRE_SP_SHIFT;
        else if (!st_span_is(w, "-"))
            return -1;
    }
    return cell;
}

static int bind_number_charts(struct loader *l)
{
    static const struct {
        int chart, rlo, rhi, clo, chi;
    } plain[] = {
        { CHART_ADMIN_POINTS, 2, 12, 0, 999 },
        { CHART_ATTRITION, 1, 500, -9, 30 },
        { CHART_PLUNDER, -20, 20, 1, 99 },
        { CHART_OPT_INITIATIVE, 1, 6, 0, 7 },
    };
    int e = ST_OK;

    for (size_t i = 0; i < sizeof plain / sizeof plain[0] && !e; i++) {
        struct st_chart *c = l->out->chart[plain[i].chart];

        e = st_chart_bind_numbers(c, 0, l->err);
        if (!e)
            e = st_chart_need_rows(c, plain[i].rlo, plain[i].rhi, l->err);
        if (!e)
            e = st_chart_need_cols(c, plain[i].clo, plain[i].chi, l->err);
    }
    return e;
}

static int bind_combat_charts(struct loader *l)
{
    static const char *const losers[] = { "A", "D" }, *const cols[] = { "not_affecting",
                                                                        "affecting" };
    static const char *const charge[] = { "-", "A1", "A2", "A3", "D", "D1" };
    static const char *const marks[] = { "-", "*", "\xc2\xa7" };
    static const char *const mark_col[] = { "capitani" };
    static const char *const check_cols[] = { "0/V", "1/S", "2/N", "3/R" };
    struct st_chart **c = l->out->chart;
    struct st_arena *a = &l->out->arena;
    int e = bind_read(l, CHART_ASSAULT_ATT, read_assault_cell);

    if (!e)
        e = bind_read(l, CHART_ASSAULT_DEF, read_assault_cell);
    if (!e)
        e = st_chart_bind_cells(c[CHART_ASSAULT_LOSERS], losers, 2, l->err);
    for (int i = CHART_ASSAULT_ATT; i <= CHART_ASSAULT_LOSERS && !e; i++)
        if (i != CHART_ASSAULT_COLUMNS) {
            e = st_chart_need_rows(c[i], -20, 20, l->err);
            if (!e)
                e = st_chart_need_cols(c[i], 1, 8, l->err);
        }
    if (!e)
        e = st_chart_bind_cols(c[CHART_ASSAULT_COLUMNS], a, cols, 2, l->err);
    if (!e)
        e = st_chart_bind_numbers(c[CHART_ASSAULT_COLUMNS], 0, l->err);
    if (!e)
        e = st_chart_need_rows(c[CHART_ASSAULT_COLUMNS], -9, 9, l->err);
    if (!e)
        e = bind_read(l, CHART_FIRE, read_fire_cell);
    if (!e)
        e = st_chart_need_rows(c[CHART_FIRE], -20, 20, l->err);
    if (!e)
        e = st_chart_need_cols(c[CHART_FIRE], 1, 99, l->err);
    if (!e)
        e = st_chart_bind_cells(c[CHART_CHARGE], charge, CHARGE_CELLS, l->err);
    if (!e)
        e = st_chart_need_rows(c[CHART_CHARGE], -20, 20, l->err);
    if (!e)
        e = st_chart_need_cols(c[CHART_CHARGE], 1, 200, l->err);
    if (!e)
        e = st_chart_bind_cells(c[CHART_CHARGE_MARKS], marks, 3, l->err);
    if (!e)
        e = st_chart_need_rows(c[CHART_CHARGE_MARKS], -20, 20, l->err);
    if (!e)
        e = st_chart_bind_cols(c[CHART_CHARGE_MARKS], a, mark_col, 1, l->err);
    if (!e)
        e = st_chart_bind_cols(c[CHART_DISCIPLINE], a, check_cols, 4, l->err);
    if (!e)
        e = st_chart_bind_cells(c[CHART_DISCIPLINE], honour_checks, CHECKS, l->err);
    if (!e)
        e = st_chart_need_rows(c[CHART_DISCIPLINE], -9, 20, l->err);
    return e;
}

/* Column cells such as "C30", "--". */
static int percent(const char *text, char letter)
{
    int v;

    if (strcmp(text, "--") == 0)
        return 0;
    if (text[0] != letter || !st_span_int(st_span_of(text + 1), 1, 200, &v))
        return -1;
    return v;
}

static int bind_pursuit(struct loader *l)
{
    static const char *const cols[] = { "cavalry", "infantry", "capitani" };
    struct st_chart *c = l->out->chart[CHART_PURSUIT];
    int e = st_chart_bind_cols(c, &l->out->arena, cols, 3, l->err);

    if (!e)
        e = st_chart_need_rows(c, -20, 20, l->err);
    for (int row = 0; row <= 8 && !e; row++) {
        struct st_cite at[3];

        for (int k = 0; k < 3; k++)
            st_chart_look(c, row, k, &at[k]);
        const char *mark = st_chart_text(c, at[2].row, at[2].col);
        int cav = percent(st_chart_text(c, at[0].row, at[0].col), 'C');
        int inf = percent(st_chart_text(c, at[1].row, at[1].col), 'I');
        int m = strcmp(mark, "--") == 0         ? MARK_NONE
                : strcmp(mark, "*") == 0        ? MARK_STAR
                : strcmp(mark, "\xc2\xa7") == 0 ? MARK_CAPITANI
                                                : -1;

        if (cav < 0 || inf < 0 || m < 0)
            return st_fail(l->err, ST_ESYNTAX, c->where, c->line[at[0].row],
                           "C and a percentage, I and a percentage, then --, * or \xc2\xa7");
        l->f->pursuit[row].cavalry = (uint8_t)cav;
        l->f->pursuit[row].infantry = (uint8_t)inf;
        l->f->pursuit[row].mark = (uint8_t)m;
        c->value[at[0].row * c->col.n + at[0].col] = (int16_t)cav;
        c->value[at[1].row * c->col.n + at[1].col] = (int16_t)inf;
        c->value[at[2].row * c->col.n + at[2].col] = (int16_t)m;
    }
    return e;
}

static int bind_optional(struct loader *l)
{
    static const char *const crt_cols[] = { "att_pct", "def_pct", "reroll" };
    static const char *const loser_cols[] = { "loser" }, *const losers[] = { "A", "D", "R" };
    static const char *const classes[] = { "Clear: French Gendarmes", "Clear: Other Cavalry",
                                           "Not Clear" };
    struct st_chart **c = l->out->chart, *cav = c[CHART_OPT_CAVALRY], *ratio = c[CHART_OPT_RATIO];
    struct st_arena *a = &l->out->arena;
    int e = st_chart_bind_cols(c[CHART_OPT_CRT], a, crt_cols, 3, l->err), v;

    if (!e)
        e = st_chart_bind_numbers(c[CHART_OPT_CRT], 0, l->err);
    if (!e)
        e = st_chart_need_rows(c[CHART_OPT_CRT], -40, 40, l->err);
    if (!e)
        e = st_chart_bind_cols(c[CHART_OPT_LOSERS], a, loser_cols, 1, l->err);
    if (!e)
        e = st_chart_bind_cells(c[CHART_OPT_LOSERS], losers, 3, l->err);
    if (!e)
        e = st_chart_need_rows(c[CHART_OPT_LOSERS], -40, 40, l->err);
    if (!e)
        e = st_chart_bind_rows(cav, a, classes, 3, l->err);
    if (!e && cav->col.n != 5)
        e = st_fail(l->err, ST_ESYNTAX, cav->where, 0, "five columns of modifiers");
    for (int r = 0; r < 3 && !e; r++) {
        int next = 0; /* the ranges of a line join: 0-2, 3-5, 6+ */

        for (int k = 0; k < 5 && !e; k++) {
            const char *text = st_chart_text(cav, cav->row.slot[r], k);
            struct st_span rest = st_span_of(text), lo = st_span_cut(&rest, '-');
            bool none = strcmp(text, "-") == 0, open = lo.len && lo.at[lo.len - 1] == '+';
            int hi = 199;

            lo.len -= open;
            v = 255;
            if (none ? next != 200
                     : !st_span_int(lo, next, next, &v) ||
                           (!open && !st_span_int(rest, v, 198, &hi)))
                e = st_fail(l->err, ST_ESYNTAX, cav->where, cav->line[cav->row.slot[r]],
                            "`%s` does not go on from %d", text, next);
            l->f->opt_cav_lo[r][k] = (uint8_t)v;
            next = none ? next : hi + 1;
        }
        if (!e && next != 200)
            e = st_fail(l->err, ST_ESYNTAX, cav->where, cav->line[cav->row.slot[r]],
                        "the last range is open: 21+");
    }
    if (!e && ratio->row.n != 4)
        e = st_fail(l->err, ST_ESYNTAX, ratio->where, 0, "four ratios");
    for (int r = 0; r < 4 && !e; r++) {
        struct st_span rest = st_span_of(ratio->row.label[r]), whole = st_span_cut(&rest, '-');
        struct st_span big = st_span_cut(&whole, '.');
        int tenths = 0;

        if (!st_span_int(big, 1, 99, &v) || (whole.len && !st_span_int(whole, 0, 9, &tenths)))
            return st_fail(l->err, ST_ESYNTAX, ratio->where, ratio->line[r], "no ratio: `%s`",
                           ratio->row.label[r]);
        l->f->opt_ratio_num[r] = v * 10 + tenths;
        e = number(l, CHART_OPT_RATIO, ratio->row.label[r], "modifier", 0, 9,
                   &l->f->opt_ratio_mod[r]);
    }
    return e;
}

/* "0.5", "1", "OTH", "NA" in half points; 255 for NA, 254 for OTH, -1 for nonsense. */
static int half_points(const char *text)
{
    int v;

    if (strcmp(text, "NA") == 0)
        return 255;
    if (strcmp(text, "OTH") == 0)
        return 254;
    if (strcmp(text, "0.5") == 0)
        return 1;
    return st_span_int(st_span_of(text), 0, 20, &v) ? 2 * v : -1;
}

static int half_cell(struct loader *l, int chart, const char *row, const char *col, int *out)
{
    const char *text;
    int e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    if (e)
        return e;
    *out = half_points(text);
    if (*out < 0)
        return st_fail(l->err, ST_ESYNTAX, l->out->chart[chart]->where, 0,
                       "`%s` in row `%s` is no cost", text, row);
    return ST_OK;
}

static int yes_cell(struct loader *l, int chart, const char *row, const char *col, uint8_t *out)
{
    const char *text;
    int e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    if (!e)
        *out = strcmp(text, "yes") == 0 || strcmp(text, "1") == 0;
    return e;
}

static int small_cell(struct loader *l, int chart, const char *row, const char *col, int8_t *out)
{
    const char *text;
    int v = 0, e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    if (!e && strcmp(text, "NA") != 0 && strcmp(text, "OTH") != 0)
        e = number(l, chart, row, col, -9, 9, &v);
    *out = (int8_t)v;
    return e;
}

static int load_ground(struct loader *l)
{
    struct honour_plan *f = l->f;
    const char *text;
    int e = ST_OK, v;

    for (int i = 0; i < TERRAINS && !e; i++) {
        const char *row = honour_terrains[i];
        struct honour_ground *g = &f->ground[i];

        e = half_cell(l, CHART_TERRAIN_HEX, row, "entry_cost_mp", &v);
        g->cost = (uint8_t)v;
        if (!e)
            e = yes_cell(l, CHART_TERRAIN_HEX, row, "affecting", &g->affecting);
        if (!e)
            e = st_chart_at(l->out->chart[CHART_TERRAIN_HEX], row, "heavy_cav_factor", &text,
                            l->err);
        if (!e)
            g->halves = strcmp(text, "0.5") == 0;
        if (!e)
            e = yes_cell(l, CHART_TERRAIN_HEX, row, "major_battle", &g->battle);
        if (!e)
            e = yes_cell(l, CHART_TERRAIN_HEX, row, "charge_chit", &g->charge);
        if (!e)
            e = small_cell(l, CHART_TERRAIN_HEX, row, "battle_art_mod", &g->battle_fire);
        if (!e)
            e = small_cell(l, CHART_TERRAIN_HEX, row, "battle_charge_mod", &g->battle_charge);
    }
    for (int k = PLACE_FORT; k <= PLACE_CITY && !e; k++) {
        e = number(l, CHART_TERRAIN_HEX, honour_places[k], "doubled_sp", 0, 50, &v);
        f->doubled[k] = (uint8_t)v;
    }
    if (!e)
        e = number(l, CHART_TERRAIN_HEX, "EAR", "doubled_sp", 0, 50, &v);
    f->works_doubled = (uint8_t)v;
    if (!e)
        e = half_cell(l, CHART_TERRAIN_HEX, "CIT", "entry_cost_mp", &f->fort_cost);
    if (!e)
        e = half_cell(l, CHART_TERRAIN_HEX, "PRD", "entry_cost_mp", &f->road_cost[0]);
    if (!e)
        e = half_cell(l, CHART_TERRAIN_HEX, "SRD", "entry_cost_mp", &f->road_cost[1]);
    uint8_t city = 0, works = 0;
    if (!e)
        e = yes_cell(l, CHART_TERRAIN_HEX, "CIT", "affecting", &city);
    if (!e)
        e = yes_cell(l, CHART_TERRAIN_HEX, "EAR", "affecting", &works);
    f->city_affecting = city;
    f->works_affecting = works;
    f->city_exit = 2; /* note d: +1 to exit from a City */
    return e;
}

/* ---- what several charts say must be said alike ------------------------------------------ */

static int must_be(struct loader *l, int chart, const char *row, const char *col, const char *want)
{
    const char *text;
    int e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    if (!e && strcmp(text, want) != 0)
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[chart]->where, 0,
                    "row `%s`, column `%s`: `%s`, where no rule knows anything but `%s`", row, col,
                    text, want);
    return e;
}

static int must_equal(struct loader *l, int chart, const char *row, const char *col, int want)
{
    int v, e = number(l, chart, row, col, -9, 9, &v);

    if (!e && v != want)
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[chart]->where, 0,
                    "row `%s`, column `%s`: %+d, another chart has %+d", row, col, v, want);
    return e;
}

struct said { /* a cell that repeats a number of another chart, or may only be these letters */
    int chart;
    const char *row, *col, *word; /* word NULL: it repeats *of */
    const int *of;
};

static int agree(struct loader *l, const struct said *s, size_t n)
{
    int e = ST_OK;

    for (size_t i = 0; i < n && !e; i++)
        e = s[i].word ? must_be(l, s[i].chart, s[i].row, s[i].col, s[i].word)
                      : must_equal(l, s[i].chart, s[i].row, s[i].col, *s[i].of);
    return e;
}

/* What the Terrain Effects Chart repeats of the modifiers; what roads, Places and works leave to
 * the ground they lie in. */
static int terrain_agrees(struct loader *l)
{
    static const char *const lies_in[] = { "TWN", "FTN", "CIT", "PRD", "SRD" };
    static const char *const ground_cols[] = { "heavy_cav_factor", "major_battle",
                                               "battle_art_mod", "battle_charge_mod",
                                               "charge_chit" };
    static const char *const wet[] = { "SRV", "SBR", "PBR" };
    const struct honour_plan *f = l->f;
    enum { HEX = CHART_TERRAIN_HEX, SIDE = CHART_TERRAIN_SIDE };
    const struct said once[] = {
        { HEX, "TWN", "entry_cost_mp", "OTH", NULL },     { HEX, "EAR", "entry_cost_mp", "OTH", NULL },
        { HEX, "TWN", "affecting", "OTH", NULL },         { HEX, "FTN", "affecting", "OTH", NULL },
        { HEX, "PRD", "affecting", "OTH", NULL },         { HEX, "SRD", "affecting", "OTH", NULL },
        { HEX, "EAR", "heavy_cav_factor", "OTH", NULL },  { HEX, "EAR", "major_battle", "OTH", NULL },
        { HEX, "EAR", "charge_chit", "OTH", NULL },       { HEX, "TWN", "doubled_sp", "0", NULL },
        { HEX, "PRD", "doubled_sp", "0", NULL },          { HEX, "SRD", "doubled_sp", "0", NULL },
        { HEX, "TWN", "siege_art_mod", "0", NULL },       { HEX, "FTN", "siege_art_mod", "0", NULL },
        { HEX, "PRD", "siege_art_mod", "0", NULL },       { HEX, "SRD", "siege_art_mod", "0", NULL },
        { HEX, "LAK", "entry_cost_mp", "NA", NULL },      { HEX, "LAK", "affecting", "NA", NULL },
        { HEX, "LAK", "heavy_cav_factor", "NA", NULL },   { HEX, "LAK", "major_battle", "no", NULL },
        { HEX, "LAK", "battle_art_mod", "NA", NULL },     { HEX, "LAK", "battle_charge_mod", "NA", NULL },
        { HEX, "LAK", "charge_chit", "no", NULL },        { HEX, "CIT", "siege_art_mod", NULL, &f->fire_city },
        { HEX, "EAR", "siege_art_mod", NULL, &f->fire_works },
        { HEX, "EAR", "battle_art_mod", NULL, &f->fire_works },
        { HEX, "EAR", "battle_charge_mod", NULL, &f->ch_works },
        { SIDE, "PRV", "cost_add_mp", "NA", NULL },       { SIDE, "PRV", "cost_add_rain_mp", "NA", NULL },
        { SIDE, "PRV", "affecting", "NA", NULL },         { SIDE, "PRV", "siege_art_mod", "NA", NULL },
        { SIDE, "PRV", "combat", "no", NULL },            { SIDE, "PRV", "battle_art_mod", "NA", NULL },
        { SIDE, "PRV", "battle_charge_mod", "NA", NULL }, { SIDE, "FER", "siege_art_mod", "0", NULL },
        { SIDE, "FER", "combat", "skirmish_storm", NULL },
        { SIDE, "FER", "battle_art_mod", "NA", NULL },    { SIDE, "FER", "battle_charge_mod", "NA", NULL },
    };
    int e = agree(l, once, sizeof once / sizeof once[0]), fort;

    for (size_t i = 0; i < sizeof lies_in / sizeof lies_in[0]; i++)
        for (size_t k = 0; k < sizeof ground_cols / sizeof ground_cols[0] && !e; k++)
            e = must_be(l, HEX, lies_in[i], ground_cols[k], "OTH");
    for (size_t i = 0; i < sizeof wet / sizeof wet[0] && !e; i++) {
        const struct said same[] = { { SIDE, wet[i], "siege_art_mod", NULL, &f->fire_river },
                                     { SIDE, wet[i], "battle_art_mod", NULL, &f->fire_river },
                                     { SIDE, wet[i], "battle_charge_mod", NULL, &f->ch_works },
                                     { SIDE, wet[i], "combat", "yes", NULL } };

        e = agree(l, same, 4);
    }
    for (int i = 0; i < TERRAINS && !e; i++) {
        const struct said same[] = { { HEX, honour_terrains[i], "doubled_sp", "0", NULL },
                                     { HEX, honour_terrains[i], "siege_art_mod", "0", NULL },
                                     { HEX, honour_terrains[i], "battle_art_mod", NULL, &f->fire_ground },
                                     { HEX, honour_terrains[i], "battle_charge_mod", NULL, &f->ch_ground } };

        e = agree(l, same, 2);
        if (!e && f->ground[i].battle_fire)
            e = agree(l, same + 2, 1);
        if (!e && f->ground[i].battle_charge)
            e = agree(l, same + 3, 1);
    }
    if (!e)
        e = half_cell(l, HEX, "FTN", "entry_cost_mp", &fort);
    if (!e && fort != f->fort_cost)
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[HEX]->where, 0,
                    "a Fortified Town and a City cost the same to enter");
    return e;
}

/* The chart of weathers gathers what stands on the others. */
static int weather_agrees(struct loader *l)
{
    const struct honour_plan *f = l->f;
    int e = ST_OK;

    for (int i = 0; i < WEATHERS && !e; i++) {
        const struct honour_sky *x = &f->sky[i];
        const int fire[WEATHERS] = { [RAIN] = f->fire_rain, [MUD] = f->fire_mud,
                                     [SNOW] = f->fire_snow };
        const int river = f->side_cost[i == RAIN][SIDE_RIVER] / 2,
                  bridge = f->side_cost[i == RAIN][SIDE_BRIDGE] / 2;
        const struct said same[] = {
            { CHART_WEATHER_EFFECTS, honour_weathers[i], "secondary_river_add", NULL, &river },
            { CHART_WEATHER_EFFECTS, honour_weathers[i], "secondary_bridge_add", NULL, &bridge },
            { CHART_WEATHER_EFFECTS, honour_weathers[i], "artillery", NULL, &fire[i] },
            { CHART_WEATHER_EFFECTS, honour_weathers[i], "assault", NULL, &f->d_weather },
            { CHART_WEATHER_EFFECTS, honour_weathers[i], "charge", NULL, &f->ch_mud },
            { CHART_WEATHER_EFFECTS, honour_weathers[i], "attrition", NULL, &f->mod_weather },
        };

        e = agree(l, same, 3);
        if (!e && x->assault)
            e = agree(l, same + 3, 1);
        if (!e && x->charge)
            e = agree(l, same + 4, 1);
        if (!e && x->attrition)
            e = agree(l, same + 5, 1);
    }
    return e;
}

static int load_hexsides(struct loader *l)
{
    static const char *const code[SIDE_KINDS] = { NULL, "SRV", "SBR", "PBR", "FER", "PRV" };
    struct honour_plan *f = l->f;
    int e = ST_OK, v = 0;

    for (int k = SIDE_RIVER; k < SIDE_KINDS && !e; k++) {
        e = half_cell(l, CHART_TERRAIN_SIDE, code[k], "cost_add_mp", &v);
        f->side_cost[0][k] = (uint8_t)v;
        if (!e)
            e = half_cell(l, CHART_TERRAIN_SIDE, code[k], "cost_add_rain_mp", &v);
        f->side_cost[1][k] = (uint8_t)v;
        if (!e)
            e = yes_cell(l, CHART_TERRAIN_SIDE, code[k], "affecting", &f->side_affecting[k]);
        if (!e)
            e = small_cell(l, CHART_TERRAIN_SIDE, code[k], "siege_art_mod", &f->side_fire[k]);
    }
    return e;
}

static int load_types(struct loader *l)
{
    int e = ST_OK, v;

    for (int i = 0; i < TYPES && !e; i++) {
        struct honour_type *x = &l->f->type[i];
        const char *row = honour_types[i], *cls;

        e = st_chart_at(l->out->chart[CHART_UNIT_TYPES], row, "cls", &cls, l->err);
        if (!e)
            x->cls = strcmp(cls, "CAV") == 0   ? CLASS_CAV
                     : strcmp(cls, "ART") == 0 ? CLASS_ART
                                               : CLASS_INF;
        if (!e)
            e = yes_cell(l, CHART_UNIT_TYPES, row, "hvy", &x->heavy);
        if (!e)
            e = yes_cell(l, CHART_UNIT_TYPES, row, "pike", &x->pike);
        if (!e)
            e = yes_cell(l, CHART_UNIT_TYPES, row, "stradiot", &x->stradiot);
        if (!e)
            e = yes_cell(l, CHART_UNIT_TYPES, row, "gendarme", &x->gendarme);
        if (!e)
            e = yes_cell(l, CHART_UNIT_TYPES, row, "siege_art", &x->siege);
        if (!e)
            e = yes_cell(l, CHART_UNIT_TYPES, row, "engineer", &x->engineer);
        if (!e)
            e = number(l, CHART_UNIT_TYPES, row, "ma_mp", 1, 20, &v);
        if (!e)
            x->ma = (uint8_t)(2 * v);
        if (!e && ((x->cls != CLASS_CAV && (x->heavy || x->stradiot || x->gendarme)) ||
                   (x->cls != CLASS_INF && (x->pike || x->engineer)) ||
                   (x->cls != CLASS_ART && x->siege) || (x->gendarme && !x->heavy) ||
                   (x->stradiot && x->heavy)))
            e = st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_UNIT_TYPES]->where, 0,
                        "`%s`: what it is and what it can do do not go together", row);
    }
    return e;
}

/* "regular, contact", or "-". */
static int read_marches(struct loader *l, const char *row, const char *text, uint8_t *out)
{
    static const char *const words[] = { "regular", "administrative", "contact" };
    struct st_span rest = st_span_of(strcmp(text, "-") == 0 ? "" : text);

    while (rest.len) {
        int k = find_name(st_span_trim(st_span_cut(&rest, ',')), words, 3);

        if (k < 0)
            return st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_ORDERS]->where, 0,
                           "row `%s`: `%s` names no marches", row, text);
        *out |= (uint8_t)(1 << k);
    }
    return ST_OK;
}

static int load_orders(struct loader *l)
{
    int e = ST_OK, v = 0;

    for (int i = GARRISON; i < ORDERS && !e; i++) {
        struct honour_order *x = &l->f->order[i];
        const char *row = honour_orders[i], *text;

        e = number(l, CHART_ORDERS, row, "major_new", 0, 9, &v);
        x->major_new = (uint8_t)v;
        if (!e)
            e = number(l, CHART_ORDERS, row, "minor_new", 0, 9, &v);
        x->minor_new = (uint8_t)v;
        if (!e)
            e = number(l, CHART_ORDERS, row, "minor_change", 0, 9, &v);
        x->minor_change = (uint8_t)v;
        if (!e)
            e = st_chart_at(l->out->chart[CHART_ORDERS], row, "major_change", &text, l->err);
        if (!e) {
            struct st_span rest = st_span_of(text), base = st_span_cut(&rest, '-');

            if (!st_span_int(base, 0, 9, &v) || (rest.len && !st_span_is(rest, "*")))
                return st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_ORDERS]->where, 0,
                               "`%s` is no cost: a number, or a number and -*", text);
            x->major_base = (uint8_t)v;
            x->base_minus = rest.len != 0;
        }
        if (!e)
            e = number(l, CHART_ORDERS, row, "max_activations", 1, 2, &v);
        x->attempts = (uint8_t)v;
        if (!e)
            e = st_chart_at(l->out->chart[CHART_ORDERS], row, "initiative", &text, l->err);
        if (!e) {
            x->initiative_zero = text[0] == '=';
            x->initiative_add = (uint8_t)(text[0] == '+' ? text[1] - '0' : 0);
        }
        if (!e)
            e = st_chart_at(l->out->chart[CHART_ORDERS], row, "march", &text, l->err);
        if (!e)
            e = read_marches(l, row, text, &x->marches);
        if (!e)
            e = yes_cell(l, CHART_ORDERS, row, "may_recover", &x->recover);
        if (!e)
            e = yes_cell(l, CHART_ORDERS, row, "second_activation_minus1", &x->second);
    }
    return e;
}

static int load_sky(struct loader *l)
{
    struct st_chart *c = l->out->chart[CHART_WEATHER];
    int e = ST_OK, v = 0;

    for (int i = 0; i < WEATHERS && !e; i++) {
        struct honour_sky *x = &l->f->sky[i];
        const char *row = honour_weathers[i];
        static const char *const col[] = { "movement_allowance",
                                           "secondary_river_add",
                                           "secondary_bridge_add",
                                           "artillery",
                                           "assault",
                                           "charge",
                                           "attrition",
                                           "ap_column_shift" };
        int8_t *out[] = { &x->ma,      &x->river,  &x->bridge,    &x->fire,
                          &x->assault, &x->charge, &x->attrition, &x->ap_shift };
        uint8_t yes = 0;

        for (int k = 0; k < 8 && !e; k++) {
            e = number(l, CHART_WEATHER_EFFECTS, row, col[k], -9, 9, &v);
            *out[k] = (int8_t)v;
        }
        if (!e)
            e = yes_cell(l, CHART_WEATHER_EFFECTS, row, "firearms", &yes);
        x->firearms = (int8_t)yes;
    }
    if (!e)
        e = st_chart_bind_cells(c, honour_weathers, WEATHERS, l->err);
    if (!e)
        e = st_chart_need_cols(c, 1, DIE, l->err);
    for (int r = 0; r < c->row.n && !e; r++) { /* "Dec-Feb", "Sep" */
        struct st_span to = st_span_of(c->row.label[r]), from = st_span_cut(&to, '-');
        int a = find_name(from, months, 12), b = to.len ? find_name(to, months, 12) : a;

        if (a < 0 || b < 0)
            return st_fail(l->err, ST_ESYNTAX, c->where, c->line[r], "no months: `%s`",
                           c->row.label[r]);
        for (int m = a;; m = (m + 1) % 12) {
            l->f->season[m + 1] = (uint8_t)(r + 1);
            if (m == b)
                break;
        }
    }
    for (int m = 1; m <= 12 && !e; m++)
        if (!l->f->season[m])
            e = st_fail(l->err, ST_ESYNTAX, c->where, 0, "no weather for %s", months[m - 1]);
    return e;
}

static int load_tactics(struct loader *l)
{
    static const char *const row[CHITS] = {
        "Formation",          "Muster",         "Reserve",
        "Artillery",          "Cavalry Charge", "Combined Arms",
        "Fight Coordination", "Firearms",       "Earthworks/River",
        "Earthworks/River"
    };
    int e = ST_OK, v = 0;

    for (int i = 0; i < CHITS && !e; i++) {
        const char *text;
        uint8_t yes = 0;

        e = st_chart_at(l->out->chart[CHART_TACTICAL], row[i], "duration", &text, l->err);
        if (!e && strcmp(text, "All") == 0)
            v = ALL_ROUNDS;
        else if (!e)
            e = number(l, CHART_TACTICAL, row[i], "duration", 1, 3, &v);
        l->f->duration[i] = (uint8_t)v;
        if (!e)
            e = number(l, CHART_TACTICAL, row[i], "max", 1, 9, &v);
        l->f->most[i] = (uint8_t)v;
        if (!e)
            e = yes_cell(l, CHART_TACTICAL, row[i], "lost_if_engages", &yes);
        l->f->lost_if_engages[i] = yes;
    }
    for (int i = 1; i <= 5 && !e; i++) {
        char label[4];

        snprintf(label, sizeof label, "%d", i);
        e = number(l, CHART_INITIATIVE, label, "modifier", -9, 9, &v);
        l->f->enemy_initiative[i] = (int8_t)v;
    }
    return e;
}

int honour_load_charts(struct st_plan *out, struct honour_plan *f, struct st_error *err)
{
    int (*const part[])(struct loader *) = { load_modifiers, bind_number_charts, bind_combat_charts,
                                             bind_pursuit,   bind_optional,      load_ground,
                                             load_hexsides,  load_types,         load_orders,
                                             load_sky,       load_tactics,       terrain_agrees,
                                             weather_agrees };
    struct loader l = { out, f, err };
    int e = ST_OK;

    for (size_t i = 0; i < sizeof part / sizeof part[0] && !e; i++)
        e = part[i](&l);
    f->chart = (const struct st_chart *const *)out->chart;
    return e;
}
