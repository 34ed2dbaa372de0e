/* scenery.c - see scenery.h. */
#include "core/scenery.h"

static int read_points(struct st_scenery *x, struct st_span rest, const char *name, int line,
                       struct st_error *err)
{
    for (struct st_span word; (word = st_span_word(&rest)).len; x->n++) {
        struct st_span y = word, east = st_span_cut(&y, ',');
        int mm[2];

        if (x->n == ST_SCENERY_POINTS || !st_span_int(east, -999, 9999, &mm[0]) ||
            !st_span_int(y, -999, 9999, &mm[1]))
            return st_fail(err, ST_ESYNTAX, name, line, "`%.*s`: a point is X,Y in mm, and there are at most %d",
                           (int)word.len, word.at, ST_SCENERY_POINTS);
        x->at[x->n] = (struct st_point){ mm[0] * ST_MM, mm[1] * ST_MM };
    }
    if (x->n < 3)
        return st_fail(err, ST_ESYNTAX, name, line, "ground has three points at least");
    return ST_OK;
}

int st_scenery_load(struct st_scenery **out, int *n, struct st_arena *a, const char *name,
                    const struct st_files *files, struct st_error *err)
{
    struct st_span text, line;
    int e = st_files_read(files, a, name, &text, err);

    *n = 0;
    if (e)
        return e == ST_EUSAGE ? ST_OK : e;
    *out = st_arena_array(a, ST_SCENERY_MAX, sizeof **out);
    if (!*out)
        return st_fail(err, ST_ENOMEM, name, 0, "out of memory");
    for (struct st_line_reader r = { text.at, text.at + text.len, 0 }; !e && st_line_next(&r, &line);) {
        if (!line.len || line.at[0] == '#')
            continue;
        if (*n == ST_SCENERY_MAX)
            return st_fail(err, ST_ELIMIT, name, r.line, "more than %d pieces of scenery", ST_SCENERY_MAX);
        struct st_scenery *x = &(*out)[(*n)++];
        struct st_span look = st_span_cut(&line, '\t'), label = st_span_cut(&line, '\t');

        *x = (struct st_scenery){ .n = 0 };
        st_span_copy(look, x->look, sizeof x->look);
        if (!st_span_is(label, "-"))
            st_span_copy(label, x->label, sizeof x->label);
        e = read_points(x, line, name, r.line, err);
    }
    return e;
}
