/* preview.c - what a move would do before any die falls. See view.h. */
#include "view/view.h"

#include "core/standing.h"

#include <stdlib.h>
#include <string.h>

static bool same_box(const struct st_box *a, const struct st_box *b)
{
    return a->pose.at.x == b->pose.at.x && a->pose.at.y == b->pose.at.y &&
           a->pose.facing == b->pose.facing && a->left == b->left && a->right == b->right &&
           a->back == b->back && a->front == b->front;
}

/* Whether it may still act changes with every move and is no news. */
static bool looks_alike(const struct st_scene_piece *a, const struct st_scene_piece *b)
{
    return a->hex == b->hex && a->steps == b->steps && a->worn == b->worn &&
           strcmp(a->factors, b->factors) == 0 && strcmp(a->states, b->states) == 0 &&
           same_box(&a->base, &b->base);
}

static bool is_news(const struct st_scene *before, const struct st_scene_piece *x)
{
    const struct st_scene_piece *was = st_scene_find(before, x->piece);

    return !was || !looks_alike(was, x);
}

static void changes(struct st_json *j, const struct st_plan *p, const struct st_scene *before,
                    const struct st_scene *after)
{
    st_json_open(j, "changed", '[');
    for (int i = 0; i < after->npieces; i++)
        if (is_news(before, &after->piece[i]))
            st_view_scene_piece(j, p, &after->piece[i]);
    st_json_close(j, ']');
    st_json_open(j, "gone", '[');
    for (int i = 0; i < before->npieces; i++)
        if (!st_scene_find(after, before->piece[i].piece))
            st_json_text(j, NULL, st_view_piece(p, before->piece[i].piece));
    st_json_close(j, ']');
}

/* The zones and arcs the changed pieces would have. */
static void new_shapes(struct st_json *j, const struct st_plan *p, const struct st_scene *before,
                       const struct st_scene *after)
{
    st_json_open(j, "shapes", '[');
    for (int i = 0; i < after->nshapes; i++) {
        const struct st_scene_shape *x = &after->shape[i];
        const struct st_scene_piece *of = x->piece >= 0 ? st_scene_find(after, x->piece) : NULL;

        if (of && is_news(before, of))
            st_view_scene_shape(j, p, x);
    }
    st_json_close(j, ']');
}

/* The hexes of a march, with what reaching each has cost. */
static void way(struct st_json *j, const struct st_table *t, const struct st_move *m)
{
    struct st_way w = { .n = 0 };

    t->plan->game->way(t, m, &w);
    st_json_open(j, "way", '[');
    for (int i = 0; i < w.n; i++) {
        char hex[6];

        st_json_open(j, NULL, '{');
        st_hex_name(&t->plan->grid, w.hex[i], hex);
        st_json_text(j, "hex", hex);
        st_json_int(j, "spent", w.halves ? w.spent[i] / 2 : w.spent[i]);
        if (w.halves && w.spent[i] % 2)
            st_json_bool(j, "half", true);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

/* Has a goal come nearer, or is it met now? */
static bool is_nearer(const struct st_goal *was, const struct st_goal *is)
{
    return (is->met && !was->met) || abs(is->needed - is->now) < abs(was->needed - was->now);
}

bool st_view_gain(const struct st_table *t, const struct st_table *then, struct st_goal *out)
{
    struct st_goal was[ST_GOALS_MAX], is[ST_GOALS_MAX];
    int n = st_goals(t, was, ST_GOALS_MAX), k = 0;

    if (st_goals(then, is, ST_GOALS_MAX) != n)
        return false;
    while (k < n && (is[k].side != st_now(t).side || !is_nearer(&was[k], &is[k])))
        k++;
    if (k < n)
        *out = is[k];
    return k < n;
}

static void gain(struct st_json *j, const struct st_table *t, const struct st_table *then)
{
    struct st_goal goal;

    if (!st_view_gain(t, then, &goal))
        return;
    st_json_text(j, "goal", goal.text);
    st_json_bool(j, "met", goal.met);
}

static void write_preview(struct st_json *j, const struct st_table *t, const struct st_move *m,
                          const struct st_heard *heard, const struct st_scene *before,
                          const struct st_scene *after)
{
    const struct st_plan *p = t->plan;
    char text[ST_MOVE_TEXT];

    st_move_print(p, m, text, sizeof text);
    st_json_text(j, "move", text);
    st_move_says(t, m, text, sizeof text);
    st_json_text(j, "says", text);
    st_json_open(j, "events", '[');
    for (int i = 0; i < heard->n; i++)
        st_view_event(j, p, &heard->event[i]);
    st_json_close(j, ']');
    changes(j, p, before, after);
    if (p->game->way)
        way(j, t, m);
    if (p->table.x)
        new_shapes(j, p, before, after);
    j->out->failed |= heard->failed;
}

int st_view_preview(struct st_json *j, const struct st_table *t, int side, const struct st_move *m,
                    enum st_answer *answer, struct st_refusal *why, struct st_error *err)
{
    struct st_scene *before = st_view_stands(t, side), *after = NULL;
    struct st_table then = { t->plan, malloc(t->plan->pos_size), NULL };
    struct st_heard heard;
    int e = ST_OK;

    st_heard_init(&heard);
    then.log = &heard.log;
    if (then.pos) {
        memcpy(then.pos, t->pos, t->plan->pos_size);
        *answer = st_play_within(&then, m, st_now(t).depth, why);
        if (*answer == ST_LEGAL)
            after = st_view_stands(&then, side);
    }
    if (!before || !then.pos || (*answer == ST_LEGAL && !after)) {
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    } else if (*answer == ST_LEGAL) {
        write_preview(j, t, m, &heard, before, after);
        gain(j, t, &then);
    }
    st_heard_free(&heard);
    free(then.pos);
    free(after);
    free(before);
    return e;
}
