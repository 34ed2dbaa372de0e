/* perft.c - `sandtable perft`: how many positions can be reached in so many nodes.
 *
 * A node is a decision or a die face; a decision without a choice is none. Golden counts of this
 * kind show at once when a rule lets too much or too little through.
 */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

struct walk {
    const struct st_plan *plan;
    unsigned char *pos; /* one position for each depth */
    struct st_move *move[DEPTH_MAX + 1];
    int room[DEPTH_MAX + 1];
    unsigned long long count;
    bool failed, free_moves;
};

static struct st_table at(struct walk *w, int depth)
{
    return (struct st_table){ w->plan, w->pos + (size_t)depth * w->plan->pos_size, NULL };
}

static struct st_table copy_on(struct walk *w, int depth)
{
    struct st_table from = at(w, depth), to = at(w, depth + 1);

    memcpy(to.pos, from.pos, w->plan->pos_size);
    return to;
}

static bool list_moves(struct walk *w, int depth, int n)
{
    struct st_table t = at(w, depth);

    if (n > w->room[depth]) {
        struct st_move *more = realloc(w->move[depth], (size_t)n * sizeof *more);

        if (!more)
            return false;
        w->move[depth] = more;
        w->room[depth] = n;
    }
    st_offers(&t, w->move[depth], n);
    return true;
}

struct family_finder {
    struct st_offer offer;
    bool found;
};

static bool skip_move(struct st_offer *o, const struct st_move *m)
{
    (void)o, (void)m;
    return true;
}

static bool note_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct family_finder *)o)->found = true;
    return false; /* one is enough */
}

static bool has_families(const struct st_table *t)
{
    struct family_finder f = { { .add = skip_move, .family = note_family }, false };

    st_step_now(t)->offer(t, &f.offer);
    return f.found;
}

/* Counts the positions exactly `left` nodes away from depth. */
static void descend(struct walk *w, int depth, int left)
{
    struct st_table t = at(w, depth);
    enum st_kind kind = st_now(&t).kind;
    struct st_chance c;

    if (left == 0) {
        w->count++;
        return;
    }
    if (kind == ST_OVER || w->failed)
        return;
    if (kind == ST_CHANCE) {
        st_awaited(&t, &c);
        for (int i = 0; i < c.n; i++) {
            struct st_table next = copy_on(w, depth);

            st_take(&next, c.face[i].value);
            descend(w, depth + 1, left - 1);
        }
        return;
    }
    int n = st_offers(&t, NULL, 0);
    w->free_moves |= depth == 0 && has_families(&t);
    if (left == 1) {
        w->count += (unsigned long long)n; /* each leads to one position */
        return;
    }
    if (!list_moves(w, depth, n)) {
        w->failed = true;
        return;
    }
    for (int i = 0; i < n; i++) {
        struct st_table next = copy_on(w, depth);

        st_assert(st_play(&next, &w->move[depth][i], NULL) == ST_LEGAL);
        descend(w, depth + 1, left - 1);
    }
}

static int count(struct st_buf *out, const struct st_plan *p, const void *start, int depth,
                 bool json, struct st_error *err)
{
    struct walk w = { .plan = p, .pos = calloc((size_t)depth + 1, p->pos_size) };
    struct st_json j = { out, false };

    if (!w.pos)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(w.pos, start, p->pos_size);
    if (json) {
        st_json_open(&j, NULL, '{');
        st_json_text(&j, "game", p->game->id);
        st_json_text(&j, "scenario", p->id);
        st_json_open(&j, "counts", '[');
    }
    for (int d = 1; d <= depth && !w.failed; d++) {
        w.count = 0;
        descend(&w, 0, d);
        if (json) {
            st_json_int(&j, NULL, (long long)w.count);
        } else { /* each count as soon as it is known: the next may take long */
            printf("%d\t%llu\n", d, w.count);
            fflush(stdout);
        }
    }
    if (json) {
        st_json_close(&j, ']');
        st_json_bool(&j, "free_moves", w.free_moves);
        st_json_close(&j, '}');
        st_buf_put(out, "\n", 1);
    } else if (w.free_moves) {
        fprintf(stderr,
                "sandtable: moves with free places (millimetres, directions) are not counted\n");
    }
    for (int i = 0; i <= DEPTH_MAX; i++)
        free(w.move[i]);
    free(w.pos);
    return w.failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory") : ST_OK;
}

int cli_perft(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    bool json = false;
    const char *after = NULL;
    struct cli_option opt[2 + CLI_SOURCE_OPTIONS] = {
        cli_option_json(&json),
        { CLI_TEXT, "after", "MOVES", "begin after these: 'move; dice 4; move'", &after },
    };
    int nopt = 2 + cli_source_options(&source, opt + 2), depth;
    int status = cli_parse(self, opt, nopt, 2, 2, &argc, &argv);
    struct st_buf out = { 0 };
    struct cli_table t;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!cli_number(self, "DEPTH", argv[1], 1, DEPTH_MAX, &depth))
        return CLI_BAD;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = cli_table_open(&t, &source, argv[0], -1, &err);
    if (e)
        return cli_fail(&source, &err);
    status = after ? cli_make_moves(&t.table, after) : CLI_OK;
    if (status == CLI_OK)
        status = count(&out, t.plan, t.table.pos, depth, json, &err) ? cli_fail(&source, &err)
                                                                     : cli_print(&out, CLI_OK);
    st_buf_free(&out);
    cli_table_close(&t);
    return status;
}
