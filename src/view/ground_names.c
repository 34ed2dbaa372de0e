/* ground_names.c - lettering, placed by rule. See ground.h. */
#include "view/ground.h"

#include "core/game.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kind { /* how names of a kind are written (looks.css), and how much of one may be covered */
    const char *word;
    double size, wide, spaced, most; /* wide: a letter, as a part of the size */
    const char *order; /* places to try: c s n e w, and two letters for a corner */
};
enum { CITY, TOWN, REGION, WATER, WOOD, HILL, VILLAGE, AREA, STRIP, LONG, TALL, RIDGE, KINDS };
static const char round_it[] = "s n e w se sw ne nw", upon_it[] = "c s n";
static const struct kind kinds[KINDS] = {
    [CITY] = { "city", 24, 0.72, 3, 9, round_it },       [TOWN] = { "town", 16, 0.6, 0, 0.55, round_it },
    [REGION] = { "region", 20, 0.66, 6, 0.5, upon_it },  [WATER] = { "water", 18, 0.46, 2, 0.5, upon_it },
    [WOOD] = { "wood", 14, 0.46, 0, 0.3, "c s n se sw ne nw" }, [HILL] = { "hill", 14, 0.46, 1.5, 0.25, upon_it },
    [VILLAGE] = { "village", 13, 0.52, 0, 0.12, round_it },
    /* Of a bare table, where troops stand upon what is named. */
    [AREA] = { "hill", 14, 0.46, 1.5, 0.12, "s n sw se nw ne c" }, [STRIP] = { "hill", 14, 0.46, 1.5, 0.12, "c" },
    [LONG] = { "hill", 14, 0.46, 1.5, 0.12, "s n" }, [TALL] = { "hill", 14, 0.46, 1.5, 0.12, "w e" },
    /* A height that lies over many hexes. */
    [RIDGE] = { "region", 20, 0.66, 6, 0.3, "c" },
};

enum { NAMES_MAX = ST_HEX_MAX };
struct wish { /* a name not laid yet */
    const char *text;
    int kind;
    struct spot at;
    double reach; /* half the size of what it names */
    double scale; /* of its letters */
    int turn;
};
struct table {
    struct ground_names *out;
    struct extent *taken;
    int ntaken;
    int npieces[2]; /* those of pieces: from here to there */
    struct extent sheet;
};

void ground_names_free(struct ground_names *n)
{
    free(n->at);
    *n = (struct ground_names){ 0 };
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double overlap(const struct extent *a, const struct extent *b)
{
    return most(0, least(a->right, b->right) - most(a->left, b->left)) *
           most(0, least(a->bottom, b->bottom) - most(a->top, b->top));
}

static bool meets(const struct extent *a, const struct extent *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

struct tried {
    struct ground_name name;
    struct extent box;
    double cost;
};

static double width_of(const struct wish *w)
{
    const struct kind *k = &kinds[w->kind];

    return st_text_columns(w->text) * (k->size * w->scale * k->wide + k->spaced * w->scale);
}

struct near { /* what is taken about a wish: what lies elsewhere cannot be in its way */
    const struct extent *taken[2 * (int)NAMES_MAX + (int)ST_SCENE_PIECES];
    int n;
};

static void find_near(struct near *out, const struct table *on, const struct wish *w)
{
    double far = width_of(w) + 2 * kinds[w->kind].size * w->scale + 2 * w->reach;
    const struct extent about = { w->at.x - far, w->at.y - far, w->at.x + far, w->at.y + far };

    out->n = 0;
    for (int i = 0; i < on->ntaken; i++)
        if (meets(&about, &on->taken[i]))
            out->taken[out->n++] = &on->taken[i];
}

static void try_place(struct tried *t, const struct table *on, const struct near *near, const struct wish *w,
                      const char *place, size_t len, int nth)
{
    const struct kind *k = &kinds[w->kind];
    double high = k->size * w->scale, wide = width_of(w), r = w->reach;
    bool up = place[0] == 'n', down = place[0] == 's', corner = len > 1;
    char aside = corner ? place[1] : place[0] == 'e' || place[0] == 'w' ? place[0] : 'm';
    double dy = down ? (corner ? r * 0.75 : r) + high * 0.8 : up ? -(corner ? r * 0.75 : r) : high * 0.32;
    double dx = aside == 'm' ? 0 : (corner ? 0.6 : 1.05) * r * (aside == 'e' ? 1 : -1);

    t->name = (struct ground_name){ .kind = k->word, .turn = w->turn, .x = w->at.x + dx, .y = w->at.y + dy,
                                    .anchor = aside == 'm' ? "middle" : aside == 'e' ? "start" : "end" };
    double left = t->name.x - (aside == 'm' ? wide / 2 : aside == 'e' ? 0 : wide);
    t->box = (struct extent){ left, t->name.y - high * 0.8, left + wide, t->name.y + high * 0.2 };
    if (w->turn) { /* its letters' heads are in the east */
        if (aside != 'm') {
            t->name.x -= aside == 'w' ? high * 0.8 : 0;
            t->name.y = w->at.y;
            t->name.anchor = "middle";
        }
        t->box = (struct extent){ t->name.x - high * 0.2, t->name.y - wide / 2, t->name.x + high * 0.8,
                                  t->name.y + wide / 2 };
    }
    t->cost = 2 * nth;
    for (int i = 0; i < near->n; i++)
        if (meets(&t->box, near->taken[i]))
            t->cost += overlap(&t->box, near->taken[i]);
    if (t->box.left < on->sheet.left + 3 || t->box.right > on->sheet.right - 3 ||
        t->box.top < on->sheet.top + 2 || t->box.bottom > on->sheet.bottom - 2)
        t->cost += wide * high * 2;
    t->cost /= wide * high;
}

/* Names are written without the marks of the notation. */
static void copy_name(char *out, size_t size, const char *text, bool capitals)
{
    size_t n = 0;

    for (; *text && n + 1 < size; text++) {
        if (strncmp(text, " (", 2) == 0 || strncmp(text, "_(", 2) == 0)
            break;
        out[n++] = *text == '_' ? ' ' : capitals && *text >= 'a' && *text <= 'z' ? (char)(*text - 32) : *text;
    }
    out[n] = 0;
}

/* Beside a counter that stands on what is named, not beside the thing under it. */
static double reach_of(const struct table *on, const struct wish *w)
{
    const double counter = 28;
    const struct extent here = { w->at.x - 1, w->at.y - 1, w->at.x + 1, w->at.y + 1 };

    for (int i = on->npieces[0]; i < on->npieces[1]; i++)
        if (meets(&here, &on->taken[i]))
            return most(w->reach, counter);
    return w->reach;
}

static struct tried best_place(const struct table *on, const struct wish *wish)
{
    struct tried best = { .cost = 1e9 }, t;
    struct wish beside = *wish, *w = &beside;
    struct near near;
    int nth = 0;

    if (kinds[w->kind].order == round_it)
        w->reach = reach_of(on, wish);
    find_near(&near, on, w);
    for (const char *place = kinds[w->kind].order; *place; nth++) {
        size_t len = strcspn(place, " ");

        try_place(&t, on, &near, w, place, len, nth);
        if (t.cost < best.cost)
            best = t;
        place += len + (place[len] == ' ');
    }
    return best;
}

static void put(struct table *on, const struct wish *w, struct tried *t)
{
    if (t->cost > kinds[w->kind].most || on->out->n == NAMES_MAX)
        return;
    copy_name(t->name.text, sizeof t->name.text, w->text,
              w->kind == CITY || w->kind == REGION || w->kind == RIDGE);
    t->name.box = on->taken[on->ntaken++] = t->box;
    on->out->at[on->out->n++] = t->name;
}

static void lay(struct table *on, const struct wish *w)
{
    struct tried best = best_place(on, w);

    put(on, w, &best);
}

/* ---- hexes --------------------------------------------------------------------------------- */

static bool is(const char *a, const char *b)
{
    return a && strcmp(a, b) == 0;
}

static int kind_of(const struct st_cell *c)
{
    const char *place = c->place ? c->place : c->look;

    if (is(place, "city") || is(c->look, "fortress"))
        return CITY;
    if (is(place, "town") || is(place, "fortress"))
        return TOWN;
    if (is(place, "village"))
        return VILLAGE;
    if (is(c->look, "woods") || is(c->look, "forest"))
        return WOOD;
    if (is(c->look, "river") || is(c->look, "lake") || is(c->look, "marsh") || is(c->look, "ford"))
        return WATER;
    return HILL;
}

struct labels { /* hexes that have one, from the first */
    int16_t hex[NAMES_MAX];
    int n;
    struct wish wish[NAMES_MAX]; /* of those where a name is written; text NULL: it stands elsewhere */
};

/* A name that stands in several hexes is written once, in the middle of them. */
static bool wish_of(const struct labels *l, const struct st_plan *p, int hex, struct wish *w)
{
    const char *label = p->cell[hex].label;
    struct spot sum = { 0, 0 };
    int n = 0;

    for (int i = 0; i < l->n; i++) {
        int h = l->hex[i];

        if (p->cell[h].label[0] == label[0] && strcmp(p->cell[h].label, label) == 0) {
            struct spot c = ground_centre(h / p->grid.rows, h % p->grid.rows);

            if (h < hex)
                return false; /* was written there */
            sum.x += c.x, sum.y += c.y, n++;
        }
    }
    *w = (struct wish){ label, kind_of(&p->cell[hex]), { sum.x / n, sum.y / n }, 24, 1, 0 };
    if (w->kind == TOWN && n > 1)
        w->kind = CITY;
    if (w->kind == VILLAGE)
        w->reach = 15;
    if (w->kind == WOOD && n > 1)
        w->reach = 6;
    if (n > 1 && is(p->cell[hex].look, "fortress"))
        w->reach = 0, w->at.y += 8;
    if (w->kind == WATER && n == 1)
        w->scale = 0.8;
    return true;
}

/* A wood, a marsh, a height that is covered where its name stands is named where it is free. */
static void lay_ground(struct table *on, const struct st_plan *p, int hex, const struct wish *w)
{
    enum { FAR = 150 }; /* about two hexes */
    const struct st_cell *of = &p->cell[hex];
    struct tried best = best_place(on, w), t;

    for (int h = 0; best.cost > 0.1 && h < st_hex_count(&p->grid); h++) {
        const struct st_cell *c = &p->cell[h];
        struct wish there = *w;

        there.at = ground_centre(h / p->grid.rows, h % p->grid.rows);
        double dx = there.at.x - w->at.x, dy = there.at.y - w->at.y, far = (dx * dx + dy * dy) / (FAR * FAR);
        if (far > 1 || !st_in_window(p, h) || !is(c->look, of->look) || c->level != of->level || c->place ||
            (c->label && c->label[0] && !is(c->label, of->label)))
            continue;
        t = best_place(on, &there);
        t.cost += 0.1 * far;
        if (t.cost < best.cost)
            best = t;
    }
    put(on, w, &best);
}

static void find_labels(struct labels *l, const struct st_plan *p)
{
    l->n = 0;
    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (p->cell[h].label && p->cell[h].label[0] && st_in_window(p, h))
            l->hex[l->n++] = (int16_t)h;
    for (int i = 0; i < l->n; i++)
        if (!wish_of(l, p, l->hex[i], &l->wish[i]))
            l->wish[i].text = NULL;
}

static void lay_labels(struct table *on, const struct st_plan *p, const struct labels *l, int kind)
{
    for (int i = 0; i < l->n; i++) {
        if (!l->wish[i].text || l->wish[i].kind != kind)
            continue;
        if (kind == WATER || kind == WOOD || kind == HILL)
            lay_ground(on, p, l->hex[i], &l->wish[i]);
        else
            lay(on, &l->wish[i]);
    }
}

/* ---- names along hexes: rivers, ridges (scenery.h) ------------------------------------------- */

/* How far a line is turned from the horizontal; text never stands on its head. */
static int slope(double dx, double dy)
{
    const double one = 1 << 30;
    double least_off = 1e18;
    int best = 0;

    for (int deg = -90; deg <= 90; deg++) {
        double along = dx * st_cos(4 * deg) / one + dy * st_sin(4 * deg) / one;
        double off = dy * st_cos(4 * deg) / one - dx * st_sin(4 * deg) / one;

        if (along >= 0 && off * off < least_off)
            least_off = off * off, best = deg;
    }
    return best;
}

static struct spot hex_spot(struct st_point at)
{
    return ground_centre(at.x / ST_MM - 1, at.y / ST_MM - 1);
}

/* In the middle of its hexes, from the first towards the last; of a river just above it. */
static void lay_along(struct table *on, const struct st_scenery *x)
{
    struct spot first = hex_spot(x->at[0]), last = hex_spot(x->at[x->n - 1]), sum = { 0, 0 };
    struct wish w = { x->label, is(x->look, "hill") ? RIDGE : is(x->look, "woods") ? WOOD : WATER, { 0, 0 }, 0, 1, 0 };

    for (int i = 0; i < x->n; i++) {
        struct spot s = hex_spot(x->at[i]);

        sum.x += s.x / x->n, sum.y += s.y / x->n;
    }
    w.at = sum;
    struct tried t = best_place(on, &w);
    if (w.kind == WATER) {
        const double one = 1 << 30, above = 9;
        int turn = slope(last.x - first.x, last.y - first.y);
        double wide = t.box.right - t.box.left, sine = st_sin(4 * turn) / one, cosine = st_cos(4 * turn) / one;
        double half = (wide * cosine + 12) / 2, tall = (wide * (sine < 0 ? -sine : sine) + 12) / 2;

        t.name.turn = turn;
        t.name.anchor = "middle";
        t.name.x = sum.x + above * sine;
        t.name.y = sum.y - above * cosine;
        t.box = (struct extent){ t.name.x - half, t.name.y - tall - 4, t.name.x + half, t.name.y + tall - 4 };
        t.cost = 0;
        for (int i = 0; i < on->ntaken; i++) /* its box is more than it covers, so none is spared */
            t.cost += 4 * overlap(&t.box, &on->taken[i]) / (4 * half * tall);
    }
    put(on, &w, &t);
}

/* In the hex of clear ground that is nearest to the middle of the region and freest. */
static void lay_region(struct table *on, const struct st_plan *p, int region)
{
    struct spot sum = { 0, 0 }, best = { 0, 0 };
    double cost = 1e18, wide = 10.5 * st_text_columns(p->region[region]);
    int n = 0;

    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (st_in_window(p, h) && p->cell[h].region == region + 1) {
            struct spot c = ground_centre(h / p->grid.rows, h % p->grid.rows);

            sum.x += c.x, sum.y += c.y, n++;
        }
    for (int h = 0; n && h < st_hex_count(&p->grid); h++) {
        struct spot c = ground_centre(h / p->grid.rows, h % p->grid.rows);
        double dx = c.x - sum.x / n, dy = c.y - sum.y / n, here = dx * dx + dy * dy;
        struct extent box = { c.x - wide, c.y - 14, c.x + wide, c.y + 8 };

        if (!st_in_window(p, h) || p->cell[h].region != region + 1 || !is(p->cell[h].look, "clear"))
            continue;
        for (int i = 0; i < on->ntaken; i++)
            here += 60 * overlap(&box, &on->taken[i]);
        if (here < cost)
            cost = here, best = c;
    }
    if (cost < 1e18)
        lay(on, &(struct wish){ p->region[region], REGION, best, 0, 1, 0 });
}

static bool lay_hexes(struct table *on, const struct st_plan *p)
{
    struct labels *l = malloc(sizeof *l);

    if (!l)
        return false;
    find_labels(l, p);
    lay_labels(on, p, l, CITY);
    lay_labels(on, p, l, TOWN);
    for (int i = 0; i < p->nscenery; i++)
        lay_along(on, &p->scenery[i]);
    for (int i = 0; i < p->nregions; i++)
        lay_region(on, p, i);
    for (int kind = WATER; kind < KINDS; kind++)
        lay_labels(on, p, l, kind);
    free(l);
    return true;
}

/* ---- the plane ----------------------------------------------------------------------------- */

static struct spot mm(const struct st_plan *p, struct st_point at)
{
    return (struct spot){ (double)at.x / (double)ST_MM, (double)(p->table.y - at.y) / (double)ST_MM };
}

static struct extent around(const struct st_plan *p, const struct st_point *at, int n)
{
    struct spot first = mm(p, at[0]);
    struct extent e = { first.x, first.y, first.x, first.y };

    for (int i = 1; i < n; i++) {
        struct spot s = mm(p, at[i]);

        e = (struct extent){ least(e.left, s.x), least(e.top, s.y), most(e.right, s.x),
                             most(e.bottom, s.y) };
    }
    return e;
}

static bool wet_look(const char *look)
{
    return is(look, "river") || is(look, "channel") || is(look, "water") || is(look, "lake") || is(look, "ford");
}

static bool is_code(const char *label)
{
    return label[0] >= 'A' && label[0] <= 'Z' && label[1] >= '0' && label[1] <= '9';
}

/* Stretches of one thing are told apart after a comma: "the ditch, middle". */
static size_t stem(const char *label)
{
    return strcspn(label, ",");
}

static bool same_thing(const struct st_plan *p, const struct st_scene_shape *a,
                       const struct st_scene_shape *b)
{
    const char *one = st_shape_says(p, a->label), *other = st_shape_says(p, b->label);

    return a->kind == b->kind && stem(one) == stem(other) && strncmp(one, other, stem(one)) == 0;
}

/* Along a line that is tall enough, wherever nobody stands beside it. */
static void lay_upright(struct table *on, struct wish *w, double tall)
{
    struct tried best = { .cost = 1e9 };
    const struct spot middle = w->at;

    w->turn = 90;
    for (int i = 0; i < 3; i++) {
        static const double part[] = { 0, -0.5, 0.5 };

        w->at.y = middle.y + part[i] * (tall - width_of(w));
        struct tried t = best_place(on, w);
        if (t.cost < best.cost - 0.01)
            best = t;
    }
    put(on, w, &best);
}

/* Below what it names, or above, since troops stand in the middle; along water that is long and narrow;
 * beside what is tall. */
static void lay_shape(struct table *on, const struct st_plan *p, const struct st_scene_shape *x,
                      const struct extent *e)
{
    double wide = e->right - e->left, tall = e->bottom - e->top, size = tall < wide ? tall : wide;
    char text[48];
    struct wish w = { text, wet_look(x->look) ? WATER : AREA,
                      { (e->left + e->right) / 2, (e->top + e->bottom) / 2 }, 0, 0.9, 0 };

    snprintf(text, sizeof text, "%s", st_shape_says(p, x->label));
    text[stem(text)] = 0;
    if (x->kind == ST_SHAPE_LINE) {
        w.kind = tall > wide ? TALL : LONG;
        w.reach = size / 2 + 11;
        w.scale = 0.8;
        if (tall > 3 * wide && tall > width_of(&w) && !is_code(text)) {
            lay_upright(on, &w, tall);
            return;
        }
    } else if (tall > 3 * wide && wide > 30) {
        w.turn = 90;
        w.kind = w.kind == WATER ? WATER : STRIP;
    } else if (w.kind != WATER) {
        w.reach = tall / 2 + 2;
        w.scale = size < 100 ? 0.8 : 1;
    }
    if (is_code(text)) /* by which it is called in orders, and nothing more */
        w.kind = VILLAGE, w.scale = 0.75;
    lay(on, &w);
}

static bool is_named(const struct st_scene_shape *x)
{
    return x->label[0] && x->n > 1 && x->kind <= ST_SHAPE_LINE && !is(x->look, "goods") &&
           !is(x->look, "horse");
}

/* Once for all stretches of a thing, at the first of them. */
static void lay_thing(struct table *on, const struct st_plan *p, const struct st_scene *s, int i)
{
    const struct st_scene_shape *x = &s->shape[i];
    struct extent all = around(p, x->point, x->n);

    for (int k = 0; k < s->nshapes; k++) {
        struct extent e;

        if (k == i || !is_named(&s->shape[k]) || !same_thing(p, x, &s->shape[k]))
            continue;
        if (k < i)
            return;
        e = around(p, s->shape[k].point, s->shape[k].n);
        all = (struct extent){ least(all.left, e.left), least(all.top, e.top), most(all.right, e.right),
                               most(all.bottom, e.bottom) };
    }
    lay_shape(on, p, x, &all);
}

static void lay_plane(struct table *on, const struct st_plan *p, const struct st_scene *s)
{
    for (int i = 0; i < p->nscenery; i++) {
        struct st_scene_shape x = ground_scenery(&p->scenery[i]);
        struct extent e = around(p, x.point, x.n);

        if (x.label[0])
            lay_shape(on, p, &x, &e);
    }
    for (int lines = 0; lines < 2; lines++)
        for (int i = 0; i < s->nshapes; i++)
            if (is_named(&s->shape[i]) && (s->shape[i].kind == ST_SHAPE_LINE) == (lines == 1))
                lay_thing(on, p, s, i);
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void take_pieces(struct table *on, const struct st_plan *p, const struct st_scene *s)
{
    for (int i = 0; s && i < s->npieces; i++) {
        const struct st_scene_piece *x = &s->piece[i];

        if (x->hex >= 0 && p->grid.cols) {
            struct spot c = ground_centre(x->hex / p->grid.rows, x->hex % p->grid.rows);

            double ribbon = 4.5 * st_text_columns(x->leader), half = x->leader[0] && ribbon > 26 ? ribbon : 26;

            on->taken[on->ntaken++] = (struct extent){ c.x - half, c.y - 30, c.x + half + 2, c.y + (x->leader[0] ? 40 : 30) };
        } else if (x->base.right > x->base.left) {
            struct st_point corner[4];

            st_box_corners(corner, &x->base);
            on->taken[on->ntaken++] = around(p, corner, 4);
        }
    }
}

static void take_towns(struct table *on, const struct st_plan *p)
{
    for (int h = 0; p->cell && h < st_hex_count(&p->grid); h++)
        if (st_in_window(p, h) && kind_of(&p->cell[h]) <= TOWN && !is(p->cell[h].look, "fortress")) {
            struct spot c = ground_centre(h / p->grid.rows, h % p->grid.rows);

            on->taken[on->ntaken++] = (struct extent){ c.x - 22, c.y - 18, c.x + 22, c.y + 16 };
        }
}

/* What every map has in a corner that is free, tried in this order: 0 north-east, then on by the clock. Kinds with a drawing of
 * their own in the sheet. */
static void lay_corner(struct table *on, const char *kind, const char *text, double wide, double high, const char *order)
{
    const struct extent *s = &on->sheet;

    for (; *order; order++) {
        int corner = *order - '0';
        bool east = corner < 2, south = corner == 1 || corner == 2;
        double x = east ? s->right - wide / 2 - 8 : s->left + wide / 2 + 8;
        double y = south ? s->bottom - high / 2 - 8 : s->top + high / 2 + 8, covered = 0;
        struct extent box = { x - wide / 2, y - high / 2, x + wide / 2, y + high / 2 };

        for (int i = 0; i < on->ntaken; i++)
            covered += overlap(&box, &on->taken[i]);
        if (covered > 0)
            continue;
        struct ground_name name = { .kind = kind, .anchor = "middle", .x = x,
                                    .y = box.top + 12, .drawn = true };

        snprintf(name.text, sizeof name.text, "%s", text);
        on->taken[on->ntaken++] = box;
        on->out->at[on->out->n++] = name;
        return;
    }
}

bool ground_names_lay(struct ground_names *out, const struct st_plan *p, const struct st_scene *s)
{
    struct extent sheet = st_ground_extent(p);
    struct table on = { out, NULL, 0, { 0, 0 },
                        { sheet.left + (double)GROUND_FRAME, sheet.top + (double)GROUND_FRAME,
                          sheet.right - (double)GROUND_FRAME, sheet.bottom - (double)GROUND_FRAME } };

    *out = (struct ground_names){ malloc(NAMES_MAX * sizeof *out->at), 0 };
    on.taken = malloc((size_t)(2 * (int)NAMES_MAX + (int)ST_SCENE_PIECES) * sizeof *on.taken);
    if (!out->at || !on.taken) {
        free(on.taken);
        ground_names_free(out);
        return false;
    }
    take_towns(&on, p);
    /* Before the pieces, which may cover it: it stays where it is. A bare table fills the page's board, whose buttons are in its
     * north-east. */
    lay_corner(&on, "compass", "N", 44, 58, p->cell ? "0123" : "3210");
    if (!p->cell)
        lay_corner(&on, "scale", "100 mm", 116, 26, "1230");
    on.npieces[0] = on.ntaken;
    take_pieces(&on, p, s);
    on.npieces[1] = on.ntaken;
    bool laid = !p->cell || lay_hexes(&on, p);
    if (!p->cell && s)
        lay_plane(&on, p, s);
    free(on.taken);
    if (!laid)
        ground_names_free(out);
    return laid;
}
