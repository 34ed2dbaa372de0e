/* live.h - a game in progress, and one line of a record carried out on it: what sessions and verify
 * share.
 *
 * Private to play. Nothing here allocates, so verify is as fast as the rules are. A refusal may
 * leave the position half changed; who wants to go on keeps a copy.
 */
#ifndef ST_PLAY_LIVE_H
#define ST_PLAY_LIVE_H

#include "core/game.h"
#include "play/record.h"

struct st_counts { /* what came before */
    int moves, rulings;
    uint32_t rolls;
};

struct st_live {
    struct st_table t; /* pos and log are the caller's */
    struct st_counts n;
    bool seeded; /* the Dice tag names a seed: dice are recomputed */
    uint64_t seed, game;
    struct st_move last; /* the last decision, or the move of the last ruling */
    bool has_last;       /* false after a ruling by `set` */
    int checks;          /* that were right */
    int loose;           /* decisions without number or side, dice without kind or words */
    int reworded;        /* dice whose words are not ours */
};

/* Game, edition, scenario, hashes, dice and mode of the tags against the plan; missing ones are
 * passed over. */
int st_live_tags(const struct st_record *r, const struct st_plan *p, struct st_error *err);
/* Zero y, take the dice from the tags, set up the position. */
int st_live_begin(struct st_live *y, const struct st_plan *p, void *pos, struct st_events *log,
                    const struct st_record *r, struct st_error *err);

enum st_answer st_live_move(struct st_live *y, const struct st_move *m, struct st_refusal *why);
enum st_answer st_live_die(struct st_live *y, int value, struct st_refusal *why);
/* `set ...` or a move, from text; or a move. */
enum st_answer st_live_ruling(struct st_live *y, const char *text, struct st_refusal *why);
enum st_answer st_live_rule(struct st_live *y, const struct st_move *m, struct st_refusal *why);

/* Any line, with all that stands on it compared. */
enum st_answer st_live_line(struct st_live *y, const struct st_record_line *l,
                              struct st_refusal *why);
/* The side a line names (-1: none), also where the reader left it in the text; *text receives
 * the rest. False, refused, if it names one there is not. */
bool st_live_side(const struct st_plan *p, const struct st_record_line *l, int *side,
                    const char **text, struct st_refusal *why);

uint32_t st_live_hash(const struct st_table *t);
/* "B3.2 sentence": a refusal as an error about line i of the record. */
int st_live_fail(const struct st_record *r, int i, const struct st_refusal *why,
                   struct st_error *err);

#endif
