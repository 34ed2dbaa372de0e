/* score.c - what a score says of two players. See match.h. */
#include "match/match.h"

#include <math.h>

static double share(double points, double games)
{
    return games > 0 ? points / games : 0.5;
}

double st_score_share_as(const struct st_score *s, int side)
{
    return share(s->wins[side] + 0.5 * s->draws[side],
                 s->wins[side] + s->draws[side] + s->losses[side]);
}

double st_score_share(const struct st_score *s)
{
    double sum = 0;

    for (int i = 0; i < 5; i++)
        sum += s->of_pair[i] * i / 2.0;
    return share(sum, 2.0 * s->pairs);
}

/* Wilson's: sensible for few games and for shares near 0 and 1 too. */
struct st_rating st_score_bounds(const struct st_score *s)
{
    const double z = 1.96;
    double n = 2.0 * s->pairs, p = st_score_share(s);

    if (n == 0)
        return (struct st_rating){ 0, 0.5, 1 };
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct st_rating){ middle - half, p, middle + half };
}

static double elo(double p)
{
    const double least = 1e-4; /* nobody is 1,600 points better for having won every game */

    p = p < least ? least : p > 1 - least ? 1 - least : p;
    return -400 * log10(1 / p - 1);
}

struct st_rating st_score_elo(const struct st_score *s)
{
    struct st_rating b = st_score_bounds(s);

    return (struct st_rating){ elo(b.low), elo(b.middle), elo(b.high) };
}

static double expected(double rating)
{
    return 1 / (1 + pow(10, -rating / 400));
}

double st_score_llr(const struct st_score *s, double elo0, double elo1)
{
    double n = s->pairs, mean = st_score_share(s), var = 0;
    double s0 = expected(elo0), s1 = expected(elo1);

    if (n < 2)
        return 0;
    for (int i = 0; i < 5; i++)
        var += s->of_pair[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    var = (var + 0.05) / n; /* a first few pairs that are all alike prove nothing */
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * var);
}
