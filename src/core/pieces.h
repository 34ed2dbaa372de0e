/* pieces.h - sets of up to 64 pieces as the bits of a word, in the small words that rules are written
 * with. For games only. */
#ifndef ST_CORE_PIECES_H
#define ST_CORE_PIECES_H

#include <stdbool.h>
#include <stdint.h>

static inline bool has(uint64_t set, int piece)
{
    return set >> piece & 1;
}
static inline uint64_t bit(int piece)
{
    return 1ull << piece;
}
/* The lowest of a set, taken out of it; only while it is not empty. */
static inline int take(uint64_t *set)
{
    int piece = __builtin_ctzll(*set);

    *set &= *set - 1;
    return piece;
}

#endif
