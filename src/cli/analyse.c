/* analyse.c - `sandtable analyse`: a recorded game looked at again, luck told from skill. */
#include "cli/commands.h"

#include "core/words.h"
#include "view/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- progress -------------------------------------------------------------------------- */

struct progress {
    struct timespec began;
    bool tty;
};

static double seconds_since(const struct timespec *then)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

static void tell_progress(void *arg, int done, int of)
{
    struct progress *p = arg;
    double spent = seconds_since(&p->began);

    if (!p->tty)
        return;
    if (done == of)
        fprintf(stderr, "\r%40s\r", "");
    else
        fprintf(stderr, "\r%d of %d lines, %.0f s left   ", done, of, spent * (of - done) / done);
}

/* ---- telling --------------------------------------------------------------------------- */

static void tell_result(struct st_buf *out, const struct st_session *s, const struct st_review *r)
{
    const struct st_plan *p = st_session_table(s)->plan;
    const char *winner = st_view_winner(st_session_table(s));
    char evaluator[160];

    st_review_evaluator(evaluator, sizeof evaluator, p, r->nodes);
    st_buf_add(out, "%s\nJudged by %s.\n\n", p->title, evaluator);
    if (!r->over)
        st_buf_add(out,
                   "The record ends before the game does: it is judged up to there, and %s would "
                   "win it %.1f times in a hundred.\n",
                   st_side_says(p, 0), 100 * r->end);
    else
        st_buf_add(out, "%s%s.\n", winner ? "Winner: " : "A draw", winner ? winner : "");
}

static void tell_sums(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                      const struct st_review *r)
{
    st_buf_add(out, "\n%-12s %9s %9s %10s\n", "", "skill", "luck", "decisions");
    for (int side = 0; side < ST_SIDES; side++)
        st_buf_add(out, "%-12s %+8.1f%% %+8.1f%% %10d\n", p->side[side], 100 * r->skill[side],
                   100 * r->luck[side], r->decisions[side]);
    if (r->ruled != 0)
        st_buf_add(out, "%-12s %+8.1f%%\n", "umpire", 100 * r->ruled);
    char text[300];
    snprintf(text, sizeof text,
             "%s: %.1f %% at the start, %+.1f %% by skill, %+.1f %% by luck%s: %.1f %% at the end.",
             p->side[0], 100 * r->start, 100 * (r->skill[0] - r->skill[1]),
             100 * (r->luck[0] - r->luck[1]), r->ruled != 0 ? ", the rest by rulings" : "",
             100 * r->end);
    cli_wrap(out, term, 0, 0, text);
    st_buf_add(out, "\n");
}

static void tell_costliest(struct st_buf *out, const struct cli_term *term,
                           const struct st_session *s, const struct st_review *r, void *room)
{
    const struct st_plan *p = st_session_table(s)->plan;
    struct st_table t = { p, room, NULL };

    st_buf_add(out, "\n%s\n", r->ncostliest ? "The costliest decisions:"
                                            : "No decision was found to cost anything.");
    for (int i = 0; i < r->ncostliest; i++) {
        const struct st_review_line *l = &r->line[r->costliest[i]];
        const struct st_record_line *line = &st_session_record(s)->line[l->line];
        char best[ST_SAYS_MAX], played[ST_SAYS_MAX], text[3 * ST_SAYS_MAX + ST_MOVE_TEXT], move[ST_MOVE_TEXT];

        memcpy(room, st_session_position(s, l->line), p->pos_size);
        st_move_says(&t, &l->played, played, sizeof played);
        st_move_says(&t, &l->best, best, sizeof best);
        st_move_print(p, &l->best, move, sizeof move);
        snprintf(text, sizeof text, "%d. move %d, %s, -%.1f %%: %s Better: %s (%s)", i + 1,
                 line->number, line->side, 100 * l->loss, played, best, move);
        cli_wrap(out, term, 0, 3, text);
        st_buf_add(out, "\n");
    }
}

static double size_of(const struct st_review_line *l)
{
    double change = l->after - l->before;

    return l->kind != ST_REVIEW_DIE ? -1 : change < 0 ? -change : change;
}

static void tell_luck(struct st_buf *out, const struct st_session *s, const struct st_review *r)
{
    enum { MOST = 3 };
    int most[MOST], n = 0;

    for (int i = 0; i < r->n; i++) {
        int at = n;

        if (size_of(&r->line[i]) < 0)
            continue;
        while (at > 0 && size_of(&r->line[most[at - 1]]) < size_of(&r->line[i]))
            at--;
        if (at == MOST)
            continue;
        n += n < MOST;
        memmove(most + at + 1, most + at, (size_t)(n - 1 - at) * sizeof *most);
        most[at] = i;
    }
    if (n)
        st_buf_add(out, "\nThe dice that mattered most:\n");
    for (int k = 0; k < n; k++) {
        const struct st_review_line *l = &r->line[most[k]];
        const struct st_record_line *d = &st_session_record(s)->line[l->line];

        st_buf_add(out, "   %s %d, %s: %+.1f %% for %s\n", d->dice, d->value, d->text,
                   100 * (l->side == 1 ? l->before - l->after : l->after - l->before),
                   st_session_table(s)->plan->side[l->side < 0 ? 0 : l->side]);
    }
}

/* ---- the command ----------------------------------------------------------------------- */

static int show(struct st_buf *out, const struct cli_term *term, enum cli_form form,
                const struct st_session *s, const struct st_review *r, struct st_error *err)
{
    const struct st_plan *p = st_session_table(s)->plan;
    struct st_json j = { out, false };
    void *room = malloc(p->pos_size);

    if (!room)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    switch (form) {
    case CLI_JSON:
        st_view_review(&j, s, r, room);
        st_buf_put(out, "\n", 1);
        break;
    case CLI_SVG: st_svg_review(out, s, r); break;
    default:
        tell_result(out, s, r);
        tell_sums(out, term, p, r);
        tell_costliest(out, term, s, r, room);
        tell_luck(out, s, r);
    }
    free(room);
    return ST_OK;
}

int cli_analyse(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct cli_term term = cli_term();
    bool json = false, svg = false;
    const char *nodes_text = "0";
    struct cli_option opt[3 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "nodes", "N", "thought spent on each decision; 0, a first look, by default",
          &nodes_text },
        { CLI_FLAG, "svg", NULL, "the chance over the game as a picture", &svg },
        cli_option_json(&json),
    };
    int nopt = 2 + cli_source_options(&source, opt + 3), nodes; /* less --set */
    int status = cli_parse(self, opt, nopt, 1, 1, &argc, &argv);
    struct progress progress = { .tty = isatty(2) };
    struct st_review_progress told = { tell_progress, &progress };
    struct st_review review = { 0 };
    struct st_buf out = { 0 };
    struct st_record *r = NULL;
    struct st_session *s = NULL;
    struct st_plan *p = NULL;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!cli_number(self, "--nodes", nodes_text, 0, 100000000, &nodes))
        return CLI_BAD;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = cli_record(&r, argv[0], &err);
    if (!e)
        e = st_record_plan(&p, r, source.files, &err);
    if (!e)
        e = st_session_load(&s, p, r, -1, &err);
    clock_gettime(CLOCK_MONOTONIC, &progress.began);
    if (!e)
        e = st_review_make(&review, s, nodes, &told, &err);
    if (!e)
        e = show(&out, &term, json ? CLI_JSON : svg ? CLI_SVG : CLI_WORDS, s, &review, &err);
    status = e ? cli_fail(&source, &err) : cli_print(&out, CLI_OK);
    if (e)
        st_buf_free(&out);
    st_review_free(&review);
    st_session_free(s);
    st_plan_free(p);
    st_record_free(r);
    return status;
}
