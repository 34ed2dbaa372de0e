/* honour_worth.c - what a position is worth to a side: a player's judgement in numbers, no rule.
 *
 * What one side has, less what the other has. First what the scenario pays for, more and more of it
 * towards the end; then the men and their state, captains, money; then what is in hand: sieges, the
 * combat that is going on (honour_worth_fight.c), losses not yet shared out. Last the plans: every
 * Force has the best thing it could go and do, an enemy to beat, a place to take, besiege or guard, an
 * army to join; it is worth the more the nearer it is and the better the Order serves it. The enemy's
 * plans are threats. How much each counts stands in worth.tsv.
 */
#include "honour/honour_worth.h"

const char *const honour_weights[] = { HONOUR_WEIGHTS(ST_LIST_NAME) NULL };

static int weight(const struct st_table *t, int w)
{
    return t->plan->weight[w];
}

static bool campaign(const struct st_table *t)
{
    int special = plan_of(t)->special;

    return special == SPECIAL_PAVIA || special == SPECIAL_RELIEF;
}

static int turns_left(const struct st_table *t)
{
    return plan_of(t)->turns - pos_of(t)->turn;
}

/* ---- what the scenario pays for ---------------------------------------------------------- */

/* Points that a Place brings its holder at the end. */
static int place_points(const struct st_table *t, int side, int k)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    if (!campaign(t)) {
        for (int r = 0; r < f->nregions; r++)
            if (f->key[r] == k)
                return f->special == SPECIAL_BICOCCA ? 0 : 3;
        return 0;
    }
    if (k == f->pavia)
        return 10;
    if (k == f->lodi) /* with Pavia it ends the war */
        return f->special == SPECIAL_PAVIA && p->control[f->pavia] == CTRL_A ? 12 : 4;
    return k == f->milano && side == 1 ? 8 : 0;
}

/* An enemy before the walls who would besiege them in this turn's Siege Phase, whether the men are
 * inside yet or not. */
static bool pressed(const struct st_table *t, int k)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = f->place[k].hex, first = p->control[k] == CTRL_A ? SIDE_FORCES : 0;

    for (int i = first; i < first + SIDE_FORCES; i++) {
        const struct honour_force *x = &p->force[i];

        if (exists(p, i) && !is_inside(p, i) && x->order != MANOEUVRE && x->order != RETREAT &&
            st_hex_distance(&t->plan->grid, x->hex, hex) == 1 && honour_able(p, f, x->units))
            return true;
    }
    return false;
}

/* SP that the dice have taken from a side and nobody has named yet; a steady SP covers two Pursuit Losses. */
static int owed(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int sp = 0;

    if (p->loss.amount && p->loss.side == side) {
        int amount = p->loss.kind == LOSS_PURSUIT ? (p->loss.amount + 1) / 2 : p->loss.amount;

        sp = least(amount, honour_sp(p, p->loss.units));
    }
    if (a->kind && a->stage == 1 && a->side != side)
        sp += a->def_cell & CELL_SP;
    return sp;
}

/* Six times the score as it would stand at the end, so that every SP counts. */
static int score_6(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int score = 6 * honour_score(t);

    if (!campaign(t))
        return score;
    score += p->lost[1] % 6 + owed(t, 1) - p->lost[0] % 6 - owed(t, 0);
    int prize = f->special == SPECIAL_RELIEF ? 10 : 4; /* of Pavia free at the end */
    if (p->control[f->pavia] == CTRL_B) {
        bool free = !p->siege[f->pavia], shut = pressed(t, f->pavia);
        int half = prize * 6 * (2 * p->turn + f->turns) / (3 * f->turns);

        score += free ? prize * 6 : 0;
        score -= shut ? 0 : free ? half : half / 2;
    }
    return score;
}

/* Towards the end a point more or less is the game: the edge of victory is three points away, and on the last
 * turn what is short of it is a draw. */
static int score_worth(const struct st_table *t, int score)
{
    enum { EDGE = 24, THIRD = 18, BEYOND = 20 };
    int edge = most(-EDGE, least(EDGE, score));

    if (turns_left(t) <= 0 && score > -THIRD && score < THIRD)
        edge = score / 3;
    else if (turns_left(t) <= 0)
        edge = most(-EDGE, least(EDGE, score + (score < 0 ? THIRD - BEYOND : BEYOND - THIRD)));

    return weight(t, W_POINT) * score / 6 + weight(t, W_EDGE) * edge / (EDGE * (1 + turns_left(t)));
}

static int bicocca_worth(const struct st_table *t)
{
    enum { ENOUGH = -2, STEEP = 8 };
    const struct honour_pos *p = pos_of(t);
    int storm = weight(t, W_STORM), score = honour_score(t);

    if (!p->battle_fought)
        return -storm; /* so far it is lost: what may come of it is the Force's plan */
    if (p->engaged[0] < 3 && !p->battles_won[0])
        return -storm;
    return storm * most(-98, least(98, STEEP * (score - ENOUGH) + 4)) / 100;
}

/* ---- men, captains, money ---------------------------------------------------------------- */

static int unit_worth(const struct st_table *t, int u)
{
    const struct honour_pos *p = pos_of(t);
    int each = weight(t, W_SP) + weight(t, W_QUALITY) * p->tq[u];

    if (p->type[u] == ART || p->type[u] == SAR)
        return p->sp[u] * weight(t, p->type[u] == SAR ? W_SIEGE_GUN : W_GUN);
    int all = p->sp[u] * each;
    if (has(p->demoralised, u))
        all = all * weight(t, W_SHAKEN) / 100;
    else if (p->sp[u] <= (p->tq[u] == 3 ? 3 : 2)) /* the next F or FF is a D */
        all -= weight(t, W_THIN) * p->sp[u] / 3;
    return all;
}

static int men_worth(const struct st_table *t, int side)
{
    enum { FULL = 5 }; /* men are for the turns to come */
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    if (!turns_left(t) && p->flow.step[0] >= STEP_ATTRITION_NEXT && p->flow.step[0] <= STEP_CLEAN)
        return 0;
    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        uint32_t units = p->force[i].units, able = honour_able(p, f, units);

        for (uint32_t left = units; left;)
            worth += unit_worth(t, take(&left));
        if (units && !(able & (able - 1)))
            worth -= able ? weight(t, W_LAST_STEADY) / 4 : weight(t, W_LAST_STEADY);
    }
    return worth * least(FULL, 1 + turns_left(t)) / FULL;
}

static int captains_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0, ap = 0;

    for (uint32_t left = f->side_caps[side] & ~(p->killed | p->captured); left;) {
        int c = take(&left);

        worth += weight(t, W_CAPITANO) * (1 + honour_is_cg(p, c)) *
                 (2 + honour_initiative(p, c) + 2 * honour_star(p, c)) / 4;
        ap += p->ap[c];
    }
    if (side == 0 && f->king >= 0) { /* he wants an army about him */
        int force = honour_force_of_cap(p, f, f->king);

        if (force >= 0)
            worth -= weight(t, W_KING) *
                     most(0, 16 - honour_sp(p, honour_able(p, f, p->force[force].units))) / 16;
    }
    return worth + ap + weight(t, W_AP) * ap * least(3, turns_left(t)) / 3; /* none is spent for nothing */
}

/* ---- places and sieges ------------------------------------------------------------------- */

static int nearest_foe(const struct st_table *t, int side, int hex)
{
    const struct honour_pos *p = pos_of(t);
    int near = 99;

    for (int i = (1 - side) * SIDE_FORCES; i < (2 - side) * SIDE_FORCES; i++)
        if (exists(p, i) && p->force[i].hex >= 0 && p->force[i].primo != NOBODY)
            near = least(near, st_hex_distance(&t->plan->grid, p->force[i].hex, hex));
    return near;
}

/* What stands open to an enemy who comes: 0 if somebody is there, and within when he is at the gate. */
static int exposure(const struct st_table *t, int side, int k)
{
    enum { REACH = 8 };
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int hex = f->place[k].hex, points = place_points(t, 1 - side, k);

    if (!points || p->control[k] != CTRL_A + side || honour_inside_at(p, hex) >= 0)
        return 0;
    int near = nearest_foe(t, side, hex);
    if (honour_field_count(p, side, hex) && near > 1)
        return 0;
    return points * weight(t, W_POINT) * weight(t, W_EXPOSED) * most(0, REACH - near) /
           (100 * REACH);
}

/* Of a siege, with the breach that a fire not yet done with has made. */
static int status_worth(const struct st_table *t, int k)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_fire *x = &p->fire;
    bool breach = x->target && !x->battle && x->place == k &&
                  (x->cell & FIRE_BREACH || (x->cell & FIRE_MAYBE && x->maybe));
    int points = place_points(t, 0, k),
        w = weight(t, W_STATUS_0 + least(3, p->siege[k] + breach) - 1);

    return w * most(2, points) / 10;
}

/* Who is within a besieged place holds its points: each man lost there brings its fall nearer. */
static int garrison_worth(const struct st_table *t, int side, int k)
{
    enum { FULL = 12 };
    const struct honour_pos *p = pos_of(t);
    int force = honour_inside_at(p, plan_of(t)->place[k].hex);
    bool assault = p->combat.kind == COMBAT_STORM || p->combat.kind == COMBAT_BREACH;

    if (force < 0)
        return 0;
    int men = honour_sp(p, honour_able(p, plan_of(t), p->force[force].units)) - (assault ? owed(t, side) : 0);
    return weight(t, W_GARRISON) * most(0, least(FULL, men)) * place_points(t, 1 - side, k) * least(2, turns_left(t)) / 20;
}

static int places_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int k = 0; k < f->nplaces; k++) {
        if (p->control[k] == CTRL_A + side) {
            worth += weight(t, W_PLACE) - exposure(t, side, k);
            if (p->siege[k])
                worth += garrison_worth(t, side, k) - status_worth(t, k) * (pressed(t, k) ? 2 : 1) / 2;
        }
    }
    for (int r = 0; r < f->nregions; r++)
        worth += p->align[r] == ALIGN_A + side ? weight(t, W_KEY) : 0;
    return worth;
}

/* What a turn of hunger costs those who lie there. */
static int hunger(const struct st_table *t, int size, int modifier)
{
    int lost = 0;

    for (int die = 1; die <= DIE; die++)
        lost +=
            honour_attrition_lost(&(struct st_table){ t->plan, t->pos, NULL }, size, die, modifier);
    return lost;
}

/* SP of the enemies in the field next to the hex. */
static int enemy_beside(const struct st_table *t, int side, int hex)
{
    const struct honour_pos *p = pos_of(t);
    int sp = 0;

    for (int i = (1 - side) * SIDE_FORCES; i < (2 - side) * SIDE_FORCES; i++)
        if (exists(p, i) && !is_inside(p, i) && p->force[i].hex >= 0 &&
            st_hex_distance(&t->plan->grid, p->force[i].hex, hex) == 1)
            sp += honour_sp(p, honour_able(p, plan_of(t), p->force[i].units));
    return sp;
}

static int camps_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        const struct honour_force *x = &p->force[i];

        if (!exists(p, i) || x->hex < 0)
            continue;
        int kind = f->terrain[x->hex], size = honour_sp(p, x->units), k = f->place_at[x->hex];
        bool inside = is_inside(p, i), star = honour_star(p, x->primo);
        int beside = inside ? 0 : enemy_beside(t, side, x->hex);
        bool leaving = has(p->retreat.forces, i) || p->pursuit.prey & x->units;
        if (beside > 2 * size && !leaving) /* few beside an army */
            worth -= weight(t, W_CONTACT) * least(4, size) * honour_sp_worth(t, side) / 100;
        if (inside ? k >= 0 && p->siege[k]
                   : p->align[f->region[x->hex]] == ALIGN_A + (1 - side) || kind == MARSH ||
                         kind == SWAMP || beside)
            worth -= weight(t, W_CAMP) * hunger(t, size, (inside ? 0 : 1) - star) *
                     honour_sp_worth(t, side) * least(2, turns_left(t)) / (100 * DIE);
        if (i == p->active && x->activations > 1 && x->mp_act > 1) /* 8.2 */
            worth -= hunger(t, size, 1 - star + least(4, x->mp_act / 2)) *
                     honour_sp_worth(t, side) / DIE;
        if (x->flags & F_DISRUPTED)
            worth -= weight(t, W_DISRUPTED);
        if (!inside) /* never more than its men are worth */
            worth -= weight(t, W_FORCE) * least(6, size) / 6;
        worth += weight(t, W_WORKS) * honour_works(p, side, x->hex) * least(3, size / 4);
    }
    return worth;
}

/* Pavia and Lodi together end the war with the turn, if somebody sees to it that they are still held then. */
static int both_held(const struct st_table *t)
{
    enum { SURE = 90, OPEN = 35, REACH = 10 };
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int share = SURE;

    if (f->special != SPECIAL_PAVIA || p->control[f->pavia] != CTRL_A || p->control[f->lodi] != CTRL_A)
        return 0;
    for (int i = 0; i < 2; i++) {
        int hex = f->place[i ? f->lodi : f->pavia].hex;

        if (honour_inside_at(p, hex) < 0 && !honour_field_count(p, 0, hex) &&
            nearest_foe(t, 0, hex) <= REACH)
            share -= OPEN;
    }
    return weight(t, W_WON) / 4 * share / 100;
}

/* ---- plans ------------------------------------------------------------------------------- */

struct plan {       /* the best thing a Force could do */
    int worth, way; /* hexes to go */
    int goal;       /* the hex it is about */
    bool fight;     /* it is an attack */
};

/* Half as much at ten hexes or so; nothing where the turns do not suffice. */
static int nearer(const struct st_table *t, int worth, int way)
{
    enum { HEXES_A_TURN = 5 };

    if (way > HEXES_A_TURN * (1 + turns_left(t)))
        return 0;
    return worth * 100 / (100 + weight(t, W_STEP) * way);
}

/* In hundredths: how well an Order serves. Coming nearer never makes it serve worse. */
static int fit_to_attack(int order)
{
    static const uint8_t fit[ORDERS] = { [ORDER_NONE] = 60, [GARRISON] = 25, [STAND] = 35,
                                         [MANOEUVRE] = 70,  [ATTACK] = 100,  [RETREAT] = 30 };

    return fit[order];
}

static int fit_to_march(int order, int way)
{
    static const uint8_t fit[ORDERS] = { [ORDER_NONE] = 60, [GARRISON] = 30, [STAND] = 35,
                                         [MANOEUVRE] = 100, [ATTACK] = 95,   [RETREAT] = 40 };

    return way == 0 ? 100 : fit[order];
}

static int fit_to_besiege(int order, int way, int status)
{
    static const uint8_t far[ORDERS] = { [ORDER_NONE] = 55, [GARRISON] = 25, [STAND] = 30,
                                         [MANOEUVRE] = 80,  [ATTACK] = 88,   [RETREAT] = 30 };

    if (way > 0)
        return far[order];
    return order == ATTACK ? 100 : order == STAND ? (status == 2 ? 80 : 92) : far[order];
}

static void better(struct plan *out, int worth, int way, int goal, bool fight)
{
    if (worth > out->worth)
        *out = (struct plan){ worth, way, goal, fight };
}

static void plan_attacks(const struct st_table *t, int i, struct plan *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(i);
    bool bicocca = f->special == SPECIAL_BICOCCA && side == 0;

    if (f->special == SPECIAL_BICOCCA && (p->battle_fought || p->force[i].order != ATTACK))
        return; /* Orders are as given */
    for (int k = (1 - side) * SIDE_FORCES; k < (2 - side) * SIDE_FORCES; k++) {
        int hex = p->force[k].hex;

        if (!exists(p, k) || is_inside(p, k) || hex < 0 ||
            honour_force_at(p, 1 - side, hex, false) != k)
            continue;
        int way = most(0, st_hex_distance(&t->plan->grid, p->force[i].hex, hex) - 1);
        if (nearer(t, 100, way) <= 0)
            continue;
        int hope = honour_attack_worth(t, i, hex);
        bool storm = bicocca && honour_is_major(p, i) && honour_is_major(p, k) &&
                     honour_sp(p, honour_able(p, f, p->force[i].units)) >= 10;
        if (storm) /* anything is better than no battle */
            hope += weight(t, W_STORM);
        else if (bicocca)
            continue;
        hope = hope * weight(t, W_HOPE) / 100 * fit_to_attack(p->force[i].order) / 100;
        if (hope > 0)
            better(out, nearer(t, hope, way), way, hex, true);
    }
}

/* In hundredths of its points: a place held by few is as good as taken, by storm. */
static int siege_share(const struct st_table *t, int garrison, int k, int sp)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int foes = honour_sp(p, honour_able(p, f, p->force[garrison].units)),
        held = foes + least(foes, f->doubled[f->place[k].kind]);

    int odds = least(400, 100 * sp / most(1, held)), low = weight(t, W_SIEGE),
        high = weight(t, W_OVERRUN);

    return odds < 100 ? low * odds / 100 : low + (high - low) * (odds - 100) / 300;
}

static int siege_ground(const struct st_table *t, int camp, int fort)
{
    static const uint8_t good[SIDE_KINDS] = {
        [SIDE_OPEN] = 100,   [SIDE_RIVER] = 80, [SIDE_BRIDGE] = 80,
        [SIDE_PONTOON] = 80, [SIDE_FERRY] = 40, [SIDE_PRIMARY] = 0
    };

    return good[honour_side_kind(t, camp, honour_dir(t, camp, fort))];
}

static void plan_places(const struct st_table *t, int i, struct plan *out)
{
    enum { RAID = 7 };
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];
    int side = side_of_force(i), sp = honour_sp(p, honour_able(p, f, x->units));
    int guns = honour_sp(p, honour_of_class(p, f, x->units, CLASS_ART));

    for (int k = 0; k < f->nplaces; k++) {
        int hex = f->place[k].hex, points = place_points(t, side, k), own = CTRL_A + side,
            way = st_hex_distance(&t->plan->grid, x->hex, hex);

        if (p->control[k] == own) {
            int open = exposure(t, side, k);

            if (open && !honour_field_count(p, side, hex))
                better(out, nearer(t, open, way) * fit_to_march(x->order, way) / 100, way, hex,
                       false);
            continue;
        }
        if (!points || p->control[k] == CTRL_CLOSED ||
            (f->special == SPECIAL_PAVIA && side == 0 && k == f->lodi && p->turn <= 3))
            continue;
        int garrison = honour_inside_at(p, hex), all = points * weight(t, W_POINT);
        if (garrison < 0) /* before the walls, to go in as soon as somebody comes */
            garrison = honour_force_at(p, 1 - side, hex, false);
        if (garrison < 0) {
            if (way > RAID)
                continue;
            better(out,
                   nearer(t, all * weight(t, W_SEIZE) / 100, way) * fit_to_march(x->order, way) /
                       100,
                   way, hex, false);
        } else {
            int go = most(0, way - 1),
                share = siege_share(t, garrison, k, sp) * (60 + 5 * least(8, guns)) / 100;

            if (way == 1) /* no breach is stormed by boat */
                share = share * siege_ground(t, x->hex, hex) / 100;
            better(out,
                   nearer(t, all * share / 100, go) *
                       fit_to_besiege(x->order, go, p->siege[k] - 1) / 100,
                   go, hex, false);
        }
    }
}

static int army_of(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int best = -1, most_sp = 0;

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        int sp = honour_sp(p, p->force[i].units) * (1 + honour_is_major(p, i));

        if (exists(p, i) && p->force[i].hex >= 0 && sp > most_sp) {
            most_sp = sp;
            best = i;
        }
    }
    return best;
}

/* Fights: it has no attack in hand already, whose worth is that of the combat. */
static struct plan plan_of_force(const struct st_table *t, int i, int army, bool fights)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];
    int k = f->place_at[x->hex];
    struct plan best = { 0, 0, -1, false };

    if (x->primo == NOBODY || (is_inside(p, i) && k >= 0 && p->siege[k]))
        return best;
    if (fights)
        plan_attacks(t, i, &best);
    plan_places(t, i, &best);
    if (i != army && army >= 0 && !is_inside(p, i) &&
        (k < 0 || !place_points(t, 1 - side_of_force(i), k))) {
        int way = st_hex_distance(&t->plan->grid, x->hex, p->force[army].hex);

        better(&best,
               nearer(t, weight(t, W_JOIN) * least(30, honour_sp(p, x->units)), way) *
                   fit_to_march(x->order, way) / 100,
               way, -1, false);
    }
    return best;
}

static int plans_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int worth = 0, army = army_of(t, side), n = 0;
    struct plan made[SIDE_FORCES];
    bool battle = p->combat.kind == COMBAT_BATTLE || (p->combat.kind && honour_is_battle(t, &p->combat)),
         skirmish = p->combat.kind == COMBAT_SKIRMISH;

    if (!turns_left(t) && p->flow.step[0] >= STEP_SIEGE_START && p->flow.step[0] <= STEP_CLEAN)
        return 0; /* nothing can come of them any more */

    for (int i = side * SIDE_FORCES; i < (side + 1) * SIDE_FORCES; i++) {
        const struct honour_force *x = &p->force[i];

        if (!exists(p, i) || x->hex < 0 || (battle && i == p->combat.att_force))
            continue;
        struct plan best = plan_of_force(t, i, army, !skirmish || i != p->combat.att_force);
        for (int k = 0; k < n && best.goal >= 0;
             k++) /* a second Force adds little to the same thing */
            if (made[k].goal == best.goal)
                best.worth -= least(made[k].worth, best.worth) * 3 / 4;
        made[n++] = best;
        if (best.way > 0 && is_inside(p, i))
            best.worth = best.worth * 9 / 10;
        worth += best.worth;
        if (i == p->active && best.worth) { /* it is on its way */
            bool fresh = x->mp_act == 0;

            if (best.way > 0 && fresh && p->purpose == PURPOSE_MARCH)
                worth += best.worth * weight(t, W_STEP) * least(4, best.way) /
                         (100 + weight(t, W_STEP) * best.way);
            else if (best.way == 0 && best.fight &&
                     (p->purpose != PURPOSE_MARCH || p->march != MARCH_REGULAR))
                worth += best.worth * weight(t, W_STIR) / 100;
            worth -= x->mp_act;
            if (p->purpose == PURPOSE_MARCH && p->march == MARCH_ADMIN)
                worth += best.way > 5 ? weight(t, W_STEP) : -weight(t, W_STEP);
            if (p->purpose == PURPOSE_MARCH && p->march == MARCH_CONTACT)
                worth += best.fight && best.way <= 5 ? weight(t, W_STEP) : 0;
        }
        if (x->order == GARRISON && f->place_at[x->hex] >= 0 && best.way == 0)
            worth += 4;
    }
    return worth;
}

/* ---- what the dice have decided and nobody has shared out yet ----------------------------- */

static int pending_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int each = honour_sp_worth(t, side) - (campaign(t) ? weight(t, W_POINT) / 6 : 0); /* score_6 has the points */
    int worth = -owed(t, side) * each;

    if (!a->kind || !a->stage)
        return worth;
    bool defends = a->side != side;
    int cell = defends ? a->def_cell : a->att_cell;
    if (cell & CELL_D && a->stage <= (defends ? 3 : 2))
        worth -= weight(t, W_HEART);
    if (a->loser == defends)
        worth -= weight(t, W_HEART);
    return worth;
}

/* A place that is falling, or that an assault in the breach may take; to the attacker. */
static int assault_worth(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int kind = p->combat.kind;

    if ((kind != COMBAT_BREACH && kind != COMBAT_STORM) || p->siege_place >= f->nplaces)
        return 0;
    int side = p->combat.att_side, garrison = honour_inside_at(p, p->combat.def_hex),
        men = garrison < 0 ? 0 : honour_sp(p, p->force[garrison].units),
        gain = 6 * place_points(t, side, p->siege_place) + men, score = score_6(t);
    int prize = side ? score_worth(t, score) - score_worth(t, score - gain)
                     : score_worth(t, score + gain) - score_worth(t, score);
    if (p->combat.loser || !p->siege[p->siege_place])
        return 0;
    if (!a->stage)
        return kind == COMBAT_BREACH && a->att ? prize * honour_breach_chance(t) / 36 -
                                                     2 * honour_sp_worth(t, p->combat.att_side)
                                               : 0;
    return a->loser && honour_place_falls(t, kind, a->def_cell) ? prize : 0;
}

/* Whoever acts before the walls this turn should have the guns, and the men; once it may storm or let it be, only
 * what it does counts. */
static int acting_worth(const struct st_table *t, int side)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int i = p->siege_force, step = p->flow.step[p->flow.depth];

    if ((step != STEP_BOMBARD && step != STEP_COUNTERFIRE && step != STEP_SORTIE) || i >= MAX_FORCES ||
        !exists(p, i) || side_of_force(i) != side)
        return 0;
    return (weight(t, W_STATUS_1) - weight(t, W_STATUS_0)) / 10 *
               honour_sp(p, honour_of_class(p, f, p->force[i].units, CLASS_ART)) +
           honour_sp(p, honour_able(p, f, p->force[i].units));
}

/* ---- all of it ---------------------------------------------------------------------------- */

static int own_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);
    int worth = men_worth(t, side) + captains_worth(t, side) + places_worth(t, side) +
                camps_worth(t, side) + plans_worth(t, side) + pending_worth(t, side) +
                acting_worth(t, side);

    if (p->combat.kind == COMBAT_BATTLE && p->battle.x && !p->combat.loser)
        worth += honour_chits_worth(t, side == p->combat.att_side ? 0 : 1);
    return worth;
}

/* What concerns both stands to the account of the first side: judged is the difference. */
static int common_worth(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    bool bicocca = plan_of(t)->special == SPECIAL_BICOCCA;
    int worth = bicocca ? bicocca_worth(t) : score_worth(t, score_6(t)) + both_held(t);
    int fight = honour_combat_worth(t) + assault_worth(t), chase = honour_pursuit_worth(t);

    if (bicocca && !p->battle_fought &&
        (p->combat.kind == COMBAT_BATTLE || (p->combat.kind && honour_is_battle(t, &p->combat))))
        worth = 0; /* the battle's own judgement says how it stands */
    return worth + (p->combat.att_side ? -fight : fight) + (p->pursuit.side ? -chase : chase);
}

int honour_worth(const struct st_table *t, int side)
{
    const struct honour_pos *p = pos_of(t);

    if (p->result)
        return p->result == RESULT_DRAW       ? 0
               : p->result == RESULT_A + side ? weight(t, W_WON) / 2
                                              : -weight(t, W_WON) / 2;
    return own_worth(t, side) + (side ? 0 : common_worth(t));
}
