/* hall.c - queues and threads: see hall.h. What is done at a table is in work.c. */
#include "server/lanes.h"

#include "view/facade.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { QUICK, SLOW, BESIDE, KINDS };
enum { THREADS_MAX = 9 }; /* and one more beside the tables, see crew_size */
static const int niceness[KINDS] = { [SLOW] = 5, [BESIDE] = 15 };

struct crew {
    struct srv_hall *hall;
    pthread_t thread[THREADS_MAX];
    int n;
    pthread_cond_t wake;
    struct srv_table *first, **last; /* tables with something to do that nobody holds */
    int kind;
};

struct srv_hall {
    struct st_store *store;
    void (*wake)(void *arg);
    void *arg;
    struct st_shelf *shelf;
    int open_max;
    size_t bytes_max;

    pthread_mutex_t lock; /* guards what follows, and what tables say is its */
    pthread_cond_t kept;  /* nothing is at the store any more */
    struct crew crew[KINDS];
    struct srv_lanes lanes; /* what is carried out beside tables */
    bool kept_free;         /* one thread is, for what happened: odds may take long */
    struct srv_call *done, **last_done;
    int at_store;
    int open_games;
    size_t open_bytes;
    bool stopping;
};

/* ---- tables and calls ------------------------------------------------------------------- */

struct srv_table *srv_table_new(const struct st_kept *k)
{
    struct srv_table *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    memcpy(t->id, k->id, sizeof t->id);
    t->fixed = t->kept = *k;
    t->count = k->count;
    t->last = &t->first;
    const struct st_game *g = st_game_find(k->game);
    t->secrets = !g || g->observe; /* of an unknown game nothing is shown */
    return t;
}

void srv_table_free(struct srv_table *t)
{
    if (!t)
        return;
    while (t->first) {
        struct srv_call *c = t->first;

        t->first = c->next;
        srv_call_free(c);
    }
    for (int v = 0; v < SRV_VIEWS; v++)
        srv_blob_drop(t->state[v]);
    for (int i = 0; i < SRV_SAID; i++)
        free(t->said[i]);
    sandtable_free(t->handle);
    free(t);
}

struct srv_call *srv_call_new(struct srv_table *t, const struct srv_verb *verb)
{
    struct srv_call *c = calloc(1, sizeof *c);

    if (c) {
        c->table = t;
        c->verb = verb;
        c->status = 200;
        c->seat = SRV_WATCHER;
    }
    return c;
}

void srv_call_free(struct srv_call *c)
{
    if (!c)
        return;
    json_decref(c->args);
    free(c->body);
    free((char *)(uintptr_t)c->change.head); /* ours: see work.c */
    st_buf_free(&c->change.text);
    srv_blob_drop(c->answer);
    srv_blob_drop(c->word);
    for (int v = 0; v < SRV_VIEWS; v++) {
        st_buf_free(&c->news[v]);
        srv_blob_drop(c->event[v]);
    }
    st_plan_free(c->copy.plan);
    free(c->copy.pos);
    st_buf_free(&c->copy.record);
    free(c);
}

/* ---- queues: with the lock -------------------------------------------------------------- */

static void make_ready(struct srv_hall *h, struct srv_table *t)
{
    struct crew *crew = &h->crew[t->first->verb->slow ? SLOW : QUICK];

    t->held = true; /* by the queue */
    t->next_ready = NULL;
    *crew->last = t;
    crew->last = &t->next_ready;
    pthread_cond_signal(&crew->wake);
}

/* A watcher's, who has nothing to decide. */
static bool can_wait(const struct srv_call *c)
{
    return c->asker && c->seat == SRV_WATCHER;
}

/* Behind what players asked before, and before what watchers did. */
static void enqueue(struct srv_hall *h, struct srv_call *c)
{
    struct srv_table *t = c->table;
    struct srv_call **at = &t->first;

    c->hall = h;
    if (can_wait(c))
        at = t->last;
    while (*at && !can_wait(*at))
        at = &(*at)->next;
    c->next = *at;
    *at = c;
    if (!c->next)
        t->last = &c->next;
    if (!t->held)
        make_ready(h, t);
}

static struct srv_call *dequeue(struct srv_table *t)
{
    struct srv_call *c = t->first;

    t->first = c->next;
    if (!t->first)
        t->last = &t->first;
    return c;
}

static void release(struct srv_hall *h, struct srv_table *t)
{
    t->held = false;
    if (t->first && !h->stopping)
        make_ready(h, t);
}

/* To the loop. */
static void report(struct srv_hall *h, struct srv_call *c)
{
    bool first = !h->done;

    c->next = NULL;
    *h->last_done = c;
    h->last_done = &c->next;
    if (first) /* else the loop has been called and is not here yet */
        h->wake(h->arg);
}

/* The table is let go after that, so that what is told of it keeps its order. */
static void finish(struct srv_hall *h, struct srv_call *c)
{
    struct srv_table *t = c->table;

    report(h, c);
    release(h, t);
}

/* The table has given what is needed of it. */
static void go_beside(struct srv_hall *h, struct srv_call *c)
{
    release(h, c->table);
    if (srv_lanes_put(&h->lanes, c))
        pthread_cond_broadcast(&h->crew[BESIDE].wake);
    else
        report(h, c);
}

void srv_hall_drop(struct srv_hall *h, struct srv_table *t, uint64_t asker)
{
    pthread_mutex_lock(&h->lock);
    for (struct srv_call *c = t ? t->first : NULL; c; c = c->next)
        c->dropped |= c->asker == asker && c->verb->reads;
    for (struct srv_call *c = srv_lanes_drop(&h->lanes, asker), *next; c; c = next) {
        next = c->next;
        c->dropped = true;
        report(h, c);
    }
    pthread_mutex_unlock(&h->lock);
}

void srv_hall_submit(struct srv_hall *h, struct srv_call *c)
{
    c->table->calls++;
    pthread_mutex_lock(&h->lock);
    enqueue(h, c);
    pthread_mutex_unlock(&h->lock);
}

struct srv_call *srv_hall_collect(struct srv_hall *h)
{
    pthread_mutex_lock(&h->lock);
    struct srv_call *c = h->done;
    if (c)
        h->done = c->next;
    if (!h->done)
        h->last_done = &h->done;
    pthread_mutex_unlock(&h->lock);
    if (c)
        c->table->calls--;
    return c;
}

void srv_hall_present(struct srv_hall *h, struct srv_table *t, int view, int by)
{
    pthread_mutex_lock(&h->lock);
    t->present[view] += by;
    pthread_mutex_unlock(&h->lock);
}

/* ---- games in memory -------------------------------------------------------------------- */

static int64_t seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* With the lock: take the game off a table that nobody holds. */
static struct sandtable *take_game(struct srv_hall *h, struct srv_table *t)
{
    struct sandtable *game = t->held ? NULL : t->handle;

    if (game) {
        t->handle = NULL;
        h->open_games--;
        h->open_bytes -= t->bytes;
        t->bytes = 0;
    }
    return game;
}

/* With the lock: after somebody worked at the table. */
static void weigh(struct srv_hall *h, struct srv_table *t, bool had_game, size_t bytes)
{
    h->open_games += (t->handle != NULL) - had_game;
    h->open_bytes += bytes - t->bytes;
    t->bytes = bytes;
}

static size_t bytes_of(const struct srv_table *t)
{
    return t->handle ? st_facade_bytes(t->handle) : 0;
}

static bool is_full(const struct srv_hall *h)
{
    return h->open_games > h->open_max || h->open_bytes > h->bytes_max;
}

/* With the lock: the game that was longest not asked for, if that was before `since`. */
static struct sandtable *take_oldest(struct srv_hall *h, struct srv_table *const *table, int n,
                                     int64_t since)
{
    struct srv_table *oldest = NULL;

    for (int i = 0; i < n; i++)
        if (!table[i]->held && table[i]->handle && table[i]->used < since &&
            (!oldest || table[i]->used < oldest->used))
            oldest = table[i];
    return oldest ? take_game(h, oldest) : NULL;
}

void srv_hall_sweep(struct srv_hall *h, struct srv_table *const *table, int n, int idle_seconds)
{
    int64_t now = seconds();
    struct sandtable *game;

    do {
        pthread_mutex_lock(&h->lock);
        int64_t since = is_full(h) ? INT64_MAX : now - idle_seconds;
        game = take_oldest(h, table, n, since);
        pthread_mutex_unlock(&h->lock);
        sandtable_free(game); /* NULL is fine */
    } while (game);
}

bool srv_hall_is_full(struct srv_hall *h)
{
    pthread_mutex_lock(&h->lock);
    bool full = is_full(h);
    pthread_mutex_unlock(&h->lock);
    return full;
}

/* ---- work ------------------------------------------------------------------------------- */

/* The store's thread: a change is durable, or was not possible. */
static void change_kept(struct st_change *change, int e, const struct st_error *err)
{
    struct srv_call *c = (struct srv_call *)change; /* change is its first member */
    struct srv_hall *h = c->hall;
    struct srv_table *t = c->table;
    bool had_game = t->handle;

    srv_work_kept(c, e, err);
    size_t bytes = bytes_of(t);
    pthread_mutex_lock(&h->lock);
    weigh(h, t, had_game, bytes);
    finish(h, c);
    if (--h->at_store == 0)
        pthread_cond_signal(&h->kept);
    pthread_mutex_unlock(&h->lock);
}

/* Of the processor, by this thread. */
static int64_t spent_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static void work_at(struct srv_hall *h, struct srv_call *c)
{
    struct srv_table *t = c->table;
    int64_t start = spent_us();
    bool had_game = t->handle, to_keep = srv_work(c, h->store);
    size_t bytes = bytes_of(t);

    c->spent_us += spent_us() - start;
    pthread_mutex_lock(&h->lock);
    weigh(h, t, had_game, bytes);
    t->used = seconds();
    if (to_keep)
        h->at_store++;
    else if (c->beside)
        go_beside(h, c);
    else
        finish(h, c);
    pthread_mutex_unlock(&h->lock);
    if (to_keep) {
        c->change.done = change_kept;
        st_store_submit(h->store, &c->change);
    }
}

/* A table at which somebody plays, else the first; there is one. */
static struct srv_table *take_ready(struct crew *crew)
{
    struct srv_table **at = &crew->first;

    while (*at && can_wait((*at)->first))
        at = &(*at)->next_ready;
    if (!*at)
        at = &crew->first;
    struct srv_table *t = *at;
    *at = t->next_ready;
    if (!*at)
        crew->last = at;
    return t;
}

static void be_nice(const struct crew *crew)
{
    if (niceness[crew->kind]) /* on Linux this is the thread's alone; elsewhere it does no harm */
        setpriority(PRIO_PROCESS, 0, niceness[crew->kind]);
}

static void *crew_work(void *arg)
{
    struct crew *crew = arg;
    struct srv_hall *h = crew->hall;

    be_nice(crew);
    pthread_mutex_lock(&h->lock);
    for (;;) {
        while (!crew->first && !h->stopping)
            pthread_cond_wait(&crew->wake, &h->lock);
        if (h->stopping)
            break;
        struct srv_table *t = take_ready(crew);
        if (t->first->verb->slow != (crew->kind == SLOW)) { /* it came before what was first */
            make_ready(h, t);
            continue;
        }
        struct srv_call *c = dequeue(t);
        if (c->dropped) {
            finish(h, c);
            continue;
        }
        for (int v = 0; v < SRV_VIEWS; v++)
            c->views |= (t->present[v] > 0) << v;
        pthread_mutex_unlock(&h->lock);
        work_at(h, c);
        pthread_mutex_lock(&h->lock);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* Beside the tables. One of the threads never takes odds: whoever sits down and asks what happened
 * need not wait for those who wonder. */
static void *beside_work(void *arg)
{
    struct crew *crew = arg;
    struct srv_hall *h = crew->hall;

    be_nice(crew);
    pthread_mutex_lock(&h->lock);
    int worst = h->kept_free ? SRV_RANKS - 1 : 1;
    h->kept_free = true;
    for (;;) {
        struct srv_call *c = NULL;

        while (!h->stopping && !(c = srv_lanes_take(&h->lanes, worst)))
            pthread_cond_wait(&crew->wake, &h->lock);
        if (!c)
            break;
        pthread_mutex_unlock(&h->lock);
        int64_t start = spent_us();
        srv_work_beside(c);
        c->spent_us += spent_us() - start;
        pthread_mutex_lock(&h->lock);
        report(h, c);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* ---- the hall --------------------------------------------------------------------------- */

static int crew_start(struct srv_hall *h, int kind, int n, struct st_error *err)
{
    struct crew *crew = &h->crew[kind];

    for (int i = 0; i < n; i++, crew->n++)
        if (pthread_create(&crew->thread[i], NULL, kind == BESIDE ? beside_work : crew_work,
                           crew) != 0)
            return st_fail(err, ST_EIO, NULL, 0, "cannot start a thread");
    return ST_OK;
}

/* As many as there are processors, but two at least: a page may ask for something while another
 * is being answered. */
static int crew_size(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 2 ? 2 : cores > THREADS_MAX - 1 ? THREADS_MAX - 1 : (int)cores;
}

int srv_hall_open(struct srv_hall **out, struct st_store *store, int open_games, size_t open_bytes,
                  void (*wake)(void *arg), void *arg, struct st_error *err)
{
    struct srv_hall *h = calloc(1, sizeof *h);

    if (!h)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    h->store = store;
    h->wake = wake;
    h->arg = arg;
    h->open_max = open_games;
    h->bytes_max = open_bytes;
    h->last_done = &h->done;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->kept, NULL);
    for (int i = 0; i < KINDS; i++) {
        h->crew[i].hall = h;
        h->crew[i].kind = i;
        h->crew[i].last = &h->crew[i].first;
        pthread_cond_init(&h->crew[i].wake, NULL);
    }
    h->shelf = srv_shelf_new();
    int e = h->shelf ? crew_start(h, QUICK, crew_size(), err)
                     : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (!e)
        e = crew_start(h, SLOW, crew_size(), err);
    if (!e)
        e = crew_start(h, BESIDE, crew_size() + 1, err);
    if (e)
        srv_hall_free(h);
    else
        *out = h;
    return e;
}

struct st_shelf *srv_hall_shelf(struct srv_hall *h)
{
    return h->shelf;
}

void srv_hall_stop(struct srv_hall *h)
{
    pthread_mutex_lock(&h->lock);
    h->stopping = true;
    for (int i = 0; i < KINDS; i++)
        pthread_cond_broadcast(&h->crew[i].wake);
    pthread_mutex_unlock(&h->lock);
    for (int i = 0; i < KINDS; i++) {
        for (int k = 0; k < h->crew[i].n; k++)
            pthread_join(h->crew[i].thread[k], NULL);
        h->crew[i].n = 0;
    }
    pthread_mutex_lock(&h->lock);
    while (h->at_store > 0)
        pthread_cond_wait(&h->kept, &h->lock);
    pthread_mutex_unlock(&h->lock);
}

/* Tables that were asked for and not begun with stand nowhere else. */
static void free_unmade(struct crew *crew)
{
    while (crew->first) {
        struct srv_table *t = crew->first;

        crew->first = t->next_ready;
        if (t->first->verb->run == srv_verb_make.run)
            srv_table_free(t);
    }
}

void srv_hall_free(struct srv_hall *h)
{
    struct srv_call *c;

    if (!h)
        return;
    srv_hall_stop(h);
    while ((c = srv_hall_collect(h)))
        srv_call_free(c);
    while ((c = srv_lanes_take(&h->lanes, SRV_RANKS - 1)))
        srv_call_free(c);
    for (int i = 0; i < KINDS; i++) {
        free_unmade(&h->crew[i]);
        pthread_cond_destroy(&h->crew[i].wake);
    }
    pthread_cond_destroy(&h->kept);
    pthread_mutex_destroy(&h->lock);
    srv_shelf_free(h->shelf);
    free(h);
}
