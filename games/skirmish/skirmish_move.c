/* skirmish_move.c - 5.5: whom a move spots, touches and makes run; orders to a group.
 *
 * A path that its owner may order (skirmish_path.c) is carried out by the umpire, who knows all:
 * first whom it spots (5.7.5), then whom it touches and who may run (5.5.14); only then is it made.
 */
#include "skirmish/skirmish.h"

#include "base/philox.h"

/* ---- spotting on the way (5.7.5) --------------------------------------------------------- */

/* May the base stand there, with those just seen in its way too? */
static bool may_stand(const struct st_table *t, int u, struct skirmish_stand s)
{
    return skirmish_stand_check(t, u, s, 0, NULL) == ST_LEGAL;
}

/* The path up to the k-th of its track points (k counts from 0; -1 is its start). */
static void cut_path(struct skirmish_path *path, int k)
{
    int seen = -1;

    if (k < 0) {
        path->n = 0;
        return;
    }
    for (int i = 0; i < path->n; i++) {
        int len = st_length_up(path->at[i], path->at[i + 1]);
        int inner = len > 0 ? (len - 1) / TRACK_MM : 0;

        if (k <= seen + inner) {
            path->at[i + 1] = st_along(path->at[i], path->at[i + 1], (k - seen) * TRACK_MM, len);
            path->n = i + 1;
            return;
        }
        seen += inner + 1;
        if (k == seen) {
            path->n = i + 1;
            return;
        }
    }
}

/* Where a path begins: on the horse, if those just seen leave room for it. Nobody turns there. */
static struct skirmish_stand begin(const struct st_table *t, struct skirmish_path *path)
{
    const struct skirmish_pos *p = pos_of(t);
    int h = path->horse;

    if (path->mount) {
        struct skirmish_stand s = { p->horse_x[h], p->horse_y[h], p->horse_facing[h], 1 };

        if (may_stand(t, path->who, s))
            return s;
        path->mount = 0;
    }
    return skirmish_where(t, path->who);
}

/* Whom the path spots first; it is cut there. True if anybody was. */
static bool spot(struct st_table *t, struct skirmish_path *path)
{
    struct st_point point[TRACK_MAX];
    struct skirmish_stand s = path->end;
    int u = path->who, n, k;
    uint64_t found = 0;

    if (!(enemies_of(t, u) & pos_of(t)->unseen))
        return false;
    n = skirmish_track_points(path->at, path->n, point, TRACK_MAX - 1);
    point[n] = path->at[path->n];
    s.mounted = (uint8_t)(horse_of(t, u) || path->mount);
    for (k = 0; k <= n && !found; k++) {
        s.x = (int16_t)point[k].x;
        s.y = (int16_t)point[k].y;
        s.mounted = k == n ? path->end.mounted : s.mounted;
        found = skirmish_spotted(t, u, s);
    }
    if (!found)
        return false;
    skirmish_reveal(t, found, "is spotted");
    k--;
    if (k == n && (path->exit >= 0 || may_stand(t, u, path->end)))
        return true;
    path->exit = -1;
    path->pickup = path->dismount = 0;
    s.mounted = (uint8_t)(horse_of(t, u) || path->mount);
    for (k -= k == n; k >= 0; k--) {
        s.x = (int16_t)point[k].x;
        s.y = (int16_t)point[k].y;
        if (may_stand(t, u, s))
            break;
    }
    cut_path(path, k);
    if (k < 0)
        s = begin(t, path);
    path->end = s;
    if (path->n)
        path->last_length = st_length_up(path->at[path->n - 1], path->at[path->n]);
    st_tell(t, "5.7.5", "%s stops at %d,%d", man_name(t, u), s.x, s.y);
    return true;
}

/* ---- making a move ----------------------------------------------------------------------- */

void skirmish_break_ranks(struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    int unit = f->man[u].unit;

    if (!has(p->formed, u))
        return;
    p->formed &= ~bit(u);
    p->rank[u] = p->file[u] = 0;
    uint64_t left = p->formed & f->unit[unit].men;
    if (__builtin_popcountll(left) >= 4)
        return;
    p->formed &= ~left; /* 5.6.5 */
    while (left) {
        int v = take_one(&left);

        p->rank[v] = p->file[v] = 0;
    }
    p->anchor[unit][0] = p->anchor[unit][1] = 0;
    p->unit_facing[unit] = p->unit_files[unit] = 0;
    st_tell(t, "5.6.5", "unit %s is no longer formed", f->unit[unit].name);
}

/* 5.5.12, 5.9.4: what new contact does to both. */
void skirmish_touch(struct st_table *t, int mover, uint64_t touched)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    p->contacted[mover] |= touched;
    for (uint64_t left = touched; left;) {
        int v = take_one(&left), bar;

        st_tell(t, "5.5.12", "%s touches %s", man_name(t, mover), man_name(t, v));
        bar = skirmish_bar_between(f, skirmish_where(t, mover), skirmish_where(t, v));
        if (bar >= 0 && (p->across[mover] == 0 || bar + 1 < p->across[mover]))
            p->across[mover] = (uint8_t)(bar + 1);
    }
    p->activated |= touched;
    p->crouched &= ~touched;
    if (touched)
        p->contact_any |= touched | bit(mover);
}

/* `across` lasts while an enemy beyond that line is in contact (5.9.4). */
void skirmish_mend_across(struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    for (uint64_t left = p->active; left;) {
        int u = take_one(&left);
        bool holds = false;

        if (!p->across[u])
            continue;
        for (uint64_t foes = skirmish_contacts(t, u); foes && !holds;) {
            struct skirmish_stand foe = skirmish_where(t, take_one(&foes)),
                                  own = skirmish_where(t, u);

            holds = has(skirmish_crossing(f, st_point_mm(own.x, own.y),
                                          st_point_mm(foe.x, foe.y)).bars, p->across[u] - 1);
        }
        if (!holds)
            p->across[u] = 0;
    }
}

static void tether(struct st_table *t, int u, struct skirmish_stand s)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    int h = u;

    for (int i = 0; i < f->nmen && has(p->horses, h); i++) /* somebody else's horse was ridden */
        if (f->man[i].side == f->man[u].side && f->man[i].kind == f->man[u].kind &&
            !has(p->horses, i))
            h = i;
    p->horses |= bit(h);
    p->horse_x[h] = s.x;
    p->horse_y[h] = s.y;
    p->horse_facing[h] = s.facing;
}

static void ride_or_walk(struct st_table *t, const struct skirmish_path *path)
{
    struct skirmish_pos *p = pos_of(t);
    int u = path->who;

    if (path->mount) {
        p->mounted |= bit(u);
        p->horses &= ~bit(path->horse);
        p->horse_x[path->horse] = p->horse_y[path->horse] = 0;
        p->horse_facing[path->horse] = 0;
    }
    if (path->dismount) {
        p->mounted &= ~bit(u);
        tether(t, u, path->end);
    }
    for (int i = 0; i < path->n; i++) {
        p->way[u][i][0] = (int16_t)path->at[i + 1].x;
        p->way[u][i][1] = (int16_t)path->at[i + 1].y;
    }
    p->nway[u] = (uint8_t)path->n;
    p->x[u] = path->end.x;
    p->y[u] = path->end.y;
    p->facing[u] = path->end.facing;
    if (path->thing >= 0 && path->pickup) {
        p->carrying[u] = (uint8_t)path->thing;
        p->carrier[path->thing] = (uint8_t)u;
        p->thing_x[path->thing] = p->thing_y[path->thing] = 0;
        st_tell(t, "5.5.19", "%s takes sack %d", man_name(t, u), path->thing + 1);
    }
}

static void make_move(struct st_table *t, const struct skirmish_path *path)
{
    struct skirmish_pos *p = pos_of(t);
    int u = path->who;
    uint64_t before = skirmish_contacts(t, u);
    bool unseen = has(p->unseen, u);

    skirmish_reveal(t, bit(u), "moves and is seen");
    skirmish_break_ranks(t, u);
    p->crouched &= ~bit(u);
    p->moved |= bit(u);
    p->across[u] = 0;
    ride_or_walk(t, path);
    st_tell(t, "5.5.10", "%s goes to %d,%d", man_name(t, u), path->end.x, path->end.y);
    if (path->exit >= 0) {
        skirmish_leave(t, u);
        skirmish_mend_across(t);
        return;
    }
    uint64_t touched = skirmish_contacts_at(t, u, path->end, seen_enemies(t, u)) & ~before;
    skirmish_touch(t, u, touched);
    if (unseen && touched)
        p->leapt |= bit(u);
    bool direct = false;
    for (uint64_t left = touched; left && !direct;)
        direct = skirmish_bar_between(plan_of(t), path->end,
                                      skirmish_where(t, take_one(&left))) < 0;
    if (direct && cavalryman(t, u) && path->cls == O && !path->crosses &&
        path->last_length >= CHARGE_MM) {
        p->charged |= bit(u);
        st_tell(t, "5.11.1", "%s charges", man_name(t, u));
    }
    skirmish_note_contact(t, u);
    skirmish_mend_across(t);
    skirmish_cast_horses_off(t, u);
}

/* ---- evading (5.5.14) -------------------------------------------------------------------- */

uint64_t skirmish_may_evade(const struct st_table *t, int mover, uint64_t touched)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t may = 0;

    if (has(p->unseen, mover)) /* 5.7.7 */
        return 0;
    touched &= ~(p->activated | p->steady | p->formed);
    while (touched) {
        int v = take_one(&touched);

        if (!skirmish_contacts(t, v))
            may |= bit(v);
    }
    return may;
}

void skirmish_call_reaction(struct st_table *t, const struct st_move *m, uint64_t who)
{
    struct skirmish_pos *p = pos_of(t);

    p->pending = *m;
    p->may_evade = who;
    p->flow.side = (uint8_t)(1 - p->flow.side);
    st_call(t, STEP_REACT);
}

static void end_reaction(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    p->pending = (struct st_move){ 0 };
    p->may_evade = 0;
    p->group[1] = (struct skirmish_group){ 0 };
    p->flow.side = (uint8_t)(1 - p->flow.side);
    st_done(t);
}

static enum st_answer evaders_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t members = 0;
    int n = m->arg[0];

    if (n < 1)
        return st_refuse(why, "5.5.14", "nobody is named");
    for (int i = 0; i < n; i++) {
        int u = m->arg[1 + i];

        if (!has(p->may_evade, u))
            return st_refuse(why, "5.5.14", "%s may not evade now", man_name(t, u));
        if (has(members, u))
            return st_refuse(why, "5.5.14", "%s is named twice", man_name(t, u));
        members |= bit(u);
    }
    if ((members & p->mounted) && (members & ~p->mounted))
        return st_refuse(why, "5.5.14", "those who evade together are all on foot or all mounted");
    return ST_LEGAL;
}

static void pending_now(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    struct st_move m = p->pending;
    struct skirmish_path path;

    end_reaction(t);
    if (m.verb != VERB_MOVE) {
        skirmish_drill_now(t, &m);
        return;
    }
    p->group[0].ordered |= bit(m.arg[ARG_MAN]);
    /* A way cut short by what it spotted need not be one a player could order: what matters of it
     * is worked out before its end is judged. */
    (void)skirmish_path_check(t, &m, &p->group[0], false, NULL, &path, NULL);
    make_move(t, &path);
}

static void react_apply(struct st_table *t, const struct st_move *m)
{
    uint64_t members = 0;

    if (m->verb == VERB_HOLD) {
        pending_now(t);
        return;
    }
    for (int i = 0; i < m->arg[0]; i++)
        members |= bit(m->arg[1 + i]);
    skirmish_open_evasion(t, members, m->arg[m->nargs - 1]);
}

static struct st_move evade_move(uint64_t members, int cls)
{
    struct st_move m = st_move_0(VERB_EVADE);
    int n = 0;

    while (members)
        m.arg[1 + n++] = (int16_t)take_one(&members);
    m.arg[0] = (int16_t)n;
    m.arg[1 + n] = (int16_t)cls;
    m.nargs = (uint16_t)(n + 2);
    return m;
}

static void react_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_pos *p = pos_of(t);
    struct st_move m = st_move_0(VERB_HOLD);
    uint64_t arms[2] = { p->may_evade & ~p->mounted, p->may_evade & p->mounted };

    st_offer_add(o, &m);
    m = st_move_0(VERB_EVADE);
    st_offer_family(o, &m, 0);
    for (int k = 0; k < 2; k++)
        for (int cls = O; cls <= V && arms[k]; cls++) {
            m = evade_move(arms[k], cls);
            st_offer_add(o, &m);
        }
}

static bool react_forced(const struct st_table *t, struct st_move *only)
{
    (void)t, (void)only;
    return false;
}

static bool react_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t foot = p->may_evade & ~p->mounted;

    *out = st_move_0(VERB_HOLD);
    if (st_pick(seed, 1, 2))
        *out = evade_move(foot ? foot : p->may_evade, (int)st_pick(seed, 2, 3));
    return true;
}

/* ---- orders (4.4 no. 6) ------------------------------------------------------------------ */

static enum st_answer member_of(const struct st_table *t, const struct skirmish_group *g, int u,
                                struct st_refusal *why)
{
    if (has(pos_of(t)->steady, u))
        return st_refuse(why, "5.8.6", "%s has fired steady and may not be activated this turn",
                         man_name(t, u));
    if (!has(g->members, u))
        return st_refuse(why, "5.5.1", "%s is not in the group", man_name(t, u));
    if (has(g->ordered, u))
        return st_refuse(why, "5.5.1", "%s has had his order", man_name(t, u));
    return ST_LEGAL;
}

static enum st_answer crouch_check(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);

    if (horse_of(t, u))
        return st_refuse(why, "5.7.1", "%s is mounted", man_name(t, u));
    if (has(p->shot | p->moved | p->contact_any, u))
        return st_refuse(why, "5.7.1", "%s has shot, moved or been in contact this turn",
                         man_name(t, u));
    if (!skirmish_can_crouch(plan_of(t), skirmish_where(t, u)))
        return st_refuse(why, "5.7.1", "there is nothing to crouch in or behind at %d,%d",
                         p->x[u], p->y[u]);
    return ST_LEGAL;
}

static enum st_answer orders_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    struct skirmish_path path;
    int u = m->arg[0];

    switch (m->verb) {
    case VERB_END:
        return ST_LEGAL;
    case VERB_MOVE:
        return member_of(t, &p->group[0], u, why)
                   ? ST_REFUSED : skirmish_path_check(t, m, &p->group[0], false, NULL, &path, why);
    case VERB_STAND:
        return member_of(t, &p->group[0], u, why);
    case VERB_CROUCH:
        return member_of(t, &p->group[0], u, why) ? ST_REFUSED : crouch_check(t, u, why);
    case VERB_FORM:
    case VERB_MARCH:
    case VERB_WHEEL:
        return skirmish_drill_check(t, m, why);
    default:
        return st_refuse(why, "4.4", "give orders to the group, or end");
    }
}

static void stand(struct st_table *t, int u)
{
    skirmish_reveal(t, bit(u), "stands and is seen");
    pos_of(t)->crouched &= ~bit(u);
}

/* The move that a path is, cut short where somebody was spotted. */
static struct st_move move_of(const struct skirmish_path *path)
{
    struct st_move m = st_move_2(VERB_MOVE, path->who, path->n);
    const int end[4] = { path->end.facing, path->mount, path->dismount, path->pickup };

    m.nargs = ARG_POINTS;
    for (int i = 1; i <= path->n; i++) {
        m.arg[m.nargs++] = (int16_t)path->at[i].x;
        m.arg[m.nargs++] = (int16_t)path->at[i].y;
    }
    for (int i = 0; i < 4; i++)
        m.arg[m.nargs++] = (int16_t)end[i];
    return m;
}

static void order_move(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    struct skirmish_path path;

    skirmish_path_known(t, m, &p->group[0], &path);
    if (spot(t, &path))
        path.touched = skirmish_contacts_at(t, path.who, path.end, seen_enemies(t, path.who)) &
                       ~skirmish_contacts(t, path.who);
    uint64_t may = path.exit < 0 ? skirmish_may_evade(t, path.who, path.touched) : 0;
    if (may) {
        struct st_move cut = move_of(&path);

        skirmish_call_reaction(t, &cut, may);
        return;
    }
    p->group[0].ordered |= bit(path.who);
    make_move(t, &path);
}

static void orders_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0];

    switch (m->verb) {
    case VERB_END:
        for (uint64_t left = p->group[0].members & ~p->group[0].ordered; left;)
            stand(t, take_one(&left));
        skirmish_end_activation(t);
        break;
    case VERB_MOVE:
        order_move(t, m);
        break;
    case VERB_STAND:
        stand(t, u);
        p->group[0].ordered |= bit(u);
        break;
    case VERB_CROUCH:
        p->crouched |= bit(u);
        p->group[0].ordered |= bit(u);
        break;
    default:
        skirmish_drill_apply(t, m);
    }
}

static void orders_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_pos *p = pos_of(t);
    const struct skirmish_group *g = &p->group[0];
    struct st_move m = st_move_0(VERB_END);

    st_offer_add(o, &m);
    skirmish_drill_offer(t, o);
    if (p->orders)
        return;
    for (uint64_t left = g->members & ~g->ordered; left && !o->enough;) {
        int u = take_one(&left);

        m = st_move_1(VERB_STAND, u);
        st_offer_add(o, &m);
        m = st_move_1(VERB_CROUCH, u);
        if (crouch_check(t, u, NULL) == ST_LEGAL)
            st_offer_add(o, &m);
        m = st_move_1(VERB_MOVE, u);
        st_offer_family(o, &m, 1);
        skirmish_try_moves(t, u, g, false, o);
    }
}

static bool some_member(const struct skirmish_group *g, uint64_t seed, int *u)
{
    uint64_t left = g->members & ~g->ordered;
    int n = __builtin_popcountll(left);

    if (!n)
        return false;
    for (int skip = (int)st_pick(seed, 1, (uint32_t)n); skip >= 0; skip--)
        *u = take_one(&left);
    return true;
}

static bool orders_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_pos *p = pos_of(t);
    int u, pick = (int)st_pick(seed, 0, 12);

    *out = st_move_0(VERB_END);
    if (plan_of(t)->nunits && skirmish_drill_sample(t, seed, out))
        return true;
    if (p->orders || !some_member(&p->group[0], seed, &u))
        return true;
    if (pick == 0) {
        *out = st_move_1(VERB_STAND, u);
    } else if (pick == 1 && crouch_check(t, u, NULL) == ST_LEGAL) {
        *out = st_move_1(VERB_CROUCH, u);
    } else if (!skirmish_try_one(t, u, &p->group[0], false, seed, out)) {
        *out = st_move_1(VERB_STAND, u);
    }
    return true;
}

/* ---- orders of those who evade ----------------------------------------------------------- */

static enum st_answer evade_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct skirmish_group *g = &pos_of(t)->group[1];
    struct skirmish_path path;

    switch (m->verb) {
    case VERB_END:
        return ST_LEGAL;
    case VERB_STAND:
        return member_of(t, g, m->arg[0], why);
    case VERB_MOVE:
        return member_of(t, g, m->arg[0], why) ? ST_REFUSED
                                               : skirmish_path_check(t, m, g, true, NULL, &path, why);
    default:
        return st_refuse(why, "5.5.14", "those who evade move or stand, or end");
    }
}

static void evade_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    struct skirmish_group *g = &p->group[1];
    struct skirmish_path path;

    if (m->verb == VERB_END) {
        for (uint64_t left = g->members & ~g->ordered; left;)
            stand(t, take_one(&left));
        end_reaction(t);
        return;
    }
    g->ordered |= bit(m->arg[0]);
    if (m->verb == VERB_STAND) {
        stand(t, m->arg[0]);
        return;
    }
    enum st_answer a = skirmish_path_check(t, m, g, true, NULL, &path, NULL);
    st_assert(a == ST_LEGAL);
    spot(t, &path);
    make_move(t, &path);
}

static void evade_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_group *g = &pos_of(t)->group[1];
    struct st_move m = st_move_0(VERB_END);

    st_offer_add(o, &m);
    for (uint64_t left = g->members & ~g->ordered; left && !o->enough;) {
        int u = take_one(&left);

        m = st_move_1(VERB_STAND, u);
        st_offer_add(o, &m);
        m = st_move_1(VERB_MOVE, u);
        st_offer_family(o, &m, 1);
        skirmish_try_moves(t, u, g, true, o);
    }
}

static bool evade_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_group *g = &pos_of(t)->group[1];
    int u;

    *out = st_move_0(VERB_END);
    if (some_member(g, seed, &u) && !skirmish_try_one(t, u, g, true, seed, out))
        *out = st_move_1(VERB_STAND, u);
    return true;
}

/* ---- steps ------------------------------------------------------------------------------- */

const struct st_step skirmish_step_orders =
    ST_DECIDES("orders", "5.5.10", orders_offer, orders_check, orders_apply, .confirm = true,
               .sample = orders_sample);
const struct st_step skirmish_step_react =
    ST_DECIDES("react", "5.5.14", react_offer, evaders_check, react_apply, .sample = react_sample,
               .forced = react_forced, .takes = ST_VERB(VERB_EVADE), .always = ST_VERB(VERB_HOLD),
               .wants = "hold or evade");
const struct st_step skirmish_step_evade =
    ST_DECIDES("evade", "5.5.14", evade_offer, evade_check, evade_apply, .confirm = true,
               .sample = evade_sample);
