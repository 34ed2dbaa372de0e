/* coder.c - see coder.h. */
#include "play/coder.h"

#include <stdlib.h>

enum { CHANCE_BITS = 12, LEARN = 4, TOP = 1 << 24 };

uint16_t st_coder_even(void)
{
    return 1 << (CHANCE_BITS - 1);
}

static bool make(struct st_coder *c)
{
    c->near = malloc(256 * sizeof *c->near);
    c->far = malloc(ST_CODER_SLOTS * sizeof *c->far);
    for (int i = 0; c->near && c->far && i < ST_CODER_SLOTS; i++)
        for (int k = 0; k < 256; k++) {
            c->far[i][k] = st_coder_even();
            if (i < 256)
                c->near[i][k] = st_coder_even();
        }
    return c->near && c->far;
}

bool st_coder_write(struct st_coder *c, struct st_buf *out)
{
    *c = (struct st_coder){ .out = out, .range = UINT32_MAX };
    return make(c);
}

static unsigned next_byte(struct st_coder *c)
{
    c->spent |= c->at >= c->end;
    return c->at < c->end ? *c->at++ : 0;
}

bool st_coder_read(struct st_coder *c, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    *c = (struct st_coder){ .at = at, .end = at + len, .range = UINT32_MAX };
    for (int i = 0; i < 4; i++)
        c->code = c->code << 8 | next_byte(c);
    return make(c);
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

void st_coder_close(struct st_coder *c)
{
    for (int i = 0; c->out && i < 5; i++)
        shift_low(c);
    free(c->near);
    free(c->far);
    c->near = c->far = NULL;
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

/* A bit that is 0 with chance p of 1 << CHANCE_BITS. */
static int coded(struct st_coder *c, uint32_t p, int bit)
{
    uint32_t bound = (c->range >> CHANCE_BITS) * p;

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

static void learn(uint16_t *chance, int bit)
{
    if (bit)
        *chance = (uint16_t)(*chance - (*chance >> LEARN));
    else
        *chance = (uint16_t)(*chance + (((1 << CHANCE_BITS) - *chance) >> LEARN));
}

int st_coder_bit(struct st_coder *c, uint16_t *chance, int bit)
{
    bit = coded(c, *chance, bit);
    learn(chance, bit);
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

struct context { /* of a byte: the chances it goes by */
    uint16_t *near, *far;
};

static struct context context_of(const struct st_coder *c)
{
    return (struct context){ c->near[c->before[0]], c->far[(c->before[1] * 31 + c->before[0]) % ST_CODER_SLOTS] };
}

static void came(struct st_coder *c, int byte)
{
    c->before[1] = c->before[0];
    c->before[0] = (uint8_t)byte;
}

int st_coder_byte(struct st_coder *c, int byte)
{
    struct context x = context_of(c);
    int node = 1;

    for (int i = 7; i >= 0; i--) {
        int bit = coded(c, (uint32_t)(x.near[node] + x.far[node]) / 2, byte >> i & 1);

        learn(&x.near[node], bit);
        learn(&x.far[node], bit);
        node = 2 * node + bit;
    }
    came(c, node - 256);
    return node - 256;
}

void st_coder_learn(struct st_coder *c, const char *text)
{
    for (; *text; text++) {
        struct context x = context_of(c);
        int byte = (unsigned char)*text, node = 1;

        for (int i = 7; i >= 0; i--) {
            int bit = byte >> i & 1;

            learn(&x.near[node], bit);
            learn(&x.far[node], bit);
            node = 2 * node + bit;
        }
        came(c, byte);
    }
}
