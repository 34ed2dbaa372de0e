/* weights.c - the sheet a game's worth() counts with: every name once, each a number, said with file
 * and line where not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sandtable.h"

#include <string.h>

static struct sandtable *umpire;

/* What opening the duel says with that sheet in front of the library's. */
static const char *opened(const char *sheet)
{
    sandtable_file(umpire, "blank/worth.tsv", sheet);
    return sandtable_open(umpire, "blank/duel", "dice seed:1");
}

static void says(const char *sheet, const char *line, const char *reason)
{
    const char *answer = opened(sheet);

    assert_non_null(strstr(answer, "\"error\""));
    assert_non_null(strstr(answer, "blank/worth.tsv"));
    assert_non_null(strstr(answer, line));
    assert_non_null(strstr(answer, reason));
}

static void test_bad_sheets(void **state)
{
    (void)state;
    says("name\tweight\nstep\t1\n", "\"line\":0", "no weight `gap`");
    says("name\tweight\nstep\t1\ngap\t2\nstep\t3\n", "\"line\":4", "stands on line 2 already");
    says("name\tweight\nstep\tmuch\ngap\t2\n", "\"line\":2", "much");
    says("name\tweight\nstepp\t1\ngap\t2\n", "\"line\":2", "step");
    says("name\tweight\nstep\t1000001\ngap\t2\n", "\"line\":2", "1000001");
    says("name\tnumber\nstep\t1\ngap\t2\n", "\"line\":", "weight");
}

/* Another judgement is the same game: nothing of it is in the hashes of a record. */
static void test_same_game(void **state)
{
    char own[4096];

    (void)state;
    opened(NULL);
    strncpy(own, sandtable_record(umpire), sizeof own - 1);
    opened("name\tweight\nstep\t-7\ngap\t9\n");
    assert_string_equal(sandtable_record(umpire), own);
}

/* The same for the sheet of winning chances, of which a game need not have one. */
static void chance_says(const char *sheet, const char *line, const char *reason)
{
    sandtable_file(umpire, "blank/worth.tsv", NULL);
    sandtable_file(umpire, "blank/chance.tsv", sheet);
    const char *answer = sandtable_open(umpire, "blank/duel", "dice seed:1");

    assert_non_null(strstr(answer, "blank/chance.tsv"));
    assert_non_null(strstr(answer, line));
    assert_non_null(strstr(answer, reason));
    sandtable_file(umpire, "blank/chance.tsv", NULL);
}

static void test_bad_chances(void **state)
{
    (void)state;
    chance_says("scenario\tshift\tscale\nduel\t0\t0\n", "\"line\":2", "`0`");
    chance_says("scenario\tshift\tscale\nduel\t20000\t9\n", "\"line\":2", "20000");
    chance_says("scenario\tshift\nduel\t0\n", "\"line\":", "scale");
    assert_null(strstr(opened(NULL), "\"error\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_sheets),
        cmocka_unit_test(test_same_game),
        cmocka_unit_test(test_bad_chances),
    };

    umpire = sandtable_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sandtable_free(umpire);
    return failed;
}
