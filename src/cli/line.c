/* line.c - lines typed by people, plain from a pipe or edited and remembered at a terminal (edit.c). */
#include "cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cli_line {
    struct cli_edit *edit; /* NULL: plain reading */
};

/* ---- being asked to stop --------------------------------------------------------------- */

static volatile sig_atomic_t stopped;

static void on_stop(int number)
{
    (void)number;
    stopped = 1;
}

bool cli_stopped(void)
{
    return stopped != 0;
}

/* The first signal is a request, the second (the handler being gone by then) an order. */
void cli_catch_stops(void)
{
    static const int asked[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction a = { .sa_handler = on_stop };

    a.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&a.sa_mask);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        sigaction(asked[i], &a, NULL);
}

int cli_read_byte(unsigned char *out)
{
    for (;;) {
        ssize_t n = read(STDIN_FILENO, out, 1);

        if (n == 1)
            return 1;
        if (n == 0 || errno != EINTR || stopped)
            return 0;
    }
}

/* ---- from a pipe ----------------------------------------------------------------------- */

static int read_plain(char *out, size_t size, struct st_error *err)
{
    size_t len = 0;
    bool nul = false, any = false;
    unsigned char c;

    while (cli_read_byte(&c)) {
        any = true;
        if (c == '\n')
            break;
        nul |= c == 0;
        if (len < size)
            out[len++] = (char)c;
    }
    if (stopped || !any)
        return 0;
    if (nul)
        return st_fail(err, ST_ESYNTAX, NULL, 0, "a NUL byte in the line");
    if (len >= size)
        return st_fail(err, ST_ELIMIT, NULL, 0, "a line of more than %zu characters", size - 1);
    if (len && out[len - 1] == '\r')
        len--;
    out[len] = 0;
    return 1;
}

/* ---- both ------------------------------------------------------------------------------ */

bool cli_at_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

int cli_line_open(struct cli_line **out,
                  int (*complete)(void *arg, const char *so_far, struct st_buf *grown,
                                  struct st_buf *choices),
                  void *arg, struct st_error *err)
{
    struct cli_line *l = calloc(1, sizeof *l);

    if (!l)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (cli_at_terminal())
        l->edit = cli_edit_open(complete, arg);
    *out = l;
    return ST_OK;
}

void cli_line_close(struct cli_line *l)
{
    if (!l)
        return;
    cli_edit_close(l->edit);
    free(l);
}

int cli_line_read(struct cli_line *l, const char *prompt, char *out, size_t size,
                  struct st_error *err)
{
    int got;

    fflush(stdout);
    if (stopped)
        return 0;
    got = l->edit ? cli_edit_read(l->edit, prompt, out, size, err) : read_plain(out, size, err);
    if (got == 1)
        cli_clean(out);
    return got;
}
