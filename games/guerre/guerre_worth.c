/* guerre_worth.c - what a player made of code looks at. No rule; a judgement in numbers.
 *
 * In the order of what decides battles: loss points, by how near they bring the rout, and the clock, for
 * the side that loses when it runs out; fights and shots that are due, by their exact chances; charges that
 * can be made next by either side; files and neighbours; works; the commander out of it. How much each
 * counts stands in worth.tsv.
 *
 * An order costs a little for everybody it moves, in the player turn in which it is given: what changes
 * nothing is not done, and to end the phase is a good move. Fights that are due count in every step
 * until they are fought, so that ending the phase by itself changes nothing.
 */
#include "guerre/guerre.h"

enum { W_WON, W_ROUT, W_LAST, W_RECOIL, W_ELEMENT, W_CHARGE, W_THREAT, W_EXPOSED, W_TARGET, W_WORK, W_NEIGHBOUR,
       W_RANK, W_RANKS, W_APPROACH, W_HOLD, W_RANGE, W_ORDER, W_LATER, W_CINC_FAR, W_CINC_NEAR,
       W_PRESSED, W_BOLD, W_ABANDONED, W_TURNED, WEIGHTS };
const char *const guerre_weights[] = {
    [W_WON] = "won", [W_ROUT] = "rout", [W_LAST] = "last", [W_RECOIL] = "recoil", [W_ELEMENT] = "element",
    [W_CHARGE] = "charge", [W_THREAT] = "threat", [W_EXPOSED] = "exposed", [W_TARGET] = "target",
    [W_WORK] = "work", [W_NEIGHBOUR] = "neighbour", [W_RANK] = "rank", [W_RANKS] = "ranks",
    [W_APPROACH] = "approach", [W_HOLD] = "hold", [W_RANGE] = "range", [W_ORDER] = "order",
    [W_LATER] = "later", [W_CINC_FAR] = "cinc_far", [W_CINC_NEAR] = "cinc_near",
    [W_PRESSED] = "pressed", [W_BOLD] = "bold", [W_ABANDONED] = "abandoned", [W_TURNED] = "turned", [WEIGHTS] = NULL,
};
enum { NEAR_MM = 260, ASIDE_MM = 5, CINC_NEAR_MM = 180 };

static const uint8_t type_worth[TYPES] = { 14, 11, 7, 7, 10, 8, 10, 10, 10, 8, 9, 6, 10, 8, 6 };

static int weight(const struct st_table *t, int which)
{
    return t->plan->weight[which];
}

/* ---- the clock (9.3, 9.4) ---------------------------------------------------------------- */

/* Does this side win as things stand when the turns are over? Then it lets the enemy come. */
static bool holds_out(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);

    return f->turns && f->limit == LIMIT_WIN && f->limit_winner == side;
}

/* Per cent of the battle that is over. */
static int late(const struct st_table *t)
{
    int turns = plan_of(t)->turns, now = pos_of(t)->turn;

    return turns ? 100 * (now < turns ? now : turns) / turns : 0;
}

/* Percent by which a side minds its own losses: who must win before dusk minds them less, and ever less. */
static int caution(const struct st_table *t, int side)
{
    return holds_out(t, 1 - side) ? 100 - weight(t, W_PRESSED) * (200 + late(t)) / 300 : 100;
}

/* What losing e costs its side. */
static int loss_worth(const struct st_table *t, int e)
{
    int side = side_of(t, e);

    int points = guerre_loss_points(t, e), level = plan_of(t)->rout[side];
    bool last = pos_of(t)->loss[side] + points >= level; /* the battle */

    return weight(t, W_ROUT) * points / level + (last ? weight(t, W_LAST) : 0);
}

/* ---- who is stronger --------------------------------------------------------------------- */

struct field { /* the table as both sides see it: worked out once for all pairs */
    const struct st_table *t;
    int8_t strong[MAX_ELEMENTS][2]; /* against foot, against mounted */
    uint8_t pikes[MAX_ELEMENTS];    /* that stand behind it */
};

static int pikes_behind(const struct st_table *t, int e)
{
    int file[MAX_ELEMENTS], n = guerre_file(t, e, file), pikes = 0;

    while (pikes + 1 < n && pikes < 3 && type_of(t, file[pikes + 1]) == PI)
        pikes++;
    return pikes;
}

/* What e would count in melee against either class, roughly: for comparing, not for fighting. */
static void judge(struct field *f, int e)
{
    static const int8_t by_grade[GRADES] = { 0, 1, 1, -1 };
    const struct st_table *t = f->t;
    int type = type_of(t, e), more = by_grade[grade_of(t, e)];

    f->pikes[e] = 0;
    if (type == PI || missile_foot(type)) {
        int pikes = pikes_behind(t, e);

        f->pikes[e] = (uint8_t)pikes;
        more += (pikes ? 3 : 0) + (type == PI && pikes > 1 ? pikes - 1 : 0);
    }
    for (int cls = 0; cls < 2; cls++)
        f->strong[e][cls] = (int8_t)(plan_of(t)->value[type][cls] + more);
}

static bool charges(int type)
{
    return type != CP && !artillery(type) && !missile_foot(type) && type != MC && type != LF;
}

/* What x gains on average, in loss points worth, if it charges y with these values: the first round of it. */
static int exchange(const struct st_table *t, int x, int y, int mine, int his)
{
    const struct st_table quiet = { t->plan, t->pos, NULL };
    int tx = type_of(t, x), ty = type_of(t, y), kills = 0, dies = 0;
    bool kill[2], die[2];

    for (int band = BAND_LESS; band <= BAND_HALF; band++) {
        kill[band] = guerre_result_of(&quiet, ty, tx, band, true, false, false) == RES_DESTROYED;
        die[band] = guerre_result_of(&quiet, tx, ty, band, true, true, false) == RES_DESTROYED;
    }
    for (int a = mine > 0 ? mine + 1 : 1, n = a + 6; a < n; a++)
        for (int b = his > 0 ? his + 1 : 1, m = b + 6; b < m; b++) {
            kills += a > b && kill[guerre_half(b, a) ? BAND_HALF : BAND_LESS];
            dies += a < b && die[guerre_half(a, b) ? BAND_HALF : BAND_LESS];
        }
    return (kills * loss_worth(t, y) - dies * loss_worth(t, x) * caution(t, side_of(t, x)) / 100) / 36;
}

/* ---- where e stands ---------------------------------------------------------------------- */

struct look {         /* what e sees when it looks around; squares of um */
    int64_t nearest2; /* of any enemy */
    int64_t prey2;    /* of one it would charge with advantage */
    int fear, hope;   /* of the worst charge it must expect, of the best it may make */
    int exposed;      /* enemies behind the line of its front */
};

/* x could reach y with a charge, as far as a glance tells. */
static bool in_charge_reach(const struct st_table *t, int x, struct st_point y)
{
    struct st_point at = st_pose_in(pos_of(t)->pose[x], y);
    int32_t far = (guerre_speed(t, x) + ASIDE_MM) * ST_MM;

    return at.y > 0 && at.y < far && at.x < at.y + FRONT && at.x > -at.y - FRONT;
}

/* Behind the line of e's front: whoever comes from there finds its value nothing (5.4.6, 5.7.4). */
static bool behind_front(const struct st_table *t, int e, int y)
{
    return st_pose_in(pos_of(t)->pose[e], pos_of(t)->pose[y].at).y < 0;
}

static void look_at(const struct field *f, int e, int y, struct look *l)
{
    const int64_t near2 = (int64_t)NEAR_MM * NEAR_MM * ST_MM * ST_MM;
    const struct st_table *t = f->t;
    const struct guerre_pos *p = pos_of(t);
    int type = type_of(t, e), other = type_of(t, y);
    int64_t gap2 = st_gap2(p->pose[e].at, p->pose[y].at);
    int mine = f->strong[e][plan_of(t)->mounted[other]], his = f->strong[y][plan_of(t)->mounted[type]];

    l->nearest2 = gap2 < l->nearest2 ? gap2 : l->nearest2;
    if (gap2 < l->prey2 && mine >= his - 1 && charges(type))
        l->prey2 = gap2;
    if (gap2 > near2 || has(p->engaged, e) || has(p->abandoned | p->routing, y))
        return;
    bool flanked = behind_front(t, e, y), flanks = behind_front(t, y, e);
    if (flanked && (charges(other) || other == MC || other == LF))
        l->exposed++;
    if (charges(other) && !has(p->engaged, y) && in_charge_reach(t, y, p->pose[e].at)) {
        int fear = exchange(t, y, e, his, flanked ? 0 : mine);

        l->fear = fear > l->fear ? fear : l->fear;
    }
    if (charges(type) && in_charge_reach(t, e, p->pose[y].at)) {
        int hope = exchange(t, e, y, mine, flanks ? 0 : his);

        l->hope = hope > l->hope ? hope : l->hope;
    }
}

static struct look look_around(const struct field *f, int e)
{
    const int64_t far2 = (int64_t)900000 * 900000;
    struct look l = { far2, far2, 0, 0, 0 };

    for (uint64_t left = on_table(f->t, 1 - side_of(f->t, e)); left;)
        look_at(f, e, take_element(&left), &l);
    return l;
}

/* Neighbours give support, and hide a flank. */
static int company_worth(const struct field *f, int e)
{
    const struct st_table *t = f->t;
    int sides = 0;

    for (uint64_t left = on_table(t, side_of(t, e)) & ~bit(e); left && sides < 2;)
        sides += guerre_beside(t, take_element(&left), e);
    return weight(t, W_NEIGHBOUR) * sides +
           (f->pikes[e] ? weight(t, W_RANK) + weight(t, W_RANKS) * f->pikes[e] : 0);
}

/* The middle of a side's troops, the camp apart. */
static struct st_point middle_of(const struct st_table *t, int side)
{
    int64_t x = 0, y = 0, n = 0;

    for (uint64_t left = on_table(t, side) & ~plan_of(t)->camps; left; n++) {
        struct st_point at = pos_of(t)->pose[take_element(&left)].at;

        x += at.x;
        y += at.y;
    }
    n = n ? n : 1;
    return (struct st_point){ (int32_t)(x / n), (int32_t)(y / n) };
}

static int root_mm(int64_t um2)
{
    return (int)(st_root((uint64_t)um2) / ST_MM);
}

static int commander_worth(const struct st_table *t, int e, int nearest_mm)
{
    struct st_point at = pos_of(t)->pose[e].at, middle = middle_of(t, side_of(t, e));

    int near = nearest_mm < CINC_NEAR_MM ? CINC_NEAR_MM - nearest_mm : 0;

    return -root_mm(st_gap2(at, middle)) * weight(t, W_CINC_FAR) / 100 -
           near * weight(t, W_CINC_NEAR) / 100;
}

/* Charges next turn, either way, and flanks. Who must come on before dusk does not stop for a threat, unless it is
 * one to the commander; who wins by waiting need not go and charge. */
static int danger_worth(const struct st_table *t, int e, const struct look *l)
{
    int side = side_of(t, e), hope = holds_out(t, side) ? l->hope / 4 : l->hope;
    bool bold = holds_out(t, 1 - side) && plan_of(t)->cinc[side] != e;
    int fear = bold ? l->fear * weight(t, W_BOLD) / 100 : l->fear;

    return weight(t, W_CHARGE) * hope / 100 - weight(t, W_THREAT) * fear / 100 -
           weight(t, W_EXPOSED) * l->exposed;
}

/* To the enemy one would charge; if there is none and the clock runs against the side, to any. */
static int approach_worth(const struct st_table *t, int e, const struct look *l)
{
    enum { NO_PREY_MM = 300 };
    int side = side_of(t, e), prey = root_mm(l->prey2), near = root_mm(l->nearest2);
    int rate = holds_out(t, side) ? weight(t, W_HOLD) : weight(t, W_APPROACH);

    if (holds_out(t, 1 - side)) {
        prey = prey < near + NO_PREY_MM ? prey : near + NO_PREY_MM;
        rate += rate * late(t) / 50;
    }
    return -prey * rate / 100;
}

static int place_worth(const struct field *f, int e)
{
    const struct st_table *t = f->t;
    struct guerre_piece line;
    int type = type_of(t, e), side = side_of(t, e), range = mm_of(plan_of(t)->range[type]);

    if (type == CP || has(pos_of(t)->abandoned, e))
        return 0;
    struct look l = look_around(f, e);
    int worth = danger_worth(t, e, &l), nearest_mm = root_mm(l.nearest2);
    if (guerre_lined_fort(t, e, &line) >= 0)
        worth += weight(t, W_WORK);
    if (plan_of(t)->cinc[side] == e)
        return worth + commander_worth(t, e, nearest_mm);
    if (artillery(type))
        return worth;
    worth += company_worth(f, e);
    if (range)
        return worth - (nearest_mm > range ? (nearest_mm - range) * weight(t, W_RANGE) / 100 : 0);
    return worth + approach_worth(t, e, &l);
}

/* ---- what fire and melee will bring ------------------------------------------------------ */

/* Fights among those of a set who are engaged, the best for the side first. */
static int fights_among(const struct st_table *t, int side, uint64_t ready)
{
    int sum = 0;

    for (uint64_t mine = on_table(t, side) & ready; mine;) {
        int a = take_element(&mine), best = INT32_MIN, whom = -1;

        for (uint64_t theirs = on_table(t, 1 - side) & ready; theirs;) {
            int b = take_element(&theirs);
            struct guerre_chances c;

            if (guerre_engaged_on(t, a, b) < 0 && guerre_engaged_on(t, b, a) < 0)
                continue;
            guerre_melee_chances(t, a, b, &c);
            int gain = (c.lost[1] * loss_worth(t, b) -
                        c.lost[0] * loss_worth(t, a) * caution(t, side) / 100 +
                        weight(t, W_RECOIL) * (c.back[1] - c.back[0])) /
                       c.of;
            if (gain > best) {
                best = gain;
                whom = b;
            }
        }
        if (whom < 0)
            continue;
        sum += best;
        ready &= ~(bit(a) | bit(whom));
    }
    return sum;
}

/* Those of this player turn; those who have fought and stand will fight again. */
static int fights_worth(const struct st_table *t, int side)
{
    const struct guerre_pos *p = pos_of(t);

    return fights_among(t, side, p->engaged & ~p->fought) +
           fights_among(t, side, p->engaged & p->fought) * weight(t, W_LATER) / 100;
}

/* The best shot of everybody of a side, as far as it may fire in this player turn. */
static int shots_worth(const struct st_table *t, int side)
{
    int sum = 0;

    for (uint64_t left = on_table(t, side); left;) {
        int e = take_element(&left), best = 0;

        for (uint64_t targets = guerre_targets(t, e); targets;) {
            int x = take_element(&targets);
            struct guerre_chances c;

            guerre_shot_chances(t, e, x, &c);
            int gain =
                weight(t, W_TARGET) + (c.lost[1] * loss_worth(t, x) + weight(t, W_RECOIL) * c.back[1]) / c.of;
            best = gain > best ? gain : best;
        }
        sum += best;
    }
    return sum;
}

/* ---- all of it --------------------------------------------------------------------------- */

static int element_worth(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);
    int worth = weight(t, W_ELEMENT) * type_worth[type_of(t, e)];

    if (has(p->abandoned | p->routing, e))
        worth -= weight(t, W_ABANDONED);
    if (has(p->fled, e))
        worth -= weight(t, W_TURNED);
    return worth;
}

/* Before anybody is on the table: who was exchanged for light foot is missed (5.14.1). */
static int exchanged_worth(const struct st_table *t, int side)
{
    int worth = 0;

    for (uint64_t left = pos_of(t)->swapped & plan_of(t)->of_side[side]; left;)
        worth +=
            10 * (type_worth[LF] - type_worth[plan_of(t)->element[take_element(&left)].type]) - 1;
    return worth;
}

/* Orders of this player turn: whoever was moved. */
static int orders_cost(const struct st_table *t, int side)
{
    const struct guerre_pos *p = pos_of(t);

    return p->phasing == side ? weight(t, W_ORDER) * __builtin_popcountll(p->moved & on_table(t, side)) : 0;
}

/* Places are the player's own only: who comes near the enemy has the enemy near. */
static int troops_worth(const struct st_table *t, int side)
{
    const struct guerre_pos *p = pos_of(t);
    struct field field = { .t = t };
    int worth = 0;

    for (uint64_t left = p->present; left;)
        judge(&field, take_element(&left));
    for (uint64_t left = p->present; left;) {
        int e = take_element(&left);

        worth += side_of(t, e) == side ? element_worth(t, e) + place_worth(&field, e)
                                       : -element_worth(t, e);
    }
    return worth;
}

int guerre_worth(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    int worth = 0, step = p->flow.step[p->flow.depth];

    if (p->outcome == OUTCOME_DRAW)
        return 0;
    if (p->outcome)
        return (p->outcome == OUTCOME_SECOND) == side ? weight(t, W_WON) : -weight(t, W_WON);
    worth += weight(t, W_ROUT) * p->loss[1 - side] / f->rout[1 - side];
    worth -= weight(t, W_ROUT) * p->loss[side] / f->rout[side] * caution(t, side) / 100;
    if (!p->present)
        worth += exchanged_worth(t, side);
    if (step == STEP_DEPLOY)
        return worth + guerre_posts_worth(t, side);
    worth += troops_worth(t, side) + fights_worth(t, side) - orders_cost(t, side);
    if ((step == STEP_MOVE || step == STEP_SHOOT_P) && p->phasing == side)
        worth += shots_worth(t, side);
    if (step == STEP_MOVE && p->phasing == side)
        worth -= shots_worth(t, 1 - side) * caution(t, side) / 300;
    return worth;
}
