/* past.h - the positions a game went through, one after the other.
 *
 * From one to the next hardly anything changes, so that only what differs is kept, and now and then
 * a whole one: a long game costs a hundredth of its positions laid side by side, and any of them is
 * there again after a few bytes.
 *
 * Private to play.
 */
#ifndef ST_PLAY_PAST_H
#define ST_PLAY_PAST_H

#include "base/text.h"

struct st_past { /* zeroed but for size before the first use */
    size_t size; /* of a position, bytes */
    char *last;  /* the last one, whole; NULL: none yet */
    size_t *at;  /* where each begins in bytes */
    int n, room;
    struct st_buf bytes;
};

void st_past_free(struct st_past *p);
/* One more. ST_ENOMEM: nothing has changed. */
int st_past_add(struct st_past *p, const void *pos, struct st_error *err);
/* Number i, from 0, written to out. */
void st_past_read(const struct st_past *p, int i, void *out);
/* Forget all but the first n. */
void st_past_cut(struct st_past *p, int n);
size_t st_past_bytes(const struct st_past *p); /* of memory */

#endif
