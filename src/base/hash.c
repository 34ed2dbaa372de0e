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
    uint64_t pair[2] = { sofar, next };

    return XXH3_64bits(pair, sizeof pair);
}
