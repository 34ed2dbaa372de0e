/* odds.c - what an attack will do, from the very rules that play: the answer is a document of JSON.
 *
 *     cc odds.c $(pkg-config --cflags --libs sandtable) -o odds && ./odds
 */
#include <sandtable.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *mismatch = SANDTABLE_MISMATCH();
    struct sandtable *umpire;

    if (mismatch) { /* this program was compiled for a newer library than it found */
        fprintf(stderr, "odds: %s\n", mismatch);
        return 1;
    }
    umpire = sandtable_new();
    puts(sandtable_ask(umpire, "shields", "combat", "type=HH\nclass=A\ntarget=L\nwall=yes"));
    sandtable_free(umpire);
    return 0;
}
