/* program.c - see program.h. */
#include "match/program.h"

#include "match/child.h"
#include "play/posture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OFFERS = 512, DRAWN = 48, PATIENCE = 10 };

struct program {
    struct st_player player;
    const struct st_program_terms *terms;
    const char *command;
    uint64_t seed, count;
    struct st_child child;
    bool started, wants_offers;
    struct st_player *base; /* who decides in its place, once it failed */
    char why[320], kind[];
};

static double patience(const struct program *p)
{
    double think = 0;

    if (p->terms->go && strncmp(p->terms->go, "seconds ", 8) == 0)
        think = strtod(p->terms->go + 8, NULL);
    return think + (p->terms->patience > 0 ? p->terms->patience : (double)PATIENCE);
}

/* ---- what it is told ---------------------------------------------------------------------- */

struct lister {
    struct st_offer offer;
    const struct st_table *t;
    struct st_buf *out;
    int n;
    bool families;
};

static void list(struct lister *l, const struct st_move *m)
{
    char text[ST_MOVE_TEXT];

    st_move_print(l->t->plan, m, text, sizeof text);
    st_buf_add(l->out, "offer %s\n", text);
    l->n++;
}

static bool add(struct st_offer *o, const struct st_move *m)
{
    struct lister *l = (struct lister *)o;

    list(l, m);
    return l->n < OFFERS;
}

static bool add_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct lister *)o)->families = true;
    return true;
}

/* The legal moves; where players set numbers themselves, some that were drawn. */
static void tell_offers(struct program *p, const struct st_table *t, struct st_buf *out)
{
    struct lister l = { { .add = add, .family = add_family }, t, out, 0, false };
    struct st_move m;

    st_step_now(t)->offer(t, &l.offer);
    for (int i = 0; i < DRAWN && (l.families || !l.n); i++)
        if (st_sample(t, p->seed + p->count * 1000003 + (uint64_t)i, &m))
            list(&l, &m);
}

static void tell_position(struct program *p, const struct st_table *t, struct st_buf *out)
{
    st_buf_add(out, "position %s/%s plan %08x state ", t->plan->game->id, t->plan->id,
               (unsigned)st_posture_plan(t->plan));
    st_posture_print(t->plan, t->pos, out);
    st_buf_add(out, "\n");
    if (p->wants_offers)
        tell_offers(p, t, out);
    st_buf_add(out, "go %s\n", p->terms->go ? p->terms->go : "seconds 1");
}

/* ---- talking to it ------------------------------------------------------------------------- */

static int greet(struct program *p, struct st_error *err)
{
    double until = st_child_until(patience(p));
    struct st_buf out = { 0 };
    struct st_span line, word;

    int e = st_child_start(&p->child, p->command, err);
    p->started = true;
    st_buf_add(&out, "sandtable 1\n");
    if (!e)
        e = st_child_send(&p->child, st_buf_text(&out), out.len, until, err);
    for (bool ready = false; !e && !ready;) {
        e = st_child_line(&p->child, &line, until, err);
        word = e ? (struct st_span){ NULL, 0 } : st_span_word(&line);
        ready = !e && st_span_is(word, "ready");
        if (!e && st_span_is(word, "wants") && st_span_is(st_span_trim(line), "offers"))
            p->wants_offers = true;
    }
    out.len = 0;
    st_buf_add(&out, "newgame %llu\n", (unsigned long long)p->seed);
    for (int i = 0; i < p->terms->ngiven; i++)
        st_buf_add(&out, "set %s=%s\n", p->terms->given[i].key, p->terms->given[i].value);
    if (!e)
        e = st_child_send(&p->child, st_buf_text(&out), out.len, until, err);
    st_buf_free(&out);
    return e;
}

static int read_move(const struct st_table *t, struct st_span text, struct st_move *out, struct st_error *err)
{
    char move[ST_MOVE_TEXT];
    struct st_refusal why;

    if (!st_span_copy(text, move, sizeof move))
        return st_fail(err, ST_ESYNTAX, NULL, 0, "it answered a move of %zu letters", text.len);
    for (char *at = move; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = '?';
    if (st_move_parse(out, t->plan, move, &why) || st_check(t, out, &why))
        return st_fail(err, ST_EVERIFY, NULL, 0, "it answered `%.60s`: %s%s%s", move, why.para,
                       why.para[0] ? " " : "", why.text);
    return ST_OK;
}

static int ask(struct program *p, const struct st_table *t, struct st_move *out, struct st_error *err)
{
    double until = st_child_until(patience(p));
    struct st_buf text = { 0 };
    struct st_span line;
    int e = p->started ? ST_OK : greet(p, err);

    if (!e) {
        tell_position(p, t, &text);
        e = text.failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory")
                        : st_child_send(&p->child, st_buf_text(&text), text.len, until, err);
    }
    while (!e) {
        e = st_child_line(&p->child, &line, until, err);
        struct st_span word = e ? (struct st_span){ NULL, 0 } : st_span_word(&line);
        if (!e && st_span_is(word, "bestmove")) {
            e = read_move(t, st_span_trim(line), out, err);
            break;
        }
        if (!e && st_span_is(word, "error"))
            e = st_fail(err, ST_EVERIFY, NULL, 0, "it gave up: %.*s", (int)(line.len < 200 ? line.len : 200),
                        line.at);
    }
    st_buf_free(&text);
    return e;
}

/* ---- a program that no longer plays -------------------------------------------------------- */

static int give_up(struct program *p, const struct st_error *was, struct st_error *err)
{
    char how[64], sentence[640];

    st_child_end(&p->child, how);
    snprintf(p->why, sizeof p->why, "%.240s%s%s", was->text, how[0] ? ": " : "", how);
    snprintf(sentence, sizeof sentence, "%.200s: %s; the base player goes on, and the game is lost for it",
             p->kind, p->why);
    if (p->terms->told)
        p->terms->told(p->terms->arg, sentence);
    else
        fprintf(stderr, "sandtable: %s\n", sentence);
    return st_player_make(&p->base, "greedy", p->seed, err);
}

static int choose(struct st_player *self, const struct st_table *t, struct st_move *out,
                  struct st_error *err)
{
    struct program *p = (struct program *)self;
    struct st_error trouble;
    int e = ST_OK;

    if (!p->base && ask(p, t, out, &trouble))
        e = give_up(p, &trouble, err);
    if (!e && p->base)
        e = p->base->choose(p->base, t, out, err);
    p->count++;
    return e;
}

static void free_program(struct st_player *self)
{
    struct program *p = (struct program *)self;
    struct st_error err;
    char how[64];

    if (p->child.fd >= 0)
        st_child_send(&p->child, "quit\n", 5, st_child_until(0), &err);
    st_child_end(&p->child, how);
    st_player_free(p->base);
    free(p);
}

/* ---- from outside ---------------------------------------------------------------------------- */

bool st_is_program(const char *kind)
{
    return strncmp(kind, ST_PROGRAM, sizeof ST_PROGRAM - 1) == 0;
}

int st_match_player(struct st_player **out, const char *kind, uint64_t seed,
                    const struct st_program_terms *terms, struct st_error *err)
{
    static const struct st_program_terms usual;
    size_t len = strlen(kind);
    struct program *p;

    if (!st_is_program(kind))
        return st_player_make(out, kind, seed, err);
    if (len == sizeof ST_PROGRAM - 1)
        return st_fail(err, ST_EUSAGE, NULL, 0, "which program? program:COMMAND, such as program:./mine.py");
    p = calloc(1, sizeof *p + len + 1);
    if (!p)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(p->kind, kind, len + 1);
    p->player = (struct st_player){ p->kind, choose, free_program };
    p->command = p->kind + sizeof ST_PROGRAM - 1;
    p->terms = terms ? terms : &usual;
    p->seed = seed;
    p->child.fd = -1;
    *out = &p->player;
    return ST_OK;
}

const char *st_program_failed(const struct st_player *p)
{
    return p->choose == choose && ((const struct program *)p)->base ? ((const struct program *)p)->why : NULL;
}
