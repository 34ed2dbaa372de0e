/* judge.h - a position as a winning chance.
 *
 * What the game's worth() says of both sides becomes a chance by the fit of the scenario
 * (core/weights.h). The same bits on every machine and in the browser: nothing of libm is asked.
 */
#ifndef ST_AI_JUDGE_H
#define ST_AI_JUDGE_H

#include "core/game.h"

/* That side wins: 0 to 1. A game that is over: 1, 0, or a half for a draw. Without worth(): a half. */
double st_chance_of(const struct st_table *t, int side);
struct st_judgement {
    double chance; /* that side wins */
    double value;  /* the same, bent so that who stands badly or very well still sees what is better:
                    * for choosing by, never for telling */
};
struct st_judgement st_judge(const struct st_table *t, int side);
double st_logistic(double x);
/* e^x, for -700 to 700. */
double st_exp(double x);

#endif
