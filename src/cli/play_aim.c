/* play_aim.c - `sandtable play`: briefing, aim and standing, forces. */
#include "cli/play.h"

#include "core/standing.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- briefings --------------------------------------------------------------------------- */

/* Rows of the terminal's sheet as heads; "": none. */
static void part(struct st_buf *out, const struct cli_term *term, int indent, const char *id, const char *text)
{
    char head[40] = "";

    if (!text || !text[0])
        return;
    if (id[0])
        cli_word(id, head, sizeof head);
    st_buf_add(out, "%*s", indent, "");
    cli_pad(out, head, 12 - indent);
    cli_wrap(out, term, 12, 12, text);
    st_buf_put(out, "\n", 1);
}

static const struct st_word *row(const struct st_plan *p, const char *id)
{
    return st_word_find(p, "briefing", id);
}

static void brief_side(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                       int side)
{
    const struct st_word *w = row(p, p->side[side]), *watch;
    char id[60];

    if (!w)
        return;
    st_buf_put(out, "\n", 1);
    cli_style(out, term, CLI_BOLD, st_side_brief(p, side));
    st_buf_put(out, "\n", 1);
    part(out, term, 2, "brief.you", w->says);
    part(out, term, 2, "brief.task", w->brief);
    part(out, term, 2, "brief.enemy", w->explains);
    for (int i = 1; i < 10; i++) {
        snprintf(id, sizeof id, "%s.%d", p->side[side], i);
        if ((watch = row(p, id)))
            part(out, term, 2, i == 1 ? "brief.watch" : "", watch->says);
    }
}

void cli_briefing(struct st_buf *out, const struct cli_term *term, const struct st_plan *p, int side)
{
    const struct st_word *place = row(p, "place"), *length = row(p, "length");
    struct st_buf text = { 0 };

    if (!place)
        return;
    part(out, term, 0, "brief.where", place->says);
    cli_say(&text, "brief.minutes", length ? length->says : "", place->brief, NULL);
    part(out, term, 0, "brief.length", st_buf_text(&text));
    st_buf_free(&text);
    part(out, term, 0, "brief.difficulty", place->explains);
    int seat = st_view_side_find(p, place->para);
    if (seat >= 0)
        part(out, term, 0, "brief.seat", st_side_brief(p, seat));
    for (int s = 0; s < ST_SIDES; s++)
        if (side < 0 || side == s)
            brief_side(out, term, p, s);
}

/* ---- aim --------------------------------------------------------------------------------- */

void cli_aim(struct st_buf *out, const struct cli_term *term, const struct st_table *t)
{
    static struct st_goal goal[ST_GOALS_MAX];
    static struct st_track track[ST_TRACKS_MAX];
    int goals = st_goals(t, goal, ST_GOALS_MAX), tracks = st_tracks(t, "track", track, ST_TRACKS_MAX);

    for (int i = 0; i < tracks; i++) {
        char head[80];

        snprintf(head, sizeof head, "%s%s%s", track[i].side < 0 ? "" : st_side_brief(t->plan, track[i].side),
                 track[i].side < 0 ? "" : ", ", track[i].title);
        cli_pad(out, head, 36);
        st_buf_add(out, "%s\n", track[i].text);
    }
    for (int s = 0; s < ST_SIDES; s++) {
        cli_style(out, term, CLI_BOLD, st_side_brief(t->plan, s));
        st_buf_put(out, "\n", 1);
        for (int i = 0; i < goals; i++)
            if (goal[i].side == s) {
                st_buf_add(out, "  %s ", goal[i].met ? "*" : "-");
                cli_wrap(out, term, 4, 4, goal[i].text);
                st_buf_put(out, "\n", 1);
            }
    }
    if (goals) {
        cli_say(out, "aim.key", NULL);
        st_buf_put(out, "\n", 1);
    }
}

enum next play_aim(struct match *m, const char *rest)
{
    struct st_table seen = st_view_seen(play_table(m), play_reader(m), m->seen);
    struct st_buf out = { 0 };

    (void)rest;
    cli_briefing(&out, &m->term, m->plan, play_reader(m));
    st_buf_put(&out, "\n", 1);
    cli_aim(&out, &m->term, &seen);
    cli_print(&out, CLI_OK);
    return GO_ON;
}

/* ---- forces ------------------------------------------------------------------------------ */

/* What there is to say of a name: fields that are not nothing, in words. */
static void details(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                    const struct st_fields *fields, const char *of, int piece)
{
    for (int i = 0; fields && i < fields->n; i++) {
        const struct st_field *f = &fields->row[i];
        char text[ST_SAYS_MAX], head[60];

        if (!st_detail_says(t, f, of, piece, text, sizeof text))
            continue;
        snprintf(head, sizeof head, "    %s", st_field_says(t->plan, f));
        cli_pad(out, head, 32);
        cli_wrap(out, term, 32, 32, text);
        st_buf_put(out, "\n", 1);
    }
}

enum { NAMED_MOST = 12 }; /* things a part of a name may mean */

static bool has_part(const char *title, const char *part)
{
    for (size_t n = strlen(part); *title; title++)
        if (strncasecmp(title, part, n) == 0)
            return true;
    return false;
}

/* Place, kind, worth, what is left of it and its state. */
static void put_standing(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    char where[120] = "", state[200], left[12], full[12];

    if (x->hex >= 0 && p->grid.cols)
        st_place_print(p, x->hex, where, sizeof where);
    else if (x->base.right > x->base.left || x->radius)
        snprintf(where, sizeof where, "%d,%d", x->base.pose.at.x / 1000, x->base.pose.at.y / 1000);
    st_states_says(p, x->states, state, sizeof state);
    st_buf_add(out, "%s%s%s", where, where[0] ? ", " : "", st_word_says(p, "type", x->symbol));
    if (x->factors[0] && strcmp(x->factors, where) != 0)
        st_buf_add(out, " %s", x->factors);
    if (x->steps_full > 1 || x->steps < x->steps_full) {
        st_buf_put(out, ", ", 2);
        cli_say(out, "forces.left", cli_count(left, x->steps), cli_count(full, x->steps_full), NULL);
    }
    if (state[0])
        st_buf_add(out, ", %s", state);
}

static void put_below(struct st_buf *out, const struct cli_term *term, const char *text)
{
    st_buf_put(out, "    ", 4);
    cli_wrap(out, term, 4, 4, text);
    st_buf_put(out, "\n", 1);
}

/* Of a piece: how it stands, and what its kind can do. */
static void what_it_is(struct st_buf *out, const struct cli_term *term, const struct st_plan *p, const struct st_scene *s,
                       int piece)
{
    for (int i = 0; s && i < s->npieces; i++) {
        if (s->piece[i].piece != piece)
            continue;
        const struct st_word *type = st_word_find(p, "type", s->piece[i].symbol);
        struct st_buf line = { 0 };

        put_standing(&line, p, &s->piece[i]);
        put_below(out, term, st_buf_text(&line));
        st_buf_free(&line);
        if (type && type->explains[0])
            put_below(out, term, type->explains);
        return;
    }
}

/* "Initiative: 3; AP: 4" */
static void put_details(struct st_buf *out, const struct st_table *t, const struct st_fields *fields, const char *of, int piece)
{
    for (int i = 0; fields && i < fields->n; i++) {
        const struct st_field *f = &fields->row[i];
        char text[ST_SAYS_MAX];

        if (!st_detail_says(t, f, of, piece, text, sizeof text))
            continue;
        bool plain = strcmp(text, st_word_says(t->plan, "word", "yes")) == 0; /* "Master of sieges" says it */
        st_buf_add(out, "%s%s%s%s", out->len ? "; " : "", st_field_says(t->plan, f), plain ? "" : ": ", plain ? "" : text);
    }
}

/* What the sheet wants on its line as well, `line` in a field's form: the weapons of a man. */
static void put_fields(struct st_buf *out, const struct st_table *t, const struct st_fields *fields, int piece)
{
    for (int i = 0; fields && i < fields->n; i++) {
        const struct st_field *f = &fields->row[i];
        const struct st_word *w = f->of && strcmp(f->of, t->plan->game->pieces) == 0 ? st_word_field(t->plan, f) : NULL;
        int value = w && strcmp(w->form, "line") == 0 ? st_field_get(t, f, piece) : -1;
        char text[ST_SAYS_MAX];

        if (value < 0 || !st_field_tells(t->plan, f, value))
            continue;
        st_value_says(t, f, value, text, sizeof text);
        st_buf_add(out, ", %s", text);
    }
}

/* Code, name, place; then kind, worth, what is left of it and its state, as far as the lines go. */
static void one_line(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                     const struct st_scene_piece *x, int wide)
{
    const struct st_plan *p = t->plan;
    struct st_buf more = { 0 };

    put_standing(&more, p, x);
    put_fields(&more, t, p->game->slots, x->piece);
    put_fields(&more, t, p->game->fields, x->piece);
    st_buf_add(out, "  %s ", x->can_act ? "*" : " ");
    cli_pad(out, st_view_piece(p, x->piece), 6);
    cli_pad(out, st_view_piece_title(p, x->piece), wide);
    cli_wrap(out, term, 10 + wide, 10 + wide, st_buf_text(&more));
    st_buf_put(out, "\n", 1);
    st_buf_free(&more);
}

static int longest_title(const struct st_plan *p, const struct st_scene *s)
{
    enum { MOST = 34 };
    int wide = 0;

    for (int i = 0; s && i < s->npieces; i++) {
        int n = cli_width(st_view_piece_title(p, s->piece[i].piece)) + 2;

        wide = n > wide && n <= MOST ? n : wide;
    }
    return wide;
}

/* Those who march and fight together: a Wing, a Force. */
static void members(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const struct st_scene *s,
                    int side, const char *group)
{
    int wide = longest_title(t->plan, s);

    for (int i = 0; s && i < s->npieces; i++)
        if ((side < 0 || s->piece[i].side == side) && strcmp(s->piece[i].group, group) == 0)
            one_line(out, term, t, &s->piece[i], wide);
}

/* Its title; the pieces' own names are no groups. */
static const char *group_title(const struct st_plan *p, const char *group)
{
    for (int i = 0; group[0] && i < p->nnames; i++) {
        const struct st_names *list = &p->names[i];
        int at = list == st_view_pieces(p) ? -1 : st_names_find(list, st_span_of(group));

        if (at >= 0)
            return list->title && list->title[at] ? list->title[at] : list->name[at];
    }
    return group;
}

/* A side's pieces, group by group where there are several. */
static void one_side(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const struct st_scene *s, int side)
{
    const char *first = NULL;
    bool several = false;

    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].side == side) {
            first = first ? first : s->piece[i].group;
            several |= strcmp(first, s->piece[i].group) != 0;
        }
    for (int i = 0; i < s->npieces; i++) {
        const char *group = s->piece[i].group, *title;
        bool new = s->piece[i].side == side;

        for (int k = 0; k < i && new; k++)
            new = s->piece[k].side != side || strcmp(s->piece[k].group, group) != 0;
        if (!new)
            continue;
        title = group_title(t->plan, group);
        if (several && title[0]) {
            st_buf_add(out, "  %c", toupper((unsigned char)title[0]));
            cli_style(out, term, CLI_DIM, title + 1);
            st_buf_put(out, "\n", 1);
        }
        members(out, term, t, s, side, group);
    }
}

/* Others of that side with a name: captains, Forces, with all there is to say of them. */
static void others(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const struct st_word *w, int side)
{
    const struct st_names *list = st_plan_list(t->plan, w->id);
    const struct st_fields *slots = t->plan->game->slots;
    const struct st_field *of_side = NULL;
    bool first = true;

    for (int i = 0; slots && i < slots->n; i++)
        if (slots->row[i].of && strcmp(slots->row[i].of, w->id) == 0 && strcmp(slots->row[i].name, "side") == 0)
            of_side = &slots->row[i];
    for (int i = 0; list && of_side && i < list->n; i++) {
        struct st_buf line = { 0 };

        if (st_field_get(t, of_side, i) != side)
            continue;
        if (first) {
            st_buf_add(out, "  ");
            cli_style(out, term, CLI_DIM, w->says);
            st_buf_put(out, "\n", 1);
        }
        first = false;
        put_details(&line, t, slots, w->id, i);
        put_details(&line, t, t->plan->game->fields, w->id, i);
        st_buf_add(out, "    ");
        cli_pad(out, list->name[i], 6);
        cli_pad(out, list->title && list->title[i] ? list->title[i] : "", 24);
        cli_wrap(out, term, 34, 34, st_buf_text(&line));
        st_buf_put(out, "\n", 1);
        st_buf_free(&line);
    }
}

/* Anything with a name, a piece or not: "N1", "Lautrec", part of a title. */
static int show_named(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                      const struct st_scene *s, const char *name)
{
    const struct st_game *g = t->plan->game;
    int shown = 0;

    for (int i = 0; i < t->plan->nnames; i++) {
        const struct st_names *list = &t->plan->names[i];

        for (int k = 0; k < list->n && shown < NAMED_MOST; k++) {
            const char *title = list->title && list->title[k] ? list->title[k] : "";
            bool whole = strcasecmp(name, list->name[k]) == 0;

            if (!whole && (strlen(name) < 3 || !has_part(title, name)))
                continue;
            cli_style(out, term, CLI_BOLD, list->name[k]);
            st_buf_add(out, "  %s\n", title);
            if (list == st_view_pieces(t->plan))
                what_it_is(out, term, t->plan, s, k);
            details(out, term, t, g->slots, list->kind, k);
            details(out, term, t, g->fields, list->kind, k);
            if (list != st_view_pieces(t->plan))
                members(out, term, t, s, -1, list->name[k]);
            shown++;
        }
    }
    return shown;
}

/* A place of the map: what ground it is, and who stands there. By its number, or the name it has on the map. */
static int show_places(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                       const struct st_scene *s, const char *name)
{
    const struct st_plan *p = t->plan;
    int shown = 0;

    for (int h = 0; p->grid.cols && h < p->grid.cols * p->grid.rows && shown < NAMED_MOST; h++) {
        char number[6], place[120];

        st_hex_name(&p->grid, h, number);
        st_place_print(p, h, place, sizeof place);
        if (strcmp(name, number) != 0 && (strlen(name) < 3 || strcmp(place, number) == 0 || !has_part(place, name)))
            continue;
        cli_style(out, term, CLI_BOLD, place);
        if (p->cell && p->cell[h].look)
            st_buf_add(out, "  %s", st_word_says(p, "ground", p->cell[h].look));
        st_buf_put(out, "\n", 1);
        for (int i = 0; s && i < s->npieces; i++)
            if (s->piece[i].hex == h)
                st_buf_add(out, "    %s\n", st_view_piece_title(p, s->piece[i].piece));
        shown++;
    }
    return shown;
}

/* A side by its name, or as people call it where nothing has just that name; -1: none. */
static int side_called(const struct st_plan *p, const char *text)
{
    int side = st_view_side_find(p, text);

    for (int i = 0; side < 0 && i < p->nnames; i++)
        for (int k = 0; k < p->names[i].n; k++)
            if (strcasecmp(text, p->names[i].name[k]) == 0)
                return -1;
    return side < 0 ? cli_side(p, text) : side;
}

void cli_forces(struct st_buf *out, const struct cli_term *term, const struct st_table *seen, int reader,
                const char *rest)
{
    const struct st_plan *p = seen->plan;
    struct st_scene *s = st_view_scene(seen, reader);
    int only = rest[0] ? side_called(p, rest) : -1;

    if (rest[0] && only < 0) {
        if (!show_named(out, term, seen, s, rest) + !show_places(out, term, seen, s, rest) == 2) {
            cli_say(out, "forces.nobody", rest, NULL);
            st_buf_put(out, "\n", 1);
        }
    } else {
        for (int side = 0; s && side < ST_SIDES; side++) {
            if (only >= 0 && only != side)
                continue;
            cli_style(out, term, CLI_BOLD, st_side_brief(p, side));
            st_buf_put(out, "\n", 1);
            one_side(out, term, seen, s, side);
            const struct st_word *w;
            int at = 0;

            while ((w = st_word_next(p, "list", &at)))
                others(out, term, seen, w, side);
        }
        const struct st_word *key = st_word_find(p, "word", "forces");

        if (key) { /* what the letters and figures of its counters mean */
            cli_wrap(out, term, 0, 0, key->says);
            st_buf_put(out, "\n", 1);
        }
        cli_say(out, "forces.key", NULL);
        st_buf_put(out, "\n", 1);
    }
    free(s);
}

enum next play_forces(struct match *m, const char *rest)
{
    int side = st_now(play_table(m)).side;
    struct st_table seen = st_view_seen(play_table(m), side, m->seen);
    struct st_buf out = { 0 };

    cli_forces(&out, &m->term, &seen, side, rest);
    cli_print(&out, CLI_OK);
    return GO_ON;
}
