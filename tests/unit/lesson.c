/* lesson.c - lessons read and played: what is wrong with a text, and what a move is told. */
#include "learn/rehearse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "title: t\nstart: duel\nseat: North\n"

struct one_file {
    struct st_files files;
    const char *text;
};

static int read_one(const struct st_files *self, struct st_arena *a, const char *name,
                    struct st_span *out, struct st_error *err)
{
    const struct one_file *f = (const struct one_file *)self;

    (void)a;
    (void)err;
    if (!strstr(name, ".lesson"))
        return ST_EUSAGE;
    *out = st_span_of(f->text);
    return ST_OK;
}

static struct st_error bad;

static struct st_pupil *begin(const char *text)
{
    static struct one_file file;
    struct st_lesson *l;
    struct st_pupil *p;

    file = (struct one_file){ { read_one, &st_files_library }, text };
    if (st_lesson_load(&l, st_game_find("blank"), "first", &file.files, &bad) ||
        st_pupil_open(&p, l, &file.files, 1, 1, &bad))
        return NULL;
    return p;
}

static void wrong(const char *text, int line, const char *says)
{
    struct st_pupil *p = begin(text);

    while (p && p->waits != ST_WAIT_END)
        if (st_pupil_skip(p, &bad)) {
            st_pupil_free(p);
            p = NULL;
        }
    if (p)
        fail_msg("nothing wrong with %s", text);
    if (bad.line != line || !strstr(bad.text, says))
        fail_msg("%s\nexpected %d: %s\nfound %d: %s", text, line, says, bad.line, bad.text);
}

static void test_lesson__what_is_wrong_is_told_with_its_line(void **state)
{
    (void)state;
    wrong("title: t\n", 0, "no `start`");
    wrong("start: duel\n", 0, "no `seat`");
    wrong("start: duel\nseat: North\n", 0, "no `page`");
    wrong("hello\n", 1, "a line is `word: text`");
    wrong(HEAD "sey: x\n", 4, "no word `sey` in lessons; did you mean `say`");
    wrong(HEAD "say: x\n", 4, "before the first `page`");
    wrong(HEAD "page: x\nelse: no\n", 5, "`else` belongs to nothing before it");
    wrong(HEAD "page: x\nuntil: over\n", 5, "`until` belongs to nothing before it");
    wrong(HEAD "page: x\nsay:\n", 5, "`say` says nothing");
    wrong(HEAD "page: x\ntry: move 0303\n", 5, "`=>` and what comes after it are missing");
    wrong(HEAD "page: x\nodds: wait\nsees: turn 1\n", 6, "`sees` is FIELD VALUE = CHANCE");
    wrong(HEAD "page: x\ntitle: y\n", 5, "`title` stands before the first page");
    wrong("minutes: many\n", 1, "minutes are a number");
    wrong("start: duel steps\n", 1, "`steps` is not key=value");
    wrong("title: t\nstart: duel\nseat: East\npage: x\n", 0, "no side `East`");
    wrong("start: dual\nseat: North\npage: x\n", 0, "dual");
    wrong(HEAD "set: North steps 99\npage: x\n", 0, "set North steps 99");
}

static void test_lesson__what_does_not_come_true_is_told_with_its_line(void **state)
{
    (void)state;
    wrong(HEAD "page: x\ndo: move 0303\n", 5, "0303 is not next to North");
    wrong(HEAD "page: x\ntry: move 0302 => B2.2\n", 5, "this lesson goes another way");
    wrong(HEAD "page: x\ntry: move 0303 => B9.9\n", 5, "B2.2 0303 is not next to North");
    wrong(HEAD "page: x\nfoe: strike\n", 5, "strike: B3.1");
    wrong(HEAD "page: x\nexpect: turn 9\n", 5, "expected turn 9");
    wrong(HEAD "page: x\nexpect: over soon\n", 5, "over");
    wrong(HEAD "page: x\ndice: 3\n", 5, "1 dice are left over");
    wrong(HEAD "page: x\ndice: red\n", 5, "`red` is no face");
    wrong(HEAD "page: x\ndo: move 0302\nfoe: strike\nfoe: wait\n", 7, "a die is awaited");
    wrong(HEAD "page: x\ndo: move 0302\nfoe: strike\ndice: 9\n", 7, "dice: ");
    wrong(HEAD "page: x\nfree: go\nuntil: turn 9\nexample: wait\n", 5, "does not come to the end");
    wrong(HEAD "page: x\nfree: go\nuntil: turn 2\nexample: strike\n", 5, "B3.1");
}

static enum st_taught told(struct st_pupil *p, const char *move, const char *says)
{
    struct st_refusal why;
    enum st_taught taught;

    assert_int_equal(st_pupil_move(p, move, &taught, &why, &bad), ST_OK);
    if (!strstr(why.text, says))
        fail_msg("%s: expected \"%s\", found \"%s\"", move, says, why.text);
    return taught;
}

static void test_lesson__a_move_goes_on_or_is_told_otherwise_or_refused(void **state)
{
    struct st_pupil *p = begin(HEAD "page: x\nsay: hello\nsay: now\ndo: move 0302\n"
                                    "else: (wait) do not wait\nelse: closer\ntry: move 0501 => B2.2\n"
                                    "else: further\nsay: bye\n");

    (void)state;
    assert_non_null(p);
    assert_int_equal(p->waits, ST_WAIT_READ);
    assert_int_equal(told(p, "move 0302", "not your move yet"), ST_TAUGHT_REFUSED);
    assert_int_equal(st_pupil_next(p, &bad), ST_OK);
    assert_int_equal(p->waits, ST_WAIT_DO);
    assert_int_equal(told(p, "wait", "do not wait"), ST_TAUGHT_OTHERWISE);
    assert_int_equal(told(p, "move 0201", "closer"), ST_TAUGHT_OTHERWISE);
    assert_int_equal(told(p, "move 0303", "not next to"), ST_TAUGHT_REFUSED);
    assert_int_equal(told(p, "dance", ""), ST_TAUGHT_REFUSED);
    assert_int_equal(st_session_moves(p->session), 0);
    assert_int_equal(told(p, "move 0302", ""), ST_TAUGHT_ON);
    assert_int_equal(st_session_moves(p->session), 1);
    assert_int_equal(p->waits, ST_WAIT_TRY);
    assert_int_equal(told(p, "wait", "further"), ST_TAUGHT_OTHERWISE);
    assert_int_equal(told(p, "move 0501", "not next to"), ST_TAUGHT_WISHED);
    assert_int_equal(p->waits, ST_WAIT_END);
    st_pupil_free(p);
}

static void test_lesson__a_free_stretch_warns_once_and_comes_back_to_the_example(void **state)
{
    struct st_pupil *p = begin(HEAD "page: x\nfree: go\nuntil: turn 2\nwarn: wait => sure?\n"
                                    "example: move 0302; wait\nback: from here\n"
                                    "expect: North in 0302\nsay: bye\n");

    (void)state;
    assert_non_null(p);
    assert_int_equal(p->waits, ST_WAIT_FREE);
    assert_int_equal(told(p, "wait", "sure?"), ST_TAUGHT_OTHERWISE);
    assert_int_equal(told(p, "wait", ""), ST_TAUGHT_ON);
    assert_int_equal(p->waits, ST_WAIT_FOE);
    while (p->waits == ST_WAIT_FOE)
        assert_int_equal(st_pupil_next(p, &bad), ST_OK);
    assert_int_equal(p->waits, ST_WAIT_READ); /* "from here" */
    assert_int_equal(st_pupil_next(p, &bad), ST_OK);
    assert_int_equal(p->waits, ST_WAIT_END);
    st_pupil_free(p);
}

static void test_lesson__a_rehearsal_finds_what_is_not_there_and_false_chances(void **state)
{
    static struct one_file file = { { read_one, &st_files_library }, NULL };
    static const struct {
        const char *text, *says;
    } wrongs[] = {
        { HEAD "page: x\nsay: a\nshow: pieces Nord\n", "there is no `Nord`" },
        { HEAD "page: x\nsay: a\nshow: hexes 9999\n", "there is no `9999`" },
        { HEAD "page: x\nsay: a\nshow: chart strake\n", "there is no `strake`" },
        { HEAD "page: x\nsay: a\nshow: chart strike row bog\n", "there is no `strike row bog`" },
        { HEAD "page: x\nsay: a\nshow: lamp 3\n", "`show` lists" },
        { HEAD "page: x\nsay: a\nshow: panel west\n", "there is no `west`" },
        { HEAD "page: x\nsay: a\nodds: wait\nsees: turn 1 = 1/2, so\n", "the chance is 1" },
        { HEAD "page: x\nsay: a\nodds: wait\nsees: turn 1 = half, so\n", "is no chance" },
    };
    struct st_rehearsal r;

    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        file.text = wrongs[i].text;
        assert_int_not_equal(st_rehearse(&r, st_game_find("blank"), "first", &file.files, &bad), 0);
        if (!strstr(bad.text, wrongs[i].says))
            fail_msg("expected \"%s\", found \"%s\"", wrongs[i].says, bad.text);
    }
}

/* A lesson is heard at a table in the page, by keys, by a thumb and in the terminal: nobody is told to tap there. */
static void test_lesson__no_word_fits_one_kind_of_table_only(void **state)
{
    static const char *const words[] = { "Tap ", " tap ", "lick ", "Press ", "press Done" };
    struct st_arena a = { 0 };
    int read = 0;

    (void)state;
    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_nlessons(st_games[i]); k++, read++) {
            struct st_span text;
            char name[80], all[60000];

            snprintf(name, sizeof name, "%s/lessons/%s.lesson", st_games[i]->id, st_games[i]->lessons[k]);
            assert_int_equal(st_files_read(&st_files_library, &a, name, &text, &bad), ST_OK);
            assert_true(st_span_copy(text, all, sizeof all));
            for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
                if (strstr(all, words[w]))
                    fail_msg("%s says `%s`", name, words[w]);
        }
    assert_true(read >= 6);
    st_arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lesson__what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(test_lesson__what_does_not_come_true_is_told_with_its_line),
        cmocka_unit_test(test_lesson__a_move_goes_on_or_is_told_otherwise_or_refused),
        cmocka_unit_test(test_lesson__a_free_stretch_warns_once_and_comes_back_to_the_example),
        cmocka_unit_test(test_lesson__a_rehearsal_finds_what_is_not_there_and_false_chances),
        cmocka_unit_test(test_lesson__no_word_fits_one_kind_of_table_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
