/* ideas.h - which moves are different ideas, and which the same one with another number.
 *
 * Two moves are alike if they do the same with the same pieces: only a number or the order is another. Where
 * players set numbers themselves, nearly all of the best moves are one idea; who tells, overlooks or compares
 * moves means ideas.
 */
#ifndef ST_AI_IDEAS_H
#define ST_AI_IDEAS_H

#include "ai/think.h"

bool st_move_alike(const struct st_plan *p, const struct st_move *a, const struct st_move *b);
/* The best thought of each idea to out, as numbers of thought, in its order; at most max. Returns how many. */
int st_ideas(const struct st_plan *p, const struct st_thought *thought, int n, int *out, int max);

#endif
