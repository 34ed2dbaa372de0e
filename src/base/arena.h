/* arena.h - memory that lives and dies together: a plan, a parsed file.
 *
 * Grows by blocks, never moves what it gave out, is freed at one stroke. Not for positions.
 */
#ifndef ST_BASE_ARENA_H
#define ST_BASE_ARENA_H

#include <stddef.h>

struct st_arena {
    struct st_arena_block *last;
};

/* Zeroed memory aligned for anything, or NULL when there is none. */
void *st_arena_get(struct st_arena *a, size_t size);
/* count things of size each; NULL also when the product does not fit. */
void *st_arena_array(struct st_arena *a, size_t count, size_t size);
/* A NUL-terminated copy of len characters. */
char *st_arena_text(struct st_arena *a, const char *text, size_t len);
void st_arena_free(struct st_arena *a);
size_t st_arena_bytes(const struct st_arena *a); /* of memory, what is not used yet too */

#endif
