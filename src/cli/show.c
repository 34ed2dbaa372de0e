/* show.c - events, turns and positions, for people and for programs. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARA_WIDTH = 8 };

/* ---- events ---------------------------------------------------------------------------- */

void cli_event(struct st_buf *out, const struct cli_term *term, const struct st_event *e)
{
    const char *para = e->para ? e->para : "", *text = e->text;
    size_t n = strlen(para);
    char left[24], words[200];

    if (n && strncmp(text, para, n) == 0 && text[n] == ' ')
        text += n + 1; /* a citation begins with its paragraph */
    snprintf(words, sizeof words, "%s%s", e->kind == ST_EV_FORCED ? "only choice: " : "", text);
    cli_clean(words);
    snprintf(left, sizeof left, "%-*s ", PARA_WIDTH, para);
    st_buf_put(out, "    ", 4);
    cli_style(out, term, CLI_DIM, left);
    if (e->kind == ST_EV_MODIFIER)
        cli_style(out, term, CLI_BOLD, words);
    else
        cli_wrap(out, term, 4 + PARA_WIDTH + 1, 4 + PARA_WIDTH + 1, words);
    st_buf_put(out, "\n", 1);
}

void cli_cite_json(struct st_json *j, const char *key, const struct st_cite *cite)
{
    const struct st_chart *c = cite->chart;

    if (!c) {
        st_json_text(j, key, NULL);
        return;
    }
    st_json_open(j, key, '{');
    st_json_text(j, "chart", c->id);
    st_json_text(j, "title", c->title);
    st_json_text(j, "para", c->para);
    st_json_text(j, "row", c->row.label[cite->row]);
    st_json_text(j, "column", c->col.label[cite->col]);
    st_json_bool(j, "clamped", cite->clamped);
    st_json_text(j, "cell", st_chart_text(c, cite->row, cite->col));
    st_json_close(j, '}');
}

void cli_event_json(struct st_json *j, const struct st_event *e)
{
    static const char *const kind[] = { "told", "modifier", "looked", "forced" };

    st_json_open(j, NULL, '{');
    st_json_text(j, "kind", kind[e->kind]);
    st_json_text(j, "para", e->para);
    st_json_text(j, "text", e->text);
    if (e->kind == ST_EV_MODIFIER || e->kind == ST_EV_LOOKED)
        st_json_int(j, "value", e->value);
    if (e->cite.chart)
        cli_cite_json(j, "cite", &e->cite);
    st_json_close(j, '}');
}

void cli_refusal_json(struct st_json *j, const char *key, const struct st_refusal *why)
{
    st_json_open(j, key, '{');
    st_json_text(j, "para", why->para);
    st_json_text(j, "text", why->text);
    st_json_close(j, '}');
}

static void keep(struct st_events *self, const struct st_event *e)
{
    struct cli_events *l = (struct cli_events *)self; /* log is its first member */

    if (l->n == l->room) {
        int room = l->room ? 2 * l->room : 32;
        struct st_event *more = realloc(l->event, (size_t)room * sizeof *more);

        if (!more) {
            l->failed = true;
            return;
        }
        l->event = more;
        l->room = room;
    }
    l->event[l->n++] = *e;
}

void cli_events_init(struct cli_events *e)
{
    *e = (struct cli_events){ .log = { keep } };
}

void cli_events_clear(struct cli_events *e)
{
    e->n = 0;
}

void cli_events_free(struct cli_events *e)
{
    free(e->event);
    cli_events_init(e);
}

static void forget(struct st_events *self, const struct st_event *e)
{
    (void)self, (void)e;
}

struct st_events *cli_nobody(void)
{
    static struct st_events nobody = { forget };

    return &nobody;
}

/* ---- lines of a record with what followed from them ------------------------------------ */

static void line_text(struct st_buf *out, const struct cli_term *term,
                      const struct st_record_line *l)
{
    struct st_buf text = { 0 };

    st_record_print_line(l, &text);
    if (text.len) {
        text.text[text.len - 1] = 0; /* its line end */
        cli_clean(text.text);
    }
    cli_style(out, term, l->kind == ST_LINE_MOVE ? CLI_BOLD : CLI_PLAIN, st_buf_text(&text));
    st_buf_put(out, "\n", 1);
    out->failed |= text.failed;
    st_buf_free(&text);
}

static void line_json(struct st_json *j, const struct st_record_line *l)
{
    static const char *const kind[] = { "move", "die", "ruling", "check", "note" };

    st_json_text(j, "kind", kind[l->kind]);
    if (l->kind == ST_LINE_MOVE)
        st_json_int(j, "number", l->number);
    if (l->kind == ST_LINE_MOVE || l->kind == ST_LINE_RULING)
        st_json_text(j, "side", l->side);
    if (l->kind == ST_LINE_DIE) {
        st_json_text(j, "dice", l->dice);
        st_json_int(j, "value", l->value);
    }
    if (l->kind != ST_LINE_CHECK && l->kind != ST_LINE_NOTE)
        st_json_text(j, "text", l->text);
    if (l->comment && l->comment[0])
        st_json_text(j, "comment", l->comment);
}

/* The events of record line n; -1: the set-up. */
static void events_of(const struct st_session *s, int n, struct st_buf *out,
                      const struct cli_term *term, struct st_json *j)
{
    for (int i = 0; i < st_session_nevents(s); i++)
        if (st_session_event_line(s, i) == n) {
            if (j)
                cli_event_json(j, st_session_event(s, i));
            else
                cli_event(out, term, st_session_event(s, i));
        }
}

void cli_news(struct st_buf *out, const struct cli_term *term, const struct st_session *s, int from)
{
    const struct st_record *r = st_session_record(s);

    if (from < 0)
        events_of(s, -1, out, term, NULL);
    for (int i = from < 0 ? 0 : from; i < r->nlines; i++) {
        if (r->line[i].kind == ST_LINE_CHECK)
            continue;
        line_text(out, term, &r->line[i]);
        events_of(s, i, out, term, NULL);
    }
}

void cli_news_json(struct st_json *j, const struct st_session *s, int from)
{
    const struct st_record *r = st_session_record(s);

    for (int i = from < 0 ? 0 : from; i < r->nlines; i++) {
        st_json_open(j, NULL, '{');
        line_json(j, &r->line[i]);
        st_json_open(j, "events", '[');
        events_of(s, i, NULL, NULL, j);
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
}

/* ---- positions ------------------------------------------------------------------------- */

const struct st_names *cli_pieces(const struct st_plan *p)
{
    for (int i = 0; i < p->game->nfields; i++)
        if (p->game->fields[i].of)
            return st_plan_list(p, p->game->fields[i].of);
    return p->nnames ? &p->names[0] : NULL;
}

const char *cli_piece_name(const struct st_plan *p, int piece)
{
    const struct st_names *list = cli_pieces(p);

    return list && piece >= 0 && piece < list->n ? list->name[piece] : "?";
}

static const char *piece_title(const struct st_plan *p, int piece)
{
    const struct st_names *list = cli_pieces(p);

    return list && list->title && piece >= 0 && piece < list->n ? list->title[piece] : "";
}

struct st_scene *cli_scene(const struct st_table *t, int side)
{
    struct st_scene *s = calloc(1, sizeof *s);

    if (s && t->plan->game->describe)
        t->plan->game->describe(t, side, s);
    return s;
}

void cli_turn_text(const struct st_table *t, char *out, size_t size)
{
    struct st_turn now = st_now(t);
    struct st_table listened = { t->plan, t->pos, cli_nobody() };
    struct st_chance c;

    if (now.kind == ST_DECIDE) {
        snprintf(out, size, "%s decides: %s (%s)", t->plan->side[now.side], now.step, now.para);
    } else if (now.kind == ST_CHANCE) {
        st_awaited(&listened, &c);
        snprintf(out, size, "a die is awaited: %s, %s (%s)", c.dice, c.label, now.para);
    } else {
        int w = t->plan->game->winner ? t->plan->game->winner(t) : ST_DRAW;

        snprintf(out, size, "the game is over: %s%s (%s)",
                 w == ST_DRAW ? "a draw" : t->plan->side[w], w == ST_DRAW ? "" : " wins", now.para);
    }
}

static void turn_json(struct st_json *j, const struct st_table *t)
{
    static const char *const kind[] = { "auto", "die", "decision", "over" };
    struct st_turn now = st_now(t);
    struct st_table listened = { t->plan, t->pos, cli_nobody() };
    struct st_chance c;
    char text[300];

    cli_turn_text(t, text, sizeof text);
    st_json_open(j, "turn", '{');
    st_json_text(j, "kind", kind[now.kind]);
    st_json_text(j, "step", now.step);
    st_json_text(j, "para", now.para);
    st_json_text(j, "text", text);
    if (now.kind == ST_DECIDE)
        st_json_text(j, "side", t->plan->side[now.side]);
    if (now.kind == ST_CHANCE) {
        st_awaited(&listened, &c);
        st_json_text(j, "dice", c.dice);
        st_json_text(j, "label", c.label);
    }
    if (now.kind == ST_OVER) {
        int w = t->plan->game->winner ? t->plan->game->winner(t) : ST_DRAW;

        st_json_text(j, "winner", w == ST_DRAW ? NULL : t->plan->side[w]);
    }
    st_json_close(j, '}');
}

static void map_json(struct st_json *j, const struct st_plan *p)
{
    static const char *const kind[] = { "road", "rail", "river", "canal", "wall" };
    char name[6];

    st_json_open(j, "map", '{');
    st_json_int(j, "cols", p->grid.cols);
    st_json_int(j, "rows", p->grid.rows);
    st_json_open(j, "hexes", '[');
    for (int h = 0; p->cell && h < st_hex_count(&p->grid); h++) {
        st_hex_name(&p->grid, h, name);
        st_json_open(j, NULL, '{');
        st_json_text(j, "hex", name);
        st_json_text(j, "look", p->cell[h].look);
        st_json_int(j, "level", p->cell[h].level);
        if (p->cell[h].label && p->cell[h].label[0])
            st_json_text(j, "label", p->cell[h].label);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_json_open(j, "edges", '[');
    for (int i = 0; i < p->nedges; i++) {
        st_hex_name(&p->grid, p->edge[i].hex, name);
        st_json_open(j, NULL, '{');
        st_json_text(j, "hex", name);
        st_json_int(j, "direction", p->edge[i].dir);
        st_json_text(j, "kind", p->edge[i].kind <= ST_EDGE_WALL ? kind[p->edge[i].kind] : "?");
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_json_close(j, '}');
}

static void pieces_json(struct st_json *j, const struct st_plan *p, const struct st_scene *s)
{
    char hex[6];

    st_json_open(j, "pieces", '[');
    for (int i = 0; i < s->npieces; i++) {
        const struct st_scene_piece *x = &s->piece[i];

        st_json_open(j, NULL, '{');
        st_json_text(j, "id", cli_piece_name(p, x->piece));
        st_json_text(j, "title", piece_title(p, x->piece));
        st_json_text(j, "side", x->side < ST_SIDES ? p->side[x->side] : NULL);
        if (x->hex >= 0 && p->grid.cols)
            st_hex_name(&p->grid, x->hex, hex);
        st_json_text(j, "hex", x->hex >= 0 && p->grid.cols ? hex : NULL);
        st_json_text(j, "symbol", x->symbol);
        st_json_text(j, "factors", x->factors);
        st_json_int(j, "steps", x->steps);
        st_json_int(j, "steps_full", x->steps_full);
        st_json_bool(j, "reduced", x->worn);
        st_json_bool(j, "can_act", x->can_act);
        st_json_text(j, "states", x->states);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void fields_json(struct st_json *j, const struct st_table *t)
{
    const struct st_game *g = t->plan->game;

    st_json_open(j, "measures", '{');
    for (int i = 0; i < g->nfields; i++)
        if (!g->fields[i].of)
            st_json_int(j, g->fields[i].name, g->fields[i].get(t, -1));
    st_json_close(j, '}');
}

void cli_position_json(struct st_json *j, const struct st_table *t, int side, bool with_map)
{
    const struct st_plan *p = t->plan;
    struct st_scene *s = cli_scene(t, side);

    if (!s) {
        j->out->failed = true;
        return;
    }
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "scenario", p->id);
    st_json_text(j, "title", p->title);
    st_json_open(j, "sides", '[');
    for (int i = 0; i < ST_SIDES; i++)
        st_json_text(j, NULL, p->side[i]);
    st_json_close(j, ']');
    turn_json(j, t);
    fields_json(j, t);
    pieces_json(j, p, s);
    st_json_open(j, "marks", '[');
    for (int i = 0; i < s->nmarks; i++) {
        char hex[6];

        st_hex_name(&p->grid, s->mark[i].hex, hex);
        st_json_open(j, NULL, '{');
        st_json_text(j, "hex", hex);
        st_json_text(j, "text", s->mark[i].text);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_json_open(j, "notes", '[');
    for (int i = 0; i < s->nnotes; i++)
        st_json_text(j, NULL, s->note[i]);
    st_json_close(j, ']');
    st_json_text(j, "prompt", s->prompt);
    if (with_map && p->grid.cols)
        map_json(j, p);
    free(s);
}

void cli_notes(struct st_buf *out, const struct cli_term *term, const struct st_scene *s)
{
    struct st_buf notes = { 0 };

    for (int i = 0; i < s->nnotes; i++)
        st_buf_add(&notes, "%s\n", s->note[i]);
    cli_items(out, term, 0, 0, st_buf_text(&notes));
    out->failed |= notes.failed;
    st_buf_free(&notes);
}

void cli_position_text(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                       int side)
{
    struct st_scene *s = cli_scene(t, side);
    char text[300];

    if (!s) {
        out->failed = true;
        return;
    }
    cli_style(out, term, CLI_BOLD, t->plan->title);
    st_buf_add(out, "\n\n");
    cli_map(out, term, t->plan, s);
    cli_notes(out, term, s);
    cli_turn_text(t, text, sizeof text);
    st_buf_add(out, "%c%s.\n", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 32 : text[0], text + 1);
    if (s->prompt[0])
        st_buf_add(out, "%s\n", s->prompt);
    free(s);
}
