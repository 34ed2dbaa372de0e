/* skirmish_worlds.c - two worlds that differ only in what a side may not know must treat it alike:
 * the bytes it sees, its offers, its samples, its refusals, its odds. (5.15.1) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "core/scene.h"
#include "odds/odds.h"
#include "play/dice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 6, OTHERS = 3, TRIES = 40, OFFERS = 4096 };

struct worlds { /* the true one, another, and what is seen of each */
    struct st_plan *plan;
    struct st_table truth, other, seen_truth, seen_other;
};

static void worlds_make(struct worlds *w, const char *scenario)
{
    struct st_error err;
    const struct st_game *g = st_game_find("skirmish");

    assert_non_null(g);
    assert_int_equal(st_plan_make(&w->plan, g, scenario, &st_files_library, NULL, 0, &err), ST_OK);
    struct st_table *all[] = { &w->truth, &w->other, &w->seen_truth, &w->seen_other };
    for (int i = 0; i < 4; i++) {
        *all[i] = (struct st_table){ w->plan, calloc(1, w->plan->pos_size), NULL };
        assert_non_null(all[i]->pos);
    }
}

static void worlds_free(struct worlds *w)
{
    free(w->truth.pos);
    free(w->other.pos);
    free(w->seen_truth.pos);
    free(w->seen_other.pos);
    st_plan_free(w->plan);
}

static bool alike(const struct st_table *a, const struct st_table *b)
{
    return memcmp(a->pos, b->pos, a->plan->pos_size) == 0;
}

/* Another world side could be in. */
static void imagine(struct worlds *w, int side, uint64_t seed)
{
    const struct st_game *g = w->plan->game;
    struct st_seeded dice;

    st_seeded_init(&dice, seed, 3);
    g->observe(&w->truth, side, w->seen_truth.pos);
    memcpy(w->other.pos, w->seen_truth.pos, w->plan->pos_size);
    g->guess(&w->other, side, &dice.source);
    g->observe(&w->other, side, w->seen_other.pos);
}

static void same_offers(const struct st_table *a, const struct st_table *b)
{
    static struct st_move x[OFFERS], y[OFFERS];
    int n = st_offers(a, x, OFFERS);

    assert_int_equal(n, st_offers(b, y, OFFERS));
    assert_true(n <= OFFERS);
    assert_memory_equal(x, y, (size_t)n * sizeof *x);
}

static void same_answer(const struct worlds *w, const struct st_move *m)
{
    const struct st_table *all[] = { &w->other, &w->seen_truth };
    struct st_refusal first = { "", "" };
    enum st_answer a = st_check(&w->truth, m, &first);

    for (int i = 0; i < 2; i++) {
        struct st_refusal why = { "", "" };

        assert_int_equal(st_check(all[i], m, &why), a);
        assert_string_equal(why.para, first.para);
        assert_string_equal(why.text, first.text);
    }
}

/* Any move at all, drawn towards what a player might try. */
static bool some_move(const struct worlds *w, uint64_t seed, struct st_move *m)
{
    const struct st_plan *p = w->plan;
    const struct st_names *men = st_plan_list(p, "man");
    const char *a = men->name[st_pick(seed, 1, (uint32_t)men->n)];
    const char *b = men->name[st_pick(seed, 2, (uint32_t)men->n)];
    static const char *const cls[] = { "open", "D", "V" };
    static const char *const arm[] = { "pistol", "musketoon", "musket", "fowler" };
    static const char *const manner[] = { "steady", "moving", "end", "passing", "track" };
    int x = (int)st_pick(seed, 3, 1000), y = (int)st_pick(seed, 4, 800);
    char text[120];

    switch (st_pick(seed, 0, 7)) {
    case 0:
        snprintf(text, sizeof text, "move %s %d,%d", a, x, y);
        break;
    case 1:
        snprintf(text, sizeof text, "move %s %d,%d-%d,%d", a, x, y, y, x);
        break;
    case 2:
        snprintf(text, sizeof text, "shoot %s %s %s %s", a, arm[st_pick(seed, 5, 4)], b,
                 manner[st_pick(seed, 6, 5)]);
        break;
    case 3:
        snprintf(text, sizeof text, "group %s,%s %s", a, b, cls[st_pick(seed, 7, 3)]);
        break;
    case 4:
        snprintf(text, sizeof text, "strike %s %s", a, b);
        break;
    case 5:
        snprintf(text, sizeof text, "evade %s %s", a, cls[st_pick(seed, 7, 3)]);
        break;
    default:
        return st_sample(&w->truth, seed, m);
    }
    return st_move_parse(m, p, text, NULL) == ST_LEGAL;
}

static void same_odds(const struct worlds *w, const struct st_move *m)
{
    struct st_probe probe;
    struct st_ask ask = { .move = m, .probe = &probe, .nprobes = 1, .max_positions = 3000 };
    struct st_odds x = { 0 }, y = { 0 };
    struct st_error err;

    assert_int_equal(st_probe_parse(&probe, w->plan, "A.lost", NULL), ST_LEGAL);
    int e = st_odds(&x, &w->seen_truth, &ask, &err);
    assert_int_equal(e, st_odds(&y, &w->seen_other, &ask, &err));
    assert_int_equal(x.nrows, y.nrows);
    for (int i = 0; i < x.nrows; i++) {
        assert_int_equal(x.row[i].value[0], y.row[i].value[0]);
        assert_true(st_frac_equal(x.row[i].p, y.row[i].p));
    }
    st_odds_free(&x);
    st_odds_free(&y);
}

static void same_scene(const struct worlds *w, int side)
{
    static struct st_scene x, y;

    x = y = (struct st_scene){ 0 };
    w->plan->game->describe(&w->truth, side, &x);
    w->plan->game->describe(&w->other, side, &y);
    assert_int_equal(x.npieces, y.npieces);
    for (int i = 0; i < x.npieces; i++) {
        assert_string_equal(x.piece[i].factors, y.piece[i].factors);
        assert_string_equal(x.piece[i].states, y.piece[i].states);
        assert_int_equal(x.piece[i].can_act, y.piece[i].can_act);
        assert_memory_equal(&x.piece[i].base, &y.piece[i].base, sizeof x.piece[i].base);
    }
    assert_string_equal(x.prompt, y.prompt);
}

static void pause_holds(struct worlds *w, uint64_t seed, long *differing)
{
    struct st_turn now = st_now(&w->truth);

    for (int side = 0; side < ST_SIDES; side++)
        for (uint64_t k = 0; k < OTHERS; k++) {
            imagine(w, side, seed * OTHERS + k);
            *differing += !alike(&w->truth, &w->other);
            assert_true(alike(&w->seen_truth, &w->seen_other));
            same_scene(w, side);
            if (now.kind != ST_DECIDE || now.side != side)
                continue;
            same_offers(&w->truth, &w->other);
            same_offers(&w->truth, &w->seen_truth);
            for (uint64_t i = 0; i < TRIES; i++) {
                struct st_move m, x, y;

                if (some_move(w, seed * TRIES + i, &m))
                    same_answer(w, &m);
                if (i < 4) {
                    assert_true(st_sample(&w->truth, seed + i, &x));
                    assert_true(st_sample(&w->other, seed + i, &y));
                    assert_true(st_move_equal(&x, &y));
                    same_odds(w, &x);
                }
            }
        }
}

/* A die that is awaited: what it is called is read by both sides. */
static void die_holds(struct worlds *w, uint64_t seed)
{
    for (int side = 0; side < ST_SIDES; side++) {
        struct st_chance truth, other, seen;

        imagine(w, side, seed);
        st_awaited(&w->truth, &truth);
        st_awaited(&w->other, &other);
        st_awaited(&w->seen_truth, &seen);
        assert_string_equal(truth.label, other.label);
        assert_string_equal(truth.label, seen.label);
        same_scene(w, side);
    }
}

static long play_through(struct worlds *w, uint64_t game)
{
    long differing = 0;

    st_begin(&w->truth);
    for (uint32_t n = 1; st_now(&w->truth).kind != ST_OVER; n++) {
        struct st_chance c;
        struct st_move m;

        if (st_now(&w->truth).kind == ST_CHANCE) {
            die_holds(w, game << 32 | n);
            st_awaited(&w->truth, &c);
            st_take(&w->truth, c.face[st_philox_below(11, game, n, (uint32_t)c.n)].value);
            continue;
        }
        if (n % 3 == 0)
            pause_holds(w, game << 32 | n, &differing);
        assert_true(st_sample(&w->truth, game << 32 | n, &m));
        assert_int_equal(st_play(&w->truth, &m, NULL), ST_LEGAL);
    }
    return differing;
}

static void test_worlds__a_side_cannot_tell_them_apart_on_the_salt_path(void **state)
{
    struct worlds w;
    long differing = 0;

    (void)state;
    worlds_make(&w, "salt_path");
    for (uint64_t g = 0; g < GAMES; g++)
        differing += play_through(&w, g);
    assert_true(differing > 100); /* or nothing was compared */
    worlds_free(&w);
}

static void test_worlds__a_side_cannot_tell_them_apart_on_the_heath(void **state)
{
    struct worlds w;
    long differing = 0;

    (void)state;
    worlds_make(&w, "lanvaux_heath");
    for (uint64_t g = 0; g < GAMES; g++)
        differing += play_through(&w, g);
    assert_true(differing > 100);
    worlds_free(&w);
}

/* The same order in two worlds: refused in neither, but only in one somebody is found. */
static void test_worlds__only_the_umpire_stops_a_move_at_an_ambusher(void **state)
{
    static const char *const orders[] = { "done", "group A1 open", "move A1 300,400" };
    struct worlds w;
    const struct st_field *x;

    (void)state;
    worlds_make(&w, "salt_path");
    x = st_field_find(w.plan->game, st_span_of("x"), true);
    const struct st_field *y = st_field_find(w.plan->game, st_span_of("y"), true);
    assert_non_null(x);
    assert_non_null(y);
    st_begin(&w.truth);
    st_begin(&w.other);
    int b2 = st_names_find(st_plan_list(w.plan, "man"), st_span_of("B2"));
    int a1 = st_names_find(st_plan_list(w.plan, "man"), st_span_of("A1"));
    assert_int_equal(st_field_set(&w.other, x, b2, 250, NULL), ST_LEGAL); /* in the wood by the lane */
    assert_int_equal(st_field_set(&w.other, y, b2, 490, NULL), ST_LEGAL);
    for (int i = 0; i < 3; i++) {
        struct st_move m;

        assert_int_equal(st_move_parse(&m, w.plan, orders[i], NULL), ST_LEGAL);
        assert_int_equal(st_play(&w.truth, &m, NULL), ST_LEGAL);
        assert_int_equal(st_play(&w.other, &m, NULL), ST_LEGAL);
    }
    assert_int_equal(st_field_get(&w.truth, x, a1), 300);
    assert_true(st_field_get(&w.other, x, a1) < 300);
    worlds_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds__a_side_cannot_tell_them_apart_on_the_salt_path),
        cmocka_unit_test(test_worlds__a_side_cannot_tell_them_apart_on_the_heath),
        cmocka_unit_test(test_worlds__only_the_umpire_stops_a_move_at_an_ambusher),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
