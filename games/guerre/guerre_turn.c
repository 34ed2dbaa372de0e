/* guerre_turn.c - 4.2: the frame of a player turn, and the scenario specials (9.3, 9.4). */
#include "guerre/guerre.h"

#include <string.h>

int guerre_player_turn(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);
    int first = plan_of(t)->open ? p->attacker : plan_of(t)->first;

    return 2 * (p->turn - 1) + (p->phasing == first ? 1 : 2);
}

static void start_run(struct st_table *t)
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

static void cp_die(const struct st_table *t, struct st_chance *c)
{
    st_dice(c, 1, 6, "cp %s", t->plan->side[pos_of(t)->phasing]);
}

static void cp_take(struct st_table *t, int die)
{
    pos_of(t)->cp = (uint8_t)die;
    st_tell(t, "5.2.3", "%s has %d command points", t->plan->side[pos_of(t)->phasing], die);
    st_go(t, STEP_MOVE);
}

/* ---- specials: the powder magazine (Cerignola, SR1) -------------------------------------- */

static void special_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    int gun = plan_of(t)->powder;
    bool roll = gun >= 0 && !(p->specials & POWDER_ROLLED) && has(p->shot & p->present, gun);

    p->flow.side = p->phasing;
    st_go(t, roll ? STEP_POWDER : STEP_PAIRS);
}

static void powder_take(struct st_table *t, int die)
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

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_start = ST_RUNS("start of the player turn", "4.2", start_run);
const struct st_step guerre_step_cp = ST_ROLLS("command die", "5.2.3", cp_die, cp_take);
const struct st_step guerre_step_special = ST_RUNS("specials", "9.3", special_run);
const struct st_step guerre_step_powder =
    ST_ROLLS_DIE("powder magazine", "9.3", "special SR1", powder_take);
