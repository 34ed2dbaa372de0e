/* guerre.c - Guerre d'Italia, battles of 1494 to 1530. The tables of the game; see guerre.h. */
#include "guerre/guerre.h"

static const struct st_verb verbs[] = { GUERRE_VERBS(ST_LIST_ROW) };

static const struct st_step *const steps[] = { GUERRE_STEPS(ST_STEP_ROW) };

static const char *const charts[] = { GUERRE_CHARTS(ST_LIST_NAME) };
static const char *const lessons[] = { "first", NULL };
static const char *const scenarios[] = { "teaching_ofanto", "cerignola_1503", "ravenna_1512", "open" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct guerre_pos, turn, turn, uint16_t),
    ST_WIDE(struct guerre_pos, present, front, uint64_t),
    ST_WIDE_IN(struct guerre_pos, pose, at, at, int32_t),
    ST_WIDE_IN(struct guerre_pos, pose, facing, spare, int16_t),
    ST_WIDE_IN(struct guerre_pos, laid, x, d, int16_t),
};

const struct st_game st_game_guerre = {
    .id = "guerre", .plan_size = sizeof(struct guerre_plan), .pos_size = sizeof(struct guerre_pos),
    ST_TABLES, .title = "Guerre d'Italia, battles of 1494 to 1530", .edition = "1",
    .manner = "table", .army = { "french", "spanish" }, .fields = &guerre_fields,
    .pieces = "element", .questions = &guerre_questions, .plan = guerre_make, .setup = guerre_setup,
    .result = ST_ONE(struct guerre_pos, outcome), .suppose = guerre_suppose,
    .supposes = "no other order is given, nobody shoots who need not, and nobody fights on (5.7.1)",
    .worth = guerre_worth, .lead = guerre_lead, .weights = guerre_weights, .ruling = guerre_ruling,
    .describe = guerre_describe, .sight = guerre_sight, .meeting = guerre_meeting, .slots = &guerre_slots,
    .sane = guerre_sane,
};
