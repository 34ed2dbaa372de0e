/* skirmish.c - man-to-man fighting in the flintlock age. The tables of the game; see skirmish.h. */
#include "skirmish/skirmish.h"

#include <stdio.h>

static const struct st_verb verbs[] = { SKIRMISH_VERBS(ST_LIST_ROW) };

const struct st_step skirmish_step_over = { .name = "over", .para = "5.13.2", .kind = ST_OVER };
static const struct st_step *const steps[] = { SKIRMISH_STEPS(ST_STEP_ROW) };

static const char *const charts[] = { SKIRMISH_CHARTS(ST_LIST_NAME) };
static const char *const lessons[] = { "first", NULL };
static const char *const scenarios[] = { "salt_path", "guildo_ford", "lanvaux_heath" };

/* What of a position is wider than a byte (core/order.h). */
static const struct st_wide wide[] = {
    ST_WIDE(struct skirmish_pos, active, contacted, uint64_t),
    ST_WIDE_IN(struct skirmish_pos, group, members, ordered, uint64_t),
    ST_WIDE(struct skirmish_pos, x, pending, int16_t),
};

/* Man against man, as they are armed; on open ground, for where they would meet nobody knows (5.9.14). */
static const char *meeting(const struct st_table *t, int man, int enemy, char *inputs, size_t size)
{
    const struct st_names *men = st_plan_list(t->plan, "man");

    snprintf(inputs, size, "a=%s\nb=%s\n", men->name[man], men->name[enemy]);
    return "fight";
}

/* Only the guns of men unseen count for their own side alone. */
static int lead(const struct st_table *t)
{
    int first = skirmish_worth(t, 0);

    return pos_of(t)->active & pos_of(t)->unseen ? first - skirmish_worth(t, 1) : 2 * first;
}

const struct st_game st_game_skirmish = {
    .id = "skirmish", .title = "Skirmish in the flintlock age", .edition = "1",
    .plan_size = sizeof(struct skirmish_plan), .pos_size = sizeof(struct skirmish_pos), ST_TABLES,
    .fields = &skirmish_fields, .pieces = "man", .manner = "meadow",
    .army = { "white-coats", "red-coats" }, .questions = &skirmish_questions, .plan = skirmish_make,
    .setup = skirmish_setup, .result = ST_ONE(struct skirmish_pos, result), .worth = skirmish_worth,
    .lead = lead, .weights = skirmish_weights, .observe = skirmish_observe,
    .hides = skirmish_hides, .guess = skirmish_guess, .ruling = skirmish_ruling,
    .describe = skirmish_describe, .sight = skirmish_sight, .meeting = meeting, .slots = &skirmish_slots,
    .keeps = true, .sane = skirmish_sane, .suppose = skirmish_suppose,
    .supposes = "nobody declares another shot in this window (7.42)", .secret = skirmish_secret,
};
