/* skirmish_end.c - 5.8.19 and 5.13: reloading, goals, break, the end. */
#include "skirmish/skirmish.h"

/* ---- reloading (5.8.19) ------------------------------------------------------------------ */

static int empty_slots(const struct st_table *t, int u)
{
    return ((1 << plan_of(t)->man[u].nfire) - 1) & ~pos_of(t)->loaded[u];
}

bool skirmish_may_reload(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->active & ~(p->moved | p->tried | p->shot | p->struck | p->recoiled |
                             p->evaded | p->contact_any | p->crouched), u) &&
           empty_slots(t, u);
}

static void reload(struct st_table *t, int u, int slot)
{
    struct skirmish_pos *p = pos_of(t);

    p->loaded[u] = (uint8_t)(p->loaded[u] | 1 << slot);
    st_tell(t, "5.8.19", "%s reloads his %s", man_name(t, u),
            skirmish_firearms[plan_of(t)->man[u].fire[slot]]);
}

/* In id order: one empty firearm is reloaded, of two the owner chooses. */
static void next_reload_run(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    int u = p->asked == NOBODY ? 0 : p->asked + 1;

    for (; u < plan_of(t)->nmen; u++) {
        int empty = empty_slots(t, u);

        if (!skirmish_may_reload(t, u))
            continue;
        if (empty == 3) {
            p->asked = (uint8_t)u;
            p->flow.side = (uint8_t)side_of_man(t, u);
            st_go(t, STEP_RELOAD);
            return;
        }
        reload(t, u, empty == 1 ? 0 : 1);
    }
    p->asked = NOBODY;
    p->flow.side = p->leading;
    st_go(t, STEP_END);
}

static enum st_answer reload_check(const struct st_table *t, const struct st_move *m,
                                   struct st_refusal *why)
{
    if (m->verb != VERB_RELOAD || m->arg[0] != pos_of(t)->asked || m->arg[1] < 0 || m->arg[1] > 1)
        return st_refuse(why, "5.8.19", "%s reloads now: firearm 0 or 1",
                         man_name(t, pos_of(t)->asked));
    return ST_LEGAL;
}

static void reload_apply(struct st_table *t, const struct st_move *m)
{
    reload(t, m->arg[0], m->arg[1]);
    st_go(t, STEP_NEXT_RELOAD);
}

static void reload_offer(const struct st_table *t, struct st_offer *o)
{
    for (int slot = 0; slot < 2; slot++) {
        struct st_move m = st_move_2(VERB_RELOAD, pos_of(t)->asked, slot);

        st_offer_add(o, &m);
    }
}

/* ---- goals (9.1, 5.13) ------------------------------------------------------------------- */

static bool compares(int a, int cmp, int b)
{
    switch (cmp) {
    case CMP_GE: return a >= b;
    case CMP_LE: return a <= b;
    case CMP_EQ: return a == b;
    case CMP_GT: return a > b;
    case CMP_LT: return a < b;
    default: return a != b;
    }
}

/* An ambusher's place is his own affair: he counts where the scenario put him (7.34). */
static int men_beyond(const struct st_table *t, const struct skirmish_term *term)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int n = 0;

    for (uint64_t left = p->active & f->of_side[term->who]; left;) {
        int u = take_one(&left);
        bool unseen = has(p->unseen, u);
        int at = term->axis_y ? (unseen ? f->man[u].y : p->y[u])
                              : (unseen ? f->man[u].x : p->x[u]);

        n += compares(at, term->bound_cmp, term->bound);
    }
    return n;
}

static bool term_met(const struct st_table *t, const struct skirmish_term *term)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    int v = 1;

    switch (term->what) {
    case TERM_SACKS:
        v = p->carried_off;
        break;
    case TERM_COUNT:
        v = men_beyond(t, term);
        break;
    case TERM_EXITED:
        v = has(p->exited, term->who);
        break;
    case TERM_EXITED_COUNT:
        v = __builtin_popcountll(p->exited & f->of_side[term->who]);
        break;
    case TERM_OUT:
        v = !has(p->active | p->exited, term->who);
        break;
    default:
        return true;
    }
    return compares(v, term->cmp, term->value);
}

bool skirmish_goal_met(const struct st_table *t, const struct skirmish_goal *g)
{
    for (int i = 0; i < g->nterms; i++)
        if (!term_met(t, &g->term[i]))
            return false;
    return true;
}

static int instant(const struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    bool met[2] = { false, false };

    for (int i = 0; i < f->ngoals; i++)
        if (f->goal[i].when == GOAL_INSTANT && skirmish_goal_met(t, &f->goal[i]))
            met[f->goal[i].result - RESULT_A] = true;
    return met[0] && met[1] ? RESULT_DRAW : met[0] ? RESULT_A : met[1] ? RESULT_B : RESULT_PLAYING;
}

static int broken(const struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    bool a = skirmish_lost(t, 0) >= f->breaks[0], b = skirmish_lost(t, 1) >= f->breaks[1];

    if (a && b)
        return RESULT_DRAW;
    if (!a && !b)
        return RESULT_PLAYING;
    for (int i = 0; i < f->ngoals; i++)
        if (f->goal[i].when == GOAL_ONBREAK && f->goal[i].side == (a ? 0 : 1) &&
            skirmish_goal_met(t, &f->goal[i]))
            return f->goal[i].result;
    return a ? RESULT_B : RESULT_A;
}

static int final(const struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);

    for (int i = 0; i < f->ngoals; i++)
        if (f->goal[i].when == GOAL_VICTORY && skirmish_goal_met(t, &f->goal[i]))
            return f->goal[i].result;
    return RESULT_DRAW;
}

static void over(struct st_table *t, int result, const char *para, const char *why)
{
    pos_of(t)->result = (uint8_t)result;
    st_tell(t, para, "%s: %s", why,
            result == RESULT_DRAW ? "a draw" : result == RESULT_A ? "A wins" : "B wins");
    st_go(t, STEP_OVER);
}

static void end_run(struct st_table *t)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    int result = instant(t);

    if (result) {
        if (result == RESULT_DRAW)
            over(t, result, "5.13.3", "both goals are reached");
        else
            over(t, result, "5.13.2", "the goal is reached");
    } else if ((result = broken(t))) {
        over(t, result, "5.13.1", "broken");
    } else if (!(p->active & f->of_side[0]) || !(p->active & f->of_side[1])) {
        over(t, final(t), "5.13.2", "nobody is left on one side");
    } else if (p->turn >= f->turns) {
        over(t, final(t), "5.13.2", "the last turn is over");
    } else {
        p->turn++;
        st_go(t, STEP_START);
    }
}

/* ---- steps ------------------------------------------------------------------------------- */

const struct st_step skirmish_step_next_reload = ST_RUNS("who reloads", "5.8.19", next_reload_run);
const struct st_step skirmish_step_reload =
    ST_DECIDES("reload", "5.8.19", reload_offer, reload_check, reload_apply);
const struct st_step skirmish_step_end = ST_RUNS("end of the turn", "5.13.2", end_run);
