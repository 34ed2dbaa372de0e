/* moves.c - see moves.h. */
#include "play/moves.h"

static enum st_answer make_dice(struct st_table *t, struct st_span faces, char line[ST_MOVE_TEXT],
                                struct st_refusal *why)
{
    for (struct st_span w; (w = st_span_word(&faces)).len;) {
        struct st_chance c;
        int v;

        st_span_copy(w, line, ST_MOVE_TEXT);
        if (st_now(t).kind != ST_CHANCE)
            return st_refuse(why, "", "no die is awaited here");
        st_awaited(t, &c);
        if (!st_span_int(w, -32768, 32767, &v) || st_chance_find(&c, v) < 0)
            return st_refuse(why, "", "the die awaited has no such face");
        st_take(t, v);
    }
    return ST_LEGAL;
}

enum st_answer st_make_moves(struct st_table *t, const char *text, char line[ST_MOVE_TEXT],
                             struct st_refusal *why)
{
    struct st_span all = st_span_trim(st_span_of(text));

    while (all.len) {
        struct st_span rest = all;
        struct st_move m;

        if (st_span_is(st_span_word(&rest), "dice")) {
            if (make_dice(t, st_span_cut(&rest, ';'), line, why))
                return ST_REFUSED;
            all = st_span_trim(rest);
        } else if (st_move_cut(&m, t->plan, &all, line, why) || st_play(t, &m, why)) {
            return ST_REFUSED;
        }
    }
    return ST_LEGAL;
}
