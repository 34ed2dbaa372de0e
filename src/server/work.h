/* work.h - what the files that carry out calls share: answer.c says how it is answered, look.c,
 * change.c, undo.c, talk.c and make.c do things at tables, work.c puts it together. Private to the server. */
#ifndef ST_SERVER_WORK_H
#define ST_SERVER_WORK_H

#include "server/hall.h"

#include "play/session.h"

/* ---- answer.c --------------------------------------------------------------------------- */

/* Answer with a document; with an error, an HTTP status and NULL to return. What an error says of
 * files of this machine is left out. */
void srv_answer(struct srv_call *c, const char *document);
const char *srv_fail(struct srv_call *c, int status, int code, const char *text);
const char *srv_fail_with(struct srv_call *c, int status, const struct st_error *err);
/* No, in the form of the rules: an empty paragraph and a sentence. */
__attribute__((format(printf, 2, 3))) const char *srv_refuse(struct srv_call *c, const char *fmt,
                                                             ...);
const char *srv_missing(struct srv_call *c, const char *what); /* an argument */
/* An error in words for whoever asks, without the paths of this machine. */
void srv_error_words(const struct st_error *err, char *out, size_t size);
/* What the world did not grant may be possible later (503); the rest is ours and will not be. */
int srv_status(int e);

/* ---- what a call says, and who says it -------------------------------------------------- */

int srv_side(const struct srv_call *c); /* or SANDTABLE_UMPIRE */
const char *srv_arg_text(const struct srv_call *c, const char *key); /* or NULL */
int srv_arg_int(const struct srv_call *c, const char *key, int otherwise);
struct st_session *srv_session(const struct srv_call *c);
struct st_turn srv_turn(const struct srv_call *c);
int srv_lines(const struct srv_call *c);
const char *srv_side_name(const struct srv_call *c, int side);
bool srv_is_over(const struct srv_call *c);
/* "computer:greedy": "greedy"; NULL: a person sits there. */
const char *srv_computer_at(const struct srv_table *t, int side);
bool srv_is_here(const struct srv_table *t, int side);

/* ---- work.c ----------------------------------------------------------------------------- */

/* Put a new handle on the table; take it away again. */
int srv_table_open(struct srv_table *t, struct srv_hall *h, struct st_error *err);
void srv_table_forget(struct srv_table *t);
/* The record on the table; its seed stays with the table and is in no document. */
int srv_table_load(struct srv_table *t, struct st_record *r, struct st_error *err);

/* ---- change.c --------------------------------------------------------------------------- */

/* After a changing call to the facade: an answer that is no change is passed on. */
const char *srv_changed(struct srv_call *c, int before, const char *document);
/* After the game was changed, from line `from` on: rolls, and hands the change to the store. */
const char *srv_settle(struct srv_call *c, int from);
/* What the last call to the session brought, to be told when it is durable. */
void srv_gather_news(struct srv_call *c, int from);
/* May the caller change anything? If not, that is answered. */
bool srv_may_write(struct srv_call *c);
/* Lines of play, the others being remarks. */
int srv_play_lines(const struct st_record *r);

/* ---- the verbs -------------------------------------------------------------------------- */

const char *srv_do_hello(struct srv_call *c); /* look.c */
const char *srv_do_state(struct srv_call *c);
const char *srv_do_fields(struct srv_call *c);
const char *srv_do_offers(struct srv_call *c);
const char *srv_do_check(struct srv_call *c);
const char *srv_do_preview(struct srv_call *c);
const char *srv_do_drag(struct srv_call *c);
const char *srv_do_sight(struct srv_call *c);
const char *srv_do_meeting(struct srv_call *c);
const char *srv_do_svg(struct srv_call *c);
const char *srv_do_odds(struct srv_call *c);
const char *srv_do_hint(struct srv_call *c);
const char *srv_do_lines(struct srv_call *c);
const char *srv_do_record(struct srv_call *c);
void srv_beside_odds(struct srv_call *c);
void srv_beside_hint(struct srv_call *c);
void srv_beside_lines(struct srv_call *c);
const char *srv_do_move(struct srv_call *c); /* change.c */
const char *srv_do_die(struct srv_call *c);
const char *srv_do_note(struct srv_call *c);
const char *srv_do_ruling(struct srv_call *c);
const char *srv_do_undo(struct srv_call *c); /* undo.c */
const char *srv_do_grant(struct srv_call *c);
const char *srv_do_close(struct srv_call *c);
const char *srv_do_say(struct srv_call *c); /* talk.c */
const char *srv_do_resign(struct srv_call *c);
const char *srv_do_draw(struct srv_call *c);
const char *srv_do_rematch(struct srv_call *c);
const char *srv_make(struct srv_call *c); /* make.c */

#endif
