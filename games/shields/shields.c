/* shields.c - Shields & Swords, battles of 1066. The tables of the game; see shields.h. */
#include "shields/shields.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (4.9) */
    [VERB_ASSIGN] = { "assign {marker} {command} {wing}", NULL },
    [VERB_BONUS] = { "bonus {marker} {wing} {command}", NULL },
    [VERB_DONE] = { "done", NULL, true },
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
    [VERB_END] = { "end", NULL, true },
};

static const struct st_step *const steps[STEPS] = {
    [STEP_TURN_START] = &shields_step_turn_start,
    [STEP_COMMAND] = &shields_step_command,
    [STEP_WINGS_LEFT] = &shields_step_wings_left,
    [STEP_NEXT_WING] = &shields_step_next_wing,
    [STEP_PHASE_START] = &shields_step_phase_start,
    [STEP_FIRE] = &shields_step_fire,
    [STEP_FIRE_ROLL] = &shields_step_fire_roll,
    [STEP_WITHDRAW] = &shields_step_withdraw,
    [STEP_MOVE] = &shields_step_move,
    [STEP_WALL] = &shields_step_wall,
    [STEP_CHARGE_MOVE] = &shields_step_charge_move,
    [STEP_CHARGE_FIGHT] = &shields_step_charge_fight,
    [STEP_COMBAT_MODE] = &shields_step_combat_mode,
    [STEP_COMBAT] = &shields_step_combat,
    [STEP_ROLL] = &shields_step_roll,
    [STEP_WALL_OPTION] = &shields_step_wall_option,
    [STEP_HORSE_OPTION] = &shields_step_horse_option,
    [STEP_LIGHT_OPTION] = &shields_step_light_option,
    [STEP_APPLY] = &shields_step_apply,
    [STEP_NEXT_RETREAT] = &shields_step_next_retreat,
    [STEP_RETREAT] = &shields_step_retreat,
    [STEP_ADVANCE] = &shields_step_advance,
    [STEP_HOOK] = &shields_step_hook,
    [STEP_PURSUIT] = &shields_step_pursuit,
    [STEP_END] = &shields_step_end,
    [STEP_OVER] = &shields_step_over,
};

static const char *const charts[CHARTS] = {
    [CHART_CRT] = "crt", [CHART_UTMM] = "utmm", [CHART_CC_MODIFIERS] = "cc_modifiers",
    [CHART_COMBAT_DRM] = "combat_drm", [CHART_CC_LADDER] = "cc_ladder",
    [CHART_FIRE_MODIFIERS] = "fire_modifiers", [CHART_TERRAIN] = "terrain",
    [CHART_UNIT_TYPES] = "unit_types", [CHART_WING_INTEGRITY] = "wing_integrity",
    [CHART_COMMANDS] = "commands", [CHART_BONUS] = "bonus",
    [CHART_RESULT_CODES] = "result_codes", [CHART_RESULT_OPTIONS] = "result_options",
};
static const char *const lessons[] = { "first", NULL };
static const char *const scenarios[] = { "malfosse", "stamford", "hastings" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct shields_pos, present, targeted, uint64_t),
    ST_WIDE(struct shields_pos, hex, combat.primary_hex, int16_t),
};

/* Nothing is hidden, and what is good for one side is as bad for the other. */
static bool mirrored(const struct st_table *t)
{
    (void)t;
    return true;
}

const struct st_game st_game_shields = {
    .id = "shields", .title = "Shields & Swords, battles of 1066", .edition = "1",
    .plan_size = sizeof(struct shields_plan), .pos_size = sizeof(struct shields_pos),
    .wide = ST_ROWS(wide),
    .charts = charts, .ncharts = ST_COUNT(charts),
    .lessons = lessons, .scenarios = scenarios, .nscenarios = ST_COUNT(scenarios),
    .steps = steps, .nsteps = ST_COUNT(steps), .verbs = verbs, .nverbs = ST_COUNT(verbs),
    .fields = &shields_fields, .pieces = "unit",
    .manner = "hachure", .army = { "norman", "english" },
    .questions = &shields_questions,
    .plan = shields_make, .setup = shields_setup, .winner = shields_winner, .worth = shields_worth, .mirrored = mirrored,
    .weights = shields_weights,
    .ruling = shields_ruling, .describe = shields_describe, .way = shields_march_way, .slots = &shields_slots, .sane = shields_sane,
};
