/* gather.h - the fields of a position as a row of numbers, kept up to date at little cost.
 *
 * Most fields are members of the position, and a step of a game changes few bytes of it. So it is worked
 * out once which numbers hang on which byte; after that a look compares the position with the one that was
 * looked at last, and reads again what hangs on the bytes that differ. A field that is worked out
 * (st_field.get) says what from (st_field.on), or is asked every time.
 */
#ifndef ST_VIEW_GATHER_H
#define ST_VIEW_GATHER_H

#include "core/game.h"

struct st_feature {
    const struct st_field *field; /* NULL: the step that is awaited */
    int piece;
};

enum { ST_WATCHES = 8 };

struct st_gather {
    const struct st_plan *plan;
    struct st_feature *feature;
    int n;
    size_t room;          /* bytes of a position in whole blocks: `was` and pos have so many */
    struct st_hanging {   /* on a byte of a position hang reader[first] and those after it */
        uint32_t first;
        uint16_t n;
        bool plain;       /* nothing but the byte itself, or flags in it */
        uint8_t watched;  /* which of the watches look at it, as bits */
    } *byte;              /* [room] */
    struct st_reader *reader;
    uint32_t *block;      /* where the blocks begin on which anything hangs */
    int nblocks;
    struct st_watch {     /* fields that hang on the same bytes, whichever piece is asked about */
        const struct st_field *field;
        int first, n;     /* in watching */
    } watch[ST_WATCHES];
    int nwatches;
    int *watching, nwatching; /* features */
    int *always, nalways; /* features of which nobody says what they hang on */
};

/* The fields that make up a position: members of it, and what an umpire may set; measures: also those that
 * follow from these. */
int st_gather_open(struct st_gather *g, const struct st_plan *p, bool measures, struct st_error *err);
void st_gather_close(struct st_gather *g);
/* Every number of t. */
void st_gather_all(const struct st_gather *g, const struct st_table *t, int32_t *out);
/* out has the numbers of the position `was`; now it has those of t, and `was` is t's position as far as
 * numbers hang on it. Both have g->room bytes, those after the position zero. */
void st_gather_changed(const struct st_gather *g, const struct st_table *t, void *was, int32_t *out);

#endif
