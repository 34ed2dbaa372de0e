/* packed.h - a record in few bytes: what the rules can tell again is not kept.
 *
 * A packed record holds what is left to say when rules, dice and writer have been asked: of the tags which scenario,
 * who plays and the seed, of a decision its number among the offers, of a die nothing where the seed has it, else the
 * face by its weight, of a check and of the result nothing. What is written otherwise than our writer would (other tags,
 * a move outside the offers, a ruling, a remark) is kept as text. Unpacking plays the game and writes it down again: the
 * text comes back byte for byte, or it is an error.
 *
 * The format: "STG2", the low half of the text's hash, four bytes, the lowest first, then the bytes of an arithmetic
 * coder (packed.c); or "STP2", then the text squeezed (base/prose.h).
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
