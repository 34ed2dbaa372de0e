/* level.h - how strong a player made of code is to be: 1, a friendly beginner, to 5. */
#ifndef ST_AI_LEVEL_H
#define ST_AI_LEVEL_H

#include "base/error.h"

enum { ST_LEVELS = 5 };

/* "3" as a level, or an error that names them. */
int st_level_read(const char *text, int *out, struct st_error *err);

#endif
