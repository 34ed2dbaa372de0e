/* standing.h - how a game stands: tracks and goals, from rows of the sheet of words.
 *
 * A row of kind `track` has the form "KIND NOW OF [each]", one of kind `goal` "SIDE NOW >= NEEDED" (or <):
 * NOW, OF and NEEDED are numbers, fields, slots ("own.lost", "enemy.goal") or "-"; SIDE is a side's name or
 * `each`. Rows of a scenario are "SCENARIO/id". Rows of kind `battle` are tracks of a battle that is on (scene.h).
 */
#ifndef ST_CORE_STANDING_H
#define ST_CORE_STANDING_H

#include "core/words.h"

enum { ST_TRACKS_MAX = 24, ST_GOALS_MAX = 16, ST_NO_NUMBER = -1000000 };

struct st_track {
    const char *id, *title, *explains;
    char kind[12];     /* turn, losses, morale, score, commands, phase */
    int side, now, of; /* side -1: of the game; ST_NO_NUMBER: none */
    char text[ST_SAYS_MAX];
};

struct st_goal {
    const char *id;
    int side, now, needed; /* ST_NO_NUMBER: not to be counted */
    bool met;
    char text[ST_SAYS_MAX];
};

/* Rows of a kind, `track` or `battle`, in the order of the sheet; how many. */
int st_tracks(const struct st_table *t, const char *kind, struct st_track *out, int max);
int st_goals(const struct st_table *t, struct st_goal *out, int max);

#endif
