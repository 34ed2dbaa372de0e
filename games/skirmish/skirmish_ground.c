/* skirmish_ground.c - 5.1 to 5.3: bases, contact, terrain, lines, sight.
 *
 * Terrain is asked for by the million, sample by sample. The plan keeps a raster of 8 mm cells
 * that knows which areas hold a cell wholly and which have their outline in it; only the latter
 * are looked at closely, so the answers are those of the polygons themselves.
 */
#include "skirmish/skirmish.h"

/* ---- bases (5.1) ------------------------------------------------------------------------- */

struct st_point skirmish_out(const struct skirmish_plan *f, int facing, int32_t u, int32_t v)
{
    struct st_pose pose = { { 0, 0 }, f->heading[facing], 0 };

    return st_pose_out(pose, u, v);
}

struct st_capsule skirmish_base(const struct skirmish_plan *f, struct skirmish_stand s)
{
    struct st_point at = { s.x * ST_MM, s.y * ST_MM };

    if (!s.mounted)
        return (struct st_capsule){ at, at, FOOT_R };
    struct st_point half = f->spine[s.facing];
    return (struct st_capsule){ { at.x - half.x, at.y - half.y }, { at.x + half.x, at.y + half.y },
                                RIDER_R };
}

struct skirmish_stand skirmish_start(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return (struct skirmish_stand){ p->start_x[u], p->start_y[u], p->start_facing[u],
                                    has(p->mounted_start, u) };
}

int skirmish_apart(const struct skirmish_plan *f, struct skirmish_stand a, struct skirmish_stand b,
                   int um)
{
    if (!a.mounted && !b.mounted) { /* two discs: by far the commonest */
        int64_t dx = (a.x - b.x) * (int64_t)ST_MM, dy = (a.y - b.y) * (int64_t)ST_MM;
        int64_t gap2 = dx * dx + dy * dy, far = 2 * FOOT_R + (int64_t)um;

        return far < 0 ? 1 : gap2 < far * far ? -1 : gap2 > far * far;
    }
    struct st_capsule p = skirmish_base(f, a), q = skirmish_base(f, b);
    return st_capsule_cmp(&p, &q, um);
}

struct st_frac skirmish_gap2(const struct skirmish_plan *f, struct skirmish_stand a,
                             struct skirmish_stand b)
{
    struct st_capsule p = skirmish_base(f, a), q = skirmish_base(f, b);

    return st_segments_gap2(p.a, p.b, q.a, q.b);
}

/* ---- lines and walls (5.2.4, 5.2.5) ------------------------------------------------------ */

static bool frames_meet(const struct skirmish_seg *s, int32_t left, int32_t right, int32_t low,
                        int32_t high)
{
    return s->left <= right && s->right >= left && s->low <= high && s->high >= low;
}

/* What may lie in a frame; the rest surely does not. */
static struct skirmish_crossed in_frame(const struct skirmish_plan *f, int32_t left, int32_t right, int32_t low,
                                        int32_t high)
{
    const struct skirmish_crossed *w = &f->across.ends[strip_of(left)], *e = &f->across.begins[strip_of(right)];
    const struct skirmish_crossed *s = &f->along.ends[strip_of(low)], *n = &f->along.begins[strip_of(high)];

    return (struct skirmish_crossed){ w->bars & e->bars & s->bars & n->bars,
                                      w->edges & e->edges & s->edges & n->edges };
}

struct skirmish_crossed skirmish_crossing(const struct skirmish_plan *f, struct st_point a,
                                          struct st_point b)
{
    struct skirmish_crossed c = { 0, 0 };
    int32_t left = a.x < b.x ? a.x : b.x, right = a.x < b.x ? b.x : a.x;
    int32_t low = a.y < b.y ? a.y : b.y, high = a.y < b.y ? b.y : a.y;

    struct skirmish_crossed near = in_frame(f, left, right, low, high);

    while (near.bars) {
        int i = take_one(&near.bars);

        for (int k = f->bar[i].first; k < f->bar[i].first + f->bar[i].n; k++) {
            const struct skirmish_seg *s = &f->seg[k];

            if (frames_meet(s, left, right, low, high) && st_segments_cross(a, b, s->a, s->b)) {
                c.bars |= bit(i);
                break;
            }
        }
    }
    while (near.edges) {
        int i = take_one(&near.edges);
        const struct skirmish_seg *s = &f->edge[i].seg;

        if (frames_meet(s, left, right, low, high) && st_segments_cross(a, b, s->a, s->b))
            c.edges |= bit(i);
    }
    return c;
}

bool skirmish_walled(const struct skirmish_plan *f, struct skirmish_crossed c, uint64_t through)
{
    while (c.edges)
        if (!(f->edge[take_one(&c.edges)].openings & c.bars & through))
            return true;
    return false;
}

uint64_t skirmish_near(const struct st_table *t, uint64_t among, struct st_point at, int mm)
{
    const struct skirmish_pos *p = pos_of(t);
    uint16_t low_x = (uint16_t)(at.x - mm), low_y = (uint16_t)(at.y - mm), wide = (uint16_t)(2 * mm);
    uint8_t near[MAX_MEN]; /* all of them at once, which is quicker than those who are asked for one by one */

    for (int v = 0; v < MAX_MEN; v++)
        near[v] = ((uint16_t)(p->x[v] - low_x) <= wide) & ((uint16_t)(p->y[v] - low_y) <= wide);
    return among & set_of(near);
}

/* Most of those who are asked about are out of all reach. */
static bool beyond_touch(struct skirmish_stand a, struct skirmish_stand b)
{
    int dx = a.x - b.x, dy = a.y - b.y;

    return dx > MEET_MM || dx < -MEET_MM || dy > MEET_MM || dy < -MEET_MM;
}

bool skirmish_touching(const struct skirmish_plan *f, struct skirmish_stand a,
                       struct skirmish_stand b)
{
    if (beyond_touch(a, b) || skirmish_blank(a) || skirmish_blank(b))
        return false;
    if (skirmish_apart(f, a, b, 0) < 0 || skirmish_apart(f, a, b, REACH) > 0)
        return false;
    struct skirmish_crossed c = skirmish_crossing(f, st_point_mm(a.x, a.y), st_point_mm(b.x, b.y));
    if ((c.bars & (f->blind_bars | f->bars_of[WINDOW] | f->bars_of[LOOPHOLE])) ||
        skirmish_walled(f, c, f->doors))
        return false;
    return c.bars & f->fought_across ? true : skirmish_apart(f, a, b, TOUCH) <= 0;
}

int skirmish_bar_between(const struct skirmish_plan *f, struct skirmish_stand a,
                         struct skirmish_stand b)
{
    struct skirmish_crossed c = skirmish_crossing(f, st_point_mm(a.x, a.y), st_point_mm(b.x, b.y));
    uint64_t bars = c.bars & f->fought_across;

    return bars ? __builtin_ctzll(bars) : -1;
}

uint64_t skirmish_contacts_at(const struct st_table *t, int u, struct skirmish_stand s,
                              uint64_t among)
{
    uint64_t touched = 0;

    for (among = skirmish_near(t, among & ~bit(u), (struct st_point){ s.x, s.y }, MEET_MM); among;) {
        int v = take_one(&among);

        if (skirmish_touching(plan_of(t), s, skirmish_where(t, v)))
            touched |= bit(v);
    }
    return touched;
}

/* An unseen man touches nobody: whom he touches sees him (5.7.5). */
uint64_t skirmish_contacts(const struct st_table *t, int u)
{
    if (has(pos_of(t)->unseen, u))
        return 0;
    return skirmish_contacts_at(t, u, skirmish_where(t, u), seen_enemies(t, u));
}

struct reach { /* a base and what is not farther from its spine than um */
    struct st_capsule base;
    int32_t um, left, right, low, high;
};

static struct reach reach_of(const struct skirmish_plan *f, struct skirmish_stand s, int32_t more)
{
    struct st_capsule c = skirmish_base(f, s);
    int32_t um = c.radius + more;

    return (struct reach){ c, um, (c.a.x < c.b.x ? c.a.x : c.b.x) - um,
                           (c.a.x < c.b.x ? c.b.x : c.a.x) + um,
                           (c.a.y < c.b.y ? c.a.y : c.b.y) - um,
                           (c.a.y < c.b.y ? c.b.y : c.a.y) + um };
}

static inline int seg_gap(const struct skirmish_seg *s, const struct reach *r)
{
    return frames_meet(s, r->left, r->right, r->low, r->high)
               ? st_segments_cmp(r->base.a, r->base.b, s->a, s->b, r->um) : 1;
}

uint64_t skirmish_pressed(const struct skirmish_plan *f, struct skirmish_stand s)
{
    struct reach r = reach_of(f, s, PRESSED);
    uint64_t pressed = 0, near = in_frame(f, r.left, r.right, r.low, r.high).bars;

    while (near) {
        int i = take_one(&near);

        for (int k = f->bar[i].first; k < f->bar[i].first + f->bar[i].n; k++)
            if (seg_gap(&f->seg[k], &r) <= 0) {
                pressed |= bit(i);
                break;
            }
    }
    return pressed;
}

bool skirmish_off_bars(const struct skirmish_plan *f, struct skirmish_stand s)
{
    struct reach r = reach_of(f, s, 0);
    struct skirmish_crossed near = in_frame(f, r.left, r.right, r.low, r.high);

    for (near.bars &= bit(f->nlines) - 1; near.bars;) {
        int i = take_one(&near.bars);

        for (int k = f->bar[i].first; k < f->bar[i].first + f->bar[i].n; k++)
            if (seg_gap(&f->seg[k], &r) < 0)
                return false;
    }
    while (near.edges)
        if (seg_gap(&f->edge[take_one(&near.edges)].seg, &r) < 0)
            return false;
    return true;
}

bool skirmish_on_table(const struct skirmish_plan *f, struct skirmish_stand s)
{
    struct st_capsule base = skirmish_base(f, s);

    return st_capsule_on(&base, f->width * ST_MM, f->height * ST_MM);
}

/* ---- areas (5.2.1, 5.2.2) ---------------------------------------------------------------- */

static uint32_t look_closely(const struct skirmish_plan *f, struct skirmish_cell c,
                             struct st_point um)
{
    while (c.mixed) {
        int i = __builtin_ctz(c.mixed);

        c.mixed &= c.mixed - 1;
        if (st_inside(f->area[i].point, f->area[i].n, um))
            c.sure |= 1u << i;
    }
    return c.sure;
}

uint32_t skirmish_areas_at(const struct skirmish_plan *f, struct st_point um)
{
    int col = um.x >> CELL_SHIFT, row = um.y >> CELL_SHIFT;

    if (um.x < 0 || um.y < 0 || col >= f->cols || row >= f->rows)
        return 0;
    return look_closely(f, f->cell[row * f->cols + col], um);
}

int skirmish_class_of(const struct skirmish_plan *f, uint32_t areas, uint32_t closed, int mounted)
{
    if (areas == 0)
        return O;
    if (areas & f->buildings)
        return mounted ? X : O;
    if (areas & f->roads)
        return O;
    if (areas & (f->hard[mounted][X] | closed))
        return X;
    return areas & f->hard[mounted][V] ? V : areas & f->hard[mounted][D] ? D : O;
}

int skirmish_class_at(const struct st_table *t, int x, int y, int mounted)
{
    const struct skirmish_plan *f = plan_of(t);

    return skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(x, y)), closed_areas(pos_of(t)),
                             mounted);
}

static int level_of(const struct skirmish_plan *f, uint32_t areas)
{
    int level = 0;

    for (; areas; areas &= areas - 1) {
        int of = f->area[__builtin_ctz(areas)].level;

        level = of > level ? of : level;
    }
    return level;
}

int skirmish_level_at(const struct skirmish_plan *f, int x, int y)
{
    return level_of(f, skirmish_areas_at(f, st_point_mm(x, y)));
}

bool skirmish_indoors(const struct skirmish_plan *f, int x, int y)
{
    return skirmish_areas_at(f, st_point_mm(x, y)) & f->buildings;
}

/* ---- samples (5.1.9) --------------------------------------------------------------------- */

/* One coordinate of the samples, from one to any later one: whole and rest / den, cut off, are the
 * way rounded to the nearest, halves away from 0. */
struct runner {
    int32_t base, sign, whole, step_whole;
    int32_t rest, step_rest, den; /* below 2^17 on a table of 4 m, and skipped by some hundreds at most */
};

static struct runner runner_make(int from_mm, int to_mm, int n)
{
    int32_t way = (to_mm - from_mm) * ST_MM, size = way < 0 ? -way : way;
    int32_t den = 4 * n, first = 2 * size + 2 * n, step = 4 * size;

    return (struct runner){ from_mm * ST_MM, way < 0 ? -1 : 1, first / den,
                            step / den, first % den, step % den, den };
}

static int32_t runner_at(const struct runner *r)
{
    return r->base + r->sign * r->whole;
}

static void runner_skip(struct runner *r, int n)
{
    if (n == 1) { /* along an outline: spare the division */
        r->rest += r->step_rest;
        r->whole += r->step_whole + (r->rest >= r->den);
        r->rest -= r->rest >= r->den ? r->den : 0;
        return;
    }
    r->rest += n * r->step_rest;
    r->whole += n * r->step_whole + r->rest / r->den;
    r->rest %= r->den;
}

/* How many further samples of a runner stay in its square of that size. */
static int32_t stays(const struct runner *r, int shift)
{
    int32_t at = runner_at(r), in = at & ((1 << shift) - 1);

    return (r->sign > 0 ? (1 << shift) - 1 - in : in) / (r->step_whole + 1);
}

static int stays_in(const struct runner *x, const struct runner *y, int shift)
{
    int32_t along = stays(x, shift), up = stays(y, shift);

    return 1 + (along < up ? along : up);
}

/* The areas at a sample, and how many samples from it on certainly lie in the same ones. */
static int stretch(const struct skirmish_plan *f, const struct runner *x, const struct runner *y,
                   uint32_t *areas)
{
    struct st_point at = { runner_at(x), runner_at(y) };
    int shift = BLOCK_SHIFT;
    struct skirmish_cell c = f->block[(at.y >> BLOCK_SHIFT) * f->block_cols +
                                      (at.x >> BLOCK_SHIFT)];

    if (c.mixed) {
        shift = CELL_SHIFT;
        c = f->cell[(at.y >> CELL_SHIFT) * f->cols + (at.x >> CELL_SHIFT)];
    }
    if (c.mixed) {
        *areas = look_closely(f, c, at);
        return 1;
    }
    *areas = c.sure;
    return stays_in(x, y, shift);
}

static int length_mm(int x0, int y0, int x1, int y1)
{
    return st_length_up((struct st_point){ x0, y0 }, (struct st_point){ x1, y1 });
}

/* How many samples from here on lie in cells that are clear of what is asked about: a sample is at most 1 mm
 * on along either axis, a cell 8 mm and a bit. */
static int leap(int clear_cells, const struct runner *x, const struct runner *y)
{
    return clear_cells > 1 ? 1 + 8 * (clear_cells - 1) : stays_in(x, y, CELL_SHIFT);
}

/* The worst that a sample in this square can be, whatever lies on which side of an outline. */
static int worst_in(const struct skirmish_plan *f, struct skirmish_cell c, uint32_t closed, int mounted)
{
    int with, without;

    if (c.mixed & (c.mixed - 1))
        return X;
    without = skirmish_class_of(f, c.sure, closed, mounted);
    with = skirmish_class_of(f, c.sure | c.mixed, closed, mounted);
    return with > without ? with : without;
}

int skirmish_worst_ground(const struct skirmish_plan *f, uint32_t closed, struct st_point from, struct st_point to,
                          int mounted, uint32_t leaving, int least, int enough)
{
    uint32_t met = 0;
    int n = st_length_up(from, to), worst = least;
    struct runner x = runner_make(from.x, to.x, n ? n : 1);
    struct runner y = runner_make(from.y, to.y, n ? n : 1);
    bool quick = !(closed & ~f->closable);

    for (int k = 0, more; k < n && worst <= enough && worst < X; k += more) {
        int cell = (runner_at(&y) >> CELL_SHIFT) * f->cols + (runner_at(&x) >> CELL_SHIFT);
        int grade = quick ? f->grade[mounted][cell] : GRADE_LOOK, worst_here = grade & ~GRADE_SURE;

        if (worst_here <= worst) { /* nothing could be learnt by looking closely */
            more = leap(f->clear[mounted + (worst == O ? CLEAR_OPEN : CLEAR_DIFFICULT)][cell], &x, &y);
        } else if (grade & GRADE_SURE) {
            worst = worst_here;
            more = 1;
        } else if (f->cell[cell].mixed && !leaving && worst_in(f, f->cell[cell], closed, mounted) <= worst) {
            more = 1;
        } else {
            uint32_t areas;

            more = stretch(f, &x, &y, &areas);
            met |= areas & (f->roads | f->buildings) ? 0 : areas & leaving;
            int cls = skirmish_class_of(f, areas & ~leaving, closed, mounted);
            worst = cls > worst ? cls : worst;
        }
        runner_skip(&x, more);
        runner_skip(&y, more);
    }
    return met && worst < V ? V : worst;
}

/* The worst of the bars, if it is worse than the ground. */
static int worst_crossed(const struct skirmish_plan *f, uint64_t bars, int mounted, int worst)
{
    for (int cls = X; cls > worst; cls--)
        if (bars & f->cross[mounted][cls])
            return cls;
    return worst;
}

int skirmish_ground_class(const struct skirmish_plan *f, uint32_t closed, struct st_point from,
                          struct st_point to, int mounted, uint32_t leaving,
                          struct skirmish_crossed *crossed)
{
    *crossed = skirmish_crossing(f, st_point_mm(from.x, from.y), st_point_mm(to.x, to.y));
    return skirmish_worst_ground(f, closed, from, to, mounted, leaving,
                                 worst_crossed(f, crossed->bars, mounted, O), X);
}

bool skirmish_step_within(const struct st_table *t, struct st_point from, struct st_point to, int mounted, int cls)
{
    const struct skirmish_plan *f = plan_of(t);
    const uint32_t closed = closed_areas(pos_of(t));
    const uint64_t key = key_of_way(KEPT_WITHIN, from, to, mounted << 4 | cls);
    struct st_kept *kept = kept_of(t, key, closed);

    if (st_known(kept, key, closed))
        return kept->value;
    struct skirmish_crossed c = skirmish_crossing(f, st_point_mm(from.x, from.y), st_point_mm(to.x, to.y));
    bool within = worst_crossed(f, c.bars, mounted, cls) == cls &&
                  skirmish_worst_ground(f, closed, from, to, mounted, 0, cls, cls) == cls;
    st_keep(kept, key, closed, within);
    return within;
}

int skirmish_step_class(const struct st_table *t, struct st_point from, struct st_point to,
                        int mounted, uint32_t leaving, struct skirmish_crossed *crossed)
{
    return skirmish_ground_class(plan_of(t), closed_areas(pos_of(t)), from, to, mounted, leaving,
                                 crossed);
}

/* ---- sight (5.3) ------------------------------------------------------------------------- */

/* brief: it may stop where nothing more can be seen. */
static struct skirmish_look look_along(const struct skirmish_plan *f, int x0, int y0, int x1,
                                       int y1, bool brief)
{
    struct skirmish_look l = { .deep = f->ground_sight_mm[WOODS] };
    int n = length_mm(x0, y0, x1, y1);
    struct runner x = runner_make(x0, x1, n ? n : 1), y = runner_make(y0, y1, n ? n : 1);
    int ends = skirmish_level_at(f, x0, y0), other = skirmish_level_at(f, x1, y1);

    ends = other > ends ? other : ends;
    l.crossed = skirmish_crossing(f, st_point_mm(x0, y0), st_point_mm(x1, y1));
    l.walled = (l.crossed.bars & f->blind_bars) || skirmish_walled(f, l.crossed, ~0ull);
    if (l.walled)
        return l;
    for (int k = 0, more; k < n; k += more) {
        uint32_t areas = 0;

        int clear = f->clear[CLEAR_SIGHT][(runner_at(&y) >> CELL_SHIFT) * f->cols + (runner_at(&x) >> CELL_SHIFT)];

        more = clear ? leap(clear, &x, &y) : stretch(f, &x, &y, &areas);
        more = more < n - k ? more : n - k;
        if (areas) {
            int far = k >= OWN_PLACE ? more : k + more - OWN_PLACE;

            l.wood += areas & f->woods ? more : 0;
            l.wood_far += areas & f->woods && far > 0 ? far : 0;
            l.brush_far |= far > 0 ? areas & f->brush : 0;
            l.brush_samples += areas & f->brush && far > 0 ? far : 0;
            l.higher |= level_of(f, areas) > ends;
            if (brief && skirmish_blocked(&l))
                return l;
        }
        runner_skip(&x, more);
        runner_skip(&y, more);
    }
    return l;
}

struct skirmish_look skirmish_look(const struct skirmish_plan *f, int x0, int y0, int x1, int y1)
{
    return look_along(f, x0, y0, x1, y1, false);
}

const char *skirmish_blocked(const struct skirmish_look *l)
{
    return l->walled ? "5.3.2" : l->wood > l->deep ? "5.3.3" : l->higher ? "5.3.4" : NULL;
}

const char *skirmish_blocker(const struct skirmish_plan *f, const struct skirmish_look *l,
                             struct skirmish_stand from, struct skirmish_stand at)
{
    enum { PARTS = 128 };
    uint64_t bars = l->crossed.bars & f->blind_bars;
    int ends = skirmish_level_at(f, from.x, from.y), other = skirmish_level_at(f, at.x, at.y);

    ends = other > ends ? other : ends;
    if (l->walled && bars)
        return f->bar[__builtin_ctzll(bars)].name;
    for (int i = 1; i < PARTS; i++) {
        uint32_t areas = skirmish_areas_at(f, st_point_mm(from.x + (at.x - from.x) * i / PARTS,
                                                          from.y + (at.y - from.y) * i / PARTS));

        areas &= l->walled ? f->buildings : l->wood > l->deep ? f->woods : ~0u;
        if (areas && (l->walled || l->wood > l->deep || level_of(f, areas) > ends))
            return f->area[__builtin_ctz(areas)].name;
    }
    return NULL;
}

bool skirmish_sees(const struct skirmish_plan *f, int x0, int y0, int x1, int y1)
{
    struct skirmish_look l = look_along(f, x0, y0, x1, y1, true);

    return !skirmish_blocked(&l);
}
