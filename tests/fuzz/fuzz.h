/* fuzz.h - what the fuzzers share: one program for each thing that reads text.
 *
 * A fuzzer does with its input what a user's file would have done to it, and holds the laws that
 * must be true of whatever was accepted. Breaking one ends the program, as a crash does.
 */
#ifndef ST_TESTS_FUZZ_H
#define ST_TESTS_FUZZ_H

#include "base/text.h"
#include "core/game.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define law(holds) ((holds) ? (void)0 : broken(#holds, __LINE__))

_Noreturn static inline void broken(const char *what, int line)
{
    fprintf(stderr, "law broken at line %d: %s\n", line, what);
    abort();
}

/* The input as a C string; free() it. A NUL in the middle ends it for those who read C strings. */
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    law(text != NULL);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* An error must say what is wrong. */
static inline void told(int code, const struct st_error *err)
{
    law(code < 0 && err->code == code && err->text[0]);
    law(memchr(err->text, 0, sizeof err->text) && memchr(err->where, 0, sizeof err->where));
}

#endif
