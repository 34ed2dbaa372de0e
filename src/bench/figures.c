/* figures.c - the figures of a game: random play, combats, odds, questions, records. */
#include "bench/bench.h"

#include "base/hash.h"
#include "core/scratch.h"
#include "play/moves.h"
#include "play/packed.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES = 96, RECORDS = 24, PACKS = 6, ASKS = 8, WORDS = 40 };

static int no_memory(struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

void bench_tell_line(struct bench *b, const struct bench_line *l, const struct st_plan *p,
                     const char *words, struct bench_figure f)
{
    char what[200];

    snprintf(what, sizeof what, "%s/%s: %.120s", p->game->id, p->id,
             l->title[0] ? l->title : words);
    bench_tell(b, what, &f, &l->goal);
}

/* ---- random play and positions --------------------------------------------------------- */

struct games { /* the same games again and again: rounds can be compared */
    struct st_table *t;
    unsigned char *to;
    int n;
    bool evenly; /* every offer as likely as any other */
    uint64_t steps;
};

uint32_t bench_play_evenly(struct st_table *t, uint64_t game, uint64_t *decisions)
{
    uint32_t step = 0, roll = 0;

    for (; st_now(t).kind != ST_OVER && step < ST_PLAYOUT_MAX; step++) {
        struct st_chance c;
        struct st_move m;

        if (st_now(t).kind == ST_CHANCE) {
            st_awaited(t, &c);
            st_take(t, st_seeded_face(1, game, roll++, &c));
        } else {
            st_assert(st_sample_evenly(t, (1 + game) * 0x9e3779b97f4a7c15u + step, &m));
            st_play_given(t, &m);
            ++*decisions;
        }
    }
    return step;
}

static void play_games(void *arg)
{
    struct games *g = arg;
    uint64_t decisions = 0;

    g->steps = 0;
    for (int i = 0; i < g->n; i++) {
        st_begin(g->t);
        g->steps += g->evenly ? bench_play_evenly(g->t, (uint64_t)i, &decisions) : st_playout(g->t, 1, (uint64_t)i);
    }
}

static void bare_steps(void *arg)
{
    struct games *g = arg;

    for (uint32_t i = 0; i < 1000; i++)
        bench_keep((uint64_t)bench_bare_combat(g->to, g->t->pos, g->t->plan->pos_size, i));
}

static int measure_play(struct bench *b, const struct bench_line *l, struct st_table *t,
                        struct st_error *err)
{
    struct games g = { .t = t, .to = malloc(t->plan->pos_size), .n = 1,
                       .evenly = l->kind == BENCH_UNIFORM };
    char words[80];

    if (!g.to)
        return no_memory(err);
    t->scratch = g.evenly ? st_scratch_new(t->plan) : NULL; /* who lists all moves has one, as who thinks */
    for (double start = bench_clock(); g.n < 10000; g.n *= 2) { /* one game tells little */
        play_games(&g);
        if (bench_clock() - start > b->seconds / 10)
            break;
    }
    struct bench_race r = bench_run(b, play_games, bare_steps, &g);
    double step = r.ours / (double)g.steps;
    snprintf(words, sizeof words, "%s, %.0f steps a game",
             g.evenly ? "play with all moves listed" : "random play", (double)g.steps / g.n);
    bench_tell_line(b, l, t->plan, words,
         (struct bench_figure){ 1 / step, "steps/s", step * 1000 / r.bare, "bare kernel" });
    free(g.to);
    free(t->scratch);
    t->scratch = NULL;
    return ST_OK;
}

/* ---- lists of moves ------------------------------------------------------------------------ */

struct decisions { /* some of random games */
    struct st_table t;
    unsigned char *pos;
    int n;
    uint64_t moves;
    struct bench_ranges *ranges;
};

static void list_all(void *arg)
{
    struct decisions *d = arg;

    d->moves = 0;
    for (int i = 0; i < d->n; i++) {
        d->t.pos = d->pos + (size_t)i * d->t.plan->pos_size;
        d->moves += (uint64_t)st_offers(&d->t, NULL, 0);
    }
}

/* Every seventh decision of random games, of those that want is for (NULL: all of them), until there are enough. */
static int find_decisions(struct decisions *d, struct st_table *t, bool (*want)(const struct st_table *t, int verb),
                          int verb, struct st_error *err)
{
    enum { EVERY = 7, GAMES = 1000 };
    size_t size = t->plan->pos_size;

    *d = (struct decisions){ .t = *t, .pos = malloc(SAMPLES * size) };
    if (!d->pos)
        return no_memory(err);
    for (uint64_t game = 0; d->n < SAMPLES && game < GAMES; game++) {
        uint32_t step = 0, roll = 0;

        st_begin(t);
        while (st_now(t).kind != ST_OVER && d->n < SAMPLES && step < ST_PLAYOUT_MAX) {
            if (st_now(t).kind == ST_DECIDE && step % EVERY == 0 && (!want || want(t, verb)))
                memcpy(d->pos + (size_t)d->n++ * size, t->pos, size);
            st_playout_step(t, 4, game, &step, &roll);
        }
    }
    return ST_OK;
}

static int measure_list(struct bench *b, const struct bench_line *l, struct st_table *t,
                        struct st_error *err)
{
    struct decisions d;
    char words[80];
    int e = find_decisions(&d, t, NULL, 0, err);

    if (e)
        return e;
    double spent = bench_run(b, list_all, NULL, &d).ours;
    snprintf(words, sizeof words, "one move listed, %.0f a decision",
             d.n ? (double)d.moves / d.n : 0.0);
    bench_tell_line(b, l, t->plan, words,
         (struct bench_figure){ spent / (double)(d.moves ? d.moves : 1), "s", 0, "" });
    free(d.pos);
    return ST_OK;
}

/* ---- ranges under the rules ----------------------------------------------------------------- */

struct movers { /* who may move, of the offers: each has a range */
    struct st_offer offer;
    int verb, n;
    int16_t last[2];
    bool one, group; /* the verb names no piece: whoever is active moves; or it names a list of them */
};

static bool count_mover(struct st_offer *o, const struct st_move *m)
{
    struct movers *x = (struct movers *)o;

    const int16_t who[2] = { m->arg[0], x->group ? m->arg[1] : 0 }; /* of a list: how many, and the first of them */

    if (m->verb == x->verb && (x->n == 0 || (!x->one && memcmp(who, x->last, sizeof who) != 0))) {
        x->n++;
        memcpy(x->last, who, sizeof who);
    }
    return true;
}

/* Offers of a piece stand together. */
static int movers(const struct st_table *t, int verb)
{
    const char *names = strchr(t->plan->game->verbs[verb].form, '{');
    struct movers x = { .offer = { .add = count_mover }, .verb = verb,
                        .one = !names || strncmp(names, "{hex", 4) == 0,
                        .group = names && strcspn(names, ",") < strcspn(names, "}") };

    st_step_now(t)->offer(t, &x.offer);
    return x.n;
}

static bool anybody_moves(const struct st_table *t, int verb)
{
    return movers(t, verb) > 0;
}

static void bare_ranges(void *arg)
{
    bench_bare_ranges(((struct decisions *)arg)->ranges);
}

/* of: the verb that moves. All that may be done is listed, for all who may move; a range is that by their number. */
static int measure_reach(struct bench *b, const struct bench_line *l, struct st_table *t, struct st_error *err)
{
    const struct st_game *g = t->plan->game;
    struct decisions d = { .n = 0 };
    int verb = 0, ranges = 0, e;
    char words[80];

    while (verb < g->nverbs && !(strcspn(g->verbs[verb].form, " ") == strlen(l->of) &&
                                 strncmp(g->verbs[verb].form, l->of, strlen(l->of)) == 0))
        verb++;
    if (verb == g->nverbs)
        return st_fail(err, ST_ESYNTAX, l->where, l->number, "no verb `%s`", l->of);
    e = find_decisions(&d, t, anybody_moves, verb, err);
    if (!e && !(d.ranges = bench_ranges_new()))
        e = no_memory(err);
    for (int i = 0; i < d.n && !e; i++) {
        d.t.pos = d.pos + (size_t)i * t->plan->pos_size;
        ranges += movers(&d.t, verb);
    }
    if (!e && ranges) {
        struct bench_race r = bench_run(b, list_all, bare_ranges, &d);
        double ours = r.ours / ranges;

        snprintf(words, sizeof words, "one's range, %.0f moves in it", (double)d.moves / ranges);
        bench_tell_line(b, l, t->plan, words, (struct bench_figure){ ours, "s", ours * (double)BENCH_RANGES / r.bare, "bare bucket queue" });
    }
    bench_ranges_free(d.ranges);
    free(d.pos);
    return e;
}

static int measure_size(struct bench *b, const struct bench_line *l, struct st_table *t)
{
    struct bench_figure f = { (double)t->plan->pos_size, "bytes", 0, "" };

    bench_tell_line(b, l, t->plan, "size of a position", f);
    return ST_OK;
}

struct copies {
    unsigned char *from, *to;
    size_t size;
};
enum { COPIES = 1000 };

static void copy_ours(void *arg)
{
    struct copies *c = arg;

    for (int i = 0; i < COPIES; i++) {
        c->from[c->size - 1] = (unsigned char)i;
        bench_keep(st_hash_copy(c->to, c->from, c->size));
    }
}

static void copy_bare(void *arg)
{
    struct copies *c = arg;

    for (int i = 0; i < COPIES; i++) {
        c->from[c->size - 1] = (unsigned char)i;
        bench_keep(bench_bare_copy(c->to, c->from, c->size));
    }
}

static int measure_copy(struct bench *b, const struct bench_line *l, struct st_table *t,
                        struct st_error *err)
{
    struct copies c = { t->pos, malloc(t->plan->pos_size), t->plan->pos_size };
    char words[80];

    if (!c.to)
        return no_memory(err);
    st_begin(t);
    struct bench_race r = bench_run(b, copy_ours, copy_bare, &c);
    snprintf(words, sizeof words, "copy and hash %zu bytes", c.size);
    bench_tell_line(b, l, t->plan, words,
         (struct bench_figure){ r.ours / (double)COPIES, "s", r.ours / r.bare, "memcpy and XXH3" });
    free(c.to);
    return ST_OK;
}

/* ---- attacks met in random play -------------------------------------------------------- */

struct attack { /* a position and a move after which a die is awaited */
    void *pos;
    struct st_move move;
};

/* Does the move itself lead into a procedure, and not what follows it by itself? */
static bool begins_procedure(const struct st_plan *p, const void *before, const struct st_move *m)
{
    struct st_table t = { p, malloc(p->pos_size), NULL };
    bool deeper = false;

    if (t.pos) {
        memcpy(t.pos, before, p->pos_size);
        int depth = st_now(&t).depth;
        st_step_now(&t)->apply(&t, m);
        deeper = st_now(&t).depth > depth;
    }
    free(t.pos);
    return deeper;
}

static int find_attacks(struct st_table *t, struct attack *out, int max)
{
    size_t size = t->plan->pos_size;
    void *before = malloc(size);
    int n = 0;

    for (uint64_t game = 0; before && n < max && game < 1000; game++) {
        uint32_t step = 0, roll = 0;

        st_begin(t);
        while (st_now(t).kind != ST_OVER && n < max && step < ST_PLAYOUT_MAX) {
            struct st_move m;
            bool decides = st_now(t).kind == ST_DECIDE;

            if (decides) {
                memcpy(before, t->pos, size);
                st_assert(st_sample(t, (2 + game) * 0x9e3779b97f4a7c15u + step, &m));
            }
            st_playout_step(t, 2, game, &step, &roll);
            if (!decides || st_now(t).kind != ST_CHANCE || !begins_procedure(t->plan, before, &m))
                continue;
            out[n].pos = malloc(size);
            if (!out[n].pos)
                break;
            memcpy(out[n].pos, before, size);
            out[n++].move = m;
        }
        if (game > 50 && n == 0)
            break; /* a game without dice after decisions */
    }
    free(before);
    return n;
}

/* The procedure itself: from the declaration until it is done or a player is asked. What the driver
 * does afterwards (is there a choice left in the Phase?) is not part of it. */
static void engine_combat(struct st_table *t, const struct st_move *m, uint32_t *roll)
{
    int depth = st_now(t).depth;

    st_play_given_within(t, m, depth); /* it was sampled there; the bare kernel asks nobody either */
    while (st_now(t).kind == ST_CHANCE && st_now(t).depth > depth) {
        struct st_chance c;

        st_awaited(t, &c);
        st_take_within(t, st_seeded_face(3, 0, (*roll)++, &c), depth);
    }
}

struct combats {
    struct st_table t;
    const struct attack *a;
    int n;
    uint32_t roll;
};

static void combats_ours(void *arg)
{
    struct combats *c = arg;

    for (int i = 0; i < c->n; i++) {
        memcpy(c->t.pos, c->a[i].pos, c->t.plan->pos_size);
        engine_combat(&c->t, &c->a[i].move, &c->roll);
    }
}

static void combats_bare(void *arg)
{
    struct combats *c = arg;

    for (int i = 0; i < c->n; i++)
        bench_keep(
            (uint64_t)bench_bare_combat(c->t.pos, c->a[i].pos, c->t.plan->pos_size, c->roll++));
}

static int combats(struct bench *b, const struct bench_line *l, const struct st_plan *p,
                   const struct attack *a, int n, struct st_error *err)
{
    struct combats c = { { p, malloc(p->pos_size), NULL }, a, n, 0 };

    if (!c.t.pos)
        return no_memory(err);
    struct bench_race r = bench_run(b, combats_ours, combats_bare, &c);
    bench_tell_line(b, l, p, "one combat, declared to done",
         (struct bench_figure){ r.ours / n, "s", r.ours / r.bare, "bare kernel" });
    free(c.t.pos);
    return ST_OK;
}

/* The slowest of the attacks, each at its best of three. */
static int attack_odds(struct bench *b, const struct bench_line *l, const struct st_plan *p,
                       const struct attack *a, int n, struct st_error *err)
{
    double worst = 0;
    char words[80];
    int e = ST_OK;

    for (int i = 0; i < n && !e; i++) {
        struct st_table t = { p, a[i].pos, NULL };
        struct st_probe probe[ST_PROBES];
        struct st_ask q = { .move = &a[i].move, .probe = probe };
        double best = 1e9;

        q.nprobes = st_probes_of_move(p, &a[i].move, probe, ST_PROBES);
        for (int again = 0; again < 3 && !e; again++) { /* the first fills the caches */
            struct st_odds o;
            double start = bench_clock();

            e = st_odds(&o, &t, &q, err);
            double spent = bench_clock() - start;
            if (!e)
                st_odds_free(&o);
            best = spent < best ? spent : best;
        }
        worst = best > worst ? best : worst;
    }
    snprintf(words, sizeof words, "exact odds, the slowest of %d attacks", n);
    if (!e)
        bench_tell_line(b, l, p, words, (struct bench_figure){ worst, "s", 0, "" });
    return e;
}

static int measure_attacks(struct bench *b, const struct bench_line *l, struct st_table *t,
                           struct st_error *err)
{
    struct attack a[SAMPLES];
    int n = find_attacks(t, a, SAMPLES), e;

    if (n == 0)
        return st_fail(err, ST_EUSAGE, l->where, l->number,
                       "no decision of %s begins a procedure with dice", t->plan->id);
    e = l->kind == BENCH_COMBAT ? combats(b, l, t->plan, a, n, err)
                                : attack_odds(b, l, t->plan, a, n, err);
    for (int i = 0; i < n; i++)
        free(a[i].pos);
    return e;
}

/* ---- one move of one position ---------------------------------------------------------- */

struct one_move {
    struct st_table *t;
    struct st_move move;
    struct st_probe probe[ST_PROBES];
    struct st_ask ask;
    unsigned char *to;
    int times;
    bool failed;
};

static void check_move(void *arg)
{
    struct one_move *m = arg;

    for (int i = 0; i < m->times; i++)
        m->failed |= st_check(m->t, &m->move, NULL) != ST_LEGAL;
}

static void odds_of_move(void *arg)
{
    struct one_move *m = arg;

    for (int i = 0; i < m->times; i++) {
        struct st_odds o;

        m->failed |= st_odds(&o, m->t, &m->ask, NULL) != ST_OK;
        if (!m->failed)
            st_odds_free(&o);
    }
}

static void bare_move(void *arg)
{
    struct one_move *m = arg;

    bench_keep((uint64_t)bench_bare_combat(m->to, m->t->pos, m->t->plan->pos_size, 0));
}

static int measure_move(struct bench *b, const struct bench_line *l, struct st_table *t,
                        struct st_error *err)
{
    struct one_move m = { .t = t, .times = l->times };
    struct st_refusal why;
    char words[ST_MOVE_TEXT + 16], before[ST_MOVE_TEXT];

    st_begin(t);
    if (st_make_moves(t, l->after, before, &why))
        return st_fail(err, ST_EUSAGE, l->where, l->number, "the moves before it cannot be made");
    if (st_now(t).kind != ST_DECIDE || st_move_parse(&m.move, t->plan, l->of, &why) ||
        st_check(t, &m.move, &why))
        return st_fail(err, ST_EUSAGE, l->where, l->number, "%s: %s", l->of,
                       st_now(t).kind != ST_DECIDE ? "nobody decides here" : why.text);
    m.ask = (struct st_ask){ .move = &m.move, .probe = m.probe };
    m.ask.nprobes = st_probes_of_move(t->plan, &m.move, m.probe, ST_PROBES);
    m.to = malloc(t->plan->pos_size);
    if (!m.to)
        return no_memory(err);
    bool odds = l->kind == BENCH_ODDS;
    struct bench_race r = bench_run(b, odds ? odds_of_move : check_move, bare_move, &m);
    free(m.to);
    if (m.failed)
        return no_memory(err);
    snprintf(words, sizeof words, "%s %.60s", odds ? "exact odds," : "may this be done,", l->of);
    bench_tell_line(b, l, t->plan, words,
         (struct bench_figure){ r.ours, "s", r.ours / r.bare, "bare kernel" });
    return ST_OK;
}

/* ---- questions ------------------------------------------------------------------------- */

struct asked {
    struct st_reply *reply[ASKS];
    int n, times;
    bool failed;
};

static void answer_all(void *arg)
{
    struct asked *a = arg;

    for (int k = 0; k < a->times; k++)
        for (int i = 0; i < a->n; i++)
            a->failed |= st_ask_again(a->reply[i], NULL) != ST_OK;
}

/* "QUESTION key=value ...", cut up in place; values with blanks in them stand in double quotes. */
static int cut_words(char *text, char **out)
{
    int n = 0;

    for (char *at = text; n < WORDS;) {
        bool quoted = false;
        char *to;

        at += strspn(at, " ");
        if (!*at)
            break;
        for (to = out[n++] = at; *at && (quoted || *at != ' '); at++) {
            if (*at == '"')
                quoted = !quoted;
            else
                *to++ = *at;
        }
        at += *at != 0;
        *to = 0;
    }
    return n;
}

static int ask_all(struct asked *a, const struct st_game *g, char *text, struct st_error *err)
{
    int e = ST_OK;

    for (char *one = strtok(text, ";"); one && a->n < ASKS && !e; one = strtok(NULL, ";")) {
        char *word[WORDS];
        int n = cut_words(one, word);

        if (n == 0)
            continue;
        e = st_ask_question(&a->reply[a->n], g, word[0], (const char *const *)(word + 1), n - 1,
                            &st_files_library, err);
        a->n += !e;
    }
    return e;
}

static int measure_ask(struct bench *b, const struct bench_line *l, const struct st_game *g,
                       struct st_error *err)
{
    struct asked a = { .times = l->times };
    char *text = malloc(strlen(l->of) + 1), what[200];
    int e = text ? ST_OK : no_memory(err);

    if (!e) {
        strcpy(text, l->of);
        e = ask_all(&a, g, text, err);
    }
    if (e && text) {
        struct st_error inner = *err;

        st_fail(err, inner.code, l->where, l->number, "%s", inner.text);
    }
    if (!e) {
        struct bench_figure f = { bench_run(b, answer_all, NULL, &a).ours, "s", 0, "" };

        snprintf(what, sizeof what, "%s: %.120s", g->id, l->title[0] ? l->title : l->of);
        if (a.failed)
            e = no_memory(err);
        else
            bench_tell(b, what, &f, &l->goal);
    }
    for (int i = 0; i < a.n; i++)
        st_reply_free(a.reply[i]);
    free(text);
    return e;
}

/* ---- records --------------------------------------------------------------------------- */

/* bits, unless NULL: every offer is as likely as any other, and this receives what telling which takes. */
static bool record_game(struct st_buf *out, const struct st_plan *p, uint64_t seed, double *bits)
{
    char dice[40];
    struct st_session_options o = { .seat = { "ai:random", "ai:random" }, .dice = dice };
    struct st_session *s = NULL;
    enum st_answer answer = ST_LEGAL;
    int e;

    snprintf(dice, sizeof dice, "seed:%" PRIu64, seed);
    e = st_session_open(&s, p, &o, NULL);
    for (uint32_t step = 0, roll = 0; !e && answer == ST_LEGAL && step < 100000; step++) {
        const struct st_table *t = st_session_table(s);
        enum st_kind kind = st_now(t).kind;

        if (kind == ST_OVER)
            break;
        if (kind == ST_CHANCE) {
            struct st_chance c;

            st_session_awaited(s, &c);
            e = st_session_die(s, st_seeded_face(seed, 0, roll++, &c), &answer, NULL, NULL);
        } else {
            struct st_move m;

            st_assert((bits ? st_sample_evenly : st_sample)(t, seed * 0x9e3779b97f4a7c15u + step, &m));
            if (bits)
                *bits += log2(st_offers(t, NULL, 0));
            e = st_session_play(s, &m, &answer, NULL, NULL);
        }
    }
    if (!e)
        st_record_print(st_session_record(s), out);
    st_session_free(s);
    return !e && answer == ST_LEGAL && !out->failed;
}

struct records {
    struct st_verifier v;
    struct st_buf text[RECORDS];
    bool ok;
};

static void verify_all(void *arg)
{
    struct records *r = arg;

    for (int i = 0; i < RECORDS && r->ok; i++) {
        struct st_record *record = NULL;

        r->ok = st_record_parse(&record, st_buf_text(&r->text[i]), r->text[i].len, "bench", NULL) ==
                    ST_OK &&
                st_verifier_run(&r->v, record, NULL, NULL) == ST_OK;
        st_record_free(record);
    }
}

static int measure_verify(struct bench *b, const struct bench_line *l, const struct st_plan *p,
                          struct st_error *err)
{
    struct records r = { .v = { .files = &st_files_library }, .ok = true };

    for (int i = 0; i < RECORDS && r.ok; i++)
        r.ok = record_game(&r.text[i], p, (uint64_t)i + 1, NULL);
    double seconds = bench_run(b, verify_all, NULL, &r).ours;
    st_verifier_free(&r.v);
    for (int i = 0; i < RECORDS; i++)
        st_buf_free(&r.text[i]);
    if (!r.ok)
        return st_fail(err, ST_EVERIFY, l->where, l->number, "a random game of %s does not verify",
                       p->id);
    bench_tell_line(b, l, p, "verify records, reading them too",
         (struct bench_figure){ (double)RECORDS / seconds, "games/s", 0, "" });
    return ST_OK;
}

struct packs {
    struct st_verifier v;
    struct st_buf bytes[PACKS];
    bool ok;
};

static void unpack_all(void *arg)
{
    struct packs *x = arg;

    for (int i = 0; i < PACKS && x->ok; i++) {
        struct st_buf text = { 0 };

        x->ok = st_unpack_next(&x->v, &text, st_buf_text(&x->bytes[i]), x->bytes[i].len, "bench", NULL) == ST_OK;
        st_buf_free(&text);
    }
}

/* Games with even choices: no packing of them can do, on the average, with less than the numbers of the choices. */
static int measure_packed(struct bench *b, const struct bench_line *l, const struct st_plan *p, struct st_error *err)
{
    struct packs x = { .v = { .files = &st_files_library }, .ok = true };
    double bits = 0, bytes = 0;
    char words[80];

    for (int i = 0; i < PACKS && x.ok; i++) {
        struct st_buf text = { 0 };

        x.ok = record_game(&text, p, (uint64_t)i + 1, &bits) &&
               st_pack(&x.bytes[i], st_buf_text(&text), text.len, "bench", &st_files_library, NULL) == ST_OK;
        bytes += (double)x.bytes[i].len;
        st_buf_free(&text);
    }
    double seconds = x.ok ? bench_run(b, unpack_all, NULL, &x).ours : 1;
    st_verifier_free(&x.v);
    for (int i = 0; i < PACKS; i++)
        st_buf_free(&x.bytes[i]);
    if (!x.ok)
        return st_fail(err, ST_EVERIFY, l->where, l->number, "a random game of %s cannot be packed", p->id);
    snprintf(words, sizeof words, "packed records, %.0f bytes a game, unpacked", bytes / (double)PACKS);
    bench_tell_line(b, l, p, words, (struct bench_figure){ (double)PACKS / seconds, "games/s", bits > 0 ? bytes * 8 / bits : 0, "entropy bound" });
    return ST_OK;
}

/* ---- from the shell -------------------------------------------------------------------- */

extern char **environ;

static double wall(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The whole program, started and over; 0 if it cannot be started or fails. */
static double time_of_program(char **argv)
{
    posix_spawn_file_actions_t quiet;
    double best = 0;

    if (posix_spawn_file_actions_init(&quiet))
        return 0;
    if (posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0)
        for (int i = 0; i < 10; i++) {
            double start = wall();
            int status;
            pid_t pid;

            if (posix_spawn(&pid, "/proc/self/exe", &quiet, NULL, argv, environ) != 0 ||
                waitpid(pid, &status, 0) != pid || status != 0)
                break;
            double spent = wall() - start;
            best = best == 0 || spent < best ? spent : best;
        }
    posix_spawn_file_actions_destroy(&quiet);
    return best;
}

static int measure_shell(struct bench *b, const struct bench_line *l, const struct st_game *g,
                         struct st_error *err)
{
    char *text = malloc(strlen(l->of) + 1), what[200];
    char *argv[WORDS + 4] = { "sandtable", "ask", (char *)(uintptr_t)g->id };

    if (!text)
        return no_memory(err);
    strcpy(text, l->of);
    cut_words(text, argv + 3);
    struct bench_figure f = { time_of_program(argv), "s", 0, "" };
    free(text);
    if (f.value == 0)
        return st_fail(err, ST_EUSAGE, l->where, l->number, "`sandtable ask %s %s` fails", g->id,
                       l->of);
    snprintf(what, sizeof what, "sandtable ask %s %.100s, from the shell", g->id, l->of);
    bench_tell(b, what, &f, &l->goal);
    return ST_OK;
}

/* What our program prints, up to size; false if it cannot be started or fails. */
static bool output_of(char **argv, char *out, size_t size)
{
    posix_spawn_file_actions_t to_us;
    int end[2], status = -1;
    size_t len = 0;
    pid_t pid;

    if (pipe(end) != 0)
        return false;
    posix_spawn_file_actions_init(&to_us);
    posix_spawn_file_actions_adddup2(&to_us, end[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&to_us, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&to_us, end[0]);
    bool started = posix_spawn(&pid, "/proc/self/exe", &to_us, NULL, argv, environ) == 0;
    close(end[1]);
    for (ssize_t n = 1; started && n > 0 && len + 1 < size; len += n > 0 ? (size_t)n : 0)
        n = read(end[0], out + len, size - 1 - len);
    close(end[0]);
    out[len] = 0;
    posix_spawn_file_actions_destroy(&to_us);
    return started && waitpid(pid, &status, 0) == pid && status == 0;
}

/* The server is another program, with libraries that we do not load: it measures itself. Where it is not installed
 * that is told in place of a figure. */
static int measure_serve(struct bench *b, const struct bench_line *l, const struct st_plan *p)
{
    char name[160], out[200], words[80];
    char *argv[] = { "sandtable", "serve", "--measure", name, NULL };
    double clock, processor;

    snprintf(name, sizeof name, "%s/%s", p->game->id, p->id);
    if (!output_of(argv, out, sizeof out) || sscanf(out, "%lf moves/s, %lf", &clock, &processor) != 2) {
        if (!b->json)
            st_buf_add(&b->out, "%s: durable moves are not measured, the server cannot be started\n", name);
        return ST_OK;
    }
    snprintf(words, sizeof words, "durable moves, 16 tables; %.0f/s of the processor", processor);
    bench_tell_line(b, l, p, words, (struct bench_figure){ clock, "moves/s", 0, "" });
    return ST_OK;
}

/* ---- all of them ----------------------------------------------------------------------- */

int bench_measure(struct bench *b, const struct bench_line *l, const struct st_game *g,
                  struct st_table *t, struct st_error *err)
{
    switch (l->kind) {
    case BENCH_PLAY:
    case BENCH_UNIFORM:
        return measure_play(b, l, t, err);
    case BENCH_BATCH:
        return bench_measure_batch(b, l, t, err);
    case BENCH_LIST:
        return measure_list(b, l, t, err);
    case BENCH_REACH:
        return measure_reach(b, l, t, err);
    case BENCH_SIZE:
        return measure_size(b, l, t);
    case BENCH_COPY:
        return measure_copy(b, l, t, err);
    case BENCH_COMBAT:
    case BENCH_ATTACKS:
        return measure_attacks(b, l, t, err);
    case BENCH_CHECK:
    case BENCH_ODDS:
        return measure_move(b, l, t, err);
    case BENCH_ASK:
        return measure_ask(b, l, g, err);
    case BENCH_VERIFY:
        return measure_verify(b, l, t->plan, err);
    case BENCH_PACKED:
        return measure_packed(b, l, t->plan, err);
    case BENCH_SERVE:
        return measure_serve(b, l, t->plan);
    default:
        return measure_shell(b, l, g, err);
    }
}
