/* verify.c - is a record sound? Rules and dice are run again. See session.h.
 *
 * One position and no history: nothing is allocated from the first line to the last, and since
 * nobody listens no event is put into words.
 */
#include "play/session.h"

#include "play/live.h"

#include <stdlib.h>
#include <string.h>

/* ---- the plan a record was played on -------------------------------------------------- */

static int find_game(const struct st_game **out, const struct st_record *r, struct st_error *err)
{
    const char *tag = st_record_tag(r, "Game");
    struct st_span rest = st_span_of(tag ? tag : ""), id = st_span_word(&rest);
    char name[64], near[160] = "";
    const char *names[64];
    int n = 0;

    if (id.len == 0)
        return st_fail(err, ST_EVERIFY, r->where, 0, "no tag [Game \"...\"]");
    *out = st_span_copy(id, name, sizeof name) ? st_game_find(name) : NULL;
    if (*out)
        return ST_OK;
    while (n < st_ngames && n < 64) {
        names[n] = st_games[n]->id;
        n++;
    }
    st_suggest(near, sizeof near, name, names, n);
    return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Game"), "no game `%.*s`%s%s",
                   (int)(id.len > 40 ? 40 : id.len), id.at, near[0] ? "; " : "", near);
}

static int find_scenario(char *out, size_t size, const struct st_record *r, struct st_error *err)
{
    const char *tag = st_record_tag(r, "Scenario");
    struct st_span rest = st_span_of(tag ? tag : ""), id = st_span_word(&rest);

    if (id.len == 0)
        return st_fail(err, ST_EVERIFY, r->where, 0, "no tag [Scenario \"...\"]");
    if (!st_span_copy(id, out, size))
        return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Scenario"),
                       "no such scenario: %.40s", tag);
    return ST_OK;
}

static int count_given(const struct st_record *r)
{
    int n = 0;

    for (int i = 0; i < r->ntags; i++)
        n += strcmp(r->tag[i].key, "Given") == 0;
    return n;
}

/* The Given tags as keys and values; the strings live in a. */
static int read_given(struct st_entry *out, struct st_arena *a, const struct st_record *r,
                      struct st_error *err)
{
    int n = 0;

    for (int i = 0; i < r->ntags; i++) {
        if (strcmp(r->tag[i].key, "Given") != 0)
            continue;
        struct st_span value = st_span_of(r->tag[i].value), all = value;
        struct st_span key = st_span_cut(&value, '=');

        if (key.len == 0 || !memchr(all.at, '=', all.len))
            return st_fail(err, ST_EVERIFY, r->where, r->tag[i].line,
                           "not [Given \"key=value\"]: %.40s", r->tag[i].value);
        out[n] = (struct st_entry){ st_arena_text(a, key.at, key.len),
                                    st_arena_text(a, value.at, value.len), 0 };
        if (!out[n].key || !out[n].value)
            return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
        n++;
    }
    return ST_OK;
}

int st_record_plan(struct st_plan **out, const struct st_record *r, const struct st_files *files,
                   struct st_error *err)
{
    const struct st_game *game;
    struct st_plan *p = NULL;
    struct st_arena a = { NULL };
    char scenario[96];
    int ngiven = count_given(r);
    struct st_entry *given = st_arena_array(&a, (size_t)ngiven + 1, sizeof *given);
    int e = given ? ST_OK : st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");

    if (!e)
        e = find_game(&game, r, err);
    if (!e)
        e = find_scenario(scenario, sizeof scenario, r, err);
    if (!e)
        e = read_given(given, &a, r, err);
    if (!e)
        e = st_plan_make(&p, game, scenario, files ? files : &st_files_library, given, ngiven, err);
    if (!e)
        e = st_live_tags(r, p, err);
    st_arena_free(&a);
    if (e)
        st_plan_free(p);
    else
        *out = p;
    return e;
}

/* ---- verifying ------------------------------------------------------------------------ */

static int replay_all(const struct st_plan *p, void *pos, const struct st_record *r, int *rulings,
                      struct st_error *err)
{
    struct st_live y;
    struct st_refusal why = { "", "" };
    int e = st_live_begin(&y, p, pos, NULL, r, err);

    if (e)
        return e;
    for (int i = 0; i < r->nlines; i++)
        if (st_live_line(&y, &r->line[i], &why))
            return st_live_fail(r, i, &why, err);
    if (rulings)
        *rulings = y.n.rulings;
    return ST_OK;
}

int st_verify_on(const struct st_plan *p, const struct st_record *r, int *rulings,
                 struct st_error *err)
{
    int e = st_live_tags(r, p, err);

    if (e)
        return e;
    void *pos = malloc(p->pos_size);
    if (!pos)
        return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
    e = replay_all(p, pos, r, rulings, err);
    free(pos);
    return e;
}

int st_verify(const struct st_record *r, const struct st_files *files, int *rulings,
              struct st_error *err)
{
    struct st_verifier once = { .files = files };
    int e = st_verifier_run(&once, r, rulings, err);

    st_verifier_free(&once);
    return e;
}

/* All that goes into a plan: game, scenario and replaced keys, with their hashes. */
static void print_key(const struct st_record *r, struct st_buf *out)
{
    for (int i = 0; i < r->ntags; i++)
        if (strcmp(r->tag[i].key, "Game") == 0 || strcmp(r->tag[i].key, "Scenario") == 0 ||
            strcmp(r->tag[i].key, "Given") == 0)
            st_buf_add(out, "%s=%s\n", r->tag[i].key, r->tag[i].value);
}

int st_verifier_run(struct st_verifier *v, const struct st_record *r, int *rulings,
                    struct st_error *err)
{
    struct st_buf key = { 0 };
    int e = ST_OK;

    print_key(r, &key);
    if (key.failed) {
        st_buf_free(&key);
        return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
    }
    if (v->plan && strcmp(st_buf_text(&v->key), st_buf_text(&key)) == 0) {
        st_buf_free(&key);
    } else {
        st_verifier_free(v);
        v->key = key;
        e = st_record_plan(&v->plan, r, v->files, err);
    }
    return e ? e : st_verify_on(v->plan, r, rulings, err);
}

void st_verifier_free(struct st_verifier *v)
{
    st_plan_free(v->plan);
    v->plan = NULL;
    st_buf_free(&v->key);
}
