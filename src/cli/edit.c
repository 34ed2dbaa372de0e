/* edit.c - lines typed at a terminal, edited and remembered.
 *
 * Characters are read here rather than by libedit, so that Ctrl-C ends the line at once and the
 * game is left in good order instead of the program being killed in the middle of a word.
 */
#include "cli/commands.h"

#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cli_edit {
    EditLine *el;
    History *history;
    char prompt[200];
    int (*complete)(void *arg, const char *so_far, struct st_buf *grown, struct st_buf *choices);
    void *arg;
};

/* We are that program. */
void cli_go_where_lines_are_edited(const struct cli_command *self, int argc, char **argv)
{
    (void)self, (void)argc, (void)argv;
}

/* One character of UTF-8; a broken one becomes '?'. */
static int get_char(EditLine *el, wchar_t *out)
{
    unsigned char c;
    int more;

    (void)el;
    if (!cli_read_byte(&c))
        return 0;
    more = c < 0x80 ? 0 : c >> 5 == 6 ? 1 : c >> 4 == 14 ? 2 : c >> 3 == 30 ? 3 : -1;
    *out = more <= 0 ? (more ? L'?' : (wchar_t)c) : (wchar_t)(c & (0x3f >> more));
    for (; more > 0; more--) {
        if (!cli_read_byte(&c))
            return 0;
        *out = (wchar_t)(*out << 6 | (wchar_t)(c & 0x3f));
    }
    return 1;
}

static struct cli_edit *edit_of(EditLine *el)
{
    void *data = NULL;

    el_get(el, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt_of(EditLine *el)
{
    return edit_of(el)->prompt;
}

static unsigned char on_tab(EditLine *el, int key)
{
    const LineInfo *li = el_line(el);
    struct cli_edit *l = edit_of(el);
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

struct cli_edit *cli_edit_open(int (*complete)(void *arg, const char *so_far, struct st_buf *grown,
                                               struct st_buf *choices),
                               void *arg)
{
    struct cli_edit *l = calloc(1, sizeof *l);
    HistEvent ev;

    if (!l)
        return NULL;
    l->complete = complete;
    l->arg = arg;

    /* Text is UTF-8 whatever the locale says; libedit must know to count it right. */
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "");
    l->el = el_init("sandtable", stdin, stdout, stderr);
    if (!l->el) {
        free(l);
        return NULL;
    }
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
    return l;
}

void cli_edit_close(struct cli_edit *l)
{
    if (!l)
        return;
    el_end(l->el);
    if (l->history)
        history_end(l->history);
    free(l);
}

int cli_edit_read(struct cli_edit *l, const char *prompt, char *out, size_t size, struct st_error *err)
{
    HistEvent ev;
    int n = 0;

    snprintf(l->prompt, sizeof l->prompt, "%s", prompt);
    const char *text = el_gets(l->el, &n);
    if (!text || n <= 0 || cli_stopped())
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
