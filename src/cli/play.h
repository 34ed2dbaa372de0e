/* play.h - what the files of `sandtable play` share.
 *
 * play.c is the command and its loop (dice fall, computers choose, people type); play_open.c begins
 * a game or takes one up; play_line.c reads what people type, and completes it; play_words.c has
 * the words that are no moves; play_next.c goes on with half a move; play_waste.c sees what would be wasted; play_tell.c says what happened.
 */
#ifndef ST_CLI_PLAY_H
#define ST_CLI_PLAY_H

#include "cli/commands.h"
#include "match/program.h"

struct match {
    const struct cli_command *self;
    struct cli_source source;
    struct st_plan *plan;
    struct st_session *session;
    struct cli_dice dice;
    const char *kind[ST_SIDES]; /* "human", "random", "greedy", "program:..." */
    struct st_player *program[ST_SIDES]; /* once it has been asked something */
    struct st_program_terms terms;
    uint64_t seed;              /* of the computers */
    void *seen;                 /* what a side may see of the position */
    struct cli_line *line;
    struct cli_term term;
    struct st_offer_list moves;
    char record[1024]; /* where the journal is; "": none */
    struct st_buf map; /* as last drawn */
    bool draw, quiet;
    bool careful; /* asked before something is wasted (play_waste.c) */
    char again[ST_LINE_MAX + 1]; /* the move that was asked about: made when it is typed again */
    bool notation;                /* told as records have it, not in sentences */
    bool fresh;                   /* the position has changed since the moves were listed */
    char insist[ST_LINE_MAX + 1]; /* in mode warn: the move that was refused */
    struct st_refusal why;        /* the last refusal */
    struct st_event told[8];      /* what was told last, for `why` */
    int ntold;
};

enum next { GO_ON, LEAVE, BROKEN };

/* ---- play_aim.c, play_meant.c ------------------------------------------------------------ */

enum next play_aim(struct match *m, const char *rest);
enum next play_forces(struct match *m, const char *rest);
/* The move that is listed so: its number, the end of its line, its sentence. */
bool play_meant(struct match *m, const char *text, char *out, size_t size);
/* Of the ways with that verb and piece to that last hex the one that costs least; cost -1: unknown. */
bool play_cheapest(struct match *m, const struct st_move *wish, char *out, size_t size, int *cost);
/* text, as the move it would be if it were typed alone. */
void play_wish(struct match *m, char *text, size_t size);

/* ---- play_next.c ------------------------------------------------------------------------- */

/* Half a move: what may come next in it, in words; with something wrong in it, as far as it is right. False: no move that
 * may be made begins so. */
bool play_tell_next(struct match *m, const char *text, bool wrong);

/* ---- play_odds.c ------------------------------------------------------------------------- */

enum next play_odds(struct match *m, const char *rest);

/* ---- play_waste.c ------------------------------------------------------------------------ */

/* What the move would waste, as a sentence to out; false: nothing that one sees. */
bool play_wastes(struct match *m, const struct st_move *move, struct st_buf *out);

/* ---- play.c ---------------------------------------------------------------------------- */

const struct st_table *play_table(const struct match *m);
bool play_human(const struct match *m, int side);
/* Whose eyes the screen is for: the only person's side; with two of them, or none, everybody's. */
int play_reader(const struct match *m);
enum next play_broken(struct match *m, const struct st_error *err);

/* ---- telling (play_tell.c) ------------------------------------------------------------- */

void play_tell_news(struct match *m, int before); /* lines of the record from number before on */
void play_tell_asked(const struct match *m);
void play_tell_refusal(struct match *m, const struct st_refusal *why);
/* A call to the session came back with answer and why: tell which. */
enum next play_answered(struct match *m, int before, enum st_answer answer,
                        const struct st_refusal *why);
void play_remember(struct match *m); /* the events of the last call, for `why` */
void play_show_map(struct match *m, bool always);
enum next
play_show_decision(struct match *m); /* map, notes, prompt and moves, if anything is new */
void play_greet(struct match *m, bool resumed);
void play_tell_end(struct match *m);
void play_tell_resume(struct match *m);
int play_list_moves(struct match *m, struct st_error *err);

/* ---- words and lines (play_words.c, play_line.c) --------------------------------------- */

struct play_word {
    const char *name, *args;
    enum next (*run)(struct match *m, const char *rest);
};
extern const struct play_word play_words[];
extern const int play_nwords;
enum next play_ruling(struct match *m, const char *text);

/* One line from a person, after this prompt. */
enum next play_read(struct match *m, const char *prompt);
/* For cli_line_open. */
int play_complete(void *match, const char *so_far, struct st_buf *grown, struct st_buf *choices);

/* ---- beginning (play_open.c) ----------------------------------------------------------- */

struct play_request {
    struct cli_list seat;
    const char *dice, *record, *resume, *mode;
    bool quiet, no_map, no_record;
};
int play_begin(struct match *m, const struct play_request *q, const char *name,
               struct st_error *err);
int play_resume(struct match *m, const struct play_request *q, struct st_error *err);

#endif
