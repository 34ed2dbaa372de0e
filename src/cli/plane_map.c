/* plane_map.c - a bare table drawn with characters, to scale.
 *
 * A character is twice as high as wide, so a row stands for twice the millimetres of a column. A
 * piece is drawn where its base lies, its name in the middle and an arrow where its front looks;
 * ground is drawn by its look. What is under a base is not shown. Where a row is too coarse for two
 * ranks, the second name goes one row back, or the piece is named below the map as not shown.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GLYPH = 5, RULER = 4, COLS_MIN = 60, COLS_MAX = 180, COLS_USUAL = 120 };

struct spot {
    char text[GLYPH];
    int style;  /* CLI_... */
    bool named; /* part of a piece's name */
};

struct sheet {
    struct spot *spot;
    int cols, rows;
    const struct st_plan *p;
};

static const struct {
    const char *look, *glyph;
} looks[] = {
    { "woods", "♣" }, { "field", "▒" },  { "town", "⌂" },  { "marsh", "∴" },
    { "rough", "^" }, { "hill", "·" },   { "steep", "▲" }, { "river", "≈" },
    { "dry", "-" },   { "bridge", "=" }, { "works", "═" }, { "wall", "═" },
    { "bushes", "\"" }, { "rocks", "◊" }, { "road", ":" }, { "ford", "~" },
    { "flats", "~" },
    { "channel", "≈" }, { "water", "≋" }, { "building", "⌂" }, { "bank", "≡" },
    { "fence", "┄" }, { "stakes", "╫" }, { "door", "∩" },  { "window", "□" },
    { "goods", "$" }, { "horse", "h" },  { "clear", "." },
};
enum { LOOKS = sizeof looks / sizeof looks[0] };

static const char *const zone_glyph[ST_SIDES] = { "'", "," };
#define ZONES_MEET ";"

/* A look nobody told us of is drawn by its first letter. */
static const char *glyph_of(const char *look, char letter[2])
{
    for (int i = 0; i < LOOKS; i++)
        if (strcmp(looks[i].look, look) == 0)
            return looks[i].glyph;
    letter[0] = look[0] ? look[0] : '.';
    letter[1] = 0;
    return letter;
}

/* ---- cells ------------------------------------------------------------------------------- */

static void put(struct sheet *s, int col, int row, const char *glyph, int style)
{
    if (col < 0 || col >= s->cols || row < 0 || row >= s->rows)
        return;
    struct spot *x = &s->spot[row * s->cols + col];
    snprintf(x->text, sizeof x->text, "%s", glyph);
    x->style = style;
}

static struct st_point cell_middle(const struct sheet *s, int col, int row)
{
    return (struct st_point){ (int32_t)((2 * (int64_t)col + 1) * s->p->table.x / (2 * s->cols)),
                              s->p->table.y - (int32_t)((2 * (int64_t)row + 1) * s->p->table.y /
                                                        (2 * s->rows)) };
}

static void cell_of(const struct sheet *s, struct st_point at, int *col, int *row)
{
    *col = (int)((int64_t)at.x * s->cols / s->p->table.x);
    *row = (int)((int64_t)(s->p->table.y - at.y) * s->rows / s->p->table.y);
}

/* ---- ground ------------------------------------------------------------------------------ */

static void draw_area(struct sheet *s, const struct st_scene_shape *x, const char *glyph, int style)
{
    for (int row = 0; row < s->rows; row++)
        for (int col = 0; col < s->cols; col++)
            if (st_inside(x->point, x->n, cell_middle(s, col, row)))
                put(s, col, row, glyph, style);
}

static void draw_line(struct sheet *s, const struct st_scene_shape *x, const char *glyph)
{
    for (int i = 0; i + 1 < x->n; i++)
        for (int k = 0; k <= s->cols; k++) {
            int col, row;

            cell_of(s, st_along(x->point[i], x->point[i + 1], k, s->cols), &col, &row);
            put(s, col, row, glyph, CLI_PLAIN);
        }
}

/* On open ground only; a third sign where zones of both sides meet. */
static void draw_zone(struct sheet *s, const struct st_scene_shape *x)
{
    const char *mine = zone_glyph[x->side != 0], *other = zone_glyph[x->side == 0];

    for (int row = 0; row < s->rows; row++)
        for (int col = 0; col < s->cols; col++) {
            const char *is = s->spot[row * s->cols + col].text;
            bool meets = strcmp(is, other) == 0 || strcmp(is, ZONES_MEET) == 0;

            if ((meets || strcmp(is, " ") == 0 || strcmp(is, mine) == 0) &&
                st_inside(x->point, x->n, cell_middle(s, col, row)))
                put(s, col, row, meets ? ZONES_MEET : mine, CLI_DIM);
        }
}

static void draw_ground(struct sheet *s, const struct st_scene *scene)
{
    for (int i = 0; i < scene->nshapes; i++) {
        const struct st_scene_shape *x = &scene->shape[i];
        char letter[2];

        if (x->kind == ST_SHAPE_GROUND && x->n >= 3)
            draw_area(s, x, glyph_of(x->look, letter), CLI_GREEN);
        else if (x->kind == ST_SHAPE_LINE)
            draw_line(s, x, glyph_of(x->look, letter));
    }
    for (int i = 0; i < scene->nshapes; i++)
        if (scene->shape[i].kind == ST_SHAPE_ZONE)
            draw_zone(s, &scene->shape[i]);
}

/* ---- pieces ------------------------------------------------------------------------------ */

static const char *arrow(int facing)
{
    static const char *const arrows[] = { "↑", "↗", "→", "↘", "↓", "↙", "←", "↖" };

    return arrows[st_heading(facing + ST_TURN / 16) / (ST_TURN / 8)];
}

static bool placed(const struct st_scene_piece *x)
{
    return x->base.right > x->base.left || x->radius;
}

static int style_of(const struct st_scene_piece *x)
{
    return x->side ? CLI_BLUE : CLI_RED;
}

static void draw_base(struct sheet *s, const struct st_scene_piece *x)
{
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->cols; c++)
            if (st_box_holds(&x->base, cell_middle(s, c, r)))
                put(s, c, r, x->side ? "░" : "▓", style_of(x));
}

static bool is_free(const struct sheet *s, int col, int row, int n)
{
    if (row < 0 || row >= s->rows)
        return false;
    for (int i = 0; i < n; i++)
        if (col + i >= 0 && col + i < s->cols && s->spot[row * s->cols + col + i].named)
            return false;
    return true;
}

/* Its name and an arrow; false if others' names leave no place, here or one row behind it. */
static bool draw_name(struct sheet *s, const struct st_scene_piece *x)
{
    char label[32];
    int col, row, facing = st_heading(x->base.pose.facing);
    int back = facing > ST_TURN / 4 && facing < 3 * ST_TURN / 4 ? -1 : 1; /* rows count down */

    cell_of(s, st_box_centre(&x->base), &col, &row);
    snprintf(label, sizeof label, "%.20s", st_view_piece(s->p, x->piece));
    int n = (int)strlen(label) + 1;
    col -= n / 2;
    if (!is_free(s, col, row, n) && !is_free(s, col, row += back, n))
        return false;
    for (int i = 0; i < n; i++) {
        char one[2] = { label[i], 0 };

        put(s, col + i, row, i + 1 < n ? one : arrow(facing), style_of(x));
        if (col + i >= 0 && col + i < s->cols)
            s->spot[row * s->cols + col + i].named = true;
    }
    return true;
}

/* Bases first, so that no base covers a name. */
static void draw_pieces(struct sheet *s, const struct st_scene *scene, struct st_buf *hidden)
{
    for (int i = 0; i < scene->npieces; i++)
        if (placed(&scene->piece[i]))
            draw_base(s, &scene->piece[i]);
    for (int i = 0; i < scene->npieces; i++)
        if (placed(&scene->piece[i]) && !draw_name(s, &scene->piece[i]))
            st_buf_add(hidden, " %s", st_view_piece(s->p, scene->piece[i].piece));
}

/* ---- the sheet --------------------------------------------------------------------------- */

static void write_sheet(struct st_buf *out, const struct cli_term *term, const struct sheet *s)
{
    enum { EVERY = 100 };
    int last = -1;

    st_buf_add(out, "%*s", RULER, "");
    for (int col = 0; col < s->cols; col++) {
        int mark = cell_middle(s, col, 0).x / ST_MM / EVERY;

        st_buf_add(out, "%s", mark != last && mark > 0 ? "┬" : "─");
        last = mark;
    }
    st_buf_add(out, "\n");
    last = -1;
    for (int row = 0; row < s->rows; row++) {
        int mark = cell_middle(s, 0, row).y / ST_MM / EVERY;

        if (mark != last && last >= 0)
            st_buf_add(out, "%3d ", (mark + 1) * EVERY);
        else
            st_buf_add(out, "%*s", RULER, "");
        last = mark;
        int end = s->cols;
        while (end > 0 && s->spot[row * s->cols + end - 1].text[0] == ' ')
            end--;
        for (int col = 0; col < end; col++)
            cli_style(out, term, s->spot[row * s->cols + col].style,
                      s->spot[row * s->cols + col].text);
        st_buf_add(out, "\n");
    }
    st_buf_add(out, "%*s0", RULER, "");
    int at = 1;
    for (int mm = EVERY; mm < s->p->table.x / ST_MM; mm += EVERY) {
        int col, row;

        cell_of(s, (struct st_point){ mm * ST_MM, 0 }, &col, &row);
        st_buf_add(out, "%*d", col + 2 - at, mm); /* its middle below the mark */
        at = col + 2;
    }
    st_buf_add(out, "\n");
}

/* Who stands where, and how. Who is not on the table is not on the map either: `pieces` tells. */
static void list_pieces(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                        const struct st_scene *scene)
{
    struct st_buf items = { 0 };

    for (int i = 0; i < scene->npieces; i++) {
        const struct st_scene_piece *x = &scene->piece[i];
        struct st_point at = st_point_to_mm(x->base.pose.at);
        char state[200];

        if (!placed(x))
            continue;
        st_states_says(p, x->states, state, sizeof state);
        st_buf_add(&items, "%s %s %d,%d%s%s%s\n", st_view_piece(p, x->piece), st_view_piece_title(p, x->piece),
                   at.x, at.y, state[0] ? " (" : "", state, state[0] ? ")" : "");
    }
    cli_items(out, term, 0, 0, st_buf_text(&items));
    out->failed |= items.failed;
    st_buf_free(&items);
}

static void legend(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                   const struct st_scene *scene)
{
    struct st_buf line = { 0 };
    bool seen[LOOKS] = { false }, zones = false;
    char word[80];

    for (int i = 0; i < scene->nshapes; i++) {
        zones |= scene->shape[i].kind == ST_SHAPE_ZONE;
        for (int k = 0; k < LOOKS; k++)
            seen[k] |= strcmp(scene->shape[i].look, looks[k].look) == 0;
    }
    st_buf_add(&line, "%s: ", cli_word("map.signs", word, sizeof word));
    if (zones)
        cli_say(&line, "map.zones", zone_glyph[0], zone_glyph[1], st_side_brief(p, 0), st_side_brief(p, 1),
                ZONES_MEET, NULL);
    for (int k = 0, n = zones; k < LOOKS; k++)
        if (seen[k])
            st_buf_add(&line, "%s%s %s", n++ ? "; " : "", looks[k].glyph,
                       cli_look(p, looks[k].look, word, sizeof word));
    cli_wrap(out, term, 0, 0, st_buf_text(&line));
    st_buf_put(out, "\n", 1);
    st_buf_free(&line);
}

void cli_plane_map(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                   const struct st_scene *scene)
{
    int cols = term->width ? term->width - RULER - 1 : COLS_USUAL;

    cols = cols < COLS_MIN ? COLS_MIN : cols > COLS_MAX ? COLS_MAX : cols;
    struct sheet s = { NULL, cols, (int)((int64_t)cols * p->table.y / p->table.x / 2), p };
    s.rows = s.rows < 1 ? 1 : s.rows;
    s.spot = calloc((size_t)(s.cols * s.rows), sizeof *s.spot);
    if (!s.spot) {
        out->failed = true;
        return;
    }
    for (int i = 0; i < s.cols * s.rows; i++)
        s.spot[i] = (struct spot){ " ", CLI_PLAIN, false };
    struct st_buf hidden = { 0 };
    draw_ground(&s, scene);
    draw_pieces(&s, scene, &hidden);
    write_sheet(out, term, &s);
    if (hidden.len) {
        cli_say(out, "map.close", st_buf_text(&hidden), NULL);
        st_buf_put(out, "\n", 1);
    }
    out->failed |= hidden.failed;
    st_buf_free(&hidden);
    legend(out, term, p, scene);
    list_pieces(out, term, p, scene);
    free(s.spot);
}
