/* candidates.h - the moves a player made of code thinks about, the best first.
 *
 * All offers, if there are not too many; of very many those that look best after one fall of the dice.
 * Where players set the numbers of a move themselves (families) those that the step proposes are looked
 * at, some are drawn, and the best of them made better by turning their numbers up and down. Each is then followed through all dice to the
 * next decision (after.h). What a side cannot see is filled in by the game's guess(), several times over.
 */
#ifndef ST_AI_CANDIDATES_H
#define ST_AI_CANDIDATES_H

#include "ai/after.h"

enum { ST_CANDIDATES = 512, ST_GUESSES = 8 };

struct st_candidate {
    struct st_move move;
    struct st_judgement after;
    uint32_t tie; /* among equals the larger is first */
};

struct st_candidates {
    const struct st_plan *plan;
    struct st_candidate *item; /* the best first */
    int n;
    struct st_after after;
    char *guess; /* positions with the blanks filled in */
    int nguesses;
    int side; /* who is to decide */
    /* What is spent of the time, as in think.h: with 1 only those are looked at that were, and one at
     * least. NULL: there is time. */
    double (*clock)(void *arg);
    void *arg;
};

/* guesses: how many pictures of what is hidden to judge by, at least 1; more than one only where the
 * game hides something. */
int st_candidates_open(struct st_candidates *c, const struct st_plan *p, int guesses,
                       struct st_error *err);
void st_candidates_close(struct st_candidates *c);
/* For the decision t waits for. n is 0 where nothing is offered or the game has no worth(). Equals are
 * in an order of the seed's. */
void st_candidates_find(struct st_candidates *c, const struct st_table *t, uint64_t seed);
/* Picture i of the table of the last find. */
struct st_table st_candidates_guess(const struct st_candidates *c, int i);

#endif
