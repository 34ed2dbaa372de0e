/* shields_judge.h - what the files of the judgement share: no rule, a player's eye for a position.
 *
 *   shields_look.c    a look at the position, worked out once for all that follows
 *   shields_race.c    who wins on goals and on the clock; the price of a unit and of a step
 *   shields_strike.c  what a side could win by fighting, this turn or the next
 *   shields_worth.c   ground, walls and ways out; the whole
 *
 * Everything is counted in thousandths of a game: W_WON is the game itself. Weights: worth.tsv.
 */
#ifndef SHIELDS_JUDGE_H
#define SHIELDS_JUDGE_H

#include "core/later.h"
#include "shields/shields.h"

#define SHIELDS_WEIGHTS(W) \
    W(W_WON, "won") W(W_PACE, "pace") W(W_COUNTER, "counter") W(W_SPREAD, "spread") W(W_STEP, "step") \
    W(W_CLASS, "class") W(W_PUSH, "push") W(W_THREAT, "threat") W(W_CHANCE, "chance") W(W_NOW, "now") \
    W(W_PRESS, "press") W(W_CLOSE, "close") W(W_HOLD, "hold") W(W_STUCK, "stuck") W(W_WALL, "wall") \
    W(W_RIDE, "ride") W(W_BOW, "bow") W(W_FRAY, "fray") W(W_CROWD, "crowd") W(W_HIGH, "high") \
    W(W_LINE, "line") W(W_COME, "come") W(W_IDLE, "idle") W(W_HURRY, "hurry")
enum { SHIELDS_WEIGHTS(ST_LIST_NUMBER) WEIGHTS };

enum { NO_WAY = 255 };

struct shields_look {
    const struct st_table *t;
    const struct shields_plan *f;
    const struct shields_pos *p;
    const int *w;
    uint64_t here[ST_SIDES];
    struct st_hexset held, zone[ST_SIDES]; /* by anybody; what a side controls */
    uint64_t contact, stuck;               /* in an enemy zone; of these without a way out */
    uint8_t who[ST_HEX_MAX];               /* the unit in a hex that is held */
    uint8_t near[MAX_UNITS];               /* movement points to the side of an enemy, FAR at most */
    int value;                             /* of the race, to side 0 */
    int kill[ST_SIDES][2], hurt[ST_SIDES]; /* price of a side's unit, whole and worn; of a first step */
    int presses;                           /* the side that loses by waiting */
    int hurry;                             /* and how little time it has, percent */
};
enum { FAR = 40 };

/* What is worked out once, when somebody first judges: movement points from hex to hex over empty ground (foot,
 * horse, charge), and how many of the eight dice give each result for a row and a modifier. */
enum { WAY_FOOT, WAY_HORSE, WAY_CHARGE, WAYS, DRM_LEAST = -8, DRM_MOST = 7 };
struct shields_sight {
    struct st_later seen;
    uint8_t *way[WAYS]; /* [from * nhexes + to], NO_WAY */
    uint8_t tally[CLASSES][DRM_MOST - DRM_LEAST + 1][RESULTS];
};

void shields_look_at(struct shields_look *l, const struct st_table *t);
/* Is there a vacant hex beside it, out of enemy zones? */
bool shields_haven(const struct shields_look *l, int unit, int from);
void shields_race(struct shields_look *l);
/* A turn that has been passed on and not begun is seen as from before: to pass costs nothing by itself, and
 * no command is given for the sake of not passing. */
bool shields_passed_on(const struct shields_look *l);
/* Player Turns a side still has, the present one among them. */
int shields_turns_left(const struct shields_look *l, int side);
static inline int shields_way(const struct shields_look *l, int kind, int from, int to)
{
    return l->f->sight->way[kind][from * l->f->nhexes + to];
}
static inline int shields_way_of(const struct shields_look *l, int unit)
{
    return l->f->horse[l->f->unit[unit].type] ? WAY_HORSE : WAY_FOOT;
}
/* Price of a unit if it falls, or loses a step. */
int shields_price(const struct shields_look *l, int unit, bool falls);

/* What a side could win: in the turn that is being played, with what is left of its commands; or
 * in its next turn, with any. */
int shields_prospect_now(const struct shields_look *l);
int shields_prospect_next(const struct shields_look *l, int side);

#endif
