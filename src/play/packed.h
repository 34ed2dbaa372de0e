/* packed.h - a record in few bytes: what the rules can tell again is not kept.
 *
 * A packed record holds the tags as text, and of every line what is left to say when rules and dice have been asked:
 * of a decision its number among the offers, of a die nothing where the seed has it, else the face by its
 * weight, of a check nothing. What is written otherwise than our writer would (a move outside the offers, a
 * ruling, a remark) is kept as text. Unpacking plays the game and writes it down again: the text comes back
 * byte for byte, or it is an error.
 *
 * The format: "STP1"; a byte, 0 whole text or 1 a game; the text's length and the low half of its hash, four bytes
 * each, the lowest first; then the bytes of an arithmetic coder (packed.c).
 */
#ifndef ST_PLAY_PACKED_H
#define ST_PLAY_PACKED_H

#include "base/text.h"
#include "play/session.h"

/* Any text a record can be read from; one that is no sound game, or not in the writer's form, is kept whole. */
int st_pack(struct st_buf *out, const char *text, size_t len, const char *where, const struct st_files *files,
            struct st_error *err);
int st_unpack(struct st_buf *out, const char *bytes, size_t len, const char *where, const struct st_files *files,
              struct st_error *err);
/* The same for one after the other: v keeps the plan of the last, which is most of the work for a short game. */
int st_unpack_next(struct st_verifier *v, struct st_buf *out, const char *bytes, size_t len, const char *where,
                   struct st_error *err);

#endif
