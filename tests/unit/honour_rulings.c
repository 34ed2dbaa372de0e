/* honour_rulings.c - the umpire's `set`: what makes no sense in the middle of things is refused, and
 * what is accepted is what the dice then count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include <stdio.h>
#include <string.h>

static void does(const char *answer, const char *what)
{
    if (!strstr(answer, "\"from\""))
        fail_msg("%s: %s", what, answer);
}

/* A move, `dice N`, or a ruling after `!`. */
static void all(struct sandtable *s, const char *const *line)
{
    for (; *line; line++) {
        if ((*line)[0] == '!')
            does(sandtable_ruling(s, *line + 1), *line);
        else if ((*line)[0] >= '1' && (*line)[0] <= '6')
            does(sandtable_die(s, (*line)[0] - '0'), *line);
        else
            does(sandtable_move(s, *line, 0), *line);
    }
}

static struct sandtable *open_at(const char *scenario, const char *const *lines)
{
    struct sandtable *s = sandtable_new();

    assert_non_null(s);
    const char *answer = sandtable_open(s, scenario, "dice hand");
    if (strstr(answer, "\"error\""))
        fail_msg("%s", answer);
    all(s, lines);
    return s;
}

static void refused(struct sandtable *s, const char *ruling, const char *para)
{
    const char *answer = sandtable_ruling(s, ruling);
    char want[60];

    snprintf(want, sizeof want, "\"para\":\"%s\"", para);
    if (!strstr(answer, "\"refused\"") || !strstr(answer, want))
        fail_msg("%s should be refused by %s: %s", ruling, para, answer);
}

static void test_ruling__a_capitano_joins_no_force_off_the_map(void **state)
{
    static const char *const none[] = { NULL }, *const on[] = { "source SA1", NULL };
    struct sandtable *s = open_at("honour/pavia_1524", none);

    (void)state;
    refused(s, "set CA1 force FA3", "3.5.1");
    does(sandtable_die(s, 3), "the weather");
    refused(s, "set CA1 force FA9", "3.5.1");
    all(s, on);
    sandtable_free(s);
}

static void test_ruling__nobody_leaves_a_fight_that_is_going_on(void **state)
{
    static const char *const to_fight[] = { "done", "done",   "done", "done", "6", "1",
                                            "!set FA1 hex 1503", "activate FA1 attack", "1",
                                            "attack 1403", NULL };
    struct sandtable *s = open_at("honour/bicocca_1522", to_fight);

    (void)state;
    refused(s, "set UA1 force -", "3.5");
    refused(s, "set CA1 status killed", "3.5");
    refused(s, "set FB1 hex 1404", "3.5");
    refused(s, "set UA1 type ART", "3.5");
    refused(s, "set UA1 sp 31", "3.2");
    does(sandtable_ruling(s, "set UA1 sp 7"), "SP may be set");
    sandtable_free(s);
}

static void test_ruling__a_force_is_not_left_empty(void **state)
{
    static const char *const none[] = { NULL };
    struct sandtable *s = open_at("honour/bicocca_1522", none);

    (void)state;
    refused(s, "set FA5 hex 1601", "3.7");
    refused(s, "set UB7 force -", "3.7"); /* Sforza would be alone in Milano */
    does(sandtable_ruling(s, "set CB4 status killed"), "he first");
    does(sandtable_ruling(s, "set UB7 force -"), "then they");
    refused(s, "set Milano control closed", "15.1");
    refused(s, "set UB7 sp 3", "3.2");
    sandtable_free(s);
}

/* Some of a reinforcement may have been brought before its time: the others still come. */
static void test_ruling__what_was_brought_before_does_not_arrive_again(void **state)
{
    static const char *const early[] = { "!set turn 8", "!set CA8 force FA1", "!set UA14 force FA1",
                                         "5", NULL };
    struct sandtable *s = open_at("honour/pavia_1524", early);

    (void)state;
    assert_non_null(strstr(sandtable_fields(s, SANDTABLE_UMPIRE, "UA14"), "\"FA1\""));
    assert_non_null(strstr(sandtable_fields(s, SANDTABLE_UMPIRE, "UA15"), "\"FA3\""));
    does(sandtable_ruling(s, "set turn 8"), "all are in one place");
    sandtable_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ruling__a_capitano_joins_no_force_off_the_map),
        cmocka_unit_test(test_ruling__nobody_leaves_a_fight_that_is_going_on),
        cmocka_unit_test(test_ruling__a_force_is_not_left_empty),
        cmocka_unit_test(test_ruling__what_was_brought_before_does_not_arrive_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
