/* bench.h - measuring games: `sandtable bench`.
 *
 * What is measured of a game, and how fast it should be, stands in games/ID/bench.tsv;
 * sheet.c reads it, figures.c measures one line of it, bare.c has the clock and the reference
 * kernels, measure.c goes through it all. A figure is the least processor time of several rounds, ours and the bare
 * kernel in turn: what else the machine does meanwhile counts little, and the ratio counts less of
 * it still.
 */
#ifndef ST_BENCH_BENCH_H
#define ST_BENCH_BENCH_H

#include "core/files.h"
#include "view/view.h"

struct bench {
    double seconds; /* for each figure */
    bool json;
    struct st_buf out;
    struct st_json j;
    void (*flush)(struct st_buf *out); /* prints what is there, and empties it */
};

/* All figures of all games, or of one, by its own sheet or by the file at path; then the Play numbers,
 * or these alone. What was not printed stands in b->out. */
int bench_all(struct bench *b, const struct st_game *only, const char *path, bool play_only,
              struct st_error *err);

/* ---- goals (sheet.c) ------------------------------------------------------------------- */

struct bench_goal {
    char text[40]; /* "50 us or less"; "": none */
    char unit[12];
    double value; /* times in seconds, anything else as written */
    bool more;    /* that or more */
};

enum bench_kind {
    BENCH_PLAY,
    BENCH_UNIFORM,
    BENCH_LIST,
    BENCH_REACH,
    BENCH_SIZE,
    BENCH_COPY,
    BENCH_COMBAT,
    BENCH_ATTACKS,
    BENCH_CHECK,
    BENCH_ODDS,
    BENCH_ASK,
    BENCH_VERIFY,
    BENCH_PACKED,
    BENCH_SHELL,
    BENCH_BATCH,
    BENCH_SERVE,
    BENCH_KINDS
};

struct bench_line {
    enum bench_kind kind;
    const char *scenario; /* "*": every one; "": none */
    const char *of;       /* moves or questions; times says how often each */
    const char *after;    /* moves and dice that lead to the position */
    const char *title;    /* "": the kind's own words */
    int times;
    struct bench_goal goal;
    const char *where; /* file and line, for complaints */
    int number;
};

struct bench_sheet {
    const struct bench_line *line;
    int n;
};
/* Memory is a's; text and where must live as long. */
int bench_sheet_read(struct bench_sheet *out, struct st_arena *a, const struct st_game *g,
                     struct st_span text, const char *where, struct st_error *err);
/* The game's own sheet, or one line (random play, no goal) where it has none. */
int bench_sheet_of(struct bench_sheet *out, struct st_arena *a, const struct st_game *g,
                   struct st_error *err);

/* ---- telling (measure.c) ----------------------------------------------------------------- */

struct bench_figure {
    double value;
    const char *unit; /* "s" is written as ns, us or ms */
    double ratio;     /* to the bare kernel named; 0: there is nothing to compare with */
    const char *bare;
};
void bench_tell(struct bench *b, const char *what, const struct bench_figure *f,
                const struct bench_goal *goal);

/* "GAME/SCENARIO: words", or the title of the line. */
void bench_tell_line(struct bench *b, const struct bench_line *l, const struct st_plan *p,
                     const char *words, struct bench_figure f);

/* ---- measuring (figures.c) ------------------------------------------------------------- */

/* Line l of the sheet of game g; t has plan and position where the line names a scenario. */
int bench_measure(struct bench *b, const struct bench_line *l, const struct st_game *g,
                  struct st_table *t, struct st_error *err);

/* As st_playout, but all offers are listed for each decision, and each is as likely as any other; adds to
 * decisions. Steps. */
uint32_t bench_play_evenly(struct st_table *t, uint64_t game, uint64_t *decisions);

/* A line of batches (batch.c). */
int bench_measure_batch(struct bench *b, const struct bench_line *l, struct st_table *t, struct st_error *err);

/* ---- clock and bare kernels (bare.c) --------------------------------------------------- */

double bench_clock(void); /* processor time of this program, seconds */

struct bench_race {
    double ours, bare; /* one call, seconds */
};
/* Both in turn, in rounds, for b->seconds; the least of each. bare may be NULL. */
struct bench_race bench_run(const struct bench *b, void (*ours)(void *), void (*bare)(void *),
                            void *arg);

void bench_keep(uint64_t result); /* what a kernel works out, or it would not be done */
/* memcpy and XXH3 of the same bytes. */
uint64_t bench_bare_copy(void *to, const void *from, size_t size);
/* Copy, one die, shifts added up, a cell of a matrix, a cell of the results table, a few bytes
 * changed: as little as a combat can be. */
int bench_bare_combat(unsigned char *to, const unsigned char *from, size_t size, uint32_t roll);
/* So many movement ranges by the plainest bucket queue, 8 points on 30 by 20 hexes. NULL: no memory. */
enum { BENCH_RANGES = 2000 };
struct bench_ranges *bench_ranges_new(void);
void bench_bare_ranges(struct bench_ranges *r);
void bench_ranges_free(struct bench_ranges *r);
/* Those against the engine's own; of no game. */
void bench_reach(struct bench *b);

/* Games without rules: what the interface itself costs (toys.c). */
void bench_toys(struct bench *b);

#endif
