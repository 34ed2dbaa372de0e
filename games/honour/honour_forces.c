/* honour_forces.c - Forces and their Capitani, lists of units in moves, organisation: 3. */
#include "honour/honour.h"

#include "base/philox.h"

#include <string.h>

/* ---- 3 Units and Forces ------------------------------------------------------------------ */

uint32_t honour_of_class(const struct honour_pos *p, const struct honour_plan *f, uint32_t units,
                         int cls)
{
    uint32_t out = 0;

    while (units) {
        int u = take(&units);

        if (f->type[p->type[u]].cls == cls)
            out |= bit(u);
    }
    return out;
}

uint32_t honour_fighters(const struct honour_pos *p, const struct honour_plan *f, uint32_t units)
{
    return units & ~honour_of_class(p, f, units, CLASS_ART);
}

uint32_t honour_able(const struct honour_pos *p, const struct honour_plan *f, uint32_t units)
{
    return honour_fighters(p, f, units & ~p->demoralised);
}

int honour_sp(const struct honour_pos *p, uint32_t units)
{
    int sum = 0;

    while (units)
        sum += p->sp[take(&units)];
    return sum;
}

bool honour_only_light(const struct honour_pos *p, const struct honour_plan *f, uint32_t units)
{
    for (uint32_t left = units; left;) {
        const struct honour_type *x = &f->type[p->type[take(&left)]];

        if (x->cls != CLASS_CAV || x->heavy)
            return false;
    }
    return units != 0;
}

/* The Force of a side with a unit or a Capitano of these; -1: none. */
static inline int force_with(const struct honour_pos *p, int side, uint32_t unit, uint32_t cap)
{
    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if ((p->force[i].units & unit) | (p->force[i].caps & cap))
            return i;
    return -1;
}

int honour_force_of_unit(const struct honour_pos *p, const struct honour_plan *f, int u)
{
    return force_with(p, f->unit[u].side, bit(u), 0);
}

int honour_force_of_cap(const struct honour_pos *p, const struct honour_plan *f, int c)
{
    return force_with(p, f->cap[c].side, 0, bit(c));
}

enum st_answer honour_not_own(const struct st_table *t, int force, const char *para,
                              struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (exists(p, force) && side_of_force(force) == p->acting)
        return ST_LEGAL;
    return st_refuse(why, para, "side %s has no Force %s", t->plan->side[p->acting], force_name(force));
}

int honour_initiative(const struct honour_pos *p, int cap)
{
    return cap == NOBODY ? 0 : p->printed[cap] & CAP_INITIATIVE;
}

bool honour_star(const struct honour_pos *p, int cap)
{
    return cap != NOBODY && p->printed[cap] & CAP_STAR;
}

bool honour_is_cg(const struct honour_pos *p, int cap)
{
    return cap != NOBODY && p->printed[cap] & CAP_CG;
}

bool honour_is_major(const struct honour_pos *p, int force)
{
    return honour_is_cg(p, p->force[force].primo);
}

static int honour_rank(const struct honour_pos *p, int cap) /* 3.4: CG, Initiative, lower id */
{
    if (cap == NOBODY)
        return -1;
    return (honour_is_cg(p, cap) ? 1000 : 0) + honour_initiative(p, cap) * 100 + (MAX_CAPS - cap);
}

void honour_settle_primo(struct st_table *t, int force)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_force *x = &p->force[force];
    int best = NOBODY;

    for (uint32_t left = x->caps; left;) {
        int c = take(&left);

        if (honour_rank(p, c) > honour_rank(p, best))
            best = c;
    }
    bool stays = x->primo != NOBODY && has(x->caps, x->primo) &&
                 (!honour_is_cg(p, best) || x->primo == best);
    if (!stays)
        x->primo = (uint8_t)best;
    if (best == NOBODY && x->hex >= 0 && f->options & READ_LEADERLESS &&
        (x->order == MANOEUVRE || x->order == ATTACK)) { /* H.21, otherwise */
        x->order = f->place_at[x->hex] >= 0 ? GARRISON : RETREAT;
        st_tell(t, "3.5.3", "%s is left without Capitano: %s", force_name(force),
                honour_orders[x->order]);
    }
}

int honour_commander(const struct honour_pos *p, uint32_t forces)
{
    int best = NOBODY;

    while (forces) {
        int c = p->force[take(&forces)].primo;

        if (honour_rank(p, c) > honour_rank(p, best))
            best = c;
    }
    return best;
}

uint32_t honour_forces_in(const struct honour_pos *p, int side, int hex)
{
    uint32_t out = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if (exists(p, i) && p->force[i].hex == hex && !is_inside(p, i))
            out |= bit(i);
    return out;
}

int honour_force_at(const struct honour_pos *p, int side, int hex, bool inside)
{
    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if (exists(p, i) && p->force[i].hex == hex && is_inside(p, i) == inside)
            return i;
    return -1;
}

int honour_field_count(const struct honour_pos *p, int side, int hex)
{
    return __builtin_popcount(honour_forces_in(p, side, hex));
}

int honour_inside_at(const struct honour_pos *p, int hex)
{
    int a = honour_force_at(p, 0, hex, true);

    return a >= 0 ? a : honour_force_at(p, 1, hex, true);
}

int honour_free_force(const struct honour_pos *p, int side)
{
    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if (!exists(p, i))
            return i;
    return -1;
}

void honour_drop_force(struct honour_pos *p, int force)
{
    memset(&p->force[force], 0, sizeof p->force[force]);
    p->force[force].hex = -1;
    p->force[force].primo = NOBODY;
}

int honour_place_kind(const struct honour_plan *f, int hex)
{
    return f->place_at[hex] < 0 ? -1 : f->place[f->place_at[hex]].kind;
}

bool honour_is_fort(const struct honour_plan *f, int hex)
{
    return honour_place_kind(f, hex) > PLACE_TOWN;
}

bool honour_friendly_fort(const struct honour_pos *p, const struct honour_plan *f, int side,
                          int hex)
{
    return honour_is_fort(f, hex) && p->control[f->place_at[hex]] == CTRL_A + side;
}

void honour_merge(struct st_table *t, int from, int into)
{
    struct honour_pos *p = pos_of(t);
    struct honour_force *a = &p->force[from], *b = &p->force[into];
    static const uint16_t kept =
        F_ATTACKED | F_PILLAGED | F_DISRUPTED | F_ADMIN | F_FINISHED | F_FOUGHT | F_MOVED | F_PRIMO;

    st_tell(t, "3.5.2", "%s merges into %s", force_name(from), force_name(into));
    if (honour_rank(p, a->primo) > honour_rank(p, b->primo)) {
        b->order = a->order;
        b->flags = (uint16_t)((b->flags & ~(F_NEW | F_ORDERED)) | (a->flags & (F_NEW | F_ORDERED)));
        b->primo = a->primo;
    }
    b->units |= a->units;
    b->caps |= a->caps;
    b->flags |= a->flags & kept;
    b->attempts = (uint8_t)most(a->attempts, b->attempts);
    b->activations = (uint8_t)most(a->activations, b->activations);
    b->mp_turn = (uint8_t)most(a->mp_turn, b->mp_turn);
    b->mp_act = (uint8_t)most(a->mp_act, b->mp_act);
    honour_settle_primo(t, into);
    honour_drop_force(p, from);
}

/* ---- lists of units in moves ------------------------------------------------------------- */

bool honour_read_units(const struct st_move *m, int first, int n, uint32_t *out)
{
    *out = 0;
    for (int i = first; i < first + n; i++) {
        if (has(*out, m->arg[i]))
            return false;
        *out |= bit(m->arg[i]);
    }
    return true;
}

/* Its units are named one after the other. */
static struct st_move name_units(struct st_move m, uint32_t units)
{
    while (units)
        m.arg[m.nargs++] = (int16_t)take(&units);
    return m;
}

static struct st_move units_move(int verb, uint32_t units)
{
    return name_units(st_move_0(verb), units);
}

/* Walks all subsets of a mask, 0 included. */
static uint32_t next_subset(uint32_t now, uint32_t of)
{
    return (now - of) & of;
}

bool honour_offer_subsets(struct st_offer *o, const struct st_table *t, int verb, uint32_t units,
                          int limit, bool empty)
{
    uint32_t now = 0;

    if (__builtin_popcount(units) >
        limit) { /* too many to list: singles, the whole, and a family */
        struct st_move none = units_move(verb, 0);

        if (empty)
            st_offer_legal(t, o, none);
        st_offer_legal(t, o, units_move(verb, units));
        for (uint32_t left = units; left && !o->enough;)
            st_offer_legal(t, o, units_move(verb, bit(take(&left))));
        st_offer_family(o, &none, 0);
        return false;
    }
    do {
        if (now || empty)
            st_offer_legal(t, o, units_move(verb, now));
        now = next_subset(now, units);
    } while (now && !o->enough);
    return true;
}

bool honour_sample_subset(const struct st_table *t, int verb, uint32_t units, uint64_t seed,
                          struct st_move *out)
{
    const struct st_step *s = st_step_now(t);

    for (uint32_t i = 0; i < 12; i++) {
        *out = units_move(verb, units & (uint32_t)st_pick(seed, i, 1u << 30));
        if (s->check(t, out, NULL) == ST_LEGAL)
            return true;
    }
    *out = units_move(verb, units);
    if (s->check(t, out, NULL) == ST_LEGAL)
        return true;
    uint32_t now = 0;
    do {
        *out = units_move(verb, now);
        if (s->check(t, out, NULL) == ST_LEGAL)
            return true;
        now = next_subset(now, units);
    } while (now);
    return false;
}

/* ---- 3.5 Organisation -------------------------------------------------------------------- */

static bool same_spot(const struct honour_pos *p, int a, int b)
{
    return p->force[a].hex == p->force[b].hex && is_inside(p, a) == is_inside(p, b);
}

static enum st_answer own_force(const struct st_table *t, int force, struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (!exists(p, force))
        return st_refuse(why, "3.5.1", "there is no Force %s", force_name(force));
    if (side_of_force(force) != p->acting)
        return st_refuse(why, "3.5.1", "%s is a Force of the other side", force_name(force));
    return ST_LEGAL;
}

static enum st_answer frozen(const struct st_table *t, struct st_refusal *why)
{
    if (plan_of(t)->special == SPECIAL_BICOCCA)
        return st_refuse(why, "bicocca_1522 special 1",
                         "no Force may be split and nobody transferred");
    return ST_LEGAL;
}

enum st_answer honour_may_merge(const struct st_table *t, int from, int into,
                                struct st_refusal *why)
{
    if (plan_of(t)->special == SPECIAL_BICOCCA && pos_of(t)->turn < 2 && side_of_force(from) == 0)
        return st_refuse(why, "bicocca_1522 special 3", "%s may not merge with %s before turn 2",
                         force_name(from), force_name(into));
    return ST_LEGAL;
}

static enum st_answer moved_before(const struct st_table *t, uint32_t units, uint32_t caps,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (units & p->shifted)
        return st_refuse(why, "3.5.6", "%s has changed its Force in this segment",
                         unit_name(t, __builtin_ctz(units & p->shifted)));
    if (caps & p->shifted_caps)
        return st_refuse(why, "3.5.6", "%s has changed his Force in this segment",
                         cap_name(t, __builtin_ctz(caps & p->shifted_caps)));
    return ST_LEGAL;
}

static enum st_answer split_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int force = m->arg[0];
    uint32_t units;

    if (frozen(t, why) || own_force(t, force, why))
        return ST_REFUSED;
    if (!honour_read_units(m, 1, m->nargs - 1, &units) || !units)
        return st_refuse(why, "3.5.1", "name the units that leave %s, each once",
                         force_name(force));
    if (units & ~p->force[force].units)
        return st_refuse(why, "3.5.1", "%s is not in %s",
                         unit_name(t, __builtin_ctz(units & ~p->force[force].units)),
                         force_name(force));
    if (moved_before(t, units, 0, why))
        return ST_REFUSED;
    if (units == p->force[force].units)
        return st_refuse(why, "3.5.1", "%s would be left without a unit", force_name(force));
    if (honour_free_force(p, p->acting) < 0)
        return st_refuse(why, "3.5.1", "side %s has %d Forces already", t->plan->side[p->acting],
                         SIDE_FORCES);
    if (honour_field_count(p, p->acting, p->force[force].hex) >= STACK)
        return st_refuse(why, "3.5.5", "%d Forces are in the field in %s already", STACK,
                         st_hex_called(t, p->force[force].hex).text);
    return ST_LEGAL;
}

static enum st_answer transfer_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int n = m->arg[0], into = m->arg[1 + n];
    uint32_t units, left[MAX_FORCES];

    if (frozen(t, why) || own_force(t, into, why))
        return ST_REFUSED;
    if (!honour_read_units(m, 1, n, &units) || !units)
        return st_refuse(why, "3.5.1", "name the units that go to %s, each once", force_name(into));
    if (moved_before(t, units, 0, why))
        return ST_REFUSED;
    for (int i = 0; i < MAX_FORCES; i++)
        left[i] = p->force[i].units & ~units;
    for (uint32_t u = units; u;) {
        int unit = take(&u), from = honour_force_of_unit(p, plan_of(t), unit);

        if (from < 0 || plan_of(t)->unit[unit].side != p->acting)
            return st_refuse(why, "3.5.1", "%s is in no Force of side %s", unit_name(t, unit),
                             t->plan->side[p->acting]);
        if (from == into)
            return st_refuse(why, "3.5.1", "%s is in %s already", unit_name(t, unit),
                             force_name(into));
        if (!same_spot(p, from, into))
            return st_refuse(why, "3.5.1",
                             "%s and %s are not in one hex and on one side of the wall",
                             unit_name(t, unit), force_name(into));
        if (!left[from])
            return st_refuse(why, "3.5.1", "%s would be left without a unit", force_name(from));
    }
    return ST_LEGAL;
}

static enum st_answer assign_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int c = m->arg[0], into = m->arg[1], from = honour_force_of_cap(p, plan_of(t), c);

    if (frozen(t, why) || own_force(t, into, why))
        return ST_REFUSED;
    if (from < 0 || plan_of(t)->cap[c].side != p->acting)
        return st_refuse(why, "3.5.1", "%s is with no Force of side %s", cap_name(t, c),
                         t->plan->side[p->acting]);
    if (from == into)
        return st_refuse(why, "3.5.1", "%s is with %s already", cap_name(t, c), force_name(into));
    if (!same_spot(p, from, into))
        return st_refuse(why, "3.5.1", "%s and %s are not in one hex and on one side of the wall",
                         cap_name(t, c), force_name(into));
    return moved_before(t, 0, bit(c), why);
}

static enum st_answer merge_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int from = m->arg[0], into = m->arg[1];

    if (own_force(t, from, why) || own_force(t, into, why) || honour_may_merge(t, from, into, why))
        return ST_REFUSED;
    if (from == into)
        return st_refuse(why, "3.5.1", "%s cannot merge into itself", force_name(from));
    if (p->force[from].hex != p->force[into].hex || (is_inside(p, from) && !is_inside(p, into)))
        return st_refuse(why, "3.5.1", "%s and %s are not in one hex and on one side of the wall",
                         force_name(from), force_name(into));
    return moved_before(t, p->force[from].units, p->force[from].caps, why);
}

static enum st_answer primo_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int c = m->arg[0], force = honour_force_of_cap(p, plan_of(t), c);

    if (force < 0 || plan_of(t)->cap[c].side != p->acting)
        return st_refuse(why, "3.4", "%s is with no Force of side %s", cap_name(t, c),
                         t->plan->side[p->acting]);
    if (p->force[force].primo == c)
        return st_refuse(why, "3.4", "%s commands %s already", cap_name(t, c), force_name(force));
    if (honour_is_major(p, force))
        return st_refuse(why, "3.4", "%s outranks %s", cap_name(t, p->force[force].primo),
                         cap_name(t, c));
    if (p->force[force].flags & F_PRIMO)
        return st_refuse(why, "3.5.6", "%s has changed its Primo Capitano in this segment",
                         force_name(force));
    return ST_LEGAL;
}

static enum st_answer wall_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int force = m->arg[0];
    bool in = m->verb == VERB_INSIDE;

    if (own_force(t, force, why))
        return ST_REFUSED;

    int hex = p->force[force].hex;
    if (is_inside(p, force) == in)
        return st_refuse(why, "3.5.1", "%s is %s already", force_name(force),
                         in ? "inside" : "outside");
    if (p->force[force].flags & F_WENT)
        return st_refuse(why, "3.5.6", "%s has gone in or out in this segment", force_name(force));
    if (in && !honour_friendly_fort(p, plan_of(t), p->acting, hex))
        return st_refuse(why, "3.5.1", "there is no friendly Fortress in %s",
                         st_hex_called(t, hex).text);
    if (in && honour_inside_at(p, hex) >= 0)
        return st_refuse(why, "3.5.1", "%s is inside: merge with it",
                         force_name(honour_inside_at(p, hex)));
    if (!in && honour_field_count(p, p->acting, hex) >= STACK)
        return st_refuse(why, "3.5.5", "%d Forces are in the field in %s already", STACK,
                         st_hex_called(t, hex).text);
    return ST_LEGAL;
}

static enum st_answer organise_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    static enum st_answer (*const check[])(const struct st_table *, const struct st_move *,
                                           struct st_refusal *) = {
        [VERB_SPLIT] = split_check,   [VERB_TRANSFER] = transfer_check, [VERB_ASSIGN] = assign_check,
        [VERB_MERGE] = merge_check,   [VERB_PRIMO] = primo_check,       [VERB_INSIDE] = wall_check,
        [VERB_OUTSIDE] = wall_check,
    };

    return check[m->verb](t, m, why);
}

static struct st_move split_move(int force, uint32_t units)
{
    return name_units(st_move_1(VERB_SPLIT, force), units);
}

struct st_move honour_units_and(int verb, uint32_t units, int last)
{
    struct st_move m = name_units(st_move_1(verb, __builtin_popcount(units)), units);

    m.arg[m.nargs++] = (int16_t)last;
    return m;
}

static struct st_move transfer_move(uint32_t units, int into)
{
    return honour_units_and(VERB_TRANSFER, units, into);
}

/* Single units one by one; several at once are a family. */
static void organise_force(const struct st_table *t, int i, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];
    bool several = __builtin_popcount(x->units) > 2, splits = false;

    for (uint32_t left = x->units; left && !o->enough;)
        splits |= st_offer_legal(t, o, split_move(i, bit(take(&left))));
    if (several && splits)
        st_offer_family(
            o, &(struct st_move){ .verb = VERB_SPLIT, .nargs = 1, .arg = { (int16_t)i } }, 1);
    for (int k = p->acting * SIDE_FORCES; k < (p->acting + 1) * SIDE_FORCES && !o->enough; k++) {
        if (k == i || !exists(p, k) || p->force[k].hex != x->hex)
            continue;
        st_offer_legal(t, o, st_move_2(VERB_MERGE, i, k));
        bool gives = false;
        for (uint32_t left = x->units; left && !o->enough;)
            gives |= st_offer_legal(t, o, transfer_move(bit(take(&left)), k));
        if (gives)
            st_offer_family(o, &(struct st_move){ .verb = VERB_TRANSFER }, 0);
        for (uint32_t left = x->caps; left && !o->enough;)
            st_offer_legal(t, o, st_move_2(VERB_ASSIGN, take(&left), k));
    }
    for (uint32_t left = x->caps; left && !o->enough;)
        st_offer_legal(t, o, st_move_1(VERB_PRIMO, take(&left)));
    st_offer_legal(t, o, st_move_1(is_inside(p, i) ? VERB_OUTSIDE : VERB_INSIDE, i));
}

static void organise_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);

    st_offer_this(o, st_move_0(VERB_DONE));
    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES && !o->enough; i++)
        if (exists(p, i))
            organise_force(t, i, o);
}

/* Mostly done: an army that reorganises for ever never marches. */
static bool organise_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    int i = p->acting * SIDE_FORCES + (int)st_pick(seed, 1, SIDE_FORCES);

    *out = st_move_0(VERB_DONE);
    if (st_pick(seed, 0, 3) || !exists(p, i))
        return true;
    const struct honour_force *x = &p->force[i];
    struct st_move m;
    int k = p->acting * SIDE_FORCES + (int)st_pick(seed, 2, SIDE_FORCES);
    uint32_t some = x->units & (uint32_t)st_pick(seed, 3, 1u << 30);
    switch (st_pick(seed, 4, 6)) {
    case 0:
        m = split_move(i, some);
        break;
    case 1:
        m = transfer_move(some, k);
        break;
    case 2:
        m = x->caps ? st_move_2(VERB_ASSIGN, __builtin_ctz(x->caps), k)
                    : st_move_2(VERB_MERGE, i, k);
        break;
    case 3:
        m = x->caps ? st_move_1(VERB_PRIMO, 31 - __builtin_clz(x->caps)) : *out;
        break;
    case 4:
        m = st_move_2(VERB_MERGE, i, k);
        break;
    default:
        m = st_move_1(is_inside(p, i) ? VERB_OUTSIDE : VERB_INSIDE, i);
    }
    if (m.verb != VERB_DONE && organise_check(t, &m, NULL) == ST_LEGAL)
        *out = m;
    return true;
}

static void split_off(struct st_table *t, int from, uint32_t units)
{
    struct honour_pos *p = pos_of(t);
    int f = honour_free_force(p, p->acting);

    honour_drop_force(p, f);
    p->force[f].units = units;
    p->force[f].hex = p->force[from].hex;
    p->force[f].flags = F_NEW;
    p->force[from].units &= ~units;
    p->shifted |= units;
    st_tell(t, "3.5.1", "%s leaves %s", force_name(f), force_name(from));
}

static void assign_cap(struct st_table *t, int c, int into)
{
    struct honour_pos *p = pos_of(t);
    int from = honour_force_of_cap(p, plan_of(t), c);

    if (from >= 0) {
        p->force[from].caps &= ~bit(c);
        honour_settle_primo(t, from);
    }
    p->force[into].caps |= bit(c);
    honour_settle_primo(t, into);
}

static void organise_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    uint32_t units = 0;
    int i = m->arg[0];

    switch (m->verb) {
    case VERB_SPLIT:
        honour_read_units(m, 1, m->nargs - 1, &units);
        split_off(t, i, units);
        break;
    case VERB_TRANSFER:
        honour_read_units(m, 1, m->arg[0], &units);
        for (int k = 0; k < MAX_FORCES; k++)
            p->force[k].units &= ~units;
        p->force[m->arg[1 + m->arg[0]]].units |= units;
        p->shifted |= units;
        break;
    case VERB_ASSIGN:
        assign_cap(t, i, m->arg[1]);
        p->shifted_caps |= bit(i);
        break;
    case VERB_MERGE:
        p->shifted |= p->force[i].units;
        p->shifted_caps |= p->force[i].caps;
        honour_merge(t, i, m->arg[1]);
        break;
    case VERB_PRIMO: {
        struct honour_force *x = &p->force[honour_force_of_cap(p, plan_of(t), i)];

        x->primo = (uint8_t)i;
        x->flags |= F_PRIMO;
        break;
    }
    case VERB_INSIDE:
    case VERB_OUTSIDE:
        p->force[i].flags ^= F_INSIDE;
        p->force[i].flags |= F_WENT;
        break;
    default:
        p->shifted = p->shifted_caps = 0;
        for (int k = 0; k < MAX_FORCES; k++)
            p->force[k].flags &= (uint16_t) ~(F_WENT | F_PRIMO);
        st_go(t, STEP_ORDERS);
    }
}

const struct st_step honour_step_organise =
    ST_DECIDES("organisation", "3.5.1", organise_offer, organise_check, organise_apply,
               .sample = organise_sample, .always = ST_VERB(VERB_DONE),
               .takes = ST_VERBS(VERB_SPLIT, VERB_TRANSFER) | ST_VERBS(VERB_ASSIGN, VERB_MERGE) |
                        ST_VERB(VERB_PRIMO) | ST_VERBS(VERB_INSIDE, VERB_OUTSIDE));
