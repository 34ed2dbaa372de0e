/* honour_opt.c - the Major Battle by one table: 18.9. Replaces Steps 2 to 9 of 11.4. */
#include "honour/honour.h"

enum {
    STARS_MOST = 2,
    NOT_UNEMPLOYED = 3,
    ELITE_QUALITY = 3,
    ELITE_SP = 8,
    LOW = 1,
    LOW_MODIFIER = 2
};
enum { STAGE_X, STAGE_Y, STAGE_CRT, STAGE_ATT_LOSS, STAGE_DEF_LOSS, STAGE_CHECKS, STAGE_END };

struct opt_side { /* what 18.9.1 counts of one side */
    int initiative, stars, sp, cavalry, gendarmes, guns, firearms, elite, quality;
};
struct opt_terms {
    struct opt_side x, y;
    int die_x, die_y; /* of Table 1 */
    int terrain, weather;
    bool affecting;
};

static int signed_for(int x, int y, int step)
{
    return x == y ? 0 : x > y ? step : -step;
}

static int ratio_step(const struct honour_plan *f, int x, int y)
{
    int larger = most(x, y), smaller = least(x, y), step = f->opt.ratio_mod[0];

    for (int i = 1; i < 4; i++)
        if (10 * larger >= f->opt.ratio_num[i] * smaller)
            step = f->opt.ratio_mod[i];
    return signed_for(x, y, step);
}

static int cavalry_step(const struct honour_plan *f, const struct opt_side *x,
                        const struct opt_side *y, int terrain)
{
    const struct opt_side *more = x->cavalry >= y->cavalry ? x : y;
    int gap = x->cavalry > y->cavalry ? x->cavalry - y->cavalry : y->cavalry - x->cavalry;
    int line = terrain != CLEAR ? 2 : 2 * more->gendarmes > more->cavalry ? 0 : 1, step = 0;

    for (int k = 0; k < 5; k++)
        if (f->opt.cav_lo[line][k] != 255 && gap >= f->opt.cav_lo[line][k])
            step = k;
    return signed_for(x->cavalry, y->cavalry, step);
}

/* At least 1.5 times as many; some against none counts. */
static int superior(int x, int y)
{
    return x && 2 * x >= 3 * y ? 1 : y && 2 * y >= 3 * x ? -1 : 0;
}

static int opt_modifier(const struct st_table *t, const struct opt_terms *in)
{
    const struct honour_plan *f = plan_of(t);
    const struct st_chart *table1 = f->chart[CHART_OPT_INITIATIVE];
    const struct opt_side *x = &in->x, *y = &in->y;
    bool dry = f->sky[in->weather].firearms;
    int sum = st_modify(t, "18.9.1", "Initiative of the Capitani Generali",
                        st_look(t, table1, in->die_x, x->initiative) -
                            st_look(t, table1, in->die_y, y->initiative));

    sum +=
        st_modify(t, "18.9.1", "stars", least(STARS_MOST, x->stars) - least(STARS_MOST, y->stars));
    sum += st_modify(t, "18.9.1", "combat ratio", ratio_step(f, x->sp, y->sp));
    sum += st_modify(t, "18.9.1", "cavalry superiority", cavalry_step(f, x, y, in->terrain));
    sum += st_modify(t, "18.9.1", "Artillery superiority", dry ? superior(x->guns, y->guns) : 0);
    sum += st_modify(t, "18.9.1", "Firearms superiority",
                     dry ? superior(x->firearms, y->firearms) : 0);
    sum += st_modify(t, "18.9.1", "elite unit types", x->elite - y->elite);
    sum += st_modify(t, "18.9.1", "low Quality of the attacker",
                     x->quality <= LOW ? -LOW_MODIFIER : 0);
    sum +=
        st_modify(t, "18.9.1", "low Quality of the defender", y->quality <= LOW ? LOW_MODIFIER : 0);
    sum += st_modify(t, "18.9.1", "Affecting terrain", in->affecting ? -1 : 0);
    return sum;
}

/* ---- from the position ------------------------------------------------------------------- */

static uint32_t side_caps(const struct honour_pos *p, int role)
{
    uint32_t caps = 0;

    for (uint32_t left = role ? p->combat.def_forces : bit(p->combat.att_force); left;)
        caps |= p->force[take(&left)].caps;
    return caps;
}

/* The CG and the two others of highest Initiative. */
static int employed_stars(const struct honour_pos *p, int role, int cg)
{
    uint32_t caps = side_caps(p, role) & ~bit(cg);
    int stars = honour_star(p, cg);

    for (int n = 1; n < NOT_UNEMPLOYED && caps; n++) {
        int best = -1;

        for (uint32_t left = caps; left;) {
            int c = take(&left);

            if (best < 0 || honour_initiative(p, c) > honour_initiative(p, best))
                best = c;
        }
        stars += honour_star(p, best);
        caps &= ~bit(best);
    }
    return stars;
}

static struct opt_side read_side(const struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int cg = p->battle.cg[role] - 1, elite[TYPES] = { 0 };
    uint32_t all = role ? p->battle.y : p->battle.x, fresh = all & ~p->demoralised;
    uint32_t counted = role ? honour_fighters(p, f, all) : honour_able(p, f, all);
    struct opt_side o = { .initiative = honour_initiative(p, cg),
                            .stars = employed_stars(p, role, cg),
                            .sp = honour_sp(p, counted),
                            .quality = honour_quality(p, counted, p->sp),
                            .cavalry = honour_sp(p, honour_of_class(p, f, fresh, CLASS_CAV)),
                            .guns = honour_sp(p, honour_of_class(p, f, all, CLASS_ART)) };

    for (uint32_t left = fresh; left;) {
        int u = take(&left);

        if (f->type[p->type[u]].gendarme)
            o.gendarmes += p->sp[u];
        if (p->type[u] == FIR)
            o.firearms += p->sp[u];
        if (p->tq[u] == ELITE_QUALITY && f->type[p->type[u]].cls != CLASS_ART)
            elite[p->type[u]] += p->sp[u];
    }
    for (int k = 0; k < TYPES; k++)
        o.elite += elite[k] >= ELITE_SP;
    return o;
}

static bool is_affecting(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    return f->ground[f->terrain[p->combat.def_hex]].affecting ||
           (f->works_affecting &&
            honour_works(p, 1 - p->combat.att_side, p->combat.def_hex)) ||
           f->side_affecting[honour_side_kind(t, p->combat.att_hex, p->combat.dir)];
}

/* ---- the steps --------------------------------------------------------------------------- */

static void opt_start_run(struct st_table *t)
{
    st_go(t, STEP_OPT_RESULT);
    st_call(t, STEP_OPT_ROLL);
}

const struct st_step honour_step_opt_start =
    ST_RUNS("battle by one table", "18.9.1", opt_start_run);

static void opt_die(const struct st_table *t, struct st_chance *c)
{
    static const char *const words[] = { "Initiative of the attacker", "Initiative of the defender",
                                         "the battle" };

    st_dice(c, 1, DIE, "%s", words[least(pos_of(t)->battle.opt_stage, STAGE_CRT)]);
}

/* A reroll keeps nothing but its number, so that the dice that lead back meet the same bytes. */
static void opt_take(struct st_table *t, int die)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    if (b->opt_stage < STAGE_CRT) {
        b->die[b->opt_stage++] = (uint8_t)die;
        if (b->opt_stage == STAGE_CRT) {
            struct opt_terms in = { .x = read_side(t, 0),
                                    .y = read_side(t, 1),
                                    .die_x = b->die[0],
                                    .die_y = b->die[1],
                                    .terrain = f->terrain[p->combat.def_hex],
                                    .weather = p->weather,
                                    .affecting = is_affecting(t) };

            b->opt_sum = (int8_t)opt_modifier(t, &in);
            b->die[0] = b->die[1] = 0;
        }
        return;
    }
    const struct st_axis *rows = &f->chart[CHART_OPT_CRT]->row;
    int row = most(rows->lo, least(rows->hi, die + b->opt_sum));
    int loser = st_chart_look(f->chart[CHART_OPT_LOSERS], row, 0, NULL);
    if (loser == 2) {
        b->opt_sum = (int8_t)st_look(t, f->chart[CHART_OPT_CRT], row, 2);
        st_tell(t, "18.9.2", "roll again with %+d only", b->opt_sum);
        return;
    }
    b->opt_row = (uint8_t)(OPT_ROW_SHIFT + row);
    b->opt_stage = STAGE_ATT_LOSS;
    st_done(t);
}

const struct st_step honour_step_opt_roll = ST_ROLLS("battle die", "18.9.2", opt_die, opt_take);

static int losses(const struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int row = p->battle.opt_row - OPT_ROW_SHIFT, lost[2];
    int loser = st_chart_look(f->chart[CHART_OPT_LOSERS], row, 0, NULL);

    for (int r = 0; r < 2; r++) {
        int sp = honour_sp(p, honour_fighters(p, f, r ? p->battle.y : p->battle.x));

        lost[r] = honour_round(st_chart_look(f->chart[CHART_OPT_CRT], row, r, NULL) * sp, 100);
    }
    lost[1 - loser] = least(lost[1 - loser], lost[loser]);
    return lost[role];
}

static void opt_result_run(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int row = b->opt_row - OPT_ROW_SHIFT,
        loser = st_chart_look(f->chart[CHART_OPT_LOSERS], row, 0, NULL);

    switch (b->opt_stage++) {
    case STAGE_ATT_LOSS:
        b->die[0] = (uint8_t)losses(t, 0); /* both from the SP before the battle */
        b->die[1] = (uint8_t)losses(t, 1);
        st_look(t, f->chart[CHART_OPT_CRT], row, 0);
        st_look(t, f->chart[CHART_OPT_CRT], row, 1);
        st_tell(t, "18.9.3", "losses %d and %d SP", b->die[0], b->die[1]);
        honour_call_lose(t, honour_role_side(p, 0), honour_fighters(p, f, b->x), b->die[0],
                         LOSS_PLAIN);
        break;
    case STAGE_DEF_LOSS:
        honour_call_lose(t, honour_role_side(p, 1), honour_fighters(p, f, b->y), b->die[1],
                         LOSS_PLAIN);
        break;
    case STAGE_CHECKS: {
        uint32_t units = honour_fighters(p, f, loser ? b->y : b->x);
        int cap = loser ? p->combat.def_cap : p->force[p->combat.att_force].primo;

        b->die[0] = b->die[1] = 0;
        honour_call_checks(t, units,
                           st_modify(t, "9.1", "star of the loser's Capitano",
                                     honour_star(p, cap) ? f->check.star : 0),
                           true, false);
        break;
    }
    default:
        b->opt_stage = b->opt_row = 0;
        b->opt_sum = 0;
        honour_battle_over(t, loser ? 0 : 1);
    }
}

const struct st_step honour_step_opt_result = ST_RUNS("battle result", "18.9.3", opt_result_run);
