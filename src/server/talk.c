/* talk.c - what is said and agreed at a table, beside its game: see work.h, docs/protocol.md.
 *
 * Words are passed on and the last of them remembered as long as the table is in memory; they are in
 * no record. A game that somebody gives up, or both call drawn, ends by agreement of people and not by
 * a rule: that is written down as a remark that begins with "over", and the table is closed.
 */
#include "server/work.h"

#include "base/json.h"
#include "view/facade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMATCH_MAX = 80 }; /* letters of a table's id, of a token */

/* ---- words ------------------------------------------------------------------------------ */

static const char *speaker(const struct srv_call *c)
{
    return c->seat < ST_SIDES ? srv_side_name(c, c->seat) : "umpire";
}

/* One more event for those with these views, as bits. */
static void tell(struct srv_call *c, struct srv_blob *b, int views)
{
    srv_blob_drop(c->word);
    c->word = srv_blob_done(b);
    c->word_views = views;
}

static void remember(struct srv_table *t, const char *words)
{
    char *copy = strdup(words);

    if (!copy)
        return; /* it was heard all the same */
    free(t->said[0]);
    memmove(&t->said[0], &t->said[1], sizeof t->said - sizeof t->said[0]);
    t->said[SRV_SAID - 1] = copy;
}

const char *srv_do_say(struct srv_call *c)
{
    const char *words = srv_arg_text(c, "words");
    struct srv_blob *b;

    if (!words || !words[0])
        return srv_missing(c, "words");
    if (!srv_may_write(c))
        return NULL;
    if (strlen(words) > SRV_NOTE_MAX)
        return srv_fail(c, 403, ST_ELIMIT, "what is said is a thousand letters long at most");
    if (!(b = srv_blob_new()))
        return srv_fail(c, 503, ST_ENOMEM, "out of memory");
    struct st_json j = { &b->buf, false };
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "event", "said");
    st_json_text(&j, "by", speaker(c));
    st_json_text(&j, "words", words);
    st_json_close(&j, '}');
    if (!b->buf.failed)
        remember(c->table, srv_blob_text(b));
    tell(c, b, SRV_ALL_VIEWS);
    return "{\"said\":true}";
}

/* ---- an end by agreement ---------------------------------------------------------------- */

/* The side whose word the caller gives: his own; the umpire's is that of the one side that is here. */
static int own_side(struct srv_call *c)
{
    const struct srv_table *t = c->table;

    if (!srv_may_write(c))
        return -1;
    if (srv_is_over(c) || t->count.closed) {
        srv_refuse(c, "the game is over");
        return -1;
    }
    if (c->seat < ST_SIDES)
        return c->seat;
    if (srv_is_here(t, 0) != srv_is_here(t, 1))
        return srv_is_here(t, 0) ? 0 : 1;
    struct st_turn now = srv_turn(c);
    if (now.kind == ST_DECIDE && srv_is_here(t, now.side))
        return now.side; /* two at one machine: whoever is to decide */
    srv_refuse(c, "that is for those who play");
    return -1;
}

static const char *end_with(struct srv_call *c, const char *words)
{
    int before = srv_lines(c);
    const char *document = sandtable_note(c->table->handle, words);

    if (st_facade_said(c->table->handle) == ST_SAID)
        c->table->count.closed = true;
    return srv_changed(c, before, document);
}

const char *srv_do_resign(struct srv_call *c)
{
    int side = own_side(c);
    char words[200];

    if (side < 0)
        return NULL;
    snprintf(words, sizeof words, "over: %s resigns, %s wins", srv_side_name(c, side),
             srv_side_name(c, 1 - side));
    return end_with(c, words);
}

/* Who offers, or how it ended. */
static void tell_draw(struct srv_call *c, const char *by, const char *answer)
{
    struct srv_blob *b = srv_blob_new();

    if (!b)
        return;
    struct st_json j = { &b->buf, false };
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "event", "draw");
    st_json_text(&j, "by", by);
    if (answer)
        st_json_text(&j, "answer", answer);
    st_json_close(&j, '}');
    tell(c, b, SRV_ALL_VIEWS);
}

/* An offer, or the answer to one. Two at one machine have agreed before they press. */
const char *srv_do_draw(struct srv_call *c)
{
    struct srv_table *t = c->table;
    bool no = json_is_false(json_object_get(c->args, "yes"));
    int side = own_side(c);

    if (side < 0)
        return NULL;
    bool mine = t->draw.lines && t->draw.seat == side, theirs = t->draw.lines && !mine;
    if (no) {
        if (!t->draw.lines)
            return srv_refuse(c, "nobody offers a draw");
        t->draw.lines = 0;
        tell_draw(c, srv_side_name(c, t->draw.seat), mine ? "withdrawn" : "no");
        return "{\"drawn\":false}";
    }
    if (srv_computer_at(t, 1 - side))
        return srv_refuse(c, "the computer plays on");
    if (theirs || (srv_is_here(t, 0) && srv_is_here(t, 1)))
        return end_with(c, "over: a draw by agreement");
    t->draw.seat = side;
    t->draw.lines = srv_lines(c);
    tell_draw(c, srv_side_name(c, side), NULL);
    return "{\"drawn\":false}";
}

/* ---- once more -------------------------------------------------------------------------- */

/* Whoever laid another table tells the other side where, and lets it sit there: nobody else hears. */
const char *srv_do_rematch(struct srv_call *c)
{
    const char *table = srv_arg_text(c, "table"), *token = srv_arg_text(c, "token");
    struct srv_blob *b;

    if (!table || !token || strlen(table) > REMATCH_MAX || strlen(token) > REMATCH_MAX)
        return srv_missing(c, table ? "token" : "table");
    if (!srv_may_write(c))
        return NULL;
    if (c->seat >= ST_SIDES)
        return srv_refuse(c, "that is for those who play");
    if (!(b = srv_blob_new()))
        return srv_fail(c, 503, ST_ENOMEM, "out of memory");
    struct st_json j = { &b->buf, false };
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "event", "rematch");
    st_json_text(&j, "by", srv_side_name(c, c->seat));
    st_json_text(&j, "table", table);
    st_json_text(&j, "token", token);
    st_json_close(&j, '}');
    tell(c, b, 1 << (1 - c->seat));
    return "{\"told\":true}";
}
