/* reply.h - whole replies of HTTP/1.1, head and body in one piece, made once and sent often. */
#ifndef ST_SERVER_REPLY_H
#define ST_SERVER_REPLY_H

#include "server/blob.h"

struct srv_reply {
    int status;
    const char *type;     /* of the body; NULL: there is none */
    const char *encoding; /* "gzip", "br", or NULL */
    const char *cache;    /* Cache-Control; NULL: no-cache */
    bool tagged;          /* with an ETag */
    bool varies;          /* there are others, by Accept-Encoding */
    bool close;           /* the connection is closed after it */
    const char *body;
    size_t len;
};

/* NULL: no memory. */
struct srv_blob *srv_reply_make(const struct srv_reply *r);
/* "You have it already": 304 for a reply that is tagged. */
struct srv_blob *srv_reply_same(const struct srv_blob *whole);
/* { "error": { kind, text } }: the code is one of base/error.h, or that somebody may not do it. */
enum { SRV_FORBIDDEN = 1 };
const char *srv_kind(int code);
struct srv_blob *srv_reply_error(int status, int code, const char *text, bool close);

/* ---- the pages (pages.c) ---------------------------------------------------------------- */

struct srv_pages; /* every file of a folder in memory, as replies: nothing else can be asked for */

int srv_pages_read(struct srv_pages **out, const char *dir, struct st_error *err);
void srv_pages_free(struct srv_pages *p);
int srv_pages_count(const struct srv_pages *p);
/* By path ("/" is "/index.html") in the best encoding that is accepted, or NULL. */
struct srv_blob *srv_pages_find(const struct srv_pages *p, const char *path, size_t len,
                                const char *accept);

#endif
