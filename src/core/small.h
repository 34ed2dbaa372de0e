/* small.h - small words that rules are written with. For games only. */
#ifndef ST_CORE_SMALL_H
#define ST_CORE_SMALL_H

static inline int least(int a, int b)
{
    return a < b ? a : b;
}
static inline int most(int a, int b)
{
    return a > b ? a : b;
}

#endif
