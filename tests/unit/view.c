/* view.c - what a side is shown of a game with secrets, on a toy game: both sides lay a chit face
 * down, one after the other, then they are turned up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sandtable.h>
#include "view/facade.h"
#include "play/session.h"
#include "base/file.h"
#include "view/view.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERB_LAY, VERB_SHOW };
enum { STEP_LAY, STEP_SHOW, STEP_OVER };
enum { CHITS = 3, NONE = 0 }; /* a chit not laid, and one that is blanked, look alike on purpose */

struct chit_pos {
    struct st_flow flow;
    uint8_t chit[ST_SIDES], laid[ST_SIDES];
};
_Static_assert(sizeof(struct chit_pos) == 16, "no hidden padding");

static struct chit_pos *pos(const struct st_table *t)
{
    return t->pos;
}

static void lay_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    for (int c = 0; c < CHITS; c++) {
        struct st_move m = st_move_1(VERB_LAY, c);

        st_offer_add(o, &m);
    }
}

static enum st_answer lay_check(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why)
{
    (void)t;
    return m->verb == VERB_LAY ? ST_LEGAL : st_refuse(why, "C1", "lay a chit");
}

static void lay_apply(struct st_table *t, const struct st_move *m)
{
    struct chit_pos *p = pos(t);

    p->chit[p->flow.side] = (uint8_t)m->arg[0];
    p->laid[p->flow.side] = 1;
    st_tell(t, "C1", "chit %d is laid", m->arg[0]);
    p->flow.side ^= 1;
    st_go(t, p->laid[0] && p->laid[1] ? STEP_SHOW : STEP_LAY);
}

static void show_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_0(VERB_SHOW);

    (void)t;
    st_offer_add(o, &m);
}

static enum st_answer show_check(const struct st_table *t, const struct st_move *m,
                                 struct st_refusal *why)
{
    (void)t;
    return m->verb == VERB_SHOW ? ST_LEGAL : st_refuse(why, "C2", "show the chits");
}

static void show_apply(struct st_table *t, const struct st_move *m)
{
    (void)m;
    st_go(t, STEP_OVER);
}

static void chit_observe(const struct st_table *t, int side, void *out)
{
    struct chit_pos *seen = out;

    *seen = *pos(t);
    if (st_now(t).kind != ST_OVER)
        seen->chit[1 - side] = NONE;
}

static void chit_guess(struct st_table *t, int side, struct st_source *dice)
{
    struct st_chance c = { .quiet = true };
    int face = 1;

    if (st_now(t).kind == ST_OVER || !pos(t)->laid[1 - side])
        return;
    st_dice(&c, 1, CHITS, " ");
    dice->roll(dice, &c, &face, NULL);
    pos(t)->chit[1 - side] = (uint8_t)(face - 1);
}

static int get_chit(const struct st_table *t, int side)
{
    return pos(t)->chit[side];
}

static int get_sum(const struct st_table *t, int none)
{
    (void)none;
    return pos(t)->chit[0] + pos(t)->chit[1];
}

static void chit_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    (void)side; /* a careless game: it shows whatever it is given */
    st_scene_note(scene, "chits %d and %d", pos(t)->chit[0], pos(t)->chit[1]);
}

static int chit_plan(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    static const char *const names[] = { "low", "middle", "high" };

    (void)sc;
    out->side[0] = "North";
    out->side[1] = "South";
    int e = st_plan_names(out, "side", out->side, NULL, ST_SIDES, err);
    return e ? e : st_plan_names(out, "chit", names, NULL, CHITS, err);
}

static void chit_setup(struct st_table *t)
{
    st_go(t, STEP_LAY);
}

static const struct st_field fields[] = {
    { "chit", "chit", "side", NULL, NULL, get_chit, NULL },
    { "sum", "sum of the chits", NULL, NULL, NULL, get_sum, NULL },
};
static const struct st_verb verbs[] = {
    [VERB_LAY] = { "lay {chit}", NULL },
    [VERB_SHOW] = { "show", NULL },
};
static const struct st_step *const steps[] = {
    [STEP_LAY] = &(const struct st_step){ "lay", "C1", ST_DECIDE, .offer = lay_offer, .check = lay_check,
                   .apply = lay_apply },
    [STEP_SHOW] = &(const struct st_step){ "show", "C2", ST_DECIDE, .confirm = true, .offer = show_offer,
                    .check = show_check, .apply = show_apply },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "C3", .kind = ST_OVER },
};
static const char *const scenarios[] = { "only" };
static const struct st_game chits = {
    .pos_size = sizeof(struct chit_pos),
    .id = "chits",
    .title = "Chits",
    .edition = "1",
    .scenarios = scenarios,
    .nscenarios = 1,
    .steps = steps,
    .nsteps = 3,
    .verbs = verbs,
    .nverbs = 2,
    .fields = &(const struct st_fields){ ST_ROWS(fields) },
    .plan = chit_plan,
    .setup = chit_setup,
    .observe = chit_observe,
    .guess = chit_guess,
    .describe = chit_describe,
};

/* ---- a table ------------------------------------------------------------------------------ */

static int empty_read(const struct st_files *self, struct st_arena *a, const char *name,
                      struct st_span *out, struct st_error *err)
{
    (void)self, (void)a, (void)name, (void)err;
    *out = (struct st_span){ "", 0 };
    return ST_OK;
}

struct table {
    struct st_plan *plan;
    struct st_session *session;
};

static void open_table(struct table *t)
{
    static const struct st_files empty = { empty_read, NULL };

    assert_int_equal(st_plan_make(&t->plan, &chits, "only", &empty, NULL, 0, NULL), ST_OK);
    assert_int_equal(st_session_open(&t->session, t->plan, NULL, NULL), ST_OK);
}

static void close_table(struct table *t)
{
    st_session_free(t->session);
    st_plan_free(t->plan);
}

static void say(struct table *t, const char *move)
{
    enum st_answer answer;
    struct st_refusal why;

    assert_int_equal(st_session_move(t->session, move, ST_TYPED, &answer, &why, NULL), ST_OK);
    assert_int_equal(answer, ST_LEGAL);
}

/* All that the layer writes about the present for a side, in one text. */
static char *all_for(const struct table *t, int side)
{
    const struct st_table *now = st_session_table(t->session);
    struct chit_pos masked;
    struct st_table seen = st_view_seen(now, side, &masked);
    struct st_offer_list offers;
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_refusal why;

    st_json_open(&j, NULL, '{');
    st_view_position(&j, &seen, side, NULL);
    assert_int_equal(st_view_fields(&j, "North", &seen, "North", &why), ST_LEGAL);
    assert_int_equal(st_view_fields(&j, "South", &seen, "South", &why), ST_LEGAL);
    assert_int_equal(st_offer_list(&offers, &seen, side, NULL), ST_OK);
    st_view_offers(&j, "offers", &seen, &offers, NULL);
    st_offer_list_free(&offers);
    st_view_news(&j, "lines", t->session, 0, side);
    struct st_scene *scene = st_view_scene(&seen, side);
    assert_non_null(scene);
    struct st_buf svg = { 0 };
    st_svg_map(&svg, t->plan, scene);
    st_json_text(&j, "svg", st_buf_text(&svg));
    st_buf_free(&svg);
    free(scene);
    st_json_close(&j, '}');
    assert_false(out.failed);
    json_t *parsed = json_loads(out.text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(parsed);
    json_decref(parsed);
    return out.text;
}

/* ---- the tests ---------------------------------------------------------------------------- */

/* Two worlds that differ only in what South may not know must read the same to him, whatever North
 * has laid: the blank among them looks like the first chit. */
static void test_secrets__two_worlds_a_side_may_not_tell_apart_read_the_same(void **state)
{
    static const char *const lay[CHITS] = { "lay low", "lay middle", "lay high" };
    char *text[CHITS];

    (void)state;
    for (int c = 0; c < CHITS; c++) {
        struct table t;

        open_table(&t);
        say(&t, lay[c]);
        text[c] = all_for(&t, 1);
        char *own = all_for(&t, 0);
        assert_non_null(strstr(own, lay[c])); /* the decider knows what he did */
        free(own);
        close_table(&t);
    }
    for (int c = 1; c < CHITS; c++)
        assert_string_equal(text[c], text[0]);
    assert_non_null(strstr(text[0], "\"secret\":true"));
    assert_null(strstr(text[0], "is laid"));
    for (int c = 0; c < CHITS; c++)
        free(text[c]);
}

static void test_secrets__what_is_turned_up_is_told_to_all(void **state)
{
    struct table t;

    (void)state;
    open_table(&t);
    say(&t, "lay high");
    say(&t, "lay low");
    char *before = all_for(&t, 1);
    assert_non_null(strstr(before, "\"lay low\""));
    assert_null(strstr(before, "\"lay high\""));
    say(&t, "show");
    char *after = all_for(&t, 1);
    assert_non_null(strstr(after, "Chits 2 and 0"));
    assert_non_null(strstr(after, "\"text\":\"show\""));
    free(before);
    free(after);
    close_table(&t);
}

static void test_secrets__the_umpire_sees_all(void **state)
{
    struct table t;

    (void)state;
    open_table(&t);
    say(&t, "lay high");
    char *text = all_for(&t, ST_UMPIRE);
    assert_non_null(strstr(text, "\"lay high\""));
    assert_non_null(strstr(text, "chit 2 is laid"));
    assert_non_null(strstr(text, "Chits 2 and 0"));
    assert_null(strstr(text, "\"secret\""));
    free(text);
    close_table(&t);
}

static void test_secrets__a_side_is_offered_its_own_moves_only(void **state)
{
    struct table t;
    struct st_offer_list offers;

    (void)state;
    open_table(&t);
    assert_int_equal(st_offer_list(&offers, st_session_table(t.session), 0, NULL), ST_OK);
    assert_int_equal(offers.n, CHITS);
    st_offer_list_free(&offers);
    assert_int_equal(st_offer_list(&offers, st_session_table(t.session), 1, NULL), ST_OK);
    assert_int_equal(offers.n, 0);
    st_offer_list_free(&offers);
    close_table(&t);
}

/* ---- families ----------------------------------------------------------------------------- */

static void free_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move m = st_move_1(VERB_LAY, 1), bare = st_move_0(VERB_LAY);

    (void)t;
    st_offer_family(o, &bare, 0);
    st_offer_add(o, &m);
}

static void test_offers__families_come_last_with_their_places_to_fill(void **state)
{
    struct st_step lay = *steps[STEP_LAY];
    const struct st_step *loose[3];
    struct st_game game = chits;
    struct table t;
    struct st_offer_list offers;

    (void)state;
    memcpy(loose, steps, sizeof loose);
    lay.offer = free_offer;
    loose[STEP_LAY] = &lay;
    game.steps = loose;
    open_table(&t);
    t.plan->game = &game;
    assert_int_equal(st_offer_list(&offers, st_session_table(t.session), 0, NULL), ST_OK);
    assert_int_equal(offers.n, 2);
    assert_int_equal(offers.nfamilies, 1);
    assert_string_equal(offers.item[0].text, "lay middle");
    assert_string_equal(offers.item[1].text, "lay {chit}");
    assert_int_equal(offers.item[1].fixed, 0);
    st_offer_list_free(&offers);
    close_table(&t);
}

/* ---- pictures ----------------------------------------------------------------------------- */

static void test_svg__words_from_files_cannot_break_the_picture(void **state)
{
    const char *rows[] = { "<script>" }, *cols[] = { "\"&\"" }, *cells[] = { "a\x01<b>" };
    const struct st_chart_note note[] = { { "</svg>", false } };
    int line[] = { 1 };
    struct st_chart c = { .id = "x",
                          .title = "<t>",
                          .para = "1",
                          .where = "x",
                          .row = { .name = "r", .label = rows, .n = 1 },
                          .col = { .name = "c", .label = cols, .n = 1 },
                          .text = cells,
                          .line = line,
                          .note = note,
                          .nnotes = 1 };
    struct st_buf out = { 0 };

    (void)state;
    st_svg_chart(&out, &c, 0, 0);
    assert_null(strstr(out.text, "<script>"));
    assert_null(strstr(out.text, "<b>"));
    assert_null(strchr(out.text, '\x01'));
    assert_non_null(strstr(out.text, "&lt;script&gt;"));
    assert_ptr_equal(strstr(out.text, "</svg>"), out.text + out.len - 7);
    st_buf_free(&out);
}

/* A handle tells parts of a state as it told them before where they hang on nothing that changed; the sides, who may know less, look in turn. */
static void test_view__what_was_drawn_before_changes_no_state(void **state)
{
    static const char *const path[] = { "tests/records/guerre-open-encounter.rec", "tests/records/skirmish-guildo_ford.rec",
                                        "tests/records/skirmish-salt_path.rec",
                                        "tests/records/shields-hastings-greedy.rec", "tests/records/mons-nimy-greedy.rec",
                                        "tests/records/honour-pavia-greedy.rec" };
    enum { LOOKS = 30 };

    (void)state;
    for (size_t k = 0; k < sizeof path / sizeof path[0]; k++) {
        struct sandtable *one = sandtable_new();
        struct st_buf text = { 0 };
        struct st_error err;

        assert_int_equal(st_file_read(&text, path[k], &err), ST_OK);
        sandtable_load(one, text.text, SANDTABLE_PRESENT);
        int lines = st_session_record(st_facade_session(one))->nlines;
        for (int line = 0; line <= lines; line += lines / LOOKS + 1) {
            struct sandtable *fresh = sandtable_new();
            int side = line % 3 - 1;

            sandtable_load(fresh, text.text, SANDTABLE_PRESENT);
            assert_string_equal(sandtable_state(one, side, line), sandtable_state(fresh, side, line));
            sandtable_free(fresh);
        }
        sandtable_free(one);
        st_buf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_secrets__two_worlds_a_side_may_not_tell_apart_read_the_same),
        cmocka_unit_test(test_secrets__what_is_turned_up_is_told_to_all),
        cmocka_unit_test(test_secrets__the_umpire_sees_all),
        cmocka_unit_test(test_secrets__a_side_is_offered_its_own_moves_only),
        cmocka_unit_test(test_offers__families_come_last_with_their_places_to_fill),
        cmocka_unit_test(test_svg__words_from_files_cannot_break_the_picture),
        cmocka_unit_test(test_view__what_was_drawn_before_changes_no_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
