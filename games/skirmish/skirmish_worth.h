/* skirmish_worth.h - what the two files of a player's judgement share. No rules here. */
#ifndef SKIRMISH_WORTH_H
#define SKIRMISH_WORTH_H

#include "skirmish/skirmish.h"

enum { W_WON, W_MAN, W_CLASS, W_KEY, W_BREAKS, W_LAST_BUT_ONE, W_LAST_BUT_TWO, W_SACK_1, W_SACK_2,
       W_SACK_3, W_SACK_HELD, W_GONE, W_ESCAPED, W_ACROSS, W_REACHED, W_ARRIVES, W_RUN, W_LEAVE, W_ADVANCE, W_HUNT,
       W_ESCORT, W_HURRY, W_DRIFT, W_READY, W_CHOSEN, W_TEMPO, W_LOADED, W_RELOADING, W_AMBUSH,
       W_HIDDEN, W_COVER, W_MIRED, W_FIRE_STEADY, W_FIRE_MOVED, W_BLOW, W_CAUGHT, W_CORNERED,
       W_LURKING, W_WASTED, W_SLOW, W_WARY, WEIGHTS };

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
