/* work.c - what is done at a table, by whoever holds it: see hall.h.
 *
 * Answers are the documents of include/sandtable.h as they are; what a seat may not know is masked
 * by asking for its side. A change is made on the game in memory and handed to the store; should
 * that fail, the game is forgotten and read again from the store, where nothing has happened.
 *
 * The seed of the dice stands in the kept record and never in the game in memory, whose tag says
 * "hand": whatever is written about a running game, the seed is not in it.
 *
 * A failed st_assert ends a program (base/error.h). Here it ends one table: what it finds wrong is in
 * that table's game, which no other thread touches and which shares nothing that changes with
 * others; the record on disk is sound. After the next start the table is tried again.
 */
#include "server/work.h"

#include "server/token.h"
#include "view/facade.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ODDS_MAX = 200000 }; /* positions: a stranger's question may take a second, not the memory */

/* ---- answers ---------------------------------------------------------------------------- */

struct srv_blob *srv_error(bool bare, long long id, const char *kind, const char *fmt, ...)
{
    struct srv_blob *b = srv_blob_new();
    char text[600];
    va_list ap;

    if (!b)
        return NULL;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    struct st_json j = { &b->buf, false };
    st_json_open(&j, NULL, '{');
    if (!bare && id >= 0)
        st_json_int(&j, "id", id);
    else if (!bare)
        st_json_text(&j, "id", NULL);
    st_json_open(&j, "error", '{');
    st_json_text(&j, "kind", kind);
    st_json_text(&j, "text", text);
    st_json_close(&j, '}');
    st_json_close(&j, '}');
    return srv_blob_done(b);
}

void srv_answer(struct srv_call *c, const char *document)
{
    struct srv_blob *b = c->asker ? srv_blob_new() : NULL;

    if (!b)
        return;
    if (!c->bare)
        st_buf_add(&b->buf, "{\"id\":%lld,\"answer\":", c->id);
    st_buf_put(&b->buf, document, strlen(document));
    if (!c->bare)
        st_buf_put(&b->buf, "}", 1);
    srv_blob_drop(c->answer);
    c->answer = srv_blob_done(b);
}

static const char *const kind_of_code[] = { "",      "memory",  "system", "syntax",
                                            "limit", "unsound", "usage" };

static const char *kind_of(int code)
{
    return kind_of_code[code < 0 && code >= ST_EUSAGE ? -code : 2];
}

/* A bad call: the answer is an error. */
const char *srv_fail(struct srv_call *c, int status, const char *kind, const char *text)
{
    srv_blob_drop(c->answer);
    c->answer = c->asker ? srv_error(c->bare, c->id, kind, "%s", text) : NULL;
    c->status = status;
    return NULL;
}

const char *srv_fail_with(struct srv_call *c, int status, const struct st_error *err)
{
    char text[500];

    st_error_print(err, text, sizeof text);
    return srv_fail(c, status, kind_of(err->code), text);
}

/* What the world did not grant may be possible later; the rest is ours and will not be. */
static int status_of(int e)
{
    return e == ST_EIO || e == ST_ENOMEM ? 503 : 500;
}

/* No, in the form of the rules: an empty paragraph and a sentence. */
__attribute__((format(printf, 2, 3))) static const char *refuse(struct srv_call *c, const char *fmt,
                                                                ...)
{
    struct st_refusal why = { .para = "" };
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(why.text, sizeof why.text, fmt, ap);
    va_end(ap);
    st_json_open(&j, NULL, '{');
    st_view_refusal(&j, "refused", &why);
    st_json_close(&j, '}');
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

/* ---- what a call says ------------------------------------------------------------------- */

static int side_of(const struct srv_call *c)
{
    return c->seat < ST_SIDES ? c->seat : SANDTABLE_UMPIRE;
}

/* A text of the arguments, or NULL. */
static const char *arg_text(const struct srv_call *c, const char *key)
{
    return json_string_value(json_object_get(c->args, key));
}

static int arg_int(const struct srv_call *c, const char *key, int otherwise)
{
    const json_t *v = json_object_get(c->args, key);

    if (!json_is_integer(v))
        return otherwise;
    json_int_t n = json_integer_value(v);
    return n < -1 ? -2 : n > 1000000 ? 1000000 : (int)n;
}

static struct st_session *session(const struct srv_call *c)
{
    return st_facade_session(c->table->handle);
}

static struct st_turn turn(const struct srv_call *c)
{
    return st_now(st_session_table(session(c)));
}

static int lines_now(const struct srv_call *c)
{
    return st_session_record(session(c))->nlines;
}

static const char *side_name(const struct srv_call *c, int side)
{
    return st_session_table(session(c))->plan->side[side];
}

/* "computer:greedy": "greedy"; NULL: a person sits there. */
static const char *computer_at(const struct srv_table *t, int side)
{
    static const char head[] = "computer:";
    const char *seat = t->fixed.seat[side];

    return strncmp(seat, head, sizeof head - 1) == 0 ? seat + sizeof head - 1 : NULL;
}

static bool is_here(const struct srv_table *t, int side)
{
    return strcmp(t->fixed.seat[side], "here") == 0;
}

/* May the caller decide for that side? The umpire's token also holds every seat that is here. */
static bool holds(const struct srv_call *c, int side)
{
    if (computer_at(c->table, side))
        return false;
    return c->seat == side || (c->seat == ST_SEAT_UMPIRE && is_here(c->table, side));
}

static bool is_over(const struct srv_call *c)
{
    return turn(c).kind == ST_OVER;
}

/* ---- taking up a record ----------------------------------------------------------------- */

void srv_table_forget(struct srv_table *t)
{
    sandtable_free(t->handle);
    t->handle = NULL;
}

/* The error in a document of the facade, if there is one. */
int srv_facade_error(const char *document, struct st_error *err)
{
    json_error_t why;

    if (strncmp(document, "{\"error\":", 9) != 0)
        return ST_OK;
    json_t *doc = json_loads(document, 0, &why);
    const json_t *e = json_object_get(doc, "error");
    const char *kind = json_string_value(json_object_get(e, "kind"));
    const char *where = json_string_value(json_object_get(e, "where"));
    const char *text = json_string_value(json_object_get(e, "text"));
    int code = ST_ENOMEM, line = (int)json_integer_value(json_object_get(e, "line"));

    for (int i = 1; kind && i <= -ST_EUSAGE; i++)
        if (strcmp(kind, kind_of_code[i]) == 0)
            code = -i;
    st_fail(err, code, where, line, "%s", text ? text : "out of memory");
    json_decref(doc);
    return code;
}

/* The dice of the record, if they are rolled by us: its seed, else one for this handle. */
static int take_seed(struct srv_table *t, const struct st_record *r, struct st_error *err)
{
    const char *dice = st_record_tag(r, "Dice");

    if (dice && st_seed_parse(dice, &t->seed, &t->seed_game))
        return ST_OK;
    t->seed_game = 0;
    return srv_random(&t->seed, sizeof t->seed, err);
}

/* The record on the table, its dice said to be rolled by hand. */
int srv_table_load(struct srv_table *t, struct st_record *r, struct st_error *err)
{
    struct st_buf text = { 0 };
    int e = take_seed(t, r, err);

    if (!e)
        e = st_record_set(r, "Dice", "hand", err);
    if (!e) {
        st_record_print(r, &text);
        if (text.failed)
            e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    if (!e)
        e = srv_facade_error(sandtable_load(t->handle, st_buf_text(&text), SANDTABLE_PRESENT), err);
    st_buf_free(&text);
    return e;
}

int srv_table_open(struct srv_table *t, struct st_error *err)
{
    t->last_from = 0;
    t->handle = sandtable_new();
    if (t->handle)
        st_facade_odds_max(t->handle, ODDS_MAX);
    return t->handle ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

static int load(struct srv_table *t, struct st_store *store, struct st_error *err)
{
    struct st_buf text = { 0 };
    struct st_record *r = NULL;
    int e = st_store_record(store, t->fixed.number, &text, err);

    if (!e)
        e = st_record_parse(&r, st_buf_text(&text), text.len, "record", err);
    if (!e)
        e = srv_table_open(t, err);
    if (!e)
        e = srv_table_load(t, r, err);
    if (e)
        srv_table_forget(t);
    st_record_free(r);
    st_buf_free(&text);
    return e;
}

/* ---- changing --------------------------------------------------------------------------- */

/* What the last call to the session brought, to be told when it is durable. */
static void gather_news(struct srv_call *c, int from)
{
    for (int v = 0; v < SRV_VIEWS; v++) {
        struct st_json j = { &c->news[v], c->news[v].len > 0 };

        if (c->views >> v & 1)
            st_view_news_items(&j, session(c), from, v < ST_SIDES ? v : SANDTABLE_UMPIRE);
    }
}

/* The dice fall, if it is us who roll them. */
static int roll(struct srv_call *c, struct st_error *err)
{
    struct srv_table *t = c->table;
    struct st_seeded dice;
    int before = lines_now(c);

    if (t->fixed.typed || turn(c).kind != ST_CHANCE)
        return ST_OK;
    st_seeded_init(&dice, t->seed, t->seed_game);
    dice.roll = (uint32_t)st_session_rolls(session(c));
    int e = st_session_roll(session(c), &dice.source, err);
    if (!e)
        gather_news(c, before);
    return e;
}

/* How it stands, for lists that all may read: of a game with secrets only whose turn it is. */
static void turn_text(const struct srv_call *c, char *out, size_t size)
{
    struct st_turn now = turn(c);

    if (!c->table->secrets || now.kind == ST_OVER)
        st_view_turn_text(st_session_table(session(c)), out, size);
    else if (now.kind == ST_DECIDE)
        snprintf(out, size, "%s decides", side_name(c, now.side));
    else
        snprintf(out, size, "a die is awaited");
}

/* The lines from `from` on, for the store; and the index. */
static int write_change(struct srv_call *c, int from, struct st_error *err)
{
    const struct st_record *r = st_session_record(session(c));
    struct st_kept *k = &c->change.kept;
    struct st_turn now = turn(c);

    for (int i = from; i < r->nlines; i++)
        st_record_print_line(&r->line[i], &c->change.text);
    if (c->change.text.failed)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    *k = c->table->fixed;
    k->over = now.kind == ST_OVER;
    k->lines = r->nlines;
    k->changed = time(NULL);
    turn_text(c, k->turn, sizeof k->turn);
    c->change.from = from;
    c->table->last_from = from;
    c->more = now.kind == ST_DECIDE && computer_at(c->table, now.side);
    return ST_OK;
}

static struct srv_blob *changed_event(struct srv_call *c, int view)
{
    struct srv_blob *b = srv_blob_new();
    int side = view < ST_SIDES ? view : SANDTABLE_UMPIRE;

    if (!b)
        return NULL;
    st_buf_add(&b->buf, "{\"event\":\"changed\",\"from\":%d,\"lines\":%d,\"news\":{",
               c->change.from, c->change.kept.lines);
    struct st_json j = { &b->buf, false };
    st_view_tags(&j, "tags", st_session_record(session(c)));
    st_buf_add(&b->buf, ",\"lines\":[%s]},\"state\":%s}", st_buf_text(&c->news[view]),
               sandtable_state(c->table->handle, side, SANDTABLE_PRESENT));
    b->buf.failed |= c->news[view].failed;
    return srv_blob_done(b);
}

/* The rules have done their part: let the dice fall, write down, tell. */
const char *srv_settle(struct srv_call *c, int from)
{
    struct st_error err;
    int e = roll(c, &err);

    if (!e && lines_now(c) < from)
        from = lines_now(c);
    if (!e)
        e = write_change(c, from, &err);
    if (e) {
        srv_table_forget(c->table);
        return srv_fail_with(c, status_of(e), &err);
    }
    for (int v = 0; v < SRV_VIEWS; v++)
        if (c->views >> v & 1)
            c->event[v] = changed_event(c, v);
    c->changed = true;

    struct st_buf text = { 0 };
    st_buf_add(&text, "{\"from\":%d,\"lines\":%d}", from, lines_now(c));
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

static bool is_refusal(const char *document)
{
    return strncmp(document, "{\"refused\":", 11) == 0 || strncmp(document, "{\"error\":", 9) == 0;
}

/* After a changing call to the facade: an answer that is no change is passed on. */
static const char *changed(struct srv_call *c, int before, const char *document)
{
    if (is_refusal(document))
        return document;
    gather_news(c, before);
    return srv_settle(c, before);
}

/* ---- who may do what -------------------------------------------------------------------- */

/* May the caller decide now? If not, that is answered. */
static bool may_decide(struct srv_call *c)
{
    struct st_turn now = turn(c);

    if (c->seat == SRV_WATCHER)
        refuse(c, "you are watching: only those who sit at the table may do this");
    else if (now.kind == ST_OVER)
        refuse(c, "the game is over");
    else if (now.kind == ST_CHANCE)
        refuse(c, "a die is awaited");
    else if (computer_at(c->table, now.side))
        refuse(c, "%s decides now, and is played by the computer", side_name(c, now.side));
    else if (!holds(c, now.side))
        refuse(c, "it is for %s to decide now", side_name(c, now.side));
    else
        return true;
    return false;
}

static bool may_write(struct srv_call *c)
{
    if (c->seat == SRV_WATCHER)
        refuse(c, "you are watching: only those who sit at the table may do this");
    else if (lines_now(c) >= SRV_LINES_MAX)
        srv_fail(c, 403, "limit", "the record has as many lines as we keep");
    else
        return true;
    return false;
}

/* ---- the verbs -------------------------------------------------------------------------- */

static const char *missing(struct srv_call *c, const char *what)
{
    char text[80];

    snprintf(text, sizeof text, "`%s` is missing, or not what it should be", what);
    return srv_fail(c, 400, "usage", text);
}

/* The plan and the state are documents already: they are put in as they are. */
static const char *do_hello(struct srv_call *c)
{
    struct srv_table *t = c->table;
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };

    st_json_open(&j, NULL, '{');
    st_json_int(&j, "side", side_of(c));
    st_json_bool(&j, "watching", c->seat == SRV_WATCHER);
    st_json_text(&j, "dice", t->fixed.typed ? "typed" : "rolled");
    st_json_open(&j, "here", '[');
    for (int i = 0; i < ST_SIDES; i++)
        if (is_here(t, i))
            st_json_text(&j, NULL, t->fixed.side[i]);
    st_json_close(&j, ']');
    st_buf_add(&text, ",\"plan\":%s", sandtable_plan(t->handle));
    st_buf_add(&text, ",\"state\":%s}", sandtable_state(t->handle, side_of(c), SANDTABLE_PRESENT));
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

static const char *do_state(struct srv_call *c)
{
    return sandtable_state(c->table->handle, side_of(c), arg_int(c, "line", SANDTABLE_PRESENT));
}

static const char *do_fields(struct srv_call *c)
{
    return sandtable_fields(c->table->handle, side_of(c), arg_text(c, "name"));
}

static const char *do_offers(struct srv_call *c)
{
    return sandtable_offers(c->table->handle, side_of(c), arg_text(c, "prefix"));
}

/* Where something is hidden, whether another's move is legal would tell of it. */
static const char *do_check(struct srv_call *c)
{
    const char *move = arg_text(c, "move");
    struct st_turn now = turn(c);

    if (!move)
        return missing(c, "move");
    if (c->table->secrets && side_of(c) >= 0 && now.kind == ST_DECIDE && now.side != side_of(c))
        return refuse(c, "it is for %s to decide now", side_name(c, now.side));
    return sandtable_check(c->table->handle, move);
}

static const char *do_preview(struct srv_call *c)
{
    return sandtable_preview(c->table->handle, side_of(c), arg_text(c, "move"));
}

static const char *do_drag(struct srv_call *c)
{
    return sandtable_drag(c->table->handle, side_of(c), arg_text(c, "piece"), arg_text(c, "to"));
}

static const char *do_odds(struct srv_call *c)
{
    return sandtable_odds(c->table->handle, side_of(c), arg_text(c, "move"), arg_text(c, "given"),
                          arg_text(c, "measure"));
}

static const char *do_svg(struct srv_call *c)
{
    return sandtable_svg(c->table->handle, side_of(c), arg_int(c, "line", SANDTABLE_PRESENT));
}

/* Events are kept of the last change only; for older ones the game is played through again. */
static const char *do_lines(struct srv_call *c)
{
    struct srv_table *t = c->table;
    int from = arg_int(c, "from", 0);

    if (from < t->last_from) {
        struct st_buf text = { 0 };

        st_record_print(st_session_record(session(c)), &text);
        const char *loaded =
            text.failed ? "" : sandtable_load(t->handle, st_buf_text(&text), SANDTABLE_PRESENT);
        bool failed = text.failed || is_refusal(loaded);
        st_buf_free(&text);
        if (failed) {
            srv_table_forget(t);
            return srv_fail(c, 500, "memory", "the game could not be played through again");
        }
        t->last_from = 0;
    }
    return sandtable_lines(t->handle, side_of(c), from < 0 ? 0 : from);
}

static const char *do_move(struct srv_call *c)
{
    const char *move = arg_text(c, "move");

    if (!move)
        return missing(c, "move");
    if (!may_write(c) || !may_decide(c))
        return NULL;
    int before = lines_now(c);
    bool insist = json_is_true(json_object_get(c->args, "insist"));
    return changed(c, before, sandtable_move(c->table->handle, move, insist));
}

/* Whoever sits at the table may say what a die shows: at a real one all look at it. */
static const char *do_die(struct srv_call *c)
{
    int before = lines_now(c);

    int face = arg_int(c, "face", -1);
    if (face < 0)
        return missing(c, "face");
    if (!may_write(c))
        return NULL;
    if (!c->table->fixed.typed)
        return refuse(c, "the dice of this table are rolled by the server");
    return changed(c, before, sandtable_die(c->table->handle, face));
}

static const char *do_note(struct srv_call *c)
{
    const char *words = arg_text(c, "words");

    if (!words)
        return missing(c, "words");
    if (!may_write(c))
        return NULL;
    int before = lines_now(c);
    return changed(c, before, sandtable_note(c->table->handle, words));
}

static const char *do_ruling(struct srv_call *c)
{
    const char *text = arg_text(c, "text");

    if (!text)
        return missing(c, "text");
    if (!may_write(c))
        return NULL;
    if (c->seat != ST_SEAT_UMPIRE)
        return refuse(c, "only the umpire may rule");
    int before = lines_now(c);
    return changed(c, before, sandtable_ruling(c->table->handle, text));
}

/* The last decision or ruling of the record, or NULL. */
static const struct st_record_line *last_said(const struct srv_call *c)
{
    const struct st_record *r = st_session_record(session(c));

    for (int i = r->nlines - 1; i >= 0; i--)
        if (r->line[i].kind == ST_LINE_MOVE || r->line[i].kind == ST_LINE_RULING)
            return &r->line[i];
    return NULL;
}

static int line_side(const struct srv_call *c, const struct st_record_line *l)
{
    for (int i = 0; i < ST_SIDES; i++)
        if (strcmp(l->side, side_name(c, i)) == 0)
            return i;
    return -1;
}

/* One's own last decision goes, and with it what computers decided since. All of it or nothing: if
 * it stops half way the game is read again as it was. */
static const char *do_undo(struct srv_call *c)
{
    int before = lines_now(c);

    if (!may_write(c))
        return NULL;
    for (bool own = false; !own;) {
        const struct st_record_line *l = last_said(c);
        int side = l ? line_side(c, l) : -1;
        bool computers = l && l->kind == ST_LINE_MOVE && side >= 0 && computer_at(c->table, side);

        own = !computers;
        if (l && own && c->seat != ST_SEAT_UMPIRE &&
            !(l->kind == ST_LINE_MOVE && side == c->seat)) {
            refuse(c, l->kind == ST_LINE_RULING ? "only the umpire takes back a ruling"
                                                : "the last decision was not yours");
        } else {
            const char *document = sandtable_undo(c->table->handle);

            if (!is_refusal(document))
                continue;
            srv_answer(c, document);
        }
        if (lines_now(c) < before)
            srv_table_forget(c->table);
        return NULL;
    }
    return srv_settle(c, lines_now(c));
}

/* ---- records ---------------------------------------------------------------------------- */

/* While the game runs nobody learns the seed; when it is over the record is as it is kept. */
static int read_record(const struct srv_call *c, struct st_buf *out, struct st_error *err)
{
    if (is_over(c))
        return st_store_record(c->store, c->table->fixed.number, out, err);
    st_record_print(st_session_record(session(c)), out);
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

static const char *do_record(struct srv_call *c)
{
    struct st_buf text = { 0 };
    struct st_error err;

    if (c->table->secrets && !is_over(c) && c->seat != ST_SEAT_UMPIRE)
        return srv_fail(c, 403, "usage",
                        "a record tells all: of a game with secrets only the umpire may read it "
                        "until the game is over");
    int e = read_record(c, &text, &err);
    if (e)
        srv_fail_with(c, 500, &err);
    else
        answer_record(c, &text);
    st_buf_free(&text);
    return NULL;
}

/* ---- computers -------------------------------------------------------------------------- */

static bool computer_is_next(const struct srv_call *c)
{
    struct st_turn now = turn(c);

    return now.kind == ST_DECIDE && computer_at(c->table, now.side) && lines_now(c) < SRV_LINES_MAX;
}

/* What a computer's chance comes from: the seed of the dice, which nobody knows, behind a hash that
 * does not lead back to it. After a restart it is the same. */
static int computer_seed(const struct srv_table *t, unsigned *out, struct st_error *err)
{
    uint8_t hash[SRV_HASH];
    int e = srv_token_hash((const char *)&t->seed, sizeof t->seed, hash, err);

    if (!e)
        memcpy(out, hash, sizeof *out);
    return e;
}

static const char *do_computer(struct srv_call *c)
{
    struct srv_table *t = c->table;
    int before = lines_now(c);
    struct st_error err;
    unsigned seed;

    if (!computer_is_next(c))
        return NULL;
    if (computer_seed(t, &seed, &err))
        return srv_fail_with(c, 503, &err);
    const char *document = sandtable_decide(t->handle, computer_at(t, turn(c).side), seed);
    if (!is_refusal(document))
        return changed(c, before, document);
    if (!srv_facade_error(document, &err))
        st_fail(&err, ST_EUSAGE, NULL, 0, "what it chose was refused");
    snprintf(c->damaged, sizeof c->damaged, "the computer cannot decide: %s", err.text);
    return NULL;
}

/* After a start: is the record sound, and is it for a computer to go on? */
static const char *do_wake(struct srv_call *c)
{
    c->more = computer_is_next(c);
    if (!c->more)
        srv_table_forget(c->table);
    return NULL;
}

/* ---- removing --------------------------------------------------------------------------- */

/* Whether the caller may is known to the loop. The game is not asked: a record that cannot be taken
 * up can be removed like any other. */
static const char *do_remove(struct srv_call *c)
{
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };

    c->change.kept = c->table->fixed;
    c->change.remove = c->removed = true;
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "removed", c->table->id);
    st_json_close(&j, '}');
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

/* ---- carrying out ----------------------------------------------------------------------- */

const struct srv_verb srv_verb_hello = { "hello", .run = do_hello };
const struct srv_verb srv_verb_state = { "state", .run = do_state };
const struct srv_verb srv_verb_record = { "record", .run = do_record };
const struct srv_verb srv_verb_make = { "make", .gameless = true, .run = srv_make };
const struct srv_verb srv_verb_make_long = { "make", .slow = true, .gameless = true,
                                             .run = srv_make };
const struct srv_verb srv_verb_wake = { "wake", .slow = true, .run = do_wake };
const struct srv_verb srv_verb_computer = { "computer", .slow = true, .run = do_computer };
const struct srv_verb srv_verb_remove = { "remove", .gameless = true, .run = do_remove };

const struct srv_verb *srv_verb_find(const char *name)
{
    static const struct srv_verb verbs[] = {
        { "state", .run = do_state },
        { "fields", .run = do_fields },
        { "offers", .run = do_offers },
        { "check", .run = do_check },
        { "preview", .run = do_preview },
        { "drag", .run = do_drag },
        { "odds", .slow = true, .run = do_odds },
        { "lines", .run = do_lines },
        { "svg", .run = do_svg },
        { "record", .run = do_record },
        { "move", .run = do_move },
        { "die", .run = do_die },
        { "undo", .run = do_undo },
        { "note", .run = do_note },
        { "ruling", .run = do_ruling },
    };

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

static const char found_bug[] =
    "a bug of ours came to light at this table: it is set aside as it was, "
    "until the server starts again";

/* False: the table is no more, or its record cannot be taken up, and that is the answer. */
static bool take_up(struct srv_call *c)
{
    struct st_error err;

    if (c->table->removed) {
        srv_fail(c, 404, "usage", "no such table");
        return false;
    }
    if (c->table->handle || c->verb->gameless)
        return true;
    if (c->table->aside) {
        srv_fail(c, 500, "system", found_bug);
        return false;
    }
    int e = load(c->table, c->store, &err);
    if (!e) {
        c->loaded = true;
        return true;
    }
    if (e != ST_ENOMEM)
        st_error_print(&err, c->damaged, sizeof c->damaged);
    srv_fail_with(c, status_of(e), &err);
    return false;
}

static void carry_out(struct srv_call *c)
{
    const char *document = take_up(c) ? c->verb->run(c) : NULL;

    if (document)
        srv_answer(c, document);
}

/* A bug in the rules is one table's: it is set aside as it is kept, and the others go on. Its game in
 * memory is left lying, for nothing is known about it. */
struct net {
    struct st_net net; /* first */
    struct srv_call *call;
    jmp_buf back;
};

static void set_aside(struct st_net *self)
{
    struct net *n = (struct net *)self;
    struct srv_call *c = n->call;

    st_net_spread(NULL);
    snprintf(c->damaged, sizeof c->damaged, "%s", found_bug);
    c->table->aside = true;
    c->table->handle = NULL;
    c->changed = c->made = c->removed = c->more = false;
    srv_fail(c, 500, "system", found_bug);
    longjmp(n->back, 1);
}

bool srv_work(struct srv_call *c, struct st_store *store)
{
    struct net net = { .net.caught = set_aside, .call = c };

    c->store = store;
    if (setjmp(net.back) == 0) {
        st_net_spread(&net.net);
        carry_out(c);
        st_net_spread(NULL);
    }
    return c->changed || c->removed;
}

void srv_work_kept(struct srv_call *c, int e, const struct st_error *err)
{
    struct srv_table *t = c->table;

    if (!e) {
        t->fixed.number = c->change.kept.number;
        t->removed = c->removed;
        if (t->removed)
            srv_table_forget(t);
        return;
    }
    c->changed = c->made = c->removed = c->more = false;
    for (int v = 0; v < SRV_VIEWS; v++) {
        srv_blob_drop(c->event[v]);
        c->event[v] = NULL;
    }
    srv_table_forget(t);
    srv_fail_with(c, 503, err);
}
