/* show.c - events, records and positions, for people. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARA_WIDTH = 8 };

/* ---- events ---------------------------------------------------------------------------- */

void cli_event(struct st_buf *out, const struct cli_term *term, const struct st_plan *speak,
               const struct st_event *e)
{
    const char *para = e->para ? e->para : "", *text = e->text;
    size_t n = strlen(para);
    const struct st_word *rule = speak ? st_word_find(speak, "rule", para) : NULL; /* it has no number */
    char left[24], words[ST_SAYS_MAX];

    if (n && strncmp(text, para, n) == 0 && text[n] == ' ')
        text += n + 1; /* a citation begins with its paragraph */
    if (speak)
        st_event_says(speak, e, words, sizeof words);
    else
        snprintf(words, sizeof words, "%s%s", e->kind == ST_EV_FORCED ? "only choice: " : "", text);
    if (rule) { /* then by its title, as refusals cite it: "The Swiss will not wait" */
        char said[ST_SAYS_MAX];

        snprintf(said, sizeof said, "%s", words);
        snprintf(words, sizeof words, "“%s”: %.*s", rule->says, (int)sizeof words / 2, said);
        para = "";
    }
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

/* ---- lines of a record with what followed from them ------------------------------------ */

/* "4 Normans: Eustace's knights march to 0507." */
static bool line_says(struct st_buf *out, const struct cli_term *term, const struct st_session *s,
                      int n)
{
    const struct st_record_line *l = &st_session_record(s)->line[n];
    struct st_table t = *st_session_table(s);
    int side = l->kind == ST_LINE_MOVE ? st_view_side_find(t.plan, l->side) : -1;
    struct st_move m;
    char text[ST_SAYS_MAX], head[60];

    if (l->kind == ST_LINE_DIE) {
        st_label_says(t.plan, l->text, text, sizeof text);
        st_buf_add(out, "  %s %d  %s\n", l->dice, l->value, text);
        return true;
    }
    t.pos = (void *)(uintptr_t)st_session_position(s, n); /* only looked at */
    if (side < 0 || st_move_parse(&m, t.plan, l->text, NULL) != ST_LEGAL ||
        !st_move_part(&t, &m, ST_WORD_SAYS, text, sizeof text))
        return false;
    snprintf(head, sizeof head, "%d %s  ", l->number, st_side_brief(t.plan, side));
    cli_style(out, term, CLI_BOLD, head);
    cli_wrap(out, term, cli_width(head), cli_width(head), text);
    st_buf_put(out, "\n", 1);
    return true;
}

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

void cli_line(struct st_buf *out, const struct cli_term *term, const struct st_session *s, int n, bool speak)
{
    if (!speak || !line_says(out, term, s, n))
        line_text(out, term, &st_session_record(s)->line[n]);
}

/* The events of record line n; -1: the set-up. Of a secret one only what it revealed. */
static void events_of(struct st_buf *out, const struct cli_term *term, const struct st_session *s,
                      int n, bool secret, bool forced_too, bool speak)
{
    const struct st_event *before = NULL;

    for (int i = 0; i < st_session_nevents(s); i++) {
        const struct st_event *e = st_session_event(s, i);
        bool again = speak && before && before->kind == ST_EV_FORCED && e->kind == ST_EV_FORCED &&
                     strcmp(before->text, e->text) == 0; /* a phase after the other in which nobody can do anything */

        before = e;
        if (!again && st_session_event_line(s, i) == n &&
            (e->kind == ST_EV_SHOWN || (!secret && (forced_too || e->kind != ST_EV_FORCED))))
            cli_event(out, term, speak ? st_session_table(s)->plan : NULL, e);
    }
}

static void tell_secret(struct st_buf *out, const struct st_plan *p, const char *side)
{
    int at = st_view_side_find(p, side);

    cli_say(out, "news.secret", at < 0 ? side : st_side_brief(p, at), NULL);
    st_buf_put(out, "\n", 1);
}

void cli_news(struct st_buf *out, const struct cli_term *term, const struct st_session *s, int from,
              int side, bool speak)
{
    const struct st_record *r = st_session_record(s);

    if (from < 0)
        events_of(out, term, s, -1, false, side == ST_UMPIRE, speak);
    for (int i = from < 0 ? 0 : from; i < r->nlines; i++) {
        bool secret, forced;

        if (r->line[i].kind == ST_LINE_CHECK ||
            (speak && r->line[i].kind == ST_LINE_NOTE && strncmp(r->line[i].comment, "over: ", 6) == 0))
            continue; /* for the record; the end is told in a sentence */
        st_view_secrecy(s, i, side, &secret, &forced);
        if (secret)
            tell_secret(out, st_session_table(s)->plan, r->line[i].side);
        else
            cli_line(out, term, s, i, speak);
        events_of(out, term, s, i, secret, !forced, speak);
    }
}

/* ---- positions ------------------------------------------------------------------------- */

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
    struct st_scene *s = st_view_scene(t, side);
    char text[300];

    if (!s) {
        out->failed = true;
        return;
    }
    cli_style(out, term, CLI_BOLD, t->plan->title);
    st_buf_add(out, "\n\n");
    cli_map(out, term, t->plan, s);
    cli_battle(out, term, t, s);
    cli_notes(out, term, s);
    if (st_now(t).kind == ST_OVER || !s->prompt[0]) {
        st_view_turn_text(t, text, sizeof text);
        st_buf_add(out, "%c%s.\n", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 32 : text[0], text + 1);
    }
    if (s->prompt[0]) {
        struct st_buf asked = { 0 };

        st_buf_add(&asked, "%s (%s)", s->prompt, st_now(t).para);
        cli_wrap(out, term, 0, 2, st_buf_text(&asked));
        st_buf_put(out, "\n", 1);
        st_buf_free(&asked);
    }
    free(s);
}
