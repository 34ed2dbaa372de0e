/* honour.h - what the chapters of the game share. Paragraphs and readings: RULES.md.
 *
 *   honour_plan.c       a scenario into a plan, with honour_head.c (keys) and honour_map.c
 *   honour_charts.c     the printed charts into the plan
 *   honour_turn.c       4, 6: weather, turn, impulses, Initiative
 *   honour_forces.c     3: Forces, Capitani, organisation
 *   honour_orders.c     5: supply, LOC, AP, Orders
 *   honour_ground.c     7.2, 7.8: zones of control, what a step costs, who may enter
 *   honour_march.c      7, 16.4: movement, pillage, pontoons
 *   honour_attrition.c  8, 9, 11.7: losses, attrition, discipline, recovery, Elimination Checks
 *   honour_attack.c     10, 11.2, 11.6.5: attacks, reactions, Skirmishes, advance
 *   honour_assault.c    12: the Assault Table
 *   honour_pursuit.c    11.5, 11.6: pursuit, retreat
 *   honour_deploy.c     11.4: the Major Battle, Steps 1 to 4
 *   honour_battle.c     and its Fights, Steps 5 to 10
 *   honour_charge.c     11.4.1, 11.4.13: guns and horse in it
 *   honour_opt.c        18.9: the Major Battle by one table
 *   honour_siege.c      13: sieges
 *   honour_regions.c    14 to 17: control, alignment, earthworks, reinforcements, events, victory
 *   honour_ask.c        what an umpire is asked at a real table: the tables
 *   honour_fight_ask.c  and whole procedures
 *   honour_fields.c     the position by name; what an umpire may set
 *   honour_show.c       scene, secrets, invariants
 *   honour_worth.c      what a position is worth: armies, places, plans
 *   honour_worth_fight.c  and what a fight promises
 *   honour.c            the tables of steps, verbs, charts
 */
#ifndef HONOUR_H
#define HONOUR_H

#include "core/game.h"
#define ST_PIECES uint32_t
#include "core/pieces.h"
#include "core/small.h"

enum { SIDE_UNITS = 15, MAX_UNITS = 30, SIDE_CAPS = 12, MAX_CAPS = 24, SIDE_FORCES = 9,
       MAX_FORCES = 18, MAX_PLACES = 64, MAX_REGIONS = 16, MAX_SOURCES = 8, MAX_PONTOONS = 12,
       SIDE_PONTOONS = 6, MAX_TURNS = 60, MAX_ARRIVALS = 8, MAX_SP = 30, MAX_AP = 12,
       STACK = 3, NOBODY = 255, MARKS = ST_HEX_MAX };
enum { DIE = 6 };

enum type { GEN, HCV, LCV, STR, SWI, LAN, FIR, INF, ENG, ART, SAR, TYPES };
enum { CLASS_INF, CLASS_CAV, CLASS_ART, CLASSES };
enum terrain { CLEAR, MARSH, HEATH, SWAMP, WOOD, HILL, MOUNTAIN, LAKE, TERRAINS };
enum { PLACE_TOWN, PLACE_FORT, PLACE_CITY, PLACE_KINDS };
enum { SIDE_OPEN, SIDE_RIVER, SIDE_BRIDGE, SIDE_PONTOON, SIDE_FERRY, SIDE_PRIMARY, SIDE_KINDS };
enum weather { FAIR, RAIN, MUD, SNOW, HEAT, FROST, WEATHERS };
enum { REL_V, REL_S, REL_N, REL_R, RELS };
enum { ORDER_NONE, GARRISON, STAND, MANOEUVRE, ATTACK, RETREAT, ORDERS };
enum { PURPOSE_MARCH, PURPOSE_ATTACK, PURPOSE_WORKS };
enum { MARCH_REGULAR, MARCH_ADMIN, MARCH_CONTACT };
enum { CTRL_NONE, CTRL_A, CTRL_B, CTRL_CLOSED };
enum { ALIGN_NEUTRAL, ALIGN_A, ALIGN_B };
enum { CHECK_P, CHECK_F, CHECK_FF, CHECK_D, CHECK_D_STAR, CHECKS };
enum { CHIT_FORMATION, CHIT_MUSTER, CHIT_RESERVE, CHIT_ARTILLERY, CHIT_CHARGE, CHIT_COMBINED,
       CHIT_COORDINATION, CHIT_FIREARMS, HAND_CHITS, CHIT_EARTHWORKS = HAND_CHITS, CHIT_RIVER,
       CHITS };
enum { ALL_ROUNDS = 9, HAND_MOST = 8, FREE_MOST = 6 };
enum { NO_CORPS, VANGUARD, MAIN, REAR, CORPS };
enum { SPECIAL_NONE, SPECIAL_BICOCCA, SPECIAL_PAVIA, SPECIAL_RELIEF, SPECIALS };
/* Optional rules (18), then the other of two readings (Part 11): bits of the plan's options. */
enum { OPT_QUARTERS = 1, OPT_INTERPHASE = 2, OPT_FLIGHT = 4, OPT_ONE_TABLE = 8,
       READ_ACTIVATIONS = 16, READ_NO_SALLY = 32, READ_PAID_FORCING = 64, READ_LEADERLESS = 128 };
enum { RESULT_PLAYING, RESULT_A, RESULT_B, RESULT_DRAW };

/* Flags of a Force. */
enum { F_INSIDE = 1, F_NEW = 2, F_ATTACKED = 4, F_ADMIN = 8, F_DISRUPTED = 16, F_PILLAGED = 32,
       F_FINISHED = 64, F_WENT = 128, F_PRIMO = 256, F_FOUGHT = 512, F_MOVED = 1024,
       F_ORDERED = 2048, F_DUG = 4096, F_WAGES = 8192 };
/* What is printed on a Capitano. */
enum { CAP_INITIATIVE = 7, CAP_STAR = 8, CAP_SIEGE = 16, CAP_CG = 32 };
/* Marks on a hex: pillage 0-2, Earthworks level 0-2, their owner. */
enum { MARK_PILLAGE = 3, MARK_LEVEL = 12, MARK_LEVEL_SHIFT = 2, MARK_OWNER = 16 };
/* A cell of the Artillery Fire Table. */
enum { FIRE_STAR = 1, FIRE_DC = 2, FIRE_BREACH = 4, FIRE_MAYBE = 8, FIRE_CAPITANI = 16,
       FIRE_SP_SHIFT = 5 };
/* A cell of the Assault Table: SP lost, 16 for D, 32 for "--". */
enum { CELL_SP = 15, CELL_D = 16, CELL_NOTHING = 32 };
/* A cell of the Cavalry Charge Table. */
enum { CHARGE_NONE, CHARGE_A1, CHARGE_A2, CHARGE_A3, CHARGE_D, CHARGE_D1, CHARGE_CELLS };
enum { MARK_NONE, MARK_STAR, MARK_CAPITANI };

#define HONOUR_CHARTS(CHART) \
    CHART(CHART_ADMIN_POINTS, "admin_points") CHART(CHART_FIRE, "artillery_fire") \
    CHART(CHART_FIRE_MODIFIERS, "artillery_fire_modifiers") CHART(CHART_ASSAULT_ATT, "assault_attacker") \
    CHART(CHART_ASSAULT_DEF, "assault_defender") CHART(CHART_ASSAULT_COLUMNS, "assault_columns") \
    CHART(CHART_ASSAULT_LOSERS, "assault_losers") CHART(CHART_ASSAULT_MODIFIERS, "assault_modifiers") \
    CHART(CHART_ATTRITION, "attrition") CHART(CHART_ATTRITION_MODIFIERS, "attrition_modifiers") \
    CHART(CHART_CHARGE, "cavalry_charge") CHART(CHART_CHARGE_MARKS, "cavalry_charge_marks") \
    CHART(CHART_CHARGE_MODIFIERS, "cavalry_charge_modifiers") CHART(CHART_PLUNDER, "cavalry_charge_plunder") \
    CHART(CHART_DISCIPLINE, "discipline") CHART(CHART_DISCIPLINE_MODIFIERS, "discipline_modifiers") \
    CHART(CHART_INITIATIVE, "initiative_modifier") CHART(CHART_OPT_CAVALRY, "opt_cavalry") \
    CHART(CHART_OPT_CRT, "opt_crt") CHART(CHART_OPT_LOSERS, "opt_crt_losers") \
    CHART(CHART_OPT_INITIATIVE, "opt_initiative") CHART(CHART_OPT_RATIO, "opt_ratio") \
    CHART(CHART_ORDERS, "orders") CHART(CHART_PURSUIT, "pursuit") \
    CHART(CHART_PURSUIT_MODIFIERS, "pursuit_modifiers") CHART(CHART_TACTICAL, "tactical_options") \
    CHART(CHART_TERRAIN_HEX, "terrain_hex") CHART(CHART_TERRAIN_SIDE, "terrain_hexside") \
    CHART(CHART_UNIT_EFFECTS, "unit_type_effects") CHART(CHART_UNIT_TYPES, "unit_types") \
    CHART(CHART_WEATHER, "weather") CHART(CHART_WEATHER_EFFECTS, "weather_effects")
enum { HONOUR_CHARTS(ST_LIST_NUMBER) CHARTS };

/* The verbs: the form is the notation (10.1). */
#define ORDER_WORDS "{garrison|stand|manoeuvre|attack|retreat}"
#define HONOUR_VERBS(VERB) \
    VERB(VERB_ARRIVE, "arrive {hex}") VERB(VERB_ARRIVE_JOINING, "arrive {hex} joining {force}") \
    VERB(VERB_SOURCE, "source {source}") VERB(VERB_SPLIT, "split {force} {unit,}") \
    VERB(VERB_TRANSFER, "transfer {unit,} to {force}") VERB(VERB_ASSIGN, "assign {capitano} to {force}") \
    VERB(VERB_MERGE, "merge {force} into {force}") VERB(VERB_PRIMO, "primo {capitano}") \
    VERB(VERB_INSIDE, "inside {force}") VERB(VERB_OUTSIDE, "outside {force}") \
    VERB(VERB_GIVE, "give {force} " ORDER_WORDS) VERB(VERB_BUY, "buy {force} " ORDER_WORDS " by {capitano}") \
    VERB(VERB_DRIVE, "drive {force} " ORDER_WORDS) VERB(VERB_DETACH, "detach {unit,}") \
    VERB(VERB_DONE, "done", .closes = true) VERB(VERB_ACTIVATE, "activate {force} {march|attack|works}") \
    VERB(VERB_PASS, "pass") VERB(VERB_MARCH, "march {regular|administrative|contact}") \
    VERB(VERB_MOVE, "move {hex-}") VERB(VERB_SLIP, "slip {hex} {n}") VERB(VERB_PILLAGE, "pillage") \
    VERB(VERB_BRIDGE, "bridge {hex} by {capitano}") VERB(VERB_UNBRIDGE, "unbridge {hex}") \
    VERB(VERB_HALT, "halt") VERB(VERB_ATTACK, "attack {hex}", "loser") \
    VERB(VERB_CONFIRM, "confirm", "loser") VERB(VERB_CANCEL, "cancel") VERB(VERB_ACCEPT, "accept", "loser") \
    VERB(VERB_SHELTER, "shelter") VERB(VERB_RETIRE, "retire") VERB(VERB_LOSE, "lose {unit sp,}", "sp") \
    VERB(VERB_DEMORALISE, "demoralise {unit}") VERB(VERB_PURSUE, "pursue {force}") \
    VERB(VERB_DECLINE, "decline") VERB(VERB_RISK, "risk {capitano}", "status") \
    VERB(VERB_RETREAT, "retreat {hex}") VERB(VERB_ADVANCE, "advance") VERB(VERB_STAY, "stay") \
    VERB(VERB_VANGUARD, "vanguard {unit,}") VERB(VERB_REAR, "rear {unit,}") \
    VERB(VERB_COMMAND, "command {capitano}") VERB(VERB_NONE, "none") VERB(VERB_HAND, "hand {chit,}") \
    VERB(VERB_ENGAGE, "engage {chit,}") VERB(VERB_HOLD, "hold {chit,}") \
    VERB(VERB_CHARGE, "charge {unit,} on {unit}", "sp demoralised") VERB(VERB_RESERVE, "reserve") \
    VERB(VERB_YIELD, "yield") VERB(VERB_CONTINUE, "continue") VERB(VERB_ACT, "act {force}") \
    VERB(VERB_BOMBARD, "bombard") VERB(VERB_COUNTERFIRE, "counterfire") \
    VERB(VERB_SORTIE, "sortie {unit,}", "loser sp") VERB(VERB_STORM, "storm {unit,}", "loser sp") \
    VERB(VERB_BREACH, "breach {unit sp,}", "loser sp") VERB(VERB_DEFEND, "defend {unit sp,}", "loser sp") \
    VERB(VERB_CAPITULATE, "capitulate") VERB(VERB_OCCUPY, "occupy {unit,}") \
    VERB(VERB_WAGES, "wages {force} by {capitano}") VERB(VERB_RECOVER, "recover {unit}", "sp demoralised") \
    VERB(VERB_DIG, "dig {force} by {capitano}")
enum { HONOUR_VERBS(ST_LIST_NUMBER) VERBS };

/* The steps: the number that a position keeps, and the row in its chapter. Asked even without a choice are
 * those of a battle that must tell nothing by the asking (Part 4). */
#define HONOUR_STEPS(STEP) \
    STEP(STEP_TURN, honour_step_turn) \
    STEP(STEP_WEATHER, honour_step_weather) \
    STEP(STEP_COMMAND, honour_step_command) \
    STEP(STEP_ARRIVE, honour_step_arrive) \
    STEP(STEP_AP, honour_step_ap) \
    STEP(STEP_SOURCE, honour_step_source) \
    STEP(STEP_AP_NEXT, honour_step_ap_next) \
    STEP(STEP_AP_ROLL, honour_step_ap_roll) \
    STEP(STEP_ORGANISE, honour_step_organise) \
    STEP(STEP_ORDERS, honour_step_orders) \
    STEP(STEP_EVENT, honour_step_event) \
    STEP(STEP_DETACH, honour_step_detach) \
    STEP(STEP_RECALL, honour_step_recall) \
    STEP(STEP_COMMAND_END, honour_step_command_end) \
    STEP(STEP_ACTIVATION, honour_step_activation) \
    STEP(STEP_FIRST, honour_step_first) \
    STEP(STEP_IMPULSE_START, honour_step_impulse_start) \
    STEP(STEP_IMPULSE, honour_step_impulse) \
    STEP(STEP_INITIATIVE, honour_step_initiative) \
    STEP(STEP_MARCH_TYPE, honour_step_march_type) \
    STEP(STEP_MARCH, honour_step_march) \
    STEP(STEP_SLIP, honour_step_slip) \
    STEP(STEP_SLIP_GO, honour_step_slip_go) \
    STEP(STEP_WORKS, honour_step_works) \
    STEP(STEP_ACTIVATION_END, honour_step_activation_end) \
    STEP(STEP_SIEGE_START, honour_step_siege_start) \
    STEP(STEP_SIEGE_NEXT, honour_step_siege_next) \
    STEP(STEP_ACT, honour_step_act) \
    STEP(STEP_BOMBARD, honour_step_bombard) \
    STEP(STEP_COUNTERFIRE, honour_step_counterfire) \
    STEP(STEP_SORTIE, honour_step_sortie) \
    STEP(STEP_ASSAULT_END, honour_step_assault_end) \
    STEP(STEP_STORM, honour_step_storm) \
    STEP(STEP_DEFEND, honour_step_defend) \
    STEP(STEP_ASSAULTED, honour_step_assaulted) \
    STEP(STEP_CAPITULATE, honour_step_capitulate) \
    STEP(STEP_SURRENDER, honour_step_surrender) \
    STEP(STEP_OCCUPY, honour_step_occupy) \
    STEP(STEP_SIEGE_DONE, honour_step_siege_done) \
    STEP(STEP_ATTRITION_NEXT, honour_step_attrition_next) \
    STEP(STEP_ATTRITION_ROLL, honour_step_attrition_roll) \
    STEP(STEP_RECOVERY, honour_step_recovery) \
    STEP(STEP_WORKS_PHASE, honour_step_works_phase) \
    STEP(STEP_ALIGN, honour_step_align) \
    STEP(STEP_VICTORY, honour_step_victory) \
    STEP(STEP_CLEAN, honour_step_clean) \
    /* procedures */ \
    STEP(STEP_LOSE, honour_step_lose) \
    STEP(STEP_BURY, honour_step_bury) \
    STEP(STEP_ORPHAN, honour_step_orphan) \
    STEP(STEP_CHECK, honour_step_check) \
    STEP(STEP_CHECK_ROLL, honour_step_check_roll) \
    STEP(STEP_ELIM, honour_step_elim) \
    STEP(STEP_ELIM_ROLL, honour_step_elim_roll) \
    STEP(STEP_FATE, honour_step_fate) \
    STEP(STEP_COMBAT, honour_step_combat) \
    STEP(STEP_CONFIRM, honour_step_confirm) \
    STEP(STEP_REACTION_START, honour_step_reaction_start) \
    STEP(STEP_REACTION, honour_step_reaction) \
    STEP(STEP_RETIRE_ROLL, honour_step_retire_roll) \
    STEP(STEP_RETIRED, honour_step_retired) \
    STEP(STEP_FIGHT, honour_step_fight) \
    STEP(STEP_SKIRMISH_END, honour_step_skirmish_end) \
    STEP(STEP_SKIRMISH_RETREAT, honour_step_skirmish_retreat) \
    STEP(STEP_ADVANCE_START, honour_step_advance_start) \
    STEP(STEP_ADVANCE, honour_step_advance) \
    STEP(STEP_COMBAT_END, honour_step_combat_end) \
    STEP(STEP_ASSAULT, honour_step_assault) \
    STEP(STEP_ASSAULT_NEXT, honour_step_assault_next) \
    STEP(STEP_DEMORALISE, honour_step_demoralise) \
    STEP(STEP_PURSUIT, honour_step_pursuit) \
    STEP(STEP_PURSUIT_ROLL, honour_step_pursuit_roll) \
    STEP(STEP_PURSUIT_NEXT, honour_step_pursuit_next) \
    STEP(STEP_PURSUIT_END, honour_step_pursuit_end) \
    STEP(STEP_RISK, honour_step_risk) \
    STEP(STEP_RETREAT_NEXT, honour_step_retreat_next) \
    STEP(STEP_RETREAT, honour_step_retreat) \
    STEP(STEP_RETREAT_GO, honour_step_retreat_go) \
    STEP(STEP_SHELTER, honour_step_shelter) \
    STEP(STEP_FIRE, honour_step_fire) \
    STEP(STEP_FIRE_NEXT, honour_step_fire_next) \
    /* the Major Battle */ \
    STEP(STEP_BATTLE, honour_step_battle) \
    STEP(STEP_DEPLOY, honour_step_deploy) \
    STEP(STEP_VANGUARD, honour_step_vanguard) \
    STEP(STEP_REAR, honour_step_rear) \
    STEP(STEP_COMMANDER, honour_step_commander) \
    STEP(STEP_HAND, honour_step_hand) \
    STEP(STEP_REVEAL, honour_step_reveal) \
    STEP(STEP_FIGHT_START, honour_step_fight_start) \
    STEP(STEP_BROKEN, honour_step_broken) \
    STEP(STEP_REPLACE, honour_step_replace) \
    STEP(STEP_COMMIT, honour_step_commit) \
    STEP(STEP_ROUND, honour_step_round) \
    STEP(STEP_COMMITMENT, honour_step_commitment) \
    STEP(STEP_RESERVE, honour_step_reserve) \
    STEP(STEP_GUNS, honour_step_guns) \
    STEP(STEP_CHARGE, honour_step_charge) \
    STEP(STEP_CHARGE_ROLL, honour_step_charge_roll) \
    STEP(STEP_CHARGE_NEXT, honour_step_charge_next) \
    STEP(STEP_ROUND_END, honour_step_round_end) \
    STEP(STEP_BREAK_OFF, honour_step_break_off) \
    STEP(STEP_YIELD, honour_step_yield) \
    STEP(STEP_FIGHT_END, honour_step_fight_end) \
    STEP(STEP_VICTOR, honour_step_victor) \
    STEP(STEP_AFTER, honour_step_after) \
    STEP(STEP_BATTLE_RECOVERY, honour_step_battle_recovery) \
    STEP(STEP_OPT_START, honour_step_opt_start) \
    STEP(STEP_OPT_ROLL, honour_step_opt_roll) \
    STEP(STEP_OPT_RESULT, honour_step_opt_result) \
    STEP(STEP_OVER, honour_step_over)
enum { HONOUR_STEPS(ST_STEP_NUMBER) STEPS };
HONOUR_STEPS(ST_STEP_NAMED)

enum { COMBAT_NONE, COMBAT_SKIRMISH, COMBAT_BATTLE, COMBAT_STORM, COMBAT_BREACH, COMBAT_SORTIE };
enum { LOSS_PLAIN, LOSS_PURSUIT, LOSS_FIRE };

struct honour_unit {
    uint8_t side, type, sp, tq, rel, force; /* force NOBODY: not on the map at the start */
};
struct honour_cap {
    uint8_t side, printed, force, ap;
};
struct honour_source {
    int16_t hex;
    uint8_t side, offmap;
};
struct honour_place {
    int16_t hex;
    uint8_t kind, control, siege; /* siege: 0 none, 1 + level */
};
struct honour_arrival {
    uint32_t units, caps;
    int16_t hex;
    uint8_t turn, side;
};
struct honour_start { /* a Force at the start */
    int16_t hex;
    uint8_t used, inside, order, primo;
};
struct honour_type {
    uint8_t cls, heavy, pike, stradiot, gendarme, siege, engineer, ma;
};
struct honour_ground { /* a line of the Terrain Effects Chart; half MP */
    uint8_t cost, affecting, halves, battle, charge;
    int8_t battle_fire, battle_charge;
};
struct honour_order {
    uint8_t major_new, minor_new, minor_change, major_base, base_minus, attempts, initiative_zero,
        initiative_add, recover, second, marches; /* marches: bits of MARCH_... */
};
struct honour_chase { /* a row of the Pursuit Table */
    uint8_t cavalry, infantry, mark;
};
struct honour_sky { /* weather effects */
    int8_t ma, river, bridge, fire, assault, charge, attrition, ap_shift, firearms;
};

struct honour_plan { /* fixed once loaded, shared by all threads */
    int nunits, ncaps, nplaces, nregions, nsources, narrivals, nhexes;
    int turns, turn_days, first, special;
    int options, fixed_weather, weather_before; /* fixed_weather -1: by table */
    struct honour_unit unit[MAX_UNITS];
    struct honour_cap cap[MAX_CAPS];
    struct honour_source source[MAX_SOURCES];
    struct honour_place place[MAX_PLACES];
    struct honour_arrival arrival[MAX_ARRIVALS];
    struct honour_start start[MAX_FORCES];
    uint32_t side_units[ST_SIDES], side_caps[ST_SIDES];
    uint8_t nominal[MAX_CAPS][MAX_TURNS + 1];
    uint64_t ap_turns, interphase;       /* bit of the turn */
    uint8_t month[MAX_TURNS + 1];        /* 1 to 12 */
    int16_t key[MAX_REGIONS];            /* key Place of each region, or -1 */
    uint8_t align[MAX_REGIONS];
    uint8_t mark[MARKS];                 /* Earthworks at the start */
    const char *const *unit_name, *const *cap_name, *const *place_name, *const *region_name,
        *const *source_name;
    int king, grisons, pavia, lodi, milano; /* of the scenario specials; -1 where unknown */
    int lodigiano;
    int albany_turn, recall_turn;

    uint8_t terrain[ST_HEX_MAX], region[ST_HEX_MAX];
    int8_t place_at[ST_HEX_MAX];         /* -1: none */
    int16_t near[ST_HEX_MAX * 6];        /* -1 beyond the play area */
    uint8_t base[ST_HEX_MAX * 6];        /* half MP of the step, hexside apart; 255 not allowed */
    uint8_t side_kind[ST_HEX_MAX * 6];   /* SIDE_..., pontoons apart */
    uint8_t road[ST_HEX_MAX * 6];        /* any road */
    uint8_t cost[2][2][ST_HEX_MAX * 6];  /* whole steps: [Rain][with guns], without pontoons */
    struct st_hexset zoc[ST_HEX_MAX];    /* 7.8.1 */
    struct st_hexset area, border, closed;

    struct honour_type type[TYPES];
    struct honour_ground ground[TERRAINS];
    int city_exit, fort_cost, road_cost[2]; /* half MP; Primary, Secondary Road */
    uint8_t doubled[PLACE_KINDS], works_doubled;
    bool city_affecting, works_affecting;
    uint8_t side_cost[2][SIDE_KINDS];    /* half MP; second in Rain */
    uint8_t side_affecting[SIDE_KINDS];
    int8_t side_fire[SIDE_KINDS];
    struct honour_order order[ORDERS];
    struct honour_sky sky[WEATHERS];
    uint8_t season[13];                  /* row of the weather chart by month */
    uint8_t duration[CHITS], most[CHITS]; /* Tactical Options Chart */
    bool lost_if_engages[CHITS];
    int8_t enemy_initiative[6];          /* 6.4 */
    struct honour_chase pursuit[9];
    /* The modifiers, by chart. */
    struct { int star, forced, wages, mp; } check;                       /* 9 */
    struct {
        int star, weather, each, each_admin, besieged, besieged_loc, quarters_town, quarters_city,
            interphase;
    } attrition;                                                         /* 8 */
    struct { int star, stradiots, slip; } chase;                         /* 11.5.1 */
    struct { int river, works, ground, siege, city, rain, mud, snow, shift; } fire;
    struct { int ground, works, mud, pike, flank, firearms; } charge;    /* 11.4.1.2 */
    struct { int firearms, disrupted, admin; } quality;                  /* 12.2 */
    struct {
        int ratio_2, ratio_4, star_att, star_def, weather, pike_att, pike_def, breach_att,
            breach_def, works_att, works_def;
    } assault;                                                           /* 12.7 */
    struct {
        uint8_t cav_lo[3][5];            /* least difference for each modifier; 255 none */
        int ratio_num[4], ratio_mod[4];  /* tenths */
    } opt;                                                               /* 18.9 */
    const struct st_chart *const *chart; /* CHART_... */
};

struct honour_force {
    uint32_t units, caps; /* as bits; no units: there is no such Force */
    int16_t hex;
    uint16_t flags;
    uint8_t primo, order, attempts, activations;
    uint8_t mp_turn, mp_act; /* half MP spent this turn, in this activation */
    uint8_t spare[2];
};

struct honour_pontoon {
    int16_t hex; /* with dir: the hexside; of its two hexes the one where dir is 0 to 2 */
    uint8_t dir, owner; /* owner 0: none, else 1 + side */
};

struct honour_loss { /* from the call of STEP_LOSE to its end, else 0 */
    uint32_t units; /* who may absorb */
    uint8_t side, amount, kind, back; /* back: who was to decide before */
};

struct honour_check { /* Discipline and Recovery Checks still to be made */
    uint32_t units;
    int8_t modifier;
    uint8_t by_quality, command, recovery, unit, flies, force, spare;
};

struct honour_elim {
    uint32_t caps;
    uint8_t cap, spare[3];
};

struct honour_assault { /* 12: from its call to its end */
    uint32_t att, def;      /* units taking part */
    uint8_t sp[MAX_UNITS];  /* what of them takes part */
    uint8_t kind, stage, loser; /* COMBAT_...; loser 0 attacker, 1 defender */
    uint8_t att_cell, def_cell;
    uint8_t side;           /* of the attacker */
    int8_t drm;
    uint8_t column;
};

struct honour_pursuit {
    uint32_t units, prey;        /* pursuing units, pursued units */
    uint32_t prey_caps, hunters; /* pursued Capitani; pursuing Capitani (bits) */
    uint32_t forces;             /* Forces that may be named */
    uint8_t side, slip, stage, row, star, natural, spare[2];
};

struct honour_retreat {
    uint32_t forces;
    int16_t from;                /* the hex the opponent fought from */
    int16_t to;                  /* the next hex, once chosen */
    uint8_t left, side, first, lost; /* steps left; lost: after a lost combat */
};

struct honour_combat { /* from a declaration to the end of the combat, else 0 */
    uint32_t def_forces;
    int16_t att_hex, def_hex;
    uint8_t kind, att_force, def_cap, dir;
    uint8_t att_side, loser; /* loser: 0 none, 1 attacker, 2 defender */
    uint8_t one_table, spare; /* one_table: a battle of it is fought by 18.9 */
};

struct honour_fire { /* Artillery fire: from its call to its end */
    uint32_t guns, target;
    uint8_t stage, cell, side, battle, column, bonus, maybe, place; /* side: who fires */
};

struct honour_battle { /* 11.4 */
    uint32_t x, y;               /* units */
    uint32_t away, aside;        /* Lost in Plundering; an old Main Body */
    uint32_t chargers;
    uint16_t play_now[ST_SIDES]; /* chits committed this round, as bits: hidden until both have */
    uint8_t corps[MAX_UNITS];
    uint8_t commander[ST_SIDES][CORPS]; /* by role: 0 X, 1 Y; 1 + Capitano, 0 none */
    uint8_t cg[ST_SIDES];        /* 1 + the Capitano Generale of the role */
    uint8_t hand[ST_SIDES][HAND_CHITS];
    uint8_t hand_left[ST_SIDES]; /* how many they are: known to all */
    uint8_t free_works, free_river;
    uint8_t play[ST_SIDES][CHITS]; /* rounds left */
    uint8_t posture[ST_SIDES];   /* this round: 0 not yet, 1 Hold, 2 Engage */
    uint8_t formation[ST_SIDES], ignored[ST_SIDES], successes[ST_SIDES], engaged[ST_SIDES];
    uint8_t van[ST_SIDES];       /* VAN_... */
    uint8_t reserve[ST_SIDES];   /* R fights with M this round */
    uint8_t asked;               /* bits: role has answered the question being put */
    uint8_t fight, round, stage, role, winner, target, cell[ST_SIDES], die[ST_SIDES];
    uint8_t revealed, secret[ST_SIDES]; /* secret: questions of deployment answered */
    int8_t opt_sum;
    uint8_t opt_stage, opt_row, spare[3];
};
enum { VAN_FIGHTING, VAN_ABSENT, VAN_YIELDED, VAN_BROKEN };

struct honour_pos { /* plain bytes: no pointers, no gaps, no leftovers */
    struct st_flow flow;
    uint32_t demoralised;                 /* units as bits */
    uint32_t shifted, shifted_caps;       /* have changed Force this segment (3.5.6) */
    uint32_t coming, coming_caps;         /* not yet arrived */
    uint32_t killed, captured;            /* Capitani */
    uint32_t recovered;                   /* units that have had their check this segment */
    uint32_t orphans;                     /* Capitani whose Force is gone and who must choose */
    struct honour_force force[MAX_FORCES];
    struct honour_pontoon pontoon[MAX_PONTOONS];
    struct honour_loss loss;
    struct honour_check check;
    struct honour_elim elim;
    struct honour_assault assault;
    struct honour_pursuit pursuit;
    struct honour_retreat retreat;
    struct honour_combat combat;
    struct honour_fire fire;
    struct honour_battle battle;
    uint16_t lost[ST_SIDES];              /* SP eliminated */
    int16_t at;                           /* Attrition Segment: last group; Siege Phase: 1 + hex */
    int16_t orphan_hex;
    uint8_t sp[MAX_UNITS], start[MAX_UNITS], type[MAX_UNITS], tq[MAX_UNITS], rel[MAX_UNITS];
    uint8_t printed[MAX_CAPS], ap[MAX_CAPS];
    uint8_t control[MAX_PLACES], siege[MAX_PLACES];
    uint8_t align[MAX_REGIONS];
    uint8_t mark[MARKS];
    uint8_t source[ST_SIDES], battles_won[ST_SIDES], engaged[ST_SIDES];
    uint8_t turn, acting, weather, before, first, passes, active, purpose, march, stopped;
    uint8_t arrived, events;              /* reinforcements; EVENT_... */
    uint8_t dice[ST_SIDES], roll;         /* first impulse; last die of a procedure */
    uint8_t cap_at;                       /* AP Segment: next Capitano */
    uint8_t siege_place, siege_force, sortied, siege_from; /* Siege Phase */
    uint8_t battle_fought;
    uint8_t result, margin;               /* RESULT_...; 0 draw, 1 marginal, 2 decisive */
    uint8_t spare[1];
};
enum { OPT_ROW_SHIFT = 64 }; /* battle.opt_row is the row and this; 0: none yet */
enum { EVENT_ALBANY = 1, EVENT_RECALL = 2, EVENT_ASKED = 4 };

_Static_assert(sizeof(struct honour_force) == 20, "no hidden padding");
_Static_assert(sizeof(struct honour_loss) == 8, "no hidden padding");
_Static_assert(sizeof(struct honour_check) == 12, "no hidden padding");
_Static_assert(sizeof(struct honour_elim) == 8, "no hidden padding");
_Static_assert(sizeof(struct honour_assault) == 8 + 30 + 8 + 2, "two bytes at the end");
_Static_assert(sizeof(struct honour_pursuit) == 28, "no hidden padding");
_Static_assert(sizeof(struct honour_retreat) == 12, "no hidden padding");
_Static_assert(sizeof(struct honour_combat) == 16, "no hidden padding");
_Static_assert(sizeof(struct honour_fire) == 16, "no hidden padding");
_Static_assert(sizeof(struct honour_pos) <= 4096, "a position stays under 4 KiB");

extern const char *const honour_types[], *const honour_weathers[], *const honour_orders[],
    *const honour_chits[], *const honour_terrains[], *const honour_reliabilities[],
    *const honour_checks[], *const honour_forces[], *const honour_places[],
    *const honour_outcomes[], *const honour_corps[], *const honour_months[], *const honour_ranks[],
    *const honour_aligned[], *const honour_controls[];

/* ---- small words ------------------------------------------------------------------------- */

ST_OWN_PARTS(struct honour_plan, struct honour_pos)
static inline int side_of_force(int f)
{
    return f >= SIDE_FORCES;
}
static inline bool exists(const struct honour_pos *p, int f)
{
    return p->force[f].units != 0;
}
static inline bool is_inside(const struct honour_pos *p, int f)
{
    return p->force[f].flags & F_INSIDE;
}
static inline const char *unit_name(const struct st_table *t, int u)
{
    return plan_of(t)->unit_name[u];
}
static inline const char *cap_name(const struct st_table *t, int c)
{
    return plan_of(t)->cap_name[c];
}
static inline const char *force_name(int f)
{
    return honour_forces[f];
}

/* ---- units and Forces (honour_forces.c, honour_attrition.c) ------------------------------ */

/* Units by kind; all are masks over what is given. */
uint32_t honour_of_class(const struct honour_pos *p, const struct honour_plan *f, uint32_t units,
                         int cls);
/* Non-Artillery; and of them the undemoralised. */
uint32_t honour_fighters(const struct honour_pos *p, const struct honour_plan *f, uint32_t units);
uint32_t honour_able(const struct honour_pos *p, const struct honour_plan *f, uint32_t units);
int honour_sp(const struct honour_pos *p, uint32_t units);
bool honour_only_light(const struct honour_pos *p, const struct honour_plan *f, uint32_t units);
/* The Force somebody is in, or -1. */
int honour_force_of_unit(const struct honour_pos *p, const struct honour_plan *f, int u);
int honour_force_of_cap(const struct honour_pos *p, const struct honour_plan *f, int c);
/* Refuses a Force that is not there or not of the acting side. */
enum st_answer honour_not_own(const struct st_table *t, int force, const char *para, struct st_refusal *why);
struct st_move honour_units_and(int verb, uint32_t units, int last); /* `transfer A,B to F`: units, then one more */
int honour_initiative(const struct honour_pos *p, int cap); /* NOBODY: 0 */
bool honour_star(const struct honour_pos *p, int cap);
bool honour_is_cg(const struct honour_pos *p, int cap);
bool honour_is_major(const struct honour_pos *p, int force);
void honour_settle_primo(struct st_table *t, int force); /* 3.4, after somebody left or came */
int honour_commander(const struct honour_pos *p, uint32_t forces); /* highest-ranking Primo */
int honour_force_at(const struct honour_pos *p, int side, int hex, bool inside); /* lowest, or -1 */
int honour_field_count(const struct honour_pos *p, int side, int hex);
int honour_inside_at(const struct honour_pos *p, int hex);  /* Force inside, or -1 */
uint32_t honour_forces_in(const struct honour_pos *p, int side, int hex); /* in the field */
int honour_free_force(const struct honour_pos *p, int side); /* lowest free number, or -1 */
void honour_merge(struct st_table *t, int from, int into);  /* 3.5.2 */
void honour_drop_force(struct honour_pos *p, int force);    /* zero it */
bool honour_friendly_fort(const struct honour_pos *p, const struct honour_plan *f, int side,
                          int hex); /* a Fortress controlled by side */
int honour_place_kind(const struct honour_plan *f, int hex); /* PLACE_..., or -1 */
bool honour_is_fort(const struct honour_plan *f, int hex);
void honour_lose_sp(struct st_table *t, int unit, int sp, const char *para);
void honour_lose_guns(struct st_table *t, uint32_t units); /* 3.3: guns left alone by a defeat */

/* ---- the map as one side sees it (honour_ground.c) --------------------------------------- */

struct honour_front {
    struct st_hexset own, enemy;   /* hexes with a Force, in the field or inside */
    struct st_hexset zone;         /* hexes in an enemy ZOC */
};
struct honour_front honour_front(const struct st_table *t, int side);
/* As if this Force were not there. */
struct honour_front honour_front_without(const struct st_table *t, int side, int force);
/* May supplies and stragglers not go over this hexside into a hex? The enemy's zones are open where we stand. */
static inline bool honour_shut(const struct honour_plan *f, const struct honour_front *front, int side, int to)
{
    return f->base[side] == ST_HEX_SHUT || st_hexset_has(&f->closed, to) || st_hexset_has(&front->enemy, to) ||
           (st_hexset_has(&front->zone, to) && !st_hexset_has(&front->own, to));
}
int honour_pontoon_at(const struct st_table *t, int hex, int dir); /* index or -1 */
/* The enemy Forces whose ZOC the hex is in. */
uint32_t honour_zone_makers(const struct st_table *t, int side, int hex);
int honour_in_zone(const struct st_table *t, int force); /* is it? */
int honour_side_kind(const struct st_table *t, int hex, int dir); /* pontoons counted */
int honour_dir(const struct st_table *t, int from, int to);       /* or -1; play area counted */
int honour_step_cost(const struct st_table *t, int hex, int dir); /* half MP; 255: not allowed */
int honour_ma(const struct st_table *t, int force, int march);    /* half MP */
enum st_answer honour_march_step(const struct st_table *t, int force, int from, int to,
                                 struct st_refusal *why); /* 7.2, 7.4, 7.6.2, 15.1, special 6 */
bool honour_enterable(const struct st_table *t, int side, int from, int dir); /* without units */
bool honour_guns_stop(const struct st_table *t, uint32_t units, int from, int dir); /* 7.6.2 */
void honour_enter(struct st_table *t, int force, int hex); /* moves it; control, Earthworks */
bool honour_retreat_hexes(const struct st_table *t, const struct honour_retreat *r, int hex,
                          bool zoned, struct st_hexset *out); /* 11.6.1, 11.6.2 */

enum st_answer honour_attack_check(const struct st_table *t, int force, int hex,
                                   struct st_refusal *why); /* 10.1 */
bool honour_can_attack(const struct st_table *t, int force);
void honour_declare(struct st_table *t, int hex);
void honour_go_inside(struct st_table *t, uint32_t forces);
uint32_t honour_living(const struct honour_pos *p, uint32_t forces); /* of them those left */
uint32_t honour_units_of(const struct honour_pos *p, uint32_t forces);
struct honour_combat honour_combat_from(const struct st_table *t, int force, int from, int hex); /* as declared */
bool honour_is_battle(const struct st_table *t, const struct honour_combat *c); /* 10.3 */

/* ---- LOC, payment, Initiative ------------------------------------------------------------ */

int honour_loc(const struct st_table *t, int side, int hex, int source); /* distance or -1 */
bool honour_any_loc(const struct st_table *t, int side, int hex);
int honour_order_cost(const struct st_table *t, int force, int order, bool fresh);
enum st_answer honour_payer(const struct st_table *t, int force, int cap, int cost,
                            struct st_refusal *why); /* 5.2.4 */
int honour_first_side(int a, int b, int last); /* 6.1: totals; who was first last turn */
int honour_retire_initiative(const struct st_table *t, uint32_t forces, int attacker_cap);
int honour_ap_received(const struct st_table *t, int nominal, int distance, int dice, int weather);

/* ---- procedures: set the scratch fields, then call --------------------------------------- */

void honour_call_lose(struct st_table *t, int side, uint32_t units, int amount, int kind);
void honour_call_checks(struct st_table *t, uint32_t units, int modifier, bool by_quality,
                        bool command);
void honour_call_recovery(struct st_table *t, uint32_t units, int modifier, bool by_quality);
void honour_call_elim(struct st_table *t, uint32_t caps);
void honour_call_pursuit(struct st_table *t, const struct honour_pursuit *r);
void honour_call_retreat(struct st_table *t, uint32_t forces, int from, int steps, bool lost);
void honour_call_assault(struct st_table *t, int kind, uint32_t att, uint32_t def);
void honour_remove_cap(struct st_table *t, int cap, bool captured, const char *para);
void honour_bury_all_captured(struct st_table *t);
void honour_demoralise(struct st_table *t, int unit, const char *para);
void honour_eliminate_unit(struct st_table *t, int unit, const char *para);

/* ---- the Assault Table: one set of terms for steps and questions (12) -------------------- */

struct honour_terms {
    int att_quality, def_quality;  /* 12.1 */
    int att_half, def_half;        /* half SP after the Terrain Effects Chart */
    int weather;
    int kind;                      /* TERMS_... */
    bool firearms, att_disrupted, def_disrupted, att_admin, def_admin, affecting;
    bool att_star, def_star, att_pike, def_pike, works;
};
enum { TERMS_FIELD, TERMS_STORM, TERMS_BREACH };
struct honour_fire_terms { /* 11.4.13, 13.4 */
    int kind;                      /* FIRE_... */
    int weather;
    bool river, works, ground, siege, city;
    int sp, status, turns, wanted; /* these only at a table without a game */
    bool siege_guns, guns_lost;
};
enum { FIRE_SIEGE, FIRE_BATTLE };
struct honour_charge_terms { /* 11.4.1.2; quality and firearms count for Heavy Cavalry */
    int sp, quality, weather;
    bool heavy, ground, works, pike, flank, firearms;
};
void honour_assault_terms(const struct st_table *t, const struct honour_terms *in, int *column,
                          int *drm);
void honour_read_terms(const struct st_table *t, struct honour_terms *out); /* of p->assault */
int honour_quality(const struct honour_pos *p, uint32_t units, const uint8_t *sp);
int honour_half_sp(const struct st_table *t, uint32_t units, const uint8_t *sp, bool halves,
                   int doubled); /* 12.5 */
bool honour_has_pike(const struct st_table *t, uint32_t units);                        /* 12.8 */
bool honour_half_firearms(const struct st_table *t, uint32_t units, const uint8_t *sp); /* 12.2 */
int honour_round(int n, int d); /* 1.2 */
int honour_fire_drm(const struct st_table *t, const struct honour_fire_terms *in);
int honour_charge_drm(const struct st_table *t, const struct honour_charge_terms *in);
int honour_pursuit_row(const struct st_table *t, int die, bool star, bool stradiots, int slip);
int honour_pursuit_losses(const struct honour_plan *f, int row, int cavalry, int infantry);
int honour_attrition_lost(const struct st_table *t, int size, int die, int modifier);
/* Told: of a second Activation (8.2), of a recovery (9.2.2). */
int honour_activation_modifier(const struct st_table *t, int half_mp, bool admin, bool star);
int honour_recovery_modifier(const struct st_table *t, bool star, bool wages, bool moved);
int honour_weather_after(const struct st_table *t, int month, int before, int die);

/* ---- battle helpers that views and questions need ---------------------------------------- */

int honour_role_side(const struct honour_pos *p, int role);   /* side of X (0), Y (1) */
uint32_t honour_corps_units(const struct honour_pos *p, int role, int corps);
uint32_t honour_fighting(const struct honour_pos *p, int role);
int honour_hand_size(const struct st_table *t, int role);

/* ---- happenings -------------------------------------------------------------------------- */

bool honour_sudden_death(struct st_table *t); /* 17.2, 17.3; true: over */
void honour_battle_over(struct st_table *t, int winner_role); /* Step 10 from 18.9 as well */
void honour_end_combat(struct st_table *t);
void honour_set_works(struct honour_pos *p, int hex, int side, int level);
int honour_works(const struct honour_pos *p, int side, int hex); /* level of side's Earthworks */
enum st_answer honour_may_merge(const struct st_table *t, int from, int into,
                                struct st_refusal *why); /* scenario */
int honour_score(const struct st_table *t);
int honour_points(const struct st_table *t, int side); /* VP so far, where the scenario has them */
bool honour_arrival_hexes(const struct st_table *t, int side, int listed, struct st_hexset *out);
void honour_control(struct st_table *t, int hex, int side);

/* ---- lists of moves ---------------------------------------------------------------------- */

/* Each subset that check takes; beyond limit units a choice of them, a family, and false. */
bool honour_offer_subsets(struct st_offer *o, const struct st_table *t, int verb, uint32_t units,
                          int limit, bool empty);
bool honour_sample_subset(const struct st_table *t, int verb, uint32_t units, uint64_t seed,
                          struct st_move *out);
/* The units named from argument first on; false: one of them twice. */
bool honour_read_units(const struct st_move *m, int first, int n, uint32_t *out);

/* ---- the frame --------------------------------------------------------------------------- */

int honour_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err);
void honour_setup(struct st_table *t);
int honour_worth(const struct st_table *t, int side);
extern const char *const honour_weights[];
bool honour_hides(const struct st_table *t, int side);
bool honour_secret(const struct st_table *t, const struct st_move *m, int side);
void honour_observe(const struct st_table *t, int side, void *pos_out);
void honour_guess(struct st_table *t, int side, struct st_source *dice);
void honour_way(const struct st_table *t, const struct st_move *m, struct st_way *out);
void honour_describe(const struct st_table *t, int side, struct st_scene *scene);
enum st_supposed honour_suppose(const struct st_table *t, const struct st_move *asked,
                                struct st_move *out);
const char *honour_meeting(const struct st_table *t, int unit, int enemy, char *inputs, size_t size);
enum st_answer honour_sane(const struct st_table *t, struct st_refusal *why);
bool honour_at_rest(const struct honour_pos *p); /* no procedure counts on anybody */
enum st_answer honour_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why);
extern const struct st_fields honour_fields, honour_slots;
extern const struct st_questions honour_questions;

#endif
