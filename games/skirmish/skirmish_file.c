/* skirmish_file.c - 9.1: the lines of a scenario file that lay the table.
 *
 * Lines of parts between tabs, `#` begins a comment line; RULES.md 9.1 lists them. Characters are
 * read by skirmish_men.c, goals and events by skirmish_goals.c.
 */
#include "skirmish/skirmish_plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const skirmish_side_ids[ST_SIDES] = { "A", "B" };
static const char *const edges[] = { "north", "south", "east", "west" };
enum { SIZE_LEAST = 100, SIZE_MOST = 3000, POINTS_MAX = 32 };

/* ---- for every line ---------------------------------------------------------------------- */

void skirmish_bad(struct skirmish_loader *l, const char *fmt, ...)
{
    char text[300];
    va_list ap;

    if (l->b.e)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    l->b.e = st_fail(l->b.err, ST_ESYNTAX, l->b.sc->where, l->line, "%s", text);
}

static int shown(struct st_span s)
{
    return (int)(s.len > 40 ? 40 : s.len);
}

void skirmish_take(struct skirmish_loader *l, const struct st_bound *c, void *to,
                   struct st_span text)
{
    char word[64], near[160] = "";
    int v = 0;

    if (c->words && (v = st_span_find(text, c->words, c->nwords)) < 0) {
        if (st_span_copy(text, word, sizeof word))
            st_suggest(near, sizeof near, word, c->words, c->nwords);
        skirmish_bad(l, "no %s `%.*s`%s%s", c->name, shown(text), text.at, near[0] ? "; " : "",
                     near);
    } else if (!c->words && !st_span_int(st_span_trim(text), c->lo, c->hi, &v)) {
        skirmish_bad(l, "%s: `%.*s` is no number from %d to %d", c->name, shown(text), text.at,
                     c->lo, c->hi);
    }
    if (!l->b.e)
        st_member_put(to, c->to, 0, v);
}

void skirmish_need(struct skirmish_loader *l, int least, int most, const char *form)
{
    if (l->nparts < least || l->nparts > most)
        skirmish_bad(l, "the line has %d parts; write: %s", l->nparts, form);
}

/* The two last things of a line may be separated by a blank as well as by a tab. */
static void split_last(struct skirmish_loader *l, int whole)
{
    if (l->nparts != whole - 1)
        return;
    struct st_span rest = l->part[whole - 2];

    l->part[whole - 2] = st_span_word(&rest);
    l->part[whole - 1] = st_span_trim(rest);
    l->nparts = l->part[whole - 1].len ? whole : whole - 1;
}

static void no_room(struct skirmish_loader *l, int n, int most, const char *what)
{
    if (n == most)
        skirmish_bad(l, "more than %d %s", most, what);
}

/* ---- places ------------------------------------------------------------------------------ */

struct st_point skirmish_read_point(struct skirmish_loader *l, struct st_span s)
{
    struct st_span y = s, x = st_span_cut(&y, ',');
    int a = 0, b = 0;

    if (!l->has_table)
        skirmish_bad(l, "the line `table` must come first");
    else if (!st_span_int(x, 0, l->f->width, &a) || !st_span_int(y, 0, l->f->height, &b))
        skirmish_bad(l, "`%.*s` is no place x,y on a table of %d by %d mm", shown(s), s.at,
                     l->f->width, l->f->height);
    return st_point_mm(a, b);
}

static int read_points(struct skirmish_loader *l, struct st_span s, struct st_point *out)
{
    struct st_span word;
    int n = 0;

    while (!l->b.e && (word = st_span_word(&s)).len) {
        if (n == POINTS_MAX)
            skirmish_bad(l, "more than %d points", POINTS_MAX);
        else
            out[n++] = skirmish_read_point(l, word);
    }
    return n;
}

static void read_polygon(struct skirmish_loader *l, struct st_span s, struct skirmish_area *a)
{
    struct st_point at[POINTS_MAX];

    a->n = read_points(l, s, at);
    if (a->n < 3)
        skirmish_bad(l, "an outline has at least three points");
    else if (!st_polygon_simple(at, a->n))
        skirmish_bad(l, "the outline crosses or touches itself (5.1.10)");
    struct st_point *own = st_bind_array(&l->b, (size_t)a->n, sizeof *own);
    if (own)
        memcpy(own, at, (size_t)a->n * sizeof *own);
    a->point = own;
}

/* A name that no other of these areas has. */
static void name_area(struct skirmish_loader *l, struct skirmish_area *a, const char *what,
                      const struct skirmish_area *others, int n)
{
    for (int i = 0; i < n; i++)
        if (st_span_is(l->part[1], others[i].name))
            skirmish_bad(l, "%s `%s` stands twice", what, others[i].name);
    a->name = st_bind_text(&l->b, l->part[1]);
}

static void load_area(struct skirmish_loader *l)
{
    static const struct st_bound ground = { "ground", ST_ONE(struct skirmish_area, type),
                                            .words = skirmish_grounds, .nwords = GROUNDS };
    static const struct st_bound level = { "level", ST_ONE(struct skirmish_area, level), 0, 9 };
    struct skirmish_plan *f = l->f;
    struct skirmish_area a = { 0 };

    skirmish_need(l, 4, 5, "area id type points [level=n]");
    no_room(l, f->nareas, MAX_AREAS, "areas");
    skirmish_take(l, &ground, &a, l->part[2]);
    read_polygon(l, l->part[3], &a);
    if (l->nparts == 5) {
        struct st_span v = l->part[4], key = st_span_cut(&v, '=');

        if (!st_span_is(key, "level"))
            skirmish_bad(l, "`level=n` is all that may follow the points");
        skirmish_take(l, &level, &a, v);
    }
    name_area(l, &a, "area", f->area, f->nareas);
    if (!l->b.e)
        f->area[f->nareas++] = a;
}

static void load_building(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;
    struct skirmish_area a = { .type = OPEN };

    skirmish_need(l, 3, 3, "building id points");
    no_room(l, f->nbuildings, MAX_BUILDINGS, "buildings");
    read_polygon(l, l->part[2], &a);
    name_area(l, &a, "building", &f->area[MAX_AREAS], f->nbuildings);
    if (f->nedges + a.n > MAX_EDGES)
        skirmish_bad(l, "more than %d walls", MAX_EDGES);
    if (l->b.e)
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
    struct skirmish_bar b = { (uint8_t)type, (uint8_t)f->nsegs, (uint8_t)(n - 1),
                              st_bind_text(&l->b, l->part[1]) };

    if (f->nsegs + n - 1 > MAX_SEGS - 1)
        skirmish_bad(l, "more than %d stretches of line", MAX_SEGS - 1);
    for (int i = 0; i + 1 < n; i++)
        if (st_same_point(at[i], at[i + 1]))
            skirmish_bad(l, "a stretch without length");
    if (l->b.e)
        return;
    for (int i = 0; i + 1 < n; i++)
        f->seg[f->nsegs++] = skirmish_seg_of(at[i], at[i + 1]);
    f->bar[f->nbars++] = b;
}

struct bar_kind {
    uint8_t type;
};

static void load_line(struct skirmish_loader *l)
{
    static const struct st_bound kind = { "line", ST_ONE(struct bar_kind, type),
                                          .words = skirmish_obstacles, .nwords = DOOR };
    struct skirmish_plan *f = l->f;
    struct st_point at[POINTS_MAX];
    struct bar_kind k = { 0 };

    skirmish_need(l, 4, 4, "line id type points");
    if (f->nbars > f->nlines)
        skirmish_bad(l, "lines must come before the openings of buildings");
    no_room(l, f->nlines, MAX_LINES, "lines");
    skirmish_take(l, &kind, &k, l->part[2]);
    int n = read_points(l, l->part[3], at);
    if (n < 2)
        skirmish_bad(l, "a line has at least two points");
    for (int i = 0; i < f->nlines; i++)
        if (st_span_is(l->part[1], f->bar[i].name))
            skirmish_bad(l, "line `%s` stands twice", f->bar[i].name);
    add_bar(l, k.type, at, n);
    f->nlines += !l->b.e;
}

static void load_opening(struct skirmish_loader *l)
{
    static const struct st_bound kind = { "opening", ST_ONE(struct bar_kind, type),
                                          .words = skirmish_obstacles + DOOR,
                                          .nwords = OBSTACLES - DOOR };
    struct skirmish_plan *f = l->f;
    struct st_point at[2];
    struct bar_kind k = { 0 };
    int wall = -1;

    split_last(l, 5);
    skirmish_need(l, 5, 5, "opening building kind x1,y1 x2,y2");
    no_room(l, f->nbars - f->nlines, MAX_OPENINGS, "openings");
    skirmish_take(l, &kind, &k, l->part[2]);
    for (int i = 0; i < 2; i++)
        at[i] = skirmish_read_point(l, l->part[3 + i]);
    for (int i = 0; i < f->nedges && wall < 0; i++)
        if (st_span_is(l->part[1], f->area[MAX_AREAS + f->edge[i].building].name) &&
            st_within_segment(at[0], f->edge[i].seg.a, f->edge[i].seg.b, 0) &&
            st_within_segment(at[1], f->edge[i].seg.a, f->edge[i].seg.b, 0))
            wall = i;
    if (wall < 0)
        skirmish_bad(l, "the opening lies on no wall of a building `%.*s`", (int)l->part[1].len,
                     l->part[1].at);
    add_bar(l, DOOR + k.type, at, 2);
    if (!l->b.e)
        f->edge[wall].openings |= bit(f->nbars - 1);
}

static void load_exit(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;
    struct skirmish_exit x = { 0 };

    split_last(l, 5);
    skirmish_need(l, 5, 5, "exit side edge from to");
    no_room(l, f->nexits, MAX_EXITS, "exits");
    if (!l->has_table)
        skirmish_bad(l, "the line `table` must come first");
#define EXIT(member) ST_ONE(struct skirmish_exit, member)
    skirmish_take(l, &(struct st_bound){ "side", EXIT(side), .words = skirmish_side_ids,
                                         .nwords = ST_SIDES }, &x, l->part[1]);
    skirmish_take(l, &(struct st_bound){ "edge", EXIT(edge), .words = edges, .nwords = 4 }, &x,
                  l->part[2]);
    int length = x.edge < 2 ? f->width : f->height;
    skirmish_take(l, &(struct st_bound){ "from", EXIT(from), 0, length }, &x, l->part[3]);
    skirmish_take(l, &(struct st_bound){ "to", EXIT(to), x.from, length }, &x, l->part[4]);
    if (!l->b.e)
        f->exit[f->nexits++] = x;
}

/* ---- the head ---------------------------------------------------------------------------- */

static void load_title(struct skirmish_loader *l)
{
    skirmish_need(l, 3, 3, "scenario id title");
    l->b.plan->title = l->b.e ? "" : st_bind_text(&l->b, l->part[2]);
}

static void load_blurb(struct skirmish_loader *l)
{
    skirmish_need(l, 2, 2, "blurb text");
    l->b.plan->blurb = l->b.e ? "" : st_bind_text(&l->b, l->part[1]);
}

static void load_table(struct skirmish_loader *l)
{
    static const struct st_bound size[] = {
        { "width", ST_ONE(struct skirmish_plan, width), SIZE_LEAST, SIZE_MOST },
        { "height", ST_ONE(struct skirmish_plan, height), SIZE_LEAST, SIZE_MOST },
    };

    skirmish_need(l, 3, 3, "table W H");
    if (l->has_table)
        skirmish_bad(l, "a second table");
    for (int i = 0; i < 2; i++)
        skirmish_take(l, &size[i], l->f, l->part[1 + i]);
    l->has_table = true;
}

static void load_turns(struct skirmish_loader *l)
{
    skirmish_need(l, 2, 2, "turns n");
    l->has_turns = true;
    skirmish_choose(l, "turns", l->part[1]);
}

static void load_first(struct skirmish_loader *l)
{
    skirmish_need(l, 2, 2, "first A|B");
    l->has_first = true;
    skirmish_choose(l, "first", l->part[1]);
}

static void load_option(struct skirmish_loader *l)
{
    skirmish_need(l, 2, 2, "option name,name");
    skirmish_choose(l, "options", l->part[1]);
}

static void load_reading(struct skirmish_loader *l)
{
    char key[32];

    skirmish_need(l, 3, 3, "reading key word");
    if (!st_span_copy(l->part[1], key, sizeof key) || !skirmish_is_reading(key))
        skirmish_bad(l, "no reading `%.*s`", shown(l->part[1]), l->part[1].at);
    else
        skirmish_choose(l, key, l->part[2]);
}

static void load_side(struct skirmish_loader *l)
{
    struct skirmish_exit of = { 0 };
    char key[16];

    skirmish_need(l, 4, 4, "side id name break=n");
    skirmish_take(l, &(struct st_bound){ "side", EXIT(side), .words = skirmish_side_ids,
                                         .nwords = ST_SIDES }, &of, l->part[1]);
    if (l->side_title[of.side])
        skirmish_bad(l, "side `%s` stands twice", skirmish_side_ids[of.side]);
    struct st_span v = l->part[3], word = st_span_cut(&v, '=');
    if (!st_span_is(word, "break"))
        skirmish_bad(l, "break=n is missing");
    snprintf(key, sizeof key, "break.%s", skirmish_side_ids[of.side]);
    skirmish_choose(l, key, v);
    if (l->b.e)
        return;
    l->side_title[of.side] = st_bind_text(&l->b, l->part[2]);
    l->side_line[of.side] = l->line;
}

static void load_instant(struct skirmish_loader *l)
{
    skirmish_load_goal(l, GOAL_INSTANT);
}

static void load_onbreak(struct skirmish_loader *l)
{
    skirmish_load_goal(l, GOAL_ONBREAK);
}

static void load_victory(struct skirmish_loader *l)
{
    skirmish_load_goal(l, GOAL_VICTORY);
}

/* Goals name characters, and characters may stand anywhere in the file: they are read last. */
static const struct {
    const char *word;
    void (*load)(struct skirmish_loader *l);
    bool last;
} words[] = {
    { "scenario", load_title, false },   { "table", load_table, false },
    { "turns", load_turns, false },      { "first", load_first, false },
    { "option", load_option, false },    { "side", load_side, false },
    { "area", load_area, false },        { "line", load_line, false },
    { "building", load_building, false }, { "opening", load_opening, false },
    { "exit", load_exit, false },        { "char", skirmish_load_man, false },
    { "event", skirmish_load_event, false }, { "instant", load_instant, true },
    { "onbreak", load_onbreak, true },   { "victory", load_victory, true },
    { "blurb", load_blurb, false },      { "reading", load_reading, false },
};

static void load_one(struct skirmish_loader *l, bool last)
{
    const char *names[ST_COUNT(words)];
    struct bar_kind k = { 0 };

    for (int i = 0; i < ST_COUNT(words); i++)
        names[i] = words[i].word;
    skirmish_take(l, &(struct st_bound){ "line", ST_ONE(struct bar_kind, type), .words = names,
                                         .nwords = ST_COUNT(words) }, &k, l->part[0]);
    if (!l->b.e && words[k.type].last == last)
        words[k.type].load(l);
}

static void load_lines(struct skirmish_loader *l, bool last)
{
    struct st_line_reader r = { l->b.sc->text.at, l->b.sc->text.at + l->b.sc->text.len, 0 };
    struct st_span line;

    while (!l->b.e && st_line_next(&r, &line)) {
        if (st_span_trim(line).len == 0 || line.at[0] == '#')
            continue;
        l->line = r.line;
        for (int i = 0; i < PARTS_MAX; i++)
            l->part[i] = (struct st_span){ "", 0 }; /* a part that is missing is empty */
        for (l->nparts = 0; line.len && !l->b.e;) {
            if (l->nparts == PARTS_MAX)
                skirmish_bad(l, "more than %d parts", PARTS_MAX);
            else
                l->part[l->nparts++] = st_span_trim(st_span_cut(&line, '\t'));
        }
        load_one(l, last);
    }
    l->line = 0;
}

void skirmish_load_lines(struct skirmish_loader *l)
{
    load_lines(l, false);
    skirmish_sort_men(l);
    load_lines(l, true);
    if (!l->has_table || !l->has_turns || !l->has_first)
        skirmish_bad(l, "no line `%s`",
                     !l->has_table ? "table" : !l->has_turns ? "turns" : "first");
    for (int s = 0; s < ST_SIDES; s++)
        if (!l->side_title[s])
            skirmish_bad(l, "no line `side\t%s`", skirmish_side_ids[s]);
}
