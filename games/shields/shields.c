/* shields.c - Shields & Swords, battles of 1066. The tables of the game; see shields.h. */
#include "shields/shields.h"

static const struct st_verb verbs[] = { SHIELDS_VERBS(ST_LIST_ROW) };

static const struct st_step *const steps[] = { SHIELDS_STEPS(ST_STEP_ROW) };

static const char *const charts[] = { SHIELDS_CHARTS(ST_LIST_NAME) };
static const char *const lessons[] = { "first", NULL };
static const char *const scenarios[] = { "malfosse", "stamford", "hastings" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct shields_pos, present, targeted, uint64_t),
    ST_WIDE(struct shields_pos, hex, combat.primary_hex, int16_t),
};

const struct st_game st_game_shields = {
    .id = "shields", .title = "Shields & Swords, battles of 1066", .edition = "1",
    .plan_size = sizeof(struct shields_plan), .pos_size = sizeof(struct shields_pos), ST_TABLES,
    .fields = &shields_fields, .pieces = "unit", .manner = "hachure",
    .army = { "norman", "english" }, .questions = &shields_questions, .plan = shields_make,
    .setup = shields_setup, .result = ST_ONE(struct shields_pos, result), .worth = shields_worth, .opposed = true, .keeps = true,
    .weights = shields_weights, .ruling = shields_ruling, .describe = shields_describe,
    .way = shields_march_way, .meeting = shields_meeting, .slots = &shields_slots, .sane = shields_sane,
};
