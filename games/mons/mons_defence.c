/* mons_defence.c - no rule, but a player's judgement in numbers: how a defender allots his fire, and
 * who takes a loss. */
#include "mons/mons_judge.h"

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

/* One kind of remains goes into the melee; each of the six faces weighs as much as it. */
static void melee_on(const struct attack *x, const struct remains *r, struct mons_outlook *out)
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

static struct mons_outlook look_ahead(const struct attack *x, const int *factor, struct pile *pile,
                                 int16_t *slot)
{
    struct mons_outlook out = { 0, 0, 0, 0 };
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
static struct mons_outlook best_fire(const struct st_table *t, struct mons_allotment *best)
{
    struct attack x;
    struct pile pile[2];
    int16_t slot[(STRENGTH_MAX + 1) * (STEPS_MAX + 1) * 2];
    struct mons_outlook most = { INT64_MIN / 2, 0, 0, 1 };
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
        struct mons_outlook now = look_ahead(&x, factor, pile, slot); /* the weights are all alike */
        if (now.attacker - now.defender > most.attacker - most.defender) {
            most = now;
            *best = x.a;
        }
    } while (mons_next_allotment(&x.a));
    return most;
}

struct mons_outlook mons_outlook_of(const struct st_table *t)
{
    struct mons_allotment best;

    return best_fire(t, &best);
}

struct st_move mons_best_fire(const struct st_table *t)
{
    struct mons_allotment best;

    best_fire(t, &best);
    return mons_allot(&best);
}
