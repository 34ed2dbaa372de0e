/* wide.h - chances that do not fit 128 bits, exactly.
 *
 * In a chain without circles every chance is a whole number over a denominator that is known beforehand: of each
 * prime in the totals the most that any way collects. So a node needs one number of fixed width, handing on is a division without
 * rest and a multiplication by a weight, and nothing is reduced before the end.
 */
#ifndef ST_ODDS_WIDE_H
#define ST_ODDS_WIDE_H

#include "odds/chain.h"

enum { ST_WIDE_BITS = 1024 }; /* of the denominator */

/* The chances of groups of nodes: group[v] is that of node v, or -1. out[i] receives "3/8" in lowest terms, the
 * caller's to free; all of them are NULL where the chain has circles or the denominator is too large. */
int st_wide_solve(char **out, int ngroups, const struct st_chain *c, const int *group, struct st_error *err);

#endif
