/* posture.h - a position as one word of text, for programs that talk to each other.
 *
 * HASH:HEX, the bytes as they are on every machine (core/order.h) and before them the low half of their
 * hash, as on the `=` lines of records. What a side may not know has been blanked before: the word
 * tells no more than the position.
 */
#ifndef ST_PLAY_POSTURE_H
#define ST_PLAY_POSTURE_H

#include "base/text.h"
#include "core/game.h"

void st_posture_print(const struct st_plan *p, const void *pos, struct st_buf *out);
/* Into pos, of p->pos_size bytes. Bytes that are not what the hash says, or wait for nothing the game
 * knows, are an error. */
int st_posture_read(const struct st_plan *p, struct st_span word, void *pos, struct st_error *err);
/* Which scenario and charts it is of, in eight letters. */
uint32_t st_posture_plan(const struct st_plan *p);

#endif
