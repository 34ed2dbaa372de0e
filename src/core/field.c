/* field.c - see field.h. */
#include "core/field.h"

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
