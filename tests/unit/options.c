/* options.c - what players may wish otherwise: every option of every scenario of every game does
 * what its form says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sandtable.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct sandtable *umpire;

static json_t *read(const char *text)
{
    json_t *j = json_loads(text, 0, NULL);

    assert_non_null(j);
    return j;
}

static const char *text(const json_t *of, const char *key)
{
    return json_string_value(json_object_get(of, key));
}

/* Called for each option of each scenario; name is GAME/SCENARIO. */
typedef void visit(const char *game, const char *name, const json_t *option);

static int each_option(visit *seen)
{
    json_t *games = read(sandtable_games(umpire)), *g, *sc, *o;
    size_t i, k, m;
    int n = 0;

    json_array_foreach(games, i, g)
    {
        const char *game = text(g, "id");
        json_t *scenarios = read(sandtable_scenarios(umpire, game));

        json_array_foreach(scenarios, k, sc)
        {
            char name[120];

            snprintf(name, sizeof name, "%s/%s", game, text(sc, "id"));
            assert_true(json_array_size(json_object_get(sc, "options")) > 0);
            json_array_foreach(json_object_get(sc, "options"), m, o)
            {
                seen(game, name, o);
                n++;
            }
        }
        json_decref(scenarios);
    }
    json_decref(games);
    return n;
}

/* Why the scenario cannot be had with KEY=VALUE, or "". */
static const char *refusal(const char *name, const char *key, const char *value)
{
    static char why[400];
    char options[400];

    snprintf(options, sizeof options, "set %s=%s", key, value);
    json_t *said = read(sandtable_open(umpire, name, options));
    json_t *error = json_object_get(said, "error");
    snprintf(why, sizeof why, "%s", error ? text(error, "text") : "");
    json_decref(said);
    return why;
}

static void accepts(const char *name, const char *key, const char *value)
{
    const char *why = refusal(name, key, value);

    if (why[0])
        fail_msg("%s %s=%s: %s", name, key, value, why);
}

static void refuses(const char *name, const char *key, const char *value)
{
    if (!refusal(name, key, value)[0])
        fail_msg("%s takes %s=%s", name, key, value);
}

/* Its own value, both ends and every choice are taken; what lies beyond is not. */
static void check_limits(const char *game, const char *name, const json_t *o)
{
    const char *key = text(o, "key"), *kind = text(o, "kind");
    char number[32], all[400] = "";
    json_t *choice;
    size_t i;

    (void)game;
    accepts(name, key, text(o, "value"));
    if (strcmp(kind, "number") == 0) {
        int lo = (int)json_integer_value(json_object_get(o, "lo")),
            hi = (int)json_integer_value(json_object_get(o, "hi"));

        for (int step = 0; step < 4; step++) {
            snprintf(number, sizeof number, "%d", (int[]){ lo, hi, lo - 1, hi + 1 }[step]);
            (step < 2 ? accepts : refuses)(name, key, number);
        }
    }
    json_array_foreach(json_object_get(o, "choices"), i, choice)
    {
        accepts(name, key, text(choice, "value"));
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? "," : "",
                 text(choice, "value"));
    }
    if (strcmp(kind, "several") == 0) {
        accepts(name, key, "none");
        accepts(name, key, all);
    }
    refuses(name, key, "no_such_value");
}

static void check_para(const char *game, const char *para)
{
    json_t *said = read(sandtable_rules(umpire, game, para));

    if (!json_object_get(said, "text"))
        fail_msg("%s has no paragraph %s", game, para);
    json_decref(said);
}

static void check_words(const char *game, const char *name, const json_t *o)
{
    json_t *choice;
    size_t i;

    (void)name;
    assert_true(text(o, "title")[0] != 0);
    if (text(o, "para"))
        check_para(game, text(o, "para"));
    json_array_foreach(json_object_get(o, "choices"), i, choice)
    {
        assert_true(text(choice, "title")[0] != 0);
        if (text(choice, "para"))
            check_para(game, text(choice, "para"));
    }
}

static void test_options__the_limits_are_those_of_the_reader(void **state)
{
    (void)state;
    assert_true(each_option(check_limits) > 20);
}

static void test_options__every_paragraph_stands_in_the_rules(void **state)
{
    (void)state;
    assert_true(each_option(check_words) > 20);
}

static void test_options__the_value_is_what_the_scenario_has(void **state)
{
    (void)state;
    json_t *all = read(sandtable_scenarios(umpire, "blank"));
    json_t *o = json_array_get(json_object_get(json_array_get(all, 0), "options"), 1);

    assert_string_equal(text(o, "key"), "turns");
    assert_string_equal(text(o, "value"), "12");
    json_decref(all);

    all = read(sandtable_scenarios(umpire, "honour"));
    json_t *sc;
    size_t i, k;
    int seen = 0;
    json_array_foreach(all, i, sc)
    {
        json_array_foreach(json_object_get(sc, "options"), k, o)
        {
            bool last = strcmp(text(sc, "id"), "relief_1525") == 0;

            if (last && strcmp(text(o, "key"), "weather") == 0 && ++seen)
                assert_string_equal(text(o, "value"), "table, previous weather Frost");
            if (last && strcmp(text(o, "key"), "options") == 0 && ++seen)
                assert_string_equal(text(o, "value"), "18.1");
        }
    }
    assert_int_equal(seen, 2);
    json_decref(all);
}

/* Stamford: reaching the goal does not win for the English, it brings Orri (ST2). */
static void test_options__a_goal_says_what_it_brings(void **state)
{
    (void)state;
    json_t *all = read(sandtable_scenarios(umpire, "shields")), *sc, *o;
    size_t i, k;
    int seen = 0;

    json_array_foreach(all, i, sc)
    {
        json_array_foreach(json_object_get(sc, "options"), k, o)
        {
            bool stamford = strcmp(text(sc, "id"), "stamford") == 0;

            if (strcmp(text(o, "key"), "goal.English") == 0 && ++seen) {
                assert_string_equal(text(o, "title"), stamford
                                                          ? "Viking units lost that bring Orri"
                                                          : "English: units to eliminate");
                assert_string_equal(text(o, "para"), stamford ? "ST2" : "R15.2");
            }
            if (stamford && strcmp(text(o, "key"), "goal.Viking") == 0 && ++seen)
                assert_string_equal(text(o, "para"), "ST3");
        }
    }
    assert_int_equal(seen, 4);
    json_decref(all);
}

static int begin(void **state)
{
    (void)state;
    umpire = sandtable_new();
    return umpire ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    sandtable_free(umpire);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options__the_limits_are_those_of_the_reader),
        cmocka_unit_test(test_options__every_paragraph_stands_in_the_rules),
        cmocka_unit_test(test_options__the_value_is_what_the_scenario_has),
        cmocka_unit_test(test_options__a_goal_says_what_it_brings),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
