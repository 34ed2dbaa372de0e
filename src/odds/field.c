/* field.c - named numbers of a position as people write them: probes and values. See odds.h. */
#include "odds/odds.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 40, NEAR_MAX = 160, CHOICES_MAX = 64 };

/* ---- lists ---------------------------------------------------------------------------- */

/* The names a kind stands for. Every plan knows its sides, even where it lists none. */
static bool find_list(struct st_names *out, const struct st_plan *p, const char *kind)
{
    const struct st_names *list = st_plan_list(p, kind);

    if (list)
        *out = *list;
    else if (strcmp(kind, "side") == 0)
        *out = (struct st_names){ "side", p->side, NULL, ST_SIDES };
    else
        return false;
    return true;
}

static int count_symbols(const struct st_field *f)
{
    int n = 0;

    while (f->symbol[n])
        n++;
    return n;
}

/* The words a field's values are written in; false for hexes and plain numbers. */
static bool words_of(struct st_names *out, const struct st_plan *p, const struct st_field *f)
{
    if (f->symbol) {
        *out = (struct st_names){ f->name, f->symbol, NULL, count_symbols(f) };
        return true;
    }
    return f->kind && strcmp(f->kind, "hex") != 0 && find_list(out, p, f->kind);
}

static bool is_hex(const struct st_field *f)
{
    return !f->symbol && f->kind && strcmp(f->kind, "hex") == 0;
}

/* A refusal that quotes the word (cut short if need be) and names what is near it. */
static enum st_answer refuse_word(struct st_refusal *why, const char *what, struct st_span word,
                                  const char *const *names, int n)
{
    char text[WORD_MAX], near[NEAR_MAX] = "";

    if (!why)
        return ST_REFUSED;
    if (st_span_copy(word, text, sizeof text))
        st_suggest(near, sizeof near, text, names, n);
    return st_refuse(why, "", "no %s `%.*s`%s%s", what,
                     (int)(word.len < WORD_MAX ? word.len : WORD_MAX), word.at, near[0] ? "; " : "",
                     near);
}

/* ---- values --------------------------------------------------------------------------- */

/* 448478 parts of 1000 as 448.478, 300000 as 300. */
static void print_parts(int per, int value, char *out, size_t size)
{
    int whole = value / per, rest = value % per < 0 ? -(value % per) : value % per;
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%s%d.%0*d", value < 0 && whole == 0 ? "-" : "", whole,
                     per == 1000 ? 3 : per == 100 ? 2 : 1, rest);

    while (digits[n - 1] == '0')
        digits[--n] = 0;
    if (digits[n - 1] == '.')
        digits[--n] = 0;
    snprintf(out, size, "%s", digits);
}

/* The same back. A whole number of ten thousand or more is one of parts: so it was written before. */
static bool read_parts(int per, struct st_span word, int *value)
{
    struct st_span rest = word, whole = st_span_cut(&rest, '.');
    bool minus = word.len && word.at[0] == '-';
    int n, part = 0, scale = per;

    if (!st_span_int(whole, -2000000000, 2000000000, &n))
        return false;
    if (whole.len == word.len && (n >= 10 * per || n <= -10 * per)) {
        *value = n;
        return true;
    }
    if (n > 2000000000 / per || n < -2000000000 / per || (whole.len < word.len && !rest.len))
        return false;
    for (size_t i = 0; i < rest.len; i++) {
        if (rest.at[i] < '0' || rest.at[i] > '9' || scale == 1)
            return false;
        scale /= 10;
        part += (rest.at[i] - '0') * scale;
    }
    *value = n * per + (minus ? -part : part);
    return true;
}

void st_field_print(const struct st_plan *p, const struct st_field *f, int value, char *out,
                    size_t size)
{
    struct st_names list;
    char place[6];

    if (is_hex(f) && value != -1) {
        st_hex_name(&p->grid, value, place);
        snprintf(out, size, "%s", place);
    } else if (is_hex(f)) {
        snprintf(out, size, "-");
    } else if (f->per) {
        print_parts(f->per, value, out, size);
    } else if (!words_of(&list, p, f)) {
        snprintf(out, size, "%d", value);
    } else if (value >= 0 && value < list.n) {
        snprintf(out, size, "%s", list.name[value]);
    } else if (value == -1) {
        snprintf(out, size, "-");
    } else {
        snprintf(out, size, "%d", value); /* no word for it: better a number than nothing */
    }
}

enum st_answer st_field_parse(const struct st_plan *p, const struct st_field *f,
                              struct st_span word, int *value, struct st_refusal *why)
{
    struct st_names list;

    word = st_span_trim(word);
    if (is_hex(f) && st_span_is(word, "-")) {
        *value = -1;
        return ST_LEGAL;
    }
    if (is_hex(f)) {
        if (!p->grid.cols || !st_hex_parse(&p->grid, word, value))
            return refuse_word(why, "hex", word, NULL, 0);
        if (*value < 0)
            return st_refuse(why, "", "%.*s is off the map", (int)word.len, word.at);
        return ST_LEGAL;
    }
    if (!words_of(&list, p, f)) {
        if (f->per ? read_parts(f->per, word, value)
                   : st_span_int(word, INT32_MIN, INT32_MAX, value))
            return ST_LEGAL;
        return st_refuse(why, "", "%s must be a number, not `%.*s`", f->name,
                         (int)(word.len < WORD_MAX ? word.len : WORD_MAX), word.at);
    }
    *value = st_names_find(&list, word); /* first: a list may have a word "-" of its own */
    if (*value >= 0 || st_span_is(word, "-"))
        return ST_LEGAL;
    return refuse_word(why, list.kind, word, list.name, list.n);
}

/* ---- probes --------------------------------------------------------------------------- */

static enum st_answer refuse_field(struct st_refusal *why, const struct st_game *g, bool piece,
                                   struct st_span name)
{
    const char *names[CHOICES_MAX];
    int n = 0;

    for (int i = 0; i < st_nfields(g) && n < CHOICES_MAX; i++)
        if ((g->fields->row[i].of != NULL) == piece && !g->fields->row[i].old)
            names[n++] = g->fields->row[i].name;
    const struct st_field *other = st_field_find(g, name, !piece);
    if (other && piece)
        return st_refuse(why, "", "%s belongs to the game, write it alone", other->name);
    if (other)
        return st_refuse(why, "", "whose %s? write NAME.%s with the name of a %s", other->name,
                         other->name, other->of);
    return refuse_word(why, "field", name, names, n);
}

/* Fields of several lists may share a name (every unit and every leader has a hex). */
static enum st_answer piece_parse(struct st_probe *out, const struct st_plan *p,
                                  struct st_span piece, struct st_span name, struct st_refusal *why)
{
    const struct st_game *g = p->game;
    struct st_names list = { .kind = NULL };

    for (int i = 0; i < st_nfields(g); i++) {
        const struct st_field *f = &g->fields->row[i];

        if (!f->of || !st_span_is(name, f->name) || !find_list(&list, p, f->of))
            continue;
        int k = st_names_find(&list, piece);
        if (k >= 0) {
            *out = (struct st_probe){ f, k, 0 };
            return ST_LEGAL;
        }
    }
    if (list.kind)
        return refuse_word(why, list.kind, piece, list.name, list.n);
    return refuse_field(why, g, true, name);
}

enum st_answer st_probe_parse(struct st_probe *out, const struct st_plan *p, const char *text,
                              struct st_refusal *why)
{
    struct st_span all = st_span_trim(st_span_of(text)), name = all;

    /* The last dot: pieces may have dots in their names, fields have none. */
    for (size_t i = all.len; i > 0; i--)
        if (all.at[i - 1] == '.') {
            name = (struct st_span){ all.at + i, all.len - i };
            return piece_parse(out, p, (struct st_span){ all.at, i - 1 }, name, why);
        }
    *out = (struct st_probe){ st_field_find(p->game, name, false), -1, 0 };
    return out->field ? ST_LEGAL : refuse_field(why, p->game, false, name);
}

void st_probe_print(const struct st_plan *p, struct st_probe probe, char *out, size_t size)
{
    struct st_names list;

    if (probe.piece >= 0 && probe.field->of && find_list(&list, p, probe.field->of) &&
        probe.piece < list.n)
        snprintf(out, size, "%s.%s", list.name[probe.piece], probe.field->name);
    else
        snprintf(out, size, "%s", probe.field->name);
}

static int add_probe(struct st_probe *out, int n, int max, struct st_probe probe)
{
    for (int i = 0; i < n; i++)
        if (out[i].field == probe.field && out[i].piece == probe.piece)
            return n;
    if (n < max)
        out[n++] = probe;
    return n;
}

/* Field by field, so that what does not fit is the last field of some pieces, not a whole piece. */
int st_probes_of_move(const struct st_plan *p, const struct st_move *m, struct st_probe *out,
                      int max)
{
    const struct st_game *g = p->game;
    const char *odds = m->verb < g->nverbs ? g->verbs[m->verb].odds : NULL;
    struct st_span words = st_span_of(odds ? odds : ""), word;
    int n = 0;

    while ((word = st_span_word(&words)).len)
        for (int i = 0; i < st_nfields(g); i++) {
            const struct st_field *f = &g->fields->row[i];
            int piece[ST_ARGS_MAX];

            if (f->old || !st_span_is(word, f->name))
                continue;
            if (!f->of) {
                n = add_probe(out, n, max, (struct st_probe){ f, -1, 0 });
                continue;
            }
            int named = st_move_names(p, m, f->of, piece, ST_ARGS_MAX);
            if (!named && strcmp(f->of, "side") == 0) /* no move needs to name the sides */
                for (; named < ST_SIDES; named++)
                    piece[named] = named;
            for (int k = 0; k < named; k++)
                n = add_probe(out, n, max, (struct st_probe){ f, piece[k], 0 });
        }
    return n;
}
