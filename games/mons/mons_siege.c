/* mons_siege.c - how likely an objective changes hands (mons_judge.h).
 *
 * A storm is worked out nearly as the rules have it: the defender fires apart, then the odds, then the
 * die. Before it come the shells, before them the march of those who are near; after it whoever can come
 * back. What lies further ahead than the next player turn is a mean: so many turns of shells, then a
 * storm by all who can be there.
 */
#include "mons/mons_judge.h"

enum { CANDIDATES = 48, DICE_LOST = 12, STEPS_MOST = 12,
       AHEAD = 3 }; /* marches that are counted on */

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int part(int64_t p, int percent)
{
    return (int)(p * percent / 100);
}

struct mons_stack mons_less(struct mons_stack s, int steps)
{
    int guns = least(steps, s.gun_steps), rest = least(steps - guns, s.troop_steps);

    s.gun_steps = (uint8_t)(s.gun_steps - guns);
    s.guns = (uint8_t)least(s.guns, s.gun_steps);
    s.troop_steps = (uint8_t)(s.troop_steps - rest);
    s.troops = (uint8_t)least(s.troops, s.troop_steps);
    s.strength = (uint8_t)(s.troop_steps ? s.strength > 2 * rest ? s.strength - 2 * rest : 1 : 0);
    s.best = (uint8_t)least(s.best, s.troop_steps);
    return s;
}

static bool empty(const struct mons_stack *s)
{
    return !s->troops && !s->guns;
}

/* ---- one storm ----------------------------------------------------------------------------- */

struct assault { /* who could storm together */
    int attack, hexes, best; /* best: steps of the freshest that could go in */
    bool wet, way_in;
};

/* The chances of the steps that fire takes: a die for each attacking hex, as far as there are units. */
static void fire_lost(const struct mons_look *l, const struct mons_stack *g, const struct assault *a,
                      int drm, int out[DICE_LOST + 1])
{
    int units = g->troops + g->guns, dice = least(units, a->hexes), gun = plan_of(l->t)->gun_fire;

    for (int i = 0; i <= DICE_LOST; i++)
        out[i] = i ? 0 : WHOLE;
    for (int d = 0; d < dice; d++) {
        int factors = 0, ways[4] = { 0 }, then[DICE_LOST + 1] = { 0 };

        for (int k = d; k < units; k += dice)
            factors += k < g->troops ? (g->strength + k) / g->troops : gun;
        for (int die = 1; factors && die <= 6; die++)
            ways[least(st_chart_look(l->f->fire, factors, die + drm, NULL), 3)]++;
        if (!factors)
            continue;
        for (int i = 0; i <= DICE_LOST; i++)
            for (int k = 0; out[i] && k < 4; k++)
                then[least(i + k, DICE_LOST)] += out[i] * ways[k] / 6;
        for (int i = 0; i <= DICE_LOST; i++)
            out[i] = then[i];
    }
}

static struct mons_storm storm(const struct mons_look *l, const struct mons_stack *g,
                               const struct assault *a)
{
    struct st_table quiet = { l->t->plan, l->t->pos, NULL };
    struct mons_volley v = { .terrain = l->f->terrain[g->hex], .water = a->wet };
    struct mons_clash c = { .terrain = l->f->terrain[g->hex], .water = a->wet };
    int drm = mons_melee_drm(&quiet, &c), lost[DICE_LOST + 1];
    int steps = g->troop_steps + g->gun_steps, defence = g->strength + g->guns * l->f->gun_defence;
    struct mons_storm out = { 0, 0, 0 };

    fire_lost(l, g, a, mons_fire_drm(&quiet, &v), lost);
    for (int i = 0; i <= DICE_LOST; i++) {
        int attack = a->attack - 2 * i;

        if (!lost[i] || attack <= 0)
            continue;
        int odds = mons_odds(attack, defence);
        for (int die = 1; die <= 6; die++) {
            int mine, his;

            mons_melee_result(&quiet, odds, die + drm, &mine, &his);
            out.cleared += his >= steps ? lost[i] / 6 : 0;
            out.attacker += (i + mine) * lost[i] / 6;
            out.defender += least(his, steps) * lost[i] / 6;
        }
    }
    if (!a->way_in)
        out.cleared = 0;
    return out;
}

/* ---- who can be there ------------------------------------------------------------------------ */

struct siege {
    const struct mons_look *l;
    int number, hex, side;      /* side: who would take it */
    bool now;                   /* in the player turn in progress */
    struct assault at[2];       /* as they stand; after a movement phase */
    int shells[2];              /* strength of the guns that can join */
    bool walk;                  /* somebody could walk in */
};

struct candidate {
    int unit, dir; /* dir: where it stands round the hex; -1: it may come */
};

static bool joins(const struct mons_look *l, int lead, int u)
{
    const struct mons_unit *a = &l->f->unit[lead], *b = &l->f->unit[u];

    if (a->side == BR)
        return true;
    return a->corps == b->corps && (l->p->turn >= l->f->lifted || b->division == CORPS_TROOPS ||
                                    a->division == CORPS_TROOPS || a->division == b->division);
}

static bool can_hold(const struct siege *s, int dir) /* a free hex beside it */
{
    const struct mons_look *l = s->l;
    int h = st_hex_step(&l->t->plan->grid, s->hex, dir);

    return h >= 0 && st_hexset_has(&l->f->area, h) && l->f->terrain[h] != OUT &&
           !st_hexset_has(&l->held[0], h) && !st_hexset_has(&l->held[1], h);
}

static void add_to(const struct siege *s, struct assault *a, int u, int dir, int marches)
{
    int strength = strength_of(s->l->t, u) - marches; /* who is not there yet counts less */

    a->attack += strength > 1 ? strength : 1;
    a->wet &= water_between(s->l->f, s->hex, dir);
    if (!canal_bars(s->l->f, s->hex, dir)) {
        a->way_in = true;
        a->best = a->best > s->l->p->steps[u] ? a->best : s->l->p->steps[u];
    }
}

struct comers { /* candidates for an assault, and which of them are in it already */
    const struct candidate *c;
    int n, lead, marches;
    uint64_t used;
};

/* The best of those who come takes a free hex; the British fill it with others. */
static void come_to(const struct siege *s, struct assault *a, struct comers *by, int dir)
{
    const struct candidate *c = by->c;
    const struct mons_look *l = s->l;
    const uint8_t *way = l->f->approach[s->number][dir];

    for (int room = s->side == GE ? 1 : STACK; room > 0; room--) {
        int best = -1;

        for (int i = 0; i < by->n; i++) {
            int u = c[i].unit;

            if (c[i].dir < 0 && !(by->used >> i & 1) && joins(l, by->lead, u) &&
                way[l->p->place[u]] <= by->marches * l->f->unit[u].points &&
                (best < 0 || strength_of(l->t, u) > strength_of(l->t, c[best].unit)))
                best = i;
        }
        if (best < 0)
            return;
        by->used |= 1ull << best;
        a->hexes += room == (s->side == GE ? 1 : STACK);
        int u = c[best].unit;
        add_to(s, a, u, dir, way[l->p->place[u]] > l->f->unit[u].points ? 2 : 1);
    }
}

/* All who join the lead: those in place, then those who come, the dry sides and the bridges first. */
static struct assault together(const struct siege *s, const struct candidate *c, int n, int lead,
                               int marches)
{
    const struct mons_plan *f = s->l->f;
    struct assault a = { .wet = true };
    struct comers by = { c, n, lead, marches, 0 };
    int hexes = 0;

    for (int i = 0; i < n; i++)
        if (c[i].dir >= 0 && joins(s->l, lead, c[i].unit)) {
            add_to(s, &a, c[i].unit, c[i].dir, 0);
            hexes |= 1 << c[i].dir;
        }
    a.hexes = __builtin_popcount((unsigned)hexes);
    for (int kind = 0; marches && kind < 3; kind++)
        for (int d = 0; d < 6; d++) {
            int is = !water_between(f, s->hex, d) ? 0 : !canal_bars(f, s->hex, d) ? 1 : 2;

            if (is == kind && can_hold(s, d))
                come_to(s, &a, &by, d);
        }
    return a;
}

/* Could it be beside the hex after so many marches? */
static bool in_reach(const struct siege *s, int u, int marches)
{
    int h = s->l->p->place[u], points = marches * s->l->f->unit[u].points;

    if (s->l->f->march[s->number][h] > points + 2) /* too far by any way */
        return false;
    for (int d = 0; d < 6; d++)
        if (s->l->f->approach[s->number][d][h] <= points && can_hold(s, d))
            return true;
    return false;
}

static bool has_acted(const struct siege *s, int u)
{
    return s->now && s->l->step == STEP_MOVE && set_has(&s->l->p->moved, u);
}

/* The strongest storm by those beside the hex, and those who are there after so many marches. */
static struct assault gather(struct siege *s, int marches)
{
    const struct mons_look *l = s->l;
    struct candidate c[CANDIDATES];
    struct assault best = { .wet = true };
    int n = 0;

    for (struct mons_set left = set_both(set_both(l->f->of_side[s->side], l->f->troops), l->p->present);
         !set_none(&left) && n < CANDIDATES;) {
        int u = set_take(&left), h = l->p->place[u];
        int dir = st_hexset_has(&l->f->within[1][s->hex], h) ? st_hex_dir(&l->t->plan->grid, s->hex, h) : -1;

        if (dir < 0 && (!marches || has_acted(s, u) || !in_reach(s, u, marches) || mons_frozen(l->t, u)))
            continue;
        if (s->now && !marches && set_has(&l->p->meleed, u))
            continue;
        c[n++] = (struct candidate){ u, dir };
    }
    for (int i = 0; i < n; i++) {
        bool known = false;

        for (int k = 0; k < i && !known; k++)
            known = l->f->unit[c[k].unit].division == l->f->unit[c[i].unit].division &&
                    l->f->unit[c[k].unit].corps == l->f->unit[c[i].unit].corps;
        if (known)
            continue;
        struct assault a = together(s, c, n, c[i].unit, marches);
        if (a.way_in > best.way_in || (a.way_in == best.way_in && a.attack > best.attack))
            best = a;
    }
    return best;
}

/* Strength of the guns that can shell it together. */
static int guns_on(const struct siege *s, int marches)
{
    const struct mons_look *l = s->l;
    struct mons_set guns = set_both(set_both(l->f->of_side[s->side], l->f->guns), l->p->present);
    int16_t in[CANDIDATES];
    int best = 0, n = 0;

    if (s->now && !marches && st_hexset_has(&l->p->hit, s->hex))
        return 0;
    for (struct mons_set left = guns; !set_none(&left) && n < CANDIDATES;) {
        int u = set_take(&left), far = l->f->unit[u].range + (marches > 1 ? 2 : 0);

        if (st_hex_distance(&l->t->plan->grid, l->p->place[u], s->hex) <= far &&
            !(s->now && !marches && set_has(&l->p->bombarded, u)))
            in[n++] = (int16_t)u;
    }
    for (int i = 0; i < n; i++) {
        int sum = 0;

        for (int k = 0; k < n; k++)
            sum += joins(l, in[i], in[k]) ? strength_of(l->t, in[k]) : 0;
        best = sum > best ? sum : best;
        if (s->side == BR)
            break;
    }
    return best;
}

static bool walks_in(const struct siege *s, int marches)
{
    const struct mons_look *l = s->l;

    for (struct mons_set left = set_both(l->f->of_side[s->side], l->p->present); !set_none(&left);) {
        int u = set_take(&left);

        if (l->f->march[s->number][l->p->place[u]] <= marches * l->f->unit[u].points &&
            !has_acted(s, u) && !mons_frozen(l->t, u))
            return true;
    }
    return false;
}

/* ---- a player turn ------------------------------------------------------------------------------ */

static int in_turn(const struct siege *s, struct mons_stack g, const char *phases, int moved, bool first);

static int storm_then(const struct siege *s, struct mons_stack g, const char *rest, int moved, bool first)
{
    const struct assault *a = &s->at[moved];
    struct mons_storm x = { 0, 0, 0 };

    if (a->attack && !(first && s->now && st_hexset_has(&s->l->p->assaulted, s->hex)))
        x = storm(s->l, &g, a);
    struct siege worn = *s; /* the second time there are fewer of them */
    worn.at[moved].attack -= least(2 * x.attacker / WHOLE, a->attack);
    int then = *rest ? in_turn(&worn, mons_less(g, x.defender / WHOLE), rest, moved, false) : 0;
    int both = x.cleared + (int)((int64_t)(WHOLE - x.cleared) * then / WHOLE);
    return both > then ? both : then;
}

/* The chance to take it, with such phases to come. */
static int in_turn(const struct siege *s, struct mons_stack g, const char *phases, int moved, bool first)
{
    if (!*phases)
        return 0;
    if (*phases == 'M') { /* what is only hoped for is a little less */
        int hope = empty(&g) ? s->walk ? WHOLE : 0 : in_turn(s, g, phases + 1, 1, false);

        if (first && s->now && s->l->step == STEP_MOVE) /* who may march there now does so before the others */
            return part(hope, s->l->w[W_MARCHES]);
        return part(hope, s->now ? s->l->w[W_HOPE] : 100);
    }
    if (empty(&g))
        return in_turn(s, g, phases + 1, moved, false);
    int silent = storm_then(s, g, phases + 1, moved, first), shelled = 0, by = s->shells[moved];
    if (!by || (first && s->now && s->l->shelled))
        return silent;
    struct st_table quiet = { s->l->t->plan, s->l->t->pos, NULL };
    struct mons_shelling sh = { by, s->l->f->terrain[s->hex], s->at[moved].attack > 0 };
    int drm = mons_bombardment_drm(&quiet, &sh), known = -1, value = 0;
    for (int die = 1; die <= 6; die++) {
        int at = die + drm, lost = st_chart_look(s->l->f->bombardment, by, at > 0 ? at : 0, NULL);

        if (lost != known) {
            struct mons_stack then = mons_less(g, lost);

            value = empty(&then) ? in_turn(s, then, phases + 1, moved, false)
                                 : storm_then(s, then, phases + 1, moved, first);
            known = lost;
        }
        shelled += value;
    }
    return silent > shelled / 6 ? silent : shelled / 6;
}

static void look_round(struct siege *s, int marches)
{
    s->at[0] = s->now ? gather(s, 0) : (struct assault){ .wet = true };
    s->shells[0] = s->now ? guns_on(s, 0) : 0;
    s->at[1] = gather(s, marches);
    s->shells[1] = guns_on(s, marches);
    s->walk = walks_in(s, marches);
}

static struct mons_stack held_by(const struct mons_look *l, int side, int hex)
{
    if (st_hexset_has(&l->held[side], hex))
        return l->stack[l->at[hex]];
    return (struct mons_stack){ .hex = (int16_t)hex, .side = (uint8_t)side };
}

/* Those of the side who could still march in join the garrison, four units at most (6.1). */
static struct mons_stack filled(const struct mons_look *l, int number, struct mons_stack g)
{
    bool regiment = g.side == GE && g.troops > 0;

    for (struct mons_set left = set_both(l->f->of_side[g.side], l->p->present);
         !set_none(&left) && g.troops + g.guns < STACK;) {
        int u = set_take(&left), d = l->f->march[number][l->p->place[u]];

        if (!d || d > l->f->unit[u].points || is_gun(l->f, u) || mons_frozen(l->t, u) ||
            (l->step == STEP_MOVE && set_has(&l->p->moved, u)) || (regiment && l->f->unit[u].regiment))
            continue;
        regiment |= l->f->unit[u].regiment;
        g.troops++;
        g.troop_steps = (uint8_t)(g.troop_steps + l->p->steps[u]);
        g.strength = (uint8_t)(g.strength + strength_of(l->t, u));
        g.best = g.best > l->p->steps[u] ? g.best : l->p->steps[u];
    }
    return g;
}

static const char *const any[] = { "MF", "FM", "FF", "MM" };

/* The best of the British programmes. */
static int any_turn(const struct siege *s, struct mons_stack g)
{
    int best = 0;

    for (int i = 0; i < 4; i++) {
        int p = in_turn(s, g, any[i], 0, false);

        best = p > best ? p : best;
    }
    return best;
}

/* The British come back for what a German storm has taken. */
static int comes_back(const struct mons_look *l, int number, int best)
{
    struct siege s = { .l = l, .number = number, .hex = l->f->objective[number], .side = BR };
    int steps = best > 1 ? best - 1 : 1;
    struct mons_stack g = { .hex = (int16_t)s.hex, .side = GE, .troops = 1,
                            .troop_steps = (uint8_t)steps, .strength = (uint8_t)(2 * steps),
                            .best = (uint8_t)steps };

    s.now = true; /* as they stand: the march is in look_round */
    s.at[0] = gather(&s, 0);
    s.shells[0] = guns_on(&s, 1);
    s.at[1] = gather(&s, 1);
    s.shells[1] = s.shells[0];
    s.now = false;
    s.walk = walks_in(&s, 1);
    return any_turn(&s, g);
}

static int both(int64_t p, int q)
{
    return (int)(p * q / WHOLE);
}

/* Of six, how often a turn of shells takes so many steps. */
static void shells_ways(const struct siege *s, int ways[4])
{
    struct st_table quiet = { s->l->t->plan, s->l->t->pos, NULL };
    struct mons_shelling sh = { s->shells[1], s->l->f->terrain[s->hex], true };
    int drm = mons_bombardment_drm(&quiet, &sh);

    for (int i = 0; i < 4; i++)
        ways[i] = 0;
    for (int die = 1; die <= 6; die++) {
        int at = die + drm > 0 ? die + drm : 0;

        ways[s->shells[1] ? least(st_chart_look(s->l->f->bombardment, s->shells[1], at, NULL), 3) : 0]++;
    }
}

/* So many turns of shells, then a storm, with shells before it or without. */
static int worn_down(const struct siege *s, const struct mons_stack *g, int turns)
{
    int steps = g->troop_steps + g->gun_steps, ways[4], taken[STEPS_MOST + 4] = { 0 };
    int lost[STEPS_MOST + 1] = { WHOLE }, sum = 0;

    if (!steps)
        return s->walk ? WHOLE : 0;
    if (!s->at[1].attack)
        return 0;
    shells_ways(s, ways);
    steps = least(steps, STEPS_MOST);
    for (int k = 0; k < steps; k++) {
        struct mons_stack then = mons_less(*g, k);

        taken[k] = storm(s->l, &then, &s->at[1]).cleared;
    }
    for (; turns > 1; turns--)
        for (int k = steps; k >= 0; k--) {
            int more = lost[k] / 6;

            lost[k] = more * ways[0];
            for (int i = 1; i < 4; i++)
                lost[least(k + i, steps)] += more * ways[i];
            if (k == steps)
                lost[k] = 6 * more;
        }
    for (int k = 0; k <= steps; k++) {
        int shelled = 0;

        for (int i = 0; i < 4; i++)
            shelled += ways[i] * taken[k + i] / 6;
        sum += k == steps ? s->walk ? lost[k] : 0 : both(lost[k], shelled > taken[k] ? shelled : taken[k]);
    }
    return sum;
}

/* After the player turn in progress, when the time is nearly up. */
static int later(const struct mons_look *l, int number, const struct mons_stack *g, int turns, int *best)
{
    struct siege s = { .l = l, .number = number, .hex = l->f->objective[number], .side = GE };

    look_round(&s, least(turns, AHEAD));
    int end = worn_down(&s, g, turns);
    for (int i = 1; i < least(turns, AHEAD); i++)
        end = part(end, l->w[W_LAST]);
    *best = s.at[1].best;
    return end;
}

/* The British have it: does the German take it and keep it? */
static int german_takes(const struct mons_look *l, int number, struct mons_stack g, int turns)
{
    struct siege s = { .l = l, .number = number, .hex = l->f->objective[number], .side = GE, .now = true };
    bool pending = l->step == STEP_FIRE && l->p->combat.target == s.hex && l->p->acting == GE;
    int now = 0, best = 0, sum = 0;

    if (l->p->acting == GE) {
        look_round(&s, 1);
        best = s.at[1].best > s.at[0].best ? s.at[1].best : s.at[0].best;
        if (l->step == STEP_ADVANCE && l->p->combat.target == s.hex)
            now = WHOLE;
        else if (pending)
            now = l->coming.cleared;
        else if (*l->left[GE])
            now = in_turn(&s, g, l->left[GE], 0, true);
    }
    if (pending)
        g = mons_less(g, l->coming.defender / WHOLE);
    if (now) {
        int back = comes_back(l, number, best);

        sum = both(now, WHOLE - (turns > 0 ? part(back, l->w[W_RETAKE]) : back));
    }
    if (turns > 0) {
        int then = later(l, number, &g, turns, &best);

        int back = turns < 3 && then > WHOLE / 100 ? comes_back(l, number, best) : 0;

        sum += both(both(WHOLE - now, then), WHOLE - part(back, l->w[W_RETAKE]));
    }
    return sum;
}

/* The German has it: do the British take it back? */
static int british_take(const struct mons_look *l, int number, struct mons_stack g, int turns)
{
    struct siege s = { .l = l, .number = number, .hex = l->f->objective[number], .side = BR };
    bool pending = l->step == STEP_FIRE && l->p->combat.target == s.hex && l->p->acting == BR;
    int now;

    s.now = l->p->acting == BR;
    look_round(&s, 1);
    if (!s.now) {
        s.now = true;
        s.at[0] = gather(&s, 0);
        s.shells[0] = s.shells[1];
        s.now = false;
    }
    if (l->step == STEP_ADVANCE && l->p->combat.target == s.hex && l->p->acting == BR)
        now = WHOLE;
    else if (pending)
        now = l->coming.cleared;
    else
        now = l->left[BR] ? in_turn(&s, g, l->left[BR], 0, true) : any_turn(&s, g);
    if (turns > 0 && l->p->acting == BR) {
        int then = part(any_turn(&s, g), l->w[W_KEEP]);

        now = now > then ? now : then;
    }
    return turns > 0 ? part(now, 100 - l->w[W_KEEP] / 2) : now;
}

int mons_german_chance(const struct mons_look *l, int number, int last)
{
    int holder = l->p->control >> number & 1 ? GE : BR, turns = last - l->p->turn;
    struct mons_stack g = held_by(l, holder, l->f->objective[number]), more = g;
    const char *phases = l->left[holder];
    bool marches = l->p->acting == holder && (!phases || phases[0] == 'M' || (phases[0] && phases[1] == 'M'));

    if (marches)
        more = filled(l, number, g);
    int chance = holder == BR ? german_takes(l, number, g, turns)
                              : WHOLE - british_take(l, number, g, turns);
    if (more.troops == g.troops)
        return chance;
    int hoped = holder == BR ? german_takes(l, number, more, turns)
                             : WHOLE - british_take(l, number, more, turns);
    return part(chance, 100 - l->w[W_COME]) + part(hoped, l->w[W_COME]);
}
