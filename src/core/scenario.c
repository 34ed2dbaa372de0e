/* scenario.c - see scenario.h. */
#include "core/scenario.h"

#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ENTRIES_MAX = 4096 }; /* keys are searched one by one: a flood of them would be a hang */

static int count_lines(struct st_span text)
{
    int n = 1;

    for (size_t i = 0; i < text.len; i++)
        n += text.at[i] == '\n';
    return n;
}

int st_scenario_keys(struct st_scenario *sc, struct st_error *err)
{
    struct st_line_reader r = { sc->text.at, sc->text.at + sc->text.len, 0 };
    struct st_span line;
    size_t room = (size_t)(count_lines(sc->text) + sc->ngiven);

    sc->entry = st_arena_array(sc->arena, room, sizeof *sc->entry);
    sc->asked = st_arena_array(sc->arena, room, sizeof *sc->asked);
    if (!sc->entry || !sc->asked)
        return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
    sc->nentries = 0;
    for (int i = 0; i < sc->ngiven; i++)
        sc->entry[sc->nentries++] = sc->given[i];
    while (st_line_next(&r, &line)) {
        line = st_span_trim(line);
        if (line.len == 0 || line.at[0] == '#')
            continue;

        struct st_span value = line, key = st_span_trim(st_span_cut(&value, '='));
        if (key.len == line.len || key.len == 0)
            return st_fail(err, ST_ESYNTAX, sc->where, r.line, "not `key = value`: %.*s",
                           (int)(line.len > 60 ? 60 : line.len), line.at);
        if (sc->nentries >= ENTRIES_MAX)
            return st_fail(err, ST_ELIMIT, sc->where, r.line, "more than %d keys", ENTRIES_MAX);
        value = st_span_trim(value);

        struct st_entry *e = &sc->entry[sc->nentries];
        *e = (struct st_entry){ st_arena_text(sc->arena, key.at, key.len),
                                st_arena_text(sc->arena, value.at, value.len), r.line };
        if (!e->key || !e->value)
            return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");
        const struct st_entry *old = NULL;
        for (int i = 0; i < sc->nentries && !old; i++)
            if (strcmp(sc->entry[i].key, e->key) == 0)
                old = &sc->entry[i];
        if (old && old->line)
            return st_fail(err, ST_ESYNTAX, sc->where, r.line, "`%s` stands on line %d already",
                           e->key, old->line);
        sc->nentries += !old; /* a key given by the caller wins */
    }
    return ST_OK;
}

const struct st_entry *st_scenario_find(const struct st_scenario *sc, const char *key)
{
    for (int i = 0; i < sc->nentries; i++)
        if (strcmp(sc->entry[i].key, key) == 0) {
            sc->asked[i] = true;
            return &sc->entry[i];
        }
    return NULL;
}

int st_scenario_all_asked(const struct st_scenario *sc, struct st_error *err)
{
    const char *known[128];
    int n = 0;

    for (int i = 0; i < sc->nentries && n < 128; i++)
        if (sc->asked[i])
            known[n++] = sc->entry[i].key;
    for (int i = 0; i < sc->nentries; i++)
        if (!sc->asked[i]) {
            char near[200];

            st_suggest(near, sizeof near, sc->entry[i].key, known, n);
            return st_scenario_bad(sc, &sc->entry[i], err, "unknown key `%s`%s%s",
                                   sc->entry[i].key, near[0] ? "; " : "", near);
        }
    return ST_OK;
}

int st_scenario_text(const struct st_scenario *sc, const char *key, const char **out,
                     struct st_error *err)
{
    const struct st_entry *e = st_scenario_find(sc, key);

    if (!e)
        return st_fail(err, ST_ESYNTAX, sc->where, 0, "no line `%s = ...`", key);
    *out = e->value;
    return ST_OK;
}

int st_scenario_int(const struct st_scenario *sc, const char *key, int lo, int hi, int *out,
                    struct st_error *err)
{
    const struct st_entry *e = st_scenario_find(sc, key);

    if (!e)
        return st_fail(err, ST_ESYNTAX, sc->where, 0, "no line `%s = ...`", key);
    if (!st_span_int(st_span_of(e->value), lo, hi, out))
        return st_scenario_bad(sc, e, err, "`%s` must be a number from %d to %d", key, lo, hi);
    return ST_OK;
}

int st_scenario_part(struct st_scenario *sc, const char *name, struct st_span *out,
                     const char **where, struct st_error *err)
{
    const char *slash = strrchr(sc->where, '/');
    char path[256];

    if (strchr(name, '/') || strstr(name, ".."))
        return st_fail(err, ST_ESYNTAX, sc->where, 0, "a part must stand beside it: %s", name);
    if (snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - sc->where + 1) : 0, sc->where,
                 name) >= (int)sizeof path)
        return st_fail(err, ST_ELIMIT, sc->where, 0, "name too long: %s", name);
    *where = st_arena_text(sc->arena, path, strlen(path));
    if (!*where)
        return st_fail(err, ST_ENOMEM, sc->where, 0, "out of memory");

    int e = st_files_read(sc->files, sc->arena, *where, out, err);
    if (!e)
        sc->hash = st_hash_join(sc->hash, st_hash(out->at, out->len));
    return e;
}

int st_scenario_bad(const struct st_scenario *sc, const struct st_entry *e, struct st_error *err,
                    const char *fmt, ...)
{
    char text[256];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return st_fail(err, ST_ESYNTAX, sc->where, e ? e->line : 0, "%s", text);
}
