/* text.c - see text.h. */
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct st_span st_span_of(const char *text)
{
    return (struct st_span){ text, strlen(text) };
}

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

struct st_span st_span_trim(struct st_span s)
{
    while (s.len && blank(s.at[0]))
        s.at++, s.len--;
    while (s.len && blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

bool st_span_is(struct st_span s, const char *word)
{
    size_t i = 0; /* most words differ at once: look before measuring */

    while (i < s.len && word[i] && s.at[i] == word[i])
        i++;
    return i == s.len && !word[i];
}

bool st_span_int(struct st_span s, int lo, int hi, int *out)
{
    bool minus = s.len && s.at[0] == '-';
    long long v = 0;

    if (s.len && (s.at[0] == '-' || s.at[0] == '+'))
        s.at++, s.len--;
    if (s.len == 0 || s.len > 12)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        v = v * 10 + (s.at[i] - '0');
    }
    v = minus ? -v : v;
    if (v < lo || v > hi)
        return false;
    *out = (int)v;
    return true;
}

struct st_span st_span_cut(struct st_span *s, char sep)
{
    struct st_span head = *s;

    if (!s->len) /* of nothing at all, whose place may be none */
        return head;
    const char *p = memchr(s->at, sep, s->len);
    if (p) {
        head.len = (size_t)(p - s->at);
        s->at = p + 1;
        s->len -= head.len + 1;
    } else {
        s->at += s->len;
        s->len = 0;
    }
    return head;
}

struct st_span st_span_word(struct st_span *s)
{
    struct st_span w = *s;

    while (w.len && blank(w.at[0]))
        w.at++, w.len--;
    size_t n = 0;
    while (n < w.len && !blank(w.at[n]))
        n++;
    s->at = n ? w.at + n : w.at;
    s->len = w.len - n;
    w.len = n;
    return w;
}

int st_span_find(struct st_span s, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (st_span_is(s, names[i]))
            return i;
    return -1;
}

bool st_span_copy(struct st_span s, char *out, size_t size)
{
    if (s.len >= size) {
        out[0] = 0;
        return false;
    }
    if (s.len)
        memcpy(out, s.at, s.len);
    out[s.len] = 0;
    return true;
}

void st_text_add(char *out, size_t size, const char *fmt, ...)
{
    size_t n = strlen(out);
    va_list args;

    va_start(args, fmt);
    vsnprintf(out + n, size - n, fmt, args);
    va_end(args);
}

/* ---- characters ---------------------------------------------------------------------- */

size_t st_utf8(const unsigned char *s, uint32_t *out)
{
    static const unsigned least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    unsigned code = n == 1 ? s[0] : n ? s[0] & (0xffu >> (n + 1)) : 0;

    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3fu);
    }
    if (n > 1 && (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)))
        return 0;
    *out = code;
    return n;
}

bool st_unprintable(uint32_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
           c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

#ifndef __wasm__ /* the module is small: it looks at every letter */
/* Mostly nothing is wrong, and that is seen without stopping at every letter. */
static bool is_sound(const char *text, size_t len)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];

        wrong |= (unsigned)(c < 0x20) & (unsigned)(c != '\t') & (unsigned)(c != '\n') & (unsigned)(c != '\r');
    }
    for (const char *at = text, *end = text + len, *nl; !wrong && at < end; at = nl + 1) {
        nl = memchr(at, '\n', (size_t)(end - at));
        nl = nl ? nl : end;
        wrong = nl - at > ST_LINE_MAX;
    }
    return !wrong;
}
#endif

int st_text_check(const char *text, size_t len, const char *where, struct st_error *err)
{
    size_t start = 0;
    int line = 1;

    if (len > ST_TEXT_MAX)
        return st_fail(err, ST_ELIMIT, where, 0, "longer than %d bytes", ST_TEXT_MAX);
#ifndef __wasm__
    if (is_sound(text, len))
        return ST_OK;
#endif
    for (size_t i = 0; i < len; i++) {
        if (text[i] == 0)
            return st_fail(err, ST_ESYNTAX, where, line, "a NUL byte");
        if ((unsigned char)text[i] < 0x20 && !strchr("\t\n\r", text[i]))
            return st_fail(err, ST_ESYNTAX, where, line, "a control character");
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        } else if (i - start >= ST_LINE_MAX) {
            return st_fail(err, ST_ELIMIT, where, line, "line longer than %d characters",
                           ST_LINE_MAX);
        }
    }
    return ST_OK;
}

bool st_line_next(struct st_line_reader *r, struct st_span *line)
{
    if (r->at == r->end)
        return false;

    const char *nl = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *stop = nl ? nl : r->end;

    *line = (struct st_span){ r->at, (size_t)(stop - r->at) };
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    r->at = nl ? nl + 1 : r->end;
    r->line++;
    return true;
}

static bool grow(struct st_buf *b, size_t more)
{
    if (b->len + more + 1 > b->size) {
        size_t size = b->size ? b->size : 256;

        while (size < b->len + more + 1)
            size *= 2;
        char *text = realloc(b->text, size);
        if (!text) {
            b->failed = true;
            return false;
        }
        b->text = text;
        b->size = size;
    }
    return true;
}

void st_buf_put(struct st_buf *b, const char *text, size_t len)
{
    if (!grow(b, len))
        return;
    memcpy(b->text + b->len, text, len);
    b->len += len;
    b->text[b->len] = 0;
}

void st_buf_add(struct st_buf *b, const char *fmt, ...)
{
    va_list ap, again;

    va_start(ap, fmt);
    va_copy(again, ap);
    int need = vsnprintf(NULL, 0, fmt, ap);
    if (need >= 0 && grow(b, (size_t)need)) {
        vsnprintf(b->text + b->len, (size_t)need + 1, fmt, again);
        b->len += (size_t)need;
    }
    va_end(again);
    va_end(ap);
}

const char *st_buf_text(const struct st_buf *b)
{
    return b->text ? b->text : "";
}

void st_buf_free(struct st_buf *b)
{
    free(b->text);
    *b = (struct st_buf){ 0 };
}

/* Edits (insert, delete, replace, swap neighbours) between two words, at most 32 letters each. */
static int edits(const char *a, const char *b)
{
    enum { MAX = 32 };
    int n = (int)strnlen(a, MAX), m = (int)strnlen(b, MAX), d[MAX + 1][MAX + 1];

    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            int best = d[i - 1][j - 1] + (x != y);

            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]) && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

/* How far name is from word; a name that begins with the word is near; 99 is "not at all". */
static int distance(const char *word, const char *name)
{
    int d = edits(word, name), len = (int)strlen(word);

    if (len >= 2 && strncmp(word, name, (size_t)len) == 0)
        return 1;
    return d <= (len < 4 ? 1 : len / 3 + 1) ? d : 99;
}

const char *st_nearest(const char *word, const char *const *names, int n)
{
    const char *best = NULL;
    int least = 99;

    for (int i = 0; i < n; i++) {
        int d = distance(word, names[i]);

        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}

void st_suggest(char *out, size_t size, const char *word, const char *const *names, int n)
{
    const char *given[3];
    int away[3], ngiven = 0;

    out[0] = 0;
    for (int i = 0; i < n; i++) { /* the three nearest, of equals the first */
        int d = distance(word, names[i]), at = ngiven;

        while (at > 0 && away[at - 1] > d)
            at--;
        if (d >= 99 || at == 3)
            continue;
        ngiven = ngiven < 3 ? ngiven + 1 : 3;
        for (int k = ngiven - 1; k > at; k--) {
            given[k] = given[k - 1];
            away[k] = away[k - 1];
        }
        given[at] = names[i];
        away[at] = d;
    }
    if (ngiven == 1)
        snprintf(out, size, "did you mean `%s`?", given[0]);
    else if (ngiven == 2)
        snprintf(out, size, "did you mean `%s` or `%s`?", given[0], given[1]);
    else if (ngiven == 3)
        snprintf(out, size, "did you mean `%s`, `%s` or `%s`?", given[0], given[1], given[2]);
}

void st_choices(char *out, size_t size, const char *word, const char *const *names, int n)
{
    st_suggest(out, size, word, names, n);
    for (int i = 0, all = !out[0]; all && i < n; i++)
        st_text_add(out, size, "%s%s", i ? ", " : "there are ", names[i]);
}
