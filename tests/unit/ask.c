/* ask.c - questions: reading inputs, rows from sheets and from dioramas, one result for dice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "play/ask.h"

#include <stdio.h>
#include <string.h>

extern const struct st_game st_game_blank;

/* ---- a toy with questions of every shape ---------------------------------------------------- */

enum { VERB_THROW, VERB_STAND, VERB_RUN };
enum { STEP_MAIN, STEP_THROW, STEP_ANSWER, STEP_SECOND };

struct toy_pos {
    struct st_flow flow;
    int16_t a, b;
};
_Static_assert(sizeof(struct toy_pos) == 16, "no hidden padding");

static struct toy_pos *toy(const struct st_table *t)
{
    return t->pos;
}

static void throw_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 4, "throw number %d", toy(t)->b + 1);
}

enum { MANY = 100, ROUNDS = 80 }; /* from such a sum on: fours are counted, for many rounds */

/* A 4 asks Blue a question, anything else is counted. */
static void throw_take(struct st_table *t, int die)
{
    st_tell(t, "Q3", "a %d has fallen", die);
    if (toy(t)->a >= MANY) {
        toy(t)->a = (int16_t)(toy(t)->a + (die == 4));
        if (++toy(t)->b == ROUNDS)
            st_done(t);
        return;
    }
    toy(t)->a = (int16_t)(toy(t)->a + die);
    toy(t)->flow.side = 1;
    if (die == 4)
        st_go(t, STEP_ANSWER);
    else
        st_done(t);
}

static void second_take(struct st_table *t, int die)
{
    toy(t)->b = (int16_t)die;
    st_done(t);
}

static enum st_answer main_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    (void)t;
    return m->verb == VERB_THROW ? ST_LEGAL : st_refuse(why, "Q1", "throw first");
}

static void main_apply(struct st_table *t, const struct st_move *m)
{
    (void)m;
    st_call(t, STEP_THROW);
}

static enum st_answer answer_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    (void)t;
    return m->verb != VERB_THROW ? ST_LEGAL : st_refuse(why, "Q2", "stand or run");
}

static void answer_apply(struct st_table *t, const struct st_move *m)
{
    if (m->verb == VERB_STAND)
        st_done(t);
    else
        st_go(t, STEP_SECOND);
}

static const struct st_verb verbs[] = {
    [VERB_THROW] = { "throw", NULL },
    [VERB_STAND] = { "stand", NULL },
    [VERB_RUN] = { "run", NULL },
};
static const struct st_step *const steps[] = {
    [STEP_MAIN] = &(const struct st_step){ "main", "Q1", ST_DECIDE, true, .check = main_check, .apply = main_apply },
    [STEP_THROW] = &(const struct st_step){ "throw", "Q3", ST_CHANCE, .chance = throw_die, .take = throw_take },
    [STEP_ANSWER] = &(const struct st_step){ "answer", "Q2", ST_DECIDE, true, .check = answer_check,
                      .apply = answer_apply },
    [STEP_SECOND] = &(const struct st_step){ "second", "Q4", ST_CHANCE, .chance = throw_die, .take = second_take },
};

static int get_a(const struct st_table *t, int none)
{
    (void)none;
    return toy(t)->a;
}

static int get_b(const struct st_table *t, int none)
{
    (void)none;
    return toy(t)->b;
}

static const struct st_field fields[] = {
    { "a", "sum", NULL, NULL, NULL, get_a, NULL },
    { "b", "second", NULL, NULL, NULL, get_b, NULL },
};

struct echo_asked {
    int who, bonus, brave;
    const char *note;
};

/* Says what it was asked. */
static void ask_echo(const void *terms, struct st_sheet *out)
{
    const struct echo_asked *q = terms;

    st_sheet_says(out, "%d, %d, %d, %s", q->who, q->bonus, q->brave, q->note);
}

static void ask_sum(const void *terms, struct st_sheet *out)
{
    (void)terms;
    out->dice = "2d6";
    for (int face = 2; face <= 12; face++)
        st_sheet_face(out, face, face < 8 ? face - 1 : 13 - face, 36, "%s",
                      face % 2 ? "odd" : "even");
}

static void ask_part(const void *terms, struct st_sheet *out)
{
    (void)terms;
    out->dice = "d6";
    st_sheet_face(out, 6, 1, 6, "the only one");
}

/* Goes on after it should have stopped. */
static void ask_stuck(const void *terms, struct st_sheet *out)
{
    (void)terms;
    st_tell(&out->table, "Q8", "before");
    st_sheet_refuse(out, "Q8", "forbidden");
    st_sheet_refuse(out, "Q9", "and again");
    st_sheet_bad(out, "nor that");
    out->dice = "d6";
    st_sheet_says(out, "something");
    st_sheet_face(out, 1, 1, 6, "a face");
    st_tell(&out->table, "Q8", "after");
}

struct throw_asked {
    int from, falling, both;
    const char *policy;
};

/* A diorama: at main with a sum begun, or in the middle of a throw. */
static void ask_throw(const void *terms, struct st_sheet *out)
{
    const struct throw_asked *q = terms;

    if (q->from == 13)
        st_sheet_bad(out, "thirteen brings bad luck");
    toy(&out->table)->a = (int16_t)q->from;
    out->diorama = true;
    if (q->falling)
        st_call(&out->table, STEP_THROW);
    else
        out->move = st_move_make(q->from == 12 ? VERB_STAND : VERB_THROW, 0);
    out->has_move = !q->falling;
    snprintf(out->fields[0], sizeof out->fields[0], "a");
    if (q->both)
        snprintf(out->fields[2], sizeof out->fields[2], "%s", q->from == 11 ? "nonsense" : "b");
    snprintf(out->policy, sizeof out->policy, "%s", q->policy);
}

static const char *const men[] = { "Ann", "Bob", NULL };
static const struct st_input echo_inputs[] = {
    ST_ASK_CHOICE(struct echo_asked, who, "who", men, 1),
    ST_ASK_NUMBER(struct echo_asked, bonus, "bonus", -2, 6, 1),
    { "brave", "brave?", ST_IN_YES, NULL, 0, 1, 1, NULL, ST_ONE(struct echo_asked, brave) },
    ST_ASK_TEXT(struct echo_asked, note, "anything", "nothing"),
};
static const struct st_input throw_inputs[] = {
    ST_ASK_NUMBER(struct throw_asked, from, "sum so far", 0, MANY, 0),
    ST_ASK_YES(struct throw_asked, falling, "is the die in the air?"),
    ST_ASK_TEXT(struct throw_asked, policy, "answers", NULL),
    ST_ASK_YES(struct throw_asked, both, "b too"),
};
static const struct st_question questions[] = {
    { "echo", "What was asked?", "Q5", ST_ROWS(echo_inputs), sizeof(struct echo_asked), ask_echo },
    { "sum", "Odd or even?", "Q6", NULL, 0, 0, ask_sum },
    { "part", "Some of it?", "Q7", NULL, 0, 0, ask_part },
    { "stuck", "And then?", "Q8", NULL, 0, 0, ask_stuck },
    { "throw", "What will be thrown?", "Q3", ST_ROWS(throw_inputs), sizeof(struct throw_asked), ask_throw },
};

static int toy_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    out->side[0] = "Red";
    out->side[1] = "Blue";
    int e = st_scenario_keys(sc, err);
    return e ? e : st_scenario_text(sc, "title", &out->title, err);
}

static void toy_setup(struct st_table *t)
{
    st_go(t, STEP_MAIN);
}

static const char *const scenarios[] = { "one", "two" };
static const struct st_game toy_game = {
    .pos_size = sizeof(struct toy_pos),
    .id = "toy",
    .title = "Toy",
    .edition = "1",
    .scenarios = scenarios,
    .nscenarios = 2,
    .steps = steps,
    .nsteps = 4,
    .verbs = verbs,
    .nverbs = 3,
    .fields = &(const struct st_fields){ ST_ROWS(fields) },
    .questions = &(const struct st_questions){ ST_ROWS(questions) },
    .plan = toy_make,
    .setup = toy_setup,
};

static int toy_read(const struct st_files *self, struct st_arena *a, const char *name,
                    struct st_span *out, struct st_error *err)
{
    (void)self, (void)a, (void)err;
    if (strcmp(name, "toy/scenarios/one.txt") == 0)
        *out = st_span_of("title = The first\n");
    else if (strcmp(name, "toy/scenarios/two.txt") == 0)
        *out = st_span_of("title = The second\n");
    else
        return ST_EUSAGE;
    return ST_OK;
}
static const struct st_files toy_files = { toy_read, NULL };

/* ---- asking --------------------------------------------------------------------------------- */

enum { WORDS_MAX = 8 };

/* All words after the question, separated by '&'. */
static int ask_game(struct st_reply **out, const struct st_game *g, const struct st_files *files,
                    const char *question, const char *text, struct st_error *err)
{
    static char store[2048];
    const char *words[WORDS_MAX];
    int n = 0;

    snprintf(store, sizeof store, "%s", text);
    for (char *at = store; *at && n < WORDS_MAX;) {
        char *end = strchr(at, '&');

        words[n++] = at;
        at = end ? end + 1 : at + strlen(at);
        if (end)
            *end = 0;
    }
    return st_ask_question(out, g, question, words, n, files, err);
}

static struct st_reply *ask_toy(const char *question, const char *words)
{
    struct st_reply *r = NULL;
    struct st_error err;

    if (ask_game(&r, &toy_game, &toy_files, question, words, &err))
        fail_msg("%s %s: %s", question, words, err.text);
    return r;
}

static void assert_no(const char *question, const char *words, const char *part)
{
    struct st_reply *r = NULL;
    struct st_error err = { 0 };

    assert_int_equal(ask_game(&r, &toy_game, &toy_files, question, words, &err), ST_EUSAGE);
    if (!strstr(err.text, part))
        fail_msg("%s %s: %s", question, words, err.text);
    assert_null(r);
}

static void assert_row(const struct st_reply *r, int i, const char *label, const char *chance,
                       const char *dice)
{
    char text[96];

    assert_true(i < r->nrows && r->exact);
    assert_string_equal(r->row[i].label, label);
    st_frac_print(r->row[i].p, text, sizeof text);
    assert_string_equal(text, chance);
    assert_string_equal(r->row[i].dice, dice);
    assert_true(r->row[i].approx > st_frac_value(r->row[i].p) - 1e-12 &&
                r->row[i].approx < st_frac_value(r->row[i].p) + 1e-12);
}

static void test_ask__inputs_left_out_have_their_defaults(void **state)
{
    struct st_reply *r = ask_toy("echo", "");

    (void)state;
    assert_string_equal(r->sheet.verdict, "1, 1, 1, nothing");
    assert_int_equal(r->nrows, 0);
    assert_true(r->exact && r->complete);
    assert_string_equal(r->one, "");
    assert_string_equal(r->question->id, "echo");
    st_reply_free(r);
}

static void test_ask__chances_beyond_128_bits_are_told_in_longer_numbers(void **state)
{
    struct st_reply *r = ask_toy("throw", "from=100");
    bool all = false;

    (void)state;
    assert_false(r->exact);
    assert_int_equal(r->nrows, ROUNDS + 1);
    for (int i = 0; i < r->nrows; i++) {
        assert_non_null(r->row[i].wide);
        if (strcmp(r->row[i].label, "a=180") == 0) /* 4 to the 80th */
            all = strcmp(r->row[i].wide, "1/1461501637330902918203684832716283019655932542976") == 0;
    }
    assert_true(all);
    st_reply_free(r);
}

static void test_ask__inputs_are_read_in_any_order(void **state)
{
    struct st_reply *r = ask_toy("echo", "note=a=b c&brave=no&bonus=-2&who=Ann");

    (void)state;
    assert_string_equal(r->sheet.verdict, "0, -2, 0, a=b c");
    st_reply_free(r);
    r = ask_toy("echo", "note=");
    assert_string_equal(r->sheet.verdict, "1, 1, 1, ");
    st_reply_free(r);
}

static void test_ask__yes_has_three_spellings_and_so_has_no(void **state)
{
    static const char *const words[] = { "no", "yes", "0", "1", "false", "true" };

    (void)state;
    for (int i = 0; i < 6; i++) {
        char text[32], want[64];

        snprintf(text, sizeof text, "brave=%s", words[i]);
        snprintf(want, sizeof want, "1, 1, %d, nothing", i % 2);
        struct st_reply *r = ask_toy("echo", text);
        assert_string_equal(r->sheet.verdict, want);
        st_reply_free(r);
    }
}

static void test_ask__what_is_misspelt_is_told_with_what_is_near(void **state)
{
    (void)state;
    assert_no("ehco", "", "did you mean `echo`?");
    assert_no("question", "", "echo, sum, part, stuck, throw");
    assert_no("echo", "bouns=1", "did you mean `bonus`?");
    assert_no("echo", "diec=1", "did you mean `dice`?");
    assert_no("echo", "who=Anna", "did you mean `Ann`?");
    assert_no("echo", "who=Zacharias", "Ann, Bob");
    assert_no("echo", "bonus=7", "from -2 to 6");
    assert_no("echo", "bonus=many", "from -2 to 6");
    assert_no("echo", "bonus=99999999999999999999", "from -2 to 6");
    assert_no("echo", "brave=perhaps", "yes or no");
    assert_no("echo", "brave", "not key=value");
    assert_no("echo", "=1", "no key");
    assert_no("echo", "bonus=1&bonus=2", "twice");
    assert_no("echo", "scenario=oen", "did you mean `one`?");
    assert_no("echo", "scenario=../one", "scenario");
    assert_no("echo", "dice=", "without a face");
    assert_no("echo", "dice=x", "not `x`");
    assert_no("echo", "dice=1,,2", "faces");
    assert_no("echo", "dice=4", "no die is rolled");
}

static void test_ask__a_key_longer_than_any_is_refused(void **state)
{
    char text[1500];

    (void)state;
    memset(text, 'k', sizeof text);
    memcpy(text + sizeof text - 3, "=1", 3);
    assert_no("echo", text, "no key");
    for (size_t i = 0; i + 3 < sizeof text; i += 2)
        memcpy(text + i, "1,", 2);
    memcpy(text, "dice=", 5);
    text[5] = '1';
    assert_no("echo", text, "more than 256");
}

static void test_ask__the_first_scenario_is_asked_unless_another_is_named(void **state)
{
    struct st_reply *r = ask_toy("echo", "");

    (void)state;
    assert_string_equal(r->plan->title, "The first");
    st_reply_free(r);
    r = ask_toy("echo", "scenario=two");
    assert_string_equal(r->plan->title, "The second");
    st_reply_free(r);
}

/* ---- sheets --------------------------------------------------------------------------------- */

static void test_ask__rows_with_equal_labels_are_added_up(void **state)
{
    struct st_reply *r = ask_toy("sum", "");

    (void)state;
    assert_int_equal(r->nrows, 2);
    assert_row(r, 0, "even", "1/2", "2,4,6,8,10,12");
    assert_row(r, 1, "odd", "1/2", "3,5,7,9,11");
    assert_true(r->complete);
    st_reply_free(r);
}

static void test_ask__dice_pick_the_row_and_two_are_added_where_two_are_thrown(void **state)
{
    struct st_reply *r = ask_toy("sum", "dice=7");

    (void)state;
    assert_string_equal(r->one, "odd");
    assert_int_equal(r->nrows, 2);
    st_reply_free(r);
    r = ask_toy("sum", "dice=3,5");
    assert_string_equal(r->one, "even");
    st_reply_free(r);
    assert_no("sum", "dice=13", "a 13 cannot fall: 2d6");
    assert_no("sum", "dice=1", "a 1 cannot fall");
    assert_no("sum", "dice=1,2,3", "3 dice given, 2d6 is rolled");
}

static void test_ask__rows_that_are_not_all_are_not_complete(void **state)
{
    struct st_reply *r = ask_toy("part", "");

    (void)state;
    assert_false(r->complete);
    assert_row(r, 0, "the only one", "1/6", "6");
    st_reply_free(r);
}

static void test_ask__a_face_tells_its_look_up(void **state)
{
    struct st_reply *r = NULL;

    (void)state;
    assert_int_equal(
        ask_game(&r, &st_game_blank, &st_files_library, "strike", "ground=woods&dice=5", NULL),
        ST_OK);
    assert_row(r, 0, "miss", "2/3", "1,2,3,4");
    assert_row(r, 1, "hit", "1/3", "5,6");
    assert_string_equal(r->one, "hit");
    assert_int_equal(r->sheet.nlines, 1);
    assert_int_equal(r->sheet.line[0].kind, ST_EV_LOOKED);
    assert_string_equal(r->sheet.line[0].para, "B3.2");
    assert_non_null(strstr(r->sheet.line[0].text, "row woods, column 5: hit"));
    st_reply_free(r);
}

/* ---- dioramas ------------------------------------------------------------------------------- */

static void test_ask__a_diorama_is_answered_by_the_odds(void **state)
{
    struct st_reply *r = ask_toy("throw", "from=5&policy=stand");

    (void)state;
    assert_int_equal(r->nrows, 4);
    assert_row(r, 0, "a=6", "1/4", "");
    assert_row(r, 3, "a=9", "1/4", "");
    assert_true(r->complete);
    assert_int_equal(toy(&(struct st_table){ r->plan, r->pos, NULL })->a, 5);
    assert_string_equal(r->odds.dice, "d4");
    st_reply_free(r);
}

static void test_ask__a_decision_without_an_answer_stands_in_the_label(void **state)
{
    struct st_reply *r = ask_toy("throw", "both=yes");

    (void)state;
    assert_int_equal(r->nrows, 4);
    assert_row(r, 0, "a=1, b=0", "1/4", "");
    assert_row(r, 3, "a=4, b=0, Blue to decide: answer", "1/4", "");
    st_reply_free(r);
}

static void test_ask__fields_that_are_not_told_are_added_up(void **state)
{
    struct st_reply *r = ask_toy("throw", "policy=run");

    (void)state;
    assert_int_equal(r->nrows, 4); /* four values of b behind a=4 */
    for (int i = 0; i < 4; i++)
        assert_true(st_frac_equal(r->row[i].p, (struct st_frac){ 1, 4 }));
    st_reply_free(r);
}

static void test_ask__a_diorama_may_begin_with_the_die_in_the_air(void **state)
{
    struct st_reply *r = ask_toy("throw", "falling=yes&policy=stand");

    (void)state;
    assert_row(r, 0, "a=1", "1/4", "");
    st_reply_free(r);
}

static void test_ask__dice_play_a_diorama_and_tell_what_happens(void **state)
{
    struct st_reply *r = ask_toy("throw", "policy=run&both=yes&dice=4,3");

    (void)state;
    assert_string_equal(r->one, "a=4, b=3");
    assert_int_equal(r->nrows, 7); /* the odds are told all the same */
    assert_int_equal(r->sheet.nlines, 3);
    assert_string_equal(r->sheet.line[0].text, "d4 for throw number 1: 4");
    assert_string_equal(r->sheet.line[1].text, "a 4 has fallen");
    assert_string_equal(r->sheet.line[2].text, "d4 for throw number 1: 3");
    assert_int_equal(toy(&(struct st_table){ r->plan, r->pos, NULL })->a, 0);
    st_reply_free(r);
    r = ask_toy("throw", "dice=4");
    assert_string_equal(r->one, "a=4, Blue to decide: answer");
    st_reply_free(r);
}

static void test_ask__dice_that_do_not_suit_a_diorama_are_errors(void **state)
{
    (void)state;
    assert_no("throw", "dice=5", "a 5 cannot fall: d4 is rolled for throw number 1");
    assert_no("throw", "policy=run&dice=4", "the dice run out: d4 for throw number 1 comes next");
    assert_no("throw", "dice=3,3", "2 dice given, but all is over after 1");
}

static void test_ask__what_a_diorama_gets_wrong_is_an_error(void **state)
{
    (void)state;
    assert_no("throw", "from=13", "thirteen");
    assert_no("throw", "from=12", "Q1: throw first");
    assert_no("throw", "from=11&both=yes", "nonsense");
    assert_no("throw", "policy=fly", "fly");
}

static void test_ask__nothing_is_written_after_the_first_refusal(void **state)
{
    struct st_reply *r = ask_toy("stuck", "");

    (void)state;
    assert_string_equal(r->sheet.refused.para, "Q8");
    assert_string_equal(r->sheet.verdict, "refused (Q8): forbidden");
    assert_int_equal(r->sheet.nlines, 1);
    assert_int_equal(r->sheet.nrows, 0);
    assert_null(r->sheet.dice);
    st_reply_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ask__inputs_left_out_have_their_defaults),
        cmocka_unit_test(test_ask__inputs_are_read_in_any_order),
        cmocka_unit_test(test_ask__nothing_is_written_after_the_first_refusal),
        cmocka_unit_test(test_ask__chances_beyond_128_bits_are_told_in_longer_numbers),
        cmocka_unit_test(test_ask__yes_has_three_spellings_and_so_has_no),
        cmocka_unit_test(test_ask__what_is_misspelt_is_told_with_what_is_near),
        cmocka_unit_test(test_ask__a_key_longer_than_any_is_refused),
        cmocka_unit_test(test_ask__the_first_scenario_is_asked_unless_another_is_named),
        cmocka_unit_test(test_ask__rows_with_equal_labels_are_added_up),
        cmocka_unit_test(test_ask__dice_pick_the_row_and_two_are_added_where_two_are_thrown),
        cmocka_unit_test(test_ask__rows_that_are_not_all_are_not_complete),
        cmocka_unit_test(test_ask__a_face_tells_its_look_up),
        cmocka_unit_test(test_ask__a_diorama_is_answered_by_the_odds),
        cmocka_unit_test(test_ask__a_decision_without_an_answer_stands_in_the_label),
        cmocka_unit_test(test_ask__fields_that_are_not_told_are_added_up),
        cmocka_unit_test(test_ask__a_diorama_may_begin_with_the_die_in_the_air),
        cmocka_unit_test(test_ask__dice_play_a_diorama_and_tell_what_happens),
        cmocka_unit_test(test_ask__dice_that_do_not_suit_a_diorama_are_errors),
        cmocka_unit_test(test_ask__what_a_diorama_gets_wrong_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
