/* map.c - a hex map drawn with characters.
 *
 * A hex is two lines high and W characters wide (3 to 5, as the terminal allows), with slanting
 * sides shared by neighbours; even columns begin one line lower:
 *
 *      ____            top line: the piece and its states, or the hex number
 *     /N1# \____       bottom line: symbol and factors, or the terrain and its level
 *     \V__B/0201\
 *     /0102\♣♣♣¹/
 *     \____/    \
 *
 * The picture is first put on a canvas of styled cells, then written with as few changes of
 * colour as possible, or with none. A map too wide for the terminal comes in several strips.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GLYPH = 5, WIDTH_MIN = 3, WIDTH_MAX = 5, MARGIN = 4, HEAD = 2 };

struct style {
    int16_t fg, bg; /* of the 256 colours; -1: the terminal's own */
    bool bold, under;
};

struct spot {
    char text[GLYPH];
    struct style style;
};

struct canvas {
    struct spot *spot;
    int width, height;
};

static const struct style plain = { -1, -1, false, false };
static const struct style faint = { 244, -1, false, false };

static bool canvas_make(struct canvas *c, int width, int height)
{
    c->spot = calloc((size_t)(width * height), sizeof *c->spot);
    c->width = width;
    c->height = height;
    for (int i = 0; c->spot && i < width * height; i++)
        c->spot[i] = (struct spot){ " ", plain };
    return c->spot != NULL;
}

/* Up to n characters of text from (x, y) to the right. Returns how many were put. */
static int put(struct canvas *c, int x, int y, int n, const char *text, struct style style)
{
    int done = 0;

    for (; *text && done < n; done++) {
        size_t len = 1;

        while (((unsigned char)text[len] & 0xc0) == 0x80)
            len++;
        if (x + done >= 0 && x + done < c->width && y >= 0 && y < c->height && len < GLYPH) {
            struct spot *s = &c->spot[y * c->width + x + done];

            memcpy(s->text, text, len);
            s->text[len] = 0;
            s->style = style;
        }
        text += len;
    }
    return done;
}

static void fill(struct canvas *c, int x, int y, int n, const char *glyph, struct style style)
{
    for (int i = 0; i < n; i++)
        put(c, x + i, y, 1, glyph, style);
}

static bool same_style(struct style a, struct style b)
{
    return a.fg == b.fg && a.bg == b.bg && a.bold == b.bold && a.under == b.under;
}

static void style_write(struct st_buf *out, struct style s)
{
    st_buf_add(out, "\033[0%s%s", s.bold ? ";1" : "", s.under ? ";4" : "");
    if (s.fg >= 0)
        st_buf_add(out, ";38;5;%d", s.fg);
    if (s.bg >= 0)
        st_buf_add(out, ";48;5;%d", s.bg);
    st_buf_add(out, "m");
}

static void canvas_write(struct st_buf *out, const struct canvas *c, bool colour)
{
    for (int y = 0; y < c->height; y++) {
        const struct spot *row = &c->spot[y * c->width];
        struct style now = plain;
        int end = c->width;

        while (end > 0 && strcmp(row[end - 1].text, " ") == 0 &&
               same_style(row[end - 1].style, plain))
            end--;
        for (int x = 0; x < end; x++) {
            if (colour && !same_style(row[x].style, now)) {
                now = row[x].style;
                style_write(out, now);
            }
            st_buf_add(out, "%s", row[x].text);
        }
        st_buf_add(out, "%s\n", same_style(now, plain) ? "" : "\033[0m");
    }
}

/* ---- looks ----------------------------------------------------------------------------- */

struct look {
    const char *name, *glyph;
    int16_t ink, level[4]; /* colour of the glyph; background by height of the ground */
};

static const struct look looks[] = {
    { "clear", "", 236, { 187, 180, 137, 95 } },    { "woods", "♣", 22, { 108, 107, 65, 59 } },
    { "forest", "♣", 22, { 108, 107, 65, 59 } },    { "marsh", "∴", 24, { 152, 151, 150, 149 } },
    { "river", "≈", 17, { 74, 74, 74, 74 } },       { "lake", "≈", 17, { 74, 74, 74, 74 } },
    { "ford", "~", 18, { 117, 117, 117, 117 } },    { "bridge", "=", 52, { 145, 145, 145, 145 } },
    { "town", "⌂", 52, { 181, 181, 181, 181 } },    { "village", "⌂", 52, { 181, 181, 181, 181 } },
    { "rough", "^", 236, { 143, 143, 137, 137 } },  { "hill", "^", 236, { 180, 180, 173, 137 } },
    { "orchard", "%", 22, { 150, 150, 149, 149 } }, { "heath", "\"", 96, { 187, 180, 137, 137 } },
    { "fortress", "■", 52, { 145, 145, 145, 145 } },
    { "swamp", "∴", 23, { 109, 108, 107, 107 } },   { "mountain", "▲", 236, { 137, 137, 95, 95 } },
};
enum { LOOKS = sizeof looks / sizeof looks[0] };

/* A look nobody told us of is drawn by its first letter. */
static struct look look_of(const char *name, char letter[2])
{
    for (int i = 0; i < LOOKS; i++)
        if (strcmp(looks[i].name, name) == 0)
            return looks[i];
    letter[0] = name[0] ? name[0] : '?';
    letter[1] = 0;
    return (struct look){ name, letter, 236, { 250, 249, 248, 247 } };
}

static const char *level_glyph(int level)
{
    static const char *const raised[] = { "", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };

    return level < 0 ? "₋" : raised[level > 9 ? 9 : level];
}

static int16_t ground_colour(const struct look *l, int level)
{
    return l->level[level < 0 ? 0 : level > 3 ? 3 : level];
}

struct state {
    const char *word, *glyph;
};
static const struct state states[] = {
    { "wall", "#" },
    { "suppressed", "!" },
    { "disordered", "~" },
    { "routed", "v" },
};
enum { STATES = sizeof states / sizeof states[0] };

/* One sign for a state: ours, or its first letter. */
static void state_glyph(struct st_span word, char out[GLYPH])
{
    for (int i = 0; i < STATES; i++)
        if (st_span_is(word, states[i].word)) {
            snprintf(out, GLYPH, "%s", states[i].glyph);
            return;
        }
    out[0] = word.len ? word.at[0] : '?';
    out[1] = 0;
}

/* A word among the states that is a name, of a Force say, is no state. */
static bool is_state(const struct st_plan *p, struct st_span word)
{
    for (int i = 0; i < p->nnames; i++)
        if (st_names_find(&p->names[i], word) >= 0)
            return false;
    return true;
}

/* All states in at most room signs; more than that is '&'. */
static void states_text(const struct st_plan *p, const struct st_scene_piece *x, int room, char *out,
                        size_t size)
{
    struct st_span all = st_span_of(x->states), rest = all;
    int n = 0;

    out[0] = 0;
    for (struct st_span w; (w = st_span_word(&rest)).len;)
        n += is_state(p, w);
    if (n > room) {
        snprintf(out, size, "&");
        return;
    }
    for (struct st_span w; (w = st_span_word(&all)).len;) {
        char glyph[GLYPH];

        if (!is_state(p, w))
            continue;
        state_glyph(w, glyph);
        strncat(out, glyph, size - strlen(out) - 1);
    }
}

/* ---- hexes ----------------------------------------------------------------------------- */

struct drawing {
    const struct st_plan *p;
    const struct st_scene *scene;
    struct canvas c;
    int w;           /* characters in a hex */
    int margin;      /* columns before the first hex: row labels and its left side, or none */
    int first, last; /* columns of this strip */
    struct st_window window;
    bool colour;
};

static bool in_strip(const struct drawing *d, int hex)
{
    int col = hex >= 0 ? hex / d->p->grid.rows : -1;

    return col >= d->first && col <= d->last && st_in_window(d->p, hex);
}

static int hex_x(const struct drawing *d, int hex)
{
    return d->margin + (hex / d->p->grid.rows - d->first) * (d->w + 1);
}

static int hex_y(const struct drawing *d, int hex)
{
    return HEAD + 2 * (hex % d->p->grid.rows - d->window.row) + (hex / d->p->grid.rows & 1);
}

static struct style ground_style(const struct drawing *d, int hex, int16_t ink, bool bottom)
{
    char letter[2];
    struct look l = look_of(d->p->cell[hex].look, letter);

    return (struct style){ ink >= 0 ? ink : l.ink, ground_colour(&l, d->p->cell[hex].level), false,
                           bottom };
}

/* The grid itself: slanting sides, the upper edge of the map. Hexes are drawn from west to east:
 * a side shared by two has the ground of the western one behind it. */
static void draw_frame(struct drawing *d, int hex)
{
    int x = hex_x(d, hex), y = hex_y(d, hex), w = d->w;
    struct style right = ground_style(d, hex, 240, false);

    if (hex / d->p->grid.rows == d->first) {
        put(&d->c, x - 1, y, 1, "/", faint);
        put(&d->c, x - 1, y + 1, 1, "\\", faint);
    }
    if (hex / d->p->grid.rows == d->last)
        right = faint;
    put(&d->c, x + w, y, 1, "\\", right);
    put(&d->c, x + w, y + 1, 1, "/", right);
    if (hex % d->p->grid.rows == d->window.row) {
        fill(&d->c, x, y - 1, w, "_", faint);
        put(&d->c, x - 1, y, 1, "/", faint);
    }
    if (hex % d->p->grid.rows == d->window.row + d->window.rows - 1)
        put(&d->c, x - 1, y + 1, 1, "\\", faint);
}

static void draw_ground(struct drawing *d, int hex)
{
    const struct st_cell *cell = &d->p->cell[hex];
    int x = hex_x(d, hex), y = hex_y(d, hex), w = d->w;
    struct style top = ground_style(d, hex, 238, false), bottom = ground_style(d, hex, -1, true);
    const char *floor = d->colour ? " " : "_", *high = level_glyph(cell->level);
    char letter[2], name[6];
    struct look l = look_of(cell->look, letter);

    st_hex_name(&d->p->grid, hex, name);
    fill(&d->c, x, y, w, " ", top);
    fill(&d->c, x, y + 1, w, floor, bottom);
    put(&d->c, x, y, w, w >= 4 ? name : name + 2, top);
    if (l.glyph[0])
        fill(&d->c, x, y + 1, w - 1, l.glyph, bottom);
    if (high[0])
        put(&d->c, x + w - 1, y + 1, 1, high, bottom);
}

/* Which piece stands on top, and how many there are. */
static const struct st_scene_piece *piece_in(const struct st_scene *s, int hex, int *count)
{
    const struct st_scene_piece *top = NULL;

    *count = 0;
    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].hex == hex) {
            if (!top)
                top = &s->piece[i];
            (*count)++;
        }
    return top;
}

static struct style side_style(const struct st_scene_piece *x)
{
    static const int16_t resting[ST_SIDES] = { 88, 18 }, ready[ST_SIDES] = { 160, 27 };
    int side = x->side < ST_SIDES ? x->side : 0;

    return (struct style){ 231, x->can_act ? ready[side] : resting[side], x->can_act, false };
}

static void draw_piece(struct drawing *d, int hex, const struct st_scene_piece *x, int count)
{
    int px = hex_x(d, hex), y = hex_y(d, hex), w = d->w;
    struct style top = side_style(x), bottom = ground_style(d, hex, 16, true);
    const char *name = st_view_piece(d->p, x->piece);
    char letter[2], state[24], line[40];
    struct look l = look_of(d->p->cell[hex].look, letter);
    int len = cli_width(name), room = w - len;

    states_text(d->p, x, room > 1 ? room : 1, state, sizeof state);
    if (count > 1)
        snprintf(state, sizeof state, "+");
    fill(&d->c, px, y, w, " ", top);
    put(&d->c, px, y, w - cli_width(state), name, top);
    put(&d->c, px + (len < w - cli_width(state) ? len : w - cli_width(state)), y, w, state, top);

    fill(&d->c, px, y + 1, w, d->colour ? " " : "_", bottom);
    if (l.glyph[0])
        fill(&d->c, px, y + 1, w, l.glyph, ground_style(d, hex, -1, true));
    if (count > 1)
        snprintf(line, sizeof line, "x%d", count);
    else
        snprintf(line, sizeof line, "%s", x->symbol);
    put(&d->c, px, y + 1, w, line, bottom);
    if (count == 1) {
        snprintf(line, sizeof line, "%s%s", x->worn ? "½" : "", x->factors);
        int left = w - cli_width(line), used = cli_width(x->symbol);

        put(&d->c, px + (left > 0 ? left : 0), y + 1, w, line, bottom);
        if (used < left) /* the height of the ground, where there is room to tell it */
            put(&d->c, px + used, y + 1, 1, level_glyph(d->p->cell[hex].level), bottom);
    }
}

static void draw_mark(struct drawing *d, const struct st_scene_mark *m)
{
    struct style s = ground_style(d, m->hex, 16, false);
    int count;

    s.bold = true;
    if (piece_in(d->scene, m->hex, &count))
        return; /* told under the map */
    fill(&d->c, hex_x(d, m->hex), hex_y(d, m->hex), d->w, " ", s);
    put(&d->c, hex_x(d, m->hex), hex_y(d, m->hex), d->w, m->text, s);
}

static const struct {
    const char *name, *slant, *flat;
    int16_t ink;
} edge_looks[] = {
    [ST_EDGE_ROAD] = { "road", "·", "·", 94 },   [ST_EDGE_RAIL] = { "rail", "+", "+", 236 },
    [ST_EDGE_RIVER] = { "river", "≀", "~", 33 }, [ST_EDGE_CANAL] = { "canal", "‖", "=", 33 },
    [ST_EDGE_WALL] = { "wall", "▓", "▬", 236 },
};
enum { EDGE_LOOKS = sizeof edge_looks / sizeof edge_looks[0] };
#define BRIDGE "#"

static bool is_blank(const struct canvas *c, int x, int y)
{
    const char *text =
        x >= 0 && x < c->width && y >= 0 && y < c->height ? c->spot[y * c->width + x].text : "";

    return strcmp(text, " ") == 0 || strcmp(text, "_") == 0;
}

/* Along the lower side of a hex. What is written of a piece there stays. */
static void draw_floor(struct drawing *d, int hex, int x, int y, const char *glyph, struct style s)
{
    int count;
    bool held = hex >= 0 && piece_in(d->scene, hex, &count);

    for (int i = 0; i < d->w; i++)
        if (!held || is_blank(&d->c, x + i, y))
            put(&d->c, x + i, y, 1, glyph, s);
}

static bool is_way(int kind)
{
    return kind == ST_EDGE_ROAD || kind == ST_EDGE_RAIL || kind == ST_EDGE_LANE;
}

static bool is_water(int kind)
{
    return kind == ST_EDGE_RIVER || kind == ST_EDGE_CANAL || kind == ST_EDGE_GREAT_RIVER;
}

/* Water that a way crosses, written on whichever side of it. */
static bool is_bridged(const struct st_plan *p, const struct st_edge *water)
{
    int beyond = st_hex_step(&p->grid, water->hex, water->dir), back = (water->dir + 3) % 6;

    for (int i = 0; is_water(water->kind) && i < p->nedges; i++) {
        const struct st_edge *e = &p->edge[i];

        if (is_way(e->kind) && ((e->hex == water->hex && e->dir == water->dir) || (e->hex == beyond && e->dir == back)))
            return true;
    }
    return false;
}

/* Rivers, canals and walls lie on a side of a hex; roads and rails pass through it, under whoever
 * stands there. */
static void draw_edge(struct drawing *d, const struct st_edge *e)
{
    int x = hex_x(d, e->hex), y = hex_y(d, e->hex), w = d->w, count;
    bool bridged = is_bridged(d->p, e);
    const char *flat = bridged ? BRIDGE : edge_looks[e->kind].flat, *slant = bridged ? BRIDGE : edge_looks[e->kind].slant;
    struct style s = { bridged ? 94 : edge_looks[e->kind].ink, -1, true, false };

    if (e->kind == ST_EDGE_ROAD || e->kind == ST_EDGE_RAIL) {
        if (piece_in(d->scene, e->hex, &count))
            return;
        put(&d->c, x + w / 2, y + 1, 1, edge_looks[e->kind].flat,
            ground_style(d, e->hex, edge_looks[e->kind].ink, true));
        return;
    }
    switch (e->dir) {
    case 0:
        draw_floor(d, st_hex_step(&d->p->grid, e->hex, 0), x, y - 1, flat, s);
        break;
    case 1:
        put(&d->c, x + w, y, 1, slant, s);
        break;
    case 2:
        put(&d->c, x + w, y + 1, 1, slant, s);
        break;
    case 3:
        draw_floor(d, e->hex, x, y + 1, flat, s);
        break;
    case 4:
        put(&d->c, x - 1, y + 1, 1, slant, s);
        break;
    default:
        put(&d->c, x - 1, y, 1, slant, s);
        break;
    }
}

static void draw_labels(struct drawing *d)
{
    const struct st_hexgrid *g = &d->p->grid;
    int top = d->window.row;
    char text[16];

    for (int c = d->first; c <= d->last; c++) {
        snprintf(text, sizeof text, "%02d", c + 1);
        put(&d->c, hex_x(d, c * g->rows) + (d->w - 2) / 2, 0, 2, text, faint);
    }
    for (int r = top; r < top + d->window.rows && d->margin; r++) {
        snprintf(text, sizeof text, "%02d", r + 1);
        put(&d->c, 0, HEAD + 2 * (r - top), 2, text, faint);
    }
}

static void draw_strip(struct st_buf *out, struct drawing *d)
{
    const struct st_hexgrid *g = &d->p->grid;
    int cols = d->last - d->first + 1;

    if (!canvas_make(&d->c, d->margin + cols * (d->w + 1), HEAD + 2 * d->window.rows + 1)) {
        out->failed = true;
        return;
    }
    draw_labels(d);
    for (int h = d->first * g->rows; h < (d->last + 1) * g->rows; h++)
        if (in_strip(d, h))
            draw_frame(d, h);
    for (int h = d->first * g->rows; h < (d->last + 1) * g->rows; h++) {
        int count;
        const struct st_scene_piece *x = piece_in(d->scene, h, &count);

        if (!in_strip(d, h))
            continue;
        if (x)
            draw_piece(d, h, x, count);
        else
            draw_ground(d, h);
    }
    for (int i = 0; i < d->p->nedges; i++)
        if (in_strip(d, d->p->edge[i].hex) && d->p->edge[i].kind <= ST_EDGE_WALL)
            draw_edge(d, &d->p->edge[i]);
    for (int i = 0; i < d->scene->nmarks; i++)
        if (in_strip(d, d->scene->mark[i].hex))
            draw_mark(d, &d->scene->mark[i]);
    canvas_write(out, &d->c, d->colour);
    free(d->c.spot);
}

/* ---- what stands under the map --------------------------------------------------------- */

/* Items are kept one on a line of the buffer until the line they go on is laid out. */
static void add_item(struct st_buf *line, const char *text)
{
    st_buf_add(line, "%s\n", text);
}

static bool look_on_map(const struct st_plan *p, const char *look)
{
    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (st_in_window(p, h) && strcmp(p->cell[h].look, look) == 0)
            return true;
    return false;
}

static bool edge_on_map(const struct st_plan *p, int kind)
{
    for (int i = 0; i < p->nedges; i++)
        if (p->edge[i].kind == kind && st_in_window(p, p->edge[i].hex))
            return true;
    return false;
}

static void add_word(struct st_buf *line, const char *id)
{
    char word[80];

    add_item(line, cli_word(id, word, sizeof word));
}

static void terrain_legend(struct st_buf *line, const struct st_plan *p)
{
    char word[80];
    int high = 0;

    for (int i = 0; i < LOOKS; i++)
        if (looks[i].glyph[0] && look_on_map(p, looks[i].name)) {
            char item[120];

            snprintf(item, sizeof item, "%s %s", looks[i].glyph, cli_look(p, looks[i].name, word, sizeof word));
            add_item(line, item);
        }
    for (int k = 0; k < EDGE_LOOKS; k++)
        if (edge_on_map(p, k)) {
            char item[120];

            bool one = strcmp(edge_looks[k].flat, edge_looks[k].slant) == 0;

            snprintf(item, sizeof item, "%s%s%s %s", edge_looks[k].flat, one ? "" : " ", one ? "" : edge_looks[k].slant,
                     cli_look(p, edge_looks[k].name, word, sizeof word));
            add_item(line, item);
        }
    bool bridged = false;
    for (int i = 0; i < p->nedges && !bridged; i++)
        bridged = st_in_window(p, p->edge[i].hex) && is_bridged(p, &p->edge[i]);
    if (bridged) {
        char item[120];

        snprintf(item, sizeof item, BRIDGE " %s", cli_look(p, "bridge", word, sizeof word));
        add_item(line, item);
    }
    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (st_in_window(p, h))
            high = p->cell[h].level > high ? p->cell[h].level : high;
    if (high > 0)
        add_word(line, high > 1 ? "map.heights" : "map.height");
}

static void state_legend(struct st_buf *line, const struct st_plan *p, const struct st_scene *s)
{
    struct st_buf seen = { 0 };
    bool worn = false, several = false, stacked = false;

    for (int i = 0; i < s->npieces; i++) {
        struct st_span all = st_span_of(s->piece[i].states);
        int n = 0, count = 0;

        if (s->piece[i].hex >= 0)
            piece_in(s, s->piece[i].hex, &count);
        stacked |= count > 1;

        for (struct st_span w; s->piece[i].hex >= 0 && (w = st_span_word(&all)).len; n++) {
            char word[34], glyph[GLYPH], item[120], id[34];

            if (!is_state(p, w)) {
                n--;
                continue;
            }
            snprintf(word, sizeof word, " %.*s ", (int)w.len, w.at);
            if (strstr(st_buf_text(&seen), word))
                continue;
            st_buf_add(&seen, "%s", word);
            state_glyph(w, glyph);
            st_span_copy(w, id, sizeof id);
            snprintf(item, sizeof item, "%s %.80s", glyph, st_word_says(p, "state", id));
            add_item(line, item);
        }
        several |= n > 1;
        worn |= s->piece[i].worn && s->piece[i].hex >= 0;
    }
    if (stacked)
        add_word(line, "map.stacked");
    if (several)
        add_word(line, "map.several");
    if (worn)
        add_word(line, "map.worn");
    st_buf_free(&seen);
}

static void places(struct st_buf *line, const struct st_plan *p)
{
    for (int h = 0; h < st_hex_count(&p->grid); h++)
        if (p->cell[h].label && p->cell[h].label[0] && st_in_window(p, h)) {
            char item[140], name[6], place[120];

            st_hex_name(&p->grid, h, name);
            st_place_print(p, h, place, sizeof place);
            snprintf(item, sizeof item, "%s %.*s", name, (int)strcspn(place, "("), place);
            add_item(line, item);
        }
}

static void marks(struct st_buf *line, const struct st_plan *p, const struct st_scene *s)
{
    for (int i = 0; i < s->nmarks; i++) {
        char item[140], name[6];
        int side = st_view_side_find(p, s->mark[i].text);

        st_hex_name(&p->grid, s->mark[i].hex, name);
        snprintf(item, sizeof item, "%s %s", name,
                 side < 0 ? st_word_says(p, "state", s->mark[i].text) : st_side_brief(p, side));
        add_item(line, item);
    }
}

static void off_map(struct st_buf *line, const struct st_plan *p, const struct st_scene *s,
                    int side)
{
    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].hex < 0 && s->piece[i].side == side)
            add_item(line, st_view_piece(p, s->piece[i].piece));
}

static void show_line(struct st_buf *out, const struct cli_term *term, const char *head,
                      struct st_buf *line)
{
    if (line->len) {
        char start[100];

        snprintf(start, sizeof start, "%s%*s ", head, cli_width(head) < 9 ? 9 - cli_width(head) : 0, "");
        cli_style(out, term, CLI_DIM, start);
        cli_items(out, term, cli_width(start), 10, st_buf_text(line));
    }
    out->failed |= line->failed;
    st_buf_free(line);
}

static void side_legend(struct st_buf *out, const struct cli_term *term, const struct st_plan *p)
{
    if (!term->colour)
        return;
    for (int s = 0; s < ST_SIDES; s++) {
        struct st_scene_piece x = { .side = (uint8_t)s };

        style_write(out, side_style(&x));
        st_buf_add(out, " %s \033[0m ", st_side_brief(p, s));
    }
    st_buf_add(out, "\n");
}

static void legend(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                   const struct st_scene *s)
{
    struct st_buf line = { 0 };
    char word[40];

    side_legend(out, term, p);
    terrain_legend(&line, p);
    state_legend(&line, p, s);
    show_line(out, term, cli_word("map.signs", word, sizeof word), &line);
    places(&line, p);
    show_line(out, term, cli_word("map.places", word, sizeof word), &line);
    marks(&line, p, s);
    show_line(out, term, cli_word("map.marks", word, sizeof word), &line);
    for (int side = 0; side < ST_SIDES; side++) {
        struct st_buf head = { 0 };

        cli_say(&head, "map.away", st_side_brief(p, side), NULL);
        off_map(&line, p, s, side);
        show_line(out, term, st_buf_text(&head), &line);
        st_buf_free(&head);
    }
}

/* ---- games without hexes --------------------------------------------------------------- */

static void list_pieces(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    for (int i = 0; i < s->npieces; i++) {
        const struct st_scene_piece *x = &s->piece[i];

        st_buf_add(out, "  %-6s %-10s %-4s %-8s %d/%d  %s\n", st_view_piece(p, x->piece),
                   x->side < ST_SIDES ? p->side[x->side] : "", x->symbol, x->factors, x->steps,
                   x->steps_full, x->states);
    }
}

/* The widest hexes that let the whole map in, if need be without row labels (narrow hexes show
 * their row themselves); else strips of as many columns as go in. */
static int choose_width(struct drawing *d, int room, int cols)
{
    d->w = 4;
    d->margin = MARGIN;
    if (room == 0)
        return cols;
    for (d->w = WIDTH_MAX; d->w >= WIDTH_MIN; d->w--)
        if (MARGIN + cols * (d->w + 1) <= room)
            return cols;
    if (cols * (WIDTH_MIN + 1) <= room) {
        d->w = WIDTH_MIN;
        d->margin = 0;
        return cols;
    }
    d->w = 4;
    int most = (room - MARGIN) / (d->w + 1) / 2 * 2;
    most = most < 2 ? 2 : most;
    int strips = (cols + most - 1) / most;
    return ((cols + strips - 1) / strips + 1) / 2 * 2; /* even, so that all look alike */
}

void cli_map(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
             const struct st_scene *scene)
{
    if (p->table.x > 0) {
        cli_plane_map(out, term, p, scene);
        return;
    }
    if (p->grid.cols == 0 || !p->cell) {
        list_pieces(out, p, scene);
        return;
    }
    struct st_window w = st_plan_window(p);
    struct drawing d = { .p = p, .scene = scene, .colour = term->colour, .window = w };
    int strip = choose_width(&d, term->width, w.cols), end = w.col + w.cols;

    for (int first = w.col; first < end; first += strip) {
        d.first = first;
        d.last = first + strip < end ? first + strip - 1 : end - 1;
        if (first > w.col)
            st_buf_add(out, "\n");
        draw_strip(out, &d);
    }
    legend(out, term, p, scene);
}
