/* check.c - statements about a position: legal, refused, says, offers, expect, sees. */
#include "case/inner.h"

#include "play/holds.h"

#include <stdlib.h>
#include <string.h>

/* ---- try, legal, refused, says --------------------------------------------------------- */

static int try_move(struct case_run *c, const char *text)
{
    struct st_move m;

    if (!text[0])
        return case_bad(c, c->now.line, "no move given");
    case_begin_check(c, AFTER_TRY, text);
    c->why = (struct st_refusal){ "", "" };
    c->tried = st_move_parse(&m, c->plan, text, &c->why);
    if (c->tried == ST_LEGAL)
        c->tried = st_check(&c->table, &m, &c->why);
    return ST_OK;
}

int case_try(struct case_run *c)
{
    return try_move(c, c->now.text);
}

int case_legal(struct case_run *c)
{
    int e = c->now.colon ? try_move(c, c->now.text) : ST_OK;

    if (e)
        return e;
    if (!c->now.colon && c->now.text[0])
        return case_bad(c, c->now.line, "`legal` stands alone after `try`, or before a move as "
                                        "`legal: MOVE`");
    c->after_checked = true;
    if (c->tried == ST_LEGAL)
        return ST_OK;
    if (!c->why.para[0])
        return case_fail(c, c->now.line, "expected legal, found not understood: %s: %s",
                         c->after_what, c->why.text);
    return case_fail(c, c->now.line, "expected legal, found refused by %s: %s: %s", c->why.para,
                     c->after_what, c->why.text);
}

static int check_refused(struct case_run *c, const char *para)
{
    const char *want = strcmp(para, "-") == 0 ? "" : para;

    c->after_checked = true;
    if (c->tried == ST_REFUSED && case_same_para(want, c->why.para))
        return ST_OK;

    struct st_buf found = { 0 };
    if (c->tried == ST_LEGAL)
        st_buf_add(&found, "legal");
    else if (!c->why.para[0])
        st_buf_add(&found, "not understood (%s)", c->why.text);
    else
        st_buf_add(&found, "refused by %s (%s)", c->why.para, c->why.text);
    int e = case_fail(c, c->now.line, "expected %s%s, found %s: %s",
                      want[0] ? "refused by " : "not understood", want, st_buf_text(&found),
                      c->after_what);
    st_buf_free(&found);
    return e;
}

/* `refused PARA` after try or ask, or `refused PARA: MOVE` in one. */
int case_refused(struct case_run *c)
{
    struct st_span rest = st_span_of(c->now.text), word;
    bool one_line = case_para_cut(&rest, &word);
    const char *para = st_arena_text(&c->scratch, word.at, word.len);

    if (!para)
        return case_no_memory(c);
    if (one_line) {
        int e = try_move(c, rest.at);

        return e ? e : check_refused(c, para);
    }
    if (c->after == AFTER_ASK)
        return case_asked_refused(c);
    if (c->after != AFTER_TRY || word.len == 0 || rest.len)
        return case_bad(c, c->now.line, "`refused PARA` follows `try` or `ask`; in one line it is "
                                        "`refused PARA: MOVE`");
    return check_refused(c, para);
}

int case_says(struct case_run *c)
{
    const char *text;
    bool quoted;
    int e = case_unquote(c, c->now.text, &text, &quoted);

    if (e)
        return e;
    if (!text[0])
        return case_bad(c, c->now.line, "`says` wants a text");
    c->after_checked = true;
    if (c->tried == ST_LEGAL)
        return case_fail(c, c->now.line, "expected a refusal that says \"%s\", found legal: %s",
                         text, c->after_what);
    if (!strstr(c->why.text, text))
        return case_fail(c, c->now.line, "expected \"%s\", found \"%s\"", text, c->why.text);
    return ST_OK;
}

/* ---- offers ---------------------------------------------------------------------------- */

struct offer_list {
    struct st_offer offer;
    struct st_move *move;
    int *fixed; /* -1: an exact move; else a family whose first arguments are fixed */
    int n, room;
    bool failed;
};

static bool list_add(struct offer_list *l, const struct st_move *m, int fixed)
{
    if (l->n == l->room) {
        int room = l->room ? l->room * 2 : 64;
        struct st_move *move = realloc(l->move, (size_t)room * sizeof *move);

        if (move)
            l->move = move;
        int *fix = move ? realloc(l->fixed, (size_t)room * sizeof *fix) : NULL;
        if (!fix) {
            l->failed = true;
            return false;
        }
        l->fixed = fix;
        l->room = room;
    }
    l->move[l->n] = *m;
    l->fixed[l->n++] = fixed;
    return true;
}

static bool add_exact(struct st_offer *o, const struct st_move *m)
{
    return list_add((struct offer_list *)o, m, -1);
}

static bool add_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    return list_add((struct offer_list *)o, m, fixed);
}

static int list_offers(struct case_run *c, struct offer_list *l)
{
    *l = (struct offer_list){ .offer = { .add = add_exact, .family = add_family } };
    if (st_now(&c->table).kind == ST_DECIDE)
        st_step_now(&c->table)->offer(&c->table, &l->offer);
    return l->failed ? case_no_memory(c) : ST_OK;
}

static void list_free(struct offer_list *l)
{
    free(l->move);
    free(l->fixed);
}

/* A family offers what of it may be made. */
static bool among(const struct case_run *c, const struct offer_list *l, const struct st_move *m)
{
    for (int i = 0; i < l->n; i++) {
        const struct st_move *o = &l->move[i];

        if (l->fixed[i] < 0 ? st_move_equal(o, m)
                            : o->verb == m->verb && m->nargs >= l->fixed[i] &&
                                  memcmp(o->arg, m->arg,
                                         (size_t)l->fixed[i] * sizeof *o->arg) == 0 &&
                                  st_check(&c->table, m, NULL) == ST_LEGAL)
            return true;
    }
    return false;
}

int case_offered(struct case_run *c, bool wanted)
{
    struct offer_list l;
    struct st_move m;

    if (!c->now.text[0])
        return case_bad(c, c->now.line, "`offered` wants a move");
    int e = case_move(c, c->now.text, &m);
    if (e)
        return e;
    e = list_offers(c, &l);
    if (!e && among(c, &l, &m) != wanted)
        e = case_fail(c, c->now.line, "expected %s%s, found it %samong the %d offers",
                      c->now.text, wanted ? " offered" : " not offered", wanted ? "not " : "",
                      l.n);
    list_free(&l);
    return e;
}

struct text_list {
    const char **text;
    int n;
};

/* What follows prefix in text: "." when nothing does, NULL when it does not begin so. */
static const char *rest_after(const char *text, const char *prefix)
{
    size_t n = strlen(prefix);

    if (n == 0)
        return text;
    if (strncmp(text, prefix, n) != 0 || (text[n] && text[n] != ' '))
        return NULL;
    return text[n] ? text + n + 1 : ".";
}

static int offered_rests(struct case_run *c, const char *prefix, struct text_list *out)
{
    struct offer_list l;
    int e = list_offers(c, &l);

    out->n = 0;
    out->text = st_arena_array(&c->scratch, (size_t)l.n + 1, sizeof *out->text);
    if (!out->text && !e)
        e = case_no_memory(c);
    for (int i = 0; i < l.n && !e; i++) {
        char text[ST_MOVE_TEXT];

        if (l.fixed[i] >= 0)
            continue; /* a family has no one text */
        st_move_print(c->plan, &l.move[i], text, sizeof text);
        const char *rest = rest_after(text, prefix);
        if (!rest)
            continue;
        out->text[out->n] = st_arena_text(&c->scratch, rest, strlen(rest));
        if (!out->text[out->n++])
            e = case_no_memory(c);
    }
    list_free(&l);
    return e;
}

/* "a, b, c": a comma before a blank separates; one inside a word belongs to it. */
static int read_items(struct case_run *c, const char *text, struct text_list *out)
{
    struct st_span s = st_span_of(text);

    out->n = 0;
    out->text = st_arena_array(&c->scratch, s.len / 2 + 2, sizeof *out->text);
    if (!out->text)
        return case_no_memory(c);
    if (st_span_is(s, "none"))
        return ST_OK;
    for (size_t i = 0, from = 0; i <= s.len; i++) {
        if (i < s.len && !(s.at[i] == ',' && (i + 1 == s.len || strchr(" \t", s.at[i + 1]))))
            continue;
        struct st_span item = st_span_trim((struct st_span){ s.at + from, i - from });
        from = i + 1;
        if (item.len == 0)
            continue;
        out->text[out->n] = st_arena_text(&c->scratch, item.at, item.len);
        if (!out->text[out->n++])
            return case_no_memory(c);
    }
    return out->n ? ST_OK : case_bad(c, c->now.line, "no moves are listed; none is `none`");
}

/* The texts of a that b lacks, as ", x, y". */
static void missing(struct st_buf *out, const struct text_list *a, const struct text_list *b)
{
    for (int i = 0; i < a->n; i++) {
        bool there = false;

        for (int j = 0; j < b->n && !there; j++)
            there = strcmp(a->text[i], b->text[j]) == 0;
        if (!there)
            st_buf_add(out, "%s%s", out->len ? ", " : "", a->text[i]);
    }
}

static int compare_offers(struct case_run *c, const char *prefix, const struct text_list *want,
                          const struct text_list *got)
{
    struct st_buf absent = { 0 }, extra = { 0 };
    int e = ST_OK;

    missing(&absent, want, got);
    missing(&extra, got, want);
    if (absent.failed || extra.failed)
        e = case_no_memory(c);
    else if (absent.len || extra.len)
        e = case_fail(c, c->now.line, "offers%s%s differ%s%s%s%s (%d expected, %d found)",
                      prefix[0] ? " " : "", prefix, absent.len ? "; expected, not found: " : "",
                      st_buf_text(&absent), extra.len ? "; found, not expected: " : "",
                      st_buf_text(&extra), want->n, got->n);
    st_buf_free(&absent);
    st_buf_free(&extra);
    return e;
}

int case_offers(struct case_run *c)
{
    struct text_list want, got;
    const char *text, *prefix = "", *list;
    bool quoted;
    int e = case_joined(c, " ", &text);

    if (e)
        return e;
    list = text;
    if (!c->now.colon) {
        const char *colon = text;

        while ((colon = strchr(colon, ':')) && colon[1] && colon[1] != ' ')
            colon++;
        if (!colon)
            return case_bad(c, c->now.line, "`offers` wants a colon: offers PREFIX: rest, rest");
        struct st_span head = st_span_trim((struct st_span){ text, (size_t)(colon - text) });
        prefix = st_arena_text(&c->scratch, head.at, head.len);
        if (!prefix)
            return case_no_memory(c);
        e = case_unquote(c, prefix, &prefix, &quoted);
        list = colon + 1 + strspn(colon + 1, " \t");
    }
    if (!e)
        e = read_items(c, list, &want);
    if (!e)
        e = offered_rests(c, prefix, &got);
    return e ? e : compare_offers(c, prefix, &want, &got);
}

/* ---- expect ---------------------------------------------------------------------------- */

static int told_whether(struct case_run *c, int e, const struct st_held *h,
                        const struct st_error *err)
{
    if (e)
        return case_bad(c, c->now.line, "%s", err->text);
    return h->so ? ST_OK : case_fail(c, c->now.line, "%s", h->found);
}

int case_expect(struct case_run *c)
{
    const char *text;
    struct st_error err;
    struct st_held held;
    int e = case_joined(c, " ", &text);

    if (e)
        return e;
    e = st_holds(&held, &c->table, text, &err);
    return told_whether(c, e, &held, &err);
}

/* `sees SIDE ...`: as expect, on the position as that side may see it. */
int case_sees(struct case_run *c)
{
    struct st_span rest, name;
    struct st_error err;
    struct st_held held;
    const char *text;
    int side = 0, e = case_joined(c, " ", &text);

    if (e)
        return e;
    rest = st_span_of(text);
    name = st_span_word(&rest);
    rest = st_span_trim(rest);
    if (rest.len == 0 || !memchr(rest.at, ' ', rest.len))
        return case_bad(c, c->now.line, "`sees` wants a side and fields: sees SIDE PIECE field value");
    while (side < ST_SIDES && !st_span_is(name, c->plan->side[side]))
        side++;
    if (side == ST_SIDES)
        return case_fail(c, c->now.line, "no side `%.*s`: they are %s and %s", (int)name.len,
                         name.at, c->plan->side[0], c->plan->side[1]);
    void *seen = malloc(c->plan->pos_size);
    if (!seen)
        return case_no_memory(c);
    memcpy(seen, c->pos, c->plan->pos_size);
    if (c->game->observe)
        c->game->observe(&c->table, side, seen);
    struct st_table view = { c->plan, seen, NULL };
    e = st_holds_fields(&held, &view, rest.at, &err);
    free(seen);
    return told_whether(c, e, &held, &err);
}
