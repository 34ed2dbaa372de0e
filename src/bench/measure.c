/* measure.c - whole games by their sheets, and the Play numbers. See bench.h.
 *
 * Times are of this machine and this moment; the ratios and the Play numbers are what is
 * compared. A Play number is a hash over the final positions of 64 seeded random games: it
 * changes when, and only when, the play of a game has changed.
 */
#include "bench/bench.h"

#include "base/file.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAY_GAMES = 64, PLAY_SEED = 7, WHAT_WIDTH = 65 };

/* ---- telling --------------------------------------------------------------------------- */

static bool reached(const struct bench_figure *f, const struct bench_goal *goal)
{
    double value = strcmp(goal->unit, "x") == 0 ? f->ratio : f->value;

    return goal->more ? value >= goal->value : value <= goal->value;
}

static void tell_json(struct bench *b, const char *what, const struct bench_figure *f,
                      const struct bench_goal *goal)
{
    st_json_open(&b->j, NULL, '{');
    st_json_text(&b->j, "what", what);
    st_json_real(&b->j, "value", f->value);
    st_json_text(&b->j, "unit", f->unit);
    if (f->ratio > 0) {
        st_json_real(&b->j, "ratio", f->ratio);
        st_json_text(&b->j, "to", f->bare);
    }
    if (goal->text[0]) {
        st_json_text(&b->j, "goal", goal->text);
        st_json_bool(&b->j, "reached", reached(f, goal));
    }
    st_json_close(&b->j, '}');
}

/* Seconds as people say them. */
static void print_value(struct st_buf *out, double value, const char *unit)
{
    static const char *const small[] = { "s", "ms", "us", "ns" };
    int i = 0;

    if (strcmp(unit, "s") == 0) {
        for (; i < 3 && value < 1; i++)
            value *= 1000;
        unit = small[i];
    }
    st_buf_add(out, "%12.*f %-8s", value < 1000 && strcmp(unit, "bytes") != 0 ? 2 : 0, value, unit);
}

void bench_tell(struct bench *b, const char *what, const struct bench_figure *f,
                const struct bench_goal *goal)
{
    if (b->json) {
        tell_json(b, what, f, goal);
        return;
    }
    st_buf_add(&b->out, "%-*s", WHAT_WIDTH, what);
    print_value(&b->out, f->value, f->unit);
    if (f->ratio > 0)
        st_buf_add(&b->out, "%8.2f x %-17s", f->ratio, f->bare);
    else
        st_buf_add(&b->out, "%28s", "");
    if (goal->text[0])
        st_buf_add(&b->out, "  %s %s", reached(f, goal) ? "reached:" : "MISSED: ", goal->text);
    while (b->out.len && b->out.text[b->out.len - 1] == ' ')
        b->out.text[--b->out.len] = 0;
    st_buf_put(&b->out, "\n", 1);
    b->flush(&b->out); /* at once: the next kernel takes a while */
}

/* ---- the number of a game's play ------------------------------------------------------- */

static uint32_t random_game(struct st_table *t, uint64_t seed, uint64_t game)
{
    st_begin(t);
    return st_playout(t, seed, game);
}

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
            hash = st_hash_join(hash, st_pos_hash(p, t.pos));
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
static int tell_playouts(struct bench *b, const struct st_game *only, struct st_error *err)
{
    int e = ST_OK;

    st_json_open(&b->j, "playouts", '[');
    for (int i = 0; i < st_ngames; i++)
        for (int s = 0; s < st_games[i]->nscenarios && !e; s++) {
            struct st_plan *p = NULL;
            struct st_table t = { 0 };

            if (only && only != st_games[i])
                continue;
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

static int tell_play(struct bench *b, const struct st_game *only, struct st_error *err)
{
    int e = ST_OK;

    if (b->json)
        st_json_open(&b->j, "play", '{');
    for (int i = 0; i < st_ngames && !e; i++) {
        uint32_t number = 0;
        char text[16];

        if (only && only != st_games[i])
            continue;
        e = play_number(st_games[i], &number, err);
        snprintf(text, sizeof text, "%08" PRIx32, number);
        if (b->json)
            st_json_text(&b->j, st_games[i]->id, text);
        else
            st_buf_add(&b->out, "Play: %s %s\n", st_games[i]->id, text);
    }
    if (b->json)
        st_json_close(&b->j, '}');
    return e || !b->json ? e : tell_playouts(b, only, err);
}

/* ---- all of it ------------------------------------------------------------------------- */

/* One line of a sheet, for each scenario it means. */
static int measure_line(struct bench *b, const struct st_game *g, const struct bench_line *l,
                        struct st_error *err)
{
    int e = ST_OK;

    if (!l->scenario[0])
        return bench_measure(b, l, g, NULL, err);
    for (int s = 0; s < g->nscenarios && !e; s++) {
        struct st_plan *p = NULL;
        struct st_table t = { 0 };

        if (strcmp(l->scenario, "*") != 0 && strcmp(l->scenario, g->scenarios[s]) != 0)
            continue;
        e = plan_of(&p, &t, g, s, err);
        if (!e)
            e = bench_measure(b, l, g, &t, err);
        free(t.pos);
        st_plan_free(p);
    }
    return e;
}

static int measure_sheet(struct bench *b, const struct st_game *g, const struct bench_sheet *sheet,
                         struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < sheet->n && !e; i++)
        e = measure_line(b, g, &sheet->line[i], err);
    return e;
}

/* A game by its own sheet, or by the file at path. */
static int measure_game(struct bench *b, const struct st_game *g, const char *path,
                        struct st_error *err)
{
    struct st_arena arena = { 0 };
    struct bench_sheet sheet = { 0 };
    struct st_buf text = { 0 };
    int e = path ? st_file_read(&text, path, err) : bench_sheet_of(&sheet, &arena, g, err);

    if (!e && path)
        e = bench_sheet_read(&sheet, &arena, g, (struct st_span){ st_buf_text(&text), text.len },
                             path, err);
    if (!e)
        e = measure_sheet(b, g, &sheet, err);
    st_arena_free(&arena);
    st_buf_free(&text);
    return e;
}

static int measure(struct bench *b, const struct st_game *only, const char *path,
                   struct st_error *err)
{
    int e = ST_OK;

    if (b->json)
        st_json_open(&b->j, "figures", '[');
    if (!only) {
        bench_reach(b);
        bench_toys(b);
    }
    for (int i = 0; i < st_ngames && !e; i++)
        if (!only || only == st_games[i])
            e = measure_game(b, st_games[i], path, err);
    if (b->json)
        st_json_close(&b->j, ']');
    return e;
}

int bench_all(struct bench *b, const struct st_game *only, const char *sheet, bool play_only,
              struct st_error *err)
{
    int e = ST_OK;

    b->j = (struct st_json){ &b->out, false };
    if (b->json)
        st_json_open(&b->j, NULL, '{');
    if (!play_only)
        e = measure(b, only, sheet, err);
    if (!e)
        e = tell_play(b, only, err);
    if (!e && b->json) {
        st_json_close(&b->j, '}');
        st_buf_put(&b->out, "\n", 1);
    }
    return e;
}
