/* order.h - a position as bytes that are the same on every machine.
 *
 * Positions are plain bytes, but a number wider than one lies there as the processor has it. Records
 * carry hashes of positions from one machine to another, so a hash is always that of the bytes with
 * the least one first. A game says in a table which members of its position are wider than a byte;
 * where the processor has the least byte first anyway, nothing is done.
 */
#ifndef ST_CORE_ORDER_H
#define ST_CORE_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct st_game;
struct st_plan;

enum { ST_POS_MAX = 1 << 14 }; /* bytes of a position */

struct st_wide { /* numbers side by side, in each struct of an array */
    uint16_t at, n;
    uint8_t size;
    uint16_t step, times; /* to the next struct, and how many there are */
};

/* Members from first to last, all of the width of type; in each struct of the array a. */
#define ST_WIDE(of, first, last, type)                                                             \
    { offsetof(of, first),                                                                         \
      (offsetof(of, last) + sizeof((of *)0)->last - offsetof(of, first)) / sizeof(type),           \
      sizeof(type), 0, 1 }
#define ST_WIDE_IN(of, a, first, last, type)                                                       \
    { offsetof(of, a[0].first),                                                                    \
      (offsetof(of, a[0].last) + sizeof((of *)0)->a[0].last - offsetof(of, a[0].first)) /          \
          sizeof(type),                                                                            \
      sizeof(type), sizeof((of *)0)->a[0], sizeof((of *)0)->a / sizeof((of *)0)->a[0] }

/* The hash of a position of that plan. */
uint64_t st_pos_hash(const struct st_plan *p, const void *pos);
/* Its bytes with the least one first become those of this machine, or the other way round: swap
 * every number that the game's table names. */
void st_pos_swap(const struct st_game *g, void *pos);

#endif
