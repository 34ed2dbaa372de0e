/* member.c - see member.h. */
#include "core/member.h"

#include "base/error.h"

#include <string.h>

union number {
    bool b;
    uint8_t u8;
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int n;
    uint64_t u64;
};

static const size_t bytes[] = { [ST_BOOL] = sizeof(bool), [ST_U8] = 1,  [ST_I8] = 1,
                                [ST_U16] = 2,             [ST_I16] = 2, [ST_U32] = 4,
                                [ST_INT] = sizeof(int),   [ST_U64] = 8 };

static int64_t load(const char *at, int width)
{
    union number x;

    st_assert(width > ST_NOWHERE && width < ST_TEXT);
    memcpy(&x, at, bytes[width]);
    switch (width) {
    case ST_BOOL: return x.b;
    case ST_U8: return x.u8;
    case ST_I8: return x.i8;
    case ST_U16: return x.u16;
    case ST_I16: return x.i16;
    case ST_U32: return x.u32;
    case ST_INT: return x.n;
    default: return (int64_t)x.u64;
    }
}

static void store(char *at, int width, int64_t v)
{
    union number x;

    switch (width) {
    case ST_BOOL: x.b = v != 0; break;
    case ST_U8: x.u8 = (uint8_t)v; break;
    case ST_I8: x.i8 = (int8_t)v; break;
    case ST_U16: x.u16 = (uint16_t)v; break;
    case ST_I16: x.i16 = (int16_t)v; break;
    case ST_U32: x.u32 = (uint32_t)v; break;
    case ST_INT: x.n = (int)v; break;
    default: x.u64 = (uint64_t)v;
    }
    memcpy(at, &x, bytes[width]);
}

static size_t place(struct st_member m, int i)
{
    st_assert(i >= 0 || !(m.step || m.is_set));
    if (m.is_set && m.step) /* the word it is in */
        i /= 8 * m.step;
    return m.at + (m.step ? (size_t)m.step * (size_t)i : 0);
}

/* The bits of the member that are the number of piece i; 0: all of them. */
static uint64_t bits(struct st_member m, int i)
{
    if (m.is_set)
        return 1ull << (m.step ? i % (8 * m.step) : i);
    return m.flag;
}

int st_member_get(const void *of, struct st_member m, int i)
{
    int64_t v = load((const char *)of + place(m, i), m.width);
    uint64_t mask = bits(m, i);

    return mask ? (int)(((uint64_t)v & mask) >> __builtin_ctzll(mask)) : (int)v;
}

void st_member_put(void *of, struct st_member m, int i, int value)
{
    char *at = (char *)of + place(m, i);
    uint64_t mask = bits(m, i), others = mask ? (uint64_t)load(at, m.width) & ~mask : 0;

    if (mask)
        store(at, m.width, (int64_t)(others | ((uint64_t)value << __builtin_ctzll(mask) & mask)));
    else
        store(at, m.width, value);
    st_assert(st_member_get(of, m, i) == value);
}

void st_member_put_text(void *of, struct st_member m, int i, const char *text)
{
    st_assert(m.width == ST_TEXT);
    memcpy((char *)of + place(m, i), &text, sizeof text);
}
