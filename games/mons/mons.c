/* mons.c - Mons, 23 and 24 August 1914. The tables of the game; see mons.h. */
#include "mons/mons.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (D.4) */
    [VERB_PROGRAMME] = { "programme {MF|FM|FF|MM}" }, [VERB_MOVE] = { "move {unit} {hex-}" },
    [VERB_EXIT] = { "exit {unit} {hex-}" }, [VERB_ENTER] = { "enter {unit} {hex-}" },
    [VERB_BOMBARD] = { "bombard {hex} by {unit,}", "both_lost" },
    [VERB_MELEE] = { "melee {hex} by {unit,}", "lost" },
    [VERB_FIRE] = { "fire {unit>hex }", "lost" }, [VERB_LOSE] = { "lose {unit}" },
    [VERB_ADVANCE] = { "advance {unit,}" }, [VERB_STAY] = { "stay" },
    [VERB_END] = { "end", .closes = true }, [VERB_RESIGN] = { "resign" },
};

static const struct st_step *const steps[] = { MONS_STEPS(ST_STEP_ROW) };

static const char *const charts[CHARTS] = {
    [CHART_MOVEMENT] = "13_1_movement", [CHART_GROUND] = "13_2_terrain_combat",
    [CHART_BOMBARDMENT] = "13_3_bombardment", [CHART_FIRE] = "13_4_defensive_fire",
    [CHART_MELEE] = "13_5_melee", [CHART_AUTOMATIC] = "13_5b_melee_automatic",
    [CHART_NOTES] = "13_notes", [CHART_TRACK] = "turn_track",
};
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

static int lead(const struct st_table *t)
{
    return 2 * mons_worth(t, 0); /* the other's is this with its sign turned */
}

const struct st_game st_game_mons = {
    .id = "mons", .title = "Mons, 23 and 24 August 1914", .edition = "1",
    .plan_size = sizeof(struct mons_plan), .pos_size = sizeof(struct mons_pos), ST_TABLES,
    .fields = &mons_fields, .pieces = "unit", .manner = "staff", .army = { "german", "british" },
    .questions = &mons_questions, .plan = mons_make, .setup = mons_setup, .winner = mons_winner,
    .worth = mons_worth, .lead = lead, .draws = 32, .weights = mons_weights,
    .ruling = mons_ruling, .describe = mons_describe, .way = mons_way, .meeting = mons_meeting, .slots = &mons_slots,
    .sane = mons_sane, .suppose = mons_suppose,
    .tallies = "lost both_lost german_lost british_lost",
    .supposes = "the defender's fire hurts most, and losses fall where most steps are left (G.34)",
};
