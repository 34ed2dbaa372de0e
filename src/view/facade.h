/* facade.h - behind a handle of include/sandtable.h, for programs of this tree that serve many. */
#ifndef ST_VIEW_FACADE_H
#define ST_VIEW_FACADE_H

#include <sandtable.h>

#include "play/session.h"

/* The game on the table, or NULL; it lives until another is put there. Who changes it by hand has
 * the handle know nothing worse than by its own functions: documents are written when asked for. */
struct st_session *st_facade_session(const struct sandtable *s);

/* What kind of answer the last document of the handle was. */
enum st_said { ST_SAID, ST_SAID_NO, ST_SAID_ERROR };
enum st_said st_facade_said(const struct sandtable *s);
/* Its error to *err, and the code; ST_OK where it was none. */
int st_facade_error(const struct sandtable *s, struct st_error *err);

/* Plans are shared there, unless the handle is given texts of its own; it must outlive what is opened. */
void st_facade_shelf(struct sandtable *s, struct st_shelf *shelf);

/* Odds give up after so many positions, and say so; without this after a million. */
void st_facade_odds_max(struct sandtable *s, size_t positions);

/* Memory the handle takes up, so far as it grows with the game; of a shared plan its part. */
size_t st_facade_bytes(const struct sandtable *s);
/* Nobody reads the last answer any more, and its memory goes back; what the next state may be told from is kept where
 * the game goes on. */
void st_facade_rest(struct sandtable *s, bool goes_on);

#endif
