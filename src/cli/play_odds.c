/* play_odds.c - `sandtable play`: the odds of a move, of the die now awaited, or of one piece against another. */
#include "cli/play.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* "MOVE given MOVE; MOVE", "UNIT against UNIT": what follows the word is cut off. */
static const char *cut_at(char *text, const char *word)
{
    char *at = strstr(text, word);

    if (!at)
        return NULL;
    *at = 0;
    return at + strlen(word);
}

static void show_odds(struct match *m, const char *move, const char *given)
{
    struct st_table seen = st_view_seen(play_table(m), st_now(play_table(m)).side, m->seen);
    struct st_odds_query q = { .table = &seen, .move = move[0] ? move : NULL, .given = given };
    struct st_buf out = { 0 };
    struct st_refusal why;
    struct st_error err;
    int status = cli_odds_show(&out, &m->term, CLI_WORDS, &q, &why, &err);

    if (status == CLI_OK)
        cli_print(&out, CLI_OK);
    else if (err.code)
        cli_fail(&m->source, &err);
    else
        play_tell_refusal(m, &why);
    st_buf_free(&out);
}

/* ---- one against another ------------------------------------------------------------------ */

static bool has_part(const char *title, const char *part)
{
    for (size_t n = strlen(part); *title; title++)
        if (strncasecmp(title, part, n) == 0)
            return true;
    return false;
}

/* A piece by its name, or by a part of its title that only one has; -1, and it is told. */
static int piece_called(const struct match *m, const char *text)
{
    const struct st_names *list = st_view_pieces(m->plan);
    struct st_span word = st_span_trim(st_span_of(text));
    char name[80];
    int found = -1, n = 0;

    if (!list || !st_span_copy(word, name, sizeof name))
        return -1;
    for (int i = 0; i < list->n; i++) {
        if (strcasecmp(list->name[i], name) == 0)
            return i;
        if (name[0] && list->title && list->title[i] && has_part(list->title[i], name))
            found = i, n++;
    }
    if (n != 1)
        cli_tell(n ? "odds.several" : "forces.nobody", name, NULL);
    return n == 1 ? found : -1;
}

/* A move that is offered now in which the one comes first and the other after it. */
static const struct st_offered *offered(struct match *m, int own, int enemy)
{
    const struct st_names *list = st_view_pieces(m->plan);
    struct st_error err;

    if (st_now(play_table(m)).kind != ST_DECIDE || (!m->moves.n && play_list_moves(m, &err)))
        return NULL;
    for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++) {
        int at[ST_ARGS_MAX], n = st_move_names(m->plan, &m->moves.item[i].move, list->kind, at, ST_ARGS_MAX);

        if (n == 2 && ((at[0] == own && at[1] == enemy) || (at[0] == enemy && at[1] == own)))
            return &m->moves.item[i];
    }
    return NULL;
}

/* Out of reach: what the game would be asked if they met. */
static bool show_meeting(struct match *m, int own, int enemy)
{
    enum { MOST = 24 };
    struct st_table seen = st_view_seen(play_table(m), st_now(play_table(m)).side, m->seen);
    const struct st_game *g = m->plan->game;
    char inputs[ST_MEETING] = "", scenario[140];
    const char *line[MOST], *question = g->meeting ? g->meeting(&seen, own, enemy, inputs, sizeof inputs) : NULL;
    struct st_buf out = { 0 };
    struct st_error err;
    int n = 0;
    bool refused;

    if (!question)
        return false;
    snprintf(scenario, sizeof scenario, "scenario=%s", m->plan->id);
    line[n++] = scenario;
    for (char *at = inputs; *at && n < MOST; n++) {
        line[n] = at;
        at += strcspn(at, "\n");
        if (*at)
            *at++ = 0;
    }
    cli_tell("odds.met", st_view_piece_title(m->plan, own), st_view_piece_title(m->plan, enemy), NULL);
    if (cli_ask_show(&out, &m->term, CLI_WORDS, g, question, line, n, m->source.files, &refused, &err))
        cli_fail(&m->source, &err);
    else
        cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return true;
}

static void odds_against(struct match *m, const char *own, const char *enemy)
{
    int a = piece_called(m, own), b = a < 0 ? -1 : piece_called(m, enemy);
    const struct st_offered *move = b < 0 ? NULL : offered(m, a, b);

    if (b < 0)
        return;
    if (move)
        show_odds(m, move->text, "?");
    else if (!show_meeting(m, a, b))
        cli_tell("odds.apart", st_view_piece_title(m->plan, a), st_view_piece_title(m->plan, b), NULL);
}

/* ---- the word ------------------------------------------------------------------------------- */

enum next play_odds(struct match *m, const char *rest)
{
    char move[ST_LINE_MAX + 1];

    snprintf(move, sizeof move, "%s", rest);
    const char *enemy = cut_at(move, " against "), *given = enemy ? NULL : cut_at(move, " given ");
    if (enemy) {
        odds_against(m, move, enemy);
        return GO_ON;
    }
    play_wish(m, move, sizeof move);
    if (!move[0] && st_now(play_table(m)).kind != ST_CHANCE)
        cli_tell("odds.which", NULL);
    else
        show_odds(m, move, given ? given : "?");
    return GO_ON;
}
