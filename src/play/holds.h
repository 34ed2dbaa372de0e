/* holds.h - is it so? A few words about a position, as case files and lessons write them.
 *
 *   N1 steps 1 hex 0504     fields of a piece, or of a side; also `steps=1`, `N1 in 0504`
 *   turn 3                  fields of the game
 *   step NAME, side NAME, decision, die [DICE [LABEL]], over, winner NAME
 */
#ifndef ST_PLAY_HOLDS_H
#define ST_PLAY_HOLDS_H

#include "core/game.h"

struct st_held {
    bool so;
    char found[400]; /* where it is not: "expected side South, found North" */
};

/* ST_OK and *out. ST_ESYNTAX: the words say nothing that could be so, and why is in err. */
int st_holds(struct st_held *out, const struct st_table *t, const char *text, struct st_error *err);
/* Fields alone: nothing but pieces, fields and values. */
int st_holds_fields(struct st_held *out, const struct st_table *t, const char *text,
                    struct st_error *err);

#endif
