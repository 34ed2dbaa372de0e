/* learn.c - lessons on a handle: the list of them, and one being played. See include/sandtable.h. */
#include "view/handle.h"

#include "core/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- the list -------------------------------------------------------------------------- */

static void write_lesson(struct st_json *j, const struct st_lesson *l)
{
    st_json_open(j, NULL, '{');
    st_json_text(j, "id", l->id);
    st_json_text(j, "title", l->title);
    st_json_text(j, "about", l->about);
    st_json_int(j, "minutes", l->minutes);
    st_json_text(j, "scenario", l->scenario);
    st_json_text(j, "seat", l->seat);
    st_json_open(j, "pages", '[');
    for (int i = 0; i < l->nrows; i++)
        if (l->row[i].word == ST_LESSON_PAGE)
            st_json_text(j, NULL, l->row[i].text);
    st_json_close(j, ']');
    st_json_close(j, '}');
}

const char *sandtable_lessons(struct sandtable *s, const char *game)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (e)
        return failed(s, &err);
    st_json_open(&j, NULL, '[');
    for (int i = 0; i < st_nlessons(g); i++) {
        struct st_lesson *l;

        e = st_lesson_load(&l, g, g->lessons[i], &s->files, &err);
        if (e)
            return failed(s, &err);
        write_lesson(&j, l);
        st_lesson_free(l);
    }
    st_json_close(&j, ']');
    return finish(s);
}

/* ---- what is on the screen ------------------------------------------------------------- */

static void text_of(struct st_json *j, const char *key, struct st_span s)
{
    struct st_buf b = { 0 };

    st_buf_put(&b, s.at, s.len);
    st_json_text(j, key, st_buf_text(&b));
    j->out->failed |= b.failed;
    st_buf_free(&b);
}

/* "crt row B col 3" */
static void write_chart(struct st_json *j, struct st_span what)
{
    text_of(j, "chart", st_span_word(&what));
    for (struct st_span axis; (axis = st_span_word(&what)).len;)
        text_of(j, st_span_is(axis, "row") ? "row" : "col", st_span_word(&what));
}

static void write_show(struct st_json *j, const char *text)
{
    struct st_span rest = st_span_of(text), what;
    int kind;

    while (st_lit_cut(&rest, &kind, &what)) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "kind", st_lit_names[kind]);
        if (kind == ST_LIT_CHART) {
            write_chart(j, what);
        } else {
            st_json_open(j, "names", '[');
            for (struct st_span word; (word = st_span_word(&what)).len;)
                text_of(j, NULL, word);
            st_json_close(j, ']');
        }
        st_json_close(j, '}');
    }
}

static void write_sees(struct st_json *j, const struct st_lesson_line *r)
{
    struct st_span rest = st_span_of(r->text);
    struct st_frac p;
    const char *end;

    st_span_cut(&rest, '=');
    st_json_open(j, NULL, '{');
    st_json_text(j, "says", r->more);
    if (st_frac_parse(&p, st_span_trim(rest).at, &end)) {
        st_json_frac(j, "p", p);
        st_json_real(j, "value", st_frac_value(p));
    }
    st_json_close(j, '}');
}

static bool is_text(const struct st_lesson_line *r)
{
    return r->word == ST_LESSON_SAY || r->word == ST_LESSON_FREE || r->word == ST_LESSON_BACK;
}

static void write_screen(struct st_json *j, const struct st_pupil *p)
{
    const struct st_lesson *l = p->lesson;

    st_json_open(j, "say", '[');
    for (int i = 0; i < p->nscreen; i++)
        if (is_text(&l->row[p->screen[i]]))
            st_json_text(j, NULL, l->row[p->screen[i]].text);
    st_json_close(j, ']');
    st_json_open(j, "lit", '[');
    for (int i = 0; i < p->nscreen; i++)
        if (l->row[p->screen[i]].word == ST_LESSON_SHOW)
            write_show(j, l->row[p->screen[i]].text);
    st_json_close(j, ']');
    st_json_open(j, "odds", '[');
    for (int i = 0; i < p->nscreen; i++) {
        const struct st_lesson_line *r = &l->row[p->screen[i]];

        if (r->word != ST_LESSON_ODDS)
            continue;
        st_json_open(j, NULL, '{');
        st_json_text(j, "move", r->text);
        st_json_text(j, "given", r->more);
        st_json_open(j, "rows", '[');
        for (int k = i + 1; k < p->nscreen && l->row[p->screen[k]].word == ST_LESSON_SEES; k++)
            write_sees(j, &l->row[p->screen[k]]);
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

/* What the learner is to do: the move in notation, and as a sentence. */
static void write_wanted(struct st_json *j, const struct st_pupil *p)
{
    char move[ST_MOVE_TEXT], says[ST_SAYS_MAX];
    struct st_move m;

    if (!st_pupil_wanted(p, move))
        return;
    st_json_text(j, "wanted", move);
    if (p->waits == ST_WAIT_TRY)
        st_json_text(j, "para", p->lesson->row[p->at].more);
    if (st_move_parse(&m, p->plan, move, NULL) == ST_LEGAL) {
        st_move_says(st_session_table(p->session), &m, says, sizeof says);
        st_json_text(j, "says", says);
    }
}

static void write_pupil(struct st_json *j, const char *key, const struct st_pupil *p)
{
    st_json_open(j, key, '{');
    st_json_text(j, "game", p->lesson->game->id);
    st_json_text(j, "lesson", p->lesson->id);
    st_json_text(j, "title", p->lesson->title);
    st_json_text(j, "scenario", p->lesson->scenario);
    st_json_int(j, "page", p->page);
    st_json_int(j, "pages", p->lesson->npages);
    int page = 0;
    for (int i = 0; i < p->lesson->nrows; i++)
        if (p->lesson->row[i].word == ST_LESSON_PAGE && ++page == p->page)
            st_json_text(j, "heading", p->lesson->row[i].text);
    st_json_text(j, "waits", st_waits_names[p->waits]);
    st_json_text(j, "seat", p->plan->side[p->seat]);
    st_json_int(j, "side", p->seat);
    st_json_int(j, "row", p->at);
    write_screen(j, p);
    write_wanted(j, p);
    st_json_close(j, '}');
}

/* { from, lines, lesson }; taught and why after a move. */
static const char *stands(struct sandtable *s, int before, const enum st_taught *taught,
                          const struct st_refusal *why)
{
    struct st_json j = answer(s);
    int lines;

    s->session = s->pupil->session; /* it may have been set back */
    lines = st_session_record(s->session)->nlines;
    st_json_open(&j, NULL, '{');
    st_json_int(&j, "from", before < lines ? before : 0);
    st_json_int(&j, "lines", lines);
    if (taught) {
        st_json_text(&j, "taught", st_taught_names[*taught]);
        st_json_text(&j, "para", why->para);
        st_json_text(&j, "text", why->text);
        if (why->para[0]) {
            char says[ST_SAYS_MAX];

            st_label_says(s->pupil->plan, why->text, says, sizeof says);
            st_json_text(&j, "says", says);
        }
    }
    write_pupil(&j, "lesson", s->pupil);
    st_json_close(&j, '}');
    return finish(s);
}

/* ---- calls ----------------------------------------------------------------------------- */

static int begin(struct st_pupil **out, const struct sandtable *s, const char *name, int page,
                 unsigned seed, struct st_error *err)
{
    struct st_span rest = st_span_of(name), id = st_span_cut(&rest, '/');
    const struct st_game *g = NULL;
    struct st_lesson *l;
    char game[64];
    int e;

    *out = NULL;
    if (!rest.len || !st_span_copy(id, game, sizeof game))
        return st_fail(err, ST_EUSAGE, NULL, 0, "`%.60s` is not GAME/LESSON", name);
    e = st_view_game_find(&g, game, err);
    if (!e)
        e = st_lesson_load(&l, g, rest.at, &s->files, err);
    return e ? e : st_pupil_open(out, l, &s->files, page, seed, err);
}

const char *sandtable_learn(struct sandtable *s, const char *name, int page, unsigned seed)
{
    struct st_error err;
    struct st_pupil *p;
    int e = begin(&p, s, words(name), page > 0 ? page : 1, seed, &err);
    void *seen = e ? NULL : malloc(p->plan->pos_size);

    if (!e && !seen)
        e = st_fail(&err, ST_ENOMEM, NULL, 0, "out of memory");
    if (e) {
        st_pupil_free(p);
        return failed(s, &err);
    }
    st_handle_clear(s);
    s->pupil = p;
    s->plan = p->plan;
    s->session = p->session;
    s->seen = seen;
    return stands(s, 0, NULL, NULL);
}

static const char *no_lesson(struct sandtable *s)
{
    return misused(s, "no lesson lies on the table");
}

const char *sandtable_learn_next(struct sandtable *s)
{
    struct st_error err;

    if (!s->pupil)
        return no_lesson(s);
    int before = st_session_record(s->session)->nlines;
    int e = st_pupil_next(s->pupil, &err);
    s->session = s->pupil->session;
    return e ? failed(s, &err) : stands(s, before, NULL, NULL);
}

const char *sandtable_learn_move(struct sandtable *s, const char *move)
{
    enum st_taught taught;
    struct st_refusal why;
    struct st_error err;

    if (!s->pupil)
        return no_lesson(s);
    int before = st_session_record(s->session)->nlines;
    int e = st_pupil_move(s->pupil, words(move), &taught, &why, &err);
    s->session = s->pupil->session;
    return e ? failed(s, &err) : stands(s, before, &taught, &why);
}
