/* prose.h - text in few bytes, by what came before it in the same text.
 *
 * Every bit of a byte is guessed at in nine ways, each by other letters and words before it; a mixer weighs the guesses
 * by how well they did on lines that begin alike. Whole numbers only, so that every machine guesses the same.
 * It is made for lines of short words, such as records: those of whole games take a fifth of their length.
 */
#ifndef ST_BASE_PROSE_H
#define ST_BASE_PROSE_H

#include "base/coder.h"

struct st_prose;

/* known: what is taken as read already, or "". NULL: no memory. */
struct st_prose *st_prose_new(const char *known);
void st_prose_free(struct st_prose *p);
/* Takes the byte to be written, and returns it, or the one that was read. */
int st_prose_byte(struct st_prose *p, struct st_coder *c, int byte);

/* A whole text: its length and the low half of its hash, four bytes each, the lowest first; then the coder's bytes.
 * What comes back is that text or an error. False: no memory. */
bool st_squeeze(struct st_buf *out, const char *text, size_t len);
int st_unsqueeze(struct st_buf *out, const char *bytes, size_t len, const char *where, struct st_error *err);

#endif
