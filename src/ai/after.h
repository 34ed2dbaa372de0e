/* after.h - what a move comes to: the mean of the judgement over all dice up to the next decision.
 *
 * Every face is followed as long as there is room, the nearest dice first; from there on one fall of
 * the dice stands for all, so that a long procedure costs little more than a short one. Positions are
 * judged only where somebody decides or the game is over: never in the middle of a procedure.
 */
#ifndef ST_AI_AFTER_H
#define ST_AI_AFTER_H

#include "ai/judge.h"

enum { ST_DICE_MAX = 10000 }; /* in a row, before the next decision: a game that rolls for ever */

struct st_after {
    const struct st_plan *plan;
    char *pos; /* room positions that wait for their turn */
    double *p; /* how likely each is */
    struct st_end { /* those of one move that were judged */
        uint64_t hash;
        int i;
        struct st_judgement judged;
    } *end;
    int room;
    long nodes; /* moves and faces followed so far, all in all */
    struct st_scratch *scratch; /* of all that is looked at for one decision */
};

int st_after_open(struct st_after *a, const struct st_plan *p, int room, struct st_error *err);
void st_after_close(struct st_after *a);
/* m made at t, as side sees it; false if the rules refuse it there. The same seed lets the same dice
 * stand for all. */
bool st_after_move(struct st_after *a, const struct st_table *t, const struct st_move *m, int side,
                   uint64_t seed, struct st_judgement *out);
/* One fall of the dice: t runs on to the next decision, or the end. */
void st_after_dice(struct st_table *t, uint64_t seed, uint32_t *roll, long *nodes);

#endif
