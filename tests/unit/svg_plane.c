/* svg_plane.c - pictures of a bare table: everything is to scale, turned as it stands, inside the
 * table, and said in words for who points at it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/files.h"
#include "view/ground.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table of 900 by 600 mm is drawn 1260 pixels wide, its frame 24 from the left and 64 from the top. */
static const double LEFT = 24, TOP = 64, FRAME = 18, WIDE = 1260, TABLE_X = 900, TABLE_Y = 600;

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

/* The group of a piece, from its beginning; *end: where it ends. */
static const char *group_of(const char *svg, const char *name, const char **end)
{
    char title[40];

    snprintf(title, sizeof title, "<title>%s ", name);
    const char *at = strstr(svg, title);
    if (!at)
        fail_msg("%s is not drawn", name);
    *end = strstr(at, "</g>\n");
    assert_non_null(*end);
    while (strncmp(at, "<g ", 3) != 0)
        at--;
    return at;
}

static bool within(const char *from, const char *end, const char *word)
{
    const char *at = strstr(from, word);

    return at && at < end;
}

/* ---- bases ------------------------------------------------------------------------------- */

static void test_svg_plane__a_base_is_drawn_to_scale_where_it_stands(void **state)
{
    (void)state;
    struct picture p;
    const char *end_of;
    double left, top, scale, x, y, turn, path[5];

    begin(&p, "teaching_ofanto"); /* A1: gendarmes, 40 by 20 mm, front at 350 180, facing north */
    const char *svg = drawn(&p), *sheet = strstr(svg, "<g transform=\"translate(");
    assert_non_null(sheet);
    assert_int_equal(sscanf(sheet, "<g transform=\"translate(%lf %lf) scale(%lf)", &left, &top, &scale), 3);
    assert_true(fabs(scale - WIDE / TABLE_X) < 0.0001);
    assert_true(fabs(left - (LEFT + FRAME * scale)) < 0.011 && fabs(top - (TOP + FRAME * scale)) < 0.011);
    const char *group = group_of(svg, "A1", &end_of);
    assert_int_equal(sscanf(strstr(group, "translate("), "translate(%lf,%lf) rotate(%lf)", &x, &y, &turn), 3);
    assert_true(fabs(x - 350) < 0.011 && fabs(y - (TABLE_Y - 180)) < 0.011 && fabs(turn) < 0.011);
    const char *outline = strstr(group, " d=\"M");
    assert_non_null(outline);
    assert_int_equal(sscanf(outline, " d=\"M%lf %lfh%lfv%lfl%lf", &path[0], &path[1], &path[2], &path[3],
                            &path[4]), 5);
    const double want[4] = { -20, 0, 40, 20 };
    for (int i = 0; i < 4; i++)
        assert_true(fabs(path[i] - want[i]) < 0.011);
    assert_true(within(group, end_of, "#k-base-20-0\"")); /* the sheet's base is of that size */
    assert_true(within(group, end_of, "#k-el-gendarme\""));
    end(&p);
}

static void test_svg_plane__figures_turn_with_the_base_and_marks_stay_upright(void **state)
{
    (void)state;
    static const struct {
        int facing;
        const char *turn, *back;
    } cases[] = { { 0, " rotate(0.00)", "rotate(-0.00)" },     { 90, " rotate(22.50)", "rotate(-22.50)" },
                  { 360, " rotate(90.00)", "rotate(-90.00)" }, { 450, " rotate(112.50)", "rotate(-112.50)" },
                  { 720, " rotate(180.00)", "rotate(-180.00)" }, { 1350, " rotate(337.50)", "rotate(-337.50)" } };
    struct picture p;

    begin(&p, "teaching_ofanto");
    snprintf(piece(&p, "A1")->states, sizeof piece(&p, "A1")->states, "engaged");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *end_of;

        piece(&p, "A1")->base.pose.facing = (int16_t)cases[i].facing;
        const char *group = group_of(drawn(&p), "A1", &end_of);
        assert_true(within(group, strstr(group, "<title>"), cases[i].turn));
        assert_true(within(strstr(group, "<title>"), end_of, cases[i].back));
        st_buf_free(&p.svg);
        p.svg = (struct st_buf){ 0 };
    }
    end(&p);
}

static void test_svg_plane__pointing_at_a_base_tells_what_it_is(void **state)
{
    (void)state;
    struct picture p;
    const char *end_of;

    begin(&p, "teaching_ofanto");
    snprintf(piece(&p, "B2")->states, sizeof piece(&p, "B2")->states, "engaged");
    const char *svg = drawn(&p);
    assert_non_null(strstr(svg, "<title>A1 GE R*, 350 180 heading 0</title>"));
    assert_non_null(strstr(svg, "<title>B2 PI R, 450 420 heading 720: engaged</title>"));
    const char *a1 = group_of(svg, "A1", &end_of);
    assert_true(within(a1, end_of, "#k-top-standard\""));
    const char *a2 = group_of(svg, "A2", &end_of);
    assert_false(within(a2, end_of, "#k-top-standard\""));
    const char *b2 = group_of(svg, "B2", &end_of);
    assert_true(within(b2, end_of, "#k-mark-engaged\""));
    assert_non_null(strstr(svg, "standard: the commander"));
    end(&p);
}

static void test_svg_plane__pikes_behind_pikes_stand_upright(void **state)
{
    (void)state;
    struct picture p;
    const char *end_of;

    begin(&p, "teaching_ofanto"); /* A4 stands right behind A3 */
    const char *svg = drawn(&p), *front = group_of(svg, "A3", &end_of);
    assert_true(within(front, end_of, "#k-el-pike\""));
    const char *rear = group_of(svg, "A4", &end_of);
    assert_true(within(rear, end_of, "#k-el-pike-up\""));
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
    const char *ground = strstr(svg, "clip-path=\"url(#ksheet)\"");
    assert_non_null(strstr(svg, "<clipPath id=\"ksheet\"><path d=\"M0 0H900.0V600.0H0Z\"/>"));
    assert_non_null(ground);
    const char *reach = strstr(ground + 1, "<g clip-path=\"url(#ksheet)\">");
    assert_non_null(reach);
    const char *first = strstr(svg, "<polygon"), *last = first;
    for (const char *at = first; at; at = strstr(at + 1, "<polygon"))
        last = at;
    assert_non_null(first);
    assert_true(reach < first && last < strstr(reach, "</g>"));
    assert_true(ground < strstr(svg, "class=\"k-water\""));
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
    assert_int_equal(count(svg, "<polygon class=\"k-zone-"), zones);
    assert_int_equal(count(svg, "<polygon class=\"k-arc-"), arcs);
    /* The ditch is named once for its three stretches; a compass and a scale have words too. */
    assert_int_equal(count(svg, "<text class=\"k-name "), named - 2 + 2);
    assert_int_equal(count(svg, "class=\"k-way k-works\""), 3); /* the ditch */
    assert_int_equal(count(svg, "class=\"k-vineyard\""), 2);
    assert_int_equal(count(svg, "<title>"), 1 + 32);
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
        assert_int_equal(count(svg, "class=\"k-unknown"), 0);
        assert_int_equal(count(svg, "class=\"k-way k-line\""), 0);
        end(&p);
    }
}

static void test_svg_plane__a_roof_goes_when_somebody_is_inside(void **state)
{
    (void)state;
    struct picture p;

    begin_game(&p, "skirmish", "guildo_ford"); /* two houses with men in them, and the castle */
    p.plan->game->describe(&p.t, 0, (memset(p.scene, 0, sizeof *p.scene), p.scene));
    const char *svg = drawn(&p);
    assert_int_equal(count(svg, "class=\"k-roof-off\""), 2);
    assert_int_equal(count(svg, "class=\"k-roof\""), 1);
    end(&p);
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
        { "flat east", "flats" },    { "bed", "channel" }, { "shore rocks", "rocks" },
        { "orchard", "bushes" },    { "copse", "woods" }, { "knoll", "steep" },
        { "castle mound", "hill" }, { "wall n", "wall" }, { "hedge w", "bank" },
        { "castle", "building" },
    };
    struct picture p;

    begin_game(&p, "skirmish", "guildo_ford");
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        assert_string_equal(look_of(&p, looks[i][0]), looks[i][1]);
    const char *svg = drawn(&p);
    assert_int_equal(count(svg, "class=\"k-water\""), 1);
    assert_int_equal(count(svg, "class=\"k-flats\""), 2);
    assert_int_equal(count(svg, "class=\"k-marsh\""), 0);
    assert_int_equal(count(svg, "id=\"k-man-grenadier\""), 1);
    assert_null(strstr(svg, "id=\"k-el-pike\"")); /* nothing is defined that does not lie there */
    end(&p);
    begin_game(&p, "skirmish", "salt_path");
    assert_string_equal(look_of(&p, "lane"), "road");
    svg = drawn(&p); /* a stream is no sand, and what carries the lane lies over it */
    assert_int_equal(count(svg, "class=\"k-flats\""), 0);
    assert_int_equal(count(svg, "class=\"k-ford\""), 2);
    assert_true(strstr(svg, "class=\"k-planks\"") > strstr(svg, "class=\"k-road-area\""));
    end(&p);
}

static void test_svg_plane__names_lie_along_what_is_long_and_over_no_piece(void **state)
{
    (void)state;
    struct picture p;
    struct ground_names all;

    begin_game(&p, "skirmish", "guildo_ford");
    const char *svg = drawn(&p);
    assert_non_null(strstr(svg, ">the orchard<"));
    assert_non_null(strstr(svg, "rotate(90)\">the Arguenon<"));
    assert_non_null(strstr(svg, "rotate(90)\">North garden wall<"));
    assert_true(ground_names_lay(&all, p.plan, p.scene));
    assert_true(all.n > 8);
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < p.scene->npieces; k++) {
            const struct st_scene_piece *x = &p.scene->piece[k];
            double px = (double)x->base.pose.at.x / (double)ST_MM,
                   py = (double)(p.plan->table.y - x->base.pose.at.y) / (double)ST_MM;

            if (x->radius && strcmp(all.at[i].anchor, "middle") == 0 &&
                strcmp(all.at[i].kind, "hill") != 0)
                assert_true(fabs(all.at[i].x - px) > 5 || fabs(all.at[i].y - 4 - py) > 5);
        }
    ground_names_free(&all);
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
    assert_int_equal(count(svg, "<g>"), 0);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_svg_plane__a_base_is_drawn_to_scale_where_it_stands),
        cmocka_unit_test(test_svg_plane__figures_turn_with_the_base_and_marks_stay_upright),
        cmocka_unit_test(test_svg_plane__pikes_behind_pikes_stand_upright),
        cmocka_unit_test(test_svg_plane__a_roof_goes_when_somebody_is_inside),
        cmocka_unit_test(test_svg_plane__pointing_at_a_base_tells_what_it_is),
        cmocka_unit_test(test_svg_plane__who_is_off_the_table_is_named_below),
        cmocka_unit_test(test_svg_plane__ground_zones_and_arcs_end_at_the_edge_of_the_table),
        cmocka_unit_test(test_svg_plane__every_shape_of_the_scene_is_drawn_once),
        cmocka_unit_test(test_svg_plane__no_ground_is_drawn_as_if_nobody_knew_it),
        cmocka_unit_test(test_svg_plane__ground_looks_like_what_it_is),
        cmocka_unit_test(test_svg_plane__names_lie_along_what_is_long_and_over_no_piece),
        cmocka_unit_test(test_svg_plane__words_cannot_break_the_picture),
    };

    return cmocka_run_group_tests_name("svg_plane", tests, NULL, NULL);
}
