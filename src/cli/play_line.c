/* play_line.c - `sandtable play`: a line from a person, and what Tab makes of half of one. */
#include "cli/play.h"

#include <stdio.h>
#include <string.h>

/* ---- a line from a person -------------------------------------------------------------- */

static bool is_verb(const struct st_game *g, struct st_span word)
{
    for (int i = 0; i < g->nverbs; i++) {
        struct st_span form = st_span_of(g->verbs[i].form), verb = st_span_word(&form);

        if (verb.len == word.len && memcmp(verb.at, word.at, word.len) == 0)
            return true;
    }
    return false;
}

static const struct play_word *find_word(struct st_span name)
{
    for (int i = 0; i < play_nwords; i++)
        if (st_span_is(name, play_words[i].name))
            return &play_words[i];
    return NULL;
}

/* Neither a verb nor a command: the nearest of both. */
static void tell_unknown(struct match *m, struct st_span word)
{
    const struct st_game *g = m->plan->game;
    const char *names[96];
    char store[64][24], bad[64], near[200] = "";
    int n = 0;

    for (int i = 0; i < g->nverbs && n < 64; i++) {
        struct st_span form = st_span_of(g->verbs[i].form);

        if (st_span_copy(st_span_word(&form), store[n], sizeof store[n])) {
            names[n] = store[n];
            n++;
        }
    }
    for (int i = 0; i < play_nwords; i++)
        names[n++] = play_words[i].name;
    if (!st_span_copy(word, bad, sizeof bad))
        snprintf(bad, sizeof bad, "%.*s...", 40, word.at);
    st_suggest(near, sizeof near, bad, names, n);
    char help[80];
    cli_tell("line.unknown", bad, near[0] ? near : cli_word("line.help", help, sizeof help), NULL);
}

/* A march said by its end alone, and refused as a step: the cheapest way there, told with its cost. */
static bool try_cheapest(struct match *m, const char *text, enum next *out)
{
    int before = st_session_record(m->session)->nlines, cost;
    char way[ST_MOVE_TEXT];
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;
    struct st_move wish;

    if (st_move_parse(&wish, m->plan, text, NULL) != ST_LEGAL ||
        !play_cheapest(m, &wish, way, sizeof way, &cost) || strcmp(way, text) == 0)
        return false;
    if (st_session_move(m->session, way, false, &answer, &why, &err)) {
        *out = play_broken(m, &err);
        return true;
    }
    if (answer != ST_LEGAL)
        return false;
    char points[12];
    if (cost >= 0)
        cli_tell("line.cheapest", cli_count(points, cost), way, NULL);
    else
        cli_tell("line.way", way, NULL);
    m->why.text[0] = 0;
    play_tell_news(m, before);
    *out = GO_ON;
    return true;
}

/* What would waste something is told, and made only when it is typed again. */
static bool asks_first(struct match *m, const char *text)
{
    struct st_buf said = { 0 };
    struct st_move move;

    if (strcmp(m->again, text) == 0 || st_now(play_table(m)).kind != ST_DECIDE ||
        st_move_parse(&move, m->plan, text, NULL) != ST_LEGAL ||
        st_check(play_table(m), &move, NULL) != ST_LEGAL || !play_wastes(m, &move, &said)) {
        st_buf_free(&said);
        return false;
    }
    st_buf_put(&said, "\n", 1);
    cli_print(&said, CLI_OK);
    cli_tell("waste.again", NULL);
    snprintf(m->again, sizeof m->again, "%s", text);
    return true;
}

static enum next do_move(struct match *m, const char *text)
{
    int before = st_session_record(m->session)->nlines;
    bool insist = m->insist[0] && strcmp(m->insist, text) == 0;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;
    enum next e;

    if (m->careful && asks_first(m, text))
        return GO_ON;
    m->again[0] = 0;
    if (st_session_move(m->session, text, insist, &answer, &why, &err))
        return play_broken(m, &err);
    if (answer == ST_LEGAL) {
        m->why.text[0] = 0;
        play_tell_news(m, before);
        return GO_ON;
    }
    if (!m->insist[0] && try_cheapest(m, text, &e))
        return e;
    if (st_session_idle(m->session)) {
        printf("%s (%s)\n", why.text, why.para);
        return GO_ON;
    }
    play_tell_refusal(m, &why);
    snprintf(m->insist, sizeof m->insist, "%s",
             st_session_mode(m->session) == ST_WARN && why.para[0] ? text : "");
    return GO_ON;
}

/* A face as it fell on the real table; "4" or "dice 4". */
static bool is_face(const struct match *m, struct st_span line, int *value)
{
    struct st_span rest = line;

    if (st_now(play_table(m)).kind != ST_CHANCE)
        return false;
    if (st_span_is(st_span_word(&rest), "dice"))
        line = st_span_trim(rest);
    return st_span_int(line, -32768, 32767, value);
}

static enum next do_face(struct match *m, int value)
{
    int before = st_session_record(m->session)->nlines;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;

    if (st_session_die(m->session, value, &answer, &why, &err))
        return play_broken(m, &err);
    return play_answered(m, before, answer, &why);
}

/* Not the notation, but what stands in the list: then text becomes the move that is meant. */
static bool meant_otherwise(struct match *m, char text[ST_LINE_MAX + 1])
{
    char move[ST_MOVE_TEXT];
    struct st_move parsed;

    if (st_move_parse(&parsed, m->plan, text, NULL) == ST_LEGAL ||
        !play_meant(m, text, move, sizeof move))
        return false;
    snprintf(text, ST_LINE_MAX + 1, "%s", move);
    return true;
}

static enum next do_line(struct match *m, const char *text)
{
    struct st_span line = st_span_trim(st_span_of(text)), rest = line;
    bool slash = line.len && line.at[0] == '/';
    char words_after[ST_LINE_MAX + 1];
    int value;

    if (line.len == 0 || line.at[0] == '#')
        return GO_ON;
    if (line.at[0] == '!') {
        st_span_copy(st_span_trim((struct st_span){ line.at + 1, line.len - 1 }), words_after,
                     sizeof words_after);
        return play_ruling(m, words_after);
    }
    if (is_face(m, line, &value))
        return do_face(m, value);
    if (slash)
        rest.at++, rest.len--;
    struct st_span first = st_span_word(&rest);
    const struct play_word *w = find_word(first);
    st_span_copy(line, words_after, sizeof words_after);
    if (!slash && !(w && !is_verb(m->plan->game, first)) && meant_otherwise(m, words_after))
        return do_move(m, words_after);
    st_span_copy(st_span_trim(rest), words_after, sizeof words_after);
    if (w && (slash || !is_verb(m->plan->game, first)))
        return w->run(m, words_after);
    if (slash || !is_verb(m->plan->game, first)) {
        tell_unknown(m, first);
        return GO_ON;
    }
    st_span_copy(line, words_after, sizeof words_after);
    return do_move(m, words_after);
}

/* ---- completion ------------------------------------------------------------------------ */

struct completion {
    const char *so_far;
    size_t len;
    struct st_buf *grown, *choices;
    int found, shown, wide;
};

/* A candidate for the whole line: shortens what all agree on, and is listed by its next word. */
static void candidate(struct completion *c, const char *head, const char *text)
{
    char whole[ST_MOVE_TEXT + 32], next[ST_MOVE_TEXT + 2];
    size_t word = c->len;

    snprintf(whole, sizeof whole, "%s%s", head, text);
    if (strncmp(whole, c->so_far, c->len) != 0)
        return;
    if (c->found++ == 0) {
        st_buf_add(c->grown, "%s", whole);
    } else {
        size_t same = 0;

        while (same < c->grown->len && c->grown->text[same] == whole[same])
            same++;
        c->grown->len = same;
        c->grown->text[same] = 0;
    }
    while (word > 0 && whole[word - 1] != ' ')
        word--;
    snprintf(next, sizeof next, " %.*s ", (int)strcspn(whole + word, " "), whole + word);
    if (!strstr(st_buf_text(c->choices), next) && c->shown++ < 120)
        st_buf_add(c->choices, "%s%s", c->choices->len ? "" : " ", next + (c->choices->len > 0));
}

int play_complete(void *arg, const char *so_far, struct st_buf *grown, struct st_buf *choices)
{
    struct match *m = arg;
    struct completion c = { so_far, strlen(so_far), grown, choices, 0, 0, 0 };
    static const char *const before_moves[] = { "", "odds ", "moves ", "ruling ", "! " };

    for (size_t k = 0; k < sizeof before_moves / sizeof before_moves[0]; k++) {
        if (strncmp(so_far, before_moves[k], strlen(before_moves[k])) != 0)
            continue;
        for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++)
            candidate(&c, before_moves[k], m->moves.item[i].text);
    }
    for (int i = 0; i < play_nwords; i++)
        candidate(&c, "", play_words[i].name);
    for (int i = 0; i < st_nquestions(m->plan->game); i++)
        candidate(&c, "ask ", m->plan->game->questions->row[i].id);
    return grown->failed || choices->failed ? 0 : c.found;
}

enum next play_read(struct match *m, const char *prompt)
{
    char line[ST_LINE_MAX + 1];
    struct st_error err;
    int got = cli_line_read(m->line, prompt, line, sizeof line, &err);

    if (got == 0)
        return LEAVE;
    if (got < 0) {
        cli_tell("line.bad", err.text, NULL);
        return GO_ON;
    }
    return do_line(m, line);
}
