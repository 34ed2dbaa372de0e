/* guerre_turn.c - 4.2: the frame of a player turn, and the scenario specials (9.3, 9.4). */
#include "guerre/guerre.h"

#include <string.h>

int guerre_player_turn(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);
    int first = plan_of(t)->open ? p->attacker : plan_of(t)->first;

    return 2 * (p->turn - 1) + (p->phasing == first ? 1 : 2);
}

void guerre_start_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);

    p->moved = p->shot = p->fought = 0;
    memset(p->rounds, 0, sizeof p->rounds);
    memset(p->recoils, 0, sizeof p->recoils);
    p->since = p->engaged;
    p->cp = p->free_used = 0;
    p->flow.side = p->phasing;
    if (guerre_player_turn(t) <= plan_of(t)->cannonade && !guerre_in_pursuit(t)) {
        st_tell(t, "9.4", "the cannonade: no command die, no moves");
        st_go(t, STEP_FIRE_P);
        return;
    }
    st_go(t, STEP_CP);
}

void guerre_cp_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "cp %s", t->plan->side[pos_of(t)->phasing]);
}

void guerre_cp_take(struct st_table *t, int die)
{
    pos_of(t)->cp = (uint8_t)die;
    st_tell(t, "5.2.3", "%s has %d command points", t->plan->side[pos_of(t)->phasing], die);
    st_go(t, STEP_MOVE);
}

/* ---- specials: the powder magazine (Cerignola, SR1) -------------------------------------- */

enum { POWDER_ROLLED = 1 };

void guerre_special_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    int gun = plan_of(t)->powder;
    bool roll = gun >= 0 && !(p->specials & POWDER_ROLLED) && has(p->shot & p->present, gun);

    p->flow.side = p->phasing;
    st_go(t, roll ? STEP_POWDER : STEP_PAIRS);
}

void guerre_powder_die(const struct st_table *t, struct st_chance *c)
{
    (void)t;
    st_dice(c, 1, 6, "special SR1");
}

void guerre_powder_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);

    p->specials |= POWDER_ROLLED;
    if (die <= plan_of(t)->powder_number) {
        guerre_lose(t, plan_of(t)->powder, "9.3", "the powder magazine blows up");
        guerre_refresh(t);
    } else {
        st_tell(t, "9.3", "the powder holds");
    }
    st_go(t, STEP_PAIRS);
}
