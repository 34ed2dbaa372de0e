/* change.c - moves, dice, remarks, rulings: see work.h.
 *
 * A change is made on the game in memory and handed to the store; should that fail, the game is
 * forgotten and read again from the store, where nothing has happened.
 *
 * Remarks are no lines of play: each seat may make so many, and however many there are, the game
 * has its own room to be played to its end.
 */
#include "server/work.h"

#include "view/facade.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- telling and keeping ---------------------------------------------------------------- */

void srv_gather_news(struct srv_call *c, int from)
{
    for (int v = 0; v < SRV_VIEWS; v++) {
        struct st_json j = { &c->news[v], c->news[v].len > 0 };

        if (c->views >> v & 1)
            st_view_news_items(&j, srv_session(c), from, v < ST_SIDES ? v : SANDTABLE_UMPIRE);
    }
}

/* The dice fall, if it is us who roll them. */
static int roll(struct srv_call *c, struct st_error *err)
{
    struct srv_table *t = c->table;
    struct st_seeded dice;
    int before = srv_lines(c);

    if (t->fixed.typed || srv_turn(c).kind != ST_CHANCE)
        return ST_OK;
    st_seeded_init(&dice, t->seed, t->seed_game);
    dice.roll = (uint32_t)st_session_rolls(srv_session(c));
    int e = st_session_roll(srv_session(c), &dice.source, err);
    if (!e)
        srv_gather_news(c, before);
    return e;
}

/* How it stands, for lists that all may read: of a game with secrets only whose turn it is. */
static void turn_text(const struct srv_call *c, char *out, size_t size)
{
    struct st_turn now = srv_turn(c);
    const struct st_record *r = st_session_record(srv_session(c));
    const char *last = r->nlines ? r->line[r->nlines - 1].comment : "";

    if (now.kind != ST_OVER && c->table->count.closed && strncmp(last, "over: ", 6) == 0)
        snprintf(out, size, "%s", last + 6); /* given up, or drawn: talk.c */
    else if (!c->table->secrets || now.kind == ST_OVER)
        st_view_turn_text(st_session_table(srv_session(c)), out, size);
    else if (now.kind == ST_DECIDE)
        snprintf(out, size, "%s decides", srv_side_name(c, now.side));
    else
        snprintf(out, size, "a die is awaited");
}

/* The lines from `from` on, for the store; and the index. */
static int write_change(struct srv_call *c, int from, struct st_error *err)
{
    const struct st_record *r = st_session_record(srv_session(c));
    struct srv_table *t = c->table;
    struct st_kept *k = &c->change.kept;
    struct st_turn now = srv_turn(c);

    for (int i = from; i < r->nlines; i++)
        st_record_print_line(&r->line[i], &c->change.text);
    if (c->change.text.failed)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    t->count.bytes += (int64_t)c->change.text.len - c->cut_bytes;
    /* Where nobody could take back the end, it is the end: the seed may be told. */
    if (now.kind == ST_OVER && !t->fixed.has_token[ST_SEAT_UMPIRE])
        t->count.closed = true;
    *k = t->fixed;
    k->over = now.kind == ST_OVER || t->count.closed;
    k->count = t->count;
    k->lines = r->nlines;
    k->changed = time(NULL);
    turn_text(c, k->turn, sizeof k->turn);
    c->change.from = from;
    t->last_from = from;
    t->undo.lines = t->draw.lines = 0; /* whatever was asked before is another matter now */
    c->more = now.kind == ST_DECIDE && !t->count.closed && srv_computer_at(t, now.side);
    return ST_OK;
}

static struct srv_blob *changed_event(struct srv_call *c, int view)
{
    struct srv_blob *b = srv_blob_new();
    int side = view < ST_SIDES ? view : SANDTABLE_UMPIRE;
    const char *state = b ? sandtable_state(c->table->handle, side, SANDTABLE_PRESENT) : NULL;

    if (!b)
        return NULL;
    st_buf_add(&b->buf, "{\"event\":\"changed\",\"from\":%d,\"lines\":%d,\"closed\":%s,\"news\":{",
               c->change.from, c->change.kept.lines, c->table->count.closed ? "true" : "false");
    struct st_json j = { &b->buf, false };
    st_view_tags(&j, "tags", st_session_record(srv_session(c)));
    st_buf_add(&b->buf, ",\"lines\":[");
    st_buf_put(&b->buf, st_buf_text(&c->news[view]), c->news[view].len);
    st_buf_add(&b->buf, "]},\"state\":");
    st_buf_put(&b->buf, state, strlen(state)); /* long: not to be printed letter by letter */
    st_buf_add(&b->buf, "}");
    b->buf.failed |= c->news[view].failed;
    return srv_blob_done(b);
}

/* The rules have done their part: let the dice fall, write down, tell. */
const char *srv_settle(struct srv_call *c, int from)
{
    struct st_error err;
    int e = roll(c, &err);

    if (!e && srv_lines(c) < from)
        from = srv_lines(c);
    if (!e)
        e = write_change(c, from, &err);
    if (e) {
        srv_table_forget(c->table);
        return srv_fail_with(c, srv_status(e), &err);
    }
    for (int v = 0; v < SRV_VIEWS; v++)
        if (c->views >> v & 1)
            c->event[v] = changed_event(c, v);
    c->changed = true;

    struct st_buf text = { 0 };
    st_buf_add(&text, "{\"from\":%d,\"lines\":%d}", from, srv_lines(c));
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

const char *srv_changed(struct srv_call *c, int before, const char *document)
{
    if (st_facade_said(c->table->handle) != ST_SAID)
        return document;
    srv_gather_news(c, before);
    return srv_settle(c, before);
}

/* ---- who may do what -------------------------------------------------------------------- */

int srv_play_lines(const struct st_record *r)
{
    int n = 0;

    for (int i = 0; i < r->nlines; i++)
        n += r->line[i].kind != ST_LINE_NOTE;
    return n;
}

/* May the caller decide for that side? The umpire's token also holds every seat that is here. */
static bool holds(const struct srv_call *c, int side)
{
    if (srv_computer_at(c->table, side))
        return false;
    return c->seat == side || (c->seat == ST_SEAT_UMPIRE && srv_is_here(c->table, side));
}

/* May the caller decide now? If not, that is answered. */
static bool may_decide(struct srv_call *c)
{
    struct st_turn now = srv_turn(c);

    if (now.kind == ST_OVER)
        srv_refuse(c, "the game is over");
    else if (now.kind == ST_CHANCE)
        srv_refuse(c, "a die is awaited");
    else if (srv_computer_at(c->table, now.side))
        srv_refuse(c, "%s decides now, and is played by the computer", srv_side_name(c, now.side));
    else if (!holds(c, now.side))
        srv_refuse(c, "it is for %s to decide now", srv_side_name(c, now.side));
    else
        return true;
    return false;
}

bool srv_may_write(struct srv_call *c)
{
    if (c->seat != SRV_WATCHER)
        return true;
    srv_refuse(c, "you are watching: only those who sit at the table may do this");
    return false;
}

/* The same for lines of play, of which there is an end. */
static bool may_play(struct srv_call *c)
{
    if (!srv_may_write(c))
        return false;
    if (c->table->count.closed && !srv_is_over(c)) {
        srv_refuse(c, "the game is over: it was given up, or drawn");
        return false;
    }
    if (srv_lines(c) < SRV_LINES_MAX ||
        srv_play_lines(st_session_record(srv_session(c))) < SRV_LINES_MAX)
        return true;
    srv_fail(c, 403, ST_ELIMIT, "the record has as many lines as we keep");
    return false;
}

/* ---- the verbs -------------------------------------------------------------------------- */

/* Chosen is what was chosen at this very line: somebody else may have decided meanwhile. */
static int manner_of(const struct srv_call *c, int lines)
{
    const json_t *seen = json_object_get(c->args, "seen");

    if (json_is_true(json_object_get(c->args, "insist")))
        return SANDTABLE_INSISTED;
    return json_is_integer(seen) && json_integer_value(seen) == lines ? SANDTABLE_CHOSEN
                                                                      : SANDTABLE_TYPED;
}

const char *srv_do_move(struct srv_call *c)
{
    const char *move = srv_arg_text(c, "move");

    if (!move)
        return srv_missing(c, "move");
    if (!may_play(c) || !may_decide(c))
        return NULL;
    int before = srv_lines(c);
    return srv_changed(c, before, sandtable_move(c->table->handle, move, manner_of(c, before)));
}

/* Whoever sits at the table may say what a die shows: at a real one all look at it. */
const char *srv_do_die(struct srv_call *c)
{
    int before = srv_lines(c);

    int face = srv_arg_int(c, "face", -1);
    if (face < 0)
        return srv_missing(c, "face");
    if (!may_play(c))
        return NULL;
    if (!c->table->fixed.typed)
        return srv_refuse(c, "the dice of this table are rolled by the server");
    return srv_changed(c, before, sandtable_die(c->table->handle, face));
}

const char *srv_do_note(struct srv_call *c)
{
    const char *words = srv_arg_text(c, "words");

    if (!words)
        return srv_missing(c, "words");
    if (!srv_may_write(c))
        return NULL;
    if (strlen(words) > SRV_NOTE_MAX)
        return srv_fail(c, 403, ST_ELIMIT, "a remark is a thousand letters long at most");
    int *notes = &c->table->count.notes[c->seat];
    if (*notes >= SRV_NOTES_MAX)
        return srv_fail(c, 403, ST_ELIMIT, "you have made as many remarks as we keep");
    int before = srv_lines(c);
    const char *document = sandtable_note(c->table->handle, words);
    if (st_facade_said(c->table->handle) == ST_SAID)
        ++*notes;
    return srv_changed(c, before, document);
}

const char *srv_do_ruling(struct srv_call *c)
{
    const char *text = srv_arg_text(c, "text");

    if (!text)
        return srv_missing(c, "text");
    if (!may_play(c))
        return NULL;
    if (c->seat != ST_SEAT_UMPIRE)
        return srv_refuse(c, "only the umpire may rule");
    if (c->table->count.closed)
        return srv_refuse(c, "this table is closed: the seed of its dice is told");
    int before = srv_lines(c);
    return srv_changed(c, before, sandtable_ruling(c->table->handle, text));
}
