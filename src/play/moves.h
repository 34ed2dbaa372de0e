/* moves.h - moves and dice as one text, made one after the other on a table. */
#ifndef ST_PLAY_MOVES_H
#define ST_PLAY_MOVES_H

#include "core/game.h"

/* Moves (and `dice 3 5`) separated by ';'. On a refusal line holds the words it is about, and the
 * table is where that left it. */
enum st_answer st_make_moves(struct st_table *t, const char *text, char line[ST_MOVE_TEXT],
                             struct st_refusal *why);

#endif
