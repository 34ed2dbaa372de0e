/* sentence.c - sentences of the sheet filled from a move and a position. See words.h. */
#include "core/scene.h"
#include "core/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = ST_ARGS_MAX, TITLE = 160 };

struct text { /* what is being written */
    char *out;
    size_t len, size;
};

static void put(struct text *w, const char *s, size_t len)
{
    if (len >= w->size - w->len)
        len = w->size - w->len - 1;
    memcpy(w->out + w->len, s, len);
    w->len += len;
    w->out[w->len] = 0;
}

static void put_text(struct text *w, const char *s)
{
    put(w, s, strlen(s));
}

/* ---- titles ------------------------------------------------------------------------------ */

/* "The mill ford" inside a sentence. */
static void put_title(struct text *w, const char *title)
{
    if (w->len && strncmp(title, "The ", 4) == 0)
        put_text(w, "the "), title += 4;
    put_text(w, title);
}

/* Whoever asks speaks of "the attackers", by whatever sides of the scenario they are stood for. */
static const struct st_word *side_row(const struct st_plan *p, int side)
{
    const struct st_word *w = NULL;
    char id[80];

    if (p->asked) {
        snprintf(id, sizeof id, "%s.%s", p->asked, p->side[side]);
        w = st_word_find(p, "role", id);
    }
    return w ? w : st_word_find(p, "side", p->side[side]);
}

const char *st_side_says(const struct st_plan *p, int side)
{
    const struct st_word *w = side_row(p, side);
    const struct st_names *list = st_plan_list(p, "side");
    int at = list && list->title ? st_names_find(list, st_span_of(p->side[side])) : -1;

    if (w && w->says[0])
        return w->says;
    return at >= 0 && list->title[at] ? list->title[at] : p->side[side];
}

const char *st_side_brief(const struct st_plan *p, int side)
{
    const struct st_word *w = side_row(p, side);

    return w && w->brief[0] ? w->brief : st_side_says(p, side);
}

void st_place_print(const struct st_plan *p, int hex, char *out, size_t size)
{
    const struct st_word *w;
    char name[8] = "?";

    st_hex_name(&p->grid, hex, name);
    w = st_word_find(p, "place", name);
    if (w && w->says[0])
        snprintf(out, size, "%s (%s)", w->says, name);
    else if (hex >= 0 && p->cell && p->cell[hex].label && p->cell[hex].label[0])
        snprintf(out, size, "%s (%s)", st_word_says(p, "place", p->cell[hex].label), name);
    else
        snprintf(out, size, "%s", name);
    for (char *c = out; (c = strchr(c, '_')) != NULL;) /* "Castel_San_Giovanni" */
        *c = ' ';
}

static const char *title_of(const struct st_names *list, int i)
{
    return list->title && list->title[i] && list->title[i][0] ? list->title[i] : list->name[i];
}

/* "Infantry Regiment 84", "Grenadier 1": a name with its number. */
static bool is_numbered(const char *title)
{
    for (const char *c = title; (c = strchr(c, ' ')) != NULL;) {
        size_t n = strspn(++c, "0123456789");

        if (n && (!c[n] || c[n] == ' '))
            return true;
    }
    return false;
}

void st_name_print(const struct st_plan *p, const struct st_names *list, int i, char *out, size_t size)
{
    const char *title = title_of(list, i);
    const struct st_word *w = title == list->name[i] ? NULL : st_word_find(p, "article", list->kind);
    bool own = !w || strcmp(w->says, "-") == 0 || strncmp(title, "The ", 4) == 0 || is_numbered(title) ||
               (!isdigit((unsigned char)title[0]) && strstr(title, "'s ")) || strstr(w->explains, title);

    snprintf(out, size, "%s%s%s", own ? "" : w->says, own ? "" : " ", title);
}

/* A symbol of a field: rows of the kind that is called as the field come first, "grade", "order". */
static const char *symbol_says(const struct st_plan *p, const char *field, const char *symbol)
{
    const char *const kinds[] = { field, "result", "word", "type", "class", "ground", "state", "mark", "choice" };
    const struct st_word *w = NULL;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !w; i++)
        w = st_word_find(p, kinds[i], symbol);
    return w && w->says[0] ? w->says : symbol;
}

/* Does the number say yes or no? A set, a flag, or so the sheet has it. */
static bool is_flag(const struct st_plan *p, const struct st_field *f)
{
    const struct st_word *w;
    bool one_flag = f->in.flag && !(f->in.flag & (f->in.flag - 1)); /* not a number in some bits */

    if (f->in.is_set || one_flag || (f->hi == 1 && f->para && !f->most.width))
        return true;
    w = st_word_field(p, f);
    return w && strcmp(w->form, "yes") == 0;
}

void st_value_says(const struct st_table *t, const struct st_field *f, int value, char *out,
                   size_t size)
{
    const struct st_names *list = f->kind ? st_plan_list(t->plan, f->kind) : NULL;
    int n = 0;

    for (; f->symbol && f->symbol[n]; n++)
        ;
    if (f->symbol && value >= 0 && value < n)
        snprintf(out, size, "%s", symbol_says(t->plan, f->name, f->symbol[value]));
    else if (f->symbol)
        snprintf(out, size, "%s", value == -1 ? "-" : "");
    else if (f->kind && strcmp(f->kind, "side") == 0)
        snprintf(out, size, "%s", value >= 0 && value < ST_SIDES ? st_side_brief(t->plan, value) : "-");
    else if (f->kind && strcmp(f->kind, "hex") == 0 && value >= 0)
        st_place_print(t->plan, value, out, size);
    else if (list && value >= 0 && value < list->n)
        snprintf(out, size, "%s", title_of(list, value));
    else if (value == -1 && f->kind)
        snprintf(out, size, "-");
    else if (f->per && value % f->per == 0)
        snprintf(out, size, "%d", value / f->per);
    else if (f->per)
        snprintf(out, size, "%d.%d", value / f->per, abs(value % f->per) * 10 / f->per);
    else if (!f->kind && !f->per && is_flag(t->plan, f))
        snprintf(out, size, "%s", st_word_says(t->plan, "word", value ? "yes" : "no"));
    else
        snprintf(out, size, "%d", value);
}

/* ---- what a move names ------------------------------------------------------------------- */

struct item {
    struct st_arg arg;
    int value;
};

static struct st_span choice_at(struct st_span slot, int i)
{
    struct st_span w = { slot.at, 0 };

    for (; i >= 0 && slot.len; i--)
        w = st_span_cut(&slot, '|');
    return w;
}

/* Words of moves have rows of their own, for they are also symbols of other things. */
static const char *choice_says(const struct st_plan *p, const char *word)
{
    const struct st_word *w = st_word_find(p, "choice", word);

    return w && w->says[0] ? w->says : st_word_says(p, "word", word);
}

static void item_title(const struct st_plan *p, const struct item *x, char *out, size_t size)
{
    char word[64];

    if (st_span_is(x->arg.slot, "hex")) {
        st_place_print(p, x->value, out, size);
    } else if (x->arg.list && x->value >= 0 && x->value < x->arg.list->n) {
        st_name_print(p, x->arg.list, x->value, out, size);
    } else if (memchr(x->arg.slot.at, '|', x->arg.slot.len)) {
        char among[120]; /* "N|S N": north, where N alone is no */

        st_span_copy(choice_at(x->arg.slot, x->value < 0 ? -x->value : x->value), word, sizeof word);
        snprintf(among, sizeof among, "%.*s %s", (int)x->arg.slot.len, x->arg.slot.at, word);
        const struct st_word *own = st_word_find(p, "choice", among);
        snprintf(out, size, "%s", own && own->says[0] ? own->says : choice_says(p, word));
    } else {
        snprintf(out, size, "%d", x->value);
    }
}

static bool names_slot(const struct st_arg *a, struct st_span name)
{
    struct st_span rest = a->slot, first = st_span_cut(&rest, '|');

    if (a->slot.len == name.len && memcmp(a->slot.at, name.at, name.len) == 0)
        return true;
    return rest.len && first.len == name.len && memcmp(first.at, name.at, name.len) == 0;
}

/* Items of that slot, of the list with that sign, or (0) of none if there are such; what stands in the
 * stretches of a march is told by {way}. */
static int find_items(const struct st_telling *f, struct st_span name, char sep, struct item *out)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = 0, args = f->move ? st_move_args(f->plan, f->move, arg) : 0;

    for (int pass = 0; pass < 2 && !n; pass++)
        for (int i = 0; i < args; i++)
            if (names_slot(&arg[i], name) && (pass ? !sep && arg[i].sep != ';' : arg[i].sep == sep))
                out[n++] = (struct item){ arg[i], f->move->arg[i] };
    return n;
}

/* Before item i of n: a comma, or "and" in the language of the sheet. */
static void put_link(struct text *w, const struct st_plan *p, int i, int n)
{
    if (i > 0 && i == n - 1) {
        put_text(w, " ");
        put_text(w, st_word_says(p, "word", "and"));
        put_text(w, " ");
    } else if (i > 0) {
        put_text(w, ", ");
    }
}

enum { NAMED_FEW = 3 };

/* Of a list too long to be read, only the first are named where that is enough. */
static void join(struct text *w, const struct st_telling *f, const struct item *x, int n)
{
    const int named = f->few && n > 2 * NAMED_FEW ? NAMED_FEW : n;
    char title[TITLE];

    for (int i = 0; i < named; i++) {
        item_title(f->plan, &x[i], title, sizeof title);
        put_link(w, f->plan, i, n);
        put_title(w, title);
    }
    if (named < n) {
        snprintf(title, sizeof title, " %s %d %s", st_word_says(f->plan, "word", "and"), n - named,
                 st_word_says(f->plan, "word", "others"));
        put_text(w, title);
    }
}

/* {place}: where a move on a bare table ends, as the row `word place` puts it: from the west edge, from the south. */
static bool table_place(const struct st_telling *f, struct text *w)
{
    struct item x[ITEMS], y[ITEMS];
    int n = find_items(f, st_span_of("x"), 0, x), k = find_items(f, st_span_of("y"), 0, y);
    const struct st_word *row = st_word_find(f->plan, "word", "place");
    char east[16], text[160] = "";

    if (!n || n != k)
        return false;
    snprintf(east, sizeof east, "%d", x[n - 1].value);
    st_words_retell(f->plan, row ? row->says : "{name},{n}", east, y[k - 1].value, text, sizeof text);
    put_text(w, text);
    return true;
}

/* Where the piece that a move names first stands on a bare table, mm: its fields x and y. */
static bool stands_at(const struct st_telling *f, struct st_point *out)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = f->move && f->table ? st_move_args(f->plan, f->move, arg) : 0, found = 0;

    if (!n || !arg[0].list)
        return false;
    for (int i = 0; i < st_nfields(f->plan->game); i++) {
        const struct st_field *row = &f->plan->game->fields->row[i];

        if (!row->of || strcmp(row->of, arg[0].list->kind) != 0 || (strcmp(row->name, "x") != 0 && strcmp(row->name, "y") != 0))
            continue;
        *(row->name[0] == 'x' ? &out->x : &out->y) =
            st_field_get(f->table, row, f->move->arg[0]) / (row->per ? row->per : 1);
        found++;
    }
    return found == 2;
}

/* One way of the compass: "160 mm east", or "to the east edge"; nothing where it goes neither way. */
static bool put_stretch(struct text *w, const struct st_plan *p, int from, int to, int64_t size, const char *const name[2],
                        bool first)
{
    int forth = to > from;
    bool edge = to <= 0 || to * (int64_t)ST_MM >= size;
    char text[40];

    if (to == from)
        return false;
    if (!first) {
        put_text(w, " ");
        put_text(w, st_word_says(p, "word", "and"));
        put_text(w, " ");
    }
    snprintf(text, sizeof text, "%d mm ", abs(to - from));
    if (!edge)
        put_text(w, text);
    else
        snprintf(text, sizeof text, "to the %s edge", name[forth]);
    put_text(w, st_word_says(p, "word", edge ? text : name[forth]));
    return true;
}

/* {whither}: how far a move on a bare table goes from where the piece stands: "160 mm east and 20 mm north",
 * "to the east edge". */
static bool table_whither(const struct st_telling *f, struct text *w)
{
    static const char *const ew[] = { "west", "east" }, *const ns[] = { "south", "north" };
    struct item x[ITEMS], y[ITEMS];
    int n = find_items(f, st_span_of("x"), 0, x), k = find_items(f, st_span_of("y"), 0, y);
    struct st_point from;

    if (!n || n != k || !stands_at(f, &from))
        return false;
    bool any = put_stretch(w, f->plan, from.x, x[n - 1].value, f->plan->table.x, ew, true);
    return put_stretch(w, f->plan, from.y, y[k - 1].value, f->plan->table.y, ns, !any) || any;
}

static void put_number(struct text *w, int value, int per)
{
    char text[24];

    snprintf(text, sizeof text, value % per ? "%d.%d" : "%d", value / per, value % per * 10 / per);
    put_text(w, text);
}

/* "{4} degrees to the right" of a number in quarters. */
static bool put_way(struct text *w, struct st_span form, int n)
{
    struct st_span rest = form, head = st_span_cut(&rest, '{'), per = st_span_cut(&rest, '}');
    int by;

    if (!st_span_int(per, 1, 1000, &by))
        return false;
    put(w, head.at, head.len);
    put_number(w, n, by);
    put(w, rest.at, rest.len);
    return true;
}

/* {way}: the stretches of a march on a bare table, each in the words of its row's form; after a bar, those of a second
 * number that is more than 0, and of one that is less: "{1} mm ahead|, {1} mm to the right|, {1} mm to the left". */
static bool table_way(const struct st_telling *f, struct text *w)
{
    struct st_arg arg[ST_ARGS_MAX];
    int args = f->move ? st_move_args(f->plan, f->move, arg) : 0;
    size_t was = w->len;

    for (int i = 0; i + 1 < args; i++) {
        struct item x = { arg[i], f->move->arg[i] };
        char word[64];

        if (arg[i].sep != ';' || !memchr(arg[i].slot.at, '|', arg[i].slot.len) || !arg[i + 1].number)
            continue;
        st_span_copy(choice_at(x.arg.slot, x.value), word, sizeof word);
        const struct st_word *row = st_word_find(f->plan, "choice", word);
        int shift = i + 2 < args && arg[i + 2].number ? f->move->arg[i + 2] : 0;
        struct st_span form = st_span_of(row ? row->form : ""), ahead = st_span_cut(&form, '|'), right = st_span_cut(&form, '|');
        put_text(w, w->len > was ? ", " : "");
        if (!put_way(w, ahead, f->move->arg[i + 1]))
            return false;
        if (shift && right.len)
            put_way(w, shift < 0 ? form : right, shift < 0 ? -shift : shift);
    }
    return w->len > was;
}

/* {unit sp,} {unit>hex }: a list of pairs as the form has it. */
static bool from_pairs(const struct st_telling *f, struct st_span name, struct text *w, int *count)
{
    struct item x[ITEMS], y[ITEMS];
    size_t k = 0;
    char title[TITLE];

    while (k < name.len && isalpha((unsigned char)name.at[k]))
        k++;
    if (k == 0 || k + 2 >= name.len || (name.at[k] != ' ' && name.at[k] != '>'))
        return false;
    char sep = name.at[name.len - 1];
    int n = find_items(f, (struct st_span){ name.at, k }, sep, x);
    if (!n || find_items(f, (struct st_span){ name.at + k + 1, name.len - k - 2 }, sep, y) != n)
        return false;
    for (int i = 0; i < n; i++) {
        put_link(w, f->plan, i, n);
        item_title(f->plan, &x[i], title, sizeof title);
        put_title(w, title);
        item_title(f->plan, &y[i], title, sizeof title);
        put_text(w, " ");
        if (!y[i].arg.number) {
            put_text(w, st_word_says(f->plan, "word", "into"));
            put_text(w, " ");
        }
        put_title(w, title);
    }
    *count = n;
    return true;
}

/* {command!}: what the sheet explains of that name. */
static bool explained(const struct st_telling *f, struct st_span name, struct text *w)
{
    struct item x[ITEMS];
    char kind[40];

    if (name.len < 2 || name.at[name.len - 1] != '!')
        return false;
    name.len--;
    if (!find_items(f, name, 0, x) || !st_span_copy(x[0].arg.list ? name : choice_at(x[0].arg.slot, abs(x[0].value)), kind, sizeof kind))
        return false;
    const struct st_word *row = x[0].arg.list ? st_word_find(f->plan, kind, x[0].arg.list->name[x[0].value])
                                              : st_word_find(f->plan, "choice", kind);
    put_text(w, row ? row->explains : "");
    return row && row->explains[0];
}

/* {h/4}: a number of quarters; {n/heading}: the row of that kind with that number. */
static bool number_told(const struct st_telling *f, struct st_span name, struct text *w)
{
    struct st_span how = name, base = st_span_cut(&how, '/');
    struct item x[ITEMS];
    char kind[40], value[16];
    int per;

    if (!how.len || !find_items(f, base, 0, x) || !st_span_copy(how, kind, sizeof kind))
        return false;
    snprintf(value, sizeof value, "%d", x[0].value);
    if (st_span_int(how, 1, 1000, &per))
        put_number(w, x[0].value, per);
    else
        put_text(w, st_word_says(f->plan, kind, value));
    return true;
}

/* {unit,rest} {hex-last} {unit2}: false where the move has nothing of it. count: how many it means. */
static bool from_move(const struct st_telling *f, struct st_span name, struct text *w, int *count)
{
    struct item x[ITEMS];
    struct st_span base = name, which = { "", 0 };
    char sep = 0;

    for (size_t i = 1; i < name.len && !sep; i++)
        if (name.at[i] == ',' || name.at[i] == '-' || name.at[i] == '>' || name.at[i] == ';') {
            sep = name.at[i];
            base.len = i;
            which = (struct st_span){ name.at + i + 1, name.len - i - 1 };
        }
    if (st_span_is(name, "place"))
        return table_place(f, w);
    if (st_span_is(name, "whither"))
        return table_whither(f, w);
    if (st_span_is(name, "way"))
        return table_way(f, w);
    if (from_pairs(f, name, w, count) || explained(f, name, w) || number_told(f, name, w))
        return true;
    int n = find_items(f, base, sep, x), from = 0, to = n, nth = 1;
    if (!n && !sep && base.len > 1 && isdigit((unsigned char)base.at[base.len - 1])) {
        nth = base.at[base.len - 1] - '0';
        base.len--;
        n = find_items(f, base, 0, x);
    }
    if (n < nth)
        return false;
    if (!sep)
        from = nth - 1, to = nth;
    else if (st_span_is(which, "first"))
        to = 1;
    else if (st_span_is(which, "last"))
        from = n - 1;
    else if (st_span_is(which, "rest"))
        from = 1;
    *count = to - from;
    if (to - from == 1 && (x[from].arg.number))
        *count = x[from].value;
    join(w, f, x + from, to - from);
    return to > from;
}

/* ---- what the position says --------------------------------------------------------------- */

struct counter {
    struct st_offer offer;
    const struct st_plan *plan;
    const struct st_scene *scene;
    int side, n;
    bool seen[ST_SCENE_PIECES * 2];
};

static bool count_actors(struct st_offer *self, const struct st_move *m)
{
    struct counter *c = (struct counter *)self; /* offer is its first member */
    int piece[ST_ARGS_MAX], n = st_move_names(c->plan, m, c->plan->game->pieces, piece, ST_ARGS_MAX);

    for (int i = 0; i < n; i++) {
        if (piece[i] >= ST_SCENE_PIECES * 2 || c->seen[piece[i]])
            continue;
        const struct st_scene_piece *x = st_scene_find(c->scene, piece[i]);

        c->seen[piece[i]] = true;
        c->n += x && x->side == c->side;
    }
    return true;
}

static bool count_family(struct st_offer *self, const struct st_move *m, int fixed)
{
    (void)fixed;
    return count_actors(self, m);
}

/* How many pieces of whoever decides have something to do: {left}. */
static int actors_left(const struct st_table *t)
{
    const struct st_game *g = t->plan->game;
    struct st_scene *scene = calloc(1, sizeof *scene);
    struct counter c = { .offer = { count_actors, count_family, false }, .plan = t->plan,
                         .scene = scene, .side = st_now(t).side };

    if (scene && g->describe && g->pieces && st_now(t).kind == ST_DECIDE) {
        g->describe(t, c.side, scene);
        st_step_now(t)->offer(t, &c.offer);
    }
    free(scene);
    return c.n;
}

/* A name among the values of a field, as a sentence has it; else the value. */
static void value_named(const struct st_table *t, const struct st_field *x, int value, char *out, size_t size)
{
    const struct st_names *list = x->kind && !x->symbol ? st_plan_list(t->plan, x->kind) : NULL;

    if (list && value >= 0 && value < list->n && strcmp(x->kind, "side") != 0 && strcmp(x->kind, "hex") != 0)
        st_name_print(t->plan, list, value, out, size);
    else
        st_value_says(t, x, value, out, size);
}

static bool from_field(const struct st_telling *f, struct st_span name, char *out, size_t size)
{
    const struct st_game *g = f->plan->game;
    struct st_span rest = name, head = st_span_cut(&rest, '.');
    int of = st_span_is(head, "own") ? f->side : st_span_is(head, "enemy") ? 1 - f->side : -1;
    struct st_span field = rest.len ? rest : name;

    for (int i = 0; i < st_nfields(g); i++) {
        const struct st_field *x = &g->fields->row[i];

        if (!st_span_is(field, x->name) || (rest.len ? !x->of || strcmp(x->of, "side") != 0 : x->of != NULL))
            continue;
        if (rest.len && of < 0)
            return false;
        value_named(f->table, x, st_field_get(f->table, x, of), out, size);
        return true;
    }
    return false;
}

static bool from_slot(const struct st_telling *f, struct st_span name, char *out, size_t size)
{
    const struct st_fields *slots = f->plan->game->slots;
    struct st_span rest = name, whose = st_span_cut(&rest, '.');
    int side = st_span_is(whose, "enemy") && f->side >= 0 ? 1 - f->side : f->side;

    if (rest.len && (st_span_is(whose, "enemy") || st_span_is(whose, "own")))
        name = rest;
    for (int i = 0; slots && i < slots->n; i++)
        if (!slots->row[i].of && st_span_is(name, slots->row[i].name)) {
            const struct st_field *x = &slots->row[i];
            int value = st_field_get(f->table, x, side);

            out[0] = 0;
            if (value != -1)
                value_named(f->table, x, value, out, size);
            return true;
        }
    return false;
}

static bool from_table(const struct st_telling *f, struct st_span name, char *out, size_t size)
{
    const struct st_table *t = f->table;
    int win;

    if (st_span_is(name, "side"))
        return f->side >= 0 && snprintf(out, size, "%s", st_side_says(f->plan, f->side)) > 0;
    if (st_span_is(name, "enemy"))
        return f->side >= 0 && snprintf(out, size, "%s", st_side_says(f->plan, 1 - f->side)) > 0;
    if (!t)
        return false;
    if (from_slot(f, name, out, size))
        return true;
    if (st_span_is(name, "winner")) {
        win = st_winner(t);
        snprintf(out, size, "%s", win == ST_DRAW ? "" : st_side_says(f->plan, win));
        return true;
    }
    if (st_span_is(name, "draw")) {
        snprintf(out, size, "%d", st_now(t).kind == ST_OVER && st_winner(t) == ST_DRAW);
        return true;
    }
    if (st_span_is(name, "left")) {
        int left = f->left && *f->left ? *f->left : 1 + actors_left(t);

        if (f->left)
            *f->left = left;
        snprintf(out, size, "%d", left - 1);
        return true;
    }
    return from_field(f, name, out, size);
}

bool st_words_number(const struct st_telling *f, const char *name, int *out)
{
    char text[TITLE];

    if (st_span_int(st_span_of(name), -1000000, 1000000, out))
        return true;
    return from_table(f, st_span_of(name), text, sizeof text) &&
           st_span_int(st_span_of(text), -1000000, 1000000, out);
}

/* ---- a sentence --------------------------------------------------------------------------- */

/* One slot. What it means is written, or ("{left:unit|units}") the word that agrees with it. */
static bool fill_slot(const struct st_telling *f, struct st_span in, struct text *w)
{
    struct st_span words = in, name = st_span_cut(&words, ':');
    char value[ST_SAYS_MAX] = "";
    struct text scratch = { value, 0, sizeof value };
    struct text *to = words.len ? &scratch : w;
    int count = -1, n;

    if (!from_move(f, name, to, &count)) {
        if (!from_table(f, name, value, sizeof value) || (!value[0] && !words.len))
            return false;
        if (st_span_int(st_span_of(value), -1000000, 1000000, &n))
            count = n;
        if (!words.len)
            put_title(w, value);
    }
    if (words.len) {
        struct st_span many = words, one = st_span_cut(&many, '|');

        put(w, count == 1 ? one.at : many.at, count == 1 ? one.len : many.len);
    }
    return true;
}

/* Does the move, as it is written, have this word of its own? */
static bool says_word(const struct st_telling *f, struct st_span word)
{
    char text[ST_MOVE_TEXT];
    struct st_span rest, w;

    if (!f->move)
        return false;
    st_move_print(f->plan, f->move, text, sizeof text);
    rest = st_span_of(text);
    while ((w = st_span_word(&rest)).len)
        if (w.len == word.len && memcmp(w.at, word.at, w.len) == 0)
            return true;
    return false;
}

/* "word:..." or "!word:..." at the head of a part: is it so? The words behind it stay in part. */
static bool holds(const struct st_telling *f, struct st_span *part)
{
    bool not = part->len && part->at[0] == '!';
    size_t n = not;
    char value[ST_SAYS_MAX] = "";
    int count;

    while (n < part->len && (isalnum((unsigned char)part->at[n]) || strchr("_.", part->at[n])))
        n++;
    if (!n || n == part->len || part->at[n] != ':')
        return true;
    struct st_span word = { part->at + not, n - not };
    part->at += n + 1, part->len -= n + 1;
    if (says_word(f, word))
        return !not;
    return ((from_move(f, word, &(struct text){ value, 0, sizeof value }, &count) ||
             from_table(f, word, value, sizeof value)) &&
            value[0] && strcmp(value, "0") != 0 && strcmp(value, "-") != 0) != not;
}

static bool fill(const struct st_telling *f, struct st_span text, struct text *w)
{
    while (text.len) {
        const char *end;

        if (text.at[0] == '{') {
            end = memchr(text.at, '}', text.len);
            if (!end || !fill_slot(f, (struct st_span){ text.at + 1, (size_t)(end - text.at) - 1 }, w))
                return false;
        } else if (text.at[0] == '[') {
            end = memchr(text.at, ']', text.len);
            if (!end)
                return false;
            struct st_span part = { text.at + 1, (size_t)(end - text.at) - 1 };
            size_t was = w->len;

            if (!holds(f, &part) || !fill(f, part, w))
                w->out[w->len = was] = 0;
        } else {
            end = text.at;
            put(w, text.at, 1);
        }
        text.len -= (size_t)(end - text.at) + 1;
        text.at = end + 1;
    }
    return true;
}

bool st_words_fill(const struct st_telling *f, const char *text, char *out, size_t size)
{
    struct text w = { out, 0, size };
    int n;

    out[0] = 0;
    if (!text[0] || !fill(f, st_span_of(text), &w)) {
        out[0] = 0;
        return false;
    }
    struct st_span rest = st_span_of(out), first = st_span_word(&rest);
    const struct st_word *own = st_word_find(f->plan, "word", "numbers");
    if (own && st_span_int(first, 0, 12, &n)) { /* a sentence does not begin with a figure */
        struct st_span words = st_span_of(own->says), word = { "", 0 };
        char tail[ST_SAYS_MAX];

        for (int i = 0; i <= n; i++)
            word = st_span_word(&words);
        rest = st_span_trim(rest);
        snprintf(tail, sizeof tail, "%.*s", (int)rest.len, rest.at);
        snprintf(out, size, "%.*s %s", (int)word.len, word.at, tail);
    }
    out[0] = (char)toupper((unsigned char)out[0]);
    size_t end = strlen(out);
    if (end > 2 && out[end - 1] == '.' && out[end - 2] == '.' && out[end - 3] != '.')
        out[end - 1] = 0; /* "Franz I." at its end */
    return true;
}

/* ---- moves, steps -------------------------------------------------------------------------- */

static const char *part_of(const struct st_word *w, enum st_word_part part)
{
    return part == ST_WORD_SAYS ? w->says : part == ST_WORD_BRIEF ? w->brief : w->explains;
}

static bool part_says(const struct st_table *t, const struct st_move *m, enum st_word_part part, bool few, char *out,
                      size_t size)
{
    const struct st_word *w = m->verb < t->plan->game->nverbs ? st_word_verb(t->plan, m->verb) : NULL;
    struct st_telling f = { t->plan, t->pos ? t : NULL, m, t->pos ? st_now(t).side : -1, NULL, few };

    out[0] = 0;
    return w && st_words_fill(&f, part_of(w, part), out, size);
}

bool st_move_part(const struct st_table *t, const struct st_move *m, enum st_word_part part, char *out,
                  size_t size)
{
    return part_says(t, m, part, false, out, size);
}

void st_move_few(const struct st_table *t, const struct st_move *m, char *out, size_t size)
{
    if (!part_says(t, m, ST_WORD_SAYS, true, out, size))
        st_move_print(t->plan, m, out, size);
}

void st_move_says(const struct st_table *t, const struct st_move *m, char *out, size_t size)
{
    if (!st_move_part(t, m, ST_WORD_SAYS, out, size))
        st_move_print(t->plan, m, out, size);
}

bool st_step_part(const struct st_telling *f, enum st_word_part part, char *out, size_t size)
{
    struct st_turn now = st_now(f->table);
    const struct st_word *w = st_word_find(f->plan, now.kind == ST_CHANCE ? "chance" : "step", now.step);

    out[0] = 0;
    return w && st_words_fill(f, part_of(w, part), out, size);
}

bool st_step_says(const struct st_table *t, enum st_word_part part, char *out, size_t size)
{
    struct st_telling f = { .plan = t->plan, .table = t, .side = st_now(t).side };

    return st_step_part(&f, part, out, size);
}
