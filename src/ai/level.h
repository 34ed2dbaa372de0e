/* level.h - how strong a player made of code is to be: 1, a friendly beginner, to 5. */
#ifndef ST_AI_LEVEL_H
#define ST_AI_LEVEL_H

#include "ai/think.h"

enum { ST_LEVELS = 5 };

/* "3" as a level, or an error that names them. */
int st_level_read(const char *text, int *out, struct st_error *err);
/* What that level finds best (think.h), without its slips. */
int st_level_think(const struct st_table *t, int level, uint64_t seed, struct st_thought *out, int max,
                   int *n, struct st_error *err);

#endif
