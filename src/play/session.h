/* session.h - a game being played: positions, the lines that led to them, undo, the journal.
 *
 * The session keeps every position (past.h) and the record: undo is a smaller index. With a
 * journal every accepted line is on disk before the call returns, so that a process killed at any
 * moment resumes from its record with nothing lost.
 *
 * Calls that change the game return ST_OK with *answer, or an error; a refusal and an error both
 * leave position, record and journal as they were.
 */
#ifndef ST_PLAY_SESSION_H
#define ST_PLAY_SESSION_H

#include "play/dice.h"
#include "play/record.h"
#include "core/game.h"

enum st_mode {
    ST_ENFORCE, /* a move against the rules is refused */
    ST_WARN,    /* it is refused first; said again it is carried out as the umpire's ruling */
    ST_LENIENT  /* record-only: it is carried out and written down as a ruling at once */
};
enum { ST_MODES = 3 };
extern const char *const st_mode_names[]; /* "enforce" "warn" "record-only" */

struct st_session_options {
    const char *seat[ST_SIDES]; /* who plays, for the tags; NULL: "" */
    const char *dice;           /* "seed:7", "seed:7/3" (game 3), "hand", "tape" for the tag */
    enum st_mode mode;
    const struct st_entry *given; /* scenario keys replaced, for the tags */
    int ngiven;
};

/* What a session writes of itself: the tags of a game so begun; a check of the position after the set-up, after every so
 * many decisions and at the end, often enough to tell where a game diverged, rarely enough to read on; and there this
 * remark. */
enum { ST_CHECK_EVERY = 16 };
int st_session_tags(struct st_record *r, const struct st_plan *p, const struct st_session_options *o,
                    struct st_error *err);
void st_session_result(const struct st_table *t, char *out, size_t size);

struct st_session;

/* Begin. The plan must outlive the session; o may be NULL. No die is rolled yet. */
int st_session_open(struct st_session **out, const struct st_plan *p,
                    const struct st_session_options *o, struct st_error *err);
/* Replay a record up to its first `upto` lines (-1: all) on the plan it was played on; a line
 * that is not sound is an ST_EVERIFY error with its number. The session's record is a copy in
 * which missing numbers, sides and labels are filled in. */
int st_session_load(struct st_session **out, const struct st_plan *p, const struct st_record *r,
                    int upto, struct st_error *err);
void st_session_free(struct st_session *s);

/* From now on the record is kept in path: written whole at once (what stood there is replaced),
 * then line by line, synced. */
int st_session_journal(struct st_session *s, const char *path, struct st_error *err);
/* Take up the game kept in path and go on keeping it there. Only a last line that was torn off
 * while being written is dropped: it has no line end, and is not sound or may be half a face (1 of
 * 10). dropped, unless NULL, receives its text. The plan is the caller's to free, after the session. */
int st_session_resume(struct st_session **out, struct st_plan **plan, const char *path,
                      const struct st_files *files, struct st_buf *dropped, struct st_error *err);

/* Where accepted lines go before they are answered. append adds text at the end, cut takes the
 * last len bytes off again; one that fails must leave things as they were. */
struct st_journal {
    int (*append)(struct st_journal *self, const char *text, size_t len, struct st_error *err);
    int (*cut)(struct st_journal *self, size_t len, struct st_error *err);
    void (*close)(struct st_journal *self);
};
/* Hand over a journal that holds the record so far; the session closes it. NULL: none any more. */
void st_session_keep(struct st_session *s, struct st_journal *j);

/* The present; nobody listens to this table. It stays the same through all later calls. */
const struct st_table *st_session_table(const struct st_session *s);
const struct st_record *st_session_record(const struct st_session *s);
int st_session_moves(const struct st_session *s);   /* decisions so far */
int st_session_rolls(const struct st_session *s);   /* dice so far: where a seed goes on */
int st_session_rulings(const struct st_session *s); /* `!` lines so far */
enum st_mode st_session_mode(const struct st_session *s);
/* The awaited die with its words; only when the table waits for one. */
void st_session_awaited(struct st_session *s, struct st_chance *c);

/* How a move was said: typed; insisted on after a refusal; or chosen from what is offered now. */
enum st_manner { ST_TYPED, ST_INSISTED, ST_CHOSEN };

/* Text or move; ST_OK and *answer, or an error (the journal could not be written). In ST_WARN a
 * refusal's text ends in how to insist; ST_INSISTED then makes it a ruling. why may be NULL. */
int st_session_move(struct st_session *s, const char *text, enum st_manner manner,
                    enum st_answer *answer, struct st_refusal *why, struct st_error *err);
/* Was the last refusal no matter of rules? A word that closes a phase (st_verb.closes), typed right
 * after one that closed by itself, does nothing and is told so: it was meant for that one. Said
 * again, or insisted on, it counts. Only for what is typed: whoever chose it saw what it closes;
 * records and players made of code mean what they say. */
bool st_session_idle(const struct st_session *s);
int st_session_play(struct st_session *s, const struct st_move *m, enum st_answer *answer,
                    struct st_refusal *why, struct st_error *err);
/* The awaited die fell so. Refused if the rules do not offer the face, or if the record's Dice tag
 * names a seed that gives another. */
int st_session_die(struct st_session *s, int value, enum st_answer *answer, struct st_refusal *why,
                   struct st_error *err);
/* Roll from the source until a player must decide or the game is over. After an error the dice
 * that fell before it stay. */
int st_session_roll(struct st_session *s, struct st_source *dice, struct st_error *err);
/* The umpire's word: "set N1 hex 0506 steps 1", "set turn 3", or a move of the game carried out
 * without asking whether it is allowed. Refused only if it makes no sense. */
int st_session_ruling(struct st_session *s, const char *text, enum st_answer *answer,
                      struct st_refusal *why, struct st_error *err);
/* Back to before the last decision or ruling, unless a die fell or a secret was shown since. */
int st_session_undo(struct st_session *s, enum st_answer *answer, struct st_refusal *why,
                    struct st_error *err);
/* A remark on a line of its own. */
int st_session_note(struct st_session *s, const char *words, struct st_error *err);

/* What the last call (open and load included) led to: its events, in order. */
int st_session_nevents(const struct st_session *s);
const struct st_event *st_session_event(const struct st_session *s, int i);
/* The line of the record that event i followed from; -1: the set-up. */
int st_session_event_line(const struct st_session *s, int i);
/* Give up what was told so far, and its memory; a whole game that was loaded has told a lot. */
void st_session_forget_events(struct st_session *s);
/* Positions before line n of the record (n = nlines: the present one). Until the next call, of this
 * function too. */
const void *st_session_position(const struct st_session *s, int n);
size_t st_session_bytes(const struct st_session *s); /* of memory, all in all; the plan not counted */

enum { ST_VERDICT_NAMES = 16 };

/* ---- verify.c ------------------------------------------------------------------------- */

/* What was looked at in a record that is sound, and what could not be. Strings are of the record
 * and its plan, and die with them. */
struct st_verdict {
    int lines, moves, dice, checks, rulings;
    enum { ST_DICE_UNTOLD, ST_DICE_TYPED, ST_DICE_SEEDED } source; /* seeded: recomputed */
    const char *dice_tag; /* "" if there is none */
    int loose, reworded;  /* as in struct st_live */
    uint32_t sum;         /* over all of it but remarks: two records with one sum are one game */
    const char *missing[ST_VERDICT_NAMES], *unknown[ST_VERDICT_NAMES];
    int nmissing, nunknown; /* tags; unknown ones are counted beyond those that are named */
    const char *side[ST_SIDES], *seat[ST_SIDES]; /* who played, as written; "" if it is not */
};
/* Is there nothing in it that had to be believed? */
bool st_verdict_whole(const struct st_verdict *v);
/* "33 decisions, 9 dice recomputed (seed:7), 5 checks of the position; ...; sum 0c4f17aa" */
void st_verdict_print(const struct st_verdict *v, struct st_buf *out);

/* Re-run rules and dice of a record: ST_OK (sound, as far as *verdict says, which may be NULL) or
 * ST_EVERIFY with the first line that is not. files: where scenario and charts come from (NULL: the
 * library). The verdict names the plan's words, so it needs a verifier or a plan. */
int st_verify(const struct st_record *r, const struct st_files *files, struct st_error *err);
/* The same on a plan at hand, which the record's tags must fit. */
int st_verify_on(const struct st_plan *p, const struct st_record *r, struct st_verdict *verdict,
                 struct st_error *err);
/* The game, scenario and replaced keys a record names, compiled; hashes are compared. */
int st_record_plan(struct st_plan **out, const struct st_record *r, const struct st_files *files,
                   struct st_error *err);

/* For many records in a row: the last plan is kept and used again where it fits. Zeroed but for
 * files before the first use. */
struct st_verifier {
    const struct st_files *files;
    struct st_plan *plan;
    struct st_buf key; /* what the plan was made from */
};
int st_verifier_plan(struct st_verifier *v, const struct st_record *r, struct st_error *err); /* v->plan is that of r */
int st_verifier_run(struct st_verifier *v, const struct st_record *r, struct st_verdict *verdict,
                    struct st_error *err);
void st_verifier_free(struct st_verifier *v);

#endif
