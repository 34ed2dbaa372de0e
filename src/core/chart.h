/* chart.h - printed tables, and looking things up in them.
 *
 * A chart is read from text that looks like the sheet in the box (docs/formats.md) and is kept
 * as dense arrays: a look-up costs two clamps and three loads. An axis is numeric when every
 * label on it is a number or a range ("3", "-2", "4-9", "10+", "0 or less"), else its labels are
 * names and the game binds them to its enum.
 *
 * Owned by the plan; never changes after binding, so threads may share it.
 */
#ifndef ST_CORE_CHART_H
#define ST_CORE_CHART_H

#include "core/tsv.h"

struct st_axis {
    const char *name;         /* "die, modified" */
    const char *const *label; /* as printed */
    int n;
    bool numeric;
    bool below_first, above_last; /* values beyond the end count as the end */
    int16_t lo, hi;               /* what slot covers */
    const int16_t *slot;          /* slot[v - lo]: index of the label, -1 for a hole */
};

struct st_chart_note { /* what the sheet says beside its cells */
    const char *text;
    bool unread; /* it only says what no rule reads: of no use on paper */
};

struct st_chart {
    const char *id, *title, *para, *where;
    struct st_axis row, col;
    const char *const *text; /* [row * ncols + col] as printed */
    int16_t *value;          /* the same as numbers, once bound */
    const int *line;         /* line of each row in the file */
    const struct st_chart_note *note;
    int nnotes;
    bool *remark; /* as text: for people only, no rule reads it */
};

struct st_cite { /* what to tell the players of a look-up; chart NULL: none was made */
    const struct st_chart *chart;
    int16_t row, col; /* indices of the labels */
    bool row_end, col_end; /* looked for beyond the end of the axis: the end counts */
};

int st_chart_parse(struct st_chart **out, struct st_arena *a, const char *id, struct st_span text,
                   const char *where, struct st_error *err);

/* Named axes: after binding, look-ups give the game's own numbers. Every name must be there. */
int st_chart_bind_rows(struct st_chart *c, struct st_arena *a, const char *const *names, int n,
                       struct st_error *err);
int st_chart_bind_cols(struct st_chart *c, struct st_arena *a, const char *const *names, int n,
                       struct st_error *err);
/* Cells as symbols (every cell one of names), or as numbers ("-", "NA" and "NE" count as blank). */
int st_chart_bind_cells(struct st_chart *c, const char *const *names, int n, struct st_error *err);
int st_chart_bind_numbers(struct st_chart *c, int blank, struct st_error *err);
/* A numeric axis has a place for every value from lo to hi: what the dice may ask, the sheet must
 * answer. A game says so at load, or a damaged sheet stops it at the table. */
int st_chart_need_rows(const struct st_chart *c, int lo, int hi, struct st_error *err);
int st_chart_need_cols(const struct st_chart *c, int lo, int hi, struct st_error *err);

/* Value at (row, col). Beyond an open end ("10+") the end counts; beyond a closed end is a bug in
 * the caller and stops. cite, unless NULL, receives what to tell the players. */
int st_chart_look(const struct st_chart *c, int row, int col, struct st_cite *cite);
const char *st_chart_text(const struct st_chart *c, int row, int col); /* by index of label */
int st_chart_value(const struct st_chart *c, int row, int col);        /* by index of label */

/* Single cells by their printed labels, for charts that are lists of facts. */
int st_chart_line(const struct st_chart *c, const char *row); /* of its file; 0: no such row */
int st_chart_at(const struct st_chart *c, const char *row, const char *col, const char **text,
                struct st_error *err);
int st_chart_number(const struct st_chart *c, const char *row, const char *col, int lo, int hi,
                    int *out, struct st_error *err);
/* One of names ("no", "yes"), by its index. */
int st_chart_name(const struct st_chart *c, const char *row, const char *col,
                  const char *const *names, int n, int *out, struct st_error *err);

/* Is the cell a remark? What stands in it changes nothing, in a house chart either. */
bool st_chart_remark(const struct st_chart *c, int row, int col); /* by index of label */
/* Where a house chart differs from the printed one in a remark, one sentence a cell to say. */
void st_chart_compare(const struct st_chart *printed, const struct st_chart *house,
                      void (*say)(void *arg, const char *sentence), void *arg);

/* Index of what a person calls a row or column ("B", "7", "12"), or -1; clamped may be NULL. */
int st_axis_find(const struct st_axis *x, struct st_span word, bool *clamped);

/* "6.2 Combat results table, row B, column 3: DR*" */
void st_cite_print(const struct st_cite *cite, char *out, size_t size);

#endif
