/* lanes.h - calls that wait to be carried out beside their tables, and whose turn it is.
 *
 * By rank first. Within a rank the addresses come in turn, one call each: whoever asks a thousand
 * things waits for his own, and not others for him. No locks: the hall has one.
 */
#ifndef ST_SERVER_LANES_H
#define ST_SERVER_LANES_H

#include "server/hall.h"

enum { SRV_RANKS = 4 }; /* what happened: players', watchers'; odds: players', watchers' */

struct srv_lane { /* calls of one address */
    struct srv_lane *next;
    uint64_t address;
    struct srv_call *first[SRV_RANKS];
};

struct srv_lanes {
    struct srv_lane *first; /* whose turn it is; none without calls */
    int waiting;
};

/* The rank of a call: players before watchers. */
int srv_rank(const struct srv_call *c);
/* False: no memory. */
bool srv_lanes_put(struct srv_lanes *l, struct srv_call *c);
/* The next of rank `worst` or better, or NULL. */
struct srv_call *srv_lanes_take(struct srv_lanes *l, int worst);
/* All calls of an asker, linked by next. */
struct srv_call *srv_lanes_drop(struct srv_lanes *l, uint64_t asker);

#endif
