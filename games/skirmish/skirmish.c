/* skirmish.c - man-to-man fighting in the flintlock age. The tables of the game; see skirmish.h. */
#include "skirmish/skirmish.h"

static const struct st_verb verbs[VERBS] = { /* the form is the notation (4.8) */
    [VERB_DONE] = { "done", "a_lost b_lost", true },
    [VERB_SHOOT] = { "shoot {man} {firearm} {man} {steady|moving|end|passing|track}", "status" },
    [VERB_PASS] = { "pass", NULL },
    [VERB_GROUP] = { "group {man,} {open|D|V}", NULL },
    [VERB_END] = { "end", NULL, true },
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
static const struct st_step *const steps[] = {
    [STEP_START] = &(const struct st_step){ "start of the turn", "4.4", ST_AUTO, .run = skirmish_start_run },
    [STEP_EARLY] = &(const struct st_step){ "early shots", "5.8.6", ST_DECIDE, .confirm = true, ASKS(shoot),
                     QUICK(shoot) },
    [STEP_SHOT_DIE] = &(const struct st_step){ "shot", "5.8.15", ST_CHANCE, DIE(shot) },
    [STEP_MOVEMENT] = &(const struct st_step){ "movement", "4.4", ST_AUTO, .run = skirmish_movement_run },
    [STEP_ACTIVATE] = &(const struct st_step){ "activate", "5.5.1", ST_DECIDE, .confirm = true, ASKS(activate),
                        QUICK(activate) },
    [STEP_SLOW_DIE] = &(const struct st_step){ "slowing die", "5.5.6", ST_CHANCE, DIE(slow) },
    [STEP_ORDERS] = &(const struct st_step){ "orders", "5.5.10", ST_DECIDE, .confirm = true, ASKS(orders), QUICK(orders) },
    [STEP_REACT] = &(const struct st_step){ "react", "5.5.14", ST_DECIDE, ASKS(react), QUICK(react),
                     .forced = skirmish_react_forced },
    [STEP_EVADE] = &(const struct st_step){ "evade", "5.5.14", ST_DECIDE, .confirm = true, ASKS(evade), QUICK(evade) },
    [STEP_LATE] = &(const struct st_step){ "late shots", "5.8.7", ST_DECIDE, .confirm = true, ASKS(shoot), QUICK(shoot) },
    [STEP_MELEE] = &(const struct st_step){ "melee", "5.9.1", ST_AUTO, .run = skirmish_melee_run },
    [STEP_WEAPONS] = &(const struct st_step){ "weapons", "5.9.3", ST_DECIDE, ASKS(weapons) },
    [STEP_LENGTH] = &(const struct st_step){ "length", "5.9.3", ST_AUTO, .run = skirmish_length_run },
    [STEP_STRIKES] = &(const struct st_step){ "strikes", "5.9.5", ST_DECIDE, ASKS(strikes) },
    [STEP_STRIKE_DIE] = &(const struct st_step){ "strike", "5.9.6", ST_CHANCE, DIE(strike) },
    [STEP_BLOWS] = &(const struct st_step){ "blows", "5.9.10", ST_AUTO, .run = skirmish_blows_run },
    [STEP_NEXT_FOLLOW] = &(const struct st_step){ "who follows", "5.9.13", ST_AUTO, .run = skirmish_next_follow_run },
    [STEP_FOLLOW] = &(const struct st_step){ "follow", "5.9.13", ST_DECIDE, ASKS(follow) },
    [STEP_NEXT_RELOAD] = &(const struct st_step){ "who reloads", "5.8.19", ST_AUTO, .run = skirmish_next_reload_run },
    [STEP_RELOAD] = &(const struct st_step){ "reload", "5.8.19", ST_DECIDE, ASKS(reload) },
    [STEP_END] = &(const struct st_step){ "end of the turn", "5.13.2", ST_AUTO, .run = skirmish_end_run },
    [STEP_OVER] = &(const struct st_step){ .name = "over", .para = "5.13.2", .kind = ST_OVER },
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
    .charts = charts, .ncharts = ST_COUNT(charts), .scenarios = scenarios, .nscenarios = ST_COUNT(scenarios),
    .steps = steps, .nsteps = ST_COUNT(steps), .verbs = verbs, .nverbs = ST_COUNT(verbs),
    .fields = &skirmish_fields, .pieces = "man",
    .questions = &skirmish_questions,
    .plan = skirmish_make, .setup = skirmish_setup, .winner = skirmish_winner,
    .worth = skirmish_worth, .observe = skirmish_observe, .guess = skirmish_guess,
    .ruling = skirmish_ruling, .describe = skirmish_describe, .sane = skirmish_sane,
    .suppose = skirmish_suppose,
    .supposes = "nobody declares another shot in this window (7.42)",
    .secret = skirmish_secret,
};
