/* work.h - what work.c and make.c share: how a call is carried out. Private to the server. */
#ifndef ST_SERVER_WORK_H
#define ST_SERVER_WORK_H

#include "server/hall.h"

#include "play/session.h"

/* Answer with a document; with an error, an HTTP status and NULL to return. */
void srv_answer(struct srv_call *c, const char *document);
const char *srv_fail(struct srv_call *c, int status, const char *kind, const char *text);
const char *srv_fail_with(struct srv_call *c, int status, const struct st_error *err);

/* The error in a document of the facade, or ST_OK. */
int srv_facade_error(const char *document, struct st_error *err);
/* Put a new handle on the table; take it away again. */
int srv_table_open(struct srv_table *t, struct st_error *err);
void srv_table_forget(struct srv_table *t);
/* The record on the table; its seed stays with the table and is in no document. */
int srv_table_load(struct srv_table *t, struct st_record *r, struct st_error *err);

/* After the game was changed, from line `from` on: rolls, and hands the change to the store. */
const char *srv_settle(struct srv_call *c, int from);

/* The verb `make` (make.c). */
const char *srv_make(struct srv_call *c);

#endif
