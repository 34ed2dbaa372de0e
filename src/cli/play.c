/* play.c - `sandtable play`: a game at the terminal, between people and computers.
 *
 * The loop is small: dice fall, computers choose, people type. Whatever is accepted is in the
 * record on disk before it is told, so the game can be left at any moment: by `quit`, the end of
 * the input, Ctrl-C or the mains.
 */
#include "cli/commands.h"

#include "ai/player.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct match {
    const struct cli_command *self;
    struct cli_source source;
    struct st_plan *plan;
    struct st_session *session;
    struct cli_dice dice;
    const char *kind[ST_SIDES]; /* "human", "random", "greedy" */
    struct st_player *player[ST_SIDES];
    void *seen; /* what a computer may see of the position */
    struct cli_line *line;
    struct cli_term term;
    struct st_offer_list moves;
    char record[1024]; /* where the journal is; "": none */
    struct st_buf map; /* as last drawn */
    bool draw, quiet;
    bool fresh;                   /* the position has changed since the moves were listed */
    char insist[ST_LINE_MAX + 1]; /* in mode warn: the move that was refused */
    struct st_refusal why;        /* the last refusal */
    struct st_event told[8];      /* what was told last, for `why` */
    int ntold;
};

enum next { GO_ON, LEAVE, BROKEN };

static const struct st_table *table(const struct match *m)
{
    return st_session_table(m->session);
}

static bool human(const struct match *m, int side)
{
    return !m->player[side];
}

static void print(struct st_buf *out)
{
    cli_print(out, CLI_OK);
}

static enum next broken(struct match *m, const struct st_error *err)
{
    cli_fail(&m->source, err);
    return BROKEN;
}

/* ---- telling --------------------------------------------------------------------------- */

static void remember_events(struct match *m)
{
    int n = st_session_nevents(m->session), from = n > 8 ? n - 8 : 0;

    if (n == 0)
        return;
    m->ntold = 0;
    for (int i = from; i < n; i++)
        m->told[m->ntold++] = *st_session_event(m->session, i);
}

/* In a game with secrets, what another seat decides is not for everybody's eyes. */
static bool secret_move(const struct match *m, int side)
{
    return m->plan->game->observe && human(m, 0) != human(m, 1) && !human(m, side);
}

static void tell_news(struct match *m, int before)
{
    struct st_buf out = { 0 };

    remember_events(m);
    m->fresh = true;
    m->insist[0] = 0;
    if (m->quiet)
        return;
    cli_news(&out, &m->term, m->session, before);
    print(&out);
}

static void tell_refusal(struct match *m, const struct st_refusal *why)
{
    char text[400];

    m->why = *why;
    cli_refusal_text(why, text, sizeof text);
    struct st_buf out = { 0 };
    st_buf_add(&out, "%c", text[0] - 32); /* a sentence begins with a capital */
    cli_wrap(&out, &m->term, 1, 2, text + 1);
    st_buf_put(&out, "\n", 1);
    print(&out);
}

static void show_map(struct match *m, bool always)
{
    const struct st_table *t = table(m);
    struct st_scene *s = st_view_scene(t, st_now(t).side);
    struct st_buf out = { 0 };

    if (!s)
        return;
    cli_map(&out, &m->term, m->plan, s);
    if (always || !m->map.text || !out.text || strcmp(out.text, m->map.text) != 0) {
        printf("\n%s", st_buf_text(&out));
        st_buf_free(&m->map);
        m->map = out;
    } else {
        st_buf_free(&out);
    }
    free(s);
}

static void show_notes(struct match *m, bool asking)
{
    const struct st_table *t = table(m);
    struct st_scene *s = st_view_scene(t, st_now(t).side);
    struct st_buf out = { 0 };
    char turn[300];

    if (!s)
        return;
    st_buf_put(&out, "\n", 1);
    cli_notes(&out, &m->term, s);
    if (asking) {
        st_view_turn_text(t, turn, sizeof turn);
        cli_style(&out, &m->term, CLI_BOLD, s->prompt[0] ? s->prompt : turn);
        st_buf_add(&out, " (%s)\n", st_now(t).para);
    }
    free(s);
    print(&out);
}

static int list_moves(struct match *m, struct st_error *err)
{
    st_offer_list_free(&m->moves);
    return st_offer_list(&m->moves, table(m), ST_UMPIRE, err);
}

static enum next show_decision(struct match *m)
{
    struct st_buf out = { 0 };
    struct st_error err;

    if (!m->fresh)
        return GO_ON;
    m->fresh = false;
    m->term = cli_term(); /* the window may have been resized */
    if (m->draw)
        show_map(m, false);
    show_notes(m, true);
    if (list_moves(m, &err))
        return broken(m, &err);
    cli_moves_show(&out, &m->term, &m->moves);
    print(&out);
    return GO_ON;
}

/* The position as a side may see it. */
static struct st_table view(struct match *m, int side)
{
    return st_view_seen(table(m), side, m->seen);
}

/* ---- commands inside play -------------------------------------------------------------- */

struct word {
    const char *name, *args, *help;
    enum next (*run)(struct match *m, const char *rest);
};
static const struct word *word_at(int i); /* NULL past the last */

static enum next do_map(struct match *m, const char *rest)
{
    if (strcmp(rest, "on") == 0 || strcmp(rest, "off") == 0) {
        m->draw = rest[1] == 'n';
        printf("The map is drawn %s.\n", m->draw ? "whenever it has changed" : "when you ask");
        return GO_ON;
    }
    m->term = cli_term();
    show_map(m, true);
    return GO_ON;
}

static enum next do_moves(struct match *m, const char *rest)
{
    struct st_buf out = { 0 };
    struct st_error err;

    if (list_moves(m, &err))
        return broken(m, &err);
    if (!rest[0])
        cli_moves_show(&out, &m->term, &m->moves);
    else if (!cli_moves_show_all(&out, &m->term, &m->moves, rest))
        st_buf_add(&out, "No legal move begins with `%s`.\n", rest);
    print(&out);
    return GO_ON;
}

static enum next do_odds(struct match *m, const char *rest)
{
    struct st_table seen = view(m, st_now(table(m)).side);
    struct st_odds_query q = { .table = &seen, .move = rest[0] ? rest : NULL };
    struct st_buf out = { 0 };
    struct st_refusal why;
    struct st_error err;
    int status = cli_odds_show(&out, &m->term, &q, &why, &err);

    if (status == CLI_OK)
        print(&out);
    else if (err.code)
        cli_fail(&m->source, &err);
    else
        tell_refusal(m, &why);
    st_buf_free(&out);
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

    if (!st_span_copy(st_span_word(&all), question, sizeof question) || !question[0]) {
        cli_ask_list(&out, &m->term, g);
        print(&out);
        return GO_ON;
    }
    for (struct st_span w; n < 32 && (w = st_span_word(&all)).len;)
        if (st_span_copy(w, store[n], sizeof store[n])) {
            list[n] = store[n];
            n++;
        }
    if (cli_ask_show(&out, &m->term, g, question, list, n, m->source.files, &err))
        cli_fail(&m->source, &err);
    else
        print(&out);
    st_buf_free(&out);
    return GO_ON;
}

static enum next do_rules(struct match *m, const char *rest)
{
    struct st_buf out = { 0 };
    struct st_error err;

    if (!rest[0])
        rest = st_now(table(m)).para;
    if (cli_rules_show(&out, &m->term, m->plan->game, m->source.files, rest, &err))
        cli_fail(&m->source, &err);
    else
        print(&out);
    st_buf_free(&out);
    return GO_ON;
}

static void explain(struct match *m, const char *para)
{
    struct st_buf out = { 0 };

    if (para && para[0] &&
        cli_rules_show(&out, &m->term, m->plan->game, m->source.files, para, NULL) == ST_OK)
        print(&out);
    st_buf_free(&out);
}

static enum next do_why(struct match *m, const char *rest)
{
    (void)rest;
    if (m->why.text[0]) {
        struct st_refusal again = m->why;

        tell_refusal(m, &again);
        explain(m, again.para);
        return GO_ON;
    }
    if (m->ntold == 0)
        printf("Nothing has happened yet.\n");
    for (int i = 0; i < m->ntold; i++) {
        struct st_buf out = { 0 };
        bool seen = false;

        for (int k = 0; k < i; k++)
            seen |= strcmp(m->told[k].para, m->told[i].para) == 0;
        cli_event(&out, &m->term, &m->told[i]);
        print(&out);
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
            return broken(m, &err);
        taken += answer == ST_LEGAL;
    } while (answer == ST_LEGAL &&
             (st_now(table(m)).kind != ST_DECIDE || !human(m, st_now(table(m)).side)));
    if (taken)
        printf("%d decision%s taken back.\n", taken, taken == 1 ? "" : "s");
    if (answer == ST_REFUSED)
        tell_refusal(m, &why);
    m->fresh = taken > 0;
    m->ntold = 0;
    return GO_ON;
}

static enum next do_ruling(struct match *m, const char *rest)
{
    int before = st_session_record(m->session)->nlines;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;

    if (st_session_ruling(m->session, rest, &answer, &why, &err))
        return broken(m, &err);
    if (answer == ST_REFUSED)
        tell_refusal(m, &why);
    else
        tell_news(m, before);
    return GO_ON;
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
        printf("save FILE: where to?\n");
        return GO_ON;
    }
    if (stat(rest, &there) == 0) {
        printf("%s is there already; choose another name.\n", rest);
        return GO_ON;
    }
    st_record_print(st_session_record(m->session), &text);
    if (text.failed)
        printf("Out of memory.\n");
    else if (st_file_write(rest, st_buf_text(&text), text.len, &err))
        cli_fail(&m->source, &err);
    else
        printf("Saved as %s.\n", rest);
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
    else if (rest[0] && !st_span_int(st_span_of(rest), 1, 1000000, &n))
        printf("log [N|all]: how many lines?\n");
    for (int i = r->nlines > n ? r->nlines - n : 0; i < r->nlines; i++)
        st_record_print_line(&r->line[i], &out);
    print(&out);
    return GO_ON;
}

static enum next do_pieces(struct match *m, const char *rest)
{
    const struct st_table *t = table(m);
    struct st_scene *s = st_view_scene(t, st_now(t).side);
    struct st_buf out = { 0 };

    for (int i = 0; s && i < s->npieces; i++) {
        const struct st_scene_piece *x = &s->piece[i];
        char hex[6] = "-";

        if (rest[0] && strcasecmp(rest, m->plan->side[x->side]) != 0 &&
            strncasecmp(rest, st_view_piece(m->plan, x->piece), strlen(rest)) != 0)
            continue;
        if (x->hex >= 0 && m->plan->grid.cols)
            st_hex_name(&m->plan->grid, x->hex, hex);
        st_buf_add(&out, "  %-6s %-10s %-5s %-4s %-6s %d/%d %s %-20s %s\n",
                   st_view_piece(m->plan, x->piece), m->plan->side[x->side], hex, x->symbol,
                   x->factors, x->steps, x->steps_full, x->can_act ? "*" : " ", x->states,
                   st_view_piece_title(m->plan, x->piece));
    }
    free(s);
    print(&out);
    return GO_ON;
}

static enum next do_help(struct match *m, const char *rest)
{
    struct st_buf out = { 0 };
    int n = 0;

    (void)rest;
    st_buf_add(&out, "Type a move as it is listed, or one of these (Tab completes, up and down "
                     "bring back earlier lines):\n");
    for (const struct word *w; (w = word_at(n)); n++) {
        char left[60];

        snprintf(left, sizeof left, "  %s %s", w->name, w->args);
        cli_pad(&out, left, 22);
        cli_wrap(&out, &m->term, 22, 22, w->help);
        st_buf_put(&out, "\n", 1);
    }
    st_buf_add(&out, "Moves of %s:\n", m->plan->game->title);
    for (int i = 0; i < m->plan->game->nverbs; i++)
        st_buf_add(&out, "  %s\n", m->plan->game->verbs[i].form);
    print(&out);
    return GO_ON;
}

static enum next do_quit(struct match *m, const char *rest)
{
    (void)m, (void)rest;
    return LEAVE;
}

static const struct word words[] = {
    { "help", "", "this list", do_help },
    { "map", "[on|off]", "draw the map; on, off: whenever it has changed, or only when asked",
      do_map },
    { "moves", "[PREFIX]", "the legal moves; with a prefix all that begin so", do_moves },
    { "pieces", "[SIDE|ID]", "the pieces with hex, type, factors, steps, states; * may act",
      do_pieces },
    { "odds", "[MOVE]", "what a move would lead to, exactly; or the die now awaited", do_odds },
    { "ask", "[QUESTION ...]", "a question as at a real table: ask QUESTION key=value...", do_ask },
    { "rules", "[PARA]", "a paragraph of the rules; else that of the present step", do_rules },
    { "why", "", "the last refusal, or the last events, with the rules behind them", do_why },
    { "undo", "", "take back, as far as no die fell and no secret was shown", do_undo },
    { "ruling", "TEXT", "the umpire's word: set PIECE FIELD VALUE..., or any move; also `! TEXT`",
      do_ruling },
    { "note", "WORDS", "a remark for the record", do_note },
    { "log", "[N|all]", "the last lines of the record", do_log },
    { "save", "FILE", "a copy of the record", do_save },
    { "quit", "", "leave; the record can be taken up again", do_quit },
};
enum { NWORDS = sizeof words / sizeof words[0] };

static const struct word *word_at(int i)
{
    return i < NWORDS ? &words[i] : NULL;
}

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

static const struct word *find_word(struct st_span name)
{
    for (int i = 0; i < NWORDS; i++)
        if (st_span_is(name, words[i].name))
            return &words[i];
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
    for (int i = 0; i < NWORDS; i++)
        names[n++] = words[i].name;
    if (!st_span_copy(word, bad, sizeof bad))
        snprintf(bad, sizeof bad, "%.*s...", 40, word.at);
    st_suggest(near, sizeof near, bad, names, n);
    printf("No move or command `%s`; %s\n", bad, near[0] ? near : "`help` lists them.");
}

static enum next do_move(struct match *m, const char *text)
{
    int before = st_session_record(m->session)->nlines;
    bool insist = m->insist[0] && strcmp(m->insist, text) == 0;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;

    if (st_session_move(m->session, text, insist, &answer, &why, &err))
        return broken(m, &err);
    if (answer == ST_LEGAL) {
        m->why.text[0] = 0;
        tell_news(m, before);
        return GO_ON;
    }
    tell_refusal(m, &why);
    snprintf(m->insist, sizeof m->insist, "%s",
             st_session_mode(m->session) == ST_WARN && why.para[0] ? text : "");
    return GO_ON;
}

/* A face as it fell on the real table; "4" or "dice 4". */
static bool is_face(const struct match *m, struct st_span line, int *value)
{
    struct st_span rest = line;

    if (st_now(table(m)).kind != ST_CHANCE)
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
        return broken(m, &err);
    if (answer == ST_REFUSED)
        tell_refusal(m, &why);
    else
        tell_news(m, before);
    return GO_ON;
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
        return do_ruling(m, words_after);
    }
    if (is_face(m, line, &value))
        return do_face(m, value);
    if (slash)
        rest.at++, rest.len--;
    struct st_span first = st_span_word(&rest);
    const struct word *w = find_word(first);
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

static int complete(void *arg, const char *so_far, struct st_buf *grown, struct st_buf *choices)
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
    for (int i = 0; i < NWORDS; i++)
        candidate(&c, "", words[i].name);
    for (int i = 0; i < m->plan->game->nquestions; i++)
        candidate(&c, "ask ", m->plan->game->questions[i].id);
    return grown->failed || choices->failed ? 0 : c.found;
}

/* ---- turns ----------------------------------------------------------------------------- */

static enum next read_and_do(struct match *m, const char *prompt)
{
    char line[ST_LINE_MAX + 1];
    struct st_error err;
    int got = cli_line_read(m->line, prompt, line, sizeof line, &err);

    if (got == 0)
        return LEAVE;
    if (got < 0) {
        printf("Not understood: %s.\n", err.text);
        return GO_ON;
    }
    return do_line(m, line);
}

static enum next human_turn(struct match *m)
{
    char prompt[100];
    enum next e = show_decision(m);

    if (e != GO_ON)
        return e;
    snprintf(prompt, sizeof prompt, "%s> ", m->plan->side[st_now(table(m)).side]);
    return read_and_do(m, prompt);
}

static enum next computer_turn(struct match *m)
{
    int side = st_now(table(m)).side, before = st_session_record(m->session)->nlines;
    struct st_table seen = view(m, side);
    enum st_answer answer = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_move move;

    int e = m->player[side]->choose(m->player[side], &seen, &move, &err);
    if (!e)
        e = st_session_play(m->session, &move, &answer, &why, &err);
    if (!e && answer == ST_REFUSED)
        e = st_fail(&err, ST_EVERIFY, m->kind[side], 0, "the computer's move was refused (%s): %s",
                    why.para, why.text);
    if (e)
        return broken(m, &err);
    if (secret_move(m, side)) {
        printf("%s has decided.\n", m->plan->side[side]);
        m->fresh = true;
    } else {
        tell_news(m, before);
    }
    return GO_ON;
}

static enum next hand_die(struct match *m)
{
    struct st_chance c;
    char prompt[200], faces[80];

    st_session_awaited(m->session, &c);
    st_faces_print(&c, faces, sizeof faces);
    snprintf(prompt, sizeof prompt, "%s, %s (%s)> ", c.dice, c.label, faces);
    if (m->fresh) {
        printf("Roll %s: %s.\n", c.dice, c.label);
        m->fresh = false;
    }
    return read_and_do(m, prompt);
}

static enum next roll_die(struct match *m)
{
    int before = st_session_record(m->session)->nlines, value = 0;
    enum st_answer answer = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_chance c;

    st_session_awaited(m->session, &c);
    int e = m->dice.source->roll(m->dice.source, &c, &value, &err);
    if (!e)
        e = st_session_die(m->session, value, &answer, &why, &err);
    if (!e && answer == ST_REFUSED)
        e = st_fail(&err, ST_EUSAGE, NULL, 0, "the die %d was refused: %s", value, why.text);
    if (e)
        return broken(m, &err);
    tell_news(m, before);
    return GO_ON;
}

static enum next go_on(struct match *m)
{
    struct st_turn now = st_now(table(m));

    if (now.kind == ST_CHANCE)
        return m->dice.source ? roll_die(m) : hand_die(m);
    return human(m, now.side) ? human_turn(m) : computer_turn(m);
}

/* ---- beginning and end ----------------------------------------------------------------- */

static void tell_end(struct match *m)
{
    const char *winner = st_view_winner(table(m));
    struct st_buf out = { 0 };
    char text[160];

    if (m->draw)
        show_map(m, false);
    show_notes(m, false);
    if (winner)
        snprintf(text, sizeof text, "%s wins.", winner);
    else
        snprintf(text, sizeof text, "The game is a draw.");
    cli_style(&out, &m->term, CLI_BOLD, text);
    st_buf_add(&out, " %d decisions, %d dice%s.\n", st_session_moves(m->session),
               st_session_rolls(m->session),
               st_session_rulings(m->session) ? ", with rulings" : "");
    if (m->record[0])
        st_buf_add(&out, "The record is %s.\n", m->record);
    print(&out);
}

static void tell_resume(struct match *m)
{
    struct st_buf out = { 0 };

    if (m->record[0]) {
        st_buf_add(&out,
                   "\nThe game stands after %d decisions and is kept in %s.\n"
                   "Go on with: sandtable play --resume '%s'",
                   st_session_moves(m->session), m->record, m->record);
        if (m->source.tables)
            st_buf_add(&out, " --tables '%s'", m->source.tables);
        if (m->source.scenario_dir[0] || m->source.scenarios)
            st_buf_add(&out, " --scenarios '%s'",
                       m->source.scenarios ? m->source.scenarios : m->source.scenario_dir);
        if (m->dice.kind == CLI_DICE_TAPE)
            st_buf_add(&out, " --dice 'tape:%s'", m->dice.tape.where);
        st_buf_put(&out, "\n", 1);
    } else {
        st_buf_add(&out, "\nThe game was left after %d decisions; no record was kept.\n",
                   st_session_moves(m->session));
    }
    print(&out);
}

static void greet(struct match *m, bool resumed)
{
    struct st_buf out = { 0 };

    cli_style(&out, &m->term, CLI_BOLD, m->plan->title);
    st_buf_put(&out, "\n", 1);
    if (m->plan->blurb[0] && !resumed) {
        cli_wrap(&out, &m->term, 0, 0, m->plan->blurb);
        st_buf_put(&out, "\n", 1);
    }
    for (int s = 0; s < ST_SIDES; s++)
        st_buf_add(&out, "%s: %s%s", m->plan->side[s], m->kind[s], s ? ". " : ", ");
    st_buf_add(&out, "Dice: %s.", m->dice.tag);
    if (m->record[0])
        st_buf_add(&out, " Record: %s.", m->record);
    st_buf_put(&out, "\n", 1);
    if (resumed)
        st_buf_add(&out, "Taken up after %d decisions.\n", st_session_moves(m->session));
    if (human(m, 0) || human(m, 1))
        st_buf_add(&out, "`help` lists what you can type.\n");
    print(&out);
}

static int main_loop(struct match *m, bool resumed)
{
    struct st_error err;
    enum next next = GO_ON;

    if (cli_line_open(&m->line, complete, m, &err))
        return cli_fail(&m->source, &err);
    greet(m, resumed);
    if (!resumed && !m->quiet) {
        struct st_buf out = { 0 };

        cli_news(&out, &m->term, m->session, -1);
        print(&out);
    }
    remember_events(m);
    m->fresh = true;
    while (next == GO_ON && st_now(table(m)).kind != ST_OVER)
        next = cli_stopped() ? LEAVE : go_on(m);
    cli_line_close(m->line);
    if (st_now(table(m)).kind == ST_OVER && next == GO_ON)
        tell_end(m);
    else
        tell_resume(m);
    return next == BROKEN ? CLI_BAD : CLI_OK;
}

/* ---- setting up ------------------------------------------------------------------------ */

struct request {
    struct cli_list seat;
    const char *dice, *record, *resume, *mode;
    bool quiet, no_map, no_record;
};

static int seat_kind(const char *text, const char **out, struct st_error *err)
{
    const char *kinds[8] = { "human" };
    char near[160];
    int n = 1;

    for (; n - 1 < st_nplayer_kinds && n < 8; n++)
        kinds[n] = st_player_kinds[n - 1];
    for (int i = 0; i < n; i++)
        if (strcmp(text, kinds[i]) == 0) {
            *out = kinds[i];
            return ST_OK;
        }
    st_suggest(near, sizeof near, text, kinds, n);
    return st_fail(err, ST_EUSAGE, NULL, 0, "nobody of the kind `%s` can sit there; %s", text,
                   near[0] ? near : "human, random or greedy can");
}

/* SIDE=KIND. A side's name may itself have no '=' in it. */
static int read_seat(struct match *m, const char *text, struct st_error *err)
{
    struct st_span kind = st_span_of(text), side = st_span_cut(&kind, '=');
    char name[64], who[64], near[160];

    if (!strchr(text, '=') || !st_span_copy(side, name, sizeof name) ||
        !st_span_copy(kind, who, sizeof who))
        return st_fail(err, ST_EUSAGE, NULL, 0, "--seat needs SIDE=human|random|greedy, not `%s`",
                       text);
    int s = st_view_side_find(m->plan, name);
    if (s < 0) {
        st_suggest(near, sizeof near, name, m->plan->side, ST_SIDES);
        return st_fail(err, ST_EUSAGE, NULL, 0, "no side `%s` (they are %s and %s)%s%s", name,
                       m->plan->side[0], m->plan->side[1], near[0] ? "; " : "", near);
    }
    return seat_kind(who, &m->kind[s], err);
}

/* Who sat there when the record was left: "human", "ai:greedy". */
static void seats_of_record(struct match *m)
{
    for (int s = 0; s < ST_SIDES; s++) {
        const char *tag = st_record_tag(st_session_record(m->session), m->plan->side[s]);

        if (tag && strncmp(tag, "ai:", 3) == 0 && seat_kind(tag + 3, &m->kind[s], NULL) != ST_OK)
            m->kind[s] = "human";
    }
}

static int read_seats(struct match *m, const struct request *q, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < q->seat.n && !e; i++)
        e = read_seat(m, q->seat.item[i], err);
    return e;
}

/* The same seed gives the same game; a game taken up again goes on with other numbers. */
static int make_players(struct match *m, struct st_error *err)
{
    uint64_t seed = m->dice.kind == CLI_DICE_SEED ? m->dice.seeded.seed : 1;
    uint64_t moves = (uint64_t)st_session_moves(m->session);
    int e = ST_OK;

    for (int s = 0; s < ST_SIDES && !e; s++)
        if (strcmp(m->kind[s], "human") != 0)
            e = st_player_make(&m->player[s], m->kind[s],
                               (seed << 1 | (uint64_t)s) + 1000003 * moves, err);
    return e;
}

static int make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : -1;
}

/* Where records go that nobody named: the user's own state, not the working folder. */
static bool default_record(struct match *m)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char dir[700], stamp[40];
    time_t now = time(NULL);
    struct tm local;

    if (state && state[0] == '/') {
        snprintf(dir, sizeof dir, "%.600s", state);
    } else if (home && home[0] == '/') {
        snprintf(dir, sizeof dir, "%.600s/.local", home);
        make_folder(dir);
        snprintf(dir, sizeof dir, "%.600s/.local/state", home);
    } else {
        return false;
    }
    make_folder(dir);
    strncat(dir, "/sandtable", sizeof dir - strlen(dir) - 1);
    if (make_folder(dir) != 0 || !localtime_r(&now, &local) ||
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local) == 0)
        return false;
    snprintf(m->record, sizeof m->record, "%s/%s-%s-%s-%ld.rec", dir, m->plan->game->id,
             m->plan->id, stamp, (long)getpid());
    return true;
}

static int keep_record(struct match *m, const struct request *q, struct st_error *err)
{
    struct stat there;
    bool somebody = human(m, 0) || human(m, 1);

    if (q->record) {
        if (stat(q->record, &there) == 0 && there.st_size > 0)
            return st_fail(
                err, ST_EUSAGE, q->record, 0,
                "a file is there already: --resume goes on with a record, --record begins one");
        if (snprintf(m->record, sizeof m->record, "%s", q->record) >= (int)sizeof m->record)
            return st_fail(err, ST_ELIMIT, q->record, 0, "the name is too long");
        return st_session_journal(m->session, m->record, err);
    }
    if (!somebody || q->no_record)
        return ST_OK;
    if (!default_record(m) || st_session_journal(m->session, m->record, err) != ST_OK) {
        m->record[0] = 0;
        fprintf(stderr,
                "sandtable: no record is kept, for want of a place; --record FILE names one\n");
    }
    return ST_OK;
}

static int begin(struct match *m, const struct request *q, const char *name, struct st_error *err)
{
    int mode = cli_mode(m->self, q->mode ? q->mode : "enforce");
    struct st_session_options o = { .given = m->source.given, .ngiven = m->source.ngiven };
    char seat[ST_SIDES][40];
    int e;

    if (mode < 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "no game was begun");
    e = cli_plan(&m->plan, &m->source, name, err);
    if (!e)
        e = cli_dice_open(&m->dice, q->dice, err);
    if (!e)
        e = read_seats(m, q, err);
    if (e)
        return e;
    for (int s = 0; s < ST_SIDES; s++) {
        bool person = strcmp(m->kind[s], "human") == 0;

        snprintf(seat[s], sizeof seat[s], "%s%s", person ? "" : "ai:", m->kind[s]);
        o.seat[s] = seat[s];
    }
    o.mode = (enum st_mode)mode;
    o.dice = m->dice.tag;
    e = st_session_open(&m->session, m->plan, &o, err);
    if (!e)
        e = make_players(m, err);
    if (!e)
        e = keep_record(m, q, err);
    return e;
}

/* The dice of a record go on as they began; a tape must be handed in again. */
static int resume_dice(struct match *m, const char *wish, struct st_error *err)
{
    const char *tag = st_record_tag(st_session_record(m->session), "Dice");
    int e;

    if (!tag || !tag[0])
        tag = "hand";
    if (strcmp(tag, "tape") == 0 && !wish)
        return st_fail(
            err, ST_EUSAGE, m->record, 0,
            "its dice came from a tape: --dice tape:FILE, those that fell are passed over");
    e = cli_dice_open(&m->dice, wish ? wish : tag, err);
    if (!e && strcmp(m->dice.tag, tag) != 0)
        e = st_fail(err, ST_EUSAGE, m->record, 0,
                    "its dice are `%s` and stay so: a game does not change its dice", tag);
    if (!e)
        e = cli_dice_skip(&m->dice, st_session_rolls(m->session), err);
    return e;
}

static int resume(struct match *m, const struct request *q, struct st_error *err)
{
    struct st_buf dropped = { 0 };
    int e;

    if (q->mode)
        return st_fail(err, ST_EUSAGE, q->resume, 0, "--mode is fixed when a game begins");
    if (m->source.ngiven)
        return st_fail(err, ST_EUSAGE, q->resume, 0, "--set is fixed when a game begins");
    if (snprintf(m->record, sizeof m->record, "%s", q->resume) >= (int)sizeof m->record)
        return st_fail(err, ST_ELIMIT, q->resume, 0, "the name is too long");
    e = st_session_resume(&m->session, &m->plan, m->record, m->source.files, &dropped, err);
    if (!e && dropped.len) {
        cli_clean(dropped.text);
        fprintf(stderr, "sandtable: %s: an unfinished last line is left out: %s\n", m->record,
                dropped.text);
    }
    st_buf_free(&dropped);
    if (!e)
        e = resume_dice(m, q->dice, err);
    if (!e) {
        seats_of_record(m);
        e = read_seats(m, q, err);
    }
    if (!e)
        e = make_players(m, err);
    if (!e && q->record)
        e = keep_record(m, q, err);
    return e;
}

static void close_match(struct match *m)
{
    for (int s = 0; s < ST_SIDES; s++)
        st_player_free(m->player[s]);
    st_offer_list_free(&m->moves);
    st_buf_free(&m->map);
    st_session_free(m->session);
    st_plan_free(m->plan);
    cli_dice_close(&m->dice);
    free(m->seen);
}

int cli_play(const struct cli_command *self, int argc, char **argv)
{
    struct match *m = calloc(1, sizeof *m);
    struct request q = { 0 };

    if (!m)
        return cli_usage(NULL, "out of memory");
    struct cli_option opt[8 + CLI_SOURCE_OPTIONS] = {
        { CLI_EACH, "seat", "SIDE=WHO", "human (default), random or greedy", &q.seat },
        { CLI_TEXT, "dice", "SOURCE",
          "seed:N (default, N by chance), hand (you roll and type), tape:FILE", &q.dice },
        { CLI_TEXT, "record", "FILE", "keep the record there, line by line", &q.record },
        { CLI_TEXT, "resume", "FILE", "take up the game kept in FILE", &q.resume },
        { CLI_TEXT, "mode", "MODE",
          "enforce (default); warn: a move said twice becomes a ruling; record-only", &q.mode },
        { CLI_FLAG, "no-map", NULL, "draw the map only when asked", &q.no_map },
        { CLI_FLAG, "no-record", NULL, "keep no record unless --record names one", &q.no_record },
        { CLI_FLAG, "quiet", NULL, "tell the result only", &q.quiet },
    };
    int nopt = 8 + cli_source_options(&m->source, opt + 8);
    int status = cli_parse(self, opt, nopt, 0, 1, &argc, &argv);
    struct st_error err;

    if (status == CLI_GO_ON && argc == 0 && !q.resume)
        status = cli_usage(self, "which GAME/SCENARIO?");
    if (status == CLI_GO_ON && argc == 1 && q.resume)
        status = cli_usage(self, "`%s` is too much: the record knows its scenario", argv[0]);
    if (status != CLI_GO_ON) {
        free(m);
        return status;
    }
    m->self = self;
    m->term = cli_term();
    m->draw = m->term.tty && !q.no_map;
    m->quiet = q.quiet;
    for (int s = 0; s < ST_SIDES; s++)
        m->kind[s] = "human";
    cli_catch_stops();
    int e = cli_source_open(&m->source, &err);
    if (!e)
        e = q.resume ? resume(m, &q, &err) : begin(m, &q, argv[0], &err);
    if (!e && m->plan->game->observe) {
        m->seen = malloc(m->plan->pos_size);
        if (!m->seen)
            e = st_fail(&err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    status = e ? cli_fail(&m->source, &err) : main_loop(m, q.resume != NULL);
    close_match(m);
    free(m);
    return status;
}
