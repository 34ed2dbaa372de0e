/* hint.h - what is good here? The best moves with their chances, and how another compares. */
#ifndef ST_REVIEW_HINT_H
#define ST_REVIEW_HINT_H

#include "ai/think.h"

enum { ST_HINTS = 3, ST_HINT_PARAS = 6 };
/* Thought spent on a hint, and on each decision of a review: with the same, and the same seed, a review finds
 * nothing better than what a hint had named first. */
#define ST_HINT_NODES 2000

struct st_hint_move {
    struct st_move move;
    double chance; /* that the side to decide wins */
    const char *para[ST_HINT_PARAS]; /* that matter: of what it does, and of the decision itself */
    int nparas;
    int rank; /* among the legal moves that were looked at, from 1; 0: not among them */
};
struct st_hint {
    int side;
    struct st_hint_move best[ST_HINTS]; /* by their chance */
    int nbest, looked;
    bool has_mine;
    struct st_hint_move mine;
};

/* t is the position as side may see it, and waits for a decision. mine, unless NULL, is compared. */
int st_hint_make(struct st_hint *out, const struct st_table *t, const struct st_move *mine,
                 const struct st_budget *b, uint64_t seed, struct st_error *err);

#endif
