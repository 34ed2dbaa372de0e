/* registry.c - the list of games; the only file that names them all. */
#include "core/game.h"

#include <string.h>

extern const struct st_game st_game_blank, st_game_guerre, st_game_honour, st_game_mons, st_game_shields,
    st_game_skirmish;

const struct st_game *const st_games[] = { &st_game_shields, &st_game_mons, &st_game_guerre,
                                           &st_game_skirmish, &st_game_honour, &st_game_blank };
const int st_ngames = sizeof st_games / sizeof st_games[0];

const struct st_game *st_game_find(const char *id)
{
    for (int i = 0; i < st_ngames; i++)
        if (strcmp(st_games[i]->id, id) == 0)
            return st_games[i];
    return NULL;
}
