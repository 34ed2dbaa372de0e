/* later.h - what hangs on a plan alone and is wanted by few, worked out when somebody first asks.
 *
 * The memory is the plan's, had when the plan is made, so that nothing can fail later. Threads share it: one of
 * them does the work, and whoever comes meanwhile waits.
 */
#ifndef ST_CORE_LATER_H
#define ST_CORE_LATER_H

#include <stdatomic.h>

struct st_later {
    atomic_int state; /* 0 not yet, 1 somebody is at it, 2 done */
};

static inline void st_later(struct st_later *l, void (*work)(const void *of), const void *of)
{
    int state = atomic_load_explicit(&l->state, memory_order_acquire);

    if (state == 2)
        return;
    if (state == 0 && atomic_compare_exchange_strong(&l->state, &state, 1)) {
        work(of);
        atomic_store_explicit(&l->state, 2, memory_order_release);
    }
    while (atomic_load_explicit(&l->state, memory_order_acquire) != 2)
        continue;
}

#endif
