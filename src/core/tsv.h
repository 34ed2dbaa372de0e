/* tsv.h - tab-separated sheets as they come from a spreadsheet: notes, a header, rows.
 *
 * Lines beginning with # are notes. The first other line names the columns; every later line
 * must have as many fields. Blank lines are passed over.
 */
#ifndef ST_CORE_TSV_H
#define ST_CORE_TSV_H

#include "base/arena.h"
#include "base/text.h"

struct st_tsv {
    const char *where;
    int ncols, nrows, nnotes;
    struct st_span *head;  /* [ncols] */
    struct st_span *cell;  /* [nrows * ncols] */
    struct st_span *note;  /* [nnotes] without the # */
    int *line, *note_line; /* line numbers of rows and notes */
};

int st_tsv_parse(struct st_tsv *out, struct st_arena *a, struct st_span text, const char *where,
                 struct st_error *err);
struct st_span st_tsv_at(const struct st_tsv *t, int row, int col);
/* Find a column by name into *col, or say which is missing. */
int st_tsv_col(const struct st_tsv *t, const char *name, int *col, struct st_error *err);
/* A cell as a number between lo and hi, or an error with file and line. */
int st_tsv_int(const struct st_tsv *t, int row, int col, int lo, int hi, int *out,
               struct st_error *err);
/* A cell as one of names, the index into *out; the error suggests near ones. */
int st_tsv_name(const struct st_tsv *t, int row, int col, const char *const *names, int n, int *out,
                struct st_error *err);

#endif
