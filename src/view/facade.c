/* facade.c - the public interface: the handle; see include/sandtable.h.
 *
 * Every function gathers its answer in the handle's buffer; errors and refusals take the place of
 * whatever stood there. Nothing here knows a rule or a format: it only puts play and view together.
 */
#include "view/handle.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)SANDTABLE_UMPIRE == (int)ST_UMPIRE, "one umpire");

/* ---- the handle from outside ------------------------------------------------------------ */

struct st_session *st_facade_session(const struct sandtable *s)
{
    return s->session;
}

enum st_said st_facade_said(const struct sandtable *s)
{
    return s->said;
}

int st_facade_error(const struct sandtable *s, struct st_error *err)
{
    if (s->said != ST_SAID_ERROR)
        return ST_OK;
    *err = s->why;
    return err->code;
}

void st_facade_shelf(struct sandtable *s, struct st_shelf *shelf)
{
    s->files.shelf = s->held ? NULL : shelf;
}

void st_facade_odds_max(struct sandtable *s, size_t positions)
{
    s->odds_max = positions;
}

size_t st_facade_bytes(const struct sandtable *s)
{
    size_t bytes = sizeof *s + s->out.size + s->memo.doc.size + (size_t)s->memo.room * sizeof *s->memo.part;

    if (s->plan)
        bytes += (sizeof *s->plan + st_arena_bytes(&s->plan->arena)) / (1 + (size_t)atomic_load(&s->plan->held)) +
                 s->plan->pos_size;
    return s->session ? bytes + st_session_bytes(s->session) : bytes;
}

void st_facade_rest(struct sandtable *s, bool goes_on)
{
    st_buf_free(&s->out);
    if (!goes_on)
        st_memo_free(&s->memo);
}

/* ---- the handle ------------------------------------------------------------------------ */

/* A copy, for what is compiled from it may outlive it. */
static int held_read(const struct st_files *self, struct st_arena *a, const char *name,
                     struct st_span *out, struct st_error *err)
{
    const struct sandtable *s = (const struct sandtable *)self; /* files is its first member */
    const struct held *h = s->held;

    while (h && strcmp(h->name, name) != 0)
        h = h->next;
    if (!h)
        return ST_EUSAGE;
    *out = (struct st_span){ st_arena_text(a, h->text, h->len), h->len };
    return out->at ? ST_OK : st_fail(err, ST_ENOMEM, name, 0, "out of memory");
}

struct sandtable *sandtable_new(void)
{
    struct sandtable *s = calloc(1, sizeof *s);

    if (s)
        s->files = (struct st_files){ .read = held_read, .next = &st_files_library };
    return s;
}

static void drop_held(struct sandtable *s, const char *name)
{
    struct held **at = &s->held;

    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    struct held *gone = *at;
    if (gone)
        *at = gone->next;
    free(gone);
}

void st_handle_clear(struct sandtable *s)
{
    if (s->pupil) {
        st_pupil_free(s->pupil); /* whose table it was */
    } else {
        st_session_free(s->session);
        st_plan_free(s->plan);
    }
    free(s->seen);
    st_memo_free(&s->memo); /* it was of that plan */
    s->pupil = NULL;
    s->session = NULL;
    s->plan = NULL;
    s->seen = NULL;
}

void sandtable_free(struct sandtable *s)
{
    if (!s)
        return;
    st_handle_clear(s);
    while (s->held)
        drop_held(s, s->held->name);
    st_buf_free(&s->out);
    free(s);
}

/* Name and text in one piece of memory, the name behind the text. */
static struct held *hold(const char *name, const char *text, size_t len)
{
    size_t name_size = strlen(name) + 1;
    struct held *h = malloc(sizeof *h + len + 1 + name_size);

    if (!h)
        return NULL;
    *h = (struct held){ .len = len, .name = h->text + len + 1 };
    memcpy(h->text, text, len + 1);
    memcpy(h->name, name, name_size);
    return h;
}

/* GAME/..., so that a slip of the pen does not lie there unused. */
static int check_file(const char *name, const char *text, size_t len, struct st_error *err)
{
    struct st_span rest = st_span_of(name), id = st_span_cut(&rest, '/');
    const struct st_game *g;
    char game[64];

    if (rest.len == 0 || !st_span_copy(id, game, sizeof game))
        return st_fail(err, ST_EUSAGE, name, 0,
                       "not GAME/tables/ID.tsv, GAME/scenarios/ID.txt "
                       "or GAME/RULES.md");
    int e = st_view_game_find(&g, game, err);
    return e ? e : st_text_check(text, len, name, err);
}

static void say_remark(void *arg, const char *sentence)
{
    st_json_text(arg, NULL, sentence);
}

/* GAME/tables/ID.tsv: what of it changes nothing. */
static void house_says(struct sandtable *s, struct st_json *j, const char *name)
{
    struct st_span rest = st_span_of(name), game = st_span_cut(&rest, '/');
    char id[64], chart[64];

    if (!st_span_copy(game, id, sizeof id) || !st_span_is(st_span_cut(&rest, '/'), "tables") ||
        !st_span_copy(st_span_cut(&rest, '.'), chart, sizeof chart))
        return;
    st_house_chart(st_game_find(id), chart, &s->files, &st_files_library, say_remark, j);
}

const char *sandtable_file(struct sandtable *s, const char *name, const char *text)
{
    size_t len = strlen(words(text));
    struct st_json j = answer(s);
    struct held *h = NULL;
    struct st_error err;
    int e = check_file(words(name), words(text), len, &err);

    if (!e && text && !(h = hold(name, text, len)))
        e = st_fail(&err, ST_ENOMEM, name, 0, "out of memory");
    if (e)
        return failed(s, &err);
    drop_held(s, name);
    if (h) {
        h->next = s->held;
        s->held = h;
        s->files.shelf = NULL; /* others do not read that */
    }
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "name", name);
    st_json_int(&j, "bytes", (long long)len);
    st_json_open(&j, "says", '[');
    if (h)
        house_says(s, &j, name);
    st_json_close(&j, ']');
    st_json_close(&j, '}');
    return finish(s);
}

int st_handle_lines(const char **out, int max, struct st_arena *a, const char *text,
                       struct st_error *err)
{
    struct st_line_reader r = { text, text + strlen(text), 0 };
    struct st_span line;
    int n = 0;

    while (st_line_next(&r, &line)) {
        line = st_span_trim(line);
        if (line.len == 0)
            continue;
        if (n == max)
            return st_fail(err, ST_ELIMIT, NULL, r.line, "more than %d lines", max);
        out[n] = st_arena_text(a, line.at, line.len);
        if (!out[n++])
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    return n;
}
