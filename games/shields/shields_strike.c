/* shields_strike.c - what a side could win by fighting (shields_judge.h).
 *
 * A blow is judged by the whole results table: every result has a value, made of the prices of the
 * units concerned, and the eight dice are counted. The blows of a Phase are chosen best first,
 * each attacker once. What a Wing could do with a set of commands is the sum of what each is
 * good for; a turn is worth its best set. So a command is worth what can be done with it, whenever the
 * question is asked: while commands are given, while they are carried out, and of the enemy, who
 * comes next.
 */
#include "shields/shields_judge.h"

/* ---- a blow --------------------------------------------------------------------------------- */

struct means { /* with what a Wing may strike */
    uint64_t stand;  /* from where they are */
    uint64_t come;   /* after a march, or a charge */
    int way, points; /* the kind of way; points on top of the allowance, in allowances */
    bool pitched, spurs, charge;
    uint64_t spared; /* targets that may not be attacked again */
};

struct blow {
    int gain, stays; /* expected; dice of eight that leave both where they are */
};

static int result_value(const struct shields_look *l, int result, int x, int u, int helpers)
{
    const struct shields_effect *e = &l->f->effect[result];
    int push = l->w[W_PUSH], worth = 0;

    if (e->target == EFFECT_STEP || e->target == EFFECT_OUT)
        worth += shields_price(l, x, e->target == EFFECT_OUT);
    else if (e->target == EFFECT_RETREAT)
        worth += has(l->stuck, x) ? shields_price(l, x, false) : push + (has(l->p->wall, x) ? push : 0);
    if (e->primary == EFFECT_STEP || e->primary == EFFECT_OUT)
        worth -= shields_price(l, u, e->primary == EFFECT_OUT);
    else if (e->primary == EFFECT_RETREAT)
        worth -= has(l->stuck, u) ? shields_price(l, u, false) : push;
    return worth - (e->supporters == EFFECT_RETREAT ? helpers * push / 2 : 0);
}

/* The row of the table (R12.1, R12.2). */
static int row_of(const struct shields_look *l, const struct means *m, int x, int u, int from)
{
    const struct shields_plan *f = l->f;
    const int type = f->unit[u].type;
    int cls = shields_class_now(l->t, u);

    if (m->pitched)
        cls -= f->shift[SHIFT_PITCHED];
    if (has(l->p->suppressed, x))
        cls -= f->shift[SHIFT_SUPPRESSED];
    if (f->level[from] > f->level[l->p->hex[x]])
        cls -= f->shift[SHIFT_DOWNHILL];
    if (m->spurs && f->charges[type])
        cls -= f->shift[type == TYPE_HH ? SHIFT_CHARGE_HH : SHIFT_CHARGE_LH];
    if (has(l->p->wall, x))
        cls -= f->shift[SHIFT_DEF_WALL];
    return cls < CLASS_AA ? CLASS_AA : cls > CLASS_F ? CLASS_F : cls;
}

/* What the players make of a result, each for his own good (R13.3 to R13.5). */
static int chosen(const struct shields_look *l, const struct shields_terms *in, const int *value,
                  int result)
{
    const struct shields_plan *f = l->f;
    int best = value[f->becomes[result]];

    for (int i = ASKED - 1; i >= 0; i--) {
        int made = shields_may_make(f, in, f->asked_in[i], result);

        if (made == RES_NONE)
            continue;
        if (f->attacker_chooses[f->asked_in[i]] ? value[made] > best : value[made] < best)
            best = value[made];
    }
    return best;
}

static struct blow blow_of(const struct shields_look *l, const struct means *m, int x, int u,
                           int from, int helpers)
{
    const struct shields_plan *f = l->f;
    struct shields_terms in = { .type = f->unit[u].type, .target_type = f->unit[x].type,
                                .target_wall = has(l->p->wall, x) };
    int drm = st_chart_look(f->utmm, in.type, in.target_type, NULL) + helpers * f->support_drm;
    int value[RESULTS], sum = 0, stays = 0;

    drm = drm < DRM_LEAST ? DRM_LEAST : drm > DRM_MOST ? DRM_MOST : drm;
    const uint8_t *tally = f->sight->tally[row_of(l, m, x, u, from)][drm - DRM_LEAST];
    for (int r = RES_DE; r < RESULTS; r++)
        value[r] = result_value(l, r, x, u, helpers);
    value[RES_EX] = chosen(l, &in, value, RES_EX);
    for (int r = RES_DE; r < RESULTS; r++) {
        sum += tally[r] * (r == RES_DR_STAR || r == RES_NE_STAR ? chosen(l, &in, value, r) : value[r]);
        if (r == RES_NE || r == RES_NE_STAR || r == RES_DL || r == RES_EX)
            stays += tally[r];
    }
    return (struct blow){ sum / 8, stays };
}

/* ---- who can join it ------------------------------------------------------------------------- */

/* A hex beside the target from which one could strike: dry enough, and for a charge firm. */
static bool foothold(const struct shields_look *l, const struct means *m, int hex)
{
    return !st_hexset_has(&l->held, hex) && l->f->terrain[hex] != RIVER &&
           (!m->charge || st_hexset_has(&l->f->open, hex));
}

/* Can u come there? Not out of an enemy zone, and the hex before the last lies in none (R4.6). */
static bool comes(const struct shields_look *l, const struct means *m, int u, int hex)
{
    int way = m->charge ? WAY_CHARGE : shields_way_of(l, u), from = l->p->hex[u],
        most = l->f->allowance[l->f->unit[u].type] * m->points;
    const struct st_hexset *zone = &l->zone[1 - l->f->unit[u].side];

    if (shields_way(l, way, from, hex) > most)
        return false;
    for (int d = 0; d < 6; d++) {
        int last = st_hex_step(&l->t->plan->grid, hex, d);

        if (last >= 0 && (last == from || !st_hexset_has(zone, last)) &&
            shields_way(l, way, from, last) + shields_way(l, way, last, hex) <= most &&
            !(st_hexset_has(&l->held, last) && l->f->unit[l->who[last]].side != l->f->unit[u].side))
            return true;
    }
    return false;
}

struct party { /* who would attack a target */
    uint64_t units;
    int n, leader, from, mark; /* mark: row and matrix together, less is better */
    int new;                   /* how many of them must come first */
};

static void join(const struct shields_look *l, const struct means *m, struct party *y, int x, int u,
                 int from)
{
    int mark = 4 * (row_of(l, m, x, u, from) +
                    st_chart_look(l->f->utmm, l->f->unit[u].type, l->f->unit[x].type, NULL)) +
               (l->p->steps[u] == 1 ? 1 : 0) + 2 * (has(l->p->wall, u) != 0);

    y->units |= bit(u);
    if (y->n++ == 0 || mark < y->mark) {
        y->leader = u;
        y->from = from;
        y->mark = mark;
    }
}

static struct party party_against(const struct shields_look *l, const struct means *m, int x)
{
    const struct st_hexgrid *g = &l->t->plan->grid;
    struct party y = { 0 };
    uint64_t come = m->come;
    int at = l->p->hex[x];

    if (m->charge && !st_hexset_has(&l->f->open, at))
        return y;
    for (int d = 0; d < 6; d++) {
        int hex = st_hex_step(g, at, d);

        if (hex >= 0 && st_hexset_has(&l->held, hex) && has(m->stand, l->who[hex]) &&
            st_hexset_has(&l->f->zoc[at], hex))
            join(l, m, &y, x, l->who[hex], hex);
    }
    for (int d = 0; d < 6 && come; d++) {
        int hex = st_hex_step(g, at, d);

        if (hex < 0 || !foothold(l, m, hex) || !st_hexset_has(&l->f->zoc[at], hex))
            continue;
        for (uint64_t left = come; left;) {
            int u = take_unit(&left);

            if (comes(l, m, u, hex)) {
                join(l, m, &y, x, u, hex);
                come &= ~bit(u);
                y.new++;
                break;
            }
        }
    }
    return y;
}

/* ---- the blows of a Phase ---------------------------------------------------------------------- */

struct strikes {
    int once, again; /* all blows that are worth striking; what the same would bring a second time */
};

enum { BLOWS = 6, HELPERS = 3 };

/* The enemies worth a thought: in contact, or in reach of those who may come. */
static uint64_t targets_of(const struct shields_look *l, const struct means *m, int side)
{
    uint64_t x = l->here[1 - side] & ~m->spared;

    return m->come ? x : x & l->contact;
}

struct plan_of_attack {
    uint64_t units; /* who would strike */
    struct blow b;
};

static struct plan_of_attack attack_on(const struct shields_look *l, const struct means *m, int x)
{
    struct party y = party_against(l, m, x);
    struct plan_of_attack a = { y.units, { 0, 0 } };

    if (y.n)
        a.b = blow_of(l, m, x, y.leader, y.from, y.n > HELPERS ? HELPERS : y.n - 1);
    if (y.new) /* to come is one thing, to find the hex free another */
        a.b.gain = a.b.gain * l->w[W_COME] / 100;
    return a;
}

/* After each blow those are looked at anew whom some of its attackers would have struck too: who was not
 * to be of a party does not change it by being busy elsewhere. */
static struct strikes strikes_of(const struct shields_look *l, struct means m, int side)
{
    struct strikes sum = { 0, 0 };
    int room = l->w[W_WON] - (side == 0 ? l->value : -l->value); /* nothing brings more than the game */
    struct plan_of_attack on[MAX_UNITS];
    uint64_t targets = targets_of(l, &m, side), anew = targets;

    for (int i = 0; i < BLOWS && (m.stand | m.come); i++) {
        int best = -1, most = 0;

        while (anew) {
            int x = take_unit(&anew);

            on[x] = attack_on(l, &m, x);
        }
        for (uint64_t left = targets; left;) {
            int x = take_unit(&left);

            if (on[x].b.gain > most) {
                most = on[x].b.gain;
                best = x;
            }
        }
        if (best < 0)
            break;
        uint64_t busy = on[best].units;
        if (sum.once < room)
            sum.once += most * (room - sum.once) / room;
        sum.again += most * on[best].b.stays / 8;
        m.stand &= ~busy;
        m.come &= ~busy;
        targets &= ~bit(best);
        if (!m.come) /* nobody comes any more */
            targets &= l->contact;
        for (uint64_t left = targets; left;) {
            int x = take_unit(&left);

            if (on[x].units & busy)
                anew |= bit(x);
        }
    }
    return sum;
}

/* ---- what a Wing could do with each command ------------------------------------------------------ */

struct use { /* of the commands of one Wing, by itself and with Bonus */
    int plain[COMMANDS], bonus[COMMANDS];
    int march_and_strike, back_and_charge;
    int arrows; /* dice of eight that the first shot suppresses */
};

static uint64_t wing_here(const struct shields_look *l, int wing)
{
    return l->f->of_wing[wing] & l->p->present;
}

/* Marching: the ground that brings the Wing nearer, for the side that must come. */
static int march_use(const struct shields_look *l, uint64_t units, int points)
{
    int sum = 0;

    for (uint64_t left = units & ~l->contact; left;) {
        int u = take_unit(&left), side = l->f->unit[u].side;
        int stop = side == l->presses ? (l->f->unit[u].ranged ? 2 : 1) : 5;
        int most = points * l->f->allowance[l->f->unit[u].type], gap = l->near[u] - stop;

        if (gap > 0)
            sum += (gap < most ? gap : most) * l->w[side == l->presses ? W_CLOSE : W_HOLD];
    }
    return sum;
}

/* Falling back: worn men without need to stand where they can be struck. */
static int back_use(const struct shields_look *l, uint64_t units, bool wall)
{
    int sum = 0;

    for (uint64_t left = units & l->contact & ~l->stuck; left;) {
        int u = take_unit(&left);

        if (l->p->steps[u] == 1 && l->f->unit[u].steps > 1 && (!wall || has(l->f->able[CMD_WALL], u)) &&
            shields_haven(l, u, l->p->hex[u]))
            sum += shields_price(l, u, true) / 8;
    }
    return sum;
}

static int wall_use(const struct shields_look *l, uint64_t units)
{
    int sum = 0;

    for (uint64_t left = units & l->f->able[CMD_WALL] & ~l->p->wall; left;) {
        int u = take_unit(&left);

        if (l->f->wall_ground[l->f->terrain[l->p->hex[u]]] && l->near[u] <= 4)
            sum += l->near[u] <= 2 ? l->w[W_WALL] : l->w[W_WALL] / 2;
    }
    return sum;
}

static int arrows_of(const struct shields_look *l, uint64_t units)
{
    int most = 0;

    for (uint64_t left = units & l->f->able[CMD_FIRE]; left;) {
        int u = take_unit(&left), need = l->f->fire_number[shields_class_now(l->t, u)];

        if (l->near[u] <= 3) /* two hexes, one of them uphill or in the bog */
            most += 9 - need - 1 > 0 ? 9 - need - 1 : 0;
    }
    return most > 6 ? 6 : most;
}

static struct use use_of(const struct shields_look *l, int wing)
{
    struct use y = { .arrows = 0 };
    uint64_t units = wing_here(l, wing), riders = units & l->f->able[CMD_HORSE];
    int side = l->f->wing_side[wing];
    struct means stand = { .stand = units, .points = 1 }, march = stand, charge = { .points = 1 };
    struct strikes s = strikes_of(l, stand, side);

    y.plain[CMD_COMBAT] = s.once;
    stand.pitched = true;
    y.bonus[CMD_COMBAT] = s.once + s.again;
    if (units & l->contact) {
        int pitched = strikes_of(l, stand, side).once;

        if (pitched > y.bonus[CMD_COMBAT])
            y.bonus[CMD_COMBAT] = pitched;
    }
    march.come = units & ~l->contact;
    y.march_and_strike = strikes_of(l, march, side).once;
    y.plain[CMD_MOVE] = march_use(l, units, 1);
    y.bonus[CMD_MOVE] = march_use(l, units, 2);
    y.plain[CMD_WITHDRAW] = back_use(l, units, false);
    y.bonus[CMD_WITHDRAW] = y.plain[CMD_WITHDRAW];
    y.plain[CMD_WALL] = wall_use(l, units);
    y.bonus[CMD_WALL] = y.plain[CMD_WALL] + back_use(l, units, true);
    if (riders) {
        charge.charge = true;
        charge.come = riders & ~l->contact;
        y.plain[CMD_HORSE] = strikes_of(l, charge, side).once;
        charge.spurs = true;
        y.bonus[CMD_HORSE] = strikes_of(l, charge, side).once;
        charge.spurs = false;
        charge.come = riders & ~l->stuck;
        y.back_and_charge = riders & l->contact ? strikes_of(l, charge, side).once : y.plain[CMD_HORSE];
    }
    y.arrows = arrows_of(l, units);
    return y;
}

/* A set of commands, as bits, and the one that Bonus is joined to, or COMMANDS. */
static int set_use(const struct use *y, int set, int bonus)
{
    int sum = 0, strike = 0;

    for (int c = 0; c < COMMANDS; c++) {
        if (!(set & 1 << c))
            continue;
        int v = c == bonus ? y->bonus[c] : y->plain[c];

        if (c == CMD_COMBAT && c != bonus && (set & 1 << CMD_MOVE))
            v = y->march_and_strike;
        if (c == CMD_HORSE && c != bonus && (set & 1 << CMD_WITHDRAW))
            v = y->back_and_charge;
        strike += c == CMD_COMBAT || c == CMD_HORSE ? v : 0;
        sum += v;
    }
    return sum + (set & 1 << CMD_FIRE ? strike * y->arrows / 32 : 0);
}

/* ---- the best turn ------------------------------------------------------------------------------- */

struct pool { /* the markers a side has left, as bits */
    int with[COMMANDS + 1], n;
};

static struct pool pool_of(const struct shields_look *l, int side, bool fresh)
{
    struct pool p = { { 0 }, 0 };

    for (int i = 0; i < l->f->nmarkers[side]; i++) {
        if (!fresh && l->p->spent[i])
            continue;
        for (int k = 0; k < 2; k++)
            if (l->f->face[side][i][k] <= CMD_BONUS)
                p.with[l->f->face[side][i][k]] |= 1 << i;
    }
    return p;
}

static bool both(const struct pool *p, int a, int b)
{
    int all = p->with[a] | p->with[b];

    return p->with[a] && p->with[b] && (all & (all - 1));
}

struct best { /* what one and two more commands would bring a Wing */
    int one, two;
};

static struct best best_more(const struct shields_look *l, const struct use *y, const struct pool *p,
                             int wing, int set, int bonus)
{
    struct best b = { 0, 0 };
    int idle = l->w[W_IDLE], base = set_use(y, set, bonus) + idle;

    for (int c = 0; c < COMMANDS; c++) {
        int with = set | 1 << c;

        if ((set & 1 << c) && bonus == COMMANDS && p->with[CMD_BONUS]) {
            int v = set_use(y, set, c) - base;

            b.one = v > b.one ? v : b.one;
        }
        if ((set & 1 << c) || !p->with[c] || !units_on_map(l->t, l->f->of_wing[wing] & l->f->able[c]))
            continue;
        int v = set_use(y, with, bonus) - base;
        b.one = v > b.one ? v : b.one;
        if (bonus == COMMANDS && p->with[CMD_BONUS]) {
            v = set_use(y, with, c) - base - idle;
            b.two = v > b.two ? v : b.two;
        }
        for (int d = c + 1; d < COMMANDS; d++)
            if (!(set & 1 << d) && both(p, c, d)) {
                v = set_use(y, with | 1 << d, bonus) - base - idle;
                b.two = v > b.two ? v : b.two;
            }
    }
    b.two = b.one > b.two ? b.one : b.two;
    return b;
}

/* More commands for several Wings: two for one and the third for another, or one each. */
static int spread(const struct best *b, int nwings, int left, int per_wing)
{
    int most = 0;

    for (int i = 0; i < nwings; i++) {
        int v = left >= 2 && per_wing >= 2 ? b[i].two : left >= 1 ? b[i].one : 0, other = 0;

        for (int k = 0; k < nwings; k++)
            if (k != i && b[k].one > other)
                other = b[k].one;
        if (left >= 3)
            v += other;
        else if (left == 2 && b[i].one + other > v)
            v = b[i].one + other;
        most = v > most ? v : most;
    }
    return most;
}

int shields_prospect_next(const struct shields_look *l, int side)
{
    struct pool pool = pool_of(l, side, true);
    struct best b[MAX_WINGS];
    uint8_t limit[2];
    int n = 0;

    shields_limits(l->t, side, limit);
    for (int w = 0; w < l->f->nwings; w++)
        if (l->f->wing_side[w] == side && wing_here(l, w)) {
            struct use y = use_of(l, w);

            b[n++] = best_more(l, &y, &pool, w, 0, COMMANDS);
        }
    return spread(b, n, limit[1], limit[0]);
}

/* ---- what is left of the turn that is being played ------------------------------------------------- */

static int given_to(const struct shields_pos *p, int wing, int *bonus)
{
    int set = 0;

    *bonus = COMMANDS;
    for (int i = 0; i < MAX_MARKERS; i++)
        if (p->spent[i] && p->spent_wing[i] == wing) {
            if (p->spent[i] == 1 + CMD_BONUS)
                *bonus = p->joined[i] - 1;
            else
                set |= 1 << (p->spent[i] - 1);
        }
    return set;
}

/* While commands are given: what they can do, and what the best of the others would add. */
static int while_commanding(const struct shields_look *l)
{
    const struct shields_pos *p = l->p;
    struct pool pool = pool_of(l, p->acting, false);
    struct best b[MAX_WINGS];
    int n = 0, sum = 0, left = p->limit[1];

    for (int i = 0; i < MAX_MARKERS; i++)
        left -= p->spent[i] != 0;
    sum -= (p->limit[1] - left) * l->w[W_IDLE]; /* a command for nothing is not given */
    for (int w = 0; w < l->f->nwings; w++)
        if (l->f->wing_side[w] == p->acting && wing_here(l, w)) {
            struct use y = use_of(l, w);
            int bonus, set = given_to(p, w, &bonus);
            int here = __builtin_popcount((unsigned)set) + (bonus != COMMANDS);

            sum += set_use(&y, set, bonus);
            b[n] = best_more(l, &y, &pool, w, set, bonus);
            if (here >= p->limit[0])
                b[n] = (struct best){ 0, 0 };
            else if (here == p->limit[0] - 1)
                b[n].two = b[n].one;
            n++;
        }
    return sum + spread(b, n, left, p->limit[0]);
}

/* Is a Phase of the acting Wing still to come? */
static bool comes_later(const struct shields_look *l, int command)
{
    int phase = l->p->phase;

    while (phase < COMMANDS && phase != command)
        phase = l->f->next_phase[phase];
    return phase == command && l->p->phase != command;
}

/* The acting Wing: the Phase it is in with those who have not acted, then its later ones. */
static int while_acting(const struct shields_look *l)
{
    const struct shields_pos *p = l->p;
    int bonus, set = given_to(p, p->wing, &bonus), side = p->acting, sum = 0;
    uint64_t units = wing_here(l, p->wing), fresh = units & ~p->acted;
    bool again = p->run == 0 && (p->mode == MODE_SECOND || (p->phase == CMD_MOVE && bonus == CMD_MOVE));
    uint64_t movers = p->phase == CMD_MOVE ? (again ? units : fresh) : comes_later(l, CMD_MOVE) &&
                      (set & 1 << CMD_MOVE) ? units : 0;
    struct means strike = { .stand = units, .come = movers & ~l->contact, .points = 1 };

    if (movers) {
        sum += march_use(l, fresh & movers, bonus == CMD_MOVE && p->run == 0 ? 2 : 1);
        if (again)
            sum += march_use(l, movers & ~fresh, 1);
    }
    if ((set & 1 << CMD_WITHDRAW) && (p->phase == CMD_WITHDRAW || comes_later(l, CMD_WITHDRAW)))
        sum += back_use(l, p->phase == CMD_WITHDRAW ? fresh : units, false);
    if ((set & 1 << CMD_WALL) && (p->phase == CMD_WALL || comes_later(l, CMD_WALL)))
        sum += wall_use(l, p->phase == CMD_WALL ? fresh : units) +
               (bonus == CMD_WALL ? back_use(l, p->phase == CMD_WALL ? fresh : units, true) : 0);
    if ((set & 1 << CMD_HORSE) && (p->phase == CMD_HORSE || comes_later(l, CMD_HORSE))) {
        uint64_t riders = units & l->f->able[CMD_HORSE];
        struct means charge = { .charge = true, .spurs = bonus == CMD_HORSE, .points = 1,
                                .come = riders & ~l->contact };

        if (p->phase == CMD_HORSE) { /* charged: he must strike; the others may still come */
            charge.stand = p->charged & fresh;
            charge.spared = p->targeted;
            charge.come = p->flow.step[0] == STEP_CHARGE_MOVE ? riders & ~l->contact & ~p->charged : 0;
        } else if (p->phase == CMD_WITHDRAW) {
            charge.come = riders & ~l->stuck & ~(l->contact & p->acted);
        }
        sum += strikes_of(l, charge, side).once;
    }
    if ((set & 1 << CMD_COMBAT) && (p->phase == CMD_COMBAT || comes_later(l, CMD_COMBAT))) {
        bool now = p->phase == CMD_COMBAT;

        strike.pitched = p->mode == MODE_PITCHED;
        if (now) {
            strike.stand = fresh;
            strike.spared = p->targeted;
        }
        struct strikes s = strikes_of(l, strike, side);
        sum += s.once;
        if (bonus == CMD_COMBAT && (!now || p->flow.step[0] == STEP_COMBAT_MODE)) {
            strike.pitched = true;
            int pitched = strikes_of(l, strike, side).once;
            sum += s.once + s.again > pitched ? s.again : pitched - s.once;
        } else if (now && again) { /* the second run finds all of them fresh */
            strike.stand = units;
            strike.spared = 0;
            sum += p->targeted ? strikes_of(l, strike, side).once : s.again;
        }
    }
    return sum;
}

int shields_prospect_now(const struct shields_look *l)
{
    const struct shields_pos *p = l->p;
    int sum = 0;

    if (p->flow.step[p->flow.depth] == STEP_COMMAND)
        return while_commanding(l);
    if (p->wing != NOBODY)
        sum = while_acting(l);
    for (int w = 0; w < l->f->nwings; w++) {
        int bonus, set = given_to(p, w, &bonus);

        if (set && w != p->wing && !(p->wings_done & 1 << w)) {
            struct use y = use_of(l, w);

            sum += set_use(&y, set, bonus);
        }
    }
    return sum;
}
