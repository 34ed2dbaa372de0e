/* json.c - see json.h. */
#include "base/json.h"

#include <math.h>
#include <string.h>

/* Length of the well-formed UTF-8 sequence at s (1 to 4), 0 if there is none. */
static size_t utf8_length(const unsigned char *s)
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
    return n;
}

static void quote(struct st_buf *b, const char *text)
{
    st_buf_put(b, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = utf8_length(s);

        if (*s == '"' || *s == '\\')
            st_buf_add(b, "\\%c", *s);
        else if (*s == '\n')
            st_buf_put(b, "\\n", 2);
        else if (*s == '\t')
            st_buf_put(b, "\\t", 2);
        else if (*s < 0x20 || *s == 0x7f)
            st_buf_add(b, "\\u%04x", *s);
        else if (n == 0)
            st_buf_put(b, "\\ufffd", 6); /* a byte that is no UTF-8 must not spoil the document */
        else
            st_buf_put(b, (const char *)s, n);
        s += n ? n : 1;
    }
    st_buf_put(b, "\"", 1);
}

static void begin(struct st_json *j, const char *key)
{
    if (j->comma)
        st_buf_put(j->out, ",", 1);
    j->comma = true;
    if (key) {
        quote(j->out, key);
        st_buf_put(j->out, ":", 1);
    }
}

void st_json_open(struct st_json *j, const char *key, char bracket)
{
    begin(j, key);
    st_buf_put(j->out, &bracket, 1);
    j->comma = false;
}

void st_json_close(struct st_json *j, char bracket)
{
    st_buf_put(j->out, &bracket, 1);
    j->comma = true;
}

void st_json_text(struct st_json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        quote(j->out, text);
    else
        st_buf_put(j->out, "null", 4);
}

void st_json_int(struct st_json *j, const char *key, long long v)
{
    begin(j, key);
    st_buf_add(j->out, "%lld", v);
}

void st_json_bool(struct st_json *j, const char *key, bool v)
{
    begin(j, key);
    st_buf_add(j->out, "%s", v ? "true" : "false");
}

void st_json_real(struct st_json *j, const char *key, double v)
{
    begin(j, key);
    if (isfinite(v))
        st_buf_add(j->out, "%.17g", v);
    else
        st_buf_put(j->out, "null", 4);
}

void st_json_frac(struct st_json *j, const char *key, struct st_frac f)
{
    char text[96];

    st_frac_print(f, text, sizeof text);
    st_json_text(j, key, text);
}
