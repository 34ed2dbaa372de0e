/* svg_hexes.c - a hex map with its counters, drawn from the sheet (looks.h). */
#include "view/svg.h"

#include "view/looks.h"

#include <stdio.h>
#include <string.h>

static bool fits(const struct st_plan *p)
{
    return p->grid.cols > 0 && p->cell;
}

static double measure(const struct st_plan *p, int *width, int *height)
{
    struct extent e = st_ground_extent(p);

    *width = (int)(e.right - e.left);
    *height = (int)(e.bottom - e.top);
    return 1;
}

/* ---- counters ------------------------------------------------------------------------------ */

static void put_figure(struct st_buf *out, const struct st_scene_piece *x)
{
    bool sign = strncmp(x->figure, "sign-", 5) == 0;
    double scale = sign ? 0.92 : 0.78;
    int letters = st_text_columns(x->symbol);

    if (x->figure[0]) {
        st_buf_add(out, "<use href=\"#k-%s\" transform=\"translate(%.1f -6.4) scale(%s%.2f %.2f)\"/>",
                   x->figure, x->band ? 1.4 : 0.0, x->side == 1 && !sign ? "-" : "", scale, scale);
    } else if (letters) {
        double size = letters < 3 ? 19 : 38.0 / letters / 0.62;

        st_buf_add(out, "<text class=\"k-letters\" y=\"%.1f\" style=\"font-size:%.1fpx\">",
                   -4 + size * 0.36, size);
        svg_escape(out, x->symbol);
        st_buf_add(out, "</text>");
    }
}

/* Dots up to four, or three beside long factors, then a bar; hollow: lost. */
static void put_steps(struct st_buf *out, const struct st_scene_piece *x)
{
    const double left = -18.6, wide = 15;

    if (x->steps_full < 2)
        return;
    if (x->steps_full <= (x->factors[3] ? 3 : 4))
        st_buf_add(out, "<use href=\"#k-steps-%d-%d\" transform=\"translate(-18.4 14.6)\"/>",
                   x->steps < x->steps_full ? x->steps : x->steps_full, x->steps_full);
    else
        st_buf_add(out, "<path class=\"k-pip1\" d=\"M%.1f 13H%.1fV17.2H%.1fZ\"/>"
                        "<path class=\"k-pip0\" d=\"M%.1f 13H%.1fV17.2H%.1fZ\"/>",
                   left, left + wide * x->steps / x->steps_full, left, left, left + wide, left);
}

static bool is_word(struct st_span w, const char *text)
{
    return st_span_is(w, text);
}

/* States: a wall is an edge of its own, others are marks on white medals, two at most. */
static void put_states(struct st_buf *out, const struct st_scene_piece *x)
{
    struct st_span all = st_span_of(x->states);
    int n = 0;

    for (struct st_span w; (w = st_span_word(&all)).len;) {
        char word[40];

        st_span_copy(w, word, sizeof word);
        if (is_word(w, "wall")) {
            st_buf_add(out, "<use href=\"#k-edge-wall\" transform=\"translate(0 25.6)\"/>");
        } else if (n < 2 && strcmp(word, x->group) != 0) {
            int at = 18 - 15 * n++;

            st_buf_add(out, "<use href=\"#k-medal\" x=\"%d\" y=\"-19\"/>"
                            "<use href=\"#k-mark-",
                       at);
            svg_escape(out, word);
            st_buf_add(out, "\" transform=\"translate(%d -19) scale(.42)\"/>", at);
        }
    }
}

static int with_it(const struct st_scene *s, int i, bool below)
{
    int n = 0;

    for (int k = below ? 0 : i + 1; k < (below ? i : s->npieces); k++)
        n += s->piece[k].hex == s->piece[i].hex && s->piece[k].side == s->piece[i].side;
    return n;
}

static void put_title(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    st_buf_add(out, "<title>");
    svg_escape(out, st_view_piece(p, x->piece));
    st_buf_add(out, " ");
    svg_escape(out, p->side[x->side < ST_SIDES ? x->side : 0]);
    st_buf_add(out, " %d/%d ", x->steps, x->steps_full);
    svg_escape(out, x->states);
    st_buf_add(out, "</title>");
}

/* Round 0,0, without its group's end. */
static void put_counter(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x, int below)
{
    int side = x->side == 1;

    put_title(out, p, x);
    for (int k = below < 2 ? below : 2; k > 0; k--)
        st_buf_add(out, "<use href=\"#k-counter-%d\" x=\"%.1f\" y=\"%.1f\"/>", side, 2.6 * k, 2.6 * k);
    if (x->can_act)
        st_buf_add(out, "<use href=\"#k-counter-rim-%d\"/>", side);
    st_buf_add(out, "<use href=\"#k-counter-%d\"/>", side);
    if (x->band)
        st_buf_add(out, "<use href=\"#k-band\"/>");
    put_figure(out, x);
    put_steps(out, x);
    st_buf_add(out, "<text class=\"k-factor\" x=\"19\" y=\"18.6\">");
    svg_escape(out, x->factors);
    st_buf_add(out, "</text>");
    put_states(out, x);
}

static void open_counter(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x,
                         double at_x, double at_y, double scale)
{
    st_buf_add(out, "<g class=\"army-%s%s", st_looks_army(p, x->side == 1), x->worn ? " k-worn" : "");
    if (x->band)
        st_buf_add(out, " band-%d", x->band);
    st_buf_add(out, "\" transform=\"translate(");
    put_number(out, at_x);
    put_number(out, at_y);
    st_buf_add(out, ")");
    if (scale < 1)
        st_buf_add(out, " scale(%.5f)", scale);
    st_buf_add(out, "\">");
}

void svg_hexes_card(struct st_buf *out, const struct st_plan *p, const struct st_card *card)
{
    open_counter(out, p, &card->piece, card->x, card->y, ST_CARD_COUNTER / 46.0);
    put_counter(out, p, &card->piece, 0);
    st_buf_add(out, "<text class=\"k-ident\" x=\"-20.5\" y=\"-16.4\" style=\"text-anchor:start;font-size:6px\">");
    svg_escape(out, st_view_piece(p, card->piece.piece));
    st_buf_add(out, "</text></g>\n");
}

/* The top one of a pile, with the edges of those below it and their number. */
static void draw_counter(struct st_buf *out, const struct st_plan *p, const struct st_scene *s, int i)
{
    const struct st_scene_piece *x = &s->piece[i];
    int below = with_it(s, i, true);
    struct spot at = ground_centre(x->hex / p->grid.rows, x->hex % p->grid.rows);

    open_counter(out, p, x, at.x, at.y, 1);
    put_counter(out, p, x, below);
    if (below)
        st_buf_add(out, "<use href=\"#k-pile\" x=\"-19\" y=\"-20\"/>"
                        "<text class=\"k-pile-count\" x=\"-19\" y=\"-16.7\">%d</text>",
                   below + 1);
    st_buf_add(out, "</g>\n");
}

/* ---- marks, names -------------------------------------------------------------------------- */

static void draw_mark(struct st_buf *out, const struct st_plan *p, const struct st_scene_mark *m)
{
    struct spot at = ground_centre(m->hex / p->grid.rows, m->hex % p->grid.rows);
    int side = strcmp(m->text, p->side[0]) == 0 ? 0 : strcmp(m->text, p->side[1]) == 0 ? 1 : -1;

    st_buf_add(out, "<g class=\"army-%s\" transform=\"translate(%.1f %.1f)\">", st_looks_army(p, side),
               at.x + 24, at.y - 26);
    if (side >= 0) {
        st_buf_add(out, "<path class=\"k-flag-plate\" d=\"M-7-10H8V10H-7Z\"/>"
                        "<use href=\"#k-mark-objective\" transform=\"scale(.6)\"/>");
    } else {
        st_buf_add(out, "<text class=\"k-name k-name-village\">");
        svg_escape(out, m->text);
        st_buf_add(out, "</text>");
    }
    st_buf_add(out, "</g>\n");
}

void svg_names(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    struct ground_names all;

    if (!ground_names_lay(&all, p, s)) {
        out->failed = true;
        return;
    }
    for (int i = 0; i < all.n; i++) {
        const struct ground_name *x = &all.at[i];

        if (x->drawn) {
            st_buf_add(out, "<use href=\"#k-%s\" transform=\"translate(", x->kind);
            put_number(out, x->x);
            put_number(out, x->y);
            st_buf_add(out, ")\"/>");
        }
        st_buf_add(out, "<text class=\"k-name k-name-%s\" style=\"text-anchor:%s\" transform=\"translate(",
                   x->kind, x->anchor);
        put_number(out, x->x);
        put_number(out, x->y);
        st_buf_add(out, x->turn ? ") rotate(%d)\">" : ")\">", x->turn);
        svg_escape(out, x->text);
        st_buf_add(out, "</text>\n");
    }
    ground_names_free(&all);
}

static void draw(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    st_ground_hexes(out, p);
    svg_names(out, p, s);
    for (int i = 0; i < s->npieces; i++)
        if (st_in_window(p, s->piece[i].hex) && with_it(s, i, false) == 0)
            draw_counter(out, p, s, i);
    for (int i = 0; i < s->nmarks; i++)
        if (st_in_window(p, s->mark[i].hex))
            draw_mark(out, p, &s->mark[i]);
}

static bool off(const struct st_scene_piece *x)
{
    return x->hex < 0;
}

/* Words for the signs on the counters. */
static void signs(const struct st_scene *s, char *out, size_t size)
{
    (void)s;
    snprintf(out, size, "Dots: steps left, hollow ones are lost. Golden rim: may act. Number in a "
                        "black disc: counters in the pile.");
}

const struct svg_ground svg_hexes = { fits, measure, draw, off, signs };
