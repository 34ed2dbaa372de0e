/* mons_units.c - the units into a plan. */
#include "mons/mons_load.h"

#include <stdio.h>
#include <string.h>

static const char *const no_yes[] = { "N", "Y" };

#define UNIT(m) ST_IN(struct mons_plan, unit, m)
static const struct st_bound columns[] = {
    { "side", UNIT(side), .words = mons_sides, .nwords = ST_SIDES },
    { "type", UNIT(type), .words = mons_types, .nwords = TYPES },
    { "regiment", UNIT(regiment), .words = no_yes, .nwords = 2 },
    { "ma", UNIT(points), 1, MAX_POINTS },
    { "range", UNIT(range), 0, MAX_RANGE },
    { "turn", UNIT(turn), 1, MAX_TURNS },
};

struct texts { /* columns that are more than a number */
    const char *id, *name, *strengths, *corps, *division, *setup;
};
#define TEXT(m) { #m, ST_ONE(struct texts, m) }
static const struct st_bound text_columns[] = {
    TEXT(id), TEXT(name), TEXT(strengths), TEXT(corps), TEXT(division), TEXT(setup),
};

/* The number of a name in a growing list; -1 if it is full. */
static int intern(const char *name, const char **list, int *n)
{
    int i = st_span_find(st_span_of(name), list, *n);

    if (i >= 0 || *n == GROUPS_MAX)
        return i;
    list[*n] = name;
    return (*n)++;
}

/* "8/6/4/2", full first; strength[] goes by steps left (C.3). */
static void read_strengths(struct mons_loader *l, const struct st_tsv *t, int r, const char *text,
                           struct mons_unit *u)
{
    struct st_span part[MAX_STEPS];
    int list[MAX_STEPS], n = st_span_list(st_span_of(text), '/', part, MAX_STEPS);

    if (n == 0)
        st_bad_row(&l->b, t, r, "a unit without strength");
    if (n < 0)
        st_bad_row(&l->b, t, r, "more than eight steps");
    for (int i = 0; i < n && !l->b.e; i++) {
        if (!st_span_int(part[i], 1, 99, &list[i]))
            st_bad_row(&l->b, t, r, "`%.*s` is no strength: 1 to 99 for each step, as 8/6/4/2",
                       (int)part[i].len, part[i].at);
        else if (i && list[i] > list[i - 1])
            st_bad_row(&l->b, t, r, "a strength that grows with the losses");
    }
    if (l->b.e)
        return;
    u->steps = (uint8_t)n;
    for (int k = 1; k <= n; k++)
        u->strength[k] = (uint8_t)list[n - k];
}

static void read_formation(struct mons_loader *l, const struct st_tsv *t, int r,
                           const struct texts *x, struct mons_unit *u)
{
    size_t corps = strlen(x->corps), division = strlen(x->division);
    int c, d = CORPS_TROOPS;
    char both[96];

    if (corps == 0 || division == 0 || corps + division > 60) {
        st_bad_row(&l->b, t, r, "corps and division want names");
        return;
    }
    c = intern(x->corps, l->corps, &l->ncorps);
    if (strcmp(x->division, "corps") != 0) {
        const char *own;

        snprintf(both, sizeof both, "%s %s %s", mons_sides[u->side], x->corps, x->division);
        own = st_bind_text(&l->b, st_span_of(both));
        d = own ? intern(own, l->division, &l->ndivisions) : 0;
    }
    if (!l->b.e && (c < 0 || d < 0))
        l->b.e = st_fail(l->b.err, ST_ELIMIT, t->where, t->line[r], "more than %d formations",
                         GROUPS_MAX);
    u->corps = (uint8_t)c;
    u->division = (uint8_t)d;
}

/* A hex on which it may stand, or an entry group. */
static void read_setup(struct mons_loader *l, const struct st_tsv *t, int r, const char *text,
                       struct mons_unit *u)
{
    struct mons_plan *f = l->f;
    struct st_span s = st_span_of(text);
    char near[160];
    int hex, c, y, g;

    if (mons_read_digits(s, &c, &y)) {
        st_hex_parse(&l->b.plan->grid, s, &hex);
        if (hex < 0 || !st_hexset_has(&f->area, hex))
            st_bad_row(&l->b, t, r, "set up outside the scenario's area (9.10)");
        else if (f->terrain[hex] == OUT)
            st_bad_row(&l->b, t, r, "set up in a hex that is out of play (9.19)");
        u->hex = (int16_t)hex;
        u->group = NO_GROUP;
        return;
    }
    g = st_span_find(s, f->entry_name, f->ngroups);
    u->hex = PLACE_WAITING;
    u->group = (uint8_t)g;
    if (g < 0) {
        st_suggest(near, sizeof near, text, f->entry_name, f->ngroups);
        st_bad_row(&l->b, t, r, "unknown entry group `%.40s`%s%s", text, near[0] ? "; " : "", near);
    } else if (u->side != GE) {
        st_bad_row(&l->b, t, r, "only Germans enter the map (8.7)");
    } else if (u->turn < l->entry_turn[g]) {
        st_bad_row(&l->b, t, r, "turn %d, but %s enters from turn %d on", u->turn,
                   f->entry_name[g], l->entry_turn[g]);
    }
}

/* 6.1, 6.2, 6.4 hold before the first move too. */
static void check_stack(struct mons_loader *l, const struct st_tsv *t, int r, const char *const *id)
{
    const struct mons_unit *u = &l->f->unit[r];
    int here = 0;

    for (int i = 0; i < r && !l->b.e; i++) {
        const struct mons_unit *x = &l->f->unit[i];
        bool together = u->hex >= 0 && x->hex == u->hex;

        if (strcmp(id[i], id[r]) == 0)
            st_bad_row(&l->b, t, r, "`%s` stands on line %d already", id[r], t->line[i]);
        else if (together && x->side != u->side)
            st_bad_row(&l->b, t, r, "%s of the other side is set up in this hex (6.4)", id[i]);
        else if (together && x->regiment && u->regiment)
            st_bad_row(&l->b, t, r, "two regiments set up in one hex: %s is there (6.2)", id[i]);
        here += together;
    }
    if (here >= STACK)
        st_bad_row(&l->b, t, r, "more than four units set up in one hex (6.1)");
}

static void load_unit(struct mons_loader *l, const struct st_tsv *t, int r, const char **id,
                      const char **title)
{
    struct mons_unit *u = &l->f->unit[r];
    struct texts x = { NULL, NULL, NULL, NULL, NULL, NULL };

    st_bind_row(&l->b, t, r, r, ST_ROWS(columns));
    st_bind_row_to(&l->b, &x, t, r, ST_ROWS(text_columns));
    if (l->b.e)
        return;
    if ((u->type >= FA) != (u->range > 0))
        st_bad_row(&l->b, t, r, "artillery has a range of 1 or more, troops have 0");
    if (u->regiment && (u->type != INF || u->side != GE))
        st_bad_row(&l->b, t, r, "only German infantry stands in regiments (6.2)");
    read_strengths(l, t, r, x.strengths, u);
    read_formation(l, t, r, &x, u);
    read_setup(l, t, r, x.setup, u);
    id[r] = x.id;
    title[r] = x.name;
    check_stack(l, t, r, id);
}

/* Sets and the like, from what was read. */
static void sort_unit(struct mons_plan *f, int i)
{
    const struct mons_unit *u = &f->unit[i];

    set_add(&f->of_side[u->side], i);
    set_add(u->type >= FA ? &f->guns : &f->troops, i);
    if (u->regiment)
        set_add(&f->regiments, i);
    f->is_regiment[i] = u->regiment;
    for (int turn = u->turn; u->group != NO_GROUP && turn <= MAX_TURNS; turn++)
        set_add(&f->enters_by[turn], i);
}

void mons_load_units(struct mons_loader *l)
{
    const char **id = st_bind_array(&l->b, MAX_UNITS, sizeof *id);
    const char **title = st_bind_array(&l->b, MAX_UNITS, sizeof *title);
    const char **corps = st_bind_array(&l->b, GROUPS_MAX, sizeof *corps);
    const char **division = st_bind_array(&l->b, GROUPS_MAX, sizeof *division);
    struct mons_plan *f = l->f;
    struct st_tsv t;

    st_bind_sheet(&l->b, "units", &t);
    if (!l->b.e && (t.nrows > MAX_UNITS || t.nrows == 0))
        l->b.e = st_fail(l->b.err, ST_ELIMIT, t.where, 0, "%d units; 1 to %d are known", t.nrows,
                         MAX_UNITS);
    for (int r = 0; r < t.nrows && !l->b.e; r++)
        load_unit(l, &t, r, id, title);
    if (l->b.e)
        return;
    f->nunits = t.nrows;
    for (int i = 0; i < f->nunits; i++)
        sort_unit(f, i);
    f->unit_name = id;
    memcpy(corps, l->corps, sizeof l->corps);
    memcpy(division, l->division, sizeof l->division);
    f->corps_name = corps;
    f->division_name = division;
    st_bind_names(&l->b, "unit", id, title, f->nunits);
}
