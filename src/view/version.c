/* version.c - which library this is, for programs that were compiled elsewhere: see sandtable.h. */
#include <sandtable.h>

#include <stddef.h>

#define TEXT(number) #number
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
#define VERSION DOTTED(SANDTABLE_MAJOR, SANDTABLE_MINOR, SANDTABLE_PATCH)

const char *sandtable_version(void)
{
    return VERSION;
}

const char *sandtable_mismatch(int major, int minor)
{
    if (major != SANDTABLE_MAJOR)
        return "libsandtable " VERSION " is there, and this program was written for one that it cannot stand in for";
    if (minor > SANDTABLE_MINOR)
        return "libsandtable " VERSION " is there, and this program needs a newer one";
    return NULL;
}
