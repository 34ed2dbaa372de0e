/* skirmish_views.c - two worlds of an ambush through the public interface: whatever a program may
 * ask for one side (state, fields, offers, checks, previews, drags, odds, lines, pictures, the
 * computer's choice) is the same letter by letter, wherever the enemy lies hidden. (5.15.1) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMUGGLERS, GUARDS, WORLDS = 2, STEPS_MAX = 400 };

/* ---- two worlds --------------------------------------------------------------------------- */

/* The salt path; in the other world the umpire has laid the ambush into the broom. */
static struct sandtable *open_world(bool other)
{
    static const char *const lie[][WORLDS] = { { "set B1 x 690 y 462", "set B1 x 650 y 520" },
                                               { "set B2 x 640 y 462", "set B2 x 700 y 520" },
                                               { "set B3 x 740 y 462", "set B3 x 750 y 520" } };
    struct sandtable *s = sandtable_new();

    assert_non_null(s);
    const char *answer = sandtable_open(s, "skirmish/salt_path", "dice seed:3");
    if (strstr(answer, "\"error\""))
        fail_msg("%s", answer);
    for (int i = 0; i < 3; i++) {
        answer = sandtable_ruling(s, lie[i][other]);
        if (!strstr(answer, "\"from\""))
            fail_msg("%s", answer);
    }
    return s;
}

static json_t *state_of(struct sandtable *s)
{
    json_t *j = json_loads(sandtable_state(s, SANDTABLE_UMPIRE, SANDTABLE_PRESENT), 0, NULL);

    assert_non_null(j);
    return j;
}

static bool is_over(struct sandtable *s)
{
    json_t *j = state_of(s);
    bool over = strcmp(json_string_value(json_object_get(json_object_get(j, "turn"), "kind")), "over") == 0;

    json_decref(j);
    return over;
}

static void do_move(struct sandtable *s, const char *move)
{
    const char *answer = sandtable_move(s, move, 0);

    if (strstr(answer, "\"idle\":true") && !is_over(s)) /* the other side was passed over: it is meant all the same */
        answer = sandtable_move(s, move, 0);
    if (!strstr(answer, "\"from\""))
        fail_msg("%s: %s", move, answer);
    sandtable_roll(s);
}

/* ---- comparing ---------------------------------------------------------------------------- */

static char *keep(const char *text)
{
    char *copy = strdup(text);

    assert_non_null(copy);
    return copy;
}

#define SAME(call)                                                                                 \
    do {                                                                                           \
        struct sandtable *s = w[0];                                                                \
        char *first = keep(call);                                                                  \
        s = w[1];                                                                                  \
        assert_string_equal(first, call);                                                          \
        free(first);                                                                               \
    } while (0)

static const char *const men[] = { "A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "B5",
                                   "B6", "A", "B", "" };

static void same_sight(struct sandtable *w[WORLDS])
{
    SAME(sandtable_state(s, SMUGGLERS, SANDTABLE_PRESENT));
    SAME(sandtable_svg(s, SMUGGLERS, SANDTABLE_PRESENT));
    SAME(sandtable_lines(s, SMUGGLERS, 0));
    SAME(sandtable_offers(s, SMUGGLERS, ""));
    for (size_t i = 0; i < sizeof men / sizeof men[0]; i++)
        SAME(sandtable_fields(s, SMUGGLERS, men[i]));
}

static void same_answers(struct sandtable *w[WORLDS])
{
    static const char *const tries[] = {
        "shoot A1 pistol B1 steady", "shoot A2 fowler B2 end", "shoot A3 fowler B4 steady",
        "group A1,B1 open", "group A1 open", "group A2,A3 D", "move A1 690,462", "move A1 640,440",
        "move A1 650,520", "move A2 200,360-260,400", "strike A1 B1", "evade A1 open", "done",
        "pass", "end", "hold",
    };
    static const char *const places[] = { "690000,462000", "650000,520000", "300000,400000" };

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        SAME(sandtable_check(s, tries[i]));
        SAME(sandtable_preview(s, SMUGGLERS, tries[i]));
        SAME(sandtable_odds(s, SMUGGLERS, tries[i], "done", "A.lost,B.lost"));
    }
    SAME(sandtable_odds(s, SMUGGLERS, "done", NULL, NULL));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        SAME(sandtable_drag(s, SMUGGLERS, "A1", places[i]));
}

/* ---- playing ------------------------------------------------------------------------------ */

static bool turn_of(struct sandtable *s, const char *side, const char *step)
{
    json_t *j = state_of(s), *turn = json_object_get(j, "turn");
    const char *whose = json_string_value(json_object_get(turn, "side"));
    const char *name = json_string_value(json_object_get(turn, "step"));
    bool is = whose && strcmp(whose, side) == 0 && (!step || (name && strstr(name, step)));

    json_decref(j);
    return is;
}

static bool somebody_found(struct sandtable *s)
{
    for (int i = 1; i <= 3; i++) {
        char name[4];

        snprintf(name, sizeof name, "B%d", i);
        json_t *j = json_loads(sandtable_fields(s, SANDTABLE_UMPIRE, name), 0, NULL), *f;
        size_t k;
        bool unseen = false;

        json_array_foreach(json_object_get(j, "fields"), k, f)
            if (strcmp(json_string_value(json_object_get(f, "name")), "unseen") == 0)
                unseen = json_integer_value(json_object_get(f, "value")) != 0;
        json_decref(j);
        if (!unseen)
            return true;
    }
    return false;
}

/* The smugglers decide by computer, the guards wait. How many decisions were compared. */
static int go_east(const char *kind)
{
    struct sandtable *w[WORLDS] = { open_world(false), open_world(true) };
    int compared = 0;

    for (unsigned n = 0; n < STEPS_MAX && !somebody_found(w[0]) && !somebody_found(w[1]); n++) {
        same_sight(w);
        if (is_over(w[0]))
            break;
        if (turn_of(w[0], "A", NULL)) {
            same_answers(w);
            SAME(sandtable_decide(s, kind, n));
            compared++;
        } else {
            const char *move = turn_of(w[0], "B", "activate") ? "pass" : "done";

            do_move(w[0], move);
            do_move(w[1], move);
        }
        sandtable_roll(w[0]);
        sandtable_roll(w[1]);
    }
    sandtable_free(w[0]);
    sandtable_free(w[1]);
    return compared;
}

static void test_views__the_smugglers_cannot_tell_where_the_guards_lie(void **state)
{
    (void)state;
    assert_true(go_east("greedy") > 10);
    assert_true(go_east("random") > 5);
}

/* ---- orders in the dark and in the open --------------------------------------------------- */

static void test_views__orders_to_the_unseen_look_alike(void **state)
{
    static const char *const first[] = { "group B1 D", "crouch B1", "end" };
    static const char *const other[] = { "group B3 D", "crouch B3", "end" };
    struct sandtable *w[WORLDS] = { open_world(false), open_world(false) };

    (void)state;
    for (int k = 0; k < WORLDS; k++) {
        do_move(w[k], "done");
        do_move(w[k], "pass");
    }
    for (int i = 0; i < 3; i++) {
        do_move(w[0], first[i]);
        do_move(w[1], other[i]);
        same_sight(w);
    }
    assert_non_null(strstr(sandtable_lines(w[0], SMUGGLERS, 0), "\"secret\":true"));
    assert_null(strstr(sandtable_lines(w[0], SMUGGLERS, 0), "B1"));
    assert_non_null(strstr(sandtable_lines(w[0], GUARDS, 0), "crouch B1"));
    sandtable_free(w[0]);
    sandtable_free(w[1]);
}

static void test_views__a_declared_shot_is_public(void **state)
{
    struct sandtable *s = open_world(false);

    (void)state;
    assert_non_null(strstr(sandtable_move(s, "shoot B2 musket A1 steady", 0), "\"from\""));
    const char *lines = sandtable_lines(s, SMUGGLERS, 0);
    assert_non_null(strstr(lines, "shoot B2 musket A1 steady"));
    assert_non_null(strstr(lines, "B2 aims at A1"));
    sandtable_free(s);
}

/* What hangs on the place of somebody hidden is not known, and not made up (5.15.1). */
static void test_views__nothing_is_said_of_the_ground_under_the_unseen(void **state)
{
    struct sandtable *s = open_world(false);

    (void)state;
    assert_non_null(strstr(sandtable_fields(s, SMUGGLERS, "B1"), "\"title\":\"Ground under him\",\"value\":-1"));
    assert_null(strstr(sandtable_fields(s, GUARDS, "B1"), "\"title\":\"Ground under him\",\"value\":-1"));
    sandtable_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views__the_smugglers_cannot_tell_where_the_guards_lie),
        cmocka_unit_test(test_views__orders_to_the_unseen_look_alike),
        cmocka_unit_test(test_views__a_declared_shot_is_public),
        cmocka_unit_test(test_views__nothing_is_said_of_the_ground_under_the_unseen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
