/* honour_secrets.c - two worlds of a Major Battle that differ only in what the defender may not know:
 * view, prompts, offers, refusals and odds must be the same in both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/game.h"
#include "odds/odds.h"

#include <stdlib.h>
#include <string.h>

enum { A, B, OFFERS = 4096 };

struct world {
    struct st_plan *plan;
    struct st_table t, seen; /* the truth, and what side B sees of it */
};

static void play(struct world *w, const char *text)
{
    struct st_refusal why = { "", "" };
    struct st_move m;

    if (st_move_parse(&m, w->plan, text, &why) || st_play(&w->t, &m, &why))
        fail_msg("`%s` is refused: %s %s", text, why.para, why.text);
}

static void play_all(struct world *w, const char *const *text)
{
    for (; *text; text++)
        play(w, *text);
}

static void look(struct world *w)
{
    w->plan->game->observe(&w->t, B, w->seen.pos);
}

/* Lautrec before the ramparts; side A is about to deploy. */
static void begin(struct world *w)
{
    static const char *const orders[] = { "done", "done", "done", NULL };
    struct st_error err;
    struct st_probe hex;

    assert_int_equal(st_plan_make(&w->plan, st_game_find("honour"), "bicocca_1522", &st_files_library,
                                  NULL, 0, &err), ST_OK);
    w->t = (struct st_table){ w->plan, malloc(w->plan->pos_size), NULL };
    w->seen = (struct st_table){ w->plan, malloc(w->plan->pos_size), NULL };
    assert_non_null(w->t.pos);
    assert_non_null(w->seen.pos);
    st_begin(&w->t);
    assert_int_equal(st_probe_parse(&hex, w->plan, "FA1.hex", NULL), ST_LEGAL);
    assert_int_equal(st_field_set(&w->t, hex.field, hex.piece, st_hex_make(&w->plan->grid, 15, 3), NULL), ST_LEGAL);
    play_all(w, orders + (st_now(&w->t).side == B));
    while (st_now(&w->t).kind == ST_DECIDE)
        play(w, "done");
    st_take(&w->t, 6);
    st_take(&w->t, 1);
    play(w, "activate FA1 attack");
    st_take(&w->t, 1);
    play(w, "attack 1403");
    play(w, "accept");
}

static void end(struct world *w)
{
    free(w->t.pos);
    free(w->seen.pos);
    st_plan_free(w->plan);
}

static void same_prompt(const struct world *a, const struct world *b)
{
    struct st_turn x = st_now(&a->t), y = st_now(&b->t);

    assert_int_equal(x.kind, y.kind);
    assert_int_equal(x.side, y.side);
    assert_string_equal(x.step, y.step);
}

/* Everything side B can see, try or ask at this moment. */
static void indistinguishable(struct world *a, struct world *b)
{
    static const char *const tried[] = { "engage -", "hold earthworks", "hold firearms", "engage charge",
                                         "vanguard UB1", "rear UB2", "hand reserve,reserve", "reserve",
                                         "hold combined,earthworks,artillery", "yield", "pass", NULL };
    static struct st_move x[OFFERS], y[OFFERS];

    same_prompt(a, b);
    look(a);
    look(b);
    assert_memory_equal(a->seen.pos, b->seen.pos, a->plan->pos_size);
    if (st_now(&a->t).kind != ST_DECIDE || st_now(&a->t).side != B)
        return;
    int n = st_offers(&a->t, x, OFFERS);
    assert_int_equal(n, st_offers(&b->t, y, OFFERS));
    assert_memory_equal(x, y, (size_t)(n < OFFERS ? n : OFFERS) * sizeof x[0]);
    for (const char *const *text = tried; *text; text++) { /* the truth refuses alike, in the same words */
        struct st_refusal p = { "", "" }, q = { "", "" };
        struct st_move m;

        assert_int_equal(st_move_parse(&m, a->plan, *text, NULL), ST_LEGAL);
        assert_int_equal(st_check(&a->t, &m, &p), st_check(&b->t, &m, &q));
        assert_string_equal(p.para, q.para);
        assert_string_equal(p.text, q.text);
    }
}

static void both(struct world *a, struct world *b, const char *text)
{
    play(a, text);
    play(b, text);
    indistinguishable(a, b);
}

static void test_honour__deployment_is_unseen_until_both_have_answered(void **state)
{
    static const char *const first[] = { "vanguard UA1,UA4", "rear -", "command CA2", "command CA1", "none",
                                         "hand formation,charge,artillery", NULL };
    static const char *const second[] = { "vanguard UA2", "rear UA5,UA4", "none", "command CA3",
                                          "command CA1", "hand reserve,reserve,muster", NULL };
    struct world a, b;

    (void)state;
    begin(&a);
    begin(&b);
    for (int i = 0; i < 6; i++) { /* question for question: six, whatever is answered */
        same_prompt(&a, &b);
        play(&a, first[i]);
        play(&b, second[i]);
        look(&a);
        look(&b);
        assert_memory_equal(a.seen.pos, b.seen.pos, a.plan->pos_size);
    }
    indistinguishable(&a, &b);
    both(&a, &b, "vanguard UB1");
    both(&a, &b, "rear UB2");
    both(&a, &b, "command CB2");
    both(&a, &b, "command CB1");
    both(&a, &b, "none");
    end(&a);
    end(&b);
}

static const char *const same_field[] = { "vanguard UA1,UA4", "rear UA3", "command CA2", "command CA1",
                                          "command CA3", NULL };
static const char *const answer[] = { "vanguard UB1", "rear UB3", "command CB2", "command CB1",
                                      "command CB3", "hand firearms", NULL };

static void test_honour__a_hand_and_a_posture_are_unseen_until_played(void **state)
{
    struct world a, b;

    (void)state;
    begin(&a);
    begin(&b);
    play_all(&a, same_field);
    play_all(&b, same_field);
    play(&a, "hand charge,firearms,muster");
    play(&b, "hand reserve,coordination,combined");
    play_all(&a, answer);
    play_all(&b, answer);
    indistinguishable(&a, &b);
    play(&a, "engage firearms");
    play(&b, "hold coordination");
    indistinguishable(&a, &b);

    /* What B may ask of the odds is asked of what B sees. */
    struct st_move hold;
    struct st_probe lost;
    struct st_odds x, y;
    struct st_error err;
    assert_int_equal(st_move_parse(&hold, a.plan, "hold -", NULL), ST_LEGAL);
    assert_int_equal(st_probe_parse(&lost, a.plan, "B.lost", NULL), ST_LEGAL);
    struct st_ask ask = { .move = &hold, .probe = &lost, .nprobes = 1 };
    assert_int_equal(st_odds(&x, &a.seen, &ask, &err), ST_OK);
    assert_int_equal(st_odds(&y, &b.seen, &ask, &err), ST_OK);
    assert_int_equal(x.nrows, y.nrows);
    for (int i = 0; i < x.nrows; i++) {
        assert_int_equal(x.row[i].value[0], y.row[i].value[0]);
        assert_true(st_frac_equal(x.row[i].p, y.row[i].p));
    }
    st_odds_free(&x);
    st_odds_free(&y);

    play(&a, "hold -"); /* now both are open, and the worlds may differ */
    look(&a);
    look(&b);
    assert_memory_not_equal(a.seen.pos, b.seen.pos, a.plan->pos_size);
    end(&a);
    end(&b);
}

/* Whether the other side may hear that this was decided here. */
static bool is_secret(const struct world *w, const char *text)
{
    struct st_move m;

    assert_int_equal(st_move_parse(&m, w->plan, text, NULL), ST_LEGAL);
    return w->plan->game->secret(&w->t, &m, st_now(&w->t).side == A ? B : A);
}

static void test_honour__who_gives_way_is_seen_by_both(void **state)
{
    struct world w;

    (void)state;
    begin(&w);
    assert_true(is_secret(&w, "vanguard UA1"));
    play_all(&w, same_field);
    assert_true(is_secret(&w, "hand muster"));
    play(&w, "hand muster");
    play_all(&w, answer);
    assert_true(is_secret(&w, "engage -"));
    play(&w, "hold -");
    play(&w, "hold -");
    assert_string_equal(st_now(&w.t).step, "yield");
    assert_false(is_secret(&w, "yield"));
    assert_false(is_secret(&w, "continue"));
    end(&w);
}

static void test_honour__the_reserve_question_does_not_tell_who_holds_the_chit(void **state)
{
    struct world a, b;

    (void)state;
    begin(&a);
    begin(&b);
    play_all(&a, same_field);
    play_all(&b, same_field);
    play(&a, "hand reserve");
    play(&b, "hand muster");
    play_all(&a, answer);
    play_all(&b, answer);
    indistinguishable(&a, &b);
    for (int i = 0; i < 3; i++) {
        both(&a, &b, "hold -");
        both(&a, &b, "hold -");
        if (i < 2) {
            both(&a, &b, "continue");
            both(&a, &b, "continue");
        }
    }
    both(&a, &b, "hold -"); /* the Main Body Fight */
    both(&a, &b, "hold -");
    both(&a, &b, "continue");
    both(&a, &b, "continue");
    assert_string_equal(st_now(&a.t).step, "reserve");
    assert_true(is_secret(&a, "decline"));
    both(&a, &b, "decline");
    assert_string_equal(st_now(&a.t).step, "reserve");
    assert_int_equal(st_now(&a.t).side, B);
    both(&a, &b, "decline");
    end(&a);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_honour__deployment_is_unseen_until_both_have_answered),
        cmocka_unit_test(test_honour__a_hand_and_a_posture_are_unseen_until_played),
        cmocka_unit_test(test_honour__who_gives_way_is_seen_by_both),
        cmocka_unit_test(test_honour__the_reserve_question_does_not_tell_who_holds_the_chit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
