/* pieces.c - the pieces of every scenario of every game, as a player reads of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sandtable.h"

#include <jansson.h>
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
    const char *s = json_string_value(json_object_get(of, key));

    return s ? s : "";
}

/* How many pieces have a name; no two of one side the same. */
static int check_names(const char *scenario, const json_t *pieces)
{
    int named = 0;
    size_t i, k;
    json_t *a, *b;

    json_array_foreach(pieces, i, a)
    {
        named += text(a, "title")[0] != 0;
        json_array_foreach(pieces, k, b)
        {
            if (k < i && text(a, "title")[0] && strcmp(text(a, "title"), text(b, "title")) == 0 &&
                strcmp(text(a, "side"), text(b, "side")) == 0)
                fail_msg("%s: %s and %s are both called %s", scenario, text(b, "id"),
                         text(a, "id"), text(a, "title"));
        }
    }
    return named;
}

static void test_pieces__no_two_of_a_side_have_one_name(void **state)
{
    json_t *games = read(sandtable_games(umpire)), *g, *sc;
    size_t i, k;
    int named = 0;

    (void)state;
    json_array_foreach(games, i, g)
    {
        json_t *scenarios = read(sandtable_scenarios(umpire, text(g, "id")));

        json_array_foreach(scenarios, k, sc)
        {
            char name[120];

            snprintf(name, sizeof name, "%s/%s", text(g, "id"), text(sc, "id"));
            sandtable_open(umpire, name, "");
            json_t *now = read(sandtable_state(umpire, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));
            named += check_names(name, json_object_get(now, "pieces"));
            json_decref(now);
        }
        json_decref(scenarios);
    }
    json_decref(games);
    assert_true(named > 300);
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
        cmocka_unit_test(test_pieces__no_two_of_a_side_have_one_name),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
