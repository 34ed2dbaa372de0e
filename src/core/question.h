/* question.h - the sheet on which a question is answered.
 *
 * A game's reply() fills it with the very functions its steps use: lines (facts, modifiers with
 * their paragraph, look-ups with their citation) and rows (what may come out, with what chance).
 * Where the answer is a whole procedure, it sets up a diorama instead: a position and a move;
 * the driver then works out the rows with the odds engine.
 *
 * The first thing that is wrong, or forbidden, is kept, and nothing is written after it: a reply
 * goes on quietly, and looks at e only where it would go on with what is not there.
 */
#ifndef ST_CORE_QUESTION_H
#define ST_CORE_QUESTION_H

#include "base/frac.h"
#include "core/game.h"

/* Inputs of a question: rows that name a member of its terms, which is also their key unless another
 * is given. */
#define ST_ASK_NUMBER_AS(type, m, key, title, lo, hi, dflt) \
    { key, title, ST_IN_NUMBER, NULL, lo, hi, dflt, NULL, ST_ONE(type, m) }
#define ST_ASK_CHOICE_AS(type, m, key, title, words, dflt) \
    { key, title, ST_IN_CHOICE, words, 0, 0, dflt, NULL, ST_ONE(type, m) }
#define ST_ASK_YES_AS(type, m, key, title) { key, title, ST_IN_YES, NULL, 0, 1, 0, NULL, ST_ONE(type, m) }
#define ST_ASK_TEXT_AS(type, m, key, title, dflt) \
    { key, title, ST_IN_TEXT, NULL, 0, 0, 0, dflt, ST_ONE(type, m) }
#define ST_ASK_NUMBER(type, m, title, lo, hi, dflt) ST_ASK_NUMBER_AS(type, m, #m, title, lo, hi, dflt)
#define ST_ASK_CHOICE(type, m, title, words, dflt)  ST_ASK_CHOICE_AS(type, m, #m, title, words, dflt)
#define ST_ASK_YES(type, m, title)                  ST_ASK_YES_AS(type, m, #m, title)
#define ST_ASK_TEXT(type, m, title, dflt)           ST_ASK_TEXT_AS(type, m, #m, title, dflt)

/* The terms of a question and its inputs from one list:
 *   #define FORD_ASKED(NUMBER, CHOICE, YES, TEXT, of) NUMBER(of, depth, "cm of water", 0, 300, 40) YES(of, night, "by night")
 *   ST_ASKED(ford_asked, FORD_ASKED)
 * is struct ford_asked, which reply() is given, and the table ford_asked, for ST_ASKS. */
#define ST_ASKED(of, LIST)                                                                                 \
    struct of { LIST(ST_TERM_INT, ST_TERM_INT, ST_TERM_BOOL, ST_TERM_TEXT, struct of) };                   \
    static const struct st_input of[] = { LIST(ST_ROW_NUMBER, ST_ROW_CHOICE, ST_ROW_YES, ST_ROW_TEXT, struct of) };
#define ST_TERM_INT(of, m, ...) int m;
#define ST_TERM_BOOL(of, m, ...) bool m;
#define ST_TERM_TEXT(of, m, ...) const char *m;
#define ST_ROW_NUMBER(...) ST_ASK_NUMBER(__VA_ARGS__),
#define ST_ROW_CHOICE(...) ST_ASK_CHOICE(__VA_ARGS__),
#define ST_ROW_YES(...) ST_ASK_YES(__VA_ARGS__),
#define ST_ROW_TEXT(...) ST_ASK_TEXT(__VA_ARGS__),
#define ST_ASKS(of, reply) ST_TERMS(of, struct of, reply)

/* The end of a question's row: its inputs, the struct they fill, and who answers from that. */
#define ST_TERMS(inputs, type, reply) ST_ROWS(inputs), sizeof(type), reply

/* What an input of yes or no is given (st_game.meeting). */
static inline const char *st_yes(bool it_is)
{
    return it_is ? "yes" : "no";
}

enum { ST_SHEET_TERMS = 2048 }; /* bytes, at the most */
enum { ST_SHEET_LINES = 64, ST_SHEET_ROWS = 256, ST_SHEET_FIELDS = 4 };

struct st_sheet_row {
    char label[64]; /* "DR*", "2 steps lost" */
    char dice[24];  /* the faces that give it, "7" or "3,4"; empty in a diorama */
    struct st_frac p;
    struct st_cite cite;
};

struct st_sheet {
    struct st_events log; /* a listener: st_tell, st_modify and st_look with it write lines */
    struct st_table table; /* log points here; pos is the diorama: a game just begun on the plan */
    struct st_table quiet; /* the same without a listener */
    struct st_error *err;
    int e; /* ST_SHEET_REFUSED: the rules forbid what is asked about, which is no error */
    struct st_event line[ST_SHEET_LINES];
    int nlines; /* what is told beyond ST_SHEET_LINES is dropped, and more counts it */
    int more;
    char verdict[280];  /* one sentence, for questions that need no dice */
    struct st_refusal refused; /* para not NULL: the rules forbid what is asked about */
    const char *dice;   /* what is rolled: "d8"; NULL: nothing */
    struct st_cite cite; /* of the face that is written next */
    struct st_sheet_row row[ST_SHEET_ROWS];
    int nrows;
    bool diorama;       /* the position in table.pos is ready; move (if any) is to be made there */
    bool has_move;
    struct st_move move;
    char fields[ST_SHEET_FIELDS][32]; /* what to count: "N1.steps" */
    char policy[2000];  /* moves to be made at decisions met on the way, separated by ';' */
    /* And where none of these is legal, in code: true and a move, or false to stop there. May be NULL. */
    bool (*choose)(const struct st_table *t, struct st_move *out);
    /* Erases what the answer no longer depends on (odds.h, st_ask.forget). May be NULL. */
    void (*forget)(struct st_table *t);
};

void st_sheet_init(struct st_sheet *s, const struct st_plan *p, void *pos, struct st_error *err);
/* Words that say nothing: the asker is told. */
__attribute__((format(printf, 2, 3))) void st_sheet_bad(struct st_sheet *s, const char *fmt, ...);
/* The rules forbid what is asked about: that is the answer, and all of it. */
enum { ST_SHEET_REFUSED = 1 };
__attribute__((format(printf, 3, 4))) void st_sheet_refuse(struct st_sheet *s, const char *para,
                                                           const char *fmt, ...);
void st_sheet_refused(struct st_sheet *s, const struct st_refusal *why);
/* The answer in one sentence; what is said later goes on with a comma. */
__attribute__((format(printf, 2, 3))) void st_sheet_says(struct st_sheet *s, const char *fmt, ...);
/* A field to be counted in a diorama. */
void st_sheet_counts(struct st_sheet *s, struct st_span field);
/* All of a list, with commas or blanks between them. */
void st_sheet_counts_all(struct st_sheet *s, const char *fields);
/* A move that is made where it is legal, of that side alone (-1: of whoever it is legal for). */
void st_sheet_policy(struct st_sheet *s, int side, struct st_span move);
/* Words of the asker: one of the plan's list of that kind; a hex of the map. 0, and e, if it is none. */
int st_sheet_name(struct st_sheet *s, const char *kind, struct st_span word);
int st_sheet_hex(struct st_sheet *s, struct st_span word);
/* The value of a chart, which the face written next cites. */
int st_sheet_look(struct st_sheet *s, const struct st_chart *c, int row, int col);
/* One face of one die: outcomes with equal labels are added up when shown. */
__attribute__((format(printf, 5, 6))) void st_sheet_face(struct st_sheet *s, int face, int weight,
                                                         int total, const char *label, ...);
/* What may come out of several dice, none of which can be named. */
__attribute__((format(printf, 4, 5))) void st_sheet_outcome(struct st_sheet *s, int weight,
                                                            int total, const char *label, ...);

#endif
