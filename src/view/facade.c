/* facade.c - the public interface: see include/sandtable.h.
 *
 * Every function gathers its answer in the handle's buffer; errors and refusals take the place of
 * whatever stood there. Nothing here knows a rule or a format: it only puts play and view together.
 */
#include "view/handle.h"

#include "ai/player.h"

#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 64 };

_Static_assert((int)SANDTABLE_UMPIRE == (int)ST_UMPIRE, "one umpire");

/* ---- the handle from outside ------------------------------------------------------------ */

static const char *one_text(struct sandtable *s, const char *key, struct st_buf *text)
{
    struct st_json j = answer(s);

    st_json_open(&j, NULL, '{');
    st_json_text(&j, key, st_buf_text(text));
    st_json_close(&j, '}');
    s->out.failed |= text->failed;
    st_buf_free(text);
    return finish(s);
}

struct st_session *st_facade_session(const struct sandtable *s)
{
    return s->session;
}

enum st_said st_facade_said(const struct sandtable *s)
{
    return s->said;
}

int st_facade_error(const struct sandtable *s, struct st_error *err)
{
    if (s->said != ST_SAID_ERROR)
        return ST_OK;
    *err = s->why;
    return err->code;
}

void st_facade_shelf(struct sandtable *s, struct st_shelf *shelf)
{
    s->files.shelf = s->held ? NULL : shelf;
}

void st_facade_odds_max(struct sandtable *s, size_t positions)
{
    s->odds_max = positions;
}

size_t st_facade_bytes(const struct sandtable *s)
{
    size_t bytes = sizeof *s + s->out.size;

    if (s->plan)
        bytes += (sizeof *s->plan + st_arena_bytes(&s->plan->arena)) / (1 + (size_t)atomic_load(&s->plan->held)) +
                 s->plan->pos_size;
    return s->session ? bytes + st_session_bytes(s->session) : bytes;
}

/* ---- the handle ------------------------------------------------------------------------ */

/* A copy, for what is compiled from it may outlive it. */
static int held_read(const struct st_files *self, struct st_arena *a, const char *name,
                     struct st_span *out, struct st_error *err)
{
    const struct sandtable *s = (const struct sandtable *)self; /* files is its first member */
    const struct held *h = s->held;

    while (h && strcmp(h->name, name) != 0)
        h = h->next;
    if (!h)
        return ST_EUSAGE;
    *out = (struct st_span){ st_arena_text(a, h->text, h->len), h->len };
    return out->at ? ST_OK : st_fail(err, ST_ENOMEM, name, 0, "out of memory");
}

struct sandtable *sandtable_new(void)
{
    struct sandtable *s = calloc(1, sizeof *s);

    if (s)
        s->files = (struct st_files){ .read = held_read, .next = &st_files_library };
    return s;
}

static void drop_held(struct sandtable *s, const char *name)
{
    struct held **at = &s->held;

    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    struct held *gone = *at;
    if (gone)
        *at = gone->next;
    free(gone);
}

void st_handle_clear(struct sandtable *s)
{
    if (s->pupil) {
        st_pupil_free(s->pupil); /* whose table it was */
    } else {
        st_session_free(s->session);
        st_plan_free(s->plan);
    }
    free(s->seen);
    s->pupil = NULL;
    s->session = NULL;
    s->plan = NULL;
    s->seen = NULL;
}

void sandtable_free(struct sandtable *s)
{
    if (!s)
        return;
    st_handle_clear(s);
    while (s->held)
        drop_held(s, s->held->name);
    st_buf_free(&s->out);
    free(s);
}

/* Name and text in one piece of memory, the name behind the text. */
static struct held *hold(const char *name, const char *text, size_t len)
{
    size_t name_size = strlen(name) + 1;
    struct held *h = malloc(sizeof *h + len + 1 + name_size);

    if (!h)
        return NULL;
    *h = (struct held){ .len = len, .name = h->text + len + 1 };
    memcpy(h->text, text, len + 1);
    memcpy(h->name, name, name_size);
    return h;
}

/* GAME/..., so that a slip of the pen does not lie there unused. */
static int check_file(const char *name, const char *text, size_t len, struct st_error *err)
{
    struct st_span rest = st_span_of(name), id = st_span_cut(&rest, '/');
    const struct st_game *g;
    char game[64];

    if (rest.len == 0 || !st_span_copy(id, game, sizeof game))
        return st_fail(err, ST_EUSAGE, name, 0,
                       "not GAME/tables/ID.tsv, GAME/scenarios/ID.txt "
                       "or GAME/RULES.md");
    int e = st_view_game_find(&g, game, err);
    return e ? e : st_text_check(text, len, name, err);
}

static void say_remark(void *arg, const char *sentence)
{
    st_json_text(arg, NULL, sentence);
}

/* GAME/tables/ID.tsv: what of it changes nothing. */
static void house_says(struct sandtable *s, struct st_json *j, const char *name)
{
    struct st_span rest = st_span_of(name), game = st_span_cut(&rest, '/');
    char id[64], chart[64];

    if (!st_span_copy(game, id, sizeof id) || !st_span_is(st_span_cut(&rest, '/'), "tables") ||
        !st_span_copy(st_span_cut(&rest, '.'), chart, sizeof chart))
        return;
    st_house_chart(st_game_find(id), chart, &s->files, &st_files_library, say_remark, j);
}

const char *sandtable_file(struct sandtable *s, const char *name, const char *text)
{
    size_t len = strlen(words(text));
    struct st_json j = answer(s);
    struct held *h = NULL;
    struct st_error err;
    int e = check_file(words(name), words(text), len, &err);

    if (!e && text && !(h = hold(name, text, len)))
        e = st_fail(&err, ST_ENOMEM, name, 0, "out of memory");
    if (e)
        return failed(s, &err);
    drop_held(s, name);
    if (h) {
        h->next = s->held;
        s->held = h;
        s->files.shelf = NULL; /* others do not read that */
    }
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "name", name);
    st_json_int(&j, "bytes", (long long)len);
    st_json_open(&j, "says", '[');
    if (h)
        house_says(s, &j, name);
    st_json_close(&j, ']');
    st_json_close(&j, '}');
    return finish(s);
}

/* ---- the library ----------------------------------------------------------------------- */

const char *sandtable_games(struct sandtable *s)
{
    struct st_json j = answer(s);

    st_view_games(&j);
    return finish(s);
}

const char *sandtable_scenarios(struct sandtable *s, const char *game)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e)
        e = st_view_scenarios(&j, g, &s->files, NULL, 0, &err);
    return e ? failed(s, &err) : finish(s);
}

/* GAME/SCENARIO, or a game's first. */
static int plan_named(struct st_plan **out, const struct sandtable *s, const char *name,
                      struct st_error *err)
{
    struct st_span rest = st_span_of(name), game = st_span_cut(&rest, '/');
    const struct st_game *g;
    char id[60], scenario[90];

    st_span_copy(game, id, sizeof id);
    int e = st_view_game_find(&g, id, err);
    if (e)
        return e;
    st_span_copy(rest, scenario, sizeof scenario);
    return st_plan_make(out, g, rest.len ? scenario : g->scenarios[0], &s->files, NULL, 0, err);
}

static const char *of_plan(struct sandtable *s, const char *name,
                           void (*write)(struct st_json *j, const struct st_plan *p))
{
    struct st_json j = answer(s);
    struct st_plan *p = NULL;
    struct st_error err;
    int e = plan_named(&p, s, words(name), &err);

    if (e)
        return failed(s, &err);
    write(&j, p);
    st_plan_free(p);
    return finish(s);
}

const char *sandtable_briefing(struct sandtable *s, const char *name)
{
    return of_plan(s, name, st_view_briefing);
}

const char *sandtable_words(struct sandtable *s, const char *game)
{
    return of_plan(s, game, st_view_words);
}

/* A chart and, where one is asked for, a cell of it (else row -1); memory from a. */
static int find_cell(struct st_cite *out, struct st_arena *a, const struct sandtable *s,
                     const char *game, const char *chart, const char *cell, struct st_error *err)
{
    const struct st_game *g;
    struct st_chart *c = NULL;
    int e = st_view_game_find(&g, words(game), err);

    if (!e)
        e = st_view_chart_find(&c, a, g, words(chart), &s->files, NULL, err);
    *out = (struct st_cite){ .chart = c, .row = -1, .col = -1 };
    if (!e && given(cell))
        e = st_view_cell_find(c, cell, out, err);
    return e;
}

static const char *list_charts(struct sandtable *s, const char *game)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e)
        e = st_view_charts(&j, g, &s->files, &err);
    return e ? failed(s, &err) : finish(s);
}

const char *sandtable_chart(struct sandtable *s, const char *game, const char *chart,
                            const char *cell)
{
    struct st_json j = answer(s);
    struct st_plan *p = NULL;
    struct st_arena a = { NULL };
    struct st_error err;
    struct st_cite cite;

    if (!given(chart))
        return list_charts(s, game);
    int e = find_cell(&cite, &a, s, game, chart, cell, &err);
    if (!e && cite.row >= 0)
        st_view_cite(&j, NULL, &cite);
    else if (!e && plan_named(&p, s, words(game), NULL) == ST_OK)
        st_view_chart(&j, cite.chart, p);
    else if (!e)
        st_view_chart(&j, cite.chart, NULL);
    st_plan_free(p);
    st_arena_free(&a);
    return e ? failed(s, &err) : finish(s);
}

const char *sandtable_chart_svg(struct sandtable *s, const char *game, const char *chart,
                                const char *cell)
{
    struct st_buf svg = { 0 };
    struct st_arena a = { NULL };
    struct st_error err;
    struct st_cite cite;
    int e = find_cell(&cite, &a, s, game, chart, cell, &err);

    if (!e)
        st_svg_chart(&svg, cite.chart, cite.row, cite.col);
    st_arena_free(&a);
    return e ? failed(s, &err) : one_text(s, "svg", &svg);
}

const char *sandtable_rules(struct sandtable *s, const char *game, const char *para)
{
    struct st_json j = answer(s);
    const struct st_game *g;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e && given(para))
        e = st_view_paragraph(&j, g, &s->files, para, &err);
    else if (!e)
        e = st_view_rules(&j, g, &s->files, &err);
    return e ? failed(s, &err) : finish(s);
}

/* Lines that are not blank, as texts of their own in a; how many, or an error. */
static int split_lines(const char **out, int max, struct st_arena *a, const char *text,
                       struct st_error *err)
{
    struct st_line_reader r = { text, text + strlen(text), 0 };
    struct st_span line;
    int n = 0;

    while (st_line_next(&r, &line)) {
        line = st_span_trim(line);
        if (line.len == 0)
            continue;
        if (n == max)
            return st_fail(err, ST_ELIMIT, NULL, r.line, "more than %d lines", max);
        out[n] = st_arena_text(a, line.at, line.len);
        if (!out[n++])
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    return n;
}

static int ask(struct st_reply **out, const struct sandtable *s, const struct st_game *g,
               const char *question, const char *inputs, struct st_error *err)
{
    const char *line[OPTIONS_MAX];
    struct st_arena a = { NULL };
    int n = split_lines(line, OPTIONS_MAX, &a, words(inputs), err);
    int e = n < 0 ? n : st_ask_question(out, g, question, line, n, &s->files, err);

    st_arena_free(&a);
    return e;
}

const char *sandtable_ask(struct sandtable *s, const char *game, const char *question,
                          const char *inputs)
{
    struct st_json j = answer(s);
    const struct st_question *q;
    const struct st_game *g;
    struct st_reply *r = NULL;
    struct st_error err;
    int e = st_view_game_find(&g, words(game), &err);

    if (!e && !given(question)) {
        st_view_questions(&j, NULL, g, NULL);
        return finish(s);
    }
    if (!e)
        e = st_view_question_find(&q, g, question, &err);
    if (!e)
        e = ask(&r, s, g, q->id, inputs, &err);
    if (e)
        return failed(s, &err);
    st_view_reply(&j, g, r);
    st_reply_free(r);
    return finish(s);
}

const char *sandtable_verify(struct sandtable *s, const char *record)
{
    struct st_json j = answer(s);
    struct st_record *r = NULL;
    struct st_verifier once = { .files = &s->files };
    struct st_verdict verdict;
    struct st_error err;
    int e = st_record_parse(&r, words(record), strlen(words(record)), "record", &err);

    if (!e)
        e = st_verifier_run(&once, r, &verdict, &err);
    st_view_verdict(&j, "record", e, &verdict, &err);
    st_verifier_free(&once);
    st_record_free(r);
    return finish(s);
}

/* ---- a game on the table --------------------------------------------------------------- */

static int line_count(const struct sandtable *s)
{
    return st_session_record(s->session)->nlines;
}

/* { from, lines } after a change; from: how many lines there were before it. */
static const char *changed(struct sandtable *s, int from)
{
    int lines = line_count(s);
    struct st_json j = answer(s);

    st_json_open(&j, NULL, '{');
    st_json_int(&j, "from", from < lines ? from : lines);
    st_json_int(&j, "lines", lines);
    st_json_close(&j, '}');
    return finish(s);
}

/* The new game takes the place of the old one, once nothing can fail any more. */
static const char *put_on_table(struct sandtable *s, int e, struct st_plan *plan,
                                struct st_session *session, struct st_error *err)
{
    void *seen = e ? NULL : malloc(plan->pos_size);

    if (!e && !seen)
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (e) {
        st_session_free(session);
        st_plan_free(plan);
        return failed(s, err);
    }
    st_handle_clear(s);
    s->plan = plan;
    s->session = session;
    s->seen = seen;
    return changed(s, 0);
}

struct request { /* what sandtable_open is asked for */
    const struct st_game *game;
    const char *scenario;
    const char *line[OPTIONS_MAX];
    int nlines;
    struct st_entry given[OPTIONS_MAX];
    struct st_session_options options;
    struct st_arena arena;
};

static int bad_option(int e, const char *line, const char *what, struct st_error *err)
{
    return st_fail(err, e, "options", 0, "`%.60s`: %s", line, what);
}

/* Cut "KEY=VALUE"; both live in the arena. */
static int read_pair(struct request *q, const char *line, struct st_span rest, struct st_entry *out,
                     struct st_error *err)
{
    struct st_span value = rest, key = st_span_cut(&value, '=');

    if (key.len == 0 || key.len == rest.len)
        return bad_option(ST_EUSAGE, line, "a name, `=` and what it is to be", err);
    key = st_span_trim(key);
    *out = (struct st_entry){ st_arena_text(&q->arena, key.at, key.len),
                              st_arena_text(&q->arena, value.at, value.len), 0 };
    return out->key && out->value ? ST_OK : bad_option(ST_ENOMEM, line, "out of memory", err);
}

static int read_seat(struct request *q, const struct st_plan *p, const char *line,
                     struct st_span rest, struct st_error *err)
{
    struct st_entry seat;
    char near[160];
    int e = read_pair(q, line, rest, &seat, err);

    if (e)
        return e;
    int side = st_view_side_find(p, seat.key);
    if (side < 0) {
        st_view_choices(near, sizeof near, seat.key, p->side, ST_SIDES);
        return st_fail(err, ST_EUSAGE, "options", 0, "no side `%.40s`; %s", seat.key, near);
    }
    q->options.seat[side] = seat.value;
    return ST_OK;
}

static int read_dice(struct request *q, const char *line, const char *text, struct st_error *err)
{
    uint64_t seed, game;

    if (strcmp(text, "hand") != 0 && !st_seed_parse(text, &seed, &game))
        return bad_option(ST_EUSAGE, line, "dice are seed:N or hand", err);
    q->options.dice = text;
    return ST_OK;
}

static int read_mode(struct request *q, const char *text, struct st_error *err)
{
    char near[160];

    for (int i = 0; i < ST_MODES; i++)
        if (strcmp(text, st_mode_names[i]) == 0) {
            q->options.mode = (enum st_mode)i;
            return ST_OK;
        }
    st_view_choices(near, sizeof near, text, st_mode_names, ST_MODES);
    return st_fail(err, ST_EUSAGE, "options", 0, "no mode `%.40s`; %s", text, near);
}

/* Keys are needed for the plan, sides are known after it: p is NULL the first time. */
static int read_option(struct request *q, const struct st_plan *p, const char *line,
                       struct st_error *err)
{
    static const char *const names[] = { "set", "seat", "dice", "mode" };
    struct st_span rest = st_span_of(line), word = st_span_word(&rest);
    char near[160], name[40];

    rest = st_span_trim(rest);
    if (st_span_is(word, "set"))
        return p ? ST_OK : read_pair(q, line, rest, &q->given[q->options.ngiven++], err);
    if (st_span_is(word, "seat"))
        return p ? read_seat(q, p, line, rest, err) : ST_OK;
    if (st_span_is(word, "dice"))
        return p ? ST_OK : read_dice(q, line, rest.at, err);
    if (st_span_is(word, "mode"))
        return p ? ST_OK : read_mode(q, rest.at, err);
    st_span_copy(word, name, sizeof name);
    st_view_choices(near, sizeof near, name, names, sizeof names / sizeof names[0]);
    return st_fail(err, ST_EUSAGE, "options", 0, "no option `%s`; %s", name, near);
}

static int read_options(struct request *q, const struct st_plan *p, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < q->nlines && !e; i++)
        e = read_option(q, p, q->line[i], err);
    return e;
}

/* GAME/SCENARIO */
static int read_name(struct request *q, const char *name, struct st_error *err)
{
    struct st_span rest = st_span_of(name), id = st_span_cut(&rest, '/');
    const char *game = st_arena_text(&q->arena, id.at, id.len);

    q->scenario = st_arena_text(&q->arena, rest.at, rest.len);
    if (!game || !q->scenario)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    return st_view_game_find(&q->game, game, err);
}

static int begin(const struct sandtable *s, struct request *q, const char *name,
                 const char *options, struct st_plan **plan, struct st_session **session,
                 struct st_error *err)
{
    int e = read_name(q, name, err);

    if (!e) {
        q->nlines = split_lines(q->line, OPTIONS_MAX, &q->arena, options, err);
        e = q->nlines < 0 ? q->nlines : ST_OK;
    }
    q->options.given = q->given;
    q->options.dice = "hand";
    if (!e)
        e = read_options(q, NULL, err);
    if (!e)
        e = st_plan_make(plan, q->game, q->scenario, &s->files, q->given, q->options.ngiven, err);
    if (!e)
        e = read_options(q, *plan, err);
    return e ? e : st_session_open(session, *plan, &q->options, err);
}

const char *sandtable_open(struct sandtable *s, const char *name, const char *options)
{
    struct request q = { 0 };
    struct st_plan *plan = NULL;
    struct st_session *session = NULL;
    struct st_error err;
    int e = begin(s, &q, words(name), words(options), &plan, &session, &err);

    st_arena_free(&q.arena);
    return put_on_table(s, e, plan, session, &err);
}

const char *sandtable_load(struct sandtable *s, const char *record, int lines)
{
    struct st_plan *plan = NULL;
    struct st_session *session = NULL;
    struct st_record *r = NULL;
    struct st_error err;
    int e = st_record_parse(&r, words(record), strlen(words(record)), "record", &err);

    if (!e)
        e = st_record_plan(&plan, r, &s->files, &err);
    if (!e)
        e = st_session_load(&session, plan, r, lines, &err);
    st_record_free(r);
    return put_on_table(s, e, plan, session, &err);
}

/* ---- looking at it --------------------------------------------------------------------- */

static bool is_side(int side)
{
    return side >= ST_UMPIRE && side < ST_SIDES;
}

/* The table before a line of the record, as side sees it. NULL, or the complaint as an answer. */
static const char *look(struct sandtable *s, int side, int line, struct st_table *out)
{
    if (!s->plan)
        return no_game(s);
    if (!is_side(side))
        return misused(s, "there is no such side");
    if (line < SANDTABLE_PRESENT || line > line_count(s))
        return misused(s, "the record has no such line");
    struct st_table t = *st_session_table(s->session);
    if (line >= 0)
        t.pos = (void *)(uintptr_t)st_session_position(s->session, line); /* only looked at */
    *out = st_view_seen(&t, side, s->seen);
    return NULL;
}

const char *sandtable_plan(struct sandtable *s)
{
    struct st_json j = answer(s);

    if (!s->plan)
        return no_game(s);
    st_view_plan(&j, NULL, s->plan);
    return finish(s);
}

const char *sandtable_state(struct sandtable *s, int side, int line)
{
    struct st_json j = answer(s);
    struct st_table t;
    const char *complaint = look(s, side, line, &t);

    if (complaint)
        return complaint;
    int lines = line_count(s);
    st_json_open(&j, NULL, '{');
    st_view_position(&j, &t, side);
    st_json_int(&j, "line", line < 0 ? lines : line);
    st_json_int(&j, "lines", lines);
    st_json_text(&j, "mode", st_mode_names[st_session_mode(s->session)]);
    st_json_close(&j, '}');
    return finish(s);
}

const char *sandtable_fields(struct sandtable *s, int side, const char *name)
{
    struct st_json j = answer(s);
    struct st_refusal why;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "name", words(name));
    if (st_view_fields(&j, "fields", &t, words(name), &why))
        return refused(s, &why);
    st_json_close(&j, '}');
    return finish(s);
}

const char *sandtable_offers(struct sandtable *s, int side, const char *prefix)
{
    struct st_json j = answer(s);
    struct st_offer_list offers;
    struct st_error err;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    if (st_offer_list(&offers, &t, side, &err))
        return failed(s, &err);
    st_json_open(&j, NULL, '{');
    st_view_offers(&j, "offers", &t, &offers, given(prefix));
    st_json_close(&j, '}');
    st_offer_list_free(&offers);
    return finish(s);
}

const char *sandtable_check(struct sandtable *s, const char *move)
{
    struct st_json j = answer(s);
    struct st_refusal why;
    struct st_move m;
    char text[ST_MOVE_TEXT];

    if (!s->plan)
        return no_game(s);
    if (st_move_parse(&m, s->plan, words(move), &why) ||
        st_check(st_session_table(s->session), &m, &why))
        return refused(s, &why);
    st_move_print(s->plan, &m, text, sizeof text);
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "move", text);
    st_json_close(&j, '}');
    return finish(s);
}

/* An object gathered by a writer that may fail or be refused on the way. */
static const char *gathered(struct sandtable *s, struct st_json *j, int e, enum st_answer legal,
                            const struct st_refusal *why, const struct st_error *err)
{
    if (e)
        return failed(s, err);
    if (legal == ST_REFUSED)
        return refused(s, why);
    st_json_close(j, '}');
    return finish(s);
}

const char *sandtable_preview(struct sandtable *s, int side, const char *move)
{
    struct st_json j = answer(s);
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_table t;
    struct st_move m;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    if (st_move_parse(&m, s->plan, words(move), &why))
        return refused(s, &why);
    st_json_open(&j, NULL, '{');
    int e = st_view_preview(&j, &t, side, &m, &legal, &why, &err);
    return gathered(s, &j, e, legal, &why, &err);
}

const char *sandtable_drag(struct sandtable *s, int side, const char *pieces, const char *to)
{
    struct st_json j = answer(s);
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    st_json_open(&j, NULL, '{');
    int e = st_view_drag(&j, &t, side, words(pieces), words(to), &legal, &why, &err);
    return gathered(s, &j, e, legal, &why, &err);
}

typedef enum st_answer telling(struct st_json *j, const struct st_table *t, const struct st_scene *scene, const char *piece,
                               const char *other, struct st_refusal *why);

/* What is to be told of two pieces as a side sees them. */
static const char *of_two(struct sandtable *s, int side, const char *piece, const char *other, telling *tell)
{
    struct st_json j = answer(s);
    struct st_refusal why;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    struct st_scene *scene = st_view_stands(&t, side);
    if (!scene)
        return (j.out->failed = true, finish(s));
    enum st_answer legal = tell(&j, &t, scene, words(piece), words(other), &why);
    free(scene);
    return legal == ST_LEGAL ? finish(s) : refused(s, &why);
}

static enum st_answer tell_sight(struct st_json *j, const struct st_table *t, const struct st_scene *scene,
                                 const char *piece, const char *target, struct st_refusal *why)
{
    struct st_aim aim;

    if (st_view_aim(&aim, t, scene, piece, target, why))
        return ST_REFUSED;
    st_json_open(j, NULL, '{');
    st_view_sight(j, t->plan, scene, &aim);
    st_json_close(j, '}');
    return ST_LEGAL;
}

const char *sandtable_sight(struct sandtable *s, int side, const char *piece, const char *target)
{
    return of_two(s, side, piece, target, tell_sight);
}

const char *sandtable_meeting(struct sandtable *s, int side, const char *piece, const char *enemy)
{
    return of_two(s, side, piece, enemy, st_view_meeting);
}

const char *sandtable_odds(struct sandtable *s, int side, const char *move, const char *policy,
                           const char *measure)
{
    struct st_json j = answer(s);
    struct st_odds_answer *a = NULL;
    enum st_answer legal;
    struct st_refusal why;
    struct st_error err;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    struct st_odds_query q = { &t, given(move), given(policy), given(measure), s->odds_max };
    if (st_odds_answer(&a, &q, &legal, &why, &err))
        return failed(s, &err);
    if (legal == ST_REFUSED)
        return refused(s, &why);
    st_view_odds(&j, NULL, a);
    st_odds_answer_free(a);
    return finish(s);
}

const char *sandtable_record(struct sandtable *s)
{
    struct st_buf text = { 0 };

    if (!s->plan)
        return no_game(s);
    st_record_print(st_session_record(s->session), &text);
    return one_text(s, "record", &text);
}

const char *sandtable_lines(struct sandtable *s, int side, int from)
{
    struct st_json j = answer(s);

    if (!s->plan)
        return no_game(s);
    if (!is_side(side))
        return misused(s, "there is no such side");
    st_json_open(&j, NULL, '{');
    st_view_tags(&j, "tags", st_session_record(s->session));
    st_view_news(&j, "lines", s->session, from, side);
    st_json_close(&j, '}');
    return finish(s);
}

const char *sandtable_svg(struct sandtable *s, int side, int line)
{
    struct st_buf svg = { 0 };
    struct st_table t;
    const char *complaint = look(s, side, line, &t);

    if (complaint)
        return complaint;
    struct st_scene *scene = st_view_scene(&t, side);
    if (scene)
        st_svg_map(&svg, s->plan, scene);
    else
        svg.failed = true;
    free(scene);
    return one_text(s, "svg", &svg);
}

/* ---- changing it ----------------------------------------------------------------------- */

/* How a call to the session came back. */
static const char *outcome(struct sandtable *s, int e, enum st_answer legal, int before,
                           const struct st_refusal *why, const struct st_error *err)
{
    if (e)
        return failed(s, err);
    return legal == ST_REFUSED ? refused(s, why) : changed(s, before);
}

const char *sandtable_move(struct sandtable *s, const char *move, int insist)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_move(s->session, words(move), insist != 0, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_die(struct sandtable *s, int face)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_die(s->session, face, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_roll(struct sandtable *s)
{
    struct st_seeded dice;
    struct st_error err;
    uint64_t seed, game = 0;

    if (!s->plan)
        return no_game(s);
    const char *tag = st_record_tag(st_session_record(s->session), "Dice");
    if (!tag || !st_seed_parse(tag, &seed, &game))
        return misused(s, "the dice of this game are rolled by hand");
    int before = line_count(s);
    st_seeded_init(&dice, seed, game);
    dice.roll = (uint32_t)st_session_rolls(s->session);
    int e = st_session_roll(s->session, &dice.source, &err);
    return outcome(s, e, ST_LEGAL, before, NULL, &err);
}

const char *sandtable_decide(struct sandtable *s, const char *kind, unsigned seed)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_move m;

    if (!s->plan)
        return no_game(s);
    struct st_turn now = st_now(st_session_table(s->session));
    if (now.kind != ST_DECIDE)
        return misused(s, "nobody is to decide anything now");
    struct st_table seen = st_view_seen(st_session_table(s->session), now.side, s->seen);
    int before = line_count(s);
    int e = st_player_decide(words(kind), seed, st_session_moves(s->session), &seen, &m, &err);
    if (!e)
        e = st_session_play(s->session, &m, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_undo(struct sandtable *s)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    if (s->pupil && (s->pupil->waits != ST_WAIT_FREE || before <= s->pupil->stretch)) {
        st_refuse(&why, "", "In a lesson only what you decide alone is taken back");
        return refused(s, &why);
    }
    int e = st_session_undo(s->session, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_ruling(struct sandtable *s, const char *text)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_ruling(s->session, words(text), &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_note(struct sandtable *s, const char *text)
{
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_note(s->session, words(text), &err);
    return outcome(s, e, ST_LEGAL, before, NULL, &err);
}
