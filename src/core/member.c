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

#define TAKEN(m) (memcpy(&x.m, at, sizeof x.m), x.m)
#define GIVEN(m, v) (x.m = (v), (void)memcpy(at, &x.m, sizeof x.m))

static int64_t load(const char *at, int width)
{
    union number x;

    st_assert(width > ST_NOWHERE && width < ST_TEXT);
    switch (width) {
    case ST_BOOL: return TAKEN(b);
    case ST_U8: return TAKEN(u8);
    case ST_I8: return TAKEN(i8);
    case ST_U16: return TAKEN(u16);
    case ST_I16: return TAKEN(i16);
    case ST_U32: return TAKEN(u32);
    case ST_INT: return TAKEN(n);
    default: return (int64_t)TAKEN(u64);
    }
}

static void store(char *at, int width, int64_t v)
{
    union number x;

    switch (width) {
    case ST_BOOL: GIVEN(b, v != 0); break;
    case ST_U8: GIVEN(u8, (uint8_t)v); break;
    case ST_I8: GIVEN(i8, (int8_t)v); break;
    case ST_U16: GIVEN(u16, (uint16_t)v); break;
    case ST_I16: GIVEN(i16, (int16_t)v); break;
    case ST_U32: GIVEN(u32, (uint32_t)v); break;
    case ST_INT: GIVEN(n, (int)v); break;
    default: GIVEN(u64, (uint64_t)v);
    }
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
