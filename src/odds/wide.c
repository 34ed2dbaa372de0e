/* wide.c - see wide.h. */
#include "odds/wide.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { LIMBS = ST_WIDE_BITS / 32 + 2, PRIMES = 24, MODULI = ST_WIDE_BITS / 30 + 2, NINE = 1000000000 };

struct factor { /* of the denominator */
    uint32_t prime;
    uint32_t power;
};

struct wide {
    const struct st_chain *c;
    uint32_t *order; /* each node after all that lead to it */
    uint64_t *at;    /* of each node, for the walk that is under way */
    struct factor factor[PRIMES];
    int nfactors;
    uint32_t modulus[MODULI];
    uint32_t back[MODULI]; /* the inverse of the product of those before it */
    int nmoduli;
};

/* ---- long numbers ------------------------------------------------------------------------ */

struct big {
    int n;                /* limbs in use, the highest of them not 0 */
    uint32_t limb[LIMBS]; /* the lowest first */
};

static void big_step(struct big *n, uint32_t times, uint32_t plus)
{
    uint64_t carry = plus;

    for (int i = 0; i < n->n; i++) {
        carry += (uint64_t)n->limb[i] * times;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        st_assert(n->n < LIMBS);
        n->limb[n->n++] = (uint32_t)carry;
    }
}

static uint32_t big_divide(struct big *n, uint32_t by) /* the rest */
{
    uint64_t rest = 0;

    for (int i = n->n - 1; i >= 0; i--) {
        rest = rest << 32 | n->limb[i];
        n->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (n->n && n->limb[n->n - 1] == 0)
        n->n--;
    return (uint32_t)rest;
}

static bool big_zero(const struct big *n)
{
    return n->n == 0;
}

static void big_print(struct big n, struct st_buf *out)
{
    uint32_t nine[LIMBS * 32 / 29 + 1];
    int k = 0;

    do
        nine[k++] = big_divide(&n, NINE);
    while (!big_zero(&n));
    st_buf_add(out, "%u", nine[--k]);
    while (k)
        st_buf_add(out, "%09u", nine[--k]);
}

/* ---- numbers modulo a prime --------------------------------------------------------------- */

static uint32_t power_of(uint64_t base, uint32_t power, uint32_t p)
{
    uint64_t out = 1;

    for (base %= p; power; power >>= 1) {
        out = power & 1 ? out * base % p : out;
        base = base * base % p;
    }
    return (uint32_t)out;
}

static uint32_t inverse(uint64_t n, uint32_t p)
{
    return power_of(n, p - 2, p);
}

/* Miller and Rabin; these three bases leave nothing open below 4,759,123,141 (Jaeschke 1993). */
static bool is_prime(uint32_t n)
{
    static const uint32_t bases[] = { 2, 7, 61 };
    uint32_t odd = (n - 1) >> __builtin_ctz(n - 1);

    for (int i = 0; i < 3; i++) {
        uint64_t x = power_of(bases[i], odd, n);

        for (uint32_t d = odd; x != n - 1 && !(d == odd && x == 1); d *= 2, x = x * x % n)
            if (d >= n / 2)
                return false;
    }
    return true;
}

/* ---- the chain ---------------------------------------------------------------------------- */

/* False: it has circles. */
static bool put_in_order(struct wide *w)
{
    const struct st_chain *c = w->c;
    uint32_t n = 0;

    memset(w->at, 0, c->n * sizeof *w->at); /* ways into each node that are not yet walked */
    for (uint32_t v = 0; v < c->n; v++)
        for (uint32_t e = c->node[v].first; e < c->node[v].first + c->node[v].nedges; e++)
            if (c->edge[e].to != ST_CHAIN_LOST)
                w->at[c->edge[e].to]++;
    for (uint32_t v = 0; v < c->n; v++)
        if (w->at[v] == 0)
            w->order[n++] = v;
    for (uint32_t i = 0; i < n; i++) {
        const struct st_chain_node *v = &c->node[w->order[i]];

        for (uint32_t e = v->first; e < v->first + v->nedges; e++)
            if (c->edge[e].to != ST_CHAIN_LOST && --w->at[c->edge[e].to] == 0)
                w->order[n++] = c->edge[e].to;
    }
    return n == c->n;
}

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

/* The most of the prime that a way collects. */
static uint32_t most_of(struct wide *w, uint32_t prime)
{
    const struct st_chain *c = w->c;
    uint64_t most = 0;

    memset(w->at, 0, c->n * sizeof *w->at);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct st_chain_node *v = &c->node[w->order[i]];
        uint64_t here = w->at[w->order[i]];

        for (uint32_t total = v->nedges ? v->total : 1; total % prime == 0; total /= prime)
            here++;
        most = here > most ? here : most;
        for (uint32_t e = v->first; e < v->first + v->nedges; e++)
            if (c->edge[e].to != ST_CHAIN_LOST && w->at[c->edge[e].to] < here)
                w->at[c->edge[e].to] = here;
    }
    return (uint32_t)most;
}

/* False: more primes, or more of them, than there is room for. */
static bool find_denominator(struct wide *w)
{
    uint64_t bits = 0;
    uint32_t last = 0;

    for (uint32_t v = 0; v < w->c->n; v++) {
        if (w->c->node[v].nedges && w->c->node[v].total != last && !add_primes_of(w, w->c->node[v].total))
            return false;
        last = w->c->node[v].nedges ? w->c->node[v].total : last;
    }
    for (int i = 0; i < w->nfactors; i++) {
        struct factor *f = &w->factor[i];

        f->power = most_of(w, f->prime);
        bits += (uint64_t)f->power * (32 - (uint32_t)__builtin_clz(f->prime));
    }
    if (bits > ST_WIDE_BITS)
        return false;
    uint32_t p = INT32_MAX; /* 2^31 - 1 is the first */
    for (uint64_t had = 0; had <= bits; had += 30, p -= 2) {
        while (!is_prime(p))
            p -= 2;
        uint64_t product = 1;

        for (int i = 0; i < w->nmoduli; i++)
            product = product * w->modulus[i] % p;
        w->back[w->nmoduli] = inverse(product, p);
        w->modulus[w->nmoduli++] = p;
    }
    return true;
}

/* What is left of each group's number over modulus k. */
static void walk(struct wide *w, int k, const int *group, int ngroups, uint32_t *rest)
{
    const struct st_chain *c = w->c;
    uint32_t p = w->modulus[k], last = 0;
    uint64_t denominator = 1, part = 0;

    for (int i = 0; i < w->nfactors; i++)
        denominator = denominator * power_of(w->factor[i].prime, w->factor[i].power, p) % p;
    memset(w->at, 0, c->n * sizeof *w->at);
    w->at[0] = denominator;
    for (int i = 0; i < ngroups; i++)
        rest[i * MODULI + k] = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t u = w->order[i];
        const struct st_chain_node *v = &c->node[u];

        w->at[u] %= p;
        if (group[u] >= 0) {
            uint32_t *sum = &rest[group[u] * MODULI + k];

            *sum = (uint32_t)(((uint64_t)*sum + w->at[u]) % p);
        }
        if (v->nedges && v->total != last) {
            last = v->total;
            part = inverse(last, p);
        }
        uint64_t share = w->at[u] * part % p;
        for (uint32_t e = v->first; e < v->first + v->nedges; e++)
            if (c->edge[e].to != ST_CHAIN_LOST) {
                uint64_t *to = &w->at[c->edge[e].to];

                *to += share * c->edge[e].weight; /* below 2^31 times 2^32: room for two */
                if (*to >> 63)
                    *to %= p;
            }
    }
}

/* The one number below the product of the moduli that leaves these. */
static struct big put_together(const struct wide *w, const uint32_t *rest)
{
    struct big out = { .n = 0 };
    uint32_t digit[MODULI];

    for (int k = 0; k < w->nmoduli; k++) { /* number = digit0 + m0 (digit1 + m1 (digit2 + ...)) */
        uint32_t p = w->modulus[k];
        uint64_t value = 0, product = 1;

        for (int i = 0; i < k; i++) {
            value = (value + product * digit[i]) % p;
            product = product * w->modulus[i] % p;
        }
        digit[k] = (uint32_t)((rest[k] + p - value) % p * w->back[k] % p);
    }
    for (int k = w->nmoduli - 1; k >= 0; k--)
        big_step(&out, w->modulus[k], digit[k]);
    return out;
}

/* In lowest terms: only the known primes can be in both. */
static char *fraction_of(const struct wide *w, struct big number)
{
    struct big below = { 1, { 1 } };
    struct st_buf out = { 0 };

    for (int i = 0; i < w->nfactors && !big_zero(&number); i++) {
        uint32_t left = w->factor[i].power;

        for (struct big less = number; left && big_divide(&less, w->factor[i].prime) == 0; left--)
            number = less;
        for (; left; left--)
            big_step(&below, w->factor[i].prime, 0);
    }
    big_print(number, &out);
    if (below.n > 1 || below.limb[0] > 1) {
        st_buf_put(&out, "/", 1);
        big_print(below, &out);
    }
    if (out.failed)
        st_buf_free(&out);
    return out.text;
}

int st_wide_solve(char **out, int ngroups, const struct st_chain *c, const int *group, struct st_error *err)
{
    struct wide w = { .c = c, .order = malloc(c->n * sizeof *w.order), .at = malloc(c->n * sizeof *w.at) };
    uint32_t *rest = malloc(((size_t)ngroups + 1) * MODULI * sizeof *rest);
    bool room = w.order && w.at && rest;

    for (int i = 0; i < ngroups; i++)
        out[i] = NULL;
    if (room && put_in_order(&w) && find_denominator(&w)) {
        for (int k = 0; k < w.nmoduli; k++)
            walk(&w, k, group, ngroups, rest);
        for (int i = 0; i < ngroups && room; i++) {
            out[i] = fraction_of(&w, put_together(&w, &rest[i * MODULI]));
            room = out[i] != NULL;
        }
    }
    for (int i = 0; i < ngroups && !room; i++) {
        free(out[i]);
        out[i] = NULL;
    }
    free(rest);
    free(w.order);
    free(w.at);
    return room ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}
