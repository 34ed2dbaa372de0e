/* plane_map.c - a bare table drawn with characters: to scale, every piece named, as wide as the
 * terminal and no wider. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct map {
    struct st_plan *plan;
    struct st_table t;
    struct st_scene *scene;
    struct st_buf text;
};

static void begin(struct map *m, const char *scenario)
{
    struct st_error err;
    const struct st_game *g = st_game_find("guerre");

    assert_non_null(g);
    memset(m, 0, sizeof *m);
    assert_int_equal(st_plan_make(&m->plan, g, scenario, &st_files_library, NULL, 0, &err), ST_OK);
    m->t = (struct st_table){ m->plan, calloc(1, m->plan->pos_size), NULL };
    m->scene = calloc(1, sizeof *m->scene);
    assert_non_null(m->t.pos);
    assert_non_null(m->scene);
    st_begin(&m->t);
    m->plan->game->describe(&m->t, 0, m->scene);
}

static const char *drawn(struct map *m, int width)
{
    struct cli_term term = { .width = width };

    st_buf_free(&m->text);
    m->text = (struct st_buf){ 0 };
    cli_plane_map(&m->text, &term, m->plan, m->scene);
    assert_false(m->text.failed);
    return st_buf_text(&m->text);
}

static void end(struct map *m)
{
    st_buf_free(&m->text);
    free(m->scene);
    free(m->t.pos);
    st_plan_free(m->plan);
}

/* Row n of the map, 0 the uppermost; a copy without its line end. */
static char *row_of(const char *map, int n)
{
    const char *at = strchr(map, '\n') + 1; /* the upper ruler */

    while (n--)
        at = strchr(at, '\n') + 1;
    size_t len = strcspn(at, "\n");
    char *row = malloc(len + 1);
    assert_non_null(row);
    memcpy(row, at, len);
    row[len] = 0;
    return row;
}

static int column_of(char *row, const char *word)
{
    char *at = strstr(row, word);

    if (!at)
        return -1;
    *at = 0;
    return cli_width(row);
}

static void test_plane_map__a_piece_stands_where_its_base_is(void **state)
{
    (void)state;
    struct map m;

    begin(&m, "teaching_ofanto");
    /* 120 columns of 7.5 mm, 40 rows of 15 mm, the ruler 4 columns wide. B1: front 550 420 facing
     * south, its base 420 to 440; the middle of it is 430, the row of 420 to 435. */
    char *row = row_of(drawn(&m, 125), (600 - 430) / 15);
    int col = column_of(row, "B1↓");
    assert_true(col >= 4 + (550 - 20) * 120 / 900 && col <= 4 + 550 * 120 / 900);
    free(row);
    end(&m);
}

static void test_plane_map__ranks_a_row_apart_are_both_named(void **state)
{
    (void)state;
    struct map m;

    begin(&m, "cerignola_1503"); /* three ranks of pikes, 15 mm deep */
    for (int width = 100; width <= 160; width += 10) {
        const char *map = drawn(&m, width);
        const char *list = strstr(map, "Signs:");

        assert_non_null(list);
        for (int i = 4; i <= 9; i++) {
            char name[16];

            snprintf(name, sizeof name, "A%d↑", i);
            const char *at = strstr(map, name);
            assert_true(at && at < list);
        }
    }
    end(&m);
}

static void test_plane_map__what_finds_no_room_is_said(void **state)
{
    (void)state;
    struct map m;

    begin(&m, "cerignola_1503");
    for (int i = 0; i < m.scene->npieces; i++) /* all in one place */
        m.scene->piece[i].base = m.scene->piece[0].base;
    const char *map = drawn(&m, 100), *said = strstr(map, "Too close to be named on the map:");
    assert_non_null(said);
    assert_non_null(strstr(said, " B17"));
    assert_true(strstr(map, "A1↑") < said);
    end(&m);
}

static void test_plane_map__no_line_is_wider_than_the_terminal(void **state)
{
    (void)state;
    struct map m;

    begin(&m, "ravenna_1512");
    for (int width = 70; width <= 200; width += 13) {
        char *copy = strdup(drawn(&m, width));

        assert_non_null(copy);
        for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n"))
            if (strncmp(line, "Signs:", 6) != 0 && cli_width(line) > width)
                fail_msg("%d columns of %d: %s", cli_width(line), width, line);
        free(copy);
    }
    end(&m);
}

static void test_plane_map__ground_is_drawn_by_its_look_and_explained(void **state)
{
    (void)state;
    struct map m;

    begin(&m, "ravenna_1512");
    const char *map = drawn(&m, 125);
    assert_non_null(strstr(map, "≈ river"));
    assert_non_null(strstr(map, "∴ marsh"));
    assert_non_null(strstr(map, "═ ditch and bank"));
    assert_null(strstr(map, "♣ woods"));
    char *row = row_of(map, 20);
    assert_non_null(strstr(row, "≈≈")); /* the Ronco, along the right edge */
    free(row);
    end(&m);
}

static void test_plane_map__without_colours_there_are_no_escapes(void **state)
{
    (void)state;
    struct map m;

    begin(&m, "cerignola_1503");
    assert_null(strchr(drawn(&m, 0), '\033'));
    end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane_map__a_piece_stands_where_its_base_is),
        cmocka_unit_test(test_plane_map__ranks_a_row_apart_are_both_named),
        cmocka_unit_test(test_plane_map__what_finds_no_room_is_said),
        cmocka_unit_test(test_plane_map__no_line_is_wider_than_the_terminal),
        cmocka_unit_test(test_plane_map__ground_is_drawn_by_its_look_and_explained),
        cmocka_unit_test(test_plane_map__without_colours_there_are_no_escapes),
    };

    return cmocka_run_group_tests_name("plane_map", tests, NULL, NULL);
}
