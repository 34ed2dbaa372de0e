/* looks.c - the sheet of drawings: every word of the games has one, colours are safe, no map lies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/files.h"
#include "view/looks.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct opened {
    struct st_plan *plan;
    struct st_table t;
    struct st_scene *scene;
};

static void begin(struct opened *o, const struct st_game *g, const char *scenario)
{
    struct st_error err;

    assert_int_equal(st_plan_make(&o->plan, g, scenario, &st_files_library, NULL, 0, &err), ST_OK);
    o->t = (struct st_table){ o->plan, calloc(1, o->plan->pos_size), NULL };
    assert_non_null(o->t.pos);
    st_begin(&o->t);
    o->scene = st_view_scene(&o->t, -1);
    assert_non_null(o->scene);
}

static void end(struct opened *o)
{
    free(o->scene);
    free(o->t.pos);
    st_plan_free(o->plan);
}

/* Every scenario of the games that are drawn in a manner of their own; others have letters, on purpose. */
static void for_each(void (*look)(struct opened *o))
{
    int n = 0;

    for (int i = 0; i < st_ngames; i++) {
        if (!st_games[i]->manner)
            continue;
        for (int k = 0; k < st_games[i]->nscenarios; k++, n++) {
            struct opened o;

            begin(&o, st_games[i], st_games[i]->scenarios[k]);
            look(&o);
            end(&o);
        }
    }
    assert_true(n >= 15);
}

/* ---- words ------------------------------------------------------------------------------- */

static void figures_are_drawn(struct opened *o)
{
    for (int i = 0; i < o->scene->npieces; i++)
        if (!st_looks_has(o->scene->piece[i].figure))
            fail_msg("%s/%s: %s is `%s`, which has no drawing", o->plan->game->id, o->plan->id,
                     st_view_piece(o->plan, o->scene->piece[i].piece), o->scene->piece[i].figure);
}

static void test_looks__every_piece_of_the_five_games_has_a_figure(void **state)
{
    (void)state;
    for_each(figures_are_drawn);
}

static void ground_is_drawn(struct opened *o)
{
    struct st_buf svg = { 0 };

    st_svg_map(&svg, o->plan, o->scene);
    assert_false(svg.failed);
    const char *unknown = strstr(st_buf_text(&svg), "class=\"k-unknown");
    if (unknown)
        fail_msg("%s/%s: %.120s", o->plan->game->id, o->plan->id, unknown);
    assert_null(strstr(st_buf_text(&svg), "class=\"k-letters\""));
    st_buf_free(&svg);
}

static void test_looks__no_word_of_the_five_games_falls_back_to_letters(void **state)
{
    (void)state;
    for_each(ground_is_drawn);
}

/* What a picture refers to stands in it. */
static void picture_is_whole(struct opened *o)
{
    struct st_buf svg = { 0 };
    char want[80];

    st_svg_map(&svg, o->plan, o->scene);
    for (const char *at = strstr(svg.text, "href=\"#"); at; at = strstr(at + 1, "href=\"#")) {
        snprintf(want, sizeof want, " id=\"%.*s\"", (int)strcspn(at + 7, "\""), at + 7);
        if (!strstr(svg.text, want))
            fail_msg("%s/%s: nothing has%s", o->plan->game->id, o->plan->id, want);
    }
    st_buf_free(&svg);
}

static void test_looks__a_picture_holds_all_it_refers_to(void **state)
{
    (void)state;
    for_each(picture_is_whole);
}

static void test_looks__a_game_without_drawings_has_letters(void **state)
{
    (void)state;
    struct opened o;
    struct st_buf svg = { 0 };

    begin(&o, st_game_find("blank"), st_game_find("blank")->scenarios[0]);
    assert_string_equal(o.scene->piece[0].figure, "");
    assert_string_equal(ground_manner(o.plan), "staff");
    assert_string_equal(st_looks_army(o.plan, 0), "blue");
    assert_string_equal(st_looks_army(o.plan, 1), "orange");
    st_svg_map(&svg, o.plan, o.scene);
    assert_non_null(strstr(svg.text, "class=\"k-letters\""));
    assert_false(st_looks_has("no-such-thing"));
    assert_false(st_looks_has(""));
    st_buf_free(&svg);
    end(&o);
}

/* ---- colours: told apart by every kind of eyes (LOOKS: 40 and more, ink 4.5 and more) -------- */

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void rgb_of(unsigned colour, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = linear((colour >> (16 - 8 * i) & 255) / 255.0);
}

/* Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
static const double eyes[4][3][3] = {
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } },
    { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
    { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } },
};

static double cube(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16 / 116.0;
}

static void lab_of(unsigned colour, int kind, double lab[3])
{
    double in[3], v[3];

    rgb_of(colour, in);
    for (int i = 0; i < 3; i++) {
        v[i] = eyes[kind][i][0] * in[0] + eyes[kind][i][1] * in[1] + eyes[kind][i][2] * in[2];
        v[i] = v[i] < 0 ? 0 : v[i] > 1 ? 1 : v[i];
    }
    double x = cube((0.4124 * v[0] + 0.3576 * v[1] + 0.1805 * v[2]) / 0.95047),
           y = cube(0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]),
           z = cube((0.0193 * v[0] + 0.1192 * v[1] + 0.9505 * v[2]) / 1.08883);
    lab[0] = 116 * y - 16, lab[1] = 500 * (x - y), lab[2] = 200 * (y - z);
}

static double degrees(double y, double x)
{
    double d = atan2(y, x) * 180 / acos(-1);

    return d < 0 ? d + 360 : d;
}

static double cosd(double d)
{
    return cos(d * acos(-1) / 180);
}

/* CIEDE2000. */
static double difference(unsigned one, unsigned two, int kind)
{
    double a[3], b[3];

    lab_of(one, kind, a);
    lab_of(two, kind, b);
    double c = (hypot(a[1], a[2]) + hypot(b[1], b[2])) / 2;
    double g = 0.5 * (1 - sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7))));
    double a1 = a[1] * (1 + g), a2 = b[1] * (1 + g), c1 = hypot(a1, a[2]), c2 = hypot(a2, b[2]);
    double h1 = degrees(a[2], a1), h2 = degrees(b[2], a2), dh = h2 - h1;
    dh = c1 * c2 == 0 ? 0 : dh > 180 ? dh - 360 : dh < -180 ? dh + 360 : dh;
    double dl = b[0] - a[0], dc = c2 - c1, big = 2 * sqrt(c1 * c2) * sin(dh / 2 * acos(-1) / 180);
    double l = (a[0] + b[0]) / 2, cm = (c1 + c2) / 2;
    double h = fabs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + 360) / 2;
    double t = 1 - 0.17 * cosd(h - 30) + 0.24 * cosd(2 * h) + 0.32 * cosd(3 * h + 6) - 0.2 * cosd(4 * h - 63);
    double sl = 1 + 0.015 * (l - 50) * (l - 50) / sqrt(20 + (l - 50) * (l - 50)), sc = 1 + 0.045 * cm,
           sh = 1 + 0.015 * cm * t;
    double rt = -2 * sqrt(pow(cm, 7) / (pow(cm, 7) + pow(25, 7))) *
                sin(60 * exp(-((h - 275) / 25) * ((h - 275) / 25)) * acos(-1) / 180);
    return sqrt(dl / sl * (dl / sl) + dc / sc * (dc / sc) + big / sh * (big / sh) + rt * (dc / sc) * (big / sh));
}

static double contrast(unsigned one, unsigned two)
{
    double a[3], b[3];

    rgb_of(one, a);
    rgb_of(two, b);
    double x = 0.2126 * a[0] + 0.7152 * a[1] + 0.0722 * a[2], y = 0.2126 * b[0] + 0.7152 * b[1] + 0.0722 * b[2];
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* A property of an army, as looks.css has it. */
static unsigned colour_of(const char *army, const char *property)
{
    struct st_buf css = { 0 };
    char want[60];
    unsigned colour = 0;

    st_looks_style(&css);
    snprintf(want, sizeof want, "\n.army-%s {", army);
    const char *rule = strstr(st_buf_text(&css), want);
    if (!rule)
        fail_msg("there is no army %s", army);
    snprintf(want, sizeof want, " --k-%s: #", property);
    const char *at = strstr(rule, want);
    assert_true(at && at < strchr(rule, '}'));
    assert_int_equal(sscanf(at + strlen(want), "%6x", &colour), 1);
    st_buf_free(&css);
    return colour;
}

static void check_pair(const char *one, const char *two)
{
    unsigned a = colour_of(one, "side"), b = colour_of(two, "side");

    for (int kind = 0; kind < 4; kind++)
        if (difference(a, b, kind) < 39.5)
            fail_msg("%s and %s: %.1f for eyes %d", one, two, difference(a, b, kind), kind);
    assert_true(contrast(a, colour_of(one, "side-ink")) >= 4.5);
    assert_true(contrast(b, colour_of(two, "side-ink")) >= 4.5);
}

static void test_looks__armies_are_told_apart_by_every_kind_of_eyes(void **state)
{
    (void)state;
    check_pair("blue", "orange");
    for (int i = 0; i < st_ngames; i++)
        if (st_games[i]->army[0])
            check_pair(st_games[i]->army[0], st_games[i]->army[1]);
    assert_true(difference(0x27476f, 0xdba53a, 1) > 64 && difference(0x27476f, 0xdba53a, 1) < 66);
}

static const struct ground_name *named(const struct ground_names *all, const char *text, int *n)
{
    const struct ground_name *found = NULL;

    *n = 0;
    for (int i = 0; i < all->n; i++)
        if (strncmp(all->at[i].text, text, strlen(text)) == 0)
            found = &all->at[i], (*n)++;
    return found;
}

static int hex_nearest(const struct st_plan *p, const struct ground_name *to)
{
    double least = 1e9;
    int found = 0;

    for (int h = 0; h < st_hex_count(&p->grid); h++) {
        struct spot c = ground_centre(h / p->grid.rows, h % p->grid.rows);
        double far = hypot(c.x - to->x, c.y - to->y);

        if (far < least)
            least = far, found = h;
    }
    return found;
}

/* A compass that ran away from the troops would be no compass: one of them stands upon it. */
static void look_at_steady_corners(struct opened *o)
{
    struct ground_names free, under;

    if (!o->plan->cell || !o->scene->npieces)
        return;
    assert_true(ground_names_lay(&free, o->plan, o->scene));
    assert_string_equal(free.at[0].kind, "compass");
    o->scene->piece[0].hex = (int16_t)hex_nearest(o->plan, &free.at[0]);
    assert_true(ground_names_lay(&under, o->plan, o->scene));
    assert_true(fabs(free.at[0].x - under.at[0].x) < 0.1 && fabs(free.at[0].y - under.at[0].y) < 0.1);
    ground_names_free(&free);
    ground_names_free(&under);
}

static void look_at_corners(struct opened *o)
{
    struct ground_names all;
    int compasses = 0, scales = 0;

    assert_true(ground_names_lay(&all, o->plan, o->scene));
    for (int i = 0; i < all.n; i++) {
        compasses += strcmp(all.at[i].kind, "compass") == 0;
        scales += strcmp(all.at[i].kind, "scale") == 0;
        assert_true(!all.at[i].drawn || st_looks_has(all.at[i].kind));
        if (strcmp(all.at[i].kind, "compass") == 0 && !o->plan->cell) /* not under the buttons of the board */
            assert_true(all.at[i].x < st_ground_extent(o->plan).right / 2 || all.at[i].y > st_ground_extent(o->plan).bottom / 2);
    }
    assert_int_equal(compasses, 1);
    assert_int_equal(scales, o->plan->cell ? 0 : 1);
    ground_names_free(&all);
    look_at_steady_corners(o);
}

static void test_looks__every_map_has_a_compass_and_every_bare_table_a_scale(void **state)
{
    (void)state;
    for_each(look_at_corners);
}

static void names_stand_once(struct opened *o)
{
    struct ground_names all;

    assert_true(ground_names_lay(&all, o->plan, o->scene));
    assert_true(all.n > 1 || !o->plan->cell);
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(all.at[i].text, all.at[k].text) == 0)
                fail_msg("%s/%s: `%s` stands there twice", o->plan->game->id, o->plan->id, all.at[i].text);
    ground_names_free(&all);
}

static void test_looks__no_name_stands_on_a_map_twice(void **state)
{
    (void)state;
    for_each(names_stand_once);
}

/* What a piece covers, in the units of the ground. */
static struct extent under(const struct st_plan *p, const struct st_scene_piece *x)
{
    const double half = 23; /* of a counter */
    struct extent e = { 0, 0, 0, 0 };

    if (x->hex >= 0 && p->cell) {
        struct spot c = ground_centre(x->hex / p->grid.rows, x->hex % p->grid.rows);

        e = (struct extent){ c.x - half, c.y - half, c.x + half, c.y + half };
    } else if (x->base.right > x->base.left) {
        struct st_point corner[4];

        st_box_corners(corner, &x->base);
        e = (struct extent){ 1e9, 1e9, -1e9, -1e9 };
        for (int i = 0; i < 4; i++) {
            double cx = (double)corner[i].x / (double)ST_MM, cy = (double)(p->table.y - corner[i].y) / (double)ST_MM;

            e = (struct extent){ fmin(e.left, cx), fmin(e.top, cy), fmax(e.right, cx), fmax(e.bottom, cy) };
        }
    }
    return e;
}

static double covered(const struct extent *a, const struct extent *by)
{
    double wide = fmin(a->right, by->right) - fmax(a->left, by->left),
           high = fmin(a->bottom, by->bottom) - fmax(a->top, by->top);

    return wide <= 0 || high <= 0 ? 0 : wide * high / ((a->right - a->left) * (a->bottom - a->top));
}

/* The small names give way; towns may be touched, cities stand in any case. */
static void small_names_are_clear(struct opened *o)
{
    struct ground_names all;

    assert_true(ground_names_lay(&all, o->plan, o->scene));
    for (int i = 0; i < all.n; i++) {
        const struct ground_name *x = &all.at[i];
        double part = 0;

        if (strcmp(x->kind, "village") != 0 && strcmp(x->kind, "hill") != 0)
            continue;
        for (int k = 0; k < o->scene->npieces; k++) {
            struct extent piece = under(o->plan, &o->scene->piece[k]);

            part += covered(&x->box, &piece);
        }
        for (int k = 0; k < all.n; k++)
            part += k == i ? 0 : covered(&x->box, &all.at[k].box);
        if (part > 0.26) /* a height may be covered by a quarter, a village by 0.12 */
            fail_msg("%s/%s: %.2f of `%s` is covered", o->plan->game->id, o->plan->id, part, x->text);
    }
    ground_names_free(&all);
}

static void test_looks__small_names_lie_under_no_piece_and_no_other_name(void **state)
{
    (void)state;
    for_each(small_names_are_clear);
}

static const struct st_game *game(const char *id)
{
    for (int i = 0; i < st_ngames; i++)
        if (strcmp(st_games[i]->id, id) == 0)
            return st_games[i];
    return NULL;
}

static void test_looks__stretches_of_a_thing_are_named_once_and_ground_by_its_title(void **state)
{
    (void)state;
    struct ground_names all;
    struct opened o;
    int n;

    begin(&o, game("guerre"), "cerignola_1503");
    int stretches = 0;
    for (int i = 0; i < o.scene->nshapes; i++)
        stretches += strncmp(st_shape_says(o.plan, o.scene->shape[i].label), "the ditch", 9) == 0;
    assert_int_equal(stretches, 3);
    assert_true(ground_names_lay(&all, o.plan, o.scene));
    assert_non_null(named(&all, "the ditch", &n));
    assert_int_equal(n, 1);
    ground_names_free(&all);
    end(&o);
    begin(&o, game("skirmish"), "guildo_ford");
    assert_true(ground_names_lay(&all, o.plan, o.scene));
    assert_non_null(named(&all, "East sands", &n));
    assert_null(named(&all, "flat east", &n));
    ground_names_free(&all);
    end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks__every_piece_of_the_five_games_has_a_figure),
        cmocka_unit_test(test_looks__no_word_of_the_five_games_falls_back_to_letters),
        cmocka_unit_test(test_looks__a_picture_holds_all_it_refers_to),
        cmocka_unit_test(test_looks__a_game_without_drawings_has_letters),
        cmocka_unit_test(test_looks__armies_are_told_apart_by_every_kind_of_eyes),
        cmocka_unit_test(test_looks__every_map_has_a_compass_and_every_bare_table_a_scale),
        cmocka_unit_test(test_looks__no_name_stands_on_a_map_twice),
        cmocka_unit_test(test_looks__small_names_lie_under_no_piece_and_no_other_name),
        cmocka_unit_test(test_looks__stretches_of_a_thing_are_named_once_and_ground_by_its_title),
    };

    return cmocka_run_group_tests_name("looks", tests, NULL, NULL);
}
