/* chance.c - see chance.h. */
#include "core/chance.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Faces of several dice: every sum with the number of ways to throw it. A die more makes each the sum of as many before it
 * as the die has sides, which is a running sum of differences. */
static void sum_faces(struct st_chance *c, int count, int sides)
{
    uint16_t weight[ST_FACES_MAX] = { 1 };

    for (int i = 0; i < c->n && count == 2; i++) /* two dice are known: one way more, then one less */
        c->face[i] = (struct st_face){ (int16_t)(2 + i), (uint16_t)(i < sides ? i + 1 : 2 * sides - 1 - i) };
    for (int die = 0; die < count && count > 2; die++) {
        for (int i = c->n - 1; i >= sides; i--)
            weight[i] = (uint16_t)(weight[i] - weight[i - sides]);
        for (int i = 1; i < c->n; i++)
            weight[i] = (uint16_t)(weight[i] + weight[i - 1]);
    }
    for (int i = 0; i < c->n && count > 2; i++)
        c->face[i] = (struct st_face){ (int16_t)(count + i), weight[i] };
}

/* "d6", "2d10" */
static void name_dice(char *out, int count, int sides)
{
    if (count > 1)
        *out++ = (char)('0' + count);
    *out++ = 'd';
    if (sides > 9)
        *out++ = (char)('0' + sides / 10);
    *out++ = (char)('0' + sides % 10);
    *out = 0;
}

struct label { /* as much of a text as there is room for */
    char *at, *end;
};

static void put_text(struct label *l, const char *text)
{
    while (*text && l->at < l->end)
        *l->at++ = *text++;
}

static void put_number(struct label *l, int v)
{
    char digits[12], *d = digits + sizeof digits - 1;
    unsigned left = v < 0 ? 0u - (unsigned)v : (unsigned)v;

    *d = 0;
    do
        *--d = (char)('0' + left % 10);
    while (left /= 10);
    if (v < 0)
        *--d = '-';
    put_text(l, d);
}

/* As vsnprintf prints it: most labels have nothing but %s and %d in them, and those by the million. */
__attribute__((format(printf, 3, 0))) static void print_label(char *out, size_t size, const char *label, va_list args)
{
    struct label l = { out, out + size - 1 };
    const char *c = label;
    va_list again;

    va_copy(again, args);
    for (; *c && (*c != '%' || c[1] == 's' || c[1] == 'd'); c++)
        if (*c != '%')
            put_text(&l, (const char[]){ *c, 0 });
        else if (*++c == 's')
            put_text(&l, va_arg(args, const char *));
        else
            put_number(&l, va_arg(args, int));
    *l.at = 0;
    if (*c)
        vsnprintf(out, size, label, again);
    va_end(again);
}

void st_dice(struct st_chance *c, int count, int sides, const char *label, ...)
{
    static const struct st_face d6[] = { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 5, 1 }, { 6, 1 } };
    va_list ap;

    st_assert(count >= 1 && count < 10 && sides >= 2 && sides < 100 &&
              count * (sides - 1) < ST_FACES_MAX);
    c->n = count * (sides - 1) + 1;
    c->even = count == 1;
    if (c->even && sides == 6) /* what is rolled by the million */
        memcpy(c->face, d6, sizeof d6);
    else if (c->even)
        for (int i = 0; i < sides; i++)
            c->face[i] = (struct st_face){ (int16_t)(1 + i), 1 };
    else
        sum_faces(c, count, sides);
    if (c->quiet)
        return;
    name_dice(c->dice, count, sides);
    va_start(ap, label);
    print_label(c->label, sizeof c->label, label, ap);
    va_end(ap);
}

int st_chance_total(const struct st_chance *c)
{
    int total = 0;

    if (c->even)
        return c->n;
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

int st_draw(struct st_source *dice, int of)
{
    struct st_chance c = { .quiet = true };
    struct st_error err;
    int value = 1;

    st_dice(&c, 1, of, "guess");
    return dice->roll(dice, &c, &value, &err) ? 0 : value - 1;
}
