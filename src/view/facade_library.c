/* facade_library.c - the public interface: what needs no game on the table; see include/sandtable.h. */
#include "view/handle.h"

#include <string.h>

const char *sandtable_games(struct sandtable *s)
{
    struct st_json j = answer(s);

    st_view_games(&j);
    return finish(s);
}

const char *sandtable_scenarios(struct sandtable *s, const char *game)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e)
        e = st_view_scenarios(&j, g, &s->files, NULL, 0, &err);
    return e ? failed(s, &err) : finish(s);
}

/* GAME/SCENARIO, or a game's first. */
static int plan_named(struct st_plan **out, const struct sandtable *s, const char *name,
                      struct st_error *err)
{
    struct st_span rest = st_span_of(name), game = st_span_cut(&rest, '/');
    const struct st_game *g;
    char id[60], scenario[90];

    st_span_copy(game, id, sizeof id);
    int e = st_view_game_find(&g, id, err);
    if (e)
        return e;
    st_span_copy(rest, scenario, sizeof scenario);
    return st_plan_make(out, g, rest.len ? scenario : g->scenarios[0], &s->files, NULL, 0, err);
}

static const char *of_plan(struct sandtable *s, const char *name,
                           void (*write)(struct st_json *j, const struct st_plan *p))
{
    struct st_json j = answer(s);
    struct st_plan *p = NULL;
    struct st_error err;
    int e = plan_named(&p, s, words(name), &err);

    if (e)
        return failed(s, &err);
    write(&j, p);
    st_plan_free(p);
    return finish(s);
}

const char *sandtable_briefing(struct sandtable *s, const char *name)
{
    return of_plan(s, name, st_view_briefing);
}

const char *sandtable_words(struct sandtable *s, const char *game)
{
    return of_plan(s, game, st_view_words);
}

/* A chart and, where one is asked for, a cell of it (else row -1); memory from a. */
static int find_cell(struct st_cite *out, struct st_arena *a, const struct sandtable *s,
                     const char *game, const char *chart, const char *cell, struct st_error *err)
{
    const struct st_game *g;
    struct st_chart *c = NULL;
    int e = st_view_game_find(&g, words(game), err);

    if (!e)
        e = st_view_chart_find(&c, a, g, words(chart), &s->files, NULL, err);
    *out = (struct st_cite){ .chart = c, .row = -1, .col = -1 };
    if (!e && given(cell))
        e = st_view_cell_find(c, cell, out, err);
    return e;
}

static const char *list_charts(struct sandtable *s, const char *game)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e)
        e = st_view_charts(&j, g, &s->files, &err);
    return e ? failed(s, &err) : finish(s);
}

const char *sandtable_chart(struct sandtable *s, const char *game, const char *chart,
                            const char *cell)
{
    struct st_json j = answer(s);
    struct st_plan *p = NULL;
    struct st_arena a = { NULL };
    struct st_error err;
    struct st_cite cite;

    if (!given(chart))
        return list_charts(s, game);
    int e = find_cell(&cite, &a, s, game, chart, cell, &err);
    if (!e && cite.row >= 0)
        st_view_cite(&j, NULL, &cite);
    else if (!e && plan_named(&p, s, words(game), NULL) == ST_OK)
        st_view_chart(&j, cite.chart, p);
    else if (!e)
        st_view_chart(&j, cite.chart, NULL);
    st_plan_free(p);
    st_arena_free(&a);
    return e ? failed(s, &err) : finish(s);
}

const char *sandtable_chart_svg(struct sandtable *s, const char *game, const char *chart,
                                const char *cell)
{
    struct st_buf svg = { 0 };
    struct st_arena a = { NULL };
    struct st_error err;
    struct st_cite cite;
    int e = find_cell(&cite, &a, s, game, chart, cell, &err);

    if (!e)
        st_svg_chart(&svg, cite.chart, cite.row, cite.col);
    st_arena_free(&a);
    return e ? failed(s, &err) : one_text(s, "svg", &svg);
}

const char *sandtable_rules(struct sandtable *s, const char *game, const char *para)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e && given(para))
        e = st_view_paragraph(&j, g, &s->files, para, &err);
    else if (!e)
        e = st_view_rules(&j, g, &s->files, &err);
    return e ? failed(s, &err) : finish(s);
}

static int ask(struct st_reply **out, const struct sandtable *s, const struct st_game *g,
               const char *question, const char *inputs, struct st_error *err)
{
    const char *line[ST_HANDLE_LINES];
    struct st_arena a = { NULL };
    int n = st_handle_lines(line, ST_HANDLE_LINES, &a, words(inputs), err);
    int e = n < 0 ? n : st_ask_question(out, g, question, line, n, &s->files, err);

    st_arena_free(&a);
    return e;
}

const char *sandtable_ask(struct sandtable *s, const char *game, const char *question,
                          const char *inputs)
{
    struct st_json j = answer(s);
    const struct st_question *q;
    const struct st_game *g;
    struct st_reply *r = NULL;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e && !given(question)) {
        st_view_questions(&j, NULL, g, NULL);
        return finish(s);
    }
    if (!e)
        e = st_view_question_find(&q, g, question, &err);
    if (!e)
        e = ask(&r, s, g, q->id, inputs, &err);
    if (e)
        return failed(s, &err);
    st_view_reply(&j, g, r);
    st_reply_free(r);
    return finish(s);
}

const char *sandtable_verify(struct sandtable *s, const char *record)
{
    struct st_json j = answer(s);
    struct st_record *r = NULL;
    struct st_verifier once = { .files = &s->files };
    struct st_verdict verdict;
    struct st_error err;
    int e = st_record_parse(&r, words(record), strlen(words(record)), "record", &err);

    if (!e)
        e = st_verifier_run(&once, r, &verdict, &err);
    st_view_verdict(&j, "record", e, &verdict, &err);
    st_verifier_free(&once);
    st_record_free(r);
    return finish(s);
}
