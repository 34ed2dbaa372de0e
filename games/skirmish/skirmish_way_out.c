/* skirmish_way_out.c - a player's judgement, the way out: straight to an exit, or by way of one place where that is
 * better, round ground that wants a die and round lines behind which somebody unseen may crouch. No rule. */
#include "skirmish/skirmish_worth.h"

enum { STRIDE_MM = 20, CELL_MM = 20, ACROSS = 5, EDGE_MM = 50, ASIDES = 7, BARRED = 10 /* times as long */ };

int skirmish_lurk_mm(const struct skirmish_plan *f, int x, int y)
{
    int near = LURK_MM;

    for (int i = 0; i < f->nbars; i++)
        for (int k = 0; has(f->crouch_bars, i) && k < f->bar[i].n; k++) {
            const struct skirmish_seg *s = &f->seg[f->bar[i].first + k];
            int dx = x * ST_MM < s->left ? s->left - x * ST_MM : x * ST_MM > s->right ? x * ST_MM - s->right : 0;
            int dy = y * ST_MM < s->low ? s->low - y * ST_MM : y * ST_MM > s->high ? y * ST_MM - s->high : 0;
            int mm = (dx > dy ? dx : dy) / ST_MM;

            near = mm < near ? mm : near;
        }
    return near;
}

struct walker { /* for whom a way is looked for */
    const struct skirmish_eye *e;
    int side, mounted;
    bool wary; /* there are enemies he does not see */
};

/* By how much a straight leg seems longer than it is, mm. */
static int leg_more(const struct walker *w, struct st_point from, struct st_point to)
{
    int way = st_length_up(from, to), percent = 0;

    for (int k = STRIDE_MM / 2; k < way; k += STRIDE_MM) {
        struct st_point at = st_along(from, to, k, way);
        int cls = skirmish_class_at(w->e->t, at.x, at.y, w->mounted);

        percent += cls == X ? BARRED * 100 : cls != O ? w->e->w[W_SLOW] : 0;
        if (w->wary && skirmish_lurk_mm(w->e->f, at.x, at.y) < LURK_MM)
            percent += w->e->w[W_WARY];
    }
    return STRIDE_MM * percent / 100;
}

/* The exit as it is nearest, or a little aside of that, where the way is open: a bridge, a gap. */
static struct st_point exit_aside(const struct walker *w, struct st_point from, int i)
{
    static const int16_t aside[] = { 0, 20, -20, 40, -40, 80, -80 };
    struct st_point out = from, by = from;

    _Static_assert(sizeof aside / sizeof aside[0] == ASIDES, "one for each");
    skirmish_exit_of(w->e, w->side, from, &out);
    bool upright = out.x == 0 || out.x == w->e->f->width; /* an edge at the left or right */
    *(upright ? &by.y : &by.x) += aside[i];
    skirmish_exit_of(w->e, w->side, by, &out);
    return out;
}

/* The first of them with open ground all the way, else the nearest. */
static struct st_point open_exit(const struct walker *w, struct st_point from)
{
    for (int i = 0; i < ASIDES; i++) {
        struct st_point out = exit_aside(w, from, i);

        if (skirmish_step_within(w->e->t, from, out, w->mounted, O))
            return out;
    }
    return exit_aside(w, from, 0);
}

struct way {
    int mm, beyond;   /* all of it; without the straight line to the first place */
    int by, aside;    /* of the net, from 1, or 0: straight to the exit, so far aside */
};

static struct way way_straight(const struct walker *w, struct st_point from)
{
    struct way best = { INT32_MAX, 0, 0, 0 };

    for (int i = 0; i < ASIDES; i++) {
        struct st_point out = exit_aside(w, from, i);
        int more = leg_more(w, from, out), mm = st_length_up(from, out) + more;

        if (mm < best.mm)
            best = (struct way){ mm, more, 0, i };
        if (!more)
            break;
    }
    return best;
}

/* Places to go by: a net of them, and its edges near those of the table. */
static struct st_point of_net(const struct skirmish_plan *f, int i)
{
    const int size[2] = { f->width, f->height }, at[2] = { i % ACROSS, i / ACROSS };
    int mm[2];

    for (int k = 0; k < 2; k++)
        mm[k] = at[k] == 0 ? EDGE_MM : at[k] == ACROSS - 1 ? size[k] - EDGE_MM : size[k] * at[k] / (ACROSS - 1);
    return (struct st_point){ mm[0], mm[1] };
}

static struct way best_way(const struct walker *w, struct st_point from)
{
    struct way best = way_straight(w, from);

    for (int i = 0; best.beyond && i < ACROSS * ACROSS; i++) {
        struct st_point by = of_net(w->e->f, i);
        int there = st_length_up(from, by);

        if (there >= best.mm)
            continue;
        int beyond = way_straight(w, by).mm;
        if (there + beyond >= best.mm)
            continue;
        beyond += leg_more(w, from, by);
        if (there + beyond < best.mm)
            best = (struct way){ there + beyond, beyond, i + 1, 0 };
    }
    return best;
}

/* The same for the cell in which a man stands, kept: whoever moves within it keeps to his way. */
static struct way way_of(const struct walker *w, struct st_point cell)
{
    const uint64_t key = key_of_way(KEPT_WAY_OUT, cell, (struct st_point){ w->side, w->wary }, w->mounted);
    const uint64_t more = closed_areas(w->e->p);
    struct st_kept *kept = kept_of(w->e->t, key, more);

    if (st_known(kept, key, more))
        return (struct way){ 0, (int)(kept->value >> 16), (int)(kept->value >> 8 & 0xff), (int)(kept->value & 0xff) };
    struct way found = best_way(w, cell);
    st_keep(kept, key, more, (uint64_t)found.beyond << 16 | (uint64_t)found.by << 8 | (uint64_t)found.aside);
    return found;
}

bool skirmish_way_out(const struct skirmish_eye *e, int u, struct st_point *to, int *beyond)
{
    const int side = e->f->man[u].side, mounted = horse_of(e->t, u);
    const uint64_t foes = enemies_of(e->t, u);
    const struct walker w = { e, side, mounted, (foes & e->p->unseen) != 0 };
    struct st_point own = spot_of(e->p, u);

    if (!skirmish_exit_of(e, side, own, to))
        return false;
    if (foes & e->p->mounted) { /* riders after him: there is no time to go round, and slow ground stops them too */
        *to = open_exit(&w, own);
        *beyond = 0;
        return true;
    }
    struct way way = way_of(&w, (struct st_point){ own.x / CELL_MM * CELL_MM + CELL_MM / 2,
                                                   own.y / CELL_MM * CELL_MM + CELL_MM / 2 });
    *to = way.by ? of_net(e->f, way.by - 1) : exit_aside(&w, own, way.aside);
    *beyond = way.beyond;
    return true;
}
