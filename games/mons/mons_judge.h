/* mons_judge.h - what the files of the judgement share: no rule, a player's eye for a position.
 *
 *   mons_defence.c  how a defender allots his fire, who takes a loss
 *   mons_siege.c    how likely a hex changes hands: shells, storms, who comes in time, who comes back
 *   mons_worth.c    the aim, the losses, the march; the whole
 *
 * Chances are counted in ten-thousandths, worth in thousandths of the logarithm of the odds: what a
 * scenario is won by is a chance, and all else is small beside it.
 */
#ifndef MONS_JUDGE_H
#define MONS_JUDGE_H

#include "mons/mons.h"

#define MONS_WEIGHTS(W) \
    W(W_GERMAN, "german") W(W_BRITISH, "british") W(W_GUN, "gun") W(W_TARGET, "target") \
    W(W_DANGER, "danger") W(W_OPEN, "open") W(W_MARCH, "march") W(W_BACK, "back") W(W_WAITING, "waiting") \
    W(W_COME, "come") W(W_KEEP, "keep") W(W_LAST, "last") W(W_RETAKE, "retake") W(W_HAZARD, "hazard") \
    W(W_COVER, "cover") W(W_BESIDE, "beside") W(W_WORN, "worn") W(W_ROAD, "road") W(W_SPREAD, "spread") \
    W(W_SHOT, "shot") W(W_STIR, "stir") W(W_BAVAI, "bavai") W(W_LATE, "late") W(W_HOPE, "hope") \
    W(W_NEAR, "near") W(W_MARCHES, "marches") W(W_GUARD, "guard")
enum { MONS_WEIGHTS(ST_LIST_NUMBER) WEIGHTS };

enum { FAR = 60, WHOLE = 10000 };

struct mons_stack { /* what stands in a hex: of one side only (6.4) */
    int16_t hex;
    uint8_t side, troops, guns;     /* units */
    uint8_t troop_steps, gun_steps;
    uint8_t strength, best;         /* of the troops; steps of the freshest */
};

struct mons_look { /* worked out once for a position; losses that are owed are taken already */
    const struct st_table *t;
    const struct mons_plan *f;
    const struct mons_pos *p;
    const int *w;
    struct st_hexset held[ST_SIDES], troops[ST_SIDES], open[ST_SIDES]; /* open: in clear ground */
    uint8_t at[ST_HEX_MAX]; /* of a held hex: its number in stack[] */
    struct mons_stack stack[MAX_UNITS];
    int n;
    int step;                 /* what is decided */
    const char *left[ST_SIDES]; /* phases of this player turn still to come: "MF", "F"; or "" */
    bool shelled;             /* the first of them is a combat phase past its bombardments */
    struct mons_storm { int cleared, attacker, defender; } coming; /* a melee that awaits its fire */
};

/* What an allotment of fire leads to on average: sums over all that the dice may show. */
struct mons_outlook {
    int64_t attacker, defender, cleared, all; /* steps lost; no defender left; all weights */
};
struct mons_outlook mons_outlook_of(const struct st_table *t); /* of the best; at STEP_FIRE */

/* How likely the German has objective number when turn last is over. */
int mons_german_chance(const struct mons_look *l, int number, int last);
/* A stack after so many steps lost: guns first, as a wise owner does. */
struct mons_stack mons_less(struct mons_stack s, int steps);

#endif
