/* term.c - what the terminal can do, and text measured in columns. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct cli_term cli_term(void)
{
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM"), *cols = getenv("COLUMNS");
    struct cli_term t = { .tty = isatty(STDOUT_FILENO) };
    struct winsize size;
    int n;

    if (!t.tty)
        return t;
    t.colour = !(no_color && no_color[0]) && kind && strcmp(kind, "dumb") != 0;
    t.width = 80;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        t.width = size.ws_col;
    else if (cols && st_span_int(st_span_of(cols), 20, 1000, &n))
        t.width = n;
    return t;
}

void cli_style(struct st_buf *out, const struct cli_term *term, int style, const char *text)
{
    static const char *const code[] = { "0", "1", "2", "31", "32", "34" };

    if (term->colour && style != CLI_PLAIN && text[0])
        st_buf_add(out, "\033[%sm%s\033[0m", code[style], text);
    else
        st_buf_add(out, "%s", text);
}

int cli_width(const char *text)
{
    return st_text_columns(text);
}

void cli_pad(struct st_buf *out, const char *text, int width)
{
    int gap = width - cli_width(text);

    st_buf_add(out, "%s%*s", text, gap > 0 ? gap : text[0] ? 1 : 0, "");
}

void cli_bar(struct st_buf *out, double share, int width)
{
    static const char *const part[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    int eighths = (int)(share * width * 8 + 0.5);

    if (eighths == 0 && share > 0)
        eighths = 1;
    for (int i = 0; i < eighths / 8; i++)
        st_buf_add(out, "█");
    st_buf_add(out, "%s", part[eighths % 8]);
}

void cli_wrap(struct st_buf *out, const struct cli_term *term, int column, int indent,
              const char *text)
{
    struct st_span all = st_span_of(text);
    bool first = true;

    if (!term->width) {
        st_buf_add(out, "%s", text);
        return;
    }
    for (struct st_span w; (w = st_span_word(&all)).len;) {
        char word[ST_LINE_MAX + 1];

        if (!st_span_copy(w, word, sizeof word))
            continue;
        int len = cli_width(word);
        if (!first && column + 1 + len > term->width) {
            st_buf_add(out, "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        st_buf_add(out, "%s%s", first ? "" : " ", word);
        column += len + !first;
        first = false;
    }
}

void cli_items(struct st_buf *out, const struct cli_term *term, int column, int indent,
               const char *items)
{
    struct st_span all = st_span_of(items);
    bool first = true;

    while (all.len) {
        struct st_span one = st_span_cut(&all, '\n');
        char text[400];

        if (!st_span_copy(one, text, sizeof text))
            continue;
        int len = cli_width(text);
        if (!first && column + 3 + len > (term->width ? term->width : 100)) {
            st_buf_add(out, "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        st_buf_add(out, "%s", first ? "" : "   ");
        cli_wrap(out, term, column + (first ? 0 : 3), indent + 2, text); /* one that is longer than a line */
        column += len + (first ? 0 : 3);
        first = false;
    }
    if (!first)
        st_buf_put(out, "\n", 1);
}

/* A `?` for whatever must not reach a terminal; our own colours are spared where they are. */
static size_t clean(char *text, bool colours)
{
    unsigned char *from = (unsigned char *)text, *to = from;

    while (*from) {
        uint32_t c = 0;
        size_t n = st_utf8(from, &c);
        bool bad = n == 0 || (st_unprintable(c) && !(c == '\x1b' && colours));

        if (bad)
            *to++ = '?';
        for (size_t i = 0; i < n && !bad; i++)
            *to++ = from[i];
        from += n ? n : 1;
    }
    *to = 0;
    return (size_t)((char *)to - text);
}

void cli_clean(char *text)
{
    clean(text, false);
}

void cli_clean_page(struct st_buf *out)
{
    if (out->text)
        out->len = clean(out->text, true);
}

int cli_print(struct st_buf *out, int status)
{
    bool lost = out->failed;

    cli_clean_page(out);
    if (lost)
        fprintf(stderr, "sandtable: out of memory\n");
    else if (fwrite(st_buf_text(out), 1, out->len, stdout) != out->len || fflush(stdout) != 0) {
        fprintf(stderr, "sandtable: cannot write: %s\n", strerror(errno));
        lost = true;
    }
    st_buf_free(out);
    return lost ? CLI_BAD : status;
}

int cli_print_json(struct st_json *j, int status)
{
    st_buf_put(j->out, "\n", 1);
    return cli_print(j->out, status);
}
