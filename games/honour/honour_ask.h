/* honour_ask.h - what the two files of questions share. */
#ifndef HONOUR_ASK_H
#define HONOUR_ASK_H

#include "honour/honour.h"

#include "core/question.h"

#define INPUTS(a) a, sizeof a / sizeof a[0]
#define YES(key, title)                                                                            \
    {                                                                                              \
        key, title, ST_IN_YES, NULL, 0, 1, 0, NULL                                                 \
    }
#define NUMBER(key, title, lo, hi, dflt)                                                           \
    {                                                                                              \
        key, title, ST_IN_NUMBER, NULL, lo, hi, dflt, NULL                                         \
    }
#define CHOICE(key, title, words, dflt)                                                            \
    {                                                                                              \
        key, title, ST_IN_CHOICE, words, 0, 0, dflt, NULL                                          \
    }
#define TEXT(key, title, dflt)                                                                     \
    {                                                                                              \
        key, title, ST_IN_TEXT, NULL, 0, 0, 0, dflt                                                \
    }

/* honour_ask.c */
extern const char *const honour_ask_weathers[];
int honour_ask_hex(const struct st_plan *p, struct st_span s, int *hex, struct st_error *err);
/* "SWI 8/3, INF 6/1 demoralised" into a Force, as the first units of its side that are free. */
int honour_ask_troops(const struct st_plan *p, struct honour_pos *pos, int force, const char *text,
                      struct st_error *err);
void honour_ask_empty_board(struct honour_pos *p);

/* honour_fight_ask.c */
enum { HONOUR_FIGHT_INPUTS = 11 }; /* every question about a fight begins with these */
#define HONOUR_ASKED(name, n)                                                                      \
    extern const struct st_input honour_##name##_inputs[n];                                        \
    int honour_ask_##name(const struct st_plan *p, const struct st_value *v, struct st_sheet *out, \
                          struct st_error *err)
HONOUR_ASKED(skirmish, HONOUR_FIGHT_INPUTS + 3);
HONOUR_ASKED(siege, HONOUR_FIGHT_INPUTS + 4);
HONOUR_ASKED(engagement, HONOUR_FIGHT_INPUTS + 4);
HONOUR_ASKED(optional, 1);
HONOUR_ASKED(battle, HONOUR_FIGHT_INPUTS);
int honour_ask_one_table(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                         struct st_error *err);
int honour_ask_elimination(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                           struct st_error *err);

#endif
