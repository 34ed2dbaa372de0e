/* line.c - lines typed by people: edited and remembered at a terminal, plain from a pipe.
 *
 * Characters are read here rather than by libedit, so that Ctrl-C ends the line at once and the
 * game is left in good order instead of the program being killed in the middle of a word.
 */
#include "cli/cli.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cli_line {
    EditLine *el; /* NULL: plain reading */
    History *history;
    char prompt[200];
    int (*complete)(void *arg, const char *so_far, struct st_buf *grown, struct st_buf *choices);
    void *arg;
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

/* ---- at a terminal --------------------------------------------------------------------- */

static int read_byte(unsigned char *out)
{
    for (;;) {
        ssize_t n = read(STDIN_FILENO, out, 1);

        if (n == 1)
            return 1;
        if (n == 0 || errno != EINTR || stopped)
            return 0;
    }
}

/* One character of UTF-8; a broken one becomes '?'. */
static int get_char(EditLine *el, wchar_t *out)
{
    unsigned char c;
    int more;

    (void)el;
    if (!read_byte(&c))
        return 0;
    more = c < 0x80 ? 0 : c >> 5 == 6 ? 1 : c >> 4 == 14 ? 2 : c >> 3 == 30 ? 3 : -1;
    *out = more <= 0 ? (more ? L'?' : (wchar_t)c) : (wchar_t)(c & (0x3f >> more));
    for (; more > 0; more--) {
        if (!read_byte(&c))
            return 0;
        *out = (wchar_t)(*out << 6 | (wchar_t)(c & 0x3f));
    }
    return 1;
}

static struct cli_line *line_of(EditLine *el)
{
    void *data = NULL;

    el_get(el, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt_of(EditLine *el)
{
    return line_of(el)->prompt;
}

static unsigned char on_tab(EditLine *el, int key)
{
    const LineInfo *li = el_line(el);
    struct cli_line *l = line_of(el);
    struct st_buf so_far = { 0 }, grown = { 0 }, choices = { 0 };
    unsigned char act = CC_REFRESH_BEEP;

    (void)key;
    st_buf_put(&so_far, li->buffer, (size_t)(li->cursor - li->buffer));
    int found = l->complete(l->arg, st_buf_text(&so_far), &grown, &choices);
    if (found && grown.len > so_far.len) {
        act = el_insertstr(el, grown.text + so_far.len) == 0 ? CC_REFRESH : CC_ERROR;
    } else if (found > 1 && choices.len) {
        cli_clean_page(&choices);
        printf("\n%s\n", st_buf_text(&choices));
        act = CC_REDISPLAY;
    }
    st_buf_free(&so_far);
    st_buf_free(&grown);
    st_buf_free(&choices);
    return act;
}

static void open_editor(struct cli_line *l)
{
    HistEvent ev;

    /* Text is UTF-8 whatever the locale says; libedit must know to count it right. */
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "");
    l->el = el_init("sandtable", stdin, stdout, stderr);
    if (!l->el)
        return;
    l->history = history_init();
    if (l->history) {
        history(l->history, &ev, H_SETSIZE, 500);
        history(l->history, &ev, H_SETUNIQUE, 1);
        el_set(l->el, EL_HIST, history, l->history);
    }
    el_set(l->el, EL_CLIENTDATA, l);
    el_set(l->el, EL_PROMPT, prompt_of);
    el_set(l->el, EL_EDITOR, "emacs");
    el_set(l->el, EL_GETCFN, get_char);
    el_set(l->el, EL_ADDFN, "sandtable-complete", "complete a move or command", on_tab);
    el_set(l->el, EL_BIND, "^I", "sandtable-complete", NULL);
    el_source(l->el, NULL);
}

static int read_edited(struct cli_line *l, char *out, size_t size, struct st_error *err)
{
    HistEvent ev;
    int n = 0;
    const char *text = el_gets(l->el, &n);

    if (!text || n <= 0 || stopped)
        return 0;
    size_t len = strcspn(text, "\r\n");
    if (len >= size)
        return st_fail(err, ST_ELIMIT, NULL, 0, "a line of more than %zu characters", size - 1);
    memcpy(out, text, len);
    out[len] = 0;
    if (len && l->history)
        history(l->history, &ev, H_ENTER, out);
    return 1;
}

/* ---- from a pipe ----------------------------------------------------------------------- */

static int read_plain(char *out, size_t size, struct st_error *err)
{
    size_t len = 0;
    bool nul = false, any = false;
    unsigned char c;

    while (read_byte(&c)) {
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

int cli_line_open(struct cli_line **out,
                  int (*complete)(void *arg, const char *so_far, struct st_buf *grown,
                                  struct st_buf *choices),
                  void *arg, struct st_error *err)
{
    struct cli_line *l = calloc(1, sizeof *l);

    if (!l)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    l->complete = complete;
    l->arg = arg;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        open_editor(l);
    *out = l;
    return ST_OK;
}

void cli_line_close(struct cli_line *l)
{
    if (!l)
        return;
    if (l->el)
        el_end(l->el);
    if (l->history)
        history_end(l->history);
    free(l);
}

int cli_line_read(struct cli_line *l, const char *prompt, char *out, size_t size,
                  struct st_error *err)
{
    int got;

    fflush(stdout);
    if (stopped)
        return 0;
    snprintf(l->prompt, sizeof l->prompt, "%s", prompt);
    got = l->el ? read_edited(l, out, size, err) : read_plain(out, size, err);
    if (got == 1)
        cli_clean(out);
    return got;
}
