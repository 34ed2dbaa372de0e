/* curve.h - lines as a map-maker draws them: smoothed, a little uneven, with strokes downhill.
 *
 * Points are in the units of the drawing. Unevenness comes from a number that the caller gives, so that a
 * map looks the same every day and on every machine; written are tenths of a unit, nothing finer.
 */
#ifndef ST_VIEW_CURVE_H
#define ST_VIEW_CURVE_H

#include "base/text.h"

struct spot {
    double x, y;
};
double spots_apart(struct spot a, struct spot b);
struct curve { /* empty when zeroed; freed with curve_free */
    struct spot *at;
    int n, room;
    bool closed, failed; /* failed: out of memory; points were lost */
};

void curve_add(struct curve *c, double x, double y);
void curve_free(struct curve *c);
/* The middles between neighbouring points of a closed line take their place. */
void curve_middles(struct curve *c);
/* Each point moves half-way to the middle of its neighbours; the ends of an open line stay. */
void curve_smooth(struct curve *c, int rounds);
/* Every second point is left out. */
void curve_thin(struct curve *c);
void curve_wobble(struct curve *c, double by, unsigned seed);
/* Between any two points one more, to the left and to the right by turns, by 0.6 to 4.6. */
void curve_meander(struct curve *c, unsigned seed);
void curve_shift(struct curve *c, double dx, double dy);

/* The path through its points: "M... c...". pull: the larger, the straighter between two points; 6 is
 * usual. */
void curve_put(struct st_buf *out, const struct curve *c, double pull);
/* The same without curves. */
void curve_put_straight(struct st_buf *out, const struct curve *c);

struct extent {
    double left, top, right, bottom;
};
struct hachures {
    double length, step;
    unsigned seed;
    const struct extent *within; /* none beyond; NULL: everywhere */
};
/* Wedges outwards from a closed line, heavier where the light from the north-west does not fall. */
void curve_hachures(struct st_buf *out, const struct curve *c, const struct hachures *h);

bool curve_holds(const struct curve *c, double x, double y);

/* A number with at most one digit behind the point; a space before it where the last one needs it. */
void put_number(struct st_buf *out, double x);
void put_pair(struct st_buf *out, const char *before, double x, double y);
/* -1 to 1, the same for the same two numbers. */
double uneven(unsigned seed, unsigned n);

#endif
