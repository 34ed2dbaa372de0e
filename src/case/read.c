/* read.c - a case file into statements.
 *
 * A statement is a keyword at the start of a line, the rest of that line, and the indented lines
 * that follow. `#` at the start of a word begins a comment, except in double quotes and on the
 * `|` lines of an inline file, which are taken as they are.
 */
#include "case/inner.h"

#include <string.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct st_span cut_comment(struct st_span line)
{
    bool quoted = false;

    for (size_t i = 0; i < line.len; i++) {
        if (line.at[i] == '"')
            quoted = !quoted;
        if (line.at[i] == '#' && !quoted && (i == 0 || blank(line.at[i - 1])))
            line.len = i;
    }
    return line;
}

/* ---- rows ------------------------------------------------------------------------------ */

static int add_row(struct case_statement *s, int *room, struct st_arena *a, int line,
                   struct st_span text)
{
    if (s->nrows == *room) { /* the old array is left to the arena */
        int more = *room ? *room * 2 : 8;
        struct case_row *row = st_arena_array(a, (size_t)more, sizeof *row);

        if (!row)
            return ST_ENOMEM;
        if (s->nrows)
            memcpy(row, s->row, (size_t)s->nrows * sizeof *row);
        s->row = row;
        *room = more;
    }
    const char *copy = st_arena_text(a, text.at, text.len);
    if (!copy)
        return ST_ENOMEM;
    s->row[s->nrows++] = (struct case_row){ line, copy };
    return ST_OK;
}

/* The text of "| text": one blank after the bar belongs to the bar. */
static struct st_span after_bar(struct st_span line)
{
    line = (struct st_span){ line.at + 1, line.len - 1 };
    if (line.len && line.at[0] == ' ')
        line.at++, line.len--;
    return line;
}

static int read_rows(struct case_reader *r, struct case_statement *s, struct st_arena *a,
                     struct st_error *err)
{
    bool file = strcmp(s->word, "file") == 0;
    struct st_line_reader before = r->lines;
    struct st_span line;
    int room = 0, e = ST_OK;

    for (; !e && st_line_next(&r->lines, &line); before = r->lines) {
        struct st_span bare = line;

        while (bare.len && blank(bare.at[0]))
            bare.at++, bare.len--;
        if (bare.len && bare.at[0] == '|' && file) {
            e = add_row(s, &room, a, r->lines.line, after_bar(bare));
            continue;
        }
        struct st_span text = st_span_trim(cut_comment(line));
        if (text.len == 0)
            continue;
        if (text.at[0] == '|')
            return st_fail(err, ST_ESYNTAX, r->where, r->lines.line,
                           "`|` lines belong to a `file`");
        if (text.at == line.at) { /* not indented: the next statement */
            r->lines = before;
            return ST_OK;
        }
        e = add_row(s, &room, a, r->lines.line, text);
    }
    return e ? st_fail(err, e, r->where, 0, "out of memory") : ST_OK;
}

/* ---- statements ------------------------------------------------------------------------ */

static int read_head(struct case_statement *s, struct st_span line, struct st_arena *a)
{
    size_t k = 0;

    while (k < line.len && !blank(line.at[k]) && line.at[k] != ':')
        k++;
    s->word = st_arena_text(a, line.at, k);
    s->colon = k < line.len && line.at[k] == ':';
    k += s->colon;

    struct st_span rest = st_span_trim((struct st_span){ line.at + k, line.len - k });
    s->text = st_arena_text(a, rest.at, rest.len);
    return s->word && s->text ? ST_OK : ST_ENOMEM;
}

int case_read(struct case_reader *r, struct case_statement *out, struct st_arena *a,
              struct st_error *err)
{
    struct st_span line;

    while (st_line_next(&r->lines, &line)) {
        struct st_span text = st_span_trim(cut_comment(line));

        if (text.len == 0)
            continue;
        *out = (struct case_statement){ .line = r->lines.line };
        if (text.at != line.at)
            return st_fail(err, ST_ESYNTAX, r->where, out->line,
                           "an indented line that belongs to no statement");
        if (read_head(out, text, a))
            return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
        int e = read_rows(r, out, a, err);
        return e ? e : 1;
    }
    return 0;
}

/* ---- words ----------------------------------------------------------------------------- */

int case_split(struct case_run *c, int line, const char *text, struct case_words *out)
{
    *out = (struct case_words){ st_arena_array(&c->scratch, strlen(text) / 2 + 1,
                                               sizeof *out->word), 0 };
    char *to = st_arena_get(&c->scratch, strlen(text) + 1);

    if (!out->word || !to)
        return case_no_memory(c);
    for (const char *p = text;;) {
        while (blank(*p))
            p++;
        if (!*p)
            return ST_OK;
        if (out->n == CASE_WORDS_MAX)
            return case_bad(c, line, "more than %d words", CASE_WORDS_MAX);
        out->word[out->n++] = (struct case_word){ to, *p == '"' };
        for (bool quoted = false; *p && (quoted || !blank(*p)); p++) {
            if (*p == '"')
                quoted = !quoted;
            else
                *to++ = *p;
            if (quoted && !p[1])
                return case_bad(c, line, "a quotation mark is not closed");
        }
        *to++ = 0;
    }
}

int case_unquote(struct case_run *c, const char *text, const char **out, bool *quoted)
{
    size_t n = strlen(text);

    *quoted = n >= 2 && text[0] == '"' && text[n - 1] == '"';
    *out = *quoted ? st_arena_text(&c->scratch, text + 1, n - 2) : text;
    return *out ? ST_OK : case_no_memory(c);
}

int case_joined(struct case_run *c, const char *sep, const char **out)
{
    struct st_buf b = { 0 };

    st_buf_add(&b, "%s", c->now.text);
    for (int i = 0; i < c->now.nrows; i++)
        st_buf_add(&b, "%s%s", sep, c->now.row[i].text);
    *out = b.failed ? NULL : st_arena_text(&c->scratch, st_buf_text(&b), b.len);
    st_buf_free(&b);
    return *out ? ST_OK : case_no_memory(c);
}

int case_entries(struct case_run *c, const struct case_words *w, int first, int last,
                 struct st_entry **out, int *n)
{
    *n = last - first;
    *out = st_arena_array(&c->of_case, (size_t)*n + 1, sizeof **out);
    if (!*out)
        return case_no_memory(c);
    for (int i = 0; i < *n; i++) {
        const char *word = w->word[first + i].text, *eq = strchr(word, '=');

        if (!eq || eq == word)
            return case_bad(c, c->now.line, "`%s` is not key=value", word);
        /* A plan may point to what it was given: it must live as long. */
        (*out)[i] = (struct st_entry){ st_arena_text(&c->of_case, word, (size_t)(eq - word)),
                                       st_arena_text(&c->of_case, eq + 1, strlen(eq + 1)), 0 };
        if (!(*out)[i].key || !(*out)[i].value)
            return case_no_memory(c);
    }
    return ST_OK;
}

bool case_para_cut(struct st_span *text, struct st_span *para)
{
    struct st_span all = st_span_trim(*text), word = all;
    const char *end = all.len && all.at[0] == '"' ? memchr(all.at + 1, '"', all.len - 1) : NULL;

    if (end) {
        *para = (struct st_span){ all.at + 1, (size_t)(end - all.at - 1) };
        end++;
    } else { /* up to a colon that ends a word; without one it is all of the text */
        for (size_t i = 1; i < all.len && !end; i++)
            if (all.at[i] == ':' && (i + 1 == all.len || strchr(" \t", all.at[i + 1])))
                end = all.at + i;
        word.len = end ? (size_t)(end - all.at) : all.len;
        *para = st_span_trim(word);
        end = all.at + word.len;
    }
    bool colon = end < all.at + all.len && *end == ':';
    *text = st_span_trim((struct st_span){ end + colon, all.len - (size_t)(end + colon - all.at) });
    return colon;
}

bool case_same_para(const char *a, const char *b)
{
    static const char sign[] = "\xc2\xa7"; /* the paragraph sign in UTF-8 */

    if (strncmp(a, sign, 2) == 0)
        a += 2;
    if (strncmp(b, sign, 2) == 0)
        b += 2;
    return strcmp(a, b) == 0;
}
