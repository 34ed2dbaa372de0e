/* beside.c - what needs other libraries, a server's, a printer's and an editor's of lines, is done by a second
 * program that is made of the same sources and lies beside this one: so all other commands start at once. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, MOST = 64 };

/* Installed it is PREFIX/libexec/sandtable/sandtable-more, in a build tree it lies in our folder. */
static void start_more(char **argv)
{
    static const char *const places[] = { "../libexec/sandtable/sandtable-more", "sandtable-more" };
    char own[PATH_SIZE], there[PATH_SIZE + 64];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);

    if (n <= 0)
        return;
    own[n] = 0;
    *strrchr(own, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(there, sizeof there, "%s/%s", own, places[i]);
        execv(there, argv);
    }
}

/* argv[0] is the command, or for `help COMMAND` our own name. Comes back if it cannot be done. */
static void go_there(const struct cli_command *self, int argc, char **argv)
{
    char name[32], *all[MOST + 2] = { "sandtable", name };

    snprintf(name, sizeof name, "%s", self->name);
    memcpy(all + 2, argv + 1, (size_t)argc * sizeof argv[0]); /* with the NULL behind them */
    start_more(all);
}

static int go_on_there(const struct cli_command *self, int argc, char **argv)
{
    if (argc > MOST)
        return cli_usage(self, "too many words");
    go_there(self, argc, argv);
    fprintf(stderr, "sandtable: %s is done by sandtable-more, which cannot be started: %s\n", self->name,
            strerror(errno));
    return CLI_BAD;
}

int cli_serve(const struct cli_command *self, int argc, char **argv)
{
    return go_on_there(self, argc, argv);
}

int cli_printed(const struct cli_command *self, int argc, char **argv)
{
    return go_on_there(self, argc, argv);
}

void cli_go_where_lines_are_edited(const struct cli_command *self, int argc, char **argv)
{
    if (cli_at_terminal() && argc <= MOST)
        go_there(self, argc, argv);
}

struct cli_edit *cli_edit_open(int (*complete)(void *arg, const char *so_far, struct st_buf *grown,
                                               struct st_buf *choices),
                               void *arg)
{
    (void)complete, (void)arg;
    return NULL;
}

void cli_edit_close(struct cli_edit *l)
{
    (void)l;
}

int cli_edit_read(struct cli_edit *l, const char *prompt, char *out, size_t size, struct st_error *err)
{
    (void)l, (void)prompt, (void)out, (void)size, (void)err;
    return 0;
}
