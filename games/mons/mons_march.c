/* mons_march.c - stacking, zones of control, German entry, movement: 6 to 9. */
#include "mons/mons.h"

#include "core/scene.h"

#include "base/philox.h"

#include <string.h>

enum { EXIT_COST = 1 }; /* 9.11 */

/* ---- 7 Zones of control; who may not march ------------------------------------------------ */

/* The enemy as a side sees him. */
static void find_front(const struct st_table *t, int side, struct mons_front *out)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    struct mons_set all = mons_units_of(t, 1 - side);

    memset(out->at, 0, (size_t)f->nhexes);
    for (int w = 0; w < MAX_UNITS / 64; w++) {
        const int16_t *place = p->place + 64 * w;

        for (uint64_t bits = all.word[w] & f->guns.word[w]; bits; bits &= bits - 1)
            out->at[place[__builtin_ctzll(bits)]] |= ENEMY_GUNS;
        for (uint64_t bits = all.word[w] & f->troops.word[w]; bits; bits &= bits - 1)
            out->at[place[__builtin_ctzll(bits)]] |= ENEMY_TROOPS;
    }
}

/* 7.1, 7.2: is a neighbour, not behind an unbridged canal, held by enemy troops? */
static bool in_zone(const struct st_table *t, const struct mons_front *front, int hex)
{
    const int16_t *near = t->plan->grid.near + hex * 6;

    for (unsigned from = plan_of(t)->reached[hex]; from; from &= from - 1)
        if (front->at[near[__builtin_ctz(from)]] & ENEMY_TROOPS)
            return true;
    return false;
}

bool mons_in_zone(const struct st_table *t, int side, int hex)
{
    struct mons_front front;

    find_front(t, side, &front);
    return in_zone(t, &front, hex);
}

static struct mons_set frozen_now(const struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    struct mons_set s = { { 0 } };

    for (int i = 0; i < f->nfreezes; i++)
        if (p->turn < f->freeze[i].until && !(p->freed >> i & 1))
            for (int w = 0; w < MAX_UNITS / 64; w++)
                s.word[w] |= f->freeze[i].units.word[w];
    return s;
}

int mons_frozen(const struct st_table *t, int unit)
{
    struct mons_set s = frozen_now(t);

    return set_has(&s, unit);
}

/* ---- 6 Stacking -------------------------------------------------------------------------- */

static bool closed_now(const struct st_table *t, int side) /* 9.21 */
{
    return side == BR && pos_of(t)->turn < plan_of(t)->closed_until;
}

static bool closed_to(const struct st_table *t, int side, int hex)
{
    return closed_now(t, side) && st_hexset_has(&plan_of(t)->closed, hex);
}

/* 6.1, 6.2; the unit itself does not count. */
static int others_in(const struct st_table *t, int unit, int hex, bool *regiment)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    bool own = p->place[unit] == hex;

    *regiment = f->unit[unit].regiment && regiments_at(f, p, hex) - own > 0;
    return units_at(p, hex) - own;
}

/* May the unit end its move there, as far as its friends and closed ground go? */
static bool may_end(const struct st_table *t, int unit, int hex)
{
    bool regiment;

    return !closed_to(t, plan_of(t)->unit[unit].side, hex) &&
           others_in(t, unit, hex, &regiment) < STACK && !regiment;
}

enum st_answer mons_room_check(const struct st_table *t, int unit, int hex,
                               struct st_refusal *why)
{
    bool regiment;

    if (others_in(t, unit, hex, &regiment) >= STACK)
        return st_refuse(why, "6.1", "%s would be the fifth unit in %s", unit_name(t, unit),
                         st_hex_called(t, hex).text);
    if (regiment)
        return st_refuse(why, "6.2", "%s would be the second regiment in %s", unit_name(t, unit),
                         st_hex_called(t, hex).text);
    return ST_LEGAL;
}

/* ---- 9 Movement: a step ------------------------------------------------------------------ */

int mons_step_cost(const struct mons_plan *f, int type, int from, int to, int dir, int *shut)
{
    bool road = f->road[from] >> dir & 1, river = f->river[from] >> dir & 1;
    bool wade = river && !(f->bridge[from] >> dir & 1);
    int price = to < 0 ? ST_HEX_SHUT : f->terrain_cost[type][f->terrain[to]];

    *shut = OPEN;
    if (to < 0 || !st_hexset_has(&f->area, to))
        *shut = SHUT_OUTSIDE;
    else if (f->terrain[to] == OUT)
        *shut = SHUT_OUT_OF_PLAY;
    else if (road) /* 9.16 */
        price = f->road_cost + (river ? f->road_river : 0);
    else if (canal_bars(f, from, dir))
        *shut = SHUT_CANAL;
    else if (wade && f->river_cost[type] == ST_HEX_SHUT)
        *shut = SHUT_RIVER;
    else if (price == ST_HEX_SHUT)
        *shut = SHUT_NA;
    else if (wade)
        price += f->river_cost[type];
    return *shut ? ST_HEX_SHUT : price;
}

/* What entering the map by a hex costs (8.3); ST_HEX_SHUT: NA without a road. */
static int mons_entry_cost(const struct mons_plan *f, int type, int hex)
{
    return st_hexset_has(&f->road_off, hex) ? f->road_cost
                                            : f->terrain_cost[type][f->terrain[hex]];
}

static enum st_answer refuse_shut(const struct st_table *t, const struct mons_walk *w, int from,
                                  int to, int shut, struct st_refusal *why)
{
    struct st_hex_called here = st_hex_called(t, from), there = st_hex_called(t, to);

    switch (shut) {
    case SHUT_OUTSIDE:
        return st_refuse(why, "9.10", "%s may not go to %s: it is outside the %s", w->name,
                         there.text, to < 0 ? "map" : "scenario's area");
    case SHUT_OUT_OF_PLAY:
        return st_refuse(why, "9.19", "%s may not enter %s: it is out of play", w->name,
                         there.text);
    case SHUT_CANAL:
        return st_refuse(why, "9.14", "%s cannot cross the canal from %s to %s: there is no bridge",
                         w->name, here.text, there.text);
    case SHUT_RIVER:
        return st_refuse(why, "9.15",
                         "%s is artillery and cannot cross the river from %s to %s: no bridge",
                         w->name, here.text, there.text);
    default:
        return st_refuse(why, "9.17", "%s (%s) may enter %s (%s) only along a road", w->name,
                         mons_types[w->type], there.text,
                         mons_terrains[plan_of(t)->terrain[to]]);
    }
}

static const char *someone_in(const struct st_table *t, int hex)
{
    const struct mons_pos *p = pos_of(t);

    for (struct mons_set left = p->present; !set_none(&left);) {
        int u = set_take(&left);

        if (p->place[u] == hex)
            return unit_name(t, u);
    }
    return "the enemy";
}

static int direction(const struct st_table *t, int from, int to)
{
    const int16_t *near = t->plan->grid.near + from * 6;

    if (from < 0 || to < 0)
        return st_hex_dir(&t->plan->grid, from, to);
    for (int d = 0; d < 6; d++)
        if (near[d] == to)
            return d;
    return -1;
}

/* One step in the order of D.5; w says what is left afterwards. */
static enum st_answer step_check(const struct st_table *t, struct mons_walk *w, int from, int to,
                                 int dir, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    int price = f->cost[w->type][from * 6 + dir], shut = OPEN;

    if (price == ST_HEX_SHUT)
        mons_step_cost(f, w->type, from, to, dir, &shut);
    if (shut == SHUT_OUTSIDE || shut == SHUT_OUT_OF_PLAY)
        return refuse_shut(t, w, from, to, shut, why);
    if (w->front.at[to])
        return st_refuse(why, "9.6", "%s may not enter %s: %s holds it", w->name,
                         st_hex_called(t, to).text, someone_in(t, to));
    if (shut)
        return refuse_shut(t, w, from, to, shut, why);
    if (w->stopped)
        return st_refuse(why, "7.3", "%s must stop in %s, in an enemy zone of control", w->name,
                         st_hex_called(t, from).text);
    if (price > w->left)
        return st_refuse(why, "9.3", "%s costs %d, %s has %d of %d points left",
                         st_hex_called(t, to).text, price, w->name, w->left, w->points);
    w->left -= price;
    w->stopped = in_zone(t, &w->front, to);
    return ST_LEGAL;
}

enum st_answer mons_walk_check(const struct st_table *t, struct mons_walk *w, const int16_t *path,
                               int n, struct st_refusal *why)
{
    int8_t dir[ST_ARGS_MAX];

    for (int i = 1; i < n; i++) {
        dir[i] = (int8_t)direction(t, path[i - 1], path[i]);
        if (dir[i] < 0)
            return st_refuse(why, "9.2", "%s is not next to %s", st_hex_called(t, path[i]).text,
                             st_hex_called(t, path[i - 1]).text);
    }
    for (int i = 1; i < n; i++)
        if (step_check(t, w, path[i - 1], path[i], dir[i], why))
            return ST_REFUSED;
    return ST_LEGAL;
}

enum st_answer mons_entry_check(const struct st_table *t, struct mons_walk *w, int hex,
                                struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    int price = mons_entry_cost(f, w->type, hex);

    if (w->front.at[hex])
        return st_refuse(why, "8.5", "%s may not enter %s: %s holds it", w->name, f->hex_name[hex],
                         someone_in(t, hex));
    if (price == ST_HEX_SHUT)
        return st_refuse(why, "8.5", "%s (%s) may enter %s (%s) only by a road from off the map",
                         w->name, mons_types[w->type], f->hex_name[hex],
                         mons_terrains[f->terrain[hex]]);
    if (price > w->left)
        return st_refuse(why, "9.3", "%s costs %d, %s has %d points", f->hex_name[hex], price,
                         w->name, w->left);
    w->left -= price;
    w->stopped = in_zone(t, &w->front, hex);
    return ST_LEGAL;
}

/* ---- moves, entries and exits: what the rules say ---------------------------------------- */

static void begin_walk(const struct st_table *t, int unit, struct mons_walk *w)
{
    const struct mons_unit *x = &plan_of(t)->unit[unit];

    w->type = x->type;
    w->points = w->left = x->points;
    w->stopped = false;
    w->name = unit_name(t, unit);
    find_front(t, x->side, &w->front);
}

/* 9.1, 9.20: is it a unit that may move now? */
static enum st_answer mover_check(const struct st_table *t, int unit, struct st_refusal *why)
{
    const struct mons_pos *p = pos_of(t);
    const char *name = unit_name(t, unit);

    if (plan_of(t)->unit[unit].side != p->acting)
        return st_refuse(why, "9.1", "%s is not of the side that moves", name);
    if (!on_map(t, unit))
        return st_refuse(why, "9.1", "%s is not on the map", name);
    if (set_has(&p->moved, unit))
        return st_refuse(why, "9.1", "%s has moved in this phase", name);
    if (mons_frozen(t, unit))
        return st_refuse(why, "9.20", "%s is frozen on turn %d", name, p->turn);
    return ST_LEGAL;
}

/* 9.10, 4.6: may the unit leave the map at all? */
static enum st_answer leaver_check(const struct st_table *t, int unit, struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);

    if (f->unit[unit].side != BR)
        return st_refuse(why, "9.10", "%s may not leave the map: only the British do",
                         unit_name(t, unit));
    if (pos_of(t)->turn < f->exit_first_turn)
        return st_refuse(why, "4.6", "%s may leave from turn %d on, this is turn %d",
                         unit_name(t, unit), f->exit_first_turn, pos_of(t)->turn);
    return ST_LEGAL;
}

enum st_answer mons_exit_end_check(const struct st_table *t, const struct mons_walk *w, int hex,
                                   struct st_refusal *why)
{
    if (!st_hexset_has(&plan_of(t)->exits, hex))
        return st_refuse(why, "9.11", "%s is no exit hex", st_hex_called(t, hex).text);
    if (w->stopped)
        return st_refuse(why, "9.12", "%s was stopped in %s by an enemy zone of control", w->name,
                         st_hex_called(t, hex).text);
    if (w->left < EXIT_COST)
        return st_refuse(why, "9.3", "leaving costs %d, %s has %d of %d points left", EXIT_COST,
                         w->name, w->left, w->points);
    return ST_LEGAL;
}

static enum st_answer move_end_check(const struct st_table *t, int unit, int hex,
                                     struct st_refusal *why)
{
    if (closed_to(t, plan_of(t)->unit[unit].side, hex))
        return st_refuse(why, "9.21", "%s may not end its move in %s before turn %d",
                         unit_name(t, unit), st_hex_called(t, hex).text, plan_of(t)->closed_until);
    return mons_room_check(t, unit, hex, why);
}

static enum st_answer march_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    int unit = m->arg[0], n = m->nargs - 1;
    const int16_t *path = m->arg + 1;

    if (mover_check(t, unit, why) || (m->verb == VERB_EXIT && leaver_check(t, unit, why)))
        return ST_REFUSED;
    if (n < 1 || path[0] != pos_of(t)->place[unit])
        return st_refuse(why, "9.2", "a path of %s begins where it stands, in %s",
                         unit_name(t, unit), st_hex_called(t, pos_of(t)->place[unit]).text);
    if (n == 1 && m->verb == VERB_MOVE)
        return st_refuse(why, "9.2", "a move of %s has at least one step", unit_name(t, unit));
    struct mons_walk w;
    begin_walk(t, unit, &w);
    if (mons_walk_check(t, &w, path, n, why))
        return ST_REFUSED;
    return m->verb == VERB_EXIT ? mons_exit_end_check(t, &w, path[n - 1], why)
                                : move_end_check(t, unit, path[n - 1], why);
}

/* 8 German entry */
static enum st_answer enter_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int unit = m->arg[0], n = m->nargs - 1;
    const struct mons_unit *x = &f->unit[unit];
    const int16_t *path = m->arg + 1;
    const char *name = unit_name(t, unit);

    if (x->side != p->acting || !waits(t, unit))
        return st_refuse(why, "9.1", "%s does not wait off the map to enter", name);
    if (x->group != NO_GROUP && p->turn < x->turn)
        return st_refuse(why, f->entry_para[x->turn], "%s may enter from turn %d on, this is %d",
                         name, x->turn, p->turn);
    if (x->group == NO_GROUP || n < 1 || path[0] < 0 ||
        !st_hexset_has(&f->entry[x->group], path[0]))
        return st_refuse(why, "8.3", "%s enters by a hex of its group%s%s", name,
                         x->group == NO_GROUP ? "; it has none" : ", ",
                         x->group == NO_GROUP ? "" : f->entry_name[x->group]);
    struct mons_walk w;
    begin_walk(t, unit, &w);
    if (mons_entry_check(t, &w, path[0], why) || mons_walk_check(t, &w, path, n, why))
        return ST_REFUSED;
    return move_end_check(t, unit, path[n - 1], why);
}

static enum st_answer move_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    return m->verb == VERB_ENTER ? enter_check(t, m, why) : march_check(t, m, why);
}

/* ---- what happens ------------------------------------------------------------------------ */

static void leave_map(struct st_table *t, int unit)
{
    struct mons_pos *p = pos_of(t);

    st_tell(t, "9.13", "%s leaves the map by %s", unit_name(t, unit),
            st_hex_called(t, p->place[unit]).text);
    p->place[unit] = PLACE_EXITED;
    p->exited++;
    set_drop(&p->present, unit);
    set_drop(&p->moved, unit);
    set_drop(&p->bombarded, unit);
    set_drop(&p->meleed, unit);
}

void mons_way(const struct st_table *t, const struct st_move *m, struct st_way *out)
{
    struct mons_walk w;

    if (m->verb != VERB_MOVE && m->verb != VERB_ENTER && m->verb != VERB_EXIT)
        return;
    begin_walk(t, m->arg[0], &w);
    if (m->verb == VERB_ENTER)
        w.left -= mons_entry_cost(plan_of(t), w.type, m->arg[1]);
    st_way_add(out, m->arg[1], w.points - w.left);
    for (int i = 2; i < m->nargs; i++) {
        if (mons_walk_check(t, &w, m->arg + i - 1, 2, NULL) != ST_LEGAL)
            return;
        st_way_add(out, m->arg[i], w.points - w.left);
    }
}

/* For those who listen: what the way cost. The umpire may put a unit where no way leads. */
static void tell_price(const struct st_table *t, const struct st_move *m)
{
    int unit = m->arg[0], last = m->arg[m->nargs - 1];
    struct mons_walk w;

    begin_walk(t, unit, &w);
    if (m->verb == VERB_ENTER)
        w.left -= mons_entry_cost(plan_of(t), w.type, m->arg[1]);
    if (mons_walk_check(t, &w, m->arg + 1, m->nargs - 1, NULL) == ST_LEGAL)
        st_tell(t, "9.3", "%s comes to %s with %d of %d points", w.name,
                st_hex_called(t, last).text, w.points - w.left, w.points);
}

static void move_apply(struct st_table *t, const struct st_move *m)
{
    struct mons_pos *p = pos_of(t);
    int unit = m->arg[0], side = p->acting;

    if (mons_resigns(t, m))
        return;
    if (m->verb == VERB_END) {
        mons_end_phase(t);
        return;
    }
    if (t->log && move_check(t, m, NULL) == ST_LEGAL)
        tell_price(t, m);
    if (m->verb == VERB_ENTER) {
        set_add(&p->present, unit);
        set_drop(&p->waiting, unit);
        mons_take_control(t, side, m->arg[1]);
    }
    for (int i = 2; i < m->nargs; i++)
        mons_take_control(t, side, m->arg[i]); /* D.7: even if the unit goes on */
    p->place[unit] = m->arg[m->nargs - 1];
    set_add(&p->moved, unit);
    if (m->verb == VERB_EXIT)
        leave_map(t, unit);
    st_go(t, STEP_MOVE_NEXT);
}

/* ---- every move there is ----------------------------------------------------------------- */

/* A flood over the hexes in reach. Hexes of objectives that would change hands matter even when a
 * unit only passes through them (D.7), so there is one layer for each set of them passed so far;
 * most units have none in reach, and one layer. */
enum { GOALS = 4, LAYERS = 1 << GOALS };

/* One look at the map, for all who may move: the enemy, where his zones are (7.1), where nobody, and no regiment, may
 * end its move (6.1, 6.2, 9.21). */
struct look {
    struct mons_front front;
    uint8_t zone[ST_HEX_MAX];
    struct st_hexset shut, shut_to_regiments;
};

static void look_about(const struct st_table *t, struct look *out)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    uint8_t units[ST_HEX_MAX];

    find_front(t, p->acting, &out->front);
    memset(out->zone, 0, (size_t)f->nhexes);
    memset(units, 0, (size_t)f->nhexes);
    out->shut = out->shut_to_regiments = (struct st_hexset){ { 0 } };
    for (struct mons_set left = p->present; !set_none(&left);) {
        int u = set_take(&left), hex = p->place[u];

        if (++units[hex] >= STACK)
            st_hexset_add(&out->shut, hex);
        if (f->is_regiment[u])
            st_hexset_add(&out->shut_to_regiments, hex);
        for (int d = 0; d < 6 && (out->front.at[hex] & ENEMY_TROOPS); d++) {
            int n = st_hex_step(&t->plan->grid, hex, d);

            if (n >= 0 && !out->zone[n])
                out->zone[n] = in_zone(t, &out->front, n);
        }
    }
    if (closed_now(t, p->acting))
        st_hexset_join(&out->shut, &f->closed);
    st_hexset_join(&out->shut_to_regiments, &out->shut);
}

struct flood { /* of one layer after the other */
    const struct st_table *t;
    const struct mons_unit *of;      /* whose it is: who stands with it and is like it shares it. NULL: nobody's yet */
    const uint8_t *cost;
    const struct look *look;
    int16_t start;                   /* -1: enters from off the map */
    int16_t goal[GOALS];
    int ngoals;
    bool more_goals;                 /* than layers can tell apart */
    struct st_hexset reached;
    int8_t left[ST_HEX_MAX];         /* points, -1: not reached */
    int16_t back[ST_HEX_MAX];        /* the hex we came from; -1: its path is there already */
    struct st_move path[ST_HEX_MAX]; /* to those reached, a move of `of` */
    struct { int left; struct st_move path; } handed[LAYERS][GOALS]; /* to later layers, by their goals */
    int16_t queue[MAX_POINTS + 1][ST_HEX_MAX];
    int nqueued[MAX_POINTS + 1];
};

static void begin_flood(struct flood *fl, const struct st_table *t, struct look *look)
{
    look_about(t, look);
    fl->t = t;
    fl->look = look;
    fl->of = NULL;
}

static void find_goals(struct flood *fl, int points, const struct st_hexset *from)
{
    const struct mons_plan *f = plan_of(fl->t);
    const struct mons_pos *p = pos_of(fl->t);

    fl->ngoals = 0;
    fl->more_goals = false;
    for (int i = 0; i < f->nobjectives; i++) {
        bool near = false;

        if ((p->control >> i & 1) == (p->acting == GE) || fl->look->front.at[f->objective[i]])
            continue; /* ours, or nobody gets in */
        for (int w = 0; w < ST_HEX_WORDS && !near; w++)
            for (uint64_t bits = from->word[w]; bits && !near; bits &= bits - 1)
                near = f->march[i][w * 64 + __builtin_ctzll(bits)] <= points;
        if (near && fl->ngoals == GOALS)
            fl->more_goals = true;
        else if (near)
            fl->goal[fl->ngoals++] = f->objective[i];
    }
    for (int layer = 1; layer < 1 << fl->ngoals; layer++)
        for (int i = 0; i < fl->ngoals; i++)
            fl->handed[layer][i].left = -1;
}

static void put_path(struct st_move *to, const struct st_move *before, int hex)
{
    *to = *before;
    to->arg[to->nargs++] = (int16_t)hex;
}

static void reach(struct flood *fl, int hex, int left, int back)
{
    if (fl->left[hex] >= left)
        return;
    fl->left[hex] = (int8_t)left;
    fl->back[hex] = (int16_t)back;
    fl->queue[left][fl->nqueued[left]++] = (int16_t)hex;
}

/* Who comes to a goal that it has not passed goes on in a later layer. */
static bool hand_on(struct flood *fl, int layer, int hex, int left, const struct st_move *before)
{
    for (int i = 0; i < fl->ngoals; i++)
        if (fl->goal[i] == hex && !(layer >> i & 1)) {
            if (fl->handed[layer | 1 << i][i].left < left) {
                fl->handed[layer | 1 << i][i].left = left;
                put_path(&fl->handed[layer | 1 << i][i].path, before, hex);
            }
            return true;
        }
    return false;
}

static void spread(struct flood *fl, int layer, int hex)
{
    const int16_t *near = fl->t->plan->grid.near + hex * 6;
    int left = fl->left[hex];

    st_hexset_add(&fl->reached, hex);
    if (fl->back[hex] >= 0)
        put_path(&fl->path[hex], &fl->path[fl->back[hex]], hex);
    if (fl->look->zone[hex] && !(layer == 0 && hex == fl->start))
        return; /* 7.3 */
    for (int d = 0; d < 6; d++) {
        int price = fl->cost[hex * 6 + d];

        if (price <= left && !fl->look->front.at[near[d]] && !hand_on(fl, layer, near[d], left - price, &fl->path[hex]))
            reach(fl, near[d], left - price, hex);
    }
}

static void begin_layer(struct flood *fl)
{
    fl->reached = (struct st_hexset){ { 0 } };
    memset(fl->left, -1, (size_t)plan_of(fl->t)->nhexes);
    memset(fl->nqueued, 0, sizeof fl->nqueued);
}

/* All that layer holds, and what it hands on to later ones. The first hexes of layer 0 are there already. */
static void flood_layer(struct flood *fl, int layer)
{
    if (layer > 0) {
        begin_layer(fl);
        for (int i = 0; i < fl->ngoals; i++)
            if (fl->handed[layer][i].left >= 0) {
                fl->path[fl->goal[i]] = fl->handed[layer][i].path;
                reach(fl, fl->goal[i], fl->handed[layer][i].left, -1);
            }
    }
    for (int left = fl->of->points; left >= 0; left--)
        for (int i = 0; i < fl->nqueued[left]; i++)
            if (fl->left[fl->queue[left][i]] == left)
                spread(fl, layer, fl->queue[left][i]);
}

static struct st_move *path_of(struct flood *fl, int unit, int hex)
{
    struct st_move *m = &fl->path[hex];

    m->arg[0] = (int16_t)unit; /* who shares it may have been before */
    return m;
}

static void offer_exits(struct flood *fl, int unit, int layer, struct st_offer *o)
{
    const struct mons_plan *f = plan_of(fl->t);

    for (int i = 0; i < f->nexits && !o->enough; i++) {
        int hex = f->exit[i];
        bool stands = layer == 0 && hex == fl->start;

        if (fl->left[hex] < EXIT_COST || (!stands && fl->look->zone[hex]))
            continue;
        struct st_move m = *path_of(fl, unit, hex);
        m.verb = VERB_EXIT;
        st_offer_add(o, &m);
    }
}

/* Out and back again: a move that ends where it began (G.24). */
static void offer_return(struct flood *fl, int unit, struct st_offer *o)
{
    for (int d = 0; d < 6; d++) {
        int n = st_hex_step(&fl->t->plan->grid, fl->start, d);

        if (n < 0 || fl->left[n] < fl->cost[n * 6 + (d + 3) % 6] ||
            fl->look->zone[n])
            continue;
        struct st_move m = *path_of(fl, unit, n);
        m.arg[m.nargs++] = fl->start;
        st_offer_add(o, &m);
        return;
    }
}

static void offer_ends(struct flood *fl, int unit, int layer, struct st_offer *o)
{
    const struct st_hexset *shut =
        plan_of(fl->t)->unit[unit].regiment ? &fl->look->shut_to_regiments : &fl->look->shut;
    struct st_hexset ends = fl->reached;

    for (int w = 0; w < ST_HEX_WORDS; w++)
        ends.word[w] &= ~shut->word[w];
    if (fl->start >= 0 && st_hexset_has(&fl->reached, fl->start) && may_end(fl->t, unit, fl->start))
        st_hexset_add(&ends, fl->start); /* the unit itself does not count */
    else if (fl->start >= 0)
        st_hexset_drop(&ends, fl->start);
    for (int w = 0; w < ST_HEX_WORDS; w++)
        for (uint64_t bits = ends.word[w]; bits && !o->enough; bits &= bits - 1) {
            int h = w * 64 + __builtin_ctzll(bits);

            if (layer == 0 && h == fl->start)
                offer_return(fl, unit, o);
            else
                st_offer_add(o, path_of(fl, unit, h));
        }
}

/* The flood of whoever was looked at before is its own too. */
static bool shares(const struct flood *fl, const struct mons_unit *x, int start)
{
    return fl->of && fl->ngoals == 0 && fl->start == start && fl->of->type == x->type && fl->of->points == x->points &&
           (start >= 0 || fl->of->group == x->group);
}

static void flood_first(struct flood *fl, int unit, const struct mons_unit *x, int start)
{
    const struct mons_plan *f = plan_of(fl->t);
    bool enters = start < 0;
    struct st_move none = st_move_1(enters ? VERB_ENTER : VERB_MOVE, unit);
    struct st_hexset from = { { 0 } };

    fl->of = x;
    fl->cost = f->cost[x->type];
    fl->start = (int16_t)start;
    if (enters)
        from = f->entry[x->group];
    else
        st_hexset_add(&from, start);
    find_goals(fl, x->points, &from);
    begin_layer(fl);
    for (int w = 0; w < ST_HEX_WORDS; w++)
        for (uint64_t bits = from.word[w]; bits; bits &= bits - 1) {
            int h = w * 64 + __builtin_ctzll(bits), left = x->points - (enters ? mons_entry_cost(f, x->type, h) : 0);

            if (left < 0 || (enters && fl->look->front.at[h]) || hand_on(fl, 0, h, left, &none))
                continue;
            put_path(&fl->path[h], &none, h);
            reach(fl, h, left, -1);
        }
    flood_layer(fl, 0);
}

/* Where the unit can go: on the map, or on to it. */
static void offer_marches(struct flood *fl, int unit, struct st_offer *o)
{
    const struct st_table *t = fl->t;
    const struct mons_unit *x = &plan_of(t)->unit[unit];
    bool enters = waits(t, unit), leaves = leaver_check(t, unit, NULL) == ST_LEGAL;
    int start = enters ? -1 : pos_of(t)->place[unit];

    if (!shares(fl, x, start))
        flood_first(fl, unit, x, start);
    for (int layer = 0; layer < 1 << fl->ngoals && !o->enough; layer++) {
        if (layer > 0)
            flood_layer(fl, layer);
        offer_ends(fl, unit, layer, o);
        if (leaves && !enters)
            offer_exits(fl, unit, layer, o);
    }
    if (fl->more_goals) {
        struct st_move any = st_move_1(enters ? VERB_ENTER : VERB_MOVE, unit);

        st_offer_family(o, &any, 1);
    }
}

/* ---- the decision ------------------------------------------------------------------------ */

static struct mons_set may_move(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);

    return set_less(set_less(mons_units_of(t, p->acting), p->moved), frozen_now(t));
}

static struct mons_set may_march(const struct st_table *t) /* or enter */
{
    const struct mons_pos *p = pos_of(t);
    struct mons_set s = may_move(t), more = set_both(p->waiting, plan_of(t)->enters_by[p->turn]);

    for (int w = 0; w < MAX_UNITS / 64 && p->acting == GE; w++)
        s.word[w] |= more.word[w];
    return s;
}

static void move_offer(const struct st_table *t, struct st_offer *o)
{
    struct look look;
    struct flood fl;

    begin_flood(&fl, t, &look);
    mons_offer_end(o);
    for (struct mons_set left = may_march(t); !set_none(&left) && !o->enough;)
        offer_marches(&fl, set_take(&left), o);
    mons_offer_resign(o);
}

/* One step into an empty hex, or an empty entry hex: enough for most to know that they can move. */
static bool can_step(const struct st_table *t, int unit)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    const struct mons_unit *x = &f->unit[unit];
    int here = p->place[unit];

    for (int d = 0; here >= 0 && d < 6; d++) {
        int to = st_hex_step(&t->plan->grid, here, d);

        if (f->cost[x->type][here * 6 + d] <= x->points && !closed_to(t, x->side, to) &&
            units_at(p, to) == 0)
            return true;
    }
    for (int w = 0; here < 0 && w < ST_HEX_WORDS; w++)
        for (uint64_t bits = f->entry[x->group].word[w]; bits; bits &= bits - 1) {
            int h = w * 64 + __builtin_ctzll(bits);

            if (mons_entry_cost(f, x->type, h) <= x->points && units_at(p, h) == 0)
                return true;
        }
    return false;
}

struct finder { /* is anything offered? */
    struct st_offer offer;
    struct st_move move;
    int n;
    uint64_t seed;
};

static bool find_first(struct st_offer *o, const struct st_move *m)
{
    ((struct finder *)o)->move = *m;
    ((struct finder *)o)->n++;
    return false;
}

static bool someone_can(const struct st_table *t)
{
    struct mons_set able = may_march(t);
    struct finder any = { { .add = find_first }, { 0 }, 0, 0 };
    struct look look;
    struct flood fl;

    for (struct mons_set left = able; !set_none(&left);)
        if (can_step(t, set_take(&left)))
            return true;
    if (!set_none(&able))
        begin_flood(&fl, t, &look);
    while (!set_none(&able) && !any.n)
        offer_marches(&fl, set_take(&able), &any.offer);
    return any.n > 0;
}

static void move_next_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);

    p->flow.side = p->acting;
    if (someone_can(t))
        st_go(t, STEP_MOVE);
    else
        mons_end_phase(t);
}

const struct st_step mons_step_move_next = ST_RUNS("next move", "9.1", move_next_run);

/* ---- some legal move, quickly ------------------------------------------------------------ */

/* A ramble: random steps while points last, cut back to the last hex where the unit may stay. */
struct ramble {
    const struct st_table *t;
    const struct mons_front *front;
    int unit, here, points;
    bool leaves;
    struct st_move *out;
};

static bool arrive(struct ramble *r, int hex) /* false: the ramble is over */
{
    r->here = hex;
    r->out->arg[r->out->nargs++] = (int16_t)hex;
    return r->points > 0 && !in_zone(r->t, r->front, hex);
}

/* A unit that could leave the map from here does so every other time. */
static bool leaves_now(const struct ramble *r, uint64_t seed)
{
    return r->leaves && st_hexset_has(&plan_of(r->t)->exits, r->here) && r->points >= EXIT_COST &&
           st_pick(seed, 60, 2) == 0;
}

static bool enter_somewhere(struct ramble *r, uint64_t seed)
{
    const struct mons_plan *f = plan_of(r->t);
    const struct mons_unit *x = &f->unit[r->unit];
    int h = mons_pick_hex(&f->entry[x->group], seed, 40);
    int price = mons_entry_cost(f, x->type, h);

    if (price > r->points || r->front->at[h])
        return false;
    r->points -= price;
    return arrive(r, h);
}

static bool ramble(struct ramble *r, uint64_t seed)
{
    const struct mons_plan *f = plan_of(r->t);
    const uint8_t *cost = f->cost[f->unit[r->unit].type];
    bool enters = r->here < 0, on = enters ? enter_somewhere(r, seed) : true;
    int first = enters ? 1 : 2; /* a path is the unit, the hex it stands in, and a step */

    if (!enters)
        r->out->arg[r->out->nargs++] = (int16_t)r->here;
    for (uint32_t i = 0; i < 8 && on; i++) {
        int d = (int)st_pick(seed, 16 + i, 6), to = st_hex_step(&r->t->plan->grid, r->here, d);

        if (leaves_now(r, seed)) {
            r->out->verb = VERB_EXIT;
            return true;
        }
        if (cost[r->here * 6 + d] > r->points || r->front->at[to])
            continue;
        r->points -= cost[r->here * 6 + d];
        on = arrive(r, to);
    }
    while (r->out->nargs > first && !may_end(r->t, r->unit, r->out->arg[r->out->nargs - 1]))
        r->out->arg[--r->out->nargs] = 0;
    return r->out->nargs > first;
}

static bool keep_some(struct st_offer *o, const struct st_move *m)
{
    struct finder *f = (struct finder *)o;

    f->n++;
    if (st_pick(f->seed, 100 + (uint32_t)f->n, (uint32_t)f->n) == 0)
        f->move = *m;
    return true;
}

static bool sample_unit(const struct st_table *t, int unit, const struct mons_front *front,
                        uint64_t seed, struct st_move *out)
{
    bool enters = waits(t, unit);
    struct ramble r = { t, front, unit, pos_of(t)->place[unit], plan_of(t)->unit[unit].points,
                        !enters && leaver_check(t, unit, NULL) == ST_LEGAL, out };
    struct finder some = { { .add = keep_some }, { 0 }, 0, seed };

    *out = st_move_1(enters ? VERB_ENTER : VERB_MOVE, unit);
    if (ramble(&r, seed))
        return true;
    struct look look;
    struct flood fl;
    begin_flood(&fl, t, &look); /* everywhere, then */
    offer_marches(&fl, unit, &some.offer);
    *out = some.move;
    return some.n > 0;
}

static bool move_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct mons_set able = may_march(t);
    int n = set_count(&able);
    struct mons_front front;

    *out = st_move_0(VERB_END);
    if (n == 0 || st_pick(seed, 0, 16) == 0)
        return true;
    find_front(t, pos_of(t)->acting, &front);
    for (int skip = (int)st_pick(seed, 1, (uint32_t)n), k = 0; k < n; k++) {
        struct mons_set left = able;
        int u = set_take(&left);

        for (int i = (skip + k) % n; i > 0; i--)
            u = set_take(&left);
        if (sample_unit(t, u, &front, seed, out))
            return true;
    }
    *out = st_move_0(VERB_END);
    return true;
}

const struct st_step mons_step_move =
    ST_DECIDES("movement", "9.1", move_offer, move_check, move_apply, .forced = mons_never_forced,
               .sample = move_sample, .takes = ST_VERBS(VERB_MOVE, VERB_ENTER) | ST_VERB(VERB_EXIT),
               .always = ST_VERBS(VERB_END, VERB_RESIGN),
               .wants = "this is a movement phase of %s: move, enter, exit or end");
