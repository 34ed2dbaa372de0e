/* ask.h - answering the questions of a game: inputs from text, dioramas through the odds. */
#ifndef ST_PLAY_ASK_H
#define ST_PLAY_ASK_H

#include "core/question.h"
#include "odds/odds.h"

enum { ST_ANSWER_TEXT = 560 };

struct st_query; /* the words of the asker, read */

struct st_answer_row {
    char label[ST_ANSWER_TEXT]; /* "DR*"; of a diorama "N1.steps=1, N1.hex=0506" */
    char dice[120];             /* the faces that give it, "2,3"; empty in a diorama */
    struct st_frac p;           /* valid while exact */
    const char *wide;           /* where not: as in st_odds_row, if one row of the odds makes this one */
    double approx;
};

struct st_reply { /* a question answered */
    const struct st_question *question;
    struct st_sheet sheet;     /* lines (with dice=: the reasons of the one result too), verdict */
    struct st_answer_row *row; /* equal labels added up, in the order of the faces or of the odds */
    int nrows;
    bool exact, complete;     /* as in st_odds; not complete: the rows sum to less than 1 */
    char one[ST_ANSWER_TEXT]; /* with dice=: the one result, else "" */
    struct st_odds odds;      /* of a diorama; else empty */
    struct st_plan *plan;     /* owned */
    void *pos;                /* the diorama before the move; owned */
    struct st_query *query;   /* owned */
};

/* words: "key=value"...; the key `dice` holds faces ("4" or "3,5"), `scenario` picks the plan (else
 * the game's first that knows every name in the words). Rows always hold the whole distribution,
 * dice= or not. Unknown keys and values are ST_EUSAGE errors with the nearest right ones. */
int st_ask_question(struct st_reply **out, const struct st_game *g, const char *question,
                    const char *const *words, int nwords, const struct st_files *files,
                    struct st_error *err);
/* The same question answered afresh on the plan it has, while its words are still there: for
 * whoever wants to know how long that takes. */
int st_ask_again(struct st_reply *r, struct st_error *err);
void st_reply_free(struct st_reply *r);

#endif
