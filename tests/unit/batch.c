/* batch.c - many games at once: moves that stand in the mask are legal, the same seed plays the same
 * games, and an observation never depends on what a side may not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../src/view/batch.c" /* a look inside: positions are nobody's business outside */

#include "base/hash.h"
#include "play/dice.h"

enum { GAMES = 6, FEATURES = 20000 };

static struct sandtable_batch *make(const char *name, int games, int width, int flags, uint64_t seed)
{
    char why[300] = "";
    struct sandtable_batch *b = sandtable_batch_new(name, NULL, games, width, flags, seed, why, sizeof why);

    if (!b)
        fail_msg("%s: %s", name, why);
    return b;
}

/* Some place of the mask; -1 where it is over. */
static void choose(const struct sandtable_batch *b, uint64_t seed, int32_t *choice)
{
    for (int g = 0; g < b->games; g++) {
        int n = 0;

        while (n < b->width && b->mask[g * b->width + n])
            n++;
        choice[g] = b->side[g] < 0 ? -1 : (int32_t)(st_hash_join(seed, (uint64_t)g) % (unsigned)n);
    }
}

static uint64_t play_on(struct sandtable_batch *b, int steps, uint64_t seed)
{
    uint64_t hash = 0;
    int32_t choice[GAMES];

    for (int i = 0; i < steps; i++) {
        choose(b, seed + (uint64_t)i, choice);
        assert_true(sandtable_batch_step(b, choice) >= 0);
        for (int g = 0; g < b->games; g++)
            hash = st_hash_join(hash, st_pos_hash(b->plan, table(b, g).pos));
    }
    return hash;
}

static const char *const scenarios[] = { "blank/duel", "shields/malfosse", "mons/nimy", "guerre/teaching_ofanto",
                                         "skirmish/salt_path", "honour/bicocca_1522" };
enum { NSCENARIOS = sizeof scenarios / sizeof scenarios[0] };

static void test_batch__the_same_seed_plays_the_same_games(void **state)
{
    (void)state;
    for (int i = 0; i < NSCENARIOS; i++) {
        struct sandtable_batch *a = make(scenarios[i], GAMES, 20, 0, 7), *b = make(scenarios[i], GAMES, 20, 0, 7);
        uint64_t first = play_on(a, 40, 3);

        assert_true(first == play_on(b, 40, 3));
        sandtable_batch_seed(b, 7);
        assert_true(first == play_on(b, 40, 3));
        sandtable_batch_seed(b, 8);
        assert_true(first != play_on(b, 40, 3));
        sandtable_batch_free(a);
        sandtable_batch_free(b);
    }
}

static void test_batch__a_game_does_not_hang_on_those_beside_it(void **state)
{
    struct sandtable_batch *one = make("shields/malfosse", 1, 8, 0, 5), *many = make("shields/malfosse", GAMES, 8, 0, 5);

    (void)state;
    play_on(one, 30, 1);
    play_on(many, 30, 1);
    assert_memory_equal(table(one, 0).pos, table(many, 0).pos, one->plan->pos_size);
    sandtable_batch_free(one);
    sandtable_batch_free(many);
}

/* Every move that stands in a mask is legal and can be read back from its text; none stands twice. */
static void check_masks(struct sandtable_batch *b)
{
    for (int g = 0; g < b->games; g++)
        for (int i = 0; i < b->width && b->mask[g * b->width + i]; i++) {
            const struct st_move *m = &b->move[g * b->width + i];
            struct st_table t = table(b, g);
            struct st_refusal why;
            struct st_move back;

            if (st_check(&t, m, &why))
                fail_msg("%s: %s %s", sandtable_batch_text(b, g, i), why.para, why.text);
            assert_int_equal(st_move_parse(&back, b->plan, sandtable_batch_text(b, g, i), &why), ST_LEGAL);
            assert_false(stands(&b->move[g * b->width], i, m));
        }
}

static void test_batch__what_stands_in_a_mask_is_legal(void **state)
{
    (void)state;
    for (int i = 0; i < NSCENARIOS; i++)
        for (int flags = 0; flags <= SANDTABLE_SAMPLED; flags++) {
            struct sandtable_batch *b = make(scenarios[i], 3, 12, flags, 2);

            for (int step = 0; step < 25; step++) {
                check_masks(b);
                play_on(b, 1, (uint64_t)step);
            }
            sandtable_batch_free(b);
        }
}

static void test_batch__all_moves_stand_where_they_fit(void **state)
{
    struct sandtable_batch *b = make("blank/duel", 1, 64, 0, 1);
    struct st_move all[64];
    struct st_table t = table(b, 0);

    (void)state;
    int n = st_offers(&t, all, 64);
    assert_false(b->sampled[0]);
    for (int i = 0; i < 64; i++)
        assert_int_equal(b->mask[i], i < n);
    sandtable_batch_free(b);
}

/* However many are drawn, the first is the one a playout would make. */
static void play_first_moves(const char *scenario, int width)
{
    struct sandtable_batch *b = make(scenario, 3, width, SANDTABLE_SAMPLED, 11);
    struct st_table t = { b->plan, calloc(1, b->plan->pos_size), NULL };

    assert_non_null(t.pos);
    while (sandtable_batch_step(b, (int32_t[]){ 0, 0, 0 }) > 0)
        continue;
    for (int g = 0; g < 3; g++) {
        st_begin(&t);
        st_playout(&t, 11, (uint64_t)g);
        assert_memory_equal(t.pos, table(b, g).pos, b->plan->pos_size);
    }
    free(t.pos);
    sandtable_batch_free(b);
}

static void test_batch__the_first_drawn_moves_play_the_games_of_playouts(void **state)
{
    (void)state;
    for (int i = 0; i < NSCENARIOS; i++) {
        play_first_moves(scenarios[i], 1);
        play_first_moves(scenarios[i], 8);
    }
}

static void test_batch__games_end_with_a_reward_and_begin_again(void **state)
{
    struct sandtable_batch *b = make("blank/duel", GAMES, 16, 0, 3);
    float sum[2] = { 0, 0 };
    int32_t choice[GAMES];
    int won = 0;

    (void)state;
    for (int i = 0, playing = GAMES; playing; i++) {
        choose(b, (uint64_t)i, choice);
        playing = sandtable_batch_step(b, choice);
        for (int g = 0; g < GAMES; g++) {
            sum[0] += b->reward[2 * g];
            sum[1] += b->reward[2 * g + 1];
            won += b->reward[2 * g] != 0;
        }
        assert_true(i < 1000);
    }
    assert_true(won > 0 && sum[0] == -sum[1]);
    uint64_t over = st_hash(b->pos, GAMES * b->plan->pos_size);
    play_on(b, 2, 1); /* nothing happens in games that are over */
    assert_true(over == st_hash(b->pos, GAMES * b->plan->pos_size));
    sandtable_batch_reset(b, 2);
    assert_true(b->side[2] >= 0 && b->side[1] < 0 && b->progress[2].episode == 1);
    sandtable_batch_reset(b, -1);
    for (int g = 0; g < GAMES; g++)
        assert_true(b->side[g] >= 0 && b->progress[g].episode == 1);
    sandtable_batch_free(b);
}

static void test_batch__a_copy_goes_on_alike(void **state)
{
    struct sandtable_batch *b = make("mons/nimy", 2, 10, 0, 4);

    (void)state;
    play_on(b, 20, 9);
    sandtable_batch_copy(b, 0, 1);
    assert_memory_equal(table(b, 0).pos, table(b, 1).pos, b->plan->pos_size);
    assert_memory_equal(b->move, b->move + b->width, (size_t)b->width * sizeof *b->move);
    for (int i = 0; i < 20; i++)
        sandtable_batch_step(b, (int32_t[]){ 0, 0 }); /* the same choices, the same dice */
    assert_memory_equal(table(b, 0).pos, table(b, 1).pos, b->plan->pos_size);
    sandtable_batch_free(b);
}

static void test_batch__a_choice_on_no_move_changes_nothing(void **state)
{
    struct sandtable_batch *b = make("blank/duel", 2, 16, 0, 1);
    uint64_t before = st_hash(b->pos, 2 * b->plan->pos_size);

    (void)state;
    assert_int_equal(sandtable_batch_step(b, (int32_t[]){ 0, 15 }), -1);
    assert_int_equal(sandtable_batch_step(b, (int32_t[]){ 0, 16 }), -1);
    assert_int_equal(sandtable_batch_step(b, (int32_t[]){ 0, -2 }), -1);
    assert_true(before == st_hash(b->pos, 2 * b->plan->pos_size));
    assert_int_equal(sandtable_batch_step(b, (int32_t[]){ 0, -1 }), 2);
    sandtable_batch_free(b);
}

/* What is hidden from side is imagined otherwise: it sees the same, and may do the same. */
static int look_twice(struct sandtable_batch *b, int side, uint64_t seed, int32_t *one, int32_t *two)
{
    const struct st_game *g = b->plan->game;
    size_t size = b->plan->pos_size;
    struct st_table t = table(b, 0), other = table(b, 1);
    struct st_seeded dice;

    sandtable_batch_copy(b, 0, 1);
    g->observe(&t, side, other.pos);
    st_seeded_init(&dice, seed, 1);
    g->guess(&other, side, &dice.source);
    bool differ = memcmp(t.pos, other.pos, size) != 0;
    if (!g->hides(&t, side)) { /* then nothing is blanked, and no other world is possible */
        g->observe(&t, side, b->seen);
        assert_memory_equal(t.pos, b->seen, size);
        assert_false(differ);
    }
    sandtable_batch_observe(b, 0, side, one);
    sandtable_batch_observe(b, 1, side, two);
    assert_memory_equal(one, two, (size_t)b->gather.n * sizeof *one);
    if (b->side[0] == side) {
        settle(b, 0);
        settle(b, 1);
        assert_memory_equal(b->mask, b->mask + b->width, (size_t)b->width);
        for (int i = 0; i < b->width && b->mask[i]; i++)
            assert_true(st_move_equal(&b->move[i], &b->move[b->width + i]));
    }
    return differ;
}

static void test_batch__an_observation_never_depends_on_what_a_side_may_not_know(void **state)
{
    static const struct {
        const char *name;
        int least; /* how often there must have been something to hide */
    } secret[] = { { "skirmish/salt_path", 40 }, { "skirmish/guildo_ford", 40 }, { "skirmish/lanvaux_heath", 40 },
                   { "honour/bicocca_1522", 40 }, { "honour/relief_1525", 0 }, { "honour/pavia_1524", 0 } };
    enum { LOOKS = 120, LOOKS_MOST = 20000 }; /* chance hardly brings armies to a battle from afar */
    static int32_t one[FEATURES], two[FEATURES];

    (void)state;
    for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
        struct sandtable_batch *b = make(secret[i].name, 2, 10, 0, 6);
        int differing = 0;

        assert_true(b->gather.n > 0 && b->gather.n <= FEATURES);
        assert_non_null(b->plan->game->observe);
        for (int step = 0; step < LOOKS || (step < LOOKS_MOST && differing < secret[i].least); step++) {
            if (b->side[0] < 0)
                sandtable_batch_reset(b, 0);
            differing += look_twice(b, 0, (uint64_t)step, one, two);
            differing += look_twice(b, 1, (uint64_t)step, one, two);
            sandtable_batch_copy(b, 0, 1);
            play_on(b, 1, (uint64_t)step);
        }
        if (differing < secret[i].least)
            fail_msg("%s: only %d times was there something to hide", secret[i].name, differing);
        sandtable_batch_free(b);
    }
}

/* What is kept up to date with every step is what a whole look sees, for whoever decides, in games that
 * begin again and are copied too. */
static void check_kept(struct sandtable_batch *b, const char *name, int step)
{
    static int32_t whole[FEATURES];

    assert_true(b->gather.n <= FEATURES);
    for (int g = 0; g < b->games; g++) {
        if (b->side[g] < 0)
            continue;
        sandtable_batch_observe(b, g, b->side[g], whole);
        for (int i = 0; i < b->gather.n; i++)
            if (whole[i] != sandtable_batch_observed(b)[g * b->gather.n + i])
                fail_msg("%s, step %d: %s of piece %d is %d, not %d", name, step, b->gather.feature[i].field->name,
                         b->gather.feature[i].piece, whole[i], sandtable_batch_observed(b)[g * b->gather.n + i]);
    }
}

static void test_batch__what_is_kept_is_what_a_whole_look_sees(void **state)
{
    static const char *const all[] = { "blank/duel", "shields/malfosse", "shields/stamford", "shields/hastings",
        "mons/nimy", "mons/mons", "guerre/teaching_ofanto", "guerre/cerignola_1503", "guerre/ravenna_1512",
        "guerre/open", "skirmish/salt_path", "skirmish/guildo_ford", "skirmish/lanvaux_heath",
        "honour/bicocca_1522", "honour/relief_1525", "honour/pavia_1524" };

    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        for (int flags = SANDTABLE_OBSERVED | SANDTABLE_SAMPLED; flags;) {
            struct sandtable_batch *b = make(all[k], 3, 2, flags, 5);
            bool measures = flags & SANDTABLE_MEASURES;

            for (int step = 0; step < (measures ? 30 : 600); step++) {
                check_kept(b, all[k], step);
                if (step % 50 == 49)
                    sandtable_batch_copy(b, 0, 2);
                if (step % 90 == 89)
                    sandtable_batch_reset(b, 1);
                sandtable_batch_reset(b, -1);
                play_on(b, 1, (uint64_t)step);
            }
            sandtable_batch_free(b);
            flags = measures ? 0 : flags | SANDTABLE_MEASURES;
        }
}

static void test_batch__what_cannot_be_made_says_why(void **state)
{
    char why[200];

    (void)state;
    assert_null(sandtable_batch_new("shelds/malfosse", NULL, 1, 1, 0, 1, why, sizeof why));
    assert_non_null(strstr(why, "did you mean `shields`"));
    assert_null(sandtable_batch_new("blank", NULL, 1, 1, 0, 1, why, sizeof why));
    assert_non_null(strstr(why, "which scenario of blank?"));
    assert_null(sandtable_batch_new("blank/duel", "turns", 1, 1, 0, 1, why, sizeof why));
    assert_non_null(strstr(why, "`turns` is no key=value"));
    assert_null(sandtable_batch_new("blank/duel", "turns=many", 1, 1, 0, 1, why, sizeof why));
    assert_null(sandtable_batch_new("blank/duel", NULL, 0, 1, 0, 1, why, sizeof why));
    assert_non_null(strstr(why, "a batch has 1 to"));
    struct sandtable_batch *b = sandtable_batch_new("blank/duel", "turns=1\n", 1, 8, 0, 1, why, sizeof why);
    assert_non_null(b);
    assert_non_null(strstr(sandtable_batch_about(b), "\"North.steps\""));
    sandtable_batch_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batch__the_same_seed_plays_the_same_games),
        cmocka_unit_test(test_batch__a_game_does_not_hang_on_those_beside_it),
        cmocka_unit_test(test_batch__what_stands_in_a_mask_is_legal),
        cmocka_unit_test(test_batch__all_moves_stand_where_they_fit),
        cmocka_unit_test(test_batch__the_first_drawn_moves_play_the_games_of_playouts),
        cmocka_unit_test(test_batch__games_end_with_a_reward_and_begin_again),
        cmocka_unit_test(test_batch__a_copy_goes_on_alike),
        cmocka_unit_test(test_batch__a_choice_on_no_move_changes_nothing),
        cmocka_unit_test(test_batch__an_observation_never_depends_on_what_a_side_may_not_know),
        cmocka_unit_test(test_batch__what_is_kept_is_what_a_whole_look_sees),
        cmocka_unit_test(test_batch__what_cannot_be_made_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
