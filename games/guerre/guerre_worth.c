/* guerre_worth.c - what a player made of code looks at. No rule; a judgement in numbers.
 *
 * In the order of what decides battles: loss points, by how near they bring the rout, and the clock, for
 * the side that loses when it runs out; fights and shots that are due, by their exact chances, room to give
 * ground included; charges that can be made next by either side; fire; files and neighbours; works; the
 * commander, alive and out of it (unless dusk is the enemy's: then he leads). How much each counts stands
 * in worth.tsv. Each side's own things are counted; what the enemy has is taken off by whoever asks for both.
 *
 * Two things are not obvious. To come nearer counts only for the side whose player turn it is, from its first order
 * to the enemy's first (acting()): else who is come at would gain by running away. And an
 * order must bring more than a little, or the phase is better ended: what changes nothing is not done.
 */
#include "guerre/guerre.h"

#define GUERRE_WEIGHTS(W) \
    W(W_WON, "won") W(W_ROUT, "rout") W(W_LAST, "last") W(W_RECOIL, "recoil") W(W_ELEMENT, "element") \
    W(W_CHARGE, "charge") W(W_THREAT, "threat") W(W_AFTER, "after") W(W_EXPOSED, "exposed") \
    W(W_TARGET, "target") W(W_FIRE, "fire") W(W_WORK, "work") W(W_NEIGHBOUR, "neighbour") W(W_RANK, "rank") \
    W(W_RANKS, "ranks") W(W_APPROACH, "approach") W(W_HOLD, "hold") W(W_RANGE, "range") W(W_ORDER, "order") \
    W(W_STIR, "stir") W(W_LATER, "later") W(W_CINC_FAR, "cinc_far") W(W_CINC_NEAR, "cinc_near") \
    W(W_CINC_LAST, "cinc_last") W(W_PRESSED, "pressed") W(W_DUSK, "dusk") W(W_ABANDONED, "abandoned") \
    W(W_TURNED, "turned") W(W_CAPTAIN, "captain")
enum { GUERRE_WEIGHTS(ST_LIST_NUMBER) WEIGHTS };
const char *const guerre_weights[] = { GUERRE_WEIGHTS(ST_LIST_NAME) NULL };
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

/* Or is it to be no victory for this side as things stand? Then it must come to the enemy. */
static bool must_come(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);

    return holds_out(t, 1 - side) || (f->turns && f->limit == LIMIT_LOSSES && p->loss[side] >= p->loss[1 - side]);
}

/* Or does fewer losses make it the victor, if nothing more happens? */
static bool leads(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);

    return f->turns && f->limit == LIMIT_LOSSES && p->loss[side] < p->loss[1 - side];
}

/* Whose orders are looked at: a player turn begins with its first order, so that what comes of ending a phase
 * and of going on with it is judged alike. The other side charges next. */
static bool fresh(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);

    return p->flow.step[p->flow.depth] == STEP_MOVE && !p->moved;
}

static int acting(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);

    return fresh(t) ? 1 - p->phasing : p->phasing;
}

/* Per cent of the battle that is over. A turn too begins with its first order: else to end one at once, rather than after a good
 * charge, would seem to bring dusk nearer. */
static int late(const struct st_table *t)
{
    int turns = plan_of(t)->turns, now = (guerre_player_turn(t) - fresh(t) + 1) / 2;

    return turns ? 100 * (now < turns ? now : turns) / turns : 0;
}

/* Percent by which a side minds its own losses: who must win before dusk minds them less, in the end not at all. So it
 * is while it acts: to the enemy, when he does, whoever he beats is beaten. */
static int caution(const struct st_table *t, int side)
{
    bool hurries = holds_out(t, 1 - side) && acting(t) == side;

    return hurries ? 100 - weight(t, W_PRESSED) * (100 + late(t)) / 200 : 100;
}

/* Each turn that passes brings the side that wins at dusk nearer to it, by what the enemy has still to do. */
static int dusk_worth(const struct st_table *t, int side)
{
    int level = plan_of(t)->rout[side], left = level - pos_of(t)->loss[side];

    return holds_out(t, side) ? weight(t, W_DUSK) * late(t) / 100 * left / level : 0;
}

static int element_worth(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);
    int worth = weight(t, W_ELEMENT) * type_worth[type_of(t, e)];

    if (has(p->abandoned | p->routing, e))
        worth -= weight(t, W_ABANDONED);
    if (has(p->fled, e))
        worth -= weight(t, W_TURNED);
    if (plan_of(t)->cinc[side_of(t, e)] == e) /* without him every order costs double (5.2.4) */
        worth += weight(t, W_CAPTAIN) * (100 - late(t)) / 100;
    return worth;
}

/* What losing e costs its side. */
static int loss_worth(const struct st_table *t, int e)
{
    int side = side_of(t, e), points = guerre_loss_points(t, e), level = plan_of(t)->rout[side];
    bool last = pos_of(t)->loss[side] + points >= level; /* the battle */

    int worth = weight(t, W_ROUT) * points / level + element_worth(t, e) + (last ? weight(t, W_LAST) : 0);

    return worth * caution(t, side) / 100;
}

/* ---- who is stronger --------------------------------------------------------------------- */

struct field { /* the table as both sides see it: worked out once for all pairs */
    const struct st_table *t;
    bool judged;
    int8_t strong[MAX_ELEMENTS][2]; /* against foot, against mounted */
    int8_t ranks[MAX_ELEMENTS];     /* of that by those behind it */
    uint8_t pikes[MAX_ELEMENTS];    /* that stand behind it */
    uint8_t beside[MAX_ELEMENTS];   /* comrades on its sides, at most 2 */
    uint64_t lines, harsh;          /* a work; in ground that is bad to fight in */
    uint64_t rear;                  /* pikes behind somebody: they go where he goes */
    uint64_t room_known, no_room;   /* to recoil */
    int loss[MAX_ELEMENTS];         /* what losing it costs its side */
    int32_t sin[MAX_ELEMENTS], cos[MAX_ELEMENTS]; /* of its heading */
    uint64_t gain_known[MAX_ELEMENTS]; /* whom it might charge, as bits, */
    int gain[MAX_ELEMENTS][MAX_ELEMENTS]; /* and what by it: both sides ask, and more than once */
};

static int pikes_behind(struct field *f, int e)
{
    int file[MAX_ELEMENTS], n = guerre_file(f->t, e, file), pikes = 0;

    while (pikes + 1 < n && pikes < 3 && type_of(f->t, file[pikes + 1]) == PI)
        f->rear |= bit(file[++pikes]);
    return pikes;
}

/* What e would count in melee against either class, roughly: for comparing, not for fighting. */
static void judge(struct field *f, int e)
{
    static const int8_t by_grade[GRADES] = { 0, 1, 1, -1 };
    const struct st_table *t = f->t;
    int type = type_of(t, e), more = by_grade[grade_of(t, e)];
    struct guerre_piece line;

    f->loss[e] = loss_worth(t, e);
    f->sin[e] = st_sin(pos_of(t)->pose[e].facing);
    f->cos[e] = st_cos(pos_of(t)->pose[e].facing);
    f->pikes[e] = 0;
    f->ranks[e] = 0;
    if (type == PI || missile_foot(type)) {
        int pikes = pikes_behind(f, e);

        f->pikes[e] = (uint8_t)pikes;
        f->ranks[e] = (int8_t)((pikes ? 3 : 0) + (type == PI && pikes > 1 ? pikes - 1 : 0));
    }
    more += f->ranks[e] + (plan_of(t)->cinc[side_of(t, e)] == e);
    for (int cls = 0; cls < 2; cls++)
        f->strong[e][cls] = (int8_t)(plan_of(t)->value[type][cls] + more);
    f->beside[e] = 0;
    for (uint64_t left = on_table(t, side_of(t, e)) & ~bit(e); left && f->beside[e] < 2;)
        f->beside[e] = (uint8_t)(f->beside[e] + guerre_beside(t, take_element(&left), e));
    struct st_box base = base_of(t, e);
    f->harsh |= guerre_harsh(t, &base) ? bit(e) : 0;
    f->lines |= guerre_lined_fort(t, e, &line) >= 0 ? bit(e) : 0;
}

/* Whoever must recoil from where it stands and cannot is lost (5.8.3 to 5.8.6). */
static bool no_room(struct field *f, int e)
{
    if (!has(f->room_known, e)) {
        struct guerre_pos pos = *pos_of(f->t);
        struct st_table try = { f->t->plan, &pos, NULL };

        guerre_recoil(&try, e, BACK, "5.8.1");
        f->room_known |= bit(e);
        f->no_room |= has(pos.present, e) ? 0 : bit(e);
    }
    return has(f->no_room, e);
}

/* What the dice bring on average to the side of the first named. */
static int outcome_worth(struct field *f, const struct guerre_chances *c, int a, int b)
{
    const struct st_table *t = f->t;
    int sum = 0;

    if (c->back[1])
        sum += c->back[1] * (no_room(f, b) ? f->loss[b] : weight(t, W_RECOIL));
    if (c->back[0])
        sum -= c->back[0] * (no_room(f, a) ? f->loss[a] : weight(t, W_RECOIL));
    return (sum + c->lost[1] * f->loss[b] - c->lost[0] * f->loss[a]) / c->of;
}

static bool charges(int type)
{
    return type != CP && !artillery(type) && !missile_foot(type) && type != MC && type != LF;
}

/* Where a place lies as e sees it, as st_pose_in. */
static struct st_point seen_at(const struct field *f, int e, struct st_point him)
{
    struct st_point me = pos_of(f->t)->pose[e].at;
    int64_t dx = (int64_t)him.x - me.x, dy = (int64_t)him.y - me.y;

    return (struct st_point){ (int32_t)st_round30(dx * f->cos[e] - dy * f->sin[e]),
                              (int32_t)st_round30(dx * f->sin[e] + dy * f->cos[e]) };
}

/* The middle of y's front. */
static struct st_point seen(const struct field *f, int e, int y)
{
    return seen_at(f, e, pos_of(f->t)->pose[y].at);
}

/* Behind the line of e's front: whoever comes from there finds its value nothing (5.4.6, 5.7.4). */
static bool behind_front(const struct field *f, int e, int y)
{
    return seen(f, e, y).y < 0;
}

static bool destroyed(const struct guerre_plan *f, int loser, int enemy, int band, bool harsh, int met)
{
    return f->result[f->fits[loser][enemy][band][harsh][met]].result == RES_DESTROYED;
}

/* What x gains on average if it charges y: the first round of it. Who is charged from behind its front counts
 * nothing (5.4.6), and over a work the ranks of the other do not. */
static int exchange_now(const struct field *f, int x, int y)
{
    const struct st_table *t = f->t;
    bool harsh = has(f->harsh, y), flanks = behind_front(f, y, x);
    int mine = f->strong[x][plan_of(t)->mounted[type_of(t, y)]];
    int his = flanks ? 0 : f->strong[y][plan_of(t)->mounted[type_of(t, x)]];
    int tx = type_of(t, x), ty = type_of(t, y), kills = 0, dies = 0;

    mine -= flanks ? 0 : f->beside[y]; /* they help him (5.7.5) */
    his -= f->beside[x] > 0;
    if (has(f->lines, y) && !flanks) {
        mine -= f->ranks[x];
        his += plan_of(t)->factor[F_FORT];
    }
    if (harsh) {
        mine += tx == LF ? 0 : plan_of(t)->factor[F_AT_HARSH];
        his += ty == LF ? 0 : plan_of(t)->factor[F_IN_HARSH];
    }
    mine = mine < 0 ? 0 : mine < DUEL_MAX ? mine : DUEL_MAX - 1;
    his = his < 0 ? 0 : his < DUEL_MAX ? his : DUEL_MAX - 1;
    for (int band = BAND_LESS; band <= BAND_HALF; band++) {
        if (destroyed(plan_of(t), ty, tx, band, harsh, MET))
            kills += plan_of(t)->duel[mine][his].over[band];
        if (destroyed(plan_of(t), tx, ty, band, harsh, MET | MET_CHARGED))
            dies += plan_of(t)->duel[mine][his].under[band];
    }
    return (kills * f->loss[y] - dies * f->loss[x]) / 36;
}

static int exchange(struct field *f, int x, int y)
{
    if (!has(f->gain_known[x], y)) {
        f->gain[x][y] = exchange_now(f, x, y);
        f->gain_known[x] |= bit(y);
    }
    return f->gain[x][y];
}

/* ---- where e stands ---------------------------------------------------------------------- */

struct look {         /* what e sees when it looks around; squares of um */
    int64_t nearest2; /* of any enemy */
    int nearest;      /* he */
    int64_t prey2;    /* of one it would charge with advantage */
    int fear, hope;   /* of the worst charge it must expect, of the best it may make */
    int exposed;      /* enemies behind the line of its front */
};

/* By how much x must wheel before it stands square to y where it may come at it (5.4.2, 5.4.6): its front, or, from behind the
 * line of that, a flank or the rear. */
static int wheel_needed(const struct field *f, int x, int y)
{
    int turn = st_heading(pos_of(f->t)->pose[y].facing + ABOUT - pos_of(f->t)->pose[x].facing);

    if (behind_front(f, y, x))
        turn %= RIGHT; /* any side but its front: two are within a quarter turn, one of them at least is open */
    return turn < ST_TURN - turn ? turn : ST_TURN - turn;
}

/* x could reach y with a charge, as far as a glance tells: who stands square to it must be nearly in line. */
static bool in_charge_reach(const struct field *f, int x, int y)
{
    enum { SQUARE = 20 };
    bool behind = behind_front(f, y, x); /* then it is its rear that is nearer */
    struct st_point at = behind ? seen_at(f, x, st_pose_out(pos_of(f->t)->pose[y], 0, -depth_of(f->t, y))) : seen(f, x, y);
    int speed = guerre_speed(f->t, x);
    int32_t far = (speed + ASIDE_MM) * ST_MM, aside = at.x < 0 ? -at.x : at.x;

    if (at.y <= 0 || at.y >= far)
        return false;
    int turn = st_heading(pos_of(f->t)->pose[y].facing + ABOUT - pos_of(f->t)->pose[x].facing);
    if (turn > SQUARE && turn < ST_TURN - SQUARE) {
        int wheel = wheel_needed(f, x, y);
        int64_t left = far + HALF_FRONT - guerre_wheel_mm(1, wheel) * ST_MM / 2; /* half of the arc brings it nearer */

        return aside < at.y + FRONT && wheel <= RIGHT && (int64_t)at.x * at.x + (int64_t)at.y * at.y < left * left;
    }
    return aside <= (2 * at.y >= speed * ST_MM ? 2 * SLIDE : SLIDE); /* 5.3.5: an incline is a long one */
}

/* A comrade whom x cannot pass (5.5.1) stands between it and y: there is no charge before he is out of the way. */
static bool lane_blocked(const struct field *f, int x, int y)
{
    const struct st_table *t = f->t;
    int32_t far = seen(f, x, y).y;

    for (uint64_t left = on_table(t, side_of(t, x)) & ~bit(x); left;) {
        int e = take_element(&left);

        if (guerre_may_pass(t, x, e))
            continue;
        struct st_point at = seen(f, x, e);
        if (at.y > 0 && at.y < far && at.x > SLIDE - FRONT && at.x < FRONT - SLIDE)
            return true;
    }
    return false;
}

static void look_at(struct field *f, int e, int y, struct look *l)
{
    const int64_t near2 = (int64_t)NEAR_MM * NEAR_MM * ST_MM * ST_MM;
    const struct st_table *t = f->t;
    const struct guerre_pos *p = pos_of(t);
    int type = type_of(t, e), other = type_of(t, y);
    int64_t gap2 = st_gap2(p->pose[e].at, p->pose[y].at);

    if (gap2 < l->nearest2) {
        l->nearest2 = gap2;
        l->nearest = y;
    }
    if (gap2 < l->prey2 && charges(type) && exchange(f, e, y) > 0)
        l->prey2 = gap2;
    if (gap2 > near2 || has(p->engaged, e) || has(p->abandoned | p->routing, y))
        return;
    if (behind_front(f, e, y) && (charges(other) || other == MC || other == LF))
        l->exposed++;
    if (charges(other) && !has(p->engaged, y) && in_charge_reach(f, y, e) && !lane_blocked(f, y, e)) {
        int fear = exchange(f, y, e);

        l->fear = fear > l->fear ? fear : l->fear;
    }
    if (charges(type) && in_charge_reach(f, e, y) && !lane_blocked(f, e, y)) {
        int hope = exchange(f, e, y);

        l->hope = hope > l->hope ? hope : l->hope;
    }
}

static struct look look_around(struct field *f, int e)
{
    const int64_t far2 = (int64_t)900000 * 900000;
    struct look l = { far2, -1, far2, 0, 0, 0 };

    for (uint64_t left = on_table(f->t, 1 - side_of(f->t, e)); left;)
        look_at(f, e, take_element(&left), &l);
    return l;
}

/* Neighbours give support, and hide a flank. */
static int company_worth(const struct field *f, int e)
{
    const struct st_table *t = f->t;

    return weight(t, W_NEIGHBOUR) * f->beside[e] +
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

/* The commander charges last: once he is engaged the others cost double, and his own point is his alone (5.2.4, 5.2.8).
 * So when others have charged, what he can still do in this turn is worth more than what he could do in the next.
 * (When others have but moved it is not: steps of a millimetre would put off the end of the phase.) */
static bool may_still_charge(const struct st_table *t, int e)
{
    const struct guerre_pos *p = pos_of(t);

    return p->phasing == side_of(t, e) && p->flow.step[p->flow.depth] == STEP_MOVE && (p->moved & p->engaged) &&
           plan_of(t)->cinc[side_of(t, e)] == e && !has(p->moved, e) && !p->free_used;
}

/* Charges next turn, either way, and flanks: those of the side that moves next count in full. */
static int danger_worth(const struct st_table *t, int e, const struct look *l)
{
    bool mine_next = acting(t) != side_of(t, e);
    int hope = mine_next ? 100 : weight(t, W_AFTER), fear = mine_next ? weight(t, W_AFTER) : 100;

    if (may_still_charge(t, e))
        hope = weight(t, W_CINC_LAST);
    return (weight(t, W_CHARGE) * l->hope / 100 * hope - weight(t, W_THREAT) * l->fear / 100 * fear) / 100 -
           weight(t, W_EXPOSED) * l->exposed;
}

/* To the enemy one would charge; if there is none and the clock runs against the side, to any, the less gladly the
 * worse a charge on him would be. */
static int approach_worth(struct field *f, int e, const struct look *l)
{
    enum { NO_PREY_MM = 300, MIDDLING_MM = 150 };
    const struct st_table *t = f->t;
    int side = side_of(t, e), prey = root_mm(l->prey2), near = root_mm(l->nearest2);
    int rate = holds_out(t, side) ? weight(t, W_HOLD) : weight(t, W_APPROACH);

    if (must_come(t, side)) {
        int harm = l->nearest < 0 ? NO_PREY_MM : -exchange(f, e, l->nearest);

        harm = harm < 0 || has(f->rear, e) ? 0 : harm < NO_PREY_MM ? harm : NO_PREY_MM;
        prey = prey < near + harm ? prey : near + harm;
        rate += rate * late(t) / 50;
    }
    if (leads(t, side)) /* the later, the less */
        rate -= rate * late(t) / 100;
    return (MIDDLING_MM - prey) * rate / 100;
}

static int place_worth(struct field *f, int e)
{
    const struct st_table *t = f->t;
    int type = type_of(t, e), side = side_of(t, e), range = mm_of(plan_of(t)->range[type]);

    if (type == CP || has(pos_of(t)->abandoned, e))
        return 0;
    struct look l = look_around(f, e);
    int worth = danger_worth(t, e, &l), nearest_mm = root_mm(l.nearest2);
    if (has(f->lines, e))
        worth += weight(t, W_WORK);
    if (plan_of(t)->cinc[side] == e && !holds_out(t, 1 - side)) /* who must win before dusk leads them himself */
        return worth + commander_worth(t, e, nearest_mm);
    if (artillery(type))
        return worth;
    worth += company_worth(f, e);
    if (side != acting(t))
        return worth;
    if (range)
        return worth - (nearest_mm > range ? (nearest_mm - range) * weight(t, W_RANGE) / 100 : 0);
    return worth + approach_worth(f, e, &l);
}

/* ---- what fire and melee will bring ------------------------------------------------------ */

/* Fights among those of a set who are engaged, the best for the side first. */
static int fights_among(struct field *f, int side, uint64_t ready)
{
    const struct st_table *t = f->t;
    int sum = 0;

    for (uint64_t mine = on_table(t, side) & ready; mine;) {
        int a = take_element(&mine), best = INT32_MIN, whom = -1;

        for (uint64_t theirs = on_table(t, 1 - side) & ready; theirs;) {
            int b = take_element(&theirs);
            struct guerre_chances c;

            if (guerre_engaged_on(t, a, b) < 0 && guerre_engaged_on(t, b, a) < 0)
                continue;
            guerre_melee_chances(t, a, b, &c);
            int gain = outcome_worth(f, &c, a, b);
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
static int fights_worth(struct field *f, int side)
{
    const struct guerre_pos *p = pos_of(f->t);

    return fights_among(f, side, p->engaged & ~p->fought) +
           fights_among(f, side, p->engaged & p->fought) * weight(f->t, W_LATER) / 100;
}

/* The best shot of everybody of a side: due, if it may be fired in this player turn, and to be feared later. */
static int shots_worth(struct field *f, int side)
{
    const struct st_table *t = f->t;
    const struct guerre_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth], sum = 0;
    bool due = p->phasing == side && (step == STEP_MOVE || step == STEP_SHOOT_P);

    for (uint64_t left = on_table(t, side) & ~p->engaged & ~p->abandoned & ~p->routing; left;) {
        int e = take_element(&left), best = 0;

        for (uint64_t targets = guerre_bears_on(t, e); targets;) {
            int x = take_element(&targets);
            struct guerre_chances c;

            guerre_shot_chances(t, e, x, &c);
            int gain = weight(t, W_TARGET) + outcome_worth(f, &c, e, x);
            best = gain > best ? gain : best;
        }
        bool now = due && !has(p->shot, e) && !(artillery(type_of(t, e)) && has(p->moved, e));
        sum += best * ((now ? 100 : 0) + weight(t, W_FIRE)) / 100;
    }
    return sum;
}

/* The gun beside the magazine, if it has fired or must fire now, and nobody knows yet whether the powder holds (9.3). Early
 * in the day it has many shots before it that are worth the risk. */
static int powder_worth(const struct field *f, int side)
{
    enum { FACES = 6 };
    const struct st_table *t = f->t;
    const struct guerre_pos *p = pos_of(t);
    int gun = plan_of(t)->powder, step = p->flow.step[p->flow.depth];

    if (gun < 0 || side_of(t, gun) != side || (p->specials & POWDER_ROLLED) || !has(p->present, gun))
        return 0;
    bool begun = step == STEP_MOVE && p->moved; /* before its first order it can still be moved, and so hold its fire */
    bool must = p->phasing == side && (begun || step == STEP_SHOOT_P) &&
                !has(p->moved | p->abandoned | p->engaged, gun) && guerre_bears_on(t, gun);
    return must || has(p->shot, gun) ? -f->loss[gun] * plan_of(t)->powder_number / FACES * late(t) / 100 : 0;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* Before anybody is on the table: who was exchanged for light foot is missed (5.14.1). */
static int exchanged_worth(const struct st_table *t, int side)
{
    int worth = 0;

    for (uint64_t left = pos_of(t)->swapped & plan_of(t)->of_side[side]; left;)
        worth +=
            10 * (type_worth[LF] - type_worth[plan_of(t)->element[take_element(&left)].type]) - 1;
    return worth;
}

/* Orders of this player turn: each must bring so much more than ending the phase. */
static int orders_cost(const struct st_table *t, int side)
{
    const struct guerre_pos *p = pos_of(t);

    if (p->phasing != side || p->flow.step[p->flow.depth] != STEP_MOVE || !p->moved)
        return 0;
    return weight(t, W_ORDER) + weight(t, W_STIR) * __builtin_popcountll(p->moved & plan_of(t)->of_side[side]);
}

static int worth_of(struct field *f, int side)
{
    const struct st_table *t = f->t;
    const struct guerre_plan *plan = plan_of(t);
    const struct guerre_pos *p = pos_of(t);

    if (p->outcome == OUTCOME_DRAW)
        return 0;
    if (p->outcome)
        return (p->outcome == OUTCOME_SECOND) == side ? weight(t, W_WON) : -weight(t, W_WON);
    int worth = -weight(t, W_ROUT) * p->loss[side] / plan->rout[side] * caution(t, side) / 100;
    worth += dusk_worth(t, side);
    if (!p->present)
        worth += exchanged_worth(t, side);
    if (p->flow.step[p->flow.depth] == STEP_DEPLOY)
        return worth + guerre_posts_worth(t, side);
    for (uint64_t left = f->judged ? 0 : p->present; left;)
        judge(f, take_element(&left));
    f->judged = true;
    for (uint64_t left = on_table(t, side); left;) {
        int e = take_element(&left);

        worth += element_worth(t, e) * caution(t, side) / 100 + place_worth(f, e);
    }
    if (p->phasing == side)
        worth += fights_worth(f, side);
    return worth + shots_worth(f, side) + powder_worth(f, side) - orders_cost(t, side);
}

int guerre_worth(const struct st_table *t, int side)
{
    struct field f = { .t = t };

    return worth_of(&f, side);
}

int guerre_lead(const struct st_table *t)
{
    struct field f = { .t = t };
    int first = worth_of(&f, 0);

    return first - worth_of(&f, 1);
}
