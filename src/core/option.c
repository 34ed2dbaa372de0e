/* option.c - see option.h. */
#include "core/option.h"

#include "core/plan.h"

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
