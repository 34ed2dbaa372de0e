/* guerre_try.c - 5.16.3: orders worth trying, for players made of code. No rule: what is offered
 * here has passed the check, and what is not offered may be legal all the same (families). */
#include "guerre/guerre.h"

#include "base/philox.h"

enum { HEADINGS_MAX = 12, SEEN = 400000 };

/* ---- building orders --------------------------------------------------------------------- */

static struct st_move march(const int16_t *who, int n)
{
    struct st_move m = { .verb = VERB_MOVE, .nargs = (uint16_t)(n + 1) };

    m.arg[0] = (int16_t)n;
    for (int i = 0; i < n; i++)
        m.arg[1 + i] = who[i];
    return m;
}

static struct st_move charge(const int16_t *who, int n, int x, int target, int side, int shift)
{
    struct st_move m = { .verb = VERB_CHARGE, .nargs = (uint16_t)(n + 5) };

    m.arg[0] = (int16_t)x;
    m.arg[1] = (int16_t)target;
    m.arg[2] = (int16_t)side;
    m.arg[3] = (int16_t)shift;
    m.arg[4] = (int16_t)n;
    for (int i = 0; i < n; i++)
        m.arg[5 + i] = who[i];
    return m;
}

static void add_segment(struct st_move *m, int kind, int value, int shift)
{
    if (m->nargs + 3 > ST_ARGS_MAX)
        return;
    m->arg[m->nargs++] = (int16_t)kind;
    m->arg[m->nargs++] = (int16_t)value;
    m->arg[m->nargs++] = (int16_t)shift;
}

/* The wheel that turns facing to want; false if it is more than a quarter turn. */
static bool add_wheel(struct st_move *m, int facing, int want)
{
    int turn = st_heading(want - facing);

    if (turn == 0)
        return true;
    if (turn > RIGHT && turn < LEFT)
        return false;
    if (turn <= RIGHT)
        add_segment(m, SEG_WR, turn, 0);
    else
        add_segment(m, SEG_WL, ST_TURN - turn, 0);
    return true;
}

static int heading_against(const struct st_table *t, int target, int side)
{
    static const int16_t turn[] = {
        [SIDE_F] = ABOUT, [SIDE_L] = RIGHT, [SIDE_R] = LEFT, [SIDE_B] = AHEAD
    };

    return st_heading(pos_of(t)->pose[target].facing + turn[side]);
}

static void offer_order(const struct st_table *t, struct st_offer *o, struct guerre_memo *memo,
                        const struct st_move *m)
{
    if (!o->enough && guerre_order_legal(t, m, memo))
        st_offer_add(o, m);
}

static void offer_legal(const struct st_table *t, struct st_offer *o, const struct st_move *m)
{
    if (!o->enough && guerre_step_move.check(t, m, NULL) == ST_LEGAL)
        st_offer_add(o, m);
}

/* ---- candidates of one element or group -------------------------------------------------- */

static int least_speed(const struct st_table *t, const int16_t *who, int n)
{
    int least = guerre_speed(t, who[0]);

    for (int i = 1; i < n; i++) {
        int speed = guerre_speed(t, who[i]);

        least = speed < least ? speed : least;
    }
    return least;
}

static void offer_advances(const struct st_table *t, struct st_offer *o, struct guerre_memo *memo, const int16_t *who,
                           int n)
{
    int speed = least_speed(t, who, n), last = 0;
    const int tries[] = { speed, speed * 3 / 4, speed / 2, speed / 4, 1 };

    for (int i = 0; i < 5; i++) {
        struct st_move m = march(who, n);

        if (tries[i] < 1 || tries[i] == last)
            continue;
        last = tries[i];
        add_segment(&m, SEG_A, tries[i], 0);
        offer_order(t, o, memo, &m);
    }
}

static void add_heading(int *list, int *n, int heading)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == heading)
            return;
    if (*n < HEADINGS_MAX)
        list[(*n)++] = heading;
}

/* Elements in the front row, which is what a wheel is paid by. */
static int front_row(const struct st_table *t, const int16_t *who, int n)
{
    struct guerre_row row = { .n = 1 };

    return n > 1 && guerre_group(t, who, n, &row, NULL) ? n : row.n;
}

static void offer_wheels(const struct st_table *t, struct st_offer *o, struct guerre_memo *memo, const int16_t *who,
                         int n)
{
    const struct guerre_pos *p = pos_of(t);
    struct st_pose me = p->pose[who[0]];
    int list[HEADINGS_MAX], headings = 0, speed = least_speed(t, who, n);
    int front = front_row(t, who, n);

    for (int h = 0; h < ST_TURN; h += RIGHT)
        add_heading(list, &headings, h);
    for (uint64_t left = on_table(t, 1 - p->phasing); left;) {
        int e = take_element(&left);

        if (!far_apart(p->pose[e].at, me.at, SEEN))
            add_heading(list, &headings, st_heading(p->pose[e].facing + ABOUT));
    }
    for (int i = 0; i < headings; i++) {
        struct st_move m = march(who, n);

        if (list[i] == me.facing || !add_wheel(&m, me.facing, list[i]))
            continue;
        offer_order(t, o, memo, &m);
        int left = speed - guerre_wheel_mm(front, m.arg[m.nargs - 2]);
        if (left > 0) {
            add_segment(&m, SEG_A, left, 0);
            offer_order(t, o, memo, &m);
        }
    }
}

static void offer_contacts(const struct st_table *t, struct st_offer *o, struct guerre_memo *memo, const int16_t *who,
                           int n)
{
    static const int shifts[] = { 0, -20, 20 };
    const struct guerre_pos *p = pos_of(t);
    struct st_pose me = p->pose[who[0]];
    int32_t reach = (least_speed(t, who, n) + 60) * ST_MM;

    for (uint64_t left = on_table(t, 1 - p->phasing); left && !o->enough;) {
        int e = take_element(&left);

        for (int x = 0; x < n && x < 4; x++) {
            if (far_apart(p->pose[e].at, p->pose[who[x]].at, reach + 40000))
                continue;
            for (int side = SIDE_F; side <= SIDE_B; side++)
                for (int i = 0; i < 3; i++) {
                    struct st_move m = charge(who, n, who[x], e, side, shifts[i]);

                    if (!add_wheel(&m, me.facing, heading_against(t, e, side)))
                        break;
                    offer_order(t, o, memo, &m);
                    if (memo->hopeless)
                        break;
                }
        }
    }
}

/* ---- round a flank ----------------------------------------------------------------------- */

/* How far a lone element goes ahead before a wheel brings it square before a flank or the rear of
 * the enemy: so far that it stands in line with its place there. Less than 1: there is no such
 * way, or none is needed. */
static int way_round(struct st_pose me, struct st_pose enemy, int32_t depth, int side, int want)
{
    int turn = st_heading(want - me.facing);
    bool right = turn <= RIGHT;
    struct st_point pivot = st_pose_out(me, right ? HALF_FRONT : -HALF_FRONT, 0);
    struct st_pose turned = st_pose_wheel(me, pivot, right ? turn : turn - ST_TURN);
    struct st_point place =
        side == SIDE_B ? st_pose_out(enemy, 0, -depth)
                       : st_pose_out(enemy, side == SIDE_L ? -HALF_FRONT : HALF_FRONT, -HALF_FRONT);
    int64_t aside = st_pose_in(turned, place).x, per_um = st_sin(me.facing - want);

    if (per_um == 0)
        return 0;
    return (int)(aside * (INT64_C(1) << 30) / per_um / ST_MM);
}

/* Advance, wheel, charge: 5.4.6 lets only those do it who start far enough round. */
static bool charge_round(const struct st_table *t, int e, int enemy, int side, int short_mm,
                         struct st_move *out)
{
    const struct guerre_pos *p = pos_of(t);
    const int16_t who[1] = { (int16_t)e };
    int want = heading_against(t, enemy, side), turn = st_heading(want - p->pose[e].facing);

    if (turn == 0 || (turn > RIGHT && turn < LEFT))
        return false;
    int mm = way_round(p->pose[e], p->pose[enemy], depth_of(t, enemy), side, want) - short_mm;
    if (mm < 1 || mm > guerre_speed(t, e))
        return false;
    *out = charge(who, 1, e, enemy, side, 0);
    add_segment(out, SEG_A, mm, 0);
    return add_wheel(out, p->pose[e].facing, want) && guerre_step_move.check(t, out, NULL) == ST_LEGAL;
}

static void offer_charges_round(const struct st_table *t, struct st_offer *o, int e)
{
    static const int8_t short_mm[] = { 0, 18 }; /* into line, or a slide short of it */
    const struct guerre_pos *p = pos_of(t);
    int32_t reach = (guerre_speed(t, e) + 60) * ST_MM;
    struct st_move m;

    for (uint64_t left = on_table(t, 1 - p->phasing); left && !o->enough;) {
        int enemy = take_element(&left);

        if (far_apart(p->pose[e].at, p->pose[enemy].at, reach))
            continue;
        for (int side = SIDE_L; side <= SIDE_B; side++)
            for (int i = 0; i < 2 && !o->enough; i++)
                if (charge_round(t, e, enemy, side, short_mm[i], &m))
                    st_offer_add(o, &m);
    }
}

static void offer_marches(const struct st_table *t, struct st_offer *o, struct guerre_memo *memo, const int16_t *who,
                          int n)
{
    offer_contacts(t, o, memo, who, n);
    offer_advances(t, o, memo, who, n);
    offer_wheels(t, o, memo, who, n);
}

static void offer_group(const struct st_table *t, struct st_offer *o, const int16_t *who, int n)
{
    struct guerre_memo memo;

    guerre_memo_begin(&memo, t, who, n);
    if (memo.able)
        offer_marches(t, o, &memo, who, n);
}

/* Line to column and back, the front left element standing fast. */
static void offer_forms(const struct st_table *t, struct st_offer *o, const int16_t *who, int n)
{
    for (int files = 1; files <= n && files <= 4; files++) {
        struct st_move m = { .verb = VERB_FORM, .nargs = (uint16_t)(n + 2) };

        m.arg[0] = (int16_t)files;
        m.arg[1] = who[0];
        for (int i = 0; i < n; i++)
            m.arg[2 + i] = who[i];
        offer_legal(t, o, &m);
    }
}

/* Orders that are told completely by the pieces they name: all of them must be listed. */
static void offer_named(const struct st_table *t, struct st_offer *o, struct guerre_memo *memo, int e)
{
    const struct st_move orders[] = { st_move_1(VERB_RETIRE, e), st_move_1(VERB_REMAN, e), st_move_2(VERB_SIDE, e, 0),
                                      st_move_2(VERB_SIDE, e, 1), st_move_1(VERB_ABOUT, e) };

    for (int i = 0; i < 5; i++)
        offer_order(t, o, memo, &orders[i]);
}

static void offer_replacements(const struct st_table *t, struct st_offer *o, int e)
{
    const struct guerre_pos *p = pos_of(t);
    int file[MAX_ELEMENTS];
    struct st_move m;

    if (!has(p->engaged & p->since, e))
        return;
    for (int n = guerre_file(t, e, file), i = 1; i < n; i++) {
        m = st_move_2(VERB_REPLACE, file[i], e);
        offer_legal(t, o, &m);
    }
}

static bool can_order(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);
    int cinc = plan_of(t)->cinc[p->phasing];

    return p->cp > 0 || (!p->free_used && cinc >= 0 && has(p->present & ~p->moved, cinc));
}

void guerre_move_offer(const struct st_table *t, struct st_offer *o)
{
    static const uint8_t families[] = { VERB_MOVE, VERB_CHARGE, VERB_ABOUT, VERB_FORM };
    const struct guerre_pos *p = pos_of(t);
    struct st_move m = st_move_0(VERB_END);
    struct guerre_memo memo;
    int16_t who[MAX_GROUP];

    st_offer_add(o, &m);
    m = st_move_0(VERB_ROUT);
    if (!guerre_in_pursuit(t))
        st_offer_add(o, &m);
    if (!can_order(t))
        return;
    for (int i = 0; i < 4; i++) {
        m = st_move_0(families[i]);
        st_offer_family(o, &m, 0);
    }
    for (uint64_t left = on_table(t, p->phasing) & ~p->moved & ~plan_of(t)->camps;
         left && !o->enough;) {
        int e = take_element(&left);

        who[0] = (int16_t)e;
        guerre_memo_begin(&memo, t, who, 1);
        if (memo.pays)
            offer_named(t, o, &memo, e);
        offer_replacements(t, o, e);
        if (has(p->engaged | p->abandoned, e))
            continue;
        if (memo.able) {
            offer_marches(t, o, &memo, who, 1);
            offer_charges_round(t, o, e);
        }
        if (!guerre_heads_row(t, e)) /* its group is offered once */
            continue;
        int n = guerre_maximal_group(t, e, who);
        if (n > 1) {
            offer_group(t, o, who, n);
            offer_forms(t, o, who, n);
        }
    }
}

/* ---- parts of a group -------------------------------------------------------------------- */

/* e with who stands behind it, added to a group. */
static int add_file(const struct st_table *t, int e, int16_t *who, int n)
{
    int file[MAX_ELEMENTS], ranks = guerre_file(t, e, file);

    for (int i = 0; i < ranks && n < MAX_GROUP; i++)
        if (!has(pos_of(t)->moved | pos_of(t)->engaged, file[i]))
            who[n++] = (int16_t)file[i];
    return n;
}

/* The neighbour on the right of e, or -1. */
static int right_of(const struct st_table *t, int e)
{
    for (uint64_t left = on_table(t, side_of(t, e)) & ~bit(e); left;) {
        int x = take_element(&left);

        if (guerre_beside(t, x, e) && st_pose_in(pos_of(t)->pose[e], pos_of(t)->pose[x].at).x > 0)
            return x;
    }
    return -1;
}

/* Offers know one element and whole groups; a file, and two files side by side, are often what one wants. */
void guerre_move_propose(const struct st_table *t, struct st_offer *o)
{
    const struct guerre_pos *p = pos_of(t);
    int16_t who[MAX_GROUP], whole[MAX_GROUP];

    if (!can_order(t))
        return;
    for (uint64_t left = on_table(t, p->phasing) & ~p->moved & ~p->engaged & ~p->abandoned & ~plan_of(t)->camps;
         left && !o->enough;) {
        int e = take_element(&left), n = add_file(t, e, who, 0), all = guerre_maximal_group(t, e, whole);
        int next = right_of(t, e);

        if (n > 1 && n < all)
            offer_group(t, o, who, n);
        if (next < 0 || has(p->moved | p->engaged, next))
            continue;
        n = add_file(t, next, who, n);
        if (n < all)
            offer_group(t, o, who, n);
    }
}

/* ---- some legal order, quickly ----------------------------------------------------------- */

static int nth(uint64_t set, uint32_t n)
{
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

struct luck {
    uint64_t seed;
    uint32_t n;
};

static int roll(struct luck *l, int below)
{
    return (int)st_pick(l->seed, l->n++, (uint32_t)below);
}

static bool try_contact(const struct st_table *t, struct luck *l, const int16_t *who, int n,
                        struct st_move *out)
{
    const struct guerre_pos *p = pos_of(t);
    int32_t reach = (guerre_speed(t, who[0]) + 100) * ST_MM;
    uint64_t near = 0;

    for (uint64_t left = on_table(t, 1 - p->phasing); left;) {
        int e = take_element(&left);

        near |= far_apart(p->pose[e].at, p->pose[who[0]].at, reach) ? 0 : bit(e);
    }
    if (!near)
        return false;
    int e = nth(near, (uint32_t)roll(l, __builtin_popcountll(near)));
    int side = roll(l, 3) ? SIDE_F : roll(l, 4);
    if (n == 1 && side != SIDE_F && roll(l, 2))
        return charge_round(t, who[0], e, side, roll(l, 20), out);
    *out = charge(who, n, who[0], e, side, roll(l, 2) ? 0 : roll(l, 41) - 20);
    return add_wheel(out, p->pose[who[0]].facing, heading_against(t, e, side)) &&
           guerre_step_move.check(t, out, NULL) == ST_LEGAL;
}

static bool try_march(const struct st_table *t, struct luck *l, const int16_t *who, int n,
                      struct st_move *out)
{
    int speed = guerre_speed(t, who[0]), what = roll(l, 6);

    *out = march(who, n);
    if (what == 0) { /* one after the other: arguments are evaluated in no fixed order */
        int kind = roll(l, 2) ? SEG_WL : SEG_WR, quarters = 1 + roll(l, 1 + 540 * speed / 160 / n);

        add_segment(out, kind, quarters, 0);
    }
    if (what == 1)
        add_segment(out, SEG_A, speed / 2 + 1, roll(l, 41) - 20);
    else if (what > 1 || roll(l, 2))
        add_segment(out, SEG_A, 1 + roll(l, speed), 0);
    return guerre_step_move.check(t, out, NULL) == ST_LEGAL;
}

static bool try_named(const struct st_table *t, struct luck *l, int e, struct st_move *out)
{
    const struct guerre_pos *p = pos_of(t);
    int file[MAX_ELEMENTS];

    if (has(p->abandoned, e))
        *out = st_move_1(VERB_REMAN, e);
    else if (has(p->engaged, e) && roll(l, 2)) {
        int n = guerre_file(t, e, file);

        if (n < 2)
            return false;
        *out = st_move_2(VERB_REPLACE, file[1 + roll(l, n - 1)], e);
    } else if (has(p->engaged, e) || roll(l, 3) == 0)
        *out = st_move_1(VERB_RETIRE, e);
    else if (roll(l, 2))
        *out = st_move_1(VERB_ABOUT, e);
    else
        *out = st_move_2(VERB_SIDE, e, roll(l, 2));
    if (out->verb == VERB_ABOUT && roll(l, 2))
        add_segment(out, SEG_A, 1 + roll(l, guerre_speed(t, e) / 2 + 1), 0);
    return guerre_step_move.check(t, out, NULL) == ST_LEGAL;
}

static bool try_form(const struct st_table *t, struct luck *l, const int16_t *who, int n,
                     struct st_move *out)
{
    if (n < 2)
        return false;
    *out = (struct st_move){ .verb = VERB_FORM, .nargs = (uint16_t)(n + 2) };
    out->arg[0] = (int16_t)(1 + roll(l, n));
    out->arg[1] = who[roll(l, n)];
    for (int i = 0; i < n; i++)
        out->arg[2 + i] = who[i];
    return guerre_step_move.check(t, out, NULL) == ST_LEGAL;
}

bool guerre_move_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    enum { TRIES = 3 };
    const struct guerre_pos *p = pos_of(t);
    struct luck l = { seed, 0 };
    uint64_t able = on_table(t, p->phasing) & ~p->moved & ~plan_of(t)->camps;

    if (p->cp == 0 && plan_of(t)->cinc[p->phasing] >= 0)
        able &= bit(plan_of(t)->cinc[p->phasing]);
    for (int i = 0; i < TRIES && able && can_order(t) && roll(&l, 10); i++) {
        int e = nth(able, (uint32_t)roll(&l, __builtin_popcountll(able))), n = 1,
            what = roll(&l, 8);
        int16_t who[MAX_GROUP] = { (int16_t)e };

        if (has(p->engaged | p->abandoned, e) || what == 7) {
            if (try_named(t, &l, e, out))
                return true;
            continue;
        }
        if (p->cp && roll(&l, 3) == 0)
            n = guerre_maximal_group(t, e, who);
        if (n == 0) {
            who[0] = (int16_t)e;
            n = 1;
        }
        if (what < 3             ? try_contact(t, &l, who, n, out)
            : what == 3 && n > 1 ? try_form(t, &l, who, n, out)
                                 : try_march(t, &l, who, n, out))
            return true;
    }
    *out = st_move_0(VERB_END);
    return true;
}
