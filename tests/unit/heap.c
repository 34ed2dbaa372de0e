/* heap.c - the memory of the module for browsers, over a piece of ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "web/heap.c"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 << 20 };
static char *room;
static size_t used;

static void *more_of_room(size_t bytes)
{
    if (bytes % PAGE || used + bytes > ROOM)
        return NULL;
    used += bytes;
    return room + used - bytes;
}

static int make_room(void **state)
{
    (void)state;
    room = aligned_alloc(GRAIN, ROOM);
    return room ? 0 : -1;
}

static int give_room(void **state)
{
    (void)state;
    free(room);
    return 0;
}

static struct st_heap fresh(void)
{
    used = 0;
    return (struct st_heap){ .more = more_of_room };
}

static void test_heap__every_size_has_the_lowest_rung_that_is_high_enough(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes < 100000; bytes++) {
        int rung = rung_of(bytes);

        assert_true(size_of(rung) >= bytes);
        assert_true(!rung || size_of(rung - 1) < bytes);
    }
    assert_int_equal(rung_of((size_t)1 << 30), ST_HEAP_RUNGS - 1);
    assert_int_equal(rung_of(SIZE_MAX), -1);
}

static void test_heap__what_was_written_stays_whatever_is_taken_given_and_resized(void **state)
{
    enum { BLOCKS = 200, TURNS = 200000 };
    struct st_heap h = fresh();
    unsigned char *block[BLOCKS] = { 0 };
    size_t size[BLOCKS] = { 0 };

    (void)state;
    for (uint32_t n = 0; n < TURNS; n++) {
        uint32_t i = st_pick(7, 3 * n, BLOCKS), what = st_pick(7, 3 * n + 1, 4);
        size_t bytes = st_pick(7, 3 * n + 2, n % 50 ? 600 : 40000);

        for (size_t k = 0; k < size[i]; k++)
            assert_int_equal(block[i][k], (unsigned char)i);
        if (what == 0) {
            st_heap_give(&h, block[i]);
            block[i] = NULL;
            size[i] = 0;
        } else {
            block[i] = st_heap_resize(&h, block[i], bytes);
            assert_non_null(block[i]);
            assert_int_equal((uintptr_t)block[i] % GRAIN, 0);
            for (size_t k = 0; k < size[i] && k < bytes; k++)
                assert_int_equal(block[i][k], (unsigned char)i);
            memset(block[i], (int)i, bytes);
            size[i] = bytes;
        }
    }
    assert_true(used < ROOM / 4);
}

static void test_heap__the_last_block_grows_where_it_lies(void **state)
{
    struct st_heap h = fresh();
    char *first = st_heap_take(&h, 100), *last = st_heap_take(&h, 100), *at = last;

    (void)state;
    for (size_t bytes = 200; bytes < ROOM / 2; bytes *= 2)
        at = st_heap_resize(&h, at, bytes);
    assert_ptr_equal(at, last);
    assert_ptr_not_equal(st_heap_resize(&h, first, 1000), first);
}

static void test_heap__none_is_left_is_said_and_spoils_nothing(void **state)
{
    struct st_heap h = fresh();
    char *kept = st_heap_take(&h, 1000);

    (void)state;
    memset(kept, 9, 1000);
    assert_null(st_heap_take(&h, ROOM));
    assert_null(st_heap_take(&h, SIZE_MAX));
    assert_null(st_heap_resize(&h, kept, ROOM));
    for (int i = 0; i < 1000; i++)
        assert_int_equal(kept[i], 9);
    assert_non_null(st_heap_take(&h, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heap__every_size_has_the_lowest_rung_that_is_high_enough),
        cmocka_unit_test(test_heap__what_was_written_stays_whatever_is_taken_given_and_resized),
        cmocka_unit_test(test_heap__the_last_block_grows_where_it_lies),
        cmocka_unit_test(test_heap__none_is_left_is_said_and_spoils_nothing),
    };

    return cmocka_run_group_tests(tests, make_room, give_room);
}
