/* honour_ground.c - the map as one side sees it: zones of control, what a step costs, who may enter: 7.2,
 * 7.8.1, 11.6.1. */
#include "honour/honour.h"

#include <string.h>

/* ---- 7.8 Zones of Control ---------------------------------------------------------------- */

static bool exerts(const struct honour_pos *p, const struct honour_plan *f, int i)
{
    return exists(p, i) && !is_inside(p, i) && honour_able(p, f, p->force[i].units);
}

struct honour_front honour_front_without(const struct st_table *t, int side, int force)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct honour_front out;

    memset(&out, 0, sizeof out);
    for (int i = 0; i < MAX_FORCES; i++) {
        if (!exists(p, i) || i == force)
            continue;
        if (side_of_force(i) == side) {
            st_hexset_add(&out.own, p->force[i].hex);
        } else {
            st_hexset_add(&out.enemy, p->force[i].hex);
            if (exerts(p, f, i))
                st_hexset_join(&out.zone, &f->zoc[p->force[i].hex]);
        }
    }
    return out;
}

struct honour_front honour_front(const struct st_table *t, int side)
{
    return honour_front_without(t, side, -1);
}

uint32_t honour_zone_makers(const struct st_table *t, int side, int hex)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int first = (1 - side) * SIDE_FORCES;
    uint32_t out = 0;

    for (int i = first; i < first + SIDE_FORCES; i++)
        if (exists(p, i) && st_hexset_has(&f->zoc[p->force[i].hex], hex) && exerts(p, f, i))
            out |= bit(i);
    return out;
}

int honour_in_zone(const struct st_table *t, int force)
{
    const struct honour_pos *p = pos_of(t);

    return !is_inside(p, force) &&
           honour_zone_makers(t, side_of_force(force), p->force[force].hex) != 0;
}

/* ---- 7.2 What a step costs --------------------------------------------------------------- */

int honour_pontoon_at(const struct st_table *t, int hex, int dir) /* index or -1 */
{
    const struct honour_pos *p = pos_of(t);

    if (dir >= 3) {
        hex = plan_of(t)->near[hex * 6 + dir];
        dir -= 3;
    }
    for (int i = 0; i < MAX_PONTOONS && p->pontoon[i].owner; i++)
        if (p->pontoon[i].hex == hex && p->pontoon[i].dir == dir)
            return i;
    return -1;
}

int honour_dir(const struct st_table *t, int from, int to)
{
    const struct honour_plan *f = plan_of(t);

    if (from < 0 || to < 0)
        return -1;
    for (int d = 0; d < 6; d++)
        if (f->near[from * 6 + d] == to)
            return d;
    return -1;
}

int honour_side_kind(const struct st_table *t, int hex, int dir)
{
    int kind = plan_of(t)->side_kind[hex * 6 + dir];

    if ((kind == SIDE_RIVER || kind == SIDE_BRIDGE) && pos_of(t)->pontoon[0].owner &&
        honour_pontoon_at(t, hex, dir) >= 0)
        return SIDE_PONTOON;
    return kind;
}

int honour_step_cost(const struct st_table *t, int hex, int dir)
{
    const struct honour_plan *f = plan_of(t);
    bool rain = pos_of(t)->weather == RAIN;
    int cost = f->cost[rain][0][hex * 6 + dir], kind = f->side_kind[hex * 6 + dir];

    if (cost != ST_HEX_SHUT && honour_side_kind(t, hex, dir) == SIDE_PONTOON)
        cost = least(cost, cost - f->side_cost[rain][kind] + f->side_cost[rain][SIDE_PONTOON]);
    return cost;
}

int honour_ma(const struct st_table *t, int force, int march)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int ma = 99;

    for (uint32_t left = p->force[force].units; left;)
        ma = least(ma, f->type[p->type[take(&left)]].ma);
    ma += 2 * f->sky[p->weather].ma;
    return march == MARCH_ADMIN ? 2 * ma : ma;
}

bool honour_guns_stop(const struct st_table *t, uint32_t units, int from, int dir)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    return f->cost[0][0][from * 6 + dir] != ST_HEX_SHUT &&
           f->cost[0][1][from * 6 + dir] == ST_HEX_SHUT &&
           honour_of_class(p, f, units, CLASS_ART) != 0;
}

/* pavia_1524 special 6. */
static bool forbidden_region(const struct st_table *t, int side, int hex)
{
    const struct honour_plan *f = plan_of(t);

    return f->special == SPECIAL_PAVIA && side == 0 && pos_of(t)->turn <= 3 &&
           f->region[hex] == f->lodigiano;
}

bool honour_enterable(const struct st_table *t, int side, int from, int dir)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int to = f->near[from * 6 + dir];

    if (to < 0 || f->base[from * 6 + dir] == ST_HEX_SHUT || st_hexset_has(&f->closed, to) ||
        forbidden_region(t, side, to))
        return false;
    for (int i = (1 - side) * SIDE_FORCES; i < (2 - side) * SIDE_FORCES; i++)
        if (exists(p, i) && p->force[i].hex == to)
            return false;
    return true;
}

enum st_answer honour_march_step(const struct st_table *t, int force, int from, int to,
                                 struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(force), dir = honour_dir(t, from, to);
    struct st_hex_called a = st_hex_heard(t, from, why), b = st_hex_heard(t, to, why);

    if (to < 0 || !st_hexset_has(&f->area, to))
        return st_refuse(why, "2.5", "%s is off the map", b.text);
    if (dir < 0)
        return st_refuse(why, "7.2", "%s and %s are not adjacent", a.text, b.text);
    if (f->terrain[to] == LAKE)
        return st_refuse(why, "7.2", "%s is a Lake", b.text);
    if (f->base[from * 6 + dir] == ST_HEX_SHUT)
        return st_refuse(why, "7.2", "a Primary River without Ferry lies between %s and %s", a.text,
                         b.text);
    if (st_hexset_has(&f->closed, to))
        return st_refuse(why, "15.1", "%s (%s) is closed", f->place_name[f->place_at[to]], b.text);
    if (forbidden_region(t, side, to))
        return st_refuse(why, "pavia_1524 special 6",
                         "%s lies in Lodigiano, closed to side A until the end of turn 3", b.text);
    if (!honour_enterable(t, side, from, dir))
        return st_refuse(why, "7.4", "an enemy Force holds %s", b.text);
    if (honour_guns_stop(t, p->force[force].units, from, dir))
        return st_refuse(why, "7.6.2", "the Artillery of %s may enter %s only along a road",
                         force_name(force), b.text);
    return ST_LEGAL;
}

/* ---- entering a hex ---------------------------------------------------------------------- */

void honour_enter(struct st_table *t, int force, int hex)
{
    struct honour_pos *p = pos_of(t);
    struct honour_force *x = &p->force[force];
    int side = side_of_force(force);

    x->hex = (int16_t)hex;
    x->flags = (uint16_t)((x->flags & ~F_INSIDE) | F_MOVED);
    honour_control(t, hex, side);
    if (honour_works(p, 1 - side, hex)) {
        honour_set_works(p, hex, 0, 0);
        st_tell(t, "16.3", "the Earthworks in %s are removed", st_hex_called(t, hex).text);
    }
}

/* ---- 11.6.1 Where a retreat may go ------------------------------------------------------- */

/* Farther hexes first: most are not, and only those that are need a look at the armies. */
bool honour_retreat_hexes(const struct st_table *t, const struct honour_retreat *r, int hex,
                          bool zoned, struct st_hexset *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int far = st_hex_distance(&t->plan->grid, hex, r->from), farther[6], n = 0;
    bool any = false;

    memset(out, 0, sizeof *out);
    for (int d = 0; d < 6; d++) {
        int to = f->near[hex * 6 + d];

        if (to >= 0 && f->base[hex * 6 + d] != ST_HEX_SHUT && !st_hexset_has(&f->closed, to) &&
            !forbidden_region(t, r->side, to) && st_hex_distance(&t->plan->grid, to, r->from) > far)
            farther[n++] = to;
    }
    if (!n)
        return false;
    struct honour_front front = honour_front(t, r->side);
    for (uint32_t left = r->forces; left;) { /* those that retreat are no friends in the way */
        int h = p->force[take(&left)].hex;

        front.own.word[h >> 6] &= ~(1ull << (h & 63));
    }
    for (int i = 0; i < n; i++) {
        int to = farther[i];

        if (st_hexset_has(&front.enemy, to) ||
            (st_hexset_has(&front.zone, to) && !zoned && !st_hexset_has(&front.own, to) &&
             !honour_friendly_fort(p, f, r->side, to)))
            continue;
        st_hexset_add(out, to);
        any = true;
    }
    return any;
}
