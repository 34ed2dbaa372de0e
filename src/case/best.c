/* best.c - `best LEVEL: MOVE, MOVE`: what a player of that level makes of the position.
 *
 * The moves stand apart by commas or bars; a move may have commas of its own, so of the parts that can
 * be read as one move the longest is meant. Two moves that lead to the same bytes are the same answer.
 */
#include "case/inner.h"

#include "ai/level.h"
#include "ai/think.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 32 };

/* The first move of the text, cut off its front. */
static int cut_move(struct case_run *c, struct st_span *text, struct st_move *out)
{
    struct st_refusal why = { "", "" };

    for (size_t len = text->len; len > 0; len--) {
        char words[ST_MOVE_TEXT];
        struct st_span part = { text->at, len };

        if ((len < text->len && !strchr(",|", text->at[len])) ||
            !st_span_copy(st_span_trim(part), words, sizeof words) ||
            st_move_parse(out, c->plan, words, &why) == ST_REFUSED)
            continue;
        text->at += len < text->len ? len + 1 : len;
        text->len -= len < text->len ? len + 1 : len;
        *text = st_span_trim(*text);
        if (st_check(&c->table, out, &why) == ST_LEGAL)
            return ST_OK;
        return case_fail(c, c->now.line, "the best move is refused by %s: %s: %s", why.para, words,
                         why.text);
    }
    return case_fail(c, c->now.line, "not understood: %.*s: %s", (int)text->len, text->at, why.text);
}

/* The same move, or one that comes to the same. */
static bool same(const struct case_run *c, const struct st_move *a, const struct st_move *b)
{
    size_t size = c->plan->pos_size;
    char *pos = malloc(2 * size);
    bool equal = st_move_equal(a, b);

    if (pos && !equal) {
        struct st_table x = { c->plan, memcpy(pos, c->pos, size), NULL };
        struct st_table y = { c->plan, memcpy(pos + size, c->pos, size), NULL };

        equal = st_play(&x, a, NULL) == ST_LEGAL && st_play(&y, b, NULL) == ST_LEGAL &&
                memcmp(pos, pos + size, size) == 0;
    }
    free(pos);
    return equal;
}

/* "attack E1 by N2 (54.1 %)", of the thoughts the one that is that move. */
static void add_thought(const struct case_run *c, struct st_buf *out, const struct st_move *m,
                        const struct st_thought *t, int n)
{
    char text[ST_MOVE_TEXT];

    st_move_print(c->plan, m, text, sizeof text);
    st_buf_add(out, "%s", text);
    for (int i = 0; i < n; i++)
        if (same(c, &t[i].move, m)) {
            st_buf_add(out, " (%.1f %%)", 100 * t[i].chance);
            return;
        }
    st_buf_add(out, " (not considered)");
}

static int judge(struct case_run *c, int level, const struct st_move *best, int n)
{
    struct st_thought thought[ST_THOUGHTS];
    struct st_table seen = c->table;
    struct st_buf words = { 0 };
    int thoughts = 0, e;

    if (c->game->observe) {
        seen.pos = st_arena_get(&c->scratch, c->plan->pos_size);
        if (!seen.pos)
            return case_no_memory(c);
        c->game->observe(&c->table, st_now(&c->table).side, seen.pos);
    }
    e = st_level_think(&seen, level, 1, thought, ST_THOUGHTS, &thoughts, c->err);
    if (e)
        return e;
    if (!thoughts)
        return case_fail(c, c->now.line, "level %d has no opinion here: the game judges no positions",
                         level);
    for (int i = 0; i < n; i++)
        if (same(c, &thought[0].move, &best[i]))
            return ST_OK;
    st_buf_add(&words, "level %d plays ", level);
    add_thought(c, &words, &thought[0].move, thought, thoughts);
    for (int i = 0; i < n; i++) {
        st_buf_add(&words, i ? " or " : ", not ");
        add_thought(c, &words, &best[i], thought, thoughts);
    }
    e = case_fail(c, c->now.line, "%s", st_buf_text(&words));
    st_buf_free(&words);
    return e;
}

int case_best(struct case_run *c)
{
    struct st_span moves = st_span_of(c->now.text), number = st_span_trim(st_span_cut(&moves, ':'));
    struct st_move best[MOVES_MAX];
    struct st_error err;
    char word[24];
    int level, n = 0, e = case_settle(c);

    if (e)
        return e;
    moves = st_span_trim(moves);
    if (!strchr(c->now.text, ':') || !moves.len)
        return case_bad(c, c->now.line, "`best` wants a level and moves: best 3: MOVE, MOVE");
    if (!st_span_copy(number, word, sizeof word) || st_level_read(word, &level, &err))
        return case_bad(c, c->now.line, "no level `%.*s`; there are 1 to %d",
                        (int)(number.len > 20 ? 20 : number.len), number.at, ST_LEVELS);
    if (st_now(&c->table).kind != ST_DECIDE)
        return case_fail(c, c->now.line, "nobody is to decide anything here");
    while (!e && moves.len && n < MOVES_MAX)
        e = cut_move(c, &moves, &best[n++]);
    return e ? e : judge(c, level, best, n);
}
