/* honour_ask.h - what the two files of questions share. */
#ifndef HONOUR_ASK_H
#define HONOUR_ASK_H

#include "honour/honour.h"

#include "core/question.h"

/* honour_ask.c */
extern const char *const honour_ask_weathers[];
/* "SWI 8/3, INF 6/1 demoralised" into a Force, as the first units of its side that are free. */
void honour_ask_troops(struct st_sheet *out, int force, const char *text);
void honour_ask_empty_board(struct honour_pos *p);

/* honour_fight_ask.c: every question about a fight begins with the same inputs. */
struct honour_fight_asked {
    const char *attackers, *defenders, *from, *to, *att_caps, *def_caps, *att_policy, *def_policy,
        *measure;
    int weather, works;
    bool att_disrupted, def_disrupted, admin;  /* of a Skirmish */
    int attack, defence;                       /* of a round: postures */
    const char *att_chits, *def_chits;
    int status;                                /* of a siege */
    bool siege, def_siege;
    const char *move;
};
struct honour_optional_asked {
    int modifier;
};
enum { HONOUR_FIGHT_INPUTS = 11 };
extern const struct st_input honour_skirmish_inputs[HONOUR_FIGHT_INPUTS + 3],
    honour_siege_inputs[HONOUR_FIGHT_INPUTS + 4], honour_engagement_inputs[HONOUR_FIGHT_INPUTS + 4],
    honour_battle_inputs[HONOUR_FIGHT_INPUTS], honour_optional_inputs[1];
void honour_ask_skirmish(const void *terms, struct st_sheet *out);
void honour_ask_siege(const void *terms, struct st_sheet *out);
void honour_ask_engagement(const void *terms, struct st_sheet *out);
void honour_ask_optional(const void *terms, struct st_sheet *out);
void honour_ask_battle(const void *terms, struct st_sheet *out);
void honour_ask_one_table(const void *terms, struct st_sheet *out);
void honour_ask_elimination(const void *terms, struct st_sheet *out);

#endif
