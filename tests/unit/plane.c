/* plane.c - plane geometry: the worked examples of guerre and skirmish that are pure geometry,
 * and random figures against slow references written in another way.
 *
 * The references use 128-bit and 256-bit integers, or long double where the question is how far
 * the whole-number answer lies from the true one. ST_LONG=n in the environment makes n times as
 * many figures.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/philox.h"
#include "space/plane.h"

__extension__ typedef __int128 i128;

#pragma GCC diagnostic ignored "-Wunused-parameter" /* the state cmocka hands to every test */

#define P(x, y)  ((struct st_point){ x, y })
#define MM(x, y) st_point_mm(x, y)

/* ---- random figures ------------------------------------------------------------------ */

struct dice {
    uint32_t stream, left;
    uint64_t count;
    struct st_philox block;
};

static uint32_t word(struct dice *d)
{
    if (d->left == 0) {
        const uint32_t counter[4] = { (uint32_t)d->count, (uint32_t)(d->count >> 32), 0, 0 };
        const uint32_t key[2] = { d->stream, 0x706c616e };

        d->block = st_philox(counter, key);
        d->count++;
        d->left = 4;
    }
    return d->block.word[--d->left];
}

static uint64_t words(struct dice *d)
{
    uint64_t high = word(d);

    return high << 32 | word(d);
}

static int32_t between(struct dice *d, int32_t lo, int32_t hi)
{
    uint64_t range = (uint64_t)((int64_t)hi - lo) + 1;

    return (int32_t)(lo + (int64_t)(word(d) * range >> 32));
}

/* Figures of all sizes: on the small ones points coincide, touch and stand in line. */
static int32_t some_span(struct dice *d)
{
    static const int32_t span[6] = { 2, 5, 40, 30000, 1000000, ST_FAR };

    return span[between(d, 0, 5)];
}

static struct st_point some_point(struct dice *d, int32_t span)
{
    int32_t x = between(d, -span, span);

    return P(x, between(d, -span, span));
}

static int some_heading(struct dice *d)
{
    static const int step[4] = { 1, 90, 180, 360 };
    int s = step[between(d, 0, 3)];

    return s * between(d, 0, ST_TURN / s - 1);
}

static struct st_pose some_pose(struct dice *d, int32_t span)
{
    struct st_point at = some_point(d, span);

    return (struct st_pose){ .at = at, .facing = (int16_t)some_heading(d) };
}

/* A base, a terrain piece, a line, or any box of at least a millimetre. */
static struct st_box some_box(struct dice *d, int32_t span)
{
    static const int32_t depth_mm[4] = { 15, 20, 40, 80 };
    struct st_box b = { .pose = some_pose(d, span) };

    switch (between(d, 0, 3)) {
    case 0:
        b.left = -20 * ST_MM, b.right = 20 * ST_MM;
        b.back = -depth_mm[between(d, 0, 3)] * ST_MM;
        break;
    case 1:
        b.right = between(d, 20, 200) * ST_MM, b.left = -b.right;
        b.front = between(d, 20, 150) * ST_MM, b.back = -b.front;
        break;
    case 2:
        b.right = between(d, 1, 200000), b.left = -b.right;
        break;
    default:
        b.left = between(d, -100000, 100000), b.right = b.left + between(d, 1000, 300000);
        b.back = between(d, -100000, 100000), b.front = b.back + between(d, 1000, 300000);
    }
    return b;
}

static int figures(int n)
{
    const char *times = getenv("ST_LONG");
    int k = times ? atoi(times) : 1;

    return n * (k > 0 && k <= 1000 ? k : 1);
}

/* ---- references ---------------------------------------------------------------------- */

/* Sines from the mathematics library, not from our table. */
static long double true_sin(int quarters)
{
    return sinl((long double)quarters * acosl(-1.0L) / 720.0L);
}

static int64_t ref_sin(int quarters)
{
    static int64_t memory[ST_TURN];
    static bool known[ST_TURN];
    int q = ((quarters % ST_TURN) + ST_TURN) % ST_TURN;

    if (!known[q]) {
        memory[q] = llroundl(true_sin(q) * 1073741824.0L);
        known[q] = true;
    }
    return memory[q];
}

static int64_t ref_cos(int quarters)
{
    return ref_sin(quarters + 360);
}

static i128 ref_floor(i128 n, i128 d)
{
    i128 q = n / d;

    return n % d < 0 ? q - 1 : q;
}

static int32_t ref_round(i128 t)
{
    return (int32_t)ref_floor(2 * t + ((i128)1 << 30), (i128)1 << 31);
}

static struct st_point ref_out(struct st_pose p, i128 u, i128 v)
{
    i128 s = ref_sin(p.facing), c = ref_cos(p.facing);

    return P(p.at.x + ref_round(u * c + v * s), p.at.y + ref_round(v * c - u * s));
}

static struct st_point ref_in(struct st_pose p, struct st_point at)
{
    i128 s = ref_sin(p.facing), c = ref_cos(p.facing);
    i128 dx = (i128)at.x - p.at.x, dy = (i128)at.y - p.at.y;

    return P(ref_round(dx * c - dy * s), ref_round(dx * s + dy * c));
}

static void ref_corners(struct st_point out[4], const struct st_box *b)
{
    out[0] = ref_out(b->pose, b->left, b->front);
    out[1] = ref_out(b->pose, b->right, b->front);
    out[2] = ref_out(b->pose, b->right, b->back);
    out[3] = ref_out(b->pose, b->left, b->back);
}

static int by_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

/* The overlaps along u and v of a's frame. */
static void ref_overlaps(int32_t out[2], const struct st_box *a, const struct st_box *b)
{
    struct st_point corner[4];
    int32_t u[4], v[4];

    ref_corners(corner, b);
    for (int i = 0; i < 4; i++) {
        struct st_point c = ref_in(a->pose, corner[i]);

        u[i] = c.x, v[i] = c.y;
    }
    qsort(u, 4, sizeof *u, by_value);
    qsort(v, 4, sizeof *v, by_value);
    out[0] = a->right - u[0] < u[3] - a->left ? a->right - u[0] : u[3] - a->left;
    out[1] = a->front - v[0] < v[3] - a->back ? a->front - v[0] : v[3] - a->back;
}

static int32_t ref_depth(const struct st_box *a, const struct st_box *b)
{
    int32_t four[4];

    ref_overlaps(four, a, b);
    ref_overlaps(four + 2, b, a);
    qsort(four, 4, sizeof *four, by_value);
    return four[0];
}

static int64_t ref_corner_gap2(const struct st_box *b, struct st_point corner)
{
    struct st_point c = ref_in(b->pose, corner);
    int64_t u = c.x < b->left ? b->left : c.x > b->right ? b->right : c.x;
    int64_t v = c.y < b->back ? b->back : c.y > b->front ? b->front : c.y;

    return (c.x - u) * (c.x - u) + (c.y - v) * (c.y - v);
}

static int64_t ref_box_gap2(const struct st_box *a, const struct st_box *b)
{
    struct st_point ca[4], cb[4];
    int64_t best = INT64_MAX;

    if (ref_depth(a, b) > 0)
        return 0;
    ref_corners(ca, a);
    ref_corners(cb, b);
    for (int i = 0; i < 4; i++) {
        int64_t of_a = ref_corner_gap2(b, ca[i]), of_b = ref_corner_gap2(a, cb[i]);

        best = of_a < best ? of_a : best;
        best = of_b < best ? of_b : best;
    }
    return best;
}

/* True corners of a box, without any rounding but that of long double. */
struct real_point {
    long double x, y;
};

static void real_corners(struct real_point out[4], const struct st_box *b)
{
    const int32_t u[4] = { b->left, b->right, b->right, b->left };
    const int32_t v[4] = { b->front, b->front, b->back, b->back };
    long double s = true_sin(b->pose.facing), c = true_sin(b->pose.facing + 360);

    for (int i = 0; i < 4; i++) {
        out[i].x = b->pose.at.x + u[i] * c + v[i] * s;
        out[i].y = b->pose.at.y + v[i] * c - u[i] * s;
    }
}

static long double real_point_gap(struct real_point p, struct real_point a, struct real_point b)
{
    long double dx = b.x - a.x, dy = b.y - a.y, l = dx * dx + dy * dy;
    long double t = l > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / l : 0;

    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotl(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* Distance between the outlines of two boxes that do not overlap. */
static long double real_gap(const struct st_box *a, const struct st_box *b)
{
    struct real_point ca[4], cb[4];
    long double best = 1e30L;

    real_corners(ca, a);
    real_corners(cb, b);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            best = fminl(best, real_point_gap(ca[i], cb[j], cb[(j + 1) % 4]));
            best = fminl(best, real_point_gap(cb[i], ca[j], ca[(j + 1) % 4]));
        }
    return best;
}

/* Whether p lies on the segment: on its line by Pythagoras, and between its ends. */
static bool ref_on(struct st_point p, struct st_point a, struct st_point b)
{
    i128 dx = (i128)b.x - a.x, dy = (i128)b.y - a.y, px = (i128)p.x - a.x, py = (i128)p.y - a.y;
    i128 t = dx * px + dy * py, l = dx * dx + dy * dy;

    if (l == 0)
        return px == 0 && py == 0;
    return t >= 0 && t <= l && (px * px + py * py) * l == t * t;
}

/* Two segments by Cramer's rule: a + s (b - a) = c + t (d - c) with s and t in 0 .. 1. */
static bool ref_cross(struct st_point a, struct st_point b, struct st_point c, struct st_point d)
{
    i128 rx = (i128)b.x - a.x, ry = (i128)b.y - a.y, qx = (i128)d.x - c.x, qy = (i128)d.y - c.y;
    i128 wx = (i128)c.x - a.x, wy = (i128)c.y - a.y;
    i128 det = qx * ry - rx * qy;

    if (det == 0) /* parallel, or a point: then an end of one lies on the other */
        return ref_on(a, c, d) || ref_on(b, c, d) || ref_on(c, a, b) || ref_on(d, a, b);
    i128 s = qx * wy - wx * qy, t = rx * wy - wx * ry;
    if (det < 0)
        det = -det, s = -s, t = -t;
    return s >= 0 && s <= det && t >= 0 && t <= det;
}

/* Distance squared of p from a-b as num / den, by Pythagoras. */
struct ref_gap2 {
    i128 num, den;
};

static struct ref_gap2 ref_segment_gap2(struct st_point p, struct st_point a, struct st_point b)
{
    i128 dx = (i128)b.x - a.x, dy = (i128)b.y - a.y, px = (i128)p.x - a.x, py = (i128)p.y - a.y;
    i128 t = dx * px + dy * py, l = dx * dx + dy * dy, ap = px * px + py * py;

    if (t <= 0 || l == 0)
        return (struct ref_gap2){ ap, 1 };
    if (t > l)
        return (struct ref_gap2){ ap - 2 * t + l, 1 };
    return (struct ref_gap2){ ap * l - t * t, l };
}

/* x.num * y.den against y.num * x.den, in 256 bits. */
struct wide {
    uint64_t limb[4]; /* lowest first */
};

static struct wide wide_product(st_u128 a, st_u128 b)
{
    const uint64_t x[2] = { (uint64_t)a, (uint64_t)(a >> 64) };
    const uint64_t y[2] = { (uint64_t)b, (uint64_t)(b >> 64) };
    struct wide w = { { 0 } };

    for (int i = 0; i < 2; i++) {
        uint64_t carry = 0;

        for (int j = 0; j < 2; j++) {
            st_u128 sum = (st_u128)x[i] * y[j] + w.limb[i + j] + carry;

            w.limb[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        w.limb[i + 2] += carry;
    }
    return w;
}

static int ref_gap2_cmp(struct ref_gap2 x, struct ref_gap2 y)
{
    struct wide l = wide_product((st_u128)x.num, (st_u128)y.den);
    struct wide r = wide_product((st_u128)y.num, (st_u128)x.den);

    for (int i = 3; i >= 0; i--)
        if (l.limb[i] != r.limb[i])
            return l.limb[i] < r.limb[i] ? -1 : 1;
    return 0;
}

static struct ref_gap2 ref_segments_gap2(struct st_point a, struct st_point b, struct st_point c,
                                         struct st_point d)
{
    struct ref_gap2 best = ref_segment_gap2(a, c, d);
    const struct ref_gap2 more[3] = { ref_segment_gap2(b, c, d), ref_segment_gap2(c, a, b),
                                      ref_segment_gap2(d, a, b) };

    if (ref_cross(a, b, c, d))
        return (struct ref_gap2){ 0, 1 };
    for (int i = 0; i < 3; i++)
        if (ref_gap2_cmp(more[i], best) < 0)
            best = more[i];
    return best;
}

/* Even-odd with a ray that runs north, a hair east of p, and meets the edges at fractions. */
static bool ref_inside(const struct st_point *poly, int n, struct st_point p)
{
    int above = 0;

    for (int i = 0; i < n; i++) {
        struct st_point a = poly[i], b = poly[(i + n - 1) % n];

        if (ref_on(p, a, b))
            return true;
        if (a.x > b.x) {
            struct st_point swap = a;

            a = b, b = swap;
        }
        if (a.x <= p.x && p.x < b.x) {
            /* height of the edge at p.x, times b.x - a.x */
            i128 w = (i128)b.x - a.x, height = a.y * w + ((i128)b.y - a.y) * ((i128)p.x - a.x);

            above += height > p.y * w;
        }
    }
    return above % 2 == 1;
}

/* Edges that are not neighbours have no point in common, neighbours only their joint. */
static bool ref_simple(const struct st_point *poly, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            struct st_point a = poly[i], b = poly[(i + 1) % n], c = poly[j], d = poly[(j + 1) % n];

            if (i == j) {
                if (a.x == b.x && a.y == b.y)
                    return false;
            } else if ((i + 1) % n == j) {
                if (ref_on(a, c, d) || ref_on(d, a, b))
                    return false;
            } else if ((j + 1) % n != i && ref_cross(a, b, c, d)) {
                return false;
            }
        }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct st_point *p = a, *q = b;

    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

static i128 ref_turn(struct st_point a, struct st_point b, struct st_point c)
{
    return ((i128)b.x - a.x) * ((i128)c.y - b.y) - ((i128)b.y - a.y) * ((i128)c.x - b.x);
}

/* Interiors meet if the differences of their points surround the origin: the origin lies
 * strictly inside the hull of all sixteen. A hull without area has no inside. */
static bool ref_blocked(const struct st_point corridor[4], const struct st_box *b)
{
    struct st_point corner[4], diff[16], hull[34];
    int n = 0;

    ref_corners(corner, b);
    for (int i = 0; i < 16; i++)
        diff[i] = P(corner[i / 4].x - corridor[i % 4].x, corner[i / 4].y - corridor[i % 4].y);
    qsort(diff, 16, sizeof *diff, by_place);
    for (int pass = 0; pass < 2; pass++) { /* the hull, anticlockwise: below, then above */
        int start = n;

        for (int i = 0; i < 16; i++) {
            struct st_point p = diff[pass ? 15 - i : i];

            while (n >= start + 2 && ref_turn(hull[n - 2], hull[n - 1], p) <= 0)
                n--;
            hull[n++] = p;
        }
        n--; /* the last point begins the other half */
    }
    if (n < 3)
        return false;
    for (int i = 0; i < n; i++)
        if (ref_turn(hull[i], hull[(i + 1) % n], P(0, 0)) <= 0)
            return false;
    return true;
}

/* ---- words for the examples ---------------------------------------------------------- */

static struct st_pose pose_mm(int x, int y, int facing)
{
    return (struct st_pose){ .at = MM(x, y), .facing = (int16_t)facing };
}

/* A base of guerre: 40 mm wide, the pose in the middle of its front edge. */
static struct st_box base(struct st_pose p, int depth_mm)
{
    return (struct st_box){ p, -20000, 20000, -depth_mm * ST_MM, 0 };
}

static struct st_box base_mm(int x, int y, int facing, int depth_mm)
{
    return base(pose_mm(x, y, facing), depth_mm);
}

static void assert_point(struct st_point p, int32_t x, int32_t y)
{
    if (p.x != x || p.y != y)
        fail_msg("point (%d, %d), expected (%d, %d)", p.x, p.y, x, y);
}

static void assert_pose(struct st_pose p, int32_t x, int32_t y, int facing)
{
    if (p.at.x != x || p.at.y != y || p.facing != facing || p.spare != 0)
        fail_msg("pose (%d, %d, %d), expected (%d, %d, %d)", p.at.x, p.at.y, p.facing, x, y,
                 facing);
}

static struct st_pose march(struct st_pose p, int mm)
{
    return st_pose_at(p, 0, mm * ST_MM, 0);
}

static struct st_pose wheel_left(struct st_pose p, int quarters)
{
    return st_pose_wheel(p, st_pose_out(p, -20000, 0), -quarters);
}

/* A man on foot, and a rider facing one of the sixteen directions, of skirmish. */
static struct st_capsule foot(int x, int y)
{
    return st_capsule_at(pose_mm(x, y, 0), 0, 10000);
}

static int heading_of(int facing16)
{
    return st_heading(1800 - 90 * facing16);
}

static struct st_capsule rider(int x, int y, int facing16)
{
    return st_capsule_at(pose_mm(x, y, heading_of(facing16)), 12500, 12500);
}

static bool overlap(struct st_capsule p, struct st_capsule q)
{
    return st_capsule_cmp(&p, &q, 0) < 0;
}

static bool contact(struct st_capsule p, struct st_capsule q)
{
    return !overlap(p, q) && st_capsule_cmp(&p, &q, ST_MM) <= 0;
}

/* Edge distance in um, rounded down. */
static int64_t edge_um(struct st_capsule p, struct st_capsule q)
{
    struct st_frac gap2 = st_segments_gap2(p.a, p.b, q.a, q.b);

    return (int64_t)st_root((uint64_t)(gap2.num / gap2.den)) - p.radius - q.radius;
}

/* ---- numbers ------------------------------------------------------------------------- */

static void test_plane__sines_are_the_nearest_to_the_true_ones(void **state)
{
    for (int q = -2 * ST_TURN; q <= 2 * ST_TURN; q++) {
        assert_int_equal(st_sin(q), ref_sin(q));
        assert_int_equal(st_cos(q), ref_cos(q));
    }
    assert_int_equal(st_sin(120), 1 << 29);
    assert_int_equal(st_sin(90), 410903207); /* skirmish 5.1.8 */
    assert_int_equal(st_sin(180), 759250125);
    assert_int_equal(st_sin(270), 992008094);
    assert_int_equal(st_sin(360), 1073741824);
}

static void test_plane__headings_stay_in_one_turn(void **state)
{
    assert_int_equal(st_heading(0), 0);
    assert_int_equal(st_heading(1440), 0);
    assert_int_equal(st_heading(-1), 1439);
    assert_int_equal(st_heading(-1440), 0);
    assert_int_equal(st_heading(INT32_MAX), INT32_MAX % 1440);
    assert_int_equal(st_heading(INT32_MIN), INT32_MIN % 1440 + 1440);
    assert_int_equal(st_cos(INT32_MAX), ref_cos(INT32_MAX % 1440));
    assert_pose(st_pose_at(pose_mm(0, 0, 1439), 0, 0, INT32_MAX), 0, 0,
                (1439 + INT32_MAX % 1440) % 1440);
}

static void test_plane__halves_go_up_or_away_from_zero_as_the_rules_say(void **state)
{
    const int64_t half = INT64_C(1) << 29;

    assert_int_equal(st_round30(half), 1);
    assert_int_equal(st_round30(half - 1), 0);
    assert_int_equal(st_round30(-half), 0);
    assert_int_equal(st_round30(-half - 1), -1);
    assert_int_equal(st_round30(-3 * half), -1);
    assert_int_equal(st_round_div(5, 2), 3);
    assert_int_equal(st_round_div(-5, 2), -3);
    assert_int_equal(st_round_div(-1, 2), -1);
    assert_int_equal(st_round_div(1, 3), 0);
    assert_int_equal(st_round_div(-2, 3), -1);
    assert_int_equal(st_round_div(0, 7), 0);
    assert_point(st_point_to_mm(P(1500, -1500)), 2, -2);
    assert_point(st_point_to_mm(P(1499, -1499)), 1, -1);
}

static void test_plane__rounding_equals_the_reference(void **state)
{
    struct dice d = { .stream = 1 };

    for (int i = figures(200000); i > 0; i--) {
        int shift = between(&d, 2, 62);
        int64_t n = (int64_t)(words(&d) >> shift), den = (int64_t)(words(&d) >> shift) + 1;

        if (word(&d) & 1)
            n = -n;
        if (word(&d) & 1)
            n = den % 2 ? n : (n / den) * (den / 2); /* often a half */
        i128 away = ref_floor(2 * (i128)(n < 0 ? -n : n) + den, 2 * (i128)den);
        int64_t got = st_round_div(n, den);
        if (got != (n < 0 ? -away : away))
            fail_msg("%lld / %lld: %lld", (long long)n, (long long)den, (long long)got);
        if (st_round30(n) != ref_floor(n + ((i128)1 << 29), (i128)1 << 30))
            fail_msg("%lld / 2^30: %lld", (long long)n, (long long)st_round30(n));
    }
}

static void test_plane__roots_enclose_their_square(void **state)
{
    struct dice d = { .stream = 2 };

    for (int i = figures(200000); i > 0; i--) {
        uint64_t n = words(&d) >> between(&d, 0, 63);

        if (word(&d) % 4 == 0) {
            uint64_t side = words(&d) >> between(&d, 32, 63);

            n = side * side + (uint64_t)between(&d, -1, 1);
        }
        st_u128 down = st_root(n), up = st_root_up(n);
        if (down * down > n || (down + 1) * (down + 1) <= n)
            fail_msg("root of %llu", (unsigned long long)n);
        if (up * up < n || (up > 0 && (up - 1) * (up - 1) >= n))
            fail_msg("root of %llu, upwards", (unsigned long long)n);
    }
    assert_int_equal(st_root(UINT64_MAX), UINT32_MAX);
    assert_int_equal(st_root_up(UINT64_MAX), (uint64_t)UINT32_MAX + 1);
}

/* ---- guerre, worked examples --------------------------------------------------------- */

static void test_plane__guerre_e1_corners(void **state)
{
    struct st_box pikes = base_mm(450, 300, 120, 15);
    struct st_point corner[4];

    st_box_corners(corner, &pikes);
    assert_point(corner[0], 432679, 310000);
    assert_point(corner[1], 467321, 290000);
    assert_point(corner[2], 459821, 277010);
    assert_point(corner[3], 425179, 297010);
    assert_point(st_box_centre(&pikes), 446250, 293505);
}

static void test_plane__guerre_e2_wheel(void **state)
{
    struct st_pose horse = pose_mm(450, 300, 0);

    assert_point(st_pose_out(horse, -20000, 0), 430000, 300000);
    assert_pose(wheel_left(horse, 90), 448478, 307654, 1350);
}

/* What 5.1.8 finds along u and v of a's frame. */
static void overlaps_along(int32_t out[2], const struct st_box *a, const struct st_box *b)
{
    struct st_box in = st_box_around(b, a->pose);

    out[0] = a->right - in.left < in.right - a->left ? a->right - in.left : in.right - a->left;
    out[1] = a->front - in.back < in.front - a->back ? a->front - in.back : in.front - a->back;
}

static void test_plane__guerre_e3_penetration(void **state)
{
    static const int32_t four[2][4] = { { 40000, 0, 40000, 0 }, { 21231, 2743, 20087, 4482 } };
    struct st_box a = base_mm(450, 300, 0, 15);
    struct st_box b[2] = { base_mm(450, 300, 720, 15), base_mm(470, 299, 700, 15) };

    for (int i = 0; i < 2; i++) {
        int32_t got[4];

        overlaps_along(got, &a, &b[i]);
        overlaps_along(got + 2, &b[i], &a);
        assert_memory_equal(got, four[i], sizeof got);
    }
    assert_int_equal(st_box_depth(&a, &b[0]), 0);
    assert_int_equal(st_box_depth(&a, &b[1]), 2743);
    assert_false(st_box_overlaps(&a, &b[0], 0));
    assert_true(st_box_overlaps(&a, &b[1], 1000));
}

static void test_plane__guerre_e4_group_wheels_and_advances(void **state)
{
    const struct st_pose start[5] = { pose_mm(430, 200, 0), pose_mm(470, 200, 0),
                                      pose_mm(430, 185, 0), pose_mm(470, 185, 0),
                                      pose_mm(510, 200, 0) };
    static const struct st_point end[5] = {
        { 433603, 229183 }, { 472996, 222237 }, { 430999, 214411 },
        { 470391, 207465 }, { 512388, 215291 },
    };
    struct st_point pivot = st_pose_out(start[4], 20000, 0);

    for (int i = 0; i < 5; i++)
        assert_pose(march(st_pose_wheel(start[i], pivot, 40), 12), end[i].x, end[i].y, 40);
}

/* How far ahead and how far aside of x the front midpoint of t lies. */
static struct st_point aim(struct st_pose x, struct st_pose t)
{
    return st_pose_in(x, t.at);
}

static void test_plane__guerre_e7_contact_and_conforming(void **state)
{
    assert_point(aim(pose_mm(387, 200, 0), pose_mm(400, 270, 720)), 13000, 70000);
    assert_point(aim(pose_mm(379, 200, 0), pose_mm(400, 270, 720)), 21000, 70000);

    struct st_pose horse = wheel_left(pose_mm(400, 200, 0), 40);
    assert_int_equal(horse.facing, st_heading(680 + 720));
    struct st_point near = aim(horse, pose_mm(385, 300, 680));
    assert_int_equal((40 * 40 * 355 + 81359) / 81360 + near.y / 1000, 104);
    struct st_point rest = aim(march(horse, near.y / 1000), pose_mm(385, 300, 680));
    assert_true(rest.y >= 0 && rest.y < 1000 && rest.x >= -20000 && rest.x <= 20000);

    struct st_point wide = aim(horse, pose_mm(420, 300, 680));
    assert_int_equal(aim(march(horse, wide.y / 1000), pose_mm(420, 300, 680)).x, 36757);
}

static void test_plane__guerre_e9_flank(void **state)
{
    struct st_box enemy = base_mm(400, 300, 720, 15);
    struct st_pose horse = pose_mm(460, 301, 0);
    /* v* = -20000 of the left flank, since the base is thinner than 40 mm */
    struct st_pose place = st_pose_at(enemy.pose, -20000, -20000, 360);
    struct st_pose turned = wheel_left(horse, 360);

    assert_pose(place, 420000, 320000, 1080);
    assert_int_equal(turned.facing, 1080);
    /* the approach is measured to the middle of the flank, the place lies 12.5 mm aside of it */
    assert_int_equal(st_pose_in(turned, st_pose_out(enemy.pose, -20000, -7500)).y, 20000);
    struct st_point aside = st_pose_in(march(turned, 20), place.at);
    assert_int_equal(aside.y, 0);
    assert_true(aside.x >= -20000 && aside.x <= 20000);

    struct st_box before = base(horse, 20);
    assert_int_equal(st_box_around(&before, enemy.pose).back, -1000);
    before.pose = pose_mm(460, 300, 0);
    assert_int_equal(st_box_around(&before, enemy.pose).back, 0);
    before.pose = pose_mm(460, 270, 0);
    assert_true(st_box_around(&before, enemy.pose).back > -1000);
}

/* 5.6.5 to 5.6.8 (a): 0 legal, or the last digit of the paragraph that no edge passes. */
static int shot(const struct st_pose *edge, const struct st_box *t, int range_mm, int arc_um,
                const struct st_box *others, int n)
{
    const struct st_box line = { *edge, -20000, 20000, 0, 0 };
    const struct st_point end[2] = { st_pose_out(*edge, -20000, 0), st_pose_out(*edge, 20000, 0) };
    struct st_point corner[4];
    int best = 6;

    if (st_box_gap2(&line, t) > (int64_t)range_mm * range_mm * ST_MM * ST_MM)
        return 5;
    st_box_corners(corner, t);
    for (int e = 0; e < 4; e++) {
        struct st_point c[4] = { end[0], end[1], corner[e], corner[(e + 1) % 4] };
        bool seen = true, in_arc = true, free = true;

        for (int i = 0; i < 2; i++) {
            struct st_point from = st_pose_in(t->pose, end[i]), to = st_pose_in(*edge, c[2 + i]);
            const bool outside[4] = { from.y > t->front, from.x > t->right, from.y < t->back,
                                      from.x < t->left };

            seen = seen && outside[e];
            in_arc = in_arc && to.x >= -arc_um && to.x <= arc_um && to.y >= -1000;
        }
        for (int i = 0; i < n; i++) {
            struct st_box small;

            free = free &&
                   !(st_box_shrink(&small, &others[i], 1000) && st_corridor_blocked(c, &small));
        }
        if (seen && in_arc && free)
            return 0;
        if (seen)
            best = !in_arc && best < 7 ? 7 : in_arc ? 8 : best;
    }
    return best;
}

static void test_plane__guerre_e17_legal_targets(void **state)
{
    struct st_pose s = pose_mm(400, 200, 0);
    struct st_box t = base_mm(440, 255, 720, 15);
    const struct st_box light = base_mm(430, 240, 0, 20);
    const struct st_box aside[2] = { base_mm(440, 240, 0, 20), base_mm(440, 200, 0, 20) };

    assert_int_equal(shot(&s, &t, 80, 61000, NULL, 0), 0);
    const struct st_box edge = { s, -20000, 20000, 0, 0 };
    assert_int_equal(st_box_gap2(&edge, &t), INT64_C(55000) * 55000);
    t = base_mm(400, 281, 720, 15);
    assert_int_equal(shot(&s, &t, 80, 61000, NULL, 0), 5);
    t = base_mm(400, 280, 720, 15);
    assert_int_equal(shot(&s, &t, 80, 61000, NULL, 0), 0);
    assert_int_equal(shot(&s, &t, 80, 61000, &light, 1), 8);
    assert_int_equal(shot(&s, &t, 80, 61000, aside, 2), 0);

    struct st_pose rear = st_pose_at(s, 0, -20000, 720);
    t = base_mm(400, 145, 0, 20);
    assert_int_equal(shot(&s, &t, 40, 61000, NULL, 0), 5);
    assert_int_equal(shot(&rear, &t, 40, 61000, NULL, 0), 0);
    const struct st_box rear_edge = { rear, -20000, 20000, 0, 0 };
    assert_int_equal(st_box_gap2(&rear_edge, &t), INT64_C(35000) * 35000);
    t = base_mm(500, 240, 720, 15);
    assert_int_equal(shot(&s, &t, 80, 61000, NULL, 0), 7);
}

static void test_plane__guerre_e16_sight_for_command(void **state)
{
    struct st_box chief = base_mm(450, 100, 0, 20), far = base_mm(450, 415, 0, 15);
    struct st_box horse = base_mm(450, 200, 0, 20);
    const struct st_box wood = { pose_mm(450, 300, 0), -60000, 60000, -40000, 40000 };
    struct st_point a = st_box_centre(&chief), b = st_box_centre(&far), c = st_box_centre(&horse);
    struct st_box core;

    assert_int_equal(st_box_gap2(&chief, &far), INT64_C(300000) * 300000);
    far.pose = pose_mm(450, 416, 0);
    assert_int_equal(st_box_gap2(&chief, &far), INT64_C(301000) * 301000);
    assert_true(st_box_shrink(&core, &wood, 20000));
    assert_int_equal(core.right, 40000);
    assert_int_equal(core.front, 20000);
    assert_true(st_corridor_blocked((struct st_point[4]){ a, a, b, b }, &core));
    assert_false(st_corridor_blocked((struct st_point[4]){ a, a, c, c }, &core));
    assert_false(st_box_shrink(&core, &core, 20000)); /* 40 mm deep: no core */
}

static void test_plane__guerre_e31_clipped_friend_swings(void **state)
{
    struct st_box beaten = base_mm(400, 320, 720, 15), f = base_mm(430, 320, 720, 15);
    struct st_point corner[4], pivot, centre = st_box_centre(&beaten);
    int64_t farthest = -1;

    /* 10 mm of the friend lie behind the recoiler */
    struct st_box over = st_box_around(&f, beaten.pose);
    assert_int_equal(over.right, -10000);
    st_box_corners(corner, &f);
    for (int i = 0; i < 4; i++)
        if (st_gap2(corner[i], centre) > farthest) {
            farthest = st_gap2(corner[i], centre);
            pivot = corner[i];
        }
    int sense = 0;
    int64_t best = INT64_MIN; /* back is north here */
    for (int s = 1; s >= -1; s -= 2) {
        struct st_box turned = f;

        turned.pose = st_pose_wheel(f.pose, pivot, 4 * s);
        if (st_box_centre(&turned).y > best)
            best = st_box_centre(&turned).y, sense = s;
    }
    int q = 0;
    struct st_box turned = f;
    while (st_box_depth(&turned, &beaten) > 100)
        turned.pose = st_pose_wheel(f.pose, pivot, sense * ++q);
    assert_int_equal(sense * q, 106);
    assert_pose(turned.pose, 432101, 328924, 826);
}

static void test_plane__guerre_e32_flight(void **state)
{
    struct st_pose about = st_pose_at(pose_mm(400, 300, 720), 0, -20000, 720);
    struct st_pose away = march(about, 20);
    struct st_box fleer = base(away, 20), pikes = base_mm(400, 400, 720, 15);

    assert_pose(about, 400000, 320000, 0);
    assert_pose(march(away, 200), 400000, 540000, 0);

    /* the course of +45 degrees pivots on the centre and is free all the way */
    struct st_pose course = st_pose_wheel(away, st_box_centre(&fleer), 180);
    assert_pose(march(course, 200), 548492, 478492, 180);
    for (int mm = 0; mm <= 200; mm++) {
        struct st_box step = base(march(course, mm), 20);

        assert_false(st_box_overlaps(&step, &pikes, 1000));
        assert_true(st_box_on(&step, 900000, 600000));
    }
    /* 22.5 degrees is not */
    course = st_pose_wheel(away, st_box_centre(&fleer), 90);
    struct st_box end = base(march(course, 80), 20);
    assert_true(st_box_overlaps(&end, &pikes, 1000));

    struct st_box gone = base(march(pose_mm(500, 500, 0), 101), 20);
    assert_false(st_box_on(&gone, 900000, 600000));
}

/* ---- skirmish, worked examples ------------------------------------------------------- */

static void test_plane__skirmish_e1_contact(void **state)
{
    struct st_capsule man = foot(500, 500);

    assert_int_equal(
        st_capsule_cmp(&man, &(struct st_capsule){ MM(520, 500), MM(520, 500), 10000 }, 0), 0);
    assert_true(contact(man, foot(520, 500)));
    assert_true(contact(man, foot(521, 500)));
    assert_int_equal(edge_um(man, foot(521, 500)), 1000);
    assert_false(contact(man, foot(522, 500)));
    assert_int_equal(st_gap2(MM(500, 500), MM(514, 514)), 392000000);
    assert_true(overlap(man, foot(514, 514)));
    assert_int_equal(st_gap2(MM(500, 500), MM(515, 514)), 421000000);
    assert_true(contact(man, foot(515, 514)));
    assert_false(contact(man, foot(515, 515)));
    assert_false(overlap(man, foot(515, 515)));
}

static void test_plane__skirmish_e2_rider(void **state)
{
    struct st_capsule horse = rider(700, 700, 0);

    assert_point(horse.a, 687500, 700000);
    assert_point(horse.b, 712500, 700000);
    assert_true(contact(horse, foot(735, 700)));
    assert_int_equal(edge_um(horse, foot(735, 700)), 0);
    assert_false(contact(horse, foot(737, 700)));
    assert_int_equal(edge_um(horse, foot(737, 700)), 2000);
    assert_true(overlap(horse, foot(700, 722)));
    assert_true(contact(horse, foot(700, 723)));
    assert_int_equal(edge_um(horse, foot(700, 723)), 500);
    horse = rider(700, 700, 1);
    assert_point(horse.a, 688452, 695216);
    assert_point(horse.b, 711548, 704784);
}

static void test_plane__skirmish_facings_have_the_printed_half_spines(void **state)
{
    static const int32_t half[16][2] = {
        { 12500, 0 },  { 11548, 4784 },   { 8839, 8839 },   { 4784, 11548 },
        { 0, 12500 },  { -4784, 11548 },  { -8839, 8839 },  { -11548, 4784 },
        { -12500, 0 }, { -11548, -4784 }, { -8839, -8839 }, { -4784, -11548 },
        { 0, -12500 }, { 4784, -11548 },  { 8839, -8839 },  { 11548, -4784 },
    };

    for (int f = 0; f < 16; f++) {
        struct st_capsule c = rider(0, 0, f);

        assert_point(c.b, half[f][0], half[f][1]);
        assert_point(c.a, -half[f][0], -half[f][1]);
    }
}

static void test_plane__a_spine_reaches_as_far_behind_as_ahead(void **state)
{
    struct st_pose p = pose_mm(0, 0, 120);
    struct st_capsule c = st_capsule_at(p, 12501, 12500);

    assert_point(c.b, 6251, 10826); /* 6250.5 eastwards, rounded up */
    assert_point(c.a, -6251, -10826);
    assert_point(st_pose_out(p, 0, -12501), -6250, -10826);
}

static void test_plane__skirmish_e3_step_lengths(void **state)
{
    assert_int_equal(st_length_up(P(0, 0), P(120, 160)), 200);
    assert_int_equal(st_length_up(P(0, 0), P(121, 160)), 201);
    assert_int_equal(st_length_up(P(0, 0), P(100, 100)), 142);
    assert_int_equal(st_length_up(P(0, 0), P(60, 45)), 75);
    assert_int_equal(st_length_up(P(0, 0), P(61, 45)), 76);
    assert_int_equal(st_length_up(P(61, 45), P(0, 0)), 76);
    assert_int_equal(st_length_up(P(7, 7), P(7, 7)), 0);
}

static void test_plane__skirmish_e4_a_limit_belongs_to_the_nearer_band(void **state)
{
    static const int limit_mm[5] = { 100, 200, 200, 400, 600 };

    for (int i = 0; i < 5; i++) {
        struct st_capsule a = foot(0, 0), at = foot(limit_mm[i] + 20, 0);
        struct st_capsule beyond = foot(limit_mm[i] + 21, 0);

        assert_int_equal(st_capsule_cmp(&a, &at, limit_mm[i] * ST_MM), 0);
        assert_int_equal(st_capsule_cmp(&a, &beyond, limit_mm[i] * ST_MM), 1);
    }
}

static void test_plane__skirmish_e5_contact_across_a_wall(void **state)
{
    struct st_capsule defender = foot(688, 690), attacker = foot(711, 690);

    assert_int_equal(edge_um(defender, attacker), 3000);
    assert_false(contact(defender, attacker));
    assert_true(st_capsule_cmp(&defender, &attacker, 10000) <= 0);
    assert_true(st_segments_cross(defender.a, attacker.a, MM(700, 640), MM(700, 900)));
    assert_false(st_segments_cross(defender.a, attacker.a, MM(700, 691), MM(700, 900)));
}

static void test_plane__skirmish_e6_track_points(void **state)
{
    static const struct st_point way[3] = { { 100, 100 }, { 190, 100 }, { 190, 150 } };
    static const struct st_point track[7] = {
        { 120, 100 }, { 140, 100 }, { 160, 100 }, { 180, 100 },
        { 190, 100 }, { 190, 120 }, { 190, 140 },
    };
    int n = 0;

    for (int i = 0; i < 2; i++) {
        int32_t len = st_length_up(way[i], way[i + 1]);

        for (int32_t k = 20; k < len; k += 20, n++) {
            struct st_point p = st_along(way[i], way[i + 1], k, len);

            assert_point(p, track[n].x, track[n].y);
        }
        if (i == 0)
            assert_point(way[1], track[n].x, track[n].y), n++;
    }
    assert_int_equal(n, 7);
}

static const struct st_point north_wood[4] = {
    { 150000, 480000 }, { 520000, 470000 }, { 560000, 700000 }, { 120000, 720000 }
};

/* Samples of a line in the north wood, not counting the first few. */
static int in_wood(struct st_point from, struct st_point to, int skip)
{
    int32_t n = st_length_up(st_point_to_mm(from), st_point_to_mm(to));
    int inside = 0;

    for (int32_t k = skip; k < n; k++)
        inside += st_inside(north_wood, 4, st_segment_sample(from, to, k, n));
    return inside;
}

static void test_plane__skirmish_e7_e8_e9_samples_in_a_wood(void **state)
{
    assert_int_equal(in_wood(MM(300, 400), MM(300, 520), 0), 44);
    assert_int_equal(in_wood(MM(300, 400), MM(300, 520), 20), 44);
    assert_int_equal(in_wood(MM(300, 400), MM(300, 540), 20), 64);
    assert_int_equal(in_wood(MM(300, 400), MM(300, 560), 0), 84);
    assert_int_equal(in_wood(MM(300, 400), MM(300, 580), 0), 104);
    assert_int_equal(in_wood(MM(300, 490), MM(300, 400), 20), 0);
    assert_int_equal(in_wood(MM(300, 500), MM(300, 400), 20), 4);
    assert_true(st_polygon_simple(north_wood, 4));
    assert_point(st_segment_sample(MM(0, 0), MM(3, -3), 0, 3), 500, -500);
    assert_point(st_segment_sample(P(0, 0), P(1, -1), 0, 1), 1, -1);
}

static void test_plane__skirmish_edges_of_e11_e18_e21(void **state)
{
    assert_int_equal(edge_um(foot(624, 763), foot(820, 760)), 176022);
    assert_int_equal(edge_um(foot(540, 400), foot(640, 462)), 97660);
    assert_true(st_capsule_cmp(&(struct st_capsule){ MM(520, 400), MM(520, 400), 10000 },
                               &(struct st_capsule){ MM(640, 462), MM(640, 462), 10000 },
                               100 * ST_MM) > 0);
    assert_int_equal(edge_um(foot(690, 462), foot(500, 400)), 179859);
    assert_int_equal(edge_um(foot(640, 462), foot(460, 440)), 161339);
    assert_int_equal(edge_um(foot(740, 462), foot(500, 400)), 227879);
    /* E10: pressed against the bank, 12 mm and 20 */
    struct st_capsule bank = { MM(580, 450), MM(800, 450), 0 }, guard = foot(690, 462);
    assert_int_equal(st_capsule_cmp(&guard, &bank, 2000), 0);
    assert_true(st_capsule_cmp(&guard, &bank, 10000) <= 0);
}

static void test_plane__skirmish_e12_figures_in_the_way(void **state)
{
    struct st_capsule line = { MM(100, 100), MM(300, 100), 0 };

    assert_true(overlap(line, foot(200, 109)));
    assert_false(overlap(line, foot(200, 110)));
}

static struct st_point slot(struct st_point anchor, int facing16, int rank, int file)
{
    struct st_pose p = { .at = anchor, .facing = (int16_t)heading_of(facing16) };

    return st_point_to_mm(st_pose_out(p, 22000 * file, -22000 * rank));
}

static void test_plane__skirmish_e19_wheel_in_close_order(void **state)
{
    static const struct st_point left[4] = {
        { 600, 300 }, { 620, 308 }, { 641, 317 }, { 661, 325 }
    };

    for (int j = 0; j < 4; j++) {
        struct st_point north = slot(MM(600, 300), 4, 0, j), west = slot(MM(600, 300), 5, 0, j);

        assert_point(north, 600 + 22 * j, 300);
        assert_point(west, left[j].x, left[j].y);
    }
    assert_point(slot(MM(666, 300), 3, 0, -3), 605, 325);
}

/* 5.9.12 in mm; c and s times 10000. */
static struct st_point driven(struct st_point striker, struct st_point p, int dist, int c, int s)
{
    int64_t dx = p.x - striker.x, dy = p.y - striker.y;
    int64_t len = (int64_t)st_root((uint64_t)(10000 * (dx * dx + dy * dy)));

    return P(p.x + (int32_t)st_round_div((dx * c - dy * s) * dist, 100 * len),
             p.y + (int32_t)st_round_div((dx * s + dy * c) * dist, 100 * len));
}

static void test_plane__skirmish_e35_recoil_places(void **state)
{
    static const int turn[5][2] = {
        { 10000, 0 }, { 9239, 3827 }, { 9239, -3827 }, { 7071, 7071 }, { 7071, -7071 }
    };
    static const struct st_point slant[5] = {
        { 524, 532 }, { 517, 535 }, { 529, 526 }, { 509, 536 }, { 532, 519 }
    };
    static const struct st_point east[5] = {
        { 540, 500 }, { 538, 508 }, { 538, 492 }, { 534, 514 }, { 534, 486 }
    };
    struct st_capsule wall = { MM(532, 400), MM(532, 600), 0 };

    for (int i = 0; i < 5; i++) {
        struct st_point p = driven(P(500, 500), P(512, 516), 20, turn[i][0], turn[i][1]);
        struct st_point q = driven(P(500, 500), P(520, 500), 20, turn[i][0], turn[i][1]);

        assert_point(p, slant[i].x, slant[i].y);
        assert_point(q, east[i].x, east[i].y);
        assert_true(overlap(foot(q.x, q.y), foot(545, 500)));
        assert_true(st_segments_cross(MM(520, 500), MM(q.x, q.y), wall.a, wall.b) ||
                    overlap(foot(q.x, q.y), wall));
    }
}

/* ---- poses --------------------------------------------------------------------------- */

static void test_plane__out_and_in_equal_the_reference(void **state)
{
    struct dice d = { .stream = 3 };

    for (int i = figures(300000); i > 0; i--) {
        int32_t span = some_span(&d);
        struct st_pose p = some_pose(&d, span);
        struct st_point at = some_point(&d, span);
        struct st_point out = st_pose_out(p, at.x, at.y), in = st_pose_in(p, at);
        struct st_point want_out = ref_out(p, at.x, at.y), want_in = ref_in(p, at);
        long double s = true_sin(p.facing), c = true_sin(p.facing + 360);

        if (!st_same_point(out, want_out) || !st_same_point(in, want_in))
            fail_msg("(%d, %d) in (%d, %d, %d)", at.x, at.y, p.at.x, p.at.y, p.facing);
        /* half a micrometre of rounding, and what the table is off at 8 m */
        if (fabsl(p.at.x + at.x * c + at.y * s - out.x) > 0.51L ||
            fabsl(p.at.y + at.y * c - at.x * s - out.y) > 0.51L)
            fail_msg("out (%d, %d) of (%d, %d, %d)", at.x, at.y, p.at.x, p.at.y, p.facing);
    }
}

static void test_plane__in_undoes_out_to_a_micrometre(void **state)
{
    struct dice d = { .stream = 4 };

    for (int i = figures(200000); i > 0; i--) {
        struct st_pose p = some_pose(&d, 1000000);
        struct st_point local = some_point(&d, 1000000);
        struct st_point back = st_pose_in(p, st_pose_out(p, local.x, local.y));

        if (abs(back.x - local.x) > 1 || abs(back.y - local.y) > 1)
            fail_msg("(%d, %d) comes back as (%d, %d)", local.x, local.y, back.x, back.y);
    }
}

static void test_plane__wheel_keeps_the_pivot(void **state)
{
    struct dice d = { .stream = 5 };

    for (int i = figures(100000); i > 0; i--) {
        struct st_pose p = some_pose(&d, 1000000);
        int q = between(&d, -360, 360);
        struct st_pose turned = st_pose_wheel(p, p.at, q);

        assert_pose(turned, p.at.x, p.at.y, st_heading(p.facing + q));
        /* a corner as pivot: the corner of the turned base lies there again */
        struct st_point pivot = st_pose_out(p, -20000, 0);
        turned = st_pose_wheel(p, pivot, q);
        struct st_point corner = st_pose_out(turned, -20000, 0);
        if (abs(corner.x - pivot.x) > 1 || abs(corner.y - pivot.y) > 1)
            fail_msg("pivot (%d, %d) goes to (%d, %d)", pivot.x, pivot.y, corner.x, corner.y);
    }
}

/* Four roundings: most wheels come back exactly, a few in a thousand 2 um off, none farther. */
static void test_plane__wheel_there_and_back_is_two_micrometres_off_at_most(void **state)
{
    struct dice d = { .stream = 6 };
    int total = figures(300000), off[3] = { 0 };

    for (int i = total; i > 0; i--) {
        int32_t span = between(&d, 0, 1) ? 80000 : 600000;
        struct st_pose p = some_pose(&d, span);
        struct st_point pivot = some_point(&d, span);
        int q = between(&d, -360, 360);
        struct st_pose back = st_pose_wheel(st_pose_wheel(p, pivot, q), pivot, -q);
        int dx = abs(back.at.x - p.at.x), dy = abs(back.at.y - p.at.y);

        if (dx > 2 || dy > 2 || back.facing != p.facing)
            fail_msg("(%d, %d, %d) about (%d, %d) by %d: off by (%d, %d)", p.at.x, p.at.y, p.facing,
                     pivot.x, pivot.y, q, dx, dy);
        off[dx > dy ? dx : dy]++;
    }
    assert_true(off[0] > total / 2 && off[2] < total / 200);
}

static void test_plane__wheel_equals_the_reference(void **state)
{
    struct dice d = { .stream = 7 };

    for (int i = figures(200000); i > 0; i--) {
        int32_t span = some_span(&d);
        struct st_pose p = some_pose(&d, span), frame = p;
        int q = between(&d, -1440, 1440);

        frame.at = some_point(&d, span);
        struct st_point local = ref_in(frame, p.at);
        struct st_pose got = st_pose_wheel(p, frame.at, q);
        frame.facing = (int16_t)((frame.facing + q + 1440) % 1440);
        struct st_point want = ref_out(frame, local.x, local.y);
        assert_pose(got, want.x, want.y, frame.facing);
        /* rigid: the way to the pivot is as long as before */
        if (fabsl(sqrtl((long double)st_gap2(p.at, frame.at)) -
                  hypotl((long double)got.at.x - frame.at.x, (long double)got.at.y - frame.at.y)) >
            1.5L)
            fail_msg("(%d, %d) by %d about (%d, %d)", p.at.x, p.at.y, q, frame.at.x, frame.at.y);
    }
}

/* ---- boxes --------------------------------------------------------------------------- */

/* Two boxes near each other; often edge to edge, or at a chosen small distance. */
static void some_pair(struct dice *d, struct st_box *a, struct st_box *b)
{
    *a = some_box(d, 900000);
    *b = some_box(d, 0);
    if (between(d, 0, 2) > 0) {
        int32_t u = between(d, a->left - 200000, a->right + 200000);

        b->pose.at = st_pose_out(a->pose, u, between(d, a->back - 200000, a->front + 200000));
    } else {
        int32_t push = between(d, -1100, 1100);
        struct st_pose face =
            st_pose_at(a->pose, between(d, a->left, a->right), a->front - b->back - push, 0);

        b->pose = face;
    }
}

static void test_plane__penetration_is_symmetric_and_equals_the_reference(void **state)
{
    struct dice d = { .stream = 8 };

    for (int i = figures(300000); i > 0; i--) {
        struct st_box a, b;

        some_pair(&d, &a, &b);
        int32_t depth = st_box_depth(&a, &b), want = ref_depth(&a, &b);
        if (depth != want || depth != st_box_depth(&b, &a))
            fail_msg("depth %d, expected %d", depth, want);
        int32_t um = between(&d, 0, 3) ? between(&d, 0, 2) * 500 : want < 0 ? 0 : want;
        if (st_box_overlaps(&a, &b, um) != (want > um) ||
            st_box_overlaps(&b, &a, um) != (want > um))
            fail_msg("depth %d against %d", depth, um);
    }
}

static void test_plane__boxes_anywhere_overlap_as_deep_as_they_are(void **state)
{
    struct dice d = { .stream = 9 };

    for (int i = figures(200000); i > 0; i--) {
        struct st_box a = some_box(&d, 900000), b = some_box(&d, 900000);

        if (st_box_overlaps(&a, &b, 0) != (ref_depth(&a, &b) > 0))
            fail_msg("depth %d", ref_depth(&a, &b));
    }
}

/* Bases in battle lines: headings along the table, or one step beside them. */
static void test_plane__boxes_square_to_the_table_overlap_as_the_reference_says(void **state)
{
    struct dice d = { .stream = 41 };

    for (int i = figures(300000); i > 0; i--) {
        struct st_box a, b;

        some_pair(&d, &a, &b);
        a.pose.facing = (int16_t)(between(&d, 0, 3) * 360);
        b.pose.facing = (int16_t)st_heading(between(&d, 0, 3) * 360 + between(&d, 0, 9) / 9);
        int32_t want = ref_depth(&a, &b);
        if (st_box_depth(&a, &b) != want || st_box_depth(&b, &a) != want)
            fail_msg("headings %d and %d: depth %d, expected %d", a.pose.facing, b.pose.facing,
                     st_box_depth(&a, &b), want);
        int32_t um = between(&d, 0, 3) ? between(&d, 0, 2) * 500 : want < 0 ? 0 : want;
        if (st_box_overlaps(&a, &b, um) != (want > um))
            fail_msg("depth %d against %d", want, um);
    }
}

static void test_plane__box_gap_equals_the_brute_reference(void **state)
{
    struct dice d = { .stream = 10 };

    for (int i = figures(200000); i > 0; i--) {
        struct st_box a, b;

        some_pair(&d, &a, &b);
        int64_t gap2 = st_box_gap2(&a, &b), want = ref_box_gap2(&a, &b);
        if (gap2 != want || gap2 != st_box_gap2(&b, &a))
            fail_msg("gap squared %lld, expected %lld", (long long)gap2, (long long)want);
        long double gap = sqrtl((long double)gap2);
        if (gap2 > 0 && fabsl(gap - real_gap(&a, &b)) > 2.5L)
            fail_msg("gap %Lf, truly %Lf", gap, real_gap(&a, &b));
    }
}

static void test_plane__depth_is_the_true_overlap_of_the_projections(void **state)
{
    struct dice d = { .stream = 11 };

    for (int i = figures(100000); i > 0; i--) {
        struct st_box box[2];
        struct real_point corner[2][4];
        long double least = 1e30L;

        some_pair(&d, &box[0], &box[1]);
        real_corners(corner[0], &box[0]);
        real_corners(corner[1], &box[1]);
        for (int k = 0; k < 4; k++) {
            int q = box[k / 2].pose.facing + 360 * (k % 2);
            long double x = true_sin(q), y = true_sin(q + 360), lo[2], hi[2];

            for (int j = 0; j < 8; j++) {
                long double t = corner[j / 4][j % 4].x * x + corner[j / 4][j % 4].y * y;

                lo[j / 4] = j % 4 ? fminl(lo[j / 4], t) : t;
                hi[j / 4] = j % 4 ? fmaxl(hi[j / 4], t) : t;
            }
            least = fminl(least, fminl(hi[0] - lo[1], hi[1] - lo[0]));
        }
        if (fabsl(least - st_box_depth(&box[0], &box[1])) > 1.5L)
            fail_msg("depth %d, truly %Lf", st_box_depth(&box[0], &box[1]), least);
    }
}

static void test_plane__lines_are_overlapped_when_reached_past_on_both_sides(void **state)
{
    struct st_box line = { pose_mm(400, 250, 0), -80000, 80000, 0, 0 };
    struct st_box b = base_mm(400, 251, 0, 15), across = line;

    assert_int_equal(st_box_depth(&line, &b), 1000);
    assert_false(st_box_overlaps(&line, &b, 1000));
    b.pose = pose_mm(400, 252, 0);
    assert_true(st_box_overlaps(&line, &b, 1000));
    b.pose = pose_mm(400, 264, 0);
    assert_int_equal(st_box_depth(&line, &b), 1000);
    across.pose.facing = 360;
    assert_int_equal(st_box_depth(&line, &across), 80000);
    assert_int_equal(st_box_gap2(&line, &across), 0);
    across.pose = pose_mm(400, 350, 360);
    assert_int_equal(st_box_gap2(&line, &across), INT64_C(20000) * 20000);
    assert_int_equal(st_box_depth(&line, &line), 0);
    assert_int_equal(st_box_gap2(&line, &line), 0);
}

static void test_plane__a_box_holds_its_edge_and_its_corners_decide_the_table(void **state)
{
    struct st_box b = base_mm(20, 15, 0, 15), back;

    assert_true(st_box_on(&b, 40000, 15000));
    assert_false(st_box_on(&b, 39999, 15000));
    assert_false(st_box_on(&b, 40000, 14999));
    b.pose.at.x -= 1;
    assert_false(st_box_on(&b, 40000, 15000));
    b.pose.at.x += 1;
    assert_true(st_box_holds(&b, P(0, 0)));
    assert_true(st_box_holds(&b, P(40000, 15000)));
    assert_false(st_box_holds(&b, P(40001, 15000)));
    assert_false(st_box_holds(&b, P(40000, 15001)));
    assert_false(st_box_holds(&b, P(0, -1)));
    back = st_box_around(&b, b.pose);
    assert_memory_equal(&back, &b, sizeof b);
    assert_true(st_box_shrink(&back, &b, 7499));
    assert_int_equal(back.front - back.back, 2);
    assert_false(st_box_shrink(&back, &b, 7500));
    b.right = -10000;
    assert_true(st_box_shrink(&back, &b, 4999));
    assert_false(st_box_shrink(&back, &b, 5000));
}

/* ---- corridors ----------------------------------------------------------------------- */

static void test_plane__corridor_equals_the_hull_of_differences(void **state)
{
    struct dice d = { .stream = 12 };
    int blocked = 0, total = figures(300000);

    for (int i = total; i > 0; i--) {
        struct st_point c[4];
        struct st_box b;
        int32_t span = 300000;

        if (between(&d, 0, 1)) {
            b = some_box(&d, 100000);
        } else { /* small and square to the table: all kinds of touching */
            span = between(&d, 2, 8);
            b = (struct st_box){ .pose.at = some_point(&d, 3) };
            b.pose.facing = (int16_t)(360 * between(&d, 0, 3));
            b.left = between(&d, -3, 0), b.right = between(&d, 0, 3);
            b.back = between(&d, -3, 0), b.front = between(&d, 0, 3);
        }
        for (int k = 0; k < 4; k++)
            c[k] = some_point(&d, span);
        switch (between(&d, 0, 5)) {
        case 0: /* a segment */
            c[1] = c[0], c[3] = c[2];
            break;
        case 1: /* a triangle */
            c[between(&d, 0, 1)] = c[2];
            break;
        case 2: /* all on one line, perhaps */
            c[2] = P(2 * c[1].x - c[0].x, 2 * c[1].y - c[0].y);
            c[3] = c[between(&d, 0, 2)];
            break;
        default:
            break;
        }
        bool got = st_corridor_blocked(c, &b), want = ref_blocked(c, &b);
        if (got != want)
            fail_msg("corridor (%d, %d) (%d, %d) (%d, %d) (%d, %d): %d", c[0].x, c[0].y, c[1].x,
                     c[1].y, c[2].x, c[2].y, c[3].x, c[3].y, got);
        blocked += got;
    }
    assert_true(blocked > total / 10 && blocked < total - total / 10);
}

static void test_plane__corridor_does_not_depend_on_the_order_of_its_points(void **state)
{
    struct dice d = { .stream = 13 };

    for (int i = figures(50000); i > 0; i--) {
        struct st_point c[4];
        struct st_box b = some_box(&d, 100000);

        for (int k = 0; k < 4; k++)
            c[k] = some_point(&d, 200000);
        bool first = st_corridor_blocked(c, &b);
        int j = between(&d, 1, 3), k = between(&d, 0, j - 1);
        struct st_point swap = c[j];
        c[j] = c[k], c[k] = swap;
        assert_int_equal(st_corridor_blocked(c, &b), first);
    }
}

static void test_plane__corridor_that_only_touches_is_free(void **state)
{
    const struct st_point c[4] = { { 0, 0 }, { 40, 0 }, { 40, 80 }, { 0, 80 } };
    const struct st_point seg[4] = { { 0, 0 }, { 0, 0 }, { 0, 80 }, { 0, 80 } };
    struct st_box b = {
        .pose = { { 50, 40 }, 0, 0 }, .left = -10, .right = 10, .back = -5, .front = 5
    };
    struct st_box crest = { .pose = { { 20, 40 }, 0, 0 }, .left = -100, .right = 100 };

    assert_false(st_corridor_blocked(c, &b)); /* edge on edge */
    b.left = -11;
    assert_true(st_corridor_blocked(c, &b));
    b.pose.at = P(50, 85), b.left = -10;
    assert_false(st_corridor_blocked(c, &b)); /* corner on corner */
    assert_true(st_corridor_blocked(c, &crest));
    assert_true(st_corridor_blocked(seg, &crest));
    crest.pose.at.y = 80; /* the crest runs along the far edge, or meets the end of the segment */
    assert_false(st_corridor_blocked(c, &crest));
    assert_false(st_corridor_blocked(seg, &crest));
    crest.pose = (struct st_pose){ { 0, 40 }, 360, 0 };
    assert_false(st_corridor_blocked(seg, &crest)); /* one along the other */
    crest.left = crest.right = 0;                   /* a box that is a point */
    crest.pose.at = P(20, 40);
    assert_true(st_corridor_blocked(c, &crest));
    crest.pose.at = P(0, 40);
    assert_false(st_corridor_blocked(c, &crest));
}

/* ---- segments ------------------------------------------------------------------------ */

static void test_plane__crossing_equals_the_rational_reference(void **state)
{
    struct dice d = { .stream = 14 };
    int crossed = 0, total = figures(500000);

    for (int i = total; i > 0; i--) {
        int32_t span = some_span(&d);
        struct st_point a = some_point(&d, span), b = some_point(&d, span);
        struct st_point c = some_point(&d, span), e = some_point(&d, span);

        if (span > 100 && between(&d, 0, 3) == 0) /* c on a-b, or a hair beside it */
            c = st_along(a, b, between(&d, 0, 8), 8);
        bool got = st_segments_cross(a, b, c, e), want = ref_cross(a, b, c, e);
        if (got != want || got != st_segments_cross(e, c, a, b) ||
            got != st_segments_cross(c, e, b, a))
            fail_msg("(%d, %d)-(%d, %d) and (%d, %d)-(%d, %d): %d", a.x, a.y, b.x, b.y, c.x, c.y,
                     e.x, e.y, got);
        crossed += got;
    }
    assert_true(crossed > total / 20 && crossed < total - total / 20);
}

static void test_plane__touching_and_degenerate_segments(void **state)
{
    assert_true(st_segments_cross(P(0, 0), P(4, 0), P(4, 0), P(9, 0)));  /* end to end */
    assert_false(st_segments_cross(P(0, 0), P(4, 0), P(5, 0), P(9, 0))); /* in line, apart */
    assert_true(st_segments_cross(P(0, 0), P(9, 3), P(3, 1), P(6, 2)));  /* one in the other */
    assert_true(st_segments_cross(P(0, 0), P(4, 0), P(2, 0), P(2, 5)));  /* a T */
    assert_false(st_segments_cross(P(0, 0), P(4, 0), P(2, 1), P(2, 5)));
    assert_false(st_segments_cross(P(0, 0), P(4, 0), P(0, 1), P(4, 1))); /* parallel */
    assert_true(st_segments_cross(P(2, 1), P(2, 1), P(0, 0), P(4, 2)));  /* a point on it */
    assert_false(st_segments_cross(P(2, 2), P(2, 2), P(0, 0), P(4, 2)));
    assert_true(st_segments_cross(P(3, 3), P(3, 3), P(3, 3), P(3, 3)));
    assert_false(st_segments_cross(P(3, 3), P(3, 3), P(3, 4), P(3, 4)));

    assert_int_equal(st_segment_cmp(P(3, 4), P(0, 0), P(0, 0), 5), 0);
    assert_int_equal(st_segment_cmp(P(3, 4), P(0, 0), P(0, 0), 4), 1);
    assert_int_equal(st_segment_cmp(P(5, 0), P(0, 0), P(9, 0), 0), 0);
    assert_int_equal(st_segment_cmp(P(10, 0), P(0, 0), P(9, 0), 0), 1);
    assert_int_equal(st_segment_cmp(P(5, 3), P(0, 0), P(9, 0), 4), -1);
    assert_int_equal(st_segments_cmp(P(0, 0), P(4, 0), P(2, -2), P(2, 5), 0), 0);
    assert_int_equal(st_segments_cmp(P(0, 0), P(4, 0), P(2, -2), P(2, 5), 1), -1);
    assert_int_equal(st_segments_cmp(P(0, 0), P(0, 0), P(3, 4), P(3, 4), 5), 0);
    assert_true(st_within(P(0, 0), P(3, 4), 5));
    assert_false(st_within(P(0, 0), P(3, 4), 4));
    assert_true(st_within_segment(P(0, 5), P(-9, 0), P(9, 0), 5));
    assert_true(st_within(P(-ST_FAR, -ST_FAR), P(ST_FAR, ST_FAR), INT32_MAX));
    assert_int_equal(st_length_up(P(-ST_FAR, -ST_FAR), P(ST_FAR, ST_FAR)), 11313709);
}

/* A radius near the distance, so that all three answers occur. */
static int32_t some_radius(struct dice *d, struct ref_gap2 g)
{
    int32_t root = (int32_t)st_root((uint64_t)(g.num / g.den)) + between(d, -1, 1);

    return root < 0 ? 0 : root;
}

static int ref_radius_cmp(struct ref_gap2 g, int32_t um)
{
    return ref_gap2_cmp(g, (struct ref_gap2){ (i128)um * um, 1 });
}

static void test_plane__point_and_segment_compare_like_the_reference(void **state)
{
    struct dice d = { .stream = 15 };
    int answers[3] = { 0 }, total = figures(400000);

    for (int i = total; i > 0; i--) {
        int32_t span = some_span(&d);
        struct st_point p = some_point(&d, span), a = some_point(&d, span),
                        b = some_point(&d, span);
        struct ref_gap2 g = ref_segment_gap2(p, a, b);
        int32_t um = some_radius(&d, g);
        int got = st_segment_cmp(p, a, b, um), want = ref_radius_cmp(g, um);

        if (got != want || got != st_segment_cmp(p, b, a, um) ||
            st_within_segment(p, a, b, um) != (want <= 0))
            fail_msg("(%d, %d) from (%d, %d)-(%d, %d), %d: %d", p.x, p.y, a.x, a.y, b.x, b.y, um,
                     got);
        struct st_frac f = st_segment_gap2(p, a, b);
        if (ref_gap2_cmp((struct ref_gap2){ (i128)f.num, (i128)f.den }, g) != 0)
            fail_msg("gap of (%d, %d) from (%d, %d)-(%d, %d)", p.x, p.y, a.x, a.y, b.x, b.y);
        answers[got + 1]++;
    }
    for (int k = 0; k < 3; k++)
        assert_true(answers[k] > total / 100);
}

static void test_plane__segments_compare_like_the_reference(void **state)
{
    struct dice d = { .stream = 16 };
    int answers[3] = { 0 }, total = figures(300000);

    for (int i = total; i > 0; i--) {
        int32_t span = some_span(&d);
        struct st_point a = some_point(&d, span), b = some_point(&d, span);
        struct st_point shift = some_point(&d, span);
        struct st_point c = some_point(&d, span / 2), e = some_point(&d, span / 2);

        if (span < ST_FAR) {
            c = P(c.x + shift.x, c.y + shift.y);
            e = P(e.x + shift.x, e.y + shift.y);
        }
        struct ref_gap2 g = ref_segments_gap2(a, b, c, e);
        struct st_frac f = st_segments_gap2(a, b, c, e);
        int32_t um = some_radius(&d, g);
        int got = st_segments_cmp(a, b, c, e, um), want = ref_radius_cmp(g, um);
        if (got != want || got != st_segments_cmp(e, c, a, b, um))
            fail_msg("(%d, %d)-(%d, %d) from (%d, %d)-(%d, %d), %d: %d", a.x, a.y, b.x, b.y, c.x,
                     c.y, e.x, e.y, um, got);
        if (ref_gap2_cmp((struct ref_gap2){ (i128)f.num, (i128)f.den }, g) != 0)
            fail_msg("gap of (%d, %d)-(%d, %d) from (%d, %d)-(%d, %d)", a.x, a.y, b.x, b.y, c.x,
                     c.y, e.x, e.y);
        /* a capsule splits the same distance into two radii and a rest */
        struct st_capsule p = { a, b, um / 3 }, q = { c, e, um / 2 };
        if (st_capsule_cmp(&p, &q, um - um / 3 - um / 2) != want ||
            st_capsule_cmp(&p, &q, -um / 3 - um / 2 - 1) != 1)
            fail_msg("capsules at %d", um);
        answers[got + 1]++;
    }
    for (int k = 0; k < 3; k++)
        assert_true(answers[k] > total / 100);
}

static void test_plane__squares_of_distances_compare_in_more_than_128_bits(void **state)
{
    struct dice d = { .stream = 17 };

    for (int i = figures(200000); i > 0; i--) {
        int32_t span = some_span(&d);
        struct st_point a = some_point(&d, span), b = some_point(&d, span);
        struct st_point p = some_point(&d, span), q = some_point(&d, span);

        if (between(&d, 0, 1)) /* nearly the same distance, often exactly */
            q = P(p.x, p.y + (p.y < span) - (p.y == span));
        if (between(&d, 0, 3) == 0)
            q = p;
        struct st_point c = between(&d, 0, 1) ? a : some_point(&d, span);
        struct ref_gap2 x = ref_segment_gap2(p, a, b), y = ref_segment_gap2(q, c, b);
        int got = st_gap2_cmp(st_segment_gap2(p, a, b), st_segment_gap2(q, c, b));
        if (got != ref_gap2_cmp(x, y))
            fail_msg("(%d, %d) and (%d, %d): %d", p.x, p.y, q.x, q.y, got);
    }
    /* 7/3 and 5/2 differ behind the point, 8/4 and 2/1 not at all */
    assert_int_equal(st_gap2_cmp((struct st_frac){ 7, 3 }, (struct st_frac){ 5, 2 }), -1);
    assert_int_equal(st_gap2_cmp((struct st_frac){ 8, 4 }, (struct st_frac){ 2, 1 }), 0);
}

static void test_plane__a_capsule_on_the_table_has_its_whole_edge_there(void **state)
{
    struct st_capsule man = foot(10, 10), horse = rider(25, 13, 0);

    assert_true(st_capsule_on(&man, 20000, 20000));
    assert_false(st_capsule_on(&man, 19999, 20000));
    assert_true(st_capsule_on(&horse, 50000, 25500));
    assert_false(st_capsule_on(&horse, 49999, 25500));
    assert_false(st_capsule_on(&horse, 50000, 25499));
    horse = rider(24, 13, 0);
    assert_false(st_capsule_on(&horse, 90000, 90000));
}

static void test_plane__points_along_a_way_equal_the_reference(void **state)
{
    struct dice d = { .stream = 18 };

    for (int i = figures(200000); i > 0; i--) {
        int32_t span = some_span(&d), n = between(&d, 1, 3000), k = between(&d, 0, n - 1);
        struct st_point a = some_point(&d, span), b = some_point(&d, span);
        struct st_point got = st_segment_sample(a, b, k, n);
        const int32_t way[2] = { b.x - a.x, b.y - a.y }, gone[2] = { got.x - a.x, got.y - a.y };

        for (int j = 0; j < 2; j++) {
            i128 t = (i128)abs(way[j]) * (2 * k + 1);
            i128 want = ref_floor(t + n, 2 * (i128)n);

            if (gone[j] != (way[j] < 0 ? -want : want))
                fail_msg("sample %d of %d, (%d, %d) to (%d, %d)", k, n, a.x, a.y, b.x, b.y);
        }
        assert_true(st_same_point(st_along(a, b, 0, n), a));
        assert_true(st_same_point(st_along(a, b, n, n), b));
    }
}

/* ---- polygons ------------------------------------------------------------------------ */

static int some_polygon(struct dice *d, struct st_point *out, int32_t span)
{
    int n = between(d, 3, 9);

    for (int i = 0; i < n; i++)
        out[i] = some_point(d, span);
    return n;
}

static void test_plane__inside_equals_the_reference(void **state)
{
    struct dice d = { .stream = 19 };
    int inside = 0, total = figures(400000);

    for (int i = total; i > 0; i--) {
        struct st_point poly[9];
        int32_t span = some_span(&d);
        int n = some_polygon(&d, poly, span), edge = between(&d, 0, n - 1);
        struct st_point p = some_point(&d, span);

        if (between(&d, 0, 3) == 0) /* on an edge, or a hair beside it */
            p = st_along(poly[edge], poly[(edge + 1) % n], between(&d, 0, 16), 16);
        else if (between(&d, 0, 3) == 0) /* level with a vertex */
            p.y = poly[edge].y;
        bool got = st_inside(poly, n, p);
        if (got != ref_inside(poly, n, p))
            fail_msg("(%d, %d) in a polygon of %d: %d", p.x, p.y, n, got);
        inside += got;
    }
    assert_true(inside > total / 10 && inside < total - total / 10);
}

static void test_plane__the_edge_of_a_polygon_is_inside(void **state)
{
    static const struct st_point house[5] = {
        { 0, 0 }, { 1000, 0 }, { 1000, 800 }, { 500, 1200 }, { 0, 800 }
    };
    static const struct st_point hook[6] = { /* not convex: the notch is outside */
                                             { 0, 0 },     { 900, 0 },   { 900, 300 },
                                             { 300, 300 }, { 300, 900 }, { 0, 900 }
    };

    for (int i = 0; i < 5; i++) {
        struct st_point mid = st_along(house[i], house[(i + 1) % 5], 1, 2);

        assert_true(st_inside(house, 5, house[i]));
        assert_true(st_inside(house, 5, mid));
        assert_true(st_inside(house, 5, P(500, 600)));
    }
    assert_false(st_inside(house, 5, P(-1, 800)));
    assert_false(st_inside(house, 5, P(1001, 800)));
    assert_false(st_inside(house, 5, P(500, 1201)));
    assert_false(st_inside(house, 5, P(499, 1200)));
    assert_true(st_inside(hook, 6, P(300, 300)));
    assert_true(st_inside(hook, 6, P(299, 600)));
    assert_false(st_inside(hook, 6, P(301, 301)));
    assert_false(st_inside(hook, 6, P(600, 600)));
}

static void test_plane__simple_equals_the_reference(void **state)
{
    struct dice d = { .stream = 20 };
    int simple = 0, total = figures(200000);

    for (int i = total; i > 0; i--) {
        struct st_point poly[9];
        int32_t span = some_span(&d);
        int n = between(&d, 0, 2) ? between(&d, 3, 5) : 3;

        for (int k = 0; k < n; k++)
            poly[k] = some_point(&d, span);
        if (between(&d, 0, 3) == 0)
            n = some_polygon(&d, poly, span);
        bool got = st_polygon_simple(poly, n);
        if (got != ref_simple(poly, n))
            fail_msg("polygon of %d from (%d, %d): %d", n, poly[0].x, poly[0].y, got);
        simple += got;
    }
    assert_true(simple > total / 10 && simple < total - total / 10);
}

static void test_plane__outlines_that_touch_fold_or_stand_still_are_not_simple(void **state)
{
    const struct st_point bow[4] = { { 0, 0 }, { 9, 9 }, { 9, 0 }, { 0, 9 } };
    const struct st_point pinch[5] = { { 0, 0 }, { 4, 4 }, { 8, 0 }, { 8, 8 }, { 4, 4 } };
    const struct st_point spike[4] = { { 0, 0 }, { 9, 0 }, { 4, 0 }, { 4, 5 } };
    const struct st_point still[4] = { { 0, 0 }, { 9, 0 }, { 9, 0 }, { 4, 5 } };
    const struct st_point flat[3] = { { 0, 0 }, { 9, 0 }, { 4, 0 } };
    const struct st_point straight[4] = { { 0, 0 }, { 4, 0 }, { 9, 0 }, { 4, 5 } };

    assert_false(st_polygon_simple(bow, 4));
    assert_false(st_polygon_simple(pinch, 5));
    assert_false(st_polygon_simple(spike, 4));
    assert_false(st_polygon_simple(still, 4));
    assert_false(st_polygon_simple(flat, 3));
    assert_true(st_polygon_simple(straight, 4)); /* a vertex on a straight side is harmless */
}

/* ---- limits -------------------------------------------------------------------------- */

static struct st_point beyond = { ST_FAR + 1, 0 };

static void wheel_beyond(void)
{
    st_pose_wheel(pose_mm(0, 0, 0), beyond, 4);
}

static void out_beyond(void)
{
    st_pose_out(pose_mm(0, 0, 0), beyond.x, 0);
}

static void gap_beyond(void)
{
    st_segment_gap2(P(0, 0), P(0, 1), beyond);
}

static void inside_beyond(void)
{
    const struct st_point poly[3] = { { 0, 0 }, { 5, 0 }, beyond };

    st_inside(poly, 3, P(1, 1));
}

static void box_inside_out(void)
{
    const struct st_box b = { .left = 1, .right = -1 };

    st_box_depth(&b, &b);
}

static void division_by_nothing(void)
{
    st_round_div(beyond.x, beyond.y);
}

static void step_without_length(void)
{
    st_along(P(0, 0), P(1, 1), 0, beyond.y);
}

static void capsule_turned_inside_out(void)
{
    const struct st_capsule c = { .radius = -1 };

    st_capsule_cmp(&c, &c, 0);
}

static void test_plane__a_caller_beyond_the_limits_is_stopped(void **state)
{
    void (*const wrong[])(void) = { wheel_beyond,        out_beyond,
                                    gap_beyond,          inside_beyond,
                                    box_inside_out,      division_by_nothing,
                                    step_without_length, capsule_turned_inside_out };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int status;

        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            signal(SIGABRT, SIG_DFL);
            if (freopen("/dev/null", "w", stderr))
                wrong[i]();
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            fail_msg("call %zu was let through", i);
    }
}

static void test_plane__the_farthest_figures_still_fit(void **state)
{
    const struct st_point sw = { -ST_FAR, -ST_FAR }, ne = { ST_FAR, ST_FAR };
    const struct st_point nw = { -ST_FAR, ST_FAR }, se = { ST_FAR, -ST_FAR };
    const struct st_point corridor[4] = { sw, ne, nw, se };
    struct st_box big = {
        .pose = { ne, 180, 0 }, .left = -ST_FAR, .right = ST_FAR, .back = -ST_FAR, .front = ST_FAR
    };
    struct st_box other = big;

    other.pose.at = sw;
    assert_int_equal(st_box_depth(&big, &other), ref_depth(&big, &other));
    assert_int_equal(st_box_gap2(&big, &other), ref_box_gap2(&big, &other));
    assert_true(st_corridor_blocked(corridor, &big));
    assert_int_equal(st_segment_cmp(nw, sw, ne, 5656854), 1); /* 4 m times the root of 2 */
    assert_int_equal(st_segment_cmp(nw, sw, ne, 5656855), -1);
    assert_int_equal(st_segment_cmp(nw, sw, ne, INT32_MAX), -1);
    assert_int_equal(st_segments_cmp(nw, se, sw, ne, 0), 0);
    struct st_pose wheeled = st_pose_wheel((struct st_pose){ .at = sw }, ne, 180);
    struct st_pose frame = { .at = ne, .facing = 180 };
    struct st_point want = ref_out(frame, -2 * ST_FAR, -2 * ST_FAR);
    assert_pose(wheeled, want.x, want.y, 180);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane__sines_are_the_nearest_to_the_true_ones),
        cmocka_unit_test(test_plane__headings_stay_in_one_turn),
        cmocka_unit_test(test_plane__halves_go_up_or_away_from_zero_as_the_rules_say),
        cmocka_unit_test(test_plane__rounding_equals_the_reference),
        cmocka_unit_test(test_plane__roots_enclose_their_square),
        cmocka_unit_test(test_plane__guerre_e1_corners),
        cmocka_unit_test(test_plane__guerre_e2_wheel),
        cmocka_unit_test(test_plane__guerre_e3_penetration),
        cmocka_unit_test(test_plane__guerre_e4_group_wheels_and_advances),
        cmocka_unit_test(test_plane__guerre_e7_contact_and_conforming),
        cmocka_unit_test(test_plane__guerre_e9_flank),
        cmocka_unit_test(test_plane__guerre_e16_sight_for_command),
        cmocka_unit_test(test_plane__guerre_e17_legal_targets),
        cmocka_unit_test(test_plane__guerre_e31_clipped_friend_swings),
        cmocka_unit_test(test_plane__guerre_e32_flight),
        cmocka_unit_test(test_plane__skirmish_e1_contact),
        cmocka_unit_test(test_plane__skirmish_e2_rider),
        cmocka_unit_test(test_plane__skirmish_facings_have_the_printed_half_spines),
        cmocka_unit_test(test_plane__a_spine_reaches_as_far_behind_as_ahead),
        cmocka_unit_test(test_plane__skirmish_e3_step_lengths),
        cmocka_unit_test(test_plane__skirmish_e4_a_limit_belongs_to_the_nearer_band),
        cmocka_unit_test(test_plane__skirmish_e5_contact_across_a_wall),
        cmocka_unit_test(test_plane__skirmish_e6_track_points),
        cmocka_unit_test(test_plane__skirmish_e7_e8_e9_samples_in_a_wood),
        cmocka_unit_test(test_plane__skirmish_edges_of_e11_e18_e21),
        cmocka_unit_test(test_plane__skirmish_e12_figures_in_the_way),
        cmocka_unit_test(test_plane__skirmish_e19_wheel_in_close_order),
        cmocka_unit_test(test_plane__skirmish_e35_recoil_places),
        cmocka_unit_test(test_plane__out_and_in_equal_the_reference),
        cmocka_unit_test(test_plane__in_undoes_out_to_a_micrometre),
        cmocka_unit_test(test_plane__wheel_keeps_the_pivot),
        cmocka_unit_test(test_plane__wheel_there_and_back_is_two_micrometres_off_at_most),
        cmocka_unit_test(test_plane__wheel_equals_the_reference),
        cmocka_unit_test(test_plane__penetration_is_symmetric_and_equals_the_reference),
        cmocka_unit_test(test_plane__boxes_anywhere_overlap_as_deep_as_they_are),
        cmocka_unit_test(test_plane__boxes_square_to_the_table_overlap_as_the_reference_says),
        cmocka_unit_test(test_plane__box_gap_equals_the_brute_reference),
        cmocka_unit_test(test_plane__depth_is_the_true_overlap_of_the_projections),
        cmocka_unit_test(test_plane__lines_are_overlapped_when_reached_past_on_both_sides),
        cmocka_unit_test(test_plane__a_box_holds_its_edge_and_its_corners_decide_the_table),
        cmocka_unit_test(test_plane__corridor_equals_the_hull_of_differences),
        cmocka_unit_test(test_plane__corridor_does_not_depend_on_the_order_of_its_points),
        cmocka_unit_test(test_plane__corridor_that_only_touches_is_free),
        cmocka_unit_test(test_plane__crossing_equals_the_rational_reference),
        cmocka_unit_test(test_plane__touching_and_degenerate_segments),
        cmocka_unit_test(test_plane__point_and_segment_compare_like_the_reference),
        cmocka_unit_test(test_plane__segments_compare_like_the_reference),
        cmocka_unit_test(test_plane__squares_of_distances_compare_in_more_than_128_bits),
        cmocka_unit_test(test_plane__a_capsule_on_the_table_has_its_whole_edge_there),
        cmocka_unit_test(test_plane__points_along_a_way_equal_the_reference),
        cmocka_unit_test(test_plane__inside_equals_the_reference),
        cmocka_unit_test(test_plane__the_edge_of_a_polygon_is_inside),
        cmocka_unit_test(test_plane__simple_equals_the_reference),
        cmocka_unit_test(test_plane__outlines_that_touch_fold_or_stand_still_are_not_simple),
        cmocka_unit_test(test_plane__a_caller_beyond_the_limits_is_stopped),
        cmocka_unit_test(test_plane__the_farthest_figures_still_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
