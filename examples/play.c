/* play.c - the shortest program that plays a game to its end: two computers at one table.
 *
 *     cc play.c $(pkg-config --cflags --libs sandtable) -o play && ./play shields/malfosse
 */
#include <sandtable.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct sandtable *table = sandtable_new();
    const char *said = sandtable_open(table, argc > 1 ? argv[1] : "shields/malfosse", "dice seed:1066");

    while (!strstr(said, "\"error\"") && !strstr(sandtable_state(table, SANDTABLE_UMPIRE, -1), "\"kind\":\"over\"")) {
        said = sandtable_decide(table, "greedy", 1);
        if (!strstr(said, "\"error\""))
            said = sandtable_roll(table);
    }
    puts(strstr(said, "\"error\"") ? said : sandtable_record(table));
    sandtable_free(table);
    return 0;
}
