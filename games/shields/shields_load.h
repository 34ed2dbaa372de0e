/* shields_load.h - what reading charts and reading a scenario share. */
#ifndef SHIELDS_LOAD_H
#define SHIELDS_LOAD_H

#include "core/bind.h"
#include "shields/shields.h"

struct shields_seen { /* read, worked on, and forgotten once the plan stands */
    uint8_t rank[CLASSES], place[COMMANDS], option_place[OPTIONS];
    bool option_chooser[OPTIONS];
    uint8_t price[2][TERRAINS]; /* foot, horse; 0: not enterable */
    bool open[TERRAINS];        /* for charges */
    int cols, rows, move_first;
    const char *label[ST_HEX_MAX]; /* of the map */
};

/* Both keep in b->seen what is worked on. */
void shields_bind_charts(struct st_binder *b);
void shields_bind_order(struct st_binder *b, const char *column);

#endif
