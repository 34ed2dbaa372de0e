/* skirmish_plan.c - a scenario and the charts into a plan (9.1), and what players may choose. */
#include "skirmish/skirmish_plan.h"

#include <stdio.h>
#include <string.h>

const char *const skirmish_manners[] = { "steady", "moving", "end", "passing", "track" };
const char *const skirmish_classes[] = { "open", "D", "V", "X" };

enum { TURNS_MOST = 99, CHOICES = 5 + READINGS };

static const char *const options[] = { "command", "line_fire", "principals", "reforming" };
static const char *const option_titles[] = { "Command", "Line fire", "Principal characters",
                                             "Reforming" };
static const char *const option_paras[] = { "5.14.1", "5.14.2", "5.14.3", "5.14.4" };

#define PLAN(member) ST_ONE(struct skirmish_plan, member)
#define WORDS(...) (const char *const[]){ __VA_ARGS__ }
/* A reading: the first word is ours. */
#define READING(key, i, head, cited, ours, other, ours_called, other_called) \
    { key, PLAN(reading[i]), .words = WORDS(ours, other), .nwords = 2, .title = head, \
      .para = cited, .called = WORDS(ours_called, other_called) }

/* What a scenario says once, and players may replace. */
static const struct st_bound choices[CHOICES] = {
    { "turns", PLAN(turns), 1, TURNS_MOST, .title = "Length in turns", .para = "5.13.2" },
    { "first", PLAN(first), .words = skirmish_side_ids, .nwords = ST_SIDES,
      .title = "Who leads in odd turns", .para = "4.3" },
    { "break.A", PLAN(breaks[0]), 1, MAX_MEN, .para = "5.13.1" },
    { "break.B", PLAN(breaks[1]), 1, MAX_MEN, .para = "5.13.1" },
    { "options", PLAN(options), .words = options, .nwords = 4, .title = "Optional rules",
      .para = "5.14" },
    READING("saddle", READ_SADDLE, "Mounted infantry fires at whom it rode into", "7.8", "once",
            "added", "-1 for the movement", "-1 for the movement and -1 for the saddle"),
    READING("met", READ_MET, "A rider whom an enemy reaches", "7.9", "moving", "still",
            "is not immobile", "is immobile if he stood still"),
    READING("heights", READ_HEIGHTS, "Behind a bank or battlement", "7.23", "drawn", "lines",
            "one stands level with the attacker", "one stands higher"),
    READING("blocked", READ_BLOCKED, "Who was blocked by the ground", "7.28", "struggled", "stood",
            "is not immobile", "is immobile if he stood still"),
    READING("cornered", READ_CORNERED, "Who can recoil nowhere", "5.9.12", "falls", "stays",
            "is hit", "stays where he is"),
};
enum { CHOICE_FIRST = 1, CHOICE_BREAKS, CHOICE_OPTIONS = 4, CHOICE_READINGS };

static int choice_of(const char *key)
{
    for (int i = 0; i < CHOICES; i++)
        if (strcmp(choices[i].name, key) == 0)
            return i;
    return -1;
}

bool skirmish_is_reading(const char *key)
{
    return choice_of(key) >= CHOICE_READINGS;
}

static void choose_options(struct skirmish_loader *l, struct st_span s)
{
    static const struct st_bound option = { "option", { 0, 0, ST_INT, false, 0 },
                                            .words = options, .nwords = 4 };

    l->f->options = 0;
    if (st_span_is(s, "none"))
        return;
    while (s.len && !l->b.e) {
        int v = 0;

        skirmish_take(l, &option, &v, st_span_trim(st_span_cut(&s, ',')));
        l->f->options |= 1 << v;
    }
}

void skirmish_choose(struct skirmish_loader *l, const char *key, struct st_span value)
{
    int i = choice_of(key);
    struct st_bound c = choices[i];

    if (i == CHOICE_OPTIONS) {
        choose_options(l, value);
        return;
    }
    c.name = i == CHOICE_FIRST ? "side" : i < CHOICE_OPTIONS && i >= CHOICE_BREAKS ? "break" : key;
    skirmish_take(l, &c, l->f, value);
}

static void take_given(struct skirmish_loader *l)
{
    const char *keys[CHOICES];
    struct { int key; } k = { 0 };

    for (int i = 0; i < CHOICES; i++)
        keys[i] = choices[i].name;
    for (int i = 0; i < l->b.sc->ngiven && !l->b.e; i++) {
        skirmish_take(l, &(struct st_bound){ "key", { 0, 0, ST_INT, false, 0 }, .words = keys,
                                             .nwords = CHOICES },
                      &k, st_span_of(l->b.sc->given[i].key));
        if (!l->b.e)
            skirmish_choose(l, keys[k.key], st_span_of(l->b.sc->given[i].value));
    }
}

static void offer_choices(struct skirmish_loader *l)
{
    for (int i = 0; i < CHOICES && !l->b.e; i++) {
        const struct st_bound *c = &choices[i];
        bool several = i == CHOICE_OPTIONS;
        char title[160];
        struct st_option o = { .key = c->name, .title = c->title, .para = c->para, .lo = c->lo,
                               .hi = c->hi, .word = c->words, .nwords = c->nwords,
                               .called = several ? option_titles : c->called,
                               .cited = several ? option_paras : NULL,
                               .value = st_member_get(l->f, c->to, 0) };

        o.kind = several ? ST_OPTION_SEVERAL : c->words ? ST_OPTION_CHOICE : ST_OPTION_NUMBER;
        if (i == CHOICE_FIRST)
            o.called = l->side_title;
        if (!o.title) {
            snprintf(title, sizeof title, "%s: losses that break them",
                     l->side_title[i - CHOICE_BREAKS]);
            o.title = title;
        }
        st_bind_option(&l->b, &o);
    }
}

static void bind_names(struct skirmish_loader *l)
{
    const char **units = st_bind_array(&l->b, MAX_UNITS, sizeof *units);
    int n = l->f->nunits;

    for (int i = 0; i < n && units; i++)
        units[i] = l->f->unit[i].name;
    if (n == 0 && units)
        units[n++] = "none"; /* a list without names would leave the notation without a word */
    st_bind_names(&l->b, "body", units, NULL, n);
    st_bind_names(&l->b, "firearm", skirmish_firearms, NULL, FIREARMS);
    st_bind_names(&l->b, "weapon", skirmish_weapons, NULL, WEAPONS);
    st_bind_names(&l->b, "side", skirmish_side_ids, l->side_title, ST_SIDES);
}

int skirmish_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct st_binder b = st_binder_of(out, sc, err);
    struct skirmish_loader *l = st_bind_array(&b, 1, sizeof *l);

    if (!l)
        return b.e;
    *l = (struct skirmish_loader){ .b = b, .f = b.to };
    for (int s = 0; s < ST_SIDES; s++)
        out->side[s] = skirmish_side_ids[s];
    skirmish_load_charts(&l->b);
    skirmish_load_lines(l);
    take_given(l);
    bind_names(l);
    if (l->b.e)
        return l->b.e;
    out->table = (struct st_point){ l->f->width * ST_MM, l->f->height * ST_MM };
    skirmish_derive_sets(l->f);
    skirmish_derive_cells(l);
    if (!l->b.e)
        skirmish_check_men(l);
    offer_choices(l);
    if (!l->b.e && !skirmish_routes_make(l->f, &out->arena))
        l->b.e = st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
    if (!l->b.e)
        skirmish_find_spots(l->f);
    return l->b.e;
}
