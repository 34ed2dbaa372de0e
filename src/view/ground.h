/* ground.h - the printed ground under the pieces, as a piece of SVG; see looks.h for its colours.
 *
 * Of hex maps: sides of 40 units, the middle of hex 0101 at 40, 34.6. Of bare tables: millimetres from the
 * north-west corner. One path stands for an area or a line and is drawn several times (`<use>`): a river
 * is its bank, its water and the light on it. The page lays its pieces over the same drawing.
 */
#ifndef ST_VIEW_GROUND_H
#define ST_VIEW_GROUND_H

#include "core/scene.h"
#include "view/curve.h"

/* What lies under everything on a hex map; what lies on a bare table now. */
void st_ground_hexes(struct st_buf *out, const struct st_plan *p);
void st_ground_plane(struct st_buf *out, const struct st_plan *p, const struct st_scene *s);
/* A number that is another as soon as that drawing is. */
uint64_t st_ground_plane_key(const struct st_scene *s);

/* The sheet a map is printed on, its frame included. */
struct extent st_ground_extent(const struct st_plan *p);

/* ---- between the files that draw it -------------------------------------------------------- */

enum { GROUND_LAYERS = 6 };
struct layer { /* the path drawn once: its class, and how far it is shifted */
    const char *class;
    double dx, dy;
};
/* d, once for each layer up to the first without a class; *paths counts what was named. */
void ground_layers(struct st_buf *out, const struct st_buf *d, const struct layer *layer,
                   int *paths);
/* Words for ground that lies flat, in the order they are laid on hexes: how the edge is softened, and what is drawn of it. */
struct ground_look {
    const char *word;
    struct {
        int rounds; /* 0: not so on hexes */
        double wobble;
    } hexes;
    struct {
        double round; /* mm; negative: not so on a bare table */
        double wobble;
    } plane;
    struct layer layer[GROUND_LAYERS];
};
extern const struct ground_look ground_looks[];
extern const int ground_nlooks;
/* A symbol of the sheet; turn in degrees. */
void ground_use(struct st_buf *out, const char *symbol, double x, double y, double scale, int turn);
const char *ground_manner(const struct st_plan *p);
/* A box with the three lines round it that a printed sheet has. */
void ground_frame(struct st_buf *out, const struct extent *inner);
enum { GROUND_FRAME = 18 }; /* from the sheet to the outermost line */

/* ---- names (ground_names.c) ----------------------------------------------------------------- */

struct ground_name {
    char text[48];
    const char *kind;   /* "city" "town" "village" "wood" "hill" "water" "region"; "compass" "scale" */
    const char *anchor; /* "start" "middle" "end" */
    double x, y;
    int turn; /* degrees */
    struct extent box; /* what it covers */
    bool drawn; /* its kind is a drawing of the sheet, under the words */
};
struct ground_names {
    struct ground_name *at;
    int n;
};
/* The names of a map, the greatest first, each in the first free place beside what it names: over no
 * piece and no other name. Small ones that find no place are left out. False: out of memory. */
bool ground_names_lay(struct ground_names *out, const struct st_plan *p, const struct st_scene *s);
void ground_names_free(struct ground_names *n);

/* Scenery as if it lay in the scene. */
struct st_scene_shape ground_scenery(const struct st_scenery *from);

struct spot ground_centre(int col, int row);
struct spot ground_corner(int col, int row, int i);

/* Rivers, canals, roads, rails, walls and bridges (ground_ways.c). */
void ground_waters(struct st_buf *out, const struct st_plan *p, int *paths);
void ground_ways(struct st_buf *out, const struct st_plan *p, int *paths);

#endif
