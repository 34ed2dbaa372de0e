/* print_paper.c - pages, words and pictures on them. See print.h. */
#include "cli/print.h"

#include "cli/flat.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double point = 72 / 25.4; /* points a mm */

int paper_open(struct paper *p, const char *path, double short_side, double long_side, const char *title,
               struct st_error *err)
{
    *p = (struct paper){ .short_side = short_side, .long_side = long_side, .wide = short_side, .high = long_side };
    snprintf(p->title, sizeof p->title, "%s", title);
    p->file = cairo_pdf_surface_create(path, short_side * point, long_side * point);
    cairo_pdf_surface_set_metadata(p->file, CAIRO_PDF_METADATA_TITLE, title);
    p->pen = cairo_create(p->file);
    cairo_status_t s = cairo_surface_status(p->file);
    if (s == CAIRO_STATUS_SUCCESS)
        return ST_OK;
    cairo_destroy(p->pen);
    cairo_surface_destroy(p->file);
    return st_fail(err, ST_EIO, path, 0, "cannot be written: %s", cairo_status_to_string(s));
}

static void end_page(struct paper *p)
{
    if (p->begun)
        cairo_show_page(p->pen);
    p->begun = false;
}

int paper_close(struct paper *p, const char *path, struct st_error *err)
{
    end_page(p);
    cairo_destroy(p->pen);
    cairo_surface_finish(p->file);
    cairo_status_t s = cairo_surface_status(p->file);
    cairo_surface_destroy(p->file);
    return s == CAIRO_STATUS_SUCCESS
               ? ST_OK
               : st_fail(err, ST_EIO, path, 0, "cannot be written: %s", cairo_status_to_string(s));
}

/* What is said below every page, and a line to check the printer by. */
static void foot_of(struct paper *p, const char *foot)
{
    char words[300];
    double y = p->high - 4;

    double right = p->wide - PAPER_MARGIN - 12, room = right - 54 - PAPER_MARGIN, size = 2.6;
    snprintf(words, sizeof words, "%s  ·  %s", p->title, foot);
    double wide = paper_words_wide(p, size, false, words);
    paper_words(p, PAPER_MARGIN, y, wide > room ? size * room / wide : size, false, words);
    snprintf(words, sizeof words, "%d", p->pages);
    paper_words(p, p->wide - PAPER_MARGIN - 4, y, size, false, words);
    paper_line(p, right - 50, y, right, y);
    paper_line(p, right - 50, y - 1.5, right - 50, y);
    paper_line(p, right, y - 1.5, right, y);
    paper_words(p, right - 40, y - 0.8, 2, false, "50 mm: print at 100 %");
}

void paper_page(struct paper *p, bool across, const char *foot)
{
    end_page(p);
    p->wide = across ? p->long_side : p->short_side;
    p->high = across ? p->short_side : p->long_side;
    cairo_pdf_surface_set_size(p->file, p->wide * point, p->high * point);
    cairo_identity_matrix(p->pen);
    cairo_scale(p->pen, point, point);
    p->pages++;
    p->begun = true;
    foot_of(p, foot);
}

static void face(struct paper *p, double size, bool bold)
{
    cairo_select_font_face(p->pen, "serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(p->pen, size);
}

void paper_words(struct paper *p, double x, double y, double size, bool bold, const char *words)
{
    face(p, size, bold);
    cairo_set_source_rgb(p->pen, 0.12, 0.1, 0.07);
    cairo_move_to(p->pen, x, y);
    cairo_show_text(p->pen, words);
    cairo_new_path(p->pen);
}

double paper_words_wide(struct paper *p, double size, bool bold, const char *words)
{
    cairo_text_extents_t e;

    face(p, size, bold);
    cairo_text_extents(p->pen, words, &e);
    return e.x_advance;
}

void paper_line(struct paper *p, double x0, double y0, double x1, double y1)
{
    cairo_set_source_rgb(p->pen, 0.12, 0.1, 0.07);
    cairo_set_line_width(p->pen, 0.15);
    cairo_move_to(p->pen, x0, y0);
    cairo_line_to(p->pen, x1, y1);
    cairo_stroke(p->pen);
}

/* ---- pictures ---------------------------------------------------------------------------------------- */

static double attribute(const struct st_buf *svg, const char *name)
{
    char want[32];

    snprintf(want, sizeof want, " %s=\"", name);
    const char *at = strstr(st_buf_text(svg), want);
    return at ? atof(at + strlen(want)) : 0;
}

bool picture_size(const struct st_buf *svg, double *wide, double *high)
{
    *wide = attribute(svg, "width");
    *high = attribute(svg, "height");
    return *wide > 0 && *high > 0;
}

/* Paper is white, and nothing on it throws a shadow. */
static void make_plain(struct st_buf *out, const struct st_buf *svg)
{
    static const char rules[] = "<style>.looks{--k-paper:#fff;--k-table:#fff;--k-halo:#fff}"
                                ".k-c-shadow,.k-c-hi,.k-c-lo,.k-sd{display:none}.k-grid{opacity:0.5}</style>";
    const char *text = st_buf_text(svg), *end = strstr(text, "</style>");
    size_t head = end ? (size_t)(end - text) + 8 : 0;

    st_buf_put(out, text, head);
    if (head)
        st_buf_put(out, rules, sizeof rules - 1);
    st_buf_put(out, text + head, svg->len - head);
}

int paper_picture(struct paper *p, const struct st_buf *svg, double x, double y, double mm, struct st_error *err)
{
    struct st_buf plain = { 0 }, flat = { 0 };
    GError *why = NULL;
    double wide, high;
    int e = ST_OK;

    make_plain(&plain, svg);
    if (!picture_size(svg, &wide, &high) || !cli_flat(&flat, &plain)) {
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    } else {
        RsvgHandle *h = rsvg_handle_new_from_data((const guint8 *)st_buf_text(&flat), flat.len, &why);
        RsvgRectangle all = { x, y, wide * mm, high * mm };

        if (!h || !rsvg_handle_render_document(h, p->pen, &all, &why))
            e = st_fail(err, ST_EIO, NULL, 0, "a picture cannot be drawn: %s", why ? why->message : "unknown");
        if (h)
            g_object_unref(h);
        if (why)
            g_error_free(why);
    }
    st_buf_free(&plain);
    st_buf_free(&flat);
    return e;
}
