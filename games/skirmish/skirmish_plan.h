/* skirmish_plan.h - what the files that make a plan share: charts, the scenario's lines, what is
 * worked out from them. The first error sticks (core/bind.h): nothing is stored after it. */
#ifndef SKIRMISH_PLAN_H
#define SKIRMISH_PLAN_H

#include "core/bind.h"
#include "skirmish/skirmish.h"

struct skirmish_loader {
    struct st_binder b; /* first, so that who is given it finds the rest */
    struct skirmish_plan *f; /* b.to */
    const char *id[MAX_MEN], *title[MAX_MEN]; /* in the order of the file */
    int man_line[MAX_MEN];
    struct skirmish_man man[MAX_MEN];
    const char *side_title[ST_SIDES];
    int side_line[ST_SIDES];
    bool has_table;
    struct { /* a line that is being read */
        const char *id, *title;
        uint8_t side, kind;
        struct skirmish_area area;
        struct skirmish_exit exit;
        struct skirmish_event event;
        struct skirmish_goal goal;
    } in;
};
#define SEEN(member) ST_ONE(struct skirmish_loader, member), .of = ST_OF_SEEN
#define SIDE_WORDS   .words = skirmish_side_ids, .nwords = ST_SIDES

static inline struct skirmish_loader *skirmish_loader(struct st_binder *b)
{
    return (struct skirmish_loader *)b;
}

extern const char *const skirmish_side_ids[ST_SIDES];
/* What the scenario or the players choose: a line of its own name, or `reading KEY WORD`. */
enum { CHOICE_TURNS, CHOICE_FIRST, CHOICE_BREAKS, CHOICE_OPTIONS = CHOICE_BREAKS + ST_SIDES, CHOICE_READINGS,
       CHOICES = CHOICE_READINGS + READINGS };
extern const struct st_bound skirmish_choices[CHOICES];

void skirmish_load_charts(struct st_binder *b);         /* skirmish_charts.c */
void skirmish_load_lines(struct skirmish_loader *l);    /* skirmish_file.c */
/* skirmish_men.c: a line `char` */
void skirmish_load_man(struct st_binder *b, const struct st_parts *r);
void skirmish_sort_men(struct skirmish_loader *l);
void skirmish_check_men(struct skirmish_loader *l);
/* skirmish_goals.c: lines that say who has won, and events */
extern const struct st_bound skirmish_event_columns[2], skirmish_instant_columns[2],
    skirmish_onbreak_columns[3], skirmish_victory_columns[2];
void skirmish_load_event(struct st_binder *b, const struct st_parts *r);
void skirmish_load_goal(struct st_binder *b, const struct st_parts *r);
void skirmish_derive_sets(struct skirmish_plan *f);     /* skirmish_derive.c */
void skirmish_derive_cells(struct skirmish_loader *l);
void skirmish_find_spots(struct skirmish_plan *f);
/* x,y in mm of the table as a point in um. */
struct st_point skirmish_read_point(struct skirmish_loader *l, struct st_span s);
struct skirmish_seg skirmish_seg_of(struct st_point a, struct st_point b);

#endif
