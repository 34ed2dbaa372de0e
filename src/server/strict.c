/* strict.c - see strict.h. */
#undef _FORTIFY_SOURCE /* its recv() is an inline function of the same name */

#include "server/strict.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { SOCKETS = 1 << 16 };

/* ---- lines ------------------------------------------------------------------------------ */

/* Of a name: RFC 9110, 5.6.2. */
static bool is_token(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_name(const struct srv_strict *s, const char *name)
{
    return s->name == strlen(name) && strncasecmp(s->line, name, s->name) == 0;
}

/* After the colon of a line: whose is it, and may it stand there? */
static bool begin_value(struct srv_strict *s)
{
    bool *once = is_name(s, "host") ? &s->has_host
                 : is_name(s, "content-length") ? &s->has_length : NULL;

    s->upgrade |= is_name(s, "upgrade");
    s->has_value = false;
    if (once && *once)
        return false;
    if (once)
        *once = true;
    return true;
}

/* Of Content-Length: digits, before which there may be blanks. */
static bool add_digit(struct srv_strict *s, char c)
{
    if ((c == ' ' || c == '\t') && !s->has_value)
        return true;
    if (c < '0' || c > '9' || s->length > 1000000000)
        return false;
    s->length = s->length * 10 + (size_t)(c - '0');
    s->has_value = true;
    return true;
}

/* "GET /path HTTP/1.1": the method, and how it ends. */
static bool read_request(struct srv_strict *s, char c)
{
    if (s->len == 0 && !is_token(c))
        return false;
    memmove(s->end, s->end + 1, sizeof s->end - 2);
    s->end[sizeof s->end - 2] = c;
    return true;
}

static bool read_header(struct srv_strict *s, char c)
{
    if (s->name)
        return !is_name(s, "content-length") || add_digit(s, c);
    if (c == ':') {
        s->name = s->len;
        return s->name > 0 && begin_value(s);
    }
    return is_token(c); /* no blank before the colon, no line that goes on from the last */
}

static bool read_letter(struct srv_strict *s, char c)
{
    if (((unsigned char)c < 32 && c != '\t') || c == 127)
        return false;
    if (!(s->lines ? read_header(s, c) : read_request(s, c)))
        return false;
    if (s->len < sizeof s->line - 1)
        s->line[s->len] = c;
    s->len++;
    return true;
}

static bool end_request(const struct srv_strict *s)
{
    return strcmp(s->end, " HTTP/1.1") == 0 || strcmp(s->end, " HTTP/1.0") == 0;
}

static void end_head(struct srv_strict *s)
{
    struct srv_strict next = { .part = s->upgrade  ? SRV_FREE
                                       : s->length ? SRV_BODY
                                                   : SRV_HEAD,
                               .length = s->length };

    *s = next;
}

static bool end_line(struct srv_strict *s)
{
    if (s->lines == 0 && !end_request(s))
        return false;
    if (s->lines && s->len == 0) {
        end_head(s);
        return true;
    }
    if (s->lines && (!s->name || (is_name(s, "content-length") && !s->has_value)))
        return false;
    s->lines++;
    s->len = s->name = 0;
    return true;
}

/* A line ends with both, and nowhere else is there either. */
static bool read_byte(struct srv_strict *s, char c)
{
    bool cr = s->cr;

    s->cr = c == '\r';
    if (c == '\n')
        return cr && end_line(s);
    return !cr && (c == '\r' || read_letter(s, c));
}

static bool begins(const struct srv_strict *s)
{
    return s->part == SRV_HEAD && s->lines == 0 && s->len == 0 && !s->cr;
}

size_t srv_strict_read(struct srv_strict *s, const char *at, size_t len)
{
    size_t good = 0;

    for (size_t i = 0, n; i < len && s->part != SRV_FREE && s->part != SRV_BROKEN; i += n) {
        n = s->part == SRV_HEAD ? 1 : len - i < s->length ? len - i : s->length;
        if (s->part == SRV_HEAD) {
            if (!read_byte(s, at[i]))
                s->part = SRV_BROKEN;
        } else {
            s->length -= n;
            if (s->length == 0)
                *s = (struct srv_strict){ .part = SRV_HEAD };
        }
        if (begins(s))
            good = i + n;
    }
    return s->part == SRV_BROKEN ? good : len;
}

/* ---- sockets ---------------------------------------------------------------------------- */

static struct srv_strict *watched[SOCKETS]; /* the loop's thread alone touches them */

void srv_strict_watch(int fd, struct srv_strict *s)
{
    if (fd >= 0 && fd < SOCKETS)
        watched[fd] = s;
}

void srv_strict_forget(int fd)
{
    srv_strict_watch(fd, NULL);
}

static ssize_t hang_up(int fd)
{
    static const char no[] = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\n"
                             "content-length: 0\r\n\r\n";

    (void)!send(fd, no, sizeof no - 1, MSG_NOSIGNAL | MSG_DONTWAIT); /* heard or not, it ends */
    errno = ECONNRESET;
    return -1;
}

ssize_t recv(int fd, void *out, size_t size, int flags)
{
    struct srv_strict *s = fd >= 0 && fd < SOCKETS ? watched[fd] : NULL;
    ssize_t n = recvfrom(fd, out, size, flags, NULL, NULL);

    if (!s || n <= 0 || (flags & MSG_PEEK))
        return n;
    size_t good = srv_strict_read(s, out, (size_t)n);
    return good ? (ssize_t)good : hang_up(fd);
}
