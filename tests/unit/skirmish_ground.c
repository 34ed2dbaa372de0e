/* skirmish_ground.c - ground and sight the slow way: every sample of a line (5.1.9), every area's outline. What
 * the game leaps over must be just what is clear. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "core/files.h"
#include "core/scene.h"
#include "skirmish/skirmish.h"

#include <string.h>

enum { LINES = 1500 };

static uint32_t slow_areas(const struct skirmish_plan *f, struct st_point um)
{
    uint32_t areas = 0;

    for (int i = 0; i < MAX_AREAS + f->nbuildings; i++)
        if ((i < f->nareas || i >= MAX_AREAS) && st_inside(f->area[i].point, f->area[i].n, um))
            areas |= 1u << i;
    return areas;
}

static int slow_class(const struct skirmish_plan *f, uint32_t closed, uint32_t leaving, struct st_point a,
                      struct st_point b, int mounted)
{
    int n = st_length_up(a, b), worst = O;

    for (int k = 0; k < n; k++) {
        uint32_t areas = slow_areas(f, st_segment_sample(st_point_mm(a.x, a.y), st_point_mm(b.x, b.y), k, n));
        int cls = skirmish_class_of(f, areas & ~leaving, closed, mounted);

        if (areas & leaving && !(areas & (f->roads | f->buildings)) && cls < V)
            cls = V;
        worst = cls > worst ? cls : worst;
    }
    return worst;
}

static int slow_wood(const struct skirmish_plan *f, struct st_point a, struct st_point b)
{
    int n = st_length_up(a, b), wood = 0;

    for (int k = 0; k < n; k++)
        wood += (slow_areas(f, st_segment_sample(st_point_mm(a.x, a.y), st_point_mm(b.x, b.y), k, n)) & f->woods) != 0;
    return wood;
}

static struct st_point place(const struct skirmish_plan *f, uint64_t seed, uint32_t i)
{
    return (struct st_point){ (int32_t)st_pick(seed, i, (uint32_t)f->width + 1),
                              (int32_t)st_pick(seed, i + 1, (uint32_t)f->height + 1) };
}

/* Of these only what events close, or anything at all as by a ruling. */
static uint32_t some_closed(const struct skirmish_plan *f, uint64_t seed)
{
    uint32_t any = st_pick(seed, 9, UINT32_MAX) & ((1u << f->nareas) - 1);

    return st_pick(seed, 10, 3) == 0 ? 0 : st_pick(seed, 11, 2) ? any & f->closable : any;
}

static void compare(const char *scenario)
{
    struct st_error err;
    struct st_plan *plan;

    assert_int_equal(st_plan_make(&plan, st_game_find("skirmish"), scenario, &st_files_library, NULL, 0, &err), ST_OK);
    const struct skirmish_plan *f = plan->data;
    struct skirmish_pos pos;
    struct st_table t = { plan, &pos, NULL };
    for (uint64_t i = 0; i < LINES; i++) {
        struct st_point a = place(f, i, 1), b = place(f, i, 3);
        int mounted = i & 1;
        struct skirmish_crossed crossed;

        memset(&pos, 0, sizeof pos);
        if (st_pick(i, 5, 2)) /* mostly short, as moves are */
            b = st_along(a, b, 1, 6);
        if (st_pick(i, 6, 4) == 0)
            b.y = a.y;
        uint32_t closed = some_closed(f, i), leaving = skirmish_areas_at(f, st_point_mm(a.x, a.y)) & closed;
        pos.closed_low = (uint16_t)closed;
        pos.closed_high = (uint16_t)(closed >> 16);
        int ground = slow_class(f, closed, leaving, a, b, mounted), all = slow_class(f, closed, 0, a, b, mounted);
        assert_int_equal(skirmish_worst_ground(f, closed, a, b, mounted, leaving, O, X), ground);
        int cls = skirmish_step_class(&t, a, b, mounted, 0, &crossed);
        for (int c = O; c <= X; c++)
            all = crossed.bars & f->cross[mounted][c] && c > all ? c : all;
        assert_int_equal(cls, all);
        for (int c = O; c <= X; c++)
            assert_int_equal(skirmish_step_within(&t, a, b, mounted, c), cls <= c);
        struct skirmish_look l = skirmish_look(f, a.x, a.y, b.x, b.y);
        if (!l.walled)
            assert_int_equal(l.wood, slow_wood(f, a, b));
    }
    st_plan_free(plan);
}

static void test_ground__leaps_see_what_samples_see_on_the_salt_path(void **state)
{
    (void)state;
    compare("salt_path");
}

static void test_ground__leaps_see_what_samples_see_at_the_ford(void **state)
{
    (void)state;
    compare("guildo_ford");
}

static void test_ground__leaps_see_what_samples_see_on_the_heath(void **state)
{
    (void)state;
    compare("lanvaux_heath");
}

static const char *look_at(const struct st_table *t, const char *label)
{
    static struct st_scene scene;

    memset(&scene, 0, sizeof scene);
    t->plan->game->describe(t, -1, &scene);
    for (int i = 0; i < scene.nshapes; i++)
        if (strcmp(scene.shape[i].label, label) == 0)
            return scene.shape[i].look;
    return "";
}

static void test_ground__sands_lie_dry_until_the_tide_and_a_stream_is_always_wet(void **state)
{
    (void)state;
    struct st_error err;
    struct st_plan *plan;
    struct skirmish_pos pos;
    struct st_table t = { NULL, &pos, NULL };

    assert_int_equal(st_plan_make(&plan, st_game_find("skirmish"), "guildo_ford", &st_files_library, NULL, 0, &err), ST_OK);
    t.plan = plan;
    st_begin(&t);
    assert_string_equal(look_at(&t, "flat east"), "flats");
    assert_string_equal(look_at(&t, "bed"), "channel");
    uint32_t closed = ((const struct skirmish_plan *)plan->data)->closable;
    pos.closed_low = (uint16_t)closed;
    pos.closed_high = (uint16_t)(closed >> 16);
    assert_string_equal(look_at(&t, "flat east"), "ford");
    assert_string_equal(look_at(&t, "bed"), "water");
    st_plan_free(plan);
    assert_int_equal(st_plan_make(&plan, st_game_find("skirmish"), "salt_path", &st_files_library, NULL, 0, &err), ST_OK);
    t.plan = plan;
    st_begin(&t);
    assert_string_equal(look_at(&t, "streamN"), "ford");
    st_plan_free(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ground__leaps_see_what_samples_see_on_the_salt_path),
        cmocka_unit_test(test_ground__leaps_see_what_samples_see_at_the_ford),
        cmocka_unit_test(test_ground__leaps_see_what_samples_see_on_the_heath),
        cmocka_unit_test(test_ground__sands_lie_dry_until_the_tide_and_a_stream_is_always_wet),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
