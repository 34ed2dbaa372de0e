/* told.c - statements about what was told: told, modifier, modifiers, looked. */
#include "case/inner.h"

#include <stdio.h>
#include <string.h>

/* What was told, for a complaint: the last few lines. */
static int fail_told(struct case_run *c, const char *wanted)
{
    enum { SHOWN = 12 };
    struct st_buf b = { 0 };
    int from = c->log.n > SHOWN ? c->log.n - SHOWN : 0;

    st_buf_add(&b, "%s; %s", wanted, c->log.n ? "what was told:" : "nothing was told");
    if (from)
        st_buf_add(&b, "\n  ... %d earlier", from);
    for (int i = from; i < c->log.n; i++)
        st_buf_add(&b, "\n  %s: %s", c->log.event[i].para, c->log.event[i].text);
    int e = b.failed ? case_no_memory(c) : case_fail(c, c->now.line, "%s", b.text);
    st_buf_free(&b);
    return e;
}

/* `told TEXT` or `told PARA: TEXT`; "told "E1: hit"" is a text with a colon in it, and an unquoted
 * paragraph is one word that ends in a digit. */
int case_told(struct case_run *c, bool wanted)
{
    struct st_span rest = st_span_of(c->now.text), word;
    const char *para = NULL, *text = c->now.text;
    bool marked = text[0] == '"', quoted, found = false;

    if (case_para_cut(&rest, &word) && word.len &&
        (marked || (!memchr(word.at, ' ', word.len) && word.at[word.len - 1] >= '0' &&
                    word.at[word.len - 1] <= '9'))) {
        para = st_arena_text(&c->scratch, word.at, word.len);
        if (!para)
            return case_no_memory(c);
        text = rest.at;
    }
    int e = case_unquote(c, text, &text, &quoted);
    if (!e && !text[0])
        e = case_bad(c, c->now.line, "`told` wants a text");
    if (e)
        return e;
    for (int i = 0; i < c->log.n && !found; i++)
        found = (!para || case_same_para(para, c->log.event[i].para)) &&
                strstr(c->log.event[i].text, text);
    if (found == wanted)
        return ST_OK;

    char want[256];
    snprintf(want, sizeof want, "expected %s: %s%s\"%s\"", wanted ? "told" : "not told",
             para ? para : "", para ? ": " : "", text);
    return fail_told(c, want);
}

/* `modifier PARA VALUE [TEXT]`; with `not` the value may be missing. */
int case_modifier(struct case_run *c, bool wanted)
{
    struct st_span rest = st_span_of(c->now.text), word = st_span_word(&rest);
    const char *para = st_arena_text(&c->scratch, word.at, word.len), *text;
    struct st_span number = st_span_word(&rest);
    bool quoted, found = false, any = !wanted && number.len == 0;
    int value = 0;

    if (!para)
        return case_no_memory(c);
    int e = case_unquote(c, st_span_trim(rest).at, &text, &quoted);
    if (!e && !any && !st_span_int(number, -9999, 9999, &value))
        e = case_bad(c, c->now.line, "`modifier` wants paragraph and number: modifier R12.4 +1");
    if (e)
        return e;
    for (int i = 0; i < c->log.n && !found; i++) {
        const struct st_event *ev = &c->log.event[i];

        found = ev->kind == ST_EV_MODIFIER && case_same_para(para, ev->para) &&
                (any || ev->value == value) && strstr(ev->text, text);
    }
    if (found == wanted)
        return ST_OK;

    char want[256];
    snprintf(want, sizeof want, "expected %smodifier %s", wanted ? "" : "no ", c->now.text);
    return fail_told(c, want);
}

struct counted { /* a modifier on the list, ticked off when met */
    const char *para;
    int value;
    bool met;
};

static int read_counted(struct case_run *c, const char *text, struct counted **out, int *n)
{
    struct case_words w;
    int e = case_split(c, c->now.line, text, &w);

    *n = 0;
    if (!e && (w.n == 0 || (w.n % 2 && !(w.n == 1 && strcmp(text, "none") == 0))))
        e = case_bad(c, c->now.line, "`modifiers` wants pairs, or `none`: modifiers R12.4 +1, "
                                     "R12.5 -2");
    if (e)
        return e;
    *out = st_arena_array(&c->scratch, (size_t)w.n, sizeof **out);
    if (!*out)
        return case_no_memory(c);
    for (int i = 0; i + 1 < w.n; i += 2) {
        struct st_span number = st_span_of(w.word[i + 1].text);

        number.len -= number.len && number.at[number.len - 1] == ',';
        if (!st_span_int(number, -9999, 9999, &(*out)[*n].value))
            return case_bad(c, c->now.line, "`%s` is no number", w.word[i + 1].text);
        (*out)[(*n)++].para = w.word[i].text;
    }
    return ST_OK;
}

/* `modifiers PARA VALUE, PARA VALUE`: these and no others were counted. */
int case_modifiers(struct case_run *c)
{
    const char *text;
    struct counted *list;
    int n, e = case_joined(c, " ", &text);

    if (!e)
        e = read_counted(c, text, &list, &n);
    if (e)
        return e;
    int found = 0, right = 0;
    for (int i = 0; i < c->log.n; i++) {
        const struct st_event *ev = &c->log.event[i];

        if (ev->kind != ST_EV_MODIFIER)
            continue;
        found++;
        for (int k = 0; k < n; k++)
            if (!list[k].met && list[k].value == ev->value &&
                case_same_para(list[k].para, ev->para)) {
                list[k].met = true;
                right++;
                break;
            }
    }
    if (right == n && found == n)
        return ST_OK;

    char want[256];
    snprintf(want, sizeof want, "expected modifiers %s and no others", text);
    return fail_told(c, want);
}

/* `looked CHART ROW COL [CELL]` */
int case_looked(struct case_run *c, bool wanted)
{
    struct case_words w;
    bool found = false;
    int e = case_split(c, c->now.line, c->now.text, &w);

    if (!e && (w.n < 3 || w.n > 4))
        e = case_bad(c, c->now.line, "`looked` wants chart, row, column and cell");
    if (e)
        return e;
    for (int i = 0; i < c->log.n && !found; i++) {
        const struct st_cite *cite = &c->log.event[i].cite;

        if (c->log.event[i].kind != ST_EV_LOOKED || !cite->chart ||
            strcmp(cite->chart->id, w.word[0].text) != 0)
            continue;
        found = st_axis_find(&cite->chart->row, st_span_of(w.word[1].text), NULL) == cite->row &&
                st_axis_find(&cite->chart->col, st_span_of(w.word[2].text), NULL) == cite->col &&
                (w.n == 3 ||
                 strcmp(w.word[3].text, st_chart_text(cite->chart, cite->row, cite->col)) == 0);
    }
    if (found == wanted)
        return ST_OK;

    char want[256];
    snprintf(want, sizeof want, "expected %slooked up: %s", wanted ? "" : "not ", c->now.text);
    return fail_told(c, want);
}
