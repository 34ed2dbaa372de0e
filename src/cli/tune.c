/* tune.c - `sandtable tune`: what worth() says becomes a winning chance; better weights by self-play. */
#include "cli/commands.h"

#include "base/file.h"
#include "core/weights.h"
#include "match/fit.h"
#include "match/weigh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SCENARIOS_MAX = 16 };

struct request {
    const char *games, *seed, *rounds, *pairs, *jobs, *write, *scenario; /* scenario: NULL: all */
    bool weights;
    int ngames, nseed, nrounds, npairs, njobs;
    const struct st_game *game;
    struct timespec began;
};

static void tell_left(const struct request *q, const char *what, int done, int of)
{
    struct timespec now;
    double spent;

    clock_gettime(CLOCK_MONOTONIC, &now);
    spent = (double)(now.tv_sec - q->began.tv_sec);
    if (isatty(2) || done == of)
        fprintf(stderr, "%s%s: %d of %d, %.0f s, about %.0f s left%s", isatty(2) ? "\r" : "", what, done,
                of, spent, spent * (of - done) / done, isatty(2) && done < of ? "  " : "\n");
}

/* ---- chances ------------------------------------------------------------------------------ */

struct telling {
    const struct request *q;
    const char *what;
};

static void tell_game(void *arg, int game, int games)
{
    const struct telling *t = arg;

    tell_left(t->q, t->what, game, games);
}

/* A line of docs for people, as remarks above the rows. */
static void add_reliability(struct st_buf *out, const char *scenario, const struct st_reliability *r)
{
    st_buf_add(out, "# %s: Brier %.3f, mid-game %.3f, amiss %.1f points; told/came:", scenario, r->brier,
               r->mid, 100 * r->amiss);
    for (int k = 0; k < ST_BINS; k++)
        if (r->n[k])
            st_buf_add(out, " %.0f/%.0f", 100 * r->told[k], 100 * r->came[k]);
    st_buf_add(out, "\n");
}

static int fit_scenario(const struct request *q, const char *id, struct st_buf *notes,
                        struct st_buf *rows, struct st_error *err)
{
    struct telling telling = { q, id };
    struct st_samples samples = { 0 };
    struct st_plan *p;
    int e = st_plan_make(&p, q->game, id, &st_files_library, NULL, 0, err);

    if (e)
        return e;
    e = st_samples_play(&samples, p, q->ngames, (uint64_t)q->nseed, tell_game, &telling, err);
    if (!e) {
        struct st_fit fit = st_fit_samples(&samples);
        struct st_reliability r = st_fit_measure(&samples, fit);

        add_reliability(notes, id, &r);
        st_buf_add(rows, "%s\t%d\t%d\n", id, fit.shift, fit.scale);
    }
    st_samples_free(&samples);
    st_plan_free(p);
    return e;
}

static int fit_all(const struct request *q, struct st_buf *out, struct st_error *err)
{
    struct st_buf rows = { 0 };
    int e = ST_OK, n = 0;

    st_buf_add(out,
               "# What a difference of worth means in winning chances (docs/strength.md).\n"
               "# Made by: sandtable tune %s --games %d --seed %d\n",
               q->game->id, q->ngames, q->nseed);
    for (int i = 0; !e && i < q->game->nscenarios; i++)
        if (!q->scenario || strcmp(q->scenario, q->game->scenarios[i]) == 0) {
            e = fit_scenario(q, q->game->scenarios[i], out, &rows, err);
            n++;
        }
    if (!n)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "%s has no scenario `%.40s`", q->game->id, q->scenario);
    st_buf_add(out, "scenario\tshift\tscale\n%s", st_buf_text(&rows));
    st_buf_free(&rows);
    return e;
}

/* ---- weights ------------------------------------------------------------------------------ */

static void tell_round(void *arg, int round, int rounds, double share)
{
    (void)share;
    tell_left(arg, "weights", round, rounds);
}

static int weigh(struct request *q, struct st_buf *out, struct st_error *err)
{
    struct st_plan *plan[2 * SCENARIOS_MAX] = { NULL };
    struct st_weighing w = { plan, 0, q->nrounds, q->npairs, q->njobs, (uint64_t)q->nseed, tell_round, q };
    int most = q->game->nscenarios < SCENARIOS_MAX ? q->game->nscenarios : SCENARIOS_MAX, e = ST_OK;

    for (; !e && w.nplans < 2 * most; w.nplans += !e)
        e = st_plan_make(&plan[w.nplans], q->game, q->game->scenarios[w.nplans / 2], &st_files_library,
                         NULL, 0, err);
    int n = 0, *weight = NULL;
    while (q->game->weights[n])
        n++;
    if (!e && !(weight = calloc((size_t)n + 1, sizeof *weight)))
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (!e) {
        memcpy(weight, plan[0]->weight, (size_t)n * sizeof *weight);
        e = st_weigh(weight, &w, err);
    }
    if (!e)
        st_buf_add(out, "# Made by: sandtable tune %s --weights --rounds %d --pairs %d --seed %d\n"
                        "name\tweight\n",
                   q->game->id, q->nrounds, q->npairs, q->nseed);
    for (int i = 0; !e && i < n; i++)
        st_buf_add(out, "%s\t%d\n", q->game->weights[i], weight[i]);
    for (int i = 0; i < w.nplans; i++)
        st_plan_free(plan[i]);
    free(weight);
    return e;
}

int cli_tune(const struct cli_command *self, int argc, char **argv)
{
    struct request q = { .games = "300", .seed = "1", .rounds = "100", .pairs = "8", .jobs = "1" };
    struct cli_option opt[] = {
        { CLI_TEXT, "games", "N", "of self-play for each scenario, 300 by default", &q.games },
        { CLI_TEXT, "seed", "N", "of dice and players, 1 by default", &q.seed },
        { CLI_FLAG, "weights", NULL, "look for better weights instead", &q.weights },
        { CLI_TEXT, "rounds", "N", "of such a search, 100 by default", &q.rounds },
        { CLI_TEXT, "pairs", "N", "of games in each round and scenario, 8 by default", &q.pairs },
        { CLI_TEXT, "jobs", "N", "games at a time in it", &q.jobs },
        { CLI_TEXT, "scenario", "ID", "the chances of this one alone", &q.scenario },
        { CLI_TEXT, "write", "FILE", "write the sheet there instead of printing it", &q.write },
    };
    int status = cli_parse(self, opt, 8, 1, 1, &argc, &argv);
    struct st_buf out = { 0 };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!cli_number(self, "--games", q.games, 2, 1000000, &q.ngames) ||
        !cli_number(self, "--seed", q.seed, 0, 2147483647, &q.nseed) ||
        !cli_number(self, "--rounds", q.rounds, 1, 1000000, &q.nrounds) ||
        !cli_number(self, "--pairs", q.pairs, 1, 10000, &q.npairs) ||
        !cli_number(self, "--jobs", q.jobs, 1, 64, &q.njobs))
        return CLI_BAD;
    int e = st_view_game_find(&q.game, argv[0], &err);
    if (!e && (q.weights ? !q.game->weights : !q.game->worth))
        e = st_fail(&err, ST_EUSAGE, NULL, 0, "%s has nothing to tune: no %s", q.game->id,
                    q.weights ? "worth.tsv" : "worth()");
    clock_gettime(CLOCK_MONOTONIC, &q.began);
    if (!e)
        e = q.weights ? weigh(&q, &out, &err) : fit_all(&q, &out, &err);
    if (!e && q.write)
        e = st_file_write(q.write, st_buf_text(&out), out.len, &err);
    if (e || q.write) {
        st_buf_free(&out);
        return e ? cli_fail(NULL, &err) : CLI_OK;
    }
    return cli_print(&out, CLI_OK);
}
