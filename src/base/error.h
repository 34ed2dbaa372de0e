/* error.h - the three ways of saying no: errors, refusals, and stopping at a bug.
 *
 * An error is the world failing (file, memory, damaged text); a refusal is a player's move
 * against the rules; a failed st_assert is our own mistake and ends the program, because an
 * umpire with a corrupt position is worse than none.
 */
#ifndef ST_BASE_ERROR_H
#define ST_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a parameter that the form of a callback brings along and this one has no use for. */
#define ST_IDLE __attribute__((unused))

enum {
    ST_OK = 0,
    ST_ENOMEM = -1,  /* memory ran out */
    ST_EIO = -2,     /* the system refused to read or write */
    ST_ESYNTAX = -3, /* text that does not say what it should */
    ST_ELIMIT = -4,  /* larger than we are built for */
    ST_EVERIFY = -5, /* a record that is not sound */
    ST_EUSAGE = -6   /* no such game, chart, key... */
};

struct st_error {
    int code, line; /* line 0: the whole of it */
    char where[128], text[320];
};

/* Fill err (which may be NULL) and return code, so that failing is one statement. */
__attribute__((format(printf, 5, 6))) int st_fail(struct st_error *err, int code,
                                                  const char *where, int line, const char *fmt,
                                                  ...);

/* The word for a code in documents: "memory", "system", "syntax", "limit", "unsound", "usage". */
const char *st_error_kind(int code);
/* "where:line: text", or as much of it as there is. */
void st_error_print(const struct st_error *err, char *out, size_t size);

enum st_answer { ST_LEGAL = 0, ST_REFUSED = 1 };

struct st_refusal {
    const char *para; /* "" when the words themselves were not understood */
    char text[240];
    const char *by;   /* what stands in the way: the name of a piece or a place in the plan; or NULL */
};

/* Always ST_REFUSED; why may be NULL, then nothing is formatted, and names in the sentence are not even
 * looked up. */
#define st_refuse(why, ...) (st_heard(why) ? (st_refuse)((why), __VA_ARGS__) : ST_REFUSED)
__attribute__((format(printf, 3, 4))) enum st_answer(st_refuse)(struct st_refusal *why, const char *para,
                                                                const char *fmt, ...);
static inline bool st_heard(const struct st_refusal *why)
{
    return why != NULL;
}

/* The same, for what stands in the way. */
#define st_refuse_by(why, name, ...) (st_refuse(why, __VA_ARGS__), st_blame(why, name))
static inline enum st_answer st_blame(struct st_refusal *why, const char *name)
{
    if (why)
        why->by = name;
    return ST_REFUSED;
}

_Noreturn void st_bug(const char *file, int line, const char *what);
#ifdef __wasm__ /* file and line say as much, and a page waits for every byte */
#define st_assert(true_thing) \
    ((true_thing) ? (void)0 : st_bug(__FILE__, __LINE__, "what stands there"))
#else
#define st_assert(true_thing) \
    ((true_thing) ? (void)0 : st_bug(__FILE__, __LINE__, #true_thing))
#endif

/* For a program that serves many: where a thread goes on after a bug, other than to the end. */
struct st_net {
    /* Must not return (it jumps). Whatever was being worked at is given up, and not even freed: of
     * its state nothing is known. */
    void (*caught)(struct st_net *self);
};
void st_net_spread(struct st_net *net); /* under this thread, until it is called with NULL */

#endif
