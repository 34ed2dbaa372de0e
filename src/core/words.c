/* words.c - the sheet: read, looked up, titles given. See words.h. */
#include "core/words.h"

#include "core/tsv.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct st_words {
    struct st_word *row; /* sorted by kind and id; what comes first in a chosen language wins */
    int n, room;
    bool own; /* some row is of this scenario alone */
};

/* ---- reading --------------------------------------------------------------------------- */

enum { KIND, ID, FORM, SAYS, SHORT, EXPLAINS, PARA, COLUMNS };
static const char *const column[] = { "kind", "id", "form", "says", "short", "explains", "para" };

static int by_id(const void *a, const void *b)
{
    const struct st_word *x = a, *y = b;
    int by_kind = strcmp(x->kind, y->kind), by = by_kind ? by_kind : strcmp(x->id, y->id);

    return by ? by : strcmp(x->form, y->form);
}

/* The sheet is a copy of our own: a text ends where the next column begins. */
static const char *cell_text(const struct st_tsv *t, int row, int col)
{
    struct st_span s = st_tsv_at(t, row, col);

    ((char *)(uintptr_t)s.at)[s.len] = 0;
    return s.at;
}

/* Are braces and brackets closed, and none inside its own kind? */
static bool balanced(const char *s)
{
    static const char all[] = "{}[]";
    bool brace = false, bracket = false;

    for (s += strcspn(s, all); *s; s += 1 + strcspn(s + 1, all)) {
        if ((*s == '{' && brace) || (*s == '}' && !brace) || (*s == '[' && (bracket || brace)) ||
            (*s == ']' && (!bracket || brace)))
            return false;
        brace = *s == '{' || (brace && *s != '}');
        bracket = *s == '[' || (bracket && *s != ']');
    }
    return !brace && !bracket;
}

static int read_row(struct st_word *w, const struct st_tsv *t, int row, const int *col, struct st_error *err)
{
    const char *text[COLUMNS];

    for (int i = 0; i < COLUMNS; i++)
        text[i] = cell_text(t, row, col[i]);
    *w = (struct st_word){ text[KIND], text[ID], text[FORM], text[SAYS], text[SHORT], text[EXPLAINS],
                           text[PARA], t->line[row] };
    if (!w->kind[0] || !w->id[0])
        return st_fail(err, ST_ESYNTAX, t->where, w->line, "a word without kind or id");
    for (int i = SAYS; i <= EXPLAINS; i++)
        if (!balanced(text[i]))
            return st_fail(err, ST_ESYNTAX, t->where, w->line,
                           "a brace or bracket of column `%s` is not closed", column[i]);
    return ST_OK;
}

/* A row of places may name several hexes: "malfosse/0505 0504". */
static int count_places(struct st_span id)
{
    int n = 1;

    for (size_t i = 0; i < id.len; i++)
        n += id.at[i] == ' ';
    return n;
}

static int split_places(struct st_words *out, struct st_arena *a, const struct st_word *w,
                        const struct st_tsv *t, struct st_error *err)
{
    struct st_span rest = st_span_of(w->id), word, of = { w->id, 0 };
    const char *slash = strchr(w->id, '/');

    if (slash)
        of.len = (size_t)(slash - w->id) + 1;
    rest.at += of.len, rest.len -= of.len;
    while ((word = st_span_word(&rest)).len) {
        char id[120];
        struct st_word *one = &out->row[out->n];

        snprintf(id, sizeof id, "%.*s%.*s", (int)of.len, of.at, (int)word.len, word.at);
        *one = *w;
        one->id = st_arena_text(a, id, strlen(id));
        if (!one->id)
            return st_fail(err, ST_ENOMEM, t->where, 0, "out of memory");
        out->n++;
    }
    return ST_OK;
}

static int read_sheet(struct st_words *out, struct st_arena *a, const struct st_tsv *t,
                      struct st_error *err)
{
    struct st_word *was = out->row;
    int col[COLUMNS], e = ST_OK, n = out->n, more = 0;

    for (int i = 0; !e && i < COLUMNS; i++)
        e = st_tsv_col(t, column[i], &col[i], err);
    for (int row = 0; !e && row < t->nrows; row++)
        if (st_span_is(st_tsv_at(t, row, col[KIND]), "place"))
            more += count_places(st_tsv_at(t, row, col[ID]));
    out->room = n + t->nrows + more;
    out->row = st_arena_array(a, (size_t)out->room + 1, sizeof *out->row);
    if (!out->row)
        return st_fail(err, ST_ENOMEM, t->where, 0, "out of memory");
    if (n)
        memcpy(out->row, was, (size_t)n * sizeof *was);
    for (int row = 0; !e && row < t->nrows; row++) {
        struct st_word w;

        e = read_row(&w, t, row, col, err);
        if (!e && strcmp(w.kind, "place") == 0)
            e = split_places(out, a, &w, t, err);
        else if (!e)
            out->row[out->n++] = w;
    }
    qsort(out->row + n, (size_t)(out->n - n), sizeof *out->row, by_id);
    for (int i = n + 1; !e && i < out->n; i++)
        if (by_id(&out->row[i - 1], &out->row[i]) == 0) {
            int a0 = out->row[i - 1].line, b0 = out->row[i].line;

            e = st_fail(err, ST_ESYNTAX, t->where, a0 > b0 ? a0 : b0,
                        "%s `%s` stands on line %d already", out->row[i].kind, out->row[i].id,
                        a0 > b0 ? b0 : a0);
        }
    return e;
}

/* The first row that comes not before these words; form NULL: whatever its form. */
static int find_first(const struct st_word *row, int n, const char *kind, const char *id, const char *form)
{
    int low = 0, high = n;

    while (low < high) {
        int mid = (low + high) / 2;
        int by = strcmp(row[mid].kind, kind);

        by = by ? by : strcmp(row[mid].id, id);
        by = by || !form ? by : strcmp(row[mid].form, form);
        if (by < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static struct st_word *find_in(const struct st_word *row, int n, const char *kind, const char *id,
                               const char *form)
{
    int low = find_first(row, n, kind, id, form);

    if (low == n || strcmp(row[low].kind, kind) != 0 || strcmp(row[low].id, id) != 0 ||
        (form && strcmp(row[low].form, form) != 0))
        return NULL;
    return (struct st_word *)(uintptr_t)&row[low];
}

static void take(const char **to, const char *word)
{
    if (word[0])
        *to = word;
}

/* Names may have their words from the scenario, events and reasons theirs from the rules, and a small word
 * none at all in English: these a sheet of another language adds. */
static bool may_add(const struct st_plan *p, const char *kind)
{
    static const char *const kinds[] = { "word", "event", "modifier", "title", "scenario", "option" };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return st_plan_list(p, kind) != NULL;
}

/* What a sheet of another language says replaces the words, not what they stand for; the rest of the
 * first sheet stays. */
static void lay_over(const struct st_plan *p, struct st_words *w, int base)
{
    int n = base;

    for (int i = base; i < w->n; i++) {
        struct st_word *own = &w->row[i];
        bool stretch = strcmp(own->kind, "choice") == 0; /* of a march: its form is what is said */
        struct st_word *old = find_in(w->row, base, own->kind, own->id,
                                      own->form[0] && !stretch ? own->form : NULL);

        if (!old) { /* else it says nothing the game knows */
            if (may_add(p, own->kind))
                w->row[n++] = *own;
            continue;
        }
        if (stretch)
            take(&old->form, own->form);
        take(&old->says, own->says);
        take(&old->brief, own->brief);
        take(&old->explains, own->explains);
    }
    w->n = n;
    if (n > base)
        qsort(w->row, (size_t)n, sizeof *w->row, by_id);
}

static int load_sheet(struct st_plan *p, struct st_words *w, const char *name,
                      const struct st_files *files, struct st_error *err)
{
    struct st_span text;
    struct st_tsv sheet;
    char path[128];

    snprintf(path, sizeof path, "%s/words/%s.tsv", p->game->id, name);
    const char *where = st_arena_text(&p->arena, path, strlen(path));
    if (!where)
        return st_fail(err, ST_ENOMEM, p->game->id, 0, "out of memory");
    int e = st_files_read(files, &p->arena, where, &text, NULL);
    if (e)
        return e == ST_EUSAGE ? ST_OK : st_files_read(files, &p->arena, where, &text, err);
    if (!text.len)
        return ST_OK;
    text.at = st_arena_text(&p->arena, text.at, text.len);
    if (!text.at)
        return st_fail(err, ST_ENOMEM, where, 0, "out of memory");
    e = st_text_check(text.at, text.len, where, err);
    if (!e)
        e = st_tsv_parse(&sheet, &p->arena, text, where, err);
    return e ? e : read_sheet(w, &p->arena, &sheet, err);
}

/* ---- titles of names -------------------------------------------------------------------- */

/* "malfosse/E1": of one scenario alone. */
static bool of_one(const struct st_word *w)
{
    return w->id[strcspn(w->id, "/ {")] == '/'; /* not "melee for {hex}: {a}/{d}" */
}

/* Not of another scenario. */
static bool of_scenario(const struct st_plan *p, const struct st_word *w)
{
    size_t n = strlen(p->id);

    return !of_one(w) || (strncmp(p->id, w->id, n) == 0 && w->id[n] == '/');
}

/* The rows of names: the scenario's own before those of the game. */
static void find_rows(const struct st_plan *p, const struct st_names *list, const struct st_word **row)
{
    const struct st_word *w;
    int at = 0;

    while ((w = st_word_next(p, list->kind, &at))) {
        const char *name = of_one(w) ? w->id + strlen(p->id) + 1 : w->id;
        int i = st_names_find(list, st_span_of(name));

        if (i >= 0 && (!row[i] || (of_one(w) && !of_one(row[i]))))
            row[i] = w;
    }
}

/* The row of a name, else of what the scenario or an army list calls it: "title Crossbowmen". */
static const struct st_word *title_row(const struct st_plan *p, const struct st_names *list, int i,
                                       const struct st_word *w)
{
    if (!w || !w->says[0] || (strcmp(list->kind, "side") == 0 && !w->brief[0]))
        w = NULL; /* a side without a short name is called as the scenario calls it */
    return w || !list->title || !list->title[i] ? w : st_word_find(p, "title", list->title[i]);
}

static int give_titles(struct st_plan *p, struct st_names *list, struct st_error *err)
{
    const struct st_word **row = st_arena_array(&p->arena, (size_t)list->n, sizeof *row);
    const char **title = NULL;

    if (!row)
        return st_fail(err, ST_ENOMEM, p->game->id, 0, "out of memory");
    find_rows(p, list, row);
    for (int i = 0; i < list->n; i++) {
        const struct st_word *w = title_row(p, list, i, row[i]);

        if (!w || !w->says[0])
            continue;
        if (!title) {
            title = st_arena_array(&p->arena, (size_t)list->n, sizeof *title);
            if (!title)
                return st_fail(err, ST_ENOMEM, p->game->id, 0, "out of memory");
            for (int k = 0; k < list->n; k++)
                title[k] = list->title ? list->title[k] : NULL;
        }
        title[i] = w->says;
    }
    for (int i = 0; title && i < list->n; i++)
        if (!title[i])
            title[i] = list->name[i];
    if (title)
        list->title = title;
    return ST_OK;
}

int st_words_load(struct st_plan *p, const struct st_files *files, struct st_error *err)
{
    struct st_words *w = st_arena_get(&p->arena, sizeof *w);

    if (!w)
        return st_fail(err, ST_ENOMEM, p->game->id, 0, "out of memory");
    int e = load_sheet(p, w, "en", files, err), base = w->n;
    if (!e)
        e = load_sheet(p, w, "own", files, err);
    if (e)
        return e;
    lay_over(p, w, base);
    for (int i = 0; i < w->n && !w->own; i++)
        w->own = strncmp(w->row[i].id, p->id, strlen(p->id)) == 0 && w->row[i].id[strlen(p->id)] == '/';
    p->words = w;
    for (int i = 0; !e && i < p->nnames; i++)
        e = give_titles(p, &p->names[i], err);
    const struct st_word *scenario = st_word_find(p, "scenario", p->id);
    if (scenario) {
        take(&p->title, scenario->says);
        take(&p->blurb, scenario->explains);
    }
    return e;
}

/* ---- looking up -------------------------------------------------------------------------- */

const struct st_word *st_word_find(const struct st_plan *p, const char *kind, const char *id)
{
    char own[160];
    size_t before = strlen(p->id), len = strlen(id);
    const struct st_word *w = NULL;

    if (!p->words || !p->words->n)
        return NULL;
    if (p->words->own && before + len + 2 <= sizeof own) { /* no sheet has an id as long as that */
        memcpy(own, p->id, before);
        own[before] = '/';
        memcpy(own + before + 1, id, len + 1);
        w = find_in(p->words->row, p->words->n, kind, own, NULL);
    }
    return w ? w : find_in(p->words->row, p->words->n, kind, id, NULL);
}

const struct st_word *st_word_field(const struct st_plan *p, const struct st_field *f)
{
    size_t of = f->of ? strlen(f->of) + 1 : 0, len = strlen(f->name);
    char id[80];

    if (of + len + 1 > sizeof id)
        return NULL;
    if (of) {
        memcpy(id, f->of, of - 1);
        id[of - 1] = '.';
    }
    memcpy(id + of, f->name, len + 1);
    return st_word_find(p, "field", id);
}

const struct st_word *st_word_verb(const struct st_plan *p, int verb)
{
    const char *form = p->game->verbs[verb].form;
    struct st_span rest = st_span_of(form);
    char id[40];

    st_span_copy(st_span_word(&rest), id, sizeof id);
    size_t n = strcspn(id, "[:");
    id[n] = 0;
    const struct st_word *w = p->words ? find_in(p->words->row, p->words->n, "verb", id, form) : NULL;
    return w ? w : st_word_find(p, "verb", id);
}

const char *st_word_says(const struct st_plan *p, const char *kind, const char *id)
{
    const struct st_word *w = st_word_find(p, kind, id);

    return w && w->says[0] ? w->says : id;
}

const struct st_word *st_word_next(const struct st_plan *p, const char *kind, int *at)
{
    if (p->words && *at == 0)
        *at = find_first(p->words->row, p->words->n, kind, "", NULL);
    for (; p->words && *at < p->words->n && strcmp(p->words->row[*at].kind, kind) == 0; (*at)++) {
        const struct st_word *w = &p->words->row[*at];

        if (of_scenario(p, w)) {
            (*at)++;
            return w;
        }
    }
    return NULL;
}

/* "Norman: units to eliminate": the side by its name, the rest by its row. */
const char *st_option_says(const struct st_plan *p, const char *text, char *room, size_t size)
{
    const struct st_word *w = st_word_find(p, "option", text);
    const char *rest = strstr(text, ": ");

    if (w || !rest || !(w = st_word_find(p, "option", rest + 2)))
        return w ? w->says : st_word_says(p, "title", text);
    struct st_span whose = { text, (size_t)(rest - text) };
    const char *side = NULL;
    for (int s = 0; s < ST_SIDES; s++)
        if (st_span_is(whose, p->side[s]))
            side = st_side_brief(p, s);
    char name[80], own[80];
    st_span_copy(whose, name, sizeof name);
    snprintf(room, size, "%s: %s", side ? side : st_option_says(p, name, own, sizeof own), w->says);
    return room;
}
