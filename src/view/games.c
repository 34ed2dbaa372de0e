/* games.c - what can be played, for programs. See view.h. */
#include "view/view.h"

#include <stdio.h>
#include <string.h>

int st_view_game_find(const struct st_game **out, const char *id, struct st_error *err)
{
    const char *names[64];
    char near[200];
    int n = 0;

    *out = st_game_find(id);
    if (*out)
        return ST_OK;
    for (; n < st_ngames && n < 64; n++)
        names[n] = st_games[n]->id;
    st_choices(near, sizeof near, id, names, n);
    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_games[i]->nscenarios; k++)
            if (strcmp(st_games[i]->scenarios[k], id) == 0)
                snprintf(near, sizeof near, "it is a scenario, `%s/%s`", st_games[i]->id, id);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no game `%s`; %s", id, near);
}

int st_view_side_find(const struct st_plan *p, const char *name)
{
    for (int s = 0; s < ST_SIDES; s++)
        if (strcmp(p->side[s], name) == 0)
            return s;
    return -1;
}

static void names(struct st_json *j, const char *key, const char *const *name, int n)
{
    st_json_open(j, key, '[');
    for (int i = 0; i < n; i++)
        st_json_text(j, NULL, name[i]);
    st_json_close(j, ']');
}

static void head(struct st_json *j, const struct st_game *g)
{
    st_json_text(j, "id", g->id);
    st_json_text(j, "title", g->title);
    st_json_text(j, "edition", g->edition);
    st_json_bool(j, "secrets", g->observe != NULL);
    names(j, "scenarios", g->scenarios, g->nscenarios);
}

static void verbs(struct st_json *j, const struct st_game *g)
{
    st_json_open(j, "verbs", '[');
    for (int i = 0; i < g->nverbs; i++)
        st_json_text(j, NULL, g->verbs[i].form);
    st_json_close(j, ']');
}

void st_view_games(struct st_json *j)
{
    st_json_open(j, NULL, '[');
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];

        st_json_open(j, NULL, '{');
        head(j, g);
        names(j, "charts", g->charts, g->ncharts);
        st_json_open(j, "questions", '[');
        for (int k = 0; k < st_nquestions(g); k++)
            st_json_text(j, NULL, st_question_at(g, k)->id);
        st_json_close(j, ']');
        verbs(j, g);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

const char *st_view_kind(enum st_kind kind)
{
    static const char *const word[] = { "automatic", "die", "decision", "over" };

    return word[kind];
}

static void steps(struct st_json *j, const struct st_game *g)
{
    st_json_open(j, "steps", '[');
    for (int i = 0; i < g->nsteps; i++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "name", g->steps[i]->name);
        st_json_text(j, "para", g->steps[i]->para);
        st_json_text(j, "kind", st_view_kind(g->steps[i]->kind));
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

void st_view_game(struct st_json *j, const struct st_game *g)
{
    st_json_open(j, NULL, '{');
    head(j, g);
    verbs(j, g);
    st_view_field_list(j, g);
    steps(j, g);
    names(j, "charts", g->charts, g->ncharts);
    st_view_questions(j, "questions", g, NULL);
    st_json_close(j, '}');
}

static void option_words(struct st_json *j, const struct st_plan *p, const struct st_option *o)
{
    char room[160];

    st_json_open(j, "choices", '[');
    for (int i = 0; i < o->nwords; i++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "value", o->word[i]);
        st_json_text(j, "title", o->called ? st_option_says(p, o->called[i], room, sizeof room) : o->word[i]);
        if (o->cited)
            st_json_text(j, "para", o->cited[i]);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void options(struct st_json *j, const struct st_plan *p)
{
    static const char *const kind[] = { "number", "choice", "several", "text" };

    st_json_open(j, "options", '[');
    for (int i = 0; i < p->noptions; i++) {
        const struct st_option *o = &p->option[i];
        struct st_buf value = { 0 };
        char room[160];

        st_option_value(o, &value);
        st_json_open(j, NULL, '{');
        st_json_text(j, "key", o->key);
        st_json_text(j, "title", st_option_says(p, o->title, room, sizeof room));
        st_json_text(j, "para", o->para);
        st_json_text(j, "kind", kind[o->kind]);
        st_json_text(j, "value", st_buf_text(&value));
        if (o->kind == ST_OPTION_NUMBER) {
            st_json_int(j, "lo", o->lo);
            st_json_int(j, "hi", o->hi);
        }
        if (o->nwords)
            option_words(j, p, o);
        st_json_close(j, '}');
        j->out->failed |= value.failed;
        st_buf_free(&value);
    }
    st_json_close(j, ']');
}

void st_view_scenario(struct st_json *j, const struct st_plan *p)
{
    const struct st_names *pieces = st_view_pieces(p);

    st_json_open(j, NULL, '{');
    st_json_text(j, "id", p->id);
    st_json_text(j, "title", p->title);
    st_json_text(j, "blurb", p->blurb);
    st_view_sides(j, p);
    st_json_int(j, "cols", p->grid.cols);
    st_json_int(j, "rows", p->grid.rows);
    st_json_int(j, "pieces", pieces ? pieces->n : 0);
    options(j, p);
    st_json_close(j, '}');
}

int st_view_scenarios(struct st_json *j, const struct st_game *g, const struct st_files *files,
                      const struct st_entry *given, int ngiven, struct st_error *err)
{
    int e = ST_OK;

    st_json_open(j, NULL, '[');
    for (int i = 0; i < g->nscenarios && !e; i++) {
        struct st_plan *p = NULL;

        e = st_plan_make(&p, g, g->scenarios[i], files, given, ngiven, err);
        if (!e)
            st_view_scenario(j, p);
        st_plan_free(p);
    }
    st_json_close(j, ']');
    return e;
}
