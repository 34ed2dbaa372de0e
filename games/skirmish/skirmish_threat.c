/* skirmish_threat.c - a player's judgement, the dangers: guns that bear, shots declared, blows about to
 * fall, runners who reach. No rule: the rules' own modifiers and sight lines, with less care for
 * exceptions than a shot itself takes. */
#include "skirmish/skirmish_worth.h"

enum { NATURALS = 216, NEVER = 7, HOPELESS = 100 }; /* a shot that needs so much is not counted on */

/* That a natural value reaches so much, of SCALE. */
static int chance(int need)
{
    int of216 = 0;

    for (int n = need < 2 ? 2 : need; n <= 8; n++)
        of216 += skirmish_natural_weight(n);
    return of216 * SCALE / NATURALS;
}

/* ---- guns that bear (play-well 4, 6, 7, 8) ------------------------------------------------ */

/* The best firearm he has loaded, or -1. */
static int loaded_gun(const struct skirmish_eye *e, int u)
{
    const struct skirmish_man *m = &e->f->man[u];
    int kind = mounted_infantry(e->t, u) ? 2 : cavalryman(e->t, u);

    for (int i = 0; i < m->nfire; i++)
        if ((e->p->loaded[u] >> i & 1) && e->f->gun[m->fire[i]].fires[kind])
            return m->fire[i];
    return -1;
}

/* The natural value he needs against v by range and skill, or NEVER. */
static int need_by_range(const struct skirmish_eye *e, int u, int gun, int v, bool moving)
{
    const struct skirmish_gun *g = &e->f->gun[gun];
    int dx = e->p->x[u] - e->p->x[v], dy = e->p->y[u] - e->p->y[v], far2 = dx * dx + dy * dy;
    int edges = (skirmish_radius(horse_of(e->t, u)) + skirmish_radius(horse_of(e->t, v))) / ST_MM;

    for (int k = 0; k < BANDS; k++)
        if (g->band_mm[k] && far2 <= (g->band_mm[k] + edges) * (g->band_mm[k] + edges))
            return g->band_need[k] + (skirmish_class(e->t, u) <= 2) + moving - has(e->p->unseen, u);
    return NEVER;
}

/* A sight line in strides, by the squares of the table: good enough to fear a gun, and ten times as quick. */
static struct skirmish_look glance(const struct skirmish_plan *f, struct skirmish_stand from,
                                   struct skirmish_stand at)
{
    enum { STRIDE = 10 };
    struct skirmish_look l = { .deep = f->ground_sight_mm[WOODS] };
    struct st_point a = { from.x, from.y }, b = { at.x, at.y };
    int n = st_length_up(a, b) / STRIDE;

    l.crossed = skirmish_crossing(f, st_point_mm(a.x, a.y), st_point_mm(b.x, b.y));
    l.walled = (l.crossed.bars & f->blind_bars) || skirmish_walled(f, l.crossed, ~0ull);
    for (int k = 0; k < n && !l.walled; k++) {
        int x = a.x + (b.x - a.x) * k / n, y = a.y + (b.y - a.y) * k / n;
        uint32_t areas = f->cell[(y * ST_MM >> CELL_SHIFT) * f->cols + (x * ST_MM >> CELL_SHIFT)].sure;
        int far = areas && k * STRIDE >= OWN_PLACE ? STRIDE : 0;

        l.wood += areas & f->woods ? STRIDE : 0;
        l.wood_far += areas & f->woods ? far : 0;
        l.brush_far |= far ? areas & f->brush : 0;
    }
    return l;
}

/* What the line and the ground add to that; NEVER where the line is barred. */
static int need_by_sight(const struct skirmish_eye *e, int u, int v)
{
    struct skirmish_stand from = skirmish_where(e->t, u), at = skirmish_where(e->t, v);
    int stands = from.facing << 10 | from.mounted << 9 | at.facing << 5 | at.mounted << 4 | has(e->p->crouched, v);
    const uint64_t key = key_of_way(KEPT_GLANCE, (struct st_point){ from.x, from.y }, (struct st_point){ at.x, at.y }, 0);
    const uint64_t more = (uint64_t)stands << 32 | closed_areas(e->p);
    struct st_kept *kept = kept_of(e->t, key, more);

    if (st_known(kept, key, more))
        return (int)kept->value;
    struct skirmish_look look = glance(e->f, from, at);
    struct skirmish_terms terms = { 0 };
    bool barred = skirmish_blocked(&look) ||
                  (has(e->p->crouched, v) && skirmish_sheltered(e->t, v, from, at, &look));

    if (!barred)
        skirmish_cover(e->t, from, at, &look, &terms);
    int need = barred ? NEVER : -terms.terrain;
    st_keep(kept, key, more, (uint64_t)need);
    return need;
}

/* Whom he would fire at, and what that is worth on average. */
static int best_shot(const struct skirmish_eye *e, int u)
{
    int gun = loaded_gun(e, u), best = 0;
    bool moved = has(e->p->moved, u) && e->f->gun[gun < 0 ? 0 : gun].fires_moving;

    if (gun < 0 || (has(e->p->contact_any, u) && gun != PISTOL))
        return 0;
    for (uint64_t left = seen_enemies(e->t, u); left;) {
        int v = take_one(&left), need = need_by_range(e, u, gun, v, moved);

        if (need >= NEVER || has(e->p->contact_any, v))
            continue;
        int value = skirmish_man_value(e, v);
        if (value * chance(need) / SCALE <= best)
            continue; /* the line would not make it better */
        need += need_by_sight(e, u, v);
        int worth = need >= NEVER ? 0 : value * chance(need) / SCALE;
        best = worth > best ? worth : best;
    }
    return best;
}

int skirmish_fire_promise(const struct skirmish_eye *e, int side)
{
    uint64_t known = side == e->viewer ? e->p->active : e->p->active & ~e->p->unseen;
    int worth = 0;

    for (uint64_t left = known & e->f->of_side[side] & ~e->p->shot; left;) {
        int u = take_one(&left);
        int part = has(e->p->moved, u) ? e->w[W_FIRE_MOVED] : e->w[W_FIRE_STEADY];

        if (e->p->loaded[u])
            worth += best_shot(e, u) * part / 100;
    }
    return worth;
}

/* ---- shots declared: no man falls twice --------------------------------------------------- */

int skirmish_shots_value(const struct skirmish_eye *e, int side)
{
    int64_t stands[MAX_MEN];
    uint64_t aimed = 0;
    int worth = 0;

    for (uint64_t left = e->p->shots & e->f->of_side[side]; left;) {
        int u = take_one(&left), v = e->p->shot_target[u];

        int hit = chance(e->p->shot_need[u] - e->p->shot_mod[u]);
        if (!has(aimed, v))
            stands[v] = SCALE;
        aimed |= bit(v);
        stands[v] = stands[v] * (SCALE - hit) / SCALE;
        worth -= hit < SCALE / HOPELESS ? e->w[W_WASTED] : 0;
    }
    while (aimed) {
        int v = take_one(&aimed);

        worth += (int)(skirmish_man_value(e, v) * (SCALE - stands[v]) / SCALE);
    }
    return worth;
}

/* ---- blows (play-well 9, 10, 12) ---------------------------------------------------------- */

static int strike_chance(const struct skirmish_eye *e, int u, int v)
{
    struct st_table quiet = { e->t->plan, e->t->pos, NULL };
    struct skirmish_blow blow = skirmish_blow_of(e->t, u, v);
    int cls = skirmish_class(e->t, v), armour = e->f->man[v].armour;

    return chance((armour > cls ? armour : cls) + 1 - skirmish_blow_modifier(&quiet, &blow));
}

/* May he strike in this turn's melee? Who has fired does not (5.8.2). */
static bool strikes(const struct skirmish_pos *p, int u)
{
    return !has(p->shot | p->struck, u);
}

/* Who would be struck by u, the dearest first, or -1. */
static int struck_by(const struct skirmish_eye *e, int u, uint64_t foes)
{
    int best = -1, most = -1;

    while (foes) {
        int v = take_one(&foes), worth = skirmish_man_value(e, v) * 8 / (1 + skirmish_class(e->t, v));

        if (worth > most) {
            most = worth;
            best = v;
        }
    }
    (void)u;
    return best;
}

/* What one man's blow is worth: the longer weapon of the other may stop it first. */
static int blow_value(const struct skirmish_eye *e, int u)
{
    uint64_t foes = strikes(e->p, u) ? skirmish_contacts(e->t, u) : 0;
    int v = struck_by(e, u, foes);

    if (v < 0)
        return 0;
    int64_t mine = strike_chance(e, u, v);
    if (strikes(e->p, v) && skirmish_length_of(e->t, v) > skirmish_length_of(e->t, u))
        mine = mine * (SCALE - strike_chance(e, v, u)) / SCALE;
    return (int)(skirmish_man_value(e, v) * mine / SCALE);
}

int skirmish_blows_value(const struct skirmish_eye *e, int side)
{
    int worth = 0;

    for (uint64_t left = e->p->active & e->p->contact_any & e->f->of_side[side]; left;)
        worth += blow_value(e, take_one(&left));
    return worth * e->w[W_BLOW] / 100;
}

/* ---- runners (play-well 4, 5, 11) --------------------------------------------------------- */

const struct skirmish_group *skirmish_ordered_now(const struct skirmish_pos *p, int u)
{
    for (int i = 0; i < 2; i++)
        if (has(p->group[i].members & ~p->group[i].ordered, u))
            return &p->group[i];
    return NULL;
}

int skirmish_caught_value(const struct skirmish_eye *e, int side)
{
    const struct skirmish_pos *p = e->p;
    int worth = 0;

    for (uint64_t prey = p->active & e->f->of_side[side] & ~p->contact_any; prey;) {
        int u = take_one(&prey), near = 0, coming = 0;

        if (p->carrying[u] == NOBODY && !has(e->key | e->vital, u))
            continue;
        bool evades = e->moving && (!has(p->activated, u) || skirmish_ordered_now(p, u)); /* or is about to go */
        for (uint64_t left = enemies_of(e->t, u) & ~p->unseen & ~p->contact_any; left;) {
            int v = take_one(&left);
            bool now = !evades && skirmish_ordered_now(p, v); /* who could evade is best threatened by who waits */

            if (e->moving && has(p->activated, v) && !now)
                continue; /* he has acted: next turn u may be gone */
            int reach = skirmish_allowance(e->t, v, horse_of(e->t, v)) + 2 * FOOT_R / ST_MM;
            int dx = p->x[u] - p->x[v], dy = p->y[u] - p->y[v];
            bool reaches = dx * dx + dy * dy <= reach * reach;
            near += reaches;
            coming += reaches && now;
        }
        int percent = coming ? e->w[W_CORNERED] : e->w[W_CAUGHT];
        worth += near ? skirmish_man_value(e, u) * percent / (evades ? 400 : 100) : 0;
    }
    return worth;
}
