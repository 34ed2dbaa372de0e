/* holds.c - see holds.h. */
#include "play/holds.h"

#include "odds/odds.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 64 };

struct words {
    const char *at[WORDS_MAX];
    bool quoted[WORDS_MAX];
    const char *from[WORDS_MAX]; /* where it stands in the text */
    int n;
    char text[ST_LINE_MAX + 1];
};

static int nonsense(struct st_error *err, const char *fmt, ...)
{
    char text[320];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return st_fail(err, ST_ESYNTAX, NULL, 0, "%s", text);
}

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Words with blanks in them stand in double quotes. */
static int split(struct words *w, const char *text, struct st_error *err)
{
    char *to = w->text;

    w->n = 0;
    if (strlen(text) >= sizeof w->text)
        return nonsense(err, "more than %d characters", ST_LINE_MAX);
    for (const char *p = text;;) {
        while (blank(*p))
            p++;
        if (!*p)
            return ST_OK;
        if (w->n == WORDS_MAX)
            return nonsense(err, "more than %d words", WORDS_MAX);
        w->at[w->n] = to;
        w->from[w->n] = p;
        w->quoted[w->n++] = *p == '"';
        for (bool quoted = false; *p && (quoted || !blank(*p)); p++) {
            if (*p == '"')
                quoted = !quoted;
            else
                *to++ = *p;
            if (quoted && !p[1])
                return nonsense(err, "a quotation mark is not closed");
        }
        *to++ = 0;
    }
}

__attribute__((format(printf, 2, 3))) static int not_so(struct st_held *out, const char *fmt, ...)
{
    va_list args;

    out->so = false;
    va_start(args, fmt);
    vsnprintf(out->found, sizeof out->found, fmt, args);
    va_end(args);
    return ST_OK;
}

/* ---- how the game stands --------------------------------------------------------------- */

static const char *turn_words(const struct st_table *t, char *out, size_t size)
{
    struct st_turn now = st_now(t);
    struct st_chance die;

    switch (now.kind) {
    case ST_CHANCE:
        st_awaited(t, &die);
        snprintf(out, size, "%s awaited (%s)", die.dice, die.label);
        break;
    case ST_OVER:
        snprintf(out, size, "the game over");
        break;
    default:
        snprintf(out, size, "%s to decide: %s", t->plan->side[now.side], now.step);
    }
    return out;
}

static int holds_kind(struct st_held *out, const struct st_table *t, enum st_kind kind,
                      const char *what)
{
    char found[128];

    if (st_now(t).kind == kind)
        return ST_OK;
    return not_so(out, "expected %s, found %s", what, turn_words(t, found, sizeof found));
}

static int holds_die(struct st_held *out, const struct st_table *t, const char *dice,
                     const char *label)
{
    struct st_chance die;

    holds_kind(out, t, ST_CHANCE, "a die awaited");
    if (!out->so)
        return ST_OK;
    st_awaited(t, &die);
    if ((dice[0] && strcmp(dice, die.dice) != 0) || !strstr(die.label, label))
        return not_so(out, "expected %s%s%s, found %s %s", dice[0] ? dice : "a die",
                      label[0] ? " " : "", label, die.dice, die.label);
    return ST_OK;
}

static int holds_step(struct st_held *out, const struct st_table *t, const char *name)
{
    char found[128];

    if (strcmp(st_now(t).step, name) == 0)
        return ST_OK;
    return not_so(out, "expected step `%s`, found step `%s`: %s", name, st_now(t).step,
                  turn_words(t, found, sizeof found));
}

/* A side by its name; ST_SIDES if there is none such. */
static int find_side(const struct st_plan *p, const char *name)
{
    int s = 0;

    while (s < ST_SIDES && strcmp(p->side[s], name) != 0)
        s++;
    return s;
}

static int no_side(struct st_held *out, const struct st_plan *p, const char *name)
{
    return not_so(out, "no side `%s`: they are %s and %s", name, p->side[0], p->side[1]);
}

static int holds_side(struct st_held *out, const struct st_table *t, const char *name)
{
    int side = st_now(t).side, want = find_side(t->plan, name);

    if (want == ST_SIDES)
        return no_side(out, t->plan, name);
    return want == side ? ST_OK
                        : not_so(out, "expected side %s, found %s", name, t->plan->side[side]);
}

static int holds_winner(struct st_held *out, const struct st_table *t, const char *name)
{
    int want = strcmp(name, "draw") == 0 ? ST_DRAW : find_side(t->plan, name);

    holds_kind(out, t, ST_OVER, "the game over");
    if (!out->so)
        return ST_OK;
    if (want == ST_SIDES)
        return no_side(out, t->plan, name);
    int won = st_winner(t);
    const char *found = won >= 0 && won < ST_SIDES ? t->plan->side[won] : "draw";
    return won == want ? ST_OK : not_so(out, "expected winner %s, found %s", name, found);
}

/* ---- fields ---------------------------------------------------------------------------- */

static const char *equals(const struct words *w, int i)
{
    return w->quoted[i] ? NULL : strchr(w->at[i], '=');
}

/* OF.FIELD is VALUE; of NULL: the game's own. */
static int holds_field(struct st_held *out, const struct st_table *t, const char *of,
                       struct st_span field, const char *value)
{
    struct st_refusal why;
    struct st_probe probe;
    char name[256], found[64];
    int want;

    if (st_span_is(field, "in"))
        field = st_span_of("hex"); /* N1 in 0605 */
    if (snprintf(name, sizeof name, "%s%s%.*s", of ? of : "", of ? "." : "", (int)field.len,
                 field.at) >= (int)sizeof name)
        return not_so(out, "%.*s: a name too long", (int)field.len, field.at);
    if (st_probe_parse(&probe, t->plan, name, &why) ||
        st_field_parse(t->plan, probe.field, st_span_of(value), &want, &why))
        return not_so(out, "%s", why.text);
    int got = st_field_get(t, probe.field, probe.piece);
    if (got == want)
        return ST_OK;
    st_probe_print(t->plan, probe, name, sizeof name);
    st_field_print(t->plan, probe.field, got, found, sizeof found);
    return not_so(out, "expected %s %s, found %s", name, value, found);
}

static int holds_fields(struct st_held *out, const struct st_table *t, const struct words *w,
                        struct st_error *err)
{
    const char *of = NULL;
    int i = 0, plain = 0;

    /* Fields and values come in pairs or as field=value: an odd word before them is a piece. */
    for (int k = 0; k < w->n; k++)
        plain += equals(w, k) == NULL;
    if (plain % 2 == 1 && !equals(w, 0))
        of = w->at[i++];
    if (i == w->n)
        return nonsense(err, "no field is named");
    for (; i < w->n && out->so; i++) {
        const char *eq = equals(w, i);
        struct st_span field = { w->at[i], eq ? (size_t)(eq - w->at[i]) : strlen(w->at[i]) };

        if (!eq && i + 1 == w->n)
            return nonsense(err, "%s without a value", w->at[i]);
        holds_field(out, t, of, field, eq ? eq + 1 : w->at[++i]);
    }
    return ST_OK;
}

int st_holds_fields(struct st_held *out, const struct st_table *t, const char *text,
                    struct st_error *err)
{
    struct words w;
    int e = split(&w, text, err);

    *out = (struct st_held){ .so = true };
    return e ? e : holds_fields(out, t, &w, err);
}

/* The text from word i on, one pair of quotes around it dropped. */
static const char *rest_from(struct words *w, int i)
{
    size_t n = i < w->n ? strlen(w->from[i]) : 0;

    if (n == 0)
        return "";
    if (w->from[i][0] != '"' || w->from[i][n - 1] != '"')
        return w->from[i];
    return w->at[i]; /* one quoted word */
}

int st_holds(struct st_held *out, const struct st_table *t, const char *text, struct st_error *err)
{
    struct words w;
    int e = split(&w, text, err);

    *out = (struct st_held){ .so = true };
    if (e)
        return e;
    if (w.n == 0)
        return nonsense(err, "`expect` what?");
    const char *what = w.at[0];
    if (w.n == 1 && strcmp(what, "decision") == 0)
        return holds_kind(out, t, ST_DECIDE, "a decision");
    if (w.n == 1 && strcmp(what, "over") == 0)
        return holds_kind(out, t, ST_OVER, "the game over");
    if (strcmp(what, "die") == 0)
        return holds_die(out, t, w.n > 1 ? w.at[1] : "", rest_from(&w, 2));
    if (w.n > 1 && strcmp(what, "step") == 0)
        return holds_step(out, t, rest_from(&w, 1));
    if (w.n == 2 && strcmp(what, "side") == 0)
        return holds_side(out, t, w.at[1]);
    if (w.n == 2 && strcmp(what, "winner") == 0)
        return holds_winner(out, t, w.at[1]);
    if (w.n == 1 && !strchr(what, '='))
        return nonsense(err, "`expect %s`: a field wants a value; alone stand decision, die and "
                             "over", what);
    return holds_fields(out, t, &w, err);
}
