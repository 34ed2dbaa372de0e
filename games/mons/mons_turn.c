/* mons_turn.c - set-up, player turns, programmes, phases, victory: 3, 4, 5, D. */
#include "mons/mons.h"

#include "base/philox.h"

#include <stdio.h>
#include <string.h>

/* ---- 3 Set-up ---------------------------------------------------------------------------- */

void mons_setup(struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);

    for (int u = 0; u < MAX_UNITS; u++)
        p->place[u] = PLACE_WAITING;
    p->control = (uint16_t)(((1u << f->nobjectives) - 1) & ~(unsigned)f->british_start);
    for (int u = 0; u < f->nunits; u++) {
        p->steps[u] = f->unit[u].steps;
        p->place[u] = f->unit[u].hex;
        if (f->unit[u].hex < 0) {
            set_add(&p->waiting, u);
            continue;
        }
        set_add(&p->present, u);
        mons_take_control(t, f->unit[u].side, f->unit[u].hex); /* who stands there holds it (3.3) */
    }
    p->turn = (uint8_t)f->first_turn;
    p->acting = GE;
    st_go(t, STEP_PLAYER_TURN);
}

/* ---- what every decision shares ---------------------------------------------------------- */

void mons_offer_end(struct st_offer *o)
{
    struct st_move end = st_move_0(VERB_END);

    st_offer_add(o, &end);
}

void mons_offer_resign(struct st_offer *o)
{
    struct st_move resign = st_move_0(VERB_RESIGN);

    st_offer_add(o, &resign);
}

bool mons_never_forced(const struct st_table *t, struct st_move *only)
{
    (void)t, (void)only;
    return false;
}

static void go_over(struct st_table *t, int result, const char *para, const char *why)
{
    struct mons_pos *p = pos_of(t);

    while (p->flow.depth > 0)
        st_done(t);
    memset(&p->combat, 0, sizeof p->combat);
    p->result = (uint8_t)result;
    st_tell(t, para, "%s wins: %s", t->plan->side[result - RESULT_GE], why);
    st_go(t, STEP_OVER);
}

bool mons_resigns(struct st_table *t, const struct st_move *m)
{
    int side = pos_of(t)->flow.side;

    if (m->verb != VERB_RESIGN)
        return false;
    go_over(t, side == GE ? RESULT_BR : RESULT_GE, "4.1", "the other side resigns");
    return true;
}

/* ---- 5.1 to 5.3 Player turns ------------------------------------------------------------- */

/* Does an enemy stand within so many hexes of one of these units? */
static bool enemy_near(const struct st_table *t, struct mons_set units, int side, int distance)
{
    const struct mons_pos *p = pos_of(t);
    struct st_hexset enemy = mons_held_by(t, mons_units_of(t, 1 - side));

    for (units = set_both(units, p->present); !set_none(&units);) {
        const struct st_hexset *about = &plan_of(t)->within[distance][p->place[set_take(&units)]];

        for (int w = 0; w < ST_HEX_WORDS; w++)
            if (about->word[w] & enemy.word[w])
                return true;
    }
    return false;
}

/* I.2.2: frozen units are freed, all together and for good, by an enemy who comes near. */
static void free_the_frozen(struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);

    for (int i = 0; i < f->nfreezes; i++) {
        const struct mons_freeze *z = &f->freeze[i];
        struct mons_set units = z->units;

        if (z->side != p->acting || !z->release || p->turn >= z->until || p->freed >> i & 1 ||
            !enemy_near(t, units, z->side, z->release))
            continue;
        p->freed = (uint8_t)(p->freed | 1 << i);
        st_tell(t, "I.2.2", "an enemy within %d hexes: %s and the units frozen with it are free",
                z->release, unit_name(t, set_take(&units)));
    }
}

const char *mons_track(const struct st_table *t, const char *column)
{
    const char *text = "-";
    char row[12];

    snprintf(row, sizeof row, "%d", pos_of(t)->turn);
    st_chart_at(t->plan->chart[CHART_TRACK], row, column, &text, NULL);
    return text;
}

/* As the track has it: the hour, and the paragraphs that matter from now on. */
static void tell_turn(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    const char *note = mons_track(t, "note");
    bool plain = strcmp(note, "-") == 0;

    st_tell(t, "5.1", "Turn %d%s%s%s, %s: %s, %s", p->turn, plain ? "" : " (see ",
            plain ? "" : note, plain ? "" : ")", t->plan->side[p->acting], mons_track(t, "day"),
            mons_track(t, "hours"));
}

static void player_turn_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);
    struct mons_set here = mons_units_of(t, p->acting);

    if (t->log)
        tell_turn(t);
    p->flow.side = p->acting;
    p->phase = 0;
    free_the_frozen(t);
    if (p->acting == GE) {
        p->programme = PROGRAMME_MF; /* 5.2 */
        st_go(t, STEP_PHASE);
    } else if (set_none(&here)) {
        st_tell(t, "4.1", "%s has no unit on the map and chooses no programme",
                t->plan->side[p->acting]);
        st_go(t, STEP_TURN_END);
    } else {
        st_go(t, STEP_PROGRAMME);
    }
}

const struct st_step mons_step_player_turn =
    ST_RUNS("start of the player turn", "5.1", player_turn_run);

static void programme_offer(const struct st_table *t, struct st_offer *o)
{
    (void)t;
    for (int i = 0; i < PROGRAMME_MM; i++)
        st_offer_this(o, st_move_1(VERB_PROGRAMME, i));
    mons_offer_resign(o);
}

static bool programme_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    (void)t;
    *out = st_move_1(VERB_PROGRAMME, (int)st_pick(seed, 0, PROGRAMME_MM));
    return true;
}

static void programme_apply(struct st_table *t, const struct st_move *m)
{
    if (mons_resigns(t, m))
        return;
    pos_of(t)->programme = (uint8_t)(PROGRAMME_MF + m->arg[0]);
    st_go(t, STEP_PHASE);
}

const struct st_step mons_step_programme =
    ST_DECIDES("programme", "5.3", programme_offer, NULL, programme_apply,
               .forced = mons_never_forced, .sample = programme_sample,
               .always = ST_VERBS(VERB_PROGRAMME, VERB_RESIGN),
               .wants = "the British choose their programme first: MF, FM, FF or MM");

/* ---- 5.4, D.3 Phases --------------------------------------------------------------------- */

bool mons_moving(const struct mons_pos *p)
{
    return p->phase == 0 ? p->programme == PROGRAMME_MF || p->programme == PROGRAMME_MM
                         : p->programme == PROGRAMME_FM || p->programme == PROGRAMME_MM;
}

const char *const mons_segments[] = { "-", "movement", "bombardment", "melee", NULL };

int mons_segment(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    switch (p->flow.step[0]) {
    case STEP_MOVE_NEXT:
    case STEP_MOVE:
        return SEGMENT_MOVEMENT;
    case STEP_BOMBARD_NEXT:
    case STEP_BOMBARD:
        return SEGMENT_BOMBARDMENT;
    case STEP_MELEE_NEXT:
    case STEP_MELEE:
        return SEGMENT_MELEE;
    default:
        return SEGMENT_NONE;
    }
}

int mons_programme(const struct st_table *t)
{
    const struct mons_pos *p = pos_of(t);
    return p->acting == BR ? p->programme : PROGRAMME_NONE;
}

static const struct mons_set nobody;
static const struct st_hexset nowhere;

static void phase_run(struct st_table *t)
{
    struct mons_pos *p = pos_of(t);

    p->flow.side = p->acting;
    if (p->phase > 1) {
        st_go(t, STEP_TURN_END);
    } else if (mons_moving(p)) {
        st_tell(t, "5.4", "%s: movement phase", t->plan->side[p->acting]);
        p->moved = nobody;
        st_go(t, STEP_MOVE_NEXT);
    } else if (plan_of(t)->no_combat[p->acting] >> p->turn & 1) {
        st_tell(t, "5.2", "%s has no combat phase on turn %d", t->plan->side[p->acting], p->turn);
        p->phase++;
    } else {
        st_tell(t, "5.4", "%s: combat phase", t->plan->side[p->acting]);
        if (p->phase == 0 || p->programme != PROGRAMME_FF || !plan_of(t)->reading.once_a_turn)
            p->bombarded = nobody;
        p->meleed = nobody;
        p->hit = p->assaulted = nowhere;
        st_go(t, STEP_BOMBARD_NEXT);
    }
}

const struct st_step mons_step_phase = ST_RUNS("start of a phase", "5.4", phase_run);

void mons_end_phase(struct st_table *t)
{
    pos_of(t)->phase++;
    st_go(t, STEP_PHASE);
}

/* ---- 4 Victory --------------------------------------------------------------------------- */

int mons_victory_points(const struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);
    int points = f->units_a_point ? p->eliminated[BR] / f->units_a_point : 0;

    if (f->bavai && (p->control & f->bavai) == f->bavai)
        points += f->bavai_points;
    if (p->exited < f->exit_needed)
        points += f->exit_points;
    return points;
}

/* 4.3, or I.3.2: who has won when the last turn is over. */
static void decide(struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    const struct mons_pos *p = pos_of(t);

    if (f->last) {
        bool all = (p->control & f->last) == f->last;

        go_over(t, all ? RESULT_GE : RESULT_BR, "4.7",
                all ? "what had to be taken is in German hands"
                    : "not all that had to be taken is in German hands");
        return;
    }
    int points = mons_victory_points(t);
    st_tell(t, "4.4", "British units eliminated: %d, over the south edge: %d; victory points: %d",
            p->eliminated[BR], p->exited, points);
    go_over(t, points >= f->points_needed ? RESULT_GE : RESULT_BR, "4.3",
            points >= f->points_needed ? "he has the points" : "the German lacks points");
}

static void turn_end_run(struct st_table *t)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);

    p->programme = PROGRAMME_NONE;
    p->phase = 0;
    if (p->acting == GE) {
        p->acting = BR;
    } else if (p->turn == f->early_turn && (p->control & f->early) == f->early) {
        go_over(t, RESULT_GE, "4.2", "all the bridges are in German hands");
        return;
    } else if (p->turn == f->last_turn) {
        decide(t);
        return;
    } else {
        p->turn++;
        p->acting = GE;
    }
    st_go(t, STEP_PLAYER_TURN);
}

const struct st_step mons_step_turn_end = ST_RUNS("end of the player turn", "5.1", turn_end_run);

const struct st_step mons_step_over = { .name = "over", .para = "4.1", .kind = ST_OVER };
