/* wide.c - see wide.h. */
#include "odds/wide.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { LIMB = 64, LIMBS = ST_WIDE_BITS / LIMB, PRIMES = 24, NINE = 1000000000, NINE_DIGITS = 9 };

struct factor { /* of the denominator */
    uint32_t prime;
    uint32_t power;
};

struct divisor { /* 2^shift times odd */
    uint32_t total;
    int shift;
    uint64_t odd, inverse; /* odd times inverse is 1, modulo 2^64 */
};

struct wide {
    const struct st_chain *c;
    struct factor factor[PRIMES];
    int nfactors;
    uint64_t denominator[LIMBS];
    int n;        /* limbs that it has, and every number under it */
    uint64_t *at; /* [c->n][n]: what arrives at each node, over the denominator */
};

/* ---- long numbers: n limbs, the lowest first ----------------------------------------------- */

/* False: no room for the carry. */
static bool add_times(uint64_t *to, const uint64_t *what, uint64_t times, int n)
{
    uint64_t carry = 0;

    for (int i = 0; i < n; i++) {
        st_u128 sum = (st_u128)what[i] * times + to[i] + carry;

        to[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> LIMB);
    }
    return carry == 0;
}

static bool is_zero(const uint64_t *a, int n)
{
    uint64_t any = 0;

    for (int i = 0; i < n; i++)
        any |= a[i];
    return any == 0;
}

static struct divisor divisor_of(uint32_t total)
{
    struct divisor d = { .total = total, .shift = __builtin_ctz(total) };

    d.odd = total >> d.shift;
    d.inverse = d.odd; /* three bits are right already, and every turn doubles them */
    for (int i = 0; i < 5; i++)
        d.inverse *= 2 - d.odd * d.inverse;
    return d;
}

/* A quotient without rest is found from below, one multiplication a limb (Jebelean 1993). */
static void divide(uint64_t *out, const uint64_t *a, const struct divisor *by, int n)
{
    uint64_t borrow = 0;

    for (int i = 0; i < n; i++) {
        uint64_t above = i + 1 < n ? a[i + 1] : 0;
        uint64_t limb = by->shift ? a[i] >> by->shift | above << (LIMB - by->shift) : a[i];
        uint64_t q = (limb - borrow) * by->inverse;

        borrow = (uint64_t)((st_u128)q * by->odd >> LIMB) + (limb < borrow);
        out[i] = q;
    }
}

/* The rest; out is the quotient. */
static uint32_t divide_short(uint64_t *out, const uint64_t *a, uint32_t by, int n)
{
    uint64_t rest = 0;

    for (int i = n - 1; i >= 0; i--) {
        uint64_t high = rest << 32 | a[i] >> 32, low = high % by << 32 | (uint32_t)a[i];

        out[i] = high / by << 32 | low / by;
        rest = low % by;
    }
    return (uint32_t)rest;
}

static void print(const uint64_t *a, int n, struct st_buf *out)
{
    char text[LIMBS * 20 + NINE_DIGITS], *end = text + sizeof text, *at = end;
    uint64_t left[LIMBS];

    for (memcpy(left, a, (size_t)n * sizeof *left); !is_zero(left, n);) {
        uint32_t nine = divide_short(left, left, NINE, n);

        for (int i = 0; i < NINE_DIGITS; i++, nine /= 10)
            *--at = (char)('0' + nine % 10);
        while (n && left[n - 1] == 0)
            n--;
    }
    while (at < end && *at == '0')
        at++;
    if (at == end)
        *--at = '0';
    st_buf_put(out, at, (size_t)(end - at));
}

/* ---- the denominator ----------------------------------------------------------------------- */

static bool add_prime(struct wide *w, uint32_t prime)
{
    for (int i = 0; i < w->nfactors; i++)
        if (w->factor[i].prime == prime)
            return true;
    if (w->nfactors == PRIMES)
        return false;
    w->factor[w->nfactors++] = (struct factor){ prime, 0 };
    return true;
}

static bool add_primes_of(struct wide *w, uint32_t total)
{
    for (uint32_t d = 2; d <= total / d; d++)
        for (; total % d == 0; total /= d)
            if (!add_prime(w, d))
                return false;
    return total < 2 || add_prime(w, total);
}

static uint32_t powers_in(uint32_t total, uint32_t prime)
{
    uint32_t n = 0;

    for (; total % prime == 0; total /= prime)
        n++;
    return n;
}

/* The most of the prime that a way collects; most has a place for each node. */
static uint32_t most_of(const struct st_chain *c, uint32_t prime, uint32_t *most)
{
    uint32_t all = 0, last = 1, powers = 0;

    memset(most, 0, c->n * sizeof *most);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct st_chain_node *v = &c->node[c->order[i]];

        if (v->nedges == 0)
            continue;
        if (v->total != last)
            powers = powers_in(v->total, prime);
        last = v->total;
        uint32_t here = most[c->order[i]] + powers;
        all = here > all ? here : all;
        for (uint32_t e = v->first; e < v->first + v->nedges; e++)
            if (c->edge[e].to != ST_CHAIN_LOST && most[c->edge[e].to] < here)
                most[c->edge[e].to] = here;
    }
    return all;
}

/* False: more primes, or more of them, than there is room for. */
static bool find_denominator(struct wide *w, uint32_t *most)
{
    const struct st_chain *c = w->c;
    uint32_t last = 1;

    for (uint32_t v = 0; v < c->n; v++) {
        if (c->node[v].nedges && c->node[v].total != last && !add_primes_of(w, c->node[v].total))
            return false;
        last = c->node[v].nedges ? c->node[v].total : last;
    }
    w->denominator[0] = 1;
    for (int i = 0; i < w->nfactors; i++) {
        struct factor *f = &w->factor[i];

        f->power = most_of(c, f->prime, most);
        for (uint32_t k = 0; k < f->power; k++) {
            uint64_t times[LIMBS] = { 0 };

            if (!add_times(times, w->denominator, f->prime, LIMBS))
                return false;
            memcpy(w->denominator, times, sizeof times);
        }
    }
    for (w->n = LIMBS; w->denominator[w->n - 1] == 0;)
        w->n--;
    return true;
}

/* ---- the chain ----------------------------------------------------------------------------- */

/* Every share is whole: the denominator has all that any way collects. */
static void walk(struct wide *w)
{
    const struct st_chain *c = w->c;
    struct divisor by = { .total = 0 };
    uint64_t share[LIMBS];
    size_t n = (size_t)w->n;

    memcpy(w->at, w->denominator, n * sizeof *w->at);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct st_chain_node *v = &c->node[c->order[i]];

        if (v->nedges == 0)
            continue;
        if (v->total != by.total)
            by = divisor_of(v->total);
        divide(share, &w->at[c->order[i] * n], &by, w->n);
        for (uint32_t e = v->first; e < v->first + v->nedges; e++)
            if (c->edge[e].to != ST_CHAIN_LOST)
                add_times(&w->at[c->edge[e].to * n], share, c->edge[e].weight, w->n);
    }
}

/* The prime out of both, as often as it is in both. */
static void cancel(const struct wide *w, uint64_t *number, uint64_t *below, const struct factor *f)
{
    for (uint32_t left = f->power; left;) {
        uint64_t unused[LIMBS];
        uint32_t all = 1, most = 0, times = 1;

        for (; most < left && all <= UINT32_MAX / f->prime; most++)
            all *= f->prime;
        uint32_t rest = divide_short(unused, number, all, w->n), k = rest ? 0 : most;
        for (; rest && rest % f->prime == 0; rest /= f->prime)
            k++;
        for (uint32_t i = 0; i < k; i++)
            times *= f->prime;
        struct divisor by = divisor_of(times);
        divide(number, number, &by, w->n);
        divide(below, below, &by, w->n);
        left = k == most ? left - k : 0;
    }
}

/* In lowest terms: only the known primes can be in both. */
static char *fraction_of(const struct wide *w, uint64_t *number)
{
    uint64_t below[LIMBS];
    struct st_buf out = { 0 };
    bool whole = is_zero(number, w->n);

    memcpy(below, w->denominator, sizeof below);
    for (int i = 0; i < w->nfactors && !whole; i++)
        cancel(w, number, below, &w->factor[i]);
    print(number, w->n, &out);
    if (!whole && (below[0] != 1 || !is_zero(below + 1, w->n - 1))) {
        st_buf_put(&out, "/", 1);
        print(below, w->n, &out);
    }
    if (out.failed)
        st_buf_free(&out);
    return out.text;
}

/* Whether there was memory. */
static bool solve(struct wide *w, char **out, int ngroups, const int *group)
{
    size_t n = (size_t)w->n;
    uint64_t *sum = calloc((size_t)ngroups + 1, n * sizeof *sum);

    w->at = calloc(w->c->n, n * sizeof *w->at);
    bool room = w->at && sum;
    if (room)
        walk(w);
    for (uint32_t v = 0; room && v < w->c->n; v++)
        if (group[v] >= 0)
            add_times(&sum[(size_t)group[v] * n], &w->at[v * n], 1, w->n);
    for (int i = 0; room && i < ngroups; i++) {
        out[i] = fraction_of(w, &sum[(size_t)i * n]);
        room = out[i] != NULL;
    }
    free(w->at);
    free(sum);
    return room;
}

int st_wide_solve(char **out, int ngroups, const struct st_chain *c, const int *group, struct st_error *err)
{
    uint32_t *most = malloc(c->n * sizeof *most);
    struct wide w = { .c = c };
    bool room = most != NULL;

    for (int i = 0; i < ngroups; i++)
        out[i] = NULL;
    if (room && !c->circles && find_denominator(&w, most))
        room = solve(&w, out, ngroups, group);
    for (int i = 0; i < ngroups && !room; i++) {
        free(out[i]);
        out[i] = NULL;
    }
    free(most);
    return room ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}
