/* plan.h - a scenario compiled for play: immutable, shared by all threads.
 *
 * The common part holds what every driver needs (names for the notation, the map for drawing,
 * charts, hashes); the game's own part hangs on data. All of it lives in one arena.
 */
#ifndef ST_CORE_PLAN_H
#define ST_CORE_PLAN_H

#include "base/arena.h"
#include "core/chart.h"
#include "core/option.h"
#include "core/scenario.h"
#include "core/scenery.h"
#include "space/hex.h"
#include "space/plane.h"

#include <stdatomic.h>

struct st_game;
struct st_words;
struct st_forms;

enum { ST_SIDES = 2, ST_NAME_KINDS = 12, ST_NAME_MAX = 24 };

struct st_names { /* what {unit}, {wing}... stand for */
    const char *kind;
    const char *const *name;  /* unique, no blanks, at most ST_NAME_MAX: E05 */
    const char *const *title; /* "London fyrd"; may be NULL */
    int n;
    const int16_t *slot; /* where st_names_find looks first: 1 + which, or 0; NULL: nowhere */
    uint32_t slots;      /* a power of two */
};

struct st_cell { /* a hex as it is drawn; no rule reads it */
    const char *look;  /* "clear" "woods" "marsh" "ford" "river" "bridge" "town"... */
    const char *label; /* "Senlac", or "" */
    int8_t level;
    uint8_t region;    /* 1 + its index in the plan's regions; 0: of none */
    const char *place; /* "village" "town" "city" "fortress" on that ground; NULL: what the look says */
};

enum st_edge_kind { ST_EDGE_ROAD, ST_EDGE_RAIL, ST_EDGE_RIVER, ST_EDGE_CANAL, ST_EDGE_WALL,
                    ST_EDGE_GREAT_RIVER, ST_EDGE_LANE, ST_EDGE_KINDS };
extern const char *const st_edge_words[]; /* "road" "rail"... */

struct st_edge { /* a hexside feature, or a way leaving a hex in a direction, as it is drawn */
    int16_t hex;
    uint8_t dir, kind;
};

struct st_window { /* part of a hex map; cols 0: all of it */
    int16_t col, row, cols, rows; /* the first of each, from 0, and how many */
};

struct st_fit { /* log odds of the first side: shift thousandths, and one more for each scale */
    int shift, scale; /* of worth that it has more than the other */
};

struct st_plan {
    const struct st_game *game;
    const char *id, *title, *blurb; /* scenario; blurb: a sentence of history, or "" */
    const char *side[ST_SIDES];     /* names without blanks, as in records; titles, if they need
                                     * any, stand in the list of names "side" */
    struct st_names names[ST_NAME_KINDS];
    int nnames;
    struct st_option option[ST_OPTIONS_MAX]; /* what players may wish otherwise */
    int noptions;
    struct st_hexgrid grid; /* cols 0: not a hex game */
    struct st_window window; /* what of the map is in play, and drawn */
    struct st_point table;  /* size of a bare table, um (space/plane.h); 0, 0: none */
    const struct st_cell *cell;
    const struct st_edge *edge;
    int nedges;
    const struct st_scenery *scenery; /* ground no rule knows (scenery.h) */
    int nscenery;
    const char *const *region; /* names of regions, as they are drawn */
    int nregions;
    struct st_chart **chart; /* as listed in game->charts */
    const void *data;        /* the game's own plan, game->plan_size bytes */
    size_t pos_size;         /* of a position: game->pos_size */
    const int *weight;       /* in the order of game->weights (weights.h) */
    struct st_fit fit;       /* what they make of a winning chance (weights.h) */
    const struct st_words *words; /* what players read (words.h) */
    struct st_forms *forms;       /* how moves are written (move.h) */
    const char *asked;       /* the question it was made for, or NULL: its sides may be roles */
    uint64_t scenario_hash, tables_hash;
    struct st_arena arena;
    atomic_int held; /* by so many beside whoever made it */
};

/* Compile GAME/ID from files (&st_files_library: the library's own). given: keys that replace the
 * file's. */
int st_plan_make(struct st_plan **out, const struct st_game *game, const char *id,
                 const struct st_files *files, const struct st_entry *given, int ngiven,
                 struct st_error *err);
/* Where somebody with many games keeps plans, so that games of one kind share one. The texts they are made
 * of must be the same for all who use it. */
struct st_shelf {
    /* Held for the caller; NULL: there is none. */
    struct st_plan *(*find)(struct st_shelf *self, const struct st_game *game, const char *id,
                            const struct st_entry *given, int ngiven);
    /* Takes what was made, and gives it back or an equal one, held for the caller. */
    struct st_plan *(*keep)(struct st_shelf *self, struct st_plan *made, const char *id,
                            const struct st_entry *given, int ngiven);
};
/* Threads may share a plan: it is freed when each who held it and whoever made it have done so. */
struct st_plan *st_plan_hold(const struct st_plan *p);
void st_plan_free(struct st_plan *p);

/* For the game's plan(): its own part, zeroed, to be filled. */
void *st_plan_own(struct st_plan *p);
/* For the game's plan(): register a list of names. */
int st_plan_names(struct st_plan *p, const char *kind, const char *const *name,
                  const char *const *title, int n, struct st_error *err);
/* Will name[i] do, and is it none of those before it? For loaders that know the line it stands on. */
int st_name_fits(const char *kind, const char *const *name, int i, const char *where, int line,
                 struct st_error *err);
/* List by kind, or NULL; a name's index in it, or -1. */
const struct st_names *st_plan_list(const struct st_plan *p, const char *kind);
int st_names_find(const struct st_names *list, struct st_span name);

/* The window with its bounds filled in; is a hex of the map inside it? */
struct st_window st_plan_window(const struct st_plan *p);
bool st_in_window(const struct st_plan *p, int hex);

const struct st_chart *st_plan_chart(const struct st_plan *p, const char *id);

/* What a chart of files says otherwise than that of the library where no rule reads it: a sentence a
 * cell. Damage is not told here, but where the chart is loaded. */
void st_house_chart(const struct st_game *game, const char *id, const struct st_files *files,
                    const struct st_files *library,
                    void (*say)(void *arg, const char *sentence), void *arg);

#endif
