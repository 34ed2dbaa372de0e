/* socket.c - pages at tables: WebSocket messages in and out. See docs/protocol.md. */
#include "server/loop.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(SRV_ROOM >= LWS_PRE, "room for the head of a frame");

/* ---- out -------------------------------------------------------------------------------- */

static void give_up(struct srv_connection *c)
{
    if (!c->closing)
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    c->closing = true;
}

/* One more message for this page; NULL is one there was no memory for, and then the page had better
 * come again than go on without it. Whoever does not read is not waited for. */
static void post(struct srv_connection *c, struct srv_blob *blob)
{
    struct srv_message *m = blob && !c->closing ? malloc(sizeof *m) : NULL;

    if (c->closing)
        return;
    if (!m || (c->first && c->queued + srv_blob_len(blob) > SRV_QUEUE_MAX)) {
        free(m);
        give_up(c);
        return;
    }
    *m = (struct srv_message){ NULL, srv_blob_hold(blob) };
    *c->last = m;
    c->last = &m->next;
    c->queued += srv_blob_len(blob);
    lws_callback_on_writable(c->wsi);
}

static void post_own(struct srv_connection *c, struct srv_blob *blob)
{
    post(c, blob);
    srv_blob_drop(blob);
}

static void drop_first(struct srv_connection *c)
{
    struct srv_message *m = c->first;

    c->first = m->next;
    if (!c->first)
        c->last = &c->first;
    c->queued -= srv_blob_len(m->blob);
    srv_blob_drop(m->blob);
    free(m);
}

int srv_page_writable(struct srv_connection *c)
{
    if (c->closing)
        return -1;
    while (c->first && !lws_send_pipe_choked(c->wsi)) {
        struct srv_blob *b = c->first->blob;

        if (lws_write(c->wsi, (unsigned char *)srv_blob_text(b), srv_blob_len(b), LWS_WRITE_TEXT) <
            0)
            return -1;
        drop_first(c);
    }
    if (c->first)
        lws_callback_on_writable(c->wsi);
    return 0;
}

/* ---- who is there ----------------------------------------------------------------------- */

static struct srv_blob *seats_event(const struct srv_table *t)
{
    struct srv_blob *b = srv_blob_new();
    int here[SRV_WATCHER + 1] = { 0 };

    if (!b)
        return NULL;
    for (const struct srv_connection *c = t->connections; c; c = c->next_at_table)
        here[c->seat] += c->greeted;
    struct st_json j = { &b->buf, false };
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "event", "seats");
    st_json_open(&j, "seats", '[');
    for (int i = 0; i < ST_SIDES; i++) {
        st_json_open(&j, NULL, '{');
        st_json_text(&j, "name", t->kept.side[i]);
        st_json_text(&j, "seat", t->kept.seat[i]);
        st_json_int(&j, "present", here[i]);
        st_json_close(&j, '}');
    }
    st_json_close(&j, ']');
    st_json_int(&j, "umpires", here[ST_SEAT_UMPIRE]);
    st_json_int(&j, "watchers", here[SRV_WATCHER]);
    if (t->connections && t->kept.count.warned > t->kept.changed)
        st_json_int(&j, "expires", srv_age_end(&t->kept, t->connections->loop->limits.expire_days));
    st_json_close(&j, '}');
    return srv_blob_done(b);
}

static void tell_seats(struct srv_table *t)
{
    struct srv_blob *b = seats_event(t);

    for (struct srv_connection *c = t->connections; c; c = c->next_at_table)
        if (c->greeted)
            post(c, b);
    srv_blob_drop(b);
}

static void sit_down(struct srv_connection *c, struct srv_table *t, int seat)
{
    c->table = t;
    c->seat = seat;
    c->greeted = false;
    c->next_at_table = t->connections;
    if (c->next_at_table)
        c->next_at_table->at_table = &c->next_at_table;
    c->at_table = &t->connections;
    t->connections = c;
    srv_hall_present(c->loop->hall, t, srv_view(seat), 1);
}

static void stand_up(struct srv_connection *c)
{
    struct srv_table *t = c->table;

    if (!t)
        return;
    *c->at_table = c->next_at_table;
    if (c->next_at_table)
        c->next_at_table->at_table = c->at_table;
    c->table = NULL;
    srv_hall_present(c->loop->hall, t, srv_view(c->seat), -1);
    if (c->greeted)
        tell_seats(t);
}

/* ---- calls ------------------------------------------------------------------------------ */

static void complain(struct srv_connection *c, long long id, int code, const char *text)
{
    post_own(c, srv_error(false, id, code, "%s", text));
}

static void submit(struct srv_connection *c, const struct srv_verb *verb, long long id,
                   json_t *args)
{
    struct srv_call *call = srv_call_new(c->table, verb);

    if (!call) {
        give_up(c);
        return;
    }
    call->asker = c->id;
    call->id = id;
    call->seat = c->seat;
    call->args = json_incref(args);
    call->weight = c->body.len;
    srv_address_asked(c->address, call);
    c->weight += call->weight;
    c->waiting++;
    srv_hall_submit(c->loop->hall, call);
}

static void hello(struct srv_connection *c, long long id, json_t *args)
{
    const char *name = json_string_value(json_object_get(args, "table"));
    const json_t *given = json_object_get(args, "token");
    const char *token = json_string_value(given);
    struct srv_table *t = name ? srv_loop_table(c->loop, name, strlen(name)) : NULL;

    if (c->table) {
        complain(c, id, ST_EUSAGE, "this connection is at a table already");
    } else if (!t) {
        complain(c, id, ST_EUSAGE, "no such table");
    } else {
        int seat = given && !json_is_null(given) && !token
                       ? -1
                       : srv_loop_seat(t, token, token ? strlen(token) : 0);

        if (seat < 0) {
            complain(c, id, SRV_FORBIDDEN,
                     token ? "this token is not of this table"
                           : "a game with secrets is shown to those who sit at it");
            return;
        }
        sit_down(c, t, seat);
        submit(c, &srv_verb_hello, id, args);
    }
}

/* Its address has had its share; NULL: it has not. */
static const char *may_not(struct srv_connection *c, const struct srv_verb *verb)
{
    const char *why = srv_address_may_ask(c->loop, c->address, verb, c->seat);

    if (why || verb->run != srv_verb_record.run)
        return why;
    return srv_address_may_load(c->loop, c->address, c->table->kept.count.bytes);
}

static void handle_call(struct srv_connection *c, json_t *message)
{
    const json_t *number = json_object_get(message, "id");
    const char *name = json_string_value(json_object_get(message, "call"));
    json_t *args = json_object_get(message, "args");
    long long id = json_is_integer(number) ? (long long)json_integer_value(number) : -1;
    const struct srv_verb *verb = name ? srv_verb_find(name) : NULL;
    const char *why;

    if (id < 0 || !name || (args && !json_is_object(args)))
        complain(c, id, ST_ESYNTAX, "a call is { id, call, args }, its id a number from 0 on");
    else if (!srv_bucket_take(&c->bucket, c->loop->limits.calls, c->loop->limits.burst,
                              srv_now_us()))
        complain(c, id, ST_ELIMIT, "too many calls in a second");
    else if (c->waiting >= SRV_WAITING_MAX ||
             (c->waiting && c->weight + c->body.len > SRV_WEIGHT_MAX))
        complain(c, id, ST_ELIMIT, "too many calls before the first is answered");
    else if (strcmp(name, "hello") == 0)
        hello(c, id, args);
    else if (!verb)
        complain(c, id, ST_EUSAGE, "there is no such call");
    else if (!c->greeted)
        complain(c, id, ST_EUSAGE, "the first call is `hello`, and its answer is waited for");
    else if ((why = may_not(c, verb)))
        complain(c, id, ST_ELIMIT, why);
    else
        submit(c, verb, id, args);
}

static void handle_message(struct srv_connection *c)
{
    json_error_t why;
    json_t *message = json_loadb(st_buf_text(&c->body), c->body.len, JSON_REJECT_DUPLICATES, &why);

    if (message)
        handle_call(c, message);
    else
        complain(c, -1, ST_ESYNTAX, why.text);
    json_decref(message);
}

/* ---- in --------------------------------------------------------------------------------- */

int srv_page_opened(struct srv_connection *c)
{
    c->is_page = true;
    c->last = &c->first;
    c->body.len = 0;
    c->bucket = (struct srv_bucket){ c->loop->limits.burst, srv_now_us() };
    return 0;
}

static int refuse_frame(struct srv_connection *c, enum lws_close_status status, const char *text)
{
    lws_close_reason(c->wsi, status, (unsigned char *)(uintptr_t)text, strlen(text));
    return -1;
}

int srv_page_received(struct srv_connection *c, const char *in, size_t len)
{
    if (c->closing)
        return -1;
    if (lws_frame_is_binary(c->wsi))
        return refuse_frame(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    if (c->body.len + len + lws_remaining_packet_payload(c->wsi) > SRV_MESSAGE_MAX)
        return refuse_frame(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "more than 64 KiB");
    st_buf_put(&c->body, in, len);
    if (c->body.failed)
        return -1;
    if (lws_remaining_packet_payload(c->wsi) == 0 && lws_is_final_fragment(c->wsi)) {
        handle_message(c);
        c->body.len = 0;
    }
    return 0;
}

void srv_page_closed(struct srv_connection *c)
{
    c->closing = true;
    stand_up(c);
    while (c->first)
        drop_first(c);
}

/* ---- what the hall has done ------------------------------------------------------------- */

void srv_page_answered(struct srv_connection *c, struct srv_call *call)
{
    bool is_hello = call->verb == &srv_verb_hello;

    c->waiting--;
    c->weight -= call->weight;
    post(c, call->answer);
    if (!is_hello || c->table != call->table)
        return;
    c->greeted = call->answer && call->status == 200;
    if (c->greeted)
        tell_seats(call->table);
    else
        stand_up(c);
}

void srv_page_dismiss(struct srv_table *t)
{
    static const char text[] = "{\"event\":\"removed\"}";
    struct srv_blob *b = srv_blob_new();

    if (b)
        st_buf_put(&b->buf, text, sizeof text - 1);
    b = srv_blob_done(b);
    while (t->connections) {
        struct srv_connection *c = t->connections;

        if (c->greeted)
            post(c, b);
        c->greeted = false; /* so that those who are still there are not told of each who goes */
        stand_up(c);
    }
    srv_blob_drop(b);
}

void srv_page_tell(struct srv_table *t, struct srv_call *call)
{
    struct srv_connection *next;

    for (struct srv_connection *c = t->connections; c; c = next) {
        next = c->next_at_table;
        if (c->greeted && call->changed)
            post(c, call->event[srv_view(c->seat)]);
        if (c->greeted && call->word &&
            (!call->word_views || call->word_views >> srv_view(c->seat) & 1))
            post(c, call->word);
    }
}
