/* honour_worth.h - what the two files of the computer's judgement share. worth.tsv says how much each
 * thing counts and why. */
#ifndef HONOUR_WORTH_H
#define HONOUR_WORTH_H

#include "honour/honour.h"

#define HONOUR_WEIGHTS(W) \
    W(W_WON, "won") W(W_POINT, "point") W(W_EDGE, "edge") W(W_SP, "sp") W(W_QUALITY, "quality") \
    W(W_GUN, "gun") W(W_SIEGE_GUN, "siege gun") W(W_SHAKEN, "shaken") W(W_HEART, "heart") W(W_THIN, "thin") \
    W(W_LAST_STEADY, "last steady") W(W_CAPITANO, "capitano") W(W_KING, "king") W(W_AP, "ap") \
    W(W_FORCE, "force") W(W_DISRUPTED, "disrupted") W(W_PLACE, "place") W(W_KEY, "key") \
    W(W_STATUS_0, "status 0") W(W_STATUS_1, "status 1") W(W_STATUS_2, "status 2") W(W_GARRISON, "garrison") \
    W(W_CAMP, "camp") W(W_CONTACT, "contact") W(W_WORKS, "works") W(W_BATTLE, "battle") \
    W(W_RELIEF, "relief") W(W_HOPE, "hope") W(W_STEP, "step") W(W_SIEGE, "siege") W(W_OVERRUN, "overrun") \
    W(W_SEIZE, "seize") W(W_JOIN, "join") W(W_EXPOSED, "exposed") W(W_STIR, "stir") W(W_STORM, "storm") \
    W(W_STORM_POINT, "storm point") W(W_FORMATION, "formation") W(W_ARTILLERY, "artillery") \
    W(W_CHARGE, "charge") W(W_COMBINED, "combined") W(W_COORDINATION, "coordination") \
    W(W_FIREARMS, "firearms") W(W_MUSTER, "muster") W(W_RESERVE, "reserve") W(W_SLEEPING, "sleeping") \
    W(W_STAR, "star")
enum { HONOUR_WEIGHTS(ST_LIST_NUMBER) WEIGHTS };

/* What one SP more or less means to a side: the man and, where losses are counted, the point. */
int honour_sp_worth(const struct st_table *t, int side);

/* What an attack by the Force on the enemies in the field at hex promises its side, before anything is
 * known of it but the ground; and what is at stake in a battle there, for the attacker. */
int honour_attack_worth(const struct st_table *t, int force, int hex);

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
