/* plane.c - see plane.h. Numbers, poses, boxes and corridors; points and lines are in
 * plane_lines.c. */
#include "space/plane.h"

_Static_assert((INT64_C(-1) >> 1) == -1, "a shift of a negative number rounds down");

/* ---- numbers ------------------------------------------------------------------------- */

enum { QUADRANT = ST_TURN / 4 };

static const int32_t sine_of[QUADRANT + 1] = {
#include "space/sine.inc"
};

int st_heading(int quarters)
{
    int q = quarters % ST_TURN;

    return q < 0 ? q + ST_TURN : q;
}

/* Of a heading in 0 .. ST_TURN - 1. */
static inline int32_t sine(int q)
{
    bool west = q >= 2 * QUADRANT; /* chosen, not branched on: headings come in no order */
    int half = west ? q - 2 * QUADRANT : q;
    int off = half < QUADRANT ? QUADRANT - half : half - QUADRANT;

    return west ? -sine_of[QUADRANT - off] : sine_of[QUADRANT - off];
}

static inline int32_t cosine(int q)
{
    return sine(q < 3 * QUADRANT ? q + QUADRANT : q - 3 * QUADRANT);
}

int32_t st_sin(int quarters)
{
    return sine(st_heading(quarters));
}

int32_t st_cos(int quarters)
{
    return cosine(st_heading(quarters));
}

int64_t st_round_div(int64_t n, int64_t d)
{
    const int64_t limit = INT64_C(1) << 62;

    st_assert(d > 0 && d < limit && n > -limit && n < limit);
    return n < 0 ? -((d / 2 - n) / d) : (n + d / 2) / d;
}

/* The machine's root is near, whatever way it rounds; whole numbers have the last word. */
uint64_t st_root(uint64_t n)
{
    uint64_t root = (uint64_t)__builtin_sqrt((double)n);

    root = root > UINT32_MAX ? UINT32_MAX : root;
    while (root * root > n)
        root--;
    while (root < UINT32_MAX && (root + 1) * (root + 1) <= n)
        root++;
    return root;
}

uint64_t st_root_up(uint64_t n)
{
    uint64_t root = st_root(n);

    return root * root < n ? root + 1 : root;
}

/* ---- poses --------------------------------------------------------------------------- */

/* A pose with its sine and cosine at hand, for turning more than one point. */
struct frame {
    struct st_point at;
    int64_t sin, cos;
};

static inline bool near(int32_t um)
{
    return um >= -ST_FAR && um <= ST_FAR;
}

static inline struct frame frame_of(struct st_pose p)
{
    int q = p.facing >= 0 && p.facing < ST_TURN ? p.facing : st_heading(p.facing);

    st_assert(st_on_plane(p.at));
    return (struct frame){ p.at, sine(q), cosine(q) };
}

static inline struct st_point out_of(const struct frame *f, int64_t u, int64_t v)
{
    return (struct st_point){ (int32_t)(f->at.x + st_round30(u * f->cos + v * f->sin)),
                              (int32_t)(f->at.y + st_round30(v * f->cos - u * f->sin)) };
}

static inline struct st_point into(const struct frame *f, struct st_point at)
{
    int64_t dx = (int64_t)at.x - f->at.x, dy = (int64_t)at.y - f->at.y;

    return (struct st_point){ (int32_t)st_round30(dx * f->cos - dy * f->sin),
                              (int32_t)st_round30(dx * f->sin + dy * f->cos) };
}

struct st_point st_pose_out(struct st_pose p, int32_t u, int32_t v)
{
    struct frame f = frame_of(p);

    st_assert(near(u) && near(v));
    return out_of(&f, u, v);
}

struct st_point st_pose_in(struct st_pose p, struct st_point at)
{
    struct frame f = frame_of(p);

    st_assert(st_on_plane(at));
    return into(&f, at);
}

struct st_pose st_pose_at(struct st_pose p, int32_t u, int32_t v, int quarters)
{
    return (struct st_pose){ .at = st_pose_out(p, u, v),
                             .facing = (int16_t)st_heading(p.facing + st_heading(quarters)) };
}

struct st_pose st_pose_wheel(struct st_pose p, struct st_point pivot, int quarters)
{
    struct st_pose hinge = { .at = pivot, .facing = p.facing };
    struct st_point local = st_pose_in(hinge, p.at);
    struct st_pose turned = st_pose_at(hinge, 0, 0, quarters);
    struct frame f = frame_of(turned);

    turned.at = out_of(&f, local.x, local.y);
    return turned;
}

/* ---- boxes --------------------------------------------------------------------------- */

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline bool sound(const struct st_box *b)
{
    return near(b->left) && near(b->right) && near(b->back) && near(b->front) &&
           b->left <= b->right && b->back <= b->front;
}

static void corners_of(struct st_point out[4], const struct st_box *b, const struct frame *f)
{
    st_assert(sound(b));
    out[0] = out_of(f, b->left, b->front);
    out[1] = out_of(f, b->right, b->front);
    out[2] = out_of(f, b->right, b->back);
    out[3] = out_of(f, b->left, b->back);
}

/* The limits of four points in a frame; the pose is the caller's to fill in. */
static struct st_box limits_in(const struct frame *f, const struct st_point p[4])
{
    struct st_point c = into(f, p[0]);
    struct st_box out = { .left = c.x, .right = c.x, .back = c.y, .front = c.y };

    for (int i = 1; i < 4; i++) {
        c = into(f, p[i]);
        out.left = least(out.left, c.x);
        out.right = most(out.right, c.x);
        out.back = least(out.back, c.y);
        out.front = most(out.front, c.y);
    }
    return out;
}

void st_box_corners(struct st_point out[4], const struct st_box *b)
{
    struct frame f = frame_of(b->pose);

    corners_of(out, b, &f);
}

struct st_point st_box_centre(const struct st_box *b)
{
    st_assert(sound(b));
    return st_pose_out(b->pose, (b->left + b->right) / 2, (b->back + b->front) / 2);
}

struct st_box st_limits_in(struct st_pose frame, const struct st_point corner[4])
{
    struct frame f = frame_of(frame);
    struct st_box out = limits_in(&f, corner);

    out.pose = frame;
    return out;
}

struct st_box st_box_around(const struct st_box *b, struct st_pose frame)
{
    struct st_point corner[4];

    st_box_corners(corner, b);
    return st_limits_in(frame, corner);
}

bool st_box_shrink(struct st_box *out, const struct st_box *b, int32_t um)
{
    st_assert(sound(b) && um >= 0 && near(um));
    if (b->right - b->left <= 2 * um || b->front - b->back <= 2 * um)
        return false;
    *out = *b;
    out->left += um;
    out->right -= um;
    out->back += um;
    out->front -= um;
    return true;
}

bool st_box_holds(const struct st_box *b, struct st_point p)
{
    struct st_point c = st_pose_in(b->pose, p);

    return c.x >= b->left && c.x <= b->right && c.y >= b->back && c.y <= b->front;
}

bool st_box_on(const struct st_box *b, int32_t width, int32_t height)
{
    struct st_point corner[4];

    st_box_corners(corner, b);
    for (int i = 0; i < 4; i++)
        if (corner[i].x < 0 || corner[i].x > width || corner[i].y < 0 || corner[i].y > height)
            return false;
    return true;
}

/* The lesser overlap along the two axes of a's frame, in which other has the limits of b. */
static int32_t depth_in(const struct st_box *a, const struct st_box *other)
{
    return least(least(a->right - other->left, other->right - a->left),
                 least(a->front - other->back, other->front - a->back));
}

/* Square to the table nothing is rounded, and both frames give the same two overlaps. */
struct extent {
    int32_t west, east, south, north;
};

/* A heading beyond the full turn goes the long way. */
static inline bool square(const struct st_box *b)
{
    return (uint16_t)b->pose.facing < ST_TURN && (uint16_t)b->pose.facing % QUADRANT == 0;
}

static inline struct extent extent_of(const struct st_box *b)
{
    int32_t x = b->pose.at.x, y = b->pose.at.y;

    switch (b->pose.facing / QUADRANT) {
    case 0:
        return (struct extent){ x + b->left, x + b->right, y + b->back, y + b->front };
    case 1:
        return (struct extent){ x + b->back, x + b->front, y - b->right, y - b->left };
    case 2:
        return (struct extent){ x - b->right, x - b->left, y - b->front, y - b->back };
    default:
        return (struct extent){ x - b->front, x - b->back, y + b->left, y + b->right };
    }
}

static int32_t depth_square(const struct st_box *a, const struct st_box *b)
{
    struct extent p = extent_of(a), q = extent_of(b);

    return least(least(p.east - q.west, q.east - p.west),
                 least(p.north - q.south, q.north - p.south));
}

static inline bool both_square(const struct st_box *a, const struct st_box *b)
{
    return square(a) && square(b);
}

int32_t st_box_depth(const struct st_box *a, const struct st_box *b)
{
    st_assert(sound(a) && sound(b));
    if (both_square(a, b)) {
        st_assert(st_on_plane(a->pose.at) && st_on_plane(b->pose.at));
        return depth_square(a, b);
    }
    struct frame fa = frame_of(a->pose), fb = frame_of(b->pose);
    struct st_point ca[4], cb[4];

    corners_of(ca, a, &fa);
    corners_of(cb, b, &fb);
    struct st_box b_in_a = limits_in(&fa, cb), a_in_b = limits_in(&fb, ca);
    return least(depth_in(a, &b_in_a), depth_in(b, &a_in_b));
}

/* A length from the pose that no corner exceeds. */
static int64_t reach_of(const struct st_box *b)
{
    return (int64_t)most(-b->left, b->right) + most(-b->back, b->front);
}

bool st_box_overlaps(const struct st_box *a, const struct st_box *b, int32_t um)
{
    enum { ROUNDING = 16 }; /* many times what the corners may be off */
    struct st_point corner[4];

    st_assert(sound(a) && sound(b) && um >= 0 && st_on_plane(a->pose.at) && st_on_plane(b->pose.at));
    if (both_square(a, b))
        return depth_square(a, b) > um;
    int64_t reach = reach_of(a) + reach_of(b) + ROUNDING;
    int64_t dx = a->pose.at.x - b->pose.at.x, dy = a->pose.at.y - b->pose.at.y;
    if (dx * dx + dy * dy > reach * reach)
        return false;
    struct frame fa = frame_of(a->pose), fb = frame_of(b->pose);
    corners_of(corner, b, &fb);
    struct st_box b_in_a = limits_in(&fa, corner);
    if (depth_in(a, &b_in_a) <= um)
        return false;
    corners_of(corner, a, &fa);
    struct st_box a_in_b = limits_in(&fb, corner);
    return depth_in(b, &a_in_b) > um;
}

/* The square of the way from the nearest of the corners to the box of the frame. */
static int64_t corners_gap2(const struct st_box *b, const struct frame *f,
                            const struct st_point corner[4])
{
    int64_t best = INT64_MAX;

    for (int i = 0; i < 4; i++) {
        struct st_point c = into(f, corner[i]);
        int64_t du = most(0, most(b->left - c.x, c.x - b->right));
        int64_t dv = most(0, most(b->back - c.y, c.y - b->front));

        if (du * du + dv * dv < best)
            best = du * du + dv * dv;
    }
    return best;
}

int64_t st_box_gap2(const struct st_box *a, const struct st_box *b)
{
    if (st_box_overlaps(a, b, 0))
        return 0;

    struct frame fa = frame_of(a->pose), fb = frame_of(b->pose);
    struct st_point ca[4], cb[4];
    corners_of(ca, a, &fa);
    corners_of(cb, b, &fb);
    int64_t of_b = corners_gap2(a, &fa, cb), of_a = corners_gap2(b, &fb, ca);
    return of_a < of_b ? of_a : of_b;
}

/* ---- corridors ----------------------------------------------------------------------- */

/* Whether two figures of four points lie on different sides of some line across the axis. */
static bool parted(int64_t ax, int64_t ay, const struct st_point p[4], const struct st_point q[4])
{
    int64_t p_lo = INT64_MAX, p_hi = INT64_MIN, q_lo = INT64_MAX, q_hi = INT64_MIN;

    for (int i = 0; i < 4; i++) {
        int64_t s = ax * p[i].x + ay * p[i].y, t = ax * q[i].x + ay * q[i].y;

        p_lo = s < p_lo ? s : p_lo;
        p_hi = s > p_hi ? s : p_hi;
        q_lo = t < q_lo ? t : q_lo;
        q_hi = t > q_hi ? t : q_hi;
    }
    return p_hi <= q_lo || q_hi <= p_lo;
}

/* The same, the axis being the normal of the line from a to b; a point has no normal. */
static bool parted_along(struct st_point a, struct st_point b, const struct st_point p[4],
                         const struct st_point q[4])
{
    return !st_same_point(a, b) && parted((int64_t)a.y - b.y, (int64_t)b.x - a.x, p, q);
}

bool st_corridor_blocked(const struct st_point corridor[4], const struct st_box *b)
{
    struct st_point corner[4];

    for (int i = 0; i < 4; i++)
        st_assert(st_on_plane(corridor[i]));
    st_box_corners(corner, b);
    /* The axes of the table are not needed, since figures parted by any axis are parted by one of
     * those below, but they settle most cases. */
    if (parted(1, 0, corridor, corner) || parted(0, 1, corridor, corner))
        return false;
    for (int i = 0; i < 4 && !square(b); i++) /* the sides of a square one are those axes */
        if (parted_along(corner[i], corner[(i + 1) % 4], corridor, corner))
            return false;
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            if (parted_along(corridor[i], corridor[j], corridor, corner))
                return false;
    return true;
}
