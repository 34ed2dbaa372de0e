/* weights.h - what a game's worth() counts with: numbers beside the rules, not of them.
 *
 * A sheet games/ID/worth.tsv has a row for each name of game->weights: name, weight, remark. They are
 * in the plan (p->weight, in the order of the names) and in no hash: another judgement of a position
 * is the same game.
 */
#ifndef ST_CORE_WEIGHTS_H
#define ST_CORE_WEIGHTS_H

#include "core/plan.h"

enum { ST_WEIGHT_MOST = 1000000 }; /* of either sign */

/* Every name once, no other, each a number: else an error with file and line. */
int st_weights_load(struct st_plan *p, const struct st_files *files, struct st_error *err);

#endif
