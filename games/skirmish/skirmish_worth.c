/* skirmish_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Men count most, then what the scenario asks for: sacks and people towards their exit, ground to
 * be reached, enemies to be caught. A side that only has to keep the enemy off some ground stays in
 * its cover. Who may still move is worth what he could do, or nobody would ever be activated and
 * everybody would rather fire than march; shots declared and blows about to be struck count by
 * their chances.
 */
#include "skirmish/skirmish.h"

enum { MAN = 120, CLASS = 15, KEY = 300, SACK = 400, SACK_HELD = 120, EXIT = 180, WON = 100000,
       LOADED = 8, RELOADING = 7, READY = 14, PENDING = 30, MISJUDGED = 6, COVERED = 12,
       COVERED_ON_THE_WAY = 3, CROUCHED = 4, HIDDEN = 8, IN_AMBUSH = 30, HORSE = 5 };
enum { NATURALS = 216, SCALE = 1 << 16 }; /* chances */

/* ---- chances ----------------------------------------------------------------------------- */

/* That a natural value reaches so much, of SCALE. */
static int chance(int need)
{
    int of216 = 0;

    for (int n = need < 2 ? 2 : need; n <= 8; n++)
        of216 += skirmish_natural_weight(n);
    return of216 * SCALE / NATURALS;
}

static int strike_chance(const struct st_table *t, int u, int v)
{
    struct st_table quiet = { t->plan, t->pos, NULL };
    struct skirmish_blow blow = skirmish_blow_of(t, u, v);
    int cls = skirmish_class(t, v), armour = plan_of(t)->man[v].armour;

    return chance((armour > cls ? armour : cls) + 1 - skirmish_blow_modifier(&quiet, &blow));
}

/* Does a goal ask after this very man? */
static bool key_man(const struct skirmish_plan *f, int u)
{
    for (int i = 0; i < f->ngoals; i++)
        for (int k = 0; k < f->goal[i].nterms; k++) {
            const struct skirmish_term *g = &f->goal[i].term[k];

            if ((g->what == TERM_OUT || g->what == TERM_EXITED) && g->who == u)
                return true;
        }
    return false;
}

/* ---- places ------------------------------------------------------------------------------ */

static int exit_gap(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    struct st_point own = { pos_of(t)->x[u], pos_of(t)->y[u] };
    int best = -1;

    for (int i = 0; i < f->nexits; i++)
        if (f->exit[i].side == f->man[u].side) {
            int gap = st_length_up(own, skirmish_exit_near(f, i, own));

            best = best < 0 || gap < best ? gap : best;
        }
    return best;
}

static bool has_exit(const struct skirmish_plan *f, int side)
{
    for (int i = 0; i < f->nexits; i++)
        if (f->exit[i].side == side)
            return true;
    return false;
}

/* Only to keep the enemy off the ground he wants. */
static bool holds_ground(const struct skirmish_plan *f, int side)
{
    struct st_point any = { 0, 0 }, unused;

    return !has_exit(f, side) && !skirmish_ground_near(f, side, any, &unused) &&
           skirmish_ground_near(f, 1 - side, any, &unused);
}

/* The enemy worth running at: a carrier of something, or whose fall would end it, before others. */
static int quarry_gap(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct st_point own = { p->x[u], p->y[u] };
    int best = 2000;

    for (uint64_t left = seen_enemies(t, u); left;) {
        int v = take_one(&left);
        int gap = st_length_up(own, (struct st_point){ p->x[v], p->y[v] });

        gap = p->carrying[v] != NOBODY || key_man(f, v) ? gap * 2 / 3 : gap;
        best = gap < best ? gap : best;
    }
    return best;
}

/* Behind something, or in it. */
static bool in_cover(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_stand s = skirmish_where(t, u);

    return !s.mounted && (skirmish_can_hide(f, s) || (skirmish_pressed(f, s) & f->cover_bars));
}

static int place_worth(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct st_point own = { p->x[u], p->y[u] }, ground;
    bool holds = holds_ground(f, f->man[u].side);
    int off = exit_gap(t, u), worth = 0;

    if (in_cover(t, u))
        worth += holds ? COVERED + (has(p->crouched, u) ? CROUCHED : 0) : COVERED_ON_THE_WAY;
    if (p->carrying[u] != NOBODY)
        worth += SACK_HELD;
    if (off >= 0)
        worth -= p->carrying[u] != NOBODY || key_man(f, u) ? off / 3 : off / 9;
    if (skirmish_ground_near(f, f->man[u].side, own, &ground))
        worth -= st_length_up(own, ground) / 8;
    else if (off < 0 && !holds)
        worth -= quarry_gap(t, u) / 10;
    return worth;
}

/* ---- who may still move ------------------------------------------------------------------ */

/* The worst ground on the first stretch of the way to where he wants to be. */
static int class_ahead(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    struct st_point own = { p->x[u], p->y[u] }, to = own;
    struct skirmish_crossed crossed;
    int mounted = horse_of(t, u), mm = skirmish_allowance(t, u, mounted);

    if (!skirmish_ground_near(f, f->man[u].side, own, &to))
        for (int i = 0; i < f->nexits; i++)
            if (f->exit[i].side == f->man[u].side)
                to = skirmish_exit_near(f, i, own);
    int far = st_length_up(own, to);
    if (far > mm)
        to = st_along(own, to, mm, far);
    int cls = skirmish_step_class(t, own, to, mounted, 0, &crossed);
    int here = skirmish_class_at(t, own.x, own.y, mounted);
    return here > cls ? here : cls;
}

static int pending_worth(const struct st_table *t, int u, const struct skirmish_group *g)
{
    int ahead = class_ahead(t, u);

    if (g->blocked)
        return ahead == O ? PENDING - MISJUDGED : 0;
    return ahead > g->cls ? PENDING / 2 : PENDING - MISJUDGED * (g->cls - ahead);
}

/* ---- men --------------------------------------------------------------------------------- */

static int man_worth(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return MAN + CLASS * skirmish_class(t, u) + (key_man(plan_of(t), u) ? KEY : 0) +
           LOADED * __builtin_popcount(p->loaded[u]) +
           (skirmish_may_reload(t, u) ? RELOADING : 0) + (cavalryman(t, u) ? HORSE : 0) +
           (has(p->unseen, u) ? p->loaded[u] ? IN_AMBUSH : HIDDEN : 0);
}

/* What a side's declared shots are worth: no man falls twice. */
static int shots_worth(const struct st_table *t, int side)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int64_t stands[MAX_MEN];
    uint64_t aimed = 0;
    int worth = 0;

    for (uint64_t left = p->shots & f->of_side[side]; left;) {
        int u = take_one(&left), v = p->shot_target[u];

        if (!has(aimed, v))
            stands[v] = SCALE;
        aimed |= bit(v);
        stands[v] = stands[v] * (SCALE - chance(p->shot_need[u] - p->shot_mod[u])) / SCALE;
    }
    while (aimed) {
        int v = take_one(&aimed);

        worth += (int)(man_worth(t, v) * (SCALE - stands[v]) / SCALE);
    }
    return worth;
}

/* Blows about to be struck in this turn's melee: the longer weapon first. */
static int melee_worth(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t foes = skirmish_contacts(t, u);

    if (!foes || has(p->struck, u))
        return 0;
    int v = take_one(&foes);
    int64_t mine = has(p->shot, u) ? 0 : strike_chance(t, u, v);
    int64_t his = has(p->shot | p->struck, v) ? 0 : strike_chance(t, v, u);
    int own = skirmish_length_of(t, u), foe = skirmish_length_of(t, v);
    if (own > foe)
        his = his * (SCALE - mine) / SCALE;
    if (own < foe)
        mine = mine * (SCALE - his) / SCALE;
    return (int)((man_worth(t, v) * mine - man_worth(t, u) * his) / SCALE);
}

static int own_worth(const struct st_table *t, int side)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    bool marches = !holds_ground(f, side);
    uint64_t pending = p->group[0].members & ~p->group[0].ordered;
    int worth = 0;

    for (uint64_t left = p->active & f->of_side[side]; left;) {
        int u = take_one(&left);

        worth += man_worth(t, u) + place_worth(t, u) + melee_worth(t, u);
        if (has(pending, u))
            worth += pending_worth(t, u, &p->group[0]);
        else if (marches && !has(p->activated, u))
            worth += READY;
    }
    return worth;
}

int skirmish_worth(const struct st_table *t, int side)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    if (p->result)
        return p->result == RESULT_DRAW ? 0 : p->result == RESULT_A + side ? WON : -WON;
    int worth = own_worth(t, side);
    for (uint64_t left = p->active & f->of_side[1 - side] & ~p->unseen; left;) {
        int u = take_one(&left);

        worth -= man_worth(t, u) + (p->carrying[u] != NOBODY ? SACK_HELD : 0);
    }
    worth += EXIT * (__builtin_popcountll(p->exited & f->of_side[side]) -
                     __builtin_popcountll(p->exited & f->of_side[1 - side]));
    if (f->nthings)
        worth += (has_exit(f, side) ? SACK : -SACK) * p->carried_off;
    return worth + shots_worth(t, side) - shots_worth(t, 1 - side);
}
