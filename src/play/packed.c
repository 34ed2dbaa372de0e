/* packed.c - see packed.h. Packing and unpacking are the same walk through the game, one of them with a record to
 * compare with: what one side of the walk does, the other cannot forget. */
#include "play/packed.h"

#include "base/hash.h"
#include "play/coder.h"
#include "play/dice.h"
#include "play/live.h"
#include "play/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 13, WHOLE_TEXT = 0, GAME = 1, OFFERS = 8192, LINE = 4096 };
/* What is said of a line: as the writer would have it, or its text. */
enum { SAY_END, SAY_DIE, SAY_OFFER, SAY_MOVE, SAY_CHECK, SAY_TEXT, SAY_WORDS = 8 };
static const char magic[] = "STP1";

/* Text is learnt from this first, so that the tags of a record are not new. */
static const char primer[] = "[Game \"shields 1\"]\n[Scenario \"malfosse 41c7e0d2\"]\n[Tables \"6f1c09aa\"]\n[A \"human\"]\n"
                             "[B \"ai:greedy\"]\n[Dice \"seed:0\"]\n[Mode \"enforce\"]\n[Given \"turns=3\"]\n";

struct walk {
    struct st_coder c;
    const struct st_record *from; /* packing: the record; else NULL */
    const char *where;
    struct st_live y;
    struct st_buf text; /* written so far */
    size_t tags;        /* of it the tags, with the blank line */
    struct st_move *offer;
    uint16_t say[3][SAY_WORDS][SAY_WORDS]; /* by what is awaited, and by what was said last */
    uint16_t remark[1];
    int last;
};

/* ---- numbers and texts ------------------------------------------------------------------- */

static int among(struct walk *w, int n, int i)
{
    uint32_t total = (uint32_t)n;

    if (!w->from)
        i = (int)st_coder_place(&w->c, total);
    st_coder_share(&w->c, (uint32_t)i, 1, total);
    return i;
}

/* The face, by its weight. */
static int by_weight(struct walk *w, const struct st_chance *c, int value)
{
    uint32_t total = (uint32_t)st_chance_total(c), from = 0;
    int i = 0;

    if (w->from) {
        for (; i < c->n && c->face[i].value != value; i++)
            from += (uint32_t)c->face[i].weight;
    } else {
        uint32_t place = st_coder_place(&w->c, total);

        for (; i < c->n && from + (uint32_t)c->face[i].weight <= place; i++)
            from += (uint32_t)c->face[i].weight;
    }
    st_coder_share(&w->c, from, (uint32_t)c->face[i].weight, total);
    return c->face[i].value;
}

/* Up to a line end, which is written too. False: longer than a line may be. */
static bool some_text(struct walk *w, char *line)
{
    for (int i = 0; i < LINE; i++) {
        line[i] = (char)st_coder_byte(&w->c, (unsigned char)line[i]);
        if (line[i] == '\n') {
            line[i] = 0;
            return true;
        }
        if (w->c.spent || line[i] == 0)
            return false;
    }
    return false;
}

static int damaged(const char *where, struct st_error *err)
{
    return st_fail(err, ST_ESYNTAX, where, 0, "damaged: what is unpacked is not what was packed");
}

/* ---- one line ---------------------------------------------------------------------------- */

struct words { /* a line as the writer would have it, and its text */
    struct st_record_line line;
    char move[600];
    struct st_chance die;
};

static void move_words(struct words *x, const struct st_live *y, const struct st_move *m)
{
    st_move_print(y->t.plan, m, x->move, sizeof x->move);
    x->line = (struct st_record_line){ .kind = ST_LINE_MOVE, .number = y->n.moves + 1,
                                       .side = y->t.plan->side[st_now(&y->t).side], .text = x->move, .dice = "",
                                       .comment = "" };
}

static void die_words(struct words *x, const struct st_live *y)
{
    x->die = (struct st_chance){ .n = 0 };
    st_step_now(&y->t)->chance(&y->t, &x->die); /* aloud: its words are wanted */
    x->line = (struct st_record_line){ .kind = ST_LINE_DIE, .side = "", .text = x->die.label, .dice = x->die.dice,
                                       .comment = "" };
}

static void check_words(struct words *x, const struct st_live *y)
{
    x->line = (struct st_record_line){ .kind = ST_LINE_CHECK, .side = "", .text = "", .dice = "", .comment = "",
                                       .hash = st_live_hash(&y->t) };
}

/* Would the writer write this line so? */
static bool same_words(const struct st_record_line *a, const struct st_record_line *b)
{
    struct st_buf x = { 0 }, y = { 0 };

    st_record_print_line(a, &x);
    st_record_print_line(b, &y);
    bool same = !x.failed && !y.failed && strcmp(st_buf_text(&x), st_buf_text(&y)) == 0;
    st_buf_free(&x);
    st_buf_free(&y);
    return same;
}

/* What is to be said of line l of the record, at the place the game has come to; *i: which offer. */
static int saying(struct walk *w, const struct st_record_line *l, int *i)
{
    struct st_turn now = st_now(&w->y.t);
    struct st_record_line bare = *l;
    struct words x;
    struct st_move m;

    bare.comment = "";
    if (l->kind == ST_LINE_CHECK) {
        check_words(&x, &w->y);
        return same_words(&bare, &x.line) ? SAY_CHECK : SAY_TEXT;
    }
    if (l->kind == ST_LINE_DIE && now.kind == ST_CHANCE) {
        die_words(&x, &w->y);
        x.line.value = l->value;
        return st_chance_find(&x.die, l->value) >= 0 && st_chance_total(&x.die) <= ST_CODER_TOTAL &&
                       same_words(&bare, &x.line) ? SAY_DIE : SAY_TEXT;
    }
    if (l->kind != ST_LINE_MOVE || now.kind != ST_DECIDE || st_move_parse(&m, w->y.t.plan, l->text, NULL))
        return SAY_TEXT;
    move_words(&x, &w->y, &m);
    if (!same_words(&bare, &x.line) || strlen(x.move) + 2 > LINE)
        return SAY_TEXT;
    int n = st_offers(&w->y.t, w->offer, OFFERS);
    for (*i = 0; n <= OFFERS && *i < n; ++*i)
        if (st_move_equal(&w->offer[*i], &m))
            return SAY_OFFER;
    return SAY_MOVE;
}

/* The line that was said; false: nothing the game could be at. */
static bool said(struct walk *w, int say, int i, const struct st_record_line *l, struct words *x)
{
    struct st_turn now = st_now(&w->y.t);
    struct st_move m;

    switch (say) {
    case SAY_CHECK:
        check_words(x, &w->y);
        return true;
    case SAY_DIE:
        if (now.kind != ST_CHANCE)
            return false;
        die_words(x, &w->y);
        if (x->die.n < 1 || st_chance_total(&x->die) > ST_CODER_TOTAL)
            return false;
        if (w->y.seeded) /* another face would not have been sound */
            x->line.value = st_seeded_face(w->y.seed, w->y.game, w->y.n.rolls, &x->die);
        else
            x->line.value = by_weight(w, &x->die, l ? l->value : 0);
        return true;
    case SAY_OFFER: {
        if (now.kind != ST_DECIDE)
            return false;
        int n = st_offers(&w->y.t, w->offer, OFFERS);
        if (n < 1 || n > OFFERS)
            return false;
        m = w->offer[among(w, n, i)];
        move_words(x, &w->y, &m);
        return true;
    }
    case SAY_MOVE: {
        char line[LINE] = "";

        if (l)
            snprintf(line, sizeof line, "%s\n", l->text);
        if (now.kind != ST_DECIDE || !some_text(w, line) || st_move_parse(&m, w->y.t.plan, line, NULL))
            return false;
        move_words(x, &w->y, &m);
        return true;
    }
    default:
        return false;
    }
}

/* A line that is none of these: its text, read as the reader reads it under these tags. */
static int read_line(struct walk *w, const struct st_record_line *l, struct st_record **out, struct st_error *err)
{
    struct st_buf all = { 0 }, printed = { 0 };
    char line[LINE] = "";

    if (l) {
        st_record_print_line(l, &printed);
        if (printed.len < LINE)
            memcpy(line, st_buf_text(&printed), printed.len);
    }
    int e = printed.len < LINE && some_text(w, line) ? ST_OK : damaged(w->where, err);
    st_buf_put(&all, st_buf_text(&w->text), w->tags);
    st_buf_add(&all, "%s\n", line);
    if (!e)
        e = st_record_parse(out, st_buf_text(&all), all.len, w->where, err);
    if (!e && (*out)->nlines != 1) {
        st_record_free(*out);
        e = damaged(w->where, err);
    }
    st_buf_free(&all);
    st_buf_free(&printed);
    return e;
}

static int awaited(const struct walk *w)
{
    enum st_kind kind = st_now(&w->y.t).kind;

    return kind == ST_CHANCE ? 0 : kind == ST_DECIDE ? 1 : 2;
}

/* Said, carried out, written. */
static int go_line(struct walk *w, int say, int i, const struct st_record_line *l, struct st_error *err)
{
    struct words x;
    struct st_record *own = NULL;
    struct st_refusal why = { "", "" };
    char remark[LINE] = "";
    int e = ST_OK;

    if (say == SAY_TEXT)
        e = read_line(w, l, &own, err);
    else if (!said(w, say, i, l, &x))
        e = damaged(w->where, err);
    if (e)
        return e;
    const struct st_record_line *now = own ? &own->line[0] : &x.line;
    if (!own && st_coder_bit(&w->c, w->remark, l && l->comment[0])) {
        if (l)
            snprintf(remark, sizeof remark, "%s\n", l->comment);
        if (!some_text(w, remark))
            e = damaged(w->where, err);
        x.line.comment = remark;
    }
    if (!e && st_live_line(&w->y, now, &why))
        e = st_fail(err, ST_EVERIFY, w->where, 0, "%s%s%s", why.para, why.para[0] ? " " : "", why.text);
    if (!e)
        st_record_print_line(now, &w->text);
    st_record_free(own);
    return e;
}

/* ---- a game ------------------------------------------------------------------------------ */

static int go_lines(struct walk *w, size_t most, struct st_error *err)
{
    for (int n = 0;; n++) {
        const struct st_record_line *l = w->from && n < w->from->nlines ? &w->from->line[n] : NULL;
        int i = 0, say = l ? saying(w, l, &i) : SAY_END;

        say = st_coder_symbol(&w->c, w->say[awaited(w)][w->last], SAY_WORDS, say);
        w->last = say;
        if (say == SAY_END)
            return ST_OK;
        int e = go_line(w, say, i, l, err);
        if (e)
            return e;
        if (w->text.failed)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        if (w->c.spent || w->text.len > most)
            return damaged(w->where, err);
    }
}

/* Tags are text, with an empty line behind them. */
static bool go_tags(struct walk *w, struct st_buf *tags)
{
    struct st_line_reader in = { st_buf_text(tags), st_buf_text(tags) + tags->len, 0 };
    struct st_span span;

    for (;;) {
        char line[LINE] = "";

        if (w->from && st_line_next(&in, &span)) {
            if (span.len + 2 > sizeof line)
                return false;
            memcpy(line, span.at, span.len);
        }
        if (w->from)
            strcat(line, "\n");
        if (!some_text(w, line))
            return false;
        st_buf_add(&w->text, "%s\n", line);
        if (!line[0])
            break;
    }
    w->tags = w->text.len;
    return true;
}

static int go_game(struct walk *w, const char *where, struct st_verifier *v, size_t most, struct st_error *err)
{
    struct st_record *tags = NULL;
    struct st_buf printed = { 0 };
    void *pos = NULL;
    int e = ST_OK;

    if (w->from)
        st_record_print_tags(w->from, &printed);
    if (printed.failed || !go_tags(w, &printed) || w->text.failed)
        e = damaged(where, err);
    if (!e)
        e = st_record_parse(&tags, st_buf_text(&w->text), w->text.len, where, err);
    if (!e)
        e = st_verifier_plan(v, tags, err);
    if (!e)
        e = st_live_tags(tags, v->plan, err);
    if (!e && (!(pos = malloc(v->plan->pos_size)) || !(w->offer = malloc(OFFERS * sizeof *w->offer))))
        e = st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    if (!e)
        e = st_live_begin(&w->y, v->plan, pos, NULL, tags, err);
    if (!e)
        e = go_lines(w, most, err);
    free(w->offer);
    free(pos);
    st_record_free(tags);
    st_buf_free(&printed);
    return e;
}

static void begin(struct walk *w, const struct st_record *from, const char *where)
{
    w->from = from;
    w->where = where;
    st_coder_learn(&w->c, primer);
    w->remark[0] = st_coder_even();
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < SAY_WORDS; b++)
            for (int c = 0; c < SAY_WORDS; c++)
                w->say[a][b][c] = st_coder_even();
}

/* ---- whole ------------------------------------------------------------------------------- */

static void put_head(struct st_buf *out, int kind, const char *text, size_t len)
{
    uint32_t number[2] = { (uint32_t)len, (uint32_t)st_hash(text, len) };
    char head[HEAD];

    memcpy(head, magic, 4);
    head[4] = (char)kind;
    for (int i = 0; i < 8; i++)
        head[5 + i] = (char)(number[i / 4] >> 8 * (i % 4) & 0xff);
    st_buf_put(out, head, HEAD);
}

static bool pack_game(struct st_buf *out, const struct st_record *r, const char *text, size_t len, const char *where,
                      const struct st_files *files)
{
    struct st_verifier v = { .files = files };
    struct walk w = { .last = SAY_END };
    struct st_error err;

    put_head(out, GAME, text, len);
    if (!st_coder_write(&w.c, out)) {
        st_coder_close(&w.c);
        return false;
    }
    begin(&w, r, where);
    bool ok = !go_game(&w, where, &v, SIZE_MAX, &err) && w.text.len == len &&
              memcmp(st_buf_text(&w.text), text, len) == 0;
    st_coder_close(&w.c);
    st_buf_free(&w.text);
    st_verifier_free(&v);
    return ok && !out->failed;
}

static int pack_text(struct st_buf *out, const char *text, size_t len, struct st_error *err)
{
    struct st_coder c;

    out->len = 0;
    put_head(out, WHOLE_TEXT, text, len);
    bool ok = st_coder_write(&c, out);
    if (ok)
        st_coder_learn(&c, primer);
    for (size_t i = 0; ok && i < len; i++)
        st_coder_byte(&c, (unsigned char)text[i]);
    st_coder_close(&c);
    return ok && !out->failed ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

int st_pack(struct st_buf *out, const char *text, size_t len, const char *where, const struct st_files *files,
            struct st_error *err)
{
    struct st_record *r;
    int e = st_record_parse(&r, text, len, where, err);

    if (e)
        return e;
    if (!pack_game(out, r, text, len, where, files))
        e = pack_text(out, text, len, err);
    st_record_free(r);
    return e;
}

static void unpack_text(struct st_buf *out, struct st_coder *c, size_t len)
{
    for (size_t i = 0; i < len && !c->spent; i++) {
        char byte = (char)st_coder_byte(c, 0);

        st_buf_put(out, &byte, 1);
    }
}

int st_unpack(struct st_buf *out, const char *bytes, size_t len, const char *where, const struct st_files *files,
              struct st_error *err)
{
    struct st_verifier once = { .files = files };
    int e = st_unpack_next(&once, out, bytes, len, where, err);

    st_verifier_free(&once);
    return e;
}

int st_unpack_next(struct st_verifier *v, struct st_buf *out, const char *bytes, size_t len, const char *where,
                   struct st_error *err)
{
    const unsigned char *at = (const unsigned char *)bytes;
    uint32_t number[2] = { 0, 0 };
    struct walk w = { .last = SAY_END };
    int e = ST_OK;

    if (len < HEAD || memcmp(bytes, magic, 4) != 0)
        return st_fail(err, ST_ESYNTAX, where, 0, "no packed record: it does not begin with %s", magic);
    if (at[4] > GAME)
        return st_fail(err, ST_ESYNTAX, where, 0, "packed in a way of number %d, which is not known here", at[4]);
    for (int i = 0; i < 8; i++)
        number[i / 4] |= (uint32_t)at[5 + i] << 8 * (i % 4);
    if (number[0] > ST_TEXT_MAX)
        return st_fail(err, ST_ELIMIT, where, 0, "would be longer than %d bytes", ST_TEXT_MAX);
    bool ok = st_coder_read(&w.c, bytes + HEAD, len - HEAD);
    if (ok)
        begin(&w, NULL, where);
    if (!ok)
        e = st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    else if (at[4] == GAME)
        e = go_game(&w, where, v, number[0], err);
    else
        unpack_text(&w.text, &w.c, number[0]);
    if (!e && (w.text.failed || w.c.spent || w.text.len != number[0] ||
               (uint32_t)st_hash(st_buf_text(&w.text), w.text.len) != number[1]))
        e = damaged(where, err);
    st_coder_close(&w.c);
    if (e)
        st_buf_free(&w.text);
    else
        *out = w.text;
    return e;
}
