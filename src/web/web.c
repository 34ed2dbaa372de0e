/* web.c - what the WebAssembly module has beside the public interface.
 *
 * A failed st_assert ends a program with words on standard error. A module in a page has neither:
 * the linker puts the function below in its place (--wrap), the words are kept and the module traps.
 * After that the page reads them with sandtable_bug and begins with a new instance. Since this was
 * all that was ever printed, nothing of a system is imported.
 */
#include "base/error.h"

#include <stdio.h>

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
