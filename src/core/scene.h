/* scene.h - a position as it is shown, for every front end alike.
 *
 * The map itself is in the plan (cells, edges); the scene holds what moves. A front end knows
 * pieces, marks and notes, but no game by name.
 */
#ifndef ST_CORE_SCENE_H
#define ST_CORE_SCENE_H

#include "core/game.h"

enum { ST_SCENE_PIECES = 160, ST_SCENE_MARKS = 64, ST_SCENE_NOTES = 24 };

struct st_scene_piece {
    int16_t piece;   /* index in the plan's list of pieces */
    int16_t hex;     /* -1: off the map */
    uint8_t side;
    uint8_t steps, steps_full;
    bool worn;       /* reduced */
    bool can_act;    /* may do something in the present step */
    char symbol[8];  /* type: "HH" */
    char factors[16]; /* what is printed on the counter now: "B" */
    char states[32]; /* "wall suppressed", words separated by blanks */
};

struct st_scene_mark {
    int16_t hex;
    char text[16];
};

struct st_scene {
    int npieces, nmarks, nnotes;
    struct st_scene_piece piece[ST_SCENE_PIECES];
    struct st_scene_mark mark[ST_SCENE_MARKS];
    char note[ST_SCENE_NOTES][120]; /* turn, commands, losses... one line each */
    char prompt[200];               /* what is asked of whom */
};

void st_scene_note(struct st_scene *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
