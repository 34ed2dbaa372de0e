/* honour_board.c - the board of a Major Battle, as programs read it: who stands where, what lies there, what is hidden. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include <stdlib.h>
#include <string.h>

enum { A, B };

static void did(const char *what, const char *answer)
{
    if (!strstr(answer, "\"from\""))
        fail_msg("%s: %s", what, answer);
}

static void play(struct sandtable *s, const char *const *move)
{
    for (; *move; move++)
        did(*move, sandtable_move(s, *move, 0));
}

/* Lautrec has attacked at Bicocca. */
static struct sandtable *open_battle(void)
{
    static const char *const orders[] = { "done", "done", "done", "done", NULL };
    static const char *const attack[] = { "attack 1403", "accept", NULL };
    struct sandtable *s = sandtable_new();

    assert_non_null(s);
    assert_null(strstr(sandtable_open(s, "honour/bicocca_1522", "dice hand"), "\"error\""));
    play(s, orders);
    did("6", sandtable_die(s, 6));
    did("1", sandtable_die(s, 1));
    assert_null(strstr(sandtable_state(s, A, SANDTABLE_PRESENT), "\"battle\""));
    did("ruling", sandtable_ruling(s, "set FA1 hex 1503"));
    did("activate", sandtable_move(s, "activate FA1 attack", 0));
    did("1", sandtable_die(s, 1));
    play(s, attack);
    return s;
}

static void deploy(struct sandtable *s)
{
    static const char *const moves[] = { "vanguard UA1,UA4", "rear UA5",    "command CA2", "command CA1", "none",
                                         "hand formation,artillery,firearms", "vanguard UB3,UB1", "rear -",
                                         "command CB2", "command CB1", "none", "hand muster,firearms,firearms", NULL };

    play(s, moves);
}

/* What side sees of the battle. */
static const char *battle(struct sandtable *s, int side)
{
    const char *at = strstr(sandtable_state(s, side, SANDTABLE_PRESENT), "\"battle\":");

    if (!at)
        fail_msg("there is no battle");
    return at;
}

static void shows(struct sandtable *s, int side, const char *text)
{
    const char *seen = battle(s, side);

    if (!strstr(seen, text))
        fail_msg("not in it: %s\n%s", text, seen);
}

static void test_board__corps_face_each_other_with_commander_units_and_what_they_do(void **state)
{
    struct sandtable *s = open_battle();

    (void)state;
    deploy(s);
    shows(s, A, "{\"side\":\"A\",\"id\":\"vanguard\",\"title\":\"Vanguard\"");
    shows(s, A, "\"leader\":\"Montmorency\",\"states\":\"star fights\"");
    shows(s, A, "\"pieces\":[\"UA1\",\"UA4\"]");
    shows(s, A, "\"pieces\":[\"UB1\",\"UB3\"]");
    shows(s, A, "\"pieces\":[\"UA5\"]"); /* the Rearguard */
    sandtable_free(s);
}

static void test_board__tracks_tell_the_fight_the_round_and_successes(void **state)
{
    static const char *const fight[] = { "engage -", "hold earthworks", NULL };
    struct sandtable *s = open_battle();

    (void)state;
    deploy(s);
    shows(s, A, "The Vanguard Fight, round 1 of 3");
    play(s, fight);
    did("1", sandtable_die(s, 1)); /* thrown back */
    shows(s, A, "\"title\":\"Successes\",\"kind\":\"score\",\"side\":\"B\",\"now\":");
    sandtable_free(s);
}

static void test_board__a_hand_is_face_down_to_the_other_side(void **state)
{
    struct sandtable *s = open_battle();

    (void)state;
    deploy(s);
    shows(s, B, "{\"id\":\"muster\",\"title\":\"Muster\",\"explains\":\"");
    shows(s, B, "\"pieces\":[],\"chits\":[{\"n\":2}]"); /* Formation was shown with the deployment */
    assert_null(strstr(battle(s, A), "\"id\":\"muster\""));
    shows(s, A, "\"pieces\":[],\"chits\":[{\"n\":3},{\"id\":\"earthworks\",\"");
    sandtable_free(s);
}

static void test_board__chits_in_play_lie_with_their_corps_and_say_how_long(void **state)
{
    static const char *const fight[] = { "engage -", "hold firearms", NULL };
    struct sandtable *s = open_battle();

    (void)state;
    deploy(s);
    play(s, fight);
    shows(s, A, "\"states\":\"star fights engages\"");
    shows(s, A, "\"states\":\"star fights holds\"");
    shows(s, A, "\"id\":\"firearms\",\"title\":\"Firearms\",\"explains\":");
    shows(s, A, "\"n\":1,\"left\":2}");
    sandtable_free(s);
}

static void test_board__until_both_are_drawn_up_the_enemy_is_one_crowd(void **state)
{
    static const char *const van[] = { "vanguard UA1,UA4", NULL };
    struct sandtable *s = open_battle();

    (void)state;
    play(s, van);
    shows(s, A, "\"pieces\":[\"UA1\",\"UA4\"]");
    assert_null(strstr(battle(s, B), "\"pieces\":[\"UA1\",\"UA4\"]"));
    shows(s, B, "\"pieces\":[\"UA1\",\"UA2\",\"UA3\",\"UA4\",\"UA5\"]");
    sandtable_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board__corps_face_each_other_with_commander_units_and_what_they_do),
        cmocka_unit_test(test_board__tracks_tell_the_fight_the_round_and_successes),
        cmocka_unit_test(test_board__a_hand_is_face_down_to_the_other_side),
        cmocka_unit_test(test_board__chits_in_play_lie_with_their_corps_and_say_how_long),
        cmocka_unit_test(test_board__until_both_are_drawn_up_the_enemy_is_one_crowd),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
