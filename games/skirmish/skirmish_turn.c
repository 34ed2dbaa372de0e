/* skirmish_turn.c - 4.4: set-up, start of the turn, activation, slowing dice, who falls or goes. */
#include "skirmish/skirmish.h"

#include "base/philox.h"

#include <string.h>

/* ---- set-up ------------------------------------------------------------------------------ */

void skirmish_setup(struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    p->turn = 1;
    p->asked = NOBODY;
    memset(p->carrying, NOBODY, sizeof p->carrying);
    memset(p->carrier, NOBODY, sizeof p->carrier);
    for (int u = 0, thing = 0; u < f->nmen; u++) {
        const struct skirmish_man *m = &f->man[u];

        p->active |= bit(u);
        p->x[u] = m->x;
        p->y[u] = m->y;
        p->facing[u] = m->facing;
        p->mounted |= m->mounted ? bit(u) : 0;
        p->loaded[u] = (uint8_t)((1 << m->nfire) - 1);
        if (m->ambush)
            p->unseen |= bit(u);
        if (m->ambush && skirmish_can_crouch(f, skirmish_where(t, u)))
            p->crouched |= bit(u);
        if (m->sack) {
            p->carrying[u] = (uint8_t)thing;
            p->carrier[thing++] = (uint8_t)u;
        }
    }
    st_go(t, STEP_START);
}

/* ---- the start of a turn (4.4 no. 1, 4.6) ------------------------------------------------ */

static void close_areas(struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    for (int i = 0; i < f->nevents; i++)
        if (f->event[i].turn == p->turn) {
            uint32_t closed = closed_areas(p) | 1u << f->event[i].area;

            p->closed_low = (uint16_t)(closed & 0xFFFF);
            p->closed_high = (uint16_t)(closed >> 16);
            st_tell(t, "5.2.8", "%s is closed", f->area[f->event[i].area].name);
        }
}

static void clear_flags(struct skirmish_pos *p)
{
    p->charged_before = p->charged;
    p->activated = p->moved = p->tried = p->shot = p->steady = p->charged = p->sprung = 0;
    p->leapt = p->evaded = p->struck = p->recoiled = p->answered = 0;
    p->contact_start = p->contact_any = 0;
    memset(p->contacted, 0, sizeof p->contacted);
    memset(p->way, 0, sizeof p->way);
    memset(p->nway, 0, sizeof p->nway);
    memset(p->weapon, 0, sizeof p->weapon);
    memcpy(p->start_x, p->x, sizeof p->x);
    memcpy(p->start_y, p->y, sizeof p->y);
    memcpy(p->start_facing, p->facing, sizeof p->facing);
    p->mounted_start = p->mounted;
    p->crouched_start = p->crouched;
}

void skirmish_note_contact(struct st_table *t, int u)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t touched = skirmish_contacts_at(t, u, skirmish_where(t, u), enemies_of(t, u));

    if (!touched)
        return;
    skirmish_reveal(t, touched | bit(u), "is touched and seen");
    p->contact_any |= touched | bit(u);
    p->crouched &= ~(touched | bit(u));
}

static void start_run(struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    p->leading = (uint8_t)(p->turn % 2 ? f->first : 1 - f->first);
    close_areas(t);
    clear_flags(p);
    for (uint64_t left = p->active & f->of_side[0]; left;)
        skirmish_note_contact(t, take_one(&left));
    p->contact_start = p->contact_any;
    st_tell(t, "4.3", "turn %d: %s leads", p->turn, t->plan->side[p->leading]);
    skirmish_open_window(t, STEP_EARLY);
}

/* ---- who leaves the table ---------------------------------------------------------------- */

static void skirmish_clear_man(struct st_table *t, int u)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t *const sets[] = { &p->active, &p->mounted, &p->mounted_start, &p->activated, &p->moved,
                               &p->tried, &p->shot, &p->steady, &p->contact_start, &p->contact_any,
                               &p->charged, &p->charged_before, &p->crouched, &p->crouched_start,
                               &p->unseen, &p->sprung, &p->leapt, &p->evaded, &p->struck,
                               &p->recoiled, &p->answered, &p->wounded, &p->armed, &p->won,
                               &p->may_evade, &p->shots,
                               &p->group[0].members, &p->group[0].ordered, &p->group[1].members,
                               &p->group[1].ordered };

    skirmish_break_ranks(t, u);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        *sets[i] &= ~bit(u);
    for (int v = 0; v < plan_of(t)->nmen; v++)
        p->contacted[v] &= ~bit(u);
    p->contacted[u] = 0;
    p->x[u] = p->y[u] = p->start_x[u] = p->start_y[u] = -1;
    memset(p->way[u], 0, sizeof p->way[u]);
    memset(p->place[u], 0, sizeof p->place[u]);
    p->facing[u] = p->start_facing[u] = p->nway[u] = p->loaded[u] = p->weapon[u] = 0;
    p->across[u] = p->shot_target[u] = p->shot_need[u] = 0;
    p->shot_mod[u] = 0;
    p->carrying[u] = NOBODY;
}

void skirmish_remove(struct st_table *t, int u)
{
    struct skirmish_pos *p = pos_of(t);
    int thing = p->carrying[u];

    if (thing != NOBODY) { /* 5.5.19 */
        p->carrier[thing] = NOBODY;
        p->thing_x[thing] = p->x[u];
        p->thing_y[thing] = p->y[u];
        st_tell(t, "5.5.19", "sack %d lies at %d,%d", thing + 1, p->x[u], p->y[u]);
    }
    skirmish_clear_man(t, u);
}

/* All who are hit fall at once. A principal is only wounded the first time (5.14.3). */
void skirmish_fell(struct st_table *t, uint64_t who, const char *para)
{
    struct skirmish_pos *p = pos_of(t);

    who &= p->active;
    while (who) {
        int u = take_one(&who);

        if ((plan_of(t)->options & OPT_PRINCIPALS) && has(plan_of(t)->leaders, u) &&
            !has(p->wounded, u)) {
            p->wounded |= bit(u);
            st_tell(t, "5.14.3", "%s is wounded", man_name(t, u));
            continue;
        }
        st_tell(t, para, "%s is out of action", man_name(t, u));
        skirmish_remove(t, u);
    }
    skirmish_mend_across(t);
}

void skirmish_leave(struct st_table *t, int u)
{
    struct skirmish_pos *p = pos_of(t);
    int thing = p->carrying[u];

    if (thing != NOBODY) {
        p->carrier[thing] = GONE;
        p->carried_off++;
    }
    st_tell(t, "5.5.17", "%s leaves the table%s", man_name(t, u),
            thing != NOBODY ? " with a sack" : "");
    skirmish_clear_man(t, u);
    p->exited |= bit(u);
}

/* ---- activation (4.4 no. 4) -------------------------------------------------------------- */

static uint64_t left_to_activate(const struct st_table *t, int side)
{
    const struct skirmish_pos *p = pos_of(t);

    return p->active & ~(p->activated | p->steady) & plan_of(t)->of_side[side];
}

/* The next side that has somebody to activate; two passes in a row end the movement. */
static void next_activation(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    while (p->passes < 2 && !left_to_activate(t, p->flow.side)) {
        st_tell(t, "4.4", "%s has nobody left to activate and passes",
                t->plan->side[p->flow.side]);
        p->passes++;
        p->flow.side = (uint8_t)(1 - p->flow.side);
    }
    if (p->passes < 2) {
        st_go(t, STEP_ACTIVATE);
        return;
    }
    p->passes = 0;
    skirmish_open_window(t, STEP_LATE);
}

static void movement_run(struct st_table *t)
{
    pos_of(t)->flow.side = pos_of(t)->leading;
    next_activation(t);
}

static enum st_answer wrong_step(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    int u = m->arg[0];

    if ((m->verb == VERB_MOVE || m->verb == VERB_STAND || m->verb == VERB_CROUCH) &&
        has(pos_of(t)->steady, u))
        return st_refuse(why, "5.8.6", "%s has fired steady and may not be activated this turn",
                         man_name(t, u));
    if (m->verb == VERB_MOVE || m->verb == VERB_STAND || m->verb == VERB_CROUCH ||
        (m->verb >= VERB_FORM && m->verb <= VERB_WHEEL))
        return st_refuse(why, "5.5.1", "no group is activated: group or pass");
    return st_refuse(why, "4.4", "now is the time to activate a group, or to pass");
}

/* From any member to any other by jumps of 50 mm (5.5.1). */
static bool connected(const struct st_table *t, uint64_t members)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t reached = members & (~members + 1), fresh = reached;

    while (fresh) {
        int u = take_one(&fresh);

        for (uint64_t left = members & ~reached; left;) {
            int v = take_one(&left);

            if (skirmish_apart(f, skirmish_where(t, u), skirmish_where(t, v), GROUP_GAP) <= 0) {
                reached |= bit(v);
                fresh |= bit(v);
            }
        }
    }
    return reached == members;
}

static enum st_answer member_check(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);

    if (side_of_man(t, u) != p->flow.side)
        return st_refuse(why, "5.5.1", "%s is not yours", man_name(t, u));
    if (!has(p->active, u))
        return st_refuse(why, "5.5.1", "%s is no longer on the table", man_name(t, u));
    if (has(p->steady, u))
        return st_refuse(why, "5.8.6", "%s has fired steady and may not be activated this turn",
                         man_name(t, u));
    if (has(p->activated, u))
        return st_refuse(why, "5.5.1", "%s has been activated already", man_name(t, u));
    return ST_LEGAL;
}

static uint64_t formed_men(const struct st_table *t, int unit)
{
    return plan_of(t)->unit[unit].men & pos_of(t)->formed;
}

/* 5.6.6: a formed unit named whole, some of whose men are activated already. */
static enum st_answer unit_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t named = 0;

    for (int i = 0; i < m->arg[0]; i++)
        named |= bit(m->arg[1 + i]);
    for (int i = 0; i < f->nunits; i++)
        if (named == formed_men(t, i) && (named & pos_of(t)->activated))
            return st_refuse(why, "5.6.6", "%s of unit %s has been activated already",
                             man_name(t, __builtin_ctzll(named & pos_of(t)->activated)),
                             f->unit[i].name);
    return ST_LEGAL;
}

static enum st_answer group_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t members = 0;
    int n = m->arg[0];

    if (n < 1 || n > MAX_GROUP)
        return st_refuse(why, "5.5.1", "a group has 1 to %d characters, not %d", MAX_GROUP, n);
    if (side_of_man(t, m->arg[1]) == p->flow.side && unit_check(t, m, why))
        return ST_REFUSED;
    for (int i = 0; i < n; i++) {
        int u = m->arg[1 + i];

        if (has(members, u))
            return st_refuse(why, "5.5.1", "%s is named twice", man_name(t, u));
        if (member_check(t, u, why))
            return ST_REFUSED;
        members |= bit(u);
    }
    if ((members & p->mounted) && (members & ~p->mounted))
        return st_refuse(why, "5.5.1", "a group is all on foot or all mounted");
    if (!connected(t, members))
        return st_refuse(why, "5.5.1", "the group is not connected by jumps of at most 50 mm");
    return ST_LEGAL;
}

/* Dice for a group: one on foot, two for riders and for local people in their own country. */
static void open_group(struct st_table *t, struct skirmish_group *g, uint64_t members, int cls)
{
    const struct skirmish_plan *f = plan_of(t);
    bool riders = members & pos_of(t)->mounted;

    *g = (struct skirmish_group){ .members = members, .cls = (uint8_t)cls };
    pos_of(t)->activated |= members;
    if (cls == O)
        return;
    g->need = f->slow_dice[slowing_of(riders, cls)];
    g->lower = !riders && !(members & ~f->locals); /* 5.5.9 */
    if (g->lower)
        g->need = 2;
}

static void activate_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t members = 0;

    if (m->verb == VERB_PASS) {
        p->passes++;
        p->flow.side = (uint8_t)(1 - p->flow.side);
        next_activation(t);
        return;
    }
    p->passes = 0;
    for (int i = 0; i < m->arg[0]; i++)
        members |= bit(m->arg[1 + i]);
    open_group(t, &p->group[0], members, m->arg[m->nargs - 1]);
    st_go(t, STEP_ORDERS);
    if (p->group[0].need)
        st_call(t, STEP_SLOW_DIE);
}

/* ---- slowing dice (5.5.4 to 5.5.9) ------------------------------------------------------- */

/* The die of the evaders is called from within the reaction. */
static struct skirmish_group *rolling(const struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    return &p->group[p->flow.step[p->flow.depth - 1] == STEP_EVADE];
}

static void slow_die(const struct st_table *t, struct st_chance *c)
{
    const struct skirmish_group *g = rolling(t);
    uint64_t named = g->members & ~pos_of(t)->unseen; /* both sides read it */
    int more = __builtin_popcountll(named) - 1;

    if (!named)
        st_dice(c, 1, 6, "slow, unseen %d", g->ndice);
    else if (more)
        st_dice(c, 1, 6, "slow %s and %d more %d", man_name(t, __builtin_ctzll(named)), more,
                g->ndice);
    else
        st_dice(c, 1, 6, "slow %s %d", man_name(t, __builtin_ctzll(named)), g->ndice);
}

bool skirmish_group_blocked(const struct skirmish_plan *f, const struct skirmish_group *g,
                            bool mounted)
{
    int sixes = (g->die[0] == 6) + (g->die[1] == 6);

    if (f->slow_blocked[slowing_of(mounted, g->cls)] == SIXES_ANY)
        return sixes > 0;
    return sixes == g->need; /* one die, both, or the lower of two (5.5.9) */
}

int skirmish_slowing_mm(const struct skirmish_plan *f, const struct skirmish_group *g,
                        bool mounted, int cls)
{
    return f->slow_mm[slowing_of(mounted, cls)] *
           (g->lower ? g->die[0] : g->die[0] + g->die[1]);
}

static void slow_take(struct st_table *t, int die)
{
    struct skirmish_pos *p = pos_of(t);
    struct skirmish_group *g = rolling(t);

    g->die[g->ndice++] = (uint8_t)die;
    if (g->ndice < g->need)
        return;
    if (g->die[1] && g->die[0] > g->die[1]) { /* one order of bytes for one outcome */
        uint8_t low = g->die[1];

        g->die[1] = g->die[0];
        g->die[0] = low;
    }
    bool riders = g->members & p->mounted;
    g->blocked = skirmish_group_blocked(plan_of(t), g, riders);
    if (g->blocked) {
        if (plan_of(t)->reading[READ_BLOCKED] == BLOCKED_STRUGGLED)
            p->tried |= g->members;
        st_tell(t, "5.5.7", "the group is blocked by the ground");
    } else {
        st_tell(t, g->lower ? "5.5.9" : "5.5.4", "slowed by %d mm",
                skirmish_slowing_mm(plan_of(t), g, riders, g->cls));
    }
    st_done(t);
}

int skirmish_slowed(const struct skirmish_plan *f, const struct skirmish_group *g, int allowance,
                    bool mounted, int cls)
{
    if (cls == O)
        return allowance;
    allowance = (f->slow_halves[slowing_of(mounted, cls)] ? allowance / 2 : allowance) -
                skirmish_slowing_mm(f, g, mounted, cls);
    return allowance > 0 ? allowance : 0;
}

/* ---- offers ------------------------------------------------------------------------------ */

static struct st_move group_move(uint64_t members, int cls)
{
    struct st_move m = st_move_0(VERB_GROUP);
    int n = 0;

    for (; members && n < MAX_GROUP; n++)
        m.arg[1 + n] = (int16_t)take_one(&members);
    m.arg[0] = (int16_t)n;
    m.arg[1 + n] = (int16_t)cls;
    m.nargs = (uint16_t)(n + 2);
    return m;
}

/* Everybody one can reach from u by jumps, up to the size of a group. */
static uint64_t company(const struct st_table *t, int u)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t all = left_to_activate(t, side_of_man(t, u)), reached = bit(u), fresh = bit(u);

    all &= horse_of(t, u) ? p->mounted : ~p->mounted;
    while (fresh) {
        int v = take_one(&fresh);

        for (uint64_t left = all & ~reached; left;) {
            int w = take_one(&left);

            if (__builtin_popcountll(reached) < MAX_GROUP &&
                skirmish_apart(f, skirmish_where(t, v), skirmish_where(t, w), GROUP_GAP) <= 0) {
                reached |= bit(w);
                fresh |= bit(w);
            }
        }
    }
    return reached;
}

static void activate_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t left = left_to_activate(t, p->flow.side), shown[MAX_MEN];
    int nshown = 0;
    struct st_move m = st_move_0(VERB_PASS);

    st_offer_add(o, &m);
    m = st_move_0(VERB_GROUP);
    if (left)
        st_offer_family(o, &m, 0);
    for (uint64_t each = left; each && !o->enough;) {
        int u = take_one(&each);
        uint64_t sets[2] = { bit(u), company(t, u) };

        for (int k = 0; k < 2; k++) {
            bool known = false;

            for (int i = 0; i < nshown; i++)
                known |= shown[i] == sets[k];
            if (known || (k == 1 && sets[1] == sets[0]))
                continue;
            if (k == 1)
                shown[nshown++] = sets[1];
            for (int cls = O; cls <= V; cls++) {
                m = group_move(sets[k], cls);
                st_offer_add(o, &m);
            }
        }
    }
    for (int i = 0; i < f->nunits; i++) {
        uint64_t men = formed_men(t, i);
        bool known = false;

        for (int k = 0; k < nshown; k++)
            known |= shown[k] == men;
        if (men && !(men & ~left) && !known) {
            m = group_move(men, O);
            if (group_check(t, &m, NULL) == ST_LEGAL)
                st_offer_add(o, &m);
        }
    }
}

/* One man or his company, in the open unless he stands in something worse. */
static bool activate_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_pos *p = pos_of(t);
    uint64_t left = left_to_activate(t, p->flow.side);
    int n = __builtin_popcountll(left), u = 0;

    *out = st_move_0(VERB_PASS);
    if (n == 0 || st_pick(seed, 1, 16) == 0)
        return true;
    for (int skip = (int)st_pick(seed, 2, (uint32_t)n); skip >= 0; skip--)
        u = take_one(&left);
    uint64_t members = st_pick(seed, 3, 3) ? company(t, u) : bit(u);
    int unit = plan_of(t)->man[u].unit;
    if (has(p->formed, u) && st_pick(seed, 5, 4) &&
        !(formed_men(t, unit) & ~left_to_activate(t, p->flow.side)))
        members = formed_men(t, unit);
    int cls = skirmish_class_at(t, p->x[u], p->y[u], horse_of(t, u));
    if (cls == O)
        cls = (int)st_pick(seed, 4, 5) / 2;
    *out = group_move(members, cls > V ? V : cls);
    if (group_check(t, out, NULL) != ST_LEGAL)
        *out = group_move(bit(u), cls > V ? V : cls);
    return true;
}

/* ---- orders: the end of an activation ---------------------------------------------------- */

void skirmish_end_activation(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);

    p->group[0] = (struct skirmish_group){ 0 };
    p->spent = 0;
    p->orders = p->halted = 0;
    p->flow.side = (uint8_t)(1 - p->flow.side);
    next_activation(t);
}

void skirmish_open_evasion(struct st_table *t, uint64_t members, int cls)
{
    struct skirmish_pos *p = pos_of(t);

    open_group(t, &p->group[1], members, cls);
    p->evaded |= members;
    st_go(t, STEP_EVADE);
    if (p->group[1].need)
        st_call(t, STEP_SLOW_DIE);
}

/* ---- steps ------------------------------------------------------------------------------- */

const struct st_step skirmish_step_start = ST_RUNS("start of the turn", "4.4", start_run);
const struct st_step skirmish_step_movement = ST_RUNS("movement", "4.4", movement_run);
const struct st_step skirmish_step_activate =
    ST_DECIDES("activate", "5.5.1", activate_offer, group_check, activate_apply, .confirm = true,
               .sample = activate_sample, .takes = ST_VERB(VERB_GROUP), .always = ST_VERB(VERB_PASS),
               .otherwise = wrong_step);
const struct st_step skirmish_step_slow_die = ST_ROLLS("slowing die", "5.5.6", slow_die, slow_take);
