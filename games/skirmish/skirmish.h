/* skirmish.h - what the chapters of the game share. Paragraphs and readings (7.n): RULES.md.
 *
 *   skirmish_plan.c    9.1: a scenario and the charts into a plan, what players may choose
 *   skirmish_charts.c  the charts
 *   skirmish_file.c    9.1: the lines of a scenario; skirmish_men.c 5.4: its characters;
 *                      skirmish_goals.c 5.13: its goals and events
 *   skirmish_derive.c  what is worked out of them once
 *   skirmish_ground.c  5.1 to 5.3: bases, contact, terrain, lines, sight, cover
 *   skirmish_turn.c    4.4: the sequence, activation, passes, who falls
 *   skirmish_path.c    5.5: allowances, horses, paths and where they may end
 *   skirmish_move.c    5.5: whom a move spots and touches, evading, orders to a group
 *   skirmish_order.c   5.6: close order
 *   skirmish_try.c     5.15.2: candidates for players made of code
 *   skirmish_route.c   5.15.2: ways round walls and through doors
 *   skirmish_shoot.c   5.8: shooting
 *   skirmish_melee.c   5.9 to 5.11: melee, recoil, following up
 *   skirmish_hide.c    5.7, 5.15.1: crouching, spotting, what a side may know
 *   skirmish_end.c     5.8.19, 5.13: reloading, goals, the end
 *   skirmish_ask.c     what an umpire is asked at a real table
 *   skirmish_fields.c  fields, rulings, invariants
 *   skirmish_show.c    the scene
 *   skirmish_worth.c   what a player made of code looks at; skirmish_threat.c its dangers, skirmish_way_out.c its ways
 *   skirmish.c         the tables of steps, verbs, charts
 */
#ifndef SKIRMISH_H
#define SKIRMISH_H

#include "core/game.h"
#include "core/pieces.h"
#include "core/scratch.h"
#include "space/plane.h"

enum { MAX_MEN = 64, MAX_GROUP = 24, MAX_WAY = 6, MAX_AREAS = 24, MAX_BUILDINGS = 8,
       MAX_LINES = 24, MAX_OPENINGS = 32, MAX_EDGES = 64, MAX_SEGS = 256, MAX_UNITS = 8,
       MAX_THINGS = 16, MAX_EXITS = 8, MAX_EVENTS = 8, MAX_GOALS = 16, MAX_TERMS = 4,
       MAX_SPOTS = 256, MAX_NODES = 64, NO_WAY = 65535 };
enum { NOBODY = 255, GONE = 254 }; /* GONE: a thing carried off the table */

enum { FOOT_R = 10000, RIDER_R = 12500, RIDER_HALF = 12500, /* 5.1.3 */
       TOUCH = 1000, REACH = 10000,     /* 5.1.6: contact, and contact across a line */
       PRESSED = 10000,                 /* 5.2.7 */
       WOOD_EDGE = 50,                  /* 5.3.7 c, in samples of 1 mm */
       OWN_PLACE = 20,                  /* 5.3.7 b: samples that are the shooter's own place */
       GROUP_GAP = 50000,               /* 5.5.1 */
       SPOT = 100000,                   /* 5.7.5 */
       ARM = 20000,                     /* 5.5.15, 5.5.16, 5.5.19: within reach of the hand */
       GUARD = 50000,                   /* 5.5.16 */
       TRACK_MM = 20,                   /* 5.8.12 */
       CHARGE_MM = 100,                 /* 5.11.1 */
       COMMAND = 200000 };              /* 5.14.1 */

enum kind { FOOT, LIGHT_CAVALRY, HEAVY_CAVALRY, MTD_FAST, MTD_FARM, KINDS };
enum { LIGHT, FULL };
enum { TROOP_LIGHT, TROOP_FULL, TROOP_RIDERS, TROOPS = TROOP_RIDERS + KINDS - 1 }; /* movement */
enum { SLOWINGS = 4 };                          /* foot D, foot V, riders D, riders V */
enum { SIX_FALLS, SIXES_BOTH, SIXES_ANY };      /* what blocks (5.5.7) */
enum { LENGTH_HANDS, LENGTH_VERY_SHORT, LENGTH_SHORT, LENGTH_SEMI_LONG, LENGTH_LONG, LENGTHS };
enum { BANDS = 3 };
enum { O, D, V, X };                       /* classes of ground */
enum { PISTOL, MUSKETOON, MUSKET, FOWLER, FIREARMS };
enum { SWORD, SABRE, SOLDIER_SWORD, BAYONET, BUTT, STICK, FARM_TOOL, HEAVY_TOOL, HALBERD,
       ESPONTOON, LANCE, KNIFE, HANDS, WEAPONS };
enum { LOW_WALL, BANK, FENCE, STAKES, BATTLEMENT, HIGH_WALL, DOOR, LARGE_OPENING, WINDOW, LOOPHOLE,
       OBSTACLES };
enum { BAR_FOUGHT, BAR_BLIND, BAR_CROUCH, BAR_HIGH, BAR_FLAGS }; /* yes or no of an obstacle */
enum { BUSHES, WOODS, OPEN, ROAD, FORD, CHANNEL, WATER, ROCKS, SLOPE, RISE, GROUNDS };
enum { STEADY, MOVING, AT_END, PASSING, TRACK };                 /* manners of a shot */
enum { FWD, BACK, TO_LEFT, TO_RIGHT };
enum { MISS, RECOIL, HIT };
enum { WHEN_NATURAL_1, WHEN_NATURAL_8, WHEN_BELOW, WHEN_EQUAL, WHEN_ARMOURED, WHEN_ELSE,
       STRIKE_LINES }; /* 5.9.6 */
enum { TIE_CLASS, TIE_ARMOUR, TIE_NATURAL, TIE_MODS, TIE_NOTHING, TIES }; /* 5.9.8 */
enum { OPT_COMMAND = 1, OPT_LINE_FIRE = 2, OPT_PRINCIPALS = 4, OPT_REFORMING = 8 }; /* 5.14 */
enum { READ_SADDLE, READ_MET, READ_HEIGHTS, READ_BLOCKED, READ_CORNERED, READINGS };
enum { SADDLE_ONCE, SADDLE_ADDED };        /* 7.8 */
enum { MET_MOVING, MET_STILL };            /* 7.9 */
enum { HEIGHTS_DRAWN, HEIGHTS_LINES };     /* 7.23 */
enum { BLOCKED_STRUGGLED, BLOCKED_STOOD }; /* 7.28 */
enum { CORNERED_FALLS, CORNERED_STAYS };   /* 5.9.12 */
enum { RESULT_PLAYING, RESULT_A, RESULT_B, RESULT_DRAW };
enum { SHOT_COVER, SHOT_SWIMMING, SHOT_FOREST, SHOT_NARROW, SHOT_BREASTPLATE, SHOT_FURTIVE,
       SHOT_MOVEMENT, SHOT_FURTIVE_SHOOTER, SHOT_MOUNTED, SHOT_LOW_CLASS, SHOT_SURPRISE,
       SHOT_MODS };
enum { MEL_IMPROVISED, MEL_LOW_CLASS, MEL_HEAVY_TOOL, MEL_DEFEND, MEL_HIGHER, MEL_CAVALRY,
       MEL_FOOT, MEL_MTD_INF, MEL_CHARGE, MEL_HEAVY_CHARGE, MEL_BRACE, MEL_MODS };

#define SKIRMISH_CHARTS(CHART) \
    CHART(CHART_MOVEMENT, "movement") CHART(CHART_SLOWING, "slowing") CHART(CHART_TERRAIN, "terrain") \
    CHART(CHART_TERRAIN_EXTRA, "terrain_extra") CHART(CHART_OBSTACLES, "obstacles") \
    CHART(CHART_FIREARMS, "firearms") CHART(CHART_SHOOTING, "shooting_modifiers") \
    CHART(CHART_WEAPONS, "melee_weapons") CHART(CHART_LENGTH, "weapon_length") \
    CHART(CHART_MELEE, "melee_modifiers") CHART(CHART_RESULTS, "melee_results") \
    CHART(CHART_TIES, "tie_break") CHART(CHART_CLASSES, "classes") CHART(CHART_FACINGS, "facings")
enum { SKIRMISH_CHARTS(ST_LIST_NUMBER) CHARTS };

/* The verbs: the form is the notation (4.8). */
#define SKIRMISH_VERBS(VERB) \
    VERB(VERB_DONE, "done", "lost", true) \
    VERB(VERB_SHOOT, "shoot {man} {firearm} {man} {steady|moving|end|passing|track}", "status") \
    VERB(VERB_PASS, "pass") VERB(VERB_GROUP, "group {man,} {open|D|V}", .opens = true) \
    VERB(VERB_END, "end", .closes = true) \
    VERB(VERB_MOVE, "move {man} {x,y-} [face {n}] [mount] [dismount] [pickup]", "x y") \
    VERB(VERB_STAND, "stand {man}") VERB(VERB_CROUCH, "crouch {man}") \
    VERB(VERB_FORM, "form {body} {files} {x,y} face {n}") \
    VERB(VERB_MARCH, "march {body} {fwd|back|left|right} {mm}") \
    VERB(VERB_WHEEL, "wheel {body} {left|right} {n}") VERB(VERB_HOLD, "hold") \
    VERB(VERB_EVADE, "evade {man,} {open|D|V}", .opens = true) VERB(VERB_WEAPON, "weapon {man} {weapon}") \
    VERB(VERB_STRIKE, "strike {man} {man}", "status") VERB(VERB_FOLLOW, "follow {man} {yes|no}") \
    VERB(VERB_RELOAD, "reload {man} {n}")
enum { SKIRMISH_VERBS(ST_LIST_NUMBER) VERBS };

/* The steps: the number that a position keeps, and the row in its chapter. */
#define SKIRMISH_STEPS(STEP) \
    STEP(STEP_START, skirmish_step_start) \
    STEP(STEP_EARLY, skirmish_step_early) \
    STEP(STEP_SHOT_DIE, skirmish_step_shot_die) \
    STEP(STEP_MOVEMENT, skirmish_step_movement) \
    STEP(STEP_ACTIVATE, skirmish_step_activate) \
    STEP(STEP_SLOW_DIE, skirmish_step_slow_die) \
    STEP(STEP_ORDERS, skirmish_step_orders) \
    STEP(STEP_REACT, skirmish_step_react) \
    STEP(STEP_EVADE, skirmish_step_evade) \
    STEP(STEP_LATE, skirmish_step_late) \
    STEP(STEP_MELEE, skirmish_step_melee) \
    STEP(STEP_WEAPONS, skirmish_step_weapons) \
    STEP(STEP_LENGTH, skirmish_step_length) \
    STEP(STEP_STRIKES, skirmish_step_strikes) \
    STEP(STEP_STRIKE_DIE, skirmish_step_strike_die) \
    STEP(STEP_BLOWS, skirmish_step_blows) \
    STEP(STEP_NEXT_FOLLOW, skirmish_step_next_follow) \
    STEP(STEP_FOLLOW, skirmish_step_follow) \
    STEP(STEP_NEXT_RELOAD, skirmish_step_next_reload) \
    STEP(STEP_RELOAD, skirmish_step_reload) \
    STEP(STEP_END, skirmish_step_end) \
    STEP(STEP_OVER, skirmish_step_over)
enum { SKIRMISH_STEPS(ST_STEP_NUMBER) STEPS };
SKIRMISH_STEPS(ST_STEP_NAMED)

/* ---- the plan ---------------------------------------------------------------------------- */

struct skirmish_man {
    uint8_t side, cls, armour, kind, equip, unit; /* unit: NOBODY is none */
    uint8_t mounted, ambush, local, sack, leader;
    uint8_t nfire, nmelee, fire[2], melee[2];
    uint8_t facing;
    int16_t x, y;
};

/* `room` is what a compiler would leave between members: named, so that it is zero and plans are equal bytes. */
struct skirmish_area {
    uint8_t type, level, room[2];
    int n;
    const struct st_point *point;
    const char *name;
};

/* A line of the table or an opening of a wall: what one defends, leans on, shoots through. Lines
 * come first, in the order of the file, then openings. */
struct skirmish_bar {
    uint8_t type;
    uint8_t first, n; /* its segments */
    uint8_t room[5];
    const char *name;
};

struct skirmish_crossed { /* what a segment crosses */
    uint64_t bars, edges;
};

/* Strips of the table, so many um wide: what begins in one or before it, and what ends in one or behind it. What lies
 * in a frame is in four such sets, and few others are. */
enum { STRIP_SHIFT = 15, STRIPS = 64 };
struct skirmish_strips {
    struct skirmish_crossed begins[STRIPS], ends[STRIPS];
};
static inline int strip_of(int32_t um)
{
    return um < 0 ? 0 : um >> STRIP_SHIFT < STRIPS ? um >> STRIP_SHIFT : STRIPS - 1;
}

struct skirmish_seg {
    struct st_point a, b;
    int32_t left, right, low, high; /* the upright frame about it */
};

struct skirmish_edge { /* of a building */
    struct skirmish_seg seg;
    uint64_t openings; /* bars */
    uint8_t building, room[7];
};

enum { CLEAR_OPEN, CLEAR_DIFFICULT = 2, CLEAR_SIGHT = 4, CLEAR_FOR }; /* going for foot, for riders; nothing that hides */
enum { GRADE_LOOK = 4, GRADE_SURE = 8 }; /* it hangs on the position, or is too mixed; no outline goes through it */
enum { CELL_SHIFT = 13, BLOCK_SHIFT = 16 }; /* sides of 8.192 and 65.536 mm, in um */
struct skirmish_cell { /* a square of the table */
    uint32_t sure;  /* areas and buildings that hold all of it */
    uint32_t mixed; /* whose outline runs through it: look closely */
};

struct skirmish_exit {
    uint8_t side, edge; /* north south east west */
    int16_t from, to;
};

enum { TERM_SACKS, TERM_COUNT, TERM_EXITED, TERM_EXITED_COUNT, TERM_OUT, TERM_TRUE };
enum { CMP_GE, CMP_LE, CMP_EQ, CMP_GT, CMP_LT, CMP_NE };
struct skirmish_term {
    uint8_t what, cmp;
    int16_t who;    /* side or man */
    int16_t bound;  /* of x, in count(side,x<=v) */
    uint8_t axis_y, bound_cmp;
    int16_t value;
};

enum { GOAL_INSTANT, GOAL_ONBREAK, GOAL_VICTORY };
struct skirmish_goal {
    uint8_t when, side, result, nterms; /* side: of an onbreak; result: RESULT_... */
    struct skirmish_term term[MAX_TERMS];
};

struct skirmish_event {
    uint8_t turn, area;
};

struct skirmish_gun {
    int16_t band_mm[BANDS]; /* 0: no such band */
    uint8_t band_need[BANDS], plate_bands; /* bands as bits */
    uint8_t fires[3];       /* on foot, cavalry, mounted infantry */
    uint8_t fires_moving, reload_turns;
};

struct skirmish_unit {
    uint64_t men;
    const char *name;
};

struct skirmish_routes { /* turning points, and how far from each to each (skirmish_route.c) */
    int n;
    struct st_point at[MAX_NODES]; /* mm */
    const uint16_t *far[2][X];     /* [foot, riders][class allowed]: n by n, mm or NO_WAY */
    const uint8_t *next[2][X];     /* where the way from one to another turns first */
};

struct skirmish_plan { /* fixed once loaded, shared by all threads */
    int nmen, nareas, nbuildings, nbars, nlines, nsegs, nedges, nunits, nthings, nexits, nevents,
        ngoals, nspots;
    int width, height, turns, first, options; /* mm */
    struct skirmish_man man[MAX_MEN];
    const char *const *name;
    uint64_t of_side[ST_SIDES], locals, leaders, regulars;
    struct skirmish_unit unit[MAX_UNITS];
    uint8_t breaks[ST_SIDES];
    uint8_t reading[READINGS]; /* where two can be defended */

    struct skirmish_area area[MAX_AREAS + MAX_BUILDINGS]; /* buildings from MAX_AREAS on */
    uint32_t woods, brush, lairs, roads, buildings, wet;  /* sets of areas; lairs: 5.7.1 */
    uint32_t hard[2][4];                                  /* [foot, riders][O..X] */
    struct skirmish_bar bar[MAX_LINES + MAX_OPENINGS];
    struct skirmish_seg seg[MAX_SEGS];
    struct skirmish_edge edge[MAX_EDGES];
    struct skirmish_strips across, along; /* by x, by y */
    uint64_t bars_of[OBSTACLES]; /* bars by type */
    uint64_t fought_across, doors, blind_bars; /* 5.1.6, 5.3.2 */
    uint64_t crouch_bars, cover_bars;          /* 5.7.1, 5.3.7 */
    uint64_t high_bars;                        /* 7.23 */
    uint64_t cross[2][4];        /* bars by crossing class */
    int cols, rows, block_cols;
    const struct skirmish_cell *cell;  /* row by row */
    const struct skirmish_cell *block; /* 8 by 8 cells: sure if all of them are alike */
    const uint8_t *clear[CLEAR_FOR];   /* cells: how many all round are clear, itself the first */
    const uint8_t *grade[2];           /* cells: the worst going that a place in it may be, GRADE_... */
    uint32_t closable;                 /* areas that events close */
    struct skirmish_exit exit[MAX_EXITS];
    struct skirmish_event event[MAX_EVENTS];
    struct skirmish_goal goal[MAX_GOALS];
    struct st_point spot[MAX_SPOTS]; /* mm: where an ambusher might lie (5.7.4) */
    struct skirmish_routes routes;

    struct st_point spine[16];       /* facings: half spine of a rider (um) */
    int16_t heading[16];
    int32_t sin30[16], cos30[16];    /* of the headings, times 2^30 (5.1.8) */
    int16_t base_mm[TROOPS], down_mm[TROOPS];                 /* down: 0 by equipment */
    int16_t column_mm[TROOPS], line_mm[TROOPS], back_mm[TROOPS]; /* -1: no close order */
    uint8_t troop_dice[TROOPS];
    uint8_t slow_halves[SLOWINGS], slow_dice[SLOWINGS], slow_mm[SLOWINGS], slow_blocked[SLOWINGS];
    struct skirmish_gun gun[FIREARMS];
    uint8_t length_rank[LENGTHS], length[WEAPONS]; /* 5..1 */
    bool improvised[WEAPONS], heavy_tool[WEAPONS], braces[WEAPONS];
    bool usable[2][WEAPONS];                       /* on foot, in the saddle */
    uint8_t ground_class[2][GROUNDS], bar_class[2][OBSTACLES]; /* [foot, riders] */
    int16_t ground_sight_mm[GROUNDS];              /* 0: one sees through any depth of it */
    bool ground_crouch[GROUNDS], ground_wet[GROUNDS];
    uint8_t bar_flag[BAR_FLAGS][OBSTACLES];
    int8_t cover[OBSTACLES], ground_cover[GROUNDS];
    int8_t shot_mod[SHOT_MODS], melee_mod[MEL_MODS];
    uint8_t strike_when[STRIKE_LINES], strike_gives[STRIKE_LINES]; /* the first that fits */
    uint8_t tie[TIES];
};

/* ---- the position ------------------------------------------------------------------------ */

struct skirmish_group {
    uint64_t members, ordered;
    uint8_t cls, ndice, die[2]; /* declared class; dice fallen */
    uint8_t need, blocked;      /* dice to roll */
    uint8_t lower, spare;       /* 5.5.9: only the lower die counts */
};

struct skirmish_pos { /* plain bytes: no pointers, no gaps, no leftovers */
    struct st_flow flow;
    uint8_t turn, leading, passes, result;

    /* Men as bits. */
    uint64_t active, exited, mounted, mounted_start;
    uint64_t activated, moved, tried, shot, steady;
    uint64_t contact_start, contact_any, charged, charged_before;
    uint64_t crouched, crouched_start, unseen, sprung, leapt, evaded;
    uint64_t struck, recoiled, answered, formed, wounded;
    uint64_t horses;                 /* horse markers on the table, by number */
    uint64_t shots, hits;            /* declared in this window; who will fall */
    uint64_t armed, strikers, won;   /* weapon chosen; declared in this step; may follow up */
    uint64_t may_evade;              /* during REACT */
    uint64_t contacted[MAX_MEN];     /* by the man's own move of this turn */
    struct skirmish_group group[2];  /* activated; evading */

    int16_t x[MAX_MEN], y[MAX_MEN], start_x[MAX_MEN], start_y[MAX_MEN]; /* mm */
    int16_t way[MAX_MEN][MAX_WAY][2]; /* this turn's move after its start */
    int16_t place[MAX_MEN][2];        /* where a winner may follow to */
    int16_t horse_x[MAX_MEN], horse_y[MAX_MEN];
    int16_t thing_x[MAX_THINGS], thing_y[MAX_THINGS];
    int16_t anchor[MAX_UNITS][2];
    int16_t spent;                    /* by a formed unit in this activation, mm */
    uint16_t closed_low, closed_high; /* areas closed by events */
    uint16_t spare2;
    struct st_move pending;           /* the move that is reacted to */

    uint8_t facing[MAX_MEN], start_facing[MAX_MEN], nway[MAX_MEN];
    uint8_t loaded[MAX_MEN];          /* firearms as bits */
    uint8_t weapon[MAX_MEN];          /* chosen: slot, 2 bare hands */
    uint8_t across[MAX_MEN];          /* 1 + bar, 0 none */
    uint8_t rank[MAX_MEN], file[MAX_MEN];
    uint8_t carrying[MAX_MEN];        /* thing or NOBODY */
    uint8_t horse_facing[MAX_MEN];
    uint8_t shot_target[MAX_MEN], shot_need[MAX_MEN];
    uint8_t strike_target[MAX_MEN], strike_result[MAX_MEN], strike_natural[MAX_MEN];
    int8_t shot_mod[MAX_MEN], strike_mod[MAX_MEN];
    uint8_t carrier[MAX_THINGS];      /* man, NOBODY or GONE */
    uint8_t unit_facing[MAX_UNITS], unit_files[MAX_UNITS];
    uint8_t orders, halted;           /* of a formed unit: given so far; no more */
    uint8_t roller, sixes, length;    /* whose die falls; sixes so far; step 5..1 */
    uint8_t asked;                    /* of FOLLOW and RELOAD: whose turn, else NOBODY */
    uint8_t carried_off;              /* things exited */
    uint8_t spare[1];
};
_Static_assert(sizeof(struct skirmish_group) == 24, "no hidden padding");
_Static_assert(sizeof(struct skirmish_pos) % 8 == 0 &&
                   sizeof(struct skirmish_pos) ==
                       16 + 8 * (31 + MAX_MEN) + 48 + 2 * 4 * MAX_MEN + 4 * MAX_WAY * MAX_MEN +
                           4 * MAX_MEN + 4 * MAX_MEN + 4 * MAX_THINGS + 4 * MAX_UNITS + 8 + 64 +
                           17 * MAX_MEN + MAX_THINGS + 2 * MAX_UNITS + 8,
               "no hidden padding");

ST_OWN_PARTS(struct skirmish_plan, struct skirmish_pos)
static inline int take_one(uint64_t *set)
{
    return take(set);
}
static inline const char *man_name(const struct st_table *t, int u)
{
    return plan_of(t)->name[u];
}
static inline int side_of_man(const struct st_table *t, int u)
{
    return plan_of(t)->man[u].side;
}
static inline uint64_t friends_of(const struct st_table *t, int u)
{
    return plan_of(t)->of_side[side_of_man(t, u)] & pos_of(t)->active;
}
/* Enemies on the table; those u's side knows of. */
static inline uint64_t enemies_of(const struct st_table *t, int u)
{
    return plan_of(t)->of_side[1 - side_of_man(t, u)] & pos_of(t)->active;
}
static inline uint64_t seen_enemies(const struct st_table *t, int u)
{
    return enemies_of(t, u) & ~pos_of(t)->unseen;
}
static inline int horse_of(const struct st_table *t, int u)
{
    return has(pos_of(t)->mounted, u);
}
static inline bool cavalryman(const struct st_table *t, int u)
{
    int kind = plan_of(t)->man[u].kind;

    return horse_of(t, u) && (kind == LIGHT_CAVALRY || kind == HEAVY_CAVALRY);
}
static inline bool mounted_infantry(const struct st_table *t, int u)
{
    int kind = plan_of(t)->man[u].kind;

    return horse_of(t, u) && (kind == MTD_FAST || kind == MTD_FARM);
}
static inline uint32_t closed_areas(const struct skirmish_pos *p)
{
    return (uint32_t)p->closed_high << 16 | p->closed_low;
}

/* ---- what is kept (core/scratch.h) ------------------------------------------------------- */

/* Ground never changes but for what an event closes: what it says of a way from one place to another, in mm, is kept.
 * Keys: the question, both places, and 8 bits more; then the closed areas, and 32 bits more. Where bases touch
 * hangs on how they are turned, and on no place. */
enum { KEPT_WITHIN = 1, KEPT_GROUND, KEPT_GLANCE, KEPT_WAY_OUT, KEPT_BESIDE };
static inline uint64_t key_of_way(int question, struct st_point from, struct st_point to, int more)
{
    enum { WIDE = 13 }; /* bits of a coordinate */

    if ((from.x | from.y | to.x | to.y) >> WIDE) /* one of them off every table */
        return 0;
    return (uint64_t)question << 60 | (uint64_t)more << 4 * WIDE | (uint64_t)from.x << 3 * WIDE |
           (uint64_t)from.y << 2 * WIDE | (uint64_t)to.x << WIDE | (uint64_t)to.y;
}
static inline struct st_kept *kept_of(const struct st_table *t, uint64_t key, uint64_t more)
{
    return key ? st_kept(t, key, more) : NULL;
}

/* ---- ground and bases (skirmish_ground.c) ------------------------------------------------ */

struct skirmish_stand { /* a base somewhere: where it is, or where it might be */
    int16_t x, y;       /* mm */
    uint8_t facing, mounted;
};

/* Where a view hides a man's place (5.15.1); no base can stand in the very corner. */
static inline bool skirmish_blank(struct skirmish_stand s)
{
    return s.x == 0 && s.y == 0;
}
struct st_point skirmish_out(const struct skirmish_plan *f, int facing, int32_t u, int32_t v);
struct st_capsule skirmish_base(const struct skirmish_plan *f, struct skirmish_stand s);
static inline struct skirmish_stand skirmish_where(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return (struct skirmish_stand){ p->x[u], p->y[u], p->facing[u], (uint8_t)horse_of(t, u) };
}
struct skirmish_stand skirmish_start(const struct st_table *t, int u);
static inline int skirmish_radius(int mounted)
{
    return mounted ? RIDER_R : FOOT_R;
}
/* -1 nearer than um (edges), 0 exactly, 1 farther. */
int skirmish_apart(const struct skirmish_plan *f, struct skirmish_stand a, struct skirmish_stand b,
                   int um);
struct st_frac skirmish_gap2(const struct skirmish_plan *f, struct skirmish_stand a,
                             struct skirmish_stand b);

struct skirmish_crossed skirmish_crossing(const struct skirmish_plan *f, struct st_point a,
                                          struct st_point b);
/* Does it go through a wall elsewhere than at one of these bars? */
bool skirmish_walled(const struct skirmish_plan *f, struct skirmish_crossed c, uint64_t through);
bool skirmish_touching(const struct skirmish_plan *f, struct skirmish_stand a,
                       struct skirmish_stand b); /* 5.1.6 */
/* The first bar fought across between two men, or -1 (5.9.4). */
int skirmish_bar_between(const struct skirmish_plan *f, struct skirmish_stand a,
                         struct skirmish_stand b);
enum { MEET_MM = 62 }; /* no bases farther from each other along an axis touch: two riders end to end across a line */
/* Those of them who stand not farther than that along both axes. */
uint64_t skirmish_near(const struct st_table *t, uint64_t among, struct st_point at, int mm);
uint64_t skirmish_contacts(const struct st_table *t, int u);      /* active, seen enemies */
uint64_t skirmish_contacts_at(const struct st_table *t, int u, struct skirmish_stand s,
                              uint64_t among);
uint32_t skirmish_areas_at(const struct skirmish_plan *f, struct st_point um);
int skirmish_class_of(const struct skirmish_plan *f, uint32_t areas, uint32_t closed, int mounted);
int skirmish_class_at(const struct st_table *t, int x, int y, int mounted);
int skirmish_level_at(const struct skirmish_plan *f, int x, int y);
bool skirmish_indoors(const struct skirmish_plan *f, int x, int y);
uint64_t skirmish_pressed(const struct skirmish_plan *f, struct skirmish_stand s); /* bars, 5.2.7 */
bool skirmish_off_bars(const struct skirmish_plan *f, struct skirmish_stand s);    /* 5.2.4 */
bool skirmish_on_table(const struct skirmish_plan *f, struct skirmish_stand s);
/* Worst class of a step (5.2.3), of its samples and of what it crosses; closed areas in `leaving`
 * count as V. Points in mm. */
int skirmish_ground_class(const struct skirmish_plan *f, uint32_t closed, struct st_point from,
                          struct st_point to, int mounted, uint32_t leaving,
                          struct skirmish_crossed *crossed);
int skirmish_step_class(const struct st_table *t, struct st_point from, struct st_point to,
                        int mounted, uint32_t leaving, struct skirmish_crossed *crossed);
/* The samples alone, no less than `least`; it may stop at the first that is worse than `enough`. */
int skirmish_worst_ground(const struct skirmish_plan *f, uint32_t closed, struct st_point from, struct st_point to,
                          int mounted, uint32_t leaving, int least, int enough);
/* Is all of it no worse than that? */
bool skirmish_step_within(const struct st_table *t, struct st_point from, struct st_point to, int mounted, int cls);

struct skirmish_look { /* along a line of sight */
    int wood, wood_far;  /* samples in woods; those beyond the shooter's own place */
    int deep;            /* more of them hide (5.3.3) */
    int brush_samples;   /* in bushes and rocks beyond it */
    uint32_t brush_far;  /* which these are */
    bool walled, higher; /* 5.3.2; 5.3.4 */
    struct skirmish_crossed crossed;
};
struct skirmish_look skirmish_look(const struct skirmish_plan *f, int x0, int y0, int x1, int y1);
/* The paragraph that blocks the line, or NULL (5.3.2 to 5.3.4). */
const char *skirmish_blocked(const struct skirmish_look *l);
/* The name of what blocks it: a wall, a house, a wood, a height; NULL where it has none. */
const char *skirmish_blocker(const struct skirmish_plan *f, const struct skirmish_look *l,
                             struct skirmish_stand from, struct skirmish_stand at);
bool skirmish_sees(const struct skirmish_plan *f, int x0, int y0, int x1, int y1);

/* ---- hiding (skirmish_hide.c) ------------------------------------------------------------ */

bool skirmish_can_crouch(const struct skirmish_plan *f, struct skirmish_stand s);
bool skirmish_can_hide(const struct skirmish_plan *f, struct skirmish_stand s); /* 5.7.4 */
void skirmish_reveal(struct st_table *t, uint64_t who, const char *how);
/* Enemies of u that are unseen and would be spotted from there (5.7.5). */
uint64_t skirmish_spotted(const struct st_table *t, int u, struct skirmish_stand s);
/* 5.7.2: does what hides a crouched target keep this shot off? */
bool skirmish_sheltered(const struct st_table *t, int target, struct skirmish_stand shooter,
                        struct skirmish_stand at, const struct skirmish_look *l);

/* ---- moving (skirmish_move.c, skirmish_order.c, skirmish_try.c) -------------------------- */

enum { ARG_MAN, ARG_WAY, ARG_POINTS }; /* of a move: face, mount, dismount, pickup follow */
struct skirmish_path { /* a move worked out; points in mm */
    int who;
    int n;                           /* waypoints */
    struct st_point at[MAX_WAY + 1]; /* at[0]: where the steps begin */
    int mount, dismount, pickup;
    int horse, thing;                /* marker mounted, thing picked up, or -1 */
    int cls, length, last_length;
    bool crosses;                    /* a line or opening */
    int exit;                        /* or -1 */
    struct skirmish_stand end;
    uint64_t touched;                /* new contacts at the end */
};
int skirmish_allowance(const struct st_table *t, int u, int mounted);
int skirmish_base_mm(const struct skirmish_plan *f, int kind, int equip, bool mounted); /* 5.5.2 */
/* Row of the slowing chart; what the dice of a group take off; what they leave of an allowance. */
static inline int slowing_of(bool mounted, int cls)
{
    return 2 * mounted + (cls == V);
}
int skirmish_slowing_mm(const struct skirmish_plan *f, const struct skirmish_group *g,
                        bool mounted, int cls);
int skirmish_slowed(const struct skirmish_plan *f, const struct skirmish_group *g, int allowance,
                    bool mounted, int cls);
bool skirmish_group_blocked(const struct skirmish_plan *f, const struct skirmish_group *g,
                            bool mounted);
struct skirmish_around { /* what ways of one man share */
    uint64_t men;      /* who could be met within so many mm */
    uint64_t touching; /* enemies in contact with him as he stands */
};
struct skirmish_around skirmish_around(const struct st_table *t, int u, struct st_point from, int mm);
/* around: for ways from where he stands, none longer than what it was found for; NULL: found here. */
enum st_answer skirmish_path_check(const struct st_table *t, const struct st_move *m,
                                   const struct skirmish_group *g, bool evading,
                                   const struct skirmish_around *around,
                                   struct skirmish_path *out, struct st_refusal *why);
/* Of a move that it has allowed: what carrying it out needs to know, ground and length of cavalry alone. */
void skirmish_path_known(const struct st_table *t, const struct st_move *m, const struct skirmish_group *g,
                         struct skirmish_path *out);
struct skirmish_stride { /* one straight step of a man; points in mm */
    int who;
    struct st_point from, to;
    uint64_t were_touching; /* enemies at the start of the whole move */
    bool last;
    struct skirmish_stand end; /* of the whole move */
    uint64_t passed_over;      /* enemies who cannot be met */
};
/* A step, and the place a move ends in, for moves and for close order. */
enum st_answer skirmish_step_check(const struct st_table *t, const struct skirmish_stride *s,
                                   struct st_refusal *why);
enum st_answer skirmish_stand_check(const struct st_table *t, int u, struct skirmish_stand s,
                                    uint64_t passed_over, struct st_refusal *why);
/* The points of a way of n steps, at[0] its start. */
int skirmish_track_points(const struct st_point *at, int n, struct st_point *out, int max);
int skirmish_track(const struct st_table *t, int u, struct st_point *out, int max); /* 5.8.12 */
enum { TRACK_MAX = 512 };
void skirmish_break_ranks(struct st_table *t, int u);
void skirmish_touch(struct st_table *t, int mover, uint64_t touched); /* 5.5.12 */
void skirmish_mend_across(struct st_table *t);
void skirmish_cast_horses_off(struct st_table *t, int mover); /* 5.5.16 */
uint64_t skirmish_may_evade(const struct st_table *t, int mover, uint64_t touched);
void skirmish_call_reaction(struct st_table *t, const struct st_move *m, uint64_t who);
int skirmish_facing_to(const struct skirmish_plan *f, int dx, int dy); /* 5.5.11 */

enum st_answer skirmish_drill_check(const struct st_table *t, const struct st_move *m,
                                    struct st_refusal *why);
void skirmish_drill_apply(struct st_table *t, const struct st_move *m);
void skirmish_drill_now(struct st_table *t, const struct st_move *m); /* after the reaction */
void skirmish_drill_offer(const struct st_table *t, struct st_offer *o);
bool skirmish_drill_sample(const struct st_table *t, uint64_t seed, struct st_move *out);
struct st_point skirmish_slot(const struct skirmish_plan *f, struct st_point anchor, int facing,
                              int rank, int file, bool riders);

/* Ways from one place over ground of at most a class, all points in mm. */
struct skirmish_scout {
    struct st_point from;
    uint16_t far[MAX_NODES]; /* to each turning point, mm or NO_WAY */
    uint8_t first[MAX_NODES], mounted, cls;
};
bool skirmish_routes_make(struct skirmish_plan *f, struct st_arena *arena); /* false: no memory */
void skirmish_scout(const struct st_table *t, struct st_point from, int mounted, int cls,
                    struct skirmish_scout *out);
bool skirmish_clear_leg(const struct st_table *t, const struct skirmish_scout *s,
                        struct st_point to);
/* Waypoints of the shortest way found with at least one turn, 0: none of at most so many mm. */
int skirmish_way_to(const struct st_table *t, const struct skirmish_scout *s, struct st_point to,
                    int most_mm, struct st_point way[MAX_WAY]);
/* As much of a way as so many mm allow; how many waypoints are left. */
int skirmish_cut_way(struct st_point from, struct st_point *way, int n, int mm);

/* The nearest place of an exit; of the ground a goal of the side counts men on, if there is one. */
struct st_point skirmish_exit_near(const struct skirmish_plan *f, int exit, struct st_point own);
bool skirmish_ground_near(const struct skirmish_plan *f, int side, struct st_point own,
                          struct st_point *out);

void skirmish_try_moves(const struct st_table *t, int u, const struct skirmish_group *g,
                        bool evading, struct st_offer *o);
bool skirmish_try_one(const struct st_table *t, int u, const struct skirmish_group *g, bool evading,
                      uint64_t seed, struct st_move *out);

/* ---- shooting (skirmish_shoot.c) --------------------------------------------------------- */

struct skirmish_terms { /* what the modifier of a shot hangs on, for steps and questions alike */
    int weapon, band;   /* band 0..2 */
    int terrain;        /* 0, -1, -2 */
    const char *terrain_why;
    bool breastplate, furtive, moving, furtive_shooter, mounted_infantry, low_class, surprise, disorder;
};
int skirmish_shot_modifier(const struct st_table *t, const struct skirmish_terms *in);
/* EARLY or LATE begins: whoever has somebody who could fire is asked. */
void skirmish_open_window(struct st_table *t, int step);
void skirmish_cover(const struct st_table *t, struct skirmish_stand from, struct skirmish_stand at,
                    const struct skirmish_look *l, struct skirmish_terms *out);
int skirmish_natural_weight(int natural); /* of 216 */
bool skirmish_disordered(const struct st_table *t, int u); /* 5.14.1, 5.14.4 */
int skirmish_class(const struct st_table *t, int u);       /* 5.14.3 */

/* ---- melee (skirmish_melee.c) ------------------------------------------------------------ */

struct skirmish_blow { /* what the modifier of a strike hangs on */
    int weapon, cls;
    bool mounted, cavalry, mtd_infantry, indoors, formed;
    bool foe_foot, foe_cavalry, foe_mtd_infantry;
    bool defends, foe_higher, across;
    int ground; /* worst class for riders of the two places */
    bool charges, heavy_charge, braces, disorder;
};
int skirmish_blow_modifier(const struct st_table *t, const struct skirmish_blow *in);
struct skirmish_fighter {
    int cls, armour, natural, mod, result;
};
int skirmish_effect(const struct skirmish_plan *f, const struct skirmish_fighter *own,
                    const struct skirmish_fighter *foe);
int skirmish_strike_result(const struct skirmish_plan *f, int natural, int total, int cls,
                           int armour); /* 5.9.6 */
int skirmish_length_of(const struct st_table *t, int u);
struct skirmish_blow skirmish_blow_of(const struct st_table *t, int striker, int target);
void skirmish_recoil_candidate(int i, struct st_point striker, struct st_point own, int dist,
                               struct st_point *out);

/* ---- the turn (skirmish_turn.c, skirmish_end.c) ------------------------------------------ */

void skirmish_remove(struct st_table *t, int u);             /* hit: out of the game */
void skirmish_fell(struct st_table *t, uint64_t who, const char *para); /* all at once */
void skirmish_leave(struct st_table *t, int u);              /* by an exit */
void skirmish_note_contact(struct st_table *t, int u);       /* 4.6: contact_any; ambushers seen */
void skirmish_end_activation(struct st_table *t);
void skirmish_open_evasion(struct st_table *t, uint64_t members, int cls);
bool skirmish_may_reload(const struct st_table *t, int u);
bool skirmish_goal_met(const struct st_table *t, const struct skirmish_goal *g);

/* ---- the frame --------------------------------------------------------------------------- */

int skirmish_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err);
void skirmish_setup(struct st_table *t);
int skirmish_worth(const struct st_table *t, int side);
extern const char *const skirmish_weights[];
enum st_supposed skirmish_suppose(const struct st_table *t, const struct st_move *asked,
                                  struct st_move *out);
bool skirmish_hides(const struct st_table *t, int side);
void skirmish_observe(const struct st_table *t, int side, void *pos_out);
bool skirmish_secret(const struct st_table *t, const struct st_move *m, int side);
void skirmish_guess(struct st_table *t, int side, struct st_source *dice);
void skirmish_describe(const struct st_table *t, int side, struct st_scene *scene);
enum st_answer skirmish_sight(const struct st_table *t, int u, int target, struct st_sight *out,
                              struct st_refusal *why);
enum { STATUS_ACTIVE, STATUS_OUT, STATUS_EXITED };
int skirmish_status(const struct st_table *t, int u);
int skirmish_lost(const struct st_table *t, int side);
int skirmish_off(const struct st_table *t, int side);
int skirmish_slowed_by(const struct st_table *t); /* mm: of those who evade, else of the group */
enum st_answer skirmish_sane(const struct st_table *t, struct st_refusal *why);
enum st_answer skirmish_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why);
extern const struct st_fields skirmish_fields, skirmish_slots;
extern const struct st_questions skirmish_questions;
extern const char *const skirmish_kinds[], *const skirmish_firearms[], *const skirmish_weapons[],
    *const skirmish_obstacles[], *const skirmish_grounds[], *const skirmish_manners[],
    *const skirmish_classes[], *const skirmish_strikes[], *const skirmish_equips[];

#endif
