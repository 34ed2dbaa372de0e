/* rehearse.h - a lesson played by nobody: every way it can be gone, the right ones and the wrong.
 *
 * Every first move to the end; every alternative to the end; at every task another legal move, which
 * must be told otherwise and change nothing, and words that are no move; every try, which must be
 * refused by its paragraph; what is shown must be there; odds must be as they are told; free
 * stretches by their example, and with computers in both chairs.
 */
#ifndef ST_LEARN_REHEARSE_H
#define ST_LEARN_REHEARSE_H

#include "learn/pupil.h"

struct st_rehearsal {
    int tasks, tries, alternatives, others, odds; /* that were looked at */
};

/* ST_OK, or the first thing that is wrong, with file and line. */
int st_rehearse(struct st_rehearsal *out, const struct st_game *game, const char *id,
                const struct st_files *files, struct st_error *err);

#endif
