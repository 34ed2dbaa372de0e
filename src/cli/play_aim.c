/* play_aim.c - `sandtable play`: briefing, aim and standing, forces. */
#include "cli/play.h"

#include "core/standing.h"

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
    for (int s = 0; s < ST_SIDES; s++)
        if (side < 0 || side == s)
            brief_side(out, term, p, s);
}

/* ---- aim --------------------------------------------------------------------------------- */

void cli_aim(struct st_buf *out, const struct cli_term *term, const struct st_table *t)
{
    static struct st_goal goal[ST_GOALS_MAX];
    static struct st_track track[ST_TRACKS_MAX];
    int goals = st_goals(t, goal, ST_GOALS_MAX), tracks = st_tracks(t, track, ST_TRACKS_MAX);

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

        if (!f->of || strcmp(f->of, of) != 0 || strcmp(f->name, "side") == 0)
            continue;
        int value = f->get || f->in.width ? st_field_get(t, f, piece)
                                          : st_member_get(t->plan->data, f->most, piece);
        if (!st_field_tells(t->plan, f, value))
            continue;
        st_value_says(t, f, value, text, sizeof text);
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

/* Anything with a name, a piece or not: "N1", "Lautrec", part of a title. */
static int show_named(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                      const char *name)
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
            details(out, term, t, g->slots, list->kind, k);
            details(out, term, t, g->fields, list->kind, k);
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

static void one_line(struct st_buf *out, const struct st_plan *p, const struct st_scene_piece *x)
{
    char where[120] = "-", state[200], left[12], full[12];
    struct st_buf worn = { 0 };

    if (x->hex >= 0 && p->grid.cols)
        st_place_print(p, x->hex, where, sizeof where);
    else if (x->base.right > x->base.left || x->radius)
        snprintf(where, sizeof where, "%d,%d", x->base.pose.at.x / 1000, x->base.pose.at.y / 1000);
    st_states_says(p, x->states, state, sizeof state);
    if (x->steps < x->steps_full)
        cli_say(&worn, "forces.left", cli_count(left, x->steps), cli_count(full, x->steps_full), NULL);
    st_buf_add(out, "  %s ", x->can_act ? "*" : " ");
    cli_pad(out, st_view_piece(p, x->piece), 7);
    cli_pad(out, st_view_piece_title(p, x->piece), 34);
    cli_pad(out, st_word_says(p, "type", x->symbol), 22);
    cli_pad(out, where, 26);
    st_buf_add(out, "%s%s%s\n", st_buf_text(&worn), worn.len && state[0] ? ", " : "", state);
    st_buf_free(&worn);
}

enum next play_forces(struct match *m, const char *rest)
{
    struct st_table seen = st_view_seen(play_table(m), st_now(play_table(m)).side, m->seen);
    struct st_scene *s = st_view_scene(&seen, st_now(&seen).side);
    struct st_buf out = { 0 };
    int only = rest[0] ? st_view_side_find(m->plan, rest) : -1;

    if (rest[0] && only < 0) {
        if (!show_named(&out, &m->term, &seen, rest) + !show_places(&out, &m->term, &seen, s, rest) == 2)
            cli_tell("forces.nobody", rest, NULL);
    } else {
        for (int side = 0; s && side < ST_SIDES; side++) {
            if (only >= 0 && only != side)
                continue;
            cli_style(&out, &m->term, CLI_BOLD, st_side_brief(m->plan, side));
            st_buf_put(&out, "\n", 1);
            for (int i = 0; i < s->npieces; i++)
                if (s->piece[i].side == side)
                    one_line(&out, m->plan, &s->piece[i]);
        }
        cli_say(&out, "forces.key", NULL);
        st_buf_put(&out, "\n", 1);
    }
    free(s);
    cli_print(&out, CLI_OK);
    return GO_ON;
}
