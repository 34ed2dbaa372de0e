/* bench.c - `sandtable bench`: how fast, against small reference kernels in the same program. */
#include "cli/commands.h"

#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

static bool read_seconds(const char *text, double *out)
{
    char *end;

    *out = strtod(text, &end);
    return text[strspn(text, "0123456789.")] == 0 && end != text && *end == 0 && *out > 0 &&
           *out <= 60;
}

static void flush(struct st_buf *out)
{
    cli_print(out, CLI_OK);
}

int cli_bench(const struct cli_command *self, int argc, char **argv)
{
    const char *seconds = "0.3", *sheet = NULL;
    const struct st_game *only = NULL;
    struct bench b = { .flush = flush };
    bool play_only = false, all = false;
    struct cli_option opt[] = {
        { CLI_TEXT, "seconds", "S", "time for each figure: up to 60, 0.3 by default", &seconds },
        { CLI_TEXT, "sheet", "FILE", "what to measure of GAME, instead of its own sheet", &sheet },
        { CLI_FLAG, "play", NULL, "only the Play numbers", &play_only },
        { CLI_FLAG, "all", NULL, "every game and the engine itself: as without GAME", &all },
        cli_option_json(&b.json),
    };
    int status = cli_parse(self, opt, 5, 0, 1, &argc, &argv), e = ST_OK;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!read_seconds(seconds, &b.seconds))
        return cli_usage(self, "--seconds must be a number above 0, 60 at most, not `%s`", seconds);
    if (sheet && argc == 0)
        return cli_usage(self, "--sheet is for one GAME: which?");
    if (all && argc)
        return cli_usage(self, "--all is every game, not `%s` alone", argv[0]);
    if (argc)
        e = st_view_game_find(&only, argv[0], &err);
    if (!e)
        e = bench_all(&b, only, sheet, play_only, &err);
    if (e) {
        st_buf_free(&b.out);
        return cli_fail(NULL, &err);
    }
    return cli_print(&b.out, CLI_OK);
}
