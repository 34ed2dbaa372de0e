/* strict.h - the head of a request as it must be written, byte by byte.
 *
 * libwebsockets takes much for a request that is none: lines that end in a line feed alone, a
 * blank before the colon, two hosts, a length with a sign. Whoever stands before us (a proxy) may
 * read such bytes otherwise than we do, and between two readings somebody else's request can be
 * hidden. So the bytes are read here first, and a connection that sends anything else is answered
 * with 400 and closed.
 *
 * libwebsockets shows nobody what it reads. strict.c therefore has a recv() of its own, which the
 * linker puts in the place of the C library's for whatever this program is made of; sockets that
 * were not announced are none of its business.
 */
#ifndef ST_SERVER_STRICT_H
#define ST_SERVER_STRICT_H

#include <stdbool.h>
#include <stddef.h>

struct srv_strict { /* zeroed: a request is to begin */
    enum { SRV_HEAD, SRV_BODY, SRV_FREE, SRV_BROKEN } part; /* free: a WebSocket, not looked at */
    char line[40]; /* its beginning */
    char end[10];  /* the last letters of the request line */
    size_t len;    /* of the line, all of it */
    int lines;     /* of this head before it */
    size_t name;   /* letters before the colon; 0: none yet */
    bool cr;
    bool has_host, has_length, has_value, upgrade;
    size_t length; /* of the body, then what is left of it */
};

/* More bytes of a connection: how many are as they should be. If not all are, these end with a
 * request, and what follows is none: the next call gives 0. */
size_t srv_strict_read(struct srv_strict *s, const char *at, size_t len);

/* What comes over this socket is to be read so, until forgotten. */
void srv_strict_watch(int fd, struct srv_strict *s);
void srv_strict_forget(int fd);

#endif
