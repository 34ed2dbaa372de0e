/* ground_plane.c - a bare table with what lies on it, in millimetres. See ground.h. */
#include "view/ground.h"

#include "base/hash.h"

#include "core/game.h"
#include "view/svg.h"

#include <math.h>
#include <string.h>

struct drawing {
    struct st_buf *out;
    const struct st_plan *p;
    const struct st_scene *s;
    double wide, tall;
    int paths;
    double soft; /* corners of natural ground are rounded so much at least */
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static struct spot mm(const struct st_plan *p, struct st_point at)
{
    return (struct spot){ (double)at.x / (double)ST_MM, (double)(p->table.y - at.y) / (double)ST_MM };
}

static struct spot towards(struct spot a, struct spot b, double part)
{
    return (struct spot){ a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part };
}

static double least_of(double a, double b)
{
    return a < b ? a : b;
}

static struct curve corners_of(const struct drawing *g, const struct st_scene_shape *x)
{
    struct curve c = { .closed = true };

    for (int i = 0; i < x->n; i++) {
        struct spot s = mm(g->p, x->point[i]);

        curve_add(&c, s.x, s.y);
    }
    return c;
}

static struct spot middle_of(const struct curve *c)
{
    struct spot sum = { 0, 0 };

    for (int i = 0; i < c->n; i++)
        sum.x += c->at[i].x / c->n, sum.y += c->at[i].y / c->n;
    return sum;
}

/* What runs to the edge of the table runs on beyond it. */
static struct spot beyond(const struct drawing *g, struct spot at)
{
    const double edge = 0.5, far = 40;

    at.x += at.x <= edge ? -far : at.x >= g->wide - edge ? far : 0;
    at.y += at.y <= edge ? -far : at.y >= g->tall - edge ? far : 0;
    return at;
}

/* The outline of natural ground: corners rounded, sides a little uneven. */
static struct curve natural(const struct drawing *g, const struct st_scene_shape *x, double scale,
                            double round, double wobble)
{
    const double every = 34;
    struct curve corners = corners_of(g, x), c = { .closed = true };
    struct spot middle = middle_of(&corners);

    round = round > g->soft ? round : g->soft;
    for (int i = 0; i < corners.n; i++) {
        struct spot a = beyond(g, corners.at[i]), b = beyond(g, corners.at[(i + 1) % corners.n]);

        a = towards(middle, a, scale), b = towards(middle, b, scale);
        double length = spots_apart(a, b), cut = length > 0 ? least_of(0.32, round / length) : 0;
        int parts = 1 + (int)(length * (1 - 2 * cut) / every);
        for (int k = 0; k <= parts && length > 0; k++) {
            struct spot s = towards(a, b, cut + (1 - 2 * cut) * k / parts);

            curve_add(&c, s.x, s.y);
        }
    }
    c.failed |= corners.failed;
    curve_free(&corners);
    curve_wobble(&c, wobble, (unsigned)x->point[0].x + (unsigned)x->point[0].y);
    return c;
}

static void draw(struct drawing *g, const struct curve *c, double pull, const struct layer *layer)
{
    struct st_buf d = { 0 };

    curve_put(&d, c, pull);
    ground_layers(g->out, &d, layer, &g->paths);
    st_buf_free(&d);
}

static void draw_straight(struct drawing *g, const struct curve *c, const struct layer *layer)
{
    struct st_buf d = { 0 };

    curve_put_straight(&d, c);
    ground_layers(g->out, &d, layer, &g->paths);
    st_buf_free(&d);
}

/* ---- areas --------------------------------------------------------------------------------- */

static const struct ground_look *look_of(const char *word)
{
    for (int i = 0; i < ground_nlooks; i++)
        if (ground_looks[i].plane.round >= 0 && is(ground_looks[i].word, word))
            return &ground_looks[i];
    return NULL;
}

/* Rings with strokes downhill. */
static void draw_hill(struct drawing *g, const struct st_scene_shape *x, bool steep)
{
    static const struct layer under[GROUND_LAYERS] = { { "k-shade", 5, 6 }, { "k-slope", 0, 0 },
                                                       { "k-shade-near", 2, 2.5 },
                                                       { "k-height", 0, 0 } };
    static const double part[] = { 1.06, 0.74, 0.42 };

    for (int i = 0; i < (steep ? 2 : 3); i++) {
        struct curve c = natural(g, x, part[i], 46, 2 * part[i]);
        const struct hachures strokes = { (steep ? 13 : 9) - 1.5 * i, steep ? 2.4 : 3.4,
                                          (unsigned)i, NULL };
        struct st_buf wedges = { 0 };

        curve_smooth(&c, 1);
        curve_hachures(&wedges, &c, &strokes);
        st_buf_add(g->out, "<g class=\"k-plane k-h%d\">", i + 1 + (steep && i < 2));
        draw(g, &c, 6, under);
        st_buf_add(g->out, "<path class=\"k-hachures\" d=\"%s\"/></g>\n", st_buf_text(&wedges));
        g->out->failed |= wedges.failed;
        st_buf_free(&wedges);
        curve_free(&c);
    }
}

/* Every point moved inwards. */
static void inset(struct curve *c, double by)
{
    struct spot first = c->at[0], before = c->at[c->n - 1];
    double area = 0;

    for (int i = 0; i < c->n; i++) {
        struct spot a = c->at[i], b = c->at[(i + 1) % c->n];

        area += a.x * b.y - b.x * a.y;
    }
    by *= area > 0 ? 1 : -1;
    for (int i = 0; i < c->n; i++) {
        struct spot here = c->at[i], after = i + 1 < c->n ? c->at[i + 1] : first;
        double length = spots_apart(before, after);

        if (length > 0) {
            c->at[i].x -= (after.y - before.y) / length * by;
            c->at[i].y += (after.x - before.x) / length * by;
        }
        before = here;
    }
}

/* The shore again and again, fainter towards the middle. */
static void draw_water(struct drawing *g, const struct st_scene_shape *x)
{
    const struct layer water[GROUND_LAYERS] = { { is(x->look, "water") ? "k-deep" : "k-water", 0, 0 },
                                                { "k-water-edge", 0, 0 } };
    static const double by[] = { 5, 5, 6, 7 };
    static const char *const class[] = { "k-lining k-lining-1", "k-lining k-lining-2",
                                         "k-lining k-lining-3", "k-lining k-lining-4" };
    struct curve c = natural(g, x, 1, is(x->look, "river") ? 1 : 20, 2); /* rivers are laid in pieces */

    draw(g, &c, 6, water);
    for (int i = 0; i < 4; i++) {
        const struct layer line[GROUND_LAYERS] = { { class[i], 0, 0 } };

        inset(&c, by[i]);
        draw(g, &c, 6, line);
    }
    curve_free(&c);
}

/* ---- houses and bridges -------------------------------------------------------------------- */

static void put_path(struct st_buf *out, const char *class, const struct spot *at, int n)
{
    st_buf_add(out, "<path class=\"%s\" d=\"", class);
    for (int i = 0; i < n; i++)
        put_pair(out, i ? "L" : "M", at[i].x, at[i].y);
    st_buf_add(out, "Z\"/>");
}

static bool somebody_in(const struct drawing *g, const struct curve *c)
{
    for (int i = 0; i < g->s->npieces; i++) {
        const struct st_scene_piece *x = &g->s->piece[i];

        if (x->base.right > x->base.left) {
            struct spot at = mm(g->p, st_box_centre(&x->base));

            if (curve_holds(c, at.x, at.y))
                return true;
        }
    }
    return false;
}

/* A slope of the roof, darker the less it faces the light. */
static void put_slope(struct st_buf *out, const struct spot *at, int n)
{
    struct spot a = at[0], b = at[1], mid = { 0, 0 };
    double length = spots_apart(a, b);

    for (int i = 0; i < n; i++)
        mid.x += at[i].x / n, mid.y += at[i].y / n;
    double nx = (b.y - a.y) / length, ny = -(b.x - a.x) / length; /* outwards, or inwards */
    if ((mid.x - a.x) * nx + (mid.y - a.y) * ny > 0)
        nx = -nx, ny = -ny;
    double lit = nx * -0.6 + ny * -0.8;
    if (lit < 0.7)
        put_path(out, lit > 0.3 ? "k-roof-1" : lit > -0.5 ? "k-roof-2" : "k-roof-3", at, n);
}

/* A hipped roof over four corners; it goes when somebody is inside. */
static void draw_house(struct drawing *g, const struct st_scene_shape *x)
{
    static const struct layer floor[GROUND_LAYERS] = { { "k-house-fall", 7, 9 }, { "k-floor", 0, 0 },
                                                       { "k-house-ink", 0, 0 }, { "k-house-wall", 0, 0 },
                                                       { "k-house-stones", 0, 0 } };
    static const struct layer roof[GROUND_LAYERS] = { { "k-house-fall", 7, 9 }, { "k-roof", 0, 0 },
                                                      { "k-slates", 0, 0 } };
    static const struct layer eaves[GROUND_LAYERS] = { { "k-eaves", 0, 0 } };
    struct curve c = corners_of(g, x);
    bool open = somebody_in(g, &c);

    draw_straight(g, &c, open ? floor : roof);
    if (c.n == 4) {
        int turn = spots_apart(c.at[0], c.at[1]) >= spots_apart(c.at[1], c.at[2]) ? 0 : 1;
        struct spot p[4];

        for (int i = 0; i < 4; i++)
            p[i] = c.at[(i + turn) % 4];
        struct spot west = towards(p[3], p[0], 0.5), east = towards(p[1], p[2], 0.5);
        double part = 0.4 * spots_apart(p[1], p[2]) / spots_apart(west, east);
        struct spot a = towards(west, east, part), b = towards(east, west, part);
        if (!open) {
            put_slope(g->out, (struct spot[]){ p[0], p[1], b, a }, 4);
            put_slope(g->out, (struct spot[]){ p[1], p[2], b }, 3);
            put_slope(g->out, (struct spot[]){ p[2], p[3], a, b }, 4);
            put_slope(g->out, (struct spot[]){ p[3], p[0], a }, 3);
        }
        st_buf_add(g->out, "<path class=\"%s\" d=\"", open ? "k-roof-off" : "k-ridge");
        put_pair(g->out, "M", p[0].x, p[0].y);
        put_pair(g->out, "L", a.x, a.y);
        put_pair(g->out, "L", b.x, b.y);
        put_pair(g->out, "L", p[1].x, p[1].y);
        put_pair(g->out, "M", p[3].x, p[3].y);
        put_pair(g->out, "L", a.x, a.y);
        put_pair(g->out, "M", p[2].x, p[2].y);
        put_pair(g->out, "L", b.x, b.y);
        st_buf_add(g->out, "\"/>");
    }
    if (!open)
        draw_straight(g, &c, eaves);
    st_buf_add(g->out, "\n");
    curve_free(&c);
}

/* Planks across the longer way over, and a rail on both sides. */
static void draw_bridge(struct drawing *g, const struct st_scene_shape *x)
{
    static const struct layer deck[GROUND_LAYERS] = { { "k-house-fall", 4, 5 }, { "k-deck", 0, 0 } };
    struct curve c = corners_of(g, x);
    const double plank = 5;

    draw_straight(g, &c, deck);
    if (c.n == 4) {
        int turn = spots_apart(c.at[0], c.at[1]) >= spots_apart(c.at[1], c.at[2]) ? 0 : 1;
        const struct spot *a = &c.at[turn], *b = &c.at[1 + turn], *d = &c.at[2 + turn], *e = &c.at[(3 + turn) % 4];
        int planks = (int)(spots_apart(*a, *b) / plank);

        st_buf_add(g->out, "<path class=\"k-planks\" d=\"");
        for (int i = 1; i < planks; i++) {
            struct spot near = towards(*a, *b, (double)i / planks), far = towards(*e, *d, (double)i / planks);

            put_pair(g->out, "M", near.x, near.y);
            put_pair(g->out, "L", far.x, far.y);
        }
        st_buf_add(g->out, "\"/><path class=\"k-rails\" d=\"");
        put_pair(g->out, "M", a->x, a->y);
        put_pair(g->out, "L", b->x, b->y);
        put_pair(g->out, "M", e->x, e->y);
        put_pair(g->out, "L", d->x, d->y);
        st_buf_add(g->out, "\"/>\n");
    }
    curve_free(&c);
}

/* Houses strewn over the ground of a town; none of them is a place. */
static void draw_town(struct drawing *g, const struct st_scene_shape *x)
{
    static const struct layer ground[GROUND_LAYERS] = { { "k-town", 0, 0 }, { "k-rocks-edge", 0, 0 } };
    struct curve c = natural(g, x, 1, 20, 1);
    struct spot middle = middle_of(&c);
    const double every = 52;

    draw(g, &c, 6, ground);
    for (double y = fmod(middle.y, every); y < g->tall; y += every)
        for (double left = fmod(middle.x, every); left < g->wide; left += every)
            if (curve_holds(&c, left, y) && curve_holds(&c, left - 16, y) && curve_holds(&c, left + 16, y))
                ground_use(g->out, "plan-town-a", left, y, 0.8, 60 * ((int)(left + y) % 6));
    st_buf_add(g->out, "\n");
    curve_free(&c);
}

/* ---- lines --------------------------------------------------------------------------------- */

struct bar {
    const char *word;
    double wobble; /* less than 2.5 mm: a wall is where the rules have it */
    struct layer layer[GROUND_LAYERS];
};
static const struct bar bars[] = {
    { "wall", 0.7, { { "k-way k-fall", 3, 4 }, { "k-way k-wall-ink", 0, 0 }, { "k-way k-wall", 0, 0 },
                     { "k-way k-wall-lit", -1.2, -1.2 }, { "k-way k-wall-low", 1.4, 1.4 } } },
    { "bank", 1.2, { { "k-way k-hedge-foot", 0, 0 }, { "k-way k-hedge-earth", 0, 0 },
                     { "k-way k-hedge-ink", 1.4, 2 }, { "k-way k-hedge", 0, 0 },
                     { "k-way k-hedge-lit", -1.6, -2 } } },
    { "hedge", 1.2, { { "k-way k-hedge-ink", 1.4, 2 }, { "k-way k-hedge", 0, 0 },
                      { "k-way k-hedge-lit", -1.6, -2 } } },
    { "fence", 0.5, { { "k-way k-fence", 0, 0 }, { "k-way k-fence-posts", 0, 0 } } },
    { "stakes", 0.5, { { "k-way k-stakes", 0, 0 } } },
    { "door", 0, { { "k-way k-gap-ink", 0, 0 }, { "k-way k-door", 0, 0 } } },
    { "window", 0, { { "k-way k-gap-ink", 0, 0 }, { "k-way k-window", 0, 0 } } },
};
enum { BARS = sizeof bars / sizeof bars[0] };

static struct curve line_of(const struct drawing *g, const struct st_scene_shape *x, double wobble)
{
    struct curve c = { 0 };
    struct spot last = mm(g->p, x->point[0]);

    curve_add(&c, last.x, last.y);
    for (int i = 1; i < x->n; i++) {
        struct spot to = mm(g->p, x->point[i]);
        int parts = 1 + (int)(spots_apart(last, to) / 26);

        for (int k = 1; k <= parts; k++) {
            struct spot s = towards(last, to, (double)k / parts);

            curve_add(&c, s.x, s.y);
        }
        last = to;
    }
    curve_wobble(&c, wobble, (unsigned)x->point[0].x + (unsigned)x->point[0].y);
    return c;
}

/* The line is the crest of the bank; the ditch lies before it, on the left hand along the line. */
static void draw_works(struct drawing *g, const struct st_scene_shape *x)
{
    struct spot a = mm(g->p, x->point[0]), b = mm(g->p, x->point[x->n - 1]);
    double length = spots_apart(a, b);
    double ox = length > 0 ? (b.y - a.y) / length : 0, oy = length > 0 ? -(b.x - a.x) / length : 0;
    const struct layer works[GROUND_LAYERS] = {
        { "k-way k-ditch", 6.5 * ox, 6.5 * oy },   { "k-way k-ditch-side", 6.5 * ox, 6.5 * oy },
        { "k-way k-ditch-edge", 13 * ox, 13 * oy }, { "k-way k-works", 0, 0 },
        { "k-way k-works-lit", -1.6 * ox, -1.6 * oy }, { "k-way k-works-side", 0, 0 },
    };
    struct curve c = line_of(g, x, 0.8);

    draw(g, &c, 6, works);
    curve_free(&c);
}

static void draw_line(struct drawing *g, const struct st_scene_shape *x)
{
    static const struct layer plain[GROUND_LAYERS] = { { "k-way k-line", 0, 0 }, { "k-way k-line-in", 0, 0 } };

    if (is(x->look, "works") || is(x->look, "ditch")) {
        draw_works(g, x);
        return;
    }
    const struct bar *bar = NULL;
    for (int i = 0; i < BARS; i++)
        if (is(bars[i].word, x->look))
            bar = &bars[i];
    struct curve c = line_of(g, x, bar ? bar->wobble : 0);
    draw(g, &c, 6, bar ? bar->layer : plain);
    curve_free(&c);
}

/* ---- the table ----------------------------------------------------------------------------- */

static void draw_thing(struct drawing *g, const struct st_scene_shape *x, const char *symbol)
{
    struct curve c = corners_of(g, x);
    struct spot at = middle_of(&c);

    ground_use(g->out, symbol, at.x, at.y, 1, 0);
    curve_free(&c);
}

/* What nobody has a drawing for: a grey tint and the word. */
static void draw_unknown(struct drawing *g, const struct st_scene_shape *x)
{
    static const struct layer grey[GROUND_LAYERS] = { { "k-unknown", 0, 0 } };
    struct curve c = corners_of(g, x);
    struct spot at = middle_of(&c);

    draw_straight(g, &c, grey);
    svg_text(g->out, at.x, at.y, "k-unknown-word", x->look);
    curve_free(&c);
}

static void draw_area(struct drawing *g, const struct st_scene_shape *x)
{
    const struct ground_look *look = look_of(x->look);

    if (look) {
        struct curve c = natural(g, x, 1, look->plane.round, look->plane.wobble);

        draw(g, &c, 6, look->layer);
        curve_free(&c);
    } else if (is(x->look, "hill") || is(x->look, "steep")) {
        draw_hill(g, x, is(x->look, "steep"));
    } else if (is(x->look, "river") || is(x->look, "water") || is(x->look, "channel") ||
               is(x->look, "lake")) {
        draw_water(g, x);
    } else if (is(x->look, "building")) {
        draw_house(g, x);
    } else if (is(x->look, "bridge")) {
        draw_bridge(g, x);
    } else if (is(x->look, "town") || is(x->look, "village")) {
        draw_town(g, x);
    } else if (is(x->look, "goods")) {
        draw_thing(g, x, "thing-sack");
    } else if (is(x->look, "horse")) {
        draw_thing(g, x, "horse-loose");
    } else {
        draw_unknown(g, x);
    }
}

/* A tick in the frame each 100 mm, numbered in centimetres. */
static void draw_ticks(struct drawing *g)
{
    enum { EVERY = 100 };

    st_buf_add(g->out, "<path class=\"k-rule\" d=\"");
    for (int x = EVERY; x < g->wide; x += EVERY) {
        put_pair(g->out, "M", x, 0);
        st_buf_add(g->out, "v-14");
        put_pair(g->out, "M", x, g->tall);
        st_buf_add(g->out, "v14");
    }
    for (int y = EVERY; y < g->tall; y += EVERY) {
        put_pair(g->out, "M", 0, g->tall - y);
        st_buf_add(g->out, "h-14");
        put_pair(g->out, "M", g->wide, g->tall - y);
        st_buf_add(g->out, "h14");
    }
    st_buf_add(g->out, "\"/><g class=\"k-frame-numbers\">");
    for (int x = EVERY; x < g->wide; x += EVERY)
        st_buf_add(g->out, "<text x=\"%d\" y=\"-3.5\">%d</text>", x + 10, x / 10);
    for (int y = EVERY; y < g->tall; y += EVERY)
        st_buf_add(g->out, "<text transform=\"translate(-3.5 %.1f) rotate(-90)\">%d</text>", g->tall - y - 10, y / 10);
    st_buf_add(g->out, "</g>\n");
}

/* Paler than ground of the rules, so that nobody counts with it; bridges lie over that ground. */
static void draw_scenery(struct drawing *g, bool bridges)
{
    g->soft = 30; /* no rule measures to its corners */
    st_buf_add(g->out, "<g class=\"k-%s\">", bridges ? "bridges" : "scenery");
    for (int i = 0; i < g->p->nscenery; i++) {
        struct st_scene_shape x = ground_scenery(&g->p->scenery[i]);

        if (is(x.look, "bridge") == bridges)
            draw_area(g, &x);
    }
    st_buf_add(g->out, "</g>");
    g->soft = 0;
}

void st_ground_plane(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    struct drawing g = { out, p, s, (double)p->table.x / (double)ST_MM, (double)p->table.y / (double)ST_MM, 0, 0 };
    const struct extent sheet = { 0, 0, g.wide, g.tall };

    ground_frame(out, &sheet);
    draw_ticks(&g);
    st_buf_add(out, "<clipPath id=\"ksheet\"><path d=\"M0 0H%.1fV%.1fH0Z\"/></clipPath>"
                    "<g clip-path=\"url(#ksheet)\"><path class=\"%s\" d=\"M0 0H%.1fV%.1fH0Z\"/>\n",
               g.wide, g.tall, is(ground_manner(p), "meadow") ? "k-meadow" : "k-soil", g.wide, g.tall);
    draw_scenery(&g, false);
    for (int lines = 0; lines < 2; lines++)
        for (int i = 0; i < s->nshapes; i++) {
            const struct st_scene_shape *x = &s->shape[i];

            if (x->n < 2 || x->kind > ST_SHAPE_LINE || (x->kind == ST_SHAPE_LINE) != (lines == 1))
                continue;
            if (lines)
                draw_line(&g, x);
            else
                draw_area(&g, x);
        }
    draw_scenery(&g, true);
    st_buf_add(out, "</g>\n");
}

static bool lies_on(const struct st_scene_shape *x, struct st_point at)
{
    int left = INT32_MAX, right = INT32_MIN, low = INT32_MAX, high = INT32_MIN;

    for (int i = 0; i < x->n; i++) {
        left = x->point[i].x < left ? x->point[i].x : left;
        right = x->point[i].x > right ? x->point[i].x : right;
        low = x->point[i].y < low ? x->point[i].y : low;
        high = x->point[i].y > high ? x->point[i].y : high;
    }
    return at.x >= left && at.x <= right && at.y >= low && at.y <= high;
}

/* The shapes that are drawn; and who stands about a house, which has no roof with somebody in it. */
uint64_t st_ground_plane_key(const struct st_scene *s)
{
    uint64_t key = 0;

    for (int i = 0; i < s->nshapes; i++) {
        const struct st_scene_shape *x = &s->shape[i];
        uint8_t what[1 + sizeof x->look + sizeof x->label] = { x->kind };

        if (x->kind > ST_SHAPE_LINE)
            continue;
        memcpy(what + 1, x->look, strlen(x->look));
        memcpy(what + 1 + sizeof x->look, x->label, strlen(x->label));
        key = st_hash_join(key, st_hash(what, sizeof what));
        key = st_hash_join(key, st_hash(x->point, (size_t)x->n * sizeof x->point[0]));
        for (int k = 0; k < s->npieces && is(x->look, "building"); k++) {
            struct st_point at = st_box_centre(&s->piece[k].base);

            if (s->piece[k].base.right > s->piece[k].base.left && lies_on(x, at))
                key = st_hash_join(key, st_hash(&at, sizeof at));
        }
    }
    return key;
}
