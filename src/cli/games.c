/* games.c - `sandtable games`: what can be played, and all the words of one game.
 *
 * The second is what whoever writes case files, records or programs looks things up in: how moves
 * are written, which numbers of a position have names, where the game can wait.
 */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static void list(struct st_buf *out)
{
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];

        st_buf_add(out, "%-10s %s, edition %s: %d scenario%s, %d chart%s, %d question%s\n", g->id,
                   g->title, g->edition, g->nscenarios, g->nscenarios == 1 ? "" : "s", g->ncharts,
                   g->ncharts == 1 ? "" : "s", st_nquestions(g), st_nquestions(g) == 1 ? "" : "s");
    }
}

/* ---- one game -------------------------------------------------------------------------- */

static void head(struct st_buf *out, const struct cli_term *term, const char *text)
{
    st_buf_put(out, "\n", 1);
    cli_style(out, term, CLI_BOLD, text);
    st_buf_put(out, "\n", 1);
}

static int scenarios(struct st_buf *out, const struct st_game *g, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < g->nscenarios && !e; i++) {
        struct st_plan *p = NULL;

        e = st_plan_make(&p, g, g->scenarios[i], &st_files_library, NULL, 0, err);
        if (!e)
            st_buf_add(out, "  %-18s %s; %s against %s\n", p->id, p->title, st_side_brief(p, 0), st_side_brief(p, 1));
        st_plan_free(p);
    }
    return e;
}

/* What values a field has: words, hexes, names of a list, or plain numbers. */
static void field_values(struct st_buf *out, const struct st_field *f)
{
    if (f->symbol)
        for (int i = 0; f->symbol[i]; i++)
            st_buf_add(out, "%s%s", i ? "|" : " = ", f->symbol[i]);
    else if (f->kind)
        st_buf_add(out, " = {%s}", f->kind);
}

/* Fields of the game itself (of NULL), or of the names of one list. */
static void fields_of(struct st_buf *out, const struct cli_term *term, const struct st_game *g,
                      const char *of)
{
    if (of)
        st_buf_add(out, "  of {%s}\n", of);
    else
        st_buf_add(out, "  of the game\n");
    for (int i = 0; i < st_nfields(g); i++) {
        const struct st_field *f = &g->fields->row[i];
        struct st_buf words = { 0 };

        if (f->old || (f->of == NULL) != (of == NULL) || (of && strcmp(f->of, of) != 0))
            continue;
        st_buf_add(&words, "%s%s", f->name, st_field_settable(f) ? "*" : "");
        st_buf_add(out, "    ");
        cli_pad(out, st_buf_text(&words), 18);
        st_buf_free(&words);
        st_buf_add(&words, "%s", f->title);
        field_values(&words, f);
        st_buf_put(out, " ", 1);
        cli_wrap(out, term, 23, 23, st_buf_text(&words));
        st_buf_put(out, "\n", 1);
        out->failed |= words.failed;
        st_buf_free(&words);
    }
}

static bool met_before(const struct st_game *g, int field)
{
    for (int i = 0; i < field; i++)
        if (g->fields->row[i].of && strcmp(g->fields->row[i].of, g->fields->row[field].of) == 0)
            return true;
    return false;
}

static void fields(struct st_buf *out, const struct cli_term *term, const struct st_game *g)
{
    bool own = false;

    for (int i = 0; i < st_nfields(g); i++) {
        own |= !g->fields->row[i].of;
        if (g->fields->row[i].of && !met_before(g, i))
            fields_of(out, term, g, g->fields->row[i].of);
    }
    if (own)
        fields_of(out, term, g, NULL);
}

static void steps(struct st_buf *out, const struct st_game *g)
{
    for (int i = 0; i < g->nsteps; i++)
        if (g->steps[i]->kind != ST_AUTO) /* nothing waits in the others */
            st_buf_add(out, "  %-26s %-9s %s\n", g->steps[i]->name, g->steps[i]->para,
                       st_view_kind(g->steps[i]->kind));
}

static void questions(struct st_buf *out, const struct st_game *g)
{
    for (int i = 0; i < st_nquestions(g); i++) {
        const struct st_question *q = st_question_at(g, i);

        st_buf_add(out, "  %-18s %-8s %s\n", q->id, q->para, q->title);
        cli_ask_inputs(out, q);
    }
}

static int charts(struct st_buf *out, const struct st_game *g, struct st_error *err)
{
    struct st_buf lines = { 0 };
    int e = cli_chart_list(&lines, g, &st_files_library, NULL, err);
    struct st_span all = { st_buf_text(&lines), lines.len };

    while (!e && all.len) {
        struct st_span line = st_span_cut(&all, '\n');

        st_buf_add(out, "  %.*s\n", (int)line.len, line.at);
    }
    out->failed |= lines.failed;
    st_buf_free(&lines);
    return e;
}

static int show(struct st_buf *out, const struct st_game *g, struct st_error *err)
{
    struct cli_term term = cli_term();
    char title[200];

    snprintf(title, sizeof title, "%s, edition %s%s", g->title, g->edition,
             g->observe ? ", with secrets" : "");
    cli_style(out, &term, CLI_BOLD, title);
    st_buf_put(out, "\n", 1);
    head(out, &term, "Scenarios");
    int e = scenarios(out, g, err);
    head(out, &term, "Moves");
    for (int i = 0; i < g->nverbs; i++)
        st_buf_add(out, "  %s\n", g->verbs[i].form);
    head(out, &term, "Fields (* can be set)");
    fields(out, &term, g);
    head(out, &term, "Steps the game can wait in");
    steps(out, g);
    head(out, &term, "Charts");
    if (!e)
        e = charts(out, g, err);
    head(out, &term, "Questions");
    questions(out, g);
    return e;
}

int cli_games(const struct cli_command *self, int argc, char **argv)
{
    bool json = false;
    struct cli_option opt[] = { cli_option_json(&json) };
    int status = cli_parse(self, opt, 1, 0, 1, &argc, &argv), e = ST_OK;
    const struct st_game *g = NULL;
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (argc)
        e = st_view_game_find(&g, argv[0], &err);
    if (!e && json && g)
        st_view_game(&j, g);
    else if (!e && json)
        st_view_games(&j);
    else if (!e && g)
        e = show(&out, g, &err);
    else if (!e)
        list(&out);
    if (!e)
        return json ? cli_print_json(&j, CLI_OK) : cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return cli_fail(NULL, &err);
}
