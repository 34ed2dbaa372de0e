/* hash.h - the one hash of the project: XXH3 of libxxhash. */
#ifndef ST_BASE_HASH_H
#define ST_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t st_hash(const void *data, size_t len);
/* Copy and hash in one go, as odds and sessions do with every position. */
uint64_t st_hash_copy(void *to, const void *from, size_t len);
/* Fold one more hash into a running one; order matters. */
uint64_t st_hash_join(uint64_t sofar, uint64_t next);

#endif
