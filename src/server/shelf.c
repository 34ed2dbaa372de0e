/* shelf.c - see shelf.h. */
#include "server/shelf.h"

#include "core/game.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 64 };

struct place {
    struct st_buf key; /* game, scenario and what was given */
    struct st_plan *plan;
};

struct shelf {
    struct st_shelf shelf;
    pthread_mutex_t lock; /* guards what follows */
    struct place place[PLACES];
    int n;
};

/* Lengths before words: what is given may hold any letter. */
static struct st_buf key_of(const struct st_game *game, const char *id, const struct st_entry *given,
                            int ngiven)
{
    struct st_buf key = { 0 };

    st_buf_add(&key, "%s/%s", game->id, id);
    for (int i = 0; i < ngiven; i++)
        st_buf_add(&key, " %zu:%s %zu:%s", strlen(given[i].key), given[i].key,
                   strlen(given[i].value), given[i].value);
    return key;
}

static bool same_key(const struct st_buf *a, const struct st_buf *b)
{
    return !a->failed && a->len == b->len && memcmp(st_buf_text(a), st_buf_text(b), a->len) == 0;
}

/* With the lock: held for whoever asks, or NULL. */
static struct st_plan *look(const struct shelf *s, const struct st_buf *key)
{
    for (int i = 0; i < s->n; i++)
        if (same_key(key, &s->place[i].key))
            return st_plan_hold(s->place[i].plan);
    return NULL;
}

static struct st_plan *find(struct st_shelf *self, const struct st_game *game, const char *id,
                            const struct st_entry *given, int ngiven)
{
    struct shelf *s = (struct shelf *)self;
    struct st_buf key = key_of(game, id, given, ngiven);

    pthread_mutex_lock(&s->lock);
    struct st_plan *found = look(s, &key);
    pthread_mutex_unlock(&s->lock);
    st_buf_free(&key);
    return found;
}

static void clear(struct place *p)
{
    st_buf_free(&p->key);
    st_plan_free(p->plan);
}

/* With the lock: a free place; NULL where every plan is in use. */
static struct place *make_place(struct shelf *s)
{
    if (s->n < PLACES)
        return &s->place[s->n++];
    for (int i = 0; i < PLACES; i++)
        if (atomic_load(&s->place[i].plan->held) == 0) { /* by nobody but us */
            clear(&s->place[i]);
            return &s->place[i];
        }
    return NULL;
}

static struct st_plan *keep(struct st_shelf *self, struct st_plan *made, const char *id,
                            const struct st_entry *given, int ngiven)
{
    struct shelf *s = (struct shelf *)self;
    struct st_buf key = key_of(made->game, id, given, ngiven);

    pthread_mutex_lock(&s->lock);
    struct st_plan *other = look(s, &key); /* somebody may have been quicker */
    struct place *p = other || key.failed ? NULL : make_place(s);
    if (p)
        *p = (struct place){ key, st_plan_hold(made) };
    else
        st_buf_free(&key);
    pthread_mutex_unlock(&s->lock);
    if (other)
        st_plan_free(made);
    return other ? other : made;
}

struct st_shelf *srv_shelf_new(void)
{
    struct shelf *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->shelf = (struct st_shelf){ find, keep };
    pthread_mutex_init(&s->lock, NULL);
    return &s->shelf;
}

void srv_shelf_free(struct st_shelf *self)
{
    struct shelf *s = (struct shelf *)self;

    if (!s)
        return;
    for (int i = 0; i < s->n; i++)
        clear(&s->place[i]);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
