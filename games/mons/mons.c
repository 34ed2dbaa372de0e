/* mons.c - Mons, 23 and 24 August 1914. The tables of the game; see mons.h. */
#include "mons/mons.h"

static const struct st_verb verbs[] = { MONS_VERBS(ST_LIST_ROW) };

static const struct st_step *const steps[] = { MONS_STEPS(ST_STEP_ROW) };

static const char *const charts[] = { MONS_CHARTS(ST_LIST_NAME) };
static const char *const lessons[] = { "first", NULL };
static const char *const scenarios[] = { "nimy", "mons" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct mons_pos, present, combat.unit, uint64_t),
    ST_WIDE(struct mons_pos, combat.target, combat.from, int16_t),
    ST_WIDE(struct mons_pos, hit, assaulted, uint64_t),
    ST_WIDE(struct mons_pos, place, place, int16_t),
    ST_WIDE(struct mons_pos, control, control, uint16_t),
};

const struct st_game st_game_mons = {
    .id = "mons", .title = "Mons, 23 and 24 August 1914", .edition = "1",
    .plan_size = sizeof(struct mons_plan), .pos_size = sizeof(struct mons_pos), ST_TABLES,
    .fields = &mons_fields, .pieces = "unit", .manner = "staff", .army = { "german", "british" },
    .questions = &mons_questions, .plan = mons_make, .setup = mons_setup, .result = ST_ONE(struct mons_pos, result),
    .worth = mons_worth, .opposed = true, .draws = 32, .weights = mons_weights,
    .ruling = mons_ruling, .describe = mons_describe, .way = mons_way, .meeting = mons_meeting, .slots = &mons_slots,
    .sane = mons_sane, .suppose = mons_suppose,
    .tallies = "lost both_lost german_lost british_lost",
    .supposes = "the defender's fire hurts most, and losses fall where most steps are left (G.34)",
};
