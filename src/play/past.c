/* past.c - see past.h.
 *
 * Every WHOLE-th position is written as it is. Each of the others is a list of runs over the one
 * before it: how many bytes stay, how many follow, and those; both counts in as many bytes as they
 * need, seven bits in each, the last without the eighth.
 */
#include "play/past.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 64, STRIDE = 16, JOIN = 3 }; /* runs with fewer equal bytes between them are one */

void st_past_free(struct st_past *p)
{
    free(p->last);
    free(p->at);
    st_buf_free(&p->bytes);
    *p = (struct st_past){ .size = p->size };
}

size_t st_past_bytes(const struct st_past *p)
{
    return p->bytes.size + (size_t)p->room * sizeof *p->at + (p->last ? p->size : 0);
}

/* ---- writing ---------------------------------------------------------------------------- */

static void put_count(struct st_buf *out, size_t n)
{
    char byte;

    for (; n > 127; n >>= 7) {
        byte = (char)(n & 127) | (char)128;
        st_buf_put(out, &byte, 1);
    }
    byte = (char)n;
    st_buf_put(out, &byte, 1);
}

/* Where the run that begins at `from` ends. */
static size_t run_end(const char *was, const char *is, size_t from, size_t size)
{
    size_t end = from;

    for (size_t i = from; i < size && i - end <= JOIN; i++)
        if (was[i] != is[i])
            end = i + 1;
    return end;
}

static void put_runs(struct st_buf *out, const char *was, const char *is, size_t size)
{
    for (size_t at = 0, end; at < size; at = end) {
        size_t from = at;

        while (from + STRIDE <= size && memcmp(was + from, is + from, STRIDE) == 0)
            from += STRIDE; /* most of a position stays as it was */
        while (from < size && was[from] == is[from])
            from++;
        if (from == size)
            return;
        end = run_end(was, is, from, size);
        put_count(out, from - at);
        put_count(out, end - from);
        st_buf_put(out, is + from, end - from);
    }
}

static bool reserve(struct st_past *p)
{
    if (!p->last && !(p->last = malloc(p->size)))
        return false;
    if (p->n < p->room)
        return true;
    int room = p->room ? p->room + p->room / 2 : 32;
    size_t *more = realloc(p->at, (size_t)room * sizeof *more);
    if (!more)
        return false;
    p->at = more;
    p->room = room;
    return true;
}

int st_past_add(struct st_past *p, const void *pos, struct st_error *err)
{
    size_t before = p->bytes.len;
    bool ok = reserve(p);

    if (ok && p->n % WHOLE == 0)
        st_buf_put(&p->bytes, pos, p->size);
    else if (ok)
        put_runs(&p->bytes, p->last, pos, p->size);
    if (!ok || p->bytes.failed) {
        p->bytes.failed = false;
        p->bytes.len = before;
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    p->at[p->n++] = before;
    memcpy(p->last, pos, p->size);
    return ST_OK;
}

/* ---- reading ---------------------------------------------------------------------------- */

static size_t take_count(const char **at)
{
    size_t n = 0;

    for (int shift = 0;; shift += 7) {
        unsigned char byte = (unsigned char)*(*at)++;

        n |= (size_t)(byte & 127) << shift;
        if (byte < 128)
            return n;
    }
}

static void take_runs(const char *at, const char *end, char *pos)
{
    while (at < end) {
        pos += take_count(&at);
        size_t n = take_count(&at);
        memcpy(pos, at, n);
        pos += n;
        at += n;
    }
}

void st_past_read(const struct st_past *p, int i, void *out)
{
    st_assert(i >= 0 && i < p->n);
    if (i == p->n - 1) {
        memcpy(out, p->last, p->size);
        return;
    }
    int whole = i - i % WHOLE;
    memcpy(out, p->bytes.text + p->at[whole], p->size);
    for (int k = whole + 1; k <= i; k++)
        take_runs(p->bytes.text + p->at[k], p->bytes.text + p->at[k + 1], out);
}

void st_past_cut(struct st_past *p, int n)
{
    st_assert(n >= 0 && n <= p->n);
    if (n == p->n)
        return;
    if (n > 0)
        st_past_read(p, n - 1, p->last);
    p->bytes.len = p->at[n];
    p->n = n;
}
