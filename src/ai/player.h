/* player.h - players made of code. They know struct st_game and nothing else.
 *
 * A player is handed the position as its side may see it, so it cannot cheat.
 */
#ifndef ST_AI_PLAYER_H
#define ST_AI_PLAYER_H

#include "core/game.h"

struct st_player {
    const char *name;
    /* A legal move for the decision t waits for; t is not changed. Not for two threads at once. */
    int (*choose)(struct st_player *self, const struct st_table *t, struct st_move *out,
                  struct st_error *err);
    void (*free)(struct st_player *self);
};

/* What is offered to people: "random" "greedy" "level:1"... For measuring there are "pass", who does
 * nothing, and "search:20000" (nodes) or "search:1.5s" too. */
extern const char *const st_player_kinds[];
extern const int st_nplayer_kinds;

/* kind as above; the same seed plays the same game: the choice depends on the seed, on how many
 * decisions the player has made, and on the position. An unknown kind is an ST_EUSAGE error with
 * the near ones. */
int st_player_make(struct st_player **out, const char *kind, uint64_t seed, struct st_error *err);
void st_player_free(struct st_player *p);
/* One decision of a player made for it alone: the choice depends on kind, seed, how many decisions
 * the game has seen and the position, so that a game taken up again goes on as it would have. */
int st_player_decide(const char *kind, uint64_t seed, int decisions, const struct st_table *t,
                     struct st_move *out, struct st_error *err);

#endif
