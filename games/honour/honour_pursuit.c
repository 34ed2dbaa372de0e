/* honour_pursuit.c - pursuit and retreat: 11.5, 11.6. */
#include "honour/honour.h"

enum { PER_SP = 5 };

/* ---- 11.5 Pursuit ------------------------------------------------------------------------ */

void honour_call_pursuit(struct st_table *t, const struct honour_pursuit *r)
{
    struct honour_pos *p = pos_of(t);

    p->pursuit = *r;
    st_call(t, STEP_PURSUIT);
    p->flow.side = r->side;
}

static enum st_answer pursuit_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);

    if (!has(p->pursuit.forces, m->arg[0]))
        return st_refuse(why, "11.5.1", "%s may not pursue here", force_name(m->arg[0]));
    return ST_LEGAL;
}

static void pursuit_offer(const struct st_table *t, struct st_offer *o)
{
    st_offer_this(o, st_move_0(VERB_DECLINE));
    for (uint32_t left = pos_of(t)->pursuit.forces; left;)
        st_offer_this(o, st_move_1(VERB_PURSUE, take(&left)));
}

static void end_pursuit(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    int slip = p->pursuit.slip;

    p->pursuit = (struct honour_pursuit){ 0 };
    p->pursuit.slip = (uint8_t)slip; /* the slip's own step clears it */
    st_done(t);
}

static void pursuit_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct honour_pursuit *r = &p->pursuit;
    const struct honour_force *x = &p->force[m->arg[0]];

    if (m->verb == VERB_DECLINE) {
        st_tell(t, "11.5.1", "there is no pursuit");
        end_pursuit(t);
        return;
    }
    if (!r->units) { /* a battle has named its own */
        r->units = honour_able(p, plan_of(t), x->units);
        r->hunters = x->caps;
        r->star = honour_star(p, x->primo);
    }
    r->forces = 0;
    st_go(t, STEP_PURSUIT_END);
    st_call(t, STEP_PURSUIT_ROLL);
}

const struct st_step honour_step_pursuit =
    ST_DECIDES("pursuit", "11.5.1", pursuit_offer, pursuit_check, pursuit_apply,
               .takes = ST_VERB(VERB_PURSUE), .always = ST_VERB(VERB_DECLINE));

static void pursuit_end_run(struct st_table *t)
{
    end_pursuit(t);
}

const struct st_step honour_step_pursuit_end = ST_RUNS("end of pursuit", "11.5.2", pursuit_end_run);

static void pursuit_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, DIE, "pursuit by side %s", t->plan->side[pos_of(t)->pursuit.side]);
}

int honour_pursuit_row(const struct st_table *t, int die, bool star, bool stradiots, int slip)
{
    const struct honour_plan *f = plan_of(t);

    return die +
           st_modify(t, "11.5.1", "star of the pursuing Primo Capitano",
                     star ? f->chase.star : 0) +
           st_modify(t, "11.5.1", "Stradiots", stradiots ? f->chase.stradiots : 0) +
           st_modify(t, "7.8.2", "MP spent to slip away", slip * f->chase.slip);
}

int honour_pursuit_losses(const struct honour_plan *f, int row, int cavalry, int infantry)
{
    int r = most(0, least(row, 8));

    return honour_round(f->pursuit[r].cavalry * cavalry, 100) +
           honour_round(f->pursuit[r].infantry * infantry, 100);
}

static bool with_stradiots(const struct st_table *t, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);

    while (units)
        if (plan_of(t)->type[p->type[take(&units)]].stradiot)
            return true;
    return false;
}

static void pursuit_take(struct st_table *t, int die)
{
    struct honour_pursuit *r = &pos_of(t)->pursuit;
    int row = honour_pursuit_row(t, die, r->star, with_stradiots(t, r->units), r->slip);

    r->row = (uint8_t)most(0, least(row, 8));
    r->natural = (uint8_t)die;
    st_go(t, STEP_PURSUIT_NEXT);
}

const struct st_step honour_step_pursuit_roll =
    ST_ROLLS("pursuit die", "11.5", pursuit_die, pursuit_take);

static void pursuit_next_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_pursuit *r = &p->pursuit;

    switch (r->stage++) {
    case 0:
        if (r->natural == 1 && r->hunters) {
            p->flow.side = r->side;
            st_go(t, STEP_RISK);
        }
        break;
    case 1: {
        int cavalry = honour_sp(p, honour_of_class(p, f, r->units, CLASS_CAV));
        int infantry = honour_sp(p, honour_of_class(p, f, r->units, CLASS_INF));

        st_look(t, f->chart[CHART_PURSUIT], r->row, 0);
        st_look(t, f->chart[CHART_PURSUIT], r->row, 1);
        int lost = honour_pursuit_losses(f, r->row, cavalry, infantry);
        st_tell(t, "11.5.2", "%d Pursuit Losses", lost);
        honour_call_lose(t, 1 - r->side, r->prey, lost, LOSS_PURSUIT);
        break;
    }
    case 2:
        if (f->pursuit[r->row].mark == MARK_CAPITANI)
            honour_call_elim(t, r->prey_caps & ~(p->killed | p->captured));
        break;
    default:
        st_done(t);
    }
}

const struct st_step honour_step_pursuit_next =
    ST_RUNS("pursuit result", "11.5.2", pursuit_next_run);

static enum st_answer risk_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    if (!has(pos_of(t)->pursuit.hunters, m->arg[0]))
        return st_refuse(why, "11.5.4", "%s is no Capitano of the pursuers",
                         cap_name(t, m->arg[0]));
    return ST_LEGAL;
}

static void risk_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint32_t left = pos_of(t)->pursuit.hunters; left;)
        st_offer_this(o, st_move_1(VERB_RISK, take(&left)));
}

static void risk_apply(struct st_table *t, const struct st_move *m)
{
    st_go(t, STEP_PURSUIT_NEXT);
    honour_call_elim(t, bit(m->arg[0]));
}

const struct st_step honour_step_risk =
    ST_DECIDES("risk", "11.5.4", risk_offer, risk_check, risk_apply, .takes = ST_VERB(VERB_RISK));

/* ---- 11.6 Retreat ------------------------------------------------------------------------ */

void honour_call_retreat(struct st_table *t, uint32_t forces, int from, int steps, bool lost)
{
    struct honour_pos *p = pos_of(t);

    p->retreat = (struct honour_retreat){ .forces = forces,
                                          .from = (int16_t)from,
                                          .left = (uint8_t)steps,
                                          .first = 1,
                                          .lost = lost,
                                          .side = (uint8_t)side_of_force(__builtin_ctz(forces)) };
    st_call(t, STEP_RETREAT_NEXT);
    p->flow.side = p->retreat.side;
}

/* 10.1.2: those in excess merge into the first Force there. */
static void merge_excess(struct st_table *t, uint32_t forces)
{
    struct honour_pos *p = pos_of(t);

    for (int i = MAX_FORCES - 1; i >= 0; i--) {
        if (!has(forces, i) || !exists(p, i) || is_inside(p, i))
            continue;
        uint32_t here = honour_forces_in(p, side_of_force(i), p->force[i].hex);
        if (__builtin_popcount(here) > STACK)
            honour_merge(t, i, __builtin_ctz(here & ~bit(i)));
    }
}

static void end_retreat(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct honour_retreat r = p->retreat;

    for (uint32_t left = honour_living(p, r.forces); left;) {
        struct honour_force *x = &p->force[take(&left)];

        x->flags |= (uint16_t)(F_FINISHED | (r.lost ? F_DISRUPTED : 0));
        if (p->combat.kind == COMBAT_BATTLE)
            x->order = RETREAT;
    }
    merge_excess(t, r.forces);
    p->retreat = (struct honour_retreat){ 0 };
    st_done(t);
}

static int retreat_hex(const struct honour_pos *p)
{
    return p->force[__builtin_ctz(honour_living(p, p->retreat.forces))].hex;
}

static bool may_shelter(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int hex = retreat_hex(p), inside = honour_inside_at(p, hex);

    return p->retreat.lost && p->retreat.first &&
           honour_friendly_fort(p, plan_of(t), p->retreat.side, hex) &&
           (inside < 0 || has(p->retreat.forces, inside)); /* H.3: it came out of there */
}

/* The hexes open now: free of ZOC, or if there is none, those in one (11.6.2). */
static bool open_hexes(const struct st_table *t, struct st_hexset *out, bool *zoned)
{
    const struct honour_pos *p = pos_of(t);
    int hex = retreat_hex(p);

    *zoned = false;
    if (honour_retreat_hexes(t, &p->retreat, hex, false, out))
        return true;
    *zoned = true;
    return p->retreat.lost && honour_retreat_hexes(t, &p->retreat, hex, true, out);
}

static uint32_t retreating_units(const struct honour_pos *p)
{
    return honour_units_of(p, p->retreat.forces);
}

static void retreat_next_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);
    struct st_hexset to;
    bool zoned;

    if (!p->retreat.left || !honour_living(p, p->retreat.forces)) {
        end_retreat(t);
    } else if (open_hexes(t, &to, &zoned) || may_shelter(t)) {
        p->flow.side = p->retreat.side;
        st_go(t, STEP_RETREAT);
    } else {
        if (p->retreat.first && p->retreat.lost) {
            st_tell(t, "11.6.2", "there is no way out of %s",
                    st_hex_called(t, retreat_hex(p)).text);
            for (uint32_t left = retreating_units(p); left;)
                honour_eliminate_unit(t, take(&left), "11.6.2");
        }
        end_retreat(t);
    }
}

const struct st_step honour_step_retreat_next =
    ST_RUNS("retreat goes on", "11.6.1", retreat_next_run);

static enum st_answer retreat_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    struct honour_retreat any = p->retreat;
    struct st_hexset to, all;
    bool zoned;

    if (m->verb == VERB_SHELTER)
        return may_shelter(t)
                   ? ST_LEGAL
                   : st_refuse(why, "11.6.3", "there is no empty friendly Fortress in %s",
                               st_hex_called(t, retreat_hex(p)).text);
    int hex = m->arg[0], here = retreat_hex(p);
    struct st_hex_called at = st_hex_called(t, hex);
    if (open_hexes(t, &to, &zoned) && hex >= 0 && st_hexset_has(&to, hex))
        return ST_LEGAL;
    if (honour_dir(t, here, hex) < 0)
        return st_refuse(why, "11.6.1", "%s is not adjacent to %s", at.text,
                         st_hex_called(t, here).text);
    if (st_hex_distance(&t->plan->grid, hex, any.from) <=
        st_hex_distance(&t->plan->grid, here, any.from))
        return st_refuse(why, "11.6.1", "%s is not farther from %s", at.text,
                         st_hex_called(t, any.from).text);
    if (honour_retreat_hexes(t, &any, here, true, &all) && st_hexset_has(&all, hex))
        return st_refuse(why, "11.6.1", "%s is in an enemy ZOC", at.text);
    return st_refuse(why, "11.6.1", "%s cannot be entered", at.text);
}

static void retreat_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);
    struct st_hexset to;
    bool zoned;
    int here = retreat_hex(p);

    if (open_hexes(t, &to, &zoned))
        for (int d = 0; d < 6; d++) {
            int h = plan_of(t)->near[here * 6 + d];

            if (h >= 0 && st_hexset_has(&to, h))
                st_offer_this(o, st_move_1(VERB_RETREAT, h));
        }
    if (may_shelter(t))
        st_offer_this(o, st_move_0(VERB_SHELTER));
}

static void retreat_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    struct st_hexset to;
    bool zoned;

    if (m->verb == VERB_SHELTER) {
        honour_go_inside(t, honour_living(p, p->retreat.forces));
        end_retreat(t);
        return;
    }
    open_hexes(t, &to, &zoned);
    p->retreat.to = m->arg[0];
    st_go(t, STEP_RETREAT_GO);
    if (zoned) {
        int sp = honour_sp(p, retreating_units(p));

        st_tell(t, "11.6.2", "the step into an enemy ZOC costs %d SP", (sp + PER_SP - 1) / PER_SP);
        honour_call_lose(t, p->retreat.side, retreating_units(p), (sp + PER_SP - 1) / PER_SP,
                         LOSS_PLAIN);
    }
}

const struct st_step honour_step_retreat =
    ST_DECIDES("retreat", "11.6.1", retreat_offer, retreat_check, retreat_apply,
               .takes = ST_VERBS(VERB_RETREAT, VERB_SHELTER));

static void retreat_go_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_retreat *r = &p->retreat;
    int to = r->to;
    bool haven = honour_friendly_fort(p, f, r->side, to) && honour_inside_at(p, to) < 0;

    r->to = 0;
    if (honour_living(p, r->forces)) {
        int here = retreat_hex(p), dir = honour_dir(t, here, to);
        uint32_t units = retreating_units(p);

        if (honour_guns_stop(t, units, here, dir))
            for (uint32_t guns = honour_of_class(p, f, units, CLASS_ART); guns;)
                honour_eliminate_unit(t, take(&guns), "7.6.2");
    }
    for (uint32_t left = honour_living(p, r->forces); left;)
        honour_enter(t, take(&left), to);
    st_tell(t, "11.6.1", "side %s retreats to %s", t->plan->side[r->side],
            st_hex_called(t, to).text);
    r->first = 0;
    r->left--;
    if (haven && honour_living(p, r->forces)) { /* friendly before they came (11.6.3) */
        r->left = 0;
        p->flow.side = r->side;
        st_go(t, STEP_SHELTER);
        return;
    }
    st_go(t, STEP_RETREAT_NEXT);
}

const struct st_step honour_step_retreat_go = ST_RUNS("retreat step", "11.6.1", retreat_go_run);

static void shelter_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_SHELTER)
        honour_go_inside(t, honour_living(p, p->retreat.forces));
    st_go(t, STEP_RETREAT_NEXT);
}

const struct st_step honour_step_shelter =
    ST_CHOOSES("shelter", "11.6.3", VERB_STAY, VERB_SHELTER, NULL, shelter_apply);
