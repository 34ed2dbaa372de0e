/* past.c - positions kept as differences: every one comes back, and few bytes are enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "play/past.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 3000, N = 700 };

/* The i-th position of a game in which a few bytes change each time, and now and then all. */
static void make(int i, unsigned char *out)
{
    memset(out, 0, SIZE);
    for (int k = 0; k <= i; k++) {
        if (k % 97 == 96)
            memset(out, k, SIZE);
        out[k * 31 % SIZE] ^= (unsigned char)(k + 1);
        out[k * 31 % SIZE / 2 + 2] ^= 1;
        out[SIZE - 1] = (unsigned char)k;
    }
}

static void expect(const struct st_past *p, int i)
{
    unsigned char want[SIZE], got[SIZE];

    make(i, want);
    st_past_read(p, i, got);
    assert_memory_equal(got, want, SIZE);
}

static void add(struct st_past *p, int i)
{
    unsigned char pos[SIZE];

    make(i, pos);
    assert_int_equal(st_past_add(p, pos, NULL), ST_OK);
    assert_int_equal(p->n, i + 1);
}

static void test_past__every_position_comes_back(void **state)
{
    struct st_past p = { .size = SIZE };

    (void)state;
    for (int i = 0; i < N; i++)
        add(&p, i);
    for (int i = N - 1; i >= 0; i--)
        expect(&p, i);
    st_past_free(&p);
}

static void test_past__what_was_cut_may_be_written_anew(void **state)
{
    static const int cuts[] = { N - 1, 640, 193, 192, 191, 65, 64, 63, 1, 0 };
    struct st_past p = { .size = SIZE };

    (void)state;
    for (int i = 0; i < N; i++)
        add(&p, i);
    for (size_t k = 0; k < sizeof cuts / sizeof cuts[0]; k++) {
        st_past_cut(&p, cuts[k]);
        assert_int_equal(p.n, cuts[k]);
        for (int i = cuts[k]; i < cuts[k] + 3; i++)
            add(&p, i);
        for (int i = 0; i < p.n; i += 13)
            expect(&p, i);
        expect(&p, p.n - 1);
    }
    st_past_free(&p);
}

static void test_past__few_bytes_are_enough(void **state)
{
    struct st_past p = { .size = SIZE };
    unsigned char pos[SIZE] = { 0 };

    (void)state;
    for (int i = 0; i < 20000; i++) {
        pos[i * 7 % SIZE]++;
        assert_int_equal(st_past_add(&p, pos, NULL), ST_OK);
    }
    assert_true(st_past_bytes(&p) < 20000ul * SIZE / 20);
    st_past_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_past__every_position_comes_back),
        cmocka_unit_test(test_past__what_was_cut_may_be_written_anew),
        cmocka_unit_test(test_past__few_bytes_are_enough),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
