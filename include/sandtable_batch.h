/* sandtable_batch.h - many games at once, for programs that learn. Numbers in, numbers out.
 *
 * A batch is n games of one scenario, played side by side. Dice fall by themselves; in each game that is
 * not over somebody is to decide, among at most `width` legal moves: all of them where there are no more
 * (enumerated), else so many different ones that were drawn (sampled), always the same ones for the same
 * seed. A program reads the arrays below, picks a move for each game and calls sandtable_batch_step.
 *
 * The side to decide is told what it may know: moves are found in the position as it sees it, and an
 * observation never depends on anything else. Everything is a pure function of scenario, seed, the number
 * of the game and of its episode, and the choices: threads, other games and order count for nothing.
 *
 * A batch is not for two threads at once; different batches share nothing.
 */
#ifndef SANDTABLE_BATCH_H
#define SANDTABLE_BATCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

struct sandtable_batch;

enum {
    SANDTABLE_ACTION = 32, /* numbers of a move: verb, how many arguments, the arguments */
    SANDTABLE_SAMPLED = 1,  /* always draw moves: quicker where very many are legal */
    SANDTABLE_OBSERVED = 2, /* keep what is observed up to date with every step */
    SANDTABLE_MEASURES = 4  /* observe also what follows from the rest and takes time to work out */
};

/* GAME/SCENARIO; keys of the scenario replaced, "key=value" one on a line, or NULL. NULL, and why in
 * the caller's room, if there is no such thing. All games have begun. */
struct sandtable_batch *sandtable_batch_new(const char *name, const char *keys, int games, int width, int flags,
                                            uint64_t seed, char *why, int room);
void sandtable_batch_free(struct sandtable_batch *b);

/* What the numbers are, as JSON: { game, scenario, sides, games, width, features: [names], steps: [names],
 * verbs: [forms] }. Lives as long as the batch. */
const char *sandtable_batch_about(const struct sandtable_batch *b);
int sandtable_batch_features(const struct sandtable_batch *b); /* numbers of an observation */

/* Arrays that belong to the batch and are renewed by step, reset and copy. */
const int8_t *sandtable_batch_side(const struct sandtable_batch *b);     /* [games]: who decides; -1: over */
const uint8_t *sandtable_batch_mask(const struct sandtable_batch *b);    /* [games][width]: 1, a move stands there */
const int16_t *sandtable_batch_action(const struct sandtable_batch *b);  /* [games][width][SANDTABLE_ACTION] */
const uint8_t *sandtable_batch_sampled(const struct sandtable_batch *b); /* [games]: not all moves are there */
const float *sandtable_batch_reward(const struct sandtable_batch *b);    /* [games][2]: 1, -1 or 0, of the last step */
/* [games][features], with SANDTABLE_OBSERVED, else NULL: what whoever decides observes; where it is over,
 * what was observed last. Only what a step has changed is read again: by far the cheapest way to look. */
const int32_t *sandtable_batch_observed(const struct sandtable_batch *b);

/* One move in each game: choice[game], a place in its mask; -1, or a game that is over, is left as it
 * is. How many games are still played; -1 where a choice stands on no move: nothing was done. */
int sandtable_batch_step(struct sandtable_batch *b, const int32_t *choice);
/* Begin a game again, its next episode: other dice. -1: every game that is over. */
void sandtable_batch_reset(struct sandtable_batch *b, int game);
/* Every game in its first episode under another seed: as it was made. */
void sandtable_batch_seed(struct sandtable_batch *b, uint64_t seed);
/* Game `from`, with its episode and the dice to come, in the place of `to`. */
void sandtable_batch_copy(struct sandtable_batch *b, int from, int to);

/* The step that is awaited and the fields of the game as side sees them, features numbers; what is hidden
 * from it is blank in the manner of the game. Fields are those that make up a position; SANDTABLE_MEASURES
 * adds, behind them, those that follow from these (zones, supply, points). */
void sandtable_batch_observe(struct sandtable_batch *b, int game, int side, int32_t *out);
/* The same for whoever decides in each game: [games][features]; zeros where it is over. */
void sandtable_batch_observe_all(struct sandtable_batch *b, int32_t *out);
/* A move as it is written in records, until the next call; "" if none stands there. */
const char *sandtable_batch_text(struct sandtable_batch *b, int game, int place);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
