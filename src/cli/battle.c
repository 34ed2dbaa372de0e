/* battle.c - a battle that is fought beside the map, in words: section against section, what lies there, and the hands. */
#include "cli/cli.h"

#include "core/scene.h"
#include "core/standing.h"
#include "view/view.h"

#include <string.h>

enum { INDENT = 4 };

static void put_tracks(struct st_buf *out, const struct cli_term *term, const struct st_table *t)
{
    static struct st_track track[ST_TRACKS_MAX];
    int n = st_tracks(t, "battle", track, ST_TRACKS_MAX);

    for (int i = 0; i < n; i++)
        if (track[i].side < 0) {
            cli_style(out, term, CLI_BOLD, track[i].text);
            st_buf_put(out, "\n", 1);
        }
    for (int i = 0; i < n; i++)
        if (track[i].side >= 0)
            st_buf_add(out, "  %s: %s\n", st_side_brief(t->plan, track[i].side), track[i].text);
}

/* A chit a line, with what it does: "Firearms (2 more rounds): attacker's Quality -1" */
static void put_chit(struct st_buf *out, const struct cli_term *term, const struct st_plan *p, const struct st_scene_chit *x)
{
    const struct st_word *w = x->name ? st_word_find(p, "chit", x->name) : NULL;
    struct st_buf text = { 0 };
    char n[12];

    if (!x->name) {
        cli_say(&text, "battle.hidden", cli_count(n, x->n), NULL);
    } else {
        st_buf_add(&text, x->n > 1 ? "%d x %s" : "%.0d%s", x->n > 1 ? x->n : 0, w ? w->says : x->name);
        if (x->left) {
            st_buf_add(&text, " (");
            cli_say(&text, x->left == 1 ? "battle.left_one" : "battle.left", cli_count(n, x->left), NULL);
            st_buf_add(&text, ")");
        }
        if (w && w->explains[0])
            st_buf_add(&text, ": %s", w->explains);
    }
    st_buf_add(out, "%*s", INDENT, "");
    cli_wrap(out, term, INDENT, INDENT + 2, st_buf_text(&text));
    st_buf_put(out, "\n", 1);
    st_buf_free(&text);
}

/* "French: Lautrec, fights now: Swiss 8/3S, Gendarmes 5/3R" */
static void put_section(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const struct st_scene *s,
                        int at)
{
    const struct st_scene_section *x = &s->section[at];
    struct st_buf text = { 0 };
    char says[200];
    int n = 0;

    st_states_says(t->plan, x->states, says, sizeof says);
    st_buf_add(&text, "%s", st_side_brief(t->plan, x->side));
    if (x->leader)
        st_buf_add(&text, ", %s", st_title_of(t->plan, x->leader));
    if (says[0])
        st_buf_add(&text, " (%s)", says);
    for (int i = 0; i < s->npieces; i++)
        if (s->piece[i].section == at + 1)
            st_buf_add(&text, "%s %s %s", n++ ? "," : ":", st_view_piece_title(t->plan, s->piece[i].piece),
                       s->piece[i].factors);
    if (!n && !x->off)
        st_buf_add(&text, ": -");
    st_buf_add(out, "  ");
    cli_wrap(out, term, 2, INDENT, st_buf_text(&text));
    st_buf_put(out, "\n", 1);
    st_buf_free(&text);
    for (int i = 0; i < s->nchits; i++)
        if (s->chit[i].section == at)
            put_chit(out, term, t->plan, &s->chit[i]);
}

/* Is it the first section of that name? */
static bool is_first(const struct st_scene *s, int at)
{
    for (int i = 0; i < at; i++)
        if (strcmp(s->section[i].name, s->section[at].name) == 0)
            return false;
    return true;
}

void cli_battle(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const struct st_scene *s)
{
    if (!s->nsections)
        return;
    put_tracks(out, term, t);
    for (int i = 0; i < s->nsections; i++) {
        if (!is_first(s, i))
            continue;
        cli_style(out, term, CLI_BOLD, st_word_says(t->plan, "section", s->section[i].name));
        st_buf_put(out, "\n", 1);
        for (int k = i; k < s->nsections; k++)
            if (strcmp(s->section[k].name, s->section[i].name) == 0)
                put_section(out, term, t, s, k);
    }
    st_buf_put(out, "\n", 1);
}
