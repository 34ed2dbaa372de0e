/* scene.h - a position as it is shown, for every front end alike.
 *
 * The map itself is in the plan (cells, edges); the scene holds what moves. A front end knows
 * pieces, marks and notes, but no game by name.
 */
#ifndef ST_CORE_SCENE_H
#define ST_CORE_SCENE_H

#include "core/game.h"

enum { ST_SCENE_PIECES = 160, ST_SCENE_MARKS = 64, ST_SCENE_NOTES = 24, ST_SCENE_SHAPES = 160,
       ST_SHAPE_POINTS = 12 };

struct st_scene_piece {
    int16_t piece;   /* index in the plan's list of pieces */
    int16_t hex;     /* -1: off the map */
    uint8_t side;
    uint8_t steps, steps_full;
    bool worn;       /* reduced */
    bool can_act;    /* may do something in the present step */
    char symbol[8];  /* type: "HH" */
    char sidc[16];   /* military symbol code (APP-6, letters) where one fits; or "" */
    char group[12];  /* what it moves and fights with: a force, a wing; a name, or "" */
    char factors[16]; /* what is printed on the counter now: "B" */
    char states[32]; /* "wall suppressed", words separated by blanks */
    char figure[24]; /* its drawing, a word of src/view/looks/sheet.svg: "knight"; "": letters */
    char dress[12];  /* coats of that kind of man: "peasant"; or "" */
    uint8_t band;    /* stripe of its formation, 1 to 8; 0: none */
    uint8_t quality; /* 1 to 3 dots; 0: unknown */
    bool leads;      /* whoever commands is there: a standard on the base */
    char leader[24]; /* whose army it belongs to, where armies are drawn whole; or "" */
    struct st_box base; /* where it stands on a bare table; a base without width: not on it */
    int32_t radius;     /* not 0: a round base, or one with round ends along its depth */
};

/* Ground, zones and the like on a bare table: the map itself, since it may be laid in play. */
enum st_shape_kind { ST_SHAPE_GROUND, ST_SHAPE_LINE, ST_SHAPE_ZONE, ST_SHAPE_ARC };

struct st_scene_shape {
    uint8_t kind, side; /* side: whose zone or arc it is */
    int16_t piece;      /* of a zone or arc; else -1 */
    char look[12];      /* as of hexes (plan.h), and what only a bare table shows to scale: ground
                           "bushes" "rocks" "road" "channel" (deep, can be waded) "water" (cannot)
                           "building", lines "works" "wall" "bank" "fence" "stakes" "door"
                           "window", things "goods" "horse" */
    char label[16];     /* its name, or "" */
    int n;
    struct st_point point[ST_SHAPE_POINTS]; /* a polygon; a LINE goes from point to point */
};

struct st_scene_mark {
    int16_t hex;
    char text[16];
};

struct st_scene {
    int npieces, nmarks, nnotes, nshapes;
    struct st_scene_piece piece[ST_SCENE_PIECES];
    struct st_scene_mark mark[ST_SCENE_MARKS];
    struct st_scene_shape shape[ST_SCENE_SHAPES]; /* in the order they are drawn */
    char note[ST_SCENE_NOTES][200]; /* turn, commands, losses... one line each */
    const struct st_aim *aim;       /* whose sight is drawn too, or NULL */
    char prompt[480];               /* what is asked of whom; written by the view (words.h) */
};

enum { ST_SIGHT_BANDS = 3 };

struct st_sight { /* how far a piece shoots from where it stands, and what it needs to hit */
    int32_t arc;  /* it fires over its front, so far to either side of its middle, um; 0: all about */
    bool rear;    /* over its rear likewise */
    int nbands;
    struct st_sight_band {
        int32_t to;     /* um from its edge, the nearest band first */
        char needs[48]; /* "5+" */
    } band[ST_SIGHT_BANDS];
    char needs[48]; /* with all that counts against the target that was named */
};

/* That, as somebody looks along it: see view.h. */
struct st_aim {
    int piece, target; /* target -1: at nobody in particular */
    bool clear;        /* nothing is in the way */
    struct st_sight sight;
    struct st_refusal why; /* else what is */
};

struct st_way { /* a march as it is drawn: from where the piece stands to where it goes */
    int n;
    bool halves; /* of points, not points, are counted in spent */
    int16_t hex[ST_ARGS_MAX], spent[ST_ARGS_MAX];
};
/* One more hex; what does not fit is left out. */
void st_way_add(struct st_way *w, int hex, int spent);

/* Add the outline of a box; without depth it becomes a line. What does not fit is left out. */
void st_scene_box(struct st_scene *s, enum st_shape_kind kind, const struct st_box *box,
                  const char *look, const char *label, int side, int piece);
/* A piece as it is shown; NULL: it is not. */
const struct st_scene_piece *st_scene_find(const struct st_scene *s, int piece);
void st_scene_note(struct st_scene *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
