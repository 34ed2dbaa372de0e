/* games.c - `sandtable games`: what can be played. */
#include "cli/commands.h"

static void show(struct st_buf *out)
{
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];

        st_buf_add(out, "%-10s %s, edition %s: %d scenario%s, %d chart%s, %d question%s\n", g->id,
                   g->title, g->edition, g->nscenarios, g->nscenarios == 1 ? "" : "s", g->ncharts,
                   g->ncharts == 1 ? "" : "s", g->nquestions, g->nquestions == 1 ? "" : "s");
    }
}

int cli_games(const struct cli_command *self, int argc, char **argv)
{
    bool json = false;
    struct cli_option opt[] = { cli_option_json(&json) };
    int status = cli_parse(self, opt, 1, 0, 0, &argc, &argv);
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };

    if (status != CLI_GO_ON)
        return status;
    if (!json) {
        show(&out);
        return cli_print(&out, CLI_OK);
    }
    st_view_games(&j);
    return cli_print_json(&j, CLI_OK);
}
