/* field.c - reading and setting the fields of a game (game.h). */
#include "core/game.h"

int st_field_get(const struct st_table *t, const struct st_field *f, int piece)
{
    if (f->alone)
        piece = f->alone - 1;
    if (f->when.width && !st_member_get(f->fixed.width ? t->plan->data : t->pos, f->when, piece))
        return f->or_0 ? 0 : -1;
    if (st_field_worked_out(f))
        return f->get ? f->get(t, piece) : f->whole(t);
    if (f->fixed.width)
        return st_member_get(t->plan->data, f->fixed, piece);
    int v = st_member_get(t->pos, f->in, piece);
    return f->nobody && v == f->nobody ? -1 : v - f->from;
}

bool st_field_settable(const struct st_field *f)
{
    return f->set || f->para;
}

enum st_answer st_field_set(struct st_table *t, const struct st_field *f, int piece, int value,
                            struct st_refusal *why)
{
    if (value == st_field_get(t, f, piece))
        return ST_LEGAL;
    if (f->set)
        return f->set(t, piece, value, why);
    st_assert(f->para);
    if (f->may && f->may(t, piece, value, why))
        return ST_REFUSED;
    int hi = f->most.width ? st_member_get(t->plan->data, f->most, piece) : f->hi, per = f->per ? f->per : 1;
    if (value < f->lo || value > hi)
        return f->lo == 0 && hi == 1
                   ? st_refuse(why, f->para, "%s must be 0 or 1", f->name)
                   : st_refuse(why, f->para, "%s must be from %d to %d", f->name, f->lo / per, hi / per);
    st_member_put(t->pos, f->in, piece, f->nobody && value == -1 ? f->nobody : value + f->from);
    if (f->then)
        f->then(t, piece);
    return ST_LEGAL;
}
