/* hex.c - see hex.h. */
#include "space/hex.h"

#include <stdio.h>
#include <string.h>

/* Column and row (from 0, may lie outside) of the neighbour in a direction. Column 01 is index 0
 * and odd on the printed map, so the index's parity is the opposite of the name's. */
static void neighbour(int col, int row, int dir, int *c, int *r)
{
    static const int8_t dcol[6] = { 0, 1, 1, 0, -1, -1 };
    static const int8_t drow[2][6] = { { -1, -1, 0, 1, 0, -1 }, { -1, 0, 1, 1, 1, 0 } };

    *c = col + dcol[dir];
    *r = row + drow[col & 1][dir];
}

static bool on_map(const struct st_hexgrid *g, int col, int row)
{
    return col >= 0 && col < g->cols && row >= 0 && row < g->rows;
}

/* Hexes off the map: -2 - (name as a number), 0000 to 9999; -1 stays "none". */
static int code_of(int col, int row)
{
    return -2 - ((col + 1) * 100 + row + 1);
}

static void place_of(const struct st_hexgrid *g, int hex, int *col, int *row)
{
    if (hex >= 0) {
        *col = hex / g->rows;
        *row = hex % g->rows;
    } else {
        *col = (-2 - hex) / 100 - 1;
        *row = (-2 - hex) % 100 - 1;
    }
}

int st_hexgrid_make(struct st_hexgrid *g, struct st_arena *a, int cols, int rows,
                    const char *where, int line, struct st_error *err)
{
    if (cols < 1 || rows < 1 || cols > 99 || rows > 99 || cols * rows > ST_HEX_MAX)
        return st_fail(err, ST_ELIMIT, where, line, "a map of %d by %d hexes; at most %d are known",
                       cols, rows, ST_HEX_MAX);

    int16_t *near = st_arena_array(a, (size_t)(cols * rows * 6), sizeof *near);
    int8_t *slant = st_arena_array(a, (size_t)(cols * rows * 2), sizeof *slant);
    if (!near || !slant)
        return st_fail(err, ST_ENOMEM, where, line, "out of memory");
    *g = (struct st_hexgrid){ (int16_t)cols, (int16_t)rows, near, slant };
    for (int h = 0; h < cols * rows; h++) {
        int col = h / rows, row = h % rows;

        slant[h * 2] = (int8_t)col;
        slant[h * 2 + 1] = (int8_t)(row - (col - (col & 1)) / 2);
        for (int d = 0; d < 6; d++) {
            int c, r;

            neighbour(col, row, d, &c, &r);
            near[h * 6 + d] = (int16_t)(on_map(g, c, r) ? c * rows + r : -1);
        }
    }
    return ST_OK;
}

int st_hex_dir(const struct st_hexgrid *g, int from, int to)
{
    int fc, fr, tc, tr;

    if (from == -1 || to == -1)
        return -1; /* nowhere is no place next to 0100 */
    place_of(g, from, &fc, &fr);
    place_of(g, to, &tc, &tr);
    for (int d = 0; d < 6; d++) {
        int c, r;

        neighbour(fc, fr, d, &c, &r);
        if (c == tc && r == tr)
            return d;
    }
    return -1;
}

int st_hex_make(const struct st_hexgrid *g, int col, int row)
{
    return on_map(g, col - 1, row - 1) ? (col - 1) * g->rows + row - 1 : code_of(col - 1, row - 1);
}

void st_hex_name(const struct st_hexgrid *g, int hex, char out[6])
{
    int c, r;

    if (hex == -1) {
        memcpy(out, "-", 2);
        return;
    }
    place_of(g, hex, &c, &r);
    unsigned n = (unsigned)(c + 1) * 100 + (unsigned)(r + 1);
    for (int i = 3; i >= 0; i--, n /= 10) /* digit by digit: names are made by the thousand */
        out[i] = (char)('0' + n % 10);
    out[4] = 0;
}

bool st_hex_parse(const struct st_hexgrid *g, struct st_span word, int *hex)
{
    int n = 0;

    if (word.len != 4)
        return false;
    for (int i = 0; i < 4; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        n = n * 10 + (word.at[i] - '0');
    }
    *hex = st_hex_make(g, n / 100, n % 100);
    return true;
}

void st_hex_reach(struct st_reach *out, const struct st_hexgrid *g, const uint8_t *cost,
                  const struct st_hexset *shut, const struct st_hexset *halt, int from, int budget,
                  int goal)
{
    enum { BUDGET_MAX = 63, CLOSED = 127 };
    /* One chain of hexes for each number of points left. A hex moved to a better chain is left
     * standing in the worse one and passed over when its turn comes there. */
    int16_t head[BUDGET_MAX + 1], next[ST_HEX_MAX * 6], hex_of[ST_HEX_MAX * 6];
    int nodes = 1;

    st_assert(budget >= 0 && budget <= BUDGET_MAX);
    memset(out->left, -1, (size_t)st_hex_count(g));
    memset(head, -1, sizeof head[0] * (size_t)(budget + 1));
    for (int w = 0; shut && w < ST_HEX_WORDS; w++) /* closed hexes look as if well reached */
        for (uint64_t bits = shut->word[w]; bits; bits &= bits - 1)
            out->left[w * 64 + __builtin_ctzll(bits)] = CLOSED;
    out->n = 0;
    out->left[from] = (int8_t)budget;
    hex_of[0] = (int16_t)from;
    next[0] = -1;
    head[budget] = 0;
    for (int points = budget; points >= 0; points--)
        for (int node = head[points]; node >= 0; node = next[node]) {
            int h = hex_of[node];

            if (out->left[h] != points)
                continue;
            out->list[out->n++] = (int16_t)h;
            if (h == goal)
                goto found;
            if (points == 0 || (halt && h != from && st_hexset_has(halt, h)))
                continue;
            const uint8_t *price = cost + h * 6;
            const int16_t *near = g->near + h * 6;
            for (int d = 0; d < 6; d++) {
                int left = points - price[d];

                if (left < 0 || out->left[near[d]] >= left)
                    continue;
                out->left[near[d]] = (int8_t)left;
                hex_of[nodes] = near[d];
                next[nodes] = head[left];
                head[left] = (int16_t)nodes;
                nodes++;
            }
        }
found:
    for (int w = 0; shut && w < ST_HEX_WORDS; w++)
        for (uint64_t bits = shut->word[w]; bits; bits &= bits - 1)
            if (w * 64 + __builtin_ctzll(bits) != from)
                out->left[w * 64 + __builtin_ctzll(bits)] = -1;
}
