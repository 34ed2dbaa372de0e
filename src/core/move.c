/* move.c - see move.h. One walk over the form serves printing, parsing and checking. */
#include "core/move.h"

#include "core/game.h"
#include "core/plan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const number_kinds[] = { "n", "mm", "q", "x", "y", "h", "w", "d", "k",
                                            "sp", "files", "marker", "steps" };
enum { NUMBER_KINDS = sizeof number_kinds / sizeof number_kinds[0], SLOTS_MAX = 4 };

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

static enum st_answer slot_parse(const struct st_plan *p, struct st_span slot, struct st_span word,
                                 int *v, struct st_refusal *why)
{
    const struct st_names *list;

    list = open_list(p, slot);
    if (list) {
        *v = st_names_find(list, word);
        if (*v >= 0)
            return ST_LEGAL;
        int at = choice_find(slot, word);
        if (at > 0) {
            *v = -at;
            return ST_LEGAL;
        }
        return st_refuse(why, "", "`%.*s` is no %.*s", (int)(word.len > 40 ? 40 : word.len),
                         word.at, (int)slot.len, slot.at);
    }
    if (memchr(slot.at, '|', slot.len)) {
        *v = choice_find(slot, word);
        if (*v >= 0)
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is none of %.*s", (int)word.len, word.at, (int)slot.len,
                         slot.at);
    }
    if (st_span_is(slot, "hex")) {
        if (p->grid.cols && st_hex_parse(&p->grid, word, v))
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is no hex: four digits, column then row", (int)word.len,
                         word.at);
    }
    if (is_number(slot)) {
        if (st_span_int(word, -32768, 32767, v))
            return ST_LEGAL;
        return st_refuse(why, "", "`%.*s` is no number, or too large", (int)word.len, word.at);
    }
    list = list_of(p, slot);
    if (list) {
        char text[64], near[160] = "";

        *v = st_names_find(list, word);
        if (*v >= 0)
            return ST_LEGAL;
        if (why && st_span_copy(word, text, sizeof text))
            st_suggest(near, sizeof near, text, list->name, list->n);
        return st_refuse(why, "", "no %s `%.*s`%s%s", list->kind,
                         (int)(word.len > 40 ? 40 : word.len), word.at, near[0] ? "; " : "", near);
    }
    return st_refuse(why, "", "this game has no %.*s", (int)slot.len, slot.at);
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

static enum st_answer parse_tuple(struct parser *r, const struct brace *b, char after)
{
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
            return st_refuse(r->why, "", "%.*s is missing", (int)b->slot[i].len, b->slot[i].at);
        if (slot_parse(r->p, b->slot[i], next_word(r, stops), &v, r->why) ||
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
    struct st_span ahead = r->text, next = st_span_word(&ahead);

    return word.len && next.len == word.len && memcmp(next.at, word.at, word.len) == 0;
}

static enum st_answer parse_list(struct parser *r, const struct brace *b, char after, bool counted,
                                 struct st_span end)
{
    int length_at = r->m->nargs, n = 0;

    if (counted && add_arg(r, 0))
        return ST_REFUSED;
    skip_blanks(r);
    if (r->text.len && r->text.at[0] == '-' &&
        (r->text.len == 1 || r->text.at[1] == ' ' || r->text.at[1] == '\t' ||
         r->text.at[1] == after)) {
        r->text.at++, r->text.len--;
        return ST_LEGAL;
    }
    for (;;) {
        if (b->sep == ';' && word_ahead(r, end))
            break;
        if (parse_tuple(r, b, after))
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
    if (counted)
        r->m->arg[length_at] = (int16_t)n;
    return ST_LEGAL;
}

/* Does the text go on with the first word of a bracketed part behind here? Then a list before it
 * was left out, and is empty. */
static bool left_out(const struct parser *r, struct st_span form)
{
    while (form.len && (form.at[0] == ' ' || form.at[0] == '[')) {
        if (form.at[0] == ' ') {
            form.at++, form.len--;
            continue;
        }
        struct st_span part = cut_group(&form, ']');
        if (word_ahead(r, literal(&part)))
            return true;
    }
    return false;
}

/* Is the part in brackets there? Its first word decides, or, if it begins with a slot, any text. */
static bool part_is_there(struct parser *r, struct st_span part)
{
    struct st_span ahead;

    skip_blanks(r);
    ahead = r->text;
    if (r->text.len == 0)
        return false;
    if (part.at[0] == '{')
        return true;
    struct st_span want = literal(&part), word = st_span_word(&ahead);
    return want.len == word.len && memcmp(want.at, word.at, want.len) == 0;
}

static enum st_answer parse_form(struct parser *r, struct st_span form, struct st_span outer)
{
    while (form.len) {
        if (form.at[0] == ' ') {
            form.at++, form.len--;
        } else if (form.at[0] == '{') {
            struct brace b = read_brace(cut_group(&form, '}'));
            size_t skip = form.len > 1 && form.at[0] == '[' && ispunct((unsigned char)form.at[1]);
            char after = form.len && !strchr(" [{", form.at[skip]) ? form.at[skip] : 0;
            bool counted = arguments_follow(form) || arguments_follow(outer);
            struct st_span end = word_behind(form, outer);

            if (b.sep && left_out(r, form) ? add_arg(r, 0)
                : b.sep                    ? parse_list(r, &b, after, counted, end)
                                           : parse_tuple(r, &b, after))
                return ST_REFUSED;
        } else if (form.at[0] == '[') {
            struct st_span part = cut_group(&form, ']');
            bool counted = arguments_follow(form) || arguments_follow(outer);
            struct part_shape s = shape_of(part, counted);
            bool there = part_is_there(r, part);
            int first = r->m->nargs;

            if (s.singles + s.lists == 0 && add_arg(r, there))
                return ST_REFUSED;
            if (there) {
                if (parse_form(r, part, form))
                    return ST_REFUSED;
                if (s.singles && r->m->arg[first] == -1)
                    return st_refuse(r->why, "", "-1 cannot be said in `%.*s`", (int)part.len,
                                     part.at);
            } else if (s.singles + s.lists) {
                for (int i = 0; i < absent_args(s); i++)
                    if (add_arg(r, i < s.singles ? -1 : 0))
                        return ST_REFUSED;
            }
        } else {
            struct st_span want = literal(&form), got;

            skip_blanks(r);
            got = r->text;
            if (got.len < want.len || memcmp(got.at, want.at, want.len) != 0 ||
                (isalnum((unsigned char)want.at[want.len - 1]) && got.len > want.len &&
                 isalnum((unsigned char)got.at[want.len])))
                return st_refuse(r->why, "", "`%.*s` expected%s%.*s%s", (int)want.len, want.at,
                                 got.len ? " before `" : " at the end",
                                 (int)(got.len > 40 ? 40 : got.len), got.at, got.len ? "`" : "");
            r->text.at += want.len, r->text.len -= want.len;
        }
        if (r->text.len < r->deepest)
            r->deepest = r->text.len;
    }
    return ST_LEGAL;
}

/* Head and tail of a form, the tail's arguments stored first. */
static enum st_answer parse_whole(struct parser *r, struct st_span form)
{
    struct st_span tail = cut_tail(&form), none = { "", 0 };
    int16_t head[ST_ARGS_MAX];

    if (parse_form(r, form, word_behind(none, tail)))
        return ST_REFUSED;
    size_t nhead = r->m->nargs;
    if (parse_form(r, tail, none))
        return ST_REFUSED;
    size_t ntail = r->m->nargs - nhead;
    memcpy(head, r->m->arg, sizeof head);
    memmove(r->m->arg, r->m->arg + nhead, ntail * sizeof head[0]);
    memcpy(r->m->arg + ntail, head, nhead * sizeof head[0]);
    return ST_LEGAL;
}

/* The first form with this verb that fits. best: why the one that came furthest does not, if anybody wants
 * to know; its text stays as it is where no form begins so. */
static bool parse_any(struct st_move *out, const struct st_plan *p, struct st_span all, struct st_span verb,
                      struct st_refusal *best)
{
    const struct st_game *g = p->game;
    size_t least = SIZE_MAX;

    for (int v = 0; v < g->nverbs; v++) {
        struct st_refusal no;

        if (strncmp(g->verbs[v].form, verb.at, verb.len) != 0)
            continue;
        struct st_span form = st_span_of(g->verbs[v].form), head = form;
        if (literal(&head).len != verb.len)
            continue;
        *out = (struct st_move){ .verb = (uint16_t)v };
        struct parser r = { p, out, all, best ? &no : NULL, all.len };
        if (parse_whole(&r, form) == ST_LEGAL) {
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

int st_move_names(const struct st_plan *p, const struct st_move *m, const char *kind, int *out,
                  int max)
{
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
