/* guerre.c - Guerre d'Italia, battles of 1494 to 1530. The tables of the game; see guerre.h. */
#include "guerre/guerre.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (5.16.1) */
    [VERB_END] = { "end", .closes = true }, [VERB_MOVE] = { "move {element,}: {A|WL|WR mm [mm];}" },
    [VERB_CHARGE] = { "charge {element,}: {A|WL|WR mm [mm];}^C {element element F|L|R|B [mm]}", "status" },
    [VERB_ABOUT] = { "about {element}[: {A|WL|WR mm [mm];}]" },
    [VERB_SIDE] = { "side {element} {L|R}" }, [VERB_RETIRE] = { "retire {element}" },
    [VERB_FORM] = { "form {element,} ^{files} @{element}" },
    [VERB_REPLACE] = { "replace {element} {element}" }, [VERB_REMAN] = { "reman {element}" },
    [VERB_ROUT] = { "rout" },
    [VERB_SHOOT] = { "shoot {element} {element} [+ {element,}]", "status" },
    [VERB_REPLY] = { "reply {N|Y}" }, [VERB_MELEE] = { "melee {element} {element}", "status" },
    [VERB_FIGHT] = { "fight {element|N}", "status" }, [VERB_PASS] = { "pass" },
    [VERB_EDGE] = { "edge {N|S}" }, [VERB_RIVER] = { "river {N|Y [y]}" },
    [VERB_PLACE] = { "place {kind} {x} {y} {h} {w} {d}" }, [VERB_REMOVE] = { "remove {piece}" },
    [VERB_TURN] = { "turn {piece} {h}" }, [VERB_BRIDGE] = { "bridge {x}" },
    [VERB_SWAP] = { "swap {element}" }, [VERB_DEPLOY] = { "deploy {element} {x} {y} {h}" },
};

static const struct st_step *const steps[] = { GUERRE_STEPS(ST_STEP_ROW) };

static const char *const charts[CHARTS] = {
    [CHART_ELEMENTS] = "elements", [CHART_MOVEMENT] = "movement", [CHART_LADDER] = "ladder",
    [CHART_QUALITY] = "quality", [CHART_VALUES] = "combat_values", [CHART_FACTORS] = "factors",
    [CHART_RESULTS] = "results", [CHART_RECOIL] = "recoil",
    [CHART_INTERPENETRATION] = "interpenetration", [CHART_REPLACEMENT] = "replacement",
    [CHART_TERRAIN] = "terrain", [CHART_TERRAIN_DICE] = "terrain_dice", [CHART_ARMIES] = "armies",
    [CHART_LEVELS] = "army_levels",
};
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
    .winner = guerre_winner, .suppose = guerre_suppose,
    .supposes = "no other order is given, nobody shoots who need not, and nobody fights on (5.7.1)",
    .worth = guerre_worth, .lead = guerre_lead, .weights = guerre_weights, .ruling = guerre_ruling,
    .describe = guerre_describe, .sight = guerre_sight, .meeting = guerre_meeting, .slots = &guerre_slots,
    .sane = guerre_sane,
};
