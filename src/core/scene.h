/* scene.h - a position as it is shown, for every front end alike.
 *
 * The map itself is in the plan (cells, edges); the scene holds what moves. A front end knows
 * pieces, marks and notes, but no game by name.
 */
#ifndef ST_CORE_SCENE_H
#define ST_CORE_SCENE_H

#include "core/game.h"

enum { ST_SCENE_PIECES = 160, ST_SCENE_MARKS = 64, ST_SCENE_NOTES = 24, ST_SCENE_SHAPES = 160,
       ST_SHAPE_POINTS = 12, ST_SCENE_SECTIONS = 16, ST_SCENE_CHITS = 64 };

struct st_scene_piece {
    int16_t piece;   /* index in the plan's list of pieces */
    int16_t hex;     /* -1: off the map */
    uint8_t side;
    uint8_t steps, steps_full;
    bool worn;       /* reduced */
    bool can_act;    /* may do something in the present step */
    char symbol[8];  /* type: "HH" */
    char sidc[16];   /* military symbol code (APP-6, letters) where one fits; or "" */
    char group[24];  /* what it moves and fights with: a force, a wing; a name, or "" */
    char factors[16]; /* what is printed on the counter now: "B" */
    char states[32]; /* "wall suppressed", words separated by blanks */
    char figure[24]; /* its drawing, a word of src/view/looks/sheet.svg: "knight"; "": letters */
    char dress[12];  /* coats of that kind of man: "peasant"; or "" */
    uint8_t band;    /* stripe of its formation, 1 to 8; 0: none */
    uint8_t quality; /* 1 to 3 dots; 0: unknown */
    bool leads;      /* whoever commands is there: a standard on the base */
    char leader[24]; /* whose army it belongs to, where armies are drawn whole; or "" */
    uint8_t section; /* where it stands in the battle: 1 + its section; 0: it takes no part */
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

/* A battle fought beside the map, while there is one: sections of either side, which face those of the same name, and
 * the chits that lie in them. Its tracks are rows of kind `battle` (standing.h). */
struct st_scene_section {
    const char *name;   /* what stands there is called: a row of kind `section` */
    const char *leader; /* who commands it: a name of any list; or NULL */
    uint8_t side;
    bool off;           /* not in the line: a hand of chits, those who have left the field */
    char states[40];    /* as of pieces: "fights broken" */
};

struct st_scene_chit { /* a chit, card or marker */
    const char *name;  /* a row of kind `chit`; NULL: it lies face down */
    uint8_t section;   /* from 0 */
    uint8_t n, left;   /* how many of them; rounds that it still counts, 0: that is not counted */
};

struct st_scene_mark {
    int16_t hex;
    char text[16];
};

struct st_scene {
    int npieces, nmarks, nnotes, nshapes, nsections, nchits;
    struct st_scene_piece piece[ST_SCENE_PIECES];
    struct st_scene_mark mark[ST_SCENE_MARKS];
    struct st_scene_shape shape[ST_SCENE_SHAPES]; /* in the order they are drawn */
    struct st_scene_section section[ST_SCENE_SECTIONS];
    struct st_scene_chit chit[ST_SCENE_CHITS];
    char note[ST_SCENE_NOTES][200]; /* turn, commands, losses... one line each */
    const struct st_aim *aim;       /* whose sight is drawn too, or NULL */
    char prompt[480];               /* what is asked of whom; written by the view (words.h), */
    int left;                       /* which notes here what it counted (struct st_telling) */
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
/* One more word for a piece's states, or a section's, if it holds and there is room. */
void st_scene_state(struct st_scene_piece *x, bool holds, const char *word);
void st_section_state(struct st_scene_section *x, bool holds, const char *word);
/* One more section, instead of the last where there is no room; and n chits in the last one, unless n is 0. */
struct st_scene_section *st_scene_section(struct st_scene *s, int side, const char *name);
void st_scene_chits(struct st_scene *s, const char *name, int n, int left);
void st_scene_note(struct st_scene *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
