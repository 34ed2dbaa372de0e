/* shields.c - Shields & Swords, battles of 1066. The tables of the game; see shields.h. */
#include "shields/shields.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (4.9) */
    [VERB_ASSIGN] = { "assign {marker} {command} {wing}" },
    [VERB_BONUS] = { "bonus {marker} {wing} {command}" }, [VERB_DONE] = { "done", .closes = true },
    [VERB_WING] = { "wing {wing}" }, [VERB_FIRE] = { "fire {unit} {unit}", "suppressed" },
    [VERB_WITHDRAW] = { "withdraw {unit} {hex-}" }, [VERB_MOVE] = { "move {unit} {hex-}" },
    [VERB_FORM] = { "form {unit}" }, [VERB_FALLBACK] = { "fallback {unit} {hex}" },
    [VERB_CHARGE] = { "charge {unit} {hex-}" },
    [VERB_ATTACK] = { "attack {unit} by {unit,} [leave]", "steps" }, [VERB_SECOND] = { "second" },
    [VERB_PITCHED] = { "pitched" }, [VERB_KEEP] = { "keep" }, [VERB_EXCHANGE] = { "exchange" },
    [VERB_CHANGE] = { "change" }, [VERB_RETREAT] = { "retreat {unit} {hex}" },
    [VERB_ADVANCE] = { "advance" }, [VERB_STAY] = { "stay" },
    [VERB_END] = { "end", .closes = true },
};

static const struct st_step *const steps[] = { SHIELDS_STEPS(ST_STEP_ROW) };

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
static int lead(const struct st_table *t)
{
    return 2 * shields_worth(t, 0);
}

const struct st_game st_game_shields = {
    .id = "shields", .title = "Shields & Swords, battles of 1066", .edition = "1",
    .plan_size = sizeof(struct shields_plan), .pos_size = sizeof(struct shields_pos), ST_TABLES,
    .fields = &shields_fields, .pieces = "unit", .manner = "hachure",
    .army = { "norman", "english" }, .questions = &shields_questions, .plan = shields_make,
    .setup = shields_setup, .winner = shields_winner, .worth = shields_worth, .lead = lead,
    .weights = shields_weights, .ruling = shields_ruling, .describe = shields_describe,
    .way = shields_march_way, .meeting = shields_meeting, .slots = &shields_slots, .sane = shields_sane,
};
