/* policy.c - what to do at decisions met on the way, from text. See odds.h. */
#include "odds/odds.h"

#include <string.h>

enum {
    LIST_MAX = sizeof((struct st_policy_list *)0)->move / sizeof(struct st_move),
    WORD_MAX = 64
};

/* ---- choosing ----------------------------------------------------------------------------- */

static int read_probe(struct st_probe probe, const struct st_table *t)
{
    return st_field_get(t, probe.field, probe.piece);
}

static bool holds(const struct st_condition *c, const struct st_table *t)
{
    if (!c->left.field)
        return true;

    int left = read_probe(c->left, t), right = c->right.field ? read_probe(c->right, t) : c->value;
    return c->allows >> (left < right ? 0 : left == right ? 1 : 2) & 1;
}

static bool choose_first_legal(struct st_policy *self, const struct st_table *t,
                               struct st_move *out)
{
    const struct st_policy_list *list = (const struct st_policy_list *)self;
    int side = st_now(t).side;

    for (int i = 0; i < list->n; i++)
        if ((list->side[i] < 0 || list->side[i] == side) && holds(&list->when[i], t) &&
            st_check(t, &list->move[i], NULL) == ST_LEGAL) {
            *out = list->move[i];
            return true;
        }
    return false;
}

/* ---- reading ------------------------------------------------------------------------------ */

static void skip_separators(struct st_span *s)
{
    while (s->len && strchr("; \t", s->at[0]))
        s->at++, s->len--;
}

/* "English: move ..." is for the English alone. A first word with a colon must be a side. */
static enum st_answer cut_side(int8_t *out, const struct st_plan *p, struct st_span *text,
                               struct st_refusal *why)
{
    struct st_span rest = *text, word = st_span_word(&rest);

    *out = -1;
    if (word.len < 2 || word.at[word.len - 1] != ':')
        return ST_LEGAL;
    word.len--;
    for (int side = 0; side < ST_SIDES; side++)
        if (st_span_is(word, p->side[side])) {
            *out = (int8_t)side;
            *text = rest;
            return ST_LEGAL;
        }
    return st_refuse(why, "", "no side `%.*s`: it is %s or %s",
                     (int)(word.len < WORD_MAX ? word.len : WORD_MAX), word.at, p->side[0],
                     p->side[1]);
}

/* What stands before the first word `if`, and whether there is one. */
static bool find_if(struct st_span text, struct st_span *before)
{
    static const char word[] = " if ";

    for (size_t i = 0; i + 4 <= text.len; i++)
        if (text.at[i] == ' ' && memcmp(text.at + i, word, 4) == 0) {
            *before = (struct st_span){ text.at, i };
            return true;
        }
    return false;
}

static enum st_answer read_operand(struct st_probe *probe, int *value, const struct st_plan *p,
                                   const struct st_field *like, struct st_span word,
                                   struct st_refusal *why)
{
    char text[WORD_MAX];

    *probe = (struct st_probe){ NULL, -1, 0 };
    if (like && st_field_parse(p, like, word, value, NULL) == ST_LEGAL)
        return ST_LEGAL;
    if (!st_span_copy(word, text, sizeof text) || !text[0])
        return st_refuse(why, "", "`if` wants a field, a sign and a value: if A.lost > 3");
    return st_probe_parse(probe, p, text, why);
}

/* "A.successes > B.successes", "round = 2": a field, a sign, a value or another field. */
static enum st_answer read_condition(struct st_condition *out, const struct st_plan *p,
                                     struct st_span text, struct st_refusal *why)
{
    static const struct {
        const char *sign;
        uint8_t allows; /* 1 less, 2 equal, 4 more */
    } signs[] = { { "<", 1 }, { "<=", 3 }, { "=", 2 }, { "!=", 5 }, { ">=", 6 }, { ">", 4 } };
    struct st_span left = st_span_word(&text), sign = st_span_word(&text),
                   right = st_span_word(&text);
    int none;

    if (read_operand(&out->left, &none, p, NULL, left, why))
        return ST_REFUSED;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (st_span_is(sign, signs[i].sign))
            out->allows = signs[i].allows;
    if (!out->allows || !right.len || st_span_trim(text).len)
        return st_refuse(why, "", "`if` wants a field, a sign (< <= = != >= >) and a value");
    return read_operand(&out->right, &out->value, p, out->left.field, right, why);
}

static enum st_answer cut_entry(struct st_policy_list *out, const struct st_plan *p,
                                struct st_span *all, struct st_refusal *why)
{
    struct st_span before = *all;
    bool has_if = find_if(*all, &before);
    size_t len = before.len;

    if (st_move_cut(&out->move[out->n], p, &before, NULL, why))
        return ST_REFUSED;
    out->when[out->n] = (struct st_condition){ .allows = 0 };
    if (has_if && before.len == 0) { /* the condition belongs to this move, not to a later one */
        all->at += len + 4, all->len -= len + 4;
        return read_condition(&out->when[out->n], p, st_span_cut(all, ';'), why);
    }
    all->len -= (size_t)(before.at - all->at);
    all->at = before.at;
    return ST_LEGAL;
}

enum st_answer st_policy_parse(struct st_policy_list *out, const struct st_plan *p,
                               const char *text, struct st_refusal *why)
{
    struct st_span all = st_span_trim(st_span_of(text));

    *out = (struct st_policy_list){ .policy = { choose_first_legal } };
    for (skip_separators(&all); all.len; skip_separators(&all)) {
        if (out->n == LIST_MAX)
            return st_refuse(why, "", "more than %d moves in a policy", LIST_MAX);
        if (cut_side(&out->side[out->n], p, &all, why) || cut_entry(out, p, &all, why))
            return ST_REFUSED;
        out->n++;
    }
    return ST_LEGAL;
}
