/* mons_stand.c - who stands where, and who controls what: 3.5. */
#include "mons/mons.h"

struct mons_set mons_units_of(const struct st_table *t, int side)
{
    return set_both(pos_of(t)->present, plan_of(t)->of_side[side]);
}

struct mons_set mons_units_in(const struct st_table *t, int side, int hex)
{
    enum { BLOCK = 16 }; /* is one of so many there? That is quickly known of all of them */
    const int16_t *place = pos_of(t)->place, h = (int16_t)hex;
    struct mons_set among = mons_units_of(t, side), found = { { 0 } };

    for (int b = 0; b < MAX_UNITS; b += BLOCK) {
        uint64_t left = among.word[b / 64] >> b % 64 & ((1u << BLOCK) - 1);
        int16_t n = 0;

        if (!left)
            continue;
        for (int u = b; u < b + BLOCK; u++)
            n = (int16_t)(n + (place[u] == h));
        for (; n && left; left &= left - 1)
            if (place[b + __builtin_ctzll(left)] == h)
                set_add(&found, b + __builtin_ctzll(left));
    }
    return found;
}

struct st_hexset mons_held_by(const struct st_table *t, struct mons_set units)
{
    const struct mons_pos *p = pos_of(t);
    struct st_hexset s = { { 0 } };

    for (int w = 0; w < MAX_UNITS / 64; w++)
        for (uint64_t left = units.word[w]; left; left &= left - 1)
            st_hexset_add(&s, p->place[64 * w + __builtin_ctzll(left)]);
    return s;
}

void mons_take_control(struct st_table *t, int side, int hex)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);
    int number = f->objective_at[hex];

    if (number < 0 || (p->control >> number & 1) == (side == GE))
        return;
    p->control = (uint16_t)(p->control ^ 1 << number);
    st_tell(t, "3.5", "%s now controls %s %s", t->plan->side[side], f->hex_name[hex],
            t->plan->cell[hex].label);
}
