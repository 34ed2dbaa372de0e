/* rollout.h - how a game might go on: quick play to a horizon, judged there.
 *
 * Both sides take the best of a few moves, by one fall of the dice each (where numbers are free, of moves that the
 * game proposes); the dice that count are then thrown anew, so that no move looks good for the luck it was tried
 * with. Luck is measured die by die, by judging what every face would have come to, in the midst of a procedure too:
 * a judgement that is poor there measures luck poorly, but its mean over all dice is nothing all the same.
 */
#ifndef ST_AI_ROLLOUT_H
#define ST_AI_ROLLOUT_H

#include "ai/judge.h"

/* Moves looked at for each decision, unless the game says more (`draws`). */
enum { ST_ROLLOUT_WIDTH = 6, ST_ROLLOUT_WIDEST = 48 };

struct st_rollout {
    const struct st_plan *plan;
    char *pos; /* the position at work, one to try on, the best so far */
    long nodes; /* moves and dice followed so far, all in all */
};

struct st_rolled {             /* what came of it, as one side sees it: */
    struct st_judgement end;  /* the position at the horizon, */
    struct st_judgement luck; /* and what the dice on the way brought beyond what they promised: nothing in the mean */
};

/* Where a rollout is judged: when the side that asks is on turn again after the other was, so that moves which
 * end the turn and moves which begin a fight are judged at the same point of the game. Decisions within the
 * procedures that follow (who takes a loss, who evades) are nobody's turn. */
struct st_horizon {
    int least; /* but not before so many decisions, */
    int most;  /* nor after so many */
};

int st_rollout_open(struct st_rollout *r, const struct st_plan *p, struct st_error *err);
void st_rollout_close(struct st_rollout *r);
/* From t by move m, as side sees it at the horizon; false if the rules refuse m. */
bool st_rollout_run(struct st_rollout *r, const struct st_table *t, const struct st_move *m,
                    int side, const struct st_horizon *h, uint64_t seed, struct st_rolled *out);

#endif
