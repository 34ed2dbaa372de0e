/* bare.c - the clock, and the small reference kernels that figures are compared with. */
#include "bench/bench.h"

#include "base/philox.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static volatile uint64_t sink;

void bench_keep(uint64_t result)
{
    sink += result;
}

/* ---- the clock ------------------------------------------------------------------------- */

double bench_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double round_of(void (*call)(void *), void *arg, int n)
{
    double start = bench_clock();

    for (int i = 0; i < n; i++)
        call(arg);
    return (bench_clock() - start) / n;
}

/* How often to call so that the clock's own grain does not show. */
static int calls_in(double seconds, void (*call)(void *), void *arg)
{
    int n = 1;

    for (; n < 1000000; n *= 4)
        if (round_of(call, arg, n) * n > seconds)
            break;
    return n;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

struct bench_race bench_run(const struct bench *b, void (*ours)(void *), void (*bare)(void *),
                            void *arg)
{
    double start = bench_clock(), part = b->seconds / 50;
    int n = calls_in(part, ours, arg), m = bare ? calls_in(part, bare, arg) : 0;
    struct bench_race best = { 1e9, bare ? 1e9 : 0 };

    for (int round = 0; round < 2 || bench_clock() - start < b->seconds; round++) {
        best.ours = least(best.ours, round_of(ours, arg, n));
        if (bare)
            best.bare = least(best.bare, round_of(bare, arg, m));
    }
    return best;
}

/* ---- bytes and tables ------------------------------------------------------------------ */

uint64_t bench_bare_copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return XXH3_64bits(to, size);
}

int bench_bare_combat(unsigned char *to, const unsigned char *from, size_t size, uint32_t roll)
{
    static const int8_t table[7][11] = {
        { 1, 1, 1, 2, 2, 2, 3, 3, 0, 0, 0 }, { 1, 1, 2, 2, 2, 3, 3, 0, 4, 4, 5 },
        { 1, 2, 2, 2, 3, 3, 0, 4, 4, 5, 5 }, { 2, 2, 2, 3, 3, 0, 4, 4, 5, 5, 6 },
        { 2, 2, 3, 3, 0, 4, 4, 5, 5, 6, 7 }, { 2, 3, 3, 0, 4, 4, 5, 5, 6, 7, 7 },
        { 3, 3, 0, 4, 4, 5, 5, 6, 7, 7, 7 }
    };
    static const int8_t matrix[5][5] = { { 1, -1, -1, 1, 0 },
                                         { 1, 1, 1, 2, 1 },
                                         { 1, 0, 1, 1, 0 },
                                         { 0, -1, 0, 0, -1 },
                                         { 1, -1, 1, 1, 0 } };
    int die = 1 + (int)st_philox_below(3, 0, roll, 8), row = from[size / 2] % 7;
    int flags = from[size / 4], col = die + matrix[from[size / 3] % 5][from[size / 5] % 5] + 2;

    memcpy(to, from, size);
    for (int i = 0; i < 6; i++)
        row += (flags >> i & 1) ? (i & 1) ? 1 : -1 : 0;
    row = row < 0 ? 0 : row > 6 ? 6 : row;
    col = col < 0 ? 0 : col > 10 ? 10 : col;
    int result = table[row][col];
    to[size - 1] = (unsigned char)result;
    if (result == 2 || result == 6)
        to[size - 2]--;
    return result;
}

/* ---- movement ranges ------------------------------------------------------------------- */

enum { COLS = 30, ROWS = 20, HEXES = COLS * ROWS, BUDGET = 8, STARTS = BENCH_RANGES };

struct flood { /* the plainest bucket queue that does the job */
    int16_t bucket[BUDGET + 1][HEXES * 6];
    int n[BUDGET + 1];
    int8_t left[HEXES];
};

static int flood(struct flood *f, const int16_t *near, const uint8_t *cost, int from, int budget)
{
    int reached = 0;

    memset(f->left, -1, sizeof f->left);
    memset(f->n, 0, sizeof f->n);
    f->left[from] = (int8_t)budget;
    f->bucket[budget][f->n[budget]++] = (int16_t)from;
    for (int points = budget; points >= 0; points--)
        for (int i = 0; i < f->n[points]; i++) {
            int h = f->bucket[points][i];

            if (f->left[h] != points)
                continue;
            reached++;
            for (int d = 0; d < 6; d++) {
                int to = near[h * 6 + d], left = points - cost[h * 6 + d];

                if (to < 0 || left < 0 || f->left[to] >= left)
                    continue;
                f->left[to] = (int8_t)left;
                f->bucket[left][f->n[left]++] = (int16_t)to;
            }
        }
    return reached;
}

struct bench_ranges {
    struct st_arena arena;
    struct st_hexgrid grid;
    uint8_t cost[HEXES * 6];
    struct st_reach reach;
    struct flood flood;
    int ours, bare; /* hexes reached in all: equal, or we compare two different things */
};

static void ranges_ours(void *arg)
{
    struct bench_ranges *r = arg;

    r->ours = 0;
    for (int i = 0; i < STARTS; i++) {
        st_hex_reach(&r->reach, &r->grid, r->cost, NULL, NULL, i * 7 % HEXES, BUDGET, -1);
        r->ours += r->reach.n;
    }
}

void bench_bare_ranges(struct bench_ranges *r)
{
    r->bare = 0;
    for (int i = 0; i < STARTS; i++)
        r->bare += flood(&r->flood, r->grid.near, r->cost, i * 7 % HEXES, BUDGET);
    bench_keep((uint64_t)r->bare);
}

static void ranges_bare(void *arg)
{
    bench_bare_ranges(arg);
}

void bench_ranges_free(struct bench_ranges *r)
{
    if (r)
        st_arena_free(&r->arena);
    free(r);
}

struct bench_ranges *bench_ranges_new(void)
{
    struct bench_ranges *r = calloc(1, sizeof *r);

    if (!r || st_hexgrid_make(&r->grid, &r->arena, COLS, ROWS, "bench", 0, NULL)) {
        bench_ranges_free(r);
        return NULL;
    }
    for (int i = 0; i < HEXES * 6; i++)
        r->cost[i] = r->grid.near[i] < 0 ? ST_HEX_SHUT
                                         : (uint8_t)(1 + st_philox_below(1, 0, (uint32_t)i, 3));
    return r;
}

void bench_reach(struct bench *b)
{
    static const struct bench_goal goal = { "1.5 x or less", "x", 1.5, false };
    struct bench_ranges *r = bench_ranges_new();

    if (!r)
        return;
    struct bench_race race = bench_run(b, ranges_ours, ranges_bare, r);
    st_assert(r->ours == r->bare);
    struct bench_figure f = { race.ours / (double)STARTS, "s", race.ours / race.bare,
                              "bare bucket queue" };
    bench_tell(b, "movement range, 8 points on 30 by 20 hexes", &f, &goal);
    bench_ranges_free(r);
}
