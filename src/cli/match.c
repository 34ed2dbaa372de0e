/* match.c - `sandtable match`: two players made of code, pairs of games, who is stronger? */
#include "cli/commands.h"

#include "match/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct request {
    const char *pairs, *seed, *jobs, *nodes, *seconds, *sprt, *resume, *keep;
    bool json, all, table;
    struct cli_source source;
    int npairs, njobs, nseed;
    const char *patience;
    char player[2][400], go[64];
    struct st_program_terms terms;
    double elo0, elo1;
};

/* ---- progress --------------------------------------------------------------------------- */

struct progress {
    struct timespec began;
    int before; /* pairs that were played already */
    bool tty;
    double told; /* when, seconds since */
};

static double since(const struct timespec *t)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - t->tv_sec) + (double)(now.tv_nsec - t->tv_nsec) * 1e-9;
}

static void tell_progress(void *arg, const struct st_score *s, int pairs)
{
    struct progress *p = arg;
    double spent = since(&p->began), each = p->tty ? 0.2 : 10;

    if (s->pairs < pairs && spent - p->told < each)
        return;
    p->told = spent;
    double left = s->pairs > p->before ? spent * (pairs - s->pairs) / (s->pairs - p->before) : 0;
    fprintf(stderr, "%s%d of %d pairs, %.1f %%, %.0f s, about %.0f s left%s", p->tty ? "\r" : "",
            s->pairs, pairs, 100 * st_score_share(s), spent, left, p->tty ? "   " : "\n");
    if (p->tty && s->pairs == pairs)
        fputc('\n', stderr);
}

/* ---- telling ---------------------------------------------------------------------------- */

static const char *const verdicts[] = { NULL, "stronger", "not stronger" };

static void tell_text(struct st_buf *out, const struct request *q, const struct st_plan *p,
                      const struct st_score *s, enum st_verdict_of verdict)
{
    struct st_rating share = st_score_bounds(s), elo = st_score_elo(s);

    st_buf_add(out, "%s against %s, %s/%s, seed %d: %d pairs\n", q->player[0], q->player[1],
               p->game->id, p->id, q->nseed, s->pairs);
    for (int side = 0; side < ST_SIDES; side++)
        st_buf_add(out, "  as %-16s %d won, %d drawn, %d lost: %.1f %%\n", p->side[side],
                   s->wins[side], s->draws[side], s->losses[side],
                   100 * st_score_share_as(s, side));
    st_buf_add(out, "  score %.1f %% (%.1f to %.1f), Elo %+.0f (%+.0f to %+.0f)\n",
               100 * share.middle, 100 * share.low, 100 * share.high, elo.middle, elo.low,
               elo.high);
    if (q->elo0 != q->elo1)
        st_buf_add(out, "  sequential test of Elo %g against %g: %s, log likelihood ratio %.2f\n",
                   q->elo0, q->elo1, verdict ? verdicts[verdict] : "undecided",
                   st_score_llr(s, q->elo0, q->elo1));
    if (s->decisions[0])
        st_buf_add(out, "  %ld decisions, %.2f and %.2f ms each\n", s->decisions[0] + s->decisions[1],
                   1000 * s->seconds[0] / (double)s->decisions[0],
                   1000 * s->seconds[1] / (double)s->decisions[1]);
}

static void tell_bounds(struct st_json *j, const char *key, struct st_rating r)
{
    st_json_open(j, key, '{');
    st_json_real(j, "low", r.low);
    st_json_real(j, "middle", r.middle);
    st_json_real(j, "high", r.high);
    st_json_close(j, '}');
}

static void tell_json(struct st_json *j, const struct request *q, const struct st_plan *p,
                      const struct st_score *s, enum st_verdict_of verdict)
{
    st_json_open(j, NULL, '{');
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "scenario", p->id);
    st_json_open(j, "players", '[');
    st_json_text(j, NULL, q->player[0]);
    st_json_text(j, NULL, q->player[1]);
    st_json_close(j, ']');
    st_json_int(j, "seed", q->nseed);
    st_json_int(j, "pairs", s->pairs);
    st_json_open(j, "seats", '[');
    for (int side = 0; side < ST_SIDES; side++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "side", p->side[side]);
        st_json_int(j, "won", s->wins[side]);
        st_json_int(j, "drawn", s->draws[side]);
        st_json_int(j, "lost", s->losses[side]);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    tell_bounds(j, "score", st_score_bounds(s));
    tell_bounds(j, "elo", st_score_elo(s));
    st_json_text(j, "verdict", verdicts[verdict]);
    st_json_close(j, '}');
}

/* A row of docs/strength.md. */
static void tell_row(struct st_buf *out, const struct st_plan *p, const struct st_score *s)
{
    struct st_rating share = st_score_bounds(s);

    st_buf_add(out, "| %s/%s | %.0f %% | %.0f %% | %.0f %% (%.0f to %.0f) | %d | %.0f, %.0f |\n", p->game->id,
               p->id, 100 * st_score_share_as(s, 0), 100 * st_score_share_as(s, 1), 100 * share.middle,
               100 * share.low, 100 * share.high, 2 * s->pairs,
               1000 * s->seconds[0] / (double)(s->decisions[0] ? s->decisions[0] : 1),
               1000 * s->seconds[1] / (double)(s->decisions[1] ? s->decisions[1] : 1));
}

static void tell_head(struct st_buf *out, const struct request *q)
{
    st_buf_add(out,
               "`sandtable match %s %s --all --table --pairs %d --seed %d`\n\n"
               "| scenario | as the first side | as the second | score of %s (95 in 100) | games | ms a decision |\n"
               "|---|---|---|---|---|---|\n",
               q->player[0], q->player[1], q->npairs, q->nseed, q->player[0]);
}

/* ---- asked ------------------------------------------------------------------------------ */

static int play(struct st_buf *out, struct st_json *j, struct request *q, const char *name,
                struct st_error *err)
{
    struct progress progress = { .tty = isatty(2) };
    struct st_match m = { .player = { q->player[0], q->player[1] }, .pairs = q->npairs,
                          .jobs = q->njobs, .seed = (uint64_t)q->nseed, .resume = q->resume,
                          .keep = q->keep, .terms = &q->terms, .elo0 = q->elo0, .elo1 = q->elo1,
                          .told = tell_progress, .arg = &progress };
    enum st_verdict_of verdict;
    struct st_score score;
    struct st_plan *p = NULL;
    int e = cli_plan(&p, &q->source, name, err);

    if (e)
        return e;
    m.plan = p;
    clock_gettime(CLOCK_MONOTONIC, &progress.began);
    e = st_match_run(&score, &verdict, &m, err);
    if (!e && q->json)
        tell_json(j, q, p, &score, verdict);
    else if (!e && q->table)
        tell_row(out, p, &score);
    else if (!e)
        tell_text(out, q, p, &score, verdict);
    st_plan_free(p);
    return e;
}

static int play_all(struct st_buf *out, struct st_json *j, struct request *q, struct st_error *err)
{
    char name[200];
    int e = ST_OK;

    if (q->json)
        st_json_open(j, NULL, '[');
    else if (q->table)
        tell_head(out, q);
    for (int g = 0; g < st_ngames; g++)
        for (int s = 0; !e && s < st_games[g]->nscenarios; s++) {
            snprintf(name, sizeof name, "%s/%s", st_games[g]->id, st_games[g]->scenarios[s]);
            fprintf(stderr, "%s\n", name);
            e = play(out, j, q, name, err);
            if (!q->json) /* each as soon as it is known */
                cli_print(out, CLI_OK);
        }
    if (q->json)
        st_json_close(j, ']');
    return e;
}

/* `search` with a budget of its own is `search:N` or `search:Ss`. */
static void name_player(struct request *q, int i, const char *word)
{
    bool plain = strcmp(word, "search") == 0;

    if (plain && q->seconds)
        snprintf(q->player[i], sizeof q->player[i], "search:%.20ss", q->seconds);
    else if (plain && q->nodes)
        snprintf(q->player[i], sizeof q->player[i], "search:%.20s", q->nodes);
    else
        snprintf(q->player[i], sizeof q->player[i], "%s", word);
}

/* What a program is given for each decision: nodes, seconds, or a second. */
static int read_terms(const struct cli_command *self, struct request *q)
{
    int patience = 0;

    if (q->patience && !cli_number(self, "--patience", q->patience, 1, 86400, &patience))
        return CLI_BAD;
    snprintf(q->go, sizeof q->go, "%s %.40s", q->nodes && !q->seconds ? "nodes" : "seconds",
             q->seconds ? q->seconds : q->nodes ? q->nodes : "1");
    q->terms = (struct st_program_terms){ .go = q->go, .patience = patience };
    return CLI_GO_ON;
}

static int read_request(const struct cli_command *self, struct request *q, char **argv)
{
    struct st_player *player;
    struct st_error err;
    char end;

    if (!cli_number(self, "--pairs", q->pairs, 1, 1000000, &q->npairs) ||
        !cli_number(self, "--seed", q->seed, 0, 2147483647, &q->nseed) ||
        !cli_number(self, "--jobs", q->jobs, 1, 64, &q->njobs))
        return CLI_BAD;
    if (q->sprt && (sscanf(q->sprt, "%lf,%lf%c", &q->elo0, &q->elo1, &end) != 2 ||
                    q->elo0 >= q->elo1))
        return cli_usage(self, "--sprt is two Elo differences, the smaller first, such as 0,30; not `%s`",
                         q->sprt);
    for (int i = 0; i < 2; i++) {
        if (strlen(argv[i]) >= sizeof q->player[i])
            return cli_usage(self, "a player's name of more than %zu letters", sizeof q->player[i]);
        name_player(q, i, argv[i]);
        if (st_match_player(&player, q->player[i], 1, NULL, &err))
            return cli_usage(self, "%s", err.text);
        st_player_free(player);
    }
    if (read_terms(self, q) != CLI_GO_ON)
        return CLI_BAD;
    if (q->all && q->resume)
        return cli_usage(self, "--resume is for one scenario, not for --all");
    if (q->keep)
        mkdir(q->keep, 0777); /* if it cannot be made, writing there says why */
    return CLI_GO_ON;
}

int cli_match(const struct cli_command *self, int argc, char **argv)
{
    struct request q = { .pairs = "50", .seed = "1", .jobs = "2" };
    struct cli_option opt[12 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "pairs", "N", "pairs of games: the same dice, sides switched; 50 by default",
          &q.pairs },
        { CLI_TEXT, "seed", "N", "of dice and players, 1 by default", &q.seed },
        { CLI_TEXT, "jobs", "N", "games at a time, 2 by default", &q.jobs },
        { CLI_TEXT, "nodes", "N", "what `search` and programs may look at, each decision", &q.nodes },
        { CLI_TEXT, "seconds", "S", "or how long they may think; programs a second by default", &q.seconds },
        { CLI_TEXT, "patience", "S", "beyond that, until a program that says nothing hangs; 10 by default",
          &q.patience },
        { CLI_TEXT, "sprt", "E0,E1", "end as soon as A is that much stronger, or is not", &q.sprt },
        { CLI_TEXT, "resume", "FILE", "keep the pairs played there; go on with them", &q.resume },
        { CLI_TEXT, "keep", "FOLDER", "write the games A lost there", &q.keep },
        { CLI_FLAG, "table", NULL, "a row of a table for each, in Markdown", &q.table },
        { CLI_FLAG, "all", NULL, "every scenario of every game", &q.all },
        cli_option_json(&q.json),
    };
    int nopt = 12 + cli_source_options(&q.source, opt + 12);
    int status = cli_parse(self, opt, nopt, 2, 3, &argc, &argv);
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if ((argc == 3) == q.all)
        return cli_usage(self, q.all ? "--all needs no GAME/SCENARIO" : "which GAME/SCENARIO?");
    status = read_request(self, &q, argv);
    if (status != CLI_GO_ON)
        return status;
    int e = cli_source_open(&q.source, &err);
    q.terms.given = q.source.given;
    q.terms.ngiven = q.source.ngiven;
    if (!e)
        e = q.all ? play_all(&out, &j, &q, &err) : play(&out, &j, &q, argv[2], &err);
    if (e) {
        st_buf_free(&out);
        return cli_fail(&q.source, &err);
    }
    return q.json ? cli_print_json(&j, CLI_OK) : cli_print(&out, CLI_OK);
}
