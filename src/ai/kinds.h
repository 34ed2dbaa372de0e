/* kinds.h - the kinds of players, for player.c only; and what they share. */
#ifndef ST_AI_KINDS_H
#define ST_AI_KINDS_H

#include "ai/player.h"

struct st_player_seed {   /* where a player's chance comes from: a pure function of both */
    uint64_t seed, count; /* count: decisions made so far */
};

/* 64 random bits of the present decision; different ones for each purpose. */
uint64_t st_player_bits(const struct st_player_seed *s, uint32_t purpose);
/* Some legal move for the decision t waits for. */
int st_player_sample(const struct st_player_seed *s, const struct st_table *t, struct st_move *out,
                     struct st_error *err);

int st_player_random(struct st_player **out, uint64_t seed, struct st_error *err);
int st_player_pass(struct st_player **out, uint64_t seed, struct st_error *err);
/* text: what stands after "level:" and "search:" */
int st_player_level(struct st_player **out, const char *text, uint64_t seed, struct st_error *err);
int st_player_search(struct st_player **out, const char *text, uint64_t seed, struct st_error *err);
int st_player_greedy(struct st_player **out, uint64_t seed, struct st_error *err);

#endif
