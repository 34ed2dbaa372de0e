/* lesson.c - a lesson read. See lesson.h.
 *
 * The words are rows of a table; where a line must follow another the row says which. */
#include "learn/lesson.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AFTER_DO = 1, AFTER_ODDS = 2, AFTER_FREE = 4 };
enum cut { WHOLE, ARROW, VERB, BAR, CHANCE };

static const struct word_row {
    const char *name;
    int after; /* which of these must come before it */
    enum cut cut;
} words[] = {
    [ST_LESSON_PAGE] = { "page" },
    [ST_LESSON_SAY] = { "say" },
    [ST_LESSON_SHOW] = { "show" },
    [ST_LESSON_WHEN] = { "when" },
    [ST_LESSON_SEAT] = { "seat" },
    [ST_LESSON_DO] = { "do" },
    [ST_LESSON_TRY] = { "try", 0, ARROW },
    [ST_LESSON_ELSE] = { "else", AFTER_DO, VERB },
    [ST_LESSON_FOE] = { "foe" },
    [ST_LESSON_DICE] = { "dice" },
    [ST_LESSON_ODDS] = { "odds", 0, BAR },
    [ST_LESSON_SEES] = { "sees", AFTER_ODDS, CHANCE },
    [ST_LESSON_EXPECT] = { "expect" },
    [ST_LESSON_FREE] = { "free" },
    [ST_LESSON_UNTIL] = { "until", AFTER_FREE },
    [ST_LESSON_WARN] = { "warn", AFTER_FREE, ARROW },
    [ST_LESSON_EXAMPLE] = { "example", AFTER_FREE },
    [ST_LESSON_BACK] = { "back", AFTER_FREE },
};
enum { WORDS = sizeof words / sizeof words[0], HEADS = 6, SETS_MAX = 64, KEYS_MAX = 32 };
static const char *const heads[HEADS] = { "title", "about", "minutes", "near", "start", "set" };

struct reading {
    struct st_lesson *l;
    struct st_lesson_line *row;
    int room;
    int open; /* AFTER_... of what a line may belong to */
    struct st_entry key[KEYS_MAX];
    int line;
    struct st_error *err;
};

__attribute__((format(printf, 2, 3))) static int bad(struct reading *r, const char *fmt, ...)
{
    char text[300];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return st_fail(r->err, ST_ESYNTAX, r->l->where, r->line, "%s", text);
}

int st_lesson_bad(const struct st_lesson *l, int row, struct st_error *err, const char *fmt, ...)
{
    char text[300];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return st_fail(err, ST_EVERIFY, l->where, row >= 0 && row < l->nrows ? l->row[row].line : 0,
                   "%s", text);
}

static const char *keep(struct reading *r, struct st_span s)
{
    s = st_span_trim(s);
    return st_arena_text(&r->l->arena, s.at, s.len);
}

static int no_memory(struct reading *r)
{
    return st_fail(r->err, ST_ENOMEM, r->l->where, 0, "out of memory");
}

/* ---- the head -------------------------------------------------------------------------- */

/* The next word; one with blanks in it stands in double quotes. */
static struct st_span next_word(struct st_span *text)
{
    *text = st_span_trim(*text);
    const char *end = text->len && text->at[0] == '"' ? memchr(text->at + 1, '"', text->len - 1) : NULL;

    if (!end)
        return st_span_word(text);
    struct st_span word = { text->at + 1, (size_t)(end - text->at - 1) };
    *text = (struct st_span){ end + 1, text->len - word.len - 2 };
    return word;
}

/* malfosse turns=6 goal.Norman=2 "weather=fixed Frost" */
static int read_start(struct reading *r, struct st_span text)
{
    struct st_lesson *l = r->l;

    l->scenario = keep(r, next_word(&text));
    for (struct st_span word; (word = next_word(&text)).len;) {
        struct st_span value = word, key = st_span_cut(&value, '=');

        if (key.len == 0 || key.len == word.len)
            return bad(r, "`%.*s` is not key=value", (int)word.len, word.at);
        if (l->ngiven == KEYS_MAX)
            return bad(r, "more than %d keys", KEYS_MAX);
        r->key[l->ngiven] = (struct st_entry){ keep(r, key), keep(r, value), 0 };
        if (!r->key[l->ngiven].key || !r->key[l->ngiven++].value)
            return no_memory(r);
    }
    return l->scenario ? ST_OK : no_memory(r);
}

static int read_set(struct reading *r, struct st_span text)
{
    struct st_lesson *l = r->l;
    char words_of_it[ST_LINE_MAX + 8];

    if (l->nset == SETS_MAX)
        return bad(r, "more than %d lines `set`", SETS_MAX);
    if (!l->set && !(l->set = st_arena_array(&l->arena, SETS_MAX, sizeof *l->set)))
        return no_memory(r);
    snprintf(words_of_it, sizeof words_of_it, "set %.*s", (int)text.len, text.at);
    l->set[l->nset] = keep(r, st_span_of(words_of_it));
    return l->set[l->nset++] ? ST_OK : no_memory(r);
}

static int read_head(struct reading *r, int head, struct st_span text)
{
    struct st_lesson *l = r->l;

    if (l->nrows)
        return bad(r, "`%s` stands before the first page", heads[head]);
    switch (head) {
    case 0: l->title = keep(r, text); return l->title ? ST_OK : no_memory(r);
    case 1: l->about = keep(r, text); return l->about ? ST_OK : no_memory(r);
    case 2:
        return st_span_int(text, 1, 240, &l->minutes) ? ST_OK
                                                      : bad(r, "minutes are a number from 1 to 240");
    case 3:
        return st_span_int(text, 0, 200, &l->near) ? ST_OK
                                                   : bad(r, "near is a number from 0 to 200");
    case 4: return read_start(r, text);
    default: return read_set(r, text);
    }
}

/* ---- lines ----------------------------------------------------------------------------- */

static const char *find_text(struct st_span s, const char *sign)
{
    size_t n = strlen(sign);

    for (size_t i = 0; i + n <= s.len; i++)
        if (memcmp(s.at + i, sign, n) == 0)
            return s.at + i;
    return NULL;
}

/* text and more of a line, by the sign between them. */
static int cut_line(struct reading *r, enum cut how, struct st_span *text, struct st_span *more)
{
    const char *end = text->at + text->len, *sign = NULL;

    *more = (struct st_span){ end, 0 };
    switch (how) {
    case WHOLE: return ST_OK;
    case ARROW:
        sign = find_text(*text, "=>");
        if (!sign)
            return bad(r, "`=>` and what comes after it are missing");
        *more = (struct st_span){ sign + 2, (size_t)(end - sign - 2) };
        break;
    case CHANCE: /* E3.steps 1 = 3/8, the fyrd loses a step */
        sign = find_text(*text, ",");
        if (!find_text(*text, " = ") || !sign)
            return bad(r, "`sees` is FIELD VALUE = CHANCE, and the outcome in words");
        *more = (struct st_span){ sign + 1, (size_t)(end - sign - 1) };
        break;
    case BAR:
        sign = find_text(*text, "| given ");
        if (!sign)
            return ST_OK;
        *more = (struct st_span){ sign + 8, (size_t)(end - sign - 8) };
        break;
    case VERB: /* (group) All four, please. */
        if (text->len == 0 || text->at[0] != '(')
            return ST_OK;
        sign = find_text(*text, ")");
        if (!sign)
            return bad(r, "a bracket is not closed");
        *more = (struct st_span){ text->at + 1, (size_t)(sign - text->at - 1) };
        *text = (struct st_span){ sign + 1, (size_t)(end - sign - 1) };
        return ST_OK;
    }
    text->len = (size_t)(sign - text->at);
    return ST_OK;
}

static int add_row(struct reading *r, struct st_lesson_line row)
{
    struct st_lesson *l = r->l;

    if (l->nrows == r->room) {
        int room = r->room ? r->room * 2 : 128;
        struct st_lesson_line *more = st_arena_array(&l->arena, (size_t)room, sizeof *more);

        if (!more)
            return no_memory(r);
        if (l->nrows)
            memcpy(more, r->row, (size_t)l->nrows * sizeof *more);
        r->row = more;
        r->room = room;
        l->row = more;
    }
    r->row[l->nrows++] = row;
    return ST_OK;
}

/* What later lines may belong to: a do or try to its else, odds to what they show. */
static int opens(enum st_lesson_word w, int open)
{
    switch (w) {
    case ST_LESSON_DO:
    case ST_LESSON_TRY: return AFTER_DO;
    case ST_LESSON_ODDS: return AFTER_ODDS;
    case ST_LESSON_FREE: return AFTER_FREE;
    case ST_LESSON_ELSE:
    case ST_LESSON_SEES:
    case ST_LESSON_UNTIL:
    case ST_LESSON_WARN:
    case ST_LESSON_EXAMPLE:
    case ST_LESSON_BACK: return open;
    default: return 0;
    }
}

static int read_row(struct reading *r, enum st_lesson_word w, struct st_span text)
{
    struct st_lesson *l = r->l;
    struct st_span more;

    if (w == ST_LESSON_SEAT && !l->npages) {
        l->seat = keep(r, text);
        return l->seat ? ST_OK : no_memory(r);
    }
    l->npages += w == ST_LESSON_PAGE;
    if (!l->npages)
        return bad(r, "`%s` before the first `page`", words[w].name);
    if (words[w].after && !(words[w].after & r->open))
        return bad(r, "`%s` belongs to nothing before it", words[w].name);
    int e = cut_line(r, words[w].cut, &text, &more);
    if (e)
        return e;
    struct st_lesson_line row = { w, r->line, keep(r, text), keep(r, more) };
    if (!row.text || !row.more)
        return no_memory(r);
    if (!row.text[0])
        return bad(r, "`%s` says nothing", words[w].name);
    r->open = opens(w, r->open);
    return add_row(r, row);
}

static int unknown(struct reading *r, struct st_span word)
{
    const char *names[WORDS + HEADS];
    char asked[40], near[160];

    for (int i = 0; i < WORDS; i++)
        names[i] = words[i].name;
    memcpy(names + WORDS, heads, sizeof heads);
    if (!st_span_copy(word, asked, sizeof asked))
        return bad(r, "a line is `word: text`");
    st_suggest(near, sizeof near, asked, names, WORDS + HEADS);
    return bad(r, "no word `%s` in lessons%s%s", asked, near[0] ? "; " : "", near);
}

static int read_line(struct reading *r, struct st_span line)
{
    struct st_span text = line, word = st_span_trim(st_span_cut(&text, ':'));

    if (word.len == line.len)
        return bad(r, "a line is `word: text`");
    text = st_span_trim(text);
    for (int i = 0; i < HEADS; i++)
        if (st_span_is(word, heads[i]))
            return read_head(r, i, text);
    for (int i = 0; i < WORDS; i++)
        if (st_span_is(word, words[i].name))
            return read_row(r, (enum st_lesson_word)i, text);
    return unknown(r, word);
}

static int read_all(struct reading *r, struct st_span text)
{
    struct st_line_reader lines = { text.at, text.at + text.len, 0 };
    struct st_span line;
    int e = st_text_check(text.at, text.len, r->l->where, r->err);

    while (!e && st_line_next(&lines, &line)) {
        line = st_span_trim(line);
        r->line = lines.line;
        if (line.len && line.at[0] != '#')
            e = read_line(r, line);
    }
    r->line = 0;
    if (!e && !r->l->scenario)
        e = bad(r, "no `start`: which scenario?");
    if (!e && !r->l->seat)
        e = bad(r, "no `seat`: which side is the learner's?");
    if (!e && !r->l->npages)
        e = bad(r, "no `page`");
    return e;
}

/* ---- what is shown --------------------------------------------------------------------- */

const char *const st_lit_names[] = { "pieces", "hexes", "places", "panel", "chart", "para" };
enum { LIT_KINDS = 6 };

bool st_lit_cut(struct st_span *text, int *kind, struct st_span *what)
{
    if (!text->len)
        return false;
    *what = st_span_trim(st_span_cut(text, ';'));
    struct st_span word = st_span_word(what);
    *what = st_span_trim(*what);
    *kind = st_span_find(word, st_lit_names, LIT_KINDS);
    return *kind >= 0 && what->len;
}

/* ---- loading --------------------------------------------------------------------------- */

static int find(const struct st_game *game, const char *id, struct st_error *err)
{
    char near[160];
    int n = st_nlessons(game);

    for (int i = 0; i < n; i++)
        if (strcmp(game->lessons[i], id) == 0)
            return ST_OK;
    if (n == 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no lessons", game->title);
    st_suggest(near, sizeof near, id, game->lessons, n);
    for (int i = 0, all = !near[0]; all && i < n; i++)
        st_text_add(near, sizeof near, "%s%s", i ? ", " : n > 1 ? "there are " : "there is ", game->lessons[i]);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no lesson `%.40s` of %s; %s", id, game->id, near);
}

int st_lesson_load(struct st_lesson **out, const struct st_game *game, const char *id,
                   const struct st_files *files, struct st_error *err)
{
    struct st_lesson *l = calloc(1, sizeof *l);
    char name[160];
    struct st_span text;
    int e = find(game, id, err);

    *out = NULL;
    snprintf(name, sizeof name, "%s/lessons/%s.lesson", game->id, id);
    if (!e && l)
        e = st_files_read(files, &l->arena, name, &text, err);
    if (!e && l) {
        struct reading r = { .l = l, .err = err };

        l->game = game;
        l->id = st_arena_text(&l->arena, id, strlen(id));
        l->where = st_arena_text(&l->arena, name, strlen(name));
        l->title = l->about = "";
        e = l->id && l->where ? read_all(&r, text) : no_memory(&r);
        if (!e && l->ngiven) {
            struct st_entry *given = st_arena_array(&l->arena, (size_t)l->ngiven, sizeof *given);

            if (given)
                memcpy(given, r.key, (size_t)l->ngiven * sizeof *given);
            l->given = given;
            e = given ? ST_OK : no_memory(&r);
        }
    }
    if (!e && !l)
        e = st_fail(err, ST_ENOMEM, name, 0, "out of memory");
    if (e)
        st_lesson_free(l);
    else
        *out = l;
    return e;
}

void st_lesson_free(struct st_lesson *l)
{
    if (!l)
        return;
    st_arena_free(&l->arena);
    free(l);
}
