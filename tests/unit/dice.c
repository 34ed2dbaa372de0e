/* dice.c - Philox and the three sources of faces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "play/dice.h"

#include <stdlib.h>
#include <string.h>

/* ---- the generator -------------------------------------------------------------------- */

static void expect_philox(const uint32_t counter[4], const uint32_t key[2], const uint32_t want[4])
{
    struct st_philox got = st_philox(counter, key);

    assert_memory_equal(got.word, want, sizeof got.word);
}

static void test_philox__gives_the_published_answers(void **state)
{
    static const uint32_t none[4] = { 0 }, ones[4] = { ~0u, ~0u, ~0u, ~0u };
    static const uint32_t pi[4] = { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 };
    static const uint32_t pi_key[2] = { 0xa4093822, 0x299f31d0 };

    (void)state;
    expect_philox(none, none,
                  (const uint32_t[]){ 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 });
    expect_philox(ones, ones,
                  (const uint32_t[]){ 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd });
    expect_philox(pi, pi_key,
                  (const uint32_t[]){ 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 });
}

/* ---- a seed --------------------------------------------------------------------------- */

static struct st_chance dice(int count, int sides)
{
    struct st_chance c = { .n = 0 };

    st_dice(&c, count, sides, "try");
    return c;
}

static struct st_chance two_faces(int first, uint16_t w1, int second, uint16_t w2)
{
    struct st_chance c = { .n = 2 };

    c.face[0] = (struct st_face){ (int16_t)first, w1 };
    c.face[1] = (struct st_face){ (int16_t)second, w2 };
    return c;
}

/* Sum over the faces of (seen - expected)^2 / expected. */
static double chi_square(const struct st_chance *c, uint64_t seed, uint64_t game, int rolls)
{
    int seen[ST_FACES_MAX] = { 0 };
    double sum = 0;

    for (int i = 0; i < rolls; i++) {
        int at = st_chance_find(c, st_seeded_face(seed, game, (uint32_t)i, c));

        assert_true(at >= 0);
        seen[at]++;
    }
    for (int i = 0; i < c->n; i++) {
        double want = (double)rolls * c->face[i].weight / st_chance_total(c);

        sum += (seen[i] - want) * (seen[i] - want) / want;
    }
    return sum;
}

/* The bounds are those a fair die passes 999 times in 1,000; the rolls are always the same. */
static void test_seeded__faces_fall_as_often_as_their_weights_say(void **state)
{
    struct st_chance d6 = dice(1, 6), d8 = dice(1, 8), sum = dice(2, 6);
    struct st_chance odd = two_faces(-3, 1, 40, 9);

    (void)state;
    assert_true(chi_square(&d6, 7, 0, 60000) < 20.5);
    assert_true(chi_square(&d6, UINT64_MAX, 3, 60000) < 20.5);
    assert_true(chi_square(&d8, 7, 1, 60000) < 24.3);
    assert_true(chi_square(&sum, 7, 2, 60000) < 29.6);
    assert_true(chi_square(&odd, 7, 0, 60000) < 10.8);
    assert_true(chi_square(&d6, 7, 0, 60000) > 0.02); /* and not suspiciously even */
}

static void test_seeded__a_face_of_weight_zero_never_falls(void **state)
{
    struct st_chance c = two_faces(1, 0, 2, 5), d = two_faces(1, 5, 2, 0);

    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(st_seeded_face(1, 0, i, &c), 2);
        assert_int_equal(st_seeded_face(1, 0, i, &d), 1);
    }
}

static void test_seeded__a_die_depends_on_nothing_but_seed_game_and_roll(void **state)
{
    struct st_chance d6 = dice(1, 6), d20 = dice(1, 20);
    struct st_seeded a;
    int value = 0, other = 0;

    (void)state;
    st_seeded_init(&a, 7, 3);
    for (uint32_t i = 0; i < 200; i++) {
        const struct st_chance *c = i % 3 ? &d6 : &d20;

        assert_int_equal(a.source.roll(&a.source, c, &value, NULL), ST_OK);
        assert_int_equal(value, st_seeded_face(7, 3, i, c));
        other += value != st_seeded_face(7, 4, i, c) || value != st_seeded_face(8, 3, i, c);
    }
    assert_int_equal(a.roll, 200);
    assert_true(other > 150);
    a.roll = 17; /* going on in the middle */
    assert_int_equal(a.source.roll(&a.source, &d6, &value, NULL), ST_OK);
    assert_int_equal(value, st_seeded_face(7, 3, 17, &d6));
}

/* What these dice are must never change: every record with a seed depends on it. */
static void test_seeded__the_dice_of_seed_7_are_what_they_always_were(void **state)
{
    struct st_chance d6 = dice(1, 6);
    char row[21] = "";

    (void)state;
    for (uint32_t i = 0; i < 20; i++)
        row[i] = (char)('0' + st_seeded_face(7, 0, i, &d6));
    assert_string_equal(row, "63132352145521214424");
}

static void test_seed__is_read_with_and_without_its_game(void **state)
{
    uint64_t seed = 1, game = 1;

    (void)state;
    assert_true(st_seed_parse("seed:7", &seed, &game));
    assert_int_equal(seed, 7);
    assert_int_equal(game, 0);
    assert_true(st_seed_parse("seed:18446744073709551615/12", &seed, &game));
    assert_true(seed == UINT64_MAX);
    assert_int_equal(game, 12);
}

static void test_seed__nonsense_is_none(void **state)
{
    static const char *const bad[] = { "", "hand", "seed:", "seed", "seed:x", "seed:-1", "seed:7/",
                                       "seed:/3", "seed:7/3/2", "seed: 7", "seed:7 ", "Seed:7",
                                       "seed:18446744073709551616", "seed:99999999999999999999" };
    uint64_t seed, game;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (st_seed_parse(bad[i], &seed, &game))
            fail_msg("`%s` was taken for a seed", bad[i]);
}

/* ---- a tape --------------------------------------------------------------------------- */

static void test_tape__gives_its_faces_in_order(void **state)
{
    static const char text[] = "3 5,6\t1 # the first volley\r\n\n# nothing\n 2,, 4\n-2 +1";
    static const int want[] = { 3, 5, 6, 1, 2, 4, -2, 1 }, line[] = { 1, 1, 1, 1, 4, 4, 5, 5 };
    struct st_tape d;

    (void)state;
    assert_int_equal(st_tape_parse(&d, text, sizeof text - 1, "t.txt", NULL), ST_OK);
    assert_int_equal(d.n, 8);
    assert_memory_equal(d.face, want, sizeof want);
    assert_memory_equal(d.line, line, sizeof line);

    struct st_chance d6 = dice(1, 6);
    for (int i = 0; i < 6; i++) {
        int value = 0;

        assert_int_equal(d.source.roll(&d.source, &d6, &value, NULL), ST_OK);
        assert_int_equal(value, want[i]);
    }
    st_tape_free(&d);
}

static void expect_bad_tape(const char *text, size_t len, int line, const char *reason)
{
    struct st_error err = { .code = 0 };
    struct st_tape d;

    assert_true(st_tape_parse(&d, text, len, "t.txt", &err) < 0);
    assert_string_equal(err.where, "t.txt");
    assert_int_equal(err.line, line);
    assert_non_null(strstr(err.text, reason));
}

static void test_tape__what_is_no_number_is_named_with_its_line(void **state)
{
    (void)state;
    expect_bad_tape("1 2\n3 four", 10, 2, "`four` is no face");
    expect_bad_tape("1\n\n40000\n", 9, 3, "`40000` is no face");
    expect_bad_tape("1 2.5", 5, 1, "`2.5` is no face");
    expect_bad_tape("1 2\n3 \0 4", 10, 2, "NUL");
}

static void test_tape__running_out_is_an_error(void **state)
{
    struct st_chance d6 = dice(1, 6);
    struct st_error err = { .code = 0 };
    struct st_tape d;
    int value;

    (void)state;
    assert_int_equal(st_tape_parse(&d, "4\n5\n", 4, "t.txt", NULL), ST_OK);
    assert_int_equal(d.source.roll(&d.source, &d6, &value, NULL), ST_OK);
    assert_int_equal(d.source.roll(&d.source, &d6, &value, NULL), ST_OK);
    assert_int_equal(d.source.roll(&d.source, &d6, &value, &err), ST_EUSAGE);
    assert_int_equal(err.line, 2);
    assert_non_null(strstr(err.text, "out of dice after 2"));
    assert_non_null(strstr(err.text, "d6 try"));
    st_tape_free(&d);

    assert_int_equal(st_tape_parse(&d, "", 0, "empty", NULL), ST_OK);
    assert_int_equal(d.source.roll(&d.source, &d6, &value, &err), ST_EUSAGE);
    assert_int_equal(err.line, 0);
    st_tape_free(&d);
}

static void test_tape__a_face_that_cannot_fall_is_an_error_and_stays(void **state)
{
    struct st_chance d6 = dice(1, 6), d8 = dice(1, 8);
    struct st_error err = { .code = 0 };
    struct st_tape d;
    int value = 0;

    (void)state;
    assert_int_equal(st_tape_parse(&d, "\n7", 2, "t.txt", NULL), ST_OK);
    assert_int_equal(d.source.roll(&d.source, &d6, &value, &err), ST_EUSAGE);
    assert_int_equal(err.line, 2);
    assert_non_null(strstr(err.text, "7 cannot fall; d6 try gives 1 to 6"));
    assert_int_equal(d.source.roll(&d.source, &d8, &value, &err), ST_OK);
    assert_int_equal(value, 7);
    st_tape_free(&d);
}

/* ---- hands ---------------------------------------------------------------------------- */

static int answer(void *arg, const struct st_chance *c, int *value, struct st_error *err)
{
    assert_string_equal(c->label, "try");
    *value = *(int *)arg;
    return *value == 99 ? st_fail(err, ST_EIO, NULL, 0, "nobody there") : ST_OK;
}

static void test_hand__passes_on_what_people_say(void **state)
{
    struct st_chance d6 = dice(1, 6);
    struct st_error err = { .code = 0 };
    int said = 4, value = 0;
    struct st_hand d;

    (void)state;
    st_hand_init(&d, answer, &said);
    assert_int_equal(d.source.roll(&d.source, &d6, &value, &err), ST_OK);
    assert_int_equal(value, 4);
    said = 0;
    assert_int_equal(d.source.roll(&d.source, &d6, &value, &err), ST_EUSAGE);
    assert_non_null(strstr(err.text, "0 cannot fall"));
    said = 99;
    assert_int_equal(d.source.roll(&d.source, &d6, &value, &err), ST_EIO);
    assert_int_equal(value, 4);
}

static void test_faces__are_said_as_a_range_or_one_by_one(void **state)
{
    struct st_chance sum = dice(2, 6), gap = two_faces(1, 1, 5, 1), one = { .n = 1 };
    char text[40], little[6];

    (void)state;
    st_faces_print(&sum, text, sizeof text);
    assert_string_equal(text, "2 to 12");
    st_faces_print(&gap, text, sizeof text);
    assert_string_equal(text, "1, 5");
    one.face[0] = (struct st_face){ 3, 1 };
    st_faces_print(&one, text, sizeof text);
    assert_string_equal(text, "3");
    gap.face[0].value = -300;
    st_faces_print(&gap, little, sizeof little);
    assert_string_equal(little, "-300,");
}

static void test_faces__a_1_may_be_the_beginning_of_a_10(void **state)
{
    struct st_chance d8 = dice(1, 8), d10 = dice(1, 10), sum = dice(2, 6);
    struct st_chance wide = two_faces(-12, 1, 345, 1);

    (void)state;
    assert_true(st_face_begins_other(&d10, 1));
    assert_true(st_face_begins_other(&sum, 1));
    assert_true(st_face_begins_other(&wide, 3));
    assert_true(st_face_begins_other(&wide, 34));
    assert_true(st_face_begins_other(&wide, -1));
    assert_false(st_face_begins_other(&d8, 1));
    assert_false(st_face_begins_other(&d10, 10));
    assert_false(st_face_begins_other(&sum, 2));
    assert_false(st_face_begins_other(&wide, 345));
    assert_false(st_face_begins_other(&d8, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_philox__gives_the_published_answers),
        cmocka_unit_test(test_seeded__faces_fall_as_often_as_their_weights_say),
        cmocka_unit_test(test_seeded__a_face_of_weight_zero_never_falls),
        cmocka_unit_test(test_seeded__a_die_depends_on_nothing_but_seed_game_and_roll),
        cmocka_unit_test(test_seeded__the_dice_of_seed_7_are_what_they_always_were),
        cmocka_unit_test(test_seed__is_read_with_and_without_its_game),
        cmocka_unit_test(test_seed__nonsense_is_none),
        cmocka_unit_test(test_tape__gives_its_faces_in_order),
        cmocka_unit_test(test_tape__what_is_no_number_is_named_with_its_line),
        cmocka_unit_test(test_tape__running_out_is_an_error),
        cmocka_unit_test(test_tape__a_face_that_cannot_fall_is_an_error_and_stays),
        cmocka_unit_test(test_hand__passes_on_what_people_say),
        cmocka_unit_test(test_faces__are_said_as_a_range_or_one_by_one),
        cmocka_unit_test(test_faces__a_1_may_be_the_beginning_of_a_10),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
