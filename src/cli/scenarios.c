/* scenarios.c - `sandtable scenarios`: the battles of a game. */
#include "cli/commands.h"

#include <string.h>

/* "turns=8", then what it is and what else it may be. */
static void show_option(struct st_buf *out, const struct cli_term *term, const struct st_plan *p, const struct st_option *o)
{
    char room[160], lo[12], hi[12];
    struct st_buf now = { 0 }, words = { 0 };

    st_buf_add(&now, "%s=", o->key);
    st_option_value(o, &now);
    st_buf_add(&words, "%s", st_option_says(p, o->title, room, sizeof room));
    if (o->para)
        st_buf_add(&words, " (%s)", o->para);
    if (o->kind == ST_OPTION_NUMBER)
        cli_say(&words, "scenario.range", cli_count(lo, o->lo), cli_count(hi, o->hi), NULL);
    for (int i = 0; i < o->nwords; i++) {
        st_buf_add(&words, "%s%s", i ? o->kind == ST_OPTION_CHOICE ? " | " : ", " : ": ",
                   o->word[i]);
        if (o->called) {
            bool cited = o->cited && strcmp(o->cited[i], o->word[i]) != 0;

            st_buf_add(&words, " (%s%s%s)", st_option_says(p, o->called[i], room, sizeof room), cited ? ", " : "",
                       cited ? o->cited[i] : "");
        }
    }
    st_buf_add(out, "%16s", "");
    cli_pad(out, st_buf_text(&now), 24);
    st_buf_put(out, " ", 1);
    cli_wrap(out, term, 41, 41, st_buf_text(&words));
    st_buf_put(out, "\n", 1);
    out->failed |= now.failed || words.failed;
    st_buf_free(&now);
    st_buf_free(&words);
}

/* How long, how hard, and where to sit first. */
static void show_effort(struct st_buf *out, const struct cli_term *term, const struct st_plan *p)
{
    const struct st_word *place = st_word_find(p, "briefing", "place"), *length = st_word_find(p, "briefing", "length");
    struct st_buf text = { 0 };

    if (!place)
        return;
    cli_say(&text, "brief.minutes", length ? length->says : "", place->brief, NULL);
    st_buf_add(&text, " %s", place->explains);
    int seat = st_view_side_find(p, place->para);
    if (seat >= 0) {
        st_buf_put(&text, " ", 1);
        cli_say(&text, "scenario.seat", st_side_brief(p, seat), NULL);
    }
    st_buf_add(out, "%16s", "");
    cli_wrap(out, term, 16, 16, st_buf_text(&text));
    st_buf_put(out, "\n", 1);
    out->failed |= text.failed;
    st_buf_free(&text);
}

static void show(struct st_buf *out, const struct cli_term *term, const struct st_plan *p)
{
    const struct st_names *pieces = st_view_pieces(p);

    cli_pad(out, p->id, 15);
    st_buf_put(out, " ", 1);
    cli_style(out, term, CLI_BOLD, p->title);
    char cols[12], rows[12];
    st_buf_add(out, "\n%16s", "");
    cli_say(out, "scenario.sides", st_side_brief(p, 0), st_side_brief(p, 1), NULL);
    if (p->grid.cols)
        cli_say(out, "scenario.map", cli_count(cols, p->grid.cols), cli_count(rows, p->grid.rows), NULL);
    if (pieces)
        cli_say(out, "scenario.pieces", cli_count(cols, pieces->n), NULL);
    st_buf_put(out, "\n", 1);
    if (p->blurb[0]) {
        st_buf_add(out, "%16s", "");
        cli_wrap(out, term, 16, 16, p->blurb);
        st_buf_put(out, "\n", 1);
    }
    show_effort(out, term, p);
    for (int i = 0; i < p->noptions; i++)
        show_option(out, term, p, &p->option[i]);
}

int cli_scenarios(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    bool json = false;
    struct cli_option opt[1 + CLI_SOURCE_OPTIONS] = { cli_option_json(&json) };
    int nopt = 1 + cli_source_options(&source, opt + 1);
    int status = cli_parse(self, opt, nopt, 1, 1, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    const struct st_game *g;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = st_view_game_find(&g, argv[0], &err);
    if (e)
        return cli_fail(&source, &err);
    if (json)
        e = st_view_scenarios(&j, g, source.files, source.given, source.ngiven, &err);
    for (int i = 0; i < g->nscenarios && !e && !json; i++) {
        struct st_plan *p = NULL;

        e = st_plan_make(&p, g, g->scenarios[i], source.files, source.given, source.ngiven, &err);
        if (!e)
            show(&out, &term, p);
        st_plan_free(p);
    }
    if (e) {
        st_buf_free(&out);
        return cli_fail(&source, &err);
    }
    return json ? cli_print_json(&j, CLI_OK) : cli_print(&out, CLI_OK);
}
