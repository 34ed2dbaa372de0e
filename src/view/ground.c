/* ground.c - what grounds of both kinds are drawn with. See ground.h. */
#include "view/ground.h"

#include "core/game.h"

#include <string.h>

_Static_assert((int)ST_SCENERY_POINTS == (int)ST_SHAPE_POINTS, "scenery is drawn as a shape");

void ground_layers(struct st_buf *out, const struct st_buf *d, const struct layer *layer, int *paths)
{
    if (!d->len)
        return;
    st_buf_add(out, "<defs><path id=\"kp%d\" d=\"%s\"/></defs>", ++*paths, st_buf_text(d));
    for (int i = 0; i < GROUND_LAYERS && layer[i].class; i++) {
        st_buf_add(out, "<use href=\"#kp%d\" class=\"%s\"", *paths, layer[i].class);
        if (layer[i].dx != 0 || layer[i].dy != 0) {
            put_pair(out, " transform=\"translate(", layer[i].dx, layer[i].dy);
            st_buf_add(out, ")\"");
        }
        st_buf_add(out, "/>");
    }
    st_buf_add(out, "\n");
    out->failed |= d->failed;
}

void ground_use(struct st_buf *out, const char *symbol, double x, double y, double scale, int turn)
{
    st_buf_add(out, "<use href=\"#k-%s\" transform=\"translate(", symbol);
    put_number(out, x);
    put_number(out, y);
    st_buf_add(out, ")");
    if (turn)
        st_buf_add(out, " rotate(%d)", turn);
    if (scale < 0.999 || scale > 1.001)
        st_buf_add(out, " scale(%.2f)", scale);
    st_buf_add(out, "\"/>");
}

const char *ground_manner(const struct st_plan *p)
{
    return p->game->manner ? p->game->manner : p->grid.cols ? "staff" : "table";
}

static void box(struct st_buf *out, const struct extent *e, double by, const char *class)
{
    st_buf_add(out, "<path class=\"%s\" d=\"", class);
    put_pair(out, "M", e->left - by, e->top - by);
    st_buf_add(out, "H");
    put_number(out, e->right + by);
    st_buf_add(out, "V");
    put_number(out, e->bottom + by);
    st_buf_add(out, "H");
    put_number(out, e->left - by);
    st_buf_add(out, "Z\"/>");
}

void ground_frame(struct st_buf *out, const struct extent *inner)
{
    box(out, inner, (double)GROUND_FRAME, "k-paper");
    box(out, inner, 0, "k-neat");
    box(out, inner, (double)GROUND_FRAME - 4, "k-neat-wide");
    box(out, inner, (double)GROUND_FRAME, "k-neat-thin");
    st_buf_add(out, "\n");
}

struct st_scene_shape ground_scenery(const struct st_scenery *from)
{
    struct st_scene_shape x = { .kind = ST_SHAPE_GROUND, .piece = -1, .n = from->n };

    memcpy(x.look, from->look, sizeof x.look);
    memcpy(x.label, from->label, sizeof x.label);
    memcpy(x.point, from->at, sizeof x.point);
    return x;
}
