/* guerre_walk.c - the free table walked the slow way: every step of every mover is looked at
 * (5.1.10), every zone, every piece. What the rules allow in a hurry must be just that.
 *
 * The game skips what surely cannot be met; here nothing is skipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "core/files.h"
#include "guerre/guerre.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 2500, SEGMENTS_MOST = 3 };

struct walk {
    const struct st_table *t;
    int n;
    int16_t who[MAX_GROUP];
    uint64_t movers, zones, zones_at_start;
    struct st_pose now[MAX_GROUP];
    struct st_box zone[MAX_ELEMENTS]; /* of the enemies that have one */
    uint64_t zoned;
    bool slow[MAX_GROUP], stopped;
    int cost;
};

/* ---- 5.3.9: zones, told anew ----------------------------------------------------------- */

static bool slow_zone(const struct walk *w, int e, struct st_box *out)
{
    const struct guerre_pos *p = pos_of(w->t);

    *out = (struct st_box){ p->pose[e], -20000, 20000, 0, 60000 };
    if (type_of(w->t, e) == CP || has(p->abandoned | p->routing, e))
        return false;
    struct st_box whole = *out;
    for (int x = 0; x < plan_of(w->t)->nelements; x++) {
        struct st_point corner[4];
        struct st_box base = base_of(w->t, x);

        if (!has(p->present, x) || has(w->movers, x) || x == e ||
            st_box_depth(&whole, &base) <= 1000)
            continue;
        st_box_corners(corner, &base);
        for (int i = 0; i < 4; i++) {
            int32_t v = st_pose_in(p->pose[e], corner[i]).y;

            out->front = v < out->front ? v : out->front;
        }
        out->front = out->front < 0 ? 0 : out->front;
    }
    return out->front > 1000;
}

/* ---- one step -------------------------------------------------------------------------- */

static bool in_ground(const struct walk *w, int e, const struct st_box *base, bool forbidden)
{
    const struct guerre_plan *f = plan_of(w->t);
    const uint16_t *mask = forbidden ? f->forbidden : f->slow;

    for (int i = 0; i < guerre_npieces(w->t); i++) {
        struct guerre_piece piece = guerre_piece(w->t, i);
        struct st_box bank[2];

        if (piece.kind == KINDS)
            continue;
        if (piece.kind == RIVER && guerre_on_bridge(w->t, base))
            continue;
        if (mask[piece.kind] >> type_of(w->t, e) & 1 && st_box_depth(base, &piece.box) > 1000)
            return true;
        if (piece.kind != DRY || !(mask[BANK] >> type_of(w->t, e) & 1))
            continue;
        guerre_banks(&piece, bank);
        if (st_box_depth(base, &bank[0]) > 1000 || st_box_depth(base, &bank[1]) > 1000)
            return true;
    }
    return false;
}

static void step(struct walk *w, int i, struct st_pose pose, bool start)
{
    const struct guerre_pos *p = pos_of(w->t);
    int me = w->who[i];
    struct st_box base = base_at(pose, depth_of(w->t, me));

    w->stopped |= !guerre_on_table(w->t, &base) || in_ground(w, me, &base, true);
    w->slow[i] |= in_ground(w, me, &base, false);
    for (int x = 0; x < plan_of(w->t)->nelements; x++) {
        struct st_box other = base_of(w->t, x);

        if (has(w->zoned, x) && st_box_depth(&base, &w->zone[x]) > 1000) {
            w->zones |= bit(x);
            w->zones_at_start |= start ? bit(x) : 0;
        }
        if (!has(p->present, x) || has(w->movers, x) || st_box_depth(&base, &other) <= 1000)
            continue;
        bool passes = side_of(w->t, x) == side_of(w->t, me) && guerre_may_pass(w->t, me, x) &&
                      !has(p->engaged, x) && (pose.facing - p->pose[x].facing) % 720 == 0;
        w->stopped |= !passes;
    }
}

/* ---- an order -------------------------------------------------------------------------- */

static struct st_pose after(struct st_pose from, const int16_t *seg, struct st_point pivot, int k)
{
    int shift = seg[2] < 0 ? -seg[2] : seg[2];

    if (seg[0] == SEG_WL)
        return st_pose_wheel(from, pivot, -k);
    if (seg[0] == SEG_WR)
        return st_pose_wheel(from, pivot, k);
    shift = shift * k / seg[1];
    return st_pose_at(from, (seg[2] < 0 ? -shift : shift) * 1000, k * 1000, 0);
}

static void walk_segment(struct walk *w, const struct guerre_row *row, const int16_t *seg)
{
    struct st_point pivot = { 0, 0 };
    struct st_pose from[MAX_GROUP];
    int front = 0;

    for (int i = 0; i < w->n; i++) {
        from[i] = w->now[i];
        if (seg[0] == SEG_WL && w->who[i] == row->who[0])
            pivot = st_pose_out(w->now[i], -20000, 0);
        if (seg[0] == SEG_WR && w->who[i] == row->who[row->n - 1])
            pivot = st_pose_out(w->now[i], 20000, 0);
        front += seg[0] != SEG_A;
    }
    for (int k = 1; k <= seg[1]; k++)
        for (int i = 0; i < w->n; i++) {
            w->now[i] = after(from[i], seg, pivot, k);
            step(w, i, w->now[i], false);
        }
    w->cost += front ? (40 * row->n * seg[1] * 355 + 81359) / 81360 : seg[1];
}

static bool ends_free(const struct walk *w)
{
    const struct guerre_pos *p = pos_of(w->t);

    for (int i = 0; i < w->n; i++) {
        struct st_box base = base_at(w->now[i], depth_of(w->t, w->who[i]));

        for (int x = 0; x < plan_of(w->t)->nelements; x++) {
            struct st_box other = base_of(w->t, x);

            if (has(p->present & ~w->movers, x) && st_box_depth(&base, &other) > 1000)
                return false;
            if (!has(p->present, x) || side_of(w->t, x) == side_of(w->t, w->who[i]))
                continue;
            bool mine = guerre_front_on(w->now[i], p->pose[x], depth_of(w->t, x)) >= 0;
            bool its = !has(p->abandoned, x) &&
                       guerre_front_on(p->pose[x], w->now[i], depth_of(w->t, w->who[i])) >= 0;
            if (mine || its)
                return false; /* 5.4.1, 5.4.8: engaged without a contact */
        }
    }
    return true;
}

/* 5.3.10 (c) */
static bool marches_out(const struct walk *w, const int16_t *seg, int nseg)
{
    if (w->zones & ~w->zones_at_start || nseg != 1 || seg[0] != SEG_A || seg[2])
        return false;
    for (int x = 0; x < plan_of(w->t)->nelements; x++) {
        int turn = st_heading(w->now[0].facing - pos_of(w->t)->pose[x].facing);

        if (has(w->zones, x) && turn >= 360 && turn <= 1080)
            return false;
    }
    return true;
}

static bool slow_answer(const struct st_table *t, const struct st_move *m)
{
    struct walk w = { .t = t, .n = m->arg[0] };
    const int16_t *seg = m->arg + 1 + w.n;
    int nseg = (m->nargs - 1 - w.n) / 3, allowance = 9999, inclines = 0;
    struct guerre_row row = { .n = 1, .who = { (uint8_t)m->arg[1] } };

    if (w.n > 1 && guerre_group(t, m->arg + 1, w.n, &row, NULL))
        return false;
    for (int i = 0; i < w.n; i++) {
        w.who[i] = m->arg[1 + i];
        w.movers |= bit(w.who[i]);
        w.now[i] = pos_of(t)->pose[w.who[i]];
    }
    for (int x = 0; x < plan_of(t)->nelements; x++)
        if (has(pos_of(t)->present, x) && side_of(t, x) != pos_of(t)->phasing &&
            slow_zone(&w, x, &w.zone[x]))
            w.zoned |= bit(x);
    for (int i = 0; i < w.n; i++)
        step(&w, i, w.now[i], true);
    for (int s = 0; s < nseg; s++)
        walk_segment(&w, &row, seg + 3 * s);
    for (int i = 0; i < w.n; i++) {
        int speed = guerre_speed(t, w.who[i]);

        speed = w.slow[i] ? speed / 2 : speed;
        allowance = speed < allowance ? speed : allowance;
    }
    for (int s = 0; s < nseg; s++)
        if (seg[3 * s + 2] && (++inclines > 1 || 2 * seg[3 * s + 1] < allowance))
            return false;
    return !w.stopped && w.cost <= allowance && ends_free(&w) &&
           (!w.zones || marches_out(&w, seg, nseg)) &&
           guerre_can_pay(t, w.movers, 1, NULL) == ST_LEGAL;
}

/* ---- orders drawn at random ------------------------------------------------------------ */

struct luck {
    uint64_t seed;
    uint32_t n;
};

static int roll(struct luck *l, int below)
{
    return (int)st_pick(l->seed, l->n++, (uint32_t)below);
}

static bool draw_order(const struct st_table *t, struct luck *l, struct st_move *m)
{
    const struct guerre_pos *p = pos_of(t);
    uint64_t able =
        on_table(t, p->phasing) & ~(p->moved | p->engaged | p->abandoned) & ~plan_of(t)->camps;
    int16_t who[MAX_GROUP];

    if (!able)
        return false;
    for (int skip = roll(l, __builtin_popcountll(able)); skip; skip--)
        able &= able - 1;
    who[0] = (int16_t)__builtin_ctzll(able);
    int n = roll(l, 2) ? guerre_maximal_group(t, who[0], who) : 1;
    n = n ? n : 1;
    *m = (struct st_move){ .verb = VERB_MOVE, .nargs = (uint16_t)(1 + n) };
    m->arg[0] = (int16_t)n;
    memcpy(m->arg + 1, who, (size_t)n * sizeof who[0]);
    int speed = guerre_speed(t, who[0]), segments = 1 + roll(l, SEGMENTS_MOST);
    for (int s = 0; s < segments; s++) {
        int kind = roll(l, 2) ? SEG_A : roll(l, 2) ? SEG_WL : SEG_WR;
        int most = kind == SEG_A ? speed / segments + 2 : 2 + 300 / segments / n;

        m->arg[m->nargs++] = (int16_t)kind;
        m->arg[m->nargs++] = (int16_t)(1 + roll(l, most));
        m->arg[m->nargs++] = (int16_t)(kind == SEG_A && roll(l, 4) == 0 ? roll(l, 41) - 20 : 0);
    }
    return true;
}

/* Every distance ahead, far ones first, from what was looked at once. */
static void compare_distances(const struct st_table *t, const struct st_move *order)
{
    int n = order->arg[0];
    struct guerre_memo memo;

    guerre_memo_begin(&memo, t, order->arg + 1, n);
    for (int mm = guerre_speed(t, order->arg[1]); mm > 0; mm -= 3) {
        struct st_move m = *order;

        m.nargs = (uint16_t)(1 + n + 3);
        m.arg[1 + n] = SEG_A;
        m.arg[2 + n] = (int16_t)mm;
        m.arg[3 + n] = 0;
        if (guerre_order_legal(t, &m, &memo) != (st_check(t, &m, NULL) == ST_LEGAL)) {
            char text[200];

            st_move_print(t->plan, &m, text, sizeof text);
            fail_msg("`%s` is judged in two ways", text);
        }
    }
}

/* Random play to some movement phase, then one order judged twice. */
static void compare_orders(const char *scenario, int orders)
{
    struct st_error err;
    struct st_plan *plan = NULL;
    int legal = 0, tried = 0;

    assert_int_equal(
        st_plan_make(&plan, st_game_find("guerre"), scenario, &st_files_library, NULL, 0, &err),
        ST_OK);
    struct st_table t = { plan, calloc(1, plan->pos_size), NULL };
    assert_non_null(t.pos);
    for (uint64_t game = 0; tried < orders; game++) {
        uint32_t at = 0, dice = 0;

        st_begin(&t);
        while (st_now(&t).kind != ST_OVER && tried < orders) {
            struct luck l = { game << 20 | at, 0 };
            struct st_move m;

            if (pos_of(&t)->flow.step[0] == STEP_MOVE && draw_order(&t, &l, &m)) {
                bool quick = st_check(&t, &m, NULL) == ST_LEGAL;

                if (quick != slow_answer(&t, &m)) {
                    char text[200];

                    st_move_print(plan, &m, text, sizeof text);
                    fail_msg("%s, game %d step %d: `%s` is %s, yet the slow way says no such thing",
                             scenario, (int)game, (int)at, text, quick ? "legal" : "refused");
                }
                compare_distances(&t, &m);
                tried++;
                legal += quick;
            }
            st_playout_step(&t, 11, game, &at, &dice);
        }
    }
    assert_true(legal > orders / 20 && legal < orders - orders / 20);
    free(t.pos);
    st_plan_free(plan);
}

static void test_guerre_walk__the_quick_way_equals_the_slow_way_at_cerignola(void **state)
{
    (void)state;
    compare_orders("cerignola_1503", ORDERS);
}

static void test_guerre_walk__the_quick_way_equals_the_slow_way_at_ravenna(void **state)
{
    (void)state;
    compare_orders("ravenna_1512", ORDERS);
}

static void test_guerre_walk__the_quick_way_equals_the_slow_way_on_built_ground(void **state)
{
    (void)state;
    compare_orders("open", ORDERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guerre_walk__the_quick_way_equals_the_slow_way_at_cerignola),
        cmocka_unit_test(test_guerre_walk__the_quick_way_equals_the_slow_way_at_ravenna),
        cmocka_unit_test(test_guerre_walk__the_quick_way_equals_the_slow_way_on_built_ground),
    };

    return cmocka_run_group_tests_name("guerre_walk", tests, NULL, NULL);
}
