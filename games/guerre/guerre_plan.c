/* guerre_plan.c - scenario files, charts and army lists into a plan.
 *
 * A scenario is tab-separated, one record a line, the first field its kind (9.1):
 *
 *   scenario id              title text            table w h (mm)       turns n (0: no limit)
 *   limit win SIDE | draw_by_losses
 *   side id name edge first|second rout_level pursuer|- CinC_name
 *   terrain id kind x y h w d           element id side type grade flags x y h name
 *   special id code subject number text           reading key word (section 7)
 *
 * An open battle (9.5) has no sides, terrain and elements of its own but the records
 *
 *   army SIDE LIST           roles dice|A|B|encounter
 *
 * which the keys army.A, army.B and roles of the caller replace; turns, captain.A, captain.B and the
 * readings can be replaced in every scenario. Lines beginning with # are comments.
 */
#include "guerre/guerre.h"

#include <stdio.h>
#include <string.h>

const char *const guerre_types[] = { "GE", "CV", "LC", "MC", "PI", "SP", "HB", "SW",
                                     "FH", "MF", "AQ", "LF", "AR", "OG", "CP", NULL };
const char *const guerre_grades[] = { "R", "V", "E", "C", NULL };
const char *const guerre_kinds[] = { "WOOD",  "FIELD", "TOWN", "MARSH",  "BROKEN", "HILL",
                                     "STEEP", "RIVER", "DRY",  "BRIDGE", "FORT",   "(bank)" };
const char *const guerre_sides4[] = { "front", "left flank", "right flank", "rear" };

enum {
    FIELDS_MAX = 10,
    TABLE_MIN = 300,
    TABLE_MAX = 2000,
    TURNS_MAX = 99,
    COORD_MAX = 3000,
    OPEN_WIDTH = 900,
    OPEN_HEIGHT = 600
};

struct loader { /* what the loading functions hand to each other */
    struct st_plan *out;
    struct st_scenario *sc;
    struct guerre_plan *f;
    struct st_error *err;
    int line;
    const char *side[ST_SIDES], *side_title[ST_SIDES];
    int nsides;
    const char **name, **title, **piece;
    const char *army[ST_SIDES];
    int element_line[MAX_ELEMENTS], piece_line[MAX_PIECES];
    bool table, turns, limit;
};

static int bad(struct loader *l, const char *fmt, const char *what)
{
    return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->line, fmt, what);
}

static int no_memory(struct loader *l)
{
    return st_fail(l->err, ST_ENOMEM, l->sc->where, 0, "out of memory");
}

static int find_name(struct st_span s, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (st_span_is(s, names[i]))
            return i;
    return -1;
}

static int keep(struct loader *l, struct st_span s, const char **out)
{
    *out = st_arena_text(&l->out->arena, s.at, s.len);
    return *out ? ST_OK : no_memory(l);
}

/* ---- charts ------------------------------------------------------------------------------ */

static int number(struct loader *l, int chart, const char *row, const char *col, int lo, int hi,
                  int *out)
{
    return st_chart_number(l->out->chart[chart], row, col, lo, hi, out, l->err);
}

/* A number, or a dash for none. */
static int number_or_none(struct loader *l, int chart, const char *row, const char *col, int hi,
                          int *out)
{
    const char *text;
    int e = st_chart_at(l->out->chart[chart], row, col, &text, l->err);

    *out = 0;
    if (!e && strcmp(text, "-") != 0)
        e = number(l, chart, row, col, 0, hi, out);
    return e;
}

static int chart_bad(struct loader *l, const struct st_chart *c, int row, const char *what)
{
    return st_fail(l->err, ST_ESYNTAX, c->where, row < 0 ? 0 : c->line[row], "no meaning for `%s`",
                   what);
}

static int load_types(struct loader *l)
{
    static const char *const grade_cols[SPEEDS] = { "recruits", "regular", "veteran", "elite",
                                                    "swiss" };
    struct guerre_plan *f = l->f;
    int e = ST_OK, v = 0;

    for (int i = 0; i < TYPES && !e; i++) {
        const char *name = guerre_types[i], *cls = "", *firing = "";

        e = st_chart_at(l->out->chart[CHART_ELEMENTS], name, "class", &cls, l->err);
        f->mounted[i] = strcmp(cls, "mounted") == 0;
        if (!e && !f->mounted[i] && strcmp(cls, "foot") != 0)
            e = chart_bad(l, l->out->chart[CHART_ELEMENTS], -1, cls);
        if (!e)
            e = number(l, CHART_ELEMENTS, name, "front_mm", 40, 40, &v);
        if (!e)
            e = number(l, CHART_ELEMENTS, name, "depth_mm", 15, 80, &v);
        f->depth[i] = v * ST_MM;
        f->reach[i] = (int32_t)st_root_up((uint64_t)(HALF_FRONT * HALF_FRONT) +
                                          (uint64_t)f->depth[i] * (uint64_t)f->depth[i]) +
                      10; /* a rounded corner may be a little off */
        if (!e)
            e = number_or_none(l, CHART_MOVEMENT, name, "range_mm", 2000, &v);
        f->range[i] = v * ST_MM;
        if (!e)
            e = number_or_none(l, CHART_MOVEMENT, name, "flight_mm", 250, &v);
        f->flight_mm[i] = (uint8_t)v;
        for (int s = 0; s < SPEEDS && !e; s++) {
            e = number(l, CHART_LADDER, name, grade_cols[s], 0, 250, &v);
            f->speed_mm[i][s] = (uint8_t)v;
        }
        if (!e)
            e = number(l, CHART_MOVEMENT, name, "move_mm", 0, 250, &v);
        if (!e && v != f->speed_mm[i][SPEED_REGULAR])
            e = chart_bad(l, l->out->chart[CHART_MOVEMENT], -1, name); /* the two sheets agree */
        if (!e)
            e = number(l, CHART_VALUES, name, "vs_foot", 0, 20, &v);
        f->value[i][0] = (int8_t)v;
        if (!e)
            e = number(l, CHART_VALUES, name, "vs_mounted", 0, 20, &v);
        f->value[i][1] = (int8_t)v;
        if (!e)
            e = st_chart_at(l->out->chart[CHART_VALUES], name, "shooting", &firing, l->err);
        if (!e && strcmp(firing, "-") != 0)
            e = number(l, CHART_VALUES, name, "shooting", 0, 20, &v);
        bool differs = strcmp(firing, "-") != 0;
        if (!e && differs &&
            (!f->range[i] || (v == f->value[i][0] && v == f->value[i][1]))) /* a dash is enough */
            e = chart_bad(l, l->out->chart[CHART_VALUES], -1, firing);
        for (int c = 0; c < 2 && !e; c++)
            f->firing[i][c] = differs ? (int8_t)v : f->value[i][c];
    }
    return e;
}

static int load_factors(struct loader *l)
{
    int e = ST_OK, v = 0;

    for (int i = 1; i < FACTORS && !e; i++) {
        char id[8];

        snprintf(id, sizeof id, "F%02d", i);
        e = number(l, CHART_FACTORS, id, "value", -9, 9, &v);
        l->f->factor[i] = (int8_t)v;
    }
    return e;
}

/* "all but LF", "LF", "AR OG", "GE,CV" or "any" as bits. */
static int types_of(struct loader *l, const struct st_chart *c, int row, const char *text,
                    uint16_t *out)
{
    static const char but[] = "all but ";
    bool all_but = strncmp(text, but, sizeof but - 1) == 0;
    struct st_span rest = st_span_of(all_but ? text + sizeof but - 1 : text);

    *out = 0;
    if (strcmp(text, "any") == 0)
        all_but = true;
    else if (strcmp(text, "-") != 0 && strcmp(text, "no") != 0 && strncmp(text, "none", 4) != 0)
        while (rest.len) {
            struct st_span word = rest;
            size_t k = 0;

            while (k < rest.len && rest.at[k] != ',' && rest.at[k] != ' ')
                k++;
            word.len = k;
            k += k < rest.len;
            rest.at += k, rest.len -= k;
            int type = find_name(word, guerre_types, TYPES);
            if (type < 0)
                return chart_bad(l, c, row, text);
            *out |= (uint16_t)(1u << type);
        }
    if (all_but)
        *out = (uint16_t)(~*out & ((1u << TYPES) - 1));
    return ST_OK;
}

static int load_results(struct loader *l)
{
    static const char *const bands[] = { "LESS", "HALF" };
    static const char *const contacts[] = { "any", "contact", "charged_now" };
    static const char *const results[] = { "DESTROYED", "RECOIL", "FLEE" };
    const struct st_chart *c = l->out->chart[CHART_RESULTS];
    struct guerre_plan *f = l->f;
    int e = ST_OK;

    if (c->row.n > MAX_RESULTS)
        return st_fail(l->err, ST_ELIMIT, c->where, 0, "more than %d rows", MAX_RESULTS);
    for (int i = 0; i < c->row.n && !e; i++) {
        struct guerre_result *r = &f->result[i];
        const char *row = c->row.label[i], *loser = "", *band = "", *contact = "", *ground = "";
        const char *result = "", *enemy = "";

        e = st_chart_at(c, row, "loser", &loser, l->err);
        if (!e)
            e = st_chart_at(c, row, "band", &band, l->err);
        if (!e)
            e = st_chart_at(c, row, "enemy", &enemy, l->err);
        if (!e)
            e = st_chart_at(c, row, "contact", &contact, l->err);
        if (!e)
            e = st_chart_at(c, row, "ground", &ground, l->err);
        if (!e)
            e = st_chart_at(c, row, "result", &result, l->err);
        if (!e)
            e = types_of(l, c, i, enemy, &r->enemy);
        int type = find_name(st_span_of(loser), guerre_types, TYPES);
        int b = find_name(st_span_of(band), bands, 2),
            k = find_name(st_span_of(contact), contacts, 3);
        int res = find_name(st_span_of(result), results, 3);
        r->harsh = strcmp(ground, "harsh") == 0;
        if (!e && (type < 0 || b < 0 || k < 0 || res < 0 || (!r->harsh && strcmp(ground, "any"))))
            e = chart_bad(l, c, i, row);
        r->loser = (uint8_t)type;
        r->band = (uint8_t)b;
        r->contact = (uint8_t)k;
        r->result = (uint8_t)res;
    }
    f->nresults = c->row.n;
    for (int type = 0; type < TYPES && !e; type++) { /* 5.9.1, reading 28 */
        bool flees = false;

        for (int i = 0; i < f->nresults; i++)
            flees |= f->result[i].loser == type && f->result[i].result == RES_FLEE;
        if (flees != (f->flight_mm[type] > 0))
            e = st_fail(l->err, ST_ESYNTAX, l->out->chart[CHART_MOVEMENT]->where, 0,
                        flees ? "%s flees by the results and has no flight (5.9.1)"
                              : "%s never flees by the results and has a flight (5.9.1)",
                        guerre_types[type]);
    }
    /* 6.9: every loser and band ends with a row that always fits. */
    for (int type = 0; type < TYPES && !e; type++)
        for (int b = 0; b < 2 && !e; b++) {
            bool closed = false;

            for (int i = 0; i < f->nresults; i++)
                closed |= f->result[i].loser == type && f->result[i].band == b &&
                          f->result[i].contact == CONTACT_ANY && !f->result[i].harsh &&
                          f->result[i].enemy == (1u << TYPES) - 1;
            if (!closed)
                e = st_fail(l->err, ST_ESYNTAX, c->where, 0, "no last row for %s %s",
                            guerre_types[type], bands[b]);
        }
    return e;
}

static int load_pairs(struct loader *l)
{
    static const char *const recoils[] = { "PUSH", "THRU", "LOST", "CRUSH", "TURN" };
    static const char *const yes_no[] = { "N", "Y" };
    struct st_chart *rec = l->out->chart[CHART_RECOIL];
    struct st_chart *pass = l->out->chart[CHART_INTERPENETRATION];
    struct st_chart *repl = l->out->chart[CHART_REPLACEMENT];
    struct st_arena *a = &l->out->arena;
    int e = st_chart_bind_rows(rec, a, guerre_types, TYPES, l->err);

    if (!e)
        e = st_chart_bind_cols(rec, a, guerre_types, TYPES, l->err);
    if (!e)
        e = st_chart_bind_cells(rec, recoils, 5, l->err);
    if (!e)
        e = st_chart_bind_rows(pass, a, guerre_types, CP, l->err); /* a camp never moves */
    if (!e)
        e = st_chart_bind_cols(pass, a, guerre_types, TYPES, l->err);
    if (!e)
        e = st_chart_bind_cells(pass, yes_no, 2, l->err);
    if (!e)
        e = st_chart_bind_cells(repl, yes_no, 2, l->err);
    for (int i = 0; i < TYPES && !e; i++)
        for (int k = 0; k < TYPES; k++) {
            l->f->recoil[i][k] = (uint8_t)st_chart_look(rec, i, k, NULL);
            l->f->passes[i][k] = i < CP && st_chart_look(pass, i, k, NULL);
        }
    for (int i = 0; i < repl->row.n && !e; i++)
        for (int k = 0; k < repl->col.n && !e; k++) {
            int in = find_name(st_span_of(repl->row.label[i]), guerre_types, TYPES);
            const char *col = repl->col.label[k];
            int by =
                strncmp(col, "by_", 3) ? -1 : find_name(st_span_of(col + 3), guerre_types, TYPES);

            if (in < 0 || by < 0)
                e = chart_bad(l, repl, i, in < 0 ? repl->row.label[i] : col);
            else
                l->f->replaces[in][by] = st_chart_value(repl, i, k);
        }
    return e;
}

static int load_terrain_chart(struct loader *l)
{
    static const char *const harsh_cells[] = { "no", "yes", "no (support only)" };
    const struct st_chart *c = l->out->chart[CHART_TERRAIN];
    struct guerre_plan *f = l->f;
    int e = ST_OK, v = 0;

    for (int i = 0; i < GROUNDS && !e; i++) {
        const char *name = guerre_kinds[i], *slow = "", *harsh = "", *sight = "", *forbidden = "";
        const char *overhead = "";
        bool line = i == FORT || i == BANK; /* nothing is hidden in it, nobody shoots from it */

        e = st_chart_at(c, name, "slow", &slow, l->err);
        if (!e)
            e = st_chart_at(c, name, "harsh", &harsh, l->err);
        if (!e)
            e = st_chart_at(c, name, "blocks_sight_and_command", &sight, l->err);
        if (!e)
            e = st_chart_at(c, name, "forbidden_to", &forbidden, l->err);
        if (!e)
            e = st_chart_at(c, name, "overhead_fire", &overhead, l->err);
        if (!e)
            e = number(l, CHART_TERRAIN, name, "cover", 0, 9, &v);
        if (!e)
            e = types_of(l, c, -1, slow, &f->slow[i]);
        if (!e)
            e = types_of(l, c, -1, forbidden, &f->forbidden[i]);
        if (!e)
            e = types_of(l, c, -1, overhead, &f->overhead[i]);
        if (e)
            break;
        int in_combat = find_name(st_span_of(harsh), harsh_cells, 3);
        f->cover[i] = (uint8_t)v;
        f->harsh[i] = in_combat == 1;
        f->unranked[i] = in_combat > 0;
        f->core[i] = strncmp(sight, "core", 4) == 0;
        f->crest[i] = strstr(sight, "crest") != NULL;
        if (in_combat < 0 || (i == FORT && in_combat == 1))
            e = chart_bad(l, c, -1, harsh);
        else if (line ? strcmp(sight, "no") != 0
                      : !f->core[i] && !f->crest[i] && strcmp(sight, "no"))
            e = chart_bad(l, c, -1, sight);
        else if (line && f->overhead[i])
            e = chart_bad(l, c, -1, overhead);
    }
    return e;
}

static int load_dice(struct loader *l)
{
    static const char *const yes_no[] = { "N", "Y" };
    int e = ST_OK, v = 0;

    for (int die = 1; die <= 6 && !e; die++) {
        char row[4];
        static const char *const flag[] = { "river_allowed", "remove3", "remove45", "dry" };
        uint8_t *to[] = { &l->f->dice[die].river, &l->f->dice[die].remove3,
                          &l->f->dice[die].remove45, &l->f->dice[die].dry };

        snprintf(row, sizeof row, "%d", die);
        e = number(l, CHART_TERRAIN_DICE, row, "pieces", 0, MAX_LAID, &v);
        l->f->dice[die].pieces = (uint8_t)v;
        if (!e)
            e = number(l, CHART_TERRAIN_DICE, row, "bridges", 0, MAX_LAID - 3, &v);
        l->f->dice[die].bridges = (uint8_t)v;
        for (int i = 0; i < 4 && !e; i++) {
            const char *text = "";

            e = st_chart_at(l->out->chart[CHART_TERRAIN_DICE], row, flag[i], &text, l->err);
            int yes = find_name(st_span_of(text), yes_no, 2);
            if (!e && yes < 0)
                e = chart_bad(l, l->out->chart[CHART_TERRAIN_DICE], -1, text);
            *to[i] = yes == 1;
        }
    }
    return e;
}

/* ---- army lists (5.15) ------------------------------------------------------------------- */

static int flags_of(struct loader *l, const char *where, int line, struct st_span text, bool *cinc,
                    bool *swiss)
{
    *cinc = *swiss = false;
    if (st_span_is(text, "-"))
        return ST_OK;
    while (text.len) {
        struct st_span word = st_span_cut(&text, '+');

        if (st_span_is(word, "cinc"))
            *cinc = true;
        else if (st_span_is(word, "swiss"))
            *swiss = true;
        else
            return st_fail(l->err, ST_ESYNTAX, where, line, "no flag `%.*s`: cinc, swiss or -",
                           (int)(word.len > 20 ? 20 : word.len), word.at);
    }
    return ST_OK;
}

static struct guerre_army *army_find(struct guerre_plan *f, const char *id)
{
    for (int i = 0; i < f->narmies; i++)
        if (strcmp(f->army[i].id, id) == 0)
            return &f->army[i];
    return NULL;
}

static int load_army_row(struct loader *l, int i)
{
    const struct st_chart *c = l->out->chart[CHART_ARMIES];
    const char *row = c->row.label[i], *id = "", *type = "", *grade = "", *flags = "", *name = "";
    int e = st_chart_at(c, row, "army", &id, l->err);

    if (!e)
        e = st_chart_at(c, row, "type", &type, l->err);
    if (!e)
        e = st_chart_at(c, row, "grade", &grade, l->err);
    if (!e)
        e = st_chart_at(c, row, "flags", &flags, l->err);
    if (!e)
        e = st_chart_at(c, row, "name", &name, l->err);
    if (e)
        return e;
    struct guerre_army *a = army_find(l->f, id);
    if (!a)
        return st_fail(l->err, ST_ESYNTAX, c->where, c->line[i], "army `%s` has no rout level", id);
    if (a->n == MAX_ARMY)
        return st_fail(l->err, ST_ELIMIT, c->where, c->line[i],
                       "army %s has more than %d elements (5.15.1)", id, MAX_ARMY);
    int ty = find_name(st_span_of(type), guerre_types, TYPES);
    int gr = find_name(st_span_of(grade), guerre_grades, GRADES);
    if (ty < 0 || ty == CP || gr < 0)
        return st_fail(l->err, ST_ESYNTAX, c->where, c->line[i], "no element `%s %s`", type, grade);
    struct guerre_element *x = &a->element[a->n];
    *x = (struct guerre_element){ .type = (uint8_t)ty, .grade = (uint8_t)gr };
    a->name[a->n++] = name;
    e = flags_of(l, c->where, c->line[i], st_span_of(flags), &x->cinc, &x->swiss);
    if (!e && x->swiss && gr == RECRUITS)
        e = st_fail(l->err, ST_ESYNTAX, c->where, c->line[i],
                    "there are no Swiss recruits (5.1.13)");
    return e;
}

static int load_armies(struct loader *l)
{
    const struct st_chart *levels = l->out->chart[CHART_LEVELS];
    const struct st_chart *c = l->out->chart[CHART_ARMIES];
    int e = ST_OK, v = 0;

    if (levels->row.n > MAX_ARMIES)
        return st_fail(l->err, ST_ELIMIT, levels->where, 0, "more than %d armies", MAX_ARMIES);
    for (int i = 0; i < levels->row.n && !e; i++) {
        struct guerre_army *a = &l->f->army[l->f->narmies++];

        a->id = levels->row.label[i];
        e = st_chart_at(levels, a->id, "names", &a->title, l->err);
        if (!e)
            e = number(l, CHART_LEVELS, a->id, "rout_level", 1, 40, &v);
        a->rout = v;
    }
    for (int i = 0; i < c->row.n && !e; i++)
        e = load_army_row(l, i);
    for (int i = 0; i < l->f->narmies && !e; i++) {
        const struct guerre_army *a = &l->f->army[i];
        int cincs = 0;

        e = number(l, CHART_LEVELS, a->id, "reserve", 0, MAX_ARMY, &v);
        if (!e && v != guerre_reserve(a->n))
            e = st_fail(l->err, ST_ESYNTAX, levels->where, 0,
                        "army %s keeps back a quarter, %d elements, not %d (5.14.2)", a->id,
                        guerre_reserve(a->n), v);
        if (e)
            break;

        e = number(l, CHART_LEVELS, a->id, "elements", 1, MAX_ARMY, &v);
        if (!e && v != a->n)
            e = st_fail(l->err, ST_ESYNTAX, c->where, 0,
                        "army %s has %d elements, its level says %d", a->id, a->n, v);
        for (int k = 0; k < a->n; k++)
            cincs += a->element[k].cinc;
        if (!e && cincs != 1)
            e = st_fail(l->err, ST_ESYNTAX, c->where, 0, "army %s has %d commanders", a->id, cincs);
    }
    return e;
}

/* ---- the scenario file ------------------------------------------------------------------- */

struct record { /* a line cut at its tabs */
    struct st_span field[FIELDS_MAX];
    int n;
};

static int want(struct loader *l, const struct record *r, int n)
{
    if (r->n == n)
        return ST_OK;
    return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->line, "%d fields, `%.*s` has %d", r->n,
                   (int)r->field[0].len, r->field[0].at, n);
}

static int read_int(struct loader *l, struct st_span s, int lo, int hi, const char *what, int *out)
{
    if (st_span_int(s, lo, hi, out))
        return ST_OK;
    return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->line,
                   "%s `%.*s` is not a number from %d to %d", what, (int)(s.len > 20 ? 20 : s.len),
                   s.at, lo, hi);
}

static int read_word(struct loader *l, struct st_span s, const char *const *names, int n,
                     const char *what, int *out)
{
    char word[40], near[160] = "";

    *out = find_name(s, names, n);
    if (*out >= 0)
        return ST_OK;
    if (st_span_copy(s, word, sizeof word))
        st_suggest(near, sizeof near, word, names, n);
    return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->line, "no %s `%.*s`%s%s", what,
                   (int)(s.len > 30 ? 30 : s.len), s.at, near[0] ? "; " : "", near);
}

static const char *const captains[] = { "-", "pursuer" };
static const char *const captain_titles[] = { "pursues on a 6", "always pursues" };

static int read_captain(struct loader *l, struct st_span s, bool *pursuer)
{
    int which = 0, e = read_word(l, s, captains, 2, "captain's flag", &which);

    *pursuer = which == 1;
    return e;
}

static int read_side(struct loader *l, const struct record *r)
{
    static const char *const edges[] = { "north", "south" }, *const order[] = { "first", "second" };
    int i = l->nsides, e = want(l, r, 8), edge, who, rout;
    bool pursuer;

    if (!e && i == ST_SIDES)
        e = bad(l, "%s", "a third side");
    if (!e)
        e = keep(l, r->field[1], &l->side[i]);
    if (!e)
        e = keep(l, r->field[2], &l->side_title[i]);
    if (!e)
        e = read_word(l, r->field[3], edges, 2, "edge", &edge);
    if (!e)
        e = read_word(l, r->field[4], order, 2, "order of play", &who);
    if (!e)
        e = read_int(l, r->field[5], 1, 99, "rout level", &rout);
    if (!e)
        e = read_captain(l, r->field[6], &pursuer);
    if (e)
        return e;
    if (i && edge == l->f->edge[0])
        return bad(l, "%s", "both sides have the same edge");
    if (i && (who == 0) == (l->f->first == 0))
        return bad(l, "%s", "one side is first, the other second");
    l->f->edge[i] = (uint8_t)edge;
    l->f->rout[i] = (uint8_t)rout;
    l->f->pursuer[i] = pursuer;
    if (who == 0)
        l->f->first = i;
    else if (i == 0)
        l->f->first = 1;
    l->nsides++;
    return ST_OK;
}

static int read_pose(struct loader *l, const struct st_span *s, struct st_pose *out)
{
    int x, y, h, e = read_int(l, s[0], -COORD_MAX, COORD_MAX, "x", &x);

    if (!e)
        e = read_int(l, s[1], -COORD_MAX, COORD_MAX, "y", &y);
    if (!e)
        e = read_int(l, s[2], 0, ST_TURN - 1, "heading", &h);
    if (!e)
        *out = (struct st_pose){ .at = st_point_mm(x, y), .facing = (int16_t)h };
    return e;
}

static int read_terrain(struct loader *l, const struct record *r)
{
    struct guerre_plan *f = l->f;
    struct st_pose pose;
    int e = want(l, r, 8), kind, w, d;

    if (!e && f->npieces == MAX_PIECES)
        return st_fail(l->err, ST_ELIMIT, l->sc->where, l->line, "more than %d pieces", MAX_PIECES);
    if (!e)
        e = keep(l, r->field[1], &l->piece[f->npieces]);
    if (!e)
        e = read_word(l, r->field[2], guerre_kinds, KINDS, "terrain", &kind);
    if (!e)
        e = read_pose(l, &r->field[3], &pose);
    if (!e)
        e = read_int(l, r->field[6], 1, TABLE_MAX, "width", &w);
    if (!e)
        e = read_int(l, r->field[7], kind == FORT ? 0 : 1, kind == FORT ? 0 : TABLE_MAX, "depth",
                     &d);
    if (!e && kind == FORT && w > 160)
        e = bad(l, "%s", "a fortification is at most 160 mm long (5.12.9)");
    if (e)
        return e;
    l->piece_line[f->npieces] = l->line;
    f->piece[f->npieces++] = (struct guerre_piece){
        { pose, -w * ST_MM / 2, w * ST_MM / 2, -d * ST_MM / 2, d * ST_MM / 2 }, (uint8_t)kind
    };
    return ST_OK;
}

static int add_element(struct loader *l, const struct guerre_element *x, const char *name,
                       const char *title)
{
    struct guerre_plan *f = l->f;
    int i = f->nelements;

    if (i == MAX_ELEMENTS)
        return st_fail(l->err, ST_ELIMIT, l->sc->where, l->line, "more than %d elements",
                       MAX_ELEMENTS);
    if (strcmp(name, "N") == 0)
        return bad(l, "%s", "no element can be called N: `fight N` means not to fight on");
    if (x->cinc && f->cinc[x->side] >= 0)
        return bad(l, "%s", "a second commander of one side");
    if (x->cinc && x->type == CP)
        return bad(l, "%s", "a camp is no commander");
    if (x->swiss && x->grade == RECRUITS)
        return bad(l, "%s", "there are no Swiss recruits (5.1.13)");
    if (x->cinc)
        f->cinc[x->side] = i;
    f->element[i] = *x;
    l->name[i] = name;
    l->title[i] = title;
    l->element_line[i] = l->line;
    f->of_side[x->side] |= bit(i);
    if (x->type == CP)
        f->camps |= bit(i);
    f->nelements++;
    return ST_OK;
}

static int read_element(struct loader *l, const struct record *r)
{
    struct guerre_element x = { 0 };
    const char *name, *title;
    int e = want(l, r, 10), side, type, grade;

    if (!e && l->nsides < ST_SIDES)
        e = bad(l, "%s", "the sides come before the elements");
    if (!e)
        e = keep(l, r->field[1], &name);
    if (!e)
        e = read_word(l, r->field[2], l->side, ST_SIDES, "side", &side);
    if (!e)
        e = read_word(l, r->field[3], guerre_types, TYPES, "type", &type);
    if (!e)
        e = read_word(l, r->field[4], guerre_grades, GRADES, "grade", &grade);
    if (!e)
        e = flags_of(l, l->sc->where, l->line, r->field[5], &x.cinc, &x.swiss);
    if (!e)
        e = read_pose(l, &r->field[6], &x.pose);
    if (!e)
        e = keep(l, r->field[9], &title);
    if (e)
        return e;
    x.side = (uint8_t)side;
    x.type = (uint8_t)type;
    x.grade = (uint8_t)grade;
    return add_element(l, &x, name, title);
}

/* The subject is an element of a later line perhaps: names are resolved at the end. */
static int read_special(struct loader *l, const struct record *r, struct st_span *powder)
{
    static const char *const codes[] = { "powder", "cannonade", "dusk" };
    int e = want(l, r, 6), code, n;

    if (!e)
        e = read_word(l, r->field[2], codes, 3, "special", &code);
    if (!e && code < 2)
        e = read_int(l, r->field[4], 0, code == 0 ? 6 : 99, "number", &n);
    if (e)
        return e;
    if (code == 0) {
        *powder = r->field[3];
        l->f->powder_number = n;
    } else if (code == 1) {
        l->f->cannonade = n;
    }
    return ST_OK;
}

static int read_limit(struct loader *l, const struct record *r, struct st_span *winner)
{
    l->limit = true;
    if (r->n == 2 && st_span_is(r->field[1], "draw_by_losses")) {
        l->f->limit = LIMIT_LOSSES;
        return ST_OK;
    }
    if (r->n == 3 && st_span_is(r->field[1], "win")) {
        l->f->limit = LIMIT_WIN;
        *winner = r->field[2];
        return ST_OK;
    }
    return bad(l, "%s", "the limit is `win SIDE` or `draw_by_losses`");
}

static const char *const roles[] = { "A", "B", "dice", "encounter" };
static const char *const role_titles[] = { "the first side", "the second side", "rolled for",
                                           "encounter battle" };

static int read_roles(struct loader *l, struct st_span s)
{
    int v, e = read_word(l, s, roles, 4, "roles", &v);

    if (e)
        return e;
    l->f->roles = v == 2 ? ROLES_DICE : v == 3 ? ROLES_ENCOUNTER : ROLES_GIVEN;
    l->f->attacker = v == 1;
    return ST_OK;
}

/* Section 7: what one may read the other way, ours first. */
static const char *const harsh_words[] = { "destroys", "recoils" };
static const char *const harsh_titles[] = { "it is destroyed", "it recoils as in the open" };
static const char *const fire_words[] = { "must", "may" };
static const char *const fire_titles[] = { "must fire", "may hold its fire" };
static const char *const reply_words[] = { "choice", "must" };
static const char *const reply_titles[] = { "if its owner likes",
                                            "always, guns if their owner likes" };
static const char *const forlorn_words[] = { "firing", "shooting" };
static const char *const forlorn_titles[] = { "when it fires or replies", "under fire too" };
static const char *const zone_words[] = { "whole", "behind" };
static const char *const zone_titles[] = { "over its whole width", "behind whoever stands in it" };
static const char *const support_words[] = { "target", "row" };
static const char *const support_titles[] = { "needs the target himself",
                                              "needs a place in the row" };

static const struct {
    const char *key, *title, *para;
    const char *const *word, *const *called;
} readings[READINGS] = {
    [READING_HARSH_FIRE] = { "fire_in_difficult", "Beaten by fire in difficult ground", "5.6.16",
                             harsh_words, harsh_titles },
    [READING_HOLD_FIRE] = { "fire", "Whoever has a target", "5.6.2", fire_words, fire_titles },
    [READING_REPLIES] = { "replies", "Whoever is fired at replies", "5.6.11", reply_words,
                          reply_titles },
    [READING_FORLORN] = { "forlorn_hope", "A forlorn hope counts 2", "5.6.12", forlorn_words,
                          forlorn_titles },
    [READING_ZONES] = { "zone", "A zone of control is cut", "5.3.9", zone_words, zone_titles },
    [READING_SUPPORT] = { "support", "Who supports fire from beside", "5.6.10", support_words,
                          support_titles },
};

static int read_reading(struct loader *l, int i, struct st_span s)
{
    char what[40];
    int way = 0;

    snprintf(what, sizeof what, "reading of %s", readings[i].key);
    int e = read_word(l, s, readings[i].word, 2, what, &way);
    l->f->reading[i] = (uint8_t)way;
    return e;
}

static int read_named_reading(struct loader *l, const struct record *r)
{
    const char *keys[READINGS];
    int which = 0, e = want(l, r, 3);

    for (int i = 0; i < READINGS; i++)
        keys[i] = readings[i].key;
    if (!e)
        e = read_word(l, r->field[1], keys, READINGS, "reading", &which);
    return e ? e : read_reading(l, which, r->field[2]);
}

static int read_record(struct loader *l, const struct record *r, struct st_span *powder,
                       struct st_span *winner)
{
    static const char *const kinds[] = { "scenario", "title",   "table",   "turns",   "limit",
                                         "side",     "terrain", "element", "special", "army",
                                         "roles",    "reading", "blurb" };
    int kind, a, b, e = read_word(l, r->field[0], kinds, 13, "record", &kind);

    if (e)
        return e;
    switch (kind) {
    case 0:
        return want(l, r, 2);
    case 1:
        e = want(l, r, 2);
        return e ? e : keep(l, r->field[1], &l->out->title);
    case 2:
        e = want(l, r, 3);
        if (!e)
            e = read_int(l, r->field[1], TABLE_MIN, TABLE_MAX, "width", &a);
        if (!e)
            e = read_int(l, r->field[2], TABLE_MIN, TABLE_MAX, "height", &b);
        if (!e) {
            l->f->width = a * ST_MM;
            l->f->height = b * ST_MM;
        }
        l->table = true;
        return e;
    case 3:
        l->turns = true;
        e = want(l, r, 2);
        return e ? e : read_int(l, r->field[1], 0, TURNS_MAX, "turns", &l->f->turns);
    case 4:
        return read_limit(l, r, winner);
    case 5:
        return read_side(l, r);
    case 6:
        return read_terrain(l, r);
    case 7:
        return read_element(l, r);
    case 8:
        return read_special(l, r, powder);
    case 9:
        e = want(l, r, 3);
        if (!e && !st_span_is(r->field[1], "A") && !st_span_is(r->field[1], "B"))
            e = bad(l, "%s", "an army belongs to A or B");
        return e ? e : keep(l, r->field[2], &l->army[st_span_is(r->field[1], "B")]);
    case 10:
        e = want(l, r, 2);
        return e ? e : read_roles(l, r->field[1]);
    case 11:
        return read_named_reading(l, r);
    default:
        e = want(l, r, 2);
        return e ? e : keep(l, r->field[1], &l->out->blurb);
    }
}

static int read_lines(struct loader *l, struct st_span *powder, struct st_span *winner)
{
    struct st_line_reader r = { l->sc->text.at, l->sc->text.at + l->sc->text.len, 0 };
    struct st_span line;
    int e = st_text_check(l->sc->text.at, l->sc->text.len, l->sc->where, l->err);

    while (!e && st_line_next(&r, &line)) {
        struct record rec = { .n = 0 };

        l->line = r.line;
        if (line.len == 0 || line.at[0] == '#' || st_span_trim(line).len == 0)
            continue;
        for (bool more = true; more && !e;) {
            size_t before = line.len;
            struct st_span cell = st_span_cut(&line, '\t');

            more = cell.len < before;
            if (rec.n == FIELDS_MAX)
                e = bad(l, "%s", "more than ten fields");
            else
                rec.field[rec.n++] = st_span_trim(cell);
        }
        if (!e)
            e = read_record(l, &rec, powder, winner);
    }
    l->line = 0;
    return e;
}

/* Keys the caller gave: they win over the file. */
static int read_given(struct loader *l)
{
    enum { OTHERS = 6 };
    const char *keys[OTHERS + READINGS] = { "turns", "army.A",    "army.B",
                                            "roles", "captain.A", "captain.B" };
    int e = ST_OK;

    for (int i = 0; i < READINGS; i++)
        keys[OTHERS + i] = readings[i].key;
    for (int i = 0; i < l->sc->ngiven && !e; i++) {
        const struct st_entry *g = &l->sc->given[i];
        int key;

        l->line = g->line;
        e = read_word(l, st_span_of(g->key), keys, OTHERS + READINGS, "key", &key);
        if (!e && key >= OTHERS)
            e = read_reading(l, key - OTHERS, st_span_of(g->value));
        else if (!e && key == 0)
            e = read_int(l, st_span_of(g->value), 0, TURNS_MAX, "turns", &l->f->turns);
        else if (!e && key >= 4)
            e = read_captain(l, st_span_of(g->value), &l->f->pursuer[key - 4]);
        else if (!e && !l->army[0] && !l->army[1])
            e = bad(l, "`%s` belongs to open battles only", g->key);
        else if (!e && key == 3)
            e = read_roles(l, st_span_of(g->value));
        else if (!e)
            l->army[key - 1] = g->value;
    }
    l->line = 0;
    return e;
}

/* ---- an open battle: the elements of the lists ------------------------------------------- */

/* What people call the i-th of an army: where several bear one name, with a number. */
static int army_title(struct loader *l, const struct guerre_army *a, int i, const char **out)
{
    char text[160];
    int before = 0, in_all = 0;

    for (int k = 0; k < a->n; k++) {
        bool same = strcmp(a->name[k], a->name[i]) == 0;

        in_all += same;
        before += same && k < i;
    }
    *out = a->name[i];
    if (in_all == 1)
        return ST_OK;
    snprintf(text, sizeof text, "%s, %d", a->name[i], before + 1);
    return keep(l, st_span_of(text), out);
}

static int raise_army(struct loader *l, int side)
{
    const struct guerre_army *a = l->army[side] ? army_find(l->f, l->army[side]) : NULL;
    struct guerre_element camp = { .side = (uint8_t)side, .type = CP };
    int e = ST_OK;

    if (!a) {
        const char *ids[MAX_ARMIES];
        char near[160];

        for (int i = 0; i < l->f->narmies; i++)
            ids[i] = l->f->army[i].id;
        st_suggest(near, sizeof near, l->army[side] ? l->army[side] : "", ids, l->f->narmies);
        return st_fail(l->err, ST_EUSAGE, l->sc->where, 0, "no army `%.40s`%s%s",
                       l->army[side] ? l->army[side] : "", near[0] ? "; " : "", near);
    }
    l->side_title[side] = a->title;
    l->f->rout[side] = (uint8_t)a->rout;
    for (int i = 0; i <= a->n && !e; i++) {
        struct guerre_element x = i < a->n ? a->element[i] : camp;
        char name[16];
        const char *kept, *title = "Camp";

        x.side = (uint8_t)side;
        snprintf(name, sizeof name, "%c%d", 'A' + side, i + 1);
        e = keep(l, st_span_of(name), &kept);
        if (!e && i < a->n)
            e = army_title(l, a, i, &title);
        if (!e)
            e = add_element(l, &x, kept, title);
    }
    return e;
}

static int open_battle(struct loader *l)
{
    static const char *const sides[] = { "A", "B" };
    static const char *const laid[] = { "T1", "T2", "T3", "T4", "T5", "T6" };
    int e = ST_OK;

    if (l->nsides || l->f->nelements || l->f->npieces)
        return bad(l, "%s", "an open battle has no sides, terrain or elements of its own");
    if (l->f->width != OPEN_WIDTH * ST_MM || l->f->height != OPEN_HEIGHT * ST_MM)
        return bad(l, "%s", "an open battle is fought on a table of 900 by 600 mm (5.1.1)");
    l->f->open = true;
    l->nsides = ST_SIDES;
    for (int s = 0; s < ST_SIDES && !e; s++) {
        l->side[s] = sides[s];
        e = raise_army(l, s);
    }
    for (int i = 0; i < MAX_LAID; i++)
        l->piece[i] = laid[i];
    l->f->npiece_names = MAX_LAID;
    return e;
}

/* ---- what is on the table must be able to stand there ------------------------------------ */

static int pieces_fit(struct loader *l)
{
    const struct guerre_plan *f = l->f;

    for (int i = 0; i < f->npieces; i++) {
        const struct guerre_piece *a = &f->piece[i];

        if (!st_box_on(&a->box, f->width, f->height))
            return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->piece_line[i],
                           "%s is off the table", l->piece[i]);
        for (int k = 0; k < i; k++) {
            const struct guerre_piece *b = &f->piece[k];
            bool together = a->kind == FORT || b->kind == FORT ||
                            (a->kind == BRIDGE && b->kind == RIVER) ||
                            (b->kind == BRIDGE && a->kind == RIVER);

            if (!together && st_box_overlaps(&a->box, &b->box, TOLERANCE))
                return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->piece_line[i],
                               "%s overlaps %s by %d mm (5.13.3)", l->piece[i], l->piece[k],
                               mm_of(st_box_depth(&a->box, &b->box)));
        }
    }
    return ST_OK;
}

static int elements_fit(struct loader *l)
{
    const struct guerre_plan *f = l->f;
    struct guerre_pos pos = { .present = 0 };
    struct st_table t = { l->out, &pos, NULL };

    for (int i = 0; i < f->nelements; i++) {
        struct st_box a = base_at(f->element[i].pose, f->depth[f->element[i].type]);

        if (!st_box_on(&a, f->width, f->height))
            return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->element_line[i],
                           "%s is off the table (5.1.11)", l->name[i]);
        if (guerre_in_ground(&t, f->element[i].type, &a, f->forbidden))
            return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->element_line[i],
                           "%s stands on ground forbidden to it (5.3.13)", l->name[i]);
        for (int k = 0; k < i; k++) {
            struct st_box b = base_at(f->element[k].pose, f->depth[f->element[k].type]);

            if (st_box_overlaps(&a, &b, TOLERANCE))
                return st_fail(l->err, ST_ESYNTAX, l->sc->where, l->element_line[i],
                               "%s stands %d mm into %s (5.1.8)", l->name[i],
                               mm_of(st_box_depth(&a, &b)), l->name[k]);
        }
    }
    for (int s = 0; s < ST_SIDES; s++)
        if (!f->of_side[s])
            return bad(l, "side %s has no elements", l->side[s]);
    return ST_OK;
}

/* ---- what read_given takes, for forms ---------------------------------------------------- */

static int offer_choice(struct loader *l, const char *key, const char *title, const char *para,
                        const char *const *word, const char *const *called, int n, int value)
{
    return st_plan_option(l->out,
                          &(struct st_option){ key, title, para, ST_OPTION_CHOICE, .word = word,
                                               .called = called, .nwords = n, .value = value },
                          l->err);
}

static int offer_open(struct loader *l)
{
    static const char *const keys[] = { "army.A", "army.B" };
    static const char *const titles[] = { "Army of the first side", "Army of the second side" };
    const struct guerre_plan *f = l->f;
    const char **ids = st_arena_array(&l->out->arena, MAX_ARMIES, sizeof *ids);
    const char **names = st_arena_array(&l->out->arena, MAX_ARMIES, sizeof *names);
    int e = ST_OK;

    if (!ids || !names)
        return no_memory(l);
    for (int i = 0; i < f->narmies; i++) {
        ids[i] = f->army[i].id;
        names[i] = f->army[i].title;
    }
    for (int s = 0; s < ST_SIDES && !e; s++)
        e = offer_choice(l, keys[s], titles[s], "5.15.1", ids, names, f->narmies,
                         find_name(st_span_of(l->army[s]), ids, f->narmies));
    int role = f->roles == ROLES_DICE ? 2 : f->roles == ROLES_ENCOUNTER ? 3 : f->attacker;
    return e ? e : offer_choice(l, "roles", "Who attacks", "5.13.1", roles, role_titles, 4, role);
}

static int offer_options(struct loader *l)
{
    static const char *const keys[] = { "captain.A", "captain.B" };
    const struct guerre_plan *f = l->f;
    char title[160];
    int e = st_plan_option(l->out,
                           &(struct st_option){ "turns", "Length in turns, 0 without limit",
                                                "5.11.9", ST_OPTION_NUMBER, .lo = 0,
                                                .hi = TURNS_MAX, .value = f->turns },
                           l->err);

    if (!e && f->open)
        e = offer_open(l);
    for (int s = 0; s < ST_SIDES && !e; s++) {
        snprintf(title, sizeof title, "%s: a victorious commander",
                 f->open ? s ? "Second side" : "First side" : l->side_title[s]);
        e = offer_choice(l, keys[s], title, "5.11.3", captains, captain_titles, 2, f->pursuer[s]);
    }
    for (int i = 0; i < READINGS && !e; i++)
        e = offer_choice(l, readings[i].key, readings[i].title, readings[i].para, readings[i].word,
                         readings[i].called, 2, f->reading[i]);
    return e;
}

/* ---- all of it --------------------------------------------------------------------------- */

static int load_charts(struct loader *l)
{
    int e = load_types(l);

    if (!e)
        e = load_factors(l);
    if (!e)
        e = load_results(l);
    if (!e)
        e = load_pairs(l);
    if (!e)
        e = load_terrain_chart(l);
    if (!e)
        e = load_dice(l);
    return e ? e : load_armies(l);
}

static int resolve(struct loader *l, struct st_span powder, struct st_span winner)
{
    struct guerre_plan *f = l->f;

    if (!l->table || !l->turns || !l->limit)
        return bad(l, "no record `%s`", !l->table ? "table" : !l->turns ? "turns" : "limit");
    if (l->nsides < ST_SIDES)
        return bad(l, "%s", "two sides are needed");
    if (strcmp(l->side[0], l->side[1]) == 0)
        return bad(l, "both sides are called `%s`", l->side[0]);
    f->limit_winner = 0;
    if (f->limit == LIMIT_WIN) {
        int e = read_word(l, winner, l->side, ST_SIDES, "side", &f->limit_winner);

        if (e)
            return e;
    }
    f->powder = -1;
    if (powder.len) {
        int e = read_word(l, powder, l->name, f->nelements, "element", &f->powder);

        if (e)
            return e;
    }
    return ST_OK;
}

static int name_all(struct loader *l)
{
    struct st_plan *out = l->out;
    struct guerre_plan *f = l->f;
    int npieces = f->open ? f->npiece_names : f->npieces;
    if (npieces == 0)
        l->piece[npieces++] = "T1"; /* a bare table: the notation still has a name to read */
    int e = st_plan_names(out, "element", l->name, l->title, f->nelements, l->err);
    const char **side = st_arena_array(&out->arena, ST_SIDES, sizeof *side);
    const char **title = st_arena_array(&out->arena, ST_SIDES, sizeof *title);

    if (!side || !title)
        return no_memory(l);
    memcpy(side, l->side, ST_SIDES * sizeof *side);
    memcpy(title, l->side_title, ST_SIDES * sizeof *title);
    if (!e)
        e = st_plan_names(out, "piece", l->piece, NULL, npieces, l->err);
    if (!e)
        e = st_plan_names(out, "kind", guerre_kinds, NULL, KINDS, l->err);
    if (!e)
        e = st_plan_names(out, "side", side, title, ST_SIDES, l->err);
    out->table = (struct st_point){ f->width, f->height };
    out->side[0] = side[0];
    out->side[1] = side[1];
    f->element_name = l->name;
    f->piece_name = l->piece;
    f->npiece_names = npieces;
    return e;
}

int guerre_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct loader l = { .out = out, .sc = sc, .err = err };
    struct st_span powder = { "", 0 }, winner = { "", 0 };

    l.f = st_plan_own(out);
    l.name = st_arena_array(&out->arena, MAX_ELEMENTS, sizeof *l.name);
    l.title = st_arena_array(&out->arena, MAX_ELEMENTS, sizeof *l.title);
    l.piece = st_arena_array(&out->arena, MAX_PIECES, sizeof *l.piece);
    if (!l.name || !l.title || !l.piece)
        return no_memory(&l);
    l.f->cinc[0] = l.f->cinc[1] = l.f->powder = -1;
    l.f->roles = ROLES_DICE;

    int e = load_charts(&l);
    if (!e)
        e = read_lines(&l, &powder, &winner);
    if (!e)
        e = read_given(&l);
    if (!e && (l.army[0] || l.army[1]))
        e = open_battle(&l);
    if (!e)
        e = resolve(&l, powder, winner);
    if (!e)
        e = pieces_fit(&l);
    if (!e && !l.f->open)
        e = elements_fit(&l);
    if (!e)
        e = name_all(&l);
    return e ? e : offer_options(&l);
}
