/* honour_turn.c - set-up, weather, the turn, impulses, Initiative: 4, 6. */
#include "honour/honour.h"

#include "base/philox.h"

#include <string.h>

void honour_setup(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    for (int i = 0; i < MAX_FORCES; i++) {
        honour_drop_force(p, i);
        if (!f->start[i].used)
            continue;
        p->force[i].hex = f->start[i].hex;
        p->force[i].order = f->start[i].order;
        p->force[i].primo = f->start[i].primo;
        p->force[i].flags = f->start[i].inside ? F_INSIDE : 0;
    }
    for (int u = 0; u < f->nunits; u++) {
        const struct honour_unit *x = &f->unit[u];

        p->sp[u] = p->start[u] = x->sp;
        p->type[u] = x->type;
        p->tq[u] = x->tq;
        p->rel[u] = x->rel;
        if (x->force == NOBODY)
            p->coming |= bit(u);
        else
            p->force[x->force].units |= bit(u);
    }
    for (int c = 0; c < f->ncaps; c++) {
        p->printed[c] = f->cap[c].printed;
        p->ap[c] = f->cap[c].ap;
        if (f->cap[c].force == NOBODY)
            p->coming_caps |= bit(c);
        else
            p->force[f->cap[c].force].caps |= bit(c);
    }
    for (int i = 0; i < f->nplaces; i++) {
        p->control[i] = f->place[i].control;
        p->siege[i] = f->place[i].siege;
    }
    memcpy(p->align, f->align, sizeof p->align);
    memcpy(p->mark, f->mark, sizeof p->mark);
    for (int s = f->nsources - 1; s >= 0; s--)
        p->source[f->source[s].side] = (uint8_t)s;
    p->turn = 1;
    p->weather = p->before = (uint8_t)f->weather_before;
    p->first = (uint8_t)(1 - f->first); /* a tie on turn 1 goes to the side the scenario names */
    p->active = NOBODY;
    st_go(t, STEP_TURN);
}

/* ---- 4.2 Weather ------------------------------------------------------------------------- */

static void turn_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    st_tell(t, "4.1", "Turn %d", p->turn);
    p->acting = 0;
    st_go(t, STEP_COMMAND);
    if (f->fixed_weather >= 0)
        p->weather = (uint8_t)f->fixed_weather;
    else
        st_call(t, STEP_WEATHER);
}

const struct st_step honour_step_turn = ST_RUNS("turn", "4.1", turn_run);

static void weather_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "weather of turn %d", pos_of(t)->turn);
}

int honour_weather_after(const struct st_table *t, int month, int before, int die)
{
    const struct honour_plan *f = plan_of(t);
    const struct st_chart *c = f->chart[CHART_WEATHER];
    int row = f->season[month] - 1, w = st_chart_value(c, row, c->col.slot[die - c->col.lo]);

    st_tell(t, "4.2.2", "row %s, die %d: %s", c->row.label[row], die, honour_weathers[w]);
    if (w == FAIR && (before == RAIN || before == SNOW)) {
        st_tell(t, "4.2.3", "Fair after %s is Mud", honour_weathers[before]);
        w = MUD;
    }
    return w;
}

static void weather_take(struct st_table *t, int die)
{
    struct honour_pos *p = pos_of(t);
    int w = honour_weather_after(t, plan_of(t)->month[p->turn], p->weather, die);

    p->before = p->weather;
    p->weather = (uint8_t)w;
    st_tell(t, "4.2.1", "Weather: %s", honour_weathers[w]);
    st_done(t);
}

const struct st_step honour_step_weather = ST_ROLLS("weather", "4.2.2", weather_die, weather_take);

/* ---- 2 The Command Phase ----------------------------------------------------------------- */

static void command_end_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    if (honour_sudden_death(t))
        return;
    if (p->acting == 0) {
        p->acting = 1;
        st_go(t, STEP_COMMAND);
        return;
    }
    p->acting = 0;
    if (f->options & OPT_INTERPHASE && f->interphase >> p->turn & 1) {
        st_tell(t, "18.2", "an Interphase Turn: no Activation Phase");
        st_go(t, STEP_SIEGE_START);
    } else {
        st_go(t, STEP_ACTIVATION);
    }
}

const struct st_step honour_step_command_end = ST_RUNS("end of command", "4.1", command_end_run);

/* ---- 6.1 First impulse ------------------------------------------------------------------- */

static void activation_run(struct st_table *t)
{
    st_go(t, STEP_IMPULSE_START);
    st_call(t, STEP_FIRST);
}

const struct st_step honour_step_activation = ST_RUNS("activation phase", "6.1", activation_run);

static void first_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "first impulse, side %s", t->plan->side[pos_of(t)->dice[0] != 0]);
}

static void first_take(struct st_table *t, int die)
{
    struct honour_pos *p = pos_of(t);

    if (!p->dice[0]) {
        p->dice[0] = (uint8_t)die;
        return;
    }
    p->dice[1] = (uint8_t)die;
    st_done(t);
}

const struct st_step honour_step_first = ST_ROLLS("first impulse", "6.1", first_die, first_take);

static int best_cg(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int best = 0;

    for (uint32_t left = f->side_caps[side]; left;) {
        int c = take(&left);

        if (honour_is_cg(p, c) && honour_force_of_cap(p, f, c) >= 0)
            best = most(best, honour_initiative(p, c));
    }
    return best;
}

int honour_first_side(int a, int b, int last)
{
    return a > b ? 0 : b > a ? 1 : 1 - last;
}

static void first_impulse(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int a = p->dice[0] + best_cg(t, 0), b = p->dice[1] + best_cg(t, 1);

    p->first = (uint8_t)honour_first_side(a, b, p->first);
    p->acting = p->first;
    p->dice[0] = p->dice[1] = 0;
    p->passes = 0;
    st_tell(t, "6.1", "%d to %d: side %s has the first impulse", a, b, t->plan->side[p->first]);
}

/* ---- 6.2 Impulses ------------------------------------------------------------------------ */

static bool may_attempt(const struct st_table *t, int i)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];

    return exists(p, i) && !(x->flags & F_FINISHED) && x->order != ORDER_NONE &&
           x->attempts < plan_of(t)->order[x->order].attempts;
}

static bool eligible(const struct st_table *t, int side)
{
    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if (may_attempt(t, i))
            return true;
    return false;
}

static void impulse_start_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    bool can[2] = { eligible(t, 0), eligible(t, 1) };

    if (p->dice[0])
        first_impulse(t);
    if (p->passes >= 2 || (!can[0] && !can[1])) {
        p->passes = 0;
        p->acting = 0;
        st_go(t, STEP_SIEGE_START);
        return;
    }
    p->flow.side = p->acting;
    if (can[p->acting]) {
        st_go(t, STEP_IMPULSE);
        return;
    }
    p->passes++;
    p->acting = (uint8_t)(1 - p->acting);
}

const struct st_step honour_step_impulse_start = ST_RUNS("next impulse", "6.2", impulse_start_run);

static enum st_answer impulse_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int i = m->arg[0];
    const struct honour_force *x = &p->force[i];

    if (honour_not_own(t, i, "6.2", why))
        return ST_REFUSED;
    if (!may_attempt(t, i))
        return st_refuse(why, "6.3", "%s has no attempts left this turn", force_name(i));
    bool works = !plan_of(t)->order[x->order].marches;
    if (works != (m->arg[1] == PURPOSE_WORKS))
        return st_refuse(why, "6.2", "%s has %s Order", force_name(i), honour_orders[x->order]);
    if (m->arg[1] == PURPOSE_ATTACK) {
        if (x->order != ATTACK)
            return st_refuse(why, "6.2", "%s has %s Order, not Attack", force_name(i),
                             honour_orders[x->order]);
        if (!honour_able(p, plan_of(t), x->units))
            return st_refuse(why, "10.1.1", "%s has no undemoralised unit that could attack",
                             force_name(i));
        if (!honour_can_attack(t, i))
            return st_refuse(why, "6.2", "no enemy in the field is adjacent to %s%s", force_name(i),
                             is_inside(p, i) && plan_of(t)->options & READ_NO_SALLY
                                 ? ", which is inside and would have to come out first"
                                 : "");
    }
    return ST_LEGAL;
}

static void impulse_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);

    st_offer_this(o, st_move_0(VERB_PASS));
    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES && !o->enough; i++)
        for (int purpose = PURPOSE_MARCH; purpose <= PURPOSE_WORKS && may_attempt(t, i); purpose++)
            st_offer_legal(t, o, st_move_2(VERB_ACTIVATE, i, purpose));
}

static bool impulse_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t may = 0;

    *out = st_move_0(VERB_PASS);
    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++)
        if (may_attempt(t, i))
            may |= bit(i);
    if (!may || st_pick(seed, 0, 1 + (uint32_t)__builtin_popcount(may)) == 0)
        return true;
    for (uint32_t skip = st_pick(seed, 1, (uint32_t)__builtin_popcount(may)); skip; skip--)
        may &= may - 1;
    int force = __builtin_ctz(may);
    bool works = !plan_of(t)->order[p->force[force].order].marches;
    struct st_move m = st_move_2(VERB_ACTIVATE, force, PURPOSE_ATTACK);
    if (works || st_pick(seed, 2, 2) || impulse_check(t, &m, NULL))
        m = st_move_2(VERB_ACTIVATE, force, works ? PURPOSE_WORKS : PURPOSE_MARCH);
    *out = m;
    return true;
}

static void impulse_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_PASS) {
        st_tell(t, "6.2", "side %s passes", t->plan->side[p->acting]);
        p->passes++;
        p->acting = (uint8_t)(1 - p->acting);
        st_go(t, STEP_IMPULSE_START);
        return;
    }
    p->passes = 0;
    p->active = (uint8_t)m->arg[0];
    p->purpose = (uint8_t)m->arg[1];
    st_call(t, STEP_INITIATIVE);
}

const struct st_step honour_step_impulse =
    ST_DECIDES("impulse", "6.2", impulse_offer, impulse_check, impulse_apply,
               .sample = impulse_sample, .takes = ST_VERB(VERB_ACTIVATE),
               .always = ST_VERB(VERB_PASS));

/* ---- 6.4 Initiative Check ---------------------------------------------------------------- */

static int honour_enemy_initiative(const struct st_table *t, int cap) /* modifier, told */
{
    return plan_of(t)->enemy_initiative[least(5, honour_initiative(pos_of(t), cap))];
}

static int honour_modified_initiative(const struct st_table *t, int force, int purpose)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[force];
    const struct honour_order *order = &f->order[x->order];
    int sum = order->initiative_zero
                  ? 0
                  : st_modify(t, "6.4", "printed Initiative", honour_initiative(p, x->primo));

    sum += st_modify(t, "6.4", honour_orders[x->order],
                     order->initiative_zero ? 0 : order->initiative_add);
    sum += st_modify(t, "6.4", "second Activation", order->second && x->activations ? -1 : 0);
    if (purpose == PURPOSE_MARCH && !is_inside(p, force)) {
        int worst = 0;

        for (uint32_t left = honour_zone_makers(t, side_of_force(force), x->hex); left;)
            worst = least(worst, honour_enemy_initiative(t, p->force[take(&left)].primo));
        sum += st_modify(t, "6.4", "in an enemy ZOC", worst);
    }
    return sum;
}

/* 10.2: the commander of the stack, by his own Force's Order; no -1, it is no Activation. */
int honour_retire_initiative(const struct st_table *t, uint32_t forces, int attacker_cap)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int cap = honour_commander(p, forces);
    int force = cap == NOBODY ? __builtin_ctz(forces) : honour_force_of_cap(p, f, cap);
    const struct honour_order *order = &f->order[p->force[force].order];

    int sum = order->initiative_zero
                  ? 0
                  : st_modify(t, "6.4", "printed Initiative", honour_initiative(p, cap)) +
                        st_modify(t, "6.4", "Order", order->initiative_add);
    return sum + st_modify(t, "10.2", "Initiative of the attacker",
                           honour_enemy_initiative(t, attacker_cap));
}

static void initiative_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "Initiative of %s", force_name(pos_of(t)->active));
}

/* Counted here, so that odds of an activation can be read off the Force. */
static void initiative_take(struct st_table *t, int die)
{
    struct honour_pos *p = pos_of(t);
    struct honour_force *x = &p->force[p->active];
    int initiative = honour_modified_initiative(t, p->active, p->purpose);
    bool success = die == 1 || die <= initiative;

    st_tell(t, "6.4", "%s %s: die %d, Initiative %d", force_name(p->active),
            success ? "activates" : "does not stir", die, initiative);
    if (success || !(plan_of(t)->options & READ_ACTIVATIONS)) /* B12 */
        x->attempts++;
    x->mp_act = 0;
    x->activations = (uint8_t)(x->activations + success);
    st_done(t);
    p->flow.side = p->acting;
    st_go(t, !success                      ? STEP_ACTIVATION_END
             : p->purpose == PURPOSE_MARCH ? STEP_MARCH_TYPE
             : p->purpose == PURPOSE_WORKS ? STEP_WORKS
                                           : STEP_MARCH);
}

const struct st_step honour_step_initiative =
    ST_ROLLS("initiative", "6.4", initiative_die, initiative_take);

/* 8.2, then the other side's impulse. */
static void activation_end_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    bool there = p->active != NOBODY && exists(p, p->active);

    p->combat.loser = 0;
    if (there && !p->roll && p->force[p->active].activations == 2 &&
        p->force[p->active].mp_act >= 2) {
        p->roll = 1;
        st_call(t, STEP_ATTRITION_ROLL);
        return;
    }
    if (there)
        p->force[p->active].mp_act = 0;
    p->roll = p->march = p->purpose = p->stopped = 0;
    p->active = NOBODY;
    p->acting = (uint8_t)(1 - p->acting);
    if (!honour_sudden_death(t))
        st_go(t, STEP_IMPULSE_START);
}

const struct st_step honour_step_activation_end =
    ST_RUNS("end of activation", "6.7", activation_end_run);

static void clean_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    for (int i = 0; i < MAX_FORCES; i++) {
        struct honour_force *x = &p->force[i];

        x->flags &= F_INSIDE;
        x->attempts = x->activations = x->mp_turn = x->mp_act = 0;
    }
    p->events &= (uint8_t)~EVENT_ASKED;
    p->turn++;
    st_go(t, STEP_TURN);
}

const struct st_step honour_step_clean = ST_RUNS("clean-up", "4.1", clean_run);
