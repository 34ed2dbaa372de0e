/* ground_hexes.c - a hex map as it was printed: heights, woods, waters, ways, towns. See ground.h. */
#include "view/ground.h"

#include "core/game.h"
#include "view/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double side = 40, high = 34.641016151377544; /* of a hex; half its height */

struct spot ground_centre(int col, int row)
{
    return (struct spot){ side + 1.5 * side * col, high * (2 * row + 1 + (col & 1)) };
}

static const int corner_x[] = { -1, 1, 2, 1, -1, -2 }; /* half sides */
static const int corner_y[] = { -1, -1, 0, 1, 1, 0 };

struct spot ground_corner(int col, int row, int i)
{
    struct spot c = ground_centre(col, row);

    return (struct spot){ c.x + corner_x[i % 6] * side / 2, c.y + corner_y[i % 6] * high };
}

static struct extent sheet_of(const struct st_plan *p)
{
    struct st_window w = st_plan_window(p);
    struct spot first = ground_centre(w.col, w.row);
    bool low = w.cols > 1 || (w.col & 1);

    return (struct extent){ first.x - side, high * 2 * w.row,
                            first.x + 1.5 * side * (w.cols - 1) + side,
                            high * (2 * (w.row + w.rows) + (low ? 1 : 0)) };
}

struct extent st_ground_extent(const struct st_plan *p)
{
    struct extent e = sheet_of(p);

    if (!p->grid.cols)
        e = (struct extent){ 0, 0, (double)p->table.x / (double)ST_MM, (double)p->table.y / (double)ST_MM };
    return (struct extent){ e.left - (double)GROUND_FRAME, e.top - (double)GROUND_FRAME, e.right + (double)GROUND_FRAME,
                            e.bottom + (double)GROUND_FRAME };
}

/* ---- areas --------------------------------------------------------------------------------- */

enum { BEYOND = 3 }; /* ground runs off the sheet that many hexes, as the nearest hex has it */

struct area { /* hexes of a kind, and those beyond the edge next to them */
    int col, row, cols, rows; /* the first of each; how many */
    bool *in;
};

static const struct st_cell *nearest(const struct st_plan *p, int col, int row)
{
    struct st_window w = st_plan_window(p);

    col = col < w.col ? w.col : col >= w.col + w.cols ? w.col + w.cols - 1 : col;
    row = row < w.row ? w.row : row >= w.row + w.rows ? w.row + w.rows - 1 : row;
    return &p->cell[col * p->grid.rows + row];
}

static bool holds(const struct area *a, int col, int row)
{
    col -= a->col, row -= a->row;
    return col >= 0 && row >= 0 && col < a->cols && row < a->rows && a->in[col * a->rows + row];
}

static void neighbour(int col, int row, int d, int *ncol, int *nrow)
{
    static const int east[] = { 0, 1, 1, 0, -1, -1 }, south[] = { -1, -1, 0, 1, 0, -1 };

    *ncol = col + east[d];
    *nrow = row + south[d] + (east[d] ? col & 1 : 0);
}

typedef bool picks(const struct st_cell *cell, const void *arg);

static bool area_of(struct area *a, const struct st_plan *p, picks *pick, const void *arg)
{
    struct st_window w = st_plan_window(p);
    bool any = false;

    *a = (struct area){ w.col - BEYOND, w.row - BEYOND, w.cols + 2 * BEYOND, w.rows + 2 * BEYOND,
                        calloc((size_t)(w.cols + 2 * BEYOND) * (size_t)(w.rows + 2 * BEYOND), 1) };
    for (int c = 0; a->in && c < a->cols; c++)
        for (int r = 0; r < a->rows; r++)
            any |= a->in[c * a->rows + r] = pick(nearest(p, a->col + c, a->row + r), arg);
    return any;
}

/* Corners of hexes as whole numbers: half sides to the east, half heights to the south. */
struct rim { /* from a corner the outline of an area goes on to another, if it comes there at all */
    int wide, tall;
    int32_t *next; /* 0: it does not; else 1 + the number of the next */
};

static int rim_corner(const struct rim *r, const struct area *a, int col, int row, int i)
{
    int x = 2 + 3 * (col - a->col) + corner_x[i % 6];
    int y = 2 * (row - a->row) + 1 + (col & 1) + corner_y[i % 6];

    return y * r->wide + x;
}

static struct spot rim_spot(const struct rim *r, const struct area *a, int number)
{
    return (struct spot){ (number % r->wide + 3 * a->col) * side / 2,
                          (number / r->wide + 2 * a->row) * high };
}

static bool rim_of(struct rim *r, const struct area *a)
{
    *r = (struct rim){ 3 * a->cols + 2, 2 * a->rows + 2, NULL };
    r->next = calloc((size_t)(r->wide * r->tall), sizeof *r->next);
    for (int c = a->col; r->next && c < a->col + a->cols; c++)
        for (int w = a->row; w < a->row + a->rows; w++)
            for (int d = 0; holds(a, c, w) && d < 6; d++) {
                int nc, nr;

                neighbour(c, w, d, &nc, &nr);
                if (!holds(a, nc, nr))
                    r->next[rim_corner(r, a, c, w, d)] = 1 + rim_corner(r, a, c, w, d + 1);
            }
    return r->next != NULL;
}

struct soft { /* how an outline is drawn */
    int rounds;
    double wobble;
    unsigned seed;
    const struct hachures *hachures;
};
enum { SMALL_LOOP = 10, LONG_LOOP = 24 };

/* The outlines of an area, smoothed: small ones less, or they would vanish. */
static void outlines(struct st_buf *d, struct st_buf *strokes, const struct area *a,
                     const struct soft *how)
{
    struct rim r;

    if (!rim_of(&r, a)) {
        d->failed = true;
        return;
    }
    for (int from = 0; from < r.wide * r.tall; from++) {
        struct curve c = { .closed = true };

        for (int at = from; r.next[at];) {
            struct spot s = rim_spot(&r, a, at);
            int on = r.next[at] - 1;

            curve_add(&c, s.x, s.y);
            r.next[at] = 0;
            at = on;
        }
        if (c.n) {
            int corners = c.n;

            curve_middles(&c);
            curve_smooth(&c, corners > SMALL_LOOP ? how->rounds : 1);
            if (how->rounds > 1 && corners > LONG_LOOP)
                curve_thin(&c);
            curve_wobble(&c, how->wobble, how->seed);
            curve_put(d, &c, 6);
            if (how->hachures)
                curve_hachures(strokes, &c, how->hachures);
        }
        curve_free(&c);
    }
    free(r.next);
}

/* ---- looks --------------------------------------------------------------------------------- */

static bool is(const char *a, const char *b)
{
    return a && strcmp(a, b) == 0;
}

static const char *const wet[] = { "river", "lake", "water", "channel", "ford", "bridge" };
/* Drawn as a whole, or as a height. */
static const char *const other_words[] = { "clear",    "meadow", "hill", "mountain", "steep",
                                           "village",  "town",   "city", "built-up", "building",
                                           "road" };

static bool in_list(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is(word, list[i]))
            return true;
    return false;
}
#define IN(word, list) in_list(word, list, sizeof(list) / sizeof(list)[0])

static bool off_map(const struct st_cell *c)
{
    return !c->look || !c->look[0] || c->look[0] == '.';
}

static bool known(const char *word)
{
    for (int i = 0; i < ground_nlooks; i++)
        if (ground_looks[i].hexes.rounds && is(word, ground_looks[i].word))
            return true;
    return IN(word, wet) || IN(word, other_words);
}

static bool picks_word(const struct st_cell *c, const void *word)
{
    return is(c->look, word);
}

static bool picks_wet(const struct st_cell *c, const void *arg)
{
    (void)arg;
    return IN(c->look, wet);
}

static bool picks_ford(const struct st_cell *c, const void *arg)
{
    (void)arg;
    return is(c->look, "ford");
}

static bool picks_off(const struct st_cell *c, const void *arg)
{
    (void)arg;
    return off_map(c);
}

struct drawing {
    struct st_buf *out;
    const struct st_plan *p;
    struct extent sheet;
    int paths;
    bool prospect; /* things seen from the side */
};

static void draw_area(struct drawing *g, picks *pick, const void *arg, const struct soft *how,
                      const struct layer *layer)
{
    struct area a;
    struct st_buf d = { 0 };

    if (area_of(&a, g->p, pick, arg))
        outlines(&d, NULL, &a, how);
    ground_layers(g->out, &d, layer, &g->paths);
    g->out->failed |= !a.in;
    free(a.in);
    st_buf_free(&d);
}

/* ---- heights ------------------------------------------------------------------------------- */

static int level_of(const struct st_cell *c)
{
    int least = is(c->look, "hill") ? 1 : is(c->look, "mountain") || is(c->look, "steep") ? 2 : 0;

    return c->level > least ? c->level : least;
}

static bool picks_level(const struct st_cell *c, const void *level)
{
    return level_of(c) >= *(const int *)level;
}

static void draw_height(struct drawing *g, int level)
{
    static const struct layer under[GROUND_LAYERS] = { { "k-shade", 6, 7 }, { "k-slope", 0, 0 },
                                                       { "k-shade-near", 2.4, 3 },
                                                       { "k-height", 0, 0 } };
    const struct hachures strokes = { 15, 4.6, (unsigned)level, &g->sheet };
    const struct soft how = { 3, 2, 4 + (unsigned)level, &strokes };
    struct st_buf d = { 0 }, wedges = { 0 };
    struct area a;

    if (area_of(&a, g->p, picks_level, &level)) {
        outlines(&d, &wedges, &a, &how);
        st_buf_add(g->out, "<g class=\"k-h%d\">", level > 3 ? 3 : level);
        ground_layers(g->out, &d, under, &g->paths);
        st_buf_add(g->out, "<path class=\"k-hachures\" d=\"%s\"/></g>\n", st_buf_text(&wedges));
    }
    g->out->failed |= !a.in || wedges.failed;
    free(a.in);
    st_buf_free(&d);
    st_buf_free(&wedges);
}

/* A thin line inside the highest ground, so that one sees a crest and not a plate. */
static void draw_crest(struct drawing *g, int level)
{
    static const struct layer line[GROUND_LAYERS] = { { "k-crest", 0, 0 } };
    const struct soft how = { 3, 2, 7, NULL };
    struct st_buf d = { 0 };
    struct area a, inner;

    if (area_of(&a, g->p, picks_level, &level) && area_of(&inner, g->p, picks_level, &level)) {
        for (int c = 0; c < a.cols; c++)
            for (int r = 0; r < a.rows; r++)
                for (int k = 0; k < 6; k++) {
                    int nc, nr;

                    neighbour(a.col + c, a.row + r, k, &nc, &nr);
                    if (!holds(&a, nc, nr))
                        inner.in[c * a.rows + r] = false;
                }
        outlines(&d, NULL, &inner, &how);
        ground_layers(g->out, &d, line, &g->paths);
        free(inner.in);
    }
    free(a.in);
    st_buf_free(&d);
}

static void draw_heights(struct drawing *g)
{
    int top = 0;

    for (int h = 0; h < st_hex_count(&g->p->grid); h++)
        if (st_in_window(g->p, h) && level_of(&g->p->cell[h]) > top)
            top = level_of(&g->p->cell[h]);
    for (int level = 1; level <= top; level++)
        draw_height(g, level);
    if (top > 1)
        draw_crest(g, top);
}

/* ---- regions ------------------------------------------------------------------------------- */

static bool picks_region(const struct st_cell *c, const void *region)
{
    return c->region == *(const int *)region;
}

/* Washed along their borders, as old maps were coloured by hand. */
static void draw_regions(struct drawing *g)
{
    static const struct layer wash[GROUND_LAYERS] = { { "k-region", 0, 0 }, { "k-region-in", 0, 0 } };
    static const struct layer line[GROUND_LAYERS] = { { "k-region-line", 0, 0 } };

    for (int region = 1; region <= g->p->nregions; region++) {
        const struct soft how = { 2, 0, 0, NULL };
        struct st_buf d = { 0 };
        struct area a;

        if (area_of(&a, g->p, picks_region, &region)) {
            outlines(&d, NULL, &a, &how);
            st_buf_add(g->out,
                       "<clipPath id=\"kr%d\"><path d=\"%s\"/></clipPath>"
                       "<g class=\"k-tint-%d\" clip-path=\"url(#kr%d)\">",
                       region, st_buf_text(&d), (region - 1) % 8, region);
            ground_layers(g->out, &d, wash, &g->paths);
            st_buf_add(g->out, "</g>");
            ground_layers(g->out, &d, line, &g->paths);
        }
        g->out->failed |= !a.in || d.failed;
        free(a.in);
        st_buf_free(&d);
    }
}

/* ---- what lies flat ------------------------------------------------------------------------ */

static void draw_looks(struct drawing *g)
{
    for (int i = 0; i < ground_nlooks; i++) {
        const struct ground_look *x = &ground_looks[i];
        const struct soft how = { x->hexes.rounds, x->hexes.wobble, 3, NULL };

        if (x->hexes.rounds && !(g->prospect && (is(x->word, "woods") || is(x->word, "forest"))))
            draw_area(g, picks_word, x->word, &how, x->layer);
    }
    static const struct layer water[GROUND_LAYERS] = { { "k-water", 0, 0 }, { "k-water-edge", 0, 0 } };
    static const struct layer ford[GROUND_LAYERS] = { { "k-flats", 0, 0 } };
    static const struct layer off[GROUND_LAYERS] = { { "k-table", 0, 0 } };
    const struct soft how = { 2, 2, 9, NULL }, plain = { 1, 1, 9, NULL };
    draw_area(g, picks_wet, NULL, &how, water);
    draw_area(g, picks_ford, NULL, &plain, ford);
    draw_area(g, picks_off, NULL, &plain, off);
}

static void hexagon(struct st_buf *out, int col, int row)
{
    for (int i = 0; i < 6; i++) {
        struct spot c = ground_corner(col, row, i);

        put_pair(out, i ? "L" : "M", c.x, c.y);
    }
    st_buf_add(out, "Z");
}

/* What nobody has a drawing for: a grey hex and the word. */
static void draw_unknown(struct drawing *g)
{
    for (int h = 0; h < st_hex_count(&g->p->grid); h++) {
        const struct st_cell *c = &g->p->cell[h];
        int col = h / g->p->grid.rows, row = h % g->p->grid.rows;
        struct spot at = ground_centre(col, row);

        if (!st_in_window(g->p, h) || off_map(c) || known(c->look))
            continue;
        st_buf_add(g->out, "<path class=\"k-unknown\" d=\"");
        hexagon(g->out, col, row);
        st_buf_add(g->out, "\"/>");
        svg_text(g->out, at.x, at.y + 3, "k-unknown-word", c->look);
    }
}

/* One column of hexes, laid once for each. */
static void draw_grid(struct drawing *g)
{
    struct st_window w = st_plan_window(g->p);

    st_buf_add(g->out, "<g class=\"k-grid\"><defs><path id=\"kgrid\" d=\"");
    for (int r = 0; r <= w.rows; r++) {
        put_pair(g->out, "M", -side / 2, high * 2 * r);
        st_buf_add(g->out, "h40");
    }
    for (int way = -1; way <= 1; way += 2) {
        put_pair(g->out, "M", way * side / 2, 0);
        for (int r = 0; r < w.rows; r++) {
            put_pair(g->out, "L", way * side, high * (2 * r + 1));
            put_pair(g->out, "L", way * side / 2, high * (2 * r + 2));
        }
    }
    st_buf_add(g->out, "\"/></defs>");
    for (int c = w.col; c < w.col + w.cols; c++) {
        struct spot top = ground_centre(c, w.row);

        st_buf_add(g->out, "<use href=\"#kgrid\" x=\"%.1f\" y=\"%.1f\"/>", top.x, top.y - high);
    }
    st_buf_add(g->out, "</g>\n");
}

/* ---- towns, and what is seen from the side ------------------------------------------------- */

struct picture {
    const char *symbol;
    double x, y, scale;
    int turn;
};
struct pictures {
    struct picture *at;
    int n;
};

static void add_picture(struct pictures *p, const char *symbol, struct spot at, double scale,
                        int turn)
{
    p->at[p->n++] = (struct picture){ symbol, at.x, at.y, scale, turn };
}

static const char *place_of(const struct st_cell *c)
{
    static const char *const places[] = { "village", "town", "city", "fortress" };

    return c->place ? c->place : is(c->look, "built-up") ? "city" : IN(c->look, places) ? c->look : "";
}

/* From above: blocks of houses round a crossing, turned so that no two neighbours are alike. */
static void add_plan(struct pictures *p, const char *place, struct spot at, int hex)
{
    int which = (int)(2 + 2 * uneven(2, (unsigned)hex)), turn = (int)(3 + 3 * uneven(3, (unsigned)hex));

    if (is(place, "village"))
        add_picture(p, "plan-village", at, 1, turn * 45);
    else
        add_picture(p, is(place, "city") ? "plan-town-c" : which & 1 ? "plan-town-a" : "plan-town-b",
                    at, 1, turn * 60);
}

static void add_prospect(struct pictures *p, const struct st_cell *c, struct spot at, int hex)
{
    static const char *const groves[] = { "grove-1", "grove-2", "grove-3" };
    const char *place = place_of(c);

    if (is(place, "city"))
        add_picture(p, "town-city", (struct spot){ at.x, at.y + 4 }, 1.6, 0);
    else if (is(place, "town") || is(place, "fortress"))
        add_picture(p, "town-walled", (struct spot){ at.x, at.y + 4 }, 1.4, 0);
    else if (place[0])
        add_picture(p, "town-open", (struct spot){ at.x, at.y + 2 }, 1.2, 0);
    else if (is(c->look, "woods") || is(c->look, "forest"))
        add_picture(p, groves[(int)(1.5 + 1.49 * uneven(5, (unsigned)hex))], at, 1, 0);
    else if (is(c->look, "hill") || is(c->look, "mountain"))
        for (int i = 0; i < 3; i++) {
            static const double dx[] = { -14, 13, -6 }, dy[] = { -8, 2, 16 }, k[] = { 1, 1.15, 0.95 };
            double more = is(c->look, "mountain") ? 1.35 : 1;

            add_picture(p, "hill-side",
                        (struct spot){ at.x + dx[i] + 3 * uneven((unsigned)i, (unsigned)hex),
                                       at.y + dy[i] },
                        k[i] * more, 0);
        }
}

static int by_height(const void *a, const void *b)
{
    const struct picture *p = a, *q = b;

    return p->y != q->y ? (p->y > q->y) - (p->y < q->y) : (p->x > q->x) - (p->x < q->x);
}

static void draw_pictures(struct drawing *g)
{
    struct pictures p = { malloc(sizeof *p.at * 3 * (size_t)st_hex_count(&g->p->grid)), 0 };

    for (int h = 0; p.at && h < st_hex_count(&g->p->grid); h++) {
        const struct st_cell *c = &g->p->cell[h];
        struct spot at = ground_centre(h / g->p->grid.rows, h % g->p->grid.rows);

        if (!st_in_window(g->p, h))
            continue;
        if (g->prospect)
            add_prospect(&p, c, at, h);
        else if (place_of(c)[0])
            add_plan(&p, place_of(c), at, h);
    }
    if (p.at && g->prospect)
        qsort(p.at, (size_t)p.n, sizeof *p.at, by_height);
    for (int i = 0; i < p.n; i++)
        ground_use(g->out, p.at[i].symbol, p.at[i].x, p.at[i].y, p.at[i].scale, p.at[i].turn);
    st_buf_add(g->out, "\n");
    g->out->failed |= !p.at;
    free(p.at);
}

/* A bridge that fills a hex lies across the water: along the two opposite sides that are dry. */
static void draw_hex_bridge(struct drawing *g, int col, int row)
{
    struct spot at = ground_centre(col, row);
    int across = 0;

    for (int d = 2; d >= 0; d--) {
        int c[2], r[2];

        neighbour(col, row, d, &c[0], &r[0]);
        neighbour(col, row, d + 3, &c[1], &r[1]);
        if (!IN(nearest(g->p, c[0], r[0])->look, wet) && !IN(nearest(g->p, c[1], r[1])->look, wet))
            across = d;
    }
    put_pair(g->out, "<g transform=\"translate(", at.x, at.y);
    st_buf_add(g->out, ") rotate(%d)\"><path class=\"k-deck\" d=\"M-8-40H8V40H-8Z\"/>"
                       "<path class=\"k-planks\" d=\"", across * 60);
    for (int y = -35; y < 40; y += 6)
        st_buf_add(g->out, "M-8 %dh16", y);
    st_buf_add(g->out, "\"/><path class=\"k-bridge\" d=\"M-11-43L-8-40V40L-11 43M11-43L8-40V40L11 43\""
                       "/></g>\n");
}

static void draw_hex_bridges(struct drawing *g)
{
    for (int h = 0; h < st_hex_count(&g->p->grid); h++)
        if (st_in_window(g->p, h) && is(g->p->cell[h].look, "bridge"))
            draw_hex_bridge(g, h / g->p->grid.rows, h % g->p->grid.rows);
}

/* ---- the sheet ----------------------------------------------------------------------------- */

static void draw_numbers(struct drawing *g)
{
    struct st_window w = st_plan_window(g->p);
    const struct extent *s = &g->sheet;

    st_buf_add(g->out, "<g class=\"k-frame-numbers\">");
    for (int c = w.col; c < w.col + w.cols; c++) {
        double x = ground_centre(c, 0).x;

        st_buf_add(g->out, "<text x=\"%.1f\" y=\"%.1f\">%02d</text><text x=\"%.1f\" y=\"%.1f\">%02d</text>",
                   x, s->top - 3.5, c + 1, x, s->bottom + 10.5, c + 1);
    }
    for (int r = w.row; r < w.row + w.rows; r++) {
        double y = ground_centre(0, r).y + 3.5;

        st_buf_add(g->out, "<text x=\"%.1f\" y=\"%.1f\">%02d</text><text x=\"%.1f\" y=\"%.1f\">%02d</text>",
                   s->left - 7, y, r + 1, s->right + 7, y, r + 1);
    }
    st_buf_add(g->out, "</g>\n");
}

void st_ground_hexes(struct st_buf *out, const struct st_plan *p)
{
    struct drawing g = { out, p, sheet_of(p), 0, is(ground_manner(p), "prospect") };
    const struct extent *s = &g.sheet;

    ground_frame(out, s);
    draw_numbers(&g);
    st_buf_add(out, "<clipPath id=\"ksheet\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
                    "</clipPath><g clip-path=\"url(#ksheet)\">\n",
               s->left, s->top, s->right - s->left, s->bottom - s->top);
    draw_regions(&g);
    if (!g.prospect)
        draw_heights(&g);
    draw_looks(&g);
    draw_unknown(&g);
    draw_grid(&g);
    ground_waters(out, p, &g.paths);
    if (!g.prospect)
        draw_pictures(&g);
    ground_ways(out, p, &g.paths);
    draw_hex_bridges(&g);
    if (g.prospect)
        draw_pictures(&g);
    st_buf_add(out, "</g>\n");
}
