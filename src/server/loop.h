/* loop.h - the connections of a server: what http.c, socket.c and server.c share. The loop's
 * thread alone touches any of it. */
#ifndef ST_SERVER_LOOP_H
#define ST_SERVER_LOOP_H

#include "server/hall.h"
#include "server/reply.h"
#include "server/server.h"
#include "server/strict.h"
#include "server/token.h"

#include <libwebsockets.h>

enum {
    SRV_MESSAGE_MAX = 64 * 1024, /* from a page */
    SRV_BODY_MAX = 1024 * 1024,  /* of a request */
    SRV_BODIES_MAX = 64 << 20,   /* of all requests that are on their way or not yet answered */
    SRV_QUEUE_MAX = 1024 * 1024, /* waiting for a page that does not read */
    SRV_WAITING_MAX = 64,        /* calls of one page that are not answered yet, */
    SRV_WEIGHT_MAX = 256 * 1024, /* and their bytes */
    SRV_LIST_MAX = 500,          /* tables in a list */
    SRV_FORGET_SECONDS = 600,    /* a game that nobody asks for leaves the memory */
    SRV_BESIDE_MAX = 256,        /* odds and the like that wait, from one address */
    SRV_CLOSE_SECONDS = 3600,    /* after its end a table is closed by itself */
    SRV_WARN_SECONDS = 14 * 86400, /* a table that is to go is told of for so long */
    SRV_HANG_UP_SECONDS = 15     /* after it was asked, a connection that says nothing is closed */
};

struct srv_message {
    struct srv_message *next;
    struct srv_blob *blob;
};

struct srv_bucket { /* so many a second for long, and some more at once */
    double tokens;
    int64_t at_us;
};
/* Take one; false: there is none. */
bool srv_bucket_take(struct srv_bucket *b, int per_second, int burst, int64_t now_us);
/* Of something that is measured: is there any left? What is spent is known afterwards, and may be
 * more than there was. A sixtieth of the burst comes each second. */
bool srv_bucket_has(struct srv_bucket *b, double burst, int64_t now_us);

struct srv_address { /* whoever is, or was, connected from there */
    struct srv_address *next;
    uint64_t id; /* never used again */
    char text[64];
    int connections;
    int making;  /* tables */
    int waiting; /* calls that are carried out beside their tables */
    struct srv_bucket computing, loading; /* seconds; MiB of records */
};

struct srv_connection {
    struct lws *wsi;
    struct srv_loop *loop;
    struct srv_address *address;
    uint64_t id; /* never used again */
    struct srv_connection *next_same_id;
    int fd;
    struct srv_strict strict;

    /* A request. */
    struct srv_blob *reply;
    size_t sent;
    bool head_only;
    int view;
    struct srv_table *asked; /* of this table, and there is no answer yet */
    size_t awaited;        /* bytes of a body; 0: none is to come */
    int64_t awaited_until; /* us */
    struct st_buf body;    /* of a POST, or the message that comes in */
    struct {               /* what was last shown on this connection, and was right */
        char token[SRV_TOKEN_SIZE];
        char table[24]; /* its id: another table may come to stand in the memory of a removed one */
        int seat;
    } known;

    /* A page at a table. */
    bool is_page, closing;
    struct srv_table *table;
    int seat;
    bool greeted; /* events are sent from now on */
    struct srv_connection *next_at_table, **at_table;
    struct srv_message *first, **last;
    size_t queued;
    int waiting;
    size_t weight; /* bytes of the calls that are waiting */
    struct srv_bucket bucket;
};

enum { SRV_BUCKETS = 1024 };

struct srv_loop {
    struct lws_context *context;
    struct st_store *store;
    struct srv_hall *hall;
    struct srv_pages *pages;
    struct st_limits limits;
    const char *const *name;
    int nnames;
    bool proxy;
    char edition[40];

    struct srv_table **table; /* in the order in which they were made */
    int ntables, room, being_made;
    size_t bodies;             /* bytes of those being made */
    struct srv_table *leaving; /* removed ones whose calls are not all back, by next_same_hash */
    struct srv_table *table_by_id[SRV_BUCKETS];
    struct srv_connection *connection_by_id[SRV_BUCKETS];
    uint64_t last_id;
    int nconnections;
    struct srv_address *address;
    uint64_t last_address;
    struct srv_bucket making;
    struct srv_blob *list; /* the reply to GET /api/tables, while it is true */
};

int64_t srv_now_us(void);

/* ---- server.c --------------------------------------------------------------------------- */

struct srv_table *srv_loop_table(struct srv_loop *l, const char *id, size_t len);
struct srv_connection *srv_loop_connection(struct srv_loop *l, uint64_t id);
/* The seat a token gives at a table; without token (NULL) a watcher's. -1: none. */
int srv_loop_seat(const struct srv_table *t, const char *token, size_t len);
/* May that seat remove the table? docs/protocol.md says who, and why. */
bool srv_loop_may_remove(const struct srv_table *t, int seat);
/* The Host of a request is one of ours (a page that rebound its name is not), and its Origin, where
 * one is needed, is the same. */
bool srv_loop_host_fits(struct srv_loop *l, struct lws *wsi);
bool srv_loop_origin_fits(struct lws *wsi);

/* ---- address.c: who asks from where, and how much of it --------------------------------- */

bool srv_address_may_connect(struct srv_loop *l, int fd);
/* The connection's own, or that of whoever a proxy asks for. */
void srv_address_of_socket(struct srv_connection *c);
/* False: too many connections from there. */
bool srv_address_of_request(struct srv_connection *c);
void srv_address_drop(struct srv_loop *l, struct srv_address *a);
/* NULL, or why not. */
const char *srv_address_may_make(struct srv_loop *l, const struct srv_address *a, size_t bytes);
const char *srv_address_may_load(struct srv_loop *l, struct srv_address *a, int64_t bytes);
const char *srv_address_may_ask(struct srv_loop *l, struct srv_address *a,
                                const struct srv_verb *verb, int seat);
/* A call is on its way; it is back. */
void srv_address_asked(struct srv_address *a, struct srv_call *call);
void srv_address_answered(struct srv_loop *l, const struct srv_call *call);
/* Those who have been gone for a while are forgotten; all of them when `all`. */
void srv_address_sweep(struct srv_loop *l, bool all);

/* ---- age.c: tables that nobody plays at ------------------------------------------------- */

enum srv_age { SRV_AGE_NONE, SRV_AGE_CLOSE, SRV_AGE_WARN, SRV_AGE_REMOVE, SRV_AGE_PACK };
/* What is due, at `now` seconds since 1970. */
enum srv_age srv_age(const struct st_kept *k, int expire_days, int64_t now);
/* When it is cleared away unless somebody plays. */
int64_t srv_age_end(const struct st_kept *k, int expire_days);
/* See to all tables. */
void srv_age_all(struct srv_loop *l);

/* ---- http.c: each returns what the callback of libwebsockets returns -------------------- */

int srv_http_request(struct srv_connection *c);
int srv_http_body(struct srv_connection *c, const char *in, size_t len);
int srv_http_body_end(struct srv_connection *c);
int srv_http_writable(struct srv_connection *c);
void srv_http_closed(struct srv_connection *c);
/* A call of this connection was carried out. */
void srv_http_answered(struct srv_connection *c, struct srv_call *call);
int srv_http_send(struct srv_connection *c, struct srv_blob *reply); /* takes it over */

/* ---- socket.c: pages -------------------------------------------------------------------- */

int srv_page_opened(struct srv_connection *c);
int srv_page_received(struct srv_connection *c, const char *in, size_t len);
int srv_page_writable(struct srv_connection *c);
void srv_page_closed(struct srv_connection *c);
void srv_page_answered(struct srv_connection *c, struct srv_call *call);
/* To everybody who looks on, each what its view may know. */
void srv_page_tell(struct srv_table *t, struct srv_call *call);
/* The table is no more: whoever is there is told, and is at no table then. */
void srv_page_dismiss(struct srv_table *t);

#endif
