/* learn.c - `sandtable learn`: a lesson at the terminal.
 *
 * The teacher speaks, the learner types moves as at any table; Enter reads on. What the lesson wants
 * is the pupil's to know (learn/pupil.h); this prints and reads. */
#include "cli/commands.h"

#include "learn/rehearse.h"
#include "review/hint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADVICE_NODES = 500 };

struct class_room {
    const struct cli_command *self;
    struct cli_term term;
    struct cli_line *line;
    struct cli_source source; /* the language of what is no lesson's text */
    struct st_pupil *p;
    struct st_offer_list moves;
    struct st_buf map; /* as last drawn */
    bool draw, leave;
    bool said;    /* something was, since a task was last set */
    int page;     /* whose heading was told */
    int last;     /* row of the screen told last */
    int asked;    /* row of the task that was told how to do */
};

static const struct st_table *table(const struct class_room *c)
{
    return st_session_table(c->p->session);
}

/* ---- telling --------------------------------------------------------------------------- */

static void paragraph(const struct class_room *c, int style, const char *text)
{
    struct st_buf filled = { 0 }, out = { 0 };

    cli_wrap(&filled, &c->term, 0, 0, text);
    cli_style(&out, &c->term, style, st_buf_text(&filled));
    st_buf_put(&out, "\n", 1);
    st_buf_free(&filled);
    cli_print(&out, CLI_OK);
}

static void tell_page(struct class_room *c)
{
    const struct st_lesson *l = c->p->lesson;
    struct st_buf out = { 0 };
    int page = 0;

    if (c->page == c->p->page)
        return;
    c->page = c->p->page;
    for (int i = 0; i < l->nrows; i++)
        if (l->row[i].word == ST_LESSON_PAGE && ++page == c->page) {
            st_buf_add(&out, "\n");
            for (int k = 1; k <= l->npages; k++)
                st_buf_add(&out, "%s", k <= c->page ? "●" : "○");
            st_buf_add(&out, "  ");
            cli_style(&out, &c->term, CLI_BOLD, l->row[i].text);
            st_buf_add(&out, "\n");
        }
    cli_print(&out, CLI_OK);
}

/* One of the things that are shown, as a person finds it: "Bowmen (N6)", "the mill ford (0806)", "chart terrain". */
static void name_lit(struct st_buf *out, const struct st_plan *p, int kind, struct st_span word)
{
    const struct st_names *list = st_view_pieces(p);
    int piece = kind == ST_LIT_PIECES && list ? st_names_find(list, word) : -1;
    char place[ST_SAYS_MAX], name[80];
    int hex;

    if (piece >= 0 && list->title && list->title[piece]) {
        st_buf_add(out, "%s (%.*s)", list->title[piece], (int)word.len, word.at);
    } else if (kind == ST_LIT_HEXES && st_hex_parse(&p->grid, word, &hex)) {
        st_place_print(p, hex, place, sizeof place);
        st_buf_add(out, "%s", place);
    } else if (st_span_copy(word, name, sizeof name)) {
        st_label_says(p, name, place, sizeof place);
        st_buf_add(out, "%s", place);
    }
}

/* A chart or a paragraph, with what one types to see it: "Ground (`chart terrain`)". */
static void name_look(struct st_buf *out, const struct st_plan *p, int kind, struct st_span what)
{
    struct st_span id = kind == ST_LIT_CHART ? st_span_word(&what) : what;
    char name[80];
    const struct st_chart *chart =
        kind == ST_LIT_CHART && st_span_copy(id, name, sizeof name) ? st_plan_chart(p, name) : NULL;

    const struct st_word *w = chart ? st_word_find(p, "chart", chart->id) : NULL;

    st_buf_add(out, "%s%s`%s %.*s`%s", w ? w->says : chart ? chart->title : "", chart ? " (" : "",
               kind == ST_LIT_PARA ? "rules" : "chart", (int)id.len, id.at, chart ? ")" : "");
}

static void tell_show(struct class_room *c, const char *words)
{
    struct st_span text = st_span_of(words), what, word;
    struct st_buf out = { 0 };
    int kind;

    while (st_lit_cut(&text, &kind, &what)) {
        if (kind == ST_LIT_PANEL)
            continue;
        if (kind == ST_LIT_CHART || kind == ST_LIT_PARA) {
            st_buf_add(&out, "%s", out.len ? ", " : "  ");
            name_look(&out, c->p->plan, kind, what);
            continue;
        }
        while ((word = st_span_word(&what)).len) {
            st_buf_add(&out, "%s", out.len ? ", " : "  ");
            name_lit(&out, c->p->plan, kind, word);
        }
    }
    if (out.len)
        paragraph(c, CLI_DIM, st_buf_text(&out));
    st_buf_free(&out);
}

/* A move as a sentence, or as it is written where it is none here. */
static const char *says(const struct class_room *c, const char *move, char out[ST_SAYS_MAX])
{
    struct st_move m;

    if (st_move_parse(&m, c->p->plan, move, NULL) != ST_LEGAL)
        return move;
    st_move_says(table(c), &m, out, ST_SAYS_MAX);
    return out;
}

static void tell_odds(const struct class_room *c, const char *move)
{
    char text[ST_SAYS_MAX];

    printf("\n  ");
    cli_tell("learn.odds", says(c, move, text), NULL);
}

static void tell_sees(const struct st_lesson_line *r)
{
    struct st_span rest = st_span_of(r->text);
    struct st_buf out = { 0 };
    struct st_frac p;
    const char *end;

    st_span_cut(&rest, '=');
    if (!st_frac_parse(&p, st_span_trim(rest).at, &end))
        return;
    st_buf_add(&out, "  %5.1f %%  ", 100 * st_frac_value(p));
    cli_bar(&out, st_frac_value(p), 20);
    st_buf_add(&out, "  %s\n", r->more);
    cli_print(&out, CLI_OK);
}

static void tell_screen(struct class_room *c)
{
    const struct st_lesson *l = c->p->lesson;

    tell_page(c);
    for (int i = 0; i < c->p->nscreen; i++) {
        const struct st_lesson_line *r = &l->row[c->p->screen[i]];

        if (c->p->screen[i] <= c->last && !(r->word == ST_LESSON_BACK && !c->p->read))
            continue;
        if (r->word != ST_LESSON_BACK)
            c->last = c->p->screen[i];
        c->said |= r->word == ST_LESSON_SAY || r->word == ST_LESSON_FREE;
        switch (r->word) {
        case ST_LESSON_SHOW: tell_show(c, r->text); break;
        case ST_LESSON_ODDS: tell_odds(c, r->text); break;
        case ST_LESSON_SEES: tell_sees(r); break;
        default: printf("\n"); paragraph(c, CLI_PLAIN, r->text);
        }
    }
}

/* A session tells what its last call led to, and the teacher makes several in one breath (a move, the dice that are given):
 * the record, run again, has told of every line. */
static void tell_news(struct class_room *c, int before)
{
    const struct st_record *r = st_session_record(c->p->session);
    struct st_session *again = NULL;
    struct st_buf out = { 0 };

    if (r->nlines > before && st_session_load(&again, c->p->plan, r, r->nlines, NULL) == ST_OK)
        cli_news(&out, &c->term, again, before, c->p->seat, true);
    st_session_free(again);
    cli_print(&out, CLI_OK);
}

static void draw(struct class_room *c, bool always)
{
    struct st_scene *s = st_view_scene(table(c), c->p->seat);
    struct st_buf out = { 0 };

    if (!s)
        return;
    cli_map(&out, &c->term, c->p->plan, s);
    cli_clean_page(&out);
    if (always || !c->map.text || strcmp(st_buf_text(&out), c->map.text) != 0) {
        printf("\n%s", st_buf_text(&out));
        st_buf_free(&c->map);
        c->map = out;
    } else {
        st_buf_free(&out);
    }
    free(s);
}

static void list_moves(struct class_room *c, const char *prefix)
{
    struct st_buf out = { 0 };
    struct st_error err;

    st_offer_list_free(&c->moves);
    if (st_offer_list(&c->moves, table(c), ST_UMPIRE, &err))
        return;
    if (!prefix[0])
        cli_moves_show(&out, &c->term, &c->moves, table(c));
    else if (!cli_moves_show_all(&out, &c->term, &c->moves, prefix, table(c)))
        cli_tell("moves.none", prefix, NULL);
    cli_print(&out, CLI_OK);
}

/* ---- what is typed --------------------------------------------------------------------- */

static void show_rule(struct class_room *c, const char *para)
{
    struct st_buf out = { 0 };
    struct st_error err;

    if (cli_rules_show(&out, &c->term, c->p->plan->game, c->source.files, para, &err))
        printf("%s\n", err.text);
    cli_print(&out, CLI_OK);
}

static void show_chart(struct class_room *c, const char *words)
{
    struct st_span rest = st_span_of(words);
    char id[80] = "";
    bool named = st_span_copy(st_span_word(&rest), id, sizeof id);
    const struct st_chart *chart = named ? st_plan_chart(c->p->plan, id) : NULL;
    struct st_buf out = { 0 };

    if (!chart) {
        cli_tell("learn.nochart", id, NULL);
        return;
    }
    cli_chart_titled(&out, &c->term, chart, c->p->plan);
    cli_print(&out, CLI_OK);
}

static void refused(const struct class_room *c, const struct st_refusal *why, int style)
{
    struct cli_term plain = { .width = c->term.width };
    struct st_buf said = { 0 }, out = { 0 };

    cli_refusal_says(&said, &plain, c->p->plan, why);
    cli_style(&out, &c->term, style, st_buf_text(&said));
    st_buf_free(&said);
    cli_print(&out, CLI_OK);
}

static void show_odds(struct class_room *c, const char *move)
{
    struct st_odds_query q = { .table = table(c), .move = move };
    struct st_refusal why;
    struct st_error err;
    struct st_buf out = { 0 };
    int status = cli_odds_show(&out, &c->term, CLI_WORDS, &q, &why, &err);

    if (status == CLI_OK)
        cli_print(&out, CLI_OK);
    else if (err.code)
        printf("%s\n", err.text);
    else
        refused(c, &why, CLI_PLAIN);
    st_buf_free(&out);
}

static void help(void)
{
    static const struct {
        const char *form, *id;
    } words[] = {
        { "Enter", "learn.enter" }, { "hint", "learn.hint" }, { "do", "learn.do" }, { "moves [WORDS]", "word.moves" },
        { "odds MOVE", "learn.odds.help" }, { "map", "learn.map" }, { "pieces [NAME]", "word.forces" },
        { "aim", "word.aim" }, { "rules [PARA]", "word.rules" }, { "chart ID", "learn.chart" }, { "quit", "learn.quit" },
    };
    char text[160];

    cli_tell("learn.help", NULL);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        printf("  %-14s %s\n", words[i].form, cli_word(words[i].id, text, sizeof text));
}

/* As the learner's seat may see the table; the caller frees the room. */
static struct st_table seen_from(const struct class_room *c, void **room)
{
    *room = malloc(c->p->plan->pos_size);
    return *room ? st_view_seen(table(c), c->p->seat, *room) : *table(c);
}

static void look(struct class_room *c, bool aim, const char *rest)
{
    struct st_buf out = { 0 };
    void *room;
    struct st_table seen = seen_from(c, &room);

    if (aim)
        cli_aim(&out, &c->term, &seen);
    else
        cli_forces(&out, &c->term, &seen, c->p->seat, rest);
    free(room);
    cli_print(&out, CLI_OK);
}

static int made(struct class_room *c, const char *text, struct st_error *err)
{
    int before = st_session_record(c->p->session)->nlines;
    enum st_taught taught;
    struct st_refusal why;
    char own[ST_MOVE_TEXT];
    int e = st_pupil_move(c->p, cli_right_case(c->p->plan, text, own, sizeof own) ? own : text, &taught, &why, err);

    if (e)
        return e;
    switch (taught) {
    case ST_TAUGHT_ON:
        tell_news(c, before);
        c->asked = -1; /* a stretch of one's own asks again */
        break;
    case ST_TAUGHT_OTHERWISE: paragraph(c, CLI_BLUE, why.text); break;
    default: refused(c, &why, CLI_RED);
    }
    return ST_OK;
}

/* In a stretch of one's own nothing is wanted: what looks best. */
static int advised(struct class_room *c, bool make, struct st_error *err)
{
    struct st_budget b = { .nodes = ADVICE_NODES };
    char move[ST_MOVE_TEXT], text[ST_SAYS_MAX];
    struct st_hint h;
    void *room;
    struct st_table seen = seen_from(c, &room);
    int e = st_hint_make(&h, &seen, NULL, &b, 1, err);

    free(room);
    if (e || !h.nbest)
        return e;
    st_move_print(c->p->plan, &h.best[0].move, move, sizeof move);
    cli_tell("learn.wanted", says(c, move, text), move, NULL);
    return make ? made(c, move, err) : ST_OK;
}

static int wanted(struct class_room *c, bool make, struct st_error *err)
{
    char move[ST_MOVE_TEXT], text[ST_SAYS_MAX];

    if (c->p->waits == ST_WAIT_FREE)
        return advised(c, make, err);
    if (!st_pupil_wanted(c->p, move)) {
        cli_tell(c->p->waits == ST_WAIT_READ ? "learn.readon" : "learn.free", NULL);
        return ST_OK;
    }
    cli_tell("learn.wanted", says(c, move, text), move, NULL);
    return make ? made(c, move, err) : ST_OK;
}

static int typed(struct class_room *c, const char *text, struct st_error *err)
{
    struct st_span rest = st_span_of(text), word = st_span_word(&rest);
    char more[ST_LINE_MAX + 1];
    int number;

    st_span_copy(st_span_trim(rest), more, sizeof more);
    if (word.len == 0 || st_span_is(word, "hint"))
        return wanted(c, false, err);
    if (st_span_is(word, "do"))
        return wanted(c, true, err);
    if (st_span_is(word, "quit") || st_span_is(word, "exit"))
        c->leave = true;
    else if (st_span_is(word, "help"))
        help();
    else if (st_span_is(word, "map"))
        draw(c, true);
    else if (st_span_is(word, "moves"))
        list_moves(c, more);
    else if (st_span_is(word, "odds"))
        more[0] ? show_odds(c, more) : cli_tell("odds.which", NULL);
    else if (st_span_is(word, "rules"))
        show_rule(c, more[0] ? more : st_now(table(c)).para);
    else if (st_span_is(word, "pieces") || st_span_is(word, "forces") || st_span_is(word, "aim"))
        look(c, st_span_is(word, "aim"), more);
    else if (st_span_is(word, "chart"))
        show_chart(c, more);
    else if (c->p->waits == ST_WAIT_READ)
        cli_tell("learn.readon", NULL);
    else
        return made(c, st_span_int(word, 1, c->moves.n - c->moves.nfamilies, &number) ? c->moves.item[number - 1].text : text,
                    err);
    return ST_OK;
}

static int complete(void *arg, const char *so_far, struct st_buf *grown, struct st_buf *choices)
{
    struct class_room *c = arg;
    int found = 0;

    for (int i = 0; i < c->moves.n - c->moves.nfamilies; i++) {
        const char *text = c->moves.item[i].text;

        if (strncmp(text, so_far, strlen(so_far)) != 0)
            continue;
        if (found++ == 0)
            st_buf_add(grown, "%s", text);
        size_t same = 0;
        while (same < grown->len && grown->text[same] == text[same])
            same++;
        grown->len = same;
        grown->text[same] = 0;
        if (found <= 60)
            st_buf_add(choices, " %s ", text);
    }
    return found;
}

/* ---- the loop -------------------------------------------------------------------------- */

static void prompt_for(const struct class_room *c, char *out, size_t size)
{
    switch (c->p->waits) {
    case ST_WAIT_READ: cli_word("learn.prompt.read", out, size - 1), strcat(out, " "); break;
    case ST_WAIT_TRY: cli_word("learn.prompt.try", out, size - 1), strcat(out, " "); break;
    default: snprintf(out, size, "%s> ", st_side_brief(c->p->plan, st_now(table(c)).side));
    }
}

/* What is decided, and how one finds out what is wanted; where nothing was said of it, what is wanted. */
static void ask(struct class_room *c)
{
    bool is_free = c->p->waits == ST_WAIT_FREE, said = c->said;
    char move[ST_MOVE_TEXT], text[ST_SAYS_MAX];

    c->said = false;
    if (st_step_says(table(c), ST_WORD_SAYS, text, sizeof text))
        paragraph(c, CLI_BOLD, text);
    if (!said && st_pupil_wanted(c->p, move)) {
        cli_tell("learn.wanted", says(c, move, text), move, NULL);
        return;
    }
    paragraph(c, CLI_DIM, cli_word(is_free ? "learn.ask.free" : "learn.ask", text, sizeof text));
}

static int turn(struct class_room *c, struct st_error *err)
{
    char line[ST_LINE_MAX + 1], prompt[100];
    int before = st_session_record(c->p->session)->nlines, e;

    tell_screen(c);
    if (c->p->waits == ST_WAIT_END) {
        c->leave = true;
        return ST_OK;
    }
    if (c->p->waits == ST_WAIT_FOE) {
        e = st_pupil_next(c->p, err);
        tell_news(c, before);
        return e;
    }
    if (c->draw)
        draw(c, false);
    if (c->p->waits != ST_WAIT_READ && c->asked != c->p->at) {
        c->asked = c->p->at;
        ask(c);
    }
    if (c->p->waits != ST_WAIT_READ && c->moves.n == 0)
        st_offer_list(&c->moves, table(c), ST_UMPIRE, err);
    prompt_for(c, prompt, sizeof prompt);
    e = cli_line_read(c->line, prompt, line, sizeof line, err);
    if (e <= 0) {
        c->leave = true;
        return e;
    }
    struct st_span words = st_span_trim(st_span_of(line));
    if (c->p->waits == ST_WAIT_READ && words.len == 0) {
        e = st_pupil_next(c->p, err);
        tell_news(c, before);
    } else {
        e = typed(c, line, err);
    }
    st_offer_list_free(&c->moves);
    c->moves = (struct st_offer_list){ 0 };
    return e;
}

static void farewell(const struct class_room *c)
{
    const struct st_lesson *l = c->p->lesson;
    char command[200];

    if (c->p->waits == ST_WAIT_END)
        snprintf(command, sizeof command, "sandtable play %s/%s", l->game->id, l->scenario);
    else
        snprintf(command, sizeof command, "sandtable learn %s %s --page %d", l->game->id, l->id, c->p->page);
    printf("\n");
    cli_tell(c->p->waits == ST_WAIT_END ? "learn.end" : "left.resume", command, NULL);
}

static int teach(struct class_room *c, struct st_error *err)
{
    int e = cli_line_open(&c->line, complete, c, err);

    if (e)
        return e;
    paragraph(c, CLI_BOLD, c->p->lesson->title);
    paragraph(c, CLI_PLAIN, c->p->lesson->about);
    cli_tell("greet.help", NULL);
    while (!e && !c->leave && !cli_stopped())
        e = turn(c, err);
    cli_line_close(c->line);
    if (!e)
        farewell(c);
    return e;
}

/* ---- the command ----------------------------------------------------------------------- */

static int list_lessons(const struct st_files *files, struct st_error *err)
{
    int e = ST_OK;

    for (int g = 0; g < st_ngames && !e; g++)
        for (int i = 0; i < st_nlessons(st_games[g]) && !e; i++) {
            struct st_lesson *l;

            e = st_lesson_load(&l, st_games[g], st_games[g]->lessons[i], files, err);
            if (e)
                break;
            struct st_buf line = { 0 };
            char minutes[12], pages[12];

            st_buf_add(&line, "%-10s %-8s ", l->game->id, l->id);
            cli_say(&line, "learn.listed", l->title, cli_count(minutes, l->minutes), cli_count(pages, l->npages), NULL);
            printf("%s\n", st_buf_text(&line));
            st_buf_free(&line);
            st_lesson_free(l);
        }
    return e;
}

static int check(const struct st_game *g, const char *id, const struct st_files *files, struct st_error *err)
{
    struct st_rehearsal r;
    int e = st_rehearse(&r, g, id, files, err);

    if (!e)
        printf("%s/%s: %d tasks, %d refusals, %d alternatives, %d other moves, %d chances: in "
               "order\n", g->id, id, r.tasks, r.tries, r.alternatives, r.others, r.odds);
    return e;
}

static int check_all(const struct st_game *only, const char *id, const struct st_files *files, struct st_error *err)
{
    int e = ST_OK;

    for (int g = 0; g < st_ngames && !e; g++)
        for (int i = 0; i < st_nlessons(st_games[g]) && !e; i++)
            if ((!only || only == st_games[g]) && (!id || strcmp(id, st_games[g]->lessons[i]) == 0))
                e = check(st_games[g], st_games[g]->lessons[i], files, err);
    return e;
}

static int begin(struct class_room *c, const struct st_game *g, const char *id, int page,
                 uint64_t seed, struct st_error *err)
{
    struct st_lesson *l;
    int e = st_lesson_load(&l, g, id, c->source.files, err);

    if (!e)
        e = st_pupil_open(&c->p, l, c->source.files, page, seed, err);
    return e ? e : teach(c, err);
}

int cli_learn(const struct cli_command *self, int argc, char **argv)
{
    struct class_room c = { .self = self, .term = cli_term(), .draw = true, .last = -1, .asked = -1 };
    const char *page_text = "1", *seed_text = "1";
    bool plain = false, checking = false;
    struct cli_option opt[] = {
        { CLI_TEXT, "page", "N", "begin at this page", &page_text },
        { CLI_TEXT, "seed", "N", "of the dice where they are real", &seed_text },
        { CLI_FLAG, "no-map", NULL, "do not draw the board", &plain },
        { CLI_FLAG, "check", NULL, "go every way of the lessons and say what is wrong with them",
          &checking },
        cli_option_lang(&c.source),
    };
    cli_go_where_lines_are_edited(self, argc, argv);
    int status = cli_parse(self, opt, 5, 0, 2, &argc, &argv), page, seed;
    const struct st_game *g = NULL;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!cli_number(self, "--page", page_text, 1, 99, &page) ||
        !cli_number(self, "--seed", seed_text, 0, 1000000000, &seed))
        return CLI_BAD;
    int e = cli_source_open(&c.source, &err);
    if (!e && argc)
        e = st_view_game_find(&g, argv[0], &err);
    c.draw = !plain;
    if (!e && checking)
        e = check_all(g, argc > 1 ? argv[1] : NULL, c.source.files, &err);
    else if (!e && !g)
        e = list_lessons(c.source.files, &err);
    else if (!e && st_nlessons(g) == 0)
        e = st_fail(&err, ST_EUSAGE, NULL, 0, "%s has no lessons", g->title);
    else if (!e)
        e = begin(&c, g, argc > 1 ? argv[1] : g->lessons[0], page, (uint64_t)seed, &err);
    st_offer_list_free(&c.moves);
    st_buf_free(&c.map);
    st_pupil_free(c.p);
    return e ? cli_fail(NULL, &err) : CLI_OK;
}
