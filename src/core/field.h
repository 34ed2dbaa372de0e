/* field.h - what the setters of fields (struct st_field) have in common.
 *
 * A setter says what values make sense and writes one down. Where nothing else hangs on it, that is
 * one of these; where something does, the game asks its own questions first.
 */
#ifndef ST_CORE_FIELD_H
#define ST_CORE_FIELD_H

#include "base/error.h"

/* A byte of the position, from lo to hi; else "NAME is LO to HI". */
enum st_answer st_field_put(uint8_t *to, int value, int lo, int hi, const char *para,
                            const char *name, struct st_refusal *why);
/* Number i of a set of bits, in or out; else "NAME is 0 or 1". */
enum st_answer st_field_put_bit(uint64_t *set, int i, int value, const char *para, const char *name,
                                struct st_refusal *why);
/* Steps left of a piece that lives: 1 to full. */
enum st_answer st_field_put_steps(uint8_t *to, int value, int full, const char *para,
                                  const char *piece, struct st_refusal *why);

#endif
