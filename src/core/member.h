/* member.h - a place in a struct, so that a row of a table can say where its number lives.
 *
 * Plans, positions and the terms of a question are plain structs. A row (a field, a column of a
 * chart, a key of a scenario, an input of a question) names a member once; width, sign and the step
 * from one piece to the next follow from its type.
 */
#ifndef ST_CORE_MEMBER_H
#define ST_CORE_MEMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A table and how many rows it has, as two arguments or two members. */
#define ST_COUNT(rows) ((int)(sizeof(rows) / sizeof((rows)[0])))
#define ST_ROWS(rows) (rows), ST_COUNT(rows)

enum st_width { ST_NOWHERE, ST_BOOL, ST_U8, ST_I8, ST_U16, ST_I16, ST_U32, ST_INT, ST_U64, ST_TEXT, ST_STRETCH };

struct st_member {
    uint32_t at;   /* from the beginning of the struct */
    uint16_t step; /* to the next piece's; 0: there is only one */
    uint8_t width; /* enum st_width; ST_NOWHERE: no member */
    bool is_set;   /* a set of pieces: bit i is the number; with a step: of words of so many bytes */
    uint32_t flag; /* not 0: of the member only this flag, or the number in these bits */
};

#define ST_WIDTH(x)                                                                                \
    _Generic((x), bool: ST_BOOL, uint8_t: ST_U8, int8_t: ST_I8, uint16_t: ST_U16, int16_t: ST_I16, \
             uint32_t: ST_U32, int: ST_INT, uint64_t: ST_U64, const char *: ST_TEXT)
/* One number of type; one for each piece in an array; a bit for each; a bit for each in an array of
 * words; a member of each struct of an array; a flag in one, in each of an array, in a member of each
 * struct of an array. */
#define ST_ONE(type, m) { offsetof(type, m), 0, ST_WIDTH(((type *)0)->m), false, 0 }
#define ST_EACH(type, m) \
    { offsetof(type, m), sizeof((type *)0)->m[0], ST_WIDTH(((type *)0)->m[0]), false, 0 }
#define ST_BIT(type, m) { offsetof(type, m), 0, ST_WIDTH(((type *)0)->m), true, 0 }
#define ST_BITS(type, m) \
    { offsetof(type, m), sizeof((type *)0)->m[0], ST_WIDTH(((type *)0)->m[0]), true, 0 }
#define ST_IN(type, a, m) \
    { offsetof(type, a[0].m), sizeof((type *)0)->a[0], ST_WIDTH(((type *)0)->a[0].m), false, 0 }
/* Column k of a matrix: one for each piece, a[piece][k]. */
#define ST_ACROSS(type, a, k) \
    { offsetof(type, a[0][k]), sizeof((type *)0)->a[0], ST_WIDTH(((type *)0)->a[0][0]), false, 0 }
#define ST_FLAG(type, m, flag) { offsetof(type, m), 0, ST_WIDTH(((type *)0)->m), false, flag }
#define ST_FLAG_EACH(type, m, flag) \
    { offsetof(type, m), sizeof((type *)0)->m[0], ST_WIDTH(((type *)0)->m[0]), false, flag }
#define ST_FLAG_IN(type, a, m, flag) \
    { offsetof(type, a[0].m), sizeof((type *)0)->a[0], ST_WIDTH(((type *)0)->a[0].m), false, flag }

/* No number but bytes, for a row that says what something hangs on: m in every struct of an array. */
#define ST_EVERY(type, a, m)                                                     \
    { offsetof(type, a[0].m), sizeof((type *)0)->a[0], ST_STRETCH, false,        \
      sizeof((type *)0)->a / sizeof((type *)0)->a[0] << 16 | sizeof((type *)0)->a[0].m }

/* The number of piece i; where there is only one, i does not matter. */
int st_member_get(const void *of, struct st_member m, int i);
/* The value must fit: whoever calls has looked at its limits. */
void st_member_put(void *of, struct st_member m, int i, int value);
/* For ST_TEXT: the text itself is not copied. */
void st_member_put_text(void *of, struct st_member m, int i, const char *text);

#endif
