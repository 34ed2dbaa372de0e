/* ground_ways.c - rivers along the sides of hexes, ways through their middles. See ground.h.
 *
 * Both are nets of short pieces between points; a line goes through the points where two pieces meet and
 * ends where one or three do, so that a river is one curve from its source to its mouth.
 */
#include "view/ground.h"

#include <math.h>
#include <stdlib.h>

static const double side = 40;

/* ---- nets ---------------------------------------------------------------------------------- */

enum { MEET = 8 };
struct node {
    struct spot at;
    int n, to[MEET];
    bool used[MEET];
};
struct net {
    struct node *node;
    int n, room;
    bool failed;
};

static int node_at(struct net *net, struct spot at)
{
    for (int i = net->n - 1; i >= 0; i--)
        if (fabs(net->node[i].at.x - at.x) < 0.5 && fabs(net->node[i].at.y - at.y) < 0.5)
            return i;
    if (net->n == net->room) {
        int room = net->room ? 2 * net->room : 256;
        struct node *more = realloc(net->node, (size_t)room * sizeof *more);

        if (!more) {
            net->failed = true;
            return -1;
        }
        net->node = more;
        net->room = room;
    }
    net->node[net->n] = (struct node){ .at = at };
    return net->n++;
}

static void join(struct net *net, struct spot a, struct spot b)
{
    int i = node_at(net, a), k = node_at(net, b);

    if (i < 0 || k < 0 || i == k || net->node[i].n == MEET || net->node[k].n == MEET)
        return;
    for (int j = 0; j < net->node[i].n; j++)
        if (net->node[i].to[j] == k)
            return; /* both hexes of a side may name it */
    net->node[i].to[net->node[i].n++] = k;
    net->node[k].to[net->node[k].n++] = i;
}

static void use_up(struct net *net, int from, int to)
{
    for (int j = 0; j < net->node[from].n; j++)
        if (net->node[from].to[j] == to)
            net->node[from].used[j] = true;
    for (int j = 0; j < net->node[to].n; j++)
        if (net->node[to].to[j] == from)
            net->node[to].used[j] = true;
}

static int way_on(const struct net *net, int from)
{
    for (int j = 0; j < net->node[from].n; j++)
        if (!net->node[from].used[j])
            return net->node[from].to[j];
    return -1;
}

static struct curve walk(struct net *net, int from)
{
    struct curve c = { 0 };
    int to = way_on(net, from);

    curve_add(&c, net->node[from].at.x, net->node[from].at.y);
    while (to >= 0) {
        use_up(net, from, to);
        curve_add(&c, net->node[to].at.x, net->node[to].at.y);
        from = to;
        to = net->node[from].n == 2 ? way_on(net, from) : -1;
    }
    return c;
}

struct lines {
    struct curve *at;
    int n;
};

/* Ends and meetings first; what is left then are rings. */
static struct lines lines_of(struct net *net)
{
    struct lines all = { calloc((size_t)(net->n ? net->n * 3 : 1), sizeof *all.at), 0 };

    for (int ring = 0; ring < 2 && all.at; ring++)
        for (int i = 0; i < net->n; i++)
            while ((ring || net->node[i].n != 2) && way_on(net, i) >= 0)
                all.at[all.n++] = walk(net, i);
    net->failed |= !all.at;
    free(net->node);
    return all;
}

static void free_lines(struct lines *l)
{
    for (int i = 0; i < l->n; i++)
        curve_free(&l->at[i]);
    free(l->at);
}

static void put_lines(struct st_buf *d, const struct lines *l, double pull)
{
    for (int i = 0; i < l->n; i++)
        curve_put(d, &l->at[i], pull);
}

/* ---- waters -------------------------------------------------------------------------------- */

static bool seen(const struct st_plan *p, const struct st_edge *e)
{
    return st_in_window(p, e->hex);
}

static struct spot corner_of(const struct st_plan *p, const struct st_edge *e, int more)
{
    return ground_corner(e->hex / p->grid.rows, e->hex % p->grid.rows, e->dir + more);
}

/* Through the middles of its hexsides. A canal runs straight, a river does not. */
static struct lines streams(const struct st_plan *p, int kind)
{
    struct net net = { 0 };

    for (int i = 0; i < p->nedges; i++)
        if (p->edge[i].kind == kind && seen(p, &p->edge[i]))
            join(&net, corner_of(p, &p->edge[i], 0), corner_of(p, &p->edge[i], 1));
    struct lines all = lines_of(&net);
    for (int i = 0; i < all.n; i++) {
        struct curve *c = &all.at[i], mid = { 0 };

        curve_add(&mid, c->at[0].x, c->at[0].y);
        for (int k = 0; k + 1 < c->n; k++)
            curve_add(&mid, (c->at[k].x + c->at[k + 1].x) / 2, (c->at[k].y + c->at[k + 1].y) / 2);
        curve_add(&mid, c->at[c->n - 1].x, c->at[c->n - 1].y);
        curve_smooth(&mid, 2);
        if (kind != ST_EDGE_CANAL)
            curve_meander(&mid, 7 + (unsigned)i);
        curve_free(c);
        *c = mid;
    }
    return all;
}

/* A river ends on the drawn line of the great one it joins, not at the bare corner. */
static void lead_into(struct curve *c, const struct lines *great)
{
    const double touches = 2, far = 70;

    for (int end = 0; end < 2 && c->n; end++) {
        struct spot e = c->at[end ? c->n - 1 : 0], best = e;
        double least = far;

        for (int i = 0; i < great->n; i++)
            for (int k = 0; k < great->at[i].n; k++) {
                struct spot q = great->at[i].at[k];
                double d = spots_apart(e, q);

                if (d < least)
                    least = d, best = q;
            }
        if (least <= touches || least >= far)
            continue;
        curve_add(c, best.x, best.y);
        for (int k = c->n - 1; !end && k > 0; k--)
            c->at[k] = c->at[k - 1];
        if (!end)
            c->at[0] = best;
    }
}

void ground_waters(struct st_buf *out, const struct st_plan *p, int *paths)
{
    static const struct layer river[GROUND_LAYERS] = { { "k-way k-river-ink", 0, 0 }, { "k-way k-river", 0, 0 },
                                                       { "k-way k-river-lit", 0, 0 } };
    static const struct layer great[GROUND_LAYERS] = { { "k-way k-great-ink", 0, 0 }, { "k-way k-great", 0, 0 },
                                                       { "k-way k-great-lit", 0, 0 } };
    static const struct layer canal[GROUND_LAYERS] = { { "k-way k-canal-ink", 0, 0 }, { "k-way k-canal", 0, 0 },
                                                       { "k-way k-canal-mid", 0, 0 } };
    struct lines small = streams(p, ST_EDGE_RIVER), large = streams(p, ST_EDGE_GREAT_RIVER),
                 dug = streams(p, ST_EDGE_CANAL);
    struct st_buf d[3] = { { 0 } };

    for (int i = 0; i < small.n; i++)
        lead_into(&small.at[i], &large);
    put_lines(&d[0], &small, 5);
    put_lines(&d[1], &large, 5);
    put_lines(&d[2], &dug, 6);
    ground_layers(out, &d[0], river, paths);
    ground_layers(out, &d[1], great, paths);
    ground_layers(out, &d[2], canal, paths);
    for (int i = 0; i < 3; i++)
        st_buf_free(&d[i]);
    free_lines(&small);
    free_lines(&large);
    free_lines(&dug);
}

/* ---- ways ---------------------------------------------------------------------------------- */

/* From the middle of a hex to the middle of a side, and so on in the next hex. */
static void draw_way(struct st_buf *out, const struct st_plan *p, int kind, int rounds,
                     const struct layer *layer, int *paths)
{
    struct net net = { 0 };
    struct st_buf d = { 0 };

    for (int i = 0; i < p->nedges; i++) {
        const struct st_edge *e = &p->edge[i];

        if (e->kind != kind || !seen(p, e))
            continue;
        struct spot a = corner_of(p, e, 0), b = corner_of(p, e, 1);
        join(&net, ground_centre(e->hex / p->grid.rows, e->hex % p->grid.rows),
             (struct spot){ (a.x + b.x) / 2, (a.y + b.y) / 2 });
    }
    struct lines all = lines_of(&net);
    for (int i = 0; i < all.n; i++)
        curve_smooth(&all.at[i], rounds);
    put_lines(&d, &all, 6);
    ground_layers(out, &d, layer, paths);
    st_buf_free(&d);
    free_lines(&all);
}

static bool is_water(int kind)
{
    return kind == ST_EDGE_RIVER || kind == ST_EDGE_GREAT_RIVER || kind == ST_EDGE_CANAL;
}

static bool crosses_water(const struct st_plan *p, struct spot middle)
{
    for (int i = 0; i < p->nedges; i++) {
        if (!is_water(p->edge[i].kind))
            continue;
        struct spot a = corner_of(p, &p->edge[i], 0), b = corner_of(p, &p->edge[i], 1);
        if (fabs((a.x + b.x) / 2 - middle.x) < 0.5 && fabs((a.y + b.y) / 2 - middle.y) < 0.5)
            return true;
    }
    return false;
}

/* Two strokes along a way that crosses water, bent outwards at their ends. */
static void put_bridge(struct st_buf *d, struct spot a, struct spot b)
{
    double mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2, ux = (b.x - a.x) / side, uy = (b.y - a.y) / side;

    for (int hand = -1; hand <= 1; hand += 2) {
        double off = 4.4 * hand, x = mx + ux * off, y = my + uy * off;

        put_pair(d, "M", x + uy * 9 + ux * off / 2, y - ux * 9 + uy * off / 2);
        put_pair(d, "L", x + uy * 6.5, y - ux * 6.5);
        put_pair(d, "L", x - uy * 6.5, y + ux * 6.5);
        put_pair(d, "L", x - uy * 9 + ux * off / 2, y + ux * 9 + uy * off / 2);
    }
}

static void draw_bridges(struct st_buf *out, const struct st_plan *p, int *paths)
{
    static const struct layer bridge[GROUND_LAYERS] = { { "k-bridge", 0, 0 } };
    struct st_buf d = { 0 };

    for (int i = 0; i < p->nedges; i++) {
        const struct st_edge *e = &p->edge[i];
        bool way = e->kind == ST_EDGE_ROAD || e->kind == ST_EDGE_RAIL || e->kind == ST_EDGE_LANE;

        if (!way || e->dir > 2 || !seen(p, e)) /* the other hex names it too */
            continue;
        struct spot a = corner_of(p, e, 0), b = corner_of(p, e, 1);
        if (crosses_water(p, (struct spot){ (a.x + b.x) / 2, (a.y + b.y) / 2 }))
            put_bridge(&d, a, b);
    }
    ground_layers(out, &d, bridge, paths);
    st_buf_free(&d);
}

static void draw_walls(struct st_buf *out, const struct st_plan *p, int *paths)
{
    static const struct layer wall[GROUND_LAYERS] = { { "k-way k-wall-ink", 0, 0 }, { "k-way k-wall", 0, 0 },
                                                      { "k-way k-wall-lit", -1, -1 } };
    struct net net = { 0 };
    struct st_buf d = { 0 };

    for (int i = 0; i < p->nedges; i++)
        if (p->edge[i].kind == ST_EDGE_WALL && seen(p, &p->edge[i]))
            join(&net, corner_of(p, &p->edge[i], 0), corner_of(p, &p->edge[i], 1));
    struct lines all = lines_of(&net);
    for (int i = 0; i < all.n; i++)
        curve_put_straight(&d, &all.at[i]);
    ground_layers(out, &d, wall, paths);
    st_buf_free(&d);
    free_lines(&all);
}

void ground_ways(struct st_buf *out, const struct st_plan *p, int *paths)
{
    static const struct layer lane[GROUND_LAYERS] = { { "k-way k-lane", 0, 0 } };
    static const struct layer road[GROUND_LAYERS] = { { "k-way k-road-ink", 0, 0 }, { "k-way k-road", 0, 0 } };
    static const struct layer rail[GROUND_LAYERS] = { { "k-way k-rail-edge", 0, 0 }, { "k-way k-rail", 0, 0 },
                                                      { "k-way k-rail-gaps", 0, 0 } };

    draw_way(out, p, ST_EDGE_LANE, 2, lane, paths);
    draw_way(out, p, ST_EDGE_ROAD, 2, road, paths);
    draw_way(out, p, ST_EDGE_RAIL, 1, rail, paths);
    draw_bridges(out, p, paths);
    draw_walls(out, p, paths);
}
