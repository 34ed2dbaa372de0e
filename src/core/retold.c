/* retold.c - what rules tell, retold with titles. See words.h.
 *
 * Rules tell in the notation ("N1 loses a step, now class C"): short, sure, and what records are read
 * by. For players a row of kind `event` has the same line with slots as its id and a sentence as its
 * says; where there is none, names are replaced by their titles.
 */
#include "core/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { CAUGHT = 12 };

struct caught { /* what a slot of the pattern stands for */
    struct st_span slot, text;
};

struct match {
    const struct st_plan *plan;
    struct caught caught[CAUGHT];
    int n;
};

static struct st_span base_of(struct st_span slot)
{
    while (slot.len > 1 && isdigit((unsigned char)slot.at[slot.len - 1]))
        slot.len--;
    return slot;
}

static const struct st_names *list_of(const struct st_plan *p, struct st_span slot)
{
    char kind[32];

    return st_span_copy(base_of(slot), kind, sizeof kind) ? st_plan_list(p, kind) : NULL;
}

static int side_of(const struct st_plan *p, struct st_span word)
{
    for (int i = 0; i < ST_SIDES; i++)
        if (st_span_is(word, p->side[i]))
            return i;
    return -1;
}

/* May the slot stand for this? Names must be names. */
static bool fits(const struct st_plan *p, struct st_span slot, struct st_span text)
{
    const struct st_names *list = list_of(p, slot);
    struct st_span base = base_of(slot);
    int n;

    if (!text.len)
        return false;
    if (st_span_is(base, "side"))
        return side_of(p, text) >= 0;
    if (list)
        return st_names_find(list, text) >= 0;
    if (st_span_is(base, "hex"))
        return p->grid.cols && st_hex_parse(&p->grid, text, &n);
    if (st_span_is(base, "n") || st_span_is(base, "k") || st_span_is(base, "mm"))
        return st_span_int(text, -100000, 100000, &n);
    return true;
}

static bool matches(struct match *m, struct st_span pattern, struct st_span text)
{
    while (pattern.len && pattern.at[0] != '{') {
        if (!text.len || text.at[0] != pattern.at[0])
            return false;
        pattern.at++, pattern.len--, text.at++, text.len--;
    }
    if (!pattern.len)
        return !text.len;
    const char *end = memchr(pattern.at, '}', pattern.len);
    if (!end || m->n == CAUGHT)
        return false;
    struct st_span slot = { pattern.at + 1, (size_t)(end - pattern.at) - 1 };
    struct st_span rest = { end + 1, pattern.len - (size_t)(end - pattern.at) - 1 };
    bool whole = !rest.len || !isalnum((unsigned char)rest.at[0]); /* it ends where a word does */
    int at = m->n++;
    for (size_t k = 1; k <= text.len; k++) {
        struct st_span word = { text.at, k };

        if (whole && k < text.len && isalnum((unsigned char)text.at[k - 1]) && isalnum((unsigned char)text.at[k]))
            continue;
        m->caught[at] = (struct caught){ slot, word };
        if (fits(m->plan, slot, word) &&
            matches(m, rest, (struct st_span){ text.at + k, text.len - k }))
            return true;
        m->n = at + 1;
    }
    m->n = at;
    return false;
}

static size_t literals(const char *pattern)
{
    size_t n = 0;
    bool slot = false;

    for (; *pattern; pattern++) {
        slot = *pattern == '{' || (slot && *pattern != '}');
        n += !slot;
    }
    return n;
}

static void put(char *out, size_t size, const char *text, size_t len)
{
    size_t at = strlen(out);
    bool inside = at && len > 4 && strncmp(text, "The ", 4) == 0; /* "reach the mill ford" */

    snprintf(out + at, size - at, "%s%.*s", inside ? "t" : "", (int)len - inside, text + inside);
}

static void with_titles(const struct st_plan *p, const char *text, char *out, size_t size);

static void put_caught(const struct st_plan *p, const struct caught *c, char *out, size_t size)
{
    const struct st_names *list = list_of(p, c->slot);
    int side = side_of(p, c->text), at = list ? st_names_find(list, c->text) : -1, hex;
    char place[120];

    if (st_span_is(base_of(c->slot), "side") && side >= 0) {
        put(out, size, st_side_says(p, side), strlen(st_side_says(p, side)));
    } else if (st_span_is(base_of(c->slot), "hex") && st_hex_parse(&p->grid, c->text, &hex)) {
        st_place_print(p, hex, place, sizeof place);
        put(out, size, place, strlen(place));
    } else if (at >= 0) {
        st_name_print(p, list, at, place, sizeof place);
        put(out, size, place, strlen(place));
    } else if (c->text.len < 200 && !memchr(c->text.at, '|', c->text.len)) { /* "F|L|R|B" is what one may type */
        char word[240], kind[32];

        st_span_copy(c->text, word, sizeof word);
        st_span_copy(base_of(c->slot), kind, sizeof kind); /* "{type}", "{ground}": a row of that kind */
        const struct st_word *w = st_word_find(p, "word", word);
        w = w ? w : st_word_find(p, kind, word);
        char says[ST_SAYS_MAX];
        with_titles(p, word, says, sizeof says);
        put(out, size, w ? w->says : says, strlen(w ? w->says : says));
    } else {
        put(out, size, c->text.at, c->text.len);
    }
}

static bool caught_is(const struct match *m, struct st_span name, int *n)
{
    for (int i = 0; i < m->n; i++)
        if (m->caught[i].slot.len == name.len && memcmp(m->caught[i].slot.at, name.at, name.len) == 0) {
            *n = i;
            return true;
        }
    return false;
}

static void retell(const struct match *m, const char *says, char *out, size_t size)
{
    out[0] = 0;
    while (*says) {
        const char *end = *says == '{' ? strchr(says, '}') : NULL;
        struct st_span words = { says + 1, end ? (size_t)(end - says) - 1 : 0 };
        struct st_span name = st_span_cut(&words, ':');
        int i, number;

        if (end && caught_is(m, name, &i)) {
            if (words.len) { /* {n:step|steps} */
                struct st_span many = words, one = st_span_cut(&many, '|');
                bool single = st_span_int(m->caught[i].text, -100000, 100000, &number) && number == 1;

                put(out, size, single ? one.at : many.at, single ? one.len : many.len);
            } else {
                put_caught(m->plan, &m->caught[i], out, size);
            }
            says = end + 1;
        } else {
            put(out, size, says++, 1);
        }
    }
}

void st_words_retell(const struct st_plan *p, const char *says, const char *name, int n, char *out,
                     size_t size)
{
    char number[16];
    struct match m = { .plan = p, .n = 2 };

    snprintf(number, sizeof number, "%d", n);
    m.caught[0] = (struct caught){ st_span_of("name"), st_span_of(name) };
    m.caught[1] = (struct caught){ st_span_of("n"), st_span_of(number) };
    retell(&m, says, out, size);
}

/* ---- where the sheet has no row ------------------------------------------------------------ */

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

/* A code as rules write it: of capitals and figures. Words that are names read well as they are. */
static bool is_code(struct st_span w)
{
    bool figure = false;

    for (size_t i = 0; i < w.len; i++) {
        if (islower((unsigned char)w.at[i]))
            return false;
        figure |= isdigit((unsigned char)w.at[i]) != 0;
    }
    return figure || w.len > 1;
}

/* A letter may be a side or an article: it is a side before these. */
static bool of_side(const char *rest)
{
    static const char *const after[] = { ":", ",", ".", ")", " is ", " has ", " wins", " to ", " may " };

    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++)
        if (strncmp(rest, after[i], strlen(after[i])) == 0)
            return true;
    return !*rest;
}

static const char *title_for(const struct st_plan *p, struct st_span word, char *room, size_t size)
{
    int hex, side = side_of(p, word);
    bool code = is_code(word), joined = memchr(word.at, '_', word.len) != NULL;

    if (side >= 0 && (code || (word.len == 1 && of_side(word.at + 1))))
        return st_side_brief(p, side);
    if (!code && !joined)
        return NULL;
    for (int i = 0; i < p->nnames; i++) {
        int at = p->names[i].title ? st_names_find(&p->names[i], word) : -1;

        if (at >= 0 && p->names[i].title[at])
            return p->names[i].title[at];
    }
    if (!isdigit((unsigned char)word.at[0]) && st_span_copy(word, room, size)) {
        const struct st_word *w = st_word_find(p, joined ? "code" : "type", room);

        w = w ? w : joined ? st_word_label(p, room) : st_word_find(p, "result", room);
        if (w && w->says[0])
            return w->says;
    }
    if (p->grid.cols && word.len == 4 && st_hex_parse(&p->grid, word, &hex) && hex >= 0) {
        st_place_print(p, hex, room, size);
        return room;
    }
    return NULL;
}

static void with_titles(const struct st_plan *p, const char *text, char *out, size_t size)
{
    out[0] = 0;
    while (*text) {
        struct st_span word = { text, 0 };
        char room[120];

        while (word_char(word.at[word.len]))
            word.len++;
        const char *title = word.len ? title_for(p, word, room, sizeof room) : NULL;
        if (word.len == 4 && strncasecmp(word.at, "side ", 5) == 0) { /* "side A" is that side */
            struct st_span name = { word.at + 5, 0 };

            while (word_char(name.at[name.len]))
                name.len++;
            if (side_of(p, name) >= 0) {
                title = st_side_says(p, side_of(p, name));
                word.len += 1 + name.len;
            }
        }
        if (!word.len)
            word.len = 1;
        put(out, size, title ? title : text, title ? strlen(title) : word.len);
        text += word.len;
    }
}

#ifndef __wasm__ /* the module is small */
/* Before anything is caught: do they begin and end alike? */
static bool may_match(const char *pattern, const char *text, size_t len)
{
    const char *slot = strrchr(pattern, '}'), *tail = slot ? slot + 1 : pattern;
    size_t n = strlen(tail);

    return (pattern[0] == '{' || pattern[0] == text[0]) && n <= len && memcmp(text + len - n, tail, n) == 0;
}
#endif

/* False: there is no row for it, and only names and codes are spelled. */
static bool told(const struct st_plan *p, const char *text, char *out, size_t size)
{
    const struct st_word *best = NULL, *w;
    struct match found = { .plan = p };
    size_t most = 0;
    int at = 0;

    while ((w = st_word_next(p, "event", &at))) {
#ifndef __wasm__
        if (!may_match(w->id, text, strlen(text)))
            continue;
#endif
        struct match m = { .plan = p };
        if (literals(w->id) >= most && matches(&m, st_span_of(w->id), st_span_of(text))) {
            most = literals(w->id);
            best = w;
            found = m;
        }
    }
    if (best)
        retell(&found, best->says, out, size);
    else
        with_titles(p, text, out, size);
    return best != NULL;
}

/* ---- other kinds of events ----------------------------------------------------------------- */

/* "+1 river or canal" */
static void counted(const struct st_plan *p, const struct st_event *e, char *out, size_t size)
{
    const char *reason = strchr(e->text, ' ');
    const struct st_word *w = reason ? st_word_find(p, "modifier", reason + 1) : NULL;

    char says[ST_SAYS_MAX];

    if (!w && reason)
        told(p, reason + 1, says, sizeof says);
    if (reason)
        snprintf(out, size, "%+d %s", e->value, w ? w->says : says);
    else
        with_titles(p, e->text, out, size);
}

const struct st_word *st_word_label(const struct st_plan *p, const char *label)
{
    static const char *const kinds[] = { "result", "code",   "ground", "type",  "column",  "row",    "modifier",
                                         "firearm", "weapon", "word",   "choice", "class",  "command", "factor",
                                         "recoil",  "grade",  "band",   "length", "chit",   "weather", "order" };
    const struct st_word *w = NULL;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !w; i++)
        w = st_word_find(p, kinds[i], label);
    return w && w->says[0] && !strchr(w->says, '{') ? w : NULL;
}

/* Codes that are printed on counters are short; players learn them, and a legend tells them. */
static bool is_key(const char *label)
{
    size_t n = strlen(label), capitals = 0;

    for (const char *c = label; *c; c++)
        capitals += !islower((unsigned char)*c) && *c != ' ';
    return strchr(label, '_') || (n > 3 && capitals == n && isupper((unsigned char)label[0]));
}

const char *st_word_axis(const struct st_plan *p, const char *kind, const char *chart, const char *label)
{
    const struct st_word *w;
    char id[120];

    snprintf(id, sizeof id, "%s.%s", chart, label);
    w = st_word_find(p, kind, id);
    w = w ? w : st_word_find(p, kind, label);
    w = w || !is_key(label) ? w : st_word_label(p, label);
    return !w ? label : strcmp(w->brief, "-") == 0 ? "" : w->says;
}

/* A label of a chart: itself, and what it means where that is not plain. */
static void put_label(const struct st_plan *p, const char *kind, const char *label, char *out,
                      size_t size)
{
    bool number = strcmp(kind, "result") != 0 && !label[strspn(label, "0123456789")]; /* of an axis: no result's code */
    const struct st_word *w = number ? NULL : st_word_find(p, kind, label);

    w = w || number ? w : st_word_label(p, label);
    if (w && strchr(label, '_'))
        snprintf(out, size, "%s", w->says);
    else if (w && strlen(label) < 5 && strcasecmp(w->says, label) != 0)
        snprintf(out, size, "%s (%s)", label, w->says);
    else
        snprintf(out, size, "%s", w ? w->says : label);
}

const struct st_word *st_word_cell(const struct st_plan *p, const struct st_chart *c, const char *cell)
{
    const struct st_word *w = NULL;
    char id[120];

    for (int own = 1; own >= 0 && !w; own--) { /* "assault_losers.A", else "assault.--" of assault_attacker */
        snprintf(id, sizeof id, "%.*s.%s", own ? 80 : (int)strcspn(c->id, "_"), c->id, cell);
        w = st_word_find(p, "result", id);
    }
    return w;
}

static void looked(const struct st_plan *p, const struct st_event *e, char *out, size_t size)
{
    const struct st_chart *c = e->cite.chart;
    char row[120], col[120], cell[160];
    const char *found = st_chart_text(c, e->cite.row, e->cite.col);
    const struct st_word *w = st_word_cell(p, c, found);

    put_label(p, "code", c->row.label[e->cite.row], row, sizeof row);
    put_label(p, "code", c->col.label[e->cite.col], col, sizeof col);
    if (w)
        snprintf(cell, sizeof cell, "%s (%s)", found, w->says);
    else
        put_label(p, "result", found, cell, sizeof cell);
    snprintf(out, size, "%s, %s %s, %s %s: %s", st_word_says(p, "chart", c->id), st_word_says(p, "word", "row"), row,
             st_word_says(p, "word", "column"), col, cell);
}

static void forced(const struct st_plan *p, const char *text, char *out, size_t size)
{
    struct st_table nowhere = { p, NULL, NULL };
    struct st_move m;
    char says[ST_SAYS_MAX];

    if (st_move_parse(&m, p, text, NULL) != ST_LEGAL ||
        (!st_move_part(&nowhere, &m, ST_WORD_SAYS, says, sizeof says) &&
         !st_move_part(&nowhere, &m, ST_WORD_BRIEF, says, sizeof says)))
        with_titles(p, text, says, sizeof says);
    snprintf(out, size, "%s: %s", st_word_says(p, "word", "Nothing else could be done"), says);
}

static void put_capital(char *out)
{
    if (islower((unsigned char)out[0]))
        out[0] = (char)toupper((unsigned char)out[0]);
}

/* Sentences are joined by "; ", and what has no row as a whole is told part by part between its commas. */
static void put_parts(const struct st_plan *p, struct st_span text, const char *signs, char *out, size_t size)
{
    char whole[200], says[ST_SAYS_MAX];

    if (*signs != ';') {
        st_span_copy(text, whole, sizeof whole);
        if (told(p, whole, says, sizeof says) || !*signs) {
            put(out, size, says, strlen(says));
            return;
        }
    }
    for (size_t from = 0, at = 0; at <= text.len; at++)
        if (at == text.len || (text.at[at] == *signs && at + 1 < text.len && text.at[at + 1] == ' ')) {
            put_parts(p, (struct st_span){ text.at + from, at - from }, signs + 1, out, size);
            if (at < text.len)
                put(out, size, text.at + at, 2);
            from = at + 2;
        }
}

void st_verdict_says(const struct st_plan *p, const char *verdict, char *out, size_t size)
{
    out[0] = 0;
    put_parts(p, st_span_of(verdict), ";,", out, size);
    put_capital(out);
}

void st_event_says(const struct st_plan *p, const struct st_event *e, char *out, size_t size)
{
    if (e->kind == ST_EV_FORCED)
        forced(p, e->text, out, size);
    else if (e->kind == ST_EV_MODIFIER)
        counted(p, e, out, size);
    else if (e->kind == ST_EV_LOOKED && e->cite.chart)
        looked(p, e, out, size);
    else
        told(p, e->text, out, size);
    put_capital(out);
}
