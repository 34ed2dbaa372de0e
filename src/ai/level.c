/* level.c - players that think: level:1 to level:5, and search:BUDGET.
 *
 * The lower levels play the base player's move, but now and then overlook it; then each other is made
 * with a chance that falls with what it costs, so that they err by a little often and by a lot seldom.
 * (Erring a little at every decision instead is another game: of many that are nearly alike the one that
 * goes forward is hardly ever made, and such a player never arrives.) The upper ones think (think.h).
 */
#include "ai/kinds.h"

#include "ai/ideas.h"
#include "ai/judge.h"
#include "ai/level.h"
#include "base/philox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <time.h>
#endif

struct level {
    int slips;   /* percent of its decisions at which it overlooks the best */
    double blur; /* of winning chance, by which a move may then be worse and still be made about as often */
    long nodes;  /* 0: the first look alone */
};
static const struct level levels[ST_LEVELS] = {
    { 36, 0.10, 0 }, { 13, 0.05, 0 }, { 0, 0, 0 }, { 0, 0, 20000 }, { 0, 0, 100000 },
};

enum { CHOICES = 24 }; /* that are in a beginner's mind */
enum { FOR_THOUGHT = 1, FOR_SLIP };

struct thinking_player {
    struct st_player player;
    struct st_player_seed seed;
    struct level level;
    double seconds; /* 0: nodes count */
    char name[32];
};

/* ---- time -------------------------------------------------------------------------------- */

#ifndef __wasm__
struct stopwatch {
    struct timespec began;
    double seconds;
};

static double share_spent(void *arg)
{
    const struct stopwatch *w = arg;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return ((double)(now.tv_sec - w->began.tv_sec) +
            (double)(now.tv_nsec - w->began.tv_nsec) * 1e-9) / w->seconds;
}
#endif

/* ---- choosing ----------------------------------------------------------------------------- */

/* One of the other ideas, the better it is the likelier: who overlooks a charge does not make it from a pace
 * further left instead. Where there is but one idea, that is made. */
static int slip(const struct st_plan *p, const struct st_thought *t, int n, double blur, uint64_t seed)
{
    double weight[CHOICES], sum = 0;
    int idea[CHOICES], ideas = st_ideas(p, t, n, idea, CHOICES);

    for (int i = 1; i < ideas; i++) {
        double loss = (t[0].chance - t[idea[i]].chance) / blur;

        weight[i] = st_exp(loss > 0 ? loss < 20 ? -loss : -20 : 0);
        sum += weight[i];
    }
    double left = sum * st_pick(seed, 0, 1u << 30) / (1u << 30);
    for (int i = 1; i < ideas; i++)
        if ((left -= weight[i]) < 0)
            return idea[i];
    return 0;
}

static bool slips(const struct level *level, uint64_t seed)
{
    return level->slips && (int)st_pick(seed, 1, 100) < level->slips;
}

static int choose(struct st_player *self, const struct st_table *t, struct st_move *out,
                  struct st_error *err)
{
    struct thinking_player *p = (struct thinking_player *)self;
    uint64_t seed = st_player_bits(&p->seed, FOR_THOUGHT), luck = st_player_bits(&p->seed, FOR_SLIP);
    struct st_budget b = { .nodes = p->level.nodes };
    struct st_thought thought[ST_THOUGHTS];
    int n = 0;
#ifndef __wasm__
    struct stopwatch watch = { .seconds = p->seconds };

    if (p->seconds > 0) {
        clock_gettime(CLOCK_MONOTONIC, &watch.began);
        b = (struct st_budget){ .clock = share_spent, .arg = &watch };
    }
#endif
    int e = b.nodes || b.clock ? st_think(t, &b, seed, thought, ST_THOUGHTS, &n, err)
                               : st_first_look(t, seed, thought, ST_THOUGHTS, &n, err);
    if (e)
        return e;
    if (n)
        *out = thought[slips(&p->level, luck) ? slip(t->plan, thought, n, p->level.blur, luck) : 0].move;
    else
        e = st_player_sample(&p->seed, t, out, err);
    p->seed.count++;
    return e;
}

int st_level_think(const struct st_table *t, int level, uint64_t seed, struct st_thought *out, int max,
                   int *n, struct st_error *err)
{
    const struct st_budget b = { .nodes = levels[level - 1].nodes };

    return b.nodes ? st_think(t, &b, seed, out, max, n, err) : st_first_look(t, seed, out, max, n, err);
}

static void free_player(struct st_player *self)
{
    free(self);
}

static int make(struct st_player **out, const char *kind, const char *text, struct level level, double seconds,
                uint64_t seed, struct st_error *err)
{
    struct thinking_player *p = calloc(1, sizeof *p);

    if (!p)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    snprintf(p->name, sizeof p->name, "%s:%s", kind, text);
    p->player = (struct st_player){ p->name, choose, free_player };
    p->seed.seed = seed;
    p->level = level;
    p->seconds = seconds;
    *out = &p->player;
    return ST_OK;
}

int st_level_read(const char *text, int *out, struct st_error *err)
{
    if (!st_span_int(st_span_of(text), 1, ST_LEVELS, out))
        return st_fail(err, ST_EUSAGE, NULL, 0, "no level `%.20s`; there are 1 to %d", text, ST_LEVELS);
    return ST_OK;
}

int st_player_level(struct st_player **out, const char *text, uint64_t seed, struct st_error *err)
{
    int n, e = st_level_read(text, &n, err);

    return e ? e : make(out, "level", text, levels[n - 1], 0, seed, err);
}

/* "20000", "1.5": what follows it to *rest; -1: no number. (strtod would bring 4 kB into the module.) */
static double read_number(const char *text, const char **rest)
{
    double n = 0, place = 1;
    const char *at = text;

    for (; *at >= '0' && *at <= '9'; at++)
        n = 10 * n + (*at - '0');
    if (at != text && *at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++)
            n += (*at - '0') * (place /= 10);
    *rest = at;
    return at == text ? -1 : n;
}

/* "20000" nodes, or "1.5s". */
int st_player_search(struct st_player **out, const char *text, uint64_t seed, struct st_error *err)
{
    const char *end;
    double n = read_number(text, &end);
    bool seconds = strcmp(end, "s") == 0;

    if ((*end && !seconds) || !(n > 0) || n > 1e9)
        return st_fail(err, ST_EUSAGE, NULL, 0,
                       "`%.20s` is no budget: so many nodes, as in search:20000, or seconds, as in search:1s",
                       text);
#ifdef __wasm__
    if (seconds)
        return st_fail(err, ST_EUSAGE, NULL, 0, "there is no clock here: a budget in nodes");
#endif
    return make(out, "search", text, (struct level){ .nodes = seconds ? 0 : (long)n }, seconds ? n : 0, seed, err);
}
