/* arena.c - see arena.h. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct st_arena_block {
    struct st_arena_block *before;
    size_t used, size;
    max_align_t data[];
};

enum { BLOCK = 16 * 1024 };

void *st_arena_get(struct st_arena *a, size_t size)
{
    const size_t grain = sizeof(max_align_t);
    struct st_arena_block *b = a->last;

    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + grain - 1) / grain * grain;
    if (!b || b->size - b->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;

        b = calloc(1, sizeof *b + room);
        if (!b)
            return NULL;
        b->before = a->last;
        b->size = room;
        a->last = b;
    }
    void *p = (char *)b->data + b->used;
    b->used += size;
    return p;
}

void *st_arena_array(struct st_arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size)
        return NULL;
    return st_arena_get(a, count * size);
}

char *st_arena_text(struct st_arena *a, const char *text, size_t len)
{
    char *copy = st_arena_get(a, len + 1);

    if (copy)
        memcpy(copy, text, len);
    return copy;
}

void st_arena_free(struct st_arena *a)
{
    while (a->last) {
        struct st_arena_block *b = a->last;

        a->last = b->before;
        free(b);
    }
}

size_t st_arena_bytes(const struct st_arena *a)
{
    size_t sum = 0;

    for (const struct st_arena_block *b = a->last; b; b = b->before)
        sum += sizeof *b + b->size;
    return sum;
}
