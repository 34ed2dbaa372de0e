/* mons.c - Mons, 23 and 24 August 1914. The tables of the game; see mons.h. */
#include "mons/mons.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (D.4) */
    [VERB_PROGRAMME] = { "programme {MF|FM|FF|MM}", NULL },
    [VERB_MOVE] = { "move {unit} {hex-}", NULL },
    [VERB_EXIT] = { "exit {unit} {hex-}", NULL },
    [VERB_ENTER] = { "enter {unit} {hex-}", NULL },
    [VERB_BOMBARD] = { "bombard {hex} by {unit,}", "lost" },
    [VERB_MELEE] = { "melee {hex} by {unit,}", "german_lost british_lost" },
    [VERB_FIRE] = { "fire {unit>hex }", "german_lost british_lost" },
    [VERB_LOSE] = { "lose {unit}", NULL },
    [VERB_ADVANCE] = { "advance {unit,}", NULL },
    [VERB_STAY] = { "stay", NULL },
    [VERB_END] = { "end", NULL },
    [VERB_RESIGN] = { "resign", NULL },
};

/* The automatic steps have seen to it that there is a choice (D.2, G.20). */
static bool never_forced(const struct st_table *t, struct st_move *only)
{
    (void)t, (void)only;
    return false;
}

#define ASKS(name)                                                                                 \
    ST_DECIDE, .offer = mons_##name##_offer, .forced = never_forced,                               \
               .sample = mons_##name##_sample, .check = mons_##name##_check,                       \
               .apply = mons_##name##_apply
#define RUNS(name) ST_AUTO, .run = mons_##name##_run
#define ROLLS(name) ST_CHANCE, .chance = mons_##name##_die, .take = mons_##name##_take
static const struct st_step *const steps[] = {
    [STEP_PLAYER_TURN] = &(const struct st_step){ "start of the player turn", "5.1", RUNS(player_turn) },
    [STEP_PROGRAMME] = &(const struct st_step){ "programme", "5.3", ASKS(programme) },
    [STEP_PHASE] = &(const struct st_step){ "start of a phase", "5.4", RUNS(phase) },
    [STEP_MOVE_NEXT] = &(const struct st_step){ "next move", "9.1", RUNS(move_next) },
    [STEP_MOVE] = &(const struct st_step){ "movement", "9.1", ASKS(move) },
    [STEP_BOMBARD_NEXT] = &(const struct st_step){ "next bombardment", "10.1", RUNS(bombard_next) },
    [STEP_BOMBARD] = &(const struct st_step){ "bombardment", "10.1", ASKS(bombard) },
    [STEP_BOMBARD_ROLL] = &(const struct st_step){ "bombardment roll", "10.7", ROLLS(bombard_roll) },
    [STEP_MELEE_NEXT] = &(const struct st_step){ "next melee", "12.1", RUNS(melee_next) },
    [STEP_MELEE] = &(const struct st_step){ "melee", "12.1", ASKS(melee) },
    [STEP_FIRE] = &(const struct st_step){ "defensive fire", "11.3", ASKS(fire) },
    [STEP_FIRE_NEXT] = &(const struct st_step){ "next fire", "11.6", RUNS(fire_next) },
    [STEP_FIRE_ROLL] = &(const struct st_step){ "fire roll", "11.4", ROLLS(fire_roll) },
    [STEP_ODDS] = &(const struct st_step){ "odds", "12.9", RUNS(odds) },
    [STEP_MELEE_ROLL] = &(const struct st_step){ "melee roll", "12.11", ROLLS(melee_roll) },
    [STEP_LOSSES] = &(const struct st_step){ "losses", "12.12", RUNS(losses) },
    [STEP_LOSE] = &(const struct st_step){ "lose", "12.12", ASKS(lose) },
    [STEP_AFTER] = &(const struct st_step){ "after the melee", "12.13", RUNS(after) },
    [STEP_ADVANCE] = &(const struct st_step){ "advance", "12.13", ASKS(advance) },
    [STEP_TURN_END] = &(const struct st_step){ "end of the player turn", "5.1", RUNS(turn_end) },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "4.1", .kind = ST_OVER },
};

static const char *const charts[CHARTS] = {
    [CHART_MOVEMENT] = "13_1_movement",       [CHART_GROUND] = "13_2_terrain_combat",
    [CHART_BOMBARDMENT] = "13_3_bombardment", [CHART_FIRE] = "13_4_defensive_fire",
    [CHART_MELEE] = "13_5_melee",             [CHART_AUTOMATIC] = "13_5b_melee_automatic",
    [CHART_NOTES] = "13_notes",               [CHART_TRACK] = "turn_track",
};
static const char *const scenarios[] = { "nimy", "mons" };

const struct st_game st_game_mons = {
    .id = "mons", .title = "Mons, 23 and 24 August 1914", .edition = "1",
    .plan_size = sizeof(struct mons_plan), .pos_size = sizeof(struct mons_pos),
    .charts = charts, .ncharts = ST_COUNT(charts),
    .scenarios = scenarios, .nscenarios = ST_COUNT(scenarios),
    .steps = steps, .nsteps = ST_COUNT(steps), .verbs = verbs, .nverbs = ST_COUNT(verbs),
    .fields = &mons_fields, .pieces = "unit",
    .questions = &mons_questions,
    .plan = mons_make, .setup = mons_setup, .winner = mons_winner, .worth = mons_worth,
    .ruling = mons_ruling, .describe = mons_describe, .sane = mons_sane,
    .suppose = mons_suppose, .tallies = "lost german_lost british_lost",
    .supposes = "the defender's fire hurts most, and losses fall where most steps are left (G.34)",
};
