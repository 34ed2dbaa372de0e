/* weights.c - see weights.h. */
#include "core/weights.h"

#include "core/game.h"
#include "core/tsv.h"

#include <stdio.h>
#include <string.h>

static int count(const char *const *name)
{
    int n = 0;

    while (name[n])
        n++;
    return n;
}

static int read_row(const struct st_tsv *t, int row, const int *col, const char *const *name, int n,
                    int *line, int *weight, struct st_error *err)
{
    int i, e = st_tsv_name(t, row, col[0], name, n, &i, err);

    if (!e && line[i])
        return st_fail(err, ST_ESYNTAX, t->where, t->line[row], "`%s` stands on line %d already",
                       name[i], line[i]);
    if (!e)
        e = st_tsv_int(t, row, col[1], -ST_WEIGHT_MOST, ST_WEIGHT_MOST, &weight[i], err);
    if (!e)
        line[i] = t->line[row];
    return e;
}

static int read_sheet(struct st_plan *p, const struct st_tsv *t, const char *const *name, int n,
                      struct st_error *err)
{
    int *weight = st_arena_array(&p->arena, (size_t)n, sizeof *weight);
    int *line = st_arena_array(&p->arena, (size_t)n, sizeof *line);
    int col[2], e;

    if (!weight || !line)
        return st_fail(err, ST_ENOMEM, t->where, 0, "out of memory");
    e = st_tsv_col(t, "name", &col[0], err);
    if (!e)
        e = st_tsv_col(t, "weight", &col[1], err);
    for (int row = 0; !e && row < t->nrows; row++)
        e = read_row(t, row, col, name, n, line, weight, err);
    for (int i = 0; !e && i < n; i++)
        if (!line[i])
            e = st_fail(err, ST_ESYNTAX, t->where, 0, "no weight `%s`", name[i]);
    p->weight = weight;
    return e;
}

/* ST_OK and an empty sheet where there is no file of that name and need not be. */
static int open_sheet(struct st_tsv *out, struct st_plan *p, const char *name, bool needed,
                      const struct st_files *files, struct st_error *err)
{
    struct st_span text;
    char path[128];

    *out = (struct st_tsv){ 0 };
    snprintf(path, sizeof path, "%s/%s", p->game->id, name);
    const char *where = st_arena_text(&p->arena, path, strlen(path));
    if (!where)
        return st_fail(err, ST_ENOMEM, p->game->id, 0, "out of memory");
    int e = st_files_read(files, &p->arena, where, &text, err);
    if (e)
        return e == ST_EUSAGE && !needed ? ST_OK : e;
    return st_tsv_parse(out, &p->arena, text, where, err);
}

int st_weights_load(struct st_plan *p, const struct st_files *files, struct st_error *err)
{
    const char *const *name = p->game->weights;
    struct st_tsv sheet;

    if (!name)
        return ST_OK;
    int e = open_sheet(&sheet, p, "worth.tsv", true, files, err);
    return e ? e : read_sheet(p, &sheet, name, count(name), err);
}

int st_fit_load(struct st_plan *p, const struct st_files *files, struct st_error *err)
{
    struct st_tsv t;
    int col[3];

    p->fit = (struct st_fit){ 0, ST_SCALE };
    if (!p->game->worth)
        return ST_OK;
    int e = open_sheet(&t, p, "chance.tsv", false, files, err);
    if (e || !t.nrows)
        return e;
    e = st_tsv_col(&t, "scenario", &col[0], err);
    if (!e)
        e = st_tsv_col(&t, "shift", &col[1], err);
    if (!e)
        e = st_tsv_col(&t, "scale", &col[2], err);
    for (int row = 0; !e && row < t.nrows; row++) {
        struct st_fit fit = { 0, 1 };

        e = st_tsv_int(&t, row, col[1], -ST_SHIFT_MOST, ST_SHIFT_MOST, &fit.shift, err);
        if (!e)
            e = st_tsv_int(&t, row, col[2], 1, ST_WEIGHT_MOST, &fit.scale, err);
        if (!e && row == 0)
            p->fit.scale = fit.scale;
        if (!e && st_span_is(st_tsv_at(&t, row, col[0]), p->id))
            p->fit = fit;
    }
    return e;
}
