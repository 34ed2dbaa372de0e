/* ideas.c - see ideas.h. */
#include "ai/ideas.h"

/* How often a move says that: a word or a name, wherever it stands. */
static int said(const struct st_move *m, const struct st_arg *arg, int n, int value)
{
    int times = 0;

    for (int i = 0; i < n; i++)
        times += !arg[i].number && m->arg[i] == value;
    return times;
}

bool st_move_alike(const struct st_plan *p, const struct st_move *a, const struct st_move *b)
{
    struct st_arg in_a[ST_ARGS_MAX], in_b[ST_ARGS_MAX];

    if (a->verb != b->verb)
        return false;
    int n = st_move_args(p, a, in_a);
    if (st_move_args(p, b, in_b) != n)
        return false;
    for (int i = 0; i < n; i++)
        if (!in_a[i].number && said(a, in_a, n, a->arg[i]) != said(b, in_b, n, a->arg[i]))
            return false;
    return true;
}

int st_ideas(const struct st_plan *p, const struct st_thought *thought, int n, int *out, int max)
{
    int ideas = 0;

    for (int i = 0; i < n && ideas < max; i++) {
        bool had = false;

        for (int k = 0; k < ideas && !had; k++)
            had = st_move_alike(p, &thought[out[k]].move, &thought[i].move);
        if (!had)
            out[ideas++] = i;
    }
    return ideas;
}
