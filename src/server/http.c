/* http.c - requests: pages, lists, states, records, new tables. See docs/protocol.md. */
#include "server/loop.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256 * 1024, REPLY_SECONDS = 60, LONG_BODY = 16 * 1024 };
enum { MAKING_PER_SECOND = 20, MAKING_BURST = 500 };

/* ---- sending ---------------------------------------------------------------------------- */

static int write_some(struct srv_connection *c)
{
    size_t len = c->head_only ? c->reply->head : srv_blob_len(c->reply);
    size_t n = len - c->sent < CHUNK ? len - c->sent : CHUNK;
    bool last = c->sent + n == len;

    if (lws_write(c->wsi, (unsigned char *)srv_blob_text(c->reply) + c->sent, n,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    c->sent += n;
    if (!last) {
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, REPLY_SECONDS);
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    bool close = c->reply->close;
    srv_blob_drop(c->reply);
    c->reply = NULL;
    return close || lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

int srv_http_writable(struct srv_connection *c)
{
    return c->reply ? write_some(c) : 0;
}

int srv_http_send(struct srv_connection *c, struct srv_blob *reply)
{
    if (!reply)
        return -1; /* no memory: the page will try again */
    srv_blob_drop(c->reply);
    c->reply = reply;
    c->sent = 0;
    return write_some(c);
}

static int send_error(struct srv_connection *c, int status, int code, const char *text)
{
    return srv_http_send(c, srv_reply_error(status, code, text, false));
}

/* The rest of the request is not read, so the connection cannot go on. */
static int send_last_error(struct srv_connection *c, int status, int code, const char *text)
{
    return srv_http_send(c, srv_reply_error(status, code, text, true));
}

/* A reply that is kept: whole, or "you have it". */
static int send_kept(struct srv_connection *c, struct srv_blob *reply)
{
    char known[64];

    if (reply->etag[0] &&
        lws_hdr_copy(c->wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
        strstr(known, reply->etag))
        return srv_http_send(c, srv_reply_same(reply));
    return srv_http_send(c, srv_blob_hold(reply));
}

/* What a seat may know is nobody else's to keep, a cache's neither. */
static const char private_only[] = "private, no-store";

static struct srv_blob *json_reply(int status, bool tagged, const char *cache, const char *body,
                                   size_t len)
{
    return srv_reply_make(&(struct srv_reply){ .status = status,
                                               .type = "application/json",
                                               .cache = cache,
                                               .tagged = tagged,
                                               .body = body,
                                               .len = len });
}

/* ---- lists ------------------------------------------------------------------------------ */

static int by_change(const void *a, const void *b)
{
    const struct srv_table *x = *(struct srv_table *const *)a, *y = *(struct srv_table *const *)b;

    if (x->kept.changed != y->kept.changed)
        return x->kept.changed > y->kept.changed ? -1 : 1;
    return x->kept.number > y->kept.number ? -1 : x->kept.number < y->kept.number;
}

static void list_side(struct st_json *j, const struct st_kept *k, int side)
{
    const char *colon = strchr(k->seat[side], ':');
    char seat[32];

    snprintf(seat, sizeof seat, "%.*s", (int)strcspn(k->seat[side], ":"), k->seat[side]);
    st_json_open(j, NULL, '{');
    st_json_text(j, "name", k->side[side]);
    st_json_text(j, "seat", seat);
    st_json_text(j, "who", colon ? colon + 1 : "");
    st_json_close(j, '}');
}

static void list_table(struct st_json *j, const struct srv_table *t, int expire_days)
{
    const struct st_kept *k = &t->kept;

    st_json_open(j, NULL, '{');
    st_json_text(j, "id", k->id);
    st_json_text(j, "game", k->game);
    st_json_text(j, "scenario", k->scenario);
    st_json_text(j, "title", k->title);
    st_json_open(j, "sides", '[');
    for (int i = 0; i < ST_SIDES; i++)
        list_side(j, k, i);
    st_json_close(j, ']');
    st_json_text(j, "dice", k->typed ? "typed" : "rolled");
    st_json_bool(j, "secrets", t->secrets);
    st_json_bool(j, "umpire", t->fixed.has_token[ST_SEAT_UMPIRE]);
    st_json_text(j, "turn", k->turn);
    st_json_bool(j, "over", k->over);
    st_json_int(j, "lines", k->lines);
    st_json_int(j, "made", k->made);
    st_json_int(j, "changed", k->changed);
    st_json_text(j, "undo", k->undo_free ? "free" : "ask");
    st_json_bool(j, "closed", k->count.closed);
    st_json_int(j, "expires", srv_age_end(k, expire_days));
    st_json_bool(j, "warned", k->count.warned > k->changed);
    if (t->damaged[0])
        st_json_text(j, "damaged", t->damaged);
    st_json_close(j, '}');
}

static struct srv_blob *make_list(struct srv_loop *l)
{
    struct srv_table **sorted = malloc(((size_t)l->ntables + 1) * sizeof(void *));
    struct st_buf body = { 0 };
    struct st_json j = { &body, false };

    if (!sorted)
        return NULL;
    if (l->ntables) {
        memcpy(sorted, l->table, (size_t)l->ntables * sizeof(void *));
        qsort(sorted, (size_t)l->ntables, sizeof *sorted, by_change);
    }
    st_json_open(&j, NULL, '[');
    for (int i = 0; i < l->ntables && i < SRV_LIST_MAX; i++)
        list_table(&j, sorted[i], l->limits.expire_days);
    st_json_close(&j, ']');
    struct srv_blob *reply =
        body.failed ? NULL : json_reply(200, true, NULL, st_buf_text(&body), body.len);
    st_buf_free(&body);
    free(sorted);
    return reply;
}

static int send_list(struct srv_connection *c)
{
    struct srv_loop *l = c->loop;

    if (!l->list)
        l->list = make_list(l);
    return l->list ? send_kept(c, l->list) : -1;
}

static int send_server(struct srv_connection *c)
{
    struct st_buf body = { 0 };
    struct st_json j = { &body, false };

    st_json_open(&j, NULL, '{');
    st_json_text(&j, "name", "sandtable");
    st_json_text(&j, "edition", c->loop->edition);
    st_json_int(&j, "tables", c->loop->ntables);
    st_json_close(&j, '}');
    struct srv_blob *reply =
        body.failed ? NULL : json_reply(200, true, NULL, st_buf_text(&body), body.len);
    st_buf_free(&body);
    return srv_http_send(c, reply);
}

/* ---- a table ---------------------------------------------------------------------------- */

/* "Authorization: Bearer TOKEN"; *token is NULL where there is none. False: something else. */
static bool bearer(struct lws *wsi, char *out, size_t size, const char **token)
{
    static const char head[] = "Bearer ";

    *token = NULL;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) == 0)
        return true;
    if (lws_hdr_copy(wsi, out, (int)size, WSI_TOKEN_HTTP_AUTHORIZATION) < 0 ||
        strncmp(out, head, sizeof head - 1) != 0)
        return false;
    *token = out + sizeof head - 1;
    return true;
}

/* A page that asks again and again shows the same token: it is hashed once. */
static int seat_of(struct srv_connection *c, const struct srv_table *t, const char *token)
{
    size_t len = token ? strlen(token) : 0;

    if (len != SRV_TOKEN_SIZE - 1)
        return srv_loop_seat(t, token, len);
    if (strcmp(c->known.table, t->id) == 0 && srv_bytes_equal(c->known.token, token, len))
        return c->known.seat;
    int seat = srv_loop_seat(t, token, len);
    if (seat >= 0) {
        memcpy(c->known.token, token, len);
        memcpy(c->known.table, t->id, sizeof c->known.table);
        c->known.seat = seat;
    }
    return seat;
}

static int ask(struct srv_connection *c, struct srv_table *t, int seat, const struct srv_verb *verb)
{
    struct srv_call *call = srv_call_new(t, verb);

    if (!call)
        return -1;
    call->asker = c->id;
    call->bare = true;
    call->seat = seat;
    srv_address_asked(c->address, call);
    c->view = srv_view(seat);
    c->asked = t;
    srv_hall_submit(c->loop->hall, call);
    lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);
    return 0;
}

static int send_state(struct srv_connection *c, struct srv_table *t, int seat)
{
    struct srv_blob *kept = t->state[srv_view(seat)];
    const char *why;

    if (kept)
        return send_kept(c, kept);
    why = srv_address_may_ask(c->loop, c->address, &srv_verb_state, seat);
    return why ? send_error(c, 429, ST_ELIMIT, why) : ask(c, t, seat, &srv_verb_state);
}

static int send_record(struct srv_connection *c, struct srv_table *t, int seat)
{
    const char *why = srv_address_may_load(c->loop, c->address, t->kept.count.bytes);

    return why ? send_error(c, 429, ST_ELIMIT, why) : ask(c, t, seat, &srv_verb_record);
}

/* The seat that the request's token gives, or -1 with *why. */
static int seat_asking(struct srv_connection *c, const struct srv_table *t, const char **why)
{
    char room[160];
    const char *token;

    if (!bearer(c->wsi, room, sizeof room, &token)) {
        *why = "not a bearer's token";
        return -1;
    }
    *why = token ? "this token is not of this table"
                 : "a game with secrets is shown to those who sit at it";
    return seat_of(c, t, token);
}

/* /api/tables/ID/WHAT */
static int request_table(struct srv_connection *c, struct st_span path)
{
    struct st_span id = st_span_cut(&path, '/');
    struct srv_table *t = srv_loop_table(c->loop, id.at, id.len);
    const char *why;

    if (!t || !(st_span_is(path, "state") || st_span_is(path, "record")))
        return send_error(c, 404, ST_EUSAGE,
                          t ? "a table has a state and a record" : "no such table");
    int seat = seat_asking(c, t, &why);
    if (seat < 0)
        return send_error(c, 403, SRV_FORBIDDEN, why);
    return st_span_is(path, "state") ? send_state(c, t, seat) : send_record(c, t, seat);
}

/* DELETE /api/tables/ID. It makes room for a new table: whoever makes and removes without end is
 * held back as if he only made. */
static int request_removal(struct srv_connection *c, struct st_span id)
{
    struct srv_loop *l = c->loop;
    struct srv_table *t = srv_loop_table(l, id.at, id.len);
    const char *why;

    if (!srv_loop_origin_fits(c->wsi))
        return send_error(c, 403, SRV_FORBIDDEN, "asked for by a page of somewhere else");
    if (!t)
        return send_error(c, 404, ST_EUSAGE, "no such table");
    int seat = seat_asking(c, t, &why);
    if (seat < 0)
        return send_error(c, 403, SRV_FORBIDDEN, why);
    if (!srv_loop_may_remove(t, seat))
        return send_error(c, 403, SRV_FORBIDDEN,
                          "until the game is over, only whoever laid this table may remove it");
    if (!srv_bucket_take(&l->making, MAKING_PER_SECOND, MAKING_BURST, srv_now_us()))
        return send_error(c, 429, ST_ELIMIT, "too many tables made and removed at once");
    return ask(c, t, seat, &srv_verb_remove);
}

void srv_http_answered(struct srv_connection *c, struct srv_call *call)
{
    struct srv_table *t = call->table;
    struct srv_blob *reply = NULL;
    bool is_state = call->verb == &srv_verb_state && call->status == 200;

    c->asked = NULL;
    if (call->answer && call->verb == &srv_verb_record && call->status == 200)
        reply = srv_reply_make(&(struct srv_reply){ .status = 200,
                                                    .type = "text/plain; charset=utf-8",
                                                    .cache = private_only,
                                                    .tagged = true,
                                                    .body = srv_blob_text(call->answer),
                                                    .len = srv_blob_len(call->answer) });
    else if (call->answer)
        reply = json_reply(call->status, is_state, private_only, srv_blob_text(call->answer),
                           srv_blob_len(call->answer));
    if (reply && is_state) {
        srv_blob_drop(t->state[c->view]);
        t->state[c->view] = srv_blob_hold(reply);
    }
    srv_blob_drop(c->reply);
    c->reply = reply;
    c->sent = 0;
    if (reply)
        lws_callback_on_writable(c->wsi);
    else
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* ---- new tables ------------------------------------------------------------------------- */

static bool is_json(struct lws *wsi)
{
    static const char json[] = "application/json";
    char type[80];

    return lws_hdr_copy(wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE) > 0 &&
           strncmp(type, json, sizeof json - 1) == 0;
}

/* Room for what is to come is taken now, so that many at once cannot go beyond it. */
static void await_body(struct srv_connection *c, size_t len)
{
    struct srv_loop *l = c->loop;

    c->body.len = 0;
    c->awaited = len;
    c->awaited_until =
        srv_now_us() + (l->limits.idle_seconds + SRV_HANG_UP_SECONDS) * (int64_t)LWS_US_PER_SEC;
    l->being_made += len > 0;
    l->bodies += len;
    if (c->address)
        c->address->making += len > 0;
}

void srv_http_closed(struct srv_connection *c)
{
    c->loop->being_made -= c->awaited > 0;
    c->loop->bodies -= c->awaited;
    if (c->address)
        c->address->making -= c->awaited > 0;
    c->awaited = 0;
}

/* Digits alone; whoever reads more into it reads another request. */
static bool is_number(const char *text)
{
    return text[0] && strspn(text, "0123456789") == strlen(text);
}

/* What speaks against it, so far as the head of the request says. */
static int request_new(struct srv_connection *c)
{
    struct srv_loop *l = c->loop;
    char text[24];
    int len;

    if (!srv_loop_origin_fits(c->wsi))
        return send_last_error(c, 403, SRV_FORBIDDEN, "asked for by a page of somewhere else");
    if (!is_json(c->wsi))
        return send_last_error(c, 415, ST_EUSAGE, "a table is asked for in JSON");
    if (lws_hdr_copy(c->wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0)
        return send_last_error(c, 411, ST_EUSAGE, "how long is it?");
    if (!is_number(text))
        return send_last_error(c, 400, ST_ESYNTAX, "that is no length");
    if (!st_span_int(st_span_of(text), 0, SRV_BODY_MAX, &len))
        return send_last_error(c, 413, ST_ELIMIT, "longer than a megabyte");
    if (l->ntables + l->being_made >= l->limits.tables)
        return send_last_error(c, 503, ST_ELIMIT, "there is no room for more tables");
    const char *why = srv_address_may_make(l, c->address, (size_t)len);
    if (why)
        return send_last_error(c, 403, ST_ELIMIT, why);
    if (!srv_bucket_take(&l->making, MAKING_PER_SECOND, MAKING_BURST, srv_now_us()))
        return send_last_error(c, 429, ST_ELIMIT, "too many new tables at once");
    if (l->bodies + (size_t)len > SRV_BODIES_MAX)
        return send_last_error(c, 503, ST_ELIMIT, "too much is asked for at once");
    await_body(c, (size_t)len);
    return len ? 0 : send_error(c, 400, ST_ESYNTAX, "nothing is asked for");
}

int srv_http_body(struct srv_connection *c, const char *in, size_t len)
{
    if (len > c->awaited - c->body.len || srv_now_us() > c->awaited_until)
        return -1;
    st_buf_put(&c->body, in, len);
    return c->body.failed ? -1 : 0;
}

/* libwebsockets says it once more when another request lies behind the body. */
int srv_http_body_end(struct srv_connection *c)
{
    if (!c->awaited)
        return 0;
    struct st_kept from = { 0 };
    if (c->address)
        memcpy(from.from, c->address->text, sizeof from.from);
    struct srv_table *t = c->body.len == c->awaited ? srv_table_new(&from) : NULL;
    if (!t)
        return -1;
    const struct srv_verb *verb = c->body.len > LONG_BODY ? &srv_verb_make_long : &srv_verb_make;
    struct srv_call *call = srv_call_new(t, verb);
    if (!call) {
        srv_table_free(t);
        return -1;
    }
    call->asker = c->id;
    call->bare = true;
    call->body = c->body.text; /* handed over */
    call->body_len = c->body.len;
    c->body = (struct st_buf){ 0 };
    c->awaited = 0; /* counted until the call is back */
    call->address = c->address ? c->address->id : 0;
    srv_hall_submit(c->loop->hall, call);
    lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);
    return 0;
}

/* ---- requests --------------------------------------------------------------------------- */

static bool begins(struct st_span *path, const char *head)
{
    size_t n = strlen(head);

    if (path->len < n || memcmp(path->at, head, n) != 0)
        return false;
    *path = (struct st_span){ path->at + n, path->len - n };
    return true;
}

static int request_api(struct srv_connection *c, struct st_span path)
{
    if (st_span_is(path, "server"))
        return send_server(c);
    if (st_span_is(path, "tables"))
        return send_list(c);
    if (begins(&path, "tables/"))
        return request_table(c, path);
    return send_error(c, 404, ST_EUSAGE, "there is nothing of that name");
}

static int request_page(struct srv_connection *c, struct st_span path)
{
    char accept[256] = "";

    if (lws_hdr_copy(c->wsi, accept, sizeof accept, WSI_TOKEN_HTTP_ACCEPT_ENCODING) < 0)
        accept[0] = 0;
    struct srv_blob *page = srv_pages_find(c->loop->pages, path.at, path.len, accept);
    if (page)
        return send_kept(c, page);
    return send_error(c, 404, ST_EUSAGE,
                      c->loop->pages ? "there is no such page"
                                     : "this server was started without pages");
}

/* What is read has no body; and how long one is, is said in one way. */
static bool body_fits(struct lws *wsi, int method)
{
    char len[24] = "0";

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return false;
    return method == LWSHUMETH_POST ||
           (lws_hdr_copy(wsi, len, sizeof len, WSI_TOKEN_HTTP_CONTENT_LENGTH) >= 0 &&
            (!len[0] || strcmp(len, "0") == 0));
}

int srv_http_request(struct srv_connection *c)
{
    char *uri;
    int len, method = lws_http_get_uri_and_method(c->wsi, &uri, &len);

    if (method < 0)
        return send_last_error(c, 400, ST_ESYNTAX, "what is asked for?");
    struct st_span path = { uri, (size_t)len };
    c->head_only = method == LWSHUMETH_HEAD;
    if (!srv_address_of_request(c))
        return send_last_error(c, 429, ST_ELIMIT, "too many connections from your address");
    if (!srv_loop_host_fits(c->loop, c->wsi))
        return send_last_error(c, 421, SRV_FORBIDDEN, "this server does not go by that name");
    if (!body_fits(c->wsi, method))
        return send_last_error(c, 400, ST_ESYNTAX, "a body where none belongs, or in pieces");
    if (method == LWSHUMETH_POST && st_span_is(path, "/api/tables"))
        return request_new(c);
    if (method == LWSHUMETH_DELETE && begins(&path, "/api/tables/"))
        return request_removal(c, path);
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD)
        return send_last_error(c, 405, ST_EUSAGE, "this can only be read");
    return begins(&path, "/api/") ? request_api(c, path) : request_page(c, path);
}
