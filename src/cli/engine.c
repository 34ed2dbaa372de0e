/* engine.c - `sandtable engine`: the computer for programs, lines in and lines out. The lines are
 * described in docs/engine-protocol.md.
 *
 * While it thinks it looks at its input whenever the thinking asks the clock, so that `stop` counts at
 * once; other lines wait until it has answered.
 */
#include "cli/commands.h"

#include "ai/think.h"
#include "play/moves.h"
#include "play/posture.h"
#include "view/review.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { INPUT_MOST = 8 * 1024 * 1024, LINE_MOVES = 6, PATH_MOST = 1000 };

struct engine {
    struct cli_source source;
    struct cli_table t; /* t.plan NULL: no position yet */
    void *seen;         /* as the side to decide may see it */
    char name[PATH_MOST]; /* of the scenario that lies there; "": none, or a record */
    char given[CLI_LIST_MAX][200];
    int ngiven;
    uint64_t seed, count;
    struct st_buf in; /* read and not yet done */
    bool ended;       /* no more comes */
    bool stop;        /* thinking is to end */
    bool infinite;    /* nothing but that will end it */
    struct timespec began;
    double seconds; /* 0: no limit */
    struct st_move first; /* of the line that was told last, */
    struct st_buf line;   /* which it is */
    long nodes;     /* of a `go` without a budget */
};

__attribute__((format(printf, 1, 2))) static void say(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
}

static void say_error(const struct st_error *err)
{
    char text[520];

    st_error_print(err, text, sizeof text);
    cli_clean(text);
    say("error %s", text);
}

/* ---- input --------------------------------------------------------------------------------- */

/* What has come, without waiting unless told to. */
static void read_more(struct engine *g, int wait_ms)
{
    struct pollfd p = { 0, POLLIN, 0 };
    char bytes[65536];

    if (g->ended || poll(&p, 1, wait_ms) <= 0)
        return;
    ssize_t n = read(0, bytes, sizeof bytes);
    if (n > 0)
        st_buf_put(&g->in, bytes, (size_t)n);
    else if (n == 0 || errno != EINTR)
        g->ended = true;
}

/* The next whole line, and *rest behind it; false: none is there. The end of input ends a line. */
static bool whole_line(const struct engine *g, size_t from, struct st_span *line, size_t *rest)
{
    const char *at = st_buf_text(&g->in) + from;
    const char *end = g->in.len > from ? memchr(at, '\n', g->in.len - from) : NULL;

    if (!end && (!g->ended || g->in.len == from))
        return false;
    *rest = end ? (size_t)(end + 1 - st_buf_text(&g->in)) : g->in.len;
    *line = st_span_trim((struct st_span){ at, *rest - from - (end ? 1 : 0) });
    return true;
}

static void drop_line(struct engine *g, size_t from, size_t rest)
{
    memmove(g->in.text + from, g->in.text + rest, g->in.len - rest);
    g->in.len -= rest - from;
}

/* stop is done at once, and whether somebody is there is answered; the rest waits. Where nothing else
 * would end the thought, quit and the end of input do. */
static void look_while_thinking(struct engine *g)
{
    struct st_span line;
    size_t from = 0, rest;

    read_more(g, 0);
    while (whole_line(g, from, &line, &rest)) {
        bool stop = st_span_is(line, "stop"), ready = st_span_is(line, "isready");

        if (ready)
            say("readyok");
        g->stop = g->stop || stop || (g->infinite && st_span_is(line, "quit"));
        if (stop || ready)
            drop_line(g, from, rest);
        else
            from = rest;
    }
    g->stop = g->stop || (g->infinite && g->ended);
}

static double spent(const struct engine *g)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - g->began.tv_sec) + (double)(now.tv_nsec - g->began.tv_nsec) * 1e-9;
}

static double share_spent(void *arg)
{
    struct engine *g = arg;

    look_while_thinking(g);
    return g->stop ? 1 : g->seconds > 0 ? spent(g) / g->seconds : 0;
}

/* ---- position ------------------------------------------------------------------------------- */

static bool copy_word(struct st_span word, char *out, size_t size, struct st_error *err)
{
    if (word.len && st_span_copy(word, out, size))
        return true;
    st_fail(err, ST_EUSAGE, NULL, 0, word.len ? "a word is too long" : "something is missing at the end");
    return false;
}

static void close_table(struct engine *g)
{
    cli_table_close(&g->t);
    free(g->seen);
    g->seen = NULL;
    g->name[0] = 0;
}

/* With the keys given by `set` lines. A scenario that lies there already begins again. */
static int open_table(struct engine *g, const char *name, int upto, struct st_error *err)
{
    if (g->name[0] && strcmp(g->name, name) == 0) {
        st_begin(&g->t.table);
        return ST_OK;
    }
    close_table(g);
    g->source = (struct cli_source){ 0 };
    for (int i = 0; i < g->ngiven; i++)
        g->source.set.item[g->source.set.n++] = g->given[i];
    int e = cli_source_open(&g->source, err);
    if (!e)
        e = cli_table_open(&g->t, &g->source, name, upto, err);
    if (!e && !(g->seen = malloc(g->t.plan->pos_size)))
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (!e && !g->t.record)
        snprintf(g->name, sizeof g->name, "%s", name);
    return e;
}

static int read_plan(const struct engine *g, struct st_span *rest, struct st_error *err)
{
    struct st_span word = st_span_word(rest);
    char ours[16];

    snprintf(ours, sizeof ours, "%08x", (unsigned)st_posture_plan(g->t.plan));
    if (!st_span_is(word, ours))
        return st_fail(err, ST_EVERIFY, NULL, 0,
                       "plan %.*s is not ours (%s): scenario or charts are of another release",
                       (int)(word.len < 20 ? word.len : 20), word.at, ours);
    return ST_OK;
}

static int read_moves(struct engine *g, struct st_span rest, struct st_error *err)
{
    char line[ST_MOVE_TEXT], *text = malloc(rest.len + 1);
    struct st_refusal why;
    int e = ST_OK;

    if (!text)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(text, rest.at, rest.len);
    text[rest.len] = 0;
    if (st_make_moves(&g->t.table, text, line, &why) != ST_LEGAL)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "`%.80s`: %s%s%s", line, why.para, why.para[0] ? " " : "",
                    why.text);
    free(text);
    return e;
}

/* GAME/SCENARIO or RECORD, then: to N, plan HASH, state WORD, moves A; B; dice 3 */
static int set_position(struct engine *g, struct st_span rest, struct st_error *err)
{
    struct st_span after = rest, word;
    char name[PATH_MOST];
    int e, upto = -1;

    if (!copy_word(st_span_word(&rest), name, sizeof name, err))
        return ST_EUSAGE;
    after = rest;
    if (st_span_is(st_span_word(&after), "to")) {
        rest = after;
        if (!st_span_int(st_span_word(&rest), 0, 10000000, &upto))
            return st_fail(err, ST_EUSAGE, NULL, 0, "`to` wants how many decisions of the record");
    }
    e = open_table(g, name, upto, err);
    while (!e && (word = st_span_word(&rest)).len) {
        if (st_span_is(word, "plan")) {
            e = read_plan(g, &rest, err);
        } else if (st_span_is(word, "state")) {
            e = st_posture_read(g->t.plan, st_span_word(&rest), g->t.table.pos, err);
        } else if (st_span_is(word, "moves")) {
            e = read_moves(g, rest, err);
            break;
        } else {
            e = st_fail(err, ST_EUSAGE, NULL, 0, "position knows to, plan, state and moves, not `%.*s`",
                        (int)(word.len < 40 ? word.len : 40), word.at);
        }
    }
    if (e)
        close_table(g);
    return e;
}

/* ---- thinking ------------------------------------------------------------------------------- */

/* The move, and what the base player expects of both as long as no die falls, nothing is hidden and there
 * is time. */
static void make_line(struct engine *g, const struct st_move *best, struct st_buf *out)
{
    const struct st_budget little = { .nodes = 1, .clock = share_spent, .arg = g };
    const struct st_plan *p = g->t.plan;
    struct st_table t = { p, malloc(p->pos_size), NULL };
    struct st_move m = *best;
    struct st_thought next;
    char text[ST_MOVE_TEXT];
    int n = 1;

    if (!t.pos)
        return;
    memcpy(t.pos, g->seen, p->pos_size);
    for (int i = 0; i < LINE_MOVES && n; i++) {
        st_move_print(p, &m, text, sizeof text);
        st_buf_add(out, "%s%s", i ? "; " : "", text);
        if (p->game->observe || share_spent(g) >= 1 || st_play(&t, &m, NULL) == ST_REFUSED ||
            st_now(&t).kind != ST_DECIDE || st_think(&t, &little, g->seed, &next, 1, &n, NULL) || share_spent(g) >= 1)
            break;
        m = next.move;
    }
    free(t.pos);
}

/* The line that began with the same move is still good. */
static void say_info(struct engine *g, const struct st_thought *best, long nodes)
{
    if (!g->line.len || !st_move_equal(&best->move, &g->first)) {
        g->line.len = 0;
        g->first = best->move;
        make_line(g, &best->move, &g->line);
    }
    say("info chance %.4f nodes %ld time %.2f line %s", best->chance, nodes, spent(g), st_buf_text(&g->line));
}

static void told(void *arg, const struct st_thought *best, long nodes)
{
    say_info(arg, best, nodes);
}

static bool to_decide(struct engine *g)
{
    if (!g->t.plan) {
        say("error no position: `position GAME/SCENARIO` sets one");
        return false;
    }
    struct st_turn now = st_now(&g->t.table);
    if (now.kind == ST_DECIDE)
        return true;
    if (now.kind == ST_OVER)
        say("error the game is over");
    else
        say("error a die is awaited (%s %s), nobody decides", now.step, now.para);
    return false;
}

/* nodes N, seconds S, nothing. */
static bool read_budget(struct engine *g, struct st_span rest, struct st_budget *b)
{
    struct st_span word = st_span_word(&rest), number = st_span_word(&rest);
    char text[32], *end;
    int nodes = 0;

    *b = (struct st_budget){ .nodes = g->nodes, .clock = share_spent, .arg = g };
    g->seconds = 0;
    g->infinite = st_span_is(word, "infinite");
    if (!word.len)
        return true;
    if (g->infinite) {
        b->nodes = 0;
        return true;
    }
    if (st_span_is(word, "nodes") && st_span_int(number, 1, 1000000000, &nodes)) {
        b->nodes = nodes;
        return true;
    }
    if (st_span_is(word, "seconds") && st_span_copy(number, text, sizeof text)) {
        g->seconds = strtod(text, &end);
        b->nodes = 0;
        if (end != text && !*end && g->seconds > 0 && g->seconds <= 86400)
            return true;
    }
    say("error go wants `nodes N`, `seconds S` or `infinite`");
    return false;
}

static int think(struct engine *g, struct st_budget *b, const struct st_table *seen, struct st_thought *t, int *n,
                 struct st_error *err)
{
    uint64_t seed = g->seed * 0x9E3779B97F4A7C15u + g->count++;

    b->told = told;
    int e = st_think(seen, b, seed, t, ST_THOUGHTS, n, err);
    if (!e && *n == 0) { /* a game that cannot judge: some legal move */
        *n = st_sample(seen, seed, &t[0].move);
        t[0].chance = 0.5;
        t[0].nodes = 0;
    }
    return e;
}

/* What the side to decide may see; from now on its time runs. */
static struct st_table look(struct engine *g)
{
    struct st_table seen = st_view_seen(&g->t.table, st_now(&g->t.table).side, g->seen);

    if (seen.pos != g->seen)
        memcpy(g->seen, seen.pos, g->t.plan->pos_size);
    seen.pos = g->seen;
    g->stop = false;
    g->line.len = 0;
    clock_gettime(CLOCK_MONOTONIC, &g->began);
    return seen;
}

static void go(struct engine *g, struct st_span rest)
{
    struct st_thought t[ST_THOUGHTS];
    struct st_budget b;
    struct st_error err;
    char move[ST_MOVE_TEXT];
    long nodes = 0;
    int n = 0;

    if (!to_decide(g) || !read_budget(g, rest, &b))
        return;
    struct st_table seen = look(g);
    if (think(g, &b, &seen, t, &n, &err)) {
        say_error(&err);
        return;
    }
    if (!n) {
        say("error no move is legal");
        return;
    }
    for (int i = 0; i < n; i++)
        nodes += t[i].nodes;
    say_info(g, &t[0], nodes);
    st_move_print(g->t.plan, &t[0].move, move, sizeof move);
    say("bestmove %s", move);
}

static void hint(struct engine *g, struct st_span rest)
{
    struct st_budget b;
    struct st_error err;
    struct st_hint h;
    char move[ST_MOVE_TEXT];

    if (!to_decide(g) || !read_budget(g, rest, &b))
        return;
    struct st_table seen = look(g);
    if (st_hint_make(&h, &seen, NULL, &b, g->seed, &err)) {
        say_error(&err);
        return;
    }
    for (int i = 0; i < h.nbest; i++) {
        struct st_buf text = { 0 };

        st_move_print(g->t.plan, &h.best[i].move, move, sizeof move);
        st_hint_sentence(&text, &seen, &h, &h.best[i]);
        say("hint %d chance %.4f move %s", i + 1, h.best[i].chance, move);
        say("says %s", st_buf_text(&text));
        st_buf_free(&text);
    }
    say("hints %d", h.nbest);
}

/* ---- looking ---------------------------------------------------------------------------------- */

struct lister {
    struct st_offer offer;
    const struct st_plan *plan;
    int n;
};

static bool say_offer(struct st_offer *o, const struct st_move *m)
{
    struct lister *l = (struct lister *)o;
    char move[ST_MOVE_TEXT];

    st_move_print(l->plan, m, move, sizeof move);
    say("offer %s", move);
    l->n++;
    return true;
}

static void offers(struct engine *g)
{
    struct lister l = { { .add = say_offer }, g->t.plan, 0 };

    if (!to_decide(g))
        return;
    st_step_now(&g->t.table)->offer(&g->t.table, &l.offer);
    say("offers %d", l.n);
}

/* Whose turn, what is awaited. */
static void turn(struct engine *g)
{
    struct st_chance c;

    if (!g->t.plan) {
        say("error no position: `position GAME/SCENARIO` sets one");
        return;
    }
    struct st_turn now = st_now(&g->t.table);
    int won = st_winner(&g->t.table);
    if (now.kind == ST_DECIDE) {
        say("turn decide %s %s (%s)", g->t.plan->side[now.side], now.step, now.para);
    } else if (now.kind == ST_CHANCE) {
        st_awaited(&g->t.table, &c);
        say("turn die %s %s", c.dice, c.label);
    } else {
        say("turn over %s", won == ST_DRAW ? "drawn" : g->t.plan->side[won]);
    }
}

/* ---- the lines ---------------------------------------------------------------------------------- */

static void newgame(struct engine *g, struct st_span rest)
{
    char text[32];
    struct st_span word = st_span_word(&rest);

    g->seed = st_span_copy(word, text, sizeof text) ? strtoull(text, NULL, 10) : 0;
    g->count = 0;
    g->ngiven = 0;
    close_table(g);
}

static void set_key(struct engine *g, struct st_span rest)
{
    if (g->ngiven == CLI_LIST_MAX || !memchr(rest.at, '=', rest.len) ||
        !st_span_copy(st_span_trim(rest), g->given[g->ngiven], sizeof g->given[0]))
        say("error set wants KEY=VALUE of the scenario, at most %d of them", CLI_LIST_MAX);
    else
        g->ngiven++;
}

static void hello(void)
{
    say("id name Sandtable " ST_VERSION);
    say("id author the Sandtable people");
    say("protocol 1");
    say("ready");
}

static void position(struct engine *g, struct st_span rest)
{
    struct st_error err;

    if (set_position(g, rest, &err))
        say_error(&err);
}

/* false: that was the last one. */
static bool carry_out(struct engine *g, struct st_span line)
{
    struct st_span rest = line, word = st_span_word(&rest);

    if (st_span_is(word, "quit"))
        return false;
    if (!word.len || st_span_is(word, "stop") || st_span_is(word, "offer"))
        return true; /* nothing to stop; what is offered we know */
    if (st_span_is(word, "sandtable"))
        hello();
    else if (st_span_is(word, "isready"))
        say("readyok");
    else if (st_span_is(word, "newgame"))
        newgame(g, rest);
    else if (st_span_is(word, "set"))
        set_key(g, rest);
    else if (st_span_is(word, "position"))
        position(g, rest);
    else if (st_span_is(word, "go"))
        go(g, rest);
    else if (st_span_is(word, "hint"))
        hint(g, rest);
    else if (st_span_is(word, "offers"))
        offers(g);
    else if (st_span_is(word, "turn"))
        turn(g);
    else
        say("error no command `%.*s`; there are sandtable, isready, newgame, set, position, go, hint, stop, "
            "offers, turn and quit", (int)(word.len < 40 ? word.len : 40), word.at);
    return true;
}

/* Without what would do things to a terminal. */
static char *copy_line(struct st_span line)
{
    char *text = malloc(line.len + 1);

    for (size_t i = 0; text && i < line.len; i++)
        text[i] = (unsigned char)line.at[i] < ' ' || line.at[i] == 127 ? '?' : line.at[i];
    if (text)
        text[line.len] = 0;
    return text;
}

static int talk(struct engine *g)
{
    struct st_span line;
    size_t rest;

    for (bool more = true; more;) {
        if (whole_line(g, 0, &line, &rest)) {
            char *text = copy_line(line); /* what comes while it thinks moves the input about */

            if (!text)
                return CLI_BAD;
            drop_line(g, 0, rest);
            more = carry_out(g, st_span_of(text));
            free(text);
        } else if (g->ended || g->in.failed || g->in.len > INPUT_MOST) {
            if (!g->ended)
                say("error a line of more than %d bytes", INPUT_MOST);
            more = false;
        } else {
            read_more(g, -1);
        }
    }
    return g->ended || !g->in.failed ? CLI_OK : CLI_BAD;
}

int cli_engine(const struct cli_command *self, int argc, char **argv)
{
    struct engine *g = calloc(1, sizeof *g);
    const char *nodes = "20000";
    int n, status = CLI_BAD;

    if (!g)
        return cli_usage(self, "out of memory");
    struct cli_option opt[] = {
        { CLI_TEXT, "nodes", "N", "of a `go` that says nothing else, 20000 by default", &nodes },
    };
    status = cli_parse(self, opt, 1, 0, 0, &argc, &argv);
    if (status == CLI_GO_ON && !cli_number(self, "--nodes", nodes, 1, 1000000000, &n))
        status = CLI_BAD;
    if (status == CLI_GO_ON) {
        g->nodes = n;
        status = talk(g);
    }
    close_table(g);
    st_buf_free(&g->in);
    st_buf_free(&g->line);
    free(g);
    return status;
}
