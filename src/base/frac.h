/* frac.h - exact fractions in 128 bits: 6^49 still fits.
 *
 * Sums and products say whether they fitted; nobody rounds behind the caller's back. A fraction
 * may be kept unreduced, since reducing is dear; st_frac_reduce gives lowest terms.
 */
#ifndef ST_BASE_FRAC_H
#define ST_BASE_FRAC_H

#include <stdbool.h>
#include <stddef.h>

__extension__ typedef unsigned __int128 st_u128;

struct st_frac {
    st_u128 num, den;
};

struct st_frac st_frac_of(unsigned long long num, unsigned long long den);
struct st_frac st_frac_reduce(struct st_frac f);
bool st_frac_add(struct st_frac *out, struct st_frac a, struct st_frac b);
/* f times weight / total. */
bool st_frac_scale(struct st_frac *out, struct st_frac f, unsigned weight, unsigned total);
bool st_frac_equal(struct st_frac a, struct st_frac b);
double st_frac_value(struct st_frac f);
/* "3/8", "0", "1": lowest terms. */
void st_frac_print(struct st_frac f, char *out, size_t size);
/* Reads "3/8", "1", "0"; *end receives the first character not read. False if it is no fraction. */
bool st_frac_parse(struct st_frac *out, const char *text, const char **end);

#endif
