/* guerre_charts.c - the charts and army lists of section 6 and 5.15 into a plan. */
#include "guerre/guerre_load.h"

#include <string.h>

const char *const guerre_types[] = { "GE", "CV", "LC", "MC", "PI", "SP", "HB", "SW",
                                     "FH", "MF", "AQ", "LF", "AR", "OG", "CP", NULL };
const char *const guerre_grades[] = { "R", "V", "E", "C", NULL };
const char *const guerre_kinds[] = { "WOOD",  "FIELD", "TOWN", "MARSH",  "BROKEN", "HILL",
                                     "STEEP", "RIVER", "DRY",  "BRIDGE", "FORT",   "(bank)" };
const char *const guerre_sides4[] = { "front", "left flank", "right flank", "rear" };

static const char *const n_y[] = { "N", "Y" };

#define EACH(member)      ST_EACH(struct guerre_plan, member)
#define IN(array, member) ST_IN(struct guerre_plan, array, member)
#define COLUMN(array, k)   ST_ACROSS(struct guerre_plan, array, k)
#define TYPE_WORDS  .words = guerre_types, .nwords = TYPES
#define GRADE_WORDS .words = guerre_grades, .nwords = GRADES

/* ---- types (6.1) ------------------------------------------------------------------------- */

static const char *const classes[] = { "foot", "mounted" };
static const struct st_bound element_columns[] = {
    { "class", EACH(mounted), ST_WORDS(classes) }, { "depth_mm", EACH(depth), 15, 80 }, /* mm as yet */
};
static const struct st_bound movement_columns[] = {
    { "range_mm", EACH(range), 0, 2000, .blank = true }, /* mm as yet */
    { "flight_mm", EACH(flight_mm), 0, 250, .blank = true },
};
static const struct st_bound ladder_columns[] = {
    { "recruits", COLUMN(speed_mm, SPEED_RECRUITS), 0, 250 },
    { "regular", COLUMN(speed_mm, SPEED_REGULAR), 0, 250 },
    { "veteran", COLUMN(speed_mm, SPEED_VETERAN), 0, 250 },
    { "elite", COLUMN(speed_mm, SPEED_ELITE), 0, 250 },
    { "swiss", COLUMN(speed_mm, SPEED_SWISS), 0, 250 },
};
enum { AS_IN_MELEE = -1 };
static const struct st_bound value_columns[] = {
    { "vs_foot", COLUMN(value, 0), 0, 20 },
    { "vs_mounted", COLUMN(value, 1), 0, 20 },
    { "shooting", COLUMN(firing, 0), 0, 20, .blank = true, .none = AS_IN_MELEE },
};

static void bind_type(struct st_binder *b, int type)
{
    enum { FRONT_MM = FRONT / ST_MM, ROUNDED = 10 }; /* a rounded corner may be a little off */
    struct guerre_plan *f = b->to;
    const char *name = guerre_types[type];
    int8_t *value = f->value[type], *firing = f->firing[type];

    st_bind_number(b, CHART_ELEMENTS, name, "front_mm", FRONT_MM, FRONT_MM);
    if (st_bind_number(b, CHART_MOVEMENT, name, "move_mm", 0, 250) != f->speed_mm[type][SPEED_REGULAR])
        st_bad_chart(b, CHART_MOVEMENT, NULL, "the move of %s is not that of the ladder", name);
    f->depth[type] *= ST_MM;
    f->range[type] *= ST_MM;
    f->reach[type] = (int32_t)st_root_up((uint64_t)(HALF_FRONT * HALF_FRONT) +
                                         (uint64_t)f->depth[type] * (uint64_t)f->depth[type]) +
                     ROUNDED;
    bool differs = firing[0] != AS_IN_MELEE;
    if (differs && (!f->range[type] || (firing[0] == value[0] && firing[0] == value[1])))
        st_bad_chart(b, CHART_VALUES, NULL, "%s needs no value of its own for shooting", name);
    firing[1] = differs ? firing[0] : value[1];
    firing[0] = differs ? firing[0] : value[0];
}

/* ---- factors (6.4) ----------------------------------------------------------------------- */

static const char *const factor_rows[] = { "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                                          "F08", "F09", "F10", "F11", "F12", "F13", "F14",
                                          "F15", "F16", "F17", "F18", "F19", "F20", "F21" };
static const struct st_bound factor_columns[] = { { "value", EACH(factor), -9, 9 } };

/* ---- results (6.3) ----------------------------------------------------------------------- */

/* "all but LF", "LF", "AR OG", "GE,CV" or "any" as bits; "none ...", "no" and "-" are nobody. */
static bool read_types(const struct st_binder *b ST_IDLE, struct st_span text, int *out)
{
    static const char but[] = "all but ";
    enum { ALL = (1 << TYPES) - 1 };
    struct st_span rest = text, first = st_span_word(&rest);
    bool any = st_span_is(text, "any"), all_but = text.len >= sizeof but && memcmp(text.at, but, sizeof but - 1) == 0;

    *out = any ? ALL : 0;
    if (any || st_span_is(text, "-") || st_span_is(text, "no") || st_span_is(first, "none"))
        return true;
    if (all_but)
        text = (struct st_span){ text.at + sizeof but - 1, text.len - (sizeof but - 1) };
    for (struct st_span w = st_span_word(&text); w.len; w = st_span_word(&text))
        while (w.len) {
            int type = st_span_find(st_span_cut(&w, ','), guerre_types, TYPES);

            if (type < 0)
                return false;
            *out |= 1 << type;
        }
    *out = all_but ? ALL & ~*out : *out;
    return true;
}
#define TYPES_READ .read = read_types, .wants = "types, all but some, any or none"

static const char *const bands[] = { "LESS", "HALF" };
static const char *const contacts[] = { "any", "contact", "charged_now" };
static const char *const result_names[] = { "DESTROYED", "RECOIL", "FLEE" };
static const char *const result_grounds[] = { "any", "harsh" };
static const struct st_bound result_columns[] = {
    { "loser", IN(result, loser), TYPE_WORDS },
    { "band", IN(result, band), ST_WORDS(bands) },
    { "enemy", IN(result, enemy), TYPES_READ },
    { "contact", IN(result, contact), ST_WORDS(contacts) },
    { "ground", IN(result, harsh), ST_WORDS(result_grounds) },
    { "result", IN(result, result), ST_WORDS(result_names) },
};

/* 6.9: the loser and band end with a row that always fits. */
static bool closed(const struct guerre_plan *f, int type, int band)
{
    for (int i = 0; i < f->nresults; i++) {
        const struct guerre_result *r = &f->result[i];

        if (r->loser == type && r->band == band && r->contact == CONTACT_ANY && !r->harsh &&
            r->enemy == (1u << TYPES) - 1)
            return true;
    }
    return false;
}

/* What a row fits is written down once, the first that does on top: judging asks by the thousand. */
static void find_fits(struct guerre_plan *f)
{
    for (int i = f->nresults - 1; i >= 0; i--) {
        const struct guerre_result *r = &f->result[i];
        int asks = r->contact == CONTACT_YES ? MET : r->contact == CONTACT_CHARGED ? MET_CHARGED : 0;

        for (int enemy = 0; enemy < TYPES; enemy++)
            for (int harsh = r->harsh; harsh < 2 && r->enemy >> enemy & 1; harsh++)
                for (int met = 0; met < 4; met++)
                    if ((met & asks) == asks)
                        f->fits[r->loser][enemy][r->band][harsh][met] = (uint8_t)i;
    }
}

/* How the dice of both sides fall out, for who compares many pairs. */
static void find_duels(struct guerre_plan *f)
{
    for (int mine = 0; mine < DUEL_MAX; mine++)
        for (int his = 0; his < DUEL_MAX; his++)
            for (int a = mine + 1; a <= mine + 6; a++)
                for (int b = his + 1; b <= his + 6; b++) {
                    uint8_t *over = f->duel[mine][his].over, *under = f->duel[mine][his].under;

                    if (a > b)
                        over[guerre_half(b, a) ? BAND_HALF : BAND_LESS]++;
                    if (a < b)
                        under[guerre_half(a, b) ? BAND_HALF : BAND_LESS]++;
                }
}

/* How many rows a chart has, if there is room for them. */
static int rows_of(struct st_binder *b, const struct st_chart *c, int most, const char *what)
{
    if (!b->e && c->row.n > most)
        b->e = st_fail(b->err, ST_ELIMIT, c->where, 0, "more than %d %s", most, what);
    return b->e ? 0 : c->row.n;
}

static void bind_results(struct st_binder *b)
{
    const struct st_chart *c = b->plan->chart[CHART_RESULTS];
    struct guerre_plan *f = b->to;

    f->nresults = rows_of(b, c, MAX_RESULTS, "rows");
    st_bind_columns(b, CHART_RESULTS, c->row.label, 0, f->nresults, ST_ROWS(result_columns));
    for (int type = 0; type < TYPES && !b->e; type++) {
        bool flees = false;

        for (int i = 0; i < f->nresults; i++)
            flees |= f->result[i].loser == type && f->result[i].result == RES_FLEE;
        if (flees != (f->flight_mm[type] > 0)) /* 5.9.1, reading 28 */
            st_bad_chart(b, CHART_MOVEMENT, NULL,
                         flees ? "%s flees by the results and has no flight (5.9.1)"
                               : "%s never flees by the results and has a flight (5.9.1)",
                         guerre_types[type]);
        for (int band = 0; band < ST_COUNT(bands) && !b->e; band++)
            if (!closed(f, type, band))
                st_bad_chart(b, CHART_RESULTS, NULL, "no last row for %s %s", guerre_types[type], bands[band]);
    }
    if (!b->e)
        find_fits(f);
    find_duels(f);
}

/* ---- pairs of types (6.2, 6.8) ----------------------------------------------------------- */

static const char *const recoils[] = { "PUSH", "THRU", "LOST", "CRUSH", "TURN" };
static const struct st_shape shapes[] = {
    { CHART_RECOIL, .rows = { guerre_types, TYPES }, .cols = { guerre_types, TYPES },
      .cells = { ST_ROWS(recoils) } },
    { CHART_INTERPENETRATION, .rows = { guerre_types, CP }, /* a camp never moves */
      .cols = { guerre_types, TYPES }, .cells = { ST_ROWS(n_y) } },
    { CHART_REPLACEMENT, .cells = { ST_ROWS(n_y) } },
};

static void bind_pairs(struct st_binder *b)
{
    static const char by[] = "by_";
    const struct st_chart *rec = b->plan->chart[CHART_RECOIL];
    const struct st_chart *pass = b->plan->chart[CHART_INTERPENETRATION];
    const struct st_chart *repl = b->plan->chart[CHART_REPLACEMENT];
    struct guerre_plan *f = b->to;

    st_bind_shapes(b, ST_ROWS(shapes));
    for (int i = 0; i < TYPES && !b->e; i++)
        for (int k = 0; k < TYPES; k++) {
            f->recoil[i][k] = (uint8_t)st_chart_look(rec, i, k, NULL);
            f->passes[i][k] = i < CP && st_chart_look(pass, i, k, NULL);
        }
    for (int i = 0; i < repl->row.n; i++)
        for (int k = 0; k < repl->col.n && !b->e; k++) {
            const char *row = repl->row.label[i], *col = repl->col.label[k];
            int worn = st_span_find(st_span_of(row), guerre_types, TYPES), fresh = -1;

            if (strncmp(col, by, sizeof by - 1) == 0)
                fresh = st_span_find(st_span_of(col + sizeof by - 1), guerre_types, TYPES);
            if (worn < 0 || fresh < 0)
                st_bad_chart(b, CHART_REPLACEMENT, NULL, "no meaning for `%s`", worn < 0 ? row : col);
            else
                f->replaces[worn][fresh] = st_chart_value(repl, i, k);
        }
}

/* ---- terrain (6.5, 6.7) ------------------------------------------------------------------ */

enum { SIGHT_FREE, SIGHT_CORE, SIGHT_CREST };
static const char *const sight_cells[] = { "no", "core only (shrunk 20 mm)", "beyond the crest" };
enum { HARSH_NO, HARSH_YES, HARSH_SUPPORT };
static const char *const harsh_cells[] = { "no", "yes", "no (support only)" };
static const struct st_bound terrain_columns[] = {
    { "slow", EACH(slow), TYPES_READ },
    { "harsh", EACH(harsh), ST_WORDS(harsh_cells) },
    { "blocks_sight_and_command", EACH(core), ST_WORDS(sight_cells) },
    { "cover", EACH(cover), 0, 9 },
    { "forbidden_to", EACH(forbidden), TYPES_READ },
    { "overhead_fire", EACH(overhead), TYPES_READ },
};

static void bind_terrain(struct st_binder *b)
{
    struct guerre_plan *f = b->to;

    st_bind_columns(b, CHART_TERRAIN, guerre_kinds, 0, GROUNDS, ST_ROWS(terrain_columns));
    for (int i = 0; i < GROUNDS && !b->e; i++) {
        bool line = i == FORT || i == BANK; /* nothing is hidden in it, nobody shoots from it */

        if ((i == FORT && f->harsh[i] == HARSH_YES) || (line && (f->core[i] || f->overhead[i])))
            st_bad_chart(b, CHART_TERRAIN, NULL, "%s is a line: nobody stands in it", guerre_kinds[i]);
        f->unranked[i] = f->harsh[i] != HARSH_NO;
        f->harsh[i] = f->harsh[i] == HARSH_YES;
        f->crest[i] = f->core[i] == SIGHT_CREST;
        f->core[i] = f->core[i] == SIGHT_CORE;
    }
}

static const char *const faces[] = { "1", "2", "3", "4", "5", "6" };
static const struct st_bound dice_columns[] = {
    { "pieces", IN(dice, pieces), 0, MAX_LAID },
    { "river_allowed", IN(dice, river), ST_WORDS(n_y) },
    { "remove3", IN(dice, remove3), ST_WORDS(n_y) },
    { "remove45", IN(dice, remove45), ST_WORDS(n_y) },
    { "bridges", IN(dice, bridges), 0, MAX_LAID - 3 },
    { "dry", IN(dice, dry), ST_WORDS(n_y) },
};

/* ---- army lists (5.15) ------------------------------------------------------------------- */

const char *const guerre_flags[] = { "cinc", "swiss" };

struct listed { /* a row of armies.tsv */
    const char *army, *name;
    uint8_t type, grade, flags;
};
static const struct st_bound listed_columns[] = {
    { "army", ST_ONE(struct listed, army) },
    { "type", ST_ONE(struct listed, type), .words = guerre_types, .nwords = CP }, /* no camp */
    { "grade", ST_ONE(struct listed, grade), GRADE_WORDS },
    { "flags", ST_ONE(struct listed, flags), GUERRE_FLAGS },
    { "name", ST_ONE(struct listed, name) },
};
static const struct st_bound army_columns[] = {
    { "names", IN(army, title) },
    { "rout_level", IN(army, rout), 1, 40 },
};

static void add_listed(struct st_binder *b, int row)
{
    const struct st_chart *c = b->plan->chart[CHART_ARMIES];
    struct guerre_plan *f = b->to;
    struct listed in = { .army = "" };
    struct st_binder one = *b;

    one.to = &in;
    st_bind_columns(&one, CHART_ARMIES, &c->row.label[row], 0, 1, ST_ROWS(listed_columns));
    b->e = one.e;
    if (b->e)
        return;
    int which = st_span_find(st_span_of(in.army), b->plan->chart[CHART_LEVELS]->row.label, f->narmies);
    struct guerre_army *a = &f->army[which < 0 ? 0 : which];
    bool swiss = in.flags & FLAG_SWISS;
    if (which < 0)
        st_bad_line(b, c->where, c->line[row], "army `%s` has no rout level", in.army);
    else if (a->n == MAX_ARMY)
        b->e = st_fail(b->err, ST_ELIMIT, c->where, c->line[row],
                       "army %s has more than %d elements (5.15.1)", in.army, MAX_ARMY);
    else if (swiss && in.grade == RECRUITS)
        st_bad_line(b, c->where, c->line[row], "there are no Swiss recruits (5.1.13)");
    if (b->e)
        return;
    a->element[a->n] = (struct guerre_element){
        .type = in.type, .grade = in.grade, .cinc = in.flags & FLAG_CINC, .swiss = swiss
    };
    a->name[a->n++] = in.name;
}

static void check_army(struct st_binder *b, const struct guerre_army *a)
{
    int elements = st_bind_number(b, CHART_LEVELS, a->id, "elements", 1, MAX_ARMY), cincs = 0;
    int reserve = st_bind_number(b, CHART_LEVELS, a->id, "reserve", 0, MAX_ARMY);

    for (int k = 0; k < a->n; k++)
        cincs += a->element[k].cinc;
    if (elements != a->n)
        st_bad_chart(b, CHART_LEVELS, NULL, "army %s has %d elements, its level says %d", a->id, a->n, elements);
    if (reserve != guerre_reserve(a->n))
        st_bad_chart(b, CHART_LEVELS, NULL, "army %s keeps back a quarter, %d elements, not %d (5.14.2)", a->id,
                     guerre_reserve(a->n), reserve);
    if (cincs != 1)
        st_bad_chart(b, CHART_LEVELS, NULL, "army %s has %d commanders", a->id, cincs);
}

static void bind_armies(struct st_binder *b)
{
    const struct st_chart *levels = b->plan->chart[CHART_LEVELS];
    struct guerre_plan *f = b->to;

    f->narmies = rows_of(b, levels, MAX_ARMIES, "armies");
    for (int i = 0; i < f->narmies; i++)
        f->army[i].id = levels->row.label[i];
    st_bind_columns(b, CHART_LEVELS, levels->row.label, 0, f->narmies, ST_ROWS(army_columns));
    for (int i = 0; i < b->plan->chart[CHART_ARMIES]->row.n && !b->e; i++)
        add_listed(b, i);
    for (int i = 0; i < f->narmies && !b->e; i++)
        check_army(b, &f->army[i]);
}

/* ---- all of them ------------------------------------------------------------------------- */

void guerre_bind_charts(struct st_binder *b)
{
    st_bind_columns(b, CHART_ELEMENTS, guerre_types, 0, TYPES, ST_ROWS(element_columns));
    st_bind_columns(b, CHART_MOVEMENT, guerre_types, 0, TYPES, ST_ROWS(movement_columns));
    st_bind_columns(b, CHART_LADDER, guerre_types, 0, TYPES, ST_ROWS(ladder_columns));
    st_bind_columns(b, CHART_VALUES, guerre_types, 0, TYPES, ST_ROWS(value_columns));
    for (int type = 0; type < TYPES && !b->e; type++)
        bind_type(b, type);
    st_bind_columns(b, CHART_FACTORS, factor_rows, F_CINC, FACTORS - F_CINC, ST_ROWS(factor_columns));
    bind_results(b);
    bind_pairs(b);
    bind_terrain(b);
    st_bind_columns(b, CHART_TERRAIN_DICE, faces, 1, ST_COUNT(faces), ST_ROWS(dice_columns));
    bind_armies(b);
}
