/* bench.c - `sandtable bench`: how fast, against small reference kernels in the same program.
 *
 * Times are of this machine and this moment; the ratios and the Play numbers are what is
 * compared. A Play number is a hash over the final positions of 64 seeded random games: it
 * changes when, and only when, the play of a game has changed.
 */
#include "cli/commands.h"

#include "base/hash.h"
#include "base/philox.h"
#include "odds/odds.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PLAY_GAMES = 64, PLAY_SEED = 7, SAMPLES = 96, RECORDS = 24 };

struct bench {
    double seconds; /* for each kernel */
    bool json;
    struct st_buf out;
    struct st_json j;
};

static volatile uint64_t sink; /* what the kernels work out goes here, or it would not be done */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One figure; ratio 0: there is nothing to compare it with. */
static void tell(struct bench *b, const char *what, double value, const char *unit, double ratio,
                 const char *goal)
{
    if (b->json) {
        st_json_open(&b->j, NULL, '{');
        st_json_text(&b->j, "what", what);
        st_json_real(&b->j, "value", value);
        st_json_text(&b->j, "unit", unit);
        if (ratio > 0)
            st_json_real(&b->j, "ratio", ratio);
        if (goal[0])
            st_json_text(&b->j, "goal", goal);
        st_json_close(&b->j, '}');
        return;
    }
    cli_pad(&b->out, what, 46);
    st_buf_add(&b->out, "%14.*f %-10s", value < 1000 ? 2 : 0, value, unit);
    if (ratio > 0)
        st_buf_add(&b->out, " %6.2f x", ratio);
    if (goal[0])
        st_buf_add(&b->out, "%s  goal: %s", ratio > 0 ? "" : "         ", goal);
    st_buf_put(&b->out, "\n", 1);
    cli_print(&b->out, CLI_OK); /* at once: the next kernel takes a while */
}

/* ---- random play ----------------------------------------------------------------------- */

static uint32_t random_game(struct st_table *t, uint64_t seed, uint64_t game)
{
    st_begin(t);
    return st_playout(t, seed, game);
}

static void bench_play(struct bench *b, struct st_table *t)
{
    double start = now(), spent;
    uint64_t steps = 0, games = 0;
    char what[120];

    do {
        steps += random_game(t, 1, games++);
        spent = now() - start;
    } while (spent < b->seconds);
    snprintf(what, sizeof what, "%s/%s: random play", t->plan->game->id, t->plan->id);
    tell(b, what, (double)steps / spent, "steps/s", 0, "1,000,000 or more");
    snprintf(what, sizeof what, "%s/%s: random games, %.0f steps each", t->plan->game->id,
             t->plan->id, (double)steps / (double)games);
    tell(b, what, (double)games / spent, "games/s", 0, "");
}

/* ---- positions: copy and hash ---------------------------------------------------------- */

static void bench_copy(struct bench *b, struct st_table *t)
{
    size_t size = t->plan->pos_size;
    unsigned char *to = malloc(size);
    double times[2] = { 0, 0 };
    char what[120];
    const int round = 20000;

    if (!to)
        return;
    st_begin(t);
    for (double start = now(); now() - start < b->seconds;) { /* turn and turn about */
        double s = now();

        for (int i = 0; i < round; i++) {
            ((unsigned char *)t->pos)[size - 1] = (unsigned char)i;
            sink += st_hash_copy(to, t->pos, size);
        }
        double m = now();
        for (int i = 0; i < round; i++) {
            ((unsigned char *)t->pos)[size - 1] = (unsigned char)i;
            memcpy(to, t->pos, size);
            sink += XXH3_64bits(to, size);
        }
        double e = now(), ours = (m - s) / round, bare = (e - m) / round;
        times[0] = times[0] == 0 || ours < times[0] ? ours : times[0];
        times[1] = times[1] == 0 || bare < times[1] ? bare : times[1];
    }
    free(to);
    snprintf(what, sizeof what, "%s/%s: copy and hash %zu bytes", t->plan->game->id, t->plan->id,
             size);
    tell(b, what, 1e9 * times[0], "ns", times[0] / times[1], "1.3 x memcpy and XXH3 or less");
}

/* ---- movement ranges ------------------------------------------------------------------- */

enum { COLS = 30, ROWS = 20, HEXES = COLS * ROWS, BUDGET = 8 };

struct bare_flood { /* the plainest bucket queue that does the job */
    int16_t bucket[BUDGET + 1][HEXES * 6];
    int n[BUDGET + 1];
    int8_t left[HEXES];
};

static int flood(struct bare_flood *f, const int16_t *near, const uint8_t *cost, int from,
                 int budget)
{
    int reached = 0;

    memset(f->left, -1, sizeof f->left);
    memset(f->n, 0, sizeof f->n);
    f->left[from] = (int8_t)budget;
    f->bucket[budget][f->n[budget]++] = (int16_t)from;
    for (int points = budget; points >= 0; points--)
        for (int i = 0; i < f->n[points]; i++) {
            int h = f->bucket[points][i];

            if (f->left[h] != points)
                continue;
            reached++;
            for (int d = 0; d < 6; d++) {
                int to = near[h * 6 + d], left = points - cost[h * 6 + d];

                if (to < 0 || left < 0 || f->left[to] >= left)
                    continue;
                f->left[to] = (int8_t)left;
                f->bucket[left][f->n[left]++] = (int16_t)to;
            }
        }
    return reached;
}

static void bench_reach(struct bench *b)
{
    struct st_arena arena = { 0 };
    struct st_hexgrid g;
    struct st_reach *reach = malloc(sizeof *reach);
    struct bare_flood *bare = malloc(sizeof *bare);
    uint8_t cost[HEXES * 6];
    double times[2] = { 0, 0 };
    const int round = 2000;

    if (!reach || !bare || st_hexgrid_make(&g, &arena, COLS, ROWS, "bench", 0, NULL)) {
        free(reach);
        free(bare);
        return;
    }
    for (int i = 0; i < HEXES * 6; i++)
        cost[i] =
            g.near[i] < 0 ? ST_HEX_SHUT : (uint8_t)(1 + st_philox_below(1, 0, (uint32_t)i, 3));
    for (double start = now(); now() - start < b->seconds;) {
        int ours = 0, theirs = 0;
        double s = now();

        for (int i = 0; i < round; i++) {
            st_hex_reach(reach, &g, cost, NULL, NULL, i * 7 % HEXES, BUDGET, -1);
            ours += reach->n;
        }
        double m = now();
        for (int i = 0; i < round; i++)
            theirs += flood(bare, g.near, cost, i * 7 % HEXES, BUDGET);
        double e = now();
        st_assert(ours == theirs); /* or we compare two different things */
        sink += (uint64_t)ours;
        double one = (m - s) / round, two = (e - m) / round;
        times[0] = times[0] == 0 || one < times[0] ? one : times[0];
        times[1] = times[1] == 0 || two < times[1] ? two : times[1];
    }
    free(reach);
    free(bare);
    st_arena_free(&arena);
    tell(b, "movement range, 8 points on 30 by 20 hexes", 1e9 * times[0], "ns", times[0] / times[1],
         "1.5 x a bare bucket queue or less");
}

/* ---- attacks met in random play -------------------------------------------------------- */

struct attack { /* a position and a move after which a die is awaited */
    void *pos;
    struct st_move move;
};

/* Does the move itself lead into a procedure, and not what follows it by itself? */
static bool begins_procedure(const struct st_plan *p, const void *before, const struct st_move *m)
{
    struct st_table t = { p, malloc(p->pos_size), NULL };
    bool deeper = false;

    if (t.pos) {
        memcpy(t.pos, before, p->pos_size);
        int depth = st_now(&t).depth;
        st_step_now(&t)->apply(&t, m);
        deeper = st_now(&t).depth > depth;
    }
    free(t.pos);
    return deeper;
}

static int find_attacks(struct st_table *t, struct attack *out, int max)
{
    size_t size = t->plan->pos_size;
    void *before = malloc(size);
    int n = 0;

    for (uint64_t game = 0; before && n < max && game < 1000; game++) {
        uint32_t step = 0, roll = 0;

        st_begin(t);
        while (st_now(t).kind != ST_OVER && n < max && step < ST_PLAYOUT_MAX) {
            struct st_move m;
            bool decides = st_now(t).kind == ST_DECIDE;

            if (decides) {
                memcpy(before, t->pos, size);
                st_assert(st_sample(t, (2 + game) * 0x9e3779b97f4a7c15u + step, &m));
            }
            st_playout_step(t, 2, game, &step, &roll);
            if (!decides || st_now(t).kind != ST_CHANCE || !begins_procedure(t->plan, before, &m))
                continue;
            out[n].pos = malloc(size);
            if (!out[n].pos)
                break;
            memcpy(out[n].pos, before, size);
            out[n++].move = m;
        }
        if (game > 50 && n == 0)
            break; /* a game without dice after decisions */
    }
    free(before);
    return n;
}

/* The bare kernel: copy, one die, shifts added up, a cell of a matrix, a cell of the results table,
 * a few bytes changed. */
static int bare_combat(unsigned char *to, const unsigned char *from, size_t size, uint32_t roll)
{
    static const int8_t table[7][11] = {
        { 1, 1, 1, 2, 2, 2, 3, 3, 0, 0, 0 }, { 1, 1, 2, 2, 2, 3, 3, 0, 4, 4, 5 },
        { 1, 2, 2, 2, 3, 3, 0, 4, 4, 5, 5 }, { 2, 2, 2, 3, 3, 0, 4, 4, 5, 5, 6 },
        { 2, 2, 3, 3, 0, 4, 4, 5, 5, 6, 7 }, { 2, 3, 3, 0, 4, 4, 5, 5, 6, 7, 7 },
        { 3, 3, 0, 4, 4, 5, 5, 6, 7, 7, 7 }
    };
    static const int8_t matrix[5][5] = { { 1, -1, -1, 1, 0 },
                                         { 1, 1, 1, 2, 1 },
                                         { 1, 0, 1, 1, 0 },
                                         { 0, -1, 0, 0, -1 },
                                         { 1, -1, 1, 1, 0 } };
    int die = 1 + (int)st_philox_below(3, 0, roll, 8), row = from[size / 2] % 7;
    int flags = from[size / 4], col = die + matrix[from[size / 3] % 5][from[size / 5] % 5] + 2;

    memcpy(to, from, size);
    for (int i = 0; i < 6; i++)
        row += (flags >> i & 1) ? (i & 1) ? 1 : -1 : 0;
    row = row < 0 ? 0 : row > 6 ? 6 : row;
    col = col < 0 ? 0 : col > 10 ? 10 : col;
    int result = table[row][col];
    to[size - 1] = (unsigned char)result;
    if (result == 2 || result == 6)
        to[size - 2]--;
    return result;
}

/* The procedure itself: from the declaration until it is done or a player is asked. What the driver
 * does afterwards (is there a choice left in the Phase?) is not part of it. */
static void engine_combat(struct st_table *t, const struct st_move *m, uint32_t *roll)
{
    int depth = st_now(t).depth;

    st_assert(st_play_within(t, m, depth, NULL) == ST_LEGAL);
    while (st_now(t).kind == ST_CHANCE && st_now(t).depth > depth) {
        struct st_chance c;

        st_awaited(t, &c);
        st_take_within(t, st_seeded_face(3, 0, (*roll)++, &c), depth);
    }
}

static void bench_combat(struct bench *b, const struct st_plan *p, const struct attack *a, int n)
{
    struct st_table t = { p, malloc(p->pos_size), NULL };
    double times[2] = { 0, 0 };
    uint32_t roll = 0;
    char what[120];

    for (double start = now(); t.pos && n && now() - start < b->seconds;) {
        double s = now();

        for (int i = 0; i < n; i++) {
            memcpy(t.pos, a[i].pos, p->pos_size);
            engine_combat(&t, &a[i].move, &roll);
        }
        double m = now();
        for (int i = 0; i < n; i++)
            sink += (uint64_t)bare_combat(t.pos, a[i].pos, p->pos_size, roll++);
        double e = now(), ours = (m - s) / n, bare = (e - m) / n;
        times[0] = times[0] == 0 || ours < times[0] ? ours : times[0];
        times[1] = times[1] == 0 || bare < times[1] ? bare : times[1];
    }
    free(t.pos);
    snprintf(what, sizeof what, "%s/%s: one combat, declared to done", p->game->id, p->id);
    tell(b, what, 1e9 * times[0], "ns", times[0] / times[1], "8 x a bare table kernel or less");
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static void bench_odds(struct bench *b, const struct st_plan *p, const struct attack *a, int n)
{
    double times[SAMPLES];
    char what[120];

    for (int i = 0; i < n; i++) {
        struct st_table t = { p, a[i].pos, NULL };
        struct st_probe probe[ST_PROBES];
        struct st_ask q = { .move = &a[i].move, .probe = probe };
        double best = 0;

        q.nprobes = st_probes_of_move(p, &a[i].move, probe, ST_PROBES);
        for (int again = 0; again < 3; again++) { /* the first fills the caches */
            struct st_odds o;
            double s = now();

            if (st_odds(&o, &t, &q, NULL))
                continue;
            double spent = now() - s;
            st_odds_free(&o);
            best = best == 0 || spent < best ? spent : best;
        }
        times[i] = best;
    }
    qsort(times, (size_t)n, sizeof times[0], by_time);
    snprintf(what, sizeof what, "%s/%s: exact odds, half of %d attacks", p->game->id, p->id, n);
    tell(b, what, 1e6 * times[n / 2], "us", 0, "");
    snprintf(what, sizeof what, "%s/%s: exact odds, the slowest", p->game->id, p->id);
    tell(b, what, 1e6 * times[n - 1], "us", 0, "1000 us or less");
}

static void bench_attacks(struct bench *b, struct st_table *t)
{
    struct attack a[SAMPLES];
    int n = find_attacks(t, a, SAMPLES);

    if (n > 0) {
        bench_combat(b, t->plan, a, n);
        bench_odds(b, t->plan, a, n);
    }
    for (int i = 0; i < n; i++)
        free(a[i].pos);
}

/* ---- verification ---------------------------------------------------------------------- */

static bool record_game(struct st_buf *out, const struct st_plan *p, uint64_t seed)
{
    char dice[40];
    struct st_session_options o = { .seat = { "ai:random", "ai:random" }, .dice = dice };
    struct st_session *s = NULL;
    enum st_answer answer = ST_LEGAL;
    int e;

    snprintf(dice, sizeof dice, "seed:%" PRIu64, seed);
    e = st_session_open(&s, p, &o, NULL);
    for (uint32_t step = 0, roll = 0; !e && answer == ST_LEGAL && step < 100000; step++) {
        const struct st_table *t = st_session_table(s);
        enum st_kind kind = st_now(t).kind;

        if (kind == ST_OVER)
            break;
        if (kind == ST_CHANCE) {
            struct st_chance c;

            st_session_awaited(s, &c);
            e = st_session_die(s, st_seeded_face(seed, 0, roll++, &c), &answer, NULL, NULL);
        } else {
            struct st_move m;

            st_assert(st_sample(t, seed * 0x9e3779b97f4a7c15u + step, &m));
            e = st_session_play(s, &m, &answer, NULL, NULL);
        }
    }
    if (!e)
        st_record_print(st_session_record(s), out);
    st_session_free(s);
    return !e && answer == ST_LEGAL && !out->failed;
}

static void bench_verify(struct bench *b, const struct st_plan *p)
{
    struct st_verifier v = { .files = &st_files_library };
    struct st_buf text[RECORDS] = { { 0 } };
    uint64_t games = 0;
    bool ok = true;
    char what[120];

    for (int i = 0; i < RECORDS && ok; i++)
        ok = record_game(&text[i], p, (uint64_t)i + 1);
    double start = now(), spent = 0;
    for (; ok && spent < b->seconds; games++) {
        const struct st_buf *one = &text[games % RECORDS];
        struct st_record *r = NULL;
        int rulings;

        ok = st_record_parse(&r, st_buf_text(one), one->len, "bench", NULL) == ST_OK &&
             st_verifier_run(&v, r, &rulings, NULL) == ST_OK;
        st_record_free(r);
        spent = now() - start;
    }
    st_verifier_free(&v);
    for (int i = 0; i < RECORDS; i++)
        st_buf_free(&text[i]);
    snprintf(what, sizeof what, "%s/%s: %s", p->game->id, p->id,
             ok ? "verify records, reading them too" : "a random game does NOT verify");
    tell(b, what, ok ? (double)games / spent : 0, "games/s", 0, "1,000 or more");
}

/* ---- from the shell -------------------------------------------------------------------- */

extern char **environ;

static void bench_shell(struct bench *b, const struct st_game *g)
{
    posix_spawn_file_actions_t quiet;
    double best = 0;
    char what[120], *argv[] = { "sandtable", "ask", NULL, NULL, NULL };

    if (g->nquestions == 0 || posix_spawn_file_actions_init(&quiet))
        return;
    argv[2] = (char *)(uintptr_t)g->id;
    argv[3] = (char *)(uintptr_t)g->questions[0].id;
    if (posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0)
        for (int i = 0; i < 10; i++) {
            double s = now();
            int status;
            pid_t pid;

            if (posix_spawn(&pid, "/proc/self/exe", &quiet, NULL, argv, environ) != 0 ||
                waitpid(pid, &status, 0) != pid || status != 0)
                break;
            double spent = now() - s;
            best = best == 0 || spent < best ? spent : best;
        }
    posix_spawn_file_actions_destroy(&quiet);
    if (best > 0) {
        snprintf(what, sizeof what, "sandtable ask %s %s, from the shell", g->id,
                 g->questions[0].id);
        tell(b, what, 1e3 * best, "ms", 0, "10 ms or less");
    }
}

/* ---- the number of a game's play ------------------------------------------------------- */

static int plan_of(struct st_plan **out, struct st_table *t, const struct st_game *g, int scenario,
                   struct st_error *err)
{
    int e = st_plan_make(out, g, g->scenarios[scenario], &st_files_library, NULL, 0, err);

    if (e)
        return e;
    *t = (struct st_table){ *out, calloc(1, (*out)->pos_size), NULL };
    return t->pos ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

static int play_number(const struct st_game *g, uint32_t *out, struct st_error *err)
{
    uint64_t hash = 0;
    int e = ST_OK;

    for (int s = 0; s < g->nscenarios && !e; s++) {
        struct st_plan *p = NULL;
        struct st_table t = { 0 };

        e = plan_of(&p, &t, g, s, err);
        for (int game = s; game < PLAY_GAMES && !e; game += g->nscenarios) {
            random_game(&t, PLAY_SEED, (uint64_t)game);
            hash = st_hash_join(hash, st_hash(t.pos, p->pos_size));
        }
        free(t.pos);
        st_plan_free(p);
    }
    *out = (uint32_t)hash;
    return e;
}

static void tell_tally(struct bench *b, struct st_table *t, void *first)
{
    struct st_tally tally, again;
    double best = 0;

    st_begin(t);
    memcpy(first, t->pos, t->plan->pos_size);
    st_playouts(&tally, t, first, PLAY_GAMES, PLAY_SEED);
    for (int round = 0; round < 6; round++) {
        clock_t start = clock(), spent;
        uint64_t steps = 0;

        do {
            st_playouts(&again, t, first, PLAY_GAMES, PLAY_SEED);
            steps += again.steps;
            spent = clock() - start;
        } while (spent < CLOCKS_PER_SEC / 20);
        double speed = (double)steps * CLOCKS_PER_SEC / (double)spent;
        best = speed > best ? speed : best;
    }
    st_json_open(&b->j, NULL, '{');
    st_json_text(&b->j, "game", t->plan->game->id);
    st_json_text(&b->j, "scenario", t->plan->id);
    st_json_int(&b->j, "seed", PLAY_SEED);
    st_view_tally(&b->j, &tally);
    st_json_real(&b->j, "steps_per_second", best);
    st_json_close(&b->j, '}');
}

/* Random games of every scenario, for whoever wants to compare another build of the same rules: how
 * they end does not depend on the machine, how fast they are (in processor time) does. */
static int tell_playouts(struct bench *b, struct st_error *err)
{
    int e = ST_OK;

    st_json_open(&b->j, "playouts", '[');
    for (int i = 0; i < st_ngames; i++)
        for (int s = 0; s < st_games[i]->nscenarios && !e; s++) {
            struct st_plan *p = NULL;
            struct st_table t = { 0 };
            void *first = NULL;

            e = plan_of(&p, &t, st_games[i], s, err);
            if (!e && !(first = malloc(p->pos_size)))
                e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
            if (!e)
                tell_tally(b, &t, first);
            free(first);
            free(t.pos);
            st_plan_free(p);
        }
    st_json_close(&b->j, ']');
    return e;
}

static int tell_play(struct bench *b, struct st_error *err)
{
    int e = ST_OK;

    if (b->json)
        st_json_open(&b->j, "play", '{');
    for (int i = 0; i < st_ngames && !e; i++) {
        uint32_t number = 0;
        char text[16];

        e = play_number(st_games[i], &number, err);
        snprintf(text, sizeof text, "%08" PRIx32, number);
        if (b->json)
            st_json_text(&b->j, st_games[i]->id, text);
        else
            st_buf_add(&b->out, "Play: %s %s\n", st_games[i]->id, text);
    }
    if (b->json)
        st_json_close(&b->j, '}');
    return e || !b->json ? e : tell_playouts(b, err);
}

/* ---- all of it ------------------------------------------------------------------------- */

static int measure(struct bench *b, struct st_error *err)
{
    int e = ST_OK;

    if (b->json)
        st_json_open(&b->j, "figures", '[');
    bench_reach(b);
    for (int i = 0; i < st_ngames && !e; i++) {
        for (int s = 0; s < st_games[i]->nscenarios && !e; s++) {
            struct st_plan *p = NULL;
            struct st_table t = { 0 };

            e = plan_of(&p, &t, st_games[i], s, err);
            if (!e) {
                bench_play(b, &t);
                if (s == 0)
                    bench_copy(b, &t);
                bench_attacks(b, &t);
                bench_verify(b, p);
            }
            free(t.pos);
            st_plan_free(p);
        }
        bench_shell(b, st_games[i]);
    }
    if (b->json)
        st_json_close(&b->j, ']');
    return e;
}

int cli_bench(const struct cli_command *self, int argc, char **argv)
{
    const char *seconds = "1";
    struct bench b = { 0 };
    bool play_only = false;
    struct cli_option opt[] = {
        { CLI_TEXT, "seconds", "S", "time for each kernel: 0 to 60, 1 by default", &seconds },
        { CLI_FLAG, "play", NULL, "only the Play numbers", &play_only },
        cli_option_json(&b.json),
    };
    int status = cli_parse(self, opt, 3, 0, 0, &argc, &argv), whole, e = ST_OK;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!cli_number(self, "--seconds", seconds, 0, 60, &whole))
        return CLI_BAD;
    b.seconds = whole ? whole : 0.1;
    b.j = (struct st_json){ &b.out, false };
    if (b.json)
        st_json_open(&b.j, NULL, '{');
    if (!play_only)
        e = measure(&b, &err);
    if (!e)
        e = tell_play(&b, &err);
    if (e) {
        st_buf_free(&b.out);
        return cli_fail(NULL, &err);
    }
    if (b.json) {
        st_json_close(&b.j, '}');
        st_buf_put(&b.out, "\n", 1);
    }
    return cli_print(&b.out, CLI_OK);
}
