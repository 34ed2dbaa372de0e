/* store.h - where the tables of a server are kept.
 *
 * One folder, one store, one process. Changes are handed over and written by a thread of the store,
 * which puts all that wait into one transaction: a disk that needs ten milliseconds to be sure
 * still keeps up with hundreds of tables. A change is told to be done when it is durable, or not at
 * all.
 *
 * The record (tags, then lines) is the truth; what else is kept of a table says who may play there,
 * and is an index for lists. Lines of a game that is over can be packed (base/prose.h): as text, not by the rules
 * (play/packed.h), for they must outlive a change of these. Schema: schema.sql.
 */
#ifndef ST_STORE_STORE_H
#define ST_STORE_STORE_H

#include "base/text.h"
#include "core/game.h"

enum { ST_HASH_SIZE = 32, ST_SEATS = ST_SIDES + 1, ST_SEAT_UMPIRE = ST_SIDES };

struct st_counted {        /* of a table, changing with it */
    int64_t bytes;         /* of the record */
    int64_t warned;        /* when it was first told that the table is to go; 0: it is not */
    int32_t notes[ST_SEATS]; /* remarks of each seat, and what it took back */
    bool closed;           /* nothing is taken back any more */
};

struct st_kept {    /* a table but for its record */
    int64_t number; /* given by the store */
    char id[24];    /* as in addresses */
    char game[32], scenario[64], title[160];
    char side[ST_SIDES][48];               /* their names */
    char seat[ST_SIDES][32];               /* "here", "link", "computer:KIND" */
    uint8_t token[ST_SEATS][ST_HASH_SIZE]; /* hashes; the umpire's last */
    bool has_token[ST_SEATS];
    bool typed;     /* people type what their dice show */
    bool undo_free; /* nobody is asked before a decision is taken back */
    char from[64];  /* the address it was made from */
    char turn[200]; /* how it stands, in words */
    bool over;
    int lines;
    int packed; /* the first so many of them: these stay as they are */
    int64_t made, changed; /* seconds since 1970 */
    struct st_counted count;
};

struct st_change {
    struct st_kept kept;
    const char *head;   /* a new table: its tags as printed; else NULL */
    bool remove;        /* the table goes, with all its lines; of kept only the number counts */
    bool warn;          /* only kept.count.warned is to be kept */
    bool pack;          /* text is the lines before `from`, packed: see st_store_pack */
    int from;           /* lines before this one stay, */
    struct st_buf text; /* these follow, each with its line end */
    /* Called by the store's thread; e is ST_OK when all of it is durable, else nothing of it has
     * happened. kept.number is set. The change is the caller's again. */
    void (*done)(struct st_change *self, int e, const struct st_error *err);
    struct st_change *next; /* the store's while it has the change */
};

struct st_store;

/* The folder is made where it is missing, for nobody else to look into. A folder that another process
 * works in is an error; so is one whose database, or the log of its last changes, is gone. */
int st_store_open(struct st_store **out, const char *dir, struct st_error *err);
/* Carries out what was submitted, then closes. */
void st_store_close(struct st_store *s);

void st_store_submit(struct st_store *s, struct st_change *c);

/* Are database and log still those that were opened? Each change looks first, so that nothing is
 * said to be kept in a file that nobody will find. */
int st_store_check(const struct st_store *s, struct st_error *err);

/* From any thread: every table in the order in which they were made; the record of one, as text. */
int st_store_each(struct st_store *s, void (*each)(void *arg, const struct st_kept *k), void *arg,
                  struct st_error *err);
int st_store_record(struct st_store *s, int64_t number, struct st_buf *out, struct st_error *err);

/* From any thread: makes of c the change that packs all lines of table c->kept.number. Nobody may change these until
 * it is done. A table that has packed lines already is an error, as are lines that do not come back as they were. */
int st_store_pack(struct st_store *s, struct st_change *c, struct st_error *err);

/* A copy of all tables in one file, which must not be there yet; a server may be at work meanwhile. */
int st_store_backup(const char *dir, const char *file, struct st_error *err);

#endif
