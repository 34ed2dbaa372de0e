/* text.h - reading and writing text: spans, lines with numbers, growing buffers, near misses.
 *
 * All our files are lines. A reader first asks st_text_check (no NUL bytes, no control characters, no endless lines),
 * then walks the lines with st_line_next; every complaint can name file and line.
 */
#ifndef ST_BASE_TEXT_H
#define ST_BASE_TEXT_H

#include "base/error.h"

enum { ST_LINE_MAX = 4096, ST_TEXT_MAX = 64 * 1024 * 1024 };

struct st_span { /* a piece of somebody else's text */
    const char *at;
    size_t len;
};

struct st_span st_span_of(const char *text);
struct st_span st_span_trim(struct st_span s);
bool st_span_is(struct st_span s, const char *word);
/* Decimal with optional sign, the whole span, between lo and hi. */
bool st_span_int(struct st_span s, int lo, int hi, int *out);
/* Cut off and return what comes before sep; the rest stays in s. Without sep all of it. */
struct st_span st_span_cut(struct st_span *s, char sep);
/* The next word, blanks around it dropped; empty at the end. */
struct st_span st_span_word(struct st_span *s);
/* Which of the names it is, or -1. */
int st_span_find(struct st_span s, const char *const *names, int n);
/* Copy into a C string; false, and an empty string, if it does not fit. */
bool st_span_copy(struct st_span s, char *out, size_t size);

/* Go on where the text in out ends, as far as there is room. */
__attribute__((format(printf, 3, 4))) void st_text_add(char *out, size_t size, const char *fmt, ...);

/* Length of the well-formed UTF-8 sequence at s (1 to 4) and its character; 0 if there is none. */
size_t st_utf8(const unsigned char *s, uint32_t *out);
/* Control characters (but line end and tab) and direction codes: they make a terminal do things, or
 * text look like what it is not. */
bool st_unprintable(uint32_t c);

int st_text_check(const char *text, size_t len, const char *where, struct st_error *err);

struct st_line_reader {
    const char *at, *end;
    int line; /* number of the line last given, from 1 */
};

/* The next line without its end ("\n" or "\r\n"); false when there is none. */
bool st_line_next(struct st_line_reader *r, struct st_span *line);

/* A growing text. Running out of memory is remembered in failed, the text stays as it was. */
struct st_buf {
    char *text; /* NUL-terminated once something was added, else NULL */
    size_t len, size;
    bool failed;
};

__attribute__((format(printf, 2, 3))) void st_buf_add(struct st_buf *b, const char *fmt, ...);
void st_buf_put(struct st_buf *b, const char *text, size_t len);
const char *st_buf_text(const struct st_buf *b); /* never NULL */
void st_buf_free(struct st_buf *b);

/* The name most like word, or NULL if none is near. Case does not count. */
const char *st_nearest(const char *word, const char *const *names, int n);
/* Up to three near names as "did you mean `a` or `b`?", or an empty string. */
void st_suggest(char *out, size_t size, const char *word, const char *const *names, int n);
/* The same; where none is near "there are a, b, c". */
void st_choices(char *out, size_t size, const char *word, const char *const *names, int n);

#endif
