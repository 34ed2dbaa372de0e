/* standing.c - aim, standing and forces for programs; briefings. See view.h. */
#include "core/standing.h"

#include "base/hash.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void counted(struct st_json *j, const char *key, int n)
{
    if (n != ST_NO_NUMBER)
        st_json_int(j, key, n);
}

static void side_of(struct st_json *j, const struct st_plan *p, int side)
{
    st_json_text(j, "side", side >= 0 && side < ST_SIDES ? p->side[side] : NULL);
}

/* The rows of a kind; the list stays open. */
static void tracks(struct st_json *j, const struct st_table *t, const char *kind)
{
    struct st_track *track = calloc(ST_TRACKS_MAX, sizeof *track);
    int n = track ? st_tracks(t, kind, track, ST_TRACKS_MAX) : 0;
    const struct st_word *dates = st_word_find(t->plan, "word", "turns");

    j->out->failed |= !track;
    st_json_open(j, "tracks", '[');
    for (int i = 0; i < n; i++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", track[i].id);
        st_json_text(j, "title", track[i].title);
        st_json_text(j, "kind", track[i].kind);
        side_of(j, t->plan, track[i].side);
        counted(j, "now", track[i].now);
        counted(j, "of", track[i].of);
        st_json_text(j, "text", track[i].text);
        if (track[i].explains[0])
            st_json_text(j, "explains", track[i].explains);
        if (dates && strcmp(track[i].kind, "turn") == 0)
            st_json_text(j, "steps", dates->says);
        st_json_close(j, '}');
    }
    free(track);
}

void st_view_tracks(struct st_json *j, const struct st_table *t)
{
    const struct st_word *phases = st_word_find(t->plan, "word", "phases");
    char phase[ST_SAYS_MAX];
    bool said = st_step_says(t, ST_WORD_BRIEF, phase, sizeof phase);

    tracks(j, t, "track");
    if (said || phases) { /* while dice fall it is still the same phase */
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", "phase");
        st_json_text(j, "title", st_word_says(t->plan, "word", "phase"));
        st_json_text(j, "kind", "phase");
        side_of(j, t->plan, st_now(t).kind == ST_DECIDE ? st_now(t).side : -1);
        if (said)
            st_json_text(j, "text", phase);
        if (phases)
            st_json_text(j, "steps", phases->says);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

void st_view_goals(struct st_json *j, const struct st_table *t)
{
    struct st_goal *goal = calloc(ST_GOALS_MAX, sizeof *goal);
    int n = goal ? st_goals(t, goal, ST_GOALS_MAX) : 0;

    j->out->failed |= !goal;
    st_json_open(j, "goals", '[');
    for (int i = 0; i < n; i++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", goal[i].id);
        side_of(j, t->plan, goal[i].side);
        st_json_text(j, "text", goal[i].text);
        counted(j, "now", goal[i].now);
        counted(j, "needed", goal[i].needed);
        st_json_bool(j, "met", goal[i].met);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    free(goal);
}

/* ---- forces ------------------------------------------------------------------------------ */

/* "wall suppressed" -> "In Shield Wall, Suppressed"; a word without a row is a name's or nothing. */
void st_states_says(const struct st_plan *p, const char *states, char *out, size_t size)
{
    struct st_span rest = st_span_of(states), word;

    out[0] = 0;
    while ((word = st_span_word(&rest)).len) {
        char id[40];
        const struct st_word *w;

        if (!st_span_copy(word, id, sizeof id) || !(w = st_word_find(p, "state", id)))
            continue;
        st_text_add(out, size, "%s%s", out[0] ? ", " : "", w->says);
    }
}

/* The title of a name in whatever list it is; the name itself where there is none. */
const char *st_title_of(const struct st_plan *p, const char *name)
{
    for (int i = 0; i < p->nnames; i++) {
        int at = st_names_find(&p->names[i], st_span_of(name));

        if (at >= 0 && p->names[i].title && p->names[i].title[at])
            return p->names[i].title[at];
    }
    return name;
}

static const char *field_title(const struct st_field *f, const struct st_word *w)
{
    return w && w->says[0] ? w->says : f->title ? f->title : f->name;
}

/* Is it worth telling, unless its row says otherwise? */
static bool value_tells(const struct st_field *f, int value)
{
    return !f->old && value != -1 && (value != 0 || f->symbol || (f->kind && f->kind[0])) &&
           strcmp(f->name, "x") != 0 && strcmp(f->name, "y") != 0 && strcmp(f->name, "h") != 0;
}

static bool is_hidden(const struct st_word *w)
{
    return w && strcmp(w->form, "-") == 0;
}

const char *st_field_says(const struct st_plan *p, const struct st_field *f)
{
    return field_title(f, st_word_field(p, f));
}

bool st_field_tells(const struct st_plan *p, const struct st_field *f, int value)
{
    return value_tells(f, value) && !is_hidden(st_word_field(p, f));
}

bool st_detail_says(const struct st_table *t, const struct st_field *f, const char *of, int piece, char *out, size_t size)
{
    if (!f->of || strcmp(f->of, of) != 0 || strcmp(f->name, "side") == 0)
        return false;
    int value = st_field_get(t, f, piece);
    if (!st_field_tells(t->plan, f, value))
        return false;
    st_value_says(t, f, value, out, size);
    return true;
}

static void details(struct st_json *j, const struct st_table *t, const struct st_fields *fields,
                    const char *of, int piece)
{
    for (int i = 0; fields && i < fields->n; i++) {
        const struct st_field *f = &fields->row[i];
        char text[ST_SAYS_MAX];

        if (!st_detail_says(t, f, of, piece, text, sizeof text))
            continue;
        st_json_open(j, NULL, '{');
        st_json_text(j, "title", st_field_says(t->plan, f));
        st_json_text(j, "text", text);
        st_json_close(j, '}');
    }
}

#ifndef __wasm__
static uint64_t values_key(const struct st_table *t, const struct st_fields *fields, const char *of, int piece, uint64_t key)
{
    for (int i = 0; fields && i < fields->n; i++)
        if (fields->row[i].of && strcmp(fields->row[i].of, of) == 0)
            key = st_hash_join(key, (uint64_t)(uint32_t)st_field_get(t, &fields->row[i], piece));
    return key;
}

static uint64_t detail_key(const struct st_table *t, const char *of, int piece)
{
    uint64_t key = values_key(t, t->plan->game->slots, of, piece, (uint64_t)piece);

    return values_key(t, t->plan->game->fields, of, piece, key);
}

static uint64_t piece_key(const struct st_scene_piece *x)
{
    const struct st_scene_piece named = { .piece = x->piece, .side = x->side };
    uint64_t key = st_hash_join(st_hash(&named, sizeof named), st_hash(x->states, strlen(x->states)));

    return st_hash_join(key, st_hash_join(st_hash(x->group, strlen(x->group)), st_hash(x->symbol, strlen(x->symbol))));
}
#endif

static void detail(struct st_json *j, const struct st_table *t, const char *of, int piece, struct st_view_memo *memo)
{
    if (st_memo_told(memo, j, detail_key(t, of, piece)))
        return;
    st_json_open(j, "detail", '[');
    details(j, t, t->plan->game->slots, of, piece);
    details(j, t, t->plan->game->fields, of, piece);
    st_json_close(j, ']');
    st_memo_done(memo, j);
}

/* Who it is, and in which state. */
static void one_piece(struct st_json *j, const struct st_plan *p, const struct st_scene_piece *x)
{
    char state[200];

    st_states_says(p, x->states, state, sizeof state);
    st_json_text(j, "id", st_view_piece(p, x->piece));
    st_json_text(j, "title", st_view_piece_title(p, x->piece));
    side_of(j, p, x->side);
    if (x->group[0])
        st_json_text(j, "group", st_title_of(p, x->group));
    st_json_text(j, "type", st_word_says(p, "type", x->symbol));
    st_json_text(j, "state", state);
}

/* Others with a name that belong to an army: captains, corps. */
static void other_list(struct st_json *j, const struct st_table *t, const struct st_word *w, struct st_view_memo *memo)
{
    const struct st_names *list = st_plan_list(t->plan, w->id);
    const struct st_field *of_side = NULL;

    for (int i = 0; t->plan->game->slots && i < t->plan->game->slots->n; i++) {
        const struct st_field *f = &t->plan->game->slots->row[i];

        if (f->of && strcmp(f->of, w->id) == 0 && strcmp(f->name, "side") == 0)
            of_side = f;
    }
    for (int i = 0; list && of_side && i < list->n; i++) {
        int side = st_field_get(t, of_side, i);

        if (side < 0)
            continue; /* not there, or not yet */
        st_json_open(j, NULL, '{');
        st_json_text(j, "id", list->name[i]);
        st_json_text(j, "title", list->title ? list->title[i] : list->name[i]);
        side_of(j, t->plan, side);
        st_json_text(j, "group", w->says);
        st_json_text(j, "type", w->says);
        st_json_text(j, "state", "");
        st_json_bool(j, "can_act", false);
        detail(j, t, w->id, i, memo);
        st_json_close(j, '}');
    }
}

void st_view_forces(struct st_json *j, const struct st_table *t, const struct st_scene *s, struct st_view_memo *memo)
{
    const struct st_word *w;
    int at = 0;

    st_json_open(j, "forces", '[');
    for (int i = 0; i < s->npieces; i++) {
        const struct st_scene_piece *x = &s->piece[i];

        st_json_open(j, NULL, '{');
        if (!st_memo_told(memo, j, piece_key(x))) {
            one_piece(j, t->plan, x);
            st_memo_done(memo, j);
        }
        st_json_bool(j, "can_act", x->can_act);
        detail(j, t, t->plan->game->pieces, x->piece, memo);
        st_json_close(j, '}');
    }
    while ((w = st_word_next(t->plan, "list", &at)))
        other_list(j, t, w, memo);
    st_json_close(j, ']');
}

/* ---- a battle ----------------------------------------------------------------------------- */

/* What a section or a chit is called, and what it does. */
static void named(struct st_json *j, const struct st_plan *p, const char *kind, const char *id)
{
    const struct st_word *w = st_word_find(p, kind, id);

    st_json_text(j, "id", id);
    st_json_text(j, "title", w ? w->says : id);
    st_json_text(j, "explains", w ? w->explains : "");
}

static void chits_in(struct st_json *j, const struct st_plan *p, const struct st_scene *s, int section)
{
    st_json_open(j, "chits", '[');
    for (int i = 0; i < s->nchits; i++) {
        const struct st_scene_chit *x = &s->chit[i];

        if (x->section != section)
            continue;
        st_json_open(j, NULL, '{');
        if (x->name)
            named(j, p, "chit", x->name);
        st_json_int(j, "n", x->n);
        if (x->left)
            st_json_int(j, "left", x->left);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void section(struct st_json *j, const struct st_plan *p, const struct st_scene *s, int i)
{
    const struct st_scene_section *x = &s->section[i];
    char says[200];

    st_states_says(p, x->states, says, sizeof says);
    st_json_open(j, NULL, '{');
    side_of(j, p, x->side);
    named(j, p, "section", x->name);
    st_json_bool(j, "off", x->off);
    st_json_text(j, "leader", x->leader ? st_title_of(p, x->leader) : "");
    st_json_text(j, "states", x->states);
    st_json_text(j, "says", says);
    st_json_open(j, "pieces", '[');
    for (int k = 0; k < s->npieces; k++)
        if (s->piece[k].section == 1 + i)
            st_json_text(j, NULL, st_view_piece(p, s->piece[k].piece));
    st_json_close(j, ']');
    chits_in(j, p, s, i);
    st_json_close(j, '}');
}

void st_view_battle(struct st_json *j, const struct st_table *t, const struct st_scene *s)
{
    if (!s->nsections)
        return;
    st_json_open(j, "battle", '{');
    tracks(j, t, "battle");
    st_json_close(j, ']');
    st_json_open(j, "sections", '[');
    for (int i = 0; i < s->nsections; i++)
        section(j, t->plan, s, i);
    st_json_close(j, ']');
    st_json_close(j, '}');
}

/* ---- briefings --------------------------------------------------------------------------- */

static const struct st_word *brief_row(const struct st_plan *p, const char *id)
{
    return st_word_find(p, "briefing", id);
}

static void brief_side(struct st_json *j, const struct st_plan *p, int side)
{
    const struct st_word *w = brief_row(p, p->side[side]);
    const struct st_word *length = brief_row(p, "length");
    char id[60];

    if (!w)
        return;
    st_json_open(j, NULL, '{');
    st_json_text(j, "side", p->side[side]);
    st_json_text(j, "title", st_side_brief(p, side));
    st_json_text(j, "you_are", w->says);
    st_json_text(j, "task", w->brief);
    st_json_text(j, "enemy", w->explains);
    st_json_text(j, "length", length ? length->says : "");
    st_json_open(j, "watch", '[');
    for (int i = 1; i < 10; i++) {
        snprintf(id, sizeof id, "%s.%d", p->side[side], i);
        w = brief_row(p, id);
        if (w)
            st_json_text(j, NULL, w->says);
    }
    st_json_close(j, ']');
    st_json_close(j, '}');
}

void st_view_briefing(struct st_json *j, const struct st_plan *p)
{
    const struct st_word *place = brief_row(p, "place");

    st_json_open(j, NULL, '{');
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "scenario", p->id);
    st_json_text(j, "title", p->title);
    st_json_text(j, "place", place ? place->says : p->blurb);
    st_json_open(j, "sides", '[');
    for (int s = 0; s < ST_SIDES; s++)
        brief_side(j, p, s);
    st_json_close(j, ']');
    st_json_text(j, "minutes", place ? place->brief : NULL);
    st_json_text(j, "hard", place ? place->explains : NULL);
    st_json_text(j, "first_seat", place ? place->para : NULL);
    st_json_close(j, '}');
}

/* ---- glossary ----------------------------------------------------------------------------- */

void st_view_words(struct st_json *j, const struct st_plan *p)
{
    static const char *const kinds[] = { "term", "type", "class", "grade", "chit", "choice", "state",
                                         "ground", "result", "code", "word", "field", "chart",
                                         "question", "modifier", "rule", "side", "pick" };

    st_json_open(j, NULL, '[');
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const struct st_word *w;
        int at = 0;

        while ((w = st_word_next(p, kinds[k], &at))) {
            st_json_open(j, NULL, '{');
            st_json_text(j, "kind", w->kind);
            st_json_text(j, "id", w->id);
            st_json_text(j, "says", w->says);
            if (w->form[0])
                st_json_text(j, "form", w->form);
            if (w->brief[0])
                st_json_text(j, "short", w->brief);
            if (w->explains[0])
                st_json_text(j, "explains", w->explains);
            if (w->para[0])
                st_json_text(j, "para", w->para);
            st_json_close(j, '}');
        }
    }
    st_json_close(j, ']');
}
