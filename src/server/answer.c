/* answer.c - how a call is answered, and what it says: see work.h. */
#include "server/work.h"

#include "server/reply.h"

#include "view/facade.h"
#include "view/view.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- answers ---------------------------------------------------------------------------- */

struct srv_blob *srv_error(bool bare, long long id, int code, const char *fmt, ...)
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
    st_json_text(&j, "kind", srv_kind(code));
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

const char *srv_fail(struct srv_call *c, int status, int code, const char *text)
{
    srv_blob_drop(c->answer);
    c->answer = c->asker ? srv_error(c->bare, c->id, code, "%s", text) : NULL;
    c->status = status;
    return NULL;
}

/* A text of the library is named GAME/...; every other name with a slash is a path of this machine. */
static bool may_be_told(const char *where)
{
    struct st_span rest = st_span_of(where), first = st_span_cut(&rest, '/');
    char game[64];

    return first.len == strlen(where) ||
           (st_span_copy(first, game, sizeof game) && st_game_find(game));
}

void srv_error_words(const struct st_error *err, char *out, size_t size)
{
    struct st_error said = *err;

    if (!may_be_told(said.where))
        said.where[0] = 0;
    st_error_print(&said, out, size);
}

const char *srv_fail_with(struct srv_call *c, int status, const struct st_error *err)
{
    char text[500];

    srv_error_words(err, text, sizeof text);
    return srv_fail(c, status, err->code, text);
}

int srv_status(int e)
{
    return e == ST_EIO || e == ST_ENOMEM ? 503 : 500;
}

const char *srv_refuse(struct srv_call *c, const char *fmt, ...)
{
    struct st_refusal why = { .para = "" };
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(why.text, sizeof why.text, fmt, ap);
    va_end(ap);
    st_json_open(&j, NULL, '{');
    st_view_refusal(&j, "refused", NULL, &why);
    st_json_close(&j, '}');
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    return NULL;
}

const char *srv_missing(struct srv_call *c, const char *what)
{
    char text[80];

    snprintf(text, sizeof text, "`%s` is missing, or not what it should be", what);
    return srv_fail(c, 400, ST_EUSAGE, text);
}

/* ---- what a call says ------------------------------------------------------------------- */

int srv_side(const struct srv_call *c)
{
    return c->seat < ST_SIDES ? c->seat : SANDTABLE_UMPIRE;
}

const char *srv_arg_text(const struct srv_call *c, const char *key)
{
    return json_string_value(json_object_get(c->args, key));
}

int srv_arg_int(const struct srv_call *c, const char *key, int otherwise)
{
    const json_t *v = json_object_get(c->args, key);

    if (!json_is_integer(v))
        return otherwise;
    json_int_t n = json_integer_value(v);
    return n < -1 ? -2 : n > 1000000 ? 1000000 : (int)n;
}

struct st_session *srv_session(const struct srv_call *c)
{
    return st_facade_session(c->table->handle);
}

struct st_turn srv_turn(const struct srv_call *c)
{
    return st_now(st_session_table(srv_session(c)));
}

int srv_lines(const struct srv_call *c)
{
    return st_session_record(srv_session(c))->nlines;
}

const char *srv_side_name(const struct srv_call *c, int side)
{
    return st_session_table(srv_session(c))->plan->side[side];
}

const char *srv_computer_at(const struct srv_table *t, int side)
{
    static const char head[] = "computer:";
    const char *seat = t->fixed.seat[side];

    return strncmp(seat, head, sizeof head - 1) == 0 ? seat + sizeof head - 1 : NULL;
}

bool srv_is_here(const struct srv_table *t, int side)
{
    return strcmp(t->fixed.seat[side], "here") == 0;
}

bool srv_is_over(const struct srv_call *c)
{
    return srv_turn(c).kind == ST_OVER;
}
