/* rules.c - paragraphs of the rules as umpired, from the game's RULES.md. See view.h.
 *
 * A paragraph is the line that begins with its number, after list marks and emphasis, and the
 * lines that go on with it, even where one of these happens to begin with a number. A number on a
 * heading means the whole section.
 */
#include "view/view.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

static struct st_rule_line read_line(struct st_span text)
{
    struct st_rule_line l = { .text = text };
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

/* A sentence broken before a number: "45 mm", "R14.3); a Ranged unit". A paragraph that follows text
 * without a mark stands at the margin, and its number has points: "5.3.7 ", or "3. " in a list. */
static bool breaks_sentence(const struct st_rule_line *l)
{
    const char *number = l->number.at, *behind = number + l->number.len;
    bool marked = l->item || l->heading || (number > l->text.at && number[-1] == '*');
    char next = behind < l->text.at + l->text.len ? *behind : ' ';

    if (marked)
        return false;
    return l->indent || next == ')' || next == ',' || next == ';' ||
           (next != '.' && !memchr(number, '.', l->number.len));
}

int st_rule_book_read(struct st_rule_book *b, const struct st_game *g, const struct st_files *files,
                      struct st_error *err)
{
    char name[80];
    struct st_span text, line;
    int e, room = 1;

    *b = (struct st_rule_book){ 0 };
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
    for (bool after_text = false; st_line_next(&r, &line); after_text = st_span_trim(line).len > 0) {
        b->line[b->n] = read_line(line);
        if (after_text && breaks_sentence(&b->line[b->n]))
            b->line[b->n].number.len = 0;
        b->n++;
    }
    return ST_OK;
}

void st_rule_book_free(struct st_rule_book *b)
{
    st_arena_free(&b->arena);
    *b = (struct st_rule_book){ 0 };
}

/* ---- finding --------------------------------------------------------------------------- */

static int find_number(const struct st_rule_book *b, const char *para)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].number.len && st_span_is(b->line[i].number, para))
            return i;
    for (int i = 0; i < b->n; i++)
        if (b->line[i].number.len && b->line[i].number.len == strlen(para) &&
            strncasecmp(b->line[i].number.at, para, strlen(para)) == 0)
            return i;
    return -1;
}

/* Paragraphs with blanks in their names ("pavia_1524 special 6") begin a line too, after its marks. */
static int find_words(const struct st_rule_book *b, const char *para)
{
    size_t n = strlen(para);

    for (int i = 0; i < b->n; i++) {
        struct st_span s = b->line[i].text;

        while (s.len && (strchr(" \t-*#", s.at[0]) || (s.at[0] & 0xff) == 0xc2 ||
                         (s.at[0] & 0xff) == 0xa7)) /* 0xc2 0xa7: the paragraph sign */
            s.at++, s.len--;
        if (s.len >= n && memcmp(s.at, para, n) == 0 &&
            (s.len == n || !isalnum((unsigned char)s.at[n])))
            return i;
    }
    return -1;
}

/* By number; else by words; else what the words stand in: "11.4.5 a" is found at 11.4.5. */
static int find_paragraph(const struct st_rule_book *b, const char *para)
{
    int i = find_number(b, para);
    char part[64];

    if (i >= 0 || !strchr(para, ' ') || strlen(para) >= sizeof part)
        return i;
    strcpy(part, para);
    while ((i = find_number(b, part)) < 0 && (i = find_words(b, part)) < 0) {
        char *cut = strrchr(part, ' ');

        if (!cut || cut == part)
            break;
        *cut = 0;
    }
    return i;
}

/* After a blank line a paragraph goes on farther in, or with the table it speaks of. */
static bool goes_on(const struct st_rule_line *head, const struct st_rule_line *next)
{
    return next->indent > head->indent || (next->text.len && next->text.at[0] == '|');
}

/* The line after the last one of the paragraph or section that begins at `from`. */
static int end_of(const struct st_rule_book *b, int from)
{
    const struct st_rule_line *head = &b->line[from];
    int i = from + 1, last = from + 1;

    for (; i < b->n; i++) {
        const struct st_rule_line *l = &b->line[i];

        if (l->heading && (!head->heading || l->heading <= head->heading))
            break;
        if (head->heading) {
            last = st_span_trim(l->text).len ? i + 1 : last;
            continue;
        }
        if (st_span_trim(l->text).len == 0) {
            if (i + 1 >= b->n || !goes_on(head, &b->line[i + 1]))
                break;
            continue;
        }
        if ((l->item || l->number.len) && l->indent <= head->indent)
            break;
        last = i + 1;
    }
    return last;
}

static bool named_before(struct st_span number, const char **names, int n)
{
    while (n > 0 && !st_span_is(number, names[n - 1]))
        n--;
    return n > 0;
}

/* The numbers of the book, or of its headings only, each once; how many, or -1 without memory. */
static int numbers(struct st_rule_book *b, const char **out, bool headings_only)
{
    int n = 0;

    for (int i = 0; i < b->n; i++)
        if (b->line[i].number.len && (b->line[i].heading || !headings_only) &&
            !named_before(b->line[i].number, out, n)) {
            out[n] = st_arena_text(&b->arena, b->line[i].number.at, b->line[i].number.len);
            if (!out[n++])
                return -1;
        }
    return n;
}

static int no_paragraph(struct st_rule_book *b, const struct st_game *g, const char *para,
                        struct st_error *err)
{
    const char **names = st_arena_array(&b->arena, (size_t)b->n + 1, sizeof *names);
    int n = names ? numbers(b, names, false) : -1;
    char near[200];

    if (n < 0)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    st_suggest(near, sizeof near, para, names, n);
    if (!near[0] && (n = numbers(b, names, true)) > 0)
        st_choices(near, sizeof near, para, names, n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "the rules of %s have no paragraph `%s`; %s", g->id,
                   para, near[0] ? near : "none has a number");
}

int st_rule_book_find(struct st_rule_book *b, const struct st_game *g, const char *para, int *from,
                      int *to, struct st_error *err)
{
    while (strncmp(para, "§", strlen("§")) == 0) /* as the rules themselves write it */
        para += strlen("§");
    *from = find_paragraph(b, para);
    if (*from < 0)
        return no_paragraph(b, g, para, err);
    *to = end_of(b, *from);
    return ST_OK;
}

struct st_span st_rule_heading(const struct st_rule_line *l)
{
    struct st_span text = l->text;

    while (text.len && strchr("# ", text.at[0]))
        text.at++, text.len--;
    return text;
}

/* ---- for programs ---------------------------------------------------------------------- */

static void headings(struct st_json *j, const struct st_rule_book *b)
{
    st_json_open(j, "headings", '[');
    for (int i = 0; i < b->n; i++)
        if (b->line[i].heading) {
            struct st_span text = st_rule_heading(&b->line[i]);
            char words[200], number[16];

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

int st_view_rules(struct st_json *j, const struct st_game *g, const struct st_files *files,
                  struct st_error *err)
{
    struct st_rule_book b;
    int e = st_rule_book_read(&b, g, files, err);

    if (!e) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "game", g->id);
        headings(j, &b);
        st_json_open(j, "moves", '[');
        for (int i = 0; i < g->nverbs; i++)
            st_json_text(j, NULL, g->verbs[i].form);
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
    st_rule_book_free(&b);
    return e;
}

int st_view_paragraph(struct st_json *j, const struct st_game *g, const struct st_files *files,
                      const char *para, struct st_error *err)
{
    struct st_buf text = { 0 };
    struct st_rule_book b;
    int from, to, e = st_rule_book_read(&b, g, files, err);

    if (!e)
        e = st_rule_book_find(&b, g, para, &from, &to, err);
    if (!e) {
        for (int i = from; i < to; i++)
            st_buf_add(&text, "%.*s\n", (int)b.line[i].text.len, b.line[i].text.at);
        st_json_open(j, NULL, '{');
        st_json_text(j, "game", g->id);
        st_json_text(j, "para", para);
        st_json_text(j, "text", st_buf_text(&text));
        st_json_close(j, '}');
        j->out->failed |= text.failed;
    }
    st_buf_free(&text);
    st_rule_book_free(&b);
    return e;
}
