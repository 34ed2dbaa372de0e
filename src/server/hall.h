/* hall.h - the tables of a server, and the threads that work at them.
 *
 * A call is one thing asked of one table. It is one piece of memory that goes from the loop to a
 * worker, where it changes something to the store, and back to the loop, and belongs to one of them
 * at any time. Calls of a table are carried out in order, one at a time: while a table is held, by
 * a worker or by a change that is not yet durable, others wait in its queue, and nobody else does.
 *
 * Players come before watchers, at a table and among tables. Computers have threads of their own, so
 * that quick calls never wait for them at other tables. What only wonders (odds, what happened long
 * ago) holds no table: it is carried out on a copy, by threads that come last of all, the addresses it
 * was asked from in turn (lanes.h).
 */
#ifndef ST_SERVER_HALL_H
#define ST_SERVER_HALL_H

#include "server/blob.h"
#include "server/shelf.h"
#include "store/store.h"

#include <jansson.h>
#include <sandtable.h>

enum { SRV_WATCHER = ST_SEATS };   /* seats: the sides, the umpire, and those who only look */
enum { SRV_VIEWS = ST_SIDES + 1 }; /* of each side, and the umpire's */
enum {
    SRV_LINES_MAX = 20000, /* of play, of one game */
    SRV_NOTES_MAX = 300,   /* remarks of one seat, and what it took back */
    SRV_NOTE_MAX = 1000,   /* letters of a remark */
    SRV_UPLOADED_NOTES = 3 * SRV_NOTES_MAX,
    SRV_SAID = 24, /* the last things said at a table, for whoever comes later */
    SRV_ALL_VIEWS = (1 << SRV_VIEWS) - 1
};

static inline int srv_view(int seat)
{
    return seat < ST_SIDES ? seat : ST_SIDES;
}

struct srv_call;
struct srv_connection;

struct srv_table {
    /* Never changes once the table is in the hall. */
    char id[24];
    struct st_kept fixed; /* names, seats, tokens; of the rest only the first values */
    bool secrets;         /* the game hides things */

    /* The hall's lock. */
    struct srv_call *first, **last;
    bool held;
    int present[SRV_VIEWS]; /* how many look on, with each view */
    struct srv_table *next_ready;
    int64_t used; /* when it was last worked at */
    size_t bytes; /* of its game in memory */

    /* Whoever holds it. */
    struct sandtable *handle; /* NULL: to be loaded */
    uint64_t seed;            /* of the dice, as 'seed' of the record or made for this handle */
    uint64_t seed_game;
    int last_from; /* the first line of the last change: events are known from there on */
    struct st_counted count; /* as kept, or about to be */
    struct {
        int seat, lines; /* somebody asks, lines being what the record had; 0: nobody */
    } undo, draw;
    char *said[SRV_SAID]; /* events as they were told, the newest last; NULL: none */
    bool removed;  /* and that is durable: nothing can be done at it any more */
    bool aside;    /* a bug of ours came to light in its game, which is not touched again */

    /* The loop. */
    struct st_kept kept;
    char damaged[400]; /* why it cannot be played, or "" */
    struct srv_connection *connections;
    struct srv_blob *state[SRV_VIEWS]; /* replies with the present state */
    bool computing;                    /* a computer's call is on its way */
    int calls;                         /* on their way: until they are back it is not freed */
    bool stalled;                      /* a computer could not play for want of disk or memory */
    bool leaving;                      /* removed, and in no list any more */
    struct srv_table *next_same_hash;
};

struct srv_verb {
    const char *name;
    bool slow;     /* may take long */
    bool gameless; /* the game need not be in memory */
    bool reads;    /* nothing is lost when nobody waits for the answer any more */
    int rank;      /* beside a table: the lower, the sooner */
    /* Carries it out; the document that answers, or NULL when call->answer is written already. */
    const char *(*run)(struct srv_call *c);
    /* After run said call->beside: the rest, without the table. */
    void (*beside)(struct srv_call *c);
};

struct srv_call {
    struct st_change change; /* first, so that the store gives back the call */
    struct srv_call *next;
    struct srv_hall *hall;
    struct st_store *store;
    struct srv_table *table;
    const struct srv_verb *verb;

    /* Who asks for what. */
    uint64_t asker;   /* a connection; 0: nobody */
    uint64_t address; /* whence, as a number */
    long long id;   /* the page's number of the call */
    bool bare;      /* answered with the document alone */
    int seat;
    json_t *args; /* or NULL */
    char *body;   /* of a request, or NULL */
    size_t body_len;
    size_t weight; /* bytes of the message */
    bool dropped;  /* the hall's lock: whoever asked is gone */
    struct {       /* taken along to be answered beside the table */
        struct st_plan *plan;
        void *pos;
        struct st_buf record;
    } copy;
    bool beside;
    struct st_counted was; /* of the table, before this call */
    int64_t cut_bytes;     /* of lines taken back */

    /* What came of it. */
    struct srv_blob *answer;       /* NULL when there was no memory for it, or nobody asked */
    int status;                    /* as in HTTP; 503: it may be possible later */
    bool changed;                  /* and is durable */
    bool made;                     /* a new table */
    bool removed;                  /* the table is no more, durably */
    bool warned;                   /* that it is to go is told, durably */
    bool packed;                   /* its lines are, durably */
    char damaged[400];             /* why the record cannot be taken up */
    bool loaded;                   /* it could */
    bool more;                     /* a computer is to decide next */
    int views;                     /* of whoever looks on, as bits */
    struct st_buf news[SRV_VIEWS]; /* items of the lines that are new */
    struct srv_blob *event[SRV_VIEWS];
    struct srv_blob *word; /* one more event, */
    int word_views;        /* for these views, as bits; 0: for all */
    int64_t spent_us;      /* of a processor */
};

struct srv_hall;

/* wake: called by any thread when there is something for srv_hall_collect. */
int srv_hall_open(struct srv_hall **out, struct st_store *store, int open_games, size_t open_bytes,
                  void (*wake)(void *arg), void *arg, struct st_error *err);
/* Lets every thread finish the call it is at; what is durable then can still be collected. */
void srv_hall_stop(struct srv_hall *h);
void srv_hall_free(struct srv_hall *h);

/* Plans of all its tables. */
struct st_shelf *srv_hall_shelf(struct srv_hall *h);

/* ---- the loop's ------------------------------------------------------------------------- */

/* A table read from the store, or new. NULL: no memory. */
struct srv_table *srv_table_new(const struct st_kept *k);
void srv_table_free(struct srv_table *t);

struct srv_call *srv_call_new(struct srv_table *t, const struct srv_verb *verb);
void srv_call_free(struct srv_call *c);
void srv_hall_submit(struct srv_hall *h, struct srv_call *c);
/* Whoever asked is gone: what only reads is not carried out any more. t: the table it was asked of. */
void srv_hall_drop(struct srv_hall *h, struct srv_table *t, uint64_t asker);
/* Calls that were carried out, in order; the caller frees them. NULL: none. */
struct srv_call *srv_hall_collect(struct srv_hall *h);
/* Somebody with that view has come (1) or gone (-1). */
void srv_hall_present(struct srv_hall *h, struct srv_table *t, int view, int by);
/* Forget games that nobody has asked for so long, and the oldest of too many: their records are in
 * the store. */
void srv_hall_sweep(struct srv_hall *h, struct srv_table *const *table, int n, int idle_seconds);
bool srv_hall_is_full(struct srv_hall *h);

/* ---- the workers' (work.c) -------------------------------------------------------------- */

extern const struct srv_verb srv_verb_hello, srv_verb_state, srv_verb_record, srv_verb_make,
    srv_verb_make_long, srv_verb_wake, srv_verb_computer, srv_verb_remove, srv_verb_close,
    srv_verb_warn, srv_verb_pack;
/* A verb of a page by name, or NULL. */
const struct srv_verb *srv_verb_find(const char *name);
/* Carries out the call and writes the answer; true: there is a change to be kept. */
bool srv_work(struct srv_call *c, struct st_store *store);
/* The rest of it, beside the table. */
void srv_work_beside(struct srv_call *c);
/* After the store: what is to be told, or that it failed. */
void srv_work_kept(struct srv_call *c, int e, const struct st_error *err);

/* An error as the answer to call `id` of a page: {"id", "error": {kind, text}}; an id
 * that could not be read (negative) is null; bare: without it. NULL: no memory. */
__attribute__((format(printf, 4, 5))) struct srv_blob *
srv_error(bool bare, long long id, int code, const char *fmt, ...);

#endif
