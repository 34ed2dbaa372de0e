/* curve.c - see curve.h. */
#include "view/curve.h"

#include <math.h>
#include <stdlib.h>

/* (hypot, which cannot overflow, is many times as long; a map is not that large.) */
double spots_apart(struct spot a, struct spot b)
{
    return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

void curve_add(struct curve *c, double x, double y)
{
    if (c->n == c->room) {
        int room = c->room ? 2 * c->room : 32;
        struct spot *more = realloc(c->at, (size_t)room * sizeof *more);

        if (!more) {
            c->failed = true;
            return;
        }
        c->at = more;
        c->room = room;
    }
    c->at[c->n++] = (struct spot){ x, y };
}

void curve_free(struct curve *c)
{
    free(c->at);
    *c = (struct curve){ 0 };
}

static struct spot between(struct spot a, struct spot b, double part)
{
    return (struct spot){ a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part };
}

void curve_middles(struct curve *c)
{
    if (c->n < 2)
        return;
    struct spot first = c->at[0];
    for (int i = 0; i < c->n; i++)
        c->at[i] = between(c->at[i], i + 1 < c->n ? c->at[i + 1] : first, 0.5);
}

void curve_smooth(struct curve *c, int rounds)
{
    for (; rounds > 0 && c->n > 2; rounds--) {
        struct spot first = c->at[0], before = c->closed ? c->at[c->n - 1] : first;

        for (int i = 0; i < c->n; i++) {
            struct spot here = c->at[i], after = i + 1 < c->n ? c->at[i + 1] : first;

            if (c->closed || (i > 0 && i + 1 < c->n))
                c->at[i] = (struct spot){ (before.x + 2 * here.x + after.x) / 4,
                                          (before.y + 2 * here.y + after.y) / 4 };
            before = here;
        }
    }
}

void curve_thin(struct curve *c)
{
    int n = 0;

    for (int i = 0; i < c->n; i += 2)
        c->at[n++] = c->at[i];
    c->n = n;
}

double uneven(unsigned seed, unsigned n)
{
    unsigned x = seed * 2654435761u ^ (n + 1) * 2246822519u;

    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13, x *= 3266489917u, x ^= x >> 16;
    return (double)(x >> 8) / (1 << 23) - 1;
}

void curve_wobble(struct curve *c, double by, unsigned seed)
{
    for (int i = 0; i < c->n; i++) {
        c->at[i].x += by * uneven(seed, 2 * (unsigned)i);
        c->at[i].y += by * uneven(seed, 2 * (unsigned)i + 1);
    }
}

void curve_meander(struct curve *c, unsigned seed)
{
    struct curve new = { .closed = c->closed };

    for (int i = 0; i + 1 < c->n; i++) {
        struct spot a = c->at[i], b = c->at[i + 1], m = between(a, b, 0.5);
        double length = spots_apart(a, b);
        double by = (2.6 + 2 * uneven(seed, (unsigned)i)) * (i % 2 ? 1 : -1);

        curve_add(&new, a.x, a.y);
        if (length > 0)
            curve_add(&new, m.x - (b.y - a.y) / length * by, m.y + (b.x - a.x) / length * by);
    }
    if (c->n)
        curve_add(&new, c->at[c->n - 1].x, c->at[c->n - 1].y);
    new.failed |= c->failed;
    curve_free(c);
    *c = new;
}

void curve_shift(struct curve *c, double dx, double dy)
{
    for (int i = 0; i < c->n; i++)
        c->at[i].x += dx, c->at[i].y += dy;
}

/* ---- writing ------------------------------------------------------------------------------- */

static long tenths(double x)
{
    return lround(x * 10);
}

static void put_tenths(struct st_buf *out, long t)
{
    char last = out->len ? out->text[out->len - 1] : 0, digits[24];
    int n = 0;
    unsigned long u = t < 0 ? 0ul - (unsigned long)t : (unsigned long)t;

    if (t >= 0 && (last >= '0' && last <= '9'))
        digits[n++] = ' ';
    if (t < 0)
        digits[n++] = '-';
    if (u / 10 || u % 10 == 0) {
        char whole[20];
        int k = 0;

        for (unsigned long w = u / 10; k == 0 || w; w /= 10)
            whole[k++] = (char)('0' + w % 10);
        while (k)
            digits[n++] = whole[--k];
    }
    if (u % 10) {
        digits[n++] = '.';
        digits[n++] = (char)('0' + u % 10);
    }
    st_buf_put(out, digits, (size_t)n);
}

void put_number(struct st_buf *out, double x)
{
    put_tenths(out, tenths(x));
}

void put_pair(struct st_buf *out, const char *before, double x, double y)
{
    st_buf_add(out, "%s", before);
    put_number(out, x);
    put_number(out, y);
}

static const struct spot *at_of(const struct curve *c, int i)
{
    if (c->closed)
        return &c->at[(i + c->n) % c->n];
    return &c->at[i < 0 ? 0 : i >= c->n ? c->n - 1 : i];
}

struct arch { /* from one point to the next, with the two that pull */
    struct spot from, first, second, to;
};

static struct arch arch_of(const struct curve *c, int i, double pull)
{
    struct spot p0 = *at_of(c, i - 1), p1 = *at_of(c, i), p2 = *at_of(c, i + 1),
                p3 = *at_of(c, i + 2);

    return (struct arch){ p1,
                          { p1.x + (p2.x - p0.x) / pull, p1.y + (p2.y - p0.y) / pull },
                          { p2.x - (p3.x - p1.x) / pull, p2.y - (p3.y - p1.y) / pull },
                          p2 };
}

/* Steps are relative to what was written, not to where the line is, so that nothing drifts. */
static void step_to(struct st_buf *out, long x, long y, struct spot to)
{
    put_tenths(out, tenths(to.x) - x);
    put_tenths(out, tenths(to.y) - y);
}

void curve_put(struct st_buf *out, const struct curve *c, double pull)
{
    if (c->n < 2)
        return;
    long x = tenths(c->at[0].x), y = tenths(c->at[0].y);
    put_pair(out, "M", c->at[0].x, c->at[0].y);
    st_buf_add(out, "c");
    for (int i = 0; i < (c->closed ? c->n : c->n - 1); i++) {
        struct arch a = arch_of(c, i, pull);

        step_to(out, x, y, a.first);
        step_to(out, x, y, a.second);
        step_to(out, x, y, a.to);
        x = tenths(a.to.x), y = tenths(a.to.y);
    }
    if (c->closed)
        st_buf_add(out, "Z");
    out->failed |= c->failed;
}

void curve_put_straight(struct st_buf *out, const struct curve *c)
{
    for (int i = 0; i < c->n; i++)
        put_pair(out, i ? "L" : "M", c->at[i].x, c->at[i].y);
    if (c->closed)
        st_buf_add(out, "Z");
    out->failed |= c->failed;
}

/* ---- hachures ------------------------------------------------------------------------------ */

static double area_of(const struct curve *c)
{
    double sum = 0;

    for (int i = 0; i < c->n; i++) {
        struct spot a = c->at[i], b = *at_of(c, i + 1);

        sum += a.x * b.y - b.x * a.y;
    }
    return sum;
}

static void put_wedge(struct st_buf *out, const struct hachures *h, struct spot at,
                      struct spot along, double turn, unsigned n)
{
    double nx = along.y * turn, ny = -along.x * turn; /* outwards */
    double lit = nx * -0.6 + ny * -0.8;               /* 1: it faces the light */
    double length = h->length * (0.925 + 0.175 * uneven(h->seed, n)) * (1 - 0.18 * lit);
    double wide = 0.85 - 0.42 * lit;
    struct spot tip = { nx * length + along.x * wide, ny * length + along.y * wide };

    if (h->within && (at.x < h->within->left || at.x > h->within->right ||
                      at.y < h->within->top || at.y > h->within->bottom))
        return;
    put_pair(out, "M", at.x - along.x * wide, at.y - along.y * wide);
    put_pair(out, "l", tip.x, tip.y);
    put_number(out, 2 * along.x * wide - tip.x);
    put_number(out, 2 * along.y * wide - tip.y);
    st_buf_add(out, "Z");
}

static struct spot on_arch(const struct arch *a, double u)
{
    double v = 1 - u, k0 = v * v * v, k1 = 3 * v * v * u, k2 = 3 * v * u * u, k3 = u * u * u;

    return (struct spot){ k0 * a->from.x + k1 * a->first.x + k2 * a->second.x + k3 * a->to.x,
                          k0 * a->from.y + k1 * a->first.y + k2 * a->second.y + k3 * a->to.y };
}

void curve_hachures(struct st_buf *out, const struct curve *c, const struct hachures *h)
{
    const double fine = 1.2;
    double turn = area_of(c) > 0 ? 1 : -1, gone = 0;
    unsigned n = 0;

    for (int i = 0; i < c->n; i++) {
        struct arch a = arch_of(c, i, 6);
        int parts = (int)(spots_apart(a.from, a.to) / fine);
        struct spot last = a.from;

        for (int k = 1; k <= parts; k++) {
            struct spot at = on_arch(&a, (double)k / parts);
            double d = spots_apart(last, at);

            gone += d;
            if (gone >= h->step && d > 0) {
                gone -= h->step;
                put_wedge(out, h, at, (struct spot){ (at.x - last.x) / d, (at.y - last.y) / d },
                          turn, n++);
            }
            last = at;
        }
    }
}

bool curve_holds(const struct curve *c, double x, double y)
{
    bool inside = false;

    for (int i = 0; i < c->n; i++) {
        struct spot a = c->at[i], b = *at_of(c, i + 1);

        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}
