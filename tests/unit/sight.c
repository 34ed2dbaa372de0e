/* sight.c - how far pieces of a bare table shoot, what they need to hit, and what is in the way; and what a march
 * costs from hex to hex. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>

#include "core/files.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sandtable *open_table(const char *scenario)
{
    struct sandtable *s = sandtable_new();

    assert_non_null(s);
    const char *answer = sandtable_open(s, scenario, "dice hand");
    if (strstr(answer, "\"error\""))
        fail_msg("%s", answer);
    return s;
}

static void has(const char *document, const char *words)
{
    if (!strstr(document, words))
        fail_msg("no %s in %s", words, document);
}

static void test_sight__each_band_says_what_is_needed_to_hit(void **state)
{
    struct sandtable *s = open_table("skirmish/guildo_ford");
    const char *said = sandtable_sight(s, -1, "B3", "");

    (void)state;
    has(said, "{\"to\":200000,\"needs\":\"5+\"");
    has(said, "{\"to\":400000,\"needs\":\"6+\"");
    has(said, "{\"to\":600000,\"needs\":\"7+\"");
    assert_null(strstr(said, "\"target\""));
    has(sandtable_sight(s, -1, "B3", "A1"), "\"target\":\"A1\",\"needs\":\"7+\"");
    sandtable_free(s);
}

static void test_sight__arquebuses_are_better_near_and_bands_end_at_the_range(void **state)
{
    struct sandtable *s = open_table("guerre/cerignola_1503");

    (void)state;
    has(sandtable_sight(s, -1, "B12", ""), "\"bands\":[{\"to\":40000,\"needs\":\"die +5\"");
    has(sandtable_sight(s, -1, "B12", ""), "{\"to\":80000,\"needs\":\"die +4\"");
    has(sandtable_sight(s, -1, "B12", "A1"), "\"para\":\"5.6.5\"");
    has(sandtable_sight(s, -1, "A1", ""), "\"refused\"");
    has(sandtable_sight(s, -1, "Z9", ""), "\"refused\"");
    sandtable_free(s);
}

static void test_sight__whoever_stands_in_the_way_is_named(void **state)
{
    struct sandtable *s = open_table("skirmish/guildo_ford");
    const char *said = sandtable_sight(s, -1, "B15", "A1");

    (void)state;
    has(said, "\"para\":\"5.3.6\"");
    has(said, "\"by\":\"B11\"");
    assert_null(strstr(said, "\"place\""));
    sandtable_free(s);
}

static void test_sight__a_house_in_the_way_is_a_shape_of_the_state(void **state)
{
    struct sandtable *s = open_table("skirmish/guildo_ford");
    const char *said = sandtable_sight(s, -1, "A12", "B1"), *place = strstr(said, "\"place\":");

    (void)state;
    assert_non_null(place);
    has(said, "North house lies between"); /* by its name, not as the file calls it */
    int nth = atoi(place + strlen("\"place\":"));
    const char *shape = strstr(sandtable_state(s, -1, -1), "\"shapes\":[");
    for (; shape && nth >= 0; nth--)
        shape = strstr(shape + 1, "{\"kind\"");
    assert_non_null(shape);
    static const char house[] = "{\"kind\":\"ground\",\"look\":\"building\",\"label\":\"North house\"";
    assert_int_equal(strncmp(shape, house, strlen(house)), 0);
    sandtable_free(s);
}

static void test_sight__the_unseen_have_none(void **state)
{
    struct sandtable *s = open_table("skirmish/guildo_ford");

    (void)state;
    has(sandtable_sight(s, 0, "A2", ""), "\"bands\"");
    has(sandtable_sight(s, 1, "A2", ""), "A2 is not on the table");
    has(sandtable_sight(s, 1, "B3", "A2"), "A2 is not on the table");
    sandtable_free(s);
}

/* ---- outlines ------------------------------------------------------------------------------------- */

struct looking {
    struct st_plan *plan;
    struct st_table t;
    struct st_scene *scene;
    struct st_aim aim;
};

static void look(struct looking *l, const char *game, const char *scenario, const char *piece)
{
    struct st_error err;
    struct st_refusal why;

    assert_int_equal(st_plan_make(&l->plan, st_game_find(game), scenario, &st_files_library, NULL, 0, &err), ST_OK);
    l->t = (struct st_table){ l->plan, calloc(1, l->plan->pos_size), NULL };
    st_begin(&l->t);
    l->scene = st_view_scene(&l->t, ST_UMPIRE);
    assert_non_null(l->scene);
    assert_int_equal(st_view_aim(&l->aim, &l->t, l->scene, piece, "", &why), ST_LEGAL);
}

static void look_away(struct looking *l)
{
    free(l->scene);
    free(l->t.pos);
    st_plan_free(l->plan);
}

static void test_sight__an_outline_is_as_far_as_the_band_goes(void **state)
{
    static const struct { const char *game, *scenario, *piece; } by[] = {
        { "skirmish", "guildo_ford", "B3" }, { "skirmish", "guildo_ford", "B19" },
        { "guerre", "cerignola_1503", "B12" }, { "guerre", "cerignola_1503", "B16" },
    };

    (void)state;
    for (size_t k = 0; k < sizeof by / sizeof by[0]; k++) {
        struct looking l;
        struct st_point at[ST_AIM_POINTS];

        look(&l, by[k].game, by[k].scenario, by[k].piece);
        const struct st_scene_piece *x = st_scene_find(l.scene, l.aim.piece);
        for (int band = 0; band < l.aim.sight.nbands; band++) {
            int n = st_aim_outline(x, &l.aim, band, false, at);
            int32_t to = l.aim.sight.band[band].to;

            assert_true(n > 20);
            for (int i = 0; i < n; i++) {
                struct st_box spot = { { at[i], 0, 0 }, 0, 0, 0, 0 }, from = x->base;
                struct st_point in = st_pose_in(x->base.pose, at[i]);
                int32_t aside = in.x < 0 ? -in.x : in.x;

                if (x->radius) { /* from the line along its middle */
                    from.left = from.right = 0;
                    from.front -= x->radius;
                    from.back += x->radius;
                } else {
                    from.back = from.front;
                }
                int64_t gap = (int64_t)st_root((uint64_t)st_box_gap2(&from, &spot)) - x->radius;
                bool edge = l.aim.sight.arc && (aside >= l.aim.sight.arc - 5 || in.y <= x->base.front + 5);
                if (gap > to + 50 || (gap < to - 50 && !edge))
                    fail_msg("%s, band %d, point %d: %d um instead of %d", by[k].piece, band, i, (int)gap, (int)to);
                if (l.aim.sight.arc)
                    assert_true(aside <= l.aim.sight.arc + 5);
            }
        }
        look_away(&l);
    }
}

static void test_sight__a_picture_shows_bands_line_and_what_is_in_the_way(void **state)
{
    struct looking l;
    struct st_refusal why;
    struct st_buf svg = { 0 };

    (void)state;
    look(&l, "skirmish", "guildo_ford", "B15");
    assert_int_equal(st_view_aim(&l.aim, &l.t, l.scene, "B15", "A1", &why), ST_LEGAL);
    st_svg_map(&svg, l.plan, l.scene);
    assert_null(strstr(st_buf_text(&svg), "class=\"k-range\""));
    st_buf_free(&svg);
    l.scene->aim = &l.aim;
    svg = (struct st_buf){ 0 };
    st_svg_map(&svg, l.plan, l.scene);
    has(st_buf_text(&svg), "class=\"k-range\"");
    has(st_buf_text(&svg), "5+ to 200 mm");
    has(st_buf_text(&svg), "class=\"k-sight k-shut\"");
    has(st_buf_text(&svg), "class=\"k-in-the-way\"");
    st_buf_free(&svg);
    look_away(&l);
}

static void test_way__a_march_counts_halves_of_points(void **state)
{
    static const char *const before[] = { "done", "done", "done", "done", NULL };
    struct sandtable *s = open_table("honour/bicocca_1522");

    (void)state;
    for (int i = 0; before[i]; i++)
        has(sandtable_move(s, before[i], 0), "\"from\"");
    has(sandtable_die(s, 6), "\"from\"");
    has(sandtable_die(s, 1), "\"from\"");
    has(sandtable_move(s, "activate FA1 march", 0), "\"from\"");
    has(sandtable_die(s, 1), "\"from\"");
    has(sandtable_move(s, "march regular", 0), "\"from\"");
    has(sandtable_preview(s, 0, "move 1601-1502-1401"),
        "\"way\":[{\"hex\":\"1601\",\"spent\":0},{\"hex\":\"1502\",\"spent\":");
    sandtable_free(s);
}

enum { MOST_ASKED = 64 };

/* The questions of attacks that are only thought of have answers: by any on any, in reach or not. */
static void all_meet(const char *game, const char *scenario, int least)
{
    char name[80], question[40], inputs[1200], *ids[128], *was_asked[MOST_ASKED];
    struct sandtable *s, *umpire = sandtable_new();
    int n = 0, answered = 0, nasked = 0;

    snprintf(name, sizeof name, "%s/%s", game, scenario);
    s = open_table(name);
    char *state = strdup(strstr(sandtable_state(s, -1, -1), "\"pieces\":["));
    for (char *at = state; n < 128 && (at = strstr(at, "{\"id\":\"")) != NULL; n++) {
        ids[n] = at += 7;
        at[strcspn(at, "\"")] = 0;
        at += strlen(at) + 1;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const bool friends = strncmp(ids[i], ids[k], strcspn(ids[i], "0123456789")) == 0;
            const char *said = friends ? "" : sandtable_meeting(s, -1, ids[i], ids[k]);

            bool asked = false; /* of another of the same Force */
            for (int m = 0; m < nasked && !asked; m++)
                asked = strcmp(said, was_asked[m]) == 0;
            if (asked) {
                answered += strstr(said, "\"question\"") != NULL;
                continue;
            }
            if (nasked < MOST_ASKED)
                was_asked[nasked++] = strdup(said);
            if (sscanf(said, "{\"question\":\"%39[a-z]\",\"inputs\":\"%1099[^\"]\"}", question, inputs) != 2)
                continue;
            for (char *c = inputs; (c = strstr(c, "\\n")) != NULL; c++)
                memmove(c + 1, c + 2, strlen(c + 1)), *c = '\n';
            snprintf(inputs + strlen(inputs), sizeof inputs - strlen(inputs), "scenario=%s", scenario);
            has(sandtable_ask(umpire, game, question, inputs), "\"p\":");
            answered++;
        }
    assert_true(answered > least);
    while (nasked)
        free(was_asked[--nasked]);
    free(state);
    sandtable_free(s);
    sandtable_free(umpire);
}

static void test_meeting__whoever_attacks_whomever_the_question_has_an_answer(void **state)
{
    (void)state;
    all_meet("guerre", "teaching_ofanto", 30);
    all_meet("mons", "nimy", 30);
    all_meet("mons", "mons", 30);
    all_meet("shields", "malfosse", 30);
    all_meet("shields", "stamford", 30);
    all_meet("skirmish", "salt_path", 30);
    all_meet("honour", "bicocca_1522", 30);
    all_meet("honour", "relief_1525", 30);
}

static void test_meeting__what_is_asked_is_of_these_two(void **state)
{
    struct sandtable *s = open_table("guerre/cerignola_1503");

    (void)state;
    has(sandtable_meeting(s, -1, "B12", "A1"), "{\"question\":\"shoot\",\"inputs\":\"type=AQ\\ntarget=GE");
    has(sandtable_meeting(s, -1, "A1", "B12"), "{\"question\":\"melee\",\"inputs\":\"type=GE\\nenemy=AQ");
    has(sandtable_meeting(s, -1, "A1", "Z9"), "\"refused\"");
    sandtable_free(s);
    s = open_table("shields/malfosse"); /* knights, from the ditch, at men in a wall */
    has(sandtable_meeting(s, -1, "N1", "E1"), "{\"question\":\"combat\",\"inputs\":\"type=HH\\nclass=B\\ntarget=");
    has(sandtable_meeting(s, -1, "N1", "E1"), "wall=yes");
    sandtable_free(s);
    s = open_table("honour/bicocca_1522");
    has(sandtable_meeting(s, -1, "UA1", "UB1"), "{\"question\":\"battle\",\"inputs\":\"attackers=SWI 8/3, SWI 8/3, GEN 5/3");
    has(sandtable_meeting(s, -1, "UB1", "UA2"), "att_caps=3*,4*,3*\\n");
    sandtable_free(s);
    s = open_table("honour/relief_1525"); /* armies meet where a general leads both, outposts skirmish, walls are shot at */
    has(sandtable_meeting(s, -1, "UA03", "UB05"), "{\"question\":\"engagement\",\"inputs\":\"attackers=");
    has(sandtable_meeting(s, -1, "UA06", "UB05"), "{\"question\":\"skirmish\"");
    has(sandtable_meeting(s, -1, "UA03", "UB01"), "{\"question\":\"siege\",\"inputs\":\"besiegers=");
    sandtable_free(s);
    s = open_table("skirmish/salt_path"); /* one against one, as they are armed */
    has(sandtable_meeting(s, -1, "A1", "B3"), "{\"question\":\"fight\",\"inputs\":\"a=A1\\nb=B3\\n\"}");
    sandtable_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meeting__whoever_attacks_whomever_the_question_has_an_answer),
        cmocka_unit_test(test_meeting__what_is_asked_is_of_these_two),
        cmocka_unit_test(test_sight__each_band_says_what_is_needed_to_hit),
        cmocka_unit_test(test_sight__arquebuses_are_better_near_and_bands_end_at_the_range),
        cmocka_unit_test(test_sight__whoever_stands_in_the_way_is_named),
        cmocka_unit_test(test_sight__a_house_in_the_way_is_a_shape_of_the_state),
        cmocka_unit_test(test_sight__the_unseen_have_none),
        cmocka_unit_test(test_sight__an_outline_is_as_far_as_the_band_goes),
        cmocka_unit_test(test_sight__a_picture_shows_bands_line_and_what_is_in_the_way),
        cmocka_unit_test(test_way__a_march_counts_halves_of_points),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
