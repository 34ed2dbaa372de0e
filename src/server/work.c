/* work.c - calls carried out, by whoever holds the table: see hall.h, work.h.
 *
 * The seed of the dice stands in the kept record and never in the game in memory, whose tag says
 * "hand": whatever is written about a running game, the seed is not in it.
 *
 * A failed st_assert ends a program (base/error.h). Here it ends one table: what it finds wrong is in
 * that table's game, which no other thread touches and which shares nothing that changes with
 * others; the record on disk is sound. After the next start the table is tried again.
 */
#include "server/work.h"

#include "base/json.h"
#include "server/token.h"
#include "view/facade.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- taking up a record ----------------------------------------------------------------- */

void srv_table_forget(struct srv_table *t)
{
    sandtable_free(t->handle);
    t->handle = NULL;
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
    if (!e) {
        sandtable_load(t->handle, st_buf_text(&text), SANDTABLE_PRESENT);
        e = st_facade_error(t->handle, err);
    }
    st_buf_free(&text);
    if (e)
        return e;
    t->last_from = st_session_record(st_facade_session(t->handle))->nlines;
    st_session_forget_events(st_facade_session(t->handle));
    return ST_OK;
}

int srv_table_open(struct srv_table *t, struct srv_hall *h, struct st_error *err)
{
    t->last_from = 0;
    t->handle = sandtable_new();
    if (!t->handle)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    st_facade_shelf(t->handle, srv_hall_shelf(h));
    return ST_OK;
}

static int load(struct srv_table *t, struct srv_hall *h, struct st_store *store, struct st_error *err)
{
    struct st_buf text = { 0 };
    struct st_record *r = NULL;
    int e = st_store_record(store, t->fixed.number, &text, err);

    if (!e)
        e = st_record_parse(&r, st_buf_text(&text), text.len, "record", err);
    if (!e)
        e = srv_table_open(t, h, err);
    if (!e)
        e = srv_table_load(t, r, err);
    if (e)
        srv_table_forget(t);
    st_record_free(r);
    st_buf_free(&text);
    return e;
}

/* ---- computers -------------------------------------------------------------------------- */

static bool computer_is_next(const struct srv_call *c)
{
    struct st_turn now = srv_turn(c);

    return now.kind == ST_DECIDE && !c->table->count.closed &&
           srv_computer_at(c->table, now.side) &&
           (srv_lines(c) < SRV_LINES_MAX ||
            srv_play_lines(st_session_record(srv_session(c))) < SRV_LINES_MAX);
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
    int before = srv_lines(c);
    struct st_error err;
    unsigned seed;

    if (!computer_is_next(c))
        return NULL;
    if (computer_seed(t, &seed, &err))
        return srv_fail_with(c, 503, &err);
    const char *document = sandtable_decide(t->handle, srv_computer_at(t, srv_turn(c).side), seed);
    if (st_facade_said(t->handle) == ST_SAID)
        return srv_changed(c, before, document);
    if (!st_facade_error(t->handle, &err))
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

/* Nobody has played here for long: it is to go, and that is told from now on. */
static const char *do_warn(struct srv_call *c)
{
    c->table->count.warned = time(NULL);
    c->change.kept = c->table->fixed;
    c->change.kept.count = c->table->count;
    c->change.warn = c->warned = true;
    return NULL;
}

/* The game is over for good: its lines go into one piece. What cannot be packed now stays as it is. */
static const char *do_pack(struct srv_call *c)
{
    struct st_error err;

    c->change.kept = c->table->fixed;
    c->packed = st_store_pack(c->store, &c->change, &err) == ST_OK;
    return NULL;
}

/* ---- carrying out ----------------------------------------------------------------------- */

const struct srv_verb srv_verb_hello = { "hello", .reads = true, .run = srv_do_hello };
const struct srv_verb srv_verb_state = { "state", .reads = true, .run = srv_do_state };
const struct srv_verb srv_verb_record = { "record", .reads = true, .run = srv_do_record };
const struct srv_verb srv_verb_make = { "make", .gameless = true, .run = srv_make };
const struct srv_verb srv_verb_make_long = { "make", .slow = true, .gameless = true,
                                             .run = srv_make };
const struct srv_verb srv_verb_wake = { "wake", .slow = true, .run = do_wake };
const struct srv_verb srv_verb_computer = { "computer", .slow = true, .run = do_computer };
const struct srv_verb srv_verb_remove = { "remove", .gameless = true, .run = do_remove };
const struct srv_verb srv_verb_close = { "close", .run = srv_do_close };
const struct srv_verb srv_verb_warn = { "warn", .gameless = true, .run = do_warn };
const struct srv_verb srv_verb_pack = { "pack", .slow = true, .gameless = true, .run = do_pack };

const struct srv_verb *srv_verb_find(const char *name)
{
    static const struct srv_verb verbs[] = {
        { "state", .reads = true, .run = srv_do_state },
        { "fields", .reads = true, .run = srv_do_fields },
        { "offers", .reads = true, .run = srv_do_offers },
        { "check", .reads = true, .run = srv_do_check },
        { "preview", .reads = true, .run = srv_do_preview },
        { "drag", .reads = true, .run = srv_do_drag },
        { "sight", .reads = true, .run = srv_do_sight },
        { "meeting", .reads = true, .run = srv_do_meeting },
        { "svg", .reads = true, .run = srv_do_svg },
        { "record", .reads = true, .run = srv_do_record },
        { "lines", .reads = true, .run = srv_do_lines, .beside = srv_beside_lines },
        { "odds", .reads = true, .rank = 1, .run = srv_do_odds, .beside = srv_beside_odds },
        { "hint", .reads = true, .rank = 1, .run = srv_do_hint, .beside = srv_beside_hint },
        { "move", .run = srv_do_move },
        { "die", .run = srv_do_die },
        { "undo", .run = srv_do_undo },
        { "grant", .run = srv_do_grant },
        { "note", .run = srv_do_note },
        { "ruling", .run = srv_do_ruling },
        { "close", .run = srv_do_close },
        { "say", .run = srv_do_say },
        { "resign", .run = srv_do_resign },
        { "draw", .run = srv_do_draw },
        { "rematch", .run = srv_do_rematch },
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
        srv_fail(c, 404, ST_EUSAGE, "no such table");
        return false;
    }
    if (c->table->handle || c->verb->gameless)
        return true;
    if (c->table->aside) {
        srv_fail(c, 500, ST_EIO, found_bug);
        return false;
    }
    int e = load(c->table, c->hall, c->store, &err);
    if (!e) {
        c->loaded = true;
        return true;
    }
    if (e != ST_ENOMEM)
        srv_error_words(&err, c->damaged, sizeof c->damaged);
    srv_fail_with(c, srv_status(e), &err);
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
    if (c->beside) { /* a copy: the table goes on */
        srv_fail(c, 500, ST_EIO, "a bug of ours came to light in what was asked");
        longjmp(n->back, 1);
    }
    snprintf(c->damaged, sizeof c->damaged, "%s", found_bug);
    c->table->aside = true;
    c->table->handle = NULL;
    c->changed = c->made = c->removed = c->warned = c->packed = c->more = false;
    srv_fail(c, 500, ST_EIO, found_bug);
    longjmp(n->back, 1);
}

bool srv_work(struct srv_call *c, struct st_store *store)
{
    struct net net = { .net.caught = set_aside, .call = c };

    c->store = store;
    c->was = c->table->count;
    if (setjmp(net.back) == 0) {
        st_net_spread(&net.net);
        carry_out(c);
        st_net_spread(NULL);
    }
    if (c->table->handle)
        st_facade_rest(c->table->handle, c->changed);
    if (!c->changed && !c->warned)
        c->table->count = c->was;
    return c->changed || c->removed || c->warned || c->packed;
}

void srv_work_beside(struct srv_call *c)
{
    struct net net = { .net.caught = set_aside, .call = c };

    if (setjmp(net.back) == 0) {
        st_net_spread(&net.net);
        c->verb->beside(c);
        st_net_spread(NULL);
    }
}

void srv_work_kept(struct srv_call *c, int e, const struct st_error *err)
{
    struct srv_table *t = c->table;

    if (!e) {
        t->fixed.number = c->change.kept.number;
        t->removed = c->removed;
        if (c->packed)
            t->fixed.packed = c->change.from;
        if (t->removed)
            srv_table_forget(t);
        return;
    }
    c->changed = c->made = c->removed = c->warned = c->packed = c->more = false;
    t->count = c->was;
    for (int v = 0; v < SRV_VIEWS; v++) {
        srv_blob_drop(c->event[v]);
        c->event[v] = NULL;
    }
    srv_table_forget(t);
    srv_fail_with(c, 503, err);
}
