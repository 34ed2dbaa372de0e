/* frac.c - fractions against a slow reference, and at the end of 128 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/frac.h"
#include "base/philox.h"

#include <string.h>

static const st_u128 MOST = ~(st_u128)0;

static uint32_t draw(uint32_t below)
{
    static uint32_t n;

    return st_philox_below(11, 0, n++, below);
}

static void assert_frac(struct st_frac f, const char *text)
{
    char out[96];

    st_frac_print(f, out, sizeof out);
    assert_string_equal(out, text);
}

/* The reference: cross multiplication in small numbers, lowest terms by trying every divisor. */
static void slow_reduce(unsigned long long *num, unsigned long long *den)
{
    for (unsigned long long d = 2; d <= *num && d <= *den; d++)
        while (*num % d == 0 && *den % d == 0) {
            *num /= d;
            *den /= d;
        }
    if (*num == 0)
        *den = 1;
}

static void assert_is(struct st_frac f, unsigned long long num, unsigned long long den)
{
    slow_reduce(&num, &den);
    f = st_frac_reduce(f);
    assert_true(f.num == num && f.den == den);
}

static void test_frac__sums_are_those_of_cross_multiplication(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        unsigned long long a = draw(40), b = 1 + draw(40), c = draw(40), d = 1 + draw(40);
        struct st_frac sum, x = { a, b }, y = { c, d };

        assert_true(st_frac_add(&sum, x, y));
        assert_is(sum, a * d + c * b, b * d);
    }
}

static void test_frac__scaling_is_multiplying_by_weight_over_total(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        unsigned long long a = draw(60), b = 1 + draw(60);
        unsigned weight = draw(36), total = 1 + draw(36);
        struct st_frac out, x = { a, b };

        assert_true(st_frac_scale(&out, x, weight, total));
        assert_is(out, a * weight, b * total);
    }
}

static void test_frac__equality_does_not_ask_for_lowest_terms(void **state)
{
    (void)state;
    assert_true(st_frac_equal((struct st_frac){ 2, 4 }, (struct st_frac){ 3, 6 }));
    assert_true(st_frac_equal((struct st_frac){ 0, 4 }, (struct st_frac){ 0, 9 }));
    assert_false(st_frac_equal((struct st_frac){ 2, 4 }, (struct st_frac){ 3, 5 }));
}

static void test_frac__a_sixth_to_the_49th_fits_and_to_the_50th_does_not(void **state)
{
    struct st_frac f = { 1, 1 };

    (void)state;
    for (int i = 0; i < 49; i++)
        assert_true(st_frac_scale(&f, f, 1, 6));
    assert_frac(f, "1/134713546244127343440523266742756048896");
    assert_false(st_frac_scale(&f, f, 1, 6));
}

static void test_frac__what_fits_in_lowest_terms_only_is_still_exact(void **state)
{
    struct st_frac f = { 1, 1 }, out;

    (void)state;
    for (int i = 0; i < 100; i++) /* 6^100 / 6^100 on the way */
        assert_true(st_frac_scale(&f, f, 6, 6));
    assert_frac(f, "1");

    assert_true(st_frac_scale(&out, (struct st_frac){ MOST / 3, MOST }, 3, 5));
    assert_frac(out, "1/5"); /* 2^128 - 1 is divisible by 3 */
    assert_false(st_frac_scale(&out, (struct st_frac){ MOST / 2, MOST }, 1, 7));
}

static void test_frac__sums_that_do_not_fit_say_so(void **state)
{
    struct st_frac out, a = { 1, MOST }, b = { 1, MOST - 1 };

    (void)state;
    assert_false(st_frac_add(&out, a, b)); /* neighbours have no common divisor */
    assert_true(st_frac_add(&out, a, (struct st_frac){ MOST - 1, MOST }));
    assert_frac(out, "1");
    assert_false(st_frac_add(&out, (struct st_frac){ MOST, 1 }, (struct st_frac){ 1, 1 }));
    /* equal denominators whose numerators overflow, but not in lowest terms */
    struct st_frac big = { MOST - 1, 2 };
    assert_true(st_frac_add(&out, big, big));
    assert_true(out.num / out.den == MOST - 1);
}

static void test_frac__text_and_back_is_the_same_fraction(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        struct st_frac f = { draw(1000), 1 + draw(1000) }, back;
        char text[96];
        const char *end;

        f.num *= (st_u128)1 << draw(100);
        st_frac_print(f, text, sizeof text);
        assert_true(st_frac_parse(&back, text, &end));
        assert_int_equal(*end, 0);
        assert_true(st_frac_equal(f, back));
    }
}

static void test_frac__whole_numbers_have_no_stroke(void **state)
{
    (void)state;
    assert_frac((struct st_frac){ 0, 7 }, "0");
    assert_frac((struct st_frac){ 7, 7 }, "1");
    assert_frac((struct st_frac){ 6, 16 }, "3/8");
    assert_frac((struct st_frac){ MOST, 1 }, "340282366920938463463374607431768211455");
}

static void test_frac__reading_stops_behind_the_fraction(void **state)
{
    struct st_frac f;
    const char *end;

    (void)state;
    assert_true(st_frac_parse(&f, "3/8 DR", &end));
    assert_string_equal(end, " DR");
    assert_frac(f, "3/8");
    assert_true(st_frac_parse(&f, "1", &end));
    assert_frac(f, "1");
}

static void test_frac__what_is_no_fraction_is_not_read(void **state)
{
    static const char *const bad[] = { "",
                                       "x",
                                       "/3",
                                       "-1/2",
                                       "1/",
                                       "1/0",
                                       "1/x",
                                       "340282366920938463463374607431768211456",
                                       "1/999999999999999999999999999999999999999999" };
    struct st_frac f;
    const char *end;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(st_frac_parse(&f, bad[i], &end));
}

static void test_frac__values_of_small_fractions_are_the_quotient(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        unsigned a = draw(10000), b = 1 + draw(10000);

        assert_true(st_frac_value(st_frac_of(a, b)) == (double)a / (double)b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frac__sums_are_those_of_cross_multiplication),
        cmocka_unit_test(test_frac__scaling_is_multiplying_by_weight_over_total),
        cmocka_unit_test(test_frac__equality_does_not_ask_for_lowest_terms),
        cmocka_unit_test(test_frac__a_sixth_to_the_49th_fits_and_to_the_50th_does_not),
        cmocka_unit_test(test_frac__what_fits_in_lowest_terms_only_is_still_exact),
        cmocka_unit_test(test_frac__sums_that_do_not_fit_say_so),
        cmocka_unit_test(test_frac__text_and_back_is_the_same_fraction),
        cmocka_unit_test(test_frac__whole_numbers_have_no_stroke),
        cmocka_unit_test(test_frac__reading_stops_behind_the_fraction),
        cmocka_unit_test(test_frac__what_is_no_fraction_is_not_read),
        cmocka_unit_test(test_frac__values_of_small_fractions_are_the_quotient),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
