/* honour.c - All Is Lost Save Honour: campaigns of the Italian Wars. The tables of the game; see
 * honour.h. */
#include "honour/honour.h"

static const struct st_verb verbs[] = { HONOUR_VERBS(ST_LIST_ROW) };

const struct st_step honour_step_over = { .name = "over", .para = "17.1", .kind = ST_OVER };
static const struct st_step *const steps[] = { HONOUR_STEPS(ST_STEP_ROW) };

static const char *const charts[] = { HONOUR_CHARTS(ST_LIST_NAME) };
static const char *const lessons[] = { "first", "second", NULL };
static const char *const scenarios[] = { "bicocca_1522", "relief_1525", "pavia_1524" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct honour_pos, demoralised, orphans, uint32_t),
    ST_WIDE_IN(struct honour_pos, force, units, caps, uint32_t),
    ST_WIDE_IN(struct honour_pos, force, hex, flags, int16_t),
    ST_WIDE_IN(struct honour_pos, pontoon, hex, hex, int16_t),
    ST_WIDE(struct honour_pos, loss.units, loss.units, uint32_t),
    ST_WIDE(struct honour_pos, check.units, check.units, uint32_t),
    ST_WIDE(struct honour_pos, elim.caps, elim.caps, uint32_t),
    ST_WIDE(struct honour_pos, assault.att, assault.def, uint32_t),
    ST_WIDE(struct honour_pos, pursuit.units, pursuit.forces, uint32_t),
    ST_WIDE(struct honour_pos, retreat.forces, retreat.forces, uint32_t),
    ST_WIDE(struct honour_pos, retreat.from, retreat.to, int16_t),
    ST_WIDE(struct honour_pos, combat.def_forces, combat.def_forces, uint32_t),
    ST_WIDE(struct honour_pos, combat.att_hex, combat.def_hex, int16_t),
    ST_WIDE(struct honour_pos, fire.guns, fire.target, uint32_t),
    ST_WIDE(struct honour_pos, battle.x, battle.chargers, uint32_t),
    ST_WIDE(struct honour_pos, battle.play_now, battle.play_now, uint16_t),
    ST_WIDE(struct honour_pos, lost, orphan_hex, uint16_t),
};

const struct st_game st_game_honour = {
    .id = "honour", .title = "All Is Lost Save Honour: the Italian Wars", .edition = "1",
    .plan_size = sizeof(struct honour_plan), .pos_size = sizeof(struct honour_pos), ST_TABLES,
    .fields = &honour_fields, .pieces = "unit", .manner = "prospect",
    .army = { "lilies", "imperial" }, .questions = &honour_questions, .plan = honour_make,
    .setup = honour_setup, .result = ST_ONE(struct honour_pos, result), .worth = honour_worth,
    .weights = honour_weights, .observe = honour_observe, .hides = honour_hides,
    .secret = honour_secret,
    .guess = honour_guess, .ruling = honour_ruling, .describe = honour_describe, .way = honour_way,
    .meeting = honour_meeting, .slots = &honour_slots, .sane = honour_sane, .suppose = honour_suppose,
    .supposes = "losses fall on the first units that may take them (12.9)",
};
