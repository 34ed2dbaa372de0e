/* mons_plan.c - a scenario's keys into a plan: turns, readings, entry, objectives, victory. */
#include "mons/mons_load.h"

#include <stdio.h>
#include <string.h>

const char *const mons_types[] = { "INF", "CAV", "FA", "HA", "HV", NULL };
const char *const mons_terrains[] = { "clear", "forest", "built_up", "out", NULL };
const char *const mons_programmes[] = { "none", "MF", "FM", "FF", "MM" };
const char *const mons_sides[] = { "GE", "BR" };

static const char *const side_titles[] = { "Germans", "British" };

#define PLAN(m) ST_ONE(struct mons_plan, m)

/* ---- lists in keys ----------------------------------------------------------------------- */

/* Hexes in play, each once; how many. */
static int read_hexes(struct mons_loader *l, const struct st_entry *e, int16_t *out, int max)
{
    struct st_span part[LIST_MAX];
    int n = l->b.e ? 0 : st_span_list(st_span_of(e->value), ',', part, max);

    if (n < 0)
        st_bad_key(&l->b, e, "more than %d hexes", max);
    for (int i = 0; i < n && !l->b.e; i++) {
        int hex;

        if (!st_read_hex(&l->b, part[i], &hex) || !st_hexset_has(&l->f->area, hex) ||
            l->f->terrain[hex] == OUT) {
            st_bad_key(&l->b, e, "`%.*s` is no hex in play", (int)part[i].len, part[i].at);
            break;
        }
        for (int k = 0; k < i; k++)
            if (out[k] == hex)
                st_bad_key(&l->b, e, "%.*s stands twice", (int)part[i].len, part[i].at);
        out[i] = (int16_t)hex;
    }
    return l->b.e ? 0 : n;
}

/* "01..28" */
static void read_span(struct mons_loader *l, const char *key, int last, int *from, int *to)
{
    const struct st_entry *e = st_bind_need(&l->b, key);
    struct st_span rest = st_span_trim(st_span_of(e->value)), first = st_span_cut(&rest, '.');

    if (rest.len == 0 || rest.at[0] != '.' || !st_span_int(first, 1, last, from) ||
        !st_span_int((struct st_span){ rest.at + 1, rest.len - 1 }, *from, last, to))
        st_bad_key(&l->b, e, "`%s` is written first..last, within 1..%d", e->key, last);
}

static void load_area(struct mons_loader *l)
{
    const struct st_hexgrid *g = &l->b.plan->grid;
    int c0 = 0, c1 = 0, r0 = 0, r1 = 0;

    read_span(l, "area_columns", g->cols, &c0, &c1);
    read_span(l, "area_rows", g->rows, &r0, &r1);
    st_bind_window(&l->b, c0, c1, r0, r1, &l->f->area);
}

/* ---- turns and readings ------------------------------------------------------------------ */

static const char *const mist[] = { "GE:1", "-" };
static const char *const mist_called[] = { "none: morning mist", "as on any other" };

static const struct st_bound first_key = { "first_turn", PLAN(first_turn), 1, MAX_TURNS };
static const struct st_bound lifted_key = {
    "coordination_lifted_turn", PLAN(lifted), 1, 99, .blank = true, .none = 99,
    .title = "Turn from which divisions may work together", .para = "12.14" };
/* G.6, G.35 to G.37: what can be read in two ways. */
static const struct st_bound readings[] = {
    { "canal_melee", PLAN(reading.bridges_only), .blank = true, .title = "Melee goes", .para = "12.5",
      ST_TWO_WAYS("any", "bridges", "over every hexside", "over a canal only where there is a bridge") },
    { "gun_fires", PLAN(reading.once_a_turn), .blank = true, .title = "A gun bombards", .para = "5.4",
      ST_TWO_WAYS("phase", "turn", "once in each combat phase", "once in a player turn") },
    { "gun_moved", PLAN(reading.halted_only), .blank = true, .title = "Guns that have moved",
      .para = "10.1", ST_TWO_WAYS("fire", "silent", "may bombard", "do not bombard") },
    { "unspotted", PLAN(reading.spotted_only), .blank = true, .title = "What nobody spots",
      .para = "10.11", ST_TWO_WAYS("fire", "silent", "is bombarded with the modifier", "is not bombarded") },
};

/* "GE:1,BR:2" */
static void load_no_combat(struct mons_loader *l)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, "no_combat_phase");
    struct st_span part[LIST_MAX];
    int n = e ? st_span_list(st_span_of(e->value), ',', part, LIST_MAX) : 0;

    if (n < 0)
        st_bad_key(&l->b, e, "a list too long");
    for (int i = 0; i < n && !l->b.e; i++) {
        struct st_span turn = part[i], side = st_span_cut(&turn, ':');
        int s = st_span_find(side, mons_sides, ST_SIDES), v;

        if (s < 0 || !st_span_int(turn, 1, MAX_TURNS, &v))
            st_bad_key(&l->b, e, "`%.*s` is not side:turn, as GE:1", (int)part[i].len, part[i].at);
        else
            l->f->no_combat[s] |= 1u << v;
    }
    /* Mist or none can be chosen; a scenario with another list keeps it. */
    int which = e ? st_span_find(st_span_of(e->value), mist, 2) : -1;
    if (which >= 0)
        st_bind_option(&l->b, &(struct st_option){ "no_combat_phase", "German combat phase on turn 1", "5.2",
                                                   ST_OPTION_CHOICE, .word = mist, .called = mist_called,
                                                   .nwords = 2, .value = which });
}

static void load_turns(struct mons_loader *l)
{
    struct mons_plan *f = l->f;
    const struct st_chart *track = l->b.plan->chart[CHART_TRACK];

    st_bind_keys(&l->b, &first_key, 1);
    const struct st_bound last_key[] = {
        { "last_turn", PLAN(last_turn), f->first_turn, least(track->row.hi, MAX_TURNS), .title = "Last turn",
          .para = "4.3" },
    };
    st_bind_keys(&l->b, last_key, 1);
    if (!l->b.e)
        l->b.e = st_chart_need_rows(track, f->first_turn, f->last_turn, l->b.err);
    const struct st_entry *first = st_bind_need(&l->b, "first_player");
    if (strcmp(first->value, "GE") != 0)
        st_bad_key(&l->b, first, "the German moves first (5.1)");
    st_bind_keys(&l->b, &lifted_key, 1);
    load_no_combat(l);
    st_bind_keys(&l->b, ST_ROWS(readings));
}

/* ---- 8 Entry ----------------------------------------------------------------------------- */

/* The track points to the paragraph of a turn on which a corps may come (8.2); else it is 8.7
 * (G.25). */
static const char *entry_para(struct mons_loader *l, int turn)
{
    const struct st_chart *track = l->b.plan->chart[CHART_TRACK];
    const char *text = "", *para = "8.7";
    char row[12];

    snprintf(row, sizeof row, "%d", turn);
    if (l->b.e || st_axis_find(&track->row, st_span_of(row), NULL) < 0)
        return para;
    l->b.e = st_chart_at(track, row, "note", &text, l->b.err);
    for (struct st_span rest = st_span_of(text); rest.len;)
        if (st_span_is(st_span_trim(st_span_cut(&rest, ',')), "8.2"))
            para = "8.2";
    return para;
}

static const struct st_bound entry_keys[] = {
    { "entry_turn", ST_EACH(struct mons_loader, entry_turn), 1, MAX_TURNS, .of = ST_OF_SEEN },
};

static void load_entry(struct st_binder *b, const struct st_entry *e, const char *name, int i)
{
    struct mons_loader *l = b->seen;
    int16_t hex[LIST_MAX];
    int n = read_hexes(l, e, hex, LIST_MAX);

    if (n == 0)
        st_bad_key(b, e, "an entry group without hexes");
    for (int k = 0; k < n; k++)
        st_hexset_add(&l->f->entry[i], hex[k]);
    l->f->entry_name[i] = name;
}

static void load_entries(struct mons_loader *l)
{
    for (int turn = 1; turn <= MAX_TURNS; turn++)
        l->f->entry_para[turn] = entry_para(l, turn);
    l->f->ngroups = st_bind_named(&l->b, "entry", MAX_NAMED, ST_ROWS(entry_keys), load_entry);
}

/* ---- objectives, exits, closed ground ---------------------------------------------------- */

static int objective_number(struct mons_loader *l, int hex)
{
    struct mons_plan *f = l->f;

    for (int i = 0; i < f->nobjectives; i++)
        if (f->objective[i] == hex)
            return i;
    if (f->nobjectives == MAX_OBJECTIVES)
        return -1;
    f->objective[f->nobjectives] = (int16_t)hex;
    f->objective_at[hex] = (int8_t)f->nobjectives;
    return f->nobjectives++;
}

static void load_named(struct st_binder *b, const struct st_entry *e, const char *name, int i)
{
    struct mons_loader *l = b->seen;
    int16_t hex[LIST_MAX];
    int n = read_hexes(l, e, hex, LIST_MAX);

    if (n == 0)
        st_bad_key(b, e, "objectives without a hex");
    for (int k = 0; k < n; k++) {
        int number = objective_number(l, hex[k]);

        if (number < 0)
            st_bad_key(b, e, "more than %d objectives", MAX_OBJECTIVES);
        else
            l->named[i].bits |= (uint16_t)(1 << number);
    }
    l->named[i].name = name;
}

static void load_objectives(struct mons_loader *l)
{
    const struct st_entry *start = st_bind_need(&l->b, "control_start");
    int side = st_span_find(st_span_of(start->value), mons_sides, ST_SIDES);

    memset(l->f->objective_at, -1, sizeof l->f->objective_at);
    l->nnamed = st_bind_named(&l->b, "objectives", MAX_NAMED, NULL, 0, load_named);
    if (side < 0)
        st_bad_key(&l->b, start, "`%s` is no side", start->value);
    l->f->british_start = side == BR ? (uint16_t)((1u << l->f->nobjectives) - 1) : 0;
}

/* The objectives of a name, as bits. */
static uint16_t objectives_named(struct mons_loader *l, const struct st_entry *e,
                                 struct st_span name)
{
    for (int i = 0; i < l->nnamed; i++)
        if (st_span_is(name, l->named[i].name))
            return l->named[i].bits;
    st_bad_key(&l->b, e, "no line `objectives.%.*s = ...`", (int)name.len, name.at);
    return 0;
}

static const struct st_bound exit_key = { "exit_first_turn", PLAN(exit_first_turn), 1, MAX_TURNS, .blank = true };
static const struct st_bound closed_key = {
    "closed_until", PLAN(closed_until), 1, MAX_TURNS, .title = "Turn from which the British may go south",
    .para = "9.21" };

static void load_exits(struct mons_loader *l)
{
    struct mons_plan *f = l->f;
    const struct st_entry *e = st_scenario_find(l->b.sc, "exits");

    f->nexits = e ? read_hexes(l, e, f->exit, MAX_EXITS) : 0;
    for (int i = 0; i < f->nexits; i++) {
        if (!st_hexset_has(&l->exit_flag, f->exit[i]))
            st_bad_key(&l->b, e, "%s has no flag EXIT_S on the map", f->hex_name[f->exit[i]]);
        st_hexset_add(&f->exits, f->exit[i]);
    }
    st_bind_keys(&l->b, &exit_key, 1);
}

static void load_closed(struct mons_loader *l)
{
    const struct st_entry *except = st_scenario_find(l->b.sc, "closed_except");
    const struct st_hexgrid *g = &l->b.plan->grid;
    int16_t hex[LIST_MAX];
    int from = 0, to = 0, n;

    if (l->b.e || !st_scenario_find(l->b.sc, "closed_rows"))
        return;
    read_span(l, "closed_rows", g->rows, &from, &to);
    st_bind_keys(&l->b, &closed_key, 1);
    n = except ? read_hexes(l, except, hex, LIST_MAX) : 0;
    for (int h = 0; h < l->f->nhexes; h++)
        if (h % g->rows + 1 >= from && h % g->rows + 1 <= to)
            st_hexset_add(&l->f->closed, h);
    for (int i = 0; i < n; i++)
        st_hexset_drop(&l->f->closed, hex[i]);
}

/* ---- victory ----------------------------------------------------------------------------- */

static const struct st_bound point_keys[] = { /* 4.4 */
    { "vp.eliminated_per_point", PLAN(units_a_point), 1, MAX_UNITS,
      .title = "British units eliminated that give a point", .para = "4.4" },
    { "vp.bavai", PLAN(bavai_points), 0, 99, .title = "Points for Bavai", .para = "4.4" },
    { "exit_needed", PLAN(exit_needed), 0, MAX_UNITS, .title = "British units that must leave",
      .para = "4.4" },
    { "vp.exit_shortfall", PLAN(exit_points), 0, 99, .title = "Points if fewer have left",
      .para = "4.4" },
};

/* "7,bridges" */
static void load_early(struct mons_loader *l)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, "victory.early");

    if (l->b.e || !e)
        return;
    struct st_span name = st_span_of(e->value), turn = st_span_cut(&name, ',');
    /* The file must agree with itself; players who want a shorter game may end it before that. */
    int latest = st_scenario_find(l->b.sc, "last_turn")->line ? l->f->last_turn : MAX_TURNS;
    if (!st_span_int(st_span_trim(turn), 1, latest, &l->f->early_turn))
        st_bad_key(&l->b, e, "`victory.early` is a turn and a name: 7,bridges");
    else
        l->f->early = objectives_named(l, e, st_span_trim(name));
}

/* "vp 2" or "control nimy" */
static void load_final(struct mons_loader *l)
{
    struct mons_plan *f = l->f;
    const struct st_entry *e = st_bind_need(&l->b, "victory.final");
    struct st_span rest = st_span_of(e->value), kind = st_span_word(&rest);

    if (l->b.e)
        return;
    rest = st_span_trim(rest);
    if (st_span_is(kind, "control")) {
        f->last = objectives_named(l, e, rest);
        return;
    }
    if (!st_span_is(kind, "vp") || !st_span_int(rest, 1, 99, &f->points_needed))
        st_bad_key(&l->b, e, "`victory.final` is `vp n` or `control name`");
    st_bind_keys(&l->b, ST_ROWS(point_keys));
    if (!l->b.e && f->bavai_points)
        f->bavai = objectives_named(l, e, st_span_of("bavai"));
}

/* ---- 9.20 Frozen units ------------------------------------------------------------------- */

static const struct st_bound freeze_keys[] = {
    { "freeze_until", ST_IN(struct mons_plan, freeze, until), 1, MAX_TURNS + 1 },
    { "freeze_release_distance", ST_IN(struct mons_plan, freeze, release), 1, MAX_RANGE, .blank = true },
};

static void load_freeze(struct st_binder *b, const struct st_entry *e, const char *name ST_IDLE, int i)
{
    struct mons_plan *f = b->to;
    struct mons_freeze *z = &f->freeze[i];
    struct st_span part[LIST_MAX];
    int n = st_span_list(st_span_of(e->value), ',', part, LIST_MAX);

    if (n < 1)
        st_bad_key(b, e, "a list of units is wanted");
    for (int k = 0; k < n && !b->e; k++) {
        int u = st_span_find(part[k], f->unit_name, f->nunits);

        if (u < 0) {
            st_bad_key(b, e, "no unit `%.*s`", (int)part[k].len, part[k].at);
            return;
        }
        if (k && f->unit[u].side != z->side)
            st_bad_key(b, e, "units of both sides in one group");
        z->side = f->unit[u].side;
        set_add(&z->units, u);
    }
}

/* ---- the whole --------------------------------------------------------------------------- */

int mons_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct mons_loader *l = st_arena_get(&out->arena, sizeof *l);

    if (!l)
        return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
    *l = (struct mons_loader){ .b = st_binder_of(out, sc, err) };
    l->f = l->b.to;
    l->b.seen = l;
    out->side[GE] = mons_sides[GE];
    out->side[BR] = mons_sides[BR];
    st_bind_head(&l->b, "name");
    st_bind_names(&l->b, "side", mons_sides, side_titles, ST_SIDES);
    mons_load_charts(l);
    mons_load_map(l);
    load_area(l);
    mons_make_edges(l);
    load_turns(l);
    load_entries(l);
    load_objectives(l);
    load_exits(l);
    load_closed(l);
    load_early(l);
    load_final(l);
    mons_load_units(l);
    l->f->nfreezes = st_bind_named(&l->b, "freeze", MAX_NAMED, ST_ROWS(freeze_keys), load_freeze);
    mons_derive(l);
    return l->b.e;
}
