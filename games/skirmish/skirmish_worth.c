/* skirmish_worth.c - what a player made of code looks at. No rule; a judgement in numbers.
 *
 * In the order of what decides games: the aim of the scenario and the way that is left to it, how near a
 * side is to breaking, men and what they carry, guns, cover and hiding; the dangers are in
 * skirmish_threat.c, the ways out in skirmish_way_out.c. What is good for one side is counted alike for the
 * other and taken off. How much each counts stands in worth.tsv.
 *
 * One thing is not obvious. Who has not acted yet is given most of the way he might still go, and every turn
 * that is over takes as much off: so nobody dawdles, acting gains the rest, letting a man's turn
 * go by costs him, and the end of a turn by itself changes nothing.
 */
#include "skirmish/skirmish_worth.h"

const char *const skirmish_weights[] = { SKIRMISH_WEIGHTS(ST_LIST_NAME) NULL };

/* ---- the aim (9.1) ----------------------------------------------------------------------- */

static void read_goals(struct skirmish_eye *e)
{
    for (int i = 0; i < e->f->ngoals; i++) {
        const struct skirmish_goal *g = &e->f->goal[i];

        for (int k = 0; k < g->nterms; k++) {
            const struct skirmish_term *m = &g->term[k];
            bool wins = m->what != TERM_TRUE && g->result != RESULT_DRAW;
            int winner = g->result - RESULT_A;

            if (m->what == TERM_OUT || m->what == TERM_EXITED)
                e->key |= bit(m->who);
            if (m->what == TERM_EXITED)
                e->leaving[e->f->man[m->who].side] |= bit(m->who);
            if (m->what == TERM_SACKS && wins)
                e->salt[winner] = true;
            if (m->what == TERM_COUNT && wins && m->who == winner)
                e->ground[winner] = true;
            if (m->what == TERM_EXITED_COUNT && wins && m->who == winner) {
                e->leaving[winner] |= e->f->of_side[winner];
                e->needed[winner] = m->value;
            }
        }
    }
}

/* Is a goal of the side met as the table is: does it win if nothing more happens? */
static bool goal_met(const struct skirmish_eye *e, struct skirmish_pos *pos, int side)
{
    const struct st_table t = { e->t->plan, pos, NULL, NULL };

    for (int i = 0; i < e->f->ngoals; i++) {
        const struct skirmish_goal *g = &e->f->goal[i];

        if (g->when != GOAL_ONBREAK && g->result == RESULT_A + side && g->term[0].what != TERM_TRUE &&
            skirmish_goal_met(&t, g))
            return true;
    }
    return false;
}

/* Men whose fall would undo that. */
static uint64_t vital_men(const struct skirmish_eye *e, int side)
{
    uint64_t vital = 0;

    for (uint64_t left = e->met[side] ? e->p->active & e->f->of_side[side] : 0; left;) {
        struct skirmish_pos without = *e->p;
        int u = take_one(&left);

        without.active &= ~bit(u);
        vital |= goal_met(e, &without, side) ? 0 : bit(u);
    }
    return vital;
}

/* What a further loss costs a side that has lost so many (5.13.1). */
static int loss_cost(const struct skirmish_eye *e, int side)
{
    int left = e->f->breaks[side] - skirmish_lost(e->t, side);

    return left <= 1 ? e->w[W_BREAKS] : left == 2 ? e->w[W_LAST_BUT_ONE]
                                      : left == 3 ? e->w[W_LAST_BUT_TWO] : 0;
}

/* What the losses so far cost it. */
static int losses_cost(const struct skirmish_eye *e, int side)
{
    int left = e->f->breaks[side] - skirmish_lost(e->t, side), cost = 0;

    cost += left <= 2 ? e->w[W_LAST_BUT_TWO] : 0;
    cost += left <= 1 ? e->w[W_LAST_BUT_ONE] : 0;
    return cost + (left <= 0 ? e->w[W_BREAKS] : 0);
}

static int sacks_value(const struct skirmish_eye *e, int n)
{
    return (n > 0 ? e->w[W_SACK_1] : 0) + (n > 1 ? e->w[W_SACK_2] : 0) +
           (n > 2 ? e->w[W_SACK_3] * (n - 2) : 0);
}

/* A sack away is so much more than the last, of which the bearer has the half in hand. */
static int sack_in_hand(const struct skirmish_eye *e)
{
    int n = e->p->carried_off;

    return e->w[W_SACK_HELD] + (sacks_value(e, n + 1) - sacks_value(e, n)) / 4;
}

static int base_value(const struct skirmish_eye *e, int u)
{
    return e->w[W_MAN] + e->w[W_CLASS] * skirmish_class(e->t, u) +
           (has(e->key, u) ? e->w[W_KEY] : 0);
}

int skirmish_man_value(const struct skirmish_eye *e, int u)
{
    int side = e->f->man[u].side;

    return base_value(e, u) + e->lost_more[side] + (has(e->vital, u) ? e->w[W_REACHED] : 0) +
           (e->p->carrying[u] != NOBODY && e->salt[side] ? sack_in_hand(e) : 0);
}

/* Who left is safe: he keeps his value, and as many as must leave count besides. */
static int gone_value(const struct skirmish_eye *e, int side)
{
    int worth = e->salt[side] ? sacks_value(e, e->p->carried_off) : 0, n = 0;

    for (uint64_t left = e->p->exited & e->f->of_side[side]; left; n++) {
        int u = take_one(&left);

        worth += base_value(e, u) + (has(e->leaving[side] & e->key, u) ? e->w[W_ESCAPED] : 0);
    }
    n = n < e->needed[side] ? n : e->needed[side];
    return worth + n * e->w[W_GONE];
}

/* ---- the way there ----------------------------------------------------------------------- */

struct errand { /* where a man ought to go, and how much a metre of it counts */
    struct st_point to;
    int rate;
    bool hurry; /* the clock runs against him */
    int beyond; /* mm from there on */
    int gain;   /* what it is worth to be there */
    bool exits; /* and be gone */
};

/* The nearer of two, by squares: whether there is one yet says best2 >= 0. */
static bool nearer(struct st_point own, struct st_point at, int64_t *best2)
{
    int64_t gap2 = st_gap2(own, at);

    if (*best2 >= 0 && gap2 >= *best2)
        return false;
    *best2 = gap2;
    return true;
}

bool skirmish_exit_of(const struct skirmish_eye *e, int side, struct st_point own, struct st_point *out)
{
    int64_t best2 = -1;

    for (int i = 0; i < e->f->nexits; i++)
        if (e->f->exit[i].side == side) {
            struct st_point at = skirmish_exit_near(e->f, i, own);

            if (nearer(own, at, &best2))
                *out = at;
        }
    return best2 >= 0;
}

static void find_stops(struct skirmish_eye *e)
{
    for (uint64_t left = e->p->active; left;) {
        int v = take_one(&left), side = e->f->man[v].side;
        struct st_point at = spot_of(e->p, v), exit;

        e->stop[v] = at;
        if ((e->p->carrying[v] == NOBODY && !has(e->leaving[side], v)) || !skirmish_exit_of(e, side, at, &exit))
            continue;
        int way = st_length_up(at, exit), lead = skirmish_allowance(e->t, v, horse_of(e->t, v)) / 2;
        if (way > 0)
            e->stop[v] = st_along(at, exit, lead < way ? lead : way, way);
    }
}

/* The enemy to be stopped: who carries, whom a goal names, who ought to leave; else the nearest. Whom a goal
 * names seems four times as near, who carries twice. */
static bool quarry(const struct skirmish_eye *e, int u, struct st_point *out)
{
    struct st_point own = spot_of(e->p, u);
    int64_t best2 = -1;

    for (uint64_t left = seen_enemies(e->t, u); left;) {
        int v = take_one(&left);
        int64_t gap2 = st_gap2(own, e->stop[v]);

        gap2 = has(e->key, v) ? gap2 / 16 : e->p->carrying[v] != NOBODY ? gap2 / 4 : gap2;
        if (best2 < 0 || gap2 < best2) {
            best2 = gap2;
            *out = e->stop[v];
        }
    }
    return best2 >= 0;
}

/* A sack that lies about. */
static bool loose_sack(const struct skirmish_eye *e, struct st_point own, struct st_point *out)
{
    int64_t best2 = -1;

    for (int i = 0; i < e->f->nthings; i++)
        if (e->p->carrier[i] == NOBODY) {
            struct st_point at = { e->p->thing_x[i], e->p->thing_y[i] };

            if (nearer(own, at, &best2))
                *out = at;
        }
    return best2 >= 0;
}

/* Before the bearer he is nearest to, where his exit lies. */
static bool protege(const struct skirmish_eye *e, int u, struct st_point *out)
{
    enum { AHEAD_MM = 60 };
    struct st_point own = spot_of(e->p, u);
    int side = e->f->man[u].side;
    int64_t best2 = -1;

    for (uint64_t left = friends_of(e->t, u); left;) {
        int v = take_one(&left);
        struct st_point at = spot_of(e->p, v), exit;

        if (e->p->carrying[v] == NOBODY || !skirmish_exit_of(e, side, at, &exit))
            continue;
        int way = st_length_up(at, exit);
        at = way > AHEAD_MM ? st_along(at, exit, AHEAD_MM, way) : exit;
        if (nearer(own, at, &best2))
            *out = at;
    }
    return best2 >= 0;
}

/* What it is worth that he leaves the table. */
static int leaving_gain(const struct skirmish_eye *e, int u)
{
    int side = e->f->man[u].side, n = e->p->carried_off, gain = 0;

    if (e->p->carrying[u] != NOBODY && e->salt[side])
        gain += sacks_value(e, n + 1) - sacks_value(e, n) - sack_in_hand(e);
    if (has(e->leaving[side] & e->key, u))
        gain += e->w[W_ESCAPED];
    return gain + (__builtin_popcountll(e->p->exited & e->f->of_side[side]) < e->needed[side] ? e->w[W_GONE] : 0);
}

/* Nobody lies in ambush to run out of it. */
static struct errand errand_of(const struct skirmish_eye *e, int u)
{
    int side = e->f->man[u].side;
    struct st_point own = spot_of(e->p, u);
    struct errand r = { own, 0, false, 0, 0, false };
    bool runs = (e->p->carrying[u] != NOBODY && e->salt[side]) || has(e->leaving[side] & e->key, u);

    if (runs && skirmish_way_out(e, u, &r.to, &r.beyond)) {
        r.rate = e->w[W_RUN];
        r.hurry = r.exits = true;
    } else if (has(e->leaving[side], u) && skirmish_exit_of(e, side, own, &r.to)) {
        r.rate = e->w[W_LEAVE];
        r.hurry = r.exits = true;
    } else if (e->ground[side] && skirmish_ground_near(e->f, side, own, &r.to)) {
        r.rate = e->w[W_ADVANCE];
        r.hurry = true;
        r.gain = st_same_point(own, r.to) ? 0 : e->w[W_ACROSS];
    } else if (e->salt[side] && loose_sack(e, own, &r.to)) {
        r.rate = e->w[W_LEAVE];
        r.gain = sack_in_hand(e);
    } else if (e->salt[side] && protege(e, u, &r.to)) {
        r.rate = e->w[W_ESCORT];
    } else if (!has(e->p->unseen, u) && !e->ground[1 - side] && quarry(e, u, &r.to)) {
        r.rate = e->w[W_HUNT];
    }
    if (r.exits)
        r.gain = leaving_gain(e, u);
    return r;
}

struct ahead { /* the first stretch of a way */
    int ground, crossing; /* worst class of its ground; with the lines it crosses */
};

static struct ahead look_ahead(const struct skirmish_eye *e, int u, struct st_point to)
{
    enum { PROBE_MM = 60 };
    struct skirmish_crossed crossed;
    struct st_point own = spot_of(e->p, u);
    int mounted = horse_of(e->t, u), far = st_length_up(own, to);

    if (far > PROBE_MM)
        to = st_along(own, to, PROBE_MM, far);
    int here = skirmish_class_at(e->t, own.x, own.y, mounted);
    int mid = skirmish_class_at(e->t, (own.x + to.x) / 2, (own.y + to.y) / 2, mounted);
    int there = skirmish_class_at(e->t, to.x, to.y, mounted);
    int ground = mid > there ? mid : there;
    int cls = skirmish_step_class(e->t, own, to, mounted, 0, &crossed);
    ground = here > ground ? here : ground;
    return (struct ahead){ ground, cls > ground ? cls : ground };
}

/* How far a man of the group may hope to get on his way, in mm: by the dice that fell if the ground ahead is no
 * worse than what was declared; a line may be gone round. *worse: by how much worse than it is it was declared. */
static int hope(const struct skirmish_eye *e, int u, struct st_point to, int mm,
                const struct skirmish_group *g, int *worse)
{
    enum { ROUND_ABOUT = 50 };
    struct ahead a = look_ahead(e, u, to);

    *worse = 0;
    if (a.ground > g->cls)
        return 0;
    if (a.crossing > g->cls)
        mm = mm * ROUND_ABOUT / 100;
    else
        a.ground = a.crossing;
    if (a.ground != O)
        mm = g->blocked ? 0 : skirmish_slowed(e->f, g, mm, horse_of(e->t, u), a.ground);
    *worse = g->cls - a.ground;
    return mm;
}

/* Is there a way over open ground, round whatever lies between, that he can go in this turn? */
static bool goes_round(const struct skirmish_eye *e, int u, struct st_point to, int mm)
{
    struct st_point way[MAX_WAY];
    struct skirmish_scout scout;

    if (st_length_up(spot_of(e->p, u), to) > mm)
        return false;
    skirmish_scout(e->t, spot_of(e->p, u), horse_of(e->t, u), O, &scout);
    return skirmish_way_to(e->t, &scout, to, mm, way) > 0;
}

/* What is left of his errand, in mm: less what he may still go this turn, and as if every turn had its share. */
static int way_left(const struct skirmish_eye *e, int u, const struct errand *r, const struct skirmish_group *g,
                    bool *arrives)
{
    enum { TOO_BAD_MM = 10 };
    int way = st_length_up(spot_of(e->p, u), r->to) + r->beyond;
    int mm = skirmish_allowance(e->t, u, horse_of(e->t, u)), reach = way < mm ? way : mm;
    int left = way + mm * e->w[W_DRIFT] / 100 * (e->p->turn - 1);

    if (g) {
        int worse, mm_now = hope(e, u, r->to, mm, g, &worse);

        if (r->gain && !r->beyond && goes_round(e, u, r->to, mm)) {
            mm_now = way;
            worse = g->cls - O;
        }
        *arrives = r->gain && mm_now >= way;
        int go = mm_now * e->w[W_CHOSEN] / 100;
        return left - (go < reach ? go : reach) + TOO_BAD_MM * worse; /* declared no worse than it is, or a six stops him */
    }
    return e->moving && !has(e->p->activated | e->p->steady, u) ? left - reach * e->w[W_READY] / 100
                                                                : left;
}

/* The table as it will be when those who are on their way have arrived, as soon as anybody does. */
struct soon {
    struct skirmish_pos pos;
    bool any;
};

static void arrive(const struct skirmish_eye *e, int u, const struct errand *r, struct soon *soon)
{
    struct skirmish_pos *p = &soon->pos;

    if (!soon->any)
        *p = *e->p;
    soon->any = true;
    p->x[u] = (int16_t)r->to.x;
    p->y[u] = (int16_t)r->to.y;
    if (r->exits) {
        p->active &= ~bit(u);
        p->exited |= bit(u);
        p->carried_off = (uint8_t)(p->carried_off + (p->carrying[u] != NOBODY));
    }
}

static int errand_value(const struct skirmish_eye *e, int u, struct soon *soon)
{
    struct errand r = errand_of(e, u);

    const struct skirmish_group *g = skirmish_ordered_now(e->p, u);

    if (!r.rate) { /* who has acted cannot evade any more; and no die is wanted for nothing */
        int cls = g ? g->cls - O : 0;

        return e->moving && has(e->p->activated & ~e->p->moved, u) ? -e->w[W_TEMPO] - cls : 0;
    }
    bool may_go = g || (e->moving && !has(e->p->activated | e->p->steady, u));
    bool arrives = false;
    int left = way_left(e, u, &r, g, &arrives), worth = -left * r.rate / 100;

    if (arrives) {
        arrive(e, u, &r, soon);
        worth += r.gain * e->w[W_ARRIVES] / 100;
    }
    int mm = skirmish_allowance(e->t, u, horse_of(e->t, u));
    /* turns that are wanted beside those that are left, in hundredths: below two to spare it is pressing */
    int spare = (e->turns_left + 2) * 100 - (st_length_up(spot_of(e->p, u), r.to) + r.beyond) * 100 / (mm ? mm : 1) -
                (may_go ? 0 : 100);
    spare = spare < 0 ? 0 : spare < 300 ? spare : 300; /* too late is too late */
    return worth + (r.hurry && r.rate == e->w[W_RUN] ? spare * e->w[W_HURRY] / 100 : 0);
}

/* Somebody unseen may crouch behind a line: who carries, or is asked for, keeps out of easy range of it. */
static int lurking_value(const struct skirmish_eye *e, int u)
{
    const struct skirmish_pos *p = e->p;
    int side = e->f->man[u].side;

    if (!(p->unseen & p->active & e->f->of_side[1 - side]) ||
        (p->carrying[u] == NOBODY && !has(e->key, u)))
        return 0;
    return -e->w[W_LURKING] * (LURK_MM - skirmish_lurk_mm(e->f, p->x[u], p->y[u])) / LURK_MM;
}

/* Men on the ground that is counted. */
static int ground_value(const struct skirmish_eye *e, int side)
{
    int worth = 0;

    for (uint64_t left = e->ground[side] ? e->p->active & e->f->of_side[side] : 0; left;) {
        int u = take_one(&left);
        struct st_point own = spot_of(e->p, u), at = own;

        if (skirmish_ground_near(e->f, side, own, &at) && st_same_point(at, own))
            worth += e->w[W_ACROSS];
    }
    return worth;
}

/* ---- guns, cover, hiding (play-well 6, 7, 8) --------------------------------------------- */

static int gun_value(const struct skirmish_eye *e, int u)
{
    return e->w[W_LOADED] * __builtin_popcount(e->p->loaded[u]) +
           (skirmish_may_reload(e->t, u) ? e->w[W_RELOADING] : 0);
}

static int hiding_value(const struct skirmish_eye *e, int u)
{
    if (!has(e->p->unseen, u))
        return 0;
    return e->p->loaded[u] ? e->w[W_AMBUSH] : e->w[W_HIDDEN];
}

static int cover_value(const struct skirmish_eye *e, int u)
{
    struct skirmish_stand s = skirmish_where(e->t, u);

    return !s.mounted && (skirmish_can_hide(e->f, s) || (skirmish_pressed(e->f, s) & e->f->cover_bars))
               ? e->w[W_COVER] : 0;
}

/* Next turn begins with a die for him (5.5.4). */
static int mired_value(const struct skirmish_eye *e, int u, int rate)
{
    return rate && skirmish_class_at(e->t, e->p->x[u], e->p->y[u], horse_of(e->t, u)) != O
               ? -e->w[W_MIRED] : 0;
}

/* ---- the sum ----------------------------------------------------------------------------- */

static int side_value(const struct skirmish_eye *e, int side)
{
    int worth = gone_value(e, side) + ground_value(e, side) - losses_cost(e, side) +
                skirmish_fire_promise(e, side) + skirmish_shots_value(e, side) +
                skirmish_blows_value(e, side) - skirmish_caught_value(e, side);
    struct soon soon;

    soon.any = false;
    for (uint64_t left = e->p->active & e->f->of_side[side]; left;) {
        int u = take_one(&left);

        worth += base_value(e, u) + errand_value(e, u, &soon) + gun_value(e, u) + hiding_value(e, u) +
                 cover_value(e, u) + lurking_value(e, u) + mired_value(e, u, e->ground[side] || e->leaving[side]);
        if (e->p->carrying[u] != NOBODY && e->salt[side])
            worth += sack_in_hand(e);
    }
    if (e->met[side])
        return worth + e->w[W_REACHED];
    return worth + (soon.any && goal_met(e, &soon.pos, side) ? e->w[W_REACHED] * e->w[W_ARRIVES] / 100 : 0);
}

int skirmish_worth(const struct st_table *t, int side)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct skirmish_eye e = { .t = t, .f = f, .p = p, .w = t->plan->weight,
                              .moving = p->flow.step[0] <= STEP_EVADE,
                              .turns_left = f->turns - p->turn, .viewer = side };

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_A + side ? e.w[W_WON] : -e.w[W_WON];
    read_goals(&e);
    find_stops(&e);
    for (int s = 0; s < ST_SIDES; s++) {
        e.lost_more[s] = loss_cost(&e, s);
        e.met[s] = goal_met(&e, t->pos, s);
        e.vital |= vital_men(&e, s);
    }
    return side_value(&e, side) - side_value(&e, 1 - side);
}
