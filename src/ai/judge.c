/* judge.c - see judge.h. */
#include "ai/judge.h"

/* Products and sums are rounded one by one, on machines that could do both at once too; gcc needs no
 * telling in the C of the standard. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

enum { TERMS = 16 }; /* of the series, for |r| < 0.35: exact to the last bits of a double */

double st_exp(double x)
{
    const double log2e = 1.4426950408889634, ln2 = 0.6931471805599453;
    int k = (int)(x * log2e + (x < 0 ? -0.5 : 0.5));
    double r = x - k * ln2, sum = 1, term = 1, power = k < 0 ? 0.5 : 2;

    for (int i = 1; i < TERMS; i++) {
        term *= r / i;
        sum += term;
    }
    for (unsigned n = (unsigned)(k < 0 ? -k : k); n; n >>= 1) {
        if (n & 1)
            sum *= power;
        power *= power;
    }
    return sum;
}

double st_logistic(double x)
{
    if (x < -600 || x > 600)
        return x < 0 ? 0 : 1;
    return x < 0 ? 1 - 1 / (1 + st_exp(x)) : 1 / (1 + st_exp(-x));
}

/* Log odds of side 0. */
static double log_odds(const struct st_table *t)
{
    return t->plan->fit.shift / 1000.0 + st_lead(t) / (double)t->plan->fit.scale;
}

/* True, and *out what a game that is over gave side. */
static bool decided(const struct st_table *t, int side, double *out)
{
    if (st_now(t).kind != ST_OVER || !st_can_be_won(t->plan->game))
        return false;
    int winner = st_winner(t);
    *out = winner == ST_DRAW ? 0.5 : winner == side;
    return true;
}

struct st_judgement st_judge(const struct st_table *t, int side)
{
    const double share = 0.02, far = 40; /* of the straight line; where it ends */
    double chance;

    if (decided(t, side, &chance))
        return (struct st_judgement){ chance, chance };
    if (!t->plan->game->worth)
        return (struct st_judgement){ 0.5, 0.5 };
    double x = side ? -log_odds(t) : log_odds(t);
    double line = x < -far ? 0 : x > far ? 1 : 0.5 + x / (2 * far);
    chance = st_logistic(x);
    return (struct st_judgement){ chance, (1 - share) * chance + share * line };
}

double st_chance_of(const struct st_table *t, int side)
{
    return st_judge(t, side).chance;
}
