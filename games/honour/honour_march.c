/* honour_march.c - marching, slipping away, pillage, pontoons, works: 7, 16.4, 6.6. */
#include "honour/honour.h"

#include "core/scene.h"

#include "base/philox.h"

#include <string.h>

enum {
    PILLAGE_COST = 4,
    BRIDGE_COST = 4,
    UNBRIDGE_COST = 2,
    BRIDGE_AP = 1
}; /* half MP; 7.9, 16.4 */

/* ---- 7.3 The march ----------------------------------------------------------------------- */

static const char *const march_words[] = { "regular", "administrative", "contact" };

static enum st_answer march_type_check(const struct st_table *t, const struct st_move *m,
                                       struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int order = p->force[p->active].order, type = m->arg[0];

    if (!(plan_of(t)->order[order].marches >> type & 1))
        return st_refuse(why, "5.2.5", "%s with %s Order may not march %s", force_name(p->active),
                         honour_orders[order], march_words[type]);
    if (type == MARCH_ADMIN && honour_in_zone(t, p->active))
        return st_refuse(why, "7.3.2", "%s in %s is in an enemy ZOC", force_name(p->active),
                         st_hex_called(t, p->force[p->active].hex).text);
    return ST_LEGAL;
}

static void march_type_offer(const struct st_table *t, struct st_offer *o)
{
    st_offer_this(o, st_move_0(VERB_HALT));
    for (int type = MARCH_REGULAR; type <= MARCH_CONTACT; type++)
        st_offer_legal(t, o, st_move_1(VERB_MARCH, type));
}

static void march_type_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_HALT) {
        st_go(t, STEP_ACTIVATION_END);
        return;
    }
    p->march = (uint8_t)m->arg[0];
    if (p->march == MARCH_ADMIN)
        p->force[p->active].flags |= F_ADMIN;
    st_go(t, STEP_MARCH);
}

const struct st_step honour_step_march_type =
    ST_DECIDES("march type", "7.3.4", march_type_offer, march_type_check, march_type_apply,
               .takes = ST_VERB(VERB_MARCH), .always = ST_VERB(VERB_HALT)); /* 6.7 */

struct steps { /* a march imagined step by step */
    const struct st_table *t;
    struct honour_front front;
    int force, hex, spent, ma;
    bool stopped, inside;
};

static void steps_begin(struct steps *s, const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    *s = (struct steps){ .t = t,
                         .force = p->active,
                         .hex = p->force[p->active].hex,
                         .spent = p->force[p->active].mp_act,
                         .stopped = p->stopped,
                         .inside = is_inside(p, p->active),
                         .ma = honour_ma(t, p->active, p->march) };
    s->front = honour_front_without(t, side_of_force(p->active), p->active);
}

static bool befriended(const struct steps *s, int hex)
{
    return st_hexset_has(&s->front.own, hex) ||
           honour_friendly_fort(pos_of(s->t), plan_of(s->t), side_of_force(s->force), hex);
}

static int price(const struct steps *s, int hex, int dir)
{
    const struct honour_plan *f = plan_of(s->t);

    return honour_step_cost(s->t, hex, dir) +
           (s->inside && honour_place_kind(f, hex) == PLACE_CITY ? f->city_exit : 0);
}

/* One step more, if it may be; slipping is a step out of an enemy ZOC. */
static enum st_answer step_on(struct steps *s, int to, bool slipping, struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(s->t);
    const char *name = force_name(s->force);
    struct st_hex_called b = st_hex_heard(s->t, to, why);

    if (s->stopped)
        return st_refuse(why, p->march == MARCH_CONTACT ? "7.3.3" : "7.3.1",
                         "%s has entered an enemy ZOC in %s and stops there", name,
                         st_hex_called(s->t, s->hex).text);
    if (honour_march_step(s->t, s->force, s->hex, to, why))
        return ST_REFUSED;

    int cost = price(s, s->hex, honour_dir(s->t, s->hex, to)), left = s->ma - s->spent;
    bool zone = st_hexset_has(&s->front.zone, to), friendly = befriended(s, to);
    if (zone && p->march == MARCH_ADMIN)
        return st_refuse(why, "7.3.2", "%s is in an enemy ZOC", b.text);
    if (zone && slipping && !friendly)
        return st_refuse(why, "7.8.2", "%s is in an enemy ZOC too", b.text);
    if (zone && p->march == MARCH_REGULAR && !friendly)
        return st_refuse(why, "7.3.1", "%s is in an enemy ZOC", b.text);
    if (cost > left && s->spent > 0)
        return st_refuse(why, "7.1", "%s costs %d.%d MP, %s has %d.%d left", b.text, cost / 2,
                         cost % 2 * 5, name, left / 2, left % 2 * 5);
    s->spent = cost > left ? s->ma : s->spent + cost; /* 7.3.5 */
    s->hex = to;
    s->stopped = zone;
    s->inside = false;
    return ST_LEGAL;
}

static enum st_answer move_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    struct steps s;

    if (m->nargs < 2 || m->arg[0] != p->force[p->active].hex)
        return st_refuse(why, "7.2", "the path begins in %s, where %s is",
                         st_hex_called(t, p->force[p->active].hex).text, force_name(p->active));
    if (!p->stopped && honour_in_zone(t, p->active))
        return st_refuse(why, "7.8.2", "%s is in an enemy ZOC: the first step is a slip",
                         force_name(p->active));
    steps_begin(&s, t);
    for (int i = 1; i < m->nargs; i++)
        if (step_on(&s, m->arg[i], false, why))
            return ST_REFUSED;
    return ST_LEGAL;
}

static enum st_answer slip_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int k = m->arg[1];
    struct steps s;

    if (!p->stopped && !honour_in_zone(t, p->active))
        return st_refuse(why, "7.8.2", "%s is in no enemy ZOC", force_name(p->active));
    steps_begin(&s, t);
    int cost = 0, dir = honour_dir(t, s.hex, m->arg[0]), before = s.spent;
    if (step_on(&s, m->arg[0], true, why))
        return ST_REFUSED;
    cost = honour_step_cost(t, pos_of(t)->force[p->active].hex, dir);
    int room = s.ma - before - cost;
    if (k < 0 || k > most(0, room / 2))
        return st_refuse(why, "7.8.2", "k is 0 to %d: MA %d.%d, the step %d.%d", most(0, room / 2),
                         s.ma / 2, s.ma % 2 * 5, cost / 2, cost % 2 * 5);
    return ST_LEGAL;
}

static int mp_left(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    return honour_ma(t, p->active, p->march) - p->force[p->active].mp_act;
}

static enum st_answer spend_check(const struct st_table *t, int cost, struct st_refusal *why)
{
    int left = mp_left(t);

    if (cost > left)
        return st_refuse(why, "7.1", "it costs %d MP, %s has %d.%d left", cost / 2,
                         force_name(pos_of(t)->active), left / 2, left % 2 * 5);
    return ST_LEGAL;
}

static enum st_answer pillage_check(const struct st_table *t, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->active];
    struct st_hex_called where = st_hex_heard(t, x->hex, why);

    if (x->order != MANOEUVRE && x->order != ATTACK)
        return st_refuse(why, "7.9.1", "%s Order does not allow pillage", honour_orders[x->order]);
    if (f->terrain[x->hex] != CLEAR || f->place_at[x->hex] >= 0)
        return st_refuse(why, "7.9.1", "%s is not a Clear hex without Place", where.text);
    if ((p->mark[x->hex] & MARK_PILLAGE) == 2)
        return st_refuse(why, "7.9.1", "%s is Devastated", where.text);
    if (p->align[f->region[x->hex]] == ALIGN_A + side_of_force(p->active))
        return st_refuse(why, "7.9.1", "%s is a friendly region",
                         f->region_name[f->region[x->hex]]);
    if (x->flags & F_PILLAGED)
        return st_refuse(why, "7.9.1", "%s has pillaged this turn", force_name(p->active));
    return spend_check(t, PILLAGE_COST, why);
}

static int bridge_ap(const struct st_table *t, int force)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    for (uint32_t left = p->force[force].units; left;)
        if (f->type[p->type[take(&left)]].engineer)
            return 0;
    return BRIDGE_AP;
}

static enum st_answer bridge_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = p->force[p->active].hex, dir = honour_dir(t, hex, m->arg[0]),
        side = side_of_force(p->active);
    int kind = dir < 0 ? SIDE_OPEN : f->side_kind[hex * 6 + dir], own = 0;

    if (m->verb == VERB_UNBRIDGE) {
        if (dir < 0 || honour_side_kind(t, hex, dir) != SIDE_PONTOON)
            return st_refuse(why, "16.4", "there is no Pontoon Bridge towards %s",
                             st_hex_called(t, m->arg[0]).text);
        return spend_check(t, UNBRIDGE_COST, why);
    }
    if (kind != SIDE_RIVER && kind != SIDE_BRIDGE)
        return st_refuse(why, "16.4", "there is no Secondary River towards %s",
                         st_hex_called(t, m->arg[0]).text);
    if (honour_pontoon_at(t, hex, dir) >= 0)
        return st_refuse(why, "16.4", "a Pontoon Bridge is there already");
    if (honour_in_zone(t, p->active))
        return st_refuse(why, "16.4", "%s is in an enemy ZOC", force_name(p->active));
    for (int i = 0; i < MAX_PONTOONS; i++)
        own += p->pontoon[i].owner == 1 + side;
    if (own >= SIDE_PONTOONS)
        return st_refuse(why, "16.4", "side %s has %d Pontoon Bridges already", t->plan->side[side],
                         own);
    if (spend_check(t, BRIDGE_COST, why))
        return ST_REFUSED;
    return honour_payer(t, p->active, m->arg[1], bridge_ap(t, p->active), why);
}

/* 7.5: going inside or merging ends the march. */
static enum st_answer settle_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int force = m->arg[0], hex = p->force[p->active].hex;

    if (force != p->active)
        return st_refuse(why, "7.5", "%s is the Force that marches", force_name(p->active));
    if (m->verb == VERB_INSIDE) {
        if (is_inside(p, force))
            return st_refuse(why, "7.5", "%s is inside already", force_name(force));
        if (!honour_friendly_fort(p, f, side_of_force(force), hex))
            return st_refuse(why, "7.5", "there is no friendly Fortress in %s",
                             st_hex_called(t, hex).text);
        if (honour_inside_at(p, hex) >= 0)
            return st_refuse(why, "7.5", "%s is inside: merge with it",
                             force_name(honour_inside_at(p, hex)));
        return ST_LEGAL;
    }
    int into = m->arg[1];
    if (into == force || !exists(p, into) || side_of_force(into) != side_of_force(force) ||
        p->force[into].hex != hex || (is_inside(p, force) && !is_inside(p, into)))
        return st_refuse(why, "7.5", "%s is not with %s in %s", force_name(into), force_name(force),
                         st_hex_called(t, hex).text);
    return honour_may_merge(t, force, into, why);
}

static bool crowded(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    return !is_inside(p, p->active) &&
           honour_field_count(p, side_of_force(p->active), p->force[p->active].hex) > STACK;
}

static enum st_answer march_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_HALT || m->verb == VERB_ATTACK) {
        if (crowded(t))
            return st_refuse(why, "3.5.5", "more than %d Forces in the field in %s: %s must merge",
                             STACK, st_hex_called(t, p->force[p->active].hex).text,
                             force_name(p->active));
        return m->verb == VERB_HALT ? ST_LEGAL : honour_attack_check(t, p->active, m->arg[0], why);
    }
    if (p->purpose == PURPOSE_ATTACK && (m->verb == VERB_MOVE || m->verb == VERB_SLIP))
        return st_refuse(why, "6.2", "%s attacks in place", force_name(p->active));
    if (p->purpose == PURPOSE_ATTACK)
        return st_not_now(t, why);
    switch (m->verb) {
    case VERB_MOVE:
        return move_check(t, m, why);
    case VERB_SLIP:
        return slip_check(t, m, why);
    case VERB_PILLAGE:
        return pillage_check(t, why);
    case VERB_BRIDGE:
    case VERB_UNBRIDGE:
        return bridge_check(t, m, why);
    default: /* inside, merge */
        return settle_check(t, m, why);
    }
}

/* ---- what may be reached ----------------------------------------------------------------- */

struct range {
    struct steps s;
    struct st_reach reach;
    struct st_hexset shut;
    uint8_t own[ST_HEX_MAX * 6]; /* only where pontoons change prices */
    const uint8_t *cost;
    int budget;
};

static void mark_shut(struct range *r)
{
    const struct st_table *t = r->s.t;
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(r->s.force);

    r->shut = f->closed;
    st_hexset_join(&r->shut, &r->s.front.enemy);
    if (p->march != MARCH_CONTACT) {
        struct st_hexset zone = r->s.front.zone;

        for (int w = 0; w < ST_HEX_WORDS; w++)
            for (uint64_t left = p->march == MARCH_REGULAR ? zone.word[w] : 0; left;
                 left &= left - 1) {
                int h = w * 64 + __builtin_ctzll(left);

                if (befriended(&r->s, h))
                    zone.word[w] &= ~(1ull << (h & 63));
            }
        st_hexset_join(&r->shut, &zone);
    }
    if (f->special == SPECIAL_PAVIA && side == 0 && p->turn <= 3)
        for (int h = 0; h < f->nhexes; h++)
            if (f->region[h] == f->lodigiano)
                st_hexset_add(&r->shut, h);
}

static bool find_range(struct range *r, const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    steps_begin(&r->s, t);
    if (r->s.stopped || honour_in_zone(t, p->active) || r->s.spent >= r->s.ma)
        return false;
    bool rain = p->weather == RAIN,
         guns = honour_of_class(p, f, p->force[p->active].units, CLASS_ART) != 0;
    r->cost = f->cost[rain][guns];
    if (p->pontoon[0].owner) {
        memcpy(r->own, r->cost, (size_t)f->nhexes * 6);
        for (int i = 0; i < MAX_PONTOONS && p->pontoon[i].owner; i++) {
            int h = p->pontoon[i].hex, d = p->pontoon[i].dir, to = f->near[h * 6 + d];

            if (r->own[h * 6 + d] != ST_HEX_SHUT)
                r->own[h * 6 + d] = (uint8_t)honour_step_cost(t, h, d);
            if (r->own[to * 6 + d + 3] != ST_HEX_SHUT)
                r->own[to * 6 + d + 3] = (uint8_t)honour_step_cost(t, to, d + 3);
        }
        r->cost = r->own;
    }
    mark_shut(r);
    r->budget = r->s.ma - r->s.spent;
    if (r->s.inside && honour_place_kind(f, r->s.hex) == PLACE_CITY)
        r->budget -= f->city_exit;
    st_hex_reach(&r->reach, &t->plan->grid, r->cost, &r->shut, &r->s.front.zone, r->s.hex,
                 most(0, r->budget), -1);
    return true;
}

/* The hex before a reached one, on the cheapest path to it; -1: none. */
static int before(const struct range *r, int h)
{
    const int16_t *near = plan_of(r->s.t)->near + h * 6;

    for (int d = 0; d < 6; d++) {
        int from = near[(d + 3) % 6];

        if (from < 0 || r->reach.left[from] < 0 || r->cost[from * 6 + d] == ST_HEX_SHUT ||
            (from != r->s.hex && st_hexset_has(&r->s.front.zone, from)))
            continue;
        if (r->reach.left[from] - r->cost[from * 6 + d] == r->reach.left[h])
            return from;
    }
    return -1;
}

/* That path, walked back. */
static bool path_to(const struct range *r, int goal, struct st_move *m)
{
    int16_t back[ST_ARGS_MAX];
    int n = 0;

    for (int h = goal; h != r->s.hex; h = before(r, h)) {
        if (h < 0 || n + 1 == ST_ARGS_MAX)
            return false;
        back[n++] = (int16_t)h;
    }
    *m = st_move_1(VERB_MOVE, r->s.hex);
    while (n)
        m->arg[m->nargs++] = back[--n];
    return true;
}

/* 7.3.5: one step beyond the allowance. */
static bool hard_step(const struct range *r, int dir, struct st_move *m)
{
    const struct honour_plan *f = plan_of(r->s.t);
    int to = f->near[r->s.hex * 6 + dir];

    if (to < 0 || r->s.spent || r->reach.left[to] >= 0)
        return false;
    *m = st_move_2(VERB_MOVE, r->s.hex, to);
    return march_check(r->s.t, m, NULL) == ST_LEGAL;
}

static void offer_moves(const struct st_table *t, struct st_offer *o)
{
    struct range r;
    struct st_move m, path[ST_HEX_MAX]; /* of those in reach, who are listed behind whoever is on the way to them */
    bool any = false;

    if (!find_range(&r, t))
        return;
    for (int i = 0; i < r.reach.n; i++)
        path[r.reach.list[i]].nargs = 0; /* no way that can be written, so far */
    path[r.s.hex] = st_move_1(VERB_MOVE, r.s.hex);
    for (int i = 1; i < r.reach.n && !o->enough; i++) {
        int h = r.reach.list[i], from = before(&r, h);

        if (from < 0 || path[from].nargs == 0 || path[from].nargs == ST_ARGS_MAX)
            continue;
        path[h] = path[from];
        path[h].arg[path[h].nargs++] = (int16_t)h;
        st_offer_add(o, &path[h]);
        any = true;
    }
    for (int d = 0; d < 6 && !o->enough; d++)
        if (hard_step(&r, d, &m)) {
            st_offer_add(o, &m);
            any = true;
        }
    if (any)
        st_offer_family(o, &(struct st_move){ .verb = VERB_MOVE }, 0);
}

static void offer_slips(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    int hex = p->force[p->active].hex;

    if (p->stopped || !honour_in_zone(t, p->active))
        return;
    for (int d = 0; d < 6 && !o->enough; d++) {
        int to = plan_of(t)->near[hex * 6 + d];

        for (int k = 0; to >= 0 && k < 20 && !o->enough; k++) {
            struct st_move m = st_move_2(VERB_SLIP, to, k);

            if (march_check(t, &m, NULL))
                break;
            st_offer_add(o, &m);
        }
    }
}

static void offer_bridges(const struct st_table *t, struct st_offer *o)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = p->force[p->active].hex;

    for (int d = 0; d < 6 && !o->enough; d++) {
        int to = f->near[hex * 6 + d], kind = f->side_kind[hex * 6 + d];

        if (to < 0 || (kind != SIDE_RIVER && kind != SIDE_BRIDGE))
            continue;
        st_offer_legal(t, o, st_move_1(VERB_UNBRIDGE, to));
        for (int c = 0; c < f->ncaps && !o->enough; c++)
            if (f->cap[c].side == side_of_force(p->active))
                st_offer_legal(t, o, st_move_2(VERB_BRIDGE, to, c));
    }
}

static void offer_settling(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(p->active);

    st_offer_legal(t, o, st_move_1(VERB_INSIDE, p->active));
    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if (exists(p, i))
            st_offer_legal(t, o, st_move_2(VERB_MERGE, p->active, i));
}

static void offer_attacks(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);

    for (int d = 0; d < 6 && !o->enough; d++) {
        int to = plan_of(t)->near[p->force[p->active].hex * 6 + d];

        if (to >= 0)
            st_offer_legal(t, o, st_move_1(VERB_ATTACK, to));
    }
}

static void march_offer(const struct st_table *t, struct st_offer *o)
{
    st_offer_legal(t, o, st_move_0(VERB_HALT));
    offer_attacks(t, o);
    if (pos_of(t)->purpose == PURPOSE_ATTACK || o->enough)
        return;
    offer_settling(t, o);
    st_offer_legal(t, o, st_move_0(VERB_PILLAGE));
    offer_slips(t, o);
    offer_bridges(t, o);
    if (!o->enough)
        offer_moves(t, o);
}

struct picker { /* one of the offers without listing the reachable hexes */
    struct st_offer offer;
    struct st_move *out;
    uint32_t n;
    uint64_t seed;
};

static bool pick_one(struct st_offer *o, const struct st_move *m)
{
    struct picker *k = (struct picker *)o;

    k->n++;
    if (st_pick(k->seed, k->n, k->n) == 0)
        *k->out = *m;
    return true;
}

static bool march_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    struct picker k = { { .add = pick_one }, out, 0, seed };
    struct range r;

    offer_attacks(t, &k.offer);
    if (k.n && st_pick(seed, 1000, 4))
        return true;
    if (p->purpose != PURPOSE_ATTACK && st_pick(seed, 1001, 4) && find_range(&r, t)) {
        if (r.reach.n > 1 &&
            path_to(&r, r.reach.list[1 + st_pick(seed, 1002, (uint32_t)r.reach.n - 1)], out))
            return true;
        if (hard_step(&r, (int)st_pick(seed, 1003, 6), out))
            return true;
    }
    struct st_move m = st_move_0(VERB_HALT);
    if (march_check(t, &m, NULL) == ST_LEGAL)
        pick_one(&k.offer, &m);
    if (p->purpose != PURPOSE_ATTACK) {
        offer_settling(t, &k.offer);
        m = st_move_0(VERB_PILLAGE);
        if (march_check(t, &m, NULL) == ST_LEGAL)
            pick_one(&k.offer, &m);
        offer_slips(t, &k.offer);
        if (st_pick(seed, 1004, 8) == 0)
            offer_bridges(t, &k.offer);
    }
    return k.n > 0;
}

/* ---- doing it ---------------------------------------------------------------------------- */

static void spend(struct honour_pos *p, int half)
{
    struct honour_force *x = &p->force[p->active];

    x->mp_act = (uint8_t)(x->mp_act + half);
    x->mp_turn = (uint8_t)(x->mp_turn + half);
}

static void march_along(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct steps s;

    steps_begin(&s, t);
    int before = s.spent;
    for (int i = 1; i < m->nargs; i++) {
        step_on(&s, m->arg[i], false, NULL);
        honour_enter(t, p->active, m->arg[i]);
    }
    p->stopped = s.stopped;
    spend(p, s.spent - before);
    st_tell(t, "7.2", "%s marches to %s: %d.%d MP of %d.%d spent", force_name(p->active),
            st_hex_called(t, s.hex).text, p->force[p->active].mp_act / 2,
            p->force[p->active].mp_act % 2 * 5, s.ma / 2, s.ma % 2 * 5);
}

void honour_way(const struct st_table *t, const struct st_move *m, struct st_way *out)
{
    struct steps s;

    if (m->verb != VERB_MOVE)
        return;
    steps_begin(&s, t);
    out->halves = true;
    st_way_add(out, s.hex, s.spent);
    for (int i = 1; i < m->nargs && step_on(&s, m->arg[i], false, NULL) == ST_LEGAL; i++)
        st_way_add(out, s.hex, s.spent);
}

static void slip_away(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct steps s;

    steps_begin(&s, t);
    int before = s.spent;
    step_on(&s, m->arg[0], true, NULL);
    spend(p, least(s.spent - before + 2 * m->arg[1], s.ma - before));
    p->retreat.to = (int16_t)m->arg[0];
    p->pursuit.slip = (uint8_t)m->arg[1];
    st_call(t, STEP_SLIP);
}

static void lay_bridge(struct st_table *t, int to, int cap)
{
    struct honour_pos *p = pos_of(t);
    int hex = p->force[p->active].hex, dir = honour_dir(t, hex, to), at = 0,
        last = MAX_PONTOONS - 1;
    int ap = bridge_ap(t, p->active);

    if (dir >= 3) {
        hex = to;
        dir -= 3;
    }
    while (p->pontoon[at].owner &&
           (p->pontoon[at].hex < hex || (p->pontoon[at].hex == hex && p->pontoon[at].dir < dir)))
        at++;
    for (int i = last; i > at; i--) /* kept in order: equal positions are equal bytes */
        p->pontoon[i] = p->pontoon[i - 1];
    p->pontoon[at] = (struct honour_pontoon){ (int16_t)hex, (uint8_t)dir,
                                              (uint8_t)(1 + side_of_force(p->active)) };
    if (ap)
        p->ap[cap] = (uint8_t)(p->ap[cap] - ap);
    spend(p, BRIDGE_COST);
    st_tell(t, "16.4", "%s lays a Pontoon Bridge towards %s", force_name(p->active),
            st_hex_called(t, to).text);
}

static void take_bridge(struct st_table *t, int to)
{
    struct honour_pos *p = pos_of(t);
    int hex = p->force[p->active].hex, at = honour_pontoon_at(t, hex, honour_dir(t, hex, to));

    for (int i = at; i + 1 < MAX_PONTOONS; i++)
        p->pontoon[i] = p->pontoon[i + 1];
    p->pontoon[MAX_PONTOONS - 1] = (struct honour_pontoon){ 0 };
    spend(p, UNBRIDGE_COST);
    st_tell(t, "16.4", "%s removes the Pontoon Bridge towards %s", force_name(p->active),
            st_hex_called(t, to).text);
}

static void settle_down(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_INSIDE) {
        p->force[p->active].flags |= F_INSIDE;
        st_tell(t, "7.5", "%s goes inside", force_name(p->active));
    } else {
        honour_merge(t, p->active, m->arg[1]);
        p->active = NOBODY;
    }
    st_go(t, STEP_ACTIVATION_END);
}

static void march_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    switch (m->verb) {
    case VERB_MOVE:
        march_along(t, m);
        break;
    case VERB_SLIP:
        slip_away(t, m);
        break;
    case VERB_PILLAGE: {
        struct honour_force *x = &p->force[p->active];

        p->mark[x->hex]++;
        x->flags |= F_PILLAGED;
        spend(p, PILLAGE_COST);
        st_tell(t, "7.9.1", "%s is %s", st_hex_called(t, x->hex).text,
                (p->mark[x->hex] & MARK_PILLAGE) == 2 ? "Devastated" : "Pillaged");
        break;
    }
    case VERB_BRIDGE:
        lay_bridge(t, m->arg[0], m->arg[1]);
        break;
    case VERB_UNBRIDGE:
        take_bridge(t, m->arg[0]);
        break;
    case VERB_INSIDE:
    case VERB_MERGE:
        settle_down(t, m);
        break;
    case VERB_ATTACK:
        honour_declare(t, m->arg[0]);
        break;
    default:
        st_go(t, STEP_ACTIVATION_END);
    }
}

const struct st_step honour_step_march =
    ST_DECIDES("march", "7.3", march_offer, march_check, march_apply, .sample = march_sample,
               .takes = ST_VERBS(VERB_HALT, VERB_ATTACK) | ST_VERBS(VERB_MOVE, VERB_SLIP) |
                        ST_VERB(VERB_PILLAGE) | ST_VERBS(VERB_BRIDGE, VERB_UNBRIDGE) |
                        ST_VERBS(VERB_INSIDE, VERB_MERGE));

/* ---- 7.8.2 Exiting ZOCs ------------------------------------------------------------------ */

/* Who may pursue: any enemy Force exerting the ZOC, unless under Garrison Order. */
static void slip_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[p->active];
    int side = side_of_force(p->active);
    uint32_t makers = honour_zone_makers(t, side, x->hex), hunters = 0;

    for (uint32_t left = makers; left;) {
        int i = take(&left);

        if (p->force[i].order != GARRISON)
            hunters |= bit(i);
    }
    if (honour_only_light(p, f, x->units) && !(x->units & p->demoralised)) {
        st_tell(t, "7.8.3", "%s is solely Light Cavalry and is not pursued", force_name(p->active));
        hunters = 0;
    }
    st_go(t, STEP_SLIP_GO);
    if (hunters)
        honour_call_pursuit(t, &(struct honour_pursuit){ .forces = hunters,
                                                         .prey = x->units,
                                                         .prey_caps = x->caps,
                                                         .side = (uint8_t)(1 - side),
                                                         .slip = p->pursuit.slip });
}

const struct st_step honour_step_slip = ST_RUNS("slip", "7.8.2", slip_run);

static void slip_go_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int to = p->retreat.to, force = p->active;

    p->retreat = (struct honour_retreat){ 0 };
    p->pursuit = (struct honour_pursuit){ 0 };
    st_done(t);
    p->flow.side = p->acting;
    if (honour_sudden_death(t)) /* a King lost in the pursuit (17.3) */
        return;
    if (!exists(p, force)) {
        p->active = NOBODY;
        st_go(t, STEP_ACTIVATION_END);
        return;
    }
    honour_enter(t, force, to);
    p->stopped = (uint8_t)honour_in_zone(t, force);
    st_tell(t, "7.8.2", "%s slips away to %s", force_name(force), st_hex_called(t, to).text);
}

const struct st_step honour_step_slip_go = ST_RUNS("slip away", "7.8.2", slip_go_run);

/* ---- 6.6 Works --------------------------------------------------------------------------- */

static enum st_answer works_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int force = p->active, hex = p->force[force].hex;

    switch (m->verb) {
    case VERB_HALT:
        return ST_LEGAL;
    case VERB_BRIDGE:
    case VERB_UNBRIDGE:
        return bridge_check(t, m, why);
    case VERB_INSIDE:
    case VERB_OUTSIDE:
        if (m->arg[0] != force)
            return st_refuse(why, "6.6", "%s is the Force that is activated", force_name(force));
        if (is_inside(p, force) == (m->verb == VERB_INSIDE))
            return st_refuse(why, "6.6", "%s is there already", force_name(force));
        if (m->verb == VERB_INSIDE && !honour_friendly_fort(p, f, side_of_force(force), hex))
            return st_refuse(why, "6.6", "there is no friendly Fortress in %s",
                             st_hex_called(t, hex).text);
        if (m->verb == VERB_INSIDE && honour_inside_at(p, hex) >= 0)
            return st_refuse(why, "6.6", "%s is inside", force_name(honour_inside_at(p, hex)));
        if (m->verb == VERB_OUTSIDE && honour_field_count(p, side_of_force(force), hex) >= STACK)
            return st_refuse(why, "3.5.5", "%d Forces are in the field already", STACK);
        return ST_LEGAL;
    case VERB_MOVE:
    case VERB_SLIP:
        return st_refuse(why, "5.2.5", "%s has %s Order and cannot leave its hex",
                         force_name(force), honour_orders[p->force[force].order]);
    default:
        return st_not_now(t, why);
    }
}

static void works_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    st_offer_this(o, st_move_0(VERB_HALT));
    st_offer_legal(t, o, st_move_1(is_inside(p, p->active) ? VERB_OUTSIDE : VERB_INSIDE, p->active));
    offer_bridges(t, o);
}

static void works_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_INSIDE || m->verb == VERB_OUTSIDE)
        p->force[p->active].flags ^= F_INSIDE;
    else if (m->verb == VERB_BRIDGE)
        lay_bridge(t, m->arg[0], m->arg[1]);
    else if (m->verb == VERB_UNBRIDGE)
        take_bridge(t, m->arg[0]);
    st_go(t, STEP_ACTIVATION_END);
}

const struct st_step honour_step_works =
    ST_DECIDES("works", "6.6", works_offer, works_check, works_apply);
