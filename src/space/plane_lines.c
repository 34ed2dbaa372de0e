/* plane_lines.c - see plane.h. Points, segments, capsules and polygons: all of it exact, nothing
 * here rounds except st_along and st_point_to_mm. */
#include "space/plane.h"

/* ---- points -------------------------------------------------------------------------- */

struct st_point st_point_to_mm(struct st_point um)
{
    return (struct st_point){ (int32_t)st_round_div(um.x, ST_MM),
                              (int32_t)st_round_div(um.y, ST_MM) };
}

int64_t st_gap2(struct st_point a, struct st_point b)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;

    st_assert(st_on_plane(a) && st_on_plane(b));
    return dx * dx + dy * dy;
}

bool st_within(struct st_point a, struct st_point b, int32_t um)
{
    st_assert(um >= 0);
    return st_gap2(a, b) <= (int64_t)um * um;
}

int32_t st_length_up(struct st_point a, struct st_point b)
{
    return (int32_t)st_root_up((uint64_t)st_gap2(a, b));
}

struct st_point st_along(struct st_point a, struct st_point b, int32_t num, int32_t den)
{
    st_assert(st_on_plane(a) && st_on_plane(b));
    st_assert(num >= 0 && num <= den);
    return (struct st_point){
        (int32_t)(a.x + st_round_div(((int64_t)b.x - a.x) * num, den)),
        (int32_t)(a.y + st_round_div(((int64_t)b.y - a.y) * num, den)),
    };
}

struct st_point st_segment_sample(struct st_point a, struct st_point b, int32_t k, int32_t n)
{
    st_assert(k >= 0 && k < n && n <= INT32_MAX / 2);
    return st_along(a, b, 2 * k + 1, 2 * n);
}

/* ---- segments ------------------------------------------------------------------------ */

/* Above 0 if p lies to the left of the way from a to b, 0 if on its line. */
static int64_t side_of(struct st_point a, struct st_point b, struct st_point p)
{
    return ((int64_t)b.x - a.x) * ((int64_t)p.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)p.x - a.x);
}

static int64_t dot(struct st_point a, struct st_point b, struct st_point p)
{
    return ((int64_t)b.x - a.x) * ((int64_t)p.x - a.x) +
           ((int64_t)b.y - a.y) * ((int64_t)p.y - a.y);
}

static int sign(int64_t n)
{
    return (n > 0) - (n < 0);
}

/* Whether the stretches a-b and c-d of one axis share a number. */
static bool stretches_meet(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (a < b ? a : b) <= (c > d ? c : d) && (c < d ? c : d) <= (a > b ? a : b);
}

/* Each segment has an end on either side of the other's line, or on it; that the upright frames
 * about them meet is all that is left to ask if they lie on one line. */
bool st_segments_cross(struct st_point a, struct st_point b, struct st_point c, struct st_point d)
{
    st_assert(st_on_plane(a) && st_on_plane(b) && st_on_plane(c) && st_on_plane(d));
    return stretches_meet(a.x, b.x, c.x, d.x) && stretches_meet(a.y, b.y, c.y, d.y) &&
           sign(side_of(a, b, c)) * sign(side_of(a, b, d)) <= 0 &&
           sign(side_of(c, d, a)) * sign(side_of(c, d, b)) <= 0;
}

struct st_frac st_segment_gap2(struct st_point p, struct st_point a, struct st_point b)
{
    int64_t length2 = st_gap2(a, b), from_a2 = st_gap2(p, a), t = dot(a, b, p);

    if (t <= 0)
        return (struct st_frac){ (st_u128)from_a2, 1 };
    if (t >= length2)
        return (struct st_frac){ (st_u128)st_gap2(p, b), 1 };
    int64_t side = side_of(a, b, p);
    st_u128 high = (st_u128)(side < 0 ? -side : side);
    return (struct st_frac){ high * high, (st_u128)length2 };
}

struct st_frac st_segments_gap2(struct st_point a, struct st_point b, struct st_point c,
                                struct st_point d)
{
    if (st_segments_cross(a, b, c, d))
        return (struct st_frac){ 0, 1 };

    const struct st_frac gap2[4] = { st_segment_gap2(a, c, d), st_segment_gap2(b, c, d),
                                     st_segment_gap2(c, a, b), st_segment_gap2(d, a, b) };
    struct st_frac best = gap2[0];
    for (int i = 1; i < 4; i++)
        if (st_gap2_cmp(gap2[i], best) < 0)
            best = gap2[i];
    return best;
}

static int cmp(st_u128 x, st_u128 y)
{
    return (x > y) - (x < y);
}

/* The whole parts first: the products of what is left over fit 128 bits, those of the squares
 * themselves would not. */
int st_gap2_cmp(struct st_frac x, struct st_frac y)
{
    st_u128 whole_x = x.num / x.den, whole_y = y.num / y.den;

    if (whole_x != whole_y)
        return cmp(whole_x, whole_y);
    return cmp((x.num - whole_x * x.den) * y.den, (y.num - whole_y * y.den) * x.den);
}

int st_segment_cmp(struct st_point p, struct st_point a, struct st_point b, int32_t um)
{
    struct st_frac gap2 = st_segment_gap2(p, a, b);

    st_assert(um >= 0);
    return cmp(gap2.num, (st_u128)((int64_t)um * um) * gap2.den);
}

int st_segments_cmp(struct st_point a, struct st_point b, struct st_point c, struct st_point d,
                    int32_t um)
{
    if (st_same_point(a, b))
        return st_segment_cmp(a, c, d, um);
    if (st_same_point(c, d))
        return st_segment_cmp(c, a, b, um);
    st_assert(um >= 0);
    if (st_segments_cross(a, b, c, d))
        return um > 0 ? -1 : 0;

    const int by_end[4] = { st_segment_cmp(a, c, d, um), st_segment_cmp(b, c, d, um),
                            st_segment_cmp(c, a, b, um), st_segment_cmp(d, a, b, um) };
    int nearest = by_end[0];
    for (int i = 1; i < 4; i++)
        nearest = by_end[i] < nearest ? by_end[i] : nearest;
    return nearest;
}

bool st_within_segment(struct st_point p, struct st_point a, struct st_point b, int32_t um)
{
    return st_segment_cmp(p, a, b, um) <= 0;
}

/* ---- capsules ------------------------------------------------------------------------ */

struct st_capsule st_capsule_at(struct st_pose p, int32_t half, int32_t radius)
{
    struct st_point tip = st_pose_out(p, 0, half);

    /* The tail mirrors the tip: rounded by itself it might be 1 um off. */
    return (struct st_capsule){ { 2 * p.at.x - tip.x, 2 * p.at.y - tip.y }, tip, radius };
}

int st_capsule_cmp(const struct st_capsule *p, const struct st_capsule *q, int32_t um)
{
    int64_t spines = (int64_t)p->radius + q->radius + um;

    st_assert(p->radius >= 0 && q->radius >= 0 && spines <= INT32_MAX);
    return spines < 0 ? 1 : st_segments_cmp(p->a, p->b, q->a, q->b, (int32_t)spines);
}

bool st_capsule_on(const struct st_capsule *c, int32_t width, int32_t height)
{
    const struct st_point end[2] = { c->a, c->b };

    for (int i = 0; i < 2; i++)
        if (end[i].x < c->radius || end[i].x > width - c->radius || end[i].y < c->radius ||
            end[i].y > height - c->radius)
            return false;
    return true;
}

/* ---- polygons ------------------------------------------------------------------------ */

/* A ray runs east from p and counts the edges it meets; an edge has its lower end but not its
 * upper one, so that a vertex on the ray counts once. */
bool st_inside(const struct st_point *poly, int n, struct st_point p)
{
    bool inside = false;

    st_assert(n >= 3 && st_on_plane(p));
    for (int i = 0, before = n - 1; i < n; before = i++) {
        struct st_point a = poly[before], b = poly[i];

        st_assert(st_on_plane(b));
        if ((a.y < p.y && b.y < p.y) || (a.y > p.y && b.y > p.y))
            continue;
        int64_t side = side_of(a, b, p);
        if (side == 0 && stretches_meet(a.x, b.x, p.x, p.x))
            return true;
        if ((a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y))
            inside = !inside;
    }
    return inside;
}

/* Two edges a-b and b-c share more than b only if c goes back over a-b, or one has no length. */
static bool folds(struct st_point a, struct st_point b, struct st_point c)
{
    return side_of(a, b, c) == 0 && dot(b, a, c) >= 0;
}

bool st_polygon_simple(const struct st_point *poly, int n)
{
    st_assert(n >= 3);
    for (int i = 0; i < n; i++) {
        struct st_point a = poly[i], b = poly[(i + 1) % n], c = poly[(i + 2) % n];

        st_assert(st_on_plane(a) && st_on_plane(b) && st_on_plane(c));
        if (folds(a, b, c))
            return false;
        for (int j = i + 2; j < n; j++)
            if ((j + 1) % n != i && st_segments_cross(a, b, poly[j], poly[(j + 1) % n]))
                return false;
    }
    return true;
}
