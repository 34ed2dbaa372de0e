/* chance.c - see chance.h. */
#include "core/chance.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Faces of several dice: every sum with the number of ways to throw it. */
static void sum_faces(struct st_chance *c, int count, int sides)
{
    uint16_t weight[ST_FACES_MAX] = { 1 };

    for (int die = 0; die < count; die++) {
        uint16_t next[ST_FACES_MAX] = { 0 };

        for (int s = 0; s <= die * (sides - 1); s++)
            for (int f = 0; f < sides; f++)
                next[s + f] = (uint16_t)(next[s + f] + weight[s]);
        memcpy(weight, next, sizeof weight);
    }
    for (int i = 0; i < c->n; i++)
        c->face[i] = (struct st_face){ (int16_t)(count + i), weight[i] };
}

void st_dice(struct st_chance *c, int count, int sides, const char *label, ...)
{
    va_list ap;

    st_assert(count >= 1 && count < 10 && sides >= 2 && sides < 100 &&
              count * (sides - 1) < ST_FACES_MAX);
    c->n = count * (sides - 1) + 1;
    for (int i = 0; count == 1 && i < sides; i++)
        c->face[i] = (struct st_face){ (int16_t)(1 + i), 1 };
    if (count > 1)
        sum_faces(c, count, sides);
    if (c->quiet)
        return;
    if (count == 1)
        snprintf(c->dice, sizeof c->dice, "d%u", (unsigned)sides % 100);
    else
        snprintf(c->dice, sizeof c->dice, "%ud%u", (unsigned)count % 10, (unsigned)sides % 100);
    va_start(ap, label);
    vsnprintf(c->label, sizeof c->label, label, ap);
    va_end(ap);
}

int st_chance_total(const struct st_chance *c)
{
    int total = 0;

    for (int i = 0; i < c->n; i++)
        total += c->face[i].weight;
    return total;
}

int st_chance_find(const struct st_chance *c, int value)
{
    for (int i = 0; i < c->n; i++)
        if (c->face[i].value == value)
            return i;
    return -1;
}
