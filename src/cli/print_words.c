/* print_words.c - the player's aid and the rules on paper. See print.h. */
#include "cli/print.h"

#include <stdio.h>
#include <string.h>

/* ---- text in columns --------------------------------------------------------------------------------- */

static const int COLUMNS = 2;
static const double COLUMN_GAP = 8;
struct flow {
    struct paper *paper;
    const char *foot;
    double y;
    int column;
    bool begun;
};

static double column_wide(const struct flow *f)
{
    return (f->paper->short_side - 2 * PAPER_MARGIN - COLUMN_GAP) / COLUMNS;
}

/* Room for a line of that height: in the next column, or on the next page. */
static void make_room(struct flow *f, double high)
{
    if (f->begun && f->y + high <= f->paper->long_side - PAPER_MARGIN - 4)
        return;
    f->column = f->begun ? (f->column + 1) % COLUMNS : 0;
    if (f->column == 0)
        paper_page(f->paper, false, f->foot);
    f->y = PAPER_MARGIN + 3;
    f->begun = true;
}

static void put_line(struct flow *f, const struct st_buf *line, double size, bool bold, double indent)
{
    make_room(f, size * 1.3);
    paper_words(f->paper, PAPER_MARGIN + f->column * (column_wide(f) + COLUMN_GAP) + indent, f->y, size, bold,
                st_buf_text(line));
    f->y += size * 1.3;
}

/* Words filled into lines; marks of markdown are left out. */
static void put_words(struct flow *f, const char *text, double size, bool bold, double indent)
{
    struct st_span all = st_span_of(text);
    struct st_buf line = { 0 };

    for (struct st_span w; (w = st_span_word(&all)).len;) {
        struct st_buf longer = { 0 };

        st_buf_add(&longer, "%s%s", st_buf_text(&line), line.len ? " " : "");
        for (size_t i = 0; i < w.len; i++)
            if (w.at[i] != '*' && w.at[i] != '`')
                st_buf_put(&longer, w.at + i, 1);
        if (line.len && paper_words_wide(f->paper, size, bold, st_buf_text(&longer)) > column_wide(f) - indent) {
            size_t before = line.len + 1;

            put_line(f, &line, size, bold, indent);
            st_buf_free(&line);
            st_buf_put(&line, st_buf_text(&longer) + before, longer.len - before);
            st_buf_free(&longer);
        } else {
            st_buf_free(&line);
            line = longer;
        }
    }
    if (line.len)
        put_line(f, &line, size, bold, indent);
    st_buf_free(&line);
}

/* A row of a table of markdown, its cells one after the other. */
static void put_row(struct flow *f, const char *row)
{
    struct st_span all = st_span_of(row), cell;
    struct st_buf words = { 0 };

    while (all.len) {
        cell = st_span_trim(st_span_cut(&all, '|'));
        if (cell.len && strspn(cell.at, "-:") < cell.len)
            st_buf_add(&words, "%s%.*s", words.len ? "  ·  " : "", (int)cell.len, cell.at);
    }
    put_words(f, st_buf_text(&words), 2.6, false, 3);
    st_buf_free(&words);
}

static void put_markdown_line(struct flow *f, char *line)
{
    size_t marks = strspn(line, "#"), indent = strspn(line, " ");
    char *words = line + indent;

    if (marks) {
        f->y += f->begun ? 2 : 0;
        make_room(f, 14); /* no heading alone at the foot */
        put_words(f, line + marks, marks == 1 ? 5 : marks == 2 ? 4 : 3.4, true, 0);
        f->y += 0.6;
    } else if (strspn(words, "-") == strlen(words)) { /* nothing, or a rule */
        f->y += 1.2;
    } else if (words[0] == '|') {
        put_row(f, words);
    } else if (words[0] != '!') { /* pictures are on other pages */
        put_words(f, words, 2.9, false, strncmp(words, "- ", 2) == 0 ? 2 : 0);
    }
}

/* Lines that belong together become one. */
static int put_markdown(struct flow *f, const char *name, struct st_error *err)
{
    struct st_arena a = { 0 };
    struct st_buf para = { 0 };
    struct st_span text, line;
    int e = st_files_read(&st_files_library, &a, name, &text, err);
    struct st_line_reader r = { e ? NULL : text.at, e ? NULL : text.at + text.len, 0 };

    while (!e && st_line_next(&r, &line)) {
        bool own = !line.len || strchr("#|!-", line.at[0]) || (line.at[0] >= '0' && line.at[0] <= '9');

        if (own && para.len) {
            put_markdown_line(f, para.text);
            st_buf_free(&para);
        }
        st_buf_add(&para, "%s%.*s", para.len ? " " : "", (int)line.len, line.at);
        if (!line.len || strchr("#|!", line.at[0]) || strncmp(line.at, "---", 3) == 0) {
            char nothing[1] = "";

            put_markdown_line(f, para.len ? para.text : nothing);
            st_buf_free(&para);
        }
    }
    if (para.len)
        put_markdown_line(f, para.text);
    st_buf_free(&para);
    st_arena_free(&a);
    return e;
}

/* ---- what is written --------------------------------------------------------------------------------- */

/* A line of a briefing: "  Task      Keep Milan": its head over it, where it has one. */
static void put_brief(struct flow *f, struct st_span line)
{
    const size_t column = 12;
    struct st_span head = line, words = { line.at, 0 };
    char text[ST_LINE_MAX + 1];

    if (line.len > column && line.at[column - 1] == ' ') {
        head.len = column;
        words = (struct st_span){ line.at + column, line.len - column };
    }
    head = st_span_trim(head);
    if (head.len && st_span_copy(head, text, sizeof text)) {
        f->y += words.len ? 0.6 : 2.4;
        put_words(f, text, words.len ? 2.5 : 3.4, true, 0);
    }
    if (words.len && st_span_copy(words, text, sizeof text))
        put_words(f, text, 2.9, false, 3);
}

int print_aid(struct paper *p, const struct st_plan *plan, struct st_error *err)
{
    struct flow f = { .paper = p, .foot = "player's aid" };
    struct cli_term term = { .width = 2000 };
    struct st_buf said = { 0 };
    struct st_span line;
    char name[80];

    snprintf(name, sizeof name, "# %s", plan->title);
    put_markdown_line(&f, name);
    cli_briefing(&said, &term, plan, -1);
    struct st_line_reader r = { st_buf_text(&said), st_buf_text(&said) + said.len, 0 };
    while (st_line_next(&r, &line))
        put_brief(&f, line);
    st_buf_free(&said);
    f.y += 3;
    snprintf(name, sizeof name, "%s/five-minutes.md", plan->game->id);
    struct st_error none;
    put_markdown(&f, name, &none); /* a new game may have none */
    (void)err;
    return ST_OK;
}

int print_rules(struct paper *p, const struct st_plan *plan, struct st_error *err)
{
    struct flow f = { .paper = p, .foot = "rules" };
    char name[80];

    snprintf(name, sizeof name, "%s/RULES.md", plan->game->id);
    return put_markdown(&f, name, err);
}
