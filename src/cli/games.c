/* games.c - `sandtable games`: what can be played. */
#include "cli/commands.h"

int cli_games(const struct cli_command *self, int argc, char **argv)
{
    bool json = false;
    struct cli_option opt[] = { cli_option_json(&json) };
    int status = cli_parse(self, opt, 1, 0, 0, &argc, &argv);
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };

    if (status != CLI_GO_ON)
        return status;
    if (json)
        st_json_open(&j, NULL, '[');
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];

        if (!json) {
            st_buf_add(&out, "%-10s %s, edition %s: %d scenario%s, %d chart%s, %d question%s\n",
                       g->id, g->title, g->edition, g->nscenarios, g->nscenarios == 1 ? "" : "s",
                       g->ncharts, g->ncharts == 1 ? "" : "s", g->nquestions,
                       g->nquestions == 1 ? "" : "s");
            continue;
        }
        st_json_open(&j, NULL, '{');
        st_json_text(&j, "id", g->id);
        st_json_text(&j, "title", g->title);
        st_json_text(&j, "edition", g->edition);
        st_json_open(&j, "scenarios", '[');
        for (int k = 0; k < g->nscenarios; k++)
            st_json_text(&j, NULL, g->scenarios[k]);
        st_json_close(&j, ']');
        st_json_open(&j, "charts", '[');
        for (int k = 0; k < g->ncharts; k++)
            st_json_text(&j, NULL, g->charts[k]);
        st_json_close(&j, ']');
        st_json_open(&j, "questions", '[');
        for (int k = 0; k < g->nquestions; k++)
            st_json_text(&j, NULL, g->questions[k].id);
        st_json_close(&j, ']');
        st_json_open(&j, "verbs", '[');
        for (int k = 0; k < g->nverbs; k++)
            st_json_text(&j, NULL, g->verbs[k].form);
        st_json_close(&j, ']');
        st_json_close(&j, '}');
    }
    if (json) {
        st_json_close(&j, ']');
        st_buf_put(&out, "\n", 1);
    }
    return cli_print(&out, CLI_OK);
}
