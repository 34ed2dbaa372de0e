/* svg_map.c - a position as a picture: the frame around whatever ground the game has. */
#include "view/svg.h"

#include "core/words.h"
#include "view/looks.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_WIDTH = 480, NO_MAP_WIDTH = 640 };

static const struct svg_ground *const grounds[] = { &svg_hexes, &svg_plane };

static const struct svg_ground *ground_of(const struct st_plan *p)
{
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++)
        if (grounds[i]->fits(p))
            return grounds[i];
    return NULL;
}

/* Words in lines no longer than the picture is wide; where the next line stands. */
static int put_lines(struct st_buf *out, int x, int y, int wide, const char *text)
{
    const int letter = 7, room = (wide - x + SVG_LEFT) / letter > 20 ? (wide - x + SVG_LEFT) / letter : 20;
    char line[400];

    while (*text) {
        size_t n = strlen(text), end = n < (size_t)room ? n : (size_t)room;

        end = end < sizeof line - 1 ? end : sizeof line - 1;
        while (end < n && end > 0 && text[end] != ' ')
            end--;
        end = end > 0 ? end : n < sizeof line - 1 ? n : sizeof line - 1; /* a word without end */
        snprintf(line, sizeof line, "%.*s", (int)end, text);
        svg_text(out, x, y, "k-note", line);
        y += SVG_LINE;
        text += end;
        text += *text == ' ';
    }
    return y;
}

/* A side's colour and shape, its name, and which of its pieces are off the map. */
static int side_line(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                     const struct svg_ground *g, int side, int y, int wide)
{
    struct st_buf words = { 0 };

    st_buf_add(out, "<g class=\"army-%s\" transform=\"translate(%d %d) scale(.34)\">"
                    "<use href=\"#k-counter-%d\"/></g>",
               st_looks_army(p, side), SVG_LEFT + 8, y - 4, side);
    st_buf_add(&words, "%s", st_side_brief(p, side));
    for (int i = 0, n = 0; i < s->npieces && g; i++)
        if (g->off(&s->piece[i]) && s->piece[i].side == side)
            st_buf_add(&words, "%s%s",
                       n++ ? " " : "; off the map: ", st_view_piece(p, s->piece[i].piece));
    y = put_lines(out, SVG_LEFT + 22, y, wide, st_buf_text(&words));
    out->failed |= words.failed;
    st_buf_free(&words);
    return y;
}

/* Where they end. */
static int lines_below(struct st_buf *out, const struct st_plan *p, const struct st_scene *s,
                       const struct svg_ground *g, int y, int wide)
{
    char signs[200] = "";

    for (int side = 0; side < ST_SIDES; side++)
        y = side_line(out, p, s, g, side, y, wide);
    if (g)
        g->signs(s, signs, sizeof signs);
    y = put_lines(out, SVG_LEFT, y, wide, signs);
    for (int i = 0; i < s->nnotes; i++)
        y = put_lines(out, SVG_LEFT, y, wide, s->note[i]);
    return y;
}

struct size { /* of a picture, and of the sheet in it */
    int width, height, sheet_width, sheet_height;
};

/* All but the frame of the picture itself. */
static struct size draw(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    const struct svg_ground *g = ground_of(p);
    struct extent e = st_ground_extent(p);
    int wide = NO_MAP_WIDTH - 2 * SVG_LEFT, high = 0;
    double scale = g ? g->measure(p, &wide, &high) : 1;
    int bottom = SVG_TOP + high + 26;

    svg_text(out, SVG_LEFT, 30, "k-title", p->title);
    svg_text(out, SVG_LEFT, 50, "k-note", s->prompt);
    if (g) {
        st_buf_add(out, "<g transform=\"translate(%.2f %.2f) scale(%.4f)\">\n",
                   (double)SVG_LEFT - e.left * scale, (double)SVG_TOP - e.top * scale, scale);
        g->draw(out, p, s);
        st_buf_add(out, "</g>\n");
    }
    int whole = wide + 2 * SVG_LEFT < LEAST_WIDTH ? LEAST_WIDTH : wide + 2 * SVG_LEFT;
    int end = lines_below(out, p, s, g, bottom, whole - 2 * SVG_LEFT);
    return (struct size){ whole, end + 12, wide, high };
}

void st_svg_map(struct st_buf *out, const struct st_plan *p, const struct st_scene *s)
{
    struct st_buf body = { 0 };
    struct size size = draw(&body, p, s);

    st_buf_add(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"looks picture manner-%s\" width=\"%d\" "
               "height=\"%d\" viewBox=\"0 0 %d %d\" data-sheet=\"%d %d %d %d\">\n<title>",
               ground_manner(p), size.width, size.height, size.width, size.height, SVG_LEFT, SVG_TOP,
               size.sheet_width, size.sheet_height);
    svg_escape(out, p->title);
    st_buf_add(out, "</title>\n<style>\n");
    st_looks_style(out);
    st_buf_add(out, "</style>\n");
    st_looks_defs(out, &body);
    st_buf_add(out, "<rect class=\"k-table\" width=\"%d\" height=\"%d\"/>\n", size.width,
               size.height);
    st_buf_put(out, st_buf_text(&body), body.len);
    svg_close(out);
    out->failed |= body.failed;
    st_buf_free(&body);
}

double st_svg_map_mm(const struct st_plan *p)
{
    const struct svg_ground *g = ground_of(p);
    int wide, high;

    if (!g)
        return 0;
    double scale = g->measure(p, &wide, &high);
    return p->table.x > 0 ? 1 / scale : ST_CARD_COUNTER / 46.0;
}

void st_svg_cards(struct st_buf *out, const struct st_plan *p, const struct st_card *card, int n, double wide,
                  double high)
{
    struct st_buf body = { 0 };

    for (int i = 0; i < n; i++)
        (p->table.x > 0 ? svg_plane_card : svg_hexes_card)(&body, p, &card[i]);
    st_buf_add(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"looks picture manner-%s\" width=\"%.1f\" "
               "height=\"%.1f\" viewBox=\"0 0 %.1f %.1f\">\n<style>\n",
               ground_manner(p), wide, high, wide, high);
    st_looks_style(out);
    st_buf_add(out, "</style>\n");
    st_looks_defs(out, &body);
    st_buf_put(out, st_buf_text(&body), body.len);
    svg_close(out);
    out->failed |= body.failed;
    st_buf_free(&body);
}
