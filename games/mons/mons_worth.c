/* mons_worth.c - what a position is worth: a player's judgement in numbers, no rule.
 *
 * In the order in which a strong player looks: what the game is won by, as a chance (objectives by
 * mons_siege.c; on the second day points for losses, Bavai and those who left); then strength, guns,
 * cover and the way to where one is wanted, so that there is always something better to do.
 * All of it as the German sees it: what is good for him is as bad for the British.
 */
#include "mons/mons_judge.h"

const char *const mons_weights[] = { MONS_WEIGHTS(ST_LIST_NAME) NULL };

/* ---- chances and their logarithms ------------------------------------------------------------ */

static const struct { int chance, odds; } scale[] = {
    { 5000, 0 }, { 6000, 405 }, { 7000, 847 }, { 8000, 1386 }, { 9000, 2197 }, { 9500, 2944 },
    { 9800, 3892 }, { 9900, 4595 }, { 9950, 5293 }, { 9990, 6907 }, { WHOLE, 8000 },
};
enum { POINTS = sizeof scale / sizeof scale[0] };

static int odds_of(int chance)
{
    int i = 1, upper = chance < WHOLE / 2 ? WHOLE - chance : chance;

    while (i < POINTS - 1 && scale[i].chance < upper)
        i++;
    int odds = scale[i - 1].odds + (upper - scale[i - 1].chance) * (scale[i].odds - scale[i - 1].odds) /
                                       (scale[i].chance - scale[i - 1].chance);
    return chance < WHOLE / 2 ? -odds : odds;
}

static int chance_of(int odds)
{
    int i = 1, upper = odds < 0 ? -odds : odds;

    while (i < POINTS - 1 && scale[i].odds < upper)
        i++;
    upper = upper < scale[i].odds ? upper : scale[i].odds;
    int chance = scale[i - 1].chance + (upper - scale[i - 1].odds) *
                                           (scale[i].chance - scale[i - 1].chance) /
                                           (scale[i].odds - scale[i - 1].odds);
    return odds < 0 ? WHOLE - chance : chance;
}

static int both(int64_t p, int q)
{
    return (int)(p * q / WHOLE);
}

/* ---- a look ---------------------------------------------------------------------------------- */

static void add_unit(struct mons_look *l, int u)
{
    const struct mons_plan *f = l->f;
    int h = l->p->place[u], s = f->unit[u].side, steps = l->p->steps[u];

    if (!st_hexset_has(&l->held[s], h)) {
        l->at[h] = (uint8_t)l->n;
        l->stack[l->n++] = (struct mons_stack){ .hex = (int16_t)h, .side = (uint8_t)s };
        st_hexset_add(&l->held[s], h);
        if (f->terrain[h] == CLEAR)
            st_hexset_add(&l->open[s], h);
    }
    struct mons_stack *x = &l->stack[l->at[h]];
    if (is_gun(f, u)) {
        x->guns++;
        x->gun_steps = (uint8_t)(x->gun_steps + steps);
        return;
    }
    x->troops++;
    x->troop_steps = (uint8_t)(x->troop_steps + steps);
    x->strength = (uint8_t)(x->strength + strength_of(l->t, u));
    x->best = x->best > steps ? x->best : (uint8_t)steps;
    st_hexset_add(&l->troops[s], h);
}

static const char *const phases_of[] = {
    [PROGRAMME_NONE] = "MF", [PROGRAMME_MF] = "MF", [PROGRAMME_FM] = "FM", [PROGRAMME_FF] = "FF",
    [PROGRAMME_MM] = "MM",
};

/* The phases of the player turn that are still to come, the one in progress the first. */
static void look_ahead(struct mons_look *l)
{
    const struct mons_pos *p = l->p;
    int at = p->flow.step[0];

    l->left[GE] = "";
    l->left[BR] = NULL; /* any: it is not chosen yet */
    if (p->acting == GE)
        l->left[GE] = p->phase > 1 ? "" : &(l->f->no_combat[GE] >> p->turn & 1 ? "M" : "MF")[p->phase];
    else if (at != STEP_PROGRAMME && at != STEP_PLAYER_TURN)
        l->left[BR] = p->phase > 1 ? "" : phases_of[p->programme] + p->phase;
    l->shelled = at == STEP_MELEE || at == STEP_MELEE_NEXT;
}

static bool way_in(const struct mons_look *l)
{
    for (struct mons_set left = l->p->combat.unit; !set_none(&left);) {
        int dir = st_hex_dir(&l->t->plan->grid, l->p->combat.target, l->p->place[set_take(&left)]);

        if (!canal_bars(l->f, l->p->combat.target, dir))
            return true;
    }
    return false;
}

/* Losses that have fallen but are not taken yet, and what a storm that awaits its fire will do. */
static void look_at_combat(struct mons_look *l)
{
    const struct mons_combat *c = &l->p->combat;

    if (c->later && st_hexset_has(&l->held[1 - l->p->acting], c->target)) {
        struct mons_stack *x = &l->stack[l->at[c->target]];

        *x = mons_less(*x, c->later);
    }
    if (c->owed) {
        struct mons_set who = mons_may_lose(l->t);
        int h = set_none(&who) ? -1 : l->p->place[set_take(&who)];

        if (h >= 0)
            l->stack[l->at[h]] = mons_less(l->stack[l->at[h]], c->owed);
    }
    if (l->step == STEP_FIRE) {
        struct mons_outlook o = mons_outlook_of(l->t);

        l->coming = (struct mons_storm){ way_in(l) ? (int)(o.cleared * WHOLE / o.all) : 0,
                                         (int)(o.attacker * WHOLE / o.all),
                                         (int)(o.defender * WHOLE / o.all) };
    }
}

static void look_at(struct mons_look *l, const struct st_table *t)
{
    static const struct st_hexset nowhere;

    l->t = t, l->f = plan_of(t), l->p = pos_of(t), l->w = t->plan->weight, l->n = 0;
    l->step = l->p->flow.step[l->p->flow.depth];
    l->coming = (struct mons_storm){ 0, 0, 0 };
    for (int s = 0; s < ST_SIDES; s++)
        l->held[s] = l->troops[s] = l->open[s] = nowhere;
    for (struct mons_set left = l->p->present; !set_none(&left);)
        add_unit(l, set_take(&left));
    look_ahead(l);
    look_at_combat(l);
}

static int march(const struct mons_plan *f, int goals, int hex)
{
    int least = FAR;

    for (; goals; goals &= goals - 1) {
        int d = f->march[__builtin_ctz((unsigned)goals)][hex];

        least = d < least ? d : least;
    }
    return least;
}

/* ---- 4: the aim -------------------------------------------------------------------------------- */

/* All of these objectives German at the end of that turn. */
static int all_of(const struct mons_look *l, int goals, int turn)
{
    int chance = WHOLE;

    for (; goals; goals &= goals - 1)
        chance = both(chance, mons_german_chance(l, __builtin_ctz((unsigned)goals), turn));
    return chance;
}

/* Where German guns reach. */
static struct st_hexset under_guns(const struct mons_look *l)
{
    struct st_hexset all = { { 0 } };

    for (struct mons_set left = set_both(set_both(l->f->of_side[GE], l->f->guns), l->p->present);
         !set_none(&left);) {
        int u = set_take(&left);

        st_hexset_join(&all, &l->f->within[l->f->unit[u].range][l->p->place[u]]);
    }
    return all;
}

/* Points a British unit can still march in this player turn. */
static int marches_left(const struct mons_look *l, int u)
{
    const char *left = l->left[BR];
    int n = 0;

    if (l->p->acting != BR || !left || mons_frozen(l->t, u))
        return 0;
    for (int i = 0; left[i]; i++)
        n += left[i] == 'M' && !(i == 0 && l->step == STEP_MOVE && set_has(&l->p->moved, u));
    return n * l->f->unit[u].points;
}

/* What it would still have to march out afterwards; what is only hoped for is a little less. */
static int way_out(const struct mons_look *l, int u)
{
    int out = l->f->out[l->p->place[u]], can = marches_left(l, u) * l->w[W_COME] / 100;

    return out > can ? out - can : 0;
}

/* Turns until a British unit can be off the map, if nobody hinders it, in tenths. */
static int turns_out(const struct mons_look *l, int u)
{
    int wait = l->f->exit_first_turn - l->p->turn, points = 2 * l->f->unit[u].points;

    return 10 * (wait > 0 ? wait : 0) + (10 * way_out(l, u) + points) / points;
}

/* A march towards an exit, down the shortest way that is free: where it ends, and with how many points. Zones end it. */
static int march_out(const struct mons_look *l, const uint8_t *way, int from, int *points)
{
    for (int h = from;;) {
        int best = -1;

        for (int d = 0; d < 6; d++) {
            int n = st_hex_step(&l->t->plan->grid, h, d);

            if (n >= 0 && way[n] < way[best < 0 ? h : best] && !st_hexset_has(&l->held[GE], n))
                best = n;
        }
        if (best < 0 || way[h] - way[best] > *points)
            return h;
        *points -= way[h] - way[best];
        h = best;
        if (st_hexset_meets(&l->f->within[1][h], &l->troops[GE])) {
            *points = 0;
            return h;
        }
    }
}

/* On the last turn: by some exit, with the marches that are left, past those who stand in the way. */
static bool gets_away(const struct mons_look *l, int u)
{
    const struct mons_plan *f = l->f;
    bool acts = l->p->acting == BR;
    const char *left = acts && l->left[BR] ? l->left[BR] : "MM";

    for (int e = f->nobjectives; e < f->nobjectives + f->nexits; e++) {
        int h = l->p->place[u];

        for (int i = 0; left[i]; i++) {
            int points = f->unit[u].points;

            if (left[i] != 'M' || (acts && i == 0 && l->step == STEP_MOVE && set_has(&l->p->moved, u)))
                continue;
            h = march_out(l, f->march[e], h, &points);
            if (f->march[e][h] == 0 && points > 0)
                return true;
        }
    }
    return false;
}

enum { REACH = 4 }; /* hexes an infantry regiment covers in a turn */

struct british { /* what is to become of them */
    int losses;  /* that may be expected when all is over, in hundredths of a unit */
    int leave;   /* who can leave in time */
};

/* Hexes with German troops in a turn's reach, six at most. */
static int in_reach(const struct mons_look *l, int hex)
{
    const struct st_hexset *about = &l->f->within[REACH][hex];
    int n = 0;

    for (int i = 0; i < ST_HEX_WORDS; i++)
        n += __builtin_popcountll(about->word[i] & l->troops[GE].word[i]);
    return n < 6 ? n : 6;
}

/* Hexes beside it with German troops, three at most. */
static int crowd(const struct mons_look *l, int hex)
{
    int n = 0;

    if (!st_hexset_meets(&l->f->within[1][hex], &l->troops[GE]))
        return 0;
    for (int d = 0; d < 6; d++) {
        int h = st_hex_step(&l->t->plan->grid, hex, d);

        n += h >= 0 && st_hexset_has(&l->troops[GE], h);
    }
    return n < 3 ? n : 3;
}

static struct british fate(const struct mons_look *l)
{
    struct st_hexset shells = under_guns(l);
    struct british b = { 100 * l->p->eliminated[BR], l->p->exited };
    int turns = l->f->last_turn - l->p->turn + 1;
    bool away = l->p->turn >= l->f->exit_first_turn;

    for (struct mons_set left = set_both(l->f->of_side[BR], l->p->present); !set_none(&left);) {
        int u = set_take(&left), h = l->p->place[u], out = turns_out(l, u), risk;
        const struct mons_stack *x = &l->stack[l->at[h]];

        risk = 0;
        if (st_hexset_has(&shells, h))
            risk += l->f->terrain[h] == CLEAR ? l->w[W_OPEN] : l->w[W_COVER];
        risk += l->w[W_BESIDE] * crowd(l, h) * (x->troops ? 1 : 2) + l->w[W_NEAR] * in_reach(l, h);
        if (risk && marches_left(l, u)) /* it may still go away */
            risk = risk * 2 / 3;
        if (turns > 1)
            risk += l->w[away ? W_LATE : W_HAZARD] * (out < 10 * turns ? out : 10 * turns) / 10;
        if (l->p->steps[u] < l->f->unit[u].steps)
            risk += l->w[W_WORN] + risk / 2;
        if (turns == 1 && l->p->acting == BR) /* the German has fired his last shot */
            risk = 0;
        b.losses += risk < 90 ? risk : 90;
        b.leave += out <= 10 * turns && (turns > 1 || gets_away(l, u));
    }
    if (l->p->combat.owed && mons_loser(l->t) == BR)
        b.losses += l->w[W_WORN] * l->p->combat.owed;
    if (l->p->combat.later && l->p->acting == GE)
        b.losses += l->w[W_WORN] * l->p->combat.later;
    if (l->step == STEP_FIRE && l->p->acting == GE)
        b.losses += l->w[W_WORN] * l->coming.defender / WHOLE;
    return b;
}

/* 4.3, 4.4: two points at the end. */
static int on_points(const struct mons_look *l)
{
    const struct mons_plan *f = l->f;
    struct british b = fate(l);
    int wide = l->w[W_SPREAD], each = 100 * f->units_a_point;
    int one = chance_of((b.losses - each) * 10 / wide), two = chance_of((b.losses - 2 * each) * 10 / wide);
    int bavai = l->p->turn < f->exit_first_turn ? l->w[W_BAVAI] * 100 : all_of(l, f->bavai, f->last_turn);
    int turns = f->last_turn - l->p->turn + 1, sure = turns < 4 ? 4 / turns : 1; /* it is soon seen who leaves */
    int stay = l->p->exited >= f->exit_needed ? 0 : chance_of(sure * ((f->exit_needed - b.leave) * 700 + 350));
    int either = WHOLE - both(WHOLE - bavai, WHOLE - stay);

    if (l->p->eliminated[BR] >= f->units_a_point)
        one = WHOLE;
    if (l->p->eliminated[BR] >= 2 * f->units_a_point)
        two = WHOLE;
    two = two < one ? two : one;
    return two + both(one - two, either) + both(WHOLE - one, both(bavai, stay));
}

static int aim(const struct mons_look *l)
{
    const struct mons_plan *f = l->f;

    if (f->last)
        return odds_of(all_of(l, f->last, f->last_turn));
    int points = on_points(l), early = 0;
    if (l->p->turn <= f->early_turn)
        early = all_of(l, f->early, f->early_turn);
    return odds_of(early + both(WHOLE - early, points));
}

enum { DISTANT = 8 }; /* points: beyond, one is much like another */
enum { SMALL = 50 }; /* strength of all in a small battle: in a large one each counts for less */

/* ---- strength, guns and cover -------------------------------------------------------------------- */

static int substance(const struct mons_look *l, int *size)
{
    int sum = 0;

    *size = 0;
    for (int u = 0; u < l->f->nunits; u++) {
        int strength = strength_of(l->t, u), side = l->f->unit[u].side;

        *size += l->f->unit[u].strength[l->f->unit[u].steps];
        if (is_gun(l->f, u))
            sum += (side == GE ? 1 : -1) * strength * l->w[W_GUN];
        else
            sum += side == GE ? strength * l->w[W_GERMAN] : -strength * l->w[W_BRITISH];
    }
    return sum;
}

/* Losses on the way cost what they will take. */
static int owed(const struct mons_look *l)
{
    const struct mons_combat *c = &l->p->combat;
    int ge = 2 * l->w[W_GERMAN], br = 2 * l->w[W_BRITISH], sum = 0;

    if (c->owed)
        sum += mons_loser(l->t) == GE ? -ge * c->owed : br * c->owed;
    if (c->later)
        sum += l->p->acting == GE ? br * c->later : -ge * c->later;
    if (l->step == STEP_FIRE) {
        int mine = l->coming.attacker, his = l->coming.defender;

        sum += l->p->acting == GE ? (br * his - ge * mine) / WHOLE : (br * mine - ge * his) / WHOLE;
    }
    return sum;
}

/* Guns want something in range, best in the open, and no enemy beside them without troops. */
static int gun_place(const struct mons_look *l, int u)
{
    int side = l->f->unit[u].side, h = l->p->place[u], worth = 0;
    const struct st_hexset *in = &l->f->within[l->f->unit[u].range][h];

    if (st_hexset_meets(in, &l->open[1 - side]))
        worth += l->w[W_TARGET];
    else if (st_hexset_meets(in, &l->held[1 - side]))
        worth += l->w[W_TARGET] * 2 / 3;
    if (!l->stack[l->at[h]].troops) {
        if (st_hexset_meets(&l->f->within[1][h], &l->troops[1 - side]))
            worth -= l->w[W_DANGER];
        else if (st_hexset_meets(&l->f->within[2][h], &l->troops[1 - side]))
            worth -= l->w[W_DANGER] / 3;
    }
    return worth * (1 + strength_of(l->t, u)) / 3;
}

/* Bombardments still to come in this player turn. */
static int shots(const struct mons_look *l)
{
    int side = l->p->acting, sum = 0;
    const char *left = l->left[side];

    for (int i = 0; left && left[i]; i++) {
        if (left[i] != 'F' || (i == 0 && l->shelled))
            continue;
        for (struct mons_set guns = set_both(set_both(l->f->of_side[side], l->f->guns), l->p->present);
             !set_none(&guns);) {
            int u = set_take(&guns);
            const struct st_hexset *in = &l->f->within[l->f->unit[u].range][l->p->place[u]];

            if (i == 0 && set_has(&l->p->bombarded, u))
                continue;
            if (st_hexset_meets(in, &l->open[1 - side]))
                sum += 2 * strength_of(l->t, u);
            else if (st_hexset_meets(in, &l->held[1 - side]))
                sum += strength_of(l->t, u);
        }
    }
    return (side == GE ? 1 : -1) * sum * l->w[W_SHOT];
}

/* ---- the way to where one is wanted ----------------------------------------------------------------- */

static int to_enemy(const struct mons_look *l, int side, int hex)
{
    int least = FAR;

    for (int i = 0; i < l->n; i++)
        if (l->stack[i].side != side) {
            int d = st_hex_distance(&l->t->plan->grid, hex, l->stack[i].hex);

            least = d < least ? d : least;
        }
    return least;
}

static int german_way(const struct mons_look *l, int u)
{
    const struct mons_plan *f = l->f;
    int h = l->p->place[u], goals = f->last ? f->last : l->p->turn <= f->early_turn ? f->early : f->bavai;
    int stop = is_gun(f, u) ? f->unit[u].range - 1 : 1, d = march(f, goals & ~l->p->control, h);

    if (!f->last && l->p->turn > f->early_turn) {
        int prey = to_enemy(l, GE, h) * 3 / 2;

        d = prey < d ? prey : d;
    } else if (d == FAR) {
        d = march(f, f->last ? f->last : f->bavai, h);
    }
    d = d < DISTANT ? d : DISTANT + (d - DISTANT) / 4;
    return d > stop ? l->w[W_MARCH] * (d - stop) : 0;
}

/* Who is not in a garrison keeps near it at Nimy; in the battle he keeps in time to get away. */
static int british_way(const struct mons_look *l, int u)
{
    const struct mons_plan *f = l->f;
    int h = l->p->place[u], left = f->exit_first_turn - l->p->turn;

    if (f->last) {
        int d = march(f, f->last, h), stop = is_gun(f, u) ? 3 : 2;

        return d > stop ? l->w[W_ROAD] * (d - stop) : 0;
    }
    int out = way_out(l, u), time = left > 0 ? 2 + 4 * left : 0, number = f->objective_at[h];
    if (left > 3 && number >= 0 && f->early >> number & 1)
        return 0;
    return l->w[W_BACK] * (out > time ? out - time : 0);
}

/* On the turn that decides, whoever takes an objective stays in it rather than march through. */
static int guards(const struct mons_look *l)
{
    const struct mons_plan *f = l->f;
    int goals = l->p->turn == f->last_turn ? f->last | f->bavai : l->p->turn == f->early_turn ? f->early : 0;
    int n = 0;

    for (int i = 0; i < l->n; i++) {
        int number = f->objective_at[l->stack[i].hex];

        n += l->stack[i].side == GE && l->stack[i].troops && number >= 0 && goals >> number & 1;
    }
    return n * l->w[W_GUARD];
}

static int places(const struct mons_look *l)
{
    int sum = guards(l);

    for (struct mons_set left = l->p->present; !set_none(&left);) {
        int u = set_take(&left);

        if (l->f->unit[u].side == GE)
            sum -= german_way(l, u);
        else
            sum += british_way(l, u);
        if (is_gun(l->f, u))
            sum += l->f->unit[u].side == GE ? gun_place(l, u) : -gun_place(l, u);
    }
    for (struct mons_set left = set_both(l->f->of_side[GE], l->p->waiting); !set_none(&left);) {
        set_take(&left);
        sum -= l->w[W_WAITING];
    }
    return sum;
}

/* ---- the whole ----------------------------------------------------------------------------------- */

/* How the Germans stand. */
static int german_worth(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    struct mons_look l;

    if (p->result)
        return p->result == RESULT_GE ? 10 * WHOLE : -10 * WHOLE;
    look_at(&l, t);
    int size, small = substance(&l, &size) + owed(&l) + places(&l) + shots(&l);
    int left = l.f->last_turn - p->turn; /* in the end only the aim counts */
    if (l.step == STEP_MOVE) /* armies do not walk about for the sake of it */
        small -= (p->acting == GE ? 1 : -1) * l.w[W_STIR] * set_count(&p->moved);
    return aim(&l) + small * SMALL / size * (left > 1 ? 4 : 1 + 2 * left) / 4;
}

/* What one side gains the other loses. */
int mons_worth(const struct st_table *t, int side)
{
    return side == GE ? german_worth(t) : -german_worth(t);
}
