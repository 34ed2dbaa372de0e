/* weigh.c - see weigh.h. */
#include "match/weigh.h"

#include "base/philox.h"
#include "core/game.h"
#include "core/weights.h"

#include <math.h>
#include <stdlib.h>

static int count_names(const struct st_game *g)
{
    int n = 0;

    while (g->weights && g->weights[n])
        n++;
    return n;
}

static void set_weights(struct st_plan *p, const double *weight, const double *turn, int sign, int n)
{
    int *own = (int *)(uintptr_t)p->weight; /* of a plan made for this alone */

    for (int i = 0; i < n; i++)
        own[i] = (int)lround(weight[i] + sign * turn[i]);
}

/* What the first mind of each scenario scores against the second: -1 to 1. */
static int compare(double *out, const struct st_weighing *w, int round, struct st_error *err)
{
    double sum = 0;

    for (int k = 0; k < w->nplans; k += 2) {
        struct st_match m = { .plan = w->plan[k], .player = { "greedy", "greedy" },
                              .mind = { w->plan[k], w->plan[k + 1] }, .pairs = w->pairs,
                              .jobs = w->jobs, .seed = w->seed + (uint64_t)round };
        enum st_verdict_of verdict;
        struct st_score score;
        int e = st_match_run(&score, &verdict, &m, err);

        if (e)
            return e;
        sum += 2 * st_score_share(&score) - 1;
    }
    *out = sum / (w->nplans / 2);
    return ST_OK;
}

int st_weigh(int *weight, const struct st_weighing *w, struct st_error *err)
{
    const double reach = 0.25, pace = 0.3; /* of a weight: turned by, and moved by a clear win */
    int n = count_names(w->plan[0]->game), e = ST_OK;
    double *now = calloc((size_t)n + 1, 2 * sizeof *now), *turn = now + n;

    if (!now)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (int i = 0; i < n; i++)
        now[i] = weight[i];
    for (int round = 0; !e && round < w->rounds; round++) {
        double fade = 1 / pow(1 + round / 20.0, 0.3), gain = 0;

        for (int i = 0; i < n; i++) {
            double size = fabs(now[i]) > 4 ? fabs(now[i]) : 4;

            turn[i] = reach * fade * size *
                      (st_pick(w->seed + (uint64_t)round, (uint32_t)i, 2) ? 1 : -1);
        }
        for (int k = 0; k < w->nplans; k++)
            set_weights(w->plan[k], now, turn, k % 2 ? -1 : 1, n);
        e = compare(&gain, w, round, err);
        for (int i = 0; !e && i < n; i++) {
            now[i] += pace / reach * gain * turn[i];
            now[i] = fmax(-ST_WEIGHT_MOST, fmin(ST_WEIGHT_MOST, now[i]));
        }
        if (!e && w->told)
            w->told(w->arg, round + 1, w->rounds, (gain + 1) / 2);
    }
    for (int i = 0; i < n; i++)
        weight[i] = (int)lround(now[i]);
    free(now);
    return e;
}
