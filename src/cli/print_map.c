/* print_map.c - the map in sheets, counters front and back, bases. See print.h. */
#include "cli/print.h"
#include "view/ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double OVERLAP = 10, GAP = 2, CAPTION = 4;

/* ---- the map ----------------------------------------------------------------------------------------- */

struct sheets { /* how a map is cut */
    int cols, rows;
    double wide, high; /* of what a page shows */
    bool across;
};

static int pages_for(double whole, double room)
{
    return whole <= room ? 1 : 1 + (int)ceil((whole - room) / (room - OVERLAP));
}

static struct sheets cut(const struct paper *p, double wide, double high)
{
    struct sheets best = { .cols = 0 };

    for (int across = 0; across < 2; across++) {
        double w = (across ? p->long_side : p->short_side) - 2 * PAPER_MARGIN;
        double h = (across ? p->short_side : p->long_side) - 2 * PAPER_MARGIN;
        struct sheets s = { pages_for(wide, w), pages_for(high, h), w, h, across };

        if (!best.cols || s.cols * s.rows < best.cols * best.rows)
            best = s;
    }
    return best;
}

/* Where the next sheet is laid over this one. */
static void marks(struct paper *p, const struct sheets *s, int col, int row)
{
    double right = PAPER_MARGIN + s->wide, bottom = PAPER_MARGIN + s->high;
    double at_x = right - OVERLAP, at_y = bottom - OVERLAP;

    if (col + 1 < s->cols) {
        paper_line(p, at_x, PAPER_MARGIN - 5, at_x, PAPER_MARGIN - 1);
        paper_line(p, at_x, bottom + 1, at_x, bottom + 4);
    }
    if (row + 1 < s->rows) {
        paper_line(p, PAPER_MARGIN - 5, at_y, PAPER_MARGIN - 1, at_y);
        paper_line(p, right + 1, at_y, right + 4, at_y);
    }
}

/* The number of each hex that is in play, above its middle. */
static void numbers(struct paper *p, const struct st_plan *plan, double left, double top, double mm)
{
    const double size = 2.2, above = 26;
    struct extent e = st_ground_extent(plan);
    char hex[6];

    for (int h = 0; plan->cell && h < st_hex_count(&plan->grid); h++) {
        struct spot c = ground_centre(h / plan->grid.rows, h % plan->grid.rows);

        if (!st_in_window(plan, h))
            continue;
        st_hex_name(&plan->grid, h, hex);
        paper_words(p, PAPER_MARGIN - left + (c.x - e.left) * mm - paper_words_wide(p, size, false, hex) / 2,
                    PAPER_MARGIN - top + (c.y - above - e.top) * mm, size, false, hex);
    }
}

static int print_sheet(struct paper *p, const struct st_plan *plan, const struct sheets *s, const struct st_buf *svg, const double *sheet,
                       double mm, int i, struct st_error *err)
{
    int col = i % s->cols, row = i / s->cols;
    double left = col * (s->wide - OVERLAP), top = row * (s->high - OVERLAP);
    char foot[120];

    snprintf(foot, sizeof foot, "map, sheet %c%d of %d; each lies over the next by %.0f mm", 'A' + row, col + 1,
             s->cols * s->rows, OVERLAP);
    paper_page(p, s->across, foot);
    cairo_save(p->pen);
    /* Sizes of the sheet are whole pixels: one more, for the line at its edge. */
    cairo_rectangle(p->pen, PAPER_MARGIN, PAPER_MARGIN, fmin(s->wide, (sheet[2] + 1) * mm - left),
                    fmin(s->high, (sheet[3] + 1) * mm - top));
    cairo_clip(p->pen);
    int e = paper_picture(p, svg, PAPER_MARGIN - left - sheet[0] * mm, PAPER_MARGIN - top - sheet[1] * mm, mm, err);
    numbers(p, plan, left, top, mm);
    cairo_restore(p->pen);
    marks(p, s, col, row);
    return e;
}

/* The ground alone: pieces are cut out, zones are of the moment. */
static int draw_ground(struct st_buf *out, const struct st_table *t, struct st_error *err)
{
    struct st_scene *s = st_view_scene(t, ST_UMPIRE);
    int n = 0;

    if (!s)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    s->npieces = s->nmarks = s->nnotes = 0;
    for (int i = 0; i < s->nshapes; i++)
        if (s->shape[i].kind <= ST_SHAPE_LINE)
            s->shape[n++] = s->shape[i];
    s->nshapes = n;
    st_svg_map(out, t->plan, s);
    free(s);
    return out->failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory") : ST_OK;
}

int print_map(struct paper *p, const struct st_table *t, struct st_error *err)
{
    struct st_buf svg = { 0 };
    double mm = st_svg_map_mm(t->plan), sheet[4] = { 0 };
    int e = mm > 0 ? draw_ground(&svg, t, err) : ST_OK;
    const char *at = e || !svg.len ? NULL : strstr(st_buf_text(&svg), "data-sheet=\"");

    if (at && sscanf(at + 12, "%lf %lf %lf %lf", &sheet[0], &sheet[1], &sheet[2], &sheet[3]) == 4) {
        struct sheets s = cut(p, sheet[2] * mm, sheet[3] * mm);

        for (int i = 0; i < s.cols * s.rows && !e; i++)
            e = print_sheet(p, t->plan, &s, &svg, sheet, mm, i, err);
    }
    st_buf_free(&svg);
    return e;
}

/* ---- pieces ------------------------------------------------------------------------------------------ */

struct deck { /* pieces on pages, fronts and backs */
    struct paper *paper;
    const struct st_table *table;
    struct st_card *front, *back;
    int n, nbacks;
};

static bool on_table(const struct st_scene_piece *x)
{
    return x->base.right > x->base.left;
}

/* The piece when half its steps are gone, as the game itself shows it; false: it has no other side. */
static bool reduced(struct st_scene_piece *out, const struct st_table *t, const struct st_scene_piece *x)
{
    const struct st_field *f = st_field_find(t->plan->game, st_span_of("steps"), true);
    void *pos = malloc(t->plan->pos_size);
    struct st_scene *s = NULL;

    if (pos && f && st_field_settable(f) && x->steps_full > 1) {
        struct st_table copy = { t->plan, memcpy(pos, t->pos, t->plan->pos_size), NULL };

        if (st_field_set(&copy, f, x->piece, x->steps_full / 2, NULL) == ST_LEGAL)
            s = st_view_scene(&copy, ST_UMPIRE);
    }
    const struct st_scene_piece *found = s ? st_scene_find(s, x->piece) : NULL;
    if (found)
        *out = *found;
    free(s);
    free(pos);
    return found != NULL;
}

static struct st_scene_piece plain(struct st_scene_piece x)
{
    x.can_act = false;
    x.states[0] = 0;
    return x;
}

static int print_deck(struct deck *d, bool backs, struct st_error *err)
{
    struct paper *p = d->paper;
    struct st_buf svg = { 0 };
    bool bases = p->title[0] && d->table->plan->table.x > 0;

    paper_page(p, false, backs ? "counters, backs: half the steps lost" : bases ? "bases, at their true size"
                                                                              : "counters, fronts");
    st_svg_cards(&svg, d->table->plan, backs ? d->back : d->front, backs ? d->nbacks : d->n, p->wide, p->high);
    int e = paper_picture(p, &svg, 0, 0, 1, err);
    st_buf_free(&svg);
    for (int i = 0; i < d->n && !backs; i++) {
        const struct st_card *c = &d->front[i];
        char words[80];
        double deep = bases ? (double)(c->piece.base.front - c->piece.base.back) / (double)ST_MM : ST_CARD_COUNTER;

        snprintf(words, sizeof words, "%s", st_view_piece(d->table->plan, c->piece.piece));
        if (bases)
            paper_words(p, c->x - paper_words_wide(p, 2.2, false, words) / 2, c->y + deep / 2 + 3, 2.2, false, words);
    }
    return e;
}

/* Lines at the edges to cut along: counters lie in rows and columns. */
static void cutting_marks(struct paper *p, int cols, int rows)
{
    const double step = ST_CARD_COUNTER + GAP, half = ST_CARD_COUNTER / 2;

    for (int i = 0; i < cols; i++)
        for (int edge = -1; edge <= 1; edge += 2) {
            double x = PAPER_MARGIN + half + i * step + edge * half;

            paper_line(p, x, PAPER_MARGIN - 4, x, PAPER_MARGIN - 1);
            paper_line(p, x, PAPER_MARGIN + rows * step - GAP + 1, x, PAPER_MARGIN + rows * step - GAP + 4);
        }
    for (int i = 0; i < rows; i++)
        for (int edge = -1; edge <= 1; edge += 2) {
            double y = PAPER_MARGIN + half + i * step + edge * half;

            paper_line(p, PAPER_MARGIN - 4, y, PAPER_MARGIN - 1, y);
            paper_line(p, PAPER_MARGIN + cols * step - GAP + 1, y, PAPER_MARGIN + cols * step - GAP + 4, y);
        }
}

/* The backs lie mirrored, so that sheets printed on both sides and turned over their long edge fit. */
static int print_counters(struct deck *d, const struct st_scene *s, struct st_error *err)
{
    struct paper *p = d->paper;
    const double step = ST_CARD_COUNTER + GAP, half = ST_CARD_COUNTER / 2;
    int cols = (int)((p->short_side - 2 * PAPER_MARGIN + GAP) / step);
    int rows = (int)((p->long_side - 2 * PAPER_MARGIN - CAPTION + GAP) / step), e = ST_OK;

    for (int i = 0; i < s->npieces && !e;) {
        d->n = d->nbacks = 0;
        for (; i < s->npieces && d->n < cols * rows; i++) {
            double x = PAPER_MARGIN + half + d->n % cols * step, y = PAPER_MARGIN + half + d->n / cols * step;
            struct st_scene_piece other;

            d->front[d->n++] = (struct st_card){ plain(s->piece[i]), x, y };
            if (reduced(&other, d->table, &s->piece[i]))
                d->back[d->nbacks++] = (struct st_card){ plain(other), p->short_side - x, y };
        }
        e = print_deck(d, false, err);
        cutting_marks(p, cols, (d->n + cols - 1) / cols);
        if (!e && d->nbacks)
            e = print_deck(d, true, err);
    }
    return e;
}

static int print_bases(struct deck *d, const struct st_scene *s, struct st_error *err)
{
    struct paper *p = d->paper;
    double x = PAPER_MARGIN, y = PAPER_MARGIN + CAPTION, line = 0;
    int e = ST_OK;

    d->n = 0;
    for (int i = 0; i < s->npieces && !e; i++) {
        const struct st_scene_piece *b = &s->piece[i];
        double wide = (double)(b->base.right - b->base.left) / (double)ST_MM;
        double deep = (double)(b->base.front - b->base.back) / (double)ST_MM;

        if (!on_table(b))
            continue;
        if (x + wide > p->short_side - PAPER_MARGIN)
            x = PAPER_MARGIN, y += line + CAPTION + 6, line = 0;
        if (y + deep + CAPTION > p->long_side - PAPER_MARGIN) {
            e = print_deck(d, false, err);
            d->n = 0, x = PAPER_MARGIN, y = PAPER_MARGIN + CAPTION, line = 0;
        }
        d->front[d->n++] = (struct st_card){ plain(*b), x + wide / 2, y + deep / 2 };
        x += wide + 4;
        line = fmax(line, deep);
    }
    return !e && d->n ? print_deck(d, false, err) : e;
}

int print_pieces(struct paper *p, const struct st_table *t, struct st_error *err)
{
    struct st_scene *s = st_view_scene(t, ST_UMPIRE);
    struct deck d = { p, t, calloc(ST_SCENE_PIECES, sizeof *d.front), calloc(ST_SCENE_PIECES, sizeof *d.back) };
    int e = !s || !d.front || !d.back ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory") : ST_OK;

    if (!e)
        e = t->plan->table.x > 0 ? print_bases(&d, s, err) : print_counters(&d, s, err);
    free(d.front);
    free(d.back);
    free(s);
    return e;
}
