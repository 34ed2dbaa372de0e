/* brute.c - moves nobody offered, tried one by one.
 *
 * From the forms of the verbs all moves are made whose lists are short; where they are too many,
 * a random part of them, drawn towards moves that were offered. What check accepts must lead to
 * the same bytes as some offer, or the game offers less than it allows: only a verb with a family
 * may do that. What check refuses must be refused with paragraph and sentence.
 */
#include "ordeal.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHOICES = 64,
    LIST_MOST = 3,
    NUMBER_LOW = -2,
    NUMBERS = 16,
    OFF_MAP = 4,
    SLOTS = 4,
    FORM_MAX = 200
};

/* Either the next combination of all, as an odometer counts, or a random one. */
struct chooser {
    struct dice *dice; /* NULL: all combinations */
    int digit[CHOICES], radix[CHOICES], n, at;
};

static int choose(struct chooser *c, int below)
{
    if (c->dice)
        return dice_below(c->dice, below);
    if (c->at == CHOICES)
        return 0;
    if (c->at == c->n) {
        c->digit[c->n] = 0;
        c->n++;
    }
    c->radix[c->at] = below;
    return c->digit[c->at++];
}

static bool next_combination(struct chooser *c)
{
    c->n = c->at; /* later digits belonged to a longer move */
    c->at = 0;
    while (c->n > 0 && ++c->digit[c->n - 1] >= c->radix[c->n - 1])
        c->n--;
    return c->n > 0;
}

/* ---- making a move from a form ----------------------------------------------------- */

struct maker {
    const struct st_plan *p;
    struct chooser *c;
    const struct st_move *hint; /* an offer of the same verb, or NULL */
    struct st_move *m;
    bool failed; /* no such move: too long, a step off the grid */
    int last_hex;
};

static void put(struct maker *k, int v)
{
    if (k->m->nargs == ST_ARGS_MAX)
        k->failed = true;
    else
        k->m->arg[k->m->nargs++] = (int16_t)v;
}

static int any_hex(struct maker *k)
{
    static const int16_t beyond[OFF_MAP][2] = { { 0, 0 }, { 0, 1 }, { 99, 99 }, { 1, 0 } };
    int n = st_hex_count(&k->p->grid), i;

    if (n == 0) {
        k->failed = true;
        return 0;
    }
    if (k->last_hex >= 0) { /* the next of a path: a neighbour */
        i = st_hex_step(&k->p->grid, k->last_hex, choose(k->c, 6));
        if (i < 0)
            k->failed = true;
        return i;
    }
    i = choose(k->c, n + OFF_MAP);
    return i < n ? i : st_hex_make(&k->p->grid, beyond[i - n][0], beyond[i - n][1]);
}

/* The argument an offer has in this place, or one near it. */
static bool hinted(struct maker *k, bool hex, int *v)
{
    if (!k->c->dice || !k->hint || k->m->nargs >= k->hint->nargs || dice_below(k->c->dice, 3) == 0)
        return false;
    *v = k->hint->arg[k->m->nargs];
    if (hex && *v >= 0 && *v < st_hex_count(&k->p->grid) && dice_below(k->c->dice, 3) == 0) {
        int to = st_hex_step(&k->p->grid, *v, dice_below(k->c->dice, 6));

        *v = to >= 0 ? to : *v;
    }
    return true;
}

static int count_choices(struct st_span slot)
{
    int n = 1;

    for (size_t i = 0; i < slot.len; i++)
        n += slot.at[i] == '|';
    return n;
}

static void make_slot(struct maker *k, struct st_span slot)
{
    bool hex = st_span_is(slot, "hex");
    struct st_span words = slot, first = st_span_cut(&words, '|');
    char kind[40];
    int v;

    st_span_copy(first, kind, sizeof kind);
    const struct st_names *list = st_plan_list(k->p, kind);
    if (hinted(k, hex, &v))
        ;
    else if (hex)
        v = any_hex(k);
    else if (list && words.len) /* {unit|none} */
        v = choose(k->c, list->n + count_choices(words)) - count_choices(words);
    else if (words.len)
        v = choose(k->c, count_choices(slot));
    else if (list)
        v = list->n ? choose(k->c, list->n) : -1;
    else
        v = NUMBER_LOW + choose(k->c, NUMBERS);
    if (hex && v >= 0 && v < st_hex_count(&k->p->grid))
        k->last_hex = v;
    put(k, v);
}

static bool slot_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '|';
}

/* The slots of a tuple, without the signs between them and the brackets of one that may be
 * missing; true if it is a list. */
static bool slots_of(struct st_span in, struct st_span slot[SLOTS], int *n)
{
    bool list = false;

    *n = 0;
    while (in.len && *n < SLOTS) {
        size_t from = in.at[0] == '[', to = from;

        while (to < in.len && slot_letter(in.at[to]))
            to++;
        slot[(*n)++] = (struct st_span){ in.at + from, to - from };
        to += from;              /* its other bracket */
        list = to + 1 == in.len; /* a sign, and nothing behind it */
        to += to < in.len;
        in.at += to, in.len -= to;
    }
    return list;
}

static bool more_arguments(const char *form)
{
    return strpbrk(form, "{[") != NULL;
}

static void make_group(struct maker *k, struct st_span in, const char *after)
{
    struct st_span slot[SLOTS];
    int n, length = 1;
    bool list = slots_of(in, slot, &n), path = n == 1 && st_span_is(slot[0], "hex");

    if (list) {
        length = path ? 1 + choose(k->c, LIST_MOST) : choose(k->c, n == 1 ? LIST_MOST : 2);
        if (more_arguments(after))
            put(k, length);
    }
    k->last_hex = -1;
    for (int i = 0; i < length && !k->failed; i++)
        for (int s = 0; s < n; s++) {
            if (!path)
                k->last_hex = -1;
            make_slot(k, slot[s]);
        }
    k->last_hex = -1;
}

/* A part in brackets that is left out. */
static void make_absent(struct maker *k, const char *part, const char *end)
{
    int singles = 0, lists = 0;

    for (const char *s = part; s < end; s++)
        if (*s == '{') {
            struct st_span slot[SLOTS];
            const char *close = strchr(s, '}');
            int n;

            if (slots_of((struct st_span){ s + 1, (size_t)(close - s - 1) }, slot, &n))
                lists++;
            else
                singles += n;
        }
    if (singles + lists == 0)
        put(k, 0);
    for (int i = 0; i < singles; i++)
        put(k, -1);
    for (int i = 0; i < lists && more_arguments(end); i++)
        put(k, 0);
}

/* The bracket that closes the part beginning at s; tuples inside have brackets of their own. */
static const char *part_end(const char *s)
{
    for (s++; *s && *s != ']'; s++)
        if (*s == '{')
            s = strchr(s, '}');
    return s;
}

static void make_args(struct maker *k, const char *form)
{
    for (const char *s = form; *s && !k->failed;) {
        if (*s == '{') {
            const char *end = strchr(s, '}');

            make_group(k, (struct st_span){ s + 1, (size_t)(end - s - 1) }, end + 1);
            s = end + 1;
        } else if (*s == '[') {
            const char *end = part_end(s);
            bool there = choose(k->c, 2), word = !memchr(s, '{', (size_t)(end - s));

            if (!there) {
                make_absent(k, s + 1, end);
                s = end;
            } else if (word) {
                put(k, 1);
            }
            s++;
        } else {
            s++;
        }
    }
}

/* What stands behind ^ is stored first. */
static void make_move(struct maker *k, const char *form)
{
    const char *tail = strchr(form, '^');
    char head[FORM_MAX];

    if (!st_span_copy((struct st_span){ form, tail ? (size_t)(tail - form) : strlen(form) }, head,
                      sizeof head)) {
        k->failed = true;
        return;
    }
    if (tail)
        make_args(k, tail + 1);
    make_args(k, head);
}

/* ---- holding them against the offers ----------------------------------------------- */

struct brute {
    struct ordeal *o;
    const struct world *w;
    const struct decision *d;
    struct world after;
    int sound;        /* moves made of the present verb that its form can mean */
    uint64_t *effect; /* of the offers: hashes of what they lead to, sorted */
};

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static uint64_t effect_of(struct brute *b, const struct st_move *m)
{
    world_copy(&b->after, b->w);
    if (st_play(&b->after.t, m, NULL))
        return 0;
    return st_hash(b->after.t.pos, b->o->plan->pos_size);
}

static bool effects_known(struct brute *b)
{
    b->effect = malloc((size_t)b->d->n * sizeof *b->effect + 1);
    if (!b->effect)
        return ordeal_fault(b->o, "out of memory");
    for (int i = 0; i < b->d->n; i++)
        b->effect[i] = effect_of(b, &b->d->move[i]);
    qsort(b->effect, (size_t)b->d->n, sizeof *b->effect, by_value);
    return true;
}

static bool try_move(struct brute *b, const struct st_move *m)
{
    struct st_refusal why = { "", "" };
    char text[ST_MOVE_TEXT];

    b->o->tried++;
    if (st_check(&b->w->t, m, &why)) {
        if (st_check(&b->w->t, m, NULL) == ST_LEGAL)
            return ordeal_fault(b->o, "a move is refused only when somebody asks why");
        return refusal_holds(b->o, &why);
    }
    uint64_t effect = effect_of(b, m);
    if (!sane_holds(b->o, &b->after) || !world_whole(b->o, &b->after))
        return false;
    if (b->d->family[m->verb] ||
        bsearch(&effect, b->effect, (size_t)b->d->n, sizeof effect, by_value))
        return true;
    st_move_print(b->o->plan, m, text, sizeof text);
    return ordeal_fault(b->o, "`%s` is legal in `%s`, but no offer does the same", text,
                        st_now(&b->w->t).step);
}

static bool made_and_tried(struct brute *b, struct chooser *c, int verb, const struct st_move *hint)
{
    struct st_move m = { .verb = (uint16_t)verb };
    struct maker k = { b->o->plan, c, hint, &m, false, -1 };

    make_move(&k, b->o->plan->game->verbs[verb].form);
    if (k.failed || st_move_sound(b->o->plan, &m, NULL))
        return true; /* such as -1 where it means that a part is absent */
    b->sound++;
    return try_move(b, &m);
}

static const struct st_move *some_offer(const struct decision *d, int verb, struct dice *dice)
{
    for (int tries = 0; tries < 8 && d->n; tries++) {
        const struct st_move *m = &d->move[dice_below(dice, d->n)];

        if (m->verb == verb)
            return m;
    }
    return NULL;
}

static bool verb_holds(struct brute *b, int verb, struct dice *dice, int most)
{
    struct chooser all = { .dice = NULL }, some = { .dice = dice };
    bool more = true;

    b->sound = 0;
    for (int i = 0; i < most && more; i++) {
        if (!made_and_tried(b, &all, verb, NULL))
            return false;
        more = next_combination(&all);
    }
    for (int i = 0; i < most && more; i++)
        if (!made_and_tried(b, &some, verb, some_offer(b->d, verb, dice)))
            return false;
    if (!b->sound)
        return ordeal_fault(b->o, "no move could be made of the form `%s`",
                            b->o->plan->game->verbs[verb].form);
    return true;
}

static bool offers_verb(const struct decision *d, int verb)
{
    for (int i = 0; i < d->n; i++)
        if (d->move[i].verb == verb)
            return true;
    return d->family[verb];
}

bool brute_holds(struct ordeal *o, const struct world *w, const struct decision *d,
                 struct dice *dice, int most)
{
    struct brute b = { .o = o, .w = w, .d = d };
    bool ok = world_make(o, &b.after) && effects_known(&b);

    for (int v = 0; v < o->plan->game->nverbs && ok; v++)
        ok = verb_holds(&b, v, dice, offers_verb(d, v) ? most : most / 10);
    world_free(&b.after);
    free(b.effect);
    return ok;
}
