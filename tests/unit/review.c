/* review.c - reviews and hints: luck and skill come to the result, whatever the record. */
#include "ai/player.h"
#include "core/words.h"
#include "view/review.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct st_error err;

/* A game of computers, cut after so many lines; dice by seed, written as thrown by hand. */
static struct st_session *game(struct st_plan **plan, const char *id, const char *scenario, int lines,
                               const char *dice)
{
    struct st_session_options o = { .dice = dice };
    struct st_session *s;

    assert_int_equal(st_plan_make(plan, st_game_find(id), scenario, &st_files_library, NULL, 0, &err), 0);
    assert_int_equal(st_session_open(&s, *plan, &o, &err), 0);
    while (st_now(st_session_table(s)).kind != ST_OVER && st_session_record(s)->nlines < lines) {
        const struct st_table *t = st_session_table(s);
        enum st_answer answer;
        struct st_refusal why;
        struct st_chance c;
        struct st_move m;

        if (st_now(t).kind == ST_CHANCE) {
            st_session_awaited(s, &c);
            assert_int_equal(st_session_die(s, st_seeded_face(7, 0, (uint32_t)st_session_rolls(s), &c),
                                            &answer, &why, &err), 0);
        } else {
            assert_int_equal(st_player_decide("random", 7, st_session_moves(s), t, &m, &err), 0);
            assert_int_equal(st_session_play(s, &m, &answer, &why, &err), 0);
        }
    }
    return s;
}

static void adds_up(const char *id, const char *scenario, int lines, const char *dice, bool over)
{
    struct st_plan *p;
    struct st_session *s = game(&p, id, scenario, lines, dice);
    struct st_review r;

    assert_int_equal(st_review_make(&r, s, 0, NULL, &err), 0);
    assert_int_equal(r.over, over);
    if (over)
        assert_true(r.end == 0 || r.end == 0.5 || r.end == 1);
    assert_true(r.n > 0);
    assert_true(fabs(r.start + st_review_sum(&r) - r.end) < 1e-9);
    for (int i = 0; i < r.n; i++) {
        assert_true(r.line[i].before == (i ? r.line[i - 1].after : r.start));
        assert_true(r.line[i].loss >= 0);
    }
    double lost[2] = { 0, 0 };
    for (int i = 0; i < r.n; i++)
        if (r.line[i].kind == ST_REVIEW_MOVE && r.line[i].side >= 0)
            lost[r.line[i].side] += r.line[i].loss;
    assert_true(fabs(r.skill[0] + lost[0] + r.skill[1] + lost[1]) < 1e-9); /* the rest is shared evenly */
    for (int i = 1; i < r.ncostliest; i++)
        assert_true(r.line[r.costliest[i - 1]].loss >= r.line[r.costliest[i]].loss);
    st_review_free(&r);
    st_session_free(s);
    st_plan_free(p);
}

static void test_review__luck_and_skill_come_to_the_result(void **state)
{
    (void)state;
    adds_up("blank", "duel", 10000, "hand", true);
    adds_up("blank", "duel", 10000, "seed:7", true);
    adds_up("shields", "malfosse", 10000, "hand", true);
    adds_up("mons", "nimy", 10000, "hand", true);
}

static void test_review__a_record_cut_in_the_middle_is_judged_up_to_there(void **state)
{
    (void)state;
    adds_up("blank", "duel", 3, "hand", false);
    adds_up("shields", "malfosse", 40, "hand", false);
    adds_up("guerre", "teaching_ofanto", 60, "hand", false);
    adds_up("skirmish", "salt_path", 60, "hand", false);
    adds_up("honour", "bicocca_1522", 60, "hand", false);
}

static void test_review__a_die_has_no_luck_on_average(void **state)
{
    struct st_plan *p;
    struct st_session *s = game(&p, "blank", "duel", 10000, "hand");
    unsigned char *pos = malloc(p->pos_size), *then = malloc(p->pos_size);
    int dice = 0;

    (void)state;
    for (int n = 0; n < st_session_record(s)->nlines; n++) {
        struct st_table t = { p, pos, NULL }, next = { p, then, NULL };
        struct st_chance c;
        double mean = 0;

        memcpy(pos, st_session_position(s, n), p->pos_size);
        if (st_session_record(s)->line[n].kind != ST_LINE_DIE)
            continue;
        st_awaited(&t, &c);
        for (int i = 0; i < c.n; i++) {
            memcpy(then, pos, p->pos_size);
            st_take(&next, c.face[i].value);
            mean += st_review_chance(&next) * c.face[i].weight / st_chance_total(&c);
        }
        assert_true(fabs(mean - st_review_chance(&t)) < 1e-12);
        dice++;
    }
    assert_true(dice > 0);
    free(pos);
    free(then);
    st_session_free(s);
    st_plan_free(p);
}

static void test_review__a_hint_has_the_best_first_and_compares(void **state)
{
    struct st_plan *p;
    struct st_session *s = game(&p, "shields", "malfosse", 0, "hand");
    struct st_budget none = { 0 };
    struct st_move mine;
    struct st_hint h;

    (void)state;
    assert_int_equal(st_move_parse(&mine, p, "done", NULL), ST_LEGAL);
    assert_int_equal(st_hint_make(&h, st_session_table(s), &mine, &none, 1, &err), 0);
    assert_int_equal(h.nbest, 3);
    assert_true(h.best[0].chance >= h.best[1].chance && h.best[1].chance >= h.best[2].chance);
    assert_true(h.has_mine && h.mine.chance <= h.best[0].chance);
    assert_true(h.best[0].nparas > 0);
    st_session_free(s);
    st_plan_free(p);
}

/* Every decision of a game at random has its hints; how often two of them were compared. */
static int compare_hints(const char *id, const char *scenario, int lines,
                         void (*differ)(const struct st_plan *p, const struct st_hint *h, int i, int k))
{
    struct st_plan *p;
    struct st_session *s = game(&p, id, scenario, lines, "hand");
    unsigned char *pos = malloc(p->pos_size);
    struct st_budget none = { 0 };
    int compared = 0;

    for (int n = 0; n < st_session_record(s)->nlines; n++) {
        struct st_table t = { p, pos, NULL };
        struct st_hint h;

        memcpy(pos, st_session_position(s, n), p->pos_size);
        if (st_now(&t).kind != ST_DECIDE)
            continue;
        assert_int_equal(st_hint_make(&h, &t, NULL, &none, 1, &err), 0);
        for (int i = 1; i < h.nbest; i++)
            for (int k = 0; k < i; k++, compared++)
                differ(p, &h, i, k);
    }
    free(pos);
    st_session_free(s);
    st_plan_free(p);
    return compared;
}

static void other_move(const struct st_plan *p, const struct st_hint *h, int i, int k)
{
    (void)p;
    assert_false(st_move_equal(&h->best[i].move, &h->best[k].move));
}

/* Moves with free numbers are drawn: where little else can be done, the same one many times. */
static void test_review__no_move_is_hinted_twice(void **state)
{
    (void)state;
    assert_true(compare_hints("honour", "relief_1525", 150, other_move) > 0);
}

/* A pace more or less, or the same men named in another order, is no other idea. One order of one element may still be an
 * advance or a sidestep to either side. */
static void other_idea(const struct st_plan *p, const struct st_hint *h, int i, int k)
{
    const struct st_move *a = &h->best[i].move, *b = &h->best[k].move;
    int of_a[ST_ARGS_MAX], of_b[ST_ARGS_MAX], same = 0;
    int na = st_move_names(p, a, "element", of_a, ST_ARGS_MAX), nb = st_move_names(p, b, "element", of_b, ST_ARGS_MAX);

    for (int x = 0; x < na; x++)
        for (int y = 0; y < nb; y++)
            same += of_a[x] == of_b[y];
    if (h->looked > 20 && na > 1)
        assert_false(a->verb == b->verb && a->nargs == b->nargs && na == nb && same == na);
}

static void test_review__hints_are_different_ideas(void **state)
{
    (void)state;
    assert_true(compare_hints("guerre", "cerignola_1503", 12, other_idea) > 0);
}

/* Who does what a hint named first is told of no mistake by a review that spends the same thought. */
static void hint_is_no_mistake(const char *id, const char *scenario, int lines)
{
    const struct st_budget b = { .nodes = 300 };
    struct st_plan *p;
    struct st_session *s = game(&p, id, scenario, 0, "hand");
    struct st_review r;
    int looked = 0;

    while (st_session_record(s)->nlines < lines) {
        const struct st_table *t = st_session_table(s);
        enum st_answer answer;
        struct st_refusal why;
        struct st_chance c;
        struct st_hint h;

        if (st_now(t).kind == ST_CHANCE) {
            st_session_awaited(s, &c);
            assert_int_equal(st_session_die(s, c.face[st_session_rolls(s) % c.n].value, &answer, &why, &err), 0);
        } else {
            assert_int_equal(st_hint_make(&h, t, NULL, &b, 1, &err), 0);
            assert_int_equal(st_session_play(s, &h.best[0].move, &answer, &why, &err), 0);
        }
    }
    assert_int_equal(st_review_make(&r, s, b.nodes, NULL, &err), 0);
    for (int i = 0; i < r.n; i++) {
        looked += r.line[i].looked;
        assert_true(r.line[i].loss < 1e-9);
    }
    assert_true(looked > 5);
    st_review_free(&r);
    st_session_free(s);
    st_plan_free(p);
}

static void test_review__what_a_hint_named_first_is_no_mistake(void **state)
{
    (void)state;
    hint_is_no_mistake("shields", "malfosse", 40);
    hint_is_no_mistake("guerre", "teaching_ofanto", 16);
}

/* Of a large group three are named, in the language of the sheet; but two that differ in the rest are told apart. */
static void test_review__a_hint_for_many_names_three_of_them(void **state)
{
    static const char *const moves[] = { "move A1,A2,A3,A4,A5,A6,A7,A8: A 60", "move A1,A2,A3,A4,A5,A6,A7,A9: A 60",
                                         "move A1,A2,A3,A4,A5,A6: A 60" };
    struct st_plan *plan;
    struct st_session *s = game(&plan, "guerre", "ravenna_1512", 0, "hand");
    const struct st_table *t = st_session_table(s);
    struct st_hint h = { .nbest = 1 };
    struct st_buf out = { 0 };
    char whole[ST_SAYS_MAX];

    (void)state;
    for (int i = 0; i < ST_HINTS; i++)
        assert_int_equal(st_move_parse(&h.best[i].move, plan, moves[i], NULL), ST_LEGAL);
    st_hint_sentence(&out, t, &h, &h.best[0]);
    assert_non_null(strstr(st_buf_text(&out), " and 5 others "));
    h.nbest = ST_HINTS;
    for (int i = 0; i < ST_HINTS; i++) { /* the first two would be the same; six are no crowd */
        out.len = 0;
        st_hint_sentence(&out, t, &h, &h.best[i]);
        st_move_says(t, &h.best[i].move, whole, sizeof whole);
        whole[strlen(whole) - 1] = 0;
        assert_memory_equal(st_buf_text(&out), whole, strlen(whole));
    }
    st_buf_free(&out);
    st_session_free(s);
    st_plan_free(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_review__luck_and_skill_come_to_the_result),
        cmocka_unit_test(test_review__a_record_cut_in_the_middle_is_judged_up_to_there),
        cmocka_unit_test(test_review__a_die_has_no_luck_on_average),
        cmocka_unit_test(test_review__a_hint_has_the_best_first_and_compares),
        cmocka_unit_test(test_review__no_move_is_hinted_twice),
        cmocka_unit_test(test_review__hints_are_different_ideas),
        cmocka_unit_test(test_review__what_a_hint_named_first_is_no_mistake),
        cmocka_unit_test(test_review__a_hint_for_many_names_three_of_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
