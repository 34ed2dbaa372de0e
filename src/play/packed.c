/* packed.c - see packed.h. Packing and unpacking are the same walk through the game, one of them with a record to
 * compare with: what one side of the walk does, the other cannot forget. */
#include "play/packed.h"

#include "base/hash.h"
#include "base/prose.h"
#include "play/dice.h"
#include "play/live.h"
#include "play/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 4, SUM = 4, OFFERS = 8192, LINE = 4096 };
/* What is said of a line: as the writer would have it, or its text. */
enum { SAY_END, SAY_DIE, SAY_OFFER, SAY_MOVE, SAY_CHECK, SAY_RESULT, SAY_TEXT, SAY_WORDS = 8 };
static const char whole_text[] = "STP2", a_game[] = "STG2";

/* Text is learnt from this first, so that the tags of a record are not new. */
static const char primer[] = "[Game \"shields 1\"]\n[Scenario \"malfosse 41c7e0d2\"]\n[Tables \"6f1c09aa\"]\n[A \"human\"]\n"
                             "[B \"ai:greedy\"]\n[Dice \"seed:0\"]\n[Mode \"enforce\"]\n[Given \"turns=3\"]\n";

struct walk {
    struct st_coder c;
    struct st_prose *prose;       /* made when text is first met: mostly there is none */
    const struct st_record *from; /* packing: the record; else NULL */
    const char *where;
    struct st_live y;
    struct st_buf text; /* written so far */
    size_t tags;        /* of it the tags, with the blank line */
    bool as_usual;      /* these are as a session writes them, and the plan is made */
    struct st_move *offer;
    struct st_move move; /* the last that was said */
    uint16_t unusual[SAY_WORDS], say[SAY_WORDS][SAY_WORDS]; /* by what would be usual */
    uint16_t remark;
    int last; /* said; -1: nothing yet */
};

/* ---- numbers and texts ------------------------------------------------------------------- */

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

/* Up to a line end, which is written too. False: longer than a line may be, or no memory. */
static bool some_text(struct walk *w, char *line)
{
    if (!w->prose)
        w->prose = st_prose_new(primer);
    for (int i = 0; w->prose && i < LINE; i++) {
        line[i] = (char)st_prose_byte(w->prose, &w->c, (unsigned char)line[i]);
        if (line[i] == '\n') {
            line[i] = 0;
            return true;
        }
        if (w->c.spent || line[i] == 0)
            return false;
    }
    return false;
}

/* A number of any size: how many bits it has, and these. */
static uint64_t some_number(struct walk *w, uint64_t n)
{
    uint32_t bits = 0;

    while (bits < 64 && n >> bits)
        bits++;
    bits = st_coder_even(&w->c, 65, bits);
    uint64_t out = 0;
    for (uint32_t i = 0; i < bits; i += 8)
        out |= (uint64_t)st_coder_even(&w->c, 1u << (bits - i < 8 ? bits - i : 8), (uint32_t)(n >> i & 0xff)) << i;
    return out;
}

static int damaged(const char *where, struct st_error *err)
{
    return st_fail(err, ST_ESYNTAX, where, 0, "damaged: what is unpacked is not what was packed");
}

/* ---- one line ---------------------------------------------------------------------------- */

struct words { /* a line as the writer would have it, and its text */
    struct st_record_line line;
    char move[600], result[160];
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

static void result_words(struct words *x, const struct st_live *y)
{
    st_session_result(&y->t, x->result, sizeof x->result);
    x->line = (struct st_record_line){ .kind = ST_LINE_NOTE, .side = "", .text = "", .dice = "", .comment = x->result };
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

/* What the writer says next of itself. */
static int usual(const struct walk *w)
{
    enum st_kind kind = st_now(&w->y.t).kind;
    bool decided = w->last == SAY_OFFER || w->last == SAY_MOVE, played = decided || w->last == SAY_DIE;

    if (w->last < 0 || (played && kind == ST_OVER) || (decided && w->y.n.moves % ST_CHECK_EVERY == 0))
        return SAY_CHECK;
    if (w->last == SAY_CHECK && kind == ST_OVER)
        return SAY_RESULT;
    return kind == ST_CHANCE ? SAY_DIE : kind == ST_DECIDE ? SAY_OFFER : SAY_END;
}

/* What is to be said of line l of the record, at the place the game has come to; *i: which offer. */
static int saying(struct walk *w, const struct st_record_line *l, int *i)
{
    struct st_turn now = st_now(&w->y.t);
    struct st_record_line bare = *l;
    struct words x;
    struct st_move m;

    if (l->kind == ST_LINE_NOTE && now.kind == ST_OVER) {
        result_words(&x, &w->y);
        return strcmp(l->comment, x.result) == 0 ? SAY_RESULT : SAY_TEXT;
    }
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

    switch (say) {
    case SAY_CHECK:
        check_words(x, &w->y);
        return true;
    case SAY_RESULT:
        result_words(x, &w->y);
        return now.kind == ST_OVER;
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
        w->move = w->offer[st_coder_even(&w->c, (uint32_t)n, (uint32_t)i)];
        move_words(x, &w->y, &w->move);
        return true;
    }
    case SAY_MOVE: {
        char line[LINE] = "";

        if (l)
            snprintf(line, sizeof line, "%s\n", l->text);
        if (now.kind != ST_DECIDE || !some_text(w, line) || st_move_parse(&w->move, w->y.t.plan, line, NULL))
            return false;
        move_words(x, &w->y, &w->move);
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

/* What was said, carried out: the words were made of it, so these are not read again. */
static enum st_answer carry_out(struct walk *w, int say, const struct st_record_line *l, struct st_refusal *why)
{
    if (say == SAY_OFFER || say == SAY_MOVE)
        return st_live_move(&w->y, &w->move, why);
    if (say == SAY_DIE)
        return st_live_die(&w->y, l->value, why);
    return st_live_line(&w->y, l, why);
}

/* Said, carried out, written. */
static int go_line(struct walk *w, int say, int i, const struct st_record_line *l, struct st_error *err)
{
    struct words x;
    struct st_record *own = NULL;
    struct st_refusal why = { "", "" };
    char remark[LINE];
    int e = ST_OK;

    if (say == SAY_TEXT)
        e = read_line(w, l, &own, err);
    else if (!said(w, say, i, l, &x))
        e = damaged(w->where, err);
    if (e)
        return e;
    const struct st_record_line *now = own ? &own->line[0] : &x.line;
    if (!own && say != SAY_RESULT && st_coder_bit(&w->c, &w->remark, l && l->comment[0])) {
        snprintf(remark, sizeof remark, "%s\n", l ? l->comment : "");
        if (!some_text(w, remark))
            e = damaged(w->where, err);
        x.line.comment = remark;
    }
    if (!e && carry_out(w, say, now, &why))
        e = st_fail(err, ST_EVERIFY, w->where, 0, "%s%s%s", why.para, why.para[0] ? " " : "", why.text);
    if (!e)
        st_record_print_line(now, &w->text);
    st_record_free(own);
    return e;
}

static int say_what(struct walk *w, int say)
{
    int would = usual(w);

    if (!st_coder_bit(&w->c, &w->unusual[would], say != would))
        return would;
    return st_coder_symbol(&w->c, w->say[would], SAY_WORDS, say);
}

static int go_lines(struct walk *w, struct st_error *err)
{
    for (int n = 0;; n++) {
        const struct st_record_line *l = w->from && n < w->from->nlines ? &w->from->line[n] : NULL;
        int i = 0, say = say_what(w, l ? saying(w, l, &i) : SAY_END);

        w->last = say;
        if (say == SAY_END)
            return ST_OK;
        int e = go_line(w, say, i, l, err);
        if (e)
            return e;
        if (w->text.failed)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        if (w->c.spent || w->text.len > ST_TEXT_MAX)
            return damaged(w->where, err);
    }
}

/* ---- tags -------------------------------------------------------------------------------- */

enum { SEATS = 8, DICE = 4, GIVEN = 8, NAME = 200 };
enum { DICE_TEXT, DICE_SEED, DICE_HAND, DICE_NONE };
static const char *const seat_words[SEATS] = { NULL, "human", "ai:greedy", "ai:random", "ai:level:1", "ai:level:3",
                                               "ai:level:5", "" };

struct head { /* what tags are made of when a session wrote them */
    const struct st_game *game;
    const char *scenario;
    char seat[ST_SIDES][LINE], dice[LINE], given[GIVEN][LINE];
    bool has_dice;
    int mode, ngiven;
};

static uint32_t short_hash(const char *game, const char *scenario)
{
    char name[NAME];
    int n = snprintf(name, sizeof name, "%s/%s", game, scenario);

    return (uint32_t)(st_hash(name, (size_t)n) & 0xffff);
}

/* The first scenario of that hash: two bytes tell which of all. */
static bool find_scenario(struct head *h, uint32_t hash)
{
    for (int g = 0; g < st_ngames; g++)
        for (int i = 0; i < st_games[g]->nscenarios; i++)
            if (short_hash(st_games[g]->id, st_games[g]->scenarios[i]) == hash) {
                h->game = st_games[g];
                h->scenario = st_games[g]->scenarios[i];
                return true;
            }
    return false;
}

static void copy_tag(char *out, const char *value)
{
    snprintf(out, LINE, "%s", value ? value : "");
}

/* Out of the tags of a record; whether these were so made is seen by making them again. */
static bool read_head(struct head *h, const struct st_plan *p, const struct st_record *r)
{
    const char *mode = st_record_tag(r, "Mode");

    *h = (struct head){ .mode = -1, .has_dice = st_record_tag(r, "Dice") };
    if (!find_scenario(h, short_hash(p->game->id, p->id)))
        return false;
    for (int i = 0; i < ST_SIDES; i++)
        copy_tag(h->seat[i], st_record_tag(r, p->side[i]));
    copy_tag(h->dice, st_record_tag(r, "Dice"));
    for (int i = 0; i < ST_MODES; i++)
        if (mode && strcmp(mode, st_mode_names[i]) == 0)
            h->mode = i;
    for (int i = 0; i < r->ntags; i++)
        if (strcmp(r->tag[i].key, "Given") == 0) {
            if (h->ngiven == GIVEN)
                return false;
            copy_tag(h->given[h->ngiven++], r->tag[i].value);
        }
    return h->mode >= 0;
}

/* Game and scenario alone: enough to make the plan. */
static int bare_tags(struct st_record **out, const struct head *h, struct st_error *err)
{
    char game[NAME];
    int e = st_record_new(out, err);

    snprintf(game, sizeof game, "%s %s", h->game->id, h->game->edition);
    if (!e)
        e = st_record_set(*out, "Game", game, err);
    if (!e)
        e = st_record_set(*out, "Scenario", h->scenario, err);
    for (int i = 0; i < h->ngiven && !e; i++)
        e = st_record_set(*out, "Given", h->given[i], err);
    return e;
}

/* As a session would have them, on the plan they name. */
static int usual_tags(struct st_buf *out, struct st_verifier *v, struct head *h, struct st_error *err)
{
    struct st_session_options o = { .seat = { h->seat[0], h->seat[1] }, .dice = h->has_dice ? h->dice : NULL,
                                    .mode = (enum st_mode)h->mode };
    struct st_record *bare = NULL, *r = NULL;
    int e = bare_tags(&bare, h, err);

    if (!e)
        e = st_verifier_plan(v, bare, err);
    if (!e)
        e = st_record_new(&r, err);
    if (!e)
        e = st_session_tags(r, v->plan, &o, err);
    for (int i = 0; i < h->ngiven && !e; i++)
        e = st_record_set(r, "Given", h->given[i], err);
    if (!e)
        st_record_print_tags(r, out);
    st_record_free(bare);
    st_record_free(r);
    return e;
}

/* One of some words, or its text. */
static bool go_word(struct walk *w, const char *const *words, int n, char *text)
{
    int i = n - 1;

    while (i > 0 && strcmp(words[i], text) != 0)
        i--;
    i = (int)st_coder_even(&w->c, (uint32_t)n, (uint32_t)i);
    if (i) {
        copy_tag(text, words[i]);
        return true;
    }
    strncat(text, "\n", LINE - strlen(text) - 1);
    return some_text(w, text);
}

static bool go_dice(struct walk *w, struct head *h)
{
    static const char *const words[DICE] = { [DICE_TEXT] = NULL, [DICE_SEED] = NULL, [DICE_HAND] = "hand" };
    uint64_t seed = 0, game = 0;
    char plain[64];
    uint32_t kind = !h->has_dice ? DICE_NONE : strcmp(h->dice, words[DICE_HAND]) == 0 ? DICE_HAND : DICE_TEXT;

    if (kind == DICE_TEXT && st_seed_parse(h->dice, &seed, &game)) {
        snprintf(plain, sizeof plain, "seed:%" PRIu64, seed);
        kind = strcmp(plain, h->dice) == 0 ? DICE_SEED : DICE_TEXT;
    }
    kind = st_coder_even(&w->c, DICE, kind);
    h->has_dice = kind != DICE_NONE;
    if (kind == DICE_SEED)
        snprintf(h->dice, sizeof h->dice, "seed:%" PRIu64, some_number(w, seed));
    else if (kind == DICE_HAND)
        copy_tag(h->dice, words[DICE_HAND]);
    else if (kind == DICE_TEXT)
        return go_word(w, (const char *const[]){ NULL }, 1, h->dice);
    return true;
}

static bool go_head(struct walk *w, struct head *h)
{
    bool ok = find_scenario(h, st_coder_even(&w->c, 1 << 16, w->from ? short_hash(h->game->id, h->scenario) : 0));

    for (int i = 0; i < ST_SIDES && ok; i++)
        ok = go_word(w, seat_words, SEATS, h->seat[i]);
    ok = ok && go_dice(w, h);
    h->mode = (int)st_coder_even(&w->c, ST_MODES, (uint32_t)h->mode);
    h->ngiven = (int)st_coder_even(&w->c, GIVEN + 1, (uint32_t)h->ngiven);
    for (int i = 0; i < h->ngiven && ok; i++)
        ok = go_word(w, (const char *const[]){ NULL }, 1, h->given[i]);
    return ok && !w->c.spent;
}

/* Otherwise tags are text, with an empty line behind them. */
static bool go_text_tags(struct walk *w, const struct st_buf *tags)
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
            return true;
    }
}

/* Packing: are the tags what a session would write? h receives what they are made of. */
static bool are_usual(struct head *h, struct st_verifier *v, const struct st_record *r, const struct st_buf *printed)
{
    struct st_buf again = { 0 };
    struct st_error err;
    bool same = st_verifier_plan(v, r, &err) == ST_OK && read_head(h, v->plan, r) &&
                usual_tags(&again, v, h, &err) == ST_OK && !again.failed &&
                strcmp(st_buf_text(&again), st_buf_text(printed)) == 0;

    st_buf_free(&again);
    return same;
}

static int go_tags(struct walk *w, struct st_verifier *v, struct st_error *err)
{
    struct head *h = calloc(1, sizeof *h);
    struct st_buf printed = { 0 };
    int e = h ? ST_OK : st_fail(err, ST_ENOMEM, w->where, 0, "out of memory");

    if (w->from)
        st_record_print_tags(w->from, &printed);
    if (!e)
        w->as_usual = !st_coder_bit(&w->c, &w->remark, w->from && !are_usual(h, v, w->from, &printed));
    if (!e && w->as_usual)
        e = go_head(w, h) ? usual_tags(&w->text, v, h, err) : damaged(w->where, err);
    else if (!e)
        e = go_text_tags(w, &printed) ? ST_OK : damaged(w->where, err);
    if (!e && (printed.failed || w->text.failed))
        e = st_fail(err, ST_ENOMEM, w->where, 0, "out of memory");
    w->tags = w->text.len;
    st_buf_free(&printed);
    free(h);
    return e;
}

/* ---- a game ------------------------------------------------------------------------------ */

static int go_game(struct walk *w, struct st_verifier *v, struct st_error *err)
{
    struct st_record *tags = NULL;
    void *pos = NULL;
    int e = go_tags(w, v, err);

    if (!e)
        e = st_record_parse(&tags, st_buf_text(&w->text), w->text.len, w->where, err);
    if (!e && !w->as_usual)
        e = st_verifier_plan(v, tags, err);
    if (!e)
        e = st_live_tags(tags, v->plan, err);
    if (!e && (!(pos = malloc(v->plan->pos_size)) || !(w->offer = malloc(OFFERS * sizeof *w->offer))))
        e = st_fail(err, ST_ENOMEM, w->where, 0, "out of memory");
    if (!e)
        e = st_live_begin(&w->y, v->plan, pos, NULL, tags, err);
    if (!e)
        e = go_lines(w, err);
    free(w->offer);
    free(pos);
    st_record_free(tags);
    return e;
}

static struct walk begin(const struct st_record *from, const char *where)
{
    enum { RARE = 5, EVEN = 1 };
    struct walk w = { .from = from, .where = where, .remark = st_coder_chance(RARE), .last = -1 };

    for (int a = 0; a < SAY_WORDS; a++) {
        w.unusual[a] = st_coder_chance(RARE);
        for (int b = 0; b < SAY_WORDS; b++)
            w.say[a][b] = st_coder_chance(EVEN);
    }
    return w;
}

static void end(struct walk *w)
{
    st_coder_close(&w->c);
    st_prose_free(w->prose);
}

/* ---- whole ------------------------------------------------------------------------------- */

static bool pack_game(struct st_buf *out, const struct st_record *r, const char *text, size_t len, const char *where,
                      const struct st_files *files)
{
    struct st_verifier v = { .files = files };
    struct walk w = begin(r, where);
    uint32_t sum = (uint32_t)st_hash(text, len);
    struct st_error err;

    st_buf_put(out, a_game, HEAD);
    for (int i = 0; i < SUM; i++)
        st_buf_put(out, &(char){ (char)(sum >> 8 * i & 0xff) }, 1);
    st_coder_write(&w.c, out);
    bool ok = !go_game(&w, &v, &err) && w.text.len == len && memcmp(st_buf_text(&w.text), text, len) == 0;
    end(&w);
    st_buf_free(&w.text);
    st_verifier_free(&v);
    return ok && !out->failed;
}

static int pack_text(struct st_buf *out, const char *text, size_t len, struct st_error *err)
{
    out->len = 0;
    st_buf_put(out, whole_text, HEAD);
    return st_squeeze(out, text, len) ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
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

static int unpack_game(struct st_verifier *v, struct st_buf *out, const char *bytes, size_t len, const char *where,
                       struct st_error *err)
{
    struct walk w = begin(NULL, where);
    uint32_t sum = 0;

    for (int i = 0; i < SUM; i++)
        sum |= (uint32_t)(unsigned char)bytes[i] << 8 * i;
    st_coder_read(&w.c, bytes + SUM, len - SUM);
    int e = go_game(&w, v, err);
    if (!e && (w.text.failed || w.c.spent || (uint32_t)st_hash(st_buf_text(&w.text), w.text.len) != sum))
        e = damaged(where, err);
    end(&w);
    if (e)
        st_buf_free(&w.text);
    else
        *out = w.text;
    return e;
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
    if (len >= HEAD && memcmp(bytes, whole_text, HEAD) == 0)
        return st_unsqueeze(out, bytes + HEAD, len - HEAD, where, err);
    if (len >= HEAD + SUM && memcmp(bytes, a_game, HEAD) == 0)
        return unpack_game(v, out, bytes + HEAD, len - HEAD, where, err);
    return st_fail(err, ST_ESYNTAX, where, 0, "no packed record: it begins with neither %s nor %s", a_game, whole_text);
}
