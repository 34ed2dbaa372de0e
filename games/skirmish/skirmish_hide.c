/* skirmish_hide.c - 5.7 and 5.15.1: crouching, spotting, and what a side may know. */
#include "skirmish/skirmish.h"

#include <string.h>

/* ---- crouching (5.7.1 to 5.7.4) ---------------------------------------------------------- */

bool skirmish_can_crouch(const struct skirmish_plan *f, struct skirmish_stand s)
{
    return !s.mounted && ((skirmish_areas_at(f, st_point_mm(s.x, s.y)) & f->lairs) ||
                          (skirmish_pressed(f, s) & f->crouch_bars));
}

bool skirmish_can_hide(const struct skirmish_plan *f, struct skirmish_stand s)
{
    return skirmish_can_crouch(f, s) || (skirmish_areas_at(f, st_point_mm(s.x, s.y)) & f->woods);
}

bool skirmish_sheltered(const struct st_table *t, int target, struct skirmish_stand shooter,
                        struct skirmish_stand at, const struct skirmish_look *l)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t hiding = skirmish_pressed(f, at) & f->crouch_bars & f->cover_bars;

    (void)target;
    if (st_within(st_point_mm(shooter.x, shooter.y), st_point_mm(at.x, at.y), 2 * FOOT_R))
        return false;
    if (l->brush_far & f->lairs & skirmish_areas_at(f, st_point_mm(at.x, at.y)))
        return true;
    return l->crossed.bars & hiding & ~skirmish_pressed(f, shooter);
}

/* ---- being seen (5.7.5) ------------------------------------------------------------------ */

void skirmish_reveal(struct st_table *t, uint64_t who, const char *how)
{
    who &= pos_of(t)->unseen;
    pos_of(t)->unseen &= ~who;
    while (who) {
        int u = take_one(&who);

        st_tell(t, "5.7.5", "%s %s", man_name(t, u), how);
    }
}

uint64_t skirmish_spotted(const struct st_table *t, int u, struct skirmish_stand s)
{
    const struct skirmish_plan *f = plan_of(t);
    uint64_t left = enemies_of(t, u) & pos_of(t)->unseen, spotted = 0;

    while (left) {
        int v = take_one(&left);
        struct skirmish_stand at = skirmish_where(t, v);

        if (!skirmish_blank(at) && skirmish_apart(f, s, at, SPOT) <= 0 &&
            skirmish_sees(f, s.x, s.y, at.x, at.y))
            spotted |= bit(v);
    }
    return spotted;
}

/* ---- views (5.15.1) ---------------------------------------------------------------------- */

/* What belongs to an unseen man and to him alone. That he is there, and unseen, is public; so is
 * what he carries, which the scenario says. */
static void blank_man(struct skirmish_pos *p, int u)
{
    p->x[u] = p->y[u] = p->start_x[u] = p->start_y[u] = 0;
    memset(p->way[u], 0, sizeof p->way[u]);
    memset(p->place[u], 0, sizeof p->place[u]);
    p->facing[u] = p->start_facing[u] = p->nway[u] = 0;
    p->loaded[u] = p->weapon[u] = p->across[u] = p->rank[u] = p->file[u] = 0;
    p->contacted[u] = 0;
}

static uint64_t hidden_from(const struct st_table *t, int side)
{
    const struct skirmish_pos *p = pos_of(t);

    return p->unseen & p->active & plan_of(t)->of_side[1 - side];
}

bool skirmish_hides(const struct st_table *t, int side)
{
    return hidden_from(t, side) != 0;
}

void skirmish_observe(const struct st_table *t, int side, void *pos_out)
{
    struct skirmish_pos *out = pos_out;
    uint64_t hidden = hidden_from(t, side);

    memcpy(out, t->pos, sizeof *out);
    uint64_t *const sets[] = { &out->activated, &out->moved, &out->tried, &out->crouched,
                               &out->crouched_start, &out->contact_start, &out->contact_any,
                               &out->struck, &out->recoiled, &out->answered, &out->armed,
                               &out->group[0].members, &out->group[0].ordered };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        *sets[i] &= ~hidden;
    if (out->asked != NOBODY && has(hidden, out->asked))
        out->asked = NOBODY;
    while (hidden)
        blank_man(out, take_one(&hidden));
}

/* Orders to men nobody has seen are their own affair, unless the order shows them: who shoots,
 * moves or stands is seen (5.7.5). Declared shots are public (5.15.1). */
bool skirmish_secret(const struct st_table *t, const struct st_move *m, int side)
{
    uint64_t hidden = hidden_from(t, side);

    switch (m->verb) {
    case VERB_GROUP: /* whether there are unseen men in it would be told by keeping it secret */
    case VERB_FORM:  /* likewise; and it may come to nothing (7.33) */
        return hidden != 0;
    case VERB_CROUCH:
    case VERB_RELOAD:
        return has(hidden, m->arg[0]);
    default:
        return false;
    }
}

static bool free_spot(const struct st_table *t, int u, struct skirmish_stand s, uint64_t placed)
{
    for (uint64_t left = placed & ~bit(u); left;)
        if (skirmish_apart(plan_of(t), s, skirmish_where(t, take_one(&left)), 0) < 0)
            return false;
    return true;
}

/* Somewhere he could lie, not under the enemy's nose; else where the scenario first put him. */
static struct skirmish_stand hiding_place(const struct st_table *t, int u, uint64_t placed,
                                          struct st_source *dice)
{
    const struct skirmish_plan *f = plan_of(t);
    enum { TRIES = 24, SIDES = 16 };

    for (int i = 0; i < TRIES && f->nspots; i++) {
        struct st_point at = f->spot[(st_draw(dice, SIDES) * SIDES + st_draw(dice, SIDES)) % f->nspots];
        struct skirmish_stand s = { (int16_t)at.x, (int16_t)at.y, 0, 0 };
        bool near = false;

        for (uint64_t left = enemies_of(t, u) & placed; left && !near;)
            near = skirmish_apart(f, s, skirmish_where(t, take_one(&left)), SPOT) <= 0;
        if (!near && free_spot(t, u, s, placed))
            return s;
    }
    return (struct skirmish_stand){ f->man[u].x, f->man[u].y, 0, 0 };
}

void skirmish_guess(struct st_table *t, int side, struct st_source *dice)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);
    uint64_t hidden = p->unseen & p->active & f->of_side[1 - side], placed = p->active & ~hidden;

    while (hidden) {
        int u = take_one(&hidden);
        struct skirmish_stand s = hiding_place(t, u, placed, dice);

        p->x[u] = p->start_x[u] = s.x;
        p->y[u] = p->start_y[u] = s.y;
        p->facing[u] = p->start_facing[u] = f->man[u].facing;
        p->loaded[u] = (uint8_t)((1 << f->man[u].nfire) - 1);
        if (skirmish_can_crouch(f, s)) {
            p->crouched |= bit(u);
            p->crouched_start |= bit(u);
        }
        placed |= bit(u);
    }
}
