/* honour_plan.c - map and scenarios into a plan (Part 9); the charts: honour_charts.c.
 *
 * ID.txt: sections in brackets. [scenario] holds `key = value` lines (id title inherit map
 * play_area turns first_turn_date turn_days ap_turns interphase_turns weather first_side side_A
 * side_B options special blurb); the other sections hold one record a line, fields separated by `|`; lines that
 * begin with # are comments; [special] and [victory] are prose, carried out by the rules named in
 * `special = bicocca | pavia | relief | none` (without it the id decides). `inherit` takes from the
 * other file every section that is not restated; of [places], [capitani] and [units] only the
 * records restated change: capitani also as id|force|ap, units also as id|sp|force.
 */
#include "honour/honour.h"

#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const honour_types[] = { "GEN", "HCV", "LCV", "STR", "SWI", "LAN",
                                     "FIR", "INF", "ENG", "ART", "SAR", NULL };
const char *const honour_weathers[] = { "Fair", "Rain", "Mud", "Snow", "Heat", "Frost", NULL };
const char *const honour_orders[] = { "none",   "Garrison", "Stand", "Manoeuvre",
                                      "Attack", "Retreat",  NULL };
const char *const honour_chits[] = { "formation",    "muster",   "reserve",
                                     "artillery",    "charge",   "combined",
                                     "coordination", "firearms", "earthworks",
                                     "river",        NULL };
const char *const honour_terrains[] = {
    "CLR", "MAR", "HEA", "SWA", "WOO", "HIL", "MOU", "LAK", NULL
};
const char *const honour_reliabilities[] = { "V", "S", "N", "R", NULL };
const char *const honour_checks[] = { "P", "F", "FF", "D", "D*", NULL };
const char *const honour_forces[] = { "FA1", "FA2", "FA3", "FA4", "FA5", "FA6", "FA7",
                                      "FA8", "FA9", "FB1", "FB2", "FB3", "FB4", "FB5",
                                      "FB6", "FB7", "FB8", "FB9", NULL };
const char *const honour_places[] = { "TWN", "FTN", "CIT", NULL };

static const char *const looks[] = { "clear", "marsh", "heath",    "swamp",
                                     "woods", "hill",  "mountain", "lake" };
static const char *const side_names[] = { "A", "B" };

enum {
    SEC_SCENARIO,
    SEC_SOURCES,
    SEC_NOMINAL,
    SEC_REGIONS,
    SEC_PLACES,
    SEC_EARTHWORKS,
    SEC_SIEGE,
    SEC_CAPITANI,
    SEC_UNITS,
    SEC_FORCES,
    SEC_REINFORCEMENTS,
    SEC_SPECIAL,
    SEC_VICTORY,
    SECTIONS
};
static const char *const sections[] = { "scenario", "sources",    "nominal_ap",     "regions",
                                        "places",   "earthworks", "siege",          "capitani",
                                        "units",    "forces",     "reinforcements", "special",
                                        "victory" };
enum { RECORDS_MAX = 512, FIELDS_MAX = 9, INHERIT_MAX = 4 };

struct record {
    const char *where;
    int line, section, n;
    struct st_span field[FIELDS_MAX];
    bool from_base;
};

struct loader { /* what the loading functions hand to each other */
    struct st_plan *out;
    struct st_scenario *sc;
    struct honour_plan *f;
    struct st_error *err;
    struct record *record;
    int nrecords;
    const char **unit, **cap, **place, **region, **source, **unit_title, **cap_title;
    uint8_t paid[MAX_CAPS]; /* the last turn whose nominal AP are known */
};

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

__attribute__((format(printf, 3, 4))) static int bad(struct loader *l, const struct record *r,
                                                     const char *fmt, ...)
{
    char text[256];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return st_fail(l->err, ST_ESYNTAX, r->where, r->line, "%s", text);
}

/* ---- sections ---------------------------------------------------------------------------- */

static int add_record(struct loader *l, const char *where, int line, int section,
                      struct st_span text, bool base)
{
    if (l->nrecords == RECORDS_MAX)
        return st_fail(l->err, ST_ELIMIT, where, line, "more than %d records", RECORDS_MAX);

    struct record *r = &l->record[l->nrecords];
    *r = (struct record){ .where = where, .line = line, .section = section, .from_base = base };
    if (section == SEC_SPECIAL || section == SEC_VICTORY) { /* prose */
        r->field[r->n++] = text;
    } else {
        char sep = section == SEC_SCENARIO ? '=' : '|';
        struct st_span rest = text;
        bool more = true;

        while (more) {
            size_t before = rest.len;
            struct st_span part = st_span_cut(&rest, sep);

            more = part.len < before;
            if (r->n == FIELDS_MAX)
                return st_fail(l->err, ST_ESYNTAX, where, line, "more than %d fields", FIELDS_MAX);
            r->field[r->n++] = st_span_trim(part);
            if (section == SEC_SCENARIO && more) {
                r->field[r->n++] = st_span_trim(rest);
                more = false;
            }
        }
        if (section == SEC_SCENARIO && (r->n != 2 || !r->field[0].len))
            return st_fail(l->err, ST_ESYNTAX, where, line, "not `key = value`: %.*s",
                           (int)least((int)text.len, 60), text.at);
    }
    l->nrecords++;
    return ST_OK;
}

/* Is this record of a base file replaced by what stands already? */
static bool restated(const struct loader *l, int n, int section, struct st_span first,
                     struct record **with)
{
    bool by_record = section == SEC_PLACES || section == SEC_CAPITANI || section == SEC_UNITS;

    for (int i = 0; i < n; i++) {
        if (l->record[i].section != section)
            continue;
        if (!by_record)
            return true;
        if (l->record[i].field[0].len == first.len &&
            memcmp(l->record[i].field[0].at, first.at, first.len) == 0) {
            *with = &l->record[i];
            return true;
        }
    }
    return false;
}

/* A short line of [capitani] or [units] is filled up from the base file's record. */
static void fill_up(struct record *r, const struct record *base)
{
    struct st_span second = r->field[1], third = r->field[2];

    if (r->n != 3 || base->n < 8)
        return;
    int line = r->line;
    const char *where = r->where;
    int section = r->section;
    *r = *base;
    r->line = line;
    r->where = where;
    r->section = section;
    r->from_base = false;
    if (section == SEC_CAPITANI) { /* id|force|ap */
        r->field[7] = second;
        r->field[8] = third;
    } else { /* id|sp|force */
        r->field[4] = second;
        r->field[7] = third;
    }
}

static int read_sections(struct loader *l, struct st_span text, const char *where, int depth)
{
    struct st_line_reader r = { text.at, text.at + text.len, 0 };
    int before = l->nrecords, section = -1, e = st_text_check(text.at, text.len, where, l->err);
    struct st_span line, base = { "", 0 };
    int base_line = 0;

    while (!e && st_line_next(&r, &line)) {
        line = st_span_trim(line);
        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (line.at[0] == '[') {
            struct st_span name = { line.at + 1, line.len - 2 };

            section = line.at[line.len - 1] == ']' ? find_name(name, sections, SECTIONS) : -1;
            if (section < 0)
                e = st_fail(l->err, ST_ESYNTAX, where, r.line, "no section `%.*s`",
                            (int)least((int)line.len, 60), line.at);
            else if (depth == 0 &&
                     section != SEC_SCENARIO) /* even empty it hides the base file's */
                e = add_record(l, where, r.line, section, (struct st_span){ "", 0 }, false);
            continue;
        }
        if (section < 0) {
            e = st_fail(l->err, ST_ESYNTAX, where, r.line,
                        "a section such as [scenario] comes first");
            continue;
        }
        struct record *with = NULL;
        struct st_span rest = line, first = st_span_trim(st_span_cut(&rest, '|'));
        if (section == SEC_SCENARIO) {
            struct st_span value = line, key = st_span_trim(st_span_cut(&value, '='));

            if (st_span_is(key, "inherit")) {
                base = st_span_trim(value);
                base_line = r.line;
            }
            if (depth > 0)
                continue;
        }
        if (depth > 0 && restated(l, before, section, first, &with)) {
            if (with) {
                int at = l->nrecords;

                e = add_record(l, where, r.line, section, line, true);
                if (!e)
                    fill_up(with, &l->record[at]);
                l->nrecords = at;
            }
            continue;
        }
        e = add_record(l, where, r.line, section, line, depth > 0);
    }
    if (!e && base.len) {
        char name[96];
        struct st_span more;
        const char *more_where;

        if (depth + 1 >= INHERIT_MAX)
            return st_fail(l->err, ST_ESYNTAX, where, base_line,
                           "`inherit` goes round, or too deep");
        if (!st_span_copy(base, name, sizeof name))
            return st_fail(l->err, ST_ESYNTAX, where, base_line, "name too long");
        e = st_scenario_part(l->sc, name, &more, &more_where, l->err);
        if (!e)
            e = read_sections(l, more, more_where, depth + 1);
    }
    return e;
}

/* The keys of [scenario] where the common functions find them; what the caller gave wins. */
static int read_keys(struct loader *l)
{
    static const char *const known[] = { "id",
                                         "title",
                                         "inherit",
                                         "map",
                                         "play_area",
                                         "turns",
                                         "first_turn_date",
                                         "turn_days",
                                         "ap_turns",
                                         "interphase_turns",
                                         "weather",
                                         "first_side",
                                         "side_A",
                                         "side_B",
                                         "options",
                                         "readings",
                                         "special",
                                         "blurb" };
    struct st_scenario *sc = l->sc;
    int n = sizeof known / sizeof known[0];

    sc->entry =
        st_arena_array(&l->out->arena, (size_t)(l->nrecords + sc->ngiven) + 1, sizeof *sc->entry);
    sc->asked =
        st_arena_array(&l->out->arena, (size_t)(l->nrecords + sc->ngiven) + 1, sizeof *sc->asked);
    if (!sc->entry || !sc->asked)
        return no_memory(l);
    for (int i = 0; i < sc->ngiven; i++)
        sc->entry[sc->nentries++] = sc->given[i];
    for (int i = 0; i < l->nrecords; i++) {
        const struct record *r = &l->record[i];

        if (r->section != SEC_SCENARIO)
            continue;
        struct st_entry *e = &sc->entry[sc->nentries];
        *e = (struct st_entry){ keep(l, r->field[0]), keep(l, r->field[1]), r->line };
        if (!e->key || !e->value)
            return no_memory(l);
        const struct st_entry *old = st_scenario_find(sc, e->key);
        if (old && old->line)
            return bad(l, r, "`%s` stands on line %d already", e->key, old->line);
        sc->nentries += !old;
    }
    for (int i = 0; i < sc->nentries; i++) {
        sc->asked[i] = true; /* an inherited scenario may have no use for some of them */
        if (find_name(st_span_of(sc->entry[i].key), known, n) < 0) {
            char near[160];

            st_suggest(near, sizeof near, sc->entry[i].key, known, n);
            return st_scenario_bad(sc, &sc->entry[i], l->err, "no key `%s`%s%s", sc->entry[i].key,
                                   near[0] ? "; " : "", near);
        }
    }
    return ST_OK;
}

/* ---- map --------------------------------------------------------------------------------- */

enum {
    MAP_HEX,
    MAP_TERRAIN,
    MAP_REGION,
    MAP_KIND,
    MAP_PLACE,
    MAP_ROAD1,
    MAP_ROAD2,
    MAP_RIVER1,
    MAP_RIVER2,
    MAP_FERRY,
    MAP_COLS
};
static const char *const map_cols[] = {
    "hex",          "terrain",        "region",        "place_kind",      "place",
    "road_primary", "road_secondary", "river_primary", "river_secondary", "ferry"
};

struct map {
    struct st_tsv t;
    int col[MAP_COLS];
    uint8_t side[5][ST_HEX_MAX]; /* directions as bits, for each of the five lists */
    int line[ST_HEX_MAX];
};

static int map_size(struct loader *l, struct map *m)
{
    int cols = 0, rows = 0, v;

    for (int r = 0; r < m->t.nrows; r++) {
        struct st_span s = st_tsv_at(&m->t, r, m->col[MAP_HEX]);

        if (s.len != 4 || !st_span_int(s, 101, 9999, &v))
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->t.line[r],
                           "`%.*s` is no hex: four digits, column then row", (int)s.len, s.at);
        cols = most(cols, v / 100);
        rows = most(rows, v % 100);
    }
    return st_hexgrid_make(&l->out->grid, &l->out->arena, cols, rows, m->t.where, 0, l->err);
}

static int read_dirs(struct loader *l, struct map *m, int r, int list, uint8_t *out)
{
    struct st_span s = st_tsv_at(&m->t, r, m->col[MAP_ROAD1 + list]);

    *out = 0;
    if (st_span_is(s, "-"))
        return ST_OK;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '1' || s.at[i] > '6' || *out & 1 << (s.at[i] - '1'))
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->t.line[r],
                           "column %s: directions 1 to 6, each once, or -",
                           map_cols[MAP_ROAD1 + list]);
        *out |= (uint8_t)(1 << (s.at[i] - '1'));
    }
    return ST_OK;
}

/* Names must be one word: blanks become underscores. */
static const char *one_word(struct loader *l, struct st_span s)
{
    char *text = st_arena_text(&l->out->arena, s.at, s.len);

    for (char *c = text; c && *c; c++)
        if (*c == ' ')
            *c = '_';
    return text;
}

static int find_word(struct st_span s, const char *const *names, int n)
{
    char text[64];

    if (!st_span_copy(s, text, sizeof text))
        return -1;
    for (char *c = text; *c; c++)
        if (*c == ' ')
            *c = '_';
    return find_name(st_span_of(text), names, n);
}

static int add_place(struct loader *l, struct map *m, int r, int hex)
{
    struct honour_plan *f = l->f;
    struct st_span kind = st_tsv_at(&m->t, r, m->col[MAP_KIND]);
    struct st_span name = st_tsv_at(&m->t, r, m->col[MAP_PLACE]);
    int k = find_name(kind, honour_places, PLACE_KINDS);

    f->place_at[hex] = -1;
    if (st_span_is(kind, "-"))
        return ST_OK;
    if (k < 0 || st_span_is(name, "-") || !name.len)
        return st_fail(l->err, ST_ESYNTAX, m->t.where, m->t.line[r],
                       "a Place is TWN, FTN or CIT and has a name");
    if (f->nplaces == MAX_PLACES)
        return st_fail(l->err, ST_ELIMIT, m->t.where, m->t.line[r], "more than %d Places",
                       MAX_PLACES);
    if (find_word(name, l->place, f->nplaces) >= 0)
        return st_fail(l->err, ST_ESYNTAX, m->t.where, m->t.line[r], "a second Place named %.*s",
                       (int)name.len, name.at);
    f->place[f->nplaces] = (struct honour_place){ (int16_t)hex, (uint8_t)k, CTRL_NONE, 0 };
    f->place_at[hex] = (int8_t)f->nplaces;
    l->place[f->nplaces] = one_word(l, name);
    return l->place[f->nplaces++] ? ST_OK : no_memory(l);
}

static int add_region(struct loader *l, struct map *m, int r, int hex)
{
    struct honour_plan *f = l->f;
    struct st_span name = st_tsv_at(&m->t, r, m->col[MAP_REGION]);
    int k = find_word(name, l->region, f->nregions);

    if (k < 0) {
        if (f->nregions == MAX_REGIONS || !name.len)
            return st_fail(l->err, ST_ELIMIT, m->t.where, m->t.line[r],
                           "no region, or more than %d of them", MAX_REGIONS);
        k = f->nregions++;
        f->key[k] = -1;
        l->region[k] = one_word(l, name);
        if (!l->region[k])
            return no_memory(l);
    }
    f->region[hex] = (uint8_t)k;
    return ST_OK;
}

static int load_map_rows(struct loader *l, struct map *m)
{
    struct honour_plan *f = l->f;
    int e = ST_OK;

    for (int r = 0; r < m->t.nrows && !e; r++) {
        int hex = -1, terrain = 0;

        if (!st_hex_parse(&l->out->grid, st_tsv_at(&m->t, r, m->col[MAP_HEX]), &hex) || hex < 0)
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->t.line[r], "no hex of the map");
        if (m->line[hex])
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->t.line[r],
                           "this hex stands on line %d already", m->line[hex]);
        m->line[hex] = m->t.line[r];
        e = st_tsv_name(&m->t, r, m->col[MAP_TERRAIN], honour_terrains, TERRAINS, &terrain, l->err);
        f->terrain[hex] = (uint8_t)terrain;
        if (!e)
            e = add_region(l, m, r, hex);
        if (!e)
            e = add_place(l, m, r, hex);
        for (int list = 0; list < 5 && !e; list++)
            e = read_dirs(l, m, r, list, &m->side[list][hex]);
    }
    for (int h = 0; h < f->nhexes && !e; h++)
        if (!m->line[h]) {
            char name[6];

            st_hex_name(&l->out->grid, h, name);
            e = st_fail(l->err, ST_ESYNTAX, m->t.where, 0, "hex %s is missing", name);
        }
    return e;
}

/* Every hexside is stated from both hexes, and alike. */
static int map_agrees(struct loader *l, const struct map *m)
{
    const struct st_hexgrid *g = &l->out->grid;

    for (int h = 0; h < l->f->nhexes; h++) {
        char name[6];

        st_hex_name(g, h, name);
        for (int list = 0; list < 5; list++)
            for (int d = 0; d < 6; d++) {
                int to = st_hex_step(g, h, d);

                if (!(m->side[list][h] & 1 << d))
                    continue;
                if (to < 0)
                    return st_fail(l->err, ST_ESYNTAX, m->t.where, m->line[h],
                                   "%s of %s leads off the map in direction %d",
                                   map_cols[MAP_ROAD1 + list], name, d + 1);
                if (!(m->side[list][to] & 1 << (d + 3) % 6)) {
                    char other[6];

                    st_hex_name(g, to, other);
                    return st_fail(
                        l->err, ST_ESYNTAX, m->t.where, m->line[h],
                        "%s has a %s in direction %d, its neighbour %s (line %d) has not", name,
                        map_cols[MAP_ROAD1 + list], d + 1, other, m->line[to]);
                }
            }
        if (m->side[2][h] & m->side[3][h])
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->line[h],
                           "a hexside of %s is both a Primary and a Secondary River", name);
        if (m->side[0][h] & m->side[1][h])
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->line[h],
                           "a road of %s is both Primary and Secondary", name);
        if (m->side[4][h] & ~m->side[2][h])
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->line[h],
                           "a ferry of %s where there is no Primary River", name);
        if (l->f->terrain[h] == LAKE && l->f->place_at[h] >= 0)
            return st_fail(l->err, ST_ESYNTAX, m->t.where, m->line[h], "a Place in a Lake");
    }
    return ST_OK;
}

/* "columns 11-19": the word and an ascending range within 1 to most. */
static bool read_range(struct st_span s, const char *word, int most, int *lo, int *hi)
{
    return st_span_is(st_span_word(&s), word) &&
           st_span_int(st_span_trim(st_span_cut(&s, '-')), 1, most, lo) &&
           st_span_int(s, *lo, most, hi);
}

/* "all", or "columns 11-19, rows 01-07" (2.5). */
static int load_area(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "play_area");
    struct st_span rest = st_span_of(e ? e->value : "all");
    int c0 = 1, c1 = l->out->grid.cols, r0 = 1, r1 = l->out->grid.rows;

    if (!st_span_is(rest, "all") &&
        (!read_range(st_span_cut(&rest, ','), "columns", c1, &c0, &c1) ||
         !read_range(st_span_trim(rest), "rows", r1, &r0, &r1)))
        return st_scenario_bad(l->sc, e, l->err, "`all`, or: columns 11-19, rows 01-07");
    l->out->window = (struct st_window){ (int16_t)(c0 - 1), (int16_t)(r0 - 1),
                                         (int16_t)(c1 - c0 + 1), (int16_t)(r1 - r0 + 1) };
    for (int c = c0; c <= c1; c++)
        for (int r = r0; r <= r1; r++)
            st_hexset_add(&l->f->area, st_hex_make(&l->out->grid, c, r));
    return ST_OK;
}

static void derive_costs(struct honour_plan *f)
{
    for (int at = 0; at < f->nhexes * 6; at++)
        for (int rain = 0; rain < 2; rain++) {
            int to = f->near[at], whole = f->base[at];

            if (whole != ST_HEX_SHUT)
                whole += f->side_cost[rain][f->side_kind[at]];
            f->cost[rain][0][at] = f->cost[rain][1][at] = (uint8_t)whole;
            if (to >= 0 && !f->road[at] &&
                (f->terrain[to] == WOOD || f->terrain[to] == SWAMP || f->terrain[to] == MOUNTAIN))
                f->cost[rain][1][at] = ST_HEX_SHUT; /* 7.6.2 */
        }
}

/* What is worked out once from the map: neighbours, prices of steps, zones (7.2, 7.8.1). */
static void derive_map(struct loader *l, const struct map *m)
{
    struct honour_plan *f = l->f;
    for (int h = 0; h < f->nhexes; h++)
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&l->out->grid, h, d), at = h * 6 + d;
            bool r1 = m->side[0][h] & 1 << d, r2 = m->side[1][h] & 1 << d;

            f->near[at] = -1;
            f->base[at] = ST_HEX_SHUT;
            f->side_kind[at] = SIDE_OPEN;
            if (m->side[2][h] & 1 << d)
                f->side_kind[at] = m->side[4][h] & 1 << d ? SIDE_FERRY : SIDE_PRIMARY;
            else if (m->side[3][h] & 1 << d)
                f->side_kind[at] = r1 || r2 ? SIDE_BRIDGE : SIDE_RIVER;
            f->road[at] = r1 || r2;
            if (to < 0 || !st_hexset_has(&f->area, h) || !st_hexset_has(&f->area, to)) {
                if (st_hexset_has(&f->area, h))
                    st_hexset_add(&f->border, h);
                continue;
            }
            f->near[at] = (int16_t)to;
            if (f->terrain[to] == LAKE || f->side_kind[at] == SIDE_PRIMARY)
                f->base[at] = ST_HEX_SHUT;
            else if (f->place_at[to] >= 0 && f->place[f->place_at[to]].kind != PLACE_TOWN)
                f->base[at] = (uint8_t)f->fort_cost;
            else
                f->base[at] = (uint8_t)(r1   ? f->road_cost[0]
                                        : r2 ? f->road_cost[1]
                                             : f->ground[f->terrain[to]].cost);
            if (f->side_kind[at] != SIDE_PRIMARY && f->side_kind[at] != SIDE_FERRY &&
                f->terrain[to] != LAKE)
                st_hexset_add(&f->zoc[h], to);
        }
    derive_costs(f);
}

static int draw_map(struct loader *l, const struct map *m)
{
    static const char *const places[PLACE_KINDS] = { "village", "town", "city" };
    struct honour_plan *f = l->f;
    struct st_cell *cell = st_arena_array(&l->out->arena, (size_t)f->nhexes, sizeof *cell);
    struct st_edge *edge = st_arena_array(&l->out->arena, (size_t)f->nhexes * 12, sizeof *edge);

    if (!cell || !edge)
        return no_memory(l);
    for (int h = 0; h < f->nhexes; h++) {
        int place = f->place_at[h];

        cell[h] = (struct st_cell){ .look = place >= 0 && f->place[place].kind != PLACE_TOWN
                                                ? "town"
                                                : looks[f->terrain[h]],
                                    .label = place >= 0 ? l->place[place] : "",
                                    .region = (uint8_t)(1 + f->region[h]),
                                    .place = place >= 0 ? places[f->place[place].kind] : NULL };
        for (int d = 0; d < 6; d++) {
            bool great = m->side[2][h] & 1 << d, main = m->side[0][h] & 1 << d;

            if ((m->side[0][h] | m->side[1][h]) & 1 << d)
                edge[l->out->nedges++] = (struct st_edge){
                    (int16_t)h, (uint8_t)d, main ? ST_EDGE_ROAD : ST_EDGE_LANE };
            if ((m->side[2][h] | m->side[3][h]) & 1 << d && d < 3)
                edge[l->out->nedges++] = (struct st_edge){
                    (int16_t)h, (uint8_t)d, great ? ST_EDGE_GREAT_RIVER : ST_EDGE_RIVER };
        }
    }
    l->out->cell = cell;
    l->out->edge = edge;
    l->out->region = l->region;
    l->out->nregions = f->nregions;
    return ST_OK;
}

static int load_map(struct loader *l)
{
    struct map *m = st_arena_get(&l->out->arena, sizeof *m);
    const char *name = NULL, *where;
    struct st_span text;

    if (!m)
        return no_memory(l);
    int e = st_scenario_text(l->sc, "map", &name, l->err);
    if (!e)
        e = st_scenario_part(l->sc, name, &text, &where, l->err);
    if (!e)
        e = st_tsv_parse(&m->t, &l->out->arena, text, where, l->err);
    for (int c = 0; c < MAP_COLS && !e; c++)
        e = st_tsv_col(&m->t, map_cols[c], &m->col[c], l->err);
    if (!e)
        e = map_size(l, m);
    if (!e)
        l->f->nhexes = st_hex_count(&l->out->grid);
    if (!e)
        e = load_map_rows(l, m);
    if (!e)
        e = map_agrees(l, m);
    if (!e)
        e = load_area(l);
    if (!e) {
        derive_map(l, m);
        e = draw_map(l, m);
    }
    return e;
}

/* ---- the head of the scenario ------------------------------------------------------------ */

static int days_in(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return days[month - 1] + (month == 2 && year % 4 == 0); /* the calendar of 1525 */
}

static int load_dates(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "first_turn_date");
    struct st_span rest = st_span_of(e ? e->value : "");
    int y, m, d;

    if (!st_span_int(st_span_cut(&rest, '-'), 1, 9999, &y) ||
        !st_span_int(st_span_cut(&rest, '-'), 1, 12, &m) ||
        !st_span_int(rest, 1, days_in(y, m), &d))
        return st_scenario_bad(l->sc, e, l->err, "`first_turn_date` must be a date: 1524-10-26");
    int err = st_scenario_int(l->sc, "turn_days", 1, 31, &l->f->turn_days, l->err);
    for (int turn = 1; turn <= l->f->turns && !err; turn++) {
        l->f->month[turn] = (uint8_t)m;
        d += l->f->turn_days;
        while (d > days_in(y, m)) {
            d -= days_in(y, m);
            m = m % 12 + 1;
            y += m == 1;
        }
    }
    return err;
}

/* The last turn that may be spoken of. A file must agree with itself; players who want a shorter
 * game may end it before turns that the file names. */
static int latest_turn(struct loader *l)
{
    return st_scenario_find(l->sc, "turns")->line ? l->f->turns : MAX_TURNS;
}

/* "1 4 7", ascending, or "none". */
static int load_turn_list(struct loader *l, const char *key, uint64_t *out)
{
    const struct st_entry *e = st_scenario_find(l->sc, key);
    struct st_span rest = st_span_of(e ? e->value : "none");
    int last = 0, latest = latest_turn(l), v;

    *out = 0;
    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        if (st_span_is(w, "none"))
            continue;
        if (!st_span_int(w, 1, latest, &v))
            return st_scenario_bad(l->sc, e, l->err, "`%s`: `%.*s` is no turn from 1 to %d", key,
                                   (int)w.len, w.at, latest);
        if (v <= last)
            return st_scenario_bad(l->sc, e, l->err, "`%s`: turn %d after turn %d", key, v, last);
        last = v;
        *out |= 1ull << v;
    }
    return ST_OK;
}

/* "fixed Fair", "table", "table, previous weather Frost". */
static int load_weather(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "weather");
    struct st_span rest = st_span_of(e ? e->value : "table"), word = st_span_word(&rest);
    int w;

    l->f->fixed_weather = -1;
    l->f->weather_before = FAIR;
    if (st_span_is(word, "fixed")) {
        w = find_name(st_span_word(&rest), honour_weathers, WEATHERS);
        if (w < 0 || st_span_trim(rest).len)
            return st_scenario_bad(l->sc, e, l->err,
                                   "`fixed` and one of Fair Rain Mud Snow Heat Frost");
        l->f->fixed_weather = l->f->weather_before = w;
        return ST_OK;
    }
    if (!st_span_is(word, "table") && !st_span_is(word, "table,"))
        return st_scenario_bad(l->sc, e, l->err,
                               "`fixed WEATHER`, `table`, or `table, previous weather WEATHER`");
    word = st_span_word(&rest);
    if (!word.len)
        return ST_OK;
    bool sound = st_span_is(word, "previous") && st_span_is(st_span_word(&rest), "weather");
    w = find_name(st_span_word(&rest), honour_weathers, WEATHERS);
    if (!sound || w < 0 || st_span_trim(rest).len)
        return st_scenario_bad(l->sc, e, l->err, "`table, previous weather Frost`");
    l->f->weather_before = w;
    return ST_OK;
}

static int offer_weather(struct loader *l)
{
    static const char *const words[2 * WEATHERS] = {
        "table",
        "table, previous weather Rain",
        "table, previous weather Mud",
        "table, previous weather Snow",
        "table, previous weather Heat",
        "table, previous weather Frost",
        "fixed Fair",
        "fixed Rain",
        "fixed Mud",
        "fixed Snow",
        "fixed Heat",
        "fixed Frost",
    };
    const struct honour_plan *f = l->f;

    return st_plan_option(l->out,
                          &(struct st_option){ "weather", "Weather", "4.2", ST_OPTION_CHOICE,
                                               .word = words, .nwords = 2 * WEATHERS,
                                               .value = f->fixed_weather < 0
                                                            ? f->weather_before
                                                            : WEATHERS + f->fixed_weather },
                          l->err);
}

/* Rules that are in force or not, each a bit of the plan's options: those of 18, and of two ways to
 * read a rule the one that is not ours (Part 11). */
enum { SWITCHES = 4, READINGS_SHIFT = 4 };
struct switches {
    const char *key, *title, *what;
    const char *word[SWITCHES + 1], *called[SWITCHES], *cited[SWITCHES]; /* the last word: "none" */
    int shift;
};
static const struct switches optional = {
    "options", "Optional rules", "optional rule",
    { "18.1", "18.2", "18.7", "18.9", "none" },
    { "Quarters", "Interphase turns", "Flight to pillage", "Major battles by one table" },
    { "18.1", "18.2", "18.7", "18.9" },
    0,
};
static const struct switches readings = {
    "readings", "Other readings", "reading",
    { "B12", "H.3", "H.14", "H.21", "none" },
    { "Only attempts that succeed are counted", "No attack from inside a Fortress",
      "Only Orders that cost AP can be forced",
      "Without Capitano a marching Order falls back to Garrison or Retreat" },
    { "6.3", "10.1", "5.3.1", "3.5.3" },
    READINGS_SHIFT,
};

static int read_switches(struct loader *l, const struct switches *s, const struct st_entry *e,
                         struct st_span words)
{
    for (struct st_span w = st_span_word(&words); w.len; w = st_span_word(&words)) {
        int k = find_name(w, s->word, SWITCHES + 1);

        if (k < 0)
            return st_scenario_bad(l->sc, e, l->err, "no %s `%.*s`: %s %s %s %s", s->what,
                                   (int)w.len, w.at, s->word[0], s->word[1], s->word[2],
                                   s->word[3]);
        if (k < SWITCHES)
            l->f->options |= 1 << (s->shift + k);
    }
    return ST_OK;
}

/* "18.1 18.2", with or without commas; or "none". */
static int load_switches(struct loader *l, const struct switches *s)
{
    const struct st_entry *e = st_scenario_find(l->sc, s->key);
    struct st_span rest = st_span_of(e ? e->value : "none");
    int err = ST_OK;

    while (rest.len && !err)
        err = read_switches(l, s, e, st_span_cut(&rest, ','));
    return err ? err
               : st_plan_option(l->out,
                                &(struct st_option){ s->key, s->title, NULL, ST_OPTION_SEVERAL,
                                                     .word = s->word, .called = s->called,
                                                     .cited = s->cited, .nwords = SWITCHES,
                                                     .value = l->f->options >> s->shift &
                                                              ((1 << SWITCHES) - 1) },
                                l->err);
}

/* For those who play with 18.2. */
static int offer_interphase(struct loader *l)
{
    const struct st_entry *e = st_scenario_find(l->sc, "interphase_turns");

    return st_plan_option(l->out,
                          &(struct st_option){ "interphase_turns", "Interphase turns, as 3 6 9",
                                               "18.2", ST_OPTION_TEXT,
                                               .text = e ? e->value : "none" },
                          l->err);
}

static int load_special(struct loader *l)
{
    static const char *const words[] = { "none", "bicocca", "pavia", "relief" };
    static const char *const ids[] = { "", "bicocca_1522", "pavia_1524", "relief_1525" };
    const struct st_entry *e = st_scenario_find(l->sc, "special"),
                          *id = st_scenario_find(l->sc, "id");
    int k = e ? find_name(st_span_of(e->value), words, SPECIALS) : SPECIAL_NONE;

    if (k < 0)
        return st_scenario_bad(l->sc, e, l->err, "`special` is none, bicocca, pavia or relief");
    for (int i = 1; i < SPECIALS && !e && id; i++)
        if (strcmp(id->value, ids[i]) == 0)
            k = i;
    l->f->special = k;
    return ST_OK;
}

static int load_head(struct loader *l)
{
    const struct st_entry *first = st_scenario_find(l->sc, "first_side"), *e;
    static const char *const title_key[] = { "side_A", "side_B" };
    const char **title = st_arena_array(&l->out->arena, ST_SIDES, sizeof *title);
    int err;

    if (!title)
        return no_memory(l);
    err = st_scenario_text(l->sc, "title", &l->out->title, l->err);
    if (!err && (e = st_scenario_find(l->sc, "blurb")))
        l->out->blurb = e->value;
    if (!err)
        err = st_plan_number(l->out, l->sc,
                             &(struct st_option){ "turns", "Length in turns", "17.1", .lo = 1,
                                                  .hi = MAX_TURNS },
                             &l->f->turns, l->err);
    for (int s = 0; s < ST_SIDES; s++) {
        e = st_scenario_find(l->sc, title_key[s]);
        l->out->side[s] = side_names[s];
        title[s] = e ? e->value : side_names[s];
    }
    if (!err) {
        l->f->first = first ? find_name(st_span_of(first->value), side_names, 2) : 0;
        if (l->f->first < 0)
            err = st_scenario_bad(l->sc, first, l->err, "`first_side` is A or B");
    }
    if (!err)
        err = st_plan_option(l->out,
                             &(struct st_option){ "first_side", "First on a tie of turn 1", "6.1",
                                                  ST_OPTION_CHOICE, .word = side_names,
                                                  .called = title, .nwords = ST_SIDES,
                                                  .value = l->f->first },
                             l->err);
    if (!err)
        err = load_dates(l);
    if (!err)
        err = load_turn_list(l, "ap_turns", &l->f->ap_turns);
    if (!err)
        err = load_turn_list(l, "interphase_turns", &l->f->interphase);
    if (!err)
        err = load_weather(l);
    if (!err)
        err = offer_weather(l);
    if (!err)
        err = load_switches(l, &optional);
    if (!err)
        err = offer_interphase(l);
    if (!err)
        err = load_switches(l, &readings);
    if (!err)
        err = load_special(l);
    if (!err)
        err = st_plan_names(l->out, "side", side_names, title, ST_SIDES, l->err);
    return err;
}

/* ---- records ----------------------------------------------------------------------------- */

static int want_fields(struct loader *l, const struct record *r, int n)
{
    return r->n == n ? ST_OK
                     : bad(l, r, "%d fields where [%s] has %d", r->n, sections[r->section], n);
}

static int field_int(struct loader *l, const struct record *r, int i, int lo, int hi, int *out)
{
    if (st_span_int(r->field[i], lo, hi, out))
        return ST_OK;
    return bad(l, r, "`%.*s` is not a number from %d to %d", (int)r->field[i].len, r->field[i].at,
               lo, hi);
}

static int field_name(struct loader *l, const struct record *r, int i, const char *const *names,
                      int n, const char *what, int *out)
{
    *out = find_word(r->field[i], names, n);
    if (*out >= 0)
        return ST_OK;

    char word[64], near[160] = "";
    if (st_span_copy(r->field[i], word, sizeof word))
        st_suggest(near, sizeof near, word, names, n);
    return bad(l, r, "no %s `%.*s`%s%s", what, (int)least((int)r->field[i].len, 40), r->field[i].at,
               near[0] ? "; " : "", near);
}

static int field_hex(struct loader *l, const struct record *r, int i, int *out)
{
    if (st_hex_parse(&l->out->grid, r->field[i], out) && *out >= 0 &&
        st_hexset_has(&l->f->area, *out))
        return l->f->terrain[*out] == LAKE ? bad(l, r, "this hex is a Lake") : ST_OK;
    return bad(l, r, "`%.*s` is no hex of the play area", (int)r->field[i].len, r->field[i].at);
}

/* A name that is not yet taken, kept. */
static int new_name(struct loader *l, const struct record *r, const char **names, int *n, int max,
                    const char *what)
{
    if (*n == max)
        return st_fail(l->err, ST_ELIMIT, r->where, r->line, "more than %d of the kind %s", max,
                       what);
    if (find_word(r->field[0], names, *n) >= 0)
        return bad(l, r, "%s %.*s stands twice", what, (int)r->field[0].len, r->field[0].at);
    names[*n] = one_word(l, r->field[0]);
    if (!names[*n])
        return no_memory(l);
    ++*n;
    return ST_OK;
}

static int load_source(struct loader *l, const struct record *r)
{
    struct honour_plan *f = l->f;
    int side = 0, hex = 0, far = 0, e = want_fields(l, r, 5);

    if (!e)
        e = field_name(l, r, 1, side_names, 2, "side", &side);
    if (!e)
        e = field_hex(l, r, 2, &hex);
    if (!e)
        e = field_int(l, r, 3, 0, 200, &far);
    if (!e)
        e = new_name(l, r, l->source, &f->nsources, MAX_SOURCES, "source");
    if (!e)
        f->source[f->nsources - 1] =
            (struct honour_source){ (int16_t)hex, (uint8_t)side, (uint8_t)far };
    return e;
}

static int load_region(struct loader *l, const struct record *r)
{
    static const char *const aligned[] = { "Neutral", "A", "B" };
    int region = 0, place = 0, a = 0, e = want_fields(l, r, 3);

    if (!e)
        e = field_name(l, r, 0, l->region, l->f->nregions, "region", &region);
    if (!e)
        e = field_name(l, r, 1, l->place, l->f->nplaces, "place", &place);
    if (!e)
        e = field_name(l, r, 2, aligned, 3, "alignment", &a);
    if (!e && l->f->region[l->f->place[place].hex] != region)
        e = bad(l, r, "%s does not lie in this region", l->place[place]);
    if (!e) {
        l->f->key[region] = (int16_t)place;
        l->f->align[region] = (uint8_t)a;
    }
    return e;
}

static int load_place(struct loader *l, const struct record *r)
{
    static const char *const who[] = { "none", "A", "B", "closed" };
    int place = 0, c = 0, e = want_fields(l, r, 2);

    if (!e)
        e = field_name(l, r, 0, l->place, l->f->nplaces, "place", &place);
    if (!e)
        e = field_name(l, r, 1, who, 4, "controller", &c);
    if (!e) {
        l->f->place[place].control = (uint8_t)c;
        if (c == CTRL_CLOSED)
            st_hexset_add(&l->f->closed, l->f->place[place].hex);
    }
    return e;
}

static int load_earthworks(struct loader *l, const struct record *r)
{
    int hex = 0, side = 0, level = 0, e = want_fields(l, r, 3);

    if (!e)
        e = field_hex(l, r, 0, &hex);
    if (!e)
        e = field_name(l, r, 1, side_names, 2, "side", &side);
    if (!e)
        e = field_int(l, r, 2, 1, 2, &level);
    if (!e)
        l->f->mark[hex] = (uint8_t)(level << MARK_LEVEL_SHIFT | (side ? MARK_OWNER : 0));
    return e;
}

static int load_siege(struct loader *l, const struct record *r)
{
    int place = 0, level = 0, e = want_fields(l, r, 2);

    if (!e)
        e = field_name(l, r, 0, l->place, l->f->nplaces, "place", &place);
    if (!e)
        e = field_int(l, r, 1, 0, 2, &level);
    if (!e && l->f->place[place].kind == PLACE_TOWN)
        e = bad(l, r, "%s is no Fortress", l->place[place]);
    if (!e)
        l->f->place[place].siege = (uint8_t)(1 + level);
    return e;
}

/* A Force, or "arrives": NOBODY. */
static int field_force(struct loader *l, const struct record *r, int i, int side, int *out)
{
    if (st_span_is(r->field[i], "arrives")) {
        *out = NOBODY;
        return ST_OK;
    }
    int e = field_name(l, r, i, honour_forces, MAX_FORCES, "Force", out);
    if (!e && side_of_force(*out) != side)
        e = bad(l, r, "%s is a Force of the other side", honour_forces[*out]);
    return e;
}

static int load_cap(struct loader *l, const struct record *r)
{
    static const char *const grades[] = { "CAP", "CG" };
    struct honour_plan *f = l->f;
    int side = 0, grade = 0, init = 0, star = 0, siege = 0, force = 0, ap = 0;
    int e = want_fields(l, r, 9);

    if (!e)
        e = field_name(l, r, 1, side_names, 2, "side", &side);
    if (!e)
        e = field_name(l, r, 3, grades, 2, "grade", &grade);
    if (!e)
        e = field_int(l, r, 4, 0, 5, &init);
    if (!e)
        e = field_int(l, r, 5, 0, 1, &star);
    if (!e)
        e = field_int(l, r, 6, 0, 1, &siege);
    if (!e)
        e = field_force(l, r, 7, side, &force);
    if (!e && grade == 1)
        e = field_int(l, r, 8, 0, MAX_AP, &ap);
    else if (!e && !st_span_is(r->field[8], "-"))
        e = bad(l, r, "only a CG keeps AP; write -");
    if (!e && __builtin_popcount(f->side_caps[side]) == SIDE_CAPS)
        e = bad(l, r, "more than %d Capitani on this side", SIDE_CAPS);
    if (!e)
        e = new_name(l, r, l->cap, &f->ncaps, MAX_CAPS, "Capitano");
    if (e)
        return e;
    l->cap_title[f->ncaps - 1] = keep(l, r->field[2]);
    f->cap[f->ncaps - 1] = (struct honour_cap){
        (uint8_t)side,
        (uint8_t)(init | (star ? CAP_STAR : 0) | (siege ? CAP_SIEGE : 0) | (grade ? CAP_CG : 0)),
        (uint8_t)force, (uint8_t)ap
    };
    f->side_caps[side] |= bit(f->ncaps - 1);
    return l->cap_title[f->ncaps - 1] ? ST_OK : no_memory(l);
}

static int load_unit(struct loader *l, const struct record *r)
{
    struct honour_plan *f = l->f;
    int side = 0, type = 0, sp = 0, tq = 0, rel = 0, force = 0, e = want_fields(l, r, 8);

    if (!e)
        e = field_name(l, r, 1, side_names, 2, "side", &side);
    if (!e)
        e = field_name(l, r, 3, honour_types, TYPES, "unit type", &type);
    if (!e)
        e = field_int(l, r, 4, 1, MAX_SP, &sp);
    if (!e)
        e = field_int(l, r, 5, 0, 3, &tq);
    if (!e)
        e = field_name(l, r, 6, honour_reliabilities, RELS, "Reliability Class", &rel);
    if (!e)
        e = field_force(l, r, 7, side, &force);
    if (!e && __builtin_popcount(f->side_units[side]) == SIDE_UNITS)
        e = bad(l, r, "more than %d units on this side", SIDE_UNITS);
    if (!e)
        e = new_name(l, r, l->unit, &f->nunits, MAX_UNITS, "unit");
    if (e)
        return e;
    l->unit_title[f->nunits - 1] = keep(l, r->field[2]);
    f->unit[f->nunits - 1] = (struct honour_unit){ (uint8_t)side, (uint8_t)type, (uint8_t)sp,
                                                   (uint8_t)tq,   (uint8_t)rel,  (uint8_t)force };
    f->side_units[side] |= bit(f->nunits - 1);
    return l->unit_title[f->nunits - 1] ? ST_OK : no_memory(l);
}

static int load_force(struct loader *l, const struct record *r)
{
    struct honour_plan *f = l->f;
    int force = 0, side = 0, hex = 0, inside = 0, order = 0, primo = NOBODY;
    int e = want_fields(l, r, 6);

    if (!e)
        e = field_name(l, r, 0, honour_forces, MAX_FORCES, "Force", &force);
    if (!e)
        e = field_name(l, r, 1, side_names, 2, "side", &side);
    if (!e && side != side_of_force(force))
        e = bad(l, r, "%s is a Force of the other side", honour_forces[force]);
    if (!e && f->start[force].used)
        e = bad(l, r, "Force %s stands twice", honour_forces[force]);
    if (!e)
        e = field_hex(l, r, 2, &hex);
    if (!e)
        e = field_int(l, r, 3, 0, 1, &inside);
    if (!e)
        e = field_name(l, r, 4, honour_orders, ORDERS, "Order", &order);
    if (!e && !st_span_is(r->field[5], "-"))
        e = field_name(l, r, 5, l->cap, f->ncaps, "Capitano", &primo);
    if (!e && primo != NOBODY && f->cap[primo].force != force)
        e = bad(l, r, "%s is not with %s", l->cap[primo], honour_forces[force]);
    if (!e && inside && (f->place_at[hex] < 0 || f->place[f->place_at[hex]].kind == PLACE_TOWN))
        e = bad(l, r, "inside, but there is no Fortress");
    if (!e && order == GARRISON && f->place_at[hex] < 0)
        e = bad(l, r, "Garrison outside a Place (5.2.5)");
    if (!e)
        f->start[force] = (struct honour_start){ (int16_t)hex, 1, (uint8_t)inside, (uint8_t)order,
                                                 (uint8_t)primo };
    return e;
}

static int load_nominal(struct loader *l, const struct record *r)
{
    int cap = 0, from, to, ap = 0, e = want_fields(l, r, 3);

    if (!e)
        e = field_name(l, r, 0, l->cap, l->f->ncaps, "Capitano", &cap);
    if (!e && !(l->f->cap[cap].printed & CAP_CG))
        e = bad(l, r, "%s is no CG", l->cap[cap]);
    if (e)
        return e;
    struct st_span hi = r->field[1], lo = st_span_cut(&hi, '-');
    if (!hi.len)
        hi = lo;
    if (!st_span_int(lo, 1, MAX_TURNS, &from) || !st_span_int(hi, 1, MAX_TURNS, &to) || from > to)
        return bad(l, r, "turns out of order: `%.*s`", (int)r->field[1].len, r->field[1].at);
    if (from <= l->paid[cap])
        return bad(l, r, "turns out of order: %s has his AP of turn %d already", l->cap[cap],
                   l->paid[cap]);
    l->paid[cap] = (uint8_t)to;
    e = field_int(l, r, 2, 0, MAX_AP, &ap);
    for (int turn = from; turn <= to && !e; turn++)
        l->f->nominal[cap][turn] = (uint8_t)ap;
    return e;
}

static int load_arrival(struct loader *l, const struct record *r)
{
    struct honour_plan *f = l->f;
    int turn = 0, side = 0, hex = 0, e = want_fields(l, r, 4);
    struct honour_arrival a = { 0 };

    if (!e)
        e = field_int(l, r, 0, 1, latest_turn(l), &turn);
    if (!e && f->narrivals && f->arrival[f->narrivals - 1].turn > turn)
        e = bad(l, r, "turn %d after turn %d", turn, f->arrival[f->narrivals - 1].turn);
    if (!e)
        e = field_name(l, r, 1, side_names, 2, "side", &side);
    if (!e)
        e = field_hex(l, r, 2, &hex);
    if (!e && f->narrivals == MAX_ARRIVALS)
        e = bad(l, r, "more than %d reinforcements", MAX_ARRIVALS);
    struct st_span rest = e ? (struct st_span){ "", 0 } : r->field[3];
    for (struct st_span w = st_span_word(&rest); w.len && !e; w = st_span_word(&rest)) {
        int u = find_name(w, l->unit, f->nunits), c = find_name(w, l->cap, f->ncaps);

        if (u >= 0 && f->unit[u].side == side && f->unit[u].force == NOBODY)
            a.units |= bit(u);
        else if (c >= 0 && f->cap[c].side == side && f->cap[c].force == NOBODY)
            a.caps |= bit(c);
        else
            e = bad(l, r, "`%.*s` is nobody of this side who arrives", (int)w.len, w.at);
    }
    if (!e && !a.units)
        e = bad(l, r, "a reinforcement needs a unit");
    a.turn = (uint8_t)turn;
    a.side = (uint8_t)side;
    a.hex = (int16_t)hex;
    if (!e)
        f->arrival[f->narrivals++] = a;
    return e;
}

static int each(struct loader *l, int section, int (*load)(struct loader *, const struct record *))
{
    int e = ST_OK;

    for (int i = 0; i < l->nrecords && !e; i++)
        if (l->record[i].section == section && l->record[i].n && l->record[i].field[0].len)
            e = load(l, &l->record[i]);
    return e;
}

/* ---- what must fit together -------------------------------------------------------------- */

static const struct record *record_of(const struct loader *l, int section, const char *id)
{
    for (int i = 0; i < l->nrecords; i++)
        if (l->record[i].section == section && st_span_is(l->record[i].field[0], id))
            return &l->record[i];
    return &l->record[0];
}

static int forces_fit(struct loader *l)
{
    struct honour_plan *f = l->f;
    uint32_t units[MAX_FORCES] = { 0 }, caps[MAX_FORCES] = { 0 };

    for (int u = 0; u < f->nunits; u++)
        if (f->unit[u].force != NOBODY)
            units[f->unit[u].force] |= bit(u);
    for (int c = 0; c < f->ncaps; c++)
        if (f->cap[c].force != NOBODY)
            caps[f->cap[c].force] |= bit(c);
    for (int i = 0; i < MAX_FORCES; i++) {
        struct honour_start *s = &f->start[i];
        const struct record *r = record_of(l, SEC_FORCES, honour_forces[i]);
        int top = NOBODY, field = 0;

        if (!s->used) {
            if (units[i] | caps[i])
                return bad(l,
                           record_of(l, units[i] ? SEC_UNITS : SEC_CAPITANI,
                                     units[i] ? l->unit[__builtin_ctz(units[i])]
                                              : l->cap[__builtin_ctz(caps[i])]),
                           "there is no Force %s in [forces]", honour_forces[i]);
            continue;
        }
        if (!units[i])
            return bad(l, r, "Force %s has no unit", honour_forces[i]);
        if (caps[i] && s->primo == NOBODY)
            return bad(l, r, "Force %s has Capitani but no Primo Capitano", honour_forces[i]);
        for (uint32_t left = caps[i]; left;) {
            int c = take(&left), now = f->cap[c].printed,
                best = top == NOBODY ? 0 : f->cap[top].printed;

            if (now & CAP_CG && (top == NOBODY || (now & CAP_INITIATIVE) > (best & CAP_INITIATIVE)))
                top = c;
        }
        if (top != NOBODY && s->primo != top)
            return bad(l, r, "a CG commands: the Primo Capitano of %s is %s (3.4)",
                       honour_forces[i], l->cap[top]);
        if (s->primo == NOBODY && (s->order == MANOEUVRE || s->order == ATTACK))
            return bad(l, r, "a Force without commander cannot have this Order (3.5.3)");
        for (int k = 0; k < MAX_FORCES; k++) {
            if (k == i || !f->start[k].used || f->start[k].hex != s->hex)
                continue;
            if (side_of_force(k) != side_of_force(i))
                return bad(l, r, "both sides in one hex (3.5.5)");
            if (s->inside && f->start[k].inside)
                return bad(l, r, "two Forces inside one Fortress (3.5.5)");
            field += !f->start[k].inside;
        }
        if (!s->inside && field >= STACK)
            return bad(l, r, "more than %d Forces in the field in one hex (3.5.5)", STACK);
        int place = f->place_at[s->hex];
        if (s->inside && f->place[place].control != CTRL_A + side_of_force(i))
            return bad(l, r, "inside %s, which its side does not control", l->place[place]);
    }
    return ST_OK;
}

static int sides_fit(struct loader *l)
{
    for (int s = 0; s < ST_SIDES; s++) {
        bool source = false;

        for (int i = 0; i < l->f->nsources; i++)
            source |= l->f->source[i].side == s;
        if (!source)
            return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0, "side %s has no Supply Source",
                           side_names[s]);
        if (!l->f->side_units[s])
            return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0, "side %s has no unit",
                           side_names[s]);
    }
    for (int i = 0; i < l->f->nplaces; i++)
        if (l->f->place[i].siege) {
            bool garrison = false;

            for (int k = 0; k < MAX_FORCES; k++)
                garrison |= l->f->start[k].used && l->f->start[k].inside &&
                            l->f->start[k].hex == l->f->place[i].hex;
            if (!garrison)
                return bad(l, record_of(l, SEC_SIEGE, l->place[i]),
                           "%s is besieged without a garrison", l->place[i]);
        }
    return ST_OK;
}

/* Whom and what the scenario's special rules speak of. */
static int load_specials(struct loader *l)
{
    struct honour_plan *f = l->f;
    struct {
        const char *name, *const *list;
        int n, *out;
    } who[] = {
        { "CA1", l->cap, f->ncaps, &f->king },
        { "UA04", l->unit, f->nunits, &f->grisons },
        { "Pavia", l->place, f->nplaces, &f->pavia },
        { "Lodi", l->place, f->nplaces, &f->lodi },
        { "Milano", l->place, f->nplaces, &f->milano },
        { "Lodigiano", l->region, f->nregions, &f->lodigiano },
    };
    bool needed = f->special == SPECIAL_PAVIA || f->special == SPECIAL_RELIEF;

    for (size_t i = 0; i < sizeof who / sizeof who[0]; i++) {
        *who[i].out = find_name(st_span_of(who[i].name), who[i].list, who[i].n);
        if (needed && *who[i].out < 0)
            return st_fail(l->err, ST_ESYNTAX, l->sc->where, 0,
                           "the special rules speak of %s, and there is none", who[i].name);
    }
    f->albany_turn = f->special == SPECIAL_PAVIA ? 10 : 0;
    f->recall_turn = f->special == SPECIAL_PAVIA ? 24 : f->special == SPECIAL_RELIEF ? 6 : 0;
    return ST_OK;
}

static int load_names(struct loader *l)
{
    struct honour_plan *f = l->f;
    const char **hex = st_arena_array(&l->out->arena, (size_t)f->nhexes, sizeof *hex);
    int e;

    if (!hex)
        return no_memory(l);
    for (int h = 0; h < f->nhexes; h++) {
        char name[6];

        st_hex_name(&l->out->grid, h, name);
        hex[h] = st_arena_text(&l->out->arena, name, strlen(name));
        if (!hex[h])
            return no_memory(l);
    }
    f->unit_name = l->unit;
    f->cap_name = l->cap;
    f->place_name = l->place;
    f->region_name = l->region;
    f->source_name = l->source;
    e = st_plan_names(l->out, "unit", l->unit, l->unit_title, f->nunits, l->err);
    if (!e)
        e = st_plan_names(l->out, "capitano", l->cap, l->cap_title, f->ncaps, l->err);
    if (!e)
        e = st_plan_names(l->out, "force", honour_forces, NULL, MAX_FORCES, l->err);
    if (!e)
        e = st_plan_names(l->out, "source", l->source, NULL, f->nsources, l->err);
    if (!e)
        e = st_plan_names(l->out, "chit", honour_chits, NULL, CHITS, l->err);
    if (!e)
        e = st_plan_names(l->out, "place", l->place, NULL, f->nplaces, l->err);
    if (!e)
        e = st_plan_names(l->out, "region", l->region, NULL, f->nregions, l->err);
    if (!e)
        e = st_plan_names(l->out, "hex", hex, NULL, f->nhexes, l->err);
    return e;
}

static int make_room(struct loader *l)
{
    struct st_arena *a = &l->out->arena;

    l->f = st_plan_own(l->out);
    l->record = st_arena_array(a, RECORDS_MAX, sizeof *l->record);
    l->unit = st_arena_array(a, MAX_UNITS, sizeof *l->unit);
    l->unit_title = st_arena_array(a, MAX_UNITS, sizeof *l->unit);
    l->cap = st_arena_array(a, MAX_CAPS, sizeof *l->cap);
    l->cap_title = st_arena_array(a, MAX_CAPS, sizeof *l->cap);
    l->place = st_arena_array(a, MAX_PLACES, sizeof *l->place);
    l->region = st_arena_array(a, MAX_REGIONS, sizeof *l->region);
    l->source = st_arena_array(a, MAX_SOURCES, sizeof *l->source);
    return l->record && l->unit && l->unit_title && l->cap && l->cap_title && l->place &&
                   l->region && l->source
               ? ST_OK
               : no_memory(l);
}

int honour_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct loader l = { .out = out, .sc = sc, .err = err };
    static const struct {
        int section;
        int (*load)(struct loader *, const struct record *);
    } part[] = {
        { SEC_SOURCES, load_source },  { SEC_REGIONS, load_region },
        { SEC_PLACES, load_place },    { SEC_EARTHWORKS, load_earthworks },
        { SEC_SIEGE, load_siege },     { SEC_CAPITANI, load_cap },
        { SEC_UNITS, load_unit },      { SEC_FORCES, load_force },
        { SEC_NOMINAL, load_nominal }, { SEC_REINFORCEMENTS, load_arrival },
    };
    int e = make_room(&l);

    if (e)
        return e;
    e = honour_load_charts(out, l.f, err);
    if (!e)
        e = read_sections(&l, sc->text, sc->where, 0);
    if (!e)
        e = read_keys(&l);
    if (!e)
        e = load_head(&l);
    if (!e)
        e = load_map(&l);
    for (size_t i = 0; i < sizeof part / sizeof part[0] && !e; i++)
        e = each(&l, part[i].section, part[i].load);
    if (!e)
        e = forces_fit(&l);
    if (!e)
        e = sides_fit(&l);
    if (!e)
        e = load_specials(&l);
    if (!e)
        e = load_names(&l);
    return e;
}
