/* prose.c - see prose.h. The mixing is that of M. Mahoney's lpaq, made small. */
#include "base/prose.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { GUESSES = 9, SLOT_BITS = 16, SLOTS = 1 << SLOT_BITS, SEEN_MAX = 12 };
enum { ONE = 1 << ST_CODER_BITS, FAR = 2047, WEIGHT = 1 << 16, STEP = 1024, HEAD = 8 };

struct slot {
    int16_t lean; /* how much more often than not the bit was 1: half of all at the ends */
    uint16_t seen;
};

struct st_prose {
    struct slot slot[GUESSES][SLOTS];
    int weight[256][GUESSES]; /* by how the line begins */
    int16_t stretch[ONE];     /* ln(p / (1 - p)), in 256ths */
    uint64_t before;          /* the last eight bytes */
    struct {
        uint32_t all, word, last, verb; /* hashes: of the line so far, its last two words, its fourth */
        int field;
        uint8_t first; /* of the line; digits are alike */
    } line;
};

/* 1 / (1 + e^-x), x in 256ths: out of ONE. */
static int squash(int x)
{
    static const int16_t at[] = { 1,    2,    3,    6,    10,   16,   27,   45,   73,   120,  194,
                                  310,  488,  747,  1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785,
                                  3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094 };

    if (x > FAR)
        return ONE - 1;
    if (x < -FAR)
        return 1;
    int i = (x + FAR + 1) / 128, part = (x + FAR + 1) % 128;
    return (at[i] * (128 - part) + at[i + 1] * part + 64) / 128;
}

static void came(struct st_prose *p, int byte)
{
    enum { VERB = 4 };

    p->before = p->before << 8 | (unsigned)byte;
    if (byte == '\n') {
        memset(&p->line, 0, sizeof p->line);
        return;
    }
    if (!p->line.first)
        p->line.first = (uint8_t)(byte >= '0' && byte <= '9' ? '0' : byte);
    p->line.all = (p->line.all + (unsigned)byte) * 0x2f0b4c47u;
    if (byte == ' ' || byte == ',' || byte == '-') {
        p->line.field += byte == ' ';
        if (p->line.field == VERB)
            p->line.verb = p->line.word;
        p->line.last = p->line.word;
        p->line.word = 0;
    } else {
        p->line.word = (p->line.word + (unsigned)byte + 1) * 0x2f0b4c47u;
    }
}

/* What each guess goes by. */
static void look(const struct st_prose *p, uint32_t out[GUESSES])
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    const uint64_t last[GUESSES] = {
        0,
        p->before & 0xff,
        p->before & 0xffff,
        p->before & 0xffffff,
        p->before & 0xffffffff,
        p->before & 0xffffffffffff,
        p->line.all ^ (uint64_t)p->line.first << 32,
        p->line.word ^ (uint64_t)p->line.last << 32,
        p->line.word ^ (uint64_t)(p->line.verb + (unsigned)p->line.field * 0x85ebca6bu) << 32,
    };

    for (int i = 0; i < GUESSES; i++)
        out[i] = (uint32_t)((last[i] + 1) * odd >> 32);
}

static struct slot *find_slot(struct st_prose *p, int guess, uint32_t by, int node)
{
    uint32_t hash = by + (uint32_t)node * 0x2545f491u;

    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    return &p->slot[guess][(hash ^ hash >> 12) >> (32 - SLOT_BITS)];
}

/* The oftener it was seen the less one more changes it. */
static void learn(struct slot *s, int bit)
{
    int end = bit ? INT16_MAX : INT16_MIN;

    s->lean = (int16_t)(s->lean + (end - s->lean) * 2 / (2 * s->seen + 3));
    s->seen = (uint16_t)(s->seen + (s->seen < SEEN_MAX));
}

/* c NULL: the byte is known to both sides, and learnt for nothing. */
static int coded(struct st_prose *p, struct st_coder *c, int byte)
{
    int *weight = p->weight[p->line.first];
    uint32_t by[GUESSES];
    int node = 1;

    look(p, by);
    for (int i = 7; i >= 0; i--) {
        struct slot *s[GUESSES];
        int guess[GUESSES], bit = byte >> i & 1;
        int64_t sum = 0;

        for (int k = 0; k < GUESSES; k++) {
            s[k] = find_slot(p, k, by[k], node);
            guess[k] = s[k]->seen ? p->stretch[(s[k]->lean + INT16_MAX + 1) / 16] : 0;
            sum += (int64_t)weight[k] * guess[k];
        }
        int one = squash((int)(sum / WEIGHT));
        if (c)
            bit = st_coder_bit_by(c, (uint32_t)(ONE - one), bit);
        for (int k = 0; k < GUESSES; k++) {
            weight[k] += guess[k] * ((bit ? ONE : 0) - one) / STEP;
            learn(s[k], bit);
        }
        node = 2 * node + bit;
    }
    came(p, node - 256);
    return node - 256;
}

struct st_prose *st_prose_new(const char *known)
{
    struct st_prose *p = calloc(1, sizeof *p); /* pages that are never used cost nothing */
    int next = 0;

    if (!p)
        return NULL;
    for (int x = -FAR; x <= FAR; x++)
        for (; next <= squash(x); next++)
            p->stretch[next] = (int16_t)x;
    for (; next < ONE; next++)
        p->stretch[next] = FAR;
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < GUESSES; k++)
            p->weight[i][k] = WEIGHT / 5;
    for (; *known; known++)
        coded(p, NULL, (unsigned char)*known);
    return p;
}

void st_prose_free(struct st_prose *p)
{
    free(p);
}

int st_prose_byte(struct st_prose *p, struct st_coder *c, int byte)
{
    return coded(p, c, byte);
}

/* ---- whole texts ------------------------------------------------------------------------- */

bool st_squeeze(struct st_buf *out, const char *text, size_t len)
{
    struct st_prose *p = st_prose_new("");
    uint32_t number[2] = { (uint32_t)len, (uint32_t)st_hash(text, len) };
    struct st_coder c;
    char head[HEAD];

    if (!p)
        return false;
    for (int i = 0; i < HEAD; i++)
        head[i] = (char)(number[i / 4] >> 8 * (i % 4) & 0xff);
    st_buf_put(out, head, HEAD);
    st_coder_write(&c, out);
    for (size_t i = 0; i < len; i++)
        st_prose_byte(p, &c, (unsigned char)text[i]);
    st_coder_close(&c);
    st_prose_free(p);
    return !out->failed;
}

int st_unsqueeze(struct st_buf *out, const char *bytes, size_t len, const char *where, struct st_error *err)
{
    const unsigned char *at = (const unsigned char *)bytes;
    uint32_t number[2] = { 0, 0 };
    struct st_buf text = { 0 };
    struct st_coder c;

    for (int i = 0; i < HEAD && len >= HEAD; i++)
        number[i / 4] |= (uint32_t)at[i] << 8 * (i % 4);
    if (len < HEAD || number[0] > ST_TEXT_MAX)
        return st_fail(err, ST_ESYNTAX, where, 0, "damaged: no text was kept so");
    struct st_prose *p = st_prose_new("");
    st_coder_read(&c, bytes + HEAD, len - HEAD);
    for (size_t i = 0; p && i < number[0] && !c.spent && !text.failed; i++) {
        char byte = (char)st_prose_byte(p, &c, 0);

        st_buf_put(&text, &byte, 1);
    }
    bool memory = p && !text.failed;
    bool same = !c.spent && (uint32_t)st_hash(st_buf_text(&text), text.len) == number[1];
    st_prose_free(p);
    if (memory && same)
        st_buf_put(out, st_buf_text(&text), text.len);
    st_buf_free(&text);
    if (!memory || out->failed)
        return st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    return same ? ST_OK : st_fail(err, ST_ESYNTAX, where, 0, "damaged: what comes back is not what was kept");
}
