/* batch.c - many games at once (include/sandtable_batch.h) against one game after another. */
#include "bench/bench.h"

#include <sandtable_batch.h>

#include "base/philox.h"

#include <stdio.h>
#include <string.h>

struct batches {
    struct st_table *t;
    struct sandtable_batch *b;
    int32_t *choice;
    int draws; /* of a decision of pure play, of which the first is taken */
    uint64_t steps, decisions, pure_decisions;
};
enum { BATCH = 16, ALL = 4096 };

/* The same games as pure_games plays: the first move that was drawn is that of a playout. */
static void batch_games(void *arg)
{
    struct batches *x = arg;

    sandtable_batch_seed(x->b, 1);
    while (sandtable_batch_step(x->b, x->choice) > 0)
        continue;
}

static void draw_more(const struct st_table *t, int n, uint64_t seed)
{
    struct st_move m;

    for (int i = 0; i < n; i++)
        bench_keep(st_sample(t, seed + ((uint64_t)i << 40), &m) ? (uint64_t)m.arg[0] : 0);
}

static void pure_games(void *arg)
{
    struct batches *x = arg;

    x->steps = 0;
    for (int i = 0; i < BATCH; i++) {
        uint32_t step = 0, roll = 0;

        st_begin(x->t);
        while (st_now(x->t).kind != ST_OVER && step < ST_PLAYOUT_MAX) {
            if (x->draws > 1 && st_now(x->t).kind == ST_DECIDE)
                draw_more(x->t, x->draws - 1, (uint64_t)i << 32 | step);
            st_playout_step(x->t, 1, (uint64_t)i, &step, &roll);
        }
        x->steps += step;
    }
}

/* Batches in which all moves are listed, against play that lists all: both choose evenly, each his own games. */
static void batch_of_all(void *arg)
{
    struct batches *x = arg;
    uint64_t seed = 1;

    x->decisions = 0;
    sandtable_batch_seed(x->b, 1);
    do {
        const uint8_t *mask = sandtable_batch_mask(x->b);

        for (int i = 0; i < BATCH; i++) {
            const uint8_t *end = memchr(mask + (size_t)i * ALL, 0, ALL);
            size_t n = end ? (size_t)(end - mask) - (size_t)i * ALL : ALL;

            x->choice[i] = n ? (int32_t)st_pick(seed++, 1, (uint32_t)n) : -1;
            x->decisions += n > 0;
        }
    } while (sandtable_batch_step(x->b, x->choice) > 0);
}

static void pure_of_all(void *arg)
{
    struct batches *x = arg;

    x->steps = x->pure_decisions = 0;
    for (int i = 0; i < BATCH; i++) {
        st_begin(x->t);
        x->steps += bench_play_evenly(x->t, (uint64_t)i, &x->pure_decisions);
    }
}

static int measure_batch_of_all(struct bench *b, const struct bench_line *l, struct st_table *t, struct st_error *err)
{
    int32_t choice[BATCH];
    struct batches x = { .t = t, .choice = choice };
    char name[200], why[300];

    snprintf(name, sizeof name, "%s/%s", t->plan->game->id, t->plan->id);
    x.b = sandtable_batch_new(name, NULL, BATCH, ALL, SANDTABLE_OBSERVED, 1, why, sizeof why);
    if (!x.b)
        return st_fail(err, ST_EUSAGE, l->where, l->number, "%s", why);
    struct bench_race r = bench_run(b, batch_of_all, pure_of_all, &x);
    double ours = r.ours / (double)x.decisions, pure = r.bare / (double)x.pure_decisions;

    bench_tell_line(b, l, t->plan, "batch of 16 games, all moves told, fields seen",
         (struct bench_figure){ (double)x.steps / (double)x.pure_decisions / ours, "steps/s", ours / pure,
                                "play that lists all" });
    sandtable_batch_free(x.b);
    return ST_OK;
}

/* of: how many moves are drawn for each decision; `8 observed`: and the position observed; `8 observed as many`:
 * compared with play that draws as many for each decision. */
int bench_measure_batch(struct bench *b, const struct bench_line *l, struct st_table *t, struct st_error *err)
{
    struct st_span of = st_span_of(l->of);
    int32_t choice[BATCH] = { 0 };
    struct batches x = { .t = t, .choice = choice };
    char name[200], why[300], words[80];
    int width;

    if (strcmp(l->of, "all observed") == 0)
        return measure_batch_of_all(b, l, t, err);
    if (!st_span_int(st_span_word(&of), 1, 4096, &width))
        return st_fail(err, ST_ESYNTAX, l->where, l->number, "a batch is of so many moves, not `%s`", l->of);
    bool observed = st_span_is(st_span_word(&of), "observed"), as_many = st_span_is(st_span_trim(of), "as many");
    x.draws = as_many ? width : 1;
    snprintf(name, sizeof name, "%s/%s", t->plan->game->id, t->plan->id);
    x.b = sandtable_batch_new(name, NULL, BATCH, width, SANDTABLE_SAMPLED | (observed ? SANDTABLE_OBSERVED : 0), 1, why,
                              sizeof why);
    if (!x.b)
        return st_fail(err, ST_EUSAGE, l->where, l->number, "%s", why);
    struct bench_race r = bench_run(b, batch_games, pure_games, &x);

    snprintf(words, sizeof words, "batch of %d games, %d moves told%s", BATCH, width, observed ? ", fields seen" : "");
    bench_tell_line(b, l, t->plan, words,
         (struct bench_figure){ (double)x.steps / r.ours, "steps/s", r.ours / r.bare,
                                as_many ? "play that draws so" : "random play" });
    sandtable_batch_free(x.b);
    return ST_OK;
}
