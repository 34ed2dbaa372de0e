/* game.c - one game between players made of code. See match.h. */
#include "match/match.h"

#include "play/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct bout {
    const struct st_bout *b;
    struct st_player *player[ST_SIDES];
    struct st_table t, seen;
    struct st_move *move; /* all decisions, for the record */
    int room;
    uint32_t rolls;
};

static double thread_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int keep_move(struct bout *x, int n, const struct st_move *m, struct st_error *err)
{
    if (!x->b->record)
        return ST_OK;
    if (n == x->room) {
        int room = x->room ? 2 * x->room : 256;
        struct st_move *grown = realloc(x->move, (size_t)room * sizeof *grown);

        if (!grown)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        x->move = grown;
        x->room = room;
    }
    x->move[n] = *m;
    return ST_OK;
}

static int decide(struct bout *x, struct st_bout_result *out, struct st_error *err)
{
    const struct st_game *g = x->t.plan->game;
    int side = st_now(&x->t).side;
    const struct st_plan *mind = x->b->mind[side] ? x->b->mind[side] : x->t.plan;
    struct st_table seen = { mind, x->t.pos, NULL };
    struct st_refusal why;
    struct st_move m;

    if (x->b->watch)
        x->b->watch->see(x->b->watch, &x->t);
    if (g->observe) {
        g->observe(&x->t, side, x->seen.pos);
        seen.pos = x->seen.pos;
    }
    double before = thread_time();
    int e = x->player[side]->choose(x->player[side], &seen, &m, err);
    out->seconds[side] += thread_time() - before;
    if (!e)
        e = keep_move(x, out->decisions, &m, err);
    if (!e && st_play(&x->t, &m, &why) == ST_REFUSED)
        e = st_fail(err, ST_EVERIFY, x->b->kind[side], 0, "its move was refused (%s): %s", why.para,
                    why.text);
    out->decisions++;
    return e;
}

static int run(struct bout *x, struct st_bout_result *out, struct st_error *err)
{
    struct st_chance c;
    int e = ST_OK;

    st_begin(&x->t);
    while (!e && st_now(&x->t).kind != ST_OVER && out->decisions < ST_MATCH_DECISIONS) {
        if (st_now(&x->t).kind == ST_CHANCE) {
            st_awaited(&x->t, &c);
            st_take(&x->t, st_seeded_face(x->b->seed, x->b->game, x->rolls++, &c));
        } else {
            e = decide(x, out, err);
        }
    }
    out->winner = e ? ST_DRAW : st_winner(&x->t);
    return e;
}

/* The same game once more, in a session, which writes it down. */
static int write_down(const struct bout *x, int decisions, struct st_error *err)
{
    char dice[64];
    struct st_session_options o = { .seat = { x->b->kind[0], x->b->kind[1] }, .dice = dice };
    struct st_seeded source;
    struct st_session *s;
    enum st_answer answer;
    struct st_refusal why;

    snprintf(dice, sizeof dice, "seed:%llu/%llu", (unsigned long long)x->b->seed,
             (unsigned long long)x->b->game);
    st_seeded_init(&source, x->b->seed, x->b->game);
    int e = st_session_open(&s, x->t.plan, &o, err);
    if (e)
        return e;
    e = st_session_roll(s, &source.source, err);
    for (int i = 0; !e && i < decisions; i++) {
        e = st_session_play(s, &x->move[i], &answer, &why, err);
        if (!e)
            e = st_session_roll(s, &source.source, err);
    }
    if (!e)
        st_record_print(st_session_record(s), x->b->record);
    st_session_free(s);
    return e;
}

int st_bout_play(struct st_bout_result *out, const struct st_bout *b, struct st_error *err)
{
    struct bout x = { .b = b, .t = { b->plan, calloc(2, b->plan->pos_size), NULL } };
    int e = x.t.pos ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");

    *out = (struct st_bout_result){ .winner = ST_DRAW };
    x.seen = (struct st_table){ b->plan, (char *)x.t.pos + b->plan->pos_size, NULL };
    for (int s = 0; !e && s < ST_SIDES; s++)
        e = st_match_player(&x.player[s], b->kind[s],
                            (b->seed << 1 | (uint64_t)s) + 1000003 * b->game, b->terms, err);
    if (!e)
        e = run(&x, out, err);
    for (int s = 0; !e && s < ST_SIDES; s++)
        if (st_program_failed(x.player[s])) /* both: a draw */
            out->winner = st_program_failed(x.player[1 - s]) ? ST_DRAW : 1 - s;
    if (!e && b->record)
        e = write_down(&x, out->decisions, err);
    for (int s = 0; s < ST_SIDES; s++)
        st_player_free(x.player[s]);
    free(x.move);
    free(x.t.pos);
    return e;
}
