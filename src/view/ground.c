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

#define OFF_HEXES { 0, 0 }
#define OFF_PLANE { -1, 0 }
#define CROWNS { "k-crowns-ink", 1, 1.5 }, { "k-crowns", 0, 0 }, { "k-crowns-lit", -1.4, -1.8 }
const struct ground_look ground_looks[] = {
    { "heath", { 1, 3 }, { 40, 2 }, { { "k-heath", 0, 0 } } },
    { "field", { 1, 1 }, { 6, 0.6 }, { { "k-field", 0, 0 }, { "k-field-edge", 0, 0 } } },
    { "vineyard", { 1, 1 }, { 4, 0.4 }, { { "k-vineyard", 0, 0 }, { "k-field-edge", 0, 0 } } },
    { "orchard", { 1, 2 }, { 8, 1 }, { { "k-orchard", 0, 0 }, { "k-orchard-edge", 0, 0 } } },
    { "bushes", { 1, 2 }, { 8, 1 }, { { "k-orchard", 0, 0 }, { "k-orchard-edge", 0, 0 } } },
    { "rough", { 1, 3 }, OFF_PLANE, { { "k-rough", 0, 0 } } },
    { "rough", OFF_HEXES, { 30, 2 }, { { "k-rough", 0, 0 }, { "k-rocks-edge", 0, 0 } } },
    { "rocks", { 1, 3 }, { 20, 2 }, { { "k-rocks", 0, 0 }, { "k-rocks-edge", 0, 0 } } },
    { "sand", { 1, 3 }, OFF_PLANE, { { "k-flats", 0, 0 } } },
    { "dry", { 1, 3 }, { 20, 2 }, { { "k-flats", 0, 0 }, { "k-dry-edge", 0, 0 } } },
    { "flats", { 1, 3 }, OFF_PLANE, { { "k-flats", 0, 0 }, { "k-shore", 0, 0 } } },
    { "flats", OFF_HEXES, { 20, 2 }, { { "k-bank", 0, 0 }, { "k-flats", 0, 0 }, { "k-shore", 0, 0 } } },
    { "marsh", { 1, 3 }, { 30, 2 }, { { "k-marsh", 0, 0 } } },
    { "swamp", { 1, 3 }, OFF_PLANE, { { "k-swamp", 0, 0 } } },
    { "woods", { 2, 3 }, { 40, 2 }, { { "k-woods", 0, 0 }, CROWNS } },
    { "forest", { 1, 3 }, OFF_PLANE, { { "k-woods", 0, 0 }, CROWNS } },
    { "fortress", { 2, 0 }, OFF_PLANE, { { "k-town", 0, 0 }, { "k-bastions", 0, 0 }, { "k-rampart-ink", 0, 0 },
                                         { "k-rampart", 0, 0 }, { "k-town-over", 0, 0 } } },
    { "meadow", OFF_HEXES, { 40, 2 }, { { "k-meadow", 0, 0 } } },
    { "ford", OFF_HEXES, { 8, 2 }, { { "k-bank", 0, 0 }, { "k-ford", 0, 0 }, { "k-water-edge", 0, 0 } } },
    { "road", OFF_HEXES, { 3, 0.6 }, { { "k-road-area", 0, 0 } } },
    { "clear", OFF_HEXES, { 0, 0 }, { { NULL, 0, 0 } } },
};
const int ground_nlooks = sizeof ground_looks / sizeof ground_looks[0];

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
