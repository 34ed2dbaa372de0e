/* move.c - see move.h. One walk over the form serves printing, parsing and checking. */
#include "core/move.h"

#include "core/game.h"
#include "core/later.h"
#include "core/plan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const number_kinds[] = { "n", "mm", "q", "x", "y", "h", "w", "d", "k",
                                            "sp", "files", "marker", "steps" };
enum { NUMBER_KINDS = sizeof number_kinds / sizeof number_kinds[0], SLOTS_MAX = 4, ITEMS_MAX = 24 };

struct brace { /* {unit>hex }: the slots of a tuple, the signs between them, the list's sign */
    struct st_span slot[SLOTS_MAX];
    char glue[SLOTS_MAX]; /* after slot i; 0 after the last */
    bool optional[SLOTS_MAX]; /* [mm]: missing it is 0, and 0 is not written */
    int n;
    char sep; /* 0: no list */
};

static bool slot_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '|';
}

static struct brace read_brace(struct st_span in)
{
    struct brace b = { .n = 0 };

    while (in.len) {
        bool optional = in.at[0] == '[';
        size_t k = 0;

        in.at += optional, in.len -= optional;
        while (k < in.len && slot_char(in.at[k]))
            k++;
        st_assert(k > 0 && b.n < SLOTS_MAX); /* forms are ours: a bad one is a bug */
        st_assert(!optional || (k < in.len && in.at[k] == ']'));
        b.optional[b.n] = optional;
        b.slot[b.n++] = (struct st_span){ in.at, k };
        k += optional;
        in.at += k, in.len -= k;
        if (in.len) {
            b.glue[b.n - 1] = in.at[0];
            in.at++, in.len--;
        }
    }
    if (b.glue[b.n - 1]) {
        b.sep = b.glue[b.n - 1];
        b.glue[b.n - 1] = 0;
    }
    return b;
}

/* ---- one slot ------------------------------------------------------------------------- */

static bool is_number(struct st_span slot)
{
    for (int i = 0; i < NUMBER_KINDS; i++)
        if (slot.at[0] == number_kinds[i][0] && st_span_is(slot, number_kinds[i]))
            return true;
    return false;
}

static int choice_find(struct st_span slot, struct st_span word)
{
    for (int i = 0; slot.len; i++) {
        struct st_span w = st_span_cut(&slot, '|');

        if (w.len == word.len && memcmp(w.at, word.at, w.len) == 0)
            return i;
    }
    return -1;
}

static struct st_span choice_at(struct st_span slot, int i)
{
    struct st_span w = { slot.at, 0 };

    for (; i >= 0 && slot.len; i--)
        w = st_span_cut(&slot, '|');
    return i < 0 ? w : (struct st_span){ "?", 1 };
}

static const struct st_names *list_of(const struct st_plan *p, struct st_span slot)
{
    for (int i = 0; i < p->nnames; i++)
        if (slot.at[0] == p->names[i].kind[0] && st_span_is(slot, p->names[i].kind))
            return &p->names[i];
    return NULL;
}

/* The list of {unit|none}, whose first alternative is the name of a list. */
static const struct st_names *open_list(const struct st_plan *p, struct st_span slot)
{
    struct st_span first = st_span_cut(&slot, '|');

    return slot.len ? list_of(p, first) : NULL;
}

static void slot_print(const struct st_plan *p, struct st_span slot, int v, struct st_span *out)
{
    char word[64] = "?";
    const struct st_names *list;

    if ((list = open_list(p, slot)) && v >= 0 && v < list->n)
        snprintf(word, sizeof word, "%s", list->name[v]);
    else if (list)
        st_span_copy(choice_at(slot, -v), word, sizeof word);
    else if (memchr(slot.at, '|', slot.len))
        st_span_copy(choice_at(slot, v), word, sizeof word);
    else if (st_span_is(slot, "hex"))
        st_hex_name(&p->grid, v, word);
    else if (is_number(slot))
        snprintf(word, sizeof word, "%d", v);
    else if ((list = list_of(p, slot)) && v >= 0 && v < list->n)
        snprintf(word, sizeof word, "%s", list->name[v]);
    size_t n = strlen(word);
    if (n > out->len)
        n = out->len;
    memcpy((char *)(uintptr_t)out->at, word, n);
    out->at += n, out->len -= n;
}

struct slot { /* what a word in it may be */
    struct st_span text;
    enum { A_HEX, A_NUMBER, A_NAME, A_CHOICE, NAME_OR_CHOICE, STRANGE } is;
    const struct st_names *list;
};

static struct slot read_slot(const struct st_plan *p, struct st_span text)
{
    struct slot s = { text, STRANGE, NULL };

    if (memchr(text.at, '|', text.len)) {
        s.list = open_list(p, text);
        s.is = s.list ? NAME_OR_CHOICE : A_CHOICE;
    } else if (st_span_is(text, "hex")) {
        s.is = A_HEX;
    } else if (is_number(text)) {
        s.is = A_NUMBER;
    } else {
        s.list = list_of(p, text);
        s.is = s.list ? A_NAME : STRANGE;
    }
    return s;
}

static enum st_answer no_name(const struct st_names *list, struct st_span word, struct st_refusal *why)
{
    char text[64], near[160] = "";

    if (why && st_span_copy(word, text, sizeof text))
        st_suggest(near, sizeof near, text, list->name, list->n);
    return st_refuse(why, "", "no %s `%.*s`%s%s", list->kind, (int)(word.len > 40 ? 40 : word.len), word.at,
                     near[0] ? "; " : "", near);
}

static enum st_answer slot_parse(const struct st_plan *p, const struct slot *s, struct st_span word, int *v,
                                 struct st_refusal *why)
{
    int len = (int)s->text.len, choice;

    switch (s->is) {
    case A_NAME:
        *v = st_names_find(s->list, word);
        return *v >= 0 ? ST_LEGAL : no_name(s->list, word, why);
    case A_NUMBER:
        if (st_span_int(word, -32768, 32767, v))
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is no number, or too large", (int)word.len, word.at);
    case A_HEX:
        if (p->grid.cols && st_hex_parse(&p->grid, word, v))
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is no hex: four digits, column then row", (int)word.len,
                         word.at);
    case A_CHOICE:
        *v = choice_find(s->text, word);
        if (*v >= 0)
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is none of %.*s", (int)word.len, word.at, len, s->text.at);
    case NAME_OR_CHOICE:
        *v = st_names_find(s->list, word);
        choice = *v >= 0 ? 0 : choice_find(s->text, word);
        *v = choice > 0 ? -choice : *v;
        if (*v >= 0 || choice > 0)
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is no %.*s", (int)(word.len > 40 ? 40 : word.len), word.at, len,
                         s->text.at);
    default:
        return st_refuse(why, "", "this game has no %.*s", len, s->text.at);
    }
}

/* ---- walking a form ------------------------------------------------------------------- */

/* Does any argument come after here? Then a list needs its length before it. */
static bool arguments_follow(struct st_span form)
{
    for (size_t i = 0; i < form.len; i++)
        if (form.at[i] == '{' || form.at[i] == '[')
            return true;
    return false;
}

/* Cut "{...}" or "[...]" off the front of form. A part may hold tuples, and these "[mm]". */
static struct st_span cut_group(struct st_span *form, char close)
{
    struct st_span in = { form->at + 1, form->len - 1 };
    size_t n = 0;

    for (bool tuple = false; n < in.len && (tuple || in.at[n] != close); n++)
        tuple = close == ']' && (in.at[n] == '{' || (tuple && in.at[n] != '}'));
    in.len = n;
    form->at += in.len + 2;
    form->len -= in.len + 2;
    return in;
}

static struct st_span literal(struct st_span *form)
{
    struct st_span w = *form;
    size_t k = 0;

    while (k < w.len && w.at[k] != ' ' && w.at[k] != '{' && w.at[k] != '[')
        k++;
    form->at += k, form->len -= k;
    w.len = k;
    return w;
}

/* The word that ends a list of ';': the literal right behind it, or none. */
static struct st_span word_behind(struct st_span form, struct st_span outer)
{
    struct st_span rest = form.len ? form : outer;

    return rest.len && isalpha((unsigned char)rest.at[0]) ? literal(&rest)
                                                          : (struct st_span){ "", 0 };
}

/* "head^tail": what comes last in the text and first among the arguments is cut off form. */
static struct st_span cut_tail(struct st_span *form)
{
    struct st_span rest = *form, head = st_span_cut(&rest, '^');

    *form = head;
    return rest;
}

/* What a part in brackets holds. Absent it is stored as 0 for a lone word, as -1 for each single
 * slot, then as length 0 for each list that carries its length. */
struct part_shape {
    int singles; /* arguments of single slots */
    int lists;
    bool counted; /* its lists carry their lengths, for arguments follow */
};

static struct part_shape shape_of(struct st_span part, bool counted)
{
    struct part_shape s = { 0, 0, counted };

    while (part.len) {
        if (part.at[0] == '{') {
            struct brace b = read_brace(cut_group(&part, '}'));

            if (b.sep)
                s.lists++;
            else
                s.singles += b.n;
        } else {
            part.at++, part.len--;
        }
    }
    st_assert(s.singles || s.lists <= 1); /* else an empty first list would hide the second */
    return s;
}

static int absent_args(struct part_shape s)
{
    return s.singles + s.lists == 0 ? 1 : s.singles + (s.counted ? s.lists : 0);
}

/* Is the part whose arguments begin at `at` there? */
static bool part_stored(const struct st_move *m, int at, struct part_shape s)
{
    if (at >= m->nargs)
        return false;
    if (s.singles)
        return m->arg[at] != -1;
    return s.lists && !s.counted ? true : m->arg[at] > 0;
}

/* ---- a form read once ------------------------------------------------------------------- */

/* Moves are read by the thousand, so a plan keeps its forms as their items. */
struct item {
    enum { A_WORD, A_TUPLE, A_PART } kind;
    struct st_span text;            /* the word; what stands in a part's brackets */
    struct brace b;                 /* of a tuple, or of a list of them */
    struct slot slot[SLOTS_MAX];
    char after;                     /* the sign right behind it */
    bool counted;                   /* the list carries its length */
    struct st_span end;             /* the word that ends a list of ';' */
    struct part_shape shape;        /* of a part */
    struct st_span first;           /* its first word */
    int inside;                     /* its items, which come next */
};

struct form {
    struct st_span verb;
    struct item *item; /* those of the head, then those of the tail */
    int nhead, ntail;
    int next; /* verb that begins alike, or -1 */
};

enum { LETTERS = 32 };

struct st_forms {
    struct st_later read;
    struct form *form;  /* of each verb */
    struct item *item;  /* room for all of them */
    int first[LETTERS]; /* verb that begins with that letter, by its last bits; or -1 */
};

static int read_items(struct item *out, const struct st_plan *p, struct st_span form, struct st_span outer)
{
    int n = 0;

    while (form.len) {
        struct item *i = &out[n];

        if (form.at[0] == ' ') {
            form.at++, form.len--;
            continue;
        }
        *i = (struct item){ .kind = A_WORD };
        n++;
        if (form.at[0] == '{') {
            i->kind = A_TUPLE;
            i->b = read_brace(cut_group(&form, '}'));
            for (int k = 0; k < i->b.n; k++)
                i->slot[k] = read_slot(p, i->b.slot[k]);
            size_t skip = form.len > 1 && form.at[0] == '[' && ispunct((unsigned char)form.at[1]);
            i->after = form.len && !strchr(" [{", form.at[skip]) ? form.at[skip] : 0;
            i->counted = arguments_follow(form) || arguments_follow(outer);
            i->end = word_behind(form, outer);
        } else if (form.at[0] == '[') {
            struct st_span part = cut_group(&form, ']');

            i->kind = A_PART;
            i->text = part;
            i->first = literal(&part);
            i->shape = shape_of(i->text, arguments_follow(form) || arguments_follow(outer));
            i->inside = read_items(i + 1, p, i->text, form);
            n += i->inside;
        } else {
            i->text = literal(&form);
        }
    }
    return n;
}

static void read_form(struct form *out, struct item *room, const struct st_plan *p, const char *text)
{
    struct st_span form = st_span_of(text), head = form, tail = cut_tail(&form), none = { "", 0 };

    out->verb = literal(&head);
    out->item = room;
    out->nhead = read_items(room, p, form, word_behind(none, tail));
    out->ntail = read_items(room + out->nhead, p, tail, none);
}

/* How many items a form has at most. */
static int count_items(const char *form)
{
    bool tuple = false, word = false;
    int n = 0;

    for (; *form; form++) {
        bool sign = tuple || strchr(" {}[]^", *form);

        n += !tuple && (*form == '{' || *form == '[' || (!sign && !word));
        word = !sign;
        tuple = *form == '{' || (tuple && *form != '}');
    }
    return n;
}

static void read_forms(const void *of)
{
    const struct st_plan *p = of;
    struct item *room = p->forms->item;
    int *first = p->forms->first;

    memset(first, -1, sizeof p->forms->first);
    for (int v = 0; v < p->game->nverbs; v++) {
        struct form *f = &p->forms->form[v];

        read_form(f, room, p, p->game->verbs[v].form);
        room += f->nhead + f->ntail;
    }
    for (int v = p->game->nverbs - 1; v >= 0; v--) {
        int letter = p->game->verbs[v].form[0] % LETTERS;

        p->forms->form[v].next = first[letter];
        first[letter] = v;
    }
}

/* A plan that somebody made by hand has no room for its forms: they are read anew. */
static const struct form *form_at(const struct st_plan *p, int verb, struct form *one, struct item room[ITEMS_MAX])
{
    const char *text = p->game->verbs[verb].form;

    if (p->forms)
        return &p->forms->form[verb];
    st_assert(count_items(text) <= ITEMS_MAX);
    read_form(one, room, p, text);
    return one;
}

/* The next verb that may begin with this letter, after v (-1: the first); -1: none. */
static int next_verb(const struct st_plan *p, int v, char letter)
{
    if (p->forms)
        return v >= 0 ? p->forms->form[v].next : p->forms->first[(unsigned char)letter % LETTERS];
    return v + 1 < p->game->nverbs ? v + 1 : -1;
}

int st_forms_room(struct st_plan *p, struct st_error *err)
{
    const struct st_game *g = p->game;
    struct st_forms *f = st_arena_get(&p->arena, sizeof *f);
    int n = 0;

    for (int v = 0; v < g->nverbs; v++)
        n += count_items(g->verbs[v].form);
    if (!f || !(f->form = st_arena_array(&p->arena, (size_t)g->nverbs + 1, sizeof *f->form)) ||
        !(f->item = st_arena_array(&p->arena, (size_t)n + 1, sizeof *f->item)))
        return st_fail(err, ST_ENOMEM, p->id, 0, "out of memory");
    p->forms = f;
    return ST_OK;
}

/* ---- printing ------------------------------------------------------------------------- */

struct printer {
    const struct st_plan *p;
    const struct st_move *m;
    int at; /* next argument */
    struct st_span out;
    const char *start;
};

static void put(struct printer *w, const char *text, size_t len)
{
    if (len > w->out.len)
        len = w->out.len;
    memcpy((char *)(uintptr_t)w->out.at, text, len);
    w->out.at += len, w->out.len -= len;
}

static int next_arg(struct printer *w)
{
    return w->at < w->m->nargs ? w->m->arg[w->at++] : 0;
}

static void print_tuple(struct printer *w, const struct brace *b)
{
    for (int i = 0; i < b->n; i++) {
        int v = next_arg(w);

        if (b->optional[i] && v == 0)
            continue;
        if (i)
            put(w, &b->glue[i - 1], 1);
        slot_print(w->p, b->slot[i], v, &w->out);
    }
}

static void print_form(struct printer *w, struct st_span form, struct st_span outer)
{
    while (form.len) {
        if (form.at[0] == '{') {
            struct brace b = read_brace(cut_group(&form, '}'));

            if (!b.sep) {
                print_tuple(w, &b);
                continue;
            }
            bool counted = arguments_follow(form) || arguments_follow(outer);
            int n = counted ? next_arg(w) : (w->m->nargs - w->at) / b.n;
            bool ended = b.sep == ';' && word_behind(form, outer).len;
            if (n <= 0 && !ended)
                put(w, "-", 1);
            for (int i = 0; i < n && w->at < w->m->nargs; i++) {
                if (i && !ended)
                    put(w, &b.sep, 1);
                if (i && !ended && b.sep == ';')
                    put(w, " ", 1);
                print_tuple(w, &b);
                if (ended)
                    put(w, "; ", 2);
            }
        } else if (form.at[0] == '[') {
            struct st_span part = cut_group(&form, ']');
            bool counted = arguments_follow(form) || arguments_follow(outer);
            struct part_shape s = shape_of(part, counted);

            if (part_stored(w->m, w->at, s)) {
                w->at += s.singles + s.lists == 0;
                print_form(w, part, form);
            } else {
                w->at += absent_args(s);
                if (w->out.at > w->start && w->out.at[-1] == ' ')
                    w->out.at--, w->out.len++; /* the blank before what is missing */
            }
        } else {
            put(w, form.at, 1);
            form.at++, form.len--;
        }
    }
}

static void print_whole(struct printer *w, struct st_span form)
{
    struct st_span tail = cut_tail(&form), none = { "", 0 };

    w->at = shape_of(tail, true).singles;
    print_form(w, form, word_behind(none, tail));
    w->at = 0;
    print_form(w, tail, none);
}

void st_move_print(const struct st_plan *p, const struct st_move *m, char *out, size_t size)
{
    struct printer w = { p, m, 0, { out, size - 1 }, out };

    if (m->verb >= p->game->nverbs || m->nargs > ST_ARGS_MAX)
        put(&w, "?", 1);
    else
        print_whole(&w, st_span_of(p->game->verbs[m->verb].form));
    *(char *)(uintptr_t)w.out.at = 0;
}

/* ---- parsing -------------------------------------------------------------------------- */

struct parser {
    const struct st_plan *p;
    struct st_move *m;
    struct st_span text;
    struct st_refusal *why;
    size_t deepest; /* how little text was left at best: to choose the most telling refusal */
};

static void skip_blanks(struct parser *r)
{
    while (r->text.len && (r->text.at[0] == ' ' || r->text.at[0] == '\t'))
        r->text.at++, r->text.len--;
}

static enum st_answer add_arg(struct parser *r, int v)
{
    if (r->m->nargs >= ST_ARGS_MAX)
        return st_refuse(r->why, "", "more than %d things named in one move", ST_ARGS_MAX);
    r->m->arg[r->m->nargs++] = (int16_t)v;
    return ST_LEGAL;
}

enum { STOPS = 3 };

/* The next word, up to a blank or one of stops (0: none). */
static struct st_span next_word(struct parser *r, const char stops[STOPS])
{
    struct st_span w = r->text;
    size_t k = 0;

    for (; k < w.len && w.at[k] != ' ' && w.at[k] != '\t'; k++)
        if (k > 0 && (w.at[k] == stops[0] || w.at[k] == stops[1] || w.at[k] == stops[2]))
            break;
    w.len = k;
    r->text.at += k, r->text.len -= k;
    return w;
}

static enum st_answer parse_tuple(struct parser *r, const struct item *item)
{
    const struct brace *b = &item->b;
    char after = item->after;

    for (int i = 0; i < b->n; i++) {
        bool last = !b->glue[i] || b->optional[i + 1]; /* the tuple may end here */
        char stops[STOPS] = { 0 };
        int v, nstops = 0;

        if (b->glue[i])
            stops[nstops++] = b->glue[i];
        if (last && b->sep)
            stops[nstops++] = b->sep;
        if (last && after)
            stops[nstops++] = after;
        skip_blanks(r);
        if (b->optional[i] && (r->text.len == 0 || (b->sep && r->text.at[0] == b->sep) ||
                               (after && r->text.at[0] == after))) {
            if (add_arg(r, 0))
                return ST_REFUSED;
            continue;
        }
        if (r->text.len == 0)
            return st_refuse(r->why, "", "%s%.*s is missing", memchr(b->slot[i].at, '|', b->slot[i].len) ? "one of " : "",
                             (int)b->slot[i].len, b->slot[i].at);
        if (slot_parse(r->p, &item->slot[i], next_word(r, stops), &v, r->why) ||
            add_arg(r, v))
            return ST_REFUSED;
        if (b->glue[i] && b->glue[i] != ' ') {
            skip_blanks(r);
            if (r->text.len == 0 || r->text.at[0] != b->glue[i])
                return st_refuse(r->why, "", "`%c` and %.*s expected", b->glue[i],
                                 (int)b->slot[i + 1].len, b->slot[i + 1].at);
            r->text.at++, r->text.len--;
        }
    }
    return ST_LEGAL;
}

/* Does the text go on with this very word? */
static bool word_ahead(const struct parser *r, struct st_span word)
{
    struct st_span ahead = r->text, next;

    if (!word.len || !ahead.len || (ahead.at[0] != word.at[0] && ahead.at[0] != ' ' && ahead.at[0] != '\t'))
        return false; /* mostly: no need to look where it ends */
    next = st_span_word(&ahead);
    return next.len == word.len && memcmp(next.at, word.at, word.len) == 0;
}

static enum st_answer parse_list(struct parser *r, const struct item *item)
{
    const struct brace *b = &item->b;
    int length_at = r->m->nargs, n = 0;

    if (item->counted && add_arg(r, 0))
        return ST_REFUSED;
    skip_blanks(r);
    if (r->text.len && r->text.at[0] == '-' &&
        (r->text.len == 1 || r->text.at[1] == ' ' || r->text.at[1] == '\t' ||
         r->text.at[1] == item->after)) {
        r->text.at++, r->text.len--;
        return ST_LEGAL;
    }
    for (;;) {
        if (b->sep == ';' && word_ahead(r, item->end))
            break;
        if (parse_tuple(r, item))
            return ST_REFUSED;
        n++;
        struct st_span before = r->text;
        skip_blanks(r);
        if (r->text.len == 0)
            break;
        if (b->sep == ' ') { /* goes on while the next word has the tuple's sign in it */
            struct st_span ahead = r->text, w = st_span_word(&ahead);

            if (b->n > 1 && !memchr(w.at, b->glue[0], w.len))
                break;
        } else if (r->text.at[0] == b->sep) {
            r->text.at++, r->text.len--;
        } else {
            r->text = before;
            break;
        }
    }
    if (item->counted)
        r->m->arg[length_at] = (int16_t)n;
    return ST_LEGAL;
}

/* Does the text go on with the first word of a bracketed part behind here? Then a list before it
 * was left out, and is empty. */
static bool left_out(const struct parser *r, const struct item *item, const struct item *end)
{
    for (item++; r->text.len && item < end && item->kind == A_PART; item += 1 + item->inside)
        if (word_ahead(r, item->first))
            return true;
    return false;
}

/* Is the part in brackets there? Its first word decides, or, if it begins with a slot, any text. */
static bool part_is_there(struct parser *r, const struct item *part)
{
    skip_blanks(r);
    return r->text.len && (part->text.at[0] == '{' || word_ahead(r, part->first));
}

static enum st_answer parse_items(struct parser *r, const struct item *item, int n);

static enum st_answer parse_part(struct parser *r, const struct item *part)
{
    struct part_shape s = part->shape;
    bool there = part_is_there(r, part);
    int first = r->m->nargs;

    if (s.singles + s.lists == 0 && add_arg(r, there))
        return ST_REFUSED;
    if (there) {
        if (parse_items(r, part + 1, part->inside))
            return ST_REFUSED;
        if (s.singles && r->m->arg[first] == -1)
            return st_refuse(r->why, "", "-1 cannot be said in `%.*s`", (int)part->text.len,
                             part->text.at);
    } else if (s.singles + s.lists) {
        for (int i = 0; i < absent_args(s); i++)
            if (add_arg(r, i < s.singles ? -1 : 0))
                return ST_REFUSED;
    }
    return ST_LEGAL;
}

static enum st_answer parse_word(struct parser *r, struct st_span want)
{
    skip_blanks(r);
    struct st_span got = r->text;
    if (got.len < want.len || memcmp(got.at, want.at, want.len) != 0 ||
        (isalnum((unsigned char)want.at[want.len - 1]) && got.len > want.len &&
         isalnum((unsigned char)got.at[want.len])))
        return st_refuse(r->why, "", "`%.*s` expected%s%.*s%s", (int)want.len, want.at,
                         got.len ? " before `" : " at the end",
                         (int)(got.len > 40 ? 40 : got.len), got.at, got.len ? "`" : "");
    r->text.at += want.len, r->text.len -= want.len;
    return ST_LEGAL;
}

static enum st_answer parse_items(struct parser *r, const struct item *item, int n)
{
    for (const struct item *end = item + n; item < end; item += 1 + item->inside) {
        enum st_answer no = item->kind == A_WORD            ? parse_word(r, item->text)
                            : item->kind == A_PART          ? parse_part(r, item)
                            : !item->b.sep                  ? parse_tuple(r, item)
                            : left_out(r, item, end)        ? add_arg(r, 0)
                                                            : parse_list(r, item);

        if (no)
            return ST_REFUSED;
        if (r->text.len < r->deepest)
            r->deepest = r->text.len;
    }
    return ST_LEGAL;
}

/* Head and tail of a form, the tail's arguments stored first. */
static enum st_answer parse_whole(struct parser *r, const struct form *f)
{
    int16_t head[ST_ARGS_MAX];

    if (parse_items(r, f->item, f->nhead))
        return ST_REFUSED;
    size_t nhead = r->m->nargs;
    if (parse_items(r, f->item + f->nhead, f->ntail))
        return ST_REFUSED;
    size_t ntail = r->m->nargs - nhead;
    if (ntail) {
        memcpy(head, r->m->arg, sizeof head);
        memmove(r->m->arg, r->m->arg + nhead, ntail * sizeof head[0]);
        memcpy(r->m->arg + ntail, head, nhead * sizeof head[0]);
    }
    return ST_LEGAL;
}

/* The first form with this verb that fits. best: why the one that came furthest does not, if anybody wants
 * to know; its text stays as it is where no form begins so. */
static bool parse_any(struct st_move *out, const struct st_plan *p, struct st_span all, struct st_span verb,
                      struct st_refusal *best)
{
    const struct st_game *g = p->game;
    size_t least = SIZE_MAX;

    if (p->forms)
        st_later(&p->forms->read, read_forms, p);
    for (int v = -1; (v = next_verb(p, v, verb.at[0])) >= 0;) {
        struct form one;
        struct item room[ITEMS_MAX];
        const struct form *f = form_at(p, v, &one, room);
        struct st_refusal no;

        if (f->verb.len != verb.len || f->verb.at[0] != verb.at[0] || memcmp(f->verb.at, verb.at, verb.len) != 0)
            continue;
        *out = (struct st_move){ .verb = (uint16_t)v };
        struct parser r = { p, out, all, best ? &no : NULL, all.len };
        if (parse_whole(&r, f) == ST_LEGAL) {
            skip_blanks(&r);
            if (r.text.len == 0)
                return true;
            st_refuse(r.why, "", "`%.*s` is too much; the form is: %s",
                      (int)(r.text.len > 40 ? 40 : r.text.len), r.text.at, g->verbs[v].form);
        }
        if (r.deepest < least) {
            least = r.deepest;
            if (best)
                *best = no;
        }
    }
    *out = (struct st_move){ 0 };
    return false;
}

static enum st_answer no_verb(const struct st_game *g, struct st_span verb, struct st_refusal *why)
{
    const char *words[64];
    char word[40], store[64][24], near[160] = "";
    int n = 0;

    for (int v = 0; v < g->nverbs && n < 64; v++) {
        struct st_span form = st_span_of(g->verbs[v].form), w = literal(&form);

        if (st_span_copy(w, store[n], sizeof store[n])) {
            words[n] = store[n];
            n++;
        }
    }
    if (st_span_copy(verb, word, sizeof word))
        st_suggest(near, sizeof near, word, words, n);
    return st_refuse(why, "", "no verb `%.*s`%s%s", (int)(verb.len > 40 ? 40 : verb.len), verb.at,
                     near[0] ? "; " : "", near);
}

enum st_answer st_move_parse(struct st_move *out, const struct st_plan *p, const char *text,
                             struct st_refusal *why)
{
    struct st_span all = st_span_trim(st_span_of(text)), rest = all, verb = st_span_word(&rest);
    struct st_refusal best;

    if (all.len == 0)
        return st_refuse(why, "", "no move given");
    if (parse_any(out, p, all, verb, NULL)) /* mostly it is one: reasons are looked for only if not */
        return ST_LEGAL;
    if (!why)
        return ST_REFUSED;
    best.text[0] = 0;
    parse_any(out, p, all, verb, &best);
    return best.text[0] ? st_refuse(why, "", "%s", best.text) : no_verb(p->game, verb, why);
}

static void skip_semicolons(struct st_span *text)
{
    while (text->len && strchr(" \t;", text->at[0]))
        text->at++, text->len--;
}

enum st_answer st_move_cut(struct st_move *out, const struct st_plan *p, struct st_span *text,
                           char words[ST_MOVE_TEXT], struct st_refusal *why)
{
    char one[ST_MOVE_TEXT], *line = words ? words : one;
    size_t cut[ST_ARGS_MAX + 1]; /* a list has no more items than a move has arguments */
    int n = 0;

    skip_semicolons(text);
    for (size_t i = 0; i <= text->len && n <= ST_ARGS_MAX; i++)
        if (i == text->len || text->at[i] == ';')
            cut[n++] = i;
    while (--n >= 0) {
        struct st_span part = st_span_trim((struct st_span){ text->at, cut[n] });

        if (!st_span_copy(part, line, ST_MOVE_TEXT)) {
            if (n == 0)
                return st_refuse(why, "", "a move of %zu characters is too long", part.len);
        } else if (st_move_parse(out, p, line, n ? NULL : why) == ST_LEGAL) {
            text->at += cut[n], text->len -= cut[n];
            skip_semicolons(text);
            return ST_LEGAL;
        }
    }
    return ST_REFUSED;
}

/* ---- the rest ------------------------------------------------------------------------- */

/* Walk the arguments of a move with the slot each belongs to. A move that does not fit its form
 * ends the walk with false. */
struct walk {
    const struct st_plan *p;
    const struct st_move *m;
    int at;
    enum st_answer (*visit)(struct walk *w, struct st_span slot, int v);
    struct st_refusal *why;
    const char *kind; /* for st_move_names */
    int *out, n, max;
    struct st_arg *arg; /* for st_move_args */
    char sep;           /* of the list we are in */
};

static enum st_answer walk_tuples(struct walk *w, const struct brace *b, int n)
{
    if (n < 0 || w->at + n * b->n > w->m->nargs)
        return st_refuse(w->why, "", "a list is cut short");
    w->sep = b->sep;
    for (int i = 0; i < n * b->n; i++)
        if (w->visit(w, b->slot[i % b->n], w->m->arg[w->at++]))
            return ST_REFUSED;
    return ST_LEGAL;
}

/* A part that is missing must be missing as a whole. */
static enum st_answer walk_absent(struct walk *w, struct st_span part, struct part_shape s)
{
    int n = absent_args(s);

    if (w->at + n > w->m->nargs)
        return st_refuse(w->why, "", "nothing is stored for `%.*s`", (int)part.len, part.at);
    for (int i = 0; i < n; i++)
        if (w->m->arg[w->at++] != (i < s.singles ? -1 : 0))
            return st_refuse(w->why, "", "`%.*s` is neither there nor absent", (int)part.len,
                             part.at);
    return ST_LEGAL;
}

static enum st_answer walk_form(struct walk *w, struct st_span form, struct st_span outer)
{
    while (form.len) {
        if (form.at[0] == '{') {
            struct brace b = read_brace(cut_group(&form, '}'));
            int n = 1;

            if (b.sep && (arguments_follow(form) || arguments_follow(outer))) {
                if (w->at >= w->m->nargs)
                    return st_refuse(w->why, "", "a list without its length");
                n = w->m->arg[w->at++];
            } else if (b.sep) {
                n = (w->m->nargs - w->at) / b.n;
            }
            if (walk_tuples(w, &b, n))
                return ST_REFUSED;
        } else if (form.at[0] == '[') {
            struct st_span part = cut_group(&form, ']');
            bool counted = arguments_follow(form) || arguments_follow(outer);
            struct part_shape s = shape_of(part, counted);

            if (s.singles + s.lists == 0 && w->at < w->m->nargs && w->m->arg[w->at] == 1)
                w->at++;
            else if (s.singles + s.lists && part_stored(w->m, w->at, s)
                         ? walk_form(w, part, form)
                         : walk_absent(w, part, s))
                return ST_REFUSED;
        } else {
            form.at++, form.len--;
        }
    }
    return ST_LEGAL;
}

/* In the order of the arguments: a tail comes before its head. */
static enum st_answer walk_whole(struct walk *w)
{
    struct st_span form = st_span_of(w->p->game->verbs[w->m->verb].form), none = { "", 0 };
    struct st_span tail = cut_tail(&form);

    return walk_form(w, tail, none) ? ST_REFUSED : walk_form(w, form, none);
}

static enum st_answer visit_sound(struct walk *w, struct st_span slot, int v)
{
    if (st_span_is(slot, "hex")) {
        int name = -2 - v;

        if (v >= 0 ? v >= st_hex_count(&w->p->grid)
                   : v == -1 || name > 9999 ||
                         st_hex_make(&w->p->grid, name / 100, name % 100) != v)
            return st_refuse(w->why, "", "no such hex");
    } else if (open_list(w->p, slot)) {
        if (v >= 0 ? v >= open_list(w->p, slot)->n : choice_at(slot, -v).at[0] == '?')
            return st_refuse(w->why, "", "no such choice");
    } else if (memchr(slot.at, '|', slot.len)) {
        if (v < 0 || choice_at(slot, v).at[0] == '?')
            return st_refuse(w->why, "", "no such choice");
    } else if (!is_number(slot)) {
        const struct st_names *list = list_of(w->p, slot);

        if (!list || v < 0 || v >= list->n)
            return st_refuse(w->why, "", "no such %.*s", (int)slot.len, slot.at);
    }
    return ST_LEGAL;
}

enum st_answer st_move_sound(const struct st_plan *p, const struct st_move *m,
                             struct st_refusal *why)
{
    if (m->verb >= p->game->nverbs || m->nargs > ST_ARGS_MAX)
        return st_refuse(why, "", "no such verb");
    struct walk w = { .p = p, .m = m, .visit = visit_sound, .why = why };
    if (walk_whole(&w))
        return ST_REFUSED;
    if (w.at != m->nargs)
        return st_refuse(why, "", "%d arguments where the form has %d", m->nargs, w.at);
    for (int i = m->nargs; i < ST_ARGS_MAX; i++)
        if (m->arg[i])
            return st_refuse(why, "", "leftovers behind the arguments");
    return ST_LEGAL;
}

static enum st_answer visit_names(struct walk *w, struct st_span slot, int v)
{
    if (st_span_is(st_span_cut(&slot, '|'), w->kind) && v >= 0 && w->n < w->max)
        w->out[w->n++] = v;
    return ST_LEGAL;
}

#ifndef __wasm__ /* the module is small: it walks */
/* "move {unit} {hex-}": is one of that kind the first argument, and no other argument of that kind? */
static bool names_first(const char *form, const char *kind)
{
    const char *slot = strchr(form, '{');
    size_t len = strlen(kind);

    return slot && strncmp(slot + 1, kind, len) == 0 && slot[1 + len] == '}' &&
           !strstr(slot + 1 + len, kind) && !strchr(form, '^') && strcspn(form, "[") > (size_t)(slot - form);
}
#endif

int st_move_names(const struct st_plan *p, const struct st_move *m, const char *kind, int *out,
                  int max)
{
#ifndef __wasm__
    if (max > 0 && m->verb < p->game->nverbs && names_first(p->game->verbs[m->verb].form, kind)) {
        out[0] = m->arg[0];
        return m->nargs > 0 && m->arg[0] >= 0; /* without a walk: lists of thousands are asked */
    }
#endif
    struct walk w = { .p = p, .m = m, .visit = visit_names, .kind = kind, .out = out, .max = max };

    walk_whole(&w);
    return w.n;
}

static enum st_answer visit_arg(struct walk *w, struct st_span slot, int v)
{
    const struct st_names *list = open_list(w->p, slot);

    if (!list && !memchr(slot.at, '|', slot.len))
        list = list_of(w->p, slot);
    w->arg[w->at - 1] = (struct st_arg){ slot, v >= 0 ? list : NULL, is_number(slot), w->sep };
    return ST_LEGAL;
}

int st_move_args(const struct st_plan *p, const struct st_move *m, struct st_arg out[ST_ARGS_MAX])
{
    struct walk w = { .p = p, .m = m, .visit = visit_arg, .arg = out };

    for (int i = 0; i < ST_ARGS_MAX; i++)
        out[i] = (struct st_arg){ { "", 0 }, NULL, false, 0 };
    walk_whole(&w);
    return m->nargs;
}

struct st_move st_move_make(int verb, int nargs, ...)
{
    struct st_move m = { .verb = (uint16_t)verb, .nargs = (uint16_t)nargs };
    va_list ap;

    st_assert(nargs <= ST_ARGS_MAX);
    va_start(ap, nargs);
    for (int i = 0; i < nargs; i++)
        m.arg[i] = (int16_t)va_arg(ap, int);
    va_end(ap);
    return m;
}

/* ---- a form in pieces ------------------------------------------------------------------ */

static int add_part(struct st_part *out, int n, struct st_part part)
{
    st_assert(n < ST_PARTS_MAX);
    out[n] = part;
    return n + 1;
}

/* A tuple is one thing to fill in: "A|W mm [mm]" as it is written, without the list's sign. */
static struct st_part slot_part(struct st_span lead, struct st_span in, bool optional)
{
    char sep = read_brace(in).sep;

    return (struct st_part){ lead, { in.at, in.len - (sep != 0) }, sep, optional };
}

int st_form_parts(const char *form, struct st_part out[ST_PARTS_MAX])
{
    struct st_span rest = st_span_of(form);
    int n = 0;

    while (rest.len) {
        size_t k = 0;

        if (rest.at[0] == '{') {
            n = add_part(out, n, slot_part((struct st_span){ "", 0 }, cut_group(&rest, '}'), false));
        } else if (rest.at[0] == '[') {
            struct st_span part = cut_group(&rest, ']'), lead = part;

            while (lead.len && part.len && part.at[0] != '{')
                part.at++, part.len--;
            lead.len -= part.len;
            n = add_part(out, n, part.len ? slot_part(lead, cut_group(&part, '}'), true)
                                          : (struct st_part){ lead, { "", 0 }, 0, true });
            st_assert(part.len == 0); /* one slot in a part that may be missing */
        } else if (rest.at[0] == '^') {
            rest.at++, rest.len--;
        } else {
            while (k < rest.len && !strchr("{[^", rest.at[k]))
                k++;
            n = add_part(out, n, (struct st_part){ .text = { rest.at, k }, .slot = { "", 0 } });
            rest.at += k, rest.len -= k;
        }
    }
    return n;
}

bool st_move_equal(const struct st_move *a, const struct st_move *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
