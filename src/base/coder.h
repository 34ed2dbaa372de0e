/* coder.h - an arithmetic coder: bits by learnt chances, numbers by given weights.
 *
 * Bits are taken against chances that learn from every one (as in LZMA: 32 bits of range, a carry kept back); whole
 * numbers share the range by their weights. Text is coded by what came before it: prose.h.
 */
#ifndef ST_BASE_CODER_H
#define ST_BASE_CODER_H

#include "base/text.h"

#include <stdint.h>

enum { ST_CODER_TOTAL = 1 << 16, ST_CODER_BITS = 12 };

struct st_coder {
    struct st_buf *out; /* written to; NULL: read */
    const unsigned char *at, *end;
    uint64_t low;
    uint32_t range, code, held;
    unsigned char cache;
    bool begun;
    int beyond; /* bytes read behind the end, where noughts are left away */
    bool spent; /* more than that: nothing read since is to be trusted */
};

/* Closing a writer sends what is held back. */
void st_coder_write(struct st_coder *c, struct st_buf *out);
void st_coder_read(struct st_coder *c, const void *bytes, size_t len);
void st_coder_close(struct st_coder *c);

/* A chance that has learnt nothing, but that 1 comes once in 1 << doubt times. */
uint16_t st_coder_chance(int doubt);
/* Each takes what is to be written, and returns it, or what was read. */
int st_coder_bit(struct st_coder *c, uint16_t *chance, int bit);
/* A bit that is 0 with p of 1 << ST_CODER_BITS. */
int st_coder_bit_by(struct st_coder *c, uint32_t p, int bit);
/* One of `of` symbols, a power of 2; tree has as many chances. */
int st_coder_symbol(struct st_coder *c, uint16_t *tree, int of, int symbol);
/* What starts at `from` and has that weight, of a total up to ST_CODER_TOTAL: reading, first find the place. */
uint32_t st_coder_place(struct st_coder *c, uint32_t total);
void st_coder_share(struct st_coder *c, uint32_t from, uint32_t weight, uint32_t total);
/* One of n, each as likely as another. */
uint32_t st_coder_even(struct st_coder *c, uint32_t n, uint32_t i);

#endif
