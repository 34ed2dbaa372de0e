/* print.h - paper: pages of millimetres in a PDF file, made with cairo and librsvg; private to `sandtable print`. */
#ifndef ST_CLI_PRINT_H
#define ST_CLI_PRINT_H

#include "cli/cli.h"

#include <cairo.h>

#define PAPER_MARGIN 10.0 /* mm */
struct paper { /* an open file; lengths are mm */
    cairo_surface_t *file;
    cairo_t *pen;
    double wide, high; /* of the present page */
    double short_side, long_side;
    int pages;
    bool begun; /* something was drawn on the present page */
    char title[120];
};

int paper_open(struct paper *p, const char *path, double short_side, double long_side, const char *title,
               struct st_error *err);
int paper_close(struct paper *p, const char *path, struct st_error *err);
/* The next page, upright or across; its foot says what it is. */
void paper_page(struct paper *p, bool across, const char *foot);
void paper_words(struct paper *p, double x, double y, double size, bool bold, const char *words);
double paper_words_wide(struct paper *p, double size, bool bold, const char *words);
void paper_line(struct paper *p, double x0, double y0, double x1, double y1);

/* A picture of ours, its upper left corner at x, y; mm a pixel. 0, or why not in err. */
int paper_picture(struct paper *p, const struct st_buf *svg, double x, double y, double mm, struct st_error *err);
/* Its size in pixels; false: it is no picture. */
bool picture_size(const struct st_buf *svg, double *wide, double *high);

/* ---- what is printed: each ends its own pages ---------------------------------------------------------- */

int print_map(struct paper *p, const struct st_table *t, struct st_error *err);
int print_pieces(struct paper *p, const struct st_table *t, struct st_error *err);
int print_charts(struct paper *p, const struct st_plan *plan, const struct st_files *files, struct st_error *err);
/* The briefing, the rules in five minutes; all the rules. */
int print_aid(struct paper *p, const struct st_plan *plan, struct st_error *err);
int print_rules(struct paper *p, const struct st_plan *plan, struct st_error *err);

#endif
