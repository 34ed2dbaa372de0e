/* reply.c - see reply.h. */
#include "server/reply.h"

#include "base/hash.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char guards[] =
    "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

static const char *reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 421:
        return "Misdirected Request";
    case 429:
        return "Too Many Requests";
    case 503:
        return "Service Unavailable";
    default:
        return "Internal Server Error";
    }
}

struct srv_blob *srv_reply_make(const struct srv_reply *r)
{
    struct srv_blob *b = srv_blob_new();

    if (!b)
        return NULL;
    st_buf_add(&b->buf, "HTTP/1.1 %d %s\r\n%scache-control: %s\r\n", r->status, reason(r->status),
               guards, r->cache ? r->cache : "no-cache");
    if (r->tagged) {
        snprintf(b->etag, sizeof b->etag, "\"%016" PRIx64 "\"", st_hash(r->body, r->len));
        st_buf_add(&b->buf, "etag: %s\r\n", b->etag);
    }
    if (r->type)
        st_buf_add(&b->buf, "content-type: %s\r\n", r->type);
    if (r->encoding)
        st_buf_add(&b->buf, "content-encoding: %s\r\n", r->encoding);
    if (r->varies)
        st_buf_add(&b->buf, "vary: accept-encoding\r\n");
    if (r->close)
        st_buf_add(&b->buf, "connection: close\r\n");
    if (r->status != 304)
        st_buf_add(&b->buf, "content-length: %zu\r\n", r->len);
    st_buf_add(&b->buf, "\r\n");
    b->head = srv_blob_len(b);
    b->close = r->close;
    b->is_private = r->cache && strncmp(r->cache, "private", 7) == 0;
    if (r->len)
        st_buf_put(&b->buf, r->body, r->len);
    return srv_blob_done(b);
}

struct srv_blob *srv_reply_same(const struct srv_blob *whole)
{
    struct srv_blob *b = srv_blob_new();

    if (!b)
        return NULL;
    st_buf_add(&b->buf, "HTTP/1.1 304 %s\r\n%scache-control: %s\r\netag: %s\r\n\r\n", reason(304),
               guards, whole->is_private ? "private, no-store" : "no-cache", whole->etag);
    b->head = srv_blob_len(b);
    return srv_blob_done(b);
}

const char *srv_kind(int code)
{
    return code == SRV_FORBIDDEN ? "forbidden" : st_error_kind(code);
}

struct srv_blob *srv_reply_error(int status, int code, const char *text, bool close)
{
    struct st_buf body = { 0 };
    struct st_json j = { &body, false };

    st_json_open(&j, NULL, '{');
    st_json_open(&j, "error", '{');
    st_json_text(&j, "kind", srv_kind(code));
    st_json_text(&j, "text", text);
    st_json_close(&j, '}');
    st_json_close(&j, '}');
    struct srv_blob *b = body.failed
                             ? NULL
                             : srv_reply_make(&(struct srv_reply){ .status = status,
                                                                   .type = "application/json",
                                                                   .cache = "private, no-store",
                                                                   .close = close,
                                                                   .body = st_buf_text(&body),
                                                                   .len = body.len });
    st_buf_free(&body);
    return b;
}
