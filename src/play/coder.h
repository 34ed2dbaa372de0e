/* coder.h - an arithmetic coder: bits by learnt chances, numbers by given weights, text by what came before it.
 *
 * Bits are taken against chances that learn from every one (as in LZMA: 32 bits of range, a carry kept back); whole
 * numbers share the range by their weights. A byte of text is eight bits, each by the mean of two chances: of
 * the byte before, and of the two before. Private to play.
 */
#ifndef ST_PLAY_CODER_H
#define ST_PLAY_CODER_H

#include "base/text.h"

#include <stdint.h>

enum { ST_CODER_TOTAL = 1 << 16, ST_CODER_SLOTS = 1024 };

struct st_coder {
    struct st_buf *out; /* written to; NULL: read */
    const unsigned char *at, *end;
    uint64_t low;
    uint32_t range, code, held;
    unsigned char cache;
    bool begun;
    bool spent; /* read beyond the end: nothing read since is to be trusted */
    uint8_t before[2];
    uint16_t (*near)[256], (*far)[256]; /* chances of text, by one byte and by two */
};

/* False: no memory. Closing a writer sends what is held back. */
bool st_coder_write(struct st_coder *c, struct st_buf *out);
bool st_coder_read(struct st_coder *c, const void *bytes, size_t len);
void st_coder_close(struct st_coder *c);

uint16_t st_coder_even(void); /* a chance that has learnt nothing */
/* Each takes what is to be written, and returns it, or what was read. */
int st_coder_bit(struct st_coder *c, uint16_t *chance, int bit);
/* One of `of` symbols, a power of 2; tree has as many chances. */
int st_coder_symbol(struct st_coder *c, uint16_t *tree, int of, int symbol);
/* What starts at `from` and has that weight, of a total up to ST_CODER_TOTAL: reading, first find the place. */
uint32_t st_coder_place(struct st_coder *c, uint32_t total);
void st_coder_share(struct st_coder *c, uint32_t from, uint32_t weight, uint32_t total);
int st_coder_byte(struct st_coder *c, int byte);
void st_coder_learn(struct st_coder *c, const char *text); /* as if it had been coded, for nothing */

#endif
