/* member.c - rows that say where a number stands: widths, arrays, bits, flags; fields made of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/game.h"

#include <string.h>

struct man {
    uint8_t state;
    int16_t hex;
};

struct things {
    struct st_flow flow;
    uint64_t set;
    uint32_t wide;
    int number;
    struct man man[3];
    uint16_t small[4];
    int8_t drm;
    bool yes;
    const char *text;
    uint64_t many[2];
};

static void test_member__width_and_sign_follow_from_the_type(void **state)
{
    static const struct st_member all[] = { ST_ONE(struct things, wide), ST_ONE(struct things, number),
                                            ST_ONE(struct things, small[2]),
                                            ST_ONE(struct things, drm) };
    struct things x = { .number = -70000, .drm = -3, .small = { 0, 0, 65535, 0 }, .wide = 5 };

    (void)state;
    assert_int_equal(st_member_get(&x, all[0], -1), 5);
    assert_int_equal(st_member_get(&x, all[1], -1), -70000);
    assert_int_equal(st_member_get(&x, all[2], -1), 65535);
    assert_int_equal(st_member_get(&x, all[3], -1), -3);
    st_member_put(&x, all[3], -1, -8);
    assert_int_equal(x.drm, -8);
}

static void test_member__one_piece_is_written_and_its_neighbours_are_not(void **state)
{
    static const struct st_member hex = ST_IN(struct things, man, hex),
                                  small = ST_EACH(struct things, small);
    struct things x = { 0 };

    (void)state;
    st_member_put(&x, hex, 1, -1);
    st_member_put(&x, small, 2, 999);
    assert_int_equal(x.man[0].hex, 0);
    assert_int_equal(x.man[1].hex, -1);
    assert_int_equal(x.man[1].state, 0);
    assert_int_equal(x.man[2].hex, 0);
    assert_int_equal(x.small[1], 0);
    assert_int_equal(x.small[2], 999);
    assert_int_equal(st_member_get(&x, hex, 1), -1);
}

static void test_member__a_number_in_some_bits_leaves_the_others_alone(void **state)
{
    static const struct st_member level = ST_FLAG_IN(struct things, man, state, 12);
    struct things x = { .man = { { 0, 0 }, { 0x83, 0 }, { 0, 0 } } };

    (void)state;
    st_member_put(&x, level, 1, 2);
    assert_int_equal(x.man[1].state, 0x8b);
    assert_int_equal(st_member_get(&x, level, 1), 2);
    st_member_put(&x, level, 1, 1);
    assert_int_equal(x.man[1].state, 0x87);
    assert_int_equal(x.man[0].state, 0);
}

static void test_member__a_bit_of_a_set_and_a_flag_leave_the_others_alone(void **state)
{
    static const struct st_member set = ST_BIT(struct things, set),
                                  flag = ST_FLAG_IN(struct things, man, state, 4);
    struct things x = { .set = 1, .man = { { 3, 0 }, { 3, 0 }, { 3, 0 } } };

    (void)state;
    st_member_put(&x, set, 63, 1);
    assert_true(x.set == (1ull | 1ull << 63));
    assert_int_equal(st_member_get(&x, set, 63), 1);
    st_member_put(&x, set, 0, 0);
    assert_true(x.set == 1ull << 63);
    st_member_put(&x, flag, 1, 1);
    assert_int_equal(x.man[1].state, 7);
    assert_int_equal(x.man[0].state, 3);
    st_member_put(&x, flag, 1, 0);
    assert_int_equal(x.man[1].state, 3);
}

static void test_member__a_set_of_many_goes_over_several_words(void **state)
{
    static const struct st_member many = ST_BITS(struct things, many);
    struct things x = { .many = { 1, 0 } };

    (void)state;
    st_member_put(&x, many, 63, 1);
    st_member_put(&x, many, 64, 1);
    st_member_put(&x, many, 127, 1);
    st_member_put(&x, many, 0, 0);
    assert_true(x.many[0] == 1ull << 63 && x.many[1] == (1ull | 1ull << 63));
    assert_int_equal(st_member_get(&x, many, 64), 1);
    assert_int_equal(st_member_get(&x, many, 65), 0);
    assert_int_equal(st_member_get(&x, many, 127), 1);
}

struct own {
    int most[3];
};

static enum st_answer not_two(const struct st_table *t, int piece, int value, struct st_refusal *why)
{
    (void)t, (void)piece;
    return value == 2 ? st_refuse(why, "9.9", "not two") : ST_LEGAL;
}

static void test_field__limits_come_from_the_row_or_from_the_plan_and_rules_before_them(void **state)
{
    static const struct st_field
        state_of = { "state", "state", "man", .in = ST_IN(struct things, man, state), .para = "1.1",
                     .most = ST_EACH(struct own, most), .may = not_two },
        yes = { "yes", "yes", .in = ST_ONE(struct things, yes), .para = "1.2", .hi = 1 },
        small = { "small", "small", .in = ST_ONE(struct things, small[0]), .nobody = 255 };
    const struct own own = { { 3, 9, 0 } };
    const struct st_plan plan = { .data = &own };
    struct things x = { .small = { 255, 0, 0, 0 } };
    struct st_table t = { &plan, &x, NULL };
    struct st_refusal why;

    (void)state;
    assert_int_equal(st_field_set(&t, &state_of, 0, 4, &why), ST_REFUSED);
    assert_string_equal(why.para, "1.1");
    assert_string_equal(why.text, "state must be from 0 to 3");
    assert_int_equal(st_field_set(&t, &state_of, 1, 4, &why), ST_LEGAL);
    assert_int_equal(x.man[1].state, 4);
    assert_int_equal(st_field_set(&t, &state_of, 1, 2, &why), ST_REFUSED);
    assert_string_equal(why.para, "9.9");
    assert_int_equal(x.man[1].state, 4);
    assert_int_equal(st_field_set(&t, &yes, -1, 2, &why), ST_REFUSED);
    assert_string_equal(why.text, "yes must be 0 or 1");
    assert_int_equal(st_field_get(&t, &small, -1), -1);
    assert_false(st_field_settable(&small));
    assert_true(st_field_settable(&yes));
}

static void test_field__a_row_may_stand_in_the_plan_hang_on_another_or_count_from_one(void **state)
{
    static const struct st_field
        fixed = { "most", .fixed = ST_EACH(struct own, most) },
        from = { "who", .in = ST_ONE(struct things, small[0]), .from = 1, .para = "1.1", .lo = -1, .hi = 9 },
        when = { "where", .in = ST_ONE(struct things, small[0]), .when = ST_ONE(struct things, yes) };
    const struct own own = { { 3, 9, 0 } };
    const struct st_plan plan = { .data = &own };
    struct things x = { .small = { 4, 0, 0, 0 } };
    struct st_table t = { &plan, &x, NULL };

    (void)state;
    assert_int_equal(st_field_get(&t, &fixed, 1), 9);
    assert_false(st_field_settable(&fixed));
    assert_int_equal(st_field_get(&t, &from, -1), 3);
    assert_int_equal(st_field_set(&t, &from, -1, -1, NULL), ST_LEGAL);
    assert_int_equal(x.small[0], 0);
    assert_int_equal(st_field_get(&t, &when, -1), -1);
    x.yes = true;
    assert_int_equal(st_field_get(&t, &when, -1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_member__width_and_sign_follow_from_the_type),
        cmocka_unit_test(test_member__one_piece_is_written_and_its_neighbours_are_not),
        cmocka_unit_test(test_member__a_number_in_some_bits_leaves_the_others_alone),
        cmocka_unit_test(test_member__a_bit_of_a_set_and_a_flag_leave_the_others_alone),
        cmocka_unit_test(test_member__a_set_of_many_goes_over_several_words),
        cmocka_unit_test(test_field__limits_come_from_the_row_or_from_the_plan_and_rules_before_them),
        cmocka_unit_test(test_field__a_row_may_stand_in_the_plan_hang_on_another_or_count_from_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
