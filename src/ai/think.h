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

struct st_budget {
    long nodes;                /* moves and dice followed; 0: only `enough` ends it */
    bool (*enough)(void *arg); /* asked now and then: true ends it; NULL: never */
    void *arg;
};

struct st_thought {
    struct st_move move;
    double chance; /* that the side to decide wins, if it makes it */
    long nodes;    /* spent on it beyond the first look */
};

/* The best moves to out, the best first, at most max; *n is how many, 0 where nobody decides. Each
 * legal move has been looked at, of very many a choice. A budget of nothing is ST_EUSAGE. */
int st_think(const struct st_table *t, const struct st_budget *b, uint64_t seed,
             struct st_thought *out, int max, int *n, struct st_error *err);

#endif
