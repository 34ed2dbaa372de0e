/* rules.c - `sandtable rules`: a paragraph of the rules as umpired, from the game's RULES.md.
 *
 * A paragraph is the line that begins with its number, after list marks and emphasis, and the
 * lines that go on with it. A number on a heading means the whole section.
 */
#include "cli/cli.h"
#include "cli/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct rule_line {
    struct st_span text;
    struct st_span number; /* empty: not numbered */
    int indent;
    int heading; /* number of '#', 0: none */
    bool item;   /* of a list */
};

struct rule_book {
    struct rule_line *line;
    int n;
    struct st_arena arena;
};

/* "R4.4", "B3", "13.2", "G.8": a few letters, digits, dots with more of them. */
static size_t number_length(struct st_span s)
{
    size_t k = 0, digits = 0;

    while (k < s.len && k < 4 && isupper((unsigned char)s.at[k]))
        k++;
    for (; k < s.len; k++) {
        if (isdigit((unsigned char)s.at[k]))
            digits++;
        else if (s.at[k] != '.' || k + 1 >= s.len || !isdigit((unsigned char)s.at[k + 1]))
            break;
    }
    if (digits == 0 ||
        (k < s.len && (isalnum((unsigned char)s.at[k]) || s.at[k] == '-' || s.at[k] == '/')))
        return 0;
    return k;
}

static struct rule_line read_line(struct st_span text)
{
    struct rule_line l = { .text = text };
    struct st_span s = text;

    while (s.len) {
        if (s.len >= 2 && memcmp(s.at, "§", 2) == 0) {
            s.at += 2, s.len -= 2;
            continue;
        }
        if (!strchr(" \t-*#", s.at[0]))
            break;
        if (s.at[0] == '#')
            l.heading++;
        if ((s.at[0] == '-' || s.at[0] == '*') && s.len > 1 && s.at[1] == ' ')
            l.item = true;
        if (!l.item && !l.heading && (s.at[0] == ' ' || s.at[0] == '\t'))
            l.indent++;
        s.at++, s.len--;
    }
    l.number = (struct st_span){ s.at, number_length(s) };
    return l;
}

static int read_book(struct rule_book *b, const struct st_game *g, const struct st_files *files,
                     struct st_error *err)
{
    char name[80];
    struct st_span text, line;
    int e, room = 1;

    *b = (struct rule_book){ 0 };
    snprintf(name, sizeof name, "%s/RULES.md", g->id);
    e = st_files_read(files, &b->arena, name, &text, err);
    if (e)
        return e;
    for (size_t i = 0; i < text.len; i++)
        room += text.at[i] == '\n';
    b->line = st_arena_array(&b->arena, (size_t)room, sizeof *b->line);
    if (!b->line)
        return st_fail(err, ST_ENOMEM, name, 0, "out of memory");
    struct st_line_reader r = { text.at, text.at + text.len, 0 };
    while (st_line_next(&r, &line))
        b->line[b->n++] = read_line(line);
    return ST_OK;
}

static int find_number(const struct rule_book *b, const char *para)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].number.len && st_span_is(b->line[i].number, para))
            return i;
    for (int i = 0; i < b->n; i++)
        if (b->line[i].number.len == strlen(para) &&
            strncasecmp(b->line[i].number.at, para, strlen(para)) == 0)
            return i;
    return -1;
}

/* The line after the last one of the paragraph or section that begins at `from`. */
static int end_of(const struct rule_book *b, int from)
{
    const struct rule_line *head = &b->line[from];
    int i = from + 1, last = from + 1;

    for (; i < b->n; i++) {
        const struct rule_line *l = &b->line[i];

        if (l->heading && (!head->heading || l->heading <= head->heading))
            break;
        if (head->heading) {
            last = st_span_trim(l->text).len ? i + 1 : last;
            continue;
        }
        if (st_span_trim(l->text).len == 0) {
            if (i + 1 >= b->n || b->line[i + 1].indent <= head->indent)
                break;
            continue;
        }
        if ((l->item || l->number.len) && l->indent <= head->indent)
            break;
        last = i + 1;
    }
    return last;
}

static int no_paragraph(struct rule_book *b, const struct st_game *g, const char *para,
                        struct st_error *err)
{
    const char **names = st_arena_array(&b->arena, (size_t)b->n + 1, sizeof *names);
    char near[200];
    int n = 0;

    if (!names)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (int i = 0; i < b->n; i++)
        if (b->line[i].number.len) {
            names[n] = st_arena_text(&b->arena, b->line[i].number.at, b->line[i].number.len);
            if (!names[n++])
                return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        }
    st_suggest(near, sizeof near, para, names, n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "the rules of %s have no paragraph `%s`; %s", g->id,
                   para, near[0] ? near : "`sandtable rules GAME` lists the headings");
}

static void show_lines(struct st_buf *out, const struct cli_term *term, const struct rule_book *b,
                       int from, int to)
{
    for (int i = from; i < to; i++) {
        char text[ST_LINE_MAX + 1];
        int indent = b->line[i].indent + (b->line[i].item ? 2 : 0);

        if (!st_span_copy(b->line[i].text, text, sizeof text))
            continue;
        if (b->line[i].heading) {
            cli_style(out, term, CLI_BOLD, text);
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

int cli_rules_show(struct st_buf *out, const struct cli_term *term, const struct st_game *g,
                   const struct st_files *files, const char *para, struct st_error *err)
{
    struct rule_book b;
    int e = read_book(&b, g, files, err);

    if (!e) {
        int at = find_number(&b, para);

        if (at < 0)
            e = no_paragraph(&b, g, para, err);
        else
            show_lines(out, term, &b, at, end_of(&b, at));
    }
    st_arena_free(&b.arena);
    return e;
}

static void headings(struct st_buf *out, const struct cli_term *term, const struct rule_book *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].heading) {
            const struct rule_line *l = &b->line[i];
            struct st_span text = l->text;

            while (text.len && strchr("# ", text.at[0]))
                text.at++, text.len--;
            char words[200];
            snprintf(words, sizeof words, "%.*s", (int)text.len, text.at);
            st_buf_add(out, "%*s", 2 * (l->heading - 1), "");
            cli_style(out, term, l->heading == 1 ? CLI_BOLD : CLI_PLAIN, words);
            st_buf_put(out, "\n", 1);
        }
}

static void headings_json(struct st_json *j, const struct rule_book *b)
{
    st_json_open(j, "headings", '[');
    for (int i = 0; i < b->n; i++)
        if (b->line[i].heading) {
            struct st_span text = b->line[i].text;
            char words[200], number[16];

            while (text.len && strchr("# ", text.at[0]))
                text.at++, text.len--;
            snprintf(words, sizeof words, "%.*s", (int)text.len, text.at);
            st_json_open(j, NULL, '{');
            st_json_int(j, "level", b->line[i].heading);
            st_json_text(j, "para",
                         st_span_copy(b->line[i].number, number, sizeof number) && number[0]
                             ? number
                             : NULL);
            st_json_text(j, "text", words);
            st_json_close(j, '}');
        }
    st_json_close(j, ']');
}

static int list_headings(const struct st_game *g, const struct st_files *files, bool json,
                         struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    struct rule_book b;
    int e = read_book(&b, g, files, err);

    if (!e && json) {
        struct st_json j = { &out, false };

        st_json_open(&j, NULL, '{');
        st_json_text(&j, "game", g->id);
        headings_json(&j, &b);
        st_json_open(&j, "moves", '[');
        for (int i = 0; i < g->nverbs; i++)
            st_json_text(&j, NULL, g->verbs[i].form);
        st_json_close(&j, ']');
        st_json_close(&j, '}');
        st_buf_put(&out, "\n", 1);
    } else if (!e) {
        headings(&out, &term, &b);
        st_buf_add(&out, "\nMoves are written:\n");
        for (int i = 0; i < g->nverbs; i++)
            st_buf_add(&out, "  %s\n", g->verbs[i].form);
    }
    st_arena_free(&b.arena);
    return e ? cli_fail(NULL, err) : cli_print(&out, CLI_OK);
}

int cli_rules(const struct cli_command *self, int argc, char **argv)
{
    bool json = false;
    struct cli_option opt[] = { cli_option_json(&json) };
    int status = cli_parse(self, opt, 1, 1, 2, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    const struct st_game *g;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (cli_game(&g, argv[0], &err))
        return cli_fail(NULL, &err);
    if (argc == 1)
        return list_headings(g, &st_files_library, json, &err);
    if (json)
        term = (struct cli_term){ 0 };
    if (cli_rules_show(&out, &term, g, &st_files_library, argv[1], &err)) {
        st_buf_free(&out);
        return cli_fail(NULL, &err);
    }
    if (json) {
        struct st_buf doc = { 0 };
        struct st_json j = { &doc, false };

        st_json_open(&j, NULL, '{');
        st_json_text(&j, "game", g->id);
        st_json_text(&j, "para", argv[1]);
        st_json_text(&j, "text", st_buf_text(&out));
        st_json_close(&j, '}');
        st_buf_put(&doc, "\n", 1);
        doc.failed |= out.failed;
        st_buf_free(&out);
        return cli_print(&doc, CLI_OK);
    }
    return cli_print(&out, CLI_OK);
}
