/* scenery.h - ground that a table had and no rule knows: drawn under all the rest, part of no hash.
 *
 * GAME/scenarios/ID.scenery, if there is one: a line each, tab-separated: look, label or -, then points
 * X,Y in mm from the south-west corner. # begins a comment. Looks are those of scene.h.
 * Of a map of hexes it is names alone that no hex has: look river, canal, woods or hill, label, then hexes
 * as COLUMN,ROW from one end to the other, those on both banks of a river.
 */
#ifndef ST_CORE_SCENERY_H
#define ST_CORE_SCENERY_H

#include "core/files.h"
#include "space/plane.h"

enum { ST_SCENERY_POINTS = 12, ST_SCENERY_MAX = 24 };

struct st_scenery {
    char look[12], label[16];
    int n;
    struct st_point at[ST_SCENERY_POINTS]; /* a polygon, um */
};

/* *n stays 0 where there is no such file. */
int st_scenery_load(struct st_scenery **out, int *n, struct st_arena *a, const char *name,
                    const struct st_files *files, struct st_error *err);

#endif
