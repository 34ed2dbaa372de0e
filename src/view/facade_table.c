/* facade_table.c - the public interface: the game on the table; see include/sandtable.h. */
#include "view/handle.h"

#include "ai/player.h"

#include <stdlib.h>
#include <string.h>

/* ---- a game on the table --------------------------------------------------------------- */

static int line_count(const struct sandtable *s)
{
    return st_session_record(s->session)->nlines;
}

/* { from, lines } after a change; from: how many lines there were before it. */
static const char *changed(struct sandtable *s, int from)
{
    int lines = line_count(s);
    struct st_json j = answer(s);

    st_json_open(&j, NULL, '{');
    st_json_int(&j, "from", from < lines ? from : lines);
    st_json_int(&j, "lines", lines);
    st_json_close(&j, '}');
    return finish(s);
}

/* The new game takes the place of the old one, once nothing can fail any more. */
static const char *put_on_table(struct sandtable *s, int e, struct st_plan *plan,
                                struct st_session *session, struct st_error *err)
{
    void *seen = e ? NULL : malloc(plan->pos_size);

    if (!e && !seen)
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (e) {
        st_session_free(session);
        st_plan_free(plan);
        return failed(s, err);
    }
    st_handle_clear(s);
    s->plan = plan;
    s->session = session;
    s->seen = seen;
    return changed(s, 0);
}

struct request { /* what sandtable_open is asked for */
    const struct st_game *game;
    const char *scenario;
    const char *line[ST_HANDLE_LINES];
    int nlines;
    struct st_entry given[ST_HANDLE_LINES];
    struct st_session_options options;
    struct st_arena arena;
};

static int bad_option(int e, const char *line, const char *what, struct st_error *err)
{
    return st_fail(err, e, "options", 0, "`%.60s`: %s", line, what);
}

/* Cut "KEY=VALUE"; both live in the arena. */
static int read_pair(struct request *q, const char *line, struct st_span rest, struct st_entry *out,
                     struct st_error *err)
{
    struct st_span value = rest, key = st_span_cut(&value, '=');

    if (key.len == 0 || key.len == rest.len)
        return bad_option(ST_EUSAGE, line, "a name, `=` and what it is to be", err);
    key = st_span_trim(key);
    *out = (struct st_entry){ st_arena_text(&q->arena, key.at, key.len),
                              st_arena_text(&q->arena, value.at, value.len), 0 };
    return out->key && out->value ? ST_OK : bad_option(ST_ENOMEM, line, "out of memory", err);
}

static int read_seat(struct request *q, const struct st_plan *p, const char *line,
                     struct st_span rest, struct st_error *err)
{
    struct st_entry seat;
    char near[160];
    int e = read_pair(q, line, rest, &seat, err);

    if (e)
        return e;
    int side = st_view_side_find(p, seat.key);
    if (side < 0) {
        st_choices(near, sizeof near, seat.key, p->side, ST_SIDES);
        return st_fail(err, ST_EUSAGE, "options", 0, "no side `%.40s`; %s", seat.key, near);
    }
    q->options.seat[side] = seat.value;
    return ST_OK;
}

static int read_dice(struct request *q, const char *line, const char *text, struct st_error *err)
{
    uint64_t seed, game;

    if (strcmp(text, "hand") != 0 && !st_seed_parse(text, &seed, &game))
        return bad_option(ST_EUSAGE, line, "dice are seed:N or hand", err);
    q->options.dice = text;
    return ST_OK;
}

static int read_mode(struct request *q, const char *text, struct st_error *err)
{
    char near[160];

    for (int i = 0; i < ST_MODES; i++)
        if (strcmp(text, st_mode_names[i]) == 0) {
            q->options.mode = (enum st_mode)i;
            return ST_OK;
        }
    st_choices(near, sizeof near, text, st_mode_names, ST_MODES);
    return st_fail(err, ST_EUSAGE, "options", 0, "no mode `%.40s`; %s", text, near);
}

/* Keys are needed for the plan, sides are known after it: p is NULL the first time. */
static int read_option(struct request *q, const struct st_plan *p, const char *line,
                       struct st_error *err)
{
    static const char *const names[] = { "set", "seat", "dice", "mode" };
    struct st_span rest = st_span_of(line), word = st_span_word(&rest);
    char near[160], name[40];

    rest = st_span_trim(rest);
    if (st_span_is(word, "set"))
        return p ? ST_OK : read_pair(q, line, rest, &q->given[q->options.ngiven++], err);
    if (st_span_is(word, "seat"))
        return p ? read_seat(q, p, line, rest, err) : ST_OK;
    if (st_span_is(word, "dice"))
        return p ? ST_OK : read_dice(q, line, rest.at, err);
    if (st_span_is(word, "mode"))
        return p ? ST_OK : read_mode(q, rest.at, err);
    st_span_copy(word, name, sizeof name);
    st_choices(near, sizeof near, name, names, sizeof names / sizeof names[0]);
    return st_fail(err, ST_EUSAGE, "options", 0, "no option `%s`; %s", name, near);
}

static int read_options(struct request *q, const struct st_plan *p, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < q->nlines && !e; i++)
        e = read_option(q, p, q->line[i], err);
    return e;
}

/* GAME/SCENARIO */
static int read_name(struct request *q, const char *name, struct st_error *err)
{
    struct st_span rest = st_span_of(name), id = st_span_cut(&rest, '/');
    const char *game = st_arena_text(&q->arena, id.at, id.len);

    q->scenario = st_arena_text(&q->arena, rest.at, rest.len);
    if (!game || !q->scenario)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    return st_view_game_find(&q->game, game, err);
}

static int begin(const struct sandtable *s, struct request *q, const char *name,
                 const char *options, struct st_plan **plan, struct st_session **session,
                 struct st_error *err)
{
    int e = read_name(q, name, err);

    if (!e) {
        q->nlines = st_handle_lines(q->line, ST_HANDLE_LINES, &q->arena, options, err);
        e = q->nlines < 0 ? q->nlines : ST_OK;
    }
    q->options.given = q->given;
    q->options.dice = "hand";
    if (!e)
        e = read_options(q, NULL, err);
    if (!e)
        e = st_plan_make(plan, q->game, q->scenario, &s->files, q->given, q->options.ngiven, err);
    if (!e)
        e = read_options(q, *plan, err);
    return e ? e : st_session_open(session, *plan, &q->options, err);
}

const char *sandtable_open(struct sandtable *s, const char *name, const char *options)
{
    struct request q = { 0 };
    struct st_plan *plan = NULL;
    struct st_session *session = NULL;
    struct st_error err;
    int e = begin(s, &q, words(name), words(options), &plan, &session, &err);

    st_arena_free(&q.arena);
    return put_on_table(s, e, plan, session, &err);
}

const char *sandtable_load(struct sandtable *s, const char *record, int lines)
{
    struct st_plan *plan = NULL;
    struct st_session *session = NULL;
    struct st_record *r = NULL;
    struct st_error err;
    int e = st_record_parse(&r, words(record), strlen(words(record)), "record", &err);

    if (!e)
        e = st_record_plan(&plan, r, &s->files, &err);
    if (!e)
        e = st_session_load(&session, plan, r, lines, &err);
    st_record_free(r);
    return put_on_table(s, e, plan, session, &err);
}

/* ---- looking at it --------------------------------------------------------------------- */

static bool is_side(int side)
{
    return side >= ST_UMPIRE && side < ST_SIDES;
}

/* The table before a line of the record, as side sees it. NULL, or the complaint as an answer. */
static const char *look(struct sandtable *s, int side, int line, struct st_table *out)
{
    if (!s->plan)
        return no_game(s);
    if (!is_side(side))
        return misused(s, "there is no such side");
    if (line < SANDTABLE_PRESENT || line > line_count(s))
        return misused(s, "the record has no such line");
    struct st_table t = *st_session_table(s->session);
    if (line >= 0)
        t.pos = (void *)(uintptr_t)st_session_position(s->session, line); /* only looked at */
    *out = st_view_seen(&t, side, s->seen);
    return NULL;
}

const char *sandtable_plan(struct sandtable *s)
{
    struct st_json j = answer(s);

    if (!s->plan)
        return no_game(s);
    st_view_plan(&j, NULL, s->plan);
    return finish(s);
}

const char *sandtable_state(struct sandtable *s, int side, int line)
{
    struct st_json j = answer(s);
    struct st_table t;
    const char *complaint = look(s, side, line, &t);

    if (complaint)
        return complaint;
    int lines = line_count(s);
    st_memo_begin(&s->memo, &s->out);
    st_json_open(&j, NULL, '{');
    st_view_position(&j, &t, side, &s->memo);
    st_json_int(&j, "line", line < 0 ? lines : line);
    st_json_int(&j, "lines", lines);
    st_json_text(&j, "mode", st_mode_names[st_session_mode(s->session)]);
    st_json_close(&j, '}');
#ifndef __wasm__
    if (!s->out.failed) {
        st_memo_keep(&s->memo, &s->out);
        return st_buf_text(&s->memo.doc);
    }
#endif
    st_memo_free(&s->memo);
    return finish(s);
}

const char *sandtable_fields(struct sandtable *s, int side, const char *name)
{
    struct st_json j = answer(s);
    struct st_refusal why;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "name", words(name));
    if (st_view_fields(&j, "fields", &t, words(name), &why))
        return refused(s, &why);
    st_json_close(&j, '}');
    return finish(s);
}

const char *sandtable_offers(struct sandtable *s, int side, const char *prefix)
{
    struct st_json j = answer(s);
    struct st_offer_list offers;
    struct st_error err;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    if (st_offer_list(&offers, &t, side, &err))
        return failed(s, &err);
    st_json_open(&j, NULL, '{');
    st_view_offers(&j, "offers", &t, &offers, given(prefix));
    st_json_close(&j, '}');
    st_offer_list_free(&offers);
    return finish(s);
}

const char *sandtable_check(struct sandtable *s, const char *move)
{
    struct st_json j = answer(s);
    struct st_refusal why;
    struct st_move m;
    char text[ST_MOVE_TEXT];

    if (!s->plan)
        return no_game(s);
    if (st_move_parse(&m, s->plan, words(move), &why) ||
        st_check(st_session_table(s->session), &m, &why))
        return refused(s, &why);
    st_move_print(s->plan, &m, text, sizeof text);
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "move", text);
    st_json_close(&j, '}');
    return finish(s);
}

/* An object gathered by a writer that may fail or be refused on the way. */
static const char *gathered(struct sandtable *s, struct st_json *j, int e, enum st_answer legal,
                            const struct st_refusal *why, const struct st_error *err)
{
    if (e)
        return failed(s, err);
    if (legal == ST_REFUSED)
        return refused(s, why);
    st_json_close(j, '}');
    return finish(s);
}

const char *sandtable_preview(struct sandtable *s, int side, const char *move)
{
    struct st_json j = answer(s);
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_table t;
    struct st_move m;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    if (st_move_parse(&m, s->plan, words(move), &why))
        return refused(s, &why);
    st_json_open(&j, NULL, '{');
    int e = st_view_preview(&j, &t, side, &m, &legal, &why, &err);
    return gathered(s, &j, e, legal, &why, &err);
}

const char *sandtable_drag(struct sandtable *s, int side, const char *pieces, const char *to)
{
    struct st_json j = answer(s);
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    st_json_open(&j, NULL, '{');
    int e = st_view_drag(&j, &t, side, words(pieces), words(to), &legal, &why, &err);
    return gathered(s, &j, e, legal, &why, &err);
}

typedef enum st_answer telling(struct st_json *j, const struct st_table *t, const struct st_scene *scene, const char *piece,
                               const char *other, struct st_refusal *why);

/* What is to be told of two pieces as a side sees them. */
static const char *of_two(struct sandtable *s, int side, const char *piece, const char *other, telling *tell)
{
    struct st_json j = answer(s);
    struct st_refusal why;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    struct st_scene *scene = st_view_stands(&t, side);
    if (!scene)
        return (j.out->failed = true, finish(s));
    enum st_answer legal = tell(&j, &t, scene, words(piece), words(other), &why);
    free(scene);
    return legal == ST_LEGAL ? finish(s) : refused(s, &why);
}

static enum st_answer tell_sight(struct st_json *j, const struct st_table *t, const struct st_scene *scene,
                                 const char *piece, const char *target, struct st_refusal *why)
{
    struct st_aim aim;

    if (st_view_aim(&aim, t, scene, piece, target, why))
        return ST_REFUSED;
    st_json_open(j, NULL, '{');
    st_view_sight(j, t->plan, scene, &aim);
    st_json_close(j, '}');
    return ST_LEGAL;
}

const char *sandtable_sight(struct sandtable *s, int side, const char *piece, const char *target)
{
    return of_two(s, side, piece, target, tell_sight);
}

const char *sandtable_meeting(struct sandtable *s, int side, const char *piece, const char *enemy)
{
    return of_two(s, side, piece, enemy, st_view_meeting);
}

const char *sandtable_odds(struct sandtable *s, int side, const char *move, const char *policy,
                           const char *measure)
{
    struct st_json j = answer(s);
    struct st_odds_answer *a = NULL;
    enum st_answer legal;
    struct st_refusal why;
    struct st_error err;
    struct st_table t;
    const char *complaint = look(s, side, SANDTABLE_PRESENT, &t);

    if (complaint)
        return complaint;
    struct st_odds_query q = { &t, given(move), given(policy), given(measure), s->odds_max };
    if (st_odds_answer(&a, &q, &legal, &why, &err))
        return failed(s, &err);
    if (legal == ST_REFUSED)
        return refused(s, &why);
    st_view_odds(&j, NULL, a);
    st_odds_answer_free(a);
    return finish(s);
}

const char *sandtable_record(struct sandtable *s)
{
    struct st_buf text = { 0 };

    if (!s->plan)
        return no_game(s);
    st_record_print(st_session_record(s->session), &text);
    return one_text(s, "record", &text);
}

const char *sandtable_lines(struct sandtable *s, int side, int from)
{
    struct st_json j = answer(s);

    if (!s->plan)
        return no_game(s);
    if (!is_side(side))
        return misused(s, "there is no such side");
    st_json_open(&j, NULL, '{');
    st_view_tags(&j, "tags", st_session_record(s->session));
    st_view_news(&j, "lines", s->session, from, side);
    st_json_close(&j, '}');
    return finish(s);
}

const char *sandtable_svg(struct sandtable *s, int side, int line)
{
    struct st_buf svg = { 0 };
    struct st_table t;
    const char *complaint = look(s, side, line, &t);

    if (complaint)
        return complaint;
    struct st_scene *scene = st_view_scene(&t, side);
    if (scene)
        st_svg_map(&svg, s->plan, scene);
    else
        svg.failed = true;
    free(scene);
    return one_text(s, "svg", &svg);
}

/* ---- changing it ----------------------------------------------------------------------- */

/* How a call to the session came back. */
static const char *outcome(struct sandtable *s, int e, enum st_answer legal, int before,
                           const struct st_refusal *why, const struct st_error *err)
{
    if (e)
        return failed(s, err);
    return legal == ST_REFUSED ? refused(s, why) : changed(s, before);
}

static enum st_manner manner_of(int said)
{
    return said == SANDTABLE_CHOSEN ? ST_CHOSEN : said ? ST_INSISTED : ST_TYPED;
}

const char *sandtable_move(struct sandtable *s, const char *move, int manner)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_move(s->session, words(move), manner_of(manner), &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_die(struct sandtable *s, int face)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_die(s->session, face, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_roll(struct sandtable *s)
{
    struct st_seeded dice;
    struct st_error err;
    uint64_t seed, game = 0;

    if (!s->plan)
        return no_game(s);
    const char *tag = st_record_tag(st_session_record(s->session), "Dice");
    if (!tag || !st_seed_parse(tag, &seed, &game))
        return misused(s, "the dice of this game are rolled by hand");
    int before = line_count(s);
    st_seeded_init(&dice, seed, game);
    dice.roll = (uint32_t)st_session_rolls(s->session);
    int e = st_session_roll(s->session, &dice.source, &err);
    return outcome(s, e, ST_LEGAL, before, NULL, &err);
}

const char *sandtable_decide(struct sandtable *s, const char *kind, unsigned seed)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_move m;

    if (!s->plan)
        return no_game(s);
    struct st_turn now = st_now(st_session_table(s->session));
    if (now.kind != ST_DECIDE)
        return misused(s, "nobody is to decide anything now");
    struct st_table seen = st_view_seen(st_session_table(s->session), now.side, s->seen);
    int before = line_count(s);
    int e = st_player_decide(words(kind), seed, st_session_moves(s->session), &seen, &m, &err);
    if (!e)
        e = st_session_play(s->session, &m, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_undo(struct sandtable *s)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    if (s->pupil && (s->pupil->waits != ST_WAIT_FREE || before <= s->pupil->stretch)) {
        st_refuse(&why, "", "In a lesson only what you decide alone is taken back");
        return refused(s, &why);
    }
    int e = st_session_undo(s->session, &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_ruling(struct sandtable *s, const char *text)
{
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_ruling(s->session, words(text), &legal, &why, &err);
    return outcome(s, e, legal, before, &why, &err);
}

const char *sandtable_note(struct sandtable *s, const char *text)
{
    struct st_error err;

    if (!s->plan)
        return no_game(s);
    int before = line_count(s);
    int e = st_session_note(s->session, words(text), &err);
    return outcome(s, e, ST_LEGAL, before, NULL, &err);
}
