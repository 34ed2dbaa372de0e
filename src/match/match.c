/* match.c - pairs of games on several threads, taken up again, ended early. See match.h. */
#include "match/match.h"

#include "base/file.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNPLAYED = -1, JOBS_MAX = 64 };

struct pair {
    int points[2]; /* of the first player, in halves, with the first side and with the second */
    double seconds[2];
    int decisions;
};

struct run {
    const struct st_match *m;
    struct pair *pair;
    int next; /* to be played */
    int counted; /* the first so many are in the score */
    struct st_score score;
    enum st_verdict_of verdict;
    FILE *file;
    pthread_mutex_t lock;
    struct st_error err;
    int e;
};

/* ---- one pair --------------------------------------------------------------------------- */

static int keep_record(const struct st_match *m, int pair, int side, const struct st_buf *text,
                       struct st_error *err)
{
    char path[1100];

    snprintf(path, sizeof path, "%.900s/%.60s-%.60s-%d%c.rec", m->keep, m->plan->game->id,
             m->plan->id, pair + 1, side ? 'b' : 'a');
    return st_file_write(path, st_buf_text(text), text->len, err);
}

static int play_pair(const struct st_match *m, int n, struct pair *out, struct st_error *err)
{
    int e = ST_OK;

    *out = (struct pair){ { UNPLAYED, UNPLAYED }, { 0, 0 }, 0 };
    for (int side = 0; !e && side < 2; side++) {
        struct st_buf record = { 0 };
        struct st_bout_result r;
        struct st_bout b = { .plan = m->plan, .seed = m->seed, .game = (uint64_t)n,
                             .terms = m->terms, .record = m->keep ? &record : NULL };

        b.kind[side] = m->player[0];
        b.kind[1 - side] = m->player[1];
        b.mind[side] = m->mind[0];
        b.mind[1 - side] = m->mind[1];
        e = st_bout_play(&r, &b, err);
        out->points[side] = r.winner == ST_DRAW ? 1 : r.winner == side ? 2 : 0;
        out->seconds[0] += r.seconds[side];
        out->seconds[1] += r.seconds[1 - side];
        out->decisions += r.decisions;
        if (!e && m->keep && out->points[side] == 0)
            e = keep_record(m, n, side, &record, err);
        st_buf_free(&record);
    }
    return e;
}

/* ---- the score ---------------------------------------------------------------------------- */

static void count(struct st_score *s, const struct pair *p)
{
    for (int side = 0; side < 2; side++) {
        int *of = p->points[side] == 2 ? s->wins : p->points[side] ? s->draws : s->losses;

        of[side]++;
        s->seconds[side] += p->seconds[side];
    }
    s->decisions[0] += p->decisions / 2;
    s->decisions[1] += p->decisions - p->decisions / 2;
    s->of_pair[p->points[0] + p->points[1]]++;
    s->pairs++;
}

/* Pairs are counted in order, so that the test ends at the same one whoever was quicker. */
static void count_on(struct run *r)
{
    const struct st_match *m = r->m;
    const double bound = 2.944; /* log of 0.95 / 0.05 */

    while (r->counted < m->pairs && r->pair[r->counted].points[1] != UNPLAYED &&
           r->verdict == ST_MATCH_PLAYED) {
        count(&r->score, &r->pair[r->counted++]);
        if (m->elo0 == m->elo1)
            continue;
        double llr = st_score_llr(&r->score, m->elo0, m->elo1);
        r->verdict = llr > bound    ? ST_MATCH_STRONGER
                     : llr < -bound ? ST_MATCH_NOT_STRONGER
                                    : ST_MATCH_PLAYED;
    }
}

/* ---- a match that can be taken up again ------------------------------------------------------ */

static void describe(const struct st_match *m, char *out, size_t size)
{
    snprintf(out, size, "# match %s against %s, %s/%s, seed %llu", m->player[0], m->player[1],
             m->plan->game->id, m->plan->id, (unsigned long long)m->seed);
}

static int read_pair(struct run *r, struct st_span line, int number, struct st_error *err)
{
    int v[3];

    for (int i = 0; i < 3; i++)
        if (!st_span_int(st_span_word(&line), i ? 0 : 1, i ? 2 : 1000000, &v[i]))
            return st_fail(err, ST_ESYNTAX, r->m->resume, number,
                           "not a pair: its number, and the half points of both games");
    if (v[0] <= r->m->pairs)
        r->pair[v[0] - 1] = (struct pair){ { v[1], v[2] }, { 0, 0 }, 0 };
    return ST_OK;
}

static int take_up(struct run *r, struct st_error *err)
{
    struct st_buf text = { 0 };
    char ours[1200];
    FILE *f = r->m->resume ? fopen(r->m->resume, "r") : NULL;
    int e = ST_OK;

    if (!r->m->resume)
        return ST_OK;
    describe(r->m, ours, sizeof ours);
    if (f) {
        fclose(f);
        e = st_file_read(&text, r->m->resume, err);
    }
    struct st_line_reader lines = { st_buf_text(&text), st_buf_text(&text) + text.len, 0 };
    struct st_span line;
    while (!e && text.len && st_line_next(&lines, &line)) {
        if (lines.line == 1 && !st_span_is(line, ours))
            e = st_fail(err, ST_EUSAGE, r->m->resume, 1, "another match is kept there: `%.*s`",
                        (int)(line.len > 200 ? 200 : line.len), line.at);
        else if (lines.line > 1 && lines.at < lines.end) /* the last line may be torn off */
            e = read_pair(r, line, lines.line, err);
        else if (lines.line > 1 && text.text[text.len - 1] == '\n')
            e = read_pair(r, line, lines.line, err);
    }
    if (!e) {
        r->file = fopen(r->m->resume, "a");
        if (!r->file)
            e = st_fail(err, ST_EIO, r->m->resume, 0, "%s", strerror(errno));
        else if (!text.len)
            fprintf(r->file, "%s\n", ours);
        else if (text.text[text.len - 1] != '\n')
            fputc('\n', r->file);
    }
    st_buf_free(&text);
    return e;
}

static void write_pair(struct run *r, int n)
{
    if (!r->file)
        return;
    fprintf(r->file, "%d %d %d\n", n + 1, r->pair[n].points[0], r->pair[n].points[1]);
    if (fflush(r->file) && !r->e)
        r->e = st_fail(&r->err, ST_EIO, r->m->resume, 0, "%s", strerror(errno));
}

/* ---- all of it -------------------------------------------------------------------------------- */

static void *work(void *arg)
{
    struct run *r = arg;

    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (r->next < r->m->pairs && r->pair[r->next].points[1] != UNPLAYED)
            r->next++;
        if (r->e || r->next >= r->m->pairs || r->verdict != ST_MATCH_PLAYED)
            break;
        int n = r->next++;
        struct st_error err;
        struct pair p;

        pthread_mutex_unlock(&r->lock);
        int e = play_pair(r->m, n, &p, &err);
        pthread_mutex_lock(&r->lock);
        if (e && !r->e) {
            r->e = e;
            r->err = err;
        }
        if (e)
            break;
        r->pair[n] = p;
        write_pair(r, n);
        count_on(r);
        if (r->m->told)
            r->m->told(r->m->arg, &r->score, r->m->pairs);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void play_all(struct run *r)
{
    pthread_t thread[JOBS_MAX];
    int n = 0;

    for (; n < r->m->jobs - 1 && n < JOBS_MAX; n++)
        if (pthread_create(&thread[n], NULL, work, r))
            break;
    work(r);
    while (n > 0)
        pthread_join(thread[--n], NULL);
}

int st_match_run(struct st_score *out, enum st_verdict_of *verdict, const struct st_match *m,
                 struct st_error *err)
{
    struct run r = { .m = m, .pair = calloc((size_t)(m->pairs > 0 ? m->pairs : 1), sizeof *r.pair) };

    if (m->pairs < 1) {
        free(r.pair);
        return st_fail(err, ST_EUSAGE, NULL, 0, "a match has at least one pair of games");
    }
    if (!r.pair)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (int i = 0; i < m->pairs; i++)
        r.pair[i].points[1] = UNPLAYED;
    pthread_mutex_init(&r.lock, NULL);
    r.e = take_up(&r, &r.err);
    if (!r.e) {
        count_on(&r);
        play_all(&r);
    }
    pthread_mutex_destroy(&r.lock);
    if (r.file && fclose(r.file) && !r.e)
        r.e = st_fail(&r.err, ST_EIO, m->resume, 0, "%s", strerror(errno));
    free(r.pair);
    *out = r.score;
    *verdict = r.verdict;
    if (r.e && err)
        *err = r.err;
    return r.e;
}
