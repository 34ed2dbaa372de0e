/* order.c - see order.h. */
#include "core/order.h"

#include "base/hash.h"
#include "core/game.h"

#include <string.h>

static void swap(unsigned char *at, int size)
{
    for (int i = 0; i < size / 2; i++) {
        unsigned char byte = at[i];

        at[i] = at[size - 1 - i];
        at[size - 1 - i] = byte;
    }
}

void st_pos_swap(const struct st_game *g, void *pos)
{
    for (int i = 0; i < g->nwide; i++) {
        const struct st_wide *w = &g->wide[i];

        for (int k = 0; k < w->times; k++)
            for (int n = 0; n < w->n; n++)
                swap((unsigned char *)pos + w->at + k * w->step + n * w->size, w->size);
    }
}

uint64_t st_pos_hash(const struct st_plan *p, const void *pos)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return st_hash(pos, p->pos_size);
#else
    unsigned char copy[ST_POS_MAX];

    st_assert(p->pos_size <= sizeof copy);
    memcpy(copy, pos, p->pos_size);
    st_pos_swap(p->game, copy);
    return st_hash(copy, p->pos_size);
#endif
}
