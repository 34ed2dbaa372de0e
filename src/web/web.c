/* web.c - what the WebAssembly module has beside the public interface, and what it does without.
 *
 * The module holds the rules but not their texts: a page brings those of a game when it is picked
 * (sandtable_file), and the rule book when somebody reads it. So nobody waits for the maps of games
 * he does not play.
 *
 * A failed st_assert ends a program with words on standard error. A module in a page has neither:
 * the linker puts the function below in its place (--wrap), the words are kept and the module
 * traps. After that the page reads them with sandtable_bug and begins with a new instance. Since
 * this was all that was ever printed, nothing of a system is imported.
 */
#include "base/error.h"
#include "core/files.h"
#include "web/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct st_embedded st_embedded[1] = { { "", "", 0 } };
const int st_nembedded = 0;

_Noreturn void __wrap_st_bug(const char *file, int line, const char *what);
const char *sandtable_bug(void);

static char bug[320]; /* the one thing that changes: nothing runs after it */

_Noreturn void __wrap_st_bug(const char *file, int line, const char *what)
{
    snprintf(bug, sizeof bug, "bug at %s:%d: %s does not hold", file, line, what);
    __builtin_trap();
}

/* The words of the bug that stopped the module; empty: it was something else. */
const char *sandtable_bug(void)
{
    return bug;
}

/* ---- memory -------------------------------------------------------------------------------- */

static void *more_pages(size_t bytes)
{
    enum { PAGE = 1 << 16 };
    size_t before = __builtin_wasm_memory_grow(0, bytes / PAGE);

    return before == SIZE_MAX ? NULL : (void *)(before * PAGE);
}

static struct st_heap heap = { .more = more_pages };

void *malloc(size_t bytes)
{
    return st_heap_take(&heap, bytes);
}

void free(void *at)
{
    st_heap_give(&heap, at);
}

void *realloc(void *at, size_t bytes)
{
    return st_heap_resize(&heap, at, bytes);
}

void *calloc(size_t n, size_t bytes)
{
    void *at = bytes && n > SIZE_MAX / bytes ? NULL : st_heap_take(&heap, n * bytes);

    return at ? memset(at, 0, n * bytes) : NULL;
}

/* ---- what printing would bring along ----------------------------------------------------- */

/* printf has words for errors of a system (%m), and for numbers it was built without (%Lf), which it says on
 * standard error. Nobody asks it for either: without the three it leans on there it comes alone. */
extern char __stderr_FILE[];
char __stderr_FILE[1];
FILE *const stderr = (FILE *)__stderr_FILE;

char *strerror(int number)
{
    (void)number;
    __builtin_trap();
}

int fputs(const char *restrict text, FILE *restrict to)
{
    (void)text, (void)to;
    __builtin_trap();
}
