/* script.c - fuzz: a script of `sandtable run`, through the command itself.
 *
 * The first line of the input names the scenario. What the command prints goes nowhere
 * (-close_fd_mask in tests/fuzz/run).
 */
#include "fuzz.h"

#include "cli/commands.h"

#include <getopt.h>
#include <unistd.h>

/* The command reads a file, so the script is put into one that nobody else sees. */
static void run_script(const char *scenario, const char *text, size_t len)
{
    static const struct cli_command run = { "run", "", "", "", cli_run };
    static int fd = -1;
    char name[80], path[32], hidden[] = "/tmp/sandtable-script-XXXXXX";
    char *argv[] = { (char[]){ "run" }, name, (char[]){ "--script" }, path, NULL };

    if (fd < 0) {
        fd = mkstemp(hidden);
        law(fd >= 0 && unlink(hidden) == 0);
    }
    snprintf(path, sizeof path, "/dev/fd/%d", fd);
    law(ftruncate(fd, 0) == 0 && pwrite(fd, text, len, 0) == (ssize_t)len);
    snprintf(name, sizeof name, "%s", scenario);
    optind = 0; /* begin anew */
    int status = cli_run(&run, 4, argv);
    law(status == CLI_OK || status == CLI_NO || status == CLI_BAD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_span rest = { text, size }, first = st_span_cut(&rest, '\n');
    char scenario[80];

    if (st_span_copy(first, scenario, sizeof scenario) && scenario[0] && scenario[0] != '-' &&
        !strchr(scenario, ':')) /* that would be a file of this machine */
        run_script(scenario, rest.at, rest.len);
    free(text);
    return 0;
}
