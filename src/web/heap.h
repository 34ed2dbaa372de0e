/* heap.h - memory for the module: a small heap in place of the C library's, which takes 12 kB of it.
 *
 * Blocks have sizes of a ladder, four rungs to a doubling, and a list of free ones for each rung: taking
 * and giving back are a few instructions, and no block is ever cut or joined. At most a fifth of a block is more
 * than was asked for. The block that lies last grows and shrinks where it is, so that one that is enlarged again
 * and again is not copied each time.
 */
#ifndef ST_WEB_HEAP_H
#define ST_WEB_HEAP_H

#include <stddef.h>
#include <stdint.h>

enum { ST_HEAP_RUNGS = 100 }; /* up to a gigabyte */

struct st_heap {
    /* So many bytes more, right behind the last, in pages of 64 kB; NULL: there are no more. */
    void *(*more)(size_t bytes);
    char *top, *end; /* free from here to there */
    struct st_heap_block *free[ST_HEAP_RUNGS];
};

/* As malloc, free and realloc; what is taken lies on 16 bytes. */
void *st_heap_take(struct st_heap *h, size_t bytes);
void st_heap_give(struct st_heap *h, void *at);
void *st_heap_resize(struct st_heap *h, void *at, size_t bytes);

#endif
