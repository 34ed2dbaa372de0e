/* drag.c - moves in mind: previews, and pieces dragged to a place, in every game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include "core/game.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECISIONS = 40, OFFERS = 6 }; /* looked at in each scenario, and at each of them */

static json_t *read_answer(const char *text)
{
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

    if (!j)
        fail_msg("no JSON: %s", text);
    return j;
}

static const char *text_of(const json_t *j, const char *key)
{
    return json_string_value(json_object_get(j, key));
}

static void open_game(struct sandtable *s, const char *name)
{
    json_t *j = read_answer(sandtable_open(s, name, "dice seed:11"));

    assert_null(json_object_get(j, "error"));
    json_decref(j);
}

/* Dice and random decisions; false at the end of the game. */
static bool play_on(struct sandtable *s, unsigned seed)
{
    json_decref(read_answer(sandtable_roll(s)));
    json_t *j = read_answer(sandtable_decide(s, "random", seed));
    bool more = json_object_get(j, "lines") != NULL;

    json_decref(j);
    json_decref(read_answer(sandtable_roll(s)));
    return more;
}

static char *hash_now(struct sandtable *s)
{
    json_t *j = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));
    char *hash = strdup(text_of(j, "hash"));

    assert_non_null(hash);
    json_decref(j);
    return hash;
}

/* Where a piece is in a list of them: its hex, or "x,y,heading"; "" if it is not there. */
static void place_of(const json_t *pieces, const char *id, char out[48])
{
    size_t i;
    json_t *x;

    out[0] = 0;
    json_array_foreach(pieces, i, x) {
        const json_t *base = json_object_get(x, "base");

        if (strcmp(text_of(x, "id"), id) != 0)
            continue;
        if (text_of(x, "hex"))
            snprintf(out, 48, "%s", text_of(x, "hex"));
        else if (base)
            snprintf(out, 48, "%lld,%lld,%lld",
                     (long long)json_integer_value(json_object_get(base, "x")),
                     (long long)json_integer_value(json_object_get(base, "y")),
                     (long long)json_integer_value(json_object_get(base, "heading")));
    }
}

/* Some of the moves offered that name a piece or a group, at most OFFERS. */
static json_t *some_offers(struct sandtable *s, unsigned seed)
{
    json_t *answer = read_answer(sandtable_offers(s, SANDTABLE_UMPIRE, NULL)), *all = json_array();
    json_t *some = json_array(), *group, *offer;
    size_t i, k;

    json_array_foreach(json_object_get(answer, "offers"), i, group)
        json_array_foreach(json_object_get(group, "offers"), k, offer)
            if (json_array_size(json_object_get(offer, "pieces")) ||
                json_array_size(json_object_get(offer, "names")))
                json_array_append(all, offer);
    for (k = 0; k < OFFERS && json_array_size(all); k++)
        json_array_append(some, json_array_get(all, (seed * 7 + k * 13) % json_array_size(all)));
    json_decref(all);
    json_decref(answer);
    return some;
}

/* ---- previews -------------------------------------------------------------------------- */

/* The pieces a preview shows as changed stand so once the move is made and no die has fallen. */
static void preview_holds(struct sandtable *s, const char *move)
{
    json_t *before = read_answer(sandtable_preview(s, SANDTABLE_UMPIRE, move));
    json_t *changed = json_object_get(before, "changed"), *x;
    char there[48], then[48];
    size_t i;

    if (!changed)
        fail_msg("no preview of %s", move);
    json_decref(read_answer(sandtable_move(s, move, 0)));
    json_t *after = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));
    json_array_foreach(changed, i, x) {
        place_of(changed, text_of(x, "id"), there);
        place_of(json_object_get(after, "pieces"), text_of(x, "id"), then);
        if (strcmp(there, then) != 0)
            fail_msg("%s: %s was shown in %s and is in %s", move, text_of(x, "id"), there, then);
    }
    json_decref(after);
    json_decref(before);
}

static void test_preview__shows_what_the_move_then_does(void **state)
{
    struct sandtable *s = *state;

    open_game(s, "shields/stamford");
    for (unsigned i = 0; i < 3 * DECISIONS && play_on(s, i); i++) {
        json_t *some = some_offers(s, i);
        const char *move = text_of(json_array_get(some, 0), "move");

        if (move)
            preview_holds(s, move);
        json_decref(some);
    }
}

static void test_preview__changes_nothing_and_refuses_what_is_illegal(void **state)
{
    struct sandtable *s = *state;

    open_game(s, "shields/malfosse");
    char *before = hash_now(s);
    json_t *no = read_answer(sandtable_preview(s, SANDTABLE_UMPIRE, "move E1 0101"));
    assert_non_null(json_object_get(no, "refused"));
    json_decref(no);
    no = read_answer(sandtable_preview(s, SANDTABLE_UMPIRE, "dance"));
    assert_string_equal(text_of(json_object_get(no, "refused"), "para"), "");
    json_decref(no);
    json_decref(read_answer(sandtable_preview(s, SANDTABLE_UMPIRE, "assign 1 move Pursuit")));
    char *after = hash_now(s);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* "0406 0, 0505 1": the way a preview shows. */
static void way_of(struct sandtable *s, const char *move, char *out, size_t size)
{
    json_t *preview = read_answer(sandtable_preview(s, SANDTABLE_UMPIRE, move)), *x;
    size_t i, n = 0;

    out[0] = 0;
    json_array_foreach(json_object_get(preview, "way"), i, x)
        n += (size_t)snprintf(out + n, size - n, "%s%s %d", i ? ", " : "", text_of(x, "hex"),
                              (int)json_integer_value(json_object_get(x, "spent")));
    json_decref(preview);
}

static void test_preview__tells_the_way_of_a_march_and_what_it_costs(void **state)
{
    struct sandtable *s = *state;
    char way[300];

    open_game(s, "shields/malfosse");
    json_decref(read_answer(sandtable_move(s, "assign 1 move Pursuit", 0)));
    json_decref(read_answer(sandtable_move(s, "done", 0)));
    way_of(s, "move N1 0505", way, sizeof way);
    assert_string_equal(way, "0507 0, 0506 1, 0505 2");
    way_of(s, "move N1 0606-0605", way, sizeof way);
    assert_string_equal(way, "0507 0, 0606 1, 0605 4");
    way_of(s, "end", way, sizeof way);
    assert_string_equal(way, "");
}

/* ---- dragging -------------------------------------------------------------------------- */

/* A move that takes one piece somewhere: dragged there, it gets there. */
static int dragged_there(struct sandtable *s, const json_t *offer)
{
    const char *move = text_of(offer, "move");
    json_t *preview = read_answer(sandtable_preview(s, SANDTABLE_UMPIRE, move));
    json_t *now = read_answer(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT));
    const char *id = text_of(json_array_get(json_object_get(preview, "changed"), 0), "id");
    char here[48] = "", there[48] = "", got[48];
    int tried = 0;

    if (id && json_array_size(json_object_get(offer, "pieces")) <= 1) {
        place_of(json_object_get(now, "pieces"), id, here);
        place_of(json_object_get(preview, "changed"), id, there);
    }
    if (there[0] && strcmp(here, there) != 0) {
        const char *answer = sandtable_drag(s, SANDTABLE_UMPIRE, id, there);
        json_t *drag = read_answer(answer);

        if (!text_of(drag, "move"))
            fail_msg("%s by %s to %s: %s", id, move, there, sandtable_check(s, move));
        place_of(json_object_get(drag, "changed"), id, got);
        if (strcmp(there, got) != 0)
            fail_msg("%s by %s to %s came to %s by %s", id, move, there, got,
                     text_of(drag, "move"));
        json_t *check = read_answer(sandtable_check(s, text_of(drag, "move")));
        assert_non_null(text_of(check, "move"));
        json_decref(check);
        json_decref(drag);
        tried = 1;
    }
    json_decref(now);
    json_decref(preview);
    return tried;
}

static void test_drag__to_where_a_legal_move_leads_gets_there_in_every_game(void **state)
{
    struct sandtable *s = *state;
    char name[100];

    for (int g = 0; g < st_ngames; g++) {
        int tried = 0;

        for (int k = 0; k < st_games[g]->nscenarios; k++) {
            snprintf(name, sizeof name, "%s/%s", st_games[g]->id, st_games[g]->scenarios[k]);
            open_game(s, name);
            for (unsigned i = 0; i < DECISIONS && play_on(s, i); i++) {
                json_t *some = some_offers(s, i), *offer;
                size_t n;

                json_array_foreach(some, n, offer)
                    tried += dragged_there(s, offer);
                json_decref(some);
            }
        }
        print_message("%s: %d drags\n", st_games[g]->id, tried);
    }
}

static void test_drag__beyond_reach_says_why(void **state)
{
    struct sandtable *s = *state;

    open_game(s, "shields/malfosse");
    json_decref(read_answer(sandtable_move(s, "assign 1 move Pursuit", 0)));
    json_decref(read_answer(sandtable_move(s, "done", 0)));
    json_t *far = read_answer(sandtable_drag(s, SANDTABLE_UMPIRE, "N1", "0601"));
    assert_string_equal(text_of(json_object_get(far, "refused"), "para"), "R4.5");
    json_decref(far);
    json_t *other = read_answer(sandtable_drag(s, SANDTABLE_UMPIRE, "E1", "0606"));
    assert_string_equal(text_of(json_object_get(other, "refused"), "para"), "R4.1");
    json_decref(other);

    open_game(s, "guerre/teaching_ofanto");
    json_decref(read_answer(sandtable_roll(s)));
    json_t *long_way = read_answer(sandtable_drag(s, SANDTABLE_UMPIRE, "A1", "350000,500000"));
    assert_string_equal(text_of(long_way, "move"), "move A1: A 120");
    assert_string_equal(text_of(json_object_get(long_way, "because"), "para"), "5.3.2");
    json_decref(long_way);
}

static void test_drag__nonsense_is_refused_in_words(void **state)
{
    struct sandtable *s = *state;
    static const char *const odd[] = { "", ",", "N1,", "nobody", "0101", "99999999999,1",
                                       "1,2,3,4", "\xff\xfe", "N1,N1,N1,N1,N1,N1,N1" };
    static const char *const games[] = { "shields/malfosse", "guerre/teaching_ofanto",
                                         "honour/bicocca_1522" };
    enum { ODD = sizeof odd / sizeof odd[0] };

    for (int g = 0; g < 3; g++) {
        open_game(s, games[g]);
        for (int i = 0; i < ODD * ODD; i++) {
            json_t *j =
                read_answer(sandtable_drag(s, SANDTABLE_UMPIRE, odd[i / ODD], odd[i % ODD]));

            assert_true(json_object_get(j, "refused") || json_object_get(j, "move"));
            json_decref(j);
        }
    }
}

static int new_umpire(void **state)
{
    *state = sandtable_new();
    return *state ? 0 : -1;
}

static int free_umpire(void **state)
{
    sandtable_free(*state);
    return 0;
}

int main(void)
{
#define WITH(test) cmocka_unit_test_setup_teardown(test, new_umpire, free_umpire)
    const struct CMUnitTest tests[] = {
        WITH(test_preview__shows_what_the_move_then_does),
        WITH(test_preview__tells_the_way_of_a_march_and_what_it_costs),
        WITH(test_preview__changes_nothing_and_refuses_what_is_illegal),
        WITH(test_drag__to_where_a_legal_move_leads_gets_there_in_every_game),
        WITH(test_drag__beyond_reach_says_why),
        WITH(test_drag__nonsense_is_refused_in_words),
    };
#undef WITH

    return cmocka_run_group_tests(tests, NULL, NULL);
}
