/* honour_views.c - two worlds of a Major Battle through the public interface: whatever a program may
 * ask for one side (state, fields, offers, checks, previews, odds, lines, pictures, the computer's
 * choice) is the same letter by letter, whatever the other side has decided in secret. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { A, B, WORLDS = 2 };

/* ---- two worlds --------------------------------------------------------------------------- */

static void do_move(struct sandtable *s, const char *move)
{
    const char *answer = sandtable_move(s, move, 0);

    if (!strstr(answer, "\"from\""))
        fail_msg("%s: %s", move, answer);
}

static void do_all(struct sandtable *s, const char *const *move)
{
    for (; *move; move++)
        do_move(s, *move);
}

static void fall(struct sandtable *s, int face)
{
    const char *answer = sandtable_die(s, face);

    if (!strstr(answer, "\"from\""))
        fail_msg("die %d: %s", face, answer);
}

/* Lautrec stands before the ramparts and has attacked; A is about to deploy. */
static struct sandtable *open_world(void)
{
    static const char *const orders[] = { "done", "done", "done", "done", NULL };
    struct sandtable *s = sandtable_new();

    assert_non_null(s);
    const char *answer = sandtable_open(s, "honour/bicocca_1522", "dice hand");
    if (strstr(answer, "\"error\""))
        fail_msg("%s", answer);
    do_all(s, orders);
    fall(s, 6);
    fall(s, 1);
    answer = sandtable_ruling(s, "set FA1 hex 1503");
    if (!strstr(answer, "\"from\""))
        fail_msg("%s", answer);
    do_move(s, "activate FA1 attack");
    fall(s, 1);
    do_move(s, "attack 1403");
    do_move(s, "accept");
    return s;
}

static void open_worlds(struct sandtable *w[WORLDS])
{
    for (int k = 0; k < WORLDS; k++)
        w[k] = open_world();
}

static void close_worlds(struct sandtable *w[WORLDS])
{
    for (int k = 0; k < WORLDS; k++)
        sandtable_free(w[k]);
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

/* What may be looked at, at any time. */
static void same_sight(struct sandtable *w[WORLDS], int side)
{
    static const char *const names[] = { "UA1", "UA2", "UA3", "UA4", "UA5", "UB1", "UB2", "UB3",
                                         "UB4", "UB5", "UB6", "CA1", "CA2", "CA3", "CB1", "CB2",
                                         "CB3", "FA1", "FB1", "A",   "B",   "" };

    SAME(sandtable_state(s, side, SANDTABLE_PRESENT));
    SAME(sandtable_state(s, side, 6));
    SAME(sandtable_svg(s, side, SANDTABLE_PRESENT));
    SAME(sandtable_lines(s, side, 0));
    SAME(sandtable_offers(s, side, ""));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        SAME(sandtable_fields(s, side, names[i]));
}

/* What may be tried and asked by the side that is to decide. */
static void same_answers(struct sandtable *w[WORLDS], int side)
{
    static const char *const tries[] = {
        "vanguard UA1,UA4",
        "vanguard UB1,UB3",
        "vanguard -",
        "rear -",
        "rear UA5",
        "rear UB6",
        "command CA2",
        "command CB2",
        "none",
        "hand formation",
        "hand reserve,charge,charge,charge",
        "hold -",
        "engage -",
        "hold earthworks",
        "hold firearms",
        "engage artillery",
        "hold combined,earthworks,artillery",
        "reserve",
        "decline",
        "yield",
        "continue",
        "charge UA3 on UB5",
        "pass",
        "retire",
    };

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        SAME(sandtable_check(s, tries[i]));
        SAME(sandtable_preview(s, side, tries[i]));
        SAME(sandtable_odds(s, side, tries[i], NULL, "A.lost,B.lost,A.hand,B.hand"));
    }
    SAME(sandtable_odds(s, side, "hold -", "A: hold -; B: hold -; continue", "A.lost,B.lost"));
}

/* The same move in both worlds; before and after it side sees the same. */
static void both(struct sandtable *w[WORLDS], int side, const char *move)
{
    same_sight(w, side);
    do_move(w[0], move);
    do_move(w[1], move);
    same_sight(w, side);
}

static void different(struct sandtable *w[WORLDS], int side)
{
    char *first = keep(sandtable_state(w[0], side, SANDTABLE_PRESENT));

    assert_string_not_equal(first, sandtable_state(w[1], side, SANDTABLE_PRESENT));
    free(first);
}

/* ---- deployment --------------------------------------------------------------------------- */

static const char *const plan_a[] = { "vanguard UA1,UA4",
                                      "rear -",
                                      "command CA2",
                                      "command CA1",
                                      "none",
                                      "hand formation,charge,artillery",
                                      NULL };
static const char *const other_a[] = { "vanguard UA2",
                                       "rear UA5,UA4",
                                       "none",
                                       "command CA3",
                                       "command CA1",
                                       "hand reserve,reserve,muster",
                                       NULL };
static const char *const plan_b[] = {
    "vanguard UB3,UB1",        "rear -", "command CB2", "command CB1", "none",
    "hand formation,firearms", NULL
};
static const char *const other_b[] = {
    "vanguard UB2,UB4", "rear UB6",           "command CB1", "command CB3",
    "command CB2",      "hand muster,charge", NULL
};

static void test_views__the_defender_cannot_tell_how_the_attacker_deploys(void **state)
{
    struct sandtable *w[WORLDS];

    (void)state;
    open_worlds(w);
    for (int i = 0; plan_a[i]; i++) {
        do_move(w[0], plan_a[i]);
        do_move(w[1], other_a[i]);
        same_sight(w, B);
    }
    for (int i = 0; plan_b[i]; i++) {
        same_answers(w, B);
        if (plan_b[i + 1])
            both(w, B, plan_b[i]);
    }
    SAME(
        sandtable_decide(s, "greedy", 5)); /* the last answer is the computer's; then all is open */
    different(w, B);
    close_worlds(w);
}

static void test_views__the_attacker_cannot_tell_how_the_defender_deploys(void **state)
{
    struct sandtable *w[WORLDS];

    (void)state;
    open_worlds(w);
    for (int i = 0; plan_a[i]; i++) {
        same_answers(w, A);
        both(w, A, plan_a[i]);
    }
    for (int i = 0; plan_b[i]; i++) {
        same_sight(w, A);
        do_move(w[0], plan_b[i]);
        do_move(w[1], other_b[i]);
    }
    different(w, A);
    close_worlds(w);
}

/* ---- hands and commitments ---------------------------------------------------------------- */

static const char *const open_a[] = { "vanguard UA1,UA4", "rear UA3",    "command CA2",
                                      "command CA1",      "command CA3", NULL };
static const char *const open_b[] = { "vanguard UB1", "rear UB3",    "command CB2",
                                      "command CB1",  "command CB3", NULL };

/* All is alike but the hands. */
static void deal(struct sandtable *w[WORLDS], const char *const hand_a[WORLDS],
                 const char *const hand_b[WORLDS])
{
    open_worlds(w);
    for (int k = 0; k < WORLDS; k++) {
        do_all(w[k], open_a);
        do_move(w[k], hand_a[k]);
        do_all(w[k], open_b);
        do_move(w[k], hand_b[k]);
    }
}

static void test_views__a_commitment_is_unseen_until_it_is_answered(void **state)
{
    static const char *const hand_a[] = { "hand charge,firearms,muster",
                                          "hand reserve,coordination,combined" };
    static const char *const hand_b[] = { "hand firearms", "hand firearms" };
    struct sandtable *w[WORLDS];

    (void)state;
    deal(w, hand_a, hand_b);
    same_sight(w, B);
    do_move(w[0], "engage firearms");
    do_move(w[1], "hold coordination");
    same_sight(w, B);
    same_answers(w, B);
    do_move(w[0], "hold -");
    do_move(w[1], "hold -");
    different(w, B);
    close_worlds(w);
}

static void test_views__what_the_defender_holds_is_unseen_by_the_attacker(void **state)
{
    static const char *const hand_a[] = { "hand charge", "hand charge" };
    static const char *const hand_b[] = { "hand reserve,muster", "hand artillery,firearms" };
    struct sandtable *w[WORLDS];

    (void)state;
    deal(w, hand_a, hand_b);
    for (int round = 0; round < 5; round++) {
        same_sight(w, A);
        same_answers(w, A);
        both(w, A, "hold -");
        both(w, A, "hold -");
        if (round != 2) { /* after the third round the Main Body Fight begins */
            same_answers(w, A);
            both(w, A, "continue");
            both(w, A, "continue");
        }
        if (round > 2) { /* the Reserve question is put to both, whatever they hold */
            same_answers(w, A);
            both(w, A, "decline");
            both(w, A, "decline");
        }
    }
    SAME(sandtable_decide(s, "greedy", 9));
    close_worlds(w);
}

static void test_views__an_old_line_tells_no_more_than_it_did(void **state)
{
    struct sandtable *w[WORLDS];

    (void)state;
    for (int i = 0; plan_a[i]; i++) {
        open_worlds(w);
        for (int k = 0; k <= i; k++) {
            do_move(w[0], plan_a[k]);
            do_move(w[1], other_a[k]);
        }
        for (int line = 8; line < 18 + i; line++)
            SAME(sandtable_state(s, B, line));
        for (int from = 0; from < 18 + i; from++)
            SAME(sandtable_lines(s, B, from));
        SAME(sandtable_undo(s)); /* whether it may be taken back is the same too */
        same_sight(w, B);
        close_worlds(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views__the_defender_cannot_tell_how_the_attacker_deploys),
        cmocka_unit_test(test_views__the_attacker_cannot_tell_how_the_defender_deploys),
        cmocka_unit_test(test_views__a_commitment_is_unseen_until_it_is_answered),
        cmocka_unit_test(test_views__what_the_defender_holds_is_unseen_by_the_attacker),
        cmocka_unit_test(test_views__an_old_line_tells_no_more_than_it_did),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
