/* measure.c - how many durable moves a second: see server.h.
 *
 * Tables are laid and moves made by calls as the loop makes them, so a move goes the whole way of one that a page sent but
 * for the wire: it waits its turn, is read and checked, the dice fall, the answer and the news with the whole state are
 * written, and it is over when the store says that it is on the disk. The moves are drawn, which is counted in.
 */
#include "server/server.h"

#include "server/work.h"
#include "view/facade.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct measure {
    struct srv_hall *hall;
    struct srv_table **table;
    char wish[160];
    uint64_t draws;
    int moves, tables, busy; /* so many calls are on their way */
    sem_t woken;
};

static double seconds(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void wake(void *arg)
{
    sem_post(arg);
}

static bool submit(struct measure *m, struct srv_call *c)
{
    if (!c)
        return false;
    c->asker = 1;
    c->seat = ST_SEAT_UMPIRE;
    m->busy++;
    srv_hall_submit(m->hall, c);
    return true;
}

/* In place of the table whose game is over. */
static bool lay_table(struct measure *m, int i)
{
    struct srv_call *c;

    srv_table_free(m->table[i]);
    m->table[i] = srv_table_new(&(struct st_kept){ .number = 0 });
    c = m->table[i] ? srv_call_new(m->table[i], &srv_verb_make) : NULL;
    if (c) {
        c->body = strdup(m->wish);
        c->body_len = strlen(m->wish);
        srv_hall_present(m->hall, m->table[i], ST_SIDES, 1); /* somebody looks on, who is to be told */
    }
    return submit(m, c);
}

static bool go_on(struct measure *m, int i)
{
    const struct st_table *t = st_session_table(st_facade_session(m->table[i]->handle));
    struct st_move move;
    char text[ST_MOVE_TEXT];

    if (st_now(t).kind != ST_DECIDE)
        return lay_table(m, i);
    st_assert(st_sample(t, ++m->draws * 0x9e3779b97f4a7c15u, &move));
    st_move_print(t->plan, &move, text, sizeof text);
    struct srv_call *c = srv_call_new(m->table[i], srv_verb_find("move"));
    if (c)
        c->args = json_pack("{s:s,s:b}", "move", text, "insist", 1); /* it is meant, whatever ended by itself */
    return submit(m, c);
}

static int which(const struct measure *m, const struct srv_table *t)
{
    int i = 0;

    while (m->table[i] != t)
        i++;
    return i;
}

/* One call is back; nobody holds its table, which goes on unless the time is over. */
static int take_one(struct measure *m, bool more, struct st_error *err)
{
    struct srv_call *c;
    int e = ST_OK;

    while (!(c = srv_hall_collect(m->hall)))
        sem_wait(&m->woken);
    m->busy--;
    m->moves += c->verb != &srv_verb_make;
    if (!c->changed)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "%s was refused: %.300s", c->verb->name,
                    c->answer ? srv_blob_text(c->answer) : "");
    else if (more && !go_on(m, which(m, c->table)))
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    srv_call_free(c);
    return e;
}

static int measure(struct measure *m, double span, struct st_measured *out, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < m->tables && !e; i++)
        if (!lay_table(m, i))
            e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    double start = seconds(CLOCK_MONOTONIC), spent = seconds(CLOCK_PROCESS_CPUTIME_ID);
    while (!e && seconds(CLOCK_MONOTONIC) < start + span)
        e = take_one(m, true, err);
    while (m->busy) { /* also after an error, of which the first is told */
        int last = take_one(m, false, e ? NULL : err);

        e = e ? e : last;
    }
    *out = (struct st_measured){ m->moves, seconds(CLOCK_MONOTONIC) - start,
                                 seconds(CLOCK_PROCESS_CPUTIME_ID) - spent };
    return e;
}

int st_server_measure(const char *data, const char *scenario, int tables, double span, struct st_measured *out,
                      struct st_error *err)
{
    enum { GAMES = 1000, MEMORY = 1 << 29 };
    struct measure m = { .tables = tables, .table = calloc((size_t)tables, sizeof *m.table) };
    struct st_store *store = NULL;
    int e = m.table ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");

    snprintf(m.wish, sizeof m.wish, "{\"scenario\":\"%.100s\"}", scenario);
    sem_init(&m.woken, 0, 0);
    if (!e)
        e = st_store_open(&store, data, err);
    if (!e)
        e = srv_hall_open(&m.hall, store, GAMES, MEMORY, wake, &m.woken, err);
    if (!e) {
        e = measure(&m, span, out, err);
        srv_hall_stop(m.hall);
        for (struct srv_call *c; (c = srv_hall_collect(m.hall));)
            srv_call_free(c);
    }
    for (int i = 0; i < tables && m.table; i++)
        srv_table_free(m.table[i]);
    srv_hall_free(m.hall);
    st_store_close(store);
    sem_destroy(&m.woken);
    free(m.table);
    return e;
}
