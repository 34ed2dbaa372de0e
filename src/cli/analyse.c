/* analyse.c - `sandtable analyse`: a recorded game looked at again, luck told from skill. */
#include "cli/commands.h"

#include "core/words.h"
#include "view/review.h"

#include <ctype.h>
#include <stdarg.h>
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

static const double LEAST_TOLD = 0.0005;

static const char *percent(char out[16], double share)
{
    snprintf(out, 16, "%.1f", 100 * share);
    return out;
}

/* With a sign, but of nothing. */
static char *change(char out[16], double share)
{
    bool nothing = share > -LEAST_TOLD && share < LEAST_TOLD;

    snprintf(out, 16, nothing ? "%.1f" : "%+.1f", nothing ? 0 : 100 * share);
    return out;
}

/* A sentence, wrapped; what begins on its second line is so far in. */
static void say_wrapped(struct st_buf *out, const struct cli_term *term, int in, const char *id, ...)
{
    struct st_buf text = { 0 };
    va_list texts;

    va_start(texts, id);
    cli_say_list(&text, id, texts);
    va_end(texts);
    cli_wrap(out, term, 0, in, st_buf_text(&text));
    st_buf_put(out, "\n", 1);
    st_buf_free(&text);
}

static void tell_result(struct st_buf *out, const struct cli_term *term, const struct st_session *s,
                        const struct st_review *r)
{
    const struct st_table *t = st_session_table(s);
    const struct st_plan *p = t->plan;
    char evaluator[160], chance[16];

    st_review_evaluator(evaluator, sizeof evaluator, p, r->nodes);
    st_buf_add(out, "%s\n", p->title);
    say_wrapped(out, term, 0, "review.judged", evaluator, NULL);
    st_buf_put(out, "\n", 1);
    int winner = st_winner(t);
    if (!r->over)
        say_wrapped(out, term, 0, "review.cut", st_side_says(p, 0), percent(chance, r->end), NULL);
    else if (winner == ST_DRAW)
        say_wrapped(out, term, 0, "end.draw", NULL);
    else
        say_wrapped(out, term, 0, "end.won", st_side_says(p, winner), NULL);
}

/* A row of the table of sums: who, then three columns set to the right. */
static void tell_row(struct st_buf *out, const char *who, const char *const column[3])
{
    enum { WHO = 22, COLUMN = 15 };
    char head[80];

    snprintf(head, sizeof head, "%s", who);
    head[0] = (char)toupper((unsigned char)head[0]);
    cli_pad(out, head, WHO);
    for (int i = 0; i < 3; i++) {
        cli_pad(out, "", COLUMN - cli_width(column[i]));
        st_buf_add(out, "%s", column[i]);
    }
    st_buf_put(out, "\n", 1);
}

static void tell_sums(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                      const struct st_review *r)
{
    char word[3][40], text[3][16];

    st_buf_put(out, "\n", 1);
    tell_row(out, "", (const char *[]){ cli_word("review.skill", word[0], sizeof word[0]),
                                       cli_word("review.luck", word[1], sizeof word[1]),
                                       cli_word("review.decisions", word[2], sizeof word[2]) });
    for (int side = 0; side < ST_SIDES; side++) {
        strcat(change(text[0], r->skill[side]), " %");
        strcat(change(text[1], r->luck[side]), " %");
        tell_row(out, st_side_brief(p, side),
                 (const char *[]){ text[0], text[1], cli_count(text[2], r->decisions[side]) });
    }
    if (r->ruled != 0) {
        strcat(change(text[0], r->ruled), " %");
        tell_row(out, cli_word("review.umpire", word[0], sizeof word[0]), (const char *[]){ text[0], "", "" });
    }
    char start[16], skill[16], luck[16], end[16];
    say_wrapped(out, term, 0, r->ruled != 0 ? "review.ruled" : "review.sum", st_side_says(p, 0), percent(start, r->start),
                change(skill, r->skill[0] - r->skill[1]), change(luck, r->luck[0] - r->luck[1]), percent(end, r->end), NULL);
}

static void tell_costliest(struct st_buf *out, const struct cli_term *term,
                           const struct st_session *s, const struct st_review *r, void *room)
{
    const struct st_plan *p = st_session_table(s)->plan;
    struct st_table t = { p, room, NULL };

    st_buf_put(out, "\n", 1);
    say_wrapped(out, term, 0, r->ncostliest ? "review.costliest" : "review.faultless", NULL);
    for (int i = 0; i < r->ncostliest; i++) {
        const struct st_review_line *l = &r->line[r->costliest[i]];
        const struct st_record_line *line = &st_session_record(s)->line[l->line];
        char best[ST_SAYS_MAX], played[ST_SAYS_MAX], move[ST_MOVE_TEXT], nth[12], number[12], loss[16];

        memcpy(room, st_session_position(s, l->line), p->pos_size);
        st_move_beside(&t, &l->played, &l->best, played, sizeof played);
        st_move_beside(&t, &l->best, &l->played, best, sizeof best);
        st_move_print(p, &l->best, move, sizeof move);
        say_wrapped(out, term, 3, "review.cost", cli_count(nth, i + 1), cli_count(number, line->number),
                    st_side_brief(p, l->side), percent(loss, l->loss), played, best, move, NULL);
    }
}

static double size_of(const struct st_review_line *l)
{
    double change = l->after - l->before;

    return l->kind != ST_REVIEW_DIE ? -1 : change < 0 ? -change : change;
}

static void tell_luck(struct st_buf *out, const struct cli_term *term, const struct st_session *s,
                      const struct st_review *r)
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
    if (n) {
        st_buf_put(out, "\n", 1);
        say_wrapped(out, term, 0, "review.dice", NULL);
    }
    for (int k = 0; k < n; k++) {
        const struct st_review_line *l = &r->line[most[k]];
        const struct st_record_line *d = &st_session_record(s)->line[l->line];
        const struct st_plan *p = st_session_table(s)->plan;
        char label[ST_SAYS_MAX], value[12], by[16];

        st_label_says(p, d->text, label, sizeof label);
        say_wrapped(out, term, 3, "review.die", label, d->dice, cli_count(value, d->value),
                    change(by, l->side == 1 ? l->before - l->after : l->after - l->before),
                    st_side_says(p, l->side < 0 ? 0 : l->side), NULL);
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
        tell_result(out, term, s, r);
        tell_sums(out, term, p, r);
        tell_costliest(out, term, s, r, room);
        tell_luck(out, term, s, r);
    }
    free(room);
    return ST_OK;
}

int cli_analyse(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct cli_term term = cli_term();
    bool json = false, svg = false;
    const char *nodes_text = CLI_NUMBER(ST_HINT_NODES);
    struct cli_option opt[3 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "nodes", "N", "thought spent on each decision, " CLI_NUMBER(ST_HINT_NODES) " by default; 0: a first look",
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
