/* ordeal.h - what every game must stand, whatever its rules.
 *
 * Games are played at random to the end, and at every pause the laws of src/core/game.h are
 * held against the game: offers are legal and can be written and read, nothing changes but by
 * moves and dice, a decision without a choice is never asked, equal moves and dice give equal
 * bytes, records verify, undo undoes, secrets stay secret, and whatever an umpire may set leaves a game
 * that can be played. The ordeal knows struct st_game only.
 */
#ifndef ST_TESTS_ORDEAL_H
#define ST_TESTS_ORDEAL_H

#include "core/game.h"

struct ordeal_set { /* a field that is set before the first move: "FA1.hex=1503" */
    const struct st_field *field;
    int piece, value;
};

struct ordeal {
    const struct st_plan *plan;
    const struct ordeal_set *set;
    int nsets;
    struct st_span rules; /* the text cited paragraphs must stand in; empty: not looked up */
    uint64_t seed;        /* of the first game; the others follow */
    int games;
    int limit;        /* decisions and dice until a game must be over */
    int sessions;     /* so many games also through session and record; none where fields are set */
    bool in_registry; /* its records can be verified from the library alone */

    long decisions, dice, offers, tried, refused; /* what was looked at */
    long rulings, accepted;
    struct st_scratch *scratch; /* of all its games; NULL: the game keeps nothing */
    int longest;
    uint64_t fingerprint; /* of all the positions games ended in: the same on every machine */
    char fault[600];      /* the first law that was broken, "" if none */
};

/* True if the game stood the ordeal; else the reason is in fault. */
bool ordeal_run(struct ordeal *o);
/* The same for the questions of a registered game; no game is played. */
bool questions_hold(struct ordeal *o);

/* ---- between the files of the ordeal ----------------------------------------------- */

__attribute__((format(printf, 2, 3))) bool ordeal_fault(struct ordeal *o, const char *fmt, ...);

struct dice { /* the ordeal's own random numbers */
    uint64_t seed;
    uint32_t n;
};
int dice_below(struct dice *d, int below);

struct world { /* a position between two walls that nobody may touch */
    struct st_table t;
    unsigned char *memory;
};
bool world_make(struct ordeal *o, struct world *w);
void world_free(struct world *w);
void world_copy(struct world *to, const struct world *from);
bool world_equal(const struct world *a, const struct world *b);
bool world_whole(struct ordeal *o, const struct world *w); /* the walls stand */

struct decision { /* everything offered at a pause */
    struct st_move *move;
    int n, room;
    bool *family; /* by verb: the game offers more than it lists */
    int families;
};
bool decision_view(struct ordeal *o, struct decision *d, const struct world *w);
void decision_free(struct decision *d);

bool refusal_holds(struct ordeal *o, const struct st_refusal *why);
bool paragraph_holds(struct ordeal *o, const char *para, const char *said_by);
bool sane_holds(struct ordeal *o, const struct world *w);

struct scripted { /* what was done at one pause */
    bool die;
    int value;
    struct st_move move;
};
struct script {
    struct scripted *line;
    int n, room;
};

/* brute.c: moves nobody offered are tried; what check accepts must do what some offer does. */
bool brute_holds(struct ordeal *o, const struct world *w, const struct decision *d,
                 struct dice *dice, int most);
/* rulings.c: what an umpire sets, so far as it is accepted, can be played on from. */
bool rulings_hold(struct ordeal *o, const struct world *w, struct world *scratch,
                  struct dice *dice, int most);
/* The fault that was found came after this ruling; false. */
bool ordeal_after(struct ordeal *o, const char *said);
/* session.c: the same game through session, record, verification and undo. */
bool session_holds(struct ordeal *o, const struct script *s, const struct world *end,
                   struct dice *dice);

#endif
