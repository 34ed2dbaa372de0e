/* svg.h - the words pictures are made of; private to view.
 *
 * Lengths are whole pixels or tenths of one. A map is a frame (title, prompt, notes below) around
 * a ground; grounds are the rows of a table in svg_map.c, so that another kind of map is one more
 * file and one more row.
 */
#ifndef ST_VIEW_SVG_H
#define ST_VIEW_SVG_H

#include "view/view.h"

enum { SVG_LEFT = 24, SVG_TOP = 64, SVG_LINE = 18 }; /* margins; height of a line of words */

void svg_escape(struct st_buf *out, const char *text);
void svg_text(struct st_buf *out, double x, double y, const char *class, const char *text);
void svg_open(struct st_buf *out, int width, int height, const char *title, const char *style);
void svg_close(struct st_buf *out);

/* Sides differ by colour and by the shape of their counters. */
extern const char *const svg_side_fill[ST_SIDES];
int svg_side_corner(int side, int size); /* radius of the corners of something so large */

struct svg_ground {
    bool (*fits)(const struct st_plan *p);
    const char *style; /* CSS of the classes it draws with */
    /* Width of the picture, and height of the ground below SVG_TOP. */
    void (*measure)(const struct st_plan *p, int *width, int *height);
    void (*draw)(struct st_buf *out, const struct st_plan *p, const struct st_scene *s);
    bool (*off)(const struct st_scene_piece *x); /* not on the map: named below it */
    /* A line about its signs, or an empty one. */
    void (*signs)(const struct st_scene *s, char *out, size_t size);
};
extern const struct svg_ground svg_hexes; /* svg_hexes.c */
extern const struct svg_ground svg_plane; /* svg_plane.c */

#endif
