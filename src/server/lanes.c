/* lanes.c - see lanes.h. */
#include "server/lanes.h"

#include <stdlib.h>

int srv_rank(const struct srv_call *c)
{
    return 2 * c->verb->rank + (c->seat == SRV_WATCHER);
}

static bool is_empty(const struct srv_lane *lane)
{
    for (int i = 0; i < SRV_RANKS; i++)
        if (lane->first[i])
            return false;
    return true;
}

static void append_lane(struct srv_lanes *l, struct srv_lane *lane)
{
    struct srv_lane **at = &l->first;

    while (*at)
        at = &(*at)->next;
    lane->next = NULL;
    *at = lane;
}

bool srv_lanes_put(struct srv_lanes *l, struct srv_call *c)
{
    struct srv_lane *lane = l->first;

    while (lane && lane->address != c->address)
        lane = lane->next;
    if (!lane) {
        lane = calloc(1, sizeof *lane);
        if (!lane)
            return false;
        lane->address = c->address;
        append_lane(l, lane);
    }
    struct srv_call **at = &lane->first[srv_rank(c)];
    while (*at)
        at = &(*at)->next;
    c->next = NULL;
    *at = c;
    l->waiting++;
    return true;
}

/* Whoever was served goes to the end; a lane without calls goes away. */
static void step_back(struct srv_lanes *l, struct srv_lane **at)
{
    struct srv_lane *lane = *at;

    *at = lane->next;
    if (is_empty(lane))
        free(lane);
    else
        append_lane(l, lane);
}

struct srv_call *srv_lanes_take(struct srv_lanes *l, int worst)
{
    for (int rank = 0; rank <= worst; rank++)
        for (struct srv_lane **at = &l->first; *at; at = &(*at)->next) {
            struct srv_call *c = (*at)->first[rank];

            if (!c)
                continue;
            (*at)->first[rank] = c->next;
            c->next = NULL;
            l->waiting--;
            step_back(l, at);
            return c;
        }
    return NULL;
}

struct srv_call *srv_lanes_drop(struct srv_lanes *l, uint64_t asker)
{
    struct srv_call *gone = NULL, **last = &gone;

    for (struct srv_lane **at = &l->first; *at;) {
        struct srv_lane *lane = *at;

        for (int rank = 0; rank < SRV_RANKS; rank++)
            for (struct srv_call **c = &lane->first[rank]; *c;) {
                if ((*c)->asker != asker) {
                    c = &(*c)->next;
                    continue;
                }
                *last = *c;
                *c = (*c)->next;
                last = &(*last)->next;
                *last = NULL;
                l->waiting--;
            }
        if (is_empty(lane)) {
            *at = lane->next;
            free(lane);
        } else {
            at = &lane->next;
        }
    }
    return gone;
}
