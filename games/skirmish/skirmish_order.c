/* skirmish_order.c - 5.6: close order. A formed unit stands in the slots of its anchor and facing;
 * every man keeps his rank and file until he breaks ranks. */
#include "skirmish/skirmish.h"

#include "base/philox.h"

enum { FOOT_PITCH = 22, RIDER_FILE = 28, RIDER_RANK = 54, FORMED_LEAST = 4, ORDERS_MOST = 6,
       WHEEL_MILLI = 393 };

struct st_point skirmish_slot(const struct skirmish_plan *f, struct st_point anchor, int facing,
                              int rank, int file, bool riders)
{
    int p = riders ? RIDER_FILE : FOOT_PITCH, q = riders ? RIDER_RANK : FOOT_PITCH;
    struct st_point out = st_point_to_mm(
        skirmish_out(f, facing, ST_MM * p * file, -ST_MM * q * rank));

    return (struct st_point){ anchor.x + out.x, anchor.y + out.y };
}

static uint64_t formed_men(const struct st_table *t, int unit)
{
    return plan_of(t)->unit[unit].men & pos_of(t)->formed;
}

static bool riders(const struct st_table *t, uint64_t men)
{
    return men & pos_of(t)->mounted;
}

/* The row of the movement chart in close order: a man on foot by his kit. */
static int troop_of(const struct st_table *t, int u)
{
    const struct skirmish_man *m = &plan_of(t)->man[u];

    return horse_of(t, u) ? TROOP_RIDERS + m->kind - 1 : m->equip;
}

/* The least of a column of the movement chart; below 0: somebody cannot. */
static int slowest(const struct st_table *t, uint64_t men, const int16_t mm[TROOPS])
{
    int least = INT16_MAX;

    while (men) {
        int of = mm[troop_of(t, take_one(&men))];

        least = of < least ? of : least;
    }
    return least;
}

static int skirmish_unit_rate(const struct st_table *t, int unit)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t men = formed_men(t, unit);
    int files = p->unit_files[unit], ranks = 1;

    for (uint64_t left = men; left;) {
        int u = take_one(&left);

        ranks = p->rank[u] + 1 > ranks ? p->rank[u] + 1 : ranks;
    }
    return slowest(t, men, (files == 2 || files == 3) && ranks >= 2 ? f->column_mm : f->line_mm);
}

/* ---- one order worked out ---------------------------------------------------------------- */

struct drill { /* where everybody goes */
    int unit, n, cost;
    struct st_point anchor;
    int facing;
    int who[MAX_GROUP], rank[MAX_GROUP], file[MAX_GROUP];
    uint64_t men;
    bool charge;
};

static struct skirmish_stand stand_of(const struct st_table *t, const struct drill *d, int i,
                                      struct st_point anchor, int facing)
{
    struct st_point at = skirmish_slot(plan_of(t), anchor, facing, d->rank[i], d->file[i],
                                       riders(t, d->men));

    return (struct skirmish_stand){ (int16_t)at.x, (int16_t)at.y, (uint8_t)facing,
                                    (uint8_t)horse_of(t, d->who[i]) };
}

static bool slots_on_table(const struct st_table *t, const struct drill *d, struct st_point anchor,
                           int facing)
{
    const struct skirmish_plan *f = plan_of(t);

    for (int i = 0; i < d->n; i++) {
        struct st_point at = skirmish_slot(f, anchor, facing, d->rank[i], d->file[i],
                                           riders(t, d->men));

        if (at.x < 0 || at.y < 0 || at.x > f->width || at.y > f->height)
            return false;
    }
    return true;
}

/* A man goes straight to a slot: 5.5.10, 5.5.12, open ground, no line (5.6.5). */
static enum st_answer man_check(const struct st_table *t, const struct drill *d, int i,
                                struct st_point from, struct skirmish_stand to,
                                uint64_t were_touching, struct st_refusal *why)
{
    struct skirmish_crossed crossed;
    int u = d->who[i], mounted = to.mounted;
    struct st_point at = { to.x, to.y };
    int cls = skirmish_step_class(t, from, at, mounted, 0, &crossed);
    int ends = skirmish_class_at(t, from.x, from.y, mounted);
    int other = skirmish_class_at(t, to.x, to.y, mounted);

    cls = ends > cls ? ends : cls;
    cls = other > cls ? other : cls;
    if (cls != O || crossed.bars || crossed.edges)
        return st_refuse(why, has(pos_of(t)->formed, u) ? "5.6.5" : "5.6.3",
                         "%s would leave open ground or cross a line in close order",
                         man_name(t, u));
    struct skirmish_stride stride = { u, from, at, were_touching, true, to, 0 };
    if (skirmish_step_check(t, &stride, why))
        return ST_REFUSED;
    return skirmish_stand_check(t, u, to, d->men, why);
}

static enum st_answer no_friend_between(const struct st_table *t, const struct drill *d, int i,
                                        struct st_point from, struct skirmish_stand to,
                                        struct st_refusal *why)
{
    struct st_capsule way = { st_point_mm(from.x, from.y), st_point_mm(to.x, to.y),
                              skirmish_radius(to.mounted) };

    for (uint64_t left = friends_of(t, d->who[i]) & ~d->men; left;) {
        int v = take_one(&left);
        struct st_capsule base = skirmish_base(plan_of(t), skirmish_where(t, v));

        if (st_capsule_cmp(&way, &base, 0) < 0)
            return st_refuse(why, "5.6.4", "%s would pass over %s", man_name(t, d->who[i]),
                             man_name(t, v));
    }
    return ST_LEGAL;
}

static enum st_answer leave_check(const struct st_table *t, int u, struct skirmish_stand to,
                                  uint64_t were_touching, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);

    while (were_touching) {
        int v = take_one(&were_touching);
        struct skirmish_stand foe = skirmish_where(t, v);

        if (st_gap2_cmp(skirmish_gap2(f, to, foe),
                        skirmish_gap2(f, skirmish_where(t, u), foe)) < 0 ||
            skirmish_touching(f, to, foe))
            return st_refuse(why, "5.5.13", "%s must leave %s", man_name(t, u), man_name(t, v));
    }
    return ST_LEGAL;
}

/* From one set of slots to the next. */
static enum st_answer shift_check(const struct st_table *t, const struct drill *d,
                                  struct st_point from, int facing_from, struct st_point to,
                                  int facing_to, struct st_refusal *why)
{
    if (!slots_on_table(t, d, to, facing_to))
        return st_refuse(why, "5.5.11", "the unit would leave the table");
    for (int i = 0; i < d->n; i++) {
        struct skirmish_stand a = stand_of(t, d, i, from, facing_from);
        struct skirmish_stand b = stand_of(t, d, i, to, facing_to);
        uint64_t touching = skirmish_contacts(t, d->who[i]);
        struct st_point start = { a.x, a.y };

        if (man_check(t, d, i, start, b, touching, why) ||
            no_friend_between(t, d, i, start, b, why) ||
            leave_check(t, d->who[i], b, touching, why))
            return ST_REFUSED;
    }
    return ST_LEGAL;
}

/* ---- form (5.6.2, 5.6.3) ----------------------------------------------------------------- */

static enum st_answer form_men(const struct st_table *t, const struct st_move *m, struct drill *d,
                               struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t men = p->group[0].members;
    int unit = m->arg[0];

    if (unit >= f->nunits || (men & ~f->unit[unit].men))
        return st_refuse(why, "5.6.3", "the group must be men of one unit and nobody else");
    if (p->group[0].ordered || p->orders)
        return st_refuse(why, "5.6.3", "the whole group forms, or nobody");
    if (__builtin_popcountll(men) < FORMED_LEAST)
        return st_refuse(why, "5.6.2", "close order needs at least %d men, here are %d",
                         FORMED_LEAST, __builtin_popcountll(men));
    if (p->formed & f->unit[unit].men & ~men)
        return st_refuse(why, "5.6.3", "other men of %s are formed already", f->unit[unit].name);
    *d = (struct drill){ .unit = unit, .men = men, .facing = m->arg[4],
                         .anchor = { m->arg[2], m->arg[3] } };
    for (uint64_t left = men; left;) {
        int u = take_one(&left);

        if (f->line_mm[troop_of(t, u)] < 0 || (!horse_of(t, u) && riders(t, men)))
            return st_refuse(why, "5.6.2", "%s has no close order here", man_name(t, u));
        if (skirmish_contacts(t, u))
            return st_refuse(why, "5.6.3", "%s is in contact", man_name(t, u));
        d->who[d->n] = u;
        d->rank[d->n] = m->arg[1] > 0 ? d->n / m->arg[1] : 0;
        d->file[d->n] = m->arg[1] > 0 ? d->n % m->arg[1] : 0;
        d->n++;
    }
    return ST_LEGAL;
}

static enum st_answer form_check(const struct st_table *t, const struct st_move *m,
                                 struct drill *d, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);

    if (form_men(t, m, d, why))
        return ST_REFUSED;
    if (m->arg[1] < 1 || m->arg[1] > d->n || m->arg[4] < 0 || m->arg[4] > 15)
        return st_refuse(why, "5.6.2", "1 to %d files, facing 0 to 15", d->n);
    if (!slots_on_table(t, d, d->anchor, d->facing))
        return st_refuse(why, "5.5.11", "the unit would leave the table");
    for (int i = 0; i < d->n; i++) {
        int u = d->who[i], mm = skirmish_allowance(t, u, horse_of(t, u));
        struct skirmish_stand to = stand_of(t, d, i, d->anchor, d->facing);
        struct st_point from = { p->x[u], p->y[u] }, at = { to.x, to.y };

        if (st_length_up(from, at) > mm)
            return st_refuse(why, "5.6.3", "%s has %d mm, his place is %d away", man_name(t, u), mm,
                             st_length_up(from, at));
        if (man_check(t, d, i, from, to, 0, why))
            return ST_REFUSED;
        if (skirmish_contacts_at(t, u, to, seen_enemies(t, u)))
            return st_refuse(why, "5.6.3", "%s would touch an enemy", man_name(t, u));
    }
    return ST_LEGAL;
}

/* ---- march and wheel (5.6.4) ------------------------------------------------------------- */

static enum st_answer drill_men(const struct st_table *t, const struct st_move *m, struct drill *d,
                                struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int unit = m->arg[0];
    uint64_t men = unit < f->nunits ? formed_men(t, unit) : 0;

    if (!men)
        return st_refuse(why, "5.6.2", "no such unit is formed");
    if (p->group[0].members != men)
        return st_refuse(why, men & p->activated & ~p->group[0].members ? "5.6.6" : "5.6.4",
                         "unit %s is not activated as a whole and alone", f->unit[unit].name);
    if ((p->group[0].ordered && !p->orders) || p->halted)
        return st_refuse(why, "5.6.4", "unit %s has no more orders", f->unit[unit].name);
    if (p->orders >= ORDERS_MOST)
        return st_refuse(why, "5.6.4", "at most %d orders in one activation", ORDERS_MOST);
    *d = (struct drill){ .unit = unit, .men = men, .facing = p->unit_facing[unit],
                         .anchor = { p->anchor[unit][0], p->anchor[unit][1] } };
    while (men) {
        int u = take_one(&men);

        d->who[d->n] = u;
        d->rank[d->n] = p->rank[u];
        d->file[d->n++] = p->file[u];
    }
    return ST_LEGAL;
}

static enum st_answer rate_check(const struct st_table *t, const struct drill *d,
                                 struct st_refusal *why)
{
    int left = skirmish_unit_rate(t, d->unit) - pos_of(t)->spent;

    if (d->cost > left)
        return st_refuse(why, "5.6.4", "it costs %d mm, unit %s has %d left", d->cost,
                         plan_of(t)->unit[d->unit].name, left);
    return ST_LEGAL;
}

static enum st_answer march_check(const struct st_table *t, const struct st_move *m,
                                  struct drill *d, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int mm = m->arg[2], way = m->arg[1];

    if (drill_men(t, m, d, why))
        return ST_REFUSED;
    int back = slowest(t, d->men, f->back_mm);
    if (mm < 1 || mm > f->width + f->height)
        return st_refuse(why, "5.6.4", "%d mm is no march", mm);
    d->cost = mm;
    if (way == FWD && rate_check(t, d, why))
        return ST_REFUSED;
    if (way != FWD && p->orders)
        return st_refuse(why, "5.6.4", "a march backwards or sideways is a unit's only order");
    if (way != FWD && mm > back)
        return st_refuse(why, "5.6.4", "%d mm backwards or sideways; %s", mm,
                         back > 0 ? "at most 80" : "cavalry does not do it");
    struct st_point by = st_point_to_mm(skirmish_out(
        f, d->facing, way == TO_LEFT ? -ST_MM * mm : way == TO_RIGHT ? ST_MM * mm : 0,
        way == FWD ? ST_MM * mm : way == BACK ? -ST_MM * mm : 0));
    struct st_point from = d->anchor;
    d->anchor = (struct st_point){ from.x + by.x, from.y + by.y };
    d->charge = way == FWD && riders(t, d->men) && st_length_up(from, d->anchor) >= CHARGE_MM;
    return shift_check(t, d, from, d->facing, d->anchor, d->facing, why);
}

/* The place of the front-right man, living or dead. */
static struct st_point front_right(const struct st_table *t, const struct drill *d)
{
    return skirmish_slot(plan_of(t), d->anchor, d->facing, 0, pos_of(t)->unit_files[d->unit] - 1,
                         riders(t, d->men));
}

static enum st_answer wheel_check(const struct st_table *t, const struct st_move *m,
                                  struct drill *d, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    bool left = m->arg[1] == 0;

    if (drill_men(t, m, d, why))
        return ST_REFUSED;
    int pitch = riders(t, d->men) ? RIDER_FILE : FOOT_PITCH;
    int files = pos_of(t)->unit_files[d->unit];
    if (m->arg[2] < 1 || m->arg[2] > 15)
        return st_refuse(why, "5.6.4", "a wheel of 1 to 15 steps");
    d->cost = (WHEEL_MILLI * pitch * (files - 1) + 999) / 1000 * m->arg[2];
    if (rate_check(t, d, why))
        return ST_REFUSED;
    for (int i = 0; i < m->arg[2]; i++) {
        struct st_point from = d->anchor, pivot = front_right(t, d);
        int facing = d->facing;

        d->facing = (facing + (left ? 1 : 15)) % 16;
        if (!left) {
            struct st_point out = skirmish_slot(f, (struct st_point){ 0, 0 }, d->facing, 0,
                                                files - 1, riders(t, d->men));

            d->anchor = (struct st_point){ pivot.x - out.x, pivot.y - out.y };
        }
        if (shift_check(t, d, from, facing, d->anchor, d->facing, why))
            return ST_REFUSED;
    }
    return ST_LEGAL;
}

static enum st_answer any_check(const struct st_table *t, const struct st_move *m, struct drill *d,
                                struct st_refusal *why)
{
    return m->verb == VERB_FORM    ? form_check(t, m, d, why)
           : m->verb == VERB_MARCH ? march_check(t, m, d, why)
                                   : wheel_check(t, m, d, why);
}

enum st_answer skirmish_drill_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    struct drill d;

    return any_check(t, m, &d, why);
}

/* ---- carrying it out --------------------------------------------------------------------- */

static void take_slots(struct st_table *t, const struct st_move *m, const struct drill *d)
{
    struct skirmish_pos *p = pos_of(t);

    p->anchor[d->unit][0] = (int16_t)d->anchor.x;
    p->anchor[d->unit][1] = (int16_t)d->anchor.y;
    p->unit_facing[d->unit] = (uint8_t)d->facing;
    if (m->verb == VERB_FORM)
        p->unit_files[d->unit] = (uint8_t)m->arg[1];
    for (int i = 0; i < d->n; i++) {
        struct skirmish_stand s = stand_of(t, d, i, d->anchor, d->facing);
        int u = d->who[i];

        p->rank[u] = (uint8_t)d->rank[i];
        p->file[u] = (uint8_t)d->file[i];
        p->x[u] = s.x;
        p->y[u] = s.y;
        p->facing[u] = s.facing;
        p->way[u][p->nway[u]][0] = s.x;
        p->way[u][p->nway[u]++][1] = s.y;
        p->across[u] = 0;
    }
    p->formed |= d->men;
    p->moved |= d->men;
    p->crouched &= ~d->men;
    p->group[0].ordered = p->group[0].members;
    p->spent = (int16_t)(p->spent + d->cost);
    p->orders++;
}

static void charge_home(struct st_table *t, const struct drill *d, int i, uint64_t before)
{
    struct skirmish_pos *p = pos_of(t);
    int u = d->who[i];
    struct skirmish_stand s = skirmish_where(t, u);
    uint64_t touched = skirmish_contacts_at(t, u, s, seen_enemies(t, u)) & ~before;
    bool direct = false;

    skirmish_touch(t, u, touched);
    for (uint64_t left = touched; left;)
        direct |= skirmish_bar_between(plan_of(t), s, skirmish_where(t, take_one(&left))) < 0;
    if (direct && d->charge) {
        p->charged |= bit(u);
        st_tell(t, "5.11.1", "%s charges", man_name(t, u));
    }
    if (touched)
        p->halted = 1;
    skirmish_note_contact(t, u);
    skirmish_cast_horses_off(t, u);
}

static void carry_out(struct st_table *t, const struct st_move *m, const struct drill *d)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t before[MAX_GROUP];

    for (int i = 0; i < d->n; i++)
        before[i] = skirmish_contacts(t, d->who[i]);
    skirmish_reveal(t, d->men, "moves and is seen");
    take_slots(t, m, d);
    st_tell(t, m->verb == VERB_FORM ? "5.6.3" : "5.6.4", "unit %s stands at %d,%d facing %d",
            plan_of(t)->unit[d->unit].name, d->anchor.x, d->anchor.y, d->facing);
    for (int i = 0; i < d->n; i++)
        charge_home(t, d, i, before[i]);
    if (m->verb == VERB_FORM || (m->verb == VERB_MARCH && m->arg[1] != FWD))
        p->halted = 1;
    skirmish_mend_across(t);
}

void skirmish_drill_now(struct st_table *t, const struct st_move *m)
{
    struct drill d;

    if (any_check(t, m, &d, NULL) == ST_LEGAL)
        carry_out(t, m, &d);
}

static uint64_t spotted_by(const struct st_table *t, const struct drill *d)
{
    uint64_t found = 0;

    for (int i = 0; i < d->n; i++)
        found |= skirmish_spotted(t, d->who[i], stand_of(t, d, i, d->anchor, d->facing));
    return found;
}

static uint64_t touched_by(const struct st_table *t, const struct drill *d)
{
    uint64_t touched = 0;

    for (int i = 0; i < d->n; i++)
        touched |= skirmish_contacts_at(t, d->who[i], stand_of(t, d, i, d->anchor, d->facing),
                                        seen_enemies(t, d->who[i])) &
                   ~skirmish_contacts(t, d->who[i]);
    return touched;
}

/* An ambusher found under the unit's feet (7.33): a march ends 20 mm sooner, as often as need be;
 * anything else is not made. */
static bool pull_up(struct st_table *t, struct st_move *m, struct drill *d)
{
    while (m->verb == VERB_MARCH && m->arg[2] > TRACK_MM) {
        m->arg[2] = (int16_t)(m->arg[2] - TRACK_MM);
        if (any_check(t, m, d, NULL) == ST_LEGAL)
            return true;
    }
    struct skirmish_pos *p = pos_of(t);
    p->group[0].ordered = p->group[0].members;
    p->orders++;
    p->halted = 1;
    return false;
}

void skirmish_drill_apply(struct st_table *t, const struct st_move *m)
{
    struct skirmish_pos *p = pos_of(t);
    struct st_move now = *m;
    struct drill d;
    enum st_answer a = any_check(t, &now, &d, NULL);

    st_assert(a == ST_LEGAL);
    uint64_t found = spotted_by(t, &d);
    if (found) {
        skirmish_reveal(t, found, "is spotted");
        if (any_check(t, &now, &d, NULL) && !pull_up(t, &now, &d))
            return;
    }
    uint64_t touched = touched_by(t, &d), may = 0;
    for (int i = 0; i < d.n && !may; i++)
        may = skirmish_may_evade(t, d.who[i], touched);
    if (may) {
        skirmish_call_reaction(t, &now, may);
        return;
    }
    carry_out(t, &now, &d);
    p->halted |= found != 0;
}

/* ---- offers ------------------------------------------------------------------------------ */

static void add_if_legal(const struct st_table *t, struct st_offer *o, struct st_move m)
{
    if (!o->enough && skirmish_drill_check(t, &m, NULL) == ST_LEGAL)
        st_offer_add(o, &m);
}

static struct st_move form_move(const struct st_table *t, int unit, int files, int facing)
{
    int u = __builtin_ctzll(pos_of(t)->group[0].members);

    return st_move_make(VERB_FORM, 5, unit, files, pos_of(t)->x[u], pos_of(t)->y[u], facing);
}

static void form_offer(const struct st_table *t, int unit, struct st_offer *o)
{
    const struct skirmish_pos *p = pos_of(t);
    int n = __builtin_popcountll(p->group[0].members), files[3] = { n, (n + 1) / 2, 2 };
    struct st_move m = st_move_1(VERB_FORM, unit);
    struct drill d;

    m.arg[1] = 1;
    if (form_men(t, &m, &d, NULL))
        return;
    m.nargs = 1;
    m.arg[1] = 0;
    st_offer_family(o, &m, 1);
    for (int k = 0; k < 3; k++)
        for (int facing = 0; facing < 16; facing += 4)
            if ((k == 0 || files[k] != files[k - 1]) && (k < 2 || files[2] != files[0]))
                add_if_legal(t, o, form_move(t, unit, files[k], facing));
}

static void march_offer(const struct st_table *t, int unit, struct st_offer *o)
{
    int left = skirmish_unit_rate(t, unit) - pos_of(t)->spent;
    int back = slowest(t, formed_men(t, unit), plan_of(t)->back_mm);
    struct st_move m = st_move_1(VERB_MARCH, unit);
    struct drill d;

    if (drill_men(t, &m, &d, NULL))
        return;
    st_offer_family(o, &m, 1);
    m.verb = VERB_WHEEL;
    st_offer_family(o, &m, 1);
    for (int part = 1; part <= 3; part++)
        if (left * part / 3 > 0 && left * part / 3 != left * (part - 1) / 3)
            add_if_legal(t, o, st_move_3(VERB_MARCH, unit, FWD, left * part / 3));
    for (int way = BACK; way <= TO_RIGHT && back > 0; way++)
        add_if_legal(t, o, st_move_3(VERB_MARCH, unit, way, back));
    for (int side = 0; side < 2; side++)
        for (int k = 1; k <= 2; k++)
            add_if_legal(t, o, st_move_3(VERB_WHEEL, unit, side, k));
}

void skirmish_drill_offer(const struct st_table *t, struct st_offer *o)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t men = pos_of(t)->group[0].members;

    for (int unit = 0; unit < f->nunits && men; unit++)
        if (!(men & ~f->unit[unit].men) && !o->enough) {
            form_offer(t, unit, o);
            march_offer(t, unit, o);
        }
}

bool skirmish_drill_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t men = p->group[0].members;
    int unit = men ? f->man[__builtin_ctzll(men)].unit : NOBODY;

    if (unit == NOBODY || (men & ~f->unit[unit].men) || (p->group[0].ordered && !p->orders) ||
        st_pick(seed, 20, 3) == 0)
        return false;
    struct st_move m;
    if (men == formed_men(t, unit)) {
        int left = skirmish_unit_rate(t, unit) - p->spent;

        m = st_pick(seed, 21, 3)
                ? st_move_3(VERB_MARCH, unit, (int)st_pick(seed, 22, 8) < 6
                                                  ? FWD : (int)st_pick(seed, 23, 4),
                            1 + (int)st_pick(seed, 24, left > 0 ? (uint32_t)left : 1))
                : st_move_3(VERB_WHEEL, unit, (int)st_pick(seed, 25, 2),
                            1 + (int)st_pick(seed, 26, 2));
    } else {
        int n = __builtin_popcountll(men);

        m = form_move(t, unit, st_pick(seed, 27, 2) ? n : 1 + (int)st_pick(seed, 28, (uint32_t)n),
                      p->facing[__builtin_ctzll(men)]);
    }
    if (skirmish_drill_check(t, &m, NULL) != ST_LEGAL)
        return false;
    *out = m;
    return true;
}
