/* chain.h - how much probability passes through each node of a chain of dice.
 *
 * The nodes are numbers, node 0 is the start, an edge is taken with its weight out of the total of
 * the node it leaves. A node without edges keeps what arrives. Where edges go round (roll again)
 * the nodes that reach each other are solved together, by taking one after the other out of the
 * chain; this needs no subtraction, so neither fractions nor doubles lose anything by it.
 */
#ifndef ST_ODDS_CHAIN_H
#define ST_ODDS_CHAIN_H

#include "base/error.h"
#include "base/frac.h"

#define ST_CHAIN_LOST UINT32_MAX /* an edge that leads nowhere: its share is in no node */

struct st_chain_edge {
    uint32_t to, weight;
};

struct st_chain_node {
    uint32_t first, nedges; /* its edges */
    uint32_t total;         /* sum of all weights, those of lost edges too */
};

struct st_chain_mass { /* how often the node is passed on average; at an end: its probability */
    struct st_frac f;  /* valid while exact */
    double d;
};

struct st_chain {
    const struct st_chain_node *node;
    const struct st_chain_edge *edge;
    uint32_t n;
    struct st_chain_mass *mass; /* the answer, [n] */
    uint32_t *order;            /* the nodes, each after all that lead to it, but for circles */
    bool circles;               /* there are some */
    bool exact;                 /* false: a fraction no longer fitted */
    bool complete;              /* false: some of it runs in circles, or the circle is too large */
};

/* Node, edge and n are given, the rest is filled in. ST_OK or ST_ENOMEM. */
int st_chain_solve(struct st_chain *c, struct st_error *err);
/* What was filled in. */
void st_chain_free(struct st_chain *c);

#endif
