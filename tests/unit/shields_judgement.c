/* shields_judgement.c - what the base player of Shields does like a person who knows the game: read
 * from the records of whole games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/game.h"
#include "match/match.h"

#include <string.h>

extern const struct st_game st_game_shields;

enum { GAMES = 6, NORMAN = 0, ENGLISH = 1 };

struct eye { /* until when Harold's men kept their ranks */
    struct st_watcher watcher;
    int broken_in; /* turn; 0: never */
};

static int field(const struct st_table *t, const char *name)
{
    return st_field_get(t, st_field_find(t->plan->game, st_span_of(name), false), -1);
}

static void see(struct st_watcher *self, const struct st_table *t)
{
    struct eye *eye = (struct eye *)self;

    if (!field(t, "discipline") && !eye->broken_in)
        eye->broken_in = field(t, "turn");
}

/* Plays a game and says who won; its record is added to out. */
static int play(const char *scenario, const char *first, const char *second, int game,
                struct st_buf *out, struct eye *eye)
{
    struct st_error err;
    struct st_plan *plan = NULL;
    struct st_bout_result result;

    assert_int_equal(
        st_plan_make(&plan, &st_game_shields, scenario, &st_files_library, NULL, 0, &err), ST_OK);
    struct st_bout b = { .plan = plan, .kind = { first, second }, .seed = 7, .game = (uint64_t)game,
                         .watch = eye ? &eye->watcher : NULL, .record = out };
    assert_int_equal(st_bout_play(&result, &b, &err), ST_OK);
    st_plan_free(plan);
    return result.winner;
}

static int count(const struct st_buf *record, const char *words)
{
    int n = 0;

    for (const char *at = st_buf_text(record); (at = strstr(at, words)); at += strlen(words))
        n++;
    return n;
}

/* Games of greedy against itself, written down one after the other. */
static int games(void **state)
{
    static struct st_buf record;

    for (int i = 0; i < GAMES; i++)
        play("malfosse", "greedy", "greedy", i, &record, NULL);
    *state = &record;
    return 0;
}

static int forget(void **state)
{
    st_buf_free(*state);
    return 0;
}

static void test_judgement__who_never_moves_loses_at_the_malfosse(void **state)
{
    int won = 0;

    (void)state;
    for (int i = 0; i < GAMES; i++) {
        won += play("malfosse", "greedy", "pass", i, NULL, NULL) == NORMAN;
        assert_int_equal(play("malfosse", "pass", "greedy", i, NULL, NULL), ENGLISH);
    }
    assert_in_range(won, GAMES / 2 + 1, GAMES);
}

static void test_judgement__the_last_command_is_chosen_as_well_as_the_first(void **state)
{
    int good = count(*state, "1 Norman  assign 1 move Pursuit\n2 Norman  assign 2 combat Pursuit\n") +
               count(*state, "1 Norman  assign 2 combat Pursuit\n2 Norman  assign 1 move Pursuit\n");

    assert_int_equal(good, GAMES); /* not what chance would have */
}

static void test_judgement__nobody_withdraws_for_nothing(void **state)
{
    assert_true(count(*state, "Norman  withdraw ") + count(*state, "English  withdraw ") >=
                count(*state, "assign 1 withdraw "));
}

static void test_judgement__harold_keeps_his_ridge_and_his_discipline(void **state)
{
    int kept = 0;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct eye eye = { { see }, 0 };

        play("hastings", "greedy", "greedy", i, NULL, &eye);
        assert_true(!eye.broken_in || eye.broken_in > 4);
        kept += !eye.broken_in;
    }
    assert_in_range(kept, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judgement__who_never_moves_loses_at_the_malfosse),
        cmocka_unit_test(test_judgement__the_last_command_is_chosen_as_well_as_the_first),
        cmocka_unit_test(test_judgement__nobody_withdraws_for_nothing),
        cmocka_unit_test(test_judgement__harold_keeps_his_ridge_and_his_discipline),
    };

    return cmocka_run_group_tests(tests, games, forget);
}
