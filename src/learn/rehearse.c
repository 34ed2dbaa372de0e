/* rehearse.c - see rehearse.h. */
#include "learn/rehearse.h"

#include "ai/player.h"
#include "odds/odds.h"

#include <stdlib.h>
#include <string.h>

enum { OFFERS_LOOKED_AT = 4096, ALONE_STEPS = 4000, ALONE_GAMES = 3 };

/* ---- odds ------------------------------------------------------------------------------ */

struct seen { /* "E3.steps 1 N1.steps 2 = 3/8" */
    struct st_probe probe[ST_PROBES];
    int value[ST_PROBES], n;
    struct st_frac p;
};

static int read_sees(struct seen *out, const struct st_lesson *l, int row, const struct st_plan *plan,
                     struct st_error *err)
{
    struct st_span rest = st_span_of(l->row[row].text), pairs = st_span_cut(&rest, '=');
    struct st_refusal why;
    char word[128];
    const char *end;

    *out = (struct seen){ .n = 0 };
    rest = st_span_trim(rest);
    if (!st_span_copy(rest, word, sizeof word) || !st_frac_parse(&out->p, word, &end) || *end)
        return st_lesson_bad(l, row, err, "`%.*s` is no chance, as 3/8 is", (int)rest.len, rest.at);
    for (struct st_span name; (name = st_span_word(&pairs)).len; out->n++) {
        struct st_span value = st_span_word(&pairs);

        if (out->n == ST_PROBES || !value.len || !st_span_copy(name, word, sizeof word))
            return st_lesson_bad(l, row, err, "fields and values come in pairs, %d at most",
                                 ST_PROBES);
        if (st_probe_parse(&out->probe[out->n], plan, word, &why) ||
            st_field_parse(plan, out->probe[out->n].field, value, &out->value[out->n], &why))
            return st_lesson_bad(l, row, err, "%s", why.text);
    }
    return ST_OK;
}

static int work_out(struct st_odds *out, const struct seen *s, const struct st_lesson *l, int row,
                    const struct st_table *t, struct st_error *err)
{
    struct st_policy_list list;
    struct st_refusal why;
    struct st_move m;
    struct st_ask ask = { .probe = s->probe, .nprobes = s->n, .move = &m };

    if (st_move_parse(&m, t->plan, l->row[row].text, &why))
        return st_lesson_bad(l, row, err, "odds: %s", why.text);
    if (l->row[row].more[0]) {
        if (st_policy_parse(&list, t->plan, l->row[row].more, &why))
            return st_lesson_bad(l, row, err, "given: %s", why.text);
        ask.policy = &list.policy;
    }
    struct st_error failed = { 0 };
    int e = st_odds(out, t, &ask, &failed);
    return e ? st_lesson_bad(l, row, err, "odds: %s", failed.text) : ST_OK;
}

/* The chance a row `sees` after `odds` tells, and the one there is on t. */
static int compare_sees(struct st_frac *want, struct st_frac *found, const struct st_lesson *l,
                        int odds, int sees, const struct st_table *t, struct st_error *err)
{
    struct st_table quiet = { t->plan, t->pos, NULL };
    struct st_odds o = { 0 };
    struct seen s;
    int e = read_sees(&s, l, sees, t->plan, err);

    if (!e)
        e = work_out(&o, &s, l, odds, &quiet, err);
    if (e)
        return e;
    *want = s.p;
    *found = st_frac_of(0, 1);
    for (int i = 0; i < o.nrows; i++) {
        bool fits = true;

        for (int k = 0; k < s.n; k++)
            fits &= o.row[i].value[k] == s.value[k];
        if (fits && !st_frac_add(found, *found, o.row[i].p))
            e = st_lesson_bad(l, sees, err, "the chances do not fit a fraction");
    }
    st_odds_free(&o);
    return e;
}

/* ---- what is shown --------------------------------------------------------------------- */

static bool is_panel(struct st_span name)
{
    static const char *const panels[] = { "aim", "forces", "moves", "log", "odds", "refusal",
                                          "turn", "dice" };

    return st_span_find(name, panels, sizeof panels / sizeof panels[0]) >= 0;
}

static bool is_hex(const struct st_plan *p, struct st_span name)
{
    int hex;

    return p->grid.cols && st_hex_parse(&p->grid, name, &hex) && hex >= 0;
}

/* "X,Y" in millimetres */
static bool is_place(const struct st_plan *p, struct st_span name)
{
    struct st_span y = name, x = st_span_cut(&y, ',');
    int mm;

    return p->table.x && st_span_int(x, 0, (int)(p->table.x / 1000), &mm) &&
           st_span_int(y, 0, (int)(p->table.y / 1000), &mm);
}

static bool is_label(const struct st_axis *axis, struct st_span name)
{
    return st_span_find(name, axis->label, axis->n) >= 0;
}

/* "crt row B col 3" */
static bool is_chart(const struct st_plan *p, struct st_span words)
{
    char id[64];
    const struct st_chart *c =
        st_span_copy(st_span_word(&words), id, sizeof id) ? st_plan_chart(p, id) : NULL;

    for (struct st_span what; c && (what = st_span_word(&words)).len;) {
        struct st_span name = st_span_word(&words);

        if (!(st_span_is(what, "row") && is_label(&c->row, name)) &&
            !(st_span_is(what, "col") && is_label(&c->col, name)))
            c = NULL;
    }
    return c != NULL;
}

static bool is_piece(const struct st_plan *p, struct st_span name)
{
    for (int i = 0; i < p->nnames; i++) /* pieces, and what they are gathered in */
        if (st_names_find(&p->names[i], name) >= 0)
            return true;
    return false;
}

static bool is_there(const struct st_plan *p, int kind, struct st_span *words)
{
    bool (*const each[])(const struct st_plan *, struct st_span) = { is_piece, is_hex, is_place };

    if (kind == ST_LIT_CHART)
        return is_chart(p, *words);
    if (kind == ST_LIT_PANEL)
        return is_panel(*words);
    if (kind == ST_LIT_PARA)
        return true; /* the rule book is not ours to read */
    for (struct st_span word; (word = st_span_word(words)).len;)
        if (!each[kind](p, word)) {
            *words = word;
            return false;
        }
    return true;
}

static int check_show(const struct st_pupil *p, int row, struct st_error *err)
{
    struct st_span text = st_span_of(p->lesson->row[row].text), words;
    int kind;

    while (st_lit_cut(&text, &kind, &words))
        if (!is_there(p->plan, kind, &words))
            return st_lesson_bad(p->lesson, row, err, "show %s: there is no `%.*s`",
                                 st_lit_names[kind], (int)words.len, words.at);
    return kind < 0 || text.len
               ? st_lesson_bad(p->lesson, row, err,
                               "`show` lists pieces, hexes, places, panel, chart or para, with `;` "
                               "between them")
               : ST_OK;
}

/* ---- the straight way ------------------------------------------------------------------ */

struct way {
    struct st_rehearsal *count;
    struct st_pupil *p;
    int looked; /* rows below this have been looked at */
};

static int check_sees(struct way *w, int row, struct st_error *err)
{
    const struct st_lesson *l = w->p->lesson;
    struct st_frac want, found;
    int odds = row;

    while (l->row[odds].word != ST_LESSON_ODDS)
        odds--;
    int e = compare_sees(&want, &found, l, odds, row, st_session_table(w->p->session), err);
    if (!e && !st_frac_equal(want, found)) {
        char text[96];

        st_frac_print(found, text, sizeof text);
        e = st_lesson_bad(l, row, err, "the chance is %s", text);
    }
    w->count->odds += !e;
    return e;
}

static int look_around(struct way *w, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < w->p->nscreen && !e; i++) {
        int row = w->p->screen[i];

        if (row < w->looked)
            continue;
        w->looked = row + 1;
        if (w->p->lesson->row[row].word == ST_LESSON_SHOW)
            e = check_show(w->p, row, err);
        else if (w->p->lesson->row[row].word == ST_LESSON_SEES)
            e = check_sees(w, row, err);
    }
    return e;
}

/* A move that is not wanted: what is it told, and does the table stay as it is? */
static int try_other(struct way *w, const char *text, enum st_taught *taught, struct st_error *err)
{
    size_t size = w->p->plan->pos_size;
    const struct st_table *t = st_session_table(w->p->session);
    void *before = malloc(size);
    struct st_refusal why;
    int at = w->p->at, e;

    if (!before)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(before, t->pos, size);
    e = st_pupil_move(w->p, text, taught, &why, err);
    if (!e && *taught != ST_TAUGHT_ON && *taught != ST_TAUGHT_WISHED &&
        (at != w->p->at || memcmp(before, st_session_table(w->p->session)->pos, size) != 0))
        e = st_lesson_bad(w->p->lesson, at, err, "%s changes the table", text);
    free(before);
    return e;
}

static bool is_wanted(const struct st_pupil *p, const char *text)
{
    char move[ST_MOVE_TEXT], as_written[ST_MOVE_TEXT];
    struct st_move m;

    for (int n = 0; st_pupil_alternative(p, n, move); n++) {
        if (st_move_parse(&m, p->plan, move, NULL))
            continue;
        st_move_print(p->plan, &m, as_written, sizeof as_written);
        if (strcmp(as_written, text) == 0)
            return true;
    }
    return false;
}

/* Another legal move, if there is one, and a word that is none. */
static int wrong_ways(struct way *w, struct st_error *err)
{
    const struct st_table *t = st_session_table(w->p->session);
    struct st_move *offer = calloc(OFFERS_LOOKED_AT, sizeof *offer);
    enum st_taught taught = ST_TAUGHT_REFUSED;
    int n, e = offer ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");

    n = offer ? st_offers(t, offer, OFFERS_LOOKED_AT) : 0;
    n = n < OFFERS_LOOKED_AT ? n : OFFERS_LOOKED_AT;
    for (int i = n - 1; i >= 0 && !e; i--) {
        char text[ST_MOVE_TEXT];

        st_move_print(w->p->plan, &offer[i], text, sizeof text);
        if (is_wanted(w->p, text))
            continue;
        int at = w->p->at;
        e = try_other(w, text, &taught, err);
        if (!e && taught == ST_TAUGHT_REFUSED)
            e = st_lesson_bad(w->p->lesson, at, err, "%s is offered, and refused", text);
        if (taught == ST_TAUGHT_ON) { /* another way of writing what is wanted: gone on */
            free(offer);
            return e;
        }
        w->count->others++;
        break;
    }
    free(offer);
    if (!e)
        e = try_other(w, "no such words", &taught, err);
    return e;
}

static int straight(struct way *w, struct st_error *err)
{
    int e = look_around(w, err);

    while (!e && w->p->waits != ST_WAIT_END) {
        int at = w->p->at;

        if (w->p->waits == ST_WAIT_DO || w->p->waits == ST_WAIT_TRY) {
            w->count->tasks += w->p->waits == ST_WAIT_DO;
            w->count->tries += w->p->waits == ST_WAIT_TRY;
            e = wrong_ways(w, err);
        }
        if (!e && at == w->p->at)
            e = st_pupil_skip(w->p, err);
        if (!e)
            e = look_around(w, err);
    }
    return e;
}

/* ---- other ways ------------------------------------------------------------------------ */

static int open_pupil(struct st_pupil **out, const struct st_game *game, const char *id,
                      const struct st_files *files, uint64_t seed, struct st_error *err)
{
    struct st_lesson *l;
    int e = st_lesson_load(&l, game, id, files, err);

    *out = NULL;
    return e ? e : st_pupil_open(out, l, files, 1, seed, err);
}

/* Alternative n of the task at that row, and on to the end. *had: there is one. */
static int by_alternative(const struct st_game *game, const char *id, const struct st_files *files,
                          int row, int n, bool *had, struct st_error *err)
{
    struct st_pupil *p;
    char move[ST_MOVE_TEXT];
    enum st_taught taught;
    struct st_refusal why;
    int e = open_pupil(&p, game, id, files, 1, err);

    while (!e && p->at < row)
        e = st_pupil_skip(p, err);
    *had = !e && st_pupil_alternative(p, n, move);
    if (*had) {
        e = st_pupil_move(p, move, &taught, &why, err);
        if (!e && taught != ST_TAUGHT_ON)
            e = st_lesson_bad(p->lesson, row, err, "%s: %s %s", move, why.para, why.text);
        while (!e && p->waits != ST_WAIT_END)
            e = st_pupil_skip(p, err);
    }
    st_pupil_free(p);
    return e;
}

/* Computers in both chairs of the free stretches. */
static int alone(const struct st_game *game, const char *id, const struct st_files *files,
                 uint64_t seed, struct st_error *err)
{
    struct st_pupil *p;
    int steps = 0, e = open_pupil(&p, game, id, files, seed, err);

    while (!e && p->waits != ST_WAIT_END && steps++ < ALONE_STEPS) {
        const struct st_table *t = st_session_table(p->session);
        char text[ST_MOVE_TEXT];
        enum st_taught taught;
        struct st_refusal why;
        struct st_move m;

        if (p->waits != ST_WAIT_FREE) {
            e = p->stretch < 0 ? st_pupil_skip(p, err) : st_pupil_next(p, err);
            continue;
        }
        e = st_player_decide(p->computer, seed, steps, t, &m, err);
        if (e)
            break;
        st_move_print(p->plan, &m, text, sizeof text);
        e = st_pupil_move(p, text, &taught, &why, err);
        if (!e && taught == ST_TAUGHT_REFUSED)
            e = st_lesson_bad(p->lesson, p->at, err, "%s: %s %s", text, why.para, why.text);
    }
    if (!e && p->waits != ST_WAIT_END)
        e = st_lesson_bad(p->lesson, p->at, err, "the free stretch does not end");
    st_pupil_free(p);
    return e;
}

int st_rehearse(struct st_rehearsal *out, const struct st_game *game, const char *id,
                const struct st_files *files, struct st_error *err)
{
    struct way w = { .count = out };
    int e, rows;

    *out = (struct st_rehearsal){ 0 };
    e = open_pupil(&w.p, game, id, files, 1, err);
    if (e)
        return e;
    rows = w.p->lesson->nrows;
    e = straight(&w, err);
    for (int row = 0; row < rows && !e; row++) {
        bool had = w.p->lesson->row[row].word == ST_LESSON_DO &&
                   strchr(w.p->lesson->row[row].text, '|');

        for (int n = 1; had && !e; n++) {
            e = by_alternative(game, id, files, row, n, &had, err);
            out->alternatives += had && !e;
        }
    }
    for (uint64_t seed = 1; seed <= ALONE_GAMES && !e; seed++)
        e = alone(game, id, files, seed, err);
    st_pupil_free(w.p);
    return e;
}
