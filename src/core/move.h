/* move.h - a decision as numbers, and its notation.
 *
 * A verb has one form string, from which moves are both printed and parsed, so that no game has
 * a parser. The language of forms:
 *
 *   attack {unit} by {unit,} [leave]     words stand for themselves
 *   {unit}          one name of that list of the plan; {hex} a hex; {n} {mm} {sp}... a number
 *   {left|right}    one of these words
 *   {unit,} {hex-}  a list, its items separated by that sign; {unit,} may be empty: "-"
 *   {unit>hex }     a list of pairs; {unit sp,} pairs written "UA4 1,UA5 2"
 *   [leave]         a part that may be missing; a lone word is stored as 1 or 0,
 *   [at {hex}]      a part with arguments is stored as them, or as -1 for each of them
 *   {A|W mm [mm];}  the last slot of a tuple may be missing: it is then 0, and 0 is not written
 *   {unit|none}     a name of a list, or one of the words after it: -1, -2...
 *   {n;}end {unit}  a list of ';' with a word right behind it: each item is followed by the sign,
 *                   and an empty list is not written at all
 *   go {unit,} ^to {hex} what stands behind ^ comes last in the text and first among the
 *                   arguments: a list before it may be the last argument, and needs no length
 *
 * Arguments are stored in the order of the form. A list that is not the last argument has its
 * length before it. The number kinds are listed in move.c.
 */
#ifndef ST_CORE_MOVE_H
#define ST_CORE_MOVE_H

#include "base/text.h"

struct st_plan;
struct st_names;

enum { ST_ARGS_MAX = 30, ST_MOVE_TEXT = 1024 }; /* text: room for ST_ARGS_MAX longest names */

struct st_move { /* 64 bytes, no pointers; unused arguments are 0 */
    uint16_t verb, nargs;
    int16_t arg[ST_ARGS_MAX];
};

struct st_verb {
    const char *form;
    const char *odds; /* fields worth showing after it, for the pieces it names: "steps hex" */
    bool closes;      /* ends a phase: said by habit after one that ended by itself, it is not meant
                       * for the next (st_session_move) */
    bool yields;      /* gives the game up: no order of the day, never advised; front ends keep it apart */
    bool opens;       /* says who acts; what they do is asked next, so a front end may ask both at once */
};

struct st_move st_move_make(int verb, int nargs, ...);
/* The same for the shapes that offers and samplers make by the million. */
static inline struct st_move st_move_0(int verb)
{
    return (struct st_move){ .verb = (uint16_t)verb };
}
static inline struct st_move st_move_1(int verb, int a)
{
    return (struct st_move){ .verb = (uint16_t)verb, .nargs = 1, .arg = { (int16_t)a } };
}
static inline struct st_move st_move_2(int verb, int a, int b)
{
    return (struct st_move){ .verb = (uint16_t)verb, .nargs = 2,
                             .arg = { (int16_t)a, (int16_t)b } };
}
static inline struct st_move st_move_3(int verb, int a, int b, int c)
{
    return (struct st_move){ .verb = (uint16_t)verb, .nargs = 3,
                             .arg = { (int16_t)a, (int16_t)b, (int16_t)c } };
}
bool st_move_equal(const struct st_move *a, const struct st_move *b);
void st_move_print(const struct st_plan *p, const struct st_move *m, char *out, size_t size);
/* A refusal with an empty paragraph says what was not understood, and what is near it. */
enum st_answer st_move_parse(struct st_move *out, const struct st_plan *p, const char *text,
                             struct st_refusal *why);
/* For whoever makes a plan: room for its forms, which are read when the first move is. */
int st_forms_room(struct st_plan *p, struct st_error *err);
/* The first move of "move; move; ...", cut off the front of text with the blanks and signs around
 * it. A move may have semicolons of its own, between the items of a list: of the parts that can be
 * read as one move the longest is meant. Words, unless NULL, receives it as written. */
enum st_answer st_move_cut(struct st_move *out, const struct st_plan *p, struct st_span *text,
                           char words[ST_MOVE_TEXT], struct st_refusal *why);
/* Is every argument something its form can mean? Games may rely on it in check. */
enum st_answer st_move_sound(const struct st_plan *p, const struct st_move *m,
                             struct st_refusal *why);
/* The pieces (arguments of the plan's list kind) a move names; how many were written to out. */
int st_move_names(const struct st_plan *p, const struct st_move *m, const char *kind, int *out,
                  int max);
/* What each argument is: its slot in the form ("unit", "hex", "mm", "left|right"; empty: the length
 * of a list or a lone word) and, where it is a name, the list it is in. How many there are. */
struct st_arg {
    struct st_span slot;
    const struct st_names *list;
    bool number;
    char sep; /* of the list it is in; 0: in none */
};
int st_move_args(const struct st_plan *p, const struct st_move *m, struct st_arg out[ST_ARGS_MAX]);

/* A form in pieces, in the order of the text, for whoever fills one in: front ends read no forms. */
enum { ST_PARTS_MAX = 24 };
struct st_part {
    struct st_span text; /* words that stand for themselves; of a slot: those that lead to it */
    struct st_span slot; /* what stands in it, "unit", "left|right", "A|W mm [mm]"; empty: no slot */
    char sep;            /* a list: the sign between its items; else 0 */
    bool optional;       /* it may be left out, with the words that lead to it */
};
int st_form_parts(const char *form, struct st_part out[ST_PARTS_MAX]);

#endif
