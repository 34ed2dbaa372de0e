/* odds.h - exact odds from the rules code itself.
 *
 * A map from position to fraction: take the positions that wait for a die, visit every face,
 * run on, add equal bytes together; finished when every position waits for a player, is over, or
 * has left the procedure the question was asked in. What a decision met on the way would be is
 * not guessed: without a policy it is where the odds stop, and the row says so. A game may say
 * otherwise of moves whose dice fall later (st_game.suppose): a shot is followed to its die. Where a
 * policy has answers beyond the end of the procedure the odds go on to them, through dice too; and
 * a row that ends before a die says so.
 *
 * Dice that lead back to a position (roll again) make a chain with circles; its sums are infinite
 * but are solved exactly (chain.h), not cut off.
 */
#ifndef ST_ODDS_ODDS_H
#define ST_ODDS_ODDS_H

#include "base/frac.h"
#include "core/game.h"

enum { ST_PROBES = 8 };

struct st_probe { /* what to read off a position afterwards: "N1.steps", "Norman.lost", "turn" */
    const struct st_field *field;
    int piece; /* -1: of the game */
    int from;  /* taken off what is read: see st_probes_from */
};
/* Before asking at t: tallies (st_game.tallies) are read as what is added to them from there on. */
void st_probes_from(struct st_probe *probe, int n, const struct st_table *t);

/* "N1.steps", "winner": a field of a piece or of the game. Refused with near names. */
enum st_answer st_probe_parse(struct st_probe *out, const struct st_plan *p, const char *text,
                              struct st_refusal *why);
void st_probe_print(const struct st_plan *p, struct st_probe probe, char *out, size_t size);
/* A value of a field as people write it: hex name, symbol, name, number; "-" is -1, except where
 * the values are plain numbers. */
void st_field_print(const struct st_plan *p, const struct st_field *f, int value, char *out,
                    size_t size);
enum st_answer st_field_parse(const struct st_plan *p, const struct st_field *f,
                              struct st_span word, int *value, struct st_refusal *why);
/* The probes a verb suggests (st_verb.odds) for the pieces the move names; how many. */
int st_probes_of_move(const struct st_plan *p, const struct st_move *m, struct st_probe *out,
                      int max);

struct st_policy { /* decides what is met on the way: true and a move, or false to stop there */
    bool (*choose)(struct st_policy *self, const struct st_table *t, struct st_move *out);
};

struct st_condition { /* left against right; left.field NULL: always holds */
    struct st_probe left, right;
    int value;      /* of the right, where it is no field */
    uint8_t allows; /* 1 less, 2 equal, 4 more */
};

/* A policy from text: entries separated by ';', each "[SIDE:] MOVE [if FIELD SIGN VALUE]". At a
 * decision the first entry is made that is for the side to decide, whose condition holds and whose
 * move is legal; if there is none, odds stop there. */
struct st_policy_list {
    struct st_policy policy;
    struct st_move move[64];
    int8_t side[64]; /* -1: either */
    struct st_condition when[64];
    int n;
};
enum st_answer st_policy_parse(struct st_policy_list *out, const struct st_plan *p,
                               const char *text, struct st_refusal *why);

struct st_ask {
    const struct st_move *move; /* what if I do this? NULL: the die now awaited */
    const struct st_probe *probe;
    int nprobes;              /* at most ST_PROBES */
    struct st_policy *policy; /* may be NULL: the game may suppose something (st_game.suppose) */
    bool strict;              /* unless this says that it may not */
    /* Erases from a position what the rest of the question does not depend on, so that more of them
     * are equal: neither what may come nor what is counted may change by it. May be NULL. */
    void (*forget)(struct st_table *t);
    size_t max_positions;     /* 0: a million */
    struct st_refusal *why;   /* unless NULL, receives why the move is against the rules */
    /* Unless NULL, shown positions where the odds stop midway, one at least for each such row, and
     * those where the game has supposed something. */
    void (*stopped)(void *listener, const struct st_table *t);
    void *listener;
};

struct st_odds_face { /* the first die of the question, face by face */
    int value, weight, total;
    struct st_cite cite; /* the first look-up the face led to; chart NULL: none */
    int row;             /* which row the face leads to; -1: more dice come, or answers */
};

struct st_odds_row {
    int value[ST_PROBES];
    const char *step; /* name of the decision that stopped it, or NULL: procedure or game over */
    int side;         /* whose decision; -1: nobody's */
    bool midway;      /* that decision belongs to the procedure asked about, which is not over */
    const char *die;  /* the procedure is over and this die comes next: it is not rolled; or NULL */
    struct st_frac p; /* lowest terms, valid while the odds are exact */
    const char *wide; /* where they are not, yet could be told: "num/den", lowest terms; or NULL */
    double approx;
};

struct st_odds {
    struct st_odds_row *row; /* the likeliest first, equals by value */
    int nrows;
    struct st_odds_face face[ST_FACES_MAX];
    int nfaces;
    char dice[12], label[40];     /* of the first die; empty: none was needed */
    size_t positions, dice_nodes; /* different positions met; those of them that wait for a die */
    bool supposed;                /* the game answered a decision on the way (st_game.suppose) */
    bool exact;                   /* false: a fraction no longer fitted 128 bits; approx holds */
    char *wide;                   /* then, unless NULL, all rows have theirs in longer numbers (wide.h) */
    /* False: max_positions was reached, or dice or policy go round a circle that is never left or
     * too large to solve. What is lost is in no row: rows sum to less than 1. */
    bool complete;
};

/* t is not changed. ST_OK, ST_ENOMEM, ST_EUSAGE (move refused: "PARA: sentence" is in err). */
int st_odds(struct st_odds *out, const struct st_table *t, const struct st_ask *ask,
            struct st_error *err);
void st_odds_free(struct st_odds *o);

/* For drivers that throw the dice of a question one by one: the very rules by which odds go on and
 * stop. */
struct st_scope {        /* of a question */
    struct st_turn asked; /* where it was asked */
    int horizon;          /* the depth at which it is over: moves and dice go by st_play_within and
                           * st_take_within of it */
};
/* Make the move that is asked about, if there is one. */
enum st_answer st_odds_begin(struct st_scope *out, struct st_table *t, const struct st_ask *ask,
                             struct st_refusal *why);
enum st_odds_pause {
    ST_ODDS_DIE,   /* t awaits a die of the question */
    ST_ODDS_MOVED, /* the policy had an answer; it has been made on t */
    ST_ODDS_END    /* the question is over here; t may have run on beyond */
};
enum st_odds_pause st_odds_step(struct st_table *t, const struct st_ask *ask,
                                const struct st_scope *scope);
/* The row of an end, without its probability. */
void st_odds_read(struct st_odds_row *out, const struct st_table *t, const struct st_ask *ask,
                  const struct st_scope *scope);

struct st_mean {             /* an expectation */
    struct st_frac up, down; /* it is up - down, exactly; valid while exact */
    double value;            /* of the part that was followed, where not complete */
    size_t positions;
    bool exact, complete; /* as in st_odds */
};

/* The mean of count(t, arg) over the positions where the odds of the question stop: what a move is
 * worth on average. The probes of the question are not looked at, and nothing is supposed beyond
 * its policy. Errors as for st_odds. */
int st_odds_mean(struct st_mean *out, const struct st_table *t, const struct st_ask *ask,
                 int (*count)(const struct st_table *t, int arg), int arg, struct st_error *err);

#endif
