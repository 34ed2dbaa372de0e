/* heap.c - see heap.h. */
#include "web/heap.h"

#include <stdbool.h>
#include <string.h>

enum { GRAIN = 16, PAGE = 1 << 16, MORE = 4 * PAGE, FINE = 4 }; /* MORE: asked of the system at a time, at least; FINE: rungs to a doubling */

/* Before what was taken; the user's bytes begin 16 behind it. */
struct st_heap_block {
    struct st_heap_block *next; /* while it is free */
    int32_t rung;
};
static const size_t head = GRAIN;

/* 16, 32, 48, 64; then in quarters of a doubling: 80, 96, 112, 128, 160, ... */
static size_t size_of(int rung)
{
    size_t step = (size_t)(rung < FINE ? rung + 1 : FINE + 1 + rung % FINE);

    return step * GRAIN << (rung < FINE ? 0 : rung / FINE - 1);
}

/* The lowest rung that is high enough; -1: so much there is not. */
static int rung_of(size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return -1;
    size_t grains = bytes ? (bytes + GRAIN - 1) / GRAIN : 1;
    if (grains <= FINE)
        return (int)grains - 1;
    int doubled = (int)(8 * sizeof(unsigned long)) - 1 - __builtin_clzl((unsigned long)(grains - 1));
    return (doubled - 1) * FINE + (int)((grains - 1) >> (doubled - 2)) - FINE;
}

static char *end_of(const struct st_heap_block *b)
{
    return (char *)b + head + size_of(b->rung);
}

/* Room up to there; false: the system has no more. */
static bool reach(struct st_heap *h, char *begin, size_t bytes)
{
    if ((size_t)(h->end - begin) >= bytes)
        return true;
    size_t wanted = bytes - (size_t)(h->end - begin);
    size_t some = wanted < MORE ? (size_t)MORE : (wanted + PAGE - 1) / PAGE * PAGE;
    char *at = h->more(some);
    if (!at)
        return false;
    h->end = at + some;
    return true;
}

void *st_heap_take(struct st_heap *h, size_t bytes)
{
    int rung = rung_of(bytes);
    struct st_heap_block *b = rung < 0 || rung >= ST_HEAP_RUNGS ? NULL : h->free[rung];

    if (b) {
        h->free[rung] = b->next;
        return (char *)b + head;
    }
    if (rung < 0 || rung >= ST_HEAP_RUNGS)
        return NULL;
    if (!h->top) { /* nothing was taken yet: the first bytes say where the heap lies */
        char *at = h->more(MORE);

        if (!at)
            return NULL;
        h->top = at;
        h->end = at + MORE;
    }
    if (!reach(h, h->top, head + size_of(rung)))
        return NULL;
    b = (struct st_heap_block *)(void *)h->top;
    b->rung = rung;
    h->top = end_of(b);
    return (char *)b + head;
}

void st_heap_give(struct st_heap *h, void *at)
{
    if (!at)
        return;
    struct st_heap_block *b = (struct st_heap_block *)(void *)((char *)at - head);
    if (end_of(b) == h->top) {
        h->top = (char *)b;
        return;
    }
    b->next = h->free[b->rung];
    h->free[b->rung] = b;
}

void *st_heap_resize(struct st_heap *h, void *at, size_t bytes)
{
    if (!at)
        return st_heap_take(h, bytes);
    struct st_heap_block *b = (struct st_heap_block *)(void *)((char *)at - head);
    size_t had = size_of(b->rung);
    int rung = rung_of(bytes);
    if (rung == b->rung)
        return at;
    if (rung >= 0 && rung < ST_HEAP_RUNGS && end_of(b) == h->top && reach(h, (char *)b, head + size_of(rung))) {
        b->rung = rung;
        h->top = end_of(b);
        return at;
    }
    void *then = st_heap_take(h, bytes);
    if (!then)
        return NULL;
    memcpy(then, at, had < bytes ? had : bytes);
    st_heap_give(h, at);
    return then;
}
