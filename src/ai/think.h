/* think.h - what is best here, and how good is it? For players, hints, reviews and puzzles.
 *
 * t is the position as the side to decide may see it; what is hidden is guessed, several times over,
 * never known. The answer depends on position, seed and nodes alone: not on threads, machine or time,
 * unless a clock was asked to end it.
 */
#ifndef ST_AI_THINK_H
#define ST_AI_THINK_H

#include "core/game.h"

enum { ST_THOUGHTS = 64 }; /* the most that are told */

struct st_thought {
    struct st_move move;
    double chance; /* that the side to decide wins, if it makes it */
    long nodes;    /* spent on it beyond the first look */
};

struct st_budget {
    long nodes; /* moves and dice followed after the first look at every move; 0: only the clock ends it */
    /* The share of the time that is spent: 1 or more ends it. Asked now and then; NULL: no clock. */
    double (*clock)(void *arg);
    void *arg;
    /* Told what looks best so far, and the nodes spent: after the first look, then ever more seldom. NULL:
     * nobody listens. */
    void (*told)(void *arg, const struct st_thought *best, long nodes);
};

/* The best moves to out, the best first, at most max; *n is how many, 0 where nobody decides. Each
 * legal move has been looked at, of very many a choice. A budget of nothing is ST_EUSAGE. */
int st_think(const struct st_table *t, const struct st_budget *b, uint64_t seed,
             struct st_thought *out, int max, int *n, struct st_error *err);
/* The same by the first look alone, which every other thought begins with: it needs no budget. */
int st_first_look(const struct st_table *t, uint64_t seed, struct st_thought *out, int max, int *n,
                  struct st_error *err);

#endif
