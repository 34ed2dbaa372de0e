/* frac.c - see frac.h. */
#include "base/frac.h"

#include <stdio.h>
#include <string.h>

static st_u128 gcd(st_u128 a, st_u128 b)
{
    while (b) {
        st_u128 r = a - a / b * b; /* wasi's compiler-rt has no 128-bit % */

        a = b;
        b = r;
    }
    return a;
}

static bool times(st_u128 *out, st_u128 a, st_u128 b)
{
    return !__builtin_mul_overflow(a, b, out);
}

struct st_frac st_frac_of(unsigned long long num, unsigned long long den)
{
    return st_frac_reduce((struct st_frac){ num, den });
}

struct st_frac st_frac_reduce(struct st_frac f)
{
    st_u128 g = gcd(f.num, f.den);

    if (g > 1) {
        f.num /= g;
        f.den /= g;
    }
    return f;
}

bool st_frac_add(struct st_frac *out, struct st_frac a, struct st_frac b)
{
    for (int tries = 0; tries < 2; tries++) {
        if (a.den == b.den) {
            out->den = a.den;
            if (!__builtin_add_overflow(a.num, b.num, &out->num))
                return true;
        } else {
            st_u128 g = gcd(a.den, b.den), left, right;

            if (times(&out->den, a.den / g, b.den) && times(&left, a.num, b.den / g) &&
                times(&right, b.num, a.den / g) && !__builtin_add_overflow(left, right, &out->num))
                return true;
        }
        a = st_frac_reduce(a);
        b = st_frac_reduce(b);
    }
    return false;
}

bool st_frac_scale(struct st_frac *out, struct st_frac f, unsigned weight, unsigned total)
{
    if (times(&out->num, f.num, weight) && times(&out->den, f.den, total))
        return true;

    struct st_frac by = st_frac_of(weight, total);

    f = st_frac_reduce(f);
    st_u128 g = gcd(f.num, by.den), h = gcd(by.num, f.den);
    return times(&out->num, f.num / g, by.num / h) && times(&out->den, f.den / h, by.den / g);
}

bool st_frac_equal(struct st_frac a, struct st_frac b)
{
    a = st_frac_reduce(a);
    b = st_frac_reduce(b);
    return a.num == b.num && a.den == b.den;
}

double st_frac_value(struct st_frac f)
{
    return (double)f.num / (double)f.den;
}

static char *digits(st_u128 v, char *end)
{
    *end = 0;
    do {
        *--end = (char)('0' + (int)(v - v / 10 * 10));
        v /= 10;
    } while (v);
    return end;
}

void st_frac_print(struct st_frac f, char *out, size_t size)
{
    char num[48], den[48];

    f = st_frac_reduce(f);
    if (f.num == 0 || f.den == 1)
        snprintf(out, size, "%s", digits(f.num, num + 47));
    else
        snprintf(out, size, "%s/%s", digits(f.num, num + 47), digits(f.den, den + 47));
}

static bool read_digits(st_u128 *out, const char **text)
{
    const char *s = *text;

    *out = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        if (!times(out, *out, 10) || __builtin_add_overflow(*out, (st_u128)(*s - '0'), out))
            return false;
    if (s == *text)
        return false;
    *text = s;
    return true;
}

bool st_frac_parse(struct st_frac *out, const char *text, const char **end)
{
    struct st_frac f = { 0, 1 };

    if (!read_digits(&f.num, &text))
        return false;
    if (*text == '/') {
        text++;
        if (!read_digits(&f.den, &text) || f.den == 0)
            return false;
    }
    *out = st_frac_reduce(f);
    *end = text;
    return true;
}
