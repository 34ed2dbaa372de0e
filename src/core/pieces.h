/* pieces.h - sets of up to 64 pieces as the bits of a word, in the small words that rules are written
 * with. A game that never has more than 32 may keep them in uint32_t: ST_PIECES, said before this is
 * included. For games only. */
#ifndef ST_CORE_PIECES_H
#define ST_CORE_PIECES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef ST_PIECES
#define ST_PIECES uint64_t
#endif

static inline bool has(ST_PIECES set, int piece)
{
    return set >> piece & 1;
}
static inline ST_PIECES bit(int piece)
{
    return (ST_PIECES)1 << piece;
}
/* The lowest of a set, taken out of it; only while it is not empty. */
static inline int take(ST_PIECES *set)
{
    int piece = __builtin_ctzll(*set);

    *set &= *set - 1;
    return piece;
}
/* The set of those of 64 for whom there is a 1; for the others there is a 0. */
static inline uint64_t set_of(const uint8_t flag[64])
{
    uint64_t set = 0, eight;

    for (int i = 0; i < 64; i += 8) { /* each byte's bit goes to its place in the highest byte */
        memcpy(&eight, flag + i, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        set |= (eight * 0x0102040810204080u >> 56) << i;
#else
        set |= (eight * 0x8040201008040201u >> 56) << i;
#endif
    }
    return set;
}

#endif
