/* guerre_worth.c - what a greedy player looks at. No rule; a player's judgement in numbers.
 *
 * Loss points count most, measured by how near they bring the rout. At a player's own movement
 * phase what his fire and his melees will bring on average counts as if it were won already: else
 * he would never wait for a better shot. The rest is where elements stand: melee troops close with
 * what they can hurt and keep out of reach of what hurts them, files and neighbours keep together,
 * flanks look at friends, missile troops want a target, works are held, the commander stays behind.
 */
#include "guerre/guerre.h"

enum { WON = 100000, ROUT_WORTH = 3000, RECOIL_WORTH = 25 };
enum { CHARGE_WORTH = 4, THREAT_WORTH = 4, WORK_WORTH = 100, EXPOSED_WORTH = 12, TARGET_WORTH = 6 };
enum { NEAR_MM = 220, ASIDE_MM = 40, CINC_NEAR_MM = 160 };

static const uint8_t type_worth[TYPES] = { 14, 11, 7, 7, 10, 8, 10, 10, 10, 8, 9, 6, 10, 8, 6 };

/* Does this side win by holding out (9.3, 9.4)? Then it lets the enemy come. */
static bool holds_out(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);

    return f->turns && f->limit == LIMIT_WIN && f->limit_winner == side;
}

/* Percent by which a side minds its own losses: who must win before dusk minds them less. */
static int caution(const struct st_table *t, int side)
{
    return holds_out(t, 1 - side) ? 60 : 100;
}

/* What losing e costs its side. */
static int loss_worth(const struct st_table *t, int e)
{
    int side = side_of(t, e);

    return ROUT_WORTH * guerre_loss_points(t, e) / plan_of(t)->rout[side];
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

/* ---- where e stands ---------------------------------------------------------------------- */

struct look {         /* what e sees when it looks around; squares of um */
    int64_t nearest2; /* of any enemy */
    int64_t prey2;    /* of one it would charge with advantage */
    int worth;        /* of charges it threatens and fears, and of flanks it shows */
};

/* x could reach y with a charge, as far as a glance tells. */
static bool in_charge_reach(const struct st_table *t, int x, struct st_point y)
{
    struct st_point at = st_pose_in(pos_of(t)->pose[x], y);
    int32_t far = (guerre_speed(t, x) + ASIDE_MM) * ST_MM;

    return at.y > 0 && at.y < far && at.x < at.y + FRONT && at.x > -at.y - FRONT;
}

static void look_at(const struct field *f, int e, int y, struct look *l)
{
    const int64_t near2 = (int64_t)NEAR_MM * NEAR_MM * ST_MM * ST_MM;
    const struct st_table *t = f->t;
    const struct guerre_pos *p = pos_of(t);
    int type = type_of(t, e), other = type_of(t, y);
    int64_t gap2 = st_gap2(p->pose[e].at, p->pose[y].at);
    int edge = f->strong[e][plan_of(t)->mounted[other]] - f->strong[y][plan_of(t)->mounted[type]];

    l->nearest2 = gap2 < l->nearest2 ? gap2 : l->nearest2;
    if (gap2 < l->prey2 && edge >= -1 && charges(type))
        l->prey2 = gap2;
    if (gap2 > near2 || has(p->engaged, e))
        return;
    if ((charges(other) || other == MC || other == LF) &&
        st_pose_in(p->pose[e], p->pose[y].at).y < 0)
        l->worth -= EXPOSED_WORTH;
    if (edge < 0 && charges(other) && !has(p->engaged, y) && in_charge_reach(t, y, p->pose[e].at))
        l->worth -= THREAT_WORTH * -edge;
    if (edge > 0 && charges(type) && in_charge_reach(t, e, p->pose[y].at))
        l->worth += CHARGE_WORTH * edge;
}

static struct look look_around(const struct field *f, int e)
{
    const int64_t far2 = (int64_t)900000 * 900000;
    struct look l = { far2, far2, 0 };

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
    return 4 * sides + (f->pikes[e] ? 6 + 2 * f->pikes[e] : 0);
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

    return -root_mm(st_gap2(at, middle)) / 6 -
           (nearest_mm < CINC_NEAR_MM ? (CINC_NEAR_MM - nearest_mm) / 2 : 0);
}

static int place_worth(const struct field *f, int e)
{
    const struct st_table *t = f->t;
    struct guerre_piece line;
    int type = type_of(t, e), side = side_of(t, e), range = mm_of(plan_of(t)->range[type]);

    if (type == CP || has(pos_of(t)->abandoned, e))
        return 0;
    struct look l = look_around(f, e);
    int worth = l.worth, nearest_mm = root_mm(l.nearest2);
    if (guerre_lined_fort(t, e, &line) >= 0)
        worth += WORK_WORTH;
    if (plan_of(t)->cinc[side] == e)
        return worth + commander_worth(t, e, nearest_mm);
    if (artillery(type))
        return worth;
    worth += company_worth(f, e);
    if (range)
        return worth - (nearest_mm > range ? (nearest_mm - range) / 8 : 0);
    return worth - root_mm(l.prey2) / (holds_out(t, side) ? 40 : 4);
}

/* ---- what fire and melee will bring ------------------------------------------------------ */

static int fights_worth(const struct st_table *t, int side)
{
    const struct guerre_pos *p = pos_of(t);
    uint64_t ready = p->engaged & ~p->fought;
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
                        RECOIL_WORTH * (c.back[1] - c.back[0])) /
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
                TARGET_WORTH + (c.lost[1] * loss_worth(t, x) + RECOIL_WORTH * c.back[1]) / c.of;
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
    int worth = 10 * type_worth[type_of(t, e)];

    if (has(p->abandoned | p->routing, e))
        worth -= 40;
    if (has(p->fled, e))
        worth -= 10;
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

int guerre_worth(const struct st_table *t, int side)
{
    const struct guerre_plan *f = plan_of(t);
    const struct guerre_pos *p = pos_of(t);
    int worth = 0, step = p->flow.step[p->flow.depth];
    struct field field = { .t = t };

    if (p->outcome == OUTCOME_DRAW)
        return 0;
    if (p->outcome)
        worth += (p->outcome == OUTCOME_SECOND) == side ? WON : -WON;
    worth += ROUT_WORTH * p->loss[1 - side] / f->rout[1 - side];
    worth -= ROUT_WORTH * p->loss[side] / f->rout[side] * caution(t, side) / 100;
    if (!p->present)
        worth += exchanged_worth(t, side);
    if (step == STEP_DEPLOY)
        return worth + guerre_posts_worth(t, side);
    for (uint64_t left = p->present; left;)
        judge(&field, take_element(&left));
    for (uint64_t left = p->present; left;) {
        int e = take_element(&left);

        /* Places are the player's own only: who comes near the enemy has the enemy near. */
        worth += side_of(t, e) == side ? element_worth(t, e) + place_worth(&field, e)
                                       : -element_worth(t, e);
    }
    if (step == STEP_MOVE && p->phasing == side)
        worth += fights_worth(t, side) + shots_worth(t, side) -
                 shots_worth(t, 1 - side) * caution(t, side) / 300;
    return worth;
}
