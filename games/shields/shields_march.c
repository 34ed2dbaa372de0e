/* shields_march.c - moving, zones of control, withdrawing, Shield Wall, fire, charge moves: R1,
 * R4 to R10. Combat is in shields_combat.c. */
#include "shields/shields.h"

#include "core/scene.h"
#include "core/scratch.h"

#include "base/philox.h"

#include <stdlib.h>

/* ---- R1, R5: who stands where, and what he controls -------------------------------------- */

/* hexes with a unit of side */
static struct st_hexset shields_held_by(const struct st_table *t, int side)
{
    struct st_hexset s = { { 0 } };

    for (uint64_t left = units_on_map(t, plan_of(t)->of_side[side]); left;)
        st_hexset_add(&s, pos_of(t)->hex[take_unit(&left)]);
    return s;
}

bool shields_in_ezoc(const struct st_table *t, int side, int hex)
{
    struct shields_front front = { .enemy = shields_held_by(t, 1 - side) };

    return in_zone(t, &front, hex);
}

struct shields_front shields_front_of(const struct st_table *t, int side)
{
    struct shields_front front = { shields_held_by(t, side), shields_held_by(t, 1 - side) };

    st_hexset_join(&front.held, &front.enemy);
    return front;
}

bool shields_none(const struct st_hexset *s)
{
    return st_hexset_next(s, 0) < 0;
}

int shields_unit_at(const struct st_table *t, int hex)
{
    const struct shields_pos *p = pos_of(t);

    for (int u = 0; u < plan_of(t)->nunits; u++)
        if (p->hex[u] == hex)
            return u;
    return -1;
}

bool shields_vacant(const struct st_table *t, int hex)
{
    return shields_unit_at(t, hex) < 0;
}

int shields_class_now(const struct st_table *t, int unit)
{
    const struct shields_unit *x = &plan_of(t)->unit[unit];

    return x->cc[pos_of(t)->steps[unit] < x->steps];
}

bool shields_cliff(const struct shields_plan *f, int a, int b)
{
    return abs(f->level[a] - f->level[b]) >= 2;
}

static const uint8_t *costs_of(const struct st_table *t, int unit)
{
    const struct shields_plan *f = plan_of(t);

    return f->cost[f->horse[f->unit[unit].type]];
}

bool shields_enterable(const struct st_table *t, int unit, int from, int dir)
{
    return costs_of(t, unit)[from * 6 + dir] != ST_HEX_SHUT;
}

void shields_add_havens(const struct st_table *t, int unit, int from,
                        const struct shields_front *front, struct st_hexset *out)
{
    for (int d = 0; d < 6; d++) {
        int to = st_hex_step(&t->plan->grid, from, d);

        if (to >= 0 && shields_enterable(t, unit, from, d) && !st_hexset_has(&front->held, to) &&
            !in_zone(t, front, to))
            st_hexset_add(out, to);
    }
}

/* ---- losing and placing units ------------------------------------------------------------ */

void shields_off_map(struct shields_pos *p, int unit)
{
    p->hex[unit] = -1;
    p->present &= ~bit(unit);
    p->wall &= ~bit(unit);
    p->suppressed &= ~bit(unit);
    p->acted &= ~bit(unit);
    p->charged &= ~bit(unit);
    p->targeted &= ~bit(unit);
}

void shields_eliminate(struct st_table *t, int unit, const char *para, const char *why)
{
    struct shields_pos *p = pos_of(t);

    st_tell(t, para, "%s is eliminated%s%s", unit_name(t, unit), why ? ": " : "", why ? why : "");
    p->steps[unit] = 0;
    p->lost[plan_of(t)->unit[unit].side]++;
    shields_off_map(p, unit);
}

void shields_lose_step(struct st_table *t, int unit, const char *para)
{
    struct shields_pos *p = pos_of(t);

    if (p->steps[unit] == 1) {
        shields_eliminate(t, unit, para, "its last step is lost");
        return;
    }
    p->steps[unit]--;
    st_tell(t, para, "%s loses a step, now class %s", unit_name(t, unit),
            shields_classes[shields_class_now(t, unit)]);
}

void shields_put_unit(struct st_table *t, int unit, int hex)
{
    pos_of(t)->hex[unit] = (int16_t)hex;
    pos_of(t)->wall &= ~bit(unit);
}

static bool under_discipline(const struct st_table *t, int unit)
{
    const struct shields_plan *f = plan_of(t);

    return pos_of(t)->discipline && (f->special & SPECIAL_DISCIPLINE) &&
           f->unit[unit].side == f->ward;
}

void shields_enter_by_choice(struct st_table *t, int unit, bool low)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);

    if (under_discipline(t, unit) && (low || f->level[p->hex[unit]] == 0)) {
        p->discipline = 0;
        st_tell(t, "HA2", "%s comes down from the ridge: discipline is broken, the goal is now %d",
                unit_name(t, unit), f->goal_broken[f->ward]);
    }
}

/* ---- helpers of the Phases ---------------------------------------------------------------- */

static enum st_answer wrong_verb(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    (void)m;
    return st_refuse(why, "R2.8", "this is the %s Phase of %s", shields_commands[pos_of(t)->phase],
                     wing_name(t, pos_of(t)->wing));
}

/* The row of a Phase: it ends with `end`, and other orders are not of it. */
#define PHASE(name, para, offer, check, verbs, ...) \
    ST_DECIDES(name, para, offer, check, __VA_ARGS__, .takes = verbs, .always = ST_VERB(VERB_END), \
               .otherwise = wrong_verb)

static bool ends_phase(struct st_table *t, const struct st_move *m)
{
    if (m->verb == VERB_END)
        shields_end_phase(t);
    return m->verb == VERB_END;
}

static bool of_wing(const struct st_table *t, int unit)
{
    return has(plan_of(t)->of_wing[pos_of(t)->wing], unit) && on_map(pos_of(t), unit);
}

static enum st_answer not_of_wing(const struct st_table *t, int unit, const char *para,
                                  struct st_refusal *why)
{
    return st_refuse(why, para, "%s is no unit of %s on the map", unit_name(t, unit),
                     wing_name(t, pos_of(t)->wing));
}

static uint64_t not_yet_acted(const struct st_table *t)
{
    return units_on_map(t, plan_of(t)->of_wing[pos_of(t)->wing]) & ~pos_of(t)->acted;
}

/* First of all offers, so that whoever asks "is there a choice?" need only see one more. */
/* ---- R4 Movement and R10 the charge: paths ------------------------------------------------ */

struct march { /* what moving and charging have in common */
    bool charge;
    const uint8_t *cost;
    int allowance, side;
    const struct shields_front *front;
};

static struct march march_of(const struct st_table *t, int unit, bool charge,
                             const struct shields_front *front)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_unit *x = &f->unit[unit];

    return (struct march){ .charge = charge, .cost = charge ? f->charge_cost : costs_of(t, unit),
                           .allowance = f->allowance[x->type], .side = x->side,
                           .front = front };
}

/* R10.3: is an enemy next to this hex, on open ground and not across a cliff? */
static bool next_to_chargeable(const struct st_table *t, const struct march *a, int hex)
{
    const struct shields_plan *f = plan_of(t);

    for (int d = 0; d < 6; d++) {
        int n = st_hex_step(&t->plan->grid, hex, d);

        if (n >= 0 && st_hexset_has(&a->front->enemy, n) && st_hexset_has(&f->open, n) &&
            !shields_cliff(f, hex, n))
            return true;
    }
    return false;
}

static enum st_answer no_charge_ground(const struct st_table *t, int hex, struct st_refusal *why)
{
    return st_refuse(why, "R10.3", "%s is %s: a charge goes over clear ground and bridges",
                     st_hex_called(t, hex).text, shields_terrains[plan_of(t)->terrain[hex]]);
}

static enum st_answer end_check(const struct st_table *t, const struct march *a, int unit, int last,
                                struct st_refusal *why)
{
    if (st_hexset_has(&a->front->held, last)) {
        int there = shields_unit_at(t, last);

        return st_refuse(why, "R4.7", "%s holds %s, where %s would stop",
                         there == unit ? "it already" : unit_name(t, there),
                         st_hex_called(t, last).text, unit_name(t, unit));
    }
    if (a->charge && !next_to_chargeable(t, a, last))
        return st_refuse(why, "R10.3", "no enemy on clear ground or a bridge is next to %s",
                         st_hex_called(t, last).text);
    return ST_LEGAL;
}

/* A path written in full, hex by hex. */
static enum st_answer path_check(const struct st_table *t, const struct march *a,
                                 const struct st_move *m, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    int unit = m->arg[0], from = pos_of(t)->hex[unit], sum = 0;
    const char *name = unit_name(t, unit);

    for (int i = 1; i < m->nargs; i++) {
        int to = m->arg[i], dir = st_hex_dir(&t->plan->grid, from, to);

        if (dir < 0)
            return st_refuse(why, "R4.5", "%s is not next to %s", st_hex_called(t, to).text,
                             st_hex_called(t, from).text);
        if (to < 0)
            return st_refuse(why, "R4.4", "%s is off the map", st_hex_called(t, to).text);
        if (a->charge && !st_hexset_has(&f->open, to))
            return no_charge_ground(t, to, why);
        int price = a->cost[from * 6 + dir];
        if (price == ST_HEX_SHUT)
            return st_refuse(why, "R4.4", "%s cannot enter %s from %s: %s", name,
                             st_hex_called(t, to).text, st_hex_called(t, from).text,
                             f->terrain[to] == RIVER ? "deep river" : "a cliff");
        if (st_hexset_has(&a->front->enemy, to))
            return st_refuse(why, "R1.5", "%s holds %s", unit_name(t, shields_unit_at(t, to)),
                             st_hex_called(t, to).text);
        if (i > 1 && in_zone(t, a->front, from))
            return st_refuse(why, "R4.6", "%s must stop in %s, in an enemy zone of control", name,
                             st_hex_called(t, from).text);
        sum += price;
        from = to;
    }
    if (sum > a->allowance)
        return st_refuse(why, "R4.5", "the path costs %d, %s has %d", sum, name, a->allowance);
    return end_check(t, a, unit, from, why);
}

static struct st_hexset zones_against(const struct st_table *t, int side)
{
    struct st_hexset zoc = { { 0 } };

    for (uint64_t left = units_on_map(t, plan_of(t)->of_side[1 - side]); left;)
        st_hexset_join(&zoc, &plan_of(t)->zoc[pos_of(t)->hex[take_unit(&left)]]);
    return zoc;
}

/* zones: where it must stop, NULL if nowhere. */
static void flood(struct st_reach *out, const struct st_table *t, const struct march *a, int unit,
                  const struct st_hexset *zones, int goal)
{
    st_hex_reach(out, &t->plan->grid, a->cost, &a->front->enemy, zones, pos_of(t)->hex[unit],
                 a->allowance, goal);
}

/* The last hex alone (4.4): legal when some legal path exists. */
static enum st_answer goal_check(const struct st_table *t, const struct march *a,
                                 const struct st_move *m, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    int unit = m->arg[0], to = m->arg[1];
    const char *name = unit_name(t, unit);
    struct st_reach reach;

    if (to < 0)
        return st_refuse(why, "R4.4", "%s is off the map", st_hex_called(t, to).text);
    if (a->charge && !st_hexset_has(&f->open, to))
        return no_charge_ground(t, to, why);
    if (f->terrain[to] == RIVER)
        return st_refuse(why, "R4.4", "%s is deep river", st_hex_called(t, to).text);
    if (st_hexset_has(&a->front->enemy, to))
        return st_refuse(why, "R1.5", "%s holds %s", unit_name(t, shields_unit_at(t, to)),
                         st_hex_called(t, to).text);
    if (end_check(t, a, unit, to, why))
        return ST_REFUSED;
    int dir = st_hex_dir(&t->plan->grid, pos_of(t)->hex[unit], to);
    if (dir >= 0 && a->cost[pos_of(t)->hex[unit] * 6 + dir] <= a->allowance)
        return ST_LEGAL; /* a single step needs no search */
    struct st_hexset zones = zones_against(t, a->side);
    flood(&reach, t, a, unit, &zones, to);
    if (reach.left[to] >= 0)
        return ST_LEGAL;
    flood(&reach, t, a, unit, NULL, to);
    if (reach.left[to] >= 0)
        return st_refuse(why, "R4.6", "every way to %s leads %s through an enemy zone of control",
                         st_hex_called(t, to).text, name);
    return st_refuse(why, "R4.5", "%s cannot reach %s with %d movement points", name,
                     st_hex_called(t, to).text, a->allowance);
}

static enum st_answer march_check(const struct st_table *t, const struct st_move *m, bool charge,
                                  struct st_refusal *why)
{
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);
    struct march a = march_of(t, m->arg[0], charge, &front);

    if (m->nargs < 2)
        return st_refuse(why, "R4.5", "a path has at least one hex");
    return m->nargs == 2 ? goal_check(t, &a, m, why) : path_check(t, &a, m, why);
}

/* For those who listen: what the way cost. The umpire may put a unit where no way leads. */
static void tell_price(const struct st_table *t, const struct st_move *m, bool charge)
{
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);
    struct march a = march_of(t, m->arg[0], charge, &front);
    int unit = m->arg[0], last = m->arg[m->nargs - 1], left = a.allowance;

    if (m->nargs == 2) {
        struct st_hexset zones = zones_against(t, a.side);
        struct st_reach reach;

        flood(&reach, t, &a, unit, &zones, last);
        left = reach.left[last];
    }
    for (int i = 1, from = pos_of(t)->hex[unit]; m->nargs > 2 && i < m->nargs; from = m->arg[i++])
        left -= a.cost[from * 6 + st_hex_dir(&t->plan->grid, from, m->arg[i])];
    if (left >= 0)
        st_tell(t, charge ? "R10.3" : "R4.5", "%s comes to %s with %d of %d movement points",
                unit_name(t, unit), st_hex_called(t, last).text, a.allowance - left,
                a.allowance);
}

/* Back from the last hex along what was spent, where the order names no other (4.4). */
static void trace(const struct st_table *t, const struct march *a, int unit, int to, struct st_way *out)
{
    const struct st_hexgrid *g = &t->plan->grid;
    struct st_way back = { .n = 0 };
    struct st_hexset zones = zones_against(t, a->side);
    struct st_reach reach;
    int start = pos_of(t)->hex[unit];

    flood(&reach, t, a, unit, &zones, -1);
    while (to != start && back.n < ST_ARGS_MAX) {
        int from = -1;

        if (reach.left[to] < 0)
            return;
        st_way_add(&back, to, a->allowance - reach.left[to]);
        for (int d = 0; d < 6 && from < 0; d++) {
            int n = st_hex_step(g, to, d), price = n < 0 ? ST_HEX_SHUT : a->cost[n * 6 + (d + 3) % 6];

            if (n >= 0 && price != ST_HEX_SHUT && reach.left[n] >= 0 && reach.left[n] - price == reach.left[to])
                from = n;
        }
        if (from < 0)
            return;
        to = from;
    }
    st_way_add(out, start, 0);
    for (int i = back.n - 1; i >= 0; i--)
        st_way_add(out, back.hex[i], back.spent[i]);
}

void shields_march_way(const struct st_table *t, const struct st_move *m, struct st_way *out)
{
    if (m->verb != VERB_MOVE && m->verb != VERB_CHARGE)
        return;
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);
    struct march a = march_of(t, m->arg[0], m->verb == VERB_CHARGE, &front);
    int from = pos_of(t)->hex[m->arg[0]], spent = 0;

    if (m->nargs == 2) {
        trace(t, &a, m->arg[0], m->arg[1], out);
        return;
    }
    st_way_add(out, from, 0);
    for (int i = 1; i < m->nargs; from = m->arg[i++]) {
        spent += a.cost[from * 6 + st_hex_dir(&t->plan->grid, from, m->arg[i])];
        st_way_add(out, m->arg[i], spent);
    }
}

/* Reading 30 the other way: does the way lead over low ground? Of the last hex alone (4.4) we take
 * a way that does not, if there is one. */
static bool by_low_ground(const struct st_table *t, const struct st_move *m, bool charge)
{
    const struct shields_plan *f = plan_of(t);

    if (!f->whole_way || !under_discipline(t, m->arg[0]))
        return false;
    if (m->nargs > 2) {
        for (int i = 1; i < m->nargs; i++)
            if (f->level[m->arg[i]] == 0)
                return true;
        return false;
    }
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);
    struct march a = march_of(t, m->arg[0], charge, &front);
    struct st_hexset zones = zones_against(t, a.side);
    struct st_reach reach;

    for (int h = 0; h < f->nhexes; h++)
        if (f->level[h] == 0)
            st_hexset_add(&front.enemy, h); /* as closed as if an enemy held it */
    flood(&reach, t, &a, m->arg[0], &zones, m->arg[1]);
    return reach.left[m->arg[1]] < 0;
}

/* Is it worth searching? Nobody charges an enemy who is farther than his allowance and a step. */
static bool may_get_there(const struct st_table *t, const struct march *a, int unit)
{
    const struct shields_pos *p = pos_of(t);

    for (uint64_t left = a->charge ? units_on_map(t, plan_of(t)->of_side[1 - a->side]) : 0; left;)
        if (st_hex_distance(&t->plan->grid, p->hex[unit], p->hex[take_unit(&left)]) <=
            a->allowance + 1)
            return true;
    return !a->charge;
}

/* What a range hangs on beside the map: who marches how from where, and the enemy, whose zones these are. */
struct range_key {
    uint64_t word[ST_LIST_KEY], mixed;
};

static struct range_key range_key(const struct st_table *t, const struct shields_front *front)
{
    struct range_key k = { .mixed = 0 };

    for (int i = 0; t->scratch && i < ST_HEX_WORDS; i++) {
        k.word[1 + i] = front->enemy.word[i];
        k.mixed = (k.mixed ^ k.word[1 + i]) * 0xff51afd7ed558ccdu;
    }
    return k;
}
_Static_assert(ST_HEX_WORDS + 1 <= ST_LIST_KEY, "an enemy in any hex");

/* All hexes that it can get to, itself the first; in room, or kept from an earlier look. */
static const int16_t *range_of(int *n, struct st_reach *room, const struct st_table *t, const struct march *a, int unit,
                               const struct st_hexset *zones, struct range_key *key)
{
    bool horse = plan_of(t)->horse[plan_of(t)->unit[unit].type];

    key->word[0] = 1u << 24 | (unsigned)pos_of(t)->hex[unit] << 8 | (unsigned)a->allowance << 2 |
                   (unsigned)a->charge << 1 | (unsigned)horse;
    struct st_kept_list *kept = st_kept_list(t, key->mixed ^ key->word[0]);
    if (!kept || !st_list_known(kept, key->word)) {
        flood(room, t, a, unit, zones, -1);
        *n = room->n;
        if (!kept || room->n > ST_LIST_MAX)
            return room->list;
        memcpy(kept->key, key->word, sizeof kept->key);
        memcpy(kept->at, room->list, (size_t)room->n * sizeof kept->at[0]);
        kept->n = (int16_t)room->n;
    }
    *n = kept->n;
    return kept->at;
}

/* Every hex the unit may end in. */
static void march_offer(const struct st_table *t, int unit, bool charge, const struct shields_front *front,
                        const struct st_hexset *zones, struct range_key *key, struct st_offer *o)
{
    struct march a = march_of(t, unit, charge, front);
    struct st_reach room;
    int n;

    if (!may_get_there(t, &a, unit))
        return;
    const int16_t *to = range_of(&n, &room, t, &a, unit, zones, key);
    struct st_move m = st_move_2(charge ? VERB_CHARGE : VERB_MOVE, unit, 0);
    for (int i = 1; i < n && !o->enough; i++) {
        m.arg[1] = to[i];
        if (end_check(t, &a, unit, m.arg[1], NULL) == ST_LEGAL)
            st_offer_add(o, &m);
    }
}

/* A random place to end in; false if there is none. */
static bool march_sample(const struct st_table *t, int unit, bool charge,
                         const struct shields_front *front, uint64_t seed, struct st_move *out)
{
    struct march a = march_of(t, unit, charge, front);
    struct st_reach reach;

    if (!may_get_there(t, &a, unit))
        return false;
    struct st_hexset zones = zones_against(t, a.side);
    flood(&reach, t, &a, unit, &zones, -1);
    int start = (int)st_pick(seed, 4, (uint32_t)reach.n);
    for (int k = 0; k < reach.n; k++) {
        int to = reach.list[(start + k) % reach.n];

        if (st_hexset_has(&a.front->held, to) || (charge && !next_to_chargeable(t, &a, to)))
            continue;
        *out = st_move_2(charge ? VERB_CHARGE : VERB_MOVE, unit, to);
        return true;
    }
    return false;
}

/* A ramble: random steps as long as points last, cut back to the last vacant hex. Much quicker
 * than looking everywhere; false if it led nowhere. */
static bool ramble(const struct st_table *t, int unit, const struct shields_front *front,
                   uint64_t seed, struct st_move *out)
{
    struct march a = march_of(t, unit, false, front);
    int here = pos_of(t)->hex[unit], points = a.allowance, good = 0;

    *out = st_move_1(VERB_MOVE, unit);
    for (uint32_t i = 0; i < 8 && out->nargs < 8; i++) {
        int d = (int)st_pick(seed, 16 + i, 6), to = st_hex_step(&t->plan->grid, here, d);

        if (a.cost[here * 6 + d] > points || st_hexset_has(&a.front->enemy, to))
            continue;
        points -= a.cost[here * 6 + d];
        here = to;
        out->arg[out->nargs++] = (int16_t)here;
        if (!st_hexset_has(&a.front->held, here))
            good = out->nargs;
        if (in_zone(t, front, here))
            break;
    }
    while (out->nargs > good)
        out->arg[--out->nargs] = 0;
    return good > 0;
}

/* A random unit of set that can go somewhere; one time in eight, or when nobody can, `end`. */
static bool sample_unit(const struct st_table *t, uint64_t set, bool charge,
                        const struct shields_front *front, uint64_t seed, struct st_move *out)
{
    int n = __builtin_popcountll(set);

    *out = st_move_0(VERB_END);
    if (n == 0 || st_pick(seed, 0, 8) == 0)
        return true;
    for (int skip = (int)st_pick(seed, 1, (uint32_t)n), k = 0; k < n; k++) {
        uint64_t left = set;
        int u = take_unit(&left);

        for (int i = (skip + k) % n; i > 0; i--)
            u = take_unit(&left);
        if ((!charge && ramble(t, u, front, seed, out)) ||
            march_sample(t, u, charge, front, seed, out))
            return true;
    }
    *out = st_move_0(VERB_END);
    return true;
}

/* Can any unit of set go anywhere? A free neighbour answers for most; only then we search. */
static bool someone_can(const struct st_table *t, uint64_t set, bool charge,
                        const struct shields_front *front)
{
    struct st_move m;

    for (uint64_t left = charge ? 0 : set; left;) {
        int u = take_unit(&left), here = pos_of(t)->hex[u];
        const uint8_t *cost = costs_of(t, u) + here * 6;

        for (int d = 0; d < 6; d++)
            if (cost[d] <= plan_of(t)->allowance[plan_of(t)->unit[u].type] &&
                !st_hexset_has(&front->held, st_hex_step(&t->plan->grid, here, d)))
                return true;
    }
    while (set)
        if (march_sample(t, take_unit(&set), charge, front, 0, &m))
            return true;
    return false;
}

/* ---- R4 the Move Phase, R10 the charge moves of a Horse Phase -------------------------------- */

struct gait { /* what a Move and a charge call things by */
    const char *who, *again, *zone; /* paragraphs */
    const char *done;
};
static const struct gait gaits[] = {
    { "R4.1", "R4.1", "R4.3", "moved" },
    { "R10.1", "R10.4", "R10.2", "charged" },
};

static bool at_charge(const struct st_table *t)
{
    return pos_of(t)->phase == CMD_HORSE;
}

static bool has_gone(const struct st_table *t, int unit)
{
    return has(at_charge(t) ? pos_of(t)->charged : pos_of(t)->acted, unit);
}

static uint64_t free_of_zones(const struct st_table *t, uint64_t set,
                              const struct shields_front *front)
{
    for (uint64_t left = set; left;) {
        int u = take_unit(&left);

        if (in_zone(t, front, pos_of(t)->hex[u]))
            set &= ~bit(u);
    }
    return set;
}

static uint64_t may_go(const struct st_table *t, const struct shields_front *front)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    uint64_t of = units_on_map(t, f->of_wing[p->wing]);

    return free_of_zones(t, at_charge(t) ? of & f->able[CMD_HORSE] & ~p->charged : of & ~p->acted,
                         front);
}

static enum st_answer go_check(const struct st_table *t, const struct st_move *m,
                               struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    const struct gait *gait = &gaits[at_charge(t)];
    int u = m->arg[0];

    if (!of_wing(t, u))
        return not_of_wing(t, u, gait->who, why);
    if (at_charge(t) && !f->charges[f->unit[u].type])
        return st_refuse(why, "R10.1", "%s is %s", unit_name(t, u),
                         f->horse[f->unit[u].type] ? "horse that does not charge" : "foot");
    if (has_gone(t, u))
        return st_refuse(why, gait->again, "%s has %s in this Phase", unit_name(t, u), gait->done);
    if (shields_in_ezoc(t, p->acting, p->hex[u]))
        return st_refuse(why, gait->zone, "%s stands in an enemy zone of control", unit_name(t, u));
    return march_check(t, m, at_charge(t), why);
}

static void go_offer(const struct st_table *t, struct st_offer *o)
{
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);
    struct st_hexset zones = zones_against(t, pos_of(t)->acting);
    struct range_key key = range_key(t, &front);

    st_offer_this(o, st_move_0(VERB_END));
    for (uint64_t left = may_go(t, &front); left && !o->enough;)
        march_offer(t, take_unit(&left), at_charge(t), &front, &zones, &key, o);
}

static bool go_forced(const struct st_table *t, struct st_move *only)
{
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);

    *only = st_move_0(VERB_END);
    return !someone_can(t, may_go(t, &front), at_charge(t), &front);
}

static bool go_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct shields_front front = shields_front_of(t, pos_of(t)->acting);

    return sample_unit(t, may_go(t, &front), at_charge(t), &front, seed, out);
}

static void go_apply(struct st_table *t, const struct st_move *m)
{
    struct shields_pos *p = pos_of(t);
    bool charge = at_charge(t);

    if (m->verb == VERB_END) {
        if (charge)
            st_go(t, STEP_CHARGE_FIGHT);
        else
            shields_end_phase(t);
        return;
    }
    bool low = by_low_ground(t, m, charge);
    if (t->log && march_check(t, m, charge, NULL) == ST_LEGAL)
        tell_price(t, m, charge);
    shields_put_unit(t, m->arg[0], m->arg[m->nargs - 1]);
    *(charge ? &p->charged : &p->acted) |= bit(m->arg[0]);
    shields_enter_by_choice(t, m->arg[0], low);
}

const struct st_step shields_step_move =
    PHASE("move", "R4.1", go_offer, go_check, ST_VERB(VERB_MOVE), go_apply, .forced = go_forced,
          .sample = go_sample);
const struct st_step shields_step_charge_move =
    PHASE("charge", "R10.1", go_offer, go_check, ST_VERB(VERB_CHARGE), go_apply,
          .forced = go_forced, .sample = go_sample);

/* ---- R7 Withdraw ---------------------------------------------------------------------------- */

/* R7.3 for one hex; also where a wall falls back to (R8.3). */
static enum st_answer withdraw_step(const struct st_table *t, int unit, int from, int to,
                                    struct st_refusal *why)
{
    int dir = st_hex_dir(&t->plan->grid, from, to), there = to < 0 ? -1 : shields_unit_at(t, to);
    const char *name = unit_name(t, unit);

    if (dir < 0)
        return st_refuse(why, "R7.3", "%s is not next to %s", st_hex_called(t, to).text,
                         st_hex_called(t, from).text);
    if (to < 0 || !shields_enterable(t, unit, from, dir))
        return st_refuse(why, "R7.3", "%s cannot enter %s", name, st_hex_called(t, to).text);
    if (there >= 0)
        return st_refuse(why, "R7.3", "%s holds %s", unit_name(t, there),
                         st_hex_called(t, to).text);
    if (shields_in_ezoc(t, plan_of(t)->unit[unit].side, to))
        return st_refuse(why, "R7.3", "%s is in an enemy zone of control",
                         st_hex_called(t, to).text);
    return ST_LEGAL;
}

static enum st_answer withdraw_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    const struct shields_pos *p = pos_of(t);
    int u = m->arg[0], most = shields_bonus_gives(t, CMD_WITHDRAW, BONUS_TWO_HEXES) ? 2 : 1,
        hexes = m->nargs - 1;

    if (!of_wing(t, u))
        return not_of_wing(t, u, "R7.1", why);
    if (has(p->acted, u))
        return st_refuse(why, "R7.1", "%s has withdrawn in this Phase", unit_name(t, u));
    if (!shields_in_ezoc(t, p->acting, p->hex[u]))
        return st_refuse(why, "R7.1", "%s is in no enemy zone of control", unit_name(t, u));
    if (hexes < 1 || hexes > most)
        return st_refuse(why, most == 2 ? "R7.4" : "R7.2", "a withdrawal is %s, not %d hexes",
                         most == 2 ? "one or two hexes" : "one hex", hexes);
    if (hexes == 2 && m->arg[2] == p->hex[u])
        return st_refuse(why, "R7.4", "%s would be back where it started", unit_name(t, u));
    for (int i = 1, from = p->hex[u]; i <= hexes; from = m->arg[i++])
        if (withdraw_step(t, u, from, m->arg[i], why))
            return ST_REFUSED;
    return ST_LEGAL;
}

static struct st_hexset havens(const struct st_table *t, int unit, int from,
                               const struct shields_front *front)
{
    struct st_hexset s = { { 0 } };

    shields_add_havens(t, unit, from, front, &s);
    return s;
}

static void withdraw_offer(const struct st_table *t, struct st_offer *o)
{
    const struct shields_pos *p = pos_of(t);
    bool two = shields_bonus_gives(t, CMD_WITHDRAW, BONUS_TWO_HEXES);
    struct shields_front front = shields_front_of(t, p->acting);
    uint64_t able = not_yet_acted(t);

    st_offer_this(o, st_move_0(VERB_END));
    for (able &= ~free_of_zones(t, able, &front); able && !o->enough;) {
        int u = take_unit(&able);
        struct st_hexset first = havens(t, u, p->hex[u], &front);

        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&t->plan->grid, p->hex[u], d);

            if (to < 0 || !st_hexset_has(&first, to))
                continue;
            st_offer_this(o, st_move_2(VERB_WITHDRAW, u, to));
            struct st_hexset second = havens(t, u, to, &front);
            for (int e = 0; two && e < 6; e++) {
                int on = st_hex_step(&t->plan->grid, to, e);

                if (on >= 0 && st_hexset_has(&second, on)) /* never the start: it is held */
                    st_offer_this(o, st_move_3(VERB_WITHDRAW, u, to, on));
            }
        }
    }
}

static void withdraw_apply(struct st_table *t, const struct st_move *m)
{
    if (ends_phase(t, m))
        return;
    shields_put_unit(t, m->arg[0], m->arg[m->nargs - 1]);
    pos_of(t)->acted |= bit(m->arg[0]);
    st_tell(t, m->nargs > 2 ? "R7.4" : "R7.2", "%s withdraws to %s", unit_name(t, m->arg[0]),
            st_hex_called(t, m->arg[m->nargs - 1]).text);
}

const struct st_step shields_step_withdraw =
    PHASE("withdraw", "R7.1", withdraw_offer, withdraw_check, ST_VERB(VERB_WITHDRAW), withdraw_apply);

/* ---- R8 Shield Wall -------------------------------------------------------------------------- */

/* R8.1, but for "already in SW", which only matters to form. */
static enum st_answer wall_able(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct shields_unit *x = &plan_of(t)->unit[u];

    if (!of_wing(t, u))
        return not_of_wing(t, u, "R8.1", why);
    if (!plan_of(t)->wall_type[x->type] || x->ranged)
        return st_refuse(why, "R8.1", "%s is %s: it holds no wall", unit_name(t, u),
                         x->ranged ? "Ranged" : "horse");
    if (has(pos_of(t)->acted, u))
        return st_refuse(why, "R8.1", "%s has acted in this Phase", unit_name(t, u));
    return ST_LEGAL;
}

static enum st_answer wall_ground(const struct st_table *t, int hex, struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);

    if (!f->wall_ground[f->terrain[hex]])
        return st_refuse(why, "R8.2", "no Shield Wall in %s, %s", shields_terrains[f->terrain[hex]],
                         st_hex_called(t, hex).text);
    return ST_LEGAL;
}

static enum st_answer wall_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct shields_pos *p = pos_of(t);
    int u = m->arg[0];

    if (m->verb == VERB_FORM) {
        if (wall_able(t, u, why))
            return ST_REFUSED;
        if (has(p->wall, u))
            return st_refuse(why, "R8.1", "%s is in Shield Wall already", unit_name(t, u));
        return wall_ground(t, p->hex[u], why);
    }
    if (!shields_bonus_gives(t, CMD_WALL, BONUS_WITHDRAW_ONE))
        return st_refuse(why, "R8.3", "%s has no Bonus joined to Shield Wall",
                         wing_name(t, p->wing));
    if (wall_able(t, u, why))
        return ST_REFUSED;
    if (!shields_in_ezoc(t, p->acting, p->hex[u]))
        return st_refuse(why, "R8.3", "%s is in no enemy zone of control", unit_name(t, u));
    if (withdraw_step(t, u, p->hex[u], m->arg[1], why))
        return ST_REFUSED;
    return wall_ground(t, m->arg[1], why);
}

static void wall_offer(const struct st_table *t, struct st_offer *o)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    bool fall_back = shields_bonus_gives(t, CMD_WALL, BONUS_WITHDRAW_ONE);
    struct shields_front front = shields_front_of(t, p->acting);

    st_offer_this(o, st_move_0(VERB_END));
    for (uint64_t left = not_yet_acted(t) & f->able[CMD_WALL]; left && !o->enough;) {
        int u = take_unit(&left);

        if (!has(p->wall, u) && f->wall_ground[f->terrain[p->hex[u]]])
            st_offer_this(o, st_move_1(VERB_FORM, u));
        if (!fall_back || !in_zone(t, &front, p->hex[u]))
            continue;
        struct st_hexset places = havens(t, u, p->hex[u], &front);
        for (int d = 0; d < 6; d++) {
            int to = st_hex_step(&t->plan->grid, p->hex[u], d);

            if (to >= 0 && st_hexset_has(&places, to) && f->wall_ground[f->terrain[to]])
                st_offer_this(o, st_move_2(VERB_FALLBACK, u, to));
        }
    }
}

static void wall_apply(struct st_table *t, const struct st_move *m)
{
    struct shields_pos *p = pos_of(t);

    if (ends_phase(t, m))
        return;
    if (m->verb == VERB_FALLBACK)
        p->hex[m->arg[0]] = m->arg[1];
    p->wall |= bit(m->arg[0]);
    p->acted |= bit(m->arg[0]);
}

const struct st_step shields_step_wall =
    PHASE("shield wall", "R8.1", wall_offer, wall_check, ST_VERBS(VERB_FORM, VERB_FALLBACK), wall_apply);

/* ---- R9 Fire --------------------------------------------------------------------------------- */

int shields_fire_modifier(const struct st_table *t, const struct shields_fire_terms *in,
                          int *needed)
{
    const struct shields_plan *f = plan_of(t);

    *needed = f->fire_number[in->cls];
    return st_modify(t, "R9.5", "Bonus + Fire", in->bonus ? f->fire_bonus : 0) +
           st_modify(t, "R8.6", "target in Shield Wall", in->wall ? f->fire_wall : 0) +
           st_modify(t, "R6.3", "ground of the target", f->fire_ground[in->ground]);
}

/* R9.4: at distance 2, is every common neighbour on the map in the way? */
static bool line_blocked(const struct st_table *t, int from, int to)
{
    const struct shields_plan *f = plan_of(t);
    const struct st_hexgrid *g = &t->plan->grid;
    int common = 0, blocking = 0;

    for (int d = 0; d < 6; d++) {
        int n = st_hex_step(g, from, d);

        if (n < 0 || st_hex_distance(g, n, to) != 1)
            continue;
        common++;
        blocking += f->blocks_fire[f->terrain[n]] ||
                    (f->level[n] > f->level[from] && f->level[n] > f->level[to]);
    }
    return common == blocking;
}

static enum st_answer fire_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct shields_plan *f = plan_of(t);
    const struct shields_pos *p = pos_of(t);
    int u = m->arg[0], x = m->arg[1];

    if (!of_wing(t, u))
        return not_of_wing(t, u, "R9.1", why);
    if (!f->unit[u].ranged)
        return st_refuse(why, "R9.1", "%s is not Ranged", unit_name(t, u));
    if (has(p->acted, u))
        return st_refuse(why, "R9.1", "%s has fired in this Phase", unit_name(t, u));
    if (f->unit[x].side == p->acting || !on_map(p, x))
        return st_refuse(why, "R9.1", "%s is no enemy on the map", unit_name(t, x));
    int distance = st_hex_distance(&t->plan->grid, p->hex[u], p->hex[x]);
    if (distance > FIRE_RANGE)
        return st_refuse(why, "R9.2", "%s is %d hexes from %s, the range is %d", unit_name(t, x),
                         distance, unit_name(t, u), FIRE_RANGE);
    if (distance > 1 && shields_in_ezoc(t, p->acting, p->hex[u]))
        return st_refuse(why, "R9.3", "%s, in an enemy zone of control, fires at distance 1 only",
                         unit_name(t, u));
    if (has(p->suppressed, x))
        return st_refuse(why, "R9.6", "%s is Suppressed already", unit_name(t, x));
    if (distance > 1 && line_blocked(t, p->hex[u], p->hex[x]))
        return st_refuse(why, "R9.4", "the line from %s to %s is blocked",
                         st_hex_called(t, p->hex[u]).text, st_hex_called(t, p->hex[x]).text);
    return ST_LEGAL;
}

static void fire_offer(const struct st_table *t, struct st_offer *o)
{
    const struct shields_plan *f = plan_of(t);

    st_offer_this(o, st_move_0(VERB_END));
    for (uint64_t left = not_yet_acted(t) & f->able[CMD_FIRE]; left && !o->enough;) {
        int u = take_unit(&left);
        uint64_t targets = units_on_map(t, f->of_side[1 - pos_of(t)->acting]);

        while (targets)
            st_offer_legal(t, o, st_move_2(VERB_FIRE, u, take_unit(&targets)));
    }
}

static void fire_apply(struct st_table *t, const struct st_move *m)
{
    struct shields_pos *p = pos_of(t);

    if (ends_phase(t, m))
        return;
    p->combat.attacker[0] = (uint8_t)m->arg[0];
    p->combat.target = (uint8_t)m->arg[1];
    p->acted |= bit(m->arg[0]);
    st_call(t, STEP_FIRE_ROLL);
}

const struct st_step shields_step_fire =
    PHASE("fire", "R9.1", fire_offer, fire_check, ST_VERB(VERB_FIRE), fire_apply);

static void fire_die(const struct st_table *t, struct st_chance *c)
{
    const struct shields_combat *k = &pos_of(t)->combat;

    st_dice(c, 1, 8, "fire of %s at %s", unit_name(t, k->attacker[0]), unit_name(t, k->target));
}

static void fire_take(struct st_table *t, int die)
{
    const struct shields_plan *f = plan_of(t);
    struct shields_pos *p = pos_of(t);
    int u = p->combat.attacker[0], x = p->combat.target;
    struct shields_fire_terms in = {
        .cls = shields_class_now(t, u), .ground = f->terrain[p->hex[x]],
        .bonus = shields_bonus_gives(t, CMD_FIRE, BONUS_FIRE_DRM), .wall = has(p->wall, x),
    };
    int needed, total = die + shields_fire_modifier(t, &in, &needed);

    if (total >= needed)
        p->suppressed |= bit(x);
    st_tell(t, total >= needed ? "R9.6" : "R9.5", "%s: %d against %d, %s is %s", unit_name(t, u),
            total, needed, unit_name(t, x), total >= needed ? "Suppressed" : "unharmed");
    p->combat = (struct shields_combat){ 0 };
    st_done(t);
}

const struct st_step shields_step_fire_roll = ST_ROLLS("fire roll", "R9.5", fire_die, fire_take);
