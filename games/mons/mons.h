/* mons.h - what the chapters of the game share. Paragraphs and readings (G.n): RULES.md.
 *
 *   mons_plan.c     a scenario into a plan (I.1), with mons_charts.c, mons_map.c, mons_units.c
 *   mons_turn.c     4, 5: turns, programmes, phases, victory
 *   mons_stand.c    who stands where, control (3.5)
 *   mons_march.c    6 to 9: stacking, zones of control, moving, entering, leaving
 *   mons_guns.c     10 bombardment; owner's-choice losses, which all combat shares
 *   mons_melee.c    11 and 12: defensive fire, melee, advance
 *   mons_ask.c      what an umpire is asked at a real table
 *   mons_fields.c   the numbers of a position by name, rulings, invariants
 *   mons_show.c     how it is drawn
 *   mons_judge.h    what a position is worth to a player made of code: defence, siege, worth
 *   mons.c          the tables of steps, verbs, charts
 *
 * `resign` may be said at any decision, but where D.2 asks whether there is a choice it does not
 * count (G.20). So decisions without a choice are passed by the automatic steps before them, not
 * by the driver, who would always find two answers.
 */
#ifndef MONS_H
#define MONS_H

#include "core/game.h"

enum { MAX_UNITS = 128, MAX_STEPS = 8, MAX_POINTS = 15, MAX_RANGE = 8, MAX_TURNS = 30,
       MAX_OBJECTIVES = 16, MAX_NAMED = 8, MAX_EXITS = 16 };
enum { STACK = 4 };                     /* 6.1 */
enum { ATTACKERS = 6 * STACK };         /* as many as can stand round a hex */
enum { FAR_OUT = 60 };
enum { NO_GROUP = 255, CORPS_TROOPS = 255 };

enum { GE, BR };
enum type { INF, CAV, FA, HA, HV, TYPES };
enum terrain { CLEAR, FOREST, BUILT_UP, OUT, TERRAINS };
enum { COMBAT_BOMBARDMENT, COMBAT_FIRE, COMBAT_MELEE, COMBATS };
enum { PROGRAMME_NONE, PROGRAMME_MF, PROGRAMME_FM, PROGRAMME_FF, PROGRAMME_MM };
enum { PLACE_WAITING = -1, PLACE_ELIMINATED = -2, PLACE_EXITED = -3 };
enum { RESULT_PLAYING, RESULT_GE, RESULT_BR };
/* Whose steps are being lost, and why. */
enum { LOSS_NONE, LOSS_BOMBARDMENT, LOSS_FIRE, LOSS_ATTACKER, LOSS_DEFENDER };

#define MONS_CHARTS(CHART) \
    CHART(CHART_MOVEMENT, "13_1_movement") CHART(CHART_GROUND, "13_2_terrain_combat") \
    CHART(CHART_BOMBARDMENT, "13_3_bombardment") CHART(CHART_FIRE, "13_4_defensive_fire") \
    CHART(CHART_MELEE, "13_5_melee") CHART(CHART_AUTOMATIC, "13_5b_melee_automatic") \
    CHART(CHART_NOTES, "13_notes") CHART(CHART_TRACK, "turn_track")
enum { MONS_CHARTS(ST_LIST_NUMBER) CHARTS };

/* The verbs: the form is the notation (D.4). */
#define MONS_VERBS(VERB) \
    VERB(VERB_PROGRAMME, "programme {MF|FM|FF|MM}") VERB(VERB_MOVE, "move {unit} {hex-}") \
    VERB(VERB_EXIT, "exit {unit} {hex-}") VERB(VERB_ENTER, "enter {unit} {hex-}") \
    VERB(VERB_BOMBARD, "bombard {hex} by {unit,}", "both_lost") \
    VERB(VERB_MELEE, "melee {hex} by {unit,}", "lost") VERB(VERB_FIRE, "fire {unit>hex }", "lost") \
    VERB(VERB_LOSE, "lose {unit}") VERB(VERB_ADVANCE, "advance {unit,}") VERB(VERB_STAY, "stay") \
    VERB(VERB_END, "end", .closes = true) VERB(VERB_RESIGN, "resign", .yields = true)
enum { MONS_VERBS(ST_LIST_NUMBER) VERBS };

/* The steps: the number that a position keeps, and the row in its chapter. */
#define MONS_STEPS(STEP) \
    STEP(STEP_PLAYER_TURN, mons_step_player_turn) \
    STEP(STEP_PROGRAMME, mons_step_programme) \
    STEP(STEP_PHASE, mons_step_phase) \
    STEP(STEP_MOVE_NEXT, mons_step_move_next) \
    STEP(STEP_MOVE, mons_step_move) \
    STEP(STEP_BOMBARD_NEXT, mons_step_bombard_next) \
    STEP(STEP_BOMBARD, mons_step_bombard) \
    STEP(STEP_BOMBARD_ROLL, mons_step_bombard_roll) \
    STEP(STEP_MELEE_NEXT, mons_step_melee_next) \
    STEP(STEP_MELEE, mons_step_melee) \
    STEP(STEP_FIRE, mons_step_fire) \
    STEP(STEP_FIRE_NEXT, mons_step_fire_next) \
    STEP(STEP_FIRE_ROLL, mons_step_fire_roll) \
    STEP(STEP_ODDS, mons_step_odds) \
    STEP(STEP_MELEE_ROLL, mons_step_melee_roll) \
    STEP(STEP_LOSSES, mons_step_losses) \
    STEP(STEP_LOSE, mons_step_lose) \
    STEP(STEP_AFTER, mons_step_after) \
    STEP(STEP_ADVANCE, mons_step_advance) \
    STEP(STEP_TURN_END, mons_step_turn_end) \
    STEP(STEP_OVER, mons_step_over)
enum { MONS_STEPS(ST_STEP_NUMBER) STEPS };
MONS_STEPS(ST_STEP_NAMED)

/* ---- sets of units ----------------------------------------------------------------------- */

struct mons_set {
    uint64_t word[MAX_UNITS / 64];
};

static inline bool set_has(const struct mons_set *s, int unit)
{
    return s->word[unit >> 6] >> (unit & 63) & 1;
}
static inline void set_add(struct mons_set *s, int unit)
{
    s->word[unit >> 6] |= 1ull << (unit & 63);
}
static inline void set_drop(struct mons_set *s, int unit)
{
    s->word[unit >> 6] &= ~(1ull << (unit & 63));
}
static inline bool set_none(const struct mons_set *s)
{
    return !(s->word[0] | s->word[1]);
}
static inline int set_count(const struct mons_set *s)
{
    return __builtin_popcountll(s->word[0]) + __builtin_popcountll(s->word[1]);
}
static inline struct mons_set set_both(struct mons_set a, struct mons_set b)
{
    return (struct mons_set){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } };
}
static inline struct mons_set set_less(struct mons_set a, struct mons_set b)
{
    return (struct mons_set){ { a.word[0] & ~b.word[0], a.word[1] & ~b.word[1] } };
}
/* The first unit, taken out of the set; only while there is one. */
static inline int set_take(struct mons_set *s)
{
    int i = s->word[0] == 0, u = __builtin_ctzll(s->word[i]);

    s->word[i] &= s->word[i] - 1;
    return 64 * i + u;
}

/* ---- plan and position ------------------------------------------------------------------- */

struct mons_unit {
    uint8_t side, type, regiment, steps, points, range;
    uint8_t corps, division;           /* numbers; CORPS_TROOPS: of no division */
    uint8_t group, turn;               /* of entry; NO_GROUP: starts on the map */
    uint8_t strength[MAX_STEPS + 1];   /* by steps left (C.3) */
    int16_t hex;                       /* at the start, or PLACE_WAITING */
};

struct mons_freeze {
    struct mons_set units;
    int until, release, side; /* first turn free; distance that frees, 0: none (I.2.2) */
};

struct mons_readings { /* where two can be defended the scenario chooses; 0: as we umpire */
    int bridges_only;  /* 12.5: melee over a canal needs a bridge */
    int once_a_turn;   /* 5.4: a gun bombards once in a player turn, not in each phase */
    int halted_only;   /* 10.1: a gun that has moved does not bombard */
    int spotted_only;  /* 10.11: nobody bombards what nobody spots */
};

struct mons_plan { /* fixed once loaded, shared by all threads */
    int nunits, nhexes, first_turn, last_turn;
    struct mons_unit unit[MAX_UNITS];
    struct mons_set of_side[ST_SIDES], troops, guns, regiments;
    struct mons_set enters_by[MAX_TURNS + 1]; /* whose turn of entry has come */
    int16_t is_regiment[MAX_UNITS];           /* 1 or 0, as wide as place[]: counted together */
    const char *const *unit_name, *const *hex_name;
    const char *const *corps_name, *const *division_name;

    uint8_t terrain[ST_HEX_MAX];
    uint8_t road[ST_HEX_MAX], river[ST_HEX_MAX], canal[ST_HEX_MAX], bridge[ST_HEX_MAX]; /* bits of
                                                                                  directions */
    uint8_t reached[ST_HEX_MAX];        /* directions from which zones reach in (7.2) */
    struct st_hexset area, road_off;    /* in play; a road comes from off the map (8.3) */
    struct st_hexset zone[ST_HEX_MAX];  /* what troops there control (7.1, 7.2) */
    struct st_hexset (*within)[ST_HEX_MAX]; /* [distance][hex], up to the longest range */
    uint8_t cost[TYPES][ST_HEX_MAX * 6];    /* of a step (9.4), ST_HEX_SHUT: not open to the type */
    uint8_t terrain_cost[TYPES][TERRAINS];  /* 13.1; ST_HEX_SHUT: NA */
    uint8_t river_cost[TYPES];
    uint8_t road_cost, road_river;

    const struct st_chart *bombardment, *fire, *melee; /* 13.3 13.4 13.5 */
    int8_t ground[COMBATS][TERRAINS], water[COMBATS];  /* 13.2 */
    int8_t unspotted;
    uint8_t gun_fire, gun_defence;
    uint8_t worse[2], better[2];                       /* 12.10: attacker, defender */

    int ngroups;
    struct st_hexset entry[MAX_NAMED];
    const char *entry_para[MAX_TURNS + 1]; /* what units of that turn are told if too early */
    const char *entry_name[MAX_NAMED];
    int nobjectives;
    int16_t objective[MAX_OBJECTIVES];
    int8_t objective_at[ST_HEX_MAX];    /* number of the objective in a hex, or -1 */
    uint16_t british_start;             /* objectives by bits: British at the start */
    int nfreezes;
    struct mons_freeze freeze[MAX_NAMED];
    uint32_t no_combat[ST_SIDES];       /* bits of turns (5.2) */
    struct st_hexset closed, exits;     /* 9.21, 9.11 */
    int closed_until, exit_first_turn;  /* first turn open; 0: never shut */
    int lifted;                         /* first turn on which divisions join (10.6, 12.14) */
    struct mons_readings reading;
    int early_turn;                     /* 4.2; 0: none */
    uint16_t early, last;               /* objectives wanted then and at the end, or 0 */
    int points_needed, units_a_point, bavai_points, exit_needed, exit_points; /* 4.3, 4.4 */
    uint16_t bavai;

    int nexits;
    int16_t exit[MAX_EXITS];
    uint8_t (*march)[ST_HEX_MAX]; /* points needed at least to each objective, then each exit */
    uint8_t out[ST_HEX_MAX];      /* to the nearest exit, FAR_OUT at most */
    uint8_t (*approach)[6][ST_HEX_MAX]; /* the same to each hex beside an objective */
};

struct mons_combat { /* from the naming of a combat to its end, else 0 */
    struct mons_set unit;         /* who bombards or attacks */
    int16_t target, from;         /* hexes: attacked; attacking, under fire now */
    uint8_t loss, owed, later;    /* LOSS_...; steps still to lose; the defender's, to come */
    uint8_t factors[6];           /* fire still to fall, by direction from the target */
    uint8_t spare[3];
};

struct mons_pos { /* plain bytes: no pointers, no gaps, no leftovers */
    struct st_flow flow;
    uint8_t turn, acting, programme, phase;
    struct mons_set present, waiting;           /* on the map; off it, to enter: as place[] says */
    struct mons_set moved, bombarded, meleed;   /* in this phase (D.3) */
    struct mons_combat combat;
    struct st_hexset hit, assaulted;            /* in this phase */
    int16_t place[MAX_UNITS];                   /* hex or PLACE_... */
    uint8_t steps[MAX_UNITS];
    uint16_t control;                           /* objectives the German controls, as bits */
    uint8_t eliminated[ST_SIDES], exited, freed; /* units; freed: freezes, as bits (I.2.2) */
    uint8_t result, spare[1];
};
_Static_assert(sizeof(struct mons_combat) == 16 + 4 + 3 + 6 + 3, "no hidden padding");
_Static_assert(sizeof(struct mons_pos) == 16 + 80 + 32 + 2 * ST_HEX_MAX / 8 + 3 * MAX_UNITS + 8,
               "no hidden padding");
_Static_assert(sizeof(struct mons_pos) < 1024, "the full battle stays under 1 KiB");

extern const char *const mons_types[], *const mons_terrains[], *const mons_programmes[];

ST_OWN_PARTS(struct mons_plan, struct mons_pos)
static inline bool on_map(const struct st_table *t, int unit)
{
    return set_has(&pos_of(t)->present, unit);
}
static inline bool waits(const struct st_table *t, int unit)
{
    return set_has(&pos_of(t)->waiting, unit);
}
/* How many units stand in a hex; both sides never do (6.4). Plain, so that it becomes a few wide
 * instructions: this is asked more often than anything else. */
static inline int units_at(const struct mons_pos *p, int hex)
{
    int16_t h = (int16_t)hex, n = 0;

    for (int u = 0; u < MAX_UNITS; u++)
        n = (int16_t)(n + (p->place[u] == h));
    return n;
}
static inline int regiments_at(const struct mons_plan *f, const struct mons_pos *p, int hex)
{
    int16_t h = (int16_t)hex, n = 0;

    for (int u = 0; u < MAX_UNITS; u++)
        n = (int16_t)(n + (p->place[u] == h ? f->is_regiment[u] : 0));
    return n;
}
static inline bool is_gun(const struct mons_plan *f, int unit)
{
    return set_has(&f->guns, unit);
}
static inline int strength_of(const struct st_table *t, int unit)
{
    return plan_of(t)->unit[unit].strength[pos_of(t)->steps[unit]];
}
/* C.4: what it fires defensively, and what it defends with. */
static inline int fire_factor(const struct st_table *t, int unit)
{
    return is_gun(plan_of(t), unit) ? plan_of(t)->gun_fire : strength_of(t, unit);
}
static inline int defence_of(const struct st_table *t, int unit)
{
    return is_gun(plan_of(t), unit) ? plan_of(t)->gun_defence : strength_of(t, unit);
}
static inline bool water_between(const struct mons_plan *f, int hex, int dir)
{
    return (f->river[hex] | f->canal[hex]) >> dir & 1;
}
static inline bool canal_bars(const struct mons_plan *f, int hex, int dir) /* no bridge (9.14) */
{
    return (f->canal[hex] & ~f->bridge[hex]) >> dir & 1;
}

/* ---- names for sentences ----------------------------------------------------------------- */

static inline const char *unit_name(const struct st_table *t, int unit)
{
    return plan_of(t)->unit_name[unit];
}

/* ---- who stands where, and may walk (mons_stand.c, mons_march.c) -------------------------- */

struct mons_set mons_units_of(const struct st_table *t, int side);          /* on the map */
struct mons_set mons_units_in(const struct st_table *t, int side, int hex);
struct st_hexset mons_held_by(const struct st_table *t, struct mons_set units);
bool mons_in_zone(const struct st_table *t, int side, int hex);             /* of side's enemy */
int mons_frozen(const struct st_table *t, int unit);                        /* 9.20: is it? */
/* May one more stand there (6.1, 6.2)? unit itself does not count. */
enum st_answer mons_room_check(const struct st_table *t, int unit, int hex,
                               struct st_refusal *why);
void mons_take_control(struct st_table *t, int side, int hex);              /* 3.5 */
/* The price of a step; where it is shut, ST_HEX_SHUT and why. */
enum { OPEN, SHUT_OUTSIDE, SHUT_OUT_OF_PLAY, SHUT_CANAL, SHUT_RIVER, SHUT_NA };
int mons_step_cost(const struct mons_plan *f, int type, int from, int to, int dir, int *shut);

struct mons_front { /* what the enemy has in each hex; a byte for each is the quickest to make */
    uint8_t at[ST_HEX_MAX];
};
enum { ENEMY_GUNS = 1, ENEMY_TROOPS = 2 }; /* troops have zones of control (7.1) */
struct mons_walk { /* a path as a unit of that type would walk it */
    int type, points;   /* allowance */
    const char *name;   /* who walks, for sentences */
    struct mons_front front;
    int left;           /* points left at its end */
    bool stopped;       /* in an enemy zone, by 7.3 */
};
/* Into the map by a hex (8.3, 8.5), with the points left; afterwards w is as the unit is there. */
enum st_answer mons_entry_check(const struct st_table *t, struct mons_walk *w, int hex,
                                struct st_refusal *why);
/* Hex by hex along path[0 .. n-1], in the order of D.5: 9.2, then step by step. It begins with the
 * points and the stop that w has, and leaves it as it is at the end. */
enum st_answer mons_walk_check(const struct st_table *t, struct mons_walk *w, const int16_t *path,
                               int n, struct st_refusal *why);
/* 9.11, 9.12, 9.3: may what has walked there leave the map? */
enum st_answer mons_exit_end_check(const struct st_table *t, const struct mons_walk *w, int hex,
                                   struct st_refusal *why);
/* A unit into a hex by the umpire's hand, where it may stand (mons_fields.c). */
enum st_answer mons_put(struct st_table *t, int unit, int hex, struct st_refusal *why);

/* ---- combat ------------------------------------------------------------------------------ */

/* 10.6, 12.14: units that may not work together. */
enum st_answer mons_mixture_check(const struct st_table *t, struct mons_set units,
                                  const char *para, struct st_refusal *why);
/* Why there is no bombardment in the melee segment: it has begun (5.5); or, before the first melee,
 * what kept the guns silent so that the bombardment segment was passed (G.21). */
enum st_answer mons_late_bombardment(const struct st_table *t, const struct st_move *m,
                                     struct st_refusal *why);
struct mons_set mons_guns_ready(const struct st_table *t); /* to bombard, wherever they reach */
bool mons_spotted(const struct st_table *t, int hex);                       /* 10.11 */
/* What decides a roll: the steps fill these, and so does who asks at a real table. */
struct mons_shelling { int strength, terrain; bool spotted; };
struct mons_volley { int factors, terrain; bool water; };
struct mons_clash { int attack, defence, terrain; bool water; }; /* water: all come across it */
/* Sums of modifiers (13.2), each told. */
int mons_bombardment_drm(const struct st_table *t, const struct mons_shelling *s);
int mons_fire_drm(const struct st_table *t, const struct mons_volley *v);
int mons_melee_drm(const struct st_table *t, const struct mons_clash *c);
/* 12.9: 0 for worse than 1:1, 7 for better than 6:1. */
enum { ODDS_WORSE = 0, ODDS_BETTER = 7 };
int mons_odds(int attack, int defence);
/* 12.10, 12.11: steps lost by attacker and defender; die counts only between the two ends. */
void mons_melee_result(const struct st_table *t, int odds, int die, int *attacker, int *defender);
int mons_attack_strength(const struct st_table *t, struct mons_set units);
int mons_defence_strength(const struct st_table *t, int hex);
int mons_steps_of(const struct st_table *t, struct mons_set units);
int mons_loser(const struct st_table *t);                 /* the side whose steps are owed */
struct mons_set mons_may_lose(const struct st_table *t);  /* who may take the next step lost */
void mons_lose_step(struct st_table *t, int unit, const char *para);
/* A combat against the hex that m names first, by the units it names: both are noted, in this phase once. */
void mons_begin_combat(struct mons_pos *p, const struct st_move *m, struct st_hexset *hexes, struct mons_set *units);
void mons_name_melee(struct st_table *t, const struct st_move *m);
enum st_answer mons_melee_named(const struct st_table *t, const struct st_move *m,
                                struct st_refusal *why);
void mons_offer_melees(const struct st_table *t, struct st_offer *o);
struct mons_set mons_may_advance(const struct st_table *t);
/* All sets of units the verb may name against a hex, or some and a family if they are too many. */
void mons_offer_sets(const struct st_table *t, int verb, int hex, struct mons_set able,
                     struct st_offer *o);
/* A random one of them. */
struct st_move mons_sample_set(const struct st_table *t, int verb, int hex, struct mons_set able,
                               uint64_t seed);
/* A random hex of a set, or -1. */
int mons_pick_hex(const struct st_hexset *s, uint64_t seed, uint32_t number);

/* Allotments of fire as a counter goes round: unit after unit, hex after hex (11.3). */
struct mons_allotment {
    int16_t unit[STACK], hex[6];
    int nunits, nhexes;
    int at[STACK]; /* the hex each unit fires at */
};
void mons_first_allotment(const struct st_table *t, struct mons_allotment *a);
bool mons_next_allotment(struct mons_allotment *a); /* false: that was the last */
struct st_move mons_allot(const struct mons_allotment *a);

/* The defender's fire that costs the attacker most, his own losses counted against it, on average,
 * with losses taken by mons_loss_most; only at STEP_FIRE. */
struct st_move mons_best_fire(const struct st_table *t);
/* Who takes the next loss: the unit with most steps, or with fewest; among equals the first. */
struct st_move mons_loss_most(const struct st_table *t);
struct st_move mons_loss_fewest(const struct st_table *t);

/* ---- phases ------------------------------------------------------------------------------ */

bool mons_resigns(struct st_table *t, const struct st_move *m); /* and if so, the game is over */
void mons_offer_resign(struct st_offer *o);
void mons_offer_end(struct st_offer *o);
void mons_end_phase(struct st_table *t);
bool mons_moving(const struct mons_pos *p); /* is the present phase one of movement? */
/* What the turn track has for the present turn: "day", "hours", "note"; "-": nothing. */
const char *mons_track(const struct st_table *t, const char *column);
int mons_victory_points(const struct st_table *t);
enum { SEGMENT_NONE, SEGMENT_MOVEMENT, SEGMENT_BOMBARDMENT, SEGMENT_MELEE };
extern const char *const mons_segments[];
int mons_segment(const struct st_table *t);
int mons_programme(const struct st_table *t); /* the British one (5.3), or none (C.9) */
/* Units of a side in a place that is not on the map. */
int mons_count_in(const struct st_table *t, int side, int place);
/* Steps lost since the beginning, those still owed in the combat in progress included. */
int mons_lost(const struct st_table *t, int side);

/* The automatic steps have seen to it that there is a choice (D.2, G.20). */
bool mons_never_forced(const struct st_table *t, struct st_move *only);

int mons_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err);
void mons_setup(struct st_table *t);
const char *mons_meeting(const struct st_table *t, int u, int enemy, char *inputs, size_t size);
enum st_supposed mons_suppose(const struct st_table *t, const struct st_move *asked,
                              struct st_move *out);
int mons_worth(const struct st_table *t, int side);
extern const char *const mons_weights[];
void mons_way(const struct st_table *t, const struct st_move *m, struct st_way *out);
void mons_describe(const struct st_table *t, int side, struct st_scene *scene);
enum st_answer mons_sane(const struct st_table *t, struct st_refusal *why);
enum st_answer mons_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why);
extern const struct st_fields mons_fields, mons_slots;
extern const struct st_questions mons_questions;

#endif
