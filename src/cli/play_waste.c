/* play_waste.c - `sandtable play`: what a move would throw away, told before it is made.
 *
 * As in the page: a word that closes a step while units could still act, or while something is left that
 * brings one's goal nearer; a command that nobody could act on, though another would give something to
 * do; a die that can change nothing.
 */
#include "cli/play.h"

#include "core/standing.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 4, PIECES = 256, LEFT = 48, TRIED = 12, POSITIONS = 20000 };

static bool has_slot(const struct st_plan *p, const struct st_move *m)
{
    struct st_arg args[ST_ARGS_MAX];

    return st_move_args(p, m, args) > 0;
}

/* The move on a copy; the caller frees then->pos. */
static bool try_out(const struct st_table *t, const struct st_move *m, struct st_table *then)
{
    *then = (struct st_table){ t->plan, malloc(t->plan->pos_size), NULL };
    if (!then->pos)
        return false;
    memcpy(then->pos, t->pos, t->plan->pos_size);
    return st_play(then, m, NULL) == ST_LEGAL;
}

/* ---- who could still act --------------------------------------------------------------------- */

static int idle(const struct match *m, bool could[PIECES])
{
    const struct st_names *pieces = st_view_pieces(m->plan);
    int side = st_now(play_table(m)).side, n = 0;
    struct st_scene *s = st_view_scene(play_table(m), side);
    bool own[PIECES] = { false };

    for (int i = 0; s && i < s->npieces; i++)
        if (s->piece[i].side == side && s->piece[i].piece < PIECES)
            own[s->piece[i].piece] = true;
    free(s);
    for (int i = 0; pieces && i < m->moves.n - m->moves.nfamilies; i++) {
        int named[ST_ARGS_MAX], k = st_move_names(m->plan, &m->moves.item[i].move, pieces->kind, named, ST_ARGS_MAX);

        for (int j = 0; j < k; j++)
            if (named[j] >= 0 && named[j] < PIECES && own[named[j]] && !could[named[j]]) {
                could[named[j]] = true;
                n++;
            }
    }
    return n;
}

static void tell_idle(const struct match *m, const bool could[PIECES], int n, struct st_buf *out)
{
    struct st_buf names = { 0 }, all = { 0 };
    char count[12], more[12];
    int told = 0;

    for (int i = 0; i < PIECES && told < NAMED; i++)
        if (could[i])
            st_buf_add(&names, "%s%s", told++ ? ", " : "", st_view_piece_title(m->plan, i));
    if (n > told)
        cli_say(&all, "waste.more", st_buf_text(&names), cli_count(more, n - told), NULL);
    else
        st_buf_add(&all, "%s", st_buf_text(&names));
    if (n == 1)
        cli_say(out, "waste.one", st_buf_text(&all), NULL);
    else
        cli_say(out, "waste.idle", cli_count(count, n), st_buf_text(&all), NULL);
    st_buf_free(&names);
    st_buf_free(&all);
}

/* ---- what is left that wins ------------------------------------------------------------------- */

static bool tell_goal(const struct match *m, const struct st_move *instead, struct st_buf *out)
{
    const struct st_table *t = play_table(m);
    bool told = false;

    for (int i = 0, looked = 0; !told && looked < LEFT && i < m->moves.n - m->moves.nfamilies; i++) {
        const struct st_move *one = &m->moves.item[i].move;
        struct st_table then;
        struct st_goal goal;
        char says[ST_SAYS_MAX];

        if (st_move_equal(one, instead) || !has_slot(m->plan, one))
            continue;
        looked++;
        if (try_out(t, one, &then) && st_view_gain(t, &then, &goal)) {
            st_move_says(t, one, says, sizeof says);
            cli_say(out, goal.met ? "waste.win" : "waste.goal", says, goal.text, NULL);
            told = true;
        }
        free(then.pos);
    }
    return told;
}

/* ---- commands and dice ------------------------------------------------------------------------ */

static const struct st_move *only_end(const struct match *m)
{
    const struct st_move *end = NULL;

    for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++)
        if (!has_slot(m->plan, &m->moves.item[i].move)) {
            if (end)
                return NULL;
            end = &m->moves.item[i].move;
        }
    return end;
}

/* Is anything asked that names something? What does not is answered, "twice, or once and harder?", and led on from. */
static bool asks_for_more(struct st_table *t, int side)
{
    enum { ANSWERED = 6, OFFERS = 8 };
    struct st_move offer[OFFERS];

    for (int k = 0; k < ANSWERED; k++) {
        if (st_now(t).kind != ST_DECIDE || st_now(t).side != side)
            return st_now(t).kind != ST_DECIDE;
        int n = st_offers(t, offer, OFFERS);

        for (int i = 0; i < n && i < OFFERS; i++)
            if (has_slot(t->plan, &offer[i]))
                return true;
        if (!n || st_play(t, &offer[0], NULL) != ST_LEGAL)
            return true;
    }
    return true;
}

/* With it, and the step closed: has this side still something to do? */
static bool leads_on(const struct st_table *t, const struct st_move *m, const struct st_move *end)
{
    struct st_table then, after = { 0 };
    const char *step = st_now(t).step;
    bool on = true;

    if (try_out(t, m, &then) && st_check(&then, end, NULL) == ST_LEGAL && try_out(&then, end, &after))
        on = asks_for_more(&after, st_now(t).side);
    else if (!after.pos && then.pos && st_now(&then).step != step) /* it was the last, and closed the step itself */
        on = asks_for_more(&then, st_now(t).side);
    free(then.pos);
    free(after.pos);
    return on;
}

static bool is_futile(const struct match *m, const struct st_move *move)
{
    const struct st_names *pieces = st_view_pieces(m->plan);
    const struct st_move *end = only_end(m);
    int named;

    if (!end || !has_slot(m->plan, move) || st_move_names(m->plan, move, "hex", &named, 1) ||
        (pieces && st_move_names(m->plan, move, pieces->kind, &named, 1)) || leads_on(play_table(m), move, end))
        return false;
    for (int i = 0, tried = 0; tried < TRIED && i < m->moves.n - m->moves.nfamilies; i++) {
        const struct st_move *other = &m->moves.item[i].move;

        if (!has_slot(m->plan, other) || st_move_equal(other, move)) /* of any kind: Bonus where another command would do */
            continue;
        tried++;
        if (leads_on(play_table(m), other, end))
            return true;
    }
    return false;
}

/* Dice fall, and nothing that may fall changes anything. */
static bool is_void(const struct match *m, const char *text)
{
    struct st_odds_query q = { .table = play_table(m), .move = text, .given = "?", .max_positions = POSITIONS };
    struct st_odds_answer *a = NULL;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;
    bool nothing = false;

    if (!st_odds_answer(&a, &q, &answer, &why, &err) && answer == ST_LEGAL) {
        nothing = a->odds.dice[0] && a->odds.complete && a->odds.nrows == 1 && a->nprobes == 0;
        st_odds_answer_free(a);
    }
    return nothing;
}

bool play_wastes(struct match *m, const struct st_move *move, struct st_buf *out)
{
    const struct st_table *t = play_table(m);
    struct st_turn now = st_now(t);
    char text[ST_MOVE_TEXT];
    bool could[PIECES] = { false };
    struct st_table then;
    struct st_error err;

    if (!m->moves.n && play_list_moves(m, &err))
        return false;
    bool tried = try_out(t, move, &then);
    struct st_turn next = tried ? st_now(&then) : now;
    free(then.pos);
    if (!tried)
        return false;
    if (!has_slot(m->plan, move)) {
        int n = idle(m, could);

        if (n && tell_goal(m, move, out)) {
            st_buf_put(out, " ", 1);
            tell_idle(m, could, n, out);
            return true;
        }
        if (!n || (next.kind == ST_DECIDE && next.side == now.side)) /* it can still be taken back */
            return false;
        tell_idle(m, could, n, out);
        return true;
    }
    st_move_print(m->plan, move, text, sizeof text);
    if (next.kind == ST_CHANCE ? is_void(m, text) : is_futile(m, move)) {
        cli_say(out, next.kind == ST_CHANCE ? "waste.void" : "waste.futile", NULL);
        return true;
    }
    return false;
}
