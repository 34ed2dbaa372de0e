/* fit.c - see fit.h. */
#include "match/fit.h"

#include "ai/judge.h"
#include "base/philox.h"
#include "core/weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OF_GAME = 24 }; /* positions kept of each: neighbours say the same */

/* ---- samples ----------------------------------------------------------------------------- */

struct collector {
    struct st_watcher watch;
    double *more; /* of the present game */
    int n, room;
    bool failed;
};

static void see(struct st_watcher *self, const struct st_table *t)
{
    struct collector *c = (struct collector *)self;
    const struct st_game *g = t->plan->game;

    if (c->n == c->room) {
        int room = c->room ? 2 * c->room : 1024;
        double *grown = realloc(c->more, (size_t)room * sizeof *grown);

        if (!grown) {
            c->failed = true;
            return;
        }
        c->more = grown;
        c->room = room;
    }
    c->more[c->n++] = (double)g->worth(t, 0) - (double)g->worth(t, 1);
}

void st_samples_free(struct st_samples *s)
{
    free(s->item);
    *s = (struct st_samples){ 0 };
}

/* Some positions of each third of the game. */
static void add_game(struct st_samples *s, const struct collector *c, int winner, uint64_t seed)
{
    float result = winner == ST_DRAW ? 0.5f : winner == 0 ? 1 : 0;

    for (uint32_t i = 0; c->n > 0 && i < OF_GAME; i++) {
        int at = (int)st_pick(seed, i, (uint32_t)c->n);

        s->item[s->n++] = (struct st_sample){ c->more[at], result, (uint8_t)(3 * at / c->n),
                                              s->games % 2 };
    }
    s->games++;
}

int st_samples_play(struct st_samples *out, const struct st_plan *p, int games, uint64_t seed,
                    void (*told)(void *arg, int game, int games), void *arg, struct st_error *err)
{
    static const char *const players[] = { "greedy", "level:2", "level:1" };
    struct collector c = { .watch = { see } };
    int e = ST_OK;

    *out = (struct st_samples){ .item = calloc((size_t)games * OF_GAME, sizeof *out->item) };
    if (!out->item)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (int i = 0; !e && i < games; i++) {
        const char *who = players[i / 2 % 3]; /* each kind in both halves */
        struct st_bout b = { .plan = p, .kind = { who, who }, .seed = seed, .game = (uint64_t)i,
                             .watch = &c.watch };
        struct st_bout_result r;

        c.n = 0;
        e = st_bout_play(&r, &b, err);
        if (!e && c.failed)
            e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        if (!e)
            add_game(out, &c, r.winner, seed + (uint64_t)i);
        if (!e && told)
            told(arg, i + 1, games);
    }
    free(c.more);
    return e;
}

/* ---- the curve --------------------------------------------------------------------------- */

static double spread_of(const struct st_samples *s)
{
    double sum = 1;

    for (int i = 0; i < s->n; i++)
        sum += fabs(s->item[i].more) < 20000 ? fabs(s->item[i].more) : 20000;
    return sum / (s->n + 1);
}

struct st_fit st_fit_samples(const struct st_samples *s)
{
    const double doubt = 0.3; /* as if so many games had said nothing: a curve is never steep for want of data */
    double unit = spread_of(s), a = 0, b = 1;

    for (int round = 0; round < 50; round++) {
        double ga = -doubt * a, gb = -doubt * b, haa = doubt, hab = 0, hbb = doubt;

        for (int i = 0; i < s->n; i++) {
            const struct st_sample *x = &s->item[i];
            double d = x->more / unit, p = st_logistic(a + b * d), w = p * (1 - p) / (double)OF_GAME;

            if (x->kept)
                continue;
            ga += (x->result - p) / (double)OF_GAME;
            gb += (x->result - p) / (double)OF_GAME * d;
            haa += w, hab += w * d, hbb += w * d * d;
        }
        double det = haa * hbb - hab * hab;
        double da = (ga * hbb - gb * hab) / det, db = (gb * haa - ga * hab) / det;
        double most = fabs(da) > fabs(db) ? fabs(da) : fabs(db), step = most > 1 ? 1 / most : 1;
        a += step * da;
        b += step * db;
        if (most < 1e-9)
            break;
    }
    double scale = b > 1e-6 ? unit / b : (double)ST_WEIGHT_MOST, shift = 1000 * a;
    return (struct st_fit){ (int)lround(fmax(-ST_SHIFT_MOST, fmin(ST_SHIFT_MOST, shift))),
                            (int)lround(fmax(1, fmin(ST_WEIGHT_MOST, scale))) };
}

struct st_reliability st_fit_measure(const struct st_samples *s, struct st_fit fit)
{
    struct st_reliability r = { 0 };
    int n = 0, mid = 0;

    for (int i = 0; i < s->n; i++) {
        const struct st_sample *x = &s->item[i];
        double p = st_logistic(fit.shift / 1000.0 + x->more / fit.scale);
        double miss = (p - x->result) * (p - x->result);
        int bin = p >= 1 ? ST_BINS - 1 : (int)(p * (double)ST_BINS);

        if (!x->kept)
            continue;
        r.brier += miss;
        n++;
        if (x->third == 1) {
            r.mid += miss;
            mid++;
        }
        r.told[bin] += p;
        r.came[bin] += x->result;
        r.n[bin]++;
    }
    r.brier /= n ? n : 1;
    r.mid /= mid ? mid : 1;
    for (int k = 0; k < ST_BINS; k++)
        if (r.n[k]) {
            r.told[k] /= r.n[k];
            r.came[k] /= r.n[k];
            r.amiss += fabs(r.told[k] - r.came[k]) * r.n[k] / n;
        }
    return r;
}
