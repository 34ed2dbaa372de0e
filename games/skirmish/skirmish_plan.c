/* skirmish_plan.c - a scenario and the charts into a plan (9.1), and what players may choose. */
#include "skirmish/skirmish_plan.h"

#include <stdio.h>

const char *const skirmish_manners[] = { "steady", "moving", "end", "passing", "track" };
const char *const skirmish_classes[] = { "open", "D", "V", "X", NULL };

enum { TURNS_MOST = 99 };

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
const struct st_bound skirmish_choices[CHOICES] = {
    { "turns", PLAN(turns), 1, TURNS_MOST, .title = "Length in turns", .para = "5.13.2" },
    { "first", PLAN(first), SIDE_WORDS, .title = "Who leads in odd turns", .para = "4.3" },
    { "break.A", PLAN(breaks[0]), 1, MAX_MEN, .para = "5.13.1" },
    { "break.B", PLAN(breaks[1]), 1, MAX_MEN, .para = "5.13.1" },
    { "options", PLAN(options), ST_WORDS(options), .several = true,
      .title = "Optional rules", .para = "5.14", .called = option_titles, .cited = option_paras },
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

/* What the titles of some say hangs on the scenario. */
static void offer_choices(struct skirmish_loader *l)
{
    for (int i = 0; i < CHOICES && !l->b.e; i++) {
        struct st_bound c = skirmish_choices[i];
        char title[160];

        if (i == CHOICE_FIRST)
            c.called = l->side_title;
        if (!c.title) {
            snprintf(title, sizeof title, "%s: losses that break them",
                     l->side_title[i - CHOICE_BREAKS]);
            c.title = title;
        }
        st_bind_offers(&l->b, &c, 1);
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
    l->b.seen = l;
    for (int s = 0; s < ST_SIDES; s++)
        out->side[s] = skirmish_side_ids[s];
    skirmish_load_charts(&l->b);
    skirmish_load_lines(l);
    st_bind_given(&l->b, ST_ROWS(skirmish_choices));
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
