/* shields_race.c - who wins on goals and on the clock, and what a unit is worth in that race.
 *
 * One side loses by waiting: it must destroy so many steps in the turns that are left, and is ahead
 * or behind a steady pace. The other may win by its own goal besides. Both chances flatten out far from
 * the mark, so that a hopeless game is still played and a sure one not thrown away. The price of a
 * unit is what the race changes when it falls: at one short of the goal that is the game.
 */
#include "shields/shields_judge.h"

struct race { /* what a judgement of the race needs */
    int lost[ST_SIDES], hurt[ST_SIDES]; /* units lost; units that have lost a step */
};

static int root(int n) /* whole part; n is small */
{
    int r = 0;

    while ((r + 1) * (r + 1) <= n)
        r++;
    return r;
}

/* Chance in thousandths to be ahead in the end, being ahead by so many hundredths of a step now. */
static int share(int ahead, int spread)
{
    return 500 + 500 * ahead / ((ahead < 0 ? -ahead : ahead) + spread);
}

static int goal_of(const struct shields_look *l, int side)
{
    const struct shields_plan *f = l->f;
    bool broken = (f->special & SPECIAL_DISCIPLINE) && side == f->ward && !l->p->discipline;

    return broken ? f->goal_broken[side] : f->goal[side];
}

/* Steps a side must still take: two a unit, one if some are worn already. */
static int steps_needed(const struct shields_look *l, const struct race *r, int side)
{
    int need = goal_of(l, side) - r->lost[1 - side], worn = r->hurt[1 - side];

    return need <= 0 ? 0 : 2 * need - (worn < need ? worn : need);
}

bool shields_passed_on(const struct shields_look *l)
{
    const struct shields_pos *p = l->p;

    if (p->flow.step[p->flow.depth] != STEP_COMMAND)
        return false;
    for (int i = 0; i < MAX_MARKERS; i++)
        if (p->spent[i])
            return false;
    return true;
}

int shields_turns_left(const struct shields_look *l, int side)
{
    const struct shields_plan *f = l->f;
    bool taken = side == f->first && l->p->acting != f->first;

    if (l->p->orri) /* ST2: his turns are all that is left */
        return side == f->time_lead_side ? 0 : l->p->orri;
    return f->turns - l->p->turn + !taken;
}

/* Thousandths that a side meets its goal in its turns, at pace percent of a steady course. */
static int reaches(const struct shields_look *l, const struct race *r, int side, int turns, int pace)
{
    int need = steps_needed(l, r, side);
    int mean = 2 * goal_of(l, side) * turns * pace / l->f->turns; /* hundredths of a step */

    if (need == 0 || turns <= 0)
        return need == 0 ? 1000 : 0;
    return share(mean - 100 * need, l->w[W_SPREAD] * (1 + root(mean / 25)) / 2);
}

/* Thousandths that the lead which time asks for is there in the end (R15.4). */
static int leads(const struct shields_look *l, const struct race *r, int side, int turns)
{
    const struct shields_plan *f = l->f;
    int e = 1 - side, pace = 200 * f->time_lead * turns / f->turns;
    int ahead = 200 * (r->lost[e] - r->lost[side]) + 100 * (r->hurt[e] - r->hurt[side]) / 2;

    if (turns <= 0 && l->p->turn >= f->turns)
        return r->lost[e] - r->lost[side] >= f->time_lead ? 1000 : 0;
    return share(ahead + pace - 200 * f->time_lead + 50,
                 l->w[W_SPREAD] * (1 + root(4 * turns + 1)) / 2);
}

/* Worth of the race to the side that presses, from -won to won. */
static int race_value(const struct shields_look *l, const struct race *r)
{
    const struct shields_plan *f = l->f;
    int a = l->presses, d = 1 - a, won = l->w[W_WON];
    int turns = shields_turns_left(l, a), wins = reaches(l, r, a, turns, l->w[W_PACE]), falls;
    bool met = wins == 1000;
    bool now = l->p->acting == d && !shields_passed_on(l); /* what this turn may bring is not hope */

    if (f->special & SPECIAL_ORRI) { /* ST2, ST3: the goal brings Orri, who has three turns */
        int lead = leads(l, r, a, turns), his = shields_turns_left(l, d);

        wins = met || wins > lead ? wins : lead;
        his = l->p->orri ? his - now : met ? 3 : his;
        falls = reaches(l, r, d, his, l->w[W_COUNTER]);
        won -= 2 * (l->p->orri && falls < 1000); /* he may still win in the turn he is in */
        return falls == 1000 ? -won : won * (2 * wins * (1000 - falls) / 1000 - 1000) / 1000;
    }
    falls = reaches(l, r, d, shields_turns_left(l, d) - now, l->w[W_COUNTER]);
    if (met && falls == 1000)
        return 0;
    if (met || falls == 1000)
        return met ? won - 1 : 1 - won;
    return won * (2 * wins * (1000 - falls) / 1000 - 1000) / 1000;
}

/* Percent by which the side that must come is in a hurry: 100 with the whole game before it, more as turns
 * run out; a lead that wins on time is not put at risk. */
static int hurry(const struct shields_look *l, const struct race *r)
{
    const struct shields_plan *f = l->f;
    int a = l->presses, turns = shields_turns_left(l, a), most = l->w[W_HURRY];
    bool leads_now = f->time_lead_side == a && r->lost[1 - a] - r->lost[a] >= f->time_lead;
    int urge = turns > 0 && !leads_now ? 100 * f->turns / turns : 100;

    return urge < most ? urge : most;
}

static int after(const struct shields_look *l, struct race r, int side, int lost, int hurt)
{
    r.lost[side] += lost;
    r.hurt[side] += hurt;
    return race_value(l, &r);
}

/* Before its end every turn decides the same thing (R15.3): what is met now stands unless the other
 * side answers it in this turn. */
void shields_race(struct shields_look *l)
{
    struct race r = { { 0 }, { 0 } };
    int sign;

    l->presses = l->f->time_lead_side >= 0 ? l->f->time_lead_side : 1 - l->f->time_winner;
    sign = l->presses == 0 ? 1 : -1;
    for (int s = 0; s < ST_SIDES; s++) {
        r.lost[s] = l->p->lost[s];
        for (uint64_t left = l->here[s]; left;) {
            int u = take_unit(&left);

            r.hurt[s] += l->p->steps[u] < l->f->unit[u].steps;
        }
    }
    l->value = sign * race_value(l, &r);
    l->hurry = hurry(l, &r);
    for (int s = 0; s < ST_SIDES; s++) {
        int to = s == 0 ? -1 : 1; /* whom it hurts */

        l->kill[s][0] = to * (sign * after(l, r, s, 1, 0) - l->value) + 2 * l->w[W_STEP];
        l->kill[s][1] = to * (sign * after(l, r, s, 1, -1) - l->value) + l->w[W_STEP];
        l->hurt[s] = to * (sign * after(l, r, s, 0, 1) - l->value) + l->w[W_STEP];
    }
}

int shields_price(const struct shields_look *l, int unit, bool falls)
{
    const struct shields_unit *x = &l->f->unit[unit];
    bool worn = l->p->steps[unit] < x->steps;
    int fine = l->w[W_CLASS] * (CLASS_F - shields_class_now(l->t, unit));

    if (falls || l->p->steps[unit] == 1)
        return l->kill[x->side][worn] + fine;
    return l->hurt[x->side] + l->w[W_CLASS];
}
