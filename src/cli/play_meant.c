/* play_meant.c - `sandtable play`: what a person meant who did not write the notation.
 *
 * A move may be typed as it is listed: by its number, by what stands on its line after the head, by its
 * sentence or button; and a march by piece and place alone, which takes the cheapest way there.
 */
#include "cli/play.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);

    return n > k && text[n - k - 1] == ' ' && strcasecmp(text + n - k, end) == 0;
}

static bool said(const struct match *m, const struct st_move *move, const char *text)
{
    char says[ST_SAYS_MAX];

    for (int part = ST_WORD_SAYS; part <= ST_WORD_BRIEF; part++) {
        if (!st_move_part(play_table(m), move, (enum st_word_part)part, says, sizeof says))
            continue;
        size_t n = strlen(says);
        if (strcasecmp(says, text) == 0)
            return true;
        if (n && says[n - 1] == '.' && strncasecmp(says, text, n - 1) == 0 && !text[n - 1])
            return true;
    }
    return false;
}

/* The only move whose line ends so, or that is said so. */
static const struct st_offered *only_one(const struct match *m, const char *text)
{
    const struct st_offered *found = NULL;
    int n = 0;

    for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++)
        if (ends_with(m->moves.item[i].text, text) || said(m, &m->moves.item[i].move, text)) {
            found = &m->moves.item[i];
            n++;
        }
    return n == 1 ? found : NULL;
}

bool play_meant(struct match *m, const char *text, char *out, size_t size)
{
    const struct st_offered *one = NULL;
    struct st_error err;
    int n;

    if (st_now(play_table(m)).kind != ST_DECIDE || (!m->moves.n && play_list_moves(m, &err)))
        return false;
    if (st_span_int(st_span_of(text), 1, m->moves.n - m->moves.nfamilies, &n))
        one = &m->moves.item[n - 1];
    else
        one = only_one(m, text);
    if (one)
        snprintf(out, size, "%s", one->text);
    return one != NULL;
}

/* ---- marches by their end ------------------------------------------------------------------ */

/* Points a march takes, as the rules tell them ("with 3 of 4 points"); -1: they do not. */
static int cost_of(const struct st_table *t, const struct st_move *m)
{
    struct st_table then = { t->plan, malloc(t->plan->pos_size), NULL };
    struct st_heard heard;
    int cost = -1;

    if (!then.pos)
        return -1;
    memcpy(then.pos, t->pos, t->plan->pos_size);
    st_heard_init(&heard);
    then.log = &heard.log;
    if (st_play_within(&then, m, st_now(t).depth, NULL) == ST_LEGAL)
        for (int i = 0; i < heard.n && cost < 0; i++) {
            const char *with = strstr(heard.event[i].text, " with ");

            if (with && isdigit((unsigned char)with[6]))
                cost = atoi(with + 6);
        }
    st_heard_free(&heard);
    free(then.pos);
    return cost;
}

/* Does o go with the same verb, or any that marches, and piece to the same last hex as m? */
static bool same_march(const struct st_plan *p, const struct st_move *m, const struct st_move *o, bool any)
{
    struct st_arg a[ST_ARGS_MAX], b[ST_ARGS_MAX];
    int n = st_move_args(p, m, a), k = st_move_args(p, o, b);

    if ((m->verb != o->verb && !any) || n == 0 || k == 0 || !st_span_is(a[n - 1].slot, "hex") ||
        a[n - 1].sep != '-' || !st_span_is(b[k - 1].slot, "hex") || b[k - 1].sep != '-' ||
        m->arg[n - 1] != o->arg[k - 1])
        return false;
    return n == 1 || !a[0].list || (b[0].list && m->arg[0] == o->arg[0]);
}

static const struct st_offered *cheapest(struct match *m, const struct st_move *wish, bool any, int *cost)
{
    const struct st_offered *best = NULL;
    size_t shortest = 0;

    *cost = -1;
    for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++) {
        const struct st_offered *o = &m->moves.item[i];

        if (!same_march(m->plan, wish, &o->move, any))
            continue;
        int points = cost_of(play_table(m), &o->move);
        if (!best || points < *cost || (points == *cost && strlen(o->text) < shortest)) {
            best = o;
            *cost = points;
            shortest = strlen(o->text);
        }
    }
    return best;
}

/* Who writes `move` of a piece that can only come in or leave means that. */
bool play_cheapest(struct match *m, const struct st_move *wish, char *out, size_t size, int *cost)
{
    const struct st_offered *best;
    struct st_error err;

    if (!m->moves.n && play_list_moves(m, &err))
        return false;
    best = cheapest(m, wish, false, cost);
    if (!best)
        best = cheapest(m, wish, true, cost);
    if (best)
        snprintf(out, size, "%s", best->text);
    return best != NULL;
}

/* For whoever asks before he moves (`odds`, `hint`): understood as the move itself would be. */
void play_wish(struct match *m, char *text, size_t size)
{
    char move[ST_MOVE_TEXT];
    struct st_move wish;
    struct st_error err;
    int cost;

    if (cli_right_case(m->plan, text, move, sizeof move) ||
        (st_move_parse(&wish, m->plan, text, NULL) != ST_LEGAL && play_meant(m, text, move, sizeof move)))
        snprintf(text, size, "%s", move);
    if (st_now(play_table(m)).kind != ST_DECIDE || st_move_parse(&wish, m->plan, text, NULL) != ST_LEGAL ||
        (!m->moves.n && play_list_moves(m, &err)))
        return;
    for (int i = 0; i < m->moves.n; i++)
        if (strcmp(m->moves.item[i].text, text) == 0)
            return;
    if (play_cheapest(m, &wish, move, sizeof move, &cost))
        snprintf(text, size, "%s", move);
}
