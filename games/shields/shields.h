/* shields.h - what the chapters of the game share. Paragraphs R.. and readings: RULES.md.
 *
 *   shields_plan.c    scenario files into a plan
 *   shields_charts.c  charts into it
 *   shields_turn.c    4, R2, R3, R15: turns, commands, Wing integrity, victory
 *   shields_march.c   R4 to R10: moving, withdrawing, Shield Wall, fire, charge moves
 *   shields_combat.c  R11 to R14: combat, retreat, advance; HA1
 *   shields_ask.c     what an umpire is asked at a real table
 *   shields_show.c    the scene
 *   shields_umpire.c  fields, invariants, rulings
 *   shields_judge.h   what a position is worth to a player made of code: look, race, strike, worth
 *   shields.c         the tables of steps, verbs, charts
 */
#ifndef SHIELDS_H
#define SHIELDS_H

#include "core/game.h"
#include "core/pieces.h"

enum { MAX_UNITS = 64, MAX_WINGS = 8, MAX_MARKERS = 8, MAX_ATTACKERS = 6, MAX_LEVEL = 9 };
enum { NOBODY = 255, FIRE_RANGE = 2 }; /* R9.2 */

enum type { TYPE_V, TYPE_L, TYPE_I, TYPE_HH, TYPE_LH, TYPES };
enum { CLASS_AA, CLASS_A, CLASS_B, CLASS_C, CLASS_D, CLASS_E, CLASS_F, CLASSES };
enum terrain { CLEAR, WOODS, MARSH, FORD, BRIDGE, RIVER, TERRAINS };
/* Commands in the order a Wing carries them out (R2.8), then Bonus. */
enum { CMD_FIRE, CMD_WITHDRAW, CMD_MOVE, CMD_WALL, CMD_HORSE, CMD_COMBAT, COMMANDS,
       CMD_BONUS = COMMANDS, CMD_NONE };
/* Results with a star come right after the same without. */
enum { RES_NONE, RES_DE, RES_DL, RES_DR, RES_DR_STAR, RES_NE, RES_NE_STAR, RES_EX, RES_AR, RES_AL,
       RES_AE, RESULTS };
enum { SHIFT_PITCHED, SHIFT_SUPPRESSED, SHIFT_DOWNHILL, SHIFT_CHARGE_LH, SHIFT_CHARGE_HH,
       SHIFT_DEF_WALL, SHIFT_ATT_WALL, SHIFTS };
enum { EFFECT_NONE, EFFECT_STEP, EFFECT_OUT, EFFECT_RETREAT, EFFECTS };
enum { BONUS_NONE, BONUS_SECOND_PHASE, BONUS_SECOND_OR_PITCHED, BONUS_TWO_HEXES, BONUS_FIRE_DRM,
       BONUS_CHARGE_SHIFT, BONUS_WITHDRAW_ONE, BONUSES };
/* Who is asked about a result, in the order of the steps (R13.3 to R13.5). */
enum { ASK_WALL, ASK_HORSE, ASK_LIGHT, ASKED, OPTIONS = 5 };
enum { MODE_SINGLE, MODE_SECOND, MODE_PITCHED };
enum { SPECIAL_PURSUIT = 1, SPECIAL_DISCIPLINE = 2, SPECIAL_LEADERS = 4, SPECIAL_ORRI = 8 };
enum { RESULT_PLAYING, RESULT_FIRST, RESULT_SECOND, RESULT_DRAW };

#define SHIELDS_CHARTS(CHART) \
    CHART(CHART_CRT, "crt") CHART(CHART_UTMM, "utmm") CHART(CHART_CC_MODIFIERS, "cc_modifiers") \
    CHART(CHART_COMBAT_DRM, "combat_drm") CHART(CHART_CC_LADDER, "cc_ladder") \
    CHART(CHART_FIRE_MODIFIERS, "fire_modifiers") CHART(CHART_TERRAIN, "terrain") \
    CHART(CHART_UNIT_TYPES, "unit_types") CHART(CHART_WING_INTEGRITY, "wing_integrity") \
    CHART(CHART_COMMANDS, "commands") CHART(CHART_BONUS, "bonus") CHART(CHART_RESULT_CODES, "result_codes") \
    CHART(CHART_RESULT_OPTIONS, "result_options")
enum { SHIELDS_CHARTS(ST_LIST_NUMBER) CHARTS };

/* The verbs: the form is the notation (4.9). */
#define SHIELDS_VERBS(VERB) \
    VERB(VERB_ASSIGN, "assign {marker} {command} {wing}") \
    VERB(VERB_BONUS, "bonus {marker} {wing} {command}") VERB(VERB_DONE, "done", .closes = true) \
    VERB(VERB_WING, "wing {wing}") VERB(VERB_FIRE, "fire {unit} {unit}", "suppressed") \
    VERB(VERB_WITHDRAW, "withdraw {unit} {hex-}") VERB(VERB_MOVE, "move {unit} {hex-}") \
    VERB(VERB_FORM, "form {unit}") VERB(VERB_FALLBACK, "fallback {unit} {hex}") \
    VERB(VERB_CHARGE, "charge {unit} {hex-}") VERB(VERB_ATTACK, "attack {unit} by {unit,} [leave]", "steps") \
    VERB(VERB_SECOND, "second") VERB(VERB_PITCHED, "pitched") VERB(VERB_KEEP, "keep") \
    VERB(VERB_EXCHANGE, "exchange") VERB(VERB_CHANGE, "change") VERB(VERB_RETREAT, "retreat {unit} {hex}") \
    VERB(VERB_ADVANCE, "advance") VERB(VERB_STAY, "stay") VERB(VERB_END, "end", .closes = true)
enum { SHIELDS_VERBS(ST_LIST_NUMBER) VERBS };

/* The steps: the number that a position keeps, and the row in its chapter. */
#define SHIELDS_STEPS(STEP) \
    STEP(STEP_TURN_START, shields_step_turn_start) \
    STEP(STEP_COMMAND, shields_step_command) \
    STEP(STEP_WINGS_LEFT, shields_step_wings_left) \
    STEP(STEP_NEXT_WING, shields_step_next_wing) \
    STEP(STEP_PHASE_START, shields_step_phase_start) \
    STEP(STEP_FIRE, shields_step_fire) \
    STEP(STEP_FIRE_ROLL, shields_step_fire_roll) \
    STEP(STEP_WITHDRAW, shields_step_withdraw) \
    STEP(STEP_MOVE, shields_step_move) \
    STEP(STEP_WALL, shields_step_wall) \
    STEP(STEP_CHARGE_MOVE, shields_step_charge_move) \
    STEP(STEP_CHARGE_FIGHT, shields_step_charge_fight) \
    STEP(STEP_COMBAT_MODE, shields_step_combat_mode) \
    STEP(STEP_COMBAT, shields_step_combat) \
    STEP(STEP_ROLL, shields_step_roll) \
    STEP(STEP_WALL_OPTION, shields_step_wall_option) \
    STEP(STEP_HORSE_OPTION, shields_step_horse_option) \
    STEP(STEP_LIGHT_OPTION, shields_step_light_option) \
    STEP(STEP_APPLY, shields_step_apply) \
    STEP(STEP_NEXT_RETREAT, shields_step_next_retreat) \
    STEP(STEP_RETREAT, shields_step_retreat) \
    STEP(STEP_ADVANCE, shields_step_advance) \
    STEP(STEP_HOOK, shields_step_hook) \
    STEP(STEP_PURSUIT, shields_step_pursuit) \
    STEP(STEP_END, shields_step_end) \
    STEP(STEP_OVER, shields_step_over)
enum { SHIELDS_STEPS(ST_STEP_NUMBER) STEPS };
SHIELDS_STEPS(ST_STEP_NAMED)

struct shields_unit {
    uint8_t side, wing, type, ranged, steps, wall;
    uint8_t cc[2]; /* full, reduced */
    int16_t hex;   /* at the start; -1: not on the map */
};

struct shields_effect { /* EFFECT_... of a result (R13.6) */
    uint8_t target, primary, supporters;
};

struct shields_option { /* a line of the chart of options (R13.3 to R13.5) */
    uint8_t asked, if_result, becomes;
    bool of_primary; /* whose condition it is, the Primary's or the target's */
    uint8_t is;      /* a type, or TYPES for Shield Wall */
};

struct shields_plan { /* fixed once loaded, shared by all threads */
    int nunits, nwings, nhexes, turns, first;
    struct shields_unit unit[MAX_UNITS];
    uint64_t of_side[ST_SIDES], of_wing[MAX_WINGS]; /* units as bits */
    uint64_t anchors, checked;                      /* V HH LH; L I (R3) */
    uint64_t able[COMMANDS];                        /* could ever carry it out (R2.5) */
    const char *const *unit_name, *const *wing_name;
    uint8_t wing_side[MAX_WINGS];
    int nmarkers[ST_SIDES];
    uint8_t face[ST_SIDES][MAX_MARKERS][2];         /* CMD_..., CMD_NONE for a blank back */
    uint8_t limit[ST_SIDES][3];                     /* Wings, per Wing, in all (R2.3) */
    uint8_t goal[ST_SIDES], goal_broken[ST_SIDES];  /* enemies to shields_eliminate (R15.2, HA2) */
    int time_winner, time_lead_side, time_lead;     /* R15.4; lead side -1: none */
    int special, ward;                              /* SPECIAL_...; the side HA and ST speak of */
    int any_wall, exchange_stands, whole_way;       /* readings 16, 19, 30 the other way */

    uint8_t terrain[ST_HEX_MAX], level[ST_HEX_MAX];
    struct st_hexset zoc[ST_HEX_MAX]; /* R5.1: what a unit there controls */
    struct st_hexset open;            /* clear and bridge: where horse may charge (R10.3) */
    uint8_t cost[2][ST_HEX_MAX * 6];  /* foot, horse: step out of hex in direction */
    uint8_t charge_cost[ST_HEX_MAX * 6];

    const struct st_chart *crt, *utmm;  /* R13.1 R12.4 */
    int8_t shift[SHIFTS];               /* R12.2 */
    int8_t support_drm, fire_bonus, fire_wall;
    int8_t fire_ground[TERRAINS];
    uint8_t allowance[TYPES], fire_number[CLASSES], worse[CLASSES];
    bool horse[TYPES], wall_type[TYPES], charges[TYPES], tested[TYPES], anchor_type[TYPES];
    bool ranged_type[TYPES], wall_ground[TERRAINS], blocks_fire[TERRAINS];
    uint8_t first_phase, next_phase[COMMANDS]; /* R2.8; COMMANDS: none is left */
    uint8_t bonus[COMMANDS];                   /* BONUS_... (R2.6) */
    struct shields_effect effect[RESULTS];
    uint8_t becomes[RESULTS];                  /* once the wall has spoken (R13.2) */
    struct shields_option option[OPTIONS];
    uint8_t asked_in[ASKED];                   /* ASK_... in the order of the chart (R13.1) */
    bool attacker_chooses[ASKED];
    int integrity_anchors, integrity_anchor_range, integrity_others, integrity_range;
    struct shields_sight *sight; /* shields_judge.h */
};

struct shields_combat { /* from STEP_ROLL to the end of STEP_HOOK, else 0 */
    int16_t target_hex, primary_hex; /* as they were at declaration */
    uint8_t target, n, attacker[MAX_ATTACKERS]; /* the Primary first */
    uint8_t cls, result;
    int8_t drm;
    uint8_t nwait, wait[MAX_ATTACKERS]; /* units still to retreat */
};

struct shields_pos { /* plain bytes: no pointers, no gaps, no leftovers */
    struct st_flow flow;
    uint8_t turn, acting, turns_taken[ST_SIDES];
    uint64_t present;                   /* units on the map, as bits; hex[] says where */
    uint64_t wall, suppressed;          /* units as bits */
    uint64_t acted, charged, targeted;  /* this Phase */
    int16_t hex[MAX_UNITS];             /* -1: not on the map */
    struct shields_combat combat;
    uint8_t steps[MAX_UNITS];
    uint8_t lost[ST_SIDES];             /* eliminated units, whatever the cause (R1.8) */
    uint8_t limit[2];                   /* commands per Wing and in all, read at TURN_START */
    uint8_t spent[MAX_MARKERS];         /* 0, or 1 + the command (CMD_BONUS too) */
    uint8_t spent_wing[MAX_MARKERS];
    uint8_t joined[MAX_MARKERS];        /* of a spent Bonus: 1 + the command it makes stronger */
    uint8_t wings_done;                 /* bits */
    uint8_t wing, phase, run, mode;     /* current Wing, CMD_..., first or second run, MODE_... */
    uint8_t orri, discipline, pursuits; /* ST2, HA2, HA1 */
    uint8_t result;                     /* RESULT_... */
    uint8_t spare[5];
};
_Static_assert(sizeof(struct shields_combat) == 22, "no hidden padding");
_Static_assert(sizeof(struct shields_pos) == 16 + 48 + 128 + 22 + 64 + 4 + 24 + 14,
               "no hidden padding");

extern const char *const shields_types[], *const shields_classes[], *const shields_commands[],
    *const shields_results[], *const shields_terrains[], *const shields_faces[];

ST_OWN_PARTS(struct shields_plan, struct shields_pos)
static inline int take_unit(uint64_t *set)
{
    return take(set);
}
static inline bool on_map(const struct shields_pos *p, int unit)
{
    return has(p->present, unit);
}

static inline uint64_t units_on_map(const struct st_table *t, uint64_t among)
{
    return among & pos_of(t)->present;
}

/* ---- names for sentences --------------------------------------------------------------- */

static inline const char *unit_name(const struct st_table *t, int unit)
{
    return plan_of(t)->unit_name[unit];
}
static inline const char *wing_name(const struct st_table *t, int wing)
{
    return plan_of(t)->wing_name[wing];
}

/* ---- questions about a position (shields_march.c) -------------------------------------- */

bool shields_in_ezoc(const struct st_table *t, int side, int hex);      /* in a zone of side's enemy */
int shields_unit_at(const struct st_table *t, int hex);                 /* or -1 */
int shields_class_now(const struct st_table *t, int unit);              /* R1.7 */
bool shields_cliff(const struct shields_plan *f, int a, int b);         /* R1.4 */
bool shields_enterable(const struct st_table *t, int unit, int from, int dir); /* R4.4 */
bool shields_vacant(const struct st_table *t, int hex);
/* Is a Bonus joined to this command of the acting Wing, and does it do this? */
bool shields_bonus_gives(const struct st_table *t, int command, int bonus);
struct shields_front { /* who stands where, as one side sees it */
    struct st_hexset held, enemy; /* any unit; an enemy */
};
/* Is a hex (not river) in a zone of control? The enemy is next to it, over no cliff. */
static inline bool in_zone(const struct st_table *t, const struct shields_front *front, int hex)
{
    return st_hexset_meets(&plan_of(t)->zoc[hex], &front->enemy);
}
struct shields_front shields_front_of(const struct st_table *t, int side);
/* Neighbours of from that are enterable, vacant and not in an EZOC are added to out (R7.3, R14.3). */
void shields_add_havens(const struct st_table *t, int unit, int from,
                        const struct shields_front *front, struct st_hexset *out);
bool shields_none(const struct st_hexset *s);

/* R3.3, R3.4: enough anchors, or enough others of the Wing, within their range? */
bool shields_holds_together(const struct shields_plan *f, bool anchors, int near);

/* R2.3, ST1: commands per Wing and in all, for a turn of side that would begin now. */
void shields_limits(const struct st_table *t, int side, uint8_t limit[2]);

/* ---- things that happen ----------------------------------------------------------------- */

void shields_off_map(struct shields_pos *p, int unit);
void shields_eliminate(struct st_table *t, int unit, const char *para, const char *why);
void shields_lose_step(struct st_table *t, int unit, const char *para);
void shields_put_unit(struct st_table *t, int unit, int hex); /* loses SW (R4.8, R7.5, R14.2) */
/* HA2: it moved, advanced or pursued; low: over low ground (reading 30). */
void shields_enter_by_choice(struct st_table *t, int unit, bool low);
void shields_end_phase(struct st_table *t);

/* After the umpire has moved pieces or changed them: what the combat asks now may be moot. */
void shields_combat_looks_again(struct st_table *t);

/* ---- combat: one set of terms for the step and for the question (R12) ------------------- */

struct shields_terms {
    int type, cls, target_type, supporters;
    bool pitched, suppressed, downhill, charge_bonus, target_wall, own_wall;
};
/* Final class (the row) and the sum of die-roll modifiers, each told with its paragraph. */
void shields_combat_terms(const struct st_table *t, const struct shields_terms *in, int *cls,
                          int *drm);
/* What whoever is asked (ASK_...) may make of a result (R13.3 to R13.5), or RES_NONE. */
int shields_may_make(const struct shields_plan *f, const struct shields_terms *in, int asked,
                     int result);

struct shields_fire_terms { /* R9.5 */
    int cls, ground; /* of the firer; under the target */
    bool bonus, wall;
};
/* The modifiers, told; and the number needed. */
int shields_fire_modifier(const struct st_table *t, const struct shields_fire_terms *in,
                          int *needed);

/* ---- the parts of the game ----------------------------------------------------------------- */

int shields_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err);
void shields_setup(struct st_table *t);
int shields_worth(const struct st_table *t, int side);
extern const char *const shields_weights[];
int shields_make_room_to_see(struct st_plan *out, struct shields_plan *f, struct st_error *err);
void shields_march_way(const struct st_table *t, const struct st_move *m, struct st_way *out);
void shields_describe(const struct st_table *t, int side, struct st_scene *scene);
int shields_goal(const struct st_table *t, int side); /* units to eliminate (R15.2) */
enum st_answer shields_sane(const struct st_table *t, struct st_refusal *why);
enum st_answer shields_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why);
extern const struct st_fields shields_fields, shields_slots;
extern const struct st_questions shields_questions;
const char *shields_meeting(const struct st_table *t, int unit, int enemy, char *inputs, size_t size);

#endif
