/* gather.c - see gather.h. */
#include "view/gather.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BLOCK = 64 };

/* How one number is read: from bits of one byte, from a whole member of some width, or by asking. */
enum reading { BITS_OF_BYTE, SIGNED_BYTE, WIDE, WIDE_SIGNED, WHOLE, ASKED };

struct st_reader {
    uint32_t feature;
    uint16_t at;
    uint8_t reading, shift, mask;
};

static int32_t ask(const struct st_gather *g, const struct st_table *t, uint32_t feature)
{
    const struct st_feature *f = &g->feature[feature];

    if (f->field)
        return st_field_get(t, f->field, f->piece);
    const struct st_flow *flow = t->pos;
    return flow->step[flow->depth];
}

static inline int32_t read_one(const struct st_gather *g, const struct st_table *t, const struct st_reader *r)
{
    const unsigned char *at = (const unsigned char *)t->pos + r->at;
    uint16_t wide;
    int32_t whole;

    switch (r->reading) {
    case BITS_OF_BYTE: return *at >> r->shift & r->mask;
    case SIGNED_BYTE: return (int8_t)*at;
    case WIDE: memcpy(&wide, at, sizeof wide); return wide;
    case WIDE_SIGNED: memcpy(&wide, at, sizeof wide); return (int16_t)wide;
    case WHOLE: memcpy(&whole, at, sizeof whole); return whole;
    default: return ask(g, t, r->feature);
    }
}

void st_gather_all(const struct st_gather *g, const struct st_table *t, int32_t *out)
{
    for (int i = 0; i < g->n; i++)
        out[i] = ask(g, t, (uint32_t)i);
}

/* Which of the BLOCK bytes differ, as bits: the first byte is the lowest. */
#ifdef __SSE2__
static inline uint64_t sixteen(const unsigned char *a, const unsigned char *b)
{
    __m128i same = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)a), _mm_loadu_si128((const __m128i *)b));

    return (uint64_t)_mm_movemask_epi8(same) ^ 0xffff;
}

static inline uint64_t differing(const unsigned char *a, const unsigned char *b)
{
    return sixteen(a, b) | sixteen(a + 16, b + 16) << 16 | sixteen(a + 32, b + 32) << 32 | sixteen(a + 48, b + 48) << 48;
}
#else
static inline uint64_t differing(const unsigned char *a, const unsigned char *b)
{
    uint64_t bits = 0;

    if (memcmp(a, b, BLOCK) != 0)
        for (unsigned i = 0; i < BLOCK; i++)
            bits |= (uint64_t)(a[i] != b[i]) << i;
    return bits;
}
#endif

/* What hangs on a byte. Mostly that is the byte itself, or flags in it: no need to ask which. */
static inline void renew_byte(const struct st_gather *g, const struct st_table *t, size_t i, int32_t *out)
{
    const struct st_hanging *h = &g->byte[i];
    const struct st_reader *r = g->reader + h->first, *end = r + h->n;
    unsigned byte = ((const unsigned char *)t->pos)[i];

    if (h->plain)
        for (; r < end; r++)
            out[r->feature] = (int32_t)(byte >> r->shift & r->mask);
    else
        for (; r < end; r++)
            out[r->feature] = read_one(g, t, r);
}

void st_gather_changed(const struct st_gather *g, const struct st_table *t, void *was, int32_t *out)
{
    unsigned char *old = was;
    const unsigned char *now = t->pos;
    unsigned seen = 0;

    for (int k = 0; k < g->nblocks; k++) {
        size_t block = g->block[k];
        uint64_t left = differing(now + block, old + block);

        if (!left)
            continue;
        for (; left; left &= left - 1) {
            size_t i = block + (size_t)__builtin_ctzll(left);

            seen |= g->byte[i].watched;
            renew_byte(g, t, i, out);
        }
        memcpy(old + block, now + block, BLOCK);
    }
    for (int w = 0; seen >> w; w++)
        if (seen >> w & 1)
            for (int i = g->watch[w].first; i < g->watch[w].first + g->watch[w].n; i++)
                out[g->watching[i]] = ask(g, t, (uint32_t)g->watching[i]);
    for (int i = 0; i < g->nalways; i++)
        out[g->always[i]] = ask(g, t, (uint32_t)g->always[i]);
}

/* ---- which numbers ------------------------------------------------------------------------------ */

static bool is_measure(const struct st_field *f)
{
    return st_field_worked_out(f) && !st_field_settable(f);
}

static int pieces_of(const struct st_plan *p, const struct st_field *f)
{
    const struct st_names *of = f->of ? st_plan_list(p, f->of) : NULL;

    return !f->of ? 1 : strcmp(f->of, "side") == 0 ? ST_SIDES : of ? of->n : 0;
}

/* out NULL: only counted. */
static int features(const struct st_plan *p, bool measures, struct st_feature *out)
{
    int n = 0;

    if (out)
        out[n] = (struct st_feature){ NULL, -1 };
    n++;
    for (int last = 0; last <= measures; last++)
        for (int i = 0; i < st_nfields(p->game); i++) {
            const struct st_field *f = &p->game->fields->row[i];
            int pieces = f->old || is_measure(f) != (last == 1) ? 0 : pieces_of(p, f);

            for (int k = 0; k < pieces; k++, n++)
                if (out)
                    out[n] = (struct st_feature){ f, f->of ? k : -1 };
        }
    return n;
}

/* ---- what they hang on ---------------------------------------------------------------------------- */

struct maker { /* first it is counted, then written */
    struct st_gather *g;
    unsigned char *scratch; /* a position of nothing but the member that is looked at */
    uint32_t *fill;         /* [room]: how many hang on each byte, then where the next is written */
    bool writes;
};

static void hang(struct maker *m, size_t byte, struct st_reader r)
{
    if (m->writes)
        m->g->reader[m->fill[byte]] = r;
    m->fill[byte]++;
}

/* The bytes in which the member has its number: put there all ones and look. */
static size_t footprint(struct maker *m, struct st_member in, int piece, size_t *n)
{
    static const int ones[] = { [ST_BOOL] = 1, [ST_U8] = UINT8_MAX, [ST_I8] = -1, [ST_U16] = UINT16_MAX,
                                [ST_I16] = -1, [ST_U32] = -1, [ST_INT] = -1, [ST_U64] = -1 };
    size_t first = m->g->room;

    memset(m->scratch, 0, m->g->room);
    st_member_put(m->scratch, in, piece,
                  in.is_set ? 1 : in.flag ? (int)(in.flag >> __builtin_ctz(in.flag)) : ones[in.width]);
    *n = 0;
    for (size_t i = 0; i < m->g->room; i++)
        if (m->scratch[i]) {
            first = first < i ? first : i;
            *n = i + 1 - first;
        }
    return first;
}

static struct st_reader reader_of(const struct maker *m, const struct st_feature *f, uint32_t feature, size_t at, size_t n)
{
    struct st_reader r = { .feature = feature, .at = (uint16_t)at, .reading = ASKED };
    const struct st_member *in = &f->field->in;

    if (st_field_worked_out(f->field) || f->field->nobody || f->field->from || f->field->when.width)
        return r;
    if (in->is_set || in->flag || in->width == ST_U8 || in->width == ST_BOOL) {
        if (n != 1)
            return r;
        r.reading = BITS_OF_BYTE;
        r.shift = (uint8_t)__builtin_ctz(m->scratch[at]);
        r.mask = (uint8_t)(m->scratch[at] >> r.shift);
        return r;
    }
    static const uint8_t of_width[] = { [ST_I8] = SIGNED_BYTE, [ST_U16] = WIDE, [ST_I16] = WIDE_SIGNED,
                                        [ST_U32] = WHOLE, [ST_INT] = WHOLE, [ST_U64] = ASKED };
    r.reading = of_width[in->width];
    return r;
}

static void hang_on_member(struct maker *m, uint32_t feature, struct st_member in)
{
    const struct st_feature *f = &m->g->feature[feature];
    size_t n, at = footprint(m, in, f->piece, &n);
    struct st_reader r = reader_of(m, f, feature, at, n);

    for (size_t i = at; i < at + n; i++)
        hang(m, i, r);
}

/* The same bytes for all pieces: one watch for the field, whose features come one after the other. */
static int watch_of(struct maker *m, uint32_t feature)
{
    struct st_gather *g = m->g;
    const struct st_field *f = g->feature[feature].field;
    int w = 0;

    while (w < g->nwatches && g->watch[w].field != f)
        w++;
    st_assert(w < ST_WATCHES);
    if (w == g->nwatches)
        g->watch[g->nwatches++] = (struct st_watch){ f, 0, 0 };
    struct st_watch *at = &g->watch[w];
    if (!m->writes || (at->n && g->watching[at->first + at->n - 1] == (int)feature))
        return w;
    if (at->n == 0)
        at->first = g->nwatching;
    g->watching[g->nwatching++] = (int)feature;
    at->n++;
    return w;
}

static void watch(struct maker *m, uint32_t feature, struct st_member on)
{
    struct st_gather *g = m->g;
    int w = watch_of(m, feature);
    size_t n, at = on.at;

    size_t times = 1;
    if (on.width == ST_STRETCH) {
        n = on.flag & 0xffff;
        times = on.flag >> 16;
    } else {
        at = footprint(m, on, 0, &n);
    }
    for (size_t k = 0; k < times; k++)
        for (size_t i = 0; i < n; i++)
            g->byte[at + k * on.step + i].watched |= (uint8_t)(1u << w);
}

static void hang_feature(struct maker *m, uint32_t feature)
{
    struct st_gather *g = m->g;
    const struct st_field *f = g->feature[feature].field;

    if (f && f->fixed.width) {
        return;
    } else if (f && !st_field_worked_out(f)) {
        hang_on_member(m, feature, f->in);
        if (f->when.width)
            hang_on_member(m, feature, f->when);
    } else if (f && f->still && f->still(g->plan, g->feature[feature].piece)) {
        return;
    } else if (f && f->on) {
        for (const struct st_member *on = f->on; on->width; on++)
            if (on->width != ST_STRETCH && (on->step || on->is_set || !f->of))
                hang_on_member(m, feature, *on);
            else
                watch(m, feature, *on);
    } else {
        if (m->writes)
            g->always[g->nalways] = (int)feature;
        g->nalways += m->writes;
    }
}

static void hang_all(struct maker *m)
{
    for (int i = 0; i < m->g->n; i++)
        hang_feature(m, (uint32_t)i);
}

static int no_memory(struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

/* What nothing hangs on need not be compared: ways that were gone, sums that are kept. */
static void find_blocks(struct st_gather *g)
{
    for (size_t block = 0; block < g->room; block += BLOCK) {
        bool used = false;

        for (size_t i = block; i < block + BLOCK; i++)
            used = used || g->byte[i].n || g->byte[i].watched;
        if (used)
            g->block[g->nblocks++] = (uint32_t)block;
    }
}

static int index_bytes(struct st_gather *g, struct st_error *err)
{
    struct maker m = { g, malloc(g->room), calloc(g->room, sizeof *m.fill), false };
    uint32_t n = 0;
    int e = m.scratch && m.fill ? ST_OK : no_memory(err);

    if (!e) {
        hang_all(&m);
        for (size_t i = 0; i < g->room; i++) {
            g->byte[i].first = n;
            g->byte[i].n = (uint16_t)m.fill[i];
            n += m.fill[i];
            m.fill[i] = g->byte[i].first;
        }
        g->reader = calloc((size_t)n + 1, sizeof *g->reader);
        e = g->reader ? ST_OK : no_memory(err);
    }
    if (!e) {
        m.writes = true;
        hang_all(&m);
        for (size_t i = 0; i < g->room; i++) {
            struct st_hanging *h = &g->byte[i];

            h->plain = true;
            for (uint32_t k = h->first; k < h->first + h->n; k++)
                h->plain = h->plain && g->reader[k].reading == BITS_OF_BYTE;
        }
        find_blocks(g);
    }
    free(m.scratch);
    free(m.fill);
    return e;
}

int st_gather_open(struct st_gather *g, const struct st_plan *p, bool measures, struct st_error *err)
{
    *g = (struct st_gather){ .plan = p, .n = features(p, measures, NULL) };
    g->room = (p->pos_size + BLOCK - 1) / BLOCK * BLOCK;
    g->feature = calloc((size_t)g->n, sizeof *g->feature);
    g->byte = calloc(g->room, sizeof *g->byte);
    g->always = calloc((size_t)g->n, sizeof *g->always);
    g->watching = calloc((size_t)g->n, sizeof *g->watching);
    g->block = calloc(g->room / BLOCK, sizeof *g->block);
    if (!g->feature || !g->byte || !g->always || !g->watching || !g->block)
        return no_memory(err);
    features(p, measures, g->feature);
    return index_bytes(g, err);
}

void st_gather_close(struct st_gather *g)
{
    free(g->feature);
    free(g->byte);
    free(g->reader);
    free(g->always);
    free(g->watching);
    free(g->block);
}
