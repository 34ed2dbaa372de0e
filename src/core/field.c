/* field.c - see field.h. */
#include "core/field.h"

#include "core/game.h"

enum st_answer st_field_put(uint8_t *to, int value, int lo, int hi, const char *para,
                            const char *name, struct st_refusal *why)
{
    st_assert(lo >= 0 && hi <= UINT8_MAX);
    if (value < lo || value > hi)
        return st_refuse(why, para, "%s is %d to %d", name, lo, hi);
    *to = (uint8_t)value;
    return ST_LEGAL;
}

enum st_answer st_field_put_bit(uint64_t *set, int i, int value, const char *para, const char *name,
                                struct st_refusal *why)
{
    if (value != 0 && value != 1)
        return st_refuse(why, para, "%s is 0 or 1", name);
    set += i / 64;
    *set = (*set & ~(1ull << i % 64)) | (uint64_t)value << i % 64;
    return ST_LEGAL;
}

enum st_answer st_field_put_steps(uint8_t *to, int value, int full, const char *para,
                                  const char *piece, struct st_refusal *why)
{
    if (value < 1 || value > full || *to == 0)
        return st_refuse(why, para, "%s has 1 to %d steps while it lives", piece, full);
    *to = (uint8_t)value;
    return ST_LEGAL;
}

int st_field_get(const struct st_table *t, const struct st_field *f, int piece)
{
    if (f->get)
        return f->get(t, piece);
    int v = st_member_get(t->pos, f->in, piece);
    return f->nobody && v == f->nobody ? -1 : v;
}

bool st_field_settable(const struct st_field *f)
{
    return f->set || f->para;
}

enum st_answer st_field_set(struct st_table *t, const struct st_field *f, int piece, int value,
                            struct st_refusal *why)
{
    if (f->set)
        return f->set(t, piece, value, why);
    st_assert(f->para);
    if (f->may && f->may(t, piece, value, why))
        return ST_REFUSED;
    int hi = f->most.width ? st_member_get(t->plan->data, f->most, piece) : f->hi;
    if (value < f->lo || value > hi)
        return f->lo == 0 && hi == 1
                   ? st_refuse(why, f->para, "%s must be 0 or 1", f->name)
                   : st_refuse(why, f->para, "%s must be from %d to %d", f->name, f->lo, hi);
    st_member_put(t->pos, f->in, piece, f->nobody && value == -1 ? f->nobody : value);
    return ST_LEGAL;
}
