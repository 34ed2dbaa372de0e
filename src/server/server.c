/* server.c - the loop: connections come and go, threads report, libwebsockets calls. See server.h.
 *
 * libwebsockets 4.1 knows one thread of service; other threads may only wake it.
 */
#include "server/loop.h"

#include "base/hash.h"
#include "server/token.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 512 * 1024 }; /* bytes offered to the system; the default, 4096, is slow */
enum { HEADER_SECONDS = 15, KEEP_SECONDS = 60, AGAIN_SECONDS = 3, ROUNDS_AT_END = 50 };

struct st_server {
    struct srv_loop loop;
    struct lws_protocols protocol[3];
    lws_retry_bo_t idle;
    lws_sorted_usec_list_t timer, again;
    char address[96], iface[64];
    atomic_bool stop;
    bool full; /* a table was left out for want of memory */
    bool told; /* that the database is gone */
};

const struct st_limits st_limits_usual = {
    .tables = 10000,
    .connections = 2000,
    .per_address = 1000,
    .calls = 50,
    .burst = 200,
    .open_games = 300,
    .memory = 512,
    .idle_seconds = 60,
    .address_tables = 1000,
    .address_disk = 64,
    .address_download = 64,
    .address_seconds = 60,
    .expire_days = 180,
};

const struct st_limit_name st_limit_names[] = {
    { "tables", offsetof(struct st_limits, tables) },
    { "connections", offsetof(struct st_limits, connections) },
    { "per-address", offsetof(struct st_limits, per_address) },
    { "calls", offsetof(struct st_limits, calls) },
    { "burst", offsetof(struct st_limits, burst) },
    { "open-games", offsetof(struct st_limits, open_games) },
    { "memory", offsetof(struct st_limits, memory) },
    { "idle-seconds", offsetof(struct st_limits, idle_seconds) },
    { "address-tables", offsetof(struct st_limits, address_tables) },
    { "address-disk", offsetof(struct st_limits, address_disk) },
    { "address-download", offsetof(struct st_limits, address_download) },
    { "address-seconds", offsetof(struct st_limits, address_seconds) },
    { "expire-days", offsetof(struct st_limits, expire_days) },
};
const int st_nlimits = sizeof st_limit_names / sizeof st_limit_names[0];

/* ---- clocks and buckets ----------------------------------------------------------------- */

int64_t srv_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

bool srv_bucket_take(struct srv_bucket *b, int per_second, int burst, int64_t now_us)
{
    b->tokens += (double)(now_us - b->at_us) * per_second / 1e6;
    if (b->tokens > burst)
        b->tokens = burst;
    b->at_us = now_us;
    if (b->tokens < 1)
        return false;
    b->tokens -= 1;
    return true;
}

bool srv_bucket_has(struct srv_bucket *b, double burst, int64_t now_us)
{
    b->tokens += (double)(now_us - b->at_us) * burst / 60e6;
    if (b->tokens > burst)
        b->tokens = burst;
    b->at_us = now_us;
    return b->tokens > 0;
}

/* ---- tables ----------------------------------------------------------------------------- */

static size_t place_of(const char *id, size_t len)
{
    return st_hash(id, len) % SRV_BUCKETS;
}

struct srv_table *srv_loop_table(struct srv_loop *l, const char *id, size_t len)
{
    struct srv_table *t = l->table_by_id[place_of(id, len)];

    while (t && (strlen(t->id) != len || memcmp(t->id, id, len) != 0))
        t = t->next_same_hash;
    return t;
}

static bool add_table(struct srv_loop *l, struct srv_table *t)
{
    if (l->ntables == l->room) {
        int room = l->room ? l->room * 2 : 64;
        struct srv_table **more = realloc(l->table, (size_t)room * sizeof *more);

        if (!more)
            return false;
        l->table = more;
        l->room = room;
    }
    size_t at = place_of(t->id, strlen(t->id));
    t->next_same_hash = l->table_by_id[at];
    l->table_by_id[at] = t;
    l->table[l->ntables++] = t;
    return true;
}

/* Out of every list: nobody finds it any more. */
static void take_away(struct srv_loop *l, struct srv_table *t)
{
    struct srv_table **at = &l->table_by_id[place_of(t->id, strlen(t->id))];
    int i = 0;

    while (*at != t)
        at = &(*at)->next_same_hash;
    *at = t->next_same_hash;
    while (l->table[i] != t)
        i++;
    l->ntables--;
    memmove(&l->table[i], &l->table[i + 1], (size_t)(l->ntables - i) * sizeof *l->table);
    t->leaving = true;
    t->next_same_hash = l->leaving;
    l->leaving = t;
}

/* The last call that was on its way is back. */
static void free_left(struct srv_loop *l, struct srv_table *t)
{
    struct srv_table **at = &l->leaving;

    while (*at != t)
        at = &(*at)->next_same_hash;
    *at = t->next_same_hash;
    srv_table_free(t);
}

/* Every hash is compared, and each in the same time: how long it takes says nothing. */
int srv_loop_seat(const struct srv_table *t, const char *token, size_t len)
{
    uint8_t hash[SRV_HASH];
    int seat = -1;

    if (!token)
        return t->secrets ? -1 : SRV_WATCHER;
    if (srv_token_hash(token, len, hash, NULL))
        return -1;
    for (int i = 0; i < ST_SEATS; i++)
        if (srv_bytes_equal(hash, t->fixed.token[i], SRV_HASH) && t->fixed.has_token[i])
            seat = i;
    return seat;
}

bool srv_loop_may_remove(const struct srv_table *t, int seat)
{
    bool has_owner = t->fixed.has_token[ST_SEAT_UMPIRE];

    for (int i = 0; i < ST_SIDES; i++)
        has_owner |= strcmp(t->fixed.seat[i], "here") == 0;
    if (seat == SRV_WATCHER)
        return false;
    return t->kept.over || !has_owner || seat == ST_SEAT_UMPIRE ||
           strcmp(t->fixed.seat[seat], "here") == 0;
}

/* ---- connections ------------------------------------------------------------------------ */

struct srv_connection *srv_loop_connection(struct srv_loop *l, uint64_t id)
{
    struct srv_connection *c = l->connection_by_id[id % SRV_BUCKETS];

    while (c && c->id != id)
        c = c->next_same_id;
    return c;
}

static void connect_new(struct srv_loop *l, struct lws *wsi)
{
    struct srv_connection *c = calloc(1, sizeof *c);

    if (!c)
        return; /* nothing is answered then, and it ends by itself */
    c->wsi = wsi;
    c->loop = l;
    c->id = ++l->last_id;
    c->last = &c->first;
    c->fd = (int)lws_get_socket_fd(wsi);
    srv_strict_watch(c->fd, &c->strict);
    srv_address_of_socket(c);
    c->next_same_id = l->connection_by_id[c->id % SRV_BUCKETS];
    l->connection_by_id[c->id % SRV_BUCKETS] = c;
    l->nconnections++;
    lws_set_opaque_user_data(wsi, c);
}

static void disconnect(struct srv_connection *c)
{
    struct srv_loop *l = c->loop;
    struct srv_connection **at = &l->connection_by_id[c->id % SRV_BUCKETS];

    if (l->hall)
        srv_hall_drop(l->hall, c->table ? c->table : c->asked, c->id);
    srv_strict_forget(c->fd);
    srv_page_closed(c);
    srv_http_closed(c);
    while (*at != c)
        at = &(*at)->next_same_id;
    *at = c->next_same_id;
    l->nconnections--;
    srv_address_drop(l, c->address);
    srv_blob_drop(c->reply);
    st_buf_free(&c->body);
    lws_set_opaque_user_data(c->wsi, NULL);
    free(c);
}

/* ---- whose page is it? ------------------------------------------------------------------ */

static bool is_address(const char *host)
{
    unsigned char raw[16];

    return inet_pton(AF_INET, host, raw) == 1 || inet_pton(AF_INET6, host, raw) == 1;
}

/* The Host without its port, a v6 address without its brackets. */
static bool host_name(const char *text, char *out, size_t size)
{
    bool brackets = text[0] == '[';
    struct st_span s = st_span_of(text + brackets);

    return st_span_copy(st_span_cut(&s, brackets ? ']' : ':'), out, size);
}

bool srv_loop_host_fits(struct srv_loop *l, struct lws *wsi)
{
    char text[300], host[300];

    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HOST) <= 0 ||
        !host_name(text, host, sizeof host))
        return false;
    if (strcasecmp(host, "localhost") == 0 || is_address(host))
        return true;
    for (int i = 0; i < l->nnames; i++)
        if (strcasecmp(host, l->name[i]) == 0)
            return true;
    return false;
}

bool srv_loop_origin_fits(struct lws *wsi)
{
    char origin[300], host[300];

    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    const char *at = strncmp(origin, "http://", 7) == 0    ? origin + 7
                     : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                           : NULL;
    return at && strcasecmp(at, host) == 0;
}

/* ---- what the threads report ------------------------------------------------------------ */

static void compute(struct srv_loop *l, struct srv_table *t)
{
    struct srv_call *c = t->computing ? NULL : srv_call_new(t, &srv_verb_computer);

    if (!c)
        return;
    t->computing = true;
    srv_hall_submit(l->hall, c);
}

/* A disk that was full may have room again. */
static void try_again(lws_sorted_usec_list_t *timer)
{
    struct srv_loop *l = &lws_container_of(timer, struct st_server, again)->loop;

    for (int i = 0; i < l->ntables; i++)
        if (l->table[i]->stalled) {
            l->table[i]->stalled = false;
            compute(l, l->table[i]);
        }
}

/* Nobody waits for the answer to a computer's call: who would ask again? */
static void note_stall(struct srv_loop *l, const struct srv_call *call)
{
    struct st_server *s = lws_container_of(l, struct st_server, loop);

    if (call->status != 503 || (call->verb != &srv_verb_computer && call->verb != &srv_verb_wake))
        return;
    call->table->stalled = true;
    lws_sul_schedule(l->context, 0, &s->again, try_again, AGAIN_SECONDS * LWS_US_PER_SEC);
}

static void forget_replies(struct srv_loop *l, struct srv_table *t)
{
    for (int v = 0; v < SRV_VIEWS; v++) {
        srv_blob_drop(t->state[v]);
        t->state[v] = NULL;
    }
    srv_blob_drop(l->list);
    l->list = NULL;
}

static void note_change(struct srv_loop *l, struct srv_call *call)
{
    struct srv_table *t = call->table;

    if (call->changed || call->warned || call->damaged[0] || (call->loaded && t->damaged[0]))
        forget_replies(l, t);
    if (call->loaded)
        t->damaged[0] = 0;
    if (call->damaged[0])
        memcpy(t->damaged, call->damaged, sizeof t->damaged);
    if (call->changed)
        t->kept = call->change.kept;
    if (call->warned)
        t->kept.count.warned = call->change.kept.count.warned;
    if (call->packed)
        t->kept.packed = call->change.from;
}

/* A table that was asked for stands in the hall, or nowhere. */
static bool settle_new(struct srv_loop *l, struct srv_call *call)
{
    if (call->verb->run != srv_verb_make.run)
        return true;
    l->being_made--;
    l->bodies -= call->body_len;
    return call->made && add_table(l, call->table);
}

static void remove_table(struct srv_loop *l, struct srv_table *t)
{
    forget_replies(l, t);
    take_away(l, t);
    srv_page_dismiss(t);
}

static void deliver(struct srv_loop *l, struct srv_call *call)
{
    struct srv_connection *asker = call->asker ? srv_loop_connection(l, call->asker) : NULL;
    struct srv_table *t = call->table;
    bool stays = settle_new(l, call);

    srv_address_answered(l, call);
    note_change(l, call);
    if (call->verb == &srv_verb_computer)
        t->computing = false;
    note_stall(l, call);
    if (asker && call->bare)
        srv_http_answered(asker, call);
    else if (asker)
        srv_page_answered(asker, call);
    if (call->changed || call->word)
        srv_page_tell(t, call);
    if (call->removed)
        remove_table(l, t);
    if (stays && call->more)
        compute(l, t);
    if (!stays)
        srv_table_free(t);
    else if (t->leaving && t->calls == 0)
        free_left(l, t);
}

static void deliver_all(struct srv_loop *l)
{
    struct srv_call *call;

    while ((call = srv_hall_collect(l->hall))) {
        deliver(l, call);
        srv_call_free(call);
    }
    if (srv_hall_is_full(l->hall))
        srv_hall_sweep(l->hall, l->table, l->ntables, SRV_FORGET_SECONDS);
}

/* A database that is gone is told once, to whoever looks after the server. */
static void look_after(struct st_server *s)
{
    struct st_error err;
    char text[500];

    if (s->told || !st_store_check(s->loop.store, &err))
        return;
    s->told = true;
    st_error_print(&err, text, sizeof text);
    fprintf(stderr, "sandtable: %s\n", text);
}

static void every_minute(lws_sorted_usec_list_t *timer)
{
    struct st_server *s = lws_container_of(timer, struct st_server, timer);

    srv_hall_sweep(s->loop.hall, s->loop.table, s->loop.ntables, SRV_FORGET_SECONDS);
    srv_age_all(&s->loop);
    srv_address_sweep(&s->loop, false);
    look_after(s);
    lws_sul_schedule(s->loop.context, 0, &s->timer, every_minute, 60 * LWS_US_PER_SEC);
}

static void wake(void *arg)
{
    const struct st_server *s = arg;

    lws_cancel_service(s->loop.context);
}

/* ---- what libwebsockets calls ----------------------------------------------------------- */

/* A page that asks for our subprotocol at /ws, from our own pages; nothing else is upgraded. */
static bool may_upgrade(struct srv_loop *l, struct lws *wsi, const char *to)
{
    char uri[16];

    return strcasecmp(to, "websocket") == 0 && srv_loop_host_fits(l, wsi) &&
           srv_loop_origin_fits(wsi) && lws_hdr_copy(wsi, uri, sizeof uri, WSI_TOKEN_GET_URI) > 0 &&
           strcmp(uri, "/ws") == 0;
}

static int refuse_upgrade(struct srv_connection *c)
{
    srv_http_send(c, srv_reply_error(403, SRV_FORBIDDEN, "no such socket for this page", true));
    return -1;
}

static int about_connection(struct srv_connection *c, enum lws_callback_reasons reason, void *in,
                            size_t len)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return srv_http_request(c);
    case LWS_CALLBACK_HTTP_BODY:
        return srv_http_body(c, in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return srv_http_body_end(c);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return srv_http_writable(c);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        if (!srv_address_of_request(c))
            return refuse_upgrade(c);
        return may_upgrade(c->loop, c->wsi, in) ? 0 : refuse_upgrade(c);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return lws_get_protocol(c->wsi)->id ? 0 : refuse_upgrade(c);
    case LWS_CALLBACK_ESTABLISHED:
        return srv_page_opened(c);
    case LWS_CALLBACK_RECEIVE:
        return srv_page_received(c, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return srv_page_writable(c);
    case LWS_CALLBACK_CLOSED:
        srv_page_closed(c);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        disconnect(c);
        return 0;
    default:
        return 0;
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t len)
{
    struct st_server *s = lws_context_user(lws_get_context(wsi));
    struct srv_loop *l = &s->loop;
    struct srv_connection *c;

    (void)user;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (l->hall)
            deliver_all(l);
        return 0;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return srv_address_may_connect(l, (int)(intptr_t)in) ? 0 : 1;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        connect_new(l, wsi);
        return 0;
    default:
        c = lws_get_opaque_user_data(wsi);
        return c && c->wsi == wsi ? about_connection(c, reason, in, len) : 0;
    }
}

/* ---- beginning -------------------------------------------------------------------------- */

static void take_kept(void *arg, const struct st_kept *k)
{
    struct st_server *s = arg;
    struct srv_table *t = srv_table_new(k);

    if (!t || !add_table(&s->loop, t)) {
        srv_table_free(t);
        s->full = true;
    }
}

static int read_tables(struct st_server *s, const char *dir, struct st_error *err)
{
    int e = st_store_open(&s->loop.store, dir, err);

    if (!e)
        e = st_store_each(s->loop.store, take_kept, s, err);
    if (!e && s->full)
        e = st_fail(err, ST_ENOMEM, dir, 0, "out of memory");
    return e;
}

/* In words that help, which libwebsockets does not give: can the port be had? */
static int try_port(const char *address, int port, struct st_error *err)
{
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM };
    struct addrinfo *a = NULL;
    char text[16];
    int one = 1;

    snprintf(text, sizeof text, "%d", port);
    if (getaddrinfo(address, text, &hints, &a) != 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "`%.60s` is not an address", address);
    int fd = socket(a->ai_family, SOCK_STREAM, 0);
    bool ours = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
                bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 1) == 0;
    int why = errno;
    if (fd >= 0)
        close(fd);
    freeaddrinfo(a);
    if (ours)
        return ST_OK;
    if (why == EADDRINUSE)
        return st_fail(err, ST_EIO, NULL, 0,
                       "port %d is in use; is a server running already? --listen takes another",
                       port);
    return st_fail(err, ST_EIO, NULL, 0, "cannot listen on %s, port %d: %s", address, port,
                   strerror(why));
}

/* libwebsockets makes its tables as large as the system lets files be open. */
static void bound_files(int connections)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    rlim_t wanted = (rlim_t)connections + 128;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit); /* if not, connections are refused somewhat earlier */
}

static int listen_at(struct st_server *s, const struct st_server_options *o, struct st_error *err)
{
    bool v6 = strchr(o->address, ':');
    bool any = strcmp(o->address, "0.0.0.0") == 0 || strcmp(o->address, "::") == 0;
    struct lws_context_creation_info info = { 0 };
    int e = try_port(o->address, o->port, err);

    if (e)
        return e;
    s->protocol[0] =
        (struct lws_protocols){ .name = "http", .callback = callback, .tx_packet_size = AT_ONCE };
    s->protocol[1] = (struct lws_protocols){ .name = "sandtable",
                                             .callback = callback,
                                             .rx_buffer_size = 16 * 1024,
                                             .tx_packet_size = AT_ONCE,
                                             .id = 1 };
    s->idle = (lws_retry_bo_t){ .secs_since_valid_ping = (uint16_t)s->loop.limits.idle_seconds,
                                .secs_since_valid_hangup =
                                    (uint16_t)(s->loop.limits.idle_seconds + SRV_HANG_UP_SECONDS) };
    snprintf(s->iface, sizeof s->iface, "%s", o->address);
    info.port = o->port;
    info.iface = any ? NULL : s->iface;
    info.protocols = s->protocol;
    info.user = s;
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (v6 ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6);
    info.timeout_secs = HEADER_SECONDS;
    info.keepalive_timeout = KEEP_SECONDS;
    info.retry_and_idle_policy = &s->idle;
    lws_set_log_level(0, NULL); /* it would let strangers write our log */
    bound_files(s->loop.limits.connections);
    s->loop.context = lws_create_context(&info);
    if (!s->loop.context)
        return st_fail(err, ST_EIO, NULL, 0, "cannot listen on %s, port %d", o->address, o->port);
    int port = lws_get_vhost_listen_port(lws_get_vhost_by_name(s->loop.context, "default"));
    const char *shown = !any ? o->address : v6 ? "::1" : "127.0.0.1";
    snprintf(s->address, sizeof s->address, v6 ? "http://[%s]:%d/" : "http://%s:%d/", shown, port);
    return ST_OK;
}

/* What is left out is as usual. */
static void set_limits(struct st_limits *out, const struct st_limits *given)
{
    *out = *given;
    for (int i = 0; i < st_nlimits; i++) {
        int *n = (int *)((char *)out + st_limit_names[i].at);

        if (*n == 0)
            *n = *(const int *)((const char *)&st_limits_usual + st_limit_names[i].at);
    }
}

static int begin(struct st_server *s, const struct st_server_options *o, struct st_error *err)
{
    struct srv_loop *l = &s->loop;
    int e = read_tables(s, o->data, err);

    if (!e && o->web)
        e = srv_pages_read(&l->pages, o->web, err);
    if (!e)
        e = listen_at(s, o, err);
    return e ? e : srv_hall_open(&l->hall, l->store, l->limits.open_games,
                             (size_t)l->limits.memory << 20, wake, s, err);
}

int st_server_open(struct st_server **out, const struct st_server_options *o, struct st_error *err)
{
    struct st_server *s = calloc(1, sizeof *s);

    if (!s)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    set_limits(&s->loop.limits, &o->limits);
    s->loop.name = o->name;
    s->loop.nnames = o->nnames;
    s->loop.proxy = o->proxy;
    s->loop.making = (struct srv_bucket){ 1e9, srv_now_us() }; /* as many as fit */
    snprintf(s->loop.edition, sizeof s->loop.edition, "%s", o->edition);
    json_object_seed(0);
    int e = begin(s, o, err);
    if (e)
        st_server_free(s);
    else
        *out = s;
    return e;
}

const char *st_server_address(const struct st_server *s)
{
    return s->address;
}

int st_server_tables(const struct st_server *s)
{
    return s->loop.ntables;
}

int st_server_pages(const struct st_server *s)
{
    return srv_pages_count(s->loop.pages);
}

/* ---- running and ending ----------------------------------------------------------------- */

/* Is every record sound, and where is it for a computer to go on? One after the other, and after
 * whatever else there is to do. */
static int wake_tables(struct srv_loop *l, struct st_error *err)
{
    for (int i = 0; i < l->ntables; i++) {
        struct srv_call *c =
            l->table[i]->kept.over ? NULL : srv_call_new(l->table[i], &srv_verb_wake);

        if (c)
            srv_hall_submit(l->hall, c);
        else if (!l->table[i]->kept.over)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    return ST_OK;
}

int st_server_run(struct st_server *s, struct st_error *err)
{
    struct srv_loop *l = &s->loop;

    every_minute(&s->timer);
    int e = wake_tables(l, err);
    while (!e && !atomic_load(&s->stop))
        if (lws_service(l->context, 0) < 0)
            e = st_fail(err, ST_EIO, NULL, 0, "the network is gone");
    srv_hall_stop(l->hall);
    deliver_all(l); /* what was accepted meanwhile is durable, and whoever asked may hear it */
    for (int i = 0; i < ROUNDS_AT_END && !e; i++)
        lws_service(l->context, -1);
    return e;
}

void st_server_stop(struct st_server *s)
{
    atomic_store(&s->stop, true);
    lws_cancel_service(s->loop.context);
}

void st_server_free(struct st_server *s)
{
    if (!s)
        return;
    struct srv_loop *l = &s->loop;
    if (l->hall)
        srv_hall_stop(l->hall);
    if (l->context)
        lws_context_destroy(l->context);
    srv_hall_free(l->hall);
    for (int i = 0; i < l->ntables; i++)
        srv_table_free(l->table[i]);
    while (l->leaving)
        free_left(l, l->leaving);
    srv_address_sweep(l, true);
    free(l->table);
    srv_blob_drop(l->list);
    srv_pages_free(l->pages);
    st_store_close(l->store);
    free(s);
}

int st_server_backup(const char *data, const char *file, struct st_error *err)
{
    return st_store_backup(data, file, err);
}
