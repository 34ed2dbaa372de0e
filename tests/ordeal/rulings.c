/* rulings.c - the umpire's `set`: whatever is accepted can be played on from.
 *
 * At a pause of the game some field of some piece is set, as a ruling of a record would, to a value
 * near the one it has, to one of its limits or beyond, or to any. What is refused must say why; what
 * is accepted must be sane, and for a while random play goes on from it: there is always an answer,
 * it is legal, and every position is sane.
 */
#include "ordeal.h"

#include "odds/odds.h"
#include "play/live.h"

#include <stdio.h>
#include <string.h>

enum { PLAY_ON = 60, TEXT = 200 };

/* Some settable field and piece of it; false: there is none. */
static bool pick(const struct ordeal *o, struct dice *dice, struct st_probe *out)
{
    const struct st_game *g = o->plan->game;
    int settable = 0;

    for (int i = 0; i < st_nfields(g); i++)
        settable += st_field_settable(&g->fields->row[i]);
    if (!settable)
        return false;
    int n = dice_below(dice, settable), i = 0;
    while (!st_field_settable(&g->fields->row[i]) || n-- > 0)
        i++;
    const struct st_field *f = &g->fields->row[i];
    const struct st_names *list = f->of ? st_plan_list(o->plan, f->of) : NULL;
    *out = (struct st_probe){ .field = f, .piece = list ? dice_below(dice, list->n) : -1 };
    return !list || list->n > 0;
}

static int some_value(const struct world *w, const struct st_probe *f, struct dice *dice)
{
    int now = st_field_get(&w->t, f->field, f->piece);

    switch (dice_below(dice, 6)) {
    case 0:
        return now + 1;
    case 1:
        return now - 1;
    case 2:
        return dice_below(dice, 2) ? f->field->hi : f->field->lo;
    case 3:
        return dice_below(dice, 8);
    case 4: /* a hex of the map, a name of a list, a large number */
        return dice_below(dice, 1200);
    default:
        return dice_below(dice, 3) - 1;
    }
}

static void write_set(const struct ordeal *o, const struct st_probe *f, int value, char out[TEXT])
{
    const struct st_names *list = f->field->of ? st_plan_list(o->plan, f->field->of) : NULL;
    char word[64];

    st_field_print(o->plan, f->field, value, word, sizeof word);
    snprintf(out, TEXT, "set %s%s%s %s", list ? list->name[f->piece] : "", list ? " " : "",
             f->field->name, word);
}

static bool go_on(struct ordeal *o, struct world *w, struct dice *dice, const char *said)
{
    for (int n = 0; n < PLAY_ON; n++) {
        struct st_turn now = st_now(&w->t);
        struct st_refusal why = { "", "" };
        struct st_move m;
        struct st_chance c = { .quiet = true };

        if (now.kind == ST_OVER)
            return true;
        if (now.kind == ST_CHANCE) {
            st_awaited(&w->t, &c);
            if (c.n < 1)
                return ordeal_fault(o, "after `%s`: `%s` waits for a die without faces", said,
                                    now.step);
            st_take(&w->t, c.face[dice_below(dice, c.n)].value);
        } else if (st_offers(&w->t, NULL, 0) == 0) {
            return ordeal_fault(o, "after `%s` the decision `%s` has no answer", said, now.step);
        } else if (!st_sample(&w->t, (uint64_t)dice_below(dice, 1 << 30), &m)) {
            return ordeal_fault(o, "after `%s` nothing is found for `%s`", said, now.step);
        } else if (st_play(&w->t, &m, &why)) {
            return ordeal_fault(o, "after `%s` a sampled move is refused: %s (%s)", said, why.text,
                                why.para ? why.para : "");
        }
        if (!sane_holds(o, w) || !world_whole(o, w)) {
            char then[TEXT + 80];

            snprintf(then, sizeof then, "%s; then %d more, to %s", said, n + 1, now.step);
            return ordeal_after(o, then);
        }
    }
    return true;
}

bool rulings_hold(struct ordeal *o, const struct world *w, struct world *scratch,
                  struct dice *dice, int most)
{
    for (int i = 0; i < most; i++) {
        struct st_refusal why = { "", "" };
        struct st_live y = { .t = scratch->t };
        struct st_probe f;
        char text[TEXT];

        if (!pick(o, dice, &f))
            return true;
        write_set(o, &f, some_value(w, &f, dice), text);
        world_copy(scratch, w);
        o->rulings++;
        if (st_live_ruling(&y, text, &why)) {
            if (!why.text[0])
                return ordeal_fault(o, "`%s` is refused without a sentence", text);
            continue;
        }
        o->accepted++;
        if (!sane_holds(o, scratch) || !world_whole(o, scratch))
            return ordeal_after(o, text);
        if (!go_on(o, scratch, dice, text))
            return false;
    }
    return true;
}
