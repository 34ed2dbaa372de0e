/* bind.h - charts, sheets and keys into a game's plan, by rows instead of by hand.
 *
 * A row (struct st_bound) names a column, a row or a key once and says where its number goes and what
 * will do. The first thing that is wrong is kept, with file and line, and nothing is stored after it:
 * a loader calls one after the other and looks once, at the end, at e. What hangs on a condition is
 * no row: it is C, between two calls.
 */
#ifndef ST_CORE_BIND_H
#define ST_CORE_BIND_H

#include "core/member.h"
#include "core/plan.h"

struct st_binder {
    struct st_plan *plan; /* its charts, its grid, its arena */
    struct st_scenario *sc;
    void *to;             /* what members are members of: the game's own part, unless said otherwise */
    struct st_error *err;
    int e;
};
struct st_binder st_binder_of(struct st_plan *plan, struct st_scenario *sc, struct st_error *err);

/* A text with a name, and the number it becomes: what read makes of it, or the index of a word (or what
 * it means, and then a number will do too), or a number from lo to hi. A member that is a text takes it
 * as it is. */
struct st_bound {
    const char *name; /* column of a sheet or chart; key of a scenario */
    struct st_member to;
    int lo, hi;
    const char *const *words; int nwords;
    const int *means; /* of words, if not their index */
    bool several;     /* any of the words, with commas: a bit for each */
    int per;          /* times this, if it is a number: half points */
    bool (*read)(const struct st_binder *b, struct st_span text, int *out);
    const char *wants; /* what a complaint says would do: "a hex of the map" */
    bool blank;        /* "-", or no such key, will do too: */
    int none;          /* it is this number */
    /* Of a key: offered to the players under this title (core/option.h). */
    const char *title, *para;
    const char *const *called; /* the words as people say them */
};

/* Of a row: what can be read in two ways, as files and as people say it. */
#define ST_TWO_WAYS(a, b, a_called, b_called) \
    .words = (const char *const[]){ a, b }, .nwords = 2, .called = (const char *const[]){ a_called, b_called }

/* ---- the charts -------------------------------------------------------------------------- */

struct st_shape { /* what a chart must have; NULL and 0: no matter */
    int chart;
    struct st_rows_of { const char *const *names; int n; } rows, cols; /* bound to the game's own */
    struct st_span_of { int lo, hi; } each_row, each_col; /* a place for every number */
    struct st_rows_of cells;                  /* every cell is one of these words */
    bool (*read)(const char *text, int *out); /* or this reads it */
    bool numbers;                             /* or it is a number, */
    int blank, lo, hi;                        /* blank for a dash, else lo to hi (both 0: any) */
};
void st_bind_shapes(struct st_binder *b, const struct st_shape *s, int n);

struct st_fact { /* a single cell */
    int chart;
    const char *row;
    struct st_member to;
};
/* All from the column col, lo to hi. */
void st_bind_facts(struct st_binder *b, const char *col, int lo, int hi, const struct st_fact *f,
                   int n);
/* Row names[i] goes to piece first + i of each column's member. */
void st_bind_columns(struct st_binder *b, int chart, const char *const *names, int first, int n,
                     const struct st_bound *c, int ncols);

/* ---- the scenario ------------------------------------------------------------------------ */

/* Read `key = value` lines, then title and blurb. Then the rest of the keys can be bound. */
void st_bind_head(struct st_binder *b, const char *title);
/* The plan's title is the value of the key given here, its blurb that of `blurb`. */
void st_bind_title(struct st_binder *b, const char *title);
/* The line of a key that there must be. Never NULL: without it, and e, the value is empty. */
const struct st_entry *st_bind_need(struct st_binder *b, const char *key);
/* Keys of the scenario. */
void st_bind_keys(struct st_binder *b, const struct st_bound *k, int n);
/* The sheet that a key names, parsed. */
void st_bind_sheet(struct st_binder *b, const char *key, struct st_tsv *out);
/* The plan's hex grid, which st_read_hex needs. */
void st_bind_grid(struct st_binder *b, int cols, int rows);
/* A list of names for the notation (st_plan_names). */
void st_bind_names(struct st_binder *b, const char *kind, const char *const *name,
                   const char *const *title, int n);
/* A text that stands in that line of a file of the game's own form goes to piece i. */
void st_bind_cell(struct st_binder *b, const struct st_bound *c, struct st_span text, int i,
                  const char *where, int line);
/* Offer a key to the players with the value it has; st_bind_keys does so by itself. */
void st_bind_offer(struct st_binder *b, const struct st_bound *k);
/* Offer what is read another way (st_plan_option). */
void st_bind_option(struct st_binder *b, const struct st_option *o);
/* One row of a sheet goes to piece i; or to a struct of its own, which is worked on before it means anything. */
void st_bind_row(struct st_binder *b, const struct st_tsv *t, int row, int i,
                 const struct st_bound *c, int ncols);
void st_bind_row_to(struct st_binder *b, void *to, const struct st_tsv *t, int row,
                    const struct st_bound *c, int ncols);
/* A row of a sheet lays a cell of the map, each hex once; when all are laid, every hex has one. */
void st_bind_lay(struct st_binder *b, struct st_cell *cell, const struct st_tsv *t, int row, int hex,
                 struct st_cell it);
void st_bind_cells(struct st_binder *b, const struct st_cell *cell, const struct st_tsv *t);

/* ---- for the C between ------------------------------------------------------------------- */

/* Note an error, unless there is one: of a row of a sheet, of a key (NULL: of the whole file), of a
 * line of a file of the game's own form. */
__attribute__((format(printf, 4, 5))) void st_bad_row(struct st_binder *b, const struct st_tsv *t,
                                                      int row, const char *fmt, ...);
__attribute__((format(printf, 3, 4))) void st_bad_key(struct st_binder *b, const struct st_entry *e,
                                                      const char *fmt, ...);
__attribute__((format(printf, 4, 5))) void st_bad_line(struct st_binder *b, const char *where,
                                                       int line, const char *fmt, ...);
/* Of a row of a chart, by its label; NULL: of all of it. */
__attribute__((format(printf, 4, 5))) void st_bad_chart(struct st_binder *b, int chart, const char *row,
                                                        const char *fmt, ...);
/* Memory and texts that live as long as the plan; NULL, and e, when there are none. */
void *st_bind_array(struct st_binder *b, size_t count, size_t size);
const char *st_bind_text(struct st_binder *b, struct st_span text);
/* Parts of "a; b; c", trimmed; "-" is an empty list. How many, or -1 if there are more than max. */
int st_span_list(struct st_span text, char sep, struct st_span *out, int max);

/* Readers that many games need. */
bool st_read_hex(const struct st_binder *b, struct st_span text, int *out); /* of the plan's grid */
extern const char *const st_no_yes[2];                                      /* as words */
#define ST_YES_NO .words = st_no_yes, .nwords = 2

#endif
