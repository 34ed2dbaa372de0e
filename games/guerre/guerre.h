/* guerre.h - what the chapters of the game share. Paragraphs and readings: RULES.md.
 *
 *   guerre_charts.c   the charts and army lists (6, 5.15) into a plan
 *   guerre_scenario.c scenario files and options (9.1, section 7)
 *   guerre_plan.c     the plan they become: what must fit together, names
 *   guerre_setup.c    4.1, 5.13: roles, building the ground
 *   guerre_deploy.c   5.14: exchange, deployment
 *   guerre_turn.c     4.2: the player turn from its start to the check at its end
 *   guerre_ground.c   5.12: what a base stands in, heights, works, sight
 *   guerre_stand.c    5.1, 5.2.1, 5.4.5: files, neighbours, groups, who is engaged with whom
 *   guerre_command.c  5.2: the price of an order
 *   guerre_path.c     5.3.9 to 5.3.13, 5.5: walking a path step by step; zones of control
 *   guerre_move.c     5.3, 5.4: orders of the movement phase
 *   guerre_try.c      5.16.3: candidates for players made of code
 *   guerre_shoot.c    5.6: shooting
 *   guerre_melee.c    5.7, 5.10: melee and following up
 *   guerre_recoil.c   5.8, 5.9: recoil and flight
 *   guerre_rout.c     5.11: losses, rout, pursuit, end
 *   guerre_ask.c      what an umpire is asked at a real table
 *   guerre_umpire.c   fields, invariants, rulings
 *   guerre_show.c     the scene
 *   guerre_post.c     how a player made of code draws up his army
 *   guerre_worth.c    what a player made of code looks at
 *   guerre.c          the tables of steps, verbs, charts
 */
#ifndef GUERRE_H
#define GUERRE_H

#include "core/game.h"
#include "core/pieces.h"
#include "space/plane.h"

enum { MAX_ELEMENTS = 36, MAX_PIECES = 24, MAX_LAID = 6, MAX_GROUP = 16, MAX_SEGMENTS = 4,
       MAX_SUPPORT = 3, MAX_ARMIES = 16, MAX_ARMY = 16, MAX_RESULTS = 96 };

enum { HALF_FRONT = 20000, FRONT = 40000, /* 5.1.3 */
       TOLERANCE = 1000,                  /* 5.1.8: overlap begins beyond it */
       CLEAR = 100,                       /* 5.1.8 */
       ZONE_DEPTH = 60000,                /* 5.3.9 */
       SLIDE = 20000,                     /* 5.4.4 */
       COMMAND_RANGE = 300000,            /* 5.2.4 */
       NEAR_SIGHT = 20000,                /* 5.2.6, 5.6.8 */
       RECOIL_MM = 20,                    /* 5.8.1 */
       BASE_REACH = 82480,                /* no corner of any base is farther from its reference point */
       AHEAD = 0, RIGHT = 360, ABOUT = 720, LEFT = 1080 };

enum type { GE, CV, LC, MC, PI, SP, HB, SW, FH, MF, AQ, LF, AR, OG, CP, TYPES };
enum grade { REGULAR, VETERAN, ELITE, RECRUITS, GRADES };
enum { SPEED_RECRUITS, SPEED_REGULAR, SPEED_VETERAN, SPEED_ELITE, SPEED_SWISS, SPEEDS };
/* The bank is a row of the terrain chart, not a piece: the long edges of a DRY one. */
enum kind { WOOD, FIELD, TOWN, MARSH, BROKEN, HILL, STEEP, RIVER, DRY, BRIDGE, FORT, KINDS,
            BANK = KINDS, GROUNDS };
enum { SIDE_F, SIDE_L, SIDE_R, SIDE_B, NOT_ENGAGED = -1 };
enum { EDGE_NORTH, EDGE_SOUTH };
enum { STATE_ALIVE, STATE_LOST, STATE_RESERVE, STATE_ESCAPED }; /* 3.2 */
enum { SEG_A, SEG_WL, SEG_WR };
enum { BAND_LESS, BAND_HALF };
enum { CONTACT_ANY, CONTACT_YES, CONTACT_CHARGED };
enum { MET = 1, MET_CHARGED = 2 };
enum { DUEL_MAX = 24 };
enum { RES_DESTROYED, RES_RECOIL, RES_FLEE };
enum { REC_PUSH, REC_THRU, REC_LOST, REC_CRUSH, REC_TURN };
enum { BACK, FORWARD, TO_LEFT, TO_RIGHT };
enum { LIMIT_WIN, LIMIT_LOSSES };
enum { ROLES_GIVEN, ROLES_DICE, ROLES_ENCOUNTER };
enum { OUTCOME_PLAYING, OUTCOME_FIRST, OUTCOME_SECOND, OUTCOME_DRAW };
enum { PURSUIT_NO, PURSUIT_ROLLED, PURSUIT_ON };

/* Factors by their number in the chart: F01 is factor[1]. */
enum { F_CINC = 1, F_SPEARS, F_THIRD, F_FOURTH, F_HIGHER, F_VETERAN, F_FOLLOW, F_ARQUEBUS, F_CLOSE,
       F_DEEP, F_FORT, F_SUPPORT, F_FIRE_SUPPORT, F_SPEAR_TARGET, F_PIKES, F_DOWNHILL, F_RECRUITS,
       F_IN_HARSH, F_AT_HARSH, F_SWORD_TARGET, F_ROUTING, FACTORS };

#define GUERRE_CHARTS(CHART) \
    CHART(CHART_ELEMENTS, "elements") CHART(CHART_MOVEMENT, "movement") CHART(CHART_LADDER, "ladder") \
    CHART(CHART_QUALITY, "quality") CHART(CHART_VALUES, "combat_values") CHART(CHART_FACTORS, "factors") \
    CHART(CHART_RESULTS, "results") CHART(CHART_RECOIL, "recoil") \
    CHART(CHART_INTERPENETRATION, "interpenetration") CHART(CHART_REPLACEMENT, "replacement") \
    CHART(CHART_TERRAIN, "terrain") CHART(CHART_TERRAIN_DICE, "terrain_dice") CHART(CHART_ARMIES, "armies") \
    CHART(CHART_LEVELS, "army_levels")
enum { GUERRE_CHARTS(ST_LIST_NUMBER) CHARTS };

/* The verbs: the form is the notation (5.16.1). */
#define GUERRE_VERBS(VERB) \
    VERB(VERB_END, "end", .closes = true) VERB(VERB_MOVE, "move {element,}: {A|WL|WR mm [mm];}") \
    VERB(VERB_CHARGE, "charge {element,}: {A|WL|WR mm [mm];}^C {element element F|L|R|B [mm]}", "status") \
    VERB(VERB_ABOUT, "about {element}[: {A|WL|WR mm [mm];}]") VERB(VERB_SIDE, "side {element} {L|R}") \
    VERB(VERB_RETIRE, "retire {element}") VERB(VERB_FORM, "form {element,} ^{files} @{element}") \
    VERB(VERB_REPLACE, "replace {element} {element}") VERB(VERB_REMAN, "reman {element}") \
    VERB(VERB_ROUT, "rout", .yields = true) \
    VERB(VERB_SHOOT, "shoot {element} {element} [+ {element,}]", "status") VERB(VERB_REPLY, "reply {N|Y}") \
    VERB(VERB_MELEE, "melee {element} {element}", "status") VERB(VERB_FIGHT, "fight {element|N}", "status") \
    VERB(VERB_PASS, "pass") VERB(VERB_EDGE, "edge {N|S}") VERB(VERB_RIVER, "river {N|Y [y]}") \
    VERB(VERB_PLACE, "place {kind} {x} {y} {h} {w} {d}") VERB(VERB_REMOVE, "remove {piece}") \
    VERB(VERB_TURN, "turn {piece} {h}") VERB(VERB_BRIDGE, "bridge {x}") VERB(VERB_SWAP, "swap {element}") \
    VERB(VERB_DEPLOY, "deploy {element} {x} {y} {h}")
enum { GUERRE_VERBS(ST_LIST_NUMBER) VERBS };

/* The steps: the number that a position keeps, and the row in its chapter. */
#define GUERRE_STEPS(STEP) \
    STEP(STEP_ROLE_A, guerre_step_role_a) \
    STEP(STEP_ROLE_B, guerre_step_role_b) \
    STEP(STEP_TERRAIN_DIE, guerre_step_terrain_die) \
    STEP(STEP_EDGE, guerre_step_edge) \
    STEP(STEP_RIVER, guerre_step_river) \
    STEP(STEP_PLACE, guerre_step_place) \
    STEP(STEP_REMOVE_DIE, guerre_step_remove_die) \
    STEP(STEP_REMOVE, guerre_step_remove) \
    STEP(STEP_BRIDGE_DIE, guerre_step_bridge_die) \
    STEP(STEP_BRIDGE, guerre_step_bridge) \
    STEP(STEP_KIND, guerre_step_kind) \
    STEP(STEP_KIND_X, guerre_step_kind_x) \
    STEP(STEP_KIND_Y, guerre_step_kind_y) \
    STEP(STEP_EDGE_DIE, guerre_step_edge_die) \
    STEP(STEP_SWAP, guerre_step_swap) \
    STEP(STEP_DEPLOY, guerre_step_deploy) \
    STEP(STEP_START, guerre_step_start) \
    STEP(STEP_CP, guerre_step_cp) \
    STEP(STEP_MOVE, guerre_step_move) \
    STEP(STEP_FIRE_P, guerre_step_fire_p) \
    STEP(STEP_SHOOT_P, guerre_step_shoot_p) \
    STEP(STEP_FIRE_N, guerre_step_fire_n) \
    STEP(STEP_SHOOT_N, guerre_step_shoot_n) \
    STEP(STEP_SHOT, guerre_step_shot) \
    STEP(STEP_REPLY, guerre_step_reply) \
    STEP(STEP_SHOT_P, guerre_step_shot_p) \
    STEP(STEP_SHOT_N, guerre_step_shot_n) \
    STEP(STEP_SPECIAL, guerre_step_special) \
    STEP(STEP_POWDER, guerre_step_powder) \
    STEP(STEP_PAIRS, guerre_step_pairs) \
    STEP(STEP_MELEE, guerre_step_melee) \
    STEP(STEP_ROUND, guerre_step_round) \
    STEP(STEP_MELEE_P, guerre_step_melee_p) \
    STEP(STEP_MELEE_N, guerre_step_melee_n) \
    STEP(STEP_FOLLOW, guerre_step_follow) \
    STEP(STEP_FIGHT_ON, guerre_step_fight_on) \
    STEP(STEP_CHECK, guerre_step_check) \
    STEP(STEP_PURSUIT, guerre_step_pursuit) \
    STEP(STEP_ROUT_MOVE, guerre_step_rout_move) \
    STEP(STEP_OVER, guerre_step_over)
enum { GUERRE_STEPS(ST_STEP_NUMBER) STEPS };
GUERRE_STEPS(ST_STEP_NAMED)

/* Readings (section 7) that may be taken the other way; 0 is ours. */
enum { READING_HARSH_FIRE, READING_HOLD_FIRE, READING_REPLIES, READING_FORLORN, READING_ZONES,
       READING_SUPPORT, READINGS };

struct guerre_element {
    uint8_t side, type, grade;
    bool cinc, swiss;
    struct st_pose pose; /* at the start, where the scenario gives positions */
};

struct guerre_piece {
    struct st_box box; /* a FORT has no depth and faces outward */
    uint8_t kind;
};

struct guerre_result { /* a row of results.tsv */
    uint8_t loser, band, contact, result;
    bool harsh;
    uint16_t enemy; /* types as bits */
};

struct guerre_army {
    const char *id, *title;
    struct guerre_element element[MAX_ARMY];
    const char *name[MAX_ARMY];
    int n, rout;
};

struct guerre_plan { /* fixed once loaded, shared by all threads */
    int nelements, npieces, turns, limit, limit_winner, first, roles, attacker;
    bool open; /* set up by 5.13 and 5.14 */
    int32_t width, height;
    struct guerre_element element[MAX_ELEMENTS];
    struct guerre_piece piece[MAX_PIECES];
    uint64_t of_side[ST_SIDES], camps;
    int cinc[ST_SIDES]; /* -1: none */
    uint8_t rout[ST_SIDES], edge[ST_SIDES];
    bool pursuer[ST_SIDES];
    int powder, powder_number, cannonade; /* the gun of the magazine or -1; turns without moves */
    const char *const *element_name, *const *piece_name;
    int npiece_names;
    int narmies;
    struct guerre_army army[MAX_ARMIES];

    /* charts */
    int32_t depth[TYPES], range[TYPES]; /* um */
    int32_t reach[TYPES];               /* from the reference point to the farthest corner */
    int32_t reach_most[MAX_ELEMENTS];   /* of that, whatever it is exchanged for */
    uint8_t flight_mm[TYPES];
    uint8_t speed_mm[TYPES][SPEEDS];
    bool mounted[TYPES];
    int8_t value[TYPES][2], firing[TYPES][2]; /* against foot, against mounted */
    int8_t factor[FACTORS];
    bool passes[TYPES][TYPES];
    uint8_t recoil[TYPES][TYPES];
    bool replaces[TYPES][TYPES]; /* [in melee][by] */
    struct guerre_result result[MAX_RESULTS];
    int nresults;
    struct { uint8_t over[2], under[2]; } duel[DUEL_MAX][DUEL_MAX]; /* of 36, by values before the dice and BAND_... */
    uint8_t fits[TYPES][TYPES][2][2][4]; /* row by loser, enemy, band, harsh, MET_... as bits */
    uint16_t slow[GROUNDS], forbidden[GROUNDS], overhead[GROUNDS]; /* types as bits */
    uint8_t core[GROUNDS], crest[GROUNDS];
    uint8_t harsh[GROUNDS], cover[GROUNDS];
    uint8_t unranked[GROUNDS]; /* 5.7.6: no rank bonus against who stands there */
    struct { uint8_t pieces, river, remove3, remove45, bridges, dry; } dice[7];
    uint8_t reading[READINGS];
};

struct guerre_laid { /* a piece laid in set-up, in mm; kind is 1 + the kind, 0 none */
    int16_t x, y, h, w, d;
    uint8_t kind, doubled;
};

struct guerre_fight { /* from STEP_SHOT or STEP_ROUND to the end of the procedure, else 0 */
    uint8_t p, n;       /* principals: of the phasing side, of the other */
    uint8_t firer;      /* in fire: which of them fired */
    uint8_t reply;
    uint8_t nsupport, die; /* die: the phasing player's */
    uint8_t follower;   /* 1 + who follows up in this round */
    uint8_t spare;
};

enum { POWDER_ROLLED = 1 }; /* the powder die has fallen */
struct guerre_pos { /* plain bytes: no pointers, no gaps, no leftovers */
    struct st_flow flow;
    uint16_t turn; /* stops at its greatest value in a battle without end */
    uint8_t phasing, cp;
    uint64_t present, lost, escaped;              /* elements as bits; none of them: in reserve */
    uint64_t moved, shot, fought;                 /* this player turn */
    uint64_t fled, abandoned, initiator, since, routing;
    uint64_t swapped;                             /* 5.14.1 */
    uint64_t engaged, front; /* 5.4.5, from the poses: engaged; engaged with its front */
    struct st_pose pose[MAX_ELEMENTS];
    struct guerre_laid laid[MAX_LAID];
    uint8_t fresh[MAX_ELEMENTS];                  /* 1 + the enemy newly contacted, 5.4.9 */
    uint8_t rounds[MAX_ELEMENTS], recoils[MAX_ELEMENTS];
    struct guerre_fight fight;
    uint8_t loss[ST_SIDES];
    uint8_t outcome, pursuit, specials;           /* specials: POWDER_ROLLED */
    uint8_t attacker, die, stage;                 /* set-up; die: a die kept for a moment */
    uint8_t nlaid, allowed, swaps, edge_first;    /* edge_first: edge of side A, 1 + EDGE_... */
    uint8_t free_used;                            /* 5.2.8: the commander's own point */
    uint8_t spare[7];
};
_Static_assert(sizeof(struct guerre_laid) == 12 && sizeof(struct guerre_fight) == 8, "no padding");
_Static_assert(sizeof(struct guerre_pos) ==
                   16 + 14 * 8 + 12 * MAX_ELEMENTS + 12 * MAX_LAID + 3 * MAX_ELEMENTS + 8 + 20,
               "no hidden padding");

extern const char *const guerre_types[], *const guerre_grades[], *const guerre_kinds[],
    *const guerre_sides4[];

/* ---- small things ------------------------------------------------------------------------ */

ST_OWN_PARTS(struct guerre_plan, struct guerre_pos)
static inline bool other_way(const struct st_table *t, int reading)
{
    return plan_of(t)->reading[reading] != 0;
}
static inline int take_element(uint64_t *set)
{
    return take(set);
}
static inline int defender(const struct guerre_pos *p)
{
    return 1 - p->attacker;
}
static inline int side_of(const struct st_table *t, int e)
{
    return plan_of(t)->element[e].side;
}
static inline int type_of(const struct st_table *t, int e) /* 5.14.1: exchanged for light foot */
{
    return has(pos_of(t)->swapped, e) ? LF : plan_of(t)->element[e].type;
}
static inline int grade_of(const struct st_table *t, int e)
{
    return has(pos_of(t)->swapped, e) ? REGULAR : plan_of(t)->element[e].grade;
}
static inline int32_t depth_of(const struct st_table *t, int e)
{
    return plan_of(t)->depth[type_of(t, e)];
}
static inline const char *name_of(const struct st_table *t, int e)
{
    return plan_of(t)->element_name[e];
}
static inline uint64_t on_table(const struct st_table *t, int side)
{
    return plan_of(t)->of_side[side] & pos_of(t)->present;
}
static inline bool artillery(int type)
{
    return type == AR || type == OG;
}
static inline bool missile_foot(int type)
{
    return type == MF || type == AQ;
}
static inline int guerre_reserve(int elements) /* 5.14.2: a quarter, rounded up */
{
    return (elements + 3) / 4;
}
static inline struct st_box base_at(struct st_pose pose, int32_t depth)
{
    return (struct st_box){ pose, -HALF_FRONT, HALF_FRONT, -depth, 0 };
}
static inline struct st_box base_of(const struct st_table *t, int e)
{
    return base_at(pos_of(t)->pose[e], depth_of(t, e));
}
static inline struct st_point centre_of(const struct st_table *t, int e) /* 5.1.7 */
{
    return st_pose_out(pos_of(t)->pose[e], 0, -depth_of(t, e) / 2);
}
static inline struct st_pose about_face(struct st_pose pose, int32_t depth) /* 5.3.6 */
{
    return st_pose_at(pose, 0, -depth, ABOUT);
}
/* Reference points farther apart than this along an axis: the bases are far from each other. */
static inline bool far_apart(struct st_point a, struct st_point b, int32_t um)
{
    return a.x - b.x > um || b.x - a.x > um || a.y - b.y > um || b.y - a.y > um;
}
static inline int32_t box_reach(const struct st_box *b) /* no corner is farther from its place */
{
    int32_t u = -b->left > b->right ? -b->left : b->right;
    int32_t v = -b->back > b->front ? -b->back : b->front;

    return u + v;
}
/* No corner of a base of this type is farther from its reference point. */
static inline int32_t reach_of(const struct st_table *t, int e)
{
    return plan_of(t)->reach[type_of(t, e)];
}
static inline int mm_of(int64_t um) /* for sentences */
{
    return (int)(um / ST_MM);
}

/* ---- 5.12 ground (guerre_ground.c) ------------------------------------------------------- */

int guerre_npieces(const struct st_table *t);
struct guerre_piece guerre_piece(const struct st_table *t, int i); /* kind KINDS: none there */
struct guerre_piece guerre_laid_piece(const struct guerre_laid *l);
void guerre_banks(const struct guerre_piece *dry, struct st_box out[2]);
/* Does the base overlap ground of the types' mask (slow or forbidden)? */
bool guerre_in_ground(const struct st_table *t, int type, const struct st_box *base,
                      const uint16_t mask[GROUNDS]);
/* Could something within the box? Bridges are no help. */
bool guerre_near_ground(const struct st_table *t, int type, const struct st_box *box, const uint16_t mask[GROUNDS]);
bool guerre_on_bridge(const struct st_table *t, const struct st_box *base); /* 5.12.8 */
bool guerre_harsh(const struct st_table *t, const struct st_box *base);
bool guerre_unranked(const struct st_table *t, const struct st_box *base); /* works apart */
int guerre_cover_of(const struct st_table *t, const struct st_box *base);  /* works apart */
int guerre_height(const struct st_table *t, int e);                        /* 5.12.6 */
bool guerre_above_bank(const struct st_table *t, int x, int y);            /* 5.12.7 */
int guerre_lined_fort(const struct st_table *t, int e, struct guerre_piece *out); /* or -1 */
/* Is the way between two bases shut by terrain: 5.6.8 (b) and (c)? */
bool guerre_ground_shuts(const struct st_table *t, const struct st_point corridor[4], int a, int b,
                         struct st_refusal *why, const char *para);
bool guerre_on_table(const struct st_table *t, const struct st_box *base); /* 5.1.11 */

/* ---- 5.1, 5.2.1, 5.4.5 standing (guerre_stand.c) ----------------------------------------- */

int guerre_speed(const struct st_table *t, int e); /* mm, 5.1.13 */
/* Those of them whose base, along both axes, may come so near: a first look, with which most others begin. */
uint64_t guerre_near(const struct st_table *t, uint64_t among, struct st_point at, int32_t um);
int guerre_front_on(struct st_pose x, struct st_pose t, int32_t depth_t); /* SIDE_... or not */
int guerre_engaged_on(const struct st_table *t, int x, int y); /* x's front on y; 5.4.5 */
uint64_t guerre_fronts_on(const struct st_table *t, int y, bool flanks_only); /* enemies */
uint64_t guerre_in_front(const struct st_table *t, int x); /* enemies x's front is engaged with */
void guerre_refresh(struct st_table *t); /* engaged, front, initiator after poses changed */
void guerre_refresh_after(struct st_table *t, uint64_t moved); /* the same, after those of nobody else */
bool guerre_beside(const struct st_table *t, int f, int g);
int guerre_behind(const struct st_table *t, int g); /* who stands directly behind, or -1 */
int guerre_file(const struct st_table *t, int e, int out[MAX_ELEMENTS]); /* e first */
struct guerre_row { /* a group's foremost line, left to right */
    int n;
    uint8_t who[MAX_GROUP];
};
enum st_answer guerre_group(const struct st_table *t, const int16_t *who, int n,
                            struct guerre_row *row, struct st_refusal *why); /* 5.2.1 */
int guerre_maximal_group(const struct st_table *t, int e, int16_t out[MAX_GROUP]);
/* May it be in a group, and is nobody who may be on its left? */
bool guerre_heads_row(const struct st_table *t, int e);

/* ---- 5.2 command (guerre_command.c) ------------------------------------------------------ */

enum st_answer guerre_mover(const struct st_table *t, int e, struct st_refusal *why);
enum guerre_lack { LACKS_NOTHING, LACKS_CINC, CINC_ENGAGED, CINC_FAR, CINC_UNSEEN };
/* 5.2.4: why an order to them costs double; gap_um, unless NULL, how far he is if CINC_FAR. */
enum guerre_lack guerre_lack(const struct st_table *t, uint64_t movers, int32_t *gap_um);
int guerre_price(const struct st_table *t, uint64_t movers, int points);
enum st_answer guerre_can_pay(const struct st_table *t, uint64_t movers, int points,
                              struct st_refusal *why);
void guerre_pay(struct st_table *t, uint64_t movers, int points);

/* ---- 5.3, 5.4 movement ------------------------------------------------------------------- */

/* 5.3.9: the zone of e, in so many boxes; 0: it has none. More than one only by the other reading. */
enum { ZONE_PARTS = 12 };
int guerre_zone(const struct st_table *t, int e, uint64_t movers, struct st_box out[ZONE_PARTS]);
uint64_t guerre_zones_at(const struct st_table *t, const struct st_box *base, int side,
                         uint64_t movers); /* enemies of side whose zone it overlaps */

enum guerre_way { WAY_AHEAD, WAY_WHEEL, WAY_SIDE, WAY_BACK };
struct guerre_leg { /* a stretch of a path: so many steps in one manner */
    enum guerre_way way;
    int steps, sense, shift; /* sense -1 left, 1 right; shift mm over all steps */
    struct st_point pivot;
};
struct guerre_order { /* an order worked out: where everybody ends, what was met on the way */
    const struct st_table *t;
    int n;
    int16_t who[MAX_GROUP];
    uint64_t movers;
    struct st_pose start[MAX_GROUP], now[MAX_GROUP];
    uint16_t slow;            /* movers as bits of their place in who */
    uint64_t zones, zones_at_start;
    int cost_mm;
    bool passing_engaged;     /* 5.3.8: friends may be passed although it was engaged */
    bool legal;               /* known to be: only the poses are wanted, nothing is met */
    int target;               /* of a declared contact, or -1 */
    uint64_t passed;          /* friends that it may have gone through: at the end of a walk it can lie over no others */
    uint64_t around;          /* elements and pieces that may be met at all, unless it goes farther than orders let it */
    uint32_t around_pieces;
    bool narrowed;            /* they are few */
    uint64_t near;            /* of these, what may be met on the present leg */
    uint32_t near_pieces;
    struct guerre_leg leg[MAX_SEGMENTS]; /* as walked, for whoever asks how deep it went */
    int nlegs;
};
enum { NEVER = INT16_MAX };
struct guerre_ahead { /* straight ahead: the mm at which each thing is met first, or NEVER */
    int mm;      /* so far it was looked */
    int blocked; /* the way ends here, and what lies beyond was not looked for */
    uint64_t passed; /* somewhere on the way */
    int16_t slow[MAX_GROUP]; /* by place in the order */
    uint64_t zones;
    int16_t zone[MAX_ELEMENTS]; /* of zones alone */
};
/* Candidates of one element or group share their beginning, the way straight ahead and, often, their first leg: it is
 * walked once. A leg that met nothing is free over every shorter stretch too. For one position and one list of movers. */
enum { MEMO_LEGS = 16 };
struct guerre_memo {
    bool pays, able; /* for one order; and nothing else stands against their marching */
    bool looked;
    bool hopeless; /* the contact last asked about: no shift would help */
    struct guerre_order start;
    struct guerre_row row;
    struct guerre_ahead ahead;
    int n;
    struct guerre_stretch {
        int16_t kind, steps; /* without shift */
        bool refused, clean; /* clean: nothing was met */
        struct guerre_order after;
    } leg[MEMO_LEGS];
};
void guerre_memo_begin(struct guerre_memo *memo, const struct st_table *t, const int16_t *who, int n);
/* May this order to them be given? As check says, but only yes or no. */
bool guerre_order_legal(const struct st_table *t, const struct st_move *m, struct guerre_memo *memo);
/* o->legal stays as the caller has set it; all else is new. */
void guerre_order_begin(struct guerre_order *o, const struct st_table *t, const int16_t *who,
                        int n);
/* It will march or charge, and no farther than its speed lets it: what is farther away is passed over from now on. */
void guerre_stay_around(struct guerre_order *o, int front);
enum st_answer guerre_walk(struct guerre_order *o, const struct guerre_leg *leg,
                           struct st_refusal *why);
/* All that is met on the first so many mm ahead; then the answer of guerre_walk for any part of them. */
void guerre_look_ahead(struct guerre_order *o, int mm, struct guerre_ahead *out);
enum st_answer guerre_go_ahead(struct guerre_order *o, const struct guerre_ahead *a, int mm);
/* How deep, in um, the movers come into a zone on the way; who receives the one who does. */
int32_t guerre_depth_in_zone(const struct guerre_order *o, const struct st_box *zone, int *who);
/* Of a straight way ahead: the mm *first to *last, within what they hold, outside which the base
 * surely does not overlap the box; false if there are none. */
bool guerre_straight_range(struct st_pose from, int32_t depth, const struct st_box *box, int *first,
                           int *last);
/* Do the movers end clear of these? After a walk: of those it passed; where it was put down: of all around. */
enum st_answer guerre_free_at_end(const struct guerre_order *o, uint64_t among, struct st_refusal *why);
int guerre_allowance(const struct guerre_order *o);
bool guerre_may_pass(const struct st_table *t, int mover, int friend);   /* the table alone */
/* The next of these whose base lies under this one, or over it; taken from them. -1: none is left. */
int guerre_next_under(const struct st_table *t, const struct st_box *base, uint64_t *left);
/* The mm of a straight way ahead at which something may be met, and what; those with 0 are free. */
enum { BUSY_OTHERS = 1, BUSY_GROUND = 2, BUSY_EDGE = 4 };
enum { WAY_MAX = 256 }; /* speeds and flights are bytes */
uint64_t guerre_find_busy(const struct st_table *t, int e, struct st_pose from, int limit,
                          uint8_t busy[WAY_MAX]); /* and who may be met there */
int guerre_wheel_mm(int front, int quarters);                            /* 5.3.2 */

/* ---- combat ------------------------------------------------------------------------------ */

int guerre_factor(const struct st_table *t, const char *para, int factor, int times,
                  const char *reason);
/* First row of results.tsv that fits (5.7.12). */
int guerre_result_of(const struct st_table *t, int loser, int enemy, int band, bool contact,
                     bool charged, bool harsh);
bool guerre_half(int lower, int higher); /* 5.7.11 */
void guerre_fight_die(const struct st_table *t, struct st_chance *c);
void guerre_first_take(struct st_table *t, int die);
bool guerre_follower(int type);          /* 5.10.1: follows up what it has started */
/* 5.4.7: may e attack this enemy where it stands? */
enum st_answer guerre_may_attack(const struct st_table *t, int e, int enemy,
                                 struct st_refusal *why);

struct guerre_terms { /* what one side of a melee counts, apart from its die */
    uint8_t type, grade, enemy_type;
    bool cinc, flanked, higher, follows, fort, in_harsh, at_harsh, routing, ranks;
    uint8_t file[3]; /* 1 + types of the second, third and fourth rank */
    uint8_t supporters; /* of the opponent */
};
int guerre_melee_value(const struct st_table *t, const struct guerre_terms *in);
struct guerre_shot_terms {
    uint8_t type, grade, enemy_type; /* of this side and of the other */
    bool cinc, routing, fires, target_of_fire;
    bool close, deep, downhill;
    uint8_t supporters; /* of the fire it is under */
};
int guerre_shot_value(const struct st_table *t, const struct guerre_shot_terms *in);
void guerre_cover(int *lower, int higher, int cover); /* 5.6.14 */

enum st_answer guerre_target(const struct st_table *t, int firer, int target, int32_t *range2_um,
                             struct st_refusal *why);

/* Of one round, or one shot without reply and support: [0] the first named, [1] the other. */
struct guerre_chances {
    int of, lost[2], back[2]; /* back: it recoils, flees, or its crew does */
};
void guerre_melee_chances(const struct st_table *t, int a, int b, struct guerre_chances *out);
void guerre_shot_chances(const struct st_table *t, int firer, int target,
                         struct guerre_chances *out);
uint64_t guerre_bears_on(const struct st_table *t, int e); /* targets, whether it may fire now or not */

int guerre_loss_points(const struct st_table *t, int e);  /* 5.11.1 */
void guerre_lose(struct st_table *t, int e, const char *para, const char *why); /* 5.7.15 */
void guerre_take_off(struct st_table *t, int e); /* all its flags; the caller says where it went */
uint64_t guerre_recoil(struct st_table *t, int e, int direction, const char *para); /* who moved, or is lost */
void guerre_crew_flees(struct st_table *t, int e);
void guerre_flee(struct st_table *t, int e, int enemy); /* 5.9 */

/* ---- steps, by chapter ------------------------------------------------------------------- */

/* 5.16.3: candidates of the movement phase (guerre_try.c). */
void guerre_move_offer(const struct st_table *t, struct st_offer *o);
bool guerre_move_sample(const struct st_table *t, uint64_t seed, struct st_move *out);
void guerre_move_propose(const struct st_table *t, struct st_offer *o);

void guerre_end_in_rout(struct st_table *t, int loser, const char *para);
int guerre_in_pursuit(const struct st_table *t); /* is there one? */
int guerre_edge_of(const struct st_table *t, int side);
int guerre_state(const struct st_table *t, int e);
extern const char *const guerre_states[];
int guerre_player_turn(const struct st_table *t); /* from 1 */

int guerre_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err);
void guerre_setup(struct st_table *t);
enum st_supposed guerre_suppose(const struct st_table *t, const struct st_move *asked, struct st_move *out);
int guerre_worth(const struct st_table *t, int side);
int guerre_lead(const struct st_table *t); /* of side 0 over side 1 */
extern const char *const guerre_weights[];
struct st_pose guerre_post(const struct st_table *t, int e); /* its place in the order of battle */
int guerre_posts_worth(const struct st_table *t, int side);
void guerre_describe(const struct st_table *t, int side, struct st_scene *scene);
const char *guerre_meeting(const struct st_table *t, int e, int enemy, char *inputs, size_t size);
enum st_answer guerre_sight(const struct st_table *t, int e, int target, struct st_sight *out,
                            struct st_refusal *why);
enum st_answer guerre_sane(const struct st_table *t, struct st_refusal *why);
enum st_answer guerre_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why);
extern const struct st_fields guerre_fields, guerre_slots;
extern const struct st_questions guerre_questions;

#endif
