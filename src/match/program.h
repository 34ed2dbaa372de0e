/* program.h - somebody's program as a player: lines to its standard input and from its output, as
 * docs/engine-protocol.md says.
 *
 * It is told the position as its side may see it and nothing else. A program that hangs, dies or answers
 * nonsense is told of in a sentence and ended; the base player decides in its place for the rest of the
 * game, so that the game goes on, and st_program_failed says why the game is lost to it.
 */
#ifndef ST_MATCH_PROGRAM_H
#define ST_MATCH_PROGRAM_H

#include "ai/player.h"
#include "core/scenario.h"

#define ST_PROGRAM "program:" /* what its kind begins with; a command for the shell follows */

struct st_program_terms {
    const char *go;  /* "nodes 2000" or "seconds 1" for each decision; NULL: "seconds 1" */
    double patience; /* seconds until a program that says nothing hangs; 0: 10, beyond what it may think */
    const struct st_entry *given; /* keys of the scenario that were replaced */
    int ngiven;
    /* What went wrong, in a sentence; by one thread at a time. NULL: to standard error. */
    void (*told)(void *arg, const char *sentence);
    void *arg;
};

bool st_is_program(const char *kind);
/* As st_player_make, for programs too. The terms must outlive the player. The program is started with
 * its first decision. */
int st_match_player(struct st_player **out, const char *kind, uint64_t seed,
                    const struct st_program_terms *terms, struct st_error *err);
/* Why it no longer plays, or NULL: it does, or is no program. Of a player made here. */
const char *st_program_failed(const struct st_player *p);

#endif
