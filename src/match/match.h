/* match.h - players made of code against each other: which is stronger, and by how much?
 *
 * A pair is two games with the same dice and the sides switched, so that neither luck nor the better
 * side decides. A pair is a pure function of its number and the seed: any number of threads, and a
 * match taken up again, come to the same result.
 */
#ifndef ST_MATCH_MATCH_H
#define ST_MATCH_MATCH_H

#include "ai/player.h"
#include "base/text.h"
#include "match/program.h"

/* ---- one game (game.c) ------------------------------------------------------------------ */

enum { ST_MATCH_DECISIONS = 20000 }; /* then it is a draw */

struct st_watcher { /* sees the position before each decision */
    void (*see)(struct st_watcher *self, const struct st_table *t);
};

struct st_bout {
    const struct st_plan *plan;
    const char *kind[ST_SIDES]; /* who plays which side; programs too (program.h) */
    const struct st_program_terms *terms; /* of programs; may be NULL */
    uint64_t seed, game;        /* of dice and players */
    const struct st_plan *mind[ST_SIDES]; /* who judges by other weights: the same plan with these; or NULL */
    struct st_watcher *watch;   /* may be NULL */
    struct st_buf *record;      /* unless NULL, receives the record */
};

struct st_bout_result {
    int winner; /* a side or ST_DRAW; a program that failed has lost */
    int decisions;
    double seconds[ST_SIDES]; /* each has thought, of this thread's time */
};
int st_bout_play(struct st_bout_result *out, const struct st_bout *b, struct st_error *err);

/* ---- many (match.c) --------------------------------------------------------------------- */

struct st_score { /* of the first player */
    int pairs;
    int wins[ST_SIDES], draws[ST_SIDES], losses[ST_SIDES]; /* by the side he had */
    int of_pair[5];   /* pairs that brought 0, 1/2, 1, 1 1/2, 2 points */
    double seconds[2]; /* each player has thought */
    long decisions[2];
};
double st_score_share(const struct st_score *s); /* of all points: 0 to 1 */
double st_score_share_as(const struct st_score *s, int side);

struct st_rating { /* share of the points, or Elo, with the bounds of 95 in 100 */
    double low, middle, high;
};
struct st_rating st_score_bounds(const struct st_score *s);
struct st_rating st_score_elo(const struct st_score *s);
/* Log likelihood ratio of elo1 against elo0, from whole pairs. */
double st_score_llr(const struct st_score *s, double elo0, double elo1);

struct st_match {
    const struct st_plan *plan;
    const char *player[2];
    const struct st_program_terms *terms; /* as in a bout */
    const struct st_plan *mind[2]; /* as in a bout, by player */
    int pairs, jobs;
    uint64_t seed;
    const char *resume; /* a file of pairs played already, and to add to; may be NULL */
    const char *keep;   /* a folder for the records of games the first player lost; may be NULL */
    double elo0, elo1;  /* both 0: no sequential test */
    /* After each pair, by one thread at a time; may be NULL. */
    void (*told)(void *arg, const struct st_score *s, int pairs);
    void *arg;
};
enum st_verdict_of { ST_MATCH_PLAYED, ST_MATCH_STRONGER, ST_MATCH_NOT_STRONGER };
/* *verdict: of the sequential test, which ends a match before its pairs are played. */
int st_match_run(struct st_score *out, enum st_verdict_of *verdict, const struct st_match *m,
                 struct st_error *err);

#endif
