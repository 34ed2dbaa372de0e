/* titles.c - charts as players read them: every column and row has a title, none a key of ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/words.h"
#include "view/view.h"

#include <ctype.h>
#include <string.h>

/* "movement_allowance", "remove3", "hvy" */
static bool is_key(const char *title)
{
    static const char *const plain[] = { "is", "who", "day", "max", "dry", "wet", "yes", "no", "any" };
    bool lower = true, digit = false;

    for (const char *c = title; *c; c++) {
        lower &= islower((unsigned char)*c) || isdigit((unsigned char)*c);
        digit |= isdigit((unsigned char)*c) != 0;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(title, plain[i]) == 0)
            return false;
    return strchr(title, '_') || (lower && islower((unsigned char)title[0]) && (digit || strlen(title) < 4));
}

static int keys_of(const struct st_plan *p, const struct st_chart *c, const char *kind, const struct st_axis *x)
{
    int keys = 0;

    for (int i = 0; i < x->n; i++) {
        const char *title = st_word_axis(p, kind, c->id, x->label[i]);

        if (!is_key(title))
            continue;
        print_error("%s/%s: %s `%s` has no title\n", p->game->id, c->id, kind, title);
        keys++;
    }
    return keys;
}

static void test_every_column_and_row_of_every_chart_has_a_title(void **state)
{
    int keys = 0;

    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];
        struct st_plan *p = NULL;
        struct st_error err;

        assert_int_equal(st_plan_make(&p, g, g->scenarios[0], &st_files_library, NULL, 0, &err), 0);
        for (int k = 0; k < g->ncharts; k++) {
            struct st_arena a = { 0 };
            struct st_chart *c;

            assert_int_equal(st_view_chart_find(&c, &a, g, g->charts[k], &st_files_library, NULL, &err), 0);
            keys += keys_of(p, c, "column", &c->col) + keys_of(p, c, "row", &c->row);
            st_arena_free(&a);
        }
        st_plan_free(p);
    }
    assert_int_equal(keys, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_column_and_row_of_every_chart_has_a_title),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
