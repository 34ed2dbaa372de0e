/* policy.c - what to do at decisions met on the way, from text. See odds.h. */
#include "odds/odds.h"

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

enum st_answer st_policy_parse(struct st_policy_list *out, const struct st_plan *p,
                               const char *text, struct st_refusal *why)
{
    struct st_span all = st_span_trim(st_span_of(text));

    *out = (struct st_policy_list){ .policy = { choose_first_legal } };
    while (all.len) {
        if (out->n == LIST_MAX)
            return st_refuse(why, "", "more than %d moves in a policy", LIST_MAX);
        if (st_move_cut(&out->move[out->n], p, &all, NULL, why))
            return ST_REFUSED;
        out->n++;
    }
    return ST_LEGAL;
}
