/* guerre_plan.c - charts (guerre_charts.c) and a scenario file (guerre_scenario.c) become a plan: the
 * elements of open battles, what must fit together, the names. */
#include "guerre/guerre_load.h"

#include <stdio.h>
#include <string.h>

enum { OPEN_WIDTH = 900, OPEN_HEIGHT = 600 }; /* mm */

void guerre_add_element(struct guerre_loader *l, const struct guerre_element *x, const char *name,
                        const char *title)
{
    struct guerre_plan *f = l->f;
    int i = f->nelements;

    if (strcmp(name, "N") == 0)
        st_bad(&l->b, "no element can be called N: `fight N` means not to fight on");
    else if (x->cinc && f->cinc[x->side] >= 0)
        st_bad(&l->b, "a second commander of one side");
    else if (x->cinc && x->type == CP)
        st_bad(&l->b, "a camp is no commander");
    else if (x->swiss && x->grade == RECRUITS)
        st_bad(&l->b, "there are no Swiss recruits (5.1.13)");
    if (!st_room(&l->b, i, MAX_ELEMENTS, "elements"))
        return;
    if (x->cinc)
        f->cinc[x->side] = i;
    f->element[i] = *x;
    l->name[i] = name;
    l->title[i] = title;
    l->element_line[i] = l->b.line;
    f->of_side[x->side] |= bit(i);
    f->reach_most[i] = f->reach[x->type] > f->reach[LF] ? f->reach[x->type] : f->reach[LF];
    if (x->type == CP)
        f->camps |= bit(i);
    f->nelements++;
}

/* ---- an open battle: the elements of the lists ------------------------------------------- */

/* What people call the i-th of an army: where several bear one name, with a number. */
static const char *army_title(struct guerre_loader *l, const struct guerre_army *a, int i)
{
    char text[160];
    int before = 0, in_all = 0;

    for (int k = 0; k < a->n; k++) {
        bool same = strcmp(a->name[k], a->name[i]) == 0;

        in_all += same;
        before += same && k < i;
    }
    if (in_all == 1)
        return a->name[i];
    snprintf(text, sizeof text, "%s %d", a->name[i], before + 1);
    return st_bind_text(&l->b, st_span_of(text));
}

static void raise_army(struct guerre_loader *l, int side)
{
    const char *wanted = l->army[side] ? l->army[side] : "";
    const struct guerre_element camp = { .type = CP };
    int which = st_bind_which(&l->b, "army", st_span_of(wanted), l->b.plan->chart[CHART_LEVELS]->row.label,
                              l->f->narmies);

    if (which < 0)
        return;
    const struct guerre_army *a = &l->f->army[which];
    l->side_title[side] = a->title;
    l->f->rout[side] = (uint8_t)a->rout;
    for (int i = 0; i <= a->n && !l->b.e; i++) {
        struct guerre_element x = i < a->n ? a->element[i] : camp;
        const char *title = i < a->n ? army_title(l, a, i) : "Camp";
        char name[16];

        x.side = (uint8_t)side;
        snprintf(name, sizeof name, "%c%d", 'A' + side, i + 1);
        const char *kept = st_bind_text(&l->b, st_span_of(name));
        if (!l->b.e)
            guerre_add_element(l, &x, kept, title);
    }
}

static void open_battle(struct guerre_loader *l)
{
    static const char *const sides[] = { "A", "B" };
    static const char *const laid[] = { "T1", "T2", "T3", "T4", "T5", "T6" };

    if (l->nsides || l->f->nelements || l->f->npieces)
        st_bad(&l->b, "an open battle has no sides, terrain or elements of its own");
    if (l->f->width != OPEN_WIDTH * ST_MM || l->f->height != OPEN_HEIGHT * ST_MM)
        st_bad(&l->b, "an open battle is fought on a table of 900 by 600 mm (5.1.1)");
    l->f->open = true;
    l->nsides = ST_SIDES;
    for (int s = 0; s < ST_SIDES && !l->b.e; s++) {
        l->side[s] = sides[s];
        raise_army(l, s);
    }
    for (int i = 0; i < MAX_LAID; i++)
        l->piece[i] = laid[i];
    l->f->npiece_names = MAX_LAID;
}

/* ---- what is on the table must be able to stand there ------------------------------------ */

static void pieces_fit(struct guerre_loader *l)
{
    const struct guerre_plan *f = l->f;

    for (int i = 0; i < f->npieces && !l->b.e; i++) {
        const struct guerre_piece *a = &f->piece[i];

        l->b.line = l->piece_line[i];
        if (!st_box_on(&a->box, f->width, f->height))
            st_bad(&l->b, "%s is off the table", l->piece[i]);
        for (int k = 0; k < i; k++) {
            const struct guerre_piece *b = &f->piece[k];
            bool together = a->kind == FORT || b->kind == FORT ||
                            (a->kind == BRIDGE && b->kind == RIVER) ||
                            (b->kind == BRIDGE && a->kind == RIVER);

            if (!together && st_box_overlaps(&a->box, &b->box, TOLERANCE))
                st_bad(&l->b, "%s overlaps %s by %d mm (5.13.3)", l->piece[i], l->piece[k],
                           mm_of(st_box_depth(&a->box, &b->box)));
        }
    }
    l->b.line = 0;
}

static void elements_fit(struct guerre_loader *l)
{
    const struct guerre_plan *f = l->f;
    struct guerre_pos pos = { .present = 0 };
    struct st_table t = { l->b.plan, &pos, NULL };

    for (int i = 0; i < f->nelements && !l->b.e; i++) {
        const struct guerre_element *x = &f->element[i];
        struct st_box a = base_at(x->pose, f->depth[x->type]);

        l->b.line = l->element_line[i];
        if (!st_box_on(&a, f->width, f->height))
            st_bad(&l->b, "%s is off the table (5.1.11)", l->name[i]);
        if (guerre_in_ground(&t, x->type, &a, f->forbidden))
            st_bad(&l->b, "%s stands on ground forbidden to it (5.3.13)", l->name[i]);
        for (int k = 0; k < i; k++) {
            struct st_box b = base_at(f->element[k].pose, f->depth[f->element[k].type]);

            if (st_box_overlaps(&a, &b, TOLERANCE))
                st_bad(&l->b, "%s stands %d mm into %s (5.1.8)", l->name[i],
                           mm_of(st_box_depth(&a, &b)), l->name[k]);
        }
    }
    l->b.line = 0;
    for (int s = 0; s < ST_SIDES && !l->b.e; s++)
        if (!f->of_side[s])
            st_bad(&l->b, "side %s has no elements", l->side[s]);
}

/* ---- all of it --------------------------------------------------------------------------- */

static void resolve(struct guerre_loader *l)
{
    struct guerre_plan *f = l->f;

    if (l->b.e)
        return;
    if (l->nsides < ST_SIDES)
        st_bad(&l->b, "two sides are needed");
    else if (strcmp(l->side[0], l->side[1]) == 0)
        st_bad(&l->b, "both sides are called `%s`", l->side[0]);
    if (!l->b.e && f->limit == LIMIT_WIN)
        f->limit_winner = st_bind_which(&l->b, "side", st_span_of(l->winner), l->side, ST_SIDES);
    if (!l->b.e && l->powder)
        f->powder = st_bind_which(&l->b, "element", st_span_of(l->powder), l->name, f->nelements);
}

static void name_all(struct guerre_loader *l)
{
    struct st_plan *out = l->b.plan;
    struct guerre_plan *f = l->f;
    int npieces = f->open ? f->npiece_names : f->npieces;

    if (l->b.e)
        return;
    if (npieces == 0)
        l->piece[npieces++] = "T1"; /* a bare table: the notation still has a name to read */
    st_bind_names(&l->b, "element", l->name, l->title, f->nelements);
    st_bind_names(&l->b, "piece", l->piece, NULL, npieces);
    st_bind_names(&l->b, "kind", guerre_kinds, NULL, KINDS);
    st_bind_names(&l->b, "side", l->side, l->side_title, ST_SIDES);
    out->table = (struct st_point){ f->width, f->height };
    out->side[0] = l->side[0];
    out->side[1] = l->side[1];
    f->element_name = l->name;
    f->piece_name = l->piece;
    f->npiece_names = npieces;
}

int guerre_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct guerre_loader l = { .b = st_binder_of(out, sc, err) };

    l.f = l.b.to;
    l.b.seen = &l;
    l.f->cinc[0] = l.f->cinc[1] = l.f->powder = -1;
    l.name = st_bind_array(&l.b, MAX_ELEMENTS, sizeof *l.name);
    l.title = st_bind_array(&l.b, MAX_ELEMENTS, sizeof *l.title);
    l.piece = st_bind_array(&l.b, MAX_PIECES, sizeof *l.piece);
    l.side = st_bind_array(&l.b, ST_SIDES, sizeof *l.side);
    l.side_title = st_bind_array(&l.b, ST_SIDES, sizeof *l.side_title);
    guerre_bind_charts(&l.b);
    guerre_read_scenario(&l);
    if (!l.b.e && (l.army[0] || l.army[1]))
        open_battle(&l);
    resolve(&l);
    pieces_fit(&l);
    if (!l.f->open)
        elements_fit(&l);
    name_all(&l);
    guerre_offer_options(&l);
    return l.b.e;
}
