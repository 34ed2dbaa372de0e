/* chart.c - fuzz: a chart file. */
#include "fuzz.h"

static void look_everywhere(const struct st_chart *c)
{
    char text[200];

    for (int row = c->row.lo - 2; row <= c->row.hi + 2; row++)
        for (int col = c->col.lo - 2; col <= c->col.hi + 2; col++) {
            char word[2][12];
            bool clamped[2];
            struct st_cite cite;

            snprintf(word[0], sizeof word[0], "%d", row);
            snprintf(word[1], sizeof word[1], "%d", col);
            int r = st_axis_find(&c->row, st_span_of(word[0]), &clamped[0]);
            int k = st_axis_find(&c->col, st_span_of(word[1]), &clamped[1]);
            if (r < 0 || k < 0)
                continue;
            law(st_chart_look(c, row, col, &cite) == st_chart_value(c, r, k));
            law(cite.row == r && cite.col == k);
            law(cite.row_end == clamped[0] && cite.col_end == clamped[1]);
            st_cite_print(&cite, text, sizeof text);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_arena a = { 0 };
    struct st_chart *c = NULL;
    struct st_error err = { 0 };
    int e = st_text_check(text, size, "chart.tsv", &err);

    if (!e)
        e = st_chart_parse(&c, &a, "chart", (struct st_span){ text, size }, "chart.tsv", &err);
    if (e) {
        told(e, &err);
    } else {
        for (int r = 0; r < c->row.n; r++)
            law(st_axis_find(&c->row, st_span_of(c->row.label[r]), NULL) == r);
        e = st_chart_bind_numbers(c, 0, &err);
        if (e)
            told(e, &err);
        if (c->row.numeric && c->col.numeric && c->row.hi - c->row.lo < 60 &&
            c->col.hi - c->col.lo < 60)
            look_everywhere(c);
        e = st_chart_bind_rows(c, &a, c->row.label, c->row.n, &err);
        law(e == ST_OK);
        e = st_chart_bind_cells(c, c->text, c->row.n * c->col.n, &err);
        law(e == ST_OK);
    }
    st_arena_free(&a);
    free(text);
    return 0;
}
