/* flaws.c - the ordeal itself is tried: a sound game passes, and a game with any one flaw does not.
 *
 * The game: three rounds. In each both sides secretly lay a chit from their hand on a hex of
 * three, then a die falls and the chits are shown; who laid the higher one on the hex the die
 * names scores. It has just enough in it to be wrong in every way the ordeal knows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ordeal.h"

#include "core/scene.h"
#include "core/scratch.h"

#include <stdio.h>
#include <string.h>

enum flaw {
    SOUND,
    OFFERS_ILLEGAL,
    OFFERS_TWICE,
    OFFERS_TOO_FEW,
    OFFERS_NOTHING,
    OFFERS_UNSOUND,
    ASKS_FORCED,
    FORCES_CHOICE,
    FORCES_ANOTHER,
    REFUSES_WITHOUT_PARAGRAPH,
    REFUSES_WITHOUT_WORDS,
    REFUSES_INVENTED_PARAGRAPH,
    REFUSES_WHEN_ASKED_WHY,
    SAMPLES_ILLEGAL,
    PROPOSES_ILLEGAL,
    SAMPLES_AT_WHIM,
    WEIGHT_ZERO,
    FACE_TWICE,
    NO_FACES,
    NO_LABEL,
    FACES_FOR_READERS,
    INSANE,
    WRITES_BEYOND,
    LOOK_CHANGES,
    ENDLESS,
    WINNER_NOBODY_KNOWS,
    LISTENING_CHANGES,
    FORGETFUL,
    SEES_SECRET,
    SEES_TWO_THINGS,
    GUESS_MISSING,
    SEES_OTHER_MOVES,
    FIELD_CHANGES,
    FIELD_OF_NOTHING,
    SCENE_OUTSIDE,
    FLOW_LEFTOVER,
    WORDLESS_EVENT,
    TWO_FORMS_ALIKE,
    RARE_FACE,
    RULING_RUINS,
    RULING_INSANE,
    LEAD_BENT,
    KEEPS_TOO_LONG,
    FLAWS
};

static enum flaw flaw;
static uint32_t whim; /* what a rule must not have: a memory of its own */

enum { LAY, SHOW, KEEP, TALK, SHOUT, SING, VERBS }; /* the last three are never legal */
enum { STEP_LAY, STEP_OWN_CHOICE, STEP_DIE, STEP_SHOW, STEP_ROUND, STEP_OVER };
enum { CHITS = 3, ROUNDS = 3 };

struct chit_pos {
    struct st_flow flow;
    int8_t hex[ST_SIDES]; /* where the chit lies; 9: not laid, 8: laid, and you may not know */
    int8_t chit[ST_SIDES];
    uint8_t hand[ST_SIDES]; /* bits */
    uint8_t score[ST_SIDES];
    uint8_t round, spare[3];
};
_Static_assert(sizeof(struct chit_pos) == 24, "no hidden padding");

static struct chit_pos *pos(const struct st_table *t)
{
    return t->pos;
}

static bool has_chit(const struct st_table *t, int chit)
{
    return pos(t)->hand[pos(t)->flow.side] >> chit & 1;
}

static enum st_answer lay_check(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why)
{
    if (flaw == LOOK_CHANGES)
        pos(t)->spare[0]++;
    if (m->verb != LAY)
        return st_refuse(why,
                         flaw == REFUSES_WITHOUT_PARAGRAPH    ? ""
                         : flaw == REFUSES_INVENTED_PARAGRAPH ? "C99"
                                                              : "C1",
                         "%s", flaw == REFUSES_WITHOUT_WORDS ? "" : "a chit must be laid");
    if (m->arg[1] < 0)
        return st_refuse(why, "C2", "off the map");
    if (!has_chit(t, m->arg[0]))
        return st_refuse(why, "C2", "chit %d is gone", m->arg[0]);
    if (flaw == REFUSES_WHEN_ASKED_WHY && m->arg[1] == 2 && why)
        return st_refuse(why, "C2", "not there");
    return ST_LEGAL;
}

static void lay_offer(const struct st_table *t, struct st_offer *o)
{
    for (int c = 0; c < CHITS && flaw != OFFERS_NOTHING; c++)
        for (int h = 0; h < CHITS; h++) {
            struct st_move m = st_move_make(LAY, 2, c, flaw == OFFERS_UNSOUND && h == 2 ? 77 : h);

            if (flaw == OFFERS_TOO_FEW && h == 2)
                continue;
            if (flaw == SEES_OTHER_MOVES && h == 2 && pos(t)->hex[1 - pos(t)->flow.side] < 8)
                continue; /* peeks at the other's chit */
            if (has_chit(t, c) || flaw == OFFERS_ILLEGAL)
                st_offer_add(o, &m);
            if (flaw == OFFERS_TWICE && has_chit(t, c))
                st_offer_add(o, &m);
        }
}

static bool lay_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    int chit = (int)((seed + (flaw == SAMPLES_AT_WHIM ? whim++ : 0)) % CHITS);

    while (flaw != SAMPLES_ILLEGAL && !has_chit(t, chit))
        chit = (chit + 1) % CHITS;
    *out = st_move_make(LAY, 2, chit, (int)(seed / 7 % CHITS));
    return true;
}

static void lay_propose(const struct st_table *t, struct st_offer *o)
{
    for (int c = 0; c < CHITS; c++) {
        struct st_move m = st_move_make(LAY, 2, c, 0);

        if (has_chit(t, c) || flaw == PROPOSES_ILLEGAL)
            st_offer_add(o, &m);
    }
}

static void lay_apply(struct st_table *t, const struct st_move *m)
{
    struct chit_pos *p = pos(t);
    int side = p->flow.side;

    p->chit[side] = (int8_t)m->arg[0];
    p->hex[side] = (int8_t)m->arg[1];
    if (flaw == INSANE && side == 1)
        p->hex[side] = 5;
    if (flaw == WRITES_BEYOND)
        ((unsigned char *)(p + 1))[3] = 1;
    if (flaw == FLOW_LEFTOVER)
        p->flow.step[3] = 1;
    if (flaw == LISTENING_CHANGES)
        p->spare[1] = t->log != NULL;
    if (flaw == FORGETFUL)
        p->spare[2] = (uint8_t)whim++;
    st_tell(t, "C1", "%s", flaw == WORDLESS_EVENT ? "" : "a chit is laid");
    if (side == 0)
        p->flow.side = 1;
    else
        st_go(t, STEP_OWN_CHOICE);
}

/* A decision with one answer in the first two rounds: it must be taken by itself there. */
static void own_offer(const struct st_table *t, struct st_offer *o)
{
    struct st_move show = st_move_make(SHOW, 0), keep = st_move_make(KEEP, 0);

    st_offer_add(o, &show);
    if (pos(t)->round == ROUNDS - 1)
        st_offer_add(o, &keep);
}

static bool own_forced(const struct st_table *t, struct st_move *only)
{
    *only = st_move_make(flaw == FORCES_ANOTHER ? KEEP : SHOW, 0);
    return flaw == FORCES_CHOICE || (flaw != ASKS_FORCED && pos(t)->round < ROUNDS - 1);
}

static enum st_answer own_check(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why)
{
    if ((m->verb != SHOW && m->verb != KEEP) || (m->verb == KEEP && pos(t)->round < ROUNDS - 1))
        return st_refuse(why, "C3", "show it");
    return ST_LEGAL;
}

static void own_apply(struct st_table *t, const struct st_move *m)
{
    pos(t)->score[1] = (uint8_t)(pos(t)->score[1] + (m->verb == KEEP));
    st_go(t, STEP_DIE);
}

static void die_chance(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 3, "%s", flaw == NO_LABEL ? "" : "hex");
    if (flaw == WEIGHT_ZERO)
        c->face[1].weight = 0;
    if (flaw == FACE_TWICE)
        c->face[1].value = 1;
    if (flaw == NO_FACES)
        c->n = 0;
    if (flaw == FACES_FOR_READERS && c->quiet)
        c->n = 2;
    if (flaw == RARE_FACE) {
        for (int i = 0; i < c->n; i++)
            c->face[i].weight = 20000;
        c->face[c->n++] = (struct st_face){ 4, 1 };
    }
    (void)t;
}

static void die_take(struct st_table *t, int value)
{
    struct chit_pos *p = pos(t);
    int best = -1;

    for (int s = 0; s < ST_SIDES; s++)
        if (p->hex[s] == value - 1 && (best < 0 || p->chit[s] > p->chit[best]))
            best = s;
    if (best >= 0)
        p->score[best]++;
    if (value == 4)
        p->score[0] = 99;
    st_go(t, STEP_ROUND);
}

static void round_run(struct st_table *t)
{
    struct chit_pos *p = pos(t);

    for (int s = 0; s < ST_SIDES; s++) {
        p->hand[s] = (uint8_t)(p->hand[s] & ~(1 << p->chit[s]));
        p->hex[s] = p->chit[s] = 9;
    }
    p->flow.side = 0;
    p->round++;
    if (flaw == ENDLESS) {
        p->round = 0;
        p->hand[0] = p->hand[1] = 7;
        p->score[0] = p->score[1] = 0;
    }
    st_go(t, p->round == ROUNDS ? STEP_OVER : STEP_LAY);
}

static int chit_winner(const struct st_table *t)
{
    int a = pos(t)->score[0], b = pos(t)->score[1];

    return flaw == WINNER_NOBODY_KNOWS ? 2 : a > b ? 0 : b > a ? 1 : ST_DRAW;
}

static void chit_observe(const struct st_table *t, int side, void *out)
{
    struct chit_pos *seen = out;
    int other = 1 - side;

    *seen = *pos(t);
    if (flaw == SEES_SECRET || seen->hex[other] == 9 ||
        st_now(t).kind != ST_DECIDE) /* not laid; or about to be shown */
        return;
    seen->hex[other] = seen->chit[other] = 8;
    if (flaw == SEES_TWO_THINGS)
        seen->spare[0]++;
}

static void chit_guess(struct st_table *t, int side, struct st_source *dice)
{
    struct chit_pos *p = pos(t);
    int other = 1 - side, hex = 1, chit = 1;
    struct st_chance c = { .quiet = true };

    if (flaw == SEES_SECRET && p->hex[other] < 8) { /* what the side should not have seen */
        p->hex[other] = (int8_t)((p->hex[other] + 1) % CHITS);
        return;
    }
    if (p->hex[other] != 8)
        return;
    st_dice(&c, 1, 3, " ");
    dice->roll(dice, &c, &hex, NULL);
    dice->roll(dice, &c, &chit, NULL);
    p->hex[other] = (int8_t)(hex - 1);
    p->chit[other] = (int8_t)(chit - 1);
    while (!(p->hand[other] >> p->chit[other] & 1))
        p->chit[other] = (int8_t)((p->chit[other] + 1) % CHITS);
}

static enum st_answer chit_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct chit_pos *p = pos(t);

    for (int s = 0; s < ST_SIDES; s++)
        if (p->hex[s] < 0 || (p->hex[s] >= CHITS && p->hex[s] < 8) || p->score[s] > 2 * ROUNDS)
            return st_refuse(why, "C2", "a chit on hex %d, score %d", p->hex[s], p->score[s]);
    return ST_LEGAL;
}

static void chit_setup(struct st_table *t)
{
    struct chit_pos *p = pos(t);

    for (int s = 0; s < ST_SIDES; s++) {
        p->hand[s] = 7;
        p->hex[s] = p->chit[s] = 9;
    }
    st_go(t, STEP_LAY);
}

static int chit_plan(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    static const char *const names[] = { "low", "middle", "high" };

    out->side[0] = "North";
    out->side[1] = "South";
    int e = st_hexgrid_make(&out->grid, &out->arena, 1, CHITS, sc->where, 0, err);
    return e ? e : st_plan_names(out, "chit", names, NULL, CHITS, err);
}

static void chit_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    (void)t, (void)side;
    scene->piece[scene->npieces++].hex = flaw == SCENE_OUTSIDE ? 99 : 1;
}

static int get_score(const struct st_table *t, int none)
{
    (void)none;
    return pos(t)->score[0];
}

static enum st_answer set_score(struct st_table *t, int none, int v, struct st_refusal *why)
{
    (void)none;
    if (v > ROUNDS)
        return st_refuse(why, "C3", "at most %d", ROUNDS);
    if (flaw == RULING_RUINS && v != pos(t)->score[0])
        pos(t)->round = ROUNDS; /* a round that never comes: the hands run out */
    if (flaw == RULING_INSANE && v != pos(t)->score[0])
        pos(t)->flow.step[4] = 1;
    pos(t)->score[0] = (uint8_t)(v + (flaw == FIELD_CHANGES));
    return ST_LEGAL;
}

static struct st_field fields[] = { { "score", "points", NULL, NULL, NULL, get_score, set_score } };
static struct st_verb verbs[] = {
    [LAY] = { "lay {chit} on {hex}", NULL },
    [SHOW] = { "show", NULL },
    [KEEP] = { "keep", NULL },
    [TALK] = { "talk {chit,}: {A|B mm [mm];}^C {chit|none}", NULL },
    [SHOUT] = { "shout {chit}[: {A|B mm [mm];}]", NULL },
    [SING] = { "sing {chit>hex } [loudly] [at {hex} turn {n}] [with {chit,}]", NULL },
};
static const struct st_step *const steps[] = {
    [STEP_LAY] = &(const struct st_step){ "lay a chit", "C1", ST_DECIDE, .offer = lay_offer, .check = lay_check,
                   .apply = lay_apply, .sample = lay_sample,
                   .propose = lay_propose },
    [STEP_OWN_CHOICE] = &(const struct st_step){ "show or keep", "C3", ST_DECIDE, .offer = own_offer, .check = own_check,
                          .apply = own_apply, .forced = own_forced },
    [STEP_DIE] = &(const struct st_step){ "the hex", "C2", ST_CHANCE, .chance = die_chance, .take = die_take },
    [STEP_ROUND] = &(const struct st_step){ "next round", "C3", ST_AUTO, .run = round_run },
    [STEP_OVER] = &(const struct st_step){ "over", "C3", ST_OVER, .run = NULL },
};
static const char *const scenarios[] = { "only" };
static int chit_worth(const struct st_table *t, int side)
{
    int worth = pos(t)->score[side] - pos(t)->score[1 - side] + (flaw == LEAD_BENT);
    uint64_t key = 1 + (uint64_t)side, more = flaw == KEEPS_TOO_LONG ? 0 : (uint64_t)(worth + 1000);
    struct st_kept *kept = st_kept(t, key, more);

    if (st_known(kept, key, more))
        return (int)kept->value;
    st_keep(kept, key, more, (uint64_t)worth);
    return worth;
}

static int chit_lead(const struct st_table *t)
{
    return 2 * chit_worth(t, 0);
}

static struct st_game game = {
    .pos_size = sizeof(struct chit_pos),
    .id = "chits",
    .title = "Chits",
    .edition = "1",
    .scenarios = scenarios,
    .nscenarios = 1,
    .steps = steps,
    .nsteps = 6,
    .verbs = verbs,
    .nverbs = VERBS,
    .fields = &(const struct st_fields){ ST_ROWS(fields) },
    .plan = chit_plan,
    .setup = chit_setup,
    .winner = chit_winner, .lead = chit_lead, .keeps = true,
    .observe = chit_observe,
    .guess = chit_guess,
    .sane = chit_sane,
    .describe = chit_describe,
};

static int read_nothing(const struct st_files *self, struct st_arena *a, const char *name,
                        struct st_span *out, struct st_error *err)
{
    (void)self, (void)a, (void)name, (void)err;
    *out = (struct st_span){ "", 0 };
    return ST_OK;
}
static const struct st_files files = { read_nothing, NULL };

/* ---- the trial --------------------------------------------------------------------- */

static bool stands(struct ordeal *o)
{
    struct st_plan *plan = NULL;

    fields[0].of = flaw == FIELD_OF_NOTHING ? "wing" : NULL;
    game.guess = flaw == GUESS_MISSING ? NULL : chit_guess;
    verbs[KEEP].form = flaw == TWO_FORMS_ALIKE ? "show" : "keep";
    game.worth = NULL; /* there is no sheet of what it comes to */
    assert_int_equal(st_plan_make(&plan, &game, "only", &files, NULL, 0, NULL), ST_OK);
    game.worth = chit_worth;
    *o = (struct ordeal){ .plan = plan,
                          .rules = st_span_of("C1 lay. C2 hexes. C3 the end."),
                          .seed = 1,
                          .games = 40,
                          .limit = 200,
                          .sessions = 10 };
    bool ok = ordeal_run(o);
    st_plan_free(plan);
    return ok;
}

static void test_ordeal__a_sound_game_stands_it(void **state)
{
    static struct ordeal o;

    (void)state;
    flaw = SOUND;
    if (!stands(&o))
        fail_msg("%s", o.fault);
    assert_int_equal(o.decisions, 40 * 7); /* six chits, and one choice that is not forced */
    assert_int_equal(o.dice, 40 * 3);
    assert_int_equal(o.longest, 10);
    assert_true(o.tried > 400 && o.refused > 400);
}

static void test_ordeal__the_same_seed_gives_the_same_fingerprint(void **state)
{
    static struct ordeal a, b;

    (void)state;
    flaw = SOUND;
    assert_true(stands(&a) && stands(&b));
    assert_true(a.fingerprint == b.fingerprint && a.tried == b.tried);
}

static void test_ordeal__every_flaw_is_found(void **state)
{
    static const char *const says[FLAWS] = {
        [OFFERS_ILLEGAL] = "is refused: chit",
        [OFFERS_TWICE] = "is offered twice",
        [OFFERS_TOO_FEW] = "no offer does the same",
        [OFFERS_NOTHING] = "has no answer",
        [OFFERS_UNSOUND] = "is not sound",
        [ASKS_FORCED] = "is not taken by itself with 1 offers",
        [FORCES_CHOICE] = "is taken by itself with 2 offers",
        [FORCES_ANOTHER] = "with another move than is offered",
        [REFUSES_WITHOUT_PARAGRAPH] = "cites no paragraph",
        [REFUSES_WITHOUT_WORDS] = "a refusal without a sentence",
        [REFUSES_INVENTED_PARAGRAPH] = "cites C99, which does not stand in the rules",
        [REFUSES_WHEN_ASKED_WHY] = "is refused: not there",
        [SAMPLES_ILLEGAL] = "sampled `lay",
        [PROPOSES_ILLEGAL] = "proposed `lay",
        [SAMPLES_AT_WHIM] = "two moves for one seed",
        [WEIGHT_ZERO] = "never falls",
        [FACE_TWICE] = "stands twice",
        [NO_FACES] = "a die of 0 faces",
        [NO_LABEL] = "does not say what is rolled",
        [FACES_FOR_READERS] = "other faces when somebody reads",
        [INSANE] = "not sane: a chit on hex 5",
        [WRITES_BEYOND] = "bytes beyond the position",
        [LOOK_CHANGES] = "changed the position",
        [ENDLESS] = "not over after 200",
        [WINNER_NOBODY_KNOWS] = "the winner is side 2",
        [LISTENING_CHANGES] = "when somebody listens",
        [FORGETFUL] = "comes out otherwise",
        [SEES_SECRET] = "two worlds",
        [SEES_TWO_THINGS] = "sees two positions",
        [GUESS_MISSING] = "without guess",
        [SEES_OTHER_MOVES] = "offers other moves than the truth",
        [FIELD_CHANGES] = "and then is",
        [FIELD_OF_NOTHING] = "there is no such list",
        [SCENE_OUTSIDE] = "in hex 99",
        [FLOW_LEFTOVER] = "leftover at depth 3",
        [WORDLESS_EVENT] = "an event without words",
        [RARE_FACE] = "score 99",
        [RULING_RUINS] = "` the decision `lay a chit` has no answer",
        [RULING_INSANE] = "after `set score",
        [LEAD_BENT] = "said to be a lead of",
        [KEEPS_TOO_LONG] = "with what was kept, else",
        [TWO_FORMS_ALIKE] = "is read as another move",
    };
    static struct ordeal o;
    int missed = 0;

    (void)state;
    for (flaw = SOUND + 1; flaw < FLAWS; flaw++) {
        bool stood = stands(&o);

        if (stood || !strstr(o.fault, says[flaw])) {
            print_error("flaw %u (%s): %s\n", flaw, says[flaw], stood ? "not found" : o.fault);
            missed++;
        }
    }
    assert_int_equal(missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ordeal__a_sound_game_stands_it),
        cmocka_unit_test(test_ordeal__the_same_seed_gives_the_same_fingerprint),
        cmocka_unit_test(test_ordeal__every_flaw_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
