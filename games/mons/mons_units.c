/* mons_units.c - the units into a plan. */
#include "mons/mons_load.h"

#include <stdio.h>
#include <string.h>

static const char *const no_yes[] = { "N", "Y" };

#define UNIT(m) ST_IN(struct mons_plan, unit, m)
#define TEXT(m) { #m, ST_IN(struct mons_loader, unit, m), .of = ST_OF_SEEN }
static const struct st_bound columns[] = {
    { "side", UNIT(side), .words = mons_sides, .nwords = ST_SIDES },
    { "type", UNIT(type), .words = mons_types, .nwords = TYPES },
    { "regiment", UNIT(regiment), ST_WORDS(no_yes) },
    { "ma", UNIT(points), 1, MAX_POINTS },
    { "range", UNIT(range), 0, MAX_RANGE },
    { "turn", UNIT(turn), 1, MAX_TURNS },
    TEXT(strengths),
    TEXT(corps),
    TEXT(division),
    TEXT(setup),
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
static void read_strengths(struct mons_loader *l, const char *text, struct mons_unit *u)
{
    struct st_span part[MAX_STEPS];
    int list[MAX_STEPS], n = st_span_list(st_span_of(text), '/', part, MAX_STEPS);

    if (n == 0)
        st_bad(&l->b, "a unit without strength");
    if (n < 0)
        st_bad(&l->b, "more than eight steps");
    for (int i = 0; i < n && !l->b.e; i++) {
        if (!st_span_int(part[i], 1, 99, &list[i]))
            st_bad(&l->b, "`%.*s` is no strength: 1 to 99 for each step, as 8/6/4/2",
                       (int)part[i].len, part[i].at);
        else if (i && list[i] > list[i - 1])
            st_bad(&l->b, "a strength that grows with the losses");
    }
    if (l->b.e)
        return;
    u->steps = (uint8_t)n;
    for (int k = 1; k <= n; k++)
        u->strength[k] = (uint8_t)list[n - k];
}

static void read_formation(struct mons_loader *l, const char *corps_name, const char *name,
                           struct mons_unit *u)
{
    size_t corps = strlen(corps_name), division = strlen(name);
    int c, d = CORPS_TROOPS;
    char both[96];

    if (corps == 0 || division == 0 || corps + division > 60) {
        st_bad(&l->b, "corps and division want names");
        return;
    }
    c = intern(corps_name, l->corps, &l->ncorps);
    if (strcmp(name, "corps") != 0) {
        const char *own;

        snprintf(both, sizeof both, "%s %s %s", mons_sides[u->side], corps_name, name);
        own = st_bind_text(&l->b, st_span_of(both));
        d = own ? intern(own, l->division, &l->ndivisions) : 0;
    }
    if (!l->b.e && (c < 0 || d < 0))
        st_bad(&l->b, "more than %d formations", GROUPS_MAX);
    u->corps = (uint8_t)c;
    u->division = (uint8_t)d;
}

/* A hex on which it may stand, or an entry group. */
static void read_setup(struct mons_loader *l, const char *text, struct mons_unit *u)
{
    struct mons_plan *f = l->f;
    struct st_span s = st_span_of(text);
    int hex;

    if (st_hex_parse(&l->b.plan->grid, s, &hex)) {
        if (hex < 0 || !st_hexset_has(&f->area, hex))
            st_bad(&l->b, "set up outside the scenario's area (9.10)");
        else if (f->terrain[hex] == OUT)
            st_bad(&l->b, "set up in a hex that is out of play (9.19)");
        u->hex = (int16_t)hex;
        u->group = NO_GROUP;
        return;
    }
    int g = st_bind_which(&l->b, "entry group", s, f->entry_name, f->ngroups);
    u->hex = PLACE_WAITING;
    u->group = (uint8_t)g;
    if (u->side != GE)
        st_bad(&l->b, "only Germans enter the map (8.7)");
    else if (g >= 0 && u->turn < l->entry_turn[g])
        st_bad(&l->b, "turn %d, but %s enters from turn %d on", u->turn, f->entry_name[g], l->entry_turn[g]);
}

/* 6.1, 6.2, 6.4 hold before the first move too. */
static void check_stack(struct mons_loader *l, int r)
{
    const char *const *id = l->f->unit_name;
    const struct mons_unit *u = &l->f->unit[r];
    int here = 0;

    for (int i = 0; i < r && !l->b.e; i++) {
        const struct mons_unit *x = &l->f->unit[i];
        bool together = u->hex >= 0 && x->hex == u->hex;

        if (together && x->side != u->side)
            st_bad(&l->b, "%s of the other side is set up in this hex (6.4)", id[i]);
        else if (together && x->regiment && u->regiment)
            st_bad(&l->b, "two regiments set up in one hex: %s is there (6.2)", id[i]);
        here += together;
    }
    if (here >= STACK)
        st_bad(&l->b, "more than four units set up in one hex (6.1)");
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

static void load_unit(struct st_binder *b, int r)
{
    struct mons_loader *l = b->seen;
    struct mons_unit *u = &l->f->unit[r];

    if ((u->type >= FA) != (u->range > 0))
        st_bad(b, "artillery has a range of 1 or more, troops have 0");
    if (u->regiment && (u->type != INF || u->side != GE))
        st_bad(b, "only German infantry stands in regiments (6.2)");
    read_strengths(l, l->unit[r].strengths, u);
    read_formation(l, l->unit[r].corps, l->unit[r].division, u);
    read_setup(l, l->unit[r].setup, u);
    check_stack(l, r);
    if (!b->e)
        sort_unit(l->f, r);
}

void mons_load_units(struct mons_loader *l)
{
    struct mons_plan *f = l->f;

    f->corps_name = l->corps = st_bind_array(&l->b, GROUPS_MAX, sizeof *l->corps);
    f->division_name = l->division = st_bind_array(&l->b, GROUPS_MAX, sizeof *l->division);
    f->nunits = st_bind_pieces(&l->b, "units", "unit", MAX_UNITS, ST_ROWS(columns), load_unit, &f->unit_name);
}
