/* svg_plane.c - pictures of a bare table: everything is to scale, turned as it stands, inside the
 * table, and said in words for who points at it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/files.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table of 900 by 600 mm is drawn 1260 pixels wide, 24 from the left and 64 from the top. */
static const double LEFT = 24, TOP = 64, WIDE = 1260, TABLE_X = 900, TABLE_Y = 600;

struct picture {
    struct st_plan *plan;
    struct st_table t;
    struct st_scene *scene;
    struct st_buf svg;
};

static void begin_game(struct picture *p, const char *game, const char *scenario)
{
    struct st_error err;
    const struct st_game *g = st_game_find(game);

    assert_non_null(g);
    memset(p, 0, sizeof *p);
    assert_int_equal(st_plan_make(&p->plan, g, scenario, &st_files_library, NULL, 0, &err), ST_OK);
    p->t = (struct st_table){ p->plan, calloc(1, p->plan->pos_size), NULL };
    p->scene = calloc(1, sizeof *p->scene);
    assert_non_null(p->t.pos);
    assert_non_null(p->scene);
    st_begin(&p->t);
    p->plan->game->describe(&p->t, 0, p->scene);
}

static void begin(struct picture *p, const char *scenario)
{
    begin_game(p, "guerre", scenario);
}

static const char *drawn(struct picture *p)
{
    st_svg_map(&p->svg, p->plan, p->scene);
    assert_false(p->svg.failed);
    return st_buf_text(&p->svg);
}

static void end(struct picture *p)
{
    st_buf_free(&p->svg);
    free(p->scene);
    free(p->t.pos);
    st_plan_free(p->plan);
}

static struct st_scene_piece *piece(struct picture *p, const char *name)
{
    for (int i = 0; i < p->scene->npieces; i++)
        if (strcmp(st_view_piece(p->plan, p->scene->piece[i].piece), name) == 0)
            return &p->scene->piece[i];
    fail_msg("no piece %s", name);
    return NULL;
}

/* The group of a piece, from its title to its end. */
static const char *group_of(const char *svg, const char *name)
{
    char title[40];

    snprintf(title, sizeof title, "<g><title>%s ", name);
    const char *at = strstr(svg, title);
    if (!at)
        fail_msg("%s is not drawn", name);
    return at;
}

static double x_of(double mm)
{
    return LEFT + mm * WIDE / TABLE_X;
}

static double y_of(double mm)
{
    return TOP + (TABLE_Y - mm) * WIDE / TABLE_X;
}

/* ---- bases ------------------------------------------------------------------------------- */

static void test_svg_plane__a_base_is_drawn_to_scale_where_it_stands(void **state)
{
    (void)state;
    struct picture p;
    double at[8];

    begin(&p, "teaching_ofanto"); /* A1: gendarmes, 40 by 20 mm, front at 350 180, facing north */
    const char *polygon = strstr(group_of(drawn(&p), "A1"), "points=\"");
    assert_non_null(polygon);
    assert_int_equal(sscanf(polygon, "points=\"%lf,%lf %lf,%lf %lf,%lf %lf,%lf\"", &at[0], &at[1],
                            &at[2], &at[3], &at[4], &at[5], &at[6], &at[7]),
                     8);
    const double want[8] = { x_of(330), y_of(180), x_of(370), y_of(180),
                             x_of(370), y_of(160), x_of(330), y_of(160) };
    for (int i = 0; i < 8; i++)
        assert_true(fabs(at[i] - want[i]) < 0.011);
    end(&p);
}

static void test_svg_plane__labels_lie_along_the_base_and_never_on_their_head(void **state)
{
    (void)state;
    static const struct {
        int facing;
        const char *turn;
    } cases[] = { { 0, "rotate(0.00)" },     { 90, "rotate(22.50)" }, { 360, "rotate(90.00)" },
                  { 450, "rotate(-67.50)" }, { 720, "rotate(0.00)" }, { 1080, "rotate(-90.00)" },
                  { 1350, "rotate(-22.50)" } };
    struct picture p;

    begin(&p, "teaching_ofanto");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        piece(&p, "A1")->base.pose.facing = (int16_t)cases[i].facing;
        const char *label = strstr(group_of(drawn(&p), "A1"), "<text");
        assert_non_null(label);
        const char *turn = strstr(label, "rotate(");
        assert_non_null(turn);
        assert_memory_equal(turn, cases[i].turn, strlen(cases[i].turn));
        st_buf_free(&p.svg);
        p.svg = (struct st_buf){ 0 };
    }
    end(&p);
}

static void test_svg_plane__pointing_at_a_base_tells_what_it_is(void **state)
{
    (void)state;
    struct picture p;

    begin(&p, "teaching_ofanto");
    snprintf(piece(&p, "B2")->states, sizeof piece(&p, "B2")->states, "engaged");
    const char *svg = drawn(&p);
    assert_non_null(strstr(svg, "<title>A1 GE R*, 350 180 heading 0</title>"));
    assert_non_null(strstr(svg, "<title>B2 PI R, 450 420 heading 720: engaged</title>"));
    assert_non_null(strstr(svg, "A1 GE ★"));
    assert_non_null(strstr(svg, "★ commander"));
    assert_non_null(strstr(svg, "golden edge"));
    end(&p);
}

static void test_svg_plane__who_is_off_the_table_is_named_below(void **state)
{
    (void)state;
    struct picture p;

    begin(&p, "teaching_ofanto");
    piece(&p, "B5")->base = (struct st_box){ { { 0, 0 }, 0, 0 }, 0, 0, 0, 0 };
    const char *svg = drawn(&p);
    assert_null(strstr(svg, "<title>B5 "));
    assert_non_null(strstr(svg, "off the map: B5"));
    end(&p);
}

/* ---- ground, zones, arcs ----------------------------------------------------------------- */

static int count(const char *text, const char *word)
{
    int n = 0;

    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        n++;
    return n;
}

static void test_svg_plane__ground_zones_and_arcs_end_at_the_edge_of_the_table(void **state)
{
    (void)state;
    struct picture p;

    begin(&p, "ravenna_1512");
    const char *svg = drawn(&p);
    const char *clip = strstr(svg, "<clipPath id=\"table\">"), *group = strstr(svg, "url(#table)");
    assert_non_null(clip);
    assert_non_null(group);
    const char *first = strstr(svg, "stroke-dasharray"), *last = first;
    for (const char *at = first; at; at = strstr(at + 1, "stroke-dasharray"))
        last = at;
    assert_non_null(first);
    const char *closed = strstr(group, "</g>");
    assert_true(group < first && last < closed);
    end(&p);
}

static void test_svg_plane__every_shape_of_the_scene_is_drawn_once(void **state)
{
    (void)state;
    struct picture p;
    int zones = 0, arcs = 0, named = 0;

    begin(&p, "cerignola_1503");
    for (int i = 0; i < p.scene->nshapes; i++) {
        zones += p.scene->shape[i].kind == ST_SHAPE_ZONE;
        arcs += p.scene->shape[i].kind == ST_SHAPE_ARC;
        named += p.scene->shape[i].label[0] != 0;
    }
    const char *svg = drawn(&p);
    assert_true(zones > 20 && arcs > 8 && named == 6);
    assert_int_equal(count(svg, "fill-opacity=\"0.13\""), zones);
    assert_int_equal(count(svg, "stroke-dasharray"), arcs);
    assert_int_equal(count(svg, "class=\"gl\""), named);
    assert_int_equal(count(svg, "<polyline"), 3); /* the ditch */
    assert_int_equal(count(svg, "<g><title>"), 32);
    end(&p);
}

static const struct {
    const char *game, *scenario;
} tables[] = { { "guerre", "cerignola_1503" },  { "guerre", "ravenna_1512" },
               { "skirmish", "guildo_ford" },   { "skirmish", "lanvaux_heath" },
               { "skirmish", "salt_path" } };

static void test_svg_plane__no_ground_is_drawn_as_if_nobody_knew_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct picture p;

        begin_game(&p, tables[i].game, tables[i].scenario);
        const char *svg = drawn(&p);
        assert_true(p.scene->nshapes > 5);
        assert_int_equal(count(svg, "#dddddd"), 0); /* the fill of what is unknown */
        assert_int_equal(count(svg, "#555555"), 0); /* and its ink */
        end(&p);
    }
}

static const char *look_of(const struct picture *p, const char *label)
{
    for (int i = 0; i < p->scene->nshapes; i++)
        if (strcmp(p->scene->shape[i].label, label) == 0)
            return p->scene->shape[i].look;
    fail_msg("nothing is called %s", label);
    return NULL;
}

static void test_svg_plane__ground_looks_like_what_it_is(void **state)
{
    (void)state;
    static const char *const looks[][2] = {
        { "flat east", "ford" },    { "bed", "channel" }, { "shore rocks", "rocks" },
        { "orchard", "bushes" },    { "copse", "woods" }, { "knoll", "steep" },
        { "castle mound", "hill" }, { "wall n", "wall" }, { "hedge w", "bank" },
        { "castle", "building" },
    };
    struct picture p;

    begin_game(&p, "skirmish", "guildo_ford");
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        assert_string_equal(look_of(&p, looks[i][0]), looks[i][1]);
    const char *svg = drawn(&p);
    assert_non_null(strstr(svg, "id=\"look-channel\""));
    assert_int_equal(count(svg, "fill=\"url(#look-ford)\""), 2);
    assert_null(strstr(svg, "look-marsh")); /* nothing is defined that does not lie there */
    end(&p);
    begin_game(&p, "skirmish", "salt_path");
    assert_string_equal(look_of(&p, "lane"), "road");
    end(&p);
}

static void test_svg_plane__a_name_stays_within_narrow_ground(void **state)
{
    (void)state;
    struct picture p;

    begin_game(&p, "skirmish", "guildo_ford");
    const char *svg = drawn(&p);
    assert_non_null(strstr(svg, ">orchard bushes<"));
    assert_non_null(strstr(svg, ">bed<")); /* 63 pixels: no room for "bed channel" */
    assert_non_null(strstr(svg, ">shore rocks<")); /* not "shore rocks rocks" */
    end(&p);
}

static void test_svg_plane__words_cannot_break_the_picture(void **state)
{
    (void)state;
    struct picture p;

    begin(&p, "cerignola_1503");
    snprintf(p.scene->shape[0].label, sizeof p.scene->shape[0].label, "</svg><&\"");
    snprintf(piece(&p, "A1")->symbol, sizeof piece(&p, "A1")->symbol, "<g>");
    snprintf(piece(&p, "A1")->states, sizeof piece(&p, "A1")->states, "]]><x>");
    const char *svg = drawn(&p);
    assert_int_equal(count(svg, "</svg>"), 1);
    assert_int_equal(count(svg, "<x>"), 0);
    assert_int_equal(count(svg, "<g>"), 32); /* the groups of the pieces, no other */
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_svg_plane__a_base_is_drawn_to_scale_where_it_stands),
        cmocka_unit_test(test_svg_plane__labels_lie_along_the_base_and_never_on_their_head),
        cmocka_unit_test(test_svg_plane__pointing_at_a_base_tells_what_it_is),
        cmocka_unit_test(test_svg_plane__who_is_off_the_table_is_named_below),
        cmocka_unit_test(test_svg_plane__ground_zones_and_arcs_end_at_the_edge_of_the_table),
        cmocka_unit_test(test_svg_plane__every_shape_of_the_scene_is_drawn_once),
        cmocka_unit_test(test_svg_plane__no_ground_is_drawn_as_if_nobody_knew_it),
        cmocka_unit_test(test_svg_plane__ground_looks_like_what_it_is),
        cmocka_unit_test(test_svg_plane__a_name_stays_within_narrow_ground),
        cmocka_unit_test(test_svg_plane__words_cannot_break_the_picture),
    };

    return cmocka_run_group_tests_name("svg_plane", tests, NULL, NULL);
}
