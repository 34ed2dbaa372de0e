/* skirmish_plan.h - what the files that make a plan share: charts, the scenario's lines, what is
 * worked out from them. The first error sticks (core/bind.h): nothing is stored after it. */
#ifndef SKIRMISH_PLAN_H
#define SKIRMISH_PLAN_H

#include "core/bind.h"
#include "skirmish/skirmish.h"

enum { PARTS_MAX = 16 };

struct skirmish_loader {
    struct st_binder b;
    struct skirmish_plan *f; /* b.to */
    int line;
    struct st_span part[PARTS_MAX]; /* of the line, between tabs */
    int nparts;
    const char *id[MAX_MEN], *title[MAX_MEN]; /* in the order of the file */
    int man_line[MAX_MEN];
    struct skirmish_man man[MAX_MEN];
    const char *side_title[ST_SIDES];
    int side_line[ST_SIDES];
    bool has_table, has_turns, has_first;
};

extern const char *const skirmish_side_ids[ST_SIDES];

__attribute__((format(printf, 2, 3))) void skirmish_bad(struct skirmish_loader *l, const char *fmt,
                                                        ...);
/* One text of the scenario into piece 0 of c's member of `to`: a word of c's, or a number. */
void skirmish_take(struct skirmish_loader *l, const struct st_bound *c, void *to,
                   struct st_span text);
/* How many parts the line must have. */
void skirmish_need(struct skirmish_loader *l, int least, int most, const char *form);

/* What the scenario or the players choose: a key of the options, `reading` or not. */
void skirmish_choose(struct skirmish_loader *l, const char *key, struct st_span value);
bool skirmish_is_reading(const char *key);

void skirmish_load_charts(struct st_binder *b);         /* skirmish_charts.c */
void skirmish_load_lines(struct skirmish_loader *l);    /* skirmish_file.c */
void skirmish_load_man(struct skirmish_loader *l);      /* skirmish_men.c: a line `char` */
void skirmish_sort_men(struct skirmish_loader *l);
void skirmish_check_men(struct skirmish_loader *l);
void skirmish_load_goal(struct skirmish_loader *l, int when); /* skirmish_goals.c */
void skirmish_load_event(struct skirmish_loader *l);
void skirmish_derive_sets(struct skirmish_plan *f);     /* skirmish_derive.c */
void skirmish_derive_cells(struct skirmish_loader *l);
void skirmish_find_spots(struct skirmish_plan *f);
/* x,y in mm of the table as a point in um. */
struct st_point skirmish_read_point(struct skirmish_loader *l, struct st_span s);
struct skirmish_seg skirmish_seg_of(struct st_point a, struct st_point b);

#endif
