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
    void *seen;           /* and those of rows that say so: what is worked on before it means anything */
    struct st_error *err;
    int e;
    const char *where;    /* the file and line that are being read, for st_bad; 0: of the whole file */
    int line;
};
struct st_binder st_binder_of(struct st_plan *plan, struct st_scenario *sc, struct st_error *err);

/* What a row's member is a member of: the game's own part; binder.seen; the plan itself. */
enum st_base { ST_OF_OWN, ST_OF_SEEN, ST_OF_PLAN };

/* The words of a row: all of an array. */
#define ST_WORDS(list) .words = (list), .nwords = ST_COUNT(list)

/* A text with a name, and the number it becomes: what read makes of it, or the index of a word (or what
 * it means, and then a number will do too), or a number from lo to hi. A member that is a text takes it
 * as it is. */
struct st_bound {
    const char *name; /* column of a sheet or chart; key of a scenario */
    struct st_member to; /* without one it is only named: C reads it */
    int lo, hi;
    const char *const *words; int nwords;
    const int *means; /* of words, if not their index */
    bool several;     /* any of the words, with blanks or , ; + between them: a bit for each */
    int per;          /* times this, if it is a number: half points */
    bool (*read)(const struct st_binder *b, struct st_span text, int *out);
    const char *wants; /* what a complaint says would do: "a hex of the map" */
    bool blank;        /* "-", or no such key, will do too: */
    int none;          /* it is this number */
    enum st_base of;   /* what its member is a member of */
    /* Of a key: offered to the players under this title (core/option.h). */
    const char *title, *para;
    const char *const *called; /* the words as people say them */
    const char *const *cited;  /* and a paragraph for each; NULL: para */
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
/* A single cell for the C between; 0, and e, where it is no such number. */
int st_bind_number(struct st_binder *b, int chart, const char *row, const char *col, int lo, int hi);
/* Cells that say again what stands elsewhere, by rows and columns in lists with |. Each is the word; or none of those
 * in `never`; or else the number that another chart has. */
struct st_repeat {
    int chart;
    const char *rows, *cols, *word, *never;
    int of;
};
void st_bind_repeats(struct st_binder *b, const struct st_repeat *s, int n);
/* What several charts say goes together: "the charts disagree: ..." unless it is so. */
__attribute__((format(printf, 3, 4))) void st_bind_unless(struct st_binder *b, bool so, const char *fmt, ...);
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
/* Keys that go by a name: every `HEAD.NAME` is a piece, from 0 on and fewer than most, `COLUMN.NAME` what else is said of
 * it. then() reads the line itself, when the columns have gone where they belong. How many there are. */
int st_bind_named(struct st_binder *b, const char *head, int most, const struct st_bound *c, int ncols,
                  void (*then)(struct st_binder *b, const struct st_entry *e, const char *name, int i));
/* The sheet that a key names, parsed. */
void st_bind_sheet(struct st_binder *b, const char *key, struct st_tsv *out);
/* A list of names for the notation (st_plan_names). */
void st_bind_names(struct st_binder *b, const char *kind, const char *const *name,
                   const char *const *title, int n);
/* Offer keys to the players with the values they have; st_bind_keys does so by itself. */
void st_bind_offers(struct st_binder *b, const struct st_bound *k, int n);
/* Offer what is read another way (st_plan_option). */
void st_bind_option(struct st_binder *b, const struct st_option *o);
/* A sheet with a row for each piece, 1 to max: row r goes to piece r. Its columns `id` and `name` are
 * names and titles of the list `kind`; then() looks at what was read, and st_bad there speaks of that row.
 * How many there are; *names: as they are called in moves. */
int st_bind_pieces(struct st_binder *b, const char *key, const char *kind, int max,
                   const struct st_bound *c, int ncols,
                   void (*then)(struct st_binder *b, int piece), const char *const **names);

/* ---- the map ------------------------------------------------------------------------------ */

/* The plan's hex grid, which st_read_hex needs. */
void st_bind_grid(struct st_binder *b, int cols, int rows);
struct st_map_lines { /* where each hex stands in its sheet */
    const char *where;
    int line[ST_HEX_MAX];
};
/* A sheet with a row for each hex, its column `hex`: every row goes to the piece of that number. Without a
 * grid the map is as large as the hexes that it lists. */
void st_bind_map(struct st_binder *b, const char *key, const struct st_bound *c, int ncols,
                 struct st_map_lines *out);
/* Directions as bits of each hex: what leaves one by a side is there in the hex beyond it too. */
void st_bind_both_sides(struct st_binder *b, const struct st_map_lines *m, const char *what,
                        const uint8_t *bits, const char *const dirs[6]);
/* All hexes as a list of names; NULL, and e, if it cannot be. */
const char *const *st_bind_hexes(struct st_binder *b, const char *kind);
/* What of the map is in play: columns c0 to c1 and rows r0 to r1, from 1; as hexes in area. */
void st_bind_window(struct st_binder *b, int c0, int c1, int r0, int r1, struct st_hexset *area);

/* ---- files with a thing a line ----------------------------------------------------------- */

enum { ST_LINE_PARTS = 16 };

struct st_parts { /* a line, cut and trimmed; what is missing is empty */
    struct st_span field[ST_LINE_PARTS];
    int n;
};
/* Of a file whose lines say first what they are: "side", "element". */
struct st_line_kind {
    const char *word;
    const struct st_bound *col; int ncols; /* the fields after the word; NULL: C reads them all */
    void (*then)(struct st_binder *b, const struct st_parts *r); /* when they have gone where they belong; may be NULL */
    int spare;  /* so many of the last columns may be missing */
    bool late;  /* it speaks of what may stand further down */
    bool needed; /* a file has it */
    bool keyed;  /* its fields are the name of one of the columns, and what goes there */
};
/* Cut at sep; more fields than there is room for are an error. */
void st_parts_cut(struct st_binder *b, struct st_parts *out, struct st_span line, char sep);
/* Its fields, from `first` on, go to piece i: as many as there are columns, but for the spare ones. */
void st_bind_parts(struct st_binder *b, const struct st_parts *r, int first, int i, const struct st_bound *c,
                    int ncols, int spare);
/* All lines of the scenario, cut at tabs, that are late or are not; those with # are comments. */
void st_bind_lines(struct st_binder *b, const struct st_line_kind *k, int n, bool late);
/* The plan's title and blurb, as kinds of such a file name them. */
extern const struct st_bound st_title_column[1], st_blurb_column[1];
/* One field, or a part of one, goes to piece i. */
void st_bind_field(struct st_binder *b, const struct st_bound *c, struct st_span text, int i);
/* Keys that the caller gave win over the file: each is one of these. */
void st_bind_given(struct st_binder *b, const struct st_bound *k, int n);

/* ---- files in sections ------------------------------------------------------------------- */

/* `[units]`, then a record a line, with | between its fields; or `key = value` lines, for st_bind_keys; or prose, for
 * people. Lines with # are comments. `inherit = FILE`, among the keys, takes from that file every section that is not restated. */
enum st_section_is { ST_RECORDS, ST_KEYS, ST_PROSE };
struct st_section {
    const char *name;
    const struct st_bound *col; int ncols; /* of a record */
    enum st_section_is is;
    bool each;    /* restated record by record, those with the same first field; else the whole section is */
    int brief[2]; /* a record of three fields restates the first, and these two */
};
struct st_record { /* a line of a section */
    const char *where;
    int line, section;
    struct st_parts of;
};
struct st_records {
    struct st_record *at;
    int n;
};
/* All records, in the order of the files; the scenario has its keys. A section that is there and empty has an empty record. */
void st_bind_sections(struct st_binder *b, const struct st_section *row, int n, struct st_records *out);
/* What is complained of from here on stands there. */
void st_read_at(struct st_binder *b, const struct st_record *r);
/* The record that begins so; the first of all if there is none. */
const struct st_record *st_record_of(const struct st_records *all, int section, const char *id);

/* ---- for the C between ------------------------------------------------------------------- */

/* Note an error of the line that is being read, unless there is one. */
__attribute__((format(printf, 2, 3))) void st_bad(struct st_binder *b, const char *fmt, ...);
/* Is there room for one more, and no error? "more than 8 exits". */
bool st_room(struct st_binder *b, int n, int most, const char *what);
/* Which of the names it is; -1, and an error there with what is near: "no army `FRENHC`". */
int st_bind_which(struct st_binder *b, const char *what, struct st_span text, const char *const *names, int n);

/* The same of a key (NULL: of the whole file), of any line of any file. */
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
