/* svg.c - see svg.h. */
#include "view/svg.h"

int st_text_columns(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

void svg_escape(struct st_buf *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '&')
            st_buf_add(out, "&amp;");
        else if (c == '<')
            st_buf_add(out, "&lt;");
        else if (c == '>')
            st_buf_add(out, "&gt;");
        else if (c == '"')
            st_buf_add(out, "&quot;");
        else if (c < 0x20 || c == 0x7f)
            st_buf_add(out, " "); /* XML knows no such character */
        else
            st_buf_put(out, text, 1);
    }
}

void svg_text(struct st_buf *out, double x, double y, const char *class, const char *text)
{
    st_buf_add(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    svg_escape(out, text);
    st_buf_add(out, "</text>\n");
}

void svg_open(struct st_buf *out, int width, int height, const char *title, const char *style)
{
    st_buf_add(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
               "<title>",
               width, height, width, height);
    svg_escape(out, title);
    st_buf_add(out,
               "</title>\n<style>%s</style>\n"
               "<rect width=\"%d\" height=\"%d\" fill=\"#fbfaf5\"/>\n",
               style, width, height);
}

void svg_close(struct st_buf *out)
{
    st_buf_add(out, "</svg>\n");
}
