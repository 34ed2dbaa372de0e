/* shields_charts.c - the printed charts into the plan.
 *
 * A row names a column, the member it goes to and what will do; what hangs on more than one cell is C
 * between the calls.
 */
#include "shields/shields_load.h"

#include <string.h>

const char *const shields_types[] = { "V", "L", "I", "HH", "LH", NULL };
const char *const shields_classes[] = { "AA", "A", "B", "C", "D", "E", "F", NULL };
const char *const shields_commands[] = { "fire", "withdraw", "move", "wall", "horse", "combat",
                                         "bonus" };
const char *const shields_results[] = { "-",   "DE", "DL", "DR", "DR*", "NE",
                                        "NE*", "EX", "AR", "AL", "AE",  NULL };
const char *const shields_terrains[] = { "clear", "woods", "marsh", "ford", "bridge", "river" };
const char *const shields_faces[] = { "Fire",  "Withdraw", "Move", "Shield Wall",
                                      "Horse", "Combat",   "Bonus" };

static const char *const shift_names[] = { "PITCHED",   "SUPPRESSED", "DOWNHILL", "CHARGE_LH",
                                           "CHARGE_HH", "DEF_WALL",   "ATT_WALL" };
static const char *const arms[] = { "foot", "horse" };
static const char *const effects[] = { "-", "step", "out", "retreat" };
static const char *const bonuses[] = { "-", "SECOND_PHASE", "SECOND_OR_PITCHED", "TWO_HEXES",
                                       "FIRE_DRM", "CHARGE_SHIFT", "WITHDRAW_ONE" };
static const char *const option_names[] = { "wall DR*", "wall NE*", "heavy horse", "light horse",
                                            "light target" };
static const char *const choosers[] = { "defender", "attacker" };
static const char *const whose[] = { "target", "primary" };
static const char *const option_is[] = { "V", "L", "I", "HH", "LH", "wall" };

#define PLAN(m) ST_ONE(struct shields_plan, m)
#define EACH(m) ST_EACH(struct shields_plan, m)
#define IN(a, m) ST_IN(struct shields_plan, a, m)
#define SEEN(m) ST_EACH(struct shields_seen, m), .of = ST_OF_SEEN

/* ---- what stands in the chart is what the rules want ------------------------------------- */

static const struct st_shape shapes[] = {
    { CHART_CRT, .rows = { shields_classes, CLASSES }, .cells = { shields_results, RESULTS },
      .each_col = { -2, 8 } },
    { CHART_UTMM, .rows = { shields_types, TYPES }, .cols = { shields_types, TYPES },
      .numbers = true },
};
static const struct st_bound shift_columns[] = { { "shift", EACH(shift), -6, 6 } };
static const struct st_fact drm_facts[] = {
    { CHART_COMBAT_DRM, "SUPPORT", PLAN(support_drm) },
    { CHART_FIRE_MODIFIERS, "BONUS", PLAN(fire_bonus) },
    { CHART_FIRE_MODIFIERS, "WALL", PLAN(fire_wall) },
};
static const struct st_bound ladder_columns[] = {
    { "reduced", EACH(worse), .words = shields_classes, .nwords = CLASSES },
    { "fire", EACH(fire_number), 1, 99 },
    { "rank", SEEN(rank), .hi = CLASSES - 1 },
};
static const struct st_bound type_columns[] = {
    { "class", EACH(horse), ST_WORDS(arms) },
    { "MA", EACH(allowance), 1, 20 },
    { "shield_wall", EACH(wall_type), ST_YES_NO },
    { "charge", EACH(charges), ST_YES_NO },
    { "integrity_test", EACH(tested), ST_YES_NO },
    { "anchors_wing", EACH(anchor_type), ST_YES_NO },
    { "ranged", EACH(ranged_type), ST_YES_NO },
};
static const struct st_fact needs_facts[] = {
    { CHART_WING_INTEGRITY, "yes", PLAN(integrity_anchors) },
    { CHART_WING_INTEGRITY, "no", PLAN(integrity_others) },
};
static const struct st_fact range_facts[] = {
    { CHART_WING_INTEGRITY, "yes", PLAN(integrity_anchor_range) },
    { CHART_WING_INTEGRITY, "no", PLAN(integrity_range) },
};
static const struct st_bound ground_columns[] = {
    { "blocks_fire", EACH(blocks_fire), ST_YES_NO },
    { "foot_mp", SEEN(price[0]), .lo = 1, .hi = 20, .blank = true },
    { "horse_mp", SEEN(price[1]), .lo = 1, .hi = 20, .blank = true },
    { "charge", SEEN(open), ST_YES_NO },
};
static const struct st_bound standing_columns[] = { /* not of deep river, where nobody stands */
    { "shield_wall", EACH(wall_ground), ST_YES_NO },
    { "fire_mod", EACH(fire_ground), -8, 8 },
};
static const struct st_bound result_columns[] = {
    { "becomes", EACH(becomes), .words = shields_results, .nwords = RESULTS },
    { "target", IN(effect, target), ST_WORDS(effects) },
    { "primary", IN(effect, primary), ST_WORDS(effects) },
    { "supporters", IN(effect, supporters), ST_WORDS(effects) },
};
static const struct st_bound option_columns[] = {
    { "if_result", IN(option, if_result), .words = shields_results, .nwords = RESULTS },
    { "whose", IN(option, of_primary), ST_WORDS(whose) },
    { "is", IN(option, is), ST_WORDS(option_is) },
    { "may_become", IN(option, becomes), .words = shields_results, .nwords = RESULTS },
    { "order", SEEN(option_place), .lo = 1, .hi = ASKED },
    { "chooser", SEEN(option_chooser), ST_WORDS(choosers) },
};

/* ---- what no row can say ------------------------------------------------------------------- */

static void check_ladder(struct st_binder *b, const struct shields_seen *seen)
{
    for (int c = 0; c < CLASSES && !b->e; c++)
        if (seen->rank[c] != c)
            st_bad_chart(b, CHART_CC_LADDER, shields_classes[c], "the rank of %s is %d, not %d",
                                 shields_classes[c], c, seen->rank[c]);
}

/* R13.6: a result that becomes another has no effect of its own. */
static void check_results(struct st_binder *b, const struct shields_plan *f)
{
    for (int r = 1; r < RESULTS && !b->e; r++) {
        const struct shields_effect *x = &f->effect[r];
        const char *name = shields_results[r], *then = shields_results[f->becomes[r]];
        bool attackers_go = x->primary == EFFECT_RETREAT || x->supporters == EFFECT_RETREAT;

        if (f->becomes[r] != r && (x->target || x->primary || x->supporters))
            st_bad_chart(b, CHART_RESULT_CODES, name,
                                 "%s becomes %s: it has no effect of its own", name, then);
        if (f->becomes[f->becomes[r]] != f->becomes[r])
            st_bad_chart(b, CHART_RESULT_CODES, name,
                                 "%s becomes %s, which becomes something else again", name, then);
        if (x->target == EFFECT_RETREAT && attackers_go)
            st_bad_chart(b, CHART_RESULT_CODES, name, "%s makes both sides retreat", name);
    }
}

/* R13.3 to R13.5: the lines of one step have one order and one chooser. */
static void order_options(struct st_binder *b, struct shields_plan *f,
                          const struct shields_seen *seen)
{
    static const uint8_t asked[OPTIONS] = { ASK_WALL, ASK_WALL, ASK_HORSE, ASK_HORSE, ASK_LIGHT };
    int at[ASKED] = { -1, -1, -1 };

    for (int i = 0; i < OPTIONS && !b->e; i++) {
        f->option[i].asked = asked[i];
        if (i && asked[i] == asked[i - 1] && (seen->option_place[i] != seen->option_place[i - 1] ||
             seen->option_chooser[i] != seen->option_chooser[i - 1]))
            st_bad_chart(b, CHART_RESULT_OPTIONS, option_names[i],
                                 "%s has another order or chooser than the line above",
                                 option_names[i]);
        at[seen->option_place[i] - 1] = asked[i];
        f->attacker_chooses[asked[i]] = seen->option_chooser[i];
    }
    for (int i = 0; i < ASKED && !b->e; i++) {
        if (at[i] < 0)
            st_bad_chart(b, CHART_RESULT_OPTIONS, NULL, "no option has the order %d", i + 1);
        else
            f->asked_in[i] = (uint8_t)at[i];
    }
}

/* R2.6: what Bonus does for each command: what is printed for it, a second Phase, or nothing. */
static void bind_bonus(struct st_binder *b, struct shields_plan *f)
{
    static const uint8_t own[COMMANDS] = {
        [CMD_FIRE] = BONUS_FIRE_DRM,      [CMD_WITHDRAW] = BONUS_TWO_HEXES,
        [CMD_MOVE] = BONUS_SECOND_PHASE,  [CMD_WALL] = BONUS_WITHDRAW_ONE,
        [CMD_HORSE] = BONUS_CHARGE_SHIFT, [CMD_COMBAT] = BONUS_SECOND_OR_PITCHED,
    };

    for (int i = 0; i < COMMANDS && !b->e; i++) {
        const char *may[] = { bonuses[BONUS_NONE], bonuses[BONUS_SECOND_PHASE], bonuses[own[i]] };
        const struct st_bound code[] = { { "effect_code", EACH(bonus), ST_WORDS(may) } };

        st_bind_columns(b, CHART_BONUS, &shields_faces[i], i, 1, ST_ROWS(code));
        if (f->bonus[i] == ST_COUNT(may) - 1)
            f->bonus[i] = own[i];
    }
}

void shields_bind_charts(struct st_binder *b)
{
    const struct shields_seen *seen = b->seen;
    struct shields_plan *f = b->to;
    const struct st_chart *crt = f->crt = b->plan->chart[CHART_CRT];

    f->utmm = b->plan->chart[CHART_UTMM];
    if (crt->col.lo != -2 || crt->col.hi != 8 || !crt->col.below_first || !crt->col.above_last)
        st_bad_chart(b, CHART_CRT, NULL, "columns must run from -2 to 8+");
    st_bind_shapes(b, ST_ROWS(shapes));
    st_bind_columns(b, CHART_CC_MODIFIERS, shift_names, 0, SHIFTS, ST_ROWS(shift_columns));
    st_bind_facts(b, "drm", -8, 8, ST_ROWS(drm_facts));
    st_bind_columns(b, CHART_CC_LADDER, shields_classes, 0, CLASSES, ST_ROWS(ladder_columns));
    check_ladder(b, seen);
    st_bind_columns(b, CHART_UNIT_TYPES, shields_types, 0, TYPES, ST_ROWS(type_columns));
    st_bind_facts(b, "needs", 1, 9, ST_ROWS(needs_facts));
    st_bind_facts(b, "within_hexes", 1, 99, ST_ROWS(range_facts));
    st_bind_columns(b, CHART_TERRAIN, shields_terrains, 0, TERRAINS, ST_ROWS(ground_columns));
    st_bind_columns(b, CHART_TERRAIN, shields_terrains, 0, RIVER, ST_ROWS(standing_columns));
    st_bind_columns(b, CHART_RESULT_CODES, shields_results + 1, 1, RESULTS - 1,
                    ST_ROWS(result_columns));
    check_results(b, f);
    st_bind_columns(b, CHART_RESULT_OPTIONS, option_names, 0, OPTIONS, ST_ROWS(option_columns));
    order_options(b, f, seen);
    bind_bonus(b, f);
}

/* R2.8: the Phases in the order of one column of the chart. */
void shields_bind_order(struct st_binder *b, const char *column)
{
    const struct shields_seen *seen = b->seen;
    const struct st_bound place[] = { { column, SEEN(place), .lo = 1, .hi = COMMANDS } };
    const struct st_bound nowhere[] = { { column, SEEN(place) } };
    struct shields_plan *f = b->to;
    uint8_t at[COMMANDS + 1];

    st_bind_columns(b, CHART_COMMANDS, &shields_faces[CMD_BONUS], 0, 1, ST_ROWS(nowhere));
    st_bind_columns(b, CHART_COMMANDS, shields_faces, 0, COMMANDS, ST_ROWS(place));
    memset(at, COMMANDS, sizeof at);
    for (int i = 0; i < COMMANDS && !b->e; i++) {
        if (at[seen->place[i] - 1] != COMMANDS)
            st_bad_chart(b, CHART_COMMANDS, shields_faces[i], "two commands have the order %d",
                                 seen->place[i]);
        at[seen->place[i] - 1] = (uint8_t)i;
    }
    for (int i = 0; i < COMMANDS && !b->e; i++)
        f->next_phase[at[i]] = at[i + 1];
    f->first_phase = at[0];
}
