/* drag.c - from "this piece, there" to a legal move. See view.h.
 *
 * No game helps with this. Every offer that moves just these pieces is tried on a copy; the numbers
 * of the best ones (distances, angles, coordinates) are then turned up and down for as long as that
 * brings the piece nearer and the rules allow it. What they refuse next is the reason the piece
 * comes no nearer. Where no offer moves just these pieces, those of others are tried with their
 * names in place, so that the answer is at least the refusal of the rules.
 */
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES_MAX = 900,  /* moves tried: some milliseconds */
    SEEDS = 5,        /* of the offers so many are made better */
    NEAR = 2 * ST_MM, /* nobody points more exactly */
    QUARTER = 300     /* a quarter degree amiss weighs like so many um */
};
#define NOWHERE INT64_MAX

struct aim {
    int hex; /* -1: a point */
    struct st_point at;
    int heading; /* -1: as it comes */
};

struct drag {
    const struct st_table *t;
    int side; /* whose eyes */
    int piece[ST_ARGS_MAX], n;
    struct aim aim;
    struct st_table then; /* scratch */
    int tries;
    struct st_move best;
    int64_t amiss; /* of the best; NOWHERE: none is legal */
    struct st_refusal why;
    bool refused; /* why says something */
};

/* ---- what was asked ---------------------------------------------------------------------- */

static enum st_answer read_pieces(struct drag *d, const char *text, struct st_refusal *why)
{
    const struct st_names *list = st_view_pieces(d->t->plan);
    struct st_span rest = st_span_of(text);

    while (rest.len && d->n < ST_ARGS_MAX) {
        struct st_span word = st_span_cut(&rest, ',');
        int at = list ? st_names_find(list, word) : -1;

        if (at < 0)
            return st_refuse(why, "", "no piece is called `%.*s`",
                             (int)(word.len > 40 ? 40 : word.len), word.at);
        d->piece[d->n++] = at;
    }
    return d->n ? ST_LEGAL : st_refuse(why, "", "no piece was named");
}

static enum st_answer read_aim(struct drag *d, const char *text, struct st_refusal *why)
{
    struct st_span rest = st_span_of(text), x, y;
    int heading = -1;

    d->aim = (struct aim){ .hex = -1, .heading = -1 };
    if (d->t->plan->grid.cols) {
        if (st_hex_parse(&d->t->plan->grid, rest, &d->aim.hex) && d->aim.hex >= 0)
            return ST_LEGAL;
        return st_refuse(why, "", "`%.20s` is no hex of this map", text);
    }
    x = st_span_cut(&rest, ',');
    y = st_span_cut(&rest, ',');
    if (!st_span_int(x, -ST_FAR, ST_FAR, &d->aim.at.x) ||
        !st_span_int(y, -ST_FAR, ST_FAR, &d->aim.at.y) ||
        (rest.len && !st_span_int(rest, 0, ST_TURN - 1, &heading)))
        return st_refuse(why, "", "`%.40s` is no place: X,Y or X,Y,HEADING", text);
    d->aim.heading = heading;
    return ST_LEGAL;
}

/* ---- how good a move is ------------------------------------------------------------------ */

static int64_t squared(int64_t a, int64_t b)
{
    return a * a + b * b;
}

static int64_t amiss_on_plane(const struct aim *aim, const struct st_scene_piece *x)
{
    const struct st_pose *p = &x->base.pose;
    int64_t away = squared((int64_t)p->at.x - aim->at.x, (int64_t)p->at.y - aim->at.y);

    if (aim->heading < 0)
        return away;
    int turn = st_heading(p->facing - aim->heading);
    if (turn > ST_TURN / 2)
        turn = ST_TURN - turn;
    return away + squared((int64_t)turn * QUARTER, 0);
}

static int64_t amiss_in(const struct drag *d, const struct st_scene *s)
{
    const struct st_scene_piece *x = st_scene_find(s, d->piece[0]);

    if (x && d->aim.hex >= 0)
        return x->hex == d->aim.hex ? 0 : NOWHERE;
    return x && (x->base.right > x->base.left || x->radius) ? amiss_on_plane(&d->aim, x) : NOWHERE;
}

/* Whether it is legal; if it is better than the best so far, it takes its place. */
static bool try_move(struct drag *d, const struct st_move *m, struct st_refusal *why)
{
    if (++d->tries > TRIES_MAX)
        return false;
    memcpy(d->then.pos, d->t->pos, d->t->plan->pos_size);
    if (st_move_sound(d->t->plan, m, why) ||
        st_play_within(&d->then, m, st_now(d->t).depth, why))
        return false;
    struct st_scene *s = st_view_stands(&d->then, d->side);
    int64_t amiss = s ? amiss_in(d, s) : NOWHERE;
    if (amiss < d->amiss) {
        d->amiss = amiss;
        d->best = *m;
    }
    free(s);
    return true;
}

static void remember(struct drag *d, const struct st_refusal *why)
{
    if (!d->refused)
        d->why = *why;
    d->refused = true;
}

/* ---- which moves ------------------------------------------------------------------------- */

static int side_of(const struct st_scene *s, int piece)
{
    const struct st_scene_piece *x = st_scene_find(s, piece);

    return x ? x->side : ST_SIDES;
}

static int hex_of(const struct st_scene *s, int piece)
{
    const struct st_scene_piece *x = st_scene_find(s, piece);

    return x ? x->hex : -1;
}

/* Which of the names in a move are of the side that decides; how many. */
static int own_names(const struct drag *d, const struct st_scene *s, const struct st_move *m,
                     int *out)
{
    int named[ST_ARGS_MAX], n = 0;
    int all = st_move_names(d->t->plan, m, st_view_pieces(d->t->plan)->kind, named, ST_ARGS_MAX);

    for (int i = 0; i < all; i++)
        if (side_of(s, named[i]) == st_now(d->t).side)
            out[n++] = named[i];
    return n;
}

static bool just_these(const struct drag *d, const int *own, int n)
{
    for (int i = 0; i < n; i++) {
        int k = 0;

        while (k < d->n && d->piece[k] != own[i])
            k++;
        if (k == d->n)
            return false;
    }
    return n == d->n;
}

/* On a map whoever acts may go without saying: whether it is these shows when it is tried. */
static bool goes_somewhere(const struct drag *d, const struct st_move *m)
{
    int hex;

    return d->aim.hex >= 0 && st_move_names(d->t->plan, m, "hex", &hex, 1) > 0;
}

/* Does a move name no pieces, but what the dragged one moves with? With borrow: can it, once that
 * name is put in the place of another? */
static bool their_group(const struct drag *d, const struct st_scene *s, struct st_move *m,
                        bool borrow)
{
    const struct st_scene_piece *x = st_scene_find(s, d->piece[0]);
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(d->t->plan, m, arg);

    for (int i = 0; i < n && x && x->group[0]; i++) {
        int at = arg[i].list ? st_names_find(arg[i].list, st_span_of(x->group)) : -1;

        if (at < 0 || (at != m->arg[i] && !borrow))
            continue;
        m->arg[i] = (int16_t)at;
        return true;
    }
    return false;
}

/* Where a name stands in a text as a word of its own. */
static const char *find_name(const char *text, const char *name)
{
    size_t len = strlen(name);

    for (const char *at = text; (at = strstr(at, name)); at++)
        if ((at == text || strchr(" ,-", at[-1])) && strchr(" ,-:", at[len]))
            return at; /* strchr finds the end of the text too */
    return NULL;
}

/* The text of an offer with everything from its first to its last own name replaced. */
static bool with_these(const struct drag *d, const char *text, const int *own, int n,
                       struct st_move *out)
{
    const struct st_plan *p = d->t->plan;
    const char *first = NULL, *end = NULL;
    struct st_buf made = { 0 };

    for (int i = 0; i < n; i++) {
        const char *name = st_view_piece(p, own[i]), *at = find_name(text, name);

        if (!at)
            return false;
        first = !first || at < first ? at : first;
        end = !end || at + strlen(name) > end ? at + strlen(name) : end;
    }
    if (!first)
        return false;
    st_buf_put(&made, text, (size_t)(first - text));
    for (int i = 0; i < d->n; i++)
        st_buf_add(&made, "%s%s", i ? "," : "", st_view_piece(p, d->piece[i]));
    st_buf_add(&made, "%s", end);
    bool good = !made.failed && st_move_parse(out, p, st_buf_text(&made), NULL) == ST_LEGAL;
    st_buf_free(&made);
    return good;
}

/* On a map: a way straight to the hex pointed at, in the place of the way of another piece that
 * stands in the hex start. */
static bool to_the_hex(const struct drag *d, struct st_move *m, int start, int here)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(d->t->plan, m, arg), first = n;

    if (d->aim.hex < 0)
        return true;
    while (first > 0 && st_span_is(arg[first - 1].slot, "hex"))
        first--;
    if (first == n || first + 1 >= ST_ARGS_MAX)
        return false;
    bool from_here = m->arg[first] == start; /* a way that begins where the piece stands */
    m->arg[first] = (int16_t)(from_here ? here : d->aim.hex);
    m->arg[first + 1] = (int16_t)(from_here ? d->aim.hex : 0);
    for (int i = first + 2; i < n; i++)
        m->arg[i] = 0;
    m->nargs = (uint16_t)(first + 1 + from_here);
    return true;
}

/* ---- turning the numbers ----------------------------------------------------------------- */

/* Coordinates can be set at once. */
static void set_place(struct drag *d, struct st_move m)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(d->t->plan, &m, arg), x = -1, y = -1;
    struct st_refusal why;

    for (int i = 0; i < n; i++) {
        x = st_span_is(arg[i].slot, "x") ? i : x;
        y = st_span_is(arg[i].slot, "y") ? i : y;
    }
    if (x < 0 || y < 0 || d->aim.hex >= 0)
        return;
    m.arg[x] = (int16_t)st_round_div(d->aim.at.x, ST_MM);
    m.arg[y] = (int16_t)st_round_div(d->aim.at.y, ST_MM);
    if (!try_move(d, &m, &why) && d->tries <= TRIES_MAX)
        remember(d, &why);
}

static bool turned(struct st_move *m, int arg, int by)
{
    int value = m->arg[arg] + by;

    m->arg[arg] = (int16_t)value;
    return value >= INT16_MIN && value <= INT16_MAX;
}

/* Numbers up and down in smaller and smaller steps, from the best move as it is now. */
static void refine(struct drag *d)
{
    static const int step[] = { 120, 40, 12, 4, 1 };
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(d->t->plan, &d->best, arg);
    struct st_refusal why;

    for (int k = 0; k < (int)(sizeof step / sizeof step[0]); k++)
        for (int i = 0; i < n; i++)
            for (int by = step[k]; arg[i].number && by >= -step[k]; by -= 2 * step[k]) {
                int64_t before;

                do {
                    struct st_move m = d->best;

                    before = d->amiss;
                    if (turned(&m, i, by))
                        try_move(d, &m, &why);
                } while (d->amiss < before && d->tries < TRIES_MAX);
            }
}

/* Go on by as much as is missing: whatever is said to that is the reason. */
static void ask_why_not(struct drag *d)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(d->t->plan, &d->best, arg), missing = 1;
    struct st_refusal why;

    while ((int64_t)missing * ST_MM * missing * ST_MM < d->amiss && missing < ST_FAR / ST_MM)
        missing++;
    d->tries = 0;
    for (int i = 0; i < n && !d->refused; i++)
        for (int by = missing; arg[i].number && by >= -missing && !d->refused; by -= 2 * missing) {
            struct st_move m = d->best;

            if (turned(&m, i, by) && !try_move(d, &m, &why))
                remember(d, &why);
        }
}

/* ---- all of it --------------------------------------------------------------------------- */

struct seed {
    struct st_move move;
    int64_t amiss;
};

static void keep_seed(struct seed *seed, const struct st_move *m, int64_t amiss)
{
    int at = SEEDS;

    while (at > 0 && amiss < seed[at - 1].amiss)
        at--;
    if (at == SEEDS)
        return;
    memmove(seed + at + 1, seed + at, (size_t)(SEEDS - 1 - at) * sizeof *seed);
    seed[at] = (struct seed){ *m, amiss };
}

/* Try one move by itself: how far amiss it is. */
static int64_t judge(struct drag *d, const struct st_move *m, struct st_refusal *why)
{
    struct st_move best = d->best;
    int64_t amiss = d->amiss, its;

    d->amiss = NOWHERE;
    if (!try_move(d, m, why) && d->tries <= TRIES_MAX)
        remember(d, why);
    its = d->amiss;
    if (its >= amiss) {
        d->best = best;
        d->amiss = amiss;
    }
    return its;
}

/* Is an offer about just these pieces, or can it be made so? */
static bool is_theirs(const struct drag *d, const struct st_scene *s, const struct st_offered *o,
                      const int *own, int n, bool borrowed, struct st_move *m)
{
    if (n == 0)
        return their_group(d, s, m, borrowed) || goes_somewhere(d, m);
    return borrowed ? with_these(d, o->text, own, n, m) : just_these(d, own, n);
}

/* The offers for just these pieces; without any, those for others with these names in place. */
static void sow(struct drag *d, const struct st_scene *s, const struct st_offer_list *offers,
                bool borrowed, struct seed *seed)
{
    int own[ST_ARGS_MAX];
    struct st_refusal why;

    for (int i = 0; i < offers->n - offers->nfamilies && d->tries < TRIES_MAX / 2; i++) {
        const struct st_offered *o = &offers->item[i];
        struct st_move m = o->move;
        int n = own_names(d, s, &m, own);

        if (!is_theirs(d, s, o, own, n, borrowed, &m))
            continue;
        if (borrowed && !to_the_hex(d, &m, n ? hex_of(s, own[0]) : -1, hex_of(s, d->piece[0])))
            continue;
        int64_t amiss = judge(d, &m, &why);
        if (amiss < NOWHERE)
            keep_seed(seed, &m, amiss);
        if (borrowed && d->aim.hex >= 0 && (amiss == 0 || d->refused))
            return; /* one hex for another: the next would say the same */
    }
}

static void grow(struct drag *d, const struct seed *seed)
{
    for (int i = 0; i < SEEDS && seed[i].amiss < NOWHERE; i++) {
        struct st_move best = d->best;
        int64_t amiss = d->amiss;

        d->best = seed[i].move;
        d->amiss = seed[i].amiss;
        set_place(d, d->best);
        refine(d);
        if (d->amiss >= amiss) {
            d->best = best;
            d->amiss = amiss;
        }
    }
}

static int search(struct drag *d, struct st_error *err)
{
    struct st_scene *s = st_view_stands(d->t, d->side);
    struct st_offer_list offers;
    struct seed seed[SEEDS];
    int e = st_offer_list(&offers, d->t, d->side, err);

    for (int i = 0; i < SEEDS; i++)
        seed[i].amiss = NOWHERE;
    if (!e && !s)
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (!e && d->aim.hex >= 0 && hex_of(s, d->piece[0]) == d->aim.hex) {
        struct st_refusal there;

        st_refuse(&there, "", "%s is there", st_view_piece(d->t->plan, d->piece[0]));
        remember(d, &there);
        goto out;
    }
    if (!e)
        sow(d, s, &offers, false, seed);
    if (!e && d->amiss == NOWHERE) {
        d->refused = false;
        sow(d, s, &offers, true, seed);
    }
    if (!e && d->aim.hex < 0) {
        d->refused = false; /* what the offers' neighbours said is not about the place */
        grow(d, seed);
    }
    if (!e && d->amiss < NOWHERE && d->amiss > (int64_t)NEAR * NEAR)
        ask_why_not(d);
out:
    st_offer_list_free(&offers);
    free(s);
    return e;
}

static int write_drag(struct st_json *j, struct drag *d, enum st_answer *answer,
                      struct st_refusal *why, struct st_error *err)
{
    if (d->amiss == NOWHERE) {
        *answer = d->refused ? ST_REFUSED
                             : st_refuse(&d->why, "", "%s has no move to there now",
                                         st_view_piece(d->t->plan, d->piece[0]));
        *why = d->why;
        return ST_OK;
    }
    int e = st_view_preview(j, d->t, d->side, &d->best, answer, why, err);
    if (!e && *answer == ST_LEGAL && d->refused && d->amiss > (int64_t)NEAR * NEAR)
        st_view_refusal(j, "because", d->t->plan, &d->why);
    return e;
}

int st_view_drag(struct st_json *j, const struct st_table *t, int side, const char *pieces,
                 const char *to, enum st_answer *answer, struct st_refusal *why,
                 struct st_error *err)
{
    struct drag d = { .t = t, .side = side, .amiss = NOWHERE };

    *answer = st_now(t).kind == ST_DECIDE
                  ? ST_LEGAL
                  : st_refuse(why, "", "nobody is to decide anything now");
    if (*answer == ST_LEGAL && !(*answer = read_pieces(&d, pieces, why)))
        *answer = read_aim(&d, to, why);
    if (*answer == ST_REFUSED)
        return ST_OK;
    d.then = (struct st_table){ t->plan, malloc(t->plan->pos_size), NULL };
    int e = d.then.pos ? search(&d, err) : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    free(d.then.pos);
    return e ? e : write_drag(j, &d, answer, why, err);
}
