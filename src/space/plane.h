/* plane.h - pieces on a bare table: places, headings, bases, lines and areas.
 *
 * Lengths are whole micrometres from the south-west corner, x east, y north; headings are whole
 * quarter degrees clockwise from north. Sines are a table times 2^30, turning a point rounds once
 * per coordinate, distances are compared as squares: every compiler puts every base on the same
 * point, and no answer hangs on the last bit of a root.
 *
 * Points that come in, and the local limits of boxes, lie within ST_FAR (st_assert stops a caller
 * who breaks this); what comes out may lie farther. Products of two lengths then stay below 2^50,
 * and only products of two squares need st_u128.
 *
 * Nothing is remembered and nothing allocated: all of it is pure functions.
 */
#ifndef ST_SPACE_PLANE_H
#define ST_SPACE_PLANE_H

#include "base/error.h"
#include "base/frac.h"

enum {
    ST_MM = 1000,    /* micrometres in a millimetre */
    ST_TURN = 1440,  /* quarter degrees in a full turn */
    ST_FAR = 4000000 /* the largest coordinate, either sign: a table of 4 m */
};

struct st_point {
    int32_t x, y;
};

struct st_pose {
    struct st_point at;
    int16_t facing, spare; /* 0 .. ST_TURN - 1 */
};

/* A rectangle standing in a pose: left <= u <= right, back <= v <= front, where u counts to the
 * right and v ahead of the pose. A line is a box without depth; a point has neither. */
struct st_box {
    struct st_pose pose;
    int32_t left, right, back, front;
};

/* All points within radius of the spine a-b: a disc (a equals b), a base with round ends, the
 * ground swept by a disc that goes from a to b, or (radius 0) a wall. */
struct st_capsule {
    struct st_point a, b;
    int32_t radius;
};

/* ---- numbers ------------------------------------------------------------------------- */

int st_heading(int quarters); /* the same heading in 0 .. ST_TURN - 1 */
int32_t st_sin(int quarters); /* times 2^30; any integer, negative too */
int32_t st_cos(int quarters);

static inline int64_t st_round30(int64_t t) /* t / 2^30 to the nearest, halves upwards */
{
    return (t + (INT64_C(1) << 29)) >> 30;
}
/* n / d to the nearest, halves away from 0; d > 0, and both below 2^62. */
int64_t st_round_div(int64_t n, int64_t d);
uint64_t st_root(uint64_t n);    /* the largest whole number not above the root */
uint64_t st_root_up(uint64_t n); /* the least whole number not below the root */

/* ---- points -------------------------------------------------------------------------- */

static inline bool st_on_plane(struct st_point p) /* what every function here asks of a point */
{
    return p.x >= -ST_FAR && p.x <= ST_FAR && p.y >= -ST_FAR && p.y <= ST_FAR;
}
static inline bool st_same_point(struct st_point a, struct st_point b)
{
    return a.x == b.x && a.y == b.y;
}
static inline struct st_point st_point_mm(int32_t x_mm, int32_t y_mm)
{
    st_assert(x_mm >= -ST_FAR / ST_MM && x_mm <= ST_FAR / ST_MM);
    st_assert(y_mm >= -ST_FAR / ST_MM && y_mm <= ST_FAR / ST_MM);
    return (struct st_point){ x_mm * ST_MM, y_mm * ST_MM };
}
struct st_point st_point_to_mm(struct st_point um); /* in mm, each coordinate by st_round_div */

int64_t st_gap2(struct st_point a, struct st_point b);            /* distance squared */
bool st_within(struct st_point a, struct st_point b, int32_t um); /* not farther than um */
/* The least whole number not below the distance, in the unit of the points (um or mm). */
int32_t st_length_up(struct st_point a, struct st_point b);

/* The point num / den of the way from a to b (0 <= num <= den, den > 0), each coordinate's way
 * rounded by st_round_div. */
struct st_point st_along(struct st_point a, struct st_point b, int32_t num, int32_t den);
/* Sample k of n: the middle of the k-th of n equal parts, 0 <= k < n < 2^30. */
struct st_point st_segment_sample(struct st_point a, struct st_point b, int32_t k, int32_t n);

/* ---- poses --------------------------------------------------------------------------- */

struct st_point st_pose_out(struct st_pose p, int32_t u, int32_t v); /* local to table */
struct st_point st_pose_in(struct st_pose p, struct st_point at);    /* table to local: x is u */
/* The pose that stands at (u, v) of p, turned right by quarters: a march is (0, d, 0), an
 * about-face (0, -depth, 720). */
struct st_pose st_pose_at(struct st_pose p, int32_t u, int32_t v, int quarters);
/* p turned rigidly about a point of the table, right positive. The pose is taken into the frame
 * of the pivot and out again: two roundings, so that a wheel by 0 may shift a pose by 1 um and a
 * wheel there and back by 2. Steps of one wheel are all taken from its start. */
struct st_pose st_pose_wheel(struct st_pose p, struct st_point pivot, int quarters);

/* ---- boxes --------------------------------------------------------------------------- */

void st_box_corners(struct st_point out[4], const struct st_box *b); /* FL FR RR RL */
struct st_point st_box_centre(const struct st_box *b);               /* half um are dropped */
/* The least box in the frame of a pose that holds the four corners of b. */
struct st_box st_box_around(const struct st_box *b, struct st_pose frame);
struct st_box st_limits_in(struct st_pose frame, const struct st_point corner[4]); /* the same, by those corners */
/* b with um taken off on all sides; false, and nothing written, if no area would be left. */
bool st_box_shrink(struct st_box *out, const struct st_box *b, int32_t um);
bool st_box_holds(const struct st_box *b, struct st_point p); /* the edge is inside */
/* Whether all corners lie on the table 0 <= x <= width, 0 <= y <= height. */
bool st_box_on(const struct st_box *b, int32_t width, int32_t height);

/* How far two boxes are pushed into each other: the least overlap along the four axes of the two
 * frames. 0 touching; negative apart, and then no distance. */
int32_t st_box_depth(const struct st_box *a, const struct st_box *b);
/* Whether st_box_depth exceeds um (um >= 0); cheaper, for it stops at the first axis that says
 * no, and at once for boxes far from each other. */
bool st_box_overlaps(const struct st_box *a, const struct st_box *b, int32_t um);
int64_t st_box_gap2(const struct st_box *a, const struct st_box *b); /* 0 if the depth is over 0 */

/* Whether the interior of b meets the interior of the convex hull of four points (in any order,
 * equal ones allowed). A line counts as met when the hull lies on both sides of it; a hull
 * without width likewise; two lines on one straight line do not meet. A slanting box must be a
 * line or some 10 um thick, lest rounding its corners bend it. */
bool st_corridor_blocked(const struct st_point corridor[4], const struct st_box *b);

/* ---- segments ------------------------------------------------------------------------ */

/* A segment may be a point. Touching is crossing. */
bool st_segments_cross(struct st_point a, struct st_point b, struct st_point c, struct st_point d);

/* Distances squared, exact and not reduced: of p from a-b, and of a-b from c-d. */
struct st_frac st_segment_gap2(struct st_point p, struct st_point a, struct st_point b);
struct st_frac st_segments_gap2(struct st_point a, struct st_point b, struct st_point c,
                                struct st_point d);
int st_gap2_cmp(struct st_frac x, struct st_frac y); /* -1 0 1: of two such squares */

/* -1 nearer than um, 0 exactly um, 1 farther: p from a-b, and a-b from c-d. */
int st_segment_cmp(struct st_point p, struct st_point a, struct st_point b, int32_t um);
int st_segments_cmp(struct st_point a, struct st_point b, struct st_point c, struct st_point d,
                    int32_t um);
bool st_within_segment(struct st_point p, struct st_point a, struct st_point b, int32_t um);

/* ---- capsules ------------------------------------------------------------------------ */

/* The spine reaches half um ahead of the pose and as far behind it; 0 makes a disc. */
struct st_capsule st_capsule_at(struct st_pose p, int32_t half, int32_t radius);
/* -1 edges nearer than um, 0 exactly um apart, 1 farther; overlapping edges are a negative
 * distance, so that with um = 0 the answer -1 is an overlap. um itself may be negative. */
int st_capsule_cmp(const struct st_capsule *p, const struct st_capsule *q, int32_t um);
bool st_capsule_on(const struct st_capsule *c, int32_t width, int32_t height); /* all of it */

/* ---- polygons ------------------------------------------------------------------------ */

/* Vertices in order, at least three, the last joined to the first. */
bool st_inside(const struct st_point *poly, int n, struct st_point p); /* even-odd; edge inside */
/* Whether the outline neither touches nor crosses itself, folds back, or stands still. */
bool st_polygon_simple(const struct st_point *poly, int n);

#endif
