/* scene.c - see scene.h. */
#include "core/scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add_word(char *states, size_t size, bool holds, const char *word)
{
    size_t n = strlen(states);

    if (holds && n + strlen(word) + 2 < size)
        st_text_add(states, size, "%s%s", n ? " " : "", word);
}

void st_scene_state(struct st_scene_piece *x, bool holds, const char *word)
{
    add_word(x->states, sizeof x->states, holds, word);
}

void st_section_state(struct st_scene_section *x, bool holds, const char *word)
{
    add_word(x->states, sizeof x->states, holds, word);
}

struct st_scene_section *st_scene_section(struct st_scene *s, int side, const char *name)
{
    struct st_scene_section *x = &s->section[s->nsections < ST_SCENE_SECTIONS ? s->nsections++ : ST_SCENE_SECTIONS - 1];

    *x = (struct st_scene_section){ .name = name, .side = (uint8_t)side };
    return x;
}

void st_scene_chits(struct st_scene *s, const char *name, int n, int left)
{
    if (n && s->nchits < ST_SCENE_CHITS)
        s->chit[s->nchits++] = (struct st_scene_chit){ name, (uint8_t)(s->nsections - 1), (uint8_t)n, (uint8_t)left };
}

void st_scene_note(struct st_scene *s, const char *fmt, ...)
{
    va_list ap;

    if (s->nnotes == ST_SCENE_NOTES)
        return;
    va_start(ap, fmt);
    vsnprintf(s->note[s->nnotes++], sizeof s->note[0], fmt, ap);
    va_end(ap);
}

void st_scene_box(struct st_scene *s, enum st_shape_kind kind, const struct st_box *box,
                  const char *look, const char *label, int side, int piece)
{
    if (s->nshapes == ST_SCENE_SHAPES)
        return;
    struct st_scene_shape *x = &s->shape[s->nshapes++];
    bool line = box->front == box->back;

    *x = (struct st_scene_shape){ .kind = (uint8_t)(line ? ST_SHAPE_LINE : kind),
                                  .side = (uint8_t)side, .piece = (int16_t)piece,
                                  .n = line ? 2 : 4 };
    snprintf(x->look, sizeof x->look, "%s", look);
    snprintf(x->label, sizeof x->label, "%s", label);
    st_box_corners(x->point, box);
}

const struct st_scene_piece *st_scene_find(const struct st_scene *s, int piece)
{
    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].piece == piece)
            return &s->piece[i];
    return NULL;
}

void st_way_add(struct st_way *w, int hex, int spent)
{
    if (w->n == ST_ARGS_MAX)
        return;
    w->hex[w->n] = (int16_t)hex;
    w->spent[w->n++] = (int16_t)spent;
}
