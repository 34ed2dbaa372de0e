/* shelf.h - plans that are in use at some table, so that tables of one kind share one.
 *
 * A plan never changes, but it is the largest part of a game in memory. It stays on the shelf as long as
 * a game uses it, and after that until its place is wanted. */
#ifndef ST_SERVER_SHELF_H
#define ST_SERVER_SHELF_H

#include "core/plan.h"

/* Any thread may use it. NULL: no memory. */
struct st_shelf *srv_shelf_new(void);
void srv_shelf_free(struct st_shelf *s);

#endif
