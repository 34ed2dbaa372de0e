/* option.c - see option.h. */
#include "core/option.h"

#include "core/plan.h"

#include <stdio.h>
#include <string.h>

int st_plan_option(struct st_plan *p, const struct st_option *o, struct st_error *err)
{
    st_assert(p->noptions < ST_OPTIONS_MAX);

    struct st_option *own = &p->option[p->noptions];
    *own = *o;
    own->key = st_arena_text(&p->arena, o->key, strlen(o->key));
    own->title = st_arena_text(&p->arena, o->title, strlen(o->title));
    if (!own->key || !own->title)
        return st_fail(err, ST_ENOMEM, p->id, 0, "out of memory");
    p->noptions++;
    return ST_OK;
}

int st_plan_number(struct st_plan *p, const struct st_scenario *sc, const struct st_option *o,
                   int *out, struct st_error *err)
{
    struct st_option read = *o;
    int e = st_scenario_int(sc, o->key, o->lo, o->hi, out, err);

    read.kind = ST_OPTION_NUMBER;
    read.value = *out;
    return e ? e : st_plan_option(p, &read, err);
}

int st_plan_choice(struct st_plan *p, const struct st_scenario *sc, const struct st_option *o,
                   int *out, struct st_error *err)
{
    const struct st_entry *e = st_scenario_find(sc, o->key);
    struct st_option read = *o;
    char all[160] = "";

    read.kind = ST_OPTION_CHOICE;
    if (e)
        read.value = st_span_find(st_span_of(e->value), o->word, o->nwords);
    for (int i = 0; i < o->nwords; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", o->word[i]);
    if (read.value < 0)
        return st_scenario_bad(sc, e, err, "`%s = %.40s` is none of %s", o->key, e->value, all);
    *out = read.value;
    return st_plan_option(p, &read, err);
}

void st_option_value(const struct st_option *o, struct st_buf *out)
{
    const char *between = "";

    if (o->kind == ST_OPTION_NUMBER)
        st_buf_add(out, "%d", o->value);
    else if (o->kind == ST_OPTION_TEXT)
        st_buf_add(out, "%s", o->text);
    else if (o->kind == ST_OPTION_CHOICE)
        st_buf_add(out, "%s", o->word[o->value]);
    else if (!o->value)
        st_buf_add(out, "none");
    else
        for (int i = 0; i < o->nwords; i++)
            if (o->value >> i & 1) {
                st_buf_add(out, "%s%s", between, o->word[i]);
                between = ",";
            }
}
