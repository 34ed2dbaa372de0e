/* address.c - who asks from where, and how much one address may have: see loop.h.
 *
 * Of a v6 address only the first half counts, for whoever has one has all of the other half. Behind
 * a proxy every connection comes from this machine: then it is the last address in X-Forwarded-For
 * that counts, which is the one the proxy itself wrote down.
 */
#include "server/loop.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { FORGET_SECONDS = 600 };

/* ---- addresses -------------------------------------------------------------------------- */

static void peer_text(int fd, char *out, size_t size)
{
    struct sockaddr_storage peer;
    socklen_t len = sizeof peer;

    snprintf(out, size, "?");
    if (getpeername(fd, (struct sockaddr *)&peer, &len) != 0)
        return;
    if (peer.ss_family == AF_INET6) {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)&peer;

        if (!IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) && !IN6_IS_ADDR_LOOPBACK(&six->sin6_addr))
            memset(six->sin6_addr.s6_addr + 8, 0, 8);
    }
    if (getnameinfo((struct sockaddr *)&peer, len, out, (socklen_t)size, NULL, 0, NI_NUMERICHOST))
        snprintf(out, size, "?");
}

static bool is_own(const char *text)
{
    return strncmp(text, "127.", 4) == 0 || strcmp(text, "::1") == 0 ||
           strncmp(text, "::ffff:127.", 11) == 0;
}

static struct srv_address *find(struct srv_loop *l, const char *text)
{
    struct srv_address *a = l->address;

    while (a && strcmp(a->text, text) != 0)
        a = a->next;
    return a;
}

static struct srv_address *hold(struct srv_loop *l, const char *text)
{
    struct srv_address *a = find(l, text);

    if (!a && (a = calloc(1, sizeof *a))) {
        snprintf(a->text, sizeof a->text, "%s", text);
        a->id = ++l->last_address;
        a->computing = (struct srv_bucket){ l->limits.address_seconds, srv_now_us() };
        a->loading = (struct srv_bucket){ l->limits.address_download, srv_now_us() };
        a->next = l->address;
        l->address = a;
    }
    if (a)
        a->connections++;
    return a;
}

void srv_address_drop(struct srv_loop *l, struct srv_address *a)
{
    (void)l;
    if (a)
        a->connections--; /* what it had of its share is not forgotten so soon */
}

void srv_address_sweep(struct srv_loop *l, bool all)
{
    int64_t now = srv_now_us(), since = now - FORGET_SECONDS * INT64_C(1000000);

    for (struct srv_address **at = &l->address; *at;) {
        struct srv_address *a = *at;
        bool busy = a->connections || a->making || a->waiting;

        if (!all && (busy || a->computing.at_us > since || a->loading.at_us > since)) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        free(a);
    }
}

/* ---- connections ------------------------------------------------------------------------ */

static bool has_room(const struct srv_loop *l, const struct srv_address *a)
{
    return !a || a->connections < l->limits.per_address;
}

bool srv_address_may_connect(struct srv_loop *l, int fd)
{
    char text[64];

    peer_text(fd, text, sizeof text);
    return l->nconnections < l->limits.connections &&
           ((l->proxy && is_own(text)) || has_room(l, find(l, text)));
}

void srv_address_of_socket(struct srv_connection *c)
{
    char text[64];

    peer_text(c->fd, text, sizeof text);
    c->address = hold(c->loop, text);
}

/* The last of "a, b, c". */
static bool forwarded(struct lws *wsi, char *out, size_t size)
{
    char list[200];

    if (lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return false;
    const char *comma = strrchr(list, ',');
    struct st_span last = st_span_trim(st_span_of(comma ? comma + 1 : list));
    return last.len && st_span_copy(last, out, size);
}

bool srv_address_of_request(struct srv_connection *c)
{
    struct srv_loop *l = c->loop;
    char peer[64], text[64];

    if (!l->proxy)
        return true;
    peer_text(c->fd, peer, sizeof peer);
    if (!is_own(peer) || !forwarded(c->wsi, text, sizeof text) ||
        (c->address && strcmp(c->address->text, text) == 0))
        return true;
    if (!has_room(l, find(l, text)))
        return false;
    srv_address_drop(l, c->address);
    c->address = hold(l, text);
    return true;
}

/* ---- shares ----------------------------------------------------------------------------- */

const char *srv_address_may_make(struct srv_loop *l, const struct srv_address *a, size_t bytes)
{
    int tables = a ? a->making : 0;
    int64_t disk = (int64_t)bytes;

    for (int i = 0; i < l->ntables && a; i++)
        if (strcmp(l->table[i]->kept.from, a->text) == 0) {
            tables++;
            disk += l->table[i]->kept.count.bytes;
        }
    if (tables >= l->limits.address_tables)
        return "your address has made as many tables as one may: remove some";
    if (disk > (int64_t)l->limits.address_disk << 20)
        return "the tables of your address are as large as they may be: remove some";
    return NULL;
}

const char *srv_address_may_load(struct srv_loop *l, struct srv_address *a, int64_t bytes)
{
    if (!a)
        return NULL;
    if (!srv_bucket_has(&a->loading, l->limits.address_download, srv_now_us()))
        return "your address has fetched a lot of records: wait a little";
    a->loading.tokens -= (double)bytes / (1 << 20);
    return NULL;
}

/* Who decides is never held up; who only looks, and whoever wonders, has a share. */
const char *srv_address_may_ask(struct srv_loop *l, struct srv_address *a,
                                const struct srv_verb *verb, int seat)
{
    if (!a || !verb->reads || (seat != SRV_WATCHER && !verb->beside))
        return NULL;
    if (verb->beside && a->waiting >= SRV_BESIDE_MAX)
        return "your address has asked a lot that is not answered yet: wait for it";
    if (!srv_bucket_has(&a->computing, l->limits.address_seconds, srv_now_us()))
        return "what your address asked has taken long to work out: wait a little";
    return NULL;
}

void srv_address_asked(struct srv_address *a, struct srv_call *call)
{
    call->address = a ? a->id : 0;
    if (a)
        a->waiting += call->verb->beside != NULL;
}

void srv_address_answered(struct srv_loop *l, const struct srv_call *call)
{
    struct srv_address *a = l->address;

    while (a && a->id != call->address)
        a = a->next;
    if (!a)
        return;
    a->waiting -= call->verb->beside != NULL;
    a->making -= call->verb->run == srv_verb_make.run;
    if (call->verb->reads)
        a->computing.tokens -= (double)call->spent_us / 1e6;
}
