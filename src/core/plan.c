/* plan.c - see plan.h. */
#include "core/plan.h"

#include "base/hash.h"
#include "core/game.h"
#include "core/scratch.h"
#include "core/weights.h"
#include "core/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load_chart(struct st_chart **out, struct st_arena *a, const struct st_game *g,
                      const char *id, const struct st_files *files, struct st_span *text,
                      struct st_error *err)
{
    char name[128];

    snprintf(name, sizeof name, "%s/tables/%s.tsv", g->id, id);
    const char *where = st_arena_text(a, name, strlen(name));
    if (!where)
        return st_fail(err, ST_ENOMEM, g->id, 0, "out of memory");
    int e = st_files_read(files, a, where, text, err);
    return e ? e : st_chart_parse(out, a, id, *text, where, err);
}

/* The hash of a chart, less the lines that mark remarks: they say what the rules do not read, so the
 * game is the same without them, and so are its records. */
static int hash_chart(uint64_t *out, struct st_arena *a, struct st_span text, struct st_error *err)
{
    static const char mark[] = "# remark";
    char *left = st_arena_get(a, text.len + 1);
    size_t n = 0;

    if (!left)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    while (text.len) {
        const char *end = memchr(text.at, '\n', text.len);
        size_t len = end ? (size_t)(end - text.at) + 1 : text.len;

        if (len < sizeof mark || memcmp(text.at, mark, sizeof mark - 1) != 0) {
            memcpy(left + n, text.at, len);
            n += len;
        }
        text.at += len, text.len -= len;
    }
    *out = st_hash_join(*out, st_hash(left, n));
    return ST_OK;
}

static int load_charts(struct st_plan *p, const struct st_files *files, struct st_error *err)
{
    const struct st_game *g = p->game;

    p->chart = st_arena_array(&p->arena, (size_t)g->ncharts + 1, sizeof *p->chart);
    if (!p->chart)
        return st_fail(err, ST_ENOMEM, g->id, 0, "out of memory");
    for (int i = 0; i < g->ncharts; i++) {
        struct st_span text;
        int e = load_chart(&p->chart[i], &p->arena, g, g->charts[i], files, &text, err);

        if (!e)
            e = hash_chart(&p->tables_hash, &p->arena, text, err);
        if (e)
            return e;
    }
    return ST_OK;
}

/* The game may keep pointers to a key's value, as it may to the file's own, so they must live as
 * long as the plan. */
static int copy_given(struct st_scenario *sc, const struct st_entry *given, int ngiven,
                      struct st_error *err)
{
    struct st_entry *own = st_arena_array(sc->arena, (size_t)ngiven + 1, sizeof *own);

    if (!own)
        return st_fail(err, ST_ENOMEM, sc->id, 0, "out of memory");
    for (int i = 0; i < ngiven; i++) {
        own[i] = given[i];
        own[i].key = st_arena_text(sc->arena, given[i].key, strlen(given[i].key));
        own[i].value = st_arena_text(sc->arena, given[i].value, strlen(given[i].value));
        if (!own[i].key || !own[i].value)
            return st_fail(err, ST_ENOMEM, sc->id, 0, "out of memory");
    }
    sc->given = own;
    sc->ngiven = ngiven;
    return ST_OK;
}

static int compile(struct st_plan *p, const char *id, const struct st_files *files,
                   const struct st_entry *given, int ngiven, struct st_error *err)
{
    const struct st_game *g = p->game;
    struct st_scenario sc = { .game = g->id, .files = files, .arena = &p->arena };
    char name[160];
    int e;

    if (strchr(id, '/') || strlen(id) > 80)
        return st_fail(err, ST_EUSAGE, id, 0, "not the name of a scenario");
    snprintf(name, sizeof name, "%s/scenarios/%s.txt", g->id, id);
    sc.where = st_arena_text(&p->arena, name, strlen(name));
    sc.id = p->id = st_arena_text(&p->arena, id, strlen(id));
    if (!sc.where || !sc.id)
        return st_fail(err, ST_ENOMEM, id, 0, "out of memory");
    p->pos_size = g->pos_size;
    p->data = st_arena_get(&p->arena, g->plan_size);
    if (!p->data)
        return st_fail(err, ST_ENOMEM, id, 0, "out of memory");
    e = copy_given(&sc, given, ngiven, err);
    if (!e)
        e = load_charts(p, files, err);
    if (!e)
        e = st_weights_load(p, files, err);
    if (!e)
        e = st_fit_load(p, files, err);
    if (e)
        return e;
    e = st_files_read(files, &p->arena, sc.where, &sc.text, err);
    if (e == ST_EUSAGE) {
        char near[200];

        st_choices(near, sizeof near, id, g->scenarios, g->nscenarios);
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no scenario `%s`; %s", g->id, id, near);
    }
    if (e)
        return e;
    sc.hash = st_hash(sc.text.at, sc.text.len);
    for (int i = 0; i < ngiven; i++) {
        sc.hash = st_hash_join(sc.hash, st_hash(given[i].key, strlen(given[i].key)));
        sc.hash = st_hash_join(sc.hash, st_hash(given[i].value, strlen(given[i].value)));
    }
    p->title = sc.id;
    p->blurb = "";
    e = g->plan(p, &sc, err);
    st_scenario_find(&sc, "id"); /* for people; the file's name is what counts */
    if (!e)
        e = st_scenario_all_asked(&sc, err);
    if (!e)
        e = st_words_load(p, files, err);
    p->scenario_hash = sc.hash;
    if (!e) {
        struct st_scenery *scenery = NULL;
        char file[128];

        snprintf(file, sizeof file, "%s/scenarios/%s.scenery", p->game->id, id);
        e = st_scenery_load(&scenery, &p->nscenery, &p->arena, file, files, err);
        p->scenery = scenery;
    }
    if (!e)
        e = st_forms_room(p, err);
    st_assert(e || (p->side[0] && p->side[1]));
    return e;
}

const char *const st_edge_words[] = { "road", "rail", "river", "canal", "wall", "great-river", "lane", NULL };

int st_plan_make(struct st_plan **out, const struct st_game *game, const char *id,
                 const struct st_files *files, const struct st_entry *given, int ngiven,
                 struct st_error *err)
{
    struct st_shelf *shelf = files->shelf;
    struct st_plan *p = shelf ? shelf->find(shelf, game, id, given, ngiven) : NULL;

    if (p) {
        *out = p;
        return ST_OK;
    }
    p = calloc(1, sizeof *p);
    if (!p)
        return st_fail(err, ST_ENOMEM, id, 0, "out of memory");
    st_assert(game->pos_size >= sizeof(struct st_flow));
    p->game = game;
    int e = compile(p, id, files, given, ngiven, err);
    if (e) {
        st_plan_free(p);
        return e;
    }
    *out = shelf ? shelf->keep(shelf, p, id, given, ngiven) : p;
    return ST_OK;
}

void *st_plan_own(struct st_plan *p)
{
    return (void *)p->data;
}

/* Nothing of it changes but the count. */
struct st_plan *st_plan_hold(const struct st_plan *p)
{
    struct st_plan *held = (struct st_plan *)(uintptr_t)p;

    atomic_fetch_add(&held->held, 1);
    return held;
}

struct st_scratch *st_scratch_new(const struct st_plan *p)
{
    return p->game->keeps ? calloc(1, sizeof(struct st_scratch)) : NULL;
}

void st_plan_free(struct st_plan *p)
{
    if (p && atomic_fetch_sub(&p->held, 1) == 0) {
        st_arena_free(&p->arena);
        free(p);
    }
}

static int name_will_do(const char *kind, const char *name, const char *where, int line, struct st_error *err)
{
    size_t n = strcspn(name, " \t,;>:|/[]{}");

    if (n == 0 || name[n] || n > ST_NAME_MAX || strcmp(name, "-") == 0)
        return st_fail(err, ST_ESYNTAX, where, line, "`%s` will not do as the name of a %s", name, kind);
    return ST_OK;
}

static int two_named(const char *kind, const char *name, const char *where, int line, struct st_error *err)
{
    return st_fail(err, ST_ESYNTAX, where, line, "two of the kind %s are named `%s`", kind, name);
}

int st_name_fits(const char *kind, const char *const *name, int i, const char *where, int line,
                 struct st_error *err)
{
    int e = name_will_do(kind, name[i], where, line, err);

    for (int j = 0; !e && j < i; j++)
        if (strcmp(name[i], name[j]) == 0)
            e = two_named(kind, name[i], where, line, err);
    return e;
}

static uint32_t slot_of(const struct st_names *list, struct st_span name)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < name.len; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return (h ^ h >> 15) & (list->slots - 1);
}

int st_plan_names(struct st_plan *p, const char *kind, const char *const *name,
                  const char *const *title, int n, struct st_error *err)
{
    st_assert(p->nnames < ST_NAME_KINDS);
    struct st_names list = { kind, name, title, n, NULL, 8 };
    while (list.slots < 2 * (uint32_t)n)
        list.slots *= 2;
    int16_t *slot = st_arena_array(&p->arena, list.slots, sizeof *slot);
    if (!slot)
        return st_fail(err, ST_ENOMEM, p->id, 0, "out of memory");
    for (int i = 0; i < n; i++) {
        uint32_t at = slot_of(&list, st_span_of(name[i]));
        int e = name_will_do(kind, name[i], p->id, 0, err);

        for (; !e && slot[at]; at = (at + 1) & (list.slots - 1))
            if (strcmp(name[i], name[slot[at] - 1]) == 0)
                e = two_named(kind, name[i], p->id, 0, err);
        if (e)
            return e;
        slot[at] = (int16_t)(i + 1);
    }
    list.slot = slot;
    p->names[p->nnames++] = list;
    return ST_OK;
}

const struct st_names *st_plan_list(const struct st_plan *p, const char *kind)
{
    for (int i = 0; i < p->nnames; i++)
        if (strcmp(p->names[i].kind, kind) == 0)
            return &p->names[i];
    return NULL;
}

int st_names_find(const struct st_names *list, struct st_span name)
{
    for (int i = 0; !list->slot && i < list->n; i++)
        if (st_span_is(name, list->name[i]))
            return i;
    if (!list->slot)
        return -1;
    for (uint32_t at = slot_of(list, name); list->slot[at]; at = (at + 1) & (list->slots - 1))
        if (st_span_is(name, list->name[list->slot[at] - 1]))
            return list->slot[at] - 1;
    return -1;
}

struct st_window st_plan_window(const struct st_plan *p)
{
    struct st_window all = { 0, 0, p->grid.cols, p->grid.rows };

    return p->window.cols ? p->window : all;
}

bool st_in_window(const struct st_plan *p, int hex)
{
    struct st_window w = st_plan_window(p);

    if (hex < 0)
        return false;
    int col = hex / p->grid.rows, row = hex % p->grid.rows;
    return col >= w.col && col < w.col + w.cols && row >= w.row && row < w.row + w.rows;
}

const struct st_chart *st_plan_chart(const struct st_plan *p, const char *id)
{
    for (int i = 0; i < p->game->ncharts; i++)
        if (strcmp(p->chart[i]->id, id) == 0)
            return p->chart[i];
    return NULL;
}

void st_house_chart(const struct st_game *game, const char *id, const struct st_files *files,
                    const struct st_files *library,
                    void (*say)(void *arg, const char *sentence), void *arg)
{
    struct st_chart *house, *printed;
    struct st_arena a = { 0 };
    struct st_span text;

    if (load_chart(&house, &a, game, id, files, &text, NULL) == ST_OK &&
        load_chart(&printed, &a, game, id, library, &text, NULL) == ST_OK)
        st_chart_compare(printed, house, say, arg);
    st_arena_free(&a);
}
