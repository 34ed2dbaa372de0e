/* case.c - running case files. The language is described whole in docs/formats.md.
 *
 * Each statement has a line in the table below: what it may follow, what it needs, which function
 * carries it out. A statement that fails tells its sentence and the rest of its case is only read
 * for words we do not know.
 */
#include "case/inner.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what goes wrong ------------------------------------------------------------------- */

int case_fail(struct case_run *c, int line, const char *fmt, ...)
{
    struct st_buf b = { 0 };
    va_list ap;

    va_start(ap, fmt);
    int len = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *text = len < 0 ? NULL : malloc((size_t)len + 1);
    if (!text)
        return case_no_memory(c);
    va_start(ap, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, ap);
    va_end(ap);

    /* The name of the case goes before the table, where a table follows the sentence. */
    int head = (int)strcspn(text, "\n");
    st_buf_add(&b, "%s:%d: %.*s [%s]%s", c->where, line, head, text, c->title, text + head);
    free(text);
    if (!b.failed && c->say)
        c->say(c->arg, b.text);
    c->failed = true;
    int e = b.failed ? case_no_memory(c) : CASE_FAILED;
    st_buf_free(&b);
    return e;
}

int case_bad(struct case_run *c, int line, const char *fmt, ...)
{
    char text[256];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return st_fail(c->err, ST_ESYNTAX, c->where, line, "%s", text);
}

int case_no_memory(struct case_run *c)
{
    return st_fail(c->err, ST_ENOMEM, c->where, 0, "out of memory");
}

void case_begin_check(struct case_run *c, enum case_after after, const char *what)
{
    st_reply_free(c->reply);
    c->reply = NULL;
    st_odds_free(&c->odds);
    c->odds = (struct st_odds){ 0 };
    c->after = after;
    c->after_line = c->now.line;
    c->after_checked = false;
    c->after_what = st_arena_text(&c->of_case, what, strlen(what));
    if (!c->after_what)
        c->after_what = "";
}

/* ---- game and file --------------------------------------------------------------------- */

static int use_game(struct case_run *c, const char *id)
{
    const char *names[64];
    char near[200] = "";
    int n = st_ngames < 64 ? st_ngames : 64;

    c->game = st_game_find(id);
    if (c->game)
        return ST_OK;
    for (int i = 0; i < n; i++)
        names[i] = st_games[i]->id;
    st_suggest(near, sizeof near, id, names, n);
    return case_bad(c, c->now.line, "no game `%s`%s%s", id, near[0] ? "; " : "", near);
}

static int run_game(struct case_run *c)
{
    if (c->title)
        return case_bad(c, c->now.line, "`game` stands before the first case");
    return use_game(c, c->now.text);
}

/* ".../shields/cases/x.case" belongs to shields. */
static const struct st_game *game_of_folder(const char *where)
{
    const char *cases = strstr(where, "/cases/");
    char id[64];

    for (const char *next = cases; next; next = strstr(next + 1, "/cases/"))
        cases = next;
    if (!cases)
        return NULL;
    const char *from = cases;
    while (from > where && from[-1] != '/')
        from--;
    if (!st_span_copy((struct st_span){ from, (size_t)(cases - from) }, id, sizeof id))
        return NULL;
    return st_game_find(id);
}

/* A sheet may be written with bars, `| 0101 | clear | 0 |`, where tabs are hard to see. */
static void add_line(struct st_buf *out, const char *text, bool sheet)
{
    struct st_span rest = st_span_of(text);

    if (!sheet || text[0] == '#' || strchr(text, '\t') || !strchr(text, '|')) {
        st_buf_add(out, "%s\n", text);
        return;
    }
    for (bool first = true; rest.len; first = false) {
        struct st_span cell = st_span_trim(st_span_cut(&rest, '|'));

        st_buf_add(out, "%s%.*s", first ? "" : "\t", (int)cell.len, cell.at);
    }
    st_buf_add(out, "\n");
}

static bool is_sheet(const char *name)
{
    size_t n = strlen(name);

    return n > 4 && strcmp(name + n - 4, ".tsv") == 0;
}

static int run_file(struct case_run *c)
{
    struct case_block *b = st_arena_get(&c->arena, sizeof *b);
    const char *name = c->now.text;
    struct st_buf text = { 0 };

    if (!b)
        return case_no_memory(c);
    if (strncmp(name, "tables/", 7) == 0)
        name += 7;
    if (!name[0] || strpbrk(name, "/ \t"))
        return case_bad(c, c->now.line, "`file` wants a name: file plain.txt or tables/crt.tsv");
    if (c->now.nrows == 0)
        return case_bad(c, c->now.line, "`file` without lines: each begins with `| `");
    for (int i = 0; i < c->now.nrows; i++)
        add_line(&text, c->now.row[i].text, is_sheet(name));
    b->name = st_arena_text(&c->arena, c->now.text, strlen(c->now.text));
    b->text = (struct st_span){ st_arena_text(&c->arena, st_buf_text(&text), text.len), text.len };
    bool lost = text.failed || !b->name || !b->text.at;
    st_buf_free(&text);
    if (lost)
        return case_no_memory(c);
    b->older = c->files.newest;
    c->files.newest = b;
    return ST_OK;
}

/* ---- the table of statements ----------------------------------------------------------- */

enum { /* what a statement is like */
    TOP = 1,         /* may stand before the first case */
    GAME = 2,        /* needs a `given` */
    CHECKS = 4,      /* says something that may be untrue */
    ROWS = 8,        /* may have indented lines */
    SETS = 16,       /* leaves the position unsettled */
    COLON = 32,      /* may be written with a colon after the keyword */
    AFTER = 64,      /* speaks of the statement before it */
    ALONE = 128      /* an AFTER that may also begin a check of its own */
};

static int told(struct case_run *c)
{
    return case_told(c, true);
}

static int offered(struct case_run *c)
{
    return case_offered(c, true);
}

static int modifier(struct case_run *c)
{
    return case_modifier(c, true);
}

static int looked(struct case_run *c)
{
    return case_looked(c, true);
}

static int run_not(struct case_run *c);

struct kind {
    const char *word;
    int (*run)(struct case_run *c);
    unsigned is;
    int (*negated)(struct case_run *c, bool wanted);
    unsigned after; /* bits of enum case_after */
};

enum { TRY = 1 << AFTER_TRY, ODDS = 1 << AFTER_ODDS, ASK = 1 << AFTER_ASK, ANY = 15 };

static const struct kind kinds[] = {
    { "game", run_game, TOP, NULL, 0 },
    { "file", run_file, TOP | ROWS, NULL, 0 },
    { "case", NULL, TOP, NULL, 0 },
    { "given", case_given, ROWS, NULL, 0 },
    { "set", case_set, GAME | ROWS | SETS, NULL, 0 },
    { "place", case_place, GAME | ROWS | SETS, NULL, 0 },
    { "dice", case_dice, GAME | ROWS, NULL, 0 },
    { "play", case_play, GAME | CHECKS | ROWS, NULL, 0 },
    { "ruling", case_ruling, GAME | CHECKS, NULL, 0 },
    { "mark", case_mark, GAME, NULL, 0 },
    { "back", case_back, GAME, NULL, 0 },
    { "try", case_try, GAME, NULL, 0 },
    { "legal", case_legal, CHECKS | COLON | AFTER | ALONE, NULL, TRY },
    { "refused", case_refused, CHECKS | AFTER | ALONE, NULL, TRY | ASK },
    { "says", case_says, CHECKS | AFTER, NULL, TRY },
    { "offers", case_offers, GAME | CHECKS | ROWS | COLON, NULL, 0 },
    { "offered", offered, GAME | CHECKS, case_offered, 0 },
    { "expect", case_expect, GAME | CHECKS | ROWS, NULL, 0 },
    { "sees", case_sees, GAME | CHECKS | ROWS, NULL, 0 },
    { "best", case_best, GAME | CHECKS, NULL, 0 },
    { "told", told, CHECKS | AFTER, case_told, ANY },
    { "modifier", modifier, CHECKS | AFTER, case_modifier, ANY },
    { "modifiers", case_modifiers, CHECKS | AFTER | ROWS, NULL, ANY },
    { "looked", looked, CHECKS | AFTER, case_looked, ANY },
    { "not", run_not, CHECKS | AFTER, NULL, ANY },
    { "measure", case_measure, ROWS, NULL, 0 },
    { "odds", case_odds, GAME | ROWS, NULL, 0 },
    { "faces", case_faces, CHECKS | AFTER | ROWS, NULL, ODDS | ASK },
    { "mean", case_mean, CHECKS | AFTER, NULL, ODDS },
    { "ask", case_ask, ROWS, NULL, 0 },
    { "answer", case_answer, CHECKS | AFTER, NULL, ASK },
    { "bad", case_asked_bad, CHECKS | AFTER, NULL, ASK },
    { "chart", case_chart, CHECKS, NULL, 0 },
    { "broken", case_broken, CHECKS | ROWS, NULL, 0 },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const struct kind *find_kind(const char *word)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return &kinds[i];
    return NULL;
}

static int unknown_word(struct case_run *c, const char *what, const char *word, bool negated)
{
    const char *names[KINDS];
    char near[200] = "";
    int n = 0;

    for (int i = 0; i < KINDS; i++)
        if (!negated || kinds[i].negated)
            names[n++] = kinds[i].word;
    st_suggest(near, sizeof near, word, names, n);
    return case_bad(c, c->now.line, "%s `%.40s`%s%s", what, word, near[0] ? "; " : "", near);
}

/* `not told TEXT`: the same statement, the other way round. */
static int run_not(struct case_run *c)
{
    struct st_span rest = st_span_of(c->now.text), word = st_span_word(&rest);
    const char *name = st_arena_text(&c->scratch, word.at, word.len);
    const struct kind *k = name ? find_kind(name) : NULL;

    if (!name)
        return case_no_memory(c);
    if (!k || !k->negated)
        return unknown_word(c, "`not` goes before told, offered, modifier and looked, not", name,
                            true);
    if ((k->is & GAME) && !c->plan)
        return case_bad(c, c->now.line, "`%s` before any `given`", name);
    c->now.text = st_span_trim(rest).at;
    return k->negated(c, false);
}

/* ---- cases ----------------------------------------------------------------------------- */

/* A try, odds or ask that nobody looked at is a test that cannot fail. */
static int check_looked_at(struct case_run *c)
{
    static const char *const want[] = {
        [AFTER_TRY] = "`try` without `legal`, `refused` or `says` after it",
        [AFTER_ODDS] = "`odds` without rows, `faces` or `mean`",
        [AFTER_ASK] = "`ask` without rows, `answer`, `refused`, `bad` or the like after it",
    };

    if (c->failed || c->after == AFTER_NOTHING || c->after_checked)
        return ST_OK;
    return case_bad(c, c->after_line, "%s", want[c->after]);
}

static int end_of_case(struct case_run *c, struct st_case_result *out)
{
    int e = ST_OK;

    if (!c->title)
        return ST_OK;
    e = check_looked_at(c);
    if (!e && !c->failed)
        e = case_settle(c);
    if (!e && !c->failed)
        e = case_dice_left(c);
    if (!e && !c->failed && !c->checked)
        e = case_fail(c, c->title_line, "this case checks nothing");
    case_game_end(c);
    st_arena_free(&c->of_case);
    c->title = c->measure = NULL;
    c->after = AFTER_NOTHING;
    if (e < 0)
        return e;
    if (c->failed)
        out->failed++;
    else
        out->passed++;
    return ST_OK;
}

static int begin_case(struct case_run *c, struct st_case_result *out)
{
    int e = end_of_case(c, out);

    if (e)
        return e;
    if (!c->now.text[0])
        return case_bad(c, c->now.line, "`case` wants paragraphs and a sentence");
    if (!c->game)
        return case_bad(c, c->now.line,
                        "which game? say `game ID` first, or put the file into ID/cases/");
    c->title = st_arena_text(&c->of_case, c->now.text, strlen(c->now.text));
    if (!c->title)
        return case_no_memory(c);
    c->title_line = c->now.line;
    c->failed = c->checked = false;
    return ST_OK;
}

/* Where a statement may stand. */
static int check_place(struct case_run *c, const struct kind *k)
{
    const char *word = c->now.word;

    if (c->now.nrows && !(k->is & ROWS))
        return case_bad(c, c->now.row[0].line, "no indented lines belong to `%s`", word);
    if (c->now.colon && !(k->is & COLON))
        return case_bad(c, c->now.line, "no colon belongs after `%s`", word);
    if (!c->title && !(k->is & TOP))
        return case_bad(c, c->now.line, "`%s` before the first `case`", word);
    if ((k->is & GAME) && !c->plan && !c->failed)
        return case_bad(c, c->now.line, "`%s` before any `given`", word);
    return ST_OK;
}

/* Does it speak of the try, odds or ask before it, or begin something new? */
static int check_after(struct case_run *c, const struct kind *k)
{
    bool one_line = (k->is & ALONE) && (c->now.colon || strchr(c->now.text, ':'));

    if ((k->is & AFTER) && !one_line) {
        if (!(k->after & 1u << c->after))
            return case_bad(c, c->now.line, "`%s` must follow %s", c->now.word,
                            k->after == (TRY | ASK)    ? "`try` or `ask`"
                            : k->after == (ODDS | ASK) ? "`odds` or `ask`"
                            : k->after == TRY          ? "`try`"
                            : k->after == ODDS         ? "`odds`"
                                                       : "`ask`");
        if (k->after == ANY && c->after != AFTER_ASK && !c->plan)
            return case_bad(c, c->now.line, "`%s` before any `given`", c->now.word);
        c->after_checked |= c->after == AFTER_ASK; /* told, modifier... of the answer */
        return ST_OK;
    }
    if (one_line && !c->plan)
        return case_bad(c, c->now.line, "`%s` before any `given`", c->now.word);
    int e = check_looked_at(c);
    c->after = AFTER_NOTHING;
    return e;
}

static int run_statement(struct case_run *c, struct st_case_result *out)
{
    const struct kind *k = find_kind(c->now.word);

    if (!k)
        return unknown_word(c, "no statement", c->now.word, false);
    int e = check_place(c, k);
    if (e)
        return e;
    if (!k->run)
        return begin_case(c, out);
    if (c->failed && c->title && k->run != run_file) /* later cases may need the file */
        return ST_OK;
    e = check_after(c, k);
    if (!e && !(k->is & SETS))
        e = case_settle(c);
    if (!e)
        e = k->run(c);
    c->checked |= (k->is & CHECKS) || c->after_checked;
    return e;
}

int st_case_run(struct st_case_result *out, const char *text, size_t len, const char *where,
                const struct st_files *files, void (*say)(void *arg, const char *sentence),
                void *arg, struct st_error *err)
{
    struct case_reader reader = { { text, text + len, 0 }, where };
    struct case_run *c = calloc(1, sizeof *c);

    *out = (struct st_case_result){ 0, 0 };
    if (!c)
        return st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    c->where = where;
    c->err = err;
    c->say = say;
    c->arg = arg;
    c->game = game_of_folder(where);
    case_files_init(&c->files, where, files ? files : &st_files_library);
    case_log_clear(&c->log);

    int e = st_text_check(text, len, where, err);
    bool more = true;
    while (e >= 0 && more) {
        st_arena_free(&c->scratch);
        e = case_read(&reader, &c->now, &c->scratch, err);
        more = e > 0;
        if (more)
            e = run_statement(c, out);
    }
    if (e == ST_OK)
        e = end_of_case(c, out);
    case_game_end(c);
    free(c->log.event);
    st_arena_free(&c->scratch);
    st_arena_free(&c->of_case);
    st_arena_free(&c->arena);
    free(c);
    return e;
}
