/* skirmish_worth.h - what the two files of a player's judgement share. No rules here. */
#ifndef SKIRMISH_WORTH_H
#define SKIRMISH_WORTH_H

#include "skirmish/skirmish.h"

#define SKIRMISH_WEIGHTS(W) \
    W(W_WON, "won") W(W_MAN, "man") W(W_CLASS, "class") W(W_KEY, "key") W(W_BREAKS, "breaks") \
    W(W_LAST_BUT_ONE, "last_but_one") W(W_LAST_BUT_TWO, "last_but_two") W(W_SACK_1, "sack_1") \
    W(W_SACK_2, "sack_2") W(W_SACK_3, "sack_3") W(W_SACK_HELD, "sack_held") W(W_GONE, "gone") \
    W(W_ESCAPED, "escaped") W(W_ACROSS, "across") W(W_REACHED, "reached") W(W_ARRIVES, "arrives") \
    W(W_RUN, "run") W(W_LEAVE, "leave") W(W_ADVANCE, "advance") W(W_HUNT, "hunt") W(W_ESCORT, "escort") \
    W(W_HURRY, "hurry") W(W_DRIFT, "drift") W(W_READY, "ready") W(W_CHOSEN, "chosen") W(W_TEMPO, "tempo") \
    W(W_LOADED, "loaded") W(W_RELOADING, "reloading") W(W_AMBUSH, "ambush") W(W_HIDDEN, "hidden") \
    W(W_COVER, "cover") W(W_MIRED, "mired") W(W_FIRE_STEADY, "fire_steady") W(W_FIRE_MOVED, "fire_moved") \
    W(W_BLOW, "blow") W(W_CAUGHT, "caught") W(W_CORNERED, "cornered") W(W_LURKING, "lurking") \
    W(W_WASTED, "wasted") W(W_SLOW, "slow") W(W_WARY, "wary")
enum { SKIRMISH_WEIGHTS(ST_LIST_NUMBER) WEIGHTS };

enum { SCALE = 1 << 12, /* chances */
       LURK_MM = 220    /* easy range of somebody behind a line */ };

struct skirmish_eye { /* what is looked up once for a position */
    const struct st_table *t;
    const struct skirmish_plan *f;
    const struct skirmish_pos *p;
    const int *w;
    int lost_more[ST_SIDES];         /* what a loss costs beside the man: nearer to breaking */
    uint64_t key;                    /* men a goal asks after */
    uint64_t leaving[ST_SIDES];      /* who ought to leave by an exit */
    bool salt[ST_SIDES];             /* wins by carrying things off */
    bool ground[ST_SIDES];           /* wins by standing on some ground */
    int needed[ST_SIDES];            /* men who must leave */
    bool met[ST_SIDES];              /* a goal of the side is, as things stand */
    uint64_t vital;                  /* men without whom it would not be */
    bool moving;                     /* who has not acted this turn still may */
    int turns_left;                  /* after this one */
    struct st_point stop[MAX_MEN];   /* where an enemy is best met: before him, if he runs for his exit */
    int viewer;                      /* who judges: of the other side he knows whom he has seen */
};

/* Value of a man to his side: what his fall would cost. */
int skirmish_man_value(const struct skirmish_eye *e, int u);
/* What the loaded guns of a side promise; what its declared shots do; its blows of this melee. */
int skirmish_fire_promise(const struct skirmish_eye *e, int side);
int skirmish_shots_value(const struct skirmish_eye *e, int side);
int skirmish_blows_value(const struct skirmish_eye *e, int side);
/* Of carriers and men a goal asks after: enemies who reach them next. */
int skirmish_caught_value(const struct skirmish_eye *e, int side);

/* The nearest point of an exit of the side; false: it has none. */
bool skirmish_exit_of(const struct skirmish_eye *e, int side, struct st_point own, struct st_point *out);
/* How near a line is behind which one can crouch, mm; LURK_MM and farther is all the same. */
int skirmish_lurk_mm(const struct skirmish_plan *f, int x, int y);
/* The best way out: to which place he should go now, and how far the way is from there on, or seems, beside the straight
 * line to there, mm; false: his side has no exit. */
bool skirmish_way_out(const struct skirmish_eye *e, int u, struct st_point *to, int *beyond);

/* The group of him who is being ordered and has no order yet, or NULL. */
const struct skirmish_group *skirmish_ordered_now(const struct skirmish_pos *p, int u);

static inline struct st_point spot_of(const struct skirmish_pos *p, int u)
{
    return (struct st_point){ p->x[u], p->y[u] };
}

#endif
