/* look.c - what may be asked of a table without changing it: see work.h.
 *
 * Answers are the documents of include/sandtable.h as they are; what a seat may not know is masked
 * by asking for its side.
 *
 * What may take long is answered beside the table: while the table is held only what it needs is
 * copied, the position as the asker sees it or the record, and the rest is done when nobody waits for
 * the table any more. Whoever decides there is not held up by those who wonder.
 */
#include "server/work.h"

#include "view/facade.h"
#include "view/review.h"

#include <stdlib.h>
#include <string.h>

enum { ODDS_MAX = 200000, HINT_MOST = 1500 }; /* positions, nodes: a stranger's question may take a second,
                                               * not the memory */

static const char no_memory[] = ST_VIEW_NO_MEMORY;

/* Somebody waits for a yes or no: see undo.c. */
static void tell_asked(struct st_json *j, const struct srv_call *c)
{
    const struct srv_table *t = c->table;

    if (t->undo.lines)
        st_json_text(j, "undo_asked", t->fixed.side[t->undo.seat]);
    if (t->draw.lines)
        st_json_text(j, "draw_asked", t->fixed.side[t->draw.seat]);
}

/* What was said last, for whoever comes now. */
static void tell_said(struct st_buf *out, const struct srv_table *t)
{
    const char *comma = "";

    st_buf_add(out, ",\"said\":[");
    for (int i = 0; i < SRV_SAID; i++)
        if (t->said[i]) {
            st_buf_add(out, "%s%s", comma, t->said[i]);
            comma = ",";
        }
    st_buf_add(out, "]");
}

/* The plan and the state are documents already: they are put in as they are. */
const char *srv_do_hello(struct srv_call *c)
{
    struct srv_table *t = c->table;
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };

    st_json_open(&j, NULL, '{');
    st_json_int(&j, "side", srv_side(c));
    st_json_bool(&j, "watching", c->seat == SRV_WATCHER);
    st_json_text(&j, "dice", t->fixed.typed ? "typed" : "rolled");
    st_json_text(&j, "undo", t->fixed.undo_free ? "free" : "ask");
    st_json_bool(&j, "closed", t->count.closed);
    tell_asked(&j, c);
    st_json_open(&j, "here", '[');
    for (int i = 0; i < ST_SIDES; i++)
        if (srv_is_here(t, i))
            st_json_text(&j, NULL, t->fixed.side[i]);
    st_json_close(&j, ']');
    tell_said(&text, t);
    st_buf_add(&text, ",\"plan\":%s", sandtable_plan(t->handle));
    st_buf_add(&text, ",\"state\":%s}", sandtable_state(t->handle, srv_side(c), SANDTABLE_PRESENT));
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

const char *srv_do_state(struct srv_call *c)
{
    return sandtable_state(c->table->handle, srv_side(c),
                           srv_arg_int(c, "line", SANDTABLE_PRESENT));
}

const char *srv_do_fields(struct srv_call *c)
{
    return sandtable_fields(c->table->handle, srv_side(c), srv_arg_text(c, "name"));
}

const char *srv_do_offers(struct srv_call *c)
{
    return sandtable_offers(c->table->handle, srv_side(c), srv_arg_text(c, "prefix"));
}

/* Where something is hidden, whether another's move is legal would tell of it. */
const char *srv_do_check(struct srv_call *c)
{
    const char *move = srv_arg_text(c, "move");
    struct st_turn now = srv_turn(c);

    if (!move)
        return srv_missing(c, "move");
    if (c->table->secrets && srv_side(c) >= 0 && now.kind == ST_DECIDE && now.side != srv_side(c))
        return srv_refuse(c, "it is for %s to decide now", srv_side_name(c, now.side));
    return sandtable_check(c->table->handle, move);
}

const char *srv_do_preview(struct srv_call *c)
{
    return sandtable_preview(c->table->handle, srv_side(c), srv_arg_text(c, "move"));
}

const char *srv_do_drag(struct srv_call *c)
{
    return sandtable_drag(c->table->handle, srv_side(c), srv_arg_text(c, "piece"),
                          srv_arg_text(c, "to"));
}

const char *srv_do_sight(struct srv_call *c)
{
    return sandtable_sight(c->table->handle, srv_side(c), srv_arg_text(c, "piece"),
                           srv_arg_text(c, "target"));
}

const char *srv_do_meeting(struct srv_call *c)
{
    return sandtable_meeting(c->table->handle, srv_side(c), srv_arg_text(c, "piece"),
                             srv_arg_text(c, "enemy"));
}

const char *srv_do_svg(struct srv_call *c)
{
    return sandtable_svg(c->table->handle, srv_side(c), srv_arg_int(c, "line", SANDTABLE_PRESENT));
}

/* ---- beside the table: odds ------------------------------------------------------------- */

static const char *copy_seen(struct srv_call *c, int side)
{
    const struct st_table *t = st_session_table(srv_session(c));

    c->copy.pos = malloc(t->plan->pos_size);
    if (!c->copy.pos)
        return no_memory;
    struct st_table seen = st_view_seen(t, side, c->copy.pos);
    if (seen.pos != c->copy.pos)
        memcpy(c->copy.pos, seen.pos, t->plan->pos_size);
    c->copy.plan = st_plan_hold(t->plan);
    c->beside = true;
    return NULL;
}

const char *srv_do_odds(struct srv_call *c)
{
    return copy_seen(c, srv_side(c));
}

/* What was wrong with the call, or else what the rules say against it. */
static void write_no(struct st_json *j, const struct st_error *err, const struct st_refusal *why)
{
    st_json_open(j, NULL, '{');
    if (err)
        st_view_error(j, "error", err);
    else
        st_view_refusal(j, "refused", NULL, why);
    st_json_close(j, '}');
}

/* As sandtable_odds does it, but of the copy. */
static void write_odds(struct st_json *j, const struct srv_call *c)
{
    const char *const text[] = { srv_arg_text(c, "move"), srv_arg_text(c, "given"),
                                 srv_arg_text(c, "measure") };
    const char *given[3];
    struct st_table t = { c->copy.plan, c->copy.pos, NULL };
    struct st_odds_answer *a = NULL;
    enum st_answer legal = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;

    for (int i = 0; i < 3; i++)
        given[i] = text[i] && text[i][0] ? text[i] : NULL;
    struct st_odds_query q = { &t, given[0], given[1], given[2], ODDS_MAX };
    int e = st_odds_answer(&a, &q, &legal, &why, &err);
    if (!e && legal == ST_LEGAL) {
        st_view_odds(j, NULL, a);
        st_odds_answer_free(a);
        return;
    }
    write_no(j, e ? &err : NULL, &why);
}

/* ---- beside the table: hints ------------------------------------------------------------ */

/* With the eyes of whoever decides, and for nobody else: the umpire of a screen decides for those who sit
 * there. */
const char *srv_do_hint(struct srv_call *c)
{
    struct st_turn now = srv_turn(c);

    if (c->seat == SRV_WATCHER || now.kind != ST_DECIDE ||
        (srv_side(c) >= 0 ? srv_side(c) != now.side : !srv_is_here(c->table, now.side)))
        return srv_refuse(c, "a hint is for whoever is to decide");
    return copy_seen(c, now.side);
}

/* As sandtable_hint does it, but of the copy. */
static void write_hint(struct st_json *j, const struct srv_call *c)
{
    const char *text = srv_arg_text(c, "move");
    int nodes = srv_arg_int(c, "nodes", HINT_MOST);
    struct st_table t = { c->copy.plan, c->copy.pos, NULL };
    struct st_budget b = { .nodes = nodes < 0 || nodes > HINT_MOST ? HINT_MOST : nodes };
    struct st_move mine = { 0 };
    struct st_refusal why;
    struct st_error err;
    struct st_hint h;
    bool given = text && text[0];

    bool legal = !given || (!st_move_parse(&mine, t.plan, text, &why) && !st_check(&t, &mine, &why));
    int e = legal ? st_hint_make(&h, &t, given ? &mine : NULL, &b, 1, &err) : ST_OK;
    if (legal && !e) {
        st_view_hint(j, &t, &h);
        return;
    }
    write_no(j, e ? &err : NULL, &why);
}

static void answer_beside(struct srv_call *c, void (*write)(struct st_json *j, const struct srv_call *c))
{
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };

    write(&j, c);
    srv_answer(c, text.failed ? no_memory : st_buf_text(&text));
    st_buf_free(&text);
}

void srv_beside_odds(struct srv_call *c)
{
    answer_beside(c, write_odds);
}

void srv_beside_hint(struct srv_call *c)
{
    answer_beside(c, write_hint);
}

/* ---- beside the table: what happened long ago ------------------------------------------- */

/* Events are kept of the last change only; for older ones the game is played through again. */
const char *srv_do_lines(struct srv_call *c)
{
    int from = srv_arg_int(c, "from", 0);

    if (from >= c->table->last_from)
        return sandtable_lines(c->table->handle, srv_side(c), from);
    st_record_print(st_session_record(srv_session(c)), &c->copy.record);
    c->beside = !c->copy.record.failed;
    return c->beside ? NULL : no_memory;
}

void srv_beside_lines(struct srv_call *c)
{
    struct sandtable *handle = sandtable_new();
    int from = srv_arg_int(c, "from", 0);
    const char *document = no_memory;

    if (handle) {
        st_facade_shelf(handle, srv_hall_shelf(c->hall));
        document = sandtable_load(handle, st_buf_text(&c->copy.record), SANDTABLE_PRESENT);
        if (st_facade_said(handle) == ST_SAID)
            document = sandtable_lines(handle, srv_side(c), from < 0 ? 0 : from);
    }
    srv_answer(c, document);
    sandtable_free(handle);
}

/* ---- records ---------------------------------------------------------------------------- */

/* Until a table is closed nobody learns the seed; then the record is as it is kept. */
static int read_record(const struct srv_call *c, struct st_buf *out, struct st_error *err)
{
    if (c->table->count.closed)
        return st_store_record(c->store, c->table->fixed.number, out, err);
    st_record_print(st_session_record(srv_session(c)), out);
    return out->failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory") : ST_OK;
}

/* As text to a request, in a document to a page. */
static void answer_record(struct srv_call *c, const struct st_buf *text)
{
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };

    if (c->bare) {
        srv_answer(c, st_buf_text(text));
        return;
    }
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "record", st_buf_text(text));
    st_json_close(&j, '}');
    if (!out.failed)
        srv_answer(c, st_buf_text(&out));
    st_buf_free(&out);
}

const char *srv_do_record(struct srv_call *c)
{
    struct st_buf text = { 0 };
    struct st_error err;

    if (c->table->secrets && !srv_is_over(c) && c->seat != ST_SEAT_UMPIRE)
        return srv_fail(c, 403, ST_EUSAGE,
                        "a record tells all: of a game with secrets only the umpire may read it "
                        "until the game is over");
    int e = read_record(c, &text, &err);
    if (e)
        srv_fail_with(c, srv_status(e), &err);
    else
        answer_record(c, &text);
    st_buf_free(&text);
    return NULL;
}
