/* candidates.c - see candidates.h. */
#include "ai/candidates.h"

#include "base/philox.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEEN_MAX = 4096,  /* offers looked at; beyond that each has the same chance to be */
    KEPT = 256,       /* of more than ST_CANDIDATES, after the first look */
    SAMPLES = 96,     /* moves drawn where numbers are free */
    BEST = 6,         /* of these so many are made better, */
    TURNS = 24,       /* each by so many tries */
    POSITIONS = 256   /* room for the dice of a move */
};
enum { FOR_THINNING = 1, FOR_TIES, FOR_GUESS, FOR_SAMPLES, FOR_DICE, FOR_TURNS };

int st_candidates_open(struct st_candidates *c, const struct st_plan *p, int guesses,
                       struct st_error *err)
{
    *c = (struct st_candidates){ .plan = p };
    c->nguesses = !p->game->guess ? 1 : guesses < ST_GUESSES ? guesses : ST_GUESSES;
    c->item = malloc(SEEN_MAX * sizeof *c->item);
    c->guess = malloc((size_t)c->nguesses * p->pos_size);
    int e = st_after_open(&c->after, p, POSITIONS, err);
    if (!e && (!c->item || !c->guess))
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (e)
        st_candidates_close(c);
    return e;
}

void st_candidates_close(struct st_candidates *c)
{
    st_after_close(&c->after);
    free(c->item);
    free(c->guess);
    *c = (struct st_candidates){ 0 };
}

/* ---- what cannot be seen ---------------------------------------------------------------- */

struct guess_dice {
    struct st_source source;
    uint64_t seed;
    uint32_t roll;
};

static int guess_roll(struct st_source *self, const struct st_chance *c, int *value,
                      struct st_error *err)
{
    struct guess_dice *d = (struct guess_dice *)self;
    int total = st_chance_total(c), i = 0;

    if (total <= 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a die without faces");
    int left = (int)st_philox_below(d->seed, 0, d->roll++, (uint32_t)total);
    while (left >= c->face[i].weight)
        left -= c->face[i++].weight;
    *value = c->face[i].value;
    return ST_OK;
}

struct st_table st_candidates_guess(const struct st_candidates *c, int i)
{
    return (struct st_table){ c->plan, c->guess + (size_t)i * c->plan->pos_size, NULL, c->after.scratch };
}

static void suppose(struct st_candidates *c, const struct st_table *t, uint64_t seed)
{
    for (int i = 0; i < c->nguesses; i++) {
        struct guess_dice dice = { { guess_roll }, st_bits(seed, FOR_GUESS) + (uint64_t)i, 0 };
        struct st_table guess = st_candidates_guess(c, i);

        memcpy(guess.pos, t->pos, c->plan->pos_size);
        if (c->plan->game->guess)
            c->plan->game->guess(&guess, c->side, &dice.source);
    }
}

/* ---- what may be done ------------------------------------------------------------------- */

struct gatherer {
    struct st_offer offer;
    struct st_candidates *c;
    uint64_t seed;
    uint32_t n; /* offered so far */
    bool families;
};

static bool gather(struct st_offer *o, const struct st_move *m)
{
    struct gatherer *g = (struct gatherer *)o;
    uint32_t i = g->n++;

    if (i >= SEEN_MAX)
        i = st_philox_below(g->seed, 0, i, g->n);
    else
        g->c->n++;
    if (i < SEEN_MAX)
        g->c->item[i].move = *m;
    return true;
}

static bool is_listed(const struct st_candidates *c, const struct st_move *m)
{
    for (int i = 0; i < c->n; i++)
        if (st_move_equal(&c->item[i].move, m))
            return true;
    return false;
}

/* What is proposed or drawn may be on the list already, above all where little can be done: once is enough. */
static bool gather_new(struct st_offer *o, const struct st_move *m)
{
    return is_listed(((struct gatherer *)o)->c, m) || gather(o, m);
}

static bool gather_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct gatherer *)o)->families = true;
    return true;
}

/* True: some of them have numbers that are the player's to set. */
static bool gather_all(struct st_candidates *c, const struct st_table *t, uint64_t seed)
{
    struct gatherer g = { { .add = gather, .family = gather_family }, c, st_bits(seed, FOR_THINNING),
                          0, false };
    const struct st_step *s = st_step_now(t);
    struct st_move m;

    c->n = 0;
    s->offer(t, &g.offer);
    g.offer.add = gather_new;
    if (g.families && s->propose)
        s->propose(t, &g.offer);
    for (uint64_t i = 0; g.families && s->sample && i < SAMPLES; i++)
        if (s->sample(t, st_bits(seed, FOR_SAMPLES) + i, &m))
            gather_new(&g.offer, &m);
    return g.families;
}

/* ---- which are good --------------------------------------------------------------------- */

static int by_value(const void *x, const void *y)
{
    const struct st_candidate *a = x, *b = y;

    if (a->after.value != b->after.value)
        return a->after.value > b->after.value ? -1 : 1;
    return a->tie != b->tie ? a->tie > b->tie ? -1 : 1 : 0;
}

static void sort(struct st_candidates *c)
{
    qsort(c->item, (size_t)c->n, sizeof *c->item, by_value);
}

/* Sums of the same numbers in another order are the same value. */
static double rounded(double value)
{
    const double fine = 1e11;

    return (double)(int64_t)(value * fine + 0.5) / fine;
}

/* The mean over the pictures that allow the move; false if none does. */
static bool judge(struct st_candidates *c, struct st_candidate *x, uint64_t seed)
{
    struct st_judgement sum = { 0, 0 }, j;
    int n = 0;

    for (int i = 0; i < c->nguesses; i++) {
        struct st_table guess = st_candidates_guess(c, i);

        if (!st_after_move(&c->after, &guess, &x->move, c->side, seed + (uint64_t)i, &j))
            continue;
        sum.chance += j.chance;
        sum.value += j.value;
        n++;
    }
    if (n)
        x->after = (struct st_judgement){ sum.chance / n, rounded(sum.value / n) };
    return n > 0;
}

static bool in_haste(const struct st_candidates *c)
{
    return c->clock && c->clock(c->arg) >= 1;
}

/* Each is judged; what no picture allows goes. */
static void judge_all(struct st_candidates *c, uint64_t seed)
{
    int n = 0;

    for (int i = 0; i < c->n && !(n && in_haste(c)); i++)
        if (judge(c, &c->item[i], st_bits(seed, FOR_DICE)))
            c->item[n++] = c->item[i];
    c->n = n;
    sort(c);
}

/* Of very many those stay that look best after one fall of the dice. */
static void first_look(struct st_candidates *c, uint64_t seed)
{
    int guesses = c->nguesses, room = c->after.room;

    c->nguesses = c->after.room = 1;
    judge_all(c, seed);
    c->nguesses = guesses;
    c->after.room = room;
    c->n = c->n < KEPT ? c->n : KEPT;
}

/* Some numbers of the move, up or down, by a little or a lot; false if it has none. */
static bool turn_numbers(const struct st_plan *p, struct st_move *m, uint64_t seed)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(p, m, arg), numbers = 0;
    uint32_t roll = 0;

    for (int i = 0; i < n; i++)
        numbers += arg[i].number;
    for (int i = 0; i < n; i++)
        if (arg[i].number && (numbers == 1 || st_pick(seed, roll++, 2))) {
            int by = 1 + (int)st_pick(seed, roll, 1u << (1 + st_pick(seed, roll + 1, 6)));
            int to = m->arg[i] + (st_pick(seed, roll + 2, 2) ? by : -by);

            roll += 3;
            if (to >= INT16_MIN && to <= INT16_MAX)
                m->arg[i] = (int16_t)to;
        }
    return numbers > 0;
}

/* The best moves with their numbers turned, where that is better. */
static void make_better(struct st_candidates *c, uint64_t seed)
{
    for (int k = 0; k < BEST && k < c->n && !in_haste(c); k++)
        for (uint32_t i = 0; i < TURNS && c->n < ST_CANDIDATES; i++) {
            struct st_candidate x = c->item[k];

            if (!turn_numbers(c->plan, &x.move, st_bits(seed, FOR_TURNS) + (uint32_t)k * TURNS + i))
                break;
            if (!is_listed(c, &x.move) && st_move_sound(c->plan, &x.move, NULL) == ST_LEGAL &&
                judge(c, &x, st_bits(seed, FOR_DICE)) && x.after.value > c->item[k].after.value) {
                c->item[c->n++] = c->item[k];
                c->item[k] = x;
            }
        }
    sort(c);
}

void st_candidates_find(struct st_candidates *c, const struct st_table *t, uint64_t seed)
{
    c->n = 0;
    c->side = st_now(t).side;
    suppose(c, t, seed);
    if (st_now(t).kind != ST_DECIDE || !c->plan->game->worth)
        return;
    bool families = gather_all(c, t, seed);
    for (int i = 0; i < c->n; i++)
        c->item[i].tie = st_pick(st_bits(seed, FOR_TIES), (uint32_t)i, UINT32_MAX);
    if (c->n > ST_CANDIDATES)
        first_look(c, seed);
    judge_all(c, seed);
    if (families)
        make_better(c, seed);
}
