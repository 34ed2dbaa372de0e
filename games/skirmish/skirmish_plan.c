/* skirmish_plan.c - scenario files and charts into a plan (9.1).
 *
 * A scenario is tab-separated lines, `#` begins a comment line; RULES.md 9.1 lists them. Players
 * may replace turns, first, break.A, break.B and options (5.14).
 */
#include "skirmish/skirmish.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const skirmish_kinds[] = { "foot", "light_cavalry", "heavy_cavalry",
                                       "mounted_infantry_fast", "mounted_infantry_farm" };
const char *const skirmish_firearms[] = { "pistol", "musketoon", "musket", "fowler" };
const char *const skirmish_weapons[] = { "sword", "sabre", "soldier_sword", "bayonet", "butt",
                                         "stick", "farm_tool", "heavy_tool", "halberd", "espontoon",
                                         "lance", "knife", "hands" };
const char *const skirmish_obstacles[] = { "low_wall", "bank", "fence", "stakes", "battlement",
                                           "high_wall", "door", "large_opening", "window",
                                           "loophole" };
const char *const skirmish_grounds[] = { "bushes", "woods", "open", "road", "ford", "channel",
                                         "water", "rocks", "slope", "rise" };
const char *const skirmish_manners[] = { "steady", "moving", "end", "passing", "track" };
const char *const skirmish_classes[] = { "open", "D", "V", "X" };

static const char *const chart_classes[] = { "O", "D", "V", "X" };
static const char *const lengths[] = { "bare_hands", "very_short", "short", "semi_long", "long" };
static const char *const equips[] = { "light", "full" };
static const char *const traits[] = { "mounted", "ambush", "local", "sack", "leader" };
static const char *const edges[] = { "north", "south", "east", "west" };
static const char *const options[] = { "command", "line_fire", "principals", "reforming" };
static const char *const option_titles[] = { "Command", "Line fire", "Principal characters",
                                             "Reforming" };
static const char *const option_paras[] = { "5.14.1", "5.14.2", "5.14.3", "5.14.4" };
static const struct {
    const char *key, *title, *para, *word[2], *called[2]; /* the first is ours */
} readings[READINGS] = {
    [READ_SADDLE] = { "saddle", "Mounted infantry fires at whom it rode into", "7.8",
                      { "once", "added" },
                      { "-1 for the movement", "-1 for the movement and -1 for the saddle" } },
    [READ_MET] = { "met", "A rider whom an enemy reaches", "7.9", { "moving", "still" },
                   { "is not immobile", "is immobile if he stood still" } },
    [READ_HEIGHTS] = { "heights", "Behind a bank or battlement", "7.23", { "drawn", "lines" },
                       { "one stands level with the attacker", "one stands higher" } },
    [READ_BLOCKED] = { "blocked", "Who was blocked by the ground", "7.28",
                       { "struggled", "stood" },
                       { "is not immobile", "is immobile if he stood still" } },
    [READ_CORNERED] = { "cornered", "Who can recoil nowhere", "5.9.12", { "falls", "stays" },
                        { "is hit", "stays where he is" } },
};
static const char *const side_ids[] = { "A", "B" };
static const char *const shot_mods[] = { "cover", "swimming", "forest", "narrow_opening",
                                         "breastplate", "furtive_target", "fire_in_movement",
                                         "furtive_shooter", "mounted_infantry", "low_class",
                                         "surprise" };
static const char *const melee_mods[] = { "improvised", "low_class", "heavy_tool",
                                          "defend_obstacle", "enemy_higher", "cavalry_vs_foot",
                                          "foot_vs_cavalry", "mtdinf_vs_cavalry", "charge",
                                          "heavy_charge", "brace" };
enum { SIZE_LEAST = 100, SIZE_MOST = 3000, POINTS_MAX = 32, FIELDS_MAX = 16,
       TURNS_MOST = 99, SPOT_GRID = 24, SPOT_GAP = 12 };

struct loader { /* what the loading functions hand to each other */
    struct st_plan *out;
    struct st_scenario *sc;
    struct skirmish_plan *f;
    struct st_error *err;
    int line;
    struct st_span field[FIELDS_MAX];
    int nfields;
    const char *id[MAX_MEN], *title[MAX_MEN]; /* in the order of the file */
    int man_line[MAX_MEN];
    struct skirmish_man man[MAX_MEN];
    const char *side_title[ST_SIDES];
    int side_line[ST_SIDES];
    bool has_table, has_turns, has_first;
};

__attribute__((format(printf, 2, 3))) static int bad(struct loader *l, const char *fmt, ...)
{
    char text[300];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->line, "%s", text);
}

static int no_memory(struct loader *l)
{
    return st_fail(l->err, ST_ENOMEM, l->sc->where, 0, "out of memory");
}

static const char *keep(struct loader *l, struct st_span s)
{
    return st_arena_text(&l->out->arena, s.at, s.len);
}

static int find_name(struct st_span s, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (st_span_is(s, names[i]))
            return i;
    return -1;
}

static int name_of(struct loader *l, struct st_span s, const char *what, const char *const *names,
                   int n, int *out)
{
    char word[64], near[160] = "";

    *out = find_name(s, names, n);
    if (*out >= 0)
        return ST_OK;
    if (st_span_copy(s, word, sizeof word))
        st_suggest(near, sizeof near, word, names, n);
    return bad(l, "no %s `%.*s`%s%s", what, (int)(s.len > 40 ? 40 : s.len), s.at,
               near[0] ? "; " : "", near);
}

static int number_of(struct loader *l, struct st_span s, const char *what, int lo, int hi, int *out)
{
    if (st_span_int(st_span_trim(s), lo, hi, out))
        return ST_OK;
    return bad(l, "%s: `%.*s` is no number from %d to %d", what,
               (int)(s.len > 40 ? 40 : s.len), s.at, lo, hi);
}

/* ---- charts ------------------------------------------------------------------------------ */

static int cell(struct loader *l, int chart, const char *row, const char *col, int lo, int hi,
                int *out)
{
    return st_chart_number(l->out->chart[chart], row, col, lo, hi, out, l->err);
}

/* A cell as a number, or `none` where it is "-". */
static int cell_or(struct loader *l, int chart, const char *row, const char *col, int lo, int hi,
                   int none, int *out)
{
    const char *text = "";
    int e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    if (!e && strcmp(text, "-") == 0) {
        *out = none;
        return ST_OK;
    }
    return e ? e : cell(l, chart, row, col, lo, hi, out);
}

static int symbol(struct loader *l, int chart, const char *row, const char *col,
                  const char *const *names, int n, int *out)
{
    const char *text = "";
    int e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    if (e)
        return e;
    *out = find_name(st_span_of(text), names, n);
    if (*out < 0)
        return st_fail(l->err, ST_ESYNTAX, l->out->chart[chart]->where, 0,
                       "row `%s`, column `%s`: `%s` means nothing", row, col, text);
    return ST_OK;
}

static int load_facings(struct loader *l)
{
    int e = ST_OK, h, x, y;

    for (int i = 0; i < 16 && !e; i++) {
        char row[4];

        snprintf(row, sizeof row, "%d", i);
        e = cell(l, CHART_FACINGS, row, "h", 0, ST_TURN - 1, &h);
        if (!e)
            e = cell(l, CHART_FACINGS, row, "hx", -RIDER_HALF, RIDER_HALF, &x);
        if (!e)
            e = cell(l, CHART_FACINGS, row, "hy", -RIDER_HALF, RIDER_HALF, &y);
        if (e)
            return e;
        l->f->heading[i] = (int16_t)h;
        l->f->sin30[i] = st_sin(h);
        l->f->cos30[i] = st_cos(h);
        l->f->spine[i] = (struct st_point){ x, y };
        if (!st_same_point(l->f->spine[i], skirmish_out(l->f, i, 0, RIDER_HALF)))
            return st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_FACINGS]->where, 0,
                           "facing %d: the half spine is not out(0, 12500) of its heading", i);
    }
    return e;
}

static int load_movement(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    int light = 0, full = 0;
    int e = cell(l, CHART_MOVEMENT, "foot_light", "base_mm", 1, 2000, &light);

    if (!e)
        e = cell(l, CHART_MOVEMENT, "foot_full", "base_mm", 1, 2000, &full);
    for (int k = 0; k < KINDS && !e; k++) {
        const char *row = k == FOOT ? "foot_full" : skirmish_kinds[k], *text = "";
        int base = 0, column = -1, line = -1, back = -1, dice = 0, down = -1;

        e = cell(l, CHART_MOVEMENT, row, "base_mm", 1, 2000, &base);
        if (!e)
            e = cell_or(l, CHART_MOVEMENT, row, "close_column_2or3_mm", 1, 2000, -1, &column);
        if (!e)
            e = cell_or(l, CHART_MOVEMENT, row, "close_line_or_larger_column_mm", 1, 2000, -1,
                        &line);
        if (!e)
            e = cell_or(l, CHART_MOVEMENT, row, "close_back_or_side_mm", 1, 2000, -1, &back);
        if (!e)
            e = cell(l, CHART_MOVEMENT, row, "slowing_dice", 1, 2, &dice);
        if (!e)
            e = st_chart_at(l->out->chart[CHART_MOVEMENT], row, "dismounted_mm", &text, l->err);
        if (!e && k != FOOT && strcmp(text, "by_equipment") != 0)
            e = cell(l, CHART_MOVEMENT, row, "dismounted_mm", 1, 2000, &down);
        f->allowance[k][LIGHT] = (int16_t)(k == FOOT ? light : base);
        f->allowance[k][FULL] = (int16_t)base;
        f->dismounted[k][LIGHT] = (int16_t)(down > 0 ? down : light);
        f->dismounted[k][FULL] = (int16_t)(down > 0 ? down : full);
        f->column_mm[k] = (int16_t)column;
        f->line_mm[k] = (int16_t)line;
        f->back_mm[k] = (int16_t)back;
        f->slow_dice[k != FOOT] = (uint8_t)dice;
    }
    int pip = 0;
    if (!e)
        e = cell(l, CHART_SLOWING, "foot_D", "mm_per_pip", 1, 100, &pip);
    f->slow_mm = (uint8_t)pip;
    return e;
}

static int load_grounds(struct loader *l, int cls[2][GROUNDS], int wet[GROUNDS])
{
    static const char *const col[2] = { "foot_class", "mounted_class" };
    int e = ST_OK, cover;

    for (int g = 0; g < GROUNDS && !e; g++) {
        int chart = g <= WOODS ? CHART_TERRAIN : CHART_TERRAIN_EXTRA;

        for (int m = 0; m < 2 && !e; m++)
            e = symbol(l, chart, skirmish_grounds[g], col[m], chart_classes, 4, &cls[m][g]);
        if (!e)
            e = cell(l, chart, skirmish_grounds[g], "shooting_protection", -2, 0, &cover);
        if (!e)
            l->f->brush_cover[g] = (int8_t)cover;
        wet[g] = 0;
        if (!e && chart == CHART_TERRAIN_EXTRA)
            e = cell(l, chart, skirmish_grounds[g], "wet", 0, 1, &wet[g]);
    }
    return e;
}

static int load_obstacles(struct loader *l, int cls[2][OBSTACLES])
{
    static const char *const cross[2] = { "foot_cross", "mounted_cross" };
    static const char *const flag[BAR_FLAGS] = { "melee_obstacle", "blocks_sight", "crouch",
                                                 "higher" };
    int e = ST_OK, cover, yes;

    for (int i = 0; i < OBSTACLES && !e; i++) {
        for (int m = 0; m < 2 && !e; m++)
            e = symbol(l, CHART_OBSTACLES, skirmish_obstacles[i], cross[m], chart_classes, 4,
                       &cls[m][i]);
        for (int k = 0; k < BAR_FLAGS && !e; k++) {
            e = cell(l, CHART_OBSTACLES, skirmish_obstacles[i], flag[k], 0, 1, &yes);
            if (!e)
                l->f->bar_flag[k][i] = (uint8_t)yes;
        }
        if (!e)
            e = cell(l, CHART_OBSTACLES, skirmish_obstacles[i], "cover", -2, 0, &cover);
        if (!e)
            l->f->cover[i] = (int8_t)cover;
    }
    return e;
}

/* "2", "2+3": bands as bits. */
static int load_plate_bands(struct loader *l, int w)
{
    const char *text = "";
    int e = st_chart_at(l->out->chart[CHART_FIREARMS], skirmish_firearms[w], "breastplate_mod_band",
                        &text, l->err), band;
    struct st_span rest = st_span_of(text);

    while (!e && rest.len) {
        if (!st_span_int(st_span_cut(&rest, '+'), 1, 3, &band))
            return st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_FIREARMS]->where, 0,
                           "row `%s`: `%s` names no bands", skirmish_firearms[w], text);
        l->f->plate_band[w] |= (uint8_t)(1 << (band - 1));
    }
    return e;
}

static int load_firearms(struct loader *l)
{
    static const char *const use[3] = { "on_foot", "mounted_cavalry", "mounted_infantry" };
    int e = ST_OK, v;

    l->f->firearms = l->out->chart[CHART_FIREARMS];
    for (int w = 0; w < FIREARMS && !e; w++) {
        for (int k = 0; k < 3 && !e; k++) {
            char most[8], need[8];

            e = cell(l, CHART_FIREARMS, skirmish_firearms[w], use[k], 0, 1, &v);
            if (!e)
                l->f->fires[w][k] = (uint8_t)v;
            snprintf(most, sizeof most, "b%d_max", k + 1);
            snprintf(need, sizeof need, "b%d_need", k + 1);
            if (!e)
                e = cell_or(l, CHART_FIREARMS, skirmish_firearms[w], most, 1, 2000, 0, &v);
            if (!e)
                l->f->band_mm[w][k] = (int16_t)v;
            if (!e)
                e = cell_or(l, CHART_FIREARMS, skirmish_firearms[w], need, 2, 9, 0, &v);
            if (!e)
                l->f->band_need[w][k] = (uint8_t)v;
        }
        if (!e)
            e = cell(l, CHART_FIREARMS, skirmish_firearms[w], "in_movement", 0, 1, &v);
        if (!e)
            l->f->fires_moving[w] = v;
        if (!e)
            e = load_plate_bands(l, w);
    }
    return e;
}

static int load_weapons(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    int e = ST_OK, rank[5] = { 0 }, v;

    for (int i = 0; i < 5 && !e; i++)
        e = cell(l, CHART_LENGTH, lengths[i], "rank", 1, 5, &rank[i]);
    f->short_length = (uint8_t)rank[2];
    for (int w = 0; w < WEAPONS && !e; w++) {
        const char *row = skirmish_weapons[w];
        int flag[5] = { 0 };
        static const char *const col[5] = { "improvised", "heavy_tool", "brace", "foot",
                                            "mounted" };

        e = symbol(l, CHART_WEAPONS, row, "length", lengths, 5, &v);
        if (!e)
            f->length[w] = (uint8_t)rank[v];
        for (int k = 0; k < 5 && !e; k++)
            e = cell(l, CHART_WEAPONS, row, col[k], 0, 1, &flag[k]);
        f->improvised[w] = flag[0];
        f->heavy_tool[w] = flag[1];
        f->braces[w] = flag[2];
        f->usable[w][0] = flag[3];
        f->usable[w][1] = flag[4];
    }
    return e;
}

/* 5.9.6: the first line that fits; the last fits always. 5.9.8: what is compared, in order. */
static int load_blows(struct loader *l)
{
    static const char *const when[STRIKE_LINES] = { "N = 1", "N = 8", "T < C", "T = C",
                                                    "A > C and T <= A", "otherwise" };
    static const char *const gives[] = { "miss", "recoil", "hit" };
    static const char *const ties[TIES] = { "class", "armour", "natural", "modifiers", "nothing" };
    struct skirmish_plan *f = l->f;
    int e = ST_OK, v;
    char row[4];

    for (int i = 0; i < STRIKE_LINES && !e; i++) {
        snprintf(row, sizeof row, "%d", i + 1);
        e = symbol(l, CHART_RESULTS, row, "condition", when, STRIKE_LINES, &v);
        if (!e)
            f->strike_when[i] = (uint8_t)v;
        if (!e)
            e = symbol(l, CHART_RESULTS, row, "result", gives, 3, &v);
        if (!e)
            f->strike_gives[i] = (uint8_t)v;
    }
    for (int i = 0; i < TIES && !e; i++) {
        snprintf(row, sizeof row, "%d", i + 1);
        e = symbol(l, CHART_TIES, row, "compare", ties, TIES, &v);
        if (!e)
            f->tie[i] = (uint8_t)v;
    }
    if (!e && (f->strike_when[STRIKE_LINES - 1] != WHEN_ELSE || f->tie[TIES - 1] != TIE_NOTHING))
        e = st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_RESULTS]->where, 0,
                    "the last line of melee_results is `otherwise`, of tie_break `nothing`");
    return e;
}

static int load_modifiers(struct loader *l)
{
    int e = ST_OK, v;

    for (int i = 0; i < SHOT_MODS && !e; i++) {
        e = cell(l, CHART_SHOOTING, shot_mods[i], "mod", -4, 4, &v);
        if (!e)
            l->f->shot_mod[i] = (int8_t)v;
    }
    for (int i = 0; i < MEL_MODS && !e; i++) {
        e = cell(l, CHART_MELEE, melee_mods[i], "mod", -4, 4, &v);
        if (!e)
            l->f->melee_mod[i] = (int8_t)v;
    }
    return e;
}

/* ---- places ------------------------------------------------------------------------------ */

static int read_point(struct loader *l, struct st_span s, struct st_point *um)
{
    struct st_span y = s, x = st_span_cut(&y, ',');
    int a, b;

    if (!l->has_table)
        return bad(l, "the line `table` must come first");
    if (!st_span_int(x, 0, l->f->width, &a) || !st_span_int(y, 0, l->f->height, &b))
        return bad(l, "`%.*s` is no place x,y on a table of %d by %d mm",
                   (int)(s.len > 40 ? 40 : s.len), s.at, l->f->width, l->f->height);
    *um = st_point_mm(a, b);
    return ST_OK;
}

static int read_points(struct loader *l, struct st_span s, struct st_point *out, int *n)
{
    for (*n = 0; s.len; (*n)++) {
        struct st_span word = st_span_word(&s);

        if (word.len == 0)
            break;
        if (*n == POINTS_MAX)
            return bad(l, "more than %d points", POINTS_MAX);
        int e = read_point(l, word, &out[*n]);
        if (e)
            return e;
    }
    return ST_OK;
}

static const struct st_point *keep_points(struct loader *l, const struct st_point *at, int n)
{
    struct st_point *own = st_arena_array(&l->out->arena, (size_t)n, sizeof *own);

    if (own)
        memcpy(own, at, (size_t)n * sizeof *own);
    return own;
}

static int read_polygon(struct loader *l, struct st_span s, struct skirmish_area *a)
{
    struct st_point at[POINTS_MAX];
    int e = read_points(l, s, at, &a->n);

    if (e)
        return e;
    if (a->n < 3)
        return bad(l, "an outline has at least three points");
    if (!st_polygon_simple(at, a->n))
        return bad(l, "the outline crosses or touches itself (5.1.10)");
    a->point = keep_points(l, at, a->n);
    return a->point ? ST_OK : no_memory(l);
}

static struct skirmish_seg make_seg(struct st_point a, struct st_point b)
{
    return (struct skirmish_seg){ a, b, a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x,
                                  a.y < b.y ? a.y : b.y, a.y < b.y ? b.y : a.y };
}

static int need_fields(struct loader *l, int least, int most, const char *form)
{
    if (l->nfields < least || l->nfields > most)
        return bad(l, "the line has %d parts; write: %s", l->nfields, form);
    return ST_OK;
}

static int twice(struct loader *l, const char *what, const char *name)
{
    return bad(l, "%s `%s` stands twice", what, name);
}

static int load_area(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    struct skirmish_area *a = &f->area[f->nareas];
    int type, level = 0, e = need_fields(l, 4, 5, "area id type points [level=n]");

    if (!e && f->nareas == MAX_AREAS)
        e = bad(l, "more than %d areas", MAX_AREAS);
    if (!e)
        e = name_of(l, l->field[2], "ground", skirmish_grounds, GROUNDS, &type);
    if (!e)
        e = read_polygon(l, l->field[3], a);
    if (!e && l->nfields == 5) {
        struct st_span v = l->field[4], key = st_span_cut(&v, '=');

        e = st_span_is(key, "level") ? number_of(l, v, "level", 0, 9, &level)
                                     : bad(l, "`level=n` is all that may follow the points");
    }
    if (e)
        return e;
    a->name = keep(l, l->field[1]);
    if (!a->name)
        return no_memory(l);
    for (int i = 0; i < f->nareas; i++)
        if (strcmp(f->area[i].name, a->name) == 0)
            return twice(l, "area", a->name);
    a->type = (uint8_t)type;
    a->level = (uint8_t)level;
    f->nareas++;
    return ST_OK;
}

static int add_bar(struct loader *l, int type, struct st_span name, const struct st_point *at,
                   int n)
{
    struct skirmish_plan *f = l->f;
    struct skirmish_bar *b = &f->bar[f->nbars];

    if (f->nsegs + n - 1 > MAX_SEGS - 1)
        return bad(l, "more than %d stretches of line", MAX_SEGS - 1);
    *b = (struct skirmish_bar){ (uint8_t)type, (uint8_t)f->nsegs, (uint8_t)(n - 1),
                                keep(l, name) };
    if (!b->name)
        return no_memory(l);
    for (int i = 0; i + 1 < n; i++) {
        if (st_same_point(at[i], at[i + 1]))
            return bad(l, "a stretch without length");
        f->seg[f->nsegs++] = make_seg(at[i], at[i + 1]);
    }
    f->nbars++;
    return ST_OK;
}

static int load_line(struct loader *l)
{
    struct st_point at[POINTS_MAX];
    int type, n, e = need_fields(l, 4, 4, "line id type points");

    if (!e && l->f->nbars > l->f->nlines)
        e = bad(l, "lines must come before the openings of buildings");
    if (!e && l->f->nlines == MAX_LINES)
        e = bad(l, "more than %d lines", MAX_LINES);
    if (!e)
        e = name_of(l, l->field[2], "line", skirmish_obstacles, DOOR, &type);
    if (!e)
        e = read_points(l, l->field[3], at, &n);
    if (!e && n < 2)
        e = bad(l, "a line has at least two points");
    for (int i = 0; i < l->f->nlines && !e; i++)
        if (st_span_is(l->field[1], l->f->bar[i].name))
            e = twice(l, "line", l->f->bar[i].name);
    if (!e)
        e = add_bar(l, type, l->field[1], at, n);
    l->f->nlines += !e;
    return e;
}

static int load_building(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    struct skirmish_area *a = &f->area[MAX_AREAS + f->nbuildings];
    int e = need_fields(l, 3, 3, "building id points");

    if (!e && f->nbuildings == MAX_BUILDINGS)
        e = bad(l, "more than %d buildings", MAX_BUILDINGS);
    if (!e)
        e = read_polygon(l, l->field[2], a);
    if (e)
        return e;
    a->name = keep(l, l->field[1]);
    a->type = OPEN;
    if (!a->name)
        return no_memory(l);
    for (int i = 0; i < f->nbuildings; i++)
        if (strcmp(f->area[MAX_AREAS + i].name, a->name) == 0)
            return twice(l, "building", a->name);
    if (f->nedges + a->n > MAX_EDGES)
        return bad(l, "more than %d walls", MAX_EDGES);
    for (int i = 0; i < a->n; i++)
        f->edge[f->nedges++] = (struct skirmish_edge){
            make_seg(a->point[i], a->point[(i + 1) % a->n]), 0, (uint8_t)f->nbuildings };
    f->nbuildings++;
    return ST_OK;
}

/* The two last things of a line may be separated by a blank as well as by a tab. */
static void split_last(struct loader *l, int whole)
{
    if (l->nfields != whole - 1)
        return;
    struct st_span rest = l->field[whole - 2];

    l->field[whole - 2] = st_span_word(&rest);
    l->field[whole - 1] = st_span_trim(rest);
    l->nfields = l->field[whole - 1].len ? whole : whole - 1;
}

static int load_opening(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    struct st_point at[2];
    int kind, wall = -1, e;

    split_last(l, 5);
    e = need_fields(l, 5, 5, "opening building kind x1,y1 x2,y2");
    if (!e && f->nbars - f->nlines == MAX_OPENINGS)
        e = bad(l, "more than %d openings", MAX_OPENINGS);
    if (!e)
        e = name_of(l, l->field[2], "opening", skirmish_obstacles + DOOR, OBSTACLES - DOOR, &kind);
    for (int i = 0; i < 2 && !e; i++)
        e = read_point(l, l->field[3 + i], &at[i]);
    if (e)
        return e;
    for (int i = 0; i < f->nedges && wall < 0; i++)
        if (st_span_is(l->field[1], f->area[MAX_AREAS + f->edge[i].building].name) &&
            st_within_segment(at[0], f->edge[i].seg.a, f->edge[i].seg.b, 0) &&
            st_within_segment(at[1], f->edge[i].seg.a, f->edge[i].seg.b, 0))
            wall = i;
    if (wall < 0)
        return bad(l, "the opening lies on no wall of a building `%.*s`", (int)l->field[1].len,
                   l->field[1].at);
    e = add_bar(l, DOOR + kind, l->field[1], at, 2);
    if (!e)
        f->edge[wall].openings |= bit(f->nbars - 1);
    return e;
}

static int load_exit(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    int s, edge, from = 0, to = 0, e;

    split_last(l, 5);
    e = need_fields(l, 5, 5, "exit side edge from to");
    if (!e && f->nexits == MAX_EXITS)
        e = bad(l, "more than %d exits", MAX_EXITS);
    if (!e)
        e = name_of(l, l->field[1], "side", side_ids, ST_SIDES, &s);
    if (!e)
        e = name_of(l, l->field[2], "edge", edges, 4, &edge);
    if (!e && !l->has_table)
        e = bad(l, "the line `table` must come first");
    int length = !e && edge < 2 ? f->width : f->height;
    if (!e)
        e = number_of(l, l->field[3], "from", 0, length, &from);
    if (!e)
        e = number_of(l, l->field[4], "to", from, length, &to);
    if (!e)
        f->exit[f->nexits++] = (struct skirmish_exit){ (uint8_t)s, (uint8_t)edge, (int16_t)from,
                                                       (int16_t)to };
    return e;
}

/* ---- figures ----------------------------------------------------------------------------- */

static int read_list(struct loader *l, struct st_span s, const char *what, const char *const *names,
                     int n, uint8_t *out, uint8_t *nout)
{
    int v;

    *nout = 0;
    if (st_span_is(s, "-"))
        return ST_OK;
    while (s.len) {
        if (*nout == 2)
            return bad(l, "more than two of the kind %s (5.4.4)", what);
        int e = name_of(l, st_span_cut(&s, ','), what, names, n, &v);
        if (e)
            return e;
        out[(*nout)++] = (uint8_t)v;
    }
    return ST_OK;
}

static int read_traits(struct loader *l, struct st_span s, struct skirmish_man *m)
{
    int v;

    if (st_span_is(s, "-"))
        return ST_OK;
    while (s.len) {
        int e = name_of(l, st_span_cut(&s, ','), "trait", traits, 5, &v);

        if (e)
            return e;
        *(v == 0 ? &m->mounted : v == 1 ? &m->ambush : v == 2 ? &m->local : v == 3 ? &m->sack
                                                                                 : &m->leader) = 1;
    }
    return ST_OK;
}

static int read_unit(struct loader *l, struct st_span s, struct skirmish_man *m)
{
    struct skirmish_plan *f = l->f;

    m->unit = NOBODY;
    if (st_span_is(s, "-"))
        return ST_OK;
    for (int i = 0; i < f->nunits; i++)
        if (st_span_is(s, f->unit[i].name))
            m->unit = (uint8_t)i;
    if (m->unit == NOBODY) {
        if (f->nunits == MAX_UNITS)
            return bad(l, "more than %d units", MAX_UNITS);
        f->unit[f->nunits].name = keep(l, s);
        if (!f->unit[f->nunits].name)
            return no_memory(l);
        m->unit = (uint8_t)f->nunits++;
    }
    return ST_OK;
}

static int read_key(struct loader *l, struct st_span key, struct st_span v, struct skirmish_man *m,
                    int *seen)
{
    static const char *const keys[] = { "class", "armour", "kind", "equip", "melee", "fire", "at",
                                        "face", "unit", "traits" };
    struct st_point at;
    int k, n = 0, e = name_of(l, key, "key", keys, 10, &k);

    if (!e && *seen >> k & 1)
        e = bad(l, "`%s` stands twice", keys[k]);
    if (e)
        return e;
    *seen |= 1 << k;
    switch (k) {
    case 0:
        e = number_of(l, v, "class", 1, 6, &n);
        m->cls = (uint8_t)n;
        return e;
    case 1:
        e = number_of(l, v, "armour", 0, 4, &n);
        m->armour = (uint8_t)n;
        return e ? e : n == 0 || n == 4 ? ST_OK : bad(l, "armour is 0 or 4 (5.4.2)");
    case 2:
        e = name_of(l, v, "kind", skirmish_kinds, KINDS, &n);
        m->kind = (uint8_t)n;
        return e;
    case 3:
        e = name_of(l, v, "equipment", equips, 2, &n);
        m->equip = (uint8_t)n;
        return e;
    case 4:
        return read_list(l, v, "weapon", skirmish_weapons, HANDS, m->melee, &m->nmelee);
    case 5:
        return read_list(l, v, "firearm", skirmish_firearms, FIREARMS, m->fire, &m->nfire);
    case 6:
        e = read_point(l, v, &at);
        m->x = (int16_t)(at.x / ST_MM);
        m->y = (int16_t)(at.y / ST_MM);
        return e;
    case 7:
        e = number_of(l, v, "face", 0, 15, &n);
        m->facing = (uint8_t)n;
        return e;
    case 8:
        return read_unit(l, v, m);
    default:
        return read_traits(l, v, m);
    }
}

/* What a kind of man may carry (5.4.4, 5.8.3): whoever rides can also dismount. */
static int check_arms(struct loader *l, const struct skirmish_man *m)
{
    bool rides = m->kind != FOOT;
    int saddle = m->kind == LIGHT_CAVALRY || m->kind == HEAVY_CAVALRY ? 1 : 2;

    for (int i = 0; i < m->nmelee; i++) {
        const bool *usable = l->f->usable[m->melee[i]];

        if (!usable[0] && !(rides && usable[1]))
            return bad(l, "a man of the kind %s cannot use a %s (5.4.4)", skirmish_kinds[m->kind],
                       skirmish_weapons[m->melee[i]]);
    }
    for (int i = 0; i < m->nfire; i++) {
        const uint8_t *fires = l->f->fires[m->fire[i]];

        if (!fires[0] && !(rides && fires[saddle]))
            return bad(l, "a man of the kind %s cannot fire a %s (5.8.3)", skirmish_kinds[m->kind],
                       skirmish_firearms[m->fire[i]]);
    }
    if (m->mounted && m->kind == FOOT)
        return bad(l, "a man on foot has no horse");
    if (m->ambush && m->mounted)
        return bad(l, "a rider does not lie in ambush (5.7.4)");
    return ST_OK;
}

static int load_char(struct loader *l)
{
    struct skirmish_man m = { .unit = NOBODY };
    int s, n = l->f->nmen, seen = 0, number;
    int e = need_fields(l, 5, FIELDS_MAX, "char id side name key=value...");

    if (!e && n == MAX_MEN)
        e = bad(l, "more than %d characters", MAX_MEN);
    if (!e)
        e = name_of(l, l->field[2], "side", side_ids, ST_SIDES, &s);
    if (e)
        return e;
    struct st_span id = l->field[1], digits = { id.at + 1, id.len - 1 };
    if (id.len < 2 || id.at[0] != side_ids[s][0] || !st_span_int(digits, 1, 999, &number))
        return bad(l, "`%.*s`: a character of side %s is called %s1, %s2...", (int)id.len, id.at,
                   side_ids[s], side_ids[s], side_ids[s]);
    m.side = (uint8_t)s;
    struct st_span last = l->field[l->nfields - 1], rest = l->field[4], word;
    rest.len = (size_t)(last.at + last.len - rest.at); /* blanks or tabs between the keys */
    while (!e && (word = st_span_word(&rest)).len) {
        struct st_span v = word, key = st_span_cut(&v, '=');

        e = read_key(l, key, v, &m, &seen);
    }
    if (!e && seen != (1 << 10) - 1)
        e = bad(l, "class, armour, kind, equip, melee, fire, at, face, unit and traits must all be "
                   "there");
    if (!e)
        e = check_arms(l, &m);
    if (e)
        return e;
    l->id[n] = keep(l, id);
    l->title[n] = keep(l, l->field[3]);
    if (!l->id[n] || !l->title[n])
        return no_memory(l);
    for (int i = 0; i < n; i++)
        if (strcmp(l->id[i], l->id[n]) == 0)
            return twice(l, "character", l->id[n]);
    l->man_line[n] = l->line;
    l->man[l->f->nmen++] = m;
    return ST_OK;
}

/* 3.3: all A by number, then all B by number. */
static int id_order(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);

    return a[0] != b[0] ? a[0] - b[0] : la != lb ? (la < lb ? -1 : 1) : strcmp(a, b);
}

static int sort_men(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    const char **name = st_arena_array(&l->out->arena, MAX_MEN, sizeof *name);
    const char **title = st_arena_array(&l->out->arena, MAX_MEN, sizeof *title);
    int line[MAX_MEN];

    if (!name || !title)
        return no_memory(l);
    for (int i = 0; i < f->nmen; i++) {
        int at = 0;

        for (int k = 0; k < f->nmen; k++)
            at += id_order(l->id[k], l->id[i]) < 0;
        name[at] = l->id[i];
        title[at] = l->title[i];
        f->man[at] = l->man[i];
        line[at] = l->man_line[i];
    }
    memcpy(l->man_line, line, sizeof line);
    f->name = name;
    for (int i = 0; i < f->nmen; i++) {
        const struct skirmish_man *m = &f->man[i];

        f->of_side[m->side] |= bit(i);
        f->locals |= m->local ? bit(i) : 0;
        f->leaders |= m->leader ? bit(i) : 0;
        f->regulars |= m->unit != NOBODY ? bit(i) : 0;
        if (m->unit != NOBODY)
            f->unit[m->unit].men |= bit(i);
        f->nthings += m->sack;
    }
    return st_plan_names(l->out, "man", name, title, f->nmen, l->err);
}

/* ---- goals (5.13) ------------------------------------------------------------------------ */

static bool cut_compare(struct st_span *s, int *cmp, int *value)
{
    static const char *const sign[] = { ">=", "<=", "==", ">", "<", "!=" };

    *s = st_span_trim(*s);
    for (int i = 0; i < 6; i++) {
        size_t n = strlen(sign[i]);

        if (s->len > n && memcmp(s->at, sign[i], n) == 0) {
            struct st_span v = { s->at + n, s->len - n };

            *cmp = i;
            return st_span_int(st_span_trim(v), -32000, 32000, value);
        }
    }
    return false;
}

/* "x<=600" of count(B,x<=600) */
static bool read_bound(struct st_span s, struct skirmish_term *term)
{
    int cmp, v;

    s = st_span_trim(s);
    if (s.len < 2 || (s.at[0] != 'x' && s.at[0] != 'y'))
        return false;
    term->axis_y = s.at[0] == 'y';
    s.at++, s.len--;
    if (!cut_compare(&s, &cmp, &v))
        return false;
    term->bound_cmp = (uint8_t)cmp;
    term->bound = (int16_t)v;
    return true;
}

static int read_who(struct loader *l, struct st_span s, bool man, struct skirmish_term *term)
{
    int v = -1;

    if (man)
        for (int i = 0; i < l->f->nmen; i++)
            v = st_span_is(s, l->f->name[i]) ? i : v;
    else
        v = find_name(s, side_ids, ST_SIDES);
    if (v < 0)
        return bad(l, "no %s `%.*s`", man ? "character" : "side", (int)s.len, s.at);
    term->who = (int16_t)v;
    return ST_OK;
}

static int read_term(struct loader *l, struct st_span s, struct skirmish_term *term)
{
    static const char *const names[] = { "sacks_exited", "count", "exited", "exited_count", "out",
                                         "otherwise" };
    struct st_span rest = s;
    size_t k = 0;
    int what, cmp = CMP_GE, value = 1, e;

    while (k < rest.len && ((rest.at[k] >= 'a' && rest.at[k] <= 'z') || rest.at[k] == '_'))
        k++;
    e = name_of(l, (struct st_span){ rest.at, k }, "condition", names, 6, &what);
    if (e)
        return e;
    rest.at += k, rest.len -= k;
    *term = (struct skirmish_term){ .what = (uint8_t)what };
    if (what != TERM_SACKS && what != TERM_TRUE) {
        if (rest.len < 2 || rest.at[0] != '(' || !memchr(rest.at, ')', rest.len))
            return bad(l, "%s wants (...)", names[what]);
        rest.at++, rest.len--;
        struct st_span in = st_span_cut(&rest, ')'), who = st_span_trim(st_span_cut(&in, ','));
        e = read_who(l, who, what == TERM_EXITED || what == TERM_OUT, term);
        if (!e && what == TERM_COUNT && !read_bound(in, term))
            e = bad(l, "count wants a bound: count(B,x<=600)");
        if (e)
            return e;
    }
    rest = st_span_trim(rest);
    if (rest.len && !cut_compare(&rest, &cmp, &value))
        return bad(l, "`%.*s` is no comparison with a number", (int)rest.len, rest.at);
    term->cmp = (uint8_t)cmp;
    term->value = (int16_t)value;
    return ST_OK;
}

static int read_condition(struct loader *l, struct st_span s, struct skirmish_goal *g)
{
    while (s.len) {
        const char *and = NULL;

        for (size_t i = 0; i + 5 <= s.len && !and; i++)
            if (memcmp(s.at + i, " and ", 5) == 0)
                and = s.at + i;
        struct st_span one = { s.at, and ? (size_t)(and - s.at) : s.len };
        s = and ? (struct st_span){ and + 5, s.len - one.len - 5 } : (struct st_span){ s.at, 0 };
        if (g->nterms == MAX_TERMS)
            return bad(l, "more than %d conditions joined by `and`", MAX_TERMS);
        int e = read_term(l, st_span_trim(one), &g->term[g->nterms++]);
        if (e)
            return e;
    }
    return g->nterms ? ST_OK : bad(l, "a condition is missing");
}

static int load_goal(struct loader *l, int when)
{
    static const char *const result[] = { "A", "B", "draw" };
    struct skirmish_plan *f = l->f;
    struct skirmish_goal *g = &f->goal[f->ngoals];
    bool breaks = when == GOAL_ONBREAK;
    int side = 0, r, e = breaks ? need_fields(l, 4, 4, "onbreak side result condition")
                                : need_fields(l, 3, 3, "instant|victory side condition");

    if (!e && f->ngoals == MAX_GOALS)
        e = bad(l, "more than %d goals", MAX_GOALS);
    if (!e && breaks)
        e = name_of(l, l->field[1], "side", result, ST_SIDES, &side);
    if (!e)
        e = name_of(l, l->field[breaks ? 2 : 1], "result", result, when == GOAL_INSTANT ? 2 : 3,
                    &r);
    if (e)
        return e;
    *g = (struct skirmish_goal){ .when = (uint8_t)when, .side = (uint8_t)side,
                                 .result = (uint8_t)(RESULT_A + r) };
    e = read_condition(l, l->field[breaks ? 3 : 2], g);
    f->ngoals += !e;
    return e;
}

static int load_event(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    int turn, area = -1, e = need_fields(l, 3, 3, "event turn close_area id");

    if (!e && f->nevents == MAX_EVENTS)
        e = bad(l, "more than %d events", MAX_EVENTS);
    if (!e)
        e = number_of(l, l->field[1], "turn", 1, 99, &turn);
    if (e)
        return e;
    struct st_span id = l->field[2], verb = st_span_word(&id);
    id = st_span_trim(id);
    if (!st_span_is(verb, "close_area"))
        return bad(l, "no event `%.*s`: close_area id", (int)verb.len, verb.at);
    for (int i = 0; i < f->nareas; i++)
        area = st_span_is(id, f->area[i].name) ? i : area;
    if (area < 0)
        return bad(l, "no area `%.*s`", (int)id.len, id.at);
    f->event[f->nevents++] = (struct skirmish_event){ (uint8_t)turn, (uint8_t)area };
    return ST_OK;
}

/* ---- the lines of the file --------------------------------------------------------------- */

static int read_options(struct loader *l, struct st_span s)
{
    int v;

    l->f->options = 0;
    if (st_span_is(s, "none"))
        return ST_OK;
    while (s.len) {
        int e = name_of(l, st_span_trim(st_span_cut(&s, ',')), "option", options, 4, &v);

        if (e)
            return e;
        l->f->options |= 1 << v;
    }
    return ST_OK;
}

static int find_reading(struct st_span key)
{
    for (int i = 0; i < READINGS; i++)
        if (st_span_is(key, readings[i].key))
            return i;
    return -1;
}

static int read_reading(struct loader *l, int i, struct st_span word)
{
    int v = 0, e = name_of(l, word, readings[i].key, readings[i].word, 2, &v);

    l->f->reading[i] = (uint8_t)v;
    return e;
}

static int load_reading(struct loader *l)
{
    int i, e = need_fields(l, 3, 3, "reading key word");

    if (e)
        return e;
    i = find_reading(l->field[1]);
    return i < 0 ? bad(l, "no reading `%.*s`", (int)l->field[1].len, l->field[1].at)
                 : read_reading(l, i, l->field[2]);
}

static int load_side(struct loader *l)
{
    int s, n = 0, e = need_fields(l, 4, 4, "side id name break=n");

    if (!e)
        e = name_of(l, l->field[1], "side", side_ids, ST_SIDES, &s);
    if (e)
        return e;
    if (l->side_title[s])
        return twice(l, "side", side_ids[s]);
    struct st_span v = l->field[3], key = st_span_cut(&v, '=');
    if (!st_span_is(key, "break"))
        return bad(l, "break=n is missing");
    e = number_of(l, v, "break", 1, MAX_MEN, &n);
    l->f->breaks[s] = (uint8_t)n;
    l->side_title[s] = keep(l, l->field[2]);
    l->side_line[s] = l->line;
    return e ? e : l->side_title[s] ? ST_OK : no_memory(l);
}

static int load_head(struct loader *l, int word)
{
    struct skirmish_plan *f = l->f;
    int e;

    switch (word) {
    case 0:
        e = need_fields(l, 3, 3, "scenario id title");
        l->out->title = e ? "" : keep(l, l->field[2]);
        return e ? e : l->out->title ? ST_OK : no_memory(l);
    case 1:
        e = need_fields(l, 3, 3, "table W H");
        if (!e && l->has_table)
            e = bad(l, "a second table");
        if (!e)
            e = number_of(l, l->field[1], "width", SIZE_LEAST, SIZE_MOST, &f->width);
        if (!e)
            e = number_of(l, l->field[2], "height", SIZE_LEAST, SIZE_MOST, &f->height);
        l->has_table = true;
        return e;
    case 2:
        e = need_fields(l, 2, 2, "turns n");
        l->has_turns = true;
        return e ? e : number_of(l, l->field[1], "turns", 1, TURNS_MOST, &f->turns);
    case 3:
        e = need_fields(l, 2, 2, "first A|B");
        l->has_first = true;
        return e ? e : name_of(l, l->field[1], "side", side_ids, ST_SIDES, &f->first);
    default:
        e = need_fields(l, 2, 2, "option name,name");
        return e ? e : read_options(l, l->field[1]);
    }
}

static const char *const words[] = { "scenario", "table",    "turns",   "first",  "option",
                                     "side",     "area",     "line",    "building", "opening",
                                     "exit",     "char",     "event",   "instant", "onbreak",
                                     "victory",  "blurb",    "reading" };
enum { W_SIDE = 5, W_AREA, W_LINE, W_BUILDING, W_OPENING, W_EXIT, W_CHAR, W_EVENT, W_INSTANT,
       W_ONBREAK, W_VICTORY, W_BLURB, W_READING, WORDS };

/* Goals name characters, and characters may stand anywhere in the file: they are read last. */
static int load_one(struct loader *l, bool goals)
{
    int w, e = name_of(l, l->field[0], "line", words, WORDS, &w);

    if (e)
        return e;
    if (goals)
        return w == W_INSTANT ? load_goal(l, GOAL_INSTANT)
               : w == W_ONBREAK ? load_goal(l, GOAL_ONBREAK)
               : w == W_VICTORY ? load_goal(l, GOAL_VICTORY) : ST_OK;
    switch (w) {
    case W_SIDE: return load_side(l);
    case W_AREA: return load_area(l);
    case W_LINE: return load_line(l);
    case W_BUILDING: return load_building(l);
    case W_OPENING: return load_opening(l);
    case W_EXIT: return load_exit(l);
    case W_CHAR: return load_char(l);
    case W_EVENT: return load_event(l);
    case W_READING: return load_reading(l);
    case W_INSTANT:
    case W_ONBREAK:
    case W_VICTORY: return ST_OK;
    case W_BLURB:
        e = need_fields(l, 2, 2, "blurb text");
        l->out->blurb = e ? "" : keep(l, l->field[1]);
        return e ? e : l->out->blurb ? ST_OK : no_memory(l);
    default: return load_head(l, w);
    }
}

static int load_lines(struct loader *l, bool goals)
{
    struct st_line_reader r = { l->sc->text.at, l->sc->text.at + l->sc->text.len, 0 };
    struct st_span line;

    while (st_line_next(&r, &line)) {
        if (st_span_trim(line).len == 0 || line.at[0] == '#')
            continue;
        l->line = r.line;
        l->nfields = 0;
        while (line.len) {
            if (l->nfields == FIELDS_MAX)
                return bad(l, "more than %d parts", FIELDS_MAX);
            l->field[l->nfields++] = st_span_trim(st_span_cut(&line, '\t'));
        }
        int e = load_one(l, goals);
        if (e)
            return e;
    }
    l->line = 0;
    return ST_OK;
}

static int take_given(struct loader *l)
{
    enum { OTHERS = 5 };
    const char *keys[OTHERS + READINGS] = { "turns", "first", "break.A", "break.B", "options" };

    for (int i = 0; i < READINGS; i++)
        keys[OTHERS + i] = readings[i].key;
    for (int i = 0; i < l->sc->ngiven; i++) {
        struct st_span v = st_span_of(l->sc->given[i].value);
        int k, n = 0, e = name_of(l, st_span_of(l->sc->given[i].key), "key", keys,
                                  OTHERS + READINGS, &k);

        if (!e && k >= OTHERS)
            e = read_reading(l, k - OTHERS, v);
        else if (!e && k == 0)
            e = number_of(l, v, "turns", 1, TURNS_MOST, &l->f->turns);
        else if (!e && k == 1)
            e = name_of(l, v, "side", side_ids, ST_SIDES, &l->f->first);
        else if (!e && k == 4)
            e = read_options(l, v);
        else if (!e)
            e = number_of(l, v, "break", 1, MAX_MEN, &n);
        if (!e && (k == 2 || k == 3))
            l->f->breaks[k - 2] = (uint8_t)n;
        if (e)
            return e;
    }
    return ST_OK;
}

/* What take_given takes, for forms. */
static int offer_options(struct loader *l)
{
    const struct skirmish_plan *f = l->f;
    char key[16], title[160];
    int e = st_plan_option(l->out,
                           &(struct st_option){ "turns", "Length in turns", "5.13.2",
                                                ST_OPTION_NUMBER, .lo = 1, .hi = TURNS_MOST,
                                                .value = f->turns },
                           l->err);

    if (!e)
        e = st_plan_option(l->out,
                           &(struct st_option){ "first", "Who leads in odd turns", "4.3",
                                                ST_OPTION_CHOICE, .word = side_ids,
                                                .called = l->side_title, .nwords = ST_SIDES,
                                                .value = f->first },
                           l->err);
    for (int s = 0; s < ST_SIDES && !e; s++) {
        snprintf(key, sizeof key, "break.%s", side_ids[s]);
        snprintf(title, sizeof title, "%s: losses that break them", l->side_title[s]);
        e = st_plan_option(l->out,
                           &(struct st_option){ key, title, "5.13.1", ST_OPTION_NUMBER, .lo = 1,
                                                .hi = MAX_MEN, .value = f->breaks[s] },
                           l->err);
    }
    if (!e)
        e = st_plan_option(l->out,
                           &(struct st_option){ "options", "Optional rules", "5.14",
                                                ST_OPTION_SEVERAL, .word = options,
                                                .called = option_titles, .cited = option_paras,
                                                .nwords = 4, .value = f->options },
                           l->err);
    for (int i = 0; i < READINGS && !e; i++)
        e = st_plan_option(l->out,
                           &(struct st_option){ readings[i].key, readings[i].title,
                                                readings[i].para, ST_OPTION_CHOICE,
                                                .word = readings[i].word,
                                                .called = readings[i].called, .nwords = 2,
                                                .value = f->reading[i] },
                           l->err);
    return e;
}

/* ---- what is worked out once ------------------------------------------------------------- */

static void derive_sets(struct skirmish_plan *f, int ground[2][GROUNDS], const int wet[GROUNDS],
                        int cross[2][OBSTACLES])
{
    for (int i = 0; i < f->nareas; i++) {
        int type = f->area[i].type;

        f->woods |= type == WOODS ? 1u << i : 0;
        f->roads |= type == ROAD ? 1u << i : 0;
        f->wet |= wet[type] ? 1u << i : 0;
        f->brush |= type == BUSHES || type == ROCKS ? 1u << i : 0; /* cover, and 5.7.1 */
        for (int m = 0; m < 2; m++)
            f->hard[m][ground[m][type]] |= 1u << i;
    }
    for (int i = 0; i < f->nbuildings; i++)
        f->buildings |= 1u << (MAX_AREAS + i);
    for (int i = 0; i < f->nbars; i++) {
        int type = f->bar[i].type;

        f->bars_of[type] |= bit(i);
        f->fought_across |= f->bar_flag[BAR_FOUGHT][type] ? bit(i) : 0;
        f->blind_bars |= f->bar_flag[BAR_BLIND][type] ? bit(i) : 0;
        f->crouch_bars |= f->bar_flag[BAR_CROUCH][type] ? bit(i) : 0;
        f->high_bars |= f->bar_flag[BAR_HIGH][type] ? bit(i) : 0;
        f->cover_bars |= f->cover[type] ? bit(i) : 0;
        for (int m = 0; m < 2; m++)
            f->cross[m][cross[m][type]] |= bit(i);
    }
    f->doors = f->bars_of[DOOR] | f->bars_of[LARGE_OPENING];
}

enum { CELL_UM = 1 << CELL_SHIFT };

static struct st_point corner(int col, int row, int dx, int dy)
{
    return (struct st_point){ (col + dx) * CELL_UM, (row + dy) * CELL_UM };
}

/* An edge meets a cell if an end lies in it or it crosses one of its diagonals. */
static bool meets_cell(struct st_point a, struct st_point b, int col, int row)
{
    struct st_point low = corner(col, row, 0, 0), high = corner(col, row, 1, 1);

    if (a.x >= low.x && a.x <= high.x && a.y >= low.y && a.y <= high.y)
        return true;
    return st_segments_cross(a, b, low, high) ||
           st_segments_cross(a, b, corner(col, row, 0, 1), corner(col, row, 1, 0));
}

static int cell_below(int32_t um)
{
    return (um >> CELL_SHIFT) - ((um & (CELL_UM - 1)) == 0 && um > 0);
}

static void raster_edge(struct skirmish_plan *f, struct skirmish_cell *at, int area,
                        struct st_point a, struct st_point b)
{
    struct skirmish_seg s = make_seg(a, b);

    for (int row = cell_below(s.low); row <= s.high >> CELL_SHIFT && row < f->rows; row++)
        for (int col = cell_below(s.left); col <= s.right >> CELL_SHIFT && col < f->cols; col++)
            if (meets_cell(a, b, col, row))
                at[row * f->cols + col].mixed |= 1u << area;
}

static void raster_area(struct skirmish_plan *f, struct skirmish_cell *at, int area)
{
    const struct skirmish_area *a = &f->area[area];

    for (int i = 0; i < a->n; i++)
        raster_edge(f, at, area, a->point[i], a->point[(i + 1) % a->n]);
    for (int row = 0; row < f->rows; row++) {
        bool known = false, inside = false; /* between outlines nothing changes */

        for (int col = 0; col < f->cols; col++) {
            struct skirmish_cell *c = &at[row * f->cols + col];

            if (c->mixed >> area & 1) {
                known = false;
                continue;
            }
            if (!known)
                inside = st_inside(a->point, a->n, (struct st_point){
                    col * CELL_UM + CELL_UM / 2, row * CELL_UM + CELL_UM / 2 });
            known = true;
            c->sure |= inside ? 1u << area : 0;
        }
    }
}

static int derive_blocks(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    enum { SIDE = BLOCK_SHIFT - CELL_SHIFT };
    int cols = ((f->cols - 1) >> SIDE) + 1, rows = ((f->rows - 1) >> SIDE) + 1;
    struct skirmish_cell *block = st_arena_array(&l->out->arena, (size_t)(cols * rows),
                                                 sizeof *block);

    if (!block)
        return no_memory(l);
    for (int row = 0; row < f->rows; row++)
        for (int col = 0; col < f->cols; col++) {
            struct skirmish_cell *b = &block[(row >> SIDE) * cols + (col >> SIDE)];
            const struct skirmish_cell *c = &f->cell[row * f->cols + col];

            if (row % (1 << SIDE) == 0 && col % (1 << SIDE) == 0)
                *b = *c;
            else
                b->mixed |= c->mixed | (c->sure ^ b->sure);
        }
    f->block_cols = cols;
    f->block = block;
    return ST_OK;
}

static int derive_raster(struct loader *l)
{
    struct skirmish_plan *f = l->f;

    f->cols = (f->width * ST_MM >> CELL_SHIFT) + 1;
    f->rows = (f->height * ST_MM >> CELL_SHIFT) + 1;
    struct skirmish_cell *at = st_arena_array(&l->out->arena, (size_t)(f->cols * f->rows),
                                              sizeof *at);
    if (!at)
        return no_memory(l);
    for (int i = 0; i < f->nareas; i++)
        raster_area(f, at, i);
    for (int i = 0; i < f->nbuildings; i++)
        raster_area(f, at, MAX_AREAS + i);
    f->cell = at;
    return derive_blocks(l);
}

static bool good_spot(const struct skirmish_plan *f, int x, int y)
{
    struct skirmish_stand s = { (int16_t)x, (int16_t)y, 0, 0 };

    return x >= 0 && y >= 0 && x <= f->width && y <= f->height && skirmish_on_table(f, s) &&
           skirmish_off_bars(f, s) && skirmish_can_hide(f, s) &&
           skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(x, y)), 0, 0) != X;
}

static void add_spot(struct skirmish_plan *f, int x, int y, int *found, int stride)
{
    if (!good_spot(f, x, y))
        return;
    if (*found % stride == 0 && f->nspots < MAX_SPOTS)
        f->spot[f->nspots++] = (struct st_point){ x, y };
    ++*found;
}

static int find_spots(struct skirmish_plan *f, int stride)
{
    int found = 0;

    f->nspots = 0;
    for (int i = 0; i < f->nbars; i++) {
        if (!has(f->crouch_bars, i))
            continue;
        for (int k = f->bar[i].first; k < f->bar[i].first + f->bar[i].n; k++) {
            struct st_point a = st_point_to_mm(f->seg[k].a), b = st_point_to_mm(f->seg[k].b);
            int n = st_length_up(a, b) / SPOT_GRID;

            for (int j = 0; j <= n; j++)
                for (int side = -SPOT_GAP; side <= SPOT_GAP; side += 2 * SPOT_GAP) {
                    struct st_point at = st_along(a, b, j, n ? n : 1);
                    int len = st_length_up(a, b);

                    add_spot(f, at.x - (b.y - a.y) * side / len, at.y + (b.x - a.x) * side / len,
                             &found, stride);
                }
        }
    }
    for (int y = SPOT_GRID; y < f->height; y += SPOT_GRID)
        for (int x = SPOT_GRID; x < f->width; x += SPOT_GRID)
            if (skirmish_areas_at(f, st_point_mm(x, y)) & (f->brush | f->woods))
                add_spot(f, x, y, &found, stride);
    return found;
}

/* ---- does it make sense? ----------------------------------------------------------------- */

static int check_man(struct loader *l, int u)
{
    const struct skirmish_plan *f = l->f;
    const struct skirmish_man *m = &f->man[u];
    struct skirmish_stand s = { m->x, m->y, m->facing, m->mounted };

    l->line = l->man_line[u];
    if (!skirmish_on_table(f, s))
        return bad(l, "%s stands over the edge of the table (5.5.11)", f->name[u]);
    if (!skirmish_off_bars(f, s))
        return bad(l, "%s stands in a wall or on a line (5.2.4)", f->name[u]);
    if (skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(m->x, m->y)), 0, m->mounted) == X)
        return bad(l, "%s stands on impassable ground (5.2.3)", f->name[u]);
    if (m->ambush && !skirmish_can_hide(f, s))
        return bad(l, "%s lies in ambush where nobody can hide (5.7.4)", f->name[u]);
    for (int v = 0; v < u; v++) {
        const struct skirmish_man *o = &f->man[v];

        if (skirmish_apart(f, s, (struct skirmish_stand){ o->x, o->y, o->facing, o->mounted }, 0) <
            0)
            return bad(l, "%s and %s overlap (5.1.5)", f->name[v], f->name[u]);
    }
    if (m->unit != NOBODY && f->man[__builtin_ctzll(f->unit[m->unit].men)].side != m->side)
        return bad(l, "unit %s has men on both sides", f->unit[m->unit].name);
    return ST_OK;
}

static int check_all(struct loader *l)
{
    struct skirmish_plan *f = l->f;
    int e = ST_OK;

    if (!l->has_table || !l->has_turns || !l->has_first)
        return bad(l, "no line `%s`", !l->has_table ? "table" : !l->has_turns ? "turns" : "first");
    for (int s = 0; s < ST_SIDES; s++) {
        if (!l->side_title[s])
            return bad(l, "no line `side\t%s`", l->out->side[s]);
        l->line = l->side_line[s];
        if (!f->of_side[s])
            return bad(l, "side %s has nobody", l->out->side[s]);
    }
    l->line = 0;
    if (f->nthings > MAX_THINGS)
        return bad(l, "more than %d sacks", MAX_THINGS);
    for (int u = 0; u < f->nmen && !e; u++)
        e = check_man(l, u);
    return e;
}

static int load_names(struct loader *l)
{
    const char **units = st_arena_array(&l->out->arena, MAX_UNITS, sizeof *units);
    int n = l->f->nunits;

    if (!units)
        return no_memory(l);
    for (int i = 0; i < n; i++)
        units[i] = l->f->unit[i].name;
    if (n == 0)
        units[n++] = "none"; /* a list without names would leave the notation without a word */
    int e = st_plan_names(l->out, "body", units, NULL, n, l->err);
    if (!e)
        e = st_plan_names(l->out, "firearm", skirmish_firearms, NULL, FIREARMS, l->err);
    if (!e)
        e = st_plan_names(l->out, "weapon", skirmish_weapons, NULL, WEAPONS, l->err);
    return e;
}

int skirmish_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct loader *l = st_arena_get(&out->arena, sizeof *l);
    int ground[2][GROUNDS], wet[GROUNDS], cross[2][OBSTACLES];

    if (!l)
        return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
    *l = (struct loader){ .out = out, .sc = sc, .err = err };
    l->f = st_plan_own(out);
    out->side[0] = side_ids[0];
    out->side[1] = side_ids[1];
    int e = load_facings(l);
    if (!e)
        e = load_movement(l);
    if (!e)
        e = load_grounds(l, ground, wet);
    if (!e)
        e = load_obstacles(l, cross);
    if (!e)
        e = load_firearms(l);
    if (!e)
        e = load_weapons(l);
    if (!e)
        e = load_modifiers(l);
    if (!e)
        e = load_blows(l);
    if (!e)
        e = load_lines(l, false);
    if (!e)
        e = sort_men(l);
    if (!e)
        e = load_lines(l, true);
    if (!e)
        e = take_given(l);
    if (!e)
        e = load_names(l);
    out->table = (struct st_point){ l->f->width * ST_MM, l->f->height * ST_MM };
    if (!e && l->has_table) {
        derive_sets(l->f, ground, wet, cross);
        e = derive_raster(l);
    }
    if (!e)
        e = check_all(l);
    l->line = 0;
    if (!e)
        e = st_plan_names(out, "side", out->side, l->side_title, ST_SIDES, err);
    if (!e)
        e = offer_options(l);
    if (!e && !skirmish_routes_make(l->f, &out->arena))
        e = no_memory(l);
    if (!e) {
        int found = find_spots(l->f, 1);

        if (found > MAX_SPOTS)
            find_spots(l->f, found / MAX_SPOTS + 1);
    }
    return e;
}
