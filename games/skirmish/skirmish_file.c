/* skirmish_file.c - 9.1: the lines of a scenario file that lay the table.
 *
 * Lines of parts between tabs, `#` begins a comment line; RULES.md 9.1 lists them. Characters are
 * read by skirmish_men.c, goals and events by skirmish_goals.c.
 */
#include "skirmish/skirmish_plan.h"

#include <string.h>

const char *const skirmish_side_ids[ST_SIDES] = { "A", "B" };
static const char *const edges[] = { "north", "south", "east", "west" };
enum { SIZE_LEAST = 100, SIZE_MOST = 3000, POINTS_MAX = 32 };

/* ---- places ------------------------------------------------------------------------------ */

struct st_point skirmish_read_point(struct skirmish_loader *l, struct st_span s)
{
    struct st_span y = s, x = st_span_cut(&y, ',');
    int a = 0, b = 0;

    if (!l->has_table)
        st_bad(&l->b, "the line `table` must come first");
    else if (!st_span_int(x, 0, l->f->width, &a) || !st_span_int(y, 0, l->f->height, &b))
        st_bad(&l->b, "`%.*s` is no place x,y on a table of %d by %d mm", (int)s.len, s.at,
               l->f->width, l->f->height);
    return st_point_mm(a, b);
}

static int read_points(struct skirmish_loader *l, struct st_span s, struct st_point *out)
{
    struct st_span word;
    int n = 0;

    while (!l->b.e && (word = st_span_word(&s)).len) {
        if (st_room(&l->b, n, POINTS_MAX, "points"))
            out[n++] = skirmish_read_point(l, word);
    }
    return n;
}

static void read_polygon(struct skirmish_loader *l, struct st_span s, struct skirmish_area *a)
{
    struct st_point at[POINTS_MAX];

    a->n = read_points(l, s, at);
    if (a->n < 3)
        st_bad(&l->b, "an outline has at least three points");
    else if (!st_polygon_simple(at, a->n))
        st_bad(&l->b, "the outline crosses or touches itself (5.1.10)");
    struct st_point *own = st_bind_array(&l->b, (size_t)a->n, sizeof *own);
    if (own)
        memcpy(own, at, (size_t)a->n * sizeof *own);
    a->point = own;
}

/* No other of these areas has its name. */
static void name_once(struct st_binder *b, const struct skirmish_area *a, const char *what,
                      const struct skirmish_area *others, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(a->name, others[i].name) == 0)
            st_bad(b, "%s `%s` stands twice", what, others[i].name);
}

static const struct st_bound area_columns[] = {
    { "id", SEEN(in.area.name) },
    { "ground", SEEN(in.area.type), .words = skirmish_grounds, .nwords = GROUNDS },
    { "points" },
    { "level=n" },
};
static const struct st_bound level = { "level", SEEN(in.area.level), .hi = 9 };

static void load_area(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_loader *l = skirmish_loader(b);
    struct skirmish_plan *f = l->f;

    st_room(b, f->nareas, MAX_AREAS, "areas");
    read_polygon(l, r->field[3], &l->in.area);
    l->in.area.level = 0;
    if (r->n == 5) {
        struct st_span v = r->field[4], key = st_span_cut(&v, '=');

        if (!st_span_is(key, "level"))
            st_bad(b, "`level=n` is all that may follow the points");
        st_bind_field(b, &level, v, 0);
    }
    name_once(b, &l->in.area, "area", f->area, f->nareas);
    if (!b->e)
        f->area[f->nareas++] = l->in.area;
}

static const struct st_bound building_columns[] = { { "id", SEEN(in.area.name) }, { "points" } };

static void load_building(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_loader *l = skirmish_loader(b);
    struct skirmish_plan *f = l->f;
    struct skirmish_area a = { .type = OPEN, .name = l->in.area.name };

    st_room(b, f->nbuildings, MAX_BUILDINGS, "buildings");
    read_polygon(l, r->field[2], &a);
    name_once(b, &a, "building", &f->area[MAX_AREAS], f->nbuildings);
    if (f->nedges + a.n > MAX_EDGES)
        st_bad(b, "more than %d walls", MAX_EDGES);
    if (b->e)
        return;
    for (int i = 0; i < a.n; i++)
        f->edge[f->nedges++] = (struct skirmish_edge){
            skirmish_seg_of(a.point[i], a.point[(i + 1) % a.n]), 0, (uint8_t)f->nbuildings };
    f->area[MAX_AREAS + f->nbuildings++] = a;
}

/* ---- lines and openings ------------------------------------------------------------------ */

static void add_bar(struct skirmish_loader *l, int type, const struct st_point *at, int n)
{
    struct skirmish_plan *f = l->f;

    if (f->nsegs + n - 1 > MAX_SEGS - 1)
        st_bad(&l->b, "more than %d stretches of line", MAX_SEGS - 1);
    for (int i = 0; i + 1 < n; i++)
        if (st_same_point(at[i], at[i + 1]))
            st_bad(&l->b, "a stretch without length");
    if (l->b.e)
        return;
    f->bar[f->nbars++] = (struct skirmish_bar){
        .type = (uint8_t)type, .first = (uint8_t)f->nsegs, .n = (uint8_t)(n - 1), .name = l->in.id };
    for (int i = 0; i + 1 < n; i++)
        f->seg[f->nsegs++] = skirmish_seg_of(at[i], at[i + 1]);
}

static const struct st_bound line_columns[] = {
    { "id", SEEN(in.id) },
    { "line", SEEN(in.kind), .words = skirmish_obstacles, .nwords = DOOR },
    { "points" },
};

static void load_line(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_loader *l = skirmish_loader(b);
    struct skirmish_plan *f = l->f;
    struct st_point at[POINTS_MAX];

    if (f->nbars > f->nlines)
        st_bad(b, "lines must come before the openings of buildings");
    st_room(b, f->nlines, MAX_LINES, "lines");
    int n = read_points(l, r->field[3], at);
    if (n < 2)
        st_bad(b, "a line has at least two points");
    for (int i = 0; i < f->nlines; i++)
        if (strcmp(l->in.id, f->bar[i].name) == 0)
            st_bad(b, "line `%s` stands twice", f->bar[i].name);
    add_bar(l, l->in.kind, at, n);
    f->nlines += !b->e;
}

/* The two last things of these lines may be separated by a blank as well as by a tab. */
static struct st_parts four(const struct st_parts *r)
{
    struct st_parts out = *r;

    if (r->n == 4) {
        struct st_span rest = r->field[3];

        out.field[3] = st_span_word(&rest);
        out.field[4] = st_span_trim(rest);
        out.n += out.field[4].len > 0;
    }
    return out;
}

static const struct st_bound opening_columns[] = {
    { "building", SEEN(in.id) },
    { "opening", SEEN(in.kind), .words = skirmish_obstacles + DOOR, .nwords = OBSTACLES - DOOR },
    { "x1,y1" },
    { "x2,y2" },
};

static void load_opening(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_loader *l = skirmish_loader(b);
    struct skirmish_plan *f = l->f;
    struct st_parts all = four(r);
    struct st_point at[2];
    int wall = -1;

    st_bind_parts(b, &all, 1, 0, ST_ROWS(opening_columns), 0);
    st_room(b, f->nbars - f->nlines, MAX_OPENINGS, "openings");
    for (int i = 0; i < 2; i++)
        at[i] = skirmish_read_point(l, all.field[3 + i]);
    for (int i = 0; i < f->nedges && wall < 0 && !b->e; i++)
        if (strcmp(l->in.id, f->area[MAX_AREAS + f->edge[i].building].name) == 0 &&
            st_within_segment(at[0], f->edge[i].seg.a, f->edge[i].seg.b, 0) &&
            st_within_segment(at[1], f->edge[i].seg.a, f->edge[i].seg.b, 0))
            wall = i;
    if (wall < 0)
        st_bad(b, "the opening lies on no wall of a building `%s`", l->in.id);
    if (b->e)
        return;
    add_bar(l, DOOR + l->in.kind, at, 2);
    if (!b->e)
        f->edge[wall].openings |= bit(f->nbars - 1);
}

static void load_exit(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_loader *l = skirmish_loader(b);
    struct skirmish_plan *f = l->f;
    struct st_parts all = four(r);
    bool wide = st_span_find(r->field[2], edges, 2) >= 0;
    const struct st_bound columns[] = {
        { "side", SEEN(in.exit.side), SIDE_WORDS },
        { "edge", SEEN(in.exit.edge), .words = edges, .nwords = 4 },
        { "from", SEEN(in.exit.from), .hi = wide ? f->width : f->height },
        { "to", SEEN(in.exit.to), .hi = wide ? f->width : f->height },
    };

    st_room(b, f->nexits, MAX_EXITS, "exits");
    if (!l->has_table)
        st_bad(b, "the line `table` must come first");
    st_bind_parts(b, &all, 1, 0, ST_ROWS(columns), 0);
    if (l->in.exit.to < l->in.exit.from)
        st_bad(b, "an exit from %d to %d", l->in.exit.from, l->in.exit.to);
    if (!b->e)
        f->exit[f->nexits++] = l->in.exit;
}

/* ---- the head ---------------------------------------------------------------------------- */

static const struct st_bound title_columns[] = {
    { "id" },
    { "title", ST_ONE(struct st_plan, title), .of = ST_OF_PLAN },
};
static const struct st_bound table_columns[] = {
    { "width", ST_ONE(struct skirmish_plan, width), SIZE_LEAST, SIZE_MOST },
    { "height", ST_ONE(struct skirmish_plan, height), SIZE_LEAST, SIZE_MOST },
};

static void load_table(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    if (skirmish_loader(b)->has_table)
        st_bad(b, "a second table");
    skirmish_loader(b)->has_table = true;
}

static const struct st_bound side_columns[] = {
    { "side", SEEN(in.side), SIDE_WORDS },
    { "name", SEEN(in.title) },
    { "break=n" },
};

static void load_side(struct st_binder *b, const struct st_parts *r)
{
    struct skirmish_loader *l = skirmish_loader(b);
    struct st_span v = r->field[3], word = st_span_cut(&v, '=');

    if (l->side_title[l->in.side])
        st_bad(b, "side `%s` stands twice", skirmish_side_ids[l->in.side]);
    if (!st_span_is(word, "break"))
        st_bad(b, "break=n is missing");
    st_bind_field(b, &skirmish_choices[CHOICE_BREAKS + l->in.side], v, 0);
    l->side_title[l->in.side] = l->in.title;
    l->side_line[l->in.side] = b->line;
}

/* ---- all lines --------------------------------------------------------------------------- */

static const struct st_line_kind lines[] = {
    { "scenario", ST_ROWS(title_columns) },
    { "table", ST_ROWS(table_columns), load_table, .needed = true },
    { "turns", &skirmish_choices[CHOICE_TURNS], 1, .needed = true },
    { "first", &skirmish_choices[CHOICE_FIRST], 1, .needed = true },
    { "option", &skirmish_choices[CHOICE_OPTIONS], 1 },
    { "side", ST_ROWS(side_columns), load_side },
    { "area", ST_ROWS(area_columns), load_area, .spare = 1 },
    { "line", ST_ROWS(line_columns), load_line },
    { "building", ST_ROWS(building_columns), load_building },
    { "opening", .then = load_opening },
    { "exit", .then = load_exit },
    { "char", .then = skirmish_load_man },
    { "event", ST_ROWS(skirmish_event_columns), skirmish_load_event },
    { "instant", ST_ROWS(skirmish_instant_columns), skirmish_load_goal, .late = true },
    { "onbreak", ST_ROWS(skirmish_onbreak_columns), skirmish_load_goal, .late = true },
    { "victory", ST_ROWS(skirmish_victory_columns), skirmish_load_goal, .late = true },
    { "blurb", ST_ROWS(st_blurb_column) },
    { "reading", &skirmish_choices[CHOICE_READINGS], READINGS, .keyed = true },
};

/* Goals name characters, and characters may stand anywhere in the file: they are read last. */
void skirmish_load_lines(struct skirmish_loader *l)
{
    st_bind_lines(&l->b, ST_ROWS(lines), false);
    skirmish_sort_men(l);
    st_bind_lines(&l->b, ST_ROWS(lines), true);
    for (int s = 0; s < ST_SIDES; s++)
        if (!l->side_title[s])
            st_bad(&l->b, "no line `side\t%s`", skirmish_side_ids[s]);
}
