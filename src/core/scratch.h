/* scratch.h - answers kept beside a position, so that the same is not worked out again and again.
 *
 * A table may have a scratch; no rule needs one, and nothing of it is in a position's bytes, its hash or a record. In it are
 * answers that hang on the plan and on what their key says, and on nothing else: so it need not be told when the position
 * changes, and one scratch serves all positions of a plan that a driver looks at. A key has one place, and who comes later takes
 * it. It belongs to the driver that made it, and to one thread. The ordeal compares play with and without it.
 */
#ifndef ST_CORE_SCRATCH_H
#define ST_CORE_SCRATCH_H

#include "core/game.h"

#include <string.h>

enum { ST_SCRATCH_BITS = 12, ST_LISTS_BITS = 8, ST_LIST_KEY = 12, ST_LIST_MAX = 160 };

struct st_kept_list { /* an answer that is a list, such as where a unit can get to */
    uint64_t key[ST_LIST_KEY]; /* the first is never 0 */
    int16_t n, at[ST_LIST_MAX];
};

struct st_scratch {
    struct st_kept {
        uint64_t key[2]; /* the first is never 0: games begin it with the number of the question */
        uint64_t value;
    } at[1 << ST_SCRATCH_BITS];
    struct st_kept_list list[1 << ST_LISTS_BITS];
};

/* Zeroed; NULL where the game keeps nothing, or there is no memory for it: play is the same without. */
struct st_scratch *st_scratch_new(const struct st_plan *p);

/* Where the answer to this is kept or is to be kept; NULL: the table has no scratch. */
static inline struct st_kept *st_kept(const struct st_table *t, uint64_t key, uint64_t more)
{
    uint64_t mixed = (key ^ more << 31 ^ more >> 33) * 0x9e3779b97f4a7c15u;

    return t->scratch ? &t->scratch->at[mixed >> (64 - ST_SCRATCH_BITS)] : NULL;
}
static inline bool st_known(const struct st_kept *k, uint64_t key, uint64_t more)
{
    return k && k->key[0] == key && k->key[1] == more;
}
static inline void st_keep(struct st_kept *k, uint64_t key, uint64_t more, uint64_t value)
{
    if (k)
        *k = (struct st_kept){ { key, more }, value };
}

/* The same for a list. Its key is long: whoever asks has mixed it. */
static inline struct st_kept_list *st_kept_list(const struct st_table *t, uint64_t mixed)
{
    return t->scratch ? &t->scratch->list[mixed * 0x9e3779b97f4a7c15u >> (64 - ST_LISTS_BITS)] : NULL;
}
static inline bool st_list_known(const struct st_kept_list *k, const uint64_t key[ST_LIST_KEY])
{
    return memcmp(k->key, key, sizeof k->key) == 0;
}

#endif
