/* shields.c - Shields & Swords, battles of 1066. The tables of the game; see shields.h. */
#include "shields/shields.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (4.9) */
    [VERB_ASSIGN] = { "assign {marker} {command} {wing}", NULL },
    [VERB_BONUS] = { "bonus {marker} {wing} {command}", NULL },
    [VERB_DONE] = { "done", NULL },
    [VERB_WING] = { "wing {wing}", NULL },
    [VERB_FIRE] = { "fire {unit} {unit}", "suppressed" },
    [VERB_WITHDRAW] = { "withdraw {unit} {hex-}", NULL },
    [VERB_MOVE] = { "move {unit} {hex-}", NULL },
    [VERB_FORM] = { "form {unit}", NULL },
    [VERB_FALLBACK] = { "fallback {unit} {hex}", NULL },
    [VERB_CHARGE] = { "charge {unit} {hex-}", NULL },
    [VERB_ATTACK] = { "attack {unit} by {unit,} [leave]", "steps" },
    [VERB_SECOND] = { "second", NULL },
    [VERB_PITCHED] = { "pitched", NULL },
    [VERB_KEEP] = { "keep", NULL },
    [VERB_EXCHANGE] = { "exchange", NULL },
    [VERB_CHANGE] = { "change", NULL },
    [VERB_RETREAT] = { "retreat {unit} {hex}", NULL },
    [VERB_ADVANCE] = { "advance", NULL },
    [VERB_STAY] = { "stay", NULL },
    [VERB_END] = { "end", NULL },
};

#define ASKS(name) \
    .offer = shields_##name##_offer, .check = shields_##name##_check, .apply = shields_##name##_apply
#define QUICK(name) .forced = shields_##name##_forced, .sample = shields_##name##_sample
static const struct st_step *const steps[] = {
    [STEP_TURN_START] = &(const struct st_step){ "start of the turn", "R3.2", ST_AUTO, .run = shields_turn_start_run },
    [STEP_COMMAND] = &(const struct st_step){ "command", "R2.7", ST_DECIDE, ASKS(command) },
    [STEP_WINGS_LEFT] = &(const struct st_step){ "Wings left", "R2.8", ST_AUTO, .run = shields_wings_left_run },
    [STEP_NEXT_WING] = &(const struct st_step){ "next Wing", "R2.8", ST_DECIDE, ASKS(next_wing) },
    [STEP_PHASE_START] = &(const struct st_step){ "start of a Phase", "R2.8", ST_AUTO, .run = shields_phase_start_run },
    [STEP_FIRE] = &(const struct st_step){ "fire", "R9.1", ST_DECIDE, ASKS(fire) },
    [STEP_FIRE_ROLL] = &(const struct st_step){ "fire roll", "R9.5", ST_CHANCE, .chance = shields_fire_die, .take = shields_fire_take },
    [STEP_WITHDRAW] = &(const struct st_step){ "withdraw", "R7.1", ST_DECIDE, ASKS(withdraw) },
    [STEP_MOVE] = &(const struct st_step){ "move", "R4.1", ST_DECIDE, ASKS(move), QUICK(move) },
    [STEP_WALL] = &(const struct st_step){ "shield wall", "R8.1", ST_DECIDE, ASKS(wall) },
    [STEP_CHARGE_MOVE] = &(const struct st_step){ "charge", "R10.1", ST_DECIDE, ASKS(charge_move), QUICK(charge_move) },
    [STEP_CHARGE_FIGHT] = &(const struct st_step){ "charge combat", "R10.5", ST_DECIDE, ASKS(charge_fight),
                            .sample = shields_charge_fight_sample },
    [STEP_COMBAT_MODE] = &(const struct st_step){ "combat mode", "R11.2", ST_DECIDE, ASKS(combat_mode) },
    [STEP_COMBAT] = &(const struct st_step){ "combat", "R11.1", ST_DECIDE, ASKS(combat), QUICK(combat) },
    [STEP_ROLL] = &(const struct st_step){ "combat roll", "R13.1", ST_CHANCE, .chance = shields_roll_die, .take = shields_roll_take },
    [STEP_WALL_OPTION] = &(const struct st_step){ "wall option", "R13.3", ST_DECIDE, ASKS(wall_option) },
    [STEP_HORSE_OPTION] = &(const struct st_step){ "horse option", "R13.4", ST_DECIDE, ASKS(horse_option) },
    [STEP_LIGHT_OPTION] = &(const struct st_step){ "light option", "R13.5", ST_DECIDE, ASKS(light_option) },
    [STEP_APPLY] = &(const struct st_step){ "apply", "R13.6", ST_AUTO, .run = shields_apply_run },
    [STEP_NEXT_RETREAT] = &(const struct st_step){ "next retreat", "R14.1", ST_AUTO, .run = shields_next_retreat_run },
    [STEP_RETREAT] = &(const struct st_step){ "retreat", "R14.3", ST_DECIDE, ASKS(retreat),
                       .forced = shields_retreat_forced },
    [STEP_ADVANCE] = &(const struct st_step){ "advance", "R14.7", ST_DECIDE, ASKS(advance) },
    [STEP_HOOK] = &(const struct st_step){ "after the combat", "HA1", ST_AUTO, .run = shields_hook_run },
    [STEP_PURSUIT] = &(const struct st_step){ "pursuit", "HA1", ST_CHANCE, .chance = shields_pursuit_die, .take = shields_pursuit_take },
    [STEP_END] = &(const struct st_step){ "end of the turn", "R15.1", ST_AUTO, .run = shields_end_run },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "R15.3", .kind = ST_OVER },
};

static const char *const charts[CHARTS] = {
    [CHART_CRT] = "crt", [CHART_UTMM] = "utmm", [CHART_CC_MODIFIERS] = "cc_modifiers",
    [CHART_COMBAT_DRM] = "combat_drm", [CHART_CC_LADDER] = "cc_ladder",
    [CHART_FIRE_MODIFIERS] = "fire_modifiers", [CHART_TERRAIN] = "terrain",
    [CHART_UNIT_TYPES] = "unit_types", [CHART_WING_INTEGRITY] = "wing_integrity",
    [CHART_COMMANDS] = "commands", [CHART_BONUS] = "bonus",
    [CHART_RESULT_CODES] = "result_codes", [CHART_RESULT_OPTIONS] = "result_options",
};
static const char *const scenarios[] = { "malfosse", "stamford", "hastings" };

const struct st_game st_game_shields = {
    .id = "shields", .title = "Shields & Swords, battles of 1066", .edition = "1",
    .plan_size = sizeof(struct shields_plan), .pos_size = sizeof(struct shields_pos),
    .charts = charts, .ncharts = ST_COUNT(charts), .scenarios = scenarios, .nscenarios = ST_COUNT(scenarios),
    .steps = steps, .nsteps = ST_COUNT(steps), .verbs = verbs, .nverbs = ST_COUNT(verbs),
    .fields = &shields_fields, .pieces = "unit",
    .questions = &shields_questions,
    .plan = shields_make, .setup = shields_setup, .winner = shields_winner, .worth = shields_worth,
    .ruling = shields_ruling, .describe = shields_describe, .sane = shields_sane,
};
