/* coder.c - see coder.h. */
#include "base/coder.h"

enum { LEARN = 4, TOP = 1 << 24, SPARE = 4 };

uint16_t st_coder_chance(int doubt)
{
    return (uint16_t)((1 << ST_CODER_BITS) - (1 << (ST_CODER_BITS - doubt)));
}

void st_coder_write(struct st_coder *c, struct st_buf *out)
{
    *c = (struct st_coder){ .out = out, .range = UINT32_MAX };
}

static unsigned next_byte(struct st_coder *c)
{
    if (c->at < c->end)
        return *c->at++;
    c->spent |= c->beyond++ >= SPARE;
    return 0;
}

void st_coder_read(struct st_coder *c, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    *c = (struct st_coder){ .at = at, .end = at + len, .range = UINT32_MAX };
    for (int i = 0; i < 4; i++)
        c->code = c->code << 8 | next_byte(c);
}

/* The byte held back goes out when no carry can change it any more; before the first there is none. */
static void shift_low(struct st_coder *c)
{
    if (c->low < 0xff000000u || c->low > UINT32_MAX) {
        unsigned carry = (unsigned)(c->low >> 32);
        char byte = (char)(c->cache + carry), full = (char)(0xff + carry);

        if (c->begun)
            st_buf_put(c->out, &byte, 1);
        for (; c->held; c->held--)
            st_buf_put(c->out, &full, 1);
        c->cache = (unsigned char)(c->low >> 24);
        c->begun = true;
    } else {
        c->held++;
    }
    c->low = (c->low & 0xffffff) << 8;
}

/* Of all numbers that lead here the one that ends in most noughts: these need not be written. */
void st_coder_close(struct st_coder *c)
{
    if (!c->out)
        return;
    c->low = (c->low + TOP - 1) & ~(uint64_t)(TOP - 1);
    for (int i = 0; i <= SPARE; i++)
        shift_low(c);
    for (int i = 0; i < SPARE && c->out->len && !c->out->failed && !c->out->text[c->out->len - 1]; i++)
        c->out->len--;
    c->out = NULL;
}

static void normalise(struct st_coder *c)
{
    while (c->range < TOP) {
        c->range <<= 8;
        if (c->out)
            shift_low(c);
        else
            c->code = c->code << 8 | next_byte(c);
    }
}

int st_coder_bit_by(struct st_coder *c, uint32_t p, int bit)
{
    uint32_t bound = (c->range >> ST_CODER_BITS) * p;

    if (!c->out)
        bit = c->code >= bound;
    if (bit) {
        c->low += c->out ? bound : 0;
        c->code -= c->out ? 0 : bound;
        c->range -= bound;
    } else {
        c->range = bound;
    }
    normalise(c);
    return bit;
}

int st_coder_bit(struct st_coder *c, uint16_t *chance, int bit)
{
    bit = st_coder_bit_by(c, *chance, bit);
    if (bit)
        *chance = (uint16_t)(*chance - (*chance >> LEARN));
    else
        *chance = (uint16_t)(*chance + (((1 << ST_CODER_BITS) - *chance) >> LEARN));
    return bit;
}

int st_coder_symbol(struct st_coder *c, uint16_t *tree, int of, int symbol)
{
    int node = 1;

    for (int half = of / 2; half; half /= 2)
        node = 2 * node + st_coder_bit(c, &tree[node], (symbol & half) != 0);
    return node - of;
}

uint32_t st_coder_place(struct st_coder *c, uint32_t total)
{
    uint32_t place = c->code / (c->range / total);

    return place < total ? place : total - 1;
}

void st_coder_share(struct st_coder *c, uint32_t from, uint32_t weight, uint32_t total)
{
    uint32_t one = c->range / total;

    if (c->out)
        c->low += (uint64_t)one * from;
    else
        c->code -= one * from;
    c->range = one * weight;
    normalise(c);
}

uint32_t st_coder_even(struct st_coder *c, uint32_t n, uint32_t i)
{
    if (!c->out)
        i = st_coder_place(c, n);
    st_coder_share(c, i, 1, n);
    return i;
}
