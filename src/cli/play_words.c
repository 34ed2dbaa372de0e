/* play_words.c - `sandtable play`: the words that are no moves. */
#include "cli/play.h"

#include "base/file.h"
#include "review/hint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static enum next do_map(struct match *m, const char *rest)
{
    if (strcmp(rest, "on") == 0 || strcmp(rest, "off") == 0) {
        m->draw = rest[1] == 'n';
        cli_tell(m->draw ? "map.on" : "map.off", NULL);
        return GO_ON;
    }
    m->term = cli_term();
    play_show_map(m, true);
    return GO_ON;
}

static enum next do_moves(struct match *m, const char *rest)
{
    struct st_buf out = { 0 };
    struct st_error err;

    if (play_list_moves(m, &err))
        return play_broken(m, &err);
    if (!rest[0])
        cli_moves_show(&out, &m->term, &m->moves, m->notation ? NULL : play_table(m));
    else if (!cli_moves_show_all(&out, &m->term, &m->moves, rest, m->notation ? NULL : play_table(m)))
        cli_tell("moves.none", rest, NULL), play_tell_asked(m);
    cli_print(&out, CLI_OK);
    return GO_ON;
}

static enum next do_ask(struct match *m, const char *rest)
{
    const struct st_game *g = m->plan->game;
    struct st_span all = st_span_of(rest);
    const char *list[32];
    char store[32][80], question[80];
    struct st_buf out = { 0 };
    struct st_error err;
    int n = 0;
    bool refused;

    if (!st_span_copy(st_span_word(&all), question, sizeof question) || !question[0]) {
        cli_ask_list(&out, &m->term, g, m->plan);
        cli_print(&out, CLI_OK);
        return GO_ON;
    }
    for (struct st_span w; n < 32 && (w = st_span_word(&all)).len;)
        if (st_span_copy(w, store[n], sizeof store[n])) {
            list[n] = store[n];
            n++;
        }
    if (cli_ask_show(&out, &m->term, CLI_WORDS, g, question, list, n, m->source.files, &refused,
                     &err))
        cli_fail(&m->source, &err);
    else
        cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return GO_ON;
}

static enum next do_rules(struct match *m, const char *rest)
{
    struct st_buf out = { 0 };
    struct st_error err;

    const char *now = st_now(play_table(m)).para;
    char whole[80];
    if (!rest[0])
        rest = now;
    else if (isdigit((unsigned char)rest[0]) && isalpha((unsigned char)now[0])) { /* 9.3 where paragraphs are R9.3 */
        snprintf(whole, sizeof whole, "%.*s%s", (int)strcspn(now, "0123456789"), now, rest);
        if (cli_rules_show(&out, &m->term, m->plan->game, m->source.files, whole, NULL) == ST_OK)
            rest = whole;
        st_buf_free(&out);
    }
    if (cli_rules_show(&out, &m->term, m->plan->game, m->source.files, rest, &err))
        cli_fail(&m->source, &err);
    else
        cli_print(&out, CLI_OK);
    st_buf_free(&out);
    return GO_ON;
}

/* A chart by its name, else which there are. */
static enum next do_chart(struct match *m, const char *rest)
{
    const struct st_chart *chart = rest[0] ? st_plan_chart(m->plan, rest) : NULL;
    struct st_buf out = { 0 };
    struct st_error err;

    if (chart)
        cli_chart_titled(&out, &m->term, chart, m->plan);
    else if (rest[0])
        cli_tell("learn.nochart", rest, NULL);
    if (!chart && cli_chart_list(&out, m->plan->game, m->source.files, m->plan, &err))
        return play_broken(m, &err);
    cli_print(&out, CLI_OK);
    return GO_ON;
}

static void explain(struct match *m, const char *para)
{
    struct st_buf out = { 0 };

    if (para && para[0] &&
        cli_rules_show(&out, &m->term, m->plan->game, m->source.files, para, NULL) == ST_OK)
        cli_print(&out, CLI_OK);
    st_buf_free(&out);
}

static enum next do_why(struct match *m, const char *rest)
{
    (void)rest;
    if (m->why.text[0]) {
        struct st_refusal again = m->why;

        play_tell_refusal(m, &again);
        explain(m, again.para);
        return GO_ON;
    }
    if (m->ntold == 0)
        cli_tell("why.nothing", NULL);
    for (int i = 0; i < m->ntold; i++) {
        struct st_buf out = { 0 };
        bool seen = false;

        for (int k = 0; k < i; k++)
            seen |= strcmp(m->told[k].para, m->told[i].para) == 0;
        cli_event(&out, &m->term, m->notation ? NULL : m->plan, &m->told[i]);
        cli_print(&out, CLI_OK);
        if (!seen)
            explain(m, m->told[i].para);
    }
    return GO_ON;
}

static enum next do_undo(struct match *m, const char *rest)
{
    enum st_answer answer = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    int taken = 0;

    (void)rest;
    do { /* past what the computer did without a die, to a decision of a person */
        if (st_session_undo(m->session, &answer, &why, &err))
            return play_broken(m, &err);
        taken += answer == ST_LEGAL;
    } while (answer == ST_LEGAL && (st_now(play_table(m)).kind != ST_DECIDE ||
                                    !play_human(m, st_now(play_table(m)).side)));
    char count[12], said[ST_SAYS_MAX];
    if (taken)
        cli_tell("undo.taken", cli_count(count, taken), NULL);
    if (answer == ST_REFUSED) {
        st_label_says(m->plan, why.text, said, sizeof said);
        cli_tell("undo.not", said, NULL);
    }
    m->fresh = taken > 0;
    m->ntold = 0;
    return GO_ON;
}

enum next play_ruling(struct match *m, const char *rest)
{
    int before = st_session_record(m->session)->nlines;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;

    if (st_session_ruling(m->session, rest, &answer, &why, &err))
        return play_broken(m, &err);
    return play_answered(m, before, answer, &why);
}

static enum next do_note(struct match *m, const char *rest)
{
    struct st_error err;

    if (st_session_note(m->session, rest, &err))
        cli_fail(&m->source, &err);
    return GO_ON;
}

static enum next do_save(struct match *m, const char *rest)
{
    struct st_buf text = { 0 };
    struct st_error err;
    struct stat there;

    if (!rest[0]) {
        cli_tell("save.where", NULL);
        return GO_ON;
    }
    if (stat(rest, &there) == 0) {
        cli_tell("save.there", rest, NULL);
        return GO_ON;
    }
    st_record_print(st_session_record(m->session), &text);
    if (text.failed)
        cli_tell("save.memory", NULL);
    else if (st_file_write(rest, st_buf_text(&text), text.len, &err))
        cli_fail(&m->source, &err);
    else
        cli_tell("save.done", rest, NULL);
    st_buf_free(&text);
    return GO_ON;
}

static enum next do_log(struct match *m, const char *rest)
{
    const struct st_record *r = st_session_record(m->session);
    struct st_buf out = { 0 };
    int n = 20;

    if (strcmp(rest, "all") == 0)
        n = r->nlines;
    else if (rest[0] && !st_span_int(st_span_of(rest), 1, 1000000, &n)) {
        cli_tell("log.many", NULL);
        return GO_ON;
    }
    for (int i = r->nlines > n ? r->nlines - n : 0; i < r->nlines; i++) {
        bool secret, forced;

        if (!m->notation && r->line[i].kind == ST_LINE_CHECK)
            continue; /* for whoever verifies it */
        st_view_secrecy(m->session, i, play_reader(m), &secret, &forced);
        if (!secret)
            cli_line(&out, &m->term, m->session, i, !m->notation);
        else if (r->line[i].kind == ST_LINE_MOVE) {
            st_buf_add(&out, "%d ", r->line[i].number);
            cli_say(&out, "news.secret", st_side_brief(m->plan, st_view_side_find(m->plan, r->line[i].side)), NULL);
            st_buf_put(&out, "\n", 1);
        }
    }
    cli_print(&out, CLI_OK);
    return GO_ON;
}

static enum next do_notation(struct match *m, const char *rest)
{
    (void)rest;
    m->notation = !m->notation;
    cli_tell(m->notation ? "notation.on" : "notation.off", NULL);
    m->fresh = true;
    return GO_ON;
}

static enum next do_careful(struct match *m, const char *rest)
{
    m->careful = strcmp(rest, "off") != 0;
    cli_tell(m->careful ? "careful.on" : "careful.off", NULL);
    return GO_ON;
}

static bool is_offered(const struct match *m, int verb)
{
    for (int i = 0; i < m->moves.n; i++)
        if (m->moves.item[i].move.verb == verb)
            return true;
    return false;
}

/* The forms of moves: those that may be made now, or all. */
static void help_moves(struct st_buf *out, const struct match *m, bool all)
{
    const struct st_game *g = m->plan->game;

    cli_say(out, all ? "help.all" : "help.now", g->title, NULL);
    st_buf_put(out, "\n", 1);
    for (int i = 0; i < g->nverbs; i++)
        if (all || is_offered(m, i))
            st_buf_put(out, "  ", 2), cli_form(out, g->verbs[i].form), st_buf_put(out, "\n", 1);
}

static enum next do_help(struct match *m, const char *rest)
{
    enum { SAID_AT = 29 }; /* beyond the longest of them */
    struct st_buf out = { 0 };

    if (strcmp(rest, "moves") == 0) {
        help_moves(&out, m, true);
        cli_print(&out, CLI_OK);
        return GO_ON;
    }
    char head[200];

    cli_wrap(&out, &m->term, 0, 0, cli_word("help.head", head, sizeof head));
    st_buf_put(&out, "\n", 1);
    for (int i = 0; i < play_nwords; i++) {
        char left[60], id[40], help[200];

        snprintf(left, sizeof left, "  %s %s", play_words[i].name, play_words[i].args);
        cli_pad(&out, left, SAID_AT);
        snprintf(id, sizeof id, "word.%s", play_words[i].name);
        cli_wrap(&out, &m->term, SAID_AT, SAID_AT, cli_word(id, help, sizeof help));
        st_buf_put(&out, "\n", 1);
    }
    help_moves(&out, m, false);
    cli_print(&out, CLI_OK);
    return GO_ON;
}

static enum next do_quit(struct match *m, const char *rest)
{
    (void)m, (void)rest;
    return LEAVE;
}

/* Three good moves; with one of your own, how it compares. */
static enum next do_hint(struct match *m, const char *rest)
{
    char move[ST_LINE_MAX + 1];
    struct st_buf out = { 0 };
    struct st_error err;
    struct st_refusal why = { .para = "" };
    struct st_move wish;

    snprintf(move, sizeof move, "%s", rest);
    play_wish(m, move, sizeof move);
    if (move[0] && (st_move_parse(&wish, m->plan, move, &why) != ST_LEGAL || st_check(play_table(m), &wish, &why) != ST_LEGAL))
        play_tell_refusal(m, &why);
    else if (cli_hint_show(&out, &m->term, false, play_table(m), move[0] ? move : NULL, ST_HINT_NODES, &err))
        printf("%s.\n", err.text);
    cli_print(&out, CLI_OK);
    return GO_ON;
}

/* Why the last decision? It, and what was thought best there. */
static enum next do_thought(struct match *m, const char *rest)
{
    const struct st_record *r = st_session_record(m->session);
    struct st_table then = { m->plan, malloc(m->plan->pos_size), NULL };
    bool secret = true, forced;
    struct st_buf out = { 0 };
    struct st_error err;
    int n = r->nlines - 1;

    (void)rest;
    while (n >= 0 && r->line[n].kind != ST_LINE_MOVE)
        n--;
    if (n >= 0)
        st_view_secrecy(m->session, n, play_reader(m), &secret, &forced);
    if (secret || !then.pos) {
        cli_tell(n < 0 ? "thought.nothing" : "thought.secret", NULL);
    } else {
        memcpy(then.pos, st_session_position(m->session, n), m->plan->pos_size);
        if (cli_hint_show(&out, &m->term, false, &then, r->line[n].text, ST_HINT_NODES, &err))
            printf("%s.\n", err.text);
        cli_print(&out, CLI_OK);
    }
    free(then.pos);
    return GO_ON;
}

const struct play_word play_words[] = { /* what each does stands in the terminal's sheet, as word.NAME */
    { "help", "[moves]", do_help },
    { "map", "[on|off]", do_map },
    { "moves", "[PREFIX]", do_moves },
    { "aim", "", play_aim },
    { "forces", "[SIDE|NAME]", play_forces },
    { "pieces", "[SIDE|NAME]", play_forces },
    { "odds", "[MOVE] [given MOVES]", play_odds }, /* and "UNIT against UNIT" */
    { "notation", "", do_notation },
    { "careful", "[on|off]", do_careful },
    { "hint", "[MOVE]", do_hint },
    { "thought", "", do_thought },
    { "ask", "[QUESTION ...]", do_ask },
    { "rules", "[PARA]", do_rules },
    { "chart", "[NAME]", do_chart },
    { "why", "", do_why },
    { "undo", "", do_undo },
    { "ruling", "TEXT", play_ruling },
    { "note", "WORDS", do_note },
    { "log", "[N|all]", do_log },
    { "save", "FILE", do_save },
    { "quit", "", do_quit },
};
const int play_nwords = sizeof play_words / sizeof play_words[0];
