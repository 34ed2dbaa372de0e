/* chain.c - see chain.h.
 *
 * First the nodes are grouped so that those which reach each other stand together (Tarjan's
 * strongly connected components), then the groups are worked off, each after all that lead to
 * it. A group of one without an edge to itself only hands on what it got; the others are circles.
 *
 * A circle is solved by elimination after Grassmann, Taksar and Heyman: the probability to leave
 * a node is counted as the sum of the ways out of it, never as one minus the way back.
 */
#include "odds/chain.h"

#include <stdlib.h>

enum { EXACT_MAX = 96, CIRCLE_MAX = 512 }; /* nodes of a circle: in fractions, and at all */

#define NONE UINT32_MAX

static const struct st_chain_mass nothing = { { 0, 1 }, 0.0 };

/* ---- arithmetic: fractions as long as they fit, doubles all the time -------------------- */

static void add(struct st_chain *c, struct st_chain_mass *to, const struct st_chain_mass *more)
{
    to->d += more->d;
    if (!c->exact)
        return;
    if (to->f.num == 0)
        to->f = more->f; /* nearly always: the first to arrive */
    else
        c->exact = st_frac_add(&to->f, to->f, more->f);
}

static struct st_chain_mass share(struct st_chain *c, const struct st_chain_mass *of,
                                  uint32_t weight, uint32_t total)
{
    struct st_chain_mass out = *of;

    if (weight == total)
        return out;
    out.d = of->d * weight / total;
    if (c->exact)
        c->exact = st_frac_scale(&out.f, of->f, weight, total);
    return out;
}

static st_u128 gcd(st_u128 a, st_u128 b)
{
    while (b) {
        st_u128 r = a % b;

        a = b;
        b = r;
    }
    return a;
}

static bool frac_times(struct st_frac *out, struct st_frac a, struct st_frac b)
{
    a = st_frac_reduce(a);
    b = st_frac_reduce(b);
    st_u128 g = gcd(a.num, b.den), h = gcd(b.num, a.den);
    return !__builtin_mul_overflow(a.num / g, b.num / h, &out->num) &&
           !__builtin_mul_overflow(a.den / h, b.den / g, &out->den);
}

static struct st_chain_mass times(struct st_chain *c, const struct st_chain_mass *a,
                                  const struct st_chain_mass *b)
{
    struct st_chain_mass out = { { 0, 1 }, a->d * b->d };

    if (c->exact && a->f.num && b->f.num)
        c->exact = frac_times(&out.f, a->f, b->f);
    return out;
}

static void divide(struct st_chain *c, struct st_chain_mass *a, const struct st_chain_mass *by)
{
    if (by->d <= 0) { /* a circle that is never left */
        *a = nothing;
        c->complete = false;
        return;
    }
    a->d /= by->d;
    if (c->exact && a->f.num)
        c->exact = frac_times(&a->f, a->f, (struct st_frac){ by->f.den, by->f.num });
}

/* ---- grouping -------------------------------------------------------------------------- */

struct groups {
    uint32_t *group; /* of each node */
    uint32_t *order; /* the nodes, group by group, a group before those that lead to it */
    uint32_t norder, ngroups;
    /* at work: when met, the oldest it reaches, those not yet grouped, the path we are on, and how
     * many edges of each node were looked at */
    uint32_t *met, *low, *pending, *path, *edge;
    uint32_t npending, npath, clock;
};

static int groups_make(struct groups *g, uint32_t n, uint32_t *order, struct st_error *err)
{
    uint32_t *room = calloc(n, 6 * sizeof *room);

    if (!room)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    *g = (struct groups){ .group = room, .order = order };
    g->met = room + n;
    g->low = room + 2 * (size_t)n;
    g->pending = room + 3 * (size_t)n;
    g->path = room + 4 * (size_t)n;
    g->edge = room + 5 * (size_t)n;
    for (uint32_t v = 0; v < n; v++)
        g->group[v] = NONE;
    return ST_OK;
}

static void enter(struct groups *g, uint32_t v)
{
    g->met[v] = g->low[v] = ++g->clock;
    g->pending[g->npending++] = v;
    g->path[g->npath++] = v;
}

static void keep_lower(uint32_t *low, uint32_t other)
{
    if (other < *low)
        *low = other;
}

static void leave(struct groups *g, uint32_t v)
{
    g->npath--;
    if (g->npath)
        keep_lower(&g->low[g->path[g->npath - 1]], g->low[v]);
    if (g->low[v] != g->met[v])
        return;
    for (uint32_t u = NONE; u != v;) { /* v is the oldest of its group */
        u = g->pending[--g->npending];
        g->group[u] = g->ngroups;
        g->order[g->norder++] = u;
    }
    g->ngroups++;
}

/* The next edge of v that has not been looked at; false when there is none. */
static bool next_edge(const struct st_chain *c, struct groups *g, uint32_t v, uint32_t *to)
{
    if (g->edge[v] == c->node[v].nedges)
        return false;
    *to = c->edge[c->node[v].first + g->edge[v]++].to;
    return true;
}

static void group_nodes(const struct st_chain *c, struct groups *g)
{
    enter(g, 0);
    while (g->npath) {
        uint32_t v = g->path[g->npath - 1], to;

        if (!next_edge(c, g, v, &to))
            leave(g, v);
        else if (to == ST_CHAIN_LOST)
            continue;
        else if (g->met[to] == 0)
            enter(g, to);
        else if (g->group[to] == NONE)
            keep_lower(&g->low[v], g->met[to]);
    }
}

/* ---- circles --------------------------------------------------------------------------- */

struct circle {
    const uint32_t *member; /* the nodes */
    uint32_t k;
    struct st_chain_mass *way; /* [i * k + j]: from member i straight to member j */
    struct st_chain_mass *out; /* [i]: from member i out of the circle */
};

/* Where in its group a node stands; groups stand in one piece in the order. */
static uint32_t place_of(const struct circle *o, uint32_t v)
{
    uint32_t i = 0;

    while (o->member[i] != v)
        i++;
    return i;
}

static void circle_fill(struct st_chain *c, const struct groups *g, struct circle *o)
{
    for (uint32_t i = 0; i < o->k; i++) {
        const struct st_chain_node *v = &c->node[o->member[i]];
        const struct st_chain_mass one = { { 1, 1 }, 1.0 };
        uint32_t inside = 0;

        for (uint32_t j = 0; j < o->k; j++)
            o->way[i * o->k + j] = nothing;
        for (uint32_t e = v->first; e < v->first + v->nedges; e++) {
            uint32_t to = c->edge[e].to;

            if (to == ST_CHAIN_LOST || g->group[to] != g->group[o->member[i]])
                continue;
            struct st_chain_mass s = share(c, &one, c->edge[e].weight, v->total);
            add(c, &o->way[i * o->k + place_of(o, to)], &s);
            inside += c->edge[e].weight;
        }
        o->out[i] = inside < v->total ? share(c, &one, v->total - inside, v->total) : nothing;
    }
}

/* Take member n out: what came to it now goes on to where it leads. Only members before n are
 * left. way[n][j] becomes the chance to come to j first, out[n] the chance to leave n at all. */
static void take_out(struct st_chain *c, struct circle *o, uint32_t n)
{
    struct st_chain_mass *from = &o->way[n * o->k], exit = o->out[n];

    for (uint32_t j = 0; j < n; j++)
        add(c, &o->out[n], &from[j]);
    divide(c, &exit, &o->out[n]);
    for (uint32_t j = 0; j < n; j++)
        divide(c, &from[j], &o->out[n]);
    for (uint32_t i = 0; i <= n; i++) {
        /* Row n stands for the circle's inflow, which waits in the mass of the node itself. */
        const struct st_chain_mass in = i < n ? o->way[i * o->k + n] : c->mass[o->member[n]];

        for (uint32_t j = 0; j < n && in.d > 0; j++) {
            struct st_chain_mass more = times(c, &in, &from[j]);

            if (from[j].d > 0)
                add(c, i < n ? &o->way[i * o->k + j] : &c->mass[o->member[j]], &more);
        }
        if (i < n && in.d > 0) {
            struct st_chain_mass more = times(c, &in, &exit);

            add(c, &o->out[i], &more);
        }
    }
}

/* Put member n back: how often it is passed follows from those before it. */
static void put_back(struct st_chain *c, struct circle *o, uint32_t n)
{
    struct st_chain_mass *m = &c->mass[o->member[n]];

    for (uint32_t j = 0; j < n; j++) {
        struct st_chain_mass more = times(c, &c->mass[o->member[j]], &o->way[j * o->k + n]);

        if (more.d > 0)
            add(c, m, &more);
    }
    divide(c, m, &o->out[n]);
}

static int circle_solve(struct st_chain *c, const struct groups *g, const uint32_t *member,
                        uint32_t k, struct st_error *err)
{
    struct circle o = { .member = member, .k = k };

    o.way = malloc(((size_t)k * k + k) * sizeof *o.way);
    if (!o.way)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    o.out = o.way + (size_t)k * k;
    c->exact &= k <= EXACT_MAX;
    circle_fill(c, g, &o);
    for (uint32_t n = k; n-- > 0;)
        take_out(c, &o, n);
    for (uint32_t n = 0; n < k; n++)
        put_back(c, &o, n);
    free(o.way);
    return ST_OK;
}

/* ---- the whole ------------------------------------------------------------------------- */

static void hand_on(struct st_chain *c, const struct groups *g, uint32_t v)
{
    const struct st_chain_node *node = &c->node[v];

    for (uint32_t e = node->first; e < node->first + node->nedges; e++) {
        uint32_t to = c->edge[e].to;

        if (to == ST_CHAIN_LOST || g->group[to] == g->group[v])
            continue;
        struct st_chain_mass s = share(c, &c->mass[v], c->edge[e].weight, node->total);
        add(c, &c->mass[to], &s);
    }
}

static bool leads_to_itself(const struct st_chain *c, uint32_t v)
{
    for (uint32_t e = c->node[v].first; e < c->node[v].first + c->node[v].nedges; e++)
        if (c->edge[e].to == v)
            return true;
    return false;
}

static int work_off(struct st_chain *c, const struct groups *g, struct st_error *err)
{
    for (uint32_t end = g->norder, begin; end > 0; end = begin) {
        for (begin = end - 1; begin > 0; begin--)
            if (g->group[g->order[begin - 1]] != g->group[g->order[begin]])
                break;

        const uint32_t *member = &g->order[begin], k = end - begin;
        if (k > CIRCLE_MAX) {
            c->complete = false; /* what came here is lost */
            c->circles = true;
            continue;
        }
        if (k > 1 || leads_to_itself(c, member[0])) {
            int e = circle_solve(c, g, member, k, err);

            c->circles = true;
            if (e)
                return e;
        }
        for (uint32_t i = 0; i < k; i++)
            hand_on(c, g, member[i]);
    }
    return ST_OK;
}

static void turn_round(uint32_t *order, uint32_t n)
{
    for (uint32_t i = 0; i < n / 2; i++) {
        uint32_t v = order[i];

        order[i] = order[n - 1 - i];
        order[n - 1 - i] = v;
    }
}

int st_chain_solve(struct st_chain *c, struct st_error *err)
{
    struct groups g = { 0 };

    c->exact = c->complete = true;
    c->circles = false;
    c->mass = calloc(c->n, sizeof *c->mass);
    c->order = calloc(c->n, sizeof *c->order);
    if (!c->mass || !c->order)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (uint32_t v = 0; v < c->n; v++)
        c->mass[v] = nothing;
    c->mass[0] = (struct st_chain_mass){ { 1, 1 }, 1.0 };
    int e = groups_make(&g, c->n, c->order, err);
    if (e)
        return e;
    group_nodes(c, &g);
    e = work_off(c, &g, err);
    turn_round(c->order, g.norder);
    free(g.group);
    return e;
}

void st_chain_free(struct st_chain *c)
{
    free(c->mass);
    free(c->order);
}
