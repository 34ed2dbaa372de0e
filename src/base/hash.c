/* hash.c - see hash.h. */
#include "base/hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t st_hash(const void *data, size_t len)
{
    return XXH3_64bits(data, len);
}

uint64_t st_hash_copy(void *to, const void *from, size_t len)
{
    memcpy(to, from, len);
    return XXH3_64bits(to, len);
}

uint64_t st_hash_join(uint64_t sofar, uint64_t next)
{
    unsigned char pair[16]; /* the least byte first, on every machine */

    for (int i = 0; i < 8; i++) {
        pair[i] = (unsigned char)(sofar >> (8 * i));
        pair[8 + i] = (unsigned char)(next >> (8 * i));
    }
    return XXH3_64bits(pair, sizeof pair);
}
