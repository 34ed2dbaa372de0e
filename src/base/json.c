/* json.c - see json.h. */
#include "base/json.h"

#include <math.h>
#include <string.h>

static bool plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

static void quote(struct st_buf *b, const char *text)
{
    st_buf_put(b, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        uint32_t code;
        size_t n = 0;

        while (plain(s[n]))
            n++;
        if (n) { /* mostly that is all of it */
            st_buf_put(b, (const char *)s, n);
            s += n;
            continue;
        }
        n = st_utf8(s, &code);
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
        else if (st_unprintable(code))
            st_buf_add(b, "\\u%04x", (unsigned)code);
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
#ifdef __wasm__ /* the module is small */
    begin(j, key);
    st_buf_add(j->out, "%lld", v);
#else
    char digits[24], *at = digits + sizeof digits;
    unsigned long long left = v < 0 ? 0 - (unsigned long long)v : (unsigned long long)v;

    begin(j, key);
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (v < 0)
        *--at = '-';
    st_buf_put(j->out, at, (size_t)(digits + sizeof digits - at));
#endif
}

void st_json_bool(struct st_json *j, const char *key, bool v)
{
    begin(j, key);
    st_buf_put(j->out, v ? "true" : "false", v ? 4 : 5);
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
