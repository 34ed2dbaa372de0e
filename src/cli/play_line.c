/* play_line.c - `sandtable play`: a line from a person, and what Tab makes of half of one. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Only the name of something: all about it, and the moves it has a part in. */
static bool tell_named(struct match *m, const char *name)
{
    const struct st_names *pieces = st_view_pieces(m->plan);
    bool known = false;
    struct st_error err;

    for (int i = 0; i < m->plan->nnames; i++)
        for (int k = 0; k < m->plan->names[i].n; k++) {
            const struct st_names *list = &m->plan->names[i];
            struct st_buf out = { 0 };

            if (strcasecmp(name, list->name[k]) != 0 && !(list->title && list->title[k] && strcasecmp(name, list->title[k]) == 0))
                continue;
            if (!known)
                play_forces(m, list->name[k]);
            known = true;
            if (list == pieces && st_now(play_table(m)).kind == ST_DECIDE && (m->moves.n || !play_list_moves(m, &err)))
                cli_moves_of(&out, &m->term, &m->moves, k, play_table(m));
            cli_print(&out, CLI_OK);
        }
    return known;
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
    int number, listed = m->moves.n - m->moves.nfamilies;
    if (st_span_int(word, -100000, 1000000, &number) && listed > 0) {
        char last[12];

        cli_tell("line.number", bad, cli_count(last, listed), NULL);
        return;
    }
    static const char begins[] = "did you mean ";
    struct st_buf what = { 0 };

    st_suggest(near, sizeof near, bad, names, n);
    if (strncmp(near, begins, sizeof begins - 1) == 0)
        cli_say(&what, "line.near", near + sizeof begins - 1, NULL);
    else
        cli_say(&what, "line.help", NULL);
    cli_tell("line.unknown", bad, st_buf_text(&what), NULL);
    st_buf_free(&what);
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
    if (st_session_move(m->session, way, ST_TYPED, &answer, &why, &err)) {
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

/* Would it be refused by the rules, and why? */
static bool refused(const struct match *m, const struct st_move *wish, struct st_refusal *why)
{
    struct st_refusal step;

    if (wish->nargs > ST_ARGS_MAX || st_check(play_table(m), wish, &step) != ST_REFUSED || !step.para[0])
        return false;
    *why = step;
    return true;
}

/* The shortest way of the piece that ends beside the hex, and one step more. far: it has ways, and none comes so near. */
static bool refuse_the_last_step(const struct match *m, const struct st_move *wish, struct st_refusal *why, bool *far)
{
    struct st_move way = *wish;
    int least = 0, ways = 0;

    for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++) {
        const struct st_move *o = &m->moves.item[i].move;

        if (o->verb != wish->verb || o->arg[0] != wish->arg[0] || o->nargs >= ST_ARGS_MAX)
            continue;
        ways++;
        if ((!least || o->nargs < least) &&
            st_hex_dir(&m->plan->grid, o->arg[o->nargs - 1], wish->arg[1]) >= 0) {
            way = *o;
            least = o->nargs;
        }
    }
    *far = ways && !least;
    if (!least)
        return false;
    way.arg[way.nargs++] = wish->arg[1];
    return refused(m, &way, why);
}

/* A march said by its end alone that no way leads to: refused as its last step would be, or as one from where the piece stands.
 * True: it is too far for either. */
static bool refuse_the_step(const struct match *m, const char *text, struct st_refusal *why)
{
    struct st_scene *s = st_view_scene(play_table(m), st_now(play_table(m)).side);
    struct st_arg arg[ST_ARGS_MAX];
    struct st_move wish;

    bool one = s && st_move_parse(&wish, m->plan, text, NULL) == ST_LEGAL && st_move_args(m->plan, &wish, arg) == 2 &&
               wish.nargs == 2 && arg[0].list == st_view_pieces(m->plan) && st_span_is(arg[1].slot, "hex") && arg[1].sep == '-';
    bool far = false;
    one = one && !refuse_the_last_step(m, &wish, why, &far);
    for (int i = 0; one && !far && i < s->npieces; i++)
        if (s->piece[i].piece == wish.arg[0] && s->piece[i].hex >= 0) {
            wish.arg[2] = wish.arg[1];
            wish.arg[1] = s->piece[i].hex;
            wish.nargs = 3;
            refused(m, &wish, why);
            break;
        }
    free(s);
    return far;
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

/* What is asked instead of what was typed. */
void play_tell_asked(const struct match *m)
{
    char says[ST_SAYS_MAX];

    if (st_now(play_table(m)).kind == ST_DECIDE && st_step_says(play_table(m), ST_WORD_SAYS, says, sizeof says))
        cli_tell("line.asked", says, NULL);
}

/* Half a move: how it is written, with one that may be made now; of a kind that has no place here, what is asked. */
static void tell_form(struct match *m, const char *text, const struct st_refusal *why)
{
    struct st_span rest = st_span_of(text), verb = st_span_word(&rest);
    const struct st_offered *one = NULL;
    struct st_buf form = { 0 };

    for (int i = 0; i < m->moves.n - m->moves.nfamilies && !one; i++) {
        struct st_span offered = st_span_of(m->moves.item[i].text), first = st_span_word(&offered);

        if (first.len == verb.len && memcmp(first.at, verb.at, verb.len) == 0)
            one = &m->moves.item[i];
    }
    if (!one) {
        play_tell_asked(m);
        return;
    }
    cli_form(&form, m->plan->game->verbs[one->move.verb].form);
    cli_tell(strstr(why->text, "the form is") ? "line.example" : "line.form", st_buf_text(&form), one->text, NULL);
    st_buf_free(&form);
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
    if (st_session_move(m->session, text, insist ? ST_INSISTED : ST_TYPED, &answer, &why, &err))
        return play_broken(m, &err);
    if (answer == ST_LEGAL) {
        m->why.text[0] = 0;
        play_tell_news(m, before);
        return GO_ON;
    }
    if (!m->insist[0] && try_cheapest(m, text, &e))
        return e;
    bool far = !m->insist[0] && refuse_the_step(m, text, &why);
    if (st_session_idle(m->session)) {
        cli_tell("line.idle", text, NULL);
        play_tell_asked(m);
        return GO_ON;
    }
    if (far && st_session_mode(m->session) != ST_WARN) {
        char whose[ST_LINE_MAX + 1];

        snprintf(whose, sizeof whose, "%.*s", (int)(strrchr(text, ' ') - text), text);
        cli_tell("line.far", whose, NULL);
        return GO_ON;
    }
    bool half = !why.para[0] && play_tell_next(m, text, false);
    if (!half)
        play_tell_refusal(m, &why);
    if (!half && !why.para[0] && !play_tell_next(m, text, true))
        tell_form(m, text, &why);
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
        (!cli_right_case(m->plan, text, move, sizeof move) && !play_meant(m, text, move, sizeof move)))
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
        st_span_copy(line, words_after, sizeof words_after);
        if (slash || !tell_named(m, words_after))
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
        candidate(&c, "ask ", st_question_at(m->plan->game, i)->id);
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
