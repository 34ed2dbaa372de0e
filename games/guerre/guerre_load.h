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

struct guerre_at { /* where something stands, as files have it */
    int x, y, h;
};
struct guerre_loader { /* what the loading functions hand to each other */
    struct st_binder b; /* first, so that who is given it finds the rest */
    struct guerre_plan *f;
    const char **side, **side_title;
    int nsides;
    const char **name, **title, **piece;
    const char *army[ST_SIDES];
    const char *powder, *winner; /* names resolved at the end, or NULL */
    int element_line[MAX_ELEMENTS], piece_line[MAX_PIECES];
    int roles; /* ROLE_... */
    struct { /* a record that is being read */
        const char *id, *title, *side, *text;
        struct guerre_at at;
        int kind, width, depth;
        uint8_t edge, order, rout, captain, type, grade, flags, code, number;
    } in;
};

void guerre_add_element(struct guerre_loader *l, const struct guerre_element *x, const char *name,
                        const char *title);

/* "cinc", "swiss", both joined by +, or a dash: bits, FLAG_... */
extern const char *const guerre_flags[2];
#define GUERRE_FLAGS ST_WORDS(guerre_flags), .several = true, .wants = "cinc, swiss or -"

void guerre_bind_charts(struct st_binder *b);
void guerre_read_scenario(struct guerre_loader *l); /* the file, then the keys given */
void guerre_offer_options(struct guerre_loader *l);

#endif
