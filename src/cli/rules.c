/* rules.c - `sandtable rules`: a paragraph of the rules as umpired, or the headings. */
#include "cli/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A mark of where a rule comes from: "[D]", "[P]", "[D: sister game]". Not a reference such as "[R2.7]". */
static size_t mark_length(const char *c)
{
    size_t n = strcspn(c, "]");

    return c[0] == '[' && isupper((unsigned char)c[1]) && (c[2] == ']' || c[2] == ':' || c[2] == ',') && c[n] ? n + 1 : 0;
}

/* Text as people read it: without the signs of the page and the marks of provenance. */
static void plain(char *text)
{
    char *to = text + strspn(text, " ");
    bool open = false; /* inside *words* */
    size_t n;

    for (const char *c = to; *c;) {
        bool start = to == text || to[-1] == ' ' || to[-1] == '(';

        if (strncmp(c, "**", 2) == 0) {
            c += 2;
        } else if ((n = mark_length(c))) {
            c += n;
        } else if (*c == '*' && (open || (start && isalnum((unsigned char)c[1])))) {
            open = !open;
            c++;
        } else if (*c == ' ' && to > text && to[-1] == ' ') {
            c++; /* where a mark stood */
        } else {
            *to++ = *c++;
        }
    }
    *to = 0;
}

static void show_lines(struct st_buf *out, const struct cli_term *term,
                       const struct st_rule_book *b, int from, int to)
{
    for (int i = from; i < to; i++) {
        char text[ST_LINE_MAX + 1];
        int indent = b->line[i].indent + (b->line[i].item ? 2 : 0);

        if (!st_span_copy(b->line[i].text, text, sizeof text))
            continue;
        plain(text);
        if (b->line[i].heading) {
            cli_style(out, term, CLI_BOLD, text + strspn(text, "# "));
        } else {
            const char *words = text + b->line[i].indent;

            st_buf_add(out, "%.*s", b->line[i].indent, text);
            if (words[0] == '|') /* a table keeps its lines */
                st_buf_add(out, "%s", words);
            else
                cli_wrap(out, term, b->line[i].indent, indent, words);
        }
        st_buf_put(out, "\n", 1);
    }
}

/* Headings with that word in them, for whoever knows no number; how many. */
static int headings_with(struct st_buf *out, const struct st_rule_book *b, const char *word)
{
    int found = 0;

    for (int i = 0; i < b->n; i++) {
        struct st_span text = b->line[i].heading ? st_rule_heading(&b->line[i]) : (struct st_span){ "", 0 };
        size_t n = strlen(word);

        for (size_t k = 0; n > 2 && k + n <= text.len; k++)
            if (strncasecmp(text.at + k, word, n) == 0) {
                st_buf_add(out, "%.*s\n", (int)text.len, text.at);
                found++;
                break;
            }
    }
    return found;
}

int cli_rules_show(struct st_buf *out, const struct cli_term *term, const struct st_game *g,
                   const struct st_files *files, const char *para, struct st_error *err)
{
    struct st_rule_book b;
    int from, to, e = st_rule_book_read(&b, g, files, err);

    bool read = !e, named = false;
    if (!e)
        e = st_rule_book_find(&b, g, para, &from, &to, err);
    if (!e)
        show_lines(out, term, &b, from, to);
    else if (read)
        named = headings_with(out, &b, para) > 0;
    if (named)
        e = ST_OK;
    st_rule_book_free(&b);
    return e;
}

static void headings(struct st_buf *out, const struct cli_term *term, const struct st_rule_book *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].heading) {
            const struct st_rule_line *l = &b->line[i];
            struct st_span text = st_rule_heading(l);
            char words[200];

            snprintf(words, sizeof words, "%.*s", (int)text.len, text.at);
            st_buf_add(out, "%*s", 2 * (l->heading - 1), "");
            cli_style(out, term, l->heading == 1 ? CLI_BOLD : CLI_PLAIN, words);
            st_buf_put(out, "\n", 1);
        }
}

static int show_headings(struct st_buf *out, const struct st_game *g, const struct st_files *files,
                         struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_rule_book b;
    int e = st_rule_book_read(&b, g, files, err);

    if (!e) {
        headings(out, &term, &b);
        st_buf_add(out, "\nMoves are written:\n");
        for (int i = 0; i < g->nverbs; i++)
            st_buf_put(out, "  ", 2), cli_form(out, g->verbs[i].form), st_buf_put(out, "\n", 1);
    }
    st_rule_book_free(&b);
    return e;
}

static int answer_json(struct st_buf *out, const struct st_game *g, const char *para,
                       struct st_error *err)
{
    struct st_json j = { out, false };
    int e = para ? st_view_paragraph(&j, g, &st_files_library, para, err)
                 : st_view_rules(&j, g, &st_files_library, err);

    st_buf_put(out, "\n", 1);
    return e;
}

/* The rules in five minutes: five-minutes.md, without its pictures. */
static int show_short(struct st_buf *out, const struct cli_term *term, const struct st_game *g,
                      const struct st_files *files, struct st_error *err)
{
    struct st_arena a = { NULL };
    struct st_span text, line;
    char name[80];
    int e;

    snprintf(name, sizeof name, "%s/five-minutes.md", g->id);
    e = st_files_read(files, &a, name, &text, err);
    struct st_line_reader r = { e ? NULL : text.at, e ? NULL : text.at + text.len, 0 };
    while (!e && st_line_next(&r, &line)) {
        char words[ST_LINE_MAX + 1];

        if (!st_span_copy(line, words, sizeof words) || words[0] == '!') /* a picture */
            continue;
        plain(words);
        if (words[0] == '#')
            cli_style(out, term, CLI_BOLD, words + strspn(words, "# "));
        else if (words[0] == '|')
            cli_style(out, term, CLI_DIM, words);
        else
            cli_wrap(out, term, 0, strncmp(words, "- ", 2) == 0 ? 2 : 0, words);
        st_buf_put(out, "\n", 1);
    }
    st_arena_free(&a);
    return e;
}

int cli_rules(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    bool json = false, brief = false;
    struct cli_option opt[] = { cli_option_json(&json),
                                { CLI_FLAG, "short", NULL, "the rules in five minutes", &brief },
                                cli_option_lang(&source) };
    int status = cli_parse(self, opt, 3, 1, 2, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    const struct st_game *g;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = st_view_game_find(&g, argv[0], &err);
    if (!e && brief)
        e = show_short(&out, &term, g, source.files, &err);
    else if (!e && json)
        e = answer_json(&out, g, argc > 1 ? argv[1] : NULL, &err);
    else if (!e && argc > 1)
        e = cli_rules_show(&out, &term, g, &st_files_library, argv[1], &err);
    else if (!e)
        e = show_headings(&out, g, &st_files_library, &err);
    if (!e)
        return cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return cli_fail(NULL, &err);
}
