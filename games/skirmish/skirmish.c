/* skirmish.c - man-to-man fighting in the flintlock age. The tables of the game; see skirmish.h. */
#include "skirmish/skirmish.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (4.8) */
    [VERB_DONE] = { "done", "a_lost b_lost" },
    [VERB_SHOOT] = { "shoot {man} {firearm} {man} {steady|moving|end|passing|track}", "status" },
    [VERB_PASS] = { "pass", NULL },
    [VERB_GROUP] = { "group {man,} {open|D|V}", NULL },
    [VERB_END] = { "end", NULL },
    [VERB_MOVE] = { "move {man} {x,y-} [face {n}] [mount] [dismount] [pickup]", "x y" },
    [VERB_STAND] = { "stand {man}", NULL },
    [VERB_CROUCH] = { "crouch {man}", NULL },
    [VERB_FORM] = { "form {body} {files} {x,y} face {n}", NULL },
    [VERB_MARCH] = { "march {body} {fwd|back|left|right} {mm}", NULL },
    [VERB_WHEEL] = { "wheel {body} {left|right} {n}", NULL },
    [VERB_HOLD] = { "hold", NULL },
    [VERB_EVADE] = { "evade {man,} {open|D|V}", NULL },
    [VERB_WEAPON] = { "weapon {man} {weapon}", NULL },
    [VERB_STRIKE] = { "strike {man} {man}", "status" },
    [VERB_FOLLOW] = { "follow {man} {yes|no}", NULL },
    [VERB_RELOAD] = { "reload {man} {n}", NULL },
};

#define ASKS(name)                                                                                 \
    .offer = skirmish_##name##_offer, .check = skirmish_##name##_check,                            \
    .apply = skirmish_##name##_apply
#define QUICK(name) .sample = skirmish_##name##_sample
#define DIE(name) .chance = skirmish_##name##_die, .take = skirmish_##name##_take
static const struct st_step steps[STEPS] = {
    [STEP_START] = { "start of the turn", "4.4", ST_AUTO, .run = skirmish_start_run },
    [STEP_EARLY] = { "early shots", "5.8.6", ST_DECIDE, .confirm = true, ASKS(shoot),
                     QUICK(shoot) },
    [STEP_SHOT_DIE] = { "shot", "5.8.15", ST_CHANCE, DIE(shot) },
    [STEP_MOVEMENT] = { "movement", "4.4", ST_AUTO, .run = skirmish_movement_run },
    [STEP_ACTIVATE] = { "activate", "5.5.1", ST_DECIDE, .confirm = true, ASKS(activate),
                        QUICK(activate) },
    [STEP_SLOW_DIE] = { "slowing die", "5.5.6", ST_CHANCE, DIE(slow) },
    [STEP_ORDERS] = { "orders", "5.5.10", ST_DECIDE, .confirm = true, ASKS(orders), QUICK(orders) },
    [STEP_REACT] = { "react", "5.5.14", ST_DECIDE, ASKS(react), QUICK(react),
                     .forced = skirmish_react_forced },
    [STEP_EVADE] = { "evade", "5.5.14", ST_DECIDE, .confirm = true, ASKS(evade), QUICK(evade) },
    [STEP_LATE] = { "late shots", "5.8.7", ST_DECIDE, .confirm = true, ASKS(shoot), QUICK(shoot) },
    [STEP_MELEE] = { "melee", "5.9.1", ST_AUTO, .run = skirmish_melee_run },
    [STEP_WEAPONS] = { "weapons", "5.9.3", ST_DECIDE, ASKS(weapons) },
    [STEP_LENGTH] = { "length", "5.9.3", ST_AUTO, .run = skirmish_length_run },
    [STEP_STRIKES] = { "strikes", "5.9.5", ST_DECIDE, ASKS(strikes) },
    [STEP_STRIKE_DIE] = { "strike", "5.9.6", ST_CHANCE, DIE(strike) },
    [STEP_BLOWS] = { "blows", "5.9.10", ST_AUTO, .run = skirmish_blows_run },
    [STEP_NEXT_FOLLOW] = { "who follows", "5.9.13", ST_AUTO, .run = skirmish_next_follow_run },
    [STEP_FOLLOW] = { "follow", "5.9.13", ST_DECIDE, ASKS(follow) },
    [STEP_NEXT_RELOAD] = { "who reloads", "5.8.19", ST_AUTO, .run = skirmish_next_reload_run },
    [STEP_RELOAD] = { "reload", "5.8.19", ST_DECIDE, ASKS(reload) },
    [STEP_END] = { "end of the turn", "5.13.2", ST_AUTO, .run = skirmish_end_run },
    [STEP_OVER] = { .name = "over", .para = "5.13.2", .kind = ST_OVER },
};

static const char *const charts[CHARTS] = {
    [CHART_MOVEMENT] = "movement", [CHART_SLOWING] = "slowing", [CHART_TERRAIN] = "terrain",
    [CHART_TERRAIN_EXTRA] = "terrain_extra", [CHART_OBSTACLES] = "obstacles",
    [CHART_FIREARMS] = "firearms", [CHART_SHOOTING] = "shooting_modifiers",
    [CHART_WEAPONS] = "melee_weapons", [CHART_LENGTH] = "weapon_length",
    [CHART_MELEE] = "melee_modifiers", [CHART_RESULTS] = "melee_results",
    [CHART_TIES] = "tie_break", [CHART_CLASSES] = "classes", [CHART_FACINGS] = "facings",
};
static const char *const scenarios[] = { "salt_path", "guildo_ford", "lanvaux_heath" };

const struct st_game st_game_skirmish = {
    .id = "skirmish", .title = "Skirmish in the flintlock age", .edition = "1",
    .plan_size = sizeof(struct skirmish_plan), .pos_size = sizeof(struct skirmish_pos),
    .charts = charts, .ncharts = CHARTS, .scenarios = scenarios, .nscenarios = 3,
    .steps = steps, .nsteps = STEPS, .verbs = verbs, .nverbs = VERBS,
    .fields = skirmish_fields, .nfields = SKIRMISH_FIELDS,
    .questions = skirmish_questions, .nquestions = SKIRMISH_QUESTIONS,
    .plan = skirmish_make, .setup = skirmish_setup, .winner = skirmish_winner,
    .worth = skirmish_worth, .observe = skirmish_observe, .guess = skirmish_guess,
    .ruling = skirmish_ruling, .describe = skirmish_describe, .sane = skirmish_sane,
    .suppose = skirmish_suppose, .secret = skirmish_secret,
};
