/* weights.h - what a game's worth() counts with: numbers beside the rules, not of them.
 *
 * A sheet games/ID/worth.tsv has a row for each name of game->weights: name, weight, remark. They are
 * in the plan (p->weight, in the order of the names) and in no hash: another judgement of a position
 * is the same game.
 *
 * A second sheet, games/ID/chance.tsv, says what a difference of worth means: scenario, shift, scale,
 * fitted by `sandtable tune` to games that were played. The log odds of the first side winning are
 * shift / 1000 + (its worth - the other's) / scale. A scenario without a row has no shift and the scale
 * of the first row; a game without a sheet has ST_SCALE.
 */
#ifndef ST_CORE_WEIGHTS_H
#define ST_CORE_WEIGHTS_H

#include "core/plan.h"

enum { ST_WEIGHT_MOST = 1000000 }; /* of either sign */
enum { ST_SHIFT_MOST = 10000, ST_SCALE = 300 };

/* Every name once, no other, each a number: else an error with file and line. */
int st_weights_load(struct st_plan *p, const struct st_files *files, struct st_error *err);
/* p->id must stand. */
int st_fit_load(struct st_plan *p, const struct st_files *files, struct st_error *err);

#endif
