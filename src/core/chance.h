/* chance.h - what dice may fall, and where dice come from.
 *
 * Rules never roll; they say which faces may fall and with what weight. Play asks a source,
 * odds visit every face, replay reads the faces from a record.
 */
#ifndef ST_CORE_CHANCE_H
#define ST_CORE_CHANCE_H

#include "base/error.h"

enum { ST_FACES_MAX = 36 };

struct st_face {
    int16_t value;
    uint16_t weight;
};

struct st_chance {
    int n;
    struct st_face face[ST_FACES_MAX];
    bool even;      /* one die: every weight is 1 */
    bool quiet;     /* set by the driver when nobody will read the words below */
    char dice[12];  /* "d8", "2d6": what a player at a real table picks up */
    char label[40]; /* "attack on E05": what it is for */
};

/* The sum of count dice; count * (sides - 1) must stay below ST_FACES_MAX. */
__attribute__((format(printf, 4, 5))) void st_dice(struct st_chance *c, int count, int sides,
                                                   const char *label, ...);
int st_chance_total(const struct st_chance *c);           /* sum of the weights */
int st_chance_find(const struct st_chance *c, int value); /* index of a face or -1 */

struct st_source {
    int (*roll)(struct st_source *self, const struct st_chance *c, int *value,
                struct st_error *err);
};
/* For who guesses: one of so many, from 0; 0 where nothing can be drawn. */
int st_draw(struct st_source *dice, int of);

#endif
