/* server.h - tables in a browser: HTTP and WebSocket on one port. The wire: docs/protocol.md.
 *
 * Three kinds of threads. The loop (whoever calls st_server_run) holds every connection and never
 * waits for anything else; workers do what touches a game, one at a time at each table; the store
 * writes. What is passed from one to another is owned by one of them at any time.
 */
#ifndef ST_SERVER_SERVER_H
#define ST_SERVER_SERVER_H

#include "base/error.h"

#include <stdbool.h>

struct st_limits {    /* 0: as st_limits_usual says */
    int tables;       /* in all, finished ones too */
    int connections;  /* in all */
    int per_address;  /* of these */
    int calls;        /* of a connection in a second, for long */
    int burst;        /* and at once */
    int open_games;   /* kept in memory, */
    int memory;       /* and so many MiB of them */
    int idle_seconds; /* a connection that says nothing is asked, then closed */
    int address_tables;   /* made from one address, */
    int address_disk;     /* MiB of their records, */
    int address_download; /* MiB of records fetched at once from one; a sixtieth more each second */
    int address_seconds;  /* of computing for those who only look, likewise */
    int expire_days;      /* a table where nobody played for so long is cleared away */
};
extern const struct st_limits st_limits_usual;

struct st_limit_name { /* for command lines */
    const char *name;
    size_t at; /* offset of an int in struct st_limits */
};
extern const struct st_limit_name st_limit_names[];
extern const int st_nlimits;

struct st_server_options {
    const char *address;     /* "127.0.0.1", "::1", "0.0.0.0"... */
    int port;                /* 0: any that is free */
    const char *data;        /* folder of the tables */
    const char *web;         /* folder of the pages; NULL: none */
    const char *const *name; /* hosts it may be called by, beside addresses and localhost */
    int nnames;
    bool proxy; /* requests from this machine say for whom in X-Forwarded-For */
    struct st_limits limits;
    const char *edition; /* of the program */
};

struct st_server;

/* Everything is read and the port is taken; nothing is answered before st_server_run. */
int st_server_open(struct st_server **out, const struct st_server_options *o, struct st_error *err);
/* "http://127.0.0.1:8014/" */
const char *st_server_address(const struct st_server *s);
int st_server_tables(const struct st_server *s); /* before st_server_run: how many are kept */
int st_server_pages(const struct st_server *s);  /* how many files the pages are */
/* Until st_server_stop. */
int st_server_run(struct st_server *s, struct st_error *err);
/* From any thread. What was accepted is finished and kept. */
void st_server_stop(struct st_server *s);
void st_server_free(struct st_server *s);
/* A copy of all tables kept in a folder in a new file; a server may be at work there. */
int st_server_backup(const char *data, const char *file, struct st_error *err);

/* Random games at so many tables at once, for so many seconds, in a folder that is left with them: how many moves were
 * made, each answered when it was on the disk, and what time that took, by the clock and of the processors. */
struct st_measured {
    int moves;
    double clock, processor;
};
int st_server_measure(const char *data, const char *scenario, int tables, double span, struct st_measured *out,
                      struct st_error *err);

#endif
