/* handle.h - what is behind a handle, and how its functions answer. Private to the files of the public interface:
 * facade.c (the handle), facade_library.c (what needs no game), facade_table.c (the game on the table) and those beside them.
 *
 * Every function gathers its answer in the handle's buffer; errors and refusals take the place of
 * whatever stood there.
 */
#ifndef ST_VIEW_HANDLE_H
#define ST_VIEW_HANDLE_H

#include "view/facade.h"

#include "learn/pupil.h"
#include "view/view.h"

struct held { /* a text somebody gave us */
    struct held *next;
    size_t len;
    char *name, text[];
};

struct sandtable {
    struct st_files
        files; /* first, so that it can be found again: what is held, then the library */
    struct held *held;
    struct st_plan *plan; /* NULL: no game on the table */
    struct st_session *session;
    struct st_pupil *pupil; /* in a lesson: plan and session are its own */
    void *seen; /* room for a masked position */
    size_t odds_max; /* positions; 0: a million */
    struct st_view_memo memo;
    struct st_buf out;    /* what was said last, */
    enum st_said said;    /* and what kind of answer that is */
    struct st_error why;  /* of an error */
};

enum { ST_HANDLE_LINES = 64 }; /* of options or inputs, at most */

void st_handle_clear(struct sandtable *s); /* nothing lies on the table any more */
/* Lines that are not blank, as texts of their own in a; how many, or an error. */
int st_handle_lines(const char **out, int max, struct st_arena *a, const char *text, struct st_error *err);

/* ---- answers --------------------------------------------------------------------------- */

static inline struct st_json answer(struct sandtable *s)
{
    s->out.len = 0;
    s->out.failed = false;
    s->said = ST_SAID;
    return (struct st_json){ &s->out, false };
}

static inline const char *finish(struct sandtable *s)
{
    if (!s->out.failed)
        return st_buf_text(&s->out);
    st_buf_free(&s->out);
    s->said = ST_SAID_ERROR;
    st_fail(&s->why, ST_ENOMEM, NULL, 0, "out of memory");
    return ST_VIEW_NO_MEMORY;
}

static inline const char *failed(struct sandtable *s, const struct st_error *err)
{
    struct st_json j = answer(s);

    s->said = ST_SAID_ERROR;
    s->why = *err;
    st_json_open(&j, NULL, '{');
    st_view_error(&j, "error", err);
    st_json_close(&j, '}');
    return finish(s);
}

static inline const char *refused(struct sandtable *s, const struct st_refusal *why)
{
    struct st_json j = answer(s);

    s->said = ST_SAID_NO;
    st_json_open(&j, NULL, '{');
    st_view_refusal(&j, "refused", s->plan, why);
    if (s->session && st_session_idle(s->session))
        st_json_bool(&j, "idle", true);
    st_json_close(&j, '}');
    return finish(s);
}

static inline const char *misused(struct sandtable *s, const char *what)
{
    struct st_error err;

    st_fail(&err, ST_EUSAGE, NULL, 0, "%s", what);
    return failed(s, &err);
}

static inline const char *no_game(struct sandtable *s)
{
    return misused(s, "no game lies on the table");
}

/* One text, which is freed: { key }. */
static inline const char *one_text(struct sandtable *s, const char *key, struct st_buf *text)
{
    struct st_json j = answer(s);

    st_json_open(&j, NULL, '{');
    st_json_text(&j, key, st_buf_text(text));
    st_json_close(&j, '}');
    s->out.failed |= text->failed;
    st_buf_free(text);
    return finish(s);
}

/* NULL and "" both leave a text out. */
static inline const char *given(const char *text)
{
    return text && text[0] ? text : NULL;
}

static inline const char *words(const char *text)
{
    return text ? text : "";
}

#endif
