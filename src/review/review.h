/* review.h - a game looked at afterwards: what decisions and dice did to the winning chance.
 *
 * Every position of the record has one chance, by one judge: of a decision it is the judgement
 * (ai/judge.h), before a die the mean over its faces, of a game that is over the result. Each line of
 * the record changes it: by a die that is luck, by a decision skill, by a ruling the umpire's doing. So
 * what luck and skill of both sides come to is exactly the way from the first chance to the result.
 *
 * Beside that every decision is compared with the best that was found by thinking (ai/think.h), from
 * what its side could see. A judge that sees further after a move than before it changes his mind at
 * every decision, and these changes are many and nobody's doing: the skill of a side is what its
 * decisions lost, and what is left of the changes, taken together, is shared by both sides evenly.
 */
#ifndef ST_REVIEW_REVIEW_H
#define ST_REVIEW_REVIEW_H

#include "play/session.h"

/* The chance of side 0 at t, whatever t waits for; the judge of all that follows. */
double st_review_chance(const struct st_table *t);

enum st_review_kind { ST_REVIEW_MOVE, ST_REVIEW_DIE, ST_REVIEW_RULING };

struct st_review_line {
    int line; /* of the record */
    enum st_review_kind kind;
    int side;             /* who decided; whose luck a die was: who decided last; -1: the umpire */
    double before, after; /* chances of side 0 */
    bool looked;          /* a decision with a choice, and thought about: */
    struct st_move played, best;
    double loss; /* of winning chance of its side against the best that was found; never less than 0 */
};

/* Line n of the record, if it changes anything: false for checks and remarks. nodes: thought spent on
 * each decision, 0: only a first look. */
int st_review_line(struct st_review_line *out, const struct st_session *s, int n, long nodes,
                   bool *counts, struct st_error *err);

enum { ST_COSTLIEST = 5 };

struct st_review {
    struct st_review_line *line;
    int n;
    double start, end;          /* chances of side 0 */
    bool over;                  /* the end is a result */
    double skill[ST_SIDES], luck[ST_SIDES], ruled; /* of side 0's chance, each to its own side's good */
    double lost[ST_SIDES];      /* by its decisions, against the best that was found */
    int decisions[ST_SIDES], dice;
    int costliest[ST_COSTLIEST], ncostliest; /* into line, the dearest first */
    long nodes;
};

struct st_review_progress {
    void (*tell)(void *arg, int done, int of);
    void *arg;
};
int st_review_make(struct st_review *out, const struct st_session *s, long nodes,
                   const struct st_review_progress *progress, struct st_error *err);
void st_review_free(struct st_review *r);
/* What luck, skill and rulings of both sides come to, side 0's chance: end less start, exactly but for
 * the rounding of the last bits. */
double st_review_sum(const struct st_review *r);

#endif
