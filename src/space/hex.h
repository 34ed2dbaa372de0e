/* hex.h - hexes standing in columns, flat side up; even columns half a hex further south.
 *
 * A hex is its number col * rows + row, from 0; outside it is written CCRR, from 01. A hex that
 * is not on the map can still be named in a move: it is a negative code, so that a rule can
 * refuse it with its own paragraph. Directions 0 to 5 are N NE SE S SW NW.
 */
#ifndef ST_SPACE_HEX_H
#define ST_SPACE_HEX_H

#include "base/arena.h"
#include "base/text.h"

enum { ST_HEX_MAX = 640, ST_HEX_WORDS = ST_HEX_MAX / 64, ST_HEX_SHUT = 255 };

struct st_hexgrid {
    int16_t cols, rows;
    const int16_t *near;  /* [hex * 6 + dir]: neighbour or -1; made by st_hexgrid_make */
    const int8_t *slant;  /* [hex * 2]: column and slanting row, whose differences give distances */
};

struct st_hexset { /* a set of hexes */
    uint64_t word[ST_HEX_WORDS];
};

static inline void st_hexset_add(struct st_hexset *s, int hex)
{
    s->word[hex >> 6] |= 1ull << (hex & 63);
}
static inline bool st_hexset_has(const struct st_hexset *s, int hex)
{
    return s->word[hex >> 6] >> (hex & 63) & 1;
}
static inline void st_hexset_drop(struct st_hexset *s, int hex)
{
    s->word[hex >> 6] &= ~(1ull << (hex & 63));
}
static inline void st_hexset_join(struct st_hexset *s, const struct st_hexset *more)
{
    for (int i = 0; i < ST_HEX_WORDS; i++)
        s->word[i] |= more->word[i];
}
/* The first hex of the set from `from` on, or -1. */
static inline int st_hexset_next(const struct st_hexset *s, int from)
{
    for (int w = from >> 6; w < ST_HEX_WORDS; w++) {
        uint64_t bits = s->word[w] & (w == from >> 6 ? ~0ull << (from & 63) : ~0ull);

        if (bits)
            return w * 64 + __builtin_ctzll(bits);
    }
    return -1;
}
static inline bool st_hexset_meets(const struct st_hexset *a, const struct st_hexset *b)
{
    uint64_t common = 0;

    for (int i = 0; i < ST_HEX_WORDS; i++)
        common |= a->word[i] & b->word[i];
    return common != 0;
}

/* Fails (ST_ELIMIT) beyond ST_HEX_MAX hexes or 99 columns or rows; the table lives in a. */
int st_hexgrid_make(struct st_hexgrid *g, struct st_arena *a, int cols, int rows,
                    const char *where, int line, struct st_error *err);

static inline int st_hex_count(const struct st_hexgrid *g)
{
    return g->cols * g->rows;
}
static inline int st_hex_step(const struct st_hexgrid *g, int hex, int dir) /* neighbour or -1 */
{
    return g->near[hex * 6 + dir];
}
int st_hex_dir(const struct st_hexgrid *g, int from, int to);  /* -1: no neighbours; codes allowed */
static inline int st_hex_distance(const struct st_hexgrid *g, int a, int b)
{
    int dx = g->slant[a * 2] - g->slant[b * 2], dz = g->slant[a * 2 + 1] - g->slant[b * 2 + 1];
    int dy = dx + dz;

    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    dz = dz < 0 ? -dz : dz;
    return dx > dy ? (dx > dz ? dx : dz) : (dy > dz ? dy : dz);
}
int st_hex_make(const struct st_hexgrid *g, int col, int row); /* from 01; code if off the map */
void st_hex_name(const struct st_hexgrid *g, int hex, char out[6]);
/* Four digits into a hex or a code; false if it is no hex name at all. */
bool st_hex_parse(const struct st_hexgrid *g, struct st_span word, int *hex);

/* What a piece can reach. cost[hex * 6 + dir] is the price of the step out of hex in direction
 * dir: 1 to 63, or ST_HEX_SHUT for none, as for every step off the map. Hexes in shut are not entered at all; a step into
 * a hex of halt is the last. left[] of a reached hex is the most points it can be entered with
 * left over; hexes are listed in list[0 .. n-1], most points left first, the start first of all.
 * Once goal (-1: none) is reached the search ends; what is listed by then is right. */
struct st_reach {
    int n;
    int16_t list[ST_HEX_MAX];
    int8_t left[ST_HEX_MAX]; /* -1: not reached */
};
void st_hex_reach(struct st_reach *out, const struct st_hexgrid *g, const uint8_t *cost,
                  const struct st_hexset *shut, const struct st_hexset *halt, int from, int budget,
                  int goal);

#endif
