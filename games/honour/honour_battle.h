/* honour_battle.h - what the three files of the Major Battle share: honour_deploy.c, honour_battle.c,
 * honour_charge.c. Roles: 0 is X, the attacker, 1 is Y, the defender. */
#ifndef HONOUR_BATTLE_H
#define HONOUR_BATTLE_H

#include "honour/honour.h"

uint32_t honour_role_units(const struct honour_pos *p, int role);
uint32_t honour_role_caps(const struct honour_pos *p, int role);
bool honour_stands(const struct st_table *t, int role, int corps); /* present, not Broken, not yielded */
int honour_star_modifier(const struct st_table *t, int role);      /* of the Corps commander, told */
void honour_ask_role(struct st_table *t, int role, int step);
bool honour_kind_in_play(const struct honour_battle *b, int role, int chit); /* Earthworks and River are one */
uint32_t honour_firing_guns(const struct st_table *t, int role);
uint32_t honour_able_horse(const struct st_table *t, int role);

#endif
