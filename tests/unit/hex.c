/* hex.c - the hex grid against worked examples, coordinates and a slower reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "space/hex.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct st_arena arena;
    struct st_hexgrid grid;
};

static int make_grid(void **state, int cols, int rows)
{
    struct fixture *f = calloc(1, sizeof *f);

    *state = f;
    return f ? st_hexgrid_make(&f->grid, &f->arena, cols, rows, "test", 0, NULL) : -1;
}

static int make_wide(void **state)
{
    return make_grid(state, 31, 20);
}

static int drop(void **state)
{
    struct fixture *f = *state;

    st_arena_free(&f->arena);
    free(f);
    return 0;
}

static const struct st_hexgrid *grid(void **state)
{
    return &((struct fixture *)*state)->grid;
}

static int hex(const struct st_hexgrid *g, const char *name)
{
    int h;

    assert_true(st_hex_parse(g, st_span_of(name), &h));
    return h;
}

static void neighbours_are(const struct st_hexgrid *g, const char *of, const char *const want[6])
{
    for (int d = 0; d < 6; d++) {
        char name[6];

        st_hex_name(g, st_hex_step(g, hex(g, of), d), name);
        assert_string_equal(name, want[d]);
        assert_int_equal(st_hex_dir(g, hex(g, of), hex(g, want[d])), d);
    }
}

static void test_hex__neighbours_as_in_the_worked_example(void **state)
{
    static const char *const odd[6] = { "0504", "0604", "0605", "0506", "0405", "0404" };
    static const char *const even[6] = { "0605", "0706", "0707", "0607", "0507", "0506" };

    neighbours_are(grid(state), "0505", odd);
    neighbours_are(grid(state), "0606", even);
}

static void test_hex__distances_as_in_the_worked_examples(void **state)
{
    static const struct {
        const char *a, *b;
        int want;
    } example[] = {
        { "0101", "1004", 9 },  { "0505", "0808", 5 },  { "0606", "0903", 5 },
        { "0404", "1112", 11 }, { "2206", "2304", 3 },  { "2305", "1907", 4 },
        { "1417", "1606", 12 }, { "0101", "2819", 32 }, { "1403", "1403", 0 },
        { "1403", "1503", 1 },  { "1303", "1503", 2 },  { "1304", "1503", 2 },
        { "1404", "1503", 2 },  { "1402", "1503", 1 },  { "1202", "1503", 3 },
        { "1301", "1402", 2 },  { "1501", "1402", 2 },
    };
    const struct st_hexgrid *g = grid(state);

    for (size_t i = 0; i < sizeof example / sizeof example[0]; i++) {
        int a = hex(g, example[i].a), b = hex(g, example[i].b);

        if (st_hex_distance(g, a, b) != example[i].want)
            fail_msg("%s-%s is %d, not %d", example[i].a, example[i].b, st_hex_distance(g, a, b),
                     example[i].want);
        assert_int_equal(st_hex_distance(g, b, a), example[i].want);
    }
}

static void test_hex__a_step_and_the_step_back_meet(void **state)
{
    const struct st_hexgrid *g = grid(state);

    for (int h = 0; h < st_hex_count(g); h++)
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(g, h, d);

            if (to < 0)
                continue;
            assert_int_equal(st_hex_step(g, to, (d + 3) % 6), h);
            assert_int_equal(st_hex_dir(g, h, to), d);
            assert_int_equal(st_hex_distance(g, h, to), 1);
        }
}

/* Every step costs 1, none leads off the map. */
static const uint8_t *even_ground(const struct st_hexgrid *g)
{
    static uint8_t cost[ST_HEX_MAX * 6];

    for (int i = 0; i < st_hex_count(g) * 6; i++)
        cost[i] = st_hex_step(g, i / 6, i % 6) < 0 ? ST_HEX_SHUT : 1;
    return cost;
}

static void test_hex__distance_is_the_number_of_steps(void **state)
{
    const struct st_hexgrid *g = grid(state);
    const uint8_t *even = even_ground(g);
    static struct st_reach reach;

    for (int from = 0; from < st_hex_count(g); from += 7) {
        st_hex_reach(&reach, g, even, NULL, NULL, from, 63, -1);
        assert_int_equal(reach.n, st_hex_count(g));
        for (int to = 0; to < st_hex_count(g); to++)
            assert_int_equal(st_hex_distance(g, from, to), 63 - reach.left[to]);
    }
}

static void test_hex__every_name_from_0000_to_9999_is_read_and_written_alike(void **state)
{
    const struct st_hexgrid *g = grid(state);

    for (int n = 0; n <= 9999; n++) {
        char name[6], again[6];
        int h;

        for (int i = 3, v = n; i >= 0; i--, v /= 10)
            name[i] = (char)('0' + v % 10);
        name[4] = 0;
        assert_true(st_hex_parse(g, st_span_of(name), &h));
        assert_int_equal(h >= 0,
                         n / 100 >= 1 && n / 100 <= g->cols && n % 100 >= 1 && n % 100 <= g->rows);
        assert_true(h < st_hex_count(g) && h >= -10001 && h != -1);
        st_hex_name(g, h, again);
        assert_string_equal(again, name);
    }
}

static void test_hex__what_is_not_four_digits_is_no_name(void **state)
{
    static const char *const bad[] = { "", "1", "010", "01011", "01o1", "-101", "+101", " 101" };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int h;

        assert_false(st_hex_parse(grid(state), st_span_of(bad[i]), &h));
    }
}

static void test_hex__neighbours_beyond_the_edge_have_codes_and_directions(void **state)
{
    const struct st_hexgrid *g = grid(state);

    assert_int_equal(st_hex_step(g, hex(g, "0101"), 0), -1);
    assert_int_equal(st_hex_dir(g, hex(g, "0101"), hex(g, "0100")), 0);
    assert_int_equal(st_hex_dir(g, hex(g, "0101"), hex(g, "0001")), 4);
    assert_int_equal(st_hex_dir(g, hex(g, "0101"), hex(g, "0000")), 5);
    assert_int_equal(st_hex_dir(g, hex(g, "0001"), hex(g, "0101")), 1);
    assert_int_equal(st_hex_dir(g, hex(g, "3105"), hex(g, "3204")), 1);
    assert_int_equal(st_hex_dir(g, hex(g, "0505"), hex(g, "0505")), -1);
}

static void test_hex__nowhere_is_next_to_nothing(void **state)
{
    const struct st_hexgrid *g = grid(state);
    char name[6];

    for (int n = 0; n < 400; n++) {
        int h = st_hex_make(g, n / 20, n % 20);

        assert_int_equal(st_hex_dir(g, h, -1), -1);
        assert_int_equal(st_hex_dir(g, -1, h), -1);
    }
    st_hex_name(g, -1, name);
    assert_string_equal(name, "-");
}

static void test_hexgrid__too_large_or_too_small_is_an_error_with_its_line(void **state)
{
    static const int bad[][2] = { { 0, 5 },   { 5, 0 },   { -1, -1 },          { 100, 1 },
                                  { 1, 100 }, { 27, 24 }, { 1000000, 1000000 } };
    struct st_arena a = { 0 };
    struct st_hexgrid g;
    struct st_error err;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(st_hexgrid_make(&g, &a, bad[i][0], bad[i][1], "map", 3, &err), ST_ELIMIT);
        assert_int_equal(err.line, 3);
    }
    assert_int_equal(st_hexgrid_make(&g, &a, 32, 20, "map", 3, &err), ST_OK);
    assert_int_equal(st_hexgrid_make(&g, &a, 1, 99, "map", 3, &err), ST_OK);
    st_arena_free(&a);
}

static void test_hexset__holds_what_was_added_and_nothing_else(void **state)
{
    struct st_hexset s = { { 0 } }, more = { { 0 } };

    (void)state;
    st_hexset_add(&s, 0);
    st_hexset_add(&s, 64);
    st_hexset_add(&more, ST_HEX_MAX - 1);
    st_hexset_join(&s, &more);
    for (int h = 0; h < ST_HEX_MAX; h++)
        assert_int_equal(st_hexset_has(&s, h), h == 0 || h == 64 || h == ST_HEX_MAX - 1);
}

/* ---- reach against Bellman-Ford ------------------------------------------------------- */

struct ground {
    uint8_t cost[ST_HEX_MAX * 6];
    struct st_hexset shut, halt;
};

static int draw(uint64_t seed, uint32_t *n, int below)
{
    return (int)st_philox_below(seed, 1, (*n)++, (uint32_t)below);
}

static void random_ground(struct ground *w, const struct st_hexgrid *g, uint64_t seed)
{
    uint32_t n = 0;
    int dearest = 1 + draw(seed, &n, 6);

    *w = (struct ground){ 0 };
    for (int i = 0; i < st_hex_count(g) * 6; i++)
        w->cost[i] = (uint8_t)(draw(seed, &n, 8) && st_hex_step(g, i / 6, i % 6) >= 0
                                   ? 1 + draw(seed, &n, dearest)
                                   : ST_HEX_SHUT);
    for (int h = 0; h < st_hex_count(g); h++) {
        if (draw(seed, &n, 6) == 0)
            st_hexset_add(&w->shut, h);
        if (draw(seed, &n, 5) == 0)
            st_hexset_add(&w->halt, h);
    }
}

/* Relax every step until nothing improves: slow, and too plain to be wrong. */
static void reference(int *left, const struct st_hexgrid *g, const struct ground *w, int from,
                      int budget)
{
    bool better = true;

    for (int h = 0; h < st_hex_count(g); h++)
        left[h] = -1;
    left[from] = budget;
    while (better) {
        better = false;
        for (int h = 0; h < st_hex_count(g); h++)
            for (int d = 0; d < 6 && left[h] >= 0; d++) {
                int to = st_hex_step(g, h, d), rest = left[h] - w->cost[h * 6 + d];

                if (to < 0 || rest <= left[to] || w->cost[h * 6 + d] == ST_HEX_SHUT ||
                    st_hexset_has(&w->shut, to) || (h != from && st_hexset_has(&w->halt, h)))
                    continue;
                left[to] = rest;
                better = true;
            }
    }
}

static void reach_is_as_the_reference(const struct st_hexgrid *g, uint64_t seed)
{
    static struct ground w;
    static struct st_reach got;
    static int want[ST_HEX_MAX];
    uint32_t n = 1000000;
    int from = draw(seed, &n, st_hex_count(g)), budget = draw(seed, &n, 30), reached = 0;

    random_ground(&w, g, seed);
    reference(want, g, &w, from, budget);
    st_hex_reach(&got, g, w.cost, &w.shut, &w.halt, from, budget, -1);
    for (int h = 0; h < st_hex_count(g); h++) {
        assert_int_equal(got.left[h], want[h]);
        reached += want[h] >= 0;
    }
    assert_int_equal(got.n, reached);
    assert_int_equal(got.list[0], from);
    for (int i = 1; i < got.n; i++) {
        assert_true(got.left[got.list[i]] <= got.left[got.list[i - 1]]);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(got.list[k], got.list[i]);
    }
}

static void test_reach__is_as_the_reference_on_random_ground(void **state)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        reach_is_as_the_reference(grid(state), seed);
}

static void test_reach__is_as_the_reference_on_odd_shapes(void **state)
{
    static const int shape[][2] = {
        { 1, 1 }, { 1, 20 }, { 20, 1 }, { 2, 2 }, { 7, 9 }, { 64, 10 }
    };

    (void)state;
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        struct st_arena a = { 0 };
        struct st_hexgrid g;

        assert_int_equal(st_hexgrid_make(&g, &a, shape[i][0], shape[i][1], "t", 0, NULL), ST_OK);
        for (uint64_t seed = 0; seed < 20; seed++)
            reach_is_as_the_reference(&g, seed);
        st_arena_free(&a);
    }
}

static void test_reach__a_goal_ends_the_search_and_what_is_listed_is_right(void **state)
{
    const struct st_hexgrid *g = grid(state);
    static struct ground w;
    static struct st_reach all, some;

    for (uint64_t seed = 0; seed < 60; seed++) {
        uint32_t n = 2000000;
        int from = draw(seed, &n, st_hex_count(g)), goal = draw(seed, &n, st_hex_count(g));

        random_ground(&w, g, seed);
        st_hex_reach(&all, g, w.cost, &w.shut, &w.halt, from, 40, -1);
        st_hex_reach(&some, g, w.cost, &w.shut, &w.halt, from, 40, goal);
        assert_true(some.n <= all.n);
        assert_memory_equal(some.list, all.list, (size_t)some.n * sizeof some.list[0]);
        for (int i = 0; i < some.n; i++)
            assert_int_equal(some.left[some.list[i]], all.left[some.list[i]]);
        if (all.left[goal] >= 0)
            assert_int_equal(some.list[some.n - 1], goal);
        else
            assert_int_equal(some.n, all.n);
    }
}

static void test_reach__without_points_is_the_start_alone(void **state)
{
    static struct st_reach r;

    st_hex_reach(&r, grid(state), even_ground(grid(state)), NULL, NULL, 5, 0, -1);
    assert_int_equal(r.n, 1);
    assert_int_equal(r.list[0], 5);
    assert_int_equal(r.left[5], 0);
}

static void test_reach__a_start_that_is_shut_is_still_the_start(void **state)
{
    static struct st_reach r;
    struct st_hexset shut = { { 0 } };

    st_hexset_add(&shut, 5);
    st_hex_reach(&r, grid(state), even_ground(grid(state)), &shut, NULL, 5, 1, -1);
    assert_int_equal(r.left[5], 1);
    assert_true(r.n > 1);
}

#define on_map(test) cmocka_unit_test_setup_teardown(test, make_wide, drop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_map(test_hex__neighbours_as_in_the_worked_example),
        on_map(test_hex__distances_as_in_the_worked_examples),
        on_map(test_hex__a_step_and_the_step_back_meet),
        on_map(test_hex__distance_is_the_number_of_steps),
        on_map(test_hex__every_name_from_0000_to_9999_is_read_and_written_alike),
        on_map(test_hex__what_is_not_four_digits_is_no_name),
        on_map(test_hex__neighbours_beyond_the_edge_have_codes_and_directions),
        on_map(test_hex__nowhere_is_next_to_nothing),
        cmocka_unit_test(test_hexgrid__too_large_or_too_small_is_an_error_with_its_line),
        cmocka_unit_test(test_hexset__holds_what_was_added_and_nothing_else),
        on_map(test_reach__is_as_the_reference_on_random_ground),
        cmocka_unit_test(test_reach__is_as_the_reference_on_odd_shapes),
        on_map(test_reach__a_goal_ends_the_search_and_what_is_listed_is_right),
        on_map(test_reach__without_points_is_the_start_alone),
        on_map(test_reach__a_start_that_is_shut_is_still_the_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
