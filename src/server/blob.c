/* blob.c - see blob.h. */
#include "server/blob.h"

#include <stdlib.h>

struct srv_blob *srv_blob_new(void)
{
    static const char room[SRV_ROOM] = "";
    struct srv_blob *b = calloc(1, sizeof *b);

    if (!b)
        return NULL;
    b->holders = 1;
    st_buf_put(&b->buf, room, sizeof room);
    return b;
}

struct srv_blob *srv_blob_done(struct srv_blob *b)
{
    if (b && b->buf.failed) {
        srv_blob_drop(b);
        return NULL;
    }
    return b;
}

struct srv_blob *srv_blob_hold(struct srv_blob *b)
{
    b->holders++;
    return b;
}

void srv_blob_drop(struct srv_blob *b)
{
    if (!b || --b->holders > 0)
        return;
    st_buf_free(&b->buf);
    free(b);
}
