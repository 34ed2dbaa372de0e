/* shields_look.c - a look at the position (shields_judge.h): who stands where, who holds whom. */
#include "shields/shields_judge.h"

/* ---- once for a plan -------------------------------------------------------------------- */

static void make_ways(uint8_t *out, const struct st_hexgrid *g, const uint8_t *cost, int n)
{
    struct st_hexset none = { { 0 } };
    struct st_reach reach;

    for (int from = 0; from < n; from++) {
        st_hex_reach(&reach, g, cost, &none, &none, from, FAR, -1);
        for (int to = 0; to < n; to++)
            out[from * n + to] = (uint8_t)(reach.left[to] < 0 ? NO_WAY : FAR - reach.left[to]);
    }
}

/* All of it hangs on the map and the charts. */
static void see(const void *of)
{
    const struct st_plan *plan = of;
    const struct shields_plan *f = plan->data;
    const uint8_t *cost[WAYS] = { f->cost[0], f->cost[1], f->charge_cost };

    for (int k = 0; k < WAYS; k++)
        make_ways(f->sight->way[k], &plan->grid, cost[k], f->nhexes);
    for (int cls = 0; cls < CLASSES; cls++)
        for (int drm = DRM_LEAST; drm <= DRM_MOST; drm++)
            for (int die = 1; die <= 8; die++)
                f->sight->tally[cls][drm - DRM_LEAST][st_chart_look(f->crt, cls, die + drm, NULL)]++;
}

int shields_make_room_to_see(struct st_plan *out, struct shields_plan *f, struct st_error *err)
{
    size_t ways = (size_t)f->nhexes * (size_t)f->nhexes;
    struct shields_sight *s = st_arena_get(&out->arena, sizeof *s);
    uint8_t *all = st_arena_array(&out->arena, WAYS, ways);

    if (!s || !all)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (int k = 0; k < WAYS; k++)
        s->way[k] = all + (size_t)k * ways;
    f->sight = s;
    return ST_OK;
}

/* ---- once for a position ------------------------------------------------------------------ */

bool shields_haven(const struct shields_look *l, int u, int from)
{
    const struct st_hexset *zone = &l->zone[1 - l->f->unit[u].side];

    for (int d = 0; d < 6; d++) {
        int to = st_hex_step(&l->t->plan->grid, from, d);

        if (to >= 0 && !st_hexset_has(&l->held, to) && !st_hexset_has(zone, to) &&
            shields_enterable(l->t, u, from, d))
            return true;
    }
    return false;
}

/* R14.3, R14.4 with the zones at hand: there, or through a friend. */
static bool has_way_out(const struct shields_look *l, int u)
{
    int from = l->p->hex[u], side = l->f->unit[u].side;

    if (shields_haven(l, u, from))
        return true;
    for (int d = 0; d < 6; d++) {
        int by = st_hex_step(&l->t->plan->grid, from, d);

        if (by >= 0 && st_hexset_has(&l->held, by) && l->f->unit[l->who[by]].side == side &&
            shields_enterable(l->t, u, from, d) && shields_haven(l, u, by))
            return true;
    }
    return false;
}

static int way_to_enemy(const struct shields_look *l, int u)
{
    const uint8_t *way = l->f->sight->way[shields_way_of(l, u)] + l->p->hex[u] * l->f->nhexes;
    int least = FAR;

    for (uint64_t left = l->here[1 - l->f->unit[u].side]; left;) {
        int d = way[l->p->hex[take_unit(&left)]];

        least = d < least ? d : least;
    }
    return least;
}

void shields_look_at(struct shields_look *l, const struct st_table *t)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);

    st_later(&f->sight->seen, see, t->plan);
    l->t = t, l->f = f, l->p = p, l->w = t->plan->weight;
    l->held = l->zone[0] = l->zone[1] = (struct st_hexset){ { 0 } };
    l->contact = l->stuck = 0;
    for (int s = 0; s < ST_SIDES; s++) {
        l->here[s] = units_on_map(t, f->of_side[s]);
        for (uint64_t left = l->here[s]; left;) {
            int u = take_unit(&left);

            st_hexset_add(&l->held, p->hex[u]);
            st_hexset_join(&l->zone[s], &f->zoc[p->hex[u]]);
            l->who[p->hex[u]] = (uint8_t)u;
        }
    }
    for (uint64_t left = p->present; left;) {
        int u = take_unit(&left);

        l->near[u] = (uint8_t)way_to_enemy(l, u);
        if (!st_hexset_has(&l->zone[1 - f->unit[u].side], p->hex[u]))
            continue;
        l->contact |= bit(u);
        if (!has_way_out(l, u))
            l->stuck |= bit(u);
    }
    shields_race(l);
}
