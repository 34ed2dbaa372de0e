/* guerre.c - Guerre d'Italia, battles of 1494 to 1530. The tables of the game; see guerre.h. */
#include "guerre/guerre.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (5.16.1) */
    [VERB_END] = { "end", NULL },
    [VERB_MOVE] = { "move {element,}: {A|WL|WR mm [mm];}", NULL },
    [VERB_CHARGE] = { "charge {element,}: {A|WL|WR mm [mm];}^C {element element F|L|R|B [mm]}", NULL },
    [VERB_ABOUT] = { "about {element}[: {A|WL|WR mm [mm];}]", NULL },
    [VERB_SIDE] = { "side {element} {L|R}", NULL },
    [VERB_RETIRE] = { "retire {element}", NULL },
    [VERB_FORM] = { "form {element,} ^{files} @{element}", NULL },
    [VERB_REPLACE] = { "replace {element} {element}", NULL },
    [VERB_REMAN] = { "reman {element}", NULL },
    [VERB_ROUT] = { "rout", NULL },
    [VERB_SHOOT] = { "shoot {element} {element} [+ {element,}]", "status" },
    [VERB_REPLY] = { "reply {N|Y}", NULL },
    [VERB_MELEE] = { "melee {element} {element}", "status" },
    [VERB_FIGHT] = { "fight {element|N}", "status" },
    [VERB_PASS] = { "pass", NULL },
    [VERB_EDGE] = { "edge {N|S}", NULL },
    [VERB_RIVER] = { "river {N|Y [y]}", NULL },
    [VERB_PLACE] = { "place {kind} {x} {y} {h} {w} {d}", NULL },
    [VERB_REMOVE] = { "remove {piece}", NULL },
    [VERB_TURN] = { "turn {piece} {h}", NULL },
    [VERB_BRIDGE] = { "bridge {x}", NULL },
    [VERB_SWAP] = { "swap {element}", NULL },
    [VERB_DEPLOY] = { "deploy {element} {x} {y} {h}", NULL },
};

#define ASKS(name) \
    .offer = guerre_##name##_offer, .check = guerre_##name##_check, .apply = guerre_##name##_apply
#define QUICK(name) .sample = guerre_##name##_sample
#define ROLLS(name) .chance = guerre_##name##_die, .take = guerre_##name##_take
static const struct st_step steps[STEPS] = {
    [STEP_ROLE_A] = { "role of A", "5.13.1", ST_CHANCE, ROLLS(role_a) },
    [STEP_ROLE_B] = { "role of B", "5.13.1", ST_CHANCE, ROLLS(role_b) },
    [STEP_TERRAIN_DIE] = { "terrain die", "5.13.2", ST_CHANCE, ROLLS(terrain) },
    [STEP_EDGE] = { "edge", "5.13.6", ST_DECIDE, ASKS(edge) },
    [STEP_RIVER] = { "river", "5.13.5", ST_DECIDE, ASKS(river) },
    [STEP_PLACE] = { "place", "5.13.3", ST_DECIDE, ASKS(place), QUICK(place) },
    [STEP_REMOVE_DIE] = { "removal die", "5.13.4", ST_CHANCE, ROLLS(remove) },
    [STEP_REMOVE] = { "removal", "5.13.4", ST_DECIDE, ASKS(remove), QUICK(remove) },
    [STEP_BRIDGE_DIE] = { "bridge die", "5.13.5", ST_CHANCE, ROLLS(bridge) },
    [STEP_BRIDGE] = { "bridge", "5.13.5", ST_DECIDE, ASKS(bridge), QUICK(bridge) },
    [STEP_KIND] = { "kind of a piece", "5.13.1", ST_CHANCE, ROLLS(kind) },
    [STEP_KIND_X] = { "x of a piece", "5.13.1", ST_CHANCE, ROLLS(kind_x) },
    [STEP_KIND_Y] = { "y of a piece", "5.13.1", ST_CHANCE, ROLLS(kind_y) },
    [STEP_EDGE_DIE] = { "edge die", "5.13.1", ST_CHANCE, ROLLS(edge) },
    [STEP_SWAP] = { "exchange", "5.14.1", ST_DECIDE, ASKS(swap) },
    [STEP_DEPLOY] = { "deployment", "5.14.2", ST_DECIDE, ASKS(deploy), QUICK(deploy) },
    [STEP_START] = { "start of the player turn", "4.2", ST_AUTO, .run = guerre_start_run },
    [STEP_CP] = { "command die", "5.2.3", ST_CHANCE, ROLLS(cp) },
    [STEP_MOVE] = { "movement", "4.2", ST_DECIDE, .confirm = true, ASKS(move), QUICK(move) },
    [STEP_FIRE_P] = { "fire of the phasing player", "5.6.2", ST_AUTO, .run = guerre_fire_p_run },
    [STEP_SHOOT_P] = { "shooting", "5.6.2", ST_DECIDE, ASKS(shoot), QUICK(shoot) },
    [STEP_FIRE_N] = { "fire of the other player", "5.6.3", ST_AUTO, .run = guerre_fire_n_run },
    [STEP_SHOOT_N] = { "answering fire", "5.6.3", ST_DECIDE, ASKS(shoot), QUICK(shoot) },
    [STEP_SHOT] = { "a shot", "5.6.11", ST_AUTO, .run = guerre_shot_run },
    [STEP_REPLY] = { "reply", "5.6.11", ST_DECIDE, ASKS(reply) },
    [STEP_SHOT_P] = { "first die of a shot", "4.4", ST_CHANCE, ROLLS(shot_p) },
    [STEP_SHOT_N] = { "second die of a shot", "4.4", ST_CHANCE, ROLLS(shot_n) },
    [STEP_SPECIAL] = { "specials", "9.3", ST_AUTO, .run = guerre_special_run },
    [STEP_POWDER] = { "powder magazine", "9.3", ST_CHANCE, ROLLS(powder) },
    [STEP_PAIRS] = { "pairs", "5.7.1", ST_AUTO, .run = guerre_pairs_run },
    [STEP_MELEE] = { "melee", "5.7.1", ST_DECIDE, ASKS(melee), QUICK(melee) },
    [STEP_ROUND] = { "round of melee", "5.7.2", ST_AUTO, .run = guerre_round_run },
    [STEP_MELEE_P] = { "first die of a melee", "4.4", ST_CHANCE, ROLLS(melee_p) },
    [STEP_MELEE_N] = { "second die of a melee", "4.4", ST_CHANCE, ROLLS(melee_n) },
    [STEP_FOLLOW] = { "follow-up", "5.10.1", ST_AUTO, .run = guerre_follow_run },
    [STEP_FIGHT_ON] = { "fight on", "5.10.3", ST_DECIDE, ASKS(fight) },
    [STEP_CHECK] = { "end of the player turn", "5.11.2", ST_AUTO, .run = guerre_check_run },
    [STEP_PURSUIT] = { "pursuit die", "5.11.3", ST_CHANCE, ROLLS(pursuit) },
    [STEP_ROUT_MOVE] = { "rout", "5.11.4", ST_AUTO, .run = guerre_rout_run },
    [STEP_OVER] = { .name = "over", .para = "5.11.6", .kind = ST_OVER },
};

static const char *const charts[CHARTS] = {
    [CHART_ELEMENTS] = "elements", [CHART_MOVEMENT] = "movement", [CHART_LADDER] = "ladder",
    [CHART_QUALITY] = "quality", [CHART_VALUES] = "combat_values", [CHART_FACTORS] = "factors",
    [CHART_RESULTS] = "results", [CHART_RECOIL] = "recoil",
    [CHART_INTERPENETRATION] = "interpenetration", [CHART_REPLACEMENT] = "replacement",
    [CHART_TERRAIN] = "terrain", [CHART_TERRAIN_DICE] = "terrain_dice", [CHART_ARMIES] = "armies",
    [CHART_LEVELS] = "army_levels",
};
static const char *const scenarios[] = { "teaching_ofanto", "cerignola_1503", "ravenna_1512",
                                         "open" };

const struct st_game st_game_guerre = {
    .id = "guerre", .title = "Guerre d'Italia, battles of 1494 to 1530", .edition = "1",
    .charts = charts, .ncharts = CHARTS, .scenarios = scenarios, .nscenarios = 4,
    .steps = steps, .nsteps = STEPS, .verbs = verbs, .nverbs = VERBS,
    .fields = guerre_fields, .nfields = GUERRE_FIELDS,
    .questions = guerre_questions, .nquestions = GUERRE_QUESTIONS,
    .plan = guerre_make, .setup = guerre_setup, .winner = guerre_winner, .worth = guerre_worth,
    .ruling = guerre_ruling, .describe = guerre_describe, .sane = guerre_sane,
};
