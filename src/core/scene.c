/* scene.c - see scene.h. */
#include "core/scene.h"

#include <stdarg.h>
#include <stdio.h>

void st_scene_note(struct st_scene *s, const char *fmt, ...)
{
    va_list ap;

    if (s->nnotes == ST_SCENE_NOTES)
        return;
    va_start(ap, fmt);
    vsnprintf(s->note[s->nnotes++], sizeof s->note[0], fmt, ap);
    va_end(ap);
}
