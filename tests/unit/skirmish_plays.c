/* skirmish_plays.c - the computer at Skirmish: what it used to do and must not any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sandtable.h"

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

static void test_skirmish__who_wins_by_leaving_leaves(void **state)
{
    static const char *const set[] = { "set B1 mounted 0 x 1120 y 940", NULL };
    static const char *const words[] = { "done", "done", "pass", "group B1 D", "3", NULL };

    (void)state;
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct sandtable *s = table("skirmish/lanvaux_heath", set, words);

        assert_non_null(strstr(decides(s, seed), ",1000\\n"));
        sandtable_free(s);
    }
}

/* A peasant of class 2 behind a window, far off: it needs a 9. */
static void test_skirmish__fires_no_shot_that_cannot_hit(void **state)
{
    static const char *const set[] = { "set B18 x 900 y 763", NULL };
    static const char *const words[] = { "done", NULL };

    (void)state;
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct sandtable *s = table("skirmish/guildo_ford", set, words);

        assert_null(strstr(decides(s, seed), "shoot A12"));
        sandtable_free(s);
    }
}

/* Six turns of walking: the smugglers do not stand about in the first of them. */
static void test_skirmish__porters_go_on(void **state)
{
    static const char *const none[] = { NULL };
    static const char *const words[] = { "done", "done", NULL };

    (void)state;
    for (unsigned seed = 1; seed <= 5; seed++) {
        struct sandtable *s = table("skirmish/salt_path", none, words);

        assert_non_null(strstr(decides(s, seed), "group A"));
        sandtable_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skirmish__who_wins_by_leaving_leaves),
        cmocka_unit_test(test_skirmish__fires_no_shot_that_cannot_hit),
        cmocka_unit_test(test_skirmish__porters_go_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
