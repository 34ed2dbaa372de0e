/* live.c - see live.h. */
#include "play/live.h"

#include "base/hash.h"
#include "odds/odds.h"
#include "play/dice.h"
#include "play/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- tags ----------------------------------------------------------------------------- */

static int check_hash(const struct st_record *r, const char *key, struct st_span word,
                      uint64_t hash, const char *what, struct st_error *err)
{
    char want[9];

    snprintf(want, sizeof want, "%08" PRIx32, (uint32_t)hash);
    if (word.len == 0 || st_span_is(word, want))
        return ST_OK;
    return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, key),
                   "played with other %s: hash %.*s, ours is %s", what,
                   (int)(word.len > 40 ? 40 : word.len), word.at, want);
}

static int check_words(const struct st_record *r, struct st_error *err)
{
    const char *dice = st_record_tag(r, "Dice"), *mode = st_record_tag(r, "Mode");

    if (dice && strncmp(dice, "seed:", 5) != 0 && strcmp(dice, "hand") != 0 &&
        strcmp(dice, "tape") != 0)
        return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Dice"),
                       "no dice `%.40s`: seed:NUMBER, hand or tape", dice);
    for (int i = 0; mode && st_mode_names[i]; i++)
        if (strcmp(mode, st_mode_names[i]) == 0)
            return ST_OK;
    return mode ? st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Mode"),
                          "no mode `%.40s`: enforce, warn or record-only", mode)
                : ST_OK;
}

int st_live_tags(const struct st_record *r, const struct st_plan *p, struct st_error *err)
{
    const char *game = st_record_tag(r, "Game"), *scenario = st_record_tag(r, "Scenario");
    const char *tables = st_record_tag(r, "Tables");
    struct st_span edition = st_span_of(game ? game : ""), id = st_span_word(&edition);
    struct st_span hash = st_span_of(scenario ? scenario : ""), name = st_span_word(&hash);

    edition = st_span_trim(edition);
    if (id.len && !st_span_is(id, p->game->id))
        return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Game"),
                       "a game of %.*s, not of %s", (int)id.len, id.at, p->game->id);
    if (edition.len && !st_span_is(edition, p->game->edition))
        return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Game"),
                       "played by edition %.*s of %s, ours is %s", (int)edition.len, edition.at,
                       p->game->id, p->game->edition);
    if (name.len && !st_span_is(name, p->id))
        return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Scenario"),
                       "a game of the scenario %.*s, not of %s", (int)name.len, name.at, p->id);
    int e = check_hash(r, "Scenario", st_span_trim(hash), p->scenario_hash, "scenario", err);
    if (!e)
        e = check_hash(r, "Tables", st_span_trim(st_span_of(tables ? tables : "")), p->tables_hash,
                       "charts", err);
    return e ? e : check_words(r, err);
}

int st_live_begin(struct st_live *y, const struct st_plan *p, void *pos, struct st_events *log,
                    const struct st_record *r, struct st_error *err)
{
    const char *dice = st_record_tag(r, "Dice");

    *y = (struct st_live){ .t = { p, pos, log } };
    if (dice && strncmp(dice, "seed:", 5) == 0) {
        y->seeded = st_seed_parse(dice, &y->seed, &y->game);
        if (!y->seeded)
            return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Dice"),
                           "`%.40s` is no seed: seed:NUMBER or seed:NUMBER/GAME", dice);
    }
    st_begin(&y->t);
    return ST_OK;
}

/* ---- decisions and dice --------------------------------------------------------------- */

enum st_answer st_live_move(struct st_live *y, const struct st_move *m, struct st_refusal *why)
{
    if (st_play(&y->t, m, why))
        return ST_REFUSED;
    y->last = *m;
    y->has_last = true;
    y->n.moves++;
    return ST_LEGAL;
}

/* One of the faces c, which are awaited. */
static enum st_answer take_die(struct st_live *y, const struct st_chance *c, int value, struct st_refusal *why)
{
    struct st_turn now = st_now(&y->t);

    if (st_chance_find(c, value) < 0) {
        char may[120];

        st_faces_print(c, may, sizeof may);
        return st_refuse(why, now.para, "%d cannot fall here (%s), only %s", value, now.step, may);
    }
    int face = y->seeded ? st_seeded_face(y->seed, y->game, y->n.rolls, c) : value;
    if (face != value)
        return st_refuse(why, now.para,
                         "die %" PRIu32 " of seed %" PRIu64 ", game %" PRIu64 ", is %d, not %d",
                         y->n.rolls + 1, y->seed, y->game, face, value);
    st_take(&y->t, value);
    y->n.rolls++;
    return ST_LEGAL;
}

enum st_answer st_live_die(struct st_live *y, int value, struct st_refusal *why)
{
    struct st_turn now = st_now(&y->t);
    struct st_chance c;

    if (now.kind == ST_OVER)
        return st_refuse(why, now.para, "the game is over, no die is awaited");
    if (now.kind != ST_CHANCE)
        return st_refuse(why, now.para, "no die is awaited: %s decides (%s)",
                         y->t.plan->side[now.side], now.step);
    st_awaited(&y->t, &c);
    return take_die(y, &c, value, why);
}

/* ---- rulings -------------------------------------------------------------------------- */

/* Before the rules run on a position somebody laid hands on, and after. */
static enum st_answer settle_sanely(struct st_live *y, struct st_refusal *why)
{
    const struct st_game *g = y->t.plan->game;

    if (g->sane && g->sane(&y->t, why))
        return ST_REFUSED;
    st_settle(&y->t);
    if (g->sane && g->sane(&y->t, why))
        return ST_REFUSED;
    struct st_turn now = st_now(&y->t);
    if (now.kind == ST_DECIDE && st_offers(&y->t, NULL, 0) == 0)
        return st_refuse(why, now.para, "%s would be left without an answer to `%s`",
                         y->t.plan->side[now.side], now.step);
    y->n.rulings++;
    return ST_LEGAL;
}

/* "hex" of "N1" (empty: of the game) becomes word. */
static enum st_answer set_field(struct st_live *y, struct st_span piece, struct st_span field,
                                struct st_span word, struct st_refusal *why)
{
    char name[160];
    struct st_probe f;
    int value;

    if (piece.len + field.len + 2 > sizeof name)
        return st_refuse(why, "", "no such piece and field");
    snprintf(name, sizeof name, "%.*s%s%.*s", (int)piece.len, piece.at, piece.len ? "." : "",
             (int)field.len, field.at);
    if (st_probe_parse(&f, y->t.plan, name, why))
        return ST_REFUSED;
    if (!st_field_settable(f.field))
        return st_refuse(why, "", "%s cannot be set, it follows from the rest", f.field->name);
    if (st_field_parse(y->t.plan, f.field, word, &value, why))
        return ST_REFUSED;
    return st_field_set(&y->t, f.field, f.piece, value, why);
}

static int count_words(struct st_span s)
{
    int n = 0;

    while (st_span_word(&s).len)
        n++;
    return n;
}

/* What follows `set`: pairs of field and value, before them a piece if the words are odd. */
static enum st_answer set_fields(struct st_live *y, struct st_span s, struct st_refusal *why)
{
    int n = count_words(s);
    struct st_span piece = { s.at, 0 };

    if (n < 2)
        return st_refuse(why, "", "write `set PIECE field value` or `set field value`");
    if (n % 2)
        piece = st_span_word(&s);
    for (int i = 0; i < n / 2; i++) {
        struct st_span field = st_span_word(&s), value = st_span_word(&s);

        if (set_field(y, piece, field, value, why))
            return ST_REFUSED;
    }
    y->has_last = false;
    return settle_sanely(y, why);
}

enum st_answer st_live_rule(struct st_live *y, const struct st_move *m, struct st_refusal *why)
{
    const struct st_game *g = y->t.plan->game;

    if (!g->ruling)
        return st_refuse(why, "",
                         "%s carries out no move against its rules; rule by "
                         "`set PIECE field value`",
                         g->id);
    if (g->ruling(&y->t, m, why))
        return ST_REFUSED;
    y->last = *m;
    y->has_last = true;
    return settle_sanely(y, why);
}

enum st_answer st_live_ruling(struct st_live *y, const char *text, struct st_refusal *why)
{
    struct st_span s = st_span_of(text), verb = st_span_word(&s);
    struct st_move m;

    if (st_span_is(verb, "set"))
        return set_fields(y, s, why);
    if (st_move_parse(&m, y->t.plan, text, why))
        return ST_REFUSED;
    return st_live_rule(y, &m, why);
}

/* ---- lines ---------------------------------------------------------------------------- */

static int side_find(const struct st_plan *p, struct st_span word)
{
    for (int i = 0; i < ST_SIDES; i++)
        if (st_span_is(word, p->side[i]))
            return i;
    return -1;
}

bool st_live_side(const struct st_plan *p, const struct st_record_line *l, int *side,
                    const char **text, struct st_refusal *why)
{
    *text = l->text;
    if (l->side[0]) {
        *side = side_find(p, st_span_of(l->side));
        if (*side < 0)
            st_refuse(why, "", "no side `%.40s`, only %s and %s", l->side, p->side[0], p->side[1]);
        return *side >= 0;
    }
    struct st_span rest = st_span_of(l->text);
    *side = side_find(p, st_span_word(&rest));
    if (*side >= 0)
        *text = rest.at;
    return true;
}

static enum st_answer move_line(struct st_live *y, const struct st_record_line *l,
                                struct st_refusal *why)
{
    const struct st_plan *p = y->t.plan;
    struct st_turn now = st_now(&y->t);
    const char *text;
    struct st_move m;
    int side;

    y->loose += !l->number || !l->side[0];
    if (l->number && l->number != y->n.moves + 1)
        return st_refuse(why, "", "numbered %d, but decision %d is next", l->number,
                         y->n.moves + 1);
    if (!st_live_side(p, l, &side, &text, why))
        return ST_REFUSED;
    if (side >= 0 && now.kind == ST_DECIDE && side != now.side)
        return st_refuse(why, now.para, "%s decides (%s), not %s", p->side[now.side], now.step,
                         p->side[side]);
    if (st_move_parse(&m, p, text, why))
        return ST_REFUSED;
    return st_live_move(y, &m, why);
}

/* What was rolled must be what is awaited; what it is called may have changed since. */
static enum st_answer die_line(struct st_live *y, const struct st_record_line *l,
                               struct st_refusal *why)
{
    struct st_turn now = st_now(&y->t);
    struct st_chance c = { .n = 0 };

    y->loose += !l->dice[0] || !l->text[0];
    if (now.kind == ST_CHANCE && (l->dice[0] || l->text[0])) {
        st_step_now(&y->t)->chance(&y->t, &c); /* aloud, whoever listens */
        if (l->dice[0] && strcmp(l->dice, c.dice) != 0)
            return st_refuse(why, now.para, "a %.20s was rolled, but it is a %s (%s)", l->dice,
                             c.dice, now.step);
        struct st_span ours = st_span_trim(st_span_of(c.label));
        y->reworded += l->text[0] && !st_span_is(ours, l->text);
        return take_die(y, &c, l->value, why);
    }
    return st_live_die(y, l->value, why);
}

static enum st_answer check_line(struct st_live *y, const struct st_record_line *l,
                                 struct st_refusal *why)
{
    uint32_t hash = st_live_hash(&y->t);

    y->checks++;
    if (hash == l->hash)
        return ST_LEGAL;
    return st_refuse(why, "", "the position's check is %08" PRIx32 ", not %08" PRIx32, hash,
                     l->hash);
}

enum st_answer st_live_line(struct st_live *y, const struct st_record_line *l,
                              struct st_refusal *why)
{
    const char *text;
    int side;

    switch (l->kind) {
    case ST_LINE_MOVE:
        return move_line(y, l, why);
    case ST_LINE_DIE:
        return die_line(y, l, why);
    case ST_LINE_RULING:
        if (!st_live_side(y->t.plan, l, &side, &text, why))
            return ST_REFUSED;
        return st_live_ruling(y, text, why);
    case ST_LINE_CHECK:
        return check_line(y, l, why);
    case ST_LINE_NOTE:
        break;
    }
    return ST_LEGAL;
}

uint32_t st_live_hash(const struct st_table *t)
{
    return (uint32_t)st_pos_hash(t->plan, t->pos);
}

int st_live_fail(const struct st_record *r, int i, const struct st_refusal *why,
                   struct st_error *err)
{
    return st_fail(err, ST_EVERIFY, r->where, st_record_where(r, i), "%s%s%s", why->para,
                   why->para[0] ? " " : "", why->text);
}
