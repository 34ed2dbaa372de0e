/* dice.h - where faces come from: a seed, people's hands, a written list.
 *
 * Whatever the source, the session asks the rules again whether the face may fall.
 */
#ifndef ST_PLAY_DICE_H
#define ST_PLAY_DICE_H

#include "core/chance.h"

struct st_seeded { /* die n of game g under seed s: a pure function, see base/philox.h */
    struct st_source source;
    uint64_t seed, game;
    uint32_t roll; /* how many fell so far; set it to go on in the middle of a game */
};
void st_seeded_init(struct st_seeded *d, uint64_t seed, uint64_t game);
/* The face that falls at that roll (from 0); weights are honoured. */
int st_seeded_face(uint64_t seed, uint64_t game, uint32_t roll, const struct st_chance *c);
/* "seed:7" or "seed:7/3" (game 3; without it game 0). False if text is not written so. */
bool st_seed_parse(const char *text, uint64_t *seed, uint64_t *game);

struct st_tape { /* faces in a row; running out, or a face the rules do not offer, is an error */
    struct st_source source;
    const char *where; /* the caller's */
    int *face, n, next;
    int *line; /* of each face, for complaints; may be NULL */
};
/* Whole numbers separated by blanks, commas or line ends; # begins a comment. */
int st_tape_parse(struct st_tape *out, const char *text, size_t len, const char *where,
                  struct st_error *err);
void st_tape_free(struct st_tape *d);

struct st_hand { /* somebody is asked for each die */
    struct st_source source;
    int (*ask)(void *arg, const struct st_chance *c, int *value, struct st_error *err);
    void *arg;
};
/* An answer the rules do not offer is an error: ask is expected to insist on a right one. */
void st_hand_init(struct st_hand *d,
                  int (*ask)(void *arg, const struct st_chance *c, int *value,
                             struct st_error *err),
                  void *arg);

/* Do the digits of this face begin those of another, as 1 begins 10? */
bool st_face_begins_other(const struct st_chance *c, int value);
/* The faces as people say them: "1 to 6", or "1, 3, 5" when there are gaps. */
void st_faces_print(const struct st_chance *c, char *out, size_t size);

#endif
