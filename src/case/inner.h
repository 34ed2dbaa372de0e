/* inner.h - what the files of the case runner share.
 *
 *   case.c        the table of statements, cases, what passes and what fails
 *   read.c        lines into statements, rows and words
 *   files.c       inline files and the folder of the case file as a source of scenarios
 *   game.c        a game in progress: given, set, dice, play, mark...
 *   check.c       what is to be true of it: legal, refused, offers, expect...
 *   best.c        what a player made of code finds best: best
 *   told.c        what must have been told: told, modifier, looked
 *   odds.c        odds, measure, faces, mean, and the comparison of distributions
 *   ask.c         ask, answer, bad; chart and broken, which need no game either
 *
 * A statement answers ST_OK; CASE_FAILED, when what it says is not so (the sentence has been
 * told, the rest of the case is passed over); or an error, when it says nothing that could be so,
 * which ends the whole file.
 */
#ifndef ST_CASE_INNER_H
#define ST_CASE_INNER_H

#include "base/arena.h"
#include "core/game.h"
#include "odds/odds.h"
#include "play/ask.h"
#include "case/case.h"

enum { CASE_FAILED = 1, CASE_DICE_MAX = 1024, CASE_WORDS_MAX = 2048 };

/* ---- reading --------------------------------------------------------------------------- */

struct case_row {
    int line;
    const char *text; /* trimmed; of a `file` the line as it is */
};

struct case_statement {
    int line;
    const char *word; /* the keyword */
    bool colon;       /* it was written `word:` */
    const char *text; /* what follows on its line */
    struct case_row *row; /* the indented lines after it */
    int nrows;
};

struct case_reader {
    struct st_line_reader lines;
    const char *where;
};

/* 1 and a statement whose texts live in a; 0 at the end of the file; or an error. */
int case_read(struct case_reader *r, struct case_statement *out, struct st_arena *a,
              struct st_error *err);

struct case_word {
    const char *text; /* without its quotes */
    bool quoted;
};

struct case_words {
    struct case_word *word;
    int n;
};

/* ---- files ----------------------------------------------------------------------------- */

struct case_block { /* an inline file */
    const char *name; /* "plain.txt", "tables/strike.tsv" */
    struct st_span text;
    struct case_block *older;
};

struct case_files {
    struct st_files files; /* first, so that it is the chain's link */
    const char *where;     /* of the case file */
    struct case_block *newest;
};

void case_files_init(struct case_files *f, const char *where, const struct st_files *next);

/* ---- running --------------------------------------------------------------------------- */

struct case_log { /* what was told since the last play */
    struct st_events log;
    struct st_event *event;
    int n, room;
    bool failed; /* memory ran out */
};

struct case_mark { /* a position to come back to */
    const char *name;
    void *pos;
    struct case_mark *older;
};

enum case_after { AFTER_NOTHING, AFTER_TRY, AFTER_ODDS, AFTER_ASK };

struct case_run {
    const char *where;
    struct st_error *err;
    void (*say)(void *arg, const char *sentence);
    void *arg;
    struct case_files files;
    struct st_arena arena; /* lives as long as the file: blocks */
    const struct st_game *game;

    struct st_arena scratch; /* lives as long as the statement */
    struct case_statement now;

    struct st_arena of_case; /* lives as long as the case: titles, marks, measures */
    const char *title;       /* NULL: no case has begun */
    int title_line;
    bool failed, checked;

    struct st_plan *plan; /* NULL: no `given` yet */
    void *pos;
    struct st_table table;
    struct case_log log;
    int touched; /* line of the last `set` while the position is not settled yet, else 0 */
    int die[CASE_DICE_MAX], ndice, next_die;
    const char *measure; /* the words of the last `measure` */
    struct case_mark *mark;

    enum case_after after; /* what `legal`, `faces`, `answer`... speak of */
    int after_line;
    const char *after_what;
    bool after_checked;
    enum st_answer tried; /* AFTER_TRY */
    struct st_refusal why;
    struct st_odds odds; /* AFTER_ODDS */
    struct st_probe probe[ST_PROBES];
    int nprobes;
    struct st_reply *reply; /* AFTER_ASK; NULL: asked_wrong says why not */
    struct st_error asked_wrong;
};

/* "where:line: sentence" to whoever listens; CASE_FAILED. */
__attribute__((format(printf, 3, 4))) int case_fail(struct case_run *c, int line, const char *fmt,
                                                    ...);
/* The statement makes no sense: ST_ESYNTAX. */
__attribute__((format(printf, 3, 4))) int case_bad(struct case_run *c, int line, const char *fmt,
                                                   ...);
int case_no_memory(struct case_run *c);
/* Something has begun that must be looked at: forget what was looked at before. */
void case_begin_check(struct case_run *c, enum case_after after, const char *what);

/* Text and rows in one, a sign between each two. */
int case_joined(struct case_run *c, const char *sep, const char **out);
int case_split(struct case_run *c, int line, const char *text, struct case_words *out);
/* The rest of a line as one text: trimmed, one pair of quotes around it dropped. */
int case_unquote(struct case_run *c, const char *text, const char **out, bool *quoted);
/* Cuts a paragraph off the text: "R4.3", "11.4 Step 2", or in quotation marks. True: a colon came
 * after it, and text is what follows. */
bool case_para_cut(struct st_span *text, struct st_span *para);
bool case_same_para(const char *a, const char *b); /* a paragraph sign before it does not count */
/* "key=value" words, from first on, as entries for a scenario. */
int case_entries(struct case_run *c, const struct case_words *w, int first, int last,
                 struct st_entry **out, int *n);

void case_log_clear(struct case_log *log);
void case_game_end(struct case_run *c); /* frees plan, position, odds, reply */
int case_settle(struct case_run *c);    /* after `set`: sane, settled, sane */
int case_dice_left(struct case_run *c);
int case_sane(struct case_run *c, int line, const char *when);
int case_move(struct case_run *c, const char *text, struct st_move *out); /* or CASE_FAILED */

struct case_pair { /* "N1 hex 0605", "N1 hex=0605", "turn 3" */
    const char *of, *field, *value; /* of NULL: the game's own */
};

int case_pairs(struct case_run *c, const struct case_words *w, int first,
               struct case_pair **out, int *n);
/* The field a pair speaks of and the value it wants; refused words fail the case. */
int case_pair_read(struct case_run *c, const struct case_pair *pair, struct st_probe *probe,
                   int *value);

struct case_tally { /* what may come out, as expected and as found */
    const char *label;
    struct st_frac want, got;
    bool wanted, found;
};

/* Add a chance to the line of that label, a new one if need be; room is the caller's care. */
int case_tally_add(struct case_run *c, struct case_tally *tally, int *n, const char *label,
                   struct st_frac p, bool wanted);
/* Both sides agree in every line, or a table of both is told. */
int case_tally_compare(struct case_run *c, const struct case_tally *tally, int n,
                       const char *heading);
/* "LABEL  3/8" into its parts; the label may be empty. */
int case_tally_row(struct case_run *c, const struct case_row *row, const char **label,
                   struct st_frac *p);

/* ---- statements ------------------------------------------------------------------------ */

int case_given(struct case_run *c);
int case_set(struct case_run *c);
int case_place(struct case_run *c);
int case_dice(struct case_run *c);
int case_play(struct case_run *c);
int case_ruling(struct case_run *c);
int case_mark(struct case_run *c);
int case_back(struct case_run *c);
int case_try(struct case_run *c);
int case_legal(struct case_run *c);
int case_refused(struct case_run *c);
int case_says(struct case_run *c);
int case_offers(struct case_run *c);
int case_offered(struct case_run *c, bool wanted);
int case_expect(struct case_run *c);
int case_sees(struct case_run *c);
int case_best(struct case_run *c);
int case_told(struct case_run *c, bool wanted);
int case_modifier(struct case_run *c, bool wanted);
int case_modifiers(struct case_run *c);
int case_looked(struct case_run *c, bool wanted);

int case_measure(struct case_run *c);
int case_odds(struct case_run *c);
int case_faces(struct case_run *c);
int case_mean(struct case_run *c);

int case_ask(struct case_run *c);
int case_answer(struct case_run *c);
int case_asked_refused(struct case_run *c);
int case_asked_bad(struct case_run *c);
int case_chart(struct case_run *c);
int case_broken(struct case_run *c);

#endif
