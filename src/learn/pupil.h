/* pupil.h - a lesson being played: where the teacher stands, and what a move of the learner is told.
 *
 * The pupil has a table of its own (session), on which the lesson's moves and dice fall. It waits
 *
 *   to be read    st_pupil_next goes on
 *   for the foe   the teacher, a die or the computer acts: st_pupil_next lets it, one thing a call
 *   for a move    st_pupil_move: it goes on, it is told otherwise and not made, or it is refused
 *
 * What goes wrong with the lesson itself (a face that cannot fall, an expectation that does not
 * hold) is an error with file and line; rehearse.h finds all of them beforehand.
 */
#ifndef ST_LEARN_PUPIL_H
#define ST_LEARN_PUPIL_H

#include "learn/lesson.h"
#include "play/session.h"

enum st_waits { ST_WAIT_READ, ST_WAIT_FOE, ST_WAIT_DO, ST_WAIT_TRY, ST_WAIT_FREE, ST_WAIT_END };
extern const char *const st_waits_names[]; /* "read" "foe" "do" "try" "free" "end" */

enum st_taught {
    ST_TAUGHT_ON,        /* made, and it goes on */
    ST_TAUGHT_WISHED,    /* refused, as it should be: it goes on */
    ST_TAUGHT_OTHERWISE, /* legal, but not what is wanted here: not made */
    ST_TAUGHT_REFUSED    /* against the rules */
};
extern const char *const st_taught_names[]; /* "on" "wished" "otherwise" "refused" */

enum { ST_SCREEN_MAX = 24, ST_LESSON_DICE_MAX = 64 };

struct st_pupil {
    struct st_lesson *lesson;
    struct st_plan *plan;
    struct st_session *session;
    enum st_waits waits;
    int at;              /* the row the teacher has come to */
    int page;            /* from 1 */
    int seat;            /* the learner's side */
    int screen[ST_SCREEN_MAX]; /* rows that are said, shown and looked at now */
    int nscreen;
    bool read;           /* they are read: the next one clears them */
    int said;            /* of those, how many are `say` */
    int face[ST_LESSON_DICE_MAX], nfaces; /* that fall next */
    int stretch;         /* lines of the record when the free stretch began */
    char warned[ST_MOVE_TEXT];
    uint64_t seed;       /* of real dice and of the computer */
    const char *computer; /* which kind plays the foe in free stretches */
};

/* Begin the lesson, which becomes the pupil's, at that page (from 1): what comes before is played
 * as it is written. */
int st_pupil_open(struct st_pupil **out, struct st_lesson *lesson, const struct st_files *files,
                  int page, uint64_t seed, struct st_error *err);
void st_pupil_free(struct st_pupil *p);

/* After a text is read, or for the foe. Nothing while the learner's move is awaited. */
int st_pupil_next(struct st_pupil *p, struct st_error *err);
/* The learner's move. What he is told is in why, whatever the answer; para is "" unless refused. */
int st_pupil_move(struct st_pupil *p, const char *text, enum st_taught *taught,
                  struct st_refusal *why, struct st_error *err);
/* What would go on: the move asked for, or to be tried; in a free stretch and elsewhere NULL. */
const char *st_pupil_wanted(const struct st_pupil *p, char out[ST_MOVE_TEXT]);
/* Alternative n of the move asked for; false if there is none. */
bool st_pupil_alternative(const struct st_pupil *p, int n, char out[ST_MOVE_TEXT]);
/* Whatever is awaited happens as it is written: read, the first move, the example. */
int st_pupil_skip(struct st_pupil *p, struct st_error *err);

#endif
