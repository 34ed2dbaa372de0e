/* honour_ask.h - what the two files of questions share. */
#ifndef HONOUR_ASK_H
#define HONOUR_ASK_H

#include "honour/honour.h"

#include "core/question.h"

/* honour_ask.c */
/* "SWI 8/3, INF 6/1 demoralised" into a Force, as the first units of its side that are free. */
void honour_ask_troops(struct st_sheet *out, int force, const char *text);
void honour_ask_empty_board(struct honour_pos *p);

/* honour_fight_ask.c */
extern const struct st_questions honour_fight_questions;
void honour_ask_elimination(const void *terms, struct st_sheet *out);

#endif
