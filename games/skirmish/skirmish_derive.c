/* skirmish_derive.c - what is worked out once of a table: sets of areas and lines, squares for quick
 * looks at the ground, places where an ambusher might lie. */
#include "core/small.h"
#include "skirmish/skirmish_plan.h"

#include <string.h>

enum { SPOT_GRID = 24, SPOT_GAP = 12, OUTLINES = 6 /* in one cell, beyond which it is looked at */ };

struct skirmish_seg skirmish_seg_of(struct st_point a, struct st_point b)
{
    return (struct skirmish_seg){ a, b, a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x,
                                  a.y < b.y ? a.y : b.y, a.y < b.y ? b.y : a.y };
}

static void put_in_strips(struct skirmish_strips *s, int32_t from, int32_t to, struct skirmish_crossed what)
{
    for (int i = strip_of(from); i < STRIPS; i++) {
        s->begins[i].bars |= what.bars;
        s->begins[i].edges |= what.edges;
    }
    for (int i = strip_of(to); i >= 0; i--) {
        s->ends[i].bars |= what.bars;
        s->ends[i].edges |= what.edges;
    }
}

static void derive_strips(struct skirmish_plan *f)
{
    for (int i = 0; i < f->nbars; i++)
        for (int k = f->bar[i].first; k < f->bar[i].first + f->bar[i].n; k++) {
            put_in_strips(&f->across, f->seg[k].left, f->seg[k].right, (struct skirmish_crossed){ bit(i), 0 });
            put_in_strips(&f->along, f->seg[k].low, f->seg[k].high, (struct skirmish_crossed){ bit(i), 0 });
        }
    for (int i = 0; i < f->nedges; i++) {
        const struct skirmish_seg *s = &f->edge[i].seg;

        put_in_strips(&f->across, s->left, s->right, (struct skirmish_crossed){ 0, bit(i) });
        put_in_strips(&f->along, s->low, s->high, (struct skirmish_crossed){ 0, bit(i) });
    }
}

void skirmish_derive_sets(struct skirmish_plan *f)
{
    for (int i = 0; i < f->nareas; i++) {
        int type = f->area[i].type;
        uint32_t one = 1u << i;

        f->woods |= f->ground_sight_mm[type] ? one : 0;
        f->roads |= type == ROAD ? one : 0;
        f->wet |= f->ground_wet[type] ? one : 0;
        f->brush |= f->ground_cover[type] && !f->ground_sight_mm[type] ? one : 0;
        f->lairs |= f->ground_crouch[type] ? one : 0;
        for (int m = 0; m < 2; m++)
            f->hard[m][f->ground_class[m][type]] |= one;
    }
    for (int i = 0; i < f->nbuildings; i++)
        f->buildings |= 1u << (MAX_AREAS + i);
    for (int i = 0; i < f->nbars; i++) {
        int type = f->bar[i].type;

        f->bars_of[type] |= bit(i);
        f->fought_across |= f->bar_flag[BAR_FOUGHT][type] ? bit(i) : 0;
        f->blind_bars |= f->bar_flag[BAR_BLIND][type] ? bit(i) : 0;
        f->crouch_bars |= f->bar_flag[BAR_CROUCH][type] ? bit(i) : 0;
        f->high_bars |= f->bar_flag[BAR_HIGH][type] ? bit(i) : 0;
        f->cover_bars |= f->cover[type] ? bit(i) : 0;
        for (int m = 0; m < 2; m++)
            f->cross[m][f->bar_class[m][type]] |= bit(i);
    }
    f->doors = f->bars_of[DOOR] | f->bars_of[LARGE_OPENING];
    derive_strips(f);
}

enum { CELL_UM = 1 << CELL_SHIFT, MAX_COLS = (ST_FAR >> CELL_SHIFT) + 1 };

static struct st_point corner(int col, int row, int dx, int dy)
{
    return (struct st_point){ (col + dx) * CELL_UM, (row + dy) * CELL_UM };
}

/* An edge meets a cell if an end lies in it or it crosses one of its diagonals. */
static bool meets_cell(struct st_point a, struct st_point b, int col, int row)
{
    struct st_point low = corner(col, row, 0, 0), high = corner(col, row, 1, 1);

    if (a.x >= low.x && a.x <= high.x && a.y >= low.y && a.y <= high.y)
        return true;
    return st_segments_cross(a, b, low, high) ||
           st_segments_cross(a, b, corner(col, row, 0, 1), corner(col, row, 1, 0));
}

static int cell_below(int32_t um)
{
    return (um >> CELL_SHIFT) - ((um & (CELL_UM - 1)) == 0 && um > 0);
}

static void raster_edge(struct skirmish_plan *f, struct skirmish_cell *at, int area,
                        struct st_point a, struct st_point b)
{
    struct skirmish_seg s = skirmish_seg_of(a, b);

    for (int row = cell_below(s.low); row <= s.high >> CELL_SHIFT && row < f->rows; row++)
        for (int col = cell_below(s.left); col <= s.right >> CELL_SHIFT && col < f->cols; col++)
            if (meets_cell(a, b, col, row))
                at[row * f->cols + col].mixed |= 1u << area;
}

static void raster_area(struct skirmish_plan *f, struct skirmish_cell *at, int area)
{
    const struct skirmish_area *a = &f->area[area];
    int left = f->cols, right = 0, low = f->rows, high = 0; /* what lies beyond its corners is not inside */

    for (int i = 0; i < a->n; i++) {
        raster_edge(f, at, area, a->point[i], a->point[(i + 1) % a->n]);
        left = least(left, a->point[i].x >> CELL_SHIFT);
        right = most(right, a->point[i].x >> CELL_SHIFT);
        low = least(low, a->point[i].y >> CELL_SHIFT);
        high = most(high, a->point[i].y >> CELL_SHIFT);
    }
    for (int row = most(low, 0); row <= high && row < f->rows; row++) {
        bool known = false, inside = false; /* between outlines nothing changes */

        for (int col = most(left, 0); col <= right && col < f->cols; col++) {
            struct skirmish_cell *c = &at[row * f->cols + col];

            if (c->mixed >> area & 1) {
                known = false;
                continue;
            }
            if (!known)
                inside = st_inside(a->point, a->n, (struct st_point){
                    col * CELL_UM + CELL_UM / 2, row * CELL_UM + CELL_UM / 2 });
            known = true;
            c->sure |= inside ? 1u << area : 0;
        }
    }
}

static void derive_blocks(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;
    enum { SIDE = BLOCK_SHIFT - CELL_SHIFT };
    int cols = ((f->cols - 1) >> SIDE) + 1, rows = ((f->rows - 1) >> SIDE) + 1;
    struct skirmish_cell *block = st_bind_array(&l->b, (size_t)(cols * rows), sizeof *block);

    if (!block)
        return;
    for (int row = 0; row < f->rows; row++)
        for (int col = 0; col < f->cols; col++) {
            struct skirmish_cell *b = &block[(row >> SIDE) * cols + (col >> SIDE)];
            const struct skirmish_cell *c = &f->cell[row * f->cols + col];

            if (row % (1 << SIDE) == 0 && col % (1 << SIDE) == 0)
                *b = *c;
            else
                b->mixed |= c->mixed | (c->sure ^ b->sure);
        }
    f->block_cols = cols;
    f->block = block;
}

/* Whatever lies on which side of any outline. */
static uint8_t cell_grade(const struct skirmish_plan *f, struct skirmish_cell c, int mounted)
{
    int worst = O;

    if ((c.sure | c.mixed) & f->closable || __builtin_popcount(c.mixed) > OUTLINES)
        return GRADE_LOOK;
    for (uint32_t some = c.mixed;; some = (some - 1) & c.mixed) {
        int cls = skirmish_class_of(f, c.sure | some, 0, mounted);

        worst = cls > worst ? cls : worst;
        if (!some)
            return (uint8_t)(worst | (c.mixed ? 0 : GRADE_SURE));
    }
}

/* Nothing lies in the cell, on neither side of any outline, that hides. */
static bool cell_open(const struct skirmish_plan *f, struct skirmish_cell c)
{
    uint32_t all = c.sure | c.mixed;

    if (all & (f->woods | f->brush))
        return false;
    for (; all; all &= all - 1)
        if (f->area[__builtin_ctz(all)].level > 0)
            return false;
    return true;
}

static uint8_t one_more(int cells)
{
    return (uint8_t)(cells < UINT8_MAX ? cells + 1 : cells);
}

/* The least of three in a row of cells, for each of them; what is off the table is never asked about. */
static void least_of_three(uint8_t *out, const uint8_t *row, int cols)
{
    out[0] = row[0];
    for (int col = 1; col < cols; col++)
        out[col] = row[col] < row[col - 1] ? row[col] : row[col - 1];
    for (int col = 0; col + 1 < cols; col++)
        out[col] = out[col] < row[col + 1] ? out[col] : row[col + 1];
}

/* One more than the least of the eight around it, from the south-west and back. */
static void spread_clear(uint8_t *at, int cols, int rows)
{
    uint8_t near[MAX_COLS];
    int beside = UINT8_MAX;

    memset(near, UINT8_MAX, sizeof near);
    for (int row = 0; row < rows; row++, beside = UINT8_MAX) {
        uint8_t *c = at + row * cols;

        for (int col = 0; col < cols; col++)
            beside = c[col] = c[col] ? one_more(least(near[col], beside)) : 0;
        least_of_three(near, c, cols);
    }
    memset(near, UINT8_MAX, sizeof near);
    for (int row = rows - 1; row >= 0; row--, beside = UINT8_MAX) {
        uint8_t *c = at + row * cols;

        for (int col = cols - 1; col >= 0; col--)
            beside = c[col] = (uint8_t)least(c[col], one_more(least(near[col], beside)));
        least_of_three(near, c, cols);
    }
}

static void derive_clear(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;
    size_t cells = (size_t)(f->cols * f->rows);

    for (int i = 0; i < f->nevents; i++)
        f->closable |= 1u << f->event[i].area;
    for (int mounted = 0; mounted < 2; mounted++) {
        uint8_t *at = st_bind_array(&l->b, cells, sizeof *at);

        if (!at)
            return;
        at[0] = cell_grade(f, f->cell[0], mounted);
        for (size_t i = 1; i < cells; i++) {
            struct skirmish_cell c = f->cell[i], before = f->cell[i - 1];

            at[i] = c.sure == before.sure && c.mixed == before.mixed ? at[i - 1] : cell_grade(f, c, mounted);
        }
        f->grade[mounted] = at;
    }
    for (int what = 0; what < CLEAR_FOR; what++) {
        uint8_t *at = st_bind_array(&l->b, cells, sizeof *at);

        if (!at)
            return;
        const uint8_t *grade = f->grade[what % 2];
        int hardest = what < CLEAR_DIFFICULT ? O : D;

        for (size_t i = 0; i < cells; i++)
            at[i] = what < CLEAR_SIGHT ? (grade[i] & ~GRADE_SURE) <= hardest : cell_open(f, f->cell[i]);
        spread_clear(at, f->cols, f->rows);
        f->clear[what] = at;
    }
}

void skirmish_derive_cells(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;

    f->cols = (f->width * ST_MM >> CELL_SHIFT) + 1;
    f->rows = (f->height * ST_MM >> CELL_SHIFT) + 1;
    struct skirmish_cell *at = st_bind_array(&l->b, (size_t)(f->cols * f->rows), sizeof *at);
    if (!at)
        return;
    for (int i = 0; i < f->nareas; i++)
        raster_area(f, at, i);
    for (int i = 0; i < f->nbuildings; i++)
        raster_area(f, at, MAX_AREAS + i);
    f->cell = at;
    derive_blocks(l);
    derive_clear(l);
}

static bool good_spot(const struct skirmish_plan *f, int x, int y)
{
    struct skirmish_stand s = { (int16_t)x, (int16_t)y, 0, 0 };

    return x >= 0 && y >= 0 && x <= f->width && y <= f->height && skirmish_on_table(f, s) &&
           skirmish_off_bars(f, s) && skirmish_can_hide(f, s) &&
           skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(x, y)), 0, 0) != X;
}

static void add_spot(struct skirmish_plan *f, int x, int y, int *found, int stride)
{
    if (!good_spot(f, x, y))
        return;
    if (*found % stride == 0 && f->nspots < MAX_SPOTS)
        f->spot[f->nspots++] = (struct st_point){ x, y };
    ++*found;
}

static int spots_every(struct skirmish_plan *f, int stride)
{
    int found = 0;

    f->nspots = 0;
    for (int i = 0; i < f->nbars; i++) {
        if (!has(f->crouch_bars, i))
            continue;
        for (int k = f->bar[i].first; k < f->bar[i].first + f->bar[i].n; k++) {
            struct st_point a = st_point_to_mm(f->seg[k].a), b = st_point_to_mm(f->seg[k].b);
            int n = st_length_up(a, b) / SPOT_GRID;

            for (int j = 0; j <= n; j++)
                for (int side = -SPOT_GAP; side <= SPOT_GAP; side += 2 * SPOT_GAP) {
                    struct st_point at = st_along(a, b, j, n ? n : 1);
                    int len = st_length_up(a, b);

                    add_spot(f, at.x - (b.y - a.y) * side / len, at.y + (b.x - a.x) * side / len,
                             &found, stride);
                }
        }
    }
    for (int y = SPOT_GRID; y < f->height; y += SPOT_GRID)
        for (int x = SPOT_GRID; x < f->width; x += SPOT_GRID)
            if (skirmish_areas_at(f, st_point_mm(x, y)) & (f->lairs | f->woods))
                add_spot(f, x, y, &found, stride);
    return found;
}

void skirmish_find_spots(struct skirmish_plan *f)
{
    int found = spots_every(f, 1);

    if (found > MAX_SPOTS)
        spots_every(f, found / MAX_SPOTS + 1);
}
