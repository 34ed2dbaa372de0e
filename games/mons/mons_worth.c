/* mons_worth.c - no rule, but a player's judgement in numbers: how a defender allots his fire,
 * who takes a loss, and what a greedy player looks at.
 *
 * Greedy: strength counts most, then what the game is won by, then where one's own units stand.
 * Where the enemy stands does not count: what brings us nearer to him brings him nearer to us.
 */
#include "mons/mons.h"

/* ---- who takes a loss -------------------------------------------------------------------- */

static struct st_move loss(const struct st_table *t, int sign)
{
    int best = -1;

    for (struct mons_set left = mons_may_lose(t); !set_none(&left);) {
        int u = set_take(&left);

        if (best < 0 || sign * pos_of(t)->steps[u] > sign * pos_of(t)->steps[best])
            best = u;
    }
    return st_move_1(VERB_LOSE, best);
}

struct st_move mons_loss_most(const struct st_table *t)
{
    return loss(t, 1);
}

struct st_move mons_loss_fewest(const struct st_table *t)
{
    return loss(t, -1);
}

/* ---- the best allotment of defensive fire ------------------------------------------------ */

/* Each allotment is judged by what attacker and defender lose on average, in fire and in melee.
 * The dice of different hexes are independent: hex by hex the chances of what is left of the
 * attack are multiplied out, and equal remains are added up. Chances are whole numbers, each die
 * a factor of six, so that equal values come out equal. */
enum { STRENGTH_MAX = 255, STEPS_MAX = 9, REMAINS = 2048, HEX_STEPS = STACK * MAX_STEPS };

struct after { /* an attacking hex after so many steps lost */
    int strength, steps, lost; /* of those who attack; steps lost by all who stand there */
};

struct attack {
    const struct st_table *t;
    struct mons_allotment a;
    struct after after[6][HEX_STEPS + 1];
    int all[6];     /* steps in the hex */
    bool water[6];
    int drm[6];
    int defence, defender_steps, melee_drm[2]; /* by: all cross water */
};

struct remains { /* what may be left of the attack */
    int strength, steps, dry;
    int64_t weight, lost; /* chance; chance times steps lost so far */
};

/* A hex that loses step after step from the unit with most, attackers or not. */
static void wear_down(struct attack *x, int i)
{
    const struct mons_pos *p = pos_of(x->t);
    const struct mons_plan *f = plan_of(x->t);
    int unit[STACK], steps[STACK], n = 0;

    x->all[i] = 0;
    for (struct mons_set left = mons_units_in(x->t, p->acting, x->a.hex[i]);
         !set_none(&left) && n < STACK; n++) {
        unit[n] = set_take(&left);
        steps[n] = p->steps[unit[n]];
        x->all[i] += steps[n];
    }
    for (int lost = 0; lost <= x->all[i]; lost++) {
        struct after *r = &x->after[i][lost];
        int most = 0;

        *r = (struct after){ .lost = lost };
        for (int k = 0; k < n; k++) {
            if (set_has(&p->combat.unit, unit[k])) {
                r->strength += f->unit[unit[k]].strength[steps[k]];
                r->steps += steps[k];
            }
            most = steps[k] > steps[most] ? k : most;
        }
        steps[most]--;
    }
}

static void attack_make(struct attack *x, const struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    int target = pos_of(t)->combat.target;
    struct st_table quiet = { t->plan, t->pos, NULL };

    x->t = t;
    mons_first_allotment(t, &x->a);
    for (int i = 0; i < x->a.nhexes; i++) {
        int dir = st_hex_dir(&t->plan->grid, target, x->a.hex[i]);

        wear_down(x, i);
        x->water[i] = water_between(f, target, dir);
        x->drm[i] = mons_fire_drm(&quiet, &(struct mons_volley){ .terrain = f->terrain[target],
                                                                 .water = x->water[i] });
    }
    x->defence = mons_defence_strength(t, target);
    x->defender_steps = mons_steps_of(t, mons_units_in(t, 1 - pos_of(t)->acting, target));
    for (int w = 0; w < 2; w++)
        x->melee_drm[w] = mons_melee_drm(&quiet, &(struct mons_clash){ .terrain = f->terrain[target],
                                                                       .water = w });
}

struct pile { /* remains, each kind once */
    struct remains r[REMAINS];
    int n;
};

static void add_remains(struct pile *to, int16_t *slot, struct remains r)
{
    int key;

    r.strength = r.strength < STRENGTH_MAX ? r.strength : STRENGTH_MAX;
    r.steps = r.steps < STEPS_MAX ? r.steps : STEPS_MAX;
    key = (r.strength * (STEPS_MAX + 1) + r.steps) * 2 + r.dry;
    if (slot[key] < 0 && to->n < REMAINS) {
        slot[key] = (int16_t)to->n;
        to->r[to->n++] = r;
    } else if (slot[key] >= 0) {
        to->r[slot[key]].weight += r.weight;
        to->r[slot[key]].lost += r.lost;
    }
}

/* The next attacking hex comes under so many factors. */
static void fire_on(const struct attack *x, int hex, int factors, const struct pile *from,
                    struct pile *to, int16_t *slot)
{
    const struct st_chart *chart = plan_of(x->t)->fire;
    int ways[HEX_STEPS + 1] = { 0 };

    for (int die = 1; die <= 6; die++) {
        int lost = factors ? st_chart_look(chart, factors, die + x->drm[hex], NULL) : 0;

        ways[lost < x->all[hex] ? lost : x->all[hex]]++;
    }
    to->n = 0;
    for (int lost = 0; lost <= x->all[hex]; lost++) {
        const struct after *a = &x->after[hex][lost];

        for (int i = 0; ways[lost] && i < from->n; i++) {
            const struct remains *r = &from->r[i];

            add_remains(to, slot,
                        (struct remains){ r->strength + a->strength, r->steps + a->steps,
                                          r->dry || (a->strength && !x->water[hex]),
                                          r->weight * ways[lost],
                                          (r->lost + r->weight * a->lost) * ways[lost] });
        }
    }
    for (int i = 0; i < to->n; i++) { /* the slots are for the next hex again */
        const struct remains *r = &to->r[i];

        slot[(r->strength * (STEPS_MAX + 1) + r->steps) * 2 + r->dry] = -1;
    }
}

struct outlook { /* what an allotment leads to on average: sums over all that the dice may show */
    int64_t attacker, defender, cleared, all; /* steps lost; no defender left; all weights */
};

/* One kind of remains goes into the melee; each of the six faces weighs as much as it. */
static void melee_on(const struct attack *x, const struct remains *r, struct outlook *out)
{
    struct st_table quiet = { x->t->plan, x->t->pos, NULL };
    int odds = r->strength ? mons_odds(r->strength, x->defence) : ODDS_WORSE;

    out->attacker += 6 * r->lost;
    out->all += 6 * r->weight;
    for (int die = 1; r->strength && die <= 6; die++) {
        int attacker, defender;

        mons_melee_result(&quiet, odds, die + x->melee_drm[!r->dry], &attacker, &defender);
        out->attacker += r->weight * (attacker < r->steps ? attacker : r->steps);
        out->defender += r->weight * (defender < x->defender_steps ? defender : x->defender_steps);
        out->cleared += defender >= x->defender_steps ? r->weight : 0;
    }
}

static struct outlook look_ahead(const struct attack *x, const int *factor, struct pile *pile,
                                 int16_t *slot)
{
    struct outlook out = { 0, 0, 0, 0 };
    int now = 0;

    pile[0].n = 1;
    pile[0].r[0] = (struct remains){ .weight = 1 };
    for (int hex = 0; hex < x->a.nhexes; hex++, now = 1 - now) {
        int factors = 0;

        for (int k = 0; k < x->a.nunits; k++)
            factors += x->a.at[k] == hex ? factor[k] : 0;
        fire_on(x, hex, factors, &pile[now], &pile[1 - now], slot);
    }
    for (int i = 0; i < pile[now].n; i++)
        melee_on(x, &pile[now].r[i], &out);
    return out;
}

/* Units that fire alike may change places: one order of them is enough. */
static bool in_order(const struct mons_allotment *a, const int *factor)
{
    for (int i = 0; i < a->nunits; i++)
        for (int k = i + 1; k < a->nunits; k++)
            if (factor[i] == factor[k] && a->at[i] > a->at[k])
                return false;
    return true;
}

/* Try them all: who weighs his own losses against the enemy's, step for step, fires so. */
static struct outlook best_fire(const struct st_table *t, struct mons_allotment *best)
{
    struct attack x;
    struct pile pile[2];
    int16_t slot[(STRENGTH_MAX + 1) * (STEPS_MAX + 1) * 2];
    struct outlook most = { INT64_MIN / 2, 0, 0, 1 };
    int factor[STACK];

    attack_make(&x, t);
    for (size_t i = 0; i < sizeof slot / sizeof slot[0]; i++)
        slot[i] = -1;
    for (int k = 0; k < x.a.nunits; k++)
        factor[k] = fire_factor(t, x.a.unit[k]);
    *best = x.a;
    do {
        if (!in_order(&x.a, factor))
            continue;
        struct outlook now = look_ahead(&x, factor, pile, slot); /* the weights are all alike */
        if (now.attacker - now.defender > most.attacker - most.defender) {
            most = now;
            *best = x.a;
        }
    } while (mons_next_allotment(&x.a));
    return most;
}

struct st_move mons_best_fire(const struct st_table *t)
{
    struct mons_allotment best;

    best_fire(t, &best);
    return mons_allot(&best);
}

/* ---- what a greedy player looks at ------------------------------------------------------- */

enum { WON = 1000000000, STRENGTH = 10, ALIVE = 8, BRITISH_ALIVE = 30, WAITING = 60, FAR = 60 };

static int goals_left(const struct st_table *t) /* objectives the German still wants, as bits */
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);

    if (f->last)
        return f->last;
    return p->turn <= f->early_turn ? f->early : f->bavai;
}

static int march(const struct st_table *t, int goals, int hex)
{
    const struct mons_plan *f = plan_of(t);
    int least = FAR;

    for (; goals; goals &= goals - 1) {
        int d = f->march[__builtin_ctz((unsigned)goals)][hex];

        least = d < least ? d : least;
    }
    return least;
}

static int march_out(const struct st_table *t, int hex)
{
    const struct mons_plan *f = plan_of(t);
    int least = FAR;

    for (int i = 0; i < f->nexits; i++) {
        int d = f->march[f->nobjectives + i][hex];

        least = d < least ? d : least;
    }
    return least;
}

static bool meets(const struct st_hexset *a, const struct st_hexset *b)
{
    for (int w = 0; w < ST_HEX_WORDS; w++)
        if (a->word[w] & b->word[w])
            return true;
    return false;
}

/* What there is of a unit, wherever it is. */
static int substance(const struct st_table *t, int u)
{
    int alive = plan_of(t)->unit[u].side == BR ? BRITISH_ALIVE : ALIVE;

    return pos_of(t)->steps[u] ? STRENGTH * strength_of(t, u) + alive : 0;
}

/* What lost / in steps less of these units come to: a part of all there is of them. */
static int share(const struct st_table *t, struct mons_set units, int64_t lost, int64_t in)
{
    int64_t all = 0, steps = mons_steps_of(t, units) * in;

    if (lost == 0 || steps == 0)
        return 0;
    while (!set_none(&units))
        all += substance(t, set_take(&units));
    return (int)(lost < steps ? all * lost / steps : all);
}

/* Losses that have fallen but are not taken yet, as the German sees them. */
static int owed(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    int worth = 0;

    if (p->combat.owed)
        worth -= share(t, mons_may_lose(t), p->combat.owed, 1) * (mons_loser(t) == GE ? 1 : -1);
    if (p->combat.later)
        worth -= share(t, mons_units_in(t, 1 - p->acting, p->combat.target), p->combat.later, 1) *
                 (p->acting == BR ? 1 : -1);
    return worth;
}

/* Guns want something in range, and nobody beside them. */
static int gun_place(const struct st_table *t, int u, const struct st_hexset *enemy)
{
    const struct mons_plan *f = plan_of(t);
    int h = pos_of(t)->place[u];

    if (meets(&f->within[1][h], enemy))
        return -10;
    return meets(&f->within[f->unit[u].range][h], enemy) ? 14 : 0;
}

static int german_place(const struct st_table *t, int u, int goals, const struct st_hexset *enemy)
{
    const struct mons_plan *f = plan_of(t);
    int h = pos_of(t)->place[u], worth = -2 * march(t, goals, h);

    if (is_gun(f, u))
        return worth + gun_place(t, u, enemy);
    return worth + (meets(&f->within[1][h], enemy) ? 6 : meets(&f->within[3][h], enemy) ? 3 : 0);
}

/* While the canal is to be held: near the bridges. Then to Bavai, or away. */
static int british_place(const struct st_table *t, int u, int goals, const struct st_hexset *enemy)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int h = p->place[u], to_goal = march(t, goals, h), worth;

    if (f->last || p->turn <= f->early_turn) {
        worth = -2 * to_goal;
    } else {
        int out = march_out(t, h);

        worth = p->exited < f->exit_needed + 2 ? -4 * out : -2 * (out < to_goal ? out : to_goal);
        worth -= meets(&f->within[1][h], enemy) ? 8 : 0;
    }
    return worth + (is_gun(f, u) ? gun_place(t, u, enemy) : 0);
}

/* A garrison is worth having up to the strength that reaches the last row of 13.4. */
static int garrison(const struct st_table *t, int goals)
{
    const struct mons_plan *f = plan_of(t);
    int worth = 0;

    for (; goals; goals &= goals - 1) {
        int held = 0;

        for (struct mons_set left = mons_units_in(
                 t, BR, f->objective[__builtin_ctz((unsigned)goals)]);
             !set_none(&left);)
            held += defence_of(t, set_take(&left));
        worth += 5 * (held < 12 ? held : 12) + (held ? 20 : 0);
    }
    return worth;
}

static int count_bits(int set)
{
    return __builtin_popcount((unsigned)set);
}

/* What the game is won by, as the German sees it. */
static int prospects(const struct st_table *t, int control)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int worth = 0;

    if (f->last) { /* nothing else counts in the end */
        int left = f->last_turn - p->turn;

        return (100 + 3000 / (1 + 4 * left * left)) * count_bits(control & f->last);
    }
    if (p->turn <= f->early_turn) {
        worth += 50 * count_bits(control & f->early);
        if ((control & f->early) == f->early)
            worth += 500;
    }
    worth += (p->turn <= f->early_turn ? 60 : 300) * count_bits(control & f->bavai);
    worth -= 150 * (p->exited < f->exit_needed ? p->exited : f->exit_needed);
    return worth;
}

/* A melee that waits for the enemy to allot his fire: he will do it well. As the German sees it. */
static int coming(const struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int hex = p->combat.target, number = f->objective_at[hex], worth;
    struct mons_allotment best;

    if (p->flow.step[p->flow.depth] != STEP_FIRE)
        return 0;
    struct outlook o = best_fire(t, &best);
    worth = share(t, mons_units_in(t, 1 - p->acting, hex), o.defender, o.all) -
            share(t, p->combat.unit, o.attacker, o.all);
    if (p->acting == BR)
        worth = -worth;
    if (number >= 0) {
        int bit = 1 << number, taken = p->acting == GE ? p->control | bit : p->control & ~bit;
        int64_t gain = prospects(t, taken) - prospects(t, p->control);

        worth += (int)(gain * o.cleared / o.all);
    }
    return worth;
}

/* Just chosen: what could the British do with this programme? */
static int programme_worth(const struct st_table *t, const struct st_hexset *germans)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth], guns = 0;
    bool fresh = p->acting == BR && p->phase == 0 &&
                 ((step == STEP_MOVE && set_none(&p->moved)) ||
                  (step == STEP_BOMBARD && set_none(&p->bombarded)));

    if (!fresh)
        return 0;
    for (struct mons_set left = set_both(mons_units_of(t, BR), f->guns); !set_none(&left);) {
        int u = set_take(&left);

        guns += meets(&f->within[f->unit[u].range][p->place[u]], germans);
    }
    bool leaving = !f->last && p->turn > f->early_turn;
    switch (p->programme) {
    case PROGRAMME_FF:
        return 8 * guns;
    case PROGRAMME_MF:
        return 4 * guns + 14;
    case PROGRAMME_FM:
        return 4 * guns + (leaving ? 24 : 12);
    default:
        return leaving ? 40 : 16;
    }
}

static int judge(const struct st_table *t, int side)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    struct st_hexset enemy = mons_held_by(t, mons_units_of(t, 1 - side));
    int goals = goals_left(t), worth = 0;

    for (int u = 0; u < f->nunits; u++)
        worth += f->unit[u].side == GE ? substance(t, u) : -substance(t, u);
    worth += prospects(t, p->control) + owed(t) + coming(t);
    if (side == GE) {
        int wanted = goals & ~p->control;

        for (struct mons_set left = mons_units_of(t, GE); !set_none(&left);)
            worth += german_place(t, set_take(&left), wanted ? wanted : goals, &enemy);
        for (int u = 0; u < f->nunits; u++)
            worth -= f->unit[u].side == GE && p->place[u] == PLACE_WAITING ? 2 * WAITING : 0;
        return worth;
    }
    for (struct mons_set left = mons_units_of(t, BR); !set_none(&left);)
        worth -= british_place(t, set_take(&left), goals, &enemy);
    return -worth + garrison(t, goals) + programme_worth(t, &enemy);
}

/* A move that gains nothing is worse than none: armies do not walk about for the sake of it. */
int mons_worth(const struct st_table *t, int side)
{
    const struct mons_pos *p = pos_of(t);
    bool moving = p->flow.step[p->flow.depth] == STEP_MOVE && p->acting == side;

    if (p->result)
        return p->result == RESULT_GE + side ? WON : -WON;
    return MAX_UNITS * judge(t, side) - (moving ? set_count(&p->moved) : 0);
}
