/* svg.h - the words pictures are made of; private to view.
 *
 * Lengths are whole pixels or tenths of one. Odds and answers are pages: words, bars and charts one
 * below the other. A map is a frame (title, prompt, notes below) around
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

/* ---- pages of words, bars and charts (svg_page.c) -------------------------------------- */

struct svg_page { /* grows downwards; the picture is as large as what was put on it */
    struct st_buf body;
    int y, width;
};
void svg_page_line(struct svg_page *p, const char *class, const char *text);
void svg_page_gap(struct svg_page *p, int high);
/* A reason with its paragraph before it. */
void svg_page_event(struct svg_page *p, const struct st_event *e);

enum { SVG_LIT_MAX = 64 };
struct svg_lit { /* cells of one chart, the first that was cited */
    const struct st_chart *chart;
    struct st_cite cell[SVG_LIT_MAX];
    int n;
    bool only; /* draw no other columns */
};
/* The chart under its title; of a very wide one only the columns that count. */
void svg_page_chart(struct svg_page *p, struct svg_lit *lit);

enum { SVG_BARS_MAX = 40, SVG_COLUMNS_MAX = 10 };
struct svg_bars { /* a table whose rows end in a bar as long as their chance */
    const void *of;
    int nrows, ncols;
    /* Text of a cell; row -1: the head of the column. */
    void (*cell)(const void *of, int row, int col, char *out, size_t size);
    double (*share)(const void *of, int row);
    /* Words after the bar, or an empty text; may be NULL. */
    void (*after)(const void *of, int row, char *out, size_t size);
};
/* Only the first SVG_BARS_MAX rows are drawn, then a line says how many more there are. */
void svg_page_bars(struct svg_page *p, const struct svg_bars *b);
/* The whole picture; the page is freed. */
void svg_page_close(struct st_buf *out, struct svg_page *p, const char *title);

/* Width of a chart's grid; the grid itself at (SVG_LEFT, y), and how high it is (svg_chart.c). */
int svg_chart_width(const struct st_chart *c, const struct svg_lit *lit);
int svg_chart_grid(struct st_buf *out, const struct st_chart *c, int y, const struct svg_lit *lit);

/* ---- maps ------------------------------------------------------------------------------ */

struct svg_ground {
    bool (*fits)(const struct st_plan *p);
    /* How large the sheet is in the picture, and pixels per unit of it. */
    double (*measure)(const struct st_plan *p, int *width, int *height);
    void (*draw)(struct st_buf *out, const struct st_plan *p, const struct st_scene *s);
    bool (*off)(const struct st_scene_piece *x); /* not on the map: named below it */
    /* A line about its signs, or an empty one. */
    void (*signs)(const struct st_scene *s, char *out, size_t size);
};
/* Names between the pieces. */
void svg_names(struct st_buf *out, const struct st_plan *p, const struct st_scene *s);
extern const struct svg_ground svg_hexes; /* svg_hexes.c */
extern const struct svg_ground svg_plane; /* svg_plane.c */
/* A piece to be cut out; no member of the above, so that whoever prints nothing is not made larger by it. */
void svg_hexes_card(struct st_buf *out, const struct st_plan *p, const struct st_card *card);
void svg_plane_card(struct st_buf *out, const struct st_plan *p, const struct st_card *card);

#endif
