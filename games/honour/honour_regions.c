/* honour_regions.c - reinforcements, events, control, alignment, earthworks, victory: 3.6, 14 to
 * 17. */
#include "honour/honour.h"

#include "base/philox.h"

#include <stdio.h>
#include <string.h>

enum { DIG_AP = 1, ALBANY_SP = 10, ALBANY_HORSE = 2, RECALL_TO = 4, LISTED = 96 };
enum { MARGINAL = 1, DECISIVE = 2 };

/* ---- 15 Control, 16.3 Earthworks --------------------------------------------------------- */

void honour_control(struct st_table *t, int hex, int side)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int place = f->place_at[hex];

    if (place < 0 || p->control[place] == CTRL_CLOSED || p->control[place] == CTRL_A + side)
        return;
    p->control[place] = (uint8_t)(CTRL_A + side);
    p->siege[place] = 0;
    st_tell(t, "15.1", "side %s controls %s", t->plan->side[side], f->place_name[place]);
}

int honour_works(const struct honour_pos *p, int side, int hex)
{
    int mark = p->mark[hex], level = (mark & MARK_LEVEL) >> MARK_LEVEL_SHIFT;

    return ((mark & MARK_OWNER) != 0) == side ? level : 0;
}

void honour_set_works(struct honour_pos *p, int hex, int side, int level)
{
    p->mark[hex] = (uint8_t)((p->mark[hex] & MARK_PILLAGE) | level << MARK_LEVEL_SHIFT |
                             (level && side ? MARK_OWNER : 0));
}

static bool has_engineers(const struct st_table *t, int force)
{
    const struct honour_pos *p = pos_of(t);

    for (uint32_t left = p->force[force].units; left;)
        if (plan_of(t)->type[p->type[take(&left)]].engineer)
            return true;
    return false;
}

static enum st_answer dig_check(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why)
{
    int i = m->arg[0];
    const struct honour_force *x = &pos_of(t)->force[i];

    if (honour_not_own(t, i, "16.3", why))
        return ST_REFUSED;
    if (x->order != STAND)
        return st_refuse(why, "16.3", "%s has %s Order, not Stand", force_name(i),
                         honour_orders[x->order]);
    if (x->flags & (F_MOVED | F_FOUGHT))
        return st_refuse(why, "16.3", "%s has moved or fought this turn", force_name(i));
    if (x->flags & F_DUG)
        return st_refuse(why, "16.3", "%s has dug this turn", force_name(i));
    if (honour_works(pos_of(t), side_of_force(i), x->hex) == 2)
        return st_refuse(why, "16.3", "the Earthworks in %s are of Level 2",
                         st_hex_called(t, x->hex).text);
    return honour_payer(t, i, m->arg[1], has_engineers(t, i) ? 0 : DIG_AP, why);
}

static void dig_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_pos *p = pos_of(t);

    st_offer_this(o, st_move_0(VERB_DONE));
    for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++)
        for (int c = 0; c < plan_of(t)->ncaps && exists(p, i) && p->force[i].order == STAND; c++)
            st_offer_legal(t, o, st_move_2(VERB_DIG, i, c));
}

static void dig_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    if (m->verb == VERB_DONE) {
        if (p->acting == 0) {
            p->acting = p->flow.side = 1;
        } else {
            p->acting = 0;
            st_go(t, STEP_ALIGN);
        }
        return;
    }
    struct honour_force *x = &p->force[m->arg[0]];
    int level = honour_works(p, p->acting, x->hex) + 1;
    honour_set_works(p, x->hex, p->acting, level);
    x->flags |= F_DUG;
    if (!has_engineers(t, m->arg[0]))
        p->ap[m->arg[1]] = (uint8_t)(p->ap[m->arg[1]] - DIG_AP);
    st_tell(t, "16.3", "Earthworks of Level %d in %s", level, st_hex_called(t, x->hex).text);
}

const struct st_step honour_step_works_phase =
    ST_DECIDES("earthworks", "16.3", dig_offer, dig_check, dig_apply, .takes = ST_VERB(VERB_DIG),
               .always = ST_VERB(VERB_DONE));

/* ---- 14 Alignment ------------------------------------------------------------------------ */

static bool any_force_at(const struct honour_pos *p, int side, int hex)
{
    return honour_force_at(p, side, hex, false) >= 0 || honour_force_at(p, side, hex, true) >= 0;
}

/* here: the hexes with Forces of either side. */
static bool holds_key(const struct st_table *t, const struct st_hexset here[ST_SIDES], int region,
                      int side)
{
    const struct honour_plan *f = plan_of(t);
    int hex = f->place[f->key[region]].hex;

    if (st_hexset_has(&here[side], hex))
        return true;
    if (pos_of(t)->control[f->key[region]] != CTRL_A + side || st_hexset_has(&here[1 - side], hex))
        return false;
    for (int d = 0; d < 6; d++)
        if (f->near[hex * 6 + d] >= 0 && st_hexset_has(&here[1 - side], f->near[hex * 6 + d]))
            return false;
    return true;
}

static bool garrison_in(const struct st_table *t, int region, int side)
{
    const struct honour_pos *p = pos_of(t);

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        if (exists(p, i) && is_inside(p, i) && plan_of(t)->region[p->force[i].hex] == region)
            return true;
    return false;
}

static void align_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct st_hexset here[ST_SIDES];

    memset(here, 0, sizeof here);
    for (int i = 0; i < MAX_FORCES; i++)
        if (exists(p, i))
            st_hexset_add(&here[side_of_force(i)], p->force[i].hex);
    for (int r = 0; r < f->nregions; r++)
        for (int side = 0; side < ST_SIDES; side++) {
            int own = ALIGN_A + side;

            if (f->key[r] < 0 || p->align[r] == own || !holds_key(t, here, r, side) ||
                garrison_in(t, r, 1 - side))
                continue;
            p->align[r] = (uint8_t)(p->align[r] == ALIGN_NEUTRAL ? own : ALIGN_NEUTRAL);
            st_tell(t, "14.3", "%s is now %s", f->region_name[r],
                    p->align[r] == ALIGN_NEUTRAL ? "Neutral" : t->plan->side[side]);
            break;
        }
    for (int h = 0; h < f->nhexes; h++) { /* 16.3: nobody there at the end of the turn */
        int owner = (p->mark[h] & MARK_OWNER) != 0;

        if (p->mark[h] & MARK_LEVEL && !st_hexset_has(&here[owner], h))
            honour_set_works(p, h, 0, 0);
    }
    st_go(t, STEP_VICTORY);
}

const struct st_step honour_step_align = ST_RUNS("alignment", "14.3", align_run);

/* ---- 3.6 Reinforcements ------------------------------------------------------------------ */

static bool enemy_at(const struct honour_pos *p, int side, int hex)
{
    return any_force_at(p, 1 - side, hex);
}

/* The listed hex, or the nearest free ones of the map's edge; false: none, they wait. */
bool honour_arrival_hexes(const struct st_table *t, int side, int listed, struct st_hexset *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int near = 999;

    memset(out, 0, sizeof *out);
    if (!enemy_at(p, side, listed)) {
        st_hexset_add(out, listed);
        return true;
    }
    struct honour_front front = honour_front(t, side);
    for (int h = 0; h < f->nhexes; h++) {
        if (!st_hexset_has(&f->border, h) || f->terrain[h] == LAKE ||
            st_hexset_has(&f->closed, h) || st_hexset_has(&front.enemy, h) ||
            st_hexset_has(&front.zone, h))
            continue;
        int d = st_hex_distance(&t->plan->grid, h, listed);
        if (d < near) {
            near = d;
            memset(out, 0, sizeof *out);
        }
        if (d == near)
            st_hexset_add(out, h);
    }
    return near < 999;
}

/* Room for a new Force, or one to join; else the reinforcement waits. */
static bool has_room(const struct st_table *t, const struct st_hexset *to)
{
    const struct honour_pos *p = pos_of(t);
    bool number = honour_free_force(p, p->acting) >= 0;

    for (int h = 0; h < plan_of(t)->nhexes; h++)
        if (st_hexset_has(to, h) && (any_force_at(p, p->acting, h) || number))
            return true;
    return false;
}

static int due_arrival(const struct st_table *t) /* or -1 */
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct st_hexset to;

    for (int i = 0; i < f->narrivals; i++)
        if (f->arrival[i].side == p->acting && f->arrival[i].turn <= p->turn &&
            !(p->arrived >> i & 1) && f->arrival[i].units & p->coming &&
            honour_arrival_hexes(t, p->acting, f->arrival[i].hex, &to) &&
            has_room(t, &to))
            return i;
    return -1;
}

static void command_run(struct st_table *t)
{
    struct honour_pos *p = pos_of(t);

    p->flow.side = p->acting;
    st_go(t, due_arrival(t) >= 0 ? STEP_ARRIVE : STEP_AP);
}

const struct st_step honour_step_command = ST_RUNS("command phase", "4.1", command_run);

static enum st_answer arrive_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    int hex = m->arg[0];
    struct st_hexset to;

    const struct honour_arrival *a = &plan_of(t)->arrival[due_arrival(t)];
    honour_arrival_hexes(t, p->acting, a->hex, &to);
    if (hex < 0 || !st_hexset_has(&to, hex))
        return st_refuse(why, "3.6", "the reinforcement does not arrive in %s",
                         st_hex_called(t, hex).text);
    if (m->verb == VERB_ARRIVE_JOINING) {
        int i = m->arg[1];

        if (!exists(p, i) || side_of_force(i) != p->acting || p->force[i].hex != hex)
            return st_refuse(why, "3.6", "%s is not in %s", force_name(i),
                             st_hex_called(t, hex).text);
        return ST_LEGAL;
    }
    if (honour_free_force(p, p->acting) < 0)
        return st_refuse(why, "3.5.1", "side %s has %d Forces already", t->plan->side[p->acting],
                         SIDE_FORCES);
    if (honour_field_count(p, p->acting, hex) >= STACK)
        return st_refuse(why, "3.5.5", "%d Forces are in the field in %s", STACK,
                         st_hex_called(t, hex).text);
    return ST_LEGAL;
}

static void arrive_offer(const struct st_table *t, struct st_offer *o)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct st_hexset to;

    honour_arrival_hexes(t, p->acting, f->arrival[due_arrival(t)].hex, &to);
    for (int h = 0; h < f->nhexes; h++) {
        if (!st_hexset_has(&to, h))
            continue;
        st_offer_legal(t, o, st_move_1(VERB_ARRIVE, h));
        for (int i = p->acting * SIDE_FORCES; i < (p->acting + 1) * SIDE_FORCES; i++)
            st_offer_legal(t, o, st_move_2(VERB_ARRIVE_JOINING, h, i));
    }
}

static void arrive_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);
    int n = due_arrival(t), side = p->acting, hex = m->arg[0];
    const struct honour_arrival *a = &plan_of(t)->arrival[n];
    bool joining = m->verb == VERB_ARRIVE_JOINING;
    int i = joining ? m->arg[1] : honour_free_force(p, side);

    /* All of them, unless a ruling has brought some before. */
    uint32_t units = a->units & p->coming, caps = a->caps & p->coming_caps;

    p->arrived |= (uint8_t)(1 << n);
    p->coming &= ~units;
    p->coming_caps &= ~caps;
    if (!joining) {
        honour_drop_force(p, i);
        p->force[i].hex = (int16_t)hex;
        p->force[i].flags = F_NEW;
        honour_control(t, hex, side);
    }
    struct honour_force *x = &p->force[i];
    int old = x->primo;
    x->units |= units;
    x->caps |= caps;
    honour_settle_primo(t, i);
    if (joining && x->primo != old) { /* a higher Capitano takes over: a new Order */
        x->order = ORDER_NONE;
        x->flags |= F_NEW;
    }
    st_tell(t, "3.6", "reinforcements arrive in %s as %s", st_hex_called(t, hex).text,
            force_name(i));
    st_go(t, STEP_COMMAND);
}

const struct st_step honour_step_arrive =
    ST_DECIDES("reinforcements", "3.6", arrive_offer, arrive_check, arrive_apply,
               .takes = ST_VERBS(VERB_ARRIVE, VERB_ARRIVE_JOINING));

/* ---- 2e Scenario events ------------------------------------------------------------------ */

static void event_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    st_go(t, STEP_COMMAND_END);
    if (p->acting != 0)
        return;
    p->flow.side = 0;
    if (f->albany_turn == p->turn && !(p->events & (EVENT_ALBANY | EVENT_ASKED))) {
        st_go(t, STEP_DETACH);
    } else if (f->recall_turn == p->turn && honour_force_of_unit(p, f, f->grisons) >= 0 &&
               !(p->events & EVENT_RECALL)) {
        st_call(t, STEP_RECALL);
    }
}

const struct st_step honour_step_event = ST_RUNS("scenario events", "17.1", event_run);

static enum st_answer detach_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    static const char para[] = "pavia_1524 special 2";
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    uint32_t units;

    if (!honour_read_units(m, 0, m->nargs, &units) || !units)
        return st_refuse(why, para, "name the units that go with Albany, each once");
    for (uint32_t left = units; left;) {
        int u = take(&left), force = f->unit[u].side == 0 ? honour_force_of_unit(p, f, u) : -1;

        if (force < 0 || f->type[p->type[u]].cls == CLASS_ART)
            return st_refuse(why, para, "%s is no non-Artillery unit of side A on the map",
                             unit_name(t, u));
        uint32_t rest = p->force[force].units & ~units;
        if (rest && !honour_fighters(p, f, rest))
            return st_refuse(why, para, "%s would be left with Artillery only", force_name(force));
        if (!honour_any_loc(t, 0, p->force[force].hex))
            return st_refuse(why, para, "%s has no LOC", force_name(force));
    }
    if (honour_sp(p, units) != ALBANY_SP)
        return st_refuse(why, para, "%d SP, it must be %d", honour_sp(p, units), ALBANY_SP);
    if (honour_sp(p, honour_of_class(p, f, units, CLASS_CAV)) < ALBANY_HORSE)
        return st_refuse(why, para, "at least %d SP must be cavalry", ALBANY_HORSE);
    return ST_LEGAL;
}

struct detaching {
    const struct st_table *t;
    struct st_offer *o;
    struct st_move m;
    int unit[SIDE_UNITS], n, made;
};

static void detach_from(struct detaching *d, int i, int left)
{
    if (d->o->enough || d->made >= LISTED)
        return;
    if (left == 0) {
        if (detach_check(d->t, &d->m, NULL) == ST_LEGAL) {
            st_offer_add(d->o, &d->m);
            d->made++;
        }
        return;
    }
    for (; i < d->n; i++) {
        int sp = pos_of(d->t)->sp[d->unit[i]];

        if (sp > left)
            continue;
        d->m.arg[d->m.nargs++] = (int16_t)d->unit[i];
        detach_from(d, i + 1, left - sp);
        d->m.arg[--d->m.nargs] = 0;
    }
}

static void list_detachments(const struct st_table *t, struct st_offer *o, int turn_by)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct detaching d = { .t = t, .o = o, .m = { .verb = VERB_DETACH } };
    uint32_t units = 0;

    for (int i = 0; i < SIDE_FORCES; i++)
        if (exists(p, i) && honour_any_loc(t, 0, p->force[i].hex))
            units |= honour_fighters(p, f, p->force[i].units);
    while (units)
        d.unit[d.n++] = take(&units);
    for (int k = 0; k < turn_by && d.n; k++) { /* another order, for samples */
        int first = d.unit[0];

        memmove(d.unit, d.unit + 1, (size_t)(d.n - 1) * sizeof d.unit[0]);
        d.unit[d.n - 1] = first;
    }
    detach_from(&d, 0, ALBANY_SP);
    if (d.made >= LISTED)
        st_offer_family(o, &(struct st_move){ .verb = VERB_DETACH }, 0);
}

static void detach_offer(const struct st_table *t, struct st_offer *o)
{
    st_offer_this(o, st_move_0(VERB_DONE));
    if (!o->enough)
        list_detachments(t, o, 0);
}

static bool detach_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct st_numbered x = st_numbered((int)st_pick(seed, 1, 8), out);

    *out = st_move_0(VERB_DONE);
    if (st_pick(seed, 0, 2))
        list_detachments(t, &x.offer, (int)st_pick(seed, 2, SIDE_UNITS));
    return true;
}

/* A unit that leaves the game without being lost. */
static void leave_game(struct honour_pos *p, int u)
{
    for (int i = 0; i < MAX_FORCES; i++)
        p->force[i].units &= ~bit(u);
    p->demoralised &= ~bit(u);
    p->sp[u] = 0;
}

static void detach_apply(struct st_table *t, const struct st_move *m)
{
    struct honour_pos *p = pos_of(t);

    st_go(t, STEP_COMMAND_END);
    p->events |= EVENT_ASKED;
    if (m->verb == VERB_DONE)
        return;
    for (int i = 0; i < m->nargs; i++)
        leave_game(p, m->arg[i]);
    p->events |= EVENT_ALBANY;
    st_tell(t, "pavia_1524 special 2", "Albany marches to Naples");
    st_call(t, STEP_BURY); /* a Force may have gone whole */
}

const struct st_step honour_step_detach =
    ST_DECIDES("Albany", "17.1", detach_offer, detach_check, detach_apply, .sample = detach_sample,
               .takes = ST_VERB(VERB_DETACH), .always = ST_VERB(VERB_DONE));

static void recall_take(struct st_table *t, int die)
{
    struct honour_pos *p = pos_of(t);

    p->events |= EVENT_RECALL;
    if (die <= RECALL_TO) {
        leave_game(p, plan_of(t)->grisons);
        st_tell(t,
                plan_of(t)->special == SPECIAL_RELIEF ? "relief_1525 special 2"
                                                      : "pavia_1524 special 3",
                "the Grisons are recalled");
    }
    st_go(t, STEP_BURY);
}

const struct st_step honour_step_recall =
    ST_ROLLS_DIE("recall", "17.1", "recall of the Grisons", recall_take);

/* ---- 17 Victory -------------------------------------------------------------------------- */

static void honour_go_over(struct st_table *t, int result, int margin, const char *para, const char *why)
{
    struct honour_pos *p = pos_of(t);

    honour_end_combat(t);
    p->loss = (struct honour_loss){ 0 };
    p->check = (struct honour_check){ 0 };
    p->elim = (struct honour_elim){ 0 };
    p->fire = (struct honour_fire){ 0 };
    p->result = (uint8_t)result;
    p->margin = (uint8_t)margin;
    if (result == RESULT_DRAW)
        st_tell(t, para, "a draw: %s", why);
    else
        st_tell(t, para, "side %s wins%s: %s", t->plan->side[result - RESULT_A],
                margin == DECISIVE ? " decisively" : "", why);
    memset(p->flow.step, 0, sizeof p->flow.step);
    p->flow.depth = 0;
    st_go(t, STEP_OVER);
}

static bool gone(const struct honour_pos *p, int cap)
{
    return cap >= 0 && has(p->killed | p->captured, cap);
}

static int units_left(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    uint32_t units = p->coming & plan_of(t)->side_units[side];

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++)
        units |= p->force[i].units;
    return __builtin_popcount(units);
}

/* bicocca_1522: 3 x SP lost by B - SP lost by A, and 20 if A won the battle. */
static int bicocca_score(const struct honour_pos *p)
{
    return 3 * p->lost[1] - p->lost[0] + (p->battles_won[0] ? 20 : 0);
}

static void bicocca_end(struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int score = bicocca_score(p);
    char why[64];

    if (p->engaged[0] < 3 && !p->battles_won[0]) {
        honour_go_over(t, RESULT_B, DECISIVE, "17.1",
                       "the French engaged in fewer than three rounds");
        return;
    }
    snprintf(why, sizeof why, "the score is %d", score);
    honour_go_over(t,
                   score >= -2   ? RESULT_A
                   : score >= -4 ? RESULT_DRAW
                                 : RESULT_B,
                   MARGINAL, "17.1", why);
}

bool honour_sudden_death(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    int left[2] = { units_left(t, 0), units_left(t, 1) };

    if (p->result)
        return true;
    if (f->special == SPECIAL_BICOCCA && p->battle_fought)
        bicocca_end(t);
    else if ((f->special == SPECIAL_PAVIA || f->special == SPECIAL_RELIEF) && gone(p, f->king))
        honour_go_over(t, RESULT_B, DECISIVE,
                       f->special == SPECIAL_PAVIA ? "pavia_1524 special 4"
                                                   : "relief_1525 special 3",
                       "the King is lost");
    else if (!left[0] && !left[1])
        honour_go_over(t, RESULT_DRAW, 0, "17.2", "neither side has a unit left");
    else if (!left[0] || !left[1])
        honour_go_over(t, left[0] ? RESULT_A : RESULT_B, DECISIVE, "17.2",
                       "the enemy has no unit left");
    return p->result != RESULT_PLAYING;
}

static int caps_points(const struct st_table *t, int side, int cg, int other)
{
    const struct honour_pos *p = pos_of(t);
    int sum = 0;

    for (uint32_t left = plan_of(t)->side_caps[side] & (p->killed | p->captured); left;)
        sum += honour_is_cg(p, take(&left)) ? cg : other;
    return sum;
}

/* The VP of both, as in the scenario files; Score = A - B. */
static int pavia_points(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int vp = 5 * p->battles_won[side] + p->lost[1 - side] / 6;

    if (side == 0)
        return vp + (p->control[f->pavia] == CTRL_A ? 10 : 0) +
               (p->control[f->lodi] == CTRL_A ? 4 : 0) + caps_points(t, 1, 5, 2) +
               (p->events & EVENT_ALBANY ? 4 : 0);
    bool free = p->control[f->pavia] == CTRL_B && !p->siege[f->pavia]; /* H.19 */
    return vp + (p->control[f->milano] == CTRL_B ? 8 : 0) +
           (free ? 4 : 0) + caps_points(t, 0, 2, 2) +
           (f->special == SPECIAL_RELIEF && free ? 6 : 0);
}

int honour_points(const struct st_table *t, int side)
{
    int special = plan_of(t)->special;

    return special == SPECIAL_PAVIA || special == SPECIAL_RELIEF ? pavia_points(t, side) : 0;
}

int honour_score(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);

    if (f->special == SPECIAL_BICOCCA)
        return bicocca_score(pos_of(t));
    if (f->special == SPECIAL_NONE)
        return pos_of(t)->lost[1] - pos_of(t)->lost[0];
    return pavia_points(t, 0) - pavia_points(t, 1);
}

static void count_up(struct st_table *t)
{
    int score = honour_score(t), size = score < 0 ? -score : score;
    char why[64];

    snprintf(why, sizeof why, "the score is %d", score);
    honour_go_over(t,
                   size <= 2   ? RESULT_DRAW
                   : score > 0 ? RESULT_A
                               : RESULT_B,
                   size <= 2   ? 0
                   : size <= 7 ? MARGINAL
                               : DECISIVE,
                   "17.1", why);
}

/* bicocca_1522 special 2: the Swiss will not wait. */
static void swiss_leave(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);

    st_tell(t, "bicocca_1522 special 2", "the Swiss march home");
    for (int u = 0; u < f->nunits; u++)
        if ((strcmp(f->unit_name[u], "UA1") == 0 || strcmp(f->unit_name[u], "UA2") == 0) &&
            honour_force_of_unit(p, f, u) >= 0)
            honour_eliminate_unit(t, u, "bicocca_1522 special 2");
    st_call(t, STEP_BURY);
}

static void victory_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    bool last = p->turn == f->turns;

    if (honour_sudden_death(t))
        return;
    if (f->special == SPECIAL_PAVIA && p->control[f->pavia] == CTRL_A &&
        p->control[f->lodi] == CTRL_A) {
        honour_go_over(t, RESULT_A, DECISIVE, "pavia_1524 special 5", "Pavia and Lodi are French");
        return;
    }
    if (f->special == SPECIAL_BICOCCA && last) {
        honour_go_over(t, RESULT_B, DECISIVE, "17.1", "there was no battle");
    } else if (last) {
        count_up(t);
    } else {
        st_go(t, STEP_CLEAN);
        if (f->special == SPECIAL_BICOCCA && p->turn == 2)
            swiss_leave(t);
    }
}

const struct st_step honour_step_victory = ST_RUNS("victory", "17.1", victory_run);
