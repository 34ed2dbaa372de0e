/* honour_orders.c - supply, AP, Orders: 5. */
#include "honour/honour.h"

#include "base/philox.h"

#include <string.h>

/* ---- 5.1 LOC and AP ---------------------------------------------------------------------- */

struct goals { /* of couriers */
    int16_t hex[MAX_SOURCES];
    int n;
};

/* As the crow flies to the nearest of them. */
static int crow_flies(const struct st_table *t, const struct goals *goals, int hex)
{
    int far = ST_HEX_MAX;

    for (int i = 0; i < goals->n; i++)
        far = least(far, st_hex_distance(&t->plan->grid, hex, goals->hex[i]));
    return far;
}

/* Hexes to the nearest of these that a side's couriers reach, or -1. They look first where the hexes gone and those that
 * are to go at least are fewest; a step makes that sum no less, and two more at most. */
static int way_to(const struct st_table *t, int side, int hex, const struct goals *goals)
{
    enum { SUMS = 3 };
    const struct honour_plan *f = plan_of(t);
    struct honour_front front = honour_front(t, side);
    struct { int16_t hex, gone, next; } node[ST_HEX_MAX * 6 + 1];
    int16_t head[SUMS] = { -1, -1, -1 }, seen[ST_HEX_MAX]; /* the fewest hexes gone that a hex was seen with, so far */
    int sum = crow_flies(t, goals, hex), nodes = 1;

    memset(seen, 127, sizeof seen);
    seen[hex] = 0;
    node[0].hex = (int16_t)hex, node[0].gone = 0, node[0].next = -1;
    head[sum % SUMS] = 0;
    for (int idle = 0; idle < SUMS; sum++, idle++)
        for (int at; (at = head[sum % SUMS]) >= 0; idle = 0) {
            int h = node[at].hex, gone = node[at].gone, left = sum - gone;

            head[sum % SUMS] = node[at].next;
            if (left == 0)
                return gone;
            for (int d = 0; d < 6 && gone == seen[h]; d++) { /* else it was seen by a better way since */
                int to = f->near[h * 6 + d];

                if (to < 0 || seen[to] <= gone + 1 || honour_shut(f, &front, h * 6 + d, to))
                    continue;
                int then = (gone + 1 + crow_flies(t, goals, to)) % SUMS;
                seen[to] = (int16_t)(gone + 1);
                node[nodes].hex = (int16_t)to, node[nodes].gone = seen[to], node[nodes].next = head[then];
                head[then] = (int16_t)nodes++;
            }
        }
    return -1;
}

int honour_loc(const struct st_table *t, int side, int hex, int source)
{
    struct goals goal = { { plan_of(t)->source[source].hex }, 1 };
    int far = way_to(t, side, hex, &goal);

    return far < 0 ? -1 : far + plan_of(t)->source[source].offmap;
}

bool honour_any_loc(const struct st_table *t, int side, int hex)
{
    const struct honour_plan *f = plan_of(t);
    struct goals goals = { .n = 0 };

    for (int s = 0; s < f->nsources; s++)
        if (f->source[s].side == side)
            goals.hex[goals.n++] = f->source[s].hex;
    return goals.n && way_to(t, side, hex, &goals) >= 0;
}

static void ap_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    st_go(t, plan_of(t)->ap_turns >> p->turn & 1 ? STEP_SOURCE : STEP_ORGANISE);
}

const struct st_step honour_step_ap = ST_RUNS("AP segment", "5.1.1", ap_run);

static enum st_answer source_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);

    if (f->source[m->arg[0]].side != pos_of(t)->acting)
        return st_refuse(why, "5.1.2", "%s is a Supply Source of the other side",
                         f->source_name[m->arg[0]]);
    return ST_LEGAL;
}

static void source_offer(const struct st_table *t, struct st_offer *o)
{
    for (int s = 0; s < plan_of(t)->nsources; s++)
        if (plan_of(t)->source[s].side == pos_of(t)->acting)
            st_offer_this(o, st_move_1(VERB_SOURCE, s));
}

static void source_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    p->source[p->acting] = (uint8_t)m->arg[0];
    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++)
        p->force[i].order = ORDER_NONE;
    st_tell(t, "5.1.1", "Orders of side %s are removed", t->plan->side[p->acting]);
    p->cap_at = 0;
    st_go(t, STEP_AP_NEXT);
}

const struct st_step honour_step_source =
    ST_DECIDES("supply source", "5.1.2", source_offer, source_check, source_apply,
               .takes = ST_VERB(VERB_SOURCE));

/* The next CG who receives AP; he rolls if he has a LOC. */
static void ap_next_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    for (; p->cap_at < f->ncaps; p->cap_at++) {
        int c = p->cap_at, force = honour_force_of_cap(p, f, c);

        if (f->cap[c].side != p->acting || !honour_is_cg(p, c) || force < 0)
            continue;
        if (honour_loc(t, p->acting, p->force[force].hex, p->source[p->acting]) >= 0) {
            st_call(t, STEP_AP_ROLL);
            return;
        }
        st_tell(t, "5.1.4", "%s has no LOC and receives no AP", cap_name(t, c));
    }
    p->cap_at = 0;
    st_go(t, STEP_ORGANISE);
}

const struct st_step honour_step_ap_next = ST_RUNS("next CG", "5.1.4", ap_next_run);

static void ap_roll_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 2, DIE, "AP of %s", cap_name(t, pos_of(t)->cap_at));
}

/* The chart's columns are by distance; Mud and Snow shift one to the right. */
int honour_ap_received(const struct st_table *t, int nominal, int distance, int dice, int weather)
{
    const struct honour_plan *f = plan_of(t);
    const struct st_chart *c = f->chart[CHART_ADMIN_POINTS];
    struct st_cite cite;
    int shift = st_modify(t, "5.1.4", "column shift, Mud or Snow", f->sky[weather].ap_shift);

    st_chart_look(c, dice, distance, &cite);
    int col = least(cite.col + shift, c->col.n - 1), at = c->col.lo;
    while (at < c->col.hi && c->col.slot[at - c->col.lo] != col)
        at++;
    return most(0, nominal + st_look(t, c, dice, at));
}

static void ap_roll_take(struct st_table *t, int dice)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int c = p->cap_at, force = honour_force_of_cap(p, f, c);
    int far = honour_loc(t, p->acting, p->force[force].hex, p->source[p->acting]);
    int got = honour_ap_received(t, f->nominal[c][p->turn], far, dice, p->weather);

    p->ap[c] = (uint8_t)least(MAX_AP, p->ap[c] + got);
    st_tell(t, "5.1.5", "%s receives %d AP and has %d", cap_name(t, c), got, p->ap[c]);
    p->cap_at++;
    st_done(t);
}

const struct st_step honour_step_ap_roll = ST_ROLLS("AP", "5.1.4", ap_roll_die, ap_roll_take);

/* ---- 5.2 Orders -------------------------------------------------------------------------- */

int honour_order_cost(const struct st_table *t, int force, int order, bool fresh)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[force];
    const struct honour_order *want = &f->order[order];

    if (!fresh && x->order == order)
        return 0;
    if (!honour_is_major(p, force)) {
        if (honour_only_light(p, f, x->units) || honour_sp(p, x->units) == 1)
            return 0;
        return fresh ? want->minor_new : want->minor_change;
    }
    if (fresh)
        return want->major_new;
    return want->major_base - (want->base_minus ? f->order[x->order].major_new : 0);
}

static bool fresh_order(const struct honour_pos *p, int force)
{
    return p->force[force].order == ORDER_NONE || p->force[force].flags & F_NEW;
}

enum st_answer honour_payer(const struct st_table *t, int force, int cap, int cost,
                            struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    if (f->cap[cap].side != side_of_force(force) || honour_force_of_cap(p, f, cap) < 0)
        return st_refuse(why, "5.2.4", "%s is no Capitano of side %s on the map", cap_name(t, cap),
                         t->plan->side[side_of_force(force)]);
    if (cost == 0)
        return ST_LEGAL;
    if (honour_is_major(p, force) && p->force[force].primo != cap)
        return st_refuse(why, "5.2.4", "%s pays for %s, not %s", cap_name(t, p->force[force].primo),
                         force_name(force), cap_name(t, cap));
    if (!honour_is_cg(p, cap))
        return st_refuse(why, "5.2.4", "%s is no CG and pays nothing", cap_name(t, cap));
    if (p->ap[cap] < cost)
        return st_refuse(why, "5.2.4", "%s has %d AP, it costs %d", cap_name(t, cap), p->ap[cap],
                         cost);
    return ST_LEGAL;
}

/* May this Force have this Order at all? */
static enum st_answer order_allowed(const struct st_table *t, int force, int order,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[force];
    int sp = honour_sp(p, x->units), most_sp = x->primo == NOBODY ? 12 : 20;
    bool walled = is_inside(p, force);

    if (order == GARRISON && plan_of(t)->place_at[x->hex] < 0)
        return st_refuse(why, "5.2.5", "%s is in no Place: %s", force_name(force),
                         st_hex_called(t, x->hex).text);
    if (x->primo == NOBODY && (order == MANOEUVRE || order == ATTACK))
        return st_refuse(why, "3.5.3", "%s has no Capitano: Garrison, Stand or Retreat",
                         force_name(force));
    if (!honour_is_major(p, force) && !walled && sp > most_sp && order != STAND &&
        order != GARRISON)
        return st_refuse(why, "3.5.4", "%s has %d SP, a Minor Force %s may have %d",
                         force_name(force), sp, x->primo == NOBODY ? "without Capitano" : "",
                         most_sp);
    return ST_LEGAL;
}

static enum st_answer as_given(const struct st_table *t, int force, struct st_refusal *why)
{
    if (plan_of(t)->special == SPECIAL_BICOCCA && force % SIDE_FORCES != 1)
        return st_refuse(why, "bicocca_1522 special 1", "the Order of %s is as given",
                         force_name(force));
    return ST_LEGAL;
}

/* An Order that the Force may have, at what it costs. */
static enum st_answer cost_borne(const struct st_table *t, const struct st_move *m, int cost, struct st_refusal *why)
{
    int force = m->arg[0], order = m->arg[1] + GARRISON;

    if (m->verb == VERB_DRIVE && cost == 0 && plan_of(t)->options & READ_PAID_FORCING) /* H.14 */
        return st_refuse(why, "5.3.1", "%s costs %s nothing: it is given, not forced",
                         honour_orders[order], force_name(force));
    if (m->verb == VERB_GIVE && cost > 0)
        return st_refuse(why, "5.2.1", "%s costs %s %d AP", honour_orders[order], force_name(force),
                         cost);
    if (m->verb == VERB_BUY)
        return honour_payer(t, force, m->arg[2], cost, why);
    return ST_LEGAL;
}

static enum st_answer orders_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int force = m->arg[0], order = m->arg[1] + GARRISON;

    if (honour_not_own(t, force, "5.3", why))
        return ST_REFUSED;
    if (as_given(t, force, why))
        return ST_REFUSED;
    if (p->force[force].flags & F_ORDERED)
        return st_refuse(why, "5.3", "%s has its Order for this segment", force_name(force));
    if (order_allowed(t, force, order, why))
        return ST_REFUSED;

    return cost_borne(t, m, honour_order_cost(t, force, order, fresh_order(p, force)), why);
}

static void offer_borne(const struct st_table *t, struct st_offer *o, struct st_move m, int cost)
{
    if (cost_borne(t, &m, cost, NULL) == ST_LEGAL)
        st_offer_add(o, &m);
}

static void orders_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    st_offer_this(o, st_move_0(VERB_DONE));
    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES && !o->enough; i++) {
        if (!exists(p, i) || p->force[i].flags & F_ORDERED || as_given(t, i, NULL))
            continue;
        for (int order = GARRISON; order < ORDERS && !o->enough; order++) {
            if (order_allowed(t, i, order, NULL))
                continue;
            int cost = honour_order_cost(t, i, order, fresh_order(p, i));
            if (cost == 0)
                st_offer_this(o, st_move_2(VERB_GIVE, i, order - GARRISON));
            for (int c = 0; cost > 0 && c < f->ncaps; c++)
                if (p->ap[c] >= cost) /* few have so much */
                    offer_borne(t, o, st_move_3(VERB_BUY, i, order - GARRISON, c), cost);
            offer_borne(t, o, st_move_2(VERB_DRIVE, i, order - GARRISON), cost);
        }
    }
}

/* An Order for some Force that has none yet in this segment; else it is done. */
static bool orders_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    *out = st_move_0(VERB_DONE);
    if (st_pick(seed, 0, 6) == 0)
        return true;
    for (uint32_t n = 1; n <= 4; n++) { /* most draws name nobody: a few more */
        int i = p->acting * SIDE_FORCES + (int)st_pick(seed, 4 * n, SIDE_FORCES);
        int order = (int)st_pick(seed, 4 * n + 1, ORDERS - GARRISON);
        int payer = honour_is_major(p, i) ? p->force[i].primo
                                          : (int)st_pick(seed, 4 * n + 2, (uint32_t)f->ncaps);

        if (!exists(p, i) || p->force[i].flags & F_ORDERED)
            continue;
        bool free = honour_order_cost(t, i, order + GARRISON, fresh_order(p, i)) == 0;
        struct st_move m = st_pick(seed, 4 * n + 3, 4) == 0 ? st_move_2(VERB_DRIVE, i, order)
                           : free ? st_move_2(VERB_GIVE, i, order)
                                  : st_move_3(VERB_BUY, i, order, payer);
        if (orders_check(t, &m, NULL) == ST_LEGAL) {
            *out = m;
            return true;
        }
    }
    return true;
}

/* 5.2.6: a Force must always have an Order. */
static void default_orders(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++) {
        struct honour_force *x = &p->force[i];

        if (exists(p, i) && x->order == ORDER_NONE) {
            x->order = plan_of(t)->place_at[x->hex] >= 0 ? GARRISON : RETREAT;
            st_tell(t, "5.2.6", "%s is left without an Order: %s", force_name(i),
                    honour_orders[x->order]);
        }
        x->flags &= (uint16_t) ~(F_ORDERED | F_NEW);
    }
}

static void orders_apply(struct st_table *t, const struct st_move *m)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_force *x = &p->force[m->arg[0]];
    int order = m->arg[1] + GARRISON;

    if (m->verb == VERB_DONE) {
        default_orders(t);
        st_go(t, STEP_EVENT);
        return;
    }
    int cost = honour_order_cost(t, m->arg[0], order, fresh_order(p, m->arg[0]));
    if (m->verb == VERB_BUY && cost > 0)
        p->ap[m->arg[2]] = (uint8_t)(p->ap[m->arg[2]] - cost);
    x->order = (uint8_t)order;
    x->flags |= F_ORDERED;
    st_tell(t, "5.2", "%s: %s%s", force_name(m->arg[0]), honour_orders[order],
            m->verb == VERB_DRIVE ? ", forced" : "");
    if (m->verb == VERB_DRIVE) { /* 5.3.1 */
        int mod = st_modify(t, "5.3.1", "forced Order", f->check.forced) +
                  st_modify(t, "9.1", "star of the Primo Capitano",
                            honour_star(p, x->primo) ? f->check.star : 0);

        honour_call_checks(t, honour_fighters(p, f, x->units), mod, false, true);
    }
}

const struct st_step honour_step_orders =
    ST_DECIDES("orders", "5.3", orders_offer, orders_check, orders_apply, .sample = orders_sample,
               .takes = ST_VERB(VERB_GIVE) | ST_VERB(VERB_BUY) | ST_VERB(VERB_DRIVE),
               .always = ST_VERB(VERB_DONE));
