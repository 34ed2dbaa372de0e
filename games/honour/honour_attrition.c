/* honour_attrition.c - losses, attrition, discipline, recovery, the fate of Capitani: 8, 9, 11.7,
 * 3.7. */
#include "honour/honour.h"

#include "base/philox.h"

#include <string.h>

enum { LISTED = 96, ELIMINATED = 6, CAPTURED_TO = 3, WAGES_AP = 2, MP_MOST = 4 };

/* ---- losing SP --------------------------------------------------------------------------- */

/* Whatever remembers units forgets this one. */
static void forget_unit(struct honour_pos *p, int u)
{
    uint32_t rest = ~bit(u);

    for (int i = 0; i < MAX_FORCES; i++)
        p->force[i].units &= rest;
    p->demoralised &= rest;
    p->shifted &= rest;
    p->recovered &= rest;
    p->loss.units &= rest;
    p->check.units &= rest;
    p->assault.att &= rest;
    p->assault.def &= rest;
    p->assault.sp[u] = 0;
    p->pursuit.units &= rest;
    p->pursuit.prey &= rest;
    p->fire.guns &= rest;
    p->fire.target &= rest;
    p->battle.x &= rest;
    p->battle.y &= rest;
    p->battle.away &= rest;
    p->battle.aside &= rest;
    p->battle.chargers &= rest;
    p->battle.corps[u] = 0;
}

void honour_eliminate_unit(struct st_table *t, int u, const char *para)
{
    struct honour_pos *p = pos_of(t);

    p->lost[plan_of(t)->unit[u].side] = (uint16_t)(p->lost[plan_of(t)->unit[u].side] + p->sp[u]);
    p->sp[u] = 0;
    forget_unit(p, u);
    st_tell(t, para, "%s is eliminated", unit_name(t, u));
}

void honour_lose_sp(struct st_table *t, int u, int sp, const char *para)
{
    struct honour_pos *p = pos_of(t);

    if (sp >= p->sp[u]) {
        honour_eliminate_unit(t, u, para);
        return;
    }
    p->sp[u] = (uint8_t)(p->sp[u] - sp);
    p->lost[plan_of(t)->unit[u].side] = (uint16_t)(p->lost[plan_of(t)->unit[u].side] + sp);
    if (has(p->assault.att | p->assault.def, u))
        p->assault.sp[u] = (uint8_t)least(
            p->sp[u], p->assault.kind == COMBAT_BREACH ? most(0, p->assault.sp[u] - sp) : p->sp[u]);
    st_tell(t, para, "%s loses %d SP and has %d", unit_name(t, u), sp, p->sp[u]);
}

void honour_demoralise(struct st_table *t, int u, const char *para)
{
    pos_of(t)->demoralised |= bit(u);
    st_tell(t, para, "%s is Demoralised", unit_name(t, u));
}

/* ---- who absorbs (8.1, 11.5.3, 11.4.13, 12.9) -------------------------------------------- */

void honour_call_lose(struct st_table *t, int side, uint32_t units, int amount, int kind)
{
    struct honour_pos *p = pos_of(t);

    if (!amount || !units)
        return;
    p->loss = (struct honour_loss){ units, (uint8_t)side, (uint8_t)least(amount, 255),
                                    (uint8_t)kind, p->flow.side };
    st_call(t, STEP_LOSE);
    p->flow.side = (uint8_t)side;
}

static int room_of(const struct honour_pos *p, int u) /* SP the unit can lose here */
{
    return p->assault.kind == COMBAT_BREACH && has(p->assault.att | p->assault.def, u)
               ? p->assault.sp[u]
               : p->sp[u];
}

static int worth_of(const struct st_table *t, int u) /* of one SP, in losses */
{
    const struct honour_pos *p = pos_of(t);

    if (p->loss.kind != LOSS_PURSUIT)
        return 1;
    return has(p->demoralised, u) || plan_of(t)->type[p->type[u]].cls == CLASS_ART ? 1 : 2;
}

static int total_worth(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int sum = 0;

    for (uint32_t left = p->loss.units; left;) {
        int u = take(&left);

        sum += room_of(p, u) * worth_of(t, u);
    }
    return sum;
}

/* What cost them: the procedure that is under way. */
static const char *loss_para(const struct honour_pos *p)
{
    return p->loss.kind == LOSS_PURSUIT               ? "11.5.3"
           : p->loss.kind == LOSS_FIRE || p->fire.guns ? "11.4.13"
           : p->assault.kind                           ? "12.9"
           : p->battle.chargers                        ? "11.4.1.3"
           : p->retreat.forces                         ? "11.6.2"
           : p->battle.opt_stage                       ? "18.9.3"
           : p->siege_force != NOBODY && p->sortied    ? "13.6"
                                                       : "8.1";
}

/* What a loss must be is said once, for pursuits (11.5.3); who may take it, in 12.9 (10.2). */
static enum st_answer lose_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t seen = 0;
    int sum = 0, smallest = 9;

    int want = least(p->loss.amount, total_worth(t));
    for (int i = 0; i + 1 < m->nargs; i += 2) {
        int u = m->arg[i], sp = m->arg[i + 1];

        if (!has(p->loss.units, u))
            return st_refuse(why, "12.9", "%s takes no part in this loss", unit_name(t, u));
        if (has(seen, u) || sp < 1 || sp > room_of(p, u))
            return st_refuse(why, "11.5.3", "%s can lose 1 to %d SP, named once", unit_name(t, u),
                             room_of(p, u));
        seen |= bit(u);
        sum += sp * worth_of(t, u);
        smallest = least(smallest, worth_of(t, u));
    }
    if (sum < want)
        return st_refuse(why, "11.5.3", "%d of %d losses are covered", sum, want);
    if (sum - smallest >= want && seen)
        return st_refuse(why, "11.5.3", "%d losses are covered by %d: one SP can be left out", want,
                         sum);
    return ST_LEGAL;
}

struct spread { /* listing the ways to absorb */
    const struct st_table *t;
    struct st_offer *o;
    int unit[SIDE_UNITS], room[SIDE_UNITS], worth[SIDE_UNITS], n, made;
    struct st_move m;
};

static void spread_start(struct spread *s, const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    for (uint32_t left = p->loss.units; left; s->n++) {
        s->unit[s->n] = take(&left);
        s->room[s->n] = room_of(p, s->unit[s->n]);
        s->worth[s->n] = worth_of(t, s->unit[s->n]);
    }
}

static void spread_from(struct spread *s, int i, int left)
{
    int ahead = 0;

    if (s->o->enough || s->made >= LISTED)
        return;
    if (left <= 0) {
        if (lose_check(s->t, &s->m, NULL) == ST_LEGAL) {
            st_offer_add(s->o, &s->m);
            s->made++;
        }
        return;
    }
    for (int k = i; k < s->n; k++)
        ahead += s->room[k] * s->worth[k];
    if (ahead < left)
        return;
    int take_most = least(s->room[i], (left + s->worth[i] - 1) / s->worth[i]);
    for (int sp = take_most; sp >= 0; sp--) {
        if (sp) {
            s->m.arg[s->m.nargs++] = (int16_t)s->unit[i];
            s->m.arg[s->m.nargs++] = (int16_t)sp;
        }
        spread_from(s, i + 1, left - sp * s->worth[i]);
        if (sp) {
            s->m.arg[--s->m.nargs] = 0;
            s->m.arg[--s->m.nargs] = 0;
        }
    }
}

static void lose_offer(const struct st_table *t, struct st_offer *o)
{
    struct spread s = { .t = t, .o = o, .m = { .verb = VERB_LOSE } };

    spread_start(&s, t);
    spread_from(&s, 0, least(pos_of(t)->loss.amount, total_worth(t)));
    if (s.made >= LISTED)
        st_offer_family(o, &(struct st_move){ .verb = VERB_LOSE }, 0);
}

/* SP after SP from units drawn at random, then what can be left out is left out. */
static bool lose_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct spread s = { .t = t };
    int want = least(pos_of(t)->loss.amount, total_worth(t)), got[SIDE_UNITS] = { 0 }, sum = 0;

    spread_start(&s, t);
    for (uint32_t i = 0; sum < want; i++) {
        int k = (int)st_pick(seed, i, (uint32_t)s.n);

        for (int tries = 0; got[k] == s.room[k] && tries < s.n; tries++)
            k = (k + 1) % s.n;
        got[k]++;
        sum += s.worth[k];
    }
    for (int w = 1; w <= 2; w++)
        for (int k = 0; k < s.n; k++)
            while (got[k] && s.worth[k] == w && sum - w >= want) {
                got[k]--;
                sum -= w;
            }
    *out = st_move_0(VERB_LOSE);
    for (int k = 0; k < s.n; k++)
        if (got[k]) {
            out->arg[out->nargs++] = (int16_t)s.unit[k];
            out->arg[out->nargs++] = (int16_t)got[k];
        }
    return lose_check(t, out, NULL) == ST_LEGAL;
}

static void lose_apply(struct st_table *t, const struct st_move *m)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    const char *para = loss_para(p);
    bool fire = p->loss.kind == LOSS_FIRE;
    int pike = -1;

    for (int i = 0; i + 1 < m->nargs; i += 2) {
        int u = m->arg[i];

        if (fire && f->type[p->type[u]].pike && p->sp[u] > m->arg[i + 1] && (pike < 0 || u < pike))
            pike = u;
        honour_lose_sp(t, u, m->arg[i + 1], para);
    }
    if (pike >= 0) {
        st_tell(t, "11.4.13", "%s is Pike and loses one SP more", unit_name(t, pike));
        honour_lose_sp(t, pike, 1, "11.4.13");
    }
    p->flow.side = p->loss.back;
    p->loss = (struct honour_loss){ 0 };
    st_go(t, STEP_BURY);
}

const struct st_step honour_step_lose =
    ST_DECIDES("losses", "12.9", lose_offer, lose_check, lose_apply, .sample = lose_sample,
               .takes = ST_VERB(VERB_LOSE));

/* ---- 3.7 A Force that has lost its last unit --------------------------------------------- */

void honour_remove_cap(struct st_table *t, int c, bool captured, const char *para)
{
    struct honour_pos *p = pos_of(t);
    int force = honour_force_of_cap(p, plan_of(t), c);

    if (force >= 0) {
        p->force[force].caps &= ~bit(c);
        honour_settle_primo(t, force);
    }
    if (captured)
        p->captured |= bit(c);
    else
        p->killed |= bit(c);
    p->ap[c] = 0;
    p->shifted_caps &= ~bit(c);
    p->orphans &= ~bit(c);
    p->pursuit.prey_caps &= ~bit(c);
    p->pursuit.hunters &= ~bit(c);
    if (p->combat.kind && p->combat.def_cap == c)
        p->combat.def_cap = NOBODY;
    for (int role = 0; role < ST_SIDES; role++) {
        for (int k = 0; k < CORPS; k++)
            if (p->battle.commander[role][k] == 1 + c)
                p->battle.commander[role][k] = 0;
        if (p->battle.cg[role] == 1 + c)
            p->battle.cg[role] = 0;
    }
    st_tell(t, para, "%s is %s", cap_name(t, c), captured ? "captured" : "killed");
}

static bool dead(const struct honour_pos *p, int i)
{
    return !exists(p, i) && p->force[i].hex >= 0;
}

static void capture_caps(struct st_table *t, int force)
{
    for (uint32_t left = pos_of(t)->force[force].caps; left;)
        honour_remove_cap(t, take(&left), true, "3.7");
    honour_drop_force(pos_of(t), force);
}

void honour_bury_all_captured(struct st_table *t)
{
    for (int i = 0; i < MAX_FORCES; i++)
        if (dead(pos_of(t), i))
            capture_caps(t, i);
}

static bool enemy_beside(const struct st_table *t, int side, int hex)
{
    const struct honour_pos *p = pos_of(t);

    for (int i = (1 - side) * SIDE_FORCES; i < (2 - side) * SIDE_FORCES; i++)
        if (exists(p, i) && st_hex_distance(&t->plan->grid, p->force[i].hex, hex) <= 1)
            return true;
    return false;
}

static uint32_t nearest_forces(const struct st_table *t, int side, int hex)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t out = 0;
    int near = 999;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        int d = exists(p, i) ? st_hex_distance(&t->plan->grid, p->force[i].hex, hex) : 1000;

        if (d < near) {
            near = d;
            out = 0;
        }
        if (d == near)
            out |= bit(i);
    }
    return out;
}

/* In a combat the dead lie until it is over; then all who led them are captured. */
static void bury_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int i = 0;

    while (i < MAX_FORCES && !dead(p, i))
        i++;
    if (i == MAX_FORCES || p->combat.kind) {
        bool combat = p->combat.kind || p->flow.step[0] == STEP_SIEGE_NEXT;

        if (combat || !honour_sudden_death(t)) /* 17.3 */
            st_done(t);
        return;
    }
    int hex = p->force[i].hex, side = side_of_force(i);
    uint32_t havens = nearest_forces(t, side, hex);
    if (!p->force[i].caps || !havens || enemy_beside(t, side, hex)) {
        capture_caps(t, i);
    } else {
        p->orphans = p->force[i].caps;
        p->orphan_hex = (int16_t)hex;
        honour_drop_force(p, i);
        p->flow.side = (uint8_t)side;
        st_go(t, STEP_ORPHAN);
    }
}

const struct st_step honour_step_bury = ST_RUNS("forces without units", "3.7", bury_run);

static enum st_answer orphan_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (!p->orphans || m->arg[0] != __builtin_ctz(p->orphans))
        return st_refuse(why, "3.7", "%s must choose a Force first",
                         cap_name(t, __builtin_ctz(p->orphans)));
    if (!has(nearest_forces(t, p->flow.side, p->orphan_hex), m->arg[1]))
        return st_refuse(why, "3.7", "%s is not the nearest Force", force_name(m->arg[1]));
    return ST_LEGAL;
}

static void orphan_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);

    for (uint32_t left = nearest_forces(t, p->flow.side, p->orphan_hex); left;)
        st_offer_this(o, st_move_2(VERB_ASSIGN, __builtin_ctz(p->orphans), take(&left)));
}

static void orphan_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    p->orphans &= ~bit(m->arg[0]);
    p->force[m->arg[1]].caps |= bit(m->arg[0]);
    honour_settle_primo(t, m->arg[1]);
    st_tell(t, "3.7", "%s joins %s", cap_name(t, m->arg[0]), force_name(m->arg[1]));
    if (!p->orphans) {
        p->orphan_hex = 0;
        st_go(t, STEP_BURY);
    }
}

const struct st_step honour_step_orphan =
    ST_DECIDES("capitani without force", "3.7", orphan_offer, orphan_check, orphan_apply,
               .takes = ST_VERB(VERB_ASSIGN));

/* ---- 9 Discipline ------------------------------------------------------------------------ */

static void call_checks(struct st_table *t, uint32_t units, int modifier, bool by_quality,
                        bool command, bool recovery)
{
    struct honour_pos *p = pos_of(t);

    if (!units)
        return;
    int force = honour_force_of_unit(p, plan_of(t), __builtin_ctz(units));
    p->check = (struct honour_check){ .units = units,
                                      .modifier = (int8_t)modifier,
                                      .by_quality = by_quality,
                                      .command = command,
                                      .recovery = recovery,
                                      .force = (uint8_t)(force < 0 ? NOBODY : force) };
    st_call(t, STEP_CHECK);
}

void honour_call_checks(struct st_table *t, uint32_t units, int modifier, bool by_quality,
                        bool command)
{
    call_checks(t, units, modifier, by_quality, command, false);
}

void honour_call_recovery(struct st_table *t, uint32_t units, int modifier, bool by_quality)
{
    call_checks(t, units, modifier, by_quality, false, true);
}

static int honour_check_result(const struct st_table *t, int column, int die, int modifier)
{
    return st_look(t, plan_of(t)->chart[CHART_DISCIPLINE], die + modifier, column);
}

/* 18.7: the nearest hex worth pillaging, reached as a LOC would be; -1: none. */
static int flight_hex(const struct st_table *t, int force)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct honour_front front = honour_front(t, side_of_force(force));
    int16_t queue[ST_HEX_MAX], far[ST_HEX_MAX];
    int head = 0, tail = 0, best = -1, start = p->force[force].hex;

    memset(far, -1, sizeof far);
    far[start] = 0;
    queue[tail++] = (int16_t)start;
    while (head < tail) {
        int h = queue[head++];

        if (best >= 0 && far[h] >= far[best])
            continue;
        for (int d = 0; d < 6; d++) {
            int to = f->near[h * 6 + d];

            if (to < 0 || far[to] >= 0 || honour_shut(f, &front, h * 6 + d, to))
                continue;
            far[to] = (int16_t)(far[h] + 1);
            queue[tail++] = (int16_t)to;
            if (f->terrain[to] == CLEAR && f->place_at[to] < 0 &&
                (p->mark[to] & MARK_PILLAGE) < 2 && !st_hexset_has(&front.zone, to) &&
                honour_field_count(p, side_of_force(force), to) < STACK &&
                (best < 0 || far[to] < far[best] || (far[to] == far[best] && to < best)))
                best = to;
        }
    }
    return best;
}

static void fly(struct st_table *t, int force)
{
    struct honour_pos *p = pos_of(t);
    int hex = flight_hex(t, force);

    if (hex < 0)
        return;
    honour_enter(t, force, hex);
    if (!(p->mark[hex] & MARK_PILLAGE))
        p->mark[hex]++;
    p->force[force].flags |= F_FINISHED;
    st_tell(t, "18.7", "%s flies to pillage %s", force_name(force), st_hex_called(t, hex).text);
}

static void check_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_check *c = &p->check;

    if (c->units) {
        c->unit = (uint8_t)take(&c->units);
        st_go(t, STEP_CHECK_ROLL);
        return;
    }
    if (c->flies && c->force != NOBODY && exists(p, c->force))
        fly(t, c->force);
    *c = (struct honour_check){ 0 };
    st_go(t, STEP_BURY);
}

const struct st_step honour_step_check = ST_RUNS("discipline checks", "9.1", check_run);

static void check_die(const struct st_table *t, struct st_chance *c)
{
    const struct honour_pos *p = pos_of(t);

    st_dice(c, 1, DIE, "%s of %s", p->check.recovery ? "recovery" : "discipline",
            unit_name(t, p->check.unit));
}

static void honour_apply_check(struct st_table *t, int u, int result, bool command, const char *para)
{
    struct honour_pos *p = pos_of(t);
    int sp = result == CHECK_F ? 1 : result == CHECK_FF ? 2 : 0;

    if (result == CHECK_P)
        return;
    if (sp && p->sp[u] > sp + 1) {
        honour_lose_sp(t, u, sp, para);
    } else if (!has(p->demoralised, u)) {
        honour_demoralise(t, u, para);
    } else if (command) {
        honour_eliminate_unit(t, u, para);
    }
}

static void check_take(struct st_table *t, int die)
{
    struct honour_pos *p = pos_of(t);
    struct honour_check *c = &p->check;
    int u = c->unit,
        result = honour_check_result(t, c->by_quality ? p->tq[u] : p->rel[u], die, c->modifier);

    st_tell(t, c->recovery ? "9.2.1" : "9.1", "%s: %s", unit_name(t, u), honour_checks[result]);
    c->unit = 0;
    if (!c->recovery) {
        if (result == CHECK_D_STAR && !c->by_quality && plan_of(t)->options & OPT_FLIGHT)
            c->flies = 1;
        honour_apply_check(t, u, result, c->command, "9.1");
    } else if (result == CHECK_P) {
        p->demoralised &= ~bit(u);
        st_tell(t, "9.2.1", "%s has recovered", unit_name(t, u));
    } else if (result == CHECK_D_STAR) {
        honour_eliminate_unit(t, u, "9.2.1");
    }
    st_go(t, STEP_CHECK);
}

const struct st_step honour_step_check_roll =
    ST_ROLLS("discipline check", "9.1", check_die, check_take);

/* ---- 11.7 Elimination Checks ------------------------------------------------------------- */

void honour_call_elim(struct st_table *t, uint32_t caps)
{
    if (!caps)
        return;
    pos_of(t)->elim.caps = caps;
    st_call(t, STEP_ELIM);
}

static void elim_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    if (!p->elim.caps) {
        p->elim = (struct honour_elim){ 0 };
        st_done(t);
        return;
    }
    p->elim.cap = (uint8_t)take(&p->elim.caps);
    st_go(t, STEP_ELIM_ROLL);
}

const struct st_step honour_step_elim = ST_RUNS("elimination checks", "11.7", elim_run);

static void elim_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "Elimination Check of %s", cap_name(t, pos_of(t)->elim.cap));
}

static void elim_take(struct st_table *t, int die)
{
    if (die == ELIMINATED) {
        st_go(t, STEP_FATE);
        return;
    }
    st_tell(t, "11.7", "%s is unharmed", cap_name(t, pos_of(t)->elim.cap));
    st_go(t, STEP_ELIM);
}

const struct st_step honour_step_elim_roll =
    ST_ROLLS("elimination check", "11.7", elim_die, elim_take);

static void fate_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "fate of %s", cap_name(t, pos_of(t)->elim.cap));
}

static void fate_take(struct st_table *t, int die)
{
    honour_remove_cap(t, pos_of(t)->elim.cap, die <= CAPTURED_TO, "11.7");
    st_go(t, STEP_ELIM);
}

const struct st_step honour_step_fate = ST_ROLLS("fate", "11.7", fate_die, fate_take);

/* ---- 8 Attrition ------------------------------------------------------------------------- */

int honour_attrition_lost(const struct st_table *t, int size, int die, int modifier)
{
    return st_look(t, plan_of(t)->chart[CHART_ATTRITION], size, die + modifier);
}

static int always_modifier(const struct st_table *t, bool star)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    return st_modify(t, "8.2", "star of the Primo Capitano", star ? f->attrition.star : 0) +
           st_modify(t, "8.2", honour_weathers[p->weather],
                     f->sky[p->weather].attrition ? f->attrition.weather : 0);
}

/* 8.2: of a second Activation, by the MP spent in it. */
int honour_activation_modifier(const struct st_table *t, int half_mp, bool admin, bool star)
{
    const struct honour_plan *f = plan_of(t);
    int full = half_mp / 2;
    int moved =
        admin ? least(full / 2 * f->attrition.each_admin, MP_MOST) : least(full * f->attrition.each, MP_MOST);

    return always_modifier(t, star) + st_modify(t, "8.2", "MP of a second Activation", moved);
}

static bool barren(const struct st_table *t, int hex)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int n = 0;

    for (int d = -1; d < 6; d++) {
        int h = d < 0 ? hex : f->near[hex * 6 + d];

        if (h >= 0)
            n += f->terrain[h] == MOUNTAIN || f->terrain[h] == HEATH || f->terrain[h] == SWAMP ||
                 p->mark[h] & MARK_PILLAGE;
    }
    return n >= 4;
}

/* The Forces that check together (8.3.3), none where there is no cause. */
static uint32_t honour_attrition_group(const struct st_table *t, int side, int hex, bool inside)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    bool hostile = p->align[f->region[hex]] == ALIGN_A + (1 - side);
    bool other = barren(t, hex) || f->terrain[hex] == MARSH || f->terrain[hex] == SWAMP;
    uint32_t group;

    if (inside) {
        int i = honour_force_at(p, side, hex, true);

        group = i < 0 ? 0 : bit(i);
        other |= p->siege[f->place_at[hex]] != 0;
    } else {
        group = honour_forces_in(p, side, hex);
        other |= honour_zone_makers(t, side, hex) != 0;
    }
    if (!other && hostile)
        for (uint32_t left = group; left;) {
            int i = take(&left);

            if (p->force[i].flags & F_PILLAGED)
                group &= ~bit(i);
        }
    return other || hostile ? group : 0;
}

static int quarters(const struct st_table *t, int hex, int side, bool inside)
{
    const struct honour_plan *f = plan_of(t);
    int mod = 0, kind = honour_place_kind(f, hex);

    if (!(f->options & OPT_QUARTERS))
        return 0;
    if ((inside && kind == PLACE_FORT) || honour_works(pos_of(t), side, hex))
        mod = f->attrition.quarters_town;
    if (inside && kind == PLACE_CITY)
        mod = least(mod, f->attrition.quarters_city);
    return st_modify(t, "18.1", "Quarters", mod);
}

/* 8.3, told */
static int honour_segment_modifier(const struct st_table *t, uint32_t forces, bool star)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int i = __builtin_ctz(forces), hex = p->force[i].hex, side = side_of_force(i), mod;
    bool inside = is_inside(p, i);

    mod = always_modifier(t, star) + quarters(t, hex, side, inside);
    if (inside && p->siege[f->place_at[hex]]) {
        bool loc = honour_any_loc(t, side, hex);

        mod += st_modify(t, "8.3", loc ? "besieged with LOC" : "besieged without LOC",
                         loc ? f->attrition.besieged_loc : f->attrition.besieged);
    }
    if (f->options & OPT_INTERPHASE && f->interphase >> p->turn & 1)
        mod += st_modify(t, "18.2", "Interphase Turn", f->attrition.interphase);
    return mod;
}

/* The next group of the acting side in ascending hex order, then the other side, then recovery. */
static void attrition_next_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    for (;;) {
        int next = 0;

        for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++) {
            int key = exists(p, i) ? p->force[i].hex * 2 + is_inside(p, i) + 1 : 0;

            if (key > p->at && (!next || key < next))
                next = key;
        }
        p->at = (int16_t)next;
        if (!next) {
            if (p->acting == 1) {
                p->acting = 0;
                st_go(t, STEP_RECOVERY);
                p->flow.side = 0;
                return;
            }
            p->acting = 1;
            continue;
        }
        if (honour_attrition_group(t, p->acting, (next - 1) / 2, (next - 1) % 2)) {
            st_call(t, STEP_ATTRITION_ROLL);
            return;
        }
    }
}

const struct st_step honour_step_attrition_next =
    ST_RUNS("attrition segment", "8.3", attrition_next_run);

static uint32_t checking_forces(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    if (!p->at)
        return bit(p->active);
    return honour_attrition_group(t, p->acting, (p->at - 1) / 2, (p->at - 1) % 2);
}

static void attrition_die(const struct st_table *t, struct st_chance *c)
{
    uint32_t forces = checking_forces(t);

    st_dice(c, 1, DIE, "attrition of %s", forces ? force_name(__builtin_ctz(forces)) : "nobody");
}

static void attrition_take(struct st_table *t, int die)
{
    struct honour_pos *p = pos_of(t);
    uint32_t forces = checking_forces(t);

    if (!forces) { /* a ruling has taken the cause away */
        st_done(t);
        return;
    }
    int first = __builtin_ctz(forces);
    bool star = honour_star(p, honour_commander(p, forces));
    int mod = p->at ? honour_segment_modifier(t, forces, star)
                    : honour_activation_modifier(t, p->force[first].mp_act, p->march == MARCH_ADMIN, star);

    uint32_t units = honour_units_of(p, forces);
    int lost = honour_attrition_lost(t, honour_sp(p, units), die, mod);
    st_tell(t, "8.1", "%s%s: %d SP lost to attrition", force_name(first),
            forces & (forces - 1) ? " and the Forces with it" : "", lost);
    st_done(t);
    honour_call_lose(t, side_of_force(first), units, lost, LOSS_PLAIN);
}

const struct st_step honour_step_attrition_roll =
    ST_ROLLS("attrition", "8.1", attrition_die, attrition_take);

/* ---- 9.2 Recovery ------------------------------------------------------------------------ */

struct wards { /* who may recover now, and how (9.2) */
    uint32_t units;
    bool by_quality;
};

/* In the segment: Demoralised units of Forces that may recover; after a battle: of the winner. */
static struct wards wards(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct wards w = { 0, p->combat.kind == COMBAT_BATTLE };

    if (w.by_quality) {
        w.units = (p->battle.winner ? p->battle.y : p->battle.x) & p->demoralised;
    } else {
        for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++)
            if (exists(p, i) && f->order[p->force[i].order].recover)
                w.units |= p->force[i].units & p->demoralised;
    }
    w.units &= ~p->recovered;
    return w;
}

static enum st_answer recovery_check(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int i = m->arg[0];

    struct wards w = wards(t);
    if (m->verb == VERB_RECOVER) {
        if (!has(p->demoralised, i))
            return st_refuse(why, "9.2.1", "%s is not Demoralised", unit_name(t, i));
        if (has(p->recovered, i))
            return st_refuse(why, "9.2.1", "%s has had its Recovery Check", unit_name(t, i));
        if (!has(w.units, i))
            return st_refuse(why, "9.2.1",
                             "%s may not recover: its Force needs Garrison or Stand Order",
                             unit_name(t, i));
        return ST_LEGAL;
    }
    if (!exists(p, i) || !(p->force[i].units & w.units))
        return st_refuse(why, "9.2.1", "%s has no unit that may recover", force_name(i));
    if (p->force[i].flags & F_WAGES)
        return st_refuse(why, "9.2.2", "%s has its Extra Wages", force_name(i));
    return honour_payer(t, i, m->arg[1], WAGES_AP, why);
}

static void recovery_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct wards w = wards(t);

    st_offer_this(o, st_move_0(VERB_DONE));
    for (uint32_t left = w.units; left;)
        st_offer_this(o, st_move_1(VERB_RECOVER, take(&left)));
    for (int i = 0; i < MAX_FORCES && w.units; i++)
        for (int c = 0; c < f->ncaps && p->force[i].units & w.units; c++)
            st_offer_legal(t, o, st_move_2(VERB_WAGES, i, c));
}

static void honour_recovery_clear(struct honour_pos *p)
{
    p->recovered = 0;
    for (int i = 0; i < MAX_FORCES; i++)
        p->force[i].flags &= (uint16_t)~F_WAGES;
}

int honour_recovery_modifier(const struct st_table *t, bool star, bool wages, bool moved)
{
    const struct honour_plan *f = plan_of(t);

    return st_modify(t, "9.2.2", "star of the Primo Capitano", star ? f->check.star : 0) +
           st_modify(t, "9.2.2", "Extra Wages", wages ? f->check.wages : 0) +
           st_modify(t, "9.2.2", "MP expended", moved ? f->check.mp : 0);
}

static void recover(struct st_table *t, int u)
{
    struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[honour_force_of_unit(p, plan_of(t), u)];
    int mod = honour_recovery_modifier(t, honour_star(p, x->primo), x->flags & F_WAGES, x->mp_turn);

    p->recovered |= bit(u);
    honour_call_recovery(t, bit(u), mod, wards(t).by_quality);
}

static void recovery_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_RECOVER) {
        recover(t, m->arg[0]);
    } else if (m->verb == VERB_WAGES) {
        p->force[m->arg[0]].flags |= F_WAGES;
        p->ap[m->arg[1]] = (uint8_t)(p->ap[m->arg[1]] - WAGES_AP);
        st_tell(t, "9.2.2", "%s pays Extra Wages to %s", cap_name(t, m->arg[1]),
                force_name(m->arg[0]));
    } else if (p->combat.kind == COMBAT_BATTLE) {
        honour_recovery_clear(p);
        st_go(t, STEP_AFTER);
    } else if (p->acting == 0) {
        p->acting = p->flow.side = 1;
    } else {
        honour_recovery_clear(p);
        p->acting = p->flow.side = 0;
        st_go(t, STEP_WORKS_PHASE);
    }
}

const struct st_step honour_step_recovery =
    ST_DECIDES("recovery", "9.2.1", recovery_offer, recovery_check, recovery_apply,
               .takes = ST_VERBS(VERB_RECOVER, VERB_WAGES), .always = ST_VERB(VERB_DONE));
const struct st_step honour_step_battle_recovery =
    ST_DECIDES("recovery after battle", "9.2.3", recovery_offer, recovery_check, recovery_apply,
               .takes = ST_VERBS(VERB_RECOVER, VERB_WAGES), .always = ST_VERB(VERB_DONE));
