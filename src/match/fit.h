/* fit.h - from recorded positions to winning chances, and how far they can be believed.
 *
 * Self-play gives samples: how much more the first side's position was worth, and what the game came
 * to. A logistic curve is fitted to half of the games (Newton's method) and measured on the others.
 */
#ifndef ST_MATCH_FIT_H
#define ST_MATCH_FIT_H

#include "match/match.h"

struct st_sample {
    double more;   /* worth of the first side less that of the second */
    float result;  /* 1, 0 or a half, for the first side */
    uint8_t third; /* of the game: beginning, middle, end */
    bool kept;     /* not fitted to, but measured on */
};

struct st_samples {
    struct st_sample *item;
    int n, room;
    int games;
};
void st_samples_free(struct st_samples *s);
/* So many games of greedy players, and of such as slip a little or more, against their like. */
int st_samples_play(struct st_samples *out, const struct st_plan *p, int games, uint64_t seed,
                    void (*told)(void *arg, int game, int games), void *arg, struct st_error *err);

/* The curve that makes the results of the samples not kept likeliest. */
struct st_fit st_fit_samples(const struct st_samples *s);

enum { ST_BINS = 10 };
struct st_reliability { /* of the samples kept */
    double brier;    /* mean square of chance less result: 0 is perfect, 0.25 says nothing */
    double mid;      /* the same in the middle third of the games */
    double told[ST_BINS], came[ST_BINS]; /* mean chance told, and share of games won, tenth by tenth */
    int n[ST_BINS];
    double amiss; /* mean of the differences, by how often each was told */
};
struct st_reliability st_fit_measure(const struct st_samples *s, struct st_fit fit);

#endif
