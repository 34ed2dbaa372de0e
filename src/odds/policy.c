/* policy.c - what to do at decisions met on the way, from text. See odds.h. */
#include "odds/odds.h"

#include <string.h>

enum { LIST_MAX = sizeof((struct st_policy_list *)0)->move / sizeof(struct st_move) };

static bool choose_first_legal(struct st_policy *self, const struct st_table *t,
                               struct st_move *out)
{
    const struct st_policy_list *list = (const struct st_policy_list *)self;

    for (int i = 0; i < list->n; i++)
        if (st_check(t, &list->move[i], NULL) == ST_LEGAL) {
            *out = list->move[i];
            return true;
        }
    return false;
}

static enum st_answer parse(struct st_move *out, const struct st_plan *p, struct st_span text,
                            struct st_refusal *why)
{
    char one[ST_MOVE_TEXT];

    text = st_span_trim(text);
    if (!st_span_copy(text, one, sizeof one))
        return st_refuse(why, "", "a move of %zu characters is too long", text.len);
    return st_move_parse(out, p, one, why);
}

/* Where the part that begins at from ends: at the n-th semicolon after it or the end of text. */
static struct st_span part(struct st_span text, size_t from, int n)
{
    size_t end = from;

    for (; end < text.len; end++)
        if (text.at[end] == ';' && n-- == 0)
            break;
    return (struct st_span){ text.at + from, end - from };
}

/* Some moves have semicolons of their own, between the items of a list: of the parts that can be
 * read as one move the longest is meant. A move of one part says what is wrong if none can. */
static enum st_answer parse_longest(struct st_move *out, const struct st_plan *p,
                                    struct st_span text, size_t *at, struct st_refusal *why)
{
    int more = 0;

    for (size_t i = *at; i < text.len && more < ST_ARGS_MAX; i++)
        more += text.at[i] == ';'; /* a list has no more items than a move has arguments */
    for (; more > 0; more--) {
        struct st_span s = part(text, *at, more);

        if (s.len < ST_MOVE_TEXT && parse(out, p, s, NULL) == ST_LEGAL) {
            *at += s.len + 1;
            return ST_LEGAL;
        }
    }
    struct st_span s = part(text, *at, 0);
    *at += s.len + 1;
    return parse(out, p, s, why);
}

enum st_answer st_policy_parse(struct st_policy_list *out, const struct st_plan *p,
                               const char *text, struct st_refusal *why)
{
    struct st_span all = st_span_of(text);

    *out = (struct st_policy_list){ .policy = { choose_first_legal } };
    for (size_t at = 0; at < all.len;) {
        struct st_span s = part(all, at, 0);

        if (st_span_trim(s).len == 0) {
            at += s.len + 1;
            continue;
        }
        if (out->n == LIST_MAX)
            return st_refuse(why, "", "more than %d moves in a policy", LIST_MAX);
        if (parse_longest(&out->move[out->n], p, all, &at, why))
            return ST_REFUSED;
        out->n++;
    }
    return ST_LEGAL;
}
