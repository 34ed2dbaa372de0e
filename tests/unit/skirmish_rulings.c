/* skirmish_rulings.c - the umpire's `set` of any field at any moment: what is accepted leaves a sane
 * position, from which random play goes on to the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "core/files.h"
#include "core/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 40, STEPS_MOST = 20000, RATE = 6 };

struct ruled {
    struct st_table t, trial;
    uint64_t seed;
    int n; /* rulings accepted */
    char last[160];
};

static int pick(const struct ruled *r, uint32_t what, int of)
{
    return (int)st_pick(r->seed, what, (uint32_t)of);
}

static const struct st_field *field(const struct ruled *r, const char *name)
{
    return st_field_find(r->t.plan->game, st_span_of(name), true);
}

/* Beside somebody, or any field to something. */
static bool rule(struct ruled *r)
{
    const struct st_plan *p = r->t.plan;
    const struct st_names *men = st_plan_list(p, "man");
    int u = pick(r, 2, men->n), v = pick(r, 3, men->n);

    if (pick(r, 1, 3) == 0) {
        const struct st_field *x = field(r, "x"), *y = field(r, "y");
        int at_x = st_field_get(&r->t, x, v) + pick(r, 4, 71) - 35;
        int at_y = st_field_get(&r->t, y, v) + pick(r, 5, 71) - 35;

        snprintf(r->last, sizeof r->last, "%s to %d,%d", men->name[u], at_x, at_y);
        return st_field_set(&r->trial, x, u, at_x, NULL) == ST_LEGAL &&
               st_field_set(&r->trial, y, u, at_y, NULL) == ST_LEGAL;
    }
    const struct st_field *f = &p->game->fields->row[pick(r, 6, st_nfields(p->game))];
    if (!st_field_settable(f))
        return false;
    int now = st_field_get(&r->t, f, f->of ? u : -1), to[] = { pick(r, 7, 4) - 1, pick(r, 8, 2),
                                                               pick(r, 9, 1700), now + pick(r, 10, 61) - 30 };
    int value = to[pick(r, 11, 4)];
    snprintf(r->last, sizeof r->last, "%s %s to %d", f->of ? men->name[u] : "", f->name, value);
    return st_field_set(&r->trial, f, f->of ? u : -1, value, NULL) == ST_LEGAL;
}

static void must_be_sane(const struct ruled *r, const struct st_table *t)
{
    struct st_refusal why = { 0 };

    if (t->plan->game->sane(t, &why))
        fail_msg("%s %s (%s, after %s)", why.para, why.text, st_now(t).step, r->last);
}

static void rule_sanely(struct ruled *r)
{
    size_t size = r->t.plan->pos_size;

    memcpy(r->trial.pos, r->t.pos, size);
    if (!rule(r) || r->t.plan->game->sane(&r->trial, NULL))
        return;
    st_settle(&r->trial);
    must_be_sane(r, &r->trial);
    memcpy(r->t.pos, r->trial.pos, size);
    r->n++;
}

static void play_on(struct ruled *r)
{
    struct st_refusal why = { 0 };
    struct st_move m;

    if (st_now(&r->t).kind == ST_CHANCE) {
        st_take(&r->t, 1 + pick(r, 12, 6));
    } else {
        assert_true(st_sample(&r->t, r->seed, &m));
        if (st_play(&r->t, &m, &why))
            fail_msg("%s: %s %s (after %s)", st_now(&r->t).step, why.para, why.text, r->last);
    }
    must_be_sane(r, &r->t);
}

static void rule_and_play(const char *scenario)
{
    struct st_error err = { 0 };
    struct st_plan *p = NULL;
    struct ruled r = { 0 };

    if (st_plan_make(&p, st_game_find("skirmish"), scenario, &st_files_library, NULL, 0, &err))
        fail_msg("%s", err.text);
    r.t = (struct st_table){ p, calloc(1, p->pos_size), NULL };
    r.trial = (struct st_table){ p, calloc(1, p->pos_size), NULL };
    assert_true(r.t.pos && r.trial.pos);
    for (uint64_t game = 1; game <= GAMES; game++) {
        st_begin(&r.t);
        for (uint64_t step = 0; st_now(&r.t).kind != ST_OVER; step++) {
            assert_true(step < STEPS_MOST);
            r.seed = game * 1000003 + step;
            if (pick(&r, 0, RATE) == 0)
                rule_sanely(&r);
            if (st_now(&r.t).kind != ST_OVER)
                play_on(&r);
        }
    }
    assert_true(r.n > 500);
    free(r.t.pos);
    free(r.trial.pos);
    st_plan_free(p);
}

static void test_rulings__accepted_ones_leave_games_that_go_on(void **state)
{
    (void)state;
    rule_and_play("salt_path");
    rule_and_play("guildo_ford");
    rule_and_play("lanvaux_heath");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulings__accepted_ones_leave_games_that_go_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
