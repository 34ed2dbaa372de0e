/* record.c - records and what followed from their lines, for programs. See view.h. */
#include "view/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void st_view_tags(struct st_json *j, const char *key, const struct st_record *r)
{
    st_json_open(j, key, '[');
    for (int i = 0; i < r->ntags; i++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "key", r->tag[i].key);
        st_json_text(j, "value", r->tag[i].value);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

/* ---- lines ----------------------------------------------------------------------------- */

/* A move as it was said then: its words may hang on the position it was made in. */
static void line_says(struct st_json *j, const struct st_session *s, int n)
{
    struct st_table t = *st_session_table(s);
    struct st_move m;
    char text[ST_SAYS_MAX];

    if (st_session_record(s)->line[n].kind == ST_LINE_DIE) {
        st_label_says(t.plan, st_session_record(s)->line[n].text, text, sizeof text);
        st_json_text(j, "says", text);
        return;
    }
    t.pos = (void *)(uintptr_t)st_session_position(s, n); /* only looked at */
    if (st_move_parse(&m, t.plan, st_session_record(s)->line[n].text, NULL) != ST_LEGAL)
        return;
    if (st_move_part(&t, &m, ST_WORD_SAYS, text, sizeof text))
        st_json_text(j, "says", text);
    if (t.plan->game->verbs[m.verb].closes)
        st_json_bool(j, "closes", true);
}

static void line_words(struct st_json *j, const struct st_record_line *l)
{
    char hash[16];

    if (l->kind == ST_LINE_DIE) {
        st_json_text(j, "dice", l->dice);
        st_json_int(j, "value", l->value);
    }
    if (l->kind == ST_LINE_CHECK) {
        snprintf(hash, sizeof hash, "%08" PRIx32, l->hash);
        st_json_text(j, "hash", hash);
    } else if (l->kind != ST_LINE_NOTE) {
        st_json_text(j, "text", l->text);
    }
    if (l->comment && l->comment[0])
        st_json_text(j, "comment", l->comment);
}

static void line_members(struct st_json *j, const struct st_record_line *l, bool secret)
{
    static const char *const kind[] = { "move", "die", "ruling", "check", "note" };

    st_json_text(j, "kind", kind[l->kind]);
    if (l->kind == ST_LINE_MOVE)
        st_json_int(j, "number", l->number);
    if (l->kind == ST_LINE_MOVE || l->kind == ST_LINE_RULING)
        st_json_text(j, "side", l->side);
    if (secret)
        st_json_bool(j, "secret", true);
    else
        line_words(j, l);
}

/* Was something hidden from side when line n had been carried out? A hash of what is hidden would
 * let it be guessed and tried, so checks count too. */
static bool hidden_after(const struct st_session *s, int n, int side)
{
    struct st_table t = *st_session_table(s);

    t.pos = (void *)(uintptr_t)st_session_position(s, n + 1); /* only looked at */
    return st_view_hides(&t, side);
}

static bool of_side(const struct st_plan *p, const struct st_record_line *l, int side)
{
    return (l->kind == ST_LINE_MOVE || l->kind == ST_LINE_RULING) && side >= 0 &&
           strcmp(l->side, p->side[side]) == 0;
}

static bool words_are_secret(const struct st_record_line *l)
{
    return l->kind == ST_LINE_MOVE || l->kind == ST_LINE_RULING || l->kind == ST_LINE_CHECK;
}

/* Some of what is decided while something is hidden happens before everybody's eyes. */
static bool in_the_open(const struct st_session *s, int n, int side)
{
    struct st_table t = *st_session_table(s);
    const struct st_record_line *l = &st_session_record(s)->line[n];
    struct st_move m;

    t.pos = (void *)(uintptr_t)st_session_position(s, n); /* only looked at */
    return l->kind == ST_LINE_MOVE && t.plan->game->secret &&
           st_move_parse(&m, t.plan, l->text, NULL) == ST_LEGAL &&
           !t.plan->game->secret(&t, &m, side);
}

/* The first event of line n or behind it: they lie in the order of their lines. */
static int first_event(const struct st_session *s, int n)
{
    int low = 0, high = st_session_nevents(s);

    while (low < high) {
        int mid = (low + high) / 2;

        if (st_session_event_line(s, mid) < n)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* A decision taken by itself may be the other side's, and secret. What is revealed is told all the same. */
static void events_of(struct st_json *j, const struct st_session *s, int n, bool secret,
                      bool forced_too)
{
    st_json_open(j, "events", '[');
    for (int i = first_event(s, n); i < st_session_nevents(s); i++) {
        const struct st_event *e = st_session_event(s, i);

        if (st_session_event_line(s, i) != n)
            break;
        if (e->kind == ST_EV_SHOWN || (!secret && (forced_too || e->kind != ST_EV_FORCED)))
            st_view_event(j, st_session_table(s)->plan, e);
    }
    st_json_close(j, ']');
}

void st_view_secrecy(const struct st_session *s, int line, int side, bool *words, bool *forced)
{
    const struct st_plan *p = st_session_table(s)->plan;
    const struct st_record_line *l = &st_session_record(s)->line[line];

    *forced = p->game->observe && side >= 0 && hidden_after(s, line, side);
    *words = *forced && words_are_secret(l) && !of_side(p, l, side) && !in_the_open(s, line, side);
}

void st_view_news_items(struct st_json *j, const struct st_session *s, int from, int side)
{
    const struct st_record *r = st_session_record(s);

    for (int i = from < 0 ? 0 : from; i < r->nlines; i++) {
        bool secret, forced;

        st_view_secrecy(s, i, side, &secret, &forced);
        st_json_open(j, NULL, '{');
        line_members(j, &r->line[i], secret);
        if (!secret && (r->line[i].kind == ST_LINE_MOVE || r->line[i].kind == ST_LINE_DIE))
            line_says(j, s, i);
        events_of(j, s, i, secret, !forced);
        st_json_close(j, '}');
    }
}

void st_view_news(struct st_json *j, const char *key, const struct st_session *s, int from,
                  int side)
{
    st_json_open(j, key, '[');
    st_view_news_items(j, s, from, side);
    st_json_close(j, ']');
}

/* ---- is it sound? ---------------------------------------------------------------------- */

static void tag_names(struct st_json *j, const char *key, const char *const *name, int n)
{
    st_json_open(j, key, '[');
    for (int i = 0; i < n && i < ST_VERDICT_NAMES; i++)
        st_json_text(j, NULL, name[i]);
    st_json_close(j, ']');
}

static void sound(struct st_json *j, const struct st_verdict *v)
{
    struct st_buf text = { 0 };

    st_verdict_print(v, &text);
    st_json_bool(j, "whole", st_verdict_whole(v));
    st_json_text(j, "text", st_buf_text(&text));
    st_json_int(j, "lines", v->lines);
    st_json_int(j, "moves", v->moves);
    st_json_int(j, "dice", v->dice);
    st_json_int(j, "recomputed", v->source == ST_DICE_SEEDED ? v->dice : 0);
    st_json_int(j, "checks", v->checks);
    st_json_int(j, "rulings", v->rulings);
    tag_names(j, "missing", v->missing, v->nmissing);
    tag_names(j, "unknown", v->unknown, v->nunknown);
    st_buf_free(&text);
}

void st_view_verdict(struct st_json *j, const char *where, int e, const struct st_verdict *v,
                     const struct st_error *err)
{
    st_json_open(j, NULL, '{');
    st_json_text(j, "record", where);
    st_json_bool(j, "sound", e == ST_OK);
    if (e) {
        st_json_bool(j, "readable", e == ST_EVERIFY);
        st_json_text(j, "where", err->where);
        st_json_int(j, "line", err->line);
        st_json_text(j, "text", err->text);
    } else {
        sound(j, v);
    }
    st_json_close(j, '}');
}
