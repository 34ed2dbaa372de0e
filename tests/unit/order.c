/* order.c - positions as bytes that are the same on every machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/game.h"
#include "play/session.h"

#include <stdlib.h>
#include <string.h>

/* The width of the number each byte belongs to, as the game's table says; 1 where it says nothing. */
static unsigned char *widths_of(const struct st_game *g)
{
    unsigned char *width = malloc(g->pos_size);

    assert_non_null(width);
    memset(width, 1, g->pos_size);
    for (int i = 0; i < g->nwide; i++) {
        const struct st_wide *w = &g->wide[i];

        for (int k = 0; k < w->times; k++)
            for (int b = 0; b < w->n * w->size; b++) {
                size_t at = (size_t)w->at + (size_t)(k * w->step) + (size_t)b;

                assert_true(at < g->pos_size);
                if (width[at] != 1)
                    fail_msg("%s: byte %zu stands in two rows", g->id, at);
                width[at] = w->size;
            }
    }
    return width;
}

static void test_order__rows_lie_in_the_position_and_apart(void **state)
{
    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        assert_true(st_games[i]->nwide > 0);
        assert_true(st_games[i]->pos_size <= ST_POS_MAX);
        free(widths_of(st_games[i]));
    }
}

static void test_order__every_wide_field_stands_in_a_row(void **state)
{
    static const int bytes[] = { [ST_U16] = 2, [ST_I16] = 2, [ST_U32] = 4, [ST_INT] = 4, [ST_U64] = 8 };

    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];
        unsigned char *width = widths_of(g);

        for (int k = 0; k < st_nfields(g); k++) {
            const struct st_field *f = &g->fields->row[k];
            int size = f->in.width >= ST_U16 && f->in.width <= ST_U64 ? bytes[f->in.width] : 1;

            if (f->in.width != ST_NOWHERE && width[f->in.at] != size)
                fail_msg("%s: %s is %d bytes wide, its row says %d", g->id, f->name, size,
                         width[f->in.at]);
        }
        free(width);
    }
}

static void test_order__swapping_twice_changes_nothing_and_once_what_is_wide(void **state)
{
    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];
        unsigned char *width = widths_of(g), *pos = malloc(2 * g->pos_size);
        unsigned char *copy = pos + g->pos_size;

        assert_non_null(pos);
        for (size_t b = 0; b < g->pos_size; b++)
            pos[b] = copy[b] = (unsigned char)(b * 7 + b / 256);
        st_pos_swap(g, copy);
        for (size_t b = 0; b < g->pos_size; b++)
            assert_int_equal(pos[b] != copy[b], width[b] > 1);
        st_pos_swap(g, copy);
        assert_memory_equal(pos, copy, g->pos_size);
        free(width);
        free(pos);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order__rows_lie_in_the_position_and_apart),
        cmocka_unit_test(test_order__every_wide_field_stands_in_a_row),
        cmocka_unit_test(test_order__swapping_twice_changes_nothing_and_once_what_is_wide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
