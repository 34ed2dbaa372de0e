/* undo.c - taking back, and the end after which nothing is: see work.h, docs/protocol.md.
 *
 * One decision goes, and what computers decided since. Where another person sits at the other side,
 * he is asked, or it is free until he has acted: as the table was set up. It is written down for all
 * to read. Remarks are nobody's decision and stay.
 *
 * A game that is over stays over for its seats; only an umpire may still take back, until the table
 * is closed. The seed of the dice is told after that and not before, so that nobody plays on who
 * knows it.
 */
#include "server/work.h"

#include "view/facade.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what would be taken back ----------------------------------------------------------- */

/* The last decision or ruling of the record, or -1. */
static int last_said(const struct srv_call *c)
{
    const struct st_record *r = st_session_record(srv_session(c));

    for (int i = r->nlines - 1; i >= 0; i--)
        if (r->line[i].kind == ST_LINE_MOVE || r->line[i].kind == ST_LINE_RULING)
            return i;
    return -1;
}

static int line_side(const struct srv_call *c, const struct st_record_line *l)
{
    for (int i = 0; i < ST_SIDES; i++)
        if (strcmp(l->side, srv_side_name(c, i)) == 0)
            return i;
    return -1;
}

static bool is_computers(const struct srv_call *c, const struct st_record_line *l)
{
    int side = line_side(c, l);

    return l->kind == ST_LINE_MOVE && side >= 0 && srv_computer_at(c->table, side);
}

/* The line of the last decision that a person made, of those that seat may take back; -1: there is
 * none, and why is answered. */
static int own_last(struct srv_call *c, int seat)
{
    const struct st_record *r = st_session_record(srv_session(c));
    int n = last_said(c);

    while (n >= 0 && is_computers(c, &r->line[n]))
        do
            n--;
        while (n >= 0 && r->line[n].kind != ST_LINE_MOVE && r->line[n].kind != ST_LINE_RULING);
    if (n < 0)
        srv_refuse(c, "there is nothing to take back");
    else if (seat != ST_SEAT_UMPIRE && r->line[n].kind == ST_LINE_RULING)
        srv_refuse(c, "only the umpire takes back a ruling");
    else if (seat != ST_SEAT_UMPIRE && line_side(c, &r->line[n]) != seat)
        srv_refuse(c, "the last decision was not yours");
    else
        return n;
    return -1;
}

/* The seat whose word is needed; -1: nobody's. Two at one machine agree without us. */
static int whose_word(const struct srv_call *c, int seat)
{
    const struct srv_table *t = c->table;

    if (seat >= ST_SIDES || t->fixed.undo_free)
        return -1;
    int other = 1 - seat;
    if (srv_computer_at(t, other) || (srv_is_here(t, other) && srv_is_here(t, seat)))
        return -1;
    return other;
}

/* Whoever laid the table and plays at it may hold the umpire's token too: what he takes back of the
 * side that is his is asked of the other like anybody's. */
static int acting_seat(const struct srv_call *c, int n)
{
    const struct st_record_line *l = &st_session_record(srv_session(c))->line[n];
    int side = l->kind == ST_LINE_MOVE ? line_side(c, l) : -1;

    return c->seat == ST_SEAT_UMPIRE && side >= 0 && srv_is_here(c->table, side) ? side : c->seat;
}

/* ---- taking back ------------------------------------------------------------------------ */

/* The remarks behind line n, to be written again: each with a NUL behind it. */
static void gather_notes(const struct srv_call *c, int n, struct st_buf *out)
{
    const struct st_record *r = st_session_record(srv_session(c));

    for (int i = n; i < r->nlines; i++)
        if (r->line[i].kind == ST_LINE_NOTE && strncmp(r->line[i].comment, "over", 4) != 0)
            st_buf_put(out, r->line[i].comment, strlen(r->line[i].comment) + 1);
}

static int64_t bytes_from(const struct srv_call *c, int n)
{
    const struct st_record *r = st_session_record(srv_session(c));
    struct st_buf text = { 0 };

    for (int i = n; i < r->nlines; i++)
        st_record_print_line(&r->line[i], &text);
    int64_t len = (int64_t)text.len;
    st_buf_free(&text);
    return len;
}

/* Line n and all behind it, as the engine allows; false: it does not, which is answered, and the game
 * is as it was. */
static bool cut_to(struct srv_call *c, int n)
{
    int before = srv_lines(c);

    while (srv_lines(c) > n) {
        const char *document = sandtable_undo(c->table->handle);

        if (st_facade_said(c->table->handle) == ST_SAID)
            continue;
        srv_answer(c, document);
        if (srv_lines(c) < before)
            srv_table_forget(c->table);
        return false;
    }
    return true;
}

/* What others may read of it: of a game with secrets not what it was. */
static void write_words(const struct srv_call *c, int n, int granted, char *out, size_t size)
{
    const struct st_record_line *l = &st_session_record(srv_session(c))->line[n];
    char who[80], what[160], said[80] = "";

    snprintf(who, sizeof who, "%s",
             c->table->undo.lines ? srv_side_name(c, c->table->undo.seat)
             : c->seat < ST_SIDES ? srv_side_name(c, c->seat)
                                  : "umpire");
    if (l->kind == ST_LINE_RULING)
        snprintf(what, sizeof what, "a ruling");
    else if (c->table->secrets)
        snprintf(what, sizeof what, "decision %d of %s", l->number, l->side);
    else
        snprintf(what, sizeof what, "decision %d of %s, %.100s", l->number, l->side, l->text);
    if (granted >= 0)
        snprintf(said, sizeof said, "; %s agreed",
                 granted < ST_SIDES ? srv_side_name(c, granted) : "umpire");
    snprintf(out, size, "%s took back %s%s", who, what, said);
}

/* granted: the seat that agreed, or -1. */
static const char *take_back(struct srv_call *c, int seat, int n, int granted)
{
    struct st_buf notes = { 0 };
    char words[400];
    int *count = &c->table->count.notes[seat];

    if (*count >= SRV_NOTES_MAX) /* each is written down, so there is an end of it */
        return srv_fail(c, 403, ST_ELIMIT, "you have taken back as often as we keep");
    write_words(c, n, granted, words, sizeof words);
    gather_notes(c, n, &notes);
    st_buf_put(&notes, words, strlen(words) + 1);
    c->cut_bytes = bytes_from(c, n);
    bool ok = !notes.failed && cut_to(c, n);
    const char *wrong = NULL;
    int from = ok ? srv_lines(c) : 0;
    for (const char *at = notes.text; ok && !wrong && at < notes.text + notes.len;
         at += strlen(at) + 1) {
        const char *document = sandtable_note(c->table->handle, at);

        if (st_facade_said(c->table->handle) != ST_SAID)
            wrong = document;
    }
    bool failed = notes.failed;
    st_buf_free(&notes);
    if (failed)
        return srv_fail(c, 503, ST_ENOMEM, "out of memory");
    if (!ok)
        return NULL;
    if (wrong) {
        srv_answer(c, wrong);
        srv_table_forget(c->table);
        return NULL;
    }
    ++*count;
    srv_gather_news(c, from);
    return srv_settle(c, from);
}

/* ---- asking ----------------------------------------------------------------------------- */

/* To all at the table: who asks, or how it ended. */
static void tell_undo(struct srv_call *c, const char *by, const char *answer)
{
    struct srv_blob *b = srv_blob_new();

    if (!b)
        return;
    struct st_json j = { &b->buf, false };
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "event", "undo");
    st_json_text(&j, "by", by);
    if (answer)
        st_json_text(&j, "answer", answer);
    st_json_close(&j, '}');
    srv_blob_drop(c->word);
    c->word = srv_blob_done(b);
}

/* May anything be taken back at all? If not, that is answered. */
static bool may_undo(struct srv_call *c)
{
    if (!srv_may_write(c))
        return false;
    if (c->table->count.closed)
        srv_refuse(c, "this table is closed: the seed of its dice is told");
    else if (srv_is_over(c) && c->seat != ST_SEAT_UMPIRE)
        srv_refuse(c, "the game is over, and nothing is taken back any more");
    else
        return true;
    return false;
}

const char *srv_do_undo(struct srv_call *c)
{
    struct srv_table *t = c->table;

    if (!may_undo(c))
        return NULL;
    int n = own_last(c, c->seat);
    if (n < 0)
        return NULL;
    int seat = acting_seat(c, n), other = whose_word(c, seat);
    if (other < 0) {
        t->undo.lines = 0;
        return take_back(c, c->seat, n, -1);
    }
    if (t->count.notes[seat] >= SRV_NOTES_MAX)
        return srv_fail(c, 403, ST_ELIMIT, "you have taken back as often as we keep");
    t->undo.seat = seat;
    t->undo.lines = srv_lines(c);
    tell_undo(c, srv_side_name(c, seat), NULL);

    struct st_buf text = { 0 };
    struct st_json j = { &text, false };
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "asked", srv_side_name(c, other));
    st_json_close(&j, '}');
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

/* The one who was asked says yes or no; the one who asked may think better of it, which is a no. */
const char *srv_do_grant(struct srv_call *c)
{
    struct srv_table *t = c->table;
    const json_t *yes = json_object_get(c->args, "yes");

    if (!json_is_boolean(yes))
        return srv_missing(c, "yes");
    if (!srv_may_write(c))
        return NULL;
    if (!t->undo.lines)
        return srv_refuse(c, "nobody asks to take anything back");
    int asker = t->undo.seat;
    bool own = c->seat == asker || (c->seat == ST_SEAT_UMPIRE && srv_is_here(t, asker));
    if (json_is_true(yes) && own)
        return srv_refuse(c, "it is not for you to allow");
    if (!json_is_true(yes)) {
        t->undo.lines = 0;
        tell_undo(c, srv_side_name(c, asker), own ? "withdrawn" : "no");
        srv_answer(c, "{\"granted\":false}");
        return NULL;
    }
    int n = own_last(c, asker);
    return n < 0 ? NULL : take_back(c, asker, n, c->seat);
}

/* ---- closing ---------------------------------------------------------------------------- */

const char *srv_do_close(struct srv_call *c)
{
    struct srv_table *t = c->table;

    if (c->asker && !srv_may_write(c))
        return NULL;
    if (!srv_is_over(c))
        return srv_refuse(c, "a table is closed when its game is over");
    if (c->asker && c->seat != ST_SEAT_UMPIRE && !srv_is_here(t, c->seat))
        return srv_refuse(c, "only whoever laid this table may close it before an hour has passed");
    t->count.closed = true;
    return srv_settle(c, srv_lines(c));
}
