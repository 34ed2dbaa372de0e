/* honour.c - All Is Lost Save Honour: campaigns of the Italian Wars. The tables of the game; see
 * honour.h. */
#include "honour/honour.h"

#define ORDER_WORDS "{garrison|stand|manoeuvre|attack|retreat}"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (10.1) */
    [VERB_ARRIVE] = { "arrive {hex}" }, [VERB_ARRIVE_JOINING] = { "arrive {hex} joining {force}" },
    [VERB_SOURCE] = { "source {source}" }, [VERB_SPLIT] = { "split {force} {unit,}" },
    [VERB_TRANSFER] = { "transfer {unit,} to {force}" },
    [VERB_ASSIGN] = { "assign {capitano} to {force}" },
    [VERB_MERGE] = { "merge {force} into {force}" }, [VERB_PRIMO] = { "primo {capitano}" },
    [VERB_INSIDE] = { "inside {force}" }, [VERB_OUTSIDE] = { "outside {force}" },
    [VERB_GIVE] = { "give {force} " ORDER_WORDS },
    [VERB_BUY] = { "buy {force} " ORDER_WORDS " by {capitano}" },
    [VERB_DRIVE] = { "drive {force} " ORDER_WORDS }, [VERB_DETACH] = { "detach {unit,}" },
    [VERB_DONE] = { "done", .closes = true },
    [VERB_ACTIVATE] = { "activate {force} {march|attack|works}" }, [VERB_PASS] = { "pass" },
    [VERB_MARCH] = { "march {regular|administrative|contact}" }, [VERB_MOVE] = { "move {hex-}" },
    [VERB_SLIP] = { "slip {hex} {n}" }, [VERB_PILLAGE] = { "pillage" },
    [VERB_BRIDGE] = { "bridge {hex} by {capitano}" }, [VERB_UNBRIDGE] = { "unbridge {hex}" },
    [VERB_HALT] = { "halt" }, [VERB_ATTACK] = { "attack {hex}", "loser" },
    [VERB_CONFIRM] = { "confirm", "loser" }, [VERB_CANCEL] = { "cancel" },
    [VERB_ACCEPT] = { "accept", "loser" }, [VERB_SHELTER] = { "shelter" },
    [VERB_RETIRE] = { "retire" }, [VERB_LOSE] = { "lose {unit sp,}", "sp" },
    [VERB_DEMORALISE] = { "demoralise {unit}" }, [VERB_PURSUE] = { "pursue {force}" },
    [VERB_DECLINE] = { "decline" }, [VERB_RISK] = { "risk {capitano}", "status" },
    [VERB_RETREAT] = { "retreat {hex}" }, [VERB_ADVANCE] = { "advance" }, [VERB_STAY] = { "stay" },
    [VERB_VANGUARD] = { "vanguard {unit,}" }, [VERB_REAR] = { "rear {unit,}" },
    [VERB_COMMAND] = { "command {capitano}" }, [VERB_NONE] = { "none" },
    [VERB_HAND] = { "hand {chit,}" }, [VERB_ENGAGE] = { "engage {chit,}" },
    [VERB_HOLD] = { "hold {chit,}" },
    [VERB_CHARGE] = { "charge {unit,} on {unit}", "sp demoralised" },
    [VERB_RESERVE] = { "reserve" }, [VERB_YIELD] = { "yield" }, [VERB_CONTINUE] = { "continue" },
    [VERB_ACT] = { "act {force}" }, [VERB_BOMBARD] = { "bombard" },
    [VERB_COUNTERFIRE] = { "counterfire" }, [VERB_SORTIE] = { "sortie {unit,}", "loser sp" },
    [VERB_STORM] = { "storm {unit,}", "loser sp" },
    [VERB_BREACH] = { "breach {unit sp,}", "loser sp" },
    [VERB_DEFEND] = { "defend {unit sp,}", "loser sp" }, [VERB_CAPITULATE] = { "capitulate" },
    [VERB_OCCUPY] = { "occupy {unit,}" }, [VERB_WAGES] = { "wages {force} by {capitano}" },
    [VERB_RECOVER] = { "recover {unit}", "sp demoralised" },
    [VERB_DIG] = { "dig {force} by {capitano}" },
};

const struct st_step honour_step_over = { .name = "over", .para = "17.1", .kind = ST_OVER };
static const struct st_step *const steps[] = { HONOUR_STEPS(ST_STEP_ROW) };

static const char *const charts[CHARTS] = {
    [CHART_ADMIN_POINTS] = "admin_points", [CHART_FIRE] = "artillery_fire",
    [CHART_FIRE_MODIFIERS] = "artillery_fire_modifiers", [CHART_ASSAULT_ATT] = "assault_attacker",
    [CHART_ASSAULT_DEF] = "assault_defender", [CHART_ASSAULT_COLUMNS] = "assault_columns",
    [CHART_ASSAULT_LOSERS] = "assault_losers", [CHART_ASSAULT_MODIFIERS] = "assault_modifiers",
    [CHART_ATTRITION] = "attrition", [CHART_ATTRITION_MODIFIERS] = "attrition_modifiers",
    [CHART_CHARGE] = "cavalry_charge", [CHART_CHARGE_MARKS] = "cavalry_charge_marks",
    [CHART_CHARGE_MODIFIERS] = "cavalry_charge_modifiers",
    [CHART_PLUNDER] = "cavalry_charge_plunder",
    [CHART_DISCIPLINE] = "discipline", [CHART_DISCIPLINE_MODIFIERS] = "discipline_modifiers",
    [CHART_INITIATIVE] = "initiative_modifier", [CHART_OPT_CAVALRY] = "opt_cavalry",
    [CHART_OPT_CRT] = "opt_crt", [CHART_OPT_LOSERS] = "opt_crt_losers",
    [CHART_OPT_INITIATIVE] = "opt_initiative", [CHART_OPT_RATIO] = "opt_ratio",
    [CHART_ORDERS] = "orders", [CHART_PURSUIT] = "pursuit",
    [CHART_PURSUIT_MODIFIERS] = "pursuit_modifiers", [CHART_TACTICAL] = "tactical_options",
    [CHART_TERRAIN_HEX] = "terrain_hex", [CHART_TERRAIN_SIDE] = "terrain_hexside",
    [CHART_UNIT_EFFECTS] = "unit_type_effects", [CHART_UNIT_TYPES] = "unit_types",
    [CHART_WEATHER] = "weather", [CHART_WEATHER_EFFECTS] = "weather_effects",
};
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
    .setup = honour_setup, .winner = honour_winner, .worth = honour_worth,
    .weights = honour_weights, .observe = honour_observe, .hides = honour_hides,
    .guess = honour_guess, .ruling = honour_ruling, .describe = honour_describe, .way = honour_way,
    .slots = &honour_slots, .sane = honour_sane, .suppose = honour_suppose,
    .supposes = "losses fall on the first units that may take them (12.9)",
};
