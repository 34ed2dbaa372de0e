/* script.c - fuzz: a script of `sandtable run`, and a tape of dice beside it, through the command itself.
 *
 * The first line of the input names the scenario; what follows a line `%% tape` is the tape. What the
 * command prints goes nowhere (-close_fd_mask in tests/fuzz/run).
 */
#include "fuzz.h"

#include "cli/commands.h"

#include <getopt.h>
#include <unistd.h>

enum { SCRIPT, TAPE, FILES };

/* The command reads files, so what it reads is put into some that nobody else sees. */
static void put_file(int which, struct st_span text, char *path, size_t size)
{
    static int fd[FILES] = { -1, -1 };
    char hidden[] = "/tmp/sandtable-script-XXXXXX";

    if (fd[which] < 0) {
        fd[which] = mkstemp(hidden);
        law(fd[which] >= 0 && unlink(hidden) == 0);
    }
    law(ftruncate(fd[which], 0) == 0 &&
        pwrite(fd[which], text.at, text.len, 0) == (ssize_t)text.len);
    snprintf(path, size, "%s/dev/fd/%d", which == TAPE ? "tape:" : "", fd[which]);
}

static void run_script(const char *scenario, struct st_span script, struct st_span tape)
{
    static const struct cli_command run = { "run", "", "", "", cli_run };
    char name[80], path[FILES][40];
    char *argv[] = { (char[]){ "run" }, name,       (char[]){ "--script" }, path[SCRIPT],
                     (char[]){ "--dice" }, path[TAPE], NULL };

    put_file(SCRIPT, script, path[SCRIPT], sizeof path[SCRIPT]);
    put_file(TAPE, tape, path[TAPE], sizeof path[TAPE]);
    snprintf(name, sizeof name, "%s", scenario);
    optind = 0; /* begin anew */
    if (!tape.at)
        argv[4] = NULL;
    int status = cli_run(&run, tape.at ? 6 : 4, argv);
    law(status == CLI_OK || status == CLI_NO || status == CLI_BAD);
}

/* What stands before the line `%% tape`; *tape is what follows, or nothing. */
static struct st_span cut_tape(struct st_span text, struct st_span *tape)
{
    static const char mark[] = "\n%% tape\n";
    size_t n = sizeof mark - 1;

    *tape = (struct st_span){ NULL, 0 };
    for (size_t i = 0; i + n <= text.len; i++)
        if (memcmp(text.at + i, mark, n) == 0) {
            *tape = (struct st_span){ text.at + i + n, text.len - i - n };
            return (struct st_span){ text.at, i + 1 };
        }
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_span rest = { text, size }, first = st_span_cut(&rest, '\n');
    struct st_span tape, script = cut_tape(rest, &tape);
    char scenario[80];

    if (st_span_copy(first, scenario, sizeof scenario) && scenario[0] && scenario[0] != '-' &&
        !strchr(scenario, ':')) /* that would be a file of this machine */
        run_script(scenario, script, tape);
    free(text);
    return 0;
}
