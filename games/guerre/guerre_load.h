/* guerre_load.h - what the loaders share: charts (guerre_charts.c), scenario files
 * (guerre_scenario.c), and the plan they become (guerre_plan.c). */
#ifndef GUERRE_LOAD_H
#define GUERRE_LOAD_H

#include "core/bind.h"
#include "guerre/guerre.h"

enum { FLAG_CINC = 1, FLAG_SWISS = 2 };
enum {
    TABLE_MIN = 300,
    TABLE_MAX = 2000,
    TURNS_MAX = 99,
    COORD_MAX = 3000,
    FORT_MAX = 160
}; /* mm */

struct guerre_loader { /* what the loading functions hand to each other */
    struct st_binder b;
    struct guerre_plan *f;
    int line; /* of the scenario file; 0: no line is to blame */
    const char *side[ST_SIDES], *side_title[ST_SIDES];
    int nsides;
    const char **name, **title, **piece;
    const char *army[ST_SIDES];
    const char *powder, *winner; /* names resolved at the end, or NULL */
    int element_line[MAX_ELEMENTS], piece_line[MAX_PIECES];
    bool table, turns, limit;
};

/* Note an error of the line being read, unless there is one. */
__attribute__((format(printf, 2, 3))) void guerre_bad(struct guerre_loader *l, const char *fmt,
                                                      ...);
/* The index of a word in a list; an error with what is near, and -1. */
int guerre_word(struct guerre_loader *l, const char *word, const char *const *names, int n,
                const char *what);
void guerre_add_element(struct guerre_loader *l, const struct guerre_element *x, const char *name,
                        const char *title);

/* "cinc", "swiss", both joined by +, or a dash. */
bool guerre_read_flags(const struct st_binder *b, struct st_span text, int *out);
#define GUERRE_FLAGS_READ .read = guerre_read_flags, .wants = "cinc, swiss or -"

void guerre_bind_charts(struct st_binder *b);
struct guerre_army *guerre_army_find(struct guerre_plan *f, const char *id); /* or NULL */
void guerre_read_scenario(struct guerre_loader *l); /* the file, then the keys given */
void guerre_offer_options(struct guerre_loader *l);

#endif
