/* skirmish_plays.c - the computer at Skirmish: what it used to do and must not any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/game.h"
#include "match/match.h"
#include "sandtable.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A table of a scenario with these rulings (`set` lines) and words: moves, or numbers for dice. */
static struct sandtable *table(const char *scenario, const char *const *rulings,
                               const char *const *words)
{
    struct sandtable *s = sandtable_new();

    assert_null(strstr(sandtable_open(s, scenario, "dice hand\n"), "\"error\""));
    for (; *rulings; rulings++)
        assert_non_null(strstr(sandtable_ruling(s, *rulings), "\"lines\""));
    for (; *words; words++) {
        int die = 0;
        const char *said = sscanf(*words, "%d", &die) == 1 ? sandtable_die(s, die)
                                                           : sandtable_move(s, *words, 0);

        assert_null(strstr(said, "\"error\""));
        assert_null(strstr(said, "\"refused\""));
    }
    return s;
}

/* The last words of the record once the computer has decided. */
static const char *decides(struct sandtable *s, unsigned seed)
{
    assert_null(strstr(sandtable_decide(s, "greedy", seed), "\"error\""));
    return sandtable_record(s);
}

/* The present decision offers a move that begins so: what the computer does not do it could have done. */
static bool offered(struct sandtable *s, const char *move)
{
    char key[64];

    snprintf(key, sizeof key, "\"move\":\"%s", move);
    return strstr(sandtable_offers(s, -1, ""), key) != NULL;
}

static void test_skirmish__who_wins_by_leaving_leaves(void **state)
{
    static const char *const set[] = { "set B1 mounted 0 x 1120 y 940", NULL };
    static const char *const words[] = { "pass", "group B1 D", "3", NULL };

    (void)state;
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct sandtable *s = table("skirmish/lanvaux_heath", set, words);

        assert_non_null(strstr(decides(s, seed), ",1000\\n"));
        sandtable_free(s);
    }
}

/* A peasant of class 2 behind a window, far off: it needs a 9. Nobody else of his side is loaded, so that it
 * is this shot or none. */
static void test_skirmish__fires_no_shot_that_cannot_hit(void **state)
{
    static const char *const set[] = {
        "set B18 x 900 y 763", "set A1 loaded 0 loaded2 0", "set A2 loaded 0", "set A3 loaded 0",
        "set A4 loaded 0", "set A5 loaded 0", "set A6 loaded 0", "set A7 loaded 0", "set A8 loaded 0",
        "set A9 loaded 0", "set A10 loaded 0", "set A11 loaded 0", NULL
    };
    static const char *const words[] = { "done", NULL };

    (void)state;
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct sandtable *s = table("skirmish/guildo_ford", set, words);

        assert_true(offered(s, "shoot A12 fowler B18 steady"));
        assert_null(strstr(decides(s, seed), "shoot A12"));
        sandtable_free(s);
    }
}

/* Six turns of walking: each porter has gone before the first is over, which begins with the second's shots. */
static void test_skirmish__porters_go_on(void **state)
{
    enum { DECISIONS_MAX = 60 };
    static const char *const porter[] = { "A  move A4 ", "A  move A5 ", "A  move A6 " };

    (void)state;
    for (unsigned seed = 1; seed <= 3; seed++) {
        struct sandtable *s = sandtable_new();

        assert_null(strstr(sandtable_open(s, "skirmish/salt_path", "dice seed:1\n"), "\"error\""));
        for (int n = 0; n < DECISIONS_MAX && !strstr(sandtable_state(s, -1, -1), "\"late shots\""); n++) {
            decides(s, seed);
            assert_null(strstr(sandtable_roll(s), "\"error\""));
        }
        for (int i = 0; i < 3; i++)
            assert_non_null(strstr(sandtable_record(s), porter[i]));
        sandtable_free(s);
    }
}

extern const struct st_game st_game_skirmish;

/* Round the wood, where nobody can lie behind the bank: those who hid from it went through the wood, too slowly, and were
 * late with their sacks in a third of the games against men who move at random. */
static void test_skirmish__porters_are_in_time(void **state)
{
    enum { GAMES = 6 };
    struct st_plan *plan;
    struct st_error err;
    int won = 0;

    (void)state;
    assert_int_equal(st_plan_make(&plan, &st_game_skirmish, "salt_path", &st_files_library, NULL, 0, &err), ST_OK);
    for (uint64_t game = 0; game < GAMES; game++) {
        struct st_bout b = { .plan = plan, .kind = { "level:3", "random" }, .seed = 7, .game = game };
        struct st_bout_result result;

        assert_int_equal(st_bout_play(&result, &b, &err), ST_OK);
        won += result.winner == 0;
    }
    st_plan_free(plan);
    assert_true(won >= GAMES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skirmish__who_wins_by_leaving_leaves),
        cmocka_unit_test(test_skirmish__fires_no_shot_that_cannot_hit),
        cmocka_unit_test(test_skirmish__porters_go_on),
        cmocka_unit_test(test_skirmish__porters_are_in_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
