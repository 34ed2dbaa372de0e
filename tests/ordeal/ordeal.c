/* ordeal.c - see ordeal.h. */
#include "ordeal.h"

#include "base/hash.h"
#include "base/philox.h"
#include "core/scene.h"
#include "core/scratch.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WALL = 64,           /* bytes before and behind a position */
    AUTO_MAX = 100000,   /* automatic steps in a row */
    CHECKED_OFFERS = 24, /* at an ordinary decision so many offers are looked at, */
    THOROUGH = 8,        /* at one in so many all of them, and moves not offered */
    BRUTE_MOST = 3000,   /* tries for each verb there */
    KEEN_LOOKS = 8,
    RULINGS = 4, /* tried at such a decision, and at one die in so many */
    RULED_DICE = 8
};
enum play { BY_SAMPLE, BY_OFFERS, KEENLY, PLAYS };

bool ordeal_fault(struct ordeal *o, const char *fmt, ...)
{
    va_list ap;

    if (!o->fault[0]) { /* the first one is the cause */
        va_start(ap, fmt);
        vsnprintf(o->fault, sizeof o->fault, fmt, ap);
        va_end(ap);
    }
    return false;
}

bool ordeal_after(struct ordeal *o, const char *said)
{
    char fault[sizeof o->fault];

    memcpy(fault, o->fault, sizeof fault);
    snprintf(o->fault, sizeof o->fault, "after `%.100s`: %.480s", said, fault);
    return false;
}

int dice_below(struct dice *d, int below)
{
    return (int)st_philox_below(d->seed, 11, d->n++, (uint32_t)below);
}

/* ---- worlds ------------------------------------------------------------------------ */

bool world_make(struct ordeal *o, struct world *w)
{
    size_t size = o->plan->pos_size + 2 * WALL;

    w->memory = malloc(size);
    if (!w->memory)
        return ordeal_fault(o, "out of memory");
    memset(w->memory, 0xA5, size); /* dirty: a position must not depend on what lay there */
    w->t = (struct st_table){ o->plan, w->memory + WALL, NULL };
    return true;
}

void world_free(struct world *w)
{
    free(w->memory);
}

void world_copy(struct world *to, const struct world *from)
{
    memcpy(to->t.pos, from->t.pos, from->t.plan->pos_size);
}

bool world_equal(const struct world *a, const struct world *b)
{
    return memcmp(a->t.pos, b->t.pos, a->t.plan->pos_size) == 0;
}

bool world_whole(struct ordeal *o, const struct world *w)
{
    const unsigned char *behind = w->memory + WALL + o->plan->pos_size;

    for (int i = 0; i < WALL; i++)
        if (w->memory[i] != 0xA5 || behind[i] != 0xA5)
            return ordeal_fault(o, "bytes beyond the position were written");
    return true;
}

/* ---- laws of single things --------------------------------------------------------- */

/* Is para in the rules as a whole word: "R2.8" is not said by "R2.81"? */
static bool stands_in(struct st_span text, const char *para)
{
    size_t len = strlen(para);

    for (size_t i = 0; i + len <= text.len; i++) {
        char next = i + len < text.len ? text.at[i + len] : ' ';
        char before = i ? text.at[i - 1] : ' ';

        if (memcmp(text.at + i, para, len) == 0 && !(next >= '0' && next <= '9') &&
            !(before >= '0' && before <= '9') && !(before >= 'A' && before <= 'Z'))
            return true;
    }
    return false;
}

bool paragraph_holds(struct ordeal *o, const char *para, const char *said_by)
{
    static const char *known[256]; /* paragraphs are constants: a pointer seen once is enough */
    static const char *known_in[256];
    size_t slot = (size_t)(uintptr_t)para / 2 % 256;

    if (!para || !para[0])
        return ordeal_fault(o, "%s cites no paragraph", said_by);
    if (o->rules.len == 0 || (known[slot] == para && known_in[slot] == o->rules.at))
        return true;
    if (!stands_in(o->rules, para))
        return ordeal_fault(o, "%s cites %s, which does not stand in the rules", said_by, para);
    known[slot] = para;
    known_in[slot] = o->rules.at;
    return true;
}

bool refusal_holds(struct ordeal *o, const struct st_refusal *why)
{
    o->refused++;
    if (!memchr(why->text, 0, sizeof why->text) || !why->text[0])
        return ordeal_fault(o, "a refusal without a sentence (%s)", why->para ? why->para : "");
    return paragraph_holds(o, why->para, why->text);
}

bool sane_holds(struct ordeal *o, const struct world *w)
{
    struct st_refusal why = { "", "" };
    const struct st_flow *f = w->t.pos;

    if (f->depth >= ST_DEPTH || f->step[f->depth] >= o->plan->game->nsteps || f->side >= ST_SIDES)
        return ordeal_fault(o, "the flow is at depth %d, step %d, side %d", f->depth,
                            f->step[f->depth % ST_DEPTH], f->side);
    for (int i = f->depth + 1; i < ST_DEPTH; i++)
        if (f->step[i])
            return ordeal_fault(o, "the flow keeps a leftover at depth %d", i);
    if (o->plan->game->sane && o->plan->game->sane(&w->t, &why))
        return ordeal_fault(o, "not sane: %s (%s)", why.text, why.para ? why.para : "");
    return true;
}

static bool text_holds(struct ordeal *o, const struct st_move *m)
{
    struct st_refusal why = { "", "" };
    struct st_move back;
    char text[ST_MOVE_TEXT];

    if (st_move_sound(o->plan, m, &why))
        return ordeal_fault(o, "verb %d with %d arguments is not sound: %s", m->verb, m->nargs,
                            why.text);
    st_move_print(o->plan, m, text, sizeof text);
    if (st_move_parse(&back, o->plan, text, &why))
        return ordeal_fault(o, "`%s` is not understood: %s", text, why.text);
    if (!st_move_equal(&back, m))
        return ordeal_fault(o, "`%s` is read as another move", text);
    return true;
}

static bool legal_holds(struct ordeal *o, const struct world *w, const struct st_move *m,
                        const char *what)
{
    struct st_refusal why = { "", "" };
    char text[ST_MOVE_TEXT];

    if (st_check(&w->t, m, &why) == ST_LEGAL && st_check(&w->t, m, NULL) == ST_LEGAL)
        return true;
    st_move_print(o->plan, m, text, sizeof text);
    return ordeal_fault(o, "%s `%s` is refused: %s (%s)", what, text, why.text,
                        why.para ? why.para : "");
}

/* ---- decisions --------------------------------------------------------------------- */

struct viewer {
    struct st_offer offer;
    struct decision *d;
    int nverbs;
    bool failed;
};

static bool view_move(struct st_offer *self, const struct st_move *m)
{
    struct viewer *v = (struct viewer *)self;
    struct decision *d = v->d;

    if (d->n == d->room) {
        int room = d->room ? 2 * d->room : 256;
        struct st_move *more = realloc(d->move, (size_t)room * sizeof *more);

        if (!more) {
            v->failed = true;
            return false;
        }
        d->move = more;
        d->room = room;
    }
    d->move[d->n++] = *m;
    return true;
}

static bool view_family(struct st_offer *self, const struct st_move *m, int fixed)
{
    struct viewer *v = (struct viewer *)self;

    if (m->verb >= v->nverbs || fixed < 0 || fixed > ST_ARGS_MAX)
        v->failed = true;
    else
        v->d->family[m->verb] = true;
    v->d->families++;
    return true;
}

bool decision_view(struct ordeal *o, struct decision *d, const struct world *w)
{
    struct viewer v = {
        { .add = view_move, .family = view_family }, d, o->plan->game->nverbs, false
    };

    if (!d->family)
        d->family = calloc((size_t)v.nverbs + 1, sizeof *d->family);
    if (!d->family)
        return ordeal_fault(o, "out of memory");
    memset(d->family, 0, (size_t)v.nverbs * sizeof *d->family);
    d->n = d->families = 0;
    st_step_now(&w->t)->offer(&w->t, &v.offer);
    if (v.failed)
        return ordeal_fault(o, "a family without sense, or out of memory");
    if (d->n + d->families == 0)
        return ordeal_fault(o, "the decision `%s` has no answer", st_now(&w->t).step);
    return true;
}

void decision_free(struct decision *d)
{
    free(d->move);
    free(d->family);
    *d = (struct decision){ 0 };
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct st_move));
}

static bool no_offer_twice(struct ordeal *o, const struct decision *d)
{
    struct st_move *sorted = malloc((size_t)d->n * sizeof *sorted + 1);
    char text[ST_MOVE_TEXT];
    bool ok = true;

    if (!sorted)
        return ordeal_fault(o, "out of memory");
    if (d->n)
        memcpy(sorted, d->move, (size_t)d->n * sizeof *sorted);
    qsort(sorted, (size_t)d->n, sizeof *sorted, by_bytes);
    for (int i = 1; i < d->n && ok; i++)
        if (st_move_equal(&sorted[i], &sorted[i - 1])) {
            st_move_print(o->plan, &sorted[i], text, sizeof text);
            ok = ordeal_fault(o, "`%s` is offered twice", text);
        }
    free(sorted);
    return ok;
}

static bool samples_hold(struct ordeal *o, const struct world *w, struct dice *dice)
{
    for (int i = 0; i < 4; i++) {
        uint64_t seed = (uint64_t)dice_below(dice, 1 << 30);
        struct st_move m = { 0 }, again = { 0 };

        if (!st_sample(&w->t, seed, &m) || !st_sample(&w->t, seed, &again))
            return ordeal_fault(o, "sample finds no move in `%s`", st_now(&w->t).step);
        if (!st_move_equal(&m, &again))
            return ordeal_fault(o, "sample gives two moves for one seed");
        if (!text_holds(o, &m) || !legal_holds(o, w, &m, "sampled"))
            return false;
    }
    return true;
}

struct proposals {
    struct st_offer offer;
    struct ordeal *o;
    const struct world *w;
    bool hold;
};

static bool proposal_holds(struct st_offer *self, const struct st_move *m)
{
    struct proposals *p = (struct proposals *)self;

    p->hold = p->hold && text_holds(p->o, m) && legal_holds(p->o, p->w, m, "proposed");
    return p->hold;
}

static bool proposals_hold(struct ordeal *o, const struct world *w)
{
    const struct st_step *s = st_step_now(&w->t);
    struct proposals p = { { .add = proposal_holds }, o, w, true };

    if (s->propose)
        s->propose(&w->t, &p.offer);
    return p.hold;
}

/* The text of an offer with a few letters changed: understood or not, nothing may break. */
static bool garbled_holds(struct ordeal *o, const struct world *w, const struct decision *d,
                          struct dice *dice)
{
    static const char letters[] = "-,>+ 0123459NEU\t=;:x";
    struct st_refusal why = { "", "" };
    struct st_move m;
    char text[ST_MOVE_TEXT];

    st_move_print(o->plan, &d->move[dice_below(dice, d->n)], text, sizeof text);
    for (int i = 1 + dice_below(dice, 4); i > 0; i--) {
        size_t len = strlen(text), at = (size_t)dice_below(dice, (int)len + 1);
        char c = letters[dice_below(dice, (int)sizeof letters - 1)];

        if (dice_below(dice, 3) && text[at])
            text[at] = c;
        else if (dice_below(dice, 2) && text[at])
            memmove(text + at, text + at + 1, len - at);
        else if (len + 2 < sizeof text) {
            memmove(text + at + 1, text + at, len - at + 1);
            text[at] = c;
        }
    }
    if (st_move_parse(&m, o->plan, text, &why))
        return why.text[0] ? true : ordeal_fault(o, "`%s` is not understood, wordlessly", text);
    if (!text_holds(o, &m))
        return false;
    if (st_check(&w->t, &m, &why))
        return refusal_holds(o, &why);
    return true;
}

/* How many values it may have that have names; else any number will do. */
static int values_of(const struct st_plan *p, const struct st_field *f)
{
    if (!f->kind)
        return INT_MAX;
    return strcmp(f->kind, "hex") == 0 ? st_hex_count(&p->grid) : st_plan_list(p, f->kind)->n;
}

/* What is set stays so, what is refused leaves no trace. */
static bool fields_hold(struct ordeal *o, const struct world *w, struct world *scratch)
{
    const struct st_game *g = o->plan->game;

    for (int i = 0; i < st_nfields(g); i++) {
        const struct st_field *f = &g->fields->row[i];
        const struct st_names *list = f->of ? st_plan_list(o->plan, f->of) : NULL;

        if (f->of && !list)
            return ordeal_fault(o, "field %s is of `%s`, and there is no such list", f->name,
                                f->of);
        for (int piece = 0; piece < (list ? list->n : 1); piece++) {
            int of = list ? piece : -1, v = st_field_get(&w->t, f, of) + 1;

            if (!st_field_settable(f))
                continue;
            v = v < values_of(o->plan, f) ? v : 0;
            world_copy(scratch, w);
            enum st_answer a = st_field_set(&scratch->t, f, of, v, NULL);
            if (a == ST_LEGAL && st_field_get(&scratch->t, f, of) != v)
                return ordeal_fault(o, "%s of %s is set to %d and then is %d", f->name,
                                    list ? list->name[piece] : "the game", v,
                                    st_field_get(&scratch->t, f, of));
            if (a != ST_LEGAL && !world_equal(scratch, w))
                return ordeal_fault(o, "%s of %s may not be %d, and yet something changed", f->name,
                                    list ? list->name[piece] : "the game", v);
        }
    }
    return true;
}

static bool scene_holds(struct ordeal *o, const struct world *w)
{
    static struct st_scene scene;

    for (int side = 0; side < ST_SIDES && o->plan->game->describe; side++) {
        scene = (struct st_scene){ 0 };
        o->plan->game->describe(&w->t, side, &scene);
        if (scene.npieces < 0 || scene.npieces > ST_SCENE_PIECES || scene.nmarks < 0 ||
            scene.nmarks > ST_SCENE_MARKS || scene.nnotes < 0 || scene.nnotes > ST_SCENE_NOTES)
            return ordeal_fault(o, "a scene of %d pieces, %d marks, %d notes", scene.npieces,
                                scene.nmarks, scene.nnotes);
        for (int i = 0; i < scene.npieces; i++)
            if (scene.piece[i].side >= ST_SIDES ||
                (o->plan->grid.cols &&
                 (scene.piece[i].hex < -1 || scene.piece[i].hex >= st_hex_count(&o->plan->grid))))
                return ordeal_fault(o, "a scene with a piece of side %d in hex %d",
                                    scene.piece[i].side, scene.piece[i].hex);
    }
    return true;
}

/* ---- secrets ----------------------------------------------------------------------- */

struct own_source {
    struct st_source source;
    struct dice *dice;
};

static int own_roll(struct st_source *self, const struct st_chance *c, int *value,
                    struct st_error *err)
{
    int at = dice_below(((struct own_source *)self)->dice, st_chance_total(c));

    (void)err;
    for (int i = 0; i < c->n; i++) {
        at -= c->face[i].weight;
        if (at < 0) {
            *value = c->face[i].value;
            return ST_OK;
        }
    }
    return ST_EUSAGE;
}

static bool same_offers(const struct decision *a, const struct decision *b)
{
    return a->n == b->n && a->families == b->families &&
           (a->n == 0 || memcmp(a->move, b->move, (size_t)a->n * sizeof *a->move) == 0);
}

/* What a side sees must not tell worlds apart that differ only in what it may not know: the true
 * one, and any other the game itself finds plausible from what the side sees. */
static bool secrets_hold(struct ordeal *o, const struct world *w, const struct decision *d,
                         struct dice *dice, struct world *seen, struct world *again)
{
    const struct st_game *g = o->plan->game;
    struct own_source source = { { own_roll }, dice };

    if (!g->guess)
        return ordeal_fault(o,
                            "a game with observe and without guess: its secrets cannot be tried");
    for (int side = 0; side < ST_SIDES; side++) {
        struct decision theirs = { 0 };

        memset(seen->t.pos, 0x5A, o->plan->pos_size);
        memset(again->t.pos, 0xC3, o->plan->pos_size);
        g->observe(&w->t, side, seen->t.pos);
        g->observe(&seen->t, side, again->t.pos);
        if (!world_equal(seen, again))
            return ordeal_fault(o, "side %d looks twice and sees two positions", side);
        if (d && st_now(&w->t).side == side) {
            bool same = decision_view(o, &theirs, seen) && same_offers(&theirs, d);

            decision_free(&theirs);
            if (!same)
                return ordeal_fault(o, "what side %d sees offers other moves than the truth", side);
        }
        g->guess(&again->t, side, &source.source); /* a world side cannot tell from the true one */
        if (!sane_holds(o, again) || !world_whole(o, again))
            return false;
        unsigned char *view = malloc(o->plan->pos_size);
        if (!view)
            return ordeal_fault(o, "out of memory");
        g->observe(&again->t, side, view);
        bool alike = memcmp(view, seen->t.pos, o->plan->pos_size) == 0;
        free(view);
        if (!alike)
            return ordeal_fault(o,
                                "side %d sees the difference between two worlds it should not "
                                "know apart",
                                side);
    }
    return true;
}

/* ---- pauses ------------------------------------------------------------------------ */

struct game_room { /* what one game needs; made once */
    struct world now, before, slow, scratch;
    struct decision d, other;
    struct script script;
    struct dice rulings; /* of their own, so that games are the same with and without */
};

/* Where a judgement says how far side 0 leads, players ask for that only. */
static bool lead_holds(struct ordeal *o, const struct world *w)
{
    const struct st_game *g = o->plan->game;

    if (!g->worth || st_lead(&w->t) == g->worth(&w->t, 0) - g->worth(&w->t, 1))
        return true;
    return ordeal_fault(o, "worth %d and %d are said to be a lead of %d", g->worth(&w->t, 0),
                        g->worth(&w->t, 1), st_lead(&w->t));
}

struct again { /* the same offers, one after the other */
    struct st_offer offer;
    const struct decision *d;
    int n;
    bool same;
};

static bool offered_again(struct st_offer *self, const struct st_move *m)
{
    struct again *a = (struct again *)self;

    a->same = a->same && a->n < a->d->n && st_move_equal(&a->d->move[a->n], m);
    a->n++;
    return true;
}

/* What was kept beside earlier positions is true of this one too: nothing is offered or judged otherwise. */
static bool scratch_holds(struct ordeal *o, const struct world *w, const struct decision *d)
{
    const struct st_game *g = o->plan->game;
    struct st_table t = w->t;
    struct again a = { { .add = offered_again }, d, 0, true };

    t.scratch = o->scratch;
    if (!t.scratch)
        return true;
    st_step_now(&t)->offer(&t, &a.offer);
    if (!a.same || a.n != d->n)
        return ordeal_fault(o, "`%s` offers other moves with what was kept", st_now(&t).step);
    for (int side = 0; side < ST_SIDES && g->worth; side++)
        if (g->worth(&t, side) != g->worth(&w->t, side))
            return ordeal_fault(o, "worth is %d with what was kept, else %d", g->worth(&t, side), g->worth(&w->t, side));
    return true;
}

static bool decision_holds(struct ordeal *o, struct game_room *r, struct dice *dice)
{
    const struct world *w = &r->now;
    struct decision *d = &r->d;
    bool thorough = dice_below(dice, THOROUGH) == 0;

    world_copy(&r->before, w);
    if (!decision_view(o, d, w))
        return false;
    o->decisions++;
    o->offers += d->n;
    if (d->n == 1 && !d->families && !st_step_now(&w->t)->confirm)
        return ordeal_fault(o, "`%s` has one answer and is asked all the same", st_now(&w->t).step);
    for (int i = 0; i < d->n && (thorough || i < CHECKED_OFFERS); i++) {
        const struct st_move *m = &d->move[thorough ? i : dice_below(dice, d->n)];

        if (!text_holds(o, m) || !legal_holds(o, w, m, "offered"))
            return false;
    }
    if (!paragraph_holds(o, st_now(&w->t).para, st_now(&w->t).step) || !samples_hold(o, w, dice) ||
        !proposals_hold(o, w) || !lead_holds(o, w) || !scratch_holds(o, w, d))
        return false;
    for (int i = 0; i < 4 && d->n; i++)
        if (!garbled_holds(o, w, d, dice))
            return false;
    if (thorough && (!no_offer_twice(o, d) || !fields_hold(o, w, &r->scratch) ||
                     !scene_holds(o, w) || !brute_holds(o, w, d, dice, BRUTE_MOST) ||
                     !rulings_hold(o, w, &r->scratch, &r->rulings, RULINGS)))
        return false;
    if (o->plan->game->observe && !secrets_hold(o, w, d, dice, &r->slow, &r->scratch))
        return false;
    if (!world_equal(&r->before, w))
        return ordeal_fault(o, "looking at `%s` changed the position", st_now(&w->t).step);
    return world_whole(o, w) && world_whole(o, &r->scratch) && world_whole(o, &r->slow);
}

static bool chance_holds(struct ordeal *o, const struct world *w, struct st_chance *c)
{
    struct st_chance loud = { .quiet = false };

    st_awaited(&w->t, c);
    st_step_now(&w->t)->chance(&w->t, &loud);
    o->dice++;
    if (c->n < 1 || c->n > ST_FACES_MAX || st_chance_total(c) <= 0)
        return ordeal_fault(o, "`%s` waits for a die of %d faces", st_now(&w->t).step, c->n);
    for (int i = 0; i < c->n; i++) {
        if (c->face[i].weight == 0)
            return ordeal_fault(o, "face %d of `%s` never falls", c->face[i].value,
                                st_now(&w->t).step);
        if (st_chance_find(c, c->face[i].value) != i)
            return ordeal_fault(o, "face %d of `%s` stands twice", c->face[i].value,
                                st_now(&w->t).step);
    }
    if (loud.n != c->n || memcmp(loud.face, c->face, (size_t)c->n * sizeof c->face[0]) != 0)
        return ordeal_fault(o, "`%s` has other faces when somebody reads", st_now(&w->t).step);
    if (!loud.dice[0] || !loud.label[0])
        return ordeal_fault(o, "`%s` does not say what is rolled for what", st_now(&w->t).step);
    return paragraph_holds(o, st_now(&w->t).para, st_now(&w->t).step);
}

/* Every face, also the one in ten thousand, must leave the position sane. */
static bool faces_hold(struct ordeal *o, struct game_room *r, const struct st_chance *c)
{
    for (int i = 0; i < c->n; i++) {
        world_copy(&r->scratch, &r->now);
        st_take(&r->scratch.t, c->face[i].value);
        if (!sane_holds(o, &r->scratch) || !world_whole(o, &r->scratch))
            return false;
    }
    return true;
}

/* Run on as st_settle does, but with every step looked at. */
static bool settle_slowly(struct ordeal *o, struct world *w, struct decision *d)
{
    for (int n = 0; n < AUTO_MAX; n++) {
        if (!sane_holds(o, w) || !world_whole(o, w))
            return false;

        const struct st_step *s = st_step_now(&w->t);
        if (s->kind == ST_AUTO) {
            s->run(&w->t);
            continue;
        }
        if (s->kind != ST_DECIDE || s->confirm)
            return true;
        if (!decision_view(o, d, w))
            return false;

        bool only_one = d->n == 1 && !d->families;
        struct st_move only = { 0 };
        if (s->forced && s->forced(&w->t, &only) != only_one)
            return ordeal_fault(o, "`%s` is %staken by itself with %d offers", s->name,
                                only_one ? "not " : "", d->n);
        if (!only_one)
            return true;
        if (s->forced && !st_move_equal(&only, &d->move[0]))
            return ordeal_fault(o, "`%s` is taken by itself with another move than is offered",
                                s->name);
        if (!legal_holds(o, w, &d->move[0], "forced"))
            return false;
        s->apply(&w->t, &d->move[0]);
    }
    return ordeal_fault(o, "automatic steps do not come to an end");
}

/* One line of the script on r->now, beside it slowly, and the two compared. */
static bool step_holds(struct ordeal *o, struct game_room *r, const struct scripted *line)
{
    struct st_refusal why = { "", "" };

    world_copy(&r->slow, &r->now);
    if (line->die)
        st_step_now(&r->slow.t)->take(&r->slow.t, line->value);
    else
        st_step_now(&r->slow.t)->apply(&r->slow.t, &line->move);
    if (!settle_slowly(o, &r->slow, &r->other))
        return false;
    if (line->die)
        st_take(&r->now.t, line->value);
    else if (st_play(&r->now.t, &line->move, &why))
        return ordeal_fault(o, "a legal move is refused: %s", why.text);
    if (!world_equal(&r->now, &r->slow))
        return ordeal_fault(o, "step by step the position comes out otherwise");
    return world_whole(o, &r->now);
}

/* ---- games ------------------------------------------------------------------------- */

static bool write_down(struct ordeal *o, struct script *s, const struct scripted *line)
{
    if (s->n == s->room) {
        int room = s->room ? 2 * s->room : 512;
        struct scripted *more = realloc(s->line, (size_t)room * sizeof *more);

        if (!more)
            return ordeal_fault(o, "out of memory");
        s->line = more;
        s->room = room;
    }
    s->line[s->n++] = *line;
    return true;
}

/* Of a few offers the one that rolls dice, or else is worth most: random armies seldom meet. */
static void choose_keenly(struct game_room *r, struct dice *dice, struct st_move *out)
{
    const struct st_game *g = r->now.t.plan->game;
    int side = st_now(&r->now.t).side, best = 0;

    for (int i = 0; i < KEEN_LOOKS; i++) {
        const struct st_move *m = &r->d.move[dice_below(dice, r->d.n)];

        world_copy(&r->scratch, &r->now);
        st_play(&r->scratch.t, m, NULL);
        int worth = st_now(&r->scratch.t).kind == ST_CHANCE ? 1 << 30
                    : g->worth                              ? g->worth(&r->scratch.t, side)
                                                            : 0;
        if (i == 0 || worth > best) {
            best = worth;
            *out = *m;
        }
    }
}

static void choose_move(struct game_room *r, struct dice *dice, enum play how, struct st_move *out)
{
    if (r->d.n && how == BY_OFFERS)
        *out = r->d.move[dice_below(dice, r->d.n)];
    else if (r->d.n && how == KEENLY && dice_below(dice, 6))
        choose_keenly(r, dice, out);
    else
        st_sample(&r->now.t, (uint64_t)dice_below(dice, 1 << 30), out);
}

static bool over_holds(struct ordeal *o, const struct world *w)
{
    struct st_refusal why = { "", "" };
    struct st_move any = { 0 };
    int winner = st_winner(&w->t);

    if (winner != ST_DRAW && (winner < 0 || winner >= ST_SIDES))
        return ordeal_fault(o, "the winner is side %d", winner);
    if (st_check(&w->t, &any, &why) == ST_LEGAL)
        return ordeal_fault(o, "a move is legal after the end");
    return refusal_holds(o, &why) && scene_holds(o, w);
}

/* The first position: as the scenario has it, and then as the ordeal wants it. */
static bool begin(struct ordeal *o, struct st_table *t)
{
    struct st_refusal why = { "", "" };

    st_begin(t);
    for (int i = 0; i < o->nsets; i++)
        if (st_field_set(t, o->set[i].field, o->set[i].piece, o->set[i].value, &why))
            return ordeal_fault(o, "%s cannot be set: %s", o->set[i].field->name, why.text);
    if (o->nsets)
        st_settle(t);
    return true;
}

/* Play one game into r->script; the seed's number decides how. */
static bool game_plays(struct ordeal *o, struct game_room *r, uint64_t seed)
{
    struct dice dice = { seed, 0 };

    r->script.n = 0;
    r->rulings = (struct dice){ seed, 3u << 29 };
    memset(r->now.t.pos, 0xEE, o->plan->pos_size);
    st_begin(&r->now.t);
    memset(r->slow.t.pos, 0, o->plan->pos_size);
    o->plan->game->setup(&r->slow.t);
    if (!settle_slowly(o, &r->slow, &r->other))
        return false;
    if (!world_equal(&r->now, &r->slow))
        return ordeal_fault(o, "two beginnings differ");
    if (o->nsets && (!begin(o, &r->now.t) || !sane_holds(o, &r->now)))
        return false;
    world_copy(&r->slow, &r->now);
    while (st_now(&r->now.t).kind != ST_OVER) {
        struct scripted line = { .die = st_now(&r->now.t).kind == ST_CHANCE };
        struct st_chance c;

        if (line.die ? !chance_holds(o, &r->now, &c) || !faces_hold(o, r, &c)
                     : !decision_holds(o, r, &dice))
            return false;
        if (line.die && dice_below(&r->rulings, RULED_DICE) == 0 &&
            !rulings_hold(o, &r->now, &r->scratch, &r->rulings, RULINGS))
            return false;
        if (line.die)
            own_roll(&(struct own_source){ { own_roll }, &dice }.source, &c, &line.value, NULL);
        else
            choose_move(r, &dice, (enum play)(seed % PLAYS), &line.move);
        if (!write_down(o, &r->script, &line) || !step_holds(o, r, &line))
            return false;
        if (r->script.n > o->limit)
            return ordeal_fault(o, "not over after %d decisions and dice", o->limit);
    }
    return over_holds(o, &r->now);
}

struct listener {
    struct st_events log;
    struct ordeal *o;
    long heard;
};

static void listen(struct st_events *self, const struct st_event *e)
{
    struct listener *l = (struct listener *)self;

    l->heard++;
    if (!memchr(e->text, 0, sizeof e->text) || !e->text[0])
        ordeal_fault(l->o, "an event without words (%s)", e->para ? e->para : "");
    else
        paragraph_holds(l->o, e->para, e->text);
}

/* The same moves and dice once more, in other memory and with somebody listening. */
static bool replay_holds(struct ordeal *o, struct game_room *r)
{
    struct listener ear = { { listen }, o, 0 };
    struct st_table *t = &r->scratch.t;

    memset(t->pos, 0x77, o->plan->pos_size);
    t->log = &ear.log;
    begin(o, t);
    for (int i = 0; i < r->script.n && !o->fault[0]; i++) {
        const struct scripted *line = &r->script.line[i];

        if (line->die)
            st_take(t, line->value);
        else if (st_play(t, &line->move, NULL))
            ordeal_fault(o, "replayed, line %d is refused", i + 1);
    }
    t->log = NULL;
    if (o->fault[0])
        return false;
    if (!world_equal(&r->now, &r->scratch))
        return ordeal_fault(o, "the same moves and dice end in other bytes when somebody listens");
    return true;
}

static bool game_holds(struct ordeal *o, struct game_room *r, int number)
{
    struct dice dice = { o->seed + (uint64_t)number, 1u << 30 };

    if (!game_plays(o, r, o->seed + (uint64_t)number) || !replay_holds(o, r))
        return false;
    o->longest = r->script.n > o->longest ? r->script.n : o->longest;
    o->fingerprint = st_hash_join(o->fingerprint, st_hash(r->now.t.pos, o->plan->pos_size));
    return number >= o->sessions || o->nsets || session_holds(o, &r->script, &r->now, &dice);
}

static void tell_where(struct ordeal *o, const struct game_room *r, int number)
{
    char fault[sizeof o->fault], last[ST_MOVE_TEXT] = "";

    if (r->script.n && !r->script.line[r->script.n - 1].die)
        st_move_print(o->plan, &r->script.line[r->script.n - 1].move, last, sizeof last);
    else if (r->script.n)
        snprintf(last, sizeof last, "a die of %d", r->script.line[r->script.n - 1].value);
    memcpy(fault, o->fault, sizeof fault);
    snprintf(o->fault, sizeof o->fault, "game %llu, after %d lines (%.60s): %.480s",
             (unsigned long long)(o->seed + (uint64_t)number), r->script.n, last, fault);
}

bool ordeal_run(struct ordeal *o)
{
    struct game_room r = { 0 };
    bool ok = world_make(o, &r.now) && world_make(o, &r.before) && world_make(o, &r.slow) &&
              world_make(o, &r.scratch);

    o->scratch = st_scratch_new(o->plan);
    if (o->plan->game->keeps && !o->scratch)
        ok = ordeal_fault(o, "out of memory");
    for (int i = 0; i < o->games && ok; i++) {
        ok = game_holds(o, &r, i);
        if (!ok)
            tell_where(o, &r, i);
    }
    free(o->scratch);
    o->scratch = NULL;
    world_free(&r.now);
    world_free(&r.before);
    world_free(&r.slow);
    world_free(&r.scratch);
    decision_free(&r.d);
    decision_free(&r.other);
    free(r.script.line);
    return ok;
}
