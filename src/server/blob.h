/* blob.h - bytes on their way to connections: written once, sent to many.
 *
 * Made by one thread, then handed to the loop, which alone counts who still holds it. There is room
 * before the bytes for what WebSocket puts in front of a message.
 */
#ifndef ST_SERVER_BLOB_H
#define ST_SERVER_BLOB_H

#include "base/text.h"

enum { SRV_ROOM = 32 };

struct srv_blob {
    int holders;
    size_t head;       /* a reply of HTTP: its first bytes, before the body */
    char etag[20];     /* of the body, with its quotes, or "" */
    bool close;        /* the connection is closed after it */
    bool is_private;   /* no cache may keep it */
    struct st_buf buf; /* SRV_ROOM bytes, then the text */
};

/* NULL: no memory. */
struct srv_blob *srv_blob_new(void);
/* What was added did not fit: the blob is freed and NULL returned. */
struct srv_blob *srv_blob_done(struct srv_blob *b);
struct srv_blob *srv_blob_hold(struct srv_blob *b);
void srv_blob_drop(struct srv_blob *b); /* NULL is fine */

static inline char *srv_blob_text(const struct srv_blob *b)
{
    return b->buf.text + SRV_ROOM;
}

static inline size_t srv_blob_len(const struct srv_blob *b)
{
    return b->buf.len - SRV_ROOM;
}

#endif
