/* think.c - see think.h. */
#include "ai/think.h"

#include "ai/candidates.h"

enum { GUESSES = 3 };

int st_think(const struct st_table *t, const struct st_budget *b, uint64_t seed,
             struct st_thought *out, int max, int *n, struct st_error *err)
{
    struct st_candidates c;

    *n = 0;
    if (b->nodes <= 0 && !b->enough)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a budget of nothing: thinking needs nodes or time");
    int e = st_candidates_open(&c, t->plan, GUESSES, err);
    if (e)
        return e;
    st_candidates_find(&c, t, seed);
    for (; *n < c.n && *n < max; ++*n)
        out[*n] = (struct st_thought){ c.item[*n].move, c.item[*n].after.chance, 0 };
    st_candidates_close(&c);
    return ST_OK;
}
