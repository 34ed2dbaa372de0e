/* weigh.h - better weights by self-play.
 *
 * Simultaneous perturbation (Spall 1992): all weights are turned at once, each up or down by the flip of
 * a coin, the two minds that come of it play pairs of games, and every weight goes a little towards the
 * one that won. The same seed comes to the same weights.
 */
#ifndef ST_MATCH_WEIGH_H
#define ST_MATCH_WEIGH_H

#include "match/match.h"

struct st_weighing {
    struct st_plan *const *plan; /* two of each scenario, one after the other: their weights are changed */
    int nplans;                  /* twice the scenarios */
    int rounds, pairs, jobs;     /* pairs a round and scenario */
    uint64_t seed;
    void (*told)(void *arg, int round, int rounds, double share);
    void *arg;
};
/* weight: of each name of the game's, where it begins and what it comes to. */
int st_weigh(int *weight, const struct st_weighing *w, struct st_error *err);

#endif
