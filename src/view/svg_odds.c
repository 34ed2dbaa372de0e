/* svg_odds.c - odds and answers as pictures: reasons, bars, the chart with its cells lit. */
#include "view/svg.h"

#include <stdio.h>
#include <string.h>

static void doubts(struct svg_page *p, bool exact, bool complete)
{
    if (!exact)
        svg_page_line(p, "w",
                      "Not exact: a fraction grew beyond 128 bits; figures with ~ are rounded.");
    if (!complete)
        svg_page_line(
            p, "w", "Not complete: the search stopped at its limit; the rows sum to less than 1.");
}

/* ---- charts ---------------------------------------------------------------------------- */

static void light(struct svg_lit *l, const struct st_cite *cite)
{
    if (!l->chart)
        l->chart = cite->chart;
    if (cite->chart && cite->chart == l->chart && l->n < SVG_LIT_MAX)
        l->cell[l->n++] = *cite;
}

static void light_events(struct svg_lit *l, const struct st_event *e, int n)
{
    for (int i = 0; i < n; i++)
        light(l, &e[i].cite);
}

/* ---- odds ------------------------------------------------------------------------------ */

static void odds_cell(const void *of, int row, int col, char *out, size_t size)
{
    const struct st_odds_answer *a = of;
    const struct st_odds_row *r = row >= 0 ? &a->odds.row[row] : NULL;

    out[0] = 0;
    if (col < a->nprobes && !r)
        st_probe_print(a->table->plan, a->probe[col], out, size);
    else if (col < a->nprobes)
        st_odds_value_print(a, r, col, out, size);
    else if (r && col == a->nprobes)
        st_chance_print(a->odds.exact, r->p, r->approx, out, size);
    else if (r)
        st_percent_print(st_odds_share(a, r), out, size);
    else if (col == a->nprobes)
        snprintf(out, size, "chance");
}

static double odds_share(const void *of, int row)
{
    const struct st_odds_answer *a = of;

    return st_odds_share(a, &a->odds.row[row]);
}

static void odds_after(const void *of, int row, char *out, size_t size)
{
    const struct st_odds_answer *a = of;
    const struct st_odds_row *r = &a->odds.row[row];

    if (r->midway && r->side >= 0)
        snprintf(out, size, "%s to decide: %s", st_side_brief(a->table->plan, r->side), r->step);
    else if (r->die)
        snprintf(out, size, "a die comes next: %s", r->die);
}

static const char *cell_of(const struct st_odds_face *f)
{
    return f->cite.chart ? st_chart_text(f->cite.chart, f->cite.row, f->cite.col) : "";
}

/* "4 to 6: 1/2, hit": faces in a row that lead to the same are one line. */
static void draw_faces(struct svg_page *p, const struct st_odds *o)
{
    char text[300];

    if (!o->nfaces || !cell_of(&o->face[0])[0])
        return; /* a die that is read off no chart: the rows say it all */
    svg_page_gap(p, 8);
    snprintf(text, sizeof text, "%s  %s", o->dice, o->label);
    svg_page_line(p, "b", text);
    for (int i = 0, end; i < o->nfaces; i = end) {
        const struct st_odds_face *first = &o->face[i];
        unsigned weight = 0;
        char chance[96], range[32];

        for (end = i; end < o->nfaces && strcmp(cell_of(&o->face[end]), cell_of(first)) == 0; end++)
            weight += (unsigned)o->face[end].weight;
        st_frac_print(st_frac_of(weight, (unsigned)first->total), chance, sizeof chance);
        if (end - i > 1)
            snprintf(range, sizeof range, "%d to %d", first->value, o->face[end - 1].value);
        else
            snprintf(range, sizeof range, "%d", first->value);
        snprintf(text, sizeof text, "%s: %s, %.100s", range, chance, cell_of(first));
        svg_page_line(p, "m", text);
    }
}

void st_svg_odds(struct st_buf *out, const struct st_odds_answer *a)
{
    const struct st_plan *plan = a->table->plan;
    struct svg_page p = { .y = 12 };
    struct svg_bars bars = { a, a->odds.nrows, a->nprobes + 2, odds_cell, odds_share, odds_after };
    struct svg_lit lit = { 0 };
    char title[ST_MOVE_TEXT + 100];

    snprintf(title, sizeof title, "%s", st_word_says(plan, "word", "The die now awaited"));
    if (a->has_move) {
        char move[ST_MOVE_TEXT];

        st_move_print(plan, &a->move, move, sizeof move);
        snprintf(title, sizeof title, "%s: %s", plan->side[st_now(a->table).side], move);
    }
    svg_page_line(&p, "t", title);
    svg_page_line(&p, "p", plan->title);
    for (int i = 0; i < a->declared.n; i++)
        svg_page_event(&p, &a->declared.event[i]);
    draw_faces(&p, &a->odds);
    svg_page_gap(&p, 12);
    svg_page_bars(&p, &bars);
    if (a->odds.supposed) {
        char line[280];

        snprintf(line, sizeof line, "%s: %s.", st_word_says(plan, "word", "Supposed"),
                 st_word_says(plan, "word", plan->game->supposes));
        svg_page_line(&p, "p", line);
    }
    doubts(&p, a->odds.exact, a->odds.complete);
    for (int i = 0; i < a->odds.nfaces; i++)
        light(&lit, &a->odds.face[i].cite);
    light_events(&lit, a->declared.event, a->declared.n);
    if (lit.chart)
        svg_page_chart(&p, &lit);
    svg_page_close(out, &p, title);
}

/* ---- answers --------------------------------------------------------------------------- */

/* Are there faces to tell, or are the rows those of a whole procedure? */
static bool has_dice(const struct st_reply *r)
{
    for (int i = 0; i < r->nrows; i++)
        if (r->row[i].dice[0])
            return true;
    return false;
}

static void reply_cell(const void *of, int row, int col, char *out, size_t size)
{
    static const char *const head[] = { "result", "dice", "chance", "" };
    const struct st_reply *r = of;

    if (col > 0 && !has_dice(r))
        col++;
    if (row < 0)
        snprintf(out, size, "%s", head[col]);
    else if (col == 0)
        snprintf(out, size, "%s", r->row[row].label);
    else if (col == 1)
        snprintf(out, size, "%s", r->row[row].dice);
    else if (col == 2)
        st_chance_print(r->exact, r->row[row].p, r->row[row].approx, out, size);
    else
        st_percent_print(st_reply_share(r, row), out, size);
}

static double reply_share(const void *of, int row)
{
    return st_reply_share(of, row);
}

void st_svg_reply(struct st_buf *out, const struct st_reply *r)
{
    const struct st_sheet *sheet = &r->sheet;
    struct svg_page p = { .y = 12 };
    struct svg_bars bars = { r, r->nrows, has_dice(r) ? 4 : 3, reply_cell, reply_share, NULL };
    struct svg_lit lit = { 0 };
    char text[ST_ANSWER_TEXT + 40];

    svg_page_line(&p, "t", r->question->title);
    snprintf(text, sizeof text, "%s, %s%s%s", r->question->para, r->plan->game->title,
             st_reply_elsewhere(r) ? ", answered for " : "",
             st_reply_elsewhere(r) ? r->plan->title : "");
    svg_page_line(&p, "p", text);
    for (int i = 0; i < sheet->nlines; i++)
        svg_page_event(&p, &sheet->line[i]);
    if (sheet->verdict[0])
        svg_page_line(&p, "b", sheet->verdict);
    if (r->one[0]) {
        snprintf(text, sizeof text, "Result: %s", r->one);
        svg_page_line(&p, "b", text);
    } else if (r->nrows) {
        svg_page_gap(&p, 12);
        if (sheet->dice) {
            snprintf(text, sizeof text, "Roll %s", sheet->dice);
            svg_page_line(&p, "b", text);
        }
        svg_page_bars(&p, &bars);
    }
    doubts(&p, r->exact, r->complete);
    for (int i = 0; i < sheet->nrows; i++)
        light(&lit, &sheet->row[i].cite);
    for (int i = 0; i < r->odds.nfaces; i++)
        light(&lit, &r->odds.face[i].cite);
    light_events(&lit, sheet->line, sheet->nlines);
    if (lit.chart)
        svg_page_chart(&p, &lit);
    svg_page_close(out, &p, r->question->title);
}
