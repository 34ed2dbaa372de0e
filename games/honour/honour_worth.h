/* honour_worth.h - what the two files of the computer's judgement share. worth.tsv says how much each
 * thing counts and why. */
#ifndef HONOUR_WORTH_H
#define HONOUR_WORTH_H

#include "honour/honour.h"

enum { W_WON, W_POINT, W_EDGE, W_SP, W_QUALITY, W_GUN, W_SIEGE_GUN, W_SHAKEN, W_HEART, W_THIN, W_LAST_STEADY,
       W_CAPITANO, W_KING, W_AP, W_FORCE, W_DISRUPTED, W_PLACE, W_KEY, W_STATUS_0, W_STATUS_1,
       W_STATUS_2, W_CAMP, W_CONTACT, W_WORKS, W_BATTLE, W_RELIEF, W_HOPE, W_STEP, W_SIEGE, W_OVERRUN, W_SEIZE, W_JOIN,
       W_EXPOSED, W_STIR, W_STORM, W_STORM_POINT, W_FORMATION, W_ARTILLERY, W_CHARGE, W_COMBINED,
       W_COORDINATION, W_FIREARMS, W_MUSTER, W_RESERVE, W_SLEEPING, W_STAR, WEIGHTS };

/* What one SP more or less means to a side: the man and, where losses are counted, the point. */
int honour_sp_worth(const struct st_table *t, int side);

/* What an attack by the Force on the enemies in the field at hex promises its side, before anything is
 * known of it but the ground; and what is at stake in a battle there, for the attacker. */
int honour_attack_worth(const struct st_table *t, int force, int hex);
int honour_battle_stake(const struct st_table *t, int att_side, uint32_t def_forces, int def_hex);

/* The combat that is going on: to the attacker's side (0 if there is none). */
int honour_combat_worth(const struct st_table *t);
/* A pursuit not yet rolled for, to the pursuer. */
int honour_pursuit_worth(const struct st_table *t);
/* Chits held and played, and units that sleep, of a role in the battle. */
int honour_chits_worth(const struct st_table *t, int role);
bool honour_place_falls(const struct st_table *t, int kind, int cell);
/* In 36ths: an assault in the breach that has been declared takes the place, however it is met. */
int honour_breach_chance(const struct st_table *t);

#endif
