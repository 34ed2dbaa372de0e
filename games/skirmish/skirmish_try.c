/* skirmish_try.c - 5.15.2: where players made of code think of going. No rule: whatever check
 * accepts is legal, these are only likely places. Where the straight way is barred, a way round is
 * looked for (skirmish_route.c). */
#include "skirmish/skirmish.h"

#include "base/philox.h"

enum { DIRECTIONS = 16, REACH_MM = 64, PRESS_MM = 11, LINE_STEP = 40, PLACES = 96, FAR_MM = 6000,
       FOES = 3 };

/* A move along waypoints, its facing left to the rules. */
static struct st_move way_move(int u, const struct st_point *way, int n, int pickup)
{
    struct st_move m = st_move_2(VERB_MOVE, u, n);
    int16_t *arg = &m.arg[2];

    for (int i = 0; i < n; i++) {
        *arg++ = (int16_t)way[i].x;
        *arg++ = (int16_t)way[i].y;
    }
    arg[0] = -1;
    arg[3] = (int16_t)pickup;
    m.nargs = (uint16_t)(2 + 2 * n + 4);
    return m;
}

struct search {
    const struct st_table *t;
    int u;
    const struct skirmish_group *g;
    bool evading;
    struct st_offer *o;
    int allowance, most; /* the one that is looked at; over open ground */
    struct st_point own;
    struct skirmish_around around; /* within the full allowance */
    struct skirmish_scout scout; /* ways round, over what the group declared */
    struct st_point seen[PLACES]; /* a place is offered once */
    int nseen;
};

static bool legal(const struct st_table *t, const struct st_move *m, const struct skirmish_group *g,
                  bool evading, const struct skirmish_around *around)
{
    struct skirmish_path path;

    return skirmish_path_check(t, m, g, evading, around, &path, NULL) == ST_LEGAL;
}

static bool try_way(struct search *s, const struct st_point *way, int n, int pickup)
{
    struct st_point at = { way[n - 1].x, way[n - 1].y * 2 + pickup };
    struct st_move m = way_move(s->u, way, n, pickup);

    if (s->nseen == PLACES)
        return false;
    for (int i = 0; i < s->nseen; i++)
        if (st_same_point(s->seen[i], at))
            return true;
    if (!legal(s->t, &m, s->g, s->evading, &s->around))
        return false;
    s->seen[s->nseen++] = at;
    st_offer_add(s->o, &m);
    return true;
}

/* Straight there, else round the corners. */
static void try_place(struct search *s, int x, int y, int pickup)
{
    const struct skirmish_plan *f = plan_of(s->t);
    struct st_point way[MAX_WAY] = { { x, y } };

    if (s->o->enough || x < 0 || y < 0 || x > f->width || y > f->height || st_length_up(s->own, way[0]) > s->most ||
        try_way(s, way, 1, pickup))
        return;
    int n = skirmish_way_to(s->t, &s->scout, way[0], s->allowance, way);
    if (n)
        try_way(s, way, n, pickup);
}

/* As far as one gets on the way to a place, however far off that is. */
static void try_toward(struct search *s, struct st_point to, int mm)
{
    struct st_point way[MAX_WAY] = { to };
    int n = skirmish_clear_leg(s->t, &s->scout, to)
                ? 1 : skirmish_way_to(s->t, &s->scout, to, FAR_MM, way);

    n = skirmish_cut_way(s->own, way, n, mm);
    if (n && !s->o->enough)
        try_way(s, way, n, 0);
}

static struct st_point along(const struct skirmish_plan *f, int x, int y, int facing, int mm)
{
    struct st_point out = st_point_to_mm(skirmish_out(f, facing, 0, mm * ST_MM));

    return (struct st_point){ x + out.x, y + out.y };
}

/* How many mm from a man, in a direction, a base first touches his and lies on none of it; 0: nowhere. */
static int touching_mm(const struct skirmish_plan *f, struct skirmish_stand own, struct skirmish_stand foe, int facing)
{
    enum { LEAP = 8 };

    for (int mm = 20; mm <= REACH_MM; mm++) {
        struct st_point at = along(f, foe.x, foe.y, facing, mm);

        own.x = (int16_t)at.x;
        own.y = (int16_t)at.y;
        if (skirmish_apart(f, own, foe, 0) >= 0)
            return skirmish_apart(f, own, foe, TOUCH) <= 0 ? mm : 0;
        if (skirmish_apart(f, own, foe, -LEAP * ST_MM) < 0)
            mm += LEAP - 2; /* so far it comes out of him at most, places being rounded to whole mm */
    }
    return 0;
}

/* The nearest whole millimetres from which a base touches that of v, seen from v in a direction. */
static bool beside(const struct st_table *t, int u, int v, int facing, struct st_point *out)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_stand foe = skirmish_where(t, v), own = skirmish_where(t, u);
    const uint64_t key = (uint64_t)KEPT_BESIDE << 60 | (uint64_t)(own.mounted | foe.mounted << 1 | foe.facing << 2 | facing << 6);
    struct st_kept *kept = kept_of(t, key, 0);

    own.facing = (uint8_t)((facing + 8) % 16);
    int mm = st_known(kept, key, 0) ? (int)kept->value : touching_mm(f, own, foe, facing); /* wherever he stands */
    st_keep(kept, key, 0, (uint64_t)mm);
    *out = along(f, foe.x, foe.y, facing, mm);
    return mm && out->x >= 0 && out->y >= 0 && out->x <= f->width && out->y <= f->height;
}

/* (a) in contact with enemies within reach */
static void try_enemies(struct search *s)
{
    const struct skirmish_pos *p = pos_of(s->t);

    for (uint64_t left = seen_enemies(s->t, s->u); left && !s->o->enough;) {
        int v = take_one(&left), dx = p->x[v] - p->x[s->u], dy = p->y[v] - p->y[s->u];
        int far = s->allowance + REACH_MM;
        struct st_point at;

        if (dx > far || dx < -far || dy > far || dy < -far)
            continue;
        for (int d = 0; d < DIRECTIONS; d += 2)
            if (beside(s->t, s->u, v, d, &at))
                try_place(s, at.x, at.y, 0);
    }
}

/* (b) behind lines, on both sides */
static void try_lines(struct search *s)
{
    const struct skirmish_plan *f = plan_of(s->t);
    const struct skirmish_pos *p = pos_of(s->t);

    for (int k = 0; k < f->nsegs; k++) {
        struct st_point a = st_point_to_mm(f->seg[k].a), b = st_point_to_mm(f->seg[k].b);
        int len = st_length_up(a, b), n = len / LINE_STEP;

        for (int j = 0; j <= n && !s->o->enough; j++)
            for (int side = -PRESS_MM; side <= PRESS_MM; side += 2 * PRESS_MM) {
                struct st_point on = st_along(a, b, j, n ? n : 1);
                int x = on.x - (b.y - a.y) * side / len, y = on.y + (b.x - a.x) * side / len;

                if (st_length_up((struct st_point){ p->x[s->u], p->y[s->u] },
                                 (struct st_point){ x, y }) <= s->allowance)
                    try_place(s, x, y, 0);
            }
    }
}

/* (c) all round */
static void try_round(struct search *s)
{
    const struct skirmish_pos *p = pos_of(s->t);

    for (int d = 0; d < DIRECTIONS; d++)
        for (int part = 3; part >= 1; part--) {
            /* Rounding to whole mm may make the last bit too far: then 1 mm less. */
            struct st_point at = along(plan_of(s->t), p->x[s->u], p->y[s->u], d,
                                       s->allowance * part / 3 - (d % 4 != 0));

            try_place(s, at.x, at.y, 0);
        }
}

/* (d) where an enemy comes into a better band */
static void try_ranges(struct search *s)
{
    const struct skirmish_plan *f = plan_of(s->t);
    const struct skirmish_pos *p = pos_of(s->t);
    const struct skirmish_man *m = &f->man[s->u];
    struct st_point own = { p->x[s->u], p->y[s->u] };
    int r = skirmish_radius(horse_of(s->t, s->u)) / ST_MM;

    for (uint64_t left = seen_enemies(s->t, s->u); left && m->nfire && !s->o->enough;) {
        int v = take_one(&left);
        struct st_point foe = { p->x[v], p->y[v] };
        int far = st_length_up(own, foe);

        for (int k = 0; k < 3; k++) {
            int way = far - f->gun[m->fire[0]].band_mm[k] - r - FOOT_R / ST_MM + 1;

            if (f->gun[m->fire[0]].band_mm[k] && way > 0 && way <= s->allowance && way < far) {
                struct st_point at = st_along(own, foe, way, far);

                try_place(s, at.x, at.y, 0);
            }
        }
    }
}

/* (e) things on the ground, the nearest way out, ground a goal asks for */
static void try_goals(struct search *s)
{
    const struct skirmish_plan *f = plan_of(s->t);
    const struct skirmish_pos *p = pos_of(s->t);

    for (int i = 0; i < f->nthings; i++)
        if (p->carrier[i] == NOBODY && p->carrying[s->u] == NOBODY) {
            struct st_point at = { p->thing_x[i], p->thing_y[i] };

            try_place(s, at.x, at.y, 1);
            try_toward(s, at, s->allowance);
        }
    for (int i = 0; i < f->nexits; i++)
        if (f->exit[i].side == f->man[s->u].side) {
            struct st_point at = skirmish_exit_near(f, i, s->own);

            try_place(s, at.x, at.y, 0);
            try_toward(s, at, s->allowance);
        }
    struct st_point ground;
    if (skirmish_ground_near(f, f->man[s->u].side, s->own, &ground))
        try_toward(s, ground, s->allowance);
}

/* (g) towards the nearest enemies, and through the doors and gaps within reach */
static void try_roads(struct search *s)
{
    const struct skirmish_plan *f = plan_of(s->t);
    const struct skirmish_pos *p = pos_of(s->t);
    uint64_t foes = seen_enemies(s->t, s->u);

    for (int k = 0; k < FOES && foes && !s->evading; k++) {
        int best = -1, best_mm = 0;

        for (uint64_t left = foes; left;) {
            int v = take_one(&left);
            int mm = st_length_up(s->own, (struct st_point){ p->x[v], p->y[v] });

            if (best < 0 || mm < best_mm) {
                best = v;
                best_mm = mm;
            }
        }
        foes &= ~bit(best);
        try_toward(s, (struct st_point){ p->x[best], p->y[best] }, s->allowance * 2 / 3);
    }
    for (int i = 0; i < f->routes.n && !s->o->enough; i++)
        if (s->scout.far[i] <= s->allowance)
            try_place(s, f->routes.at[i].x, f->routes.at[i].y, 0);
}

static void try_horse(struct search *s)
{
    struct st_move m = st_move_2(VERB_MOVE, s->u, 0);

    m.arg[2] = -1;
    m.nargs = 6;
    for (int k = 3; k <= 5 && !s->evading; k++) { /* mount, dismount, pickup on the spot */
        m.arg[3] = m.arg[4] = m.arg[5] = 0;
        m.arg[k] = 1;
        if (legal(s->t, &m, s->g, false, NULL))
            st_offer_add(s->o, &m);
    }
}

static int slowest(const struct st_table *t, int u, const struct skirmish_group *g)
{
    int mm = skirmish_allowance(t, u, horse_of(t, u));

    return g->blocked ? mm : skirmish_slowed(plan_of(t), g, mm, horse_of(t, u), g->cls);
}

void skirmish_try_moves(const struct st_table *t, int u, const struct skirmish_group *g,
                        bool evading, struct st_offer *o)
{
    struct search s = { .t = t, .u = u, .g = g, .evading = evading, .o = o,
                        .allowance = skirmish_allowance(t, u, horse_of(t, u)),
                        .own = { pos_of(t)->x[u], pos_of(t)->y[u] } };
    int mm = slowest(t, u, g);

    s.most = s.allowance;
    s.around = skirmish_around(t, u, s.own, s.allowance);
    skirmish_scout(t, s.own, horse_of(t, u), g->blocked ? O : g->cls, &s.scout);
    if (!evading)
        try_enemies(&s);
    try_goals(&s);
    try_horse(&s);
    if (!evading)
        try_ranges(&s);
    try_roads(&s);
    try_lines(&s);
    try_round(&s);
    if (mm != s.allowance && mm > 0) {
        s.allowance = mm;
        try_goals(&s);
        try_roads(&s);
        try_round(&s);
    }
}

/* Somebody within reach to run at, as often as not. */
static bool pick_enemy(const struct st_table *t, int u, uint64_t seed, int mm, struct st_point *at)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t near = 0;

    for (uint64_t left = seen_enemies(t, u); left;) {
        int v = take_one(&left), dx = p->x[v] - p->x[u], dy = p->y[v] - p->y[u];

        if (dx * dx + dy * dy <= (mm + 20) * (mm + 20))
            near |= bit(v);
    }
    int n = __builtin_popcountll(near), v = -1;
    if (!n)
        return false;
    for (int skip = (int)st_pick(seed, 31, (uint32_t)n); skip >= 0; skip--)
        v = take_one(&near);
    return beside(t, u, v, (skirmish_facing_to(plan_of(t), p->x[u] - p->x[v], p->y[u] - p->y[v]) +
                            (int)st_pick(seed, 32, 3) + 15) % 16, at);
}

static bool pick_exit(const struct st_table *t, int u, uint64_t seed, int mm, struct st_point *at)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);

    for (int i = 0; i < f->nexits; i++) {
        const struct skirmish_exit *e = &f->exit[i];

        if (e->side != f->man[u].side)
            continue;
        *at = (struct st_point){ p->x[u], p->y[u] };
        if (e->edge < 2)
            at->y = e->edge == 0 ? (at->y + mm < f->height - 12 ? at->y + mm : f->height)
                                 : (at->y - mm > 12 ? at->y - mm : 0);
        else
            at->x = e->edge == 2 ? (at->x + mm < f->width - 12 ? at->x + mm : f->width)
                                 : (at->x - mm > 12 ? at->x - mm : 0);
        return true;
    }
    (void)seed;
    return false;
}

/* Through a door or round a corner within reach: to a turning point, and on from there. */
static int pick_turn(const struct st_table *t, int u, uint64_t seed, int mm, struct st_point *way)
{
    const struct skirmish_routes *r = &plan_of(t)->routes;
    const struct skirmish_pos *p = pos_of(t);
    struct st_point own = { p->x[u], p->y[u] };

    way[0] = r->at[st_pick(seed, 41, (uint32_t)r->n)];
    int left = mm - st_length_up(own, way[0]);
    if (left < 1)
        return 0;
    way[1] = along(plan_of(t), way[0].x, way[0].y, (int)st_pick(seed, 42, DIRECTIONS),
                   (int)st_pick(seed, 43, (uint32_t)left));
    return 2;
}

bool skirmish_try_one(const struct st_table *t, int u, const struct skirmish_group *g, bool evading,
                      uint64_t seed, struct st_move *out)
{
    enum { TRIES = 3 };
    const struct skirmish_pos *p = pos_of(t);
    int full = skirmish_allowance(t, u, horse_of(t, u)), slow = slowest(t, u, g);

    for (uint32_t i = 0; i < TRIES; i++) {
        uint64_t roll = seed + i * 1000003u;
        int mm = st_pick(roll, 33, 2) ? full : slow, pickup = 0, n = 1;
        struct st_point way[2];

        if (mm < 1)
            mm = 1;
        if (!evading && i == 0 && st_pick(roll, 34, 2) && pick_enemy(t, u, roll, mm, &way[0]))
            ;
        else if (st_pick(roll, 35, 3) == 0 && pick_exit(t, u, roll, mm, &way[0]))
            ;
        else if (plan_of(t)->routes.n && st_pick(roll, 44, 4) == 0 &&
                 (n = pick_turn(t, u, roll, mm, way)))
            ;
        else
            way[0] = along(plan_of(t), p->x[u], p->y[u], (int)st_pick(roll, 36, DIRECTIONS),
                           (int)st_pick(roll, 37, (uint32_t)mm));
        n = n ? n : 1;
        for (int k = 0; k < plan_of(t)->nthings && i == 0 && !evading; k++)
            if (p->carrier[k] == NOBODY && p->carrying[u] == NOBODY && st_pick(roll, 38, 4) == 0) {
                way[0] = (struct st_point){ p->thing_x[k], p->thing_y[k] };
                pickup = n = 1;
            }
        *out = way_move(u, way, n, pickup);
        int16_t *tail = &out->arg[2 + 2 * n]; /* face, mount, dismount, pickup */
        if (!evading && horse_of(t, u) && st_pick(roll, 39, 24) == 0)
            tail[2] = 1;
        if (!evading && (p->horses & plan_of(t)->of_side[plan_of(t)->man[u].side]) &&
            !horse_of(t, u) && st_pick(roll, 40, 4) == 0)
            tail[1] = 1;
        if (legal(t, out, g, evading, NULL))
            return true;
    }
    return false;
}
