/* position.c - plans and positions for programs, and what a side may see of them. See view.h. */
#include "view/view.h"

#include "base/hash.h"
#include "view/looks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------- */

const struct st_names *st_view_pieces(const struct st_plan *p)
{
    return p->game->pieces ? st_plan_list(p, p->game->pieces) : NULL;
}

const char *st_view_piece(const struct st_plan *p, int piece)
{
    const struct st_names *list = st_view_pieces(p);

    return list && piece >= 0 && piece < list->n ? list->name[piece] : "?";
}

const char *st_view_piece_title(const struct st_plan *p, int piece)
{
    const struct st_names *list = st_view_pieces(p);

    return list && list->title && piece >= 0 && piece < list->n ? list->title[piece] : "";
}

static void hex_text(struct st_json *j, const char *key, const struct st_plan *p, int hex)
{
    char name[6];

    if (hex < 0 || !p->grid.cols) {
        st_json_text(j, key, NULL);
        return;
    }
    st_hex_name(&p->grid, hex, name);
    st_json_text(j, key, name);
}

/* ---- what a side may see --------------------------------------------------------------- */

struct st_table st_view_seen(const struct st_table *t, int side, void *pos)
{
    struct st_table seen = *t;

    if (side >= 0 && t->plan->game->observe) {
        t->plan->game->observe(t, side, pos);
        seen.pos = pos;
    }
    return seen;
}

enum { GUESSES = 16 };

/* A blank may by chance look like what it hides, so other worlds are tried too: where a side could
 * take any other for the true one, something is hidden from it. */
bool st_view_hides(const struct st_table *t, int side)
{
    const struct st_game *g = t->plan->game;
    size_t size = t->plan->pos_size;

    if (side < 0 || !g->observe)
        return false;
    char *seen = malloc(2 * size);
    if (!seen)
        return true; /* to be on the safe side */

    struct st_table world = { t->plan, seen + size, NULL };
    struct st_seeded dice;
    st_seeded_init(&dice, 1, (uint64_t)side);
    g->observe(t, side, seen);
    bool hides = memcmp(seen, t->pos, size) != 0;
    for (int i = 0; i < GUESSES && !hides && g->guess; i++) {
        memcpy(world.pos, seen, size);
        g->guess(&world, side, &dice.source);
        hides = memcmp(world.pos, t->pos, size) != 0;
    }
    free(seen);
    return hides;
}

/* Off the map for good; what waits to come in has steps. */
static bool gone(const struct st_scene_piece *x)
{
    return x->hex < 0 && x->base.left == x->base.right && x->steps == 0;
}

static void retell_note(const struct st_plan *p, char *note, size_t size)
{
    char says[ST_SAYS_MAX];

    st_label_says(p, note, says, sizeof says);
    snprintf(note, size, "%.*s", (int)size - 1, says);
}

/* May side be told how much of its decision another has left? Not where things are hidden. */
static bool may_be_asked(const struct st_table *t, int side)
{
    return side < 0 || !t->plan->game->observe || st_now(t).kind != ST_DECIDE ||
           st_now(t).side == side;
}

/* What is asked, of whom: "Normans: Who marches? Three may still move." */
static void prompt(const struct st_table *t, int side, struct st_scene *s)
{
    struct st_turn now = st_now(t);
    struct st_telling f = { .plan = t->plan, .table = t, .side = now.side, .left = &s->left };
    char says[ST_SAYS_MAX - 80] = "", *out = s->prompt;
    size_t size = sizeof s->prompt;

    if (now.kind == ST_DECIDE && !may_be_asked(t, side))
        snprintf(out, size, "%s: their decision (%s)", st_side_brief(t->plan, now.side), now.step);
    else if (!st_step_part(&f, ST_WORD_SAYS, says, sizeof says))
        st_view_turn_text(t, out, size);
    else if (now.kind == ST_DECIDE)
        snprintf(out, size, "%s: %s", st_side_brief(t->plan, now.side), says);
    else
        snprintf(out, size, "%s", says);
}

/* The same in parts, for whoever lays them out. */
static void ask(struct st_json *j, const struct st_table *t, int side, struct st_scene *s)
{
    struct st_turn now = st_now(t);
    const struct st_word *w = st_word_find(t->plan, now.kind == ST_CHANCE ? "chance" : "step", now.step);
    struct st_telling f = { .plan = t->plan, .table = t, .side = now.side, .left = &s->left };
    char text[ST_SAYS_MAX];
    int left;

    if (!w || !may_be_asked(t, side))
        return;
    st_json_open(j, "ask", '{');
    if (st_step_part(&f, ST_WORD_SAYS, text, sizeof text))
        st_json_text(j, "text", text);
    if (st_step_part(&f, ST_WORD_BRIEF, text, sizeof text))
        st_json_text(j, "short", text);
    if (st_step_part(&f, ST_WORD_EXPLAINS, text, sizeof text))
        st_json_text(j, "explains", text);
    st_json_text(j, "para", now.para);
    if (now.kind == ST_DECIDE && strstr(w->says, "{left") && st_words_number(&f, "left", &left))
        st_json_int(j, "left", left);
    st_json_close(j, '}');
}

struct st_scene *st_view_scene(const struct st_table *t, int side)
{
    struct st_scene *s = st_view_stands(t, side);

    if (s)
        prompt(t, side, s);
    for (int i = 0; s && i < s->nnotes; i++)
        retell_note(t->plan, s->note[i], sizeof s->note[i]);
    return s;
}

struct st_scene *st_view_stands(const struct st_table *t, int side)
{
    struct st_scene *s = calloc(1, sizeof *s);

    if (s && t->plan->game->describe)
        t->plan->game->describe(t, side, s);
    for (int i = 0; s && i < s->npieces; i++)
        if (st_now(t).kind == ST_OVER || gone(&s->piece[i]))
            s->piece[i].can_act = false; /* whatever the game makes of a step that is over */
    return s;
}

/* ---- the plan -------------------------------------------------------------------------- */

static void hexes(struct st_json *j, const struct st_plan *p)
{
    st_json_open(j, "hexes", '[');
    for (int h = 0; p->cell && h < st_hex_count(&p->grid); h++) {
        st_json_open(j, NULL, '{');
        hex_text(j, "hex", p, h);
        st_json_text(j, "look", p->cell[h].look);
        st_json_int(j, "level", p->cell[h].level);
        if (p->cell[h].label && p->cell[h].label[0])
            st_json_text(j, "label", p->cell[h].label);
        if (p->cell[h].place)
            st_json_text(j, "place", p->cell[h].place);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void edges(struct st_json *j, const struct st_plan *p)
{
    st_json_open(j, "edges", '[');
    for (int i = 0; i < p->nedges; i++) {
        st_json_open(j, NULL, '{');
        hex_text(j, "hex", p, p->edge[i].hex);
        st_json_int(j, "direction", p->edge[i].dir);
        st_json_text(j, "kind", p->edge[i].kind < ST_EDGE_KINDS ? st_edge_words[p->edge[i].kind] : "?");
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

/* Numbers from 1, as hexes have them. */
static void window(struct st_json *j, const struct st_plan *p)
{
    struct st_window w = st_plan_window(p);

    st_json_open(j, "window", '{');
    st_json_int(j, "first_col", w.col + 1);
    st_json_int(j, "last_col", w.col + w.cols);
    st_json_int(j, "first_row", w.row + 1);
    st_json_int(j, "last_row", w.row + w.rows);
    st_json_close(j, '}');
}

/* The printed ground, as SVG; of a bare table as it lies in a scene. */
static void ground(struct st_json *j, const char *key, const struct st_plan *p,
                   const struct st_scene *s)
{
    struct st_buf svg = { 0 };

    if (s)
        st_ground_plane(&svg, p, s);
    else if (p->cell)
        st_ground_hexes(&svg, p);
    st_json_text(j, key, st_buf_text(&svg));
    j->out->failed |= svg.failed;
    st_buf_free(&svg);
}

void st_view_map(struct st_json *j, const char *key, const struct st_plan *p)
{
    if (!p->grid.cols && !p->table.x)
        return;
    st_json_open(j, key, '{');
    if (p->grid.cols) {
        st_json_int(j, "cols", p->grid.cols);
        st_json_int(j, "rows", p->grid.rows);
        window(j, p);
        hexes(j, p);
        edges(j, p);
        ground(j, "ground", p, NULL);
    } else { /* what lies on a bare table is in the position: it may be laid in play */
        st_json_int(j, "width", p->table.x);
        st_json_int(j, "height", p->table.y);
    }
    st_json_close(j, '}');
}

const char *st_view_side_title(const struct st_plan *p, int side)
{
    const struct st_word *w = st_word_find(p, "side", p->side[side]);
    const struct st_names *list = st_plan_list(p, "side");
    int at = list && list->title ? st_names_find(list, st_span_of(p->side[side])) : -1;

    if (w && w->brief[0])
        return w->brief;
    return at >= 0 && list->title[at] ? list->title[at] : p->side[side];
}

void st_view_sides(struct st_json *j, const struct st_plan *p)
{
    st_json_open(j, "sides", '[');
    for (int i = 0; i < ST_SIDES; i++)
        st_json_text(j, NULL, p->side[i]);
    st_json_close(j, ']');
    st_json_open(j, "side_titles", '[');
    for (int i = 0; i < ST_SIDES; i++)
        st_json_text(j, NULL, st_view_side_title(p, i));
    st_json_close(j, ']');
    st_json_open(j, "armies", '[');
    for (int i = 0; i < ST_SIDES; i++)
        st_json_text(j, NULL, st_looks_army(p, i));
    st_json_close(j, ']');
}

static void names(struct st_json *j, const struct st_plan *p)
{
    st_json_open(j, "names", '[');
    for (int i = 0; i < p->nnames; i++) {
        const struct st_names *list = &p->names[i];

        st_json_open(j, NULL, '{');
        st_json_text(j, "kind", list->kind);
        st_json_bool(j, "pieces", list == st_view_pieces(p));
        st_json_open(j, "names", '[');
        for (int k = 0; k < list->n; k++) {
            st_json_open(j, NULL, '{');
            st_json_text(j, "id", list->name[k]);
            if (list->title)
                st_json_text(j, "title", list->title[k]);
            const struct st_word *w = st_word_find(p, list->kind, list->name[k]);
            if (w && w->explains[0])
                st_json_text(j, "explains", w->explains);
            st_json_close(j, '}');
        }
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

void st_view_field_list(struct st_json *j, const struct st_game *g)
{
    st_json_open(j, "fields", '[');
    for (int i = 0; i < st_nfields(g); i++) {
        const struct st_field *f = &g->fields->row[i];

        if (f->old)
            continue;
        st_json_open(j, NULL, '{');
        st_json_text(j, "name", f->name);
        st_json_text(j, "title", f->title);
        st_json_text(j, "of", f->of);
        st_json_text(j, "kind", f->kind);
        st_json_bool(j, "settable", st_field_settable(f));
        if (f->symbol) {
            st_json_open(j, "symbols", '[');
            for (int k = 0; f->symbol[k]; k++)
                st_json_text(j, NULL, f->symbol[k]);
            st_json_close(j, ']');
        }
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void span_text(struct st_json *j, const char *key, struct st_span s)
{
    char text[80];

    st_span_copy(s, text, sizeof text);
    st_json_text(j, key, text);
}

/* The parts of a form, so that no front end reads it a second time. */
static void form(struct st_json *j, const char *text)
{
    struct st_part part[ST_PARTS_MAX];
    int n = st_form_parts(text, part);

    st_json_open(j, NULL, '[');
    for (int i = 0; i < n; i++) {
        st_json_open(j, NULL, '{');
        span_text(j, "text", part[i].text);
        if (part[i].slot.len)
            span_text(j, "slot", part[i].slot);
        if (part[i].sep)
            st_json_text(j, "sep", (char[]){ part[i].sep, 0 });
        if (part[i].optional)
            st_json_bool(j, "optional", true);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

void st_view_plan(struct st_json *j, const char *key, const struct st_plan *p)
{
    st_json_open(j, key, '{');
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "edition", p->game->edition);
    st_json_text(j, "scenario", p->id);
    st_json_text(j, "title", p->title);
    st_json_text(j, "blurb", p->blurb);
    st_json_bool(j, "secrets", p->game->observe != NULL);
    st_view_sides(j, p);
    names(j, p);
    st_json_open(j, "verbs", '[');
    for (int i = 0; i < p->game->nverbs; i++)
        st_json_text(j, NULL, p->game->verbs[i].form);
    st_json_close(j, ']');
    st_json_open(j, "forms", '[');
    for (int i = 0; i < p->game->nverbs; i++)
        form(j, p->game->verbs[i].form);
    st_json_close(j, ']');
    st_view_field_list(j, p->game);
    st_json_text(j, "manner", ground_manner(p)); /* how it is drawn, in words of the sheet (looks.h) */
    st_view_map(j, "map", p);
    st_json_close(j, '}');
}

/* ---- the turn -------------------------------------------------------------------------- */

const char *st_view_winner(const struct st_table *t)
{
    int w = st_winner(t);

    return w == ST_DRAW ? NULL : t->plan->side[w];
}

/* The awaited die with its words, which are left out when nobody listens. */
static void awaited(const struct st_table *t, struct st_chance *c)
{
    struct st_table listened = { t->plan, t->pos, st_nobody() };

    st_awaited(&listened, c);
}

void st_view_turn_text(const struct st_table *t, char *out, size_t size)
{
    struct st_turn now = st_now(t);
    struct st_chance c;

    if (now.kind == ST_DECIDE) {
        snprintf(out, size, "%s to decide: %s (%s)", st_side_brief(t->plan, now.side), now.step, now.para);
    } else if (now.kind == ST_CHANCE) {
        awaited(t, &c);
        snprintf(out, size, "a die is awaited: %s, %s (%s)", c.dice, c.label, now.para);
    } else {
        const char *name = st_view_winner(t);

        snprintf(out, size, "the game is over, %s%s (%s)", name ? "won by " : "a draw",
                 name ? st_side_says(t->plan, st_view_side_find(t->plan, name)) : "", now.para);
    }
}

static void die(struct st_json *j, const struct st_table *t)
{
    char says[ST_SAYS_MAX];
    struct st_chance c;

    awaited(t, &c);
    st_json_text(j, "dice", c.dice);
    st_json_text(j, "label", c.label);
    st_label_says(t->plan, c.label, says, sizeof says);
    st_json_text(j, "says", says);
    st_json_open(j, "faces", '[');
    for (int i = 0; i < c.n; i++) {
        st_json_open(j, NULL, '{');
        st_json_int(j, "face", c.face[i].value);
        st_json_int(j, "weight", c.face[i].weight);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void turn(struct st_json *j, const struct st_table *t)
{
    static const char *const kind[] = { "auto", "die", "decision", "over" };
    struct st_turn now = st_now(t);
    char text[300];

    st_view_turn_text(t, text, sizeof text);
    st_json_open(j, "turn", '{');
    st_json_text(j, "kind", kind[now.kind]);
    st_json_text(j, "step", now.step);
    st_json_text(j, "para", now.para);
    st_json_text(j, "text", text);
    if (now.kind == ST_DECIDE)
        st_json_text(j, "side", t->plan->side[now.side]);
    if (now.kind == ST_CHANCE)
        die(j, t);
    if (now.kind == ST_OVER)
        st_json_text(j, "winner", st_view_winner(t));
    st_json_close(j, '}');
}

/* ---- the position ---------------------------------------------------------------------- */

/* Where a piece stands on a bare table: um from the south-west corner, quarter degrees. */
static void base(struct st_json *j, const struct st_scene_piece *x)
{
    st_json_open(j, "base", '{');
    st_json_int(j, "x", x->base.pose.at.x);
    st_json_int(j, "y", x->base.pose.at.y);
    st_json_int(j, "heading", x->base.pose.facing);
    st_json_int(j, "left", x->base.left);
    st_json_int(j, "right", x->base.right);
    st_json_int(j, "back", x->base.back);
    st_json_int(j, "front", x->base.front);
    st_json_int(j, "radius", x->radius);
    st_json_close(j, '}');
}

void st_view_scene_piece(struct st_json *j, const struct st_plan *p,
                         const struct st_scene_piece *x)
{
    st_json_open(j, NULL, '{');
    st_json_text(j, "id", st_view_piece(p, x->piece));
    st_json_text(j, "title", st_view_piece_title(p, x->piece));
    st_json_text(j, "side", x->side < ST_SIDES ? p->side[x->side] : NULL);
    if (x->group[0])
        st_json_text(j, "group", x->group);
    hex_text(j, "hex", p, x->hex);
    st_json_text(j, "symbol", x->symbol);
    if (x->sidc[0])
        st_json_text(j, "sidc", x->sidc);
    st_json_text(j, "factors", x->factors);
    st_json_int(j, "steps", x->steps);
    st_json_int(j, "steps_full", x->steps_full);
    st_json_bool(j, "reduced", x->worn);
    st_json_bool(j, "can_act", x->can_act);
    st_json_text(j, "states", x->states);
    if (x->figure[0])
        st_json_text(j, "figure", x->figure);
    if (x->dress[0])
        st_json_text(j, "dress", x->dress);
    if (x->band)
        st_json_int(j, "band", x->band);
    if (x->quality)
        st_json_int(j, "quality", x->quality);
    if (x->leads)
        st_json_bool(j, "leads", true);
    if (x->leader[0])
        st_json_text(j, "leader", x->leader);
    if (x->base.right > x->base.left || x->radius)
        base(j, x);
    st_json_close(j, '}');
}

static void pieces(struct st_json *j, const struct st_plan *p, const struct st_scene *s, struct st_view_memo *memo)
{
    st_json_open(j, "pieces", '[');
    for (int i = 0; i < s->npieces; i++)
        if (!st_memo_told(memo, j, st_hash(&s->piece[i], sizeof s->piece[i]))) {
            st_view_scene_piece(j, p, &s->piece[i]);
            st_memo_done(memo, j);
        }
    st_json_close(j, ']');
}

/* Ground by its name: the broom, the western vineyard. */
const char *st_shape_says(const struct st_plan *p, const char *label)
{
    char id[32];
    const struct st_word *w = NULL;

    snprintf(id, sizeof id, "%s", label);
    for (char *at = id; (at = strchr(at, ' '));)
        *at = '_'; /* a label is its id with blanks */
    if (id[0])
        w = st_word_find(p, "area", id);
    if (!w && label[0])
        w = st_word_find(p, "piece", label);
    return w && w->says[0] ? w->says : label;
}

void st_view_scene_shape(struct st_json *j, const struct st_plan *p,
                         const struct st_scene_shape *x)
{
    static const char *const kinds[] = { "ground", "line", "zone", "arc" };

    st_json_open(j, NULL, '{');
    st_json_text(j, "kind", kinds[x->kind]);
    st_json_text(j, "look", x->look);
    st_json_text(j, "label", st_shape_says(p, x->label));
    if (x->piece >= 0) {
        st_json_text(j, "piece", st_view_piece(p, x->piece));
        st_json_text(j, "side", x->side < ST_SIDES ? p->side[x->side] : NULL);
    }
    st_json_open(j, "points", '[');
    for (int k = 0; k < x->n; k++) {
        st_json_int(j, NULL, x->point[k].x);
        st_json_int(j, NULL, x->point[k].y);
    }
    st_json_close(j, ']');
    st_json_close(j, '}');
}

/* What lies on a bare table, in the order it is drawn; um. */
static void shapes(struct st_json *j, const struct st_plan *p, const struct st_scene *s, struct st_view_memo *memo)
{
    if (p->table.x == 0)
        return;
    st_json_open(j, "shapes", '[');
    for (int i = 0; i < s->nshapes; i++)
        st_view_scene_shape(j, p, &s->shape[i]);
    st_json_close(j, ']');
    if (!st_memo_told(memo, j, st_ground_plane_key(s))) {
        ground(j, "ground", p, s);
        st_memo_done(memo, j);
    }
}

#ifndef __wasm__
/* Of all that the names make way for. */
static uint64_t names_key(const struct st_plan *p, const struct st_scene *s)
{
    uint64_t key = p->table.x ? st_ground_plane_key(s) : 0;

    for (int i = 0; i < s->npieces; i++) {
        const struct st_scene_piece *x = &s->piece[i];

        key = st_hash_join(key, st_hash(&x->base, sizeof x->base));
        key = st_hash_join(key, (uint64_t)(x->hex + 1) << 32 | (uint32_t)(x->leader[0] ? st_hash(x->leader, strlen(x->leader)) : 0));
    }
    return key;
}
#endif

/* Names as they are laid between the pieces, in the units of the ground. */
static void map_names(struct st_json *j, const struct st_plan *p, const struct st_scene *s, struct st_view_memo *memo)
{
    struct ground_names all;

    if (st_memo_told(memo, j, names_key(p, s)))
        return;
    if (!ground_names_lay(&all, p, s)) {
        j->out->failed = true;
        return;
    }
    st_json_open(j, "map_names", '[');
    for (int i = 0; i < all.n; i++) {
        const struct ground_name *x = &all.at[i];

        st_json_open(j, NULL, '{');
        st_json_text(j, "text", x->text);
        st_json_text(j, "kind", x->kind);
        st_json_int(j, "x", (int)x->x);
        st_json_int(j, "y", (int)x->y);
        st_json_text(j, "anchor", x->anchor);
        if (x->turn)
            st_json_int(j, "turn", x->turn);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    ground_names_free(&all);
    st_memo_done(memo, j);
}

/* Notes are written as rules tell, and read by players. */
static void notes(struct st_json *j, const struct st_plan *p, struct st_scene *s, struct st_view_memo *memo)
{
    st_json_open(j, "notes", '[');
    for (int i = 0; i < s->nnotes; i++)
        if (!st_memo_told(memo, j, st_hash(s->note[i], strlen(s->note[i])))) {
            retell_note(p, s->note[i], sizeof s->note[i]);
            st_json_text(j, NULL, s->note[i]);
            st_memo_done(memo, j);
        }
    st_json_close(j, ']');
}

static void marks(struct st_json *j, const struct st_plan *p, const struct st_scene *s)
{
    char says[ST_SAYS_MAX];

    st_json_open(j, "marks", '[');
    for (int i = 0; i < s->nmarks; i++) {
        st_json_open(j, NULL, '{');
        hex_text(j, "hex", p, s->mark[i].hex);
        st_json_text(j, "text", s->mark[i].text);
        st_label_says(p, s->mark[i].text, says, sizeof says);
        st_json_text(j, "says", says);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void measures(struct st_json *j, const struct st_table *t)
{
    const struct st_game *g = t->plan->game;

    st_json_open(j, "measures", '{');
    for (int i = 0; i < st_nfields(g); i++)
        if (!g->fields->row[i].of && !g->fields->row[i].old)
            st_json_int(j, g->fields->row[i].name, st_field_get(t, &g->fields->row[i], -1));
    st_json_close(j, '}');
}

void st_view_position(struct st_json *j, const struct st_table *t, int side, struct st_view_memo *memo)
{
    const struct st_plan *p = t->plan;
    struct st_scene *s = st_view_stands(t, side);
    char hash[16];

    if (!s) {
        j->out->failed = true;
        return;
    }
    prompt(t, side, s);
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "scenario", p->id);
    st_json_text(j, "title", p->title);
    st_view_sides(j, p);
    turn(j, t);
    measures(j, t);
    pieces(j, p, s, memo);
    marks(j, p, s);
    shapes(j, p, s, memo);
    map_names(j, p, s, memo);
    notes(j, p, s, memo);
    st_json_text(j, "prompt", s->prompt);
    ask(j, t, side, s);
    st_view_tracks(j, t);
    st_view_goals(j, t);
    st_view_forces(j, t, s, memo);
    st_view_battle(j, t, s);
    snprintf(hash, sizeof hash, "%08" PRIx32, (uint32_t)st_pos_hash(p, t->pos));
    st_json_text(j, "hash", hash); /* as on the `=` lines of records */
    free(s);
}

/* ---- fields ---------------------------------------------------------------------------- */

/* The list that has this name among those the fields are of; its index into *at. */
static const struct st_names *list_with(const struct st_plan *p, const char *name, int *at)
{
    for (int i = 0; i < st_nfields(p->game); i++) {
        const char *of = p->game->fields->row[i].of;
        const struct st_names *list = of ? st_plan_list(p, of) : NULL;

        *at = list ? st_names_find(list, st_span_of(name)) : -1;
        if (*at >= 0)
            return list;
    }
    return NULL;
}

enum st_answer st_view_fields(struct st_json *j, const char *key, const struct st_table *t,
                              const char *name, struct st_refusal *why)
{
    const struct st_plan *p = t->plan;
    const struct st_names *list = NULL, *pieces_of = st_view_pieces(p);
    char text[80], says[ST_SAYS_MAX];
    int at = -1;

    if (name[0] && !(list = list_with(p, name, &at))) {
        char near[160] = "";

        if (pieces_of)
            st_suggest(near, sizeof near, name, pieces_of->name, pieces_of->n);
        return st_refuse(why, "", "nothing here is called `%.40s`%s%s", name, near[0] ? "; " : "",
                         near);
    }
    st_json_open(j, key, '[');
    for (int i = 0; i < st_nfields(p->game); i++) {
        const struct st_field *f = &p->game->fields->row[i];

        if (f->old || (list ? !f->of || strcmp(f->of, list->kind) != 0 : f->of != NULL))
            continue;
        int value = st_field_get(t, f, at);
        st_field_print(p, f, value, text, sizeof text);
        st_json_open(j, NULL, '{');
        st_json_text(j, "name", f->name);
        st_json_text(j, "title", st_field_says(p, f));
        st_json_int(j, "value", value);
        st_json_text(j, "text", text);
        st_value_says(t, f, value, says, sizeof says);
        st_json_text(j, "says", says);
        st_json_bool(j, "settable", st_field_settable(f));
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    return ST_LEGAL;
}
